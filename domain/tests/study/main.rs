//! Study positions: whatever an umpire says, and whatever stands in a file with a position, is carried out or refused in words; and in
//! every position that comes of it the menu is what `decide` accepts.

use domain::dice::Dice;
use domain::log::Hash32;
use domain::referee::*;
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// What an umpire may say in some ruleset or other, and much that nobody may.
const WORDS: &str = "clear place mark remove eliminate turn setup activate ccrm touch option lost gone leader reserve advantage \
    bridge ford due steps good disrupted disordered rf activated active inactive moved shifted recovered fired closed reacted shot \
    charging spent fresh wounded replacement seriously union confederate command move fire reaction close second-close special \
    over impulse rally long-range used unused early-slocum early-richardson yes no turn2 turn3 found lost hill vi 0 1 2 3 4 5 6 7 8 \
    9 10 12 19 25 27 41 64 72 99 127 128 200 254 255 256 300 65535 99999999999999999999 -1 +3 1.5 0714 0815 0000 0101 0100 0001 \
    2525 9999 0099 9900 1 ¼ é \u{0} ; , .";

fn rng(what: &str, number: u64) -> BotRng {
    let hash = Hash32::of(format!("{what} {number}").as_bytes());
    BotRng::seeded(u64::from_be_bytes(hash.0[..8].try_into().unwrap()))
}

fn opened(rules: &Arc<dyn AnyRuleset>) -> Box<dyn AnyPosition> {
    let scenario = &rules.about().scenarios[0];
    let options = scenario.options.iter().map(|o| (o.key.to_owned(), o.values[0].0.to_owned())).collect();
    rules.open(&Terms { options, scenario: scenario.id.to_owned() }).unwrap()
}

/// The seats of a game for two.
const SEATS: [SeatId; 2] = [SeatId(0), SeatId(1)];

/// Asks everything of a position that a page, a letter or a bot asks. In one that an umpire or the rules have made (`reached`), the menu
/// is held against the rules.
fn ask_everything(
    rules: &Arc<dyn AnyRuleset>,
    position: &dyn AnyPosition,
    reached: bool,
    rng: &mut BotRng,
) -> Option<Box<dyn AnyPosition>> {
    let board = rules.board(Known::held(position));
    for viewer in [Viewer::Everyone, Viewer::Spectator, Viewer::Seat(SEATS[0]), Viewer::Seat(SEATS[1])] {
        let view = board.view(viewer);
        assert!(serde_json::to_string(&view).is_ok());
        board.phase(viewer);
        rules.known(position, viewer);
    }
    board.turn();
    board.outcome();
    board.adjudicate();
    let standing = Standing::at(Level::Default, &rules.standing_offers());
    board.lapsed(&standing);
    let waiting = board.waiting();
    for decision in &waiting {
        board.contexts(decision);
        board.answer_of(decision, &standing.clone().into());
        board.forced(decision);
    }
    let mut next = None;
    for seat in SEATS {
        let orders = board.lines(seat);
        let asked = waiting.iter().any(|d| d.seat == seat);
        assert!(
            !reached || !asked || !orders.is_empty(),
            "{seat:?} cannot answer {waiting:?} in {}",
            position.canonical()
        );
        for _ in 0..orders.len().min(12) {
            let line = rng.pick(&orders).unwrap();
            let mut faces: VecDeque<u8> = (0..400).map(|_| rng.below(6) as u8 + 1).collect();
            let chosen = board.choice_of(seat, line);
            match (chosen, rules.decide(Known::held(position), position, seat, line, &mut Dice::forced(&mut faces))) {
                (Ok(_), Ok(decided)) => next = Some(decided.after),
                (chosen, decided) if reached => panic!(
                    "the menu has {line}, which is refused: {:?} {:?}\n{}",
                    chosen.err(),
                    decided.err(),
                    position.canonical()
                ),
                _ => {}
            }
        }
        for bot in rules.bots().iter().filter(|_| asked) {
            let order = board.bot_line(bot.id, seat, rng);
            assert!(!reached || order.is_some_and(|o| board.choice_of(seat, &o).is_ok()), "{}", bot.id);
        }
    }
    next
}

/// What has a name in a ruleset.
struct Names {
    pieces: Vec<String>,
    places: Vec<String>,
}

fn names(rules: &Arc<dyn AnyRuleset>) -> Names {
    let position = opened(rules);
    let view = rules.board(Known::held(&*position)).view(Viewer::Everyone);
    let pieces: BTreeSet<String> = view.pieces.iter().map(|p| p.name.clone()).collect();
    let crossings = rules.sheet().crossings.iter().map(|c| c.title.clone());
    Names {
        pieces: pieces.into_iter().chain(crossings).collect(),
        places: rules.sheet().places.iter().map(|p| p.id.clone()).collect(),
    }
}

