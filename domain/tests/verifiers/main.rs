//! The two verifiers against one grammar, and against each other.

#[path = "../shared/forger.rs"]
#[allow(dead_code, reason = "only the rewriting of a chain is needed here")]
mod forger;
mod grammar;
mod mutate;
#[path = "../referee/python.rs"]
mod python;
#[path = "../shared/verdicts.rs"]
mod verdicts;

use domain::log::{Body, GRAMMAR, Record, canonical, export, import};
use domain::referee::{Against, BotRng, Registry, verify};
use grammar::Grammar;
use mutate::Mutant;
use std::collections::BTreeMap;
use std::path::PathBuf;
use verdicts::{Said, needs_no_rules, python_says};

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn golden(name: &str) -> Vec<Record> {
    let path = repository().join(format!("domain/tests/golden/logs/{name}.log"));
    import(&std::fs::read_to_string(path).unwrap()).unwrap().records
}

#[test]
fn the_python_verifier_holds_the_same_grammar() {
    let script = std::fs::read_to_string(repository().join("tests/verify_log.py")).unwrap();
    let (_, rest) = script.split_once("GRAMMAR = json.loads(r\"\"\"\n").unwrap();
    assert_eq!(rest.split_once("\"\"\")").unwrap().0, GRAMMAR);
}

#[test]
fn the_document_prints_the_grammar() {
    let document = std::fs::read_to_string(repository().join("docs/auditing.md")).unwrap();
    let tables = Grammar::read(GRAMMAR).tables();
    assert!(document.contains(&tables), "docs/auditing.md should contain:\n{tables}");
}

#[test]
fn every_kind_of_the_grammar_is_read_and_no_other() {
    let grammar = Grammar::read(GRAMMAR);
    let mut rng = BotRng::seeded(7);
    for kind in grammar.kinds() {
        let body = grammar.body(kind, &mut rng);
        assert_eq!(Body::read(&body).unwrap_or_else(|e| panic!("{body}: {e}")).kind(), kind);
    }
    for kind in ["order/4", "genesis/0", "order", "", "order/1 ", "Order/1"] {
        let body = grammar.body("order/1", &mut rng).replacen("order/1", kind, 1);
        assert!(Body::read(&body).is_err() && !grammar.accepts(&body), "{kind}");
    }
}

/// Whether our types read a body without loss, and its bytes are those of a log.
fn ours(body: &str) -> bool {
    canonical::check(body).is_ok() && Body::read(body).is_ok_and(|b| b.write() == body)
}

#[test]
fn our_types_accept_exactly_what_the_grammar_says() {
    let grammar = Grammar::read(GRAMMAR);
    let mut rng = BotRng::seeded(1);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..rounds(60) {
        for kind in grammar.kinds() {
            let body = grammar.body(kind, &mut rng);
            assert!(grammar.accepts(&body) && ours(&body), "{body}");
            for _ in 0..20 {
                let changed = mutate::body(&body, &mut rng);
                let fits = grammar.accepts(&changed);
                assert_eq!(ours(&changed), fits, "{changed}\nof {body}");
                if fits { accepted += 1 } else { refused += 1 }
            }
        }
    }
    println!("{accepted} changed bodies within the grammar, {refused} outside");
    assert!(accepted > 1000 && refused > 10_000, "{accepted} {refused}");
}

