//! `retort call`: a tool is called, and its answer shown; or all its pages, one after the other.

use std::io::Write;

use retort_client::arguments::build;
use retort_client::{Catalogue, Connection, End, Entries, Entry, Error, Page, PageWalk, Reply, nearest, one_line};
use retort_core::{
    Content, Data, Envelope, EnvelopeKind, Interpretation, Message, Pagination, Payload, Raw, Style, Summary, counted,
    detect, read_payload, without_page_notice,
};
use retort_render::View;

use super::parse::verdict_on;
use crate::Verdict;
use crate::args::{CallOptions, quoted};
use crate::failure::Failure;
use crate::input::Source;
use crate::live::advice::{advised, advised_problem};
use crate::live::{Person, answer, with_connection};
use crate::look;
use crate::output::{guarded, tell};

/// What a call gave, to be shown when the connection is closed: a person may look at it for long.
enum Answer {
    One(Box<Reply>),
    Pages(Box<Gathered>),
}

pub(crate) fn run(options: &CallOptions) -> Result<Verdict, Failure> {
    look::check(&options.show.look)?;
    let given = options.args.as_deref().map(|text| given(text, options.server.max_size)).transpose()?;
    let answer = with_connection(&options.server, async |connection, person| {
        let listing = if options.unchecked { None } else { listed(connection, Catalogue::Tools).await? };
        let tool = match &listing {
            Some(listing) => Some(find(listing, Catalogue::Tools, &options.tool)?),
            None => None,
        };
        let schema = tool.and_then(Entry::input_schema);
        let arguments = build(&options.words, given.as_deref(), schema.as_ref()).map_err(|problems| {
            let problems = problems.iter().map(advised_problem).collect();
            Error::Arguments { tool: options.tool.clone(), problems }
        })?;
        for note in arguments.notes() {
            tell(note);
        }
        if options.all {
            return gather(connection, person, tool, arguments.as_json(), options)
                .await
                .map(|pages| Answer::Pages(Box::new(pages)));
        }
        let calling = connection.call(&options.tool, arguments.as_json(), tool);
        let reply = person.waits(&format!("waiting for {}", options.tool), calling).await;
        reply.map(|reply| Answer::One(Box::new(reply))).map_err(Failure::from)
    })?;
    match answer {
        Answer::One(reply) if options.jsonl => print_rows(&reply, options),
        Answer::One(reply) => {
            let rest = Some(rest_of(options));
            answer::show(&reply, Some(&options.tool), &options.show, &options.server.server, rest)
        }
        Answer::Pages(mut gathered) => {
            let verdict = gathered.show(options)?;
            Ok(if gathered.is_cut { Verdict::Bad } else { verdict })
        }
    }
}

/// The command that fetches all pages.
fn rest_of(options: &CallOptions) -> String {
    let mut words = vec!["retort", "call"];
    let config = options.server.config.as_ref().map(|path| path.display().to_string());
    words.extend(config.iter().flat_map(|path| ["--config", path]));
    words.extend(options.server.trust.then_some("--trust"));
    words.extend([options.server.server.as_str(), &options.tool]);
    words.extend(options.words.iter().map(String::as_str));
    words.extend(options.args.iter().flat_map(|json| ["--args", json]));
    words.push("--all");
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// What a server offers; `None` where it has no list of it.
pub(super) async fn listed(connection: &Connection, catalogue: Catalogue) -> Result<Option<Entries>, Failure> {
    match connection.list(catalogue).await {
        Ok(listing) => {
            listing.pages.iter().for_each(|page| {
                answer::tell_cut(page);
            });
            Ok(Some(listing))
        }
        Err(error @ (Error::Refused { .. } | Error::Unexpected { .. })) => {
            tell(format_args!(
                "the {}s cannot be listed, so nothing is checked: {}",
                catalogue.entry(),
                advised(&error)
            ));
            Ok(None)
        }
        Err(error) if error.is_deadline() && catalogue == Catalogue::Tools => Err(Failure::Unlisted(error)),
        Err(error) => Err(error.into()),
    }
}

/// How many characters of names are told where none fits.
const MOST_OF_NAMES: usize = 1000;

/// The entry of that name, or which names come close.
pub(super) fn find<'a>(listing: &'a Entries, catalogue: Catalogue, name: &str) -> Result<&'a Entry, Failure> {
    listing.find(name).ok_or_else(|| {
        let names = listing.names();
        let near = nearest(name, names.iter().map(String::as_str));
        let kind = catalogue.entry();
        let hint = match near.first() {
            Some(near) => format!("did you mean {near:?}?"),
            None if names.is_empty() => format!("it has no {kind}s at all"),
            None if names.len() <= 12 => format!("it has {}", one_line(&names.join(", "), MOST_OF_NAMES)),
            None => format!("it has {} {kind}s: retort {kind}s lists them", names.len()),
        };
        Failure::Unknown { kind, name: name.to_owned(), hint }
    })
}

