//! What the reader of a game's page has in hand, by its address: a piece, a place, an order that is composed. The page and the parts of a
//! large map are drawn from the same.

use super::board::{Board, InHand};
use super::choices::groups;
use super::compose::{Composing, Goal, goals, said};
use super::deciding::{around, drafted_marks, not_there, questioned};
use super::overlays::{Overlays, with_overlay};
use super::place::{Asked, PlacePanel, on_map};
use super::still::Still;
use super::table::{Draft, Formation, Picked, led_first, piece_href, ready, with_query};
use super::weighing::{menu_of_none, weigh, whole_menu};
use crate::service::play::Drafted;
use crate::service::table::Table;
use domain::referee::{Choice, Closes, Decision, Line, Mark, Menu, Piece, Side, Tone, View};
use serde::Deserialize;

/// What an address asks of a game's page.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Looking {
    /// A piece in hand; empty where none is to be, not even by itself.
    pub piece: Option<String>,
    /// The place that it may go to.
    pub at: Option<String>,
    /// Whether everything is to be listed.
    pub all: Option<String>,
    /// A place in hand.
    pub place: Option<String>,
    /// The pieces of it that are taken together.
    pub with: Option<String>,
    /// Whether a leader is to ride, rather than to lead.
    pub rides: Option<String>,
    /// What was said so far of an order that is composed.
    pub say: Option<String>,
    /// A piece tapped while it is.
    pub tap: Option<String>,
    /// What to draw over the map.
    pub overlay: Option<String>,
    /// The part of a large map that is looked at.
    pub view: Option<String>,
    /// What was done just now, one of those that the page has a word for.
    pub did: Option<String>,
    /// What the reader's page has already and need not be sent.
    #[serde(skip)]
    pub still: Still,
}

/// The position the reader works on: the game's, with the orders taken down so far already done.
pub struct Hand {
    /// What there is to see.
    pub view: View,
    /// What is asked of the reader.
    pub asks: Vec<Decision>,
    menu: Option<Menu>,
    /// The orders taken down.
    pub drafts: Vec<Draft>,
    /// Whether they may be sent as they are.
    pub can_send: bool,
    /// Why they fit no more, if so.
    pub stale: Option<String>,
}

impl Hand {
    /// With the menu of a piece; without one with all of it, or with what is of no piece alone where that is enough (`few`).
    fn of(table: &Table, drafted: Option<&Drafted>, picked: Option<&str>, few: bool) -> Hand {
        let few = few && picked.is_none();
        let of_game = |stale| Hand {
            view: table.view(),
            asks: table.asks(),
            menu: if few { menu_of_none(table, None) } else { table.menu(picked) },
            drafts: Vec::new(),
            can_send: false,
            stale,
        };
        match drafted {
            None => of_game(None),
            Some(Drafted { lines, draft: Err(why) }) => {
                let drafts = lines.iter().map(|l| Draft { order: l.clone(), label: String::new() }).collect();
                Hand { drafts, ..of_game(Some(why.clone())) }
            }
            Some(Drafted { draft: Ok(draft), .. }) => {
                // Headings of phases are no sentences.
                let told = |lines: &[Line]| {
                    let said = lines.iter().filter(|l| l.tone != Tone::Heading || lines.len() == 1);
                    said.map(|l| l.text.as_str()).collect::<Vec<_>>().join(" ")
                };
                let drafts =
                    draft.by_order().map(|(order, lines)| Draft { order: order.to_owned(), label: told(lines) });
                let menu = match few.then(|| menu_of_none(table, drafted)).flatten() {
                    Some(menu) => menu,
                    None => draft.menu(picked),
                };
                Hand {
                    view: draft.view(),
                    asks: menu.asks.clone(),
                    menu: Some(menu),
                    drafts: drafts.collect(),
                    can_send: true,
                    stale: None,
                }
            }
        }
    }
}

/// The most answers of a question that are listed at once where each is another piece's.
const ANSWERS: usize = 6;

/// What is in hand, and what can be done with it.
pub struct Held {
    /// The page's address; what is drawn over the map stays there while one piece after another is taken in hand.
    pub looked_at: String,
    /// The position, and what is asked.
    pub hand: Hand,
    /// Whether something is asked of the reader.
    pub asked: bool,
    /// The reader's side.
    pub side: Option<Side>,
    /// Pieces ready to act.
    pub ready: Vec<Formation>,
    /// The piece in hand, as the view has it.
    pub piece: Option<Piece>,
    /// The same with what it may do.
    pub picked: Option<Picked>,
    own: Vec<Choice>,
    /// Orders of no single piece, without the one that ends the phase.
    pub general: Vec<Choice>,
    /// What lets an impulse go by with nothing done.
    pub idle: Vec<Choice>,
    /// What ends the phase, where there is such a thing.
    pub finish: Option<Choice>,
    /// Whether the reader may order anything.
    pub can_order: bool,
    /// The order being composed.
    pub composing: Option<Composing>,
    /// What could be composed.
    pub goals: Vec<Goal>,
    /// The place in hand.
    pub placed: Option<PlacePanel>,
}

