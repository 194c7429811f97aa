//! An order being composed, step by step, as the game page shows it.

use super::board::url;
use super::choices::{ChoiceCard, OddsBar, brief, card, odds_bars};
use crate::service::play::Drafted;
use crate::service::table::Table;
use domain::referee::{Candidate, Many, Refusal, Step, Sum, parts};
use fieldpost_map::Goal as MapGoal;

/// What stands above what can be composed, where the ruleset does not say.
const SEVERAL: &str = "Several as one";

/// An attack or a march that could be composed.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The first that is said of it.
    pub say: String,
    /// In words.
    pub label: String,
    /// The page that composes it.
    pub href: String,
    /// Where it happens: a tap there means it.
    pub place: Option<String>,
    /// The piece whose order it is, where it is of one alone.
    pub piece: Option<String>,
    /// What stands above it and its like.
    pub group: String,
}

/// What could be composed of one kind.
#[derive(Clone, Debug)]
pub struct Goals {
    /// What stands above it.
    pub title: String,
    /// It.
    pub all: Vec<Goal>,
}

impl Goals {
    /// What could be composed, by its kinds.
    pub fn of(goals: Vec<Goal>) -> Vec<Goals> {
        let mut kinds: Vec<Goals> = Vec::new();
        for goal in goals {
            match kinds.iter_mut().find(|kind| kind.title == goal.group) {
                Some(kind) => kind.all.push(goal),
                None => kinds.push(Goals { title: goal.group.clone(), all: vec![goal] }),
            }
        }
        kinds
    }
}

/// An order being composed.
#[derive(Clone, Debug)]
pub struct Composing {
    /// What it is so far, or the question.
    pub prompt: String,
    /// What was chosen before, in words; empty where the question says it.
    pub so_far: String,
    /// The page with what was chosen last let go again.
    pub back: Option<String>,
    /// What can be chosen, by kind.
    pub groups: Vec<Candidates>,
    /// The order as it would be given.
    pub order: Option<ChoiceCard>,
    /// Why it cannot be composed any more.
    pub refused: Option<String>,
    /// Whether there is something to leave it for: not of what is asked by itself, and at its beginning.
    pub leaves: bool,
    /// The page with what was said, to which what is tapped is added.
    pub tap: String,
    /// The pieces that can be taken.
    pub open: Vec<String>,
    /// The pieces that are taken, to be ringed.
    pub taken: Vec<String>,
    /// The place that it is aimed at and those that can be taken, to be drawn.
    pub spots: Vec<MapGoal>,
}

/// Candidates of one kind.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// Its heading; may be empty.
    pub title: String,
    /// Whether one of them is taken instead of another.
    pub one: bool,
    /// The odds with any of them, where it makes no difference which: said once above them.
    pub odds: Vec<OddsBar>,
    /// They.
    pub all: Vec<CandidateCard>,
}

/// One thing that can be chosen.
#[derive(Clone, Debug)]
pub struct CandidateCard {
    /// In words.
    pub label: String,
    /// The page with it taken, or let go.
    pub href: String,
    /// Whether it is taken.
    pub taken: bool,
    /// Whether it cannot be let go.
    pub fixed: bool,
    /// What it costs.
    pub cost: Option<String>,
    /// What to know of it.
    pub note: Option<String>,
    /// The sum of the order with it.
    pub sum: Option<Sum>,
    /// The odds of the order with it.
    pub odds: Vec<OddsBar>,
}

/// What was said, from an address.
pub fn said(text: &str) -> Vec<String> {
    parts(text).map(str::to_owned).collect()
}

fn href(page: &str, said: &[String]) -> String {
    match said {
        [] => page.to_owned(),
        _ => format!("{page}?say={}", url(&said.join(";"))),
    }
}

/// What can be composed now, besides the orders of the menu.
pub fn goals(table: &Table, drafted: Option<&Drafted>, page: &str) -> Vec<Goal> {
    let goals = match (table.seat.filter(|_| !table.stood_in()), drafted) {
        (Some(_), Some(Drafted { draft: Ok(draft), .. })) => draft.goals(),
        (Some(seat), _) => table.game.goals(seat),
        _ => Vec::new(),
    };
    let goal = |c: Candidate| Goal {
        label: c.label,
        href: format!("{}#compose", href(page, std::slice::from_ref(&c.say))),
        say: c.say,
        place: c.place,
        piece: c.piece,
        group: c.group.unwrap_or_else(|| SEVERAL.to_owned()),
    };
    goals.into_iter().map(goal).collect()
}

