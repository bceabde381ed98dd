//! Links in a database. Each change is one transaction: a keyword is taken once, and no click is lost, however many write at
//! the same time. Sums are kept beside the links, so that a million of them are counted at once.

use std::collections::BTreeMap;

use chrono::Utc;

use super::link::{COLUMNS, Link};
use super::problem::ShortenerError;
use crate::database::{Database, Error, Store, Transaction, Value};

/// How many sites a day are told apart among those that a link was followed from. The others are one.
const MOST_REFERRERS: i64 = 100;
/// What the others are called.
const OTHERS: &str = "(others)";
/// How many numbers are tried for a keyword, where others have taken them by name.
const MOST_TRIES: usize = 1_000;

#[derive(Clone, Debug)]
pub(super) struct Links {
    store: Store,
}

/// A part of a list.
pub(super) struct Wanted<'a> {
    /// A column of the table, never a caller's word.
    pub(super) column: &'static str,
    pub(super) is_descending: bool,
    pub(super) offset: i64,
    pub(super) limit: i64,
    /// What a keyword has in it.
    pub(super) part: Option<&'a str>,
}

/// How often a link was followed.
pub(super) struct Clicks {
    pub(super) total: i64,
    pub(super) by_day: BTreeMap<String, i64>,
    pub(super) by_referrer: BTreeMap<String, i64>,
}

impl Links {
    pub(super) async fn open(database: &Database) -> Result<Self, Error> {
        let store = Store::open(database).await?;
        let mut change = store.begin().await?;
        change.lock_tables().await?;
        let (mut known, mut new) = (0, 0);
        for (name, columns) in TABLES {
            if change.has_table(name).await? {
                known += 1;
                // A table of somebody else's has other columns.
                let look = change.query(&format!("SELECT {columns} FROM {name} LIMIT 0"), &[]).await;
                look.map_err(|error| foreign(database, &error))?;
            } else {
                new += 1;
            }
        }
        if known > 0 && new > 0 {
            return Err(foreign(database, &"only some of them are there"));
        }
        if new > 0 {
            make(&mut change, store.byte_order()).await?;
        }
        change.commit().await?;
        Ok(Self { store })
    }

    /// The link of a keyword.
    pub(super) async fn find(&self, keyword: &str) -> Result<Link, ShortenerError> {
        let sql = format!("SELECT {COLUMNS} FROM links WHERE keyword = ?");
        let rows = self.store.query(&sql, &[keyword.into()]).await?;
        rows.first().map(Link::of).ok_or_else(|| not_found(keyword))
    }

    /// The links that lead to an address, the oldest first.
    pub(super) async fn leading_to(&self, url: &str, most: i64) -> Result<Vec<Link>, ShortenerError> {
        let rows = self.store.query(&leading_to(), &[url.into(), most.into()]).await?;
        Ok(rows.iter().map(Link::of).collect())
    }

    /// Takes a keyword for an address. `false` where another has it.
    pub(super) async fn take(&self, keyword: &str, url: &str, title: &str) -> Result<bool, ShortenerError> {
        let mut change = self.store.begin().await?;
        let is_taken = insert(&mut change, keyword, url, title).await?;
        if is_taken {
            change.commit().await?;
        }
        Ok(is_taken)
    }

    /// The link that leads to an address, which is made where there is none.
    pub(super) async fn shortened(&self, url: &str, title: &str) -> Result<Link, ShortenerError> {
        if let Some(link) = self.leading_to(url, 1).await?.into_iter().next() {
            return Ok(link);
        }
        let mut change = self.store.begin().await?;
        for _ in 0..MOST_TRIES {
            let next = "UPDATE sums SET value = value + 1 WHERE name = 'next' RETURNING value";
            let number = change.query(next, &[]).await?.first().and_then(|row| row.integer(0)).unwrap_or_default();
            // Whoever was here meanwhile has made one: now nobody else can.
            if let Some(row) = change.query(&leading_to(), &[url.into(), 1.into()]).await?.first() {
                return Ok(Link::of(row));
            }
            let keyword = spelled(number);
            if super::target::keyword(&keyword).is_ok() && insert(&mut change, &keyword, url, title).await? {
                change.commit().await?;
                return self.find(&keyword).await;
            }
        }
        // The next call goes on behind those that were tried.
        change.commit().await?;
        Err(ShortenerError::Unknown { reason: "No free keyword was found yet; call again, or give one".to_owned() })
    }

    /// Lets a link lead elsewhere. Without a title it keeps the one that it has.
    pub(super) async fn update(&self, keyword: &str, url: &str, title: Option<&str>) -> Result<Link, ShortenerError> {
        let mut change = self.store.begin().await?;
        let sql = format!("UPDATE links SET url = ?, title = COALESCE(?, title) WHERE keyword = ? RETURNING {COLUMNS}");
        let rows = change.query(&sql, &[url.into(), optional(title), keyword.into()]).await?;
        let link = rows.first().map(Link::of).ok_or_else(|| not_found(keyword))?;
        change.commit().await?;
        Ok(link)
    }

