//! What is known of servers from earlier: which first words each of them answers, and how slowly it starts. A server is remembered by a hash of its
//! command line or address, so that nothing secret in it is written down. Whatever the file holds, and whether or not it
//! can be read or written, a connection is the same, only perhaps a second slower.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use retort_wire::method::{DISCOVER, INITIALIZE};

use crate::private;
use crate::server::{Command, Endpoint};

/// How many servers are remembered: those that were met last.
const MOST_SERVERS: usize = 500;
/// A server that is greeted sooner than this does not start slowly.
const QUICK: Duration = Duration::from_millis(250);
/// A server that starts slowly is waited for no longer than two to this power, in seconds.
const MOST_DOUBLINGS: u32 = 6;
/// No more of the file is read than as many servers take.
const MOST_BYTES: u64 = 64 * 1024;

/// The first words that a server answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// `server/discover`.
    Discover,
    /// `initialize`.
    Initialize,
    /// `initialize`, and it ends where it hears the other.
    OnlyInitialize,
    /// `server/discover`, and it ends where it hears the other.
    OnlyDiscover,
}

impl Way {
    const ALL: [Self; 4] = [Self::Discover, Self::Initialize, Self::OnlyInitialize, Self::OnlyDiscover];

    /// The method of the request.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::Discover | Self::OnlyDiscover => DISCOVER,
            Self::Initialize | Self::OnlyInitialize => INITIALIZE,
        }
    }

    /// The same, where the server ends when it hears the other.
    pub(crate) fn alone(self) -> Self {
        match self {
            Self::Discover | Self::OnlyDiscover => Self::OnlyDiscover,
            Self::Initialize | Self::OnlyInitialize => Self::OnlyInitialize,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Discover => "discover",
            Self::Initialize => "initialize",
            Self::OnlyInitialize => "only-initialize",
            Self::OnlyDiscover => "only-discover",
        }
    }
}

/// What is known of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The first words that it answers.
    pub(crate) way: Way,
    /// For how many seconds its silence means no more than that it starts slowly.
    seconds: u64,
}

impl Known {
    /// What a greeting taught that took this long: the next may take twice as long. The seconds are a power of two, so that
    /// there is seldom news.
    pub(crate) fn new(way: Way, took: Duration) -> Self {
        let twice = took.saturating_mul(2).as_secs_f64();
        let seconds = (0..=MOST_DOUBLINGS)
            .map(|times| 1 << times)
            .find(|seconds| Duration::from_secs(*seconds).as_secs_f64() >= twice);
        Self { way, seconds: if took < QUICK { 0 } else { seconds.unwrap_or(1 << MOST_DOUBLINGS) } }
    }

    /// How long its silence means no more than that it starts slowly.
    pub(crate) fn patience(self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

/// Remembers in a file which first words servers answer, so that each is asked the right way at once the next time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    file: PathBuf,
}

impl Memory {
    /// A memory in this file. It is made when there is something to remember, with its folder; only the user can read it.
    pub fn at(file: impl Into<PathBuf>) -> Self {
        Self { file: file.into() }
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What was kept of a server.
    pub(crate) fn recall(&self, server: &Key) -> Option<Known> {
        self.lines().into_iter().rev().find(|(key, _)| key == &server.0).map(|(_, known)| known)
    }

    /// Keeps what is known of a server, or that nothing is known any more.
    pub(crate) fn keep(&self, server: &Key, known: Option<Known>) {
        let mut lines = self.lines();
        let before = lines.len();
        lines.retain(|(key, _)| key != &server.0);
        if known.is_none() && lines.len() == before {
            return;
        }
        lines.extend(known.map(|known| (server.0.clone(), known)));
        let surplus = lines.len().saturating_sub(MOST_SERVERS);
        let line = |(key, known): &(String, Known)| format!("{key} {} {}\n", known.way.name(), known.seconds);
        let text: String = lines.iter().skip(surplus).map(line).collect();
        // Where nothing can be kept, the next call asks both ways again.
        if let Some(folder) = self.file.parent().filter(|folder| !folder.is_dir()) {
            let _ = private::make_dir(folder);
        }
        let _ = private::replace(&self.file, &text);
    }

    /// What the file holds, but for what is no line of ours.
    fn lines(&self) -> Vec<(String, Known)> {
        let mut bytes = Vec::new();
        let read = private::open_file(&self.file).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
        if read.is_err() {
            return Vec::new();
        }
        let text = String::from_utf8_lossy(&bytes);
        let line = |line: &str| {
            let mut words = line.split_whitespace();
            let (key, name, seconds) = (words.next()?, words.next()?, words.next()?);
            let way = Way::ALL.into_iter().find(|way| way.name() == name)?;
            let seconds = seconds.parse().ok().filter(|seconds| *seconds <= 1 << MOST_DOUBLINGS)?;
            let is_key = key.len() == Key::LENGTH && key.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_key.then(|| (key.to_owned(), Known { way, seconds }))
        };
        text.lines().filter_map(line).collect()
    }
}

/// The name of a server in the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key(String);

impl Key {
    const LENGTH: usize = 32;

