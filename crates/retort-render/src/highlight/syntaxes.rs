//! The languages that are highlighted: those that the detector knows, and those that people name in Markdown. Others
//! stay plain, so that the rules that strangers can reach are few and tried.

use std::sync::LazyLock;

use syntect::parsing::{SyntaxReference, SyntaxSet};

/// What languages are called, and the file extension by which the rules know them.
const LANGUAGES: &[(&[&str], &str)] = &[
    (&["bash", "sh", "shell", "zsh", "console", "shellscript"], "bash"),
    (&["batch", "bat", "cmd"], "bat"),
    (&["c", "h"], "c"),
    (&["clojure", "clj", "edn"], "clj"),
    (&["cmake"], "cmake"),
    (&["cpp", "c++", "cc", "hpp", "cxx"], "cpp"),
    (&["csharp", "c#", "cs"], "cs"),
    (&["css"], "css"),
    (&["dart"], "dart"),
    (&["dockerfile", "docker"], "Dockerfile"),
    (&["elixir", "ex", "exs"], "ex"),
    (&["elm"], "elm"),
    (&["erlang", "erl"], "erl"),
    (&["fsharp", "f#", "fs"], "fsi"),
    (&["go", "golang"], "go"),
    (&["graphql", "gql"], "graphql"),
    (&["groovy", "gradle"], "groovy"),
    (&["haskell", "hs"], "hs"),
    (&["hcl", "terraform", "tf"], "tf"),
    (&["html", "htm", "xhtml", "svelte", "vue"], "html"),
    (&["http"], "http"),
    (&["ini", "cfg", "properties", "editorconfig"], "ini"),
    (&["java"], "java"),
    (&["javascript", "js", "mjs", "cjs", "node"], "js"),
    (&["jq"], "jq"),
    (&["json", "jsonc", "json5", "jsonl", "ndjson"], "json"),
    (&["jsx", "tsx"], "tsx"),
    (&["julia", "jl"], "jl"),
    (&["kotlin", "kt", "kts"], "kt"),
    (&["latex", "tex"], "tex"),
    (&["less"], "less"),
    (&["lisp", "elisp", "scheme"], "lisp"),
    (&["lua"], "lua"),
    (&["makefile", "make", "mk"], "makefile"),
    (&["markdown", "md"], "md"),
    (&["matlab"], "matlab"),
    (&["nginx"], "nginx.conf"),
    (&["nim"], "nim"),
    (&["nix"], "nix"),
    (&["objective-c", "objectivec", "objc"], "m"),
    (&["ocaml", "ml"], "ml"),
    (&["perl", "pl"], "pl"),
    (&["php"], "php"),
    (&["protobuf", "proto"], "proto"),
    (&["python", "py", "python3", "py3"], "py"),
    (&["r"], "r"),
    (&["ruby", "rb"], "rb"),
    (&["rust", "rs"], "rs"),
    (&["sass"], "sass"),
    (&["scala"], "scala"),
    (&["scss"], "scss"),
    (&["solidity", "sol"], "sol"),
    (&["sql", "mysql", "postgresql", "postgres", "sqlite", "plpgsql"], "sql"),
    (&["swift"], "swift"),
    (&["toml"], "toml"),
    (&["typescript", "ts", "mts", "cts"], "ts"),
    (&["viml", "vim"], "vim"),
    (&["xml", "svg", "xsd", "xsl", "rss", "plist"], "xml"),
    (&["yaml", "yml"], "yaml"),
    (&["zig"], "zig"),
];

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);

/// All rules. They are read when they are first needed.
pub(super) fn all() -> &'static SyntaxSet {
    &SYNTAXES
}

/// The rules of a language, whatever it is called; as Markdown names it, other words may follow, as in `rust,ignore`.
pub(super) fn find(language: &str) -> Option<&'static SyntaxReference> {
    let name = language.trim_start_matches(['.', '{']).split([' ', ',', '\t', '{', '}', ':', ';']).next()?;
    let is_name = |(names, _): &&(&[&str], &str)| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    let (_, extension) = LANGUAGES.iter().find(is_name)?;
    all().find_syntax_by_extension(extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_rules() {
        for (names, _) in LANGUAGES {
            for name in *names {
                assert!(find(name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn names_as_people_write_them() {
        for (name, rules) in
            [("Rust,ignore", "Rust"), ("TypeScript", "TypeScript"), ("{.python .x}", "Python"), ("c", "C")]
        {
            assert_eq!(find(name).map(|syntax| syntax.name.as_str()), Some(rules), "{name}");
        }
        assert!(find("").is_none() && find("klingon").is_none() && find("text").is_none());
    }
}
