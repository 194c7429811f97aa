//! Chapter 10, §10.2B: the Confederates silence a Union leader, at any time (ruling 18).

use super::advantage::Keep;
use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::circumstances::{choice, count, leader_name, offer};
use super::facts::Fact;
use super::names::read_leader;
use super::position::{ImpulseUse, Pending, Phase};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{LeaderId, Piece};
use domain_core::kit::{Question, Said, StandingAnswer, Verb, Words};
use domain_core::referee::{Choice, Circumstance, Illegal, InForce, Line, Refusal, Side, StandingOffer, TURN, Tone};

/// `silence Hooker`, by the Advantage (§10.2B).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silence {
    /// Whom.
    pub leader: LeaderId,
}

impl Verb<Rules> for Silence {
    fn said() -> Said {
        Said::Alone(&["silence"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let leader = read_leader(words.board.pack, &words.rest.join(" "));
        Some(leader.map(|leader| Silence { leader }.into()))
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.leader.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("silence {}", board.who(self.leader).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("Silence {} by the Advantage", board.who(self.leader).name);
        Choice::plain(line, label, "silence", "10.2")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        self.check(&resolver.board(), resolver.side)?;
        if matches!(resolver.now().pending.last(), Some(Pending::Silence)) {
            resolver.write(Fact::Answered);
        }
        resolver.write(Fact::Silenced { leader: self.leader });
        resolver.use_advantage("a leader is silenced");
        Ok(())
    }
}

impl Silence {
    fn check(self, board: &Board<'_>, side: Side) -> Result<(), Illegal> {
        if side != Side::Confederate {
            return Err(Illegal::new(
                "10.2",
                "Only the Confederates silence a leader.",
                "They may do it at any time but between a roll and its result.",
            ));
        }
        board.check_silencing()?;
        if !board.silenceable().contains(&self.leader) {
            let wrong = format!("{} is not an active Union leader.", board.who(self.leader).name);
            return Err(Illegal::new("10.2", wrong, "An active Union leader on the map is silenced."));
        }
        Ok(())
    }
}

/// Whether the Confederates silence a Union leader who acts (§10.2B).
pub struct MaySilence;

impl Question<Rules> for MaySilence {
    fn open(board: &Board<'_>) -> Option<Self> {
        matches!(board.at.pending.last(), Some(Pending::Silence)).then_some(MaySilence)
    }

    fn kind(&self) -> &'static str {
        "silence"
    }

    fn section(&self) -> &'static str {
        "10.2"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        let acting = board.at.impulse.leader.map_or("A Union leader", |l| board.who(l).name.as_str());
        match board.still_to_act() {
            1 => {
                format!("{acting} acts, with a unit still to go. Silence a leader by giving the Advantage up, or not.")
            }
            n => format!(
                "{acting} acts, with {n} units still to go. Silence a leader by giving the Advantage up, or not."
            ),
        }
    }

    fn side(&self, _: &Board<'_>) -> Side {
        Side::Confederate
    }

    fn procedure(&self) -> Option<&'static str> {
        Some("silence")
    }

    fn options(&self, _: &Board<'_>) -> Vec<AnyOrder> {
        // And the interrupts.
        vec![Keep.into()]
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("silence")
    }

    fn offer() -> Option<StandingOffer> {
        Some(offer(
            "silence",
            "When you hold the Advantage and a Union leader has activated an area (§10.2)",
            &[TURN, "space", "leader", "units"],
            vec![
                choice("never", "Let him act."),
                choice("big-attack", "Silence him when eight units or more would act."),
            ],
            "never",
        ))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        let mut all = vec![count("units", board.still_to_act())];
        all.extend(board.at.impulse.leader.map(|l| leader_name(board, l)));
        all
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let leader = match standing.get("silence") {
            "never" => None,
            "big-attack" => board.at.impulse.leader.filter(|l| board.silenceable().contains(l)),
            _ => return None,
        };
        let order = match leader.filter(|_| board.still_to_act() >= 8) {
            Some(leader) => Silence { leader }.into(),
            None => Keep.into(),
        };
        Some(StandingAnswer { order, why: "the Advantage against a Union leader" })
    }
}

impl Board<'_> {
    /// What a side may do whoever is asked.
    pub fn interrupts_of(&self, side: Side) -> Vec<AnyOrder> {
        if side != Side::Confederate || self.check_silencing().is_err() {
            return Vec::new();
        }
        self.silenceable().into_iter().map(|leader| Silence { leader }.into()).collect()
    }

    /// Whether the Confederates may silence anybody now: at any time but between a roll and its result (ruling 18).
    fn check_silencing(&self) -> Result<(), Illegal> {
        self.check_advantage(Side::Confederate)?;
        if self.at.phase == Phase::Over || self.rolled().is_some() {
            let legal = "A leader is silenced at any time but between a roll and its result.";
            return Err(Illegal::new("10.2", "Dice are on the table.", legal));
        }
        Ok(())
    }

    /// Active Union leaders on the map.
    fn silenceable(&self) -> Vec<LeaderId> {
        let may = |l: &LeaderId| {
            let s = self.leader(*l);
            self.who(*l).side == Side::Union && s.active && s.area().is_some()
        };
        self.pack.leader_ids().filter(may).collect()
    }

    /// Units activated that have not acted yet.
    pub fn still_to_act(&self) -> usize {
        self.at.units.iter().filter(|u| u.active && !u.spent && !u.acted()).count()
    }
}

impl Resolver<'_, '_> {
    /// The Confederates may silence a Union leader at any time (ruling 18): they are asked when an area has been activated and
    /// after each fight of a Union impulse, while something can still be stopped.
    pub fn ask_silence(&mut self) {
        let (at, board) = (self.now(), self.board());
        let going = at.side == Side::Union && at.phase == Phase::Action && at.impulse.doing == ImpulseUse::Fighting;
        let active = at.impulse.leader.is_some_and(|l| at.leader(l).active);
        let may = at.advantage == Side::Confederate && !board.silenceable().is_empty();
        if going && active && may && board.still_to_act() > 0 {
            self.write(Fact::Asked(Pending::Silence));
        }
    }

    /// Passes over the question where nobody can be silenced; `false` when it must be asked.
    pub fn silence_nobody(&mut self) -> bool {
        if self.now().advantage == Side::Confederate && !self.board().silenceable().is_empty() {
            return false;
        }
        self.write(Fact::Answered);
        true
    }
}

impl Teller<'_> {
    /// A leader was silenced.
    pub fn silenced(&self, leader: LeaderId) -> Line {
        Line::new(Tone::Note, format!("{} is silenced by the Advantage.", self.leader(leader))).cite("10.2")
    }
}
