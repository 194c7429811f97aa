//! What a letter asks to read: preview, menu, rules, standing orders, help. The map is drawn when the answer is written.

use super::plan::{Act, Ask, Step};
use crate::letters::{Block, Offered, position};
use crate::service::proposals::written;
use crate::service::table::Table;
use crate::service::{ServiceError, play::Draft};
use domain::referee::{Chapter, Choice, Finality, GameError};

/// Choices of a menu that an answer lists. The rest is reached by naming a unit on the page.
const MOST_CHOICES: usize = 600;

/// What can be said by mail.
const HELP: [&str; 24] = [
    "Write one order a line, as the letters and the page show them. Or the number of a choice.",
    "Several orders as one line, with semicolons between: all of them or none, as far as it goes without dice; the rest is kept as your draft.",
    "All of a letter is carried out or none of it, unless a line says: one by one",
    "preview: tries the orders of this letter without giving them",
    "map: the map as a picture",
    "menu: every legal order, numbered",
    "rules, rules 7.5: what the rules say",
    "undo: takes back the last order that you laid out on the page",
    "message and a text: words to the other players; message side: and a text, where others play on your side, to those alone",
    "queue ORDER: an order for your own coming turns, a line each; queue if turn >= 3: ORDER, queue until turn >= 7: try done, queue stop if \
     turn >= 7; queue alone tells what is queued, queue none takes it back",
    "standing: your standing orders; standing KEY VALUE changes one, standing KEY = if turn >= 4: VALUE; VALUE as well",
    "draw, draw accept, draw decline: offers a draw, or answers an offer",
    "takeback 41 and why: asks to go back to the position after record 41; takeback accept, takeback decline",
    "rules agree: you go on under the mended rules that a letter has shown you",
    "resign sure: gives the game up",
    "grant 3 days: more time for the other side; claim: the other side's time is out, which ends the game as its terms say",
    "pause, pause 3 days, pause until 24 December: proposes a pause; pause accept, pause decline; resume: ends it",
    "stand-in: a house player for a player of the other side whose time is out, if the terms allow it; back: you play on in its place",
    "replacement me, replacement opponent: somebody else is to play on; replacement agree, decline, invite friend@example.org",
    "vacation 10-20 December, vacation until 20 December, vacation 3 days: leave; vacation end",
    "game and its name or number: what follows is about another of your games",
    "Lines that begin with > or # are skipped, and so is what stands below a quotation.",
    "Write from the address that your letters come to. Your mail program's signature does no harm.",
    "Answer the latest letter of the game: when it has moved on since, nothing is done and you are told what changed.",
];

/// The block that answers a question; of a map too large to be told in words, nothing.
pub(super) fn block(ask: &Ask, table: &Table) -> Option<Block> {
    match ask {
        // For whoever sees no pictures.
        Ask::Map => {
            let lines = position(&table.view());
            (!lines.is_empty()).then(|| Block { title: "The position".to_owned(), lines })
        }
        Ask::Menu => Some(menu(table)),
        Ask::Rules(section) => Some(rules(table, section.as_deref())),
        Ask::Standing => Some(standing(table)),
        Ask::Queue => Some(queue(table)),
        Ask::Help => Some(help(table)),
    }
}

/// What can be said by mail, and orders and shorthand by examples from this position.
fn help(table: &Table) -> Block {
    // What this game cannot take is not offered.
    let holds = |line: &&str| table.game.is_second() || !line.starts_with("queue ");
    let mut lines: Vec<String> = HELP.iter().copied().filter(holds).map(str::to_owned).collect();
    let seat = table.seat.filter(|_| !table.asks().is_empty());
    let Some(seat) = seat else { return Block { title: "What you can write".to_owned(), lines } };
    let orders = match table.game.lists_menu(seat) {
        true => table.game.menu(seat, None).choices,
        // Of what is proposed, the first order that it stands for.
        false => {
            let proposals = table.game.proposals(seat).into_iter();
            let first = |c: Choice| {
                table.game.spelled(seat, &c.order).ok()?.into_iter().next().map(|order| Choice { order, ..c })
            };
            proposals.filter_map(first).collect()
        }
    };
    let mut verbs: Vec<&str> = Vec::new();
    for choice in &orders {
        if !verbs.contains(&choice.verb) {
            verbs.push(choice.verb);
            lines.push(format!("{}, for instance now: {}", choice.verb, choice.order));
        }
    }
    let written = written(&table.game, seat, true).into_iter();
    lines.extend(written.map(|(kind, order)| format!("{kind}, for instance now: {order}")));
    let short = table.game.shorthand(seat);
    lines.extend(short.iter().map(|c| format!("for many at once ({}), for instance now: {}", c.label, c.order)));
    Block { title: "What you can write".to_owned(), lines }
}

fn menu(table: &Table) -> Block {
    if table.seat.is_some_and(|seat| !table.game.lists_menu(seat)) {
        let lines = vec![
            "More is legal now than a letter can list. Below are proposals; the page composes any order step by step, and help says how \
             orders are written."
                .to_owned(),
        ];
        return Block { title: "Menu".to_owned(), lines };
    }
    let mut choices = table.menu(None).map(|m| m.choices).unwrap_or_default();
    if choices.is_empty() {
        let lines = vec!["There is nothing for you to decide now.".to_owned()];
        return Block { title: "Menu".to_owned(), lines };
    }
    let title = format!("All that is legal now ({})", choices.len());
    let shown = choices.len().min(MOST_CHOICES);
    if let (Some(seat), Some(shown)) = (table.seat, choices.get_mut(..shown)) {
        table.game.weigh(seat, shown);
    }
    let line = |(n, choice): (usize, &Choice)| Offered::of(n, choice).line();
    let mut lines: Vec<String> = choices.iter().enumerate().take(MOST_CHOICES).map(line).collect();
    if choices.len() > MOST_CHOICES {
        lines.push(format!("… and {} more; the page lists them unit by unit.", choices.len() - MOST_CHOICES));
    }
    Block { title, lines }
}

