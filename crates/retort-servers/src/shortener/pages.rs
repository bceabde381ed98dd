//! What a browser gets: where a short link leads, and the QR code of one. Each time that a link is followed is counted before its
//! answer is sent.

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderValue, Method, Response, StatusCode};
use retort_server::PageRequest;
use url::Url;

use super::Inner;
use super::problem::ShortenerError;
use super::qr::{self, Drawing};

/// What is counted where nobody says from where a link was followed.
const DIRECT: &str = "direct";
/// The longest name of a site.
const LONGEST_REFERRER: usize = 100;

pub(super) async fn answer(inner: &Inner, request: &PageRequest) -> Option<Response<Bytes>> {
    let is_asked = request.method() == Method::GET;
    if !is_asked && request.method() != Method::HEAD {
        return Some(plain(StatusCode::METHOD_NOT_ALLOWED, "short links are followed with GET"));
    }
    let links = inner.links.own()?;
    let path = inner.base.keyword_of_path(request.path())?;
    if path.is_empty() {
        return Some(plain(StatusCode::OK, "A URL shortener. Its tools are at /mcp, and its links at /KEYWORD."));
    }
    if let Some(keyword) = path.strip_suffix(".qr") {
        let link = match links.find(&inner.base.keyword(keyword).ok()?).await {
            Ok(link) => link,
            Err(error) => return Some(failed(&error)),
        };
        let picture = qr::draw(&inner.base.short(&link.keyword), Drawing::page()).ok()?;
        return Some(made(StatusCode::OK, picture.content_type, picture.bytes));
    }
    let keyword = inner.base.keyword(path).ok()?;
    // Only looked at, not followed.
    let found = if is_asked {
        match links.follow(&keyword, &referrer(request.header("referer"))).await {
            // A link leads where it should also where nothing can be counted, as on a full disk.
            Err(error) if !matches!(error, ShortenerError::NotFound { .. }) => {
                links.find(&keyword).await.map(|link| link.url)
            }
            followed => followed,
        }
    } else {
        links.find(&keyword).await.map(|link| link.url)
    };
    let url = match found {
        Ok(url) => url,
        Err(error) => return Some(failed(&error)),
    };
    let mut response = plain(StatusCode::FOUND, &url);
    response.headers_mut().insert(LOCATION, HeaderValue::from_str(&url).ok()?);
    // The next time counts as well.
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Some(response)
}

/// No link, or a database that fails.
fn failed(error: &ShortenerError) -> Response<Bytes> {
    match error {
        ShortenerError::NotFound { .. } => plain(StatusCode::NOT_FOUND, "there is no such short link"),
        _ => plain(StatusCode::SERVICE_UNAVAILABLE, "the links cannot be read now; try again later"),
    }
}

/// The site from which a link was followed. Paths are nobody's business.
fn referrer(header: Option<&str>) -> String {
    let site = header.and_then(|header| Url::parse(header).ok()).and_then(|url| url.host_str().map(str::to_owned));
    site.filter(|site| (1..=LONGEST_REFERRER).contains(&site.len())).unwrap_or_else(|| DIRECT.to_owned())
}

fn plain(status: StatusCode, words: &str) -> Response<Bytes> {
    made(status, "text/plain; charset=utf-8", format!("{words}\n").into_bytes())
}

fn made(status: StatusCode, content_type: &'static str, body: Vec<u8>) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_referrer_is_a_site() {
        let long = format!("https://{}.example/", "a".repeat(200));
        for (header, expected) in [
            (None, DIRECT),
            (Some("https://News.example:8443/secret?token=1"), "news.example"),
            (Some("nonsense"), DIRECT),
            (Some("about:blank"), DIRECT),
            (Some(long.as_str()), DIRECT),
        ] {
            assert_eq!(referrer(header), expected, "{header:?}");
        }
    }
}
