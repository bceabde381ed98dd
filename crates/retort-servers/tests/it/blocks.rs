//! The tools for blocks give blocks of those types, and their pictures and sounds are such.

use retort_core::{BlockKind, Body};
use serde_json::{Value, json};

use crate::client::{Client, read, result};

async fn kinds(tool: &str) -> Vec<BlockKind> {
    let message = read(tool, json!({})).await;
    let Body::Result(result) = message.body else { panic!("{tool} gave no result") };
    result.blocks.iter().map(|block| block.kind.clone()).collect()
}

#[tokio::test]
async fn every_block_type_has_a_tool() {
    use BlockKind::{Audio, Image, Resource, ResourceLink, Text};
    for (tool, expected) in [
        ("block_text", vec![Text]),
        ("block_annotated_text", vec![Text, Text]),
        ("block_image", vec![Image]),
        ("block_audio", vec![Audio]),
        ("block_resource_text", vec![Resource]),
        ("block_resource_blob", vec![Resource]),
        ("block_linked_resource", vec![ResourceLink]),
        ("block_mixed", vec![Text, Image, Audio, Resource, ResourceLink]),
        ("block_none", vec![]),
        ("block_structured", vec![Text]),
        ("block_structured_only", vec![]),
    ] {
        assert_eq!(kinds(tool).await, expected, "{tool}");
    }
}

fn bytes(base64: &Value) -> Vec<u8> {
    base64::Engine::decode(&base64::engine::general_purpose::STANDARD, base64.as_str().unwrap()).unwrap()
}

/// The chunks of a PNG, each checked against its sum.
fn chunks(png: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut rest = png.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap();
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let length = usize::try_from(u32::from_be_bytes(rest[..4].try_into().unwrap())).unwrap();
        let (body, after) = rest[4..].split_at(4 + length);
        let mut sum = flate2::Crc::new();
        sum.update(body);
        assert_eq!(sum.sum().to_be_bytes(), after[..4]);
        chunks.push(body.split_at(4));
        rest = &after[4..];
    }
    chunks
}

#[tokio::test]
async fn the_image_is_a_png_of_64_by_64_pixels() {
    let block = &result("block_image", json!({})).await["content"][0];
    assert_eq!(block["mimeType"], "image/png");
    let png = bytes(&block["data"]);
    let chunks = chunks(&png);
    let names: Vec<_> = chunks.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, [b"IHDR", b"PLTE", b"IDAT", b"IEND"]);
    assert_eq!(chunks[0].1, [0, 0, 0, 64, 0, 0, 0, 64, 8, 3, 0, 0, 0]);
    let mut pixels = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(chunks[2].1), &mut pixels).unwrap();
    assert_eq!(pixels.len(), 64 * 65);
    let colours = chunks[1].1.len() / 3;
    assert!(pixels.chunks(65).all(|line| line[0] == 0 && line.iter().all(|pixel| usize::from(*pixel) < colours)));
    let blob = &result("block_resource_blob", json!({})).await["content"][0]["resource"];
    assert_eq!((bytes(&blob["blob"]), &blob["mimeType"]), (png, &json!("image/png")));
}

#[tokio::test]
async fn the_audio_is_a_wav_of_a_quarter_of_a_second() {
    let block = &result("block_audio", json!({})).await["content"][0];
    assert_eq!(block["mimeType"], "audio/wav");
    let wav = bytes(&block["data"]);
    let number = |at: usize| u32::from_le_bytes(wav[at..at + 4].try_into().unwrap());
    assert_eq!((&wav[..4], &wav[8..16], &wav[36..40]), (&b"RIFF"[..], &b"WAVEfmt "[..], &b"data"[..]));
    assert_eq!(number(4) as usize, wav.len() - 8);
    assert_eq!(number(40) as usize, wav.len() - 44);
    assert_eq!(number(40) * 4, number(24), "samples in the file and samples a second");
    // The note swings around the middle, which is silence, and a has 440 swings a second.
    let above: Vec<bool> = wav[44..].iter().map(|sample| *sample >= 128).collect();
    assert_eq!(above.windows(2).filter(|pair| !pair[0] && pair[1]).count(), 110);
}

#[tokio::test]
async fn a_link_leads_to_a_resource_of_the_server() {
    let link = &result("block_linked_resource", json!({})).await["content"][0];
    let mut client = Client::session("2025-11-25", json!({})).await;
    let read = client.request("resources/read", json!({"uri": link["uri"]})).await;
    let contents = &read["result"]["contents"][0];
    assert_eq!((&contents["uri"], &contents["mimeType"]), (&link["uri"], &link["mimeType"]));
    assert!(contents["text"].as_str().unwrap().contains("Retort 10 ml"));
}

#[tokio::test]
async fn annotations_tell_for_whom_a_text_is() {
    let result = result("block_annotated_text", json!({})).await;
    assert_eq!(result["content"][0]["annotations"], json!({"audience": ["user"], "priority": 1.0}));
    assert_eq!(result["content"][1]["annotations"], json!({"audience": ["assistant"], "priority": 0.5}));
}

#[tokio::test]
async fn structured_content_follows_its_schema() {
    let mut client = Client::session("2025-11-25", json!({})).await;
    let tools = client.request("tools/list", json!({})).await["result"]["tools"].take();
    for name in ["block_structured", "block_structured_only"] {
        let tool = tools.as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap();
        let schema = jsonschema::validator_for(&tool["outputSchema"]).unwrap();
        let structured = result(name, json!({})).await["structuredContent"].take();
        assert!(schema.is_valid(&structured), "{structured}");
        assert!(!schema.is_valid(&json!({"total": 3})));
        assert_eq!(structured["items"].as_array().unwrap().len(), 3);
    }
    let both = result("block_structured", json!({})).await;
    let text: Value = serde_json::from_str(both["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, both["structuredContent"]);
}
