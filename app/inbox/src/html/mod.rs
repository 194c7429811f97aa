//! HTML as lines, with their depth of quotation. One pass, bounded by the length of the text.

mod attributes;
mod references;

use crate::plain::{Line, Mark};
use attributes::Attributes;
use references::decode;

/// Elements open at once. A letter with more is taken for quoted from there on: an order is never read out of a tangle.
const MOST_OPEN: usize = 400;

/// Elements that begin and end a line.
const BLOCKS: [&str; 35] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "center",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "li",
    "main",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "tr",
    "ul",
];
/// Elements without an end.
const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
/// Elements whose content is not shown as text.
const RAW: [&str; 5] = ["script", "style", "title", "textarea", "xmp"];
/// Classes and ids of what mail programs wrap quoted letters in.
const QUOTES: [&str; 14] = [
    "yahoo_quoted",
    "protonmail_quote",
    "tutanota_quote",
    "zmail_extra",
    "moz-forward-container",
    "gmail_quote_forward",
    "mail-editor-reference-message-container",
    "isforwardcontent",
    "isreplycontent",
    "origbody",
    "ntes_origin",
    "mail_quote",
    "wrappedmail",
    "orimsghtmlseperator",
];
/// … of the line that announces one.
const ATTRIBUTIONS: [&str; 5] =
    ["gmail_attr", "moz-cite-prefix", "reply-intro", "moz-email-headers-table", "hwquoteheader"];
/// … after which everything is quoted.
const RESTS: [&str; 4] = ["divrplyfwdmsg", "appendonsend", "reply-header", "outlookmessageheader"];
/// … of signatures.
const SIGNATURES: [&str; 7] = [
    "gmail_signature",
    "moz-signature",
    "ms-outlook-mobile-signature",
    "protonmail_signature_block",
    "signature",
    "x_signature",
    "bloop_sign",
];

/// An element that is open.
#[derive(Debug)]
struct Open {
    tag: String,
    attribution: bool,
    hidden: bool,
    preserved: bool,
    quoted: bool,
    signature: bool,
    struck: bool,
}

#[derive(Debug, Default)]
struct Page {
    lines: Vec<Line>,
    line: String,
    space: bool,
    open: Vec<Open>,
    rest_quoted: bool,
    attribution: usize,
    hidden: usize,
    preserved: usize,
    quoted: usize,
    signature: usize,
    struck: usize,
    /// What was struck out of the line.
    gone: String,
}

/// The lines of an HTML text, as a reader sees them.
pub(crate) fn lines(html: &str) -> Vec<Line> {
    let mut page = Page::default();
    let mut rest = html;
    let mut tags_end = true;
    while !rest.is_empty() {
        let Some(at) = (if tags_end { rest.find('<') } else { None }) else {
            page.text(rest);
            break;
        };
        page.text(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with("<!--") {
            rest = rest.find("-->").map_or("", |end| &rest[end + 3..]);
        } else if rest[1..].starts_with(['!', '?']) {
            match rest.find('>') {
                Some(end) => rest = &rest[end + 1..],
                None => tags_end = false,
            }
        } else if rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') {
            match end_of_tag(rest) {
                Some(end) => {
                    let (tag, after) = (&rest[1..end], &rest[end + 1..]);
                    rest = page.tag(tag, after);
                }
                None => tags_end = false,
            }
        } else {
            page.text("<");
            rest = &rest[1..];
        }
    }
    page.end_line(false);
    for (at, line) in page.lines.iter_mut().enumerate() {
        line.number = at + 1;
    }
    page.lines
}

/// Where a tag's `>` is: outside of quotation marks, or the first one if those do not match.
fn end_of_tag(rest: &str) -> Option<usize> {
    let mut quote = None;
    let mut after_equals = false;
    for (at, b) in rest.bytes().enumerate() {
        match quote {
            Some(q) if b == q => quote = None,
            Some(_) => {}
            None if b == b'>' => return Some(at),
            // A quotation mark counts only where a value begins.
            None if (b == b'"' || b == b'\'') && after_equals => quote = Some(b),
            None => {}
        }
        after_equals = b == b'=' || after_equals && b.is_ascii_whitespace();
    }
    rest.find('>')
}

