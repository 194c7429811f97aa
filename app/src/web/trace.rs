//! What the log says of a request: method, the pattern of its route, status, time. Never the address itself, which may hold
//! a secret (a sign-in link), nor the client's.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use tracing::Span;
use tracing_actix_web::RootSpanBuilder;

/// Builds the span of a request.
pub struct Spans;

impl RootSpanBuilder for Spans {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let route = request.match_pattern().unwrap_or_else(|| "unmatched".to_owned());
        tracing::info_span!("request", method = %request.method(), route, status = tracing::field::Empty)
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        let status = match outcome {
            Ok(response) => response.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        span.record("status", status.as_u16());
        tracing::debug!(parent: &span, "answered");
    }
}
