//! Words about who plays a seat: `replacement me`, `replacement opponent`, `replacement agree`, `replacement invite friend@example.org`.

use crate::service::seat_change::{SeatChangeAct, Sought};
use crate::service::table::Table;
use domain::log::Millis;
use domain::referee::SeatId;

/// What is said about who plays a seat. Which seat is meant follows from what is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SeatWord {
    /// Somebody else is to play the writer's seat.
    Me,
    /// Somebody else is to play the opponent's.
    Opponent,
    Agree,
    Decline,
    /// The address that is to be invited.
    Invite(String),
}

/// Reads what stands behind `replacement`.
pub(super) fn replacement(text: &str) -> Result<SeatWord, (String, String)> {
    let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let rest = rest.trim();
    match (word.trim_end_matches(':').to_lowercase().as_str(), rest.is_empty()) {
        ("me" | "mine", true) => Ok(SeatWord::Me),
        ("opponent" | "theirs", true) => Ok(SeatWord::Opponent),
        ("agree" | "accept" | "yes", true) => Ok(SeatWord::Agree),
        ("decline" | "no" | "withdraw", true) => Ok(SeatWord::Decline),
        ("invite", false) => Ok(SeatWord::Invite(rest.trim_matches(['<', '>']).to_owned())),
        _ => Err((
            "That does not say who is to be replaced.".to_owned(),
            "Write replacement me, replacement opponent, replacement agree, replacement decline, or replacement invite and a mail address."
                .to_owned(),
        )),
    }
}

impl SeatWord {
    /// What it comes to for the holder of a seat, given for which seats somebody is looked for.
    pub fn act(&self, table: &Table, me: SeatId, sought: &[Sought], at: Millis) -> SeatChangeAct {
        let game = &table.game;
        let side = game.seat(me).map(|s| s.side);
        let others = || game.seats().iter().filter(|s| Some(s.side) != side).map(|s| s.id);
        // The seat that it can only be about; what is not so is refused where the seat is looked at.
        let opposite = others().find(|s| game.vacant(*s, at)).or_else(|| others().next()).unwrap_or(me).0;
        let wish = |fits: &dyn Fn(&Sought) -> bool| {
            sought.iter().find(|w| fits(w)).or(sought.first()).map_or(me.0, |w| w.seat)
        };
        match self {
            SeatWord::Me => SeatChangeAct::Seek { seat: me.0 },
            SeatWord::Opponent => SeatChangeAct::Seek { seat: opposite },
            SeatWord::Agree => SeatChangeAct::Agree { seat: wish(&|w| w.yours) },
            SeatWord::Decline => SeatChangeAct::Decline { seat: wish(&|w| w.yours) },
            SeatWord::Invite(to) => SeatChangeAct::Invite { seat: wish(&|w| w.open), to: Some(to.clone()) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_to_be_replaced() {
        assert_eq!(replacement("me"), Ok(SeatWord::Me));
        assert_eq!(replacement("Opponent"), Ok(SeatWord::Opponent));
        assert_eq!(replacement("agree"), Ok(SeatWord::Agree));
        assert_eq!(replacement("withdraw"), Ok(SeatWord::Decline));
        assert_eq!(replacement("invite <ann@example.org>"), Ok(SeatWord::Invite("ann@example.org".into())));
        for text in ["", "invite", "the king", "me please", "agree not"] {
            assert!(replacement(text).is_err(), "{text}");
        }
    }
}
