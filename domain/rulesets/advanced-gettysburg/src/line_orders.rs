//! The orders of battlelines: forming, going ahead and back, wheeling, sharing out strength, extending, bending.

use super::board::Board;
use super::book::{AnyOrder, Rules, Stop};
use super::chain::{Formation, Link, straight_ends};
use super::facts::{Fact, Maneuver, Manner};
use super::lines::NOT_A_LINE;
use super::marching::{read_link, read_link_among};
use super::names::{facing_name, read_facing, read_hex, unreadable};
use super::resolver::Resolver;
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Refusal};

/// What a line does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Does {
    /// Faces about.
    About,
    /// Goes ahead so that its left flank marker lies there.
    Ahead(usize),
    /// Goes back likewise, in enemy range by retreat.
    Back(usize),
    /// Bends its flanks.
    Ends(Facing, Facing),
    /// Grows by a marker: its points alone, or those of all markers from left to right.
    Extend { left: bool, points: Vec<u8> },
    /// Forms from column or rest.
    Form { chain: Vec<Link>, front: Option<Facing> },
    /// Shares out its points.
    Strength(Vec<u8>),
    /// Takes up another line.
    To { chain: Vec<Link>, formation: Formation },
    /// Wheels by a hexside.
    Wheel { right: bool },
}

/// `5-8-4`.
fn read_points(text: &str) -> Result<Vec<u8>, Refusal> {
    let one = |n: &str| n.parse().map_err(|_| unreadable(format!("{n} is no number of points.")));
    text.split('-').map(one).collect()
}

/// The same written.
fn write_points(points: &[u8]) -> String {
    points.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
}

/// `left` or `right`.
fn read_flank(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "left" => Some(true),
        "right" => Some(false),
        _ => None,
    }
}

impl Board<'_> {
    fn check_line(&self, unit: UnitId, does: &Does) -> Result<Maneuver, RuleBreak> {
        let formation = || self.at.brigade(unit).map(|b| b.formation).filter(|f| f.is_line()).ok_or(NOT_A_LINE);
        match does {
            Does::About => self.check_about(unit),
            Does::Ahead(to) => self.check_ahead(unit, *to),
            Does::Back(to) => self.check_back(unit, *to),
            Does::Ends(left, right) => self.check_ends(unit, *left, *right),
            Does::Extend { left, points } => self.check_extends(unit, *left, points),
            Does::Form { chain, front } => self.check_form_line(unit, chain, *front),
            Does::Strength(points) => self.check_strength(unit, points),
            Does::To { chain, formation } => self.check_line_move(unit, chain.clone(), *formation, Manner::Moved),
            Does::Wheel { right } => {
                formation()?;
                let (chain, formation) = self.wheeled(unit, *right).ok_or(super::activity::NO_WAY)?;
                self.check_line_move(unit, chain, formation, Manner::Wheeled)
            }
        }
    }

    /// `N30=5 O30=8`.
    fn links(&self, chain: &[Link]) -> String {
        let written = chain.iter().map(|l| format!("{}={}", self.pack.ground.id(l.at()), l.sp));
        written.collect::<Vec<_>>().join(" ")
    }

    fn write_line(&self, unit: UnitId, does: &Does) -> String {
        let ground = &self.pack.ground;
        let links = |chain: &[Link]| self.links(chain);
        let said = match does {
            Does::About => "about".to_owned(),
            Does::Ahead(to) => format!("ahead {}", ground.id(*to)),
            Does::Back(to) => format!("back {}", ground.id(*to)),
            Does::Ends(left, right) => format!("ends {} {}", facing_name(*left), facing_name(*right)),
            Does::Extend { left, points } => {
                format!("extend {} {}", if *left { "left" } else { "right" }, write_points(points))
            }
            Does::Form { chain, front: None } => format!("line {}", links(chain)),
            Does::Form { chain, front: Some(front) } => format!("line {} {}", links(chain), facing_name(*front)),
            Does::Strength(points) => format!("strength {}", write_points(points)),
            Does::To { chain, formation: Formation::Line { left, right } } => {
                format!("to {} ends {} {}", links(chain), facing_name(*left), facing_name(*right))
            }
            Does::To { chain, .. } => format!("to {}", links(chain)),
            Does::Wheel { right } => format!("wheel {}", if *right { "right" } else { "left" }),
        };
        format!("{} {said}", self.name(unit))
    }

    fn line_choice(&self, unit: UnitId, does: &Does, line: String) -> Choice {
        let name = self.name(unit);
        let ground = &self.pack.ground;
        let (label, verb, section, place) = match does {
            Does::About => (format!("{name} faces about"), "about", "19.0", None),
            Does::Ahead(to) => {
                (format!("{name} goes ahead, left flank in {}", ground.id(*to)), "ahead", "11.0", Some(*to))
            }
            Does::Back(to) => {
                (format!("{name} goes back, left flank in {}", ground.id(*to)), "back", "21.0", Some(*to))
            }
            Does::Ends(left, right) => (
                format!("{name} bends its flanks to {} and {}", facing_name(*left), facing_name(*right)),
                "flanks",
                "6.2",
                None,
            ),
            Does::Extend { left, points } => {
                let flank = if *left { "left" } else { "right" };
                let by = match points.as_slice() {
                    [new] => format!("by {}", domain_core::kit::counted(i32::from(*new), "point")),
                    all => format!("and shares out its strength {}, left to right", write_points(all)),
                };
                (format!("{name} extends its {flank} {by}"), "extend", "18.0", None)
            }
            Does::Form { chain, front } => {
                let front = front.map_or_else(String::new, |front| format!(", front {}", facing_name(front)));
                let of = domain_core::kit::counted(chain.len() as i32, "marker");
                // A brigade of several hexes may lie in them with other points, or the other way round.
                let lies = if chain.len() > 1 { format!(", {}", self.links(chain)) } else { String::new() };
                let label = format!("{name} forms line of {of}{lies}{front}");
                (label, "line", "18.0", chain.first().map(|l| l.at()))
            }
            Does::Strength(points) => {
                let shares = write_points(points);
                (format!("{name} shares out its strength {shares}, left to right"), "strength", "7.1", None)
            }
            Does::To { .. } => (format!("{name} takes up another line"), "to", "11.0", None),
            Does::Wheel { right } => {
                let chain = self.chain(unit);
                let (flank, about) = if *right { ("right", chain.last()) } else { ("left", chain.first()) };
                let about = about.map_or_else(String::new, |l| format!(" about {}", ground.id(l.at())));
                (format!("{name} wheels to the {flank}{about}"), "wheel", "11.0", None)
            }
        };
        let choice = Choice { place: place.map(|p| ground.id(p)), ..Choice::plain(line, label, verb, section) };
        self.priced(choice, self.check_line(unit, does))
    }
}