/// Umpire's lines as the rulesets' own documents show them, with holes; every ruleset is told those of the others as well.
const SHAPES: [(&str, &str); 2] = [
    (
        "gaines-mill bloodiest-day",
        "clear|place NAME PLACE|place NAME PLACE MARK|place NAME PLACE MARK MARK|place NAME PLACE steps N|mark NAME MARK|\
         mark NAME charging NAME|remove NAME|eliminate NAME|turn N SIDE PHASE|setup SIDE|activate NAME|ccrm N|touch used|touch unused|\
         option early-slocum yes|option early-richardson turn2|lost NAME|gone NAME|reserve NAME|leader NAME PLACE|leader NAME PLACE MARK|\
         turn N SIDE impulse N|turn N rally SIDE|turn N long-range|advantage SIDE|bridge NAME SIDE|ford NAME found|due hill|due vi",
    ),
    (
        "advanced-gettysburg",
        "clear|place NAME PLACE|place NAME rest PLACE|place NAME line PLACE CORNER|place NAME column DIR PLACE|place NAME PLACE limbered DIR|\
         place NAME PLACE unlimbered CORNER|turn N SIDE SEGMENT|mark NAME dp N cp N|mark NAME level N attack named|mark NAME factors N|\
         mark NAME hit|wait NAME|lose NAME|works PLACE DIR DIR|hold PLACE SIDE",
    ),
];

fn line(ruleset: &str, words: &[&str], names: &Names, rng: &mut BotRng) -> String {
    if rng.below(4) == 0 {
        let any = |rng: &mut BotRng| match rng.below(3) {
            0 => rng.pick(&names.pieces).unwrap().clone(),
            _ => (*rng.pick(words).unwrap()).to_owned(),
        };
        return (0..=rng.below(6)).map(|_| any(rng)).collect::<Vec<_>>().join(" ");
    }
    let others = rng.below(3) == 0;
    let told = SHAPES.iter().filter(|(of, _)| others || of.contains(ruleset));
    let shapes: Vec<&str> = told.flat_map(|(_, shapes)| shapes.split('|')).collect();
    let shape = rng.pick(&shapes).unwrap();
    let fill = |hole: &str, rng: &mut BotRng| {
        let of = |words: &str, rng: &mut BotRng| (*rng.pick(&words.split(' ').collect::<Vec<_>>()).unwrap()).to_owned();
        match hole {
            _ if hole.chars().any(char::is_lowercase) => hole.to_owned(),
            _ if rng.below(25) == 0 => (*rng.pick(words).unwrap()).to_owned(),
            "NAME" => rng.pick(&names.pieces).unwrap().clone(),
            "PLACE" => rng.pick(&names.places).unwrap().clone(),
            "N" => rng.below(9).to_string(),
            "SIDE" => of("union confederate", rng),
            "DIR" => of("N NE SE S SW NW", rng),
            "CORNER" => of("NNE E SSE SSW W NNW", rng),
            "PHASE" => of("setup command move fire reaction close second-close special", rng),
            "SEGMENT" => of("opening primary alone artillery targets fire withdrawal assault", rng),
            _ => of(
                "active spent wounded good disrupted disordered rf moved shifted recovered fired closed reacted shot",
                rng,
            ),
        }
    };
    shape.split(' ').map(|hole| fill(hole, rng)).collect::<Vec<_>>().join(" ")
}

