//! `fieldpost referee`: a ruleset on the command line, one JSON object a line.

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use domain::dice::{Dice, NoDice, Roll};
use domain::referee::{
    AnyPosition, AnyRuleset, Decided, Decision, Known, Menu, Outcome, Refusal, Registry, Score, SeatId, SeatSpec,
    Terms, View, Viewer,
};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

pub(super) const EXAMPLES: &str = "Lines read from standard input:
  union: Griffin fire 1012      an order of that seat, in notation
  umpire: place Archer 0714     a study position: the umpire puts pieces where they are wanted
  ?menu union                   every legal order of the seat, with costs and odds
  ?view confederate             what the seat may see
  ?position                     the whole position; keep it in a file for --position
  ?victory                      the score as it stands, and the result when the game is over
  ?dice 3,4,6                   forced dice from here on
  # …                           a remark, skipped

Each order answers with one line of JSON:
  {\"order\":…,\"ok\":true,\"facts\":[…],\"rolls\":[…],\"story\":[…],\"waiting\":[…]}
  {\"order\":…,\"ok\":false,\"section\":…,\"wrong\":…,\"legal\":…}

Examples:
  echo '?menu union' | fieldpost referee gaines-mill
  fieldpost referee gaines-mill --dice 3,4,6,1 < orders.txt
  fieldpost referee gaines-mill --position turn3.json --option early-reinforcements=yes";

/// The flags of `fieldpost referee`.
#[derive(Args)]
pub(super) struct RefereeArgs {
    /// The ruleset, for example gaines-mill
    ruleset: String,
    /// The scenario; the first one without this
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// An option of the scenario, as key=value; defaults for those left out
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
    /// Start from this position (a file written by ?position)
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// Dice to use, in order; running out is an error. Without this, dice are random
    #[arg(long, value_name = "FACES", value_delimiter = ',')]
    dice: Option<Vec<u8>>,
}

/// Terms of a scenario with every option filled in.
///
/// # Errors
/// A sentence that names what there is, when ruleset, scenario, option or value does not exist.
pub(super) fn terms(ruleset: &dyn AnyRuleset, scenario: Option<&str>, options: &[String]) -> Result<Terms> {
    let about = ruleset.about();
    let names = |v: Vec<&str>| v.join(", ");
    let scenario = match scenario {
        None => about.scenarios.first().context("the ruleset has no scenario")?,
        Some(id) => about.scenario(id).ok_or_else(|| {
            anyhow!("there is no scenario {id:?}; there is {}", names(about.scenarios.iter().map(|s| s.id).collect()))
        })?,
    };
    let mut terms = Terms {
        scenario: scenario.id.to_owned(),
        options: scenario
            .options
            .iter()
            .filter_map(|o| Some((o.key.to_owned(), o.values.first()?.0.to_owned())))
            .collect(),
    };
    let mut given = BTreeSet::new();
    for option in options {
        let (key, value) =
            option.split_once('=').ok_or_else(|| anyhow!("an option is written key=value, not {option:?}"))?;
        ensure!(given.insert(key), "option {key} is given twice");
        let spec = scenario.options.iter().find(|o| o.key == key).ok_or_else(|| {
            anyhow!("there is no option {key:?}; there is {}", names(scenario.options.iter().map(|o| o.key).collect()))
        })?;
        ensure!(
            spec.values.iter().any(|(v, _)| *v == value),
            "option {key} is one of {}, not {value:?}",
            names(spec.values.iter().map(|(v, _)| *v).collect())
        );
        terms.options.insert(key.to_owned(), value.to_owned());
    }
    Ok(terms)
}

/// The ruleset of that id.
///
/// # Errors
/// A sentence that names the rulesets there are.
pub(super) fn ruleset<'r>(registry: &'r Registry, id: &str) -> Result<&'r Arc<dyn AnyRuleset>> {
    registry.get(id).ok_or_else(|| {
        let known: Vec<_> = registry.all().iter().map(|r| r.about().id).collect();
        anyhow!("there is no ruleset {id:?}; there is {}", known.join(", "))
    })
}

