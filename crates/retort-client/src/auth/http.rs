//! The HTTP requests of a log-in: with a deadline, without redirects, and with answers of a bounded size, since all of
//! them come from strangers.

use std::error::Error as _;
use std::time::Duration;

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE};
use reqwest::{RequestBuilder, StatusCode};
use retort_wire::Reader;
use serde_json::Value;
use url::Url;

use super::address::{Filter, Named, Reach};
use super::{Error, shown};

/// How long one request may take.
const DEADLINE: Duration = Duration::from_secs(30);
/// How long it may take to reach a machine.
const CONNECTING: Duration = Duration::from_secs(10);
/// The longest answer that is read.
const LARGEST: usize = 1 << 20;
const UNENCRYPTED: &str = "it is not encrypted; the server's owner has to offer it with https";

/// Requests on behalf of a log-in to one server.
pub(super) struct Http {
    client: reqwest::Client,
    reader: Reader,
    named: Named,
    server: Url,
}

/// An answer in JSON.
pub(super) struct Answer {
    /// Its status.
    pub(super) status: StatusCode,
    /// Its body, where that is JSON.
    pub(super) body: Option<Value>,
}

impl Http {
    /// A client for log-ins to a server.
    pub(super) async fn new(server: &Url) -> Result<Self, Error> {
        let named = Named::of(server).await;
        if server.scheme() == "http" && named.reach() == Reach::Public {
            return Err(Error::Refused {
                what: "a log-in",
                url: server.to_string(),
                reason: "tokens are not sent unencrypted to public machines; use https".to_owned(),
            });
        }
        let made = |reason: String| Error::Request(format!("no HTTP client could be made: {reason}"));
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(retort_wire::tls_config().map_err(|error| made(error.to_string()))?)
            .user_agent(concat!("retort/", env!("CARGO_PKG_VERSION")))
            .timeout(DEADLINE)
            .connect_timeout(CONNECTING)
            .redirect(reqwest::redirect::Policy::none())
            .dns_resolver(Filter::new(named.clone()))
            .build()
            .map_err(|error| made(chain(&error)))?;
        let reader = Reader::start().map_err(|error| made(error.to_string()))?;
        Ok(Self { client, reader, named, server: server.clone() })
    }

    /// The client itself, for `rmcp`.
    pub(super) fn client(&self) -> reqwest::Client {
        self.client.clone()
    }

    /// Does work that asks a server, up to a deadline, whatever is sent; `None` where that has passed.
    pub(super) async fn within<T>(&self, deadline: Duration, work: impl Future<Output = T>) -> Option<T> {
        tokio::time::timeout(deadline, self.reader.read_for(work)).await.ok()
    }

    /// The server that the log-in is for.
    pub(super) fn server(&self) -> &Url {
        &self.server
    }

    /// Whether the server is in a private network or on this machine, where others may then be, too.
    pub(super) fn is_private(&self) -> bool {
        matches!(self.named.reach(), Reach::Private | Reach::Loopback)
    }

    /// Reads an endpoint that a stranger named, and refuses one that a log-in must not use.
    pub(super) async fn endpoint(&self, what: &'static str, url: &str) -> Result<Url, Error> {
        let refused = |reason: &str| Error::Refused { what, url: shown(url), reason: reason.to_owned() };
        let parsed = Url::parse(url).map_err(|error| refused(&error.to_string()))?;
        let open = match parsed.scheme() {
            "https" => false,
            // The URL that the user gave is unencrypted and near; what it names may be unencrypted if it is near, too.
            "http" if self.server.scheme() == "http" => true,
            _ => return Err(refused(UNENCRYPTED)),
        };
        if !self.named.allows_url(&parsed) {
            return Err(refused("it is in a private network, and the server is not"));
        }
        if open && Named::of(&parsed).await.reach() == Reach::Public {
            return Err(refused(UNENCRYPTED));
        }
        Ok(parsed)
    }

