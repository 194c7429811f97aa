//! Chapter 4: passing from phase to phase (§4.0, §14.0, §15.0).

use super::book::{NOT_ASKED, OVER, Rules, Stop};
use super::charge::MUST_CHARGE;
use super::close::CHARGES_FIRST;
use super::facts::{ChargeEnd, Fact};
use super::names::UMPIRE;
use super::pack::Pack;
use super::position::{Act, Phase, Place, Position};
use super::resolver::Resolver;
use super::setup::NOT_ALL_PLACED;
use super::teller::Teller;
use super::units::UnitId;
use super::zones::Board;
use domain_core::kit::{OneWord, RuleBreak};
use domain_core::referee::{Chart, Choice, Closes, Line, Refusal, Side, Tone, Track, TrackSpace};

/// `done`: ends the phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done;

impl OneWord<Rules> for Done {
    const WORDS: &[&str] = &["done", "pass", "end"];

    fn legal(board: &Board<'_>) -> bool {
        board.check_done().is_ok()
    }

    fn leads_on(&self) -> bool {
        true
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = match board.at.phase {
            Phase::Setup => "End the set-up".to_owned(),
            phase => format!("End the {}", phase.title()),
        };
        Choice { note: board.idle_note(), ..Choice::plain(line, label, "done", "4.0").closing(Closes::Done) }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().check_done()?;
        Ok(resolver.next_phase()?)
    }
}

impl Board<'_> {
    /// Whether `done` may be said (§3.0, §12.3, §12.4).
    pub fn check_done(&self) -> Result<(), RuleBreak> {
        match self.at.phase {
            Phase::Setup if !self.all_set_up(self.at.side) => Err(NOT_ALL_PLACED),
            Phase::Command => Err(NOT_ASKED),
            Phase::Move if self.on_map_or_entering().any(|u| self.bound_to_charge(u)) => Err(MUST_CHARGE),
            Phase::Close if self.charges(self.at.side).next().is_some() => Err(CHARGES_FIRST),
            Phase::Over => Err(OVER),
            _ => Ok(()),
        }
    }

    /// What is left undone when a Move Phase ends.
    fn idle_note(&self) -> Option<String> {
        let side = self.at.acting();
        let left = match self.at.phase {
            Phase::Move => {
                let idle = |u: &UnitId| {
                    let s = self.state(*u);
                    self.side(*u) == side && s.activated && s.act == Act::None && s.steps > 0
                };
                self.pack.ids().filter(idle).count()
            }
            _ => 0,
        };
        match left {
            0 => None,
            1 => Some("One activated unit has not acted.".to_owned()),
            _ => Some(format!("{left} activated units have not acted.")),
        }
    }

    fn on_map_or_entering(&self) -> impl Iterator<Item = UnitId> + '_ {
        let ours = self.pack.ids().filter(|u| self.side(*u) == self.at.side);
        ours.filter(|u| self.state(*u).place != Place::Lost)
    }
}

impl Resolver<'_, '_> {
    /// The phase after this one.
    pub fn next_phase(&mut self) -> Result<(), Refusal> {
        let at = &self.buffer.position;
        let (side, turn) = (at.side, at.turn);
        let last = self.pack.tables.last_turn();
        let command = |side, turn| (Phase::Command, side, turn);
        let (phase, side, turn) = match (at.phase, side) {
            (Phase::Setup, Side::Union) => (Phase::Setup, Side::Confederate, turn),
            (Phase::Setup, Side::Confederate) => command(Side::Confederate, 1),
            (Phase::Command, _) => (Phase::Move, side, turn),
            (Phase::Move, _) => (Phase::Fire, side, turn),
            (Phase::Fire, _) => (Phase::Reaction, side, turn),
            (Phase::Reaction, _) => {
                if at.units.iter().any(|u| u.rf) {
                    self.write(Fact::ReturnFireOver);
                }
                (Phase::Close, side, turn)
            }
            // §15.0: the last turn has a second Close Combat Phase and no Union player turn.
            (Phase::Close, Side::Confederate) if turn >= last => (Phase::SecondClose, side, turn),
            (Phase::Close | Phase::SecondClose, Side::Confederate) if turn < last => command(Side::Union, turn),
            // §14.0.
            (Phase::Close | Phase::SecondClose, Side::Union) if turn == at.options.special_after => {
                (Phase::Special, Side::Union, turn)
            }
            (Phase::Close | Phase::SecondClose, Side::Union) | (Phase::Special, _) if turn < last => {
                command(Side::Confederate, turn + 1)
            }
            _ => {
                let tally = self.board().tally();
                let (level, lines, points, winner) = (tally.level, tally.lines, tally.points, tally.winner);
                self.write(Fact::Ended { level, lines, points, winner });
                return Ok(());
            }
        };
        self.write(Fact::Phase { phase, side, turn });
        if phase == Phase::Command && side == Side::Confederate {
            self.roll_coordination(None)?;
        }
        Ok(())
    }

