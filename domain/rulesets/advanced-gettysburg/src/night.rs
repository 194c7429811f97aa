//! Night turns: attacks end, who left the map comes back (§35.0, §21.8).

use super::board::{Board, is_night};
use super::book::Stop;
use super::chain::{Link, column_strengths};
use super::facts::{AttackEnd, Fact};
use super::position::Place;
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::referee::Line;

impl Board<'_> {
    /// §21.8: the box beyond the road by which a brigade that left the map comes back, and which way it looks: the one nearest to the hex where it left,
    /// while no enemy brigade has it in range. `None` where it waits.
    pub fn way_home(&self, unit: UnitId) -> Option<(Vec<Link>, Facing)> {
        let (Place::Fled(hex), Some((now, _))) = (&self.state(unit).place, self.brigade(unit)) else { return None };
        let (ground, side) = (&self.pack.ground, self.side(unit));
        let far = |entry: &&super::ground::Entry| ground.atlas.distance(usize::from(*hex), entry.hex);
        let entry = ground.entries.iter().min_by_key(|e| (far(e).unwrap_or(u32::MAX), e.hex))?;
        if self.in_brigade_range(side, entry.hex) {
            return None;
        }
        let strengths = column_strengths(self.spec(unit), now.sp);
        let chain: Vec<Link> = strengths.into_iter().map(|sp| Link::new(entry.off, sp)).collect();
        (!chain.is_empty()).then(|| (chain, ground.onto(entry)))
    }
}

impl Resolver<'_, '_> {
    /// Attacks end when night begins (ruling 86), and at night who left the map may come back (§21.8).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn night_begins(&mut self) -> Result<(), Stop> {
        let (side, turn) = (self.buffer.position.side, self.buffer.position.turn);
        if !is_night(turn) {
            return Ok(());
        }
        let board = self.board();
        let named = |u: &UnitId| board.at.brigade(*u).is_some_and(|b| b.is_named());
        let attackers: Vec<UnitId> = board.of(side).filter(named).collect();
        let ours = |u: &UnitId| board.side(*u) == side;
        let home = |unit: UnitId| board.way_home(unit).map(|(chain, facing)| Fact::Returned { chain, facing, unit });
        let returned: Vec<Fact> = board.pack.ids().filter(ours).filter_map(home).collect();
        for unit in attackers {
            self.write(Fact::AttackEnded { unit, why: AttackEnd::Night });
        }
        for fact in returned {
            self.write(fact);
        }
        Ok(())
    }
}

impl Teller<'_> {
    /// Who had left the map waits beyond its road.
    pub fn returned(&self, unit: UnitId, chain: &[Link]) -> Option<Line> {
        let road = chain.first().map_or_else(String::new, |l| self.place(l.hex));
        self.note(format!("{} has gathered again: {road}.", self.name(unit)), "21.0")
    }
}
