//! Requests to token endpoints: the one way in which every grant becomes a token, and a token is renewed or ended.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use url::form_urlencoded::byte_serialize;

use super::http::{Answer, Http};
use super::record::{Proof, Record, Secret, Token};
use super::{Error, shown};

const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// A token or revocation endpoint, and the client that talks to it.
pub(super) struct Desk<'a> {
    /// Whom errors name.
    pub(super) what: &'static str,
    /// Its address.
    pub(super) endpoint: &'a str,
    /// The client.
    pub(super) client_id: &'a str,
    /// How the client proves who it is.
    pub(super) proof: &'a Proof,
}

impl Desk<'_> {
    /// Posts a grant, and gives the JSON of a good answer.
    pub(super) async fn ask(&self, http: &Http, grant: &[(&str, &str)]) -> Result<Value, Error> {
        good(self.what, self.endpoint, self.post(http, grant).await?)
    }

    /// Says that a token is to end (RFC 7009). A good answer has no body that matters.
    pub(super) async fn revoke(&self, http: &Http, token: &Secret, kind: &str) -> Result<(), Error> {
        let answer = self.post(http, &[("token", token.reveal()), ("token_type_hint", kind)]).await?;
        let status = answer.status;
        match good(self.what, self.endpoint, answer) {
            Err(Error::Answer { .. }) if status.is_success() => Ok(()),
            other => other.map(drop),
        }
    }

    async fn post(&self, http: &Http, fields: &[(&str, &str)]) -> Result<Answer, Error> {
        let endpoint = http.endpoint(self.what, self.endpoint).await?;
        let mut form = fields.to_vec();
        let mut authorization = None;
        match self.proof {
            Proof::None => form.push(("client_id", self.client_id)),
            Proof::ClientSecretPost(secret) => {
                form.extend([("client_id", self.client_id), ("client_secret", secret.reveal())]);
            }
            Proof::ClientSecretBasic(secret) => {
                let encode = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
                let pair = format!("{}:{}", encode(self.client_id), encode(secret.reveal()));
                authorization = Some(format!("Basic {}", STANDARD.encode(pair)));
            }
            // The assertion says who the client is; the id beside it would only be a second word on it.
            Proof::PrivateKeyJwt(assertion) => {
                form.extend([("client_assertion_type", ASSERTION), ("client_assertion", assertion.reveal())]);
            }
        }
        http.post_form(self.what, &endpoint, &form, authorization.as_deref()).await
    }
}

/// The body of a good answer; otherwise what the server said.
pub(super) fn good(what: &'static str, url: &str, answer: Answer) -> Result<Value, Error> {
    let text = |name: &str| answer.body.as_ref().and_then(|body| body.get(name)).and_then(Value::as_str);
    // Some servers send their errors with status 200.
    if let Some(code) = text("error") {
        let description = text("error_description").map(shown).unwrap_or_default();
        return Err(Error::Denied { url: url.to_owned(), code: shown(code), description });
    }
    let unusable = |reason: String| Error::Answer { what, url: url.to_owned(), reason };
    if !answer.status.is_success() {
        return Err(unusable(format!("status {}", answer.status)));
    }
    answer.body.ok_or_else(|| unusable("not JSON".to_owned()))
}

/// A new token for a log-in, without asking anybody.
pub(super) async fn renew(http: &Http, record: &Record) -> Result<Record, Error> {
    let scope = record.token.scopes.join(" ");
    let mut grant: Vec<(&str, &str)> = match &record.token.refresh {
        // Without scopes: the new token is then good for what the old one was.
        Some(token) => vec![("grant_type", "refresh_token"), ("refresh_token", token.reveal())],
        None => client_credentials(&scope),
    };
    grant.push(("resource", &record.resource));
    let desk = Desk {
        what: "the token endpoint",
        endpoint: &record.token_endpoint,
        client_id: &record.client_id,
        proof: &record.proof,
    };
    let answer = desk.ask(http, &grant).await?;
    let mut token = read(&desk, &answer, &record.token.scopes)?;
    token.refresh = token.refresh.or_else(|| record.token.refresh.clone());
    Ok(Record { token, ..record.clone() })
}

/// The client-credentials grant.
pub(super) fn client_credentials(scope: &str) -> Vec<(&str, &str)> {
    let mut grant = vec![("grant_type", "client_credentials")];
    if !scope.is_empty() {
        grant.push(("scope", scope));
    }
    grant
}

/// Reads a token from an answer.
pub(super) fn read(desk: &Desk<'_>, answer: &Value, asked: &[String]) -> Result<Token, Error> {
    Token::read(answer, asked).map_err(|reason| Error::Answer {
        what: desk.what,
        url: desk.endpoint.to_owned(),
        reason,
    })
}

/// Whether an error says that only a new log-in helps.
pub(super) fn is_final(error: &Error) -> bool {
    const FINAL: [&str; 5] =
        ["invalid_grant", "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope"];
    matches!(error, Error::Denied { code, .. } if FINAL.contains(&code.as_str()))
}
