//! What ends a command early. Each says what happened, to what, and what to do, in one sentence.

use std::io;
use std::path::PathBuf;

use retort_client::{printable, shown_path};

use crate::args::quoted;
use crate::live::advice::{advised, advised_login, advised_naming, advised_trust};

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("cannot read {}: {reason}; check the path, or use - for standard input", printable(name))]
    Unreadable { name: String, reason: io::Error },
    #[error("{} is empty: there is no response to read", printable(name))]
    Empty { name: String },
    #[error("{} has more than {most} bytes; a larger --max-size takes it", printable(name))]
    TooLarge { name: String, most: usize },
    #[error("line {line} of {} has more than {most} bytes; a larger --max-size takes it", printable(name))]
    LineTooLarge { name: String, line: usize, most: usize },
    #[error("{} has more than {most} bytes, and no {what} is that long", printable(name))]
    TooLong { name: String, most: usize, what: &'static str },
    #[error("cannot read {}: it is not UTF-8 text", printable(name))]
    NoText { name: String },
    #[error("cannot read {0} of the inputs; the others were read")]
    SomeUnreadable(usize),
    #[error("cannot write the output: {0}")]
    Unwritable(io::Error),
    #[error("there is nothing to read on standard input: name a file, or pipe a response in")]
    NothingToRead,
    #[error("the output is not being read any more")]
    BrokenPipe,
    #[error("{}", advised(.0))]
    Client(#[from] retort_client::Error),
    #[error("the tools cannot be listed (--unchecked calls one without the list): {}", advised(.0))]
    Unlisted(retort_client::Error),
    #[error("{}", advised_naming(.0))]
    Naming(#[from] retort_client::naming::NamingError),
    #[error("{}", advised_trust(.0))]
    Trust(#[from] retort_client::naming::TrustError),
    #[error(
        "nobody is here to say yes, and nothing more is trusted; run this at a terminal, or `retort trust --yes{}` where a \
         script may decide",
        .0.as_ref().map(|what| format!(" {}", quoted(&shown_path(what)))).unwrap_or_default()
    )]
    NobodyAgrees(Option<PathBuf>),
    #[error("{0} of the files cannot be looked at; the others were shown")]
    SomeUnseen(usize),
    #[error("{}", advised_login(.0))]
    Login(#[from] retort_client::auth::Error),
    #[error("the server has no {kind} {name:?}; {hint}")]
    Unknown { kind: &'static str, name: String, hint: String },
    #[error("--bearer and RETORT_BEARER take a token, or ORIGIN=TOKEN: {0}")]
    Bearer(retort_client::BearerError),
    #[error("the header {0:?} is not of the form 'Name: value'")]
    Header(String),
    #[error("--bearer and --header both say who asks: give one of them")]
    TwoAuthorizations,
    #[error("{what}")]
    Unsupported { what: String },
    #[error("cannot listen on {address}: {reason}; is the port in use?")]
    Listen { address: String, reason: io::Error },
    #[error("cannot save to {}: {reason}", printable(path))]
    Unsaved { path: String, reason: io::Error },
    #[error(
        "{files} of the answer not written: {folder} has others of the same name, and nothing is overwritten; name \
         another folder\n{listed}"
    )]
    FilesTaken { files: String, folder: String, listed: String },
    #[error(
        "{files} of the answer not written: such names take effect by being there; if you want them, add \
         --hidden-files\n{listed}"
    )]
    FilesRefused { files: String, listed: String },
    #[error("{files} of the answer not written:\n{listed}")]
    FilesMisplaced { files: String, listed: String },
    #[error(
        "the answer has {count} files, and at most {limit} are saved, so that none was; a larger --max-files takes them"
    )]
    TooManyFiles { count: usize, limit: usize },
    #[error(
        "the files of the answer have {bytes} bytes, and at most {limit} are saved, so that none was; a larger --max-saved \
         takes them"
    )]
    TooMuchToSave { bytes: usize, limit: usize },
    #[error("a page is nothing for a terminal: name a file for it, as in --html page.html")]
    PageOnTerminal,
    #[error("{0:?} is no name for a page: it must end in .html")]
    NoPage(String),
    #[error("{} exists and is no page of Retort's: it is not overwritten; name another file", printable(.0))]
    Taken(String),
    #[error("browse needs a terminal to draw on; retort show writes anywhere")]
    NoTerminal,
    #[error("it cannot be written as CSV: {0}; --markdown and --html write anything")]
    NoRows(String),
    #[error("the server failed: {0}")]
    Serving(#[from] retort_server::Error),
    #[error("{0}")]
    Database(#[from] retort_servers::database::Error),
    #[error("{0}")]
    Shortener(#[from] retort_servers::shortener::ShortenerFailure),
    #[error("there is no folder for your data: set HOME or RETORT_DATA_DIR, or name a file with --database")]
    NoDataFolder,
    #[error(
        "the folder {} for your data cannot be made: {reason}; set RETORT_DATA_DIR, or name a file with --database",
        printable(folder)
    )]
    DataFolder { folder: String, reason: io::Error },
    #[cfg(feature = "knowledge")]
    #[error("{0}")]
    Knowledge(#[from] retort_knowledge::Error),
    #[error("interrupted")]
    Interrupted(u8),
}

impl From<retort_render::ExportError> for Failure {
    fn from(error: retort_render::ExportError) -> Self {
        match error {
            retort_render::ExportError::Write(error) => error.into(),
            other => Self::NoRows(other.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::Unwritable(error),
        }
    }
}
