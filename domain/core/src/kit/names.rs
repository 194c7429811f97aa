//! Names as players write them: compared by letters and digits alone, shortened as long as only one fits.

/// A name as it is compared: letters and digits, lower case.
pub fn fold(text: &str) -> String {
    letters(text).collect()
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// How a name begins with what is wanted: not at all, with more behind it, or as all of it.
#[derive(PartialEq, Eq)]
enum Fits {
    Not,
    Begins,
    Whole,
}

/// Asked of hundreds of names for each word of each line: stops at the first letter that differs.
fn fits(name: &str, wanted: &str) -> Fits {
    let mut letters = letters(name);
    if !wanted.chars().all(|c| letters.next() == Some(c)) {
        return Fits::Not;
    }
    if letters.next().is_none() { Fits::Whole } else { Fits::Begins }
}

/// What a text stands for among many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match<T> {
    /// One bears that name, or is the only one whose name begins so.
    One(T),
    /// Several begin so.
    Several(Vec<T>),
    /// Nobody is called that, or nothing was said.
    Nobody,
}

/// The one of many whose name this is: exactly, or the only one that begins so.
pub fn find<T: Copy, N: AsRef<str>>(all: impl Iterator<Item = T>, name: impl Fn(T) -> N, text: &str) -> Match<T> {
    let wanted = fold(text);
    if wanted.is_empty() {
        return Match::Nobody;
    }
    let mut begins: Vec<T> = Vec::new();
    for one in all {
        match fits(name(one).as_ref(), &wanted) {
            Fits::Whole => return Match::One(one),
            Fits::Begins => begins.push(one),
            Fits::Not => {}
        }
    }
    match begins.as_slice() {
        [] => Match::Nobody,
        [one] => Match::One(*one),
        _ => Match::Several(begins),
    }
}

/// Names in a sentence: "Hooker", "Hooker and Mansfield", "Hooker, Mansfield and Sumner".
pub fn listed(names: &[&str]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// The words of an order: parted by white space and commas, without the full stop that closes it.
pub fn words(line: &str) -> Vec<&str> {
    let line = line.trim().trim_end_matches('.');
    line.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_whole_or_by_the_beginning_that_only_it_has() {
        let all = ["Hill", "Hill's Guns", "Hood"];
        let name = |x: &str| x.to_owned();
        assert_eq!(find(all.into_iter(), name, "hill"), Match::One("Hill"));
        assert_eq!(find(all.into_iter(), name, "ho"), Match::One("Hood"));
        assert_eq!(find(all.into_iter(), name, "h"), Match::Several(all.to_vec()));
        assert_eq!(find(all.into_iter(), name, "HILLS G"), Match::One("Hill's Guns"));
        assert_eq!(find(all.into_iter(), name, "'"), Match::Nobody);
        assert_eq!(find(all.into_iter(), name, "Lee"), Match::Nobody);
    }

    #[test]
    fn an_order_is_read_with_commas_and_a_full_stop() {
        assert_eq!(words(" activate Morell,  Sykes. "), ["activate", "Morell", "Sykes"]);
        assert_eq!(words("activate D.H. Hill"), ["activate", "D.H.", "Hill"]);
    }
}