    /// Gives a link another keyword; its clicks go with it.
    pub(super) async fn rename(
        &self,
        old: &str,
        new: &str,
        url: Option<&str>,
        title: Option<&str>,
    ) -> Result<Link, ShortenerError> {
        let mut change = self.store.begin().await?;
        let sql = format!(
            "UPDATE links SET keyword = ?, url = COALESCE(?, url), title = COALESCE(?, title) WHERE keyword = ? \
             RETURNING {COLUMNS}"
        );
        let renamed = change.query(&sql, &[new.into(), optional(url), optional(title), old.into()]).await;
        let rows = renamed.map_err(|error| match error.taken() {
            Some(_) => ShortenerError::KeywordExists { keyword: new.to_owned() },
            None => error.into(),
        })?;
        let link = rows.first().map(Link::of).ok_or_else(|| not_found(old))?;
        change.execute("UPDATE clicks SET keyword = ? WHERE keyword = ?", &[new.into(), old.into()]).await?;
        change.commit().await?;
        Ok(link)
    }

    /// Deletes a link, with its clicks.
    pub(super) async fn delete(&self, keyword: &str) -> Result<(), ShortenerError> {
        let mut change = self.store.begin().await?;
        let deleted = change.query("DELETE FROM links WHERE keyword = ? RETURNING clicks", &[keyword.into()]).await?;
        let clicks = deleted.first().ok_or_else(|| not_found(keyword))?.integer(0).unwrap_or_default();
        change.execute("DELETE FROM clicks WHERE keyword = ?", &[keyword.into()]).await?;
        add(&mut change, "links", -1).await?;
        add(&mut change, "clicks", -clicks).await?;
        Ok(change.commit().await?)
    }

    /// Counts that a link was followed, and gives the address that it leads to.
    pub(super) async fn follow(&self, keyword: &str, referrer: &str) -> Result<String, ShortenerError> {
        // Whoever asks for what is not there holds up nobody who writes.
        self.find(keyword).await?;
        let day = Utc::now().format("%Y-%m-%d").to_string();
        let mut change = self.store.begin().await?;
        let sql = "UPDATE links SET clicks = clicks + 1 WHERE keyword = ? RETURNING url";
        let rows = change.query(sql, &[keyword.into()]).await?;
        let url = rows.first().and_then(|row| row.text(0)).ok_or_else(|| not_found(keyword))?.to_owned();
        // Those that were seen first that day keep their names.
        let known = "SELECT COUNT(*) FROM clicks WHERE keyword = ? AND day = ? AND referrer <> ? AND referrer <> ?";
        let which = [keyword.into(), day.as_str().into(), referrer.into(), OTHERS.into()];
        let known = change.query(known, &which).await?;
        let is_full = known.first().and_then(|row| row.integer(0)).unwrap_or_default() >= MOST_REFERRERS;
        let referrer = if is_full { OTHERS } else { referrer };
        let count = "INSERT INTO clicks (keyword, day, referrer, count) VALUES (?, ?, ?, 1) \
                     ON CONFLICT (keyword, day, referrer) DO UPDATE SET count = clicks.count + 1";
        change.execute(count, &[keyword.into(), day.into(), referrer.into()]).await?;
        add(&mut change, "clicks", 1).await?;
        change.commit().await?;
        Ok(url)
    }

    /// How often a link was followed, on which days of a range and from where.
    pub(super) async fn clicks(&self, keyword: &str, from: &str, to: &str) -> Result<Clicks, ShortenerError> {
        let total = self.find(keyword).await?.clicks;
        let sql = "SELECT day, referrer, count FROM clicks WHERE keyword = ? AND day >= ? AND day <= ?";
        let rows = self.store.query(sql, &[keyword.into(), from.into(), to.into()]).await?;
        let mut clicks = Clicks { total, by_day: BTreeMap::new(), by_referrer: BTreeMap::new() };
        for row in &rows {
            let count = row.integer(2).unwrap_or_default();
            *clicks.by_day.entry(row.text(0).unwrap_or_default().to_owned()).or_default() += count;
            *clicks.by_referrer.entry(row.text(1).unwrap_or_default().to_owned()).or_default() += count;
        }
        Ok(clicks)
    }

    /// How many links there are, and how often they were followed.
    pub(super) async fn sums(&self) -> Result<(i64, i64), ShortenerError> {
        let rows = self.store.query("SELECT name, value FROM sums", &[]).await?;
        let sum = |name: &str| {
            rows.iter().find(|row| row.text(0) == Some(name)).and_then(|row| row.integer(1)).unwrap_or_default()
        };
        Ok((sum("links"), sum("clicks")))
    }

