//! Oddities: departures from the rules that the reader met and read past. Each kind has a stable id and one
//! sentence of explanation; each oddity has its place and the value met.

use std::fmt;
use std::io::{self, Write};

use crate::json::{Emitter, Kind, Quirk, Quirks, Raw, locate};
use crate::pointer::Pointer;

macro_rules! oddities {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal,)+) => {
        /// A kind of departure. Its id is stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum OddityKind {
            $($(#[doc = $doc])+ $name,)+
        }

        impl OddityKind {
            /// Every kind, in the order in which a response is read.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The stable id, such as `content-object`.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// What the oddity is, in one sentence.
            pub fn explanation(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+).trim_ascii(),)+ }
            }
        }
    };
}

oddities! {
    /// The HTTP status line and headers stand before the response.
    HttpHead = "http-head",
    /// The text starts with a byte order mark.
    ByteOrderMark = "byte-order-mark",
    /// The text is encoded in UTF-16.
    Utf16 = "utf-16",
    /// Bytes that are not UTF-8 were replaced by U+FFFD.
    InvalidUtf8 = "invalid-utf8",
    /// Carriage returns stand between the tokens or lines.
    CarriageReturn = "carriage-return",
    /// NUL bytes stand between the tokens.
    NulByte = "nul-byte",
    /// A line between the messages is no message.
    LogLine = "log-line",
    /// The JSON ends before it is complete.
    TruncatedJson = "truncated-json",
    /// The text looks like JSON but is none.
    InvalidJson = "invalid-json",
    /// Something follows the JSON that does not belong to it.
    TrailingData = "trailing-data",
    /// An event stream has a line that is no field of an event.
    StreamLine = "stream-line",
    /// `NaN` or an infinity stands where JSON has no such number; it is written as a string.
    NonFiniteNumber = "non-finite-number",
    /// A comma stands before a closing bracket.
    TrailingComma = "trailing-comma",
    /// A string holds a control character that is not escaped.
    ControlCharacter = "control-character",
    /// A string holds half a surrogate pair; it is written as U+FFFD.
    LoneSurrogate = "lone-surrogate",
    /// A string holds an escape that JSON does not have.
    InvalidEscape = "invalid-escape",
    /// An object has the same key twice; both are kept.
    DuplicateKey = "duplicate-key",
    /// A whole number is beyond 64 bits; most readers lose its digits.
    IntegerBeyond64Bits = "integer-beyond-64-bits",
    /// A number is beyond what a double holds; most readers make it infinite or fail.
    NumberBeyondDouble = "number-beyond-double",
    /// The nesting is deeper than common parsers take.
    DeepNesting = "deep-nesting",
    /// `jsonrpc` is missing.
    JsonrpcMissing = "jsonrpc-missing",
    /// `jsonrpc` is not "2.0".
    JsonrpcWrong = "jsonrpc-wrong",
    /// `id` is missing.
    IdMissing = "id-missing",
    /// `id` is null.
    IdNull = "id-null",
    /// `id` is neither a string nor a number.
    IdWrongType = "id-wrong-type",
    /// `error` is null beside a `result`.
    ErrorNull = "error-null",
    /// `result` is null beside an `error`.
    ResultNull = "result-null",
    /// `result` and `error` are both there.
    ResultBesideError = "result-beside-error",
    /// Neither `result` nor `error` is there.
    ResultMissing = "result-missing",
    /// `error` is not an object.
    ErrorNotObject = "error-not-object",
    /// `error` has no message.
    ErrorMessageMissing = "error-message-missing",
    /// The message of `error` is not a string.
    ErrorMessageNotString = "error-message-not-string",
    /// `error` has no code.
    ErrorCodeMissing = "error-code-missing",
    /// The code of `error` is not a whole number.
    ErrorCodeNotInteger = "error-code-not-integer",
    /// The message has a key that JSON-RPC does not know.
    MessageExtraKey = "message-extra-key",
    /// The message is a request or a notification where a response belongs.
    NotAResponse = "not-a-response",
    /// A whole JSON-RPC message stands where a result belongs.
    NestedMessage = "nested-message",
    /// A bare payload stands where a result belongs.
    BarePayload = "bare-payload",
    /// `toolResult`, gone since 2024-10-07, stands where `content` belongs.
    LegacyToolResult = "legacy-tool-result",
    /// `content` is missing.
    ContentMissing = "content-missing",
    /// `content` is null.
    ContentNull = "content-null",
    /// `content` is one object instead of an array of them.
    ContentObject = "content-object",
    /// `content` is a string.
    ContentString = "content-string",
    /// `content` is a number or a boolean.
    ContentScalar = "content-scalar",
    /// A block is a bare string.
    BlockString = "block-string",
    /// A block is no object.
    BlockNotObject = "block-not-object",
    /// A block has no `type`.
    BlockTypeMissing = "block-type-missing",
    /// The `type` of a block is none that the protocol knows.
    BlockTypeUnknown = "block-type-unknown",
    /// The `type` of a block is right but for its case.
    BlockTypeCase = "block-type-case",
    /// A text block has no `text`.
    TextMissing = "text-missing",
    /// The `text` of a block is not a string.
    TextNotString = "text-not-string",
    /// An image or audio block has no `data`.
    DataMissing = "data-missing",
    /// Data that must be base64 is not.
    InvalidBase64 = "invalid-base64",
    /// `mime_type` stands where `mimeType` belongs.
    MimeTypeSnakeCase = "mime-type-snake-case",
    /// An image or audio block has no mime type.
    MimeTypeMissing = "mime-type-missing",
    /// A resource block has no `resource`.
    ResourceMissing = "resource-missing",
    /// A resource or a link to one has no `uri`.
    ResourceUriMissing = "resource-uri-missing",
    /// `structuredContent` is there and `content` carries nothing.
    StructuredContentAlone = "structured-content-alone",
    /// `structuredContent` is an array, which revisions before 2026-07-28 do not allow.
    StructuredContentArray = "structured-content-array",
    /// `structuredContent` is a scalar, which revisions before 2026-07-28 do not allow.
    StructuredContentScalar = "structured-content-scalar",
    /// `structuredContent` is null.
    StructuredContentNull = "structured-content-null",
    /// `structuredContent` and the JSON in the text are not the same.
    StructuredContentDiffers = "structured-content-differs",
    /// The flag that the call failed stands in a block.
    ErrorFlagInBlock = "error-flag-in-block",
    /// `isError` is not a boolean.
    IsErrorNotBoolean = "is-error-not-boolean",
    /// `resultType` is none that the protocol knows.
    ResultTypeUnknown = "result-type-unknown",
    /// The result has a key that belongs to another kind of result or to none.
    ResultExtraKey = "result-extra-key",
    /// The JSON in the text was encoded more than once.
    JsonEncodedTwice = "json-encoded-twice",
    /// The text of a result is another result.
    NestedResult = "nested-result",
    /// The JSON in the text stands in a Markdown fence.
    JsonInFence = "json-in-fence",
    /// The text holds Python's literals in place of JSON.
    PythonLiteral = "python-literal",
    /// Prose and JSON stand in one text.
    JsonAmongProse = "json-among-prose",
    /// The count that the payload states is not the number of its rows.
    CountDiffers = "count-differs",
    /// A value for paging is outside what it may be.
    PagingOutOfRange = "paging-out-of-range",
}

