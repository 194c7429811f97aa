//! What it costs to add a leaf, against a short hash: one link of a dice chain, which is what every check of a game is made of.

use criterion::{Criterion, criterion_group, criterion_main};
use domain_register::{proof, tree};
use sha2::{Digest, Sha256};
use std::hint::black_box;
use std::time::{Duration, Instant};

const LEAVES: u64 = 4096;

/// The value before a link of a chain: tag, game, chair, number, link; 77 bytes, two blocks of SHA-256.
fn link(i: u32, link: tree::Hash) -> tree::Hash {
    let hash = Sha256::new().chain_update(b"fieldpost/dice/player/1\0").chain_update([7; 16]).chain_update([1]);
    hash.chain_update(i.to_be_bytes()).chain_update(link).finalize().into()
}

fn links() -> tree::Hash {
    (0..LEAVES as u32).fold([3; 32], |before, i| link(i, before))
}

/// Adds as many leaves to a tree of a million and one, and takes the root once at the end, as a transaction does.
fn append(records: &[tree::Hash], frontier: &tree::Frontier) -> tree::Hash {
    let mut frontier = frontier.clone();
    let mut stored = 0u64;
    for record in records {
        frontier.append(tree::leaf(record), |_, _, _| stored += 1);
    }
    black_box(stored);
    frontier.root()
}

/// The median of what each of some rounds took, the two by turns.
fn ratio(records: &[tree::Hash], frontier: &tree::Frontier) -> f64 {
    let timed = |f: &dyn Fn() -> tree::Hash| {
        let start = Instant::now();
        black_box(f());
        start.elapsed()
    };
    let mut taken: (Vec<Duration>, Vec<Duration>) = Default::default();
    for _ in 0..301 {
        taken.0.push(timed(&|| append(black_box(records), frontier)));
        taken.1.push(timed(&links));
    }
    taken.0.sort();
    taken.1.sort();
    taken.0[150].as_secs_f64() / taken.1[150].as_secs_f64()
}

fn bench(criterion: &mut Criterion) {
    let records: Vec<tree::Hash> = (0..LEAVES).map(|i| tree::leaf(&i.to_be_bytes())).collect();
    let size = 1_000_001;
    let edge = proof::edge(size).runs().count();
    let frontier = tree::Frontier::resume(size, vec![[9; 32]; edge]).unwrap_or_default();
    println!("a leaf added costs {:.2} short hashes (aim 2, at most 4)", ratio(&records, &frontier));
    let mut group = criterion.benchmark_group("4096 of");
    group.sample_size(30).measurement_time(Duration::from_secs(3));
    group.bench_function("short hashes", |b| b.iter(links));
    group.bench_function("leaves added", |b| b.iter(|| append(black_box(&records), &frontier)));
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
