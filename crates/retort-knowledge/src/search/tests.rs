//! What a search promises, on a handful of entries.

use std::collections::HashSet;
use std::sync::LazyLock;

use proptest::prelude::*;

use super::{Index, Versions};
use crate::entry::{Entry, Source, Version};
use crate::loader::KnowledgeLoader;

fn entry(id: &str, version: Version, title: &str, tags: &[&str], body: &str) -> Entry {
    Entry {
        id: id.to_owned(),
        title: title.to_owned(),
        version,
        category: "docs".to_owned(),
        source: Source::default(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        asked: Vec::new(),
        body: body.to_owned(),
    }
}

fn index(entries: &[Entry]) -> Index {
    Index::of(entries).unwrap()
}

/// An index of entries that have only a body, named by their numbers.
fn bodies(bodies: &[&str]) -> Index {
    let entries: Vec<Entry> = bodies
        .iter()
        .enumerate()
        .map(|(at, body)| entry(&at.to_string(), Version::Both, "Untitled", &[], body))
        .collect();
    index(&entries)
}

fn ids(index: &Index, query: &str) -> Vec<String> {
    let hits = index.search(query, Versions::All, 50).unwrap();
    hits.into_iter().map(|hit| hit.entry.id).collect()
}

static BUILT_IN: LazyLock<Index> = LazyLock::new(|| index(&KnowledgeLoader::built_in().entries().unwrap()));

#[test]
fn titles_count_more_than_tags_more_than_text_more_than_code() {
    let found = index(&[
        entry("code", Version::Both, "One thing", &["other"], "Some text.\n\n```js\nconst zebra = 1\n```"),
        entry("body", Version::Both, "One thing", &["other"], "Some zebra.\n\n```js\nconst text = 1\n```"),
        entry("tags", Version::Both, "One thing", &["zebra"], "Some text.\n\n```js\nconst other = 1\n```"),
        entry("title", Version::Both, "One zebra", &["other"], "Some thing.\n\n```js\nconst text = 1\n```"),
    ]);
    assert_eq!(ids(&found, "zebra"), ["title", "tags", "body", "code"]);
}

#[test]
fn entries_that_have_all_terms_beat_those_that_have_one_often() {
    let found = bodies(&["A letter, a letter and one more letter", "A letter in the pocket of a coat", "Other words"]);
    assert_eq!(ids(&found, "letter pocket"), ["1", "0"]);
}

#[test]
fn identifiers_are_found_by_their_parts_and_as_a_whole() {
    let found = bodies(&["Write `beforeHook` here.", "Install `@feathersjs/koa`.", "Call `app.service('x')`."]);
    for (query, id) in [
        ("beforeHook", "0"),
        ("before hook", "0"),
        ("@feathersjs/koa", "1"),
        ("koa", "1"),
        ("app.service", "2"),
        ("service", "2"),
    ] {
        assert_eq!(ids(&found, query), [id], "{query}");
    }
}

#[test]
fn other_forms_of_a_word_are_found_behind_the_word_itself() {
    let found = bodies(&["We are validating numbers here", "We validate all numbers here", "Nothing of the kind"]);
    assert_eq!(ids(&found, "validate"), ["1", "0"]);
    assert_eq!(ids(&found, "validating"), ["0", "1"]);
    assert_eq!(ids(&bodies(&["Authorisation by roles", "Other words"]), "authorization"), ["0"]);
}

#[test]
fn synonyms_find_what_is_called_otherwise_but_behind_the_word_itself() {
    let found = bodies(&["How to remove things", "How to delete things", "How to paint walls"]);
    assert_eq!(ids(&found, "delete"), ["1", "0"]);
}

#[test]
fn mistyped_words_are_corrected_only_where_nothing_is_found() {
    let found = bodies(&["Authentication by token", "The hooks of a service", "A books service"]);
    assert_eq!(ids(&found, "authentcation"), ["0"]);
    assert_eq!(ids(&found, "servcie").len(), 2);
    // `books` is one letter from `hooks`, which is known.
    assert_eq!(ids(&found, "hooks"), ["1"]);
    let title = index(&[entry("a", Version::Both, "Pagination", &["infinite"], "`$limit`")]);
    assert_eq!(ids(&title, "paginaton"), ["a"]);
    assert_eq!(ids(&title, "infinte"), ["a"]);
}

#[test]
fn mistyped_words_are_never_taken_for_those_that_say_nothing() {
    let found = bodies(&["Because of that", "A becquerel", "Other words"]);
    assert!(ids(&found, "becuase").is_empty());
    assert_eq!(ids(&found, "becquere"), ["1"]);
}

#[test]
fn letters_are_counted_and_not_their_bytes() {
    let found = bodies(&["Настройте сервер", "Другие слова"]);
    assert_eq!(ids(&found, "серве"), ["0"]);
    assert_eq!(ids(&found, "сревер"), ["0"]);
}

#[test]
fn any_term_of_a_large_index_corrects() {
    let words: Vec<String> = (0..30_000).map(|number| format!("w{:x}q", number * 40_503)).collect();
    let found = bodies(&[&words.join(" "), "A zookeeper at the end of the order"]);
    assert_eq!(ids(&found, "zookeper"), ["1"]);
    let many: Vec<String> = (0..80).map(|number| format!("unknown{number}th")).collect();
    assert!(ids(&found, &many.join(" ")).is_empty());
}

#[test]
fn words_of_asking_find_what_has_them_where_nothing_else_was_said() {
    let found = bodies(&["Then get one", "Make this", "Try that", "Show it", "Use it", "Other words"]);
    for (query, id) in [("get", "0"), ("make", "1"), ("how do I try?", "2"), ("show", "3"), ("use", "4")] {
        assert_eq!(ids(&found, query), [id], "{query}");
    }
    assert_eq!(ids(&found, "use words"), ["5"]);
}

#[test]
fn chinese_and_japanese_are_found_by_any_of_their_words() {
    let long = "这个软件的说明书非常长没有任何空格也没有标点符号所以必须能够找到其中的每一个词语包括最后的数据库";
    let found = bodies(&["如何安装软件", "設定ファイルを読み込む", long, "Use Node安全 here"]);
    for (query, wanted) in
        [("安装", &["0"][..]), ("ファイル", &["1"]), ("数据库", &["2"]), ("装", &["0"]), ("node", &["3"])]
    {
        assert_eq!(ids(&found, query), wanted, "{query}");
    }
    assert_eq!(ids(&found, "软件").len(), 2);
    assert!(found.search("数据库", Versions::All, 1).unwrap()[0].snippet.contains("数据库"));
}

#[test]
fn queries_that_say_nothing_find_nothing() {
    for query in
        ["", "   ", "!!!", "?", "the of and", "how do I", "asdfgh qwertz", "\0", "()[]{}", "…", "🦀", "$", "@/"]
    {
        assert!(ids(&BUILT_IN, query).is_empty(), "{query:?} finds {:?}", ids(&BUILT_IN, query));
    }
}

#[test]
fn versions_let_through_only_their_entries() {
    let found = index(&[
        entry("four", Version::V4, "Hooks", &[], "Hooks."),
        entry("five", Version::V5, "Hooks", &[], "Hooks."),
        entry("both", Version::Both, "Hooks", &[], "Hooks."),
    ]);
    for (versions, wanted) in [
        (Versions::V4, vec!["four", "both"]),
        (Versions::V5, vec!["five", "both"]),
        (Versions::Both, vec!["both"]),
        (Versions::All, vec!["four", "five", "both"]),
    ] {
        // A mistyped word is filtered as well.
        for query in ["hooks", "hoooks"] {
            let hits = found.search(query, versions, 10).unwrap();
            let ids: Vec<&str> = hits.iter().map(|hit| hit.entry.id.as_str()).collect();
            assert_eq!(ids, wanted, "{versions:?} {query}");
        }
    }
}

#[test]
fn no_more_than_the_limit_is_found_and_a_smaller_limit_finds_the_same_first() {
    let most = BUILT_IN.search("service", Versions::All, 50).unwrap();
    assert_eq!(most.len(), 50);
    for limit in [0, 1, 3, 10, 49] {
        let hits = BUILT_IN.search("service", Versions::All, limit).unwrap();
        assert_eq!(hits, most[..limit]);
    }
}

#[test]
fn places_are_those_of_the_hits() {
    for query in ["service", "authentcation", "the of and"] {
        let hits = BUILT_IN.search(query, Versions::V5, 10).unwrap();
        let places = BUILT_IN.places(query, Versions::V5, 10).unwrap();
        let read: Vec<_> = places.iter().map(|place| (place.score, BUILT_IN.entry(place).unwrap())).collect();
        assert_eq!(read, hits.into_iter().map(|hit| (hit.score, hit.entry)).collect::<Vec<_>>());
    }
}

#[test]
fn snippets_show_the_passage_with_most_of_the_terms() {
    let filler = "Lorem ipsum dolor sit amet consectetur. ".repeat(20);
    let body = format!("A cookie once. {filler}Here the session and its cookie expire together. {filler}");
    let found = bodies(&[&body]);
    let hits = found.search("session cookie expire", Versions::All, 1).unwrap();
    let snippet = &hits[0].snippet;
    assert!(snippet.contains("session and its cookie expire"), "{snippet}");
    assert!(snippet.starts_with("… ") && snippet.ends_with(" …"), "{snippet}");
    assert!(snippet.len() < 450);
}

#[test]
fn snippets_begin_and_end_between_words_and_keep_the_match() {
    let words = "alpha bravo charlie delta écho foxtrot golf ".repeat(40);
    for at in (0..words.len()).step_by(97).filter(|at| words.is_char_boundary(*at)) {
        let border = words[at..].find(' ').map_or(words.len(), |space| at + space);
        let body = format!("{} @scope/needle-name{}", &words[..border], &words[border..]);
        let hits = bodies(&[&body]).search("needle", Versions::All, 1).unwrap();
        let snippet = hits[0].snippet.trim_matches(['…', ' ']);
        assert!(snippet.contains("@scope/needle-name"), "{snippet}");
        let known: Vec<&str> = body.split_whitespace().collect();
        assert!(snippet.split_whitespace().all(|word| known.contains(&word)), "{snippet}");
    }
}

#[test]
fn snippets_keep_a_match_in_the_opening_of_code() {
    let found = bodies(&["Text.\n\n```typescript\nlet x\n```", "Second.\n\n~~~rust\nlet x\n~~~"]);
    let snippet = |query: &str| found.search(query, Versions::All, 1).unwrap()[0].snippet.clone();
    assert_eq!(snippet("typescript"), "Text. typescript let x");
    assert_eq!(snippet("text"), "Text. let x");
    assert_eq!(snippet("second"), "Second. let x");
}

#[test]
fn only_the_beginning_of_a_body_without_end_is_looked_at() {
    let filler = "lorem ipsum ".repeat(1 << 16);
    let found = bodies(&[&format!("Here {filler} a zebra")]);
    let snippet = |query: &str| found.search(query, Versions::All, 1).unwrap()[0].snippet.clone();
    assert!(snippet("zebra").starts_with("Here lorem"));
    // As many matches as can be are no more work than few.
    assert!(snippet("lorem ipsum").starts_with("Here lorem"));
}

#[test]
fn a_body_without_a_match_is_shown_from_its_beginning() {
    let found = index(&[entry("a", Version::Both, "Zebra", &[], "The first words of the text.")]);
    assert_eq!(found.search("zebra", Versions::All, 1).unwrap()[0].snippet, "The first words of the text.");
}

proptest! {
    #![proptest_config(trials::cases(128))]

    #[test]
    fn any_query_is_answered_with_falling_scores_up_to_one(
        query in prop_oneof![any::<String>(), "[a-z .@/$'-]{0,60}", "(hook|service|find|the|jwt|\\$limit|é|-)( (hook|x|auth)){0,5}"],
        limit in 0_usize..60,
    ) {
        let hits = BUILT_IN.search(&query, Versions::All, limit).unwrap();
        prop_assert!(hits.len() <= limit);
        prop_assert!(hits.iter().all(|hit| hit.score > 0.0 && hit.score <= 1.0));
        prop_assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
        if let Some(best) = hits.first() {
            prop_assert!((best.score - 1.0).abs() < f32::EPSILON);
        }
    }

    #[test]
    fn any_body_has_a_snippet_of_its_words_with_the_match_in(
        words in prop::collection::vec(prop_oneof!["[a-z]{1,12}", "[^\\pC`~]{1,8}"], 80..200),
        space in prop_oneof![Just(" "), Just("\n\n"), Just(" \t"), Just("\u{a0}")],
        at in any::<prop::sample::Index>(),
    ) {
        let mut words = words;
        words.insert(at.index(words.len()), "zebra".to_owned());
        let body = words.join(space);
        prop_assume!(body.len() > 400);
        let found = bodies(&[&body]);
        let hits = found.search("zebra", Versions::All, 1).unwrap();
        let snippet = hits[0].snippet.as_str();
        let known: HashSet<&str> = body.split_whitespace().chain(["…"]).collect();
        prop_assert!(snippet.split_whitespace().all(|word| known.contains(word)), "{snippet}");
        prop_assert!(snippet.split_whitespace().any(|word| word == "zebra"), "{snippet}");
        prop_assert!(snippet.contains('…') && snippet.len() < 450, "{snippet}");
    }
}
