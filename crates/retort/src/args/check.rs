//! The arguments of the checker.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use retort_check::{Format, Profile, Severity};
use retort_core::{Revision, UnknownName};

use super::Reach;

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct CheckOptions {
    /// A server (a name, an address, a command line in quotes), or files with responses; - for standard input
    #[arg(value_name = "SERVER|FILE", required = true)]
    pub(crate) what: Vec<String>,
    /// The rules to check: one or several of mcp, drf, yourls, feathers, omni, envelope, or the path of a profile file;
    /// mcp@2025-06-18 pins a revision
    #[arg(long = "profile", value_name = "NAME|FILE", value_delimiter = ',', default_value = "mcp", value_parser = asked)]
    pub(crate) profiles: Vec<Asked>,
    /// Check only these rules, by id, name or the letters that ids start with
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) select: Vec<String>,
    /// Leave these rules out
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// The tool that gave the response, where a file does not tell
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
    /// Call a tool with arguments, as 'TOOL name=value …'
    #[arg(long = "call", value_name = "CALL", help_heading = "Calls")]
    pub(crate) calls: Vec<String>,
    /// A file with such calls, one a line
    #[arg(long = "calls", value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Calls")]
    pub(crate) call_file: Option<PathBuf>,
    /// Call every tool, also those that are not marked as read-only
    #[arg(long, help_heading = "Calls")]
    pub(crate) all_tools: bool,
    /// How to report: text, json, sarif, junit or github
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Report")]
    pub(crate) format: Format,
    /// End with 1 for findings as grave as this, or graver: error, warning or hint
    #[arg(long, value_name = "LEVEL", default_value = "warning", help_heading = "Report")]
    pub(crate) fail_on: Severity,
    /// Tell hints too: advice that a good server may leave unheeded
    #[arg(long, help_heading = "Report")]
    pub(crate) pedantic: bool,
    /// Findings that are accepted; an entry that fits none any more is a failure
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Report")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write all findings to the baseline file, as accepted from now on
    #[arg(long, requires = "baseline", help_heading = "Report")]
    pub(crate) update_baseline: bool,
    /// Print the file with everything repaired that can be without changing what it says, instead of a report
    #[arg(long, conflicts_with_all = ["format", "update_baseline"], help_heading = "Repairs")]
    pub(crate) fix: bool,
    /// Make repairs too that guess or change what is said; implies --fix
    #[arg(long, conflicts_with_all = ["format", "update_baseline"], help_heading = "Repairs")]
    pub(crate) unsafe_fixes: bool,
    /// Show what would be repaired, as a unified diff, and change nothing; with --unsafe-fixes, everything
    #[arg(long, conflicts_with_all = ["format", "update_baseline"], help_heading = "Repairs")]
    pub(crate) diff: bool,
    #[command(flatten)]
    pub(crate) reach: Reach,
}

#[derive(Args)]
pub(crate) struct RulesOptions {
    /// Tell all about this rule, by id or name
    #[arg(value_name = "RULE")]
    pub(crate) rule: Option<String>,
    /// List only the rules of these profiles: names, or the paths of profile files
    #[arg(long = "profile", value_name = "NAME|FILE", value_delimiter = ',', value_parser = asked)]
    pub(crate) profiles: Vec<Asked>,
    /// Print the JSON Schema of profile files, for editors
    #[arg(long, conflicts_with_all = ["rule", "profiles"])]
    pub(crate) profile_schema: bool,
    /// How to print: text, json or markdown
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = ["text", "json", "markdown"])]
    pub(crate) format: String,
}

/// A profile, perhaps held to one revision.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) profile: Named,
    pub(crate) revision: Option<Revision>,
}

/// A profile by its name or its file.
#[derive(Clone, Debug)]
pub(crate) enum Named {
    Known(Profile),
    File(PathBuf),
}

fn asked(text: &str) -> Result<Asked, UnknownName> {
    // A path may have an @ in it; a revision starts with a digit and is the last.
    let (name, revision) =
        match text.rsplit_once('@').filter(|(_, rest)| rest.starts_with(|first: char| first.is_ascii_digit())) {
            Some((name, revision)) => (name, Some(revision.parse()?)),
            None => (text, None),
        };
    let is_file = name.contains(['/', '\\']) || Path::new(name).extension().is_some_and(|end| end == "toml");
    let profile = if is_file { Named::File(PathBuf::from(name)) } else { Named::Known(name.parse()?) };
    Ok(Asked { profile, revision })
}
