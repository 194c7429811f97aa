//! Names that people give themselves and their games: what may be one, and how an old one is printed in a subject.
//!
//! A name stands in letters to people who have not asked for them. So nothing may be one that a mail program makes a link of, and
//! nothing that hides text or turns it round.

/// What is wrong with a name, in words that complete "Your name …".
///
/// # Errors
/// The words, when it looks like an address or holds characters that cannot be seen.
pub fn check(name: &str) -> Result<(), &'static str> {
    if name.chars().any(is_hidden) {
        return Err("has characters in it that cannot be seen, or that turn text round");
    }
    let plain: Vec<char> = name.chars().map(folded).collect();
    if inside(&plain, '@').next().is_some() {
        return Err("looks like a mail address");
    }
    let text: String = plain.iter().collect();
    let scheme = ["://", "mailto:", "www."].iter().any(|s| text.to_lowercase().contains(s));
    if scheme || words(&text).any(is_host) {
        return Err("looks like the address of a web page");
    }
    Ok(())
}

/// A text as a subject may hold it: on one line, with nothing hidden, and with a space where a mail program would see an address.
pub fn harmless(text: &str) -> String {
    let seen: Vec<char> = text.chars().map(|c| if is_hidden(c) { ' ' } else { c }).collect();
    let plain: Vec<char> = seen.iter().map(|c| folded(*c)).collect();
    let mut out = String::with_capacity(text.len());
    for (at, c) in seen.iter().enumerate() {
        let (before, after) = (at.checked_sub(1).and_then(|b| plain.get(b)), plain.get(at + 1));
        let between = before.is_some_and(|b| b.is_alphanumeric()) && after.is_some_and(|a| a.is_alphabetic());
        let leads = |to: &[char]| plain.get(at + 1..).is_some_and(|rest| rest.starts_with(to));
        match plain.get(at) {
            Some('.') if between => out.push_str(". "),
            Some('@') if before.is_some_and(|b| !b.is_whitespace()) => out.push_str(" at "),
            Some(':') if leads(&['/', '/']) => out.push_str(": "),
            Some(':') if between => out.push_str(": "),
            Some('/') if leads(&['/']) || before == Some(&'/') => out.push(' '),
            _ => out.push(*c),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Controls, and what Unicode has to hide text, to break lines or to turn them round. The two joiners are left: names are written with
/// them in some languages.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The plain form of what mail programs and name servers take for a dot, an at sign, a colon or a slash.
fn folded(c: char) -> char {
    match c {
        '。' | '．' | '｡' | '․' | '﹒' | 'ꓸ' => '.',
        '＠' | '﹫' => '@',
        '：' | '﹕' => ':',
        '／' | '⁄' | '∕' => '/',
        c => c,
    }
}

/// The places of a character with something other than a space on either side.
fn inside(text: &[char], wanted: char) -> impl Iterator<Item = usize> {
    text.windows(3)
        .enumerate()
        .filter(move |(_, w)| {
            w.get(1) == Some(&wanted) && [0, 2].iter().all(|n| w.get(*n).is_some_and(|c| !c.is_whitespace()))
        })
        .map(|(at, _)| at + 1)
}

/// What stands between characters that no host name has.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_'))).filter(|word| !word.is_empty())
}

/// Whether a word could be a host: two labels, of which the last is one of letters; or an IPv4 address.
fn is_host(word: &str) -> bool {
    let labels: Vec<&str> = word.trim_matches('.').split('.').collect();
    let number = |label: &&str| !label.is_empty() && label.len() <= 3 && label.bytes().all(|b| b.is_ascii_digit());
    match labels.as_slice() {
        [_, _, _, _] if labels.iter().all(number) => true,
        [.., before, last] => {
            let top = last.chars().count() > 1 && last.chars().all(char::is_alphabetic) || last.starts_with("xn--");
            top && !before.is_empty()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_and_games_are_names() {
        for name in [
            "Robert E. Lee",
            "J. E. B. Stuart",
            "O'Neill",
            "Jean-Luc",
            "Gaines’s Mill: the whole battle",
            "Seven Pines 1.5",
            "26/27 June",
            "Lee @ Gettysburg",
            "Zoë 👩‍🚀",
            "李小龍",
            "علی‌رضا",
            "10 a.m.",
            "A.",
            "...",
        ] {
            assert_eq!(check(name), Ok(()), "{name:?}");
        }
    }

    #[test]
    fn what_a_mail_program_makes_a_link_of_is_no_name() {
        for name in [
            "evil.example",
            "Win now at evil.example/prize",
            "http://10.0.0.1/x",
            "https://evil.example",
            "HTTPS://EVIL.EXAMPLE",
            "www.evil",
            "10.0.0.1",
            "lee@example.org",
            "lee＠example．org",
            "evil。example",
            "evil｡example",
            "evil․example",
            "пример.рф",
            "evil.xn--p1ai",
            "mailto:lee",
            "hxxp：／／evil",
            "U.S.Grant",
        ] {
            let wrong = check(name).unwrap_err();
            assert!(wrong.starts_with("looks like"), "{name:?}: {wrong}");
        }
        for name in ["Lee\r\nBcc: x", "Lee\u{202e}gpj.eel", "Lee\u{200b}", "Le\u{ad}e", "\u{feff}Lee", "a\u{2028}b"] {
            assert!(check(name).unwrap_err().contains("cannot be seen"), "{name:?}");
        }
    }

    #[test]
    fn an_old_name_is_harmless_in_a_subject() {
        for (name, printed) in [
            ("Robert E. Lee", "Robert E. Lee"),
            ("evil.example/prize", "evil. example/prize"),
            ("https://evil.example", "https: evil. example"),
            ("see www.evil.example now", "see www. evil. example now"),
            ("lee@example.org", "lee at example. org"),
            ("evil。example", "evil. example"),
            ("Lee\r\nBcc: x@y.z", "Lee Bcc: x at y. z"),
            ("a\u{202e}b", "a b"),
            ("mailto:lee", "mailto: lee"),
            ("at 10.30, turn 4", "at 10.30, turn 4"),
        ] {
            assert_eq!(harmless(name), printed);
            let again = harmless(printed);
            assert_eq!(again, printed, "twice is once");
            assert!(words(&again).all(|w| !is_host(w)), "{again}");
        }
    }
}
