//! Literals of every kind and what they become, and texts that are none.

use super::*;

fn json(text: &str) -> Option<String> {
    literal(text).filter(|(_, end)| *end == text.len()).map(|(json, _)| json)
}

#[test]
fn literals_become_json() {
    for (python, expected) in [
        ("[{'id': 1, 'ok': True, 'x': None}]", r#"[{"id":1,"ok":true,"x":null}]"#),
        ("[('users',), ('orders',)]", r#"[["users"],["orders"]]"#),
        ("[(1, Decimal('1.50')), (2, Decimal('NaN'))]", r#"[[1,1.50],[2,"NaN"]]"#),
        ("[datetime.datetime(2024, 1, 2, 3, 4)]", r#"["2024-01-02T03:04:00"]"#),
        (
            "[datetime.datetime(2024, 1, 2, 3, 4, 5, 60, tzinfo=datetime.timezone.utc)]",
            r#"["2024-01-02T03:04:05.000060+00:00"]"#,
        ),
        ("[datetime.date(2024, 1, 2), datetime.time(9, 30)]", r#"["2024-01-02","09:30:00"]"#),
        (
            "[datetime.timedelta(days=1, seconds=5), datetime.timedelta(5), datetime.timedelta(0), timedelta(days=-1)]",
            r#"["P1DT5S","P5D","PT0S","timedelta(days=-1)"]"#,
        ),
        (
            "[datetime.datetime(2024, 1, 2, 3, 4, tzinfo=datetime.timezone(datetime.timedelta(seconds=19800)))]",
            r#"["2024-01-02T03:04:00+05:30"]"#,
        ),
        (
            "[datetime.time(1, 2, tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=68400), 'EST'))]",
            r#"["01:02:00-05:00"]"#,
        ),
        (
            "[datetime.datetime(2024, 1, 2, 3, 4, tzinfo=zoneinfo.ZoneInfo(key='Europe/Berlin'))]",
            r#"["datetime.datetime(2024, 1, 2, 3, 4, tzinfo=zoneinfo.ZoneInfo(key='Europe/Berlin'))"]"#,
        ),
        ("[ValueError('x'), 'x', Exception(), Money(5), 5]", r#"["ValueError('x')","x","Exception()","Money(5)",5]"#),
        ("[KeyError(key='x')]", r#"["KeyError(key='x')"]"#),
        (
            "{'a': OrderedDict({'x': (1,)}), 'b': defaultdict(<class 'int'>, {'y': f(1, 2)}), 'c': Counter({'z': 2})}",
            r#"{"a":{"x":[1]},"b":{"y":"f(1, 2)"},"c":{"z":2}}"#,
        ),
        ("[np.float64(1.5), np.int64(-3), PosixPath('/a'), dict_keys(['k'])]", r#"[1.5,-3,"/a",["k"]]"#),
        ("[frozenset({1, 2}), deque([1], maxlen=3)]", r#"[[1,2],"deque([1], maxlen=3)"]"#),
        ("[Ok(value=1), Err(value=1)]", r#"[{"class":"Ok","value":1},{"class":"Err","value":1}]"#),
        ("{'it': m.Err(value=f(1))}", r#"{"it":{"class":"m.Err","value":"f(1)"}}"#),
        ("[User(id=1), User(id=2)]", r#"[{"id":1},{"id":2}]"#),
        ("{1: 'a', '1': 'b', \"'1'\": 'c'}", r#"{"1":"a","'1'":"b","\"'1'\"":"c"}"#),
        ("{'None': 1, None: 2, b'None': 3}", r#"{"'None'":1,"None":2,"b'None'":3}"#),
        ("{UUID('1-2'): 1, '1-3': f(1, 2)}", r#"{"1-2":1,"1-3":"f(1, 2)"}"#),
        (r"[b'a', b'caf\xc3\xa9', b'\xff', b'\\xff']", r#"["a","café","b'\\xff'","\\xff"]"#),
        (r"['\udcff', '\\udcff', '\udcfe', '\ud83d']", r#"["'\\udcff'","\\udcff","'\\udcfe'","'\\ud83d'"]"#),
        (r"['\101\12x', '\1013', b'\101', b'\u0041', '\x4', '\x+4']", r#"["A\nx","A3","A","\\u0041","\\x4","\\x+4"]"#),
        (r#"["it's", 'say "hi"', 'a\'b\n\u00e9\x41', r'\d']"#, r#"["it's","say \"hi\"","a'b\néA","\\d"]"#),
        ("[{'a': (1, -2.5), 'b': {'c': [1e-05, 1e+16]}}, {}]", r#"[{"a":[1,-2.5],"b":{"c":[1e-05,1e+16]}},{}]"#),
        ("[12345678901234567890123, nan, -inf, 'x']", r#"[12345678901234567890123,"NaN","-Infinity","x"]"#),
        ("{1: 'a', (1, 2): 'b', None: 'c'}", r#"{"1":"a","(1, 2)":"b","None":"c"}"#),
        ("({'a', 'b'}, set(), ())", r#"[["a","b"],[],[]]"#),
        (
            "[UUID('1-2'), User(id=1, name='x'), <Row 7>, f(1, 2)]",
            r#"["1-2",{"class":"User","id":1,"name":"x"},"<Row 7>","f(1, 2)"]"#,
        ),
        ("[ 'a' ,\n 'b',\n]", r#"["a","b"]"#),
    ] {
        let found = json(python);
        assert_eq!(found.as_deref(), Some(expected), "{python}");
        serde_json::from_str::<serde::de::IgnoredAny>(expected).unwrap();
    }
}

#[test]
fn calls_in_calls_are_written_once() {
    let deep =
        |open: &str, inside: &str, close: &str| format!("['', {}{inside}{}]", open.repeat(100), close.repeat(100));
    for text in [
        deep("f(1, ", "\"\\\\\"", ")"),
        deep("{(1, ", "'a'", "): 1}"),
        deep("f(a=", "g(1)", ")"),
        deep("UUID(", "'a'", ")"),
        deep("OrderedDict(", "{}", ")"),
        deep("defaultdict(f(1), ", "{}", ")"),
    ] {
        let found = json(&text).unwrap();
        assert!(found.len() < 5 * text.len(), "{found}");
        serde_json::from_str::<serde::de::IgnoredAny>(&found).unwrap();
    }
}

#[test]
fn other_texts_are_none() {
    for text in [
        "",
        "[",
        "(",
        "['a'",
        "['a' 'b']",
        "[a]",
        "('a')",
        "('a' is a letter)",
        "['a', ]]",
        "[1+2j, 'a']",
        "['a'; 'b']",
        "{'a': 1, 'b'}",
        "{'a' 1}",
        "['\n']",
        "[01, 'a']",
        "[1, 2]",
        r#"{"a": 1}"#,
        "[,'a']",
        "['a',,]",
    ] {
        assert_eq!(json(text), None, "{text}");
    }
    let deep = format!("{}'a'{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(json(&deep), None);
}
