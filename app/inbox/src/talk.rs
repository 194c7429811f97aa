//! Talk around the orders: greetings, closings, signatures, disclaimers. Everything left out here is reported.

use crate::characters::notation;
use crate::plain::{Line, Mark};
use crate::quotes::Own;
use crate::reading::{Kind, LeftOut};

/// Words that are never a name and never a greeting, for they are what orders and commands begin with.
const NEVER_TALK: [&str; 46] = [
    "activate",
    "advance",
    "aim",
    "assault",
    "attack",
    "bombard",
    "bring",
    "charge",
    "choice",
    "claim",
    "deploy",
    "done",
    "draw",
    "end",
    "enter",
    "fire",
    "free",
    "game",
    "help",
    "hold",
    "keep",
    "lead",
    "map",
    "menu",
    "message",
    "move",
    "one",
    "pass",
    "pause",
    "pay",
    "post",
    "preview",
    "reorganise",
    "reroll",
    "resign",
    "resume",
    "retreat",
    "roll",
    "rules",
    "silence",
    "standing",
    "stay",
    "takeback",
    "touch",
    "undo",
    "wake",
];

/// Leaves out signatures, what phones add, and disclaimers.
pub(crate) fn strip(own: Own, left_out: &mut Vec<LeftOut>) -> Vec<Line> {
    let mut kept: Vec<Line> = Vec::new();
    let mut signature = false;
    // A disclaimer goes on while its lines are as long as a wrapped line is.
    let mut disclaimer = false;
    for line in own.lines {
        if line.depth == Own::GAP {
            (signature, disclaimer) = (false, false);
            kept.push(line);
            continue;
        }
        let text = notation(&line.text);
        if text.is_empty() {
            disclaimer = false;
            kept.push(line);
            continue;
        }
        signature |= text == "--" || line.text.trim() == "\u{2014}";
        disclaimer |= begins_disclaimer(&text);
        let kind = match () {
            () if signature || line.mark == Mark::Signature || from_a_phone(&text) => Some(Kind::Signature),
            () if disclaimer => Some(Kind::Disclaimer),
            () => None,
        };
        disclaimer &= text.chars().count() >= 50;
        match kind {
            Some(kind) => leave(left_out, &line, kind),
            None => kept.push(line),
        }
    }
    kept
}

/// Notes a line that is left out; at most 200 of them.
pub(crate) fn leave(left_out: &mut Vec<LeftOut>, line: &Line, kind: Kind) {
    if left_out.len() < 200 {
        let text = crate::characters::prose(line.text.trim()).chars().take(300).collect();
        left_out.push(LeftOut { line: line.number, text, kind });
    }
}

/// "Sent from my iPhone" and its like.
fn from_a_phone(text: &str) -> bool {
    const BEGINS: [&str; 37] = [
        "sent from my ",
        "sent from mail for ",
        "sent from outlook",
        "sent from yahoo",
        "sent from aol",
        "sent from gmail",
        "sent from samsung",
        "sent from proton",
        "sent with ",
        "sent via ",
        "sent using ",
        "get outlook for ",
        "outlook for ",
        "von meinem ",
        "gesendet von ",
        "gesendet mit ",
        "gesendet aus ",
        "diese nachricht wurde von meinem ",
        "envoyé de mon ",
        "envoyé depuis ",
        "envoyé à partir de ",
        "enviado desde ",
        "enviado do meu ",
        "enviado de mi ",
        "enviado a partir do ",
        "inviato da ",
        "verzonden vanaf ",
        "verstuurd vanaf ",
        "skickat från ",
        "sendt fra ",
        "lähetetty ",
        "wysłane z ",
        "odesláno z ",
        "отправлено с ",
        "отправлено из ",
        "发自我的",
        "iphoneから送信",
    ];
    let lower = text.trim_start_matches(['<', '[', '(']).to_lowercase();
    let short = text.chars().count() <= 120;
    let sent = short && BEGINS.iter().any(|b| lower.starts_with(b));
    // "Outlook" and "von meinem" may begin other lines; a device or a program is always named.
    const NAMED: [&str; 28] = [
        "iphone",
        "ipad",
        "android",
        "outlook",
        "mail",
        "galaxy",
        "samsung",
        "pixel",
        "huawei",
        "xiaomi",
        "phone",
        "handy",
        "smartphone",
        "mobile",
        "mobil",
        "blackberry",
        "telekom",
        "gmx",
        "web.de",
        "yahoo",
        "proton",
        "windows",
        "k-9",
        "aol",
        "puhelimesta",
        "téléphone",
        "móvil",
        "device",
    ];
    sent && NAMED.iter().any(|n| lower.contains(n))
}

