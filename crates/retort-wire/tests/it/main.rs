//! The wire, with peers inside the process and with real ones.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod bounded;
mod flow;
mod fuzz;
mod handling;
mod http;
mod proxy;
mod strict;

use std::sync::Arc;

use retort_wire::{Handler, Peer, PeerOptions};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex, split};

/// The other end of a peer, which writes and reads by hand.
struct Hand {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    to: WriteHalf<DuplexStream>,
}

impl Hand {
    /// The next message, as it was sent.
    async fn read(&mut self) -> String {
        self.lines.next_line().await.unwrap().expect("the peer says more")
    }

    async fn write(&mut self, line: &str) {
        self.to.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }
}

/// A peer, and the other end of it.
fn connect(handler: Arc<dyn Handler>, options: PeerOptions) -> (Peer, Hand) {
    let (ours, theirs) = duplex(1 << 16);
    let (from, to) = split(ours);
    let peer = Peer::over(from, to, handler, options);
    let (from, to) = split(theirs);
    (peer, Hand { lines: BufReader::new(from).lines(), to })
}

fn strict() -> PeerOptions {
    let mut options = PeerOptions::default();
    options.matching = retort_wire::Matching::Strict;
    options
}