    /// That of a command. Its environment may change from one call to the next and is left out.
    pub(crate) fn of_command(command: &Command) -> Self {
        let folder = command.cwd.as_ref().map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default();
        let words = ["command", &folder, &command.program].into_iter();
        Self::of(words.chain(command.args.iter().map(String::as_str)))
    }

    /// That of an address, whatever is sent with the requests.
    pub(crate) fn of_endpoint(endpoint: &Endpoint) -> Self {
        Self::of(["address", &endpoint.url].into_iter())
    }

    fn of<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut hash = ring::digest::Context::new(&ring::digest::SHA256);
        for word in words {
            // With their lengths: two words are not one that holds both.
            hash.update(&(word.len() as u64).to_be_bytes());
            hash.update(word.as_bytes());
        }
        let hash = hash.finish();
        let number = hash.as_ref().first_chunk().map_or(0, |first| u128::from_be_bytes(*first));
        Self(format!("{number:032x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("retort-memory-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn slow(way: Way) -> Known {
        Known::new(way, Duration::from_secs(3))
    }

    fn key(text: &str) -> Key {
        Key::of_endpoint(&Endpoint::new(text))
    }

    #[test]
    fn what_was_kept_is_recalled_and_forgotten() {
        let folder = Folder::new("kept");
        let memory = Memory::at(folder.0.join("deep/greetings"));
        assert_eq!(memory.recall(&key("a")), None);
        memory.keep(&key("a"), None);
        assert!(!folder.0.exists(), "nothing was written for nothing");
        for way in Way::ALL {
            memory.keep(&key("a"), Some(slow(way)));
            memory.keep(&key("b"), Some(slow(Way::Discover)));
            assert_eq!(memory.recall(&key("a")), Some(slow(way)));
        }
        memory.keep(&key("a"), None);
        assert_eq!((memory.recall(&key("a")), memory.recall(&key("b"))), (None, Some(slow(Way::Discover))));
    }

    #[test]
    fn patience_is_twice_what_the_start_took() {
        let patience =
            |milliseconds| Known::new(Way::Discover, Duration::from_millis(milliseconds)).patience().as_secs();
        assert_eq!([0, 249, 250, 500, 501, 3000, 40_000, u64::MAX].map(patience), [0, 0, 1, 1, 2, 8, 64, 64]);
    }

    #[test]
    fn nothing_of_a_command_line_is_written_down() {
        let folder = Folder::new("secret");
        let memory = Memory::at(folder.0.join("greetings"));
        let command = Command::new("server", ["--token", "hush"]);
        memory.keep(&Key::of_command(&command), Some(slow(Way::Initialize)));
        let text = std::fs::read_to_string(memory.file()).unwrap();
        assert!(!text.contains("hush") && !text.contains("server"), "{text}");
        assert_ne!(Key::of_command(&command), Key::of_command(&Command::new("server", ["--tokenhush"])));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(memory.file()), mode(&folder.0)), (0o600, 0o700));
        }
    }

    #[test]
    fn garbage_is_passed_over_and_the_oldest_are_dropped() {
        let folder = Folder::new("garbage");
        std::fs::create_dir_all(&folder.0).unwrap();
        let memory = Memory::at(folder.0.join("greetings"));
        let good = format!("{} initialize 8", key("a").0);
        let bad = format!(
            "\u{0}\u{1}\n{good}\nzz discover 1\n{0} nonsense 1\n{0} discover 99999999999999999999\n{0} discover\n",
            key("b").0
        );
        std::fs::write(memory.file(), [bad.as_bytes(), b"\xff\xfe\x80 discover 1\n"].concat()).unwrap();
        assert_eq!((memory.recall(&key("a")), memory.recall(&key("b"))), (Some(slow(Way::Initialize)), None));
        let line = |number: usize| format!("{} discover 8\n", key(&number.to_string()).0);
        let many: String = (0..MOST_SERVERS).map(line).collect();
        std::fs::write(memory.file(), many).unwrap();
        memory.keep(&key("new"), Some(slow(Way::Initialize)));
        assert_eq!((memory.recall(&key("0")), memory.recall(&key("1"))), (None, Some(slow(Way::Discover))));
        assert_eq!(memory.recall(&key("new")), Some(slow(Way::Initialize)));
        assert_eq!(memory.lines().len(), MOST_SERVERS);
        assert!(std::fs::metadata(memory.file()).unwrap().len() <= MOST_BYTES);
        // A place where nothing can be kept is no reason to fail.
        let nowhere = Memory::at(memory.file().join("below/a/file"));
        nowhere.keep(&key("a"), Some(slow(Way::Discover)));
        assert_eq!(nowhere.recall(&key("a")), None);
    }
}
