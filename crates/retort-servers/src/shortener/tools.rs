//! The fourteen tools, and what each does. All of them answer by one helper, the router's dialect.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{Datelike, NaiveDate};
use retort_server::{CallCode, Dialect, Refusal, Reply, Router, Tool};

use super::arguments::{Code, Custom, Days, Keyword, List, Long, Rename, Short, Shorten, Tracked, Update};
use super::link::{Link, SORTED_BY};
use super::links::Wanted;
use super::problem::ShortenerError;
use super::qr::{self, Drawing};
use super::replies::{
    All, Analytics, Changed, Contracted, Deleted, Drawn, Expanded, Made, Named, One, Range, Renamed, Shortened, Stats,
    Sums, TrackedLink,
};
use super::{Inner, Shortener, target};

/// How many links a page of the list has, and at most.
const PER_PAGE: u32 = 50;
const MOST_PER_PAGE: u32 = 1_000;
/// The longest part of a keyword.
const LONGEST_QUERY: usize = 100;
/// How many links of one address are told.
const MOST_LINKS: i64 = 1_000;
/// How many days analytics look back over at once.
const MOST_DAYS: i64 = 366;

type Given<T> = Result<T, ShortenerError>;

/// The tools over a shortener.
pub(super) fn router(shortener: &Shortener) -> Router {
    // A tool is a function of its arguments and of the shortener.
    macro_rules! tool {
        ($described:expr, $work:ident) => {{
            let inner = Arc::clone(&shortener.0);
            $described.does(move |arguments| {
                let inner = Arc::clone(&inner);
                async move { inner.$work(arguments).await }
            })
        }};
    }
    Router::new(Dialect::Yourls)
        .with(tool!(
            Tool::new("shorten_url", "Shorten a long URL").title("Shorten a URL").adds().open_world(false),
            shorten
        ))
        .with(tool!(look("expand_url", "Expand URL", "Expand a short URL to its original long URL"), expand))
        .with(tool!(look("url_stats", "URL statistics", "Get statistics for a shortened URL"), stats))
        .with(tool!(
            look("db_stats", "Database statistics", "Get the number of links and clicks of this shortener"),
            sums
        ))
        .with(tool!(
            look(
                "url_analytics",
                "URL analytics",
                "Get the clicks of a shortened URL by day and by referrer, in a range of dates"
            ),
            analytics
        ))
        .with(tool!(
            look(
                "contract_url",
                "Contract URL",
                "Check if a URL has already been shortened, without creating a short URL"
            ),
            contract
        ))
        .with(tool!(
            change("update_url", "Update URL", "Let an existing short URL lead to a different URL").idempotent(),
            update
        ))
        .with(tool!(change("change_keyword", "Change keyword", "Change the keyword of an existing short URL"), rename))
        .with(tool!(look("get_url_keyword", "Get keyword", "Get the keyword or keywords of a long URL"), keyword))
        .with(tool!(change("delete_url", "Delete URL", "Delete a short URL, with its statistics"), delete))
        .with(tool!(look("list_urls", "List URLs", "List short URLs, sorted, filtered and page by page"), list))
        .with(tool!(look("generate_qr_code", "QR code", "Draw the QR code of a short URL, as PNG or SVG"), code))
        .with(tool!(
            Tool::new(
                "create_custom_url",
                "Create a short URL with a keyword of your own, also for a URL that has been shortened before"
            )
            .title("Create custom URL")
            .adds()
            .idempotent()
            .open_world(false),
            custom
        ))
        .with(tool!(
            Tool::new("shorten_with_analytics", "Shorten a long URL with UTM parameters")
                .title("Shorten with analytics")
                .adds()
                .open_world(false),
            tracked
        ))
        .words(refused)
}

fn look(name: &str, title: &str, description: &str) -> retort_server::Described {
    Tool::new(name, description).title(title).reads_only().open_world(false)
}

fn change(name: &str, title: &str, description: &str) -> retort_server::Described {
    Tool::new(name, description).title(title).changes().open_world(false)
}

