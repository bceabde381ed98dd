//! A child and everybody that it started: its process group, those who left that, and those whose parents have ended.

use std::sync::{Arc, Mutex, PoisonError};

#[cfg(unix)]
pub(crate) use unix::{Family, end_below};

#[cfg(not(unix))]
pub(crate) use elsewhere::Family;

/// Takes in processes whose parents have ended, where the system allows it, so that a server's daemons end with it. It is a
/// property of the whole process: this is for programs whose only children are servers, and they say so once, by making
/// one of these and giving it to each connection.
#[derive(Clone, Debug)]
pub struct Orphans {
    /// The children that run, by the number of their group.
    leaders: Arc<Mutex<Vec<u32>>>,
    /// Whether the system allows it.
    adopts: bool,
}

impl Orphans {
    /// From now on, this process is the parent of those whose parents have ended.
    pub fn adopt() -> Self {
        #[cfg(target_os = "linux")]
        let adopts = rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok();
        #[cfg(not(target_os = "linux"))]
        let adopts = false;
        Self { leaders: Arc::default(), adopts }
    }

    /// Ends every server that still runs, with everything that it started, and does not ask first: for a program that is about to
    /// end.
    pub fn end_all(&self) {
        let leaders = std::mem::take(&mut *self.leaders.lock().unwrap_or_else(PoisonError::into_inner));
        #[cfg(unix)]
        if !leaders.is_empty() {
            unix::end_families(&leaders, self.adopts);
        }
        drop(leaders);
    }

    fn change(&self, change: impl FnOnce(&mut Vec<u32>)) -> bool {
        let mut leaders = self.leaders.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut leaders);
        leaders.is_empty() && self.adopts
    }

    /// A child has started.
    #[cfg(unix)]
    fn add(&self, leader: u32) {
        self.change(|leaders| leaders.push(leader));
    }

    /// A child has ended. Gives whether it was the last, and orphans are taken in: while others run, their orphans cannot be
    /// told from this one's.
    #[cfg(unix)]
    fn remove(&self, leader: u32) -> bool {
        self.change(|leaders| leaders.retain(|other| *other != leader))
    }
}

/// Comes back when a child of this process has been stopped by a signal, as nobody stops what is in the background by a key.
#[cfg(target_os = "linux")]
pub(crate) async fn is_stopped(child: Option<u32>) {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    use tokio::signal::unix::{SignalKind, signal};

    let child = child.and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    if let (Some(child), Ok(mut changes)) = (child, signal(SignalKind::child())) {
        // It is left for others to see, and whether the child has ended is not asked.
        let how = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        while let Ok(found) = waitid(WaitId::Pid(child), how) {
            if found.is_some_and(|status| status.stopped()) {
                return;
            }
            if changes.recv().await.is_none() {
                break;
            }
        }
    }
    std::future::pending::<()>().await;
}

/// Elsewhere nobody asks.
#[cfg(not(target_os = "linux"))]
pub(crate) async fn is_stopped(_: Option<u32>) {
    std::future::pending::<()>().await;
}

#[cfg(unix)]
mod unix {
    //! Process groups, and those who left them.

    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process, kill_process_group};

    use super::Orphans;

    /// How often, and how far apart, those are looked for who were started while the others were ended.
    const ROUNDS: usize = 100;
    const BETWEEN_ROUNDS: Duration = Duration::from_millis(10);

    /// A child and everybody that it started.
    #[derive(Clone, Debug)]
    pub(crate) struct Family {
        leader: Option<u32>,
        orphans: Option<Orphans>,
    }

    impl Family {
        pub(crate) fn of(leader: Option<u32>, orphans: Option<Orphans>) -> Self {
            if let (Some(leader), Some(orphans)) = (leader, &orphans) {
                orphans.add(leader);
            }
            Self { leader, orphans }
        }

        pub(crate) fn ask_to_end(&self) {
            self.signal(Signal::TERM);
        }

        pub(crate) fn kill(&self) {
            self.signal(Signal::KILL);
        }

        fn signal(&self, signal: Signal) {
            if let Some(leader) = self.leader {
                signal_group(leader, signal);
            }
        }

        /// Descendants whose parents are gone, where this process has adopted them (see [`Orphans`]).
        pub(crate) fn adopted(&self) -> Strays {
            match (self.leader, &self.orphans) {
                (Some(leader), Some(orphans)) if orphans.remove(leader) => below(vec![std::process::id()]),
                _ => Strays(Vec::new()),
            }
        }

        /// Descendants that made a group of their own, as far as the system tells.
        pub(crate) fn strays(&self) -> Strays {
            below(self.leader.into_iter().collect())
        }
    }

    /// Ends some families; those too whom this process has adopted, where it does.
    pub(super) fn end_families(leaders: &[u32], adopts: bool) {
        let strays = below(leaders.to_vec());
        for leader in leaders {
            signal_group(*leader, Signal::KILL);
        }
        strays.kill();
        if adopts {
            end_below(std::process::id());
        }
    }

    /// Ends everybody below a process, until nobody is left or it is in vain.
    pub(crate) fn end_below(id: u32) {
        for _ in 0..ROUNDS {
            let found = below(vec![id]);
            if found.0.is_empty() {
                return;
            }
            found.kill();
            std::thread::sleep(BETWEEN_ROUNDS);
        }
    }

    fn signal_group(leader: u32, signal: Signal) {
        if let Some(group) = pid_of(leader) {
            // An empty group is what we want.
            let _ = kill_process_group(group, signal);
        }
    }

    fn pid_of(id: u32) -> Option<Pid> {
        i32::try_from(id).ok().and_then(Pid::from_raw)
    }

    /// Everybody below some processes who has not ended.
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
    pub(crate) struct Strays(Vec<(u32, String)>);

    impl Strays {
        pub(crate) fn kill(&self) {
            for (id, start) in &self.0 {
                if started(*id).as_ref() == Some(start)
                    && let Some(pid) = pid_of(*id)
                {
                    let _ = kill_process(pid, Signal::KILL);
                }
            }
        }
    }

    /// The children of all threads of a process.
    fn children(id: u32) -> Vec<u32> {
        let threads = std::fs::read_dir(format!("/proc/{id}/task"));
        let lists = threads.into_iter().flatten().flatten().map(|thread| thread.path().join("children"));
        let texts: Vec<String> = lists.filter_map(|list| std::fs::read_to_string(list).ok()).collect();
        texts.iter().flat_map(|text| text.split_whitespace()).filter_map(|id| id.parse().ok()).collect()
    }

    /// When a process started, as its line in `/proc` has it; `None` where it has ended.
    fn started(id: u32) -> Option<String> {
        let line = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name of the program may hold anything, blanks and brackets too.
        let mut fields = line.get(line.rfind(')')? + 1..)?.split_whitespace();
        let is_running = fields.next().is_some_and(|state| !matches!(state, "Z" | "X"));
        fields.nth(18).filter(|_| is_running).map(String::from)
    }
}

#[cfg(not(unix))]
mod elsewhere {
    //! Where there are no process groups, the child alone is ended.

    #[derive(Clone, Debug)]
    pub(crate) struct Family;

    impl Family {
        pub(crate) fn of(_: Option<u32>, _: Option<super::Orphans>) -> Self {
            Self
        }

        pub(crate) fn ask_to_end(&self) {}

        pub(crate) fn kill(&self) {}

        pub(crate) fn strays(&self) -> Self {
            Self
        }

        pub(crate) fn adopted(&self) -> Self {
            Self
        }
    }
}
