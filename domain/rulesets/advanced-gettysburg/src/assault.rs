//! Assaults and defender's assaults (§25.0, §26.0, §28.0).

use super::artillery::gun_points;
use super::board::Board;
use super::book::{AnyOrder, NOT_A_BRIGADE, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::chain::LineMarker;
use super::charge::{ASSAULT_DIE, NOT_CHARGING, ONE_CHARGE, UNSEEN};
use super::facts::Fact;
use super::fire::{Addend, Assaulted};
use super::names::{marker_first, read_hex, read_unit, unreadable};
use super::position::{Pair, Pending, Retreat, Segment};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use super::works::FIRED_FROM_WORKS;
use domain_core::kit::{RuleBreak, Said, Verb, Words, in_words};
use domain_core::referee::{Choice, Line, Luck, Mark, Odds, Refusal, Sum, Term, Tone};

const NO_MARKER: RuleBreak = RuleBreak::new(&[
    "25.0",
    "{unit} has no such marker in line.",
    "Number its battleline markers from the left flank: Law.2 is the second.",
]);
const NO_ENEMY: RuleBreak = RuleBreak::new(&[
    "25.0",
    "No enemy stands there beside that marker.",
    "Assault a hex beside it that an enemy holds.",
]);
const DID_NOT_FIRE: RuleBreak = RuleBreak::new(&[
    "25.0",
    "That marker of {unit} did not fire into the hex.",
    "A marker of an attacking brigade assaults the hex that it fired into.",
]);
const NO_ATTACKER: RuleBreak = RuleBreak::new(&[
    "28.0",
    "No attacking brigade stands before that marker of {unit}.",
    "A defender assaults brigades that are named to attack, in a hex that his marker could fire into.",
]);
const FLANKED: RuleBreak = RuleBreak::new(&[
    "25.0",
    "That marker of {unit} was struck by flank fire.",
    "A marker that underwent flank fire makes no assault in that turn.",
]);
const ONCE: RuleBreak = RuleBreak::new(&[
    "25.0",
    "Who stands there was assaulted already.",
    "Each defending brigade is assaulted once in a turn.",
]);
const FELL_BACK: RuleBreak =
    RuleBreak::new(&["25.0", "{unit} is retreating.", "Only brigades that stand their ground assault."]);
const NOT_WITH_IT: RuleBreak = RuleBreak::new(&[
    "26.0",
    "That commander is not with {unit}.",
    "A commander counts who lies in a hex of the brigade.",
]);

/// The least difference of strengths at which an assault is made (§26.4, ruling 23).
const LEAST: i32 = -2;

/// What is known of an assault beforehand.
pub struct Odd {
    /// The hex of the marker.
    pub from: usize,
    /// Both strengths, the defender's negative.
    pub sum: Vec<(String, i32)>,
    /// Who stands in the hex: brigades, or batteries where there is none.
    pub targets: Vec<UnitId>,
}

/// A recorded sum as a player writes it.
fn told(sum: &[Addend]) -> Sum {
    let terms = sum.iter().map(|t| Term { what: t.what.clone(), value: t.value }).collect();
    Sum { name: "assault strength".to_owned(), terms }
}

impl Odd {
    /// As it is recorded.
    fn addends(&self) -> Vec<Addend> {
        self.said().terms.into_iter().map(|t| Addend { value: t.value, what: t.what }).collect()
    }

    /// The difference of assault strengths.
    pub fn difference(&self) -> i32 {
        domain_core::kit::total(&self.sum)
    }

    /// Whether it is too weak to be made (§26.4).
    pub fn is_hopeless(&self) -> bool {
        self.difference() < LEAST
    }
}

/// The column of the assault tables: differences above 5 are read as 5.
fn column(difference: i32) -> usize {
    (difference.clamp(-2, 5) + 2) as usize
}

/// So many of a battery's cannon, by kind, in every way.
fn parts(guns: [u8; 3], many: u8) -> Vec<[u8; 3]> {
    let smooth = (0..=guns[1]).flat_map(|n| (0..=guns[2]).map(move |h| (n, h)));
    let part = |(n, h): (u8, u8)| many.checked_sub(n + h).filter(|r| *r <= guns[0]).map(|r| [r, n, h]);
    smooth.filter_map(part).collect()
}

impl Board<'_> {
    /// The commander whose leadership counts for a brigade: the best in a hex of it, with his rating; the brigade's own has 3 (§26.3).
    pub fn leader_with(&self, unit: UnitId) -> (Option<UnitId>, u8) {
        let with = self.commanders_with(unit);
        let best = with.into_iter().map(|c| (self.ratings(c).2, c)).max_by_key(|(n, c)| (*n, std::cmp::Reverse(*c)));
        match best {
            Some((rating, commander)) if rating > 3 => (Some(commander), rating),
            _ => (None, 3),
        }
    }

    /// The commanders in hexes of a brigade.
    fn commanders_with(&self, unit: UnitId) -> Vec<UnitId> {
        let side = self.side(unit);
        let there = self.chain(unit).iter().flat_map(|l| self.units_at(l.at()).iter().copied());
        let mut found: Vec<UnitId> =
            there.filter(|u| self.spec(*u).commander().is_some() && self.side(*u) == side).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The points of a brigade in a hex that fired in the combat fire of this player turn, of those it has there now (§26.1b): those that stood in a flank hex
    /// meanwhile too, or elsewhere before their brigade went back.
    fn fired_points(&self, unit: UnitId, hex: usize) -> u8 {
        // Since revision 7 who has gone back has fired what its markers fired where they stood then.
        let gone = self.since(7) && self.at.back.contains(&unit);
        let from = |p: &&Pair| !gone && p.unit == unit && usize::from(p.from) == hex;
        let stayed: u8 = self.at.pairs.iter().filter(from).map(|p| p.sp).sum();
        let stepped = self.at.fight.stepped.iter().filter(|f| f.unit == unit && usize::from(f.from) == hex);
        stayed.saturating_add(stepped.map(|f| f.sp).sum()).min(self.points_in(unit, hex))
    }

    /// The strength points of all cannon in a hex (§26.1b, Artillery Strength Point Chart).
    fn guns_in(&self, hex: usize) -> u8 {
        let mut all: Vec<[u8; 3]> = vec![[0; 3]];
        for (unit, guns) in self.batteries_at(hex).filter_map(|u| Some((u, self.battery(u)?.1.guns))) {
            // §17.2.11: of a battery that lies in two hexes those that lie here; of which kinds they are its owner says, as it counts most.
            let chain = self.chain(unit);
            let here = chain.iter().filter(|l| l.at() == hex).map(|l| l.sp).sum::<u8>();
            let parts = if self.since(7) && chain.len() > 1 { parts(guns, here) } else { vec![guns] };
            let with = |sum: &[u8; 3]| {
                let sum = *sum;
                parts.iter().map(move |part| [0, 1, 2].map(|gun| sum[gun] + part[gun])).collect::<Vec<[u8; 3]>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        all.into_iter().map(|cannon| gun_points(&self.pack.tables, cannon)).max().unwrap_or(0)
    }

    /// Whether a marker of a brigade may assault a hex, with which commander, and both strengths (§25.0, §26.0, §28.0).
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_assault(
        &self,
        unit: UnitId,
        marker: usize,
        hex: usize,
        with: Option<UnitId>,
    ) -> Result<Odd, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let side = self.side(unit);
        if side != self.at.side {
            return Err(NOT_YOURS);
        }
        if self.at.segment != Segment::Assault || self.is_night() {
            return Err(WRONG_SEGMENT);
        }
        if !self.on_map(unit) {
            return Err(OFF_MAP);
        }
        let line: Vec<LineMarker> = self.line(unit).into_iter().chain(self.spearhead(unit)).collect();
        let from = line.get(marker).ok_or(NO_MARKER)?;
        let charge = self.is_charge(unit);
        if !self.pack.ground.adjacent(from.hex, hex) || !self.held_by(side.other(), hex) {
            return Err(NO_ENEMY);
        }
        if now.retreat != Retreat::None || self.at.back.contains(&unit) {
            return Err(FELL_BACK);
        }
        if now.taken_in_flank.iter().any(|h| usize::from(*h) == from.hex) {
            return Err(FLANKED);
        }
        let brigades: Vec<UnitId> = self.brigades_at(hex).collect();
        let fired = |p: &Pair| p.unit == unit && usize::from(p.from) == from.hex && usize::from(p.to) == hex;
        let attacked = brigades.iter().any(|u| self.at.brigade(*u).is_some_and(|b| b.is_named()));
        match now.is_named() {
            // 0.6, ruling 68: a charge has not fired; it assaults one hex beside it.
            true if charge && self.at.charged.contains(&unit) => return Err(ONE_CHARGE),
            true if charge => {}
            true if !self.at.pairs.iter().any(fired) => return Err(DID_NOT_FIRE),
            // 0.6.2: nor does an attack column charge that is not named, or not any more, whoever attacks it.
            false if charge && self.since(8) => return Err(NOT_CHARGING),
            // §28.2: who defends need not have fired.
            false if !attacked || self.limit(from, hex) == 0 => return Err(NO_ATTACKER),
            _ => {}
        }
        if !now.is_named() && self.fired_from_works(unit) {
            return Err(FIRED_FROM_WORKS);
        }
        let targets = if brigades.is_empty() { self.batteries_at(hex).collect() } else { brigades };
        if charge && !targets.iter().any(|u| now.sighted.contains(u)) {
            return Err(UNSEEN);
        }
        if targets.iter().any(|u| self.at.assaulted.contains(u)) {
            return Err(ONCE);
        }
        if with.is_some_and(|c| !self.commanders_with(unit).contains(&c)) {
            return Err(NOT_WITH_IT);
        }
        let sum = self.assault_sum(unit, from, hex, with);
        Ok(Odd { from: from.hex, sum, targets })
    }

    /// §26.0: both assault strengths, the defender's with a minus.
    fn assault_sum(&self, unit: UnitId, from: &LineMarker, hex: usize, with: Option<UnitId>) -> Vec<(String, i32)> {
        let mut sum = vec![
            (format!("{}'s marker", self.name(unit)), i32::from(from.sp.min(8))),
            ("experience".to_owned(), i32::from(self.experience(unit))),
        ];
        let (leader, rating) = match with {
            Some(commander) => (Some(commander), self.ratings(commander).2),
            None => self.leader_with(unit),
        };
        let named = |leader: Option<UnitId>| leader.map_or("brigade commander", |c| self.name(c)).to_owned();
        sum.push((named(leader), i32::from(rating)));
        let brigades: Vec<UnitId> = self.brigades_at(hex).collect();
        let fired: u8 = brigades.iter().map(|u| self.fired_points(*u, hex)).sum();
        let all: u8 = brigades.iter().map(|u| self.points_in(*u, hex)).sum();
        let silent = all.saturating_sub(fired).saturating_add(self.guns_in(hex));
        if fired > 0 {
            sum.push(("defenders that fired".to_owned(), -i32::from(fired)));
        }
        if silent > 0 {
            sum.push(("guns and silent points, halved".to_owned(), -i32::from(silent.div_ceil(2))));
        }
        // §26.5, ruling 13: the weaker of two brigades; batteries by themselves are seasoned.
        let experience = brigades.iter().map(|u| self.experience(*u)).min().unwrap_or(10);
        sum.push(("their experience".to_owned(), -i32::from(experience)));
        let best = brigades.iter().map(|u| self.leader_with(*u)).max_by_key(|(_, rating)| *rating);
        if let Some((leader, rating)) = best {
            sum.push((format!("their {}", named(leader)), -i32::from(rating)));
        }
        if brigades.iter().any(|u| self.at.brigade(*u).is_some_and(|b| b.fell_back)) {
            sum.push(("retreated in its last Movement Phase".to_owned(), 2));
        }
        sum
    }

    /// The chance in a hundred that the best assault on a brigade or battery is carried, by attackers beside it that fired into its hexes in this player turn;
    /// none before the fire.
    pub fn odds_against(&self, unit: UnitId) -> u8 {
        let mine = |p: &&Pair| self.side(p.unit) != self.side(unit) && self.chain(unit).iter().any(|l| l.hex == p.to);
        let chance = |p: &Pair| {
            let (from, to) = (usize::from(p.from), usize::from(p.to));
            let marker = self.line(p.unit).into_iter().find(|m| m.hex == from)?;
            let sum = self.assault_sum(p.unit, &marker, to, None);
            let difference = domain_core::kit::total(&sum);
            (difference >= LEAST).then(|| self.pack.tables.assault[column(difference)].clamp(0, 6) as u8)
        };
        let best = self.at.pairs.iter().filter(mine).filter_map(chance).max().unwrap_or(0);
        (u16::from(best) * 100 / 6) as u8
    }

    /// Every assault that a brigade may make, with its best commander.
    pub(super) fn assaults_of(&self, unit: UnitId) -> Vec<(usize, usize)> {
        if self.at.segment != Segment::Assault {
            return Vec::new();
        }
        let line: Vec<LineMarker> = self.line(unit).into_iter().chain(self.spearhead(unit)).collect();
        let each = line.iter().enumerate().flat_map(|(n, marker)| {
            let around = self.pack.ground.atlas.around(marker.hex);
            around.map(move |(_, hex)| (n, hex)).collect::<Vec<_>>()
        });
        each.filter(|(n, hex)| self.check_assault(unit, *n, *hex, None).is_ok()).collect()
    }

    /// Whether a brigade of the phasing side may assault, or advance for points.
    pub fn assault_waits(&self) -> bool {
        let fit = |u: &UnitId| self.at.brigade(*u).is_some_and(|b| b.formation.is_line()) || self.is_charge(*u);
        let mut ours = self.of(self.at.side).filter(fit);
        let side = self.at.side;
        ours.any(|u| self.mine(u) && self.beside_enemy(u) && !self.assaults_of(u).is_empty())
            || self.advance_waits(side)
    }
}

impl Resolver<'_, '_> {
    /// What the Assault Phase leaves behind when it ends, and with it the player turn: ammunition at night, who retreated, points that are paid.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn assaults_over(&mut self) -> Result<(), Stop> {
        let side = self.buffer.position.side;
        self.swap(side);
        self.refill();
        self.settle_retreats();
        // §33.1.5c: the points of an advance may be the last of the experience of a charge.
        if self.board().since(7) {
            self.end_spent_attacks(side);
        }
        self.swap(side);
        Ok(())
    }

    /// An assault that was carried: losses, and the retreat of the brigade (§25.0, Casualties Table).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn beaten(&mut self, by: UnitId, unit: UnitId, difference: i32) -> Result<(), Stop> {
        let purpose = format!("casualties of {}", self.board().name(unit));
        let die = self.dice.roll(purpose, 1, 6)?.first().copied().unwrap_or(1);
        let tables = &self.pack.tables;
        let modified = (i32::from(die) + i32::from(tables.assault_modifier[column(difference)])).clamp(0, 7);
        let share = tables.assault_share[modified as usize];
        let board = self.board();
        let Some((now, _)) = board.brigade(unit) else { return Ok(()) };
        // Rounded to the nearest, halves up (ruling 8).
        let cp = (u16::from(share) * u16::from(now.sp) + 50) / 100;
        self.write(Fact::AssaultLoss { cp, die, share, unit });
        self.suffer(unit, cp);
        self.settle();
        // Ruling 71: who has no way at all is lost.
        if self.board().on_map(unit) && self.board().ways_of_rout(unit, 2).is_empty() {
            self.destroy(unit);
        }
        if self.board().on_map(unit) {
            self.write(Fact::Asked(Pending::Rout { by, hexes: 2, unit }));
        } else {
            self.may_advance(by);
        }
        Ok(())
    }
}

