//! Whose letter it is, and whether it may be acted on.
//!
//! A letter speaks for a seat when it came to an address that a letter to that seat's player carries, and was sent from the player's
//! own address, with nothing said against it by our mail server. Any other gets no answer: its sender may be anybody's address.

use crate::letters::Section;
use crate::service::Outcome;
use crate::service::handles::Inbox;
use crate::service::notices::Answering;
use fieldpost_inbox::{Automatic, Reading, Unreadable, Verdict};
use fieldpost_post::{message_id, token_hash};
use fieldpost_store::{Account, Fate, GameId, Hash32, ReplyAddress};

/// Lines of a letter in doubt that are repeated to its writer.
const MOST_REPEATED: usize = 60;

/// A letter that speaks for a seat.
#[derive(Clone, Debug)]
pub(super) struct Admitted {
    pub account: Account,
    pub address: ReplyAddress,
    message_id: Option<String>,
}

/// A letter that does not.
#[derive(Clone, Debug)]
pub(super) struct Turned {
    pub fate: Fate,
    pub detail: String,
    /// The game whose host may hear of it.
    pub game: Option<GameId>,
    /// The player who is told that somebody tried.
    pub warn: Option<(Account, GameId)>,
    /// The writer who is known well enough to be told why.
    pub tell: Option<Tell>,
}

/// What such a writer is told.
#[derive(Clone, Debug)]
pub(super) struct Tell {
    pub admitted: Admitted,
    pub answer: Answering,
    /// What tells it from other letters about the same record: those with the same stamp are one letter.
    pub stamp: String,
}

/// The stamp of letters that ask whether a player has written what came in his name.
const DOUBT: &str = "doubt";

impl Turned {
    fn new(fate: Fate, detail: impl Into<String>) -> Self {
        Turned { fate, detail: detail.into(), game: None, warn: None, tell: None }
    }
}

impl Admitted {
    /// What tells a repeat of this letter: the address it came to, and its Message-ID; the whole of it when it has none.
    pub fn key(&self, raw: &[u8]) -> Hash32 {
        let id = match &self.message_id {
            Some(id) => id.as_bytes().to_vec(),
            None => Hash32::of(raw).0.to_vec(),
        };
        Hash32::of(&[b"fieldpost/reply-key/1\0".as_slice(), &self.address.hash.0, &id].concat())
    }

    /// An answer to this letter, with nothing in it yet.
    pub fn answering(&self, subject: &str) -> Answering {
        // What stands in a header of ours must be plain, and is not worth failing for.
        let plain =
            |id: &String| id.len() <= 250 && id.bytes().all(|b| b.is_ascii_graphic() && !b"<>\"\\".contains(&b));
        Answering {
            to: subject.to_owned(),
            in_reply_to: self.message_id.clone().filter(plain).map(|id| format!("<{id}>")),
            after: self.address.message_id.clone(),
            ..Answering::default()
        }
    }
}

