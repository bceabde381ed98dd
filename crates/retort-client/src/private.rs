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
    let mut file = make(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Makes a file that was not there, whatever the mask of the process takes away from its mode.
fn make(path: &Path) -> io::Result<fs::File> {
    let file = options().create_new(true).open(path)?;
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(file)
}

/// Opens a file to append to. Where it is made for that, only the user can read it; one that is there stays as it is.
pub(crate) fn append_to(path: &Path) -> io::Result<fs::File> {
    match make(path) {
        // So that what others append is not written over.
        Ok(_) => fs::OpenOptions::new().append(true).open(path),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => options().append(true).create(true).open(path),
        Err(error) => Err(error),
    }
}

/// Opens a file to read it, where it is one: a pipe would wait for a writer, and a device may never end.
pub(crate) fn open_file(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(i32::try_from(flags.bits()).unwrap_or_default());
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is not a file")) }
}

/// How such files are opened for writing.
pub(crate) fn options() -> fs::OpenOptions {
    let mut options = fs::OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_the_users_alone() {
        use std::os::unix::fs::PermissionsExt;
        let top = std::env::temp_dir().join(format!("retort-private-{}", std::process::id()));
        let _ = fs::remove_dir_all(&top);
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = top.join("a/b");
        make_dir(&folder).unwrap();
        assert_eq!((mode(&top), mode(&top.join("a")), mode(&folder)), (0o700, 0o700, 0o700));
        let file = folder.join("f");
        append_to(&file).unwrap().write_all(b"1").unwrap();
        append_to(&file).unwrap().write_all(b"2").unwrap();
        assert_eq!((mode(&file), fs::read(&file).unwrap()), (0o600, b"12".to_vec()));
        replace(&file, "3").unwrap();
        assert_eq!((mode(&file), fs::read(&file).unwrap()), (0o600, b"3".to_vec()));
        // What somebody has made readable to others stays so.
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        append_to(&file).unwrap();
        assert_eq!(mode(&file), 0o644);
        fs::remove_dir_all(top).unwrap();
    }
}
