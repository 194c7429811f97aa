//! The one path of everything that somebody adds to a game, from a page, a letter or a program: the game is held, what is known of it
//! is read at once, the referee is asked once, the records are appended with all that goes with them, and the sender is answered.

use super::appending::{RACES, append_of, millis};
use super::game_cache::{CachedGame, LockedGame, unknown_game};
use super::notices::Notice;
use super::play::{Orders, PrivateHead, Receipt};
use super::seat_change::stood_in;
use super::table::{GameAddress, seat_for};
use super::{ErrorKind, Outcome, ServiceError};
use crate::service::handles::Play;
use domain::log::Audience;
use domain::referee::{Entry, Game, GameError, Laid, Links, Played, SeatId, Submission, Viewer};
use fieldpost_store::{Account, AppendError, Appended, Hash32, NewLetter, Once, Saved, Time, Tip};
use serde_json::Value;

/// What orders stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lay {
    /// They are given as they are. What the seat had laid out is put aside.
    Alone,
    /// They are given behind what the seat has laid out.
    Behind,
    /// They are laid out behind the rest as long as all of it can be taken back, and given with it otherwise.
    Out,
}

/// What became of orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ordered {
    /// They wait as a draft, with those before them.
    Drafted(Vec<String>),
    /// They were carried out.
    Given(Receipt),
}

impl Ordered {
    /// What was carried out.
    ///
    /// # Errors
    /// When nothing was: then the orders were to be laid out.
    pub fn receipt(self) -> Outcome<Receipt> {
        match self {
            Ordered::Given(receipt) => Ok(receipt),
            Ordered::Drafted(_) => {
                Err(ServiceError::inside(anyhow::anyhow!("orders that were to be given are a draft")))
            }
        }
    }
}

/// Who adds to which game, and by what a repeat is told.
pub(super) struct Adding<'a> {
    pub game: &'a str,
    pub account: &'a Account,
    /// The seat that the sender names, if any. Somebody else's is refused.
    pub named: Option<SeatId>,
    /// The request's key, and the hash of what is asked.
    pub once: Option<(String, Hash32)>,
    /// Whether it may come from somebody for whom a house player stands in.
    pub returning: bool,
    /// Whether what the seat has laid out matters.
    pub draft: bool,
}

