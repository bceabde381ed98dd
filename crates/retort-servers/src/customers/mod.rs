//! A shop's customers and their orders as tools, the way django-rest-framework-mcp serves them: `customers_list`,
//! `customers_retrieve` and so on, with the answers and the words of that library.
//!
//! ```no_run
//! use retort_servers::customers::{Access, Customers};
//! use retort_servers::database::Database;
//!
//! # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
//! let database: Database = "customers.db".parse()?;
//! let customers = Customers::open(&database).await?;
//! let router = customers.router(Access { token: None });
//! let answer = router.call("customers_retrieve", serde_json::json!({"kwargs": {"pk": "1"}})).await;
//! println!("{answer}");
//! # Ok(())
//! # }
//! ```

mod resources;
mod seeds;

use retort_server::{Dialect, Refusal, Reply, Router};

pub use crate::rest::Access;

use crate::database::{Database, Error, Store};
use crate::rest::{Resource, tools};

/// The customers and orders of a database.
#[derive(Clone, Debug)]
pub struct Customers {
    store: Store,
    resources: Vec<Resource>,
}

impl Customers {
    /// Opens a database. Where it has no tables yet, they are made, with some customers and orders to begin with.
    ///
    /// # Errors
    ///
    /// Where it cannot be opened, or has tables of these names that are another program's.
    pub async fn open(database: &Database) -> Result<Self, Error> {
        let store = Store::open(database).await?;
        let resources = resources::all();
        set_up(&store, &resources).await.map_err(|error| unusable(database, error))?;
        Ok(Self { store, resources })
    }

    /// The tools of all resources, for callers who may do what `access` says.
    pub fn router(&self, access: Access) -> Router {
        let router = Router::new(Dialect::Drf).words(refusal);
        tools(&self.resources, &self.store, access).into_iter().fold(router, Router::with)
    }
}

/// The words of the original for calls that reach no tool.
fn refusal(refusal: &Refusal) -> Reply {
    let words = match refusal {
        Refusal::Unknown(name) if name.is_empty() => "Tool name is required".to_owned(),
        Refusal::Unknown(name) => format!("Tool not found: {name}"),
        other => other.to_string(),
    };
    Reply::error(refusal.code().name(), words).into()
}

/// Makes the tables that are missing, all of them or none, with their first rows.
async fn set_up(store: &Store, resources: &[Resource]) -> Result<(), Error> {
    let mut change = store.begin().await?;
    change.lock_tables().await?;
    for resource in resources {
        if resource.set_up(store, &mut change).await? {
            for row in seeds::rows(resource) {
                resource.add(&mut change, &row).await?;
            }
        }
    }
    change.commit().await
}

/// Why a database cannot be used, with its name.
fn unusable(database: &Database, error: Error) -> Error {
    let why = match error {
        Error::Open { .. } => return error,
        Error::Failed(why) => {
            format!("its tables cannot be set up: {why}. If they are another program's, name another database")
        }
        other => other.to_string(),
    };
    Error::Open { place: database.to_string(), why }
}
