//! Signing in: links that work once and for a quarter of an hour, sessions and tokens that can be listed and revoked.

use crate::common::*;
use fieldpost_store::{Email, LinkError, NewLink, SIGN_IN_LIFE, SessionStart, Store, Suppression, Token};
use std::time::Duration;

const MONTH: Duration = Duration::from_secs(30 * 24 * 3600);

fn firefox() -> SessionStart {
    SessionStart { agent: "Firefox on Linux".into(), life: MONTH, game: None }
}

async fn link(store: &Store, email: &str) -> Token {
    let token = Token::fresh();
    let link =
        NewLink { email: email.parse().unwrap(), game: None, next: "/games".into(), life: SIGN_IN_LIFE, guest: None };
    let letter = letter(&format!("<{}@x>", token.hash()), email, None, None);
    store.sign_in().new_link(&token, link, Some(letter), NOON).await.unwrap();
    token
}

#[tokio::test]
async fn a_link_opens_the_account_and_starts_a_session() {
    let store = Store::temporary().await.unwrap();
    let token = link(&store, "Lee@Example.org").await;
    assert_eq!(store.outbox().waiting().await.unwrap(), 1);
    let seen = store.sign_in().peek_link(&token, NOON).await.unwrap();
    assert_eq!((seen.email.as_str(), seen.next.as_str()), ("lee@example.org", "/games"));
    let (used, account, session, cookie) = store.sign_in().consume_link(&token, firefox(), NOON).await.unwrap();
    assert_eq!(used, seen);
    assert!(account.name.starts_with("Correspondent ") && !account.name.contains("lee"), "{}", account.name);
    assert_eq!((account.time_zone.as_str(), account.receipts), ("UTC", false));
    let email: Email = "lee@example.org".parse().unwrap();
    assert_eq!(store.accounts().by_email(&email).await.unwrap().as_ref(), Some(&account));
    assert_eq!(store.sign_in().session(&cookie, NOON).await.unwrap(), Some((session, account.clone())));
    // The next link finds the same account.
    let again = link(&store, "lee@example.org").await;
    assert_eq!(store.sign_in().consume_link(&again, firefox(), NOON).await.unwrap().1, account);
}

