//! Games played on a table, entered by an umpire: begun, added to, corrected, made final, shown with what their dice are; and every way to do it wrong.

use fieldpost_tests::{Player, TestServer};
use reqwest::StatusCode;
use serde_json::Value;

const WHOLE: &str = include_str!("../../../docs/examples/gaines-mill-on-a-table.txt");

/// The headers of the example, and its orders without the last word.
fn parts() -> (String, Vec<&'static str>) {
    let heads = WHOLE.lines().take_while(|l| *l != "deploy").collect::<Vec<_>>().join("\n");
    let orders: Vec<&str> = WHOLE.lines().skip_while(|l| *l != "deploy").filter(|l| *l != "final").collect();
    (heads, orders)
}

/// The orders up to the first that rolls in turn 1.
fn opening() -> Vec<&'static str> {
    let (_, orders) = parts();
    orders.into_iter().take_while(|l| !l.starts_with("Branch fire")).collect()
}

async fn begin(umpire: &Player, text: &str) -> String {
    let begun = umpire.browser.post("/enter", &[("text", text)]).await;
    assert_eq!(begun.status(), StatusCode::SEE_OTHER, "{}", begun.text().await.unwrap());
    let to = begun.headers()["location"].to_str().unwrap().to_owned();
    to.trim_start_matches("/games/").trim_end_matches("/entry").to_owned()
}

async fn state(player: &Player, game: &str) -> Value {
    player.api.get(&format!("/api/games/{game}")).await.json().await.unwrap()
}

/// Sends lines to the page of entering, on the head that stands; the status and the page.
async fn enter(player: &Player, game: &str, fields: &[(&str, &str)]) -> (StatusCode, String) {
    let head = state(player, game).await["head"].as_str().unwrap_or_default().to_owned();
    let mut form = vec![("seen", head.as_str())];
    form.extend(fields);
    let answer = player.browser.post(&format!("/games/{game}/entry"), &form).await;
    (answer.status(), answer.text().await.unwrap())
}

