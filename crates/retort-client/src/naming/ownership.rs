//! Whose a file is. What others can write to may hold what they like, so that a configuration counts only where it, its folder
//! and its repository belong to the user or to root, and nobody else may write there: the rule by which Git reads its own. Where
//! a file is a link, that goes for every step on the way to what is read.
//!
//! The folders further up do not count for a project. Whoever may write there can put up folders of their own, which are refused,
//! or move the user's, which hold what is the user's; and a project is asked for by place and content. A file of the user's own is
//! not asked for, so that for it they count up to the home: there a link to a folder of the user's would be enough to have
//! another file read.

use std::fs::Metadata;
use std::path::Path;
#[cfg(unix)]
use std::path::PathBuf;

use super::error::NamingError;
use super::file;
#[cfg(unix)]
use super::trust;

/// Who put a file where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// Whoever calls named it.
    Named,
    /// It is where the user's programs keep their settings.
    Own,
    /// It came with a project.
    Project,
}

/// The text of a file, where it is one that the user alone can have put there.
pub(super) fn read(path: &Path, whose: Whose) -> Result<String, NamingError> {
    let open = file::open(path)?;
    if whose != Whose::Named {
        let about = open.metadata().map_err(|reason| file::unreadable(path, reason))?;
        check(path, &about, whose)?;
    }
    file::text(&open, path)
}

/// Whether somebody else may have written a file; what is wrong with it then.
#[cfg(unix)]
pub(super) fn foreign(about: &Metadata) -> Option<String> {
    let user = unix::User::of_process();
    user.fault(unix::Rights::of(about)).map(|fault| fault.to_string())
}

#[cfg(not(unix))]
pub(super) fn foreign(_: &Metadata) -> Option<String> {
    None
}

#[cfg(not(unix))]
fn check(_: &Path, _: &Metadata, _: Whose) -> Result<(), NamingError> {
    Ok(())
}

/// No path has more links on the way than the system follows.
#[cfg(unix)]
const MOST_LINKS: usize = 40;

/// Looks at a file, at every link on the way to it, at the folder of each, and at the repository around them.
#[cfg(unix)]
fn check(path: &Path, about: &Metadata, whose: Whose) -> Result<(), NamingError> {
    let user = unix::User::of_process();
    let refused = |at: &Path, fault: &unix::Fault| NamingError::NotOwned {
        path: path.to_owned(),
        at: at.to_owned(),
        what: fault.to_string(),
        owner: fault.owner(),
    };
    if let Some(fault) = user.fault(unix::Rights::of(about)) {
        return Err(refused(path, &fault));
    }
    let mut step = path.to_owned();
    for _ in 0..MOST_LINKS {
        for around in around(&step, whose) {
            let Ok(about) = std::fs::metadata(&around) else { continue };
            if let Some(fault) = user.folder_fault(unix::Rights::of(&about)) {
                return Err(refused(&around, &fault));
            }
        }
        let link = std::fs::symlink_metadata(&step).ok().filter(|about| about.file_type().is_symlink());
        let (Some(about), Ok(to)) = (link, std::fs::read_link(&step)) else { break };
        // Everybody may write to a link, but only its owner can have made it.
        if let Some(fault) = user.owner_fault(unix::Rights::of(&about)) {
            return Err(refused(&step, &fault));
        }
        let folder = step.parent().unwrap_or(Path::new("."));
        // Without links and dots on the way, so that the folders above are those that it is in.
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).join(to);
        step = match (folder.parent().map(Path::canonicalize), folder.file_name()) {
            (Some(Ok(folder)), Some(name)) => folder.join(name),
            _ => folder,
        };
    }
    Ok(())
}

