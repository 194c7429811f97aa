//! How a webhook is signed.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// `v1=` and, in lower-case hexadecimal, `HMAC-SHA-256(key, timestamp ‖ "." ‖ body)` (RFC 2104), where the timestamp is the decimal text
/// of the header that carries it: seconds since 1970. A body that was overheard cannot be sent again later under a new timestamp.
pub fn signature(key: &[u8], timestamp: i64, body: &[u8]) -> String {
    let mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key)
        .expect("HMAC takes a key of any length")
        .chain_update(timestamp.to_string())
        .chain_update(b".")
        .chain_update(body)
        .finalize()
        .into_bytes();
    format!("v1={}", hex::encode(mac))
}

#[cfg(test)]
mod tests {
    use super::signature;

    #[test]
    fn a_signature_is_what_other_programs_come_to() {
        // printf '1790000000.{"id":"a"}' | openssl dgst -sha256 -hmac key
        let expected = "v1=f4aa48cf31c770e372dc8d087b2cd578d939fcccc7f247b68f5a43893cdc8cf2";
        assert_eq!(signature(b"key", 1_790_000_000, br#"{"id":"a"}"#), expected);
        assert_ne!(signature(b"key", 1_790_000_001, br#"{"id":"a"}"#), expected);
        assert_ne!(signature(b"kez", 1_790_000_000, br#"{"id":"a"}"#), expected);
        assert_ne!(signature(b"key", 1_790_000_000, br#"{"id":"b"}"#), expected);
    }
}
