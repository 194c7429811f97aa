//! The chronicle: each fact as a player would write it, with its arithmetic.

use super::command::activation_number;
use super::facts::{Cause, ChargeEnd, Fact};
use super::ground::points;
use super::pack::Pack;
use super::position::{Bonus, Condition, Kind, Pending, Phase};
use super::strength::{spoken, total};
use super::units::{Division, UnitId};
use super::way::Way;
use domain_core::board::HexId;
use domain_core::referee::{Line, Mark, Side, Tone};

/// A signed number with a true minus.
fn signed(n: i32) -> String {
    match n {
        n if n < 0 => format!("−{}", -n),
        0 => "0".to_owned(),
        n => format!("+{n}"),
    }
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [firsts @ .., last] => format!("{} and {last}", firsts.join(", ")),
    }
}

fn dice_text(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join("+")
}

fn steps(n: u8) -> String {
    match n {
        1 => "a step".to_owned(),
        2 => "two steps".to_owned(),
        n => format!("{n} steps"),
    }
}

struct Teller<'a> {
    pack: &'a Pack,
}

impl Teller<'_> {
    fn name(&self, unit: UnitId) -> &str {
        self.pack.units.get(unit.index()).map_or("?", |u| u.name.as_str())
    }

    fn side(&self, unit: UnitId) -> Side {
        self.pack.units.get(unit.index()).map_or(Side::Union, |u| u.side)
    }

    fn place(&self, hex: HexId) -> String {
        if !self.pack.ground.grid.contains(hex) {
            return hex.to_string();
        }
        match self.pack.ground.hex(hex).place.as_str() {
            "" => hex.to_string(),
            name => format!("{hex} ({name})"),
        }
    }

    fn moved(&self, unit: UnitId, path: &[HexId]) -> Mark {
        let id = self.pack.units.get(unit.index()).map_or_else(String::new, |u| u.id.clone());
        Mark::Moved { piece: id, side: self.side(unit), path: path.iter().map(HexId::to_string).collect() }
    }

    fn line(&self, tone: Tone, text: String, section: &'static str, marks: Vec<Mark>) -> Option<Line> {
        Some(marks.into_iter().fold(Line::new(tone, text).cite(section), Line::mark))
    }

    fn divisions(&self, divisions: &[Division]) -> String {
        listed(&divisions.iter().map(|d| d.name().to_owned()).collect::<Vec<_>>())
    }

    fn journey(&self, unit: UnitId, way: &Way, cost: u16, entered: bool) -> String {
        let first = way.start();
        let from = if entered { format!("by {}", self.place(first)) } else { format!("from {first}") };
        let verb = if entered { "enters" } else { "moves" };
        let to = if way.hexes().len() > 1 { format!(" to {}", self.place(way.end())) } else { String::new() };
        format!("{} {verb} {from}{to} ({} MP)", self.name(unit), points(cost))
    }

    fn attacked(&self, fact: &Fact) -> Option<Line> {
        let Fact::Attacked { attacker, defender, dice, from, kind, outcome, reactive, steps, sum, to } = fact else {
            return None;
        };
        let (a, d) = (self.name(*attacker), self.name(*defender));
        let marks = vec![Mark::Fought { from: from.to_string(), to: to.to_string(), side: self.side(*attacker) }];
        if *kind == Kind::Sharp {
            let text = format!(
                "{a}'s sharpshooters fire at {d}: {} rolled; {}: {outcome}.",
                dice.iter().map(u8::to_string).collect::<Vec<_>>().join(", "),
                spoken("", sum),
            );
            return self.line(Tone::Combat, text, "9.0", marks);
        }
        let (verb, section) = match (kind, reactive) {
            (Kind::Fire, false) => ("fires on", "8.0"),
            (Kind::Fire, true) => ("fires in reaction on", "10.0"),
            (Kind::Close, true) => ("meets with canister", "10.0"),
            (Kind::Charge, _) => ("charges home on", "12.3"),
            _ => ("closes with", "11.0"),
        };
        let roll: i32 = dice.iter().map(|d| i32::from(*d)).sum();
        let defense = roll + i32::from(*steps);
        let differential = total(sum) - defense;
        let noun = if *steps == 1 { "step" } else { "steps" };
        let text = format!(
            "{a} {verb} {d}: {}; {d} rolls {}, {steps} {noun} = {defense}; {}: {outcome}.",
            spoken("", sum),
            dice_text(dice),
            signed(differential),
        );
        self.line(Tone::Combat, text, section, marks)
    }

    fn lost(&self, unit: UnitId, hex: HexId, lost: u8, left: u8, cause: Cause) -> Option<Line> {
        let name = self.name(unit);
        let (why, section) = match cause {
            Cause::Combat => ("", "7.5"),
            Cause::Zone => (" retreating into an enemy zone", "7.61"),
            Cause::Trapped => (" having nowhere to retreat", "7.62"),
            Cause::Instead => (" rather than be shaken", "7.7"),
            Cause::Disorder => (", disordered as it was", "13.0"),
        };
        let text = if left == 0 {
            format!("{name} loses {}{why} and is eliminated.", steps(lost))
        } else {
            format!("{name} loses {}{why} ({left} left).", steps(lost))
        };
        let mark = Mark::Lost { place: hex.to_string(), side: self.side(unit), steps: u32::from(lost) };
        self.line(Tone::Loss, text, section, vec![mark])
    }

    fn phase(&self, phase: Phase, side: Side, turn: u8) -> Option<Line> {
        let clock = usize::from(turn).checked_sub(1).and_then(|i| self.pack.tables.turns.get(i));
        let clock = clock.map_or("", |t| t.time.as_str());
        match phase {
            Phase::Setup => self.line(Tone::Heading, format!("The {side} sets up."), "3.0", vec![]),
            Phase::Command => {
                self.line(Tone::Heading, format!("Turn {turn}, {clock}: {side} player turn."), "4.0", vec![])
            }
            Phase::Special => {
                self.line(Tone::Heading, format!("Union Special Sequence after turn {turn}."), "14.0", vec![])
            }
            Phase::Reaction => self.line(Tone::Note, format!("{} Reaction Phase.", side.other()), "10.0", vec![]),
            _ => {
                let section = match phase {
                    Phase::Move => "6.0",
                    Phase::Fire => "8.0",
                    Phase::SecondClose => "15.0",
                    _ => "11.0",
                };
                self.line(Tone::Note, format!("{side} {}.", phase.title()), section, vec![])
            }
        }
    }

    fn coordination(&self, dice: [u8; 2], ccrm: u8, divisions: &[Division], touch: bool) -> Option<Line> {
        let sum = dice[0] + dice[1];
        let natural_fails = activation_number(Division::Longstreet).is_some_and(|n| sum > n);
        let modified = if natural_fails && ccrm > 0 {
            format!(", −{} for the CCRM marker on {ccrm} = {}", 2 * ccrm, i32::from(sum) - 2 * i32::from(ccrm))
        } else {
            String::new()
        };
        let what = if touch { "Lee's Personal Touch" } else { "Coordination Roll" };
        let text = format!("{what}: {} = {sum}{modified}: {}.", dice_text(&dice), self.divisions(divisions));
        self.line(Tone::Roll, text, if touch { "5.13" } else { "5.1" }, vec![])
    }

    fn tell(&self, fact: &Fact) -> Option<Line> {
        let name = |u: &UnitId| self.name(*u);
        let changed = |hex: &HexId| vec![Mark::Changed { place: hex.to_string() }];
        match fact {
            Fact::Activated { divisions, units } => {
                let extra: Vec<String> = units
                    .iter()
                    .filter_map(|u| self.pack.units.get(u.index()))
                    .filter(|u| u.division.is_none() && !u.always_active)
                    .map(|u| u.name.clone())
                    .collect();
                let with = if extra.is_empty() { String::new() } else { format!(", and with them {}", listed(&extra)) };
                let verb = if divisions.len() == 1 { "is" } else { "are" };
                let text = format!("{} {verb} activated{with}.", self.divisions(divisions));
                self.line(Tone::Note, text, "5.0", vec![])
            }
            Fact::Advanced { from, to, unit } => {
                let text = format!("{} takes {}.", name(unit), self.place(*to));
                self.line(Tone::Move, text, "7.64", vec![self.moved(*unit, &[*from, *to])])
            }
            Fact::Attacked { .. } => self.attacked(fact),
            Fact::BonusUsed { attacker, bonus } => {
                let text = match bonus {
                    Bonus::None => format!("{} leaves its combat bonus unused.", name(attacker)),
                    Bonus::Strike => format!("{} uses its combat bonus: one more step.", name(attacker)),
                    Bonus::Spare => format!("{} uses its combat bonus and spares its own step.", name(attacker)),
                };
                self.line(Tone::Note, text, "7.52", vec![])
            }
            Fact::Ccrm { space } => {
                let text = match space {
                    0 => "Coordination succeeds: the CCRM marker comes off the track.".to_owned(),
                    n => format!("Coordination fails: the CCRM marker lies on {n}."),
                };
                self.line(Tone::Note, text, "5.11", vec![])
            }
            Fact::Charged { cost, entered, target, unit, way } => {
                let text = format!("{} and charges {}.", self.journey(*unit, way, *cost, *entered), name(target));
                self.line(Tone::Move, text, "12.1", vec![self.moved(*unit, way.hexes())])
            }
            Fact::ChargeOver { hex, unit, why } => {
                let text = match why {
                    None => return None,
                    Some(ChargeEnd::Stopped) => format!("{}'s charge is stopped.", name(unit)),
                    Some(ChargeEnd::Retreated) => format!("{} falls back and charges no more.", name(unit)),
                    Some(ChargeEnd::Lapsed) => format!("{}'s charge lapses: its target is gone.", name(unit)),
                };
                self.line(Tone::Note, text, "12.3", changed(hex))
            }
            Fact::Coordination { ccrm, dice, divisions, touch } => self.coordination(*dice, *ccrm, divisions, *touch),
            Fact::Ended { level, lines, points, .. } => {
                let items: Vec<String> = lines
                    .iter()
                    .filter(|l| l.points != 0)
                    .map(|l| format!("{} {}", signed(l.points), l.what))
                    .collect();
                let text = format!("{level}: {points} victory points ({}).", items.join("; "));
                self.line(Tone::Result, text, "16.0", vec![])
            }
            Fact::Lifted { hex, unit } => {
                self.line(Tone::Note, format!("{} is taken back in hand.", name(unit)), "3.0", changed(hex))
            }
            Fact::Lost { cause, hex, left, steps, unit } => self.lost(*unit, *hex, *steps, *left, *cause),
            Fact::Marked { condition, hex, unit } => {
                let text = format!("{} is {}.", name(unit), condition.word());
                self.line(Tone::Note, text, "13.0", changed(hex))
            }
            Fact::Moved { cost, entered, unit, way, .. } => {
                let text = format!("{}.", self.journey(*unit, way, *cost, *entered));
                self.line(Tone::Move, text, if *entered { "6.6" } else { "6.1" }, vec![self.moved(*unit, way.hexes())])
            }
            Fact::Phase { phase, side, turn } => self.phase(*phase, *side, *turn),
            Fact::Placed { hex, unit } => {
                let text = format!("{} sets up at {}.", name(unit), self.place(*hex));
                self.line(Tone::Note, text, "3.0", changed(hex))
            }
            Fact::Recovered { condition, hex, unit } => {
                let text = match condition {
                    Condition::Good => format!("{} recovers.", name(unit)),
                    other => format!("{} recovers in part: now {}.", name(unit), other.word()),
                };
                self.line(Tone::Note, text, "13.2", changed(hex))
            }
            Fact::Retreated { from, to, unit, voluntary } => {
                let (verb, section) = if *voluntary { ("falls back", "7.7") } else { ("retreats", "7.6") };
                let text = format!("{} {verb} to {}.", name(unit), self.place(*to));
                self.line(Tone::Move, text, section, vec![self.moved(*unit, &[*from, *to])])
            }
            Fact::ReturnFire { hex, unit } => {
                let text = format!("{} shows itself and may be fired on in return.", name(unit));
                self.line(Tone::Note, text, "7.4", changed(hex))
            }
            Fact::RollKept { dice, second } => {
                let which = if *second { "second" } else { "first" };
                let text = format!("Lee keeps the {which} roll, {}.", dice[0] + dice[1]);
                self.line(Tone::Note, text, "5.13", vec![])
            }
            Fact::StoodFast { hex, retreat, unit } => {
                let (text, section) = match retreat {
                    true if self.pack.units.get(unit.index()).is_some_and(|u| u.arm.is_artillery()) => {
                        (format!("{} does not retreat.", name(unit)), "7.63")
                    }
                    true => (format!("{} does not retreat.", name(unit)), "7.6"),
                    false => (format!("{} is not shaken.", name(unit)), "13.1"),
                };
                self.line(Tone::Note, text, section, changed(hex))
            }
            Fact::SteppedAway { from, to, unit } => {
                let text = format!("{} step away to {}.", name(unit), self.place(*to));
                self.line(Tone::Move, text, "9.0", vec![self.moved(*unit, &[*from, *to])])
            }
            Fact::Touch => {
                self.line(Tone::Note, "Lee comes up in person: the roll is made again.".to_owned(), "5.13", vec![])
            }
            Fact::Withdrew { from, to, unit, .. } => {
                let text = format!("{} withdraws to {}.", name(unit), self.place(*to));
                self.line(Tone::Move, text, "6.8", vec![self.moved(*unit, &[*from, *to])])
            }
            Fact::UmpireUnit { state, unit } => {
                let text = match state.hex() {
                    Some(hex) => {
                        format!("The umpire sets {} at {} with {} steps.", name(unit), self.place(hex), state.steps)
                    }
                    None => format!("The umpire takes {} off the map.", name(unit)),
                };
                let marks = state.hex().map(|h| Mark::Changed { place: h.to_string() });
                self.line(Tone::Note, text, "3.0", marks.into_iter().collect())
            }
            Fact::UmpireTurn { phase, side, turn } => {
                let text = format!("The umpire goes to turn {turn}, {side} {}.", phase.title());
                self.line(Tone::Note, text, "4.0", vec![])
            }
            Fact::UmpireOptions(_) => {
                self.line(Tone::Note, "The umpire sets the optional rules.".to_owned(), "17.0", vec![])
            }
            Fact::UmpireTouch { used } => {
                let word = if *used { "used" } else { "unused" };
                self.line(Tone::Note, format!("The umpire sets Lee's Personal Touch {word}."), "5.13", vec![])
            }
            Fact::Asked(Pending::Affair(_) | Pending::Coordination { .. }) | Fact::Answered | Fact::ReturnFireOver => {
                None
            }
        }
    }
}

/// Tells a fact. There are no secrets in this game, so it is told to everybody alike.
pub fn tell(pack: &Pack, fact: &Fact) -> Option<Line> {
    Teller { pack }.tell(fact)
}
