//! The room that calls share: how many are worked on at once, how much memory their messages and answers may take, and
//! which ids are in use. A call has a [`Place`] in it, which is given back when its handler has ended and its answer is sent,
//! whichever comes last.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::Limits;

/// What one value inside a message takes in memory once it is read, in bytes: a little more than was measured.
const VALUE_BYTES: usize = 64;
/// What the work on one notification takes beside its text, in bytes: a task, and what its handler is given.
const TOLD_BYTES: usize = 8 << 10;
/// Notifications in work may take this part of the memory for messages.
const TOLD_PART: usize = 4;

/// What all calls of a server share.
#[derive(Debug)]
pub struct Room {
    /// How much there is.
    pub limits: Limits,
    calls: Arc<Semaphore>,
    messages: Arc<Semaphore>,
    told: Arc<Semaphore>,
    answers: Arc<Semaphore>,
    streams: Arc<Semaphore>,
}

/// Bytes of a message that are accounted for.
pub type Weight = OwnedSemaphorePermit;

/// Why there is no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// As many calls are worked on as may be.
    Calls,
    /// Messages take as much memory as they may.
    Messages,
    /// As many streams are open as may be.
    Streams,
}

impl Room {
    /// A room of that size.
    pub fn new(limits: Limits) -> Self {
        let semaphore = |count: usize| Arc::new(Semaphore::new(count.clamp(1, LARGEST)));
        Self {
            calls: semaphore(limits.calls),
            messages: semaphore(limits.waiting_bytes),
            told: semaphore(limits.waiting_bytes / TOLD_PART),
            answers: semaphore(limits.answer_bytes),
            streams: semaphore(limits.streams),
            limits,
        }
    }

    /// What a refusal says.
    pub fn words(&self, full: Full) -> String {
        match full {
            Full::Calls => format!("the server works on {} requests already; try again later", self.limits.calls),
            Full::Messages => {
                "the server has as many bytes of requests to work on as it takes at once; try again later".into()
            }
            Full::Streams => format!("the server has {} streams open already; try again later", self.limits.streams),
        }
    }

    /// What is said to a message that is too long.
    pub fn too_long(&self) -> String {
        format!("a message to this server has at most {} bytes; its --max-size sets that", self.limits.message_bytes)
    }

    /// What is said to a message that can never have room.
    pub fn too_heavy(&self) -> String {
        let most = self.limits.waiting_bytes;
        format!("the message has so many values that it would take more than the {most} bytes of memory for requests")
    }

    /// Room for bytes of a message that is being read.
    ///
    /// # Errors
    ///
    /// Where there is none now.
    pub fn for_bytes(&self, bytes: usize) -> Result<Weight, Full> {
        let bytes = u32::try_from(bytes).map_err(|_| Full::Messages)?;
        Arc::clone(&self.messages).try_acquire_many_owned(bytes).map_err(|_| Full::Messages)
    }

    /// The same, as soon as there is some.
    ///
    /// # Errors
    ///
    /// Where there never can be as much.
    pub async fn when_free(&self, bytes: usize) -> Result<Weight, Full> {
        let bytes = u32::try_from(bytes).map_err(|_| Full::Messages)?;
        Arc::clone(&self.messages).acquire_many_owned(bytes).await.map_err(|_| Full::Messages)
    }

    /// Room for a notification of that weight, as soon as there is some. It is apart from that of the calls: what a call waits
    /// for may be told by a notification.
    pub async fn when_told(&self, weight: usize) -> Option<Told> {
        let room = Arc::clone(&self.told).acquire_many_owned(self.told_bytes(weight)).await.ok()?;
        Some(Told { _room: Arc::new(room) })
    }

    /// The same, if there is some now.
    ///
    /// # Errors
    ///
    /// Where there is none.
    pub fn try_told(&self, weight: usize) -> Result<Told, Full> {
        let room = Arc::clone(&self.told).try_acquire_many_owned(self.told_bytes(weight));
        room.map(|room| Told { _room: Arc::new(room) }).map_err(|_| Full::Messages)
    }

    /// What a notification takes of its room; the largest is alone in it.
    fn told_bytes(&self, weight: usize) -> u32 {
        let most = (self.limits.waiting_bytes / TOLD_PART).clamp(1, LARGEST);
        u32::try_from(weight.saturating_add(TOLD_BYTES).min(most)).unwrap_or(u32::MAX)
    }

    /// Whether a message of that weight can ever have room.
    pub fn can_hold(&self, weight: usize) -> bool {
        weight <= self.limits.waiting_bytes.min(LARGEST)
    }

    /// A place for a call, if there is one now.
    ///
    /// # Errors
    ///
    /// Where there is none.
    pub fn try_place(&self, weight: Weight, id: Option<OpenId>) -> Result<Place, Full> {
        let call = Arc::clone(&self.calls).try_acquire_owned().map_err(|_| Full::Calls)?;
        Ok(self.place(call, weight, id))
    }

    /// A place for a call of that weight, as soon as there is one. It can be given up and begun again: only then is the id
    /// taken.
    ///
    /// # Errors
    ///
    /// Where there never can be one.
    pub async fn next_place(&self, weight: usize, id: &mut Option<OpenId>) -> Result<Place, Full> {
        let weight = self.when_free(weight).await?;
        let call = Arc::clone(&self.calls).acquire_owned().await.map_err(|_| Full::Calls)?;
        Ok(self.place(call, weight, id.take()))
    }

