//! Carrying out what a letter says: all of its steps in one append to the game, or none.

use super::plan::{Act, Step};
use super::seats::SeatWord;
use crate::service::acting::{Adding, Ordered};
use crate::service::appending::millis;
use crate::service::game_cache::{CachedGame, LockedGame};
use crate::service::handles::Inbox;
use crate::service::play::{Receipt, check_message};
use crate::service::seat_change::{SeatChangeAct, come_back, stand_in};
use crate::service::table::Table;
use crate::service::{ErrorKind, Outcome, ServiceError};
use domain::referee::{Game, GameError, Laid, Played, SeatId, Submission};
use fieldpost_inbox::DrawWord;
use fieldpost_store::{Account, Hash32, Time};

/// Why steps were not carried out: the place of the line, and what is wrong with it.
pub(super) struct Failed {
    pub place: Option<usize>,
    pub trouble: ServiceError,
}

/// What became of steps.
#[expect(clippy::large_enum_variant, reason = "made once a letter and taken apart at once")]
pub(super) enum Acted {
    /// They were carried out; nothing of it is in the log when they were messages alone.
    Done {
        receipt: Option<Receipt>,
        /// The step that failed behind others that stand: they had rolled, shown something or handed over.
        stopped: Option<Failed>,
        /// What else there is to say.
        said: Vec<String>,
    },
    /// Nothing was.
    Failed(Failed),
}

/// The steps that add to the log.
struct Logged<'s> {
    steps: &'s [Step],
    key: String,
    seen: Hash32,
    /// Where the writer lives: days are theirs.
    zone: &'s str,
}

