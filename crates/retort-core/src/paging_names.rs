//! The names under which servers put pages and counts.

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
    More,
    NoMore,
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

/// What a member means, by its plain name and that of the list.
pub(crate) fn slot_of(name: &str, list: &str) -> Option<Slot> {
    Some(match name {
        "offset" | "skip" | "start" | "startat" | "startindex" | "currentoffset" | "startposition" => Slot::Offset,
        "limit" | "perpage" | "pagesize" | "maxresults" | "take" | "top" | "resultsperpage" | "itemsperpage"
        | "hitsperpage" | "pagelimit" | "pagelength" => Slot::Limit,
        "page" | "currentpage" | "pagenumber" | "pageno" | "pageindex" | "number" => Slot::Page,
        "totalpages" | "pages" | "pagecount" | "numpages" | "nbpages" | "lastpage" | "pagestotal" => Slot::Pages,
        "total" | "totalcount" | "totalresults" | "totalitems" | "totalrecords" | "totalelements" | "totalsize"
        | "totalhits" | "totalrows" | "found" | "nbhits" | "numfound" | "odatacount" | "totalmatches"
        | "totalentries" => Slot::Total,
        "showing" | "returned" | "returnedcount" | "shown" | "numresults" | "numberofelements" | "resultcount" => {
            Slot::Returned
        }
        "count" | "size" | "rowcount" | "length" => Slot::Count,
        "hasmore"
        | "more"
        | "hasnext"
        | "hasnextpage"
        | "morerecords"
        | "istruncated"
        | "truncated"
        | "moreavailable"
        | "hasmorepages"
        | "hasmoreitems"
        | "morepages"
        | "moreresultsavailable" => Slot::More,
        "last" | "islast" | "islastpage" | "done" | "lastpagereached" => Slot::NoMore,
        "nextcursor"
        | "nextpagetoken"
        | "nexttoken"
        | "nextoffset"
        | "nextlink"
        | "odatanextlink"
        | "nexturl"
        | "next"
        | "nextrecordsurl"
        | "continuationtoken"
        | "nextcontinuationtoken"
        | "continuation"
        | "continue"
        | "nextmarker"
        | "nextpageurl"
        | "nextkey"
        | "nextid"
        | "nextstart"
        | "nextskip" => Slot::Next,
        "nextpage" => Slot::NextPage,
        "cursor" | "endcursor" | "scrollid" | "bookmark" => Slot::WeakNext,
        "previous" | "prev" | "previouscursor" | "prevcursor" | "prevpage" | "previouspage" | "startcursor"
        | "previouspageurl" | "prevpageurl" | "prevurl" => Slot::Previous,
        "before" | "oldestmessageid" | "oldestid" | "oldest" | "firstid" => Slot::Before,
        "after" | "newestmessageid" | "newestid" | "newest" | "lastid" => Slot::After,
        _ => {
            let of = |part: &str| part == list || part.trim_end_matches('s') == list.trim_end_matches('s');
            if name.strip_prefix("total").is_some_and(of) || name.strip_suffix("total").is_some_and(of) {
                Slot::Total
            } else if name.strip_suffix("count").is_some_and(of) {
                Slot::Count
            } else {
                return None;
            }
        }
    })
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
            "pagetoken" | "nextpagetoken" | "token" | "marker" | "startcursor" | "aftercursor" | "position" => {
                Self::Cursor
            }
            "startafter" | "startingafter" | "afterid" | "sinceid" | "minid" => Self::After,
            "endingbefore" | "beforeid" | "maxid" | "until" => Self::Before,
            "from" => Self::Offset,
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
        !matches!(self, Self::NoMore | Self::WeakNext | Self::Before | Self::After | Self::Previous)
    }
}