/// The folders that decide what is read at a path: the one that it is in; of a project, the one that it is about and the
/// repository; of the user's own files, all that are above it, up to the home.
#[cfg(unix)]
fn around(path: &Path, whose: Whose) -> Vec<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut around = vec![folder.to_owned()];
    match whose {
        Whose::Project => {
            let workspace = trust::workspace_of(path);
            around.push(workspace.to_owned());
            let repository = workspace.ancestors().find(|folder| folder.join(".git").exists());
            around.extend(repository.iter().flat_map(|root| [(*root).to_owned(), root.join(".git")]));
        }
        Whose::Own => {
            let home = std::env::home_dir();
            let is_below =
                |folder: &&Path| home.as_deref().is_none_or(|home| *folder != home && !home.starts_with(folder));
            let below = folder.ancestors().take_while(is_below).count();
            around.extend(folder.ancestors().skip(1).take(below).map(Path::to_owned));
        }
        Whose::Named => {}
    }
    around.dedup();
    around
}

#[cfg(unix)]
mod unix {
    use std::fmt;
    use std::fs::Metadata;
    use std::os::unix::fs::MetadataExt;

    /// The super-user, who can write everywhere anyway.
    const ROOT: u32 = 0;
    const GROUP_WRITES: u32 = 0o020;
    const OTHERS_WRITE: u32 = 0o002;
    /// In a folder with this bit, only the owner of a file can replace it.
    const STICKY: u32 = 0o1000;

