//! The server on standard input and output. Every call is answered by a task of its own, so that a case that waits or falls
//! silent does not stop the others; there are only so many of them at once.

use std::process;
use std::sync::Arc;
use std::time::Duration;

use retort_server::http::BUSY;
use retort_server::lines::{Input, Next};
use retort_server::room::{Full, OpenIds, Room, id_in_use, weight};
use retort_server::{Error, Limits};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::call::Call;
use super::protocol::{Asked, OwnRequests, asked, came, error};
use super::script::{Ending, Step, Way, script_in};

/// Serves on the process's own standard input and output until the input ends.
///
/// Some cases end the process, as their descriptions say: they exit, or kill it.
///
/// # Errors
///
/// When standard input cannot be read.
pub async fn serve_stdio(limits: Limits) -> Result<(), Error> {
    serve(tokio::io::stdin(), tokio::io::stdout(), limits, end_process).await
}

async fn serve<R, W>(input: R, output: W, limits: Limits, end: fn(Ending)) -> Result<(), Error>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let room = Room::new(limits);
    let server = Arc::new(Server { output: Mutex::new(output), own: OwnRequests::default(), end });
    let ids = Arc::new(OpenIds::default());
    let mut input = Input::new(input, room.limits.message_bytes);
    let mut tasks = JoinSet::new();
    for number in 0.. {
        while tasks.try_join_next().is_some() {}
        let line = match input.next().await? {
            Next::End => break,
            Next::Line => input.take(),
            Next::TooLong => {
                server.say(&error(&Value::Null, -32600, &room.too_long())).await;
                continue;
            }
        };
        if line.trim_ascii().is_empty() {
            continue;
        }
        let weight = weight(&line);
        if !room.can_hold(weight) {
            server.say(&error(&Value::Null, -32600, &room.too_heavy())).await;
            continue;
        }
        match asked(&line) {
            Asked::Nothing => {}
            Asked::Answered(id) => server.own.answered(&id),
            Asked::Unread { code, words } => server.say(&error(&Value::Null, code, words)).await,
            Asked::Answer(answer) | Asked::Initialize(answer) => server.say(&answer).await,
            Asked::Call { case, id } => {
                let mut open = ids.open(id.clone());
                if open.is_none() {
                    server.say(&error(&Value::Null, -32600, &id_in_use(&id))).await;
                    continue;
                }
                // While there is no room, nothing is read.
                let place = timeout(room.limits.room_time, room.next_place(weight, &mut open)).await;
                let place = match place.unwrap_or(Err(Full::Calls)) {
                    Ok(place) => place,
                    Err(full) => {
                        let id = serde_json::from_str(&id).unwrap_or_default();
                        server.say(&error(&id, BUSY, &room.words(full))).await;
                        continue;
                    }
                };
                let call = Call { number, ..Call::new(&id, case.text()) };
                let server = Arc::clone(&server);
                tasks.spawn(async move {
                    let steps = script_in(&place, case, Way::Stdio, &call).await;
                    server.play(steps).await;
                    drop(place);
                });
            }
        }
    }
    server.own.give_up();
    while tasks.join_next().await.is_some() {}
    Ok(())
}

struct Server<W> {
    output: Mutex<W>,
    own: OwnRequests,
    end: fn(Ending),
}

impl<W: AsyncWrite + Unpin> Server<W> {
    /// Sends a sound message. What follows is read when the client has taken it.
    async fn say(&self, message: &Value) {
        self.play(vec![Step::Send(format!("{message}\n").into_bytes())]).await;
    }

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
    use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, DuplexStream, duplex};

    use super::*;

    /// What the server writes for these lines, with its input closed behind them.
    async fn written(lines: &str) -> String {
        let (mut output, end) = duplex(1 << 20);
        let serving = tokio::spawn({
            let lines = lines.as_bytes().to_vec();
            async move { serve(&lines[..], end, Limits::default(), |_| {}).await }
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
        let serving = tokio::spawn(serve(input, end, Limits::default(), |_| {}));
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
    async fn an_id_is_not_used_twice_at_once() {
        let (mut client, input) = duplex(1024);
        let (output, end) = duplex(1 << 20);
        let mut output = BufReader::new(output);
        let serving = tokio::spawn(serve(input, end, Limits::default(), |_| {}));
        client.write_all(format!("{}\n", call("request-roots")).as_bytes()).await.unwrap();
        assert!(line(&mut output).await.contains("roots/list"));
        client.write_all(format!("{}\n", call("result-text")).as_bytes()).await.unwrap();
        let refusal = line(&mut output).await;
        assert!(refusal.contains("-32600") && refusal.contains(r#""id":null"#), "{refusal}");
        client.write_all(b"{\"id\":\"oddities-0\",\"result\":{\"roots\":[]}}\n").await.unwrap();
        assert!(line(&mut output).await.contains("payload-of-request-roots"));
        client.write_all(format!("{}\n", call("result-text")).as_bytes()).await.unwrap();
        assert!(line(&mut output).await.contains("payload-of-result-text"));
        drop(client);
        serving.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_told_and_takes_no_memory() {
        let mut limits = Limits::default();
        limits.message_bytes = 100;
        let (mut output, end) = duplex(1 << 20);
        let lines = format!("{}\n{}\n", "x".repeat(1000), r#"{"id":1,"method":"ping"}"#);
        let serving = tokio::spawn(async move { serve(lines.as_bytes(), end, limits, |_| {}).await });
        let mut text = String::new();
        output.read_to_string(&mut text).await.unwrap();
        serving.await.unwrap().unwrap();
        assert!(text.contains("-32600") && text.contains("at most 100 bytes"), "{text}");
        assert!(text.contains(r#""id":1"#), "{text}");
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
