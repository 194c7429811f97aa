//! "On Monday, 3 November 2025 at 10:12, Fieldpost wrote:" and its like.

use crate::characters::notation;
use crate::plain::Line;

/// Lines that an announcement may be wrapped over.
const MOST_WRAPPED: usize = 4;

/// "On Monday, 3 November 2025 at 10:12, Fieldpost wrote:" in many languages, over as many lines as it is wrapped.
pub(super) fn attribution(lines: &[Line]) -> Option<usize> {
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate().take(MOST_WRAPPED) {
        if line.depth > 0 || line.text.len() > 400 {
            return None;
        }
        let plain = notation(&line.text);
        if plain.is_empty() {
            return None;
        }
        // Where it begins is certain only if it is one line, or begins as such lines do.
        if at == 1 && !opens(&text) {
            return None;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&plain);
        // Yahoo on Android begins the quotation in the same line.
        if at == 0 && begins_within(&text) {
            return Some(1);
        }
        if text.ends_with(':') {
            let address = text.contains('@') && text.contains('<');
            let says = wrote(&text);
            return (says || address && dated(&text)).then_some(at + 1);
        }
    }
    None
}

/// "On Mon, Nov 3, 2025 at 10:12, Fieldpost<post@example.org> wrote: Your turn".
fn begins_within(text: &str) -> bool {
    let Some(at) = text.find(">").and_then(|at| Some(at + text[at..].find(": ")?)) else { return false };
    let announces = &text[..at];
    opens(text) && dated(announces) && announces.contains('@') && announces.len() < 200 && wrote(announces)
}

/// Whether a text names a day or an hour.
pub(super) fn dated(text: &str) -> bool {
    let clock = text.as_bytes().windows(4).any(|w| {
        w[0].is_ascii_digit() && matches!(w[1], b':' | b'.' | b'h') && w[2].is_ascii_digit() && w[3].is_ascii_digit()
    });
    let year = text
        .as_bytes()
        .windows(4)
        .any(|w| (w.starts_with(b"20") || w.starts_with(b"19")) && w[2..].iter().all(u8::is_ascii_digit));
    let day = text
        .as_bytes()
        .windows(5)
        .any(|w| w[0].is_ascii_digit() && matches!(w[1], b'/' | b'.' | b'-') && w[2].is_ascii_digit());
    clock || year || day
}

pub(super) fn wrote(text: &str) -> bool {
    const WORDS: [&str; 30] = [
        "wrote",
        "writes",
        "schrieb",
        "geschrieben",
        "escribió",
        "escribio",
        "schreef",
        "geschreven",
        "escreveu",
        "napisał",
        "napisała",
        "napisał(a)",
        "pisze",
        "skrev",
        "kirjoitti",
        "napsal",
        "napsal(a)",
        "napísal",
        "пишет",
        "писал",
        "писал(а)",
        "написал",
        "написал(а)",
        "пише",
        "yazdı",
        "írta",
        "έγραψε",
        "scris",
        "napisao",
        "rašė",
    ];
    let lower = text.to_lowercase();
    let mut words = lower.split([' ', ':', ',']);
    words.any(|w| WORDS.contains(&w))
        || ["a écrit", "ha scritto", "さんは書きました", "が書きました", "のメール", "写道", "寫道", "작성", "a scris"]
            .iter()
            .any(|w| lower.contains(w))
}

/// Whether a line begins as an announcement does.
fn opens(text: &str) -> bool {
    const OPENERS: [&str; 34] = [
        "on", "am", "le", "el", "il", "op", "em", "den", "dne", "dnia", "w", "på", "a", "às", "no", "na", "в", "пн",
        "вт", "ср", "чт", "пт", "сб", "вс", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "ngày", "στις", "pe",
    ];
    let first = text.split([' ', ',', '.']).next().unwrap_or_default().to_lowercase();
    OPENERS.contains(&first.as_str()) || wrote(text) || dated(text) && (text.contains('@') || text.contains(':'))
}
