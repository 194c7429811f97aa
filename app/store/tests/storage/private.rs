//! Private entries: in the transaction of their records or without any, a part of where the log ends, hidden, never changed, and held against
//! the roots.

use crate::common::*;
use domain::dice::GameKeys;
use domain::log::{Audience, Entry, Millis, PrivateBody, PrivateHeads, PrivatePlan};
use domain::referee::{SeatId, Side};
use fieldpost_store::{Append, AppendError, Appended, Chains, GameId, Hash32, Record, Store, Time, Tip};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};

/// A game of the second format that is added to.
struct Second {
    game: GameId,
    tip: Tip,
    heads: PrivateHeads,
    keys: GameKeys,
}

const UNION: Audience = Audience::Seat(SeatId(0));
const SOUTH: Audience = Audience::Seat(SeatId(1));

impl Second {
    /// Sets one up, in the storage too.
    async fn set_up(store: &Store) -> Self {
        let host = player(store, "porter").await;
        let mut new = new_game(host);
        let game = new.opening.game;
        let keys = GameKeys::derive([7; 32], game);
        let heads = PrivateHeads::begin([Side::Union, Side::Confederate]);
        let mut second = Second { game, tip: Tip::EMPTY, heads, keys };
        new.opening.records = vec![second.record(&genesis(game))];
        assert_eq!(set_up(store, new).await, (game, second.tip));
        second
    }

    /// The next record, over the private logs as they are.
    fn record(&mut self, body: &str) -> Record {
        let seq = self.tip.length + 1;
        let root = self.heads.root(self.game, seq, |audience| self.keys.audience(audience));
        let hash = Record::rooted_digest(self.game, seq, self.tip.head, Some(root), body);
        let record = Record { body: body.into(), game: self.game, hash, prev: self.tip.head, root: Some(root), seq };
        self.tip = Tip { length: seq, head: hash, ..self.tip };
        record
    }

    /// The next entry of a log: with the next record, or behind the last.
    fn entry(&mut self, audience: Audience, with: bool) -> Entry {
        let last = self.heads.of(audience).unwrap();
        let body = PrivateBody::Plan(PrivatePlan { at: Millis(0), text: format!("number {}", last.number + 1) });
        let after = self.tip.length + u64::from(with);
        let entry = Entry::seal(self.game, audience, last, (after, with), &body).unwrap();
        self.heads.take(&entry);
        self.tip.entries += 1;
        entry
    }

    /// An order with what everybody and each side learns, and what one side does unseen after it.
    fn order(&mut self) -> Append {
        let expect = self.tip;
        let mut entries = vec![self.entry(Audience::Nobody, true), self.entry(SOUTH, true)];
        let body = format!("{{\"seq\":{}}}", self.tip.length + 1);
        let records = vec![self.record(&body)];
        entries.push(self.entry(UNION, false));
        Append { records, entries, ..append(self.game, expect, &[]) }
    }

    /// A private act.
    fn act(&mut self, audience: Audience) -> Append {
        let expect = self.tip;
        Append { entries: vec![self.entry(audience, false)], ..append(self.game, expect, &[]) }
    }
}

fn genesis(game: GameId) -> String {
    let z = format!("\"{}\"", Hash32::ZERO);
    let players = format!("{{\"handover\":{z},\"player\":{z}}}");
    let private = format!("{{\"player\":{z},\"server\":{z}}}");
    let seat = |side: &str| format!("{{\"command\":\"\",\"name\":\"{side}\",\"side\":\"{side}\"}}");
    format!(
        "{{\"kind\":\"genesis/2\",\"what\":{{\"at\":0,\"dice\":{{\"anchors\":[{z},{z}],\"links\":4096,\"mode\":\"house\",\"nobody\":{z},\
         \"players\":[{players},{players}],\"private\":[{private},{private}],\"private_links\":1,\"reserve\":[{z},{z}]}},\"files\":[],\
         \"game\":\"{game}\",\"pace\":0,\"release\":{{\"digest\":{z},\"revision\":1,\"version\":\"1.0.0\"}},\"ruleset\":\"some-ruleset\",\
         \"seats\":[{},{}],\"study\":false,\"terms\":{{\"options\":{{}},\"scenario\":\"the-day\"}}}}}}",
        seat("union"),
        seat("confederate"),
    )
}

