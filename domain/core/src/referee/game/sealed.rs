//! Sealed dice: a seat whose links come from chains that its player keeps (`docs/decisions/0100-sealed-dice.md`).
//!
//! The service knows what was given, and the log says what that is: [`Game::seal_dice`] binds the chains before the game begins,
//! [`Game::deposit`] gives links, and an order by hand without the links it takes is refused before anything is rolled.

use super::own_chains::{OwnChain, OwnChains};
use super::play::Work;
use super::{Cursor, Game, GameError, Played};
use crate::dice::{ChainName, GameKeys, Owner};
use crate::log::{Body, Deposit, GivenLink, HandsWhy, HouseDiceTaken, HouseDiceWhy, PlayerAnchors, SealedDice};
use crate::referee::Finality;
use crate::words::{Hash32, Millis, SeatId};

/// Links that a player gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// Of the chain for rolls.
    pub player: Option<GivenLink>,
    /// Of the chain for hand-overs.
    pub handover: Option<GivenLink>,
}

/// What a player who seals their dice binds them to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealing {
    /// The anchors of their chains.
    pub anchors: PlayerAnchors,
    /// Link 1 of the chain for hand-overs.
    pub first: Hash32,
}

/// How far the links of a seat with sealed dice have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealedSeat {
    /// The anchors of its chains.
    pub anchors: PlayerAnchors,
    /// The seat's byte.
    pub chair: u8,
    /// Links in each chain.
    pub links: u32,
    /// The number of the link that its next roll takes.
    pub next_roll: u32,
    /// That of the link that its next hand-over takes.
    pub next_handover: u32,
    /// The highest roll link that was given, and its number; number 0 is the anchor.
    pub given_rolls: GivenLink,
    /// The same of hand-overs.
    pub given_handovers: GivenLink,
}

impl SealedSeat {
    /// How many rolls to come the service can make by itself, because their links were given.
    pub fn rolls_ahead(&self) -> u32 {
        (self.given_rolls.index + 1).saturating_sub(self.next_roll)
    }
}

impl Cursor {
    /// A roll has shown a link of the player's chain.
    pub(super) fn rolled(&mut self, index: u32, link: Hash32, links: u32) {
        self.rolls = index;
        match &mut self.own {
            Some(own) => own.player.shown = (index, link),
            None => (self.player, self.player_at) = (link, index),
        }
        self.use_up(index, links);
    }

    /// A hand-over has shown a link.
    pub(super) fn handed_over(&mut self, index: u32, link: Hash32, links: u32) {
        self.handovers = index;
        match &mut self.own {
            Some(own) if own.handover.covers(index) => own.handover.shown = (index, link),
            _ => (self.handover, self.handover_at) = (link, index),
        }
        self.use_up(index, links);
    }

    /// A chain that is used up is followed by the house's.
    fn use_up(&mut self, index: u32, links: u32) {
        if index >= links {
            self.own = None;
        }
    }

    /// Somebody else sits there: they have no key to these chains.
    pub(super) fn leaves(&mut self, why: HandsWhy) {
        if why != HandsWhy::Return {
            self.own = None;
        }
    }
}

/// A link or anchor that does not fit.
fn bad(text: String) -> GameError {
    GameError::BadLink(text)
}

impl Game {
    /// The sealed dice of a seat, if it has any.
    pub fn sealed_dice(&self, seat: SeatId) -> Option<SealedSeat> {
        let (cursor, chair) = (self.cursors.get(usize::from(seat.0))?, self.seat(seat)?.chair);
        let own = cursor.own.as_ref()?;
        let given = |(index, link)| GivenLink { index, link };
        Some(SealedSeat {
            anchors: own.anchors,
            chair,
            links: self.genesis.dice.links,
            next_roll: cursor.rolls + 1,
            next_handover: cursor.handovers + 1,
            given_rolls: given(own.player.given),
            given_handovers: given(own.handover.given),
        })
    }

    /// Whether players of this game may seal their dice now: before it begins.
    pub fn may_seal(&self) -> bool {
        !self.is_second() && !self.is_testimony() && !self.is_study() && !self.begun() && self.result.is_none()
    }

    pub(super) fn owner(&self, seat: SeatId, kind: ChainName) -> Option<Owner> {
        Some(Owner { game: self.id(), chair: self.seat(seat)?.chair, kind })
    }

    pub(super) fn own(&self, seat: SeatId) -> Option<&OwnChains> {
        self.cursors.get(usize::from(seat.0))?.own.as_ref()
    }

