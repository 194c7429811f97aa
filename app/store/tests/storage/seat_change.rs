//! Changes of hands: with the record all of it is stored, or nothing.

use crate::common::*;
use domain::referee::SeatId;
use fieldpost_store::{
    AccountId, AppendError, Draft, GameId, Hash32, Holder, NewInvitation, Replacement, ReplacementChange, ReplyAddress,
    SeatChange, Store, Taken, Tip, Token,
};
use std::time::Duration;

const SEAT: SeatId = SeatId(1);

/// A running game of porter and lee, for whose seat somebody is looked for: the game, where its log ends, and the invitation.
async fn sought(store: &Store, porter: AccountId, lee: AccountId) -> (GameId, Tip, Token) {
    let (game, tip) = set_up(store, new_game(porter)).await;
    let mut join = append(game, tip, &["{}"]);
    join.joins = vec![(SEAT, Taken::Player(lee))];
    store.logs().append(join).await.unwrap();
    let tip = store.games().get(game).await.unwrap().unwrap().tip;
    let draft = Draft { base: tip.length, lines: vec!["Archer 0714".to_owned()], updated: NOON };
    store.drafts().set(game, SEAT, draft).await.unwrap();
    for (n, account, seat) in [(1, lee, SEAT), (2, porter, SeatId(0))] {
        let message_id = format!("<{n}@play.example.org>");
        let address = ReplyAddress {
            hash: Hash32([n; 32]),
            account,
            game,
            seat,
            record: 2,
            head: tip.head,
            message_id,
            proposals: None,
            created: NOON,
            voided: None,
        };
        store.inbox().keep_reply_address(address).await.unwrap();
    }
    let token = Token::fresh();
    let wish = Replacement { seat: SEAT, own: true, agreed: vec![SeatId(0)], asked: None, created: NOON };
    let invitation = NewInvitation { game, seat: Some(SEAT), email: None, life: Duration::from_secs(3600) };
    let change = ReplacementChange {
        game,
        expect: tip,
        seat: SEAT,
        wish: Some(wish.clone()),
        invitation: Some((token.hash(), invitation)),
        letters: vec![],
        once: Some(once(porter, "invite", "invite", "")),
        at: NOON,
    };
    assert_eq!(store.games().change_replacement(change.clone()).await.unwrap(), None);
    let again = store.games().change_replacement(change.clone()).await.unwrap();
    assert_eq!(again.map(|saved| saved.status), Some(200), "the same request makes no second invitation");
    assert_eq!(store.invitations().of_game(game).await.unwrap().len(), 1);
    let stale = ReplacementChange { expect: Tip::EMPTY, once: None, wish: None, invitation: None, ..change };
    assert!(matches!(store.games().change_replacement(stale).await, Err(AppendError::Conflict { .. })));
    assert_eq!(store.games().replacements(game).await.unwrap(), [wish]);
    (game, tip, token)
}

#[tokio::test]
async fn a_replacement_is_stored_whole_or_not_at_all() {
    let store = Store::temporary().await.unwrap();
    let [porter, lee, ann] = [player(&store, "porter").await, player(&store, "lee").await, player(&store, "ann").await];
    let (game, tip, token) = sought(&store, porter, lee).await;
    let mut change = append(game, tip, &["{}"]);
    change.hands = vec![(SEAT, SeatChange::Replaced(ann))];
    // With an invitation that there is not, nothing of it is stored: not the record, not the seat, not the end of the letters.
    change.invitation = Some(Hash32([9; 32]));
    assert!(matches!(store.logs().append(change.clone()).await, Err(AppendError::InvitationUsed)));
    let row = store.games().get(game).await.unwrap().unwrap();
    assert_eq!((row.tip, row.seats[1].holder.account()), (tip, Some(lee)));
    assert!(store.drafts().get(game, SEAT).await.unwrap().is_some());
    assert_eq!(store.games().replacements(game).await.unwrap().len(), 1);
    assert_eq!(store.inbox().reply_address(Hash32([1; 32])).await.unwrap().unwrap().voided, None);
    assert_eq!(store.games().handed_over(lee).await.unwrap(), []);

    change.invitation = Some(token.hash());
    store.logs().append(change).await.unwrap();
    let row = store.games().get(game).await.unwrap().unwrap();
    let seat = &row.seats[1];
    assert_eq!(seat.holder, Holder::Player { account: ann, name: "ann".to_owned() });
    assert_eq!((row.tip.length, seat.held_from, seat.seen), (tip.length + 1, tip.length + 1, tip.length + 1));
    assert_eq!(store.drafts().get(game, SEAT).await.unwrap(), None);
    assert_eq!(store.games().replacements(game).await.unwrap(), []);
    assert_eq!(store.invitations().get(&token).await.unwrap().unwrap().account, Some(ann));
    assert!(store.inbox().reply_address(Hash32([1; 32])).await.unwrap().unwrap().voided.is_some());
    assert_eq!(
        store.inbox().reply_address(Hash32([2; 32])).await.unwrap().unwrap().voided,
        None,
        "the other side's stay"
    );
    let gone = store.games().handed_over(lee).await.unwrap();
    assert_eq!((gone[0].game, gone[0].seat, gone[0].successor.as_str()), (game, SEAT, "ann"));
    assert_eq!(store.games().of_account(lee).await.unwrap().len(), 0);
}

#[tokio::test]
async fn a_game_waits_for_whoever_plays_and_not_for_whom_they_play() {
    let store = Store::temporary().await.unwrap();
    let (porter, lee) = (player(&store, "porter").await, player(&store, "lee").await);
    let (game, tip, _) = sought(&store, porter, lee).await;
    let mut stood = append(game, tip, &["{}"]);
    stood.hands = vec![(SEAT, SeatChange::StandIn("staff".to_owned()))];
    stood.waiting = vec![(SEAT, "Move.".to_owned())];
    store.logs().append(stood).await.unwrap();
    let row = store.games().get(game).await.unwrap().unwrap();
    assert_eq!((row.seats[1].stand_in.as_deref(), row.seats[1].holder.account()), (Some("staff"), Some(lee)));
    assert_eq!(store.games().waiting_for_bots().await.unwrap(), [game]);
    assert!(!row.waits_for(lee));
    assert_eq!(store.games().next_waiting(lee, None).await.unwrap(), None);
    assert_eq!(store.games().replacements(game).await.unwrap().len(), 1, "somebody may still be looked for");

    let mut back = append(game, row.tip, &["{}"]);
    back.hands = vec![(SEAT, SeatChange::Return)];
    back.waiting = vec![(SEAT, "Move.".to_owned())];
    store.logs().append(back).await.unwrap();
    assert_eq!(store.games().waiting_for_bots().await.unwrap(), []);
    assert_eq!(store.games().next_waiting(lee, None).await.unwrap(), Some(game));
    assert_eq!(store.games().replacements(game).await.unwrap(), []);
    // Nobody stands in for nobody.
    let tip = store.games().get(game).await.unwrap().unwrap().tip;
    let mut empty = append(game, tip, &["{}"]);
    empty.hands = vec![(SeatId(7), SeatChange::StandIn("staff".to_owned()))];
    assert!(matches!(store.logs().append(empty).await, Err(AppendError::SeatTaken(SeatId(7)))));
}
