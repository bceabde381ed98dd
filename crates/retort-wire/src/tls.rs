//! The cryptography behind `https`: `ring`, with the certificates that the system trusts. It is given to each HTTP client,
//! so that nothing is chosen for the whole process.

use std::sync::Arc;

use rustls::ClientConfig;
use rustls_platform_verifier::BuilderVerifierExt;

/// How connections to `https` addresses are made.
///
/// # Errors
///
/// Where the system's certificates cannot be had.
pub fn tls_config() -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let mut config = builder.with_platform_verifier()?.with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
