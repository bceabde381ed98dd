//! Links that a YOURLS site keeps, through its API. Numbers come as texts, failures with any status, and some actions only where
//! the site has a plugin for them.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use chrono::Utc;
use md5::{Digest, Md5};
use retort_wire::Reader;
use serde_json::Value;
use url::Url;
use url::form_urlencoded;

use super::link::{Link, SORTED_BY};
use super::links::{Clicks, Wanted};
use super::problem::ShortenerError;

/// The file of the API, at the top of a site.
const API: &str = "yourls-api.php";
/// How long an answer may take. A tool asks up to three times, and has ten seconds for that.
const TIMEOUT: Duration = Duration::from_secs(3);
/// The largest answer that is read.
const LARGEST: usize = 16 << 20;

pub(super) struct Site {
    client: reqwest::Client,
    reader: Reader,
    api: Url,
    signature: String,
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").field("api", &self.api.as_str()).finish_non_exhaustive()
    }
}

impl Site {
    /// A site, by its address or by that of its API, and the address that its short links begin with.
    pub(super) fn new(address: &str, signature: &str) -> Result<(Self, String), String> {
        let base = address.trim().strip_suffix(API).unwrap_or(address.trim());
        let base = if base.ends_with('/') { base.to_owned() } else { format!("{base}/") };
        let api = Url::parse(&format!("{base}{API}")).map_err(|error| error.to_string())?;
        let tls = retort_wire::tls_config().map_err(|error| error.to_string())?;
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            // Whoever the site points to would get the signature.
            .redirect(reqwest::redirect::Policy::none())
            .timeout(TIMEOUT)
            .user_agent(concat!("retort/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| error.to_string())?;
        let reader = Reader::start().map_err(|error| error.to_string())?;
        Ok((Self { client, reader, api, signature: signature.to_owned() }, base))
    }

    /// What the API answers to an action.
    async fn ask(&self, action: &str, parameters: &[(&str, &str)]) -> Result<Value, ShortenerError> {
        let failed = |reason: String| ShortenerError::Unknown { reason: format!("The YOURLS site {reason}") };
        let timestamp = Utc::now().timestamp().to_string();
        // Good for a while only, so that nobody can use it again later.
        let digest = Md5::digest(format!("{timestamp}{}", self.signature));
        let signature: String = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(hex).collect();
        let body = form_urlencoded::Serializer::new(String::new())
            .extend_pairs([("action", action), ("format", "json")])
            .extend_pairs(parameters)
            .extend_pairs([("timestamp", timestamp.as_str()), ("signature", &signature)])
            .finish();
        let request =
            self.client.post(self.api.clone()).header("content-type", "application/x-www-form-urlencoded").body(body);
        let reading = self.reader.read_for(async {
            let mut response = request.send().await?;
            let (status, mut body) = (response.status(), Vec::new());
            while let Some(part) = response.chunk().await? {
                body.extend_from_slice(&part);
                if body.len() > LARGEST {
                    break;
                }
            }
            Ok((status, body))
        });
        let read: Result<_, reqwest::Error> = match tokio::time::timeout(TIMEOUT, reading).await {
            Ok(read) => read,
            Err(_) => return Err(failed("did not answer in time".to_owned())),
        };
        let (status, body) = read.map_err(|error| failed(format!("cannot be reached: {}", error.without_url())))?;
        if body.len() > LARGEST {
            return Err(failed(format!("answered with more than {LARGEST} bytes")));
        }
        let answer: Value = serde_json::from_slice(&body)
            .map_err(|_| failed(format!("answered with {status} and no JSON; is {} its API?", self.api)))?;
        let message = text(&answer, "message");
        if message.to_ascii_lowercase().contains("unknown or missing") {
            return Err(ShortenerError::NotSupported { action: action.to_owned() });
        }
        if status == reqwest::StatusCode::FORBIDDEN || status == reqwest::StatusCode::UNAUTHORIZED {
            return Err(failed(format!("refuses the signature: {}", super::target::shown(message))));
        }
        Ok(answer)
    }

    /// The same for an action on one link, which may not be there.
    async fn ask_for(&self, keyword: &str, action: &str, parameters: &[(&str, &str)]) -> Result<Value, ShortenerError> {
        let answer = self.ask(action, parameters).await?;
        let message = text(&answer, "message").to_ascii_lowercase();
        let code = ["errorCode", "statusCode"].into_iter().find_map(|name| answer.get(name)).map_or(200, number);
        match code {
            200 if !message.starts_with("error") => Ok(answer),
            404 => Err(not_found(keyword)),
            _ if message.contains("not found") => Err(not_found(keyword)),
            _ => Err(refused(&answer)),
        }
    }

    pub(super) async fn find(&self, keyword: &str) -> Result<Link, ShortenerError> {
        let answer = self.ask_for(keyword, "url-stats", &[("shorturl", keyword)]).await?;
        answer.get("link").map(|link| read(link, keyword)).ok_or_else(|| refused(&answer))
    }

    pub(super) async fn leading_to(&self, url: &str, most: i64) -> Result<Vec<Link>, ShortenerError> {
        let answer = self.ask("contract", &[("url", url)]).await?;
        let Some(links) = answer.get("links") else { return Err(refused(&answer)) };
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        Ok(rows(links).take(most).map(|link| Link { url: url.to_owned(), ..read(link, "") }).collect())
    }

    pub(super) async fn take(&self, keyword: &str, url: &str, title: &str) -> Result<bool, ShortenerError> {
        let answer = self.ask("shorturl", &[("url", url), ("keyword", keyword), ("title", title)]).await?;
        match (text(&answer, "status"), text(&answer, "code")) {
            ("success", _) => Ok(true),
            (_, "error:keyword") => Ok(false),
            (_, "error:url") => Err(ShortenerError::UrlExists {
                url: url.to_owned(),
                existingShorturl: text(&answer, "shorturl").to_owned(),
            }),
            _ => Err(refused(&answer)),
        }
    }

    pub(super) async fn shortened(&self, url: &str, title: &str) -> Result<Link, ShortenerError> {
        let answer = self.ask("shorturl", &[("url", url), ("title", title)]).await?;
        let is_there = text(&answer, "status") == "success" || text(&answer, "code") == "error:url";
        match answer.get("url").filter(|_| is_there) {
            Some(link) => Ok(read(link, "")),
            None => Err(refused(&answer)),
        }
    }

    pub(super) async fn update(&self, keyword: &str, url: &str, title: Option<&str>) -> Result<Link, ShortenerError> {
        let title = title.unwrap_or("keep");
        self.ask_for(keyword, "update", &[("shorturl", keyword), ("url", url), ("title", title)]).await?;
        self.find(keyword).await
    }

    pub(super) async fn rename(
        &self,
        old: &str,
        new: &str,
        url: Option<&str>,
        title: Option<&str>,
    ) -> Result<Link, ShortenerError> {
        let mut parameters = vec![("oldshorturl", old), ("newshorturl", new)];
        parameters.extend(url.map(|url| ("url", url)));
        parameters.push(("title", title.unwrap_or("keep")));
        match self.ask_for(old, "change_keyword", &parameters).await {
            Err(ShortenerError::Unknown { reason }) if reason.contains("already") => {
                Err(ShortenerError::KeywordExists { keyword: new.to_owned() })
            }
            Err(error) => Err(error),
            Ok(_) => self.find(new).await,
        }
    }

    pub(super) async fn delete(&self, keyword: &str) -> Result<(), ShortenerError> {
        self.ask_for(keyword, "delete", &[("shorturl", keyword)]).await.map(drop)
    }

    pub(super) async fn clicks(&self, keyword: &str, from: &str, to: &str) -> Result<Clicks, ShortenerError> {
        let parameters = [("shorturl", keyword), ("date", from), ("date_end", to)];
        let answer = self.ask_for(keyword, "shorturl_analytics", &parameters).await?;
        let Some(stats) = answer.get("stats") else { return Err(refused(&answer)) };
        let days = stats.get("daily_clicks").and_then(Value::as_object).into_iter().flatten();
        Ok(Clicks {
            total: stats.get("total_clicks").map_or(0, number),
            by_day: days.map(|(day, count)| (day.clone(), number(count))).filter(|(_, count)| *count > 0).collect(),
            // The site does not say.
            by_referrer: BTreeMap::new(),
        })
    }

    pub(super) async fn sums(&self) -> Result<(i64, i64), ShortenerError> {
        let answer = self.ask("db-stats", &[]).await?;
        let Some(sums) = answer.get("db-stats") else { return Err(refused(&answer)) };
        let sum = |name: &str| sums.get(name).map_or(0, number);
        Ok((sum("total_links"), sum("total_clicks")))
    }

    pub(super) async fn list(&self, wanted: &Wanted<'_>) -> Result<(Vec<Link>, i64), ShortenerError> {
        let Wanted { column, is_descending, offset, limit, part } = *wanted;
        let sorted_by = SORTED_BY.iter().find(|(_, known)| *known == column).map_or("timestamp", |(name, _)| name);
        let (offset, limit) = (offset.to_string(), limit.to_string());
        let answer = self
            .ask(
                "list",
                &[
                    ("sortby", sorted_by),
                    ("sortorder", if is_descending { "DESC" } else { "ASC" }),
                    ("offset", &offset),
                    ("perpage", &limit),
                    ("query", part.unwrap_or_default()),
                ],
            )
            .await?;
        let Some(links) = answer.get("result") else { return Err(refused(&answer)) };
        let links: Vec<Link> = rows(links).map(|link| read(link, "")).collect();
        let total = answer.get("total").map_or_else(|| i64::try_from(links.len()).unwrap_or_default(), number);
        Ok((links, total))
    }
}

/// A link as any action of the API has it.
fn read(link: &Value, keyword: &str) -> Link {
    let text = |names: &[&str]| names.iter().map(|name| text(link, name)).find(|text| !text.is_empty());
    let last = |url: &str| url.rsplit('/').next().unwrap_or_default().to_owned();
    let keyword = match keyword {
        "" => text(&["keyword"]).map(str::to_owned).or_else(|| text(&["shorturl"]).map(last)).unwrap_or_default(),
        known => known.to_owned(),
    };
    Link {
        keyword,
        url: text(&["url", "longurl"]).unwrap_or_default().to_owned(),
        title: text(&["title"]).unwrap_or_default().to_owned(),
        timestamp: text(&["timestamp", "date"]).unwrap_or_default().to_owned(),
        ip: text(&["ip"]).unwrap_or_default().to_owned(),
        clicks: link.get("clicks").map_or(0, number),
    }
}

/// The rows of a list, or of an object with a row under each name.
fn rows(list: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match list {
        Value::Array(rows) => Box::new(rows.iter()),
        Value::Object(rows) => Box::new(rows.values()),
        _ => Box::new(std::iter::empty()),
    }
}

fn text<'a>(answer: &'a Value, name: &str) -> &'a str {
    answer.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A number, which may come as text.
fn number(value: &Value) -> i64 {
    match value {
        Value::String(text) => text.trim().parse().unwrap_or_default(),
        other => other.as_i64().unwrap_or_default(),
    }
}

fn not_found(keyword: &str) -> ShortenerError {
    ShortenerError::NotFound { shorturl: keyword.to_owned() }
}

/// What the site says that nothing else is known of.
fn refused(answer: &Value) -> ShortenerError {
    let message = text(answer, "message");
    let message = if message.is_empty() { "it does not say why" } else { message };
    ShortenerError::Unknown { reason: format!("The YOURLS site refuses: {}", super::target::shown(message)) }
}

fn hex(half: u8) -> char {
    char::from_digit(half.into(), 16).unwrap_or('0')
}
