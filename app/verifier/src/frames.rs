//! How files reach the program: one after the other on standard input, each as `u32be(length) ‖ name ‖ u32be(length) ‖ bytes`, the name in UTF-8.

use crate::Given;

/// Reads all files. A cut or overlong frame is told in a sentence.
///
/// # Errors
/// What is wrong with the frames.
pub fn read(mut bytes: &[u8]) -> Result<Vec<Given>, String> {
    let mut files = Vec::new();
    while !bytes.is_empty() {
        let (name, rest) = part(bytes)?;
        let (content, rest) = part(rest)?;
        let name = String::from_utf8(name.to_vec()).map_err(|_| "The name of a file is not UTF-8.")?;
        files.push(Given { name, bytes: content.to_vec() });
        bytes = rest;
    }
    Ok(files)
}

/// Writes files as [`read`] reads them.
pub fn write(files: &[Given]) -> Vec<u8> {
    let mut all = Vec::new();
    for file in files {
        for part in [file.name.as_bytes(), &file.bytes] {
            all.extend(u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes());
            all.extend(part);
        }
    }
    all
}

fn part(bytes: &[u8]) -> Result<(&[u8], &[u8]), String> {
    let cut = || "The files that were handed in end in the middle of one.".to_owned();
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(cut)?;
    let length = usize::try_from(u32::from_be_bytes(*length)).map_err(|_| cut())?;
    rest.split_at_checked(length).ok_or_else(cut)
}
