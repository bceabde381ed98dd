//! The signed statement with which a client proves who it is without a secret (RFC 7523). Signing is done with `ring`,
//! which is there for TLS anyway.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING};
use ring::signature::{EcdsaKeyPair, Ed25519KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;
use serde_json::json;

use super::Error;
use super::record::now;

/// How long an assertion is good for, in seconds.
const LIFETIME: u64 = 300;

/// A private key that signs for a client: RSA (RS256), P-256 (ES256), P-384 (ES384) or Ed25519 (`EdDSA`).
#[derive(Debug)]
pub struct SigningKey(Key);

enum Key {
    Es256(EcdsaKeyPair),
    Es384(EcdsaKeyPair),
    Rs256(RsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.algorithm())
    }
}

impl Key {
    fn algorithm(&self) -> &'static str {
        match self {
            Self::Es256(_) => "ES256",
            Self::Es384(_) => "ES384",
            Self::Rs256(_) => "RS256",
            Self::Ed25519(_) => "EdDSA",
        }
    }
}

impl SigningKey {
    /// Reads a key in PEM, as `openssl genpkey` writes it. The kind of key decides on the algorithm.
    ///
    /// # Errors
    ///
    /// There is no private key in it, or one of another kind.
    pub fn from_pem(pem: &str) -> Result<Self, Error> {
        let bad = || {
            let advice = "the key is none that can sign here: it has to be an RSA, P-256, P-384 or Ed25519 key in \
                          PKCS#8, as `openssl pkcs8 -topk8 -nocrypt` writes it";
            Error::Request(advice.to_owned())
        };
        let der = PrivateKeyDer::from_pem_slice(pem.as_bytes()).map_err(|_| bad())?;
        let random = SystemRandom::new();
        let key = match &der {
            PrivateKeyDer::Pkcs8(key) => {
                let der = key.secret_pkcs8_der();
                let curve = |curve| EcdsaKeyPair::from_pkcs8(curve, der, &random);
                None.or_else(|| curve(&ECDSA_P256_SHA256_FIXED_SIGNING).ok().map(Key::Es256))
                    .or_else(|| curve(&ECDSA_P384_SHA384_FIXED_SIGNING).ok().map(Key::Es384))
                    .or_else(|| RsaKeyPair::from_pkcs8(der).ok().map(Key::Rs256))
                    .or_else(|| Ed25519KeyPair::from_pkcs8_maybe_unchecked(der).ok().map(Key::Ed25519))
            }
            PrivateKeyDer::Pkcs1(key) => RsaKeyPair::from_der(key.secret_pkcs1_der()).ok().map(Key::Rs256),
            _ => None,
        };
        key.map(Self).ok_or_else(bad)
    }

    /// The algorithm's name in JOSE.
    pub fn algorithm(&self) -> &'static str {
        self.0.algorithm()
    }

    /// States that the bearer is this client, to that audience, for the next minutes.
    pub(super) fn assert(&self, client_id: &str, audience: &str) -> Result<String, Error> {
        let random = SystemRandom::new();
        let unable = || Error::Request("the client's key cannot sign: the system gives no random numbers".to_owned());
        let id: [u8; 16] = ring::rand::generate(&random).map_err(|_| unable())?.expose();
        let issued = now();
        let header = json!({ "alg": self.algorithm(), "typ": "JWT" });
        let claims = json!({
            "iss": client_id,
            "sub": client_id,
            "aud": audience,
            "iat": issued,
            "exp": issued + LIFETIME,
            "jti": URL_SAFE_NO_PAD.encode(id),
        });
        let encode = |part: &serde_json::Value| URL_SAFE_NO_PAD.encode(part.to_string());
        let signed = format!("{}.{}", encode(&header), encode(&claims));
        let message = signed.as_bytes();
        let signature = match &self.0 {
            Key::Es256(key) | Key::Es384(key) => key.sign(&random, message).map_err(|_| unable())?.as_ref().to_vec(),
            Key::Ed25519(key) => key.sign(message).as_ref().to_vec(),
            Key::Rs256(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &random, message, &mut signature).map_err(|_| unable())?;
                signature
            }
        };
        Ok(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, KeyPair as _, UnparsedPublicKey};

    /// A P-256 key, fresh, in PEM.
    fn pem() -> String {
        let der = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).unwrap();
        let text = base64::engine::general_purpose::STANDARD.encode(der.as_ref());
        format!("-----BEGIN PRIVATE KEY-----\n{text}\n-----END PRIVATE KEY-----\n")
    }

    #[test]
    fn an_assertion_says_who_and_is_signed() {
        let key = SigningKey::from_pem(&pem()).unwrap();
        assert_eq!(key.algorithm(), "ES256");
        let assertion = key.assert("me", "https://as.example").unwrap();
        let (signed, signature) = assertion.rsplit_once('.').unwrap();
        let claims: serde_json::Value =
            serde_json::from_slice(&URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap()).unwrap();
        assert_eq!((&claims["iss"], &claims["sub"]), (&json!("me"), &json!("me")));
        assert_eq!(claims["aud"], "https://as.example");
        let Key::Es256(pair) = &key.0 else { panic!("not ES256") };
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, pair.public_key().as_ref());
        public.verify(signed.as_bytes(), &URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
    }

    #[test]
    fn what_is_no_key_is_said_to_be_none() {
        for text in ["", "secret", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"] {
            assert!(SigningKey::from_pem(text).unwrap_err().to_string().contains("openssl"), "{text}");
        }
    }
}
