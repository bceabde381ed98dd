//! The arguments, and the help that teaches them.

mod check;
#[cfg(feature = "knowledge")]
mod knowledge;
mod look;
mod serve;
mod server;
mod unquoted;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueHint};
use retort_core::{Dialect, Style};

pub(crate) use check::{Asked, CheckOptions, Named, RulesOptions};
#[cfg(feature = "knowledge")]
pub(crate) use knowledge::{BuildOptions, KnowledgeCommand};
pub(crate) use look::{BrowseOptions, Look, Pictures, Rows, ShowOptions, Theme, When, is_page};
pub(crate) use serve::{ServeOptions, Served};
pub(crate) use server::{
    CallOptions, Elicit, ListOptions, LoginOptions, PromptOptions, Reach, ReadOptions, SERVERS, Saving, ServerOptions,
    ServersOptions, Show, TrustOptions,
};
pub(crate) use unquoted::{Unquoted, quoted};

#[derive(Parser)]
#[command(
    name = "retort",
    version,
    about = "Every MCP response, read without loss, checked, put into one form, and shown the way a person or a model wants it.",
    after_help = "Exit codes: 0, or 1 when a response is an error, or 2 when the command could not do its work.\n\
                  Where parse, detect, extract and convert work on lines (--jsonl), an error is an answer like any other, and the exit code stays 0.\n\n\
                  Examples:\n  \
                  retort tools 'npx -y some-server'      what a server offers\n  \
                  retort call gallery echo text=hello    a tool, called and its answer shown\n  \
                  retort check 'npx -y my-server'        what is wrong with its answers\n  \
                  retort show response.json              the response as a table, a tree …\n  \
                  retort parse response.json             the response in one typed envelope\n  \
                  curl -s … | retort detect              what its payload looks like\n  \
                  retort extract --text response.json    the text that a model would get\n  \
                  retort convert --to drf response.json  as another server would write it",
    max_term_width = 100
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Put responses into envelopes: one typed form, with data, pages, status and errors where they belong.
    ///
    /// Reads a JSON-RPC response, a batch, a bare result, a bare payload, an event stream or a transcript, and
    /// prints one envelope for each response. Whatever is odd about it is listed under metadata.oddities.
    #[command(after_help = PARSE_LINES)]
    Parse(ParseOptions),
    /// Tell what a payload looks like: table, csv, markdown, error … with columns, rows and tone.
    #[command(after_help = DETECT_LINES)]
    Detect(DetectOptions),
    /// Extract the outcome: whether the call succeeded, and the text that a model would get.
    #[command(after_help = EXTRACT_LINES)]
    Extract(ExtractOptions),
    /// Write responses in another dialect: mcp, drf, yourls, feathers, omni or envelope.
    ///
    /// Prints a result, or a JSON-RPC error where the dialect reports such a failure outside of results. What
    /// the dialect has no place for is named on standard error.
    #[command(after_help = CONVERT_LINES)]
    Convert(ConvertOptions),
    /// Print the JSON Schema of the envelope.
    Schema(SchemaOptions),
    /// Show responses as a person wants to see them: tables, cards, trees, text, in the terminal or as a page.
    ///
    /// What goes to a terminal is coloured, fitted to its width and, where it is long, paged; a pipe gets plain and
    /// complete text. Nothing that a server sent is ever obeyed by the terminal or run by the page.
    #[command(after_help = SHOW_EXAMPLES)]
    Show(ShowOptions),
    /// Look around in a large response: a full-screen viewer that folds, searches, sorts and filters.
    Browse(BrowseOptions),
    /// Call a tool of a server, and show its answer.
    ///
    /// Arguments are turned into what the tool's schema says; one that is wrong or missing is told before the call.
    #[command(after_help = CALL_EXAMPLES)]
    Call(CallOptions),
    /// List the tools of a server, or tell all about one.
    #[command(after_help = SERVERS)]
    Tools(ListOptions),
    /// List the resources of a server and its templates for them, or tell all about one.
    #[command(after_help = SERVERS)]
    Resources(ListOptions),
    /// Read a resource of a server.
    #[command(after_help = SERVERS)]
    Read(ReadOptions),
    /// List the prompts of a server, or tell all about one.
    #[command(after_help = SERVERS)]
    Prompts(ListOptions),
    /// Get a prompt of a server.
    #[command(after_help = SERVERS)]
    Prompt(PromptOptions),
    /// Check what a server answers, or responses in files, against the rules of the protocol and of good answers.
    ///
    /// A server is greeted, asked for its tools, probed with questions that change nothing, and its tools are called:
    /// those that are marked as read-only with arguments made from their schemas, others only when asked for.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckOptions),
    /// List the rules, or tell all about one: why it is there, a bad and a good example, and what to do.
    Rules(RulesOptions),
    /// List the servers that have a name here, where each comes from, and whether it answers.
    #[command(after_help = SERVERS_PLACES)]
    Servers(ServersOptions),
    /// Look at the configuration files of a project, and trust them or not.
    ///
    /// A file such as .mcp.json that came with a project starts programs and sends your variables to addresses. So nothing of
    /// it counts before somebody has looked at it: this shows what it would run, send and put in from your environment, and
    /// asks. What is trusted is what was shown: when the file changes, it is asked for again.
    #[command(after_help = TRUST_EXAMPLES)]
    Trust(TrustOptions),
    /// Run one of Retort's own servers.
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(ServeOptions),
    /// Make knowledge bases that can be served.
    #[cfg(feature = "knowledge")]
    #[command(subcommand)]
    Knowledge(KnowledgeCommand),
    /// Log in to a server that asks for it, in a browser.
    ///
    /// The token is kept in a file that only you can read, and renewed by itself.
    Login(LoginOptions),
    /// Forget the log-in to a server.
    Logout(LogoutOptions),
}

