//! The names under which servers put pages and counts.

use std::sync::LazyLock;

/// What a member means for paging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Offset,
    Limit,
    Page,
    Pages,
    Total,
    Returned,
    /// A count of which only the numbers tell whether it is of this page or of all.
    Count,
    /// How many there were before the answer was cut short.
    CutFrom,
    More,
    NoMore,
    /// How many more there are.
    Left,
    Next,
    /// The number of the next page.
    NextPage,
    /// A cursor that is the next one only if nothing else is.
    WeakNext,
    Previous,
    Before,
    After,
}

/// Objects that hold paging and nothing else.
#[rustfmt::skip]
pub(crate) const HOLDERS: &[&str] = &[
    "pagination", "paging", "page", "pageinfo", "meta", "metadata", "links", "responsemetadata", "cursor", "cursors",
    "pageable", "pager", "next", "total", "searchmetadata", "resultinfo", "paginginfo", "listmeta", "info",
];

/// Whether an object of this name is about pages and nothing else.
pub(crate) fn is_about_pages(name: &str) -> bool {
    name.contains("paginat") || matches!(name, "paging" | "pageinfo" | "paginginfo" | "pager" | "pageable")
}

/// The names that mean one thing.
#[rustfmt::skip]
const NAMES: &[(Slot, &[&str])] = &[
    (Slot::Offset, &["offset", "skip", "start", "startat", "startindex", "currentoffset", "startposition",
        "startrow", "firstresult"]),
    (Slot::Limit, &["limit", "perpage", "pagesize", "maxresults", "take", "top", "resultsperpage", "itemsperpage",
        "hitsperpage", "pagelimit", "pagelength"]),
    (Slot::Page, &["page", "currentpage", "pagenumber", "pageno", "pageindex", "number"]),
    (Slot::Pages, &["totalpages", "pages", "pagecount", "numpages", "nbpages", "lastpage", "pagestotal"]),
    (Slot::Total, &["total", "totalcount", "totalresults", "totalitems", "totalrecords", "totalelements",
        "totalsize", "totalhits", "totalrows", "found", "nbhits", "numfound", "odatacount", "totalmatches",
        "totalentries", "totallength", "totallines", "totalavailable"]),
    (Slot::Returned, &["showing", "returned", "returnedcount", "shown", "numresults", "numberofelements",
        "resultcount"]),
    (Slot::Count, &["count", "size", "rowcount", "length"]),
    (Slot::CutFrom, &["originalcount"]),
    (Slot::NoMore, &["last", "islast", "islastpage", "done", "lastpagereached", "complete", "completed",
        "iscomplete", "finished", "exhausted", "scancomplete", "listcomplete", "endreached", "endoflist",
        "endofresults", "atend", "isend", "nomore", "nomoreresults", "isfinalpage", "finalpage"]),
    (Slot::Left, &["remaining", "remainingcount", "remainingitems", "remainingresults", "itemsremaining",
        "resultsremaining", "morecount", "omittedcount", "hiddencount", "notshown"]),
    (Slot::Next, &["next", "odatanextlink", "continuationtoken", "continuation", "continue"]),
    (Slot::NextPage, &["nextpage"]),
    (Slot::WeakNext, &["cursor", "endcursor", "scrollid", "bookmark", "pagetoken"]),
    (Slot::Previous, &["previous", "prev", "previouscursor", "prevcursor", "prevpage", "previouspage", "startcursor",
        "previouspageurl", "prevpageurl", "prevurl"]),
    (Slot::Before, &["before", "oldestmessageid", "oldestid", "oldest", "firstid"]),
    (Slot::After, &["after", "newestmessageid", "newestid", "newest", "lastid"]),
];

/// The same, in the order of the names: they are looked up for every member, most of which mean nothing here.
static SLOTS: LazyLock<Vec<(&str, Slot)>> = LazyLock::new(|| {
    let mut slots: Vec<(&str, Slot)> =
        NAMES.iter().flat_map(|(slot, names)| names.iter().map(|name| (*name, *slot))).collect();
    slots.sort_unstable_by_key(|(name, _)| *name);
    slots
});

/// What a member means, by its plain name and that of the list.
pub(crate) fn slot_of(name: &str, list: &str) -> Option<Slot> {
    slot_by_name(name).or_else(|| slot_by_list(name, list))
}

