//! The parts of an index, opened for one search: what is the same for all of its terms is looked up once.

use std::sync::Arc;

use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{InvertedIndexReader, Searcher, SegmentReader, TantivyError, Term};

use super::Fields;
use crate::error::Error;

/// The parts of an index.
pub(super) struct Segments<'a> {
    pub(super) fields: Fields,
    pub(super) each: Vec<Segment<'a>>,
    /// How many entries there are.
    pub(super) count: f32,
    /// How long an entry is on average.
    pub(super) average: f32,
}

/// A part of an index.
pub(super) struct Segment<'a> {
    pub(super) reader: &'a SegmentReader,
    pub(super) all: List,
    pub(super) words: List,
    pub(super) title: List,
    pub(super) code: List,
}

/// The terms of one field.
pub(super) struct List {
    field: Field,
    pub(super) index: Arc<InvertedIndexReader>,
    pub(super) lengths: FieldNormReader,
}

impl<'a> Segments<'a> {
    pub(super) fn new(searcher: &'a Searcher, fields: Fields) -> Result<Self, Error> {
        let each = searcher.segment_readers().iter().map(|reader| Segment::new(reader, fields));
        let each = each.collect::<Result<Vec<_>, Error>>()?;
        let tokens: u64 = each.iter().map(|segment| segment.all.index.total_num_tokens()).sum();
        #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
        let (count, tokens) = (searcher.num_docs() as f32, tokens as f32);
        Ok(Self { fields, each, count, average: (tokens / count.max(1.0)).max(1.0) })
    }
}

impl<'a> Segment<'a> {
    fn new(reader: &'a SegmentReader, fields: Fields) -> Result<Self, Error> {
        let list = |field| -> Result<List, Error> {
            Ok(List { field, index: reader.inverted_index(field)?, lengths: reader.get_fieldnorms_reader(field)? })
        };
        Ok(Self {
            reader,
            all: list(fields.all)?,
            words: list(fields.words)?,
            title: list(fields.title)?,
            code: list(fields.code)?,
        })
    }
}

impl List {
    /// Where the entries with a term are.
    pub(super) fn find(&self, text: &str) -> Result<Option<TermInfo>, Error> {
        // Not all entries have code.
        if self.index.total_num_tokens() == 0 {
            return Ok(None);
        }
        let term = Term::from_field_text(self.field, text);
        Ok(self.index.get_term_info(&term).map_err(TantivyError::from)?)
    }

    /// The entries with a term, read into what was used for others before.
    pub(super) fn read<'a>(
        &self,
        term: &TermInfo,
        used: &'a mut Option<BlockSegmentPostings>,
    ) -> Result<&'a mut BlockSegmentPostings, Error> {
        let failed = |error| Error::from(TantivyError::from(error));
        match used {
            Some(postings) => {
                self.index.reset_block_postings_from_terminfo(term, postings).map_err(failed)?;
                Ok(postings)
            }
            None => Ok(used.insert(self.open(term)?)),
        }
    }

    /// The entries with a term.
    pub(super) fn open(&self, term: &TermInfo) -> Result<BlockSegmentPostings, Error> {
        let read = self.index.read_block_postings_from_terminfo(term, IndexRecordOption::WithFreqs);
        Ok(read.map_err(TantivyError::from)?)
    }
}
