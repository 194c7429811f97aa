//! One bit of every class of bytes of a log, in both formats: what each verifier says of it as the file then stands, and when a careful forger has
//! written anew whatever can be worked out. `docs/auditing.md` prints what comes of it, and is compared.
//!
//! A class is a field of a kind of record or entry, down to the last name; of facts, options and rules the whole. It is tried in the shortest kept
//! log that has it. After a change of formats: `cargo test -p domain --test second_format -- --ignored byte_class` writes the section.

use crate::forged::Forged;
use crate::grammar::Grammar;
use crate::python;
use crate::table::{Table, registry};
use crate::verdicts::{Said, python_says};
use domain::dice::GameKeys;
use domain::log::{GRAMMAR, Record, import};
use domain::referee::{Against, BotRng, Report, Wrong, verify};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

const FIRST: [&str; 9] = ["short", "open", "hands", "forfeit", "takebacks", "study", "adjudicated", "sealed", "judged"];

/// A log that somebody finishes with.
struct Base {
    log: Forged,
    /// With these anybody writes the roots anew, once the game is over.
    keys: Option<GameKeys>,
}

impl Base {
    fn second(&self) -> bool {
        self.keys.is_some()
    }

    fn head(&self) -> String {
        self.log.records.last().unwrap().hash.to_string()
    }
}

fn bases() -> Vec<Base> {
    let first = FIRST.iter().map(|name| {
        let path = format!("{}/tests/golden/logs/gaines-mill-{name}.log", env!("CARGO_MANIFEST_DIR"));
        let records = import(&std::fs::read_to_string(path).unwrap()).unwrap().records;
        Base { log: Forged { records, entries: Vec::new() }, keys: None }
    });
    let second = crate::golden::tables().into_iter();
    let whole = |table: Table| Base { log: Forged::whole(&table), keys: Some(table.keys) };
    let mut all: Vec<Base> = first.chain(second.map(whole)).collect();
    all.sort_by_key(|base| base.log.text().len());
    all
}

/// Where a class stands.
#[derive(Clone, Copy)]
struct Place {
    base: usize,
    entry: bool,
    /// Among the records or entries.
    at: usize,
    /// The bytes of the leaf in the body.
    from: usize,
    to: usize,
}

