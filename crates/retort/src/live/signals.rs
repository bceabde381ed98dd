//! Ctrl-C and its kin: whoever works can end in peace; where nobody listens, or at the second time, the end comes at
//! once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::sync::watch;

use crate::failure::Failure;

/// How many wait for a signal.
static LISTENERS: AtomicUsize = AtomicUsize::new(0);
/// The signal that came.
static CAME: OnceLock<watch::Sender<Option<u8>>> = OnceLock::new();

/// Whether a pager has the terminal: Ctrl-C is for the pager then.
static PAGED: AtomicBool = AtomicBool::new(false);

/// Leaves Ctrl-C to the pager that has the terminal from now on.
pub(crate) fn ignore_interrupts() {
    PAGED.store(true, Ordering::SeqCst);
    CAME.get_or_init(watch_for_signals);
}

/// Waits for somebody to want an end.
pub(crate) async fn interrupted() -> Failure {
    let mut came = CAME.get_or_init(watch_for_signals).subscribe();
    let _listening = Listening::new();
    let signal = came.wait_for(Option::is_some).await.ok().and_then(|signal| *signal);
    Failure::Interrupted(signal.unwrap_or(2))
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
            let mut again = false;
            loop {
                let signal = next().await;
                if signal == 2 && PAGED.load(Ordering::SeqCst) {
                    continue;
                }
                if again || LISTENERS.load(Ordering::SeqCst) == 0 {
                    std::process::exit(128 + i32::from(signal));
                }
                again = true;
                tell.send_replace(Some(signal));
            }
        });
    });
    sender
}

/// The number of the next signal.
async fn next() -> u8 {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut terminate), Ok(mut hang_up)) = (signal(SignalKind::terminate()), signal(SignalKind::hangup())) {
            return tokio::select! {
                _ = tokio::signal::ctrl_c() => 2,
                _ = terminate.recv() => 15,
                _ = hang_up.recv() => 1,
            };
        }
    }
    let _ = tokio::signal::ctrl_c().await;
    2
}
