//! What a letter can be answered with.

use domain::referee::{Choice, Menu};
use serde::{Deserialize, Serialize};

/// As many choices as are listed one by one, numbered. More are not read on a phone.
const FEW: usize = 12;
/// Orders shown of a long menu that are no single piece's, one of a kind: ending the phase, setting up as on the day.
const WHOLE: usize = 4;
/// Examples shown of a long menu.
const EXAMPLES: usize = 2;

/// What a letter can be answered with: all choices where they are few, otherwise how to write orders; what is proposed, where the menu is too
/// long to be listed at all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The choices by number, when they are few, or the proposals. A number in the answer means the order here, whatever the menu holds by then.
    pub numbered: Vec<Offered>,
    /// Of a long menu: orders that are no single piece's, then examples.
    pub such_as: Vec<Offered>,
    /// Orders of kinds that the menu does not list, one of each, with the kind: they are put together step by step on the page, and written in letters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<(String, String)>,
    /// The piece that all choices of a short menu are of, but those of none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// How many orders the menu holds; of one that is not listed, how many are proposed.
    pub total: usize,
    /// Whether those with numbers are proposals, because the menu is not listed.
    #[serde(default)]
    pub proposed: bool,
}

/// One choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offered {
    /// Its place in the menu, from 1.
    pub number: usize,
    /// In notation, as it would be sent.
    pub order: String,
    /// What it does, in a few words.
    pub label: String,
    /// Why it cannot be taken back, in a word or two: "rolls"; empty where it is not known to be final.
    #[serde(default)]
    pub remark: String,
}

impl Offered {
    /// Of the choice at a place of the menu, from 0. Says why it is final if the choice was weighed.
    pub fn of(place: usize, choice: &Choice) -> Self {
        let remark = choice.finality.map_or(String::new(), |why| why.words().to_owned());
        Offered { number: place + 1, order: choice.order.clone(), label: choice.label.clone(), remark }
    }

    /// What it does, and why that is final: "Griffin fires at 1012 (rolls)".
    pub fn said(&self) -> String {
        if self.remark.is_empty() { self.label.clone() } else { format!("{} ({})", self.label, self.remark) }
    }

    /// As a list has it: "3. Griffin fires at 1012 (rolls): Griffin fire 1012".
    pub fn line(&self) -> String {
        format!("{}. {}: {}", self.number, self.said(), self.order)
    }
}

/// The first of each kind of order, as many as that.
fn one_of_a_kind<'a>(choices: impl Iterator<Item = (&'a Choice, Offered)>, most: usize) -> Vec<Offered> {
    let mut kinds: Vec<&str> = Vec::new();
    let first = choices.filter(|(choice, _)| {
        let new = !kinds.contains(&choice.verb);
        if new {
            kinds.push(choice.verb);
        }
        new
    });
    first.map(|(_, offered)| offered).take(most).collect()
}

impl Offer {
    /// Of a seat's menu.
    pub fn of(menu: &Menu) -> Self {
        let total = menu.choices.len();
        let all = || menu.choices.iter().enumerate().map(|(n, c)| (c, Offered::of(n, c)));
        if total <= FEW {
            let numbered = all().map(|(_, o)| o).collect();
            let mut pieces = menu.choices.iter().filter_map(|c| c.piece.as_ref());
            let piece = pieces.next().filter(|first| pieces.all(|p| p == *first)).cloned();
            return Offer { numbered, piece, total, ..Offer::default() };
        }
        // What ends a phase or sets up as on the day first, then one of each kind.
        let whole = || all().filter(|(c, _)| c.piece.is_none());
        let ends = whole().filter(|(c, _)| c.place.is_none() && c.target.is_none());
        let others = whole().filter(|(c, _)| c.place.is_some() || c.target.is_some());
        let mut such_as = one_of_a_kind(ends.chain(others), WHOLE);
        let examples = one_of_a_kind(all().filter(|(c, _)| c.piece.is_some()), EXAMPLES);
        let more = all().filter(|(c, _)| c.piece.is_some()).map(|(_, o)| o);
        let more: Vec<Offered> = more.filter(|o| !examples.contains(o)).take(EXAMPLES - examples.len()).collect();
        such_as.extend(examples);
        such_as.extend(more);
        Offer { such_as, total, ..Offer::default() }
    }

    /// The places in the menu, from 0, of those that are shown.
    pub fn places(&self) -> Vec<usize> {
        self.numbered.iter().chain(&self.such_as).map(|o| o.number - 1).collect()
    }

    /// Of lines that are proposed in place of a menu.
    pub fn proposals(lines: &[Choice]) -> Self {
        let numbered: Vec<Offered> = lines.iter().enumerate().map(|(n, line)| Offered::of(n, line)).collect();
        Offer { total: numbered.len(), numbered, proposed: true, ..Offer::default() }
    }

    /// What has to be kept with a letter, so that its numbers mean what was printed; nothing where they are those of the menu.
    pub fn kept(&self) -> Option<String> {
        self.proposed.then(|| serde_json::to_string(&self.numbered).unwrap_or_default())
    }

    /// What was kept with a letter.
    pub fn of_kept(kept: &str) -> Option<Self> {
        let numbered: Vec<Offered> = serde_json::from_str(kept).ok()?;
        Some(Offer { total: numbered.len(), numbered, proposed: true, ..Offer::default() })
    }

