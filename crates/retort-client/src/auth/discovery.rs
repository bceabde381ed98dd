//! Finding the authorisation server of an MCP server: from its challenge, its metadata, or the places where older
//! servers have their endpoints. `rmcp` knows the places; what it finds is checked before it is used.

use std::time::Duration;

use reqwest::StatusCode;
use rmcp::transport::auth::{
    AuthError, AuthorizationManager, AuthorizationMetadata, AuthorizationMetadataSource, InMemoryStateStore,
    OAuthClientConfig, StateStore, WWWAuthenticateParams,
};
use serde_json::Value;
use url::Url;

use super::http::Http;
use super::token::good;
use super::{Error, shown, union};

/// How long the search may take.
const DISCOVERY_TIMEOUT: Duration = Duration::from_mins(1);

/// An authorisation server that was found.
pub(super) struct Found {
    manager: AuthorizationManager,
    states: InMemoryStateStore,
    metadata: AuthorizationMetadata,
    source: AuthorizationMetadataSource,
    server: Url,
}

/// An authorisation request, ready to be shown to a person.
pub(super) struct Request {
    /// Where the person says yes.
    pub(super) url: Url,
    /// What the answer has to carry.
    pub(super) state: String,
    /// What proves that the code was asked for here.
    pub(super) verifier: String,
    /// The resource that the token is for.
    pub(super) resource: String,
}

impl Found {
    /// Finds the authorisation server. Without a challenge, the server is asked for one.
    pub(super) async fn at(http: &Http, challenge: Option<&str>) -> Result<Self, Error> {
        let server = http.server();
        let challenge = match challenge {
            Some(challenge) => Some(challenge.to_owned()),
            None => match http.probe().await? {
                (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, challenge) => challenge,
                _ => Some(unasked(http).await?),
            },
        };
        let lost = |error: &dyn std::fmt::Display| Error::Discovery {
            url: server.to_string(),
            reason: shown(&error.to_string()),
        };
        use_ring();
        let made = if http.is_private() {
            AuthorizationManager::new_allowing_private_addresses(server.clone()).await
        } else {
            AuthorizationManager::new(server.clone()).await
        };
        let mut manager = made.map_err(|error| lost(&error))?;
        manager.with_client(http.client()).map_err(|error| lost(&error))?;
        let states = InMemoryStateStore::new();
        manager.set_state_store(states.clone());
        let search = manager.resolve_metadata_from_challenge(challenge.as_deref());
        let (mut metadata, source) = match http.within(DISCOVERY_TIMEOUT, search).await {
            Some(Ok(found)) => (found.metadata, found.source),
            Some(Err(AuthError::AuthorizationServerMismatch { expected_issuer, received_issuer })) => {
                let metadata = own_metadata(http, &expected_issuer, &received_issuer).await?;
                (metadata, AuthorizationMetadataSource::AuthorizationServerMetadata)
            }
            Some(Err(error)) => return Err(lost(&error)),
            None => return Err(lost(&format!("it took longer than {} seconds", DISCOVERY_TIMEOUT.as_secs()))),
        };
        // The person's browser opens the first, and secrets go to the others.
        let page = http.endpoint("the authorisation page", &metadata.authorization_endpoint).await?;
        metadata.authorization_endpoint = page.into();
        metadata.token_endpoint = http.endpoint("the token endpoint", &metadata.token_endpoint).await?.into();
        if let Some(url) = &mut metadata.registration_endpoint {
            *url = http.endpoint("the registration endpoint", url).await?.into();
        }
        manager.set_metadata(metadata.clone());
        Ok(Self { manager, states, metadata, source, server: server.clone() })
    }

    /// What the authorisation server says about itself.
    pub(super) fn metadata(&self) -> &AuthorizationMetadata {
        &self.metadata
    }

    /// Who it is, for people.
    pub(super) fn name(&self) -> String {
        self.metadata.issuer.clone().unwrap_or_else(|| self.metadata.token_endpoint.clone())
    }

