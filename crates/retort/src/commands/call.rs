//! `retort call`: a tool is called, and its answer shown; or all its pages, one after the other.

use std::io::{self, Read, Write};

use retort_client::arguments::build;
use retort_client::{Catalogue, Connection, End, Entry, Error, Listing, Page, Pages, nearest, printable};
use retort_core::{Content, Data, Envelope, EnvelopeKind, Pagination, Raw, Style, Summary};

use super::parse::verdict_on;
use crate::Verdict;
use crate::args::CallOptions;
use crate::failure::Failure;
use crate::live::{Person, answer, with_connection};
use crate::output::{guarded, tell};

pub(crate) fn run(options: &CallOptions) -> Result<Verdict, Failure> {
    let given = options.args.as_deref().map(given).transpose()?;
    with_connection(&options.server, async |connection, person| {
        let listing = if options.unchecked { None } else { listed(connection, Catalogue::Tools).await? };
        let tool = match &listing {
            Some(listing) => Some(find(listing, Catalogue::Tools, &options.tool)?),
            None => None,
        };
        let schema = tool.and_then(Entry::input_schema);
        let arguments = build(&options.words, given.as_deref(), schema.as_ref()).map_err(|problems| {
            let problems = problems.iter().map(ToString::to_string).collect();
            Error::Arguments { tool: options.tool.clone(), problems }
        })?;
        for note in arguments.notes() {
            tell(note);
        }
        if options.all {
            return all_pages(connection, person, tool, arguments.as_json(), options).await;
        }
        let reply = connection.call(&options.tool, arguments.as_json(), tool).await?;
        person.finish();
        answer::show(&reply, Some(&options.tool), &options.show)
    })
}

/// What a server offers; `None` where it has no list of it.
pub(super) async fn listed(connection: &Connection, catalogue: Catalogue) -> Result<Option<Listing>, Failure> {
    match connection.list(catalogue).await {
        Ok(listing) => Ok(Some(listing)),
        Err(error @ (Error::Refused { .. } | Error::Unexpected { .. })) => {
            tell(format_args!("the {}s cannot be listed, so nothing is checked: {error}", catalogue.entry()));
            Ok(None)
        }
        Err(error @ Error::Deadline { .. }) if catalogue == Catalogue::Tools => Err(Failure::Unlisted(error)),
        Err(error) => Err(error.into()),
    }
}

/// The entry of that name, or which names come close.
pub(super) fn find<'a>(listing: &'a Listing, catalogue: Catalogue, name: &str) -> Result<&'a Entry, Failure> {
    listing.find(name).ok_or_else(|| {
        let names = listing.names();
        let near = nearest(name, names.iter().map(String::as_str));
        let kind = catalogue.entry();
        let hint = match near.first() {
            Some(near) => format!("did you mean {near:?}?"),
            None if names.is_empty() => format!("it has no {kind}s at all"),
            None if names.len() <= 12 => format!("it has {}", printable(&names.join(", "))),
            None => format!("it has {} {kind}s: retort {kind}s lists them", names.len()),
        };
        Failure::Unknown { kind, name: name.to_owned(), hint }
    })
}

/// The text that `--args` stands for.
fn given(text: &str) -> Result<String, Failure> {
    let mut read = String::new();
    match text.strip_prefix('@') {
        Some(path) => {
            let unreadable = |reason| Failure::Unreadable { name: path.to_owned(), reason };
            read = std::fs::read_to_string(path).map_err(unreadable)?;
        }
        None if text == "-" => {
            let unreadable = |reason| Failure::Unreadable { name: "standard input".to_owned(), reason };
            io::stdin().lock().read_to_string(&mut read).map_err(unreadable)?;
        }
        None => text.clone_into(&mut read),
    }
    Ok(read)
}

