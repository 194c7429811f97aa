//! A place in hand, an area or a box beside the map: who is there, what can be done there and by whom, and orders for several at once.

use super::choices::{Group, groups};
use super::compose::{CandidateCard, Goal};
use super::off_map::{Standing, at_place};
use super::table::with_query;
use crate::service::play::Drafted;
use crate::service::table::Table;
use domain::board::Sheet;
use domain::referee::{Choice, MarkerSpot, Side, View};
use fieldpost_map::Goal as MapGoal;

/// Orders of several pieces that are tried at most.
const TRIED: usize = 60;

/// A place in hand.
#[derive(Clone, Debug)]
pub struct PlacePanel {
    /// The place in words.
    pub title: String,
    /// Who is there, those of each side together.
    pub sides: Vec<(Side, Vec<Standing>)>,
    /// Markers that lie there.
    pub markers: Vec<String>,
    /// Attacks on it that could be put together.
    pub goals: Vec<Goal>,
    /// Own pieces there that can act, to be taken together.
    pub who: Vec<CandidateCard>,
    /// The ids of those, for taps on the map.
    pub open: Vec<String>,
    /// How many are taken.
    pub taken: usize,
    /// What happens there, or what those that are taken can do together.
    pub groups: Vec<Group>,
    /// The same with every choice listed.
    pub all_href: String,
    /// What those that are taken can do together.
    pub together: Vec<Choice>,
    /// The page with them taken, to which a place looked at or a piece tapped is added.
    pub href: String,
}

/// The address of a page with a place in hand.
pub fn place_href(page: &str, id: &str) -> String {
    with_query(page, "place", id)
}

/// What an address asks of a place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The place, or the title of a box.
    pub id: &'a str,
    /// The pieces taken, by ids between semicolons.
    pub with: &'a str,
    /// A piece tapped on the map.
    pub tapped: Option<&'a str>,
    /// The place that those taken may go to.
    pub at: Option<&'a str>,
    /// Whether all is to be listed.
    pub all: bool,
}

impl PlacePanel {
    /// A place of a page, with the choices of the reader's whole menu and the attacks that could be composed.
    pub fn of(
        table: &Table,
        drafted: Option<&Drafted>,
        (sheet, view, page): (&Sheet, &View, &str),
        asked: Asked<'_>,
        choices: &[Choice],
        goals: &[Goal],
    ) -> Option<Self> {
        let title = match sheet.place(asked.id) {
            Some(place) => place.title.clone(),
            None => view.at(asked.id).next().is_some().then(|| asked.id.to_owned())?,
        };
        let acts = |id: &str| choices.iter().any(|c| c.piece.as_deref() == Some(id));
        let able: Vec<_> = view.at(asked.id).filter(|p| acts(&p.id)).collect();
        let mut taken: Vec<&str> = asked.with.split(';').filter(|id| able.iter().any(|p| p.id == *id)).collect();
        if let Some(tapped) = asked.tapped.filter(|id| able.iter().any(|p| p.id == *id)) {
            taken = toggled(&taken, tapped);
        }
        let base = place_href(page, asked.id);
        let with =
            |taken: &[&str]| if taken.is_empty() { base.clone() } else { with_query(&base, "with", &taken.join(";")) };
        let who = able.iter().map(|p| CandidateCard {
            label: p.name.clone(),
            href: with(&toggled(&taken, &p.id)) + "#place",
            taken: taken.contains(&p.id.as_str()),
            fixed: false,
            cost: None,
            note: (!p.note.is_empty()).then(|| p.note.clone()),
            sum: None,
            odds: Vec::new(),
        });
        let names: Vec<&str> =
            able.iter().filter(|p| taken.contains(&p.id.as_str())).map(|p| p.name.as_str()).collect();
        let together = together(table, drafted, &taken, &names.join(", "), choices);
        let there = |c: &&Choice| c.place.as_deref() == Some(asked.id) && c.path.len() < 2;
        let href = with(&taken);
        let shown = match taken.is_empty() {
            true => {
                let mut here: Vec<Choice> = choices.iter().filter(there).cloned().collect();
                super::weighing::weigh(table, drafted, &mut here);
                groups(&here, None, None, asked.all)
            }
            false => groups(&together, None, asked.at.filter(|at| goes_to(&together, at)), asked.all),
        };
        Some(PlacePanel {
            title,
            sides: at_place(view, asked.id, page),
            markers: view
                .markers
                .iter()
                .filter(|m| m.spot == MarkerSpot::Place(asked.id.to_owned()))
                .map(|m| m.title.clone())
                .collect(),
            goals: goals.iter().filter(|g| g.place.as_deref() == Some(asked.id)).cloned().collect(),
            open: able.iter().map(|p| p.id.clone()).collect(),
            // One alone is taken in hand by its own name.
            who: if able.len() > 1 { who.collect() } else { Vec::new() },
            taken: taken.len(),
            groups: shown,
            all_href: format!("{href}&all=1#place"),
            together,
            href,
        })
    }
}

