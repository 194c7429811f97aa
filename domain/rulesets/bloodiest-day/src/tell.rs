//! The chronicle: each fact as a player would write it, with its arithmetic.

use super::facts::{Cause, Fact};
use super::pack::Pack;
use super::position::{Doing, Hurt, Phase, Purpose, Strike};
use super::sums::{dice_text as dice, spoken};
use super::units::{LeaderId, UnitId};
use domain_core::referee::{Line, Mark, Side, Tone};

struct Teller<'a> {
    pack: &'a Pack,
}

impl Teller<'_> {
    fn unit(&self, unit: UnitId) -> &str {
        &self.pack.unit(unit).name
    }

    fn side(&self, unit: UnitId) -> Side {
        self.pack.unit(unit).side
    }

    fn leader(&self, leader: LeaderId) -> &str {
        &self.pack.leader(leader).name
    }

    fn area(&self, area: u8) -> String {
        format!("{area} ({})", self.pack.area(area).name)
    }

    fn names(&self, units: &[UnitId]) -> String {
        let names: Vec<&str> = units.iter().map(|u| self.unit(*u)).collect();
        match names.as_slice() {
            [] => "nobody".to_owned(),
            [one] => (*one).to_owned(),
            [firsts @ .., last] => format!("{} and {last}", firsts.join(", ")),
        }
    }

    fn crossing(&self, crossing: u8) -> &str {
        self.pack.crossings.get(usize::from(crossing)).map_or("the crossing", |c| &c.name)
    }

    fn purpose(&self, purpose: Purpose) -> String {
        match purpose {
            Purpose::Check => "the impulse check".into(),
            Purpose::Combat => "the fight".into(),
            Purpose::Contested { area, unit } => format!("the retreat of {} to {}", self.unit(unit), self.area(area)),
            Purpose::Crossing { crossing, unit } => format!("{} at {}", self.unit(unit), self.crossing(crossing)),
            Purpose::Hill => "A.P. Hill's march".into(),
            Purpose::Leader { leader } => format!("the fate of {}", self.leader(leader)),
            Purpose::Withdrawal { unit } => format!("the withdrawal of {}", self.unit(unit)),
        }
    }
}

fn moved(piece: String, side: Side, way: &[u8]) -> Mark {
    Mark::Moved { piece, side, path: way.iter().map(u8::to_string).collect() }
}

