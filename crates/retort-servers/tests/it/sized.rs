//! The tool of any size gives that size, also where it is beyond what clients like.

use retort_core::{Body, Format};
use serde_json::json;

use crate::client::{read, text};

#[tokio::test]
async fn texts_have_the_size_asked_for() {
    for shape in ["text", "rows", "nested", "deep"] {
        for bytes in [2, 1000, 100_000] {
            assert_eq!(text("sized", json!({"bytes": bytes, "shape": shape})).await.len(), bytes, "{shape}");
        }
    }
}

#[tokio::test]
async fn shapes_are_what_they_are_called() {
    for (shape, expected) in [("text", Format::PlainText), ("rows", Format::Table), ("nested", Format::Json)] {
        let message = read("sized", json!({"bytes": 50_000, "shape": shape})).await;
        assert_eq!(message.detect().format, expected, "{shape}");
    }
}

/// Larger than the lines that rmcp would read itself.
#[tokio::test]
async fn a_hundred_megabytes_arrive_whole() {
    let message = read("sized", json!({"bytes": 100_000_000, "shape": "rows"})).await;
    let Body::Result(result) = &message.body else { panic!("no result") };
    let text = result.blocks[0].to_text().unwrap();
    assert_eq!(text.len(), 100_000_000);
    assert!(text.starts_with("[{\"row\":1,") && text.ends_with(" ]"));
}
