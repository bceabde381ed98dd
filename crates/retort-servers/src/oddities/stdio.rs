//! The server on standard input and output. Every request is answered by a task of its own, so that a case that
//! waits or falls silent does not stop the others.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use super::call::Call;
use super::protocol::{Asked, OwnRequests, asked, came};
use super::script::{Ending, Step, Way, script};
use crate::Error;

/// Serves on the process's own standard input and output until the input ends.
///
/// Some cases end the process, as their descriptions say: they exit, or kill it.
///
/// # Errors
///
/// When standard input cannot be read.
pub async fn serve_stdio() -> Result<(), Error> {
    serve(tokio::io::stdin(), tokio::io::stdout(), end_process).await
}

/// A line longer than this is no request that anyone means.
const LONGEST_LINE: usize = 64 * 1024 * 1024;

async fn serve<R, W>(input: R, output: W, end: fn(Ending)) -> Result<(), Error>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let server =
        Arc::new(Server { output: Mutex::new(output), own: OwnRequests::default(), calls: AtomicU64::new(0), end });
    let mut input = BufReader::new(input);
    let mut tasks = JoinSet::new();
    let mut line = Vec::new();
    while read_line(&mut input, &mut line).await? {
        while tasks.try_join_next().is_some() {}
        if line.trim_ascii().is_empty() {
            continue;
        }
        match asked(&line) {
            Asked::Nothing => {}
            Asked::Answered(id) => server.own.answered(&id),
            Asked::Answer(answer) | Asked::Initialize(answer) => {
                let server = Arc::clone(&server);
                tasks.spawn(async move { server.play(vec![Step::Send(format!("{answer}\n").into_bytes())]).await });
            }
            Asked::Call { case, id } => {
                let number = server.calls.fetch_add(1, Ordering::Relaxed);
                let call = Call { number, ..Call::new(&id, case.text()) };
                let server = Arc::clone(&server);
                tasks.spawn(async move { server.play(script(case, Way::Stdio, &call)).await });
            }
        }
    }
    server.own.give_up();
    while tasks.join_next().await.is_some() {}
    Ok(())
}

