//! A PostgreSQL server of the tests' own, on a socket in a folder of its own. All tests share one; it ends with the test program,
//! however that ends.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use retort_servers::database::Database;
use trials::PATIENCE;
use trials::postgresql::{not_root, programs};

use super::shop::Folder;

/// Runs the server until nobody holds the other end of standard input; then the folder goes too, unless it is told to keep it.
const KEEPER: &str = r#"
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c max_connections=200 </dev/null >"$2/log" 2>&1 &
server=$!
read -r word
kill -INT $server
wait $server
[ "$word" = keep ] || rm -rf "$2"
"#;

pub(crate) struct Cluster {
    folder: PathBuf,
    programs: PathBuf,
    user: Option<(u32, u32)>,
    keeper: Child,
}

impl Cluster {
    /// The one that all tests share; `None` where PostgreSQL is not installed.
    pub(crate) async fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Option<Cluster>> = OnceLock::new();
        let shared = tokio::task::spawn_blocking(|| SHARED.get_or_init(Self::started).as_ref()).await.unwrap();
        if shared.is_none() {
            trials::pass_over("PostgreSQL");
        }
        shared
    }

    /// One of a test's own.
    pub(crate) async fn start() -> Option<Self> {
        let started = tokio::task::spawn_blocking(Self::started).await.unwrap();
        if started.is_none() {
            trials::pass_over("PostgreSQL");
        }
        started
    }

    fn started() -> Option<Self> {
        let programs = programs()?;
        let folder = Folder::new("postgresql").into_path();
        let user = not_root(&folder);
        let as_user = |command: &mut Command| {
            if let Some((user, group)) = user {
                command.uid(user).gid(group);
            }
        };
        let mut initdb = Command::new(programs.join("initdb"));
        initdb.args(["--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"]);
        // An order of letters as people have it: a test that leaves the order to the database is to fail.
        initdb.args(["--locale-provider=icu", "--icu-locale=en-US", "--pgdata"]);
        initdb.arg(folder.join("data")).current_dir(&folder);
        as_user(&mut initdb);
        let made = initdb.output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let keeper = keeper(&programs, &folder, user);
        let cluster = Self { folder, programs, user, keeper };
        cluster.wait();
        Some(cluster)
    }

    /// Makes a database.
    pub(crate) fn make(&self) -> Database {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let name = format!("shop{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let made = self.client("createdb").arg(&name).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        self.address(&name).parse().unwrap()
    }

    /// The address of a database.
    pub(crate) fn address(&self, name: &str) -> String {
        format!("postgres://postgres@{}/{name}", self.folder.to_str().unwrap().replace('/', "%2F"))
    }

    /// Stops the server, and starts it again.
    pub(crate) fn restart(&mut self) {
        self.stop("keep\n");
        self.keeper = keeper(&self.programs, &self.folder, self.user);
        self.wait();
    }

    fn stop(&mut self, word: &str) {
        if let Some(mut stdin) = self.keeper.stdin.take() {
            let _ = stdin.write_all(word.as_bytes());
        }
        let _ = self.keeper.wait();
    }

    fn wait(&self) {
        let begun = Instant::now();
        while !self.client("pg_isready").stdout(Stdio::null()).status().unwrap().success() {
            assert!(begun.elapsed() < PATIENCE, "PostgreSQL does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn client(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.arg("-h").arg(&self.folder).args(["-U", "postgres"]);
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop("");
    }
}

fn keeper(programs: &Path, folder: &Path, user: Option<(u32, u32)>) -> Child {
    let mut command = Command::new("sh");
    command.args(["-c", KEEPER, "keeper"]).arg(programs).arg(folder).current_dir(folder);
    if let Some((user, group)) = user {
        command.uid(user).gid(group);
    }
    // A group of its own, so that what ends the tests does not end it before it has cleaned up.
    command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}
