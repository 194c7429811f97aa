//! What one line says.

use super::polite;
use crate::address::token_within;
use crate::reading::{Command, DrawWord, Trust};

/// What people write before the number that they choose.
const CHOOSES: [&str; 46] = [
    "choice",
    "option",
    "number",
    "no.",
    "my choice is",
    "my choice",
    "my answer is",
    "my answer",
    "answer",
    "i choose",
    "i take",
    "i'll take",
    "i will take",
    "i'll go with",
    "let's go with",
    "let's take",
    "nummer",
    "nr.",
    "wahl",
    "auswahl",
    "antwort",
    "ich nehme",
    "ich wähle",
    "numéro",
    "n\u{b0}",
    "choix",
    "réponse",
    "je choisis",
    "je prends",
    "número",
    "opción",
    "respuesta",
    "elijo",
    "opção",
    "escolho",
    "numero",
    "scelta",
    "scelgo",
    "opzione",
    "ik kies",
    "keuze",
    "numer",
    "wybieram",
    "volím",
    "číslo",
    "val",
];
/// Numbers as they are dictated.
const WORDS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Takes the mark of a list off: `- `, `* `, `• `, `1. `, `2) `, `(3) `.
pub(super) fn unbulleted(text: &str) -> &str {
    let mut text = text;
    for _ in 0..2 {
        let bullet = [
            "- ", "* ", "+ ", "\u{2022}", "\u{b7}", "\u{2023}", "\u{25e6}", "\u{25aa}", "\u{25cf}", "\u{f0b7}",
            "\u{a7} ",
        ];
        if let Some(rest) = bullet.iter().find_map(|b| text.strip_prefix(b)) {
            text = rest.trim_start();
            continue;
        }
        let open = text.strip_prefix('(').unwrap_or(text);
        let digits = open.bytes().take_while(u8::is_ascii_digit).count();
        let Some(rest) = open.get(digits..).filter(|_| (1..=2).contains(&digits)) else { break };
        let Some(rest) = rest.strip_prefix(['.', ')']) else { break };
        let content = rest.trim_start();
        let apart = content.len() < rest.len() || content.starts_with(|c: char| c.is_alphabetic());
        if content.is_empty() || !apart {
            break;
        }
        text = content;
    }
    text
}

/// The number of a list that a line begins with: `4. Hooker activates …`.
pub(super) fn list_number(text: &str) -> Option<u32> {
    let text = ["- ", "* ", "+ ", "\u{2022}"].iter().find_map(|b| text.strip_prefix(b)).unwrap_or(text).trim_start();
    let open = text.strip_prefix('(').unwrap_or(text);
    let digits = open.bytes().take_while(u8::is_ascii_digit).count();
    let parted = open.get(digits..).is_some_and(|rest| rest.starts_with(['.', ')']));
    let number = open.get(..digits).filter(|_| (1..=3).contains(&digits) && parted)?.parse().ok();
    number.filter(|_| unbulleted(text) != text)
}

/// Takes off what ends a sentence.
pub(super) fn end_trimmed(text: &str) -> &str {
    text.trim_end_matches(['.', ';', ',', '!', ' '])
}

/// `game 12`, `for game 12:`, or a reply address alone: what the game is called.
pub(super) fn names_game(text: &str, trust: &Trust) -> Option<String> {
    let text = end_trimmed(text).trim_end_matches(':').trim_end();
    let lower = text.to_ascii_lowercase();
    let named = lower.strip_prefix("for ").map_or(lower.as_str(), str::trim_start);
    if let Some(rest) = named.strip_prefix("game")
        && rest.starts_with([' ', ':'])
    {
        let name = text.get(text.len() - rest.len()..)?.trim_start_matches([' ', ':', '#']);
        let name = token_within(name, trust).unwrap_or_else(|| name.to_owned());
        return (!name.is_empty()).then_some(name);
    }
    let mut words = text.split_whitespace();
    let word = words.next()?;
    let word = if word.eq_ignore_ascii_case("to:") { words.next()? } else { word };
    let alone = words.next().is_none_or(|w| w.starts_with('<')) && words.next().is_none();
    (alone && word.contains('@')).then(|| token_within(word, trust)).flatten()
}

/// `1, 3`, `1 and 3`: the choices, in this order.
pub(super) fn choices(text: &str) -> Option<Vec<u32>> {
    let mut plain = polite::plain(text).to_lowercase();
    for word in [" and ", " und ", " et ", " y ", " en ", " og ", " och ", " e ", " i ", " a "] {
        plain = plain.replace(word, ",");
    }
    let numbers: Option<Vec<u32>> = plain.split([',', ';', '&', '+']).map(|n| choice(n.trim())).collect();
    numbers.filter(|n| (2..=20).contains(&n.len()))
}

