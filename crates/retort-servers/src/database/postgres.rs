//! PostgreSQL: a few connections that are kept, and made anew when the server has been away. A statement that only reads, and
//! the beginning of a change, are tried again on a new connection; nothing that may have written is ever done twice.

use std::collections::HashMap;
use std::error::Error as StdError;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::BytesMut;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type};
use tokio_postgres::{Client, NoTls, Statement};

use super::address::Server;
use super::error::{Conflict, Error, told};
use super::value::{Row, Value};

/// How many connections there are at most.
const CONNECTIONS: usize = 8;
/// How many statements a connection keeps prepared.
const STATEMENTS: usize = 64;
/// How long a connection may take to be made.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long a statement waits for rows that others change.
const WAITING: &str = "SET lock_timeout = '8s'";
/// The lock that is held while tables are set up: a number that only this program uses.
const TABLES: i64 = 0x7265_746f_7274;

/// The connections to one database.
#[derive(Clone, Debug)]
pub(super) struct Pool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    server: Server,
    idle: Mutex<Vec<Connection>>,
    room: Arc<Semaphore>,
}

struct Connection {
    client: Client,
    prepared: HashMap<String, Statement>,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}

/// A connection while it is used. Only [`Lease::give_back`] keeps it: one that was left in the middle is closed, which undoes
/// what it began.
#[derive(Debug)]
struct Lease {
    connection: Connection,
    pool: Arc<Inner>,
    /// Whether it has been used before, so that the server may be gone without anybody's notice.
    is_old: bool,
    _room: OwnedSemaphorePermit,
}

/// A change that has begun; after an error it is over.
#[derive(Debug)]
pub(super) struct Transaction(Option<Lease>);

impl Pool {
    pub(super) async fn open(server: &Server) -> Result<Self, Error> {
        let room = Arc::new(Semaphore::new(CONNECTIONS));
        let pool = Self(Arc::new(Inner { server: server.clone(), idle: Mutex::new(Vec::new()), room }));
        match pool.lease().await {
            Ok(lease) => lease.give_back(),
            Err(error) => {
                let why = match error {
                    Error::Unreachable(why) | Error::Failed(why) => why,
                    other => other.to_string(),
                };
                let why = format!("{why}; see that the server runs, and that user and database exist");
                return Err(Error::Open { place: server.shown.clone(), why });
            }
        }
        Ok(pool)
    }

    pub(super) async fn query(&self, sql: &str, parameters: &[Value]) -> Result<Vec<Row>, Error> {
        loop {
            let mut lease = self.lease().await?;
            match lease.connection.query(sql, parameters).await {
                Ok(rows) => {
                    lease.give_back();
                    return Ok(rows);
                }
                Err(error) if lease.is_old && is_gone(&error) => self.forget(),
                Err(error) => {
                    let error = translated(&error);
                    lease.give_back();
                    return Err(error);
                }
            }
        }
    }

    pub(super) async fn begin(&self) -> Result<Transaction, Error> {
        loop {
            let lease = self.lease().await?;
            match lease.connection.client.batch_execute("BEGIN").await {
                Ok(()) => return Ok(Transaction(Some(lease))),
                Err(error) if lease.is_old && is_gone(&error) => self.forget(),
                Err(error) => return Err(translated(&error)),
            }
        }
    }

    /// Closes the connections that nobody uses: where one is gone, the server was away, and so are the others.
    fn forget(&self) {
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    async fn lease(&self) -> Result<Lease, Error> {
        let room = Arc::clone(&self.0.room).acquire_owned().await.map_err(|_| Error::Busy)?;
        let pool = Arc::clone(&self.0);
        let idle = {
            let mut idle = pool.idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.retain(|connection| !connection.client.is_closed());
            idle.pop()
        };
        if let Some(connection) = idle {
            return Ok(Lease { connection, pool, is_old: true, _room: room });
        }
        let connection = connect(&self.0.server).await?;
        Ok(Lease { connection, pool, is_old: false, _room: room })
    }
}

async fn connect(server: &Server) -> Result<Connection, Error> {
    let connecting = async {
        let (client, driver) = server.config.connect(NoTls).await?;
        // It ends with the client, or says at the next statement why it ended before.
        tokio::spawn(async move {
            let _ = driver.await;
        });
        client.batch_execute(WAITING).await?;
        Ok(client)
    };
    let late = || Error::Unreachable(format!("no answer within {} s", CONNECTING.as_secs()));
    let client = tokio::time::timeout(CONNECTING, connecting)
        .await
        .map_err(|_| late())?
        .map_err(|error: tokio_postgres::Error| Error::Unreachable(told(&error)))?;
    Ok(Connection { client, prepared: HashMap::new() })
}

impl Connection {
    async fn query(&mut self, sql: &str, parameters: &[Value]) -> Result<Vec<Row>, tokio_postgres::Error> {
        let statement = if let Some(statement) = self.prepared.get(sql) {
            statement.clone()
        } else {
            let statement = self.client.prepare(&numbered(sql)).await?;
            if self.prepared.len() >= STATEMENTS {
                self.prepared.clear();
            }
            self.prepared.insert(sql.to_owned(), statement.clone());
            statement
        };
        let parameters: Vec<&(dyn ToSql + Sync)> = parameters.iter().map(|value| value as _).collect();
        let rows = self.client.query(&statement, &parameters).await?;
        let values = |row: &tokio_postgres::Row| -> Result<Vec<Value>, tokio_postgres::Error> {
            (0..row.len()).map(|column| row.try_get(column)).collect()
        };
        rows.iter().map(|row| values(row).map(Row)).collect()
    }
}

impl Lease {
    fn give_back(self) {
        if !self.connection.client.is_closed() {
            self.pool.idle.lock().unwrap_or_else(PoisonError::into_inner).push(self.connection);
        }
    }
}

impl Transaction {
    pub(super) async fn query(&mut self, sql: &str, parameters: &[Value]) -> Result<Vec<Row>, Error> {
        // Away while it is used, so that a statement that nobody waits for leaves no half of a change behind.
        let mut lease = self.0.take().ok_or_else(over)?;
        match lease.connection.query(sql, parameters).await {
            Ok(rows) => {
                self.0 = Some(lease);
                Ok(rows)
            }
            Err(error) => {
                if lease.connection.client.batch_execute("ROLLBACK").await.is_ok() {
                    lease.give_back();
                }
                Err(translated(&error))
            }
        }
    }