fn begins_disclaimer(text: &str) -> bool {
    const BEGINS: [&str; 32] = [
        "this e-mail and any",
        "this email and any",
        "this message and any",
        "this message is intended",
        "this e-mail is intended",
        "this email is intended",
        "this email is confidential",
        "this e-mail is confidential",
        "this message is confidential",
        "the information contained in this",
        "the information in this e",
        "the contents of this e",
        "confidentiality notice",
        "confidential:",
        "disclaimer:",
        "legal notice:",
        "diese e-mail enthält",
        "diese e-mail ist",
        "diese nachricht ist",
        "der inhalt dieser e-mail",
        "ce message et",
        "ce courriel",
        "questo messaggio",
        "este mensaje",
        "este correo",
        "deze e-mail",
        "this email has been checked",
        "this e-mail has been",
        "diese e-mail wurde",
        "virenfrei",
        "virus-free",
        "please consider the environment",
    ];
    let lower = text.trim_start_matches('*').to_lowercase();
    BEGINS.iter().any(|b| lower.starts_with(b))
}

/// Whether a letter's first line greets: "Hi Anna,", "Guten Morgen zusammen!".
pub(crate) fn greets(text: &str) -> bool {
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
        !never_talk(&lower) && (starts_large(w) || PLAIN.contains(&lower.as_str()) || lower.is_empty())
    };
    let courteous = rest.iter().all(|w| name(w) || matches!(*w, "geehrte" | "geehrter" | "geehrtes"));
    if GREETINGS.contains(&first.trim_end_matches('!')) {
        return courteous;
    }
    // "Anna," alone.
    rest.is_empty()
        && text.ends_with(',')
        && starts_large(bare)
        && !never_talk(&first)
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

/// How many of the last lines say good-bye: "Best regards, Tom", "Thanks!", and a name below. Only lines that say something are given.
pub(crate) fn closing(lines: &[String], writer: &[String]) -> usize {
    let mut end = lines.len();
    loop {
        let begin = end.saturating_sub(4);
        let said = (begin..end).rev().find(|at| valediction(&lines[*at], writer).is_some());
        let below = |at: usize| {
            let open = valediction(&lines[at], writer) == Some(true);
            lines[at + 1..end].iter().all(|l| is_writer(l, writer) || open && looks_like_a_name(l))
        };
        match said {
            Some(at) if end - at <= 3 && below(at) => end = at,
            _ if end > 0 && is_writer(&lines[end - 1], writer) => end -= 1,
            _ => return lines.len() - end,
        }
    }
}

/// Whether a line is a good-bye, and if so whether a name is to follow.
fn valediction(text: &str, writer: &[String]) -> Option<bool> {
    const NAME_FOLLOWS: [&str; 66] = [
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
    ];
    const ALONE: [&str; 45] = [
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
        (after.starts_with([',', ' ', '!', '-', '.']) && (is_writer(name, writer) || looks_like_a_name(name)))
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

fn never_talk(word: &str) -> bool {
    NEVER_TALK.binary_search(&word).is_ok()
}

fn starts_large(word: &str) -> bool {
    // Scripts without capitals pass.
    word.chars().next().is_some_and(|c| c.is_alphabetic() && !c.is_lowercase())
}

/// One to three words that begin large, none of them one that orders begin with.
fn looks_like_a_name(text: &str) -> bool {
    let bare = text.trim_matches(['-', '~', '/', '*', ',', '.', '!', ' ', '(', ')']);
    let words: Vec<&str> = bare.split(' ').filter(|w| !w.is_empty()).collect();
    (1..=3).contains(&words.len())
        && !words.iter().any(|w| never_talk(&w.to_lowercase()))
        && words.iter().all(|w| starts_large(w) || matches!(*w, "von" | "van" | "de" | "der" | "di" | "da"))
        && bare.chars().all(|c| c.is_alphabetic() || " .-'".contains(c))
}

/// Whether a line is nothing but the writer's own name, or a part of it, or its initials.
fn is_writer(text: &str, writer: &[String]) -> bool {
    let bare = text.trim_matches(['-', '~', '/', '*', ',', '.', '!', ' ', '(', ')']).to_lowercase();
    let words: Vec<&str> = bare.split([' ', '.']).filter(|w| !w.is_empty()).collect();
    let initials: String = writer.iter().filter_map(|w| w.chars().next()).collect();
    (1..=4).contains(&words.len())
        && !words.iter().any(|w| never_talk(w))
        && bare.chars().any(char::is_alphabetic)
        && (bare.chars().count() > 1 && initials.starts_with(&bare)
            || words.iter().all(|w| writer.iter().any(|n| n == w || (w.chars().count() == 1 && n.starts_with(w)))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_that_are_never_talk_are_sorted() {
        assert!(NEVER_TALK.is_sorted());
    }

    #[test]
    fn greetings() {
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
            assert!(greets(text), "{text}");
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
            assert!(!greets(text), "{text}");
        }
    }

    fn closes(lines: &[&str]) -> usize {
        let lines: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
        closing(&lines, &["tom".to_owned(), "barker".to_owned()])
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

    #[test]
    fn phones_and_disclaimers() {
        for text in [
            "Sent from my iPhone",
            "Von meinem iPhone gesendet",
            "Get Outlook for Android<https://aka.ms/x>",
            "Envoyé de mon iPad",
            "Sent with Proton Mail secure email.",
        ] {
            assert!(from_a_phone(text), "{text}");
        }
        assert!(!from_a_phone("Sent from 0714"));
        assert!(begins_disclaimer("This e-mail and any attachments are confidential"));
    }
}
