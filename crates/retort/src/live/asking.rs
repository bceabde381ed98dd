//! A server asks a person: the form that it sends becomes questions at the terminal, with its defaults filled in.

use std::io::{self, BufRead, Write};

use retort_client::arguments::build;
use retort_client::{Elicited, Params, printable};
use retort_core::{Kind, Raw};

/// Answers with the defaults of the form.
pub(super) fn accept(asked: &Raw) -> Elicited {
    if is_page(asked) {
        return Elicited::Accepted(None);
    }
    let mut content = Params::new();
    for field in fields(asked) {
        if let Some(default) = &field.default {
            content = content.with_json(&field.name, default.to_json());
        }
    }
    Elicited::Accepted(Some(content.to_json()))
}

/// Asks for each field of the form.
pub(super) fn ask(asked: &Raw) -> Elicited {
    let message = asked.get("message").map(|message| message.to_plain().into_owned()).unwrap_or_default();
    say(&format!("The server asks: {}\n", printable(&message)));
    if is_page(asked) {
        let url = asked.get("url").map(|url| url.to_plain().into_owned()).unwrap_or_default();
        say(&format!("It wants you to open {}\n", printable(&url)));
        return match line("Have you done so? [y/N] ").as_deref().map(str::trim) {
            Some("y" | "yes" | "Y") => Elicited::Accepted(None),
            Some(_) => Elicited::Declined,
            None => Elicited::Cancelled,
        };
    }
    let fields = fields(asked);
    say("(Enter takes what stands in brackets; ! declines, Ctrl-D cancels)\n");
    let mut content = Params::new();
    for field in &fields {
        match field.ask() {
            Asked::Json(json) => content = content.with_json(&field.name, json),
            Asked::Nothing => {}
            Asked::Declined => return Elicited::Declined,
            Asked::Cancelled => return Elicited::Cancelled,
        }
    }
    if fields.is_empty() {
        return match line("Agree? [Y/n] ").as_deref().map(str::trim) {
            Some("" | "y" | "Y" | "yes") => Elicited::Accepted(Some("{}".to_owned())),
            Some(_) => Elicited::Declined,
            None => Elicited::Cancelled,
        };
    }
    Elicited::Accepted(Some(content.to_json()))
}

/// Has somebody write what a model would say.
pub(super) fn sample(asked: &Raw) -> Option<String> {
    say("The server asks for the answer of a model to:\n");
    for message in asked.get("messages").iter().flat_map(Raw::items) {
        let role = message.get("role").map(|role| role.to_plain().into_owned()).unwrap_or_default();
        let content = message.get("content").map(|content| match content.get("text") {
            Some(text) => text.to_plain().into_owned(),
            None => content.to_json(),
        });
        say(&format!("  {}: {}\n", printable(&role), printable(&content.unwrap_or_default())));
    }
    let answer = line("Your answer in its place (empty refuses): ")?;
    Some(answer.trim().to_owned()).filter(|answer| !answer.is_empty())
}

fn is_page(asked: &Raw) -> bool {
    asked.get("mode").is_some_and(|mode| mode.to_plain() == "url")
}

/// One field of a form.
struct Field {
    name: String,
    schema: Raw,
    default: Option<Raw>,
    required: bool,
}

enum Asked {
    Json(String),
    Nothing,
    Declined,
    Cancelled,
}

fn fields(asked: &Raw) -> Vec<Field> {
    let schema = asked.get("requestedSchema");
    let required: Vec<String> = schema
        .iter()
        .filter_map(|schema| schema.get("required"))
        .flat_map(|required| required.items().map(|name| name.to_plain().into_owned()).collect::<Vec<_>>())
        .collect();
    let properties = schema.and_then(|schema| schema.get("properties"));
    let field = |(name, schema): (std::borrow::Cow<'_, str>, Raw)| Field {
        required: required.contains(&name.to_string()),
        default: schema.get("default").filter(|default| default.kind() != Kind::Null),
        name: name.into_owned(),
        schema,
    };
    properties.iter().flat_map(|properties| properties.members().map(field).collect::<Vec<_>>()).collect()
}

impl Field {
    fn ask(&self) -> Asked {
        let text = |key: &str| self.schema.get(key).map(|value| printable(&value.to_plain()));
        let name = text("title").unwrap_or_else(|| printable(&self.name));
        let about = text("description").map(|about| format!(" ({about})")).unwrap_or_default();
        let choices = self.choices();
        if !choices.is_empty() {
            say(&format!("{name}{about}: one of {}\n", printable(&choices.join(", "))));
        }
        let default = self.default.as_ref().map(|default| format!(" [{}]", printable(&default.to_plain())));
        let optional = if self.required || default.is_some() { "" } else { " (optional)" };
        let about = if choices.is_empty() { about } else { String::new() };
        let prompt = format!("{name}{about}{optional}{}: ", default.unwrap_or_default());
        loop {
            let Some(answer) = line(&prompt) else { return Asked::Cancelled };
            match (answer.trim(), &self.default) {
                ("!", _) => return Asked::Declined,
                ("", Some(default)) => return Asked::Json(default.to_json()),
                ("", None) if !self.required => return Asked::Nothing,
                (answer, _) => match self.read(answer) {
                    Ok(json) => return Asked::Json(json),
                    Err(problem) => say(&format!("  {}\n", printable(&problem))),
                },
            }
        }
    }

    /// What may be answered, where the form lists it.
    fn choices(&self) -> Vec<String> {
        let list = |schema: &Raw| -> Vec<String> {
            let plain = |list: Raw| list.items().map(|item| item.to_plain().into_owned()).collect::<Vec<_>>();
            let constant = |list: Raw| {
                let of = |item: Raw| item.get("const").map(|value| value.to_plain().into_owned());
                list.items().filter_map(of).collect::<Vec<_>>()
            };
            let listed = schema.get("enum").map(plain);
            listed.or_else(|| schema.get("oneOf").or_else(|| schema.get("anyOf")).map(constant)).unwrap_or_default()
        };
        let own = list(&self.schema);
        if own.is_empty() { self.schema.get("items").map(|items| list(&items)).unwrap_or_default() } else { own }
    }

    /// An answer as the form wants it.
    fn read(&self, answer: &str) -> Result<String, String> {
        // Under a name of our own: the field's may hold what stands between a name and its value.
        let properties = Params::new().with_json("answer", self.schema.to_json());
        let schema = Params::new().with("type", "object").with_json("properties", properties.to_json()).to_json();
        let schema = Raw::parse(schema).ok_or("the form cannot be read")?;
        // A text that starts with @ would be the name of a file.
        let answer = if answer.starts_with('@') { format!("@{answer}") } else { answer.to_owned() };
        let built = build(&[format!("answer={answer}")], None, Some(&schema));
        let built = built
            .map_err(|problems| problems.iter().map(|problem| problem.what.as_str()).collect::<Vec<_>>().join("; "))?;
        let value = Raw::parse(built.as_json()).and_then(|object| object.get("answer"));
        value.map(|value| value.to_json()).ok_or_else(|| "that is no answer".to_owned())
    }
}

fn say(text: &str) {
    let _ = write!(io::stderr(), "{text}");
}

/// A line that somebody types; `None` at the end of the input.
pub(super) fn line(prompt: &str) -> Option<String> {
    say(prompt);
    let _ = io::stderr().flush();
    let mut answer = String::new();
    match io::stdin().lock().read_line(&mut answer) {
        Ok(1..) => Some(answer),
        _ => None,
    }
}
