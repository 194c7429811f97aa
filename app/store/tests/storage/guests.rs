//! Guests: what is swept away of them, what is never, and what is kept; and how first tries are counted.

use crate::common::*;
use domain::referee::SeatId;
use fieldpost_store::{
    Account, AccountId, GUEST_LIFE, GameId, LinkError, NewGame, NewLink, SIGN_IN_LIFE, SessionStart, Store, Time,
    Token, Tried, Tries,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Row};
use std::time::Duration;

/// A practice game that waits for its player.
fn practice(host: AccountId) -> NewGame {
    let mut new = NewGame { public: false, open: false, practice: true, ..new_game(host) };
    new.opening.waiting = vec![(SeatId(0), "Move.".into())];
    new
}

async fn guest(store: &Store) -> (Account, GameId, Token) {
    let guest = store.accounts().new_guest(10, NOON).await.unwrap().expect("there is room");
    let (game, _) = set_up(store, practice(guest.id)).await;
    let start = SessionStart { agent: "Firefox".into(), life: GUEST_LIFE, game: Some(game) };
    let (_, cookie) = store.sign_in().start_session(guest.id, start, NOON).await.unwrap();
    (guest, game, cookie)
}

/// The tables in which something of a game or an account stands.
async fn standing(store: &Store, game: GameId, account: &Account) -> Vec<String> {
    let mut c = store.reader().await.unwrap();
    let tables = sqlx::query(
        "SELECT m.name AS t, c.name AS c FROM sqlite_schema m JOIN pragma_table_info(m.name) c \
         WHERE m.type = 'table' AND (c.name IN ('game', 'account', 'host') OR m.name IN ('games', 'accounts') AND c.name = 'id')",
    )
    .fetch_all(&mut *c)
    .await
    .unwrap();
    let mut found = Vec::new();
    for row in tables {
        let (table, column): (String, String) = (row.get("t"), row.get("c"));
        let sql = format!("SELECT count(*) FROM {table} WHERE {column} IN ($1, $2)");
        let rows: i64 = sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(game.0.to_vec())
            .bind(account.id.0.to_vec())
            .fetch_one(&mut *c)
            .await
            .unwrap();
        if rows > 0 {
            found.push(table);
        }
    }
    found
}

#[tokio::test]
async fn a_guest_is_swept_away_with_their_game_when_the_day_is_over_and_nothing_stays_behind() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let (other, tip) = set_up(&store, new_game(host)).await;
    let (gone, game, cookie) = guest(&store).await;
    assert!(gone.is_guest() && !store.accounts().get(host).await.unwrap().unwrap().is_guest());
    let before = standing(&store, game, &gone).await;
    assert!(before.contains(&"records".to_owned()) && before.contains(&"sessions".to_owned()), "{before:?}");
    assert!(store.logs().game_secret(game).await.unwrap().is_some());

    let almost = NOON.after(GUEST_LIFE - Duration::from_secs(1));
    assert_eq!(store.accounts().sweep_guests(almost).await.unwrap(), 0);
    assert!(store.sign_in().session(&cookie, almost).await.unwrap().is_some());
    let over = NOON.after(GUEST_LIFE);
    store.accounts().catch_tries_up(NOON).await.unwrap();
    assert_eq!(store.accounts().sweep_guests(over).await.unwrap(), 1);
    assert_eq!(standing(&store, game, &gone).await, Vec::<String>::new());
    assert!(store.games().get(game).await.unwrap().is_none());
    assert!(store.logs().game_secret(game).await.unwrap().is_none());
    assert!(store.sign_in().session(&cookie, NOON).await.unwrap().is_none());
    // The game of somebody with an address is as it was, and the chains are whole.
    assert_eq!(store.games().get(other).await.unwrap().unwrap().tip, tip);
    assert_eq!(store.logs().check_chains().await.unwrap().games, 1);
    assert_eq!(store.accounts().sweep_guests(over).await.unwrap(), 0);
    // That there was somebody is still counted.
    let counted = store.accounts().count_tries(Time(0)).await.unwrap();
    assert_eq!(counted.iter().map(|t| t.opened).sum::<u64>(), 1);
}

