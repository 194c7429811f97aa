//! Which routes add to a log, read from the sources: each goes through the one path, and its connections are reset in a test.

use fieldpost_tests::TestServer;
use fieldpost_tests::resets::ROUTES;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The file that alone writes logs.
const WAY: &str = "service/appending.rs";

fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).expect("text");
            // Tests inside the sources add to nobody's log.
            let text = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            found.push((path, text));
        }
    }
    found.sort();
    found
}

fn app() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../app")
}

/// The text without line breaks and indentation between the links of a chain of calls.
fn joined(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ").replace(" .", ".")
}

/// The functions of a file with their bodies: from one `fn` to the next.
fn functions(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let name = |line: &str| {
        let line = line.trim_start();
        let rest = line.split_once("fn ").filter(|(before, _)| {
            before
                .split_whitespace()
                .all(|w| matches!(w, "async" | "const") || w.starts_with("pub") || w.ends_with(')'))
        })?;
        let end = rest.1.find(['(', '<'])?;
        Some(rest.1[..end].to_owned())
    };
    let starts: Vec<usize> = (0..lines.len()).filter(|n| name(lines[*n]).is_some()).collect();
    let body = |(n, start): (usize, &usize)| {
        let end = starts.get(n + 1).copied().unwrap_or(lines.len());
        Some((name(lines[*start])?, joined(&lines[*start..end].join("\n"))))
    };
    starts.iter().enumerate().filter_map(body).collect()
}

/// A function of the service: the handle that has it, as [`handles`] name it, or nothing, and its name.
type Function = (String, String);

/// The handles of the service, from their types to how they are asked for.
fn handles() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(app().join("src/service/handles.rs")).expect("the handles are there");
    let one = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [vis, handle, name] = words.as_slice() else { return None };
        Some(((*handle).to_owned(), name.strip_suffix(';').filter(|_| vis.starts_with("pub"))?.to_owned()))
    };
    text.lines().filter_map(one).collect()
}

/// The functions of a file of the service by the handle that has them, with their bodies.
fn by_handle(text: &str, handles: &BTreeMap<String, String>) -> Vec<(Function, String)> {
    let mut found = Vec::new();
    for block in format!("\n{text}").split("\nimpl").skip(1) {
        let (head, body) = block.split_once('\n').unwrap_or_default();
        let body = body.split("\n}").next().unwrap_or_default();
        let of = head.split_whitespace().nth(1).filter(|_| head.starts_with('<')).or(head.split_whitespace().next());
        let of = of.unwrap_or_default().split('<').next().unwrap_or_default();
        let of = of.rsplit("::").next().unwrap_or_default();
        let Some(handle) = handles.get(of).map(String::as_str).or((of == "Service").then_some("")) else { continue };
        found.extend(functions(body).into_iter().map(|(name, body)| ((handle.to_owned(), name), body)));
    }
    found
}

/// Whether a body calls one of these functions; `own` is the handle that has the body.
fn calls(body: &str, functions: &BTreeSet<Function>, own: Option<&str>) -> bool {
    functions.iter().any(|(handle, name)| {
        let call = if handle.is_empty() { format!(".{name}(") } else { format!(".{handle}().{name}(") };
        ["self", "self.0", "service"].iter().any(|s| body.contains(&format!("{s}{call}")))
            || own == Some(handle) && body.contains(&format!("self.{name}("))
    })
}

