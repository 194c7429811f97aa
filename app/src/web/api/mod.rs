//! The JSON API: everything a player does on the pages, with a personal token in `Authorization: Bearer TOKEN`.
//!
//! The document that describes it is made from the handlers themselves and served at `/api/openapi.json`.

mod account;
mod archive;
mod clock;
mod document;
mod games;
mod lobby;
mod notes;
mod queue;
mod register;
mod revisions;
mod sealed;
mod seat_change;
mod shapes;

use super::AppError;
use crate::service::ServiceError;
use actix_web::web::{self, JsonConfig, PathConfig, QueryConfig, ServiceConfig};

/// The routes under `/api/`.
pub fn configure(routes: &mut ServiceConfig) {
    let unread = |what: &'static str, error: String| {
        AppError(
            ServiceError::malformed(format!("{what} cannot be read: {error}."))
                .legal("The document /api/openapi.json says what is expected."),
        )
    };
    routes.route("/api", web::get().to(document::people));
    routes.service(
        web::scope("/api")
            .app_data(
                JsonConfig::default()
                    .limit(super::body::LIMIT)
                    .error_handler(move |error, _| unread("The JSON", error.to_string()).into()),
            )
            .app_data(
                QueryConfig::default().error_handler(move |error, _| unread("The query", error.to_string()).into()),
            )
            .app_data(
                PathConfig::default().error_handler(move |error, _| unread("The address", error.to_string()).into()),
            )
            .configure(document::configure)
            .configure(account::configure)
            .configure(lobby::configure)
            .configure(clock::configure)
            .configure(seat_change::configure)
            .configure(sealed::configure)
            .configure(notes::configure)
            .configure(revisions::configure)
            .configure(queue::configure)
            .configure(register::configure)
            .configure(archive::configure)
            .configure(games::configure),
    );
}
