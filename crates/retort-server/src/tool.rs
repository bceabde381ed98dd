//! Tools: what each is called, what is said of it, and a function with typed arguments. Schema, coercion and the words about
//! wrong arguments all come from the type of the arguments.

use std::future::Future;
use std::pin::Pin;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::arguments::Arguments;
use crate::context::Context;
use crate::list::List;
use crate::problem::Problem;
use crate::reply::{ErrorReply, Reply};
use crate::schema::schema_for;
use crate::violations::Violation;
use retort_core::Dialect;

/// Work that gives an answer.
pub(crate) type Working = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// What a tool does with arguments that fit: the work, or what is wrong with them.
type Run = dyn Fn(Value, Context, Dialect) -> Result<Working, Vec<Violation>> + Send + Sync;

/// A tool, made by [`Tool::new`] and [`Described::does`].
///
/// ```
/// use retort_server::{Reply, Tool};
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Sum {
///     /// The first number.
///     a: f64,
///     /// The second number.
///     b: f64,
/// }
///
/// let add = Tool::new("add", "Adds two numbers")
///     .title("Add")
///     .reads_only()
///     .gives::<f64>()
///     .does(async |Sum { a, b }: Sum| Reply::single(&(a + b)));
/// assert_eq!(add.name(), "add");
/// assert_eq!(add.entry()["inputSchema"]["required"], serde_json::json!(["a", "b"]));
/// ```
pub struct Tool {
    about: Described,
    input_schema: Value,
    run: Box<Run>,
}

/// What is said of a tool, before it does something.
#[derive(Clone, Debug)]
#[must_use = "a tool that does nothing is none"]
pub struct Described {
    name: String,
    title: Option<String>,
    description: String,
    hints: Map<String, Value>,
    output_schema: Option<Value>,
}

impl Tool {
    /// A tool that programs call by this name, and what it does in words.
    #[expect(clippy::new_ret_no_self, reason = "a tool is described before it does something")]
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Described {
        Described {
            name: name.into(),
            title: None,
            description: description.into(),
            hints: Map::new(),
            output_schema: None,
        }
    }

    /// What programs call it by.
    pub fn name(&self) -> &str {
        &self.about.name
    }

    /// What it takes, as a JSON Schema.
    pub fn input_schema(&self) -> &Value {
        &self.input_schema
    }

    /// The tool as `tools/list` has it.
    pub fn entry(&self) -> Value {
        let about = &self.about;
        let mut entry = json!({ "name": about.name });
        if let Some(title) = &about.title {
            entry["title"] = json!(title);
        }
        entry["description"] = json!(about.description);
        entry["inputSchema"] = self.input_schema.clone();
        if let Some(schema) = &about.output_schema {
            entry["outputSchema"] = schema.clone();
        }
        if !about.hints.is_empty() {
            entry["annotations"] = Value::Object(about.hints.clone());
        }
        entry
    }

    /// Begins the work; or says all that is wrong with the arguments.
    pub(crate) fn start(
        &self,
        arguments: Value,
        context: Context,
        dialect: Dialect,
    ) -> Result<Working, Vec<Violation>> {
        (self.run)(arguments, context, dialect)
    }
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tool").field("about", &self.about).finish_non_exhaustive()
    }
}

impl Described {
    /// What people call it.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// It looks, and changes nothing: calling it again does no harm.
    pub fn reads_only(self) -> Self {
        self.hint("readOnlyHint", true).hint("destructiveHint", false).hint("idempotentHint", true)
    }

    /// It only adds to what is there.
    pub fn adds(self) -> Self {
        self.hint("readOnlyHint", false).hint("destructiveHint", false)
    }

    /// It may change or delete what is there.
    pub fn changes(self) -> Self {
        self.hint("readOnlyHint", false).hint("destructiveHint", true)
    }

    /// To call it twice with the same arguments is the same as once.
    pub fn idempotent(self) -> Self {
        self.hint("idempotentHint", true)
    }

    /// It reaches things outside of the server, such as the web.
    pub fn open_world(self, is_open: bool) -> Self {
        self.hint("openWorldHint", is_open)
    }

