//! Games played on a table or by other means: an umpire enters what players wrote down, corrects what was mistyped, and makes it final.
//!
//! Nobody sits at such a game here. Its host is its umpire, and nobody else adds to it.

use super::accounts::name;
use super::appending::{append_of, millis, opening_of};
use super::game_cache::{CachedGame, LockedGame};
use super::start::TITLE;
use super::table::{GameAddress, Table};
use super::{Outcome, ServiceError};
use crate::service::handles::Entering;
use domain::dice::GameKeys;
use domain::log::{Hash32, Record};
use domain::referee::{Fate, Game, GameError, Left, Said, ToldLine, Transcript, TranscriptFault, Trial, block_of};
use fieldpost_store::{Account, Append, GameId, GameState, Holder, NewGame as NewRow, Time};

/// What the refusal to enter anything into a final game is headed with.
const CLOSED: &str = "This game is closed";

/// Games that somebody may be entering at the same time.
const UNFINISHED: usize = 20;

/// What became of lines that an umpire gave.
#[derive(Clone, Debug)]
pub struct Entered {
    /// The game after them; as it was, where nothing is made final.
    pub game: Game,
    /// How many lines the referee took.
    pub taken: Vec<Fate>,
    /// The lines it did not take: the first of a block, or all that no longer hold after a correction.
    pub left: Vec<Left>,
    /// Lines behind the first that it did not take, which were not looked at.
    pub untried: usize,
    /// How many orders are in force no more, those that stand again counted among them.
    pub undone: u32,
}

/// What an umpire asks for.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The game as its address names it.
    pub game: &'a str,
    /// The lines.
    pub text: &'a str,
    /// The head of the log that the page showed.
    pub seen: &'a str,
    /// Why, in the umpire's words.
    pub reason: &'a str,
    /// Whether it is made final, or only tried.
    pub keep: bool,
}

