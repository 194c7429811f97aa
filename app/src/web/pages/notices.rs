//! `/account/notices`: when letters about games come. And the same choice for one game, on that game's page.

use super::shell::{Shell, page_with, see_other};
use super::when::date;
use crate::service::Trouble;
use crate::service::wishes::{NoticeMode, NoticeWishes, Quiet};
use crate::web::error::status;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use actix_web_lab::extract::UrlEncodedForm;
use askama::Template;
use serde::Deserialize;

/// The choices, with their words.
const MODES: [(&str, &str); 3] = [
    ("at-once", "At once, a letter for each turn"),
    ("digest", "In a digest, at the hours below"),
    ("none", "None: I look by myself"),
];

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/account/notices", web::get().to(show))
        .route("/account/notices", web::post().to(save))
        .route("/games/{id}/notices", web::post().to(save_game));
}

#[derive(Template)]
#[template(path = "pages/notices.html")]
struct NoticesPage {
    shell: Shell,
    /// What is wrong with what was sent, if something is.
    wrong: Option<String>,
    /// Whether nothing goes out to the address at all.
    stopped: bool,
    modes: &'static [(&'static str, &'static str)],
    mode: &'static str,
    /// Hours and whether a digest comes at them.
    hours: Vec<(String, bool)>,
    zone: String,
    /// When the next digest may come.
    next: Option<String>,
    quiet: bool,
    from: String,
    to: String,
}

#[derive(Deserialize)]
struct Said {
    saved: Option<String>,
}

async fn show(state: Data<AppState>, me: SignedIn, said: Query<Said>) -> Page {
    let wishes = state.service.notice_wishes(&me.account).await?;
    shown(&state, me, wishes, said.saved.is_some(), None).await
}

async fn shown(state: &AppState, me: SignedIn, wishes: NoticeWishes, saved: bool, wrong: Option<Trouble>) -> Page {
    let account = me.account.clone();
    let stopped = state.service.suppression(&account).await?.is_some();
    let zone = account.time_zone.clone();
    let mut shell = Shell::for_reader(state, &MaybeSignedIn(Some(me)), "When letters come").await?.here("account");
    if saved {
        shell = shell.say("good", "Saved.".to_owned());
    }
    let next = state.service.next_digest(&wishes, &zone).filter(|_| wishes.mode == NoticeMode::Digest);
    let clock = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
    let night = wishes.quiet.unwrap_or(Quiet { from: 22 * 60, to: 7 * 60 });
    let code = wrong.as_ref().map_or(StatusCode::OK, |w| status(w.kind));
    let page = NoticesPage {
        shell,
        wrong: wrong.map(|w| format!("{} {}", w.wrong, w.legal.unwrap_or_default())),
        stopped,
        modes: &MODES,
        mode: wishes.mode.word(),
        hours: (0..24).map(|hour| (format!("{hour:02}"), wishes.hours & (1 << hour) != 0)).collect(),
        next: next.map(|at| date(at, &zone)),
        zone,
        quiet: wishes.quiet.is_some(),
        from: clock(night.from),
        to: clock(night.to),
    };
    page_with(code, &page)
}

#[derive(Deserialize)]
struct Wished {
    #[serde(default)]
    mode: String,
    #[serde(default)]
    hour: Vec<u8>,
    quiet: Option<String>,
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
}

impl Wished {
    fn read(&self) -> Result<NoticeWishes, Trouble> {
        let mode = mode(&self.mode)?;
        if let Some(hour) = self.hour.iter().find(|hour| **hour > 23) {
            return Err(Trouble::malformed(format!("There is no hour {hour}.")).legal("Choose hours from 0 to 23."));
        }
        let quiet = match self.quiet {
            Some(_) => Some(Quiet { from: minutes(&self.from)?, to: minutes(&self.to)? }),
            None => None,
        };
        // Hours are kept while no digest is wished for, and then need not be chosen.
        let hours = self.hour.iter().fold(0, |hours, hour| hours | 1 << hour);
        let hours = if hours == 0 && mode != NoticeMode::Digest { NoticeWishes::default().hours } else { hours };
        Ok(NoticeWishes { mode, hours, quiet })
    }
}

fn mode(word: &str) -> Result<NoticeMode, Trouble> {
    NoticeMode::of(word).ok_or_else(|| {
        Trouble::malformed(format!("{word:?} does not say when letters come.")).legal("Say at-once, digest or none.")
    })
}

/// A time of the day, as forms send it, in minutes.
fn minutes(text: &str) -> Result<u16, Trouble> {
    // Browsers may add the seconds.
    let mut parts = text.trim().splitn(3, ':').map(|part| part.parse::<u16>().ok().filter(|_| part.len() <= 2));
    match (parts.next().flatten(), parts.next().flatten()) {
        (Some(hour), Some(minute)) if hour < 24 && minute < 60 => Ok(hour * 60 + minute),
        _ => Err(Trouble::malformed(format!("{text:?} is no time of the day.")).legal("Write it as 22:00 or 07:30.")),
    }
}

async fn save(state: Data<AppState>, me: SignedIn, form: UrlEncodedForm<Wished>) -> Page {
    let wishes = match form.0.read() {
        Ok(wishes) => wishes,
        Err(trouble) => {
            let old = state.service.notice_wishes(&me.account).await?;
            return shown(&state, me, old, false, Some(trouble)).await;
        }
    };
    match state.service.set_notice_wishes(&me.account, wishes).await {
        Ok(()) => see_other("/account/notices?saved=1"),
        Err(trouble) if trouble.kind == crate::service::Kind::Malformed => {
            shown(&state, me, wishes, false, Some(trouble)).await
        }
        Err(trouble) => Err(trouble.into()),
    }
}

#[derive(Deserialize)]
struct Choice {
    mode: String,
}

/// An empty choice is: the same as for all games.
async fn save_game(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Choice>) -> Page {
    let mode = if form.mode.is_empty() { None } else { Some(mode(&form.mode)?) };
    state.service.set_game_notice(&game, &me.account, mode).await?;
    see_other(format!("/games/{game}"))
}

#[cfg(test)]
mod tests {
    use super::minutes;

    #[test]
    fn a_time_of_the_day_is_read_as_browsers_send_it() {
        for (text, read) in [("22:00", Some(1320)), ("07:30", Some(450)), ("00:00", Some(0)), ("23:59:00", Some(1439))]
        {
            assert_eq!(minutes(text).ok(), read, "{text}");
        }
        for text in ["", "24:00", "7", "07:60", "-1:00", "007:30", "ten"] {
            assert!(minutes(text).is_err(), "{text}");
        }
    }
}
