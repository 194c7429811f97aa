//! Rolls as pages and letters show them: one that was made again stands with the dice that it had before.

use domain::referee::Entry;
use domain::words::Roll;

/// A roll, with the dice that it had before it was made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw<'e> {
    /// What it was for.
    pub purpose: &'e str,
    /// Sides of each die.
    pub sides: u8,
    /// The faces that count.
    pub faces: &'e [u8],
    /// Those that they took the place of, the first ones first.
    pub was: Vec<&'e [u8]>,
}

impl<'e> Throw<'e> {
    /// A roll that was made once.
    pub fn of(roll: &'e Roll) -> Self {
        Throw { purpose: &roll.purpose, sides: roll.sides, faces: &roll.faces, was: Vec::new() }
    }

    /// The same with its dice thrown again.
    fn again(&mut self, faces: &'e [u8]) {
        self.was.push(std::mem::replace(&mut self.faces, faces));
    }

    /// In words: "5+6", or "5+6, rolled again: 3+4".
    pub fn said(&self) -> String {
        let mut said = String::new();
        for was in &self.was {
            said += &format!("{}, rolled again: ", dice(was));
        }
        said + &dice(self.faces)
    }
}

/// What a roll was for, as it is shown: the log's word, in which a name that ends in s has one too many.
pub fn called(purpose: &str) -> String {
    purpose.replace("s's ", "s' ")
}

/// Faces as they lie: "5+6".
fn dice(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join("+")
}

/// Several in words, each by its purpose; one alone needs none.
pub fn said(throws: &[Throw<'_>]) -> String {
    match throws {
        [one] => one.said(),
        all => all.iter().map(|t| format!("{} {}", called(t.purpose), t.said())).collect::<Vec<_>>().join("; "),
    }
}

/// The rolls of a record, each with the purpose of the roll that it takes the place of, if it does.
pub fn rolls_of(entry: &Entry) -> impl Iterator<Item = (&Roll, Option<&str>)> {
    let mut again = entry.lines.iter().filter_map(|l| l.again.as_deref());
    entry.rolls.iter().map(move |roll| (roll, again.next()))
}

/// Adds the rolls of a record to those that came before: what is rolled again changes the last one of its purpose.
pub fn add<'e>(throws: &mut Vec<Throw<'e>>, entry: &'e Entry) {
    for (roll, again) in rolls_of(entry) {
        match (again, again.and_then(|of| throws.iter_mut().rfind(|t| t.purpose == of))) {
            (_, Some(throw)) => throw.again(&roll.faces),
            // Thrown first before the records at hand.
            (purpose, None) => throws.push(Throw { purpose: purpose.unwrap_or(&roll.purpose), ..Throw::of(roll) }),
        }
    }
}

/// The rolls of each record of an affair by themselves; one that was made again stands where that was done, with its old dice.
pub fn by_record<'e>(affair: &[&'e Entry]) -> Vec<Vec<Throw<'e>>> {
    let mut before: Vec<Throw<'e>> = Vec::new();
    let one = |entry: &&'e Entry| {
        let one = |(roll, again): (&'e Roll, Option<&'e str>)| {
            let mut throw = Throw::of(roll);
            if let Some(purpose) = again {
                throw.purpose = purpose;
                if let Some(old) = before.iter().rfind(|t| t.purpose == purpose) {
                    throw.was = old.was.iter().copied().chain([old.faces]).collect();
                }
            }
            before.push(throw.clone());
            throw
        };
        rolls_of(entry).map(one).collect()
    };
    affair.iter().map(one).collect()
}

/// Whether a record tells of dice rolled again that were first thrown before all of these.
pub fn wants_earlier(entries: &[Entry]) -> bool {
    let mut seen: Vec<&str> = Vec::new();
    for (roll, again) in entries.iter().flat_map(rolls_of) {
        match again {
            Some(purpose) if !seen.contains(&purpose) => return true,
            _ => seen.push(&roll.purpose),
        }
    }
    false
}

/// Says of dice that were rolled again what they were before: "…rolled again: 3+4, instead of 5+6." `before` are the records before these.
pub fn say_what_was(before: &[Entry], entries: &mut [Entry]) {
    let mut thrown: Vec<(String, Vec<u8>)> = Vec::new();
    let learn = |thrown: &mut Vec<(String, Vec<u8>)>, entry: &Entry| {
        for (roll, again) in rolls_of(entry) {
            thrown.push((again.unwrap_or(&roll.purpose).to_owned(), roll.faces.clone()));
        }
    };
    before.iter().for_each(|entry| learn(&mut thrown, entry));
    for entry in entries {
        for line in &mut entry.lines {
            let Some(purpose) = &line.again else { continue };
            if let Some((_, was)) = thrown.iter().rfind(|(of, _)| of == purpose) {
                line.text = format!("{}, instead of {}.", line.text.trim_end_matches('.'), dice(was));
            }
        }
        learn(&mut thrown, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::referee::{Line, Tone};

    fn entry(seq: u64, rolls: &[(&str, [u8; 2])], again: Option<&str>) -> Entry {
        let rolls =
            rolls.iter().map(|(purpose, faces)| Roll { purpose: (*purpose).into(), sides: 6, faces: faces.to_vec() });
        let line = again.map(|of| Line::new(Tone::Note, "The attack is rolled again: 6+5.").again(of));
        Entry { seq, rolls: rolls.collect(), lines: line.into_iter().collect(), ..Entry::default() }
    }

    fn fight() -> [Entry; 3] {
        [
            entry(1, &[("attack", [2, 2]), ("defence", [5, 1])], None),
            entry(2, &[("again", [6, 5])], Some("attack")),
            entry(3, &[("again", [1, 1])], Some("attack")),
        ]
    }

    #[test]
    fn a_name_that_ends_in_s_takes_no_second_one() {
        assert_eq!(called("Bucktails's sharpshooters"), "Bucktails' sharpshooters");
        assert_eq!(called("Meade's defense"), "Meade's defense");
    }

    #[test]
    fn dice_rolled_again_stand_with_those_they_replace() {
        let entries = fight();
        let mut throws = Vec::new();
        entries.iter().for_each(|e| add(&mut throws, e));
        assert_eq!(said(&throws), "attack 2+2, rolled again: 6+5, rolled again: 1+1; defence 5+1");
        let by_record = by_record(&entries.iter().collect::<Vec<_>>());
        let told: Vec<String> = by_record.iter().map(|throws| said(throws)).collect();
        assert_eq!(
            told,
            ["attack 2+2; defence 5+1", "2+2, rolled again: 6+5", "2+2, rolled again: 6+5, rolled again: 1+1"]
        );
        assert!(by_record[1][0].purpose == "attack");
    }

    #[test]
    fn a_line_says_what_the_dice_were_also_where_that_was_told_earlier() {
        let mut entries = fight();
        say_what_was(&[], &mut entries);
        assert_eq!(entries[1].lines[0].text, "The attack is rolled again: 6+5, instead of 2+2.");
        let [before, mut here @ ..] = fight();
        assert!(wants_earlier(&here));
        say_what_was(&[before], &mut here);
        assert!(here[0].lines[0].text.ends_with("instead of 2+2."));
        assert!(here[1].lines[0].text.ends_with("instead of 6+5."));
        assert!(!wants_earlier(&fight()));
    }
}
