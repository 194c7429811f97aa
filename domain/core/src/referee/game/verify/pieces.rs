//! Hidden pieces, judged: sealed as what they are, shown as what they were sealed as.

use super::judge::Judge;
use super::report::{Check, Wrong, bad};
use crate::log::{HiddenPiece, PrivateBody, SealedPieces, Shown, tree};
use crate::referee::game::second::Second;
use crate::words::{Audience, Hash32};

impl Judge {
    /// Whether the pieces shown were sealed as what they are shown to be.
    pub(super) fn shown_pieces(&self, seq: u64, shows: &[Shown]) -> Check {
        for shown in shows {
            let set = self.game.second.as_ref().and_then(|s| s.pieces.get(&shown.audience));
            let Some(set) = set else {
                return bad(seq, Wrong::Seal, "a hidden piece is shown that was never sealed.");
            };
            let seal = HiddenPiece::seal(self.game.id(), shown.audience, shown.number, &shown.salt, &shown.what);
            let (index, count) = (shown.index as usize, set.count as usize);
            if tree::root_of(&seal, index, count, &shown.path) != Some(set.root) {
                let why = format!("hidden piece {} was not sealed as what it is shown to be.", shown.number);
                return bad(seq, Wrong::Seal, why);
            }
        }
        Ok(())
    }

    pub(super) fn pieces(&self, seq: u64, sealed: &SealedPieces) -> Check {
        let game = &self.game;
        let of = matches!(sealed.audience, Audience::Side(_) | Audience::Seat(_));
        let there = |s: &Second| s.heads.of(sealed.audience).is_some() && !s.pieces.contains_key(&sealed.audience);
        if !of || !game.second.as_deref().is_some_and(there) {
            return bad(seq, Wrong::Seal, "hidden pieces are sealed twice, or for nobody.");
        }
        let under = self.pending.iter().find_map(|(audience, body)| match body {
            PrivateBody::Pieces(under) if *audience == sealed.audience => Some(&under.pieces),
            _ => None,
        });
        let Some(pieces) = under else {
            return if self.opened {
                bad(seq, Wrong::Seal, "what lies under hidden pieces is missing.")
            } else {
                Ok(())
            };
        };
        let seal = |p: &HiddenPiece| HiddenPiece::seal(game.id(), sealed.audience, p.number, &p.salt, &p.what);
        let mut seals: Vec<Hash32> = pieces.iter().map(seal).collect();
        seals.sort();
        if seals.len() != sealed.count as usize || tree::root(&seals) != sealed.root {
            return bad(seq, Wrong::Seal, "what lies under hidden pieces is not what was sealed.");
        }
        if self.judged {
            let sets = game.ruleset.hidden_pieces(game.position());
            let numbered = pieces.iter().zip(0_u16..).all(|(p, n)| p.number == n);
            let whats = || pieces.iter().map(|p| &p.what);
            if !numbered || !sets.iter().any(|set| set.audience == sealed.audience && set.pieces.iter().eq(whats())) {
                return bad(seq, Wrong::Seal, "other pieces are sealed than were hidden.");
            }
        }
        Ok(())
    }
}
