//! What a person sees of a response.

#[cfg(feature = "browse")]
mod browse;
