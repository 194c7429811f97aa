//! What was struck out in plain text: `~~so~~`, also over several lines, and strokes laid over letters.

use crate::plain::{Line, Mark};
use crate::quotes::Own;

const MARKS: &str = "~~";

/// Takes what is struck out off the writer's lines. It stands behind them, marked [`Mark::Struck`]. Marks that are never closed strike
/// nothing out, and stay.
pub(crate) fn split(lines: Vec<Line>) -> Vec<Line> {
    let own = |line: &Line| line.depth != Own::GAP && line.mark != Mark::Struck;
    let mut left: usize = lines.iter().filter(|l| own(l)).map(|l| l.text.matches(MARKS).count()).sum();
    let mut split = Vec::with_capacity(lines.len());
    let mut open = false;
    for mut line in lines {
        if !own(&line) {
            split.push(line);
            continue;
        }
        let (mut kept, mut gone) = (String::new(), String::new());
        for (at, piece) in line.text.split(MARKS).enumerate() {
            if at > 0 {
                left -= 1;
                if open || left > 0 {
                    open = !open;
                } else {
                    kept.push_str(MARKS);
                }
            }
            if open { gone.push_str(piece) } else { overlaid(piece, &mut kept, &mut gone) }
        }
        let struck = !gone.trim().is_empty();
        let (number, depth) = (line.number, line.depth);
        if !struck || !kept.trim().is_empty() {
            line.text = kept;
            split.push(line);
        }
        if struck {
            split.push(Line { depth, mark: Mark::Struck, number, text: gone });
        }
    }
    split
}

/// Letters with a stroke laid over them (U+0335 to U+0338) are struck out.
fn overlaid(text: &str, kept: &mut String, gone: &mut String) {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let stroke = |c: &char| matches!(c, '\u{335}'..='\u{338}');
        let struck = chars.peek().is_some_and(stroke);
        while chars.peek().is_some_and(stroke) {
            chars.next();
        }
        if struck { gone.push(c) } else { kept.push(c) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::fixed;

    fn kept(text: &str) -> Vec<String> {
        split(fixed(text)).into_iter().filter(|l| l.mark != Mark::Struck).map(|l| l.text).collect()
    }

    #[test]
    fn what_is_struck_out_is_gone() {
        assert_eq!(kept("~~a~~\nb"), ["b"]);
        assert_eq!(kept("a ~~b~~ c"), ["a  c"]);
        assert_eq!(kept("~~a\nb\nc~~\nd"), ["d"]);
        assert_eq!(kept("x\u{336}y\u{336}\nz"), ["z"]);
    }

    #[test]
    fn marks_without_an_end_strike_nothing_out() {
        assert_eq!(kept("a ~~b\nc"), ["a ~~b", "c"]);
        assert_eq!(kept("~~a~~ b ~~c"), [" b ~~c"]);
    }
}
