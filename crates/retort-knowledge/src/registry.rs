//! The registry: tools by their names, in the order in which they were added. It looks a tool up and says why there is
//! none; what is asked of the tool is not checked here.

use std::collections::BTreeMap;
use std::sync::Arc;

use retort_server::quoted;

use crate::calling::CallError;
use crate::tools::Tool;

/// Tools by their names.
#[derive(Clone, Default)]
pub struct ToolRegistry {
    tools: BTreeMap<String, Arc<dyn Tool>>,
    order: Vec<String>,
}

impl ToolRegistry {
    /// A registry without tools.
    pub fn new() -> Self {
        Self::default()
    }

    /// The registry with one tool more, in place of one of the same name.
    #[must_use]
    pub fn with(mut self, tool: impl Tool + 'static) -> Self {
        self.add(Arc::new(tool));
        self
    }

    pub(crate) fn add(&mut self, tool: Arc<dyn Tool>) {
        let name = tool.name().to_owned();
        if self.tools.insert(name.clone(), tool).is_none() {
            self.order.push(name);
        }
    }

    /// The tools, in the order in which they were added.
    pub fn tools(&self) -> impl Iterator<Item = &dyn Tool> {
        self.shared().map(|tool| &**tool)
    }

    pub(crate) fn shared(&self) -> impl Iterator<Item = &Arc<dyn Tool>> {
        self.order.iter().filter_map(|name| self.tools.get(name))
    }

    /// Whether there is a tool of that name.
    pub fn has(&self, name: &str) -> bool {
        self.tools.contains_key(name)
    }

    /// The names of the tools, in the same order.
    pub(crate) fn names(&self) -> &[String] {
        &self.order
    }

    /// The tool of a name.
    ///
    /// # Errors
    /// When no name is given, or no tool has it.
    pub fn find(&self, name: &str) -> Result<&Arc<dyn Tool>, CallError> {
        if name.is_empty() {
            return Err(CallError::MissingName);
        }
        self.tools.get(name).ok_or_else(|| CallError::UnknownTool(quoted::name(name)))
    }
}
