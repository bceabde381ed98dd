//! The body of a request, read within limits on its size, and on the memory that all bodies take. Chunks cost what is in
//! them, however small they are.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::time::timeout;

use super::Site;
use super::connection::{Input, Waits};
use super::head::{Framing, Unread};
use crate::room::{Full, Weight};

/// How long a line between chunks may be.
const CHUNK_LINE_BYTES: usize = 1 << 10;
/// How many bytes of lines that are no data may come in one body, beside as many as there is data.
const FRAMING_BYTES: usize = 64 << 10;

/// How long a connection that makes room for another may take to end.
const CLOSING_TIME: Duration = Duration::from_secs(1);

/// A body that is being read.
pub(super) struct RequestBody<'a> {
    input: &'a mut Input,
    site: &'a Site,
    waits: &'a Arc<Waits>,
    read: BytesMut,
    weight: Option<Weight>,
    /// Bytes that were read and are no data.
    framing: usize,
}

impl<'a> RequestBody<'a> {
    pub(super) fn new(input: &'a mut Input, site: &'a Site, waits: &'a Arc<Waits>) -> Self {
        Self { input, site, waits, read: BytesMut::new(), weight: None, framing: 0 }
    }

    /// Reads it all.
    pub(super) async fn read(mut self, framing: Framing) -> Result<(Bytes, Option<Weight>), Unread> {
        match framing {
            Framing::Length(length) => self.data(length).await?,
            Framing::Chunks => self.chunks().await?,
        }
        Ok((self.read.freeze(), self.weight))
    }

    async fn chunks(&mut self) -> Result<(), Unread> {
        loop {
            let line = self.line().await?;
            let size = line.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii();
            let is_hex = !size.is_empty() && size.iter().all(u8::is_ascii_hexdigit);
            let size = std::str::from_utf8(size).ok().filter(|_| is_hex);
            let size = size.ok_or_else(|| Unread::refused(400, "this is no size of a chunk"))?;
            // A number that does not fit is larger than any limit.
            let size = usize::from_str_radix(size, 16).unwrap_or(usize::MAX);
            if size == 0 {
                // Trailers end with a blank line, as a head does.
                while !self.line().await?.is_empty() {}
                return Ok(());
            }
            self.data(size).await?;
            if !self.line().await?.is_empty() {
                return Err(Unread::refused(400, "a chunk is longer than it says"));
            }
        }
    }

    /// Reads that many bytes of data. Room is taken for what has come, not for what was announced.
    async fn data(&mut self, length: usize) -> Result<(), Unread> {
        let room = &self.site.room;
        if self.read.len().saturating_add(length) > room.limits.message_bytes {
            return Err(Unread::refused(413, room.too_long()));
        }
        let mut left = length;
        while left > 0 {
            if self.input.bytes.is_empty() {
                self.input.more().await?;
            }
            let part = self.input.bytes.split_to(left.min(self.input.bytes.len()));
            self.make_room(part.len()).await?;
            self.read.extend_from_slice(&part);
            left -= part.len();
        }
        Ok(())
    }

    /// Takes room for bytes that have come. Where there is none, another body makes room that has taken longest to come: whoever
    /// begins to send and stops cannot keep others out.
    async fn make_room(&mut self, bytes: usize) -> Result<(), Unread> {
        let room = &self.site.room;
        let mut more = room.for_bytes(bytes);
        let is_another = |waits: &Arc<Waits>| waits.holds_any() && !Arc::ptr_eq(waits, self.waits);
        while more.is_err() && self.site.close_longest_waiting(is_another).is_some() {
            more = timeout(CLOSING_TIME, room.when_free(bytes)).await.unwrap_or(Err(Full::Messages));
        }
        let more = more.map_err(|full| Unread::refused(503, room.words(full)))?;
        self.waits.hold(bytes);
        match &mut self.weight {
            Some(weight) => weight.merge(more),
            None => self.weight = Some(more),
        }
        Ok(())
    }

    /// A line between chunks, without its end.
    async fn line(&mut self) -> Result<Bytes, Unread> {
        let mut seen = 0;
        loop {
            let end = self.input.bytes.get(seen..).and_then(|new| new.iter().position(|byte| *byte == b'\n'));
            if let Some(end) = end {
                let line = self.input.bytes.split_to(seen + end + 1).freeze();
                self.framing += line.len();
                if self.framing > FRAMING_BYTES.saturating_add(self.read.len().saturating_mul(8)) {
                    return Err(Unread::refused(400, "there is more around the chunks than in them"));
                }
                let end = line.trim_ascii_end().len();
                return Ok(line.slice(..end));
            }
            seen = self.input.bytes.len();
            if seen > CHUNK_LINE_BYTES {
                return Err(Unread::refused(400, "a line between chunks is too long"));
            }
            self.input.more().await?;
        }
    }
}
