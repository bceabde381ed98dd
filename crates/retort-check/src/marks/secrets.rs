//! Secrets that are known by their form. What is a placeholder in documentation is none.

use super::needles::Needle;
use super::{MarkKind, Scan};

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Whether a token was drawn by lot: letters and several digits.
fn is_random(token: &[u8]) -> bool {
    let digits = token.iter().filter(|byte| byte.is_ascii_digit()).count();
    digits >= 3 && token.iter().any(u8::is_ascii_alphabetic)
}

/// Whether a password stands for the one that belongs there.
fn is_placeholder(password: &[u8]) -> bool {
    const WORDS: [&[u8]; 12] = [
        b"password",
        b"pass",
        b"passwd",
        b"pwd",
        b"secret",
        b"token",
        b"none",
        b"null",
        b"example",
        b"redacted",
        b"hidden",
        b"yourpassword",
    ];
    let opens = password.first().is_none_or(|byte| b"<{$%[*(".contains(byte));
    opens
        || password.len() < 4
        || password.iter().all(|byte| matches!(byte, b'x' | b'X' | b'*' | b'.' | b'-'))
        || WORDS.iter().any(|word| password.eq_ignore_ascii_case(word))
        || memchr::memmem::find(password, b"***").is_some()
}

impl Scan<'_, '_> {
    pub(super) fn secret_at(&mut self, needle: Needle, at: usize) {
        let found = match needle {
            Needle::Key => self.key_at(at),
            Needle::Jwt => self.jwt_at(at).map(|what| (at, what)),
            Needle::Pem => self.pem_at(at).map(|what| (at, what)),
            Needle::Address => self.address_at(at),
            Needle::Password => self.password_at(at),
            _ => self.bearer_at(at).map(|what| (at, what)),
        };
        if let Some((start, what)) = found {
            self.mark(MarkKind::Secret, start, what);
        }
    }

    /// How long the token is that starts here.
    fn token(&self, at: usize) -> &[u8] {
        self.from(at, self.run_of(at, 400, is_token))
    }

    fn key_at(&self, at: usize) -> Option<(usize, &'static str)> {
        let at = if self.has_before(at, "githu") { at - 5 } else { at };
        if is_token(self.before(at)) {
            return None;
        }
        let token = self.token(at);
        let starts =
            |start: &str, more: usize| token.starts_with(start.as_bytes()) && token.len() >= start.len() + more;
        let mixed = || token.iter().any(u8::is_ascii_uppercase) && token.iter().any(u8::is_ascii_lowercase);
        let what = if starts("sk-", 20) && is_random(token) && mixed() {
            "a secret key (`sk-…`)"
        } else if starts("sk_live_", 16) {
            "a secret key (`sk_live_…`)"
        } else if ["ghp_", "gho_", "ghs_", "ghu_", "ghr_"].iter().any(|start| starts(start, 36))
            || starts("github_pat_", 22)
        {
            "a GitHub token"
        } else if (starts("AKIA", 16) || starts("ASIA", 16))
            && token.len() == 20
            && token.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            && !token.ends_with(b"EXAMPLE")
        {
            "an AWS access key"
        } else if starts("AIza", 35) && token.len() == 39 {
            "a Google API key"
        } else if ["xoxb-", "xoxp-", "xoxa-", "xoxs-"].iter().any(|start| starts(start, 20)) && is_random(token) {
            "a Slack token"
        } else {
            return None;
        };
        Some((at, what))
    }

    fn jwt_at(&self, at: usize) -> Option<&'static str> {
        if is_token(self.before(at)) {
            return None;
        }
        let head = self.run_of(at, 400, is_token);
        let claims = at + head + 1;
        let body = self.run_of(claims, 4000, is_token);
        let signature = self.run_of(claims + body + 1, 100, is_token);
        let dots = self.byte(at + head) == b'.' && self.byte(claims + body) == b'.';
        (dots && head >= 15 && self.from(claims, 3) == b"eyJ" && body >= 10 && signature >= 20)
            .then_some("a JSON Web Token")
    }

    fn pem_at(&self, at: usize) -> Option<&'static str> {
        let line = self.from(at, 60);
        let name = memchr::memmem::find(line, b"PRIVATE KEY-----")?;
        let body = self.from(at + name + 16, 80);
        let drawn = body.iter().filter(|byte| byte.is_ascii_alphanumeric()).count() >= 48;
        (self.has_before(at, "-----") && drawn && memchr::memmem::find(body, b"...").is_none())
            .then_some("a private key")
    }

    /// `scheme://name:password@machine`
    fn address_at(&self, at: usize) -> Option<(usize, &'static str)> {
        let rest = self.from(at + 3, 160);
        let end = rest.iter().position(|byte| {
            matches!(byte, b'/' | b'?' | b'#' | b'"' | b'\'' | b'<' | b'>' | b'\\' | b'`' | b')') || *byte <= b' '
        });
        let place = rest.get(..end.unwrap_or(rest.len()))?;
        let user = place.get(..memchr::memrchr(b'@', place)?)?;
        let password = user.get(memchr::memchr(b':', user)? + 1..)?;
        let scheme = self.up_to(at, 20).iter().rev().take_while(|byte| is_token(**byte) || **byte == b'+').count();
        (scheme > 0 && !is_placeholder(password)).then_some((at - scheme, "an address with a password"))
    }

    /// `password=…`, which many texts speak of and only errors should never tell.
    fn password_at(&self, at: usize) -> Option<(usize, &'static str)> {
        let end = at + 3;
        if !self.is_error || !self.has_before(end, "password=") {
            return None;
        }
        let ends = |byte: u8| matches!(byte, b';' | b'&' | b'"' | b'\'' | b',' | b')' | b'\\') || byte <= b' ';
        let password = self.from(end, self.run_of(end, 100, |byte| !ends(byte)));
        (!is_placeholder(password)).then_some((end - "password=".len(), "a password"))
    }

    fn bearer_at(&self, at: usize) -> Option<&'static str> {
        let token = self.has(at, "Bearer ").then(|| self.token(at + 7))?;
        // A token with dots is known as such.
        (token.len() >= 20 && is_random(token) && !token.starts_with(b"eyJ") && !token.starts_with(b"sk-"))
            .then_some("a bearer token")
    }
}
