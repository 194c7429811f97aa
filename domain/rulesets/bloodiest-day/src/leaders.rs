//! Chapter 5: leaders wake, go inactive, and are placed again when a fight leaves them alone (§8.7.3).

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::circumstances::{choice, leader_and_points, offer};
use super::facts::Fact;
use super::names::{around, read_area, read_leader};
use super::position::{Fight, Impulse, ImpulseUse, Pending, Place};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{LeaderId, Piece, UnitId};
use domain_core::kit::{Question, Said, StandingAnswer, Verb, Words};
use domain_core::referee::{
    Choice, Circumstance, Illegal, InForce, Line, Mark, Refusal, Side, StandingOffer, TURN, Tone,
};

/// `wake Sumner` (§5.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wake {
    /// Whom.
    pub leader: LeaderId,
}

impl Verb<Rules> for Wake {
    fn said() -> Said {
        Said::Alone(&["wake"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let leader = read_leader(words.board.pack, &words.rest.join(" "));
        Some(leader.map(|leader| Wake { leader }.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<Piece>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if board.check_fresh_impulse().is_err() {
            return false;
        }
        let ours = board.pack.leader_ids().filter(|l| board.who(*l).side == board.at.side);
        ours.map(|leader| Wake { leader }).filter(|order| order.check(board).is_ok()).any(found)
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.leader.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("wake {}", board.who(self.leader).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, format!("Wake {}", board.who(self.leader).name), "wake", "5.0")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        self.check(&resolver.board())?;
        let leader = self.leader;
        resolver.write(Fact::Use { doing: ImpulseUse::Woke, force: None, leader: Some(leader) });
        resolver.write(Fact::Leader { active: true, leader, why: "is awake".into() });
        Ok(())
    }
}

impl Wake {
    fn check(self, board: &Board<'_>) -> Result<(), Illegal> {
        board.check_fresh_impulse()?;
        let (who, state) = (board.who(self.leader), board.leader(self.leader));
        let no = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        if who.side != board.at.side || state.area().is_none() {
            return no(
                "5.1",
                format!("{} is not yours to wake.", who.name),
                "Only a leader of your own on the map is woken.",
            );
        }
        if state.active {
            return no("5.1", format!("{} is active.", who.name), "Inactive leaders are woken.");
        }
        if state.wounded {
            return no("8.7.2", format!("{} is wounded.", who.name), "He is back in the next turn.");
        }
        let by_chief = board.pack.leader_ids().any(|l| {
            let chief = board.leader(l);
            board.who(l).army() && board.who(l).side == who.side && chief.active && chief.area() == state.area()
        });
        if !who.wakes_alone() && !by_chief {
            let wrong = format!("{} needs McClellan, active and with him.", who.name);
            return no("5.3.2", wrong, "McClellan, Hooker and Mansfield wake alone.");
        }
        Ok(())
    }
}

/// `post Jackson at 29`: places a leader (§5.4, §8.7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Post {
    /// Who.
    pub leader: LeaderId,
    /// Where.
    pub area: u8,
}

impl Verb<Rules> for Post {
    fn said() -> Said {
        Said::Alone(&["post"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let pack = words.board.pack;
        let Some((who, [area])) = around(words.rest, "at") else {
            return Some(Err(Refusal::unreadable("Where shall he be posted?", "Write post Hooker at 26.")));
        };
        let both = read_leader(pack, &who.join(" ")).and_then(|leader| Ok((leader, read_area(pack, area)?)));
        Some(both.map(|(leader, area)| Post { leader, area }.into()))
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.leader.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("post {} at {}", board.who(self.leader).name, self.area)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let (name, place) = (&board.who(self.leader).name, board.place(self.area));
        let (label, section) = if board.goes_along(self.leader, self.area) {
            (format!("{name} goes with them to {place}"), "5.4")
        } else {
            (format!("Place {name} at {place}"), "8.7.3")
        };
        Choice { place: Some(self.area.to_string()), ..Choice::plain(line, label, "post", section) }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let board = resolver.board();
        match board.at.pending.last() {
            Some(Pending::Station { leader, with })
                if *leader == self.leader && board.posts(*leader, with).contains(&self.area) => {}
            _ => {
                let legal = "A leader is placed with units of his command.";
                return Err(Illegal::new("8.7.3", "He is not placed there.", legal).into());
            }
        }
        resolver.post(self.leader, self.area);
        Ok(())
    }
}

/// Where a leader goes who has been left alone, or whose replacement takes the field (§5.4, §8.7.3).
pub struct PlaceLeader {
    /// Who.
    leader: LeaderId,
    /// Areas that he may go to with retreating units, as he is (ruling 26).
    with: Vec<u8>,
}

impl Question<Rules> for PlaceLeader {
    fn open(board: &Board<'_>) -> Option<Self> {
        match board.at.pending.last() {
            Some(Pending::Station { leader, with }) => Some(PlaceLeader { leader: *leader, with: with.clone() }),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        "post"
    }

    fn section(&self) -> &'static str {
        if self.with.is_empty() { "8.7.3" } else { "5.4" }
    }

    fn asks(&self, board: &Board<'_>) -> String {
        let name = &board.who(self.leader).name;
        if self.with.is_empty() {
            format!("Place {name} with his command.")
        } else {
            format!("Let {name} go with those who retreat, or place him with his command, inactive.")
        }
    }

    fn side(&self, board: &Board<'_>) -> Side {
        board.who(self.leader).side
    }

    fn procedure(&self) -> Option<&'static str> {
        Some("post")
    }

    fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
        let leader = self.leader;
        board.posts(leader, &self.with).into_iter().map(|area| Post { leader, area }.into()).collect()
    }

    fn offer_key(&self) -> Option<&'static str> {
        Some("post")
    }

    fn offer() -> Option<StandingOffer> {
        Some(offer(
            "post",
            "When one of your leaders must be placed (§8.7.3)",
            &[TURN, "space", "leader", "points"],
            vec![choice("strength", "With most units of his command, away from enemies.")],
            "strength",
        ))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        leader_and_points(board, self.leader)
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let best = (standing.get("post") == "strength").then(|| self.best(board))??;
        Some(StandingAnswer { order: best.into(), why: "with most of his command" })
    }
}

impl PlaceLeader {
    /// The best post.
    pub fn best(&self, board: &Board<'_>) -> Option<Post> {
        let (leader, who) = (self.leader, board.who(self.leader));
        // With units that retreated he stays active.
        if let Some(area) = self.with.last() {
            return Some(Post { leader, area: *area });
        }
        let strength = |area: &u8| {
            let own = board.units_in(who.side, *area).into_iter().filter(|u| who.commands(board.spec(*u))).count();
            (board.force(who.side.other(), *area).all == 0, own)
        };
        board.stations(leader).into_iter().max_by_key(strength).map(|area| Post { leader, area })
    }
}

impl Board<'_> {
    /// Where a leader may be placed: with units of his command; when there are none, one left alone goes to any friends, and a
    /// replacement waits on the track (§8.7.3).
    fn stations(&self, leader: LeaderId) -> Vec<u8> {
        let who = self.who(leader);
        let areas = |of_command: bool| {
            let with = |u: &UnitId| {
                let spec = self.spec(*u);
                spec.side == who.side && (!of_command || who.commands(spec))
            };
            let mut areas: Vec<u8> = self.pack.ids().filter(with).filter_map(|u| self.state(u).area()).collect();
            areas.sort_unstable();
            areas.dedup();
            areas
        };
        let own = areas(true);
        let waits = self.leader(leader).place == Place::Off && self.since(4);
        if own.is_empty() && !waits { areas(false) } else { own }
    }

    /// Where a leader may go who is to be placed: with his command, or to where units that retreated went (ruling 26).
    fn posts(&self, leader: LeaderId, with: &[u8]) -> Vec<u8> {
        let mut areas = self.stations(leader);
        areas.extend(with);
        areas.sort_unstable();
        areas.dedup();
        areas
    }

    /// Whether the leader who is being placed would go there with units that retreated, as he is.
    fn goes_along(&self, leader: LeaderId, area: u8) -> bool {
        matches!(self.at.pending.last(), Some(Pending::Station { leader: l, with }) if *l == leader && with.contains(&area))
    }

    /// A leader whom a fight has left without friends: among enemies he goes with those that retreated or is placed with his
    /// command; where all have been eliminated he is placed (§5.4, ruling 26). Only the side that lost or retreated is meant:
    /// no rule moves a leader who stood there alone.
    pub fn bereft(&self, fight: &Fight) -> Option<LeaderId> {
        let defender = self.spec(fight.lead).side.other();
        let side = if fight.home { defender.other() } else { defender };
        let enemies = self.force(side.other(), fight.area).all > 0;
        if self.force(side, fight.area).all > 0 || !enemies && !fight.fled.is_empty() {
            return None;
        }
        let leaders = self.leaders_in(side, fight.area);
        leaders.into_iter().find(|l| !self.posts(*l, &fight.fled).is_empty())
    }

    /// A leader whose replacement may take the field (§8.7.3).
    pub fn replacement(&self) -> Option<LeaderId> {
        self.pack.leader_ids().find(|l| {
            let state = self.leader(*l);
            state.place == Place::Off && state.hurt.is_some() && !self.stations(*l).is_empty()
        })
    }
}

impl Resolver<'_, '_> {
    fn post(&mut self, leader: LeaderId, area: u8) {
        let along = self.board().goes_along(leader, area);
        self.write(Fact::Answered);
        self.write(Fact::LeaderPut { area, leader });
        if !along {
            self.write(Fact::Leader { active: false, leader, why: "takes post, inactive".into() });
        }
    }

