//! The servers that keep rows: where they keep them, and how they are opened.

use std::net::SocketAddr;

use retort_client::folders;
use retort_server::{Revision, Server};
use retort_servers::customers::{Access, Customers};
use retort_servers::database::Database;
use retort_servers::shortener::Shortener;

use crate::failure::Failure;

const CUSTOMERS: &str = "Customers and their orders. customers_list finds customers: it takes search, ordering, limit and offset, and \
fields to filter by, in kwargs. The others take the number of a row as kwargs.pk, and what to write as body.";

const SHORTENER: &str = "A URL shortener. shorten_url makes a short link, expand_url tells where one leads, url_stats and \
url_analytics how often it was followed. A short link is given whole or by its keyword.";

/// What short links begin with where nothing is served.
const NOWHERE: &str = "http://localhost:8000/";

/// The server of customers and orders.
pub(super) async fn customers(database: Option<&Database>, token: Option<&str>) -> Result<Server, Failure> {
    let customers = Customers::open(&kept_in(database, "customers.db")?).await?;
    let router = customers.router(Access { token: token.map(str::to_owned) });
    Ok(Server::over(router, "retort-customers", env!("CARGO_PKG_VERSION"))
        .title("Customers and orders")
        .instructions(CUSTOMERS)
        .revision(Revision::V2025_06_18))
}

/// The shortener of URLs, whose links lead to `base` or to the address that is served.
pub(super) async fn shortener(
    database: Option<&Database>,
    base: Option<&str>,
    served_at: Option<SocketAddr>,
) -> Result<Server, Failure> {
    let served_at = served_at.map(|address| format!("http://{address}/"));
    let base = base.or(served_at.as_deref()).unwrap_or(NOWHERE);
    let shortener = Shortener::open_at(&kept_in(database, "shortener.db")?, base, served_at.as_deref()).await?;
    let server = Server::over(shortener.router(), "retort-shortener", env!("CARGO_PKG_VERSION"));
    Ok(server.title("URL shortener").instructions(SHORTENER).pages(move |request| {
        let shortener = shortener.clone();
        async move { shortener.page(request).await }
    }))
}

/// The same tools over a YOURLS site.
pub(super) fn over_yourls(site: &str, signature: &str) -> Result<Server, Failure> {
    let router = Shortener::over_yourls(site, signature)?.router();
    let server = Server::over(router, "retort-shortener", env!("CARGO_PKG_VERSION"));
    Ok(server.title("URL shortener over YOURLS").instructions(SHORTENER))
}

/// A server whose tools are for those who show a token, where there is one.
pub(super) fn guarded(server: Server, token: Option<&str>) -> Server {
    match token {
        Some(token) => {
            let access = Access { token: Some(token.to_owned()) };
            server.admits(move |caller| access.admits(caller))
        }
        None => server,
    }
}

/// The database that was named, or a file of the user's own.
fn kept_in(database: Option<&Database>, name: &str) -> Result<Database, Failure> {
    if let Some(database) = database {
        return Ok(database.clone());
    }
    let folder = folders::data().ok_or(Failure::NoDataFolder)?;
    let unmade = |reason| Failure::DataFolder { folder: folder.display().to_string(), reason };
    folders::make_private(&folder).map_err(unmade)?;
    Ok(folder.join(name).to_string_lossy().parse()?)
}
