//! What a notice says in a few words: for a digest, a webhook, a push. The dispatch says it at length.

use super::Outcome;
use super::clocks;
use super::notices::{ClockNews, Notice, NoticeKind, SeatChangeNews};
use super::table::Table;
use crate::service::handles::Posting;
use crate::when::day;
use domain::referee::SeatId;
use fieldpost_store::{Account, Time};

/// A notice in a few words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    /// What has happened: "Your turn".
    pub heading: String,
    /// A sentence or two. Nothing in them is secret.
    pub text: String,
    /// What another player wrote, for their reader alone.
    pub quoted: Option<String>,
}

/// What the letter before a game is closed by age is headed with, and what it says first.
pub(super) const CLOSING_HEADING: &str = "The game will be closed";
pub(super) const CLOSING_TEXT: &str = "Nothing was recorded in it for eleven months. Unless something is within 30 days, it is closed without a \
                                       result, and everything that was private in it is opened for everybody. Any order keeps it, and so do a \
                                       draw offered or a pause.";
/// What a letter about mended rules is headed with, and what it says first.
pub(super) const RULES_HEADING: &str = "The rules were mended";
pub(super) const RULES_TEXT: &str = "What happened in this game stands; from here on orders are decided by the mended rules. Say that you go on; \
                                     if you say nothing for 14 days, that is your consent.";

impl Words {
    fn of(heading: impl Into<String>, text: impl Into<String>) -> Self {
        Words { heading: heading.into(), text: text.into(), quoted: None }
    }
}

impl Posting<'_> {
    /// A notice in a few words as things stand now; none when it is no longer so, or its reader has lost the seat.
    pub(super) async fn words(self, table: &Table, account: &Account, notice: &Notice) -> Outcome<Option<Words>> {
        let Some(seat) = table.seat else { return Ok(None) };
        let mine = table.game.waits_for(seat) || table.own_asked_besides().next().is_some();
        let own = || table.asks().into_iter().map(|d| d.asks);
        let others = || table.own_asked_besides().map(|s| format!("{}: {}", table.seat_name(s), table.asked(s)));
        let asks = || own().chain(others()).collect::<Vec<_>>().join(" ");
        let stands = || standing(table, &notice.kind, seat);
        Ok(match notice.kind {
            NoticeKind::Turn => mine.then(|| Words::of("Your turn", asks())),
            NoticeKind::Begun if mine => Some(Words::of("The game has begun", asks())),
            NoticeKind::Begun => Some(Words::of("The game has begun", stands())),
            NoticeKind::DrawOffered => {
                table.game.draw_offered().is_some().then(|| Words::of("A draw is offered", stands()))
            }
            NoticeKind::DrawDeclined => Some(Words::of("The draw was declined", stands())),
            NoticeKind::TakebackAsked => {
                table.game.takeback().is_some().then(|| Words::of("A takeback is asked for", stands()))
            }
            NoticeKind::TakebackAgreed => Some(Words::of("The takeback was agreed to", stands())),
            NoticeKind::TakebackDeclined => Some(Words::of("The takeback was declined", stands())),
            NoticeKind::Judged { .. } => Some(Words::of("The arbiter has judged a record", stands())),
            NoticeKind::RulesOffered => table.game.revision_offered().map(|_| Words::of(RULES_HEADING, RULES_TEXT)),
            NoticeKind::Closing => Some(Words::of(CLOSING_HEADING, CLOSING_TEXT)),
            NoticeKind::Over => Some(Words::of("The game is over", stands())),
            NoticeKind::Clock { news, about } => {
                clock(table, account, news, about, Time::now()).map(|(heading, text)| Words::of(heading, text))
            }
            NoticeKind::Message { id } => {
                let messages = self.0.store.messages().of_game(table.row.id, id - 1).await?;
                messages.into_iter().find(|m| m.id == id).map(|m| Words {
                    heading: format!("{} writes", m.name),
                    text: "There is a message for you.".to_owned(),
                    quoted: Some(m.text),
                })
            }
            NoticeKind::SeatChange { news, about } => {
                seat_change(table, news, about).map(|said| Words::of(said.heading, said.text))
            }
            NoticeKind::TakenOver => Some(Words::of("The seat is yours", stands())),
            NoticeKind::Test => Some(Words::of("A test", "You asked for this.")),
            _ => None,
        })
    }
}

