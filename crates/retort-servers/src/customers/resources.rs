//! The resources: each is declared here and nowhere else.

use crate::rest::{Field, Permission, Resource};

/// All resources; one stands behind those that it refers to.
pub(super) fn all() -> Vec<Resource> {
    vec![customers(), orders()]
}

fn customers() -> Resource {
    Resource::new("customers", "customer", Permission::AuthenticatedOrReadOnly)
        .field(Field::text("name", 100))
        .field(Field::email("email").unique())
        .field(Field::optional_text("phone", 30))
        .field(Field::bool("is_active").default_to(true))
        .field(Field::made_at("created_at"))
        .searched(&["name", "email", "phone"])
        .filtered(&["name", "email", "phone", "is_active", "created_at"])
}

fn orders() -> Resource {
    Resource::new("orders", "order", Permission::Authenticated)
        .field(Field::refers_to("customer", "customers", "customer"))
        .field(Field::text("product", 100))
        .field(Field::integer("quantity", 1, 2_147_483_647))
        .field(Field::decimal("price", 10, 2))
        .field(Field::choice("status", &["pending", "paid", "shipped", "cancelled"]).default_to("pending"))
        .field(Field::made_at("created_at"))
        .searched(&["product"])
        .filtered(&["customer", "product", "quantity", "price", "status", "created_at"])
}
