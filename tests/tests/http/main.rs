//! The service over HTTP: a real server on a free port for every test.

mod bad_input;
mod beside;
mod channels;
mod clocks;
mod feed;
mod hands;
mod headers;
mod house_players;
mod imported;
mod invitations;
mod letters;
mod limits;
mod notes;
mod notices;
mod plan;
mod resets;
mod routes;
mod seats;
mod sign_in;
mod slow;
mod standing;
mod takeback;
mod whole_game;
