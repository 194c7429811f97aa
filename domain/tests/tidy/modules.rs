//! Which file imports from which: `use` lines and paths in code, followed through re-exports to the file that has the item.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The Rust files below these folders, as paths from the root.
pub fn sources(root: &Path, folders: &[&str]) -> Vec<String> {
    let mut files = Vec::new();
    let mut todo: Vec<String> = folders.iter().map(|f| (*f).to_owned()).collect();
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(root.join(&folder)).unwrap_or_else(|e| panic!("{folder}: {e}")).flatten() {
            let path = format!("{folder}/{}", entry.file_name().into_string().expect("a plain name"));
            if entry.path().is_dir() {
                if !path.ends_with("/node_modules") && !path.ends_with("/target") {
                    todo.push(path);
                }
            } else if path.ends_with(".rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A source without its line comments and without what stands in its unit tests.
pub fn without_comments(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let line = |l: &str| match l.find("//") {
        Some(at) if !l[..at].ends_with(':') => l[..at].to_owned(),
        _ => l.to_owned(),
    };
    code.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The modules of one crate.
pub struct Crate {
    /// Its folder from the root of the repository.
    pub folder: String,
    /// Module path, `referee::game`, to what its file holds. The crate's root is the empty path.
    pub files: BTreeMap<String, Module>,
}

/// One file.
pub struct Module {
    file: String,
    /// Names of items defined here.
    items: BTreeSet<String>,
    /// Names re-exported, with the path they come from.
    exports: BTreeMap<String, Vec<String>>,
    /// Paths named in its code, re-exports left out.
    named: Vec<Vec<String>>,
}

impl Crate {
    /// Reads the crate whose sources are in this folder.
    pub fn read(root: &Path, folder: &str) -> Crate {
        let mut files = BTreeMap::new();
        for path in sources(root, &[folder]) {
            let text = std::fs::read_to_string(root.join(&path)).expect("a text file");
            let file = path[folder.len() + 1..].to_owned();
            let module = file.trim_end_matches(".rs").replace('/', "::");
            let module = module.strip_suffix("::mod").unwrap_or(&module);
            let module = if module == "lib" { "" } else { module };
            files.insert(module.to_owned(), Module::read(file, module, &without_comments(&text)));
        }
        Crate { folder: folder.to_owned(), files }
    }

    /// The file that has what a path names; none for what is not of this crate.
    fn home(&self, path: &[String], depth: usize) -> Option<&Module> {
        let mut module = String::new();
        for (i, segment) in path.iter().enumerate() {
            let child = if module.is_empty() { segment.clone() } else { format!("{module}::{segment}") };
            if self.files.contains_key(&child) {
                module = child;
                continue;
            }
            let here = self.files.get(&module)?;
            return match here.exports.get(segment) {
                Some(from) if depth < 8 && !here.items.contains(segment) => {
                    let rest = path.get(i + 1..).unwrap_or_default();
                    self.home(&[from.as_slice(), rest].concat(), depth + 1)
                }
                _ => Some(here),
            };
        }
        self.files.get(&module)
    }

    /// Who imports from whom, file by file.
    pub fn edges(&self) -> BTreeSet<(String, String)> {
        let mut edges = BTreeSet::new();
        for module in self.files.values() {
            for path in &module.named {
                if let Some(home) = self.home(path, 0).filter(|home| home.file != module.file) {
                    edges.insert((module.file.clone(), home.file.clone()));
                }
            }
        }
        edges
    }

    /// Files that can be reached from themselves, grouped, each group in order.
    pub fn circles(&self) -> Vec<Vec<String>> {
        let mut next: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in self.edges() {
            next.entry(from).or_default().insert(to);
        }
        let reached = |start: &String| {
            let (mut seen, mut todo) = (BTreeSet::new(), vec![start.clone()]);
            while let Some(file) = todo.pop() {
                for to in next.get(&file).into_iter().flatten() {
                    if seen.insert(to.clone()) {
                        todo.push(to.clone());
                    }
                }
            }
            seen
        };
        let reach: BTreeMap<&String, BTreeSet<String>> = next.keys().map(|file| (file, reached(file))).collect();
        let mut circles = BTreeSet::new();
        for (file, there) in &reach {
            if there.contains(*file) {
                let back = |other: &&String| reach.get(*other).is_some_and(|r| r.contains(*file));
                circles.insert(there.iter().filter(back).cloned().collect::<Vec<_>>());
            }
        }
        circles.into_iter().collect()
    }
}

impl Module {
    fn read(file: String, module: &str, code: &str) -> Module {
        let here: Vec<String> = module.split("::").filter(|s| !s.is_empty()).map(str::to_owned).collect();
        let (mut items, mut exports, mut named) = (BTreeSet::new(), BTreeMap::new(), Vec::new());
        let children: Vec<&str> =
            code.lines().filter_map(|l| l.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')).collect();
        let absolute = |path: &[String]| -> Option<Vec<String>> {
            let (first, rest) = path.split_first()?;
            match first.as_str() {
                "crate" => Some(rest.to_vec()),
                "self" => Some([here.as_slice(), rest].concat()),
                "super" => {
                    let ups = path.iter().take_while(|s| *s == "super").count();
                    let kept = here.get(..here.len().checked_sub(ups)?)?;
                    Some([kept, &path[ups..]].concat())
                }
                child if children.contains(&child) => Some([here.as_slice(), path].concat()),
                _ => None,
            }
        };
        let mut plain = String::new();
        for statement in code.split_inclusive(';') {
            let begins = statement.rfind("\nuse ").or_else(|| statement.rfind("\npub use "));
            let begins =
                begins.or_else(|| (statement.starts_with("use ") || statement.starts_with("pub use ")).then_some(0));
            let Some(begins) = begins else {
                plain.push_str(statement);
                continue;
            };
            plain.push_str(&statement[..begins]);
            let text = statement[begins..].trim().trim_end_matches(';');
            let public = text.starts_with("pub ");
            for path in expand(text.trim_start_matches("pub ").trim_start_matches("use ")) {
                let Some(path) = absolute(&path) else { continue };
                match path.last() {
                    Some(last) if public => drop(exports.insert(last.clone(), path.clone())),
                    _ => named.push(path),
                }
            }
        }
        for word in ["struct ", "enum ", "trait ", "fn ", "const ", "type ", "static ", "macro_rules! "] {
            for after in plain.split(word).skip(1) {
                items.insert(after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
            }
        }
        let path_char = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        for text in plain.split(|c: char| !path_char(c)).filter(|t| t.contains("::")) {
            let path: Vec<String> = text.split("::").filter(|s| !s.is_empty()).map(str::to_owned).collect();
            named.extend(absolute(&path));
        }
        Module { file, items, exports, named }
    }
}

/// The paths of a `use`: `a::{b, c::{d, e as f}}` is `a::b`, `a::c::d`, `a::c::e`.
fn expand(text: &str) -> Vec<Vec<String>> {
    let text = text.trim();
    let segments = |t: &str| t.split("::").map(|s| s.trim().to_owned()).filter(|s| !s.is_empty()).collect::<Vec<_>>();
    let Some((head, rest)) = text.split_once('{') else {
        let mut path = segments(text.split(" as ").next().unwrap_or_default());
        if path.len() > 1 && path.last().is_some_and(|l| l == "self" || l == "*") {
            path.pop();
        }
        return vec![path];
    };
    let inner = rest.trim_end().trim_end_matches('}').to_owned() + &"}".repeat(rest.matches('{').count());
    let (mut parts, mut depth, mut part) = (Vec::new(), 0, String::new());
    for c in inner.chars() {
        match c {
            ',' if depth == 0 => parts.push(std::mem::take(&mut part)),
            _ => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                part.push(c);
            }
        }
    }
    parts.push(part);
    let head = segments(head);
    let parts = parts.iter().filter(|p| !p.trim().is_empty());
    parts.flat_map(|p| expand(p)).map(|tail| [head.as_slice(), tail.as_slice()].concat()).collect()
}
