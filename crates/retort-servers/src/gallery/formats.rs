//! One tool for each format that a payload can have. None takes an argument: each answers with one text that is clearly
//! of its format.

use rmcp::model::{CallToolResult, ErrorData};
use rmcp::{tool, tool_router};
use serde::Serialize;
use serde_json::json;

use super::catalogue::{COUNT, items};
use super::{Gallery, json, text};

const MARKDOWN: &str = "\
# The retort

A **retort** is a vessel for distilling: a bulb with a long neck that points down.

## How to use it

1. Fill the bulb to a third.
2. Heat it *slowly*.
3. Collect what drips from the neck.

| part | material |
|------|----------|
| bulb | borosilicate |
| stopper | cork |

```sh
retort call gallery format_markdown
```

See [the catalogue](https://gallery.example/items).
";

const KEY_VALUE: &str = "\
Name: Retort 250 ml
Material: borosilicate
Volume: 250 ml
Price: 42.50 EUR
In stock: yes
Added: 2025-01-01
";

const PLAIN_TEXT: &str = "\
The retort was the chemist's first still. Its neck, bent down from the bulb, cooled the vapour on its way and let the
drops fall into a receiver. Condensers made it rare in laboratories, yet it stayed on their coats of arms.
";

const HTML: &str = "\
<!DOCTYPE html>
<html lang=\"en\">
  <head><title>Glassware</title></head>
  <body>
    <h1>Glassware</h1>
    <ul>
      <li><a href=\"https://gallery.example/items/1\">Retort 10 ml</a></li>
      <li><a href=\"https://gallery.example/items/2\">Erlenmeyer flask 25 ml</a></li>
    </ul>
  </body>
</html>
";

const XML: &str = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<catalogue>
  <item id=\"1\" material=\"borosilicate\"><name>Retort 10 ml</name></item>
  <item id=\"2\" material=\"soda-lime\"><name>Erlenmeyer flask 25 ml</name></item>
</catalogue>
";

const CODE: &str = "\
use std::collections::HashMap;

/// How many items there are of each material.
fn count(items: &[Item]) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for item in items {
        *counts.entry(item.material.as_str()).or_default() += 1;
    }
    counts
}
";

#[derive(Serialize)]
struct Hit {
    title: String,
    url: String,
    snippet: String,
    score: f64,
}

#[tool_router(router = format_tools, vis = "pub(super)")]
impl Gallery {
    /// Five search hits, each with a title, a URL and a snippet. Their format is `search_results`.
    #[tool(title = "Format: search_results")]
    fn format_search_results() -> Result<CallToolResult, ErrorData> {
        let hits: Vec<_> = items(0..5)
            .into_iter()
            .zip(1_u8..)
            .map(|(item, rank)| Hit {
                url: format!("https://gallery.example/items/{}", item.id),
                snippet: format!("{} of {}, {:.2} EUR", item.name, item.material, item.price),
                title: item.name,
                score: 1.0 / f64::from(rank),
            })
            .collect();
        json(&json!({ "query": "glassware", "results": hits }))
    }

    /// Ten rows with the same columns: numbers, texts, booleans and dates. Their format is `table`.
    #[tool(title = "Format: table")]
    fn format_table() -> Result<CallToolResult, ErrorData> {
        json(&items(0..10))
    }

    /// An object with objects inside and no list of rows. Its format is `json`.
    #[tool(title = "Format: json")]
    fn format_json() -> Result<CallToolResult, ErrorData> {
        json(&json!({
            "gallery": {"name": "Retort", "opened": "2025-01-01", "items": COUNT},
            "opening": {"weekdays": {"from": "09:00", "to": "17:00"}, "sunday": null},
            "lending": {"allowed": true, "fee": 2.5, "conditions": {"deposit": 20, "days": 14}},
        }))
    }

    /// A short article with headings, a list, a table, a fence and a link. Its format is `markdown`.
    #[tool(title = "Format: markdown")]
    fn format_markdown() -> CallToolResult {
        text(MARKDOWN)
    }

    /// Ten comma-separated rows below a header, one field in quotes. Their format is `csv`.
    #[tool(title = "Format: csv")]
    fn format_csv() -> CallToolResult {
        let mut csv = String::from("id,name,material,volume_ml,price,in_stock,added\n");
        for item in items(0..10) {
            let fields = [
                item.id.to_string(),
                format!("\"{}, {}\"", item.name, item.material),
                item.material.to_owned(),
                item.volume_ml.to_string(),
                format!("{:.2}", item.price),
                item.in_stock.to_string(),
                item.added,
            ];
            csv.push_str(&fields.join(","));
            csv.push('\n');
        }
        text(csv)
    }

    /// Lines of `Key: value`. Their format is `key_value`.
    #[tool(title = "Format: key_value")]
    fn format_key_value() -> CallToolResult {
        text(KEY_VALUE)
    }

    /// Five URLs, one a line. Their format is `url_list`.
    #[tool(title = "Format: url_list")]
    fn format_url_list() -> CallToolResult {
        let urls: Vec<_> = (1..=5).map(|id| format!("https://gallery.example/items/{id}")).collect();
        text(urls.join("\n"))
    }

    /// A text that reports an error, in a result that is not marked as one. Its format is `error`; `fail` has the other
    /// ways to fail.
    #[tool(title = "Format: error")]
    fn format_error() -> CallToolResult {
        text("Error: the vessel cracked at 500 °C. Use quartz above 450 °C.")
    }

    /// Two sentences of prose. Their format is `plain_text`.
    #[tool(title = "Format: plain_text")]
    fn format_plain_text() -> CallToolResult {
        text(PLAIN_TEXT)
    }

    /// A small web page. Its format is `html`.
    #[tool(title = "Format: html")]
    fn format_html() -> CallToolResult {
        text(HTML)
    }

    /// A small document with a declaration, attributes and elements. Its format is `xml`.
    #[tool(title = "Format: xml")]
    fn format_xml() -> CallToolResult {
        text(XML)
    }

    /// A function in Rust. Its format is `code`.
    #[tool(title = "Format: code")]
    fn format_code() -> CallToolResult {
        text(CODE)
    }
}
