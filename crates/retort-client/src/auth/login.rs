//! Logging in: from a server's URL to a token that is kept. A person says yes in a browser, or the client is trusted by
//! itself, or an identity provider vouches for the person.

use std::time::Duration;

use url::Url;

use super::assertion::SigningKey;
use super::callback::{Answer, Listener};
use super::client::{self, Client};
use super::discovery::{Challenge, Found};
use super::http::Http;
use super::page::Page;
use super::record::{Grant, Proof, Record, Secret};
use super::store::{Stored, Tokens};
use super::token::{self, Desk};
use super::{Error, server_url, shown};

const TOKEN: &str = "the token endpoint";

/// How to log in. The default asks a person in a browser, and leaves the rest to the server.
#[derive(Debug)]
#[non_exhaustive]
pub struct Login {
    /// Who says yes.
    pub way: Way,
    /// The scopes to ask for. When empty, the server's challenge and metadata decide.
    pub scopes: Vec<String>,
    /// The id of a client that was registered beforehand.
    pub client_id: Option<String>,
    /// That client's secret, where it has one.
    pub client_secret: Option<Secret>,
    /// The `WWW-Authenticate` value with which the server refused a request. Without one, the server is asked.
    pub challenge: Option<String>,
    /// How long to wait for the person.
    pub timeout: Duration,
}

/// Who says yes to a log-in.
#[derive(Debug)]
#[non_exhaustive]
pub enum Way {
    /// A person, in a browser.
    Browser {
        /// Where a document describes this client, for authorisation servers that can read one.
        client_metadata_url: Option<String>,
        /// The redirect URI, on this machine. Without one, or without a port in it, a free port is taken.
        redirect: Option<String>,
    },
    /// Nobody: the client itself is trusted. It needs an id, and a secret or a key.
    Client {
        /// The key with which it signs who it is, in place of a secret.
        key: Option<SigningKey>,
    },
    /// The identity provider of an enterprise, where the person is logged in already. It needs a client id.
    CrossApp(Identity),
}

/// A person's identity at an identity provider.
#[derive(Debug)]
pub struct Identity {
    /// The provider's token endpoint.
    pub token_endpoint: String,
    /// The client that the ID token was given to.
    pub client_id: String,
    /// That client's secret, where it has one.
    pub client_secret: Option<Secret>,
    /// The ID token.
    pub id_token: Secret,
}

impl Default for Login {
    fn default() -> Self {
        Self {
            way: Way::Browser { client_metadata_url: None, redirect: None },
            scopes: Vec::new(),
            client_id: None,
            client_secret: None,
            challenge: None,
            timeout: Duration::from_mins(5),
        }
    }
}

/// Logs in to a server and keeps the token. `open` is given the page on which a person has to say yes.
///
/// # Errors
///
/// The server has no log-in, the log-in was refused or nobody answered in time, or the token cannot be kept.
pub async fn login(url: &str, login: &Login, tokens: &Tokens, open: impl FnOnce(&str)) -> Result<Stored, Error> {
    let url = server_url(url)?;
    let http = Http::new(&url).await?;
    let challenge = login.challenge.as_deref();
    // Where the server wants more, what it gave before must not get lost.
    let granted = if Challenge::read(challenge, &url).wants_more {
        tokens.load(&url)?.map(|record| record.token.scopes).unwrap_or_default()
    } else {
        Vec::new()
    };
    let record = obtain(&http, login, challenge, &granted, open).await?;
    keep(tokens, &url, &record).await?;
    Ok(Stored::of(&record))
}

/// Keeps a log-in, while nobody renews the one before.
pub(super) async fn keep(tokens: &Tokens, url: &Url, record: &Record) -> Result<(), Error> {
    let _lock = tokens.lock(url).await?;
    tokens.save(url, record)
}

/// Gets a token. `also` are scopes to be asked for whatever the server says.
pub(super) async fn obtain(
    http: &Http,
    login: &Login,
    challenge: Option<&str>,
    also: &[String],
    open: impl FnOnce(&str),
) -> Result<Record, Error> {
    let found = Found::at(http, challenge).await?;
    let said = Challenge::read(challenge, http.server());
    let wanted = if said.wants_more { said.scopes } else { Vec::new() };
    let also: Vec<String> = also.iter().cloned().chain(wanted).collect();
    match &login.way {
        Way::Browser { client_metadata_url, redirect } => {
            found.check_pkce()?;
            let listener = Listener::bind(redirect.as_deref()).await?;
            let scopes = found.lasting_scopes(&login.scopes, &also).await;
            let metadata_url = client_metadata_url.as_deref();
            let client = client::choose(http, &found, login, metadata_url, listener.redirect(), &scopes).await?;
            browse(http, found, login, client, &listener, scopes, open).await
        }
        Way::Client { key } => {
            let scopes = found.scopes(&login.scopes, &also).await;
            trust(http, found, login, key.as_ref(), scopes).await
        }
        Way::CrossApp(identity) => {
            let scopes = found.scopes(&login.scopes, &also).await;
            vouch(http, found, login, identity, scopes).await
        }
    }
}

