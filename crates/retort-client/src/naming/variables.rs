//! Variables in configuration files: `${VAR}`, `${VAR:-default}`, `${env:VAR}`, `${workspaceFolder}`,
//! `${workspaceFolderBasename}`, `${userHome}` and `${pathSeparator}`. What a variable holds is put in as it is and
//! not looked at again. Text in `${…}` that is no variable stays as it is written.

use std::path::Path;

use super::places::Surroundings;
use crate::server::quoted;
use retort_wire::one_line;

/// What variables stand for in one file.
#[derive(Clone, Copy)]
pub(super) struct Variables<'a> {
    pub(super) surroundings: &'a Surroundings,
    /// The folder that the file is about.
    pub(super) workspace: &'a Path,
    /// Where its servers run; where the caller is when there is none.
    pub(super) runs_in: Option<&'a Path>,
}

impl Variables<'_> {
    /// `text` with its variables put in, or what is wrong with one of them.
    pub(super) fn expand(self, text: &str) -> Result<String, String> {
        let mut expanded = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once("${") {
            expanded.push_str(before);
            let Some((inside, after)) = behind.split_once('}') else {
                expanded.push_str("${");
                rest = behind;
                continue;
            };
            if let Some(value) = self.value_of(inside)? {
                expanded.push_str(&value);
            } else {
                expanded.push_str("${");
                expanded.push_str(inside);
                expanded.push('}');
            }
            rest = after;
        }
        expanded.push_str(rest);
        Ok(expanded)
    }

    /// What stands for `${inside}`; `None` where that is no variable.
    fn value_of(self, inside: &str) -> Result<Option<String>, String> {
        let path = |path: &Path| Ok(Some(path.to_string_lossy().into_owned()));
        match inside {
            "workspaceFolder" => return path(self.workspace),
            "workspaceFolderBasename" => return path(Path::new(self.workspace.file_name().unwrap_or_default())),
            "pathSeparator" | "/" => return Ok(Some(std::path::MAIN_SEPARATOR.to_string())),
            "userHome" => {
                return match &self.surroundings.home {
                    Some(home) => path(home),
                    None => Err("${userHome} is not known here; write the path itself".to_owned()),
                };
            }
            _ => {}
        }
        if let Some(input) = inside.strip_prefix("input:") {
            return Err(format!(
                "it asks for the input {}, which only its editor can ask for; \
                 put an environment variable there (${{VAR}}), or name another file",
                quoted(input)
            ));
        }
        let Some((name, default)) = environment(inside) else {
            return match inside.split_once(':') {
                Some((kind, _)) if is_name(kind) => {
                    Err(format!("${{{}}} is not known here; put an environment variable there", one_line(inside, 80)))
                }
                _ => Ok(None),
            };
        };
        match (self.surroundings.variable(name), default) {
            // As in a shell, an empty variable counts as none where there is a default.
            (Some(value), Some(default)) if value.is_empty() => Ok(Some(default.to_owned())),
            (Some(value), _) => Ok(Some(value)),
            (None, Some(default)) => Ok(Some(default.to_owned())),
            (None, None) => Err(format!(
                "the environment variable {name} is not set; set it, or write ${{{name}:-default}} in the file"
            )),
        }
    }
}

/// The environment variable that `${inside}` stands for, and what counts where there is none.
fn environment(inside: &str) -> Option<(&str, Option<&str>)> {
    let (name, default) = match inside.split_once(":-") {
        Some((name, default)) => (name, Some(default)),
        None => (inside, None),
    };
    let name = name.strip_prefix("env:").unwrap_or(name);
    is_name(name).then_some((name, default))
}

/// What would be put into a text: the names of its variables, and none of what they hold.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    let inside = text.split("${").skip(1).filter_map(|behind| behind.split_once('}').map(|(inside, _)| inside));
    inside.filter_map(|inside| environment(inside).map(|(name, _)| name).filter(|name| *name != "pathSeparator"))
}

/// Whether it can be the name of an environment variable.
pub(super) fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expand(text: &str) -> Result<String, String> {
        let surroundings = Surroundings::invented("/home/ann", &[("A", "1"), ("EMPTY", ""), ("LOOP", "${A}")]);
        Variables { surroundings: &surroundings, workspace: Path::new("/work/shop"), runs_in: None }.expand(text)
    }

    #[test]
    fn every_way_of_writing_a_variable() {
        for (text, expanded) in [
            ("plain", "plain"),
            ("${A}-${env:A}", "1-1"),
            ("${NONE:-d}${EMPTY:-e}${A:-f}${env:NONE:-}", "de1"),
            ("${EMPTY}", ""),
            ("${workspaceFolder}/x of ${workspaceFolderBasename}", "/work/shop/x of shop"),
            ("${userHome}/y", "/home/ann/y"),
            ("${LOOP}", "${A}"),
            ("$A ${} ${1+1} ${open", "$A ${} ${1+1} ${open"),
        ] {
            assert_eq!(expand(text).as_deref(), Ok(expanded), "{text}");
        }
    }

    #[test]
    fn the_names_in_a_text_are_found_without_their_values() {
        let found: Vec<&str> =
            names("${A}/${env:B:-x} ${workspaceFolder} ${pathSeparator} ${input:c} ${} ${D").collect();
        assert_eq!(found, ["A", "B", "workspaceFolder"]);
    }

    #[test]
    fn what_is_missing_is_named() {
        assert!(expand("x${NONE}").unwrap_err().contains("variable NONE is not set"));
        let input = expand("Bearer ${input:api-key}").unwrap_err();
        assert!(input.contains("\"api-key\"") && input.contains("another file"), "{input}");
        assert!(expand("${command:pick.me}").unwrap_err().contains("${command:pick.me}"));
    }
}
