//! Letters that must do nothing: nothing is recorded, and nobody is answered who should not be.

use crate::PROGRAM;
use fieldpost_store::Account;
use fieldpost_tests::post::{Letter, Post, SERVER};

/// A game, its first letter, and how long its log is.
async fn begun(post: &Post) -> (Account, String, Letter, u64) {
    let (first, second) = (post.player("porter").await, post.player("lee").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let game = post.game(ruleset, "The mill", [&first, &second]).await;
    let letter = post.letters_to(&first, 1).await.remove(0);
    let length = post.server.service.games().table(&game, None).await.unwrap().game.len();
    (first, game, letter, length)
}

async fn length(post: &Post, game: &str) -> u64 {
    post.server.service.games().table(game, None).await.unwrap().game.len()
}

fn fates(ended: &[(String, String)]) -> Vec<&str> {
    ended.iter().map(|(fate, _)| fate.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_false_sender_gets_no_answer_and_the_player_one_warning_a_day() {
    let mut post = Post::open(PROGRAM, true);
    let (first, game, letter, before) = begun(&post).await;
    let thief = post.player("thief").await;
    post.reply("thief@players.example", &letter, "deploy", &[]);
    post.reply("thief@players.example", &letter, "deploy", &[]);
    let failed = format!("Authentication-Results: {SERVER}; spf=fail smtp.mailfrom=players.example; dmarc=fail");
    post.reply("porter@players.example", &letter, "deploy", &[&failed]);
    let ended = post.fates(3).await;
    assert_eq!(fates(&ended), ["forged", "forged", "forged"]);
    assert!(ended[0].1.contains("t…@players.example") && ended[2].1.contains("DMARC"), "{ended:?}");
    assert_eq!(length(&post, &game).await, before);
    let warning = post.letters_to(&first, 2).await.remove(1);
    assert!(warning.subject.contains("not yours") && warning.reply_to.is_none(), "{warning:?}");
    // The host sees each of them.
    let seen = post.server.service.mail().letters_turned_away(&first).await.unwrap();
    assert_eq!(seen.len(), 3);

    // A header that anybody could have written is not believed, and one that passes lets the letter in.
    let elsewhere = "Authentication-Results: mx.elsewhere.example; spf=fail smtp.mailfrom=players.example";
    let passed = format!("Authentication-Results: {SERVER}; dkim=pass header.d=players.example");
    post.reply("porter@players.example", &letter, "deploy", &[elsewhere, &passed]);
    let answer = post.letters_to(&first, 3).await.remove(2);
    assert!(answer.text.contains("Carried out."), "{}", answer.text);
    assert_eq!(post.letters_to(&thief, 0).await.len(), 0);
    assert_eq!(post.letters_to(&first, 3).await.len(), 3, "one warning, however often");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_comes_twice_is_carried_out_and_answered_once() {
    let mut post = Post::open(PROGRAM, true);
    let (first, game, letter, before) = begun(&post).await;
    for text in ["deploy", "deploy", "something else"] {
        assert_eq!(post.reply_as("porter@players.example", &letter, text, &[], "once@players.example"), 250);
    }
    let ended = post.fates(3).await;
    assert_eq!(fates(&ended), ["carried-out", "repeated", "repeated"]);
    let after = length(&post, &game).await;
    assert!(after > before);
    // Whatever is written behind it comes out behind it.
    post.reply("porter@players.example", &letter, "help", &[]);
    let letters = post.letters_to(&first, 3).await;
    assert_eq!(letters.len(), 3, "the letter, the answer, the help");
    assert_eq!(length(&post, &game).await, after);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_replies_that_cross_the_second_is_told_what_the_first_has_changed() {
    let mut post = Post::open(PROGRAM, true);
    let (first, game, letter, before) = begun(&post).await;
    let order = letter.text.lines().find(|l| l.starts_with("  ") && l.contains(" at ")).unwrap().trim().to_owned();
    post.reply("porter@players.example", &letter, &order, &[]);
    post.reply("porter@players.example", &letter, "deploy", &[]);
    let ended = post.fates(2).await;
    assert_eq!(fates(&ended), ["carried-out", "stale"]);
    assert_eq!(length(&post, &game).await, before + 1);
    let crossed = post.letters_to(&first, 3).await.remove(2);
    assert!(crossed.text.contains(&order) && crossed.text.contains("moved on"), "{}", crossed.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_are_neither_heard_nor_answered() {
    let mut post = Post::open(PROGRAM, true);
    let (first, game, letter, before) = begun(&post).await;
    let machines = [
        "Auto-Submitted: auto-replied (vacation)",
        "Precedence: bulk",
        "List-Id: <wargames.example.org>",
        "X-Fieldpost-Loop: fieldpost.example",
        "X-Auto-Response-Suppress: All",
    ];
    for header in machines {
        post.reply("porter@players.example", &letter, "deploy", &[header]);
    }
    let to = letter.reply_to.clone().unwrap();
    let report = b"From: MAILER-DAEMON@players.example\r\nSubject: Undelivered\r\n\r\nNobody there.\r\n";
    assert_eq!(post.send("", &to, report), 250);
    let ended = post.fates(6).await;
    assert!(ended.iter().all(|(fate, _)| fate == "automatic"), "{ended:?}");
    assert_eq!(length(&post, &game).await, before);
    post.reply("porter@players.example", &letter, "help", &[]);
    assert_eq!(post.letters_to(&first, 2).await.len(), 2, "nothing but the help");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_does_nothing_and_its_known_writer_is_told() {
    let mut post = Post::open(PROGRAM, true);
    let (first, game, letter, before) = begun(&post).await;
    let to = letter.reply_to.clone().unwrap();
    let me = "porter@players.example";
    let head = |n: u32| {
        format!(
            "From: <{me}>\r\nTo: <{to}>\r\nSubject: Re: game\r\nMessage-ID: <bad{n}@players.example>\r\nMIME-Version: 1.0\r\n"
        )
    };
    // Ten mebibytes: more than any letter that is read.
    let large = format!("{}\r\ndeploy\r\n{}", head(1), "All work and no play makes a dull letter.\r\n".repeat(250_000));
    assert!(large.len() > 10 * 1024 * 1024);
    // Parts within parts, a thousand deep.
    let mut bomb = head(2);
    for n in 0..1_000 {
        bomb.push_str(&format!("Content-Type: multipart/mixed; boundary=\"b{n}\"\r\n\r\n--b{n}\r\n"));
    }
    bomb.push_str("Content-Type: text/plain\r\n\r\ndeploy\r\n");
    // Nothing but an attachment, and MIME that breaks off.
    let only = format!(
        "{}Content-Type: application/zip; name=\"orders.zip\"\r\nContent-Disposition: attachment; filename=\"orders.zip\"\r\nContent-Transfer-Encoding: base64\r\n\r\nUEsDBAo=\r\n",
        head(3)
    );
    for raw in [&large, &bomb, &only] {
        assert_eq!(post.send(me, &to, raw.as_bytes()), 250, "nothing bounces");
    }
    let ended = post.fates(3).await;
    assert_eq!(fates(&ended), ["unreadable"; 3], "{ended:?}");
    let answers = post.letters_to(&first, 4).await;
    assert!(answers[1].text.contains("KiB"), "{}", answers[1].text);
    assert_eq!(length(&post, &game).await, before);
    // The same from somebody else gets no answer, and neither does what is no letter at all.
    let other = large.replace(me, "thief@players.example");
    assert_eq!(post.send("thief@players.example", &to, other.as_bytes()), 250);
    assert_eq!(post.send(me, &to, b"\x00\xff\xfe garbage"), 250);
    let ended = post.fates(5).await;
    assert!(ended[3..].iter().all(|(fate, _)| fate == "unreadable"), "{ended:?}");
    assert_eq!(post.letters_to(&first, 4).await.len(), 4);
    assert_eq!(post.server.service.mail().letters_turned_away(&first).await.unwrap().len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_in_names_subjects_and_messages_stay_text() {
    let mut post = Post::open(PROGRAM, true);
    let (first, _, letter, _) = begun(&post).await;
    let second = post.player("lee").await;
    let to = letter.reply_to.clone().unwrap();
    let subject = "=?utf-8?q?Re=3A_x=0D=0ABcc=3A_spy=40players=2Eexample?=";
    let message = format!(
        "From: \"x\\\r\n Bcc: spy@players.example\" <porter@players.example>\r\nTo: <{to}>\r\nSubject: {subject}\r\n\
         Message-ID: <evil\"<>@players.example>\r\n\r\nmessage: Hello\r\nBcc: spy@players.example\r\n\r\n.\r\nSubject: no\r\n"
    );
    post.send("porter@players.example", &to, message.as_bytes());
    let answer = post.letters_to(&first, 2).await.remove(1);
    assert!(!answer.subject.contains('\n') && !answer.subject.contains('\r'), "{:?}", answer.subject);
    let said = post.letters_to(&second, 1).await;
    let said = said.iter().find(|l| l.text.contains("Hello")).unwrap();
    assert_eq!(said.to, "lee@players.example");
    assert!(post.letters().iter().all(|l| !l.to.contains("spy")));
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_are_none_of_ours_and_those_made_void_do_nothing() {
    let mut post = Post::open(PROGRAM, true);
    let (first, game, letter, before) = begun(&post).await;
    let raw = b"From: <porter@players.example>\r\nSubject: x\r\n\r\ndeploy\r\n";
    assert_eq!(post.send("porter@players.example", "post@reply.fieldpost.example", raw), 550);
    let guess = format!("g-{}@reply.fieldpost.example", "a".repeat(26));
    assert_eq!(post.send("porter@players.example", &guess, raw), 250);
    assert_eq!(fates(&post.fates(1).await), ["unknown"]);

    // Ending a session makes letters sent so far void. Upper and lower case are the same to many mail servers.
    let token = letter.reply_to.clone().unwrap().to_uppercase();
    let (_, cookie) = {
        let start = fieldpost_store::SessionStart {
            agent: "test".into(),
            life: std::time::Duration::from_secs(60),
            game: None,
        };
        post.server.service.store.sign_in().start_session(first.id, start, fieldpost_store::Time::now()).await.unwrap()
    };
    let door = post.server.service.accounts().by_session(&cookie.reveal()).await.unwrap().unwrap().1;
    let fieldpost::service::accounts::Door::Session(session) = door else { panic!("a session's cookie is one") };
    post.server.service.accounts().revoke_session(&first, &session.id.to_string()).await.unwrap();
    assert_eq!(post.send("porter@players.example", &token, raw), 250);
    let ended = post.fates(2).await;
    assert_eq!(fates(&ended), ["unknown", "void"]);
    assert_eq!(length(&post, &game).await, before);
    // The answer says so, and can itself be answered.
    let answer = post.letters_to(&first, 2).await.remove(1);
    assert!(answer.text.contains("void"), "{}", answer.text);
    post.reply("porter@players.example", &answer, "deploy", &[]);
    let done = post.letters_to(&first, 3).await.remove(2);
    assert!(done.text.contains("Carried out."), "{}", done.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_answers_without_end() {
    let mut post = Post::with(PROGRAM, true, |config| config.answers_per_hour = 8);
    let (first, game, letter, before) = begun(&post).await;
    for _ in 0..5 {
        post.reply("porter@players.example", &letter, "help", &[]);
    }
    let ended = post.fates(5).await;
    // The last answer says that it is the last.
    let told = post.letters_to(&first, 3).await;
    assert!(told[2].text.contains("within an hour") && !told[1].text.contains("within an hour"), "{}", told[2].text);
    assert_eq!(ended.iter().filter(|(_, detail)| detail.contains("too many answers")).count(), 3, "{ended:?}");
    // What can be carried out still is.
    post.reply("porter@players.example", &letter, "deploy", &[]);
    let ended = post.fates(6).await;
    assert_eq!(ended[5].0, "carried-out");
    assert!(length(&post, &game).await > before);
    assert_eq!(post.letters_to(&first, 4).await.len(), 4, "the letter, two answers, and that of the order");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_to_what_was_carried_out_leave_room_for_those_to_mistakes() {
    let mut post = Post::with(PROGRAM, true, |config| config.answers_per_hour = 8);
    let (first, _, letter, _) = begun(&post).await;
    let orders = letter.text.lines().filter(|l| l.starts_with("  ") && l.contains(" at ")).map(str::trim);
    let order = orders.take(1).next().unwrap().to_owned();
    let mut last = letter;
    for (count, text) in [order.as_str(), "message: Good morning", "draw", "done done done"].into_iter().enumerate() {
        post.reply("porter@players.example", &last, text, &[]);
        last = post.letters_to(&first, count + 2).await.pop().unwrap();
    }
    // Two answers to letters that did nothing would be all in an hour: this is the first.
    assert!(last.text.contains("Nothing was carried out"), "{}", last.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_whose_sender_is_in_doubt_is_asked_about_and_its_answer_believed() {
    let mut post = Post::open(PROGRAM, true);
    let (first, game, letter, before) = begun(&post).await;
    let doubt = format!("Authentication-Results: {SERVER}; spf=softfail smtp.mailfrom=players.example; dmarc=none");
    for _ in 0..2 {
        post.reply("porter@players.example", &letter, "deploy", &[&doubt]);
    }
    let ended = post.fates(2).await;
    assert_eq!(fates(&ended), ["refused", "refused"]);
    assert_eq!(length(&post, &game).await, before);
    let asked = post.letters_to(&first, 2).await.remove(1);
    assert!(
        asked.text.contains("not certain that you wrote this") && asked.text.contains("> deploy"),
        "{}",
        asked.text
    );
    // Whoever has a copy of an earlier letter does not have this one; whoever has DMARC against them is no better for it.
    let forged = format!("Authentication-Results: {SERVER}; dmarc=fail header.from=players.example");
    post.reply("porter@players.example", &asked, "deploy", &[&forged]);
    assert_eq!(fates(&post.fates(3).await)[2], "forged");
    assert_eq!(length(&post, &game).await, before);
    post.reply("porter@players.example", &asked, "deploy", &[&doubt]);
    assert_eq!(fates(&post.fates(4).await)[3], "carried-out");
    assert!(length(&post, &game).await > before);
    let said = post.letters_to(&first, 4).await;
    assert_eq!(said.iter().filter(|l| l.text.contains("not certain")).count(), 1, "asked once, however often");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_of_several_writers_does_nothing_and_the_seat_is_told() {
    let mut post = Post::open(PROGRAM, true);
    let (first, game, letter, before) = begun(&post).await;
    let other = post.player("lee").await;
    let to = letter.reply_to.clone().unwrap();
    let raw = format!(
        "From: lee@players.example, Porter <porter@players.example>\r\nSender: porter@players.example\r\nTo: <{to}>\r\n\
         Subject: Re: x\r\nMessage-ID: <both@players.example>\r\n\r\ndeploy\r\n"
    );
    assert_eq!(post.send("porter@players.example", &to, raw.as_bytes()), 250);
    assert_eq!(fates(&post.fates(1).await), ["unreadable"]);
    let told = post.letters_to(&first, 2).await.remove(1);
    assert!(told.text.contains("names several writers"), "{}", told.text);
    assert_eq!(length(&post, &game).await, before);
    assert!(post.letters_to(&other, 0).await.iter().all(|l| !l.text.contains("several writers")));
}
