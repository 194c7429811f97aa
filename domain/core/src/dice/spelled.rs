//! The dice of one record, spelled out: every number that went into them, so that somebody can recompute them by hand.
//!
//! Only what a log says is used, no rules and no secrets. `docs/auditing.md` has the arithmetic.

use super::chain::{ChainName, Owner};
use super::chair;
use super::seed::{Faces, Ingredients, phrases, private_seed};
use crate::log::{Body, LinkSource, OpeningSecond, PrivateRoll, Record, SecondChain};
use crate::words::{GameId, Hash32, Roll, SeatId, Side};
use std::collections::BTreeMap;

/// The dice of one order, or one private roll, with all that made them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled {
    /// Whose chains made them; none for a roll that nobody was told.
    pub seat: Option<SeatId>,
    /// The seat's byte in everything hashed; 0 for nobody's.
    pub chair: u8,
    /// `k`: the number of the links.
    pub index: u32,
    /// `G`: the hash of the genesis.
    pub genesis: Hash32,
    /// The links, each with what it hangs on: server, player and, of a roll for everybody, hand-over.
    pub links: Vec<SpelledLink>,
    /// The players' phrases, in seat order.
    pub phrases: Vec<String>,
    /// `P`: the hash of them.
    pub phrases_hash: Hash32,
    /// What follows from all of that.
    pub seed: Hash32,
    /// The rolls, in the order in which the rules made them.
    pub rolls: Vec<SpelledRoll>,
}

/// A link, and how it hangs on one that was known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpelledLink {
    /// Which chain.
    pub chain: ChainName,
    /// Whose: the seat's byte.
    pub chair: u8,
    /// Its number.
    pub index: u32,
    /// It.
    pub value: Hash32,
    /// The record that shows it, or that it follows from.
    pub record: u64,
    /// The number of the value known before, an anchor's being the number of links before it.
    pub known_index: u32,
    /// That value.
    pub known: Hash32,
    /// The record that shows that.
    pub known_record: u64,
    /// Whether hashing the link down to that number gives that value.
    pub holds: bool,
}

/// A roll, byte by byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpelledRoll {
    /// What it was for.
    pub purpose: String,
    /// How many sides each die has.
    pub sides: u8,
    /// The faces that the log shows.
    pub faces: Vec<u8>,
    /// The bytes of the key stream that it took, each with the face that it gives; none where it was skipped.
    pub bytes: Vec<(u8, Option<u8>)>,
    /// Whether the bytes give these faces.
    pub holds: bool,
}

impl Spelled {
    /// Whether every link hangs where it should, and the faces are those of the seed.
    pub fn holds(&self) -> bool {
        self.links.iter().all(|l| l.holds) && self.rolls.iter().all(|r| r.holds)
    }
}

impl ChainName {
    /// The word in its tag: `fieldpost/dice/WORD/1`.
    pub const fn word(self) -> &'static str {
        match self {
            ChainName::Server => "server",
            ChainName::Player => "player",
            ChainName::Handover => "handover",
            ChainName::Reserve => "reserve",
            ChainName::PrivateServer => "private-server",
            ChainName::PrivatePlayer => "private-player",
        }
    }
}

/// A value of a chain that the log has shown: its number, it, the record.
type Shown = (u32, Hash32, u64);

/// What a log has shown of its chains, as far as it was read.
struct Reading {
    game: GameId,
    genesis: Hash32,
    chairs: Vec<(Side, u8)>,
    phrases: BTreeMap<SeatId, String>,
    shown: BTreeMap<(ChainName, SeatId), Vec<Shown>>,
    /// The same of chains that players keep themselves (`sealed/1`).
    own: BTreeMap<(ChainName, SeatId), Vec<Shown>>,
    /// The link that each side was handed last: Union's, Confederate's.
    handed: [Option<SpelledLink>; 2],
    /// The number of links before those that are counted from step 1: that of the last restore.
    start: u32,
}

/// Spells the public dice of record `seq` out, where it has any that the log proves. `records` is the log from its first record on, to that one at least.
pub fn spelled(records: &[Record], seq: u64) -> Option<Spelled> {
    let mut reading = Reading::begin(records.first()?)?;
    let telling = ["join/", "sealed/", "order/", "choices/", "hand-over/1", "anchor/", "restored/"];
    for record in records.iter().skip(1).filter(|r| telling.iter().any(|kind| r.is_kind(kind))) {
        let body = record.read().ok()?;
        if record.seq == seq {
            return reading.of(seq, &body);
        }
        reading.take(record.seq, &body);
    }
    None
}