async fn stranger(store: &Store) -> SqliteConnection {
    SqliteConnectOptions::new().filename(store.path()).foreign_keys(false).connect().await.unwrap()
}

#[tokio::test]
async fn records_and_entries_are_stored_together_and_read_back_in_order() {
    let store = Store::temporary().await.unwrap();
    let mut second = Second::set_up(&store).await;
    let order = second.order();
    let (records, mut entries) = (order.records.clone(), order.entries.clone());
    assert_eq!(store.logs().append(order).await.unwrap(), Appended::Stored(second.tip));
    let act = second.act(UNION);
    entries.extend(act.entries.clone());
    assert_eq!(store.logs().append(act).await.unwrap(), Appended::Stored(second.tip));

    assert_eq!(store.logs().records(second.game, 1).await.unwrap(), records);
    assert_eq!(store.logs().entries(second.game, 0).await.unwrap(), entries);
    assert_eq!(store.games().get(second.game).await.unwrap().unwrap().tip, second.tip);
    assert_eq!(store.logs().check_chains().await.unwrap(), Chains { games: 1, records: 2, entries: 4, leaves: 2 });
    let copy = store.path().with_file_name("copy.db");
    assert_eq!(store.backup(&copy).await.unwrap(), Chains { games: 1, records: 2, entries: 4, leaves: 2 });
    let copy = Store::open(&copy).await.unwrap();
    assert_eq!(copy.logs().entries(second.game, 0).await.unwrap(), entries);
}

#[tokio::test]
async fn a_private_act_changes_nothing_of_the_row_that_others_see() {
    let store = Store::temporary().await.unwrap();
    let mut second = Second::set_up(&store).await;
    store.logs().append(second.order()).await.unwrap();
    let before = store.games().get(second.game).await.unwrap().unwrap();
    let mut act = second.act(UNION);
    act.at = Time(NOON.0 + 86_400_000);
    store.logs().append(act).await.unwrap();
    let mut after = store.games().get(second.game).await.unwrap().unwrap();
    assert_eq!(after.tip.entries, before.tip.entries + 1);
    after.tip.entries = before.tip.entries;
    assert_eq!(after, before);
}

#[tokio::test]
async fn who_has_not_seen_a_private_act_does_not_append_behind_it() {
    let store = Store::temporary().await.unwrap();
    let mut second = Second::set_up(&store).await;
    let (first, mut other) = (second.act(UNION), second.order());
    store.logs().append(first.clone()).await.unwrap();
    // The same place once more, and a record drawn up before the act.
    assert!(matches!(store.logs().append(first).await, Err(AppendError::Conflict { now }) if now.entries == 1));
    let right = other.expect;
    other.expect = Tip { entries: 0, ..right };
    assert!(matches!(store.logs().append(other.clone()).await, Err(AppendError::Conflict { now }) if now == right));
    other.expect = right;
    store.logs().append(other).await.unwrap();
    store.logs().check_chains().await.unwrap();
}

#[tokio::test]
async fn many_games_get_records_and_entries_in_one_batch() {
    let store = Store::temporary().await.unwrap();
    let mut games = Vec::new();
    for _ in 0..20 {
        games.push(Second::set_up(&store).await);
    }
    let mut running = Vec::new();
    for (n, second) in games.iter_mut().enumerate() {
        let mut add = if n % 2 == 0 { second.order() } else { second.act(SOUTH) };
        if n % 5 == 0 {
            // Of a chain that is not its own: the table refuses it, and it alone.
            let mut forged = add.entries[0].clone();
            forged.number += 1;
            let last = domain::log::PrivateHead { number: forged.number - 1, hash: Hash32([9; 32]) };
            let body = forged.read().unwrap();
            add.entries[0] =
                Entry::seal(second.game, forged.audience, last, (forged.after, forged.with), &body).unwrap();
        }
        let store = store.clone();
        running.push(tokio::spawn(async move { store.logs().append(add).await }));
    }
    for (n, task) in running.into_iter().enumerate() {
        let answer = task.await.unwrap();
        let tip = store.games().get(games[n].game).await.unwrap().unwrap().tip;
        if n % 5 == 0 {
            assert!(matches!(answer, Err(AppendError::Store(_))), "{answer:?}");
            assert_eq!((tip.length, tip.entries), (1, 0));
        } else {
            assert!(matches!(answer, Ok(Appended::Stored(_))), "{answer:?}");
            assert_eq!(tip, games[n].tip);
        }
    }
    store.logs().check_chains().await.unwrap();
}

