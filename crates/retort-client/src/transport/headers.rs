//! The headers that revision 2026-07-28 wants beside the body, so that what stands between client and server can
//! route a request without reading it: `Mcp-Method`, `Mcp-Name` and one for each marked argument.

use base64::prelude::{BASE64_STANDARD, Engine};
use retort_core::{Kind, Raw};

use crate::params::Params;

/// How deep marked arguments are looked for.
const DEEPEST: usize = 16;

/// The headers for a request; `schema` is the input schema of the tool that is called, where it is known.
pub(crate) fn of_request(method: &str, params: &Params, schema: Option<&Raw>) -> Vec<(String, String)> {
    let mut headers = vec![("Mcp-Method".to_owned(), method.to_owned())];
    let key = match method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return headers,
    };
    if let Some(name) = params.text(key) {
        headers.push(("Mcp-Name".to_owned(), encode(&name)));
    }
    if method == "tools/call"
        && let (Some(schema), Some(arguments)) = (schema, params.json("arguments").and_then(Raw::parse))
    {
        of_arguments(schema, &arguments, DEEPEST, &mut headers);
    }
    headers
}

/// One header for each argument whose schema has `x-mcp-header`.
fn of_arguments(schema: &Raw, arguments: &Raw, depth: usize, headers: &mut Vec<(String, String)>) {
    let Some(properties) = schema.get("properties").filter(|_| depth > 0) else { return };
    for (name, property) in properties.members() {
        let Some(value) = arguments.get(&name) else { continue };
        let header = property.get("x-mcp-header").and_then(|header| header.to_text().map(String::from));
        if let Some(header) = header.filter(|header| is_token(header))
            && matches!(value.kind(), Kind::String | Kind::Number | Kind::Bool)
        {
            headers.push((format!("Mcp-Param-{header}"), encode(&value.to_plain())));
        }
        of_arguments(&property, &value, depth - 1, headers);
    }
}

fn is_token(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// A text as the value of a header: in base64 where it would not arrive as it is.
fn encode(text: &str) -> String {
    let plain = text.bytes().all(|byte| (0x20..0x7F).contains(&byte))
        && text.trim_matches(' ') == text
        && !(text.starts_with("=?base64?") && text.ends_with("?="));
    if plain { text.to_owned() } else { format!("=?base64?{}?=", BASE64_STANDARD.encode(text)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_marked_arguments_become_headers() {
        let schema = r#"{"properties":{"region":{"type":"string","x-mcp-header":"Region"},"n":{"type":"integer"},
            "at":{"properties":{"day":{"type":"integer","x-mcp-header":"Day"}}},"bad":{"x-mcp-header":"a b"}}}"#;
        let params = Params::new()
            .with("name", "größe")
            .with_json("arguments", r#"{"region":"eu","n":1,"at":{"day":007},"bad":"x"}"#.replace("007", "7"));
        let headers = of_request("tools/call", &params, Raw::parse(schema).as_ref());
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(
            headers,
            [
                ("Mcp-Method", "tools/call"),
                ("Mcp-Name", "=?base64?Z3LDtsOfZQ==?="),
                ("Mcp-Param-Region", "eu"),
                ("Mcp-Param-Day", "7")
            ]
        );
        assert_eq!(of_request("tools/list", &Params::new(), None).len(), 1);
    }
}