fn execute(resolver: &mut Resolver<'_, '_>, unit: UnitId, does: &Does) -> Result<(), Stop> {
    let maneuver = resolver.board().check_line(unit, does)?;
    let Some(mut maneuver) = resolver.to_contact(maneuver) else { return resolver.meet(unit) };
    let passed = std::mem::take(&mut maneuver.passed);
    let board = resolver.board();
    let ranged = passed.iter().any(|hex| board.in_enemy_range(board.side(unit), usize::from(*hex)));
    resolver.take_in_hand(unit)?;
    resolver.capture_on(unit, &passed);
    resolver.write(Fact::Maneuvered(maneuver));
    // 0.1, outposts 6 and 12: each of its markers is seen on its way.
    if resolver.board().at.options.hidden_movement && resolver.board().since(7) {
        let passed: Vec<usize> = passed.iter().map(|hex| usize::from(*hex)).collect();
        resolver.look(unit, &passed);
    }
    if ranged {
        resolver.end_exemption(unit);
    }
    resolver.meet(unit)
}

/// A verb of lines: its type, its word, how the words behind are read, and what it lists.
macro_rules! line_verb {
    ($(#[$doc:meta])* $name:ident, [$($word:literal),+], $read:expr, $list:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            unit: UnitId,
            does: Does,
        }

        impl $name {
            /// What it comes to; none where it is against the rules.
            pub fn comes_to(&self, board: &Board<'_>) -> Option<Maneuver> {
                board.check_line(self.unit, &self.does).ok()
            }
        }

        impl Verb<Rules> for $name {
            fn said() -> Said {
                Said::OfPiece(&[$($word),+])
            }

            fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
                let unit = words.piece.filter(|u| words.board.spec(*u).brigade().is_some())?;
                let read: fn(&Words<'_, '_, Rules>, UnitId) -> Option<Result<Does, Refusal>> = $read;
                Some(read(words, unit)?.map(|does| $name { unit, does }.into()))
            }

            fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
                let Some(unit) = piece.filter(|u| board.at.brigade(*u).is_some() && board.check_may_act(*u).is_ok()) else {
                    return false;
                };
                let list: fn(&Board<'_>, UnitId) -> Vec<Does> = $list;
                let legal = |does: &Does| board.check_line(unit, does).is_ok();
                list(board, unit).into_iter().filter(legal).any(|does| found($name { unit, does }))
            }

            fn piece(&self) -> Option<UnitId> {
                Some(self.unit)
            }

            fn write(&self, board: &Board<'_>) -> String {
                board.write_line(self.unit, &self.does)
            }

            fn choice(&self, board: &Board<'_>, line: String) -> Choice {
                board.line_choice(self.unit, &self.does, line)
            }

            fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
                execute(resolver, self.unit, &self.does)
            }
        }
    };
}

