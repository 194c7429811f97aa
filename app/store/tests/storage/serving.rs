//! Which server serves a file.

use crate::common::*;
use fieldpost_store::{SERVING_ENDS, ServeError, Store};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test]
async fn one_server_at_a_time_serves_a_file() {
    let store = Store::temporary().await.unwrap();
    let other = Store::open(store.path()).await.unwrap();
    let first = store.serve("The first".into(), NOON).await.unwrap();
    match other.serve("The second".into(), NOON.after(10 * SECOND)).await {
        Err(refused @ ServeError::Served { .. }) => assert_eq!(
            refused.to_string(),
            "The first serves this database already. Stop it first, or give this server a database of its own. If it is not running any \
             more, start again in 21 seconds: its claim ends by itself"
        ),
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("two servers on one file"),
    }
    // It says that it is alive, and its claim goes on.
    assert!(first.renew(NOON.after(20 * SECOND)).await.unwrap());
    assert!(other.serve("The second".into(), NOON.after(SERVING_ENDS + 19 * SECOND)).await.is_err());
    // Thirty seconds after its last word it counts as dead; should it wake up, it learns that it is not the one any more.
    let second = other.serve("The second".into(), NOON.after(SERVING_ENDS + 20 * SECOND)).await.unwrap();
    assert!(!first.renew(NOON.after(SERVING_ENDS + 21 * SECOND)).await.unwrap());
    // What is given up is free at once.
    second.release().await.unwrap();
    assert!(store.serve("The third".into(), NOON.after(SERVING_ENDS + 21 * SECOND)).await.is_ok());
    // A claim by a clock that has gone back since holds nobody up.
    assert!(other.serve("The fourth".into(), NOON).await.is_ok());
}
