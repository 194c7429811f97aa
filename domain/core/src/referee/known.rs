//! What somebody knows of a game's position (`docs/decisions/0071-what-a-seat-knows.md`).

use super::position::AnyPosition;

/// A position as whoever asks knows it. Menus, views, choices, parsing, house players: everything is asked of one of these. Of a
/// game's position the game alone should make one ([`super::Game::known_to`]). Where nothing is hidden it is the position itself.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a>(&'a dyn AnyPosition);

impl<'a> Known<'a> {
    /// A position that whoever asks holds in their own hands: out of a file, a study, a sandbox, a simulation.
    pub fn held(position: &'a dyn AnyPosition) -> Self {
        Known(position)
    }

    /// The position to ask.
    pub fn position(self) -> &'a dyn AnyPosition {
        self.0
    }
}