/// What a member means, by its plain name alone.
pub(crate) fn slot_by_name(name: &str) -> Option<Slot> {
    let known = SLOTS.binary_search_by(|(known, _)| (*known).cmp(name)).ok();
    if let Some((_, slot)) = known.and_then(|at| SLOTS.get(at)) {
        return Some(*slot);
    }
    if says_more(name) {
        return Some(Slot::More);
    }
    names_next(name).then_some(Slot::Next)
}

/// What a member means that counts a list by its name: `totalOrders`, `order_count`.
pub(crate) fn slot_by_list(name: &str, list: &str) -> Option<Slot> {
    let of = |part: &str| part == list || part.trim_end_matches('s') == list.trim_end_matches('s');
    if name.strip_prefix("total").is_some_and(of) || name.strip_suffix("total").is_some_and(of) {
        Some(Slot::Total)
    } else if name.strip_suffix("count").is_some_and(of) {
        Some(Slot::Count)
    } else {
        None
    }
}

/// What a flag says is there, after `more`.
#[rustfmt::skip]
const MORE_OF: &[&str] = &[
    "", "available", "data", "elements", "entries", "exist", "items", "left", "messages", "objects", "page", "pages",
    "records", "remaining", "results", "resultsavailable", "itemsavailable", "rows", "tocome",
];

/// Whether a flag of this name says that there is more: `has_more`, `moreResults`, `has_next_page`, `is_truncated`.
fn says_more(name: &str) -> bool {
    let asked = ["has", "have", "thereis", "thereare", "is", "are", "any", "was", "were"];
    let plain = asked.iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name);
    let is_asked = plain.len() < name.len();
    plain.strip_prefix("more").is_some_and(|of| MORE_OF.contains(&of))
        || plain.ends_with("truncated")
        || is_asked && matches!(plain, "next" | "nextpage" | "additionalpages" | "additionalresults")
}

/// What the next page is told by, after `next`.
#[rustfmt::skip]
const NEXT_BY: &[&str] = &[
    "batch", "cursor", "cursormark", "from", "href", "id", "index", "key", "link", "marker", "offset", "position",
    "record", "recordsurl", "skip", "start", "startindex", "token", "uri", "url", "pagecursor", "pageid", "pagekey",
    "pagelink", "pagetoken", "pageuri", "pageurl", "continuationtoken",
];

/// Whether a member of this name holds what the next page is asked for with: `next_cursor`, `nextPageToken`.
fn names_next(name: &str) -> bool {
    name.strip_prefix("next").is_some_and(|by| NEXT_BY.contains(&by))
}

/// What an argument of a tool means for paging.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PagingArgument {
    /// How many items to pass over.
    Offset,
    /// How many items a page has.
    Limit,
    /// The number of a page.
    Page,
    /// What the server gave to go on with.
    Cursor,
    /// An item: the page is before it.
    Before,
    /// An item: the page is after it.
    After,
}

impl PagingArgument {
    /// What an argument means, by its name.
    ///
    /// ```
    /// use retort_core::PagingArgument;
    ///
    /// assert_eq!(PagingArgument::named("page_token"), Some(PagingArgument::Cursor));
    /// assert_eq!(PagingArgument::named("per_page"), Some(PagingArgument::Limit));
    /// assert_eq!(PagingArgument::named("query"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let plain: String = name.chars().filter(|char| char.is_alphanumeric()).collect::<String>().to_lowercase();
        Some(match plain.as_str() {
            "token" | "marker" | "startcursor" | "aftercursor" | "position" | "exclusivestartkey" => Self::Cursor,
            "startafter" | "startingafter" | "afterid" | "sinceid" | "minid" | "since" => Self::After,
            "endingbefore" | "beforeid" | "maxid" | "until" => Self::Before,
            "from" | "startline" | "startfrom" | "startoffset" => Self::Offset,
            "pagenum" | "p" => Self::Page,
            "count" | "size" | "max" | "first" | "num" | "maxitems" => Self::Limit,
            plain => match slot_of(plain, "")? {
                Slot::Offset => Self::Offset,
                Slot::Limit => Self::Limit,
                Slot::Page | Slot::NextPage => Self::Page,
                Slot::Next | Slot::WeakNext => Self::Cursor,
                Slot::Before => Self::Before,
                Slot::After => Self::After,
                _ => return None,
            },
        })
    }
}

impl Slot {
    /// Whether a member in this slot speaks of a list by its mere name. Others have more than one meaning.
    pub(crate) fn is_telling(self) -> bool {
        !matches!(self, Self::NoMore | Self::Left | Self::WeakNext | Self::Before | Self::After | Self::Previous)
    }
}
