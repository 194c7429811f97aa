//! Invitations by letter to people who have not asked for any: one letter, which is the invitation and asks whether its sender may
//! write again, and then only what its reader has said.

use super::limits::Sort;
use super::{ErrorKind, Outcome, Service, ServiceError};
use crate::names::harmless;
use crate::service::handles::Consents;
use domain::referee::SeatId;
use fieldpost_post::{Scope, Unsubscribe};
use fieldpost_store::{Account, AccountId, AskLimits, Consent, Email, GameId, MayWrite, NewLetter, Time};

/// Ten strangers a day are more than anybody has friends to try; two letters a day, five in a month, are what somebody gets who never
/// answers, whoever they come from.
pub const ASKING: AskLimits = AskLimits { sent: 10, got: 2, open: 5, known: 5 };

/// A question that a letter has asked: whether a player may write to its reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The player's name, fit to be printed.
    pub sender: String,
    /// The reader's address, masked.
    pub address: String,
    /// What was answered, if something was.
    pub answer: Consent,
}

/// What its reader answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This player may write.
    Yes,
    /// This player may not.
    No,
    /// No stranger may.
    Never,
}

impl Consents<'_> {
    /// The letter that carries an invitation, if its reader takes one from this host. The host is not told which: whether somebody has
    /// refused them is not for them to know.
    ///
    /// # Errors
    /// 429 for a host who has written to too many strangers today.
    pub(super) async fn invitation_to(
        self,
        to: &Email,
        host: &Account,
        game: GameId,
        token: &str,
    ) -> Outcome<Option<NewLetter>> {
        let may = self.0.store.invitations().may_write(host.id, to.clone(), ASKING, Time::now()).await?;
        let stranger = match may {
            MayWrite::Known => None,
            MayWrite::First => Some(host.id),
            MayWrite::No => return Ok(None),
            MayWrite::TooMany => {
                let mut trouble = ServiceError::new(
                    ErrorKind::TooMany,
                    format!("You have invited {} people today who do not know you yet.", ASKING.sent),
                )
                .legal("Make a link and send it on yourself, or wait until tomorrow.");
                trouble.retry_after = Some(24 * 3600);
                return Err(trouble);
            }
        };
        Ok(Some(self.0.posting().invitation_letter(to, game, &host.name, token, stranger)))
    }

    /// What a link asks that is about consent; nothing for a link that only stops letters.
    ///
    /// # Errors
    /// 404 for a link that is none of ours.
    pub async fn asked(self, link: &str) -> Outcome<Option<Question>> {
        let Scope::Stranger(address, sender) = self.0.mail().scope(link).await?.1 else { return Ok(None) };
        let answer = self.0.store.invitations().consent(&address, sender).await?;
        let name =
            self.0.store.accounts().get(sender).await?.map_or_else(|| "somebody".to_owned(), |a| harmless(&a.name));
        Ok(Some(Question { sender: name, address: address.masked(), answer }))
    }

    /// Notes what the reader of a letter says about its sender. The last word holds.
    ///
    /// # Errors
    /// 404 for a link that is none of ours.
    pub async fn answer(self, link: &str, answer: Answer) -> Outcome<()> {
        let (_, scope) = self.0.mail().scope(link).await?;
        let Scope::Stranger(address, sender) = scope else { return self.0.mail().unsubscribe(link).await };
        let now = Time::now();
        if answer == Answer::Never {
            self.0.store.invitations().close_address(address.clone(), true, now).await?;
        }
        Ok(self.0.store.invitations().answer_consent(address, sender, answer == Answer::Yes, now).await?)
    }

    /// Whether strangers may not write to an account at all.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn shut_to_strangers(self, account: &Account) -> Outcome<bool> {
        Ok(self.0.store.invitations().closed_address(&account.email).await?)
    }

    /// Lets strangers write to an account once each, or not at all.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set_strangers(self, account: &Account, welcome: bool) -> Outcome<()> {
        Ok(self.0.store.invitations().close_address(account.email.clone(), !welcome, Time::now()).await?)
    }

    /// Whether an invitation of a stranger is not wished for any more.
    pub(super) async fn unwelcome(self, address: &Email, sender: AccountId) -> Outcome<bool> {
        Ok(self.0.store.invitations().consent(address, sender).await? == Consent::No)
    }

    /// Counts looking for somebody else, which writes to the other side.
    pub(super) fn may_seek(self, game: GameId, seat: SeatId) -> Outcome<()> {
        self.0.limits.act(game, seat, Sort::SeatChange, 1)
    }
}

impl Service {
    /// The path on which the reader of a stranger's letter says who may write to them.
    pub(super) fn consent_path(post: &Unsubscribe, address: &Email, sender: AccountId) -> String {
        Service::unsubscribe_path(post, &Scope::Stranger(address.clone(), sender))
    }
}
