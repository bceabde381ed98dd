//! What can go wrong in a server, as one enum: each problem with its code and its text, and a list of all.

/// Something that went wrong, as a client is told of it. [`problems!`](crate::problems) writes it for an enum.
pub trait Problem: std::fmt::Display {
    /// The code, a word that programs compare.
    fn code(&self) -> &'static str;

    /// What else is known about it: an object, or nothing.
    fn details(&self) -> Option<serde_json::Value> {
        None
    }
}

/// A problem as a list of all has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name of the variant.
    pub name: &'static str,
    /// The code.
    pub code: &'static str,
    /// The text, with the names of its parts in braces.
    pub text: &'static str,
}

/// Writes an enum of everything that can go wrong in a server. Each variant has a code and a text; its fields are parts of the
/// text and become the details of the error.
///
/// ```
/// retort_server::problems! {
///     /// What can go wrong with customers.
///     pub enum CustomerError {
///         /// Nobody has that number.
///         NotFound { pk: i64 } => "not_found", "No customer has the number {pk}";
///         /// The books are shut.
///         Closed {} => "closed", "Customers cannot be changed on Sundays";
///     }
/// }
///
/// use retort_server::{Dialect, Reply};
///
/// let answer = Reply::from(CustomerError::NotFound { pk: 7 }).into_result(Dialect::Yourls);
/// assert!(answer.is_error());
/// assert_eq!(
///     answer.as_json(),
///     concat!(
///         r#"{"content":[{"type":"text","text":"{\"status\":\"error\",\"message\":\"No customer has the number 7\","#,
///         r#"\"code\":\"not_found\",\"pk\":7}"}],"isError":true}"#
///     )
/// );
/// // For documents, and for a test that every code is documented.
/// assert_eq!(CustomerError::ALL[1].text, "Customers cannot be changed on Sundays");
/// ```
#[macro_export]
macro_rules! problems {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident {
            $(
                $(#[$variant_meta:meta])*
                $variant:ident { $($field:ident : $kind:ty),* $(,)? } => $code:literal, $text:literal;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        $visibility enum $name {
            $($(#[$variant_meta])* $variant { $(#[allow(missing_docs)] $field: $kind),* },)*
        }

        impl $name {
            /// Every problem, in the order of the enum.
            $visibility const ALL: &'static [$crate::Listed] =
                &[$($crate::Listed { name: stringify!($variant), code: $code, text: $text }),*];
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $(
                        #[allow(unused_variables)]
                        Self::$variant { $($field),* } => ::std::write!(f, $text),
                    )*
                }
            }
        }

        impl ::std::error::Error for $name {}

        impl $crate::Problem for $name {
            fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $code,)*
                }
            }

            fn details(&self) -> ::std::option::Option<$crate::private::Value> {
                match self {
                    $(
                        Self::$variant { $($field),* } => $crate::private::details(&[
                            $((stringify!($field), $crate::private::to_value($field))),*
                        ]),
                    )*
                }
            }
        }
    };
}
