//! Chapter 9: rally, reorganising, and the end of a turn.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::circumstances::{choice, offer};
use super::facts::Fact;
use super::names::{around, read_leader, read_unit};
use super::position::{ImpulseUse, Pending, Phase, Place};
use super::resolver::Resolver;
use super::sequence::Done;
use super::teller::Teller;
use super::units::{LeaderId, Piece, UnitId};
use domain_core::dice::NoDice;
use domain_core::kit::{Question, Said, StandingAnswer, Verb, Words};
use domain_core::referee::{Choice, Illegal, InForce, Line, Mark, Refusal, Side, StandingOffer, TURN, Tone};

/// `reorganise Starke by Jackson` (§9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reorganise {
    /// By whom.
    pub leader: LeaderId,
    /// Whom.
    pub unit: UnitId,
}

impl Verb<Rules> for Reorganise {
    fn said() -> Said {
        Said::Alone(&["reorganise", "reorganize"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let pack = words.board.pack;
        let Some((who, by)) = around(words.rest, "by") else {
            return Some(Err(Refusal::unreadable("By whom?", "Write reorganise Starke by Jackson.")));
        };
        let unit = || read_unit(pack, Some(words.side), &who.join(" "));
        let both = read_leader(pack, &by.join(" ")).and_then(|leader| Ok((leader, unit()?)));
        Some(both.map(|(leader, unit)| Reorganise { leader, unit }.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<Piece>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        board.check_rally().is_ok() && board.reorganisings().any(found)
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.leader.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("reorganise {} by {}", board.spec(self.unit).name, board.who(self.leader).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} reorganises {}", board.who(self.leader).name, board.spec(self.unit).name);
        Choice::plain(line, label, "reorganise", "9.3")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        self.check(&resolver.board())?;
        resolver.write(Fact::Asked(Pending::Price { leader: self.leader, unit: self.unit }));
        Ok(())
    }
}

impl Reorganise {
    fn check(self, board: &Board<'_>) -> Result<(), Illegal> {
        board.check_rally()?;
        let Reorganise { leader, unit } = self;
        let no = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        let (who, spec) = (board.who(leader), board.spec(unit));
        if who.side != board.at.side || spec.side != board.at.side {
            return no("9.3", "That is not yours.".into(), "Each side reorganises its own units.");
        }
        let Some(here) = board.leader(leader).area().filter(|_| board.leader(leader).active) else {
            return no("9.3", format!("{} is not active.", who.name), "An active leader reorganises.");
        };
        if board.force(who.side.other(), here).all > 0 {
            return no("9.3", format!("There are enemies with {}.", who.name), "His area must be free of them.");
        }
        if spec.independent() {
            return no("9.3", format!("{} is never reorganised.", spec.name), "Evans's units are lost for good.");
        }
        if board.state(unit).place != Place::Lost {
            return no("9.3", format!("{} is not in the eliminated box.", spec.name), "Units in the box come back.");
        }
        let may = match who.side {
            Side::Union => who.activates(spec),
            Side::Confederate => spec.corps != "ANV" || who.formation == "ANV",
        };
        if !may {
            let legal = "A Union leader brings back his own corps; only Lee the army's artillery.";
            return no("9.3", format!("{} may not reorganise {}.", who.name, spec.name), legal);
        }
        if board.prices(unit).is_empty() {
            let wrong = format!("Nothing can be given for {}.", spec.name);
            return no("9.3", wrong, "Another eliminated unit of its type, with as high a Spent value, must leave.");
        }
        if !board.fits(&[unit], here) {
            return no("7.4", format!("There is no room in {here}."), "Stacking limits hold.");
        }
        Ok(())
    }
}

/// `pay Jones`: the price of a reorganised unit (§9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pay {
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for Pay {
    fn said() -> Said {
        Said::Alone(&["pay"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = read_unit(words.board.pack, Some(words.side), &words.rest.join(" "));
        Some(unit.map(|unit| Pay { unit }.into()))
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.unit.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("pay {}", board.spec(self.unit).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, format!("{} leaves for good", board.spec(self.unit).name), "pay", "9.3")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let board = resolver.board();
        let Some(Pending::Price { leader, unit: back }) = board.at.pending.last() else {
            return Err(board.not_now("A price is paid for a reorganised unit.").into());
        };
        if !board.prices(*back).contains(&self.unit) {
            let legal = "Same type, Spent value at least as high, eliminated.";
            return Err(Illegal::new("9.3", "That unit is no price for it.", legal).into());
        }
        let (leader, back) = (*leader, *back);
        resolver.reorganise(leader, back, self.unit);
        Ok(())
    }
}

/// The Rally Phase: which units are brought back (§9.3).
pub struct MayReorganise;

impl Question<Rules> for MayReorganise {
    fn open(board: &Board<'_>) -> Option<Self> {
        board.at.acting_in(Phase::Rally).map(|_| MayReorganise)
    }

    fn kind(&self) -> &'static str {
        "rally"
    }

    fn section(&self) -> &'static str {
        "9.3"
    }

    fn asks(&self, _: &Board<'_>) -> String {
        "Reorganise eliminated units, or say done.".to_owned()
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.at.side
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("reorganise")
    }

    fn offer() -> Option<StandingOffer> {
        let last_turn = choice(
            "last-turn",
            "In the last turn, when leaders are needed no more, bring back the strongest; before that leave them.",
        );
        let choices = vec![last_turn, choice("never", "Leave them.")];
        let offer = offer("reorganise", "When you may reorganise units (§9.3)", &[TURN, "space"], choices, "ask");
        Some(StandingOffer { never_ask: "last-turn", ..offer })
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let done = |why| Some(StandingAnswer { order: Done.into(), why });
        match standing.get("reorganise") {
            "never" => done("no reorganising"),
            "last-turn" if board.last_turn() => {
                let strongest = board.reorganisings().max_by_key(|order| board.spec(order.unit).fresh);
                let order = strongest.map_or_else(|| Done.into(), Into::into);
                Some(StandingAnswer { order, why: "the strongest, at the end" })
            }
            "last-turn" => done("no reorganising before the end"),
            _ => None,
        }
    }
}

/// What is given up for a unit brought back (§9.3).
pub struct Price {
    /// Whom.
    unit: UnitId,
    /// By whom.
    leader: LeaderId,
}

impl Question<Rules> for Price {
    fn open(board: &Board<'_>) -> Option<Self> {
        match board.at.pending.last() {
            Some(Pending::Price { leader, unit }) => Some(Price { unit: *unit, leader: *leader }),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        "price"
    }

    fn section(&self) -> &'static str {
        "9.3"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        format!("Choose what is given up for {}.", board.spec(self.unit).name)
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.who(self.leader).side
    }

    fn procedure(&self) -> Option<&'static str> {
        Some("price")
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        board.prices(self.unit).into_iter().map(|unit| Pay { unit }.into()).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        // What is given up for a unit goes by the rule that brought it back.
        Some("reorganise")
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let prices = (standing.get("reorganise") == "last-turn").then(|| board.prices(self.unit))?;
        let unit = prices.into_iter().max_by_key(|unit| std::cmp::Reverse(board.spec(*unit).fresh))?;
        Some(StandingAnswer { order: Pay { unit }.into(), why: "for the weakest" })
    }
}

impl Board<'_> {
    fn check_rally(&self) -> Result<(), Illegal> {
        let closed = self.at.impulse.doing == ImpulseUse::Closing;
        if self.at.phase != Phase::Rally || !self.at.pending.is_empty() || closed {
            let legal = "That belongs to the Rally Phase.";
            return Err(Illegal::new("9.3", "Units are not reorganised now.", legal));
        }
        Ok(())
    }

    /// Every unit that can be brought back, by every leader.
    fn reorganisings(&self) -> impl Iterator<Item = Reorganise> + '_ {
        let ours = |l: &LeaderId| self.leader(*l).active && self.who(*l).side == self.at.side;
        let leaders = self.pack.leader_ids().filter(ours);
        let lost = self.pack.ids().filter(|u| self.state(*u).place == Place::Lost);
        let each = leaders.flat_map(move |leader| lost.clone().map(move |unit| Reorganise { leader, unit }));
        each.filter(|order| order.check(self).is_ok())
    }

    /// Whether any unit can be reorganised.
    pub fn reorganising_possible(&self) -> bool {
        self.reorganisings().next().is_some()
    }

    /// What may be given for a unit (§9.3, ruling 61).
    fn prices(&self, back: UnitId) -> Vec<UnitId> {
        let spec = self.spec(back);
        let may = |u: &UnitId| {
            let other = self.spec(*u);
            *u != back
                && other.side == spec.side
                && !other.independent()
                && (other.arm == spec.arm || other.arm.guns() && spec.arm.guns())
                && other.spent >= spec.spent
                && self.state(*u).place == Place::Lost
        };
        self.pack.ids().filter(may).collect()
    }
}

impl Resolver<'_, '_> {
    /// A side rallies (§9.2): first the Confederates, then the Union.
    pub fn begin_rally(&mut self, side: Side) {
        let turn = self.now().turn;
        self.write(Fact::Phase { phase: Phase::Rally, side, turn });
        let at = self.now();
        let spent = |u: &UnitId| self.pack.unit(*u).side == side && at.unit(*u).spent && at.unit(*u).area().is_some();
        let units: Vec<UnitId> = self.pack.ids().filter(spent).collect();
        self.write(Fact::Rallied { side, units });
    }

