//! The servers with knowledge: the one that is built in, and those over folders of Markdown.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use retort_client::folders;
use retort_knowledge::{KnowledgeLoader, KnowledgeServer, Router, base};

use crate::failure::Failure;
use crate::output::tell;

/// The server that knows Feathers, from what is built in or from a folder. What of its knowledge is left out is told.
pub(super) fn feathers(folder: Option<&Path>, timeout: Option<Duration>) -> Result<KnowledgeServer, Failure> {
    let loader = folder.map_or_else(|| Ok(KnowledgeLoader::built_in()), knowledge_in)?;
    let kept_in = folders::cache().map(|folder| folder.join("retort/feathers"));
    let index = Arc::new(loader.index(kept_in.as_deref())?);
    let mut router = Router::feathers(&loader, Arc::clone(&index))?;
    if let Some(timeout) = timeout {
        router = router.with_timeout(timeout);
    }
    loader.take_warnings().iter().for_each(tell);
    Ok(KnowledgeServer::feathers(router, index))
}

/// The server over a knowledge base, which is about its folder where nobody says what it is about.
pub(super) fn documentation(
    folder: &Path,
    subject: Option<&str>,
    timeout: Duration,
) -> Result<KnowledgeServer, Failure> {
    let name = folder.file_name().map_or_else(|| "this project".into(), |name| name.to_string_lossy());
    let subject = subject.unwrap_or(&name);
    let index = Arc::new(base::open(folder)?);
    let router = Router::documentation(Arc::clone(&index), subject).with_timeout(timeout);
    Ok(KnowledgeServer::documentation(router, index, subject))
}

/// The knowledge in a folder. Whatever is missing in it is nothing, but the folder itself was named.
fn knowledge_in(folder: &Path) -> Result<KnowledgeLoader, Failure> {
    let missing = |reason| retort_knowledge::Error::Io { path: folder.to_owned(), reason };
    std::fs::read_dir(folder).map_err(missing)?;
    Ok(KnowledgeLoader::new(folder))
}
