//! Roots and proofs, worked out from stored hashes.

use crate::naive;
use domain_register::proof::{self, Run, Spans, Unproven, check_consistency, check_inclusion};
use domain_register::tile::Tile;
use domain_register::tree::{Frontier, Hash, empty};
use proptest::prelude::*;
use std::collections::HashMap;

/// What a storage keeps: hashes by level and number.
#[derive(Default)]
pub struct Stored {
    hashes: HashMap<(u8, u64), Hash>,
    pub frontier: Frontier,
    pub roots: Vec<Hash>,
}

impl Stored {
    pub fn of(leaves: &[Hash]) -> Stored {
        let mut stored = Stored { roots: vec![empty()], ..Stored::default() };
        for leaf in leaves {
            stored.frontier.append(*leaf, |level, number, hash| {
                assert!(stored.hashes.insert((level, number), hash).is_none(), "nothing is stored twice");
            });
            stored.roots.push(stored.frontier.root());
        }
        stored
    }

    fn run(&self, run: Run) -> Option<Vec<Hash>> {
        (run.from..run.from + run.count).map(|n| self.hashes.get(&(run.level, n)).copied()).collect()
    }

    pub fn hashes(&self, spans: Option<Spans>) -> Vec<Hash> {
        spans.unwrap().hashes(|run| self.run(run)).unwrap()
    }
}

#[test]
fn the_tree_of_no_leaves_and_those_of_the_rfc_have_their_roots() {
    // The hashes of certificate-transparency's reference tests, with their leaves.
    let data = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
    let roots = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];
    let mut tree = Frontier::new();
    assert_eq!(hex::encode(tree.root()), roots[0]);
    for (data, root) in data.iter().zip(&roots[1..]) {
        tree.append(domain_register::tree::leaf(&hex::decode(data).unwrap()), |_, _, _| ());
        assert_eq!(hex::encode(tree.root()), *root);
    }
}

