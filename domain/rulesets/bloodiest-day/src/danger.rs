//! Chapter 8, §8.7: leaders in danger.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::circumstances::{choice, leader_and_points, offer};
use super::facts::{Arithmetic, Fact};
use super::names::read_leader;
use super::position::{Fight, LeaderCasualty, Pending, Purpose, Stage};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{LeaderId, Piece};
use domain_core::dice::NoDice;
use domain_core::kit::{Question, Said, StandingAnswer, Verb, Words, total};
use domain_core::referee::{
    Choice, Circumstance, Illegal, InForce, Line, Mark, Refusal, Side, StandingOffer, TURN, Tone,
};

/// `aim Jackson`: whose fate is rolled for (§8.7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// Whom.
    pub leader: LeaderId,
}

impl Verb<Rules> for Aim {
    fn said() -> Said {
        Said::Alone(&["aim"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let leader = read_leader(words.board.pack, &words.rest.join(" "));
        Some(leader.map(|leader| Aim { leader }.into()))
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.leader.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("aim {}", board.who(self.leader).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("Roll for {}", board.who(self.leader).name);
        Choice::plain(line, label, "aim", "8.7.2").rolling()
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        match resolver.now().pending.last() {
            Some(Pending::Pick { leaders }) if leaders.contains(&self.leader) => {}
            _ => {
                let legal = "A leader where the fight took place is picked.";
                return Err(Illegal::new("8.7.2", "That leader is not in danger.", legal).into());
            }
        }
        Ok(resolver.aim(self.leader)?)
    }
}

/// Which enemy leader is in danger (§8.7.2).
pub struct WhoIsInDanger(Vec<LeaderId>);

impl Question<Rules> for WhoIsInDanger {
    fn open(board: &Board<'_>) -> Option<Self> {
        match board.at.pending.last() {
            Some(Pending::Pick { leaders }) => Some(WhoIsInDanger(leaders.clone())),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        "aim"
    }

    fn section(&self) -> &'static str {
        "8.7.2"
    }

    fn asks(&self, _: &Board<'_>) -> String {
        "Choose the enemy leader in danger.".to_owned()
    }

    fn side(&self, board: &Board<'_>) -> Side {
        self.0.first().map_or(board.at.side, |l| board.who(*l).side.other())
    }

    fn procedure(&self) -> Option<&'static str> {
        Some("danger")
    }

    fn options(&self, _: &Board<'_>) -> Vec<AnyOrder> {
        self.0.iter().map(|leader| Aim { leader: *leader }.into()).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("aim")
    }

    fn offer() -> Option<StandingOffer> {
        Some(offer(
            "aim",
            "When an enemy leader is in danger (§8.7.2)",
            &[TURN, "space", "leader", "points"],
            vec![choice("highest", "The one worth most.")],
            "highest",
        ))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        self.highest(board).map_or_else(Vec::new, |leader| leader_and_points(board, leader))
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let leader = (standing.get("aim") == "highest").then(|| self.highest(board))??;
        Some(StandingAnswer { order: Aim { leader }.into(), why: "the leader worth most" })
    }
}

impl WhoIsInDanger {
    fn highest(&self, board: &Board<'_>) -> Option<LeaderId> {
        self.0.iter().copied().max_by_key(|l| board.who(*l).points)
    }
}

impl Resolver<'_, '_> {
    /// Leaders of a side in a fight whose dice put them in danger.
    pub fn look_after_leaders(&mut self, fight: &Fight) {
        let Some(side) = fight.checks.first().copied() else {
            return self.change_fight(|f| f.stage = Stage::Result);
        };
        self.change_fight(|f| f.checks.retain(|s| *s != side));
        let leaders: Vec<_> = {
            let board = self.board();
            let places = [Some(fight.area), fight.from].into_iter().flatten();
            // A replacement cannot be hurt (ruling 28).
            places.flat_map(|a| board.leaders_in(side, a)).filter(|l| board.leader(*l).hurt.is_none()).collect()
        };
        if !leaders.is_empty() {
            self.write(Fact::Asked(Pending::Pick { leaders }));
        }
    }

    /// Takes the one leader in danger, or none; `false` when the enemy must choose.
    pub fn aim_at_one(&mut self, leaders: &[LeaderId]) -> Result<bool, NoDice> {
        match leaders {
            [one] => self.aim(*one)?,
            [] => self.write(Fact::Answered),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn aim(&mut self, leader: LeaderId) -> Result<(), NoDice> {
        self.write(Fact::Answered);
        self.roll(Purpose::Leader { leader }, &[2])
    }

    /// The dice of a leader's fate are read (§8.7.2).
    pub fn fate_rolled(&mut self, leader: LeaderId, sum: &Arithmetic) {
        let Some(area) = self.now().leader(leader).area() else { return };
        let hurt = match total(sum) {
            ..=6 => LeaderCasualty::Lightly,
            7 => LeaderCasualty::Killed,
            _ => LeaderCasualty::Seriously,
        };
        self.write(Fact::LeaderHurt { area, hurt, leader });
    }
}

impl Teller<'_> {
    /// A leader was hurt.
    pub fn leader_hurt(&self, leader: LeaderId, hurt: LeaderCasualty, area: u8) -> Line {
        let how = match hurt {
            LeaderCasualty::Killed => "is killed",
            LeaderCasualty::Lightly => "is lightly wounded and out of action for the turn",
            LeaderCasualty::Seriously => "is seriously wounded",
        };
        let text = format!("{} {how} in {}.", self.leader(leader), self.area(area));
        let line = Line::new(Tone::Loss, text).cite("8.7.2").of_dice(&Purpose::Leader { leader }.rolls());
        line.mark(Mark::Changed { place: area.to_string() })
    }
}
