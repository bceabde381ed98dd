//! A client just large enough to show that the log-ins work: it is driven by the protocol's own conformance suite, which
//! appends the server's URL to the command. It opens a session, lists the tools, and calls each of them. With `--first`
//! it logs in before it talks, as `retort login` does, and not again; without, when the server asks for it.

#![allow(clippy::print_stderr, reason = "it is an example that is watched while it runs")]

use std::error::Error;

use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE};
use retort_client::auth::{Authorizer, Identity, Login, Secret, SigningKey, Tokens, Way, open_browser};
use serde_json::{Value, json};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let url = std::env::args().next_back().ok_or("give the server's URL")?;
    let scenario = std::env::var("MCP_CONFORMANCE_SCENARIO").unwrap_or_default();
    let context = std::env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_else(|_| "{}".to_owned());
    let login = login(&scenario, &serde_json::from_str(&context)?)?;
    let tokens = Tokens::at(std::env::temp_dir().join(format!("retort-conformance-{}", std::process::id())));
    let open = |page: &str| {
        if let Err(error) = open_browser(page) {
            eprintln!("open {page} yourself: {error}");
        }
    };
    let done = if std::env::args().any(|argument| argument == "--first") {
        retort_client::auth::login(&url, &login, &tokens, open).await?;
        talk(&url, &Authorizer::new(&url, &tokens)?).await
    } else {
        talk(&url, &Authorizer::new(&url, &tokens)?.with_login(login, open)).await
    };
    tokens.forget(&url)?;
    let _ = std::fs::remove_dir(tokens.dir());
    done
}

/// How to log in, from what the scenario gives.
fn login(scenario: &str, context: &Value) -> Result<Login> {
    let text = |name: &str| context[name].as_str().map(str::to_owned);
    let needed = |name: &str| text(name).ok_or_else(|| format!("the context has no {name}"));
    let mut login = Login::default();
    login.client_id = text("client_id");
    login.client_secret = text("client_secret").map(Secret::new);
    login.way = match scenario {
        "auth/client-credentials-jwt" => Way::Client { key: Some(SigningKey::from_pem(&needed("private_key_pem")?)?) },
        "auth/client-credentials-basic" => Way::Client { key: None },
        "auth/cross-app-access-complete-flow" => Way::CrossApp(Identity {
            token_endpoint: needed("idp_token_endpoint")?,
            client_id: needed("idp_client_id")?,
            client_secret: None,
            id_token: Secret::new(needed("idp_id_token")?),
        }),
        "auth/basic-cimd" => Way::Browser {
            client_metadata_url: Some("https://conformance-test.local/client-metadata.json".to_owned()),
            redirect: None,
        },
        _ => Way::Browser { client_metadata_url: None, redirect: None },
    };
    Ok(login)
}

async fn talk(url: &str, authorizer: &Authorizer) -> Result<()> {
    // Without a provider, reqwest panics as soon as a client is made.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::new();
    let hello =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "retort", "version": "0"}});
    post(&client, url, authorizer, &json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}))
        .await?;
    post(&client, url, authorizer, &json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await?;
    let tools =
        post(&client, url, authorizer, &json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}))
            .await?;
    for tool in tools["result"]["tools"].as_array().into_iter().flatten() {
        let params = json!({"name": tool["name"], "arguments": {}});
        let call = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": params});
        eprintln!("{}", post(&client, url, authorizer, &call).await?);
    }
    Ok(())
}

/// Posts a message, as often as the authorizer says.
async fn post(client: &reqwest::Client, url: &str, authorizer: &Authorizer, message: &Value) -> Result<Value> {
    loop {
        let header = authorizer.header().await?;
        let mut request = client
            .post(url)
            .header(ACCEPT, "application/json, text/event-stream")
            .header(CONTENT_TYPE, "application/json")
            .header("MCP-Protocol-Version", "2025-11-25")
            .body(message.to_string());
        if let Some(header) = &header {
            request = request.header(AUTHORIZATION, header);
        }
        let response = request.send().await?;
        let status = response.status();
        if matches!(status.as_u16(), 401 | 403) {
            let challenge = response.headers().get(WWW_AUTHENTICATE).and_then(|value| value.to_str().ok());
            authorizer.challenged(status.as_u16(), challenge, header.as_deref()).await?;
            continue;
        }
        let text = response.text().await?;
        if !status.is_success() {
            return Err(format!("{status}: {text}").into());
        }
        let data = text.lines().rev().find_map(|line| line.strip_prefix("data:")).unwrap_or(&text);
        return Ok(serde_json::from_str(data).unwrap_or_default());
    }
}
