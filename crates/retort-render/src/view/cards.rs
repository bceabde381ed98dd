//! Cards: things with a title and a link, as searches give them. Servers name the same field in many ways.

use retort_core::{Kind, Listing, Raw};

use super::table::object_of;
use super::{Link, named};

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
    pub image: Option<Link>,
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

const UNTITLED: &str = "untitled";
const TITLES: &[&str] = &["title", "name", "headline"];
const LINKS: &[&str] = &["url", "link", "href"];
const DESCRIPTIONS: &[&str] = &["summary", "description", "text", "snippet", "content", "excerpt"];
const IMAGES: &[&str] = &["image", "thumbnail", "img", "picture", "image_url", "imageUrl"];
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
        let image = take(IMAGES).map(|image| Link::new(&image));
        let (author, date) = (take(AUTHORS), take(DATES));
        let mut link = link.map(|link| Link::new(&link));
        let place = source(&mut more, &mut link);
        let title = title.or_else(|| link.as_ref().map(|link| link.address.clone()));
        let title = title.unwrap_or_else(|| UNTITLED.to_owned());
        Self { title, link, place, image, author, date, description, more, sent: row.clone() }
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
        let (title, more) = (String::new(), Vec::new());
        let sent = row.clone();
        Self { title, link: None, place: None, image: None, author: None, date: None, description: None, more, sent }
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
