//! Dice: the same as an independent implementation makes, fair, and from links that hang together.

use crate::python;
use domain::dice::{Chain, Dice, Faces, GameKeys, Ingredients, LINKS, NoDice, Owner, chair, phrases};
use domain::log::{ChainKind, GameId, Hash32};
use domain::referee::Side;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

/// A vector as `tests/verify_log.py --vectors` prints it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Vector {
    anchor: Hash32,
    chair: u8,
    faces: Vec<u8>,
    game: GameId,
    genesis: Hash32,
    handed: Hash32,
    index: u32,
    kind: ChainKind,
    links: u32,
    phrases: Vec<String>,
    player: Hash32,
    seed: Hash32,
    server: Hash32,
    sides: Vec<u8>,
    tip: Hash32,
}

impl Vector {
    /// The vector with everything that follows from its inputs worked out here.
    fn made(self) -> Self {
        let owner = Owner { game: self.game, chair: self.chair, kind: self.kind.into() };
        let anchor = Chain::new(owner, 0, self.links, self.tip).anchor();
        let seed = Ingredients {
            genesis: self.genesis,
            chair: self.chair,
            index: self.index,
            server: self.server,
            player: self.player,
            handed: self.handed,
            phrases: phrases(self.phrases.iter().map(String::as_str)),
        }
        .seed();
        let mut dice = Dice::seeded(|| seed);
        let faces = self.sides.iter().map(|s| dice.roll("", 1, *s).unwrap()[0]).collect();
        Vector { anchor, seed: Hash32(seed), faces, ..self }
    }
}

#[test]
fn vectors_of_the_python_implementation_come_out_the_same() {
    let text = include_str!("vectors.json");
    let vectors: Vec<Vector> = serde_json::from_str(text).unwrap();
    assert_eq!(vectors.len(), 12);
    for vector in vectors {
        let again: Vector = serde_json::from_value(serde_json::to_value(&vector).unwrap()).unwrap();
        assert_eq!(again.made(), vector);
    }
    let (_, printed) = python::run(&["--vectors"], "");
    assert_eq!(printed, text.trim(), "the file is what the verifier prints");
}

#[test]
fn vectors_made_here_come_out_the_same_in_python() {
    let name = |i: u32, what: &str| Hash32::of(format!("rust {i} {what}").as_bytes());
    let mut vectors: Vec<Vector> = (0..20_u32)
        .map(|i| {
            let mut game = GameId([0; 16]);
            game.0.copy_from_slice(&name(i, "game").0[..16]);
            Vector {
                anchor: Hash32::ZERO,
                chair: chair(Side::BOTH[i as usize % 2], i as usize % 5),
                faces: vec![],
                game,
                genesis: name(i, "genesis"),
                handed: name(i, "handed"),
                index: 1 + i * 300,
                kind: [ChainKind::Server, ChainKind::Player, ChainKind::Handover][i as usize % 3],
                links: 1 + i * 13,
                phrases: vec![String::new(), "gray \u{2028} or blue".into(), format!("\u{1f3b2}{i}")],
                player: name(i, "player"),
                seed: Hash32::ZERO,
                server: name(i, "server"),
                sides: (0..200).map(|j| [6, 6, 6, 10, 3, 129, 200][(i + j) as usize % 7]).collect(),
                tip: name(i, "tip"),
            }
            .made()
        })
        .collect();
    assert_eq!(python::run(&["--check"], &serde_json::to_string(&vectors).unwrap()), (true, "all agree".into()));
    vectors[3].faces[7] ^= 1;
    assert_eq!(python::run(&["--check"], &serde_json::to_string(&vectors).unwrap()), (false, "wrong: [3]".into()));
}

/// Chi-square of a million dice against equal chances. The bound is the value that fair dice exceed once in a million
/// trials (Wilson–Hilferty, to a whole number upwards); seeds are fixed, so the test cannot fail by chance.
fn chi_square(sides: u8, bound: f64) {
    let mut counts = vec![0_u32; usize::from(sides)];
    let mut made = 0;
    // A thousand seeds, as a thousand orders would have them, of a thousand dice each.
    for i in 0..1_000_u32 {
        let mut faces = Faces::new(Hash32::of(&i.to_be_bytes()).0);
        for _ in 0..1_000 {
            counts[usize::from(faces.next(sides)) - 1] += 1;
            made += 1;
        }
    }
    assert_eq!(made, 1_000_000);
    let expected = f64::from(made) / f64::from(sides);
    let chi: f64 = counts.iter().map(|c| (f64::from(*c) - expected).powi(2) / expected).sum();
    assert!(chi < bound, "{sides} sides: chi-square {chi}");
}

