//! Where links are kept: in a database of the shortener's own, or by a YOURLS site.

use super::link::Link;
use super::links::{Clicks, Links, Wanted};
use super::problem::ShortenerError;
use super::yourls::Site;

#[derive(Debug)]
pub(super) enum Backend {
    Own(Links),
    Yourls(Site),
}

/// Asks whoever keeps the links.
macro_rules! ask {
    ($backend:expr, $method:ident ( $($argument:expr),* )) => {
        match $backend {
            Backend::Own(links) => links.$method($($argument),*).await,
            Backend::Yourls(site) => site.$method($($argument),*).await,
        }
    };
}

impl Backend {
    /// The link of a keyword.
    pub(super) async fn find(&self, keyword: &str) -> Result<Link, ShortenerError> {
        ask!(self, find(keyword))
    }

    /// The links that lead to an address, the oldest first.
    pub(super) async fn leading_to(&self, url: &str, most: i64) -> Result<Vec<Link>, ShortenerError> {
        ask!(self, leading_to(url, most))
    }

    /// Takes a keyword for an address. `false` where another has it.
    pub(super) async fn take(&self, keyword: &str, url: &str, title: &str) -> Result<bool, ShortenerError> {
        ask!(self, take(keyword, url, title))
    }

    /// The link that leads to an address, which is made where there is none.
    pub(super) async fn shortened(&self, url: &str, title: &str) -> Result<Link, ShortenerError> {
        ask!(self, shortened(url, title))
    }

    /// Lets a link lead elsewhere. Without a title it keeps the one that it has.
    pub(super) async fn update(&self, keyword: &str, url: &str, title: Option<&str>) -> Result<Link, ShortenerError> {
        ask!(self, update(keyword, url, title))
    }

    /// Gives a link another keyword; its clicks go with it.
    pub(super) async fn rename(
        &self,
        old: &str,
        new: &str,
        url: Option<&str>,
        title: Option<&str>,
    ) -> Result<Link, ShortenerError> {
        ask!(self, rename(old, new, url, title))
    }

    /// Deletes a link, with its clicks.
    pub(super) async fn delete(&self, keyword: &str) -> Result<(), ShortenerError> {
        ask!(self, delete(keyword))
    }

    /// How often a link was followed, on which days of a range and from where.
    pub(super) async fn clicks(&self, keyword: &str, from: &str, to: &str) -> Result<Clicks, ShortenerError> {
        ask!(self, clicks(keyword, from, to))
    }

    /// How many links there are, and how often they were followed.
    pub(super) async fn sums(&self) -> Result<(i64, i64), ShortenerError> {
        ask!(self, sums())
    }

    /// A part of the list of links, and how many there are in all.
    pub(super) async fn list(&self, wanted: &Wanted<'_>) -> Result<(Vec<Link>, i64), ShortenerError> {
        ask!(self, list(wanted))
    }

    /// The links of the shortener's own, which it lets browsers follow.
    pub(super) fn own(&self) -> Option<&Links> {
        match self {
            Self::Own(links) => Some(links),
            Self::Yourls(_) => None,
        }
    }
}
