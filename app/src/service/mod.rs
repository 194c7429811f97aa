//! The use cases: what people and programs can do, without HTTP.
//!
//! * [`accounts`]: sign-in letters, sessions, personal tokens, profile.
//! * [`start`]: starting a game. `guests`: playing at once, without an account.
//! * [`lobby`]: inviting, joining, lists of games.
//! * [`consent`]: who may write to whom.
//! * [`table`]: a game as one person may see it: [`table::Table`] is what pages, letters and API draw from.
//! * [`play`]: orders, drafts, draw, resigning, messages.
//! * [`takeback`]: going back to an earlier position, by consent.
//! * [`standing`]: standing orders, and trying them out.
//! * [`plan`]: playing on alone in a sandbox, before ordering anything.
//! * [`seat_change`]: house players that stand in, coming back, replacements.
//! * [`clocks`]: what players do about time, calendars, the watch over running clocks.
//! * [`notes`]: a player's own notes, and talk about a game that is over.
//! * [`register`]: the tree over all records, its signed heads, proofs; `cosigning`: witnesses that vouch for them.
//! * [`replay`]: the game at any record, the index of turns, the log to take home.
//! * [`prepared_games`]: games played beforehand, for the demonstration.
//! * [`archive`]: finished games, to be found and looked at; [`figures`]: what they come to in figures.
//! * [`inbox`]: letters that come in.
//! * [`mail`]: unsubscribing, letters that failed. [`notice_settings`]: at which hours letters come, and for which games.
//! * [`limits`]: how often who may do what to a game and its players.
//! * [`channels`]: webhooks and push addresses beside mail. [`feed`]: one's games as a feed.
//!
//! [`Service`] is asked through a handle a subject, all of them in `handles`: `service.lobby()`, `service.play()`.
//!
//! Inside: `game_cache` keeps running games in memory, `acting` is the one path of everything that somebody adds to one, `appending` the one
//! way into a log, `errands` does what is to be done for games behind everybody's back, `bots` plays the house players'
//! seats, `notices` says which records call for which notice, `posting` who gets it, `hours` when it goes out, `words` what it
//! says when it is short.

mod accidents;
pub mod accounts;
mod acting;
mod appending;
pub mod archive;
mod bots;
pub mod channels;
pub mod clocks;
pub mod consent;
mod cosigning;
mod courier;
pub mod dossier;
mod earlier;
pub mod entering;
mod errands;
mod error;
pub mod feed;
pub mod figures;
mod game_cache;
mod guests;
mod handles;
mod hours;
pub mod inbox;
pub mod judging;
pub mod limits;
pub mod lobby;
pub mod mail;
pub mod notes;
pub mod notice_settings;
mod notices;
pub mod overview;
pub mod plan;
pub mod play;
mod posting;
pub mod prepared_games;
mod proposals;
pub mod queues;
mod quiet;
pub mod register;
pub mod replay;
pub mod revisions;
pub mod sealed;
pub mod seat_change;
pub mod standing;
pub mod start;
pub mod table;
pub mod takeback;
mod words;

pub use courier::Courier;
pub use error::{ErrorKind, LinksWanted, ServiceError};
pub use notices::{Answering, ClockNews, Notice, NoticeKind, Part, SeatChangeNews};

use crate::config::Config;
use domain::referee::Registry;
use fieldpost_inbox::Trust;
use fieldpost_post::Replies;
use fieldpost_store::Store;
use game_cache::GameCache;
use inbox::InboxSettings;
use std::sync::Arc;
use std::time::Duration;

/// What a use case gives back.
pub type Outcome<T> = Result<T, ServiceError>;

/// Everything the service can do. One per server, shared by all requests.
pub struct Service {
    /// The rulesets on offer.
    pub registry: Registry,
    /// The address players use, without a slash at the end.
    pub base_url: String,
    /// Whether two demo players sign in with one click.
    pub demo: bool,
    /// The storage.
    pub store: Store,
    games: GameCache,
    earlier: earlier::EarlierGames,
    overviews: overview::Overviews,
    bot_delay: Duration,
    /// Makes the addresses that letters are answered at; none when they cannot be answered.
    replies: Option<Replies>,
    inbox: InboxSettings,
    /// How much seats may do, and others may do to a player.
    pub limits: limits::Allowances,
    channels: channels::ChannelSender,
    /// Makes keys of requests out of what is asked for; whoever reads such a key in a log must not be able to try what it was made of.
    request_secret: [u8; 32],
    /// What signs the heads of the register: where a server runs, and nowhere else.
    desk: std::sync::OnceLock<register::Desk>,
}

impl Service {
    /// Opens the storage and gets ready. House players begin to play with [`Service::run_bots`].
    ///
    /// # Errors
    /// When the storage cannot be opened.
    pub async fn open(config: &Config, base_url: String, registry: Registry) -> anyhow::Result<Arc<Self>> {
        let store = match &config.database {
            Some(path) => Store::open(path).await?,
            None => Store::temporary().await?,
        };
        let replies = match &config.reply_domain {
            Some(domain) => Some(Replies::open(&store, domain).await?),
            None => None,
        };
        let inbox = InboxSettings {
            trust: Trust { authserv_id: config.authserv_id.clone(), reply_domain: config.reply_domain.clone() },
            pause: config.inbox_pause,
            answers_per_hour: config.answers_per_hour,
        };
        let channels = channels::ChannelSender::open(config, &store).await?;
        let request_secret = store.service_secret("request-keys").await?;
        Ok(Arc::new(Service {
            registry,
            base_url,
            demo: config.demo,
            store,
            games: GameCache::default(),
            earlier: Default::default(),
            overviews: Default::default(),
            bot_delay: config.bot_delay,
            replies,
            inbox,
            limits: limits::Allowances::new(config.leeway, config.letters_per_hour),
            channels,
            request_secret,
            desk: Default::default(),
        }))
    }

    /// The address of a path on this server, as letters carry it.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }
}