/// A chapter, the paragraphs of a section, or the list of chapters.
fn rules(table: &Table, section: Option<&str>) -> Block {
    let about = table.game.ruleset().about();
    let contents = || about.rules.iter().map(|c| format!("{} {}", c.section, c.title)).collect::<Vec<_>>();
    let wanted = section.map(|s| s.trim().trim_start_matches('§').trim_end_matches('.')).filter(|s| !s.is_empty());
    let Some(wanted) = wanted else {
        return Block { title: format!("The rules of {}", about.title), lines: contents() };
    };
    let chapter_of = |c: &&Chapter| head(c.section.0) == head(wanted);
    let found: Vec<&Chapter> = about.rules.iter().filter(chapter_of).collect();
    if found.is_empty() {
        let mut lines = vec![format!("There is no section {wanted}. The chapters are:")];
        lines.extend(contents());
        return Block { title: format!("Rules §{wanted}"), lines };
    }
    let whole = wanted == head(wanted) || found.iter().any(|c| c.section.0 == wanted);
    let paragraphs = || found.iter().flat_map(|c| c.text.iter().copied());
    let mut lines: Vec<String> = paragraphs().filter(|text| !whole && cites(text, wanted)).map(str::to_owned).collect();
    let mut title = format!("Rules §{wanted}");
    if lines.is_empty() {
        lines = paragraphs().map(str::to_owned).collect();
        title = found.iter().map(|c| format!("Rules {} {}", c.section, c.title)).collect::<Vec<_>>().join(", ");
    }
    Block { title, lines }
}

/// The chapter's number: what stands before the first dot.
fn head(section: &str) -> &str {
    section.split('.').next().unwrap_or(section)
}

/// Whether a paragraph cites a section or one below it: `7.5` finds `§7.5` and `§7.51`, not `§7.4`.
fn cites(text: &str, section: &str) -> bool {
    text.match_indices('§').any(|(at, sign)| text[at + sign.len()..].trim_start().starts_with(section))
}

fn queue(table: &Table) -> Block {
    let text = table.seat.map_or("", |seat| table.game.queue(seat));
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if !table.game.is_second() {
        lines.push(GameError::NoQueue.to_string());
    } else if lines.is_empty() {
        lines.push("Nothing is queued. Lines that begin with “queue” are orders for your own coming turns.".to_owned());
    }
    Block { title: "Your queued orders".to_owned(), lines }
}

fn standing(table: &Table) -> Block {
    let now = table.standing().unwrap_or_default();
    let offers = table.game.ruleset().standing_offers();
    let mut lines = Vec::new();
    for offer in &offers {
        let value = now.get(offer.key);
        let means = offer.choices.iter().find(|c| c.value == value).map_or("under conditions", |c| c.title);
        let others: Vec<&str> = offer.choices.iter().map(|c| c.value).filter(|v| *v != value).collect();
        lines.push(format!("{} = {value}: {}, {means} (or {})", offer.key, offer.title, others.join(", ")));
    }
    let lapsed = table.seat.map_or_else(Vec::new, |seat| table.game.lapsed(seat, &now));
    lines.extend(lapsed.iter().map(ToString::to_string));
    if lines.is_empty() {
        lines.push("These rules ask nothing that could be answered in advance.".to_owned());
    }
    Block { title: "Your standing orders".to_owned(), lines }
}

/// What the orders of a letter would do.
pub(super) fn preview(table: &Table, steps: &[Step]) -> Result<Block, (Option<usize>, ServiceError)> {
    let Some(seat) = table.seat else { return Err((None, crate::service::acting::not_seated())) };
    let orders: Vec<(usize, String)> = steps
        .iter()
        .filter_map(|s| match &s.act {
            Act::Order(line) => Some((s.place, line.clone())),
            _ => None,
        })
        .collect();
    let lines: Vec<String> = orders.iter().map(|(_, line)| line.clone()).collect();
    let draft = table.game.draft(seat, &lines).map_err(|error| {
        let place = match &error {
            domain::referee::GameError::Line { line, .. } => {
                line.checked_sub(1).and_then(|l| orders.get(l)).map(|o| o.0)
            }
            _ => None,
        };
        (place, ServiceError::from(error))
    })?;
    Ok(Block { title: "What these orders would do".to_owned(), lines: told(&draft, &lines) })
}

fn told(draft: &Draft, lines: &[String]) -> Vec<String> {
    let mut told: Vec<String> = draft.orders.iter().map(|order| format!("Legal: {order}")).collect();
    told.extend(draft.story.iter().map(|line| line.text.clone()));
    if let Some(line) = draft.commits {
        let order = lines.get(line.saturating_sub(1)).map_or("", String::as_str);
        let why = draft.finality.map_or("", Finality::sentence);
        told.push(format!("{order:?} is where trying ends. {why} What comes of it is not known before it is given."));
        if lines.len() > line {
            told.push("What stands behind it was not looked at.".to_owned());
        }
    }
    if told.is_empty() {
        told.push("There is no order in your letter to try.".to_owned());
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_found_by_its_beginning() {
        assert!(cites("A unit (§7.51) stops.", "7.5") && cites("§ 7.5", "7.5"));
        assert!(!cites("A unit (§7.4) stops. 7.5", "7.5") && !cites("", "7.5"));
        assert_eq!((head("7.51"), head("11"), head("11.0")), ("7", "11", "11"));
    }
}