impl Play<'_> {
    /// Gives orders, or lays them out.
    ///
    /// # Errors
    /// 400 unreadable, 403 not this person's seat, 404 no such game, 409 out of turn, over, or stale, 422 against the rules.
    /// Nothing is recorded then.
    pub async fn order(self, game: &str, account: &Account, orders: Orders) -> Outcome<Ordered> {
        let request = orders.request(game);
        let Orders { lines, key, seen, seat, lay, links } = orders;
        if lay == Lay::Out && lines.iter().all(|l| l.trim().is_empty()) {
            return Err(GameError::NoOrder.into());
        }
        let adding = Adding {
            game,
            account,
            named: seat,
            once: Some((key.clone(), request)),
            returning: false,
            draft: lay != Lay::Alone,
        };
        self.add(adding, |held, seat, at| {
            let CachedGame { game, keys, .. } = &held.live;
            let draft = held.drafts.iter().find(|(of, _)| *of == seat && lay != Lay::Alone);
            let before = draft.map_or(&[][..], |(_, draft)| &draft.lines);
            let lines = before.iter().chain(&lines).cloned().collect();
            let seen = seen.unwrap_or_else(|| game.head());
            let submission = Submission { seat, lines, key: key.clone(), seen, at: millis(at) };
            // Links are taken with the orders that they are for, or not at all.
            let given = match links == Links::default() {
                true => None,
                false => Some(game.deposit(seat, links, millis(at), keys)?),
            };
            let game = given.as_ref().map_or(game, |given| &given.game);
            let laid = match lay {
                Lay::Out => game.lay(&submission, keys)?,
                Lay::Alone | Lay::Behind => Laid::Played(game.play(&submission, keys)?),
            };
            Ok(match (given, laid) {
                (Some(given), Laid::Played(played)) => Laid::Played(given.then(|_| Ok(played))?),
                (_, laid) => laid,
            })
        })
        .await
    }

    /// Adds to a game for an account what `play` makes, and tells what became of it. While a house player stands in for the
    /// account, nothing is added.
    pub(super) async fn act(
        self,
        game: &str,
        account: &Account,
        once: Option<(String, Hash32)>,
        play: impl Fn(&CachedGame, SeatId, Time) -> Outcome<Played>,
    ) -> Outcome<Receipt> {
        let adding = Adding { game, account, named: None, once, returning: false, draft: false };
        self.add(adding, |held, seat, at| Ok(Laid::Played(play(&held.live, seat, at)?))).await?.receipt()
    }

    /// Adds to a game what `decide` makes of it as it stands.
    ///
    /// A game in memory is taken as it is: the append compares it with the storage, and then nothing has to be read before. What is
    /// refused is refused of the game as it stands in the storage alone.
    pub(super) async fn add(
        self,
        adding: Adding<'_>,
        mut decide: impl FnMut(&LockedGame, SeatId, Time) -> Outcome<Laid>,
    ) -> Outcome<Ordered> {
        let id = GameAddress::read(adding.game)?.id;
        let (account, once) = (adding.account, &adding.once);
        let mut refused: Option<(Tip, ServiceError)> = None;
        let mut known = !adding.draft;
        let mut races = 0;
        loop {
            let held = match known {
                true => self.0.cached_games().hold_known(id).await,
                false => None,
            };
            let held = match held {
                Some(held) => held,
                None => self.0.cached_games().hold_for(id, account, once.as_ref().map(|(key, _)| key.as_str())).await?,
            };
            let now = Time::now();
            // A repeat finds the game moved on by itself. It gets the answer it had.
            if let (Some((_, request)), Some((asked, saved))) = (once, &held.saved) {
                let seat = self.seat(&held, &adding)?;
                return match asked.is(*request) {
                    true => Ok(Ordered::Given(self.repeated(&held.live.game, seat, saved).await?)),
                    false => Err(AppendError::KeyReused.into()),
                };
            }
            if let Some((_, trouble)) = refused.take_if(|(tip, _)| *tip == held.live.tip()) {
                return Err(trouble);
            }
            let decided = self.may_add(&held, &adding).and_then(|seat| {
                let laid = decide(&held, seat, now)?;
                if let Laid::Played(played) = &laid {
                    self.0.limits.records(id, seat, &played.records, &played.entries)?;
                }
                Ok((seat, laid))
            });
            let (seat, played) = match decided {
                Ok((seat, Laid::Played(played))) => (seat, played),
                Ok((seat, Laid::Draft(lines))) => {
                    self.keep_draft(held, seat, lines.clone(), now).await?;
                    return Ok(Ordered::Drafted(lines));
                }
                Err(trouble) if !held.fresh => {
                    refused = Some((held.live.tip(), trouble));
                    known = false;
                    continue;
                }
                Err(trouble) => return Err(trouble),
            };
            let receipt = receipt(&played, seat, held.live.game.len())?;
            let once = match once.clone() {
                None => None,
                Some((key, request)) => {
                    let body = kept(&receipt, &played, seat).map_err(ServiceError::inside)?;
                    Some(Once { account: account.id, key, request, answer: Saved { status: 200, body } })
                }
            };
            let mut append = append_of(&held, &played, Some(seat), once, now);
            append.letters = self.notices(&held, &played, Some(seat)).await?;
            let fresh = held.fresh;
            let rest = (!played.rest.is_empty()).then_some((seat, played.rest));
            match self.append_in_part(held, append, played.game, rest).await {
                Ok(Appended::Stored(_)) => return Ok(Ordered::Given(receipt)),
                // Whoever looks again finds the answer that was kept with it.
                Ok(Appended::Repeated(_)) => known = false,
                // On the game as it stands now, the referee says what that means.
                Err(AppendError::Conflict { .. }) if !fresh || races < RACES => {
                    known = false;
                    races += u32::from(fresh);
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The receipt that was kept for a request, whole again.
    async fn repeated(self, game: &Game, seat: SeatId, saved: &Saved) -> Outcome<Receipt> {
        // The key is known, but its answer is not that of an order: a key used twice for different things.
        let other = |_| ServiceError::from(AppendError::KeyReused);
        let mut kept: Value = serde_json::from_str(&saved.body).map_err(other)?;
        let numbers = (kept["from"].as_u64().or(kept["seq"].as_u64()), kept["seq"].as_u64());
        if let (Some(fields), (Some(from), Some(seq))) = (kept.as_object_mut(), numbers)
            && !fields.contains_key(TOLD[1])
        {
            let records = self.0.store.logs().records_between(game.id(), from.saturating_sub(1), seq).await?;
            let told = game.chronicle(&records, Viewer::Seat(seat)).map_err(|fault| {
                ServiceError::inside(anyhow::anyhow!("records of a receipt cannot be told: {fault}"))
            })?;
            let [orders, story] = told_of(told);
            let head = records.last().map(|record| record.hash.to_string());
            let again = [orders.into(), story.into(), game.id().to_string().into(), head.into()];
            fields.extend(TOLD.into_iter().map(str::to_owned).zip(again));
            let name = game.seat(seat).map(|s| s.name.clone());
            for (field, usual) in usual(name.as_deref(), seq) {
                fields.entry(field).or_insert(usual);
            }
        }
        serde_json::from_value(kept).map_err(other)
    }

    /// The sender's seat in a held game.
    fn seat(self, held: &LockedGame, adding: &Adding<'_>) -> Outcome<SeatId> {
        // Whether the game is theirs to know of at all decides what somebody without a seat is told.
        self.0.games().may_see(&held.row, Some(adding.account.id))?;
        let (row, game, account) = (&held.row, &held.live.game, adding.account.id);
        let address = GameAddress::read(adding.game)?.seat;
        let named = adding.named.or(address);
        match seat_for(row, game, account, named) {
            Some(seat) if address.is_none_or(|s| s == seat) => Ok(seat),
            _ if row.seats_of(account).next().is_none() => Err(not_seated()),
            _ => {
                let own = row.seats_of(account).filter_map(|s| game.seat(s.seat)).map(|s| s.name.as_str());
                let own = own.collect::<Vec<_>>().join(" and the ");
                Err(ServiceError::forbidden("Those orders are for a seat that is not yours.")
                    .legal(format!("You command the {own}.")))
            }
        }
    }

    /// The same, if its player may add to the game at all.
    fn may_add(self, held: &LockedGame, adding: &Adding<'_>) -> Outcome<SeatId> {
        let seat = self.seat(held, adding)?;
        held.live.playable()?;
        if !adding.returning && held.live.game.stood_in(seat).is_some() {
            return Err(stood_in());
        }
        Ok(seat)
    }

    /// The letters that these records call for. Most orders call for none, and then nothing is looked up.
    pub(super) async fn notices(
        self,
        held: &LockedGame,
        played: &Played,
        actor: Option<SeatId>,
    ) -> Outcome<Vec<NewLetter>> {
        let notices = Notice::of(&held.live.game, played, actor);
        if notices.is_empty() {
            return Ok(Vec::new());
        }
        if held.fresh {
            return self.0.posting().letters(&held.row, &played.game, &notices).await;
        }
        // Who gets which letter depends on how far they have looked by now.
        let row = self.0.store.games().get(played.game.id()).await?.ok_or_else(unknown_game)?;
        self.0.posting().letters(&row, &played.game, &notices).await
    }
}

fn receipt(played: &Played, seat: SeatId, before: u64) -> Outcome<Receipt> {
    let game = &played.game;
    let entries = game
        .chronicle_with(&played.records, &played.entries, Viewer::Seat(seat))
        .map_err(|fault| ServiceError::inside(anyhow::anyhow!("records just written cannot be told: {fault}")))?;
    let name = |s: SeatId| game.seat(s).map_or(String::new(), |s| s.name.clone());
    let [orders, story] = told_of(entries);
    Ok(Receipt {
        ok: true,
        game: game.id().to_string(),
        from: before + 1,
        seq: game.len(),
        head: game.head().to_string(),
        private: private_heads(played, seat),
        orders,
        story,
        waiting: game.waiting_seats().into_iter().map(name).collect(),
        yours: game.waits_for(seat),
        over: game.result().is_some(),
        stopped: played.stopped.as_ref().map(ToString::to_string),
        rest: played.rest.clone(),
    })
}

/// The orders that a player gave, and the story.
fn told_of(entries: Vec<Entry>) -> [Vec<String>; 2] {
    let orders = entries.iter().filter(|e| e.standing.is_none()).filter_map(|e| e.order.clone()).collect();
    [orders, entries.into_iter().flat_map(|e| e.lines).map(|l| l.text).collect()]
}

/// Where the private logs end that have grown and that a seat may read.
fn private_heads(played: &Played, seat: SeatId) -> Vec<PrivateHead> {
    let grown = |audience: &Audience| played.entries.iter().any(|e| e.audience == *audience);
    let readable = played.game.readable(seat).into_iter().filter(grown);
    let head = |audience| {
        let (number, head) = played.game.private_head(audience)?;
        Some(PrivateHead { audience: audience.bytes(), number, head: head.to_string() })
    };
    readable.filter_map(head).collect()
}

/// What can be told again from the records: most of a receipt, and it would be kept for every order that is given.
const TOLD: [&str; 4] = ["orders", "story", "game", "head"];
/// What a receipt says unless it is kept otherwise: one order of a seat by the name given, after which the game waits for that seat alone.
fn usual(name: Option<&str>, seq: u64) -> [(&'static str, Value); 6] {
    let waiting = name.into_iter().collect::<Vec<_>>();
    [
        ("ok", true.into()),
        ("over", false.into()),
        ("stopped", Value::Null),
        ("from", seq.into()),
        ("waiting", waiting.into()),
        ("yours", true.into()),
    ]
}

/// A receipt as it is kept for a repeat of its request.
fn kept(receipt: &Receipt, played: &Played, seat: SeatId) -> serde_json::Result<String> {
    let mut kept = serde_json::to_value(receipt)?;
    // What was done without a record cannot be told apart from what is done unseen behind it.
    if let (true, Some(fields)) = (played.entries.is_empty(), kept.as_object_mut()) {
        TOLD.iter().for_each(|field| drop(fields.remove(*field)));
        let name = played.game.seat(seat).map(|s| s.name.as_str());
        let usual = usual(name, receipt.seq);
        fields.retain(|field, value| !usual.iter().any(|(name, usual)| field == name && value == usual));
    }
    serde_json::to_string(&kept)
}

pub(super) fn not_seated() -> ServiceError {
    ServiceError::new(ErrorKind::Forbidden, "You have no seat in this game: you can watch it, but not give orders.")
        .legal("Games that look for a player are in the lobby.")
}
