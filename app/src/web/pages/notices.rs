//! `/account/notices`: when letters about games come, and what else is told. And the same choice for one game, on that game's page.
//!
//! The forms of webhook, push address and feed are in `channels`.

use super::channels::{ChannelForm, DeliveryLine};
use super::shell::{Shell, page_with, see_other};
use crate::service::ServiceError;
use crate::service::channels::Way;
use crate::service::notice_settings::{NoticeMode, NoticeSettings, Quiet};
use crate::service::table::GameState;
use crate::web::error::status;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use crate::when::date;
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
    email: String,
    /// Letters that came back: when, and the other server's words.
    bounces: Vec<(String, String)>,
    /// What will happen, in plain sentences.
    plainly: Vec<String>,
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
    open_page: bool,
    /// Running games with what is wished for each alone, as a word.
    games: Vec<(String, String, &'static str)>,
    channels: Vec<ChannelForm>,
    /// Since when there is an address for the feed.
    feed: Option<String>,
    /// The address of the feed, when it has just been made.
    fresh_feed: Option<String>,
    deliveries: Vec<DeliveryLine>,
}

/// What is shown beside what is stored.
#[derive(Default)]
pub(super) struct Shown {
    /// What was asked for and is not stored: it stays in the form.
    pub settings: Option<NoticeSettings>,
    /// Why.
    pub wrong: Option<ServiceError>,
    /// An address that was typed and not taken.
    pub typed: Option<(Way, String)>,
    /// What has just been done.
    pub said: Option<&'static str>,
    /// The address of the feed, shown this once.
    pub fresh_feed: Option<String>,
}

#[derive(Deserialize)]
struct Said {
    saved: Option<String>,
}

async fn show(state: Data<AppState>, me: SignedIn, said: Query<Said>) -> Page {
    let said = said.saved.as_deref().map(|word| match word {
        "removed" => "The address is taken away. Nothing is sent there any more.",
        "key" => "There is a new key. Calls are signed with it from now on.",
        "tested" => {
            "A test is on its way. Its outcome is among the last notices below; load the page again in a moment."
        }
        "revoked" => "The address of the feed is void.",
        "sent" => "A letter is on its way to you. Open the link in it, and letters come again.",
        "resumed" => "The letter reached you: letters come again.",
        _ => "Saved.",
    });
    shown(&state, me, Shown { said, ..Shown::default() }).await
}

/// The page.
pub(super) async fn shown(state: &AppState, me: SignedIn, extra: Shown) -> Page {
    let account = me.account.clone();
    let service = &state.service;
    let stored = service.notices().settings(&account).await?;
    let settings = extra.settings.unwrap_or(stored);
    let stopped = service.mail().suppression(&account).await?.is_some();
    let zone = account.time_zone.clone();
    let mut shell = Shell::for_reader(state, &MaybeSignedIn(Some(me)), "When letters come").await?.here("account");
    if let Some(said) = extra.said {
        shell = shell.say("good", said.to_owned());
    }
    let next = service.notices().next_digest(&stored, &zone).filter(|_| stored.mode == NoticeMode::Digest);
    let night = settings.quiet.unwrap_or(Quiet { from: 22 * 60, to: 7 * 60 });
    let code = extra.wrong.as_ref().map_or(StatusCode::OK, |w| status(w.kind));
    let (mut channels, mut named) = (Vec::new(), Vec::new());
    for way in [Way::Webhook, Way::Push] {
        let channel = service.channels().get(&account, way).await?;
        named.extend(channel.iter().filter(|c| c.off.is_none()).map(|_| way));
        let key = channel.as_ref().filter(|_| way == Way::Webhook).map(|c| service.channels().webhook_key(&account, c));
        let typed = extra.typed.as_ref().filter(|(typed, _)| *typed == way).map(|(_, url)| url.clone());
        channels.push(ChannelForm {
            way: way.word(),
            url: typed.unwrap_or_else(|| channel.as_ref().map(|c| c.url.clone()).unwrap_or_default()),
            named: channel.is_some(),
            off: channel.and_then(|c| c.off).map(|(at, why)| (date(at, &zone), why)),
            key,
        });
    }
    let mut games = Vec::new();
    for row in
        service.lobby().my_games(&account).await?.into_iter().filter(|g| g.summary.state != GameState::Ended).take(40)
    {
        let own = service.notices().game_notice(row.id, &account).await?;
        games.push((row.id.to_string(), row.title, own.map_or("", NoticeMode::word)));
    }
    let deliveries = service.channels().deliveries(&account, 12).await?;
    let bounces = service.mail().bounces(&account).await?;
    let page = NoticesPage {
        shell,
        wrong: extra.wrong.map(|w| format!("{} {}", w.wrong, w.legal.unwrap_or_default())),
        stopped,
        email: account.email.to_string(),
        bounces: bounces.into_iter().map(|b| (date(b.at, &zone), b.detail)).collect(),
        plainly: plainly(&stored, &zone, stopped, &named),
        modes: &MODES,
        mode: settings.mode.word(),
        hours: (0..24).map(|hour| (format!("{hour:02}"), settings.hours & (1 << hour) != 0)).collect(),
        next: next.map(|at| date(at, &zone)),
        quiet: settings.quiet.is_some(),
        from: clock(night.from),
        to: clock(night.to),
        open_page: settings.open_page,
        games,
        channels,
        feed: service.feeds().since(&account).await?.map(|at| date(at, &zone)),
        fresh_feed: extra.fresh_feed,
        deliveries: deliveries.iter().map(|d| DeliveryLine::of(d, &zone)).collect(),
        zone,
    };
    page_with(code, &page)
}

