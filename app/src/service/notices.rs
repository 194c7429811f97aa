//! What somebody is told, and which records call for which notice.
//!
//! A notice is decided on when records are made, and queued in their transaction ([`super::posting`]); what the letter says is
//! composed when it is sent ([`crate::letters`]), from the log up to the record the notice names.

use crate::letters::Section;
use domain::log::{Body, HandsChange, HandsWhy, Judgement};
use domain::referee::{Game, Played, SeatId};
use fieldpost_store::{AccountId, GameId};
use serde::{Deserialize, Serialize};

/// Why somebody gets a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum NoticeKind {
    /// They asked to sign in.
    SignIn {
        /// The link's secret.
        token: String,
    },
    /// They wish to show that mail reaches them.
    Confirm {
        /// The link's secret.
        token: String,
    },
    /// Somebody invites them to a game.
    Invitation {
        /// The link's secret.
        token: String,
        /// Who invites.
        host: String,
        /// Their account, when they are a stranger to the reader, whom the letter asks for consent.
        #[serde(default)]
        stranger: Option<AccountId>,
    },
    /// All seats are taken and the game has begun, with somebody else to move.
    Begun,
    /// The game waits for them.
    Turn,
    /// They have handed the game over, and want a copy of their own orders.
    Receipt,
    /// A draw is offered to them.
    DrawOffered,
    /// Their offer of a draw was declined.
    DrawDeclined,
    /// They are asked to go back to an earlier position.
    TakebackAsked,
    /// The takeback they had asked for was agreed to.
    TakebackAgreed,
    /// The takeback they had asked for was declined.
    TakebackDeclined,
    /// An arbiter has judged a record.
    Judged {
        /// The record.
        record: u64,
        /// The record whose position stands again, if one does.
        back_to: Option<u64>,
    },
    /// Mended rules are offered: they decide orders of the game otherwise.
    RulesOffered,
    /// The game will be closed, because nothing was recorded for long.
    Closing,
    /// The game is over.
    Over,
    /// Something about the time.
    Clock {
        /// What.
        news: ClockNews,
        /// Whose time, or who did it.
        about: SeatId,
    },
    /// Somebody else is to play a seat, or does.
    SeatChange {
        /// What.
        news: SeatChangeNews,
        /// The seat.
        about: SeatId,
    },
    /// They have taken a seat over.
    TakenOver,
    /// Somebody else has taken their seat over: the last letter of a game.
    Farewell {
        /// The game's title.
        game: String,
        /// Who.
        successor: String,
    },
    /// Another player said something.
    Message {
        /// Its number.
        id: i64,
    },
    /// A letter of theirs is answered.
    Answer {
        /// What the answer says.
        answer: Box<Answering>,
    },
    /// Somebody else answered a letter of theirs.
    Stranger,
    /// Games wait for them, and they wish to be told at certain hours only; or several letters were held back.
    Digest {
        /// What was held back.
        #[serde(default)]
        parts: Vec<Part>,
    },
    /// They wish to see whether a webhook or a push address works.
    Test,
}

/// A notice that waits in a letter with others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The game.
    pub game: GameId,
    /// The notice.
    pub notice: Notice,
    /// The last record that it tells of.
    pub record: u64,
}

/// An answer to a letter that came in, as it stands in the queue: what it says was settled when the letter was carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answering {
    /// The subject of the letter that is answered.
    pub to: String,
    /// Its Message-ID, with angle brackets.
    pub in_reply_to: Option<String>,
    /// The Message-ID of the letter of ours that it had answered.
    pub after: String,
    /// Game by game, what became of it.
    pub sections: Vec<Section>,
    /// What is mentioned besides.
    pub notes: Vec<String>,
}

impl NoticeKind {
    /// Whether it is of one seat alone, so that somebody with several gets one for each.
    pub(super) fn is_of_seat(&self) -> bool {
        matches!(self, NoticeKind::Receipt | NoticeKind::TakenOver | NoticeKind::Clock { .. })
    }

    /// The word for the queue and for Message-IDs.
    pub fn word(&self) -> &'static str {
        match self {
            NoticeKind::SignIn { .. } => "sign-in",
            NoticeKind::Confirm { .. } => "confirm",
            NoticeKind::Invitation { .. } => "invitation",
            NoticeKind::Begun => "begun",
            NoticeKind::Turn => "dispatch",
            NoticeKind::Receipt => "receipt",
            NoticeKind::DrawOffered => "draw-offered",
            NoticeKind::DrawDeclined => "draw-declined",
            NoticeKind::TakebackAsked => "takeback-asked",
            NoticeKind::TakebackAgreed => "takeback-agreed",
            NoticeKind::TakebackDeclined => "takeback-declined",
            NoticeKind::Judged { .. } => "judged",
            NoticeKind::RulesOffered => "rules",
            NoticeKind::Closing => "closing",
            NoticeKind::Over => "over",
            NoticeKind::Clock { .. } => "clock",
            NoticeKind::SeatChange { .. } => "hands",
            NoticeKind::TakenOver => "taken-over",
            NoticeKind::Farewell { .. } => "farewell",
            NoticeKind::Message { .. } => "message",
            NoticeKind::Answer { .. } => "answer",
            NoticeKind::Stranger => "stranger",
            NoticeKind::Digest { .. } => "digest",
            NoticeKind::Test => "test",
        }
    }
}

