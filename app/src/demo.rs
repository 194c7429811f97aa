//! The demonstration: two players whose sign-in is one click, a game part-way, a fresh one,
//! one whose time is out, and a finished one to replay.

use crate::service::entering::Asked;
use crate::service::prepared_games::Staging;
use crate::service::{Outcome, Service, ServiceError};
use domain::clock::{Claim, ClockTerms, Control};
use domain::referee::{Game, SeatId, Transcript, Viewer};
use fieldpost_store::{Account, Email, Time};
use std::time::Duration;

/// The addresses of the demo's players, in seat order.
pub const PLAYERS: [&str; 2] = ["hannah@demo.example", "jubal@demo.example"];
/// Their names.
const NAMES: [&str; 2] = ["Hannah", "Jubal"];
/// The house player that plays for them beforehand.
const BOT: &str = "staff";
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Opens the demo players' accounts and stages their games, unless that has been done in this database before.
///
/// # Errors
/// When the storage fails or a ruleset breaks its contract.
pub async fn set_up(service: &Service) -> Outcome<()> {
    let now = Time::now();
    let mut players: Vec<Account> = Vec::new();
    for (address, name) in PLAYERS.iter().zip(NAMES) {
        let email: Email = address.parse().map_err(ServiceError::inside)?;
        let account = service.store.accounts().get_or_new(email, now).await?;
        service
            .store
            .accounts()
            .set_profile(account.id, name.to_owned(), account.time_zone.clone(), account.receipts)
            .await?;
        players.push(Account { name: name.to_owned(), ..account });
    }
    let [first, second] = &players[..] else { return Ok(()) };
    if !service.store.games().of_account(first.id).await?.is_empty() {
        return Ok(());
    }
    for ruleset in service.registry.all() {
        let about = ruleset.about();
        // A scenario for more than two is not for this demonstration.
        if about.scenarios.first().is_none_or(|s| s.seats.len() != 2) {
            continue;
        }
        let pair = [first.clone(), second.clone()];
        let staging = |title, begun, until| Staging {
            ruleset: about.id,
            title,
            bot: BOT,
            players: &pair,
            pace: 3,
            clock: None,
            begun,
            step: Duration::from_secs(8 * 60),
            until,
        };
        service.lobby().stage(staging("A game played to its end", now.before(20 * DAY), &|_| false)).await?;
        service.lobby().stage(staging("A game just begun", now.before(DAY / 24), &|_| true)).await?;
        service.lobby().stage(staging("A game part-way", now.before(4 * DAY), &part_way)).await?;
        // One of them shows what a clock is: the second player was asked longer ago than it allows.
        if !service.store.games().of_account(first.id).await?.iter().any(|g| g.clock.is_some()) {
            let clock = ClockTerms { claim: Claim::Forfeit, control: Control::Days(3), leave: 21, stand_in: true };
            let late = staging("A game whose time is out", now.before(6 * DAY), &for_the_second);
            service.lobby().stage(Staging { clock: Some(clock), ..late }).await?;
        }
    }
    on_a_table(service, first).await
}

/// A game that was played on a table and written down, as one of the players enters it.
const ON_A_TABLE: &str = include_str!("../../docs/examples/gaines-mill-on-a-table.txt");

/// One of its lines, and how the umpire mistypes it at first: a die is read wrongly, with which all that follows is legal too.
const MISTYPED: [&str; 2] = ["Pickett fire 1110 ! 3", "Pickett fire 1110 ! 4"];

/// Enters it with an order mistyped in the middle, corrects that, and makes it final; all where the rules it was played by are here.
///
/// # Errors
/// When the storage fails.
pub async fn on_a_table(service: &Service, umpire: &Account) -> Outcome<()> {
    let [right, wrong] = MISTYPED;
    let Ok(mut transcript) = Transcript::read(&service.registry, &ON_A_TABLE.replacen(right, wrong, 1)) else {
        return Ok(());
    };
    // The last line makes it final.
    transcript.lines.pop();
    let (entering, (id, entered)) = (service.entering(), service.entering().begin(umpire, &transcript).await?);
    let game = id.to_string();
    let lines = entering.lines(&game, umpire).await?;
    let mut head = entered.game.head();
    if let Some((record, ..)) = lines.iter().find(|(.., line)| line.ends_with(wrong)) {
        let (text, seen, reason) = (right, &head.to_string(), "The die was misread.");
        let asked = Asked { game: &game, text, seen, reason, keep: true };
        head = entering.correct(umpire, *record, asked).await?.game.head();
    }
    let last = Asked { game: &game, text: "final", seen: &head.to_string(), reason: "", keep: true };
    entering.add(umpire, last).await?;
    Ok(())
}

/// As soon as the second seat alone has to decide after the set-up.
fn for_the_second(game: &Game) -> bool {
    game.turn() > 0 && game.waiting_seats() == [SeatId(1)]
}

/// Half-way through, with the second seat to decide.
fn part_way(game: &Game) -> bool {
    let phase = game.phase(Viewer::Spectator);
    game.turn() * 2 >= phase.turns && game.waiting_seats() == [SeatId(1)]
}