fn rounds(of: u64) -> u64 {
    of * std::env::var("FIELDPOST_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Mutants of golden logs, told to both. `FIELDPOST_FUZZ=40` makes 100,000 of them.
#[test]
fn both_verifiers_say_the_same_of_a_mutated_log() {
    let registry: Registry = domain::rulesets::standard();
    // Mostly short ones: the time goes with the length.
    let names = ["open", "hands", "forfeit", "takebacks", "study", "adjudicated"];
    let names = [["short"; 6], ["short", "short", "short", "open", "open", "open"], names].concat();
    let bases: Vec<Vec<Record>> = ["gaines-mill", "bloodiest-day"]
        .iter()
        .flat_map(|r| names.iter().map(move |n| golden(&format!("{r}-{n}"))))
        .collect();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut faults = Vec::new();
    for round in 0..rounds(5) {
        let mut rng = BotRng::seeded(round);
        let mutants: Vec<Mutant> = (0..500).map(|_| mutate::log(rng.pick(&bases).unwrap(), &mut rng)).collect();
        let input: String = mutants.iter().map(|m| serde_json::to_string(&m.text).unwrap() + "\n").collect();
        let (ended, said) = python::run(&["--each"], &input);
        assert!(ended, "{said}");
        let said: Vec<&str> = said.lines().collect();
        assert_eq!(said.len(), mutants.len(), "a verdict each");
        for (mutant, line) in mutants.iter().zip(said) {
            let report = verify(&registry, &mutant.text, &Against::default());
            let (we, they): (Said, Said) = (report.bad.as_ref().map(|b| b.seq), python_says(line));
            let agree = match (we, they) {
                (we, they) if we == they => true,
                // What only the rules can tell is found by us alone, or by us first.
                (Some(we), they) => !needs_no_rules(&report) && they.is_none_or(|they| they > we),
                (None, _) => false,
            };
            if !agree {
                faults.push(format!("{}: we say {report}, they say {line}", mutant.what));
            }
            let class = match (we, they) {
                (None, None) => "sound to both",
                (Some(_), None) => "refused by the rules alone",
                (Some(a), Some(b)) if a == b => "refused by both at one record",
                _ => "refused by the rules first",
            };
            *counts.entry(class.to_owned()).or_default() += 1;
            *counts.entry(format!("  of which {}", mutant.kind)).or_default() += 1;
        }
    }
    println!("{counts:#?}");
    assert!(
        faults.is_empty(),
        "{} disagreements, the first of them:\n{}",
        faults.len(),
        faults[..faults.len().min(12)].join("\n")
    );
    assert!(counts["refused by both at one record"] > 1000);
}

/// What made the independent verifier hang, crash or nod before it had a grammar: there is always a verdict, soon.
#[test]
fn the_python_verifier_always_gives_a_verdict() {
    let base = golden("bloodiest-day-short");
    let rolled = base.iter().position(|r| r.body.contains("\"rolls\":[{")).unwrap();
    let with = |from: &str, to: &str| {
        let mut log = base.clone();
        let body = log[rolled].body.replacen(from, to, 1);
        assert_ne!(body, log[rolled].body, "{from}");
        log[rolled].body = body;
        forger::reseal(&mut log);
        export(&log)
    };
    let deep = format!("\"facts\":[{}1{},", "[".repeat(5000), "]".repeat(5000));
    let many = format!("\"faces\":[{}1]", "1,".repeat(600_000));
    let seq = rolled as u64 + 1;
    let cases = [
        ("a die of 300 sides", with("\"sides\":6", "\"sides\":300"), seq),
        ("a die of 0 sides", with("\"sides\":6", "\"sides\":0"), seq),
        ("a die of one side", with("\"sides\":6", "\"sides\":1"), seq),
        ("a die of true sides", with("\"sides\":6", "\"sides\":true"), seq),
        ("a seat below zero", with("\"seat\":", "\"seat\":-"), seq),
        ("lists in lists", with("\"facts\":[", &deep), seq),
        ("a long number", with("\"sides\":6", &format!("\"sides\":{}", "9".repeat(100_000))), seq),
        ("an upper-case link", with("\"player\":\"", "\"player\":\"A"), seq),
        ("too many faces", with("\"faces\":[1,1]", &many).replace("\"faces\":[2,1]", &many), seq),
        ("nothing", String::new(), 1),
        ("a line feed", "\n".into(), 1),
        ("a closing line alone", export(&base).lines().last().unwrap().to_owned() + "\n", 1),
        ("a list", "[]\n".into(), 1),
        ("null", "null\n".into(), 1),
        ("a brace", "{".repeat(100_000), 1),
        ("a lone surrogate", "\"\\ud800\"\n".into(), 1),
    ];
    let registry = domain::rulesets::standard();
    let input: String = cases.iter().map(|(_, text, _)| serde_json::to_string(text).unwrap() + "\n").collect();
    let (ended, said) = python::run(&["--each"], &input);
    assert!(ended, "{said}");
    assert_eq!(said.lines().count(), cases.len(), "{said}");
    for ((what, text, seq), line) in cases.iter().zip(said.lines()) {
        assert_eq!(python_says(line), Some(*seq), "{what}: {line}");
        let bad = verify(&registry, text, &Against::default()).bad.unwrap_or_else(|| panic!("{what} is sound to us"));
        assert_eq!(bad.seq, *seq, "{what}: {}", bad.why);
    }
    // Bytes that are no text at all, and a head that is none.
    let script = repository().join("tests/verify_log.py");
    let file = std::env::temp_dir().join(format!("fieldpost-no-text-{}.log", std::process::id()));
    let mut bytes = base[0].body.clone().into_bytes();
    bytes.insert(0, 0xff);
    std::fs::write(&file, bytes).unwrap();
    let run = |arguments: &[&str]| {
        let out = std::process::Command::new("python3").arg(&script).arg(&file).args(arguments).output().unwrap();
        (out.status.code(), String::from_utf8(out.stdout).unwrap() + &String::from_utf8(out.stderr).unwrap())
    };
    let (code, said) = run(&[]);
    assert!(code == Some(1) && said.starts_with("record 1:"), "{said}");
    let (code, said) = run(&["zz"]);
    assert!(code == Some(2) && !said.contains("Traceback"), "{said}");
    std::fs::remove_file(file).unwrap();
}
