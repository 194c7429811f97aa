//! Whom a letter of a game is for, and the addresses that it carries: the link that signs in, the one that stops such letters, the one that
//! answers go to, with what can be answered there.

use super::{Courier, LINK_LIFE};
use crate::letters::Offer;
use crate::service::table::{GameAddress, Table};
use crate::service::{Outcome, Service};
use fieldpost_post::{Answerable, Scope, Unsubscribe};
use fieldpost_store::{Account, Hash32, LinkError, NewLetter, NewLink, Time, Token};

/// A letter of a game: whom it is for, the game as its reader sees it, and the addresses that it carries.
pub(super) struct Addressed<'l> {
    pub letter: &'l NewLetter,
    pub account: Account,
    pub table: Table,
    /// The address that stops such letters.
    pub stop: String,
    /// The link that signs in for this game.
    pub link: String,
    /// The address that answers go to.
    pub reply_to: Option<String>,
    /// What it can be answered with there.
    pub offer: Offer,
}

impl Courier {
    /// The address that a letter of a game is answered at, if letters can be answered and its reader has a seat.
    /// With it, what the letter offers: where that is kept from an earlier writing of the same letter, the same again.
    pub(super) async fn reply_to(
        &self,
        letter: &NewLetter,
        account: &Account,
        table: &Table,
        offer: Offer,
    ) -> Outcome<(Option<String>, Offer)> {
        let (Some(replies), Some(seat)) = (&self.service.replies, table.seat) else {
            return Ok((None, Offer::default()));
        };
        let proposals = offer.kept();
        let answerable = Answerable {
            account: account.id,
            game: table.row.id,
            seat,
            record: table.game.len(),
            head: table.game.head(),
            message_id: letter.message_id.clone(),
            proposals,
        };
        let (address, kept) = replies.address(&self.service.store, answerable, Time::now()).await?;
        Ok((Some(address), kept.and_then(|kept| Offer::of_kept(&kept)).unwrap_or(offer)))
    }

    /// A letter of a game with the addresses that it carries. Makes them, so that it is asked only for a letter that is sent.
    pub(super) async fn addressed<'l>(
        &self,
        letter: &'l NewLetter,
        account: Account,
        table: Table,
        unsubscribe: &Unsubscribe,
    ) -> Outcome<Addressed<'l>> {
        self.offering(letter, account, table, unsubscribe, Offer::default()).await
    }

    /// The same of a letter that lists what it can be answered with.
    pub(super) async fn offering<'l>(
        &self,
        letter: &'l NewLetter,
        account: Account,
        table: Table,
        unsubscribe: &Unsubscribe,
        offer: Offer,
    ) -> Outcome<Addressed<'l>> {
        let stop = self.stop(unsubscribe, &table, &account);
        let link = self.link(letter, &account, table.address(), table.over()).await?;
        let (reply_to, offer) = self.reply_to(letter, &account, &table, offer).await?;
        Ok(Addressed { letter, account, table, stop, link, reply_to, offer })
    }

    /// The link that signs in for this game. Made from the letter's own id, so that a letter written twice holds the same one.
    pub(super) async fn link(
        &self,
        letter: &NewLetter,
        account: &Account,
        game: GameAddress,
        over: bool,
    ) -> Outcome<String> {
        let key = self.service.store.service_secret("letter-links").await?;
        let stamp = Hash32::of(&[&key[..], letter.message_id.as_bytes(), &key[..]].concat());
        let token = Token::from_bytes(stamp.0);
        let now = Time::now();
        let make = match self.service.store.sign_in().peek_link(&token, now).await {
            Err(LinkError::Unknown) => true,
            // A letter that is late gets a link that works; but one made void stays so, and an ended game needs none.
            Err(LinkError::Expired) => !over,
            _ => false,
        };
        if make {
            let next = format!("/games/{game}");
            let new = NewLink { email: account.email.clone(), game: Some(game.id), next, life: LINK_LIFE, guest: None };
            self.service.store.sign_in().renew_link(&token, new, now).await?;
        }
        Ok(self.service.url(&format!("/sign-in/{}", token.reveal())))
    }

    pub(super) fn stop(&self, unsubscribe: &Unsubscribe, table: &Table, account: &Account) -> String {
        self.service.url(&Service::unsubscribe_path(unsubscribe, &Scope::Game(table.row.id, account.id)))
    }
}