#[tokio::test]
async fn what_a_guest_keeps_goes_to_the_address_and_is_never_swept() {
    let store = Store::temporary().await.unwrap();
    let (guest, game, cookie) = guest(&store).await;
    let token = Token::fresh();
    let link = NewLink {
        email: "lee@example.org".parse().unwrap(),
        game: None,
        next: format!("/games/{game}"),
        life: SIGN_IN_LIFE,
        guest: Some(guest.id),
    };
    store.sign_in().new_link(&token, link, None, NOON).await.unwrap();
    assert_eq!(store.sign_in().peek_link(&token, NOON).await.unwrap().guest, Some(guest.id));
    let start = SessionStart { agent: "Firefox".into(), life: SIGN_IN_LIFE, game: None };
    let (link, account, session, _) = store.sign_in().consume_link(&token, start.clone(), NOON).await.unwrap();
    assert_eq!((link.kept, session.game), (vec![game], None));
    // Whoever typed the address may be somebody else: their browser is let in no more.
    assert!(store.sign_in().session(&cookie, NOON).await.unwrap().is_none());
    assert!(matches!(store.sign_in().consume_link(&token, start, NOON).await, Err(LinkError::Used)));
    let row = store.games().get(game).await.unwrap().unwrap();
    assert_eq!((row.host, row.seats_of(account.id).count()), (account.id, 1));
    let over = NOON.after(GUEST_LIFE);
    assert_eq!(store.accounts().sweep_guests(over).await.unwrap(), 1);
    assert_eq!(store.games().get(game).await.unwrap().unwrap().tip, row.tip);
    assert!(store.accounts().get(guest.id).await.unwrap().is_none());
    assert_eq!(store.logs().check_chains().await.unwrap().games, 1);
}

#[tokio::test]
async fn there_are_only_so_many_guests_at_a_time() {
    let store = Store::temporary().await.unwrap();
    assert!(store.accounts().new_guest(1, NOON).await.unwrap().is_some());
    assert!(store.accounts().new_guest(1, NOON).await.unwrap().is_none());
    store.accounts().sweep_guests(NOON.after(GUEST_LIFE)).await.unwrap();
    assert!(store.accounts().new_guest(1, NOON).await.unwrap().is_some());
}

#[tokio::test]
async fn first_tries_are_counted_by_how_far_they_went() {
    let store = Store::temporary().await.unwrap();
    let (guest, game, _) = guest(&store).await;
    let tip = store.games().get(game).await.unwrap().unwrap().tip;
    let count = || async {
        store.accounts().catch_tries_up(NOON).await.unwrap();
        store.accounts().count_tries(NOON).await.unwrap()
    };
    let tries = |kind: &str, ordered, finished, again| Tries {
        kind: kind.into(),
        ruleset: "some-ruleset".into(),
        opened: 1,
        ordered,
        finished,
        again,
    };
    assert_eq!(count().await, [tries("practice", 0, 0, 0)]);
    store.logs().append(append(game, tip, &["{\"a\":1}"])).await.unwrap();
    assert_eq!(count().await, [tries("practice", 1, 0, 0)]);

    store.accounts().lesson_opened([9; 16], "some-ruleset".into(), NOON).await.unwrap();
    for how_far in [Tried::Ordered, Tried::Ordered, Tried::Finished, Tried::Again] {
        store.accounts().tried([9; 16], how_far, NOON).await.unwrap();
    }
    // Nobody has drawn that number.
    store.accounts().tried([8; 16], Tried::Finished, NOON).await.unwrap();
    assert_eq!(count().await, [tries("lesson", 1, 1, 1), tries("practice", 1, 0, 0)]);

    let mut second = practice(guest.id);
    second.opening.at = NOON.after(GUEST_LIFE);
    set_up(&store, second).await;
    let counted = count().await.pop().unwrap();
    assert_eq!((counted.opened, counted.ordered, counted.again), (2, 1, 1));
    assert_eq!(store.accounts().count_tries(NOON.after(GUEST_LIFE)).await.unwrap().len(), 1, "since then");

    // Rows that nobody counts any more go, and no younger ones.
    let years = |n: u32| NOON.after(Duration::from_secs(u64::from(n) * 366 * 24 * 3600));
    store.accounts().prune_tries(years(1)).await.unwrap();
    assert_eq!(store.accounts().count_tries(Time(0)).await.unwrap().len(), 2, "after a year");

    // The number of a game is not that of a lesson, and where the house player moves first its moves are not the player's.
    store.accounts().tried(game.0, Tried::Finished, NOON).await.unwrap();
    let mut third = practice(guest.id);
    third.opening.waiting = vec![(SeatId(1), "Move.".into())];
    set_up(&store, third).await;
    let counted = count().await.pop().unwrap();
    assert_eq!((counted.opened, counted.finished), (2, 0));

    store.accounts().prune_tries(years(3)).await.unwrap();
    assert!(store.accounts().count_tries(Time(0)).await.unwrap().is_empty(), "after three");
}