/// The leaves of canonical JSON, each with its names and its bytes.
fn leaves(text: &str, at: usize, path: &str, found: &mut Vec<(String, usize, usize)>) -> usize {
    let bytes = text.as_bytes();
    let string = |mut at: usize| {
        at += 1;
        while bytes[at] != b'"' {
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
        at + 1
    };
    let empty = matches!(&bytes[at..at + 2], b"[]" | b"{}");
    match bytes[at] {
        _ if empty => found.push((path.to_owned(), at, at + 2)),
        open @ (b'{' | b'[') => {
            let mut at = at;
            while !matches!(bytes[at], b'}' | b']') {
                at += 1;
                let mut path = path.to_owned();
                if open == b'{' {
                    let end = string(at);
                    // What is in them is the ruleset's, or the player's.
                    if !["facts", "options", "rules"].iter().any(|whole| path.ends_with(whole)) {
                        let name = &text[at + 1..end - 1];
                        path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
                    }
                    at = end + 1;
                }
                at = leaves(text, at, &path, found);
            }
            return at + 1;
        }
        b'"' => found.push((path.to_owned(), at, string(at))),
        _ => {
            let length = text[at..].find([',', '}', ']']).unwrap();
            found.push((path.to_owned(), at, at + length));
        }
    }
    found.last().unwrap().2
}

/// A leaf with one bit changed, so that it still is one of its type where that can be.
fn flipped(leaf: &str) -> String {
    let inner = leaf.trim_matches('"');
    let hex = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
    let all_hex = inner.len() >= 32 && inner.bytes().all(hex);
    let same = |a: u8, b: u8| match a {
        _ if all_hex => hex(a) && hex(b),
        b'0'..=b'9' => b.is_ascii_digit(),
        b'a'..=b'z' => b.is_ascii_lowercase(),
        _ => false,
    };
    let mut bytes = leaf.as_bytes().to_vec();
    let word = matches!(leaf, "true" | "false" | "null");
    for at in (0..bytes.len()).rev().filter(|_| !word) {
        if let Some(bit) = (0..7_u32).find(|bit| same(bytes[at], bytes[at] ^ (1_u8 << *bit))) {
            bytes[at] ^= 1_u8 << bit;
            return String::from_utf8(bytes).unwrap();
        }
    }
    bytes[0] ^= 1;
    String::from_utf8(bytes).unwrap()
}

/// Every class with the place where it is tried: the first in the shortest log where it is not empty, or the first where it is.
fn classes(bases: &[Base]) -> BTreeMap<(bool, String, String), Place> {
    let mut found: BTreeMap<(bool, String, String), (bool, Place)> = BTreeMap::new();
    for (base, of) in bases.iter().enumerate() {
        let records = of.log.records.iter().map(|r| (false, &r.body)).enumerate();
        for (at, (entry, body)) in records.chain(of.log.entries.iter().map(|e| (true, &e.body)).enumerate()) {
            let value: Value = serde_json::from_str(body).unwrap();
            let kind = value["kind"].as_str().unwrap().to_owned();
            let mut all = Vec::new();
            leaves(body, 0, "", &mut all);
            for (path, from, to) in all {
                let path = path.strip_prefix("what.").unwrap_or(&path).to_owned();
                let empty = matches!(&body[from..to], "[]" | "{}" | "null" | "\"\"");
                let place = Place { base, entry, at, from, to };
                let kept = found.entry((of.second(), kind.clone(), path)).or_insert((empty, place));
                if kept.0 && !empty {
                    *kept = (empty, place);
                }
            }
        }
    }
    // An empty list or null, where it is elsewhere filled.
    let names: BTreeSet<_> = found.keys().cloned().collect();
    found.retain(|(second, kind, path), _| {
        !names.iter().any(|(s, k, p)| (s, k) == (second, kind) && p.starts_with(&format!("{path}.")))
    });
    found.into_iter().map(|(class, (_, place))| (class, place)).collect()
}

/// The log with one bit of that place changed, and nothing else.
fn changed(base: &Base, place: Place) -> Forged {
    let mut log = base.log.clone();
    let body = if place.entry { &mut log.entries[place.at].body } else { &mut log.records[place.at].body };
    let leaf = flipped(&body[place.from..place.to]);
    body.replace_range(place.from..place.to, &leaf);
    log
}

/// What is asked of both verifiers.
struct Case {
    class: String,
    second: bool,
    entry: bool,
    text: String,
    head: Option<String>,
}

/// What the two say of each: the record, and in words.
fn asked(cases: &[Case]) -> Vec<(Report, Said, String)> {
    let (first, second) = (domain::rulesets::standard(), registry());
    let line = |case: &Case| match &case.head {
        Some(head) => json!([case.text, head]).to_string() + "\n",
        None => json!(case.text).to_string() + "\n",
    };
    let (ended, said) = python::run(&["--each"], &cases.iter().map(line).collect::<String>());
    assert!(ended, "{said}");
    assert_eq!(said.lines().count(), cases.len(), "a verdict each");
    let both = cases.iter().zip(said.lines()).map(|(case, line)| {
        let head = case.head.as_ref().map(|head| head.parse().unwrap());
        let rules = if case.second { &second } else { &first };
        let report = verify(rules, &case.text, &Against { head, ..Against::default() });
        println!("{}: we say {report} They say {line}", case.class);
        (report, python_says(line), line.to_owned())
    });
    both.collect()
}

fn case(class: String, base: &Base, text: String, head: Option<String>) -> Case {
    Case { class, second: base.second(), entry: false, text, head }
}

fn name((second, kind, path): &(bool, String, String)) -> String {
    format!("{kind} {path} of the {} format", if *second { "second" } else { "first" })
}

#[test]
fn one_bit_of_every_byte_class_is_found_by_both_as_the_file_stands() {
    let bases = bases();
    let mut cases = Vec::new();
    for (class, place) in classes(&bases) {
        let base = &bases[place.base];
        let entry = place.entry;
        cases.push(Case { entry, ..case(name(&class), base, changed(base, place).text(), None) });
    }
    // What stands in a line beside the body.
    for second in [false, true] {
        let base = bases.iter().find(|base| base.second() == second).unwrap();
        let text = base.log.text();
        let lines: Vec<&str> = text.lines().collect();
        let entries = base.log.entries.len();
        for (at, what) in [(2, "record"), (lines.len() - 1 - entries, "entry"), (lines.len() - 1, "closing line")] {
            if what == "entry" && entries == 0 {
                continue;
            }
            let mut all = Vec::new();
            leaves(lines[at], 0, "", &mut all);
            for (path, from, to) in all {
                let mut line = lines[at].to_owned();
                line.replace_range(from..to, &flipped(&lines[at][from..to]));
                let mut lines: Vec<&str> = lines.clone();
                lines[at] = &line;
                let entry = what == "entry";
                cases.push(Case { entry, ..case(format!("{what}: {path}"), base, lines.join("\n") + "\n", None) });
            }
        }
    }
    for (case, (report, they, line)) in cases.iter().zip(asked(&cases)) {
        let bad = report.bad.unwrap_or_else(|| panic!("{}: we find nothing; they say {line}", case.class));
        assert!(they.is_some(), "{}: we say {}; they say {line}", case.class, bad.why);
        // An opening is read before what it opens, and an entry may be held against the rules before its hash.
        if case.class.starts_with("opening/") || case.entry {
            continue;
        }
        assert_eq!(they, Some(bad.seq), "{}: we say {}; they say {line}", case.class, bad.why);
        let plain = matches!(bad.what, Wrong::Chain | Wrong::Bytes | Wrong::Unreadable | Wrong::Tail);
        assert!(plain, "{}: it takes more than the file to see: {}", case.class, bad.why);
    }
    assert!(cases.len() > 250, "{}", cases.len());
}

/// Kinds that no kept log has: a record of one, chained on to a real log, is refused for its hash when a bit of it is changed, and not before.
#[test]
fn one_bit_of_kinds_that_stand_in_no_kept_log_is_found_by_both() {
    let bases = bases();
    let base = bases.iter().find(|base| !base.second() && base.log.records.len() >= 4).unwrap();
    let (grammar, mut rng) = (Grammar::read(GRAMMAR), BotRng::seeded(5));
    let mut cases = Vec::new();
    for kind in without_log(&bases) {
        let body = grammar.body(&kind, &mut rng);
        let mut log = Forged { records: base.log.records[..4].to_vec(), entries: Vec::new() };
        log.records.push(Record { body: body.clone(), ..log.records[3].clone() });
        let log = log.resealed(None);
        cases.push(case(format!("{kind}, as it is"), base, log.text(), None));
        let mut all = Vec::new();
        leaves(&body, 0, "", &mut all);
        for (path, from, to) in all {
            let mut log = log.clone();
            log.records[4].body.replace_range(from..to, &flipped(&body[from..to]));
            cases.push(case(format!("{kind} {path}"), base, log.text(), None));
        }
    }
    let mut found = 0;
    for (case, (report, _, line)) in cases.iter().zip(asked(&cases)) {
        let bad = report.bad.as_ref().map(|bad| (bad.seq, bad.what));
        let theirs = line.starts_with("record 5:") && line.contains("its hash is not");
        let as_it_is = case.class.ends_with("as it is");
        assert_eq!(bad == Some((5, Wrong::Chain)), !as_it_is, "{}: {report}", case.class);
        assert_eq!(theirs, !as_it_is, "{}: {line}", case.class);
        found += usize::from(theirs);
    }
    assert!(found > 20, "{found}");
}

fn without_log(bases: &[Base]) -> BTreeSet<String> {
    let grammar: Value = serde_json::from_str(GRAMMAR).unwrap();
    let kinds = ["kinds", "private"].into_iter().flat_map(|of| grammar[of].as_object().unwrap().keys().cloned());
    let seen: BTreeSet<String> = classes(bases).into_keys().map(|(_, kind, _)| kind).collect();
    kinds.filter(|kind| !seen.contains(kind)).collect()
}

/// By whom a class is found when everything that can be worked out was written anew: both, the rules, a head from elsewhere.
type Found = [Vec<String>; 3];

/// The section of the document.
fn section() -> String {
    let bases = bases();
    let classes = classes(&bases);
    let mut cases = Vec::new();
    for (class, place) in &classes {
        let base = &bases[place.base];
        let anew = changed(base, *place).resealed(base.keys.as_ref()).text();
        cases.push(case(name(class), base, anew.clone(), None));
        cases.push(case(format!("{}, with a head", name(class)), base, anew, Some(base.head())));
        // Without the keys there is the root.
        let without = match place.entry {
            true => changed(base, *place).resealed(None).text(),
            false => continue,
        };
        cases.push(case(format!("{}, without the keys", name(class)), base, without, None));
    }
    let mut said = cases.iter().zip(asked(&cases)).peekable();
    let mut rows: BTreeMap<(bool, &str), Found> = BTreeMap::new();
    for class in classes.keys() {
        let (one, (report, they, line)) = said.next().unwrap();
        let by = match (&report.bad, they) {
            (Some(_), Some(_)) => 0,
            (Some(_), None) => 1,
            (None, None) => 2,
            (None, Some(_)) => panic!("{}: we find nothing, and they say {line}", one.class),
        };
        rows.entry((class.0, class.1.as_str())).or_default()[by].push(format!("`{}`", class.2));
        // Against a head, and against the roots, both find all of it.
        while let Some((case, (report, they, line))) =
            said.next_if(|(case, _)| case.class.strip_prefix(&one.class).is_some_and(|rest| rest.starts_with(',')))
        {
            assert!(report.bad.is_some() && they.is_some(), "{}: {report}; they say {line}", case.class);
        }
    }
    let mut text = String::new();
    for (second, format) in [(false, "first"), (true, "second")] {
        text += &format!(
            "\nIn a log of the {format} format:\n\n| kind | both find | the rules find, `fieldpost verify` alone | only a head or a proof shows |\n| --- | --- | --- | --- |\n"
        );
        for ((_, kind), found) in rows.iter().filter(|((of, _), _)| *of == second) {
            let [both, rules, head] = found.each_ref().map(|fields| fields.join(", "));
            text +=
                &format!("| `{kind}` | {both} | {rules} | {head} |\n").replace("|  |", "| |").replace("|  |", "| |");
        }
    }
    let without: Vec<String> = without_log(&bases).iter().map(|kind| format!("`{kind}`")).collect();
    text += &format!(
        "\nNo log that is kept has {}; one bit of any of their fields is found by both as the file stands, and what the careful forger comes to with them is tried in tests of their own.\n",
        without.join(", ")
    );
    text
}

fn document() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/auditing.md")
}