impl Entering<'_> {
    /// Begins a game, and enters its lines as far as they go: all of them, or with the first that is refused told.
    ///
    /// # Errors
    /// 400 for names and terms that cannot be; 409 with too many games being entered.
    pub async fn begin(self, host: &Account, transcript: &Transcript) -> Outcome<(GameId, Entered)> {
        let mine = self.0.store.games().of_account(host.id).await?;
        let open = |g: &&fieldpost_store::Game| {
            g.host == host.id
                && g.summary.state == GameState::Running
                && g.seats.iter().all(|s| s.holder == Holder::Open)
        };
        if mine.iter().filter(open).count() >= UNFINISHED {
            return Err(ServiceError::conflict(format!("You are entering {UNFINISHED} games already."))
                .legal("Make one of them final first."));
        }
        let now = Time::now();
        let id = fieldpost_store::fresh_game_id();
        let begun = Game::testify_anew(&self.0.registry, transcript.begins(id, millis(now)))?;
        let (about, terms) = (begun.game.ruleset().about(), begun.game.genesis().terms.clone());
        let scenario = about.scenario(&terms.scenario);
        let title = match transcript.title.trim() {
            "" => format!("{}: {}", about.title, transcript.players.join(" against ")).chars().take(TITLE).collect(),
            title => name("The name of the game", title, TITLE)?,
        };
        let (lines, records, at) = (transcript.lines.clone(), begun.records.clone(), millis(now));
        let game = begun.game.clone();
        let trial = apart(move || game.bring_to(&records, 1, &lines, ("", at, false))).await?;
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|e| ServiceError::inside(anyhow::anyhow!("no random numbers: {e}")))?;
        let mut all = begun.records;
        all.extend(trial.played.records.iter().cloned());
        let opening = Append { waiting: Vec::new(), ..opening_of(&trial.played.game, all, Vec::new(), now) };
        let row = NewRow {
            ruleset: about.id.to_owned(),
            revision: about.revision,
            terms,
            title,
            pace: 0,
            public: true,
            open: false,
            practice: false,
            host: host.id,
            seats: scenario.map(|s| s.seats.clone()).unwrap_or_default(),
            secret: Some(secret),
            invitation: None,
            opening,
        };
        let live = CachedGame::new(trial.played.game.clone(), GameKeys::derive(secret, id));
        self.0.play().create(row, live).await?;
        Ok((id, entered(trial)))
    }

    /// Whether somebody is the umpire of a game that is being entered: the one who can go on with it.
    pub fn enters(self, table: &Table, account: Option<&Account>) -> bool {
        table.game.is_testimony() && !table.over() && account.is_some_and(|a| a.id == table.row.host)
    }

    /// The orders in force with their records, as they would be written, and the turn in which each was given.
    ///
    /// # Errors
    /// As [`Entering::add`].
    pub async fn lines(self, game: &str, account: &Account) -> Outcome<Vec<(u64, u32, String)>> {
        let held = self.held(game, account).await?;
        let records = self.records(&held).await?;
        let lines = held.live.game.testimony_lines(&records)?;
        let game = &held.live.game;
        let turn = |seq: u64| game.turn_at(seq.saturating_sub(1));
        Ok(lines.into_iter().map(|(seq, order)| (seq, turn(seq), game.written(&Said::Order(order)))).collect())
    }

    /// Enters lines behind what stands, up to the first that the referee does not take.
    ///
    /// # Errors
    /// 400 for lines that cannot be read, by their numbers; 403 for anybody but the umpire; 409 when the game is final, is played here, or was added to
    /// since the page was shown.
    pub async fn add(self, account: &Account, asked: Asked<'_>) -> Outcome<Entered> {
        let held = self.held(asked.game, account).await?;
        let lines = read(&held.live.game, asked.text)?;
        let records = self.records(&held).await?;
        let base = held.live.game.in_force().last().copied().unwrap_or(1);
        self.bring(held, &asked, (records, base, lines, false)).await
    }

    /// Puts other lines in the place of the order in force with this record, and enters again what came after it. What no longer holds is told,
    /// and left out if it is made final.
    ///
    /// # Errors
    /// As [`Entering::add`]; 404 when the record is no order in force.
    pub async fn correct(self, account: &Account, record: u64, asked: Asked<'_>) -> Outcome<Entered> {
        let held = self.held(asked.game, account).await?;
        let game = &held.live.game;
        let mut lines = if asked.text.trim().is_empty() { Vec::new() } else { read(game, asked.text)? };
        let records = self.records(&held).await?;
        let written = game.testimony_lines(&records)?;
        let at = written.iter().position(|(seq, _)| *seq == record).ok_or_else(|| {
            ServiceError::unknown(format!("Record {record} is no order in force.")).legal("Choose one of those listed.")
        })?;
        let fresh: Vec<(usize, String)> = lines.iter().map(|l| (l.number, game.written(&l.said))).collect();
        let base = at.checked_sub(1).and_then(|i| written.get(i)).map_or(1, |(seq, _)| *seq);
        let behind = written.into_iter().skip(at + 1);
        lines.extend(behind.map(|(seq, order)| ToldLine {
            number: usize::try_from(seq).unwrap_or(usize::MAX),
            said: Said::Order(order),
        }));
        let mut entered = self.bring(held, &asked, (records, base, lines, true)).await?;
        // What is given anew is new, though something else in force may read the same.
        let is_fresh = |number: usize, text: &str| fresh.iter().any(|(n, line)| *n == number && line == text);
        entered.left.iter_mut().for_each(|l| l.was &= !is_fresh(l.number, &l.text));
        entered.taken.iter_mut().for_each(|f| f.was &= !is_fresh(f.number, &f.text));
        Ok(entered)
    }

    async fn bring(
        self,
        held: LockedGame,
        asked: &Asked<'_>,
        (records, base, lines, leave_out): (Vec<Record>, u64, Vec<ToldLine>, bool),
    ) -> Outcome<Entered> {
        let now = Time::now();
        let game = held.live.game.clone();
        if asked.seen.parse::<Hash32>().ok() != Some(game.head()) {
            return Err(ServiceError::conflict("The game was added to since this page was shown.")
                .legal("Look at what stands there now, then enter the lines again if you still mean them."));
        }
        let (reason, at) = (asked.reason.to_owned(), millis(now));
        let trial = apart(move || game.bring_to(&records, base, &lines, (&reason, at, leave_out))).await?;
        if !asked.keep || trial.played.records.is_empty() {
            return Ok(Entered { game: held.live.game.clone(), ..entered(trial) });
        }
        let append = Append { waiting: Vec::new(), ..append_of(&held, &trial.played, None, None, now) };
        self.0.play().append(held, append, trial.played.game.clone()).await?;
        Ok(entered(trial))
    }

    async fn held(self, game: &str, account: &Account) -> Outcome<LockedGame> {
        let held = self.0.cached_games().hold(GameAddress::read(game)?.id).await?;
        self.0.games().may_see(&held.row, Some(account.id))?;
        if !held.live.game.is_testimony() {
            return Err(GameError::NotTestimony.into());
        }
        if held.row.host != account.id {
            return Err(ServiceError::forbidden("Only the umpire who began to enter this game adds to it.")
                .legal("You can read and replay it."));
        }
        held.live.playable()?;
        if let Some(result) = held.live.game.result() {
            let over = result.level.trim_end_matches('.');
            let wrong = format!("It is final: {over}. Nothing in it can be corrected, and nothing follows.");
            return Err(ServiceError::conflict(wrong).legal("It can be read, replayed and checked.").headed(CLOSED));
        }
        Ok(held)
    }

    async fn records(self, held: &LockedGame) -> Outcome<Vec<Record>> {
        Ok(self.0.store.logs().records(held.row.id, 0).await?)
    }
}

/// Deciding hundreds of orders takes its time: not on a thread that serves others.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> Result<T, GameError> + Send + 'static) -> Outcome<T> {
    Ok(tokio::task::spawn_blocking(work).await.map_err(ServiceError::inside)??)
}

fn entered(trial: Trial) -> Entered {
    let Trial { played, back, taken, left, untried, .. } = trial;
    Entered { game: played.game, taken, left, untried, undone: back.map_or(0, |(_, orders)| orders) }
}

/// The lines of a block.
fn read(game: &Game, text: &str) -> Outcome<Vec<ToldLine>> {
    let about = game.ruleset().about();
    let seats = about.scenario(&game.genesis().terms.scenario).map_or(&[][..], |s| &s.seats);
    let lines = block_of(seats, text).map_err(|faults| unreadable(&faults))?;
    if lines.is_empty() { Err(GameError::NoOrder.into()) } else { Ok(lines) }
}

/// Lines that cannot be read, in one refusal.
pub fn unreadable(faults: &[TranscriptFault]) -> ServiceError {
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let mut told = told.join(" ");
    if let Some(first) = told.get(..1).map(str::to_uppercase) {
        told.replace_range(..1, &first);
    }
    ServiceError::malformed(told).legal(domain::referee::BLOCK)
}
