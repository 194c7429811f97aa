//! What the map of a letter costs, for every ruleset there is: `cargo bench -p fieldpost-map --bench letter`.
//!
//! * `draw`: the whole picture, with the ground at hand, as for every letter but the first of a part of the map.
//!
//! Before each figure it says how many bytes the picture has.

use criterion::{Criterion, criterion_group, criterion_main};
use domain::referee::{AnyRuleset, Game, Registry, SimulationPlan, Terms, View, Viewer, simulate};
use fieldpost_map::{MapRoom, Overlay};
use std::hint::black_box;

/// How wide a picture is: in a letter, and wider.
const WIDTHS: [u32; 2] = [680, 800];

/// A game of the ruleset's best house player, half way: the view, and what the last twenty records marked.
fn middle(registry: &Registry, ruleset: &dyn AnyRuleset) -> Option<(View, Overlay)> {
    let about = ruleset.about();
    let scenario = about.scenarios.first()?.id.to_owned();
    let bots = ruleset.bots().last().map(|b| b.id.to_owned()).into_iter().collect();
    let terms = Terms { options: Default::default(), scenario };
    let plan = SimulationPlan { bots, menu_every: 0, ..SimulationPlan::new(about.id, terms) };
    let played = simulate(registry, &plan, 1).expect("house players play legal games to their end");
    let orders = played.log.iter().filter(|r| r.is_kind("order/")).count();
    let log = &played.log[..played.log.len() - orders / 2];
    let entries: Vec<_> = played.entries.iter().filter(|e| e.is_under(log.len() as u64)).cloned().collect();
    let game = Game::replay_with(registry, log, &entries).expect("the game was just played");
    let told = game.chronicle(&log[log.len() - 20..], Viewer::Spectator).expect("its records can be read");
    let marks = told.into_iter().flat_map(|e| e.lines).flat_map(|l| l.marks).collect();
    Some((game.view(Viewer::Spectator), Overlay { marks, ..Overlay::default() }))
}

fn letter(c: &mut Criterion) {
    let registry = domain::rulesets::standard();
    for ruleset in registry.all() {
        let Some((view, overlay)) = middle(&registry, &**ruleset) else { continue };
        let room = MapRoom::new(4);
        for width in WIDTHS {
            let draw = || room.letter_png(ruleset.sheet(), &view, &overlay, width).expect("a picture of a game");
            println!("{}, {width} pixels: {} bytes", ruleset.about().id, draw().len());
            let mut group = c.benchmark_group(ruleset.about().id);
            group.sample_size(20).bench_function(format!("draw {width}"), |b| b.iter(|| black_box(draw())));
        }
    }
}

criterion_group!(benches, letter);
criterion_main!(benches);
