//! Planning ahead: a player plays the position on alone, in a sandbox that no log knows of.

use super::acting::not_seated;
use super::table::Table;
use super::{ErrorKind, Outcome, ServiceError};
use crate::service::handles::Plans;
use domain::log::Hash32;
use domain::referee::{DraftOf, Sandbox, SandboxError, SeatId, Tree, Viewer};
use fieldpost_store::{Account, KeptSandbox, Time};

/// A player's sandbox of a game.
pub struct Plan {
    /// The game as it stood where the sandbox was forked.
    pub table: Table,
    /// The sandbox.
    pub sandbox: Sandbox,
    /// The record it was forked at.
    pub base: u64,
    /// Whether the position has changed since.
    pub behind: bool,
    /// Orders of the player that wait as a draft in the game.
    pub drafted: usize,
    /// Why the spot looked at before cannot be reached any more, if it cannot.
    pub lost: Option<SandboxError>,
}

/// What to do in a sandbox.
#[derive(Clone, Debug)]
pub enum Step {
    /// Give orders for whichever seat may give them.
    Orders(Vec<String>),
    /// Let a house player decide for a seat.
    Bot {
        /// The seat.
        seat: SeatId,
        /// The house player.
        bot: String,
    },
    /// Look at another spot.
    Go,
    /// Throw the spot away with everything after it.
    Drop,
    /// Throw away the branch that ends at the spot, as far back as nothing else hangs on it.
    DropBranch,
    /// Let standing orders answer, or not.
    Answers(bool),
}

impl Plan {
    /// The orders on the way to a spot that the game takes as a draft, and what ends them.
    ///
    /// # Errors
    /// 404 for no such spot.
    pub fn draft(&self, spot: usize) -> Outcome<DraftOf> {
        let mut draft = self.sandbox.draft(spot)?;
        // What the game calls final (it shows something or hands over) ends a draft too.
        let owner = self.sandbox.owner();
        let taken = if draft.lines.is_empty() { 0 } else { self.table.game.draft(owner, &draft.lines)?.orders.len() };
        if let Some(last) = draft.lines.get(taken) {
            draft.then = Some((owner, last.clone()));
            draft.lines.truncate(taken);
        }
        Ok(draft)
    }
}

