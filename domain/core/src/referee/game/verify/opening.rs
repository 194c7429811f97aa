//! The opening at the end of a log of the second format.

use super::judge::Judge;
use super::report::{Check, Wrong, bad};
use crate::dice::ChainName;
use crate::log::OpeningSecond;
use crate::referee::game::private::hangs;
use crate::words::Hash32;

impl Judge {
    /// Whether it opens all there is: the key of each audience, and private links that hang on their anchors.
    pub(super) fn opening_second(&self, seq: u64, opening: &OpeningSecond) -> Check {
        let Some(second) = &self.game.second else { return bad(seq, Wrong::Unreadable, "no such record here.") };
        if !opening.keys.iter().map(|k| k.audience).eq(second.heads.each().map(|(audience, _)| audience)) {
            return bad(seq, Wrong::Seal, "the opening holds other keys than there are private logs.");
        }
        if opening.links.len() != second.private.len() {
            return bad(seq, Wrong::Link, "the opening holds other private chains than the game has.");
        }
        let chairs = std::iter::once(0).chain(self.game.seats.iter().map(|s| s.chair));
        for (n, ((links, anchors), chair)) in opening.links.iter().zip(&second.private).zip(chairs).enumerate() {
            let whose = if n == 0 { "nobody".to_owned() } else { format!("seat {}", n - 1) };
            let wrong =
                || bad(seq, Wrong::Link, format!("the private links of {whose} do not belong to their chains."));
            if links.index == 0 {
                if (links.player, links.server) != (Hash32::ZERO, Hash32::ZERO) {
                    return wrong();
                }
                continue;
            }
            if links.index > second.private_links {
                return wrong();
            }
            let server =
                hangs(&self.game, chair, ChainName::PrivateServer, (links.index, &links.server), &anchors.server);
            let player = match n {
                0 => links.player == Hash32::ZERO,
                _ => hangs(&self.game, chair, ChainName::PrivatePlayer, (links.index, &links.player), &anchors.player),
            };
            if !server || !player {
                return wrong();
            }
            if self.opened && second.private_used.get(n) != Some(&links.index) {
                return bad(seq, Wrong::Link, format!("the highest private link of {whose} is another one."));
            }
        }
        Ok(())
    }
}
