//! Calls to addresses that players name: webhooks and push addresses.
//!
//! Whoever names an address makes this service call it, from where it stands: inside a host's network, perhaps. So the rules are strict.
//!
//! * A [`Target`] is a URL that may be called at all: `https`, a plain host, a sensible port.
//! * The [`Guard`] knows which IP addresses may be called. All addresses of a name are looked at, and the connection goes to one of those
//!   that were looked at, so that a name cannot answer one thing to the question and another to the call.
//! * A [`Caller`] sends one POST: no redirect is followed, of the answer nothing is read but its status, or so many bytes as were asked for, and all of it ends
//!   within seconds.
//! * [`signature`] is what lets the other side know who called.

mod caller;
mod guard;
mod signature;
mod target;

pub use caller::{BadRoots, Caller, Post, Undelivered};
pub use guard::{Guard, Network, NotANetwork};
pub use signature::signature;
pub use target::{LONGEST, Refused, Target};