    /// A list of words in the metadata.
    pub(super) fn list(&self, name: &str) -> Option<Vec<&str>> {
        let list = self.metadata.additional_fields.get(name)?.as_array()?;
        Some(list.iter().filter_map(Value::as_str).collect())
    }

    /// Where tokens are ended, where that can be done.
    pub(super) fn revocation_endpoint(&self) -> Option<&str> {
        self.metadata.additional_fields.get("revocation_endpoint").and_then(Value::as_str)
    }

    /// Checks that a code is worthless to whoever catches it on its way back. Revisions of the protocol that have the
    /// metadata of resources refuse an authorisation server that does not say so; the one before them had no such word.
    pub(super) fn check_pkce(&self) -> Result<(), Error> {
        match &self.metadata.code_challenge_methods_supported {
            Some(methods) if methods.iter().any(|method| method == "S256") => Ok(()),
            None if self.source != AuthorizationMetadataSource::ProtectedResourceMetadata => Ok(()),
            _ => Err(Error::Pkce { issuer: shown(&self.name()) }),
        }
    }

    /// A yes or no in the metadata; silence is a no.
    pub(super) fn says(&self, name: &str) -> bool {
        self.metadata.additional_fields.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    /// The scopes to ask for: those that were wished for, else those of the challenge, else all that the server names.
    /// `also` are added whatever the choice.
    pub(super) async fn scopes(&self, wished: &[String], also: &[String]) -> Vec<String> {
        let chosen = if wished.is_empty() { self.manager.select_initial_scopes(&[]).await } else { wished.to_vec() };
        union(also.iter().cloned().chain(chosen))
    }

    /// The scopes to ask a person for, with the one that lets a log-in last where the server knows it.
    pub(super) async fn lasting_scopes(&self, wished: &[String], also: &[String]) -> Vec<String> {
        const LASTING: &str = "offline_access";
        let mut scopes = self.scopes(wished, also).await;
        let known = self.metadata.scopes_supported.iter().flatten().any(|scope| scope == LASTING);
        if known && !scopes.is_empty() && !scopes.iter().any(|scope| scope == LASTING) {
            scopes.push(LASTING.to_owned());
        }
        scopes
    }

    /// Builds the request that a person is to answer.
    pub(super) async fn request(
        &mut self,
        client_id: &str,
        redirect: &str,
        scopes: &[String],
    ) -> Result<Request, Error> {
        let server = self.server.clone();
        let lost = |error: &dyn std::fmt::Display| Error::Discovery {
            url: server.to_string(),
            reason: shown(&error.to_string()),
        };
        let config = OAuthClientConfig::new(client_id, redirect);
        self.manager.configure_client(config).map_err(|error| lost(&error))?;
        let scopes: Vec<&str> = scopes.iter().map(String::as_str).collect();
        let url = self.manager.get_authorization_url(&scopes).await.map_err(|error| lost(&error))?;
        let url = Url::parse(&url).map_err(|error| lost(&error))?;
        // The last one: the endpoint may have had parameters of its own.
        let parameter =
            |name: &str| url.query_pairs().filter(|(key, _)| key == name).last().map(|(_, value)| value.into_owned());
        let state = parameter("state").ok_or_else(|| lost(&"the request has no state"))?;
        let resource = parameter("resource").unwrap_or_else(|| self.server.to_string());
        let kept = self.states.load(&state).await.map_err(|error| lost(&error))?;
        let verifier = kept.ok_or_else(|| lost(&"the request has no verifier"))?.pkce_verifier;
        Ok(Request { url, state, verifier, resource })
    }

    /// The resource that tokens are for, where no person is asked.
    pub(super) async fn resource(&mut self, client_id: &str) -> String {
        // Only the authorisation request tells what the metadata called the resource.
        match self.request(client_id, "http://127.0.0.1/", &[]).await {
            Ok(request) => request.resource,
            Err(_) => self.server.to_string(),
        }
    }

    /// Checks who answered an authorisation request (RFC 9207).
    pub(super) fn check_issuer(&self, received: Option<&str>) -> Result<(), Error> {
        let expected = self.metadata.issuer.as_deref();
        let must = self.says("authorization_response_iss_parameter_supported");
        match (expected, received) {
            (_, None) if !must => Ok(()),
            (Some(expected), Some(received)) if expected == received => Ok(()),
            _ => Err(Error::Issuer {
                expected: expected.map_or_else(|| self.name(), str::to_owned),
                received: received.map_or_else(|| "someone who does not say who".to_owned(), shown),
            }),
        }
    }
}

/// The challenge that a server might have sent, had it asked for a log-in: some only ask when it matters. `rmcp` would
/// look for it by opening the server's stream, and wait for the end of that.
async fn unasked(http: &Http) -> Result<String, Error> {
    const RESOURCE: &str = "/.well-known/oauth-protected-resource";
    let server = http.server();
    let own = format!("{RESOURCE}{}", server.path().trim_end_matches('/'));
    for (place, sign, challenge) in [
        (own.as_str(), "authorization_servers", true),
        (RESOURCE, "authorization_servers", true),
        ("/.well-known/oauth-authorization-server", "token_endpoint", false),
    ] {
        let Ok(url) = server.join(place) else { continue };
        let answer = http.get_json("the metadata", &url).await?;
        if answer.status == StatusCode::OK && answer.body.is_some_and(|body| body.get(sign).is_some()) {
            return Ok(if challenge { format!("Bearer resource_metadata=\"{url}\"") } else { "Bearer".to_owned() });
        }
    }
    Err(Error::NoLogin { url: server.to_string() })
}

/// The metadata at the root of the server itself, although it calls the authorisation server by another path of the same
/// origin. Servers of the revision 2025-03-26 do; whoever writes that document owns all of the origin.
async fn own_metadata(http: &Http, expected: &str, received: &str) -> Result<AuthorizationMetadata, Error> {
    const WHAT: &str = "the metadata";
    let other = || Error::Issuer { expected: expected.to_owned(), received: shown(received) };
    let origin = http.server().origin();
    let same = |url: &str| Url::parse(url).ok().filter(|url| url.origin() == origin);
    let root = same(expected).filter(|url| url.path() == "/").ok_or_else(other)?;
    same(received).ok_or_else(other)?;
    let url = root.join("/.well-known/oauth-authorization-server").map_err(|_| other())?;
    let body = good(WHAT, url.as_str(), http.get_json(WHAT, &url).await?)?;
    let metadata: AuthorizationMetadata = serde_json::from_value(body).map_err(|_| other())?;
    if metadata.issuer.as_deref() == Some(received) { Ok(metadata) } else { Err(other()) }
}

/// What a challenge says.
pub(super) struct Challenge {
    /// The scopes that the server wants.
    pub(super) scopes: Vec<String>,
    /// Whether the token is good but not for this.
    pub(super) wants_more: bool,
    /// The server's words, fit to be shown.
    pub(super) reason: Option<String>,
}

impl Challenge {
    /// Reads a `WWW-Authenticate` value.
    pub(super) fn read(header: Option<&str>, server: &Url) -> Self {
        let said = header.map(|header| WWWAuthenticateParams::parse(header, server)).unwrap_or_default();
        let wants_more = said.is_insufficient_scope();
        let scopes = union(said.scope.iter().flat_map(|scope| scope.split_whitespace()).map(str::to_owned));
        let reason = said.error_description.or(said.error).map(|words| shown(&words)).filter(|words| !words.is_empty());
        Self { scopes, wants_more, reason }
    }
}

/// Makes `ring` the cryptography of this process, unless it has chosen another: `rmcp` makes an HTTP client of its own before
/// it takes ours, and fails without one.
fn use_ring() {
    // An error only says that another part of the program was first.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
