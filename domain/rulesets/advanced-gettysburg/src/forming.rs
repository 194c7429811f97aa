//! Brigades that form column or go to rest (§7.2, §8.0, §17.1, §18.0).

use super::activity::{CROWDED, Ending, NO_WAY};
use super::board::Board;
use super::book::{AnyOrder, NOT_A_BRIGADE, OFF_MAP, Rules, Stop};
use super::chain::{Formation, Link, column_strengths};
use super::facts::{Fact, Maneuver, Manner};
use super::marching::{one_facing, padded};
use super::names::facing_name;
use super::position::Pressed;
use super::resolver::Resolver;
use super::tables::{Activity, Halves, Mover};
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Refusal};

const IN_COLUMN: RuleBreak = RuleBreak::new(&["18.0", "{unit} is in column already.", "March, turn, or form line."]);
const AT_REST: RuleBreak = RuleBreak::new(&["8.0", "{unit} is at rest already.", "Form column or line to move it."]);
const SCATTERED: RuleBreak = RuleBreak::new(&[
    "18.0",
    "{unit} does not lie in one hex.",
    "All markers lie in one hex for a change to rest; close up, or form column first.",
]);
/// `Ward column N`: forms column, its head looking there (§18.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormColumn {
    /// Who.
    pub unit: UnitId,
    /// Whither the head looks.
    pub facing: Facing,
}

/// `Ward rest`: goes to rest (§8.0, §18.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// Who.
    pub unit: UnitId,
}

