//! How many bytes the picture of a letter may have, beside what the letter says.

use crate::letters::Composed;
use fieldpost_map::MapRoom;

/// Bytes that a letter is to have at most as it is sent: some mail programs cut off what is longer, and some readers pay for them.
const LIGHT: usize = 200_000;
/// Of these, for headers, and the proof that goes with it.
const FRAME: usize = 6_000;

/// How many bytes the picture may have in a letter that says this. The words take more as they are sent: quoted, `=` and each byte beyond ASCII become
/// three, and long lines are broken; the picture, in base 64 and lines of 76, takes 37 parts of a hundred more.
pub(super) fn room_beside(words: &Composed) -> usize {
    let quoted = |text: &str| {
        let longer = text.bytes().filter(|b| matches!(b, b'=' | b'\n') || !b.is_ascii()).count();
        (text.len() + 2 * longer) * 105 / 100
    };
    let left = LIGHT.saturating_sub(FRAME + quoted(&words.text) + quoted(&words.html));
    (left * 100 / 137).min(MapRoom::LIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_post::{Image, Letter, Sender, write};
    use fieldpost_store::{Email, Time};

    /// How many bytes a letter has as it is sent that says this, with a picture of so many.
    fn sent(composed: Composed, picture: usize) -> usize {
        let to: Email = "lee@example.org".parse().unwrap();
        let letter = Letter {
            to: to.to_string(),
            to_name: None,
            subject: composed.subject,
            text: composed.text,
            html: composed.html,
            images: vec![Image { cid: "map".to_owned(), png: vec![0x89; picture] }],
            files: Vec::new(),
            message_id: "<1@fieldpost.example>".to_owned(),
            in_reply_to: None,
            references: Vec::new(),
            unsubscribe: None,
            reply_to: None,
            date: Time(1_790_000_000_000),
            answers: false,
            expires: None,
        };
        let sender = Sender { name: "Fieldpost".to_owned(), address: "post@fieldpost.example".to_owned() };
        write(&letter, &sender).unwrap().formatted().len()
    }

    #[test]
    fn a_picture_has_the_room_that_the_words_leave() {
        let said = |lines: usize| {
            let line = "<p style=\"margin:0;color:#1c1610\">Archer fires \u{2013} 4 steps +3 morale \u{2212}2 stream = 5.</p>\n";
            let text = "Archer fires \u{2013} 4 steps +3 morale \u{2212}2 stream = 5.\n";
            Composed { subject: "A game".to_owned(), text: text.repeat(lines), html: line.repeat(lines) }
        };
        let rooms: Vec<usize> = [1, 150, 300, 600].map(|lines| room_beside(&said(lines))).into();
        assert_eq!(rooms[0], MapRoom::LIGHT);
        assert!(rooms.is_sorted_by(|a, b| a > b), "{rooms:?}");
        for (lines, room) in [150, 300, 600].into_iter().zip(&rooms[1..]) {
            let bytes = sent(said(lines), *room);
            assert!(bytes <= LIGHT, "{lines} lines: {bytes}");
            assert!(bytes > LIGHT - 20_000, "{lines} lines: {bytes}, more was left");
        }
        assert_eq!(room_beside(&said(5_000)), 0);
    }
}
