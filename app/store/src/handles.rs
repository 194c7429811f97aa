//! What the storage is asked through: a handle a subject. A handle is a borrowed [`Store`]; the methods of each stand beside the tables that
//! they are about.

use crate::Store;

/// Makes the handles, and the methods of [`Store`] that give them.
macro_rules! handles {
    ($($(#[doc = $doc:expr])+ $handle:ident $name:ident;)+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy)]
            pub struct $handle<'s>(pub(crate) &'s Store);
        )+

        impl Store {
            $(
                $(#[doc = $doc])+
                pub fn $name(&self) -> $handle<'_> {
                    $handle(self)
                }
            )+
        }
    };
}

handles! {
    /// Accounts and their profiles.
    Accounts accounts;
    /// Links that sign in, and the sessions that they open.
    SignIn sign_in;
    /// Personal tokens of the API, and the secret addresses of feeds.
    Tokens tokens;
    /// Games' rows: what lists show, who plays which seat, whom a game waits for.
    Games games;
    /// Records, the one way to add them, and the answers saved with them.
    Logs logs;
    /// The tree over all records' hashes, its signed heads, and who vouched for them.
    Register register;
    /// What the player of a seat prepares: drafts, standing orders, sandboxes.
    Drafts drafts;
    /// What players say to each other, what is said about a game that is over, and notes for oneself.
    Messages messages;
    /// Finished public games, with what lists and searches ask of them, and what their players say of them.
    Archive archive;
    /// Invitations, and who may write to whom.
    Invitations invitations;
    /// Calendars, and what is known of running clocks beside their logs.
    Clocks clocks;
    /// How players wish to be told, the addresses beside mail, and what became of notices.
    Notices notices;
    /// Jobs of every kind: what is due, leases, how jobs end.
    Queue queue;
    /// Letters that go out.
    Outbox outbox;
    /// What is to be done for games.
    Errands errands;
    /// Letters that come in, and the addresses that they answer.
    Inbox inbox;
    /// Letters that came back, and addresses that get none.
    Bounces bounces;
    /// The mailbox inside the demonstration.
    Mailbox mailbox;
}
