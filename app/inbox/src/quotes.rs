//! Leaves out what is quoted, with the lines that announce it, wherever the answer stands: above, below or between.

use crate::characters::notation;
use crate::plain::{Line, Mark};

/// Lines that an announcement may be wrapped over.
const MOST_WRAPPED: usize = 4;

/// The writer's own lines.
#[derive(Debug, Default)]
pub(crate) struct Own {
    /// His lines, and empty ones between them. A run of quoted lines leaves one [`Own::GAP`].
    pub lines: Vec<Line>,
    /// Where a quotation without marks begins, if something stands below it.
    pub cut: Option<usize>,
}

impl Own {
    /// The depth of the line that stands for a run of quoted ones.
    pub(crate) const GAP: usize = 1;
}

/// Leaves out what is quoted.
pub(crate) fn own(lines: &[Line]) -> Own {
    let mut own = Own::default();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        if line.depth > 0 {
            gap(&mut own, line);
            at += 1;
            continue;
        }
        match announcement(lines, at) {
            Some(Announced { taken, marked: true }) => {
                gap(&mut own, line);
                at += taken;
            }
            Some(Announced { taken, marked: false }) => {
                gap(&mut own, line);
                let below = &lines[(at + taken).min(lines.len())..];
                if below.iter().any(|l| l.depth == 0 && !l.text.trim().is_empty()) {
                    own.cut = Some(line.number);
                }
                break;
            }
            None => {
                own.lines.push(line.clone());
                at += 1;
            }
        }
    }
    own
}

fn gap(own: &mut Own, line: &Line) {
    if own.lines.last().is_none_or(|l| l.depth != Own::GAP) {
        own.lines.push(Line { depth: Own::GAP, mark: Mark::None, number: line.number, text: String::new() });
    }
}

/// Lines that announce a quotation: how many, and whether what follows is marked as quoted line by line. If it is not, all the rest is the
/// quotation.
#[derive(Debug, Eq, PartialEq)]
struct Announced {
    taken: usize,
    marked: bool,
}

fn announcement(lines: &[Line], at: usize) -> Option<Announced> {
    let mut taken = 0;
    let mut weak = true;
    // Several may follow each other: a line of dashes, a block of headers, "… wrote:".
    loop {
        let rest = &lines[at + taken..];
        let blank =
            if taken == 0 { 0 } else { rest.iter().take_while(|l| l.depth == 0 && l.text.trim().is_empty()).count() };
        let rest = &rest[blank..];
        let (count, strong) = if let Some(count) = structural(rest) {
            (count, false)
        } else if let Some(count) = separator(rest) {
            (count, true)
        } else if let Some(count) = header_block(rest) {
            (count, true)
        } else if let Some(count) = attribution(rest) {
            // A rule above it, as some programs draw one.
            (count, dated(&joined(rest, count)))
        } else {
            break;
        };
        taken += blank + count;
        weak &= !strong;
        if taken > 60 {
            break;
        }
    }
    if taken == 0 {
        return None;
    }
    let next = lines[at + taken..].iter().find(|l| l.depth > 0 || !l.text.trim().is_empty());
    let marked = next.is_none_or(|l| l.depth > 0);
    let below_marked = lines[at + taken..].iter().any(|l| l.depth > 0);
    // An announcement that may be talk counts only in front of a quotation.
    if !marked && weak {
        let structural = lines[at].mark == Mark::Attribution;
        return structural.then_some(Announced { taken, marked: true });
    }
    // "On … wrote:", a few lines of the writer's own, and only then the quotation.
    let attributed_only = separator(&lines[at..]).is_none() && header_block(&lines[at..]).is_none();
    Some(Announced { taken, marked: marked || attributed_only && below_marked })
}

/// Lines that the HTML itself marks as an announcement, and no forwarded letter's head.
fn structural(lines: &[Line]) -> Option<usize> {
    let count = lines.iter().take(20).take_while(|l| l.depth == 0 && l.mark == Mark::Attribution).count();
    let forwarded = lines.first().is_some_and(|_| separator(lines).is_some() || header_block(lines).is_some());
    (count > 0 && !forwarded).then_some(count)
}

fn joined(lines: &[Line], count: usize) -> String {
    lines.iter().take(count).map(|l| notation(&l.text)).collect::<Vec<_>>().join(" ")
}