impl Plans<'_> {
    /// This player's sandbox; without one, a fresh one at the present position, which is kept as soon as something is done in it. It
    /// begins with what the player has drafted in the game.
    ///
    /// # Errors
    /// 403 without a seat, 409 for a game that has not begun or is over.
    pub async fn get(self, game: &str, account: &Account) -> Outcome<Plan> {
        let (table, seat) = self.planner(game, account).await?;
        let kept = match self.0.store.drafts().sandbox(table.row.id, seat, account.id).await? {
            Some(kept) if kept.base <= table.game.len() => kept,
            _ => self.fresh_plan(&table, seat).await?,
        };
        self.planned(table, seat, kept).await
    }

    /// Throws this player's sandbox away and begins another at the present position.
    ///
    /// # Errors
    /// As [`Plans::get`].
    pub async fn anew(self, game: &str, account: &Account) -> Outcome<()> {
        let (table, seat) = self.planner(game, account).await?;
        let kept = self.fresh_plan(&table, seat).await?;
        self.0.store.drafts().keep_sandbox(table.row.id, seat, account.id, kept).await?;
        Ok(())
    }

    /// Does one thing in a sandbox, at a spot of it. Nothing is kept when it cannot be done.
    ///
    /// # Errors
    /// As [`Plans::get`]; 404 for no such spot, 409 out of turn or full, 422 against the rules.
    pub async fn step(self, game: &str, account: &Account, spot: usize, step: Step) -> Outcome<()> {
        let mut plan = self.get(game, account).await?;
        let sandbox = &mut plan.sandbox;
        match step {
            Step::Drop => sandbox.drop_from(spot)?,
            Step::DropBranch => sandbox.drop_branch(spot)?,
            Step::Go => sandbox.go(spot)?,
            Step::Answers(answers) => {
                sandbox.go(spot)?;
                sandbox.tree.answers = answers;
            }
            Step::Bot { seat, bot } => {
                sandbox.go(spot)?;
                sandbox.let_bot_play(seat, &bot)?;
            }
            Step::Orders(lines) => {
                sandbox.go(spot)?;
                let seats: Vec<SeatId> = plan.table.game.seats().iter().map(|s| s.id).collect();
                orders(sandbox, &seats, &lines)?;
            }
        }
        let kept = KeptSandbox { base: plan.base, tree: plan.sandbox.tree.clone(), updated: Time::now() };
        self.0.store.drafts().keep_sandbox(plan.table.row.id, plan.sandbox.owner(), account.id, kept).await?;
        Ok(())
    }

    /// Puts the orders that lead to a spot in place of the player's draft in the game. Gives how many.
    ///
    /// # Errors
    /// 409 when the position has changed since, or when the line begins with nothing that can be drafted.
    pub async fn to_draft(self, game: &str, account: &Account, spot: usize) -> Outcome<usize> {
        let plan = self.get(game, account).await?;
        if plan.behind {
            return Err(ServiceError::conflict("The position has changed since this plan was begun.")
                .legal("Begin a new plan, or write the orders by hand."));
        }
        let lines = plan.draft(spot)?.lines;
        if lines.is_empty() {
            return Err(ServiceError::conflict("This line begins with nothing that could wait as a draft.").legal(
                "A draft holds your own orders up to the first that rolls dice, hands over, or is somebody else's.",
            ));
        }
        let count = lines.len();
        self.0.play().set_draft(game, account, lines).await?;
        Ok(count)
    }

    async fn planner(self, game: &str, account: &Account) -> Outcome<(Table, SeatId)> {
        let table = self.0.games().table(game, Some(account)).await?;
        let seat = table.seat.ok_or_else(not_seated)?;
        if !table.game.begun() || table.game.result().is_some() {
            return Err(ServiceError::conflict("There is nothing to plan: the game has not begun, or it is over.")
                .legal("Its own page shows where it stands."));
        }
        Ok((table, seat))
    }

    async fn fresh_plan(self, table: &Table, seat: SeatId) -> Outcome<KeptSandbox> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|e| ServiceError::inside(anyhow::anyhow!("no random numbers: {e}")))?;
        let standing = table.standing().unwrap_or_default();
        let mut sandbox = Sandbox::fork(&table.game, seat, standing, Tree::new(Hash32(seed)));
        if let Some(drafted) = self.0.play().draft(table).await? {
            // A draft that no longer fits is left where it is.
            let _ = sandbox.play(seat, &drafted.lines);
        }
        Ok(KeptSandbox { base: table.game.len(), tree: sandbox.tree, updated: Time::now() })
    }

    async fn planned(self, table: Table, seat: SeatId, kept: KeptSandbox) -> Outcome<Plan> {
        let then = self.0.games().at(&table, kept.base).await?;
        let own = Viewer::Seat(seat);
        let behind = !then.game.known_to(own).position().same(table.game.known_to(own).position());
        let standing = table.standing().unwrap_or_default();
        let drafted = self.0.play().draft(&table).await?.map_or(0, |d| d.lines.len());
        let mut sandbox = Sandbox::fork(&then.game, seat, standing, kept.tree);
        let lost = sandbox.step_back();
        Ok(Plan { table: then, sandbox, base: kept.base, behind, drafted, lost })
    }
}

/// Gives orders for the first seat whose they are: those that are waited for first, then those that may interrupt.
fn orders(sandbox: &mut Sandbox, seats: &[SeatId], lines: &[String]) -> Result<(), SandboxError> {
    let waiting = sandbox.here()?.waiting();
    let mut refused = SandboxError::Over;
    for seat in waiting.iter().chain(seats.iter().filter(|s| !waiting.contains(s))).copied() {
        match sandbox.play(seat, lines) {
            Ok(_) => return Ok(()),
            Err(SandboxError::OutOfTurn) => {}
            Err(error) => refused = error,
        }
    }
    Err(refused)
}

impl From<SandboxError> for ServiceError {
    fn from(error: SandboxError) -> Self {
        match error {
            SandboxError::Refused(refusal) => refusal.into(),
            SandboxError::NoSpot => ServiceError::unknown(error.to_string()),
            SandboxError::NoBot => ServiceError::malformed(error.to_string()),
            SandboxError::Over | SandboxError::OutOfTurn | SandboxError::Full | SandboxError::Stale { .. } => {
                ServiceError::new(ErrorKind::Conflict, error.to_string())
            }
        }
    }
}
