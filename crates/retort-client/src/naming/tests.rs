//! Directories made of real files in a folder of their own, read as a person's would be.

use std::fs;
use std::path::{Path, PathBuf};

use super::places::Surroundings;
use super::{Directory, EndpointKind, NamingError, Origin, Server, Trust};

/// A home with a repository in it; gone with the value.
pub(super) struct Home(pub(super) PathBuf);

impl Home {
    pub(super) fn new(test: &str, files: &[(&str, &str)]) -> Self {
        let home = Self(std::env::temp_dir().join(format!("retort-naming-{}-{test}", std::process::id())));
        let _ = fs::remove_dir_all(&home.0);
        fs::create_dir_all(home.0.join("shop/.git")).unwrap();
        fs::create_dir_all(home.0.join("shop/src")).unwrap();
        for (name, text) in files {
            home.write(name, text);
        }
        home
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// What is known in `shop/src`, to somebody who trusts everything.
    fn read(&self, config: Option<&str>) -> Result<Directory, NamingError> {
        self.read_with(config, &Trust::nothing().and_everything())
    }

    pub(super) fn read_with(&self, config: Option<&str>, trust: &Trust) -> Result<Directory, NamingError> {
        let here = self.0.join("shop/src");
        Directory::read_in(&self.surroundings(), config.map(Path::new), &here, &["demo", "knowledge"], trust)
    }

    pub(super) fn surroundings(&self) -> Surroundings {
        Surroundings::invented(&self.0.to_string_lossy(), &[("TOKEN", "hush")])
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(super) fn command(directory: &Directory, name: &str) -> super::Command {
    match directory.find(name) {
        Ok(Server::Command(command)) => command,
        other => panic!("{name} is no command: {other:?}"),
    }
}

fn error(directory: &Directory, text: &str) -> String {
    directory.find(text).unwrap_err().to_string()
}

#[test]
fn the_nearest_file_counts_and_the_others_are_kept() {
    let home = Home::new(
        "order",
        &[
            ("shop/src/mcp.json", r#"{"mcpServers": {"a": {"command": "near"}}}"#),
            ("shop/.vscode/mcp.json", r#"{"servers": {"a": {"command": "far"}, "b": {"command": "editor"}}}"#),
            (".mcp.json", r#"{"mcpServers": {"outside": {"command": "x"}}}"#),
            (".config/Claude/claude_desktop_config.json", r#"{"mcpServers": {"c": {"command": "desktop"}}}"#),
            (".claude.json", r#"{"numStartups": 3, "mcpServers": {"demo": {"command": "mine"}}}"#),
        ],
    );
    let directory = home.read(None).unwrap();
    assert_eq!(command(&directory, "a").program, "near");
    assert_eq!(directory.find("knowledge").unwrap(), Server::BuiltIn("knowledge".to_owned()));
    let names: Vec<(&str, bool)> = directory.all().iter().map(|named| (named.name.as_str(), named.shadowed)).collect();
    let expected =
        [("a", false), ("a", true), ("b", false), ("c", false), ("demo", true), ("demo", false), ("knowledge", false)];
    assert_eq!(names, expected);
    assert_eq!(directory.all()[0].origin, Origin::File(home.0.join("shop/src/mcp.json")));
    assert!(directory.find("outside").is_err(), "a repository's root ends the search");
}

#[test]
fn no_file_takes_the_name_of_a_built_in_server_and_no_project_that_of_an_own_entry() {
    let entry = |program: &str| format!(r#"{{"command": "{program}"}}"#);
    let home = Home::new("shadows", &[]);
    let project = format!(
        r#"{{"mcpServers": {{"demo": {}, "github": {}, "new": {}, "HOME/.claude.json:github": {}}}}}"#,
        entry("theirs"),
        entry("theirs"),
        entry("theirs"),
        entry("posing"),
    );
    home.write("shop/.mcp.json", &project.replace("HOME", &home.0.to_string_lossy()));
    home.write("shop/src/.cursor/mcp.json", &format!(r#"{{"mcpServers": {{"github": {}}}}}"#, entry("nearer")));
    home.write(
        ".claude.json",
        &format!(r#"{{"mcpServers": {{"demo": {}, "github": {}}}}}"#, entry("own"), entry("own")),
    );
    let directory = home.read(None).unwrap();
    assert_eq!(directory.find("demo").unwrap(), Server::BuiltIn("demo".to_owned()));
    assert_eq!(command(&directory, "github").program, "own");
    assert_eq!(command(&directory, "new").program, "theirs");
    // Each is reached with its file before it, however that is written, and nothing that a file holds can pose as that.
    let own = format!("{}:github", home.0.join(".claude.json").display());
    for (text, program) in [
        ("../.mcp.json:demo", "theirs"),
        ("../../.claude.json:demo", "own"),
        ("../.mcp.json:github", "theirs"),
        (".cursor/mcp.json:github", "nearer"),
        ("./.cursor/../.cursor/mcp.json:github", "nearer"),
        (own.as_str(), "own"),
    ] {
        assert_eq!(command(&directory, text).program, program, "{text}");
    }
    let hidden: Vec<Option<String>> = directory.hidden_by("github").map(|named| directory.qualified(named)).collect();
    let above = format!("{}:github", home.0.join("shop/.mcp.json").display());
    assert_eq!(hidden, [Some(".cursor/mcp.json:github".to_owned()), Some(above)]);
    assert!(directory.find("other.json:github").is_err());
}

#[test]
fn every_field_of_an_entry_is_read() {
    let home = Home::new(
        "fields",
        &[
            (
                "shop/.vscode/mcp.json",
                r#"{
                // comments and trailing commas are allowed
                "inputs": [{"id": "key", "type": "promptString"}],
                "servers": {
                    "full": {"type": "stdio", "command": "cmd", "args": ["/c", "npx", 7, "${workspaceFolder}/x",],
                             "env": {"PORT": 8080, "T": "${env:TOKEN}", "UNSET": null}, "envFile": "${workspaceFolder}/.env",
                             "cwd": "sub", "disabled": true},
                    "asks": {"url": "https://example.org", "headers": {"Authorization": "Bearer ${input:key}"}},
                    "sse": {"type": "sse", "url": "http://localhost:1/sse"},
                    "http": {"serverUrl": "https://example.org/mcp", "transport": "streamable-http",
                             "headers": {"X-Key": "${TOKEN}"}},
                    "default": {"command": "${RUNNER:-uvx}", "args": ["${NOT_SET}"]},
                },
            }"#,
            ),
            ("shop/.env", "PORT=1\nEXTRA='2 3'\n"),
        ],
    );
    let directory = home.read(None).unwrap();
    let full = command(&directory, "full");
    let shop = home.0.join("shop");
    assert_eq!(full.program, "cmd");
    assert_eq!(full.args, ["/c", "npx", "7", &shop.join("x").to_string_lossy()]);
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(full.env, [pair("EXTRA", "2 3"), pair("PORT", "8080"), pair("T", "hush")]);
    assert_eq!(full.cwd, Some(shop.join("sub")));
    assert!(directory.all()[0].disabled);

    let Server::Http(sse) = directory.find("sse").unwrap() else { panic!() };
    assert_eq!(sse.kind, Some(EndpointKind::Sse));
    let Server::Http(http) = directory.find("http").unwrap() else { panic!() };
    assert_eq!((http.kind, http.headers), (Some(EndpointKind::Streamable), vec![pair("X-Key", "hush")]));

    let asks = error(&directory, "asks");
    assert!(asks.contains("\"key\"") && asks.contains("\"asks\"") && asks.contains("mcp.json"), "{asks}");
    let missing = error(&directory, "default");
    assert!(missing.contains("NOT_SET") && missing.contains("\"default\""), "{missing}");
    assert!(!format!("{directory:?}").contains("hush"), "secrets stay hidden");
}

#[test]
fn a_broken_file_leaves_the_others_alone() {
    let home = Home::new(
        "broken",
        &[
            ("shop/.mcp.json", "{\n  \"mcpServers\": {\n    \"a\" 1\n  }\n}"),
            (".claude.json", r#"{"mcpServers": {"good": {"command": "x"}}}"#),
        ],
    );
    let directory = home.read(None).unwrap();
    assert_eq!(command(&directory, "good").program, "x");
    let said = directory.unread()[0].to_string();
    assert!(said.contains(".mcp.json:3:9: this is not JSON (expected `:`)"), "{said}");
    let unknown = error(&directory, "goood");
    assert!(unknown.contains("did you mean \"good\"?") && unknown.contains(".mcp.json could not be read"), "{unknown}");
}

#[test]
fn a_named_file_counts_alone_and_must_be_good() {
    let home = Home::new(
        "config",
        &[
            ("shop/.mcp.json", r#"{"mcpServers": {"a": {"command": "x"}}}"#),
            ("other.json", r#"{"mcpServers": {}}"#),
            ("list.json", "[]"),
            ("none.json", "{\"name\": \"shop\"}"),
        ],
    );
    let directory = home.read(Some("../../other.json")).unwrap();
    assert_eq!(directory.all().len(), 2, "only what Retort brings along");
    for (config, said) in [
        ("missing.json", "cannot read"),
        ("../../list.json", "it holds an array"),
        ("../../none.json", "neither mcpServers nor servers"),
        ("../..", "it is not a file"),
    ] {
        let error = home.read(Some(config)).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn hostile_entries_are_errors_of_their_own() {
    let home = Home::new(
        "hostile",
        &[(
            "shop/mcp.json",
            r#"{"mcpServers": {
                "number": 5, "empty": {}, "command": {"command": ["npx"]}, "blank": {"command": " "},
                "args": {"command": "x", "args": "-y secret"}, "arg": {"command": "x", "args": [["secret"]]},
                "env": {"command": "x", "env": ["secret"]}, "header": {"url": "http://x", "headers": {"k": ["secret"]}},
                "type": {"type": "carrier-pigeon", "url": "http://x"}, "url": {"url": "ftp://secret@x"},
                "url2": {"url": "http://"}, "stdio": {"type": "stdio", "url": "http://x"},
                "envfile": {"command": "x", "envFile": "nowhere"}, "good": {"command": "x"},
                "good": {"command": "y"}, "": {"command": "z"}, "a\u001b[2J": {}
            }}"#,
        )],
    );
    let directory = home.read(None).unwrap();
    for (name, said) in [
        ("number", "it is a number"),
        ("empty", "neither command nor url"),
        ("command", "command is an array"),
        ("blank", "command is empty"),
        ("args", "args is a text"),
        ("arg", "args[0] is an array"),
        ("env", "env is an array"),
        ("header", "headers.k is an array"),
        ("type", "type is none that is known"),
        ("url", "only http:// and https://"),
        ("url2", "url is no address"),
        ("stdio", "asks for command"),
        ("envfile", "cannot read"),
        ("a\u{1b}[2J", "\"a\\u{1b}[2J\""),
    ] {
        let error = error(&directory, name);
        assert!(error.contains(said), "{name}: {error}");
        assert!(!error.contains("secret") && !error.contains('\u{1b}'), "{error}");
    }
    assert_eq!(command(&directory, "good").program, "y");
}

#[test]
fn a_huge_file_is_not_read() {
    let home = Home::new("huge", &[]);
    let file = fs::File::create(home.0.join("shop/mcp.json")).unwrap();
    file.set_len(20 * 1024 * 1024).unwrap();
    let directory = home.read(None).unwrap();
    assert!(directory.unread()[0].to_string().contains("at most 10485760"));
    assert_eq!(directory.all().len(), 2);
}

#[test]
fn claude_code_keeps_servers_for_each_project() {
    let home = Home::new("projects", &[]);
    let shop = home.0.join("shop").to_string_lossy().replace('\\', "\\\\");
    let text = format!(
        r#"{{"mcpServers": {{"a": {{"command": "all"}}}}, "projects": {{"{shop}": {{"mcpServers": {{"a": {{"command": "own"}}}}}}}}}}"#
    );
    home.write(".claude.json", &text);
    let directory = home.read(None).unwrap();
    assert_eq!(command(&directory, "a").program, "own");
    assert!(directory.all()[1].shadowed);
}

#[test]
fn a_text_may_be_an_address_a_command_line_or_a_program() {
    let home = Home::new("texts", &[("shop/src/server.py", "pass"), ("shop/src/x.json", "{}")]);
    let directory = home.read(None).unwrap();
    assert!(matches!(directory.find(" HTTPS://example.org/mcp "), Ok(Server::Http(_))));
    assert_eq!(command(&directory, "no-such-program 'a b'").args, ["a b"]);
    #[cfg(unix)]
    assert_eq!(command(&directory, "sh").program, "sh");
    for (text, said) in [
        ("ws://example.org", "only http:// and https://"),
        ("https://evil.example\\@good.example/a", "is no plain address"),
        ("http:///evil.example/a", "is no plain address"),
        ("https://user:hush@", "is no address"),
        ("./server.py", "python3 ./server.py"),
        ("./x.json", "is a JSON file, not a server"),
        ("./nowhere", "no such file; check"),
        ("localhost:8000", "write http://localhost:8000"),
        ("127.0.0.1:8000/mcp", "write http://127.0.0.1:8000/mcp"),
        ("..//", "folder"),
        ("npx 'open", "quote"),
        ("no-such-program", "a SERVER is a URL"),
        ("knowlege", "did you mean \"knowledge\"?"),
        ("", "there is no server \"\""),
    ] {
        let error = error(&directory, text);
        assert!(error.contains(said) && !error.contains("hush"), "{text}: {error}");
    }
}
