//! Servers that others wrote, called over every transport that they have.
//!
//! `./test` installs them and says where they are. Without it each test names its server and passes it over.

mod checked;
mod everything;
mod python;
mod reference;

use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::peers::program;
use crate::servers::Folder;
use crate::{root, run, stderr, stdout};

/// The installed servers, and how to call them.
struct Peers {
    folder: PathBuf,
    /// Where Node is found before any other.
    path: OsString,
    /// What a server needs to know beside that.
    env: Vec<(&'static str, String)>,
}

impl Peers {
    /// All of them; `None` where they are not installed.
    fn find(wanted: &str) -> Option<Self> {
        let folder = trials::peers(wanted)?;
        let mut path = OsString::from(folder.join("node_modules/.bin"));
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        Some(Self { folder, path, env: Vec::new() })
    }

    fn with(mut self, name: &'static str, value: &str) -> Self {
        self.env.push((name, value.to_owned()));
        self
    }

    /// A server that runs on Node.
    fn node(&self, name: &str) -> String {
        program(&self.folder, &format!("node_modules/.bin/{name}"))
    }

    /// A server that was installed with Python.
    fn python(&self, name: &str) -> String {
        program(&self.folder, &format!("python/bin/{name}"))
    }

    /// A server of this repository, for Python.
    fn script(&self, name: &str) -> String {
        format!("{} {}", self.python("python"), root().join("tests/peers/servers").join(name).display())
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("PATH", &self.path).envs(self.env.iter().map(|(name, value)| (name, value))).current_dir(root());
        command
    }

    /// Runs `retort`.
    fn retort(&self, arguments: &[&str]) -> Output {
        run(self.command(env!("CARGO_BIN_EXE_retort")).args(arguments).args(self.passed_on()), b"")
    }

    /// The options that pass on what a server needs to know.
    fn passed_on(&self) -> impl Iterator<Item = &str> {
        self.env.iter().flat_map(|(name, _)| ["--env", *name])
    }

    /// What `retort` prints when all is well.
    fn shown(&self, arguments: &[&str]) -> String {
        let output = self.retort(arguments);
        assert!(output.status.success(), "{arguments:?}: {}{}", stdout(&output), stderr(&output));
        stdout(&output).to_owned()
    }

    /// The JSON that `retort` prints when all is well.
    fn json(&self, arguments: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.shown(arguments)).unwrap()
    }

    /// The names of the tools that a server lists, in order.
    fn tools(&self, server: &str) -> Vec<String> {
        let listed = self.json(&["tools", server, "--json"]);
        let name = |tool: &serde_json::Value| tool["name"].as_str().unwrap().to_owned();
        let mut names: Vec<String> = listed.as_array().unwrap().iter().map(name).collect();
        names.sort();
        names
    }

    /// Starts a server over HTTP. `command` is given the port, and `path` is what follows it in the address.
    fn listen(&self, command: &str, environment: Option<&str>, path: &str) -> Listening {
        let words: Vec<&str> = command.split_whitespace().collect();
        let log = Folder::new(&format!("log-{}", words.join("-").replace(['/', '.'], "")));
        // Somebody else may take the port before the server does.
        for _ in 0..3 {
            let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
            let said = log.0.join(port.to_string());
            let mut server = self.command(words[0]);
            server.args(&words[1..]);
            match environment {
                Some(name) => server.env(name, port.to_string()),
                None => server.arg(port.to_string()),
            };
            let said_to = std::fs::File::create(&said).unwrap();
            let child = server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said_to).spawn().unwrap();
            let mut listening = Listening { child, url: format!("http://127.0.0.1:{port}{path}") };
            if listening.answers(port) {
                return listening;
            }
            drop(listening);
            eprintln!("{command} did not listen: {}", std::fs::read_to_string(said).unwrap());
        }
        panic!("{command} does not listen");
    }
}

/// A server over HTTP, for as long as this lives.
struct Listening {
    child: Child,
    url: String,
}

impl Listening {
    /// Waits until somebody can connect; `false` where that does not come to pass.
    fn answers(&mut self, port: u16) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < trials::PATIENCE {
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            if TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
