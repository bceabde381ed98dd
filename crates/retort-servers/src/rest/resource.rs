//! A resource: what its rows have, who may do what, and what lists can be asked for.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::access::Permission;
use super::field::{Field, Kind};
use super::filter::{Filter, Lookup};
use crate::database::{Error, Row, Store, Transaction, Value};

/// A resource.
#[derive(Clone, Debug)]
pub(crate) struct Resource {
    /// Its name, which is the name of its table and the first part of the names of its tools: `customers`.
    pub(super) name: &'static str,
    /// What one of its rows is called: `customer`.
    pub(super) one: &'static str,
    pub(super) permission: Permission,
    pub(super) fields: Vec<Field>,
    /// The fields that a search looks into.
    pub(super) searched: &'static [&'static str],
    /// The fields that a list can be filtered by, beside the number.
    pub(super) filtered: &'static [&'static str],
}

impl Resource {
    /// A resource whose rows have a number and nothing else yet.
    pub(crate) fn new(name: &'static str, one: &'static str, permission: Permission) -> Self {
        Self { name, one, permission, fields: vec![Field::id()], searched: &[], filtered: &[] }
    }

    /// With one field more.
    pub(crate) fn field(mut self, field: Field) -> Self {
        self.fields.push(field);
        self
    }

    /// With fields that a search looks into.
    pub(crate) fn searched(self, names: &'static [&'static str]) -> Self {
        Self { searched: names, ..self }
    }

    /// With fields that a list can be filtered by.
    pub(crate) fn filtered(self, names: &'static [&'static str]) -> Self {
        Self { filtered: names, ..self }
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// The field of a name.
    pub(super) fn find(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// What a list can be filtered by.
    pub(super) fn filters(&self) -> impl Iterator<Item = Filter<'_>> {
        let is_filtered = |field: &&Field| matches!(field.kind, Kind::Id) || self.filtered.contains(&field.name);
        self.fields.iter().filter(is_filtered).flat_map(|field| {
            Lookup::ALL
                .into_iter()
                .filter(|lookup| *lookup == Lookup::Exact || field.has_order())
                .map(|lookup| Filter { field, lookup })
        })
    }

    /// The names of all columns, as a statement has them.
    pub(super) fn columns(&self) -> String {
        let names: Vec<&str> = self.fields.iter().map(|field| field.name).collect();
        names.join(", ")
    }

    /// The name of the original's model: `Customer`.
    pub(super) fn model(&self) -> String {
        let mut letters = self.one.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    }

    /// Makes the table where there is none; `true` where it was made.
    pub(crate) async fn set_up(&self, store: &Store, change: &mut Transaction) -> Result<bool, Error> {
        let is_new = !change.has_table(self.name).await?;
        if is_new {
            let columns: Vec<String> = self.fields.iter().map(|field| field.column(store.id_column())).collect();
            change.execute(&format!("CREATE TABLE {} ({})", self.name, columns.join(", ")), &[]).await?;
            for field in self.fields.iter().filter(|field| matches!(field.kind, Kind::Related { .. })) {
                let (table, column) = (self.name, field.name);
                change.execute(&format!("CREATE INDEX {table}_{column} ON {table} ({column})"), &[]).await?;
            }
        }
        // A table of somebody else's has other columns.
        change.query(&format!("SELECT {} FROM {} LIMIT 0", self.columns(), self.name), &[]).await?;
        Ok(is_new)
    }

    /// Adds a row with these values, in the order of the fields behind the number.
    pub(crate) async fn add(&self, change: &mut Transaction, values: &[Value]) -> Result<(), Error> {
        change.query(&self.insertion(), values).await.map(drop)
    }

    /// The statement that adds a row and gives it back.
    pub(super) fn insertion(&self) -> String {
        let columns: Vec<&str> = self.fields.iter().skip(1).map(|field| field.name).collect();
        let marks = vec!["?"; columns.len()].join(", ");
        format!("INSERT INTO {} ({}) VALUES ({marks}) RETURNING {}", self.name, columns.join(", "), self.columns())
    }

    /// A row as a caller sees it.
    pub(super) fn shown<'a>(&'a self, row: &'a Row) -> Shown<'a> {
        Shown { resource: self, row }
    }
}

/// A row as a caller sees it: its fields in their order.
pub(super) struct Shown<'a> {
    resource: &'a Resource,
    row: &'a Row,
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = &self.resource.fields;
        let mut map = serializer.serialize_map(Some(fields.len()))?;
        for (column, field) in fields.iter().enumerate() {
            field.show(self.row, column, &mut map)?;
        }
        map.end()
    }
}