/// Asks a person, in a browser.
async fn browse(
    http: &Http,
    mut found: Found,
    login: &Login,
    client: Client,
    listener: &Listener,
    scopes: Vec<String>,
    open: impl FnOnce(&str),
) -> Result<Record, Error> {
    let request = found.request(&client.id, listener.redirect(), &scopes).await?;
    open(request.url.as_str());
    let mut last = None;
    let waiting = listener.wait(&request.state, |reason| last = Some(reason));
    let Ok(arrival) = tokio::time::timeout(login.timeout, waiting).await else {
        return Err(Error::Timeout { seconds: login.timeout.as_secs(), last });
    };
    let arrival = arrival?;
    let got = match &arrival.answer {
        Answer::Denied { code, description } => {
            Err(Error::Denied { url: shown(&found.name()), code: code.clone(), description: description.clone() })
        }
        Answer::Code { code, issuer } => {
            let grant = [
                ("grant_type", "authorization_code"),
                ("code", code),
                ("redirect_uri", listener.redirect()),
                ("code_verifier", &request.verifier),
                ("resource", &request.resource),
            ];
            let kind = Grant::AuthorizationCode;
            match found.check_issuer(issuer.as_deref()) {
                Ok(()) => exchange(http, &found, client, kind, &grant, &request.resource, &scopes).await,
                Err(error) => Err(error),
            }
        }
    };
    let page = match &got {
        Ok(_) => Page::done(),
        Err(error) => Page::failed(&error.to_string()),
    };
    arrival.show(page).await;
    got
}

/// Lets the client vouch for itself.
async fn trust(
    http: &Http,
    mut found: Found,
    login: &Login,
    key: Option<&SigningKey>,
    scopes: Vec<String>,
) -> Result<Record, Error> {
    let id = needed_id(login)?;
    let proof = match (key, &login.client_secret) {
        (Some(key), _) => {
            let known = found.list("token_endpoint_auth_signing_alg_values_supported");
            if let Some(known) = known.filter(|known| !known.contains(&key.algorithm())) {
                let (name, known) = (found.name(), known.join(", "));
                let algorithm = key.algorithm();
                return Err(Error::Request(format!("{name} takes no {algorithm} keys: use one for {known}")));
            }
            Proof::PrivateKeyJwt(Secret::new(key.assert(id, &found.name())?))
        }
        (None, Some(secret)) => client::proof(&found, Some(secret)),
        (None, None) => {
            return Err(Error::Request("a client that logs in by itself needs its secret or its key".to_owned()));
        }
    };
    let resource = found.resource(id).await;
    let scope = scopes.join(" ");
    let mut grant = token::client_credentials(&scope);
    grant.push(("resource", &resource));
    let client = Client { id: id.to_owned(), proof };
    exchange(http, &found, client, Grant::ClientCredentials, &grant, &resource, &scopes).await
}

/// Lets an identity provider vouch for the person: it swaps the ID token for a statement to the authorisation server,
/// which swaps that for a token.
async fn vouch(
    http: &Http,
    mut found: Found,
    login: &Login,
    identity: &Identity,
    scopes: Vec<String>,
) -> Result<Record, Error> {
    const PROVIDER: &str = "the identity provider";
    const STATEMENT: &str = "urn:ietf:params:oauth:token-type:id-jag";
    let id = needed_id(login)?;
    let resource = found.resource(id).await;
    let audience = found.name();
    let scope = scopes.join(" ");
    let mut swap = vec![
        ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"),
        ("requested_token_type", STATEMENT),
        ("subject_token_type", "urn:ietf:params:oauth:token-type:id_token"),
        ("subject_token", identity.id_token.reveal()),
        ("audience", &audience),
        ("resource", &resource),
    ];
    if !scope.is_empty() {
        swap.push(("scope", &scope));
    }
    // The user named the provider, so it may be where the server could not have sent the log-in.
    let provider = Http::new(&server_url(&identity.token_endpoint)?).await?;
    let proof = identity.client_secret.clone().map_or(Proof::None, Proof::ClientSecretBasic);
    let desk =
        Desk { what: PROVIDER, endpoint: &identity.token_endpoint, client_id: &identity.client_id, proof: &proof };
    let answer = desk.ask(&provider, &swap).await?;
    let text = |name: &str| answer.get(name).and_then(serde_json::Value::as_str);
    let unusable =
        |reason: &str| Error::Answer { what: PROVIDER, url: desk.endpoint.to_owned(), reason: reason.to_owned() };
    if text("issued_token_type") != Some(STATEMENT) {
        return Err(unusable("it is not the statement that was asked for"));
    }
    let statement = text("access_token").ok_or_else(|| unusable("it holds no statement"))?;
    // The statement alone says what is granted; scopes beside it could ask for more than the provider gave.
    let grant = [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", statement)];
    let client = Client { id: id.to_owned(), proof: client::proof(&found, login.client_secret.as_ref()) };
    exchange(http, &found, client, Grant::CrossApp, &grant, &resource, &scopes).await
}

fn needed_id(login: &Login) -> Result<&str, Error> {
    let id = login.client_id.as_deref();
    id.ok_or_else(|| Error::Request("this kind of log-in needs the id of a registered client".to_owned()))
}

/// Swaps a grant for a token.
async fn exchange(
    http: &Http,
    found: &Found,
    client: Client,
    kind: Grant,
    grant: &[(&str, &str)],
    resource: &str,
    scopes: &[String],
) -> Result<Record, Error> {
    let endpoint = &found.metadata().token_endpoint;
    let desk = Desk { what: TOKEN, endpoint, client_id: &client.id, proof: &client.proof };
    let answer = desk.ask(http, grant).await?;
    let token = token::read(&desk, &answer, scopes)?;
    // An assertion is good for minutes, and its key stays with the user.
    let proof = if matches!(client.proof, Proof::PrivateKeyJwt(_)) { Proof::None } else { client.proof };
    Ok(Record {
        url: http.server().to_string(),
        grant: kind,
        issuer: found.metadata().issuer.clone(),
        token_endpoint: endpoint.clone(),
        revocation_endpoint: found.revocation_endpoint().map(str::to_owned),
        resource: resource.to_owned(),
        client_id: client.id,
        proof,
        token,
    })
}