fn goes_to(choices: &[Choice], at: &str) -> bool {
    choices.iter().any(|c| c.place.as_deref() == Some(at))
}

fn toggled<'a>(taken: &[&'a str], id: &'a str) -> Vec<&'a str> {
    match taken.contains(&id) {
        true => taken.iter().copied().filter(|t| *t != id).collect(),
        false => taken.iter().copied().chain([id]).collect(),
    }
}

/// What all of some pieces can do alike, each as one line of several orders that the referee takes.
fn together(table: &Table, drafted: Option<&Drafted>, taken: &[&str], names: &str, choices: &[Choice]) -> Vec<Choice> {
    let (Some(seat), Some((first, rest))) = (table.seat, taken.split_first()) else { return Vec::new() };
    let mut lines: Vec<String> = match drafted {
        Some(Drafted { draft: Ok(draft), .. }) => draft.orders.clone(),
        Some(_) => return Vec::new(),
        None => Vec::new(),
    };
    let of = |id: &str| choices.iter().filter(|c| c.piece.as_deref() == Some(id)).collect::<Vec<_>>();
    let alike = |a: &Choice, b: &Choice| (a.verb, &a.place, &a.target) == (b.verb, &b.place, &b.target);
    let mut found: Vec<Choice> = Vec::new();
    let mut tried = 0;
    for choice in of(first) {
        if found.iter().any(|f| alike(f, choice)) {
            continue;
        }
        let Some(others) =
            rest.iter().map(|id| of(id).into_iter().find(|c| alike(c, choice))).collect::<Option<Vec<_>>>()
        else {
            continue;
        };
        let parts: Vec<&str> =
            std::iter::once(choice.order.as_str()).chain(others.iter().map(|c| c.order.as_str())).collect();
        // What is refused costs the referee as much as what is taken.
        tried += 1;
        if tried > TRIED {
            break;
        }
        lines.push(parts.join("; "));
        if let Ok(draft) = table.game.draft(seat, &lines) {
            let label = choice
                .place
                .as_ref()
                .map_or_else(|| format!("{names}: {}", choice.verb), |p| format!("{names} to {p}"));
            found.push(Choice {
                order: parts.join("; "),
                label: if rest.is_empty() { choice.label.clone() } else { label },
                piece: None,
                finality: draft.finality,
                sum: None,
                odds: Vec::new(),
                cost: if rest.is_empty() { choice.cost.clone() } else { None },
                ..choice.clone()
            });
        }
        lines.pop();
    }
    found
}

/// What could be composed, as goals of the map: each place leads to what composes it, or where there are several to the place.
pub fn on_map(page: &str, goals: &[Goal]) -> Vec<MapGoal> {
    let mut found: Vec<MapGoal> = Vec::new();
    for goal in goals {
        let Some(place) = &goal.place else { continue };
        match found.iter_mut().find(|f| f.place == *place) {
            Some(known) => {
                known.href = place_href(page, place) + "#place";
                known.title = format!("{}; {}", known.title, goal.label);
            }
            None => found.push(MapGoal {
                place: place.clone(),
                aimed: true,
                href: goal.href.clone(),
                title: goal.label.clone(),
                ..MapGoal::default()
            }),
        }
    }
    found
}