/// `3`, `3.`, `3)`, `(3)`, `#3`, `choice 3`: three digits at most and no leading zero, so that no hex is taken for a choice.
pub(super) fn choice(text: &str) -> Option<u32> {
    let text = end_trimmed(text);
    let lower = polite::plain(text).to_lowercase();
    let lower = lower.trim_end_matches(['.', ',', '!', ' ']);
    let mut said = lower;
    let mut named = false;
    // "My choice is number 3".
    for _ in 0..2 {
        if let Some(rest) = CHOOSES.iter().find_map(|w| said.strip_prefix(w)) {
            said = rest.trim_start_matches([' ', ':', '-']);
            named = true;
        }
    }
    if named && let Some(at) = WORDS.iter().position(|w| *w == said) {
        return u32::try_from(at + 1).ok();
    }
    let said = said.trim_start_matches([' ', ':']);
    let said = said.strip_prefix('#').unwrap_or(said);
    let said = said.strip_prefix('(').unwrap_or(said);
    let said = said.strip_suffix([')', ':']).unwrap_or(said).trim();
    let sound = (1..=3).contains(&said.len()) && said.bytes().all(|b| b.is_ascii_digit()) && !said.starts_with('0');
    sound.then(|| said.parse().ok()).flatten()
}

/// Reads one line.
pub(super) fn command(text: &str) -> Command {
    if let Some(number) = choice(text) {
        return Command::Choice(number);
    }
    let bare = end_trimmed(polite::plain(text));
    let lower = bare.to_lowercase();
    let exact = match lower.as_str() {
        "preview" => Some(Command::Preview),
        "undo" => Some(Command::Undo),
        "map" => Some(Command::Map),
        "menu" => Some(Command::Menu),
        "help" | "?" => Some(Command::Help),
        "resume" => Some(Command::Resume),
        "stand-in" | "stand in" | "house player" => Some(Command::StandIn),
        "back" | "i am back" | "i'm back" | "i\u{2019}m back" => Some(Command::Back),
        "rules" | "rule" => Some(Command::Rules(None)),
        "rules agree"
        | "rules accept"
        | "rules yes"
        | "agree to the rules"
        | "agree to the mended rules"
        | "i agree to the rules"
        | "i agree to the mended rules" => Some(Command::RulesAgreed),
        "draw" | "draw offer" | "offer draw" | "offer a draw" | "i offer a draw" | "draw?" => {
            Some(Command::Draw(DrawWord::Offer))
        }
        "draw accept" | "draw accepted" | "accept draw" | "accept the draw" | "i accept the draw" | "draw yes" => {
            Some(Command::Draw(DrawWord::Accept))
        }
        "draw decline" | "draw declined" | "decline draw" | "decline the draw" | "i decline the draw" | "draw no" => {
            Some(Command::Draw(DrawWord::Decline))
        }
        "draw withdraw" | "withdraw draw" | "withdraw the draw" => Some(Command::Draw(DrawWord::Withdraw)),
        "resign" | "i resign" => Some(Command::Resign { sure: false }),
        "resign yes" | "resign sure" | "resign, yes" | "resign for sure" | "resign, i am sure" | "resign, sure" => {
            Some(Command::Resign { sure: true })
        }
        _ => None,
    };
    if let Some(command) = exact {
        return command;
    }
    let (word, rest) = bare.split_once([' ', ':']).unwrap_or((bare, ""));
    let rest = rest.trim_start_matches([' ', ':']).to_owned();
    let after_takeback = ["take back", "take-back"]
        .iter()
        .find(|t| lower.strip_prefix(**t).is_some_and(|r| r.is_empty() || r.starts_with([' ', ':'])));
    if let Some(words) = after_takeback {
        return Command::Takeback(
            bare.get(words.len()..).unwrap_or_default().trim_start_matches([' ', ':']).to_owned(),
        );
    }
    match word.to_lowercase().as_str() {
        "rules" | "rule" => {
            Command::Rules(Some(rest.trim_start_matches('\u{a7}').trim_end_matches('?').trim().to_owned()))
        }
        w if w.starts_with('\u{a7}') && rest.is_empty() && w.len() > 2 => {
            Command::Rules(Some(bare.trim_start_matches('\u{a7}').trim_end_matches('?').to_owned()))
        }
        "standing" => Command::Standing(without_word(&rest, &["order", "orders"])),
        "queue" | "queued" => Command::Queue(closed_ways(&without_word(&rest, &["order", "orders"]))),
        "takeback" => Command::Takeback(rest),
        "pause" => Command::Pause(rest),
        "claim" => Command::Claim(rest),
        "vacation" => Command::Vacation(rest),
        "replacement" => Command::Replacement(rest),
        "grant" if is_time(&rest) => Command::Grant(rest),
        _ => Command::Order(closed_ways(bare)),
    }
}

