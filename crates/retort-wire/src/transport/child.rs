//! A server that is a child process: started in a group of its own, heard on standard error, and ended with
//! everything that it started.

use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::{oneshot, watch};

use super::environment::restrict;
use super::family::{Family, is_stopped};
use crate::error::Error;
use crate::handler::Handler;
use crate::inbox::Inbox;
use crate::options::PeerOptions;
use crate::stderr::{Heard, Stderr};
use crate::watch::unstartable;

/// How long a server may take to end once its input is closed, and then once it was told to.
const TO_END: Duration = Duration::from_secs(1);
const TO_OBEY: Duration = Duration::from_secs(1);
/// A line of standard error is passed on when it ends, or when it is this long.
const LONGEST_LINE: usize = 64 * 1024;

/// A running child.
pub(crate) struct Child {
    family: Family,
    stop: Mutex<Option<oneshot::Sender<Arc<Inbox>>>>,
    ended: watch::Receiver<Option<Ended>>,
    stderr: Arc<Mutex<Heard>>,
    /// Whether standard error has come to its end.
    silent: watch::Receiver<bool>,
}

#[derive(Clone, Debug)]
struct Ended {
    how: String,
}

impl Child {
    /// Starts a command.
    pub(crate) fn start(
        mut command: Command,
        handler: &Arc<dyn Handler>,
        options: &PeerOptions,
    ) -> Result<(Self, ChildStdin, ChildStdout), Error> {
        let program = command.get_program().to_string_lossy().into_owned();
        let failed = |reason: &str| Error::Start { program: program.clone(), reason: reason.to_owned() };
        restrict(&mut command, &options.environment);
        let watching = options.watcher.as_ref().map(|watcher| watcher.around(&command));
        if let Some(reason) = watching.as_ref().and_then(|_| unstartable(&command)) {
            return Err(failed(&reason.to_string()));
        }
        // Where nobody can watch, it is started all the same.
        let watched = watching.and_then(|watching| spawn(watching).ok());
        let is_watched = watched.is_some();
        let child = watched.map_or_else(|| spawn(command), Ok);
        let mut child = child.map_err(|error| failed(&error.to_string()))?;
        let (Some(stdin), Some(stdout), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("its standard streams could not be had"));
        };
        let stderr = Arc::new(Mutex::new(Heard::default()));
        let (tell_silence, silent) = watch::channel(false);
        let (kept, to) = (Arc::clone(&stderr), Arc::clone(handler));
        tokio::spawn(async move {
            hear(errors, kept, to).await;
            let _ = tell_silence.send(true);
        });
        let family = Family::of(child.id(), options.orphans.clone());
        let (stop, stopped) = oneshot::channel();
        let (tell, ended) = watch::channel(None);
        tokio::spawn(supervise(child, is_watched, family.clone(), stopped, tell));
        Ok((Self { family, stop: Mutex::new(Some(stop)), ended, stderr, silent }, stdin, stdout))
    }

    /// What it wrote to standard error so far.
    pub(crate) fn stderr(&self) -> Stderr {
        lock(&self.stderr).so_far()
    }

    /// The requests that only feel for how it speaks.
    pub(crate) fn set_probes(&self, probes: &'static [&'static str]) {
        lock(&self.stderr).set_probes(probes);
    }

    /// Waits until all is read that it wrote to standard error. Others may keep that open.
    pub(crate) async fn has_said_all(&self, within: Duration) {
        let mut silent = self.silent.clone();
        let _ = tokio::time::timeout(within, silent.wait_for(|silent| *silent)).await;
    }

    /// How it ended, if it does so soon.
    pub(crate) async fn how_it_ended(&self, within: Duration) -> Option<String> {
        let mut ended = self.ended.clone();
        let told = tokio::time::timeout(within, ended.wait_for(Option::is_some)).await.ok()?.ok()?.clone();
        told.map(|ended| ended.how)
    }

    /// Comes to an end some time after the child has.
    pub(crate) async fn has_ended_for(&self, time: Duration) {
        let mut ended = self.ended.clone();
        if ended.wait_for(Option::is_some).await.is_err() {
            // Nobody watches it any more; its streams tell.
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(time).await;
    }

    /// Ends it: its input is closed already, and that is enough for most. What it says meanwhile goes to the inbox.
    pub(crate) async fn end(&self, inbox: &Arc<Inbox>) {
        let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(stop) = stop {
            let _ = stop.send(Arc::clone(inbox));
        }
        self.how_it_ended(TO_END + TO_OBEY + TO_OBEY).await;
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if self.ended.borrow().is_none() {
            let strays = self.family.strays();
            self.family.kill();
            strays.kill();
        }
    }
}