    /// A link of a player's chain that was given: of `own` dice only.
    pub(super) fn given_link(&self, seat: SeatId, kind: ChainName, index: u32) -> Option<Hash32> {
        let (own, owner) = (self.own(seat)?, self.owner(seat, kind)?);
        match kind {
            ChainName::Player => own.player.link(owner, index),
            ChainName::Handover => own.handover.link(owner, index),
            _ => None,
        }
    }

    /// The links that orders by hand of a seat may take and that were not given: for a roll, and for a hand-over. Nothing of a seat with house dice.
    pub(super) fn missing_links(&self, seat: SeatId) -> (Option<u32>, Option<u32>) {
        let Some(sealed) = self.sealed_dice(seat) else { return (None, None) };
        let missing = |next: u32, given: GivenLink| (next > given.index).then_some(next);
        (missing(sealed.next_roll, sealed.given_rolls), missing(sealed.next_handover, sealed.given_handovers))
    }

    /// Whether the links are there that orders by hand of a seat take, as far as can be told before anything is rolled. What the rules refuse,
    /// they refuse first.
    pub(super) fn has_links(&self, seat: SeatId, lines: &[String]) -> Result<(), GameError> {
        let (roll, handover) = self.missing_links(seat);
        if roll.is_none() && handover.is_none() {
            return Ok(());
        }
        let rolls = self.draft(seat, lines)?.finality == Some(Finality::Rolls);
        match roll.filter(|_| rolls) {
            None if handover.is_none() => Ok(()),
            roll => Err(GameError::LinksWanted { roll, handover }),
        }
    }

    /// Whether a seat's dice may be sealed so by the next record.
    pub(super) fn sealed_allowed(&self, sealed: &SealedDice) -> Result<(), GameError> {
        let seat = self.seat(sealed.seat).ok_or(GameError::NotSeated)?;
        if !self.may_seal() {
            return Err(GameError::SealedDice(
                "Dice can be sealed before a game begins, and only in games without secrets. This one goes on with house dice.",
            ));
        }
        if self.own(sealed.seat).is_some() || self.cursors.get(usize::from(sealed.seat.0)).is_some_and(|c| c.unsealed) {
            return Err(GameError::SealedDice("The dice of this seat were sealed before: that is done once a game."));
        }
        if seat.player.as_ref().is_some_and(|p| p.bot.is_some()) {
            return Err(GameError::SealedDice("House players play with house dice."));
        }
        let owner = self.owner(sealed.seat, ChainName::Handover).ok_or(GameError::NotSeated)?;
        if owner.before(1, &sealed.first) != sealed.anchors.handover {
            return Err(bad(
                "The first hand-over link does not belong to its anchor: make both from one dice key.".to_owned()
            ));
        }
        Ok(())
    }

    /// Whether these links may be given by the next record.
    pub(super) fn deposit_allowed(&self, deposit: &Deposit) -> Result<(), GameError> {
        self.going(deposit.seat)?;
        let own = self.own(deposit.seat).ok_or(NOT_SEALED)?;
        if deposit.player.is_none() && deposit.handover.is_none() {
            return Err(bad("No link was given.".to_owned()));
        }
        let chains = [
            (ChainName::Player, "roll", &own.player, &deposit.player),
            (ChainName::Handover, "hand-over", &own.handover, &deposit.handover),
        ];
        for (kind, name, chain, given) in chains {
            let Some(given) = given else { continue };
            let (last, links) = (chain.given.0, self.genesis.dice.links);
            if given.index <= last || given.index > links {
                return Err(bad(format!(
                    "The number of the {name} link is {}: up to {last} they were given, and the chain ends with {links}.",
                    given.index
                )));
            }
            let owner = self.owner(deposit.seat, kind).ok_or(GameError::NotSeated)?;
            if !chain.takes(owner, given) {
                return Err(bad(format!(
                    "This is not {name} link {} of the chain that your dice were sealed with. Is it the dice key of this game?",
                    given.index
                )));
            }
        }
        Ok(())
    }

    /// Whether a seat may go on with house dice.
    pub(super) fn house_dice_allowed(&self, seat: SeatId) -> Result<(), GameError> {
        match (&self.result, self.own(seat)) {
            (Some(result), _) => Err(GameError::Finished(result.level.clone())),
            (None, None) => Err(NOT_SEALED),
            (None, Some(_)) => Ok(()),
        }
    }

