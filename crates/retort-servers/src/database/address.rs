//! The address of a database: a path, or a URL of PostgreSQL.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::error::Error;

/// Where rows are kept: the path of a file, or a URL that begins with `postgres://` or `postgresql://`.
///
/// ```
/// use retort_servers::database::Database;
///
/// let file: Database = "customers.db".parse()?;
/// let server: Database = "postgres://shop:secret@localhost/shop".parse()?;
/// // It prints without the password.
/// assert_eq!(server.to_string(), "postgres://shop@localhost/shop");
/// assert!("mysql://localhost/shop".parse::<Database>().is_err());
/// # Ok::<(), retort_servers::database::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Database(pub(super) Place);

#[derive(Clone, Debug)]
pub(super) enum Place {
    Sqlite(File),
    Postgres(Box<Server>),
}

/// A file of SQLite.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) path: PathBuf,
    /// How many bytes it may have.
    pub(super) most_bytes: Option<u64>,
}

/// A database on a PostgreSQL server.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) config: tokio_postgres::Config,
    /// The address without a password.
    pub(super) shown: String,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Server").field(&self.shown).finish()
    }
}

impl Database {
    /// The same, where a file grows no larger than so many bytes; what does not fit is refused as on a full disk. It changes
    /// nothing for PostgreSQL, which has bounds of its own.
    #[must_use]
    pub fn at_most(mut self, bytes: u64) -> Self {
        if let Place::Sqlite(file) = &mut self.0 {
            file.most_bytes = Some(bytes);
        }
        self
    }
}

impl FromStr for Database {
    type Err = Error;

    fn from_str(address: &str) -> Result<Self, Error> {
        let wrong = |why: &str| Error::Address { address: without_password(address), why: why.to_owned() };
        let Some((scheme, _)) = address.split_once("://") else {
            return match address {
                "" => Err(wrong("it is empty; name a file, such as customers.db")),
                ":memory:" => Err(wrong("rows that are kept in memory are lost; name a file, such as customers.db")),
                path if path.contains('\0') => Err(wrong("a path has no null character")),
                path => Ok(Self(Place::Sqlite(File { path: PathBuf::from(path), most_bytes: None }))),
            };
        };
        if !matches!(scheme, "postgres" | "postgresql") {
            return Err(wrong("name a file, or a URL that begins with postgres://"));
        }
        let config: tokio_postgres::Config =
            address.parse().map_err(|error: tokio_postgres::Error| wrong(&super::error::told(&error)))?;
        if config.get_ssl_mode() == tokio_postgres::config::SslMode::Require {
            return Err(wrong(
                "sslmode=require asks for TLS, which this server does not speak; reach PostgreSQL over loopback, a \
                 socket or a tunnel, and leave sslmode out",
            ));
        }
        Ok(Self(Place::Postgres(Box::new(Server { config, shown: without_password(address) }))))
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::Sqlite(file) => write!(f, "{}", file.path.display()),
            Place::Postgres(server) => f.write_str(&server.shown),
        }
    }
}

/// An address as it may be shown: without a password, and without what is asked for behind `?`, which may have one too.
fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let without_options = |place: &str| place.split('?').next().unwrap_or_default().to_owned();
    // A password may have an `@` or a `?` in it, against the rules.
    let Some((who, place)) = rest.rsplit_once('@') else { return format!("{scheme}://{}", without_options(rest)) };
    let user = who.split([':', '?', '/']).next().unwrap_or_default();
    format!("{scheme}://{user}@{}", without_options(place))
}
