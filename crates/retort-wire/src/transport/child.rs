//! A server that is a child process: started in a group of its own, heard on standard error, and ended with
//! everything that it started.

use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::{oneshot, watch};

use crate::error::Error;
use crate::handler::Handler;
use crate::inbox::Inbox;
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
    pub(crate) fn start(
        command: Command,
        handler: &Arc<dyn Handler>,
        orphans: Option<Orphans>,
    ) -> Result<(Self, ChildStdin, ChildStdout), Error> {
        let program = command.get_program().to_string_lossy().into_owned();
        let failed = |reason: &str| Error::Start { program: program.clone(), reason: reason.to_owned() };
        let mut process = tokio::process::Command::from(command);
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
        let (kept, to) = (Arc::clone(&stderr), Arc::clone(handler));
        tokio::spawn(async move {
            hear(errors, kept, to).await;
            let _ = tell_silence.send(true);
        });
        let family = Family::of(child.id(), orphans);
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
        begun.extend_from_slice(bytes);
        let end = memchr::memrchr(b'\n', &begun).map_or(0, |at| at + 1);
        let end = if end == 0 && begun.len() > LONGEST_LINE { begun.len() } else { end };
        if end > 0 {
            handler.stderr(begun.get(..end).unwrap_or_default());
            begun.drain(..end);
        }
    }
    if !begun.is_empty() {
        handler.stderr(&begun);
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

/// Takes in processes whose parents have ended, where the system allows it, so that a server's daemons end with it. It is a
/// property of the whole process: this is for programs whose only children are servers, and they say so once, by making
/// one of these and giving it to each connection.
#[derive(Clone, Debug)]
pub struct Orphans {
    /// The children that run, by the number of their group; `None` where the system does not allow it.
    leaders: Option<Arc<Mutex<Vec<u32>>>>,
}

impl Orphans {
    /// From now on, this process is the parent of those whose parents have ended.
    pub fn adopt() -> Self {
        #[cfg(target_os = "linux")]
        let adopts = rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok();
        #[cfg(not(target_os = "linux"))]
        let adopts = false;
        Self { leaders: adopts.then(Arc::default) }
    }

    fn change(&self, change: impl FnOnce(&mut Vec<u32>)) -> Option<bool> {
        let mut leaders = self.leaders.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut leaders);
        Some(leaders.is_empty())
    }

    /// A child has started.
    fn add(&self, leader: u32) {
        self.change(|leaders| leaders.push(leader));
    }

    /// A child has ended. Gives whether it was the last: while others run, their orphans cannot be told from this one's.
    fn remove(&self, leader: u32) -> bool {
        self.change(|leaders| leaders.retain(|other| *other != leader)).unwrap_or_default()
    }
}

#[cfg(unix)]
use unix::Family;

#[cfg(unix)]
mod unix {
    //! Process groups, and those who left them.

    use rustix::process::{Pid, Signal, kill_process, kill_process_group};

    use super::Orphans;

    /// A child and everybody that it started.
    #[derive(Clone, Debug)]
    pub(super) struct Family {
        leader: Option<u32>,
        orphans: Option<Orphans>,
    }

    impl Family {
        pub(super) fn of(leader: Option<u32>, orphans: Option<Orphans>) -> Self {
            if let (Some(leader), Some(orphans)) = (leader, &orphans) {
                orphans.add(leader);
            }
            Self { leader, orphans }
        }

        pub(super) fn ask_to_end(&self) {
            self.signal(Signal::TERM);
        }

        pub(super) fn kill(&self) {
            self.signal(Signal::KILL);
        }

        fn signal(&self, signal: Signal) {
            if let Some(group) = self.leader.and_then(pid_of) {
                // An empty group is what we want.
                let _ = kill_process_group(group, signal);
            }
        }

        /// Descendants whose parents are gone, where this process has adopted them (see [`Orphans`]).
        pub(super) fn adopted(&self) -> Strays {
            match (self.leader, &self.orphans) {
                (Some(leader), Some(orphans)) if orphans.remove(leader) => below(vec![std::process::id()]),
                _ => Strays(Vec::new()),
            }
        }

        /// Descendants that made a group of their own, as far as the system tells.
        pub(super) fn strays(&self) -> Strays {
            below(self.leader.into_iter().collect())
        }
    }

    fn pid_of(id: u32) -> Option<Pid> {
        i32::try_from(id).ok().and_then(Pid::from_raw)
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
                    && let Some(pid) = pid_of(*id)
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
        pub(super) fn of(_: Option<u32>, _: Option<super::Orphans>) -> Self {
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