#[test]
fn a_tree_that_grew_leaf_by_leaf_has_the_roots_and_proofs_of_one_that_is_worked_out_whole() {
    let leaves = naive::leaves(70);
    let stored = Stored::of(&leaves);
    for size in 0..=leaves.len() {
        let here = &leaves[..size];
        assert_eq!(stored.roots[size], naive::root(here), "root of {size}");
        assert_eq!(
            stored.hashes(Some(proof::root(size as u64))),
            if size == 0 { vec![] } else { vec![stored.roots[size]] }
        );
        for (index, leaf) in here.iter().enumerate() {
            let path = stored.hashes(proof::inclusion(index as u64, size as u64));
            assert_eq!(path, naive::path(index, here), "{index} in {size}");
            assert_eq!(check_inclusion(leaf, index as u64, size as u64, &path, &stored.roots[size]), Ok(()));
        }
        for old in 0..=size {
            let path = stored.hashes(proof::consistency(old as u64, size as u64));
            assert_eq!(path, naive::consistency(old, here), "{old} to {size}");
            let (old_root, new_root) = (&stored.roots[old], &stored.roots[size]);
            assert_eq!(
                check_consistency(old as u64, old_root, size as u64, new_root, &path),
                Ok(()),
                "{old} to {size}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn trees_over_several_levels_of_tiles_have_the_same_proofs(size in 1usize..70_000, a in any::<u32>(), b in any::<u32>()) {
        let leaves = naive::leaves(size);
        let stored = Stored::of(&leaves);
        let index = a as usize % size;
        let old = b as usize % (size + 1);
        let path = stored.hashes(proof::inclusion(index as u64, size as u64));
        prop_assert_eq!(&path, &naive::path(index, &leaves));
        let way = stored.hashes(proof::consistency(old as u64, size as u64));
        prop_assert_eq!(&way, &naive::consistency(old, &leaves));
        let edge = stored.hashes(Some(proof::edge(size as u64)));
        prop_assert_eq!(Frontier::resume(size as u64, edge), Some(stored.frontier.clone()));
        prop_assert!(proof::edge(size as u64).runs().all(|run| run.count <= 128));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn one_bit_changed_anywhere_in_a_proof_shows(size in 2usize..600, a in any::<u32>(), b in any::<u32>(), bit in 0usize..256) {
        let leaves = naive::leaves(size);
        let stored = Stored::of(&leaves);
        let root = stored.roots[size];
        let flip = |hash: &Hash| { let mut other = *hash; other[bit / 8] ^= 1 << (bit % 8); other };
        let index = a as usize % size;
        let path = stored.hashes(proof::inclusion(index as u64, size as u64));
        for i in 0..path.len() {
            let mut path = path.clone();
            path[i] = flip(&path[i]);
            prop_assert_eq!(check_inclusion(&leaves[index], index as u64, size as u64, &path, &root), Err(Unproven::Root));
        }
        prop_assert!(check_inclusion(&flip(&leaves[index]), index as u64, size as u64, &path, &root).is_err());
        prop_assert!(check_inclusion(&leaves[index], index as u64, size as u64, &path, &flip(&root)).is_err());
        for other in (0..size).filter(|other| *other != index) {
            prop_assert!(check_inclusion(&leaves[index], other as u64, size as u64, &path, &root).is_err());
        }
        let old = 1 + b as usize % (size - 1);
        let way = stored.hashes(proof::consistency(old as u64, size as u64));
        let (old, new, before) = (old as u64, size as u64, stored.roots[old]);
        for i in 0..way.len() {
            let mut way = way.clone();
            way[i] = flip(&way[i]);
            prop_assert!(check_consistency(old, &before, new, &root, &way).is_err());
        }
        prop_assert!(check_consistency(old, &flip(&before), new, &root, &way).is_err());
        prop_assert!(check_consistency(old, &before, new, &flip(&root), &way).is_err());
        prop_assert!(check_consistency(old, &before, new, &root, &way[..way.len() - 1]).is_err());
        prop_assert!(check_consistency(new, &root, old, &before, &way).is_err());
    }

    #[test]
    fn numbers_beyond_every_tree_are_refused_and_nothing_overflows(index in any::<u64>(), old in any::<u64>(), size in any::<u64>()) {
        let nothing = [0; 32];
        prop_assert!(check_inclusion(&nothing, index, size, &[], &nothing).is_err());
        if old != size {
            prop_assert!(check_consistency(old, &nothing, size, &nothing, &[]).is_err());
        }
        if let Some(spans) = proof::consistency(old, size) {
            prop_assert!(spans.runs().count() < 64 * 64);
        }
        let _ = proof::edge(size).runs().count();
    }

    #[test]
    fn a_tile_has_one_address(level in 0u8..64, number in 0u64..1 << 54, width in 1u64..=256) {
        let tile = Tile { level, number, width };
        prop_assert_eq!(Tile::read(&tile.path()), Some(tile));
    }
}

#[test]
fn tiles_have_the_addresses_of_c2sp_and_no_others() {
    let tile = |level, number, width| Some(Tile { level, number, width });
    assert_eq!(Tile::read("0/x001/x234/067"), tile(0, 1_234_067, 256));
    assert_eq!(Tile::read("1/005.p/17"), tile(1, 5, 17));
    for wrong in [
        "0",
        "0/",
        "0/5",
        "0/0005",
        "0/x000/005",
        "00/005",
        "64/005",
        "0/005.p/0",
        "0/005.p/256",
        "0/005.p/07",
        "0/005/x001",
        "-1/005",
        "0/x1/005",
        "0/x001/00a",
        "0/005.p/",
        "0/x999/x999/x999/x999/x999/x999/x999/999",
    ] {
        assert_eq!(Tile::read(wrong), None, "{wrong}");
    }
    // The example of tlog-tiles: what a tree of 70,000 leaves has.
    let has = |path: &str| Tile::read(path).unwrap().is_in(70_000);
    assert!(has("0/272") && has("0/273.p/112") && has("1/000") && has("1/001.p/17") && has("2/000.p/1"));
    assert!(
        !has("0/273") && !has("0/273.p/113") && !has("1/001") && !has("2/000") && !has("3/000.p/1") && !has("63/000")
    );
}
