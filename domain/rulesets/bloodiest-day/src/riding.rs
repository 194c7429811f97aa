//! Chapter 7, §7.2: movement of leaders.

use super::board::{Board, way_to};
use super::book::{AnyOrder, Rules};
use super::facts::Fact;
use super::names::{LONGEST_WAY, read_way, way_text};
use super::position::{Force, ImpulseUse, Phase, Strike};
use super::resolver::Resolver;
use super::teller::{Teller, moved};
use super::units::{LeaderId, Piece};
use domain_core::board::Reach;
use domain_core::kit::{Said, Verb, Words, counted};
use domain_core::referee::{Choice, Illegal, Line, Refusal, Side, Tone};

/// `Hooker ride 26-25` (§7.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ride {
    /// Who.
    pub leader: LeaderId,
    /// The way, his area first.
    pub way: Vec<u8>,
}

impl Verb<Rules> for Ride {
    fn said() -> Said {
        Said::OfPiece(&["ride"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (leader, [way]) = (words.piece?.leader()?, words.rest) else { return None };
        Some(read_way(words.board.pack, way).map(|way| Ride::along(words.board, leader, way).into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<Piece>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(leader) = piece.and_then(Piece::leader) else { return false };
        board.who(leader).side == board.at.side && board.rides(leader).into_iter().any(found)
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.leader.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} ride {}", board.who(self.leader).name, way_text(&self.way))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let spec = board.who(self.leader);
        let label = format!("{} rides to {}", spec.name, board.end_of(&self.way));
        let used = usize::from(board.leader(self.leader).used) + self.way.len().saturating_sub(1);
        Choice {
            place: self.way.last().map(u8::to_string),
            path: self.way.iter().map(u8::to_string).collect(),
            cost: Some(format!("{used} of {} MP", spec.movement)),
            ..Choice::plain(line, label, "ride", "7.2")
        }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let (cost, stopped) = self.check(&resolver.board())?;
        let (leader, doing) = (self.leader, resolver.now().impulse.doing);
        resolver.write(Fact::LeaderMoved { cost, leader, stopped, way: self.way.clone() });
        resolver.passed_over(resolver.pack.leader(leader).side, &self.way);
        if matches!(doing, ImpulseUse::Nothing | ImpulseUse::Woke) {
            resolver.write(Fact::Use { doing: ImpulseUse::Rode, force: None, leader: Some(leader) });
        }
        Ok(())
    }
}

impl Ride {
    /// A ride; of one area, by the shortest way there. Where none is open it is the shortest of all, for the rules to say what bars it.
    pub fn along(board: &Board<'_>, leader: LeaderId, way: Vec<u8>) -> Ride {
        if let ([end], Some(here)) = (way.as_slice(), board.leader(leader).area())
            && *end != here
        {
            let there = board.rides(leader).into_iter().find(|ride| ride.way.last() == Some(end));
            return there.unwrap_or_else(|| Ride { leader, way: board.straight(board.who(leader).side, here, *end) });
        }
        Ride { leader, way }
    }

    /// Its cost, and whether he must stop.
    fn check(&self, board: &Board<'_>) -> Result<(u8, bool), Illegal> {
        let Ride { leader, ref way } = *self;
        board.check_rides(leader)?;
        let (spec, state) = (board.who(leader), board.leader(leader));
        let legal = "A way begins where he is, and leads on from there.";
        let Some(here) = state.area() else {
            return Err(Illegal::new("7.2", format!("{} is not on the map.", spec.name), legal));
        };
        if way.first() != Some(&here) {
            return Err(Illegal::new("7.2", format!("{} is in {here}.", spec.name), legal));
        }
        if way.len() < 2 {
            let wrong = format!("{} is in {here} already.", spec.name);
            return Err(Illegal::new("7.2", wrong, "Name another area, or leave him where he is."));
        }
        if state.stopped {
            let wrong = format!("{} has stopped among enemies.", spec.name);
            return Err(Illegal::new("7.5.1", wrong, "He goes on when they are overrun, or in a later impulse."));
        }
        let (cost, left) = (way.len() - 1, usize::from(spec.movement.saturating_sub(state.used)));
        if way.len() > LONGEST_WAY || cost > left {
            let wrong = format!(
                "It is too far: {} would need {} and has {left}.",
                spec.name,
                counted(cost as i32, "movement point")
            );
            return Err(Illegal::new("7.2.1", wrong, "A leader has ten movement points, one for each area."));
        }
        let cost = cost as u8;
        for (i, step) in way.windows(2).enumerate() {
            let &[from, to] = step else { continue };
            if i > 0 && board.force(spec.side.other(), from).all > 0 {
                let wrong = format!("{} stops among the enemies in {from}.", spec.name);
                return Err(Illegal::new("7.5.1", wrong, "His way ends there."));
            }
            board.check_ride_step(spec.side, from, to)?;
        }
        let end = way.last().copied().unwrap_or(0);
        Ok((cost, board.force(spec.side.other(), end).all > 0))
    }
}

impl Board<'_> {
    /// Whether a leader may ride in this impulse: the one that acts, McClellan after waking another, or any active leader as
    /// the whole of the impulse (§6.1, §5.3.3, ruling 23).
    fn check_rides(&self, leader: LeaderId) -> Result<(), Illegal> {
        let (spec, state) = (self.who(leader), self.leader(leader));
        let name = &spec.name;
        let not = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        if self.at.phase != Phase::Action || !self.at.pending.is_empty() || spec.side != self.at.side {
            return not("7.2", format!("{name} may not move now."), "Leaders move in their own side's impulse.");
        }
        if !state.active {
            return not("7.2.1", format!("{name} is inactive."), "Only active leaders move.");
        }
        let impulse = &self.at.impulse;
        let may = match impulse.doing {
            ImpulseUse::Nothing => true,
            ImpulseUse::Fighting => impulse.leader == Some(leader) && !impulse.silenced,
            ImpulseUse::Woke => spec.army() && impulse.leader != Some(leader) && self.woken_by(leader),
            ImpulseUse::Rode | ImpulseUse::Closing => false,
            ImpulseUse::Entering => spec.formation == "VI" && impulse.force == Some(Force::Sixth),
        };
        if !may {
            return not("6.1", format!("{name} may not move in this impulse."), "The leader that acts may.");
        }
        Ok(())
    }

    /// Whether the leader woken in this impulse stands with McClellan.
    fn woken_by(&self, army: LeaderId) -> bool {
        let with = self.at.impulse.leader.and_then(|l| self.leader(l).area());
        with.is_some() && with == self.leader(army).area()
    }

    fn check_ride_step(&self, side: Side, from: u8, to: u8) -> Result<(), Illegal> {
        let Some(link) = self.pack.link(from, to) else {
            let wrong = format!("{from} and {to} share no border.");
            return Err(Illegal::new("7.1", wrong, "Leaders move to adjacent areas."));
        };
        if !self.open(side, link.kind) {
            let wrong = format!("The creek cannot be crossed from {from} to {to}.");
            return Err(Illegal::new("11.2", wrong, "A bridge must be held, a ford found."));
        }
        // §8.1 (3): he is a unit like others (ruling 44).
        if self.at.impulse.attacked.contains(&(to, Strike::Assault)) && self.since(4) {
            let wrong = format!("{to} has been assaulted in this impulse.");
            return Err(Illegal::new("8.1", wrong, "No friends may move in afterwards, nor leaders."));
        }
        let enemy = self.force(side.other(), to);
        if enemy.infantry + enemy.cavalry > 0 && self.force(side, to).all == 0 {
            let wrong = format!("There are enemies and no friends in {to}.");
            return Err(Illegal::new(
                "7.5.3",
                wrong,
                "A leader goes among enemy infantry or cavalry only where friends are.",
            ));
        }
        Ok(())
    }

    /// Every move of a leader, the shortest way to each area.
    fn rides(&self, leader: LeaderId) -> Vec<Ride> {
        if self.check_rides(leader).is_err() || self.leader(leader).stopped {
            return Vec::new();
        }
        let (spec, state) = (self.who(leader), self.leader(leader));
        let Some(start) = state.area() else { return Vec::new() };
        let left = u16::from(spec.movement.saturating_sub(state.used));
        let mut reach = Reach::over(self.pack.areas.len() + 1);
        reach.search([(usize::from(start), 0)], left, |at, spent, out| {
            let from = at as u8;
            if from != start && self.force(spec.side.other(), from).all > 0 {
                return;
            }
            for link in &self.pack.area(from).links {
                if self.check_ride_step(spec.side, from, link.to).is_ok() {
                    out.at(usize::from(link.to), spent + 1);
                }
            }
        });
        let mut ends: Vec<usize> = reach.found().filter(|e| *e != usize::from(start)).collect();
        ends.sort_unstable();
        ends.into_iter().map(|end| Ride { leader, way: way_to(&reach, end) }).collect()
    }
}

impl Teller<'_> {
    /// A leader rode.
    pub fn rode(&self, leader: LeaderId, way: &[u8]) -> Line {
        let spec = self.pack.leader(leader);
        let text = format!("{} rides to {}.", spec.name, self.end_of(way));
        Line::new(Tone::Move, text).cite("7.2").mark(moved(&spec.id, spec.side, way))
    }
}
