//! What is said before the orders.

use super::{Vocabulary, starts_large};

/// Whether a letter's first line greets: "Hi Anna,", "Guten Morgen zusammen!".
pub(crate) fn greets(text: &str, book: &Vocabulary) -> bool {
    const GREETINGS: [&str; 63] = [
        "hi",
        "hello",
        "hey",
        "dear",
        "greetings",
        "good",
        "morning",
        "evening",
        "hallo",
        "moin",
        "servus",
        "grüezi",
        "hoi",
        "guten",
        "liebe",
        "lieber",
        "liebes",
        "sehr",
        "bonjour",
        "bonsoir",
        "salut",
        "cher",
        "chère",
        "coucou",
        "hola",
        "buenos",
        "buenas",
        "estimado",
        "estimada",
        "querido",
        "querida",
        "ciao",
        "buongiorno",
        "buonasera",
        "salve",
        "caro",
        "cara",
        "beste",
        "goedemorgen",
        "goedendag",
        "dag",
        "olá",
        "oi",
        "bom",
        "boa",
        "hej",
        "hejsan",
        "hei",
        "god",
        "moi",
        "terve",
        "cześć",
        "witam",
        "dzień",
        "ahoj",
        "привет",
        "здравствуйте",
        "добрый",
        "szia",
        "merhaba",
        "selam",
        "γεια",
        "dobrý",
    ];
    const PLAIN: [&str; 39] = [
        "all",
        "there",
        "everyone",
        "everybody",
        "again",
        "team",
        "folks",
        "both",
        "and",
        "or",
        "to",
        "you",
        "zusammen",
        "alle",
        "allerseits",
        "und",
        "à",
        "tous",
        "et",
        "y",
        "e",
        "i",
        "a",
        "tutti",
        "todos",
        "morning",
        "afternoon",
        "evening",
        "day",
        "morgen",
        "tag",
        "abend",
        "días",
        "tardes",
        "noches",
        "dia",
        "morgon",
        "kväll",
        "день",
    ];
    if ["こんにちは", "こんばんは", "おはよう", "你好", "您好", "안녕", "お世話になって"]
        .iter()
        .any(|g| text.contains(g))
    {
        return text.chars().count() <= 30 && !text.contains(|c: char| c.is_ascii_digit());
    }
    let bare = text.trim_end_matches([',', '!', '.', ':', ';', '-', ' ', ')']);
    let mut words = bare.split([' ', ',']).filter(|w| !w.is_empty());
    let first = words.next().unwrap_or_default().to_lowercase();
    let rest: Vec<&str> = words.collect();
    if bare.contains(|c: char| c.is_ascii_digit() || ";:!?".contains(c)) || rest.len() > 5 {
        return false;
    }
    let name = |w: &&str| {
        let lower = w.trim_matches(['.', '&', '"']).to_lowercase();
        !book.begins(&lower) && (starts_large(w) || PLAIN.contains(&lower.as_str()) || lower.is_empty())
    };
    let courteous = rest.iter().all(|w| name(w) || matches!(*w, "geehrte" | "geehrter" | "geehrtes"));
    if GREETINGS.contains(&first.trim_end_matches('!')) {
        return courteous;
    }
    // "Anna," alone.
    rest.is_empty()
        && text.ends_with(',')
        && starts_large(bare)
        && !book.begins(&first)
        && bare.chars().all(|c| c.is_alphabetic() || c == '-')
}

/// Whether a line only says that orders follow.
pub(crate) fn introduces(text: &str) -> bool {
    const LINES: [&str; 26] = [
        "here are my orders",
        "here is my turn",
        "here's my turn",
        "here is my move",
        "here's my move",
        "here are my moves",
        "my orders",
        "my orders are",
        "my move",
        "my turn",
        "my answer",
        "orders",
        "my orders for this turn",
        "please see my orders below",
        "see below",
        "here goes",
        "here you go",
        "ok",
        "okay",
        "hier meine befehle",
        "hier mein zug",
        "meine befehle",
        "mein zug",
        "voici mes ordres",
        "mes ordres",
        "mis órdenes",
    ];
    let lower = text.trim_end_matches([':', '.', '!', ',', ' ', '-']).to_lowercase();
    LINES.contains(&lower.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings() {
        let book = Vocabulary::of([(["done", "ride"].as_slice(), [].as_slice())]);
        for text in [
            "Hi Anna,",
            "Hello,",
            "Hey there!",
            "Dear Mr. Barker,",
            "Guten Morgen zusammen!",
            "Bonjour à tous,",
            "Hi",
            "Anna,",
            "こんにちは",
            "Sehr geehrte Frau Meier,",
            "Good morning all,",
            "Hallo Anna",
            "Hola Ana:",
        ] {
            assert!(greets(text, &book), "{text}");
        }
        for text in [
            "Hi Anna, done",
            "Hill 27",
            "Done,",
            "Hello done",
            "Good 3",
            "Dear 0714",
            "Archer 0714-0715",
            "Hooker ride 26-25",
            "Best",
            "Hi, 3",
        ] {
            assert!(!greets(text, &book), "{text}");
        }
    }
}
