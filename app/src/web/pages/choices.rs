//! The choices of a menu as buttons, cards and lists.

use domain::referee::{Choice, Finality, Luck, Odds, Piece, Sum};

/// How many choices with sums or odds are listed before the map is asked for help.
const CARDS: usize = 6;
/// From how many choices on a group becomes a list to pick from.
const LIST: usize = 4;

/// One choice as a button or an entry of a list.
#[derive(Clone, Debug)]
pub struct ChoiceCard {
    /// The order in notation.
    pub order: String,
    /// What it does.
    pub label: String,
    /// The same without the piece's name in front.
    pub short: String,
    /// Where.
    pub place: Option<String>,
    /// The price.
    pub cost: Option<String>,
    /// The arithmetic.
    pub sum: Option<Sum>,
    /// The odds.
    pub odds: Vec<OddsBar>,
    /// A warning.
    pub note: Option<String>,
    /// Why it cannot be taken back.
    pub finality: Option<Finality>,
    /// The same in a word or two, on plans too; empty where it can be.
    pub remark: &'static str,
    /// Whether it closes what is asked.
    pub closes: bool,
    /// The button's words.
    pub button: String,
    /// Whether it is the one looked at.
    pub on: bool,
}

/// The chance of one outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsBar {
    /// The outcome.
    pub outcome: String,
    /// Rolls that bring it.
    pub ways: u32,
    /// All rolls.
    pub of: u32,
    /// Per cent: those of all outcomes add up to a hundred.
    pub percent: u32,
    /// What it means in plain words; the outcome as printed, where the ruleset says no more.
    pub plain: String,
    /// `good`, `fair` or `bad` for whoever chooses; empty where the ruleset does not say.
    pub luck: &'static str,
}

impl OddsBar {
    /// Good, fair or bad as a sign: never by colour alone.
    pub fn sign(&self) -> &'static str {
        match self.luck {
            "good" => "▲",
            "bad" => "▼",
            "fair" => "●",
            _ => "",
        }
    }

    /// Whether the outcome is a table's code: "EX", "DC1 DR1d".
    fn is_code(&self) -> bool {
        let capital = |c: char| c.is_uppercase();
        self.outcome.chars().skip(1).any(|c| c.is_ascii_digit() || capital(c)) || self.outcome.chars().all(capital)
    }

    /// The outcome in words: as printed where it is a word, what it means where it is a code.
    pub fn spoken(&self) -> &str {
        if self.is_code() { &self.plain } else { &self.outcome }
    }

    /// The same for those who hear it.
    pub fn said(&self) -> &'static str {
        match self.luck {
            "good" => "good for you",
            "bad" => "bad for you",
            "fair" => "even",
            _ => "",
        }
    }

    /// The chance in words: "66 %", "under 1 %".
    pub fn chance(&self) -> String {
        match self.percent {
            0 => "under 1 %".to_owned(),
            percent => format!("{percent} %"),
        }
    }
}

/// Choices of one kind.
#[derive(Clone, Debug)]
pub struct Group {
    /// A word for the page, unique on it.
    pub id: String,
    /// Heading.
    pub title: String,
    /// The rule that allows it.
    pub section: String,
    /// Whether it is a list to pick from rather than a row of cards.
    pub as_list: bool,
    /// Why nothing in the list can be taken back, where that is so of all of it for one reason.
    pub finality: Option<Finality>,
    /// The list's button.
    pub button: String,
    /// The choices.
    pub choices: Vec<ChoiceCard>,
    /// Choices not shown.
    pub more: usize,
    /// The words that all entries of a list begin with, which stand once above it.
    pub lead: String,
    /// The piece to take in hand after one of them was given; empty for none.
    pub then: String,
    /// The sum and the odds of every entry of a list, where it makes no difference which.
    pub same: Option<ChoiceCard>,
}

impl Group {
    /// On a plan everything can be taken back: its buttons say what an order would be in the game, and nothing is asked once more.
    pub fn let_go(&mut self) {
        self.finality = None;
        for choice in &mut self.choices {
            choice.finality = None;
        }
    }
}

/// Whether a choice is for a place, or for a piece, that somebody looks at.
pub fn looked_at(choice: &Choice, at: &str) -> bool {
    choice.place.as_deref() == Some(at) || choice.target.as_deref() == Some(at)
}

