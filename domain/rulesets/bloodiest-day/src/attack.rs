//! Chapter 8, §8.1 and §8.5.7: an attack for which units are committed is carried out.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::facts::Fact;
use super::names::{around, capital, read_area, read_unit};
use super::position::{Fight, Pending, Stage, Strike};
use super::resolver::Resolver;
use super::sums::{spoken, spread};
use super::units::{Piece, UnitId};
use domain_core::kit::{Said, Verb, Words, total};
use domain_core::referee::{Choice, Finality, Illegal, Luck, Odds, Refusal, Side};

/// `assault 27 lead Gibbon`, `volley 27 lead Gibbon`, `bombard 27 lead Art (1/I) target Lawton`: carries an attack out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// How.
    pub kind: Strike,
    /// Area attacked.
    pub area: u8,
    /// The lead unit.
    pub lead: UnitId,
    /// For a bombardment, the target.
    pub target: Option<UnitId>,
}

impl Verb<Rules> for Attack {
    fn said() -> Said {
        Said::Alone(&["assault", "volley", "bombard"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let [area, "lead", units @ ..] = words.rest else { return None };
        Some(read(words.board, words.side, Strike::of_word(words.verb), area, units).map(Into::into))
    }

    fn candidates(board: &Board<'_>, _: Option<Piece>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if !board.units_act() {
            return false;
        }
        let side = board.at.side;
        let mut prepared: Vec<(Strike, u8)> = Vec::new();
        for unit in board.pack.ids().filter(|u| board.spec(*u).side == side) {
            if let Some(bid) = board.state(unit).bid.filter(|bid| !prepared.contains(bid)) {
                prepared.push(bid);
            }
        }
        for (kind, area) in prepared {
            let targets: Vec<Option<UnitId>> = match kind {
                Strike::Bombard => board.units_in(side.other(), area).into_iter().map(Some).collect(),
                _ => vec![None],
            };
            for lead in board.committed(kind, area) {
                let each = targets.iter().map(|target| Attack { kind, area, lead, target: *target });
                if each.filter(|attack| attack.check(board).is_ok()).any(&mut *found) {
                    return true;
                }
            }
        }
        false
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.lead.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        let target = self.target.map_or_else(String::new, |t| format!(" target {}", board.spec(t).name));
        format!("{} {} lead {}{target}", self.kind.word(), self.area, board.spec(self.lead).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let Attack { kind, area, lead, target } = *self;
        let at = target.map_or_else(String::new, |t| format!(" at {}", board.spec(t).name));
        let how = capital(kind.word());
        let label = format!("{how} {}, {} leads{at}", board.place(area), board.spec(lead).name);
        let mut choice = Choice {
            place: Some(area.to_string()),
            target: target.map(|t| board.spec(t).id.clone()),
            ..Choice::plain(line, label, kind.word(), "8.5.7")
        };
        let fight = board.new_fight(kind, area, lead, board.committed(kind, area), target);
        board.show_odds(&fight, &mut choice);
        choice
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let Attack { kind, area, lead, target } = *self;
        let attackers = self.check(&resolver.board())?;
        for unit in &attackers {
            resolver.first_corps(*unit);
        }
        let fight = resolver.board().new_fight(kind, area, lead, attackers, target);
        resolver.write(Fact::Asked(Pending::Fight(fight)));
        Ok(())
    }
}

fn read(board: &Board<'_>, side: Side, kind: Strike, area: &str, units: &[&str]) -> Result<Attack, Refusal> {
    let pack = board.pack;
    let area = read_area(pack, area)?;
    let (lead, target) = match around(units, "target") {
        Some((lead, target)) => (lead, Some(read_unit(pack, Some(side.other()), &target.join(" "))?)),
        None => (units, None),
    };
    Ok(Attack { kind, area, lead: read_unit(pack, Some(side), &lead.join(" "))?, target })
}

impl Attack {
    fn check(&self, board: &Board<'_>) -> Result<Vec<UnitId>, Illegal> {
        board.check_attack(self.kind, self.area, self.lead, self.target)
    }
}

impl Board<'_> {
    /// Whether a unit may lead an attack: never guns in an assault or volley (§8.5.6).
    fn may_lead(&self, unit: UnitId, kind: Strike) -> bool {
        self.spec(unit).arm.guns() == (kind == Strike::Bombard)
    }

    /// Judges an attack to be carried out; gives its attackers.
    ///
    /// # Errors
    /// [`Illegal`] for the first thing that forbids it.
    pub fn check_attack(
        &self,
        kind: Strike,
        area: u8,
        lead: UnitId,
        target: Option<UnitId>,
    ) -> Result<Vec<UnitId>, Illegal> {
        let no = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        if !self.units_act() || kind == Strike::LongRange {
            return no("8.1", "No attack is being prepared.".into(), "Units are committed to it first.");
        }
        let side = self.at.side;
        let attackers = self.committed(kind, area);
        if !attackers.contains(&lead) {
            let wrong = format!("{} is not committed to the {} of {area}.", self.spec(lead).name, kind.noun());
            return no("8.1", wrong, "A committed unit leads.");
        }
        if !self.may_lead(lead, kind) {
            let wrong = format!("{} may not lead that.", self.spec(lead).name);
            return no("8.5.6", wrong, "Infantry or cavalry leads an assault or volley, guns a bombardment.");
        }
        if self.force(side.other(), area).all == 0 {
            return no("8.1", format!("There is no enemy left in {area}."), "An attack needs one.");
        }
        if self.at.impulse.attacked.contains(&(area, kind)) {
            let wrong = format!("{area} has suffered its {} in this impulse.", kind.noun());
            return no("8.1", wrong, "One of each kind may strike an area in an impulse.");
        }
        if kind != Strike::Assault && self.force(side, area).all > 0 {
            return no("8.4.1", format!("There are friends in {area}."), "Only an assault is possible there.");
        }
        if kind == Strike::Volley {
            self.check_volley_leader()?;
        }
        match (kind, target) {
            (Strike::Bombard, Some(target)) => self.check_target(target, area)?,
            (Strike::Bombard, None) => {
                return no("8.4.2", "A bombardment needs a target.".into(), "Name an enemy unit in the area.");
            }
            (_, Some(_)) => {
                return no("8.5.7", "The defender names his lead unit.".into(), "Leave the target out.");
            }
            _ => {}
        }
        Ok(attackers)
    }

    /// The target of a bombardment: Fresh while any is (§8.4.2).
    ///
    /// # Errors
    /// [`Illegal`] for the first thing that forbids it.
    pub fn check_target(&self, target: UnitId, area: u8) -> Result<(), Illegal> {
        let (spec, state) = (self.spec(target), self.state(target));
        if spec.side == self.at.side || state.area() != Some(area) {
            let wrong = format!("{} is not an enemy in {area}.", spec.name);
            return Err(Illegal::new("8.4.2", wrong, "The target is a unit in the area."));
        }
        if state.spent && self.force(spec.side, area).fresh > 0 {
            let wrong = format!("{} is Spent.", spec.name);
            return Err(Illegal::new("8.4.2", wrong, "While any unit there is Fresh, the target is a Fresh one."));
        }
        Ok(())
    }

    /// A new fight.
    pub fn new_fight(
        &self,
        kind: Strike,
        area: u8,
        lead: UnitId,
        attackers: Vec<UnitId>,
        target: Option<UnitId>,
    ) -> Fight {
        Fight {
            area,
            attackers,
            band: Vec::new(),
            checks: Vec::new(),
            falling: Vec::new(),
            fled: Vec::new(),
            from: if kind == Strike::Assault { None } else { self.state(lead).area() },
            home: false,
            kind,
            lead,
            margin: 0,
            more: false,
            owed: 0,
            paid: false,
            stage: if target.is_some() { Stage::Rolling } else { Stage::Lead },
            target,
        }
    }

    /// Sum and odds of a fight, in its line of the menu.
    pub fn show_odds(&self, fight: &Fight, choice: &mut Choice) {
        let attack = self.attack_sum(fight.kind, fight.area, fight.from, fight.lead, &fight.attackers);
        choice.sum = Some(spoken("offensive value", &attack));
        choice.odds = self.odds(fight);
        choice.finality = Some(Finality::Rolls);
        if let Some(target) = fight.target.or_else(|| self.best_lead(fight)) {
            let defence = self.defence_sum(fight.kind, fight.area, target, &fight.attackers);
            let defence = spoken("defence value", &defence);
            choice.note = Some(format!("Against {defence} at best; each rolls two dice."));
        }
    }

    /// The chance of each difference of two rolls of two dice, by result.
    fn odds(&self, fight: &Fight) -> Vec<Odds> {
        let Some(target) = fight.target.or_else(|| self.best_lead(fight)) else { return Vec::new() };
        let attack = self.attack_sum(fight.kind, fight.area, fight.from, fight.lead, &fight.attackers);
        let defence = self.defence_sum(fight.kind, fight.area, target, &fight.attackers);
        let edge = total(&attack) - total(&defence);
        let capacity = self.capacity(&self.defenders(fight));
        let mut ways = [0u32; 4];
        for d in -10..=10i32 {
            let count = spread(d);
            let at = match edge + d {
                n if n > capacity => 0,
                n if n > 0 => 1,
                0 => 2,
                _ => 3,
            };
            ways[at] += count;
        }
        let assault = fight.kind == Strike::Assault;
        let lead = self.spec(fight.lead).name.as_str();
        let others = match fight.attackers.len() {
            0 | 1 => "",
            _ => ", the others go back Spent",
        };
        let overrun = if assault {
            "the defenders are eliminated, the attackers stay as they are"
        } else {
            "the defenders are eliminated"
        };
        let most = capacity.min(edge + 10);
        let points = if most == 1 { "1 casualty point".to_owned() } else { format!("1 to {most} casualty points") };
        let casualties = format!("the defenders pay {points}, the attackers are Spent");
        let even = "nobody loses, the attackers are Spent".to_owned();
        let (failed, lost, luck) = match assault {
            true => ("repulsed", format!("{lead} is eliminated{others}"), Luck::Bad),
            false => ("no effect", even.clone(), Luck::Fair),
        };
        let rows = [
            ("overrun", overrun.to_owned(), Luck::Good),
            ("casualties", casualties, Luck::Good),
            ("even", even, Luck::Fair),
            (failed, lost, luck),
        ];
        let odds = |((outcome, plain, luck), ways)| Odds { plain, luck: Some(luck), ..Odds::new(outcome, ways, 1296) };
        rows.into_iter().zip(ways).filter(|(_, n)| *n > 0).map(odds).collect()
    }
}
