//! Good-byes, and the name below.

use super::{Vocabulary, starts_large};

/// Who wrote a letter, and what orders begin with in it.
#[derive(Clone, Copy)]
pub(crate) struct Writer<'w> {
    /// The words of the writer's name, in lower case.
    pub names: &'w [String],
    /// The rulebooks' words.
    pub book: &'w Vocabulary,
}

/// How many of the last lines say good-bye: "Best regards, Tom", "Thanks!", and a name below. Only lines that say something are given.
pub(crate) fn closing(lines: &[String], writer: Writer<'_>) -> usize {
    let mut end = lines.len();
    loop {
        let begin = end.saturating_sub(4);
        let said = (begin..end).rev().find(|at| valediction(&lines[*at], writer).is_some());
        let below = |at: usize| {
            let open = valediction(&lines[at], writer) == Some(true);
            lines[at + 1..end].iter().all(|l| is_writer(l, writer) || open && looks_like_a_name(l, writer.book))
        };
        match said {
            Some(at) if end - at <= 3 && below(at) => end = at,
            _ if end > 0 && is_writer(&lines[end - 1], writer) => end -= 1,
            _ => return lines.len() - end,
        }
    }
}

/// Whether a line says good-bye or is the writer's own name: what stands below it is a signature.
pub(crate) fn takes_leave(text: &str, writer: Writer<'_>) -> bool {
    valediction(text, writer).is_some() || is_writer(text, writer)
}

/// Whether a line is a good-bye, and if so whether a name is to follow.
fn valediction(text: &str, writer: Writer<'_>) -> Option<bool> {
    const NAME_FOLLOWS: [&str; 100] = [
        "best regards",
        "kind regards",
        "warm regards",
        "regards",
        "with kind regards",
        "with best regards",
        "best",
        "best wishes",
        "all the best",
        "yours",
        "yours sincerely",
        "yours truly",
        "yours faithfully",
        "sincerely",
        "cheers",
        "cordially",
        "respectfully",
        "your obedient servant",
        "br",
        "rgds",
        "kr",
        "mfg",
        "lg",
        "vg",
        "viele grüße",
        "viele grüsse",
        "liebe grüße",
        "liebe grüsse",
        "schöne grüße",
        "beste grüße",
        "mit freundlichen grüßen",
        "mit freundlichen grüssen",
        "mit besten grüßen",
        "freundliche grüße",
        "herzliche grüße",
        "gruß",
        "gruss",
        "grüße",
        "cordialement",
        "bien cordialement",
        "amicalement",
        "bien à vous",
        "bien à toi",
        "salutations",
        "à bientôt",
        "saludos",
        "un saludo",
        "un abrazo",
        "atentamente",
        "cordiali saluti",
        "distinti saluti",
        "saluti",
        "un saluto",
        "met vriendelijke groet",
        "vriendelijke groeten",
        "groeten",
        "groetjes",
        "mvg",
        "hälsningar",
        "vänliga hälsningar",
        "med vänliga hälsningar",
        "mvh",
        "hilsen",
        "pozdrawiam",
        "с уважением",
        "abraços",
        "um abraço",
        "atenciosamente",
        "saludos cordiales",
        "cordialmente",
        "un caro saluto",
        "distinti saluti",
        "bonne journée",
        "bonne soirée",
        "amitiés",
        "bises",
        "bisous",
        "sincères salutations",
        "hochachtungsvoll",
        "lieben gruß",
        "liebe grüsse",
        "viele liebe grüße",
        "hartelijke groeten",
        "hartelijke groet",
        "met vriendelijke groeten",
        "med venlig hilsen",
        "med vennlig hilsen",
        "venlig hilsen",
        "ha det bra",
        "ystävällisin terveisin",
        "terveisin",
        "pozdrawiam serdecznie",
        "pozdrowienia",
        "z poważaniem",
        "s pozdravem",
        "s pozdravom",
        "üdvözlettel",
        "saygılarımla",
        "cu stimă",
        "φιλικά",
    ];
    const ALONE: [&str; 51] = [
        "thanks",
        "thank you",
        "thx",
        "many thanks",
        "thanks a lot",
        "thank you very much",
        "thanks again",
        "thanks in advance",
        "ta",
        "cheers",
        "danke",
        "vielen dank",
        "danke schön",
        "danke dir",
        "danke im voraus",
        "merci",
        "merci beaucoup",
        "merci d'avance",
        "gracias",
        "muchas gracias",
        "grazie",
        "grazie mille",
        "bedankt",
        "dank je",
        "tack",
        "tack så mycket",
        "takk",
        "tak",
        "kiitos",
        "dziękuję",
        "dzięki",
        "díky",
        "děkuji",
        "obrigado",
        "obrigada",
        "спасибо",
        "ありがとう",
        "よろしくお願いします",
        "谢谢",
        "over to you",
        "your turn",
        "good luck",
        "good game",
        "have fun",
        "bye",
        "take care",
        "stay safe",
        "stay well",
        "keep well",
        "keep up the good work",
        "viel glück",
    ];
    let open = text.ends_with(',');
    let lower = text
        .trim_end_matches([',', '!', '.', ' ', ':', '-', ')', '*', ';'])
        .trim_start_matches(['-', '*', ' '])
        .to_lowercase();
    if NAME_FOLLOWS.contains(&lower.as_str()) {
        return Some(true);
    }
    if ALONE.contains(&lower.as_str()) {
        return Some(open);
    }
    // "Best regards, Tom", "Cheers Tom".
    let split = |phrase: &&&str| {
        let after = lower.strip_prefix(**phrase)?;
        let begins = text.trim_start_matches(['-', '*', ' ']);
        let name = begins.get(begins.len().checked_sub(begins.len() - phrase.len().min(begins.len()))?..)?;
        let name = name.trim_matches([',', ' ', '!', '.', '-', ':', ')']);
        (after.starts_with([',', ' ', '!', '-', '.'])
            && (is_writer(name, writer) || looks_like_a_name(name, writer.book)))
        .then_some(())
    };
    let named = NAME_FOLLOWS.iter().chain(ALONE.iter()).find_map(|p| split(&p));
    named.map(|()| false).or_else(|| thanks(&lower).then_some(open))
}