    pub(super) async fn lock_tables(&mut self) -> Result<(), Error> {
        self.query("SELECT pg_advisory_xact_lock(?) IS NULL", &[Value::Integer(TABLES)]).await.map(drop)
    }

    pub(super) async fn commit(mut self) -> Result<(), Error> {
        let lease = self.0.take().ok_or_else(over)?;
        let kept = lease.connection.client.batch_execute("COMMIT").await;
        kept.map_err(|error| if is_gone(&error) { Error::Uncertain } else { translated(&error) })?;
        lease.give_back();
        Ok(())
    }
}

/// A change that nobody wants any more is undone, and its connection kept: refusals are no reason to make new ones.
impl Drop for Transaction {
    fn drop(&mut self) {
        let (Some(lease), Ok(here)) = (self.0.take(), tokio::runtime::Handle::try_current()) else { return };
        here.spawn(async move {
            if lease.connection.client.batch_execute("ROLLBACK").await.is_ok() {
                lease.give_back();
            }
        });
    }
}

fn over() -> Error {
    Error::Failed("the change was over after an error".to_owned())
}

/// A statement with `$1`, `$2` … for `?`. There is no `?` in the texts and names of ours.
fn numbered(sql: &str) -> String {
    let mut parts = sql.split('?');
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for (number, part) in parts.enumerate() {
        // A string takes everything.
        let _ = write!(numbered, "${}{part}", number + 1);
    }
    numbered
}

/// Whether the connection is gone, and not the statement at fault.
fn is_gone(error: &tokio_postgres::Error) -> bool {
    let ended = [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW];
    error.is_closed()
        || error.code().is_some_and(|code| ended.contains(code))
        || error.source().is_some_and(<dyn StdError>::is::<std::io::Error>)
}

/// What an error of PostgreSQL means to whoever called.
fn translated(error: &tokio_postgres::Error) -> Error {
    let Some(failure) = error.as_db_error() else {
        return if is_gone(error) { Error::Unreachable(told(error)) } else { Error::Failed(told(error)) };
    };
    let code = failure.code();
    if *code == SqlState::UNIQUE_VIOLATION {
        let (table, constraint) = (failure.table().unwrap_or_default(), failure.constraint().unwrap_or_default());
        // `customers_email_key`, as PostgreSQL names it by itself.
        let column = constraint.strip_prefix(table).and_then(|rest| rest.strip_prefix('_'));
        let column = column.and_then(|rest| rest.strip_suffix("_key")).unwrap_or(constraint).to_owned();
        Error::Conflict(Conflict::Unique { column })
    } else if *code == SqlState::FOREIGN_KEY_VIOLATION || *code == SqlState::RESTRICT_VIOLATION {
        Error::Conflict(Conflict::Reference)
    } else if *code == SqlState::DISK_FULL {
        Error::Full
    } else if [SqlState::LOCK_NOT_AVAILABLE, SqlState::T_R_DEADLOCK_DETECTED, SqlState::T_R_SERIALIZATION_FAILURE]
        .contains(code)
    {
        Error::Busy
    } else if is_gone(error) {
        Error::Unreachable(failure.message().to_owned())
    } else {
        Error::Failed(failure.message().to_owned())
    }
}

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Integer(number) if *kind == Type::INT4 => i32::try_from(*number)?.to_sql(kind, out),
            Self::Integer(number) if *kind == Type::INT8 => number.to_sql(kind, out),
            Self::Bool(yes) if *kind == Type::BOOL => yes.to_sql(kind, out),
            Self::Text(text) if <&str as ToSql>::accepts(kind) => text.as_str().to_sql(kind, out),
            _ => Err(format!("a parameter does not fit the type {kind}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    tokio_postgres::types::to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, bytes: &'a [u8]) -> Result<Self, Box<dyn StdError + Sync + Send>> {
        Ok(match *kind {
            Type::INT8 => Self::Integer(i64::from_sql(kind, bytes)?),
            Type::INT4 => Self::Integer(i32::from_sql(kind, bytes)?.into()),
            Type::BOOL => Self::Bool(bool::from_sql(kind, bytes)?),
            _ => Self::Text(String::from_sql(kind, bytes)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn StdError + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::INT4, Type::BOOL].contains(kind) || <String as FromSql<'_>>::accepts(kind)
    }
}