/// Groups choices by verb, in the menu's order.
pub fn groups(choices: &[Choice], piece: Option<&Piece>, at: Option<&str>, all: bool) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let wanted = choices.iter().filter(|c| at.is_none_or(|at| looked_at(c, at)));
    for choice in wanted {
        let title = capital(choice.verb);
        let card = card(choice, &title, piece, at);
        match groups.iter_mut().find(|g| g.title == title) {
            Some(group) => group.choices.push(card),
            None => groups.push(Group {
                id: format!("g-{}-{}", if piece.is_some() { "p" } else { "n" }, choice.verb),
                title,
                section: choice.section.to_string(),
                as_list: false,
                finality: card.finality,
                button: card.button.clone(),
                choices: vec![card],
                more: 0,
                lead: String::new(),
                then: String::new(),
                same: None,
            }),
        }
    }
    for group in &mut groups {
        let bare = group.choices.iter().all(|c| c.sum.is_none() && c.odds.is_empty());
        let alike = |pair: &[ChoiceCard]| {
            pair[0].odds == pair[1].odds && pair[0].sum == pair[1].sum && pair[0].note == pair[1].note
        };
        let same = !bare && group.choices.len() > 2 && group.choices.windows(2).all(alike);
        group.as_list = at.is_none() && (same || bare && group.choices.len() > LIST);
        if group.as_list && same {
            let label = group.title.clone();
            group.same = group.choices.first().map(|card| ChoiceCard { label, ..card.clone() });
            group.choices.iter_mut().for_each(|card| card.note = None);
        }
        if group.as_list {
            group.lead = lead(&mut group.choices);
            // Who knows the place looks for its number, and whoever picks what stands first picks the cheapest.
            if group.choices.iter().all(|c| c.place.is_some()) {
                let price = |c: &ChoiceCard| c.cost.as_deref().and_then(price);
                let known = group.choices.iter().all(|c| price(c).is_some());
                let rank = |c: &ChoiceCard| if known { price(c) } else { None };
                group.choices.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.short.cmp(&b.short)));
            }
        }
        if group.choices.iter().any(|c| c.finality != group.finality) {
            (group.finality, group.button) = (None, group.title.clone());
        }
        tell_apart(group);
        if !group.as_list && !all && at.is_none() && group.choices.len() > CARDS {
            group.more = group.choices.len() - CARDS;
            group.choices.truncate(CARDS);
        }
    }
    groups
}

/// The number that a price begins with, in quarters: "2½ points" is 10.
fn price(cost: &str) -> Option<u32> {
    let whole: String = cost.chars().take_while(char::is_ascii_digit).collect();
    let part = match cost.chars().nth(whole.len()) {
        Some('¼') => 1,
        Some('½') => 2,
        Some('¾') => 3,
        _ if whole.is_empty() => return None,
        _ => 0,
    };
    Some(whole.parse::<u32>().unwrap_or(0).saturating_mul(4) + part)
}

/// Answers of one word each ("bonus strike", "bonus spare") say that word on their buttons, which would all say the same.
fn tell_apart(group: &mut Group) {
    let word = |c: &ChoiceCard| {
        let (verb, word) = c.order.split_once(' ')?;
        let plain = word.chars().all(|c| c.is_ascii_lowercase());
        (plain && capital(verb) == group.title).then(|| capital(word))
    };
    let words: Option<Vec<String>> = group.choices.iter().map(word).collect();
    if let Some(words) = words.filter(|words| words.len() > 1) {
        for (choice, word) in group.choices.iter_mut().zip(words) {
            choice.button = choice.button.replacen(&group.title, &word, 1);
        }
    }
}

/// Takes the words that all begin with off the entries of a list, so that what differs is seen in a narrow one.
fn lead(choices: &mut [ChoiceCard]) -> String {
    let Some((first, rest)) = choices.split_first() else { return String::new() };
    let ends = |text: &str| text.match_indices(' ').map(|(i, _)| i + 1).collect::<Vec<_>>();
    let shared = |end: &usize| rest.iter().all(|c| c.short.get(..*end) == first.short.get(..*end));
    let Some(end) = ends(&first.short).into_iter().take_while(shared).last() else { return String::new() };
    let lead = first.short.get(..end).unwrap_or_default().trim_end().to_owned();
    for choice in choices {
        choice.short = choice.short.get(end..).unwrap_or_default().to_owned();
    }
    lead
}

