//! An answer of a server: as it was read, and as it was sent.

use bytes::Bytes;
use retort_core::Message;

/// An answer of a server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reply {
    /// What was read.
    pub message: Message,
    /// The bytes that were sent, in which the message is perhaps not alone.
    pub bytes: Bytes,
    /// Why the rest of it is missing, where it was cut off. What did come is in the message.
    pub cut: Option<String>,
}

impl Reply {
    /// Reads what came over the wire.
    pub(crate) async fn read(reply: retort_wire::Reply) -> Self {
        let (bytes, cut) = (reply.bytes.clone(), reply.cut.clone());
        Self { message: reply.into_message().await, bytes, cut }
    }
}
