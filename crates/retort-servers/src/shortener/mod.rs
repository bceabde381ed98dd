//! A URL shortener with the fourteen tools of yourls-mcp, over SQLite or PostgreSQL. Every tool answers in one way: one block of
//! text with `{"status":"success",…}`, or with `{"status":"error","message",…}` and `isError`. Over HTTP its short links lead
//! where they should, and are counted.

mod arguments;
mod backend;
mod link;
mod links;
mod pages;
mod problem;
mod qr;
mod replies;
mod target;
mod tools;
mod yourls;

use std::sync::Arc;

use retort_server::{PageRequest, Router};

use crate::database::{Database, Error};

pub use problem::ShortenerError;

use backend::Backend;
use links::Links;
use target::Base;
use yourls::Site;

/// A shortener whose database is open. Clones are the same.
#[derive(Clone, Debug)]
pub struct Shortener(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    links: Backend,
    base: Base,
}

impl Shortener {
    /// Opens its database, and makes the tables where they are missing. `base` is what short links begin with, such as
    /// `https://sho.rt/`.
    ///
    /// # Errors
    ///
    /// Where the database cannot be opened, or the base is no address of a site.
    pub async fn open(database: &Database, base: &str) -> Result<Self, ShortenerFailure> {
        Self::open_at(database, base, None).await
    }

    /// The same for a server that is reached at another address, too: no link leads there either.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub async fn open_at(database: &Database, base: &str, served_at: Option<&str>) -> Result<Self, ShortenerFailure> {
        let base = Base::parse(base).ok_or_else(|| ShortenerFailure::Base(base.to_owned()))?;
        let base = match served_at {
            Some(address) => base.served_at(address),
            None => base,
        };
        Ok(Self(Arc::new(Inner { links: Backend::Own(Links::open(database).await?), base })))
    }

    /// The same tools over a YOURLS site, through its API. `address` is that of the site or of its API, `signature` the token that
    /// its page of tools shows.
    ///
    /// # Errors
    ///
    /// Where the address is none of a site, or the system's certificates cannot be had.
    pub fn over_yourls(address: &str, signature: &str) -> Result<Self, ShortenerFailure> {
        let wrong = |reason: &str| ShortenerFailure::Site { address: address.to_owned(), reason: reason.to_owned() };
        let (site, base) = Site::new(address, signature).map_err(|reason| wrong(&reason))?;
        let base = Base::parse(&base).ok_or_else(|| wrong("it is no address of a site"))?;
        Ok(Self(Arc::new(Inner { links: Backend::Yourls(site), base })))
    }

    /// Its tools.
    pub fn router(&self) -> Router {
        tools::router(self)
    }

    /// What it answers to a browser: where a short link leads, and the QR code of one.
    pub async fn page(&self, request: PageRequest) -> Option<http::Response<bytes::Bytes>> {
        pages::answer(&self.0, &request).await
    }
}

/// Why a shortener cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShortenerFailure {
    /// Short links would lead nowhere.
    #[error("{0:?} is no address that short links can begin with; it looks like https://sho.rt/")]
    Base(String),
    /// No site can be asked there.
    #[error("{address:?} is no YOURLS site: {reason}; it looks like https://sho.rt/")]
    Site {
        /// What was given.
        address: String,
        /// Why not.
        reason: String,
    },
    /// The database.
    #[error(transparent)]
    Database(#[from] Error),
}