impl Inbox<'_> {
    /// Carries out the steps of a part of a letter. `key` is that of the letter and the part; `seen` the head that the writer had in
    /// front of them.
    ///
    /// # Errors
    /// Only for failures of ours: those of the writer are in the answer.
    pub(super) async fn act_by_mail(
        self,
        account: &Account,
        table: &Table,
        steps: &[Step],
        key: &str,
        seen: Hash32,
    ) -> Outcome<Acted> {
        let game = table.address().to_string();
        for step in steps {
            if let Act::Message(text) = &step.act
                && let Err(trouble) = check_message(text)
            {
                return Ok(Acted::Failed(Failed { place: Some(step.place), trouble }));
            }
        }
        // Who is looked for stands beside the log: with an append it could not be all or nothing.
        if let Some(step) = steps.iter().find(|s| matches!(s.act, Act::Replacement(_)))
            && steps.iter().any(|s| !matches!(s.act, Act::Message(_)) && s.place != step.place)
        {
            let trouble = ServiceError::malformed("A replacement goes into a letter of its own.")
                .legal("Send the other lines in another letter, or write one by one above them.");
            return Ok(Acted::Failed(Failed { place: Some(step.place), trouble }));
        }
        // It speaks of what is laid out on the page, which orders of a letter put aside.
        if steps.len() > 1
            && let Some(step) = steps.iter().find(|s| s.act == Act::Undo)
        {
            let trouble = ServiceError::malformed("undo goes into a letter of its own.").legal(
                "Leave out the orders that you do not want; what is laid out on the page gives way to the orders of a letter by itself.",
            );
            return Ok(Acted::Failed(Failed { place: Some(step.place), trouble }));
        }
        let mut said = Vec::new();
        let (mut receipt, mut stopped) = (None, None);
        let logged: Vec<Step> = steps
            .iter()
            .filter(|s| !matches!(s.act, Act::Message(_) | Act::Undo | Act::Replacement(_)))
            .cloned()
            .collect();
        if !logged.is_empty() {
            let mut draft = 0;
            let request = Hash32::of(format!("mail\n{game}\n{logged:?}").as_bytes());
            let mut failed: Option<Option<usize>> = None;
            let mut halted: Option<Failed> = None;
            let work = Logged { steps: &logged, key: key.to_owned(), seen, zone: &account.time_zone };
            let once = Some((key.to_owned(), request));
            let returning = logged.iter().any(|s| s.act == Act::Back);
            let adding = Adding { game: &game, account, named: None, once, returning, draft: true };
            let play = |held: &LockedGame, seat, at| {
                (failed, halted) = (None, None);
                draft = held.drafts.iter().find(|(of, _)| *of == seat).map_or(0, |(_, d)| d.lines.len());
                work.play(&held.live, seat, at, &mut failed, &mut halted).map(Laid::Played)
            };
            match self.0.play().add(adding, play).await.and_then(Ordered::receipt) {
                Ok(done) => receipt = Some(done),
                Err(trouble) if trouble.kind == ErrorKind::Inside => return Err(trouble),
                Err(trouble) => return Ok(Acted::Failed(Failed { place: failed.flatten(), trouble })),
            }
            stopped = halted;
            let ordered = logged.iter().any(|s| matches!(s.act, Act::Order(_)));
            if draft > 0 && ordered {
                said.push(format!("The {draft} orders that you had laid out on the page were put aside for these."));
            }
        }
        for (n, step) in steps.iter().enumerate() {
            match &step.act {
                Act::Message(text) => {
                    // `message side: …` where somebody else plays on the same side.
                    let aside = text.trim_start().strip_prefix("side:").filter(|_| table.has_fellows());
                    let (said_to, own) = (aside.unwrap_or(text), aside.is_some());
                    match self.0.messages().say(&game, account, said_to, own, Some(format!("{key}-m{n}"))).await {
                        Ok(()) => said.push("Your message is on its way.".to_owned()),
                        Err(trouble) if trouble.kind == ErrorKind::Inside => return Err(trouble),
                        // What stands above it is carried out already.
                        Err(trouble) if !logged.is_empty() => {
                            said.push(format!("Your message was not sent. {trouble}"))
                        }
                        Err(trouble) => return Ok(Acted::Failed(Failed { place: Some(step.place), trouble })),
                    }
                }
                Act::Replacement(word) => {
                    match self.replacement_by_mail(account, &game, word, format!("{key}-r{n}")).await? {
                        Ok(told) => said.push(told),
                        Err(trouble) => return Ok(Acted::Failed(Failed { place: Some(step.place), trouble })),
                    }
                }
                Act::Undo => match self.undo_by_mail(account, &game).await? {
                    Ok(left) => said.push(left),
                    Err(trouble) => return Ok(Acted::Failed(Failed { place: Some(step.place), trouble })),
                },
                _ => {}
            }
        }
        Ok(Acted::Done { receipt, stopped, said })
    }

    async fn replacement_by_mail(
        self,
        account: &Account,
        game: &str,
        word: &SeatWord,
        key: String,
    ) -> Outcome<Result<String, ServiceError>> {
        let table = self.0.games().table(game, Some(account)).await?;
        let Some(me) = table.seat else { return Ok(Err(crate::service::acting::not_seated())) };
        let sought = self.0.seat_changes().sought(&table).await?;
        let act = word.act(&table, me, &sought, millis(Time::now()));
        let told = match &act {
            SeatChangeAct::Seek { .. } => {
                "Somebody else is looked for. You are told as soon as all have agreed who must."
            }
            SeatChangeAct::Agree { .. } => "You have agreed that somebody else may play on.",
            SeatChangeAct::Decline { .. } => "Nobody else is looked for any more.",
            _ => "The invitation is on its way.",
        };
        // A letter that is read again meets its own doing: the key tells, whatever the words mean by now.
        match self.0.seat_changes().act(game, account, act, Some(key)).await {
            Ok(_) => Ok(Ok(told.to_owned())),
            Err(trouble) if trouble.kind == ErrorKind::Inside => Err(trouble),
            Err(trouble) => Ok(Err(trouble)),
        }
    }

    async fn undo_by_mail(self, account: &Account, game: &str) -> Outcome<Result<String, ServiceError>> {
        let table = self.0.games().table(game, Some(account)).await?;
        if self.0.play().draft(&table).await?.is_none() {
            return Ok(Err(ServiceError::conflict(
                "There is nothing to take back: orders that came by mail stand as soon as they are carried out.",
            )
            .legal("Write preview above your orders to try them first.")));
        }
        Ok(match self.0.play().undo_draft(game, account).await {
            Ok(Some(left)) => Ok(format!("Taken back. Laid out on the page are still: {}.", left.lines.join("; "))),
            Ok(None) => Ok("Taken back. Nothing is laid out on the page any more.".to_owned()),
            Err(trouble) if trouble.kind == ErrorKind::Inside => return Err(trouble),
            Err(trouble) => Err(trouble),
        })
    }
}