/// The text that `--args` stands for: as long as a message may be, at most.
fn given(text: &str, most: usize) -> Result<String, Failure> {
    match text.strip_prefix('@') {
        Some(path) => Source::File(path.into()).text(most),
        None if text == "-" => Source::Stdin.text(most),
        None => Ok(text.to_owned()),
    }
}

/// Follows the pages: prints each row as it comes where that is wanted, else keeps them.
async fn gather(
    connection: &Connection,
    person: &Person,
    tool: Option<&Entry>,
    arguments: &str,
    options: &CallOptions,
) -> Result<Gathered, Failure> {
    let mut pages = PageWalk::new(connection, &options.tool, tool, arguments, options.max_pages.max(1));
    if options.jsonl || options.show.raw {
        pages = pages.passed_on();
    }
    let mut gathered = Gathered::default();
    loop {
        let page = match pages.next().await {
            Ok(Some(page)) => page,
            Ok(None) => break,
            Err(error) => {
                gathered.failed = Some(error);
                break;
            }
        };
        gathered.pages += 1;
        let total = page.envelope.summary.as_ref().and_then(|summary| summary.total);
        gathered.rows += page.rows;
        #[expect(clippy::cast_precision_loss, reason = "a bar has no use for more")]
        person.show(
            gathered.rows as f64,
            total.map(|total| total as f64),
            &format!("page {}, {}", gathered.pages, counted(gathered.rows, "row")),
        );
        if options.show.raw || page.is_list && gathered.parts.is_empty() {
            gathered.is_cut |= answer::tell_cut(&page.reply);
            gathered.take(page, options)?;
            continue;
        }
        // A text may come in parts. What stands alone is shown as any answer is, and an error ends the pages.
        let is_alone = gathered.pages == 1 && pages.end() == Some(&End::Last);
        if is_alone || gathered.last.is_some() || page.envelope.error().is_some() {
            gathered.stray = Some(page);
            return Ok(gathered);
        }
        gathered.is_cut |= answer::tell_cut(&page.reply);
        if options.jsonl {
            print_line(&page.reply.message.payload(), &page.envelope)?;
        }
        gathered.parts.push(page);
    }
    gathered.end = pages.end().cloned();
    Ok(gathered)
}

/// The rows of all pages, and how they ended.
#[derive(Default)]
struct Gathered {
    json: String,
    rows: usize,
    pages: usize,
    last: Option<Envelope>,
    /// Where the first page began.
    from: Option<u64>,
    /// The parts of what is no list.
    parts: Vec<Page>,
    /// A page that is no list, and no part of a text either.
    stray: Option<Page>,
    failed: Option<Error>,
    end: Option<End>,
    /// Whether a page did not come as a whole.
    is_cut: bool,
}

