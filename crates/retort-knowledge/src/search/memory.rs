//! An index in memory. A server builds one when it starts and is asked at once, so every processor makes a part of it.

use std::num::NonZero;
use std::path::Path;
use std::thread::{available_parallelism, scope};

use tantivy::directory::{Directory, RamDirectory};
use tantivy::store::Compressor;
use tantivy::{Index as Tantivy, IndexMeta, IndexSettings, SingleSegmentIndexWriter, TantivyError};

use super::fields::{Fields, tokenizers};
use crate::entry::Entry;

/// How much memory a part is built in. It takes more where it needs more; to begin with little keeps its tables where a
/// processor reaches them soon.
const MEMORY: usize = 2 << 20;
/// The most parts: each is searched by itself.
const MOST_PARTS: usize = 4;
/// What is not worth a part of its own.
const FEWEST_ENTRIES: usize = 32;
/// How many bytes of texts are kept together: what is found is read with its neighbours.
const BLOCK: usize = 1 << 10;
/// Where an index says what it is made of.
const META: &str = "meta.json";

/// An index of entries, in their order.
pub(super) fn index(entries: &[&Entry]) -> Result<(Tantivy, Fields), TantivyError> {
    Ok((Tantivy::open(files(entries)?.0)?, Fields::new().1))
}

/// The files of an index of entries, and what it says of itself.
pub(crate) fn files(entries: &[&Entry]) -> Result<(RamDirectory, IndexMeta), TantivyError> {
    let most = available_parallelism().map_or(1, NonZero::get).min(MOST_PARTS);
    let parts = (entries.len() / FEWEST_ENTRIES).clamp(1, most);
    let mut built = scope(|scope| {
        let begun: Vec<_> = entries
            .chunks(entries.len().div_ceil(parts).max(1))
            .map(|entries| scope.spawn(move || part(entries)))
            .collect();
        let broke_off = |_| Err(TantivyError::SystemError("a part of the index broke off".to_owned()));
        begun.into_iter().map(|part| part.join().unwrap_or_else(broke_off)).collect::<Result<Vec<_>, _>>()
    })?
    .into_iter();
    let (folder, mut meta) = built.next().map_or_else(|| part(&[]), Ok)?;
    for (other, part) in built {
        for path in part.list_segment_files() {
            // Some are only there where something was deleted.
            if let Ok(bytes) = other.atomic_read(&path) {
                folder.atomic_write(&path, &bytes)?;
            }
        }
        meta.segments.extend(part.segments);
    }
    let json = serde_json::to_vec(&meta).map_err(std::io::Error::from)?;
    folder.atomic_write(Path::new(META), &json)?;
    Ok((folder, meta))
}

/// A part of an index.
fn part(entries: &[&Entry]) -> Result<(RamDirectory, IndexMeta), TantivyError> {
    let (schema, fields) = Fields::new();
    let folder = RamDirectory::create();
    // The texts are in memory anyway: to pack them would only take time.
    let settings = IndexSettings {
        docstore_compression: Compressor::None,
        docstore_compress_dedicated_thread: false,
        docstore_blocksize: BLOCK,
        ..IndexSettings::default()
    };
    let tantivy = Tantivy::builder().schema(schema).settings(settings).tokenizers(tokenizers());
    let mut writer: SingleSegmentIndexWriter = tantivy.single_segment_index_writer(folder.clone(), MEMORY)?;
    for entry in entries {
        writer.add_document(fields.document(entry))?;
    }
    let meta = writer.finalize()?.load_metas()?;
    Ok((folder, meta))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Index, Versions};
    use crate::{KnowledgeLoader, Source, Version};

    #[test]
    fn every_entry_is_in_it_once_however_many_there_are() {
        let entry = |number: usize| Entry {
            id: format!("entry-{number}"),
            title: format!("Number {number}"),
            version: Version::Both,
            category: "docs".to_owned(),
            source: Source::default(),
            tags: Vec::new(),
            asked: Vec::new(),
            body: format!("lamp w{number}"),
        };
        for count in [0, 1, 2, 31, 64, 65, 127, 129, 200] {
            let entries: Vec<Entry> = (0..count).map(entry).collect();
            let index = Index::of(&entries).unwrap();
            assert_eq!(index.len(), count);
            for number in [0, count / 2, count.saturating_sub(1)].into_iter().filter(|number| *number < count) {
                let found = index.search(&format!("w{number}"), Versions::All, 5).unwrap();
                assert_eq!(found.first().map(|hit| hit.entry.id.as_str()), Some(&*format!("entry-{number}")));
            }
            // What fits equally well comes in the order of the entries.
            let found = index.search("lamp", Versions::All, 3).unwrap();
            let ids: Vec<&str> = found.iter().map(|hit| hit.entry.id.as_str()).collect();
            assert_eq!(ids, ["entry-0", "entry-1", "entry-2"][..count.min(3)]);
        }
    }

    #[test]
    fn parts_find_what_the_whole_finds() {
        let entries = KnowledgeLoader::built_in().entries().unwrap();
        let all: Vec<&Entry> = entries.iter().collect();
        let (folder, _) = part(&all).unwrap();
        let whole = Index::over(&Tantivy::open(folder).unwrap(), Fields::new().1).unwrap();
        let parts = Index::of(&entries).unwrap();
        for query in ["before hooks", "log in with google", "authentcation", "app.service", "deploy", "$limit"] {
            let ids = |index: &Index| -> Vec<(String, f32)> {
                let found = index.search(query, Versions::V5, 10).unwrap();
                found.into_iter().map(|hit| (hit.entry.id, hit.score)).collect()
            };
            assert_eq!(ids(&parts), ids(&whole), "{query}");
        }
    }
}
