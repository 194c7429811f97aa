//! Who sends a request: extractors for handlers.

use super::{AppError, AppState};
use crate::config::is_loopback_name;
use crate::service::ServiceError;
use crate::service::accounts::{Account, Door};
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, web};
use std::future::Future;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;

/// The name of the session cookie. With TLS it carries the `__Host-` prefix.
const COOKIE: &str = "fieldpost";
const SECURE_COOKIE: &str = "__Host-fieldpost";
/// How long a browser keeps the cookie.
const DAYS: i64 = 90;

/// Somebody is signed in: by cookie, or on the API by personal token. A handler that takes this answers 401, or leads to
/// the sign-in page, when nobody is.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// Who.
    pub account: Account,
    /// How.
    pub door: Door,
    /// Whether no letters go to them because they come back.
    pub paused: bool,
}

/// Perhaps somebody is signed in.
#[derive(Clone, Debug)]
pub struct MaybeSignedIn(pub Option<SignedIn>);

impl MaybeSignedIn {
    /// The account, if somebody is signed in.
    pub fn account(&self) -> Option<&Account> {
        self.0.as_ref().map(|s| &s.account)
    }

    /// Whether they came by a letter's link, which is good for that letter's game only.
    pub fn guest(&self) -> bool {
        self.0.as_ref().is_some_and(|s| s.door.only_game().is_some())
    }
}

type Later<T> = Pin<Box<dyn Future<Output = Result<T, AppError>>>>;

impl FromRequest for SignedIn {
    type Error = AppError;
    type Future = Later<Self>;
    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let req = req.clone();
        Box::pin(async move {
            let who = find(&req).await?.ok_or_else(|| AppError(ServiceError::sign_in()))?;
            if !req.method().is_safe() {
                let pattern = req.match_pattern().unwrap_or_default();
                state(&req)?.limits.check_change(who.account.id, req.method().as_str(), &pattern)?;
            }
            Ok(who)
        })
    }
}

impl FromRequest for MaybeSignedIn {
    type Error = AppError;
    type Future = Later<Self>;
    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let req = req.clone();
        Box::pin(async move { Ok(MaybeSignedIn(find(&req).await?)) })
    }
}

async fn find(req: &HttpRequest) -> Result<Option<SignedIn>, AppError> {
    let state = state(req)?;
    // A token that is given counts alone: it is what exempts a request from the check of its origin.
    if let Some(value) = req.headers().get(header::AUTHORIZATION) {
        let bad = || {
            AppError(
                ServiceError::new(
                    crate::service::ErrorKind::SignIn,
                    "The personal token is not known, or it has been revoked.",
                )
                .legal("Make a token on your account page and send it as Authorization: Bearer TOKEN."),
            )
        };
        let token = value.to_str().ok().and_then(|v| v.strip_prefix("Bearer ")).ok_or_else(bad)?;
        return match state.service.accounts().by_token(token.trim()).await? {
            Some((account, door)) => Ok(Some(SignedIn { account, door, paused: false })),
            None => {
                state.limits.guesses.check(&client(req, state))?;
                Err(bad())
            }
        };
    }
    let Some(cookie) = session_cookie(req, state) else { return Ok(None) };
    let found = state.service.accounts().by_session(&cookie).await?;
    let Some((account, door)) = found.filter(|(_, door)| leads_to(door, req.path())) else { return Ok(None) };
    let paused = state.service.mail().paused(&account).await?;
    Ok(Some(SignedIn { account, door, paused }))
}

/// Whether a session that is good for one game is good for this path.
fn leads_to(door: &Door, path: &str) -> bool {
    let Some(game) = door.only_game() else { return true };
    if path == "/sign-out" {
        return true;
    }
    let rest = path.strip_prefix("/api").unwrap_or(path).strip_prefix("/games/");
    // What is behind a dot names one of the seats that its reader holds.
    rest.is_some_and(|rest| rest.split(['/', '.']).next() == Some(&game.to_string()))
}

fn state(req: &HttpRequest) -> Result<&AppState, AppError> {
    let data = req.app_data::<web::Data<AppState>>();
    data.map(|d| d.get_ref())
        .ok_or_else(|| AppError(ServiceError::inside(anyhow::anyhow!("the server was built without its state"))))
}

/// The session secret that the browser sent.
pub fn session_cookie(req: &HttpRequest, state: &AppState) -> Option<String> {
    req.cookie(cookie_name(state)).map(|c| c.value().to_owned())
}

/// Only one name is read: over TLS a cookie without the prefix may have been set by another host of the domain.
fn cookie_name(state: &AppState) -> &'static str {
    if state.secure { SECURE_COOKIE } else { COOKIE }
}

/// The cookie that signs a browser in.
pub fn sign_in_cookie(state: &AppState, secret: String) -> Cookie<'static> {
    Cookie::build(cookie_name(state), secret)
        .path("/")
        .http_only(true)
        .secure(state.secure)
        .same_site(SameSite::Lax)
        .max_age(Duration::days(DAYS))
        .finish()
}

/// The cookie that signs a browser out.
pub fn sign_out_cookie(state: &AppState) -> Cookie<'static> {
    let mut cookie = sign_in_cookie(state, String::new());
    cookie.make_removal();
    cookie
}

/// The name of the cookie that says that a browser has been signed in with an address before.
const KNOWN: &str = "fieldpost-known";
const SECURE_KNOWN: &str = "__Host-fieldpost-known";

fn known_name(state: &AppState) -> &'static str {
    if state.secure { SECURE_KNOWN } else { KNOWN }
}

/// The cookie by which a browser that was signed in gets sign-in letters of its own, whatever strangers ask for. It opens nothing, and stays
/// when its owner signs out.
pub fn known_cookie(state: &AppState, mark: String) -> Cookie<'static> {
    let cookie = Cookie::build(known_name(state), mark).path("/").http_only(true).secure(state.secure);
    cookie.same_site(SameSite::Lax).max_age(Duration::days(4 * DAYS)).finish()
}

/// Whether the browser has been signed in with the address of this mark before.
pub fn is_known(req: &HttpRequest, state: &AppState, mark: &str) -> bool {
    req.cookie(known_name(state)).is_some_and(|cookie| cookie.value() == mark)
}

/// The client's address, for limits: the peer, or what the trusted proxy says of it.
pub fn client(req: &HttpRequest, state: &AppState) -> String {
    let peer = req.peer_addr().map(|a| a.ip());
    let forwarded = || {
        // The proxy's own word is the last hop of the last line.
        let value = req.headers().get_all("x-forwarded-for").last()?.to_str().ok()?;
        value.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let ip = match peer {
        Some(ip) if Some(ip) == state.trusted_proxy => forwarded().unwrap_or(ip),
        Some(ip) => ip,
        None => return String::new(),
    };
    match ip.to_canonical() {
        // One customer has a whole network of such addresses.
        IpAddr::V6(ip) => format!("{}/64", Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64)),
        ip => ip.to_string(),
    }
}

/// Whether the request comes from this machine itself, by one of its own names and not, as far as can be told, through a proxy. The mailbox
/// and the demo's doors ask for it where they are open at all: it keeps pages of other sites out, and decides nothing by itself.
pub fn is_local(req: &HttpRequest) -> bool {
    let hopped = ["x-forwarded-for", "forwarded", "via"].iter().any(|h| req.headers().contains_key(*h));
    // A foreign page can have its own name point here; its requests carry that name.
    let host = req.headers().get(header::HOST).and_then(|v| v.to_str().ok());
    !hopped && host.is_some_and(is_loopback_name) && req.peer_addr().is_some_and(|a| a.ip().is_loopback())
}
