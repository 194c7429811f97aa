//! A staff officer who looks one impulse ahead.

use crate::activation::Activate;
use crate::attack::Attack;
use crate::board::Board;
use crate::book::Rules;
use crate::commitment::Commit;
use crate::danger::Aim;
use crate::defence::Lead;
use crate::ground::Mark;
use crate::leaders::{PlaceLeader, Wake};
use crate::long_range::LongRange;
use crate::losses::PayLosses;
use crate::movement::Move;
use crate::orders::Order;
use crate::position::{ImpulseUse, Pending, Phase, Stage, Strike};
use crate::rally::{Pay, Reorganise};
use crate::retreats::Retreat;
use crate::riding::Ride;
use crate::units::UnitId;
use crate::withdrawal::Withdraw;
use domain_core::kit::{self, Question};
use domain_core::referee::{BotRng, InForce, Level, Side, Standing};

/// An order.
pub fn order(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    let orders = board.orders_of(side);
    let officer = Officer { board, side, steps: steps(board, side) };
    if let Some(order) = officer.question(&orders) {
        return Some(order);
    }
    let judged: Vec<(i32, &Order)> = orders.iter().map(|o| (officer.worth(o), o)).collect();
    let best = judged.iter().map(|j| j.0).max()?;
    let equal: Vec<&Order> = judged.into_iter().filter(|j| j.0 == best).map(|j| j.1).collect();
    rng.pick(&equal).map(|o| (*o).clone())
}

struct Officer<'b, 'a> {
    board: &'b Board<'a>,
    side: Side,
    /// From each area to Sharpsburg, by its number.
    steps: Vec<i32>,
}

/// Further than any area is.
const FAR: i32 = 40;

/// Steps from every area to Sharpsburg over borders that can be passed. One search serves all areas, since a border that can be
/// passed can be passed both ways.
fn steps(board: &Board<'_>, side: Side) -> Vec<i32> {
    let areas = &board.pack.areas;
    let town = areas.iter().find(|a| a.mark == Some(Mark::Sharpsburg)).map_or(14, |a| a.id);
    let mut reach = domain_core::board::Reach::over(areas.len() + 1);
    reach.search([(usize::from(town), 0)], FAR as u16, |at, spent, out| {
        for link in &board.pack.area(at as u8).links {
            if board.open(side, link.kind) {
                out.at(usize::from(link.to), spent + 1);
            }
        }
    });
    (0..=areas.len()).map(|area| reach.cost(area).map_or(FAR, i32::from)).collect()
}

impl Officer<'_, '_> {
    /// Answers to questions.
    fn question(&self, orders: &[Order]) -> Option<Order> {
        let board = self.board;
        let keep = |order: Order| orders.contains(&order).then_some(order);
        match board.at.pending.last()? {
            Pending::Fight(fight) => match fight.stage {
                Stage::Lead => keep(Lead { unit: board.best_lead(fight)? }.into()),
                Stage::Losses => PayLosses::open(board)?.best(board, self.worth_holding(fight.area)),
                _ => None,
            },
            Pending::Roll(_) | Pending::Silence => {
                let standing = Standing::at(Level::Default, &kit::offers::<Rules>());
                let answer = kit::asked::<Rules>(board)?.standing(board, &InForce::new(&standing.into(), Vec::new()));
                answer.map(|answer| answer.order)
            }
            Pending::Station { .. } => PlaceLeader::open(board)?.best(board).map(Into::into),
            _ => None,
        }
    }

    /// The margin before the dice that an assault should have. McClellan's officer wants two more than Lee's: a failed assault costs
    /// its lead, and the Union cannot trade units one for one.
    fn bold(&self, least: i32) -> i32 {
        if self.side == Side::Union { least + 2 } else { least }
    }

    /// Ground worth units: the special areas.
    fn worth_holding(&self, area: u8) -> bool {
        self.board.pack.area(area).mark.is_some()
    }

    /// How good it is to stand in an area, in rough hundredths of a point.
    fn ground(&self, area: u8) -> i32 {
        let ground = self.board.pack.area(area);
        let mark = match (ground.mark, self.side) {
            (Some(Mark::Sharpsburg), _) => 300,
            (Some(Mark::DoubleStar), Side::Union) => 120,
            (Some(Mark::DoubleStar), Side::Confederate) => 80,
            (Some(Mark::Star), _) => 60,
            (Some(Mark::BoxedStar), Side::Confederate) => 20,
            _ => 0,
        };
        mark + 10 * ground.tem
    }