/// The service's functions that come to an append.
fn appending() -> BTreeSet<Function> {
    let handles = handles();
    let all: Vec<(Function, String)> =
        sources(&app().join("src/service")).iter().flat_map(|(_, text)| by_handle(text, &handles)).collect();
    let mut found: BTreeSet<Function> =
        ["append", "append_in_part", "create"].map(|f| ("play".to_owned(), f.to_owned())).into();
    assert!(found.iter().all(|f| all.iter().any(|(function, _)| function == f)), "{found:?} are called otherwise");
    loop {
        let more: Vec<Function> = all
            .iter()
            .filter(|(f, body)| !found.contains(f) && calls(body, &found, Some(&f.0)))
            .map(|(f, _)| f.clone())
            .collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// The routes of a file that are not for reading: method, address and handler.
fn routes(path: &Path, text: &str) -> Vec<(String, String, String)> {
    let prefix = if path.components().any(|c| c.as_os_str() == "api") { "/api" } else { "" };
    let text = joined(text);
    let mut found = Vec::new();
    for opening in [".route(\"", "resource(\""] {
        for piece in text.split(opening).skip(1) {
            let Some((address, rest)) = piece.split_once('"') else { continue };
            let rest = rest.split(".route(").next().unwrap_or_default();
            let rest = rest.split("resource(").next().unwrap_or_default();
            for method in ["post", "put", "delete"] {
                let to = [format!("web::{method}().to("), format!(".{method}(")];
                let handler = to.iter().find_map(|to| rest.split_once(to.as_str())?.1.split(')').next());
                if let Some(handler) = handler.filter(|h| !h.is_empty()) {
                    found.push((method.to_uppercase(), format!("{prefix}{address}"), handler.to_owned()));
                }
            }
        }
    }
    found
}

/// The routes whose handlers, or helpers of theirs in the same file, call what comes to an append.
fn appending_routes() -> BTreeSet<(String, String)> {
    let appending = appending();
    let mut found = BTreeSet::new();
    for (path, text) in sources(&app().join("src/web")) {
        let functions = functions(&text);
        let mut local: BTreeSet<&str> = BTreeSet::new();
        loop {
            let comes_to_one =
                |body: &str| calls(body, &appending, None) || local.iter().any(|l| body.contains(&format!(" {l}(")));
            let more: Vec<&str> = functions
                .iter()
                .filter(|(n, b)| !local.contains(n.as_str()) && comes_to_one(b))
                .map(|(n, _)| n.as_str())
                .collect();
            if more.is_empty() {
                break;
            }
            local.extend(more);
        }
        for (method, address, handler) in routes(&path, &text) {
            if local.contains(handler.as_str()) {
                found.insert((method, address));
            }
        }
    }
    found
}

#[test]
fn logs_are_written_in_one_place() {
    let writes = ["store.logs().append(", "store.games().create(", "append_in(", "insert_records("];
    for (path, text) in sources(&app().join("src")) {
        let text = joined(&text);
        let here = writes.iter().find(|w| text.contains(*w));
        assert!(here.is_none() || path.ends_with(WAY), "{} writes a log by {}", path.display(), here.unwrap_or(&""));
    }
    // In the storage, too, records come in by one function, which looks at the end of the log first.
    for (path, text) in sources(&app().join("store/src")) {
        let alone = path.ends_with("append.rs");
        assert!(alone || !text.contains("INTO records"), "{}", path.display());
        assert!(alone || path.ends_with("create.rs") || !text.contains("append_in("), "{}", path.display());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_that_adds_to_a_log_is_reset_in_a_test() {
    let found = appending_routes();
    let tested: BTreeSet<(String, String)> =
        ROUTES.iter().map(|(m, p, _)| ((*m).to_owned(), (*p).to_owned())).collect();
    let untested: Vec<_> = found.difference(&tested).collect();
    assert!(untested.is_empty(), "give these routes a scene in tests/src/resets/scenes.rs: {untested:?}");
    let unknown: Vec<_> = tested.difference(&found).collect();
    assert!(unknown.is_empty(), "these routes add to no log: {unknown:?}");
    // What programs may call stands in the document of the API.
    let document: Value = TestServer::open().browser().get("/api/openapi.json").await.json().await.expect("JSON");
    for (method, path) in found.iter().filter(|(_, path)| path.starts_with("/api")) {
        assert!(document["paths"][path][method.to_lowercase()].is_object(), "{method} {path}");
    }
}
