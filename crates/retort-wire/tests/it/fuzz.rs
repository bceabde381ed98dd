//! Framing, event streams, packed bodies and heads against input that nobody meant: pieces of messages, logs and marks in any
//! order, bent at random and cut anywhere. Nothing panics, nothing is lost, and where the cuts are makes no difference.

use std::collections::BTreeMap;
use std::io::Write as _;

use bytes::Bytes;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use retort_wire::{Broken, Event, Events, Frame, Frames, Head, Unpacker, member, with_id, with_member};
use serde_json::value::RawValue;

/// What streams are made of, whole and in parts.
const PIECES: &[&[u8]] = &[
    br#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a}\"]"}]}}"#,
    br#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":[1,2]}}"#,
    b"{\"jsonrpc\": \"2.0\",\n \"id\": \"a\\\\\",\n \"error\": {\"code\": -32600, \"message\": \"no\"}\n}",
    b"{\"id\":1,\"id\":2}",
    b"\"{\\\"jsonrpc\\\":\\\"2.0\\\"}\"",
    b"Content-Length: 17\r\n\r\n",
    b"INFO listening on {host} [1",
    b"data: ",
    b"data:{\"a\":1}\n\n",
    b"event: message\n",
    b"id: 7\r\n",
    b"retry: 99999999999999999999\n",
    b": ping\n\n",
    b"jsonrpc",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"\\",
    b"\\u00",
    b",",
    b":",
    b" ",
    b"\n",
    b"\r",
    b"\r\n",
    b"\n\n",
    b"\0",
    b"{\0\"\0a\0\"\0:\x001\0}\0",
    b"\xEF\xBB\xBF",
    b"\xFF\xFE",
    b"\xF0\x9F",
    b"\xC0\x80",
    b"1e999",
    b"null",
];

/// A way to bend bytes.
#[derive(Clone, Debug)]
enum Bend {
    Drop(Index),
    Set(Index, u8),
    Double(Index, Index),
    End(Index),
}

fn bends() -> impl Strategy<Value = Vec<Bend>> {
    let bend = prop_oneof![
        any::<Index>().prop_map(Bend::Drop),
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Bend::Set(at, byte)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Bend::Double(from, to)),
        any::<Index>().prop_map(Bend::End),
    ];
    vec(bend, 0..4)
}

fn bend(mut bytes: Vec<u8>, bends: &[Bend]) -> Vec<u8> {
    for bend in bends {
        if bytes.is_empty() {
            break;
        }
        let length = bytes.len();
        match bend {
            Bend::Drop(at) => drop(bytes.remove(at.index(length))),
            Bend::Set(at, byte) => bytes[at.index(length)] = *byte,
            Bend::Double(from, to) => {
                let (from, to) = (from.index(length), to.index(length));
                bytes.extend_from_within(from.min(to)..from.max(to));
            }
            Bend::End(at) => bytes.truncate(at.index(length)),
        }
    }
    bytes
}

fn stream() -> impl Strategy<Value = Vec<u8>> {
    (vec(select(PIECES), 0..24), bends()).prop_map(|(pieces, bends)| bend(pieces.concat(), &bends))
}

/// The bytes in parts, cut at these places.
fn parts<'a>(bytes: &'a [u8], cuts: &[Index]) -> Vec<&'a [u8]> {
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    places.extend([0, bytes.len()]);
    places.sort_unstable();
    places.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect()
}

/// What is a message where one is looked for behind a bracket that a logger opened.
fn is_message(bytes: &[u8]) -> bool {
    Head::of(bytes).is_some()
}

fn framed(parts: &[&[u8]]) -> (Vec<Frame>, Bytes) {
    let mut frames = Frames::default();
    let found = parts.iter().flat_map(|part| frames.push(part, is_message)).collect();
    (found, frames.give_up())
}

fn events(parts: &[&[u8]]) -> Vec<Event> {
    let mut events = Events::default();
    let mut found: Vec<Event> = parts.iter().flat_map(|part| events.push(part)).collect();
    found.extend(events.give_up());
    found
}

/// What parts of a body hold together. However much that is, it comes in small pieces.
fn unpacked(parts: &[&[u8]], encoding: &str) -> Result<Vec<u8>, Broken> {
    let mut unpacker = Unpacker::default();
    let mut out = Vec::new();
    let mut take_all = |unpacker: &mut Unpacker, came: usize| -> Result<(), Broken> {
        loop {
            let piece = unpacker.piece()?;
            assert!(piece.len() <= came.max(1 << 16), "{}", piece.len());
            if piece.is_empty() {
                return Ok(());
            }
            out.extend(piece);
        }
    };
    for part in parts {
        unpacker.put(Bytes::copy_from_slice(part), encoding);
        take_all(&mut unpacker, part.len())?;
    }
    unpacker.end();
    take_all(&mut unpacker, 1)?;
    Ok(out)
}

