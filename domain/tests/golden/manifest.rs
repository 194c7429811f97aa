//! What is kept of each golden log besides its bytes: both verdicts, and digests of all that anybody sees of it.

use domain::log::{Record, import};
use domain::referee::{Against, Game, Viewer, verify};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// One golden log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Golden {
    /// The file beside the manifest.
    pub file: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Our verdict.
    pub ours: Verdict,
    /// The verdict of `tests/verify_log.py`.
    pub python: Verdict,
    /// Of a sound log, what it comes to.
    pub comes_to: Option<ComesTo>,
}

/// A verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// Whether nothing was found wrong.
    pub sound: bool,
    /// The record that is wrong.
    pub seq: Option<u64>,
    /// What kind of wrong; only our own verifier has such words.
    pub what: Option<String>,
    /// The verdict as it is printed.
    pub said: String,
}

/// What a sound log comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComesTo {
    /// Records.
    pub length: u64,
    /// The hash of the last.
    pub head: String,
    /// SHA-256 of the canonical position.
    pub state: String,
    /// The result in words, when there is one.
    pub result: Option<String>,
    /// How many records of each kind.
    pub kinds: BTreeMap<String, u64>,
    /// The last lines that everybody is told.
    pub told: Vec<String>,
    /// By viewer, digests of what is seen.
    pub seen: BTreeMap<String, Seen>,
}

/// SHA-256 of the JSON of everything that one viewer sees of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// The whole chronicle.
    pub chronicle: String,
    /// The views after each hand-over and at the end.
    pub views: String,
    /// The menus there, for the viewers who have any.
    pub menus: String,
}

impl Golden {
    /// Describes a file. `python` gives the verdict of the independent verifier: whether sound, and what it said.
    pub fn describe(file: &str, text: &str, python: impl Fn(&str) -> (bool, String)) -> Golden {
        let registry = domain::rulesets::standard();
        let report = verify(&registry, text, &Against::default());
        let ours = Verdict {
            sound: report.sound,
            seq: report.bad.as_ref().map(|b| b.seq),
            what: report
                .bad
                .as_ref()
                .map(|b| serde_json::to_value(b.what).expect("a word"))
                .map(|w| w.as_str().expect("a word").to_owned()),
            said: report.to_string(),
        };
        let (sound, said) = python(text);
        let seq = said.strip_prefix("record ").and_then(|s| s.split_once(':')).and_then(|(n, _)| n.parse().ok());
        let python = Verdict { sound, seq, what: None, said };
        let comes_to = report.sound.then(|| ComesTo::of(&import(text).expect("a sound log can be read").records));
        Golden { file: file.to_owned(), sha256: sha256(text.as_bytes()), ours, python, comes_to }
    }
}

impl ComesTo {
    fn of(log: &[Record]) -> ComesTo {
        let registry = domain::rulesets::standard();
        let game = Game::replay(&registry, log).expect("a sound log replays");
        let seats = game.seats().iter().map(|s| Viewer::Seat(s.id));
        let viewers: Vec<Viewer> = seats.chain([Viewer::Spectator, Viewer::Everyone]).collect();
        let mut views: Vec<(Sha256, Sha256)> = viewers.iter().map(|_| (Sha256::new(), Sha256::new())).collect();
        for (step, record) in Game::steps(&registry, log).zip(log) {
            let step = step.expect("a sound log replays");
            if !record.is_kind("hand-over/") && record.seq != game.len() {
                continue;
            }
            for (viewer, (view, menu)) in viewers.iter().zip(&mut views) {
                view.update(serde_json::to_vec(&step.view(*viewer)).expect("a view serialises"));
                if let Viewer::Seat(seat) = viewer {
                    menu.update(serde_json::to_vec(&step.menu(*seat, None)).expect("a menu serialises"));
                }
            }
        }
        let seen = viewers.iter().zip(views).map(|(viewer, (view, menu))| {
            let chronicle = game.chronicle(log, *viewer).expect("a sound log is told");
            let digest = |d: Sha256| hex::encode(d.finalize());
            let seen = Seen {
                chronicle: sha256(&serde_json::to_vec(&chronicle).expect("a chronicle serialises")),
                views: digest(view),
                menus: digest(menu),
            };
            (format!("{viewer:?}"), seen)
        });
        let mut kinds = BTreeMap::new();
        for record in log {
            *kinds.entry(record.read().expect("read before").kind().to_owned()).or_default() += 1;
        }
        let told = game.chronicle(log, Viewer::Spectator).expect("a sound log is told");
        let told: Vec<String> = told.iter().flat_map(|e| e.lines.iter().map(|l| l.text.clone())).collect();
        ComesTo {
            length: game.len(),
            head: game.head().to_string(),
            state: hex::encode(game.position().digest()),
            result: game.result().map(|r| format!("{}, {} points", r.level, r.points)),
            kinds,
            told: told[told.len().saturating_sub(4)..].to_vec(),
            seen: seen.collect(),
        }
    }
}

/// SHA-256 in hex.
pub fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}
