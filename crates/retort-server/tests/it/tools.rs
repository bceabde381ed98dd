//! The tools that the tests serve: one that adds, one that never ends, one that breaks off and one that is only for some.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use retort_server::{Context, Denied, Dialect, Reply, Router, Server, Tool};
use serde_json::{Value, json};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Sum {
    a: f64,
    b: f64,
}

/// Counts how many calls of `wait` are under way.
pub(crate) struct UnderWay(Arc<AtomicUsize>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

pub(crate) fn router(under_way: &Arc<AtomicUsize>) -> Router {
    let counter = Arc::clone(under_way);
    let add = Tool::new("add", "Adds two numbers").reads_only().gives::<f64>();
    let wait = Tool::new("wait", "Never ends");
    let wait = wait.does(move |(): ()| {
        let counter = Arc::clone(&counter);
        async move {
            counter.fetch_add(1, Ordering::SeqCst);
            let _under_way = UnderWay(counter);
            std::future::pending::<Reply>().await
        }
    });
    let secret = Tool::new("secret", "Tells a secret").does_for(async |(): (), caller: Context| {
        if !caller.is_local() && caller.credentials("Token") != Some("sesame") {
            return Err(Denied::unauthorized("Authentication credentials were not provided.", "Token"));
        }
        Ok(Reply::single("forty thieves"))
    });
    let broken =
        Tool::new("broken", "Breaks off").does(async |(): ()| -> Reply { panic!("in the middle of /etc/secret") });
    Router::new(Dialect::Mcp)
        .with(add.does(async |Sum { a, b }: Sum| Reply::single(&(a + b))))
        .with(wait)
        .with(secret)
        .with(broken)
        .timeout(trials::PATIENCE)
}

pub(crate) fn server(under_way: &Arc<AtomicUsize>) -> Server {
    Server::over(router(under_way), "test", "1.0.0").title("Test").instructions("Add.").tools_on_a_page(3)
}

pub(crate) fn add(id: &Value, a: f64) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "add", "arguments": {"a": a, "b": 1}}})
}
