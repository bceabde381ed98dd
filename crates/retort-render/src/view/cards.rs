//! Cards: things with a title and a link, as searches give them. Servers name the same field in many ways.

use retort_core::{Kind, Listing, Raw};

use super::table::object_of;
use super::{Link, Media, named, snippet};

/// A thing with a title and a link.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Card {
    /// What it is called.
    pub title: String,
    /// Where it is.
    pub link: Option<Link>,
    /// Where it is kept, such as the path of a file or the name of a paper.
    pub place: Option<String>,
    /// A picture of it.
    pub image: Option<Picture>,
    /// Words that it is filed under.
    pub tags: Vec<String>,
    /// Who made it.
    pub author: Option<String>,
    /// When it was made, as it was sent.
    pub date: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// Its other members, in the order in which they were sent.
    pub more: Vec<(String, Raw)>,
    /// All of it, as it was sent.
    pub sent: Raw,
}

/// A picture of a thing.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Picture {
    /// It is somewhere else.
    At(Link),
    /// Its address carries it.
    Inside(Media),
}

const UNTITLED: &str = "untitled";
const TITLES: &[&str] = &["title", "name", "headline"];
const LINKS: &[&str] = &["url", "link", "href"];
const DESCRIPTIONS: &[&str] = &["summary", "description", "text", "snippet", "content", "excerpt"];
/// Names in lower case without the signs between their words.
const IMAGES: &[&str] = &[
    "image",
    "thumbnail",
    "img",
    "picture",
    "imageurl",
    "thumbnailurl",
    "imagelink",
    "thumbnaillink",
    "ogimage",
    "images",
    "photo",
    "photourl",
    "thumb",
    "cover",
    "coverimage",
    "poster",
    "previewimage",
    "thumbnails",
    "pictures",
    "photos",
];
/// What an object calls the address of its picture.
const SOURCES: &[&str] = &["url", "src", "href", "link", "uri", "contentUrl", "source"];
const TAGS: &[&str] = &[
    "tags",
    "labels",
    "keywords",
    "categories",
    "topics",
    "badges",
    "hashtags",
    "genres",
    "subjects",
    "tag",
    "category",
];
/// What an object calls a tag that it is.
const TAG_NAMES: &[&str] = &["name", "label", "title", "text", "tag", "value", "slug"];
/// The longest tag, and most of them: anything beyond is a list of something else.
const LONGEST_TAG: usize = 60;
const MOST_TAGS: usize = 40;
const AUTHORS: &[&str] = &["author", "by", "creator", "byline"];
const DATES: &[&str] = &["date", "publishedDate", "published_date", "publishedAt", "published_at", "published"];
/// The member that says where a thing comes from: its name, or an object with its address and its path.
const SOURCE: &str = "source";
const PATHS: &[&str] = &["path", "file"];

impl Card {
    /// Whether the first rows of a list have a title and say in `source` where they come from, as searches in
    /// documentation write it: to the detector that is a table, to a person they are search results. Without a link
    /// they say what they are about, too.
    pub(super) fn fits(list: &Listing<'_>) -> bool {
        let names = |wanted: &[&str]| list.columns().any(|column| wanted.contains(&&*column.name));
        let is_described = names(DESCRIPTIONS);
        let has = |source: &Raw, names: &[&str]| {
            names.iter().any(|name| source.get(name).is_some_and(|value| !value.is_blank()))
        };
        let is_sourced = |row: &str| {
            let source = Raw::parse(row).and_then(|row| row.get(SOURCE));
            source.is_some_and(|source| match source.kind() {
                Kind::Object => has(&source, LINKS) || is_described && has(&source, PATHS),
                Kind::String => is_described && !source.is_blank(),
                _ => false,
            })
        };
        list.of_objects()
            && names(&["title"])
            && names(&[SOURCE])
            && 2 * list.sample().filter(|row| is_sourced(row)).count() > list.sample().count()
    }

