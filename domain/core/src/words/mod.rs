//! The words that everything else is said in: sides, seats, sections, ids, terms, rolls, refusals. They know nothing of each
//! other's users and import nothing of the rest.

mod audience;
mod counted;
mod ids;
mod refusal;
mod rolls;
mod seats;
mod section;
mod terms;

pub use audience::{Audience, Hearers};
pub use counted::{counted, possessive};
pub use ids::{GameId, Hash32, Millis, NotHex};
pub use refusal::{Illegal, Refusal};
pub use rolls::{NoDice, Roll, thrown};
pub use seats::{SeatId, Side, Viewer};
pub use section::Section;
pub use terms::{DataFile, Terms};