#[tokio::test]
async fn nothing_of_a_log_is_deleted_but_of_the_private_practice_game_of_a_guest_who_is_being_swept() {
    let store = Store::temporary().await.unwrap();
    let host = player(&store, "porter").await;
    let (other, _) = set_up(&store, NewGame { public: false, practice: true, ..new_game(host) }).await;
    let (_, game, _) = guest(&store).await;
    let mut c = SqliteConnectOptions::new().filename(store.path()).connect().await.unwrap();
    let mut deletes = async |game: GameId, given: &'static str| {
        sqlx::raw_sql("BEGIN").execute(&mut c).await.unwrap();
        sqlx::raw_sql(given).execute(&mut c).await.unwrap();
        // No record goes without its leaf, which is taken only of one that may go.
        let leaves = "INSERT INTO register_hashes SELECT 0, leaf, zeroblob(32) FROM records WHERE game = $1";
        let alone = sqlx::query("DELETE FROM records WHERE game = $1").bind(game.0.to_vec()).execute(&mut c).await;
        assert!(alone.is_err(), "{given}");
        let kept = sqlx::query(leaves).bind(game.0.to_vec()).execute(&mut c).await.is_ok();
        let mut done = Vec::new();
        for table in ["records", "game_secrets"] {
            let sql = format!("DELETE FROM {table} WHERE game = $1");
            let deleted = sqlx::query(AssertSqlSafe(sql)).bind(game.0.to_vec()).execute(&mut c).await;
            done.push(deleted.is_ok_and(|d| d.rows_affected() > 0));
        }
        sqlx::raw_sql("ROLLBACK").execute(&mut c).await.unwrap();
        assert_eq!((done[0], kept), (done[1], done[1]), "{given}");
        done[0]
    };
    let swept = "UPDATE guests SET swept = 1";
    assert!(!deletes(game, "SELECT 1").await, "the guest is not being swept");
    assert!(!deletes(other, swept).await, "a game of somebody with an address, practice though it is");
    assert!(
        !deletes(game, "UPDATE guests SET swept = 1; UPDATE games SET public = 1").await,
        "others may have watched it"
    );
    assert!(
        !deletes(game, "UPDATE guests SET swept = 1; UPDATE games SET practice = 0").await,
        "it is no practice game"
    );
    let kept =
        "UPDATE guests SET swept = 1; UPDATE games SET host = (SELECT id FROM accounts WHERE email LIKE 'porter%')";
    assert!(!deletes(game, kept).await, "it is somebody else's by now");
    assert!(deletes(game, swept).await);
}
