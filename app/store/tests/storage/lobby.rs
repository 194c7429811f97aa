//! The lobby's lists, and what surrounds a game: invitations, drafts, standing orders, messages.

use crate::common::*;
use domain::referee::SeatId;
use fieldpost_store::{
    AppendError, Draft, GameId, GameState, Holder, NewInvitation, NewStanding, Store, Taken, Time, Token,
};
use std::time::Duration;

fn hours(n: u64) -> Time {
    NOON.after(Duration::from_secs(3600 * n))
}

fn ids(games: &[fieldpost_store::Game]) -> Vec<GameId> {
    games.iter().map(|g| g.id).collect()
}

#[tokio::test]
async fn my_games_begin_with_those_that_have_waited_longest_for_me() {
    let store = Store::temporary().await.unwrap();
    let (porter, lee) = (player(&store, "porter").await, player(&store, "lee").await);
    let mut games = Vec::new();
    for (n, waiting) in [None, Some(SeatId(0)), Some(SeatId(1)), Some(SeatId(0))].into_iter().enumerate() {
        let (game, tip) = set_up(&store, new_game(porter)).await;
        let mut go = append(game, tip, &["{}"]);
        go.at = hours(10 - n as u64);
        go.joins = vec![(SeatId(1), Taken::Player(lee))];
        go.waiting = waiting.map(|seat| (seat, "Move.".to_owned())).into_iter().collect();
        store.logs().append(go).await.unwrap();
        games.push(game);
    }
    // The third waits for porter since hour 7, the first since hour 9; the others do not.
    assert_eq!(ids(&store.games().of_account(porter).await.unwrap()), [games[3], games[1], games[0], games[2]]);
    assert_eq!(ids(&store.games().of_account(lee).await.unwrap()), [games[2], games[0], games[1], games[3]]);
    assert_eq!(store.games().next_waiting(porter, None).await.unwrap(), Some(games[3]));
    assert_eq!(store.games().next_waiting(porter, Some(games[3])).await.unwrap(), Some(games[1]));
    assert_eq!(store.games().next_waiting(lee, Some(games[2])).await.unwrap(), None);
}

#[tokio::test]
async fn a_seat_keeps_the_moment_since_when_it_is_waited_for() {
    let store = Store::temporary().await.unwrap();
    let porter = player(&store, "porter").await;
    let (game, tip) = set_up(&store, new_game(porter)).await;
    let mut length = tip;
    for (hour, waiting, since) in [
        (1, vec![(SeatId(0), "Move.".to_owned())], Some(hours(1))),
        (2, vec![(SeatId(0), "Retreat.".to_owned())], Some(hours(1))),
        (3, vec![], None),
        (4, vec![(SeatId(0), "Say \"yes\" – é.".to_owned()), (SeatId(1), "Wait.".to_owned())], Some(hours(4))),
    ] {
        let mut order = append(game, length, &["{}"]);
        order.at = hours(hour);
        order.waiting = waiting.clone();
        store.logs().append(order).await.unwrap();
        let found = store.games().get(game).await.unwrap().unwrap();
        length = found.tip;
        assert_eq!(found.seats[0].asks.as_ref().map(|a| a.since), since);
        let asks = found.seats.iter().filter_map(|s| s.asks.as_ref().map(|a| (s.seat, a.asks.clone())));
        assert_eq!(asks.collect::<Vec<_>>(), waiting);
        assert_eq!(found.updated, hours(hour));
    }
}

#[tokio::test]
async fn open_and_public_games_are_listed_for_others() {
    let store = Store::temporary().await.unwrap();
    let (porter, lee) = (player(&store, "porter").await, player(&store, "lee").await);
    let (open, tip) = set_up(&store, new_game(porter)).await;
    let mut private = new_game(porter);
    private.public = false;
    set_up(&store, private).await;
    let mut reserved = new_game(porter);
    reserved.open = false;
    set_up(&store, reserved).await;
    assert_eq!(ids(&store.games().open(Some(lee), 10).await.unwrap()), [open]);
    assert_eq!(ids(&store.games().open(None, 10).await.unwrap()), [open]);
    assert_eq!(ids(&store.games().open(Some(porter), 10).await.unwrap()), [], "its own host is not asked to join");
    assert_eq!(ids(&store.games().public(GameState::Running, 10, 0).await.unwrap()), []);

    let mut join = append(open, tip, &["{}"]);
    join.joins = vec![(SeatId(1), Taken::Bot("staff".into()))];
    store.logs().append(join).await.unwrap();
    assert_eq!(ids(&store.games().open(Some(lee), 10).await.unwrap()), []);
    let watched = store.games().public(GameState::Running, 10, 0).await.unwrap();
    assert_eq!(ids(&watched), [open]);
    assert_eq!(watched[0].seats[1].holder, Holder::Bot("staff".into()));
    assert_eq!(watched[0].terms.options["weather"], "fair");
    assert_eq!(ids(&store.games().public(GameState::Running, 10, 1).await.unwrap()), [], "the second page");
}

