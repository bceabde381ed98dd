//! The keys of `_meta`, wherever a result can have them.

use crate::call::Call;
use crate::schema::escaped;

/// Calls `each` with the pointer and the name of every key.
pub(super) fn each_key(call: &Call<'_>, mut each: impl FnMut(String, &str)) {
    let Some(result) = call.result() else { return };
    let own = result.member("_meta").map(|meta| (format!("{}/_meta", result.pointer()), meta));
    let parts = call.parts().iter().flat_map(|parts| parts.everywhere("_meta"));
    for (pointer, meta) in own.into_iter().chain(parts.map(|(pointer, meta)| (pointer, meta.clone()))) {
        for (key, _) in meta.members() {
            each(format!("{pointer}/{}", escaped(&key)), &key);
        }
    }
}
