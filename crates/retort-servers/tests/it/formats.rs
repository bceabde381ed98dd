//! The tools for formats give texts of which Retort detects that format.

use retort_core::{Facts, Format};
use serde_json::json;

use crate::client::{read, text};

#[tokio::test]
async fn every_format_has_a_tool() {
    for format in Format::ALL {
        let detection = read(&format!("format_{}", format.name()), json!({})).await.detect();
        assert_eq!(detection.format, format, "{detection:?}");
        assert!(detection.confidence >= 0.8, "{detection:?}");
    }
}

#[tokio::test]
async fn texts_are_what_they_claim_to_be() {
    let csv = text("format_csv", json!({})).await;
    assert_eq!(csv.lines().count(), 11);
    assert!(csv.lines().nth(1).unwrap().starts_with("1,\"Retort 10 ml, borosilicate\",borosilicate,10,"), "{csv}");
    let detection = read("format_table", json!({})).await.detect();
    assert!(matches!(detection.facts, Facts::Rows { rows: 10, .. }), "{detection:?}");
}
