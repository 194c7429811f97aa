//! The service around the referee: pages, letters, JSON API, command line.
//!
//! * [`cli`]: the commands of the `fieldpost` binary.
//! * [`config`]: settings from flags and environment, refused early when they make no sense.
//! * [`letters`]: what stands in letters.
//! * [`server`]: [`server::Application`] puts web server, outbox worker and house players together.
//! * [`notation`]: a game as text, and back.
//! * [`service`]: the use cases, without HTTP.
//! * [`web`]: pages and API over the use cases.
//! * [`chance`]: dice against what fair ones give.
//! * [`told`], [`when`], [`names`]: a line of the chronicle, a moment, and a name, as pages and letters write them.
//!
//! Nothing here knows a ruleset by name: rulesets arrive as a [`domain::referee::Registry`].

pub mod chance;
pub mod cli;
pub mod config;
pub mod demo;
pub mod letters;
pub mod names;
pub mod notation;
pub mod sense;
pub mod server;
pub mod service;
pub mod strokes;
pub mod telemetry;
pub mod throws;
pub mod told;
pub mod web;
pub mod when;
pub mod witness;
