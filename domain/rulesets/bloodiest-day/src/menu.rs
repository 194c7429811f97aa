//! Every legal order of a side: candidates of each kind, those kept that are judged legal.

use super::board::Board;
use super::orders::Order;
use super::position::{Doing, Force, Pending, Phase, Stage, Strike};
use super::units::UnitId;
use domain_core::referee::Side;

impl Board<'_> {
    /// The legal orders of a side.
    pub fn orders_of(&self, side: Side) -> Vec<Order> {
        let mut orders = Vec::new();
        if self.owing() == Some(side) {
            orders = self.candidates();
            orders.retain(|o| self.check(side, o).is_ok());
        }
        orders.extend(self.interrupts_of(side));
        orders
    }

    /// What a side may do whoever is asked: the Confederates silence a Union leader at any time (§10.2B, ruling 18).
    pub fn interrupts_of(&self, side: Side) -> Vec<Order> {
        if side != Side::Confederate || self.check_silencing().is_err() {
            return Vec::new();
        }
        self.silenceable().into_iter().map(|leader| Order::Silence { leader }).collect()
    }

    fn candidates(&self) -> Vec<Order> {
        match self.at.pending.last() {
            Some(Pending::Roll(_)) => {
                vec![Order::Keep, Order::Reroll { second: false }, Order::Reroll { second: true }]
            }
            Some(Pending::Silence) => vec![Order::Keep],
            Some(Pending::Pick { leaders }) => leaders.iter().map(|l| Order::Pick { leader: *l }).collect(),
            Some(Pending::Station { leader, with }) => {
                self.posts(*leader, with).into_iter().map(|area| Order::Station { leader: *leader, area }).collect()
            }
            Some(Pending::Price { unit, .. }) => {
                self.prices(*unit).into_iter().map(|unit| Order::Pay { unit }).collect()
            }
            Some(Pending::Withdrawal { from, units }) => {
                let Some(unit) = units.first().copied() else { return Vec::new() };
                let ways = self.withdrawals(unit, *from).into_iter().map(|way| Order::Withdraw { unit, way });
                std::iter::once(Order::Stay { unit }).chain(ways).collect()
            }
            Some(Pending::Fight(fight)) => match fight.stage {
                Stage::Lead => self.defenders(fight).into_iter().map(|unit| Order::Lead { unit }).collect(),
                Stage::Losses => {
                    let each = |unit: UnitId| [Order::Spend { unit }, Order::FallBack { unit }, Order::Die { unit }];
                    let pay = self.defenders(fight).into_iter().flat_map(each);
                    pay.chain([Order::More, Order::Done]).collect()
                }
                Stage::Falling => self.way_out(fight).areas.into_iter().map(|area| Order::Retreat { area }).collect(),
                _ => Vec::new(),
            },
            None => match self.at.phase {
                Phase::LongRange => self.long_range_orders(),
                Phase::Action => self.impulse_orders(),
                Phase::Rally => self.rally_orders(),
                Phase::Over => Vec::new(),
            },
        }
    }

    fn long_range_orders(&self) -> Vec<Order> {
        let mut orders = vec![Order::Done];
        let guns = self.long_guns();
        for area in self.pack.areas.iter().filter(|a| a.zone).map(|a| a.id) {
            for target in self.units_in(Side::Confederate, area) {
                for lead in &guns {
                    let helpers = guns.iter().filter(|g| *g != lead).map(|g| Some(*g));
                    for support in std::iter::once(None).chain(helpers) {
                        orders.push(Order::LongRange { area, lead: *lead, support, target });
                    }
                }
            }
        }
        orders
    }

    /// Whether any long-range bombardment is possible.
    pub fn long_range_possible(&self) -> bool {
        !self.long_guns().is_empty()
            && self.long_range_orders().iter().any(|o| self.check(Side::Union, o).is_ok() && *o != Order::Done)
    }

    fn rally_orders(&self) -> Vec<Order> {
        let mut orders = vec![Order::Done];
        for leader in self.pack.leader_ids().filter(|l| self.leader(*l).active && self.who(*l).side == self.at.side) {
            orders.extend(self.pack.ids().map(|unit| Order::Reorganise { leader, unit }));
        }
        orders
    }

    /// Whether any unit can be reorganised.
    pub fn reorganising_possible(&self) -> bool {
        self.rally_orders().iter().any(|o| *o != Order::Done && self.check(self.at.side, o).is_ok())
    }

    fn impulse_orders(&self) -> Vec<Order> {
        let side = self.at.side;
        let mut orders = vec![Order::Pass, Order::Done, Order::Free];
        let leaders: Vec<_> = self.pack.leader_ids().filter(|l| self.who(*l).side == side).collect();
        for leader in &leaders {
            orders.push(Order::Wake { leader: *leader });
        }
        if self.at.impulse.doing == Doing::Nothing {
            for leader in &leaders {
                let Some(here) = self.leader(*leader).area().filter(|_| self.leader(*leader).active) else { continue };
                let mut near: Vec<u8> = self.pack.area(here).links.iter().map(|l| l.to).chain([here]).collect();
                near.sort_unstable();
                for area in &near {
                    orders.push(Order::Activate { leader: *leader, area: *area, second: None });
                }
                if self.at.advantage == side {
                    for (i, area) in near.iter().enumerate() {
                        for second in &near[i + 1..] {
                            orders.push(Order::Activate { leader: *leader, area: *area, second: Some(*second) });
                        }
                    }
                }
            }
            for force in Force::ALL {
                let entry = self.reserves(force).first().map(|u| self.spec(*u).entry.clone()).unwrap_or_default();
                orders.extend(entry.into_iter().map(|area| Order::BringOn { force, area }));
            }
        } else {
            self.unit_orders(&mut orders);
        }
        for leader in leaders {
            orders.extend(self.rides(leader));
        }
        orders.extend((0..self.pack.crossings.len() as u8).map(|crossing| Order::Find { crossing }));
        orders
    }

    fn unit_orders(&self, orders: &mut Vec<Order>) {
        let side = self.at.side;
        let mut bids: Vec<(Strike, u8)> = Vec::new();
        for unit in self.pack.ids().filter(|u| self.spec(*u).side == side) {
            let state = self.state(unit);
            if let Some(bid) = state.bid
                && !bids.contains(&bid)
            {
                bids.push(bid);
            }
            if !state.active {
                continue;
            }
            orders.extend(self.moves(unit));
            let Some(here) = state.area() else { continue };
            orders.push(Order::Commit { unit, kind: Strike::Assault, area: here });
            for link in &self.pack.area(here).links {
                for kind in [Strike::Volley, Strike::Bombard] {
                    orders.push(Order::Commit { unit, kind, area: link.to });
                }
            }
            orders.extend((0..self.pack.crossings.len() as u8).map(|crossing| Order::Try { unit, crossing }));
        }
        for (kind, area) in bids {
            for lead in self.committed(kind, area) {
                if kind == Strike::Bombard {
                    let targets = self.units_in(side.other(), area);
                    orders.extend(targets.into_iter().map(|t| Order::Strike { kind, area, lead, target: Some(t) }));
                } else {
                    orders.push(Order::Strike { kind, area, lead, target: None });
                }
            }
        }
    }
}
