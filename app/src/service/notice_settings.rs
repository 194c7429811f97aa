//! How players wish to be told of their games: at once, gathered in a digest, or not at all; and quiet hours.

use super::{Outcome, ServiceError, hours};
use crate::service::handles::Notices;
use fieldpost_store::{Account, AccountId, GameId, Time};
pub use fieldpost_store::{NoticeMode, NoticeSettings, Quiet};
use jiff::tz::TimeZone;

impl Notices<'_> {
    /// How an account wishes to be told of its games.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn settings(self, account: &Account) -> Outcome<NoticeSettings> {
        Ok(self.0.store.notices().settings(account.id).await?)
    }

    /// Changes how an account wishes to be told of its games. Letters that wait for their hour get the hour they would have now.
    ///
    /// # Errors
    /// 400 for a digest without hours, or quiet hours without end.
    pub async fn set_settings(self, account: &Account, settings: NoticeSettings) -> Outcome<()> {
        if settings.hours == 0 || settings.hours >= 1 << 24 {
            return Err(
                ServiceError::malformed("A digest needs an hour at which it comes.").legal("Choose at least one.")
            );
        }
        if let Some(quiet) = settings.quiet {
            if quiet.from >= 24 * 60 || quiet.to >= 24 * 60 {
                return Err(ServiceError::malformed("Quiet hours begin and end at a time of the day.")
                    .legal("Write them as 22:00 and 07:30."));
            }
            if quiet.from == quiet.to {
                return Err(ServiceError::malformed("The quiet hours begin when they end.")
                    .legal("Choose another end, or none; to get no letters at all, choose that."));
            }
        }
        self.0.store.notices().set_settings(account.id, settings).await?;
        self.hold_again(account).await
    }

    /// What an account settings for one game, if that is something else than for all.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn game_notice(self, game: GameId, account: &Account) -> Outcome<Option<NoticeMode>> {
        Ok(self.0.store.notices().game_notice(game, account.id).await?)
    }

    /// Changes what an account settings for one game; nothing: the same as for all.
    ///
    /// # Errors
    /// 404 for a game this person may not see.
    pub async fn set_game_notice(self, game: &str, account: &Account, mode: Option<NoticeMode>) -> Outcome<()> {
        let table = self.0.games().table(game, Some(account)).await?;
        self.0.store.notices().set_game_notice(table.row.id, account.id, mode, Time::now()).await?;
        self.hold_again(account).await
    }

    /// Whether somebody has seen on a page what a notice tells of, and wishes none of it then.
    pub(super) async fn seen_on_page(
        self,
        account: AccountId,
        game: GameId,
        kind: &str,
        record: Option<u64>,
    ) -> Outcome<bool> {
        let Some(record) = record.filter(|_| hours::about_turn(kind)) else { return Ok(false) };
        if !self.0.store.notices().settings(account).await?.open_page {
            return Ok(false);
        }
        let row = self.0.store.games().get(game).await?;
        Ok(row.is_some_and(|row| row.seat_of(account).is_some_and(|seat| seat.seen >= record)))
    }

    /// When the account's next digest may come, for the page.
    pub fn next_digest(self, settings: &NoticeSettings, zone: &str) -> Option<Time> {
        let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
        let next = hours::next_hour(settings.hours, &zone, Time::now())?;
        Some(settings.quiet.and_then(|quiet| hours::quiet_until(quiet, &zone, next)).unwrap_or(next))
    }

    /// Gives the letters that wait for an account the hour that its settings of now, and its time zone of now, give them.
    pub(super) async fn hold_again(self, account: &Account) -> Outcome<()> {
        let Some(account) = self.0.store.accounts().get(account.id).await? else { return Ok(()) };
        let settings = self.0.store.notices().settings(account.id).await?;
        let now = Time::now();
        let mut again = Vec::new();
        for letter in self.0.store.notices().held_letters(account.id, now).await? {
            let mode = match letter.game {
                Some(game) => self.0.store.notices().game_notice(game, account.id).await?.unwrap_or(settings.mode),
                None if self.0.store.notices().wishes_digest(account.id).await? => NoticeMode::Digest,
                None => settings.mode,
            };
            let due = hours::hold(&letter.kind, mode, &settings, &account.time_zone, now).unwrap_or(now);
            if due != letter.due {
                again.push((letter.id, due));
            }
        }
        if !again.is_empty() {
            self.0.store.notices().hold_until(again, now).await?;
        }
        Ok(())
    }
}