    /// A part of the list of links, and how many there are in all.
    pub(super) async fn list(&self, wanted: &Wanted<'_>) -> Result<(Vec<Link>, i64), ShortenerError> {
        let Wanted { column, is_descending, offset, limit, part } = *wanted;
        let direction = if is_descending { "DESC" } else { "ASC" };
        let page: [Value; 2] = [limit.into(), offset.into()];
        let order = format!("ORDER BY {column} {direction}, keyword {direction} LIMIT ? OFFSET ?");
        let Some(part) = part.filter(|part| !part.is_empty()) else {
            let rows = self.store.query(&format!("SELECT {COLUMNS} FROM links {order}"), &page).await?;
            return Ok((rows.iter().map(Link::of).collect(), self.sums().await?.0));
        };
        let pattern: Value = format!("%{}%", escaped(&part.to_lowercase())).into();
        let which = "FROM links WHERE lower(keyword) LIKE ? ESCAPE '!'";
        let counted = self.store.query(&format!("SELECT COUNT(*) {which}"), std::slice::from_ref(&pattern)).await?;
        let [limit, offset] = page;
        let rows = self.store.query(&format!("SELECT {COLUMNS} {which} {order}"), &[pattern, limit, offset]).await?;
        let total = counted.first().and_then(|row| row.integer(0)).unwrap_or_default();
        Ok((rows.iter().map(Link::of).collect(), total))
    }
}

/// The tables, and their columns.
const TABLES: [(&str, &str); 3] =
    [("links", COLUMNS), ("clicks", "keyword, day, referrer, count"), ("sums", "name, value")];

/// Makes the tables. Both databases have the same order of texts, and their indexes too.
async fn make(change: &mut Transaction, byte_order: &str) -> Result<(), Error> {
    let text = format!("TEXT{byte_order} NOT NULL");
    for table in [
        format!(
            "CREATE TABLE links (keyword {text} PRIMARY KEY, url {text}, title {text}, created BIGINT NOT NULL, ip {text}, \
             clicks BIGINT NOT NULL)"
        ),
        format!(
            "CREATE TABLE clicks (keyword {text}, day {text}, referrer {text}, count BIGINT NOT NULL, \
             PRIMARY KEY (keyword, day, referrer))"
        ),
        format!("CREATE TABLE sums (name {text} PRIMARY KEY, value BIGINT NOT NULL)"),
        "CREATE INDEX links_by_url ON links (url, created, keyword)".to_owned(),
        "CREATE INDEX links_by_title ON links (title, keyword)".to_owned(),
        "CREATE INDEX links_by_ip ON links (ip, keyword)".to_owned(),
        "CREATE INDEX links_by_created ON links (created, keyword)".to_owned(),
        "CREATE INDEX links_by_clicks ON links (clicks, keyword)".to_owned(),
        "INSERT INTO sums (name, value) VALUES ('links', 0), ('clicks', 0), ('next', 0)".to_owned(),
    ] {
        change.execute(&table, &[]).await?;
    }
    Ok(())
}

/// What is wrong with tables that cannot be used.
fn foreign(database: &Database, why: &dyn std::fmt::Display) -> Error {
    let why = format!("its tables are another program's: {why}. Name another database");
    Error::Open { place: database.to_string(), why }
}

fn leading_to() -> String {
    format!("SELECT {COLUMNS} FROM links WHERE url = ? ORDER BY created, keyword LIMIT ?")
}

/// Adds a link. `false` where its keyword is taken.
async fn insert(change: &mut Transaction, keyword: &str, url: &str, title: &str) -> Result<bool, ShortenerError> {
    let sql = "INSERT INTO links (keyword, url, title, created, ip, clicks) VALUES (?, ?, ?, ?, '', 0) \
               ON CONFLICT (keyword) DO NOTHING RETURNING keyword";
    let created = Utc::now().timestamp();
    let rows = change.query(sql, &[keyword.into(), url.into(), title.into(), created.into()]).await?;
    if rows.is_empty() {
        return Ok(false);
    }
    add(change, "links", 1).await?;
    Ok(true)
}

async fn add(change: &mut Transaction, sum: &str, count: i64) -> Result<(), Error> {
    change.execute("UPDATE sums SET value = value + ? WHERE name = ?", &[count.into(), sum.into()]).await
}

fn not_found(keyword: &str) -> ShortenerError {
    ShortenerError::NotFound { shorturl: keyword.to_owned() }
}

fn optional(text: Option<&str>) -> Value {
    text.map_or(Value::Null, Value::from)
}

/// A text that stands for itself in a pattern.
fn escaped(text: &str) -> String {
    text.chars().flat_map(|char| matches!(char, '!' | '%' | '_').then_some('!').into_iter().chain([char])).collect()
}

/// A number in digits and letters, as keywords are.
fn spelled(mut number: i64) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut spelled = Vec::new();
    while number > 0 {
        let digit = usize::try_from(number % 36).unwrap_or_default();
        spelled.push(char::from(DIGITS.get(digit).copied().unwrap_or(b'0')));
        number /= 36;
    }
    if spelled.is_empty() {
        spelled.push('0');
    }
    spelled.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spelled_shortly_and_each_in_its_own_way() {
        for (number, expected) in [(0, "0"), (9, "9"), (10, "a"), (35, "z"), (36, "10"), (46_655, "zzz")] {
            assert_eq!(spelled(number), expected);
        }
        assert_eq!(escaped("a_b%c!"), "a!_b!%c!!");
    }
}