impl Page {
    fn text(&mut self, text: &str) {
        if self.hidden > 0 || text.is_empty() {
            return;
        }
        let mut decoded = String::with_capacity(text.len());
        decode(text, &mut decoded);
        if self.struck > 0 {
            // It parts words, as a space does, and says nothing itself.
            self.gone.push_str(&decoded);
            self.space = true;
            return;
        }
        for c in decoded.chars() {
            match c {
                '\n' if self.preserved > 0 => self.end_line(true),
                ' ' | '\n' | '\r' | '\t' | '\u{c}' => self.space = true,
                c => {
                    if self.space && !self.line.is_empty() {
                        self.line.push(' ');
                    }
                    self.space = false;
                    self.line.push(c);
                }
            }
        }
    }

    fn end_line(&mut self, even_if_empty: bool) {
        let text = std::mem::take(&mut self.line);
        self.space = false;
        let gone = std::mem::take(&mut self.gone);
        if !gone.trim().is_empty() {
            let depth = self.quoted + usize::from(self.rest_quoted);
            let text = gone.split_whitespace().collect::<Vec<_>>().join(" ");
            self.lines.push(Line { depth, mark: Mark::Struck, number: 0, text });
        }
        if text.is_empty() && !even_if_empty {
            return;
        }
        let mark = match () {
            () if self.attribution > 0 => Mark::Attribution,
            () if self.signature > 0 => Mark::Signature,
            () => Mark::None,
        };
        let depth = self.quoted + usize::from(self.rest_quoted);
        self.lines.push(Line { depth, mark, number: 0, text });
    }

    /// Takes a tag in; what is left to read.
    fn tag<'h>(&mut self, tag: &str, after: &'h str) -> &'h str {
        let (closes, body) = tag.strip_prefix('/').map_or((false, tag), |t| (true, t));
        let end = body.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(body.len());
        let name = body[..end].to_ascii_lowercase();
        let name = name.rsplit(':').next().unwrap_or_default();
        if closes {
            self.close(name);
            return after;
        }
        if RAW.contains(&name) {
            return end_of_raw(after, name);
        }
        let blocks = BLOCKS.contains(&name);
        if name == "br" {
            self.end_line(true);
        } else if blocks {
            self.end_line(false);
        } else if matches!(name, "td" | "th") {
            self.space = true;
        }
        if !VOID.contains(&name) && !tag.ends_with('/') {
            self.open(name, &body[end..]);
        }
        after
    }

    fn open(&mut self, name: &str, attributes: &str) {
        // Elements that end where the next of their kind begins; a paragraph ends where any block does.
        let top = self.open.last().is_some_and(|o| o.tag == name);
        if top && matches!(name, "li" | "tr" | "td" | "th" | "dd" | "dt" | "option") {
            self.close(name);
        }
        if BLOCKS.contains(&name) {
            let cell = |o: &Open| matches!(o.tag.as_str(), "td" | "th");
            if self.open.iter().rev().take_while(|o| !cell(o)).any(|o| o.tag == "p") {
                self.close("p");
            }
        }
        if self.open.len() >= MOST_OPEN {
            self.rest_quoted = true;
            return;
        }
        let attributes = Attributes::read(attributes);
        let known = |list: &[&str]| attributes.names().any(|n| list.contains(&n));
        if known(&RESTS) || outlook_rule(name, &attributes.style) {
            self.rest_quoted = true;
        }
        let quoted = name == "blockquote" && !attributes.only_indents()
            || known(&QUOTES)
            || name == "div" && attributes.name == "quote";
        let open = Open {
            tag: name.to_owned(),
            attribution: known(&ATTRIBUTIONS),
            hidden: attributes.hidden || matches!(name, "head" | "template" | "object" | "svg"),
            preserved: name == "pre" || attributes.style.contains("white-space:pre"),
            quoted,
            signature: known(&SIGNATURES),
            struck: attributes.struck || matches!(name, "s" | "del" | "strike"),
        };
        self.count(&open, true);
        self.open.push(open);
    }

    fn count(&mut self, open: &Open, opens: bool) {
        let step = |count: &mut usize, counts: bool| {
            if counts {
                *count = if opens { *count + 1 } else { count.saturating_sub(1) };
            }
        };
        step(&mut self.attribution, open.attribution);
        step(&mut self.hidden, open.hidden);
        step(&mut self.preserved, open.preserved);
        step(&mut self.quoted, open.quoted);
        step(&mut self.signature, open.signature);
        step(&mut self.struck, open.struck);
    }

    fn close(&mut self, name: &str) {
        let blocks = BLOCKS.contains(&name) || matches!(name, "td" | "th");
        // An inline element's end does not reach out of the block that it stands in.
        let barrier = |o: &Open| !blocks && (BLOCKS.contains(&o.tag.as_str()) || matches!(o.tag.as_str(), "td" | "th"));
        let found = self.open.iter().rposition(|o| o.tag == name || barrier(o));
        let found = found.filter(|at| self.open[*at].tag == name);
        if BLOCKS.contains(&name) {
            // The line belongs to what is being closed.
            self.end_line(name == "p" && found.is_some() && !self.line.is_empty());
            if name == "p" && found.is_some() {
                self.end_line(true);
            }
        }
        let Some(at) = found else { return };
        while self.open.len() > at {
            if let Some(open) = self.open.pop() {
                if open.attribution || open.signature || open.quoted || open.hidden {
                    self.end_line(false);
                }
                self.count(&open, false);
            }
        }
    }
}

