//! A small, fast hash of bytes, for comparing keys and values inside one process. Not for hostile tables:
//! whoever relies on equality compares the bytes as well, or uses two differently seeded hashes.

const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash of `bytes`.
pub(crate) fn bytes(bytes: &[u8]) -> u64 {
    seeded(bytes, 0)
}

/// The hash of `bytes` from another starting point.
pub(crate) fn seeded(bytes: &[u8], seed: u64) -> u64 {
    let (chunks, rest) = bytes.as_chunks::<8>();
    let mut hash = mix(seed ^ MIX, bytes.len() as u64);
    for chunk in chunks {
        hash = mix(hash, u64::from_le_bytes(*chunk));
    }
    let tail = rest.iter().fold(0, |tail, &byte| tail << 8 | u64::from(byte));
    mix(hash, tail)
}

/// Folds `word` into `hash`.
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ MIX) * u128::from(MIX | 1);
    #[expect(clippy::cast_possible_truncation, reason = "the two halves are folded on purpose")]
    let folded = product as u64 ^ (product >> 64) as u64;
    folded.rotate_left(23) ^ word.wrapping_mul(MIX)
}
