//! Tokens that are sent as they are. A token belongs to an origin: whoever gives one says for which, or names the address in the
//! same breath; a name that a file explains gets none that was not meant for it.

use std::fmt;

use url::{Origin, Url};

/// What is wrong with the text of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BearerError {
    /// What comes before the `=` is no origin.
    #[error(
        "before the = of a token there has to be an origin such as https://example.com, and nothing else of an address"
    )]
    NotAnOrigin,
    /// There is no token.
    #[error("there is no token in it")]
    Empty,
}

/// A token for whichever server it is given with, or tokens for origins. `Debug` shows none of them.
///
/// ```
/// use retort_client::Bearer;
///
/// let bound: Bearer = "https://example.com=T1 http://localhost:8000=T2".parse()?;
/// assert_eq!(bound.for_address("https://example.com/mcp"), Some("T1"));
/// assert_eq!(bound.for_address("https://example.com.evil.example/mcp"), None);
/// # Ok::<(), retort_client::BearerError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Bearer {
    bare: Option<String>,
    bound: Vec<(Origin, String)>,
}

impl std::str::FromStr for Bearer {
    type Err = BearerError;

    /// Reads a token alone, or `ORIGIN=TOKEN` with blanks between several.
    fn from_str(text: &str) -> Result<Self, BearerError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(BearerError::Empty);
        }
        // A token has an equals sign only at its end; what has one before that was meant for an origin.
        let has_origin = text.trim_end_matches('=').contains('=');
        if !text.contains("://") && has_origin {
            return Err(BearerError::NotAnOrigin);
        }
        if !text.contains("://") {
            return Ok(Self { bare: Some(text.to_owned()), bound: Vec::new() });
        }
        let bound = text.split_whitespace().map(|pair| {
            let (origin, token) = pair.split_once('=').ok_or(BearerError::NotAnOrigin)?;
            if token.is_empty() {
                return Err(BearerError::Empty);
            }
            Ok((origin_of(origin).ok_or(BearerError::NotAnOrigin)?, token.to_owned()))
        });
        Ok(Self { bare: None, bound: bound.collect::<Result<_, _>>()? })
    }
}

impl Bearer {
    /// The token that is for whichever server it was given with.
    pub fn bare(&self) -> Option<&str> {
        self.bare.as_deref()
    }

    /// The token for the origin of an address.
    pub fn for_address(&self, address: &str) -> Option<&str> {
        let origin = Url::parse(address).ok()?.origin();
        self.bound.iter().find(|(other, _)| *other == origin).map(|(_, token)| token.as_str())
    }
}

impl fmt::Debug for Bearer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let origins = self.bound.iter().map(|(origin, _)| origin.ascii_serialization());
        f.debug_struct("Bearer").field("origins", &origins.collect::<Vec<_>>()).finish_non_exhaustive()
    }
}

/// The origin that a text is, where it is one and nothing more.
fn origin_of(text: &str) -> Option<Origin> {
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let is_bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
    let is_anonymous = url.username().is_empty() && url.password().is_none();
    (is_bare && is_anonymous).then(|| url.origin())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_for_its_origin_alone() {
        for mistyped in ["example.com=T1", "https:/example.com=T1", "http//x=T1"] {
            assert_eq!(mistyped.parse::<Bearer>(), Err(BearerError::NotAnOrigin), "{mistyped}");
        }
        assert_eq!(
            "T1==".parse::<Bearer>().map(|bearer| bearer.bare().map(str::to_owned)),
            Ok(Some("T1==".to_owned()))
        );
        let bearer: Bearer = " https://Example.com=T1==\n http://localhost:8000/=T2 ".parse().unwrap();
        assert_eq!(bearer.bare(), None);
        for address in
            ["https://example.com/mcp", "https://example.com:443/", "HTTPS://EXAMPLE.com?x=y", "https://u@example.com/"]
        {
            assert_eq!(bearer.for_address(address), Some("T1=="), "{address}");
        }
        assert_eq!(bearer.for_address("http://localhost:8000/mcp"), Some("T2"));
        for address in [
            "http://example.com/",
            "https://example.com:444/",
            "https://example.com.evil.org/",
            "https://evil.org/https://example.com",
            "https://example.com@evil.org/",
            "https://sub.example.com/",
            "https://example.co/",
            "http://127.0.0.1:8000/",
            "http://localhost/",
            "https://exаmple.com/",
            "nonsense",
        ] {
            assert_eq!(bearer.for_address(address), None, "{address}");
        }
    }

    #[test]
    fn what_is_no_token_and_no_origin_is_refused() {
        let bare: Bearer = "abc.def==".parse().unwrap();
        assert_eq!((bare.bare(), bare.for_address("https://example.com")), (Some("abc.def=="), None));
        for (text, error) in [
            ("", BearerError::Empty),
            ("https://a.example=", BearerError::Empty),
            ("https://a.example", BearerError::NotAnOrigin),
            ("https://a.example/mcp=T", BearerError::NotAnOrigin),
            ("https://u:p@a.example=T", BearerError::NotAnOrigin),
            ("ftp://a.example=T", BearerError::NotAnOrigin),
            ("https://a.example=T other", BearerError::NotAnOrigin),
            ("https://=T", BearerError::NotAnOrigin),
        ] {
            assert_eq!(text.parse::<Bearer>(), Err(error), "{text}");
        }
        assert!(!format!("{:?} {bare:?}", "https://a.example=hush".parse::<Bearer>()).contains("hush"));
    }
}
