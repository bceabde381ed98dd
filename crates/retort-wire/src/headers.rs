//! The headers that revision 2026-07-28 wants beside the body, so that what is between client and server can route a
//! request without reading it: `Mcp-Method`, `Mcp-Name` and one for each marked argument. Who sends a request writes them,
//! and who receives one holds them against the body.

use base64::prelude::{BASE64_STANDARD, Engine};
use retort_core::{Kind, Raw};

use crate::head::{Head, string_of};
use crate::params::Params;
use crate::splice::member;

/// How deep marked arguments are looked for.
const DEEPEST_ARGUMENT: usize = 16;

/// The headers for a request; `schema` is the input schema of the tool that is called, where it is known.
pub fn of_request(method: &str, params: &Params, schema: Option<&Raw>) -> Vec<(String, String)> {
    written(method, |key| params.json(key).map(String::from), schema)
}

/// The headers for a request as it is sent; `None` where it is no request.
pub fn of_message(message: &[u8], schema: Option<&Raw>) -> Option<Vec<(String, String)>> {
    let head = Head::of(message)?;
    let method = string_of(message.get(head.method?)?)?;
    let params = head.params.and_then(|params| message.get(params)).unwrap_or_default();
    let json = |key: &str| member(params, &[key]).map(|json| String::from_utf8_lossy(json).into_owned());
    Some(written(&method, json, schema))
}

/// The first header that says something else than the body of the request that it came with. `header` gives the value
/// that a name has, whatever its case; one that is missing contradicts nothing.
pub fn contradiction(message: &[u8], schema: Option<&Raw>, header: impl Fn(&str) -> Option<String>) -> Option<String> {
    let expected = of_message(message, schema)?;
    let differs =
        |(name, value): &(String, String)| header(name).is_some_and(|given| decoded(&given) != decoded(value));
    expected.into_iter().find(differs).map(|(name, _)| name)
}

fn written(method: &str, json: impl Fn(&str) -> Option<String>, schema: Option<&Raw>) -> Vec<(String, String)> {
    let mut headers = vec![("Mcp-Method".to_owned(), method.to_owned())];
    let key = match method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return headers,
    };
    if let Some(name) = json(key).and_then(|json| string_of(json.as_bytes()).map(String::from)) {
        headers.push(("Mcp-Name".to_owned(), encoded(&name)));
    }
    if method == "tools/call"
        && let (Some(schema), Some(arguments)) = (schema, json("arguments").and_then(Raw::parse))
    {
        of_arguments(schema, &arguments, DEEPEST_ARGUMENT, &mut headers);
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
            headers.push((format!("Mcp-Param-{header}"), encoded(&value.to_plain())));
        }
        of_arguments(&property, &value, depth - 1, headers);
    }
}

fn is_token(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// A text as the value of a header: in base64 where it would not arrive as it is.
pub fn encoded(text: &str) -> String {
    let plain = text.bytes().all(|byte| (0x20..0x7F).contains(&byte))
        && text.trim_matches(' ') == text
        && !(text.starts_with("=?base64?") && text.ends_with("?="));
    if plain { text.to_owned() } else { format!("=?base64?{}?=", BASE64_STANDARD.encode(text)) }
}

/// The text that the value of a header stands for.
pub fn decoded(value: &str) -> String {
    let packed = value.trim().strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
    let text =
        packed.and_then(|packed| BASE64_STANDARD.decode(packed).ok()).and_then(|text| String::from_utf8(text).ok());
    text.unwrap_or_else(|| value.trim().to_owned())
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

    #[test]
    fn what_was_written_is_read_again() {
        for text in ["plain", "größe", " blank ", "=?base64?x?=", "", "a\nb"] {
            assert_eq!(decoded(&encoded(text)), text, "{text:?}");
        }
        let message =
            br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"gr\u00f6\u00dfe","arguments":{}}}"#;
        let headers = of_message(message, None).unwrap();
        assert_eq!(headers[1].1, "=?base64?Z3LDtsOfZQ==?=");
        let given = |name: &str, value: &'static str| {
            let name = name.to_owned();
            move |asked: &str| (asked == name).then(|| value.to_owned())
        };
        assert_eq!(contradiction(message, None, given("Mcp-Name", "=?base64?Z3LDtsOfZQ==?=")), None);
        assert_eq!(contradiction(message, None, given("Mcp-Method", "tools/call")), None);
        assert_eq!(contradiction(message, None, given("Mcp-Method", "tools/list")).as_deref(), Some("Mcp-Method"));
        assert_eq!(of_message(b"{}", None), None);
    }
}
