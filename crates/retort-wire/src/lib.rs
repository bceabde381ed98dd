//! Messages of MCP as bytes, over pipes, streamable HTTP and its predecessor HTTP+SSE, in both directions.
//!
//! A [`Peer`] is whoever is at the other end. It is asked ([`Peer::request`], [`Peer::forward`]), told ([`Peer::notify`],
//! [`Peer::send`]), and closed; what it asks and tells reaches a [`Handler`]. Below that are the parts that need no
//! connection: [`Frames`] and [`Events`] cut streams into messages, [`Unpacker`] unpacks HTTP bodies, [`headers`] writes and
//! checks the protocol's headers, [`Head`] finds the members of a message, and [`with_id`] and [`with_member`] replace one
//! of them and leave all other bytes as they came.
//!
//! The example `proxy` is a whole program on top of this: it is between a client and a server and changes no byte but the ids.
//!
//! What a message means, `retort-core` knows; how a server is greeted and called, `retort-client`.

mod address;
mod balance;
mod body;
mod budget;
mod count;
mod dispatch;
mod error;
mod events;
mod frames;
mod handler;
mod head;
pub mod headers;
mod inbox;
pub mod method;
mod opening;
mod options;
mod params;
mod peer;
mod reading;
mod reply;
mod request;
mod splice;
mod stderr;
mod tls;
mod transport;
mod unpack;
mod watch;
mod words;
mod work;

pub use address::{HIDDEN, safe_address};
pub use budget::{Budget, Exceeded, Sum};
pub use error::Error;
pub use events::{Event, Events};
pub use frames::{Frame, Frames};
pub use handler::{Answer, Answering, Handler, NoHandler, Notification, Question};
pub use head::Head;
pub use inbox::{Closing, Id as RequestId, StoppedClock};
pub use options::{Address, Authorize, AuthorizeError, Matching, PeerOptions, RequestOptions, Tap};
pub use params::Params;
pub use peer::Peer;
pub use reading::Reader;
pub use reply::Reply;
pub use request::InFlight;
pub use splice::{member, with_id, with_member};
pub use stderr::Stderr;
pub use tls::tls_config;
pub use transport::Orphans;
pub use unpack::{Broken, Unpacker};
pub use watch::{Watcher, watch};
pub use words::{Excerpt, one_line, shown_path};
