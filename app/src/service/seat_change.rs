//! Who plays a seat: a house player standing in, coming back, and somebody else in a player's place.
//!
//! The log knows changes of hands. That somebody is looked for, and who has agreed to it, is kept beside it until the change: a wish
//! for a seat, at most one. Of a wish without the word of the seat's own player nothing is left as soon as they answer what they were
//! asked, or say that they are back.

use super::acting::{Adding, not_seated};
use super::appending::{append_of, millis};
use super::game_cache::LockedGame;
use super::lobby::{INVITATION_LIFE, Invited, invitation_href, may_sit, read_email};
use super::notices::{Notice, NoticeKind, SeatChangeNews};
use super::play::{Receipt, checked_key};
use super::table::{GameAddress, Row, seat_for};
use super::{Outcome, ServiceError};
use crate::service::handles::SeatChanges;
use domain::dice::GameKeys;
use domain::log::{HandsWhy, Millis};
use domain::referee::{Game, GameError, Laid, NewHands, Played, SeatId};
use fieldpost_store::{
    Account, AccountId, AppendError, Former, GameId, Hash32, Holder, NewInvitation, NewLetter, Once, Replacement,
    ReplacementChange, Saved, SeatChange, Time, Token,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What somebody does about who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = HandsAct)]
pub enum SeatChangeAct {
    /// Has a house player stand in for a seat of the other side whose time is out.
    StandIn {
        /// The seat.
        seat: u8,
    },
    /// Is back, and plays on in place of the house player.
    Back,
    /// Looks for somebody else: for one's own seat, or for one of the other side that is vacant.
    Seek {
        /// The seat.
        seat: u8,
    },
    /// Agrees to it.
    Agree {
        /// The seat.
        seat: u8,
    },
    /// Does not agree, or looks for nobody any more.
    Decline {
        /// The seat.
        seat: u8,
    },
    /// Invites somebody, when all have agreed who must.
    Invite {
        /// The seat.
        seat: u8,
        /// A mail address that gets the invitation; without one there is a link to pass on.
        #[serde(default)]
        to: Option<String>,
    },
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = HandsDone)]
pub struct SeatChangeDone {
    /// Always true.
    pub ok: bool,
    /// The game.
    pub game: String,
    /// The path of the invitation that was made.
    pub invitation: Option<String>,
    /// What was added to the log.
    pub receipt: Option<Receipt>,
}

/// A seat for which somebody else is looked for, as one reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Sought {
    /// The seat.
    pub seat: u8,
    /// Whether its own player has agreed.
    pub own: bool,
    /// The seats of the other side that have agreed.
    pub agreed: Vec<u8>,
    /// Whether the reader is to agree or decline.
    pub yours: bool,
    /// Whether all have agreed who must: then somebody can be invited.
    pub open: bool,
}

/// A house player in the place of a seat's player.
pub(super) fn stand_in(
    game: &Game,
    by: SeatId,
    seat: SeatId,
    at: Millis,
    keys: &GameKeys,
) -> Result<Played, GameError> {
    // The last that a ruleset offers is its strongest.
    let bot = game.ruleset().bots().into_iter().next_back().ok_or(GameError::NoBot)?;
    let new = NewHands {
        seat,
        name: format!("House player ({})", bot.id),
        bot: Some(bot.id.to_owned()),
        agreed: vec![by],
        own: false,
        why: HandsWhy::StandIn,
    };
    game.change_hands(new, at, keys)
}

/// The seat's player again.
pub(super) fn come_back(game: &Game, seat: SeatId, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
    let name = game.stood_in(seat).unwrap_or("nobody").to_owned();
    let new = NewHands { seat, name, bot: None, agreed: Vec::new(), own: true, why: HandsWhy::Return };
    game.change_hands(new, at, keys)
}

/// What somebody is told who would play while a house player does so for them.
pub(super) fn stood_in() -> ServiceError {
    ServiceError::conflict("A house player plays your seat at present.").legal("Say that you are back, and play on.")
}

