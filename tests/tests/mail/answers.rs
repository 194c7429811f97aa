//! What an answer by mail does, and what it is answered with.

use crate::PROGRAM;
use domain::log::import;
use fieldpost_store::Account;
use fieldpost_tests::post::{Letter, Post};

/// A game of the first ruleset, and the letter with which it begins.
async fn begun(post: &Post) -> (Account, Account, String, Letter) {
    let (first, second) = (post.player("porter").await, post.player("lee").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let game = post.game(ruleset, "The mill", [&first, &second]).await;
    let letter = post.letters_to(&first, 1).await.remove(0);
    (first, second, game, letter)
}

async fn length(post: &Post, game: &str) -> u64 {
    post.server.service.games().table(game, None).await.unwrap().game.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_carried_out_and_the_answer_tells_it_and_can_be_answered_in_turn() {
    let mut post = Post::open(PROGRAM, true);
    let (first, _, game, letter) = begun(&post).await;
    let reply_to = letter.reply_to.clone().unwrap();
    let local = reply_to.split('@').next().unwrap();
    assert!(reply_to.ends_with("@reply.fieldpost.example") && local.len() == 28, "{reply_to}");
    assert!(letter.text.contains("Answer this letter") && letter.text.contains("menu"), "{}", letter.text);
    let before = length(&post, &game).await;
    let order = letter.text.lines().find(|l| l.starts_with("  ") && l.contains(" at ")).unwrap().trim().to_owned();

    let id = post.reply("porter@players.example", &letter, &format!("Hello,\n\n{order}\n\nBest wishes\nPorter"), &[]);
    let answer = post.letters_to(&first, 2).await.remove(1);
    assert_eq!(length(&post, &game).await, before + 1);
    assert_eq!(answer.in_reply_to.as_deref(), Some(id.as_str()));
    assert_eq!(answer.submitted, "auto-replied");
    assert!(answer.subject.starts_with("Re: "), "{}", answer.subject);
    assert!(answer.text.contains(&format!("> {order}")) && answer.text.contains("Carried out."), "{}", answer.text);
    assert!(answer.text.contains("It is your move."), "{}", answer.text);
    assert_ne!(answer.reply_to, letter.reply_to, "each letter has an address of its own");

    // The first letter is stale by now: nothing is done, and what has changed is told.
    post.reply("porter@players.example", &letter, &order, &[]);
    let stale = post.letters_to(&first, 3).await.remove(2);
    assert!(stale.text.contains("moved on") && stale.text.contains(&order), "{}", stale.text);
    assert_eq!(length(&post, &game).await, before + 1);
    // The answer is not.
    post.reply("porter@players.example", &answer, "deploy", &[]);
    let deployed = post.letters_to(&first, 4).await.remove(3);
    assert!(deployed.text.contains("Carried out."), "{}", deployed.text);
    let fates: Vec<String> = post.fates(3).await.into_iter().map(|(fate, _)| fate).collect();
    assert_eq!(fates, ["carried-out", "stale", "carried-out"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_a_letter_or_nothing_unless_one_by_one() {
    let mut post = Post::open(PROGRAM, true);
    let (first, second, game, letter) = begun(&post).await;
    let before = length(&post, &game).await;
    let order = letter.text.lines().find(|l| l.starts_with("  ") && l.contains(" at ")).unwrap().trim().to_owned();
    let piece = order.split(" at ").next().unwrap();
    let wrong = format!("{piece} at 9999");
    let text = format!("{order}\n{wrong}\nmessage: How do you do?");
    post.reply("porter@players.example", &letter, &text, &[]);
    let refused = post.letters_to(&first, 2).await.remove(1);
    assert!(refused.text.contains("Nothing was carried out") && refused.text.contains(&wrong), "{}", refused.text);
    assert_eq!(length(&post, &game).await, before);
    assert!(post.letters_to(&second, 0).await.iter().all(|l| !l.text.contains("How do you do")));

    post.reply("porter@players.example", &letter, &format!("one by one\n{order}\n{wrong}"), &[]);
    let half = post.letters_to(&first, 3).await.remove(2);
    assert!(half.text.contains("as far as this line") && half.text.contains(&wrong), "{}", half.text);
    assert_eq!(length(&post, &game).await, before + 1);
    let fates: Vec<String> = post.fates(2).await.into_iter().map(|(fate, _)| fate).collect();
    assert_eq!(fates, ["refused", "carried-out"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn words_that_ask_for_something_to_read_change_nothing() {
    let mut post = Post::with(PROGRAM, true, |config| config.letter_maps = true);
    let (first, _, game, letter) = begun(&post).await;
    let before = length(&post, &game).await;
    let choices = post.server.service.games().table(&game, Some(&first)).await.unwrap().menu(None).unwrap().choices;
    post.reply("porter@players.example", &letter, "menu\nmap\nrules 4\nhelp\nstanding", &[]);
    let answer = post.letters_to(&first, 2).await.remove(1);
    assert!(answer.text.contains(&format!("({})", choices.len())), "{}", answer.text);
    assert!(answer.text.contains(&format!("1. {}: {}", choices[0].label, choices[0].order)), "{}", answer.text);
    assert!(
        answer.text.contains("Rules ")
            && answer.text.contains("one by one")
            && answer.text.contains("Your standing orders")
    );
    assert!(answer.pictures > 1_000, "the map goes with it");

    // A number of the list, tried and then given: the list is that of the letter's own head.
    post.reply("porter@players.example", &answer, "preview\n2", &[]);
    let tried = post.letters_to(&first, 3).await.remove(2);
    assert!(tried.text.contains(&format!("Legal: {}", choices[1].order)), "{}", tried.text);
    assert_eq!(length(&post, &game).await, before);
    post.reply("porter@players.example", &answer, "2", &[]);
    let done = post.letters_to(&first, 4).await.remove(3);
    assert!(done.text.contains("Carried out.") && done.text.contains(&choices[1].order), "{}", done.text);
    assert_eq!(length(&post, &game).await, before + 1);
    post.reply("porter@players.example", &done, "999", &[]);
    let none = post.letters_to(&first, 5).await.remove(4);
    assert!(none.text.contains("no choice 999"), "{}", none.text);
    post.reply("porter@players.example", &done, "", &[]);
    let nothing = post.letters_to(&first, 6).await.remove(5);
    assert!(nothing.text.contains("says nothing"), "{}", nothing.text);
    let fates: Vec<String> = post.fates(5).await.into_iter().map(|(fate, _)| fate).collect();
    assert_eq!(fates, ["answered", "answered", "carried-out", "refused", "answered"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_the_map_where_letters_bring_none_is_told_where_it_is() {
    let mut post = Post::with(PROGRAM, true, |config| config.letter_maps = false);
    let (first, _, _, letter) = begun(&post).await;
    post.reply("porter@players.example", &letter, "map", &[]);
    let answer = post.letters_to(&first, 2).await.remove(1);
    assert_eq!(answer.pictures, 0);
    assert!(answer.text.contains("No picture of the map comes with this letter"), "{}", answer.text);
    assert!(answer.text.contains("The position"), "{}", answer.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn standing_orders_with_conditions_go_by_mail() {
    let mut post = Post::open(PROGRAM, true);
    let (first, _, game, letter) = begun(&post).await;
    let table = post.server.service.games().table(&game, Some(&first)).await.unwrap();
    let offers = table.game.ruleset().standing_offers();
    let (one, two) = (&offers[0], &offers[1]);
    let rule = format!("if turn >= 2: ask; {}", one.default);
    let body = format!("standing {} = {rule}\nstanding {} ask", one.key, two.key);
    post.reply("porter@players.example", &letter, &body, &[]);
    let answer = post.letters_to(&first, 2).await.remove(1);
    let standing = post.server.service.games().table(&game, Some(&first)).await.unwrap().standing().unwrap();
    assert_eq!((standing.get(one.key), standing.get(two.key)), (rule.as_str(), "ask"), "{}", answer.text);

    let wrong = format!("standing {} = if turn >= 99: ask; {}", one.key, one.default);
    post.reply("porter@players.example", &answer, &wrong, &[]);
    let refused = post.letters_to(&first, 3).await.remove(2);
    assert!(refused.text.contains("turn is never 99"), "{}", refused.text);
    let after = post.server.service.games().table(&game, Some(&first)).await.unwrap().standing().unwrap();
    assert_eq!(after, standing);
}

/// Written in the letter that hands the game over, they hold for what comes of it, and the opponent hears of the hand-over.
#[tokio::test(flavor = "multi_thread")]
async fn standing_orders_in_a_letter_with_orders_come_first() {
    let mut post = Post::open(PROGRAM, true);
    let (first, second, game, letter) = begun(&post).await;
    let table = post.server.service.games().table(&game, Some(&first)).await.unwrap();
    let offer = table.game.ruleset().standing_offers().remove(0);
    let body = format!("deploy\ndone\nstanding {} ask", offer.key);
    post.reply("porter@players.example", &letter, &body, &[]);
    let asked = post.letters_to(&second, 1).await.remove(0);
    assert!(asked.reply_to.is_some() && asked.text.contains("Answer this letter"), "{}", asked.text);
    let table = post.server.service.games().table(&game, Some(&first)).await.unwrap();
    let log = import(&post.server.service.games().log(&table).await.unwrap()).unwrap().records;
    let at = |kind: &str| log.iter().position(|r| r.read().unwrap().kind().starts_with(kind)).unwrap();
    assert!(at("standing/") < at("order/"));
    assert_eq!(table.standing().unwrap().get(offer.key), "ask");

    // One line that is wrong, and nothing of it is done.
    let before = length(&post, &game).await;
    let body = format!("standing {} = never ever\ndeploy", offer.key);
    post.reply("lee@players.example", &asked, &body, &[]);
    let refused = post.letters_to(&second, 2).await.remove(1);
    assert!(!refused.text.contains("Carried out"), "{}", refused.text);
    assert_eq!(length(&post, &game).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_draws_standing_orders_and_resigning_go_by_mail() {
    let mut post = Post::open(PROGRAM, true);
    let (first, second, game, letter) = begun(&post).await;
    post.reply("porter@players.example", &letter, "draw\nstanding keen\nmessage: Shall we call it a draw?", &[]);
    let answer = post.letters_to(&first, 2).await.remove(1);
    assert!(answer.text.contains("Your message is on its way."), "{}", answer.text);
    let letters = post.letters_to(&second, 2).await;
    let said = letters.iter().find(|l| l.text.contains("Shall we call it a draw?")).unwrap();
    let offered = letters.iter().find(|l| l.text.contains("draw accept")).unwrap();
    // A message can be answered as well, whatever else has happened.
    post.reply("lee@players.example", said, "message: Not yet.", &[]);
    post.letters_to(&first, 3).await;
    post.reply("lee@players.example", offered, "draw decline", &[]);
    let declined = post.letters_to(&first, 4).await;
    assert!(declined.iter().any(|l| l.text.contains("Not yet.")));
    assert!(declined.iter().any(|l| l.text.contains("was declined")), "{:?}", declined.last());

    let table = post.server.service.games().table(&game, Some(&first)).await.unwrap();
    let offers = table.game.ruleset().standing_offers();
    assert_eq!(table.standing(), Some(domain::referee::Standing::at(domain::referee::Level::NeverAsk, &offers)));
    assert_eq!(table.game.draw_offered(), None);

    let told = declined.iter().rfind(|l| l.reply_to.is_some()).unwrap();
    post.reply("porter@players.example", told, "resign", &[]);
    let sure = post.letters_to(&first, 5).await.remove(4);
    assert!(sure.text.contains("resign sure"), "{}", sure.text);
    assert!(post.server.service.games().table(&game, Some(&first)).await.unwrap().game.result().is_none());
    post.reply("porter@players.example", &sure, "resign sure", &[]);
    let over = post.letters_to(&first, 7).await;
    assert!(over.iter().any(|l| l.text.contains("The game is over")), "{over:?}");

    // A reply to a finished game, from either side of the end.
    let end = post.letters_to(&second, 5).await.pop().unwrap();
    post.reply("lee@players.example", &end, "done", &[]);
    post.reply("porter@players.example", &letter, "deploy", &[]);
    let late = post.letters_to(&first, 8).await.pop().unwrap();
    assert!(late.text.contains("the game is over"), "{}", late.text);
    let fates: Vec<String> = post.fates(7).await.into_iter().map(|(fate, _)| fate).collect();
    assert_eq!(fates[5..], ["refused", "stale"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_games_in_one_letter_are_answered_together() {
    let mut post = Post::open(PROGRAM, true);
    let (first, second, mill, letter) = begun(&post).await;
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let other = post.game(ruleset, "The bridge", [&first, &second]).await;
    post.letters_to(&first, 2).await;
    let (before, bridge) = (length(&post, &mill).await, length(&post, &other).await);
    post.reply("porter@players.example", &letter, "deploy\n\ngame The bridge\nnonsense\n\ngame The moon\ndeploy", &[]);
    let answer = post.letters_to(&first, 3).await.remove(2);
    for told in ["The mill", "The bridge", "The moon", "Carried out.", "Nothing was carried out", "no game called"] {
        assert!(answer.text.contains(told), "{told}: {}", answer.text);
    }
    assert!(length(&post, &mill).await > before);
    assert_eq!(length(&post, &other).await, bridge);
    let id = other[other.len() - 8..].to_owned();
    post.reply("porter@players.example", &answer, &format!("game {id}\ndeploy"), &[]);
    let answer = post.letters_to(&first, 4).await.remove(3);
    assert!(answer.text.contains("Carried out.") && answer.text.contains("The bridge"), "{}", answer.text);
    assert!(length(&post, &other).await > bridge);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_read_again_because_the_process_died_is_carried_out_and_answered_once() {
    use sqlx::Connection;
    let mut post = Post::open(PROGRAM, true);
    let (first, second, game, letter) = begun(&post).await;
    post.reply("porter@players.example", &letter, "deploy\nmessage: Good morning", &[]);
    post.letters_to(&first, 2).await;
    post.letters_to(&second, 1).await;
    let after = length(&post, &game).await;
    // As the row stands when the process dies behind the append, before the note that the letter is done with.
    let path = format!("sqlite://{}", post.server.service.store.path().display());
    let mut file = sqlx::SqliteConnection::connect(&path).await.unwrap();
    let undone = "UPDATE inbox SET outcome = NULL, finished = NULL, reply_key = NULL, answered = 0, due = 0";
    assert_eq!(sqlx::query(undone).execute(&mut file).await.unwrap().rows_affected(), 1);
    file.close().await.unwrap();
    let ended = post.fates(1).await;
    assert_eq!(ended[0].0, "carried-out");
    assert_eq!(length(&post, &game).await, after);
    assert_eq!(post.server.service.store.messages().of_game(game.parse().unwrap(), 0).await.unwrap().len(), 1);
    // What is queued now comes out behind what would have been queued before it.
    post.reply("porter@players.example", &letter, "help", &[]);
    assert_eq!(post.letters_to(&first, 3).await.len(), 3);
    assert_eq!(post.letters_to(&second, 1).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_is_asked_for_and_agreed_to_by_mail() {
    let mut post = Post::open(PROGRAM, true);
    let (first, second, game, letter) = begun(&post).await;
    let table = post.server.service.games().table(&game, Some(&first)).await.unwrap();
    let (record, view) = (table.game.len(), table.view());
    let order = letter.text.lines().find(|l| l.starts_with("  ") && l.contains(" at ")).unwrap().trim().to_owned();
    post.reply("porter@players.example", &letter, &order, &[]);
    let done = post.letters_to(&first, 2).await.remove(1);
    let ways = post.server.service.games().table(&game, Some(&first)).await.unwrap();
    let ways = post.server.service.takebacks().ways_back(&ways).await.unwrap();
    assert!(ways[0].record <= record, "{ways:?}");

    let ask = format!("takeback {} I meant the other hill", ways[0].record);
    post.reply("porter@players.example", &done, &ask, &[]);
    let asked = post.letters_to(&second, 1).await.pop().unwrap();
    assert!(asked.text.contains("takeback accept") && asked.text.contains("the other hill"), "{}", asked.text);
    assert!(asked.text.contains("one order given since, nothing rolled"), "{}", asked.text);
    post.reply("lee@players.example", &asked, "Hello Porter,\n\ntakeback accept\n\nBest wishes\nLee", &[]);
    let answered = post.letters_to(&second, 2).await.pop().unwrap();
    assert!(answered.text.contains("Carried out."), "{}", answered.text);
    // The letter of the beginning, two answers, and then the agreement.
    let agreed = post.letters_to(&first, 4).await;
    assert!(agreed.iter().any(|l| l.text.contains("Your takeback was agreed to")), "{:?}", agreed.last());
    let table = post.server.service.games().table(&game, Some(&first)).await.unwrap();
    assert_eq!(format!("{:?}", table.view()), format!("{view:?}"));
    assert!(table.game.takeback().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn friendly_words_are_left_out_and_what_may_be_meant_otherwise_is_asked() {
    let mut post = Post::open(PROGRAM, true);
    let (first, _, game, letter) = begun(&post).await;
    let before = length(&post, &game).await;
    let order = letter.text.lines().find(|l| l.starts_with("  ") && l.contains(" at ")).unwrap().trim().to_owned();
    let piece = order.split(" at ").next().unwrap();

    // An order, talk, an order: which of them is meant is asked.
    let text = format!("Hi Bert, good luck!\n\n{order}\n\nThat will teach them a lesson\n\ndeploy");
    post.reply("porter@players.example", &letter, &text, &[]);
    let apart = post.letters_to(&first, 2).await.remove(1);
    assert!(
        apart.text.contains("not sure what you mean") && apart.text.contains("talk stands between"),
        "{}",
        apart.text
    );
    // What is written below takes it back, perhaps.
    let text = format!("{order}\n\nHmm, wait, I will write again tomorrow");
    post.reply("porter@players.example", &letter, &text, &[]);
    let unsure = post.letters_to(&first, 3).await.remove(2);
    assert!(
        unsure.text.contains("not sure what you mean") && unsure.text.contains("may change one"),
        "{}",
        unsure.text
    );
    assert!(unsure.text.contains("put # before"), "{}", unsure.text);
    // A slip in a name is an order that cannot be read.
    let text = format!("I hope you are well\n\n{piece} att 9999");
    post.reply("porter@players.example", &letter, &text, &[]);
    let slip = post.letters_to(&first, 4).await.remove(3);
    assert!(slip.text.contains("Nothing was carried out") && slip.text.contains("att 9999"), "{}", slip.text);
    // undo speaks of what is laid out on the page, and goes alone.
    post.reply("porter@players.example", &letter, &format!("{order}\nundo"), &[]);
    let undo = post.letters_to(&first, 5).await.remove(4);
    assert!(undo.text.contains("Nothing was carried out") && undo.text.contains("letter of its own"), "{}", undo.text);
    assert_eq!(length(&post, &game).await, before);

    let text = format!(
        "Salut Bert, belle attaque !\n\nWhat a fine battle this is.\n\n*{order}*, please!\n\nSee you at the club on Thursday\n\nAmiti\u{e9}s\nPorter"
    );
    post.reply("porter@players.example", &letter, &text, &[]);
    let done = post.letters_to(&first, 6).await.remove(5);
    assert!(done.text.contains("Carried out."), "{}", done.text);
    assert!(
        done.text.contains("See you at the club") && done.text.contains("behind the word message"),
        "{}",
        done.text
    );
    assert_eq!(length(&post, &game).await, before + 1);
    let fates: Vec<String> = post.fates(5).await.into_iter().map(|(fate, _)| fate).collect();
    assert_eq!(fates, ["refused", "refused", "refused", "refused", "carried-out"]);
}
