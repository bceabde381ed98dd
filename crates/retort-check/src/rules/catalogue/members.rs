//! The members of a tool and of a list of tools, each looked at for itself.

use retort_core::{Kind, Revision};

use super::{listing, words};
use crate::finding::{quoted, shortened};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::schema::Schema;
use crate::session::Tool;

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "CAT002",
        name: "tool-not-object",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Feathers],
        summary: "Every tool in the list is an object.",
        why: "One item of another kind makes strict clients refuse the whole list.",
        remedy: "List objects with at least `name` and `inputSchema`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}, "get_time"]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
        check: Check::Tool(|tool, findings| {
            if tool.raw.kind() != Kind::Object {
                findings.add(tool.pointer.as_str(), format!("{} is no object", quoted(&tool.raw)));
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT003",
        name: "name-missing",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Feathers],
        summary: "A tool has a name.",
        why: "The name is what a tool is called by. Strict clients refuse the whole list because of one tool without it.",
        remedy: "Give the tool a `name`, such as `get_weather`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
        check: Check::Tool(|tool, findings| {
            if tool.raw.kind() == Kind::Object && tool.name.is_empty() {
                match tool.get("name") {
                    Some(name) => {
                        findings.add(format!("{}/name", tool.pointer), format!("{} is no name", quoted(name)));
                    }
                    None => findings.add(tool.pointer.as_str(), "there is no `name`"),
                }
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT004",
        name: "name-characters",
        severity: Severity::Warning,
        summary: "The name of a tool has only letters, digits, `_`, `-` and `.`.",
        why: "Models take no other characters in a name. Clients then drop the tool, rename it, or fail with the whole \
          list.",
        remedy: "Write `get_weather` in place of `get weather`; put words for people into `title`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names",
        check: Check::Tool(|tool, findings| {
            let is_allowed = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-' | '.' | '/');
            if let Some(other) = tool.name.chars().find(|char| !is_allowed(*char)) {
                findings
                    .add(format!("{}/name", tool.pointer), format!("`{}` has {other:?} in it", shortened(&tool.name)));
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT009",
        name: "tool-member-wrong-type",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Feathers],
        summary: "`title` and `description` of a tool are strings, or left away.",
        why: "Strict clients refuse the whole list because of one `null`, and show no tool at all.",
        remedy: "Leave the member away where there is nothing to say.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": null, "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
        check: Check::Tool(|tool, findings| {
            for name in ["title", "description"] {
                if let Some(value) = tool.get(name).filter(|value| value.kind() != Kind::String) {
                    findings.add(
                        format!("{}/{name}", tool.pointer),
                        format!("`{name}` is {}, not a string", quoted(value)),
                    );
                }
            }
        }),
        fix: Some(Fix::guess(|edits, pointer| {
            if edits.is(pointer, "null") {
                edits.remove(pointer);
            }
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT012",
        name: "description-repeats-name",
        severity: Severity::Hint,
        summary: "The description of a tool says more than its name.",
        why: "The model sees the name already. A description that repeats it costs tokens and tells nothing.",
        remedy: "Say what the tool does, when to use it and what it gives back.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Get weather", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
        check: Check::Tool(|tool, findings| {
            let Some(description) = tool.text("description") else { return };
            if words::says_the_same(&description, &tool.name) {
                let pointer = format!("{}/description", tool.pointer);
                findings.add(pointer, format!("\"{}\" is the name again", shortened(&description)));
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT016",
        name: "title-missing",
        severity: Severity::Hint,
        revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
        summary: "A tool has a `title`.",
        why: "The name is for programs. Without a title people see it in lists and when they are asked to approve a call.",
        remedy: "Add a `title` of a few words.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
        check: Check::Session(|session, findings| {
            let is_bare = |tool: &Tool| {
                !tool.name.is_empty() && tool.get("title").is_none() && tool.annotation("title").is_none()
            };
            listing::tell(session, findings, is_bare, "no title");
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT017",
        name: "annotations-missing",
        severity: Severity::Hint,
        revisions: Revision::V2025_03_26..=Revision::V2026_07_28,
        summary: "A tool has annotations that say what it changes.",
        why: "Without them a client must take every tool for one that destroys things and reaches out into the world, and \
          asks before each call.",
        remedy: "Add `annotations` with `readOnlyHint`, and `destructiveHint` where it changes something.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations",
        check: Check::Session(|session, findings| {
            let is_bare = |tool: &Tool| !tool.name.is_empty() && tool.get("annotations").is_none();
            listing::tell(session, findings, is_bare, "no annotations");
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT018",
        name: "input-schema-missing",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Feathers],
        summary: "A tool has an `inputSchema`.",
        why: "The schema tells the model which arguments there are. Strict clients refuse the whole list because of one \
          tool without it.",
        remedy: "Add `{\"type\": \"object\", \"additionalProperties\": false}` for a tool without arguments.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
        check: Check::Tool(|tool, findings| {
            if tool.raw.kind() == Kind::Object && tool.get("inputSchema").is_none() {
                findings.add(tool.pointer.as_str(), "there is no `inputSchema`");
            }
        }),
        fix: Some(Fix::guess(|edits, pointer| {
            if edits.get(&format!("{pointer}/inputSchema")).is_none() {
                edits.set(pointer, "inputSchema", "{\"type\":\"object\"}");
            }
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT021",
        name: "input-schema-invalid",
        profiles: &[Profile::Mcp, Profile::Drf, Profile::Feathers],
        summary: "An `inputSchema` is a valid JSON Schema.",
        why: "Clients compile the schema to check arguments, and models take it to write them. One that is not valid \
          makes the tool unusable, for some the whole list.",
        remedy: "Correct the place; the default version is 2020-12 unless `$schema` says otherwise.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "str", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
        check: Check::Tool(|tool, findings| {
            let Some(schema) = tool.input().filter(|schema| schema.outside().is_none()) else { return };
            if let Some(fault) = schema.fault() {
                findings.add(format!("{}/inputSchema{}", tool.pointer, fault.pointer), fault.told());
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT022",
        name: "schema-refers-outside",
        summary: "The schemas of a tool hold all that they refer to.",
        why: "Clients do not fetch schemas from the network, for good reasons: the reference is left open and the schema \
          of no use.",
        remedy: "Copy what is referred to under `$defs` and write `#/$defs/…`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"$ref": "https://example.com/schemas/city.json", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
        check: Check::Tool(|tool, findings| {
            for (name, schema) in [("inputSchema", tool.input()), ("outputSchema", tool.output())] {
                if let Some((pointer, reference)) = schema.and_then(Schema::outside) {
                    findings.add(
                        format!("{}/{name}{pointer}", tool.pointer),
                        format!("it leads to {}", shortened(reference)),
                    );
                }
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT023",
        name: "schema-alternatives-at-top",
        severity: Severity::Warning,
        summary: "An `inputSchema` has no `anyOf`, `oneOf`, `allOf` or `not` at the top.",
        why: "Large models refuse tools with these at the top of the schema, and with them the whole request.",
        remedy: "Describe all arguments under `properties`, and say in words which belong together.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}, "code": {"type": "string", "description": "The postal code."}}, "anyOf": [{"required": ["city"]}, {"required": ["code"]}], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city, or its postal code."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
        check: Check::Tool(|tool, findings| {
            let Some(schema) = tool.input() else { return };
            for key in ["anyOf", "oneOf", "allOf", "not"].into_iter().filter(|key| schema.root.get(*key).is_some()) {
                findings.add(format!("{}/inputSchema/{key}", tool.pointer), format!("`{key}` stands at the top"));
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT033",
        name: "read-only-and-destructive",
        severity: Severity::Hint,
        revisions: Revision::V2025_03_26..=Revision::V2026_07_28,
        summary: "A tool that only reads does not destroy.",
        why: "Clients let tools that only read pass without asking. Where the same tool says that it destroys, one of the \
          two is wrong, and a guess may cost data.",
        remedy: "Set `readOnlyHint` to false, or take `destructiveHint` away.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": true, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations",
        check: Check::Tool(|tool, findings| {
            let says = |name: &str| tool.annotation(name).and_then(retort_core::Raw::to_bool) == Some(true);
            if says("readOnlyHint") && says("destructiveHint") {
                let words = "`readOnlyHint` and `destructiveHint` are both true";
                findings.add(format!("{}/annotations/destructiveHint", tool.pointer), words);
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT038",
        name: "next-cursor-not-string",
        summary: "`nextCursor` is a string, or left away on the last page.",
        why: "Strict clients refuse the whole page because of a `null`; others ask for a page that does not exist.",
        remedy: "Leave the member away on the last page.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}], "nextCursor": null}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
        check: Check::Exchange(|exchange, findings| {
            let Some(cursor) = listing::next_cursor(exchange) else { return };
            if cursor.kind() != Kind::String {
                let pointer = format!("{}/nextCursor", exchange.result_pointer());
                findings.add(pointer, format!("{} is no string", quoted(&cursor)));
            }
        }),
        fix: Some(Fix::safe(|edits, pointer| {
            if edits.is(pointer, "null") {
                edits.remove(pointer);
            }
        })),
        ..Rule::COMMON
    },
    Rule {
        id: "CAT039",
        name: "next-cursor-empty",
        severity: Severity::Warning,
        summary: "`nextCursor` is left away on the last page, not empty.",
        why: "An empty string is a cursor like any other. Clients that follow it get the first page again, for ever.",
        remedy: "Leave the member away on the last page.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}], "nextCursor": ""}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
        source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
        check: Check::Exchange(|exchange, findings| {
            if listing::next_cursor(exchange).is_some_and(|cursor| cursor.as_str() == "\"\"") {
                findings.add(format!("{}/nextCursor", exchange.result_pointer()), "the cursor is empty");
            }
        }),
        fix: Some(Fix::safe(|edits, pointer| {
            if edits.is(pointer, "\"\"") {
                edits.remove(pointer);
            }
        })),
        ..Rule::COMMON
    },
];
