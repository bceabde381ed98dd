//! A server with a log-in, and its authorisation server, in one: small enough to see through, and as strict as real ones
//! about codes, verifiers and refresh tokens. Each test bends what it needs to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

type Form = HashMap<String, String>;

/// What the server does and has seen.
#[derive(Default)]
pub(crate) struct Book {
    /// What the metadata says besides, or instead.
    pub(crate) metadata: Value,
    /// What comes back through the browser besides the code, or instead of it.
    pub(crate) answer: Vec<(&'static str, &'static str)>,
    /// Answers that come back before the right one.
    pub(crate) noise: Vec<Vec<(&'static str, &'static str)>>,
    /// How long tokens live.
    pub(crate) lifetime: Option<u64>,
    /// The answer of the token endpoint, instead of a token.
    pub(crate) token_answer: Option<(u16, String)>,
    /// How long the token endpoint thinks.
    pub(crate) delay: Duration,
    /// Whether the server answers without a log-in.
    pub(crate) open: bool,
    /// Whether it says nothing about log-ins.
    pub(crate) silent: bool,
    /// Whether it says nothing about resources, as servers of 2025-03-26 do.
    pub(crate) old: bool,
    /// Token requests, in order.
    pub(crate) token_requests: Vec<Form>,
    /// Their `Authorization` values.
    pub(crate) proofs: Vec<Option<String>>,
    /// Revocation requests, in order.
    pub(crate) revoked: Vec<Form>,
    /// The answer of the revocation endpoint, instead of an empty good one.
    pub(crate) revocation_answer: Option<(u16, String)>,
    /// Authorisation requests, in order.
    pub(crate) questions: Vec<Form>,
    /// Tokens that are good, with their scopes.
    pub(crate) tokens: HashMap<String, String>,
    refresh: Option<String>,
    count: u32,
    base: String,
}

/// The server.
#[derive(Clone)]
pub(crate) struct Authority(Arc<Mutex<Book>>);

impl Authority {
    /// Starts one on a free port.
    pub(crate) async fn start() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let authority = Self(Arc::new(Mutex::new(Book { base, lifetime: Some(3600), ..Book::default() })));
        let app = Router::new()
            .route("/mcp", post(mcp).get(stream))
            .route("/.well-known/oauth-protected-resource/mcp", get(resource))
            .route("/.well-known/oauth-authorization-server", get(metadata))
            .route("/register", post(register))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .route("/revoke", post(revoke))
            .with_state(authority.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        authority
    }

    /// What it does and has seen.
    pub(crate) fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap()
    }

    /// The URL of the MCP server.
    pub(crate) fn url(&self) -> String {
        format!("{}/mcp", self.book().base)
    }

    /// How many token requests had this grant type.
    pub(crate) fn grants(&self, kind: &str) -> usize {
        self.book().token_requests.iter().filter(|form| form["grant_type"] == kind).count()
    }
}

async fn mcp(State(authority): State<Authority>, headers: HeaderMap, body: String) -> Response {
    let book = authority.book();
    let sent = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let granted = book.tokens.get(sent.trim_start_matches("Bearer "));
    let pointer = format!("resource_metadata=\"{}/.well-known/oauth-protected-resource/mcp\"", book.base);
    let pointer = if book.old { String::new() } else { format!(", {pointer}") };
    let refuse = |status, words: &str| (status, [(header::WWW_AUTHENTICATE, format!("Bearer {words}{pointer}"))]);
    match granted {
        _ if book.open => "{}".into_response(),
        None => refuse(StatusCode::UNAUTHORIZED, "scope=\"read\"").into_response(),
        Some(scope) if body.contains("admin") && !scope.contains("admin") => {
            refuse(StatusCode::FORBIDDEN, "error=\"insufficient_scope\", scope=\"admin\"").into_response()
        }
        Some(_) => "{}".into_response(),
    }
}