line_verb!(
    /// `Archer line JJ38=5 JJ37=8 JJ36=8`, `Kelly line II37=6 E`: forms line, from left to right (§18.1).
    FormLine, ["line"],
    |words, _| {
        let (front, hexes) = match words.rest {
            [_, front] if !front.contains('=') => (Some(*front), &words.rest[..1]),
            rest => (None, rest),
        };
        if hexes.is_empty() {
            return None;
        }
        let read = || {
            let front = front.map(read_facing).transpose()?;
            let chain = hexes.iter().map(|h| read_link(words.board, h)).collect::<Result<Vec<Link>, _>>()?;
            Ok(Does::Form { chain, front })
        };
        Some(read())
    },
    |board, unit| {
        let form = |(chain, front)| Does::Form { chain, front };
        board.lines_to_form(unit).into_iter().map(form).collect()
    }
);

/// Steps of a line: `V25`, `left 2`, `LLR`, `NE NE`.
fn steps(words: &Words<'_, '_, Rules>, unit: UnitId, back: bool) -> Option<Result<usize, Refusal>> {
    let board = words.board;
    if let [hex] = words.rest
        && let Ok(hex) = read_hex(board.pack, hex)
    {
        return Some(Ok(hex));
    }
    // Left and right as the men look: the two front sides of the counter's marker, behind it those beside its rear.
    let markers = board.line(unit);
    let at = board.at.brigade(unit).map_or(0, |b| usize::from(b.counter));
    let front = markers.get(at).or(markers.first())?.front();
    let corner = if front.is_side() { front.turned(1) } else { front };
    let side = |left: bool| match (back, left) {
        (false, true) => corner.turned(-1),
        (false, false) => corner.turned(1),
        (true, true) => corner.turned(-5),
        (true, false) => corner.turned(5),
    };
    let sides: Option<Vec<Facing>> = match words.rest {
        [flank] if read_flank(flank).is_some() => Some(vec![side(read_flank(flank)?)]),
        [flank, times] if read_flank(flank).is_some() => {
            let times = times.parse::<usize>().ok().filter(|n| (1..=5).contains(n))?;
            Some(vec![side(read_flank(flank)?); times])
        }
        [letters] if letters.chars().all(|c| matches!(c, 'L' | 'R' | 'l' | 'r')) && letters.len() <= 5 => {
            Some(letters.chars().map(|c| side(c.eq_ignore_ascii_case(&'l'))).collect())
        }
        rest if (1..=5).contains(&rest.len()) => {
            rest.iter().map(|w| read_facing(w).ok().filter(|f| f.is_side())).collect()
        }
        _ => None,
    };
    let to = sides.and_then(|sides| board.anchor_after(unit, &sides));
    Some(to.ok_or_else(|| unreadable("Write for example: Ward ahead left 2, Ward ahead LLR, Ward back right 1, Ward ahead NE NE, Ward ahead V25.")))
}

/// Hexes that the left flank marker may be shifted to, as far as points could reach.
fn anchors(board: &Board<'_>, unit: UnitId) -> Vec<usize> {
    let Some(first) = board.at.place(unit).filter(|_| board.at.brigade(unit).is_some_and(|b| b.formation.is_line()))
    else {
        return Vec::new();
    };
    let far = u32::from(board.left(unit) / 4);
    let mut all: Vec<usize> = board.pack.ground.atlas.range(first, far).filter(|p| *p != first).collect();
    all.extend(board.kept_hex(unit).filter(|hex| !all.contains(hex)));
    all
}

line_verb!(
    /// `Ward ahead left 2`, `Ward ahead LLR`, `Ward ahead V25`: every marker as far and in the same direction (§11.0), in enemy range by advance (§21.2).
    Ahead, ["ahead", "shift"],
    |words, unit| Some(steps(words, unit, false)?.map(Does::Ahead)),
    |board, unit| anchors(board, unit).into_iter().map(Does::Ahead).collect()
);

line_verb!(
    /// `Ward back right 1`: the same by retreat (§21.3).
    Back, ["back"],
    |words, unit| Some(steps(words, unit, true)?.map(Does::Back)),
    |board, unit| {
        // Outside of enemy range it is what going ahead is.
        let side = board.side(unit);
        let ranged = board.chain(unit).iter().any(|l| board.in_enemy_range(side, l.at()));
        if ranged { anchors(board, unit).into_iter().map(Does::Back).collect() } else { Vec::new() }
    }
);

