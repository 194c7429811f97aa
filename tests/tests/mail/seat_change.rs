//! Who plays a seat, by mail.

use crate::PROGRAM;
use domain::clock::{Claim, ClockTerms, Control};
use domain::referee::SeatId;
use fieldpost_store::Time;
use fieldpost_tests::post::Post;
use fieldpost_tests::slow_game;

const TERMS: ClockTerms = ClockTerms { claim: Claim::Forfeit, control: Control::Days(1), leave: 0, stand_in: true };

#[tokio::test(flavor = "multi_thread")]
async fn a_house_player_stands_in_and_the_player_comes_back_with_an_order() {
    let mut post = Post::with(PROGRAM, true, |config| config.bot_delay = std::time::Duration::from_secs(3600));
    let (first, second) = (post.player("porter").await, post.player("lee").await);
    let game = slow_game(&post.server, [&first, &second], 3, TERMS).await;
    post.server.service.errands().tend_clocks(Time::now()).await;
    let out = post.letters_to(&second, 1).await.remove(0);
    assert!(out.text.contains("stand-in"), "{}", out.text);
    let mine = post.letters_to(&first, 1).await.remove(0);
    post.reply("lee@players.example", &out, "stand-in", &[]);
    let done = post.letters_to(&second, 2).await.remove(1);
    assert!(done.text.contains("Carried out.") && done.text.contains("stands in for porter"), "{}", done.text);
    let told = post.letters_to(&first, 2).await.remove(1);
    assert!(told.text.contains("Answer this letter with “back”"), "{}", told.text);

    // Orders alone are refused; with the word they are taken, in one append.
    let table = async |post: &Post| post.server.service.games().table(&game, None).await.unwrap();
    let before = table(&post).await.game.len();
    post.reply("porter@players.example", &mine, "deploy", &[]);
    let refused = post.letters_to(&first, 3).await.remove(2);
    assert!(
        refused.text.contains("say that you are back") || refused.text.contains("Say that you are back"),
        "{}",
        refused.text
    );
    post.reply("porter@players.example", &told, "deploy nonsense\nback", &[]);
    let refused = post.letters_to(&first, 4).await.remove(3);
    assert!(refused.text.contains("Nothing was carried out"), "{}", refused.text);
    assert_eq!(table(&post).await.game.len(), before);
    post.reply("porter@players.example", &told, "Hello,\n\ndeploy\nI am back\n\nPorter", &[]);
    let back = post.letters_to(&first, 5).await.remove(4);
    assert!(back.text.contains("Carried out.") && back.text.contains("is back and plays"), "{}", back.text);
    let now = table(&post).await;
    assert!(now.game.len() > before + 1);
    assert_eq!(now.game.stood_in(SeatId(0)), None);
    assert!(post.letters_to(&second, 3).await.iter().any(|l| l.text.contains("porter is back")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_replaced_by_mail_and_their_letters_are_void() {
    let mut post = Post::open(PROGRAM, true);
    let (first, second) = (post.player("porter").await, post.player("lee").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let game = post.game(ruleset, "The mill", [&first, &second]).await;
    let letter = post.letters_to(&first, 1).await.remove(0);
    post.reply("porter@players.example", &letter, "replacement me\nmap", &[]);
    let asked = post.letters_to(&first, 2).await.remove(1);
    assert!(asked.text.contains("Somebody else is looked for."), "{}", asked.text);
    let question = post.letters_to(&second, 1).await.remove(0);
    assert!(question.text.contains("replacement agree"), "{}", question.text);
    post.reply("porter@players.example", &letter, "replacement invite ann@players.example", &[]);
    let early = post.letters_to(&first, 3).await.remove(2);
    assert!(early.text.contains("has not agreed yet"), "{}", early.text);
    post.reply("lee@players.example", &question, "replacement agree\nresign sure", &[]);
    let both = post.letters_to(&second, 2).await.remove(1);
    assert!(both.text.contains("a letter of its own"), "{}", both.text);
    post.reply("lee@players.example", &question, "replacement agree", &[]);
    let agreed = post.letters_to(&second, 3).await.remove(2);
    assert!(agreed.text.contains("You have agreed"), "{}", agreed.text);
    let may = post.letters_to(&first, 4).await.remove(3);
    post.reply("porter@players.example", &may, "replacement invite ann@players.example", &[]);
    let ann = post.player("ann").await;
    let invitation = post.letters_to(&ann, 1).await.remove(0);
    let link = invitation.text.split("/join/").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    post.letters_to(&first, 5).await;
    post.server.service.lobby().accept(&link, &ann, None, "").await.expect("it can be accepted");

    let farewell = post.letters_to(&first, 6).await.remove(5);
    assert!(farewell.text.contains("ann plays on for you") && farewell.reply_to.is_none(), "{}", farewell.text);
    let before = post.server.service.games().table(&game, None).await.unwrap().game.len();
    post.reply("porter@players.example", &letter, "deploy", &[]);
    post.reply("porter@players.example", &may, "message: Am I still here?", &[]);
    let fates = post.fates(7).await;
    assert!(fates[5..].iter().all(|(fate, _)| fate == "void"), "{fates:?}");
    assert_eq!(post.server.service.games().table(&game, None).await.unwrap().game.len(), before);
    // The newcomer has a letter to answer, with what is asked in it.
    let hello = post.letters_to(&ann, 2).await.remove(1);
    assert!(hello.text.contains("from here on"), "{}", hello.text);
    post.reply("ann@players.example", &hello, "deploy\nmessage: Good evening", &[]);
    let done = post.letters_to(&ann, 3).await.remove(2);
    assert!(done.text.contains("Carried out."), "{}", done.text);
    assert!(
        post.letters_to(&second, 4)
            .await
            .iter()
            .any(|l| l.text.contains("Good evening") || l.text.contains("ann plays the"))
    );
    assert_eq!(post.letters_to(&first, 6).await.len(), 6, "no more letters");
    assert!(
        post.server
            .service
            .store
            .messages()
            .of_game(game.parse().unwrap(), 0)
            .await
            .unwrap()
            .iter()
            .all(|m| !m.text.contains("Am I still"))
    );
}
