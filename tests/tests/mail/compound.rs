//! Several orders as one line, and shorthand, by letter.

use crate::PROGRAM;
use domain::log::{Body, import};
use domain::referee::Viewer;
use fieldpost_store::Account;
use fieldpost_tests::post::{Letter, Post};

/// The orders in the log of a game.
async fn orders(post: &Post, game: &str, player: &Account) -> Vec<String> {
    let games = post.server.service.games();
    let table = games.table(game, Some(player)).await.unwrap();
    let records = import(&games.log(&table).await.unwrap()).unwrap().records;
    let order = |body: Body| if let Body::Order(order) = body { Some(order.order) } else { None };
    records.iter().filter_map(|r| order(r.read().unwrap())).collect()
}

/// Answers a letter, and gives the answer to that.
async fn answer(post: &mut Post, player: &Account, letter: &Letter, text: &str) -> Letter {
    let had = post.letters_to(player, 0).await.len();
    post.reply(player.email.as_str(), letter, text, &[]);
    post.letters_to(player, had + 1).await.remove(had)
}

/// Bloodiest Day from its first impulse: moves of several as one line, a part that is refused, an assault as shorthand.
#[tokio::test(flavor = "multi_thread")]
async fn an_assault_is_ordered_by_letter_in_one_line() {
    let mut post = Post::open(PROGRAM, true);
    let (union, lee) = (post.player("porter").await, post.player("lee").await);
    let game = post.game("bloodiest-day", "The cornfield", [&union, &lee]).await;
    let letter = post.letters_to(&union, 1).await.remove(0);
    let begun = answer(&mut post, &union, &letter, "done\nactivate 19 with Hooker\nhelp").await;
    assert!(begun.text.contains("Carried out."), "{}", begun.text);

    // What can be written is shown by examples from this very position, and they are understood.
    let example = |what: &str| {
        let many = |l: &&str| l.contains("for many at once") && l.contains(what);
        let line = begun.text.lines().find(many).unwrap_or_else(|| panic!("{}", begun.text));
        line.split("for instance now: ").nth(1).unwrap().to_owned()
    };
    assert_eq!(begun.text.matches("move, for instance now: ").count(), 1, "{}", begun.text);
    let (short, both) = (example("for instance now: assault"), example("The same order for each"));
    let table = post.server.service.games().table(&game, Some(&union)).await.unwrap();
    let seat = table.seat.unwrap();
    for line in [&short, &both] {
        let spelled = table.game.spelled(seat, line).unwrap();
        assert!(spelled.len() > 1, "{line}: {spelled:?}");
        assert!(table.game.draft(seat, &spelled).is_ok(), "{line}: {spelled:?}");
    }

    // Two moves and something that is not for now: the answer names the part, and nothing has happened.
    let before = orders(&post, &game, &union).await;
    let moves = table.game.compose(seat, &["assault 27".to_owned()]).unwrap().candidates;
    let units: Vec<String> = moves.iter().filter(|c| !c.taken).map(|c| c.say.clone()).collect();
    let parts = table.game.spelled(seat, &format!("assault 27 with {}, {}", units[0], units[1])).unwrap();
    let wrong = answer(&mut post, &union, &begun, &format!("{}; {}; wake Hooker", parts[0], parts[1])).await;
    assert!(wrong.text.contains("Nothing was carried out.") && wrong.text.contains("Part 3 of 3"), "{}", wrong.text);
    assert_eq!(orders(&post, &game, &union).await, before);

    // One of them and a move of somebody else's by one line, each an order in the log.
    let others = table.game.menu(seat, None).choices.into_iter().filter(|c| c.verb == "move");
    let two = others.map(|c| [parts[0].clone(), c.order]).find(|two| {
        let free = !two[1].starts_with(&units[0]) && !two[1].starts_with(&units[1]);
        free && table.game.draft(seat, two).is_ok_and(|d| d.orders == two)
    });
    let two = two.expect("somebody else can move");
    let moved = answer(&mut post, &union, &wrong, &format!("- {}; {}.", two[0], two[1])).await;
    assert!(moved.text.contains("Carried out."), "{}", moved.text);
    let after = orders(&post, &game, &union).await;
    assert!(after.ends_with(&two), "{after:?}");

    // Shorthand for the rest: whoever joins, and the assault itself. The log has no shorthand.
    let assault = answer(&mut post, &union, &moved, &format!("assault 27 with {}", units[1])).await;
    assert!(assault.text.contains("Carried out."), "{}", assault.text);
    let last = orders(&post, &game, &union).await;
    assert!(last[after.len()..].iter().any(|o| o.starts_with("assault 27 lead ")), "{last:?}");
    assert!(last.iter().all(|o| !o.contains(" with ") || o.starts_with("activate")), "{last:?}");
    let table = post.server.service.games().table(&game, None).await.unwrap();
    assert_eq!(table.viewer, Viewer::Spectator);
}
