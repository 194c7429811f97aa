//! What the mail server found out about the sender (RFC 8601).

use crate::address::domain;
use crate::headers::Headers;
use crate::reading::{Trust, Verdict};

/// One result: `dkim=pass header.d=example.org`.
#[derive(Debug, Default, Eq, PartialEq)]
struct Finding {
    method: String,
    result: String,
    properties: Vec<(String, String)>,
}

impl Finding {
    fn property(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }
}

/// The verdict on the sender.
///
/// Headers count that name the trusted server, from the topmost on and down to the next `Received`: what stands below was in the
/// letter when it arrived, and anybody may have written it.
pub(crate) fn verdict(headers: &Headers, from: &str, trust: &Trust) -> Verdict {
    let Some(ours) = &trust.authserv_id else { return Verdict::Absent };
    let mut findings = Vec::new();
    let mut begun = false;
    for (name, value) in headers.each() {
        match name {
            "authentication-results" => {
                let (server, found) = read_results(value);
                if server.eq_ignore_ascii_case(ours) {
                    begun = true;
                    match found {
                        Some(mut found) => findings.append(&mut found),
                        // A comment or quotation without an end may have swallowed a failure.
                        None => return Verdict::Fail("the checks cannot be read".into()),
                    }
                }
            }
            "received" if begun => break,
            _ => {}
        }
    }
    judge(&findings, domain(from))
}

fn judge(findings: &[Finding], from: &str) -> Verdict {
    let of = |method: &'static str| findings.iter().filter(move |f| f.method == method);
    if of("dmarc").any(|f| f.result == "fail") {
        return Verdict::Fail(format!("DMARC of {from} failed"));
    }
    let dmarc = |f: &Finding| f.result == "pass" && f.property("header.from").is_none_or(|d| domain_of(d) == from);
    let dkim = |f: &Finding| {
        let signer = f.property("header.d").or_else(|| f.property("header.i"));
        f.result == "pass" && signer.is_some_and(|d| aligned(&domain_of(d), from))
    };
    let spf =
        |f: &Finding| f.result == "pass" && f.property("smtp.mailfrom").is_some_and(|d| aligned(&domain_of(d), from));
    if of("dmarc").any(dmarc) || of("dkim").any(dkim) || of("spf").any(spf) {
        return Verdict::Pass;
    }
    // A domain with a DMARC policy has said what a failure means. Without one a failure is a forwarder's as often as a forger's.
    let ruled = of("dmarc").any(|f| f.result != "none");
    let mut doubt = None;
    let checked = findings.iter().filter(|f| matches!(f.method.as_str(), "dmarc" | "dkim" | "spf"));
    for finding in checked {
        let method = finding.method.to_uppercase();
        match finding.result.as_str() {
            "pass" => return Verdict::Fail(format!("{method} passed for another domain than {from}")),
            "fail" | "softfail" | "hardfail" | "policy" => {
                let why = format!("{method} of {from} failed ({})", finding.result);
                if ruled {
                    return Verdict::Fail(why);
                }
                doubt.get_or_insert(why);
            }
            // none, neutral, temperror, permerror: nothing is known.
            _ => {}
        }
    }
    doubt.map_or(Verdict::Absent, Verdict::Doubt)
}

/// Relaxed alignment (RFC 7489 §3.1) without a list of public suffixes: the same domain, or one below the other, the shorter of two
/// labels at least.
fn aligned(one: &str, other: &str) -> bool {
    let below = |long: &str, short: &str| {
        short.contains('.') && long.strip_suffix(short).is_some_and(|rest| rest.ends_with('.'))
    };
    !one.is_empty() && (one == other || below(one, other) || below(other, one))
}

/// The domain of `example.org`, `@example.org` or `tom@example.org`, lower case.
fn domain_of(value: &str) -> String {
    let value = value.trim_matches(['<', '>']);
    value.rsplit('@').next().unwrap_or(value).trim_end_matches('.').to_lowercase()
}

/// Reads one header: the server's name and its findings (RFC 8601 §2.2); no findings if a comment or quotation has no end.
fn read_results(value: &str) -> (String, Option<Vec<Finding>>) {
    let (bare, ended) = without_comments(value);
    let mut clauses = bare.split(';');
    let server = clauses.next().and_then(|c| c.split_whitespace().next()).unwrap_or_default();
    let server = server.trim_matches('"').to_owned();
    let mut findings = Vec::new();
    for clause in clauses.take(50) {
        // `dkim = pass` and `dkim/1=pass` are the same.
        let words = clause.replace(" =", "=").replace("= ", "=");
        let mut words = words.split_whitespace();
        let Some((method, result)) = words.next().and_then(|w| w.split_once('=')) else { continue };
        let method = method.split('/').next().unwrap_or(method).to_ascii_lowercase();
        let properties = words
            .filter_map(|w| w.split_once('='))
            .map(|(n, v)| (n.to_ascii_lowercase(), v.trim_matches('"').to_owned()))
            .collect();
        findings.push(Finding { method, result: result.to_ascii_lowercase(), properties });
    }
    (server, ended.then_some(findings))
}

