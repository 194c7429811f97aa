//! Letters that come back: counted by the token of their return path, and by nothing else.

use crate::PROGRAM;
use fieldpost_store::Account;
use fieldpost_tests::post::{Letter, Post};

/// A report as mail servers write it (RFC 3464) on a letter to somebody.
fn report(to: &str, letter: &Letter, status: &str, action: &str) -> Vec<u8> {
    format!(
        "From: MAILER-DAEMON@players.example\r\nTo: <{}>\r\nSubject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\n\
         MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\r\n\r\n\
         --b\r\nContent-Type: text/plain\r\n\r\nYour letter could not be delivered.\r\n\
         --b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.players.example\r\n\r\n\
         Final-Recipient: rfc822; {to}\r\nAction: {action}\r\nStatus: {status}\r\n\
         Diagnostic-Code: smtp; 550 {status} <script>nobody</script> of that name\r\n\r\n\
         --b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <{}>\r\nSubject: {}\r\n\r\n--b--\r\n",
        letter.return_path, letter.message_id, letter.subject
    )
    .into_bytes()
}

async fn paused(post: &Post, player: &Account) -> bool {
    post.server.service.mail().paused(player).await.unwrap()
}

/// Sends this player a message about a game, which they get a letter of.
async fn speak(post: &Post, game: &str, from: &Account, number: u32) {
    post.server.service.messages().say(game, from, &format!("Message {number}"), false, None).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_third_letter_that_comes_back_pauses_the_address_until_its_owner_shows_that_mail_arrives() {
    let mut post = Post::open(PROGRAM, true);
    let (first, second) = (post.player("porter").await, post.player("lee").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let game = post.game(ruleset, "The mill", [&first, &second]).await;
    // One after the other: several that wait would go out as one letter.
    for number in 1..=4 {
        speak(&post, &game, &first, number).await;
        post.letters_to(&second, usize::try_from(number).unwrap()).await;
    }
    let letters = post.letters_to(&second, 4).await;
    let me = second.email.as_str();
    for letter in &letters {
        assert!(
            letter.return_path.starts_with("b-") && letter.return_path.ends_with("@reply.fieldpost.example"),
            "{letter:?}"
        );
    }
    let paths: std::collections::BTreeSet<&str> = letters.iter().map(|l| l.return_path.as_str()).collect();
    assert_eq!(paths.len(), 4, "each letter has its own");

    // What is late, or refused for what it says, does not count; nor does the same letter twice, a token that was guessed, a report to the
    // address for answers, or anything but a report.
    let before = post.fates(0).await.len();
    assert_eq!(post.send("", &letters[0].return_path, &report(me, &letters[0], "4.4.1", "delayed")), 250);
    assert_eq!(post.send("", &letters[0].return_path, &report(me, &letters[0], "5.7.1", "failed")), 250);
    for _ in 0..3 {
        assert_eq!(post.send("", &letters[0].return_path, &report(me, &letters[0], "5.1.1", "failed")), 250);
    }
    let guess = format!("b-{}@reply.fieldpost.example", "a".repeat(26));
    assert_eq!(post.send("", &guess, &report(me, &letters[1], "5.1.1", "failed")), 250);
    let answers = letters[1].reply_to.clone().unwrap();
    assert_eq!(post.send("", &answers, &report(me, &letters[1], "5.1.1", "failed")), 250);
    let human = b"From: <lee@players.example>\r\nSubject: hello\r\n\r\nIs anybody there?\r\n";
    assert_eq!(post.send(me, &letters[1].return_path, human), 250);
    let fates = post.fates(before + 8).await;
    assert!(
        fates.iter().any(|(fate, _)| fate == "unknown")
            && fates.iter().all(|(f, _)| f == "automatic" || f == "unknown"),
        "{fates:?}"
    );
    assert_eq!(post.server.service.mail().bounces(&second).await.unwrap().len(), 1);
    assert!(!paused(&post, &second).await);

    assert_eq!(post.send("", &letters[1].return_path, &report(me, &letters[1], "5.2.2", "failed")), 250);
    assert_eq!(post.send("", &letters[2].return_path, &report(me, &letters[2], "5.1.1", "failed")), 250);
    let fates = post.fates(before + 10).await;
    let last = &fates.last().unwrap().1;
    assert!(last.contains("(3 of 3)") && !last.contains("lee@"), "{last}");
    assert!(paused(&post, &second).await && !paused(&post, &first).await);
    assert!(post.send("postmaster@players.example", "b-short@reply.fieldpost.example", b"From: x@y.z\r\n\r\nx") >= 550);

    // Nothing more about games goes there; what is asked for does.
    speak(&post, &game, &first, 5).await;
    post.server.service.accounts().send_sign_in(me, None).await.unwrap();
    let sent = post.letters_to(&second, 5).await;
    assert!(sent[4].subject.contains("sign-in"), "{}", sent[4].subject);

    // The letter with the link, the link, and letters come again.
    post.server.service.mail().send_confirmation(&second).await.unwrap();
    let sent = post.letters_to(&second, 6).await;
    assert!(sent[5].text.contains("Let letters come again"), "{}", sent[5].text);
    let link = sent[5].text.lines().find_map(|l| l.strip_prefix(post.server.url.as_str())).unwrap().to_owned();
    let browser = post.server.browser();
    let looked = browser.get(&link).await.text().await.unwrap();
    assert!(looked.contains("Let letters come again"), "{looked}");
    assert!(paused(&post, &second).await, "looking confirms nothing: mail programs open links by themselves");
    let entered = browser.post(&link, &[]).await;
    assert_eq!(entered.headers()["location"], "/account/notices?saved=resumed");
    assert!(!paused(&post, &second).await);
    assert!(post.server.service.mail().bounces(&second).await.unwrap().is_empty());
    speak(&post, &game, &first, 6).await;
    let sent = post.letters_to(&second, 7).await;
    assert!(sent[6].text.contains("Message 6"), "{}", sent[6].text);
    assert!(
        post.server.service.mail().send_confirmation(&second).await.is_err(),
        "there is nothing to confirm any more"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_says_that_letters_come_back_and_how_they_come_again() {
    let post = Post::open(PROGRAM, true);
    let browser = post.server.browser();
    let me = post.player("lee").await;
    post.server.service.accounts().send_sign_in(me.email.as_str(), None).await.unwrap();
    let letter = post.letters_to(&me, 1).await.remove(0);
    let link = letter.text.lines().find_map(|l| l.strip_prefix(post.server.url.as_str())).unwrap().to_owned();
    browser.post(&link, &[]).await;
    assert!(!browser.get("/games").await.text().await.unwrap().contains("paused-banner"));
    for number in 0..3 {
        let id = format!("<{number}@fieldpost.example>");
        let now = fieldpost_store::Time::now();
        post.server
            .service
            .store
            .bounces()
            .note(me.email.clone(), id, "5.1.1 <b>nobody</b>".into(), now)
            .await
            .unwrap();
    }
    for page in ["/", "/games", "/lobby", "/account", "/account/notices", "/games/new", "/auditing"] {
        let shown = browser.get(page).await.text().await.unwrap();
        assert!(shown.contains("paused-banner"), "{page}");
    }
    let shown = browser.get("/account/notices").await.text().await.unwrap();
    assert!(shown.contains("nobody&#60;/b&#62;") && shown.contains("Send me a letter to try"), "{shown}");
    // Wishing does not help where letters come back.
    browser.post("/account/letters", &[("letters", "on")]).await;
    assert!(paused(&post, &me).await);
    assert_eq!(browser.post("/account/notices/confirm", &[]).await.status(), 303);
    assert_eq!(post.letters_to(&me, 2).await.len(), 2);
    let stranger = post.server.browser();
    assert_eq!(stranger.post("/account/notices/confirm", &[]).await.status(), 401);
}
