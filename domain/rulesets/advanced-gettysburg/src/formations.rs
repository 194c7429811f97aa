//! How brigades form line, and how what they do in their Movement Phase is told (§6.0, §7.0, §11.0, §18.0).

use super::activity::{BESIDE_NOW, Ending, IN_RANGE};
use super::board::Board;
use super::book::NOT_A_BRIGADE;
use super::chain::{Formation, Link, continuous, distributed, line_strengths, straight_ends};
use super::facts::{Maneuver, Manner};
use super::lines::{IN_LINE, NOT_ITS_HEXES, WRONG_POINTS};
use super::marching::padded;
use super::names::points;
use super::position::Pressed;
use super::tables::{Activity, Halves, Mover};
use super::teller::Teller;
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::RuleBreak;
use domain_core::referee::{Line, Tone};

/// What markers of a column bring with them into the hexes where they form line: points and half points spent, hex by hex.
struct Flipped {
    points: Vec<u8>,
    spent: Vec<Halves>,
}

impl Board<'_> {
    /// §18.1: a column forms line in the hexes where it lies, from its head on; a brigade at rest in its one.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_form_line(&self, unit: UnitId, chain: &[Link], front: Option<Facing>) -> Result<Maneuver, RuleBreak> {
        self.check_may_act(unit)?;
        let (now, spec) = (self.brigade(unit).ok_or(NOT_A_BRIGADE)?.0, self.spec(unit));
        let ground = &self.pack.ground;
        let hexes = self.column_hexes(unit);
        let activity = match now.formation {
            Formation::Line { .. } => return Err(IN_LINE),
            Formation::Rest => Activity::FromRest,
            Formation::Column { .. } | Formation::Charge { .. } => Activity::ToLine,
        };
        if hexes.iter().any(|p| !ground.is_hex(*p)) {
            return Err(NOT_ITS_HEXES);
        }
        let wanted: Vec<usize> = chain.iter().map(|l| l.at()).collect();
        let kept = hexes.get(..wanted.len()).ok_or(NOT_ITS_HEXES)?;
        let backwards = !kept.iter().eq(&wanted);
        if backwards && !kept.iter().rev().eq(&wanted) {
            return Err(NOT_ITS_HEXES);
        }
        if chain.iter().map(|l| u32::from(l.sp)).sum::<u32>() != u32::from(now.sp) {
            return Err(WRONG_POINTS);
        }
        let formation = match (wanted.len(), front) {
            (1, Some(front)) if !front.is_side() => Formation::single(front),
            (1, _) => return Err(NOT_ITS_HEXES),
            _ => straight_ends(ground, &wanted).ok_or(NOT_ITS_HEXES)?,
        };
        let side = self.side(unit);
        let beside = hexes.iter().any(|p| self.beside_enemy_of(side, *p));
        let pressed = beside || hexes.iter().any(|p| self.in_enemy_range(side, *p));
        let (formation, kept_front) = match self.since(7) && (beside || self.in_enemy_range(side, hexes[0])) {
            true => self.flipped_ends(now.formation, formation, &wanted, backwards),
            false => (formation, None),
        };
        // §22.8, 0.6.5: a charge that has come beside an enemy has ended its move: it is mounted as he fires at it, and does not fire itself.
        if self.since(6) && beside && now.is_named() && now.pressed == Pressed::Advanced {
            return Err(BESIDE_NOW);
        }
        if self.since(4) && pressed {
            self.check_flips(now.formation, formation, wanted.len())?;
        }
        let flipped = self.flipped(unit, &hexes, wanted.len(), backwards);
        let as_they_are = chain.iter().map(|l| l.sp).eq(flipped.points.iter().copied());
        let automatic = match now.formation {
            Formation::Column { .. } => beside && self.since(4),
            Formation::Charge { .. } => beside && self.since(5),
            _ => false,
        };
        let cost = match automatic {
            // The chart: beside an enemy a column forms line of itself, for nothing; 18.6 is of lines. Nobody shares out points there (§7.1.4).
            true if as_they_are || !self.since(5) => 0,
            true => return Err(BESIDE_NOW),
            false => {
                // Who closes up first changes where it lies then.
                let lies = if self.since(5) { &wanted } else { &hexes };
                let cost = self.pack.tables.cost(activity).of(Mover::Column).ok_or(IN_LINE)?;
                let cost = cost + self.check_additions(unit, activity, lies)?;
                // §18.1 flips markers over with the points that they have; other points are shared out by the chart's last row.
                match as_they_are || !self.since(5) {
                    true => cost,
                    false => cost + self.check_additions(unit, Activity::Rearrange, lies)?,
                }
            }
        };
        // Markers behind those hexes close up before they change (§17.1.3), which none does in enemy range.
        if wanted.len() < hexes.len() {
            self.check_moves_up(unit)?;
            if !self.closes_clear(unit, &hexes, wanted.len()) {
                return Err(if beside { BESIDE_NOW } else { IN_RANGE });
            }
        }
        self.check_closes_by_night(unit, &hexes, wanted.len())?;
        let paid = match self.since(5) {
            true => flipped.spent.iter().map(|spent| spent.saturating_add(cost)).collect(),
            false => {
                let steps =
                    (wanted.len()..hexes.len()).map(|n| self.step_cost(unit, Mover::Column, hexes[n], hexes[n - 1]));
                let walk = steps.fold(0, Halves::saturating_add);
                vec![now.spent().saturating_add(cost).saturating_add(walk); chain.len()]
            }
        };
        // §24.6, §33.3.5b: what changes of itself is as it was, and what losses left uneven may be so in enemy range.
        let thinned = pressed && distributed(spec, now.formation, self.chain(unit)).is_err();
        let stays_so = self.since(5) && as_they_are && (automatic || thinned);
        let ending = Ending {
            chain: chain.to_vec(),
            formation,
            manner: Manner::Changed,
            paid,
            pressed: Pressed::No,
            way: vec![wanted[0]],
        };
        let stands = kept_front.map(|front| (hexes[0] as u16, front)).into_iter().collect();
        Ok(Maneuver { stands, ..self.check_ending_as(unit, &ending, stays_so)? })
    }

    /// §13.7, §17.1.3, §18.1: the markers of a column in its first hexes, those behind closed up into the last of these; from the other end on where it forms
    /// line so.
    fn flipped(&self, unit: UnitId, hexes: &[usize], into: usize, backwards: bool) -> Flipped {
        let chain = self.chain(unit);
        let mut flipped = Flipped { points: vec![0; into], spent: vec![0; into] };
        let paid = self.at.brigade(unit).map_or_else(Vec::new, |b| padded(&b.paid, chain.len()));
        for (link, paid) in chain.iter().zip(paid) {
            let from = hexes.iter().position(|p| *p == link.at()).unwrap_or(0);
            let to = from.min(into.saturating_sub(1));
            let steps = (to..from).map(|n| self.step_cost(unit, Mover::Column, hexes[n + 1], hexes[n]));
            let spent = steps.fold(paid, Halves::saturating_add);
            flipped.points[to] += link.sp;
            flipped.spent[to] = flipped.spent[to].max(spent);
        }
        if backwards {
            flipped.points.reverse();
            flipped.spent.reverse();
        }
        flipped
    }

    /// §13.7: what each marker of a column has spent that a line or a brigade at rest formed for so much, in these hexes from its head on: of more hexes than
    /// markers those behind close up, of fewer several markers lie in one.
    pub(super) fn spent_forming_column(
        &self,
        unit: UnitId,
        hexes: &[usize],
        markers: usize,
        cost: Halves,
    ) -> Vec<Halves> {
        let Some(now) = self.at.brigade(unit) else { return Vec::new() };
        let mut each = padded(&now.paid, hexes.len());
        if hexes.first().copied() != self.at.place(unit) {
            each.reverse();
        }
        if !self.since(5) {
            each.fill(now.spent());
        }
        each.iter_mut().for_each(|paid| *paid = paid.saturating_add(cost));
        if markers >= hexes.len() {
            return (0..markers).map(|n| each[n * hexes.len() / markers]).collect();
        }
        // Each of those that close up pays for its own steps.
        let rear = (markers..hexes.len()).fold((0, each[markers - 1]), |(walk, most), n| {
            let walk = self.step_cost(unit, Mover::Column, hexes[n], hexes[n - 1]).saturating_add(walk);
            (walk, most.max(each[n].saturating_add(walk)))
        });
        each.truncate(markers);
        each[markers - 1] = rear.1;
        each
    }

    /// §18.1, §19.4.1, §24.6: whether a column that may not turn forms line by flipping its markers over: one of one marker with its flanks where head and rear
    /// were, as longer ones do anyway.
    fn check_flips(&self, column: Formation, line: Formation, markers: usize) -> Result<(), RuleBreak> {
        let looks = match column {
            Formation::Column { facing } => Some(facing),
            Formation::Charge { facing } if self.since(5) => Some(facing),
            _ => None,
        };
        match (looks, line) {
            (Some(facing), Formation::Line { left, right }) if markers == 1 && facing != left && facing != right => {
                Err(IN_RANGE)
            }
            _ => Ok(()),
        }
    }

    /// §18.1, §19.4.1, §24.6: the line as which a column of several hexes flips over whose lead marker may not turn: its flank lies where its head looked, or as near to
    /// that as the line holds together. Gives the front too that it keeps there as a straight one (§11.7), where it is bent by that.
    fn flipped_ends(
        &self,
        column: Formation,
        line: Formation,
        hexes: &[usize],
        backwards: bool,
    ) -> (Formation, Option<Facing>) {
        let (Formation::Column { facing } | Formation::Charge { facing }) = column else { return (line, None) };
        let Formation::Line { left, right } = line else { return (line, None) };
        let chain: Vec<Link> = hexes.iter().map(|hex| Link::new(*hex, 1)).collect();
        let bent = |turn: i32| match backwards {
            true => Formation::Line { left, right: facing.turned(turn) },
            false => Formation::Line { left: facing.turned(turn), right },
        };
        let holds = |formation: &Formation| continuous(&self.pack.ground, *formation, &chain).is_ok();
        let mut lines = [0, -2, 2].map(bent).into_iter().filter(|_| chain.len() > 1);
        let flipped = lines.find(holds).unwrap_or(line);
        let front = if backwards { facing.turned(-3) } else { facing.turned(3) };
        (flipped, Some(front).filter(|_| flipped != line && flipped == bent(0)))
    }

    /// The lines that a brigade in column or at rest can form by itself: points shared out evenly, or as its markers have them.
    pub fn lines_to_form(&self, unit: UnitId) -> Vec<(Vec<Link>, Option<Facing>)> {
        let Some((now, _)) = self.brigade(unit) else { return Vec::new() };
        if now.formation.is_line() {
            return Vec::new();
        }
        let hexes = self.column_hexes(unit);
        let mut found = Vec::new();
        if let Some(first) = hexes.first() {
            let single = vec![Link::new(*first, now.sp)];
            found.extend(Facing::corners().map(|front| (single.clone(), Some(front))));
        }
        let line = |places: &[usize], strengths: &[u8]| -> Vec<Link> {
            places.iter().zip(strengths).map(|(p, sp)| Link::new(*p, *sp)).collect()
        };
        for count in 2..=hexes.len() {
            for backwards in [false, true] {
                let mut places = hexes[..count].to_vec();
                if backwards {
                    places.reverse();
                }
                let even = line_strengths(self.spec(unit), now.sp, count).map(|even| line(&places, &even));
                let own = self.flipped(unit, &hexes, count, backwards).points;
                let own = self.since(5).then(|| line(&places, &own)).filter(|own| even.as_ref() != Some(own));
                found.extend(even.into_iter().chain(own).map(|chain| (chain, None)));
            }
        }
        found
    }
}

