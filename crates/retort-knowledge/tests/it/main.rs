//! Integration tests of the knowledge: what it gives is read, checked and run.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod building;
mod calling;
#[cfg(unix)]
mod databases;
mod loading;
#[cfg(unix)]
mod packages;
#[cfg(unix)]
mod projects;
mod ranking;
mod router;
#[cfg(unix)]
mod run;
mod services;
mod templates;

use std::sync::LazyLock;

use retort_knowledge::{Database, Fragments, TemplateRequest, Version};

fn fragments() -> &'static Fragments {
    static FRAGMENTS: LazyLock<Fragments> = LazyLock::new(|| Fragments::embedded().unwrap());
    &FRAGMENTS
}

/// What a path ends in, after its last dot.
fn extension(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

/// Every project that can be asked for, but for the one with notes.
fn requests() -> Vec<TemplateRequest> {
    let mut requests = Vec::new();
    for version in [Version::V5, Version::V4] {
        for database in Database::ALL {
            for (auth, typescript) in [(true, true), (false, true), (true, false), (false, false)] {
                let mut request = TemplateRequest::new(database);
                (request.auth, request.typescript, request.version) = (auth, typescript, version);
                requests.push(request);
            }
        }
    }
    requests
}
