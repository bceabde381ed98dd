//! Where log-ins are kept: one file a server, in a folder that only the user can read.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use url::Url;

use super::lock::Lock;
use super::record::Record;
use super::{Error, server_url};
use crate::{folders, private};

/// The store of log-ins.
#[derive(Clone, Debug)]
pub struct Tokens {
    dir: PathBuf,
}

/// A log-in that is kept, without its secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stored {
    /// The server.
    pub url: String,
    /// The authorisation server that gave the token, where it says who it is.
    pub issuer: Option<String>,
    /// The client that the token was given to.
    pub client_id: String,
    /// What the token is good for, where that is known.
    pub scopes: Vec<String>,
    /// When the token ends, where that is known.
    pub expires_at: Option<SystemTime>,
    /// Whether a new token can be had without logging in again.
    pub renewable: bool,
}

impl Stored {
    /// A log-in without its secrets.
    pub(super) fn of(record: &Record) -> Self {
        Self {
            url: record.url.clone(),
            issuer: record.issuer.clone(),
            client_id: record.client_id.clone(),
            scopes: record.token.scopes.clone(),
            expires_at: record.token.expires_at.and_then(|end| UNIX_EPOCH.checked_add(Duration::from_secs(end))),
            renewable: record.is_renewable(),
        }
    }
}

impl Tokens {
    /// The user's own store: `tokens` in `RETORT_DATA_DIR`, or in the folder where programs keep the user's data.
    ///
    /// # Errors
    ///
    /// The environment names no such folder.
    pub fn open_default() -> Result<Self, Error> {
        let dir = folders::data().ok_or(Error::NoFolder)?;
        Ok(Self { dir: dir.join("tokens") })
    }

    /// A store in a folder, which is made when the first log-in is kept.
    pub fn at(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into() }
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Forgets the log-in to a server. Says whether there was one.
    ///
    /// # Errors
    ///
    /// The URL is none, or the file cannot be removed.
    pub fn forget(&self, url: &str) -> Result<bool, Error> {
        let path = self.path(&server_url(url)?);
        let removed = match fs::remove_file(&path) {
            Ok(()) => true,
            Err(error) if error.kind() == ErrorKind::NotFound => false,
            Err(error) => return Err(failed(&path, "it cannot be removed", &error)),
        };
        // Nobody misses a lock that is left behind; the token is what matters.
        let _ = fs::remove_file(path.with_extension("lock"));
        Ok(removed)
    }

    /// All log-ins, by URL. Files that are not log-ins are passed over.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn list(&self) -> Result<Vec<Stored>, Error> {
        let entries = match fs::read_dir(&self.dir) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(&self.dir, "it cannot be read", &error)),
        };
        let mut found: Vec<Stored> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
            .filter_map(|path| Some(Stored::of(&read(&path).ok()??)))
            .collect();
        found.sort_by(|a, b| a.url.cmp(&b.url));
        Ok(found)
    }

    /// The log-in to a server.
    pub(super) fn load(&self, url: &Url) -> Result<Option<Record>, Error> {
        // The name is made from a hash; the URL inside says whether the file is really meant.
        Ok(read(&self.path(url))?.filter(|record| record.url == url.as_str()))
    }

    /// Keeps a log-in in place of the one before.
    pub(super) fn save(&self, url: &Url, record: &Record) -> Result<(), Error> {
        self.make_dir()?;
        let path = self.path(url);
        let text = serde_json::to_string_pretty(record)
            .map_err(|error| Error::Store { path: path.clone(), reason: error.to_string() })?;
        private::replace(&path, &text).map_err(|error| failed(&path, "it cannot be written", &error))
    }

    /// Keeps others, in this process or not, from renewing the same log-in.
    pub(super) async fn lock(&self, url: &Url) -> Result<Lock, Error> {
        self.make_dir()?;
        Lock::take(&self.path(url).with_extension("lock")).await
    }

    /// The file of a server: its host, for people, and a hash that is different for every URL.
    fn path(&self, url: &Url) -> PathBuf {
        const LONGEST_HOST: usize = 60;
        let host: String = url
            .host_str()
            .unwrap_or_default()
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') { c } else { '_' })
            .take(LONGEST_HOST)
            .collect();
        let hash = ring::digest::digest(&ring::digest::SHA256, url.as_str().as_bytes());
        let hash = hash.as_ref().first_chunk().map_or(0, |first| u64::from_be_bytes(*first));
        self.dir.join(format!("{host}-{hash:016x}.json"))
    }

    fn make_dir(&self) -> Result<(), Error> {
        private::make_dir(&self.dir).map_err(|error| failed(&self.dir, "it cannot be made", &error))
    }
}

fn failed(path: &Path, what: &str, error: &std::io::Error) -> Error {
    Error::Store { path: path.to_owned(), reason: format!("{what}: {error}") }
}

fn read(path: &Path) -> Result<Option<Record>, Error> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(path, "it cannot be read", &error)),
    };
    serde_json::from_str(&text).map(Some).map_err(|error| Error::Store {
        path: path.to_owned(),
        // Without the error's own words where they might quote a token.
        reason: format!("it is not a log-in (line {}); remove it and log in again", error.line()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_safe_and_different() {
        let tokens = Tokens::at("/t");
        let name = |url: &str| {
            let path = tokens.path(&server_url(url).unwrap());
            assert_eq!(path.parent(), Some(Path::new("/t")), "{url}");
            path.file_name().unwrap().to_str().unwrap().to_owned()
        };
        assert!(name("https://example.com/mcp").starts_with("example.com-"));
        assert_ne!(name("https://example.com/mcp"), name("https://example.com/mcp?a=1"));
        assert_ne!(name("https://example.com/"), name("http://example.com/"));
        assert_eq!(name("https://example.com"), name("https://EXAMPLE.com:443/#x"));
        assert!(name("http://[::1]:80/../..").starts_with("___1_-"));
    }
}