/// Spells a private roll out, once the log is open: its links follow from those of the opening.
pub fn spelled_private(records: &[Record], roll: &PrivateRoll) -> Option<Spelled> {
    let first = records.first()?;
    let Ok(Body::GenesisSecond(genesis)) = first.read() else { return None };
    let mut reading = Reading::begin(first)?;
    for record in records.iter().filter(|r| r.is_kind("join/")) {
        reading.take(record.seq, &record.read().ok()?);
    }
    let (at, opening) = records.iter().rev().take(3).find_map(|r| match r.read() {
        Ok(Body::OpeningSecond(opening)) => Some((r.seq, opening)),
        _ => None,
    })?;
    let OpeningSecond { links, .. } = &opening;
    let (chair, place) = match roll.seat {
        Some(seat) => (reading.chair(seat)?.1, usize::from(seat.0) + 1),
        None => (0, 0),
    };
    let highest = links.get(place).filter(|highest| highest.index >= roll.index && roll.index > 0)?;
    let anchors = match roll.seat {
        Some(seat) => {
            let own = genesis.dice.private.get(usize::from(seat.0))?;
            vec![
                (ChainName::PrivateServer, highest.server, own.server),
                (ChainName::PrivatePlayer, highest.player, own.player),
            ]
        }
        None => vec![(ChainName::PrivateServer, highest.server, genesis.dice.nobody)],
    };
    let links: Vec<SpelledLink> = anchors
        .into_iter()
        .map(|(chain, tip, anchor)| {
            let owner = Owner { game: reading.game, chair, kind: chain };
            let value = down(&owner, highest.index, roll.index, tip);
            let holds = down(&owner, roll.index, 0, value) == anchor;
            SpelledLink {
                chain,
                chair,
                index: roll.index,
                value,
                record: at,
                known_index: 0,
                known: anchor,
                known_record: 1,
                holds,
            }
        })
        .collect();
    let player = links.get(1).map_or(Hash32::ZERO, |l| l.value);
    let phrases_hash = reading.phrases_hash();
    let seed = private_seed(&reading.genesis, chair, roll.index, &links.first()?.value, &player, &phrases_hash);
    Some(Spelled {
        seat: roll.seat,
        chair,
        index: roll.index,
        genesis: reading.genesis,
        links,
        phrases: reading.phrases.into_values().collect(),
        phrases_hash,
        seed: Hash32(seed),
        rolls: rolled(seed, std::slice::from_ref(&roll.roll())),
    })
}

/// The value of a chain at a lower number.
fn down(owner: &Owner, from: u32, to: u32, mut value: Hash32) -> Hash32 {
    for index in (to.saturating_add(1)..=from).rev() {
        value = owner.before(index, &value);
    }
    value
}

/// Rolls against the key stream of their seed.
fn rolled(seed: [u8; 32], rolls: &[Roll]) -> Vec<SpelledRoll> {
    let mut stream = Faces::new(seed);
    let one = |roll: &Roll| {
        let bytes: Vec<(u8, Option<u8>)> = roll.faces.iter().flat_map(|_| stream.spelled(roll.sides)).collect();
        let made = bytes.iter().filter_map(|(_, face)| *face);
        SpelledRoll {
            purpose: roll.purpose.clone(),
            sides: roll.sides,
            faces: roll.faces.clone(),
            holds: made.eq(roll.faces.iter().copied()),
            bytes,
        }
    };
    rolls.iter().map(one).collect()
}

