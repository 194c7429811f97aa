//! What mail programs put above a quoted or forwarded letter: a line of dashes, a block of headers.

use super::attributions::{dated, wrote};
use crate::characters::notation;
use crate::plain::Line;

/// "-----Original Message-----" in many languages; a line of underscores above a block of headers.
pub(super) fn separator(lines: &[Line]) -> Option<usize> {
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
pub(super) fn header_block(lines: &[Line]) -> Option<usize> {
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
