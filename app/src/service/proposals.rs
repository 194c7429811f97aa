//! What a letter can be answered with: the menu where it can be listed, proposals where it cannot.

use super::table::Table;
use crate::letters::Offer;
use std::time::Duration;

/// The longest that making proposals may take. After that a letter has nothing but what ends the turn: it is not to wait for advice.
const AT_MOST: Duration = Duration::from_millis(300);

/// What whoever a table is of can answer a letter with that shows it.
pub(super) async fn offer(table: &Table) -> Offer {
    let Some(seat) = table.seat.filter(|_| !table.stood_in()) else { return Offer::default() };
    if table.game.lists_menu(seat) {
        return Offer::of(&table.game.menu(seat, None));
    }
    let game = table.game.clone();
    let made = tokio::task::spawn_blocking(move || game.proposals(seat));
    match tokio::time::timeout(AT_MOST, made).await {
        Ok(Ok(lines)) => Offer::proposals(&lines),
        late => {
            tracing::warn!(game = %table.row.id, failed = late.is_ok(), "a letter goes without proposals");
            Offer::proposals(&table.game.endings(seat))
        }
    }
}
