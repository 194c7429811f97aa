//! Reading a rule from its line, before anybody asks whether its words mean something:
//!
//! ```text
//! rule       = { "if" conditions ":" value ";" } [ "always" | "otherwise" ] value
//! conditions = condition { "and" condition }
//! condition  = [ "not" ] circumstance test
//! test       = ( "<" | "<=" | "=" | "!=" | ">=" | ">" | "at least" | "at most" ) number
//!            | [ "is" ] [ "not" ] name { ( "or" | "," ) name }
//! ```

use super::rule::{Case, Compare, Condition, Rule, Test};

/// The longest rule, in bytes.
pub const MOST_RULE_BYTES: usize = 500;

/// The most conditions in one rule, all its cases together.
pub const MOST_CONDITIONS: usize = 24;

/// What is wrong with a rule and what would be right, two sentences.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wrong} {right}")]
pub struct WrongRule {
    /// What is wrong.
    pub wrong: String,
    /// What would be right.
    pub right: String,
}

impl WrongRule {
    pub(in crate::referee) fn new(wrong: impl Into<String>, right: impl Into<String>) -> Self {
        WrongRule { wrong: wrong.into(), right: right.into() }
    }
}

const SHAPE: &str = "Write for example: if unit Archer: ask; if turn >= 4: never; ask.";

/// A word as it may be repeated in an error.
pub(in crate::referee) fn quoted(text: &str) -> String {
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    if text.chars().count() > 40 {
        short.push('…');
    }
    format!("“{short}”")
}

/// Reads a rule. Values and names are taken as they come.
pub(in crate::referee) fn read(text: &str) -> Result<Rule, WrongRule> {
    let text = text.trim();
    if text.len() > MOST_RULE_BYTES {
        let wrong = format!("The rule is {} bytes long.", text.len());
        return Err(WrongRule::new(wrong, format!("A rule has at most {MOST_RULE_BYTES} bytes.")));
    }
    if text.chars().any(char::is_control) {
        return Err(WrongRule::new("The rule holds control characters.", "Write it on one line of plain text."));
    }
    let parts: Vec<&str> = text.split(';').map(str::trim).collect();
    let (last, ifs) = parts.split_last().unwrap_or((&"", &[]));
    let cases = ifs.iter().map(|part| case(part)).collect::<Result<Vec<_>, _>>()?;
    if first_word(last) == "if" {
        let right = "After the last “;” comes the value that holds otherwise, for example: if turn >= 4: never; ask.";
        return Err(WrongRule::new(format!("{} is the end of the rule.", quoted(last)), right));
    }
    let said = ["always", "otherwise", "else"].into_iter().find_map(|w| strip_word(last, w));
    // A value may itself be called "always".
    let otherwise = value(said.filter(|s| !s.is_empty()).unwrap_or(last))?;
    let conditions: usize = cases.iter().map(|c| c.conditions.len()).sum();
    if conditions > MOST_CONDITIONS {
        let wrong = format!("The rule has {conditions} conditions.");
        return Err(WrongRule::new(wrong, format!("A rule has at most {MOST_CONDITIONS}.")));
    }
    Ok(Rule { cases, otherwise })
}

fn first_word(text: &str) -> String {
    text.split_whitespace().next().unwrap_or("").to_lowercase()
}

/// The text after a word that it begins with, in any case of letters.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(word.len())?;
    (head.eq_ignore_ascii_case(word) && (rest.is_empty() || rest.starts_with(char::is_whitespace))).then(|| rest.trim())
}

fn value(text: &str) -> Result<String, WrongRule> {
    let text = text.trim();
    if text.is_empty() {
        return Err(WrongRule::new("A value is missing.", SHAPE));
    }
    if text.contains(char::is_whitespace) || text.contains(':') {
        return Err(WrongRule::new(format!("{} is not a value: a value is one word.", quoted(text)), SHAPE));
    }
    Ok(text.to_lowercase())
}

