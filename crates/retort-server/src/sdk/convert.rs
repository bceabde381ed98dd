//! From and to the types of the official SDK.

use retort_core::Envelope;
use rmcp::model::{CallToolResult, ErrorData};

use crate::answer::Answer;
use crate::reply::Reply;

impl Answer {
    /// The result as the official SDK has it.
    ///
    /// # Errors
    ///
    /// Where the answer is an error of the protocol, which the SDK has as an error, too.
    pub fn into_rmcp(self) -> Result<CallToolResult, ErrorData> {
        let broken = |error: serde_json::Error| ErrorData::internal_error(error.to_string(), None);
        if self.is_protocol_error {
            return Err(serde_json::from_str(&self.json).unwrap_or_else(broken));
        }
        serde_json::from_str(&self.json).map_err(broken)
    }
}

impl From<&CallToolResult> for Reply {
    /// What a client with Retort makes of a result.
    fn from(result: &CallToolResult) -> Self {
        match serde_json::to_string(result) {
            Ok(json) => {
                let reading = retort_core::read(json);
                match reading.messages.first() {
                    Some(message) => Envelope::from_message(message, None).into(),
                    None => Self::single(&()),
                }
            }
            Err(error) => crate::list::unwritable(&error),
        }
    }
}
