//! What the tools take. The comments are what a model reads of each.

use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
pub(super) struct Shorten {
    /// The URL to shorten
    pub(super) url: String,
    /// Optional custom keyword for the short URL
    pub(super) keyword: Option<String>,
    /// Optional title for the URL
    pub(super) title: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Short {
    /// The short URL, or its keyword
    pub(super) shorturl: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Long {
    /// The long URL
    pub(super) url: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Days {
    /// The short URL, or its keyword
    pub(super) shorturl: String,
    /// The first day, as YYYY-MM-DD
    pub(super) date: String,
    /// The last day, as YYYY-MM-DD; the first where it is left out
    pub(super) date_end: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Update {
    /// The short URL to update, or its keyword
    pub(super) shorturl: String,
    /// The new destination URL
    pub(super) url: String,
    /// A new title; "keep" keeps the one that it has, "auto" takes the name of the new site
    pub(super) title: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Rename {
    /// The existing short URL, or its keyword
    pub(super) oldshorturl: String,
    /// The new keyword
    pub(super) newshorturl: String,
    /// A new destination URL; it stays the same where it is left out
    pub(super) url: Option<String>,
    /// A new title; "keep" keeps the one that it has, "auto" takes the name of the site
    pub(super) title: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Keyword {
    /// The long URL to look up
    pub(super) url: String,
    /// Whether only the first keyword is wanted; with false, all are listed
    #[serde(default = "yes")]
    pub(super) exactly_one: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct List {
    /// What to sort by: keyword, url, title, ip, timestamp or clicks
    pub(super) sortby: Option<String>,
    /// The order: ASC or DESC
    pub(super) sortorder: Option<String>,
    /// Where the page starts
    #[serde(default)]
    pub(super) offset: u32,
    /// How many links a page has: 50, and at most 1000
    pub(super) perpage: Option<u32>,
    /// What the keyword has in it
    pub(super) query: Option<String>,
    /// Which fields of a link to give: keyword, url, title, timestamp, ip, clicks
    pub(super) fields: Option<Vec<String>>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Code {
    /// The short URL, or its keyword
    pub(super) shorturl: String,
    /// How many pixels wide the picture is: 300
    pub(super) size: Option<u32>,
    /// How many squares wide the border is: 4
    pub(super) border: Option<u32>,
    /// How much of it may be damaged: L (7 %), M (15 %), Q (25 %) or H (30 %)
    pub(super) ecc: Option<String>,
    /// png or svg
    pub(super) format: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Custom {
    /// The target URL to shorten
    pub(super) url: String,
    /// The custom keyword for the short URL
    pub(super) keyword: String,
    /// Optional title for the URL
    pub(super) title: Option<String>,
    /// Whether URLs of other shorteners may be shortened
    #[serde(default)]
    pub(super) bypass_shortshort: bool,
    /// Here for clients of other shorteners: several keywords may always lead to one URL
    #[serde(default)]
    #[expect(dead_code, reason = "what it asks for is so anyway")]
    pub(super) force_url_modification: bool,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Tracked {
    /// The URL to shorten
    pub(super) url: String,
    /// UTM source: where the traffic comes from, such as "newsletter"
    pub(super) source: String,
    /// UTM medium: the marketing medium, such as "email"
    pub(super) medium: String,
    /// UTM campaign: the campaign, such as "summer sale"
    pub(super) campaign: String,
    /// UTM term: paid search terms
    pub(super) term: Option<String>,
    /// UTM content: tells links to the same URL apart
    pub(super) content: Option<String>,
    /// Optional custom keyword for the short URL
    pub(super) keyword: Option<String>,
    /// Optional title for the URL
    pub(super) title: Option<String>,
}
