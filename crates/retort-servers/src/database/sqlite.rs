//! SQLite: one connection that writes and a few that read, each with its work on a thread that may block. Readers see the last
//! commit while somebody writes; writers of this process wait for each other here, and not in SQLite.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, functions::FunctionFlags, params_from_iter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::address::File;
use super::error::{Conflict, Error};
use super::value::{Row, Value};

/// How many read at once.
const READERS: usize = 4;
/// How many statements a connection keeps prepared.
const STATEMENTS: usize = 64;
/// How long a writer waits for one of another process.
const PATIENCE: Duration = Duration::from_secs(8);
/// How long it waits between two tries where SQLite does not wait for it.
const PAUSE: Duration = Duration::from_millis(20);

/// The connections to one file.
#[derive(Clone, Debug)]
pub(super) struct Pool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    file: File,
    /// Which file it is, whatever its path leads to later.
    identity: OnceLock<Option<(u64, u64)>>,
    reading: Side,
    writing: Side,
}

/// Connections of one kind that nobody uses at the moment.
#[derive(Debug)]
struct Side {
    is_writing: bool,
    idle: Mutex<Vec<Connection>>,
    room: Arc<Semaphore>,
}

impl Side {
    fn new(is_writing: bool, room: usize) -> Self {
        Self { is_writing, idle: Mutex::new(Vec::new()), room: Arc::new(Semaphore::new(room)) }
    }
}

/// A connection while it is used. It goes back when it is dropped, with what was not committed undone.
#[derive(Debug)]
struct Lease {
    connection: Option<Connection>,
    pool: Arc<Inner>,
    is_writing: bool,
    _room: OwnedSemaphorePermit,
}

/// A change that has begun. The lease is away while a statement is done.
#[derive(Debug)]
pub(super) struct Transaction(Option<Lease>);

impl Pool {
    pub(super) async fn open(file: &File) -> Result<Self, Error> {
        let inner = Inner {
            file: file.clone(),
            identity: OnceLock::new(),
            reading: Side::new(false, READERS),
            writing: Side::new(true, 1),
        };
        let pool = Self(Arc::new(inner));
        // Makes the file, and sees whether it is one of SQLite's.
        let file = file.clone();
        let connection = blocking(move || connect(&file, true)).await??;
        pool.0.writing.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        Ok(pool)
    }

    pub(super) async fn query(&self, sql: &str, parameters: &[Value]) -> Result<Vec<Row>, Error> {
        let lease = self.lease(&self.0.reading).await?;
        let (_, rows) = work(lease, sql, parameters).await?;
        rows
    }

    pub(super) async fn begin(&self) -> Result<Transaction, Error> {
        let lease = self.lease(&self.0.writing).await?;
        // What is written to a file that has no name any more is lost with the process.
        let now = identity(&self.0.file.path);
        if *self.0.identity.get_or_init(|| now) != now {
            return Err(Error::Failed(
                "its file was moved or deleted while the server ran, so nothing is written any more: put it back, and start \
                 the server again"
                    .to_owned(),
            ));
        }
        // Others are kept from writing at once: who first reads and then writes would find that the row was changed.
        let (lease, begun) = work(lease, "BEGIN IMMEDIATE", &[]).await?;
        begun?;
        Ok(Transaction(Some(lease)))
    }

    async fn lease(&self, side: &Side) -> Result<Lease, Error> {
        let room = Arc::clone(&side.room).acquire_owned().await.map_err(|_| Error::Busy)?;
        let idle = side.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = if let Some(connection) = idle {
            connection
        } else {
            let (file, is_writing) = (self.0.file.clone(), side.is_writing);
            let connected = blocking(move || connect(&file, is_writing)).await?;
            // Where it is, callers need not know.
            connected.map_err(|error| match error {
                Error::Open { why, .. } => Error::Unreachable(why),
                other => other,
            })?
        };
        let pool = Arc::clone(&self.0);
        Ok(Lease { connection: Some(connection), pool, is_writing: side.is_writing, _room: room })
    }
}

impl Transaction {
    pub(super) async fn query(&mut self, sql: &str, parameters: &[Value]) -> Result<Vec<Row>, Error> {
        let lease = self.0.take().ok_or_else(over)?;
        let (lease, rows) = work(lease, sql, parameters).await?;
        // After an error the change is over: dropping the lease undoes it.
        if rows.is_ok() {
            self.0 = Some(lease);
        }
        rows
    }

    pub(super) async fn commit(mut self) -> Result<(), Error> {
        self.query("COMMIT", &[]).await.map(drop)
    }
}

fn over() -> Error {
    Error::Failed("the change was over after an error".to_owned())
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        let is_clean = connection.is_autocommit() || connection.execute_batch("ROLLBACK").is_ok();
        let side = if self.is_writing { &self.pool.writing } else { &self.pool.reading };
        // One that cannot be cleaned is closed, which undoes what it began.
        if is_clean {
            side.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
    }
}

