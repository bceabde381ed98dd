//! Whether an envelope that was written and read back is still the same.

use super::failure::unlabelled;
use crate::envelope::{Data, Envelope, Pagination, Summary, emit_metadata};
use crate::json::{Raw, Style, fingerprint, quote, written};

/// The parts of an envelope that are missing from, or other in, the one that was read back.
pub(super) fn missing(written: &Envelope, read: &Envelope) -> Vec<&'static str> {
    let mut missing = Vec::new();
    let mut compare = |name: &'static str, same: bool| {
        if !same {
            missing.push(name);
        }
    };
    compare("responseType", written.response_type() == read.response_type());
    compare("status", written.status == read.status);
    let is_error = written.error().is_some();
    let said = |envelope: &Envelope| {
        envelope.message.as_deref().map(|said| if is_error { unlabelled(said) } else { said }.to_owned())
    };
    compare("message", said(written) == said(read));
    compare("data", same_data(written.data.as_ref(), read.data.as_ref()));
    compare("pagination", same_pages(written.pagination.as_ref(), read.pagination.as_ref()));
    compare("summary", same_counts(written.summary.as_ref(), read.summary.as_ref()));
    compare("metadata", same_json(rest(written), rest(read)));
    compare("unknown fields", same_members(&written.extra, &read.extra));
    if let (Some(written), Some(read)) = (written.error(), read.error()) {
        compare("error.code", written.code == read.code);
        compare("error.message", unlabelled(&written.message) == unlabelled(&read.message));
        let details = |error: &crate::ErrorInfo| error.details.as_ref().map(crate::Details::to_json);
        compare("error.details", same_json(details(written), details(read)));
        compare("unknown fields of the error", same_members(&written.extra, &read.extra));
    }
    missing
}

/// Data may be all there is, so it is compared where it is, as long as nothing was taken out of it.
fn same_data(written: Option<&Data>, read: Option<&Data>) -> bool {
    match (written.map(Data::as_raw), read.map(Data::as_raw)) {
        (Some(Some(written)), Some(Some(read))) => {
            let is_same = || fingerprint(written).is_some_and(|written| Some(written) == fingerprint(read));
            written.as_str() == read.as_str() || is_same()
        }
        _ => same_json(written.map(Data::to_json), read.map(Data::to_json)),
    }
}

/// Everything that no field has a place for, but for the oddities: those are about one way of writing.
fn rest(envelope: &Envelope) -> Option<String> {
    if envelope.metadata.is_empty() {
        return None;
    }
    let metadata = Raw::known(written(Style::Line, |out| emit_metadata(&envelope.metadata, out)));
    let own = if envelope.metadata.oddities.is_empty() { None } else { metadata.members().last().map(|(key, _)| key) };
    let members = metadata.members().filter(|(key, _)| Some(key) != own.as_ref());
    let members: Vec<String> = members.map(|(key, value)| format!("{}:{}", quote(&key), value.as_str())).collect();
    (!members.is_empty()).then(|| format!("{{{}}}", members.join(",")))
}

fn same_json(written: Option<String>, read: Option<String>) -> bool {
    match (written, read) {
        (None, None) => true,
        (Some(written), Some(read)) => {
            let print = |json: String| fingerprint(&Raw::known(json));
            written == read || print(written).is_some_and(|written| Some(written) == print(read))
        }
        _ => false,
    }
}

/// What is known of the pages must be known again; more may have been derived from it.
fn same_pages(written: Option<&Pagination>, read: Option<&Pagination>) -> bool {
    let Some(written) = written else { return read.is_none() };
    let Some(read) = read else { return false };
    written.offset == read.offset
        && written.limit == read.limit
        && written.has_more == read.has_more
        && written.next_offset == read.next_offset
        && written.before == read.before
        && written.after == read.after
        && same_members(&written.extra, &read.extra)
}

fn same_counts(written: Option<&Summary>, read: Option<&Summary>) -> bool {
    let Some(written) = written else { return true };
    let Some(read) = read else { return written.is_empty() };
    written.total == read.total
        && (written.returned.is_none() || written.returned == read.returned)
        && (written.has_more.is_none() || written.has_more == read.has_more)
        && same_members(&written.extra, &read.extra)
}

fn same_members(written: &[(String, Raw)], read: &[(String, Raw)]) -> bool {
    let json = |members: &[(String, Raw)]| {
        let members: Vec<String> =
            members.iter().map(|(key, value)| format!("{}:{}", quote(key), value.as_str())).collect();
        Some(format!("{{{}}}", members.join(",")))
    };
    same_json(json(written), json(read))
}
