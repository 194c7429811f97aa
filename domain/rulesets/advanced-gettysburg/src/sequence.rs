//! The sequence of play: segments, who acts in them, what passes by itself (§4.0, §5.0).

use super::board::{Board, clock};
use super::book::{OVER, Rules, Stop, WRONG_SEGMENT};
use super::facts::Fact;
use super::names::UMPIRE;
use super::position::Segment;
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::kit::{OneWord, PhaseQuestion, RuleBreak, counted};
use domain_core::referee::{Choice, Closes, Line, Refusal, Side, StepOfPlay, Tone};

/// The steps of a player turn, for the page.
pub fn steps() -> Vec<StepOfPlay> {
    let of = |s: &Segment| StepOfPlay::new(s.word(), s.short(), None, s.section());
    Segment::ALL.iter().filter(|s| !matches!(s, Segment::Outposts)).map(of).collect()
}

macro_rules! phase {
    ($(#[$doc:meta])* $name:ident, $kind:literal, $section:literal, $segments:pat, $asks:literal) => {
        $(#[$doc])*
        pub const $name: PhaseQuestion<Rules> = PhaseQuestion {
            kind: $kind,
            section: $section,
            open: |board| (!board.at.over && matches!(board.at.segment, $segments)).then_some(board.acting()),
            asks: |_| $asks.to_owned(),
        };
    };
}

/// The Movement Phase: one question for all of its segments.
pub const MOVEMENT: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "move",
    section: "5.0",
    open: |board| {
        let moves = board.at.segment.is_movement() || board.at.segment == Segment::Outposts;
        (!board.at.over && moves).then_some(board.acting())
    },
    asks: |board| {
        if board.at.segment == Segment::Outposts {
            return "Lay, move or take up outposts, and say who goes out of view behind them; then say done."
                .to_owned();
        }
        let segments = "Move brigades under the primary commander and arrivals, brigades alone, then under division and corps commanders; batteries and commanders at any time.";
        match board.eye {
            None => segments.to_owned(),
            Some(_) => format!(
                "{segments} With next you wait for the others of your side before a later segment; done ends the phase for you."
            ),
        }
    },
};

phase!(
    /// The Artillery Fire Phase.
    ARTILLERY, "artillery", "29.0", Segment::Artillery, "Fire with your batteries, or end the Artillery Fire Phase."
);
phase!(
    /// The attackers' targets.
    TARGETS, "targets", "24.2", Segment::Targets, "Say at which hex each of your markers beside the enemy fires."
);
phase!(
    /// The attackers' voluntary retreat.
    BACK_OFF, "back-off", "30.1", Segment::BackOff, "Retreat attacking brigades, or go on to the assaults."
);
phase!(
    /// The Assault Phase.
    ASSAULT, "assault", "25.0", Segment::Assault, "Assault brigades that you fired at, or end your player turn."
);

/// `done`: ends the segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done;

impl OneWord<Rules> for Done {
    const WORDS: &[&str] = &["done", "end-phase"];

    fn legal(board: &Board<'_>) -> bool {
        board.check_done().is_ok()
    }

    fn leads_on(&self) -> bool {
        true
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = match board.at.segment {
            Segment::Opening => "Go on to the Movement Phase".to_owned(),
            segment if segment.is_movement() => "End the Movement Phase".to_owned(),
            segment => format!("End: {}", segment.title()),
        };
        Choice { note: board.lapse_note(), ..Choice::plain(line, label, "done", "5.0").closing(Closes::Done) }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().check_done()?;
        resolver.seat_done()
    }
}

impl Board<'_> {
    /// Whether `done` may be said: whatever chapters bar until it is settled.
    pub fn check_done(&self) -> Result<(), RuleBreak> {
        if self.at.over {
            return Err(OVER);
        }
        if self.at.segment.answers() {
            return Err(WRONG_SEGMENT);
        }
        if self.at.segment == Segment::SetUp {
            return self.check_all_set();
        }
        self.check_number_written()?;
        self.check_movement_done()
    }

    /// What is said of a primary commander of these brigades.
    pub(crate) fn primary_note(&self, over: &[UnitId]) -> String {
        let (many, level) = (counted(over.len() as i32, "brigade"), self.primary_level(over));
        format!("{many} in range, up to {level} activity points each without a roll. The Movement Phase begins.")
    }

    /// What the die of a commander brings these brigades.
    pub(crate) fn die_note(&self, over: &[UnitId]) -> String {
        let by_die = |u: &UnitId| (1..=6).map(|die| self.allotment(*u, die, false).to_string()).collect::<Vec<_>>();
        let mut levels: Vec<String> = over.iter().map(|u| by_die(u).join(", ")).collect();
        levels.sort_unstable();
        levels.dedup();
        format!("One die for all of them. Activity points by it: {}.", levels.join("; or "))
    }

    /// What is said of the end of the Movement Phase where attacks lapse with it (§22.11).
    fn lapse_note(&self) -> Option<String> {
        let lapsed = if self.at.segment.is_movement() { self.lapsed() } else { Vec::new() };
        let names: Vec<&str> = lapsed.into_iter().map(|u| self.name(u)).collect();
        let (attacks, lapse) =
            if names.len() == 1 { ("attack", "lapses: it has") } else { ("attacks", "lapse: they have") };
        (!names.is_empty()).then(|| {
            format!(
                "The {attacks} of {} {lapse} come no nearer to an enemy (§22.11).",
                domain_core::kit::names::listed(&names)
            )
        })
    }

    /// The side that acts in the segment: the other one forms hasty lines, moves to flanks, answers fire and withdraws (§5.3, §24.0, §30.1).
    pub fn acting(&self) -> Side {
        if self.at.segment.answers() { self.at.side.other() } else { self.at.side }
    }

    /// Whether the segment does not pass by itself: somebody has a choice in it, of several seats one that has not said that it has done.
    fn is_waited_for(&self) -> bool {
        if self.at.layout.is_many() { self.is_anybody_owed() } else { self.segment_waits() }
    }

    /// Whether anybody has a choice in the segment, so that it does not pass by itself.
    pub fn segment_waits(&self) -> bool {
        match self.at.segment {
            Segment::Opening | Segment::Primary | Segment::Alone | Segment::Divisions | Segment::Corps => true,
            Segment::SetUp | Segment::Survival => false,
            Segment::Outposts => self.at.options.hidden_movement,
            // §35.3: no fire of any kind or assault at night.
            _ if self.is_night() => false,
            Segment::Hasty => self.hasty_waits(),
            Segment::Artillery => self.artillery_waits(),
            Segment::Targets => self.targets_wait(),
            Segment::FlankMoves => self.flank_moves_wait(),
            Segment::Fire => self.fire_waits(),
            Segment::BackOff => self.back_off_waits(),
            Segment::Withdrawal => self.withdrawal_waits(),
            Segment::Assault => self.assault_waits(),
        }
    }
}

