//! The small server on this machine to which the browser comes back with the answer. It takes one answer to one request,
//! and keeps waiting when it gets another's.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use url::{Host, Url};

use super::page::Page;
use super::{Error, shown};

/// The longest request that is read.
const LONGEST_REQUEST: usize = 16 * 1024;
/// How long a browser may take to send its request, and to take the page.
const BROWSER_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the page may wait for the token.
const EXCHANGE: Duration = Duration::from_mins(1);

/// Waits for the browser.
pub(super) struct Listener {
    socket: TcpListener,
    redirect: Url,
    text: String,
}

/// The browser came back.
pub(super) struct Arrival {
    /// What it brought.
    pub(super) answer: Answer,
    page: oneshot::Sender<Page>,
    written: oneshot::Receiver<()>,
}

/// What an authorisation server says through the browser.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A code that buys a token, and who gave it.
    Code {
        /// The code.
        code: String,
        /// The issuer, where it was sent.
        issuer: Option<String>,
    },
    /// No.
    Denied {
        /// The OAuth error code.
        code: String,
        /// The words that came with it.
        description: String,
    },
}

impl Listener {
    /// Listens where the redirect URI says; without one, at a free port of 127.0.0.1.
    pub(super) async fn bind(redirect: Option<&str>) -> Result<Self, Error> {
        let wrong = |reason: &str| {
            Error::Request(format!(
                "{} cannot be the redirect URI: {reason}; give one such as http://127.0.0.1:8910/callback",
                redirect.unwrap_or_default()
            ))
        };
        let given = redirect.unwrap_or("http://127.0.0.1/callback");
        let mut url = Url::parse(given).map_err(|error| wrong(&error.to_string()))?;
        let address = match url.host() {
            Some(Host::Domain("localhost")) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            Some(Host::Ipv4(v4)) if v4.is_loopback() => IpAddr::V4(v4),
            Some(Host::Ipv6(Ipv6Addr::LOCALHOST)) => IpAddr::V6(Ipv6Addr::LOCALHOST),
            _ => return Err(wrong("it is not on this machine")),
        };
        if url.scheme() != "http" || url.query().is_some() || url.fragment().is_some() {
            return Err(wrong("it has to be plain http, without a query"));
        }
        let port = url.port().unwrap_or_default();
        let socket = TcpListener::bind((address, port)).await;
        let socket = socket.map_err(|error| wrong(&format!("nothing can listen there ({error})")))?;
        let local = socket.local_addr().map_err(|error| wrong(&error.to_string()))?;
        // A URI with a port is registered letter by letter; only a port that was chosen here is filled in.
        let text = if url.port().is_some() {
            given.to_owned()
        } else {
            let _ = url.set_port(Some(local.port()));
            url.to_string()
        };
        Ok(Self { socket, redirect: url, text })
    }

    /// The redirect URI, as the authorisation server has to know it.
    pub(super) fn redirect(&self) -> &str {
        &self.text
    }

    /// Waits for the answer to the request with this state. `refused` is told about answers that are not.
    pub(super) async fn wait(&self, state: &str, mut refused: impl FnMut(String)) -> Result<Arrival, Error> {
        let (sender, mut arrivals) = mpsc::channel(4);
        let expected = Arc::new((self.redirect.clone(), state.to_owned()));
        loop {
            tokio::select! {
                connection = self.socket.accept() => {
                    // A browser also opens connections that it never uses; each waits for itself.
                    if let Ok((stream, _)) = connection {
                        tokio::spawn(serve(stream, Arc::clone(&expected), sender.clone()));
                    }
                }
                Some(event) = arrivals.recv() => match event {
                    Ok(arrival) => return Ok(arrival),
                    Err(reason) => refused(reason),
                },
            }
        }
    }
}

impl Arrival {
    /// Shows the person how it went, and waits until the browser has the page.
    pub(super) async fn show(self, page: Page) {
        if self.page.send(page).is_ok() {
            let _ = timeout(BROWSER_TIMEOUT, self.written).await;
        }
    }
}