impl Teller<'_> {
    /// A brigade's order.
    pub fn maneuvered(&self, maneuver: &Maneuver) -> Option<Line> {
        let name = self.name(maneuver.unit);
        let (way, to) = (&maneuver.way, maneuver.chain.first().map_or_else(String::new, |l| self.place(l.hex)));
        let markers = self.chain(&maneuver.chain);
        let what = match maneuver.manner {
            Manner::Ahead => format!("{name} goes ahead: {markers}"),
            Manner::Back => format!("{name} goes back: {markers}"),
            Manner::Changed => format!("{name} forms {}: {markers}", maneuver.formation.word()),
            Manner::Closed => format!("{name} closes up: {markers}"),
            Manner::Entered if maneuver.formation.is_line() => format!("{name} comes onto the map in line: {markers}"),
            Manner::Entered => format!("{name} comes onto the map as far as {to}"),
            Manner::Extended => format!("{name} extends its line: {markers}"),
            Manner::Faced => format!("{name} turns in {to}"),
            Manner::Joined => format!("{name} joins markers: {markers}"),
            Manner::Marched if way.first().is_some_and(|from| !self.pack.ground.is_hex(usize::from(*from))) => {
                format!("{name} comes back onto the map as far as {to}")
            }
            Manner::Marched => format!("{name} marches to {to}"),
            Manner::Moved => format!("{name} takes up another line: {markers}"),
            Manner::Redistributed => format!("{name} shares out its strength: {markers}"),
            Manner::Shaped => format!("{name} takes up another column: {markers}"),
            Manner::Turned => format!("{name} bends its line in {to}"),
            Manner::Wheeled => format!("{name} wheels: {markers}"),
        };
        let spent = maneuver.paid.iter().copied().max().unwrap_or(0);
        let mut worn = match maneuver.dp {
            0 => String::new(),
            dp => format!(", {dp} disorganization points"),
        };
        if maneuver.rested > 0 {
            worn += &format!(", {} recovered by its delay", maneuver.rested);
        }
        let text = format!("{what} ({} activity points{worn}).", points(spent));
        let marks = if way.len() > 1 { vec![self.moved(maneuver.unit, way)] } else { Vec::new() };
        self.line(Tone::Move, text, "11.0", marks)
    }
}
