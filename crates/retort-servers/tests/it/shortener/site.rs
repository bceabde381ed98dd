//! A shortener with a database of its own, and calls of it. Each answer is held to the rules of the protocol and of the original.

use retort_server::{Profile, Router, assert_clean};
use retort_servers::database::Database;
use retort_servers::shortener::Shortener;
use serde_json::{Map, Value, json};

use crate::customers::cluster::Cluster;
use crate::customers::shop::Folder;

pub(crate) const BASE: &str = "https://sho.rt/";

pub(crate) struct Site {
    pub(crate) shortener: Shortener,
    pub(crate) router: Router,
    pub(crate) database: Database,
}

impl Site {
    pub(crate) async fn open(database: Database) -> Self {
        let shortener = Shortener::open(&database, BASE).await.unwrap();
        Self { router: shortener.router(), shortener, database }
    }

    /// The result of a call.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        let answer = self.router.call(tool, arguments).await;
        assert_clean!(answer, Profile::Yourls);
        // Its picture is text, as the original has it; the protocol's own way would be an image beside it.
        if tool != "generate_qr_code" {
            assert_clean!(answer, Profile::Mcp);
        }
        serde_json::from_str(answer.as_json()).unwrap()
    }

    /// What a call gave that must not fail, without its status.
    pub(crate) async fn data(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments.clone()).await;
        assert!(result.get("isError").is_none(), "{tool} {arguments}: {result}");
        let mut members = members(&result);
        assert_eq!(members.remove("status"), Some(json!("success")), "{tool}: {result}");
        Value::Object(members)
    }

    /// The code of a call that must fail.
    pub(crate) async fn code(&self, tool: &str, arguments: Value) -> String {
        self.error(tool, arguments).await["code"].as_str().unwrap().to_owned()
    }

    /// What a call says that must fail, without its status.
    pub(crate) async fn error(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments.clone()).await;
        assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
        let mut members = members(&result);
        assert_eq!(members.remove("status"), Some(json!("error")), "{tool}: {result}");
        assert!(members["message"].as_str().is_some_and(|message| !message.is_empty()), "{tool}: {result}");
        Value::Object(members)
    }

    /// Makes a link, and gives its keyword.
    pub(crate) async fn make(&self, keyword: &str, url: &str) {
        let made = self.data("create_custom_url", json!({"url": url, "keyword": keyword})).await;
        assert_eq!(made["shorturl"], format!("{BASE}{keyword}"));
    }
}

/// The members of the one text of a result.
fn members(result: &Value) -> Map<String, Value> {
    serde_json::from_str(text(result)).unwrap()
}

pub(crate) fn text(result: &Value) -> &str {
    let [block] = result["content"].as_array().unwrap().as_slice() else { panic!("{result}") };
    assert_eq!(block["type"], "text");
    block["text"].as_str().unwrap()
}

/// Runs a test with a new file of SQLite, and with a new database of PostgreSQL.
pub(crate) async fn on_both(test: impl AsyncFn(Site)) {
    let folder = Folder::new("shortener");
    test(Site::open(folder.database()).await).await;
    if let Some(cluster) = Cluster::shared().await {
        test(Site::open(cluster.make()).await).await;
    }
}
