//! An affair taken apart by what was fought or rolled in it, and what each came to in one sentence.

use crate::throws::{self, Throw};
use domain::referee::{Entry, Line, Mark, Tone};
use std::collections::VecDeque;

/// Consequences that a headline names; of more, the rest stands behind it.
const NAMED: usize = 5;

/// One fight of an affair, or one roll: its dice and all that came of it.
#[derive(Clone, Debug, Default)]
pub struct Stroke<'e> {
    /// The last record that belongs to it.
    pub last: u64,
    /// Its dice.
    pub rolls: Vec<Throw<'e>>,
    /// What is told of it.
    pub lines: Vec<&'e Line>,
    /// Whether a phase began before it in the same record: then it is nobody's order.
    pub of_phase: bool,
}

impl<'e> Stroke<'e> {
    /// The line that says what was fought or rolled.
    pub fn main(&self) -> Option<&'e Line> {
        told_most(&self.lines)
    }

    /// What it came to; so far, where something is still asked.
    pub fn headline(&self, asked: bool) -> Option<String> {
        headline(&self.lines, asked)
    }
}

/// The line of an affair that says what it came to: what was attacked is the affair, other rolls in its course are not.
pub fn told_most<'l>(lines: &[&'l Line]) -> Option<&'l Line> {
    let first = lines.iter().find(|l| l.tone == Tone::Combat);
    first.or_else(|| lines.iter().rfind(|l| has_sum(l))).copied()
}

/// Whether it tells a roll with its arithmetic.
pub fn has_sum(line: &Line) -> bool {
    matches!(line.tone, Tone::Combat | Tone::Roll)
}

/// Whether it tells an attack; an overrun is what one came to.
fn is_fight(line: &Line) -> bool {
    line.tone == Tone::Combat && line.marks.iter().any(|m| matches!(m, Mark::Fought { .. }))
}

/// What lines came to, in a sentence: what was fought, and what did happen behind it, for the table's result may have come otherwise, or wait
/// for an answer (`asked`). Nothing where nothing was fought or rolled.
pub fn headline(lines: &[&Line], asked: bool) -> Option<String> {
    let main = told_most(lines)?;
    let said = main.in_short();
    let at = lines.iter().position(|l| std::ptr::eq::<Line>(*l, main))?;
    let tells = |l: &&&Line| match l.tone {
        Tone::Loss | Tone::Move | Tone::Result => true,
        Tone::Note => !l.marks.is_empty(),
        Tone::Combat => true,
        Tone::Roll | Tone::Heading => false,
    };
    let told: Vec<&&Line> = lines.iter().skip(at + 1).filter(tells).collect();
    let behind: Vec<(&str, String)> =
        told.iter().map(|l| (l.subject.as_deref().unwrap_or_default(), bare(&l.in_short()).to_owned())).collect();
    if main.tone != Tone::Combat || (behind.is_empty() && !asked) {
        return Some(said);
    }
    let more = behind.len().saturating_sub(NAMED);
    // Where another fight comes right behind it, what it came to is only its own words.
    let alone = told.first().is_some_and(|l| is_fight(l));
    let what = said.split_once(": ").filter(|_| !alone).map_or(bare(&said), |(what, _)| what);
    let mut text = what.to_owned();
    let mut before = "";
    for (i, (who, what)) in behind.iter().take(NAMED).enumerate() {
        let who = *who;
        match who == before && !who.is_empty() {
            // "Trimble is disrupted, falls back", but "Trimble is disrupted, Trimble's charge is stopped".
            true => {
                let rest = what.strip_prefix(who).filter(|rest| rest.starts_with(' '));
                text += &format!(", {}", rest.unwrap_or(what).trim_start());
            }
            false if i == 0 && !alone => text += &format!(": {what}"),
            false => text += &format!("; {what}"),
        }
        before = who;
    }
    if more > 0 {
        text += &format!(" (and {more} more)");
    }
    Some(text + ".")
}

fn bare(sentence: &str) -> &str {
    sentence.trim_end_matches('.')
}

