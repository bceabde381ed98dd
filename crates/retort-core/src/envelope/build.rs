//! Envelopes that are made from values of a program rather than read, and written wherever `serde` writes.

use serde::{Serialize, Serializer};

use super::{Data, Envelope, Kind, Summary};
use crate::error::Unwritable;
use crate::json::Raw;

impl Envelope {
    /// The envelope of one thing: whatever can be written as JSON. What is no object is put into one, as [`Data::of`] does.
    ///
    /// ```
    /// use retort_core::Envelope;
    ///
    /// #[derive(serde::Serialize)]
    /// struct User {
    ///     id: u32,
    ///     name: &'static str,
    /// }
    ///
    /// let envelope = Envelope::single("get_user", &User { id: 1, name: "Ann" }).unwrap();
    /// assert_eq!(envelope.to_json(), r#"{"toolName":"get_user","responseType":"single","data":{"id":1,"name":"Ann"}}"#);
    /// ```
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub fn single<'a, T>(tool: impl Into<Option<&'a str>>, value: &T) -> Result<Self, Unwritable>
    where
        T: Serialize + ?Sized,
    {
        let data = Data::fit(Raw::of(value)?, false);
        Ok(Self { data, ..Self::new(tool, Kind::Single) })
    }

    /// The envelope of several things, with a summary that counts them.
    ///
    /// ```
    /// use retort_core::Envelope;
    ///
    /// let envelope = Envelope::list("list_names", &["Ann", "Bob"]).unwrap();
    /// assert_eq!(
    ///     serde_json::to_string(&envelope).unwrap(),
    ///     r#"{"toolName":"list_names","responseType":"list","data":["Ann","Bob"],"summary":{"returned":2}}"#,
    /// );
    /// ```
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub fn list<'a, T>(tool: impl Into<Option<&'a str>>, rows: &T) -> Result<Self, Unwritable>
    where
        T: Serialize + ?Sized,
    {
        let data = Data::fit(Raw::of(rows)?, true);
        let count = data.as_ref().and_then(Data::as_raw).map_or(0, |rows| rows.items().count());
        let summary = Some(Summary { returned: Some(count as u64), ..Summary::default() });
        Ok(Self { data, summary, ..Self::new(tool, Kind::List) })
    }
}

/// It is written as [`write_json`](Envelope::write_json) writes it, whatever it is written to.
impl Serialize for Envelope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Raw::known(self.to_json()).serialize(serializer)
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_raw() {
            Some(raw) => raw.serialize(serializer),
            None => Raw::known(self.to_json()).serialize(serializer),
        }
    }
}
