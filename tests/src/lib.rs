//! What the end-to-end tests share: a real server on a free port, people who use it, and mail servers around it.

pub mod bare;
pub mod listener;
pub mod post;
pub mod resets;
pub mod slow;
pub mod test_server;

pub use resets::Resets;
pub use slow::{hosted_game, slow_game};
pub use test_server::{Browser, Player, TestServer, key};
