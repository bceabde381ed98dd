//! Pages beside the protocol: what a server answers to a browser.

use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use http::{HeaderMap, Method, Uri};

use crate::http::Request;

/// What a browser asks for.
#[derive(Clone, Debug)]
pub struct PageRequest {
    method: Method,
    target: Uri,
    headers: HeaderMap,
}

/// What is answered to it.
pub(crate) type Pages =
    Box<dyn Fn(PageRequest) -> Pin<Box<dyn Future<Output = Option<http::Response<Bytes>>> + Send>> + Send + Sync>;

impl PageRequest {
    pub(super) fn of(request: &Request) -> Self {
        Self { method: request.method.clone(), target: request.target.clone(), headers: request.headers.clone() }
    }

    /// What is to be done: `GET`, as a rule.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The path, as it was sent.
    pub fn path(&self) -> &str {
        self.target.path()
    }

    /// What stands behind `?`.
    pub fn query(&self) -> Option<&str> {
        self.target.query()
    }

    /// A header, where it is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}
