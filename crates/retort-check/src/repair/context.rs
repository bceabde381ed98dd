//! What is known of a message before it is read: the revision that is spoken, the request that it answers, and the tool that
//! was called. A session gives it for each of its answers, and whoever passes messages on keeps it beside a request.

use std::sync::Arc;

use retort_core::{Raw, Revision};

use crate::session::{Exchange, Tool};

/// What is known of a message that is repaired.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Context {
    /// The revision that is spoken.
    pub revision: Option<Revision>,
    /// What it answers.
    pub request: Option<Request>,
    /// The tool that was called, as the server listed it; its schemas are read once, however many answers it gives.
    pub tool: Option<Arc<Tool>>,
}

/// A request, as far as its answer is judged by it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// The method that was asked for.
    pub method: String,
    /// Its parameters.
    pub params: Option<Raw>,
}

impl Context {
    /// The same at a revision.
    #[must_use]
    pub fn at_revision(mut self, revision: Revision) -> Self {
        self.revision = Some(revision);
        self
    }

    /// The same for the answer to a request.
    #[must_use]
    pub fn answering(mut self, method: impl Into<String>, params: Option<Raw>) -> Self {
        self.request = Some(Request { method: method.into(), params });
        self
    }

    /// The same for the answer of a tool.
    #[must_use]
    pub fn of_tool(mut self, tool: Arc<Tool>) -> Self {
        self.tool = Some(tool);
        self
    }

    /// The same, with what else is known where it does not say so itself.
    pub(super) fn or(&self, known: Self) -> Self {
        Self {
            revision: self.revision.or(known.revision),
            request: self.request.clone().or(known.request),
            tool: self.tool.clone().or(known.tool),
        }
    }

    /// What a session knows of one of its answers.
    pub fn of(exchange: &Exchange<'_>) -> Self {
        let session = exchange.session;
        let request =
            exchange.method.map(|method| Request { method: method.to_owned(), params: exchange.params.cloned() });
        let named = exchange.subject();
        let tool = named.and_then(|name| session.shared_tool(&name)).cloned();
        Self { revision: Some(session.revision), request, tool }
    }
}