/// Follows the pages: prints each row as it comes, or all of them in one envelope at the end.
async fn all_pages(
    connection: &Connection,
    person: &Person,
    tool: Option<&Entry>,
    arguments: &str,
    options: &CallOptions,
) -> Result<Verdict, Failure> {
    let mut pages = Pages::new(connection, &options.tool, tool, arguments, options.max_pages.max(1));
    let mut merged = Merged::default();
    let mut count = 0;
    let failed = loop {
        let page = match pages.next().await {
            Ok(Some(page)) => page,
            Ok(None) => break None,
            Err(error) => break Some(error),
        };
        count += 1;
        let total = page.envelope.summary.as_ref().and_then(|summary| summary.total);
        merged.rows += page.rows;
        #[expect(clippy::cast_precision_loss, reason = "a bar has no use for more")]
        person.show(
            merged.rows as f64,
            total.map(|total| total as f64),
            &format!("page {count}, {} rows", merged.rows),
        );
        if options.show.raw || matches!(page.envelope.kind, EnvelopeKind::List) {
            merged.take(page, options)?;
            continue;
        }
        // What is no list has no pages, and an error ends them.
        person.finish();
        if merged.last.is_none() && options.jsonl {
            // A line all the same: the payload as one JSON value.
            let payload = page.reply.message.payload();
            let line = match &payload.content {
                Content::Json(document) => document.raw().to_json(),
                Content::Text(text) => Raw::string(text.as_str()).to_json(),
                _ => "null".to_owned(),
            };
            let mut out = guarded();
            writeln!(out, "{line}")?;
            out.flush()?;
            return Ok(verdict_on(&page.envelope));
        }
        if merged.last.is_none() {
            return answer::show(&page.reply, Some(&options.tool), &options.show);
        }
        merged.print(options)?;
        let what = if page.envelope.error().is_some() { "an error" } else { "no list" };
        tell(format_args!("page {count} is {what}: {}", answer::readable(&page.reply, &options.show)?));
        return Ok(verdict_on(&page.envelope));
    };
    person.finish();
    merged.complete = pages.end() == Some(&End::Last);
    let verdict = merged.print(options)?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    match pages.end() {
        Some(End::Repeated) => {
            tell(format_args!("page {} was seen before; the server does not go on from there", count + 1));
        }
        Some(End::Empty) => tell("the last pages were empty; the server says that there are more all the same"),
        Some(End::NoArgument) => tell("there are more rows, but the tool has no argument that asks for them"),
        Some(End::Failed) => return Ok(Verdict::Bad),
        None => tell(format_args!("stopped after {count} pages; --max-pages takes more")),
        _ => {}
    }
    Ok(verdict)
}

/// The rows of all pages.
#[derive(Default)]
struct Merged {
    json: String,
    rows: usize,
    last: Option<Envelope>,
    complete: bool,
}

impl Merged {
    /// Prints a page at once, or keeps its rows for the end.
    fn take(&mut self, page: Page, options: &CallOptions) -> Result<(), Failure> {
        let mut out = guarded();
        if options.show.raw {
            out.write_all(&page.reply.bytes)?;
            out.write_all(b"\n")?;
        } else {
            for row in page.envelope.data.as_ref().and_then(Data::as_raw).into_iter().flat_map(Raw::items) {
                if options.jsonl {
                    row.write_json(&mut out, Style::Line)?;
                    out.write_all(b"\n")?;
                } else {
                    self.add(&row);
                }
            }
        }
        self.last = Some(page.envelope);
        out.flush()?;
        Ok(())
    }

    fn add(&mut self, row: &Raw) {
        self.json.push(if self.json.is_empty() { '[' } else { ',' });
        self.json.push_str(&row.to_json());
    }

    /// Prints one envelope with everything, or its data alone.
    fn print(&mut self, options: &CallOptions) -> Result<Verdict, Failure> {
        let Some(mut envelope) = self.last.take().filter(|_| !options.jsonl && !options.show.raw) else {
            return Ok(Verdict::Good);
        };
        let json = if self.json.is_empty() { "[]".to_owned() } else { std::mem::take(&mut self.json) + "]" };
        let Some(rows) = Raw::parse(json) else { return Ok(Verdict::Good) };
        if !options.show.json {
            let mut out = guarded();
            rows.write_json(&mut out, options.show.layout.style())?;
            out.write_all(b"\n")?;
            out.flush()?;
            return Ok(verdict_on(&envelope));
        }
        envelope.data = Data::new(rows);
        let mut summary = envelope.summary.take().unwrap_or_else(Summary::default);
        summary.returned = Some(self.rows as u64);
        envelope.summary = Some(summary);
        if self.complete {
            let mut pagination = Pagination::default();
            pagination.has_more = Some(false);
            envelope.pagination = Some(pagination);
        }
        answer::show_envelope(&envelope, &options.show)
    }
}
