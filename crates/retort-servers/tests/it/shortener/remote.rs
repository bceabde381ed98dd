//! The same tools over a YOURLS site, through its API. The site is a stand-in.

use retort_server::{Profile, Router, assert_clean};
use retort_servers::shortener::Shortener;
use serde_json::{Value, json};

use super::site::text;
use super::stand_in::{SIGNATURE, StandIn};

async fn called(router: &Router, tool: &str, arguments: Value) -> Value {
    let answer = router.call(tool, arguments).await;
    assert_clean!(answer, Profile::Yourls);
    let result: Value = serde_json::from_str(answer.as_json()).unwrap();
    let payload: Value = serde_json::from_str(text(&result)).unwrap();
    assert_eq!(payload["status"] == "error", answer.is_error(), "{payload}");
    payload
}

#[tokio::test]
async fn every_tool_works_through_the_api() {
    let site = StandIn::start(true).await;
    // The address of the API means the same.
    for address in [site.address.clone(), format!("{}yourls-api.php", site.address)] {
        let router = Shortener::over_yourls(&address, SIGNATURE).unwrap().router();
        assert_eq!(called(&router, "db_stats", json!({})).await["total_links"], 0);
    }
    let router = Shortener::over_yourls(&site.address, SIGNATURE).unwrap().router();
    let call = async |tool: &str, arguments: Value| called(&router, tool, arguments).await;
    let short = |keyword: &str| format!("{}{keyword}", site.address);
    let made = call("shorten_url", json!({"url": "https://example.com/a", "title": "A"})).await;
    assert_eq!((&made["shorturl"], &made["title"]), (&json!(short("n0")), &json!("A")));
    assert_eq!(call("shorten_url", json!({"url": "https://example.com/a"})).await["shorturl"], json!(short("n0")));
    let custom = call("create_custom_url", json!({"url": "https://example.com/b", "keyword": "mine"})).await;
    assert_eq!(custom["shorturl"], json!(short("mine")));
    let again = json!({"url": "https://example.com/a", "keyword": "other"});
    assert_eq!(call("create_custom_url", again).await["code"], "url_exists");
    let taken = json!({"url": "https://example.com/c", "keyword": "mine"});
    assert_eq!(call("create_custom_url", taken.clone()).await["code"], "keyword_conflict");
    assert_eq!(call("shorten_url", taken).await["code"], "keyword_exists");
    assert_eq!(call("expand_url", json!({"shorturl": short("mine")})).await["longurl"], "https://example.com/b");
    assert_eq!(call("expand_url", json!({"shorturl": "none"})).await["code"], "not_found");
    site.click("mine");
    assert_eq!(call("url_stats", json!({"shorturl": "mine"})).await["clicks"], 1);
    let days = call("url_analytics", json!({"shorturl": "mine", "date": "2026-01-01", "date_end": "2026-01-02"})).await;
    assert_eq!((&days["range_clicks"], &days["daily_clicks"]), (&json!(1), &json!({"2026-01-01": 1})));
    assert_eq!(call("contract_url", json!({"url": "https://example.com/b"})).await["links"][0]["keyword"], "mine");
    assert_eq!(call("get_url_keyword", json!({"url": "https://example.com/b"})).await["keyword"], "mine");
    let updated = call("update_url", json!({"shorturl": "mine", "url": "https://example.org/", "title": "B"})).await;
    assert_eq!((&updated["url"], &updated["title"]), (&json!("https://example.org/"), &json!("B")));
    let rename = |new: &str| json!({"oldshorturl": "mine", "newshorturl": new});
    assert_eq!(call("change_keyword", rename("n0")).await["code"], "keyword_exists");
    assert_eq!(call("change_keyword", rename("yours")).await["shorturl"], json!(short("yours")));
    let list = call("list_urls", json!({"perpage": 1, "query": "yours"})).await;
    assert_eq!((&list["total"], &list["results"][0]["clicks"]), (&json!(1), &json!(1)));
    assert_eq!(call("generate_qr_code", json!({"shorturl": "yours"})).await["contentType"], "image/png");
    let tracked = json!({"url": "https://example.net", "source": "s", "medium": "m", "campaign": "c"});
    assert!(call("shorten_with_analytics", tracked).await["url"].as_str().unwrap().contains("utm_source=s"));
    assert_eq!(call("delete_url", json!({"shorturl": "yours"})).await["status"], "success");
    assert_eq!(call("delete_url", json!({"shorturl": "yours"})).await["code"], "not_found");
    assert_eq!(call("db_stats", json!({})).await["total_links"], 2);
}

#[tokio::test]
async fn what_a_site_cannot_do_is_told() {
    let site = StandIn::start(false).await;
    let router = Shortener::over_yourls(&site.address, SIGNATURE).unwrap().router();
    for (tool, arguments) in [
        ("contract_url", json!({"url": "https://example.com"})),
        ("delete_url", json!({"shorturl": "x"})),
        ("list_urls", json!({})),
        ("update_url", json!({"shorturl": "x", "url": "https://example.com"})),
        ("url_analytics", json!({"shorturl": "x", "date": "2026-01-01"})),
    ] {
        assert_eq!(called(&router, tool, arguments).await["code"], "not_supported", "{tool}");
    }
    let stranger = Shortener::over_yourls(&site.address, "wrong").unwrap().router();
    let refused = called(&stranger, "db_stats", json!({})).await;
    assert!(refused["message"].as_str().unwrap().contains("refuses the signature"), "{refused}");
    assert!(!refused.to_string().contains("wrong"), "{refused}");
    let nowhere = Shortener::over_yourls("http://127.0.0.1:1/", SIGNATURE).unwrap().router();
    let gone = called(&nowhere, "db_stats", json!({})).await;
    assert!(gone["message"].as_str().unwrap().contains("cannot be reached"), "{gone}");
    assert!(Shortener::over_yourls("nonsense", SIGNATURE).is_err());
}
