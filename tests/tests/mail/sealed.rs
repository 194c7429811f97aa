//! Sealed dice by mail: a letter carries no key, so an order that takes links goes by the page, or by links that were given ahead.

use crate::PROGRAM;
use domain::dice::{ChainName, DiceKey, LINKS};
use domain::log::GivenLink;
use domain::referee::{Against, Links, Sealing, verify};
use fieldpost::service::sealed::SealedAct;
use fieldpost_tests::post::{Letter, Post};

fn said(letter: &Letter) -> String {
    letter.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_takes_links_leads_to_the_page_and_is_carried_out_with_links_given_ahead() {
    let mut post = Post::open(PROGRAM, true);
    let (first, second) = (post.player("porter").await, post.player("lee").await);
    let ruleset = domain::rulesets::standard().all()[0].about().id;
    let (game, [host, guest]) = post.hosted(ruleset, "The mill", [&first, &second]).await;
    let from = if host.id == first.id { "porter@players.example" } else { "lee@players.example" };

    // The host's dice are sealed, the guest's are the house's.
    let table = post.server.service.games().table(&game, Some(host)).await.unwrap();
    let (id, chair) = (table.game.id(), table.game.seat(table.seat.unwrap()).unwrap().chair);
    let key = DiceKey::new([3; 20]);
    let link = |kind, index| GivenLink { index, link: key.chain(id, chair, kind, LINKS).link(index).unwrap() };
    let first_link = link(ChainName::Handover, 1).link;
    let sealing = Sealing { anchors: key.anchors(id, chair, LINKS), first: first_link };
    let service = post.server.service.clone();
    service.play().sealed(&game, host, SealedAct::Seal(sealing)).await.unwrap();
    service.lobby().join(&game, guest, None, "another").await.unwrap();

    let length = async || service.games().table(&game, None).await.unwrap().game.len();
    let mut letters = 1;
    let mut letter = post.letters_to(host, letters).await.remove(0);
    let mut asked = None;
    for line in ["deploy", "done"] {
        let before = length().await;
        post.reply(from, &letter, line, &[]);
        letters += 1;
        letter = post.letters_to(host, letters).await.remove(letters - 1);
        if said(&letter).contains("Your dice are sealed") {
            assert_eq!(length().await, before, "nothing is recorded");
            asked = Some(line);
            break;
        }
        assert!(said(&letter).contains("Carried out."), "{}", letter.text);
    }
    let line = asked.expect("the game is handed over");
    let text = said(&letter);
    assert!(text.contains("this takes hand-over link 2"), "{text}");
    assert!(text.contains("Give the order on the page of the game") && text.contains("Nothing was rolled"), "{text}");
    assert!(text.contains("On the page: http"), "the way there: {text}");

    // With links given ahead the same letter is carried out.
    let ahead = Links { player: Some(link(ChainName::Player, 5)), handover: Some(link(ChainName::Handover, 6)) };
    service.play().sealed(&game, host, SealedAct::Give(ahead)).await.unwrap();
    let before = length().await;
    post.reply(from, &letter, line, &[]);
    let answer = post.letters_to(host, letters + 1).await.remove(letters);
    assert!(said(&answer).contains("Carried out."), "{}", answer.text);
    assert!(length().await > before);

    // The log says whose dice are whose.
    let table = service.games().table(&game, None).await.unwrap();
    let log = service.games().log(&table).await.unwrap();
    let report = verify(&service.registry, &log, &Against::default());
    assert!(report.sound, "{report}");
    assert!(log.contains("sealed/1") && log.contains("deposit/1") && !log.contains("house-dice/1"), "{log}");
    assert_eq!(table.dice_of_seats().iter().filter(|s| s.sealed.is_some()).count(), 1);
}
