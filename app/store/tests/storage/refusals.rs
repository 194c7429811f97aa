//! What the tables refuse, whoever asks: here a connection of its own, with none of the service's settings.

use crate::common::*;
use fieldpost_store::{GameId, Record, Store, Tip};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};

/// A connection as the `sqlite3` command would make it.
async fn stranger(store: &Store) -> SqliteConnection {
    SqliteConnectOptions::new().filename(store.path()).foreign_keys(false).connect().await.unwrap()
}

async fn with_records() -> (Store, GameId, Vec<Record>) {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let (game, tip) = set_up(&store, new_game(host)).await;
    store.logs().append(append(game, tip, &["{\"a\":1}", "{\"b\":2}"])).await.unwrap();
    let records = store.logs().records(game, 0).await.unwrap();
    (store, game, records)
}

async fn refused(c: &mut SqliteConnection, sql: &str) -> String {
    match c.execute(AssertSqlSafe(sql.to_owned())).await {
        Ok(done) => panic!("{sql} changed {} rows", done.rows_affected()),
        Err(error) => error.to_string(),
    }
}

/// An insertion of a record as the next leaf of the register, which has room for it after [`leaf`].
fn insert(verb: &str, record: &Record) -> String {
    format!(
        "{verb} INTO records (game, seq, prev, hash, body, leaf) VALUES (x'{}', {}, x'{}', x'{}', '{}', 3)",
        record.game, record.seq, record.prev, record.hash, record.body
    )
}

async fn leaf(c: &mut SqliteConnection) {
    c.execute("UPDATE register_edge SET size = 4, roots = zeroblob(32)").await.unwrap();
}

#[tokio::test]
async fn records_are_never_changed_or_removed() {
    let (store, game, records) = with_records().await;
    let mut c = stranger(&store).await;
    leaf(&mut c).await;
    for recursive in ["ON", "OFF"] {
        c.execute(AssertSqlSafe(format!("PRAGMA recursive_triggers = {recursive}"))).await.unwrap();
        assert!(refused(&mut c, "UPDATE records SET body = '{}' WHERE seq = 2").await.contains("never changed"));
        assert!(refused(&mut c, "UPDATE OR REPLACE records SET seq = 1 WHERE seq = 2").await.contains("never changed"));
        assert!(refused(&mut c, "DELETE FROM records").await.contains("never removed"));
        let forged = next(game, Tip { length: 1, head: records[0].hash, entries: 0 }, "{\"forged\":1}");
        for verb in ["INSERT OR REPLACE", "REPLACE", "INSERT"] {
            assert!(refused(&mut c, &insert(verb, &forged)).await.contains("exists"), "{verb}");
        }
        // By the other key of the table.
        let fourth = next(game, Tip { length: 3, head: records[2].hash, entries: 0 }, "{}");
        let by_position =
            insert("REPLACE", &fourth).replace("(game,", "(position, game,").replace("VALUES (", "VALUES (2, ");
        assert!(refused(&mut c, &by_position).await.contains("exists"));
        // An upsert is an insertion first.
        let upsert = format!("{} ON CONFLICT DO UPDATE SET body = 'x'", insert("INSERT", &records[1]));
        assert!(refused(&mut c, &upsert).await.contains("exists"));
    }
    assert_eq!(store.logs().records(game, 0).await.unwrap(), records);
}

#[tokio::test]
async fn a_record_must_follow_the_one_before() {
    let (store, game, records) = with_records().await;
    let mut c = stranger(&store).await;
    leaf(&mut c).await;
    let end = Tip { length: 3, head: records[2].hash, entries: 0 };
    let gap = next(game, Tip { length: 7, ..end }, "{}");
    assert!(refused(&mut c, &insert("INSERT", &gap)).await.contains("does not follow"));
    let fork = next(game, Tip { length: 3, head: records[1].hash, entries: 0 }, "{}");
    assert!(refused(&mut c, &insert("INSERT", &fork)).await.contains("does not follow"));
    let second_genesis =
        next(fieldpost_store::fresh_game_id(), Tip { length: 0, head: records[0].hash, entries: 0 }, "{}");
    assert!(refused(&mut c, &insert("INSERT", &second_genesis)).await.contains("does not follow"));
    let mut short = next(game, end, "{}");
    short.body = "{}".into();
    let short = insert("INSERT", &short).replace(&short.hash.to_string(), "00");
    assert!(refused(&mut c, &short).await.contains("CHECK"));
    let good = insert("INSERT", &next(game, end, "{}"));
    // Nor is it taken without a leaf of its own.
    for (leaf, why) in [("4", "is no leaf"), ("NULL", "is no leaf"), ("2", "with this leaf exists")] {
        let elsewhere = good.replace("', 3)", &format!("', {leaf})"));
        assert!(refused(&mut c, &elsewhere).await.contains(why), "{leaf}");
    }
    c.execute(AssertSqlSafe(good)).await.unwrap();
}

