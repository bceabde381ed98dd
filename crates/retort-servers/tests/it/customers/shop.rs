//! A server with a database of its own, and calls of it. Each answer is held to the rules of the protocol and of the original.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use retort_server::{Context, Profile, Router, assert_clean};
use retort_servers::customers::{Access, Customers};
use retort_servers::database::Database;
use serde_json::Value;

use super::cluster::Cluster;

pub(crate) struct Shop {
    pub(crate) customers: Customers,
    pub(crate) database: Database,
    pub(crate) router: Router,
    _folder: Option<Folder>,
}

impl Shop {
    /// One with a new file.
    pub(crate) async fn on_sqlite() -> Self {
        let folder = Folder::new("customers");
        let database = folder.database();
        Self { _folder: Some(folder), ..Self::open(database).await }
    }

    /// One with a new database on a server; `None` where PostgreSQL is not installed.
    pub(crate) async fn on_postgresql() -> Option<Self> {
        Some(Self::open(Cluster::shared().await?.make()).await)
    }

    pub(crate) async fn open(database: Database) -> Self {
        let customers = Customers::open(&database).await.unwrap();
        let router = customers.router(Access::default());
        Self { customers, database, router, _folder: None }
    }

    /// The result of a call.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        result(&self.router, tool, arguments, Context::local()).await
    }

    /// What a call gave that must not fail.
    pub(crate) async fn data(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments.clone()).await;
        assert!(result.get("isError").is_none(), "{tool} {arguments}: {result}");
        serde_json::from_str(text(&result)).unwrap()
    }

    /// What a call said that must fail, behind `Error executing tool: `.
    pub(crate) async fn error(&self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments.clone()).await;
        assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
        text(&result).strip_prefix("Error executing tool: ").unwrap().to_owned()
    }

    /// The same, behind `ViewSet returned error: `.
    pub(crate) async fn refusal(&self, tool: &str, arguments: Value) -> String {
        let error = self.error(tool, arguments).await;
        error.strip_prefix("ViewSet returned error: ").unwrap_or_else(|| panic!("{error}")).to_owned()
    }

    /// The numbers of the rows of a list.
    pub(crate) async fn ids(&self, tool: &str, arguments: Value) -> Vec<i64> {
        let data = self.data(tool, arguments).await;
        let rows = if data.is_array() { &data } else { &data["results"] };
        rows.as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect()
    }
}

/// The result of a call by somebody.
pub(crate) async fn result(router: &Router, tool: &str, arguments: Value, caller: Context) -> Value {
    let answer = router.call_for(tool, arguments, caller).await;
    assert_clean!(answer, Profile::Drf);
    let result: Value = serde_json::from_str(answer.as_json()).unwrap();
    assert_eq!(answer.is_error(), result.get("isError").is_some());
    result
}

/// The text of a result, which has one block and nothing else in `content`.
pub(crate) fn text(result: &Value) -> &str {
    let [block] = result["content"].as_array().unwrap().as_slice() else { panic!("{result}") };
    assert_eq!(block["type"], "text");
    block["text"].as_str().unwrap()
}

/// A folder for a test, which goes with it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("retort-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The path of a folder that somebody else removes.
    pub(crate) fn into_path(mut self) -> PathBuf {
        std::mem::take(&mut self.0)
    }

    /// A file in it.
    pub(crate) fn database(&self) -> Database {
        self.path().join("customers.db").to_str().unwrap().parse().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
