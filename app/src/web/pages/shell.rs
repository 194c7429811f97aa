//! What every page has around its own content: masthead, title, notice.

use crate::service::Outcome;
use crate::web::statics::static_url;
use crate::web::{AppError, AppState, MaybeSignedIn, Page};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

/// The frame of a page.
#[derive(Clone, Debug, Default)]
pub struct Shell {
    /// Title of the window, without the service's name.
    pub title: String,
    /// Class of the body: `game` for the table, else empty.
    pub kind: &'static str,
    /// Which entry of the masthead this page belongs to: `games`, `lobby`, `mailbox`, `account`, `sign-in`.
    pub here: &'static str,
    /// Who is signed in.
    pub me: Option<Me>,
    /// Whether the masthead shows the mailbox.
    pub mailbox: bool,
    /// Whether no letters go to the reader because they come back.
    pub paused: bool,
    /// A word about what has just been done.
    pub notice: Option<Notice>,
}

/// The reader, as the masthead shows them.
#[derive(Clone, Debug, Default)]
pub struct Me {
    /// Display name.
    pub name: String,
    /// Games that wait for them.
    pub waiting: usize,
    /// Whether they came by a letter's link: then the masthead has no account to lead to, but a way to sign out.
    pub guest: bool,
}

/// A word about what has just been done, or why it was not.
#[derive(Clone, Debug)]
pub struct Notice {
    /// `good`, `bad` or `plain`.
    pub tone: &'static str,
    /// One or two sentences.
    pub text: String,
}

impl Shell {
    /// A frame with a title; the reader comes from the request.
    pub fn new(state: &AppState, who: &MaybeSignedIn, title: impl Into<String>) -> Self {
        Shell {
            title: title.into(),
            me: who.account().map(|a| Me { name: named(&a.name), waiting: 0, guest: who.guest() }),
            mailbox: state.mailbox,
            paused: who.0.as_ref().is_some_and(|s| s.paused && s.door.only_game().is_none()),
            ..Shell::default()
        }
    }

    /// The same with the number of games that wait for the reader.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn for_reader(state: &AppState, who: &MaybeSignedIn, title: impl Into<String>) -> Outcome<Self> {
        let mut shell = Shell::new(state, who, title);
        if let (Some(me), Some(account)) = (&mut shell.me, who.account()) {
            me.waiting = state.service.lobby().asking(account).await?;
        }
        Ok(shell)
    }

    /// The same, belonging to an entry of the masthead.
    pub fn here(mut self, here: &'static str) -> Self {
        self.here = here;
        self
    }

    /// The same with a word about what has just been done.
    pub fn say(mut self, tone: &'static str, text: impl Into<String>) -> Self {
        self.notice = Some(Notice { tone, text: text.into() });
        self
    }

    /// The address of a static file.
    pub fn asset(&self, name: &str) -> String {
        static_url(name)
    }
}

/// A display name, or a stand-in for somebody who has not chosen one.
pub fn named(name: &str) -> String {
    if name.is_empty() { "(no name yet)".to_owned() } else { name.to_owned() }
}

/// A sentence as HTML, in which what stands between backticks is notation.
pub fn noted(text: &str) -> String {
    let parts: Vec<String> = text.split('`').map(escape).collect();
    // Without its other half a backtick is a backtick.
    if parts.len() % 2 == 0 {
        return parts.join("`");
    }
    let part = |(n, part): (usize, &String)| match n % 2 {
        1 => format!("<span class=\"notation\">{part}</span>"),
        _ => part.clone(),
    };
    parts.iter().enumerate().map(part).collect()
}

/// A page as an answer.
///
/// # Errors
/// When the template cannot be rendered.
pub fn page(template: &impl Template) -> Page {
    page_with(StatusCode::OK, template)
}

/// A page as an answer with another status than 200.
///
/// # Errors
/// When the template cannot be rendered.
pub fn page_with(status: StatusCode, template: &impl Template) -> Page {
    let body = template.render().map_err(AppError::from)?;
    Ok(HttpResponse::build(status).content_type("text/html; charset=utf-8").body(body))
}

/// Leads to another page after a form was dealt with.
///
/// # Errors
/// Never; the type is that of handlers.
pub fn see_other(to: impl AsRef<str>) -> Page {
    Ok(HttpResponse::SeeOther().insert_header((actix_web::http::header::LOCATION, to.as_ref())).finish())
}

/// Text inside an SVG element or attribute.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// A key for the forms of one page, so that a form sent twice counts once.
pub fn fresh_key() -> String {
    uuid::Uuid::now_v7().simple().to_string()
}
