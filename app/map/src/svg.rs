//! Writing SVG: numbers, escaped text, path data.

use std::fmt::{self, Write};

/// A number with at most two decimals and no superfluous signs or noughts. What is not finite is written 0.
#[derive(Clone, Copy)]
pub(crate) struct Num(pub(crate) f64);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = if self.0.is_finite() { (self.0 * 100.0).round() as i64 } else { 0 };
        write_fixed(f, hundredths, 2)
    }
}

/// Writes `n / 10^places`, shortest form: `.5`, `-3`, `12.25`.
fn write_fixed(f: &mut impl Write, n: i64, places: u32) -> fmt::Result {
    if n < 0 {
        f.write_char('-')?;
    }
    let (n, one) = (n.unsigned_abs(), 10_u64.pow(places));
    let (whole, mut part, mut digits) = (n / one, n % one, places as usize);
    if part == 0 {
        return write!(f, "{whole}");
    }
    while part % 10 == 0 {
        part /= 10;
        digits -= 1;
    }
    if whole > 0 {
        write!(f, "{whole}")?;
    }
    write!(f, ".{part:0digits$}")
}

/// Text made safe for XML content and double-quoted attributes. Characters that XML forbids are dropped.
#[derive(Clone, Copy)]
pub(crate) struct Esc<'a>(pub(crate) &'a str);

impl fmt::Display for Esc<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {}
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A point.
pub(crate) type Pt = (f64, f64);

/// Path data in short relative form. Points are rounded once to the grid and differences taken after, so that nothing
/// drifts.
pub(crate) struct PathData {
    text: String,
    places: u32,
    one: f64,
    now: (i64, i64),
    start: (i64, i64),
}

impl PathData {
    /// Path data to a tenth of a unit, fine enough for the land.
    pub(crate) fn coarse() -> Self {
        PathData { text: String::new(), places: 1, one: 10.0, now: (0, 0), start: (0, 0) }
    }

    /// Path data to a hundredth of a unit, for letters.
    pub(crate) fn fine() -> Self {
        PathData { text: String::new(), places: 2, one: 100.0, now: (0, 0), start: (0, 0) }
    }

    fn grid(&self, (x, y): Pt) -> (i64, i64) {
        let g = |v: f64| if v.is_finite() { (v * self.one).round() as i64 } else { 0 };
        (g(x), g(y))
    }

    fn put(&mut self, letter: char, points: &[Pt]) {
        let base = self.now;
        let mut first = true;
        if letter != '\0' {
            self.text.push(letter);
        }
        for p in points {
            let (x, y) = self.grid(*p);
            for n in [x - base.0, y - base.1] {
                // A minus sign parts two numbers by itself.
                if (!first || letter == '\0') && n >= 0 {
                    self.text.push(' ');
                }
                first = false;
                let written = write_fixed(&mut self.text, n, self.places);
                debug_assert!(written.is_ok(), "writing to a string cannot fail");
            }
            self.now = (x, y);
        }
    }

    /// Starts a subpath. The first is absolute, so that finished paths can be strung together.
    pub(crate) fn start(&mut self, p: Pt) {
        let first = self.text.is_empty();
        self.put(if first { 'M' } else { 'm' }, &[p]);
        self.start = self.now;
    }

    /// A straight line.
    pub(crate) fn line(&mut self, p: Pt) {
        if self.grid(p) != self.now {
            self.put('l', &[p]);
        }
    }

    /// A quadratic curve; a straight line where it is too small to bend.
    pub(crate) fn quad(&mut self, c: Pt, p: Pt) {
        let (c0, end) = (self.grid(c), self.grid(p));
        if c0 == self.now || c0 == end {
            self.line(p);
        } else {
            self.put('q', &[c, p]);
        }
    }

    /// A cubic curve.
    pub(crate) fn cubic(&mut self, a: Pt, b: Pt, p: Pt) {
        self.put('c', &[a, b, p]);
    }

    /// Closes the subpath.
    pub(crate) fn close(&mut self) {
        self.text.push('z');
        self.now = self.start;
    }

    /// A run of straight lines.
    pub(crate) fn run(&mut self, points: &[Pt]) {
        if let Some((first, rest)) = points.split_first() {
            self.start(*first);
            rest.iter().for_each(|p| self.line(*p));
        }
    }

    /// A closed run of straight lines.
    pub(crate) fn ring(&mut self, points: &[Pt]) {
        if points.len() > 2 {
            self.run(points);
            self.close();
        }
    }

    /// Whether nothing was drawn.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The text for the `d` attribute.
    pub(crate) fn done(self) -> String {
        self.text
    }
}

/// Appends formatted text to a string; that cannot fail.
macro_rules! put {
    ($to:expr, $($arg:tt)*) => {{
        use std::fmt::Write as _;
        let written = write!($to, $($arg)*);
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
    }};
}
pub(crate) use put;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_nan() {
        let cases = [(0.0, "0"), (-0.001, "0"), (0.5, ".5"), (-12.25, "-12.25"), (3.10, "3.1"), (f64::NAN, "0")];
        for (n, text) in cases {
            assert_eq!(Num(n).to_string(), text);
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(Esc("<a b=\"'&\u{1}\n>").to_string(), "&lt;a b=&quot;&#39;&amp; &gt;");
    }

    #[test]
    fn relative_paths_do_not_drift() {
        let mut d = PathData::coarse();
        d.run(&[(0.04, 0.04), (0.08, 0.04), (0.12, -0.96), (10.0, 5.0)]);
        d.close();
        assert_eq!(d.done(), "M0 0l.1 0l0-1l9.9 6z");
    }
}
