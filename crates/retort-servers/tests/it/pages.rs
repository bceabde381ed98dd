//! The tools for paging styles: Retort sees in each page whether there is another and how to get it, and following it
//! gives the whole catalogue once.

use std::collections::HashSet;

use retort_core::{Cursor, Envelope, Pagination};
use serde_json::{Value, json};

use crate::client::{envelope, result, text};

fn ids(envelope: &Envelope) -> Vec<u64> {
    let rows: Vec<Value> = serde_json::from_str(&envelope.data.as_ref().unwrap().to_json()).unwrap();
    rows.iter().map(|row| row["id"].as_u64().unwrap()).collect()
}

/// Follows the pages of a tool from the first. `next` makes the arguments for the next page from what the last one told.
async fn follow(tool: &str, first: Value, next: impl Fn(&Pagination) -> Value) -> Vec<u64> {
    let (mut seen, mut arguments) = (Vec::new(), first);
    for _ in 0..20 {
        let envelope = envelope(tool, arguments).await;
        seen.extend(ids(&envelope));
        let pagination = envelope.pagination.expect("a page without paging");
        if !pagination.has_more.expect("a page that does not tell whether there is more") {
            return seen;
        }
        arguments = next(&pagination);
    }
    panic!("{tool} has no last page");
}

fn cursor(pagination: &Pagination) -> String {
    match pagination.next_offset.as_ref().expect("more, but no way to it") {
        Cursor::Text(cursor) => cursor.clone(),
        other => panic!("{other:?} is no cursor"),
    }
}

fn number(pagination: &Pagination) -> u64 {
    match pagination.next_offset.as_ref().expect("more, but no way to it") {
        Cursor::Number(number) => *number,
        other => panic!("{other:?} is no number"),
    }
}

#[tokio::test]
async fn offsets_lead_through_the_catalogue() {
    let seen = follow("page_by_offset", json!({}), |page| json!({"offset": number(page)})).await;
    assert!(seen.into_iter().eq(1..=137));
}

#[tokio::test]
async fn page_numbers_lead_through_the_catalogue() {
    let next = |page: &Pagination| {
        assert_eq!(page.limit, Some(30));
        json!({"page": number(page) / 30 + 1, "per_page": 30})
    };
    let seen = follow("page_by_number", json!({"per_page": 30}), next).await;
    assert!(seen.into_iter().eq(1..=137));
    let last: Value = serde_json::from_str(&text("page_by_number", json!({"page": 5, "per_page": 30})).await).unwrap();
    assert_eq!((&last["page"], &last["total_pages"], &last["total"]), (&json!(5), &json!(5), &json!(137)));
}

#[tokio::test]
async fn cursors_lead_through_the_catalogue() {
    let seen = follow("page_by_cursor", json!({}), |page| json!({"cursor": cursor(page)})).await;
    assert!(seen.into_iter().eq(1..=137));
    assert_eq!(result("page_by_cursor", json!({"cursor": "20"})).await["isError"], true);
}

#[tokio::test]
async fn links_lead_through_the_catalogue() {
    let seen = follow("page_by_url", json!({}), |page| json!({"url": cursor(page)})).await;
    assert!(seen.into_iter().eq(1..=137));
    let parts = |page: &Pagination| {
        let link = cursor(page);
        let (_, offset) = link.split_once("offset=").unwrap();
        json!({"offset": offset.parse::<u64>().unwrap()})
    };
    assert!(follow("page_by_url", json!({}), parts).await.into_iter().eq(1..=137));
    assert_eq!(result("page_by_url", json!({"url": "https://elsewhere.example/"})).await["isError"], true);
}

#[tokio::test]
async fn neighbours_lead_back_and_forth() {
    let back = |page: &Pagination| json!({"before": page.before.as_ref().unwrap()});
    let seen = follow("page_by_neighbour", json!({}), back).await;
    assert!(seen.into_iter().eq((1..=137).rev()));
    let forth = |page: &Pagination| json!({"after": page.after.as_ref().unwrap()});
    let seen = follow("page_by_neighbour", json!({"after": "0"}), forth).await;
    assert_eq!(seen.len(), 137);
    assert_eq!(seen.iter().collect::<HashSet<_>>().len(), 137);
    // Inside a page the newest is first, whatever the direction.
    assert_eq!(seen[..20], (1..=20).rev().collect::<Vec<_>>());
}

#[tokio::test]
async fn neighbours_that_are_none_are_refused_or_empty() {
    for arguments in [json!({"before": "x"}), json!({"before": "5", "after": "2"})] {
        assert_eq!(result("page_by_neighbour", arguments).await["isError"], true);
    }
    for arguments in [json!({"before": "1"}), json!({"before": "0"}), json!({"after": "137"}), json!({"after": "999"})]
    {
        let envelope = envelope("page_by_neighbour", arguments.clone()).await;
        assert!(ids(&envelope).is_empty(), "{arguments}");
        assert_eq!(envelope.pagination.unwrap().has_more, Some(false), "{arguments}");
    }
}

#[tokio::test]
async fn counts_are_of_the_whole_catalogue_where_a_style_has_them() {
    for tool in ["page_by_offset", "page_by_number", "page_by_url"] {
        let summary = envelope(tool, json!({})).await.summary.unwrap();
        assert_eq!((summary.total, summary.returned), (Some(137), Some(20)), "{tool}");
    }
}

#[tokio::test]
async fn a_page_that_repeats_never_ends() {
    let first = envelope("page_repeating", json!({})).await;
    let again = envelope("page_repeating", json!({"cursor": cursor(first.pagination.as_ref().unwrap())})).await;
    assert_eq!(first.to_json(), again.to_json());

    let first = envelope("page_repeating", json!({"new_cursors": true})).await;
    let at = cursor(first.pagination.as_ref().unwrap());
    let again = envelope("page_repeating", json!({"new_cursors": true, "cursor": at})).await;
    assert_ne!(at, cursor(again.pagination.as_ref().unwrap()));
    assert_eq!(ids(&first), ids(&again));
}