impl fmt::Display for OddityKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// One departure, with its place and the value met.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Oddity {
    /// Which departure it is.
    pub kind: OddityKind,
    /// The JSON pointer to the place, in the message as it was sent.
    pub pointer: Pointer,
    /// Where the place is a text that holds JSON: the JSON pointer inside it.
    pub within: Option<Pointer>,
    /// The value met, cut where it is long.
    pub value: String,
    /// How often it was met, where only the first places are listed.
    pub times: u32,
}

/// How many of a kind are listed; further ones are counted.
const LISTED: usize = 8;

/// Collects oddities. However many there are of a kind, only the first few take room.
#[derive(Debug, Default)]
pub(crate) struct Oddities {
    list: Vec<Oddity>,
    /// How many of a kind are listed beyond the few.
    more: usize,
    /// The kinds that were met: how many of each are listed, and where the last of them is.
    kinds: Vec<(OddityKind, usize, usize)>,
}

impl Oddities {
    /// Lists so many of a kind.
    pub(crate) fn listing(most: usize) -> Self {
        Self { more: most.saturating_sub(LISTED), ..Self::default() }
    }

    pub(crate) fn push(&mut self, oddity: Oddity) {
        let at = self.list.len();
        match self.kinds.iter_mut().find(|(kind, ..)| *kind == oddity.kind) {
            // The last of those that are listed counts for those that are not.
            Some((_, count, last)) if *count >= LISTED + self.more => {
                if let Some(last) = self.list.get_mut(*last) {
                    last.times = last.times.saturating_add(oddity.times);
                }
            }
            Some((_, count, last)) => {
                (*count, *last) = (*count + 1, at);
                self.list.push(oddity);
            }
            None => {
                self.kinds.push((oddity.kind, 1, at));
                self.list.push(oddity);
            }
        }
    }

