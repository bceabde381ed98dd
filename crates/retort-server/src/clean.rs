//! Holding an answer to the rules of a profile, in an author's own tests.

use retort_check::{Checker, Profile, Severity};

/// What is wrong with an answer under a profile, a line for each fault; empty where it is clean.
pub fn faults(answer: &str, profile: Profile) -> String {
    let (_, findings) = Checker::new(&[profile]).without_advice().check(retort_core::read(answer));
    let faults: Vec<String> = findings
        .iter()
        .filter(|finding| finding.severity > Severity::Hint)
        .map(|finding| format!("{} {} at {}: {}", finding.rule.id, finding.rule.name, finding.pointer, finding.message))
        .collect();
    faults.join("\n")
}

/// Fails a test where an answer breaks a rule of a profile, and says which and where. It takes anything that prints as a
/// response or as the `result` of one, such as an [`Answer`](crate::Answer).
///
/// ```
/// use retort_server::{Dialect, Profile, Reply, assert_clean};
///
/// assert_clean!(Reply::list(["a", "b"]).page(0, 2, 9).into_result(Dialect::Mcp), Profile::Mcp);
/// ```
///
/// ```should_panic
/// # use retort_server::{Profile, assert_clean};
/// assert_clean!(r#"{"content": "no block"}"#, Profile::Mcp);
/// ```
#[macro_export]
macro_rules! assert_clean {
    ($answer:expr, $profile:expr $(,)?) => {{
        let answer = ::std::string::ToString::to_string(&$answer);
        let faults = $crate::faults(&answer, $profile);
        ::std::assert!(faults.is_empty(), "{faults}\nin {answer}");
    }};
}
