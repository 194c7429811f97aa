//! Chapter 8, §8.6.2 and §8.6.4 to §8.6.6: retreats.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::circumstances::{choice, fight_about, offer};
use super::facts::{Arithmetic, Fact};
use super::names::read_area;
use super::position::{Fight, Pending, Purpose, Stage};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Cause, UnitId};
use domain_core::kit::{Question, Said, StandingAnswer, Verb, Words, total};
use domain_core::referee::{Choice, Circumstance, Illegal, InForce, Line, Refusal, Side, StandingOffer, TURN};

/// `retreat 29` (§8.6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreat {
    /// Where.
    pub area: u8,
}

impl Verb<Rules> for Retreat {
    fn said() -> Said {
        Said::Alone(&["retreat"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let [area] = words.rest else { return None };
        Some(read_area(words.board.pack, area).map(|area| Retreat { area }.into()))
    }

    fn write(&self, _: &Board<'_>) -> String {
        format!("retreat {}", self.area)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("Retreat to {}", board.place(self.area));
        Choice { place: Some(self.area.to_string()), ..Choice::plain(line, label, "retreat", "8.6.4") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let board = resolver.board();
        let Some(fight) = board.fight_at(Stage::Falling) else {
            return Err(Illegal::new("8.6.4", "Nobody must retreat.", "Retreats follow a lost fight.").into());
        };
        let way = board.way_out(fight);
        if !way.areas.contains(&self.area) {
            let areas: Vec<String> = way.areas.iter().map(u8::to_string).collect();
            let legal = format!("The priorities leave {}.", areas.join(" or "));
            return Err(Illegal::new("8.6.5", format!("The retreat does not go to {}.", self.area), legal).into());
        }
        resolver.retreat_to(self.area);
        Ok(())
    }
}

/// Where units retreat to that must (§8.6.4).
pub struct MustRetreat(Fight);

impl Question<Rules> for MustRetreat {
    fn open(board: &Board<'_>) -> Option<Self> {
        board.fight_at(Stage::Falling).cloned().map(MustRetreat)
    }

    fn kind(&self) -> &'static str {
        "retreat"
    }

    fn section(&self) -> &'static str {
        "8.6.4"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        let names: Vec<&str> = board.way_out(&self.0).group.iter().map(|u| board.spec(*u).name.as_str()).collect();
        let (names, place) = (names.join(", "), board.place(self.0.area));
        format!("{}: {names} must retreat from {place}. Choose the area.", board.by_whom(&self.0))
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.loser(&self.0)
    }

    fn procedure(&self) -> Option<&'static str> {
        Some("fight")
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        board.way_out(&self.0).areas.into_iter().map(|area| Retreat { area }.into()).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("retreat")
    }

    fn offer() -> Option<StandingOffer> {
        Some(offer(
            "retreat",
            "When the priorities leave several areas to retreat to (§8.6.5)",
            &[TURN, "space", "unit", "place", "units"],
            vec![choice("rear", "The one nearest your rear."), choice("strength", "The one with most friends.")],
            "rear",
        ))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        fight_about(board, &self.0, &board.way_out(&self.0).group, false)
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let (side, areas) = (self.side(board), board.way_out(&self.0).areas.into_iter());
        let rear = |a: &u8| board.pack.area(*a).rear[if side == Side::Union { 0 } else { 1 }];
        let area = match standing.get("retreat") {
            "rear" => areas.min_by_key(rear)?,
            "strength" => areas.max_by_key(|a| board.force(side, *a).all)?,
            _ => return None,
        };
        Some(StandingAnswer { order: Retreat { area }.into(), why: "the area preferred" })
    }
}

/// Where a group may retreat to.
struct WayOut {
    /// Those who go.
    group: Vec<UnitId>,
    /// Where to; equal in the eyes of the priorities.
    areas: Vec<u8>,
    /// They would go among enemies and roll.
    contested: bool,
}

