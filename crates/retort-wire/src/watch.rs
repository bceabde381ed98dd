//! A process between a client and a server that is a program. It ends when the server does; and when the client is gone, however
//! that ended, it ends the server with everything that it started. No signal handler can do that: a process that is killed runs
//! no code any more.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// How a program becomes the watcher of a server that it starts: by starting itself again with a word that leads to [`watch`].
///
/// ```no_run
/// let mut words = std::env::args_os().skip(1);
/// if words.next().is_some_and(|word| word == "watch-server") {
///     retort_wire::watch(words);
/// }
/// let mut options = retort_wire::PeerOptions::default();
/// options.watcher = retort_wire::Watcher::this_program("watch-server");
/// ```
#[derive(Clone, Debug)]
pub struct Watcher {
    program: PathBuf,
    word: OsString,
}

impl Watcher {
    /// This program, started with this word before the command to watch; `None` where the system has no process groups.
    pub fn this_program(word: impl Into<OsString>) -> Option<Self> {
        if !cfg!(unix) {
            return None;
        }
        // Also where the file has been replaced since.
        let itself = Path::new("/proc/self/exe");
        let program = if itself.exists() { itself.to_owned() } else { std::env::current_exe().ok()? };
        Some(Self { program, word: word.into() })
    }

    /// The command that runs `command` and watches it.
    pub(crate) fn around(&self, command: &Command) -> Command {
        let mut watching = Command::new(&self.program);
        // Whom to watch for: it may be gone before the watcher can ask.
        watching.arg(&self.word).arg(std::process::id().to_string());
        watching.arg(command.get_program()).args(command.get_args());
        if let Some(folder) = command.get_current_dir() {
            watching.current_dir(folder);
        }
        watching.env_clear();
        for (name, value) in command.get_envs() {
            if let Some(value) = value {
                watching.env(name, value);
            }
        }
        watching
    }
}

/// Why a command cannot be started, where that shows beforehand: its watcher could only say so on standard error.
pub(crate) fn unstartable(command: &Command) -> Option<std::io::Error> {
    let program = Path::new(command.get_program());
    let here = command.get_current_dir();
    let folders = || {
        let search = command.get_envs().find(|(name, _)| *name == "PATH").and_then(|(_, value)| value);
        std::env::split_paths(search.unwrap_or(OsStr::new("/bin:/usr/bin"))).map(|folder| folder.join(program))
    };
    let in_folder = |path: PathBuf| here.map_or(path.clone(), |here| here.join(path));
    let is_path = program.components().count() > 1 || program.is_absolute();
    let places: Vec<PathBuf> = if is_path { vec![program.to_owned()] } else { folders().collect() };
    let missing = || std::io::Error::from_raw_os_error(NO_SUCH_FILE);
    if here.is_some_and(|here| !here.is_dir()) || program.as_os_str().is_empty() {
        return Some(missing());
    }
    let mut reason = missing();
    for place in places.into_iter().map(in_folder) {
        match is_program(&place) {
            Some(true) => return None,
            Some(false) => reason = std::io::Error::from_raw_os_error(NOT_ALLOWED),
            None => {}
        }
    }
    Some(reason)
}

/// What the system says of a file that is not there, and of one that cannot be started.
const NO_SUCH_FILE: i32 = 2;
const NOT_ALLOWED: i32 = 13;

/// Whether a file can be started; `None` where it is not there.
fn is_program(path: &Path) -> Option<bool> {
    let found = path.metadata().ok()?;
    #[cfg(unix)]
    let may = rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok();
    #[cfg(not(unix))]
    let may = true;
    Some(found.is_file() && may)
}

/// Runs a command and watches it, as a [`Watcher`] has it: the words are the number of the client, the program and its arguments.
/// This is the whole work of a process: it gives the exit code of the command, or 128 and the number of the signal that ended
/// it.
#[cfg(unix)]
pub fn watch(command: impl IntoIterator<Item = OsString>) -> ExitCode {
    unix::watch(&command.into_iter().collect::<Vec<_>>())
}

/// Where there are no process groups, nobody watches.
#[cfg(not(unix))]
pub fn watch(_: impl IntoIterator<Item = OsString>) -> ExitCode {
    ExitCode::FAILURE
}

#[cfg(unix)]
mod unix {
    //! The watcher itself.

    use std::ffi::OsString;
    use std::fs::OpenOptions;
    use std::io;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{ExitCode, ExitStatus};
    use std::time::Duration;

    use rustix::process::{Pid, Signal, getpgrp, getppid, kill_process_group};
    use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
    use tokio::process::{Child, Command};
    use tokio::signal::unix::{SignalKind, signal};

    use crate::transport::end_below;

    /// How often it is looked whether the client is there, in case no signal tells.
    const LOOK: Duration = Duration::from_secs(1);
    /// How long the server has to end by itself once the client is gone.
    const TO_OBEY: Duration = Duration::from_secs(1);

    pub(super) fn watch(command: &[OsString]) -> ExitCode {
        let [client, program, arguments @ ..] = command else { return ExitCode::FAILURE };
        let client = client.to_str().and_then(|client| client.parse().ok()).and_then(Pid::from_raw);
        #[cfg(target_os = "linux")]
        {
            // Whoever loses its parent becomes a child of this process. The signal comes too when only the thread of the
            // client ended that started this: so it is only a hint.
            let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
            let _ = rustix::process::set_parent_process_death_signal(Some(Signal::TERM));
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let ended = runtime.and_then(|runtime| {
            runtime.block_on(async {
                let mut told = signal(SignalKind::terminate())?;
                let child = Command::new(program).args(arguments).spawn();
                let mut child = child.inspect_err(|error| {
                    eprintln!("cannot start {}: {error}", program.to_string_lossy());
                })?;
                // Its streams are the server's alone: their ends tell something.
                let nothing = OpenOptions::new().read(true).write(true).open("/dev/null")?;
                dup2_stdin(&nothing).and(dup2_stdout(&nothing)).and(dup2_stderr(&nothing))?;
                loop {
                    tokio::select! {
                        status = child.wait() => return status,
                        // The whole group is told to end by the client, too: then the server heard it.
                        _ = told.recv() => {}
                        () = tokio::time::sleep(LOOK) => {}
                    }
                    if getppid() != client {
                        return end(&mut child).await;
                    }
                }
            })
        });
        end_below(std::process::id());
        ended.map_or(ExitCode::from(127), code)
    }

    /// The client is gone.
    async fn end(child: &mut Child) -> io::Result<ExitStatus> {
        let group: Pid = getpgrp();
        // Only where this process is the leader, the group is its own.
        if group == rustix::process::getpid() {
            let _ = kill_process_group(group, Signal::TERM);
        }
        if let Ok(status) = tokio::time::timeout(TO_OBEY, child.wait()).await {
            return status;
        }
        child.start_kill()?;
        child.wait().await
    }

    fn code(status: ExitStatus) -> ExitCode {
        let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
        ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
    }
}