fn case(text: &str) -> Result<Case, WrongRule> {
    let Some(rest) = strip_word(text, "if") else {
        let wrong = match text {
            "" => "There is nothing between two “;”.".to_owned(),
            _ => format!("{} stands before the end of the rule, but does not begin with “if”.", quoted(text)),
        };
        return Err(WrongRule::new(wrong, SHAPE));
    };
    let Some((conditions, said)) = rest.split_once(':') else {
        let wrong = format!("{} has no “:” between conditions and value.", quoted(text));
        return Err(WrongRule::new(wrong, SHAPE));
    };
    if first_word(said) == "if" || rest.split_whitespace().any(|w| w.eq_ignore_ascii_case("if")) {
        let right = "Join conditions by “and”: if unit Archer and turn >= 4: ask; never.";
        return Err(WrongRule::new("An “if” stands inside another.", right));
    }
    let spaced = spaced(conditions);
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let conditions = words.split(|w| w.eq_ignore_ascii_case("and")).map(condition).collect::<Result<Vec<_>, _>>()?;
    Ok(Case { conditions, value: value(said)? })
}

/// The text with spaces around signs and commas.
fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let two = match (c, chars.peek()) {
            ('>' | '<' | '!', Some('=')) => chars.next(),
            _ => None,
        };
        match (c, two) {
            ('≥', _) => out.push_str(" >= "),
            ('≤', _) => out.push_str(" <= "),
            ('≠', _) => out.push_str(" != "),
            (_, Some(_)) => out.extend([' ', c, '=', ' ']),
            ('>' | '<' | '=', None) => out.extend([' ', c, ' ']),
            (',', None) => out.push_str(" or "),
            _ => out.push(c),
        }
    }
    out
}

fn condition(words: &[&str]) -> Result<Condition, WrongRule> {
    let is = |word: Option<&&str>, what: &str| word.is_some_and(|w| w.eq_ignore_ascii_case(what));
    let whole = words.join(" ");
    let (mut turned, words) = match words.split_first() {
        Some((first, rest)) if first.eq_ignore_ascii_case("not") => (true, rest),
        _ => (false, words),
    };
    let Some((key, mut rest)) = words.split_first() else {
        return Err(WrongRule::new("A condition is missing.", SHAPE));
    };
    let key = key.to_lowercase();
    if is(rest.first(), "is") {
        rest = &rest[1..];
    }
    if is(rest.first(), "not") {
        (turned, rest) = (!turned, &rest[1..]);
    }
    let compare = match rest {
        [sign, ..] if Compare::ALL.iter().any(|c| c.sign() == *sign) => {
            Compare::ALL.into_iter().find(|c| c.sign() == *sign).map(|c| (c, 1))
        }
        [at, least, ..] if at.eq_ignore_ascii_case("at") && least.eq_ignore_ascii_case("least") => {
            Some((Compare::AtLeast, 2))
        }
        [at, most, ..] if at.eq_ignore_ascii_case("at") && most.eq_ignore_ascii_case("most") => {
            Some((Compare::AtMost, 2))
        }
        _ => None,
    };
    if let Some((compare, taken)) = compare {
        let number = match &rest[taken..] {
            [number] => number.strip_suffix('%').unwrap_or(number).parse().ok(),
            _ => None,
        };
        let Some(number) = number else {
            let right = "After a sign comes one whole number, for example: turn >= 4.";
            return Err(WrongRule::new(format!("{} compares with no number.", quoted(&whole)), right));
        };
        let compare = if turned { compare.opposite() } else { compare };
        return Ok(Condition { key, test: Test::Number(compare, number) });
    }
    let names: Vec<String> = rest.split(|w| w.eq_ignore_ascii_case("or")).map(|n| n.join(" ")).collect();
    if names.iter().any(String::is_empty) {
        let right = "Write for example: unit Archer or Gregg.";
        return Err(WrongRule::new(format!("{} lacks a name or a number.", quoted(&whole)), right));
    }
    Ok(Condition { key, test: if turned { Test::IsNot(names) } else { Test::Is(names) } })
}
