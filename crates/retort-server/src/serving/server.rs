//! A server: who it is, its tools, and whom it answers. It is served by one line.

use std::future::Future;
use std::sync::Arc;

use bytes::Bytes;
use retort_core::{Dialect, Revision};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;

use super::page::{PageRequest, Pages};
use super::protocol::{About, Protocol};
use super::{streams, web};
use crate::context::{Context, Denied};
use crate::error::Error;
use crate::limits::Limits;
use crate::router::Router;
use crate::tool::Tool;

/// How many tools a page of their list has, where nobody says otherwise.
const TOOLS_ON_A_PAGE: usize = 100;

/// A server of tools, over stdio and streamable HTTP, in every revision of the protocol.
///
/// ```no_run
/// use retort_server::{Error, Reply, Server, Tool};
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Greet {
///     /// Whom to greet.
///     name: String,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// let greet = Tool::new("greet", "Greets somebody").does(async |Greet { name }: Greet| Reply::single(&format!("Hello, {name}")));
/// Server::new("greeter", "1.0.0").tool(greet).serve_stdio().await
/// # }
/// ```
#[must_use = "a server is nothing until it serves"]
pub struct Server {
    protocol: Protocol,
    pages: Option<Pages>,
    limits: Limits,
}

impl Server {
    /// A server without tools that answers in the dialect [`Mcp`](Dialect::Mcp).
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self::over(Router::new(Dialect::Mcp), name, version)
    }

    /// A server over a router, which has its tools and its dialect.
    pub fn over(router: Router, name: impl Into<String>, version: impl Into<String>) -> Self {
        let about = About {
            name: name.into(),
            version: version.into(),
            title: None,
            instructions: None,
            revision: Revision::NEWEST_WITH_INITIALIZE,
            page: TOOLS_ON_A_PAGE,
        };
        Self { protocol: Protocol { about, router, admits: None }, pages: None, limits: Limits::default() }
    }

    /// With one tool more, in place of one of the same name.
    pub fn tool(mut self, tool: Tool) -> Self {
        self.protocol.router = self.protocol.router.with(tool);
        self
    }

    /// What people call it.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.protocol.about.title = Some(title.into());
        self
    }

    /// What a model should know of it.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.protocol.about.instructions = Some(instructions.into());
        self
    }

    /// The revision that it offers to a client that asks for one that it does not know.
    pub fn revision(mut self, revision: Revision) -> Self {
        if revision.has_initialize() {
            self.protocol.about.revision = revision;
        }
        self
    }

    /// How many tools a page of their list has, instead of 100.
    pub fn tools_on_a_page(mut self, tools: usize) -> Self {
        self.protocol.about.page = tools.max(1);
        self
    }

    /// Who may ask it anything at all.
    ///
    /// ```
    /// use retort_server::{Context, Denied, Server};
    ///
    /// let server = Server::new("private", "1.0.0").admits(|caller: &Context| match caller.credentials("Bearer") {
    ///     Some("open sesame") => Ok(()),
    ///     _ if caller.is_local() => Ok(()),
    ///     _ => Err(Denied::unauthorized("This server wants a token", "Bearer")),
    /// });
    /// ```
    /// A tool that is only for some decides itself: [`Described::does_for`](crate::Described::does_for).
    pub fn admits(mut self, admits: impl Fn(&Context) -> Result<(), Denied> + Send + Sync + 'static) -> Self {
        self.protocol.admits = Some(Box::new(admits));
        self
    }

    /// What it answers over HTTP at other paths than `/mcp`. `None` is answered with 404.
    ///
    /// ```
    /// use retort_server::{PageRequest, Server};
    ///
    /// let server = Server::new("hello", "1.0.0").pages(async |request: PageRequest| {
    ///     (request.path() == "/").then(|| http::Response::new("Hello".into()))
    /// });
    /// ```
    pub fn pages<F, W>(self, pages: F) -> Self
    where
        F: Fn(PageRequest) -> W + Send + Sync + 'static,
        W: Future<Output = Option<http::Response<Bytes>>> + Send + 'static,
    {
        Self { pages: Some(Box::new(move |request| Box::pin(pages(request)))), ..self }
    }

    /// What it takes on at once, and how long it waits.
    ///
    /// ```
    /// use retort_server::{Limits, Server};
    ///
    /// let mut limits = Limits::default();
    /// limits.message_bytes = 1 << 20;
    /// limits.hosts.push("tools.example.com".to_owned());
    /// let server = Server::new("small", "1.0.0").title("A small server").instructions("Ask briefly.").limits(limits);
    /// ```
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Serves whoever started the process, over standard input and output, until the input ends.
    ///
    /// # Errors
    ///
    /// Where standard input cannot be read.
    pub async fn serve_stdio(self) -> Result<(), Error> {
        self.serve_stream(tokio::io::stdin(), tokio::io::stdout()).await
    }

    /// Serves one client over a pair of streams, one message a line, until it closes its end. What is worked on then is
    /// answered first.
    ///
    /// # Errors
    ///
    /// Where the stream cannot be read.
    pub async fn serve_stream<R, W>(self, read: R, write: W) -> Result<(), Error>
    where
        R: AsyncRead + Send + Unpin,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        streams::serve(Arc::new(self.protocol), read, write, self.limits).await
    }

    /// Serves clients over streamable HTTP at `/mcp`, until `stop` is ready.
    ///
    /// Only requests to the loopback names, to the address of the listener and to [`Limits::hosts`] are answered, and of those
    /// that come from a web page only the ones from such a name. So a page elsewhere cannot reach a server on its visitor's
    /// machine.
    ///
    /// # Errors
    ///
    /// Where the listener has no address.
    ///
    /// ```no_run
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), retort_server::Error> {
    /// let listener = tokio::net::TcpListener::bind("127.0.0.1:8000").await?;
    /// let stop = async { drop(tokio::signal::ctrl_c().await) };
    /// retort_server::Server::new("hello", "1.0.0").serve_http(listener, stop).await
    /// # }
    /// ```
    pub async fn serve_http(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), Error> {
        web::serve(self.protocol, self.pages, listener, self.limits, stop).await
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("about", &self.protocol.about)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