    /// Whose something is, and who may write to it.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Rights {
        pub(super) owner: u32,
        pub(super) group: u32,
        pub(super) mode: u32,
    }

    impl Rights {
        pub(super) fn of(about: &Metadata) -> Self {
            Self { owner: about.uid(), group: about.gid(), mode: about.mode() }
        }
    }

    /// Whoever runs this.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct User {
        pub(super) id: u32,
        /// Who became root with `sudo`.
        pub(super) before: Option<u32>,
        /// The group that nobody else is in.
        pub(super) own_group: Option<u32>,
    }

    /// What is wrong with something.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) enum Fault {
        /// It belongs to somebody else.
        Owner(u32),
        /// The members of a group may write to it.
        Group(u32),
        /// Everybody may write to it.
        Everybody,
    }

    impl Fault {
        /// Whom it belongs to, where that is what is wrong.
        pub(super) fn owner(&self) -> Option<u32> {
            match self {
                Self::Owner(owner) => Some(*owner),
                Self::Group(_) | Self::Everybody => None,
            }
        }
    }

    impl fmt::Display for Fault {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Self::Owner(id) => match named(&file("/etc/passwd"), *id) {
                    Some(name) => write!(f, "belongs to {name} (user {id})"),
                    None => write!(f, "belongs to user {id}"),
                },
                Self::Group(id) => match named(&file("/etc/group"), *id) {
                    Some(name) => write!(f, "can be written to by the group {name} ({id})"),
                    None => write!(f, "can be written to by the group {id}"),
                },
                Self::Everybody => f.write_str("can be written to by everybody"),
            }
        }
    }

    impl User {
        pub(super) fn of_process() -> Self {
            let id = rustix::process::geteuid().as_raw();
            let group = rustix::process::getegid().as_raw();
            let before = std::env::var("SUDO_UID").ok().and_then(|id| id.parse().ok());
            let is_own = is_own_group(group, id, &file("/etc/passwd"), &file("/etc/group"));
            Self { id, before: before.filter(|_| id == ROOT), own_group: is_own.then_some(group) }
        }

        /// What is wrong with a file.
        pub(super) fn fault(&self, rights: Rights) -> Option<Fault> {
            self.owner_fault(rights).or_else(|| {
                let by_group = rights.mode & GROUP_WRITES != 0 && self.own_group != Some(rights.group);
                if rights.mode & OTHERS_WRITE != 0 {
                    Some(Fault::Everybody)
                } else {
                    by_group.then_some(Fault::Group(rights.group))
                }
            })
        }

        /// What is wrong with a folder.
        pub(super) fn folder_fault(&self, rights: Rights) -> Option<Fault> {
            if rights.mode & STICKY != 0 { self.owner_fault(rights) } else { self.fault(rights) }
        }

        /// Whether it belongs to somebody else.
        pub(super) fn owner_fault(&self, rights: Rights) -> Option<Fault> {
            let is_ours = [Some(self.id), Some(ROOT), self.before].contains(&Some(rights.owner));
            (!is_ours).then_some(Fault::Owner(rights.owner))
        }
    }

    fn file(path: &str) -> String {
        std::fs::read_to_string(path).unwrap_or_default()
    }

    /// The name of a user or group, as the file of the system has it.
    fn named(file: &str, id: u32) -> Option<&str> {
        let mut entries = file.lines().map(|line| line.split(':').collect::<Vec<_>>());
        entries.find_map(|fields| match fields.as_slice() {
            [name, _, number, ..] if number.parse() == Ok(id) => Some(*name),
            _ => None,
        })
    }

    /// Whether a group is the user's alone, as many systems make one for each: nobody else is in it, or has it as their first.
    pub(super) fn is_own_group(group: u32, user: u32, users: &str, groups: &str) -> bool {
        let Some(name) = named(users, user) else { return false };
        let mut members = groups.lines().filter_map(|line| {
            let fields: Vec<&str> = line.split(':').collect();
            match fields.as_slice() {
                [_, _, id, members] if id.parse() == Ok(group) => Some((*members).to_owned()),
                _ => None,
            }
        });
        let Some(members) = members.next() else { return false };
        let is_first_of_others = users.lines().any(|line| {
            let fields: Vec<&str> = line.split(':').collect();
            matches!(fields.as_slice(), [other, _, _, first, ..] if *other != name && first.parse() == Ok(group))
        });
        !is_first_of_others && members.split(',').all(|member| member.is_empty() || member == name)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        const ANN: User = User { id: 1000, before: None, own_group: Some(1000) };

        fn rights(owner: u32, group: u32, mode: u32) -> Rights {
            Rights { owner, group, mode }
        }

        #[test]
        fn a_file_is_the_users_or_roots_and_nobody_else_writes_to_it() {
            for (found, fault) in [
                (rights(1000, 1000, 0o644), None),
                (rights(1000, 1000, 0o664), None),
                (rights(0, 0, 0o644), None),
                (rights(1000, 100, 0o664), Some(Fault::Group(100))),
                (rights(0, 0, 0o664), Some(Fault::Group(0))),
                (rights(1000, 1000, 0o646), Some(Fault::Everybody)),
                (rights(1000, 1000, 0o777), Some(Fault::Everybody)),
                (rights(1001, 1000, 0o600), Some(Fault::Owner(1001))),
                // A file has no use for that bit.
                (rights(1000, 1000, 0o1666), Some(Fault::Everybody)),
            ] {
                assert_eq!(ANN.fault(found), fault, "{found:?}");
            }
        }

        #[test]
        fn in_a_sticky_folder_nobody_replaces_what_is_anothers() {
            assert_eq!(ANN.folder_fault(rights(0, 0, 0o1777)), None);
            assert_eq!(ANN.folder_fault(rights(0, 0, 0o777)), Some(Fault::Everybody));
            assert_eq!(ANN.folder_fault(rights(1001, 0, 0o1777)), Some(Fault::Owner(1001)));
        }

        #[test]
        fn with_sudo_the_files_of_whoever_asked_count() {
            let root = User { id: 0, before: Some(1000), own_group: Some(0) };
            assert_eq!(root.fault(rights(1000, 1000, 0o644)), None);
            assert_eq!(root.fault(rights(1001, 1001, 0o644)), Some(Fault::Owner(1001)));
            assert_eq!(User { before: None, ..root }.fault(rights(1000, 1000, 0o644)), Some(Fault::Owner(1000)));
        }

        #[test]
        fn a_group_is_ones_own_where_nobody_else_is_in_it() {
            let users = "root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\nbob:x:1001:100::/:/bin/sh\n\
                         cat:x:1002:100::/:/bin/sh\nbad line\n";
            let groups = "root:x:0:\nann:x:1000:\nusers:x:100:\nteam:x:50:bob,ann\nold:x:60:ann\n";
            let is_own = |group, user| is_own_group(group, user, users, groups);
            assert!(is_own(1000, 1000) && is_own(0, 0) && is_own(60, 1000));
            // The first group of two users, one with others in it, one that is nowhere, and a user that is nowhere.
            assert!(!is_own(100, 1001) && !is_own(50, 1000) && !is_own(77, 1000) && !is_own(1000, 4444));
            assert!(!is_own_group(20, 501, "", ""));
        }
    }
}