#[tokio::test]
async fn nothing_of_the_register_is_changed_removed_or_taken_back() {
    let (store, _, _) = with_records().await;
    let name = store.register().open(None, "here/register".into(), |_| Some("a key".into()), NOON).await.unwrap();
    store.register().sign(&name, |_| "a head\n".into(), NOON).await.unwrap();
    store.register().cosigned(&name, 3, "w".into(), "a line".into(), NOON).await.unwrap();
    let mut c = stranger(&store).await;
    // Three records have no hash above them that is stored.
    c.execute("INSERT INTO register_hashes VALUES (2, 0, zeroblob(32))").await.unwrap();
    for sql in [
        "UPDATE register_hashes SET hash = zeroblob(32)",
        "DELETE FROM register_hashes",
        "REPLACE INTO register_hashes VALUES (0, 1, zeroblob(32))",
        "INSERT INTO register_hashes VALUES (0, 4, zeroblob(32))",
        "INSERT INTO register_hashes VALUES (1, 1, zeroblob(32))",
        "UPDATE register_edge SET size = 2",
        "UPDATE register_edge SET roots = x''",
        "DELETE FROM register_edge",
        "REPLACE INTO register_edge VALUES (1, 0, x'')",
        "UPDATE register_names SET key = 'another'",
        "DELETE FROM register_names",
        "REPLACE INTO register_names VALUES (1, 'other', 'k', 1)",
        "REPLACE INTO register_names VALUES (2, 'here/register', 'k', 1)",
        "UPDATE register_heads SET note = 'x'",
        "DELETE FROM register_heads",
        "REPLACE INTO register_heads VALUES (1, 3, zeroblob(32), 'x', 1)",
        "INSERT INTO register_heads VALUES (1, 2, zeroblob(32), 'x', 1)",
        "UPDATE register_cosignatures SET line = 'x'",
        "DELETE FROM register_cosignatures",
        "REPLACE INTO register_cosignatures VALUES (1, 3, 'w', 'x', 1)",
    ] {
        refused(&mut c, sql).await;
    }
    assert_eq!(store.register().latest(&name).await.unwrap().unwrap().text(), "a head\na line\n");
}

#[tokio::test]
async fn secrets_are_kept_from_readers_and_never_changed() {
    let (store, game, _) = with_records().await;
    assert_eq!(store.logs().game_secret(game).await.unwrap(), Some([7; 32]));
    let key = store.service_secret("some key").await.unwrap();
    assert_eq!(store.service_secret("some key").await.unwrap(), key);
    assert_ne!(store.service_secret("another key").await.unwrap(), key);

    let mut reader = store.reader().await.unwrap();
    for table in ["game_secrets", "service_secrets"] {
        let error = sqlx::query(AssertSqlSafe(format!("SELECT secret FROM {table}"))).fetch_all(&mut *reader).await;
        assert!(error.unwrap_err().to_string().contains("no such column"), "{table}");
    }
    let mut c = stranger(&store).await;
    for sql in [
        "UPDATE game_secrets SET secret = zeroblob(32)",
        "DELETE FROM game_secrets",
        "INSERT OR REPLACE INTO game_secrets SELECT game, zeroblob(32) FROM game_secrets",
    ] {
        refused(&mut c, sql).await;
    }
    assert_eq!(store.logs().game_secret(game).await.unwrap(), Some([7; 32]));
}

#[tokio::test]
async fn readers_can_not_write_and_every_connection_has_its_settings() {
    let (store, _, _) = with_records().await;
    let mut reader = store.reader().await.unwrap();
    let error = sqlx::query("DELETE FROM jobs").execute(&mut *reader).await.unwrap_err();
    assert!(error.to_string().contains("readonly"), "{error}");
    for (pragma, value) in
        [("synchronous", 2), ("foreign_keys", 1), ("recursive_triggers", 1), ("trusted_schema", 0), ("query_only", 1)]
    {
        let found: i64 =
            sqlx::query_scalar(AssertSqlSafe(format!("PRAGMA {pragma}"))).fetch_one(&mut *reader).await.unwrap();
        assert_eq!(found, value, "{pragma}");
    }
    let journal: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut *reader).await.unwrap();
    assert_eq!(journal, "wal");
}

#[tokio::test]
async fn every_table_of_ours_is_strict() {
    let store = Store::temporary().await.unwrap();
    let mut reader = store.reader().await.unwrap();
    let loose: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 \
             AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_sqlx%' ESCAPE '\\'",
    )
    .fetch_all(&mut *reader)
    .await
    .unwrap();
    assert_eq!(loose, Vec::<String>::new());
}
