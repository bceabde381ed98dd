//! What is kept of a log-in: the token, and all that is needed to renew it. Secrets have a type of their own that never
//! shows them.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A text that only requests and the token file may see; printing it shows nothing.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Hides a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, to be sent.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

/// How a client proves at the token endpoint who it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "method", content = "secret")]
pub(super) enum Proof {
    /// Not at all: a public client.
    None,
    /// With its secret in the `Authorization` header.
    ClientSecretBasic(Secret),
    /// With its secret in the form.
    ClientSecretPost(Secret),
    /// With a signed assertion that is good for minutes.
    PrivateKeyJwt(Secret),
}

/// What the token was given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Grant {
    /// A person said yes in a browser.
    AuthorizationCode,
    /// The client itself is trusted.
    ClientCredentials,
    /// An identity provider vouched for a person.
    CrossApp,
}

/// A token.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Token {
    /// What requests carry.
    pub(super) access: Secret,
    /// What buys the next one.
    pub(super) refresh: Option<Secret>,
    /// When it came, in seconds since 1970.
    pub(super) obtained_at: u64,
    /// When it ends, where the server said so.
    pub(super) expires_at: Option<u64>,
    /// What it is good for.
    #[serde(default)]
    pub(super) scopes: Vec<String>,
}

impl Token {
    /// Reads the answer of a token endpoint. `asked` are the scopes that count where it names none.
    pub(super) fn read(answer: &Value, asked: &[String]) -> Result<Self, String> {
        let text = |name: &str| answer.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
        let access = text("access_token").ok_or("it holds no access_token")?;
        // The token becomes a header of every request; what cannot be one must not get that far.
        if !access.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("its access_token has characters that no token may have".to_owned());
        }
        if let Some(kind) = text("token_type").filter(|kind| !kind.eq_ignore_ascii_case("bearer")) {
            return Err(format!("its token_type is {}, and only bearer tokens are known", super::shown(kind)));
        }
        // Some servers write the number as a string.
        let lifetime = answer.get("expires_in").and_then(|value| match value {
            Value::String(text) => text.trim().parse().ok(),
            other => other.as_u64(),
        });
        let scopes = match answer.get("scope") {
            Some(Value::String(text)) => text.split_whitespace().map(str::to_owned).collect(),
            Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => asked.to_vec(),
        };
        let obtained_at = now();
        Ok(Self {
            access: Secret::new(access),
            refresh: text("refresh_token").map(Secret::new),
            obtained_at,
            expires_at: lifetime.map(|seconds: u64| obtained_at.saturating_add(seconds)),
            scopes,
        })
    }

    /// Whether it has ended, or ends so soon that a request might come too late.
    pub(super) fn is_stale(&self) -> bool {
        const MARGIN: u64 = 30;
        self.expires_at.is_some_and(|end| {
            // A token of a minute must not count as stale from its first second.
            let margin = MARGIN.min(end.saturating_sub(self.obtained_at) / 4);
            now().saturating_add(margin) >= end
        })
    }

    /// Whether it has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.expires_at.is_some_and(|end| now() >= end)
    }
}

/// A log-in, as its file keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// The server.
    pub(super) url: String,
    /// What the token was given for.
    pub(super) grant: Grant,
    /// Who gave it.
    pub(super) issuer: Option<String>,
    /// Where it is renewed.
    pub(super) token_endpoint: String,
    /// Where it is ended, where the authorisation server can do that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) revocation_endpoint: Option<String>,
    /// The resource indicator that goes with every token request.
    pub(super) resource: String,
    /// The client that it was given to.
    pub(super) client_id: String,
    /// How that client proves who it is.
    pub(super) proof: Proof,
    /// The token.
    pub(super) token: Token,
}

impl Record {
    /// The value of the `Authorization` header.
    pub(super) fn header(&self) -> String {
        format!("Bearer {}", self.token.access.reveal())
    }

    /// Whether a new token can be had without asking anybody.
    pub(super) fn is_renewable(&self) -> bool {
        self.token.refresh.is_some()
            || (self.grant == Grant::ClientCredentials
                && matches!(self.proof, Proof::ClientSecretBasic(_) | Proof::ClientSecretPost(_)))
    }
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map(|since| since.as_secs()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_secret_is_never_shown() {
        let token = Token::read(&json!({"access_token": "hush", "refresh_token": "hush"}), &[]).unwrap();
        let proof = Proof::ClientSecretPost(Secret::new("hush"));
        assert!(!format!("{token:?} {proof:?}").contains("hush"));
    }

    #[test]
    fn answers_are_read_as_servers_write_them() {
        let asked = ["a".to_owned()];
        let read = |answer| Token::read(&answer, &asked);
        assert_eq!(read(json!({"access_token": "t"})).unwrap().scopes, ["a"]);
        assert_eq!(read(json!({"access_token": "t", "scope": "b c"})).unwrap().scopes, ["b", "c"]);
        let token = read(json!({"access_token": "t", "token_type": "BEARER", "expires_in": "3600"})).unwrap();
        assert_eq!(token.expires_at, Some(token.obtained_at + 3600));
        assert!(!token.is_stale());
        assert!(read(json!({"access_token": "t", "expires_in": u64::MAX})).unwrap().expires_at.is_some());
        for bad in [
            json!({}),
            json!([]),
            json!({"access_token": ""}),
            json!({"access_token": "t\r\nX: y"}),
            json!({"access_token": "t", "token_type": "mac"}),
        ] {
            assert!(read(bad.clone()).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_token_is_stale_a_little_before_it_ends() {
        let token = |lifetime: u64, left: u64| Token {
            access: Secret::new("t"),
            refresh: None,
            obtained_at: now() + left - lifetime,
            expires_at: Some(now() + left),
            scopes: Vec::new(),
        };
        assert!(!token(3600, 60).is_stale());
        assert!(token(3600, 10).is_stale());
        assert!(!token(3600, 10).has_ended());
        assert!(!token(20, 18).is_stale());
    }
}