/// "Thanks for the quick game last week": no order begins so.
fn thanks(lower: &str) -> bool {
    let begins = [
        "thanks for ",
        "thank you for ",
        "thanks to ",
        "many thanks for ",
        "danke für ",
        "vielen dank für ",
        "merci pour ",
        "gracias por ",
    ];
    begins.iter().any(|b| lower.starts_with(b))
        && lower.chars().count() <= 100
        && !lower.contains(|c: char| c.is_ascii_digit())
}

/// One to three words that begin large, none of them one that orders begin with.
fn looks_like_a_name(text: &str, book: &Vocabulary) -> bool {
    let bare = text.trim_matches(['-', '~', '/', '*', ',', '.', '!', ' ', '(', ')']);
    let words: Vec<&str> = bare.split(' ').filter(|w| !w.is_empty()).collect();
    (1..=3).contains(&words.len())
        && !words.iter().any(|w| book.begins(&w.to_lowercase()))
        && words.iter().all(|w| starts_large(w) || matches!(*w, "von" | "van" | "de" | "der" | "di" | "da"))
        && bare.chars().all(|c| c.is_alphabetic() || " .-'".contains(c))
}

/// Whether a line is nothing but the writer's own name, or a part of it, or its initials.
fn is_writer(text: &str, writer: Writer<'_>) -> bool {
    let bare = text.trim_matches(['-', '~', '/', '*', ',', '.', '!', ' ', '(', ')']).to_lowercase();
    let words: Vec<&str> = bare.split([' ', '.']).filter(|w| !w.is_empty()).collect();
    let initials: String = writer.names.iter().filter_map(|w| w.chars().next()).collect();
    (1..=4).contains(&words.len())
        && !words.iter().any(|w| writer.book.begins(w))
        && bare.chars().any(char::is_alphabetic)
        && (bare.chars().count() > 1 && initials.starts_with(&bare)
            || words
                .iter()
                .all(|w| writer.names.iter().any(|n| n == w || (w.chars().count() == 1 && n.starts_with(w)))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closes(lines: &[&str]) -> usize {
        let lines: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
        let book = Vocabulary::of([(["done", "wake"].as_slice(), [].as_slice())]);
        closing(&lines, Writer { names: &["tom".to_owned(), "barker".to_owned()], book: &book })
    }

    #[test]
    fn closings() {
        assert_eq!(closes(&["done", "Best regards,", "Tommy"]), 2);
        assert_eq!(closes(&["done", "Best regards, Tom"]), 1);
        assert_eq!(closes(&["done", "Thanks!", "Cheers", "Tom Barker"]), 3);
        assert_eq!(closes(&["3", "Tom"]), 1);
        assert_eq!(closes(&["3", "TB"]), 1);
        assert_eq!(closes(&["3", "- Tom"]), 1);
        assert_eq!(closes(&["3", "Viele Grüße", "Thomas"]), 2);
        assert_eq!(closes(&["3", "Thanks for the quick answer!"]), 1);
    }

    #[test]
    fn what_may_be_an_order_is_no_closing() {
        assert_eq!(closes(&["3", "Thanks!", "Done"]), 0);
        assert_eq!(closes(&["3", "Thanks!", "Hill"]), 0);
        assert_eq!(closes(&["Regards,", "Wake Lee"]), 0);
        assert_eq!(closes(&["Regards,", "Archer 0714-0715"]), 0);
        assert_eq!(closes(&["done"]), 0);
        assert_eq!(closes(&[]), 0);
    }
}
