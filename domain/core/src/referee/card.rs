//! What a ruleset says before there is a position: its card, its map, the questions that may be answered in advance.

use super::standing::{Notation, StandingCondition, StandingOffer, TURN, Takes};
use super::{About, Bot};
use crate::board::Sheet;
use crate::words::{DataFile, Hash32, Side};

/// What the second format of the log has to know of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondFormat {
    /// The most private rolls that one seat, or nobody, can come to in a game: the greatest index that any of them has.
    pub private_rolls: u32,
}

/// What words of a rulebook are to somebody who tells orders from talk in a letter. All in lower case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    /// Words that orders begin with, and that nobody begins talk with: a line that begins with one may be meant for an order.
    pub verbs: &'static [&'static str],
    /// Words that are names of pieces, or nearly are, and ordinary words as well: "see you early" speaks of no General Early.
    pub ordinary: &'static [&'static str],
}

/// Whose dice a roll is, to count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolledBy {
    /// Of whoever gave the order in whose record it stands.
    Orderer,
    /// Of a side, whoever gave the order: what begins its turn is rolled in the record that ends the other's.
    Side(Side),
    /// Of the side that began the affair: the attacker's, though the defender has answered since.
    Beginner,
    /// Of the other one: the defender's.
    Opponent,
}

/// The part of the contract that needs no position and no types of the ruleset's own.
pub trait Card: Send + Sync + 'static {
    /// The ruleset's card.
    fn about(&self) -> &About;

    /// The map as something to draw.
    fn sheet(&self) -> &Sheet;

    /// The questions that may be answered in advance.
    fn standing_offers(&self) -> Vec<StandingOffer>;

    /// The circumstances that conditions of standing orders may ask for. Each offer names those that it knows.
    fn standing_conditions(&self) -> Vec<StandingCondition> {
        Vec::new()
    }

    /// The circumstances that guards of queued orders may ask for, besides those of the position ([`Questions::queue_circumstances`](super::Questions::queue_circumstances)).
    fn queue_conditions(&self) -> Vec<StandingCondition> {
        vec![StandingCondition { key: TURN, title: "the game turn", takes: Takes::Number { least: 1, most: 10_000 } }]
    }

    /// The house players on offer; `random` and `staff` at least.
    fn bots(&self) -> Vec<Bot>;

    /// The lessons of this ruleset, each the text of a [`Lesson`](super::Lesson)'s file; the first is for newcomers.
    fn lessons(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// What sort of roll it was by what it was rolled for, to count those of a sort together: `Meade's defense` is a `defense`, `survival of the 20th
    /// Maine` a `survival`.
    fn sort_of_roll<'a>(&self, purpose: &'a str) -> &'a str {
        sort_of(purpose)
    }

    /// Whose dice a roll is by what it was rolled for, as the rules have it.
    fn rolled_by(&self, _purpose: &str) -> RolledBy {
        RolledBy::Orderer
    }

    /// Its words among those of talk, for letters.
    fn spoken(&self) -> Spoken {
        Spoken::default()
    }

    /// Whether games of this ruleset are logged in the second format, and what that has to know. A ruleset with secrets or several seats a
    /// side says so; once it has, it cannot go back.
    fn second_format(&self) -> Option<SecondFormat> {
        None
    }

    /// The digest of this release of the rules: SHA-256 over its sources and data files. Without one of its own, that of its revision and
    /// data files.
    fn release_digest(&self) -> Hash32 {
        let about = self.about();
        plain_digest(about.id, about.revision, &about.files)
    }

    /// The version of the crate that the rules are in.
    fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    /// Everything that may be written in standing orders.
    fn standing_notation(&self) -> Notation {
        Notation { offers: self.standing_offers(), conditions: self.standing_conditions() }
    }
}

/// A purpose without whose roll it was: what stands before `of`, `at` or `on`, and behind the owner's name.
fn sort_of(purpose: &str) -> &str {
    let what = [" of ", " at ", " on "].iter().filter_map(|word| purpose.find(word)).min();
    let what = what.and_then(|at| purpose.get(..at)).unwrap_or(purpose);
    match what.split_once("'s ") {
        Some((owner, rest)) if owner.starts_with(char::is_uppercase) => rest,
        _ => what,
    }
}

/// The digest of a release of which only revision and data files are known: SHA-256 of `ID REVISION` and a line `NAME SHA256` for each
/// file, all lines ended by a line feed.
pub(crate) fn plain_digest(id: &str, revision: u32, files: &[DataFile]) -> Hash32 {
    let files: Vec<String> = files.iter().map(|f| format!("{} {}\n", f.name, f.sha256)).collect();
    Hash32::of(format!("{id} {revision}\n{}", files.concat()).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::sort_of;

    #[test]
    fn a_sort_of_roll_is_without_names() {
        for (purpose, sort) in [
            ("Meade's defense", "defense"),
            ("Archer's sharpshooters", "sharpshooters"),
            ("a leader's fate", "a leader's fate"),
            ("survival of the 20th Maine", "survival"),
            ("ammunition attacks of A on B", "ammunition attacks"),
            ("A.P. Hill", "A.P. Hill"),
            ("Coordination Roll", "Coordination Roll"),
        ] {
            assert_eq!(sort_of(purpose), sort);
        }
    }
}
