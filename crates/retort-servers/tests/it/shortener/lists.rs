//! Lists of links: sorted, filtered, page by page.

use serde_json::{Value, json};

use super::site::{Site, on_both};

fn keywords(list: &Value) -> Vec<&str> {
    list["results"].as_array().unwrap().iter().map(|link| link["keyword"].as_str().unwrap()).collect()
}

async fn filled(site: &Site) {
    for (keyword, url) in
        [("b_1", "https://z.example/"), ("a%2", "skip"), ("a2", "https://y.example/"), ("C3", "https://x.example/")]
    {
        if url != "skip" {
            site.make(keyword, url).await;
        }
    }
}

#[tokio::test]
async fn links_are_sorted_by_any_field() {
    on_both(async |site: Site| {
        filled(&site).await;
        for (arguments, expected) in [
            (json!({"sortby": "keyword", "sortorder": "ASC"}), ["C3", "a2", "b_1"]),
            (json!({"sortby": "keyword", "sortorder": "desc"}), ["b_1", "a2", "C3"]),
            (json!({"sortby": "url", "sortorder": "asc"}), ["C3", "a2", "b_1"]),
            (json!({"sortby": "title", "sortorder": "DESC"}), ["b_1", "a2", "C3"]),
            (json!({"sortby": "ip", "sortorder": "asc"}), ["C3", "a2", "b_1"]),
            (json!({"sortby": "clicks", "sortorder": "asc"}), ["C3", "a2", "b_1"]),
        ] {
            assert_eq!(keywords(&site.data("list_urls", arguments.clone()).await), expected, "{arguments}");
        }
        assert_eq!(site.data("list_urls", json!({})).await["total"], 3);
    })
    .await;
}

#[tokio::test]
async fn pages_follow_each_other() {
    on_both(async |site: Site| {
        filled(&site).await;
        let page = async |offset: u32| {
            site.data("list_urls", json!({"sortby": "keyword", "sortorder": "asc", "perpage": 2, "offset": offset}))
                .await
        };
        let first = page(0).await;
        assert_eq!(
            (keywords(&first), &first["hasMore"], &first["nextOffset"]),
            (vec!["C3", "a2"], &json!(true), &json!(2))
        );
        let last = page(2).await;
        assert_eq!((keywords(&last), &last["hasMore"], last.get("nextOffset")), (vec!["b_1"], &json!(false), None));
        let beyond = page(9).await;
        assert_eq!((keywords(&beyond).len(), &beyond["total"]), (0, &json!(3)));
        for wrong in
            [json!({"perpage": 0}), json!({"perpage": 1001}), json!({"sortorder": "UP"}), json!({"fields": ["id"]})]
        {
            assert_eq!(site.code("list_urls", wrong.clone()).await, "invalid_list", "{wrong}");
        }
        for wrong in [json!({"offset": -1}), json!({"offset": 1.5}), json!({"perpage": "x"}), json!({"fields": 7})] {
            assert_eq!(site.code("list_urls", wrong.clone()).await, "invalid_arguments", "{wrong}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_looked_for_stands_for_itself() {
    on_both(async |site: Site| {
        filled(&site).await;
        for (query, expected) in [
            ("a", vec!["a2"]),
            ("A", vec!["a2"]),
            ("c", vec!["C3"]),
            ("_", vec!["b_1"]),
            ("%", vec![]),
            ("!", vec![]),
            ("' OR '1'='1", vec![]),
            ("", vec!["C3", "a2", "b_1"]),
        ] {
            let list = site.data("list_urls", json!({"query": query, "sortby": "keyword", "sortorder": "asc"})).await;
            assert_eq!(
                (keywords(&list), list["total"].as_u64()),
                (expected.clone(), Some(expected.len() as u64)),
                "{query}"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn only_the_fields_that_are_wanted_are_given() {
    on_both(async |site: Site| {
        filled(&site).await;
        let fields = |list: &Value| list["results"][0].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        let all = site.data("list_urls", json!({})).await;
        assert_eq!(fields(&all), ["clicks", "ip", "keyword", "timestamp", "title", "url"]);
        let some = site.data("list_urls", json!({"fields": ["url", "clicks"]})).await;
        assert_eq!(fields(&some), ["clicks", "url"]);
        let starred = site.data("list_urls", json!({"fields": "[\"*\"]"})).await;
        assert_eq!(fields(&starred).len(), 6);
    })
    .await;
}