impl Gathered {
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
                    self.json.push(if self.json.is_empty() { '[' } else { ',' });
                    self.json.push_str(&row.to_json());
                }
            }
        }
        if self.last.is_none() {
            self.from = page.envelope.pagination.as_ref().and_then(|pagination| pagination.offset);
        }
        self.last = Some(page.envelope);
        out.flush()?;
        Ok(())
    }

    /// Shows what has been kept, and tells how the pages ended.
    fn show(&mut self, options: &CallOptions) -> Result<Verdict, Failure> {
        let stray = self.stray.take();
        if let (Some(page), None, []) = (&stray, &self.last, self.parts.as_slice()) {
            if options.jsonl {
                return print_line(&page.reply.message.payload(), &page.envelope);
            }
            return answer::show(&page.reply, Some(&options.tool), &options.show, &options.server.server, None);
        }
        let verdict = if self.parts.is_empty() { self.show_rows(options)? } else { self.show_parts(options)? };
        if let Some(page) = stray {
            let what = if page.envelope.error().is_some() { "an error" } else { "no list" };
            tell(format_args!("page {} is {what}: {}", self.pages, answer::readable(&page.reply)));
            return Ok(verdict_on(&page.envelope));
        }
        if let Some(error) = self.failed.take() {
            return Err(error.into());
        }
        match &self.end {
            Some(End::Repeated) => {
                tell(format_args!("page {} was seen before; the server does not go on from there", self.pages + 1));
            }
            Some(End::Empty) => tell("the last pages were empty; the server says that there are more all the same"),
            Some(End::NoArgument { limit: None }) => {
                tell("there is more, but the tool has no argument that asks for it");
            }
            Some(End::NoArgument { limit: Some(limit) }) => {
                tell(format_args!(
                    "there is more, but the tool has no argument that asks for it; try a larger {limit}"
                ));
            }
            Some(End::NoPlace { argument }) => {
                tell(format_args!(
                    "there is more, but the answer does not say where it starts; {argument} may ask for it"
                ));
            }
            Some(End::Failed) => return Ok(Verdict::Bad),
            None => tell(format_args!("stopped after {}; --max-pages takes more", counted(self.pages, "page"))),
            _ => {}
        }
        Ok(verdict)
    }

    /// Shows the parts of what is no list, one after the other.
    fn show_parts(&self, options: &CallOptions) -> Result<Verdict, Failure> {
        let show = &options.show;
        if show.json {
            self.parts.iter().try_for_each(|part| answer::show_envelope(&part.envelope, show).map(|_| ()))?;
        } else if show.layout.is_compact() {
            for (at, part) in self.parts.iter().enumerate() {
                let told = self.told_once(at);
                answer::write_compact(&told.as_ref().unwrap_or(&part.reply.message).payload())?;
            }
        } else if !options.jsonl {
            let view = |(at, part): (usize, &Page)| {
                let told = self.told_once(at);
                let message = told.as_ref().unwrap_or(&part.reply.message);
                View::of(&Interpretation::of(message).with_tool(Some(options.tool.as_str())), show.look.format)
            };
            look::show(&self.parts.iter().enumerate().map(view).collect::<Vec<_>>(), &show.look)?;
        }
        Ok(Verdict::Good)
    }

    /// A part that is followed by another, without its words about how to get that; none where it has no such words.
    fn told_once(&self, at: usize) -> Option<Message> {
        self.parts.get(at + 1)?;
        let payload = self.parts.get(at)?.reply.message.payload();
        match &payload.content {
            Content::Text(text) if payload.attachments.is_empty() => {
                let text = text.as_str();
                let kept = without_page_notice(text);
                (kept.len() < text.len()).then(|| read_payload(kept))
            }
            _ => None,
        }
    }

    /// Shows the rows as one list, or as one envelope with everything.
    fn show_rows(&mut self, options: &CallOptions) -> Result<Verdict, Failure> {
        let Some(mut envelope) = self.last.take().filter(|_| !options.jsonl && !options.show.raw) else {
            return Ok(Verdict::Good);
        };
        let json = if self.json.is_empty() { "[]".to_owned() } else { std::mem::take(&mut self.json) + "]" };
        let payload = Payload::of_text(json);
        let Content::Json(document) = &payload.content else { return Ok(Verdict::Good) };
        envelope.data = Data::new(document.raw().clone());
        let mut summary = envelope.summary.take().unwrap_or_else(Summary::default);
        summary.returned = Some(self.rows as u64);
        // What the last page counts may be its own rows. The rows begin where the first page began.
        summary.total = summary.total.filter(|total| *total >= self.rows as u64);
        if let Some(pagination) = &mut envelope.pagination {
            pagination.offset = self.from;
        }
        if self.end == Some(End::Last) {
            summary.has_more = summary.has_more.map(|_| false);
            let mut pagination = Pagination::default();
            pagination.has_more = Some(false);
            envelope.pagination = Some(pagination);
        }
        envelope.summary = Some(summary);
        if options.show.json {
            return answer::show_envelope(&envelope, &options.show);
        }
        if options.show.layout.is_compact() {
            answer::write_compact(&payload)?;
            return Ok(verdict_on(&envelope));
        }
        let view = View::compose(&payload, &detect(&payload, false), &envelope, options.show.look.format);
        look::show(&[view], &options.show.look)?;
        Ok(verdict_on(&envelope))
    }
}

/// Prints the rows of one answer, each on a line of its own, and tells where that is not all there is.
fn print_rows(reply: &Reply, options: &CallOptions) -> Result<Verdict, Failure> {
    let read = Interpretation::of(&reply.message).with_tool(Some(options.tool.as_str()));
    let envelope = read.envelope();
    let is_cut = answer::tell_cut(reply);
    let rows = envelope.data.as_ref().and_then(Data::as_raw).filter(|_| matches!(envelope.kind, EnvelopeKind::List));
    let verdict = match rows {
        Some(rows) => {
            let mut out = guarded();
            for row in rows.items() {
                row.write_json(&mut out, Style::Line)?;
                out.write_all(b"\n")?;
            }
            out.flush()?;
            verdict_on(envelope)
        }
        None => print_line(read.payload(), envelope)?,
    };
    if envelope.pagination.as_ref().is_some_and(|pages| pages.has_more == Some(true) || pages.next_offset.is_some()) {
        tell("there is more; --all follows the pages");
    }
    answer::save(&read, &options.show.saving, &options.server.server)?;
    Ok(if is_cut { Verdict::Bad } else { verdict })
}

/// Prints what is no list as one JSON value on a line. An error is no row; its words are for whoever called.
fn print_line(payload: &Payload, envelope: &Envelope) -> Result<Verdict, Failure> {
    if let Some(error) = envelope.error() {
        let code = error.code.as_ref().map(|code| format!(" {code}")).unwrap_or_default();
        tell(format_args!("error{code}: {}", error.message));
        return Ok(Verdict::Bad);
    }
    let line = match &payload.content {
        Content::Json(document) => document.raw().to_json(),
        Content::Text(text) => Raw::string(text.as_str()).to_json(),
        _ => "null".to_owned(),
    };
    let mut out = guarded();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(verdict_on(envelope))
}
