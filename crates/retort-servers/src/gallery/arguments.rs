//! Arguments that know their bounds. The bounds that the schema shows are the ones that are checked, because both come
//! from the type.

use std::borrow::Cow;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A whole number from `MIN` to `MAX`, `DEFAULT` where the caller names none.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(try_from = "u64")]
pub(super) struct Within<const MIN: u64, const MAX: u64, const DEFAULT: u64>(u64);

impl<const MIN: u64, const MAX: u64, const DEFAULT: u64> Within<MIN, MAX, DEFAULT> {
    pub(super) fn get(self) -> u64 {
        self.0
    }

    /// The number as a length. What does not fit is longer than anything.
    pub(super) fn len(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<const MIN: u64, const MAX: u64, const DEFAULT: u64> Default for Within<MIN, MAX, DEFAULT> {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl<const MIN: u64, const MAX: u64, const DEFAULT: u64> TryFrom<u64> for Within<MIN, MAX, DEFAULT> {
    type Error = String;

    fn try_from(number: u64) -> Result<Self, String> {
        if (MIN..=MAX).contains(&number) {
            Ok(Self(number))
        } else {
            Err(format!("{number} is not within {MIN} and {MAX}"))
        }
    }
}

impl<const MIN: u64, const MAX: u64, const DEFAULT: u64> JsonSchema for Within<MIN, MAX, DEFAULT> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Within{MIN}And{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": MIN, "maximum": MAX})
    }
}

/// A time to wait, up to an hour, `DEFAULT` seconds where the caller names none.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(try_from = "f64")]
pub(super) struct Seconds<const DEFAULT: u32>(f64);

const LONGEST_WAIT: f64 = 3600.0;

impl<const DEFAULT: u32> Seconds<DEFAULT> {
    pub(super) fn get(self) -> f64 {
        self.0
    }

    pub(super) fn duration(self) -> Duration {
        Duration::from_secs_f64(self.0)
    }
}

impl<const DEFAULT: u32> Default for Seconds<DEFAULT> {
    fn default() -> Self {
        Self(f64::from(DEFAULT))
    }
}

impl<const DEFAULT: u32> TryFrom<f64> for Seconds<DEFAULT> {
    type Error = String;

    fn try_from(seconds: f64) -> Result<Self, String> {
        let fits = (0.0..=LONGEST_WAIT).contains(&seconds);
        if fits { Ok(Self(seconds)) } else { Err(format!("{seconds} seconds are not within 0 and {LONGEST_WAIT}")) }
    }
}

impl<const DEFAULT: u32> JsonSchema for Seconds<DEFAULT> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Seconds".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number", "minimum": 0, "maximum": LONGEST_WAIT})
    }
}