    /// Places a leader who has one place to go to, or none; `false` when his side must choose.
    pub fn post_alone(&mut self, leader: LeaderId, with: &[u8]) -> bool {
        match self.board().posts(leader, with).as_slice() {
            [one] => self.post(leader, *one),
            [] => self.write(Fact::Answered),
            _ => return false,
        }
        true
    }

    /// §5.3.1, ruling 63: a unit of the I Corps acts in the first Union impulse.
    pub fn first_corps(&mut self, unit: UnitId) {
        let spec = self.pack.unit(unit);
        if spec.side == Side::Union && spec.corps == "I" && !self.now().impulse.first_corps && !self.now().first_over {
            self.write(Fact::FirstCorps);
        }
    }

    /// §5.3.1: Hooker goes inactive when none did. It speaks of the first Union impulse of turn 1 alone.
    pub fn first_corps_stood(&mut self, impulse: &Impulse) {
        let at = self.now();
        if at.side != Side::Union || at.turn != 1 || at.first_over || impulse.first_corps {
            return;
        }
        let hooker = self.pack.leader_ids().find(|l| {
            let who = self.pack.leader(*l);
            who.side == Side::Union && who.formation == "I"
        });
        if let Some(leader) = hooker.filter(|l| at.leader(*l).active) {
            let why = "let the first impulse go by and is inactive".into();
            self.write(Fact::Leader { active: false, leader, why });
        }
    }
}

impl Teller<'_> {
    /// A leader's side was turned.
    pub fn leader_turned(&self, leader: LeaderId, why: &str) -> Line {
        // The facts have these words since the first revision.
        let (does, section) = match why {
            "is awake" => ("wakes and is active", "5.1"),
            "takes post, inactive" => ("takes his post and is inactive", "5.4"),
            _ => (why, "5.4"),
        };
        Line::new(Tone::Note, format!("{} {does}.", self.leader(leader))).cite(section)
    }

    /// A leader was put somewhere.
    pub fn leader_put(&self, leader: LeaderId, area: u8) -> Line {
        let text = format!("{} is at {}.", self.leader(leader), self.area(area));
        Line::new(Tone::Move, text).mark(Mark::Changed { place: area.to_string() })
    }
}
