//! Entries by their ids: one of them, a page of all, and the ids that somebody may mean. The index has the ids in order, so
//! nothing is kept beside it, and what was deleted since a base was built is passed over.

use std::collections::BTreeMap;

use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, DocId, DocSet, InvertedIndexReader, Searcher, SegmentReader, TERMINATED, TantivyError};

use super::Index;
use super::fields::Stored;
use crate::entry::Entry;
use crate::error::Error;

impl Index {
    /// The entries of an id: none where nothing has it, several where a knowledge base gave it several times.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn with_id(&self, id: &str) -> Result<Vec<Entry>, Error> {
        let searcher = self.reader.searcher();
        let mut found = Vec::new();
        for (number, segment) in (0..).zip(searcher.segment_readers()) {
            let ids = segment.inverted_index(self.fields.id)?;
            let Some(term) = ids.terms().get(id).map_err(TantivyError::from)? else { continue };
            for document in documents(segment, &ids, &term)? {
                found.push(entry_at(&searcher, DocAddress::new(number, document))?);
            }
        }
        Ok(found)
    }

    /// The first entries whose ids come after one, by id; those of one id are one after the other.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn after_id(&self, after: Option<&str>, limit: usize) -> Result<Vec<Entry>, Error> {
        let searcher = self.reader.searcher();
        let mut first: BTreeMap<String, Vec<DocAddress>> = BTreeMap::new();
        for (number, segment) in (0..).zip(searcher.segment_readers()) {
            let mut left = limit;
            self.walk(segment, after.unwrap_or_default(), |id, documents| {
                let places = documents.iter().map(|document| DocAddress::new(number, *document));
                first.entry(id.to_owned()).or_default().extend(places);
                left -= 1;
                left > 0
            })?;
        }
        let places = first.into_values().take(limit).flatten();
        places.map(|place| entry_at(&searcher, place)).collect()
    }

    /// Ids that begin with a text, then those that have it elsewhere, whatever its case; and whether there are more.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn ids_like(&self, text: &str, limit: usize) -> Result<(Vec<String>, bool), Error> {
        let text = text.to_lowercase();
        let (mut begin, mut have) = (Vec::new(), Vec::new());
        let mut more = false;
        for segment in self.reader.searcher().segment_readers() {
            self.walk(segment, "", |id, _| {
                let place = id.to_lowercase().find(&text);
                let list = if place == Some(0) { &mut begin } else { &mut have };
                if place.is_some() {
                    list.push(id.to_owned());
                }
                // Never more in hand than are given back, and one that tells that there are more.
                for list in [&mut begin, &mut have] {
                    if list.len() > 2 * limit + 1 {
                        shorten(list, limit + 1);
                        more = true;
                    }
                }
                true
            })?;
        }
        shorten(&mut begin, usize::MAX);
        shorten(&mut have, usize::MAX);
        begin.append(&mut have);
        more |= begin.len() > limit;
        begin.truncate(limit);
        Ok((begin, more))
    }

    /// Goes over the ids of a part that come after one, with their documents, until `each` has enough.
    fn walk(
        &self,
        segment: &SegmentReader,
        after: &str,
        mut each: impl FnMut(&str, &[DocId]) -> bool,
    ) -> Result<(), Error> {
        let ids = segment.inverted_index(self.fields.id)?;
        // No entry is called nothing, and after nothing come all.
        let mut terms = ids.terms().range().gt(after).into_stream().map_err(TantivyError::from)?;
        while terms.advance() {
            let documents = documents(segment, &ids, terms.value())?;
            if let Ok(id) = str::from_utf8(terms.key())
                && !documents.is_empty()
                && !each(id, &documents)
            {
                break;
            }
        }
        Ok(())
    }
}

/// Sorts ids and keeps the first of them, each once.
fn shorten(ids: &mut Vec<String>, most: usize) {
    ids.sort_unstable();
    ids.dedup();
    ids.truncate(most);
}

fn entry_at(searcher: &Searcher, place: DocAddress) -> Result<Entry, Error> {
    let Stored(entry) = searcher.doc(place)?;
    Ok(entry)
}

/// The documents with a term that are still there.
fn documents(segment: &SegmentReader, ids: &InvertedIndexReader, term: &TermInfo) -> Result<Vec<DocId>, Error> {
    let mut postings = ids.read_postings_from_terminfo(term, IndexRecordOption::Basic).map_err(TantivyError::from)?;
    let mut found = Vec::new();
    while postings.doc() != TERMINATED {
        if segment.alive_bitset().is_none_or(|alive| alive.is_alive(postings.doc())) {
            found.push(postings.doc());
        }
        postings.advance();
    }
    Ok(found)
}
