//! What the end-to-end tests share: a real server on a free port, people who use it, and mail servers around it.

pub mod desk;
pub mod listener;
pub mod post;
pub mod resets;
pub mod slow;

pub use desk::{Browser, Desk, Player, key};
pub use resets::Resets;
pub use slow::slow_game;
