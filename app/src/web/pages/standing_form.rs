//! The rules of standing orders as rows of a form, and back.
//!
//! Fields: `KEY.I.J.what`, `KEY.I.J.test`, `KEY.I.J.with` for condition J of case I of the question KEY, `KEY.I.value` for what
//! the case says, `KEY.value` for what holds otherwise.

use domain::referee::{Case, Compare, Condition, Notation, Rule, Standing, StandingOffer, Test};
use std::collections::BTreeMap;

/// Cases of one question, and conditions of one case, that the form shows at most.
const MOST_ROWS: usize = 8;

/// The tests, as the form offers them: value and words.
pub const TESTS: [(&str, &str); 6] = [
    ("is", "is"),
    ("not", "is not"),
    (">=", "is at least"),
    ("<=", "is at most"),
    (">", "is more than"),
    ("<", "is less than"),
];

/// A question of the form.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// Its key.
    pub key: &'static str,
    /// The question.
    pub title: &'static str,
    /// The answers: value, words, whether it is the usual one.
    pub choices: Vec<(&'static str, &'static str, bool)>,
    /// What its conditions may ask for: key and words.
    pub known: Vec<(&'static str, &'static str)>,
    /// The cases, in order.
    pub cases: Vec<Row>,
    /// The value that holds otherwise.
    pub otherwise: String,
    /// Whether the form has room for one more case.
    pub room: bool,
}

/// A case of the form.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Its conditions.
    pub conditions: Vec<Part>,
    /// Its value.
    pub value: String,
    /// Whether the form has room for one more condition.
    pub room: bool,
}

/// A condition of the form.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The circumstance.
    pub what: String,
    /// The test, one of [`TESTS`].
    pub test: String,
    /// What it is compared with.
    pub with: String,
}

impl Part {
    fn of(condition: &Condition) -> Part {
        let (test, with) = match &condition.test {
            Test::Is(names) => ("is", names.join(" or ")),
            Test::IsNot(names) => ("not", names.join(" or ")),
            Test::Number(Compare::Equal, n) => ("is", n.to_string()),
            Test::Number(Compare::Unequal, n) => ("not", n.to_string()),
            Test::Number(compare, n) => (compare.sign(), n.to_string()),
        };
        Part { what: condition.key.clone(), test: test.to_owned(), with }
    }

    fn blank(&self) -> bool {
        self.what.is_empty() && self.with.is_empty()
    }
}

impl Row {
    fn of(case: &Case) -> Row {
        let conditions: Vec<Part> = case.conditions.iter().map(Part::of).collect();
        Row { room: conditions.len() < MOST_ROWS, conditions, value: case.value.clone() }
    }

    fn new(offer_value: &str) -> Row {
        Row { conditions: vec![Part::default()], value: offer_value.to_owned(), room: true }
    }
}

fn sentence(notation: &Notation, offer: &StandingOffer, cases: Vec<Row>, otherwise: String) -> Sentence {
    let known = offer.conditions.iter().filter_map(|k| notation.condition(k)).map(|c| (c.key, c.title));
    Sentence {
        key: offer.key,
        title: offer.title,
        choices: offer.choices.iter().map(|c| (c.value, c.title, c.value == offer.default)).collect(),
        known: known.collect(),
        room: cases.len() < MOST_ROWS,
        cases,
        otherwise,
    }
}

/// The questions with a seat's answers.
pub fn of_standing(notation: &Notation, standing: &Standing) -> Vec<Sentence> {
    let one = |offer: &StandingOffer| {
        // What an older program wrote and nobody reads any more is asked.
        let rule = notation.rule(offer.key, standing.get(offer.key)).unwrap_or_else(|_| Rule::always("ask"));
        sentence(notation, offer, rule.cases.iter().map(Row::of).collect(), rule.otherwise)
    };
    notation.offers.iter().map(one).collect()
}

/// The questions as a form has them, rows left blank with them.
pub fn of_form(notation: &Notation, form: &BTreeMap<String, String>) -> Vec<Sentence> {
    let field = |name: String| form.get(&name).map_or_else(String::new, |v| v.trim().to_owned());
    let one = |offer: &StandingOffer| {
        let key = offer.key;
        let mut cases = Vec::new();
        for i in 0..MOST_ROWS {
            let at = format!("{key}.{i}");
            if !form.contains_key(&format!("{at}.value")) {
                break;
            }
            let there = (0..MOST_ROWS).take_while(|j| form.contains_key(&format!("{at}.{j}.what")));
            let conditions: Vec<Part> = there
                .map(|j| Part {
                    what: field(format!("{at}.{j}.what")),
                    test: field(format!("{at}.{j}.test")),
                    with: field(format!("{at}.{j}.with")),
                })
                .collect();
            cases.push(Row { room: conditions.len() < MOST_ROWS, conditions, value: field(format!("{at}.value")) });
        }
        let otherwise = form.get(&format!("{key}.value")).map_or(offer.default, String::as_str).to_owned();
        sentence(notation, offer, cases, otherwise)
    };
    notation.offers.iter().map(one).collect()
}

/// Adds the row that a button asks for: `if KEY` for a case, `and KEY.I` for a condition of case I, `less KEY.I` to take a case
/// away. Gives whether it was such a button.
pub fn add_row(sentences: &mut [Sentence], button: &str) -> bool {
    let Some((verb, at)) = button.split_once(' ') else { return false };
    let (key, i) = at.split_once('.').unwrap_or((at, ""));
    let Some(sentence) = sentences.iter_mut().find(|s| s.key == key) else { return false };
    let nth = i.parse::<usize>().ok().filter(|i| *i < sentence.cases.len());
    match (verb, nth) {
        ("if", _) if sentence.cases.len() < MOST_ROWS => sentence.cases.push(Row::new("ask")),
        ("and", Some(i)) if sentence.cases[i].conditions.len() < MOST_ROWS => {
            sentence.cases[i].conditions.push(Part::default());
        }
        ("less", Some(i)) => {
            sentence.cases.remove(i);
        }
        ("if" | "and" | "less", _) => {}
        _ => return false,
    }
    sentence.room = sentence.cases.len() < MOST_ROWS;
    for case in &mut sentence.cases {
        case.room = case.conditions.len() < MOST_ROWS;
    }
    true
}

/// The form in notation, a line for each question. Blank rows are left out; half-filled ones stay, to be refused with a reason.
pub fn lines(sentences: &[Sentence]) -> String {
    // One line each, whatever was typed.
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut lines = String::new();
    for s in sentences {
        let mut rule = String::new();
        for case in &s.cases {
            let parts = case.conditions.iter().filter(|p| !p.blank()).map(|p| match p.test.as_str() {
                "is" | "" => format!("{} {}", plain(&p.what), plain(&p.with)),
                test => format!("{} {} {}", plain(&p.what), plain(test), plain(&p.with)),
            });
            let parts: Vec<String> = parts.collect();
            if !parts.is_empty() {
                rule += &format!("if {}: {}; ", parts.join(" and "), plain(&case.value));
            }
        }
        lines += &format!("{} = {rule}{}\n", s.key, plain(&s.otherwise));
    }
    lines
}