pub(super) fn referee(args: &RefereeArgs, input: impl BufRead, mut out: impl Write) -> Result<ExitCode> {
    let registry = domain::rulesets::standard();
    let ruleset = ruleset(&registry, &args.ruleset)?;
    let terms = terms(ruleset.as_ref(), args.scenario.as_deref(), &args.options)?;
    let position = match &args.position {
        None => ruleset.open(&terms)?,
        Some(file) => {
            let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
            let text = text.trim();
            ruleset.restore(text).with_context(|| format!("{} holds no position of this ruleset", file.display()))?
        }
    };
    let seats = ruleset.about().scenario(&terms.scenario).context("the scenario has gone")?.seats.clone();
    let mut table = Table { ruleset: ruleset.as_ref(), seats, position, dice: args.dice.clone().map(VecDeque::from) };
    for line in input.lines() {
        let line = line.context("cannot read the orders")?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let answer = table.hear(line);
        serde_json::to_writer(&mut out, &answer)?;
        out.write_all(b"\n")?;
        out.flush()?;
        if matches!(answer, Answer::Refused { no_dice: true, .. }) {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

struct Table<'r> {
    ruleset: &'r dyn AnyRuleset,
    seats: Vec<SeatSpec>,
    position: Box<dyn AnyPosition>,
    dice: Option<VecDeque<u8>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Done {
        order: String,
        ok: bool,
        seat: String,
        facts: Vec<Box<RawValue>>,
        rolls: Vec<Roll>,
        story: Vec<String>,
        waiting: Vec<Owes>,
        #[serde(skip_serializing_if = "Option::is_none")]
        outcome: Option<Outcome>,
    },
    Refused {
        order: String,
        ok: bool,
        section: Option<String>,
        wrong: String,
        legal: String,
        #[serde(skip)]
        no_dice: bool,
    },
    Menu(Menu),
    View(Box<View>),
    Position(Box<RawValue>),
    Victory {
        outcome: Option<Outcome>,
        score: Score,
    },
    Dice {
        dice: Vec<u8>,
    },
}

/// Who owes what.
#[derive(Serialize)]
struct Owes {
    seat: String,
    kind: &'static str,
    asks: String,
    section: String,
}

impl Table<'_> {
    fn hear(&mut self, line: &str) -> Answer {
        let answer = match line.strip_prefix('?') {
            Some(question) => self.answer(question),
            None => self.order(line),
        };
        answer.unwrap_or_else(|error| Answer::Refused {
            order: line.to_owned(),
            ok: false,
            section: None,
            wrong: error.to_string(),
            legal:
                "Write `SEAT: order`, `umpire: …`, `?menu SEAT`, `?view SEAT`, `?position`, `?victory` or `?dice 3,4`."
                    .to_owned(),
            no_dice: false,
        })
    }

    fn seat(&self, name: &str) -> Result<SeatId> {
        let found = self.seats.iter().position(|s| s.name.eq_ignore_ascii_case(name)).or_else(|| {
            // The side's word will do where the side has one seat.
            let mut of_side = self.seats.iter().enumerate().filter(|(_, s)| s.side.word().eq_ignore_ascii_case(name));
            of_side.next().filter(|_| of_side.next().is_none()).map(|(i, _)| i)
        });
        match found.and_then(|i| u8::try_from(i).ok()) {
            Some(seat) => Ok(SeatId(seat)),
            None => {
                let names: Vec<_> = self.seats.iter().map(|s| s.name).collect();
                bail!("There is no seat {name:?}; there is {}.", names.join(", "))
            }
        }
    }

    fn word(&self, seat: SeatId) -> String {
        self.seats.get(usize::from(seat.0)).map_or_else(|| seat.0.to_string(), |s| s.name.to_lowercase())
    }

    fn answer(&mut self, question: &str) -> Result<Answer> {
        let (what, of) = question.split_once(char::is_whitespace).unwrap_or((question, ""));
        let of = of.trim();
        Ok(match what {
            "menu" => Answer::Menu(self.ruleset.board(Known::held(self.position.as_ref())).menu(self.seat(of)?, None)),
            "view" => {
                let viewer = match of {
                    "spectator" => Viewer::Spectator,
                    "" | "everyone" => Viewer::Everyone,
                    seat => Viewer::Seat(self.seat(seat)?),
                };
                Answer::View(Box::new(self.ruleset.board(Known::held(self.position.as_ref())).view(viewer)))
            }
            "position" => Answer::Position(RawValue::from_string(self.position.canonical())?),
            "victory" => Answer::Victory {
                outcome: self.ruleset.board(Known::held(self.position.as_ref())).outcome(),
                score: self.ruleset.board(Known::held(self.position.as_ref())).view(Viewer::Everyone).score,
            },
            "dice" => {
                let faces: Result<Vec<u8>, _> = of.split(',').map(|f| f.trim().parse()).collect();
                let faces = faces.map_err(|_| anyhow!("Dice are written as faces with commas: ?dice 3,4,6."))?;
                self.dice = Some(faces.clone().into());
                Answer::Dice { dice: faces }
            }
            other => bail!("There is no question ?{other}."),
        })
    }

    fn order(&mut self, line: &str) -> Result<Answer> {
        let (who, text) = line.split_once(':').ok_or_else(|| anyhow!("That line says not whose order it is."))?;
        let (who, text) = (who.trim(), text.trim());
        let (decided, rolls) = if who.eq_ignore_ascii_case("umpire") {
            (self.ruleset.umpire(self.position.as_ref(), text), Vec::new())
        } else {
            let seat = self.seat(who)?;
            let position = self.position.as_ref();
            match &mut self.dice {
                Some(faces) => {
                    // An order that is refused gives its dice back.
                    let before = faces.clone();
                    let mut dice = Dice::forced(faces);
                    let decided = self.ruleset.decide(Known::held(position), position, seat, text, &mut dice);
                    let rolls = dice.into_rolls();
                    if decided.is_err() {
                        *faces = before;
                    }
                    (decided, rolls)
                }
                None => {
                    let mut seed = [0; 32];
                    getrandom::fill(&mut seed).map_err(|e| anyhow!("no random numbers are to be had: {e}"))?;
                    let mut dice = Dice::seeded(move || seed);
                    let decided = self.ruleset.decide(Known::held(position), position, seat, text, &mut dice);
                    (decided, dice.into_rolls())
                }
            }
        };
        Ok(match decided {
            Ok(decided) => self.done(who, decided, rolls)?,
            Err(refusal) => refused(line, &refusal),
        })
    }

    fn done(&mut self, who: &str, decided: Decided, rolls: Vec<Roll>) -> Result<Answer> {
        let mut story = Vec::new();
        for fact in &decided.facts {
            if let Some(line) = self.ruleset.tell(fact.get(), Viewer::Everyone)? {
                story.push(line.text);
            }
        }
        self.position = decided.after;
        let waiting = self.ruleset.board(Known::held(self.position.as_ref())).waiting();
        let owes =
            |d: Decision| Owes { seat: self.word(d.seat), kind: d.kind, asks: d.asks, section: d.section.to_string() };
        Ok(Answer::Done {
            order: decided.order,
            ok: true,
            seat: who.to_lowercase(),
            facts: decided.facts,
            rolls,
            story,
            waiting: waiting.into_iter().map(owes).collect(),
            outcome: self.ruleset.board(Known::held(self.position.as_ref())).outcome(),
        })
    }
}

fn refused(line: &str, refusal: &Refusal) -> Answer {
    let (section, wrong, legal) = match refusal {
        Refusal::Unreadable { wrong, legal } => (None, wrong.clone(), legal.clone()),
        Refusal::Illegal(i) => (Some(i.section.to_string()), i.wrong.clone(), i.legal.clone()),
        Refusal::Dice(no_dice) => (None, no_dice.to_string(), "Give more faces with --dice or ?dice.".to_owned()),
    };
    let no_dice = matches!(refusal, Refusal::Dice(NoDice::Exhausted | NoDice::NoSuchFace { .. }));
    Answer::Refused { order: line.to_owned(), ok: false, section, wrong, legal, no_dice }
}