impl Held {
    /// What an address means to somebody at a table with so much drafted.
    pub fn of(table: &Table, drafted: Option<&Drafted>, looking: &Looking) -> Held {
        let href = table.href();
        let looked_at = with_overlay(&href, looking.overlay.as_deref());
        let asked = !table.asks().is_empty();
        let wanted = looking.piece.as_deref().filter(|id| !id.is_empty());
        // A question's answers are few, and a place in hand is about all who are there; else pieces are asked about when they are in hand.
        let few = !table.asked_between() && looking.place.is_none();
        let mut hand = Hand::of(table, drafted, wanted, few);
        let free = looking.piece.is_none() && looking.say.is_none() && looking.place.is_none();
        // In a phase of its own the last unit is not in hand by itself where attacks could be put together: those are to be seen. What is put together of
        // it alone is seen with it.
        let of_it = |goal: &Goal, id: &String| goal.piece.as_ref() == Some(id);
        let alone =
            |id: &String| table.asked_between() || goals(table, drafted, &href).iter().all(|goal| of_it(goal, id));
        let questioned = hand.menu.as_ref().filter(|_| free && asked).and_then(questioned).filter(alone);
        let (wanted, full) = (wanted.or(questioned.as_deref()), wanted.is_none());
        let side = table.seat.and_then(|s| table.game.seat(s)).map(|s| s.side);
        let sheet = table.game.ruleset().sheet();

        let ready = match side {
            Some(side) if asked => ready(&hand.view, side, &looked_at, wanted),
            _ => Vec::new(),
        };
        // With a piece in hand its own choices were asked for; the others are those of no piece.
        let choices = hand.menu.take().map(|m| m.choices).unwrap_or_default();
        let every = match few {
            _ if full => choices.clone(),
            true => menu_of_none(table, drafted).map(|m| m.choices).unwrap_or_default(),
            false => whole_menu(table, drafted),
        };
        let mut general: Vec<_> = every.iter().filter(|c| c.piece.is_none()).cloned().collect();
        let piece = wanted.and_then(|id| hand.view.pieces.iter().find(|p| p.id == id || p.name == id)).cloned();
        let mut own: Vec<Choice> = Vec::new();
        let mut instead = None;
        let mut nothing = None;
        let mine = |p: &Piece| asked && Some(p.side) == side && !table.stood_in();
        if let Some(p) = &piece {
            own = choices.iter().filter(|c| c.piece.as_deref() == Some(&p.id)).cloned().collect();
            if let Some(at) = looking.at.as_deref().filter(|_| mine(p)) {
                nothing = not_there(table, drafted, (p, at), &own, (sheet, &looked_at), looking.rides.is_some());
            }
            (own, instead) = led_first(p, &looked_at, own, looking.rides.is_some());
        }
        // The few answers of a question stand side by side, whichever pieces they are of.
        if general.is_empty() && piece.is_none() && table.asked_between() && every.len() <= ANSWERS {
            general = every.clone();
        }
        // Orders of a verb that a goal composes step by step are not listed beside it.
        let goals = goals(table, drafted, &href);
        let is_verb = |goal: &&Goal| general.iter().any(|c| c.verb == goal.say);
        let verbs: Vec<String> = goals.iter().filter(is_verb).map(|goal| goal.say.clone()).collect();
        general.retain(|c| verbs.iter().all(|verb| c.verb != verb));
        weigh(table, drafted, &mut own);
        weigh(table, drafted, &mut general);
        // To let something go by is no way to go on: it stands behind everything that is.
        let (idle, mut general): (Vec<_>, Vec<_>) = general.into_iter().partition(|c| c.closes == Some(Closes::Idle));
        let finish = finish(table, &mut general);
        let all = looking.all.is_some();
        let can_order = asked || !verbs.is_empty() || !general.is_empty() || !idle.is_empty() || finish.is_some();
        let at = looking.at.as_deref();
        let picked = piece.as_ref().map(|p| {
            let (mut here, place_href) = around(p, &every, &looked_at);
            weigh(table, drafted, &mut here);
            let mut here = groups(&here, None, None, false);
            here.iter_mut().for_each(|g| g.id += "-here");
            let picked = Picked::of(p, sheet, &looked_at, &own, at, all, &ready, &hand.view);
            let keeps = if mine(p) { piece_href(&looked_at, &p.id) } else { String::new() };
            let of_it = |goal: &&Goal| goal.piece.as_deref() == Some(&p.id);
            let composed = if mine(p) { goals.iter().filter(of_it).cloned().collect() } else { Vec::new() };
            Picked { here, place_href, instead, keeps, not_there: nothing, goals: composed, ..picked }
        });

        let composing = looking.say.as_deref().and_then(|text| {
            let (said, tapped) = (said(text), looking.tap.as_deref());
            Composing::of(table, drafted, &href, said, tapped).filter(|_| can_order)
        });
        // What is asked and can only be composed is asked step by step at once.
        let alone = verbs.first().filter(|_| free && composing.is_none() && verbs.len() == goals.len());
        let at_once = alone.filter(|_| general.is_empty() && finish.is_none() && ready.is_empty());
        let at_once = at_once.and_then(|verb| Composing::of(table, drafted, &href, vec![verb.clone()], None));
        let composing = composing.or(at_once.map(|composing| Composing { leaves: false, ..composing }));
        let goals = if composing.is_none() { goals } else { Vec::new() };
        let asked_place = Asked {
            id: looking.place.as_deref().unwrap_or_default(),
            with: looking.with.as_deref().unwrap_or_default(),
            tapped: looking.tap.as_deref(),
            at,
            all,
        };
        let placed = PlacePanel::of(table, drafted, (sheet, &hand.view, &looked_at), asked_place, &every, &goals)
            .filter(|_| piece.is_none() && composing.is_none());
        Held {
            looked_at,
            asked,
            side,
            ready,
            piece,
            picked,
            own,
            general,
            idle,
            finish,
            can_order,
            composing,
            goals,
            placed,
            hand,
        }
    }

