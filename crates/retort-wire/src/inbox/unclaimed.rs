//! What arrived and answers nothing: it may have to be shown with the error that follows. The beginning and the end of it
//! are kept.

/// How much is kept: the first bytes, and the last.
const MOST_KEPT: usize = 32 * 1024;

/// What arrived for nobody.
#[derive(Debug, Default)]
pub(super) struct Unclaimed(Vec<u8>);

impl Unclaimed {
    /// Keeps some of it.
    pub(super) fn keep(&mut self, bytes: &[u8]) {
        let shown = bytes.get(..2 * MOST_KEPT).unwrap_or(bytes);
        self.0.extend_from_slice(shown);
        if shown.last() != Some(&b'\n') {
            self.0.push(b'\n');
        }
        if self.0.len() > 4 * MOST_KEPT {
            let end = self.0.len() - MOST_KEPT;
            self.0.drain(MOST_KEPT..end);
        }
    }

    /// Gives it out, to be shown once.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }
}
