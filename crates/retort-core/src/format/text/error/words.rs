//! The words by which error reports are known, and those by which look-alikes are. All in lower case unless said
//! otherwise, and laid out by hand, because one word a line would bury them.

/// Openings, in lower case, that no other kind of text begins with.
#[rustfmt::skip]
pub(super) const OPENINGS: &[&str] = &[
    "failed to ", "failed with ", "unable to ", "could not ", "couldn't ", "cannot ",
    "traceback (most recent call last)", "exception in thread", "panic: ", "fatal: ", "npm err!", "npm error ",
    "an error occurred", "an error has occurred", "an unexpected error", "an unknown error", "an internal error",
    "internal server error", "something went wrong", "segmentation fault", "uncaught exception", "uncaught error",
    "uncaught typeerror", "uncaught referenceerror", "uncaught (in promise)", "unhandled exception",
    "unhandled rejection", "unhandled promise rejection", "error from server", "error response from",
    "error occurred", "error while ", "error during ", "error when ", "permission denied", "access denied",
    "net::err_", "fehler beim ", "fehler bei ", "erreur lors ", "request failed with ", "curl: (", "e: unable to ",
    "make: *** ", "terminate called after throwing", "an exception occurred", "an exception was ", "exception occurred",
    "unexpected exception", "no such file or directory: ",
];

/// Endings of what a shell says, as in `bash: kubectx: command not found`.
#[rustfmt::skip]
pub(super) const ENDINGS: &[&str] = &[
    ": command not found", ": no such file or directory", ": permission denied", ": connection refused",
    ": operation not permitted",
];

/// `Error` in other languages, in lower case; a colon must follow.
#[rustfmt::skip]
pub(in crate::format::text) const ELSEWHERE: &[&str] = &[
    "fehler", "erreur", "erro", "errore", "fout", "fel", "błąd", "chyba", "hata", "hiba", "ошибка", "помилка", "错误",
    "錯誤", "出错", "エラー", "오류", "에러", "خطأ", "שגיאה", "त्रुटि", "lỗi", "virhe", "feil", "fejl", "kesalahan",
];

/// Words before `error:` that make it a measure or a memory instead of a report.
#[rustfmt::skip]
pub(super) const MEASURES: &[&str] = &[
    "last", "previous", "recent", "mean", "standard", "std", "relative", "absolute", "average", "max", "min",
    "maximum", "minimum", "total", "squared", "rounding", "sampling", "training", "test", "estimated",
    "measurement", "no", "the", "of", "and", "any", "this", "human", "common", "on", "log",
];

/// `Error handling` and its like are subjects to write about.
#[rustfmt::skip]
pub(super) const SUBJECTS: &[&str] = &[
    "handling", "reporting", "logging", "tracking", "monitoring", "correcting", "messaging", "checking", "testing",
    "budgeting", "warning", "modeling", "modelling",
];

/// Words with which a sentence or a heading begins that is about failures and reports none.
#[rustfmt::skip]
pub(super) const ABOUT: &[&str] = &[
    "what", "why", "when", "how", "if", "where", "which", "who", "that", "there", "it", "this", "because", "although", "since",
    "while", "a", "an", "such", "test", "tests", "checks", "jobs", "builds", "ensure", "returns", "return", "creates", "note",
    "perfection", "love", "god",
];

/// What `errno` is called in front of its message.
#[rustfmt::skip]
pub(super) const ERRNOS: &[&str] = &[
    "ENOENT", "EACCES", "EPERM", "EEXIST", "EISDIR", "ENOTDIR", "ENOTEMPTY", "EMFILE", "ENOSPC", "EROFS", "EPIPE",
    "EINVAL", "EBUSY", "ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH",
    "EADDRINUSE", "ENOTFOUND", "EAI_AGAIN",
];

/// Reasons that HTTP gives for a status of 4xx or 5xx, as HTTP writes them.
#[rustfmt::skip]
pub(super) const REASONS: &[&str] = &[
    "Bad Request", "Unauthorized", "Forbidden", "Not Found", "Method Not Allowed", "Too Many Requests",
    "Internal Server Error", "Bad Gateway", "Service Unavailable", "Gateway Time", "Gateway Timeout", "Conflict", "Gone",
    "Unprocessable Entity", "Payload Too Large", "Not Acceptable", "Request Timeout", "Not Implemented",
    "Unsupported Media Type", "Precondition Failed", "Payment Required",
];

/// Words that say which error it is, before the word itself and the place where it happened.
#[rustfmt::skip]
pub(super) const QUALIFIERS: &[&str] = &[
    "unexpected", "unknown", "internal", "fatal", "critical", "runtime", "database", "connection", "api", "http",
    "network", "server", "client", "validation", "execution", "system", "sql", "unhandled", "general", "io",
];

/// Words with which something that was given is refused, as they begin a sentence.
pub(super) const REFUSING: &[&str] =
    &["Invalid", "Unknown", "Unsupported", "Unrecognized", "Unrecognised", "Malformed", "Illegal"];

/// What several of are given at once.
pub(super) const GIVEN: &[&str] = &["arguments", "parameters", "params", "args", "options", "credentials"];

/// What is needed and can be missing.
#[rustfmt::skip]
pub(super) const NEEDED: &[&str] = &[
    "required", "parameter", "parameters", "argument", "arguments", "field", "fields", "value", "key", "option", "property",
    "variable", "header", "env",
];

/// What tools are given, and refuse.
#[rustfmt::skip]
pub(super) const ARGUMENTS: &[&str] = &[
    "name", "id", "url", "uri", "path", "file", "filename", "format", "type", "value", "key", "token", "argument", "parameter",
    "option", "command", "tool", "method", "action", "operation", "date", "time", "timestamp", "timezone", "email", "address",
    "json", "xml", "yaml", "query", "syntax", "regex", "pattern", "expression", "input", "request", "body", "session", "user",
    "username", "password", "port", "host", "hostname", "domain", "package", "version", "language", "encoding", "currency",
    "symbol", "unit", "mode", "index", "range", "cell", "column", "table", "field", "location", "country", "code", "number",
    "character", "directory", "folder", "branch", "revision", "hash", "identifier", "uuid", "resource", "endpoint", "provider",
    "model", "schema", "state", "status", "level", "region", "zone", "duration", "size", "length", "extension", "configuration",
    "config", "setting", "property", "attribute", "variable", "selector", "statement", "response", "function",
];
