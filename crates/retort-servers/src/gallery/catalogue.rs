//! The catalogue of laboratory glassware that all tools show: 137 rows, made by arithmetic, the same in every run.

use schemars::JsonSchema;
use serde::Serialize;

/// How many items there are.
pub(super) const COUNT: usize = 137;

const KINDS: [&str; 20] = [
    "Retort",
    "Erlenmeyer flask",
    "Beaker",
    "Florence flask",
    "Burette",
    "Pipette",
    "Graduated cylinder",
    "Liebig condenser",
    "Separating funnel",
    "Test tube",
    "Crucible",
    "Desiccator",
    "Büchner flask",
    "Bell jar",
    "Aspirator",
    "Alembic",
    "Receiver",
    "Kipp's apparatus",
    "Volumetric flask",
    "Gas washing bottle",
];

/// The materials that items are made of.
pub(super) const MATERIALS: [&str; 5] = ["borosilicate", "soda-lime", "quartz", "porcelain", "polypropylene"];

const VOLUMES: [u32; 8] = [10, 25, 50, 100, 250, 500, 1000, 2000];

/// One item of the catalogue.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Item {
    /// The number of the item, from 1.
    #[schemars(schema_with = "whole_number")]
    pub(super) id: usize,
    /// What it is and how much it holds.
    pub(super) name: String,
    /// What it is made of.
    pub(super) material: &'static str,
    /// How much it holds, in millilitres.
    #[schemars(schema_with = "whole_number")]
    pub(super) volume_ml: u32,
    /// What it costs, in euros.
    #[schemars(schema_with = "number")]
    pub(super) price: f64,
    /// Whether it can be had now.
    pub(super) in_stock: bool,
    /// The day on which it entered the catalogue.
    #[schemars(extend("format" = "date"))]
    pub(super) added: String,
}

/// The schema of a whole number. Schemars would add a format such as `uint32`, which JSON Schema does not know.
pub(super) fn whole_number(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"type": "integer"})
}

fn number(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"type": "number"})
}

/// The item of that number.
pub(super) fn item(id: usize) -> Option<Item> {
    if !(1..=COUNT).contains(&id) {
        return None;
    }
    let index = id - 1;
    let kind = KINDS[index % KINDS.len()];
    // A kind comes back after 20 items; by then the volume has moved on, so that no two items have one name.
    let volume_ml = VOLUMES[(index + index / KINDS.len()) % VOLUMES.len()];
    let cents = 450 + u32::try_from(index * 371 % 9000).unwrap_or_default();
    Some(Item {
        id,
        name: format!("{kind} {volume_ml} ml"),
        material: MATERIALS[index % MATERIALS.len()],
        volume_ml,
        price: f64::from(cents) / 100.0,
        in_stock: index % 7 != 3,
        added: format!("2025-{:02}-{:02}", index / 12 + 1, index % 12 * 2 + 1),
    })
}

/// The items at these places, counted from 0; those beyond the end are left out.
pub(super) fn items(places: std::ops::Range<usize>) -> Vec<Item> {
    places.map_while(|place| item(place + 1)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn items_have_names_of_their_own_and_dates_in_order() {
        let items = items(0..1000);
        assert_eq!(items.len(), COUNT);
        assert_eq!(items.iter().map(|item| &item.name).collect::<HashSet<_>>().len(), COUNT);
        assert!(items.is_sorted_by(|one, next| one.added < next.added));
        assert!(item(0).is_none() && item(COUNT + 1).is_none());
    }
}
