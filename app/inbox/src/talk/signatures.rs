//! Signatures, what phones add, and disclaimers.

use super::leave;
use crate::characters::notation;
use crate::plain::{Line, Mark};
use crate::quotes::Own;
use crate::reading::{Kind, LeftOut};
use crate::struck;

/// Leaves out signatures, what phones add, and disclaimers.
pub(crate) fn strip(own: Own, left_out: &mut Vec<LeftOut>) -> Vec<Line> {
    let mut kept: Vec<Line> = Vec::new();
    let mut signature = false;
    // A disclaimer goes on while its lines are as long as a wrapped line is.
    let mut disclaimer = false;
    for line in struck::split(own.lines) {
        if line.mark == Mark::Struck {
            leave(left_out, &line, Kind::Struck);
            continue;
        }
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

/// "Sent from my iPhone" and its like.
fn from_a_phone(text: &str) -> bool {
    const BEGINS: [&str; 42] = [
        "sent from my ",
        "holen sie sich outlook",
        "téléchargez outlook",
        "obtener outlook",
        "scarica outlook",
        "get bluemail",
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
    const BEGINS: [&str; 46] = [
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
        "diese e-mail kann",
        "diese e-mail und",
        "diese mail",
        "si vous n'êtes pas",
        "aviso legal",
        "antes de imprimir",
        "niniejsza wiadomość",
        "ta wiadomość",
        "avviso di riservatezza",
        "le informazioni contenute",
        "tato zpráva",
        "esta mensagem",
        "detta meddelande",
        "ez az üzenet",
        "virenfrei",
        "virus-free",
        "please consider the environment",
    ];
    let lower = text.trim_start_matches('*').to_lowercase();
    BEGINS.iter().any(|b| lower.starts_with(b))
}

#[cfg(test)]
mod tests {
    use super::*;

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
