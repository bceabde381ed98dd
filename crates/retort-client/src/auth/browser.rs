//! Opening a page in the user's browser. The address goes to the program as one argument and never through a shell,
//! since a stranger wrote most of it.

use std::io;
use std::process::{Command, Stdio};

/// Opens a URL with the program that `BROWSER` names, else with the system's own.
///
/// # Errors
///
/// No program could be started; the user then has to open the URL.
pub fn open_browser(url: &str) -> io::Result<()> {
    let named = std::env::var("BROWSER").ok().filter(|named| !named.trim().is_empty());
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    // As other programs read it: a list, of which the first that starts is taken.
    for program in named.iter().flat_map(|list| list.split(':')) {
        match start(program, url) {
            Ok(()) => return Ok(()),
            Err(error) => last = error,
        }
    }
    if named.is_some() {
        return Err(last);
    }
    if cfg!(windows) {
        start("rundll32 url.dll,FileProtocolHandler", url)
    } else if cfg!(target_os = "macos") {
        start("open", url)
    } else {
        start("xdg-open", url)
    }
}

fn start(program: &str, url: &str) -> io::Result<()> {
    let words = shell_words::split(program).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let Some((name, arguments)) = words.split_first() else { return Err(io::ErrorKind::NotFound.into()) };
    let placed = arguments.iter().any(|argument| argument.contains("%s"));
    let mut command = Command::new(name);
    command.args(arguments.iter().map(|argument| argument.replace("%s", url)));
    if !placed {
        command.arg(url);
    }
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    // Somebody has to take the child's end; nobody has to wait for it.
    std::thread::spawn(move || child.wait());
    Ok(())
}