/// Takes out `(comments)` and keeps what is quoted in one piece; and whether each had its end.
fn without_comments(value: &str) -> (String, bool) {
    let mut bare = String::with_capacity(value.len());
    let (mut quoted, mut depth) = (false, 0usize);
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' if quoted || depth > 0 => {
                chars.next();
            }
            '"' if depth == 0 => {
                quoted = !quoted;
                bare.push(c);
            }
            // What is quoted may hold neither ends of clauses nor of words.
            ';' | '=' | ' ' if quoted => bare.push('_'),
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            _ => bare.push(c),
        }
    }
    (bare, depth == 0 && !quoted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &str) -> Verdict {
        let headers = Headers::split(format!("{lines}\r\nFrom: tom@example.org\r\n\r\n").as_bytes()).unwrap();
        let trust = Trust { authserv_id: Some("mx.example.net".into()), reply_domain: None };
        verdict(&headers, "tom@example.org", &trust)
    }

    fn doubted(lines: &str) -> bool {
        matches!(of(lines), Verdict::Doubt(_))
    }

    fn fails(lines: &str) -> bool {
        matches!(of(lines), Verdict::Fail(_))
    }

    #[test]
    fn passes_that_align() {
        assert_eq!(of("Authentication-Results: mx.example.net; dkim=pass header.d=example.org"), Verdict::Pass);
        assert_eq!(
            of("Authentication-Results: MX.example.net 1; dkim=pass (2048-bit; x=y) header.i=@mail.example.org"),
            Verdict::Pass
        );
        assert_eq!(of("Authentication-Results: mx.example.net; spf=pass smtp.mailfrom=tom@example.org"), Verdict::Pass);
        assert_eq!(
            of("Authentication-Results: mx.example.net; dmarc=pass (p=none dis=none) header.from=example.org"),
            Verdict::Pass
        );
        assert_eq!(
            of(
                "Authentication-Results: mx.example.net; spf=fail smtp.mailfrom=lists.example.com;\r\n dkim=pass header.d=example.org"
            ),
            Verdict::Pass
        );
    }

    #[test]
    fn passes_of_others_and_failures() {
        assert!(fails("Authentication-Results: mx.example.net; dkim=pass header.d=evil.example"));
        assert!(fails("Authentication-Results: mx.example.net; spf=pass smtp.mailfrom=x@notexample.org"));
        assert!(fails("Authentication-Results: mx.example.net; dkim=pass header.d=org"));
        let softly = "Authentication-Results: mx.example.net; spf=softfail smtp.mailfrom=tom@example.org";
        assert!(doubted(softly) && doubted(&format!("{softly}; dmarc=none header.from=example.org")));
        assert!(fails(&format!("{softly}; dmarc=temperror header.from=example.org")));
        assert!(fails(&format!("{softly}; dkim=pass header.d=evil.example")));
        assert!(fails(
            "Authentication-Results: mx.example.net; dmarc=fail header.from=example.org; spf=pass smtp.mailfrom=example.org"
        ));
        assert!(fails("Authentication-Results: mx.example.net; dmarc=pass header.from=evil.example"));
        assert!(fails("Authentication-Results: mx.example.net; spf=none smtp.mailfrom=a(b@example.org; dmarc=fail"));
        assert!(doubted(
            "Authentication-Results: mx.example.net; spf=fail smtp.mailfrom=\"x; dkim=pass header.d=example.org\""
        ));
        assert!(doubted(
            "Authentication-Results: mx.example.net; spf=fail reason=(; dkim=pass header.d=example.org) smtp.mailfrom=a@b.c"
        ));
    }

    #[test]
    fn headers_of_others_and_below_are_not_believed() {
        assert_eq!(of("Authentication-Results: mx.evil.example; dkim=pass header.d=example.org"), Verdict::Absent);
        assert_eq!(of("Authentication-Results: mx.example.net; none"), Verdict::Absent);
        assert_eq!(
            of("Authentication-Results: mx.example.net; spf=none smtp.mailfrom=example.org; dkim=none"),
            Verdict::Absent
        );
        assert!(doubted(
            "Authentication-Results: mx.example.net; spf=fail smtp.mailfrom=example.org\r\nReceived: from x by mx.example.net\r\n\
             Authentication-Results: mx.example.net; dkim=pass header.d=example.org"
        ));
        let headers = Headers::split(b"Authentication-Results: mx.example.net; dmarc=pass\r\n\r\n").unwrap();
        assert_eq!(verdict(&headers, "tom@example.org", &Trust::default()), Verdict::Absent);
    }
}
