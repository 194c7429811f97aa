//! What is played, and from which files.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A data file of the pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataFile {
    /// File name inside the pack.
    pub name: String,
    /// SHA-256 of its bytes, lower-case hex.
    pub sha256: String,
}

impl DataFile {
    /// A file with the digest of its bytes.
    pub fn of(name: &str, text: &str) -> Self {
        DataFile { name: name.to_owned(), sha256: hex::encode(Sha256::digest(text)) }
    }
}

/// What is played: the choices made before the first order. Part of the genesis record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Every option of the scenario with its value.
    pub options: BTreeMap<String, String>,
    /// Scenario id.
    pub scenario: String,
}