/// Starts a command as the leader of a group, with streams of its own.
fn spawn(command: Command) -> std::io::Result<tokio::process::Child> {
    let mut process = tokio::process::Command::from(command);
    #[cfg(unix)]
    process.process_group(0);
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    process.spawn()
}

fn lock(stderr: &Mutex<Heard>) -> MutexGuard<'_, Heard> {
    stderr.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps what a child writes to standard error, and passes it on, line by line.
async fn hear(mut errors: impl AsyncRead + Unpin, kept: Arc<Mutex<Heard>>, handler: Arc<dyn Handler>) {
    let mut buffer = vec![0; 1 << 13];
    let mut begun: Vec<u8> = Vec::new();
    while let Ok(count @ 1..) = errors.read(&mut buffer).await {
        let bytes = buffer.get(..count).unwrap_or_default();
        lock(&kept).push(bytes);
        let before = begun.len();
        begun.extend_from_slice(bytes);
        // What came before has no line end.
        let end = memchr::memrchr(b'\n', bytes).map_or(0, |at| before + at + 1);
        let end = if end == 0 && begun.len() > LONGEST_LINE { begun.len() } else { end };
        if end > 0 {
            handler.stderr(begun.get(..end).unwrap_or_default());
            begun.drain(..end);
        }
        // One that writes without end must not keep deadlines waiting.
        tokio::task::yield_now().await;
    }
    if !begun.is_empty() {
        handler.stderr(&begun);
    }
}

async fn supervise(
    mut child: tokio::process::Child,
    is_watched: bool,
    family: Family,
    stopped: oneshot::Receiver<Arc<Inbox>>,
    tell: watch::Sender<Option<Ended>>,
) {
    let watcher = if is_watched { child.id() } else { None };
    let why = tokio::select! {
        status = child.wait() => Why::Ended(status),
        inbox = stopped => Why::Told(inbox.ok()),
        () = is_stopped(watcher) => Why::Unwatched,
    };
    let is_unwatched = matches!(why, Why::Unwatched);
    let status = match why {
        Why::Ended(status) => status,
        Why::Told(inbox) => {
            // Whoever left the group can be found only while its parent lives.
            let strays = family.strays();
            let status = end(&mut child, &family, inbox.as_deref()).await;
            strays.kill();
            status
        }
        Why::Unwatched => {
            let strays = family.strays();
            family.kill();
            strays.kill();
            child.wait().await
        }
    };
    family.kill();
    family.adopted().kill();
    let how = match status {
        _ if is_unwatched => "stopped the process that watches over it, and was ended for that".to_owned(),
        Ok(status) => describe(status, is_watched),
        Err(error) => format!("was lost sight of: {error}"),
    };
    let _ = tell.send(Some(Ended { how }));
}

/// Why a child is no longer left to itself.
enum Why {
    Ended(std::io::Result<ExitStatus>),
    Told(Option<Arc<Inbox>>),
    /// Its watcher has been stopped, and would not see this process end. Nobody but the server has a reason to do that.
    Unwatched,
}

async fn end(child: &mut tokio::process::Child, family: &Family, inbox: Option<&Inbox>) -> std::io::Result<ExitStatus> {
    let asked_in_vain = async {
        match inbox {
            Some(inbox) => inbox.is_asked_in_vain().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        status = child.wait() => return status,
        // With a question open it would stay until it gives up on the answer.
        () = asked_in_vain => {}
        () = tokio::time::sleep(TO_END) => {}
    }
    family.ask_to_end();
    if let Ok(status) = tokio::time::timeout(TO_OBEY, child.wait()).await {
        return status;
    }
    family.kill();
    child.start_kill()?;
    child.wait().await
}

fn describe(status: ExitStatus, is_watched: bool) -> String {
    #[cfg(unix)]
    {
        // A watcher tells a signal as a shell does.
        let told = status.code().map(|code| code - 128).filter(|signal| is_watched && (1..=64).contains(signal));
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status).or(told) {
            return format!("was ended by signal {signal}");
        }
    }
    #[cfg(not(unix))]
    let _ = is_watched;
    status.code().map_or_else(|| "ended".to_owned(), |code| format!("ended with exit code {code}"))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[derive(Default)]
    struct Counting(AtomicUsize);

    impl Handler for Counting {
        fn stderr(&self, bytes: &[u8]) {
            self.0.fetch_add(bytes.len(), Ordering::Relaxed);
        }
    }

    #[tokio::test]
    async fn others_have_their_turn_while_a_server_writes_without_end() {
        let counting = Arc::new(Counting::default());
        let handler: Arc<dyn Handler> = counting.clone();
        let hearing = tokio::spawn(hear(tokio::io::repeat(b'\n'), Arc::default(), handler));
        tokio::task::yield_now().await;
        hearing.abort();
        let heard = counting.0.load(Ordering::Relaxed);
        assert!((1..=1 << 14).contains(&heard), "{heard}");
    }
}