/// What the router refuses, in the words of the document: an error of the tool, with a code.
fn refused(refusal: &Refusal) -> Reply {
    let code = match (refusal, refusal.code()) {
        (Refusal::Unknown(_), _) => "unknown_tool",
        (_, CallCode::InvalidParams) => "invalid_arguments",
        (_, CallCode::Timeout) => "timeout",
        (_, CallCode::InternalError) => "unknown_error",
    };
    Reply::error(code, refusal.to_string()).into()
}

impl Inner {
    async fn shorten(&self, given: Shorten) -> Given<Reply> {
        let url = self.base.target(&given.url, false)?;
        let link = self.shortened(&url, given.keyword.as_deref(), given.title.as_deref()).await?;
        let shorturl = self.base.short(&link.keyword);
        Ok(Reply::single(&Shortened { shorturl, url: link.url, title: link.title }))
    }

    /// The link to an address, under its keyword where there is one.
    async fn shortened(&self, url: &str, keyword: Option<&str>, title: Option<&str>) -> Given<Link> {
        let title = titled(title, url)?.unwrap_or_else(|| target::title_of(url));
        let Some(keyword) = keyword.map(str::trim).filter(|keyword| !keyword.is_empty()) else {
            return self.links.shortened(url, &title).await;
        };
        let keyword = target::keyword(keyword)?;
        let is_new = self.links.take(&keyword, url, &title).await?;
        let link = self.links.find(&keyword).await?;
        if is_new || link.url == url { Ok(link) } else { Err(ShortenerError::KeywordExists { keyword }) }
    }

    async fn expand(&self, given: Short) -> Given<Reply> {
        let link = self.links.find(&self.base.keyword(&given.shorturl)?).await?;
        let shorturl = self.base.short(&link.keyword);
        Ok(Reply::single(&Expanded { shorturl, longurl: link.url, title: link.title }))
    }

    async fn stats(&self, given: Short) -> Given<Reply> {
        let link = self.links.find(&self.base.keyword(&given.shorturl)?).await?;
        let Link { keyword, url: longurl, title, timestamp, clicks, .. } = link;
        Ok(Reply::single(&Stats { shorturl: self.base.short(&keyword), clicks, title, longurl, timestamp }))
    }

    async fn sums(&self, (): ()) -> Given<Reply> {
        let (total_links, total_clicks) = self.links.sums().await?;
        Ok(Reply::single(&Sums { total_links, total_clicks }))
    }

    async fn analytics(&self, given: Days) -> Given<Reply> {
        let keyword = self.base.keyword(&given.shorturl)?;
        let day = |text: &str| {
            NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d")
                .ok()
                .filter(|day| (1..=9999).contains(&day.year()))
                .ok_or_else(|| invalid_date(format!("{} is no day; one looks like 2026-01-31", target::shown(text))))
        };
        let first = day(&given.date)?;
        let last = day(given.date_end.as_deref().unwrap_or(&given.date))?;
        match (last - first).num_days() {
            0..MOST_DAYS => {}
            ..0 => return Err(invalid_date("the last day is before the first".to_owned())),
            _ => return Err(invalid_date(format!("a range has at most {MOST_DAYS} days"))),
        }
        let (start, end) = (first.to_string(), last.to_string());
        let clicks = self.links.clicks(&keyword, &start, &end).await?;
        Ok(Reply::single(&Analytics {
            shorturl: self.base.short(&keyword),
            total_clicks: clicks.total,
            range_clicks: clicks.by_day.values().sum(),
            daily_clicks: clicks.by_day,
            referrers: clicks.by_referrer,
            date_range: Range { start, end },
        }))
    }

    async fn contract(&self, given: Long) -> Given<Reply> {
        let url = self.base.target(&given.url, true)?;
        let links = self.named(&url).await?;
        Ok(Reply::single(&Contracted { url, exists: !links.is_empty(), links }))
    }

    async fn named(&self, url: &str) -> Given<Vec<Named>> {
        let named = |link: Link| Named {
            shorturl: self.base.short(&link.keyword),
            keyword: link.keyword,
            title: link.title,
            clicks: link.clicks,
        };
        Ok(self.links.leading_to(url, MOST_LINKS).await?.into_iter().map(named).collect())
    }