/// Outlook's line above a quoted letter, in any language.
fn outlook_rule(name: &str, style: &str) -> bool {
    name == "div"
        && style.contains("border-top:solid")
        && ["e1e1e1", "b5c4df"].iter().any(|colour| style.contains(colour))
}

/// What follows the end of an element that holds no markup.
fn end_of_raw<'h>(after: &'h str, name: &str) -> &'h str {
    let mut rest = after;
    while let Some(at) = rest.find("</") {
        rest = &rest[at + 2..];
        if rest.get(..name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name)) {
            return rest.find('>').map_or("", |end| &rest[end + 1..]);
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(html: &str) -> Vec<String> {
        lines(html).into_iter().filter(|l| l.depth == 0 && !l.text.is_empty()).map(|l| l.text).collect()
    }

    #[test]
    fn blocks_and_breaks() {
        assert_eq!(own("<p>a  b<br>c</p><div>d<span> e</span></div>f"), ["a b", "c", "d e", "f"]);
        assert_eq!(
            own("<ul><li>a<li>b</ul><table><tr><td>c</td><td>d</td></tr><tr><td>e</table>"),
            ["a", "b", "c d", "e"]
        );
        assert_eq!(own("<pre>a\n b</pre>c"), ["a", "b", "c"]);
        assert_eq!(
            own("<head><title>x</title><style>p > a {}</style></head><body>a<!-- b --><script>c<d</script>e"),
            ["ae"]
        );
        assert_eq!(own("a<div style='display: none'>b<p>c</p></div>d"), ["a", "d"]);
    }

    #[test]
    fn what_is_struck_out_is_marked_and_leaves_the_line() {
        let html = "<p>a <s>b</s> c</p><p><del>d</del></p><p><span style='text-decoration: line-through'>e</span></p><strike>f<br>g</strike>h";
        let said = |mark: Mark| -> Vec<String> {
            let all = lines(html).into_iter().filter(|l| l.mark == mark && !l.text.is_empty());
            all.map(|l| l.text).collect()
        };
        assert_eq!(said(Mark::None), ["a c", "h"]);
        assert_eq!(said(Mark::Struck), ["b", "d", "e", "f", "g"]);
    }

    #[test]
    fn character_references() {
        assert_eq!(own("0714&ndash;0715&#8211;0815&#x2013;&#150;1"), ["0714\u{2013}0715\u{2013}0815\u{2013}-1"]);
        assert_eq!(own("a&nbsp;b &amp; c &unknown; &lt;d&gt; AT&T"), ["a\u{a0}b & c &unknown; <d> AT&T"]);
    }

    #[test]
    fn quotations() {
        assert_eq!(own("a<blockquote type=cite>b<div>c</div></blockquote>d"), ["a", "d"]);
        assert_eq!(own("a<div class=\"yahoo_quoted\"><div>b</div></div>c"), ["a", "c"]);
        assert_eq!(own("a<div id=divRplyFwdMsg>b</div><div>c</div>"), ["a"]);
        assert_eq!(own("<blockquote style='margin:0 0 0 40px; border:none; padding:0'>a</blockquote>"), ["a"]);
        assert_eq!(own("<blockquote class=gmail_quote style='border:none'>a</blockquote>"), Vec::<String>::new());
        // An end that belongs to nothing does not end the quotation.
        assert_eq!(own("<blockquote><b>a</i></span>b</blockquote>c"), ["c"]);
    }

    #[test]
    fn tangles_end() {
        assert_eq!(own(&"<div>".repeat(5000)), Vec::<String>::new());
        assert!(own(&format!("{}3", "<div>".repeat(5000))).is_empty());
        assert_eq!(own("a <b title=\"x>y</b>z"), ["a y z"].map(|_| "a yz".to_owned()));
        assert_eq!(own("1 < 2 <3"), ["1 < 2 <3"]);
        assert_eq!(own("a<div"), ["a<div"]);
        let started = own(&"<a \"".repeat(100_000));
        assert_eq!(started.len(), 1);
    }
}
