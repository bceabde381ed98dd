//! Which client a log-in is for: one that was registered beforehand, one that describes itself at a URL, or one that is
//! registered on the spot.

use serde_json::{Value, json};
use url::Url;

use super::discovery::Found;
use super::http::Http;
use super::login::Login;
use super::record::{Proof, Secret};
use super::token::good;
use super::{Error, shown};

/// A client that the authorisation server knows.
pub(super) struct Client {
    /// Its id.
    pub(super) id: String,
    /// How it proves who it is.
    pub(super) proof: Proof,
}

/// Chooses the client of a log-in in a browser, in the order that the protocol recommends.
pub(super) async fn choose(
    http: &Http,
    found: &Found,
    login: &Login,
    metadata_url: Option<&str>,
    redirect: &str,
    scopes: &[String],
) -> Result<Client, Error> {
    if let Some(id) = &login.client_id {
        return Ok(Client { id: id.clone(), proof: proof(found, login.client_secret.as_ref()) });
    }
    if login.client_secret.is_some() {
        return Err(Error::Request("a client secret needs its client id: give both".to_owned()));
    }
    if let Some(url) = metadata_url.filter(|_| found.says("client_id_metadata_document_supported")) {
        let sound = Url::parse(url).is_ok_and(|parsed| parsed.scheme() == "https" && parsed.path() != "/");
        if !sound {
            return Err(Error::Request(format!("{url} cannot be a client: it has to be an https URL with a path")));
        }
        return Ok(Client { id: url.to_owned(), proof: Proof::None });
    }
    register(http, found, redirect, scopes).await
}

/// How a client with a secret uses it at this authorisation server.
pub(super) fn proof(found: &Found, secret: Option<&Secret>) -> Proof {
    let Some(secret) = secret.filter(|secret| !secret.reveal().is_empty()).cloned() else { return Proof::None };
    // Basic is what every server has to know, and what counts where the metadata is silent.
    match found.list("token_endpoint_auth_methods_supported") {
        Some(known) if known.contains(&"client_secret_post") && !known.contains(&"client_secret_basic") => {
            Proof::ClientSecretPost(secret)
        }
        _ => Proof::ClientSecretBasic(secret),
    }
}

async fn register(http: &Http, found: &Found, redirect: &str, scopes: &[String]) -> Result<Client, Error> {
    const WHAT: &str = "the registration endpoint";
    let Some(endpoint) = &found.metadata().registration_endpoint else {
        return Err(Error::NoClient { issuer: shown(&found.name()) });
    };
    let endpoint = http.endpoint(WHAT, endpoint).await?;
    let mut wish = json!({
        "client_name": "Retort",
        "redirect_uris": [redirect],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": method(found),
        "application_type": "native",
    });
    if !scopes.is_empty() {
        wish["scope"] = Value::String(scopes.join(" "));
    }
    let answer = http.post_json(WHAT, &endpoint, &wish).await?;
    let client = good(WHAT, endpoint.as_str(), answer)?;
    let text = |name: &str| client.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let id = text("client_id").ok_or_else(|| Error::Answer {
        what: WHAT,
        url: endpoint.to_string(),
        reason: "it holds no client_id".to_owned(),
    })?;
    let proof = match (text("token_endpoint_auth_method"), text("client_secret").map(Secret::new)) {
        (Some("none"), _) | (_, None) => Proof::None,
        (Some("client_secret_post"), Some(secret)) => Proof::ClientSecretPost(secret),
        (Some("client_secret_basic"), Some(secret)) => Proof::ClientSecretBasic(secret),
        (_, Some(secret)) => proof(found, Some(&secret)),
    };
    Ok(Client { id: id.to_owned(), proof })
}

/// The method to be registered with: none where the server allows it, since a secret on a user's machine is none.
fn method(found: &Found) -> &'static str {
    const WISHED: [&str; 3] = ["none", "client_secret_basic", "client_secret_post"];
    let known = found.list("token_endpoint_auth_methods_supported");
    known.and_then(|known| WISHED.into_iter().find(|wish| known.contains(wish))).unwrap_or("none")
}