/// What happens about who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatChangeNews {
    /// A house player stands in.
    StoodIn,
    /// Its player is back.
    Back,
    /// Its player would be replaced: the reader is to agree.
    WouldGo,
    /// Somebody is looked for without its player's word, who is the reader.
    Sought,
    /// Whoever had to agree has agreed.
    Agreed,
    /// Somebody did not agree, or nobody is looked for any more.
    Declined,
    /// Somebody else plays it.
    Replaced,
}

impl SeatChangeNews {
    pub(super) fn word(self) -> &'static str {
        match self {
            SeatChangeNews::StoodIn => "hands-stood-in",
            SeatChangeNews::Back => "hands-back",
            SeatChangeNews::WouldGo => "hands-would-go",
            SeatChangeNews::Sought => "hands-sought",
            SeatChangeNews::Agreed => "hands-agreed",
            SeatChangeNews::Declined => "hands-declined",
            SeatChangeNews::Replaced => "hands-replaced",
        }
    }
}

/// What happened to the time of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockNews {
    /// So much of a seat's time is used up.
    Alarm {
        /// Hundredths.
        percent: u8,
    },
    /// A seat's time is out.
    Out,
    /// A seat was granted time.
    Granted {
        /// Milliseconds.
        time: u64,
    },
    /// A pause was proposed by a seat.
    PauseOffered,
    /// A seat agreed to the pause.
    PauseAgreed,
    /// A seat declined it.
    PauseDeclined,
    /// A seat ended the pause.
    PauseEnded,
    /// A seat takes leave.
    Leave,
}

impl ClockNews {
    pub(super) fn word(self) -> String {
        match self {
            ClockNews::Alarm { percent } => format!("clock-{percent}"),
            ClockNews::Out => "clock-out".to_owned(),
            ClockNews::Granted { .. } => "clock-granted".to_owned(),
            ClockNews::PauseOffered => "clock-pause-offered".to_owned(),
            ClockNews::PauseAgreed => "clock-pause-agreed".to_owned(),
            ClockNews::PauseDeclined => "clock-pause-declined".to_owned(),
            ClockNews::PauseEnded => "clock-pause-ended".to_owned(),
            ClockNews::Leave => "clock-leave".to_owned(),
        }
    }

    /// What a record says that the other seats should hear of, and which seat it is about.
    fn of(body: &Body) -> Option<(Self, SeatId, Heard)> {
        Some(match body {
            Body::Grant(grant) => (ClockNews::Granted { time: grant.time }, grant.seat, Heard::Itself),
            Body::PauseOffer(offer) => (ClockNews::PauseOffered, offer.seat, Heard::Others),
            Body::PauseAnswer(answer) if answer.accept => (ClockNews::PauseAgreed, answer.seat, Heard::Others),
            Body::PauseAnswer(answer) => (ClockNews::PauseDeclined, answer.seat, Heard::Others),
            Body::PauseEnd(end) => (ClockNews::PauseEnded, end.seat, Heard::Others),
            Body::Leave(leave) => (ClockNews::Leave, leave.seat, Heard::Others),
            _ => return None,
        })
    }
}

/// Who hears of it: the seat it is about, or all others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heard {
    Itself,
    Others,
}

/// A letter to a seat's player, as it stands in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// Why.
    #[serde(flatten)]
    pub kind: NoticeKind,
    /// The seat it is for; none for letters that are not of a game.
    pub seat: Option<SeatId>,
    /// The last record its player had looked at: the letter tells what came after.
    #[serde(default)]
    pub since: u64,
}

impl Notice {
    pub(super) fn to(kind: NoticeKind, seat: SeatId) -> Self {
        Notice { kind, seat: Some(seat), since: 0 }
    }

    /// A notice to a seat.
    pub(super) fn new(kind: NoticeKind, seat: SeatId) -> Self {
        Notice::to(kind, seat)
    }

    /// The notices to every seat of news about the time of one of them.
    pub(super) fn clock(game: &Game, about: SeatId, news: ClockNews) -> Vec<Notice> {
        game.seats().iter().map(|s| Notice::to(NoticeKind::Clock { news, about }, s.id)).collect()
    }

    /// The notices that a record about time calls for.
    fn of_time(after: &Game, body: &Body) -> Vec<Notice> {
        let Some((news, about, heard)) = ClockNews::of(body) else { return Vec::new() };
        let mut notices = Notice::clock(after, about, news);
        notices.retain(|n| (n.seat == Some(about)) == (heard == Heard::Itself));
        notices
    }

