//! What stands inside a tag.

/// The attributes that matter here, in lower case.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    pub class: String,
    pub cited: bool,
    pub hidden: bool,
    pub id: String,
    pub name: String,
    pub struck: bool,
    pub style: String,
}

impl Attributes {
    pub fn read(text: &str) -> Self {
        let mut attributes = Self::default();
        let mut rest = text;
        for _ in 0..40 {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
            let end = rest.find(|c: char| c.is_whitespace() || c == '=' || c == '/').unwrap_or(rest.len());
            let name = rest[..end].to_ascii_lowercase();
            rest = rest[end..].trim_start();
            let value = match rest.strip_prefix('=') {
                Some(after) => {
                    let after = after.trim_start();
                    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
                    let inner = quote.map_or(after, |_| &after[1..]);
                    let close = match quote {
                        Some(q) => inner.find(q),
                        None => inner.find(char::is_whitespace),
                    };
                    let close = close.unwrap_or(inner.len());
                    rest = inner.get(close + usize::from(quote.is_some())..).unwrap_or_default();
                    &inner[..close]
                }
                None if name.is_empty() => break,
                None => "",
            };
            let value: String = value.chars().take(2000).collect::<String>().to_lowercase();
            match name.as_str() {
                "class" => attributes.class = value,
                "cite" => attributes.cited = true,
                "hidden" => attributes.hidden = true,
                "id" => attributes.id = value,
                "name" => attributes.name = value,
                "style" => {
                    attributes.style = value.chars().filter(|c| !c.is_whitespace()).collect();
                    attributes.struck |= attributes.style.contains("line-through");
                    attributes.hidden |= attributes.style.contains("display:none")
                        || attributes.style.contains("mso-hide:all")
                        || attributes.style.contains("visibility:hidden");
                }
                "type" => attributes.cited |= value == "cite",
                _ => {}
            }
        }
        attributes
    }

    /// Classes and id; Outlook on the web puts `x_` before those of the letter it quotes.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let all = self.class.split_whitespace().chain(std::iter::once(self.id.as_str()));
        all.map(|n| n.strip_prefix("x_").unwrap_or(n))
    }

    /// A blockquote that a writer made to indent his own text.
    pub fn only_indents(&self) -> bool {
        let borderless = self.style.contains("border:none") || self.style.contains("border:0");
        borderless && !self.cited && self.class.is_empty() && self.id.is_empty()
    }
}
