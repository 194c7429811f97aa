//! The legal orders of a position, and how each is shown in a menu.

use super::bars::Bar;
use super::command::KeepRoll;
use super::ground::MP;
use super::notation;
use super::orders::{Order, VERBS};
use super::position::{Bonus, Condition, Kind, Pending, Phase, Place, Stage};
use super::resolver::Resolver;
use super::strength::{Attack, spoken};
use super::units::UnitId;
use super::way::Way;
use super::zones::Board;
use domain_core::board::{HexId, Reach};
use domain_core::dice::Dice;
use domain_core::kit::{self, Question};
use domain_core::referee::{Choice, Refusal, Side};

/// Half-points in words: `2½`.
pub fn points(half: u16) -> String {
    match (half / MP, half % MP) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

impl Board<'_> {
    /// Every legal order of a side, by unit and verb; a move or charge once for each end, by the best way.
    pub fn orders_of(&self, side: Side) -> Vec<Order> {
        let mut orders = Vec::new();
        self.each_order(side, &mut |order| {
            orders.push(order);
            false
        });
        orders
    }

    /// Whether the side that acts can do anything but end the phase.
    pub fn anything_to_do(&self) -> bool {
        let mut found = false;
        self.each_order(self.at.acting(), &mut |order| {
            found = order != Order::Done;
            found
        });
        found
    }

    /// Calls `found` with each legal order until it returns true.
    fn each_order(&self, side: Side, found: &mut dyn FnMut(Order) -> bool) -> bool {
        if self.at.owing(self.pack) != Some(side) {
            return false;
        }
        if let Some(asked) = KeepRoll::open(self) {
            return asked.options(self).into_iter().any(found);
        }
        match self.at.pending.last() {
            Some(Pending::Affair(affair)) => return self.answers(affair).1.into_iter().any(found),
            _ => {}
        }
        let ours = || self.pack.ids().filter(|u| self.side(*u) == side);
        let stopped =
            match self.at.phase {
                Phase::Setup | Phase::Command => kit::candidates(&VERBS, self, ours(), found),
                Phase::Move | Phase::Special => {
                    let mut reach = Reach::over(self.pack.ground.cells().len());
                    ours().any(|u| self.move_orders(u, &mut reach, found))
                }
                Phase::Fire => ours()
                    .any(|unit| self.fire_attacks(unit).into_iter().any(|a| found(Order::Fire { unit, at: a.to }))),
                Phase::Reaction => {
                    ours().any(|unit| self.reactions(unit).into_iter().any(|a| found(Order::Fire { unit, at: a.to })))
                }
                Phase::Close | Phase::SecondClose => ours()
                    .any(|unit| self.close_attacks(unit).into_iter().any(|a| found(Order::Attack { unit, at: a.to }))),
                Phase::Over => false,
            };
        stopped || (self.check_done().is_ok() && found(Order::Done))
    }

    fn move_orders(&self, unit: UnitId, reach: &mut Reach, found: &mut dyn FnMut(Order) -> bool) -> bool {
        if self.may_act(unit).is_err() {
            return false;
        }
        let mut bound = false;
        if let Ok(mover) = self.charger(unit) {
            let mut stopped = false;
            self.each_charge(&mover, reach, |target, way| {
                bound = self.spec(unit).must_charge;
                stopped = found(Order::Charge { unit, target, way });
                stopped
            });
            if stopped {
                return true;
            }
        }
        // §12.4: bound to charge, it does nothing else.
        if !bound {
            let (mover, enters) = match self.state(unit).place {
                Place::Away => (self.may_enter(unit), true),
                _ => (self.mover(unit), false),
            };
            if let Ok(mover) = mover {
                let start = mover.start.map(|s| (s, 0));
                let arrows = self.arrow_starts(&mover).filter(|_| enters);
                self.reach(&mover, start.into_iter().chain(arrows), reach);
                for end in reach.found() {
                    if Some(end) == mover.start || self.may_end(end).is_err() {
                        continue;
                    }
                    let Some(way) = self.best_way(&mover, reach, end) else { continue };
                    let order = if enters { Order::Enter { unit, way } } else { Order::Move { unit, way } };
                    if found(order) {
                        return true;
                    }
                }
            }
        }
        if let Some(from) = self.state(unit).hex() {
            let edges = self.pack.ground.edges(self.pack.ground.index(from));
            for to in edges.map(|e| self.pack.ground.cell(e.to).hex) {
                if self.check_withdraw(unit, to).is_ok() && found(Order::Withdraw { unit, to }) {
                    return true;
                }
            }
        }
        self.check_recover(unit).is_ok() && found(Order::Recover { unit })
    }

    /// The way a unit takes to a hex when only the hex is named: `None` when it cannot get there.
    pub fn way_named(&self, unit: UnitId, to: HexId) -> Option<Way> {
        let end = self.index_of(to).ok()?;
        let mut reach = Reach::over(self.pack.ground.cells().len());
        let (mover, starts) = match self.state(unit).place {
            Place::Away => {
                let mover = self.may_enter(unit).ok()?;
                let starts: Vec<_> = self.arrow_starts(&mover).collect();
                (mover, starts)
            }
            _ => {
                let mover = self.mover(unit).ok()?;
                (mover, vec![(mover.start?, 0)])
            }
        };
        self.reach(&mover, starts, &mut reach);
        reach.cost(end)?;
        self.best_way(&mover, &reach, end)
    }

    /// The way a charge takes when only its last hex is named, or nothing but the target.
    pub fn charge_named(&self, unit: UnitId, target: UnitId, to: Option<HexId>) -> Option<Way> {
        let mover = self.charger(unit).ok()?;
        let mut reach = Reach::over(self.pack.ground.cells().len());
        let mut best: Option<Way> = None;
        self.each_charge(&mover, &mut reach, |enemy, way| {
            if enemy == target && to.is_none_or(|to| way.end() == to) {
                best = Some(way);
            }
            best.is_some()
        });
        best
    }

    /// An order that is legal here, as a line of the menu.
    pub fn line(&self, order: &Order) -> Choice {
        let text = notation::format(self, order);
        let mut choice = match order.verb() {
            Some(verb) => verb.choice(self, text),
            None => self.other_line(order, text),
        };
        choice.piece = order.unit().map(|unit| self.spec(unit).id.clone());
        choice.commits |= self.rolls_on(order);
        choice
    }

    fn other_line(&self, order: &Order, text: String) -> Choice {
        let name = |u: UnitId| self.spec(u).name.as_str();
        let id = |u: UnitId| Some(self.spec(u).id.clone());
        let here = |u: UnitId| self.state(u).hex().map(|h| h.to_string());
        match *order {
            Order::Done => {
                let mut c = Choice::plain(text, self.done_label(), "done", "4.0");
                c.note = self.done_note();
                c
            }
            Order::Move { unit, way } | Order::Enter { unit, way } => self.move_choice(text, unit, &way, order),
            Order::Charge { unit, target, way } => {
                let label = format!("{} charges {} from {}", name(unit), name(target), self.place_name(way.end()));
                let mut c = Choice::plain(text, label, "charge", "12.1");
                let attack =
                    Attack { attacker: unit, from: way.end(), defender: target, to: way.end(), kind: Kind::Charge };
                let attack = Attack { to: self.state(target).hex().unwrap_or(attack.to), ..attack };
                c.place = Some(way.end().to_string());
                c.target = id(target);
                c.path = way.hexes().iter().map(HexId::to_string).collect();
                if let Ok(walked) = self.check_charge(unit, target, &way) {
                    c.cost = Some(self.cost(unit, walked.spent));
                }
                c.sum = Some(spoken("attack strength", &self.strength(&attack)));
                c.odds = self.odds(&attack);
                c.note = Some("It is fired at first, and must attack if it is not stopped.".to_owned());
                c
            }
            Order::Withdraw { unit, to } => {
                let mut c = Choice::plain(
                    text,
                    format!("{} withdraws to {}", name(unit), self.place_name(to)),
                    "withdraw",
                    "6.8",
                );
                c.place = Some(to.to_string());
                c.path = here(unit).into_iter().chain([to.to_string()]).collect();
                c
            }
            Order::Recover { unit } => {
                let after = match self.state(unit).hex().map(|h| self.recovered(unit, h)) {
                    Some(Condition::Disrupted) => "to Disrupted: it stands in an enemy zone",
                    _ => "to good order",
                };
                let mut c = Choice::plain(text, format!("{} recovers {after}", name(unit)), "recover", "13.2");
                c.place = here(unit);
                c
            }
            Order::Fire { unit, at } => {
                let checked = if self.at.phase == Phase::Reaction {
                    self.check_reaction(unit, at)
                } else {
                    self.check_fire(unit, at)
                };
                self.attack_choice(text, unit, at, checked)
            }
            Order::Attack { unit, at } => self.attack_choice(text, unit, at, self.check_attack(unit, at)),
            Order::Bonus(bonus) => {
                let label = match bonus {
                    Bonus::Strike => "Combat bonus: the enemy loses one more step",
                    Bonus::Spare => "Combat bonus: spare your own step",
                    Bonus::None => "Leave the combat bonus unused",
                };
                Choice::plain(text, label, "bonus", "7.52")
            }
            Order::Marker { unit } => Choice::plain(text, self.marker_label(unit), "marker", "7.7"),
            Order::Step { unit } => {
                let mut c = Choice::plain(text, format!("{} loses a step instead", name(unit)), "step", "7.7");
                c.note = (self.state(unit).steps == 1).then(|| "It has only one: it would be eliminated.".to_owned());
                c
            }
            Order::Retreat { unit, to } => {
                let stage = self.at.pending.last().and_then(Pending::affair).map(|a| a.stage);
                let (verb, section) = match stage {
                    Some(Stage::Away) => ("steps away", "9.0"),
                    Some(Stage::Voluntary) => ("falls back", "7.7"),
                    _ => ("retreats", "7.6"),
                };
                let mut c = Choice::plain(
                    text,
                    format!("{} {verb} to {}", name(unit), self.place_name(to)),
                    "retreat",
                    section,
                );
                c.place = Some(to.to_string());
                c.path = here(unit).into_iter().chain([to.to_string()]).collect();
                if self.in_enemy_zone(self.side(unit), to) {
                    c.note = Some("An enemy zone: it loses a step.".to_owned());
                }
                c
            }
            Order::Stay { unit } => {
                let section = match self.at.pending.last().and_then(Pending::affair).map(|a| a.stage) {
                    Some(Stage::Away) => "9.0",
                    Some(Stage::Advance) => "7.64",
                    _ => "7.7",
                };
                Choice::plain(text, format!("{} stays where it is", name(unit)), "stay", section)
            }
            Order::Advance { unit } => {
                let ground = self.at.pending.last().and_then(Pending::affair).map(|a| a.ground);
                let to = ground.map_or_else(String::new, |h| self.place_name(h));
                let mut c = Choice::plain(text, format!("{} advances to {to}", name(unit)), "advance", "7.64");
                c.place = ground.map(|h| h.to_string());
                c
            }
            Order::SetUp(_)
            | Order::Lift(_)
            | Order::Deploy(_)
            | Order::Roll(_)
            | Order::Keep(_)
            | Order::Touch(_)
            | Order::Activate(_) => Choice::plain(text, "", "", ""),
        }
    }

    /// Whether an order that rolls no dice itself leads on to a roll: the last `done` before the other side's coordination
    /// roll, an answer after which the last charge is fought. Found by trying it without dice.
    fn rolls_on(&self, order: &Order) -> bool {
        let may_lead_on = matches!(
            order,
            Order::Done
                | Order::Keep(_)
                | Order::Activate(_)
                | Order::Bonus(_)
                | Order::Marker { .. }
                | Order::Step { .. }
                | Order::Retreat { .. }
                | Order::Stay { .. }
                | Order::Advance { .. }
        );
        let Some(side) = self.at.owing(self.pack).filter(|_| may_lead_on) else { return false };
        let mut dice = Dice::withheld();
        matches!(Resolver::at(self.pack, self.at, &mut dice).carry(side, order), Err(Refusal::Dice(_)))
    }

    pub fn place_name(&self, hex: HexId) -> String {
        match self.pack.ground.hex(hex).place.as_str() {
            "" => hex.to_string(),
            name => format!("{hex} ({name})"),
        }
    }

    fn cost(&self, unit: UnitId, spent: u16) -> String {
        format!("{} of {} MP", points(spent), self.spec(unit).movement)
    }

    fn move_choice(&self, text: String, unit: UnitId, way: &Way, order: &Order) -> Choice {
        let enters = matches!(order, Order::Enter { .. });
        let verb = if enters { "enters and goes to" } else { "moves to" };
        let label = format!("{} {verb} {}", self.spec(unit).name, self.place_name(way.end()));
        let mut c =
            Choice::plain(text, label, if enters { "enter" } else { "move" }, if enters { "6.6" } else { "6.1" });
        c.place = Some(way.end().to_string());
        c.path = way.hexes().iter().map(HexId::to_string).collect();
        let walked = if enters { self.check_enter(unit, way) } else { self.check_move(unit, way) };
        let Ok(walked) = walked else { return c };
        c.cost = Some(self.cost(unit, walked.spent));
        let mut notes = Vec::new();
        let mover = self.mover_from(unit, None);
        if self.stopping_zones(&mover, walked.end) != 0 {
            notes.push("Stops there: an enemy zone.");
        }
        if self.spec(unit).arm.is_artillery() {
            let steps = way.hexes().len() - usize::from(!enters);
            notes.push(if self.guns_may_fight(unit, steps, walked.spent, way.end()) {
                "May still fire this turn."
            } else {
                "Cannot fire this turn."
            });
        }
        c.note = (!notes.is_empty()).then(|| notes.join(" "));
        c
    }

    fn attack_choice(&self, text: String, unit: UnitId, at: HexId, attack: Result<Attack, Bar>) -> Choice {
        let target = self.unit_in(at);
        let named = target.map_or_else(|| at.to_string(), |t| self.spec(t).name.clone());
        let (verb, doing, section) = match attack.as_ref().map(|a| a.kind) {
            Ok(Kind::Fire) if self.at.phase == Phase::Reaction => ("fire", "fires in reaction on", "10.0"),
            Ok(Kind::Fire) => ("fire", "fires on", "8.0"),
            Ok(Kind::Sharp) => ("fire", "snipes at", "9.0"),
            Ok(Kind::Charge) => ("charge-home", "charges home on", "12.3"),
            Ok(Kind::Close) if self.at.phase == Phase::Reaction => ("fire", "meets with canister", "10.0"),
            _ => ("attack", "attacks", "11.0"),
        };
        let mut c = Choice::plain(text, format!("{} {doing} {named}", self.spec(unit).name), verb, section);
        c.place = Some(at.to_string());
        c.target = target.map(|t| self.spec(t).id.clone());
        c.commits = true;
        if let Ok(attack) = attack {
            let sharp = attack.kind == Kind::Sharp;
            c.sum = Some(spoken(
                if sharp { "added to the highest die" } else { "attack strength" },
                &self.known_sum(&attack),
            ));
            c.odds = self.odds(&attack);
            if !sharp {
                let dice = if self.defense_dice(&attack) == 2 { "two dice" } else { "one die" };
                c.note = Some(format!("{named} rolls {dice} and adds {} steps.", self.state(attack.defender).steps));
            }
        }
        c
    }

    fn marker_label(&self, unit: UnitId) -> String {
        let affair = self.at.pending.last().and_then(Pending::affair);
        let condition = affair.and_then(|a| {
            let charger = a.reactive && self.state(unit).charging.is_some();
            match self.shock(unit, &a.effects, charger) {
                super::disorder::Shock::Marker(condition) => Some(condition),
                _ => None,
            }
        });
        format!("{} becomes {}", self.spec(unit).name, condition.map_or("disrupted", Condition::word))
    }

    fn done_label(&self) -> String {
        match self.at.phase {
            Phase::Setup => "End the set-up".to_owned(),
            phase => format!("End the {}", phase.title()),
        }
    }

    fn done_note(&self) -> Option<String> {
        let side = self.at.acting();
        let left = match self.at.phase {
            Phase::Move => {
                let idle = |u: &UnitId| {
                    let s = self.state(*u);
                    self.side(*u) == side && s.activated && s.act == super::position::Act::None && s.steps > 0
                };
                self.pack.ids().filter(idle).count()
            }
            _ => 0,
        };
        (left > 0).then(|| format!("{left} activated units have not acted."))
    }
}
