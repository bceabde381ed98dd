//! What the tools give, with the fields in the order in which clients read them.

use std::collections::BTreeMap;

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Shortened {
    pub(super) shorturl: String,
    pub(super) url: String,
    pub(super) title: String,
}

#[derive(Serialize)]
pub(super) struct Expanded {
    pub(super) shorturl: String,
    pub(super) longurl: String,
    pub(super) title: String,
}

#[derive(Serialize)]
pub(super) struct Stats {
    pub(super) shorturl: String,
    pub(super) clicks: i64,
    pub(super) title: String,
    pub(super) longurl: String,
    pub(super) timestamp: String,
}

#[derive(Serialize)]
pub(super) struct Sums {
    pub(super) total_links: i64,
    pub(super) total_clicks: i64,
}

#[derive(Serialize)]
pub(super) struct Analytics {
    pub(super) shorturl: String,
    pub(super) total_clicks: i64,
    pub(super) range_clicks: i64,
    pub(super) daily_clicks: BTreeMap<String, i64>,
    pub(super) referrers: BTreeMap<String, i64>,
    pub(super) date_range: Range,
}

#[derive(Serialize)]
pub(super) struct Range {
    pub(super) start: String,
    pub(super) end: String,
}

#[derive(Serialize)]
pub(super) struct Contracted {
    pub(super) url: String,
    pub(super) exists: bool,
    pub(super) links: Vec<Named>,
}

#[derive(Serialize)]
pub(super) struct Named {
    pub(super) keyword: String,
    pub(super) shorturl: String,
    pub(super) title: String,
    pub(super) clicks: i64,
}

#[derive(Serialize)]
pub(super) struct Changed {
    pub(super) shorturl: String,
    pub(super) url: String,
    pub(super) title: String,
}

#[derive(Serialize)]
pub(super) struct Renamed {
    pub(super) oldshorturl: String,
    pub(super) newshorturl: String,
    pub(super) shorturl: String,
}

#[derive(Serialize)]
pub(super) struct One {
    pub(super) url: String,
    pub(super) keyword: String,
    pub(super) shorturl: String,
    pub(super) title: String,
}

#[derive(Serialize)]
pub(super) struct All {
    pub(super) url: String,
    pub(super) keywords: Vec<Named>,
}

#[derive(Serialize)]
pub(super) struct Deleted {
    pub(super) shorturl: String,
}

#[derive(Serialize)]
pub(super) struct Drawn {
    pub(super) shorturl: String,
    pub(super) data: String,
    #[serde(rename = "contentType")]
    pub(super) content_type: &'static str,
    pub(super) url: String,
}

#[derive(Serialize)]
pub(super) struct Made {
    pub(super) shorturl: String,
    pub(super) url: String,
    pub(super) keyword: String,
    pub(super) title: String,
}

#[derive(Serialize)]
pub(super) struct TrackedLink {
    pub(super) shorturl: String,
    pub(super) url: String,
    pub(super) title: String,
    pub(super) analytics: BTreeMap<&'static str, String>,
}
