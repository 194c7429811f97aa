//! Queued orders: what a player says beforehand for their own coming turns (`docs/decisions/0075-queued-orders.md`).
//!
//! ```text
//! queue = { line }
//! line  = "stop if" conditions
//!       | [ "if" conditions ":" | "until" conditions ":" ] [ "try" ] order
//! ```
//!
//! Conditions are those of standing orders: `turn >= 4 and unit Archer`. Empty lines and those that begin with `#` are skipped.

use super::standing::{Circumstance, Condition, Notation, StandingChoice, StandingOffer, WrongRule, quoted, read};
use crate::log::canonical::nfc;
use std::fmt;

/// The most lines that are queued at a time.
pub const MOST_QUEUED: usize = 100;

/// The longest queue, in bytes.
pub const MOST_QUEUE_BYTES: usize = 16_384;

const KEY: &str = "queue";

/// Orders for one's own coming turns, in the order in which they are to be given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queue(pub Vec<QueueLine>);

/// One line of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueLine {
    /// When it speaks.
    pub when: When,
    /// The order, or several as a compound line or shorthand; empty for a guard.
    pub order: String,
    /// Whether it is left out where it is refused (of [`When::Until`], in that step). Otherwise the queue ends there and its owner is asked.
    pub lenient: bool,
}

/// When a line speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// Once, when it comes to it.
    Once,
    /// Once, where this holds when it comes to it; left out otherwise.
    If(Vec<Condition>),
    /// In each step of one's own, until this holds.
    Until(Vec<Condition>),
    /// Never: the queue ends, and its owner is asked, as soon as this holds.
    Stop(Vec<Condition>),
}

impl QueueLine {
    /// A line that is given once as it is.
    pub fn once(order: impl Into<String>) -> Self {
        QueueLine { when: When::Once, order: order.into(), lenient: false }
    }
}

/// Whether all of these hold.
pub(super) fn hold(conditions: &[Condition], circumstances: &[Circumstance]) -> bool {
    conditions.iter().all(|c| c.holds(circumstances))
}

impl Queue {
    /// Reads a queue as its owner writes it; names come back in the ruleset's own spelling. Whether its orders can be read is not asked here.
    ///
    /// # Errors
    /// [`WrongRule`], with the line that is wrong.
    pub fn read(text: &str, notation: &Notation) -> Result<Queue, WrongRule> {
        let text = checked(text)?;
        let queue = Self::with(&text, |conditions| {
            if conditions.contains([';', ':']) {
                let wrong = format!("{} is more than conditions.", quoted(conditions));
                return Err(WrongRule::new(wrong, "Write for example: if turn >= 4 and near > 2: done."));
            }
            let rule = notation.rule(KEY, &ruled(conditions)).map_err(|e| {
                let wrong = e.wrong.strip_prefix(KEY).and_then(|w| w.strip_prefix(": ")).unwrap_or(&e.wrong);
                WrongRule::new(wrong, e.right)
            })?;
            Ok(rule.cases.into_iter().flat_map(|c| c.conditions).collect())
        })?;
        if queue.0.len() > MOST_QUEUED {
            let wrong = format!("There are {} lines.", queue.0.len());
            return Err(WrongRule::new(wrong, format!("At most {MOST_QUEUED} may be queued at a time.")));
        }
        // Written out in the ruleset's spelling it may be longer than it was.
        match Self::written(&queue.to_string()) {
            Ok(again) if again == queue => Ok(queue),
            Ok(_) => Err(WrongRule::new("The queue does not read as it is written.", "Write it in plainer words.")),
            Err(wrong) => Err(wrong),
        }
    }

    /// Reads a queue as [`fmt::Display`] wrote it.
    ///
    /// # Errors
    /// [`WrongRule`] for what it never wrote.
    pub(super) fn written(text: &str) -> Result<Queue, WrongRule> {
        Self::with(text, |conditions| {
            Ok(read(&ruled(conditions))?.cases.into_iter().flat_map(|c| c.conditions).collect())
        })
    }