impl Inbox<'_> {
    /// Decides about a letter that could be read.
    pub(super) async fn admit(self, reading: &Reading) -> Outcome<Result<Admitted, Turned>> {
        if let Some(why) = &reading.automatic {
            return Ok(Err(Turned::new(Fate::Automatic, machine(why))));
        }
        let against = match &reading.verdict {
            Verdict::Fail(why) => Some(why.as_str()),
            Verdict::Pass | Verdict::Absent | Verdict::Doubt(_) => None,
        };
        let writer =
            self.admit_writer(&reading.from, reading.token.as_deref(), reading.message_id.clone(), against).await?;
        Ok(match (&reading.verdict, writer) {
            (Verdict::Doubt(why), Ok(admitted)) if !self.proven(&admitted) => Err(asked(admitted, reading, why)),
            (_, writer) => writer,
        })
    }

    /// Whether a letter answers one that asked about a doubt: that went to the seat's own address and nowhere else, and its address stands in no
    /// other letter.
    fn proven(self, admitted: &Admitted) -> bool {
        let Admitted { account, address, .. } = admitted;
        let asking = message_id(self.0.posting().mail_host(), address.game, address.record, DOUBT, &account.email);
        address.message_id == asking
    }

    /// Decides about a letter that could not.
    pub(super) async fn admit_unreadable(self, letter: &Unreadable) -> Outcome<Result<Admitted, Turned>> {
        let Some(from) = &letter.from else {
            // One of several writers may be the seat's own: that address is told.
            for from in letter.writers.iter().filter(|_| letter.answer) {
                let token = letter.token.as_deref();
                if let Ok(admitted) = self.admit_writer(from, token, letter.message_id.clone(), None).await? {
                    return Ok(Ok(admitted));
                }
            }
            return Ok(Err(Turned::new(Fate::Unreadable, letter.sentence())));
        };
        let against = (!letter.answer).then_some("it could not be read, and may come from a machine");
        let admitted = self.admit_writer(from, letter.token.as_deref(), letter.message_id.clone(), against).await?;
        Ok(admitted.map_err(|turned| match turned.fate {
            // Nobody has to be warned of what could not have done anything.
            Fate::Forged => Turned { fate: Fate::Unreadable, detail: letter.sentence(), warn: None, ..turned },
            _ => turned,
        }))
    }

    async fn admit_writer(
        self,
        from: &str,
        token: Option<&str>,
        message_id: Option<String>,
        against: Option<&str>,
    ) -> Outcome<Result<Admitted, Turned>> {
        let Some(token) = token else {
            return Ok(Err(Turned::new(Fate::Unknown, "it came to no address of a letter")));
        };
        let Some(address) = self.0.store.inbox().reply_address(token_hash(token)).await? else {
            return Ok(Err(Turned::new(Fate::Unknown, "it came to an address that no letter of ours carries")));
        };
        let Some(account) = self.0.store.accounts().get(address.account).await? else {
            return Ok(Err(Turned::new(Fate::Unknown, "it came to the address of an account that is gone")));
        };
        let game = address.game;
        let forged = |detail: String, account: Account| Turned {
            game: Some(game),
            warn: Some((account, game)),
            ..Turned::new(Fate::Forged, detail)
        };
        if !from.eq_ignore_ascii_case(account.email.as_str()) {
            // Where it came from is for the host to see, masked like any address of another person.
            let from =
                from.parse::<fieldpost_store::Email>().map_or_else(|_| "another address".to_owned(), |e| e.masked());
            return Ok(Err(forged(format!("it came from {from}, which is not the seat's address"), account)));
        }
        if let Some(why) = against {
            return Ok(Err(forged(format!("its sender is not believed: {why}"), account)));
        }
        let row = self.0.store.games().get(game).await?;
        if row.is_none_or(|row| row.seat_for(account.id, Some(address.seat)).is_none()) {
            let detail = "it answers a letter of a seat that its writer plays no longer";
            return Ok(Err(Turned { game: Some(game), ..Turned::new(Fate::Void, detail) }));
        }
        let admitted = Admitted { account, address, message_id };
        if admitted.address.voided.is_some() {
            let detail = "it answers a letter that was made void when a session was ended";
            let mut answer = admitted.answering("");
            answer.sections.push(Section {
                verdict: "Nothing was carried out: the letter that you answered is void, because you have ended a session since it \
                          was sent. Answer a later letter, this one for instance, or open the game's page."
                    .to_owned(),
                ..Section::default()
            });
            return Ok(Err(Turned {
                game: Some(game),
                tell: Some(Tell { stamp: format!("answer-{}", admitted.address.hash), admitted, answer }),
                ..Turned::new(Fate::Void, detail)
            }));
        }
        Ok(Ok(admitted))
    }
}

/// A letter that may be its writer's or a forger's: nothing is done, and the seat's own address is asked. Whoever answers there has read it.
fn asked(admitted: Admitted, reading: &Reading, why: &str) -> Turned {
    let mut answer = admitted.answering(&reading.subject);
    let said = reading.parts.iter().flat_map(|p| &p.commands).filter(|s| !s.text.is_empty());
    answer.sections.push(Section {
        heard: said.take(MOST_REPEATED).map(|s| s.text.clone()).collect(),
        verdict: format!(
            "Nothing was carried out yet: it is not certain that you wrote this. {why}, as happens when a letter is forwarded, or when \
             somebody else writes in your name. If it is yours, answer this letter with the same lines. If it is not, do nothing."
        ),
        ..Section::default()
    });
    Turned {
        game: Some(admitted.address.game),
        tell: Some(Tell { admitted, answer, stamp: DOUBT.to_owned() }),
        ..Turned::new(Fate::Refused, format!("its sender is in doubt and was asked: {why}"))
    }
}

/// Why a letter was left alone, for the host.
fn machine(why: &Automatic) -> String {
    match why {
        Automatic::AutoSubmitted(value) => format!("a machine wrote it (Auto-Submitted: {value})"),
        Automatic::Precedence(value) => format!("a machine wrote it (Precedence: {value})"),
        Automatic::List(id) => format!("it came over a mailing list ({id})"),
        Automatic::EmptySender => "it has no sender to answer to".to_owned(),
        Automatic::Suppressed(header) => format!("a machine wrote it ({header})"),
        Automatic::Bounce(_) => "it reports that a letter could not be delivered".to_owned(),
        Automatic::Receipt => "it is a receipt".to_owned(),
        Automatic::Calendar => "a calendar wrote it".to_owned(),
        Automatic::Loop => "it is a letter of ours that came back".to_owned(),
        Automatic::TooManyHops(hops) => format!("it went through {hops} servers"),
    }
}