/// "-----Original Message-----" in many languages; a line of underscores above a block of headers.
fn separator(lines: &[Line]) -> Option<usize> {
    let line = lines.first().filter(|l| l.depth == 0 && l.text.len() < 200)?;
    let text = notation(&line.text);
    if text.len() >= 10 && text.bytes().all(|b| b == b'_') {
        let blank = lines[1..].iter().take_while(|l| l.text.trim().is_empty()).count();
        return header_block(&lines[1 + blank..]).map(|_| 1);
    }
    let inner = text.trim_matches('-').trim();
    let dashed = text.starts_with("--") && text.ends_with("--") && inner.len() >= 3;
    let lower = inner.to_lowercase();
    const WORDS: [&str; 30] = [
        "message",
        "nachricht",
        "mensaje",
        "messaggio",
        "bericht",
        "mensagem",
        "meddelande",
        "meddelelse",
        "melding",
        "viesti",
        "wiadomość",
        "wiadomosc",
        "zpráva",
        "správa",
        "сообщение",
        "письмо",
        "повідомлення",
        "üzenet",
        "mesaj",
        "ileti",
        "μήνυμα",
        "メッセージ",
        "邮件",
        "郵件",
        "원본",
        "mail",
        "転送",
        "mesajul",
        "poruka",
        "sporočilo",
    ];
    // Zoho: "---- On Mon, 3 Nov 2025 10:12 Fieldpost wrote ----".
    if dashed
        && (dated(inner) && wrote(inner) || lower.chars().count() <= 60 && WORDS.iter().any(|w| lower.contains(w)))
    {
        return Some(1);
    }
    const BARE: [&str; 5] = [
        "begin forwarded message:",
        "anfang der weitergeleiteten nachricht:",
        "début du message réexpédié :",
        "inizio messaggio inoltrato:",
        "inicio del mensaje reenviado:",
    ];
    BARE.contains(&lower.as_str()).then_some(1)
}

/// A block of headers as Outlook writes it: "From: … Sent: … To: … Subject: …", in many languages.
fn header_block(lines: &[Line]) -> Option<usize> {
    const FROM: [&str; 25] = [
        "from",
        "von",
        "de",
        "da",
        "van",
        "från",
        "fra",
        "od",
        "от",
        "від",
        "lähettäjä",
        "feladó",
        "kimden",
        "gönderen",
        "από",
        "expéditeur",
        "mittente",
        "remitente",
        "absender",
        "差出人",
        "发件人",
        "寄件者",
        "보낸 사람",
        "送信者",
        "de la",
    ];
    const OTHERS: [&str; 63] = [
        "sent",
        "date",
        "to",
        "cc",
        "subject",
        "reply-to",
        "gesendet",
        "datum",
        "an",
        "betreff",
        "envoyé",
        "à",
        "objet",
        "enviado",
        "enviado el",
        "fecha",
        "para",
        "asunto",
        "inviato",
        "data",
        "a",
        "oggetto",
        "verzonden",
        "aan",
        "onderwerp",
        "assunto",
        "skickat",
        "till",
        "ämne",
        "sendt",
        "til",
        "emne",
        "dato",
        "lähetetty",
        "päivämäärä",
        "vastaanottaja",
        "aihe",
        "wysłano",
        "do",
        "temat",
        "odesláno",
        "komu",
        "předmět",
        "predmet",
        "отправлено",
        "дата",
        "кому",
        "тема",
        "küldve",
        "címzett",
        "tárgy",
        "gönderildi",
        "kime",
        "konu",
        "送信日時",
        "宛先",
        "件名",
        "日付",
        "发送时间",
        "收件人",
        "主题",
        "보낸 날짜",
        "받는 사람",
    ];
    let key = |line: &Line| -> Option<String> {
        if line.depth > 0 || line.text.len() > 1000 {
            return None;
        }
        let text = notation(&line.text);
        let (key, _) = text.split_once(':')?;
        Some(key.trim_matches(['*', ' ']).to_lowercase())
    };
    let first = key(lines.first()?)?;
    let known = |k: &str| FROM.contains(&k) || OTHERS.contains(&k);
    if !known(&first) {
        return None;
    }
    // GMX and others begin with the date.
    let mut from = FROM.contains(&first.as_str());
    let (mut found, mut count, mut unknown) = (0, 1, 0);
    for line in lines.iter().skip(1).take(12) {
        if line.depth > 0 || line.text.trim().is_empty() {
            // Some programs leave a line free between them.
            let next = lines.get(count + 1).and_then(key);
            if line.depth == 0 && next.is_some_and(|k| known(&k)) {
                count += 1;
                continue;
            }
            break;
        }
        match key(line) {
            Some(k) if known(&k) => {
                from |= FROM.contains(&k.as_str());
                found += 1;
                unknown = 0;
            }
            // A header that is wrapped.
            _ if unknown == 0 && found < 4 => unknown += 1,
            _ => break,
        }
        count += 1;
    }
    (from && found >= 2).then_some(count - if unknown > 0 && count > 1 { unknown } else { 0 })
}