const SHOW_EXAMPLES: &str = "NO_COLOR, CLICOLOR_FORCE, PAGER and RETORT_THEME are respected.\n\n\
    Examples:\n  \
    retort show answer.json                      as it looks best\n  \
    retort show answer.json --as json --depth 2  as a tree, folded\n  \
    retort show answer.json --html page.html     as one page that opens anywhere\n  \
    curl -s … | retort show --csv > rows.csv     only its rows";
#[cfg(feature = "knowledge")]
const SERVE_EXAMPLES: &str = "Examples:\n  \
    retort serve feathers                        over the standard streams\n  \
    retort serve feathers --http 127.0.0.1:8000  at http://127.0.0.1:8000/mcp\n  \
    retort knowledge build docs -o kb && retort serve knowledge kb";
#[cfg(not(feature = "knowledge"))]
const SERVE_EXAMPLES: &str = "Examples:\n  \
    retort serve gallery                        over the standard streams\n  \
    retort serve gallery --http 127.0.0.1:8000  at http://127.0.0.1:8000/mcp";
const CALL_EXAMPLES: &str = "Arguments:\n  \
    city=Berlin          the text, or the number, list … that the schema wants\n  \
    limit:=5             JSON, as it is\n  \
    tags=a,b             a list; tags=a tags=b is the same\n  \
    address.city=Bonn    a member of an object\n  \
    body=@letter.txt     the text of a file; @@x is the text @x\n\n\
    Examples:\n  \
    retort call gallery echo text=hello integer=3\n  \
    retort call gallery page_by_offset --all --jsonl\n  \
    retort call 'npx -y some-server --flag' get-sum a=2 b=3 --json\n\n\
    SERVER is a name (see retort servers), an address, or a command line in quotes.";
const CHECK_EXAMPLES: &str = "Exit codes: 0, or 1 for findings (see --fail-on), or 2 when it could not run. With --fix and --unsafe-fixes, 1 \
    when something is left that they do not repair; with --diff, 1 when something would change.\n\n\
    Examples:\n  \
    retort check 'npx -y my-server'                      before it is published\n  \
    retort check https://example.com/mcp --format sarif  the same in CI\n  \
    retort check answer.json --tool list_users           a response in a file\n  \
    retort check answer.json --fix                       the response, repaired\n  \
    retort check recorded.jsonl --profile drf,mcp        against two profiles";
const SERVERS_PLACES: &str = "Names come from --config FILE alone, or else from .mcp.json, mcp.json, .vscode/mcp.json and .cursor/mcp.json \
    here and in the folders above, up to the root of the repository or your home, or as far as they belong to whoever owns the \
    folder here; from ~/.cursor/mcp.json, from ~/.claude.json and from Claude Desktop's file. \
    ${VAR} and ${VAR:-default} in them are replaced. Files of a project count only once they are trusted (see retort trust). No \
    file takes the name of a built-in server, and no project that of an entry of yours: .mcp.json:NAME means the one in that file. To see whether it answers, each is started or reached.";

