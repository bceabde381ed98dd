//! A server that is a child process: started in a group of its own, heard on standard error, and ended with
//! everything that it started.

use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::{oneshot, watch};

use crate::error::Error;
use crate::host::Host;
use crate::inbox::Inbox;
use crate::memory::Way;
use crate::naming::Command;
use crate::stderr::{Heard, Stderr};

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
    pub(crate) fn start(command: &Command, host: &Arc<dyn Host>) -> Result<(Self, ChildStdin, ChildStdout), Error> {
        let failed = |reason: &str| Error::Start { program: command.program.clone(), reason: reason.to_owned() };
        let mut process = tokio::process::Command::new(&command.program);
        process.args(&command.args).envs(command.env.iter().map(|(key, value)| (key, value)));
        if let Some(folder) = &command.cwd {
            process.current_dir(folder);
        }
        #[cfg(unix)]
        process.process_group(0);
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut child = process.spawn().map_err(|error| failed(&error.to_string()))?;
        let (Some(stdin), Some(stdout), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("its standard streams could not be had"));
        };
        let stderr = Arc::new(Mutex::new(Heard::default()));
        let (tell_silence, silent) = watch::channel(false);
        let (kept, to) = (Arc::clone(&stderr), Arc::clone(host));
        tokio::spawn(async move {
            hear(errors, kept, to).await;
            let _ = tell_silence.send(true);
        });
        let family = Family::of(child.id());
        let (stop, stopped) = oneshot::channel();
        let (tell, ended) = watch::channel(None);
        tokio::spawn(supervise(child, family.clone(), stopped, tell));
        Ok((Self { family, stop: Mutex::new(Some(stop)), ended, stderr, silent }, stdin, stdout))
    }

    /// What it wrote to standard error so far.
    pub(crate) fn stderr(&self) -> Stderr {
        lock(&self.stderr).so_far()
    }

    /// The requests that only feel for how it speaks.
    pub(crate) fn set_probes(&self, probes: &'static [Way]) {
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

fn lock(stderr: &Mutex<Heard>) -> MutexGuard<'_, Heard> {
    stderr.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps what a child writes to standard error, and passes it on, line by line.
async fn hear(mut errors: impl AsyncRead + Unpin, kept: Arc<Mutex<Heard>>, host: Arc<dyn Host>) {
    let mut buffer = vec![0; 1 << 13];
    let mut begun: Vec<u8> = Vec::new();
    while let Ok(count @ 1..) = errors.read(&mut buffer).await {
        let bytes = buffer.get(..count).unwrap_or_default();
        lock(&kept).push(bytes);
        begun.extend_from_slice(bytes);
        let end = memchr::memrchr(b'\n', &begun).map_or(0, |at| at + 1);
        let end = if end == 0 && begun.len() > LONGEST_LINE { begun.len() } else { end };
        if end > 0 {
            host.stderr(begun.get(..end).unwrap_or_default());
            begun.drain(..end);
        }
    }
    if !begun.is_empty() {
        host.stderr(&begun);
    }
}

async fn supervise(
    mut child: tokio::process::Child,
    family: Family,
    stopped: oneshot::Receiver<Arc<Inbox>>,
    tell: watch::Sender<Option<Ended>>,
) {
    let told_to_stop = tokio::select! {
        status = child.wait() => Err(status),
        inbox = stopped => Ok(inbox),
    };
    let status = match told_to_stop {
        Err(ended) => ended,
        Ok(inbox) => {
            // Whoever left the group can be found only while its parent lives.
            let strays = family.strays();
            let status = end(&mut child, &family, inbox.ok().as_deref()).await;
            strays.kill();
            status
        }
    };
    family.kill();
    family.adopted().kill();
    let how = status.map_or_else(|error| format!("was lost sight of: {error}"), describe);
    let _ = tell.send(Some(Ended { how }));
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

fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was ended by signal {signal}");
    }
    status.code().map_or_else(|| "ended".to_owned(), |code| format!("ended with exit code {code}"))
}

/// Takes in processes whose parents have ended, where the system allows it, so that a server's daemons end with it.
/// This is for programs whose only children are servers.
pub fn adopt_orphans() {
    #[cfg(unix)]
    unix::adopt_orphans();
}

