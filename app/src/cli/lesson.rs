//! `fieldpost lesson`: anybody's log, with a sentence for each order, made into a lesson.

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use domain::log::Body;
use domain::referee::{Lesson, LessonLine, LessonStep};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

pub(super) const EXAMPLES: &str = "The notes are text, one order a line: the number of its record, a space, and one sentence. Orders of the same seat without
a note, and those of the other side, follow by themselves after the order before them. Lines that begin with # are headings:

  # id: first-turn
  # title: A turn on the creek
  # about: One brigade marches and one battery fires.
  # end: That was a turn.
  41 Click the brigade, then the hex.
  43 Now the guns.

The lesson begins as the log stands before the first of these records, with the dice that fell in the log. It is written to standard output;
a ruleset shows it when it lies in its folder `lessons` and is named in `Card::lessons`, and a test holds it against the rules.

Examples:
  fieldpost lesson game.jsonl notes.txt > domain/rulesets/gaines-mill/lessons/second-turn.json";

/// The flags of `fieldpost lesson`.
#[derive(Args)]
pub(super) struct LessonArgs {
    /// The log, as it is downloaded from a game's page
    log: PathBuf,
    /// The notes
    notes: PathBuf,
}

pub(super) fn lesson(args: &LessonArgs) -> Result<ExitCode> {
    let read =
        |path: &PathBuf| std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    let lesson = annotated(&read(&args.log)?, &read(&args.notes)?)?;
    println!("{}", serde_json::to_string_pretty(&lesson)?);
    Ok(ExitCode::SUCCESS)
}

/// A log with notes as a lesson, held against the rules.
fn annotated(log: &str, notes: &str) -> Result<Lesson> {
    let (heads, said) = read_notes(notes)?;
    let records = domain::log::import(log).map_err(|e| anyhow!("this is no log: {e}"))?;
    let first = *said.keys().next().context("the notes have no sentence to any record")?;
    let mut genesis = None;
    let mut lesson: Option<Lesson> = None;
    for record in &records.records {
        let (order, seat) = match record.read().map_err(|e| anyhow!("record {}: {e}", record.seq))? {
            Body::Genesis(g) => {
                genesis = Some(g);
                continue;
            }
            Body::Order(order) => (order.clone(), order.seat),
            _ => continue,
        };
        let genesis = genesis.as_ref().context("the log has no beginning")?;
        let registry = domain::rulesets::standard();
        let ruleset = super::referee::ruleset(&registry, &genesis.ruleset)?;
        let scenario = ruleset.about().scenario(&genesis.terms.scenario).context("the scenario has gone")?;
        let by = scenario.seats.get(usize::from(seat.0)).map_or("", |s| s.name).to_lowercase();
        let dice: Vec<u8> = order.rolls.iter().flat_map(|r| r.faces.clone()).collect();
        let lesson = lesson.get_or_insert_with(|| Lesson {
            id: heads.get("id").cloned().unwrap_or_default(),
            title: heads.get("title").cloned().unwrap_or_default(),
            about: heads.get("about").cloned().unwrap_or_default(),
            scenario: genesis.terms.scenario.clone(),
            options: genesis.terms.options.clone(),
            seat: String::new(),
            before: Vec::new(),
            steps: Vec::new(),
            end: heads.get("end").cloned().unwrap_or_default(),
        });
        let line = LessonLine { by: by.clone(), line: order.order.clone(), dice: dice.clone() };
        match (said.get(&record.seq), lesson.steps.last_mut()) {
            (Some(say), _) => {
                if lesson.steps.is_empty() {
                    lesson.seat = by.clone();
                }
                ensure!(lesson.seat == by, "record {} is not of the {}, whose lesson this is", record.seq, lesson.seat);
                lesson.steps.push(LessonStep { say: say.clone(), order: order.order, dice, then: Vec::new() });
            }
            (None, Some(step)) => {
                if said.keys().next_back().is_some_and(|last| record.seq < *last) || by != lesson.seat {
                    step.then.push(line);
                } else {
                    break;
                }
            }
            (None, None) => {
                ensure!(record.seq < first, "record {first} is no order");
                lesson.before.push(line);
            }
        }
    }
    let lesson = lesson.context("the log has no order")?;
    if lesson.steps.len() != said.len() {
        bail!("{} of the notes are to records that are no orders", said.len() - lesson.steps.len());
    }
    let genesis = genesis.context("the log has no beginning")?;
    let registry = domain::rulesets::standard();
    let ruleset = super::referee::ruleset(&registry, &genesis.ruleset)?;
    lesson.after(&**ruleset, lesson.steps.len()).map_err(|e| anyhow!("the rules do not take this lesson: {e}"))?;
    Ok(lesson)
}

type Notes = (BTreeMap<String, String>, BTreeMap<u64, String>);

fn read_notes(text: &str) -> Result<Notes> {
    let (mut heads, mut said) = (BTreeMap::new(), BTreeMap::new());
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        if let Some((key, value)) = line.strip_prefix('#').and_then(|l| l.split_once(':')) {
            heads.insert(key.trim().to_owned(), value.trim().to_owned());
        } else if !line.starts_with('#') {
            let (number, say) = line.split_once(' ').with_context(|| format!("{line:?}: a number and a sentence"))?;
            let number = number.parse().with_context(|| format!("{number:?} is no number of a record"))?;
            said.insert(number, say.trim().to_owned());
        }
    }
    Ok((heads, said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_heads_and_sentences_by_record() {
        let (heads, said) = read_notes("# id: a-turn\n#remark\n\n41 Click it.\n 43  Now this.\n").unwrap();
        assert_eq!(heads["id"], "a-turn");
        assert_eq!(said.into_iter().collect::<Vec<_>>(), [(41, "Click it.".to_owned()), (43, "Now this.".to_owned())]);
        assert!(read_notes("one Click it.").is_err() && read_notes("41").is_err());
    }
}
