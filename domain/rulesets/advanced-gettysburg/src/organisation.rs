//! Divisions and corps as the map shows them from far off, and who commands whom now (§14.0).

use super::board::Board;
use super::position::{Place, Segment};
use super::units::{Level, UnitId};
use domain_core::board::Facing;
use domain_core::referee::{Command, Formation, Side, Stripe, Symbol};

impl Board<'_> {
    /// Ruling 49: whether a corps commander may lead a division called by his name yet, before he leads as the corps'.
    pub(super) fn leads_division_first(&self, by: UnitId) -> bool {
        let led = self.commander(by).is_some_and(|(now, _)| now.led.is_some());
        self.leads_both(by) && !led && self.at.segment <= Segment::Divisions
    }

    /// §14.1.2, §15.3c, ruling 49: whether brigades are all of the division that a corps commander leads by his name: others of his corps, as those of a
    /// division that was transferred to it, he leads as the corps' commander. Before revision 8 they came under him with his division.
    pub(super) fn are_of_his(&self, by: UnitId, over: &[UnitId]) -> bool {
        let his = (self.spec(by).corps.as_str(), self.spec(by).name.as_str());
        !self.since(8) || over.iter().all(|u| self.command_of(*u) == his)
    }
}

/// The stripe of a corps' counters.
pub fn stripe(corps: &str) -> Stripe {
    let colour = match corps {
        "I" => "red",
        "II" => "blue",
        "III" => "green",
        "V" => "white",
        "VI" => "violet",
        "XI" => "orange",
        "XII" => "brown",
        "Cavalry" => "yellow",
        _ => "none",
    };
    Stripe { colour, formation: if corps.is_empty() { "Army".to_owned() } else { corps.to_owned() } }
}

/// The formation of a counter: side, corps, division; an empty division is the corps itself.
type Key<'k> = (Side, &'k str, &'k str);

fn key<'k>(board: &Board<'k>, unit: UnitId) -> Option<Key<'k>> {
    // 0.4: of whom nothing is known nobody can say whose he is.
    if board.is_unknown(unit) {
        return None;
    }
    let spec = board.spec(unit);
    let chief = spec.commander().map(|c| c.level);
    let above = matches!(chief, Some(Level::Army | Level::Artillery)) || spec.corps.is_empty();
    let division = if chief == Some(Level::Corps) { "" } else { spec.division.as_str() };
    (!above).then_some((spec.side, spec.corps.as_str(), division))
}

fn id((side, corps, division): Key<'_>) -> String {
    let word = |text: &str| text.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    match division {
        "" => format!("{}-{}-corps", word(side.name()), word(corps)),
        division => format!("{}-{}-{}", word(side.name()), word(corps), word(division)),
    }
}

fn name((_, corps, division): Key<'_>) -> String {
    let roman = !corps.is_empty() && corps.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    match (division, roman) {
        ("", true) => format!("{corps} Corps"),
        ("", false) => corps.to_owned(),
        // The corps stands above it.
        (division, _) => division.to_owned(),
    }
}

/// Counters that are or were in play, or could still come.
fn seen(board: &Board<'_>) -> Vec<UnitId> {
    board.pack.ids().filter(|u| board.could_come(*u)).collect()
}

/// The corps with their divisions.
pub fn formations(board: &Board<'_>) -> Vec<Formation> {
    let mut keys: Vec<Key<'_>> = Vec::new();
    let units = seen(board);
    for unit in &units {
        let Some((side, corps, division)) = key(board, *unit) else { continue };
        for key in [(side, corps, ""), (side, corps, division)] {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    keys.into_iter().map(|of| formation(board, of, &units)).collect()
}

fn formation(board: &Board<'_>, of: Key<'_>, units: &[UnitId]) -> Formation {
    let (side, corps, division) = of;
    let below = |u: &UnitId| {
        key(board, *u).is_some_and(|(s, c, d)| (s, c) == (side, corps) && (division.is_empty() || d == division))
    };
    let all: Vec<UnitId> = units.iter().copied().filter(below).collect();
    let members: Vec<UnitId> = all.iter().copied().filter(|u| key(board, *u) == Some(of)).collect();
    let level = if division.is_empty() { Level::Corps } else { Level::Division };
    let chief = members.iter().find(|u| board.spec(**u).commander().is_some_and(|c| c.level == level));
    let now = |u: &UnitId| match &board.state(*u).place {
        Place::Lost => 0,
        _ => board.at.brigade(*u).map_or(0, |b| u32::from(b.sp)),
    };
    let printed = |u: &UnitId| board.spec(*u).brigade().map_or(0, |b| u32::from(b.strength));
    let brigades: Vec<UnitId> = all.iter().copied().filter(|u| board.at.brigade(*u).is_some()).collect();
    let on_map = |u: &&UnitId| board.at.counter(**u).is_some_and(|p| board.pack.ground.is_hex(p));
    // The block stands where most of its brigades are near.
    let places: Vec<(UnitId, usize)> =
        brigades.iter().filter(on_map).filter_map(|u| Some((*u, board.at.counter(*u)?))).collect();
    let atlas = &board.pack.ground.atlas;
    let far = |place: usize| places.iter().filter_map(|(_, p)| atlas.distance(place, *p)).sum::<u32>();
    let middle = places.iter().min_by_key(|(_, p)| (far(*p), *p)).copied();
    let worn = brigades.iter().filter(|u| board.at.brigade(**u).is_some_and(|b| b.disorganization() >= 4)).count();
    let horse = brigades.iter().filter(|u| board.spec(**u).is_cavalry()).count() * 2 > brigades.len();
    let guns = brigades.is_empty() && !all.is_empty();
    Formation {
        id: id(of),
        name: name(of),
        side,
        above: (!division.is_empty()).then(|| id((side, corps, ""))),
        commander: chief.map(|u| board.piece_id(*u).to_owned()),
        members: members.iter().map(|u| board.piece_id(*u).to_owned()).collect(),
        strength: (brigades.iter().map(now).sum(), brigades.iter().map(printed).sum()),
        condition: if worn > 0 {
            format!("{worn} of {} brigades at level 4 or more", brigades.len())
        } else {
            String::new()
        },
        tone: if worn > 0 { "warn" } else { "plain" },
        place: middle.map(|(_, place)| board.pack.ground.id(place)),
        facing: middle.and_then(|(unit, _)| looks(board, unit)),
        symbol: if guns {
            Symbol::Artillery
        } else if horse {
            Symbol::Cavalry
        } else {
            Symbol::Infantry
        },
        colour: stripe(corps).colour,
    }
}

fn looks(board: &Board<'_>, unit: UnitId) -> Option<Facing> {
    let line = board.line(unit).first().map(|m| m.front());
    line.or_else(|| board.column(unit).first().copied())
}

/// Which commander has which of his brigades in range (§14.5).
pub fn commands(board: &Board<'_>) -> Vec<Command> {
    let chiefs = board.pack.ids().filter(|u| board.commander(*u).is_some() && board.on_map(*u));
    let mut all = Vec::new();
    for by in chiefs {
        let side = board.side(by);
        for over in board.of(side).filter(|u| board.has_authority(by, *u)) {
            let holds = board.in_command_range(by, over);
            all.push(Command { by: board.piece_id(by).to_owned(), over: board.piece_id(over).to_owned(), holds });
        }
    }
    all
}
