//! The register beside the logs: every record is a leaf, proofs are made from what is stored, heads are kept.

use crate::common::*;
use domain_register::compare::{Relation, compare};
use domain_register::proof::{check_consistency, check_inclusion, consistency, inclusion};
use domain_register::tile::Tile;
use domain_register::tree::{self, Frontier, Hash};
use fieldpost_store::{RegisterError, RegisterFault, Store, Tip};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};

/// The hashes of all records in the order in which they were written.
async fn written(store: &Store) -> Vec<Hash> {
    let mut c = store.reader().await.unwrap();
    let hashes: Vec<Vec<u8>> =
        sqlx::query_scalar("SELECT hash FROM records ORDER BY position").fetch_all(&mut *c).await.unwrap();
    hashes.into_iter().map(|h| h.try_into().unwrap()).collect()
}

/// The root over the first of these records.
fn root(records: &[Hash], size: u64) -> Hash {
    let mut edge = Frontier::new();
    records.iter().take(size as usize).for_each(|r| edge.append(tree::leaf(r), |_, _, _| ()));
    edge.root()
}

/// Two games in turn, some appends of many records.
async fn grown(store: &Store, records: u64) {
    let host = player(store, "porter").await;
    let mut games = [set_up(store, new_game(host)).await, set_up(store, new_game(host)).await];
    let mut written = 2;
    while written < records {
        let (game, tip) = &mut games[written as usize % 2];
        let many = (records - written).min(1 + written * 7 % 40);
        let bodies: Vec<String> = (0..many).map(|n| format!("{{\"n\":{}}}", tip.length + n)).collect();
        let more = append(*game, *tip, &bodies.iter().map(String::as_str).collect::<Vec<_>>());
        let last = more.records.last().unwrap();
        *tip = Tip { length: last.seq, head: last.hash, ..*tip };
        store.logs().append(more).await.unwrap();
        written += many;
    }
}

#[tokio::test]
async fn every_record_is_a_leaf_and_proven_to_be_one_by_what_is_stored() {
    let store = Store::temporary().await.unwrap();
    grown(&store, 600).await;
    let records = written(&store).await;
    let register = store.register();
    assert_eq!((register.size().await.unwrap(), records.len()), (600, 600));
    let all = root(&records, 600);
    for (index, record) in records.iter().enumerate().step_by(37) {
        let index = index as u64;
        let path = register.hashes(&inclusion(index, 600).unwrap()).await.unwrap();
        assert_eq!(check_inclusion(&tree::leaf(record), index, 600, &path, &all), Ok(()), "{index}");
    }
    for old in [1, 2, 255, 256, 257, 511, 600] {
        let path = register.hashes(&consistency(old, 600).unwrap()).await.unwrap();
        assert_eq!(check_consistency(old, &root(&records, old), 600, &all, &path), Ok(()), "{old}");
    }
    let tile = register.tile(&Tile { level: 0, number: 1, width: 256 }).await.unwrap().unwrap();
    assert_eq!(tile, records[256..512].iter().map(|r| tree::leaf(r)).collect::<Vec<_>>());
    assert_eq!(register.tile(&Tile { level: 1, number: 0, width: 2 }).await.unwrap().map(|t| t.len()), Some(2));
    assert_eq!(register.tile(&Tile { level: 1, number: 0, width: 3 }).await.unwrap(), None);
    assert_eq!(store.logs().check_chains().await.unwrap().leaves, 600);
}

#[tokio::test]
async fn a_refused_append_leaves_no_leaf() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let (game, tip) = set_up(&store, new_game(host)).await;
    let before = store.register().size().await.unwrap();
    let stale = append(game, Tip::EMPTY, &["{\"a\":1}"]);
    assert!(store.logs().append(stale).await.is_err());
    // Lost with its transaction: the seat is taken, which is found after the records were written.
    let mut taken = append(game, tip, &["{\"a\":1}"]);
    taken.joins.push((domain::referee::SeatId(0), fieldpost_store::Taken::Player(host)));
    assert!(store.logs().append(taken).await.is_err());
    assert_eq!(store.register().size().await.unwrap(), before);
    store.logs().append(append(game, tip, &["{\"a\":1}"])).await.unwrap();
    assert_eq!(store.register().size().await.unwrap(), before + 1);
    assert_eq!(store.logs().check_chains().await.unwrap().leaves, before + 1);
}

#[tokio::test]
async fn records_that_are_older_than_the_register_are_its_first_leaves_in_their_order() {
    let store = Store::temporary().await.unwrap();
    grown(&store, 300).await;
    let before = written(&store).await;
    store.close().await;
    // As the migration leaves a file that was written without a register.
    let mut c = SqliteConnectOptions::new().filename(store.path()).connect().await.unwrap();
    c.execute(
        "DROP TRIGGER register_hashes_refuse_delete; DROP TRIGGER register_edge_refuse_back; \
         DELETE FROM register_hashes; UPDATE register_edge SET size = 0, roots = x''",
    )
    .await
    .unwrap();
    c.close().await.unwrap();
    let again = Store::open(store.path()).await.unwrap();
    assert_eq!(again.register().size().await.unwrap(), 300);
    assert_eq!(again.logs().check_chains().await.unwrap().leaves, 300);
    let path = again.register().hashes(&inclusion(123, 300).unwrap()).await.unwrap();
    assert_eq!(check_inclusion(&tree::leaf(&before[123]), 123, 300, &path, &root(&before, 300)), Ok(()));
}