impl Board<'_> {
    /// §18.0: from rest or from a line to column.
    pub fn check_form_column(&self, unit: UnitId, facing: Facing) -> Result<Maneuver, RuleBreak> {
        self.check_may_act(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        self.check_not_attacking(unit)?;
        let spec = self.spec(unit);
        let hexes: Vec<usize> = self.chain(unit).iter().map(|l| l.at()).collect();
        let strengths = column_strengths(spec, now.sp);
        if !facing.is_side() {
            return Err(NO_WAY);
        }
        let (activity, hexes) = match now.formation {
            Formation::Rest => (Activity::FromRest, hexes),
            Formation::Line { .. } => {
                // The head is the end of the line that looks out to the side named, or nearest to it.
                let ground = &self.pack.ground;
                let out = |a: usize, b: usize| ground.side_to(a, b).map_or(0, |s| s.opposite().apart(facing));
                let reversed = match hexes.as_slice() {
                    [first, second, ..] => {
                        let (last, before) = (hexes[hexes.len() - 1], hexes[hexes.len() - 2]);
                        out(last, before) < out(*first, *second)
                    }
                    _ => false,
                };
                let mut hexes = hexes;
                if reversed {
                    hexes.reverse();
                }
                (Activity::ToColumn, hexes)
            }
            // 0.6.1: it leaves an attack column as it came into it, at no price of the chart's, its markers where they are.
            Formation::Charge { .. } if self.since(8) => return self.check_unstack(unit, facing),
            _ => return Err(IN_COLUMN),
        };
        // §17.1.6: it shares no hex with another brigade on the way to column, one out of which its rear closes up neither.
        let shared = |hex: &usize| self.brigades_at(*hex).any(|u| u != unit);
        if self.since(8) && hexes.iter().any(shared) {
            return Err(CROWDED);
        }
        // §34.1: who has left the map comes on in column, and what lies beyond it behind its head.
        let head = *hexes.first().ok_or(OFF_MAP)?;
        if self.since(7) && !self.pack.ground.is_hex(head) {
            return Err(NO_WAY);
        }
        let cost = self.pack.tables.cost(activity).of(Mover::Line).ok_or(IN_COLUMN)?;
        let cost = cost + self.check_additions(unit, activity, &hexes)?;
        let (markers, places) = (strengths.len(), hexes.len());
        // More places than markers: those behind close up, hex by hex; fewer: several markers lie in a hex (§17.1.4).
        let paid = self.spent_forming_column(unit, &hexes, markers, cost);
        let place = |n: usize| if markers > places { hexes[n * places / markers] } else { hexes[n] };
        let chain: Vec<Link> = strengths.iter().enumerate().map(|(n, sp)| Link::new(place(n), *sp)).collect();
        if self.points_at_itself(&chain, facing) {
            return Err(NO_WAY);
        }
        self.check_closes_by_night(unit, &hexes, markers)?;
        let way = vec![hexes[0]];
        let formation = Formation::Column { facing };
        self.check_ending(unit, &Ending { chain, formation, manner: Manner::Changed, paid, pressed: Pressed::No, way })
    }

    /// §17.1.4, §18.0: an attack column forms column where it lies, two markers in a hex; these come out one behind the other as the head goes on. As none
    /// is formed in enemy range or beside an enemy, none forms column there.
    fn check_unstack(&self, unit: UnitId, facing: Facing) -> Result<Maneuver, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let chain = self.chain(unit).to_vec();
        let hexes: Vec<usize> = chain.iter().map(|l| l.at()).collect();
        if hexes.iter().any(|hex| !self.pack.ground.is_hex(*hex)) {
            return Err(OFF_MAP);
        }
        self.check_additions(unit, Activity::ToColumn, &hexes)?;
        if self.points_at_itself(&chain, facing) {
            return Err(NO_WAY);
        }
        let (formation, paid, way) = (Formation::Column { facing }, padded(&now.paid, chain.len()), vec![hexes[0]]);
        self.check_ending(unit, &Ending { chain, formation, manner: Manner::Changed, paid, pressed: Pressed::No, way })
    }

    /// §18.5: to rest, all markers in one hex; a column closes up on its head.
    fn check_rest(&self, unit: UnitId) -> Result<Maneuver, RuleBreak> {
        self.check_may_act(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        self.check_not_attacking(unit)?;
        let chain = self.chain(unit);
        let hexes: Vec<usize> = chain.iter().map(|l| l.at()).collect();
        let Some(head) = hexes.first().copied() else { return Err(SCATTERED) };
        match now.formation {
            Formation::Rest => return Err(AT_REST),
            Formation::Line { .. } if hexes.len() > 1 => return Err(SCATTERED),
            _ => {}
        }
        if hexes.iter().any(|p| !self.pack.ground.is_hex(*p)) {
            return Err(SCATTERED);
        }
        if hexes.iter().any(|p| *p != head) {
            self.check_moves_up(unit)?;
        }
        let more = self.check_additions(unit, Activity::ToRest, &hexes)?;
        self.check_closes_by_night(unit, &hexes, 1)?;
        let mut walk: Halves = 0;
        let mut spent = now.spent();
        for (n, hex) in hexes.iter().enumerate().skip(1) {
            if *hex != hexes[n - 1] {
                walk = walk.saturating_add(self.step_cost(unit, Mover::Column, *hex, hexes[n - 1]));
            }
            spent = spent.max(now.paid.get(n).copied().unwrap_or(0).saturating_add(walk));
        }
        let ending = Ending {
            chain: vec![Link::new(head, now.sp)],
            formation: Formation::Rest,
            manner: Manner::Changed,
            paid: vec![spent.saturating_add(more)],
            pressed: Pressed::No,
            way: vec![head],
        };
        self.check_ending(unit, &ending)
    }
}

impl Verb<Rules> for FormColumn {
    fn said() -> Said {
        Said::OfPiece(&["column"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, facing) = one_facing(words)?;
        Some(facing.map(|facing| FormColumn { unit, facing }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        Facing::sides()
            .any(|facing| board.check_form_column(unit, facing).is_ok() && found(FormColumn { unit, facing }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} column {}", board.name(self.unit), facing_name(self.facing))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} forms column {}", board.name(self.unit), facing_name(self.facing));
        board.priced(Choice::plain(line, label, "column", "18.0"), board.check_form_column(self.unit, self.facing))
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let maneuver = resolver.board().check_form_column(self.unit, self.facing)?;
        resolver.take_in_hand(self.unit)?;
        resolver.write(Fact::Maneuvered(maneuver));
        Ok(())
    }
}

impl Verb<Rules> for Rest {
    fn said() -> Said {
        Said::OfPiece(&["rest"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece_alone()?;
        Some(Ok(Rest { unit }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        piece.is_some_and(|unit| board.check_rest(unit).is_ok() && found(Rest { unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} rest", board.name(self.unit))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} goes to rest", board.name(self.unit));
        board.priced(Choice::plain(line, label, "rest", "18.0"), board.check_rest(self.unit))
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let maneuver = resolver.board().check_rest(self.unit)?;
        resolver.take_in_hand(self.unit)?;
        resolver.write(Fact::Maneuvered(maneuver));
        Ok(())
    }
}
