//! Retreats after combat marker by marker: each its own way through its rear hexes (§21.3, §30.0).

use super::board::Board;
use super::book::{AnyOrder, Rules, Stop};
use super::chain::{FAR_COUNTER, Formation, GAP, Link, continuous, counter, line_markers};
use super::names::{points, read_facing, read_hex, unreadable};
use super::position::Segment;
use super::resolver::Resolver;
use super::retreat::{NO_WAY_BACK, ROUT, WayBack, corners};
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Refusal};

/// `Law back to E22 E21`, `Law back to E22 E21 ends N SE`: every marker goes back its own way; without ends the flanks stay as they look (§21.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FallBackTo {
    /// Where its markers go, from its left flank on.
    pub hexes: Vec<usize>,
    /// The outer sides of its flanks then.
    pub ends: Option<[Facing; 2]>,
    /// Whether it must.
    pub routed: bool,
    /// Who.
    pub unit: UnitId,
}

impl Board<'_> {
    /// How many hexes a marker goes back from a state to a hex where it looks in one of these ways, rear hex by rear hex, with one hexside of turn each
    /// (§21.3); the numbers up to so many.
    fn steps_back(&self, unit: UnitId, start: Vec<(usize, Facing)>, to: usize, fronts: &[Facing], most: u8) -> Vec<u8> {
        let (ground, enemy) = (&self.pack.ground, self.side(unit).other());
        let mut states = start;
        let mut found = Vec::new();
        for step in 0..=most {
            if states.iter().any(|(hex, front)| *hex == to && fronts.contains(front)) {
                found.push(step);
            }
            let mut next: Vec<(usize, Facing)> = Vec::new();
            for (hex, front) in &states {
                for side in Facing::sides().filter(|side| front.apart(*side) == 5) {
                    let entered = ground.atlas.ahead(*hex, side);
                    let Some(entered) = entered.filter(|h| ground.is_hex(*h) && !self.held_by(enemy, *h)) else {
                        continue;
                    };
                    next.extend([-2, 0, 2].map(|turn| (entered, front.turned(turn))));
                }
            }
            next.sort_unstable_by_key(|(hex, front)| (*hex, front.index()));
            next.dedup();
            states = next;
        }
        found
    }

    /// §30.0: a retreat to these hexes: by its own will as far as it may, where it must each marker exactly as far.
    ///
    /// # Errors
    /// The rule that bars it.
    fn check_back_to(&self, order: &FallBackTo) -> Result<WayBack, RuleBreak> {
        let unit = order.unit;
        let exactly = match self.routed() {
            Some((routed, hexes)) if routed == unit => Some(hexes),
            Some(_) => return Err(NO_WAY_BACK),
            None => {
                self.check_may_go_back(unit)?;
                None
            }
        };
        let most = exactly.unwrap_or_else(|| match self.at.segment {
            Segment::BackOff => (self.points_left(unit) / self.retreat_cost()).clamp(1, 3),
            _ => 2,
        });
        let line = self.line(unit);
        let formation = self.at.brigade(unit).map(|b| b.formation).ok_or(NO_WAY_BACK)?;
        let Formation::Line { left, right } = formation else { return Err(NO_WAY_BACK) };
        if line.len() != order.hexes.len() {
            return Err(NO_WAY_BACK);
        }
        let [left, right] = order.ends.unwrap_or([left, right]);
        let formation = Formation::Line { left, right };
        let chain: Vec<Link> = line.iter().zip(&order.hexes).map(|(m, hex)| Link::new(*hex, m.sp)).collect();
        continuous(&self.pack.ground, formation, &chain)?;
        let after = line_markers(&self.pack.ground, left, right, &chain).ok_or(GAP)?;
        let mut farthest = 0;
        for (from, to) in line.iter().zip(&after) {
            let start = corners(from).into_iter().map(|front| (from.hex, front)).collect();
            let steps = self.steps_back(unit, start, to.hex, &corners(to), most);
            let step = match exactly {
                // Who goes back and forth has not gone so far.
                Some(hexes) if self.pack.ground.atlas.distance(from.hex, to.hex) != Some(u32::from(hexes)) => None,
                Some(hexes) => steps.into_iter().find(|n| *n == hexes),
                None => steps.into_iter().min(),
            };
            farthest = farthest.max(step.ok_or(NO_WAY_BACK)?);
        }
        if farthest == 0 || !self.room_for_all(unit, &chain) {
            return Err(NO_WAY_BACK);
        }
        let at = counter(&self.pack.ground, formation, &chain).ok_or(FAR_COUNTER)?;
        let start = self.at.counter(unit).ok_or(NO_WAY_BACK)?;
        let way = vec![start as u16, chain[at].hex];
        let entered = chain.iter().map(|l| l.hex).collect();
        Ok(WayBack {
            sides: Vec::new(),
            bent: false,
            chain,
            entered,
            formation,
            hexes: farthest,
            lost: 0,
            off: None,
            way,
        })
    }
}

impl Verb<Rules> for FallBackTo {
    fn said() -> Said {
        Said::OfPiece(&["back", "withdraw", "retreat"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, board) = (words.piece?, words.board);
        let routed = board.routed().is_some();
        if !routed && !matches!(board.at.segment, Segment::BackOff | Segment::Withdrawal) {
            return None;
        }
        let [to, rest @ ..] = words.rest else { return None };
        if !to.eq_ignore_ascii_case("to") || rest.is_empty() {
            return None;
        }
        let read = || {
            let (hexes, ends) = match rest {
                [hexes @ .., ends, left, right] if ends.eq_ignore_ascii_case("ends") => {
                    (hexes, Some([read_facing(left)?, read_facing(right)?]))
                }
                hexes => (hexes, None),
            };
            if ends.is_some_and(|[left, right]| !left.is_side() || !right.is_side()) {
                return Err(unreadable("Flanks point at sides: N NE SE S SW NW."));
            }
            let one = |word: &&str| read_hex(board.pack, word);
            let hexes = hexes.iter().map(one).collect::<Result<Vec<usize>, Refusal>>()?;
            Ok(FallBackTo { hexes, ends, routed, unit }.into())
        };
        Some(read())
    }

    /// A free form: the menu lists the ways that all markers go together.
    fn candidates(_: &Board<'_>, _: Option<UnitId>, _: &mut dyn FnMut(Self) -> bool) -> bool {
        false
    }

    fn procedure(&self) -> Option<&'static str> {
        self.routed.then_some(ROUT)
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let hexes: Vec<String> = self.hexes.iter().map(|hex| board.pack.ground.id(*hex)).collect();
        let ends = self.ends.map_or_else(String::new, |ends| format!(" ends {}", board.side_words(&ends)));
        format!("{} back to {}{ends}", board.name(self.unit), hexes.join(" "))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} goes back, each marker its own way", board.name(self.unit));
        let section = if self.routed { "30.2" } else { "30.1" };
        let cost = board.check_back_to(self).ok().map(|way| {
            let (cost, dp, _) = board.price_back(self.unit, &way);
            format!("{} activity points, {dp} disorganization points", points(cost))
        });
        Choice { cost, ..Choice::plain(line, label, "back", section) }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let pending = board.at.pending.clone();
        let way = board.check_back_to(self)?;
        resolver.retreat_by(self.unit, &way, pending);
        Ok(())
    }
}
