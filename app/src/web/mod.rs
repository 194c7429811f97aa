//! Pages and API over HTTP.
//!
//! A request passes, from the outside in: [`headers`] (security headers on everything, errors too), tracing, compression,
//! [`wrong`] (draws one styled page or one JSON problem for every error), [`csrf`] (refuses unsafe requests from elsewhere),
//! [`body`] (reads bodies up to a limit and a time, refuses the rest cleanly), then its handler.

pub mod api;
pub mod body;
pub mod csrf;
pub mod error;
pub mod headers;
pub mod limits;
pub mod packed;
pub mod pages;
pub mod session;
pub mod statics;
pub mod trace;
pub mod wrong;

pub use error::AppError;
pub use session::{MaybeSignedIn, SignedIn};

use crate::service::Service;
use actix_web::web::ServiceConfig;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// What a handler gives back.
pub type Page = Result<actix_web::HttpResponse, AppError>;

/// What every handler can reach, as `web::Data<AppState>`.
#[derive(Clone)]
pub struct AppState {
    /// The use cases.
    pub service: Arc<Service>,
    /// How often who may do what.
    pub limits: Arc<limits::Limits>,
    /// The proxy whose word about a client's address is believed.
    pub trusted_proxy: Option<IpAddr>,
    /// Whether the server listens on this machine only.
    pub loopback: bool,
    /// Whether the mailbox is served: only when the host has asked for it, and the server listens on this machine alone.
    pub mailbox: bool,
    /// How long a request's body may take to arrive.
    pub patience: Duration,
    /// Whether players reach the server over TLS, so that cookies are for TLS only.
    pub secure: bool,
}

/// Every route there is.
pub fn configure(routes: &mut ServiceConfig) {
    routes.configure(statics::configure).configure(api::configure).configure(pages::configure);
}