/// Does a statement on a thread that may block, and gives the connection back with what came of it. Where nobody waits any
/// more, the statement still ends there, and the connection goes back.
async fn work(lease: Lease, sql: &str, parameters: &[Value]) -> Result<(Lease, Result<Vec<Row>, Error>), Error> {
    let (sql, parameters) = (sql.to_owned(), parameters.to_vec());
    blocking(move || {
        let rows = match &lease.connection {
            Some(connection) => done(connection, &sql, &parameters).map_err(|error| translated(&error)),
            None => Err(over()),
        };
        (lease, rows)
    })
    .await
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Error::Failed("the statement broke off".to_owned()))
}

fn done(connection: &Connection, sql: &str, parameters: &[Value]) -> rusqlite::Result<Vec<Row>> {
    let mut statement = connection.prepare_cached(sql)?;
    let columns = statement.column_count();
    let mut found = statement.query(params_from_iter(parameters))?;
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        let values = (0..columns).map(|column| row.get_ref(column).map(read)).collect::<Result<_, _>>()?;
        rows.push(Row(values));
    }
    Ok(rows)
}

fn read(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Text(number.to_string()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Null => ToSqlOutput::Borrowed(ValueRef::Null),
            Self::Integer(number) => ToSqlOutput::Borrowed(ValueRef::Integer(*number)),
            Self::Bool(yes) => ToSqlOutput::Borrowed(ValueRef::Integer(i64::from(*yes))),
            Self::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
        })
    }
}

/// Opens the file once more.
fn connect(file: &File, is_writing: bool) -> Result<Connection, Error> {
    let place = file.path.display().to_string();
    if is_writing {
        make(&file.path);
    }
    let access = if is_writing {
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE
    } else {
        OpenFlags::SQLITE_OPEN_READ_WRITE
    };
    let opened = Connection::open_with_flags(&file.path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX);
    let made = opened.and_then(|connection| set_up(&connection, file, is_writing).map(|()| connection));
    // A file that may not be written is opened all the same.
    if made.as_ref().is_ok_and(|connection| connection.is_readonly("main").unwrap_or(true)) {
        return Err(Error::Open { place, why: reason(&file.path) });
    }
    made.map_err(|error| {
        let why = match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => "it is no database of SQLite; name another file".to_owned(),
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => reason(&file.path),
            _ => translated(&error).to_string(),
        };
        Error::Open { place, why }
    })
}

/// Which file a path leads to.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// Makes a file that only the user can read, and SQLite gives those beside it the same mode. One that is there stays as it is;
/// what goes wrong is told when it is opened.
fn make(path: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(path);
}

/// Why a file cannot be opened for writing: SQLite does not say.
fn reason(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.is_dir() {
        "it is a folder; name a file".to_owned()
    } else if folder.is_some_and(|folder| !folder.is_dir()) {
        "its folder is missing; make it first".to_owned()
    } else {
        "the file and its folder have to be writable; change that, or name another file".to_owned()
    }
}

fn set_up(connection: &Connection, file: &File, is_writing: bool) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    if is_writing {
        write_ahead(connection)?;
        // What was acknowledged is on disk, also when the power fails.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        if let Some(bytes) = file.most_bytes {
            let page: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
            let pages = i64::try_from(bytes).unwrap_or(i64::MAX) / page.max(1);
            // It answers with what it has set.
            connection.pragma_update_and_check(None, "max_page_count", pages.max(1), |_| Ok(()))?;
        }
    } else {
        connection.pragma_update(None, "query_only", true)?;
    }
    // SQLite's own knows the letters of ASCII only.
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("lower", 1, flags, |context| {
        Ok(match context.get_raw(0) {
            ValueRef::Text(bytes) => Some(String::from_utf8_lossy(bytes).to_lowercase()),
            _ => None,
        })
    })
}

/// Turns the write-ahead log on. Where several open a new file at once, SQLite lets one of them do it and does not wait.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let begun = Instant::now();
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error) if is_busy(&error) && begun.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
            done => return done,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// What an error of SQLite means to whoever called.
fn translated(error: &rusqlite::Error) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Error::Full,
        _ if is_busy(error) => Error::Busy,
        Some(ErrorCode::ConstraintViolation) => conflict(error),
        Some(ErrorCode::SystemIoFailure) => Error::Failed(format!("{error}; see whether its disk is full or broken")),
        _ => Error::Failed(error.to_string()),
    }
}

fn conflict(error: &rusqlite::Error) -> Error {
    let rusqlite::Error::SqliteFailure(failure, Some(words)) = error else { return Error::Failed(error.to_string()) };
    match failure.extended_code {
        rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE | rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY => {
            // `UNIQUE constraint failed: customers.email`
            let column = words.rsplit('.').next().unwrap_or_default().to_owned();
            Error::Conflict(Conflict::Unique { column })
        }
        rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY | rusqlite::ffi::SQLITE_CONSTRAINT_TRIGGER => {
            Error::Conflict(Conflict::Reference)
        }
        _ => Error::Failed(words.clone()),
    }
}