#[tokio::test]
async fn of_many_racing_uses_of_a_link_one_succeeds() {
    let store = Store::temporary().await.unwrap();
    let token = link(&store, "lee@example.org").await;
    let mut tasks = Vec::new();
    for _ in 0..20 {
        let (store, token) = (store.clone(), token.clone());
        tasks.push(tokio::spawn(async move { store.sign_in().consume_link(&token, firefox(), NOON).await }));
    }
    let (mut signed_in, mut used) = (0, 0);
    for task in tasks {
        match task.await.unwrap() {
            Ok(_) => signed_in += 1,
            Err(LinkError::Used) => used += 1,
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!((signed_in, used), (1, 19));
}

#[tokio::test]
async fn a_link_expires_after_a_quarter_of_an_hour() {
    let store = Store::temporary().await.unwrap();
    let token = link(&store, "lee@example.org").await;
    let minutes = |n: u64| NOON.after(Duration::from_secs(60 * n));
    assert!(store.sign_in().peek_link(&token, minutes(14)).await.is_ok());
    assert!(matches!(store.sign_in().peek_link(&token, minutes(15)).await, Err(LinkError::Expired)));
    assert!(matches!(store.sign_in().consume_link(&token, firefox(), minutes(15)).await, Err(LinkError::Expired)));
    assert!(store.sign_in().consume_link(&token, firefox(), minutes(14)).await.is_ok());
}

#[tokio::test]
async fn a_forged_link_is_unknown() {
    let store = Store::temporary().await.unwrap();
    assert!(matches!(store.sign_in().peek_link(&Token::fresh(), NOON).await, Err(LinkError::Unknown)));
    let token = link(&store, "lee@example.org").await;
    assert_eq!(store.sign_in().forget_links(NOON.after(MONTH)).await.unwrap(), 1);
    assert!(matches!(store.sign_in().consume_link(&token, firefox(), NOON).await, Err(LinkError::Unknown)));
}

#[tokio::test]
async fn sessions_are_listed_touched_and_revoked() {
    let store = Store::temporary().await.unwrap();
    let (lee, hill) = (player(&store, "lee").await, player(&store, "hill").await);
    let (first, cookie) = store.sign_in().start_session(lee, firefox(), NOON).await.unwrap();
    let (second, other) = store.sign_in().start_session(lee, firefox(), NOON).await.unwrap();
    let later = NOON.after(Duration::from_secs(600));
    store.sign_in().touch_session(&first, NOON.after(Duration::from_secs(10))).await.unwrap();
    assert_eq!(store.sign_in().session(&cookie, later).await.unwrap().unwrap().0.seen, NOON, "noted a moment ago");
    store.sign_in().touch_session(&first, later).await.unwrap();
    let listed = store.sign_in().sessions(lee, later).await.unwrap();
    assert_eq!(listed.iter().map(|s| (s.id, s.seen)).collect::<Vec<_>>(), [(first.id, later), (second.id, NOON)]);

    assert!(!store.sign_in().revoke_session(hill, first.id, later).await.unwrap(), "another player's session");
    assert!(store.sign_in().revoke_session(lee, first.id, later).await.unwrap());
    assert_eq!(store.sign_in().session(&cookie, later).await.unwrap(), None);
    let (third, _) = store.sign_in().start_session(lee, firefox(), later).await.unwrap();
    assert_eq!(store.sign_in().revoke_sessions(lee, Some(third.id), later).await.unwrap(), 1);
    assert_eq!(store.sign_in().session(&other, later).await.unwrap(), None);
    assert_eq!(store.sign_in().sessions(lee, later).await.unwrap(), [third]);
    assert_eq!(store.sign_in().sessions(lee, later.after(MONTH)).await.unwrap(), [], "a session ends by itself");
}

#[tokio::test]
async fn api_tokens_are_shown_once_and_revoked() {
    let store = Store::temporary().await.unwrap();
    let lee = player(&store, "lee").await;
    let token = store.tokens().new_api_token(lee, "my script".into(), NOON).await.unwrap();
    let (found, account) = store.tokens().api_token(&token).await.unwrap().unwrap();
    assert_eq!((found.name.as_str(), found.used, account.id), ("my script", None, lee));
    store.tokens().touch_api_token(&found, NOON).await.unwrap();
    assert_eq!(store.tokens().api_tokens(lee).await.unwrap()[0].used, Some(NOON));
    assert!(store.tokens().revoke_api_token(lee, found.id, NOON).await.unwrap());
    assert_eq!(store.tokens().api_token(&token).await.unwrap(), None);
    assert_eq!(store.tokens().api_token(&Token::fresh()).await.unwrap(), None);
}

#[tokio::test]
async fn the_file_holds_no_token_that_opens_anything() {
    let store = Store::temporary().await.unwrap();
    let lee = player(&store, "lee").await;
    let sign_in = link(&store, "lee@example.org").await;
    let (_, cookie) = store.sign_in().start_session(lee, firefox(), NOON).await.unwrap();
    let api = store.tokens().new_api_token(lee, "my script".into(), NOON).await.unwrap();
    store.close().await;
    let file = std::fs::read(store.path()).unwrap();
    for token in [sign_in, cookie, api] {
        let hash = token.hash();
        let holds = |bytes: &[u8]| file.windows(bytes.len()).any(|window| window == bytes);
        assert!(holds(&hash.0), "the hash is what is kept");
        assert!(!holds(token.reveal().as_bytes()));
    }
}

#[tokio::test]
async fn a_profile_is_changed() {
    let store = Store::temporary().await.unwrap();
    let lee = player(&store, "lee").await;
    store.accounts().set_profile(lee, "Marse Robert".into(), "America/New_York".into(), true).await.unwrap();
    let account = store.accounts().get(lee).await.unwrap().unwrap();
    assert_eq!(
        (account.name.as_str(), account.time_zone.as_str(), account.receipts),
        ("Marse Robert", "America/New_York", true)
    );
    assert!(
        store.accounts().set_profile(lee, String::new(), "UTC".into(), false).await.is_err(),
        "a name has at least one letter"
    );
}

#[tokio::test]
async fn the_link_in_a_letter_of_a_game_opens_that_game_alone_and_until_it_expires() {
    let store = Store::temporary().await.unwrap();
    let game = fieldpost_store::fresh_game_id();
    let token = Token::fresh();
    let email = "lee@example.org".parse().unwrap();
    let link = NewLink { email, game: Some(game), next: "/games/x".into(), life: MONTH, guest: None };
    store.sign_in().new_link(&token, link, None, NOON).await.unwrap();
    for _ in 0..2 {
        let (_, _, session, cookie) = store.sign_in().consume_link(&token, firefox(), NOON).await.unwrap();
        assert_eq!(session.game, Some(game));
        assert_eq!(store.sign_in().session(&cookie, NOON).await.unwrap().unwrap().0.game, Some(game));
    }
    let late = store.sign_in().consume_link(&token, firefox(), NOON.after(MONTH)).await;
    assert!(matches!(late, Err(LinkError::Expired)));
}

#[tokio::test]
async fn a_link_that_is_opened_shows_that_the_address_is_read_after_all() {
    let store = Store::temporary().await.unwrap();
    for (why, left) in [
        (Suppression::Bounced("550 5.1.1 nobody here".into()), None),
        (Suppression::Unsubscribed, Some(Suppression::Unsubscribed)),
    ] {
        let token = link(&store, "lee@example.org").await;
        let lee: Email = "lee@example.org".parse().unwrap();
        store.bounces().suppress(lee.clone(), why, NOON).await.unwrap();
        store.sign_in().consume_link(&token, firefox(), NOON).await.unwrap();
        assert_eq!(store.bounces().suppression(&lee).await.unwrap(), left);
    }
}

#[tokio::test]
async fn a_link_that_is_made_again_has_a_new_life() {
    let store = Store::temporary().await.unwrap();
    let token = Token::fresh();
    let game = Some(fieldpost_store::fresh_game_id());
    let link =
        NewLink { email: "lee@example.org".parse().unwrap(), game, next: "/games/x".into(), life: MONTH, guest: None };
    store.sign_in().renew_link(&token, link.clone(), NOON).await.unwrap();
    let late = NOON.after(MONTH);
    assert!(matches!(store.sign_in().peek_link(&token, late).await, Err(LinkError::Expired)));
    store.sign_in().renew_link(&token, link, late).await.unwrap();
    assert_eq!(store.sign_in().peek_link(&token, late).await.unwrap().game, game);
}
