//! What a new database begins with, so that there is something to ask for. Nobody real is in it.

use crate::database::Value;
use crate::rest::Resource;

/// When all of it was made.
const MADE_AT: &str = "2026-01-05T09:00:00.000000Z";

/// Name, address of mail, telephone, and whether the customer is active.
const CUSTOMERS: [(&str, &str, &str, bool); 20] = [
    ("Alice Johnson", "alice@example.com", "+1 202 555 0101", true),
    ("Bob O'Neill", "bob@example.com", "+353 1 555 0102", true),
    ("Carla Rossi", "carla@example.it", "+39 06 555 0103", true),
    ("Dmitri Ivanov", "dmitri@example.org", "", false),
    ("Emma Müller", "emma.mueller@example.de", "+49 30 555 0105", true),
    ("Fatima Zahra", "fatima@example.ma", "+212 5 5550 0106", true),
    ("George Brown", "george.brown@example.co.uk", "+44 20 5550 0107", true),
    ("Hana Sato", "hana@example.jp", "+81 3 5550 0108", true),
    ("Ines Duarte", "ines@example.pt", "", true),
    ("Jack Wilson", "jack@example.net", "+1 415 555 0110", false),
    ("Kofi Mensah", "kofi@example.com.gh", "+233 30 555 0111", true),
    ("Lena Novak", "lena@example.si", "+386 1 555 0112", true),
    ("Mateo García", "mateo@example.es", "+34 91 555 0113", true),
    ("Nora Lindqvist", "nora@example.se", "+46 8 555 0114", true),
    ("Omar Haddad", "omar@example.ae", "+971 4 555 0115", true),
    ("Priya Raman", "priya@example.in", "+91 80 5550 0116", true),
    ("Quentin Dubois", "quentin@example.fr", "+33 1 5550 0117", false),
    ("Rosa Almeida", "rosa@example.com.br", "+55 11 5550 0118", true),
    ("Søren Holm", "soren@example.dk", "+45 33 55 01 19", true),
    ("Tara Byrne", "tara@example.ie", "", true),
];

/// Number of the customer, product, quantity, price in hundredths, and status.
const ORDERS: [(i64, &str, i64, i64, &str); 20] = [
    (1, "Espresso machine", 1, 24900, "paid"),
    (1, "Coffee beans, 1 kg", 3, 1850, "shipped"),
    (2, "Desk lamp", 2, 3990, "pending"),
    (3, "Pasta maker", 1, 8900, "shipped"),
    (3, "Olive oil, 5 l", 2, 4750, "paid"),
    (5, "Mountain bike", 1, 129_900, "paid"),
    (5, "Bicycle helmet", 1, 5995, "cancelled"),
    (6, "Mint tea set", 4, 2200, "shipped"),
    (7, "Umbrella", 1, 1999, "pending"),
    (8, "Chef's knife", 1, 15900, "paid"),
    (8, "Cutting board", 2, 2450, "paid"),
    (11, "Solar charger", 3, 4500, "shipped"),
    (12, "Hiking boots", 1, 13900, "pending"),
    (13, "Guitar strings", 6, 899, "shipped"),
    (14, "Wool blanket", 2, 7400, "paid"),
    (15, "Date syrup", 12, 650, "pending"),
    (16, "Spice box", 1, 3150, "shipped"),
    (18, "Hammock", 1, 6800, "cancelled"),
    (19, "Teak chair", 4, 21000, "pending"),
    (13, "Guitar tuner", 1, 2400, "paid"),
];

/// The rows that a new table of a resource begins with.
pub(super) fn rows(resource: &Resource) -> Vec<Vec<Value>> {
    match resource.name() {
        "customers" => CUSTOMERS
            .into_iter()
            .map(|(name, email, phone, is_active)| {
                vec![name.into(), email.into(), phone.into(), is_active.into(), MADE_AT.into()]
            })
            .collect(),
        "orders" => ORDERS
            .into_iter()
            .map(|(customer, product, quantity, price, status)| {
                vec![customer.into(), product.into(), quantity.into(), price.into(), status.into(), MADE_AT.into()]
            })
            .collect(),
        _ => Vec::new(),
    }
}