impl Composing {
    /// The order that somebody composes, `tapped` being a piece tapped on the map.
    pub fn of(
        table: &Table,
        drafted: Option<&Drafted>,
        page: &str,
        mut said: Vec<String>,
        tapped: Option<&str>,
    ) -> Option<Self> {
        let seat = table.seat.filter(|_| !table.stood_in())?;
        let ask = |said: &[String]| -> Result<Step, Refusal> {
            match drafted {
                Some(Drafted { draft: Ok(draft), .. }) => draft.compose(said),
                _ => table.game.compose(seat, said),
            }
        };
        let mut step = ask(&said);
        if let (Some(piece), Ok(now)) = (tapped, &step) {
            let meant = now.candidates.iter().find(|c| c.piece.as_deref() == Some(piece) && !c.fixed);
            if let Some(candidate) = meant {
                said = now.toggled(&said, candidate);
                step = ask(&said);
            }
        }
        if let Ok(Step { order: Some(order), .. }) = &mut step {
            super::weighing::weigh(table, drafted, std::slice::from_mut(order));
        }
        let tap = format!("{}&tap=", href(page, &said));
        let composing = match step {
            Ok(step) => {
                let shown = Composing::shown(&step, page, &said, tap);
                if step.many == Many::One { shown.chosen(table, &step, page, &said) } else { shown }
            }
            Err(refusal) => Composing {
                prompt: said.first().cloned().unwrap_or_default(),
                so_far: String::new(),
                back: None,
                groups: Vec::new(),
                order: None,
                refused: Some(refusal.to_string()),
                leaves: true,
                tap,
                open: Vec::new(),
                taken: Vec::new(),
                spots: Vec::new(),
            },
        };
        Some(composing.aimed(table, drafted, page, &said))
    }

    /// With what was chosen step by step: in words, and on the map, where each leads back to its own choice.
    fn chosen(mut self, table: &Table, step: &Step, page: &str, said: &[String]) -> Self {
        if let Some((first, more)) = step.so_far.split_first().filter(|(first, _)| !step.prompt.starts_with(*first)) {
            self.so_far = if more.is_empty() { first.clone() } else { format!("{first}: {}", more.join(", ")) };
        }
        let sheet = table.game.ruleset().sheet();
        for (n, place) in said.iter().enumerate().skip(1) {
            if let Some(spot) = self.spots.iter_mut().find(|s| s.place == *place) {
                spot.on = true;
            } else if sheet.place(place).is_some() {
                let href = href(page, &said[..n]) + "#compose";
                let title = format!("{}: choose again", step.so_far.get(n).unwrap_or(place));
                self.spots.push(MapGoal { place: place.clone(), on: true, href, title, ..MapGoal::default() });
            }
        }
        let before = said.split_last().map(|(_, before)| before).filter(|before| !before.is_empty());
        self.back = before.map(|before| href(page, before) + "#compose");
        self
    }

    /// With the place that the goal is about, which the map shows and goes to, and the piece whose order it is.
    fn aimed(mut self, table: &Table, drafted: Option<&Drafted>, page: &str, said: &[String]) -> Self {
        let begun = href(page, said.get(..1).unwrap_or_default());
        let goal = goals(table, drafted, page).into_iter().find(|g| g.href.split('#').next() == Some(begun.as_str()));
        self.taken.extend(goal.as_ref().and_then(|g| g.piece.clone()));
        if let Some(place) = goal.and_then(|g| g.place).filter(|place| self.spots.iter().all(|s| s.place != *place)) {
            let (href, title) = (href(page, said) + "#compose", self.prompt.clone());
            self.spots.push(MapGoal { place, aimed: true, on: true, href, title, ..MapGoal::default() });
        }
        self
    }

    fn shown(step: &Step, page: &str, said: &[String], tap: String) -> Self {
        let mut groups: Vec<Candidates> = Vec::new();
        for c in &step.candidates {
            let next = match step.many {
                Many::Several => step.toggled(said, c),
                Many::One => said.iter().chain([&c.say]).cloned().collect(),
            };
            let card = CandidateCard {
                label: c.label.clone(),
                href: format!("{}#compose", href(page, &next)),
                taken: c.taken,
                fixed: c.fixed,
                cost: c.cost.clone(),
                note: c.note.clone(),
                sum: c.sum.clone(),
                odds: odds_bars(&c.odds),
            };
            let title = c.group.clone().unwrap_or_default();
            match groups.iter_mut().find(|g| g.title == title) {
                Some(group) => group.all.push(card),
                None => {
                    let one = c.instead || step.many == Many::One;
                    groups.push(Candidates { title, one, odds: Vec::new(), all: vec![card] });
                }
            }
        }
        for group in &mut groups {
            let same = group.all.windows(2).all(|pair| pair[0].odds == pair[1].odds);
            if group.all.len() > 1 && same {
                group.odds = std::mem::take(&mut group.all[0].odds);
                group.all.iter_mut().for_each(|card| card.odds.clear());
            }
            group.odds = brief(std::mem::take(&mut group.odds));
            for card in &mut group.all {
                card.odds = brief(std::mem::take(&mut card.odds));
            }
        }
        let spot = |c: &Candidate| {
            let place = c.place.clone().filter(|_| !c.fixed && c.piece.is_none())?;
            let href = groups.iter().flat_map(|g| &g.all).find(|k| k.label == c.label)?.href.clone();
            let label =
                c.cost.as_deref().and_then(|cost| cost.split_whitespace().next()).unwrap_or_default().to_owned();
            Some(MapGoal { place, on: c.taken, href, title: c.label.clone(), label, ..MapGoal::default() })
        };
        let spots = step.candidates.iter().filter_map(spot).collect();
        let order = step.order.as_ref().map(|choice| card(choice, "Give this order", None, None));
        let open = step.candidates.iter().filter(|c| !c.fixed).filter_map(|c| c.piece.clone()).collect();
        let taken = step.candidates.iter().filter(|c| c.taken).filter_map(|c| c.piece.clone()).collect();
        let leaves = true;
        let prompt = step.prompt.clone();
        let (so_far, back, refused) = (String::new(), None, None);
        Composing { prompt, so_far, back, groups, order, refused, leaves, tap, open, taken, spots }
    }
}
