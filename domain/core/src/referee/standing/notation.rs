//! Standing orders in notation, held against what a ruleset offers: unknown keys, values and names are refused, and so are
//! rules of which a part could never come to be used.

use super::read::{WrongRule, quoted, read};
use super::rule::{Case, Compare, Condition, Rule, Test, same};
use super::{Standing, StandingCondition, StandingOffer, Takes};

/// The longest whole set of standing orders, in bytes.
pub const MOST_SET_BYTES: usize = 16_384;

/// What may be written in standing orders of a ruleset.
#[derive(Clone, Debug)]
pub struct Notation {
    /// The questions.
    pub offers: Vec<StandingOffer>,
    /// The circumstances that conditions may ask for.
    pub conditions: Vec<StandingCondition>,
}

impl Notation {
    /// The offer of that key.
    ///
    /// # Errors
    /// [`WrongRule`] naming the keys that there are.
    pub fn offer(&self, key: &str) -> Result<&StandingOffer, WrongRule> {
        self.offers.iter().find(|o| o.key == key).ok_or_else(|| {
            let keys: Vec<&str> = self.offers.iter().map(|o| o.key).collect();
            let right = format!("There are {}.", keys.join(", "));
            WrongRule::new(format!("There is no standing order called {}.", quoted(key)), right)
        })
    }

    /// The circumstance of that key.
    pub fn condition(&self, key: &str) -> Option<&StandingCondition> {
        self.conditions.iter().find(|c| c.key == key)
    }

    /// Reads the rule for an offer. Names come back in the ruleset's own spelling.
    ///
    /// # Errors
    /// [`WrongRule`], a sentence on what is wrong and one on what would be right.
    pub fn rule(&self, key: &str, text: &str) -> Result<Rule, WrongRule> {
        let offer = self.offer(key)?;
        let within = |e: WrongRule| WrongRule::new(format!("{key}: {}", e.wrong), e.right);
        let rule = read(text).map_err(within)?;
        self.mend(offer, rule).map_err(within)
    }

