//! What both verifiers say, and where they must say the same.

use domain::referee::{Report, Wrong};

/// What one verifier says: nothing wrong, or the record that is.
pub type Said = Option<u64>;

/// The verdict of the independent one.
pub fn python_says(line: &str) -> Said {
    if line.starts_with("sound:") || line.starts_with("sound as far as open:") {
        return None;
    }
    let number = line.strip_prefix("record ").and_then(|l| l.split_once(':'));
    Some(number.unwrap_or_else(|| panic!("no verdict: {line}")).0.parse().unwrap())
}

/// Whether a fault can be known without the rules of the game. Where it can, both verifiers name the same record.
pub fn needs_no_rules(report: &Report) -> bool {
    let Some(bad) = &report.bad else { return false };
    // Which record the rules call for is theirs to say, and what a fact must look like.
    let called = bad.why.ends_with("should stand here.") && !bad.why.starts_with("the opening of what was sealed");
    if called && bad.what != Wrong::Link || bad.why.contains("a fact: ") {
        return false;
    }
    match bad.what {
        Wrong::Unreadable | Wrong::Chain | Wrong::Bytes => true,
        // So is which step it is.
        Wrong::Link => !bad.why.starts_with("the step is"),
        // Whether the rules have ended the game is theirs to say.
        Wrong::Seal => !["nothing calls for", "other "].iter().any(|w| bad.why.starts_with(w)),
        Wrong::Dice => !bad.why.starts_with("the rules roll other dice"),
        Wrong::Tail => !bad.why.starts_with("the end is missing"),
        _ => false,
    }
}
