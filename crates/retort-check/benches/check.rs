//! What checking costs beside parsing: 10,000 mixed responses are turned into envelopes and checked, in one run, as
//! ratios. Both ways start from the bytes. The kinds and their shares are about those of recorded servers
//! (`retort-core/tests/corpus/recorded.jsonl`), with longer lists and pages among them.
//!
//! Beside that: what repairing costs, for sound messages and bent ones, and what a list of tools costs.
//!
//! `cargo bench -p retort-check` prints the tables; `-- --quick` takes 1,000 responses; `-- --rules` adds what each
//! rule costs alone.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark may fail loudly")]

mod clock;

use std::hint::black_box;
use std::time::Duration;

use clock::Clock;
use retort_check::{Checker, Context, Profile, Repairer, Safety};
use retort_core::{Envelope, Style, read};
use serde_json::{Value, json};

/// A check may cost this many times what parsing costs.
const TARGET: f64 = 2.0;
const ROUNDS: usize = 5;

/// A kind of responses: its name, how many of a hundred are such, and what makes one.
type Kind = (&'static str, usize, fn(&mut Dice) -> Value);

const KINDS: [Kind; 13] = [
    ("error as text", 22, error_text),
    ("JSON-RPC error", 8, rpc_error),
    ("small object, structured", 15, small_structured),
    ("small object as text", 5, |dice| text(&small(dice).to_string())),
    ("prose", 13, |dice| text(&prose(dice, 300))),
    ("prose, structured", 9, prose_structured),
    ("Markdown", 5, |dice| text(&markdown(dice))),
    ("CSV", 3, |dice| text(&csv(dice))),
    ("rows as text", 8, |dice| text(&list(dice).to_string())),
    ("rows, structured", 5, rows_structured),
    ("image", 3, image),
    ("nested", 2, |dice| text(&format!("{:#}", nested(dice, 5)))),
    ("list of tools", 2, tools),
];

/// Something to be measured: a response in, nothing out.
type Way<'a> = &'a dyn Fn(&[u8]);

fn main() {
    let has = |flag: &str| std::env::args().any(|argument| argument == flag);
    let count = if has("--quick") { 1_000 } else { 10_000 };
    let kinds: Vec<(&str, Vec<Vec<u8>>)> = responses(count);

    let (mcp, all) = (Checker::new(&[Profile::Mcp]), Checker::new(&Profile::ALL));
    let ways: [Way<'_>; 3] = [&parse, &|wire| check(&mcp, wire), &|wire| check(&all, wire)];
    let times: Vec<Vec<Duration>> = kinds.iter().map(|(_, wires)| race(wires, &ways)).collect();

    println!("\ncheck: from the bytes to the findings, beside parsing to envelopes; medians of interleaved runs\n");
    println!(
        "| responses | count | MB | parse | mcp, {} rules | ratio | all, {} rules | ratio |",
        rules(&mcp),
        rules(&all)
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    for ((name, wires), times) in kinds.iter().zip(&times) {
        print_row(name, wires.len(), wires.iter().map(Vec::len).sum(), times);
    }
    let bytes = kinds.iter().flat_map(|(_, wires)| wires).map(Vec::len).sum();
    let whole: Vec<Duration> = (0..ways.len()).map(|way| times.iter().map(|times| times[way]).sum()).collect();
    print_row("all", count, bytes, &whole);

    println!();
    for (name, time) in [("mcp", whole[1]), ("all profiles", whole[2])] {
        let ratio = ratio(time, whole[0]);
        let reached = if ratio <= TARGET { "reached" } else { "missed" };
        println!("{name}: a check costs {ratio:.2}× parsing; the target of {TARGET}× is {reached}");
    }
    print_repairs();
    print_tools();
    if has("--rules") {
        print_rules(&kinds, &all);
    }
}

/// Reads a message and what it carries, as whoever passes it on has to.
fn read_all(wire: &[u8]) {
    for message in read(wire.to_vec()).responses() {
        black_box(message.payload());
    }
}

/// What one kind of messages costs, and how dear it may be beside reading it to its envelope.
fn print_row_of(name: &str, wires: &[Vec<u8>], target: f64, way: Way<'_>) {
    let times = race(wires, &[&read_all, &parse, way]);
    let [payload, parsed, mine] = times[..] else { return };
    let found = ratio(mine, parsed);
    let reached = if found <= target { "reached" } else { "missed" };
    let bytes = wires[0].len();
    let beside = ratio(mine, payload);
    println!(
        "| {name} | {bytes} | {payload:.1?} | {parsed:.1?} | {mine:.1?} | {beside:.2}× | **{found:.2}×** | {target}×, {reached} |"
    );
}

fn print_heading(what: &str) {
    println!("\n{what}: beside finding what a message carries, and beside reading it to its envelope\n");
    println!("| message | bytes | payload | envelope | {what} | beside payload | beside reading | target |");
    println!("|---|---:|---:|---:|---:|---:|---:|---|");
}

/// What repairing costs beside reading.
fn print_repairs() {
    let safe = Repairer::new(&[Profile::Mcp], Safety::Safe);
    let repair = |wire: &[u8]| drop(black_box(safe.repair(wire, &Context::default())));
    let message = |result: &Value| json!({ "jsonrpc": "2.0", "id": 1, "result": result }).to_string();
    let many = |text: &str, count: usize| vec![text.as_bytes().to_vec(); count];
    let mut dice = Dice(7);
    print_heading("repairing");
    let rows = |count: usize| Value::Array((0..count).map(row).collect());
    let words = message(&text(&prose(&mut dice, 900)));
    let object = message(&text(&rows(4).to_string()));
    let both = message(&with(text(&rows(2).to_string()), "structuredContent", json!({ "rows": rows(2) })));
    for (name, sent) in [("sound, prose", &words), ("sound, JSON in a text", &object), ("sound, structured", &both)] {
        print_row_of(name, &many(sent, 10_000), 1.2, &repair);
    }
    let large = message(&text(&rows(4_500).to_string()));
    print_row_of("sound, 1 MB", &many(&large, 20), 1.2, &repair);
    let inner = rows(4_500).to_string();
    let bent = [
        (
            "no jsonrpc, content an object",
            large.replace("\"jsonrpc\":\"2.0\",", "").replace("[{\"text", "{\"text").replace("}]}}", "}}}"),
        ),
        ("a comma too many in the text", message(&text(&inner.replace("}]", "},]")))),
        ("a thousand NaN in the text", message(&text(&inner.replace("\"items\":3", "\"items\":NaN")))),
        ("JSON that is no string", message(&json!({ "content": [{ "type": "text", "text": rows(4_500) }] }))),
        ("raw line ends in the text", message(&text(&prose(&mut dice, 100_000))).replace(". ", ".\n")),
        ("in a fence", message(&text(&format!("```json\n{inner}\n```")))),
    ];
    for (name, sent) in &bent {
        assert!(safe.repair(sent.as_bytes(), &Context::default()).is_changed(), "{name}");
        print_row_of(&format!("bent: {name}"), &many(sent, 20), 2.0, &repair);
    }
}

/// What a list of tools costs, checked beside read.
fn print_tools() {
    let mcp = Checker::new(&[Profile::Mcp]);
    print_heading("checking");
    for count in [10, 100] {
        let mut dice = Dice(3);
        let list: Vec<Value> = (0..count).map(|number| tool(&mut dice, number)).collect();
        let sent = json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": list } }).to_string().into_bytes();
        print_row_of(&format!("{count} tools"), &vec![sent; 20_000 / count], 5.0, &|wire| check(&mcp, wire));
    }
}

fn parse(wire: &[u8]) {
    for message in read(wire.to_vec()).responses() {
        Envelope::from_message(message, None).write_json(std::io::sink(), Style::Line).unwrap();
    }
}

fn check(checker: &Checker, wire: &[u8]) {
    black_box(checker.check(read(wire.to_vec())));
}

/// The median time of each way over all responses.
fn race(wires: &[Vec<u8>], ways: &[Way<'_>]) -> Vec<Duration> {
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        for (times, way) in times.iter_mut().zip(ways) {
            let start = Clock::now();
            for wire in wires {
                way(black_box(wire));
            }
            times.push(start.elapsed());
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort();
        times[times.len() / 2]
    };
    times.into_iter().map(median).collect()
}

fn ratio(time: Duration, base: Duration) -> f64 {
    time.as_secs_f64() / base.as_secs_f64()
}

fn rules(checker: &Checker) -> usize {
    checker.rules().len()
}

#[expect(clippy::cast_precision_loss, reason = "a size for people")]
fn print_row(name: &str, count: usize, bytes: usize, times: &[Duration]) {
    let [parse, mcp, all] = times else { return };
    let (of_mcp, of_all) = (ratio(*mcp, *parse), ratio(*all, *parse));
    let size = bytes as f64 / 1e6;
    println!("| {name} | {count} | {size:.1} | {parse:.1?} | {mcp:.1?} | {of_mcp:.2}× | {all:.1?} | {of_all:.2}× |");
}

/// What each rule costs alone, beyond a check without rules; what rules share is counted for each of them.
fn print_rules(kinds: &[(&str, Vec<Vec<u8>>)], all: &Checker) {
    let wires: Vec<Vec<u8>> = kinds.iter().flat_map(|(_, wires)| wires.iter().step_by(10).cloned()).collect();
    let time = |checker: &Checker| race(&wires, &[&|wire| check(checker, wire)])[0];
    let base = time(&all.clone().filtered(|_| false));
    let alone = |id: &str| time(&all.clone().filtered(|rule| rule.id == id)).saturating_sub(base);
    let mut costs: Vec<_> = all.rules().iter().map(|rule| (alone(rule.id), rule)).collect();
    costs.sort_by_key(|(cost, _)| std::cmp::Reverse(*cost));
    println!("\nthe dearest rules, alone, over every tenth response; without rules it takes {base:.1?}\n");
    println!("| rule | cost |");
    println!("|---|---:|");
    for (cost, rule) in costs.iter().take(25) {
        println!("| {} {} | {cost:.1?} |", rule.id, rule.name);
    }
}

/// The same numbers in every run.
struct Dice(u64);

impl Dice {
    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    /// From `least` to about `most`, each power of two as often as the next.
    fn spread(&mut self, least: usize, most: usize) -> usize {
        let doublings = usize::try_from((most / least).ilog2()).unwrap();
        let size = least << self.below(doublings + 1);
        (size + self.below(size)).min(most)
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

fn responses(count: usize) -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let mut dice = Dice(1);
    let mut kind = |(name, share, make): Kind| {
        let message = |id, result: Value| {
            let part = if result.get("code").is_some() { "error" } else { "result" };
            json!({ "jsonrpc": "2.0", "id": id, part: result }).to_string().into_bytes()
        };
        (name, (0..count * share / 100).map(|id| message(id, make(&mut dice))).collect())
    };
    KINDS.into_iter().map(&mut kind).collect()
}

fn text(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}

fn with(mut result: Value, key: &str, value: Value) -> Value {
    result[key] = value;
    result
}

fn error_text(dice: &mut Dice) -> Value {
    let reason = prose(dice, 40);
    let text = match dice.below(3) {
        0 => self::text(&format!("MCP error -32602: Invalid arguments for tool get_order: {reason}")),
        1 => self::text(&format!("Error: ENOENT: no such file or directory, open '/data/{}.txt'", dice.below(999))),
        _ => self::text(&format!("Error executing tool search: {reason}")),
    };
    with(text, "isError", json!(true))
}

fn rpc_error(dice: &mut Dice) -> Value {
    json!({ "code": -32602, "message": format!("Unknown tool: tool_{}", dice.below(99)) })
}

fn small(dice: &mut Dice) -> Value {
    row(dice.below(1_000_000))
}

fn small_structured(dice: &mut Dice) -> Value {
    let object = small(dice);
    with(text(&object.to_string()), "structuredContent", object)
}

fn prose_structured(dice: &mut Dice) -> Value {
    let said = prose(dice, 200);
    with(text(&said), "structuredContent", json!({ "result": said }))
}

fn list(dice: &mut Dice) -> Value {
    let (rows, first) = (dice.spread(6, 1_100), dice.below(100_000));
    json!({
        "total": rows * 2,
        "offset": 0,
        "limit": rows,
        "hasMore": true,
        "orders": (first..first + rows).map(row).collect::<Vec<_>>(),
    })
}

fn rows_structured(dice: &mut Dice) -> Value {
    let rows = list(dice);
    with(text(&rows.to_string()), "structuredContent", rows)
}

fn row(number: usize) -> Value {
    let status = ["open", "paid", "sent"][number % 3];
    json!({
        "id": format!("ord_{number:08}"),
        "customer": format!("Customer {}", number % 977),
        "email": format!("customer{}@example.org", number % 977),
        "status": status,
        "amount": f64::from(u32::try_from(number % 100_000).unwrap()) / 100.0,
        "items": number % 7,
        "createdAt": "2026-11-15T07:43:11Z",
        "express": number.is_multiple_of(2),
    })
}

fn prose(dice: &mut Dice, most: usize) -> String {
    const WORDS: [&str; 24] = [
        "the",
        "order",
        "was",
        "found",
        "in",
        "a",
        "warehouse",
        "near",
        "customer",
        "since",
        "no",
        "delivery",
        "could",
        "reach",
        "Zürich",
        "before",
        "noon",
        "and",
        "every",
        "parcel",
        "is",
        "waiting",
        "for",
        "stock",
    ];
    let sentence = |dice: &mut Dice| {
        let words: Vec<&str> = (0..4 + dice.below(14)).map(|_| dice.pick(&WORDS)).collect();
        format!("The {}.", words.join(" "))
    };
    let sentences = 1 + dice.below(most) / 11;
    (0..sentences).map(|_| sentence(dice)).collect::<Vec<_>>().join(" ")
}

fn markdown(dice: &mut Dice) -> String {
    let section = |dice: &mut Dice, number: usize| {
        let (lead, one, two) = (prose(dice, 120), prose(dice, 12), prose(dice, 12));
        format!(
            "## Section {number}\n\n{lead}\n\n- **First**: {one}\n- `second`: {two}\n\n\
             | Name | Count |\n|---|---:|\n| open | {number} |\n\n\
             See [the report](https://example.org/reports/{number}).\n"
        )
    };
    let sections = dice.spread(1, 48);
    (0..sections).map(|number| section(dice, number)).collect::<Vec<_>>().join("\n")
}

fn csv(dice: &mut Dice) -> String {
    let line = |number: usize| {
        let (cents, customer) = (number % 100, number % 977);
        format!(
            "ord_{number:08},Customer {customer},customer{customer}@example.org,open,{number}.{cents:02},2026-11-15\n"
        )
    };
    let (rows, first) = (dice.spread(12, 900), dice.below(100_000));
    "id,customer,email,status,amount,created\n".to_owned() + &(first..first + rows).map(line).collect::<String>()
}

fn image(dice: &mut Dice) -> Value {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let groups = dice.spread(250, 25_000);
    let data: String = (0..groups * 4).map(|_| char::from(DIGITS[dice.below(64)])).collect();
    let image = json!({ "type": "image", "data": format!("iVBORw0KGgoA{data}"), "mimeType": "image/png" });
    json!({ "content": [{ "type": "text", "text": "Here is the image:" }, image] })
}

fn nested(dice: &mut Dice, depth: usize) -> Value {
    if depth == 0 {
        return small(dice);
    }
    let name = prose(dice, 8);
    let children: Vec<Value> = (0..=dice.below(3)).map(|_| nested(dice, depth - 1)).collect();
    json!({ "name": name, "path": format!("/srv/data/{}", dice.below(999)), "type": "directory", "children": children })
}

fn tool(dice: &mut Dice, number: usize) -> Value {
    json!({
        "name": format!("tool_{number}"),
        "description": prose(dice, 60),
        "inputSchema": {
            "type": "object",
            "properties": {
                "id": { "type": "string", "description": prose(dice, 12) },
                "limit": { "type": "integer", "description": prose(dice, 12), "minimum": 1, "maximum": 100 },
            },
            "required": ["id"],
        },
        "annotations": { "readOnlyHint": true },
    })
}

fn tools(dice: &mut Dice) -> Value {
    let count = dice.spread(2, 40);
    json!({ "tools": (0..count).map(|number| tool(dice, number)).collect::<Vec<_>>() })
}