/// A time of the day as people write it.
fn clock(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// What will happen with these settings, in sentences.
fn plainly(settings: &NoticeSettings, zone: &str, stopped: bool, named: &[Way]) -> Vec<String> {
    let quiet = settings.quiet.map(|q| format!("not between {} and {}", clock(q.from), clock(q.to)));
    let but = quiet.as_ref().map(|q| format!(", but {q}")).unwrap_or_default();
    let hours: Vec<String> =
        (0..24).filter(|hour| settings.hours & (1 << hour) != 0).map(|hour| format!("{hour:02}:00")).collect();
    let mut said = vec![match settings.mode {
        _ if stopped => "No letters about games come: none are sent to your address at present.".to_owned(),
        NoticeMode::AtOnce => format!("Letters come at once{but} ({zone})."),
        NoticeMode::Digest => {
            format!("One letter about all games that wait comes at {}{but} ({zone}).", listed(&hours))
        }
        NoticeMode::Nothing => "No letters about games come.".to_owned(),
    }];
    if quiet.is_some() && !stopped && settings.mode != NoticeMode::Nothing {
        said.push("What falls due in quiet hours comes when they end, as one letter.".to_owned());
    }
    if named.contains(&Way::Push) {
        said.push(format!("Your push address is told at once{but} ({zone})."));
    }
    if named.contains(&Way::Webhook) {
        said.push("Your webhook is called at once, at any hour.".to_owned());
    }
    said.push(if settings.open_page {
        "A turn that you see on an open page within ten minutes is told nowhere else.".to_owned()
    } else {
        "An open page changes nothing about this.".to_owned()
    });
    said
}

/// "07:00", "07:00 and 18:00", "07:00, 12:00 and 18:00".
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
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
    open_page: Option<String>,
}

impl Wished {
    fn read(&self) -> Result<NoticeSettings, ServiceError> {
        let mode = mode(&self.mode)?;
        if let Some(hour) = self.hour.iter().find(|hour| **hour > 23) {
            return Err(
                ServiceError::malformed(format!("There is no hour {hour}.")).legal("Choose hours from 0 to 23.")
            );
        }
        let quiet = match self.quiet {
            Some(_) => Some(Quiet { from: minutes(&self.from)?, to: minutes(&self.to)? }),
            None => None,
        };
        // Hours are kept while no digest is wished for, and then need not be chosen.
        let hours = self.hour.iter().fold(0, |hours, hour| hours | 1 << hour);
        let hours = if hours == 0 && mode != NoticeMode::Digest { NoticeSettings::default().hours } else { hours };
        Ok(NoticeSettings { mode, hours, quiet, open_page: self.open_page.is_some() })
    }
}

fn mode(word: &str) -> Result<NoticeMode, ServiceError> {
    NoticeMode::of(word).ok_or_else(|| {
        ServiceError::malformed(format!("{word:?} does not say when letters come."))
            .legal("Say at-once, digest or none.")
    })
}

/// A time of the day, as forms send it, in minutes.
fn minutes(text: &str) -> Result<u16, ServiceError> {
    // Browsers may add the seconds.
    let mut parts = text.trim().splitn(3, ':').map(|part| part.parse::<u16>().ok().filter(|_| part.len() <= 2));
    match (parts.next().flatten(), parts.next().flatten()) {
        (Some(hour), Some(minute)) if hour < 24 && minute < 60 => Ok(hour * 60 + minute),
        _ => {
            Err(ServiceError::malformed(format!("{text:?} is no time of the day."))
                .legal("Write it as 22:00 or 07:30."))
        }
    }
}

async fn save(state: Data<AppState>, me: SignedIn, form: UrlEncodedForm<Wished>) -> Page {
    let settings = match form.0.read() {
        Ok(settings) => settings,
        Err(trouble) => return shown(&state, me, Shown { wrong: Some(trouble), ..Shown::default() }).await,
    };
    match state.service.notices().set_settings(&me.account, settings).await {
        Ok(()) => see_other("/account/notices?saved=1"),
        Err(trouble) if trouble.kind == crate::service::ErrorKind::Malformed => {
            shown(&state, me, Shown { settings: Some(settings), wrong: Some(trouble), ..Shown::default() }).await
        }
        Err(trouble) => Err(trouble.into()),
    }
}

#[derive(Deserialize)]
struct Choice {
    mode: String,
    /// Whether the form stands among all games and not on the game's own page.
    back: Option<String>,
}

/// An empty choice is: the same as for all games.
async fn save_game(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Choice>) -> Page {
    let mode = if form.mode.is_empty() { None } else { Some(mode(&form.mode)?) };
    state.service.notices().set_game_notice(&game, &me.account, mode).await?;
    match form.back {
        Some(_) => see_other("/account/notices?saved=1#games"),
        None => see_other(format!("/games/{game}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_will_happen_is_said_plainly() {
        let quiet = Some(Quiet { from: 22 * 60, to: 7 * 60 });
        let at_once = NoticeSettings { quiet, ..NoticeSettings::default() };
        let said = plainly(&at_once, "Europe/Berlin", false, &[Way::Webhook]);
        assert_eq!(said[0], "Letters come at once, but not between 22:00 and 07:00 (Europe/Berlin).");
        assert!(said.contains(&"Your webhook is called at once, at any hour.".to_owned()));
        let digest =
            NoticeSettings { mode: NoticeMode::Digest, hours: 1 << 7 | 1 << 12 | 1 << 18, ..NoticeSettings::default() };
        let said = plainly(&digest, "UTC", false, &[Way::Push]);
        assert_eq!(said[0], "One letter about all games that wait comes at 07:00, 12:00 and 18:00 (UTC).");
        assert_eq!(said[1], "Your push address is told at once (UTC).");
        assert!(plainly(&digest, "UTC", true, &[])[0].starts_with("No letters about games come"));
    }

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