    /// What it is worth to be so far from the enemy's heart: the Union presses towards Sharpsburg.
    fn nearness(&self, area: u8) -> i32 {
        -self.steps.get(usize::from(area)).copied().unwrap_or(FAR)
    }

    /// The attack that a group could make on an area against the best defence: expected margin before the dice.
    fn edge(&self, units: &[UnitId], area: u8) -> i32 {
        let board = self.board;
        let fighters: Vec<UnitId> = units.iter().copied().filter(|u| !board.spec(*u).arm.guns()).collect();
        let Some(lead) = fighters.iter().copied().max_by_key(|u| board.attack_value(*u, area)) else { return -99 };
        let fight = board.new_fight(Strike::Assault, area, lead, fighters.clone(), None);
        let Some(target) = board.best_lead(&fight) else { return -99 };
        let attack: i32 = board.attack_sum(Strike::Assault, area, None, lead, units).iter().map(|t| t.1).sum();
        let defence: i32 = board.defence_sum(Strike::Assault, area, target, units).iter().map(|t| t.1).sum();
        attack - defence
    }

    /// The best attack that units of an area could make next door or in place.
    fn best_attack(&self, units: &[UnitId], area: u8) -> i32 {
        let board = self.board;
        let near = board.pack.area(area).links.iter().filter(|l| board.open(self.side, l.kind)).map(|l| l.to);
        near.chain([area])
            .filter(|a| board.force(self.side.other(), *a).all > 0)
            .map(|a| self.edge(units, a) * 10 + self.ground(a) / 4)
            .max()
            .unwrap_or(-99)
    }

    fn worth(&self, order: &Order) -> i32 {
        let board = self.board;
        match order {
            Order::Pass(_) => 0,
            Order::Done(_) => {
                if board.at.phase == Phase::Action && board.at.impulse.doing == ImpulseUse::Fighting {
                    5
                } else {
                    1
                }
            }
            Order::Free(_) | Order::Find(_) | Order::Silence(_) => -50,
            Order::Wake(Wake { leader }) => {
                let who = board.who(*leader);
                let command =
                    board.pack.ids().filter(|u| who.commands(board.spec(*u)) && board.state(*u).area().is_some());
                let fighting = command.filter(|u| board.state(*u).area().is_some_and(|a| self.enemy_near(a))).count();
                if who.army() { 60 } else { 30 + (fighting as i32) * 3 }
            }
            Order::Activate(Activate { leader, area, second: None }) => {
                let units = board.would_activate(*leader, *area);
                let attack = self.best_attack(&units, *area);
                let guns = units.iter().filter(|u| board.spec(**u).arm.guns()).count() as i32;
                let fire = if self.enemy_near(*area) { guns * 6 } else { 0 };
                let march =
                    if self.side == Side::Union && !self.enemy_near(*area) { 12 + units.len() as i32 * 3 } else { 0 };
                let relief = if self.side == Side::Confederate && !self.enemy_near(*area) { 2 } else { 0 };
                attack.max(fire).max(march).max(relief)
            }
            Order::Activate(_) => -50,
            Order::BringOn(_) => 80,
            Order::Move(Move { unit, enters, way }) => self.march(*unit, *enters, way),
            Order::Ride(Ride { leader, way }) => self.ride(*leader, way),
            Order::Commit(Commit { unit, kind, area }) => match kind {
                Strike::Bombard => 40,
                Strike::Volley => {
                    if board.attack_value(*unit, *area) >= 3 && board.committed(Strike::Volley, *area).len() < 2 {
                        4
                    } else {
                        0
                    }
                }
                _ => {
                    let here: Vec<UnitId> = board
                        .units_in(self.side, *area)
                        .into_iter()
                        .filter(|u| board.state(*u).active && !board.state(*u).spent && board.state(*u).came.is_none())
                        .collect();
                    if self.edge(&here, *area) >= self.bold(0) { 30 } else { -5 }
                }
            },
            Order::Attack(Attack { kind, area, lead, target }) => {
                // The lead is what a failed assault loses: lead strongly, the rest join first.
                let value = board.attack_value(*lead, *area);
                match kind {
                    Strike::Bombard => 15 + value + target.map_or(0, |t| i32::from(board.spec(t).fresh)),
                    _ => 6 + value,
                }
            }
            Order::LongRange(LongRange { lead, support, target, area }) => {
                let value = i32::from(board.spec(*lead).fresh) + if support.is_some() { 2 } else { 0 };
                10 * (value - 2 * board.pack.area(*area).tem) + i32::from(board.spec(*target).fresh)
            }
            Order::Try(_) => 50,
            // What comes back scores for the enemy no longer, but its leader must be woken again: for nothing in the last turn,
            // an impulse before that. The Confederate officer leaves it: he wins enough without (docs/rulesets, "Figures").
            Order::Reorganise(Reorganise { unit, .. }) => {
                let free = board.last_turn() && self.side == Side::Union;
                i32::from(board.spec(*unit).fresh) + if free { 10 } else { -6 }
            }
            Order::Pay(Pay { unit }) => -i32::from(board.spec(*unit).fresh),
            Order::Retreat(Retreat { area }) => self.ground(*area),
            Order::Withdraw(Withdraw { way, unit }) => {
                let alone = board.state(*unit).area().is_some_and(|a| board.force(self.side, a).infantry == 0);
                if alone { 5 - way.len() as i32 } else { -5 }
            }
            Order::Aim(Aim { leader }) => board.who(*leader).points,
            _ => 0,
        }
    }

