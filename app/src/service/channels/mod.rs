//! Webhooks and push addresses: naming them, trying them out, and the task that sends.
//!
//! `said` writes what is sent, `worker` sends it when it is due.

mod said;
mod worker;

use super::{ErrorKind, Outcome, ServiceError};
use crate::config::Config;
use crate::service::handles::Channels;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fieldpost_post::Schedule;
use fieldpost_push::{Caller, Refused, Target};
use fieldpost_store::{Account, Delivery, Hash32, Store, Time};
pub use fieldpost_store::{Channel, Way};
use std::time::Duration;

/// How long one call may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is needed to send over channels.
pub(super) struct ChannelSender {
    caller: Caller,
    schedule: Schedule,
    /// What signing keys are made from.
    key: [u8; 32],
}

impl ChannelSender {
    pub(super) async fn open(config: &Config, store: &Store) -> anyhow::Result<Self> {
        Ok(ChannelSender {
            caller: Caller::new(config.guard.clone(), PATIENCE, None)?,
            schedule: Schedule::of(config.call_pauses.iter().copied()),
            key: store.service_secret("webhooks").await?,
        })
    }

    /// The signing key of a channel: 32 bytes, made from the service's secret and the channel's own number.
    fn signing_key(&self, account: &Account, channel: &Channel) -> [u8; 32] {
        let parts = [&self.key[..], b"fieldpost/webhook/1\0", &account.id.0, &channel.nonce, &self.key[..]];
        Hash32::of(&parts.concat()).0
    }
}

impl From<Refused> for ServiceError {
    fn from(refused: Refused) -> Self {
        ServiceError::new(ErrorKind::Illegal, refused.wrong).legal(refused.legal)
    }
}

impl Channels<'_> {
    /// The webhook or the push address of an account, if it has named one.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn get(self, account: &Account, way: Way) -> Outcome<Option<Channel>> {
        Ok(self.0.store.notices().channels(account.id).await?.into_iter().find(|channel| channel.way == way))
    }

    /// The key that a webhook's calls are signed with, as its owner types it in elsewhere: the bytes of this text are the key.
    pub fn webhook_key(self, account: &Account, channel: &Channel) -> String {
        URL_SAFE_NO_PAD.encode(self.0.channels.signing_key(account, channel))
    }

    /// Names a webhook or push address, and switches it on.
    ///
    /// # Errors
    /// 422 for an address that is not called: no URL, too long, not `https`, or leading where it must not.
    pub async fn set(self, account: &Account, way: Way, url: &str) -> Outcome<()> {
        let target = Target::parse(url, self.0.channels.caller.guard())?;
        target.addresses(self.0.channels.caller.guard()).await?;
        Ok(self.0.store.notices().set_channel(account.id, way, target.as_str().to_owned(), false, Time::now()).await?)
    }

    /// Makes a new signing key; the old one signs nothing any more.
    ///
    /// # Errors
    /// 404 when the account has named no such address.
    pub async fn new_webhook_key(self, account: &Account) -> Outcome<()> {
        let channel = self.get(account, Way::Webhook).await?.ok_or_else(no_channel)?;
        Ok(self.0.store.notices().set_channel(account.id, Way::Webhook, channel.url, true, Time::now()).await?)
    }

    /// Forgets a webhook or push address. Doing it twice changes nothing.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn remove(self, account: &Account, way: Way) -> Outcome<()> {
        self.0.store.notices().remove_channel(account.id, way, Time::now()).await?;
        Ok(())
    }

    /// Sends a test over a webhook or push address. Its outcome is among the last notices.
    ///
    /// # Errors
    /// 404 when the account has named no such address, 409 when it is switched off.
    pub async fn test(self, account: &Account, way: Way) -> Outcome<()> {
        let channel = self.get(account, way).await?.ok_or_else(no_channel)?;
        if channel.off.is_some() {
            return Err(ServiceError::conflict("That address is switched off.").legal("Save it again to switch it on."));
        }
        self.0.store.outbox().enqueue(self.0.posting().test_notice(account, way), Time::now()).await?;
        Ok(())
    }

    /// The last notices to an account and what became of them, latest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn deliveries(self, account: &Account, limit: u32) -> Outcome<Vec<Delivery>> {
        Ok(self.0.store.notices().deliveries(account.id, limit).await?)
    }
}

fn no_channel() -> ServiceError {
    ServiceError::unknown("You have named no such address.").legal("Save one first.")
}
