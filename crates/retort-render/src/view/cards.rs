//! Cards: things with a title and a link, as searches give them. Servers name the same field in many ways.

use retort_core::{Kind, Listing, Raw};

use super::{Link, named};

/// A thing with a title and a link.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Card {
    /// What it is called.
    pub title: String,
    /// Where it is.
    pub link: Option<Link>,
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
/// Objects that hold the address of a thing.
const SOURCES: &[&str] = &["source"];

impl Card {
    /// Whether the first rows of a list have a title, and their link inside `source`, as searches in documentation write
    /// it: to the detector that is a table, to a person they are search results.
    pub(super) fn fits(list: &Listing<'_>) -> bool {
        let names = |wanted: &str| list.columns().any(|column| column.name == wanted);
        let is_linked = |row: &str| {
            let source = Raw::parse(row).and_then(|row| row.get("source"));
            source.is_some_and(|source| LINKS.iter().any(|name| source.get(name).is_some_and(|link| !link.is_blank())))
        };
        list.of_objects()
            && names("title")
            && names("source")
            && 2 * list.sample().filter(|row| is_linked(row)).count() > list.sample().count()
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
        let link = link.map(|link| Link::new(&link)).or_else(|| source(&mut more));
        let title = title.or_else(|| link.as_ref().map(|link| link.address.clone()));
        let title = title.unwrap_or_else(|| UNTITLED.to_owned());
        Self { title, link, image, author, date, description, more, sent: row.clone() }
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
        Self { title, link: None, image: None, author: None, date: None, description: None, more, sent }
    }
}

/// Takes out the first member that has one of the names, in the order of the names, and says something as text.
fn take(members: &mut Vec<(String, Raw)>, names: &[&str]) -> Option<String> {
    let says = |value: &Raw| matches!(value.kind(), Kind::String | Kind::Number) && !value.is_blank();
    let at = names
        .iter()
        .find_map(|name| members.iter().position(|(key, value)| key.eq_ignore_ascii_case(name) && says(value)))?;
    Some(members.remove(at).1.to_plain().into_owned())
}

/// The address inside an object such as `source`; the object goes where it says nothing more.
fn source(members: &mut Vec<(String, Raw)>) -> Option<Link> {
    let at = members.iter().position(|(key, value)| SOURCES.contains(&key.as_str()) && value.kind() == Kind::Object)?;
    let object = &members.get(at)?.1;
    let address = LINKS.iter().find_map(|name| object.get(name)?.to_text().map(String::from))?;
    if object.members().count() == 1 {
        members.remove(at);
    }
    Some(Link::new(&address))
}