#[tokio::test]
async fn a_host_who_plays_nothing_still_finds_the_game() {
    let store = Store::temporary().await.unwrap();
    let porter = player(&store, "porter").await;
    let mut new = new_game(porter);
    new.opening.joins.clear();
    let (game, _) = set_up(&store, new).await;
    assert_eq!(ids(&store.games().of_account(porter).await.unwrap()), [game]);
}

#[tokio::test]
async fn of_two_who_take_the_last_seat_one_gets_it() {
    let store = Store::temporary().await.unwrap();
    let porter = player(&store, "porter").await;
    let (game, tip) = set_up(&store, new_game(porter)).await;
    let mut tasks = Vec::new();
    for name in ["lee", "hill", "ewell"] {
        let mut join = append(game, tip, &[&format!("{{\"join\":\"{name}\"}}")]);
        join.joins = vec![(SeatId(1), Taken::Player(player(&store, name).await))];
        let store = store.clone();
        tasks.push(tokio::spawn(async move { store.logs().append(join).await.is_ok() }));
    }
    let mut seated = 0;
    for task in tasks {
        seated += usize::from(task.await.unwrap());
    }
    assert_eq!(seated, 1);
}

#[tokio::test]
async fn an_invitation_is_used_once_and_in_time() {
    let store = Store::temporary().await.unwrap();
    let (porter, lee) = (player(&store, "porter").await, player(&store, "lee").await);
    let (game, tip) = set_up(&store, new_game(porter)).await;
    let token = Token::fresh();
    let email = "lee@example.org".parse().unwrap();
    let new = NewInvitation { game, seat: Some(SeatId(1)), email: Some(email), life: Duration::from_secs(3600 * 24) };
    let mail = letter("<invitation@x>", "lee@example.org", None, Some(game));
    store.invitations().invite(&token, new, Some(mail), NOON).await.unwrap();
    assert_eq!(store.outbox().waiting().await.unwrap(), 1);
    let found = store.invitations().get(&token).await.unwrap().unwrap();
    assert_eq!((found.seat, found.account, found.expires), (Some(SeatId(1)), None, hours(24)));
    let mine = store.invitations().to_address(found.email.as_ref().unwrap(), NOON).await.unwrap();
    assert_eq!(mine, std::slice::from_ref(&found));
    assert_eq!(store.invitations().get(&Token::fresh()).await.unwrap(), None);

    let mut join = append(game, tip, &["{}"]);
    join.joins = vec![(SeatId(1), Taken::Player(lee))];
    join.invitation = Some(found.hash);
    let mut late = join.clone();
    late.at = hours(24);
    assert!(matches!(store.logs().append(late).await, Err(AppendError::InvitationUsed)));
    store.logs().append(join).await.unwrap();
    assert_eq!(store.invitations().of_game(game).await.unwrap()[0].account, Some(lee));
    assert_eq!(store.invitations().to_address(found.email.as_ref().unwrap(), NOON).await.unwrap(), []);

    let (other, tip) = set_up(&store, new_game(porter)).await;
    let mut again = append(other, tip, &["{}"]);
    again.joins = vec![(SeatId(1), Taken::Player(lee))];
    again.invitation = Some(found.hash);
    assert!(matches!(store.logs().append(again).await, Err(AppendError::InvitationUsed)));
    assert_eq!(store.logs().records(other, 0).await.unwrap().len(), 1, "nothing of a refused join is kept");
}