/// Odds with their bars, the good before the bad.
pub fn odds_bars(odds: &[Odds]) -> Vec<OddsBar> {
    let mut odds: Vec<&Odds> = odds.iter().collect();
    odds.sort_by_key(|o| o.luck);
    let bar = |o: &Odds| OddsBar {
        outcome: o.outcome.clone(),
        ways: o.ways,
        of: o.of,
        percent: 0,
        plain: capital(if o.plain.is_empty() { &o.outcome } else { &o.plain }),
        luck: match o.luck {
            Some(Luck::Good) => "good",
            Some(Luck::Fair) => "fair",
            Some(Luck::Bad) => "bad",
            None => "",
        },
    };
    shared_out(odds.into_iter().map(bar).collect())
}

/// The same with their per cent: rounded down, and what is missing to a hundred given to those that were cut most.
fn shared_out(mut bars: Vec<OddsBar>) -> Vec<OddsBar> {
    let (whole, cut) = (|b: &OddsBar| b.ways * 100 / b.of.max(1), |b: &OddsBar| b.ways * 100 % b.of.max(1));
    bars.iter_mut().for_each(|b| b.percent = whole(b));
    // Where these are not all outcomes there may be, each is rounded by itself.
    let of = bars.first().map_or(0, |b| b.of);
    let all = of > 0 && bars.iter().all(|b| b.of == of) && bars.iter().map(|b| b.ways).sum::<u32>() == of;
    if !all {
        bars.iter_mut().for_each(|b| b.percent += u32::from(2 * cut(b) >= b.of.max(1)));
        return bars;
    }
    let missing = 100_u32.saturating_sub(bars.iter().map(|b| b.percent).sum());
    let mut order: Vec<usize> = (0..bars.len()).collect();
    order.sort_by_key(|at| bars.get(*at).map(|b| std::cmp::Reverse(cut(b))));
    for at in order.into_iter().take(missing as usize) {
        bars.get_mut(at).into_iter().for_each(|b| b.percent += 1);
    }
    bars
}

/// Odds for a line of a list. Where outcomes are a table's codes, which mean nothing without their sentences, the good, the even and the bad
/// are each summed up; where they are words they stay.
pub fn brief(odds: Vec<OddsBar>) -> Vec<OddsBar> {
    if !odds.iter().any(OddsBar::is_code) {
        return odds;
    }
    let mut sums: Vec<OddsBar> = Vec::new();
    for bar in odds {
        match sums.iter_mut().find(|sum| sum.luck == bar.luck) {
            Some(sum) => sum.ways += bar.ways,
            None => {
                let said = if bar.luck.is_empty() { bar.plain.clone() } else { bar.said().to_owned() };
                sums.push(OddsBar { outcome: said.clone(), plain: said, ..bar });
            }
        }
    }
    shared_out(sums)
}

/// A choice as its card shows it.
pub fn card(choice: &Choice, title: &str, piece: Option<&Piece>, at: Option<&str>) -> ChoiceCard {
    let short = piece.and_then(|p| choice.label.strip_prefix(&p.name)).map_or(choice.label.as_str(), str::trim_start);
    let button = match choice.finality {
        Some(Finality::Rolls) if choice.button.is_some() => choice.button.unwrap_or_default().to_owned(),
        Some(why) => format!("{title} · {}", why.words()),
        None => title.to_owned(),
    };
    ChoiceCard {
        order: choice.order.clone(),
        label: choice.label.clone(),
        short: capital(short),
        place: choice.place.clone(),
        cost: choice.cost.clone(),
        sum: choice.sum.clone(),
        odds: odds_bars(&choice.odds),
        note: choice.note.clone(),
        finality: choice.finality,
        remark: choice.finality.map_or("", Finality::words),
        closes: choice.closes.is_some(),
        button,
        on: at.is_some() && choice.place.as_deref() == at,
    }
}