/// Reads a line, however it ends; what is beyond the longest line is read and dropped.
async fn read_line<R: AsyncRead + Unpin>(input: &mut BufReader<R>, line: &mut Vec<u8>) -> Result<bool, Error> {
    line.clear();
    let mut any = false;
    loop {
        let seen = input.fill_buf().await?;
        if seen.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = seen.iter().position(|byte| *byte == b'\n');
        let part = &seen[..end.unwrap_or(seen.len())];
        if line.len() + part.len() <= LONGEST_LINE {
            line.extend(part);
        }
        let used = end.map_or(seen.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

struct Server<W> {
    output: Mutex<W>,
    own: OwnRequests,
    calls: AtomicU64,
    end: fn(Ending),
}

impl<W: AsyncWrite + Unpin> Server<W> {
    /// Takes the steps. A client that no longer reads ends the script.
    async fn play(&self, steps: Vec<Step>) {
        let mut answers: Vec<_> = steps
            .iter()
            .filter_map(|step| match step {
                Step::Await { request, .. } => Some(self.own.expect(request)),
                _ => None,
            })
            .collect();
        // Held over the whole script, so that other answers cannot stand within an odd one; but not while the server
        // waits for an answer, since the client may ask something first.
        let mut output = Some(self.output.lock().await);
        for step in steps {
            match step {
                Step::Send(bytes) => {
                    let mut free = match output.take() {
                        Some(held) => held,
                        None => self.output.lock().await,
                    };
                    if free.write_all(&bytes).await.is_err() || free.flush().await.is_err() {
                        return;
                    }
                    output = Some(free);
                }
                Step::Wait(pause) => tokio::time::sleep(pause).await,
                Step::Grumble(bytes) => {
                    let mut errors = tokio::io::stderr();
                    // Nobody may listen there.
                    let _ = errors.write_all(&bytes).await;
                    let _ = errors.flush().await;
                }
                Step::Await { otherwise, .. } => {
                    output = None;
                    if answers.is_empty() || came(answers.remove(0)).await {
                        continue;
                    }
                    if let Step::Send(bytes) = *otherwise {
                        let mut output = self.output.lock().await;
                        let _ = output.write_all(&bytes).await;
                        let _ = output.flush().await;
                    }
                    return;
                }
                Step::End(ending) => (self.end)(ending),
                Step::Say(_) | Step::Push(_) | Step::HangUp | Step::Keep { .. } => {}
            }
        }
    }
}

fn end_process(ending: Ending) {
    match ending {
        Ending::Exit(status) => {
            // What was written to standard error is read before the status is seen.
            std::thread::sleep(Duration::from_millis(20));
            process::exit(status)
        }
        Ending::Killed => kill(),
        Ending::OutputClosed => close_output(),
        Ending::Reset | Ending::Silence => {}
    }
}

#[cfg(unix)]
fn kill() {
    if rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL).is_err() {
        process::abort();
    }
}

#[cfg(not(unix))]
fn kill() {
    process::abort();
}

/// Another file takes the place of the pipe, which then has no writer left.
#[cfg(unix)]
fn close_output() {
    if let Ok(nowhere) = std::fs::File::options().write(true).open("/dev/null") {
        // If it fails, the client sees silence instead of an end, which it must survive as well.
        let _ = rustix::stdio::dup2_stdout(nowhere);
    }
}

/// Without a way to close it, silence is what is left.
#[cfg(not(unix))]
fn close_output() {}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, DuplexStream, duplex};

    use super::*;

    /// What the server writes for these lines, with its input closed behind them.
    async fn written(lines: &str) -> String {
        let (mut output, end) = duplex(1 << 20);
        let serving = tokio::spawn({
            let lines = lines.as_bytes().to_vec();
            async move { serve(&lines[..], end, |_| {}).await }
        });
        let mut text = String::new();
        output.read_to_string(&mut text).await.unwrap();
        serving.await.unwrap().unwrap();
        text
    }

    fn call(name: &str) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"{name}"}}}}"#)
    }

    #[tokio::test]
    async fn a_last_line_without_an_end_is_answered() {
        assert_eq!(written(r#"{"id":1,"method":"ping"}"#).await, "{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{}}\n");
    }

    #[tokio::test]
    async fn what_is_no_request_never_stops_it() {
        let text = written("\n\0\u{c3}\n{\n[]\n{\"id\":1,\"method\":\"ping\"}\n").await;
        assert!(text.contains("-32700") && text.contains("-32600") && text.contains("\"result\":{}"), "{text}");
    }

    #[tokio::test]
    async fn a_case_of_another_transport_says_where_to_call_it() {
        let text = written(&call("gzip")).await;
        assert!(text.contains("`gzip` is not sent over stdio; call it over http"), "{text}");
    }

    async fn line(output: &mut BufReader<DuplexStream>) -> String {
        let mut line = String::new();
        output.read_line(&mut line).await.unwrap();
        line
    }

    #[tokio::test]
    async fn a_reply_waits_for_the_answer_to_the_servers_own_request_and_others_do_not() {
        let (mut client, input) = duplex(1024);
        let (output, end) = duplex(1 << 20);
        let mut output = BufReader::new(output);
        let serving = tokio::spawn(serve(input, end, |_| {}));
        client.write_all(format!("{}\n", call("request-roots")).as_bytes()).await.unwrap();
        assert!(line(&mut output).await.contains(r#""id":"oddities-0","method":"roots/list""#));
        client.write_all(b"{\"id\":8,\"method\":\"ping\"}\n").await.unwrap();
        assert!(line(&mut output).await.contains(r#""id":8"#));
        client.write_all(b"{\"id\":\"oddities-0\",\"result\":{\"roots\":[]}}\n").await.unwrap();
        assert!(line(&mut output).await.contains("payload-of-request-roots"));
        drop(client);
        serving.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn a_client_that_never_answers_is_told() {
        let text = written(&call("request-ping")).await;
        assert!(
            text.contains("did not answer the server's own request `ping`") && !text.contains("payload-of"),
            "{text}"
        );
    }
}