/// The strokes of an affair, in their order. Dice stand before the line that tells what they came to, be it in a later record; what is
/// fought begins a new stroke, and other rolls in its course belong to it. A phase that begins ends it.
pub fn strokes<'e>(affair: &[&'e Entry]) -> Vec<Stroke<'e>> {
    let mut strokes: Vec<Stroke<'e>> = vec![Stroke::default()];
    let mut loose: Vec<Throw<'e>> = Vec::new();
    for entry in affair {
        let fights = || entry.lines.iter().filter(|l| is_fight(l));
        // Where no line says which dice are its own, each fight of a record has as many rolls as the others.
        let mut shared: VecDeque<Throw<'e>> = VecDeque::new();
        match fights().count() > 0 && fights().all(|l| l.dice.is_none()) {
            true => shared.extend(entry.rolls.iter().map(Throw::of)),
            false => throws::add(&mut loose, entry),
        }
        let all = shared.len();
        let share = all.checked_div(fights().count()).filter(|share| share * fights().count() == all).unwrap_or(all);
        for line in &entry.lines {
            let settled = strokes.last().is_some_and(|s| s.main().is_some());
            if settled && (is_fight(line) || line.tone == Tone::Heading) {
                strokes.push(Stroke::default());
            }
            let Some(stroke) = strokes.last_mut() else { continue };
            if is_fight(line) {
                loose.extend(shared.drain(..share.min(shared.len())));
            }
            match &line.dice {
                Some(purposes) => {
                    for purpose in purposes {
                        let at = loose.iter().position(|t| t.purpose == purpose);
                        stroke.rolls.extend(at.map(|at| loose.remove(at)));
                    }
                }
                None if has_sum(line) => stroke.rolls.append(&mut loose),
                None => {}
            }
            if has_sum(line) && stroke.main().is_none() {
                stroke.of_phase |= stroke.lines.iter().any(|l| l.tone == Tone::Heading);
            }
            stroke.lines.push(line);
        }
        loose.extend(shared);
        if let Some(stroke) = strokes.last_mut() {
            stroke.last = entry.seq;
        }
    }
    // What was thrown and is not settled.
    match strokes.last_mut() {
        Some(stroke) if stroke.main().is_none() => stroke.rolls.append(&mut loose),
        _ if !loose.is_empty() => {
            let last = affair.last().map_or(0, |e| e.seq);
            strokes.push(Stroke { last, rolls: loose, ..Stroke::default() });
        }
        _ => {}
    }
    strokes
}

