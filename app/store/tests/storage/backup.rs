//! Copies of the whole file, and finding what was tampered with.

use crate::common::*;
use fieldpost_store::{BackupError, ChainError, Chains, Store, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};

async fn busy_store() -> (Store, fieldpost_store::GameId) {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let mut last = None;
    for _ in 0..3 {
        let (game, tip) = set_up(&store, new_game(host)).await;
        store.logs().append(append(game, tip, &["{\"a\":1}", "{\"b\":2}", "{\"c\":3}"])).await.unwrap();
        last = Some(game);
    }
    (store, last.unwrap())
}

#[tokio::test]
async fn a_copy_is_whole_and_opens_as_a_storage() {
    let (store, game) = busy_store().await;
    let to = store.path().with_file_name("copy.db");
    assert_eq!(store.backup(&to).await.unwrap(), Chains { games: 3, records: 12, entries: 0, leaves: 12 });
    assert!(matches!(store.backup(&to).await, Err(BackupError::Exists(_))));
    let copy = Store::open(&to).await.unwrap();
    assert_eq!(copy.logs().records(game, 0).await.unwrap(), store.logs().records(game, 0).await.unwrap());
    assert_eq!(
        copy.logs().records_between(game, 1, 3).await.unwrap().iter().map(|r| r.seq).collect::<Vec<_>>(),
        [2, 3]
    );
}

#[tokio::test]
async fn a_changed_byte_is_found() {
    for (change, found) in [
        ("UPDATE records SET body = '{\"b\":4}' WHERE seq = 3", "record 3 has been changed"),
        ("DELETE FROM records WHERE seq = 4", "should end at record 4"),
        ("DELETE FROM records WHERE seq = 2", "record 2 should stand here"),
    ] {
        let (store, _) = busy_store().await;
        let mut c = SqliteConnectOptions::new().filename(store.path()).connect().await.unwrap();
        c.execute("DROP TRIGGER records_refuse_update; DROP TRIGGER records_refuse_delete").await.unwrap();
        c.execute(AssertSqlSafe(change)).await.unwrap();
        c.close().await.unwrap();
        let error = store.logs().check_chains().await.unwrap_err();
        assert!(error.to_string().contains(found), "{change}: {error}");
        let to = store.path().with_file_name("copy.db");
        assert!(matches!(
            store.backup(&to).await,
            Err(BackupError::Chain(ChainError::Bad { .. } | ChainError::Ends { .. }))
        ));
    }
}

#[tokio::test]
async fn after_closing_everything_is_in_the_one_file_and_nothing_is_written() {
    let (store, game) = busy_store().await;
    let clone = store.clone();
    store.close().await;
    assert!(!store.path().with_extension("db-wal").exists());
    assert!(matches!(
        clone.messages().say(game, fieldpost_store::AccountId([0; 16]), 1, "late".into(), NOON).await,
        Err(StoreError::Closed)
    ));
    let again = Store::open(store.path()).await.unwrap();
    assert_eq!(again.logs().check_chains().await.unwrap(), Chains { games: 3, records: 12, entries: 0, leaves: 12 });
}

#[tokio::test]
async fn a_temporary_storage_is_removed_with_its_last_owner() {
    let store = Store::temporary().await.unwrap();
    let path = store.path().to_owned();
    let clone = store.clone();
    drop(store);
    assert!(path.exists());
    drop(clone);
    assert!(!path.exists());
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_may_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let (store, _) = busy_store().await;
    let copy = store.path().with_file_name("copy.db");
    store.backup(&copy).await.unwrap();
    for file in [store.path(), &store.path().with_extension("db-wal"), &copy] {
        let mode = std::fs::metadata(file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", file.display());
    }
}