/// "On Monday, 3 November 2025 at 10:12, Fieldpost wrote:" in many languages, over as many lines as it is wrapped.
fn attribution(lines: &[Line]) -> Option<usize> {
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
fn dated(text: &str) -> bool {
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

fn wrote(text: &str) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::fixed;

    fn kept(text: &str) -> Vec<String> {
        own(&fixed(text)).lines.into_iter().filter(|l| l.depth == 0 && !l.text.is_empty()).map(|l| l.text).collect()
    }

    #[test]
    fn above_below_and_between() {
        assert_eq!(
            kept("3\n\nOn Mon, 3 Nov 2025 at 10:12, Fieldpost <g-a@b.c> wrote:\n\n> 1. Archer\n> 2. Griffin\n"),
            ["3"]
        );
        assert_eq!(kept("Am 03.11.25 um 10:12 schrieb Fieldpost:\n> 1. Archer\n\n3\n"), ["3"]);
        assert_eq!(kept("On Monday Fieldpost wrote:\n> Which?\n3\n> And then?\ndone\n"), ["3", "done"]);
    }

    #[test]
    fn announcements_wrapped_and_foreign() {
        for lines in [
            "On Mon, 3 Nov 2025 at 10:12, Fieldpost\n<g-abc@in.example.net> wrote:",
            "Le lun. 3 nov. 2025 à 10:12, Fieldpost <g-abc@in.example.net> a écrit :",
            "El lun, 3 nov 2025 a las 10:12, Fieldpost (<g-abc@in.example.net>)\nescribió:",
            "Il giorno lun 3 nov 2025 alle ore 10:12 Fieldpost <g-abc@in.example.net> ha\nscritto:",
            "Op ma 3 nov 2025 om 10:12 schreef Fieldpost <g-abc@in.example.net>:",
            "W dniu 3.11.2025 o 10:12, Fieldpost pisze:",
            "Fieldpost <g-abc@in.example.net> schrieb am Mo., 3. Nov. 2025,\n10:12:",
            "2025年11月3日(月) 10:12 Fieldpost <g-abc@in.example.net>:",
            "пн, 3 нояб. 2025 г. в 10:12, Fieldpost <g-abc@in.example.net>:",
            "Den mån 3 nov. 2025 kl 10:12 skrev Fieldpost <g-abc@in.example.net>:",
        ] {
            assert_eq!(kept(&format!("done\n\n{lines}\n> 1. Archer\n")), ["done"], "{lines}");
            assert_eq!(kept(&format!("done\n{lines}\n> 1. Archer\n")), ["done"], "{lines}");
            assert_eq!(kept(&format!("done\n\n{lines}\n\n1. Archer\n")), ["done"], "unmarked {lines}");
        }
    }

    #[test]
    fn blocks_of_headers() {
        let block = "From: Fieldpost <g-abc@in.example.net>\nSent: Monday, November 3, 2025 10:12 AM\nTo: Tom\nSubject: Your turn\n\n1. Archer\n";
        assert_eq!(kept(&format!("3\n\n-----Original Message-----\n{block}")), ["3"]);
        assert_eq!(kept(&format!("3\n\n________________________________\n{block}")), ["3"]);
        assert_eq!(kept(&format!("3\n\n{block}")), ["3"]);
        let german =
            "Von: Fieldpost\nGesendet: Montag, 3. November 2025 10:12\nAn: Tom\nBetreff: Dein Zug\n\n1. Archer\n";
        assert_eq!(kept(&format!("3\n\n{german}")), ["3"]);
        assert_eq!(kept("3\n\n*From:* Fieldpost\n*Date:* Mon\n*To:* Tom\n\n1. Archer\n"), ["3"]);
    }

    #[test]
    fn what_a_cut_leaves_out_is_noted() {
        let own = own(&fixed("3\n\n-----Original Message-----\nFrom: Fieldpost\nTo: Tom\n\n1. Archer\n"));
        assert_eq!(own.cut, Some(3));
    }

    #[test]
    fn orders_are_no_announcements() {
        for order in ["From 0714", "On to Richmond", "Archer 0714-0715", "A: 3", "message:", "game 7:", "Da Vinci"] {
            assert_eq!(kept(&format!("{order}\ndone\n")), [order, "done"]);
        }
        assert_eq!(kept("message:\nAnna wrote:\n> x\nfine\n"), ["message:", "fine"]);
        assert_eq!(kept("message:\nAnna wrote:\nfine\n"), ["message:", "Anna wrote:", "fine"]);
    }

    #[test]
    fn a_clear_signed_or_proton_letter() {
        assert_eq!(
            kept(
                "3\n\n------- Original Message -------\nOn Monday, November 3rd, 2025 at 10:12, Fieldpost <g-a@b.c> wrote:\n\n> 1. Archer\n\nlater\n"
            ),
            ["3", "later"]
        );
    }
}
