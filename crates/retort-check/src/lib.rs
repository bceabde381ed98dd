//! Retort's checker: what is wrong with an MCP response, why it matters, and how to mend it.
//!
//! A [`Checker`] holds the [`Rule`]s of some [`Profile`]s and runs them over a [`Session`]: a transcript, or a
//! single response. There is one engine: what the reader noted on its way is reported by rules too, and no rule
//! looks for it again.
//!
//! ```
//! use retort_check::{Checker, Profile};
//!
//! let sent = r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": "hello"}}"#;
//! let (_, findings) = Checker::new(&[Profile::Mcp]).check(retort_core::read(sent));
//! let found: Vec<_> = findings.iter().map(|finding| (finding.rule.name, finding.pointer.as_str())).collect();
//! assert_eq!(found, [("content-string", "/result/content")]);
//! ```
//!
//! A [`Repairer`] makes the edits that mend a message, and a [`ProfileFile`] holds the rules of a house of its own. With the
//! feature `live`, the module `live` asks a server everything that the rules want to know.

mod call;
mod checker;
mod example;
mod finding;
mod gist;
mod index;
mod lines;
#[cfg(feature = "live")]
pub mod live;
mod marks;
mod pairs;
mod plain;
mod profile;
mod repair;
mod report;
mod rule;
mod rules;
mod schema;
mod sent;
mod session;
mod sieve;
mod strict;
mod values;
mod within;

pub use call::{Call, Parts};
pub use checker::Checker;
pub use finding::{Finding, Findings, quoted, shortened};
pub use profile::{ProfileError, ProfileFile, Shape, profile_schema};
pub use repair::{Applied, Context, Edit, Edits, Fix, Mend, Repaired, Repairer, Request, Safety, splice};
pub use report::{
    Accepted, Baseline, BaselineError, Checked, Counts, Format, Look, Report, rule_markdown, rules_json,
    rules_markdown, rules_text,
};
pub use rule::{ALWAYS, Check, Profile, Rule, Severity};
pub use rules::{all as rules, find as rule};
pub use session::{Exchange, Session, Tool};
pub use sieve::{LeftOut, Sifted};