fn packed(bytes: &[u8], zlib: bool) -> Vec<u8> {
    let level = flate2::Compression::fast();
    if zlib {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), level);
        encoder.write_all(bytes).unwrap();
        return encoder.finish().unwrap();
    }
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn cuts() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 0..12)
}

proptest! {
    #![proptest_config(trials::cases(2_000))]

    #[test]
    fn frames_lose_nothing_but_blanks(bytes in stream(), cuts in cuts()) {
        let (found, pending) = framed(&parts(&bytes, &cuts));
        let mut rest = bytes.as_slice();
        for part in found.iter().map(|frame| match frame {
            Frame::Json(bytes) | Frame::Other(bytes) => bytes,
            other => panic!("{other:?}"),
        }).chain([&pending]) {
            while !rest.starts_with(part) && rest.first().is_some_and(u8::is_ascii_whitespace) {
                rest = &rest[1..];
            }
            prop_assert!(rest.starts_with(part), "{:?} is not what comes next in {:?}", part, Bytes::copy_from_slice(rest));
            rest = &rest[part.len()..];
        }
        prop_assert!(rest.trim_ascii().is_empty(), "{rest:?} is lost");
    }

    #[test]
    fn where_a_stream_is_cut_makes_no_other_messages(bytes in stream(), cuts in cuts()) {
        let messages = |parts: &[&[u8]]| -> Vec<Frame> {
            framed(parts).0.into_iter().filter(|frame| matches!(frame, Frame::Json(_))).collect()
        };
        let dripped: Vec<&[u8]> = bytes.chunks(1).collect();
        let whole = messages(&[&bytes]);
        prop_assert_eq!(&whole, &messages(&parts(&bytes, &cuts)));
        prop_assert_eq!(&whole, &messages(&dripped));
    }

    #[test]
    fn where_an_event_stream_is_cut_makes_no_other_events(bytes in stream(), cuts in cuts()) {
        let dripped: Vec<&[u8]> = bytes.chunks(1).collect();
        let whole = events(&[&bytes]);
        prop_assert_eq!(&whole, &events(&parts(&bytes, &cuts)));
        prop_assert_eq!(&whole, &events(&dripped));
    }

    #[test]
    fn bodies_come_out_as_they_went_in(bytes in stream(), cuts in cuts(), zlib in any::<bool>(), layers in 0_u8..3) {
        // What starts like packed bytes is taken for them.
        prop_assume!(!matches!(bytes.as_slice(), [0x1F, 0x8B, ..] | [0x78, 0x01 | 0x5E | 0x9C | 0xDA, ..]));
        let body = (0..layers).fold(bytes.clone(), |body, _| packed(&body, zlib));
        prop_assert_eq!(unpacked(&parts(&body, &cuts), "").unwrap(), bytes);
    }

    #[test]
    fn a_broken_body_ends_in_small_pieces(
        bytes in stream(), bends in bends(), cuts in cuts(), header in select(&["", "gzip", "deflate", "br"]),
    ) {
        let body = bend(packed(&bytes, false), &bends);
        if let Ok(out) = unpacked(&parts(&body, &cuts), header) {
            // Nothing that short becomes more than a thousand times as much, in each layer.
            prop_assert!(out.len() <= 2_000 * 2_000 * (body.len() + 1));
        }
    }

    #[test]
    fn heads_are_what_another_reader_finds(bytes in stream()) {
        let Some(head) = Head::of(&bytes) else { return Ok(()) };
        // The other reader looks into the members, too, and so refuses more.
        let Ok(members) = serde_json::from_slice::<BTreeMap<String, &RawValue>>(&bytes) else { return Ok(()) };
        for (name, range) in [
            ("id", head.id), ("method", head.method), ("params", head.params), ("result", head.result), ("error", head.error),
        ] {
            let ours = range.map(|range| &bytes[range]);
            prop_assert_eq!(ours, members.get(name).map(|value| value.get().as_bytes()), "{}", name);
        }
    }

    #[test]
    fn another_id_changes_nothing_else(bytes in stream(), id in select(&["1", "\"x\"", "null", "18446744073709551615"])) {
        let _ = with_member(&bytes, &["params", "requestId"], id);
        let Some(other) = with_id(&bytes, id) else { return Ok(()) };
        if let (Some(_), Some(head)) = (Head::of(&bytes), Head::of(&other)) {
            prop_assert_eq!(member(&other, &["id"]), Some(id.as_bytes()));
            for name in ["method", "params", "result", "error"] {
                prop_assert_eq!(member(&other, &[name]), member(&bytes, &[name]));
            }
            prop_assert_eq!(&other[head.id.unwrap()], id.as_bytes());
        }
    }
}