#[tokio::test]
async fn entries_that_have_no_place_are_refused() {
    let store = Store::temporary().await.unwrap();
    let mut second = Second::set_up(&store).await;
    let good = second.act(UNION);
    let mut changed = good.clone();
    changed.entries[0].body = changed.entries[0].body.replace("number 1", "number 2");
    assert!(matches!(store.logs().append(changed).await, Err(AppendError::Broken { .. })));
    // With a record that does not come, and after one long before.
    for (after, with) in [(2, true), (3, false), (0, false)] {
        let mut misplaced = good.clone();
        let body = good.entries[0].read().unwrap();
        misplaced.entries[0] = Entry::seal(second.game, UNION, Default::default(), (after, with), &body).unwrap();
        assert!(matches!(store.logs().append(misplaced).await, Err(AppendError::Broken { .. })), "{after} {with}");
    }
    store.logs().append(good).await.unwrap();
}

#[tokio::test]
async fn entries_are_never_changed_or_removed_and_hidden_from_readers() {
    let store = Store::temporary().await.unwrap();
    let mut second = Second::set_up(&store).await;
    store.logs().append(second.order()).await.unwrap();
    let entries = store.logs().entries(second.game, 0).await.unwrap();
    let mut reader = store.reader().await.unwrap();
    let error = sqlx::query("SELECT body FROM private_entries").fetch_all(&mut *reader).await.unwrap_err();
    assert!(error.to_string().contains("no such column"), "{error}");
    let mut c = stranger(&store).await;
    let columns = "game, audience, number, after, \"with\", prev, hash, body";
    for (sql, why) in [
        ("UPDATE private_entries SET body = '{}'".to_owned(), "never changed"),
        ("DELETE FROM private_entries".to_owned(), "never removed"),
        (format!("REPLACE INTO private_entries ({columns}) SELECT {columns} FROM private_entries"), "exists"),
        (
            format!(
                "INSERT INTO private_entries ({columns}) SELECT game, audience, 9, after, \"with\", hash, prev, body FROM private_entries"
            ),
            "does not follow",
        ),
        (
            format!(
                "INSERT INTO private_entries ({columns}) SELECT game, x'0305', 1, 9, \"with\", zeroblob(32), hash, body FROM private_entries"
            ),
            "no place",
        ),
    ] {
        let error = c.execute(AssertSqlSafe(sql.clone())).await.unwrap_err();
        assert!(error.to_string().contains(why), "{sql}: {error}");
    }
    assert_eq!(store.logs().entries(second.game, 0).await.unwrap(), entries);
}

#[tokio::test]
async fn an_entry_that_is_missing_changed_or_added_later_is_found() {
    let last = "(SELECT max(number) FROM private_entries WHERE audience = x'0200')";
    for (change, found) in [
        (format!("DELETE FROM private_entries WHERE audience = x'0200' AND number = {last}"), "root of record 6"),
        ("UPDATE games SET entries = entries + 1".into(), "there should be 13"),
        ("DELETE FROM private_entries WHERE audience = x'0200' AND number = 2".into(), "root of record 4"),
        ("UPDATE private_entries SET body = replace(body, 'number 2', 'number 3')".into(), "its hash is not"),
        ("UPDATE private_entries SET after = after + 1 WHERE number = 2".into(), "root of record 3"),
    ] {
        let store = Store::temporary().await.unwrap();
        let mut second = Second::set_up(&store).await;
        for _ in 0..4 {
            store.logs().append(second.order()).await.unwrap();
        }
        let expect = second.tip;
        let record = second.record("{\"seq\":6}");
        store.logs().append(Append { records: vec![record], ..append(second.game, expect, &[]) }).await.unwrap();
        store.logs().check_chains().await.unwrap();
        let mut c = stranger(&store).await;
        c.execute("DROP TRIGGER private_entries_refuse_update; DROP TRIGGER private_entries_refuse_delete")
            .await
            .unwrap();
        c.execute(AssertSqlSafe(change.clone())).await.unwrap();
        let error = store.logs().check_chains().await.unwrap_err().to_string();
        assert!(error.contains(found), "{change}: {error}");
        let copy = store.path().with_file_name("copy.db");
        assert!(store.backup(&copy).await.is_err(), "{change}");
    }
}
