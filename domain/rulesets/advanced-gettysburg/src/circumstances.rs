//! What conditions of standing orders may ask for, and how offers are written.

use super::board::Board;
use super::pack::Pack;
use super::position::Place;
use super::units::{Kind, UnitId};
use domain_core::referee::{Circumstance, StandingChoice, StandingCondition, StandingOffer, TURN, Takes, Word};

/// More than any brigade has levels, for the range of conditions.
const LEVELS: u16 = 30;

/// More than any brigade has points.
const POINTS: u8 = 60;

/// A question that may be answered in advance. To be asked is always one of the answers; the default is what never asks too.
pub fn offer(
    key: &'static str,
    title: &'static str,
    conditions: &[&'static str],
    choices: &[(&'static str, &'static str)],
    default: &'static str,
) -> StandingOffer {
    let ask = [("ask", "Ask me.")];
    let choices = ask.iter().chain(choices).map(|(value, title)| StandingChoice { value, title }).collect();
    StandingOffer { key, title, choices, conditions: conditions.to_vec(), default, never_ask: default }
}

/// The farthest that enemies are counted.
pub const FARTHEST: u32 = 99;

/// The keys of what a side's turn as a whole may be judged by, besides the game turn.
pub const OF_SIDE: [&str; 3] = ["near", "seen", "arrivals"];

/// What a side's turn as a whole may be judged by, besides the game turn: for guards of queues, and for `pass`.
pub fn conditions_of_a_side() -> [StandingCondition; 3] {
    let titles = [
        "hexes from your nearest brigade or battery to the nearest enemy one",
        "hexes from your nearest brigade or battery to the nearest enemy one in its sight",
        "how many of your brigades and batteries are due and not on the map",
    ];
    let takes = || Takes::Number { least: 0, most: i64::from(FARTHEST) };
    std::array::from_fn(|n| StandingCondition { key: OF_SIDE[n], title: titles[n], takes: takes() })
}

/// A place is one's own within so many hexes of it.
const AT: u32 = 2;

/// The conditions of questions that are about one brigade or battery.
pub const OF_UNIT: [&str; 10] = [TURN, "unit", "strength", "level", "guns", "star", "place", "enemy", "odds", "losses"];

/// All that conditions may ask for.
pub fn conditions(pack: &Pack) -> Vec<StandingCondition> {
    let most = i64::from(pack.tables.scenarios.iter().map(|s| s.turns[1]).max().unwrap_or(1));
    let condition = |key, title, takes| StandingCondition { key, title, takes };
    let number = |least: i64, most: i64| Takes::Number { least, most };
    let mut names: Vec<&str> = Vec::new();
    for unit in pack.units.iter().filter(|u| !matches!(u.kind, Kind::Commander(_))) {
        if !names.contains(&unit.name.as_str()) {
            names.push(&unit.name);
        }
    }
    let words = names.into_iter().map(Word::plain).collect();
    let places = pack.ground.prizes.iter().map(|p| place_word(&p.name)).chain([NOWHERE.to_owned()]);
    let places = places.map(Word::plain).collect();
    vec![
        condition(TURN, "the game turn", number(1, most)),
        condition("unit", "the brigade or battery", Takes::Words { one: true, words }),
        condition("strength", "its strength points; 0 for guns", number(0, i64::from(POINTS))),
        condition("level", "its disorganization level", number(0, i64::from(LEVELS))),
        condition("guns", "whether it is a battery", Takes::yes_or_no()),
        condition("star", "whether it stands in a hex that counts for victory", Takes::yes_or_no()),
        condition("place", "the place that counts within two hexes of it", Takes::Words { one: true, words: places }),
        condition(
            "enemy",
            "how many hexes off the nearest enemy brigade or battery is",
            number(0, i64::from(FARTHEST)),
        ),
        condition("odds", "the chance in a hundred that the best assault on it is carried", number(0, 100)),
        condition("losses", "the strength points that it has lost", number(0, i64::from(POINTS))),
    ]
    .into_iter()
    .chain(conditions_of_a_side())
    .collect()
}

/// The word for no place that counts.
const NOWHERE: &str = "elsewhere";

/// A place that counts as one word: `little-round-top`.
fn place_word(name: &str) -> String {
    let plain = name.split(" (").next().unwrap_or(name).to_lowercase();
    plain.chars().filter(|c| *c != '\'').map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// The place that counts nearest to a counter, within two hexes.
fn place_of(board: &Board<'_>, unit: UnitId) -> String {
    let ground = &board.pack.ground;
    let far = |hex: usize| board.chain(unit).iter().filter_map(|l| ground.atlas.distance(hex, l.at())).min();
    let near = ground.prizes.iter().filter_map(|p| Some((far(p.hex).filter(|far| *far <= AT)?, p)));
    near.min_by_key(|(far, _)| *far).map_or_else(|| NOWHERE.to_owned(), |(_, p)| place_word(&p.name))
}

/// The turn.
pub fn turn(board: &Board<'_>) -> Circumstance {
    Circumstance::number(TURN, board.at.turn)
}

/// The brigade or battery that a question is about.
pub fn of_unit(board: &Board<'_>, unit: UnitId) -> Vec<Circumstance> {
    let (sp, level) = board.at.brigade(unit).map_or((0, 0), |b| (b.sp, b.disorganization()));
    let hexes = board.chain(unit).iter().map(|l| l.at());
    let side = board.side(unit);
    let enemy = hexes.clone().filter_map(|hex| board.enemy_distance(side, hex)).min().unwrap_or(FARTHEST);
    let lost = board.at.brigade(unit).map_or(0, |b| b.lost);
    let star = |hex: usize| board.pack.ground.prizes.iter().any(|p| p.hex == hex);
    vec![
        turn(board),
        Circumstance::word("unit", board.known_name(unit)),
        Circumstance::number("strength", sp.min(POINTS)),
        Circumstance::number("level", level.min(LEVELS)),
        Circumstance::flag("guns", board.at.battery(unit).is_some()),
        Circumstance::flag("star", hexes.clone().any(star)),
        Circumstance::word("place", place_of(board, unit)),
        Circumstance::number("enemy", enemy.min(FARTHEST)),
        Circumstance::number("odds", board.odds_against(unit)),
        Circumstance::number("losses", lost.min(POINTS)),
    ]
}

/// Why a brigade or battery can be asked about no more.
pub fn gone(board: &Board<'_>, condition: &str, word: &str) -> Option<String> {
    let named = |u: &UnitId| board.known_name(*u) == word && board.spec(*u).commander().is_none();
    let mut all = board.pack.ids().filter(named).peekable();
    (condition == "unit" && all.peek().is_some()).then_some(())?;
    all.all(|u| board.state(u).place == Place::Lost).then(|| format!("{word} is lost"))
}