/// Heading and sentence of news about the time of a game, for the player of this table; none when it is no longer so.
pub(super) fn clock(
    table: &Table,
    account: &Account,
    news: ClockNews,
    about: SeatId,
    now: Time,
) -> Option<(String, String)> {
    let (Some(seat), Some(clocks), false) = (table.seat, table.game.clocks(), table.over()) else { return None };
    let reading = clocks.reading(about, now.into());
    let stale = match news {
        ClockNews::Alarm { .. } => !reading.running || reading.left == 0,
        ClockNews::Out => !reading.running || reading.left > 0,
        ClockNews::PauseOffered => clocks.pause_offered().is_none(),
        _ => false,
    };
    if stale {
        return None;
    }
    let zone = account.time_zone.as_str();
    let left = format!("{} (your time).", clocks::in_words(&reading, zone));
    let whose = if about == seat { "Your".to_owned() } else { format!("The {} player's", table.seat_name(about)) };
    let who = format!("The {} player", table.seat_name(about));
    let claim = table.game.clocks().map(|c| c.terms().claim);
    Some(match news {
            ClockNews::Alarm { percent } => {
                (format!("{percent} % of your time is used up"), format!("For this move you have {left}"))
            }
            ClockNews::Out if about == seat => (
                "Your time is out".to_owned(),
                format!(
                    "Nothing has happened yet: your orders are taken as long as {} does not claim. They may also grant you more time.",
                    table.opponent()
                ),
            ),
            ClockNews::Out => (
                format!("{whose} time is out"),
                match claim {
                    Some(domain::clock::Claim::Adjudication) => "Nothing happens by itself. You may claim, and the position is judged as it stands; or grant more time; or look for somebody in their place; or wait.",
                    _ => "Nothing happens by itself. You may claim, which wins the game; or grant more time; or look for somebody in their place; or wait.",
                }
                .to_owned(),
            ),
            ClockNews::Granted { time } => (
                format!("You were granted {} more", domain::clock::lasting(time)),
                format!("For this move you have {left}"),
            ),
            ClockNews::PauseOffered => (
                format!("{who} proposes a pause"),
                match clocks.pause_offered().and_then(|p| p.until) {
                    Some(until) => format!("All clocks would stand still until {} (your time).", day(until.into(), zone)),
                    None => "All clocks would stand still until one of you ends the pause.".to_owned(),
                },
            ),
            ClockNews::PauseAgreed => (format!("{who} agreed to the pause"), "All clocks stand still.".to_owned()),
            ClockNews::PauseDeclined => (format!("{who} declined the pause"), "The clocks run on.".to_owned()),
            ClockNews::PauseEnded => (
                format!("{who} ended the pause"),
                match clocks.pause(now.into()) {
                    Some(pause) => format!("The clocks run again from {} (your time).", day(pause.until.into(), zone)),
                    None => "The clocks run again.".to_owned(),
                },
            ),
            ClockNews::Leave => (
                format!("{who} takes leave"),
                match clocks.leave(about, now.into()) {
                    Some(leave) => format!(
                        "From {} to {} (your time). Their clock stands still meanwhile.",
                        day(leave.from.into(), zone),
                        day(leave.until.into(), zone)
                    ),
                    None => "They are back already.".to_owned(),
                },
            ),
        })
}

/// News about who plays a seat.
pub(super) struct SeatChangeWords {
    pub heading: String,
    pub text: String,
    /// What a letter may be answered with; may be empty.
    pub answer: &'static str,
}

/// News about who plays a seat, for the player of this table; none when the game is over.
pub(super) fn seat_change(table: &Table, news: SeatChangeNews, about: SeatId) -> Option<SeatChangeWords> {
    if table.over() {
        return None;
    }
    let (seat, player, mine) = (table.seat_name(about), table.player(about), table.seat == Some(about));
    let (heading, text, answer) = match news {
        SeatChangeNews::StoodIn if mine => (
            "A house player stands in for you".to_owned(),
            "Your time was out, and the other side has asked for it. Your standing orders still hold. You may come back at any time: \
             from then on it is yours to order, and your clock begins anew."
                .to_owned(),
            "“back”, and orders below it if you like",
        ),
        SeatChangeNews::StoodIn => (
            format!("A house player stands in for the {seat}"),
            "Their player may come back at any time. You may also look for somebody else in their place.".to_owned(),
            "",
        ),
        SeatChangeNews::Back => (format!("{player} is back"), format!("{player} plays the {seat} again."), ""),
        SeatChangeNews::WouldGo => (
            format!("{player} would hand the {seat} over"),
            "They ask that somebody else play on in their place. If you agree, either of you can invite somebody. If you do not, they \
             go on playing."
                .to_owned(),
            "“replacement agree”, or with “replacement decline”",
        ),
        SeatChangeNews::Sought => (
            "The other side looks for somebody in your place".to_owned(),
            "Your time is out. As soon as you play on, or say that you are back, nobody is looked for any more.".to_owned(),
            "your orders, with back if a house player plays for you, or with replacement agree",
        ),
        SeatChangeNews::Agreed => (
            "Somebody else may be invited".to_owned(),
            format!("All have agreed that somebody else may play the {seat}. You can invite them now."),
            "“replacement invite” and a mail address, such as “replacement invite friend@example.org”",
        ),
        SeatChangeNews::Declined => (
            "Nobody else is looked for".to_owned(),
            format!("{player} goes on playing the {seat}."),
            "",
        ),
        SeatChangeNews::Replaced => (
            format!("{player} plays the {seat} from here on"),
            "They see what that seat may see. Its standing orders are those of the rules again.".to_owned(),
            "",
        ),
    };
    Some(SeatChangeWords { heading, text, answer })
}

