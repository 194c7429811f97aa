//! The clock by mail: pauses, leave, grants and claims, alone and among orders.

use crate::PROGRAM;
use domain::clock::{Claim, ClockTerms, Control, DAY, HOUR};
use domain::referee::SeatId;
use fieldpost::service::table::Table;
use fieldpost_store::{Account, Time};
use fieldpost_tests::post::{Letter, Post};
use fieldpost_tests::slow_game;
use std::time::Duration;

const TERMS: ClockTerms = ClockTerms { claim: Claim::Forfeit, control: Control::Days(5), leave: 30, stand_in: false };

/// A game that was begun so many days ago, and what its two players were written as the clocks were looked at so many hours from now.
async fn slow(post: &Post, days: u64, look: u64) -> (Account, Account, String) {
    let (first, second) = (post.player("porter").await, post.player("lee").await);
    let game = slow_game(&post.server, [&first, &second], days, TERMS).await;
    assert!(table(post, &game).await.game.waits_for(SeatId(0)));
    post.server.service.errands().tend_clocks(Time::now().after(Duration::from_millis(look * HOUR))).await;
    (first, second, game)
}

async fn table(post: &Post, game: &str) -> Table {
    post.server.service.games().table(game, None).await.unwrap()
}

async fn last(post: &Post, to: &Account, letters: usize) -> Letter {
    post.letters_to(to, letters).await.pop().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn pauses_leave_and_grants_go_by_mail_in_one_append_with_the_orders() {
    let mut post = Post::open(PROGRAM, true);
    let (first, second, game) = slow(&post, 0, 61).await;
    let alarm = last(&post, &first, 1).await;
    assert!(alarm.text.contains("50 % of your time"), "{}", alarm.text);
    let mine = post.server.service.games().table(&game, Some(&first)).await.unwrap();
    let order = mine.menu(None).unwrap().choices.into_iter().map(|c| c.order).find(|o| o.contains(" at ")).unwrap();
    let before = mine.game.len();

    // One line that cannot be leaves the order undone as well.
    post.reply("porter@players.example", &alarm, &format!("{order}\nresume"), &[]);
    let refused = last(&post, &first, 2).await;
    assert!(refused.text.contains("Nothing was carried out") && refused.text.contains("resume"), "{}", refused.text);
    post.reply("porter@players.example", &alarm, &format!("{order}\nvacation 10/12 to 20/12"), &[]);
    let refused = last(&post, &first, 3).await;
    assert!(refused.text.contains("vacation 10-20 December"), "says what would be right: {}", refused.text);
    post.reply("porter@players.example", &alarm, "grant 3 days", &[]);
    let refused = last(&post, &first, 4).await;
    assert!(refused.text.contains("Nothing was carried out"), "{}", refused.text);
    assert_eq!(table(&post, &game).await.game.len(), before);

    let text = format!("Hello Lee,\n\n{order}\npause 3 days\nvacation for 2 weeks from 1 March\n\nRegards\nPorter");
    post.reply("porter@players.example", &alarm, &text, &[]);
    let done = last(&post, &first, 5).await;
    for told in ["Carried out.", "proposed a pause", "takes leave"] {
        assert!(done.text.contains(told), "{told}: {}", done.text);
    }
    assert_eq!(table(&post, &game).await.game.len(), before + 3);

    let news = post.letters_to(&second, 2).await;
    let asked = news.iter().find(|l| l.text.contains("proposes a pause")).unwrap();
    assert!(asked.text.contains("pause accept"), "{}", asked.text);
    assert!(news.iter().any(|l| l.text.contains("takes leave")));
    post.reply("lee@players.example", asked, "pause accept\ngrant 36 hours", &[]);
    let agreed = last(&post, &second, 3).await;
    assert!(agreed.text.contains("Carried out.") && agreed.text.contains("granted"), "{}", agreed.text);
    let now = table(&post, &game).await;
    let clocks = now.game.clocks().unwrap();
    assert!(clocks.pause(Time::now().into()).is_some());
    let left = clocks.reading(SeatId(0), Time::now().into()).left;
    assert!(left > 6 * DAY && left <= 5 * DAY + 36 * HOUR, "{left}");
    let told = post.letters_to(&first, 7).await;
    assert!(told.iter().any(|l| l.text.contains("agreed to the pause")));
    assert!(told.iter().any(|l| l.text.contains("granted 1 day 12 hours more")));

    // The letters of before are no staler for it: what they say is not about the position.
    post.reply("porter@players.example", &done, "resume\nvacation end", &[]);
    let back = last(&post, &first, 8).await;
    assert!(back.text.contains("ended the pause") && back.text.contains("ended the leave"), "{}", back.text);
    post.reply("porter@players.example", &done, "resume", &[]);
    let twice = last(&post, &first, 9).await;
    assert!(twice.text.contains("Nothing was carried out"), "{}", twice.text);
    let log = post.server.service.store.logs().records(game.parse().unwrap(), 0).await.unwrap();
    assert!(domain::referee::Game::replay(&post.server.service.registry, &log).is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_by_mail_ends_the_game_once() {
    let mut post = Post::open(PROGRAM, true);
    let (first, second, game) = slow(&post, 9, 0).await;
    let out = last(&post, &second, 1).await;
    assert!(out.text.contains("“claim”, or with “grant 3 days”"), "{}", out.text);
    let mine = last(&post, &first, 1).await;
    post.reply("porter@players.example", &mine, "claim", &[]);
    let refused = last(&post, &first, 2).await;
    assert!(refused.text.contains("Nothing was carried out"), "one's own time is nobody's claim: {}", refused.text);
    post.reply("lee@players.example", &out, "claim on the moon", &[]);
    let unread = last(&post, &second, 2).await;
    assert!(unread.text.contains("whose time is out"), "{}", unread.text);

    let id = "claim-1@players.example";
    assert_eq!(post.reply_as("lee@players.example", &out, "claim", &[], id), 250);
    assert_eq!(post.reply_as("lee@players.example", &out, "claim", &[], id), 250);
    let letters = post.letters_to(&second, 4).await;
    assert!(letters.iter().any(|l| l.text.contains("Carried out.")), "{letters:?}");
    let over = table(&post, &game).await;
    assert!(over.game.result().unwrap().level.contains("on time"));
    assert!(post.letters_to(&first, 3).await.iter().any(|l| l.text.contains("The game is over")));
    post.fates(4).await;
    assert_eq!(table(&post, &game).await.game.len(), over.game.len());
}
