//! Knowledge bases, built and served as somebody would.