    /// Asks the server for nothing in particular, to see its challenge. Gives the status and all `WWW-Authenticate`
    /// values of its answer.
    pub(super) async fn probe(&self) -> Result<(StatusCode, Option<String>), Error> {
        // A ping opens no session, and is refused like every other request where a log-in is needed.
        let request = self
            .client
            .post(self.server.clone())
            .header(ACCEPT, "application/json, text/event-stream")
            .header(CONTENT_TYPE, "application/json")
            .header("MCP-Protocol-Version", "2025-11-25")
            .body(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
        let response = self.within(DEADLINE, request.send()).await.ok_or_else(|| late("the server", &self.server))?;
        let response = response.map_err(|error| unreachable("the server", &self.server, &error))?;
        let challenges: Vec<&str> =
            response.headers().get_all(WWW_AUTHENTICATE).iter().filter_map(|value| value.to_str().ok()).collect();
        let challenge = (!challenges.is_empty()).then(|| challenges.join(", "));
        Ok((response.status(), challenge))
    }

    /// Gets a document in JSON.
    pub(super) async fn get_json(&self, what: &'static str, url: &Url) -> Result<Answer, Error> {
        self.send(what, url, self.client.get(url.clone())).await
    }

    /// Posts a form, with an `Authorization` value where there is one.
    pub(super) async fn post_form(
        &self,
        what: &'static str,
        url: &Url,
        form: &[(&str, &str)],
        authorization: Option<&str>,
    ) -> Result<Answer, Error> {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let mut request =
            self.client.post(url.clone()).header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body);
        if let Some(authorization) = authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        self.send(what, url, request).await
    }

    /// Posts JSON.
    pub(super) async fn post_json(&self, what: &'static str, url: &Url, body: &Value) -> Result<Answer, Error> {
        let request = self.client.post(url.clone()).header(CONTENT_TYPE, "application/json").body(body.to_string());
        self.send(what, url, request).await
    }

    async fn send(&self, what: &'static str, url: &Url, request: RequestBuilder) -> Result<Answer, Error> {
        let request = request.header(ACCEPT, "application/json");
        self.within(DEADLINE, Self::answer(what, url, request)).await.unwrap_or_else(|| Err(late(what, url)))
    }

    async fn answer(what: &'static str, url: &Url, request: RequestBuilder) -> Result<Answer, Error> {
        let mut response = request.send().await.map_err(|error| unreachable(what, url, &error))?;
        let status = response.status();
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| unreachable(what, url, &error))? {
            if body.len() + chunk.len() > LARGEST {
                let reason = format!("more than {LARGEST} bytes");
                return Err(Error::Answer { what, url: url.to_string(), reason });
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Answer { status, body: serde_json::from_slice(&body).ok() })
    }
}

fn unreachable(what: &'static str, url: &Url, error: &reqwest::Error) -> Error {
    if error.is_timeout() {
        return late(what, url);
    }
    let reason = error.source().map_or_else(|| error.to_string(), chain);
    Error::Unreachable { what, url: url.to_string(), reason }
}

fn late(what: &'static str, url: &Url) -> Error {
    let reason = format!("nothing came within {} seconds", DEADLINE.as_secs());
    Error::Unreachable { what, url: url.to_string(), reason }
}

/// An error with its causes.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_encrypted_server_cannot_send_secrets_over_open_lines() {
        let http = Http::new(&Url::parse("https://93.184.216.34/mcp").unwrap()).await.unwrap();
        let refused = async |url: &str| http.endpoint("the token endpoint", url).await.is_err();
        assert!(!refused("https://93.184.216.35/token").await);
        for url in ["http://93.184.216.34/token", "https://127.0.0.1/token", "ftp://93.184.216.34/", "/token", ""] {
            assert!(refused(url).await, "{url}");
        }
    }

    #[tokio::test]
    async fn a_near_server_cannot_send_secrets_over_open_lines_to_a_public_machine() {
        let http = Http::new(&Url::parse("http://localhost:1/mcp").unwrap()).await.unwrap();
        let refused = async |url: &str| http.endpoint("the token endpoint", url).await.is_err();
        for url in ["http://127.0.0.1:2/token", "http://10.1.2.3/token", "https://93.184.216.34/token"] {
            assert!(!refused(url).await, "{url}");
        }
        // A name that nobody knows here might be anywhere.
        for url in ["http://93.184.216.34/token", "http://[2606:4700::1111]/token", "http://nowhere.invalid/token"] {
            assert!(refused(url).await, "{url}");
        }
    }

    #[tokio::test]
    async fn tokens_are_not_sent_unencrypted_to_public_machines() {
        let made = async |url: &str| Http::new(&Url::parse(url).unwrap()).await.is_ok();
        assert!(!made("http://93.184.216.34/mcp").await);
        assert!(made("http://10.1.2.3/mcp").await);
        assert!(made("http://localhost:1/mcp").await);
    }
}