    /// The names that lead to a field in what was sent; none where it is not there.
    #[cfg(feature = "browse")]
    pub(crate) fn keys_of(&self, field: &str) -> Vec<String> {
        let find = |holder: &Raw, names: &[&str]| {
            let key = |name: &&str| {
                let mut members = holder.members();
                members
                    .find(|(key, value)| key.eq_ignore_ascii_case(name) && says(value))
                    .map(|(key, _)| key.into_owned())
            };
            names.iter().find_map(key)
        };
        let inside = |names: &[&str]| {
            let source = self.sent.get(SOURCE)?;
            let name = if source.kind() == Kind::Object { Some(find(&source, names)?) } else { None };
            Some([SOURCE.to_owned()].into_iter().chain(name).collect())
        };
        let own = |names: &[&str]| find(&self.sent, names).map(|key| vec![key]);
        let link = || own(LINKS).or_else(|| own(&["uri"])).or_else(|| inside(LINKS));
        let keys = match field {
            "title" => own(TITLES).or_else(link),
            "date" => own(DATES),
            "author" => own(AUTHORS),
            "description" => own(DESCRIPTIONS),
            "place" => inside(PATHS),
            _ => link(),
        };
        keys.unwrap_or_default()
    }

    /// The card of a row.
    pub(crate) fn of(row: &Raw) -> Self {
        let mut more: Vec<(String, Raw)> = row.members().map(named).collect();
        if more.is_empty() {
            return Self { title: row.to_plain().into_owned(), ..Self::empty(row) };
        }
        let mut take = |names: &[&str]| take(&mut more, names);
        let title = take(TITLES);
        let link = take(LINKS);
        let description = take(DESCRIPTIONS);
        let (author, date) = (take(AUTHORS), take(DATES));
        let image = picture(&mut more);
        let tags = tags(&mut more);
        let mut link = link.map(|link| Link::new(&link));
        let place = source(&mut more, &mut link);
        let title = title.or_else(|| link.as_ref().map(|link| link.address.clone()));
        let title = title.map_or_else(|| UNTITLED.to_owned(), |title| snippet::plain(&title).into_owned());
        // What is not there says nothing.
        more.retain(|(_, value)| value.kind() != Kind::Null);
        Self { title, link, place, image, tags, author, date, description, more, sent: row.clone() }
    }

    /// The card of a link to a resource.
    pub(crate) fn of_resource(block: &Raw) -> Self {
        let mut card = Self::of(block);
        card.more.retain(|(key, _)| key != "type");
        if let Some(at) = card.more.iter().position(|(key, value)| key == "uri" && value.kind() == Kind::String) {
            let link = Link::new(&card.more.remove(at).1.to_plain());
            if card.title == UNTITLED {
                card.title.clone_from(&link.address);
            }
            card.link = Some(link);
        }
        card
    }

    fn empty(row: &Raw) -> Self {
        Self {
            title: String::new(),
            link: None,
            place: None,
            image: None,
            tags: Vec::new(),
            author: None,
            date: None,
            description: None,
            more: Vec::new(),
            sent: row.clone(),
        }
    }
}

/// Whether a value says something as text.
fn says(value: &Raw) -> bool {
    matches!(value.kind(), Kind::String | Kind::Number) && !value.is_blank()
}

/// Takes out the first member that has one of the names, in the order of the names, and says something as text.
fn take(members: &mut Vec<(String, Raw)>, names: &[&str]) -> Option<String> {
    let at = names
        .iter()
        .find_map(|name| members.iter().position(|(key, value)| key.eq_ignore_ascii_case(name) && says(value)))?;
    Some(members.remove(at).1.to_plain().into_owned())
}

/// Whether a name is one of those, whatever stands between its words.
fn is_called(key: &str, names: &[&str]) -> bool {
    let plain: String = key.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    names.contains(&&*plain)
}

