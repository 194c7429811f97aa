//! Optional rules on the form of a new game: many of them are folded, and ticked instead of asked.

use super::front::NewGame;
use domain::referee::OptionSpec;

/// Optional rules that are asked one below the other; more of them are folded.
const MOST_QUESTIONS: usize = 3;

impl NewGame<'_> {
    /// Rules that are in force or not, where they are too many to be asked one by one.
    pub(super) fn switches(&self) -> Vec<&OptionSpec> {
        let switch = |o: &&OptionSpec| matches!(o.values.as_slice(), [("no", _), ("yes", _)]);
        let found: Vec<&OptionSpec> = self.scenario.options.iter().filter(switch).collect();
        if found.len() > MOST_QUESTIONS { found } else { Vec::new() }
    }

    /// The other options.
    pub(super) fn questions(&self) -> Vec<&OptionSpec> {
        let switches = self.switches();
        self.scenario.options.iter().filter(|o| switches.iter().all(|s| s.key != o.key)).collect()
    }

    /// The switches by name, as in a sentence.
    pub(super) fn left_off(&self) -> String {
        self.switches().iter().map(|o| o.title).collect::<Vec<_>>().join(", ")
    }
}