const TRUST_EXAMPLES: &str = "Files in your own home and the one that --config names are not asked for. Names and hashes of what is \
    trusted are kept in a file that only you can read, in your data folder.\n\n\
    Examples:\n  \
    retort trust                     the files that would be read here\n  \
    retort trust shop/.mcp.json      one file\n  \
    retort trust --list              what is trusted, and what has changed since\n  \
    retort trust --revoke .mcp.json  no more\n  \
    retort tools shop --trust        a command that goes without asking, for scripts";

const PARSE_LINES: &str = "With --jsonl each line is {\"id\", \"tool\", \"result\"} or, for a JSON-RPC error, \
    {\"id\", \"tool\", \"error\"}, and each gives one line {\"id\", \"envelope\"}.";
const DETECT_LINES: &str = "The formats are search_results, table, json, markdown, csv, key_value, url_list, error, \
    plain_text, html, xml and code; the tones are success, error and neutral.\n\n\
    With --jsonl each line is {\"id\", \"text\", \"isError\"?} or {\"id\", \"tool\", \"result\"}, and \
    each gives one line {\"id\", \"format\", \"confidence\", …}.";
const EXTRACT_LINES: &str = "With --jsonl each line is {\"id\", \"tool\", \"result\"} or {\"id\", \"tool\", \"error\"}, and each \
    gives one line {\"id\", \"success\", \"output\"}.";
const CONVERT_LINES: &str = "With --jsonl each line is {\"id\", \"tool\", \"result\"} or {\"id\", \"tool\", \"error\"}, and each \
    gives one line {\"id\", \"result\"} or {\"id\", \"error\"}, with {\"lost\"} where something has no place.";

/// Where responses come from, and how they are laid out.
#[derive(Args)]
pub(crate) struct Inputs {
    /// Files to read; - or none for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Work on one JSON object a line, as a stream
    #[arg(long)]
    pub(crate) jsonl: bool,
    /// The largest input to take, in bytes or as 20MB or 64KiB; with --jsonl, the largest line
    #[arg(long, value_name = "BYTES", default_value_t = MAX_SIZE, value_parser = server::bytes)]
    pub(crate) max_size: usize,
}

/// How large a message or an input may be where nobody says, in bytes.
const MAX_SIZE: usize = 1 << 28;

#[derive(Args)]
pub(crate) struct Layout {
    /// Print JSON as it is, each value on one line; data keeps the blanks that it was sent with
    #[arg(long, short = 'c')]
    compact: bool,
}

impl Layout {
    /// Whether JSON goes on one line.
    pub(crate) fn is_compact(&self) -> bool {
        self.compact
    }

    pub(crate) fn style(&self) -> Style {
        if self.compact { Style::Line } else { Style::Indented }
    }
}

#[derive(Args)]
pub(crate) struct ParseOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// The tool that gave the response, where a transcript does not tell; it tells reading from doing
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
    #[command(flatten)]
    pub(crate) layout: Layout,
}

#[derive(Args)]
pub(crate) struct DetectOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    #[command(flatten)]
    pub(crate) layout: Layout,
}

#[derive(Args)]
pub(crate) struct ExtractOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// Print only the text, without JSON around it
    #[arg(long, conflicts_with_all = ["jsonl", "compact"])]
    pub(crate) text: bool,
    #[command(flatten)]
    pub(crate) layout: Layout,
}

#[derive(Args)]
pub(crate) struct ConvertOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// The dialect to write
    #[arg(long, value_name = "DIALECT", ignore_case = true, value_parser = dialect())]
    pub(crate) to: Dialect,
    /// The tool that gave the response, where a transcript does not tell; it tells reading from doing
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
    /// Print whole JSON-RPC messages, with the id of the response
    #[arg(long)]
    pub(crate) message: bool,
    #[command(flatten)]
    pub(crate) layout: Layout,
}

/// The dialects by their names.
fn dialect() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::name)).try_map(|name| name.to_lowercase().parse::<Dialect>())
}

#[derive(Args)]
pub(crate) struct LogoutOptions {
    /// The address or the name of the server
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,
    /// Read server names from this file alone
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
    /// Trust the configuration files of the project for this command, without asking (see retort trust)
    #[arg(long)]
    pub(crate) trust: bool,
}

#[derive(Args)]
pub(crate) struct SchemaOptions {
    /// Print the form that an n8n structured output parser takes
    #[arg(long)]
    pub(crate) n8n: bool,
    /// Print the form that the API of `OpenAI` takes as a response format, with a name around the schema
    #[arg(long, conflicts_with = "n8n")]
    pub(crate) openai: bool,
}