    /// Passes over whatever leaves nobody a choice: phases with nothing to do, charges that lapse, the last charge left. A
    /// Move Phase in which something was done waits for `done`, so that it can be taken back until then.
    pub fn pass(&mut self) -> Result<(), Refusal> {
        loop {
            let at = &self.buffer.position;
            if !at.pending.is_empty() || at.phase == Phase::Over {
                return Ok(());
            }
            if at.phase == Phase::Close && self.fight_charges()? {
                continue;
            }
            let board = self.board();
            let at = board.at;
            let moved = || {
                let ours = board.pack.ids().filter(|u| board.side(*u) == at.side);
                ours.into_iter().any(|u| board.state(u).act != Act::None)
            };
            let waits = match at.phase {
                Phase::Setup | Phase::Command => true,
                Phase::Move | Phase::Special => moved() || board.anything_to_do(),
                _ => board.anything_to_do(),
            };
            if waits {
                return Ok(());
            }
            self.next_phase()?;
        }
    }

    /// Takes the marker off charges whose target is gone (ruling 42), and fights the last one left, which needs no order.
    /// True when something happened.
    fn fight_charges(&mut self) -> Result<bool, Refusal> {
        let board = self.board();
        let charges: Vec<UnitId> = board.charging(board.at.side).collect();
        let lapsed = charges.iter().copied().find(|u| board.charge_combat(*u).is_none());
        if let Some(unit) = lapsed {
            if let Some(hex) = board.state(unit).hex() {
                self.write(Fact::ChargeOver { hex, unit, why: Some(ChargeEnd::Lapsed) });
            }
            return Ok(true);
        }
        if let [unit] = charges.as_slice()
            && let Some(attack) = board.charge_combat(*unit)
        {
            self.fight(&attack, false)?;
            return Ok(true);
        }
        Ok(false)
    }
}

/// An umpire's `turn 3 union fire` and `setup confederate`.
pub fn umpire(board: &Board<'_>, verb: &str, rest: &[&str]) -> Option<Result<Vec<Fact>, Refusal>> {
    let (phase, side, turn) = match (verb, rest) {
        ("turn", [turn, side, phase]) => (*phase, *side, *turn),
        ("setup", [side]) => ("setup", *side, "0"),
        _ => return None,
    };
    let read = || {
        let turn: u8 = UMPIRE.number(turn)?;
        if turn > board.pack.tables.last_turn() {
            return Err(UMPIRE.unreadable(format!("There is no turn {turn}.")));
        }
        let found = Phase::ALL.into_iter().find(|p| p.word() == phase && *p != Phase::Over);
        let phase = found.ok_or_else(|| {
            let all = "The phases are setup, command, move, fire, reaction, close, second-close and special.";
            UMPIRE.unreadable(all)
        })?;
        Ok(vec![Fact::UmpireTurn { phase, side: UMPIRE.side(side)?, turn }])
    };
    Some(read())
}

/// The turn track as a chart.
pub fn chart(pack: &Pack) -> Chart {
    let tables = &pack.tables;
    Chart::new(
        "Game Turn Record Track",
        "4.0",
        &["Turn", "Hour", ""],
        tables
            .turns
            .iter()
            .map(|t| {
                let events: Vec<String> = t.events.iter().chain(&t.after).cloned().collect();
                vec![t.turn.to_string(), t.time.clone(), events.join("; ")]
            })
            .collect(),
        &[],
    )
}

/// The turn track with its markers.
pub fn turn_track(pack: &Pack, at: &Position) -> Track {
    let spaces = pack.tables.turns.iter().map(|t| {
        let mut text = vec![t.time.clone()];
        text.extend(t.events.iter().cloned());
        // §17.2, §17.3: the Special Sequence may have been brought forward.
        if t.turn == at.options.special_after {
            text.push("then the Union Special Sequence (§14.0)".to_owned());
        }
        TrackSpace {
            label: t.turn.to_string(),
            text: text.join(" · "),
            here: at.turn == t.turn,
            markers: if at.ccrm == t.turn { vec![format!("CCRM −{}", 2 * at.ccrm)] } else { Vec::new() },
            colour: None,
        }
    });
    Track { title: "Game Turn Record Track", spaces: spaces.collect() }
}

impl Teller<'_> {
    /// A phase that begins.
    pub fn phase(&self, phase: Phase, side: Side, turn: u8) -> Option<Line> {
        let clock = usize::from(turn).checked_sub(1).and_then(|i| self.pack.tables.turns.get(i));
        let clock = clock.map_or("", |t| t.time.as_str());
        match phase {
            Phase::Setup => self.line(
                Tone::Heading,
                match side {
                    Side::Union => "The Union sets up.",
                    Side::Confederate => "The Confederates set up.",
                }
                .to_owned(),
                "3.0",
                vec![],
            ),
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
}