impl Logged<'_> {
    /// Makes the records. `failed` is the place of the line that nothing can be done for, `halted` the line behind which the rest was
    /// left.
    fn play(
        &self,
        live: &CachedGame,
        seat: SeatId,
        at: Time,
        failed: &mut Option<Option<usize>>,
        halted: &mut Option<Failed>,
    ) -> Outcome<Played> {
        // What speaks of the position means nothing in another one. Whether orders still come to what they came to is the referee's to say.
        let known = live.game.seq_of(&self.seen).unwrap_or(0);
        let speaks = |act: &Act| act.of_the_position() && !matches!(act, Act::Order(_));
        if self.steps.iter().any(|s| speaks(&s.act)) && !live.game.changes_after(known).is_empty() {
            return Err(ServiceError::conflict("The game has moved on since the letter that you answered.")
                .legal("Answer its latest letter."));
        }
        // Whoever is back is so before anything else of the letter.
        let mut played: Option<Played> = None;
        if let Some(step) = self.steps.iter().find(|s| s.act == Act::Back) {
            match come_back(&live.game, seat, millis(at), &live.keys) {
                Ok(back) => played = Some(back),
                Err(error) => {
                    *failed = Some(Some(step.place));
                    return Err(error.into());
                }
            }
        }
        let rest = self.steps.iter().filter(|s| s.act != Act::Back);
        let (orders, papers): (Vec<&Step>, Vec<&Step>) = rest.partition(|s| matches!(s.act, Act::Order(_)));
        // Standing orders come first: they are to hold for what the orders of their own letter lead to.
        let (standing, papers): (Vec<&Step>, Vec<&Step>) =
            papers.into_iter().partition(|s| matches!(s.act, Act::Standing(_)));
        for step in standing {
            match behind(&played, live, |game| self.paper(game, live, seat, at, &step.act)) {
                Ok(next) => played = Some(next),
                Err(error) => {
                    *failed = Some(Some(step.place));
                    return Err(error.into());
                }
            }
        }
        // What is impossible from the start is found before any dice are rolled.
        let start = played.as_ref().map_or(&live.game, |played| &played.game);
        for step in &papers {
            if let Err(error) = self.paper(start, live, seat, at, &step.act) {
                *failed = Some(Some(step.place));
                return Err(error.into());
            }
        }
        let ordered = !orders.is_empty();
        if ordered {
            let place = |error| line_of(error).and_then(|line| orders.get(line)).map(|s| s.place);
            match behind(&played, live, |game| self.orders(game, live, seat, at, &orders)) {
                Ok(next) => {
                    if let Some(error) = next.stopped.clone() {
                        *halted = Some(Failed { place: place(&error), trouble: bare(error) });
                        return Ok(next);
                    }
                    played = Some(next);
                }
                Err(error) => {
                    *failed = Some(place(&error));
                    return Err(bare(error));
                }
            }
        }
        for step in papers {
            match behind(&played, live, |game| self.paper(game, live, seat, at, &step.act)) {
                Ok(next) => played = Some(next),
                Err(error) => {
                    let trouble = ServiceError::from(error);
                    // The orders before it have rolled, perhaps: they stand.
                    if ordered && trouble.kind != ErrorKind::Inside {
                        *halted = Some(Failed { place: Some(step.place), trouble });
                        break;
                    }
                    *failed = Some(Some(step.place));
                    return Err(trouble);
                }
            }
        }
        played.ok_or_else(|| ServiceError::inside(anyhow::anyhow!("a letter without steps was to be carried out")))
    }

    fn orders(
        &self,
        game: &Game,
        live: &CachedGame,
        seat: SeatId,
        at: Time,
        orders: &[&Step],
    ) -> Result<Played, GameError> {
        let line = |step: &&Step| match &step.act {
            Act::Order(line) => line.clone(),
            _ => String::new(),
        };
        let lines = orders.iter().map(line).collect();
        let submission = Submission { seat, lines, key: self.key.clone(), seen: self.seen, at: millis(at) };
        game.play(&submission, &live.keys)
    }

    /// The records of a draw, of resigning, of a takeback, of standing orders or about the time.
    fn paper(&self, game: &Game, live: &CachedGame, seat: SeatId, at: Time, act: &Act) -> Result<Played, GameError> {
        let (at, keys) = (millis(at), &live.keys);
        match act {
            Act::Draw(DrawWord::Offer) => game.offer_draw(seat, at, keys),
            Act::Draw(DrawWord::Accept) => game.answer_draw(seat, true, at, keys),
            Act::Draw(DrawWord::Decline | DrawWord::Withdraw) => game.answer_draw(seat, false, at, keys),
            Act::Resign => game.resign(seat, at, keys),
            Act::Standing(standing) => {
                // Laid over what is in force by now: another line of the same letter may have changed it.
                let mut whole = game.standing(seat, keys);
                whole.0.extend(standing.0.clone());
                game.set_standing(seat, &whole, at, keys)
            }
            Act::Queue(lines) => game.set_queue(seat, &lines.join("\n"), at, keys),
            Act::Takeback(to, reason) => game.offer_takeback(seat, *to, reason, at, keys),
            // Consent is to what the letter showed, or one before it.
            Act::Rules => match game.revision_offered() {
                Some(offer) if offer.seq > game.seq_of(&self.seen).unwrap_or(0) => Err(GameError::Offered(
                    "Mended rules were offered after the letter that you answered: answer the one about them.",
                )),
                _ => game.agree_revision(seat, at, keys),
            },
            Act::TakebackAnswer(accept) => game.answer_takeback(seat, *accept, at, keys),
            Act::Time(word) => word.act(game, seat, at, self.zone)?.play(game, seat, at, keys),
            Act::StandIn => {
                let side = game.seat(seat).map(|s| s.side);
                let others = || game.seats().iter().filter(|s| Some(s.side) != side).map(|s| s.id);
                let late = others().find(|s| game.may_stand_in(*s, at).is_ok()).or_else(|| others().next());
                stand_in(game, seat, late.unwrap_or(seat), at, keys)
            }
            Act::Order(_) | Act::Message(_) | Act::Undo | Act::Back | Act::Replacement(_) => {
                Err(GameError::Broken("that adds nothing to the log.".to_owned()))
            }
        }
    }
}

/// A step behind what has been played already, or the first.
fn behind(
    played: &Option<Played>,
    live: &CachedGame,
    step: impl FnOnce(&Game) -> Result<Played, GameError>,
) -> Result<Played, GameError> {
    match played {
        None => step(&live.game),
        Some(so_far) => so_far.clone().then(step),
    }
}

/// The line that an error is about, from 0.
fn line_of(error: &GameError) -> Option<usize> {
    match error {
        GameError::Line { line, .. } => line.checked_sub(1),
        _ => None,
    }
}

/// The error without the number of its line: the answer shows the line itself.
fn bare(error: GameError) -> ServiceError {
    match error {
        GameError::Line { fault, .. } => GameError::Line { line: 1, of: 1, fault }.into(),
        error => error.into(),
    }
}
