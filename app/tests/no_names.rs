//! The service knows rulesets only through the contract: no ruleset's name stands in what decides anything outside
//! the rulebooks and the list of them in `domain/src/rulesets.rs`.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| ["rs", "html", "js", "css", "sql"].iter().any(|w| e == *w)) {
            found.push(path);
        }
    }
}

#[test]
fn no_ruleset_is_known_by_name_outside_its_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["app/src", "app/map/src", "app/store/src", "app/post/src", "templates", "static", "migrations"] {
        sources(&root.join(folder), &mut files);
    }
    assert!(files.len() > 100, "only {} files were found", files.len());
    let names = domain::rulesets::standard().all().iter().map(|r| r.about().id).collect::<Vec<_>>();
    assert!(!names.is_empty());
    for file in files {
        let text = fs::read_to_string(&file).expect("a text file");
        for name in &names {
            // An example in a help text or a comment decides nothing; a name in quotes might.
            for quoted in [format!("\"{name}\""), format!("{}::", name.replace('-', "_"))] {
                assert!(!text.contains(&quoted), "{} names {name}", file.display());
            }
        }
    }
}