impl Board<'_> {
    /// The part of those retreating that goes next: defenders together, attackers by the area they came from (§8.6.2,
    /// §8.6.4).
    fn next_group(&self, fight: &Fight) -> Vec<UnitId> {
        let Some(first) = fight.falling.first() else { return Vec::new() };
        if !fight.home {
            return fight.falling.clone();
        }
        let came = self.state(*first).came;
        fight.falling.iter().copied().filter(|u| self.state(*u).came == came).collect()
    }

    /// The way back of failed attackers to the area they last left, if it is open (ruling 50): all that came from there, or for want
    /// of room the first of them.
    fn way_home(&self, fight: &Fight) -> Option<(Vec<UnitId>, u8)> {
        let group = self.next_group(fight);
        let first = *group.first()?;
        let side = self.spec(first).side;
        let home = self.state(first).came.filter(|_| fight.home)?;
        let link = self.pack.link(fight.area, home)?;
        if !self.open(side, link.kind) || self.force(side.other(), home).all > 0 {
            return None;
        }
        [group, vec![first]].into_iter().find(|g| self.fits(g, home)).map(|g| (g, home))
    }

    /// Where a group may retreat to by the priorities (§8.6.5, rulings 51 and 52): together if one area takes all; for want of room
    /// its first unit alone, next door or, where every open area is full, through friends to one beyond. No areas: that unit is
    /// lost.
    fn way_out(&self, fight: &Fight) -> WayOut {
        let group = self.next_group(fight);
        let Some(first) = group.first().copied() else {
            return WayOut { group, areas: Vec::new(), contested: false };
        };
        let near = [fight.area];
        for group in [group, vec![first]] {
            if let Some(way) = self.retreat_from(&near, &near, &group) {
                return way;
            }
        }
        let side = self.spec(first).side;
        let mut passed = vec![fight.area];
        let mut edge = vec![fight.area];
        loop {
            // What is friendly and open, but had no room.
            let full = edge.iter().flat_map(|from| self.retreat_links(side, *from));
            let mut next: Vec<u8> = full.filter(|a| self.controls(side, *a) && !passed.contains(a)).collect();
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                return WayOut { group: vec![first], areas: Vec::new(), contested: false };
            }
            passed.extend(&next);
            if let Some(way) = self.retreat_from(&next, &passed, &[first]) {
                return way;
            }
            edge = next;
        }
    }

    /// The best areas next to any of some, not among those passed, that take a group.
    fn retreat_from(&self, edge: &[u8], passed: &[u8], group: &[UnitId]) -> Option<WayOut> {
        let side = group.first().map(|u| self.spec(*u).side)?;
        for class in 0..4 {
            let mut areas: Vec<u8> =
                edge.iter().flat_map(|from| self.retreat_class(side, *from, group, class)).collect();
            areas.retain(|a| !passed.contains(a));
            areas.sort_unstable();
            areas.dedup();
            if !areas.is_empty() {
                return Some(WayOut { group: group.to_vec(), areas, contested: class == 3 });
            }
        }
        None
    }

    /// The areas next door that a side may go to at all.
    fn retreat_links(&self, side: Side, from: u8) -> impl Iterator<Item = u8> + Clone {
        self.pack.area(from).links.iter().filter(move |l| self.open(side, l.kind)).map(|l| l.to)
    }

    fn retreat_class(&self, side: Side, from: u8, group: &[UnitId], class: u8) -> Vec<u8> {
        let enemy_held = |a: u8| self.pack.area(a).links.iter().filter(|l| self.controls(side.other(), l.to)).count();
        let rear = |a: u8| self.pack.area(a).rear[if side == Side::Union { 0 } else { 1 }];
        let areas = self.retreat_links(side, from);
        let friendly: Vec<u8> = areas.clone().filter(|a| self.controls(side, *a)).collect();
        let least = friendly.iter().map(|a| enemy_held(*a)).min();
        let mut wanted: Vec<u8> = match class {
            0 => friendly.into_iter().filter(|a| Some(enemy_held(*a)) == least).collect(),
            1 => friendly,
            2 => areas
                .filter(|a| self.force(side, *a).all == 0 && self.force(side.other(), *a).all == 0)
                .filter(|a| rear(*a) < rear(from))
                .collect(),
            _ => areas.filter(|a| self.force(side, *a).all > 0 && self.force(side.other(), *a).all > 0).collect(),
        };
        wanted.retain(|a| self.fits(group, *a));
        wanted
    }
}

impl Resolver<'_, '_> {
    /// Retreats; `false` when the owner must choose.
    pub fn falling(&mut self, fight: &Fight) -> bool {
        if fight.falling.is_empty() {
            self.change_fight(|f| f.stage = Stage::Over);
            return true;
        }
        let (home, way) = {
            let board = self.board();
            (board.way_home(fight), board.way_out(fight))
        };
        if let Some((group, home)) = home {
            self.go(fight, &group, home);
            return true;
        }
        match (way.areas.as_slice(), way.group.first()) {
            ([], Some(unit)) => {
                let unit = *unit;
                self.eliminate(unit, fight.area, Cause::NoWay);
                self.change_fight(|f| f.falling.retain(|u| *u != unit));
            }
            ([one], _) => self.retreat_to(*one),
            _ => return false,
        }
        true
    }

    /// The next group retreats to an area.
    fn retreat_to(&mut self, area: u8) {
        let Some(Pending::Fight(fight)) = self.now().pending.last().cloned() else { return };
        let way = self.board().way_out(&fight);
        if way.contested {
            self.change_fight(|f| (f.band, f.stage) = (way.group, Stage::Contested(area)));
        } else {
            self.go(&fight, &way.group, area);
        }
    }

    fn go(&mut self, fight: &Fight, group: &[UnitId], to: u8) {
        for unit in group {
            self.write(Fact::Retreated { from: fight.area, to, unit: *unit });
        }
        if let Some(unit) = group.first() {
            self.passed_over(self.pack.unit(*unit).side, &[fight.area, to]);
        }
        self.change_fight(|f| {
            f.falling.retain(|u| !group.contains(u));
            f.flee(to);
        });
    }

    /// A unit's retreat among enemies (ruling 52).
    pub fn contested(&mut self, area: u8, unit: UnitId, sum: Arithmetic) {
        let side = self.pack.unit(unit).side;
        let enemies = i32::from(self.board().force(side.other(), area).all);
        let success = total(&sum) >= enemies;
        self.write(Fact::Result { purpose: Purpose::Contested { area, unit }, success, sum });
        let from = self.now().unit(unit).area();
        if success {
            if let Some(from) = from {
                self.write(Fact::Retreated { from, to: area, unit });
                self.passed_over(side, &[from, area]);
            }
        } else {
            self.eliminate(unit, area, Cause::Retreat);
        }
        self.change_fight(|f| {
            if success {
                f.flee(area);
            }
            f.falling.retain(|u| *u != unit);
            f.band.retain(|u| *u != unit);
            if f.band.is_empty() {
                f.stage = Stage::Falling;
            }
        });
        if success {
            self.ask_withdrawal(unit, from, area);
        }
    }
}

impl Teller<'_> {
    /// A unit retreated.
    pub fn retreated(&self, unit: UnitId, from: u8, to: u8) -> Line {
        let text = format!("{} retreats from {} to {}.", self.unit(unit), self.area(from), self.area(to));
        self.went(unit, text, "8.6.4", &[from, to])
    }
}
