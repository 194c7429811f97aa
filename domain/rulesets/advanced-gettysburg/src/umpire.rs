//! The umpire's word in study positions.
//!
//! ```text
//! clear                                        everything off the map, no works, turn 1
//! place Archer column N H35 H34                head first; points as a column has them
//! place Gamble line M34=8 M33=8                from left to right; points left out are shared out
//! place Kelly line II37=6 E                    one marker and its front
//! place Ward line JJ38 JJ37 KK37 ends NW S     outer sides of both flanks
//! place Devin rest L40                         at rest
//! place Calef M34 unlimbered W                 a battery; with SECOND HEX CANNON when it is split
//! place Hood N18                               a commander
//! mark Archer dp 12 cp 3 level 6 attack named  counters and markers of a brigade
//! mark Archer fired-from HH34 hasty           fired out of woods; forced into line in this player turn
//! mark Calef factors 4 fired-from-woods        of a battery
//! mark Hood hit                                of a commander
//! wait Archer      lose Archer                 off the map, or out of the game
//! turn 3 union opening                         turn, side, segment
//! works HH40 NW SE                             breastworks, with their left and right side
//! hold U26 union                               who last entered a hex that counts
//! ```

use super::board::{Board, fresh};
use super::chain::{Formation, Link, column_strengths, continuous, counter, line_strengths, straight_ends};
use super::facts::Fact;
use super::names::{UMPIRE, read_facing, read_hex, read_unit};
use super::position::{Attack, Place, Retreat, Segment, State, UnitState, Works};
use super::teller::Teller;
use super::units::UnitId;
use super::{arrivals, sequence};
use domain_core::referee::{Line, Refusal, Side};

/// The facts of an umpire's line.
///
/// # Errors
/// [`Refusal::Unreadable`] for a line that does not fit.
pub fn umpire(board: &Board<'_>, line: &str) -> Result<Vec<Fact>, Refusal> {
    let lower = line.trim().to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
    let Some((verb, rest)) = words.split_first() else { return Err(UMPIRE.unreadable("That line is empty.")) };
    match (*verb, rest) {
        ("clear", []) => Ok(clear(board)),
        ("turn", rest) => sequence::umpire(board, rest),
        ("works", [hex, left, right]) => {
            let (left, right) = (read_facing(left)?, read_facing(right)?);
            if !left.is_side() || !right.is_side() {
                return Err(UMPIRE.unreadable("Works end at sides of their hex."));
            }
            let works = Works { hex: read_hex(board.pack, hex)? as u16, left, right, side: None };
            Ok(vec![Fact::UmpireWorks(works)])
        }
        ("hold", rest) => arrivals::umpire_hold(board, rest),
        ("unseen", rest) => {
            let (unit, _) = leading(board, rest)?;
            Ok(board.umpire_unseen(unit))
        }
        ("place" | "mark" | "wait" | "lose", rest) => {
            let (unit, rest) = leading(board, rest)?;
            let state = match *verb {
                "place" => place(board, unit, rest)?,
                "mark" => marked(board, unit, rest)?,
                _ if !rest.is_empty() => return Err(UMPIRE.unreadable("One counter at a time.")),
                "wait" => UnitState { place: Place::Waiting, state: fresh(board.spec(unit), false) },
                _ => UnitState { place: Place::Lost, ..board.state(unit).clone() },
            };
            Ok(vec![Fact::UmpireUnit { state: Box::new(state), unit }])
        }
        _ => Err(UMPIRE.unreadable(format!("The umpire does not know: {}.", words.join(" ")))),
    }
}

