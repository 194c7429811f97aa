//! Lines beside the orders that may be meant for one, or may change one: they are never passed over.

use super::Vocabulary;

/// Words that take back, forbid or make conditional what stands beside them, in the languages that letters come in. What is no more than polite in
/// one language may be among them for another's sake: then the writer is asked once too often.
const TURNS: [&str; 94] = [
    "annula",
    "annule",
    "annulla",
    "anula",
    "anuluj",
    "aspetta",
    "attendez",
    "attends",
    "avbryt",
    "bekle",
    "cancel",
    "cancela",
    "cancele",
    "chyba",
    "czekaj",
    "dacă",
    "değil",
    "dimentica",
    "disregard",
    "don't",
    "dont",
    "espera",
    "espere",
    "esqueça",
    "except",
    "eğer",
    "falls",
    "forget",
    "glem",
    "glöm",
    "hvis",
    "if",
    "ignora",
    "ignore",
    "ignorier",
    "ignoriere",
    "ikke",
    "instead",
    "inte",
    "invece",
    "iptal",
    "jestli",
    "jeśli",
    "jeżeli",
    "kein",
    "keine",
    "mistake",
    "mustn't",
    "nein",
    "nem",
    "never",
    "nicht",
    "nie",
    "niet",
    "non",
    "nope",
    "not",
    "não",
    "odota",
    "olvida",
    "oops",
    "oublie",
    "oubliez",
    "oups",
    "pas",
    "pokud",
    "počkej",
    "rather",
    "resign",
    "sauf",
    "scratch",
    "shouldn't",
    "sondern",
    "statt",
    "stattdessen",
    "stop",
    "surrender",
    "takeback",
    "tenzij",
    "undo",
    "unless",
    "unohda",
    "vergeet",
    "vergiss",
    "várj",
    "vänta",
    "wacht",
    "wait",
    "warte",
    "wenn",
    "won't",
    "wrong",
    "zaczekaj",
    "zruš",
];
/// … where they begin a clause; elsewhere they are words of another language, or say little.
const TURNS_AT_FIRST: [&str; 25] = [
    "als",
    "ei",
    "jos",
    "but",
    "no",
    "nu",
    "or",
    "se",
    "si",
    "ma",
    "mais",
    "pero",
    "aber",
    "doch",
    "only",
    "solo",
    "seulement",
    "nur",
    "maar",
    "alleen",
    "tylko",
    "ale",
    "men",
    "bara",
    "om",
];
/// What takes the sting out of a "no" or "not" just before it: "no worries", "keine Eile", "not a problem".
const HARMLESS: [&str; 14] = [
    "worries", "worry", "problem", "problems", "rush", "hurry", "pressure", "need", "stress", "eile", "hektik", "bad",
    "prisa", "problema",
];
/// The words that are no more than polite before one of those.
const DENIES: [&str; 18] = [
    "don't", "dont", "ei", "geen", "ikke", "ingen", "inte", "kein", "keine", "não", "nein", "nessun", "no", "non",
    "not", "nicht", "pas", "sin",
];
/// … in other scripts.
const TURNS_ELSEWHERE: [&str; 14] = [
    "не",
    "нет",
    "подожди",
    "подождите",
    "отмени",
    "отмена",
    "если",
    "забудь",
    "μην",
    "όχι",
    "αν",
    "ако",
    "ні",
    "якщо",
];

/// Beginnings of the months' names, in the languages of Europe.
const MONTHS: [&str; 34] = [
    "jan", "feb", "mar", "mär", "apr", "mai", "may", "maj", "mag", "jun", "juin", "giu", "jul", "juil", "lug", "aug",
    "aoû", "ago", "sep", "set", "okt", "oct", "ott", "out", "nov", "dez", "dec", "déc", "dic", "sty", "lis", "gru",
    "ноя", "дек",
];

