//! Customers and orders, called as a client calls them, on SQLite and on PostgreSQL: each test runs on both.

/// Makes two tests of each function: one with a new database of SQLite, one with a new database of PostgreSQL.
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test]
                async fn $name() {
                    super::$name(crate::customers::shop::Shop::on_sqlite().await).await;
                }
            )*
        }

        mod postgresql {
            $(
                #[tokio::test]
                async fn $name() {
                    if let Some(shop) = crate::customers::shop::Shop::on_postgresql().await {
                        super::$name(shop).await;
                    }
                }
            )*
        }
    };
}

mod access;
pub(crate) mod cluster;
mod document;
mod keeping;
mod original;
mod reading;
pub(crate) mod shop;
mod together;
mod tools;
mod writing;
