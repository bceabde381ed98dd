//! The cryptography behind `https`: chosen once for the whole process.

/// Makes `ring` the provider, unless the program has chosen another one.
pub(crate) fn install() {
    // Where one is installed already, that one is wanted.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