async fn serve(mut stream: TcpStream, expected: Arc<(Url, String)>, sender: mpsc::Sender<Result<Arrival, String>>) {
    let Ok(Some(target)) = timeout(BROWSER_TIMEOUT, target(&mut stream)).await else { return };
    let (redirect, state) = &*expected;
    let page = match judge(&target, redirect, state) {
        Ok(None) => Page::nothing(),
        Err(reason) => {
            let page = Page::failed(&reason);
            let _ = sender.send(Err(reason)).await;
            page
        }
        Ok(Some(answer)) => {
            let (page, shown) = oneshot::channel();
            let (done, written) = oneshot::channel();
            if sender.send(Ok(Arrival { answer, page, written })).await.is_err() {
                return;
            }
            let page = timeout(EXCHANGE, shown).await;
            let page = page.ok().and_then(Result::ok).unwrap_or_else(|| Page::failed("Retort has stopped waiting."));
            let _ = timeout(BROWSER_TIMEOUT, write(&mut stream, &page)).await;
            let _ = done.send(());
            return;
        }
    };
    let _ = timeout(BROWSER_TIMEOUT, write(&mut stream, &page)).await;
}

async fn write(stream: &mut TcpStream, page: &Page) -> std::io::Result<()> {
    stream.write_all(page.answer().as_bytes()).await?;
    stream.shutdown().await
}

/// Reads a request, and gives what it asks for.
async fn target(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    while !head.windows(4).any(|four| four == b"\r\n\r\n") {
        if head.len() > LONGEST_REQUEST || stream.read_buf(&mut head).await.ok()? == 0 {
            return None;
        }
    }
    let line = head.split(|byte| *byte == b'\r').next()?;
    let mut words = std::str::from_utf8(line).ok()?.split(' ');
    (words.next()? == "GET").then_some(())?;
    words.next().map(str::to_owned)
}

/// What a request brings: an answer, nothing, or something that must not be taken for an answer.
fn judge(target: &str, redirect: &Url, expected: &str) -> Result<Option<Answer>, String> {
    let Ok(url) = redirect.join(target) else { return Ok(None) };
    if url.path() != redirect.path() {
        return Ok(None);
    }
    let first = |name: &str| url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
    let state = first("state");
    if state.as_deref().is_some_and(|state| state != expected) {
        return Err("the answer belongs to another log-in than the one that waits here (its state is wrong)".to_owned());
    }
    // Some servers forget the state when they say no. To believe a false no does no harm.
    if let Some(code) = first("error") {
        let description = first("error_description").map(|words| shown(&words)).unwrap_or_default();
        return Ok(Some(Answer::Denied { code: shown(&code), description }));
    }
    let Some(code) = first("code") else { return Err("the answer holds neither a code nor an error".to_owned()) };
    if state.is_none() {
        return Err("the answer does not say which log-in it belongs to (it has no state)".to_owned());
    }
    Ok(Some(Answer::Code { code, issuer: first("iss") }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(target: &str) -> Result<Option<Answer>, String> {
        judge(target, &Url::parse("http://127.0.0.1:1/callback").unwrap(), "s")
    }

    #[test]
    fn only_the_answer_to_the_request_is_taken() {
        let code = |issuer: Option<&str>| Answer::Code { code: "c".to_owned(), issuer: issuer.map(str::to_owned) };
        assert_eq!(judged("/callback?code=c&state=s"), Ok(Some(code(None))));
        assert_eq!(judged("/callback?code=c&state=s&iss=https%3A%2F%2Fa"), Ok(Some(code(Some("https://a")))));
        for other in ["/callback?code=c&state=t", "/callback?code=c", "/callback", "/callback?error=x&state=t"] {
            assert!(judged(other).is_err(), "{other}");
        }
        assert_eq!(judged("/favicon.ico"), Ok(None));
        let denied = Answer::Denied { code: "access_denied".to_owned(), description: "no".to_owned() };
        assert_eq!(judged("/callback?error=access_denied&error_description=no&state=s"), Ok(Some(denied)));
    }

    #[tokio::test]
    async fn the_redirect_uri_is_on_this_machine() {
        let bound = Listener::bind(None).await.unwrap();
        assert!(bound.redirect().starts_with("http://127.0.0.1:"), "{}", bound.redirect());
        assert!(bound.redirect().ends_with("/callback"));
        let bound = Listener::bind(Some("http://localhost/cb")).await.unwrap();
        assert!(bound.redirect().starts_with("http://localhost:"), "{}", bound.redirect());
        for wrong in ["http://example.com/callback", "https://127.0.0.1/callback", "http://0.0.0.0/", "callback"] {
            assert!(Listener::bind(Some(wrong)).await.is_err(), "{wrong}");
        }
    }
}
