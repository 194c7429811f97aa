//! What a letter can be answered with: the menu where it can be listed, proposals where it cannot.

use super::table::Table;
use crate::letters::Offer;
use std::time::Duration;

/// The longest that making proposals may take. After that a letter has nothing but what ends the turn: it is not to wait for advice.
const AT_MOST: Duration = Duration::from_millis(300);
/// The longest that it may take to say why they are final. A line may stand for many orders; after that nothing is said of it.
const WEIGHED: Duration = Duration::from_millis(100);

/// What whoever a table is of can answer a letter with that shows it.
pub(super) async fn offer(table: &Table) -> Offer {
    let Some(seat) = table.seat.filter(|_| !table.stood_in()) else { return Offer::default() };
    if table.game.lists_menu(seat) {
        // Of those that are shown, why they are final.
        let mut menu = table.game.menu(seat, None);
        for place in Offer::of(&menu).places() {
            table.game.weigh(seat, menu.choices.get_mut(place..=place).unwrap_or_default());
        }
        return Offer::of(&menu);
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
