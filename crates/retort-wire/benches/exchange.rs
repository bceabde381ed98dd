//! A request of 1 KB and its reply of 1 KB over a pipe inside the process: through the wire, beside a plain copy of the
//! same bytes over the same pipe, in one run. What is printed is the processor time of one exchange.
//!
//! `cargo bench -p retort-wire` prints the table.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark may fail loudly")]

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use retort_wire::{
    Answer, Answering, Handler, Matching, NoHandler, Params, Peer, PeerOptions, Question, RequestOptions,
};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split};

const BATCHES: usize = 11;
/// So many that the ticks of the clock do not matter.
const EXCHANGES: u32 = 20_000;
const KILOBYTE: usize = 1024;

/// What is exchanged: text, as in most requests and replies.
fn filling() -> String {
    let text = "The quick brown fox jumps over the lazy dog, \\\"again\\\" and again. ";
    text.chars().cycle().take(KILOBYTE - 100).collect::<String>().trim_end_matches('\\').to_owned()
}

/// A reply of 1 KB with this id.
fn reply(id: &str, filling: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"{filling}"}}]}}}}"#)
}

/// The processor time that this thread has used; everything here runs on one.
fn used() -> Duration {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(line.split(' ').next().unwrap().parse().unwrap())
}

/// Writes the request and reads the reply as they are.
struct Copying {
    stream: DuplexStream,
    request: Vec<u8>,
    reply: Vec<u8>,
}

impl Copying {
    fn new() -> Self {
        let (ours, mut theirs) = duplex(1 << 16);
        let (request, answer) = (reply("1", &filling()).into_bytes(), reply("1", &filling()).into_bytes());
        let mut heard = vec![0; request.len()];
        let kept = answer.clone();
        tokio::spawn(async move {
            while theirs.read_exact(&mut heard).await.is_ok() {
                theirs.write_all(&answer).await.unwrap();
            }
        });
        Self { stream: ours, request, reply: kept }
    }

    async fn exchange(&mut self) {
        self.stream.write_all(&self.request).await.unwrap();
        self.stream.read_exact(&mut self.reply).await.unwrap();
    }
}

/// A server that answers line by line, and numbers its replies instead of reading requests.
fn plain_server(stream: DuplexStream) {
    let (from, mut to) = split(stream);
    let filling = filling();
    tokio::spawn(async move {
        let (mut from, mut line, mut id) = (BufReader::new(from), Vec::new(), 0_u64);
        while from.read_until(b'\n', &mut line).await.is_ok_and(|count| count > 0) {
            id += 1;
            let mut reply = reply(&id.to_string(), &filling);
            reply.push('\n');
            to.write_all(reply.as_bytes()).await.unwrap();
            line.clear();
        }
    });
}

/// Answers everything with the same reply.
struct Same(Bytes);

impl Handler for Same {
    fn asked(&self, _: Question) -> Answering<'_, Answer> {
        Box::pin(std::future::ready(Answer::Message(self.0.clone())))
    }
}

fn peer(stream: DuplexStream, matching: Matching, handler: Arc<dyn Handler>) -> Peer {
    let mut options = PeerOptions::default();
    options.matching = matching;
    let (from, to) = split(stream);
    Peer::over(from, to, handler, options)
}

async fn ask(peer: &Peer, filling: &str) {
    let params = Params::new().with_json("text", filling);
    let options = RequestOptions::within(Duration::from_mins(1));
    std::hint::black_box(peer.request("tools/call", params, options).await.unwrap());
}

/// The median of what one exchange took, for each way.
fn measure() -> [Duration; 4] {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut copying = Copying::new();
        let connect = |matching| {
            let (ours, theirs) = duplex(1 << 16);
            plain_server(theirs);
            peer(ours, matching, Arc::new(NoHandler))
        };
        let (strict, lenient) = (connect(Matching::Strict), connect(Matching::Lenient));
        let (ours, theirs) = duplex(1 << 16);
        let same = Arc::new(Same(reply("0", &filling()).into()));
        let (_server, both) = (peer(theirs, Matching::Strict, same), peer(ours, Matching::Strict, Arc::new(NoHandler)));
        let filling = format!("\"{}\"", filling());
        let mut times = [const { Vec::new() }; 4];
        for _ in 0..BATCHES {
            for (way, times) in times.iter_mut().enumerate() {
                let begun = used();
                for _ in 0..EXCHANGES {
                    match way {
                        0 => copying.exchange().await,
                        1 => ask(&strict, &filling).await,
                        2 => ask(&lenient, &filling).await,
                        _ => ask(&both, &filling).await,
                    }
                }
                times.push(used().saturating_sub(begun) / EXCHANGES);
            }
        }
        times.map(|mut times| {
            times.sort();
            times[times.len() / 2]
        })
    })
}

fn main() {
    let [copy, strict, lenient, both] = measure();
    println!(
        "\na request and its reply of 1 KB each over a pipe inside the process: processor time, median of interleaved runs\n"
    );
    println!("| way | one exchange | beside a plain copy |");
    println!("|---|---:|---:|");
    println!("| plain copy of the bytes | {copy:.1?} | |");
    for (way, time) in [
        ("strict matching, the reply as bytes", strict),
        ("lenient matching, the reply read", lenient),
        ("strict matching, a peer at either end", both),
    ] {
        println!("| {way} | {time:.1?} | {:.1?} |", time.saturating_sub(copy));
    }
}
