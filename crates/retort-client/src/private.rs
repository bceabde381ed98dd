//! Files that only the user can read, in folders that only the user can enter. They are replaced as a whole, so that a
//! reader never sees half of one.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// Makes a folder, and closes one that was there already to others.
#[cfg(unix)]
pub(crate) fn make_dir(dir: &Path) -> io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
    fs::DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
    if fs::metadata(dir)?.permissions().mode() & 0o077 != 0 {
        fs::set_permissions(dir, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn make_dir(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)
}

/// Writes a file in place of the one before.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let draft = path.with_extension(format!("{}-{count}.new", std::process::id()));
    let written = write_new(&draft, text).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}

/// Writes a new file that only the user can read, from its first byte on.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = options().create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// How such files are opened for writing.
pub(crate) fn options() -> fs::OpenOptions {
    let mut options = fs::OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
