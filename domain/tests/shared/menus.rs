//! The menu and the rules agree, and every order is read back as it was written.

use super::Tested;
use super::games::positions;
use super::table::{seat, some_dice};
use domain_core::dice::Dice;
use domain_core::referee::{Apply, BotRng, Choice, Lines, Many, Orders, Refusal, SeatId, Side, Situation};

/// Of the orders that are neither in the menu nor close to one that is, one in so many is held against the rules; in some positions all.
const SAMPLE: usize = 40;
/// In how many positions all.
const IN_FULL: usize = 3;

/// Whether the rules accept an order. A refusal must be in whole sentences.
pub fn accepted<R: Tested>(position: &R::Position, seat: SeatId, order: &R::Order, rng: &mut BotRng) -> bool {
    // Most orders are refused before any die is rolled, and faces are dear where millions are tried.
    let decided = match R::rules().decide(position, seat, order, &mut Dice::withheld()) {
        Err(Refusal::Dice(_)) => {
            let mut dice = some_dice::<R>(rng);
            R::rules().decide(position, seat, order, &mut Dice::forced(&mut dice))
        }
        decided => decided,
    };
    match decided {
        Ok(facts) => {
            assert!(!facts.is_empty());
            true
        }
        Err(Refusal::Illegal(illegal)) => {
            assert!(illegal.wrong.ends_with('.') && illegal.legal.ends_with('.'), "{illegal}");
            assert!(!illegal.wrong.contains('{'), "{illegal}");
            false
        }
        Err(other) => panic!("{}: {other}", R::rules().board(position).format(order)),
    }
}

/// The menu holds what the rules accept and nothing else, of orders that name no way; a seat that is not waited for has its interrupts
/// and nothing else. Gives how often one interrupted.
///
/// Each order of each menu is put to the rules. The other way round, of all well-formed orders those are put to the rules that are like one
/// of the menu (its neighbours in the list of all: the same piece on another hex, the next piece), and a sample of the others; in three
/// positions, a quarter, a half and three quarters through, every one.
pub fn menu_is_what_the_rules_accept<R: Tested>(games: u64, every: usize) -> usize {
    let rules = R::rules();
    let mut rng = BotRng::seeded(77);
    let mut interrupted = 0;
    let positions = positions::<R>(games, every);
    let full: Vec<usize> = (1..=IN_FULL).map(|n| positions.len() * n / (IN_FULL + 1)).collect();
    for (number, position) in positions.into_iter().enumerate() {
        for side in Side::BOTH {
            let menu = rules.board(&position).orders(seat(side));
            let waits = rules.board(&position).waiting().iter().any(|d| d.seat == seat(side));
            let interrupts = rules.board(&position).interrupts(seat(side));
            assert!(interrupts.iter().all(|o| menu.contains(o)));
            assert_eq!(menu.len() > interrupts.len(), waits, "{side}: {position:?}");
            interrupted += usize::from(!waits && !menu.is_empty());
            for order in &menu {
                assert!(
                    accepted::<R>(&position, seat(side), order, &mut rng),
                    "{}",
                    rules.board(&position).format(order)
                );
            }
            let all = R::orders_without_a_way(&mut rng);
            let held: Vec<bool> = all.iter().map(|order| menu.contains(order)).collect();
            let (in_full, sampled) = (full.contains(&number), rng.below(SAMPLE));
            for (at, order) in all.iter().enumerate() {
                let like_one = held[at.saturating_sub(2)..(at + 3).min(all.len())].contains(&true);
                if in_full || like_one || at % SAMPLE == sampled {
                    let accepted = accepted::<R>(&position, seat(side), order, &mut rng);
                    assert_eq!(accepted, held[at], "{side}: {}: {position:?}", rules.board(&position).format(order));
                }
            }
        }
    }
    interrupted
}

/// Every order of every menu is read back as it was written, in capitals and without.
pub fn orders_are_read_back<R: Tested>(games: u64, every: usize) {
    let rules = R::rules();
    for position in positions::<R>(games, every) {
        for side in Side::BOTH {
            for order in rules.board(&position).orders(seat(side)) {
                let line = rules.board(&position).format(&order);
                for line in [line.to_uppercase(), line.to_lowercase(), line] {
                    let read = rules.board(&position).parse(seat(side), &line);
                    assert_eq!(read.as_ref().ok(), Some(&order), "{line}: {read:?}");
                }
            }
        }
    }
}

