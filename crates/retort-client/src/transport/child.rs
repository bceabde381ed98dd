//! A server that is a child process: started in a group of its own, heard on standard error, and ended with
//! everything that it started.

use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::{oneshot, watch};

use crate::error::Error;
use crate::host::Host;
use crate::inbox::Inbox;
use crate::naming::Command;

/// How long a server may take to end once its input is closed, and then once it was told to.
const TO_END: Duration = Duration::from_secs(1);
const TO_OBEY: Duration = Duration::from_secs(1);
/// How much of standard error is kept: the last bytes.
const KEPT: usize = 64 * 1024;

/// A running child.
pub(crate) struct Child {
    family: Family,
    stop: Mutex<Option<oneshot::Sender<Arc<Inbox>>>>,
    ended: watch::Receiver<Option<Ended>>,
    stderr: Arc<Mutex<Vec<u8>>>,
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
        let stderr = Arc::new(Mutex::new(Vec::new()));
        tokio::spawn(hear(errors, Arc::clone(&stderr), Arc::clone(host)));
        let family = Family::of(child.id());
        let (stop, stopped) = oneshot::channel();
        let (tell, ended) = watch::channel(None);
        tokio::spawn(supervise(child, family.clone(), stopped, tell));
        Ok((Self { family, stop: Mutex::new(Some(stop)), ended, stderr }, stdin, stdout))
    }

    /// What it wrote to standard error at last.
    pub(crate) fn stderr(&self) -> Vec<u8> {
        self.stderr.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How it ended, if it does so soon.
    pub(crate) async fn how_it_ended(&self, within: Duration) -> Option<String> {
        let mut ended = self.ended.clone();
        let told = tokio::time::timeout(within, ended.wait_for(Option::is_some)).await.ok()?.ok()?.clone();
        told.map(|ended| ended.how)
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
            self.family.kill();
        }
    }
}

/// Keeps the end of what a child writes to standard error, and passes it on.
async fn hear(mut errors: impl AsyncRead + Unpin, kept: Arc<Mutex<Vec<u8>>>, host: Arc<dyn Host>) {
    let mut buffer = vec![0; 1 << 13];
    while let Ok(count @ 1..) = errors.read(&mut buffer).await {
        let bytes = buffer.get(..count).unwrap_or_default();
        host.stderr(bytes);
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(bytes);
        if kept.len() > 2 * KEPT {
            let surplus = kept.len() - KEPT;
            kept.drain(..surplus);
        }
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

#[cfg(unix)]
use unix::Family;

#[cfg(unix)]
mod unix {
    //! Process groups, and those who left them.

    use rustix::process::{Pid, Signal, kill_process, kill_process_group};

    /// A child and everybody that it started.
    #[derive(Clone, Debug)]
    pub(super) struct Family(Option<Pid>);

    impl Family {
        pub(super) fn of(id: Option<u32>) -> Self {
            Self(id.and_then(|id| Pid::from_raw(i32::try_from(id).ok()?)))
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

        /// Descendants that made a group of their own, as far as the system tells.
        pub(super) fn strays(&self) -> Strays {
            let mut found = Vec::new();
            let mut parents: Vec<u32> =
                self.0.iter().filter_map(|pid| u32::try_from(pid.as_raw_nonzero().get()).ok()).collect();
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
    }
}
