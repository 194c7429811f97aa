//! Games played beforehand by house players on seats that people hold: for the demonstration and for measuring. They go through
//! the referee and into the log like any other.

use super::appending::{millis, opening_of};
use super::game_cache::CachedGame;
use super::notices::Notice;
use super::{Outcome, Service, ServiceError};
use crate::service::handles::Lobby;
use domain::clock::ClockTerms;
use domain::dice::GameKeys;
use domain::log::{Entry, Record};
use domain::referee::{Game, Joining, NewGame, Played, SeatId, Submission, Terms, Viewer};
use fieldpost_store::{Account, Append, GameId, NewGame as NewRow, Taken, Time};
use std::time::Duration;

/// A game to stage.
pub struct Staging<'a> {
    /// The ruleset's id.
    pub ruleset: &'a str,
    /// What to call it.
    pub title: &'a str,
    /// The house player that plays all seats until then.
    pub bot: &'a str,
    /// The players, in seat order; the first is the host.
    pub players: &'a [Account],
    /// Days that each hand-over allows.
    pub pace: u32,
    /// Its clock, if it is played with one.
    pub clock: Option<ClockTerms>,
    /// When the game was set up.
    pub begun: Time,
    /// How long each order took.
    pub step: Duration,
    /// Where to stop; the end of the game at the latest.
    pub until: &'a dyn Fn(&Game) -> bool,
}

impl Lobby<'_> {
    /// Stages a game. The player who is to move is shown as having looked last at their own last order, and gets the letter.
    ///
    /// # Errors
    /// When the storage fails or a ruleset breaks its contract.
    pub async fn stage(self, staging: Staging<'_>) -> Outcome<GameId> {
        let id = fieldpost_store::fresh_game_id();
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|e| ServiceError::inside(anyhow::anyhow!("no random numbers: {e}")))?;
        let keys = GameKeys::derive(secret, id);
        let begin = opened(self.0, &staging, id, &keys)?;
        let (game, steps) = played(&staging, begin.game.clone(), &keys)?;

        // What the player to move has seen is stored first; the rest is news.
        let asked = game.waiting_seats().first().copied();
        let known = steps.iter().rposition(|s| Some(s.seat) == asked).map_or(0, |i| i + 1);
        let (seen, news) = steps.split_at(known);
        let middle = seen.last().map_or(&begin.game, |s| &s.game);
        let at = |n: usize| staging.begun.after(staging.step * u32::try_from(n).unwrap_or(u32::MAX));
        let seats: Vec<SeatId> = game.seats().iter().map(|s| s.id).collect();

        let about = game.ruleset().about();
        let scenario = about.scenario(&game.genesis().terms.scenario);
        let mut opened = begin.clone();
        for step in seen {
            opened.records.extend(step.records.iter().cloned());
            opened.entries.extend(step.entries.iter().cloned());
        }
        let opening = Append {
            joins: seats.iter().zip(staging.players).map(|(s, p)| (*s, Taken::Player(p.id))).collect(),
            seen: seats.clone(),
            ..opening_of(middle, opened.records, opened.entries, at(known))
        };
        let row = NewRow {
            ruleset: about.id.to_owned(),
            revision: about.revision,
            terms: game.genesis().terms.clone(),
            title: staging.title.to_owned(),
            pace: staging.pace,
            public: true,
            open: false,
            practice: false,
            host: staging.players.first().map_or(fieldpost_store::AccountId([0; 16]), |p| p.id),
            seats: scenario.map(|s| s.seats.clone()).unwrap_or_default(),
            secret: Some(secret),
            invitation: None,
            opening,
        };
        self.0.play().create(row, CachedGame::new(middle.clone(), keys)).await?;

        let held = self.0.cached_games().hold(id).await?;
        let told = Played {
            game: game.clone(),
            records: Vec::new(),
            entries: Vec::new(),
            handed: game.waiting_seats(),
            stopped: None,
            rest: Vec::new(),
        };
        let letters = self.0.posting().letters(&held.row, &game, &Notice::of(middle, &told, None)).await?;
        let end = Append {
            expect: held.live.tip(),
            seen: seats.into_iter().filter(|s| Some(*s) != asked).collect(),
            letters,
            ..opening_of(
                &game,
                news.iter().flat_map(|s| s.records.iter().cloned()).collect(),
                news.iter().flat_map(|s| s.entries.iter().cloned()).collect(),
                at(steps.len()),
            )
        };
        self.0.play().append(held, end, game).await?;
        Ok(id)
    }
}

/// One order on the way.
struct Step {
    seat: SeatId,
    records: Vec<Record>,
    entries: Vec<Entry>,
    game: Game,
}

fn opened(service: &Service, staging: &Staging<'_>, id: GameId, keys: &GameKeys) -> Outcome<Played> {
    let about = service.registry.get(staging.ruleset).map(|r| r.about());
    let scenario = about.and_then(|a| a.scenarios.first()).map_or("", |s| s.id).to_owned();
    let terms = Terms { options: Default::default(), scenario };
    let at = millis(staging.begun);
    let new = NewGame { id, at, ruleset: staging.ruleset.to_owned(), terms, pace: staging.pace, study: false };
    let mut played = Game::create(&service.registry, new, keys)?;
    if let Some(clock) = staging.clock {
        played = played.then(|game| game.set_clock(clock, at, keys))?;
    }
    for (seat, player) in (0..=u8::MAX).map(SeatId).zip(staging.players) {
        let joining = Joining { seat, name: player.name.clone(), phrase: player.name.clone(), bot: None, at };
        played = played.then(|game| game.join(joining, keys))?;
    }
    Ok(played)
}

fn played(staging: &Staging<'_>, mut game: Game, keys: &GameKeys) -> Outcome<(Game, Vec<Step>)> {
    let mut steps: Vec<Step> = Vec::new();
    while game.result().is_none() && !(staging.until)(&game) {
        let Some(seat) = game.waiting_seats().first().copied() else { break };
        let mut rng = keys.bot_rng(game.len() + game.entries());
        let order = game.ruleset().board(game.known_to(Viewer::Seat(seat))).bot_lines(staging.bot, seat, &mut rng);
        let order =
            order.ok_or_else(|| ServiceError::inside(anyhow::anyhow!("{} has no order to give", staging.bot)))?;
        let turns = u32::try_from(steps.len() + 1).unwrap_or(u32::MAX);
        let submission = Submission {
            seat,
            lines: vec![order],
            key: format!("staged-{}", game.len() + game.entries()),
            seen: game.head(),
            at: millis(staging.begun.after(staging.step * turns)),
        };
        let next = game.play(&submission, keys)?;
        game = next.game.clone();
        steps.push(Step { seat, records: next.records, entries: next.entries, game: next.game });
    }
    Ok((game, steps))
}
