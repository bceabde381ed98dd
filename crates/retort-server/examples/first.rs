//! A first server: it greets, and lists squares page by page.

use retort_server::{Error, Reply, Server, Tool};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Greet {
    /// Whom to greet.
    name: String,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Squares {
    /// Where the page starts.
    #[serde(default)]
    offset: u64,
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let greet = Tool::new("greet", "Greets somebody").does(async |Greet { name }: Greet| match name.trim() {
        "" => Err(Reply::error("no_name", "Nobody has an empty name")),
        name => Ok(Reply::single(&format!("Hello, {name}"))),
    });
    let squares = Tool::new("squares", "Squares, ten at a time").does(async |Squares { offset }: Squares| {
        let page = (offset..100).take(10).map(|number| number * number);
        Reply::list(page).page(offset, 10, 100)
    });
    Server::new("first", "1.0.0").tool(greet).tool(squares).serve_stdio().await
}
