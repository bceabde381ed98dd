//! Compressed HTTP bodies: labelled rightly, wrongly or not at all, and cut short.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

use crate::oddities::call::Call;
use crate::oddities::case::{Act, Case, StepsOf};
use crate::oddities::script::{Step, response};

pub(super) fn cases() -> Vec<Case> {
    CASES.iter().map(|(name, about, steps)| Case::new(name, about, Act::Response(*steps))).collect()
}

const CASES: &[(&str, &str, StepsOf)] = &[
    ("gzip", "The body is compressed with gzip, unasked, and says so.", |call| encoded("gzip", &gzip(&call.reply()))),
    ("gzip-x", "The body is compressed with gzip under its old name `x-gzip`.", |call| {
        encoded("x-gzip", &gzip(&call.reply()))
    }),
    ("gzip-unlabelled", "The body is compressed with gzip and does not say so.", |call| {
        unlabelled(&gzip(&call.reply()))
    }),
    ("gzip-label-only", "The response says gzip, and the body is plain.", |call| encoded("gzip", &call.reply())),
    ("gzip-twice", "The body is compressed with gzip twice and says so once.", |call| {
        encoded("gzip", &gzip(&gzip(&call.reply())))
    }),
    ("gzip-cut", "The compressed body ends in its middle, behind the payload.", |call| {
        let body = gzip(&long_reply(call));
        encoded("gzip", &body[..body.len() / 2])
    }),
    ("gzip-checksum-wrong", "The checksum of the compressed body is wrong.", |call| {
        let mut body = gzip(&call.reply());
        let at = body.len() - 8;
        body[at] ^= 0xff;
        encoded("gzip", &body)
    }),
    ("gzip-trailing", "Bytes of no use follow the compressed body.", |call| {
        encoded("gzip", &[gzip(&call.reply()), b"\0\0trailing".to_vec()].concat())
    }),
    ("deflate", "The body is compressed with deflate, as the rules have it.", |call| {
        encoded("deflate", &zlib(&call.reply()))
    }),
    ("deflate-raw", "The body is compressed with deflate without its frame, as some servers do.", |call| {
        encoded("deflate", &deflate(&call.reply()))
    }),
    ("encoding-identity", "The response names the encoding `identity`.", |call| encoded("identity", &call.reply())),
    ("encoding-unknown", "The response names an encoding that does not exist, and the body is plain.", |call| {
        encoded("utf-8", &call.reply())
    }),
];

fn encoded(encoding: &str, body: &[u8]) -> Vec<Step> {
    let headers = [("Content-Type", "application/json"), ("Content-Encoding", encoding)];
    vec![Step::Send(response("200 OK", &headers, body))]
}

fn unlabelled(body: &[u8]) -> Vec<Step> {
    vec![Step::Send(response("200 OK", &[("Content-Type", "application/json")], body))]
}

/// A reply with so much behind the payload that half of it still holds the payload.
fn long_reply(call: &Call) -> Vec<u8> {
    let rows: Vec<String> = (0..20_000_u32).map(|number| number.wrapping_mul(2_654_435_761).to_string()).collect();
    call.reply_with(&format!("{} {}", call.text, rows.join(" ")))
}

// Writing to a vector cannot fail; if it did, the body would be empty and the case's test would say so.

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).unwrap_or_default()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).unwrap_or_default()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).unwrap_or_default()
}