/// `Law.1 assault JJ36 with Hood`: a marker assaults a hex (§25.0). Without a commander the best with it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assault {
    /// Whose marker.
    pub unit: UnitId,
    /// Which, from 0 at the left flank.
    pub marker: usize,
    /// The hex.
    pub hex: usize,
    /// The commander who counts.
    pub with: Option<UnitId>,
}

impl Verb<Rules> for Assault {
    fn said() -> Said {
        Said::OfPiece(&["assault", "assaults"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?;
        let board = words.board;
        board.spec(unit).brigade()?;
        let (number, rest) = marker_first(words.rest);
        let (hex, with) = match rest {
            [hex] => (*hex, None),
            [hex, with, name @ ..] if with.eq_ignore_ascii_case("with") && !name.is_empty() => {
                (*hex, Some(name.join(" ")))
            }
            _ => return None,
        };
        let read = || {
            let hex = read_hex(board.pack, hex)?;
            let with = with.map(|name| read_commander(board, words.side, &name)).transpose()?;
            // Without a number, the one marker that may.
            let found = board.assaults_of(unit).into_iter().find(|(_, h)| *h == hex).map(|(n, _)| n);
            let marker = number.or(found).unwrap_or(0);
            Ok(Assault { unit, marker, hex, with }.into())
        };
        Some(read())
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let with = board.leader_with(unit).0;
        board.assaults_of(unit).into_iter().any(|(marker, hex)| found(Assault { unit, marker, hex, with }))
    }

    fn leads_on(&self) -> bool {
        true
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let (name, hex) = (board.name(self.unit), board.pack.ground.id(self.hex));
        let with = self.with.map_or_else(String::new, |c| format!(" with {}", board.name(c)));
        format!("{name}.{} assault {hex}{with}", self.marker + 1)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let place = board.pack.ground.id(self.hex);
        let who = board.marker_said(self.unit, self.marker);
        let label = format!("{who} assaults {}", board.pack.ground.place_name(self.hex));
        let choice = Choice { place: Some(place), ..Choice::plain(line, label, "assault", "25.0") };
        match board.check_assault(self.unit, self.marker, self.hex, self.with) {
            Ok(odd) if odd.is_hopeless() => {
                let note = "Too weak: it cannot be made, and nobody else assaults who stands there in this turn.";
                Choice { note: Some(note.to_owned()), sum: Some(odd.said()), ..choice.rolling() }
            }
            Ok(odd) => {
                let more = if board.is_charge(self.unit) { ASSAULT_DIE } else { 0 };
                let wins = u32::from(board.pack.tables.assault[column(odd.difference())].saturating_sub(more));
                let odds = odd.outcomes(board, wins);
                Choice { odds, sum: Some(odd.said()), ..choice.rolling() }
            }
            Err(_) => choice,
        }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let Assault { unit, marker, hex, with } = *self;
        let mut odd = resolver.board().check_assault(unit, marker, hex, with)?;
        if resolver.show_fighters(&[unit], &[hex]) {
            odd = resolver.board().check_assault(unit, marker, hex, with)?;
        }
        if odd.is_hopeless() {
            let (sum, targets) = (odd.addends(), odd.targets);
            resolver.write(Fact::AssaultBarred { by: unit, hex: hex as u16, sum, targets });
            return Ok(());
        }
        let purpose = format!("assault of {}", resolver.board().name(unit));
        let die = resolver.dice.roll(purpose, 1, 6)?.first().copied().unwrap_or(1);
        let difference = odd.difference();
        let charge = resolver.board().is_charge(unit);
        let success = die + if charge { ASSAULT_DIE } else { 0 } <= resolver.pack.tables.assault[column(difference)];
        // §28.3: who defends may go on in its next turn, and attacks no sooner.
        let carries = success && resolver.board().since(5) && !resolver.board().attacks(unit);
        let guns_alone = odd.targets.iter().all(|u| resolver.pack.unit(*u).battery().is_some());
        let targets = odd.targets.clone();
        let follows = success && resolver.board().since(6);
        resolver.write(Fact::Assaulted(Assaulted {
            by: unit,
            carries,
            charge,
            die,
            follows,
            from: odd.from as u16,
            hex: hex as u16,
            storms: success && guns_alone && resolver.board().since(8),
            success,
            sum: odd.addends(),
            targets: odd.targets,
        }));
        match targets.as_slice() {
            _ if !success => Ok(()),
            // Ruling 69: guns do not retreat; who carries the hex enters it, and nobody else, as nobody has left it (§31.1b).
            _ if guns_alone => {
                if !resolver.board().since(8) {
                    resolver.left_empty(&[hex as u16]);
                }
                resolver.may_advance(unit);
                Ok(())
            }
            [one] => resolver.beaten(unit, *one, difference),
            _ => {
                let difference = difference.clamp(-2, 5) as i8;
                resolver.write(Fact::Asked(Pending::Yield { by: unit, difference, hex: hex as u16 }));
                Ok(())
            }
        }
    }
}

impl Odd {
    /// What it can come to and for whom, with so many faces of six that carry it.
    fn outcomes(&self, board: &Board<'_>, wins: u32) -> Vec<Odds> {
        let targets: Vec<&str> = self.targets.iter().map(|u| board.name(*u)).collect();
        let targets = domain_core::kit::names::listed(&targets);
        let carried = match self.targets.iter().all(|u| board.pack.unit(*u).battery().is_some()) {
            true => format!("carried: {targets} must leave, and you may enter the hex"),
            false => {
                let one = if self.targets.len() > 1 { "one of " } else { "" };
                format!("carried: {one}{targets} loses by one more die and goes back two hexes; you may follow")
            }
        };
        let odds = |outcome, ways, plain, luck| Odds { plain, luck: Some(luck), ..Odds::new(outcome, ways, 6) };
        let held = "no result: nobody loses anything, and both stay".to_owned();
        vec![odds("S", wins, carried, Luck::Good), odds("no result", 6 - wins, held, Luck::Fair)]
    }

    /// As a player writes it.
    fn said(&self) -> Sum {
        in_words("assault strength", &self.sum, |what, _| what.clone())
    }
}

/// A commander of a side by name: of those who share it with a brigade or battery, the commander.
fn read_commander(board: &Board<'_>, side: domain_core::referee::Side, name: &str) -> Result<UnitId, Refusal> {
    let folded = domain_core::kit::names::fold(name);
    let ours = |u: &UnitId| board.spec(*u).commander().is_some() && board.spec(*u).side == side;
    let called = |u: &UnitId| {
        let whole = domain_core::kit::names::fold(&board.spec(*u).name);
        !folded.is_empty() && (whole == folded || whole.ends_with(&folded))
    };
    match board.pack.ids().filter(ours).find(called) {
        Some(unit) => Ok(unit),
        None => {
            let unit = read_unit(board, Some(side), name)?;
            if board.spec(unit).commander().is_some() {
                Ok(unit)
            } else {
                Err(unreadable(format!("{name} is no commander.")))
            }
        }
    }
}

impl Teller<'_> {
    /// An assault.
    pub fn assaulted(&self, assault: &Assaulted) -> Option<Line> {
        let sum = told(&assault.sum);
        let result = if assault.success { "carried" } else { "no result" };
        let text = format!(
            "{} {} {}: {sum}; {} rolled{}, {result}.",
            self.name(assault.by),
            if assault.charge { "charges" } else { "assaults" },
            self.place(assault.hex),
            assault.die,
            if assault.charge { " (+2)" } else { "" }
        );
        let mark = Mark::Fought { from: self.id(assault.from), to: self.id(assault.hex), side: self.side(assault.by) };
        self.line(Tone::Combat, text, "25.0", vec![mark])
    }

    /// An assault too weak to be made.
    pub fn assault_barred(&self, by: UnitId, hex: u16, sum: &[Addend]) -> Option<Line> {
        let sum = told(sum);
        let text = format!(
            "{} is too weak to assault {}: {sum}. Who stands there is not assaulted in this turn.",
            self.name(by),
            self.place(hex)
        );
        self.changed(text, "26.0", hex)
    }

    /// Losses of an assault that was carried.
    pub fn assault_loss(&self, cp: u16, die: u8, share: u8, unit: UnitId) -> Option<Line> {
        let text = format!("{}: {die} rolled, {share} in the hundred: {cp} casualty points.", self.name(unit));
        self.line(Tone::Roll, text, "26.0", vec![])
    }
}
