//! Leaves out what is quoted, with the lines that announce it, wherever the answer stands: above, below or between.

mod attributions;
mod heads;

use crate::characters::notation;
use crate::plain::{Line, Mark};
use attributions::{attribution, dated};
use heads::{header_block, separator};

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
