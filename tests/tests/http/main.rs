//! The service over HTTP: a real server on a free port for every test.

mod bad_input;
mod channels;
mod clocks;
mod compose;
mod feed;
mod headers;
mod house_players;
mod imported;
mod invitations;
mod letters;
mod limits;
mod notes;
mod notices;
mod plan;
mod private;
mod resets;
mod revisions;
mod routes;
mod seat_change;
mod seats;
mod sign_in;
mod slow;
mod standing;
mod takeback;
mod two_processes;
mod whole_game;
