//! Setting up a game.

use crate::append::{Append, Appended, append_in};
use crate::rows::{int, unreadable};
use crate::{AccountId, AppendError, Games, Hash32, NewInvitation, StoreError, Tip};
use domain::log::Body;
use domain::referee::{SeatSpec, Terms};
use sqlx::SqliteConnection;

/// A game to set up. Its first records, the holders of its seats and the rest come with [`NewGame::opening`], which expects
/// [`Tip::EMPTY`].
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The ruleset's id.
    pub ruleset: String,
    /// Its revision.
    pub revision: u32,
    /// Scenario and options.
    pub terms: Terms,
    /// What the host calls it; 1 to 120 characters.
    pub title: String,
    /// Days that each hand-over allows; 0 for no clock.
    pub pace: u32,
    /// Whether anybody may watch.
    pub public: bool,
    /// Whether anybody may take a seat from the lobby.
    pub open: bool,
    /// Whether it is played against a bot.
    pub practice: bool,
    /// Who sets it up.
    pub host: AccountId,
    /// The seats, in seat order.
    pub seats: Vec<SeatSpec>,
    /// The 32 secret bytes that its dice and seals are derived from; none for a log brought in from elsewhere.
    pub secret: Option<[u8; 32]>,
    /// The invitation it is started with, under the hash of its token.
    pub invitation: Option<(Hash32, NewInvitation)>,
    /// The first records: genesis, and the joins that are certain.
    pub opening: Append,
}

impl Games<'_> {
    /// Sets up a game with its first records.
    ///
    /// # Errors
    /// As [`Logs::append`].
    pub async fn create(self, new: NewGame) -> Result<Appended, AppendError> {
        let errands = new.opening.errands.clone();
        let done = self.0.writer.write(move |c| Box::pin(create(c, new))).await;
        self.0.post.notify_one();
        errands.into_iter().for_each(|(errand, _)| self.0.errands().ring(errand));
        done
    }
}

async fn create(c: &mut SqliteConnection, new: NewGame) -> Result<Appended, AppendError> {
    // A repeat must not set up a second game.
    if let Some(once) = &new.opening.once
        && let Some(saved) = crate::idempotency::find(c, once).await?
    {
        return Ok(Appended::Repeated(saved));
    }
    insert_game(c, &new).await?;
    if let Some(terms) = clock(&new.opening) {
        sqlx::query("UPDATE games SET clock = $2 WHERE id = $1")
            .bind(new.opening.game.0.to_vec())
            .bind(terms)
            .execute(&mut *c)
            .await
            .map_err(StoreError::from)?;
    }
    for (index, seat) in new.seats.iter().enumerate() {
        insert_seat(c, &new, index, seat).await?;
    }
    if let Some(secret) = new.secret {
        crate::secrets::insert(c, new.opening.game, secret).await?;
    }
    if let Some((hash, invitation)) = &new.invitation {
        crate::invitations::insert(c, *hash, invitation, new.opening.at).await?;
    }
    if new.practice {
        crate::tries::practice_begun(c, &new).await?;
    }
    append_in(c, new.opening).await
}

/// The terms of the clock, when the first records set one.
fn clock(opening: &Append) -> Option<String> {
    let set = opening.records.iter().find(|r| r.is_kind("clock/"))?;
    match set.read().ok()? {
        Body::Clock(set) => serde_json::to_string(&set.terms).ok(),
        _ => None,
    }
}

async fn insert_game(c: &mut SqliteConnection, new: &NewGame) -> Result<(), StoreError> {
    let options = serde_json::to_string(&new.terms.options).map_err(|e| unreadable("options", e))?;
    sqlx::query(
        "INSERT INTO games (id, ruleset, revision, scenario, options, title, pace, public, practice, host, created, \
                            state, head, updated, open) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'lobby', $12, $11, $13)",
    )
    .bind(new.opening.game.0.to_vec())
    .bind(new.ruleset.clone())
    .bind(i64::from(new.revision))
    .bind(new.terms.scenario.clone())
    .bind(options)
    .bind(new.title.clone())
    .bind(i64::from(new.pace))
    .bind(new.public)
    .bind(new.practice)
    .bind(new.host.0.to_vec())
    .bind(new.opening.at.0)
    .bind(Tip::EMPTY.head.0.to_vec())
    .bind(new.open)
    .execute(c)
    .await?;
    Ok(())
}

async fn insert_seat(c: &mut SqliteConnection, new: &NewGame, index: usize, seat: &SeatSpec) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO seats (game, seat, side, name) VALUES ($1, $2, $3, $4)")
        .bind(new.opening.game.0.to_vec())
        .bind(int(index as u64))
        .bind(seat.side.word())
        .bind(seat.name.to_owned())
        .execute(c)
        .await?;
    Ok(())
}
