//! The numbers of rules as links, without a script: each leads to a place of the rules page that is there.

use fieldpost_tests::{Browser, TestServer, key};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::collections::BTreeSet;

async fn page(browser: &Browser, path: &str) -> String {
    let answer = browser.get(path).await;
    assert!(answer.status().is_success(), "{path}: {}", answer.status());
    answer.text().await.unwrap()
}

/// The links of cited sections: where to, and what they say.
fn cites(page: &str) -> BTreeSet<(String, String)> {
    let link = |rest: &str| {
        let (href, rest) = rest.split_once("\">")?;
        Some((href.to_owned(), rest.split_once("</a>")?.0.to_owned()))
    };
    page.split("<a class=\"cite\" href=\"").skip(1).filter_map(link).collect()
}

/// Each leads to this rules page, to a place that is there.
fn lead_somewhere(from: &str, found: &BTreeSet<(String, String)>, home: &str, rules: &str) {
    assert!(!found.is_empty(), "{from} cites nothing");
    for (href, said) in found {
        let (to, place) = href.split_once('#').unwrap_or_else(|| panic!("{from}: {said} leads to no place: {href}"));
        assert_eq!(to, home, "{from}: {said}");
        assert!(rules.contains(&format!("id=\"{place}\"")), "{from}: {said} leads to {href}, which is not there");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_number_of_a_rule_leads_to_where_the_rules_page_speaks_of_it() {
    let server = TestServer::open();
    let player = server.player("hannah").await;
    let browser = &player.browser;
    for ruleset in domain::rulesets::standard().all() {
        let id = ruleset.about().id;
        let home = format!("/rulesets/{id}/rules");
        let rules = page(browser, &home).await;
        let ids: Vec<&str> = rules.split(" id=\"s").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let once: BTreeSet<&&str> = ids.iter().collect();
        assert_eq!(once.len(), ids.len(), "{id}: each place is there once");
        assert!(ids.len() > ruleset.about().rules.len(), "{id}: paragraphs have places too");

        let new = json!({"ruleset": id, "seat": 0, "opponent": "bot:random", "key": key()});
        let started: Value = player.api.json(Method::POST, "/api/games", &new).await.json().await.unwrap();
        let game = format!("/games/{}", started["game"].as_str().unwrap_or_else(|| panic!("{started}")));
        let mut rng = domain::referee::BotRng::seeded(11);
        let mut seen = BTreeSet::new();
        for n in 0..60 {
            let waits = player.state(&game[7..]).await["waits_for_me"] == true;
            if !waits {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                continue;
            }
            let menu = player.menu(&game[7..]).await;
            let Some(line) = rng.pick(&menu) else { break };
            assert_eq!(player.order(&game[7..], &[line], &key(), None).await.status(), StatusCode::OK, "{line}");
            if n % 10 == 0 {
                seen.extend(cites(&page(browser, &game).await));
            }
        }
        lead_somewhere(&game, &seen, &home, &rules);
        for path in [
            format!("{game}/chronicle?turn=0"),
            format!("{game}/plan"),
            format!("/rulesets/{id}/charts"),
            format!("/games/new?ruleset={id}"),
        ] {
            let shown = page(browser, &path).await;
            let found = cites(&shown);
            if !path.contains("chronicle") && !path.contains("/new") {
                lead_somewhere(&path, &found, &home, &rules);
            }
            for (href, said) in &found {
                // Of a chapter that the rules page leaves out there is no place.
                let chapter = said.trim_start_matches('§').split('.').next().unwrap();
                match href.split_once('#') {
                    Some((_, place)) => assert!(rules.contains(&format!("id=\"{place}\"")), "{path}: {said}: {href}"),
                    None => assert!(!rules.contains(&format!("id=\"s{chapter}.")), "{path}: {said}: {href}"),
                }
            }
            assert!(!shown.contains("<span class=\"cite\""), "{path} cites without a link");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_links_the_rule_that_it_cites() {
    let server = TestServer::open();
    let players = [server.player("porter").await, server.player("lee").await];
    let game = server.game(&players[0], &players[1]).await;
    let id = domain::rulesets::standard().all()[0].about().id;
    let rules = page(&players[0].browser, &format!("/rulesets/{id}/rules")).await;
    // Far from where it may be set up, and two in one hex.
    let mut linked = 0;
    let menu = players[0].menu(&game).await;
    let place = menu.iter().find(|o| o.split(' ').count() >= 2 && o.ends_with(|c: char| c.is_ascii_digit()));
    let unit = place.map_or("Griffin", |o| o.split(' ').next().unwrap());
    for line in [format!("{unit} 0101"), format!("{unit} at 0101"), "Griffin 0101".to_owned(), "done".to_owned()] {
        let form = [("order", line.as_str()), ("key", &key())];
        let refused = players[0].browser.post(&format!("/games/{game}/orders"), &form).await;
        if refused.status() == StatusCode::SEE_OTHER {
            continue;
        }
        let shown = refused.text().await.unwrap();
        let alert = shown.split("role=\"alert\"").nth(1).unwrap_or_default().split("</div>").next().unwrap_or_default();
        for (href, said) in cites(alert) {
            linked += 1;
            let place = href.split_once('#').unwrap_or_else(|| panic!("{line}: {said}: {href}")).1;
            assert!(rules.contains(&format!("id=\"{place}\"")), "{line}: {said}: {href}");
        }
        let plain = alert.matches('§').count();
        assert_eq!(plain, cites(alert).len(), "{line}: every section is a link: {alert}");
    }
    assert!(linked > 0, "no refusal cited anything");
}