/// A fact told, or nothing where another fact says it already.
pub fn tell(pack: &Pack, fact: &Fact) -> Option<Line> {
    let t = Teller { pack };
    Some(match fact {
        Fact::Activated { areas, leader, units } => {
            let places: Vec<String> = areas.iter().map(|a| t.area(*a)).collect();
            let who = match leader {
                Some(leader) => format!("{} activates {}", t.leader(*leader), places.join(" and ")),
                None => format!("Reinforcements are at {}", places.join(" and ")),
            };
            Line::new(Tone::Note, format!("{who}: {}.", t.names(units))).cite("6.1")
        }
        Fact::Advantage { to, what } => {
            Line::new(Tone::Note, format!("The Advantage passes to the {to} side: {what}.")).cite("10.1")
        }
        Fact::Committed { area, kind, unit, .. } => {
            let text = match kind {
                Strike::Assault => format!("{} makes ready to assault in {}.", t.unit(*unit), t.area(*area)),
                Strike::Volley => format!("{} levels at {}.", t.unit(*unit), t.area(*area)),
                _ => format!("{} trains its guns on {}.", t.unit(*unit), t.area(*area)),
            };
            Line::new(Tone::Note, text).cite("8.2")
        }
        Fact::Crossing { crossing, state } => {
            let text = match state.holder {
                Some(side) => format!("The {side} side holds {}.", t.crossing(*crossing)),
                None => format!("{} is found.", t.crossing(*crossing)),
            };
            let mut line = Line::new(Tone::Note, text).cite("11.2");
            if let Some(card) = pack.crossings.get(usize::from(*crossing)) {
                for area in card.joins {
                    line = line.mark(Mark::Changed { place: area.to_string() });
                }
            }
            line
        }
        Fact::Tried { crossing, cost, unit } => {
            Line::new(Tone::Note, format!("{} tries {} for {cost} MP.", t.unit(*unit), t.crossing(*crossing)))
                .cite("7.7.1")
        }
        Fact::Eliminated { area, unit, why, .. } => {
            let why = match why {
                Cause::Failed => "leading a failed assault",
                Cause::NoWay => "with nowhere to go",
                Cause::Overrun => "overrun",
                Cause::Retreat => "lost on the retreat",
                Cause::Withdrawal => "lost in withdrawing",
                Cause::Attack | Cause::Casualty => "in the fight",
            };
            let text = format!("{} is eliminated in {}, {why}.", t.unit(*unit), t.area(*area));
            let mark =
                Mark::Lost { place: area.to_string(), side: t.side(*unit), steps: u32::from(pack.unit(*unit).fresh) };
            Line::new(Tone::Loss, text).cite("8.6.1").mark(mark)
        }
        Fact::Ended { confederate, level, union, .. } => {
            let text = format!("{level}. Points: Union {union}, Confederates {confederate}.");
            Line::new(Tone::Result, text).cite("2.2")
        }
        Fact::Force { force, state } => {
            if state.area.is_some() {
                return None;
            }
            let title = force.title();
            let mut chars = title.chars();
            let title: String = chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect();
            Line::new(Tone::Note, format!("{title} may enter.")).cite("4.1")
        }
        Fact::Fought { area, attack, defence, dice: [a, d], from, kind, lead, margin, target } => {
            let doing = match kind {
                Strike::Assault => "assaults",
                Strike::Volley => "volleys at",
                Strike::Bombard => "bombards",
                Strike::LongRange => "bombards from far",
            };
            let side = t.side(*lead);
            let result = match margin {
                n if *n > 0 => format!("{n} casualty points"),
                0 => "even".to_owned(),
                n if *kind == Strike::Assault => format!("repulsed by {}", -n),
                _ => "no effect".to_owned(),
            };
            let text = format!(
                "{} {doing} {}, {} defends: {} (dice {}) against {} (dice {}): {result}.",
                t.unit(*lead),
                t.area(*area),
                t.unit(*target),
                spoken("", attack),
                dice(a),
                spoken("", defence),
                dice(d),
            );
            let from = from.unwrap_or(*area).to_string();
            Line::new(Tone::Combat, text).cite("8.5.7").mark(Mark::Fought { from, to: area.to_string(), side })
        }
        Fact::Gone { unit } => {
            Line::new(Tone::Loss, format!("{} leaves the game for good.", t.unit(*unit))).cite("9.3")
        }
        Fact::Impulse { free, side, space } => {
            let free = if *free { "free " } else { "" };
            Line::new(Tone::Heading, format!("{side} {free}impulse, space {space}")).cite("3.0")
        }
        Fact::ImpulseOver { pass, spent, .. } => {
            let text = match (pass, spent.is_empty()) {
                (true, _) => "Passed.".to_owned(),
                (false, true) => return None,
                (false, false) => format!("Spent by moving: {}.", t.names(spent)),
            };
            Line::new(Tone::Note, text).cite("9.1")
        }
        Fact::Check { goes_on, space, sum } => {
            let end = if *goes_on { "the phase goes on" } else { "the phase ends after this impulse" };
            Line::new(Tone::Roll, format!("Impulse check: {}, against {space}: {end}.", spoken("", sum))).cite("3.0")
        }
        Fact::Result { purpose, success, sum } => {
            let end = if *success { "it succeeds" } else { "it fails" };
            let text = format!("For {}: {}: {end}.", t.purpose(*purpose), spoken("", sum));
            let section = match purpose {
                Purpose::Crossing { .. } => "11.2",
                Purpose::Hill => "4.5",
                Purpose::Withdrawal { .. } => "7.3.3",
                _ => "8.6.5",
            };
            Line::new(Tone::Roll, text).cite(section)
        }
        Fact::Leader { leader, why, .. } => Line::new(Tone::Note, format!("{} {why}.", t.leader(*leader))).cite("5.4"),
        Fact::LeaderHurt { area, hurt, leader } => {
            let how = match hurt {
                Hurt::Killed => "is killed",
                Hurt::Lightly => "is lightly wounded and out of action for the turn",
                Hurt::Seriously => "is seriously wounded",
            };
            let text = format!("{} {how} in {}.", t.leader(*leader), t.area(*area));
            Line::new(Tone::Loss, text).cite("8.7.2").mark(Mark::Changed { place: area.to_string() })
        }
        Fact::LeaderMoved { leader, way, .. } => {
            let end = way.last().map_or_else(String::new, |a| t.area(*a));
            let spec = pack.leader(*leader);
            let text = format!("{} rides to {end}.", spec.name);
            Line::new(Tone::Move, text).cite("7.2").mark(moved(spec.id.clone(), spec.side, way))
        }
        Fact::LeaderPut { area, leader } => {
            let text = format!("{} is at {}.", t.leader(*leader), t.area(*area));
            Line::new(Tone::Move, text).mark(Mark::Changed { place: area.to_string() })
        }
        Fact::Moved { attacks, cost, entered, unit, way, .. } => {
            let spec = pack.unit(*unit);
            let end = way.last().map_or_else(String::new, |a| t.area(*a));
            let verb = if *entered { "enters and goes to" } else { "moves to" };
            let stop = if *attacks { ", among the enemy" } else { "" };
            let text = format!("{} {verb} {end} for {cost} MP{stop}.", spec.name);
            Line::new(Tone::Move, text).cite("7.1").mark(moved(spec.id.clone(), spec.side, way))
        }
        Fact::Overrun { area, side } => {
            Line::new(Tone::Combat, format!("Overrun: the {side} units in {} are swept away.", t.area(*area)))
                .cite("8.6.3")
        }
        Fact::Phase { phase, side, turn } => {
            let text = match phase {
                Phase::LongRange => {
                    let clock = pack.turns.iter().find(|x| x.turn == *turn).map_or("", |x| x.from.as_str());
                    format!("Turn {turn}, {clock} hours")
                }
                Phase::Action => format!("Turn {turn}, Action Phase"),
                Phase::Rally => format!("Turn {turn}, {side} rally"),
                Phase::Over => return None,
            };
            Line::new(Tone::Heading, text).cite("3.0")
        }
        Fact::Rallied { units, .. } if units.is_empty() => return None,
        Fact::Rallied { units, .. } => {
            let text = match units.len() {
                1 => "One unit rallies.".to_owned(),
                n => format!("{n} units rally."),
            };
            Line::new(Tone::Note, text).cite("9.2")
        }
        Fact::Reorganised { area, leader, unit } => {
            let text = format!("{} reorganises {} in {}.", t.leader(*leader), t.unit(*unit), t.area(*area));
            Line::new(Tone::Note, text).cite("9.3").mark(Mark::Changed { place: area.to_string() })
        }
        Fact::Rerolled { by, dice: new, purpose, which } => {
            let which = match (purpose, which) {
                (Purpose::Combat, 0) => ", attack",
                (Purpose::Combat, _) => ", defence",
                _ => "",
            };
            let text =
                format!("The {by} side has the dice for {}{which} rolled again: {}.", t.purpose(*purpose), dice(new));
            Line::new(Tone::Roll, text).cite("10.2")
        }
        Fact::Retreated { from, to, unit } => {
            let spec = pack.unit(*unit);
            let text = format!("{} retreats from {} to {}.", spec.name, t.area(*from), t.area(*to));
            Line::new(Tone::Move, text).cite("8.6.4").mark(moved(spec.id.clone(), spec.side, &[*from, *to]))
        }
        Fact::Silenced { leader } => {
            Line::new(Tone::Note, format!("{} is silenced by the Advantage.", t.leader(*leader))).cite("10.2")
        }
        Fact::Spent { why: Cause::Attack, .. } => return None,
        Fact::Spent { area, unit, .. } => {
            Line::new(Tone::Loss, format!("{} is Spent in {}.", t.unit(*unit), t.area(*area))).cite("8.6.1")
        }
        Fact::Use { doing: Doing::Entering, force: Some(force), .. } => {
            Line::new(Tone::Note, format!("The impulse belongs to {}.", force.title())).cite("4.1")
        }
        Fact::Withdrew { unit, way } => {
            let spec = pack.unit(*unit);
            let end = way.last().map_or_else(String::new, |a| t.area(*a));
            let text = format!("{} withdraws to {end}.", spec.name);
            Line::new(Tone::Move, text).cite("7.3.3").mark(moved(spec.id.clone(), spec.side, way))
        }
        Fact::UmpireImpulse(_)
        | Fact::UmpireLeader { .. }
        | Fact::UmpireOptions(_)
        | Fact::UmpireTurn { .. }
        | Fact::UmpireUnit { .. } => Line::new(Tone::Note, "The umpire sets the board."),
        Fact::Answered
        | Fact::Asked(_)
        | Fact::Changed(_)
        | Fact::FirstCorps
        | Fact::GoOn { .. }
        | Fact::Struck { .. }
        | Fact::Use { .. } => {
            return None;
        }
    })
}