    async fn update(&self, given: Update) -> Given<Reply> {
        let keyword = self.base.keyword(&given.shorturl)?;
        let url = self.base.target(&given.url, false)?;
        let title = titled(given.title.as_deref(), &url)?;
        let Link { keyword, url, title, .. } = self.links.update(&keyword, &url, title.as_deref()).await?;
        Ok(Reply::action("Short URL updated", &Changed { shorturl: self.base.short(&keyword), url, title }))
    }

    async fn rename(&self, given: Rename) -> Given<Reply> {
        let old = self.base.keyword(&given.oldshorturl)?;
        let new = target::keyword(&given.newshorturl)?;
        let url = given.url.as_deref().map(|url| self.base.target(url, false)).transpose()?;
        let known = match &url {
            Some(url) => url.clone(),
            None => self.links.find(&old).await?.url,
        };
        let title = titled(given.title.as_deref(), &known)?;
        let link = self.links.rename(&old, &new, url.as_deref(), title.as_deref()).await?;
        let renamed = Renamed { shorturl: self.base.short(&link.keyword), oldshorturl: old, newshorturl: link.keyword };
        Ok(Reply::action("Keyword changed", &renamed))
    }

    async fn keyword(&self, given: Keyword) -> Given<Reply> {
        let url = self.base.target(&given.url, true)?;
        let keywords = self.named(&url).await?;
        if !given.exactly_one && !keywords.is_empty() {
            return Ok(Reply::single(&All { url, keywords }));
        }
        match keywords.into_iter().next() {
            Some(Named { keyword, shorturl, title, .. }) => Ok(Reply::single(&One { url, keyword, shorturl, title })),
            None => Err(ShortenerError::NotShortened { url: target::shown(&url) }),
        }
    }

    async fn delete(&self, given: Short) -> Given<Reply> {
        let keyword = self.base.keyword(&given.shorturl)?;
        self.links.delete(&keyword).await?;
        Ok(Reply::action("Short URL deleted", &Deleted { shorturl: self.base.short(&keyword) }))
    }

    async fn list(&self, given: List) -> Given<retort_server::List<Vec<serde_json::Map<String, serde_json::Value>>>> {
        let wrong = |reason: String| ShortenerError::InvalidList { reason };
        let sorted_by = given.sortby.as_deref().unwrap_or("timestamp");
        let known = SORTED_BY.iter().find(|(name, _)| *name == sorted_by);
        let (_, column) = known.ok_or_else(|| {
            wrong(format!("Invalid sortby value {}. Must be one of: {}", target::shown(sorted_by), names()))
        })?;
        let order = given.sortorder.as_deref().unwrap_or("DESC");
        let is_descending = order.eq_ignore_ascii_case("DESC");
        if !is_descending && !order.eq_ignore_ascii_case("ASC") {
            return Err(wrong(format!("Invalid sortorder value {}. Must be ASC or DESC", target::shown(order))));
        }
        let limit = given.perpage.unwrap_or(PER_PAGE);
        if !(1..=MOST_PER_PAGE).contains(&limit) {
            return Err(wrong(format!("perpage is a number from 1 to {MOST_PER_PAGE}")));
        }
        if given.query.as_deref().is_some_and(|query| query.len() > LONGEST_QUERY || query.contains('\0')) {
            return Err(wrong(format!("query has at most {LONGEST_QUERY} bytes, as a keyword has")));
        }
        let fields: Vec<String> = given.fields.unwrap_or_default().into_iter().filter(|field| field != "*").collect();
        if let Some(unknown) = fields.iter().find(|field| !SORTED_BY.iter().any(|(name, _)| name == field)) {
            return Err(wrong(format!("Invalid field {}. Valid fields are: {}", target::shown(unknown), names())));
        }
        let wanted = Wanted {
            column,
            is_descending,
            offset: given.offset.into(),
            limit: limit.into(),
            part: given.query.as_deref().map(str::trim),
        };
        let (links, total) = self.links.list(&wanted).await?;
        let shown = |link: Link| match serde_json::to_value(link) {
            Ok(serde_json::Value::Object(mut members)) => {
                members.retain(|name, _| fields.is_empty() || fields.iter().any(|field| field == name));
                members
            }
            _ => serde_json::Map::new(),
        };
        let rows: Vec<_> = links.into_iter().map(shown).collect();
        Ok(Reply::list(rows).page(given.offset.into(), limit.into(), u64::try_from(total).unwrap_or_default()))
    }