impl Reading {
    /// With what the genesis says. None of a log of testimony: its dice have no chains.
    fn begin(first: &Record) -> Option<Reading> {
        let mut shown: BTreeMap<(ChainName, SeatId), Vec<Shown>> = BTreeMap::new();
        let mut anchor = |chain, seat, value| {
            shown.insert((chain, SeatId(seat)), vec![(0, value, 1)]);
        };
        let sides: Vec<Side> = match first.read().ok()? {
            Body::Genesis(genesis) => {
                for (seat, (server, player)) in (0..).zip(genesis.dice.anchors.iter().zip(&genesis.dice.players)) {
                    anchor(ChainName::Server, seat, *server);
                    anchor(ChainName::Player, seat, player.player);
                    anchor(ChainName::Handover, seat, player.handover);
                }
                genesis.seats.iter().map(|s| s.side).collect()
            }
            Body::GenesisSecond(genesis) => {
                for (seat, (server, player)) in (0..).zip(genesis.dice.anchors.iter().zip(&genesis.dice.players)) {
                    anchor(ChainName::Server, seat, *server);
                    anchor(ChainName::Player, seat, player.player);
                    anchor(ChainName::Handover, seat, player.handover);
                }
                (0..).zip(&genesis.dice.reserve).for_each(|(seat, value)| anchor(ChainName::Reserve, seat, *value));
                genesis.seats.iter().map(|s| s.side).collect()
            }
            _ => return None,
        };
        let before = |n: usize| sides[..n].iter().filter(|side| **side == sides[n]).count();
        let chairs = (0..sides.len()).map(|n| (sides[n], chair(sides[n], before(n)))).collect();
        Some(Reading {
            game: first.game,
            genesis: first.hash,
            chairs,
            phrases: BTreeMap::new(),
            shown,
            own: BTreeMap::new(),
            handed: [None; 2],
            start: 0,
        })
    }

    fn chair(&self, seat: SeatId) -> Option<(Side, u8)> {
        self.chairs.get(usize::from(seat.0)).copied()
    }

    fn phrases_hash(&self) -> Hash32 {
        phrases(self.phrases.values().map(String::as_str))
    }

    /// A link with what it hangs on.
    fn link(&self, record: u64, (chain, seat): (ChainName, SeatId), index: u32, value: Hash32) -> Option<SpelledLink> {
        let (_, chair) = self.chair(seat)?;
        let owner = Owner { game: self.game, chair, kind: chain };
        let of = |shown: &BTreeMap<(ChainName, SeatId), Vec<Shown>>| {
            let before = shown.get(&(chain, seat))?.iter().filter(|(at, ..)| *at < index);
            // Of two at one number the later: an anchor takes over from the last link before it.
            let (known_index, known, known_record) = *before.max_by_key(|(at, ..)| *at)?;
            let holds = down(&owner, index, known_index, value) == known;
            Some(SpelledLink { chain, chair, index, value, record, known_index, known, known_record, holds })
        };
        // Whose dice are sealed has chains of their own; when they end, or at a hand-over with nobody at home, the house's go on.
        match (of(&self.own), of(&self.shown)) {
            (Some(own), Some(house)) => Some(if house.holds && !own.holds { house } else { own }),
            (own, house) => own.or(house),
        }
    }

    fn show(&mut self, record: u64, chain: (ChainName, SeatId), index: u32, value: Hash32) {
        let (name, seat) = chain;
        let hangs = |known: &Shown, chair| {
            let owner = Owner { game: self.game, chair, kind: name };
            known.0 < index && down(&owner, index, known.0, value) == known.1
        };
        let chair = self.chair(seat).map(|c| c.1);
        let own = self.own.get(&chain).and_then(|shown| shown.iter().max_by_key(|known| known.0)).zip(chair);
        let chains =
            if own.is_some_and(|(known, chair)| hangs(known, chair)) { &mut self.own } else { &mut self.shown };
        chains.entry(chain).or_default().push((index, value, record));
    }

    /// The first seat of the other side: the one whose hand-over links go with a side's rolls in a log of the second format.
    fn facing(&self, side: Side) -> Option<SeatId> {
        let at = self.chairs.iter().position(|(of, _)| *of != side)?;
        u8::try_from(at).ok().map(SeatId)
    }

