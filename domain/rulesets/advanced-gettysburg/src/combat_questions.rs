//! What the defender is asked in a Combat Fire Phase, and the standing orders that answer (§24.4, §24.6, §24.8).

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::circumstances::{offer, turn};
use super::combat_orders::{Defend, Manner};
use super::position::Segment;
use super::stand::Stand;
use super::units::UnitId;
use domain_core::kit::{Question, StandingAnswer};
use domain_core::referee::{Circumstance, InForce, Side, StandingOffer, TURN};

impl Board<'_> {
    /// Whose points fire out of a hex: without a name of all who stand there; of two brigades each alone too, since none has to fire (§24.8).
    pub(super) fn firers_from(&self, hex: usize) -> Vec<Option<UnitId>> {
        let post = self.post_of(self.at.side.other(), hex, self.eye);
        let two = post.foot.len() > 1 && self.since(8);
        std::iter::once(None).chain(post.foot.iter().filter(|_| two).map(|f| Some(f.0))).collect()
    }

    /// §24.3.7, §24.4.3: whether points that stepped into its flank hex fire at a hex: they too are aimed at one of two brigades there.
    pub(super) fn is_stepped_at(&self, hex: usize) -> bool {
        self.since(8) && self.at.fight.flankers.iter().any(|f| usize::from(f.target) == hex)
    }

    /// Whether something of the seat that acts fires at a hex: points that stepped into its flank, markers that have told so, who stands beside it.
    pub(super) fn has_fire_at(&self, hex: usize) -> bool {
        let fight = &self.at.fight;
        let stepped = fight.flankers.iter().any(|f| usize::from(f.target) == hex && self.mine(f.unit));
        let told = || fight.aims.iter().any(|p| usize::from(p.to) == hex && self.mine(p.unit));
        let beside = |(_, next): (usize, usize)| self.mine_in(self.acting(), next);
        stepped || told() || self.pack.ground.atlas.around(hex).any(beside)
    }

    /// §24.3.7: whether who acts may say at which of two brigades of a hex it fires, though it has no more fire to tell: at a hex into whose flank its points
    /// have stepped, and, of several seats, at one at which its fire is told. The segment of a side with one seat ends by its word alone.
    pub(super) fn single_waits(&self) -> bool {
        let fight = &self.at.fight;
        let stepped = fight.flankers.iter().filter(|f| self.mine(f.unit)).map(|f| f.target);
        let aimed = fight.aims.iter().filter(|p| self.eye.is_some() && self.mine(p.unit)).map(|p| p.to);
        let splits = fight.splits.iter().filter(|s| self.eye.is_some() && s.by == self.eye);
        let told = splits.flat_map(|s| s.shares.iter().map(|share| share.to));
        let hexes = stepped.chain(aimed).chain(told).map(usize::from);
        let mut choices = hexes.flat_map(|hex| self.brigades_at(hex).map(move |unit| (unit, hex)));
        self.since(8) && choices.any(|(unit, hex)| self.check_single(unit, hex).is_ok())
    }
}

/// How columns beside attackers form line (§24.6).
pub struct HastyLines;

impl Question<Rules> for HastyLines {
    fn open(board: &Board<'_>) -> Option<Self> {
        (!board.at.over && board.at.segment == Segment::Hasty).then_some(HastyLines)
    }

    fn kind(&self) -> &'static str {
        "hasty"
    }

    fn section(&self) -> &'static str {
        "24.0"
    }

    fn asks(&self, _: &Board<'_>) -> String {
        "Say how your columns beside attackers form line.".to_owned()
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.at.side.other()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("hasty")
    }

    fn offer() -> Option<StandingOffer> {
        let front = ("front", "Put the front to where most of the enemy stands.");
        Some(offer("hasty", "When a column of yours is attacked and forms line (§24.6)", &[TURN], &[front], "front"))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        vec![turn(board)]
    }

    fn standing(&self, _: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let front = standing.get("hasty") == "front";
        front.then(|| StandingAnswer { order: Stand.into(), why: "front" })
    }
}

/// Whether the defender steps into flank hexes (§24.4.3).
pub struct FlankMoves;

impl Question<Rules> for FlankMoves {
    fn open(board: &Board<'_>) -> Option<Self> {
        (!board.at.over && board.at.segment == Segment::FlankMoves).then_some(FlankMoves)
    }

    fn kind(&self) -> &'static str {
        "flank-move"
    }

    fn section(&self) -> &'static str {
        "24.4"
    }

    fn asks(&self, _: &Board<'_>) -> String {
        "Step into the enemy's flank hexes, or go on.".to_owned()
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.at.side.other()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("flank-move")
    }

    fn offer() -> Option<StandingOffer> {
        let choices = [
            ("when-it-gains", "Step into each flank hex with as many points as may."),
            ("never", "Stay where you are."),
        ];
        let title = "When your markers could step into a flank hex of attackers (§24.4.3)";
        Some(offer("flank-move", title, &[TURN], &choices, "when-it-gains"))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        vec![turn(board)]
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let stand = || Stand.into();
        match standing.get("flank-move") {
            "never" => Some(StandingAnswer { order: stand(), why: "never" }),
            "when-it-gains" => {
                // Through a flank of their own they fire no more than two points: who wants that says so.
                let step = board.flank_steps().into_iter().find(|step| !step.aside);
                let order = step.map_or_else(stand, |f| board.step_order(&f).into());
                Some(StandingAnswer { order, why: "when-it-gains" })
            }
            _ => None,
        }
    }
}

/// How the defender distributes his fire (§24.2, step 2).
pub struct DefensiveFire;

impl Question<Rules> for DefensiveFire {
    fn open(board: &Board<'_>) -> Option<Self> {
        (!board.at.over && board.at.segment == Segment::Fire).then_some(DefensiveFire)
    }

    fn kind(&self) -> &'static str {
        "defend"
    }

    fn section(&self) -> &'static str {
        "24.2"
    }

    fn asks(&self, _: &Board<'_>) -> String {
        "Distribute your defensive fire; hexes not told hold theirs when you go on with stand.".to_owned()
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.at.side.other()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("defend")
    }

    fn offer() -> Option<StandingOffer> {
        let choices = [
            ("best-casualties", "Fire where it is worth most."),
            ("spare", "Fire what must match those who fire at you, and no more."),
            ("hold", "Hold your fire."),
        ];
        Some(offer("defend", "When attackers stand beside you (§24.2)", &[TURN], &choices, "best-casualties"))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        vec![turn(board)]
    }

    fn standing(&self, _: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let said = standing.get("defend");
        let how = Manner::ALL.into_iter().find(|m| m.word() == said)?;
        Some(StandingAnswer { order: Defend { how }.into(), why: how.word() })
    }
}