    /// The notices of a change of hands: to everybody but whoever did it. A newcomer is greeted.
    fn of_hands(after: &Game, hands: &HandsChange, actor: Option<SeatId>) -> Vec<Notice> {
        let about = hands.seat;
        let others = after.seats().iter().map(|s| s.id);
        let told = others.filter_map(|to| {
            let kind = match hands.why {
                HandsWhy::Replacement if to == about => NoticeKind::TakenOver,
                HandsWhy::Replacement => NoticeKind::SeatChange { news: SeatChangeNews::Replaced, about },
                _ if Some(to) == actor => return None,
                HandsWhy::StandIn => NoticeKind::SeatChange { news: SeatChangeNews::StoodIn, about },
                HandsWhy::Return => NoticeKind::SeatChange { news: SeatChangeNews::Back, about },
            };
            Some(Notice::to(kind, to))
        });
        told.collect()
    }

    /// Whether somebody else's doing has called for it, so that it counts among the letters that others may cause: not their own receipt, not
    /// a clock that runs out, and not the end.
    pub(super) fn is_caused(&self) -> bool {
        match &self.kind {
            NoticeKind::Clock { news, .. } => !matches!(news, ClockNews::Alarm { .. } | ClockNews::Out),
            NoticeKind::Receipt | NoticeKind::Over | NoticeKind::Closing | NoticeKind::RulesOffered => false,
            _ => true,
        }
    }

    /// The notice of a message to every other seat than the speaker's.
    pub(super) fn message(speaker: SeatId, id: i64) -> Self {
        Notice { kind: NoticeKind::Message { id }, seat: Some(speaker), since: 0 }
    }

    /// The notices that these records call for: at most one a seat, and one for each thing done about time.
    pub(super) fn of(before: &Game, played: &Played, actor: Option<SeatId>) -> Vec<Notice> {
        let after = &played.game;
        let mut notices = Vec::new();
        if after.clocks().is_some() && after.result().is_none() {
            let of_time = played.records.iter().filter(|r| ["grant/", "pause-", "leave/"].iter().any(|k| r.is_kind(k)));
            notices.extend(of_time.filter_map(|r| r.read().ok()).flat_map(|body| Notice::of_time(after, &body)));
        }
        let hands = played.records.iter().filter(|r| r.is_kind("hands/"));
        let mut changed = false;
        for body in hands.filter_map(|r| r.read().ok()) {
            if let Body::HandsChange(hands) = body {
                notices.extend(Notice::of_hands(after, &hands, actor));
                changed = true;
            }
        }
        if after.result().is_none() && played.records.iter().any(|r| r.is_kind("revision-offer/")) {
            notices.extend(after.seats().iter().map(|s| Notice::to(NoticeKind::RulesOffered, s.id)));
        }
        let judged = played.records.iter().filter(|r| r.is_kind("judgement/")).filter_map(|r| r.read().ok());
        for body in judged {
            if let Body::Judgement(Judgement { record, back_to, .. }) = body {
                let kind = || NoticeKind::Judged { record, back_to };
                notices.extend(after.seats().iter().map(|s| Notice::to(kind(), s.id)));
            }
        }
        // An order makes a takeback void without answering it: only the record of an answer tells.
        let answers = played.records.iter().rev().filter(|r| r.is_kind("takeback-answer/"));
        let answered = answers.filter_map(|r| r.read().ok()).find_map(|body| match body {
            Body::TakebackAnswer(answer) => Some(answer.accept),
            _ => None,
        });
        let side = |of| after.seat(of).map(|s| s.side);
        for seat in after.seats() {
            let acted = Some(seat.id) == actor;
            // Whoever is stood in for hears of it when they are back, or when the game is over.
            if after.stood_in(seat.id).is_some() && after.result().is_none() {
                continue;
            }
            let kind = if after.result().is_some() {
                NoticeKind::Over
            } else if answered.is_some() && before.takeback().map(|t| t.offer.seat) == Some(seat.id) && !acted {
                if answered == Some(true) { NoticeKind::TakebackAgreed } else { NoticeKind::TakebackDeclined }
            } else if played.handed.contains(&seat.id) && !acted {
                NoticeKind::Turn
            } else if !before.begun() && after.begun() && !acted {
                NoticeKind::Begun
            } else if after
                .draw_offered()
                .is_some_and(|by| before.draw_offered().is_none() && side(by) != Some(seat.side))
                && !acted
            {
                NoticeKind::DrawOffered
            } else if before.draw_offered() == Some(seat.id) && after.draw_offered().is_none() && !acted && !changed {
                NoticeKind::DrawDeclined
            } else if after.takeback().is_some_and(|t| {
                before.takeback().is_none() && after.seat(t.offer.seat).is_none_or(|s| s.side != seat.side)
            }) && !acted
            {
                NoticeKind::TakebackAsked
            } else if acted && before.waits_for(seat.id) && !after.waits_for(seat.id) {
                NoticeKind::Receipt
            } else {
                continue;
            };
            notices.push(Notice::to(kind, seat.id));
        }
        notices
    }
}