    fn with(text: &str, conditions: impl Fn(&str) -> Result<Vec<Condition>, WrongRule>) -> Result<Queue, WrongRule> {
        let mut lines = Vec::new();
        for (i, line) in text.lines().map(str::trim).enumerate().filter(|(_, l)| !l.is_empty() && !l.starts_with('#')) {
            let at = |e: WrongRule| WrongRule::new(format!("Line {}: {}", i + 1, e.wrong), e.right);
            lines.push(queue_line(line, &conditions).map_err(at)?);
        }
        Ok(Queue(lines))
    }

    /// The queue as a log keeps it: empty where nothing in it would ever be given, since guards alone guard nothing.
    pub(super) fn kept(&self) -> String {
        let gives = self.0.iter().any(|line| !matches!(line.when, When::Stop(_)));
        if gives { self.to_string() } else { String::new() }
    }

    /// What may be written in the guards of a queue, by the circumstances that a ruleset tells of.
    pub(super) fn notation(conditions: Vec<super::StandingCondition>) -> Notation {
        let choice = |value| StandingChoice { value, title: "" };
        let offer = StandingOffer {
            key: KEY,
            title: "",
            choices: vec![choice("yes"), choice("no")],
            conditions: conditions.iter().map(|c| c.key).collect(),
            default: "no",
            never_ask: "no",
        };
        Notation { offers: vec![offer], conditions }
    }
}

/// Conditions as a rule with one case.
fn ruled(conditions: &str) -> String {
    format!("if {conditions}: yes; no")
}

fn checked(text: &str) -> Result<String, WrongRule> {
    if text.len() > MOST_QUEUE_BYTES {
        let wrong = format!("The queue is {} bytes long.", text.len());
        return Err(WrongRule::new(wrong, format!("It may have {MOST_QUEUE_BYTES} bytes.")));
    }
    if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        return Err(WrongRule::new("The queue holds control characters.", "Write plain text, an order a line."));
    }
    Ok(nfc(&text.replace('\t', " ")))
}

fn queue_line(
    line: &str,
    conditions: &impl Fn(&str) -> Result<Vec<Condition>, WrongRule>,
) -> Result<QueueLine, WrongRule> {
    let guarded = |rest: &str| {
        let shape = "Write for example: if turn >= 4: done.";
        let (guard, order) = rest
            .split_once(':')
            .ok_or_else(|| WrongRule::new(format!("{} has no “:” between guard and order.", quoted(line)), shape))?;
        Ok::<_, WrongRule>((conditions(guard)?, order.trim().to_owned()))
    };
    if let Some(rest) = words(line, &["stop", "if"]) {
        let when = When::Stop(conditions(rest.trim_end_matches('.'))?);
        return Ok(QueueLine { when, order: String::new(), lenient: false });
    }
    let (when, order) = if let Some(rest) = words(line, &["if"]) {
        let (guard, order) = guarded(rest)?;
        (When::If(guard), order)
    } else if let Some(rest) = words(line, &["until"]) {
        let (guard, order) = guarded(rest)?;
        (When::Until(guard), order)
    } else {
        (When::Once, line.to_owned())
    };
    let (lenient, order) = match words(&order, &["try"]) {
        Some(rest) => (true, rest.to_owned()),
        None => (false, order),
    };
    if order.is_empty() {
        return Err(WrongRule::new(format!("{} has no order.", quoted(line)), "Write the order behind it."));
    }
    Ok(QueueLine { when, order, lenient })
}

/// The text after some words that it begins with, in any case of letters.
fn words<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().try_fold(text.trim(), |text, word| {
        let (head, rest) = text.split_at_checked(word.len())?;
        (head.eq_ignore_ascii_case(word) && rest.starts_with(char::is_whitespace)).then(|| rest.trim())
    })
}

impl fmt::Display for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl fmt::Display for QueueLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |conditions: &[Condition]| {
            let each: Vec<String> = conditions.iter().map(ToString::to_string).collect();
            each.join(" and ")
        };
        match &self.when {
            When::Stop(conditions) => return write!(f, "stop if {}", joined(conditions)),
            When::Once => {}
            When::If(conditions) => write!(f, "if {}: ", joined(conditions))?,
            When::Until(conditions) => write!(f, "until {}: ", joined(conditions))?,
        }
        write!(f, "{}{}", if self.lenient { "try " } else { "" }, self.order)
    }
}
