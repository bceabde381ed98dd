//! What goes into statements and comes out of them: a few kinds of values that both databases have.

/// A parameter, or what a column has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A whole number: `BIGINT`.
    Integer(i64),
    /// Yes or no: `BOOLEAN`.
    Bool(bool),
    /// `TEXT`.
    Text(String),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<bool> for Value {
    fn from(yes: bool) -> Self {
        Self::Bool(yes)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// A row, with its columns in the order of the statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(pub(super) Vec<Value>);

impl Row {
    /// The value of a column; nothing where there is no such column.
    pub fn value(&self, column: usize) -> &Value {
        self.0.get(column).unwrap_or(&Value::Null)
    }

    /// A whole number.
    pub fn integer(&self, column: usize) -> Option<i64> {
        match self.value(column) {
            Value::Integer(number) => Some(*number),
            Value::Bool(yes) => Some(i64::from(*yes)),
            Value::Null | Value::Text(_) => None,
        }
    }

    /// Yes or no, which SQLite has as a number.
    pub fn bool(&self, column: usize) -> Option<bool> {
        match self.value(column) {
            Value::Integer(number) => Some(*number != 0),
            Value::Bool(yes) => Some(*yes),
            Value::Null | Value::Text(_) => None,
        }
    }

    /// Text.
    pub fn text(&self, column: usize) -> Option<&str> {
        match self.value(column) {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}