    /// The map with it, and with what has happened marked.
    pub fn board(&self, table: &Table, drafted: Option<&Drafted>, looking: &Looking, marks: Vec<Mark>) -> Board {
        let (composing, piece, placed) = (&self.composing, self.piece.as_ref(), self.placed.as_ref());
        let href = table.href();
        let place_tap = placed.filter(|p| p.taken > 0).map(|p| with_query(&p.href, "tap", ""));
        let open_pieces = composing.as_ref().map(|c| c.open.clone());
        let open_pieces = open_pieces.or_else(|| placed.filter(|p| p.taken > 0).map(|p| p.open.clone()));
        let map_goals = match (composing, piece, placed) {
            (Some(composing), ..) => composing.spots.clone(),
            (None, None, None) => on_map(&self.looked_at, &self.goals),
            _ => Vec::new(),
        };
        Board::draw(
            table.game.ruleset().sheet(),
            &self.hand.view,
            InHand {
                page: &self.looked_at,
                tap: composing.as_ref().map(|c| c.tap.as_str()).or(place_tap.as_deref()),
                aim: placed.map(|p| p.href.as_str()),
                goals: map_goals,
                ready: match open_pieces {
                    Some(open) => open.into_iter().collect(),
                    None => self.ready.iter().flat_map(|f| f.pieces.iter().map(|p| p.id.clone())).collect(),
                },
                taken: composing.iter().flat_map(|c| c.taken.iter().cloned()).collect(),
                piece: piece.map(|p| p.id.as_str()),
                choices: match (composing, piece, placed) {
                    (Some(_), ..) => &[],
                    (None, Some(_), _) => &self.own,
                    (None, None, Some(placed)) => &placed.together,
                    (None, None, None) => &self.general,
                },
                at: looking.at.as_deref(),
                marks,
                drafted: drafted_marks(drafted),
                side: self.side,
                then: self.picked.as_ref().and_then(|p| p.then.clone()),
                still: false,
                has: looking.still.clone(),
                parts: &format!("{href}/map"),
                view: looking.view.as_deref(),
                overlays: Overlays::of(table, drafted, &href, looking.overlay.as_deref(), piece.map(|p| p.id.as_str())),
            },
        )
    }
}

/// Takes out of the choices of no piece the one that says that all is done and ends the phase, where there is one: the page's primary button.
/// A question that came up in the course of something has none, for all its answers weigh the same; nor has it a phase where nothing was done
/// yet and doing nothing is one of several ways: to pass.
fn finish(table: &Table, choices: &mut Vec<Choice>) -> Option<Choice> {
    if table.seat.is_none() || table.asked_between() {
        return None;
    }
    let bare = |c: &Choice| c.place.is_none() && c.target.is_none() && c.sum.is_none() && c.odds.is_empty();
    let at = choices.iter().position(|c| c.closes == Some(Closes::Done) && bare(c))?;
    Some(choices.remove(at))
}