const BEGINS: &str = "written anew, found by:\n";
const ENDS: &str = "\nWhat a log alone cannot show";

#[test]
fn the_document_says_of_every_byte_class_who_finds_it() {
    let text = std::fs::read_to_string(document()).unwrap();
    let section = section();
    for line in section.lines().filter(|line| !text.contains(line)) {
        println!("missing: {line}");
    }
    assert!(text.contains(&format!("{BEGINS}{section}{ENDS}")), "docs/auditing.md should contain:\n{section}");
}

#[test]
#[ignore = "writes the section of the document"]
fn the_section_of_byte_class_is_written() {
    let text = std::fs::read_to_string(document()).unwrap();
    let (before, rest) = text.split_once(BEGINS).unwrap();
    let (_, after) = rest.split_once(ENDS).unwrap();
    std::fs::write(document(), format!("{before}{BEGINS}{}{ENDS}{after}", section())).unwrap();
}

/// Logs that were cut, renamed, or come from a newer program, every hash written anew without any secret. With a head from elsewhere both find all of them.
#[test]
fn a_log_cut_renamed_or_newer_and_rehashed_without_any_secret() {
    let bases = bases();
    let find = |base: &Base, kind: &str| base.log.records.iter().position(|r| r.is_kind(kind)).unwrap();
    let mut cases = Vec::new();
    // Whether either finds it by itself.
    let mut alone = Vec::new();
    for second in [false, true] {
        let base = bases.iter().find(|b| b.second() == second && b.log.records.len() > 30).unwrap();
        let mut add = |what: &str, found: bool, text: String| {
            let class = format!("{what}, {} format", if second { "second" } else { "first" });
            cases.push(case(class.clone(), base, text.clone(), None));
            cases.push(case(format!("{class}, with a head"), base, text, Some(base.head())));
            alone.extend([found, true]);
        };
        let anew = |change: &dyn Fn(&mut Forged)| {
            let mut log = base.log.clone();
            change(&mut log);
            log.resealed(None).text()
        };
        let text = base.log.text();
        let lines: Vec<&str> = text.lines().collect();
        add("cut at the end", true, lines[..lines.len() - 3].join("\n") + "\n");
        let last = base.log.records.iter().rposition(|r| r.is_kind("hand-over/")).unwrap();
        add(
            "cut after an exchange, with a new closing line",
            false,
            anew(&|log| {
                log.records.truncate(last + 1);
                log.entries.clear();
            }),
        );
        let first = find(base, if second { "order/" } else { "hand-over/" });
        add(
            "cut in the middle",
            true,
            anew(&|log| {
                log.records.drain(first..last);
            }),
        );
        let other = "ab".repeat(16);
        add(
            "under another game's id",
            true,
            anew(&|log| {
                let old = log.records[0].game.to_string();
                log.records[0].body = log.records[0].body.replace(&old, &other);
                let id = domain::log::GameId([0xab; 16]);
                log.records.iter_mut().for_each(|r| r.game = id);
                log.entries.iter_mut().for_each(|e| e.game = id);
            }),
        );
        for kind in ["genesis/", "order/"] {
            let at = find(base, kind);
            let now = base.log.records[at].read().unwrap().kind();
            add(
                &format!("a newer {kind}"),
                true,
                anew(&|log| log.records[at].body = log.records[at].body.replacen(now, &format!("{kind}99"), 1)),
            );
        }
    }
    for ((case, (report, they, line)), found) in cases.iter().zip(asked(&cases)).zip(alone) {
        assert_eq!((report.bad.is_some(), they.is_some()), (found, found), "{}: {report}; {line}", case.class);
        if !found {
            assert!(report.meaning().contains("its origin is not shown"), "{}", report.meaning());
        }
        if case.class.starts_with("a newer") && !case.second {
            assert_eq!(report.bad.map(|bad| (Some(bad.seq), bad.what)), Some((they, Wrong::Unreadable)), "{line}");
        }
    }
}
