//! What each tool does with links.

use serde_json::json;

use super::site::{BASE, Site, on_both};

#[tokio::test]
async fn a_url_is_shortened_once_and_has_as_many_keywords_as_are_wanted() {
    on_both(async |site: Site| {
        let first = site.data("shorten_url", json!({"url": "https://example.com/a"})).await;
        assert_eq!((&first["url"], &first["title"]), (&json!("https://example.com/a"), &json!("example.com")));
        let again = site.data("shorten_url", json!({"url": " HTTPS://EXAMPLE.com/a "})).await;
        assert_eq!(first, again);
        let other = site.data("shorten_url", json!({"url": "https://example.com/b"})).await;
        assert_ne!(first["shorturl"], other["shorturl"]);
        let own = site.data("shorten_url", json!({"url": "https://example.com/a", "keyword": "own"})).await;
        assert_eq!(own["shorturl"], format!("{BASE}own"));
        let same = site.data("shorten_url", json!({"url": "https://example.com/a", "keyword": "own"})).await;
        assert_eq!(own, same);
        assert_eq!(site.data("db_stats", json!({})).await["total_links"], 3);
    })
    .await;
}

#[tokio::test]
async fn keywords_that_others_took_are_passed_over() {
    on_both(async |site: Site| {
        for taken in ["1", "2", "3"] {
            site.make(taken, "https://example.com/taken").await;
        }
        let made = site.data("shorten_url", json!({"url": "https://example.com/next"})).await;
        assert_eq!(made["shorturl"], format!("{BASE}4"));
    })
    .await;
}

#[tokio::test]
async fn a_keyword_leads_to_one_url() {
    on_both(async |site: Site| {
        site.make("abc", "https://example.com/a").await;
        let again = site.data("create_custom_url", json!({"url": "https://example.com/a", "keyword": "abc"})).await;
        assert_eq!(again["message"], "Short URL created before");
        let conflict = site.error("create_custom_url", json!({"url": "https://example.com/b", "keyword": "abc"})).await;
        assert_eq!(
            (&conflict["code"], &conflict["existingUrl"]),
            (&json!("keyword_conflict"), &json!("https://example.com/a"))
        );
        assert_eq!(
            site.code("shorten_url", json!({"url": "https://example.com/b", "keyword": "abc"})).await,
            "keyword_exists"
        );
        // Case counts.
        site.make("ABC", "https://example.com/b").await;
        assert_eq!(site.data("expand_url", json!({"shorturl": "abc"})).await["longurl"], "https://example.com/a");
    })
    .await;
}

#[tokio::test]
async fn what_no_link_may_be_is_refused() {
    on_both(async |site: Site| {
        for (tool, arguments, code) in [
            ("shorten_url", json!({"url": "javascript:alert(1)"}), "invalid_url"),
            ("shorten_url", json!({"url": "https://a:b@example.com"}), "invalid_url"),
            ("shorten_url", json!({"url": format!("https://example.com/{}", "x".repeat(3000))}), "invalid_url"),
            ("shorten_url", json!({"url": "https://example.com", "keyword": "a/b"}), "invalid_keyword"),
            ("shorten_url", json!({"url": "https://example.com", "keyword": "mcp"}), "invalid_keyword"),
            ("shorten_url", json!({"url": "https://example.com", "keyword": "' OR 1=1 --"}), "invalid_keyword"),
            ("shorten_url", json!({"url": "https://example.com", "title": "x".repeat(201)}), "invalid_title"),
            ("shorten_url", json!({"url": "https://bit.ly/x"}), "error:already_shortened"),
            ("create_custom_url", json!({"url": "https://bit.ly/x", "keyword": "b"}), "error:already_shortened"),
            (
                "create_custom_url",
                json!({"url": "https://sho.rt/x", "keyword": "b", "bypass_shortshort": true}),
                "error:already_shortened",
            ),
            ("create_custom_url", json!({"url": "https://example.com", "keyword": ""}), "invalid_keyword"),
            (
                "shorten_with_analytics",
                json!({"url": "https://example.com", "source": " ", "medium": "m", "campaign": "c"}),
                "invalid_url",
            ),
        ] {
            assert_eq!(site.code(tool, arguments.clone()).await, code, "{tool} {arguments}");
        }
        let bypassed = json!({"url": "https://bit.ly/x", "keyword": "b", "bypass_shortshort": true});
        assert_eq!(site.data("create_custom_url", bypassed).await["url"], "https://bit.ly/x");
        assert_eq!(site.data("db_stats", json!({})).await["total_links"], 1);
    })
    .await;
}

