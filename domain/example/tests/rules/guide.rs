//! `docs/adding-a-ruleset.md` shows this rulebook: what it quotes stands here, and what it links to is there.

use std::path::{Path, PathBuf};

fn folder(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(below)
}

fn guide() -> String {
    std::fs::read_to_string(folder("../../docs/adding-a-ruleset.md")).expect("the guide")
}

#[test]
fn every_excerpt_of_the_guide_stands_in_a_file_of_the_rulebook() {
    let files = ["src", "tests/rules"].map(|f| std::fs::read_dir(folder(f)).expect("a folder"));
    let sources: Vec<String> =
        files.into_iter().flatten().flatten().map(|f| std::fs::read_to_string(f.path()).expect("a source")).collect();
    let guide = guide();
    let excerpts: Vec<&str> =
        guide.split("```rust\n").skip(1).map(|after| after.split("```").next().unwrap_or_default()).collect();
    assert!(excerpts.len() > 5);
    for excerpt in excerpts {
        // Something is left out there.
        let parts: Vec<&str> = excerpt.split("// …\n").map(str::trim_end).collect();
        let shown = |source: &String| parts.iter().all(|part| source.contains(part));
        assert!(sources.iter().any(shown), "the guide shows, and no file has:\n{excerpt}");
    }
}

#[test]
fn every_file_that_the_guide_links_to_is_there() {
    let guide = guide();
    let links: Vec<&str> = guide.split("](../domain/example/").skip(1).filter_map(|l| l.split(')').next()).collect();
    assert!(links.len() > 20);
    for link in links {
        assert!(folder(link).is_file(), "no file {link}");
    }
}