/// Whether a line that names no piece may still be meant for an order, or change one. Below a good-bye figures are those of addresses and
/// telephones.
pub(crate) fn nearly(line: &str, below_closing: bool, book: &Vocabulary) -> bool {
    if turns(line) {
        return true;
    }
    let lower = line.to_lowercase();
    let words = words(&lower);
    // "P.S." stands before what was forgotten.
    let begins = words.iter().find(|w| !matches!(**w, "p" | "s" | "ps" | "please" | "then" | "and" | "also"));
    if begins.is_some_and(|w| book.begins(w)) {
        return true;
    }
    let figures = words.iter().any(|w| w.bytes().any(|b| b.is_ascii_digit()));
    figures && !below_closing && !dated(&words) && !reached(&lower)
}

/// Whether a line takes back, forbids or makes conditional: what stands beside it is not carried out unasked.
pub(crate) fn turns(line: &str) -> bool {
    let lower = line.to_lowercase();
    if lower.contains("~~") {
        return true;
    }
    // "not a problem", "no big rush": at most one word stands between.
    let excused = |words: &[&str], at: usize| {
        DENIES.contains(&words[at]) && words[at + 1..].iter().take(2).any(|w| HARMLESS.contains(w))
    };
    lower.split([',', ';', '.', ':', '!', '?', '(', '-']).any(|clause| {
        let words = words(clause);
        (0..words.len()).any(|at| {
            let word = words[at];
            let says =
                TURNS.contains(&word) || TURNS_ELSEWHERE.contains(&word) || at == 0 && TURNS_AT_FIRST.contains(&word);
            says && !excused(&words, at)
        })
    })
}

/// The words of a line in lower case.
fn words(lower: &str) -> Vec<&str> {
    lower.split(|c: char| !(c.is_alphanumeric() || c == '\'')).filter(|w| !w.is_empty()).collect()
}

/// A day: "Hamburg, den 3. November 2025".
fn dated(words: &[&str]) -> bool {
    let month = words.iter().any(|w| MONTHS.iter().any(|m| w.starts_with(m)) && w.chars().all(char::is_alphabetic));
    let year = |w: &&str| {
        w.len() == 4 && (w.starts_with("19") || w.starts_with("20")) && w.bytes().all(|b| b.is_ascii_digit())
    };
    month && words.iter().any(|w| year(&w))
}

/// A telephone, a web page, a mail address.
fn reached(lower: &str) -> bool {
    const BEGINS: [&str; 12] =
        ["tel", "phone", "mobile", "mob", "mobil", "fax", "fon", "telefon", "téléphone", "t:", "m:", "+"];
    BEGINS.iter().any(|b| lower.starts_with(b))
        || lower.contains("www.")
        || lower.contains("://")
        || lower.contains('@')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_change_an_order_is_not_passed_over() {
        let book = Vocabulary::of([(["charge", "fire"].as_slice(), [].as_slice())]);
        for line in [
            "Hmm, wait, don't do that yet",
            "but only when he comes",
            "Warte damit, falls er kommt",
            "attends un peu",
            "chyba że pójdzie",
            "~~so",
            "take the 2",
            "fire everything",
            "P.S. Fire at will",
            "I should resign, haha",
            "better not",
            "Bad idea, don't do that.",
            "Sorry, don't do that yet, no problem if it takes a day.",
            "Don't! No need.",
        ] {
            assert!(nearly(line, false, &book), "{line}");
        }
    }

    #[test]
    fn what_is_friendly_is_passed_over() {
        let book = Vocabulary::of([(["charge", "fire"].as_slice(), [].as_slice())]);
        for line in [
            "what a nice charge",
            "Trevlig helg förresten",
            "Hamburg, den 3. November 2025",
            "No worries, take your time",
            "Not a problem at all!",
            "Don't worry, keine Eile",
            "On se revoit au club jeudi ?",
            "Tel. +39 02 1234567",
            "J'espère que tu vas bien et que les enfants se remettent",
        ] {
            assert!(!nearly(line, false, &book), "{line}");
        }
        assert!(!nearly("12 High Street, Leeds", true, &book) && nearly("12 High Street, Leeds", false, &book));
    }
}