    fn take(&mut self, record: u64, body: &Body) {
        match body {
            Body::Join(join) => {
                self.phrases.insert(join.seat, join.phrase.clone());
            }
            Body::SealedDice(sealed) => {
                for (chain, value) in
                    [(ChainName::Player, sealed.anchors.player), (ChainName::Handover, sealed.anchors.handover)]
                {
                    self.own.insert((chain, sealed.seat), vec![(0, value, record)]);
                }
            }
            Body::Order(order) => {
                if let Some(dice) = &order.dice {
                    self.show(record, (ChainName::Server, order.seat), dice.index, dice.server);
                    self.show(record, (ChainName::Player, order.seat), dice.index, dice.player);
                }
            }
            Body::HandOver(hand) => {
                let chain = (ChainName::Handover, hand.from);
                let link = self.link(record, chain, hand.index, hand.link);
                if let Some(place) = self.handed.get_mut(usize::from(hand.side != Side::Union)) {
                    *place = link;
                }
                self.show(record, chain, hand.index, hand.link);
            }
            Body::NextAnchor(next) => self.show(record, (next.chain.into(), next.seat), next.start, next.anchor),
            Body::AnchorSecond(next) => {
                let chain: SecondChain = next.chain;
                self.show(record, (chain.into(), next.seat), next.start, next.anchor);
            }
            Body::OrderSecond(_) | Body::Choices(_) => {
                for link in self.of_second(record, body).into_iter().flatten() {
                    if let Some(seat) = self.seat_of(link.chair) {
                        self.show(record, (link.chain, seat), link.index, link.value);
                    }
                }
            }
            Body::Restored(restored) => {
                self.start = restored.start;
                for (seat, anchors) in (0..).map(SeatId).zip(&restored.anchors) {
                    for (chain, value) in [
                        (ChainName::Server, anchors.server),
                        (ChainName::Player, anchors.player),
                        (ChainName::Handover, anchors.handover),
                    ] {
                        self.shown.insert((chain, seat), vec![(restored.start, value, record)]);
                    }
                }
            }
            _ => {}
        }
    }

    fn seat_of(&self, chair: u8) -> Option<SeatId> {
        let at = self.chairs.iter().position(|(_, byte)| *byte == chair)?;
        u8::try_from(at).ok().map(SeatId)
    }

    /// The three links of a record of the second format that rolled.
    fn of_second(&self, record: u64, body: &Body) -> Option<[SpelledLink; 3]> {
        let came = match body {
            Body::OrderSecond(order) => order.came_to(),
            Body::Choices(choices) => choices.came_to(),
            _ => return None,
        };
        let (dice, (side, _)) = (came.dice?, self.chair(came.seat)?);
        let own = if dice.chain == LinkSource::Own { ChainName::Player } else { ChainName::Reserve };
        let step = dice.step.saturating_add(self.start);
        Some([
            self.link(record, (ChainName::Server, came.seat), dice.index, dice.server)?,
            self.link(record, (own, came.seat), dice.index, dice.player)?,
            self.link(record, (ChainName::Handover, self.facing(side)?), step, dice.handed)?,
        ])
    }

    /// The dice of a record.
    fn of(self, seq: u64, body: &Body) -> Option<Spelled> {
        let (seat, index, links, rolls) = match body {
            Body::Order(order) => {
                let dice = order.dice?;
                let (side, _) = self.chair(order.seat)?;
                let links = vec![
                    self.link(seq, (ChainName::Server, order.seat), dice.index, dice.server)?,
                    self.link(seq, (ChainName::Player, order.seat), dice.index, dice.player)?,
                    self.handed.get(usize::from(side != Side::Union)).copied().flatten()?,
                ];
                (order.seat, dice.index, links, &order.rolls)
            }
            Body::OrderSecond(order) => {
                (order.seat, order.dice?.index, self.of_second(seq, body)?.to_vec(), &order.rolls)
            }
            Body::Choices(choices) => {
                (choices.seat, choices.dice?.index, self.of_second(seq, body)?.to_vec(), &choices.rolls)
            }
            _ => return None,
        };
        let (_, chair) = self.chair(seat)?;
        let phrases_hash = self.phrases_hash();
        let [server, player, handed] = *links.as_slice() else { return None };
        let made_of = Ingredients {
            genesis: self.genesis,
            chair,
            index,
            server: server.value,
            player: player.value,
            handed: handed.value,
            phrases: phrases_hash,
        };
        let seed = made_of.seed();
        Some(Spelled {
            seat: Some(seat),
            chair,
            index,
            genesis: self.genesis,
            links,
            phrases: self.phrases.into_values().collect(),
            phrases_hash,
            seed: Hash32(seed),
            rolls: rolled(seed, rolls),
        })
    }
}
