//! A server that is busy for a while: whether it is asked again is the caller's choice.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use retort_client::naming::Endpoint;
use retort_client::{Connection, Error, Nobody, Options, WireError};

/// The address of a server that is busy so often before it answers.
async fn busy(times: usize, status: StatusCode) -> String {
    let asked = Arc::new(AtomicUsize::new(0));
    let answer = move |body: String| {
        let asked = asked.fetch_add(1, Ordering::Relaxed);
        async move { answer(&body, asked < times, status) }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/mcp", post(answer))).await });
    address
}

fn answer(body: &str, is_busy: bool, status: StatusCode) -> Response {
    if is_busy {
        return (status, [(header::RETRY_AFTER, "0")]).into_response();
    }
    let request: serde_json::Value = serde_json::from_str(body).unwrap();
    let greeting = serde_json::json!({"supportedVersions": ["2026-07-28"], "capabilities": {}});
    let reply = serde_json::json!({"jsonrpc": "2.0", "id": request["id"], "result": greeting});
    ([(header::CONTENT_TYPE, "application/json")], reply.to_string()).into_response()
}

#[tokio::test]
async fn whether_a_busy_server_is_asked_again_is_the_callers_choice() {
    for status in [StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS] {
        for (retries, is_reached) in [(0, false), (1, false), (2, true), (5, true)] {
            let mut options = Options::default();
            options.protocol = Some("2026-07-28".parse().unwrap());
            options.retries_when_busy = retries;
            let endpoint = Endpoint::new(busy(2, status).await);
            let connected = Connection::reach(&endpoint, Arc::new(Nobody), options).await;
            match connected {
                Ok(_) => assert!(is_reached, "{retries}"),
                Err(Error::Wire(WireError::NotMcp { status: said, .. })) => {
                    assert!(!is_reached && said == status, "{retries}: {said}");
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
}
