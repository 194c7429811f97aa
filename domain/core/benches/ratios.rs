//! What checking costs, against the least it could: `cargo bench -p domain-core --bench ratios`.
//!
//! Each line is a ratio of two things timed by turns in one run, over the records of a golden game: its median, and the middle half of the rounds. It says
//! little which machine it is, or what else that is doing.
//!
//! * `chain`: the hash of every record, against SHA-256 of all that is hashed, as one message.
//! * `full`: besides, that the bytes of every body are canonical, and the body read, against the same.
//! * `roll`: the dice of one order checked (three links, seed, two faces), against one short hash.
//! * `append`: a leaf added to the register's tree, against one short hash.
//!
//! A short hash is one link of a chain of dice: 77 bytes, two blocks of SHA-256.

use criterion::{Criterion, criterion_group, criterion_main};
use domain_core::dice::{Faces, Ingredients, Owner};
use domain_core::log::{ChainKind, GameId, Hash32, Record, canonical, import};
use domain_register::{proof, tree};
use sha2::{Digest, Sha256};
use std::hint::black_box;
use std::time::{Duration, Instant};

const GAMES: [(&str, &str); 2] = [
    ("Gaines's Mill", include_str!("../../tests/golden/logs/gaines-mill-house.log")),
    ("Bloodiest Day", include_str!("../../tests/golden/logs/bloodiest-day-house.log")),
];

/// How many short hashes, rolls and leaves are timed at once.
const MANY: u32 = 1024;
const ROUNDS: usize = 301;

/// All that is hashed of a log, in one piece.
fn message(records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for record in records {
        bytes.extend_from_slice(b"fieldpost/record/1\0");
        bytes.extend_from_slice(&record.game.0);
        bytes.extend_from_slice(&record.seq.to_be_bytes());
        bytes.extend_from_slice(&record.prev.0);
        bytes.extend_from_slice(&(record.body.len() as u32).to_be_bytes());
        bytes.extend_from_slice(record.body.as_bytes());
    }
    bytes
}

fn chain(records: &[Record]) -> bool {
    let mut before = Hash32::ZERO;
    records.iter().all(|record| record.check().is_ok() && std::mem::replace(&mut before, record.hash) == record.prev)
}

fn full(records: &[Record]) -> bool {
    chain(records) && records.iter().all(|record| canonical::check(&record.body).is_ok() && record.read().is_ok())
}

fn owner(kind: ChainKind) -> Owner {
    Owner { game: GameId([7; 16]), chair: 1, kind: kind.into() }
}

fn links() -> Hash32 {
    let owner = owner(ChainKind::Player);
    (1..=MANY).fold(Hash32([3; 32]), |link, index| owner.before(index, &link))
}

/// The dice of many orders, each from links of its own, as a check of a log goes about it.
fn rolls() -> u32 {
    let (genesis, phrases) = (Hash32([1; 32]), Hash32([2; 32]));
    let owners = [ChainKind::Server, ChainKind::Player, ChainKind::Handover].map(owner);
    let mut links = [Hash32([4; 32]), Hash32([5; 32]), Hash32([6; 32])];
    let mut sum = 0;
    for index in 1..=MANY {
        for (link, owner) in links.iter_mut().zip(&owners) {
            *link = owner.before(index, link);
        }
        let [server, player, handed] = links;
        let seed = Ingredients { genesis, chair: 1, index, server, player, handed, phrases }.seed();
        let mut faces = Faces::new(seed);
        sum += u32::from(faces.next(6)) + u32::from(faces.next(6));
    }
    sum
}

/// As many leaves added to a tree of a million and one, and the root once at the end, as a transaction does.
fn append(leaves: &[tree::Hash], frontier: &tree::Frontier) -> tree::Hash {
    let mut frontier = frontier.clone();
    let mut stored = 0_u64;
    for leaf in leaves {
        frontier.append(tree::leaf(leaf), |_, _, _| stored += 1);
    }
    black_box(stored);
    frontier.root()
}

fn timed<T>(run: &dyn Fn() -> T) -> Duration {
    let start = Instant::now();
    black_box(run());
    start.elapsed()
}

/// Times both by turns and prints the ratio of each turn's two: the median and the quartiles.
fn ratio<A, B>(what: &str, most: &str, run: &dyn Fn() -> A, against: &dyn Fn() -> B) {
    let mut ratios: Vec<f64> = (0..ROUNDS).map(|_| timed(run).as_secs_f64() / timed(against).as_secs_f64()).collect();
    ratios.sort_by(f64::total_cmp);
    let at = |quarter: usize| ratios[ROUNDS * quarter / 4];
    println!("{what}: {:.2} ({:.2} to {:.2}); {most}", at(2), at(1), at(3));
}

fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ratios");
    group.sample_size(20).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(300));
    for (game, text) in GAMES {
        let records = import(text).expect("a golden log is read").records;
        let bytes = message(&records);
        assert!(full(&records), "the golden log holds");
        println!("{game}: {} records, {} bytes hashed", records.len(), bytes.len());
        let one = || -> [u8; 32] { Sha256::digest(black_box(&bytes)).into() };
        ratio(&format!("{game}, chain"), "aim 1.5, at most 2", &|| chain(black_box(&records)), &one);
        ratio(&format!("{game}, full"), "aim 5, at most 8", &|| full(black_box(&records)), &one);
        group.bench_function(format!("{game}, one message"), |b| b.iter(one));
    }
    let size = 1_000_001;
    let edge = proof::edge(size).runs().count();
    let frontier = tree::Frontier::resume(size, vec![[9; 32]; edge]).expect("an edge of that length");
    let leaves: Vec<tree::Hash> = (0..MANY).map(|i| tree::leaf(&i.to_be_bytes())).collect();
    ratio("roll", "aim 8, at most 20", &rolls, &links);
    ratio("append", "aim 2, at most 4", &|| append(black_box(&leaves), &frontier), &links);
    group.bench_function("1024 short hashes", |b| b.iter(links));
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