/// Each line of the menu names its order, and its odds add up to all rolls. What else it must say is for `look`.
pub fn choices_are_dressed<R: Tested>(games: u64, every: usize, mut look: impl FnMut(&R::Order, &Choice)) {
    let rules = R::rules();
    for position in positions::<R>(games, every) {
        for side in Side::BOTH {
            let orders = rules.board(&position).orders(seat(side));
            if let Some(of_none) = rules.board(&position).orders_of_none(seat(side)) {
                let no_piece = |order: &&R::Order| rules.board(&position).choice(seat(side), order).piece.is_none();
                assert_eq!(of_none, orders.iter().filter(no_piece).cloned().collect::<Vec<_>>());
            }
            for order in orders {
                let choice = rules.board(&position).choice(seat(side), &order);
                assert_eq!(choice.order, rules.board(&position).format(&order));
                assert!(!choice.label.is_empty());
                assert_eq!(rules.board(&position).closes(&order), choice.closes.is_some(), "{}", choice.order);
                let ways: u32 = choice.odds.iter().map(|o| o.ways).sum();
                assert!(choice.odds.iter().all(|o| o.of == ways), "{}", choice.order);
                look(&order, &choice);
            }
        }
    }
}

/// Whatever steps of choice come to, the rules take, part by part; and the steps that the menu gives lead to each of its orders. Gives how many
/// lines were composed, and how many of those have several parts.
pub fn compositions_are_orders<R: Tested>(games: u64, every: usize) -> (usize, usize)
where
    for<'a> R::Board<'a>: Lines,
{
    let rules = R::rules();
    let mut rng = BotRng::seeded(78);
    let (mut composed, mut compound) = (0, 0);
    for position in positions::<R>(games, every) {
        for seat in Side::BOTH.map(seat) {
            let board = rules.board(&position);
            let menu = board.lines(seat);
            if menu.is_empty() {
                assert!(board.compose(seat, &[]).is_err());
                continue;
            }
            for _ in 0..6 {
                let mut said: Vec<String> = Vec::new();
                for _ in 0..8 {
                    let step = board.compose(seat, &said).unwrap_or_else(|e| panic!("{said:?}: {e}"));
                    assert!(step.order.is_some() || !step.candidates.is_empty(), "{said:?} leads nowhere");
                    if let Some(choice) = &step.order {
                        let parts = board.spelled(seat, &choice.order).expect("a composed line is spelled out");
                        assert!(!choice.label.is_empty());
                        goes_through::<R>(&position, seat, &parts, &mut rng);
                        composed += 1;
                        compound += usize::from(parts.len() > 1);
                    }
                    let open: Vec<_> = step.candidates.iter().filter(|c| !c.taken && !c.fixed).collect();
                    match rng.pick(&open) {
                        Some(candidate) => said.push(candidate.say.clone()),
                        None => break,
                    }
                }
            }
            if menu.len() <= 40 && rng.below(4) == 0 {
                let mut found = Vec::new();
                leaves(&board, seat, &mut Vec::new(), &mut found);
                found.retain(|line| menu.contains(line));
                found.sort();
                found.dedup();
                let mut menu = menu;
                menu.sort();
                assert_eq!(found, menu);
            }
        }
    }
    (composed, compound)
}

/// Gives each part in its turn. Only the last may be followed by nothing that this seat may say; what stands behind one that rolls waits until it
/// is seen what came of that, and could have been given by itself.
fn goes_through<R: Tested>(begun: &R::Position, seat: SeatId, parts: &[String], rng: &mut BotRng) {
    let mut position = begun.clone();
    let mut rolled = false;
    for (i, part) in parts.iter().enumerate() {
        let order = R::rules().board(&position).parse(seat, part).unwrap_or_else(|e| panic!("{parts:?}: {part}: {e}"));
        let decided = match R::rules().decide(&position, seat, &order, &mut Dice::withheld()) {
            Err(Refusal::Dice(_)) => {
                rolled = true;
                for later in &parts[i + 1..] {
                    let order = R::rules().board(begun).parse(seat, later).unwrap_or_else(|e| panic!("{later}: {e}"));
                    let alone = R::rules().decide(begun, seat, &order, &mut Dice::withheld());
                    assert!(matches!(alone, Ok(_) | Err(Refusal::Dice(_))), "{parts:?}: {later} by itself");
                }
                R::rules().decide(&position, seat, &order, &mut Dice::forced(&mut some_dice::<R>(rng)))
            }
            decided => decided,
        };
        for fact in decided.unwrap_or_else(|e| panic!("{parts:?}: {part}: {e}")) {
            position.apply(&fact);
        }
        if rolled {
            return;
        }
    }
}

/// Every line that single choices lead to.
fn leaves(board: &impl Lines, seat: SeatId, said: &mut Vec<String>, found: &mut Vec<String>) {
    let step = board.compose(seat, said).unwrap_or_else(|e| panic!("{said:?}: {e}"));
    found.extend(step.order.map(|choice| choice.order));
    if step.many == Many::One {
        for candidate in step.candidates {
            said.push(candidate.say);
            leaves(board, seat, said, found);
            said.pop();
        }
    }
}
