//! Finds the tests that rows name. `retort-core::it::kept::everything_is_kept` is in `crates/retort-core/tests/it/kept.rs`;
//! without `it` a name is one of `src`.

use std::path::{Path, PathBuf};

use crate::root;

/// The file of a test by its name, from the root of the repository; or what is missing where there is none.
pub(super) fn file_of(name: &str) -> Result<PathBuf, String> {
    let mut parts: Vec<&str> = name.split("::").collect();
    let test = parts.pop().unwrap_or_default();
    let Some((package, mut modules)) = parts.split_first() else { return Err("it names no crate".to_owned()) };
    let mut folder = Path::new("crates").join(package).join("src");
    if let Some((_, rest)) = modules.split_first().filter(|(first, _)| **first == "it") {
        folder = Path::new("crates").join(package).join("tests/it");
        modules = rest;
    }
    let mut file = None;
    for module in modules {
        folder.push(module);
        let beside = folder.with_extension("rs");
        let inside = folder.join("mod.rs");
        // A module without a file of its own stands inside the last that had one.
        file = [beside, inside].into_iter().find(|path| root().join(path).is_file()).or(file);
    }
    let file = file.ok_or_else(|| "there is no such module".to_owned())?;
    let source = std::fs::read_to_string(root().join(&file)).map_err(|error| error.to_string())?;
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let starts = [format!("fn {test}("), format!("async fn {test}(")];
    let found = lines.iter().position(|line| starts.iter().any(|start| line.starts_with(start.as_str())));
    let line = found.ok_or_else(|| format!("{} has no such function", file.display()))?;
    let mut above = lines[..line].iter().rev().take_while(|line| line.starts_with("#[") || line.starts_with("//"));
    if above.any(|line| line.starts_with("#[test]") || line.starts_with("#[tokio::test")) {
        Ok(file)
    } else {
        Err(format!("the function in {} is no test", file.display()))
    }
}
