//! Bytes packed as zlib does it (RFC 1950): what a PNG holds, and how plates of the ground are kept.

use thiserror::Error;
use zlib_rs::{DeflateConfig, InflateConfig, ReturnCode, compress_bound, compress_slice, decompress_slice};

/// Why bytes were not packed, which no bytes should lead to, or not unpacked: they are not what was packed.
#[derive(Debug, Error)]
#[error("zlib ended with {code:?} behind {bytes} bytes")]
pub struct ZlibError {
    code: ReturnCode,
    bytes: usize,
}

/// Bytes packed, at one of zlib's levels, 1 to 9.
pub(crate) fn pack(bytes: &[u8], level: i32) -> Result<Vec<u8>, ZlibError> {
    let mut room = vec![0; compress_bound(bytes.len())];
    let (packed, code) = compress_slice(&mut room, bytes, DeflateConfig { level, ..DeflateConfig::default() });
    match code {
        // Copied, so that the room for what may not be packed at all is given back.
        ReturnCode::Ok => Ok(packed.to_vec()),
        code => Err(ZlibError { code, bytes: packed.len() }),
    }
}

/// Fills `into` with what was packed, which must be as long.
pub(crate) fn unpack(packed: &[u8], into: &mut [u8]) -> Result<(), ZlibError> {
    let want = into.len();
    let (bytes, code) = decompress_slice(into, packed, InflateConfig::default());
    if code == ReturnCode::Ok && bytes.len() == want { Ok(()) } else { Err(ZlibError { code, bytes: bytes.len() }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_is_unpacked_and_nothing_else() {
        let bytes: Vec<u8> = (0..5_000_u32).map(|n| (n * n / 7) as u8).collect();
        for level in [1, 4, 9] {
            let packed = pack(&bytes, level).unwrap();
            let mut out = vec![0; bytes.len()];
            unpack(&packed, &mut out).unwrap();
            assert_eq!(out, bytes);
            assert!(unpack(&packed, &mut [0; 4_000]).is_err(), "too long for its room");
            assert!(unpack(&packed, &mut [0; 6_000]).is_err(), "too short for its room");
            assert!(unpack(&packed[..packed.len() / 2], &mut out).is_err(), "cut off");
        }
    }
}
