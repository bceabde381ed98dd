//! A stand-in for a YOURLS site: it speaks the API as YOURLS and its plugins document it, over links in memory. It checks
//! signatures, and sends numbers as texts, as the original does.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use md5::{Digest, Md5};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

pub(crate) const SIGNATURE: &str = "0123456789";

#[derive(Clone, Debug)]
struct Link {
    url: String,
    title: String,
    clicks: u64,
}

pub(crate) struct StandIn {
    pub(crate) address: String,
    links: Arc<Mutex<BTreeMap<String, Link>>>,
}

impl StandIn {
    /// Starts one, with plugins or without.
    pub(crate) async fn start(has_plugins: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let links: Arc<Mutex<BTreeMap<String, Link>>> = Arc::default();
        let (kept, base) = (Arc::clone(&links), address.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (links, base) = (Arc::clone(&kept), base.clone());
                tokio::spawn(async move { serve(stream, &links, &base, has_plugins).await });
            }
        });
        Self { address, links }
    }

    /// Follows a link.
    pub(crate) fn click(&self, keyword: &str) {
        self.links.lock().unwrap().get_mut(keyword).unwrap().clicks += 1;
    }
}

async fn serve(stream: TcpStream, links: &Mutex<BTreeMap<String, Link>>, base: &str, has_plugins: bool) {
    let mut stream = BufReader::new(stream);
    let (mut length, mut first) = (0, String::new());
    stream.read_line(&mut first).await.unwrap();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.unwrap();
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.unwrap();
    let form: BTreeMap<String, String> = url::form_urlencoded::parse(&body).into_owned().collect();
    assert!(first.starts_with("POST /yourls-api.php "), "{first}");
    let digest = Md5::digest(format!("{}{SIGNATURE}", form["timestamp"]));
    let signature: String = digest.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    let (status, answer) = if form["signature"] == signature && form["format"] == "json" {
        answered(&form, &mut links.lock().unwrap(), base, has_plugins)
    } else {
        (403, json!({"message": "Please log in", "errorCode": 403}))
    };
    let answer = answer.to_string();
    let head = format!(
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        answer.len()
    );
    stream.write_all(format!("{head}{answer}").as_bytes()).await.unwrap();
}

fn answered(
    form: &BTreeMap<String, String>,
    links: &mut BTreeMap<String, Link>,
    base: &str,
    has_plugins: bool,
) -> (u16, Value) {
    let get = |name: &str| form.get(name).cloned().unwrap_or_default();
    let row = |keyword: &str, link: &Link| {
        json!({
            "keyword": keyword, "shorturl": format!("{base}{keyword}"), "url": link.url, "title": link.title,
            "timestamp": "2026-01-31 12:00:00", "ip": "127.0.0.1", "clicks": link.clicks.to_string(),
        })
    };
    let missing = || (404, json!({"errorCode": 404, "message": "Error: short URL not found", "simple": "not found"}));
    let (shorturl, url) = (get("shorturl"), get("url"));
    match get("action").as_str() {
        "shorturl" => {
            let same = links.iter().find(|(_, link)| link.url == url);
            if let Some((keyword, link)) = same {
                let answer = json!({
                    "status": "fail", "code": "error:url", "url": row(keyword, link), "message": format!("{url} already exists in database"),
                    "shorturl": format!("{base}{keyword}"), "statusCode": "400",
                });
                return (400, answer);
            }
            let keyword = if get("keyword").is_empty() { format!("n{}", links.len()) } else { get("keyword") };
            if links.contains_key(&keyword) {
                let message = format!("Short URL {keyword} already exists in database or is reserved");
                return (
                    400,
                    json!({"status": "fail", "code": "error:keyword", "message": message, "statusCode": "400"}),
                );
            }
            let link = Link { url, title: get("title"), clicks: 0 };
            let answer = json!({
                "url": row(&keyword, &link), "status": "success", "message": "added to database", "title": link.title,
                "shorturl": format!("{base}{keyword}"), "statusCode": "200",
            });
            links.insert(keyword, link);
            (200, answer)
        }
        "url-stats" => match links.get(&shorturl) {
            Some(link) => (200, json!({"statusCode": "200", "message": "success", "link": row(&shorturl, link)})),
            None => missing(),
        },
        "db-stats" => {
            let clicks: u64 = links.values().map(|link| link.clicks).sum();
            let sums = json!({"total_links": links.len().to_string(), "total_clicks": clicks.to_string()});
            (200, json!({"db-stats": sums, "statusCode": "200", "message": "success"}))
        }
        _ if !has_plugins => (400, json!({"errorCode": "400", "message": "Unknown or missing \"action\" parameter"})),
        "contract" => {
            let found: Vec<Value> =
                links.iter().filter(|(_, link)| link.url == url).map(|(keyword, link)| row(keyword, link)).collect();
            (200, json!({"statusCode": 200, "message": "success", "url_exists": !found.is_empty(), "links": found}))
        }
        "update" => match links.get_mut(&shorturl) {
            Some(link) => {
                link.url = url;
                if get("title") != "keep" {
                    link.title = get("title");
                }
                (200, json!({"statusCode": 200, "message": "success: updated"}))
            }
            None => (404, json!({"statusCode": 404, "message": "error: not found"})),
        },
        "change_keyword" => {
            let (old, new) = (get("oldshorturl"), get("newshorturl"));
            if links.contains_key(&new) {
                return (400, json!({"statusCode": 400, "message": "error: keyword already exists"}));
            }
            match links.remove(&old) {
                Some(link) => {
                    links.insert(new, link);
                    (200, json!({"statusCode": 200, "message": "success: updated"}))
                }
                None => (404, json!({"statusCode": 404, "message": "error: not found"})),
            }
        }
        "delete" => match links.remove(&shorturl) {
            Some(_) => (200, json!({"statusCode": 200, "message": "success: deleted"})),
            None => (404, json!({"statusCode": 404, "message": "error: not found"})),
        },
        "shorturl_analytics" => match links.get(&shorturl) {
            Some(link) => {
                let days = json!({&form["date"]: link.clicks, &form["date_end"]: 0});
                (
                    200,
                    json!({"statusCode": 200, "message": "success", "stats": {"total_clicks": link.clicks, "range_clicks": link.clicks, "daily_clicks": days}}),
                )
            }
            None => missing(),
        },
        "list" => {
            let number = |name: &str| get(name).parse::<usize>().unwrap();
            let fits: Vec<Value> = links
                .iter()
                .filter(|(keyword, _)| keyword.contains(&get("query")))
                .map(|(keyword, link)| row(keyword, link))
                .collect();
            let page: Vec<&Value> = fits.iter().skip(number("offset")).take(number("perpage")).collect();
            (200, json!({"statusCode": 200, "message": "success", "total": fits.len().to_string(), "result": page}))
        }
        _ => (400, json!({"errorCode": "400", "message": "Unknown or missing \"action\" parameter"})),
    }
}
