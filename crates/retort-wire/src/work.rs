//! Counts the bytes that are looked at, in tests: whatever takes a stream apart looks at each of them a bounded number of times,
//! and that can be shown without a clock.

#[cfg(test)]
thread_local! {
    static LOOKED_AT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// So many bytes are looked at.
#[inline]
pub(crate) fn look_at(bytes: usize) {
    #[cfg(test)]
    LOOKED_AT.set(LOOKED_AT.get().saturating_add(bytes));
    #[cfg(not(test))]
    let _ = bytes;
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;
    use crate::balance::Balance;
    use crate::count::is_more_than;
    use crate::events::Events;
    use crate::frames::Frames;
    use crate::head::Head;
    use crate::stderr::Heard;

    /// What streams are made of, again and again. Each was thought out to be looked at too often.
    const PIECES: [&str; 34] = [
        "{}",
        "{}\n",
        " {}",
        "[]",
        "[",
        "{",
        "}",
        "{\n",
        " {\n",
        "[{\n",
        "\n",
        "\r",
        "\r\n",
        " ",
        "\"",
        "\"\n",
        "\"a\"\n",
        "\\",
        "{\"",
        "{\"\\",
        "x",
        "x\n",
        "x{\n",
        "x {} y\n",
        "{\"jsonrpc\"",
        "{\"jsonrpc\"\n",
        "[{\"jsonrpc\":1}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        "data: {}\n",
        "data: {}\n\n",
        "data:",
        ": \n",
        "id: 1\n",
        "\u{0}{\u{0}",
    ];

    /// How many bytes are looked at by some work.
    fn looked_at(work: impl FnOnce()) -> usize {
        LOOKED_AT.set(0);
        work();
        LOOKED_AT.get()
    }

    /// Each way to take a stream apart, whatever it is made of and however it is cut, looks at each byte a few times.
    #[test]
    fn every_byte_is_looked_at_a_few_times() {
        const MOST: usize = 12;
        let is_message = |bytes: &[u8]| {
            look_at(bytes.len());
            bytes.starts_with(b"{\"jsonrpc\":\"2.0\"")
        };
        for piece in PIECES {
            for before in ["", "{", "[\n", "{\"a\":\"", "\"", "data: "] {
                for after in ["", "\n", "}", "\"}\n"] {
                    let text = format!("{before}{}{after}", piece.repeat(4_000 / piece.len()));
                    let bytes = text.as_bytes();
                    for at_a_time in [7, 64, 4096, bytes.len()] {
                        let chunks = || bytes.chunks(at_a_time);
                        let mut frames = Frames::default();
                        let mut events = Events::default();
                        let mut balance = Balance::default();
                        let mut heard = Heard::default();
                        for (way, looked) in [
                            ("frames", looked_at(|| chunks().for_each(|chunk| drop(frames.push(chunk, is_message))))),
                            ("events", looked_at(|| chunks().for_each(|chunk| drop(events.push(chunk))))),
                            ("balance", looked_at(|| chunks().for_each(|chunk| _ = balance.push(chunk)))),
                            ("stderr", looked_at(|| chunks().for_each(|chunk| heard.push(chunk)))),
                            ("head", looked_at(|| _ = Head::of(bytes))),
                            ("count", looked_at(|| _ = is_more_than(bytes, 1_000))),
                        ] {
                            let times = looked / bytes.len();
                            assert!(times < MOST, "{way} of {before:?} {piece:?} {after:?} by {at_a_time}: {times}");
                        }
                    }
                }
            }
        }
    }

    /// The counter counts: a search that starts over for each frame would be noticed.
    #[test]
    fn a_search_that_starts_over_is_noticed() {
        let bytes = Bytes::from("{}".repeat(1000));
        let looked = looked_at(|| {
            for at in (0..bytes.len()).step_by(2) {
                look_at(bytes.len() - at);
            }
        });
        assert!(looked / bytes.len() > 100);
    }
}