/// The affair in which the last order stands: what is asked in the course of something is asked there, wherever the affair began.
pub fn latest(affairs: &[Vec<&Entry>]) -> Option<usize> {
    let last = |affair: &Vec<&Entry>| affair.iter().filter(|e| e.order.is_some() || e.begins).map(|e| e.seq).max();
    let (at, seq) = affairs.iter().map(last).enumerate().max_by_key(|(_, seq)| *seq)?;
    seq.map(|_| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::referee::{Side, Story, Thread};
    use domain::words::Roll;

    fn line(tone: Tone, text: &str) -> Line {
        Line::new(tone, text).mark(Mark::Changed { place: "1009".into() })
    }

    fn combat(what: &str, result: &str) -> Line {
        let fought = Mark::Fought { from: "1008".into(), to: "1009".into(), side: Side::Union };
        line(Tone::Combat, &format!("{what}: 3 steps = 3: {result}."))
            .mark(fought)
            .plainly(format!("{what}: {result}."))
    }

    fn roll(purpose: &str) -> Roll {
        Roll { purpose: purpose.into(), sides: 6, faces: vec![1, 6] }
    }

    fn entry(seq: u64, rolls: Vec<Roll>, lines: Vec<Line>) -> Entry {
        Entry { seq, rolls, lines, order: Some("an order".into()), ..Entry::default() }
    }

    #[test]
    fn of_fights_of_one_moment_each_says_what_it_came_to() {
        let (at_lane, at_scales) =
            (combat("Fire at Lane", "4 casualty points"), combat("Fire at Scales", "32 casualty points"));
        let lost = line(Tone::Loss, "Scales loses 3 strength points.").about("Scales");
        assert_eq!(
            headline(&[&at_lane, &at_scales, &lost], false).unwrap(),
            "Fire at Lane: 4 casualty points; Fire at Scales: 32 casualty points; Scales loses 3 strength points."
        );
    }

    #[test]
    fn a_headline_says_what_happened_and_not_what_the_table_says() {
        let fired = combat("Whiting fires on Rodes", "Rodes is disrupted");
        let stood = line(Tone::Note, "Rodes is not shaken.");
        assert_eq!(headline(&[&fired, &stood], false).unwrap(), "Whiting fires on Rodes: Rodes is not shaken.");
        let charge = combat("Meade charges home on Pender", "Pender loses a step, is disrupted, retreats a hex");
        let lost = line(Tone::Loss, "Pender loses a step (1 left).").about("Pender");
        let back = line(Tone::Move, "Pender retreats to 0811.").about("Pender");
        let gone =
            line(Tone::Loss, "Pender loses a step retreating into an enemy zone and is eliminated.").about("Pender");
        let took = line(Tone::Move, "Meade takes 0812.");
        assert_eq!(
            headline(&[&charge, &lost, &back, &gone, &took], false).unwrap(),
            "Meade charges home on Pender: Pender loses a step (1 left), retreats to 0811, loses a step retreating into an enemy zone and is \
             eliminated; Meade takes 0812."
        );
    }

    #[test]
    fn what_waits_for_an_answer_has_not_happened() {
        let fired = combat("Heavy fires on Pryor", "Pryor loses a step, is disrupted");
        assert_eq!(headline(&[&fired], true).unwrap(), "Heavy fires on Pryor.");
        assert_eq!(headline(&[&fired], false).unwrap(), "Heavy fires on Pryor: Pryor loses a step, is disrupted.");
    }

    #[test]
    fn a_name_is_said_once_where_the_ruleset_says_whose_it_is() {
        let fought = combat("Starke assaults 27", "2 casualty points");
        let spent = |name: &str| line(Tone::Loss, &format!("{name} is Spent."));
        let back = |name: &str| line(Tone::Move, &format!("{name} retreats to 26."));
        let told = [spent("Res Art a (V)").about("Res Art a (V)"), back("Res Art a (V)").about("Res Art a (V)")];
        let lines = [&fought, &told[0], &told[1]];
        assert_eq!(headline(&lines, false).unwrap(), "Starke assaults 27: Res Art a (V) is Spent, retreats to 26.");
        // Of whom nothing is said is named again; a line that does not begin with the name is about nobody.
        let told = [spent("Doubleday"), back("Doubleday").about("Gibbon")];
        let lines = [&fought, &told[0], &told[1]];
        let text = "Starke assaults 27: Doubleday is Spent; Doubleday retreats to 26.";
        assert_eq!(headline(&lines, false).unwrap(), text);
    }

    #[test]
    fn each_fight_of_an_affair_has_its_own_dice() {
        let field = combat("Griffin charges home on Field", "Field loses a step");
        let pender = combat("Meade charges home on Pender", "Pender loses a step");
        let entries = [
            entry(1, vec![roll("Field's defense")], vec![field, line(Tone::Loss, "Field loses a step (1 left).")]),
            entry(2, vec![], vec![line(Tone::Move, "Field retreats to 1007.")]),
            entry(3, vec![roll("Pender's defense")], vec![pender]),
        ];
        let told = strokes(&entries.iter().collect::<Vec<_>>());
        let dice: Vec<Vec<&str>> = told.iter().map(|s| s.rolls.iter().map(|r| r.purpose).collect()).collect();
        assert_eq!(dice, [vec!["Field's defense"], vec!["Pender's defense"]]);
        assert_eq!((told[0].last, told[1].last), (2, 3));
        assert_eq!(told[0].lines.len(), 3);
    }

    #[test]
    fn dice_go_with_the_line_of_a_later_record_that_tells_them() {
        let fought = combat("Starke assaults 27", "3 casualty points");
        let check = line(Tone::Roll, "Impulse check: 6: the phase goes on.");
        let entries = [
            entry(1, vec![roll("impulse check")], vec![]),
            entry(2, vec![], vec![check]),
            entry(3, vec![roll("attack"), roll("defence")], vec![]),
            entry(4, vec![roll("attack, again")], vec![]),
            entry(5, vec![], vec![fought, line(Tone::Combat, "Overrun: the Union units in 27 are swept away.")]),
            entry(6, vec![roll("leader")], vec![line(Tone::Roll, "Hooker is unhurt.")]),
        ];
        let told = strokes(&entries.iter().collect::<Vec<_>>());
        let dice: Vec<usize> = told.iter().map(|s| s.rolls.len()).collect();
        assert_eq!(dice, [1, 4]);
        // What is thrown and not settled stands by itself.
        let told = strokes(&entries[..3].iter().collect::<Vec<_>>());
        assert_eq!(told.iter().map(|s| s.rolls.len()).collect::<Vec<_>>(), [1, 2]);
        assert!(told[1].main().is_none());
    }

    fn said(stroke: &Stroke<'_>) -> String {
        throws::said(&stroke.rolls)
    }

    #[test]
    fn a_bombardment_keeps_its_result_beside_the_check_that_comes_next() {
        let rolls = |purposes: &[&str]| purposes.iter().map(|p| roll(p)).collect();
        let fought = combat("Res Art b bombards 30", "no effect").of_dice(&["attack", "defence"]);
        let heading = line(Tone::Heading, "Union impulse, space 1");
        let check = line(Tone::Roll, "Impulse check: 2: the phase goes on.").of_dice(&["impulse check"]);
        let again = line(Tone::Note, "The attack is rolled again: 1+6.").again("attack");
        // In one record, and over several with the dice rolled again.
        let at_once = [entry(1, rolls(&["attack", "defence", "impulse check"]), vec![fought.clone(), heading.clone()])];
        let in_turn = [
            entry(1, rolls(&["attack", "defence"]), vec![]),
            entry(2, rolls(&["again"]), vec![again]),
            entry(3, rolls(&["impulse check"]), vec![fought, heading]),
        ];
        let answered = entry(4, vec![], vec![check]);
        let first = ["attack 1+6; defence 1+6", "attack 1+6, rolled again: 1+6; defence 1+6"];
        for (entries, first) in [(&at_once[..], first[0]), (&in_turn[..], first[1])] {
            let mut affair: Vec<&Entry> = entries.iter().collect();
            let told = strokes(&affair);
            assert_eq!(told.iter().map(said).collect::<Vec<_>>(), [first, "1+6"]);
            assert_eq!(told[0].headline(false).unwrap(), "Res Art b bombards 30: no effect.");
            assert!(told[1].main().is_none() && told[1].headline(true).is_none());
            affair.push(&answered);
            let told = strokes(&affair);
            assert_eq!(told.iter().map(said).collect::<Vec<_>>(), [first, "1+6"]);
            assert!(told[1].of_phase && !told[0].of_phase);
        }
    }

    #[test]
    fn a_question_belongs_to_the_affair_of_the_last_order() {
        let fired = |who: &str| combat(&format!("{who} fires"), "nothing").thread(Thread::Begins(who.into()));
        let back =
            combat("Butterfield fires in reaction at Pickett", "nothing").thread(Thread::GoesOn("Pickett".into()));
        let entries = [
            entry(1, vec![roll("a")], vec![fired("Pickett")]),
            entry(2, vec![roll("b")], vec![fired("Washington")]),
            entry(3, vec![roll("c")], vec![back]),
        ];
        let story = Story::of(entries.to_vec());
        let told = story.affairs();
        assert_eq!(told.len(), 3);
        assert_eq!(latest(&told), Some(2));
        assert_eq!(
            strokes(&told[2]).last().unwrap().headline(true).unwrap(),
            "Butterfield fires in reaction at Pickett."
        );
        assert_eq!(latest(&Story::of(entries[..2].to_vec()).affairs()), Some(1));
        assert_eq!(latest(&Story::of(vec![Entry { order: None, ..entry(1, vec![], vec![]) }]).affairs()), None);
    }
}
