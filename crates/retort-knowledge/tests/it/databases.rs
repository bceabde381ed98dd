//! Real databases, started for the tests on free ports of the loopback and stopped with them.

use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::run::{Folder, free_port, run, until};

/// A database server; it ends with this value.
pub(crate) struct Server {
    child: Child,
    port: u16,
    _folder: Folder,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// PostgreSQL, with the folder that its programs are in.
pub(crate) struct Postgresql {
    server: Server,
    programs: PathBuf,
}

impl Postgresql {
    /// Starts it, if it is installed.
    pub(crate) fn start() -> Option<Self> {
        let programs = trials::postgresql::programs()?;
        let folder = Folder::new("postgresql");
        let port = free_port();
        let user = trials::postgresql::not_root(folder.path());
        let program = |name: &str| {
            let mut command = Command::new(programs.join(name));
            command.current_dir(folder.path());
            if let Some((user, group)) = user {
                command.uid(user).gid(group);
            }
            command
        };
        let data = folder.path().join("data");
        run(program("initdb").args(["--username=postgres", "--auth=trust", "--no-sync", "--pgdata"]).arg(&data))
            .unwrap();
        let child = program("postgres")
            .arg("-D")
            .arg(&data)
            .args(["-h", "127.0.0.1", "-p", &port.to_string(), "-c", "fsync=off", "-k", ""])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut server = Server { child, port, _folder: folder };
        until("PostgreSQL", &mut server.child, || run(&mut client(&programs, "pg_isready", port)).ok());
        Some(Self { server, programs })
    }

    /// Makes a database and says where it is.
    pub(crate) fn make(&self, name: &str) -> String {
        let port = self.server.port;
        run(client(&self.programs, "createdb", port).arg(name)).unwrap();
        format!("postgres://postgres@127.0.0.1:{port}/{name}")
    }
}

/// A program that talks to the server.
fn client(programs: &Path, name: &str, port: u16) -> Command {
    let mut command = Command::new(programs.join(name));
    command.args(["-h", "127.0.0.1", "-U", "postgres", "-p", &port.to_string()]);
    command
}

/// MongoDB.
pub(crate) struct Mongodb(Server);

impl Mongodb {
    pub(crate) fn start(program: &Path) -> Self {
        let folder = Folder::new("mongodb");
        let port = free_port();
        let child = Command::new(program)
            .args(["--bind_ip", "127.0.0.1", "--nounixsocket", "--wiredTigerCacheSizeGB", "0.25"])
            .args(["--port", &port.to_string(), "--dbpath"])
            .arg(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut server = Server { child, port, _folder: folder };
        until("MongoDB", &mut server.child, || TcpStream::connect(("127.0.0.1", port)).ok());
        Self(server)
    }

    /// Says where a database is; MongoDB makes it when it is first used.
    pub(crate) fn address(&self, name: &str) -> String {
        format!("mongodb://127.0.0.1:{}/{name}", self.0.port)
    }
}
