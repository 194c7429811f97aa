//! Planning ahead on a copy: what is tried there stays there, until it is laid out as a draft.

use fieldpost_tests::TestServer;
use reqwest::StatusCode;

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_planned_and_laid_out_as_a_draft() {
    let server = TestServer::open();
    let players = [server.player("porter").await, server.player("lee").await];
    let game = server.game(&players[0], &players[1]).await;
    let plan = format!("/games/{game}/plan");
    let before = players[0].state(&game).await["length"].clone();
    let page = players[0].browser.get(&plan).await;
    assert_eq!(page.status(), StatusCode::OK);
    assert!(page.text().await.unwrap().contains("Nothing ordered yet"));

    let order = players[0].menu(&game).await.swap_remove(0);
    let tried = players[0].browser.post(&format!("{plan}/orders"), &[("order", &order), ("seen", "0")]).await;
    assert_eq!(tried.status(), StatusCode::SEE_OTHER);
    let page = players[0].browser.get(&plan).await.text().await.unwrap();
    assert!(page.contains(&order) && page.contains("Lay this order out as a draft"));
    let nonsense = players[0].browser.post(&format!("{plan}/orders"), &[("order", "dance"), ("seen", "1")]).await;
    assert_eq!(nonsense.status(), StatusCode::BAD_REQUEST);
    let nowhere = [("what", "go"), ("spot", "99")];
    let nowhere = players[0].browser.post(&format!("{plan}/step"), &nowhere).await;
    assert_eq!(nowhere.status(), StatusCode::NOT_FOUND);
    assert_eq!(players[0].state(&game).await["length"], before, "a plan is not in the log");

    // The other player has a plan of his own, and a stranger none.
    let others = players[1].browser.get(&plan).await.text().await.unwrap();
    assert!(others.contains("Nothing ordered yet"));
    let stranger = server.player("stranger").await;
    assert_eq!(stranger.browser.get(&plan).await.status(), StatusCode::FORBIDDEN);

    let laid = players[0].browser.post(&format!("{plan}/draft"), &[("spot", "1")]).await;
    assert_eq!(laid.status(), StatusCode::SEE_OTHER);
    let draft: serde_json::Value = players[0].api.get(&format!("/api/games/{game}/draft")).await.json().await.unwrap();
    assert_eq!(draft["orders"], serde_json::json!([order]));
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_and_steps_of_a_plan_say_what_could_not_be_taken_back_in_the_game() {
    let server = TestServer::open();
    let players = [server.player("porter").await, server.player("lee").await];
    let game = server.game(&players[0], &players[1]).await;
    let plan = format!("/games/{game}/plan");
    let me = &players[0];
    let order = async |order: &str, seen: &str| {
        let form = [("order", order), ("seen", seen)];
        assert_eq!(me.browser.post(&format!("{plan}/orders"), &form).await.status(), StatusCode::SEE_OTHER);
        me.browser.get(&plan).await.text().await.unwrap()
    };
    let page = order("deploy", "0").await;
    assert!(page.contains("Done · hands over"), "its button says so: {page}");
    assert!(!page.contains("data-final"), "on a plan everything can be taken back, and nothing is asked twice");
    assert!(!page.contains("<span class=\"quiet\">· "), "setting up can be taken back");
    let page = order("done", "1").await;
    assert!(page.contains("<span class=\"quiet\">· hands over</span>"), "the step says so: {page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn branches_are_named_compared_and_thrown_away_without_javascript() {
    let server = TestServer::open();
    let players = [server.player("porter").await, server.player("lee").await];
    let game = server.game(&players[0], &players[1]).await;
    let plan = format!("/games/{game}/plan");
    let me = &players[0];
    let menu = me.menu(&game).await;
    let (one, other) = (&menu[0], menu.iter().find(|o| **o != menu[0]).unwrap());
    for order in [one, other] {
        let form = [("order", order.as_str()), ("seen", "0")];
        assert_eq!(me.browser.post(&format!("{plan}/orders"), &form).await.status(), StatusCode::SEE_OTHER);
    }
    let page = me.browser.get(&plan).await.text().await.unwrap();
    for words in ["Look at A", "Compare with A", "Throw A away", "Throw B away", "2 of 1000 orders are used"] {
        assert!(page.contains(words), "no {words}");
    }
    let compared = me.browser.get(&format!("{plan}?with=1")).await.text().await.unwrap();
    assert!(compared.contains("Branch B and Branch A") && compared.contains(one) && compared.contains(other));
    assert_eq!(me.browser.get(&format!("{plan}?with=99")).await.status(), StatusCode::NOT_FOUND);

    let thrown = [("what", "drop-branch"), ("spot", "2")];
    assert_eq!(me.browser.post(&format!("{plan}/step"), &thrown).await.status(), StatusCode::SEE_OTHER);
    assert_eq!(me.browser.post(&format!("{plan}/step"), &thrown).await.status(), StatusCode::NOT_FOUND);
    let page = me.browser.get(&plan).await.text().await.unwrap();
    assert!(!page.contains("Throw A away"), "one branch is no choice");
    assert!(page.contains("Tried from here before") && page.contains(one), "what was tried is a step away");

    // Orders by hand that cannot be read: said beside the field, and still in it.
    let form = [("order", "dance"), ("seen", "0"), ("hand", "yes")];
    let refused = me.browser.post(&format!("{plan}/orders"), &form).await;
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
    let page = refused.text().await.unwrap();
    assert!(page.contains("id=\"order-wrong\"") && page.contains(">dance</textarea>"));
    let empty = [("order", " \n "), ("seen", "0"), ("hand", "yes")];
    assert_eq!(me.browser.post(&format!("{plan}/orders"), &empty).await.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_begins_with_the_draft_and_looking_at_it_keeps_nothing() {
    let server = TestServer::open();
    let players = [server.player("porter").await, server.player("lee").await];
    let game = server.game(&players[0], &players[1]).await;
    let plan = format!("/games/{game}/plan");
    let me = &players[0];
    let order = me.menu(&game).await.swap_remove(0);
    assert!(me.browser.get(&plan).await.text().await.unwrap().contains("Nothing ordered yet"));
    // Nothing was kept of that look, so that the draft taken down since is in the plan.
    let form = [("order", order.as_str()), ("key", "a-key-for-it")];
    let page = me.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    let head = page.split("name=\"seen\" value=\"").nth(1).and_then(|t| t.split('"').next()).unwrap().to_owned();
    let form = [form[0], form[1], ("seen", head.as_str())];
    let drafted = me.browser.post(&format!("/games/{game}/orders"), &form).await;
    assert_eq!(drafted.status(), StatusCode::SEE_OTHER);
    let page = me.browser.get(&plan).await.text().await.unwrap();
    assert!(page.contains(&order) && page.contains("in place of the order drafted there"));
}
