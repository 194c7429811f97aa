//! Games brought in from a log: marked as such wherever they are shown.

use fieldpost_tests::TestServer;
use serde_json::Value;

fn golden(name: &str) -> String {
    let path = format!("{}/../domain/tests/golden/logs/{name}.log", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_game_says_so_in_lists_on_its_pages_in_the_api_and_in_its_file() {
    let server = TestServer::open();
    let reader = server.player("reader").await;
    // One that is over, and one that goes on as far as its log goes.
    for (log, list) in [("bloodiest-day-forfeit", "ended"), ("gaines-mill-standing", "running")] {
        let text = golden(log);
        let game = server.service.games().bring_in(&text, "host@example.org").await.unwrap().to_string();
        let page = async |path: String| reader.browser.get(&path).await.text().await.unwrap();
        let listed: Value = reader.api.get(&format!("/api/games?list={list}")).await.json().await.unwrap();
        let row = listed.as_array().unwrap().iter().find(|r| r["id"] == game.as_str()).expect("it is listed");
        assert!(row["title"].as_str().unwrap().starts_with("Imported: "), "{row}");
        let state: Value = reader.api.get(&format!("/api/games/{game}")).await.json().await.unwrap();
        assert_eq!(state["imported"], true);
        assert!(state["title"].as_str().unwrap().starts_with("Imported: "));
        if list == "running" {
            let lobby = page("/lobby".into()).await;
            assert!(lobby.contains(&game) && lobby.contains("Imported: "), "{lobby}");
        }
        for path in ["", "/replay/5", "/chronicle"] {
            let shown = page(format!("/games/{game}{path}")).await;
            assert!(shown.contains("Imported: "), "{path}: {shown}");
            if path != "/chronicle" {
                assert!(shown.contains("where it comes from is not shown"), "{path}");
            }
        }
        let file = reader.browser.get(&format!("/games/{game}/log")).await;
        let name = file.headers()["content-disposition"].to_str().unwrap().to_owned();
        assert!(name.contains(&format!("fieldpost-imported-{game}.log")), "{name}");
        assert_eq!(file.text().await.unwrap(), text, "the log itself is what came in, byte for byte");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_played_here_is_not_marked() {
    let server = TestServer::open();
    let (first, second) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&first, &second).await;
    let state: Value = first.api.get(&format!("/api/games/{game}")).await.json().await.unwrap();
    assert_eq!(state["imported"], false);
    let page = first.browser.get(&format!("/games/{game}")).await.text().await.unwrap();
    assert!(!page.contains("where it comes from is not shown"));
    let file = first.browser.get(&format!("/games/{game}/log")).await;
    assert!(!file.headers()["content-disposition"].to_str().unwrap().contains("imported"));
}