    fn hint(mut self, name: &str, value: bool) -> Self {
        self.hints.insert(name.to_owned(), Value::Bool(value));
        self
    }

    /// What it gives: the `outputSchema` for replies with a `T`, or with a list where it is a `Vec`.
    pub fn gives<T: JsonSchema>(self) -> Self {
        Self { output_schema: Some(schema_for::<T>()), ..self }
    }

    /// What it does with its arguments. They come typed: what does not fit their schema is refused before, with all that is
    /// wrong, and a value that only is in another spelling (`"7"` for `7`) is taken for what it says.
    pub fn does<A, F, W, R>(self, work: F) -> Tool
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: Fn(A) -> W + Send + Sync + 'static,
        W: Future<Output = R> + Send + 'static,
        R: IntoAnswer,
    {
        self.does_for(move |arguments, _| work(arguments))
    }

    /// The same for a tool that wants to know who calls.
    ///
    /// ```
    /// use retort_server::{Context, Denied, Reply, Tool};
    ///
    /// let secret = Tool::new("secret", "Tells a secret").does_for(async |(): (), caller: Context| {
    ///     if caller.credentials("Bearer") != Some("open sesame") {
    ///         return Err(Denied::unauthorized("This needs a token", "Bearer"));
    ///     }
    ///     Ok(Reply::single("forty thieves"))
    /// });
    /// assert_eq!(secret.name(), "secret");
    /// ```
    pub fn does_for<A, F, W, R>(self, work: F) -> Tool
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: Fn(A, Context) -> W + Send + Sync + 'static,
        W: Future<Output = R> + Send + 'static,
        R: IntoAnswer,
    {
        let arguments = Arguments::of::<A>();
        let input_schema = arguments.schema().clone();
        let run = move |given: Value, context: Context, dialect: Dialect| -> Result<Working, Vec<Violation>> {
            let working = work(arguments.read::<A>(given)?, context);
            Ok(Box::pin(async move { working.await.into_answer(dialect) }))
        };
        Tool { about: self, input_schema, run: Box::new(run) }
    }

    /// The same for a tool whose arguments no type describes. The schema is only shown: the tool gets what was sent, `{}` where
    /// that was nothing, and says itself what is wrong with it.
    pub fn does_as_sent<F, W, R>(self, input_schema: Value, work: F) -> Tool
    where
        F: Fn(Value, Context) -> W + Send + Sync + 'static,
        W: Future<Output = R> + Send + 'static,
        R: IntoAnswer,
    {
        let run = move |given: Value, context: Context, dialect: Dialect| -> Result<Working, Vec<Violation>> {
            let working = work(if given.is_null() { json!({}) } else { given }, context);
            Ok(Box::pin(async move { working.await.into_answer(dialect) }))
        };
        Tool { about: self, input_schema, run: Box::new(run) }
    }
}

/// What a tool may give: a [`Reply`], a [`List`], an error, a [`Problem`], or a `Result` of any two of them.
pub trait IntoAnswer {
    /// Writes it in a dialect.
    fn into_answer(self, dialect: Dialect) -> Answer;
}

impl IntoAnswer for Answer {
    fn into_answer(self, _: Dialect) -> Answer {
        self
    }
}

impl IntoAnswer for Reply {
    fn into_answer(self, dialect: Dialect) -> Answer {
        self.into_result(dialect)
    }
}

impl IntoAnswer for ErrorReply {
    fn into_answer(self, dialect: Dialect) -> Answer {
        self.into_result(dialect)
    }
}

impl<I> IntoAnswer for List<I>
where
    I: IntoIterator,
    I::Item: serde::Serialize,
{
    fn into_answer(self, dialect: Dialect) -> Answer {
        self.into_result(dialect)
    }
}

impl<P: Problem> IntoAnswer for P {
    fn into_answer(self, dialect: Dialect) -> Answer {
        Reply::from(self).into_result(dialect)
    }
}

impl<T: IntoAnswer, E: IntoAnswer> IntoAnswer for Result<T, E> {
    fn into_answer(self, dialect: Dialect) -> Answer {
        match self {
            Ok(given) => given.into_answer(dialect),
            Err(error) => error.into_answer(dialect),
        }
    }
}