/// Whether a wish is still about what it was made about.
fn stands(game: &Game, wish: &Replacement, now: Time) -> bool {
    let asked = |seat| game.clocks().and_then(|c| c.reading(seat, millis(now)).asked).map(Time::from);
    wish.own
        || game.stood_in(wish.seat).is_some()
        || game.vacant(wish.seat, millis(now)) && wish.asked.is_some() && wish.asked == asked(wish.seat)
}

/// Whether all have agreed who must.
fn agreed(game: &Game, wish: &Replacement, now: Time) -> bool {
    stands(game, wish, now) && (!wish.agreed.is_empty() || game.only_house_opposite(wish.seat))
}

impl SeatChanges<'_> {
    /// Does something about who plays a seat. The same `key` a second time does nothing more, and gets the first answer.
    ///
    /// # Errors
    /// 400 for what makes no sense, 403 for a spectator or the wrong side, 409 when it cannot be now, or somebody has not agreed.
    pub async fn act(
        self,
        game: &str,
        account: &Account,
        act: SeatChangeAct,
        key: Option<String>,
    ) -> Outcome<SeatChangeDone> {
        if account.is_guest() {
            return Err(ServiceError::forbidden("A guest plays their own seat to the end.")
                .legal("Keep the game by giving a mail address; then somebody else can be invited to it."));
        }
        let request = Hash32::of(format!("hands\n{game}\n{act:?}").as_bytes());
        let once = checked_key(key)?.map(|key| (key, request));
        let receipt = match &act {
            SeatChangeAct::StandIn { seat } => {
                self.0
                    .play()
                    .act(game, account, once, |live, by, at| {
                        Ok(stand_in(&live.game, by, SeatId(*seat), millis(at), &live.keys)?)
                    })
                    .await?
            }
            SeatChangeAct::Back => {
                let adding = Adding { game, account, named: None, once, returning: true, draft: false };
                let back = |held: &LockedGame, seat, at| {
                    Ok(Laid::Played(come_back(&held.live.game, seat, millis(at), &held.live.keys)?))
                };
                self.0.play().add(adding, back).await?.receipt()?
            }
            _ => return self.seek(game, account, act, once).await,
        };
        Ok(SeatChangeDone { ok: true, game: game.to_owned(), invitation: None, receipt: Some(receipt) })
    }

    /// The seats for which somebody else is looked for, as the holder of a seat sees them.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn sought(self, table: &super::table::Table) -> Outcome<Vec<Sought>> {
        let game = &table.game;
        let Some(me) = table.seat.filter(|_| !table.over()) else { return Ok(Vec::new()) };
        let now = Time::now();
        let side = |seat| game.seat(seat).map(|s| s.side);
        let wishes = self.0.store.games().replacements(table.row.id).await?;
        let sought = wishes.into_iter().filter(|w| stands(game, w, now)).map(|w| Sought {
            seat: w.seat.0,
            own: w.own,
            yours: if w.seat == me { !w.own } else { side(w.seat) != side(me) && !w.agreed.contains(&me) },
            open: agreed(game, &w, now),
            agreed: w.agreed.iter().map(|s| s.0).collect(),
        });
        Ok(sought.collect())
    }

    /// Whether an account holds this seat of a game, or any: nothing of a game is told to those who do so no longer.
    pub(super) async fn has_seat(self, game: GameId, account: AccountId, seat: Option<SeatId>) -> Outcome<bool> {
        Ok(self.0.store.games().get(game).await?.is_some_and(|row| row.seat_for(account, seat).is_some()))
    }

    /// The seats that somebody has handed over, the latest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn handed_over(self, account: &Account) -> Outcome<Vec<Former>> {
        Ok(self.0.store.games().handed_over(account.id).await?)
    }

    /// Everything about looking for somebody else, up to the invitation.
    async fn seek(
        self,
        game: &str,
        account: &Account,
        act: SeatChangeAct,
        once: Option<(String, Hash32)>,
    ) -> Outcome<SeatChangeDone> {
        let GameAddress { id, seat: named } = GameAddress::read(game)?;
        let held = self.0.cached_games().hold_for(id, account, once.as_ref().map(|(key, _)| key.as_str())).await?;
        if let (Some((key, request)), Some((asked, saved))) = (&once, &held.saved) {
            return match asked.is(*request) {
                true => self.done_before(id, account, key, saved).await,
                false => Err(AppendError::KeyReused.into()),
            };
        }
        let row = &held.row;
        self.0.games().may_see(row, Some(account.id))?;
        let me = seat_for(row, &held.live.game, account.id, named).ok_or_else(not_seated)?;
        held.live.playable()?;
        let now = Time::now();
        let decided = self.decide(&held, me, &act, now).await?;
        self.0.consents().may_seek(id, me)?;
        let mut invitation = None;
        let mut letters = self.0.posting().letters(row, &held.live.game, &decided.notices).await?;
        let key = once.as_ref().map_or_else(|| Token::fresh().reveal(), |(key, _)| key.clone());
        let mut path = None;
        if let SeatChangeAct::Invite { seat, to } = &act {
            let to = to.as_deref().map(str::trim).filter(|t| !t.is_empty()).map(read_email).transpose()?;
            if to.as_ref().is_some_and(|to| *to == account.email) {
                return Err(ServiceError::malformed("That is your own address.").legal("Invite somebody else."));
            }
            self.0.lobby().may_invite(id).await?;
            let token = self.seat_invitation(id, account, &key).await?;
            if let Some(to) = &to {
                letters.extend(self.0.consents().invitation_to(to, account, id, &token.reveal()).await?);
            }
            path = Some(invitation_href(&token));
            let new = NewInvitation { game: id, seat: Some(SeatId(*seat)), email: to, life: INVITATION_LIFE };
            invitation = Some((token.hash(), new));
        }
        // The link itself is kept nowhere: it follows from the key.
        let saved = Saved { status: 200, body: if path.is_some() { "invited" } else { "" }.to_owned() };
        let once = once.map(|(key, request)| Once { account: account.id, key, request, answer: saved });
        let change = ReplacementChange {
            game: id,
            expect: held.live.tip(),
            seat: decided.seat,
            wish: decided.wish,
            invitation,
            letters,
            once,
            at: now,
        };
        match self.0.store.games().change_replacement(change).await {
            Ok(Some(saved)) => return self.done_before(id, account, &key, &saved).await,
            Ok(None) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(done(id, path))
    }

    /// What an act about looking for somebody comes to.
    async fn decide(self, held: &LockedGame, me: SeatId, act: &SeatChangeAct, now: Time) -> Outcome<Decided> {
        let (row, game) = (&held.row, &held.live.game);
        let (SeatChangeAct::Seek { seat }
        | SeatChangeAct::Agree { seat }
        | SeatChangeAct::Decline { seat }
        | SeatChangeAct::Invite { seat, .. }) = act
        else {
            return Err(ServiceError::inside(anyhow::anyhow!("that is nothing about looking for somebody")));
        };
        let seat = SeatId(*seat);
        if let Some(result) = game.result() {
            return Err(ServiceError::conflict(format!("The game is over: {}.", result.level)));
        }
        if !game.begun() {
            return Err(ServiceError::conflict("The game has not begun: a seat is still empty."));
        }
        let side = |seat| game.seat(seat).map(|s| s.side);
        if side(seat).is_none() {
            return Err(ServiceError::malformed("There is no such seat.").legal("Name a seat of this game."));
        }
        let own = seat == me;
        if !own && side(seat) == side(me) {
            return Err(ServiceError::forbidden("That seat is of your own side.")
                .legal("Its player may ask to be replaced, and the other side may."));
        }
        if row.seats.iter().any(|s| s.seat == seat && s.holder.account().is_none()) {
            return Err(ServiceError::conflict("A house player needs no replacement."));
        }
        let wishes = self.0.store.games().replacements(row.id).await?;
        let wish = wishes.into_iter().find(|w| w.seat == seat && stands(game, w, now));
        let fresh = || Replacement { seat, own: false, agreed: Vec::new(), asked: None, created: now };
        let about = |news, to: SeatId| Notice::new(NoticeKind::SeatChange { news, about: seat }, to);
        let opposite = || game.seats().iter().filter(|s| Some(s.side) != side(seat)).map(|s| s.id);
        let none =
            || ServiceError::conflict("Nobody is looked for, for that seat.").legal("Its player may ask for it.");
        Ok(match act {
            SeatChangeAct::Seek { .. } if own => {
                let before = wish.unwrap_or_else(fresh);
                if before.own {
                    return Err(ServiceError::conflict("You have asked for it already."));
                }
                let notices = match before.agreed.is_empty() {
                    true => opposite().map(|to| about(SeatChangeNews::WouldGo, to)).collect(),
                    false => before.agreed.iter().map(|to| about(SeatChangeNews::Agreed, *to)).collect(),
                };
                Decided { seat, wish: Some(Replacement { own: true, asked: None, ..before }), notices }
            }
            SeatChangeAct::Seek { .. } => {
                let mut before = wish.unwrap_or_else(fresh);
                if before.agreed.contains(&me) {
                    return Err(ServiceError::conflict("You have asked for it already."));
                }
                if !before.own && !game.vacant(seat, millis(now)) {
                    return Err(ServiceError::conflict("Their time is not out.")
                        .legal("Only a player whose time is out can be replaced without asking for it."));
                }
                let news = if before.own { SeatChangeNews::Agreed } else { SeatChangeNews::Sought };
                before.agreed.push(me);
                before.agreed.sort();
                if !before.own {
                    let asked = game.clocks().and_then(|c| c.reading(seat, millis(now)).asked);
                    before.asked = asked.map(Time::from);
                }
                Decided { seat, wish: Some(before), notices: vec![about(news, seat)] }
            }
            SeatChangeAct::Agree { .. } if own => {
                let before = wish.filter(|w| !w.own).ok_or_else(none)?;
                let notices = before.agreed.iter().map(|to| about(SeatChangeNews::Agreed, *to)).collect();
                Decided { seat, wish: Some(Replacement { own: true, asked: None, ..before }), notices }
            }
            SeatChangeAct::Agree { .. } => {
                let mut before = wish.filter(|w| w.own && !w.agreed.contains(&me)).ok_or_else(none)?;
                before.agreed.push(me);
                before.agreed.sort();
                Decided { seat, wish: Some(before), notices: vec![about(SeatChangeNews::Agreed, seat)] }
            }
            SeatChangeAct::Decline { .. } => {
                let before = wish.ok_or_else(none)?;
                // A player whose time is out stops the search by playing on, not by a word.
                if own && !before.own {
                    return Err(ServiceError::conflict("Your time is out, so the other side may look for somebody.")
                        .legal("Play on, or say that you are back: then nobody is looked for any more."));
                }
                let told = if own { before.agreed } else { vec![seat] };
                let notices = told.into_iter().map(|to| about(SeatChangeNews::Declined, to)).collect();
                Decided { seat, wish: None, notices }
            }
            _ => match wish {
                Some(wish) if agreed(game, &wish, now) => Decided { seat, wish: Some(wish), notices: Vec::new() },
                Some(_) => {
                    return Err(ServiceError::conflict("The other side has not agreed yet.")
                        .legal("Somebody can be invited as soon as it has."));
                }
                None => return Err(none()),
            },
        })
    }

    /// What was answered to the same request before.
    async fn done_before(self, id: GameId, account: &Account, key: &str, saved: &Saved) -> Outcome<SeatChangeDone> {
        match saved.body.as_str() {
            "" => Ok(done(id, None)),
            "invited" => Ok(done(id, Some(invitation_href(&self.seat_invitation(id, account, key).await?)))),
            _ => Err(AppendError::KeyReused.into()),
        }
    }

    /// The token of the invitation to a seat that was made under a key. It is kept nowhere.
    async fn seat_invitation(self, game: GameId, account: &Account, key: &str) -> Outcome<Token> {
        let secret = self.0.store.service_secret("seat-invitations").await?;
        let stamp = [&secret[..], &game.0, &account.id.0, key.as_bytes(), &secret].concat();
        Ok(Token::from_bytes(Hash32::of(&stamp).0))
    }

    /// The path of the invitation that somebody has made under a key, if they have.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn invited_under(self, game: GameId, account: &Account, key: &str) -> Outcome<Option<String>> {
        let token = self.seat_invitation(game, account, key).await?;
        let made = self.0.store.invitations().get(&token).await?.filter(|i| i.game == game && i.account.is_none());
        Ok(made.map(|_| invitation_href(&token)))
    }

    /// Whether an invitation is to a seat that somebody else may take now.
    pub(super) async fn to_be_replaced(self, row: &Row, seat: SeatId) -> Outcome<bool> {
        let game = self.0.cached_games().live(row).await?.game;
        let now = Time::now();
        let wishes = self.0.store.games().replacements(row.id).await?;
        Ok(wishes.iter().any(|w| w.seat == seat && agreed(&game, w, now)) && game.result().is_none())
    }

    /// Somebody accepts an invitation to a seat that another has played until now.
    pub(super) async fn take_over(self, invited: &Invited, seat: SeatId, account: &Account) -> Outcome<GameId> {
        let id = invited.row.id;
        let held = self.0.cached_games().hold(id).await?;
        held.live.playable()?;
        let mut row = Row::clone(&held.row);
        may_sit(&row, seat, account.id)?;
        let game = &held.live.game;
        let side = |seat| game.seat(seat).map(|s| s.side);
        let before = self.0.store.games().handed_over(account.id).await?;
        if before.iter().any(|f| f.game == id && side(f.seat) != side(seat)) {
            return Err(ServiceError::forbidden(
                "You have played the other side of this game, and know what it knows.",
            ));
        }
        let now = Time::now();
        let wishes = self.0.store.games().replacements(id).await?;
        let wish = wishes.into_iter().find(|w| w.seat == seat && agreed(game, w, now)).ok_or_else(|| {
            ServiceError::gone("Nobody is looked for any more, for that seat.").legal("Its player goes on playing.")
        })?;
        let new = NewHands {
            seat,
            name: account.name.clone(),
            bot: None,
            agreed: wish.agreed,
            own: wish.own,
            why: HandsWhy::Replacement,
        };
        let played = game.change_hands(new, millis(now), &held.live.keys)?;
        let mut append = append_of(&held, &played, Some(seat), None, now);
        append.hands = vec![(seat, SeatChange::Replaced(account.id))];
        append.invitation = Some(invited.invitation.hash);
        let mut gone = None;
        if let Some(mine) = row.seats.iter_mut().find(|s| s.seat == seat) {
            gone = mine.holder.account();
            mine.holder = Holder::Player { account: account.id, name: account.name.clone() };
        }
        append.letters = self.0.posting().letters(&row, &played.game, &Notice::of(game, &played, Some(seat))).await?;
        append.letters.extend(self.farewell(&row, gone, &account.name, played.game.len()).await?);
        self.0.play().append(held, append, played.game).await?;
        Ok(id)
    }

    /// The last letter of a game to somebody who plays it no longer.
    async fn farewell(
        self,
        row: &Row,
        gone: Option<AccountId>,
        successor: &str,
        record: u64,
    ) -> Outcome<Option<NewLetter>> {
        let Some(account) = gone else { return Ok(None) };
        let account = self.0.store.accounts().get(account).await?;
        Ok(account.map(|account| self.0.posting().farewell_letter(&account, row, successor, record)))
    }
}

/// A change to the wish for a seat.
struct Decided {
    seat: SeatId,
    wish: Option<Replacement>,
    notices: Vec<Notice>,
}

fn done(game: GameId, invitation: Option<String>) -> SeatChangeDone {
    SeatChangeDone { ok: true, game: game.to_string(), invitation, receipt: None }
}