#[tokio::test]
async fn drafts_are_kept_until_they_are_committed() {
    let store = Store::temporary().await.unwrap();
    let porter = player(&store, "porter").await;
    let (game, tip) = set_up(&store, new_game(porter)).await;
    let draft =
        |lines: &[&str]| Draft { base: 1, lines: lines.iter().map(|l| (*l).to_owned()).collect(), updated: NOON };
    store.drafts().set(game, SeatId(0), draft(&["Griffin 0714-0715"])).await.unwrap();
    store.drafts().set(game, SeatId(0), draft(&["Griffin 0714-0715", "Morell \"stays\" – é"])).await.unwrap();
    let kept = store.drafts().get(game, SeatId(0)).await.unwrap();
    assert_eq!(kept, Some(draft(&["Griffin 0714-0715", "Morell \"stays\" – é"])));
    assert_eq!(store.drafts().get(game, SeatId(1)).await.unwrap(), None);
    let mut commit = append(game, tip, &["{}"]);
    commit.undraft = vec![SeatId(0)];
    store.logs().append(commit).await.unwrap();
    assert_eq!(store.drafts().get(game, SeatId(0)).await.unwrap(), None);
    store.drafts().set(game, SeatId(1), draft(&["Archer 0101"])).await.unwrap();
    store.drafts().set(game, SeatId(1), draft(&[])).await.unwrap();
    assert_eq!(store.drafts().get(game, SeatId(1)).await.unwrap(), None);
}

#[tokio::test]
async fn standing_orders_come_back_with_what_opens_their_seal() {
    let store = Store::temporary().await.unwrap();
    let porter = player(&store, "porter").await;
    let (game, mut tip) = set_up(&store, new_game(porter)).await;
    for slot in 0..2 {
        let mut order = append(game, tip, &["{}"]);
        let orders = format!("{{\"retreat\":\"{slot}\"}}");
        order.standing = vec![NewStanding { seat: SeatId(0), slot, salt: [9; 32], orders }];
        store.logs().append(order).await.unwrap();
        tip = store.games().get(game).await.unwrap().unwrap().tip;
    }
    let standing = store.drafts().standing(game, SeatId(0)).await.unwrap();
    assert_eq!(standing.iter().map(|s| s.slot).collect::<Vec<_>>(), [0, 1]);
    assert_eq!((standing[1].orders.as_str(), standing[1].salt), ("{\"retreat\":\"1\"}", [9; 32]));
    assert_eq!(store.drafts().standing(game, SeatId(1)).await.unwrap(), []);
}

#[tokio::test]
async fn players_talk_and_know_what_they_have_read() {
    let store = Store::temporary().await.unwrap();
    let (porter, lee) = (player(&store, "porter").await, player(&store, "lee").await);
    let (game, _) = set_up(&store, new_game(porter)).await;
    let first = store.messages().say(game, porter, 1, "Good evening.".into(), NOON).await.unwrap();
    let second = store.messages().say(game, lee, 1, "<b>Sir!</b>".into(), hours(1)).await.unwrap();
    let said = store.messages().of_game(game, 0).await.unwrap();
    assert_eq!(said.iter().map(|m| (m.id, m.name.as_str())).collect::<Vec<_>>(), [(first, "porter"), (second, "lee")]);
    assert_eq!(store.messages().of_game(game, first).await.unwrap()[0].text, "<b>Sir!</b>");
    store.messages().set_read(game, SeatId(0), second).await.unwrap();
    store.messages().set_read(game, SeatId(0), first).await.unwrap();
    assert_eq!(store.games().get(game).await.unwrap().unwrap().seats[0].read, second);
    store.games().set_seen(game, SeatId(0), 5).await.unwrap();
    store.games().set_seen(game, SeatId(0), 3).await.unwrap();
    assert_eq!(store.games().get(game).await.unwrap().unwrap().seats[0].seen, 5);
    assert!(store.messages().say(game, lee, 1, "x".repeat(4001), NOON).await.is_err());
}

#[tokio::test]
async fn games_that_wait_for_a_house_player_are_found() {
    let store = Store::temporary().await.unwrap();
    let porter = player(&store, "porter").await;
    let mut waiting = Vec::new();
    for hour in [5, 3] {
        let (game, tip) = set_up(&store, new_game(porter)).await;
        let mut go = append(game, tip, &["{}"]);
        go.at = hours(hour);
        go.joins = vec![(SeatId(1), Taken::Bot("staff".into()))];
        go.waiting = vec![(SeatId(1), "Move.".into())];
        store.logs().append(go).await.unwrap();
        waiting.insert(0, game);
    }
    set_up(&store, new_game(porter)).await;
    assert_eq!(store.games().waiting_for_bots().await.unwrap(), waiting);
}
