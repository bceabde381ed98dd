//! Whole entries, as resources of the server: listed, completed and read by the protocol's own SDK and by Retort itself.

use serde_json::{Value, json};

use crate::peers::program;
use crate::servers::Folder;
use crate::ways::Way;
use crate::{retort, stderr, stdout};

fn write(folder: &Folder, name: &str, text: &str) {
    let path = folder.0.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Entries as JSON and as Markdown, with ids that a URI cannot have as they are.
fn knowledge(folder: &Folder) -> String {
    write(
        folder,
        "docs/a.json",
        &json!([{ "id": "guide/a#b", "title": "One", "tags": ["x"], "body": "The *first*." }]).to_string(),
    );
    write(
        folder,
        "docs/b.md",
        "---\nid: 100% é?\ntitle: Two\nversion: v4\nsource: https://x.example/\n---\nThe second.\n",
    );
    folder.0.to_str().unwrap().to_owned()
}

/// Folders of Markdown as a knowledge base; the first build is gone over again, so that some of its entries are gone.
fn base(folder: &Folder) -> String {
    for number in 0..60 {
        write(
            folder,
            &format!("md/page{number:03}.md"),
            &format!("# Page\n\nlead {number}\n\n## Part\n\nword{number} `code`\n"),
        );
    }
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let build = || retort(&["knowledge", "build", &path("md"), "-o", &path("kb"), "--url", "https://x.example"], b"");
    assert!(build().status.success());
    std::fs::remove_file(folder.0.join("md/page007.md")).unwrap();
    write(folder, "md/page008.md", "# Page\n\nchanged\n");
    assert!(build().status.success());
    path("kb")
}

/// The URIs of all pages, which is the number of them that is given back too.
fn listed(said: &[Value]) -> (usize, Vec<&str>) {
    let pages: Vec<&Value> = said.iter().filter(|answer| answer["resources"].is_array()).collect();
    let all = pages.iter().flat_map(|page| page["resources"].as_array().unwrap());
    (pages.len(), all.map(|resource| resource["uri"].as_str().unwrap()).collect())
}

fn text(answer: &Value) -> &str {
    assert_eq!(answer["contents"].as_array().map(Vec::len), Some(1), "{answer}");
    assert_eq!(answer["contents"][0]["mimeType"], "text/markdown");
    answer["contents"][0]["text"].as_str().unwrap()
}

#[test]
fn the_python_sdk_lists_completes_and_reads_what_is_built_in() {
    let Some(peers) = trials::peers("`mcp` (PyPI)") else { return };
    let python = program(&peers, "python/bin/python");
    let hostile = ["file:///etc/passwd", "knowledge://docs/", "knowledge://docs/../x", "knowledge://docs/%ff%00", "x"];
    let mut requests = vec![
        json!({ "read": "knowledge://docs/hooks-before" }),
        json!({ "complete": "hooks-bef" }),
        json!({ "complete": "" }),
        json!({ "page": "nonsense" }),
    ];
    requests.extend(hostile.iter().map(|uri| json!({ "read": uri })));
    for way in Way::both(&["feathers"]) {
        let said = way.client(&python, "read", &requests);
        assert!(said[0]["capabilities"]["resources"].is_object(), "{}", said[0]);
        assert!(said[0]["capabilities"]["completions"].is_object(), "{}", said[0]);
        let (pages, uris) = listed(&said);
        assert!(pages > 2 && uris.len() > 150, "{pages} pages of {}", uris.len());
        assert!(uris.is_sorted() && uris.contains(&"knowledge://docs/hooks-before"));
        let rest = &said[pages + 1..];
        assert_eq!(rest[0]["resourceTemplates"][0]["uriTemplate"], "knowledge://docs/{id}");
        let whole = text(&rest[1]);
        assert!(
            whole.starts_with("# Before hooks\n\n- Id: hooks-before\n- Version: v5\n- Category: hooks\n- Tags: "),
            "{whole}"
        );
        assert!(whole.contains("- Source: <https://feathersjs.com/") && whole.contains("```ts\n"), "{whole}");
        assert_eq!(rest[2]["completion"]["values"], json!(["hooks-before"]));
        assert_eq!(
            (rest[3]["completion"]["values"].as_array().unwrap().len(), &rest[3]["completion"]["hasMore"]),
            (100, &json!(true))
        );
        assert_eq!(rest[4]["error"]["code"], -32602, "{}", rest[4]);
        for (answer, uri) in rest[5..].iter().zip(hostile) {
            let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{uri}: {answer}"));
            assert!(message.contains("no entry"), "{uri}: {message}");
        }
    }
}

#[test]
fn every_listed_entry_of_any_base_is_read() {
    let Some(peers) = trials::peers("`mcp` (PyPI)") else { return };
    let python = program(&peers, "python/bin/python");
    let folder = Folder::new("entries");
    let (own, base) = (knowledge(&folder), base(&folder));
    for server in [&["feathers", "--knowledge", &own][..], &["knowledge", &base]] {
        for way in Way::both(server) {
            let said = way.client(&python, "read", &[json!({ "read": null })]);
            let (_, uris) = listed(&said);
            // 59 pages are left, of which one has but one section.
            assert_eq!(uris.len(), if server[0] == "feathers" { 2 } else { 117 }, "{server:?}");
            let texts: Vec<&str> = said[said.len() - uris.len()..].iter().map(text).collect();
            assert!(texts.iter().all(|text| text.starts_with("# ") && text.contains("\n- Version: ")));
            let is_there = |wanted: &str| texts.iter().any(|text| text.contains(wanted));
            if server[0] == "feathers" {
                assert!(
                    is_there("# One\n\n- Id: guide/a#b\n- Version: both\n- Tags: x\n\nThe *first*.\n"),
                    "{texts:?}"
                );
                assert!(
                    is_there("- Version: v4\n- Category: docs\n- Source: <https://x.example/>\n\nThe second."),
                    "{texts:?}"
                );
            } else {
                assert!(
                    is_there("word59 `code`") && is_there("changed") && !is_there("lead 7\n") && !is_there("word8 ")
                );
                assert!(is_there("- Source: <https://x.example/page000#part>\n- File: page000.md\n"), "{}", texts[1]);
            }
        }
    }
}

#[test]
fn retort_lists_and_reads_them_by_any_name_of_the_server() {
    let folder = Folder::new("entries-read");
    let base = base(&folder);
    let all = retort(&["resources", &base], b"");
    assert!(
        stdout(&all).contains("117 resources") && stdout(&all).contains("knowledge://docs/{id}"),
        "{}",
        stdout(&all)
    );
    for uri in ["knowledge://docs/page005#part", "knowledge://docs/page005%23part"] {
        let read = retort(&["read", &base, uri], b"");
        assert!(read.status.success() && stdout(&read).contains("word5 "), "{}{}", stdout(&read), stderr(&read));
    }
    let gone = retort(&["read", &base, "knowledge://docs/page007#part"], b"");
    assert_eq!(gone.status.code(), Some(1));
    assert!(stdout(&gone).contains("There is no entry \"page007#part\""), "{}", stdout(&gone));
    let built_in = retort(&["read", "feathers", "knowledge://docs/hooks-around"], b"");
    assert!(stdout(&built_in).contains("Around hooks are outermost"), "{}", stdout(&built_in));
}

#[test]
fn requests_that_are_none_are_refused_for_what_they_are() {
    let request = |id: u64, method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
    for way in Way::both(&["feathers"]) {
        let answers = way.wire(&[
            request(2, "resources/read", json!({})),
            request(3, "resources/read", json!({ "uri": 5 })),
            request(5, "completion/complete", json!({ "ref": { "type": "ref/resource", "uri": "x" } })),
            request(
                6,
                "completion/complete",
                json!({ "ref": { "type": "ref/resource", "uri": "x" }, "argument": { "name": "id", "value": "" } }),
            ),
            request(7, "resources/none", json!({})),
            request(8, "resources/read", json!({ "uri": "knowledge://docs/none" })),
        ]);
        let codes: Vec<&Value> = answers[1..].iter().map(|answer| &answer["error"]["code"]).collect();
        assert_eq!(codes, [-32602, -32602, -32602, -32602, -32601, -32002], "over {}", way.name());
        assert!(answers[1]["error"]["message"].as_str().unwrap().contains("resources/read"), "{}", answers[1]);
    }
}
