//! Whether a position could be one of this game at all: every index within the pack, every area on the map. For positions that come from
//! outside; those of the rules are whole by themselves.

use super::pack::Pack;
use super::position::{Fight, Impulse, Pending, Place, Position, Purpose, Rolled, Stage};
use super::units::{LeaderId, UnitId};

/// More procedures than ever wait on one another.
const MOST_PENDING: usize = 100;

/// More points than ever hang on a fight.
const MOST_POINTS: i32 = 1000;

type Checked = Result<(), String>;

/// Says what is out of range.
///
/// # Errors
/// A sentence about the first thing that is.
pub fn whole(pack: &Pack, at: &Position) -> Checked {
    let ask = Ask(pack);
    for (what, here, there) in [
        ("units", at.units.len(), pack.units.len()),
        ("leaders", at.leaders.len(), pack.leaders.len()),
        ("crossings", at.crossings.len(), pack.crossings.len()),
    ] {
        if here != there {
            return Err(format!("there are {here} {what}, not {there}"));
        }
    }
    for state in &at.units {
        ask.place(state.place)?;
        ask.areas(state.bid.map(|b| b.1))?;
        ask.areas(state.came)?;
        ask.most("movement points used", state.used, 100)?;
    }
    for state in &at.leaders {
        ask.place(state.place)?;
        ask.most("movement points used", state.used, 100)?;
    }
    ask.areas(at.bombarded.iter().copied())?;
    ask.areas(at.forces.iter().filter_map(|f| f.area))?;
    if at.turn == 0 || usize::from(at.turn) > pack.turns.len() {
        return Err(format!("there is no turn {}", at.turn));
    }
    ask.most("the space of the impulse marker", at.space, pack.last_space)?;
    ask.most("the count of passes", at.passes, 2)?;
    ask.impulse(&at.impulse)?;
    if at.pending.len() > MOST_PENDING {
        return Err(format!("{} procedures wait", at.pending.len()));
    }
    at.pending.iter().enumerate().try_for_each(|(n, pending)| ask.pending(pending, &at.pending[..n]))
}

struct Ask<'a>(&'a Pack);

impl Ask<'_> {
    fn areas(&self, areas: impl IntoIterator<Item = u8>) -> Checked {
        match areas.into_iter().find(|a| !self.0.has_area(*a)) {
            Some(area) => Err(format!("there is no area {area}")),
            None => Ok(()),
        }
    }

    fn place(&self, place: Place) -> Checked {
        match place {
            Place::At(area) => self.areas([area]),
            _ => Ok(()),
        }
    }

    fn units(&self, units: impl IntoIterator<Item = UnitId>) -> Checked {
        match units.into_iter().find(|u| usize::from(u.0) >= self.0.units.len()) {
            Some(unit) => Err(format!("there is no unit {}", unit.0)),
            None => Ok(()),
        }
    }

    fn leaders(&self, leaders: impl IntoIterator<Item = LeaderId>) -> Checked {
        match leaders.into_iter().find(|l| usize::from(l.0) >= self.0.leaders.len()) {
            Some(leader) => Err(format!("there is no leader {}", leader.0)),
            None => Ok(()),
        }
    }

    fn crossings(&self, crossings: impl IntoIterator<Item = u8>) -> Checked {
        match crossings.into_iter().find(|c| usize::from(*c) >= self.0.crossings.len()) {
            Some(crossing) => Err(format!("there is no crossing {crossing}")),
            None => Ok(()),
        }
    }

    fn most(&self, what: &str, n: u8, most: u8) -> Checked {
        if n <= most { Ok(()) } else { Err(format!("{what}: {n}, and at most {most}")) }
    }

    fn impulse(&self, impulse: &Impulse) -> Checked {
        self.areas(impulse.attacked.iter().map(|a| a.0))?;
        self.crossings(impulse.crossed.iter().map(|c| c.0))?;
        self.units(impulse.crossed.iter().map(|c| c.1))?;
        self.leaders(impulse.leader)?;
        self.units(impulse.overran.iter().copied())?;
        self.crossings(impulse.tried.iter().copied())
    }

    fn pending(&self, pending: &Pending, below: &[Pending]) -> Checked {
        match pending {
            Pending::Fight(fight) => self.fight(fight),
            Pending::Pick { leaders } if leaders.is_empty() => Err("no leader is to be picked".into()),
            Pending::Pick { leaders } => self.leaders(leaders.iter().copied()),
            Pending::Price { leader, unit } => {
                self.leaders([*leader])?;
                self.units([*unit])
            }
            Pending::Roll(rolled) => self.rolled(rolled, below),
            Pending::Silence => Ok(()),
            Pending::Station { leader, with } => {
                self.leaders([*leader])?;
                self.areas(with.iter().copied())
            }
            Pending::Withdrawal { from, units } => {
                self.areas(*from)?;
                self.units(units.iter().copied())
            }
        }
    }

    fn fight(&self, fight: &Fight) -> Checked {
        self.areas([fight.area])?;
        self.areas(fight.fled.iter().copied())?;
        self.areas(fight.from)?;
        if let Stage::Contested(area) = fight.stage {
            self.areas([area])?;
        }
        self.units(fight.attackers.iter().chain(&fight.band).chain(&fight.falling).copied())?;
        self.units([fight.lead])?;
        self.units(fight.target)?;
        if [fight.margin, fight.owed].iter().any(|n| !(-MOST_POINTS..=MOST_POINTS).contains(n)) {
            return Err("more points than ever hang on a fight".into());
        }
        Ok(())
    }

    fn rolled(&self, rolled: &Rolled, below: &[Pending]) -> Checked {
        let rolls = match rolled.purpose {
            Purpose::Combat if !below.iter().any(|p| matches!(p, Pending::Fight(_))) => {
                return Err("dice of a fight without a fight".into());
            }
            Purpose::Combat => 2,
            Purpose::Contested { area, unit } => {
                self.areas([area])?;
                self.units([unit])?;
                1
            }
            Purpose::Crossing { crossing, unit } => {
                self.crossings([crossing])?;
                self.units([unit])?;
                1
            }
            Purpose::Leader { leader } => {
                self.leaders([leader])?;
                1
            }
            Purpose::Withdrawal { unit } => {
                self.units([unit])?;
                1
            }
            Purpose::Check | Purpose::Hill => 1,
        };
        let dice = |roll: &Vec<u8>| (1..=6).contains(&roll.len()) && roll.iter().all(|d| (1..=6).contains(d));
        if rolled.dice.len() != rolls || rolled.used.len() != rolls || !rolled.dice.iter().all(dice) {
            return Err("dice on the table that nobody rolled".into());
        }
        Ok(())
    }
}