#[cfg(unix)]
use unix::Family;

#[cfg(unix)]
mod unix {
    //! Process groups, and those who left them.

    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::process::{Pid, Signal, kill_process, kill_process_group};

    /// A child and everybody that it started.
    #[derive(Clone, Debug)]
    pub(super) struct Family(Option<Pid>);

    impl Family {
        pub(super) fn of(id: Option<u32>) -> Self {
            let group = id.and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
            let mut leaders = LEADERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            leaders.extend(group.map(|group| group.as_raw_nonzero().get()));
            Self(group)
        }

        pub(super) fn ask_to_end(&self) {
            self.signal(Signal::TERM);
        }

        pub(super) fn kill(&self) {
            self.signal(Signal::KILL);
        }

        fn signal(&self, signal: Signal) {
            if let Some(group) = self.0 {
                // An empty group is what we want.
                let _ = kill_process_group(group, signal);
            }
        }

        /// Descendants whose parents are gone, where this process has adopted them (see [`super::adopt_orphans`]).
        pub(super) fn adopted(&self) -> Strays {
            let Some(group) = self.0 else { return Strays(Vec::new()) };
            let mut leaders = LEADERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            leaders.retain(|leader| *leader != group.as_raw_nonzero().get());
            // While other children run, their orphans cannot be told from this one's.
            if !ADOPTING.load(Ordering::Relaxed) || !leaders.is_empty() {
                return Strays(Vec::new());
            }
            below(vec![std::process::id()])
        }

        /// Descendants that made a group of their own, as far as the system tells.
        pub(super) fn strays(&self) -> Strays {
            below(self.0.iter().filter_map(|pid| u32::try_from(pid.as_raw_nonzero().get()).ok()).collect())
        }
    }

    /// The children that run, by the number of their group.
    static LEADERS: Mutex<Vec<i32>> = Mutex::new(Vec::new());
    static ADOPTING: AtomicBool = AtomicBool::new(false);

    /// Takes in processes whose parents have ended, so that they can be ended too.
    pub(super) fn adopt_orphans() {
        #[cfg(target_os = "linux")]
        if rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok() {
            ADOPTING.store(true, Ordering::Relaxed);
        }
    }

    /// Everybody below some processes.
    fn below(mut parents: Vec<u32>) -> Strays {
        let mut found = Vec::new();
        while let Some(parent) = parents.pop() {
            for child in children(parent) {
                if let Some(start) = started(child) {
                    found.push((child, start));
                    parents.push(child);
                }
            }
        }
        Strays(found)
    }

    /// Processes by their number and when they started: a number alone may belong to another one later.
    pub(super) struct Strays(Vec<(u32, String)>);

    impl Strays {
        pub(super) fn kill(&self) {
            for (id, start) in &self.0 {
                if started(*id).as_ref() == Some(start)
                    && let Some(pid) = i32::try_from(*id).ok().and_then(Pid::from_raw)
                {
                    let _ = kill_process(pid, Signal::KILL);
                }
            }
        }
    }

    fn children(id: u32) -> Vec<u32> {
        let list = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        list.split_whitespace().filter_map(|id| id.parse().ok()).collect()
    }

    /// When a process started, as its line in `/proc` has it.
    fn started(id: u32) -> Option<String> {
        let line = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name of the program may hold anything, blanks and brackets too.
        let fields = line.get(line.rfind(')')? + 1..)?;
        fields.split_whitespace().nth(19).map(String::from)
    }
}

#[cfg(not(unix))]
use elsewhere::Family;

#[cfg(not(unix))]
mod elsewhere {
    //! Where there are no process groups, the child alone is ended.

    #[derive(Clone, Debug)]
    pub(super) struct Family;

    impl Family {
        pub(super) fn of(_: Option<u32>) -> Self {
            Self
        }

        pub(super) fn ask_to_end(&self) {}

        pub(super) fn kill(&self) {}

        pub(super) fn strays(&self) -> Self {
            Self
        }

        pub(super) fn adopted(&self) -> Self {
            Self
        }
    }
}