/// A word or sentence with a capital in front; hyphens become spaces in a single word.
pub fn capital(text: &str) -> String {
    let text = if text.contains(' ') { text.to_owned() } else { text.replace('-', " ") };
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_one_word_have_buttons_of_their_own() {
        let choice = |order: &str, verb| Choice::plain(order.to_owned(), order, verb, "1");
        let buttons = |choices: &[Choice]| -> Vec<String> {
            let groups = groups(choices, None, None, false);
            groups.iter().flat_map(|g| &g.choices).map(|c| c.button.clone()).collect()
        };
        assert_eq!(buttons(&[choice("bonus strike", "bonus"), choice("bonus spare", "bonus")]), ["Strike", "Spare"]);
        // One alone needs no telling apart, and a name is no answer.
        assert_eq!(buttons(&[choice("keep first", "keep")]), ["Keep"]);
        assert_eq!(buttons(&[choice("wake Lee", "wake"), choice("wake Hood", "wake")]), ["Wake", "Wake"]);
    }

    #[test]
    fn a_list_says_once_what_all_its_entries_begin_with() {
        let choice = |label: &str| card(&Choice::plain(label.to_owned(), label, "move", "1"), "Move", None, None);
        let mut list = vec![choice("Rides to the woods"), choice("Rides to the creek"), choice("Rides to the top")];
        assert_eq!(lead(&mut list), "Rides to the");
        assert_eq!(list.iter().map(|c| c.short.as_str()).collect::<Vec<_>>(), ["woods", "creek", "top"]);
        let mut list = vec![choice("Holds"), choice("Falls back")];
        assert_eq!(lead(&mut list), "");
        assert_eq!(list[1].short, "Falls back");
    }

    #[test]
    fn a_list_of_places_begins_with_the_cheapest_and_goes_on_by_name() {
        let choice = |at: &str, cost: Option<&str>| {
            let plain = Choice::plain(format!("Lane {at}"), format!("Lane to {at}"), "move", "1");
            Choice { place: Some(at.to_owned()), cost: cost.map(str::to_owned), ..plain }
        };
        let listed = |choices: &[Choice]| -> Vec<String> {
            groups(choices, None, None, false).remove(0).choices.into_iter().map(|c| c.short).collect()
        };
        let priced =
            [("A1", "4 points"), ("B1", "½ point"), ("C1", "10 points"), ("D1", "2½ points"), ("A0", "4 points")];
        assert_eq!(listed(&priced.map(|(at, cost)| choice(at, Some(cost)))), ["B1", "D1", "A0", "A1", "C1"]);
        // What has no number, or none at all, is listed by name.
        let unpriced = [("C1", Some("free")), ("A1", Some("9 points")), ("B1", None), ("E1", None), ("D1", None)];
        assert_eq!(listed(&unpriced.map(|(at, cost)| choice(at, cost))), ["A1", "B1", "C1", "D1", "E1"]);
    }

    #[test]
    fn chances_add_up_to_a_hundred() {
        let said = |ways: &[u32], of| -> Vec<String> {
            let odds: Vec<Odds> = ways.iter().map(|n| Odds::new("x", *n, of)).collect();
            odds_bars(&odds).iter().map(OddsBar::chance).collect()
        };
        // Rounded each by itself these are 17 + 67 + 17.
        assert_eq!(said(&[1, 4, 1], 6), ["17 %", "67 %", "16 %"]);
        assert_eq!(said(&[1, 1, 1], 3), ["34 %", "33 %", "33 %"]);
        assert_eq!(said(&[1, 1295], 1296), ["under 1 %", "100 %"]);
        assert_eq!(said(&[1, 2], 6), ["17 %", "33 %"]);
    }

    #[test]
    fn codes_of_a_table_are_summed_up_in_a_list_and_words_stay() {
        let bar = |outcome: &str, ways, plain: &str, luck| OddsBar {
            outcome: outcome.to_owned(),
            ways,
            of: 6,
            percent: 0,
            plain: plain.to_owned(),
            luck,
        };
        let codes = vec![
            bar("EX", 1, "Each loses a step", "fair"),
            bar("AC1 AR", 2, "Field loses a step, retreats", "bad"),
            bar("AC1", 3, "Field loses a step", "bad"),
        ];
        assert_eq!(codes[1].spoken(), "Field loses a step, retreats");
        let said: Vec<_> = brief(codes).into_iter().map(|b| (b.outcome, b.ways, b.percent)).collect();
        assert_eq!(said, [("even".to_owned(), 1, 17), ("bad for you".to_owned(), 5, 83)]);
        // A letter alone is a code too.
        assert_eq!(bar("S", 1, "Carried", "good").spoken(), "Carried");
        let words = vec![bar("casualties", 4, "The defenders pay", "good"), bar("even", 2, "Nobody loses", "fair")];
        assert_eq!(words[0].spoken(), "casualties");
        assert_eq!(brief(words.clone()), words);
    }
}