    pub(crate) fn note(&mut self, kind: OddityKind, pointer: impl Into<Pointer>, value: &str) {
        self.push(Oddity::new(kind, pointer, value));
    }

    pub(crate) fn extend(&mut self, oddities: impl IntoIterator<Item = Oddity>) {
        oddities.into_iter().for_each(|oddity| self.push(oddity));
    }

    /// Takes back the last oddity, if it is of this kind and no other like it was left out.
    pub(crate) fn take_back(&mut self, kind: OddityKind) {
        if self.list.pop_if(|last| last.kind == kind && last.times == 1).is_some() {
            let before = self.list.iter().rposition(|oddity| oddity.kind == kind);
            self.kinds.retain_mut(|(known, count, last)| {
                if *known == kind {
                    (*count, *last) = (*count - 1, before.unwrap_or_default());
                }
                *count > 0
            });
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Oddity> {
        self.list
    }
}

/// Values are shown up to here.
const LONGEST_VALUE: usize = 120;

impl Oddity {
    pub(crate) fn new(kind: OddityKind, pointer: impl Into<Pointer>, value: &str) -> Self {
        Self { kind, pointer: pointer.into(), within: None, value: shorten(value), times: 1 }
    }

    pub(crate) fn within(mut self, pointer: impl Into<Pointer>) -> Self {
        self.within = Some(pointer.into());
        self
    }

    /// The same of a message that the text at `pointer` is.
    pub(crate) fn below(mut self, pointer: &Pointer) -> Self {
        let mut inside = std::mem::replace(&mut self.pointer, pointer.clone());
        self.within.iter().for_each(|within| inside.push(within));
        self.within = Some(inside);
        self
    }

    /// Reads a list of oddities as `emit` writes them; `None` where it is anything else.
    pub(crate) fn read_all(list: &Raw) -> Option<Vec<Self>> {
        let read = |item: Raw| {
            let text = |key: &str| item.get(key)?.to_text().map(String::from);
            let id = text("id")?;
            Some(Self {
                kind: OddityKind::ALL.iter().copied().find(|kind| kind.id() == id)?,
                pointer: text("pointer")?.parse().ok()?,
                within: match text("within") {
                    Some(within) => Some(within.parse().ok()?),
                    None => None,
                },
                value: text("value")?,
                times: item.get("times").and_then(|times| u32::try_from(times.to_count()?).ok()).unwrap_or(1),
            })
        };
        (list.kind() == Kind::Array).then(|| list.items().map(read).collect())?
    }

    pub(crate) fn emit<W: Write>(&self, out: &mut Emitter<W>) -> io::Result<()> {
        out.begin_object()?;
        out.key("id")?;
        out.string(self.kind.id())?;
        out.key("pointer")?;
        out.string(&self.pointer)?;
        if let Some(within) = &self.within {
            out.key("within")?;
            out.string(within)?;
        }
        out.key("value")?;
        out.string(&self.value)?;
        if self.times > 1 {
            out.key("times")?;
            out.count(u64::from(self.times))?;
        }
        out.end_object()
    }
}

fn shorten(value: &str) -> String {
    if value.chars().nth(LONGEST_VALUE).is_none() {
        return value.to_owned();
    }
    let kept = value.chars().take(LONGEST_VALUE);
    kept.chain(['…']).collect()
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if !self.pointer.is_empty() {
            write!(f, " at {}", self.pointer)?;
        }
        if let Some(within) = &self.within {
            write!(f, " (inside its text, at {})", if within.is_root() { "the top" } else { within.as_str() })?;
        }
        write!(f, ": {}", self.value)
    }
}

/// The oddities that the tokenizer's quirks amount to. The value starts at `start` of `text`; `place` makes an
/// oddity's place from the pointer inside the value.
pub(crate) fn from_quirks(
    quirks: &Quirks,
    text: &str,
    start: usize,
    place: impl Fn(OddityKind, Pointer, &str) -> Oddity,
) -> Vec<Oddity> {
    if quirks.places().is_empty() {
        return Vec::new();
    }
    let mut places = quirks.places().to_vec();
    places.sort_by_key(|(_, at)| *at);
    let offsets: Vec<usize> = places.iter().map(|(_, at)| *at).collect();
    let pointers = locate(text, start, &offsets);
    // Where the last of each is, and how many are listed.
    let mut listed: Vec<(Quirk, usize, u32)> = Vec::new();
    for (index, (quirk, _)) in places.iter().enumerate() {
        match listed.iter_mut().find(|(other, ..)| other == quirk) {
            Some((_, last, count)) => (*last, *count) = (index, *count + 1),
            None => listed.push((*quirk, index, 1)),
        }
    }
    let mut oddities: Vec<Oddity> = Vec::new();
    let mut signs: Vec<Quirk> = Vec::new();
    for (index, ((quirk, at), pointer)) in places.iter().zip(pointers).enumerate() {
        let value = value_at(text, *at, *quirk);
        // Line ends and padding say nothing by their places: one oddity stands for all.
        if matches!(quirk, Quirk::CarriageReturn | Quirk::NulByte) {
            if !signs.contains(quirk) {
                signs.push(*quirk);
                let mut oddity = place(kind_of(*quirk), Pointer::root(), value);
                oddity.times = quirks.count(*quirk);
                oddities.push(oddity);
            }
            continue;
        }
        let mut oddity = place(kind_of(*quirk), pointer, value);
        if let Some((.., count)) = listed.iter().find(|(other, last, _)| other == quirk && *last == index) {
            oddity.times += quirks.count(*quirk) - count;
        }
        oddities.push(oddity);
    }
    oddities
}

fn kind_of(quirk: Quirk) -> OddityKind {
    match quirk {
        Quirk::NonFinite => OddityKind::NonFiniteNumber,
        Quirk::TrailingComma => OddityKind::TrailingComma,
        Quirk::ControlCharacter => OddityKind::ControlCharacter,
        Quirk::LoneSurrogate => OddityKind::LoneSurrogate,
        Quirk::InvalidEscape => OddityKind::InvalidEscape,
        Quirk::NulByte => OddityKind::NulByte,
        Quirk::CarriageReturn => OddityKind::CarriageReturn,
        Quirk::DuplicateKey => OddityKind::DuplicateKey,
        Quirk::BeyondU64 => OddityKind::IntegerBeyond64Bits,
        Quirk::BeyondF64 => OddityKind::NumberBeyondDouble,
        Quirk::DeepNesting => OddityKind::DeepNesting,
    }
}

/// What stands at the place, as far as it belongs to the quirk.
fn value_at(text: &str, at: usize, quirk: Quirk) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let end = match quirk {
        Quirk::LoneSurrogate => 6,
        Quirk::InvalidEscape => rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end),
        Quirk::DuplicateKey => rest.bytes().skip(1).position(|byte| byte == b'"').map_or(rest.len(), |end| end + 2),
        Quirk::NonFinite | Quirk::BeyondU64 | Quirk::BeyondF64 => {
            rest.find([',', ']', '}', ' ', '\n', '\r', '\t']).unwrap_or(rest.len())
        }
        _ => rest.chars().next().map_or(0, char::len_utf8),
    };
    rest.get(..end).unwrap_or(rest)
}
