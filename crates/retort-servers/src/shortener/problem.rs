//! All that can go wrong with links, each with the code and the words that a client is told.

#![allow(non_snake_case, reason = "fields are named as clients read them")]

use crate::database;

retort_server::problems! {
    /// What can go wrong with links.
    pub enum ShortenerError {
        /// No link has that keyword.
        NotFound { shorturl: String } => "not_found", "No short URL has the keyword '{shorturl}'";
        /// No link leads to that address.
        NotShortened { url: String } => "not_found", "No short URL leads to {url}";
        /// Another link has the keyword.
        KeywordExists { keyword: String } => "keyword_exists", "The keyword '{keyword}' is already in use. Please choose another keyword.";
        /// The keyword exists, and leads elsewhere.
        KeywordConflict { keyword: String, existingUrl: String } => "keyword_conflict", "Keyword '{keyword}' already exists and points to a different URL: {existingUrl}";
        /// The site keeps one link for each address, and has one.
        UrlExists { url: String, existingShorturl: String } => "url_exists", "The site has this URL already, as {existingShorturl}, and keeps one short URL for each";
        /// The site cannot do that.
        NotSupported { action: String } => "not_supported", "The YOURLS site has no action '{action}'; a plugin adds it";
        /// The address is a short link itself.
        AlreadyShortened { originalUrl: String } => "error:already_shortened", "This URL appears to be a shortened URL already.";
        /// The address is none that a link may lead to.
        InvalidUrl { url: String, reason: String } => "invalid_url", "This URL cannot be shortened: {reason}";
        /// The address leads to no page. It is not repeated: whoever shows the answer might follow it.
        InvalidScheme { scheme: String } => "invalid_url", "This URL cannot be shortened: only http and https are, and not '{scheme}', since others may do harm where they are opened";
        /// The keyword is none that a link may have.
        InvalidKeyword { keyword: String, reason: String } => "invalid_keyword", "This keyword cannot be used: {reason}";
        /// The title is too long.
        InvalidTitle { reason: String } => "invalid_title", "This title cannot be used: {reason}";
        /// The days are none, or too many.
        InvalidDate { reason: String } => "invalid_date", "These dates cannot be used: {reason}";
        /// No list is sorted or shown so.
        InvalidList { reason: String } => "invalid_list", "{reason}";
        /// No QR code is drawn so.
        InvalidCode { reason: String } => "invalid_qr_code", "{reason}";
        /// The database failed.
        Unknown { reason: String } => "unknown_error", "{reason}";
    }
}

impl From<database::Error> for ShortenerError {
    fn from(error: database::Error) -> Self {
        Self::Unknown { reason: error.to_string() }
    }
}