/// Takes out the picture: an address, an object that has one, or the first of a list of either. What else is said about
/// it stays.
fn picture(members: &mut Vec<(String, Raw)>) -> Option<Picture> {
    let order =
        |name: &&str| members.iter().position(|(key, value)| is_called(key, &[name]) && picture_in(value).is_some());
    let at = IMAGES.iter().find_map(order)?;
    let (address, rest) = picture_in(&members.get(at)?.1)?;
    match rest {
        Some(rest) => members.get_mut(at)?.1 = rest,
        None => {
            members.remove(at);
        }
    }
    Some(Media::of_address(&address).map_or_else(|| Picture::At(Link::new(&address)), Picture::Inside))
}

/// The address of the picture that a value is or has, and what else the value says.
fn picture_in(value: &Raw) -> Option<(String, Option<Raw>)> {
    match value.kind() {
        Kind::String if !value.is_blank() => Some((value.to_plain().into_owned(), None)),
        Kind::Object => {
            let mut members: Vec<(String, Raw)> = value.members().map(named).collect();
            let address = take(&mut members, SOURCES)?;
            let members: Vec<_> = members.into_iter().map(|(key, value)| (key.into(), value)).collect();
            Some((address, (!members.is_empty()).then(|| object_of(&members))))
        }
        Kind::Array => {
            let mut items = value.items();
            let first = items.next().filter(|first| first.kind() != Kind::Array)?;
            let (address, left) = picture_in(&first)?;
            let rest: Vec<String> = left.into_iter().chain(items).map(|item| item.to_json()).collect();
            let rest = (!rest.is_empty()).then(|| Raw::parse(format!("[{}]", rest.join(",")))).flatten();
            Some((address, rest))
        }
        _ => None,
    }
}

/// Takes out the words that a thing is filed under.
fn tags(members: &mut Vec<(String, Raw)>) -> Vec<String> {
    let mut tags = Vec::new();
    members.retain(|(key, value)| match is_called(key, TAGS).then(|| tags_in(value)).flatten() {
        Some(found) => {
            tags.extend(found);
            false
        }
        None => true,
    });
    tags
}

/// The tags that a value is: words, things with names, or a list in a string; `None` where it is something else.
fn tags_in(value: &Raw) -> Option<Vec<String>> {
    let tag = |item: Raw| match item.kind() {
        Kind::String | Kind::Number => Some(item.to_plain().trim().to_owned()),
        Kind::Object => {
            let name = TAG_NAMES.iter().find_map(|name| item.get(name).filter(says))?;
            Some(name.to_plain().trim().to_owned())
        }
        _ => None,
    };
    let found: Vec<String> = match value.kind() {
        Kind::Array => value.items().take(MOST_TAGS + 1).map(tag).collect::<Option<_>>()?,
        Kind::String => value.to_plain().split([',', ';']).map(|word| word.trim().to_owned()).collect(),
        _ => return None,
    };
    let is_word = |word: &String| !word.is_empty() && word.chars().count() <= LONGEST_TAG && !word.contains('\n');
    ((1..=MOST_TAGS).contains(&found.len()) && found.iter().all(is_word)).then_some(found)
}

/// Takes out of `source` where the thing is kept, and its address where it has none yet. What else is in there stays.
fn source(members: &mut Vec<(String, Raw)>, link: &mut Option<Link>) -> Option<String> {
    let at = members.iter().position(|(key, _)| key == SOURCE)?;
    let source = members.get(at)?.1.clone();
    if let Some(text) = source.to_text().filter(|text| !text.trim().is_empty()) {
        members.remove(at);
        let found = Link::new(&text);
        if link.is_none() && found.target.is_some() {
            *link = Some(found);
            return None;
        }
        return Some(text.into_owned());
    }
    if source.kind() != Kind::Object {
        return None;
    }
    let mut inside: Vec<(String, Raw)> = source.members().map(named).collect();
    let count = inside.len();
    if link.is_none() {
        *link = take(&mut inside, LINKS).map(|address| Link::new(&address));
    }
    let place = take(&mut inside, PATHS);
    if inside.is_empty() && count > 0 {
        members.remove(at);
    } else if inside.len() < count
        && let Some((_, left)) = members.get_mut(at)
    {
        let inside: Vec<_> = inside.into_iter().map(|(key, value)| (key.into(), value)).collect();
        *left = object_of(&inside);
    }
    place
}