    /// Reads lines of notation, `key = rule` each, into standing orders; other keys stay as they are in `before`. Empty lines and
    /// those that begin with `#` are skipped.
    ///
    /// # Errors
    /// [`WrongRule`] for the first line that is wrong; none is taken then.
    pub fn lines(&self, before: &Standing, text: &str) -> Result<Standing, WrongRule> {
        if text.len() > MOST_SET_BYTES {
            let wrong = format!("The standing orders are {} bytes long.", text.len());
            return Err(WrongRule::new(wrong, format!("They may have {MOST_SET_BYTES} bytes.")));
        }
        let mut after = before.clone();
        let mut given: Vec<&str> = Vec::new();
        for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
            let Some((key, rule)) = line.split_once('=') else {
                let right = "Write a question, “=” and its rule, for example: retreat = ask.";
                return Err(WrongRule::new(format!("{} is no standing order.", quoted(line)), right));
            };
            let key = key.trim().to_lowercase();
            let offer = self.offer(&key)?;
            if given.contains(&offer.key) {
                let right = "Put all its cases on one line, “;” between them.";
                return Err(WrongRule::new(format!("{key} is given twice."), right));
            }
            given.push(offer.key);
            after.0.insert(key.clone(), self.rule(&key, rule)?.to_string());
        }
        Ok(after)
    }

    /// The whole set in notation, a line for each offer.
    pub fn write(&self, standing: &Standing) -> String {
        self.offers.iter().map(|o| format!("{} = {}\n", o.key, standing.get(o.key))).collect()
    }

    fn mend(&self, offer: &StandingOffer, rule: Rule) -> Result<Rule, WrongRule> {
        self.value(offer, &rule.otherwise)?;
        let mut cases: Vec<Case> = Vec::with_capacity(rule.cases.len());
        for case in rule.cases {
            self.value(offer, &case.value)?;
            let conditions = case.conditions.into_iter().map(|c| self.mend_condition(offer, c));
            let case = Case { conditions: conditions.collect::<Result<Vec<_>, _>>()?, value: case.value };
            self.possible(&case)?;
            if let Some(before) = cases.iter().find(|b| b.conditions.iter().all(|c| case.conditions.contains(c))) {
                let wrong = format!("{} is never reached.", quoted(&case.to_string()));
                return Err(WrongRule::new(wrong, format!("{} decides before it.", quoted(&before.to_string()))));
            }
            cases.push(case);
        }
        Ok(Rule { cases, otherwise: rule.otherwise })
    }

    fn value(&self, offer: &StandingOffer, value: &str) -> Result<(), WrongRule> {
        if offer.choices.iter().any(|c| c.value == value) {
            return Ok(());
        }
        let known: Vec<&str> = offer.choices.iter().map(|c| c.value).collect();
        let wrong = format!("{} is not one of its values.", quoted(value));
        Err(WrongRule::new(wrong, format!("It has {}.", known.join(", "))))
    }

    fn mend_condition(&self, offer: &StandingOffer, condition: Condition) -> Result<Condition, WrongRule> {
        let spec = self.condition(&condition.key).filter(|c| offer.conditions.contains(&c.key)).ok_or_else(|| {
            let right = match offer.conditions.as_slice() {
                [] => "Its rule is one value, without conditions.".to_owned(),
                known => format!("Its conditions may ask for {}.", known.join(", ")),
            };
            WrongRule::new(format!("{} is not known there.", quoted(&condition.key)), right)
        })?;
        let test = match (&spec.takes, condition.test) {
            (Takes::Number { least, most }, test) => number(spec.key, test, *least, *most)?,
            (Takes::Words { .. }, Test::Number(Compare::Equal, n)) => Test::Is(vec![self.name(spec, &n.to_string())?]),
            (Takes::Words { .. }, Test::Number(..)) => {
                let wrong = format!("{} is not a number to compare.", quoted(spec.key));
                return Err(WrongRule::new(wrong, format!("Write for example: {} {}.", spec.key, spec.example())));
            }
            (_, Test::Is(words)) => Test::Is(self.names(spec, words)?),
            (_, Test::IsNot(words)) => Test::IsNot(self.names(spec, words)?),
        };
        Ok(Condition { key: condition.key, test })
    }

    fn names(&self, spec: &StandingCondition, words: Vec<String>) -> Result<Vec<String>, WrongRule> {
        let mut names: Vec<String> = Vec::with_capacity(words.len());
        for word in words {
            let name = self.name(spec, &word)?;
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Ok(names)
    }

    fn name(&self, spec: &StandingCondition, word: &str) -> Result<String, WrongRule> {
        let Takes::Words { words, .. } = &spec.takes else { return Ok(word.to_owned()) };
        if let Some(found) = words.iter().find(|w| same(&w.word, word) || same(&w.title, word)) {
            return Ok(found.word.clone());
        }
        let wrong = format!("{} has nothing called {}.", spec.key, quoted(word));
        // A name of another circumstance after "or": two things were meant.
        if word.split_whitespace().next().is_some_and(|w| self.condition(&w.to_lowercase()).is_some()) {
            let right = "“or” joins names of one circumstance; for another one write a second “if”.";
            return Err(WrongRule::new(wrong, right));
        }
        let folded = word.to_lowercase();
        let near: Vec<&str> = (words.iter())
            .filter(|w| !folded.is_empty() && near(&w.word.to_lowercase(), &folded))
            .map(|w| w.word.as_str())
            .take(4)
            .collect();
        let right = match near.as_slice() {
            [] => format!("Write for example: {} {}.", spec.key, spec.example()),
            near => format!("Did you mean {}?", near.join(" or ")),
        };
        Err(WrongRule::new(wrong, right))
    }

    /// Whether the conditions of a case can hold together.
    fn possible(&self, case: &Case) -> Result<(), WrongRule> {
        for condition in &case.conditions {
            let Some(spec) = self.condition(&condition.key) else { continue };
            let of = || case.conditions.iter().filter(|c| c.key == condition.key);
            let possible = match &spec.takes {
                Takes::Number { least, most } => {
                    // The tests change only at their bounds: one of these numbers passes, or none does.
                    let near = of().filter_map(|c| match c.test {
                        Test::Number(_, n) => Some(n),
                        _ => None,
                    });
                    let mut tried = near.flat_map(|n| [n - 1, n, n + 1]).chain([*least, *most]);
                    tried.any(|n| {
                        (*least..=*most).contains(&n)
                            && of().all(|c| matches!(c.test, Test::Number(compare, bound) if compare.holds(n, bound)))
                    })
                }
                Takes::Words { words, one: true } => words.iter().any(|w| {
                    of().all(|c| match &c.test {
                        Test::Is(names) => names.contains(&w.word),
                        Test::IsNot(names) => !names.contains(&w.word),
                        Test::Number(..) => false,
                    })
                }),
                Takes::Words { one: false, .. } => !of().any(|c| match &c.test {
                    Test::IsNot(not) => {
                        of().any(|d| matches!(&d.test, Test::Is(is) if is.iter().all(|n| not.contains(n))))
                    }
                    _ => false,
                }),
            };
            if !possible {
                let wrong = format!("{} can never hold.", quoted(&case.to_string()));
                return Err(WrongRule::new(wrong, format!("What it asks of {} contradicts itself.", condition.key)));
            }
        }
        Ok(())
    }
}

fn number(key: &str, test: Test, least: i64, most: i64) -> Result<Test, WrongRule> {
    let right = format!("{key} runs from {least} to {most}; write for example: {key} >= {least}.");
    let (compare, n) = match test {
        Test::Number(compare, n) => (compare, n),
        // `turn 4`, `turn not 4`.
        Test::Is(words) | Test::IsNot(words) if words.len() > 1 => {
            return Err(WrongRule::new(format!("{key} is compared with several numbers."), right));
        }
        Test::Is(words) => (Compare::Equal, parsed(key, &words, &right)?),
        Test::IsNot(words) => (Compare::Unequal, parsed(key, &words, &right)?),
    };
    if !(least..=most).contains(&n) {
        return Err(WrongRule::new(format!("{key} is never {n}."), right));
    }
    Ok(Test::Number(compare, n))
}

fn parsed(key: &str, words: &[String], right: &str) -> Result<i64, WrongRule> {
    let text = words.first().map_or("", String::as_str);
    let wrong = || WrongRule::new(format!("{} is no number to compare {key} with.", quoted(text)), right);
    text.strip_suffix('%').unwrap_or(text).parse().map_err(|_| wrong())
}

/// Whether a name might have been meant: it begins alike, holds the text, or differs by a letter or two at the same place.
fn near(name: &str, text: &str) -> bool {
    let differ = name.chars().zip(text.chars()).filter(|(a, b)| a != b).count()
        + name.chars().count().abs_diff(text.chars().count());
    let begins = text.chars().count() >= 3 && (name.contains(text) || text.starts_with(name) && name.len() >= 3);
    let mut a: Vec<char> = name.chars().collect();
    let mut b: Vec<char> = text.chars().collect();
    a.sort_unstable();
    b.sort_unstable();
    begins || (differ <= 2 && text.chars().count() > 3) || (a == b)
}
