//! Planning ahead on a copy: what is tried there stays there, until it is laid out as a draft.

use fieldpost_tests::Desk;
use reqwest::StatusCode;

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_planned_and_laid_out_as_a_draft() {
    let desk = Desk::open();
    let players = [desk.player("porter").await, desk.player("lee").await];
    let game = desk.game(&players[0], &players[1]).await;
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
    let stranger = desk.player("stranger").await;
    assert_eq!(stranger.browser.get(&plan).await.status(), StatusCode::FORBIDDEN);

    let laid = players[0].browser.post(&format!("{plan}/draft"), &[("spot", "1")]).await;
    assert_eq!(laid.status(), StatusCode::SEE_OTHER);
    let draft: serde_json::Value = players[0].api.get(&format!("/api/games/{game}/draft")).await.json().await.unwrap();
    assert_eq!(draft["orders"], serde_json::json!([order]));
}
