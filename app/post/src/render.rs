//! Who writes the letters: the service, at the moment of sending, from what was queued.

use crate::Letter;
use fieldpost_store::NewLetter;
use std::future::Future;
use std::pin::Pin;

/// What became of a queued letter when it was to be written.
#[derive(Clone, Debug)]
pub enum Rendered {
    /// Here it is.
    Letter(Box<Letter>),
    /// It is no longer needed; why.
    Unneeded(String),
}

/// A letter could not be written. It is tried again like one that could not be sent.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct RenderError(pub String);

/// The future of a [`Renderer`].
pub type Rendering<'a> = Pin<Box<dyn Future<Output = Result<Rendered, RenderError>> + Send + 'a>>;

/// Writes letters. Called once for each letter in the ordinary case; again only when the first attempt ended before the
/// message was kept, and always before the embedded mailbox. The same letter must then come out the same.
pub trait Renderer: Send + Sync + 'static {
    /// Writes a queued letter.
    fn render<'a>(&'a self, letter: &'a NewLetter) -> Rendering<'a>;
}

/// A renderer for letters that were written when they were queued: the payload is the [`Letter`] as JSON.
#[derive(Clone, Copy, Debug)]
pub struct Prepared;

impl Renderer for Prepared {
    fn render<'a>(&'a self, letter: &'a NewLetter) -> Rendering<'a> {
        let read = serde_json::from_str(&letter.payload).map_err(|error| RenderError(error.to_string()));
        Box::pin(std::future::ready(read.map(|letter| Rendered::Letter(Box::new(letter)))))
    }
}
