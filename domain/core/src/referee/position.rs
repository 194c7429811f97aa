//! A position without its type.

use sha2::{Digest, Sha256};
use std::any::Any;
use std::fmt::Debug;

/// A position of some ruleset.
pub trait AnyPosition: Any + Debug + Send + Sync {
    /// A copy.
    fn copy(&self) -> Box<dyn AnyPosition>;
    /// The canonical JSON of it.
    fn canonical(&self) -> String;
    /// SHA-256 of the canonical JSON (TRUST §1, `state`).
    fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.canonical().as_bytes()).into()
    }
    /// Whether two positions of one ruleset are equal in every part that plays a role.
    fn same(&self, other: &dyn AnyPosition) -> bool {
        self.canonical() == other.canonical()
    }
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}