#[tokio::test]
async fn heads_are_kept_and_one_name_has_one_key() {
    let store = Store::temporary().await.unwrap();
    let register = store.register();
    let key = |of: &str| Some(format!("{of}+key"));
    let name = register.open(None, "here/register".into(), key, NOON).await.unwrap();
    // The address of the service may change; the name stays.
    assert_eq!(register.open(None, "there/register".into(), key, NOON).await.unwrap(), name);
    assert_eq!(register.latest(&name).await.unwrap(), None);
    grown(&store, 5).await;
    let write = |head: domain_register::checkpoint::Head| format!("{} {}\n", head.origin, head.size);
    let first = register.sign(&name, write, NOON).await.unwrap();
    assert_eq!((first.size, first.note.as_str()), (5, "here/register 5\n"));
    assert_eq!(register.sign(&name, |_| panic!("it is signed"), NOON).await.unwrap(), first);
    let (game, tip) = set_up(&store, new_game(player(&store, "porter").await)).await;
    store.logs().append(append(game, tip, &["{}", "{\"a\":1}"])).await.unwrap();
    let (leaf, hash) = register.leaf(game, 2).await.unwrap().unwrap();
    assert_eq!(hash, store.logs().records(game, 0).await.unwrap()[1].hash);
    assert_eq!(register.head_over(&name, leaf).await.unwrap(), None, "no head is over it yet");
    let second = register.sign(&name, write, NOON).await.unwrap();
    assert_eq!(register.head_over(&name, leaf).await.unwrap().as_ref(), Some(&second));
    assert_eq!(register.head_over(&name, 4).await.unwrap().as_ref(), Some(&first), "always the first over it");
    assert_eq!(register.leaf(game, 9).await.unwrap(), None);

    register.cosigned(&name, 5, "w2".into(), "two".into(), NOON).await.unwrap();
    register.cosigned(&name, 5, "w1".into(), "one".into(), NOON).await.unwrap();
    register.cosigned(&name, 5, "w1".into(), "again".into(), NOON).await.unwrap();
    assert_eq!(register.head(&name, 5).await.unwrap().unwrap().text(), "here/register 5\none\ntwo\n");
    assert_eq!((register.vouched(&name, "w1").await.unwrap(), register.vouched(&name, "w3").await.unwrap()), (5, 0));

    let other = register.open(None, String::new(), |_| Some("another".into()), NOON).await;
    assert!(matches!(other, Err(RegisterError::Key { .. })));
    for bad in ["", "a b", "a+b"] {
        let named = register.open(Some(bad.into()), String::new(), key, NOON).await;
        assert!(matches!(named, Err(RegisterError::Name(_))), "{bad:?}");
    }
    let second = register.open(Some("here/register-2".into()), String::new(), key, NOON).await.unwrap();
    assert_eq!(register.latest(&second).await.unwrap(), None);
    let back = register.open(Some("here/register".into()), String::new(), key, NOON).await;
    assert!(matches!(back, Err(RegisterError::Over { .. })));
    assert_eq!(register.open(None, String::new(), key, NOON).await.unwrap(), second);
    let head = |size, root| domain_register::checkpoint::Head { origin: "o".into(), size, root };
    assert_eq!(compare(&head(0, tree::empty()), &head(1, [1; 32]), None), Relation::GoesOn);
}

#[tokio::test]
async fn a_register_that_does_not_follow_from_the_records_is_found() {
    for (change, found) in [
        ("INSERT INTO register_hashes VALUES (0, 7, zeroblob(32))", "there twice"),
        ("UPDATE register_hashes SET hash = zeroblob(32) WHERE level = 1", "stored hashes over its leaves"),
        ("DELETE FROM register_hashes WHERE level = 1", "stored hashes over its leaves"),
        ("UPDATE register_edge SET size = 301, roots = zeroblob(32 * 5)", "is missing"),
        ("UPDATE register_edge SET roots = randomblob(length(roots))", "ends elsewhere"),
        ("UPDATE register_heads SET root = zeroblob(32)", "a head that was signed"),
        ("UPDATE register_edge SET size = 299, roots = zeroblob(32 * 5)", "records that are not in it"),
    ] {
        let store = Store::temporary().await.unwrap();
        grown(&store, 300).await;
        let name = store.register().open(None, "here".into(), |_| Some("key".into()), NOON).await.unwrap();
        store.register().sign(&name, |_| "head\n".into(), NOON).await.unwrap();
        let mut c = SqliteConnectOptions::new().filename(store.path()).connect().await.unwrap();
        for trigger in [
            "hashes_refuse_update",
            "hashes_refuse_delete",
            "hashes_refuse_leaf",
            "edge_refuse_back",
            "heads_refuse_update",
        ] {
            c.execute(AssertSqlSafe(format!("DROP TRIGGER register_{trigger}"))).await.unwrap();
        }
        c.execute(AssertSqlSafe(change)).await.unwrap();
        c.close().await.unwrap();
        match store.logs().check_chains().await {
            Err(fieldpost_store::ChainError::Register(RegisterFault::Wrong { why, .. })) => {
                assert!(why.contains(found), "{change}: {why}");
            }
            other => panic!("{change}: {other:?}"),
        }
    }
}