/// More by `FIELDPOST_FUZZ=100`, which multiplies the rounds.
fn rounds(of: u64) -> u64 {
    of * std::env::var("FIELDPOST_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn umpire_lines(ruleset: &str, games: u64) {
    let registry = domain::rulesets::standard();
    let rules = registry.get(ruleset).unwrap();
    let words: Vec<&str> = WORDS.split(' ').filter(|w| !w.is_empty()).collect();
    let names = names(rules);
    let (mut carried_out, mut refused) = (0, 0);
    for number in 0..rounds(games) {
        let mut rng = rng(ruleset, number);
        let mut position = opened(rules);
        for _ in 0..120 {
            let said = line(ruleset, &words, &names, &mut rng);
            match rules.umpire(&*position, &said) {
                Ok(decided) => {
                    carried_out += 1;
                    position = decided.after;
                    if rng.below(3) == 0
                        && let Some(next) = ask_everything(rules, &*position, true, &mut rng)
                        && rng.below(2) == 0
                    {
                        position = next;
                    }
                }
                Err(refusal) => {
                    assert!(!refusal.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    println!("{ruleset}: {carried_out} umpire's lines carried out, {refused} refused");
    assert!(carried_out > 100, "{carried_out}");
}

#[test]
fn whatever_an_umpire_says_is_carried_out_or_refused_gaines_mill() {
    umpire_lines("gaines-mill", 60);
}

#[test]
fn whatever_an_umpire_says_is_carried_out_or_refused_bloodiest_day() {
    umpire_lines("bloodiest-day", 60);
}

#[test]
fn whatever_an_umpire_says_is_carried_out_or_refused_advanced_gettysburg() {
    umpire_lines("advanced-gettysburg", 8);
}

/// All numbers and words in a value, to be changed.
fn leaves<'v>(value: &'v mut Value, found: &mut Vec<&'v mut Value>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|v| leaves(v, found)),
        Value::Object(fields) => fields.values_mut().for_each(|v| leaves(v, found)),
        leaf => found.push(leaf),
    }
}

fn lists<'v>(value: &'v mut Value, found: &mut Vec<&'v mut Vec<Value>>) {
    match value {
        Value::Array(items) => match items.first().is_some_and(|i| i.is_array() || i.is_object()) {
            true => items.iter_mut().for_each(|v| lists(v, found)),
            false => found.push(items),
        },
        Value::Object(fields) => fields.values_mut().for_each(|v| lists(v, found)),
        _ => {}
    }
}

fn positions(ruleset: &str, games: u64) {
    let registry = domain::rulesets::standard();
    let rules = registry.get(ruleset).unwrap();
    let (mut taken, mut refused) = (0, 0);
    for number in 0..rounds(games) {
        let mut rng = rng(ruleset, number);
        let plan = SimulationPlan {
            menu_every: 0,
            seed: number + 1,
            ..SimulationPlan::new(
                ruleset,
                Terms { options: Default::default(), scenario: rules.about().scenarios[0].id.into() },
            )
        };
        let played = simulate(&registry, &plan, number).unwrap();
        let every = 1 + played.log.len() / 400;
        let steps: Vec<String> =
            Game::steps(&registry, &played.log).step_by(every).map(|g| g.unwrap().position().canonical()).collect();
        for step in &steps {
            rules.restore(step).unwrap_or_else(|e| panic!("what the rules make is whole: {e}\n{step}"));
        }
        for _ in 0..60 {
            let text = rng.pick(&steps).unwrap();
            let mut value: Value = serde_json::from_str(text).unwrap();
            for _ in 0..=rng.below(2) {
                let mut found = Vec::new();
                lists(&mut value, &mut found);
                if rng.below(8) == 0 && !found.is_empty() {
                    let at = rng.below(found.len());
                    let list = &mut found[at];
                    match (rng.below(2), list.first().cloned()) {
                        (0, Some(first)) => list.push(first),
                        _ => list.truncate(1),
                    }
                } else if rng.below(8) == 0 && value["units"].is_array() {
                    let units = value["units"].as_array_mut().unwrap();
                    match rng.below(3) {
                        0 => units.truncate(3),
                        1 => units.clear(),
                        _ => units.extend(units.first().cloned()),
                    }
                } else {
                    let mut found = Vec::new();
                    leaves(&mut value, &mut found);
                    let mut numbers: Vec<&mut Value> = found
                        .into_iter()
                        .filter(|v| v.is_number() || v.as_str().is_some_and(|s| s.parse::<u32>().is_ok()))
                        .collect();
                    let at = rng.below(numbers.len());
                    let leaf = &mut *numbers[at];
                    *leaf = match leaf.is_string() {
                        true => json!(
                            *rng.pick(&["9999", "0000", "0100", "2525", "0714", "25499", "255255", "-1"]).unwrap()
                        ),
                        false => json!(
                            *rng.pick(&[
                                0_i64,
                                1,
                                5,
                                7,
                                41,
                                64,
                                72,
                                90,
                                120,
                                200,
                                254,
                                255,
                                256,
                                -1,
                                2_147_483_647,
                                7_014,
                                8_015,
                                99_099,
                                250_199,
                                1_000,
                                -2_147_483_648
                            ])
                            .unwrap()
                        ),
                    };
                }
            }
            match rules.restore(&value.to_string()) {
                Ok(position) => {
                    taken += 1;
                    ask_everything(rules, &*position, false, &mut rng);
                }
                Err(why) => {
                    assert!(!why.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    println!("{ruleset}: {taken} changed positions taken, {refused} refused");
    assert!(refused > 20, "{refused}");
}

#[test]
fn a_position_with_anything_out_of_range_is_refused_gaines_mill() {
    positions("gaines-mill", 12);
}

#[test]
fn a_position_with_anything_out_of_range_is_refused_bloodiest_day() {
    positions("bloodiest-day", 12);
}

#[test]
fn a_position_with_anything_out_of_range_is_refused_advanced_gettysburg() {
    positions("advanced-gettysburg", 1);
}