impl Resolver<'_, '_> {
    /// The segment after this one, and on as long as nobody has a choice.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn next_segment(&mut self) -> Result<(), Stop> {
        loop {
            self.leave_segment()?;
            let at = &self.buffer.position;
            if at.over {
                return Ok(());
            }
            if at.segment == Segment::SetUp && self.board().zoning().is_some() {
                return self.zones_set();
            }
            if at.segment == Segment::SetUp {
                return self.set_up_over();
            }
            let next = match at.segment {
                // §15.8: orders of a later segment open it; `done` ends all.
                segment if segment.is_movement() => Some(Segment::Outposts),
                segment => Segment::ALL.into_iter().find(|s| *s > segment),
            };
            match next {
                Some(segment) => {
                    self.write(Fact::Segment { segment });
                    self.enter_segment()?;
                }
                None => self.next_player_turn()?,
            }
            if self.buffer.position.over || self.buffer.position.pending.is_some() || self.board().is_waited_for() {
                return Ok(());
            }
        }
    }

    /// What happens of itself when a segment ends.
    fn leave_segment(&mut self) -> Result<(), Stop> {
        match self.buffer.position.segment {
            segment if segment.is_movement() => self.movement_over(),
            Segment::Outposts => {
                self.outposts_over();
                Ok(())
            }
            Segment::Hasty => {
                self.hasty_lines_over();
                Ok(())
            }
            Segment::Artillery => self.artillery_over(),
            Segment::Fire => self.combat_fire_over(),
            Segment::Assault => self.assaults_over(),
            _ => Ok(()),
        }
    }

    /// What happens of itself when a segment begins.
    fn enter_segment(&mut self) -> Result<(), Stop> {
        let night = self.board().is_night();
        match self.buffer.position.segment {
            Segment::Outposts => {
                self.note_moved_away();
                Ok(())
            }
            Segment::Hasty if !night => self.form_hasty_lines(),
            Segment::Survival if !night => self.roll_survival(),
            _ => Ok(()),
        }
    }

    /// The other side's turn, or the next game turn, or the end (§4.0, ruling 83).
    fn next_player_turn(&mut self) -> Result<(), Stop> {
        self.end_exemptions_in_range();
        let at = &self.buffer.position;
        let (side, turn) = (at.side, at.turn);
        if side == Side::Confederate {
            self.write(Fact::Turn { side: Side::Union, turn });
        } else {
            self.end_of_game_turn()?;
            if turn >= self.board().turns()[1] {
                self.show_number();
                self.show_all();
                self.show_entry_options(true);
                let result = self.board().result();
                self.write(Fact::Ended { level: result.level, points: result.points, winner: result.winner });
                return Ok(());
            }
            self.write(Fact::Turn { side: Side::Confederate, turn: turn + 1 });
        }
        self.begin_player_turn()
    }

    /// What happens of itself when a player turn begins: strength that joins, attacks that night ends, retreats that go on.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn begin_player_turn(&mut self) -> Result<(), Stop> {
        let side = self.buffer.position.side;
        self.swap(side);
        self.roll_delay()?;
        self.show_entry_options(false);
        self.end_spent_attacks(side);
        self.night_begins()?;
        self.keep_night_orders();
        self.close_up_columns();
        self.join_strength()?;
        self.remove_taken_off();
        let named: Vec<UnitId> = self.board().of(side).collect();
        self.note_unrolled(&named);
        self.continue_retreats()
    }
}

