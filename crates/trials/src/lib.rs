//! What the tests of all crates share: how long they wait, how many random cases they try, and what they do where a peer
//! is missing. `./test` installs every peer, so there a missing one is a failure; a plain `cargo test` passes over the
//! tests that need it, and says so at its end.

use std::path::PathBuf;
use std::time::Duration;

use proptest::prelude::ProptestConfig;

pub mod passed_over;
pub mod postgresql;

pub use passed_over::pass_over;

/// How long anything may take that ends at once on a free machine. Only what hangs takes so long.
pub const PATIENCE: Duration = Duration::from_mins(5);

/// With how many cases a property is tried: so many, or as `PROPTEST_CASES` says.
///
/// `./test` fixes the seed with `PROPTEST_RNG_SEED`; `tests/random` tries many cases with another seed each time.
pub fn cases(count: u32) -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(count),
    }
}

/// The folder of the peers, which are packages of Python and Node; `None` where nobody installed the one that is wanted.
///
/// # Panics
///
/// Where a missing peer is a failure.
pub fn peers(wanted: &str) -> Option<PathBuf> {
    folder("RETORT_PEERS", wanted)
}

/// The folder that a variable names; `None` where nobody set up what is wanted.
///
/// # Panics
///
/// Where what is missing is a failure.
pub fn folder(variable: &str, wanted: &str) -> Option<PathBuf> {
    let folder = std::env::var_os(variable).map(PathBuf::from);
    if folder.is_none() {
        pass_over(wanted);
    }
    folder
}
