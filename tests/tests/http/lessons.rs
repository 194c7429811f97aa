//! Lessons over HTTP: played to the end step by step and by letter, counted, and never taken out of their way.

use domain::referee::Lesson;
use fieldpost_store::{Time, Tries};
use fieldpost_tests::{Browser, TestServer};
use reqwest::StatusCode;

/// Every lesson: the ruleset's id, and it.
fn lessons() -> Vec<(&'static str, Lesson)> {
    let of = |r: &std::sync::Arc<dyn domain::referee::AnyRuleset>| {
        let id: &'static str = Box::leak(r.about().id.to_owned().into_boxed_str());
        r.lessons().into_iter().map(move |text| (id, Lesson::read(text).unwrap())).collect::<Vec<_>>()
    };
    domain::rulesets::standard().all().iter().flat_map(of).collect()
}

async fn begin(browser: &Browser, ruleset: &str, lesson: &Lesson) -> String {
    let answer = browser.post(&format!("/rulesets/{ruleset}/lessons/{}", lesson.id), &[]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    answer.headers()["location"].to_str().unwrap().to_owned()
}

async fn count(server: &TestServer, ruleset: &str) -> Tries {
    let counted = server.service.store.accounts().count_tries(Time(0)).await.unwrap();
    counted.into_iter().find(|t| t.kind == "lesson" && t.ruleset == ruleset).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_goes_on_with_the_order_that_it_asks_for_and_with_no_other() {
    let server = TestServer::open();
    let browser = server.browser();
    for (ruleset, lesson) in lessons() {
        let mut page = begin(&browser, ruleset, &lesson).await;
        for (n, step) in lesson.steps.iter().enumerate() {
            let shown = browser.get(&page).await.text().await.unwrap();
            assert!(shown.contains(&format!("Step {} of {}", n + 1, lesson.steps.len())), "{page}");
            let wrong = browser.post(&page, &[("order", "sing a song")]).await;
            assert_eq!(wrong.status(), StatusCode::OK);
            assert!(wrong.text().await.unwrap().contains("role=\"alert\""), "{page}");
            let right = browser.post(&page, &[("order", step.order.as_str())]).await;
            assert_eq!(right.status(), StatusCode::SEE_OTHER, "{page}: {}", step.order);
            page = right.headers()["location"].to_str().unwrap().to_owned();
        }
        let end = browser.get(&page).await.text().await.unwrap();
        assert!(end.contains("id=\"lesson-letter\"") && end.contains("id=\"lesson-play\""), "{page}");
        let counted = count(&server, ruleset).await;
        assert_eq!((counted.opened, counted.ordered, counted.finished, counted.again), (1, 1, 1, 0));
        // Another try after it.
        let run = page.rsplit("run=").next().unwrap();
        let next = browser.post(&format!("/rulesets/{ruleset}/lessons/{}", lesson.id), &[("after", run)]).await;
        assert_eq!(next.status(), StatusCode::SEE_OTHER);
        let counted = count(&server, ruleset).await;
        assert_eq!((counted.opened, counted.finished, counted.again), (2, 1, 1));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_turn_is_answered_as_a_letter_with_friendly_words() {
    let server = TestServer::open();
    let browser = server.browser();
    for (ruleset, lesson) in lessons() {
        let first = format!("/rulesets/{ruleset}/lessons/{}/letter/0", lesson.id);
        let shown = browser.get(&first).await.text().await.unwrap();
        assert!(shown.contains("Answer by mail"), "{first}");
        // One order, then all that are left.
        let one = browser.post(&first, &[("text", lesson.steps[0].order.as_str())]).await;
        assert_eq!(one.status(), StatusCode::SEE_OTHER);
        let page = one.headers()["location"].to_str().unwrap().to_owned();
        assert!(page.contains("/letter/1"), "{page}");
        let rest: Vec<&str> = lesson.steps[1..].iter().map(|s| s.order.as_str()).collect();
        let all = browser.post(&page, &[("text", &rest.join("\r\n"))]).await;
        assert_eq!(all.status(), StatusCode::SEE_OTHER);
        let end = all.headers()["location"].to_str().unwrap().to_owned();
        let told = browser.get(&end).await.text().await.unwrap();
        assert!(told.contains("id=\"lesson-play\""), "{end}");
        assert!(rest.iter().all(|_| told.contains("entry-order")), "what happened is told");
        // It is heard as a letter is: what is talk is left out, and what may change an order is asked about.
        let order = lesson.steps[0].order.as_str();
        let friendly = format!("Hi there,\r\n\r\n{order}\r\n\r\nLooking forward to it, good luck!\r\nTom");
        let taken = browser.post(&first, &[("text", friendly.as_str())]).await;
        assert_eq!(taken.status(), StatusCode::SEE_OTHER, "{ruleset}: {}", taken.text().await.unwrap());
        let unsure = format!("{order}\r\nHmm, wait, don't do that.");
        let asked = browser.post(&first, &[("text", unsure.as_str())]).await;
        assert_eq!(asked.status(), StatusCode::OK, "{ruleset}: nothing is done");
        let asked = asked.text().await.unwrap();
        assert!(
            asked.contains("may be meant for one, or may change one") && asked.contains("role=\"alert\""),
            "{asked}"
        );
        let nothing = browser.post(&first, &[("text", "Thank you!")]).await;
        assert!(nothing.text().await.unwrap().contains("role=\"alert\""));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_that_is_not_there_is_not_found_and_a_step_too_far_is_the_end() {
    let server = TestServer::open();
    let browser = server.browser();
    let (ruleset, lesson) = lessons().swap_remove(0);
    for gone in [format!("/rulesets/{ruleset}/lessons/none/0"), "/rulesets/none/lessons/none/0".to_owned()] {
        assert_eq!(browser.get(&gone).await.status(), StatusCode::NOT_FOUND);
    }
    let far = browser.get(&format!("/rulesets/{ruleset}/lessons/{}/99?run=x&piece=y", lesson.id)).await;
    assert_eq!(far.status(), StatusCode::OK);
    assert!(far.text().await.unwrap().contains("id=\"lesson-letter\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_pages_have_examples_and_pictures_and_ruleset_pages_an_annotated_counter() {
    let server = TestServer::open();
    let browser = server.browser();
    for (ruleset, lesson) in lessons() {
        let rules = browser.get(&format!("/rulesets/{ruleset}/rules")).await.text().await.unwrap();
        assert_eq!(rules.matches("class=\"example\"").count(), lesson.steps.len(), "{ruleset}");
        let page = browser.get(&format!("/rulesets/{ruleset}")).await.text().await.unwrap();
        assert!(page.contains("class=\"annotated\"") && page.contains("What wins"), "{ruleset}");
        assert!(page.contains(&format!("/rulesets/{ruleset}/lessons/{}", lesson.id)), "{ruleset}");
    }
}