fn leading<'w, 's>(board: &Board<'_>, words: &'w [&'s str]) -> Result<(UnitId, &'w [&'s str]), Refusal> {
    let most = words.len().min(3);
    let read = |n: usize| read_unit(board, None, &words[..n].join(" ")).map(|unit| (unit, &words[n..]));
    let found = (1..=most).rev().find_map(|n| read(n).ok());
    found
        .map_or_else(|| read(1.min(most)), Ok)
        .map_err(|_| UMPIRE.unreadable("Which counter? Two sides may have one of that name: then by its id."))
}

fn clear(board: &Board<'_>) -> Vec<Fact> {
    let turn = Fact::UmpireTurn { segment: Segment::Opening, side: Side::Confederate, turn: board.turns()[0] };
    let wait = |unit: UnitId| {
        let state = UnitState { place: Place::Waiting, state: fresh(board.spec(unit), false) };
        Fact::UmpireUnit { state: Box::new(state), unit }
    };
    board.pack.ids().map(wait).chain([turn]).collect()
}

/// A hex with its points, `M34=8`; 0 for points left out.
fn link(board: &Board<'_>, word: &str) -> Result<Link, Refusal> {
    let (hex, sp) = word.split_once('=').unwrap_or((word, "0"));
    Ok(Link::new(read_hex(board.pack, hex)?, UMPIRE.number(sp)?))
}

/// A counter placed so.
///
/// # Errors
/// [`Refusal::Unreadable`] for words that place nothing.
pub fn place(board: &Board<'_>, unit: UnitId, words: &[&str]) -> Result<UnitState, Refusal> {
    let (spec, ground) = (board.spec(unit), &board.pack.ground);
    let mut state = match &board.state(unit).place {
        Place::At(_) => board.state(unit).state.clone(),
        _ => fresh(spec, false),
    };
    let chain = match &mut state {
        State::Commander(_) => match words {
            [hex] => vec![Link::new(read_hex(board.pack, hex)?, 0)],
            _ => return Err(UMPIRE.unreadable("Where is that commander?")),
        },
        State::Battery(battery) => {
            let cannon = spec.battery().map_or(0, |b| b.cannon());
            let [hex, how, facing, split @ ..] = words else {
                return Err(UMPIRE.unreadable("Write: place Calef M34 unlimbered W, or limbered N."));
            };
            battery.limbered = *how == "limbered";
            battery.facing = read_facing(facing)?;
            if battery.facing.is_side() != battery.limbered || !["limbered", "unlimbered"].contains(how) {
                return Err(UMPIRE.unreadable("Limbered guns face a side, unlimbered ones a corner."));
            }
            let hex = read_hex(board.pack, hex)?;
            match split {
                [] => vec![Link::new(hex, cannon)],
                [second, behind] => {
                    let behind: u8 = UMPIRE.number(behind)?;
                    let second = read_hex(board.pack, second)?;
                    if behind == 0 || behind >= cannon || !ground.adjacent(hex, second) {
                        return Err(UMPIRE.unreadable("That is no split battery."));
                    }
                    vec![Link::new(hex, cannon - behind), Link::new(second, behind)]
                }
                _ => return Err(UMPIRE.unreadable("A battery lies in one or two hexes.")),
            }
        }
        State::Brigade(brigade) => {
            let Some((how, rest)) = words.split_first() else {
                return Err(UMPIRE.unreadable("Column, line or rest?"));
            };
            let (formation, mut chain) = formed(board, how, rest)?;
            let given = chain.iter().any(|l| l.sp > 0);
            if !given {
                let sp = brigade.sp;
                let shared = match formation {
                    Formation::Rest => vec![sp],
                    Formation::Line { .. } => line_strengths(spec, sp, chain.len()).unwrap_or_default(),
                    _ => column_strengths(spec, sp),
                };
                if formation.is_column()
                    && shared.len() > chain.len()
                    && let Some(last) = chain.last().copied()
                {
                    chain.resize(shared.len(), last);
                }
                if shared.len() != chain.len() {
                    return Err(UMPIRE.unreadable(format!("{sp} points do not fit {} markers.", chain.len())));
                }
                chain.iter_mut().zip(shared).for_each(|(link, sp)| link.sp = sp);
            }
            let all = chain.iter().map(|l| u32::from(l.sp)).sum::<u32>();
            continuous(ground, formation, &chain).map_err(|rule| Refusal::from(rule.illegal(&spec.name)))?;
            let Some(at) = counter(ground, formation, &chain) else {
                return Err(UMPIRE.unreadable("That line is too long for its commander."));
            };
            (brigade.formation, brigade.counter) = (formation, at as u8);
            brigade.sp = u8::try_from(all)
                .ok()
                .filter(|sp| *sp > 0)
                .ok_or_else(|| UMPIRE.unreadable("Too many points, or none."))?;
            brigade.paid.clear();
            chain
        }
    };
    Ok(UnitState { place: Place::At(chain), state })
}

fn formed(board: &Board<'_>, how: &str, rest: &[&str]) -> Result<(Formation, Vec<Link>), Refusal> {
    let ground = &board.pack.ground;
    let links = |words: &[&str]| words.iter().map(|w| link(board, w)).collect::<Result<Vec<Link>, _>>();
    match (how, rest) {
        ("rest", [hex]) => Ok((Formation::Rest, links(&[hex])?)),
        ("column" | "charge", [facing, hexes @ ..]) if !hexes.is_empty() => {
            let facing = read_facing(facing)?;
            if !facing.is_side() {
                return Err(UMPIRE.unreadable("A column looks to a side."));
            }
            let formation = if how == "charge" { Formation::Charge { facing } } else { Formation::Column { facing } };
            Ok((formation, links(hexes)?))
        }
        ("line", [hexes @ .., "ends", left, right]) if !hexes.is_empty() => {
            let (left, right) = (read_facing(left)?, read_facing(right)?);
            Ok((Formation::Line { left, right }, links(hexes)?))
        }
        ("line", [hex, front]) if read_facing(front).is_ok_and(|f| !f.is_side()) => {
            Ok((Formation::single(read_facing(front)?), links(&[hex])?))
        }
        ("line", [_, _, ..]) => {
            let chain = links(rest)?;
            let hexes: Vec<usize> = chain.iter().map(|l| l.at()).collect();
            let formation = straight_ends(ground, &hexes);
            formation.map(|f| (f, chain)).ok_or_else(|| UMPIRE.unreadable("Those hexes are no line."))
        }
        _ => Err(UMPIRE.unreadable("Write for example: column N H35 H34; line M34=8 M33=8; line II37=6 E; rest L40.")),
    }
}

fn marked(board: &Board<'_>, unit: UnitId, words: &[&str]) -> Result<UnitState, Refusal> {
    let mut state = board.true_state(unit).clone();
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        let mut next = || words.next().ok_or_else(|| UMPIRE.unreadable(format!("{word} what?")));
        match (&mut state.state, word) {
            (State::Brigade(b), "dp") => b.dp = UMPIRE.number(next()?)?,
            (State::Brigade(b), "cp") => b.cp = UMPIRE.number(next()?)?,
            (State::Brigade(b), "level") => b.level = Some(UMPIRE.number::<u8>(next()?)?.min(20)),
            (State::Brigade(b), "owed") => b.owed = UMPIRE.number::<u8>(next()?)?.min(40),
            (State::Brigade(b), "waited") => b.waited = UMPIRE.number(next()?)?,
            (State::Brigade(b), "lost") => b.lost = UMPIRE.number(next()?)?,
            (State::Brigade(b), "done") => b.done = true,
            (State::Brigade(b), "idle") => b.idle = true,
            (State::Brigade(b), "fell-back") => b.fell_back = true,
            (State::Brigade(b), "fired-from") => b.fired_from.push(read_hex(board.pack, next()?)? as u16),
            (State::Brigade(b), "hasty") => b.hasty = true,
            (State::Brigade(b), "attack") => {
                b.attack = match next()? {
                    "none" => Attack::None,
                    "named" => Attack::Named,
                    "launched" => Attack::Launched,
                    other => return Err(UMPIRE.unreadable(format!("An attack is not {other}."))),
                }
            }
            (State::Brigade(b), "retreat") => {
                b.retreat = match next()? {
                    "none" => Retreat::None,
                    "voluntary" => Retreat::Voluntary,
                    "involuntary" => Retreat::Involuntary,
                    other => return Err(UMPIRE.unreadable(format!("A retreat is not {other}."))),
                }
            }
            (State::Battery(b), "factors") => b.factors = UMPIRE.number::<u8>(next()?)?.min(10),
            (State::Battery(b), "fired-from-woods") => b.fired_from_woods = true,
            (State::Battery(b), "moved") => b.moved = true,
            (State::Battery(b), "captor") => {
                let captor = read_unit(board, None, next()?)?;
                if board.spec(captor).brigade().is_none() {
                    return Err(UMPIRE.unreadable("A brigade captures guns."));
                }
                b.captor = Some(captor);
            }
            (State::Commander(c), "hit") => c.hit = true,
            (_, other) => return Err(UMPIRE.unreadable(format!("{other} is no marker of that counter."))),
        }
    }
    Ok(state)
}

impl Teller<'_> {
    /// A counter set by an umpire.
    pub fn umpire_unit(&self, unit: UnitId, state: &UnitState) -> Option<Line> {
        let name = self.name(unit);
        match state.place.chain() {
            [] => self.note(format!("The umpire takes {name} off the map."), "3.0"),
            chain => self.changed(format!("The umpire sets {name} at {}.", self.chain(chain)), "3.0", chain[0].hex),
        }
    }
}