/// What is asked of other seats of the reader; where letters can be answered, with how to answer for them in the same one.
pub(super) fn asked_besides(table: &Table, answerable: bool) -> impl Iterator<Item = String> + '_ {
    let game = super::inbox::short(table.row.id);
    table.own_asked_besides().map(move |seat| {
        let asked = format!("Your {} is asked too: {}", table.seat_name(seat), table.asked(seat));
        match answerable {
            true => format!("{asked} Answer for it below a line that says: game {game}.{}", seat.0),
            false => asked,
        }
    })
}

/// That orders of this reader by mail come to nothing until links are given ahead, where their dice are sealed; none where they may go through.
pub(super) fn links_wanted(table: &Table, seat: SeatId) -> Option<String> {
    let sealed = table.game.sealed_dice(seat)?;
    let (rolls, handovers) =
        (sealed.next_roll <= sealed.given_rolls.index, sealed.next_handover <= sealed.given_handovers.index);
    let what = match (rolls, handovers) {
        (true, true) => return None,
        (false, true) => "Your dice are sealed, and no link is given ahead for a roll: give orders that roll",
        (_, false) => {
            "Your dice are sealed, and no links are given ahead, so that orders by mail cannot go through: give them"
        }
    };
    Some(format!("{what} on the page, in the browser that has your dice key, or give links ahead there."))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The reader's own clock in a sentence, when it runs.
pub(super) fn own_clock(table: &Table, account: &Account) -> Option<String> {
    let reading = table.my_clock(Time::now())?;
    Some(format!("Your clock: {} (your time).", clocks::in_words(&reading, &account.time_zone)))
}

/// Where the game stands, for a reader who is asked nothing.
pub(super) fn standing(table: &Table, kind: &NoticeKind, seat: SeatId) -> String {
    match kind {
        NoticeKind::TakenOver => {
            let waits = if table.game.waits_for(seat) { " It is your move." } else { "" };
            return format!("You play the {} from here on.{waits}", table.seat_name(seat));
        }
        NoticeKind::DrawOffered if !table.is_head() => {
            return format!(
                "A draw is offered. It is for the {} to answer, who commands your army.",
                table.head_name()
            );
        }
        NoticeKind::DrawOffered => return format!("{} offers a draw.", capital(&table.opponent())),
        NoticeKind::DrawDeclined => return "Your offer of a draw was declined.".to_owned(),
        NoticeKind::TakebackAsked => {
            return match table.game.takeback() {
                Some(asked) => {
                    let offer = &asked.offer;
                    let since = super::takeback::sum(offer.orders, offer.dice);
                    let who = capital(&table.opponent());
                    let asks = format!("{who} asks for a takeback, to record {}: {since}.", offer.back_to);
                    match table.is_head() {
                        true => asks,
                        false => {
                            format!("{asks} It is for the {} to answer, who commands your army.", table.head_name())
                        }
                    }
                }
                None => format!("{} had asked for a takeback.", capital(&table.opponent())),
            };
        }
        NoticeKind::TakebackAgreed => {
            return "Your takeback was agreed to: the earlier position stands again.".to_owned();
        }
        NoticeKind::Judged { record, back_to } => {
            let what = match back_to {
                None => "it stands, and the game goes on".to_owned(),
                Some(to) => format!("the position after record {to} stands again"),
            };
            return format!("Record {record} was judged: {what}. The reason is below, and stands in the log.");
        }
        NoticeKind::TakebackDeclined => return "Your takeback was declined: the game goes on as it stands.".to_owned(),
        _ => {}
    }
    if let Some(result) = table.game.result() {
        return format!("The game is over: {}.", result.level);
    }
    let others: Vec<&str> =
        table.game.waiting_seats().into_iter().filter(|s| *s != seat).map(|s| table.seat_name(s)).collect();
    let begun = if *kind == NoticeKind::Begun { "The game has begun. " } else { "" };
    format!("{begun}The game waits for the {}.", others.join(" and the "))
}