line_verb!(
    /// `Ward wheel right`: sixty degrees about the right flank marker.
    Wheel, ["wheel"],
    |words, _| {
        let [flank] = words.rest else { return None };
        Some(Ok(Does::Wheel { right: !read_flank(flank)? }))
    },
    |_, _| vec![Does::Wheel { right: false }, Does::Wheel { right: true }]
);

line_verb!(
    /// `Ward to JJ38=5 JJ37=8 KK37=8 ends NW S`: any other line; markers keep their order, and neighbours for whom one hex is named join in it (§17.1.2). Without
    /// ends the flanks run straight on.
    To, ["to"],
    |words, unit| {
        let (hexes, ends) = match words.rest {
            [hexes @ .., word, left, right] if word.eq_ignore_ascii_case("ends") => (hexes, Some((*left, *right))),
            hexes => (hexes, None),
        };
        if hexes.is_empty() {
            return None;
        }
        let read = || {
            let lies = words.board.chain(unit);
            let chain = hexes.iter().map(|h| read_link_among(words.board, lies, h)).collect::<Result<Vec<Link>, _>>()?;
            let mut places: Vec<usize> = chain.iter().map(|l| l.at()).collect();
            places.dedup();
            let formation = match ends {
                Some((left, right)) => Formation::Line { left: read_facing(left)?, right: read_facing(right)? },
                None => straight_ends(&words.board.pack.ground, &places)
                    .ok_or_else(|| unreadable("A line of one hex needs its ends, and the hexes of one lie side by side."))?,
            };
            Ok(Does::To { chain, formation })
        };
        Some(read())
    },
    |board, unit| board.catch_up(unit).into_iter().map(|(chain, formation)| Does::To { chain, formation }).collect()
);

line_verb!(
    /// `Ward strength 5-8-4`: points from left to right (§7.1.4).
    Strength, ["strength"],
    |words, _| {
        let [points] = words.rest else { return None };
        Some(read_points(points).map(Does::Strength))
    },
    |board, unit| {
        let Some((now, _)) = board.brigade(unit).filter(|(b, _)| b.formation.is_line()) else { return Vec::new() };
        let markers = board.chain(unit).len();
        if markers < 2 {
            return Vec::new();
        }
        // §7.1.3: inner markers of horse hold six to eight points, all the same.
        let least = if markers > 2 && board.spec(unit).is_cavalry() { 6 } else { 8 };
        let split = |(each, left): (u8, u8)| {
            let right = i32::from(now.sp) - i32::from(each) * (markers as i32 - 2) - i32::from(left);
            (1..=8).contains(&right).then(|| {
                let mut all = vec![each; markers];
                (all[0], all[markers - 1]) = (left, right as u8);
                Does::Strength(all)
            })
        };
        (least..=8).rev().flat_map(|each| (1..=8).map(move |left| (each, left))).filter_map(split).collect()
    }
);

line_verb!(
    /// `Ward extend left 4`: one more marker at a flank (§18.7); `Ward extend left 3-6-6-3` says the points of all markers, which is a free form.
    Extend, ["extend"],
    |words, _| {
        let [flank, points] = words.rest else { return None };
        let left = read_flank(flank)?;
        if words.board.since(7) && points.contains('-') {
            return Some(read_points(points).map(|points| Does::Extend { left, points }));
        }
        let points = vec![points.parse().ok()?];
        Some(Ok(Does::Extend { left, points }))
    },
    |board, unit| {
        board.extensions(unit).map(|(left, points)| Does::Extend { left, points: vec![points] }).collect()
    }
);

line_verb!(
    /// `Ward ends NW S`: bends its flanks, and so the types of its flank markers (§6.2.7).
    Ends, ["ends", "refuse"],
    |words, _| {
        let [left, right] = words.rest else { return None };
        let read = || Ok(Does::Ends(read_facing(left)?, read_facing(right)?));
        Some(read())
    },
    |board, unit| {
        let Some(Formation::Line { left, right }) = board.at.brigade(unit).map(|b| b.formation) else { return Vec::new() };
        let all = Facing::sides().flat_map(|l| Facing::sides().map(move |r| (l, r)));
        all.filter(|ends| *ends != (left, right)).map(|(l, r)| Does::Ends(l, r)).collect()
    }
);

line_verb!(
    /// `Ward about`: faces about where it stands (§19.4.1).
    About, ["about"],
    |words, _| words.rest.is_empty().then_some(Ok(Does::About)),
    |_, _| vec![Does::About]
);

impl To {
    /// Another line, as steps of choice put it together.
    pub(super) const fn of(unit: UnitId, chain: Vec<Link>, formation: Formation) -> To {
        To { unit, does: Does::To { chain, formation } }
    }
}
