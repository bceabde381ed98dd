//! Every example of the documents that Retort was asked to follow.

mod drf;
mod envelope;
mod feathers;
mod omni;
mod yourls;
