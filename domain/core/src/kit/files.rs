//! Reading the files of a data pack.

use crate::referee::{DataFile, PackError};
use crate::words::Hash32;
use serde::de::DeserializeOwned;

/// The rows of a CSV file with a head, in order.
///
/// # Errors
/// [`PackError`] with the first row that does not fit.
pub fn rows<T: DeserializeOwned>(file: &'static str, text: &str) -> Result<Vec<T>, PackError> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize().collect::<Result<_, _>>();
    rows.map_err(|e| PackError::new(file, e))
}

/// A JSON file.
///
/// # Errors
/// [`PackError`] with what does not fit.
pub fn json<T: DeserializeOwned>(file: &'static str, text: &str) -> Result<T, PackError> {
    serde_json::from_str(text).map_err(|e| PackError::new(file, e))
}

/// A cell of a row read further: the id of a hex, say.
///
/// # Errors
/// [`PackError`] with the text.
pub fn cell<T: std::str::FromStr<Err: std::fmt::Display>>(file: &'static str, text: &str) -> Result<T, PackError> {
    text.parse().map_err(|e| PackError::new(file, format!("{text}: {e}")))
}

/// Files by name with their digests.
pub fn digests<const N: usize>(files: [(&'static str, &'static str); N]) -> Vec<DataFile> {
    files.map(|(name, text)| DataFile::of(name, text)).into()
}

/// The digest of a release as the build script of a rulebook gives it.
///
/// # Panics
/// When it is no digest: a mistake of the build script, which every game would show.
pub fn release(hex: &str) -> Hash32 {
    hex.parse().expect("the build script writes a digest")
}