    /// Whether there is anything to answer.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The sentence above the list.
    pub fn lead(&self) -> String {
        if self.proposed {
            return "Answer this letter with orders, one a line, or with the number of a proposal:".to_owned();
        }
        match (self.numbered.len(), self.such_as.is_empty()) {
            (0, true) => String::new(),
            (0, false) => {
                format!("Answer this letter with orders, one a line. {} are legal now, such as:", self.total)
            }
            (1, _) => "There is one thing to do. Answer this letter with its number, or with the order:".to_owned(),
            _ => "Answer this letter with a number, or with orders, one a line:".to_owned(),
        }
    }

    /// The sentence below the list.
    pub fn words(&self) -> String {
        if self.proposed {
            "Or: map, preview (tries your orders without giving them), help (how orders for one and for many are written here).".to_owned()
        } else if self.numbered.is_empty() {
            format!(
                "Or: menu (all {} with their numbers), map, preview (tries your orders without giving them), help.",
                self.total
            )
        } else {
            "Or: map, preview (tries your orders without giving them), help.".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::referee::SeatId;

    fn menu(orders: &[(&str, Option<&str>)]) -> Menu {
        let choice = |(order, piece): &(&str, Option<&str>)| Choice {
            piece: piece.map(str::to_owned),
            ..Choice::plain(
                (*order).to_owned(),
                format!("does {order}"),
                if piece.is_some() { "move" } else { "done" },
                "1.0",
            )
        };
        Menu { seat: SeatId(0), asks: Vec::new(), choices: orders.iter().map(choice).collect() }
    }

    #[test]
    fn few_choices_are_numbered_as_the_menu_has_them() {
        let offer = Offer::of(&menu(&[("Archer fire 1012", Some("archer")), ("done", None)]));
        let numbered: Vec<(usize, &str)> = offer.numbered.iter().map(|o| (o.number, o.order.as_str())).collect();
        assert_eq!(numbered, [(1, "Archer fire 1012"), (2, "done")]);
        assert!(offer.such_as.is_empty() && offer.lead().contains("number"));
        assert_eq!(offer.numbered[1].line(), "2. does done: done");
        let mut weighed = menu(&[("Archer fire 1012", Some("archer")), ("done", None)]);
        weighed.choices[0].finality = Some(domain::referee::Finality::Rolls);
        let offer = Offer::of(&weighed);
        assert_eq!(offer.numbered[0].line(), "1. does Archer fire 1012 (rolls): Archer fire 1012");
        assert_eq!((offer.numbered[1].said().as_str(), offer.places()), ("does done", vec![0, 1]));
        assert!(Offer::of(&menu(&[])).is_empty());
    }

    #[test]
    fn proposals_are_kept_with_their_numbers() {
        let offer = Offer::proposals(&menu(&[("march Old Guard to 0305", None), ("done", None)]).choices);
        assert_eq!((offer.numbered[1].number, offer.numbered[1].order.as_str()), (2, "done"));
        assert!(!offer.is_empty() && offer.lead().contains("proposal") && !offer.words().contains("menu"));
        assert_eq!(Offer::of_kept(&offer.kept().unwrap()), Some(offer));
        assert_eq!(Offer::of(&menu(&[("done", None)])).kept(), None);
        assert_eq!(Offer::of_kept("nonsense"), None);
    }

    #[test]
    fn of_many_choices_those_of_no_single_piece_are_shown_and_two_more() {
        let names: Vec<String> = (0..40).map(|n| format!("Archer {n}")).collect();
        let mut orders: Vec<(&str, Option<&str>)> = names.iter().map(|n| (n.as_str(), Some("archer"))).collect();
        orders.push(("done", None));
        let offer = Offer::of(&menu(&orders));
        let shown: Vec<(usize, &str)> = offer.such_as.iter().map(|o| (o.number, o.order.as_str())).collect();
        assert_eq!(shown, [(41, "done"), (1, "Archer 0"), (2, "Archer 1")]);
        assert!(offer.numbered.is_empty() && offer.lead().contains("41") && offer.words().contains("menu"));
    }

    #[test]
    fn of_many_choices_each_kind_is_shown_once_and_what_ends_a_phase_first() {
        let choice = |order: &str, verb, piece: Option<&str>, target: Option<&str>| Choice {
            piece: piece.map(str::to_owned),
            target: target.map(str::to_owned),
            ..Choice::plain(order.to_owned(), format!("does {order}"), verb, "1.0")
        };
        let mut choices: Vec<Choice> =
            (0..9).map(|n| choice(&format!("silence {n}"), "silence", None, Some("leader"))).collect();
        choices.extend((0..9).map(|n| choice(&format!("wake {n}"), "wake", None, Some("leader"))));
        choices.extend((0..9).map(|n| choice(&format!("Gibbon {n}"), "move", Some("gibbon"), None)));
        choices.push(choice("Gibbon bombard 27", "bombard", Some("gibbon"), Some("27")));
        choices.push(choice("pass", "pass", None, None));
        let offer = Offer::of(&Menu { seat: SeatId(0), asks: Vec::new(), choices });
        let shown: Vec<&str> = offer.such_as.iter().map(|o| o.order.as_str()).collect();
        assert_eq!(shown, ["pass", "silence 0", "wake 0", "Gibbon 0", "Gibbon bombard 27"]);
        assert_eq!(offer.such_as[0].number, 29, "numbers are those of the whole menu");
    }
}
