//! Ctrl-C and its kin: whoever works can end in peace; where nobody listens, or at the second time, the end comes at
//! once. No server outlives it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

use tokio::sync::watch;

use super::orphans;
use crate::failure::Failure;

/// How many wait for a signal.
static LISTENERS: AtomicUsize = AtomicUsize::new(0);
/// The signal that came.
static CAME: OnceLock<watch::Sender<Option<u8>>> = OnceLock::new();

/// The signal that ends everything at once; 0 where none came.
static LAST: AtomicU8 = AtomicU8::new(0);

/// Whether a pager has the terminal: Ctrl-C is for the pager then.
static PAGED: AtomicBool = AtomicBool::new(false);

/// The numbers of the signals.
const HANG_UP: u8 = 1;
const INTERRUPT: u8 = 2;
const QUIT: u8 = 3;
const TERMINATE: u8 = 15;

/// Leaves Ctrl-C to the pager that has the terminal from now on.
pub(crate) fn ignore_interrupts() {
    PAGED.store(true, Ordering::SeqCst);
    CAME.get_or_init(watch_for_signals);
}

/// The signal that ends everything at once, where one came: what fails then fails because its server was ended.
pub(crate) fn ended_by() -> Option<u8> {
    Some(LAST.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
}

/// Waits for somebody to want an end.
pub(crate) async fn interrupted() -> Failure {
    let mut came = CAME.get_or_init(watch_for_signals).subscribe();
    let _listening = Listening::new();
    let signal = came.wait_for(Option::is_some).await.ok().and_then(|signal| *signal);
    Failure::Interrupted(signal.unwrap_or(INTERRUPT))
}

/// Somebody who looks now and then whether the end is wanted, and gives back what was borrowed before it comes.
pub(crate) struct Ending {
    came: watch::Receiver<Option<u8>>,
    _listening: Listening,
}

impl Ending {
    pub(crate) fn watch() -> Self {
        Self { came: CAME.get_or_init(watch_for_signals).subscribe(), _listening: Listening::new() }
    }

    /// Whether the end is wanted.
    pub(crate) fn is_wanted(&self) -> bool {
        self.came.borrow().is_some()
    }
}

struct Listening;

impl Listening {
    fn new() -> Self {
        LISTENERS.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENERS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Watches on a thread of its own, which goes on when the work is done and only its outcome is being written.
fn watch_for_signals() -> watch::Sender<Option<u8>> {
    let (sender, _) = watch::channel(None);
    let tell = sender.clone();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            let mut signals = Signals::watch();
            let mut again = false;
            loop {
                let signal = signals.next().await;
                if signal == INTERRUPT && PAGED.load(Ordering::SeqCst) {
                    continue;
                }
                if again || signal == QUIT || LISTENERS.load(Ordering::SeqCst) == 0 {
                    LAST.store(signal, Ordering::SeqCst);
                    orphans().end_all();
                    std::process::exit(128 + i32::from(signal));
                }
                again = true;
                tell.send_replace(Some(signal));
            }
        });
    });
    sender
}

/// The signals that want an end; none is missed between two.
#[cfg(unix)]
struct Signals(Vec<(u8, tokio::signal::unix::Signal)>);

#[cfg(unix)]
impl Signals {
    fn watch() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        let all = [HANG_UP, INTERRUPT, QUIT, TERMINATE];
        Self(
            all.into_iter()
                .filter_map(|number| Some((number, signal(SignalKind::from_raw(number.into())).ok()?)))
                .collect(),
        )
    }

    /// The number of the next signal.
    async fn next(&mut self) -> u8 {
        std::future::poll_fn(|context| {
            let came =
                self.0.iter_mut().find_map(|(number, signal)| signal.poll_recv(context).is_ready().then_some(*number));
            came.map_or(std::task::Poll::Pending, std::task::Poll::Ready)
        })
        .await
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn watch() -> Self {
        let _ = (HANG_UP, TERMINATE);
        Self
    }

    async fn next(&mut self) -> u8 {
        let _ = tokio::signal::ctrl_c().await;
        INTERRUPT
    }
}
