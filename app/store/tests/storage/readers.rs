//! The connections that read.

use fieldpost_store::Store;
use std::time::Duration;

const ONE: &str = "SELECT 1";
/// Takes a while before it answers.
const LONG: &str =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT count(*) FROM n";

#[tokio::test]
async fn there_are_so_many_and_who_comes_later_waits_for_one() {
    let store = Store::temporary().await.unwrap();
    let mut held = Vec::new();
    while let Ok(reader) = tokio::time::timeout(Duration::from_millis(500), store.reader()).await {
        held.push(reader.unwrap());
        assert!(held.len() <= 8, "as many as anybody asks for");
    }
    assert_eq!(held.len(), 8);
    held.pop();
    let mut again = tokio::time::timeout(Duration::from_secs(5), store.reader()).await.expect("in time").unwrap();
    assert_eq!(sqlx::query_scalar::<_, i64>(ONE).fetch_one(&mut *again).await.unwrap(), 1);
}

#[tokio::test]
async fn a_question_that_is_given_up_leaves_nothing_behind() {
    let store = Store::temporary().await.unwrap();
    {
        let mut reader = store.reader().await.unwrap();
        let given_up = sqlx::query(LONG).fetch_all(&mut *reader);
        assert!(tokio::time::timeout(Duration::from_millis(20), given_up).await.is_err());
    }
    // The one that was put back is handed out first.
    let mut reader = store.reader().await.unwrap();
    let answer = sqlx::query_scalar::<_, i64>(ONE).fetch_all(&mut *reader);
    let answer = tokio::time::timeout(Duration::from_secs(20), answer).await;
    assert_eq!(answer.expect("it comes behind the other").unwrap(), [1]);
    assert!(sqlx::query("DELETE FROM accounts").execute(&mut *reader).await.is_err(), "it only reads");
}

#[tokio::test]
async fn after_closing_nobody_gets_one() {
    let store = Store::temporary().await.unwrap();
    let held = store.reader().await.unwrap();
    let closing = tokio::spawn({
        let store = store.clone();
        async move { store.close().await }
    });
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!closing.is_finished(), "it waits for who is at work");
    drop(held);
    closing.await.unwrap();
    assert!(store.reader().await.is_err());
}