#[tokio::test]
async fn a_link_is_found_by_keyword_by_link_and_by_url() {
    on_both(async |site: Site| {
        let titled =
            json!({"url": "https://example.com/ü", "keyword": "abc", "title": "T \"ü\" \\ '; DROP TABLE links"});
        site.data("shorten_url", titled).await;
        site.make("def", "https://example.com/ü").await;
        for shorturl in ["abc", "https://sho.rt/abc", " abc ", "/abc"] {
            let expanded = site.data("expand_url", json!({"shorturl": shorturl})).await;
            assert_eq!(expanded["longurl"], "https://example.com/%C3%BC", "{shorturl}");
            assert_eq!(expanded["title"], "T \"ü\" \\ '; DROP TABLE links");
        }
        for shorturl in ["ABC", "abcd", "", "https://elsewhere.example/abc", "a b"] {
            assert_eq!(site.code("expand_url", json!({"shorturl": shorturl})).await, "not_found", "{shorturl:?}");
        }
        let contracted = site.data("contract_url", json!({"url": "https://example.com/ü"})).await;
        assert_eq!((&contracted["exists"], contracted["links"].as_array().unwrap().len()), (&json!(true), 2));
        let none = site.data("contract_url", json!({"url": "https://example.com/none"})).await;
        assert_eq!((&none["exists"], &none["links"]), (&json!(false), &json!([])));
        let one = site.data("get_url_keyword", json!({"url": "https://example.com/ü"})).await;
        assert_eq!(one["keyword"], "abc");
        let all = site.data("get_url_keyword", json!({"url": "https://example.com/ü", "exactly_one": "false"})).await;
        assert_eq!(all["keywords"].as_array().unwrap().len(), 2);
        let none = json!({"url": "https://example.com/none", "exactly_one": false});
        assert_eq!(site.code("get_url_keyword", none).await, "not_found");
    })
    .await;
}

#[tokio::test]
async fn a_link_is_changed_renamed_and_deleted() {
    on_both(async |site: Site| {
        site.data("shorten_url", json!({"url": "https://example.com/a", "keyword": "abc", "title": "A"})).await;
        let update = |url: &str, title: &str| json!({"shorturl": "abc", "url": url, "title": title});
        let kept = site.data("update_url", update("https://example.com/b", "keep")).await;
        assert_eq!((&kept["url"], &kept["title"]), (&json!("https://example.com/b"), &json!("A")));
        assert_eq!(site.data("update_url", update("https://example.org/c", "auto")).await["title"], "example.org");
        assert_eq!(site.data("update_url", update("https://example.org/c", "C")).await["title"], "C");
        assert_eq!(site.code("update_url", update("https://sho.rt/abc", "")).await, "error:already_shortened");

        site.make("taken", "https://example.com/t").await;
        let rename = |new: &str| json!({"oldshorturl": "abc", "newshorturl": new});
        assert_eq!(site.code("change_keyword", rename("taken")).await, "keyword_exists");
        assert_eq!(site.code("change_keyword", rename("a b")).await, "invalid_keyword");
        assert_eq!(site.data("expand_url", json!({"shorturl": "abc"})).await["longurl"], "https://example.org/c");
        let renamed = site.data("change_keyword", rename("xyz")).await;
        assert_eq!((&renamed["oldshorturl"], &renamed["shorturl"]), (&json!("abc"), &json!("https://sho.rt/xyz")));
        assert_eq!(site.code("expand_url", json!({"shorturl": "abc"})).await, "not_found");
        let whole = json!({"oldshorturl": "xyz", "newshorturl": "zzz", "url": "https://example.net/", "title": "Z"});
        site.data("change_keyword", whole).await;
        let expanded = site.data("expand_url", json!({"shorturl": "zzz"})).await;
        assert_eq!((&expanded["longurl"], &expanded["title"]), (&json!("https://example.net/"), &json!("Z")));
        // Its own keyword is none of another's.
        site.data("change_keyword", json!({"oldshorturl": "zzz", "newshorturl": "zzz"})).await;

        assert_eq!(site.data("delete_url", json!({"shorturl": "zzz"})).await["message"], "Short URL deleted");
        assert_eq!(site.code("delete_url", json!({"shorturl": "zzz"})).await, "not_found");
        assert_eq!(site.data("db_stats", json!({})).await["total_links"], 1);
        // A keyword that is free again can be taken.
        site.make("zzz", "https://example.com/again").await;
    })
    .await;
}