/// `3 days`, `12 hours`: so that a General Grant may still be given orders.
fn is_time(words: &str) -> bool {
    let lower = words.to_lowercase();
    let Some((count, unit)) = lower.split_once(' ') else { return false };
    count.parse::<u32>().is_ok() && ["day", "days", "hour", "hours", "week", "weeks"].contains(&unit.trim())
}

fn without_word(text: &str, words: &[&str]) -> String {
    let first = text.split([' ', ':']).next().unwrap_or_default();
    let named = words.contains(&first.to_lowercase().as_str());
    if named { text[first.len()..].trim_start_matches([' ', ':']).to_owned() } else { text.to_owned() }
}

/// `0714 - 0715`, `0714 → 0715`, `0714--0715`: a way, written as the notation has it.
fn closed_ways(text: &str) -> String {
    let mut closed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(digit) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[digit..].bytes().take_while(u8::is_ascii_digit).count();
        closed.push_str(&rest[..digit + digits]);
        rest = &rest[digit + digits..];
        let link = rest.find(|c: char| !matches!(c, ' ' | '-' | '>' | '\u{2192}')).unwrap_or(rest.len());
        let joins = rest[..link].contains(['-', '\u{2192}']) && rest[link..].starts_with(|c: char| c.is_ascii_digit());
        if joins {
            closed.push('-');
            rest = &rest[link..];
        }
    }
    closed.push_str(rest);
    closed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(text: &str) -> Command {
        Command::Order(text.to_owned())
    }

    #[test]
    fn choices() {
        for text in ["3", "3.", "3)", "(3)", "#3", "Choice 3", "option: 3", "no. 3", "3!"] {
            assert_eq!(command(text), Command::Choice(3), "{text}");
        }
        for text in ["0714", "1013", "03", "3 5", "0"] {
            assert_eq!(command(text), order(text), "{text}");
        }
    }

    #[test]
    fn words() {
        assert_eq!(command("Undo."), Command::Undo);
        assert_eq!(command("Rules 7.5"), Command::Rules(Some("7.5".into())));
        assert_eq!(command("rules \u{a7}7.5?"), Command::Rules(Some("7.5".into())));
        assert_eq!(command("\u{a7}7.5"), Command::Rules(Some("7.5".into())));
        assert_eq!(command("RULES"), Command::Rules(None));
        assert_eq!(command("Rules agree."), Command::RulesAgreed);
        assert_eq!(command("I agree to the mended rules!"), Command::RulesAgreed);
        assert_eq!(command("Offer a draw"), Command::Draw(DrawWord::Offer));
        assert_eq!(command("resign"), Command::Resign { sure: false });
        assert_eq!(command("Resign yes."), Command::Resign { sure: true });
        assert_eq!(command("standing retreat: never"), Command::Standing("retreat: never".into()));
        assert_eq!(command("Standing order: retreat never"), Command::Standing("retreat never".into()));
        assert_eq!(command("take back to record 12"), Command::Takeback("to record 12".into()));
        assert_eq!(command("grant 3 days"), Command::Grant("3 days".into()));
        assert_eq!(command("Grant 0714"), order("Grant 0714"));
        assert_eq!(command("Stand-in"), Command::StandIn);
        assert_eq!(command("I am back!"), Command::Back);
        assert_eq!(command("Back 0714"), order("Back 0714"));
        assert_eq!(command("replacement invite a@b.example"), Command::Replacement("invite a@b.example".into()));
        assert_eq!(command("resign everything"), order("resign everything"));
    }

    #[test]
    fn orders_stay_as_they_are() {
        assert_eq!(command("Done."), order("Done"));
        assert_eq!(command("Archer 0714 - 0715->0815"), order("Archer 0714-0715-0815"));
        assert_eq!(command("Art (1/I) bombard 27"), order("Art (1/I) bombard 27"));
        assert_eq!(
            command("long-range 41 lead Res Art a (V) target Rodes"),
            order("long-range 41 lead Res Art a (V) target Rodes")
        );
        assert_eq!(unbulleted("1. Archer 0714"), "Archer 0714");
        assert_eq!(unbulleted("- 2) Archer"), "Archer");
        assert_eq!(unbulleted("7.5"), "7.5");
        assert_eq!(unbulleted("3."), "3.");
    }

    #[test]
    fn games() {
        let any = Trust::default();
        assert_eq!(names_game("Game 12:", &any), Some("12".into()));
        assert_eq!(names_game("for game K7q2", &any), Some("K7q2".into()));
        assert_eq!(names_game("game g-k7q2m9@in.example.net", &any), Some("k7q2m9".into()));
        assert_eq!(names_game("<g-k7q2m9@in.example.net>", &any), Some("k7q2m9".into()));
        assert_eq!(names_game("gamer 12", &any), None);
        assert_eq!(names_game("Archer 0714", &any), None);
    }
}
