//! Values for `serde`: any value that can be serialised becomes a [`Raw`], and a [`Raw`] is serialised. `serde_json` gets it as
//! JSON, so that key order, digits and duplicate keys survive; other formats get objects, arrays and scalars.

use std::any::type_name;

use serde::ser::{Error, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::lex::DEEP;
use super::{Kind, Raw};
use crate::error::Unwritable;

impl Raw {
    /// The JSON of any value that can be serialised.
    ///
    /// ```
    /// use retort_core::Raw;
    ///
    /// assert_eq!(Raw::of(&("a", 1, None::<u8>)).unwrap().as_str(), r#"["a",1,null]"#);
    /// ```
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, Unwritable> {
        Ok(Self::known(serde_json::to_string(value)?))
    }
}

/// `serde_json` writes the value without loss. Other formats have their own objects, arrays and scalars: there, numbers have 64
/// bits, and nesting beyond 128 levels is an error.
impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_serde_json::<S>() {
            return RawValue::from_string(self.to_json()).map_err(S::Error::custom)?.serialize(serializer);
        }
        Level { raw: self, depth: 0 }.serialize(serializer)
    }
}

/// Whether it is `serde_json` that writes. Its raw values mean nothing to others, who would write them as texts; there is no
/// other way to tell who asks, and a wrong answer costs digits beyond 64 bits and nothing else.
fn is_serde_json<S>() -> bool {
    type_name::<S>().trim_start_matches("&mut ").starts_with("serde_json::")
}

/// A value and how many stand around it.
struct Level<'a> {
    raw: &'a Raw,
    depth: usize,
}

impl Serialize for Level<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Every level is a call inside a call, in whatever writes.
        if self.depth > DEEP {
            return Err(S::Error::custom(format_args!("the value is nested beyond {DEEP} levels")));
        }
        let depth = self.depth + 1;
        match self.raw.kind() {
            Kind::Null => serializer.serialize_unit(),
            Kind::Bool => serializer.serialize_bool(self.raw.as_str() == "true"),
            Kind::String => serializer.serialize_str(&self.raw.to_plain()),
            Kind::Number => number(self.raw, serializer),
            Kind::Array => {
                let mut list = serializer.serialize_seq(Some(self.raw.items().count()))?;
                self.raw.items().try_for_each(|item| list.serialize_element(&Level { raw: &item, depth }))?;
                list.end()
            }
            Kind::Object => {
                let mut object = serializer.serialize_map(Some(self.raw.members().count()))?;
                for (key, value) in self.raw.members() {
                    object.serialize_entry(&*key, &Level { raw: &value, depth })?;
                }
                object.end()
            }
        }
    }
}

fn number<S: Serializer>(raw: &Raw, serializer: S) -> Result<S::Ok, S::Error> {
    let digits = raw.as_str();
    if let Ok(number) = digits.parse::<u64>() {
        return serializer.serialize_u64(number);
    }
    if let Ok(number) = digits.parse::<i64>() {
        return serializer.serialize_i64(number);
    }
    match digits.parse::<f64>() {
        // What is not a number in JSON is written as the word for it, here as elsewhere.
        Ok(number) if number.is_finite() => serializer.serialize_f64(number),
        _ => serializer.serialize_str(digits),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    const SENT: &str = r#"{"z": 12345678901234567890123, "a": [1.50, -3, NaN, "\u00e9"], "a": null, "t": true}"#;

    #[derive(serde::Serialize)]
    struct Holder {
        name: &'static str,
        value: Raw,
        #[serde(flatten)]
        more: BTreeMap<String, Raw>,
    }

    #[test]
    fn serde_json_writes_it_without_loss() {
        let value = Raw::parse(SENT).unwrap();
        let more = BTreeMap::from([("more".to_owned(), Raw::parse("[1e400]").unwrap())]);
        let written = serde_json::to_string(&Holder { name: "x", value, more }).unwrap();
        assert_eq!(
            written,
            r#"{"name":"x","value":{"z":12345678901234567890123,"a":[1.50,-3,"NaN","\u00e9"],"a":null,"t":true},"more":[1e400]}"#
        );
    }

    #[test]
    fn serde_json_makes_a_value_of_it() {
        let value = serde_json::to_value(Raw::parse(r#"{"a": [1, 2.5, "x", null, false]}"#).unwrap()).unwrap();
        assert_eq!(value, json!({"a": [1, 2.5, "x", null, false]}));
    }

    #[test]
    fn other_formats_get_objects_arrays_and_scalars() {
        let value = minijinja::Value::from_serialize(Raw::parse(SENT).unwrap());
        let member = |name: &str| value.get_attr(name).unwrap();
        assert_eq!(member("z").to_string(), "12345678901234568000000.0");
        assert_eq!(member("t"), minijinja::Value::from(true));
        let list = Raw::parse(r#"[1.50, -3, NaN, "\u00e9", {"b": []}, null]"#).unwrap();
        let list = minijinja::Value::from_serialize(list);
        assert_eq!(list.to_string(), r#"[1.5, -3, "NaN", "é", {"b": []}, None]"#);
    }

    #[test]
    fn other_formats_refuse_what_is_nested_too_deep() {
        let nested = |levels: usize| Raw::parse("[".repeat(levels) + &"]".repeat(levels)).unwrap();
        let kind = |raw: Raw| minijinja::Value::from_serialize(raw).kind();
        assert_eq!(kind(nested(DEEP)), minijinja::value::ValueKind::Seq);
        assert!(minijinja::Value::from_serialize(nested(100_000)).to_string().contains("128 levels"));
        assert_eq!(serde_json::to_string(&nested(100_000)).unwrap().len(), 200_000);
    }
}
