//! Examples that are too long to be written out.

/// Bytes that start with `head`, end with `tail`, and have `unit` over and over between them.
pub(crate) const fn filled<const LENGTH: usize>(head: &str, unit: &str, tail: &str) -> [u8; LENGTH] {
    let (head, unit, tail) = (head.as_bytes(), unit.as_bytes(), tail.as_bytes());
    let mut bytes = [b' '; LENGTH];
    let mut at = 0;
    while at < LENGTH {
        bytes[at] = if at < head.len() {
            head[at]
        } else if at >= LENGTH - tail.len() {
            tail[at - (LENGTH - tail.len())]
        } else {
            unit[(at - head.len()) % unit.len()]
        };
        at += 1;
    }
    bytes
}

/// Bytes as text.
pub(crate) const fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}
