//! Chapter 3, the first phase of a turn: the Union's long-range bombardment.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::facts::Fact;
use super::names::{around, read_area, read_unit, unreadable};
use super::position::{Pending, Phase, Strike};
use super::resolver::Resolver;
use super::units::{Piece, UnitId};
use domain_core::kit::{PhaseQuestion, Said, Verb, Words};
use domain_core::referee::{Choice, Illegal, Refusal, Side};

/// `long-range 30 lead Res Art a (V) with Res Art b (V) target Art b (ANV)` (§3.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongRange {
    /// Area attacked.
    pub area: u8,
    /// The guns.
    pub lead: UnitId,
    /// Guns in support.
    pub support: Option<UnitId>,
    /// The target.
    pub target: UnitId,
}

impl Verb<Rules> for LongRange {
    fn said() -> Said {
        Said::Alone(&["long-range"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let [area, "lead", guns @ ..] = words.rest else { return None };
        Some(read(words.board, words.side, area, guns).map(Into::into))
    }

    fn candidates(board: &Board<'_>, _: Option<Piece>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if board.at.phase != Phase::LongRange {
            return false;
        }
        let guns = board.long_guns();
        for area in board.pack.areas.iter().filter(|a| a.zone).map(|a| a.id) {
            for target in board.units_in(Side::Confederate, area) {
                for lead in &guns {
                    let helpers = guns.iter().filter(|g| *g != lead).map(|g| Some(*g));
                    for support in std::iter::once(None).chain(helpers) {
                        let shot = LongRange { area, lead: *lead, support, target };
                        if shot.check(board).is_ok() && found(shot) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.lead.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        let unit = |u| &board.spec(u).name;
        let with = self.support.map_or_else(String::new, |s| format!(" with {}", unit(s)));
        format!("long-range {} lead {}{with} target {}", self.area, unit(self.lead), unit(self.target))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let unit = |u| &board.spec(u).name;
        let with = self.support.map_or_else(String::new, |s| format!(" with {}", unit(s)));
        let label = format!("{}{with} bombards {} in {}", unit(self.lead), unit(self.target), board.place(self.area));
        let mut choice = Choice {
            place: Some(self.area.to_string()),
            target: Some(board.spec(self.target).id.clone()),
            ..Choice::plain(line, label, "long-range", "3.0")
        };
        let fight = board.new_fight(Strike::LongRange, self.area, self.lead, self.guns(), Some(self.target));
        board.show_odds(&fight, &mut choice);
        choice
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let board = resolver.board();
        self.check(&board)?;
        let fight = board.new_fight(Strike::LongRange, self.area, self.lead, self.guns(), Some(self.target));
        resolver.write(Fact::Asked(Pending::Fight(fight)));
        Ok(())
    }
}

fn read(board: &Board<'_>, side: Side, area: &str, guns: &[&str]) -> Result<LongRange, Refusal> {
    let pack = board.pack;
    let ours = |words: &[&str]| read_unit(pack, Some(side), &words.join(" "));
    let area = read_area(pack, area)?;
    let (guns, target) = match around(guns, "target") {
        Some((guns, target)) => (guns, Some(read_unit(pack, Some(side.other()), &target.join(" "))?)),
        None => (guns, None),
    };
    let (lead, support) = match around(guns, "with") {
        Some((lead, support)) => (ours(lead)?, Some(ours(support)?)),
        None => (ours(guns)?, None),
    };
    let target = target.ok_or_else(|| unreadable("A bombardment needs a target."))?;
    Ok(LongRange { area, lead, support, target })
}

impl LongRange {
    fn guns(&self) -> Vec<UnitId> {
        [Some(self.lead), self.support].into_iter().flatten().collect()
    }

    /// §3.0 with ruling 32.
    pub fn check(&self, board: &Board<'_>) -> Result<(), Illegal> {
        let no = |wrong: String, legal: &str| Err(Illegal::new("3.0", wrong, legal));
        if board.at.phase != Phase::LongRange || !board.at.pending.is_empty() {
            return no("This is not the long-range phase.".into(), "It comes first in a turn.");
        }
        let guns = board.long_guns();
        for gun in self.guns() {
            if !guns.contains(&gun) {
                let wrong = format!("{} cannot fire at long range.", board.spec(gun).name);
                return no(wrong, "Fresh reserve batteries of the V Corps east of the creek may.");
            }
        }
        if self.support == Some(self.lead) {
            return no("A battery cannot support itself.".into(), "Another battery may.");
        }
        let area = self.area;
        if !board.pack.area(area).zone || board.at.bombarded.contains(&area) {
            return no(format!("{area} cannot be bombarded."), "Areas inside the red line may be, once a turn.");
        }
        if board.force(Side::Union, area).all > 0 {
            return no(format!("There are Union units in {area}."), "Bombardment spares an area with friends.");
        }
        board.check_target(self.target, area)
    }
}

/// The Long-Range Bombardment Phase.
pub const BOMBARD_AT_LONG_RANGE: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "long-range",
    section: "3.0",
    open: |board| board.at.acting_in(Phase::LongRange),
    asks: |_| "Bombard at long range, or say done.".to_owned(),
};

impl Board<'_> {
    /// The guns that may still fire at long range.
    pub fn long_guns(&self) -> Vec<UnitId> {
        let fires = |u: &UnitId| {
            let s = self.state(*u);
            self.spec(*u).long_range && !s.spent && s.area().is_some_and(|a| self.pack.area(a).east)
        };
        self.pack.ids().filter(fires).collect()
    }

    /// Whether any long-range bombardment is possible.
    pub fn long_range_possible(&self) -> bool {
        LongRange::candidates(self, None, &mut |_| true)
    }
}