async fn begun(server: &TestServer) -> (Player, String) {
    let umpire = server.player("umpire").await;
    let (heads, _) = parts();
    let game = begin(&umpire, &format!("{heads}\n{}", opening().join("\n"))).await;
    (umpire, game)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_umpire_enters_a_game_block_by_block_and_loses_nothing_that_was_typed() {
    let server = TestServer::open();
    let umpire = server.player("umpire").await;
    // By the form, without headers of its own.
    let form = [
        ("scenario", "gaines-mill/battle"),
        ("union", "Ruth <b>Hale</b>"),
        ("confederate", "Tom Ames"),
        ("played", "a Sunday"),
        ("text", ""),
    ];
    let started = umpire.browser.post("/enter", &form).await;
    assert_eq!(started.status(), StatusCode::SEE_OTHER);
    let to = started.headers()["location"].to_str().unwrap().to_owned();
    assert!(to.ends_with("/entry"), "{to}");
    let game = to.trim_start_matches("/games/").trim_end_matches("/entry").to_owned();
    let page = umpire.browser.get(&to).await.text().await.unwrap();
    assert!(page.contains("In force: 0 orders") && page.contains("What comes next"), "{page}");
    // A block with a line in it that the rules do not take: what is before it stands, the rest stays in the box.
    let text =
        format!("{}\nBranch fire 1011 ! 3\nJ.R. Anderson fire 1011 ! 2 6 # the same regiment", opening().join("\n"));
    let tried = enter(&umpire, &game, &[("text", &text), ("do", "check")]).await;
    assert!(tried.1.contains("Tried, not entered yet") && tried.1.contains("# the same regiment"), "{}", tried.1);
    assert_eq!(state(&umpire, &game).await["length"], 1);
    let (_, page) = enter(&umpire, &game, &[("text", &text), ("do", "enter")]).await;
    assert!(page.contains("This order rolls 2 dice: Warren's defense; one is given."), "{page}");
    // Notation in a sentence is notation, without the marks by which programs know it.
    assert!(page.contains("such as <span class=\"notation\">! ") && !page.contains("such as `"), "{page}");
    assert!(page.contains("One line behind it was not looked at."), "{page}");
    assert!(
        page.contains(">Branch fire 1011 ! 3\nJ.R. Anderson fire 1011 ! 2 6 # the same regiment</textarea>"),
        "{page}"
    );
    let now = state(&umpire, &game).await;
    assert!(now["length"].as_u64().unwrap() > 10, "{now}");
    // Mended, it goes on.
    let (code, page) = enter(&umpire, &game, &[("text", "Branch fire 1011 ! 3 1"), ("do", "enter")]).await;
    assert_eq!(code, StatusCode::OK);
    assert!(page.contains("One line is new.") && page.contains("Confederate: Branch fire 1011 ! 3 1"), "{page}");
    for path in ["", "/replay/5", "/chronicle"] {
        let shown = umpire.browser.get(&format!("/games/{game}{path}")).await.text().await.unwrap();
        assert!(shown.contains("Dice as told by the umpire"), "{path}: {shown}");
        assert!(!shown.contains("<b>Hale"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mistyped_order_is_corrected_after_a_report_and_the_game_is_a_finished_one() {
    let server = TestServer::open();
    let umpire = server.player("umpire").await;
    let (heads, orders) = parts();
    let game = begin(&umpire, &format!("{heads}\n{}", orders.join("\n"))).await;
    let page = umpire.browser.get(&format!("/games/{game}/entry")).await.text().await.unwrap();
    assert!(page.contains("The rules say that the game is over"), "{page}");
    // An order in the middle: Field's move in turn 2, on which later orders hang.
    let at = page.find("Confederate: Field 0910-0911<").expect("the order is listed");
    let link = &page[at..][page[at..].find("entry?correct=").unwrap() + 14..];
    let record = link.split(['"', '#']).next().unwrap().to_owned();
    let form = umpire.browser.get(&format!("/games/{game}/entry?correct={record}")).await.text().await.unwrap();
    assert!(form.contains(">Confederate: Field 0910-0911</textarea>"), "{form}");
    let before = state(&umpire, &game).await["length"].as_u64().unwrap();
    let wrong = [("record", record.as_str()), ("text", "Confederate: Field recover"), ("reason", "not Field")];
    let (code, report) = enter(&umpire, &game, &[&wrong[..], &[("do", "check")]].concat()).await;
    // The correction itself is against the rules: that is said, and the button says that the old order would only go.
    assert_eq!(code, StatusCode::UNPROCESSABLE_ENTITY, "{report}");
    assert!(report.contains("The correction itself is refused") && report.contains('§'), "{report}");
    assert!(report.contains("and would be left out") && !report.contains("Correct it so"), "{report}");
    assert!(report.contains(&format!("Take record {record} out, with nothing in its place</button>")), "{report}");
    assert_eq!(state(&umpire, &game).await["length"], before, "nothing is recorded before the umpire has seen it");
    let (code, report) = enter(&umpire, &game, &[&wrong[..], &[("do", "enter")]].concat()).await;
    assert_eq!(code, StatusCode::OK, "{report}");
    assert!(report.contains("and were left out") && report.contains("nothing stands in its place"), "{report}");
    assert!(state(&umpire, &game).await["length"].as_u64().unwrap() > before);
    let told = umpire.browser.get(&format!("/games/{game}/log")).await.text().await.unwrap();
    assert!(told.contains("correction/1") && told.contains("not Field"));
    // The umpire says how it ended, and makes it final.
    let (code, page) = enter(&umpire, &game, &[("text", "Union resigns"), ("do", "enter")]).await;
    assert!(code == StatusCode::SEE_OTHER || page.contains("final"), "{page}");
    if code != StatusCode::SEE_OTHER {
        assert_eq!(enter(&umpire, &game, &[("text", "final"), ("do", "enter")]).await.0, StatusCode::SEE_OTHER);
    }
    assert_eq!(
        server.service.store.games().get(game.parse().unwrap()).await.unwrap().unwrap().summary.state,
        fieldpost_store::GameState::Ended
    );
    let log = umpire.browser.get(&format!("/games/{game}/log")).await.text().await.unwrap();
    let report = domain::referee::verify(&domain::rulesets::standard(), &log, &domain::referee::Against::default());
    assert!(report.sound && report.testimony.as_deref() == Some("Ruth Hale"), "{report}");
    // In the archive's list it stands with its players' names, and with a word on what its dice are.
    server.archived().await;
    let stranger = server.browser();
    for (query, is_there) in [("", true), ("?player=tom%20a", true), ("?player=nobody%20of%20that%20name", false)] {
        let list = stranger.get(&format!("/archive{query}")).await.text().await.unwrap();
        assert_eq!(list.contains(&format!("/archive/{game}\"")), is_there, "{query}: {list}");
        if is_there {
            assert!(list.contains("Ruth Hale") && list.contains("Tom Ames"), "{list}");
            assert!(list.contains("Dice as told by Ruth Hale, umpire") && !list.contains("played elsewhere"), "{list}");
        }
    }
    // When it was played, and by whom, stands where it is looked at.
    for path in [format!("/games/{game}"), format!("/archive/{game}"), format!("/archive/{game}/report")] {
        let shown = stranger.get(&path).await.text().await.unwrap();
        assert!(shown.contains("Played: 3 May 1998"), "{path}: {shown}");
        assert!(!shown.contains("Enter orders"), "{path}: {shown}");
    }
    for path in ["/lobby", "/"] {
        let list = stranger.get(path).await.text().await.unwrap();
        assert!(list.contains("Tom Ames") && !list.contains("played elsewhere"), "{path}: {list}");
    }
    let own = umpire.browser.get("/games").await.text().await.unwrap();
    assert!(!own.contains("played elsewhere"), "{own}");
    // Its report is folded by turns, the last one open; for paper all are.
    let report = stranger.get(&format!("/archive/{game}/report")).await.text().await.unwrap();
    let folds =
        |page: &str| (page.matches("class=\"told-fold\"").count(), page.matches("class=\"told-fold\" open").count());
    assert!(folds(&report).0 > 3 && folds(&report).1 == 1, "{:?}", folds(&report));
    let whole = stranger.get(&format!("/archive/{game}/report?whole=yes")).await.text().await.unwrap();
    assert!(folds(&whole).0 == folds(&whole).1, "{:?}", folds(&whole));
    // Nothing follows on what is final, and that is said in words.
    let closed = umpire.browser.get(&format!("/games/{game}/entry")).await;
    assert_eq!(closed.status(), StatusCode::CONFLICT);
    let closed = closed.text().await.unwrap();
    assert!(
        closed.contains("<h1>This game is closed</h1>") && closed.contains("Nothing in it can be corrected"),
        "{closed}"
    );
    let (code, page) = enter(&umpire, &game, &[("text", "done"), ("do", "enter")]).await;
    assert_eq!(code, StatusCode::CONFLICT, "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_entered_is_refused_with_its_reason_and_nothing_is_recorded() {
    let server = TestServer::open();
    let (umpire, game) = begun(&server).await;
    let length = state(&umpire, &game).await["length"].clone();
    for (line, status, why) in [
        ("Napoleon fire 1011 ! 3 1", 422, "Napoleon"),
        ("Union: Griffin fire 0811 ! 6 2", 422, "Union is out of turn: the game waits for Confederate."),
        ("Branch fire 1011", 422, "none is given"),
        ("Branch fire 1011 ! 3 1 6", 422, "one is left over (6)"),
        ("Branch fire 1011 ! 3 7", 422, "No die of 6 shows 7"),
        ("done ! 4", 422, "This order rolls nothing"),
        ("Branch fire 0101 ! 3 1", 422, "§"),
        ("Branch fire 1011 ! six", 400, "is no face of a die"),
        ("Texas: done", 400, "There is no seat"),
        ("   ", 400, "There is no order"),
        ("final", 422, "not over by the rules"),
    ] {
        let (code, page) = enter(&umpire, &game, &[("text", line), ("do", "enter")]).await;
        assert_eq!(code.as_u16(), status, "{line}: {page}");
        assert!(page.contains(why), "{line}: {page}");
        assert!(line.trim().is_empty() || page.contains(&format!(">{line}</textarea>")), "{line} is lost: {page}");
    }
    // A page that is out of date, a record that is no order, no number at all.
    let stale = [("seen", "00"), ("text", "Branch fire 1011 ! 3 1"), ("do", "enter")];
    let answer = umpire.browser.post(&format!("/games/{game}/entry"), &stale).await;
    assert_eq!(answer.status(), StatusCode::CONFLICT);
    assert!(answer.text().await.unwrap().contains("Branch fire 1011 ! 3 1</textarea>"));
    assert_eq!(enter(&umpire, &game, &[("record", "1"), ("text", "done")]).await.0, StatusCode::NOT_FOUND);
    assert_eq!(enter(&umpire, &game, &[("record", "x"), ("text", "done")]).await.0, StatusCode::BAD_REQUEST);
    // More than is read at once.
    let paste = "# much ado\n".repeat(20_000);
    let answer =
        umpire.browser.post(&format!("/games/{game}/entry"), &[("text", &paste), ("do", &"enter".to_owned())]).await;
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(state(&umpire, &game).await["length"], length, "nothing of all this is recorded");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_but_the_umpire_enters_and_nobody_enters_a_game_that_is_played() {
    let server = TestServer::open();
    let (umpire, game) = begun(&server).await;
    let stranger = server.player("stranger").await;
    let (code, page) = enter(&stranger, &game, &[("text", "Branch fire 1011 ! 3 1"), ("do", "enter")]).await;
    assert_eq!(code, StatusCode::FORBIDDEN, "{page}");
    assert_eq!(stranger.browser.get(&format!("/games/{game}/entry")).await.status(), StatusCode::FORBIDDEN);
    let first = server.player("first").await;
    let played = server.game(&first, &umpire).await;
    let (code, _) = enter(&first, &played, &[("text", "done"), ("do", "enter")]).await;
    assert_eq!(code, StatusCode::CONFLICT);
    // Nor does anybody play one that is entered.
    let order = umpire.order(&game, &["done"], &fieldpost_tests::key(), None).await;
    assert_eq!(order.status(), StatusCode::FORBIDDEN);
    // Beginnings that cannot be.
    for (form, why) in [
        (vec![("text", "Game: chess\n")], "There is no game"),
        (vec![("scenario", "gaines-mill/battle"), ("union", "A")], "Player Confederate"),
        (
            vec![
                ("scenario", "gaines-mill/battle"),
                ("union", "A"),
                ("confederate", "B"),
                ("text", "deploy\ndone ! x"),
            ],
            "Line 2",
        ),
    ] {
        let answer = umpire.browser.post("/enter", &form).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
        let page = answer.text().await.unwrap();
        assert!(page.contains(why), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_in_force_is_folded_by_turns_and_a_legal_correction_is_made_by_a_button_that_says_so() {
    let server = TestServer::open();
    let (umpire, game) = begun(&server).await;
    let (code, page) = enter(&umpire, &game, &[("text", "Branch fire 1011 ! 3 1"), ("do", "enter")]).await;
    assert_eq!(code, StatusCode::OK);
    let folds = |page: &str| {
        (page.matches("<details class=\"entered-turn\"").count(), page.matches("entered-turn\" open").count())
    };
    assert!(folds(&page).0 >= 2 && folds(&page).1 == 1, "{page}");
    let at = page.find("Confederate: Branch fire 1011 ! 3 1<").expect("the order is listed");
    let record = page[at..].split("entry?correct=").nth(1).unwrap().split('#').next().unwrap().to_owned();
    let mended = [("record", record.as_str()), ("text", "Confederate: Branch fire 1011 ! 3 2")];
    let (code, report) = enter(&umpire, &game, &[&mended[..], &[("do", "check")]].concat()).await;
    assert_eq!(code, StatusCode::OK, "{report}");
    assert!(report.contains(">Correct it so</button>") && !report.contains("itself is refused"), "{report}");
    assert!(report.contains(&format!("id=\"o{record}\" aria-current")) && folds(&report).1 == 1, "{report}");
    // The one who can go on with it is told so where the game is, and nobody else.
    let own = umpire.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    let button =
        format!("action=\"/games/{game}/entry\" class=\"enters pinned\"><button class=\"primary\">Enter orders<");
    assert!(own.contains(&button), "{own}");
    assert!(own.contains("The umpire enters what came next.") && !own.contains("Waiting for"), "{own}");
    let other = server.browser().get(&format!("/games/{game}")).await.text().await.unwrap();
    assert!(!other.contains("Enter orders"), "{other}");
    // A private list of one's own names the players as well.
    let list = umpire.browser.get("/games").await.text().await.unwrap();
    assert!(!list.contains("played elsewhere"), "{list}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demonstration_s_archive_has_the_game_from_a_table_with_its_correction() {
    let server = TestServer::open();
    let umpire = server.player("umpire").await;
    fieldpost::demo::on_a_table(&server.service, &umpire.account).await.unwrap();
    let stranger = server.browser();
    server.archived().await;
    let list = stranger.get("/archive").await.text().await.unwrap();
    let game =
        list.split("href=\"/archive/").nth(1).and_then(|rest| rest.split('"').next()).expect("it is in the archive");
    let log = stranger.get(&format!("/games/{game}/log")).await.text().await.unwrap();
    let report = domain::referee::verify(&domain::rulesets::standard(), &log, &domain::referee::Against::default());
    assert!(report.sound && report.testimony.as_deref() == Some("Ruth Hale"), "{report}");
    let records = domain::log::import(&log).unwrap().records;
    let corrections: Vec<u64> = records.iter().filter(|r| r.is_kind("correction/")).map(|r| r.seq).collect();
    let [correction] = corrections[..] else { panic!("corrected at {corrections:?}") };
    let left = domain::log::LineOfPlay::of(&records).left();
    let [(first, last)] = left[..] else { panic!("{left:?}") };
    assert!(last + 1 == correction && first > 50 && last - first > 20, "in the middle: {left:?}");
    // Told as corrected where it is looked at, and as text it stands as it was played.
    let page = stranger.get(&format!("/games/{game}/replay/{correction}")).await.text().await.unwrap();
    assert!(page.contains("The die was misread."), "{page}");
    let text = stranger.get(&format!("/archive/{game}/text")).await.text().await.unwrap();
    let registry = domain::rulesets::standard();
    fieldpost::notation::held_against(&registry, &text, &log).unwrap();
    let played = domain::referee::Transcript::read(&registry, WHOLE).unwrap();
    let id = domain::log::GameId([9; 16]);
    let begun = domain::referee::Game::testify_anew(&registry, played.begins(id, domain::log::Millis(1))).unwrap();
    let whole = begun.game.bring_to(&begun.records, 1, &played.lines, ("", domain::log::Millis(2), false)).unwrap();
    let corrected = domain::referee::Game::replay(&registry, &records).unwrap();
    assert!(corrected.position().same(whole.played.game.position()));
}