    /// A side has done with reorganising.
    pub fn end_rally(&mut self) {
        match self.now().side {
            Side::Confederate => self.begin_rally(Side::Union),
            Side::Union => self.write(Fact::Use { doing: ImpulseUse::Closing, force: None, leader: None }),
        }
    }

    /// Replacements take the field, then the turn ends (§8.7.3).
    pub fn close_rally(&mut self) -> Result<(), NoDice> {
        match self.board().replacement() {
            Some(leader) => self.write(Fact::Asked(Pending::Station { leader, with: Vec::new() })),
            None => self.end_turn()?,
        }
        Ok(())
    }

    /// Pays the one price that there is; `false` when there is a choice.
    pub fn pay_only_price(&mut self, leader: LeaderId, back: UnitId) -> bool {
        let prices = self.board().prices(back);
        let [one] = prices.as_slice() else { return false };
        self.reorganise(leader, back, *one);
        true
    }

    fn reorganise(&mut self, leader: LeaderId, back: UnitId, price: UnitId) {
        self.write(Fact::Answered);
        self.write(Fact::Gone { unit: price });
        let area = self.now().leader(leader).area().unwrap_or(1);
        self.write(Fact::Reorganised { area, leader, unit: back });
        self.write(Fact::Leader { active: false, leader, why: "has reorganised and is inactive".into() });
    }
}

impl Teller<'_> {
    /// A unit left the game for good.
    pub fn gone(&self, unit: UnitId) -> Line {
        Line::new(Tone::Loss, format!("{} leaves the game for good.", self.unit(unit))).cite("9.3")
    }

    /// The Spent units of a side became Fresh.
    pub fn rallied(&self, units: &[UnitId]) -> Option<Line> {
        let text = match units.len() {
            0 => return None,
            1 => "One unit rallies.".to_owned(),
            n => format!("{n} units rally."),
        };
        Some(Line::new(Tone::Note, text).cite("9.2"))
    }

    /// A unit came back.
    pub fn reorganised(&self, leader: LeaderId, unit: UnitId, area: u8) -> Line {
        let text = format!("{} reorganises {} in {}.", self.leader(leader), self.unit(unit), self.area(area));
        Line::new(Tone::Note, text).cite("9.3").mark(Mark::Changed { place: area.to_string() })
    }
}
