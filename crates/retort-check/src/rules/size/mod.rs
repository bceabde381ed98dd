//! Size: what a result costs a model to read, and what of that could be left out.

super::group![
    result_beyond_25000_tokens,
    result_beyond_10000_tokens,
    same_text_twice,
    identical_rows,
    padded_json,
    mostly_null_rows,
    escaped_letters,
];
