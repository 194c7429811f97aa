//! The register of a service: one tree over the hashes of all its records (RFC 6962), whose heads are signed and given away, so that nobody
//! can show one history to you and another to your opponent without leaving a proof of it in your letters.
//!
//! Pure: no I/O, no clock. It knows no game and no other crate of ours; a record is the 32 bytes of its hash. The formats are those of C2SP,
//! so that programs of others can read them. `docs/auditing.md` describes the same for people who write a verifier of their own, and
//! `docs/decisions/0086-the-register.md` says why it is so.
//!
//! * [`tree`]: hashes of leaves and nodes, and the [`tree::Frontier`] by which a tree grows.
//! * [`proof`]: what shows that a leaf is in a tree, and that one tree goes on from another; made from stored hashes, checked without any.
//! * [`tile`]: the stored hashes in parcels of 256, as others fetch them (c2sp.org/tlog-tiles).
//! * [`key`], [`note`]: who signed which text (c2sp.org/signed-note).
//! * [`checkpoint`]: the head of a tree as such a text (c2sp.org/tlog-checkpoint), and the signature by which a witness says that it saw it
//!   (c2sp.org/tlog-cosignature).
//! * [`receipt`]: a leaf's proof with the head it leads to, as one file (c2sp.org/tlog-proof).
//! * [`witness`]: what a witness is asked and what it answers (c2sp.org/tlog-witness).
//! * [`compare`]: what two heads say about one another.

pub mod checkpoint;
pub mod compare;
pub mod key;
pub mod note;
pub mod proof;
pub mod receipt;
mod text;
pub mod tile;
pub mod tree;
pub mod witness;

pub use text::Unreadable;