    /// Seals a seat's dice. The seat is taken, or somebody joins with the next record ([`Played::then`]).
    ///
    /// # Errors
    /// [`GameError::SealedDice`], [`GameError::BadLink`].
    pub fn seal_dice(&self, seat: SeatId, sealing: Sealing, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        self.own_keys(keys)?;
        self.playable()?;
        let Sealing { anchors, first } = sealing;
        let sealed = SealedDice { anchors, at, first, seat };
        self.sealed_allowed(&sealed)?;
        self.one_record(&Body::SealedDice(sealed), at, keys)
    }

    /// Takes links that a player gives. What was given before is no fault, as long as it is the same; then nothing is recorded.
    ///
    /// # Errors
    /// [`GameError::SealedDice`] for a seat with house dice, [`GameError::BadLink`].
    pub fn deposit(&self, seat: SeatId, links: Links, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        self.own_keys(keys)?;
        self.playable()?;
        self.going(seat)?;
        let own = self.own(seat).ok_or(NOT_SEALED)?;
        let new = |kind, chain: &OwnChain, given: Option<GivenLink>| match given {
            Some(given) if given.index > 0 && chain.covers(given.index) => {
                match self.given_link(seat, kind, given.index) == Some(given.link) {
                    true => Ok(None),
                    false => Err(bad(format!(
                        "Link {} was given before, and it was another. Is it the dice key of this game?",
                        given.index
                    ))),
                }
            }
            given => Ok(given),
        };
        let player = new(ChainName::Player, &own.player, links.player)?;
        let handover = new(ChainName::Handover, &own.handover, links.handover)?;
        if player.is_none() && handover.is_none() {
            return Ok(Work::new(self, at, keys).played(self, None));
        }
        let deposit = Deposit { at, handover, player, seat };
        self.deposit_allowed(&deposit)?;
        self.one_record(&Body::Deposit(deposit), at, keys)
    }

    /// Goes on with house dice. There is no way back.
    ///
    /// # Errors
    /// [`GameError::SealedDice`] for a seat that plays with them already; [`GameError::Finished`].
    pub fn take_house_dice(
        &self,
        seat: SeatId,
        why: HouseDiceWhy,
        at: Millis,
        keys: &GameKeys,
    ) -> Result<Played, GameError> {
        self.own_keys(keys)?;
        self.playable()?;
        self.house_dice_allowed(seat)?;
        self.one_record(&Body::HouseDice(HouseDiceTaken { at, seat, why }), at, keys)
    }

    fn one_record(&self, body: &Body, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        let mut work = Work::new(self, at, keys);
        work.push(body, None)?;
        Ok(work.played(self, None))
    }

    /// Takes a record about sealed dice in.
    pub(super) fn take_sealed(&mut self, body: &Body) -> Result<(), super::FaultKind> {
        match body {
            Body::SealedDice(sealed) => {
                let SealedDice { anchors, first, .. } = *sealed;
                self.cursor(sealed.seat)?.own = Some(OwnChains::bound(anchors, first));
            }
            Body::Deposit(deposit) => {
                let cursor = self.cursor(deposit.seat)?;
                if let Some(own) = &mut cursor.own {
                    let take = |chain: &mut OwnChain, given: &Option<GivenLink>| {
                        if let Some(given) = given {
                            chain.given = (given.index, given.link);
                        }
                    };
                    take(&mut own.player, &deposit.player);
                    take(&mut own.handover, &deposit.handover);
                }
            }
            Body::HouseDice(taken) => {
                let cursor = self.cursor(taken.seat)?;
                (cursor.own, cursor.unsealed) = (None, true);
            }
            _ => {}
        }
        Ok(())
    }

    /// A record about sealed dice told in prose.
    pub(super) fn told_of_sealed(&self, body: &Body) -> Option<(SeatId, String)> {
        match body {
            Body::SealedDice(sealed) => {
                let text =
                    format!("The {} plays with sealed dice: its player keeps the links.", self.name(sealed.seat));
                Some((sealed.seat, text))
            }
            Body::HouseDice(taken) => {
                let why = match taken.why {
                    HouseDiceWhy::Lost => "because the dice key is lost",
                    HouseDiceWhy::Wish => "at its player's wish",
                };
                Some((taken.seat, format!("The {} plays with house dice from here on, {why}.", self.name(taken.seat))))
            }
            _ => None,
        }
    }
}

const NOT_SEALED: GameError = GameError::SealedDice("The dice of this seat are not sealed: it plays with house dice.");

/// The records about sealed dice.
macro_rules! of_sealed {
    () => {
        Body::SealedDice(_) | Body::Deposit(_) | Body::HouseDice(_)
    };
}
pub(super) use of_sealed;