    fn place(&self, call: OwnedSemaphorePermit, weight: Weight, id: Option<OpenId>) -> Place {
        let answers = Arc::clone(&self.answers);
        let largest = self.limits.answer_bytes.clamp(1, LARGEST);
        Place(Arc::new(Held { _call: call, _weight: weight, _id: id, answer: Mutex::default(), answers, largest }))
    }

    /// Room for a stream.
    ///
    /// # Errors
    ///
    /// Where there is none now.
    pub fn stream(&self) -> Result<OwnedSemaphorePermit, Full> {
        Arc::clone(&self.streams).try_acquire_owned().map_err(|_| Full::Streams)
    }

    /// Room for bytes that wait for a client to take them, if there is some now.
    pub fn for_answer(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.answers).try_acquire_many_owned(u32::try_from(bytes).ok()?).ok()
    }
}

/// A notification's room, which is given back when its handler has ended. Clones are the same room.
#[derive(Clone, Debug)]
pub struct Told {
    _room: Arc<OwnedSemaphorePermit>,
}

/// The most that is counted in bytes.
const LARGEST: usize = u32::MAX as usize;

/// A call's place in the room. Clones are the same place.
#[derive(Clone, Debug)]
pub struct Place(Arc<Held>);

#[derive(Debug)]
struct Held {
    _call: OwnedSemaphorePermit,
    _weight: Weight,
    _id: Option<OpenId>,
    answer: Mutex<Option<OwnedSemaphorePermit>>,
    answers: Arc<Semaphore>,
    largest: usize,
}

impl Place {
    /// The place of a call whose context has these extensions, over whichever transport it came.
    #[cfg(feature = "rmcp")]
    pub fn of(extensions: &rmcp::model::Extensions) -> Option<&Self> {
        let over_http = || extensions.get::<http::request::Parts>()?.extensions.get();
        extensions.get().or_else(over_http)
    }

    /// Waits until there is room for an answer of that many bytes, and holds it until the answer is sent.
    pub async fn hold_answer(&self, bytes: usize) {
        let bytes = u32::try_from(bytes.min(self.0.largest)).unwrap_or(u32::MAX);
        // The room is never closed.
        if let Ok(room) = Arc::clone(&self.0.answers).acquire_many_owned(bytes).await {
            *locked(&self.0.answer) = Some(room);
        }
    }
}

/// The ids of a session's requests that are not answered yet. Two requests of one id would get each other's answers.
#[derive(Debug, Default)]
pub struct OpenIds(Mutex<HashSet<String>>);

/// An id in use, as JSON; dropping it gives it free.
#[derive(Debug)]
pub struct OpenId {
    ids: Arc<OpenIds>,
    id: String,
}

impl OpenIds {
    /// Takes an id, unless it is in use.
    pub fn open(self: &Arc<Self>, id: String) -> Option<OpenId> {
        locked(&self.0).insert(id.clone()).then(|| OpenId { ids: Arc::clone(self), id })
    }

    /// Whether no request waits for its answer.
    pub fn is_empty(&self) -> bool {
        locked(&self.0).is_empty()
    }
}

impl Drop for OpenId {
    fn drop(&mut self) {
        locked(&self.ids.0).remove(&self.id);
    }
}

/// What is said to a request whose id is in use.
pub fn id_in_use(id: &str) -> String {
    let id: String = id.chars().take(100).collect();
    format!("the id {id} is that of a request which is not answered yet; each needs an id of its own")
}

/// What a message will take in memory, about: its bytes, and something for each value in it.
pub fn weight(message: &[u8]) -> usize {
    let (mut values, mut in_text, mut escaped) = (0_usize, false, false);
    for byte in message {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b',' | b':' | b'[' | b'{' if !in_text => values += 1,
            _ => {}
        }
    }
    message.len().saturating_add(values.saturating_mul(VALUE_BYTES))
}

/// What a lock guards, also where somebody panicked who held it: nothing here is left half done.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(calls: usize, waiting_bytes: usize) -> Room {
        Room::new(Limits { calls, waiting_bytes, ..Limits::default() })
    }

    #[test]
    fn a_place_is_given_back_with_its_last_clone() {
        let room = room(1, 100);
        let ids = Arc::new(OpenIds::default());
        let place = room.try_place(room.for_bytes(60).unwrap(), ids.open("7".into())).unwrap();
        let same = place.clone();
        assert_eq!(room.for_bytes(60).unwrap_err(), Full::Messages);
        assert_eq!(room.try_place(room.for_bytes(1).unwrap(), None).unwrap_err(), Full::Calls);
        assert!(ids.open("7".into()).is_none() && ids.open("\"7\"".into()).is_some());
        drop(place);
        assert!(ids.open("7".into()).is_none());
        drop(same);
        assert!(ids.open("7".into()).is_some());
        assert!(room.try_place(room.for_bytes(100).unwrap(), None).is_ok());
    }

    #[tokio::test]
    async fn answers_wait_for_each_other_and_the_largest_is_alone() {
        let room = Room::new(Limits { answer_bytes: 100, ..Limits::default() });
        let place = || room.try_place(room.for_bytes(0).unwrap(), None).unwrap();
        let (first, second) = (place(), place());
        first.hold_answer(1_000_000).await;
        assert!(room.for_answer(1).is_none());
        let waiting = tokio::spawn(async move { second.hold_answer(80).await });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(first);
        waiting.await.unwrap();
    }

    #[test]
    fn what_is_inside_texts_weighs_nothing_more() {
        assert_eq!(weight(br#""a,b:[{\",\\""#), 13);
        assert_eq!(weight(br#"{"a":[1,2]}"#), 11 + 4 * VALUE_BYTES);
        assert_eq!(weight(b""), 0);
    }
}
