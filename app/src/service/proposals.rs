//! What a letter can be answered with: the menu where it can be listed, proposals where it cannot.

use super::table::Table;
use crate::letters::Offer;
use domain::referee::{Candidate, Game, Many, SeatId};
use std::time::Duration;

/// The longest that making proposals may take. After that a letter has nothing but what ends the turn: it is not to wait for advice.
const AT_MOST: Duration = Duration::from_millis(300);
/// The longest that it may take to say why they are final. A line may stand for many orders; after that nothing is said of it.
const WEIGHED: Duration = Duration::from_millis(100);

/// The most steps that an example is put together in.
const STEPS: usize = 24;

/// An order of each kind that is put together step by step, with the kind: what a menu does not list, and whoever answers by letter writes. Of all kinds,
/// or of those that are of one piece.
pub(super) fn written(game: &Game, seat: SeatId, all: bool) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for goal in game.goals(seat).into_iter().filter(|goal| all || goal.piece.is_some()) {
        // A goal that is a verb composes orders of the menu.
        let kind = goal.group.unwrap_or(goal.label);
        if goal.say.contains(' ') && found.iter().all(|(known, _)| *known != kind) {
            found.extend(put_together(game, seat, goal.say).map(|order| (kind, order)));
        }
    }
    found
}

/// The first order that a goal leads to; of several together two, where there are two.
fn put_together(game: &Game, seat: SeatId, goal: String) -> Option<String> {
    let mut said = vec![goal];
    let mut last = None;
    for _ in 0..STEPS {
        let step = game.compose(seat, &said).ok()?;
        let enough = step.many == Many::One || said.len() > 2;
        last = step.order.map(|order| order.order).or(last);
        if last.is_some() && enough {
            break;
        }
        let open = |c: &&Candidate| !c.taken && !c.fixed && c.note.is_none();
        match step.candidates.iter().find(open) {
            Some(next) => said.push(next.say.clone()),
            None => break,
        }
    }
    last
}

/// What whoever a table is of can answer a letter with that shows it.
pub(super) async fn offer(table: &Table) -> Offer {
    let Some(seat) = table.seat.filter(|_| !table.stood_in()) else { return Offer::default() };
    if table.game.lists_menu(seat) {
        // Of those that are shown, why they are final.
        let mut menu = table.game.menu(seat, None);
        for place in Offer::of(&menu).places() {
            table.game.weigh(seat, menu.choices.get_mut(place..=place).unwrap_or_default());
        }
        let game = table.game.clone();
        let put = tokio::task::spawn_blocking(move || written(&game, seat, false));
        let written = tokio::time::timeout(AT_MOST, put).await.ok().and_then(Result::ok).unwrap_or_default();
        return Offer { written, ..Offer::of(&menu) };
    }
    let game = table.game.clone();
    let made = tokio::task::spawn_blocking(move || game.proposals(seat));
    let lines = match tokio::time::timeout(AT_MOST, made).await {
        Ok(Ok(lines)) => lines,
        late => {
            tracing::warn!(game = %table.row.id, failed = late.is_ok(), "a letter goes without proposals");
            return Offer::proposals(&table.game.endings(seat));
        }
    };
    let (game, mut weighed) = (table.game.clone(), lines.clone());
    let weighing = tokio::task::spawn_blocking(move || {
        game.weigh(seat, &mut weighed);
        weighed
    });
    match tokio::time::timeout(WEIGHED, weighing).await {
        Ok(Ok(weighed)) => Offer::proposals(&weighed),
        _ => Offer::proposals(&lines),
    }
}
