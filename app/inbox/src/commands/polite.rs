//! Please and thank you around what a line says, and marks of emphasis.

/// What may stand around an order and says nothing.
const POLITE: [&str; 46] = [
    "please",
    "pls",
    "plz",
    "thanks",
    "thank you",
    "thx",
    "ta",
    "cheers",
    "sir",
    "full stop",
    "period",
    "bitte",
    "bitte schön",
    "danke",
    "punkt",
    "s'il te plaît",
    "s'il te plait",
    "s'il vous plaît",
    "s'il vous plait",
    "svp",
    "stp",
    "merci",
    "por favor",
    "gracias",
    "per favore",
    "per piacere",
    "grazie",
    "alsjeblieft",
    "alstublieft",
    "aub",
    "ajb",
    "bedankt",
    "proszę",
    "poproszę",
    "dzięki",
    "prosím",
    "díky",
    "tack",
    "takk",
    "tak",
    "kiitos",
    "obrigado",
    "obrigada",
    "kérem",
    "lütfen",
    "пожалуйста",
];

/// Takes off what is only polite, at both ends: never the whole line.
pub(super) fn plain(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..4 {
        let bare = rest.trim_end_matches(['.', ';', ',', '!', ' ', ':', ')', '-']);
        let last = POLITE.iter().find_map(|p| {
            let at = bare.len().checked_sub(p.len()).filter(|at| bare.is_char_boundary(*at))?;
            let before = bare[..at].trim_end_matches([',', ' ', '-', '.', '!', ';', '(']);
            let parted = before.len() < at && !before.is_empty();
            (parted && bare[at..].to_lowercase() == **p).then_some(before)
        });
        let first = || {
            POLITE.iter().find_map(|p| {
                let head = rest.get(..p.len()).filter(|head| head.to_lowercase() == **p)?;
                let after = rest[head.len()..].trim_start_matches([',', ' ', ':', '-']);
                (rest[head.len()..].starts_with([' ', ',', ':']) && !after.is_empty()).then_some(after)
            })
        };
        match last.or_else(first) {
            Some(shorter) => rest = shorter,
            None => break,
        }
    }
    rest
}

/// Takes off what only emphasises: `*Griffin* stay`, `_so_`, quotation marks around the whole, signs before and behind.
pub(super) fn unstressed(text: &str) -> String {
    let sign = |c: char| !c.is_ascii() && !c.is_alphanumeric() && !matches!(c, '\u{a7}' | '\u{2022}' | '\u{b7}');
    let bare = text.trim_matches(|c: char| sign(c) || c == ' ');
    let words: Vec<&str> = bare.split(' ').collect();
    let marked = |w: &str| w.chars().any(char::is_alphanumeric);
    let begins = |w: &str| marked(w) && w.trim_start_matches(['(', '"']).starts_with(['*', '_']);
    let ends = |w: &str| marked(w) && w.trim_end_matches(['.', ',', ';', '!', ')', '"', ':']).ends_with(['*', '_']);
    let paired = words.iter().any(|w| begins(w)) && words.iter().any(|w| ends(w));
    let said: String = if paired {
        let kept: Vec<String> = words
            .iter()
            .map(|w| {
                let w = if begins(w) {
                    w.replacen(['*', '_'], "", 2).trim_start_matches(['*', '_']).to_owned()
                } else {
                    (*w).to_owned()
                };
                if ends(&w) { w.replace(['*', '_'], "") } else { w }
            })
            .collect();
        kept.join(" ")
    } else {
        bare.to_owned()
    };
    let said = said.trim();
    let inner = ['"', '\''].iter().find_map(|q| {
        let inner = said.trim_end_matches(['.', ',']).strip_prefix(*q)?.strip_suffix(*q)?;
        (!inner.contains(*q)).then_some(inner.trim())
    });
    match inner.unwrap_or(said) {
        "" => text.to_owned(),
        said => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_polite_goes_and_an_order_stays() {
        assert_eq!(plain("4 please"), "4");
        assert_eq!(plain("4, s'il te plaît !"), "4");
        assert_eq!(plain("Please Griffin stay, thank you."), "Griffin stay");
        assert_eq!(plain("Griffin stay full stop"), "Griffin stay");
        assert_eq!(plain("2 alsjeblieft."), "2");
        for line in ["please", "Thanks", "Griffin stay", "Tak", "Archer 0714"] {
            assert_eq!(plain(line), line);
        }
    }

    #[test]
    fn emphasis_goes_and_an_order_stays() {
        assert_eq!(unstressed("*Griffin stay*"), "Griffin stay");
        assert_eq!(unstressed("**Griffin** stay"), "Griffin stay");
        assert_eq!(unstressed("_done_."), "done.");
        assert_eq!(unstressed("\"Griffin stay\""), "Griffin stay");
        assert_eq!(unstressed("\u{1f449} Griffin stay"), "Griffin stay");
        for line in ["***", "Art a (V)", "0714-0715", "Snavely's Ford", "a_b", "2 * 3"] {
            assert_eq!(unstressed(line), line);
        }
    }
}