/// An umpire's `turn 3 union opening`.
pub fn umpire(board: &Board<'_>, rest: &[&str]) -> Result<Vec<Fact>, Refusal> {
    let [turn, side, segment] = rest else { return Err(UMPIRE.unreadable("Which turn, side and segment?")) };
    let turn: u8 = UMPIRE.number(turn)?;
    let [first, last] = board.turns();
    if !(first..=last).contains(&turn) {
        return Err(UMPIRE.unreadable(format!("There is no turn {turn}.")));
    }
    let found = Segment::ALL.into_iter().find(|s| s.word() == *segment && *s != Segment::SetUp);
    let segment = found.ok_or_else(|| {
        let words: Vec<&str> = Segment::ALL[1..].iter().map(|s| s.word()).collect();
        UMPIRE.unreadable(format!("The segments are {}.", words.join(", ")))
    })?;
    Ok(vec![Fact::UmpireTurn { segment, side: UMPIRE.side(side)?, turn }])
}

impl Teller<'_> {
    /// A player turn that begins.
    pub fn turn(&self, side: Side, turn: u8) -> Option<Line> {
        self.line(Tone::Heading, format!("Turn {turn}, {}: {side} player turn.", clock(turn)), "4.0", vec![])
    }

    /// A segment that begins: told where something may happen in it.
    pub fn segment(&self, segment: Segment) -> Option<Line> {
        match segment {
            Segment::Artillery | Segment::Targets | Segment::Assault => {
                self.note(format!("{}.", segment.title()), segment.section())
            }
            Segment::Withdrawal => self.note("Voluntary retreat.".to_owned(), segment.section()),
            _ => None,
        }
    }

    /// The end.
    pub fn ended(&self, level: &str, points: i32, winner: Option<Side>) -> Option<Line> {
        let text = match winner {
            Some(side) => format!("{level}: the {side} side wins by {points} points."),
            None => format!("{level}."),
        };
        self.line(Tone::Result, text, "37.0", vec![])
    }

    /// An umpire's word.
    pub fn umpire_turn(&self, segment: Segment, side: Side, turn: u8) -> Option<Line> {
        let text = format!("The umpire sets turn {turn}, {side}, {}.", segment.title());
        self.line(Tone::Heading, text, "4.0", vec![])
    }
}