/// A stream that never ends, as servers open it for their own messages.
async fn stream(State(authority): State<Authority>) -> Response {
    if authority.book().old {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    std::future::pending::<()>().await;
    StatusCode::OK.into_response()
}

async fn resource(State(authority): State<Authority>) -> Response {
    let book = authority.book();
    if book.silent || book.old {
        return StatusCode::NOT_FOUND.into_response();
    }
    json!({"resource": format!("{}/mcp", book.base), "authorization_servers": [book.base]}).to_string().into_response()
}

async fn metadata(State(authority): State<Authority>) -> Response {
    let book = authority.book();
    if book.silent {
        return StatusCode::NOT_FOUND.into_response();
    }
    let base = &book.base;
    let mut document = json!({
        "issuer": base,
        "authorization_endpoint": format!("{base}/authorize"),
        "token_endpoint": format!("{base}/token"),
        "registration_endpoint": format!("{base}/register"),
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none", "client_secret_basic"],
    });
    for (key, value) in book.metadata.as_object().into_iter().flatten() {
        document[key] = value.clone();
        // What a test sets to null is not there.
        if value.is_null() {
            document.as_object_mut().unwrap().remove(key);
        }
    }
    document.to_string().into_response()
}

async fn register(body: String) -> Response {
    let wish: Value = serde_json::from_str(&body).unwrap();
    assert!(wish["redirect_uris"][0].as_str().unwrap().starts_with("http://127.0.0.1:"), "{wish}");
    (StatusCode::CREATED, json!({"client_id": "registered"}).to_string()).into_response()
}

async fn authorize(State(authority): State<Authority>, RawQuery(query): RawQuery) -> Response {
    let (question, noise, answer) = {
        let mut book = authority.book();
        let question: Form = pairs(query.unwrap_or_default().as_bytes());
        book.questions.push(question.clone());
        (question, book.noise.clone(), book.answer.clone())
    };
    let back = |answer: &[(&'static str, &'static str)]| {
        let mut url = url::Url::parse(&question["redirect_uri"]).unwrap();
        let mut given: Vec<(&str, &str)> = vec![("code", "good"), ("state", &question["state"])];
        given.retain(|(key, _)| !answer.iter().any(|(other, _)| other == key));
        given.extend(answer.iter().filter(|(_, value)| !value.is_empty()));
        url.query_pairs_mut().extend_pairs(given);
        url.to_string()
    };
    for wrong in noise {
        assert_eq!(reqwest::get(back(&wrong)).await.unwrap().status(), 400);
    }
    (StatusCode::FOUND, [(header::LOCATION, back(&answer))]).into_response()
}

async fn token(State(authority): State<Authority>, headers: HeaderMap, body: String) -> Response {
    let delay = authority.book().delay;
    tokio::time::sleep(delay).await;
    let form: Form = pairs(body.as_bytes());
    let mut book = authority.book();
    book.token_requests.push(form.clone());
    let proof = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).map(str::to_owned);
    book.proofs.push(proof);
    if let Some((status, answer)) = &book.token_answer {
        return (StatusCode::from_u16(*status).unwrap(), answer.clone()).into_response();
    }
    let good = match form["grant_type"].as_str() {
        "authorization_code" => form["code"] == "good" && book.verifies(&form["code_verifier"]),
        // A refresh token is good for one use, as with most servers.
        "refresh_token" => book.refresh.as_deref() == Some(form["refresh_token"].as_str()),
        other => other == "client_credentials",
    };
    if !good {
        return (StatusCode::BAD_REQUEST, json!({"error": "invalid_grant"}).to_string()).into_response();
    }
    book.count += 1;
    let (access, refresh) = (format!("access-{}", book.count), format!("refresh-{}", book.count));
    let scope = book.questions.last().and_then(|question| question.get("scope").cloned()).unwrap_or_default();
    book.tokens.insert(access.clone(), scope);
    book.refresh = Some(refresh.clone());
    let mut answer = json!({"access_token": access, "token_type": "Bearer", "expires_in": book.lifetime});
    if form["grant_type"] != "client_credentials" {
        answer["refresh_token"] = json!(refresh);
    }
    answer.to_string().into_response()
}

async fn revoke(State(authority): State<Authority>, body: String) -> Response {
    let mut book = authority.book();
    let form: Form = pairs(body.as_bytes());
    book.tokens.remove(&form["token"]);
    if book.refresh.as_deref() == Some(form["token"].as_str()) {
        book.refresh = None;
    }
    book.revoked.push(form);
    match &book.revocation_answer {
        Some((status, answer)) => (StatusCode::from_u16(*status).unwrap(), answer.clone()).into_response(),
        None => StatusCode::OK.into_response(),
    }
}

impl Book {
    fn verifies(&self, verifier: &str) -> bool {
        let hash = ring::digest::digest(&ring::digest::SHA256, verifier.as_bytes());
        self.questions.last().is_some_and(|question| question["code_challenge"] == URL_SAFE_NO_PAD.encode(hash))
    }
}

fn pairs(text: &[u8]) -> Form {
    url::form_urlencoded::parse(text).into_owned().collect()
}