    async fn code(&self, given: Code) -> Given<Reply> {
        let drawing = Drawing::wanted(given.size, given.border, given.ecc.as_deref(), given.format.as_deref())?;
        let link = self.links.find(&self.base.keyword(&given.shorturl)?).await?;
        let shorturl = self.base.short(&link.keyword);
        let picture = qr::draw(&shorturl, drawing)?;
        let url = format!("{shorturl}.qr");
        Ok(Reply::single(&Drawn { shorturl, data: picture.base64(), content_type: picture.content_type, url }))
    }

    async fn custom(&self, given: Custom) -> Given<Reply> {
        let url = self.base.target(&given.url, given.bypass_shortshort)?;
        let keyword = target::keyword(&given.keyword)?;
        let title = titled(given.title.as_deref(), &url)?.unwrap_or_else(|| target::title_of(&url));
        let is_new = self.links.take(&keyword, &url, &title).await?;
        let link = self.links.find(&keyword).await?;
        if !is_new && link.url != url {
            return Err(ShortenerError::KeywordConflict { keyword, existingUrl: target::shown(&link.url) });
        }
        let words = if is_new { "Short URL created" } else { "Short URL created before" };
        let made = Made { shorturl: self.base.short(&keyword), url: link.url, keyword, title: link.title };
        Ok(Reply::action(words, &made))
    }

    async fn tracked(&self, given: Tracked) -> Given<Reply> {
        let Tracked { url, source, medium, campaign, term, content, keyword, title } = given;
        let analytics: BTreeMap<&'static str, String> = [
            ("utm_source", Some(source)),
            ("utm_medium", Some(medium)),
            ("utm_campaign", Some(campaign)),
            ("utm_term", term),
            ("utm_content", content),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?.trim().to_owned())).filter(|(_, value)| !value.is_empty()))
        .collect();
        let url = self.base.target(&url, false)?;
        for needed in ["utm_source", "utm_medium", "utm_campaign"] {
            if !analytics.contains_key(needed) {
                return Err(ShortenerError::InvalidUrl { url, reason: format!("{needed} is empty") });
            }
        }
        let url = self.base.target(&with_query(&url, &analytics), false)?;
        let link = self.shortened(&url, keyword.as_deref(), title.as_deref()).await?;
        let shorturl = self.base.short(&link.keyword);
        Ok(Reply::single(&TrackedLink { shorturl, url: link.url, title: link.title, analytics }))
    }
}

/// A URL with parameters in place of those of the same name.
fn with_query(url: &str, parameters: &BTreeMap<&'static str, String>) -> String {
    let Ok(mut parsed) = url::Url::parse(url) else { return url.to_owned() };
    let kept: Vec<(String, String)> = parsed
        .query_pairs()
        .filter(|(name, _)| !parameters.contains_key(name.as_ref()))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    parsed.query_pairs_mut().clear().extend_pairs(kept).extend_pairs(parameters);
    parsed.to_string()
}

/// The title that a caller wants; `None` where the one that is there is kept.
fn titled(given: Option<&str>, url: &str) -> Given<Option<String>> {
    match given.map(str::trim) {
        None | Some("" | "keep") => Ok(None),
        Some("auto") => Ok(Some(target::title_of(url))),
        Some(title) => target::title(title).map(Some),
    }
}

fn names() -> String {
    SORTED_BY.map(|(name, _)| name).join(", ")
}

fn invalid_date(reason: String) -> ShortenerError {
    ShortenerError::InvalidDate { reason }
}