#[tokio::test]
async fn parameters_for_analytics_take_the_place_of_those_that_are_there() {
    on_both(async |site: Site| {
        let tracked = json!({
            "url": "https://example.com/x?a=1&utm_source=old#top", "source": "news letter", "medium": "email",
            "campaign": "ü", "term": "", "content": "b&c", "keyword": "t", "title": "T",
        });
        let made = site.data("shorten_with_analytics", tracked).await;
        assert_eq!(made["shorturl"], "https://sho.rt/t");
        let expected = "https://example.com/x?a=1&utm_campaign=%C3%BC&utm_content=b%26c&utm_medium=email&utm_source=news+letter#top";
        assert_eq!(made["url"], expected);
        let analytics = json!({"utm_campaign": "ü", "utm_content": "b&c", "utm_medium": "email", "utm_source": "news letter"});
        assert_eq!(made["analytics"], analytics);
        assert_eq!(site.data("expand_url", json!({"shorturl": "t"})).await["longurl"], expected);
    })
    .await;
}

#[tokio::test]
async fn a_qr_code_is_a_picture() {
    use base64::prelude::{BASE64_STANDARD, Engine};
    on_both(async |site: Site| {
        site.make("abc", "https://example.com/").await;
        let picture = async |arguments| {
            let drawn = site.data("generate_qr_code", arguments).await;
            (
                drawn["contentType"].as_str().unwrap().to_owned(),
                BASE64_STANDARD.decode(drawn["data"].as_str().unwrap()).unwrap(),
            )
        };
        let (kind, png) = picture(json!({"shorturl": "abc"})).await;
        assert!(kind == "image/png" && png.starts_with(b"\x89PNG\r\n"), "{kind}");
        let (kind, svg) =
            picture(json!({"shorturl": "abc", "format": "SVG", "ecc": "h", "size": 100, "border": 0})).await;
        assert!(kind == "image/svg+xml" && svg.starts_with(b"<svg "), "{kind}");
        for wrong in [json!({"ecc": "Z"}), json!({"format": "jpg"}), json!({"size": 1}), json!({"border": 99})] {
            let mut arguments = json!({"shorturl": "abc"});
            arguments.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
            assert_eq!(site.code("generate_qr_code", arguments).await, "invalid_qr_code", "{wrong}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_kept_is_there_the_next_time() {
    on_both(async |site: Site| {
        site.make("abc", "https://example.com/").await;
        site.data("shorten_url", json!({"url": "https://example.com/numbered"})).await;
        let again = Site::open(site.database.clone()).await;
        assert_eq!(again.data("expand_url", json!({"shorturl": "abc"})).await["longurl"], "https://example.com/");
        let next = again.data("shorten_url", json!({"url": "https://example.com/another"})).await;
        assert_eq!(next["shorturl"], "https://sho.rt/2");
    })
    .await;
}