#[test]
fn a_million_dice_are_fair() {
    chi_square(4, 31.0);
    chi_square(6, 36.0);
    chi_square(10, 45.0);
    chi_square(100, 178.0);
}

#[test]
fn first_faces_of_many_orders_are_fair_and_independent() {
    // What players meet is the first faces of many seeds, not many faces of one: pairs of two orders in a row.
    let keys = GameKeys::derive([9; 32], GameId([9; 16]));
    let mut counts = [0_u32; 36];
    let mut last = 0;
    let mut rolled = 0;
    for index in 1..=LINKS {
        for (chair, kind) in [(1, ChainKind::Server), (2, ChainKind::Server)] {
            let link = keys.link(chair, kind, index);
            let parts = Ingredients {
                genesis: Hash32::ZERO,
                chair,
                index,
                server: link,
                player: Hash32::ZERO,
                handed: Hash32::ZERO,
                phrases: Hash32::ZERO,
            };
            let face = usize::from(Faces::new(parts.seed()).next(6)) - 1;
            counts[last * 6 + face] += 1;
            last = face;
            rolled += 1;
        }
    }
    let expected = f64::from(rolled) / 36.0;
    let chi: f64 = counts.iter().map(|c| (f64::from(*c) - expected).powi(2) / expected).sum();
    assert!(chi < 90.0, "chi-square {chi}");
}

#[test]
fn all_dice_of_one_order_come_from_one_stream() {
    let mut one = Dice::seeded(|| [5; 32]);
    let mut faces = one.roll("attack", 2, 6).unwrap();
    faces.extend(one.roll("defence", 1, 10).unwrap());
    let mut stream = Faces::new([5; 32]);
    assert_eq!(faces, [stream.next(6), stream.next(6), stream.next(10)]);
    let rolls = one.into_rolls();
    assert_eq!((rolls.len(), rolls[1].purpose.as_str(), rolls[1].sides), (2, "defence", 10));
}

#[test]
fn no_seed_is_made_when_nothing_rolls() {
    let dice = Dice::seeded(|| panic!("nobody rolled"));
    assert!(!dice.rolled());
    assert!(dice.into_rolls().is_empty());
}

#[test]
fn other_dice_give_only_what_they_have() {
    assert_eq!(Dice::withheld().roll("x", 1, 6), Err(NoDice::Withheld));
    let mut faces = [3, 7].into();
    let mut dice = Dice::forced(&mut faces);
    assert_eq!(dice.roll("x", 1, 6), Ok(vec![3]));
    assert_eq!(dice.roll("x", 1, 6), Err(NoDice::NoSuchFace { face: 7, sides: 6 }));
    assert_eq!(dice.roll("x", 1, 6), Err(NoDice::Exhausted));
}

proptest! {
    #[test]
    fn every_link_hangs_on_the_one_before(links in 1_u32..300, start in 0_u32..10_000, tip: [u8; 32], chair: u8) {
        let owner = Owner { game: GameId([1; 16]), chair, kind: ChainKind::Player.into() };
        let chain = Chain::new(owner, start, links, Hash32(tip));
        let mut before = chain.anchor();
        for i in start + 1..=start + links {
            let link = chain.link(i).unwrap();
            prop_assert_eq!(owner.before(i, &link), before);
            before = link;
        }
        prop_assert_eq!(before, Hash32(tip));
        prop_assert_eq!(chain.link(start), None);
        prop_assert_eq!(chain.link(start + links + 1), None);
    }

    #[test]
    fn links_go_on_from_chain_to_chain(per in 1_u32..9, index in 1_u32..60) {
        let keys = GameKeys::with_links([2; 32], GameId([2; 16]), per);
        let owner = Owner { game: keys.game(), chair: 1, kind: ChainKind::Handover.into() };
        let before = match (index - 1) % per {
            0 => keys.anchor(1, ChainKind::Handover, index - 1),
            _ => keys.link(1, ChainKind::Handover, index - 1),
        };
        prop_assert_eq!(owner.before(index, &keys.link(1, ChainKind::Handover, index)), before);
    }
}
