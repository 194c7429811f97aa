//! Security headers, on every answer there is.
//!
//! No page has inline script or style, so that the policy needs neither `unsafe-inline` nor nonces: styles are classes,
//! drawings use SVG attributes, behaviour is in files under `/static`.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::middleware::Next;

/// The content security policy of every page but the body of a letter in the mailbox.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; form-action 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; \
     frame-ancestors 'none'";

/// The policy of the page that runs the verifier: as every page's, and WebAssembly may be compiled.
pub const VERIFY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; form-action 'self'; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The policy of a letter shown in the mailbox: letters carry their styles inline, as mail programs want it, and run
/// nothing.
pub const LETTER_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation";

/// The policy of a position shown on other people's pages: it may stand in any frame, runs nothing and sends nothing anywhere.
pub const EMBED_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors *";

/// Sets what a handler has not set itself.
///
/// # Errors
/// None of its own. Every middleware inside answers its refusals as `Ok(req.error_response(…))`: an `Err` would be made into
/// an answer outside of this function and go without the headers.
pub async fn secure(req: ServiceRequest, next: Next<impl MessageBody + 'static>) -> Result<ServiceResponse, Error> {
    let mut res = next.call(req).await?.map_into_boxed_body();
    let policy = |is: &str| res.headers().get(header::CONTENT_SECURITY_POLICY).is_some_and(|v| v == is);
    let (letter, embedded) = (policy(LETTER_POLICY), policy(EMBED_POLICY));
    let mut set = |name: HeaderName, value: &'static str| {
        if !res.headers().contains_key(&name) {
            res.headers_mut().insert(name, HeaderValue::from_static(value));
        }
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "same-origin");
    // There is no word of this header for "anybody": the policy alone says it.
    if !embedded {
        set(header::X_FRAME_OPTIONS, if letter { "SAMEORIGIN" } else { "DENY" });
    }
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), if embedded { "cross-origin" } else { "same-origin" });
    set(HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()");
    // What may be kept says so itself.
    set(header::CACHE_CONTROL, "private, no-store");
    Ok(res)
}