    fn enemy_near(&self, area: u8) -> bool {
        let board = self.board;
        let enemy = self.side.other();
        board.force(enemy, area).all > 0 || board.pack.area(area).links.iter().any(|l| board.force(enemy, l.to).all > 0)
    }

    fn march(&self, unit: UnitId, enters: bool, way: &[u8]) -> i32 {
        let board = self.board;
        let (Some(end), start) = (way.last().copied(), way.first().copied().unwrap_or(0)) else { return -9 };
        let spec = board.spec(unit);
        if board.force(self.side.other(), end).all > 0 {
            // Those who could still join count as well; guns stay out of it.
            if spec.arm.guns() {
                return -20;
            }
            let mut group: Vec<UnitId> = board
                .pack
                .ids()
                .filter(|u| {
                    let s = board.state(*u);
                    let joins = s.active && !s.spent && !board.spec(*u).arm.guns() && !s.stopped && s.bid.is_none();
                    board.spec(*u).side == self.side && joins && s.area() == Some(start)
                })
                .collect();
            group.extend(board.committed(Strike::Assault, end));
            group.sort_unstable();
            group.dedup();
            let edge = self.edge(&group, end);
            return if edge >= self.bold(1) { 20 + edge + self.ground(end) / 20 } else { -20 };
        }
        if enters {
            return 10 + self.nearness(end);
        }
        if spec.arm.guns() && self.enemy_near(start) {
            return -5;
        }
        // Behind the lines the Union presses on; nobody gives up good ground for nothing.
        let gain = self.nearness(end) - self.nearness(start);
        let held = if self.worth_holding(start) && board.force(self.side, start).all <= 2 { -60 } else { 0 };
        match self.side {
            Side::Union if !self.enemy_near(start) => 8 + 3 * gain + held,
            Side::Union => gain - 4 + held,
            Side::Confederate => {
                let front = i32::from(self.enemy_near(end)) * 6 + self.ground(end) / 10;
                let now = i32::from(self.enemy_near(start)) * 6 + self.ground(start) / 10;
                3 + front - now + held
            }
        }
    }

    fn ride(&self, leader: crate::units::LeaderId, way: &[u8]) -> i32 {
        let board = self.board;
        let who = board.who(leader);
        let (Some(end), start) = (way.last().copied(), way.first().copied().unwrap_or(0)) else { return -9 };
        let near = |area: u8| {
            let around = board.pack.area(area).links.iter().map(|l| l.to).chain([area]);
            let fresh = around.flat_map(|a| board.would_activate(leader, a)).count() as i32;
            fresh + i32::from(board.force(self.side, area).all > 0) * 2
                - i32::from(board.force(self.side.other(), area).all > 0)
        };
        if who.army() {
            return -3;
        }
        let gain = near(end) - near(start);
        match board.at.impulse.doing {
            ImpulseUse::Nothing => gain - 2,
            _ => {
                if gain > 0 {
                    5 + gain
                } else {
                    -5
                }
            }
        }
    }
}
