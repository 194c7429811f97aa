//! What the use cases are asked through: a handle a subject. A handle is a borrowed [`Service`]; the methods of each stand in the file of its
//! subject.

use super::Service;

/// Makes the handles, and the methods of [`Service`] that give them.
macro_rules! handles {
    ($($(#[doc = $doc:expr])+ $vis:vis $handle:ident $name:ident;)+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy)]
            pub struct $handle<'s>(pub(super) &'s Service);
        )+

        impl Service {
            $(
                $(#[doc = $doc])+
                $vis fn $name(&self) -> $handle<'_> {
                    $handle(self)
                }
            )+
        }
    };
}

handles! {
    /// Signing in and out, sessions, personal tokens, profiles.
    pub Accounts accounts;
    /// Starting games, inviting, joining, lists of games.
    pub Lobby lobby;
    /// Games played elsewhere, which an umpire enters.
    pub Entering entering;
    /// Who may write to whom.
    pub Consents consents;
    /// A game as somebody may see it: now, at any record, and its log.
    pub Games games;
    /// Finished games, and what their players say of them.
    pub Archive archive;
    /// The register: its heads, and proofs of records.
    pub Register register;
    /// Orders, drafts, draws, resigning; inside, the one path of everything that is added to a log.
    pub Play play;
    /// What players say to each other, notes for oneself, and talk about a game that is over.
    pub Messages messages;
    /// The games in memory, and the right to add to one.
    pub(super) CachedGames cached_games;
    /// Going back to an earlier position, by consent.
    pub Takebacks takebacks;
    /// Moving games up to mended rules.
    pub Revisions revisions;
    /// House players that stand in, coming back, replacements.
    pub SeatChanges seat_changes;
    /// Standing orders, and trying them out.
    pub StandingOrders standing;
    /// Queued orders, and trying them.
    pub Queues queues;
    /// What players do about time, calendars, delays of the service.
    pub Clocks clocks;
    /// Playing on alone in a sandbox.
    pub Plans plans;
    /// Unsubscribing, and letters that failed.
    pub Mail mail;
    /// How and when players wish to be told.
    pub Notices notices;
    /// A player's games as a feed.
    pub Feeds feeds;
    /// Webhooks and push addresses beside mail.
    pub Channels channels;
    /// Letters and other notices as they are queued: who gets which.
    pub(super) Posting posting;
    /// What is done about a letter that comes in.
    pub(super) Inbox inbox;
    /// What is to be done for games: house players' turns, clocks.
    pub Errands errands;
}
