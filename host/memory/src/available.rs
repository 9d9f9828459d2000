//! What this process may still take, as Linux says it.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::{Resource, getrlimit};

/// What bounds the memory of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// What the machine has left.
    Machine,
    /// What the control group may have, of a container or a service.
    ControlGroup,
    /// The address space of a process (`ulimit -v`).
    AddressSpace,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Machine => "free on this machine",
            Self::ControlGroup => "left to this container or service (the limit of its control group)",
            Self::AddressSpace => "left to this process (ulimit -v)",
        })
    }
}

/// What this process may still take, and what bounds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Available {
    /// How much.
    pub bytes: u64,
    /// The narrowest of the limits.
    pub limit: Limit,
}

/// What this process may still take; `None` where the system does not say.
#[must_use]
pub fn available() -> Option<Available> {
    let limits = [
        (machine(Path::new("/proc/meminfo")), Limit::Machine),
        (control_group(Path::new("/proc/self/cgroup"), Path::new("/sys/fs/cgroup")), Limit::ControlGroup),
        (address_space(Path::new("/proc/self/status")), Limit::AddressSpace),
    ];
    let known = limits.into_iter().filter_map(|(bytes, limit)| Some(Available { bytes: bytes?, limit }));
    known.min_by_key(|available| available.bytes)
}

/// The number behind a name in a file of lines of names and numbers, such as `MemAvailable:  123 kB`.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix([':', ' ', '\t']))?;
    let mut words = line.split_whitespace();
    let number: u64 = words.next()?.parse().ok()?;
    Some(if words.next() == Some("kB") { number.saturating_mul(1024) } else { number })
}

fn machine(meminfo: &Path) -> Option<u64> {
    field(&fs::read_to_string(meminfo).ok()?, "MemAvailable")
}

fn address_space(status: &Path) -> Option<u64> {
    let most = getrlimit(Resource::As).current?;
    let taken = field(&fs::read_to_string(status).ok()?, "VmSize").unwrap_or(0);
    Some(most.saturating_sub(taken))
}

/// The narrowest limit of this process's control group and those around it, of version 2 or 1.
fn control_group(own: &Path, root: &Path) -> Option<u64> {
    let groups = fs::read_to_string(own).ok()?;
    let left = groups.lines().filter_map(|line| {
        // Number of the hierarchy, its controllers, path of the group.
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?.trim_start_matches('/'));
        let (root, names) = match controllers {
            "" => (root.to_path_buf(), ["memory.max", "memory.current", "inactive_file"]),
            _ if controllers.split(',').any(|each| each == "memory") => {
                let names = ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"];
                (root.join("memory"), names)
            }
            _ => return None,
        };
        // In a container the path may be that of the machine around it, where only the root is mounted.
        let folders: Vec<PathBuf> =
            root.join(path).ancestors().take_while(|folder| folder.starts_with(&root)).map(Path::to_path_buf).collect();
        folders.iter().filter_map(|folder| left(folder, names)).min()
    });
    left.min()
}

/// What a control group has left. File pages that were not used lately are given up for whoever needs memory.
fn left(folder: &Path, [limit, usage, reclaimed]: [&str; 3]) -> Option<u64> {
    let number = |name: &str| fs::read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
    let limit = number(limit)?;
    let stat = fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
    let used = number(usage).unwrap_or(0).saturating_sub(field(&stat, reclaimed).unwrap_or(0));
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_says_what_it_has() {
        let available = available().expect("Linux says it");
        assert!(available.bytes > 1 << 20, "{available:?}");
    }

    #[test]
    fn the_narrowest_group_counts() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let file = folder.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        let found = |own: &str| {
            write("own", own);
            control_group(&folder.path().join("own"), &folder.path().join("root"))
        };
        assert_eq!(found("0::/a/b\n"), None);
        write("root/a/memory.max", "1000\n");
        write("root/a/memory.current", "400\n");
        write("root/a/memory.stat", "anon 300\ninactive_file 100\n");
        write("root/a/b/memory.max", "max\n");
        assert_eq!(found("0::/a/b\n"), Some(700));
        write("root/a/b/memory.max", "500\n");
        assert_eq!(found("0::/a/b\n"), Some(500));
        write("root/memory/c/memory.limit_in_bytes", "9000\n");
        write("root/memory/c/memory.usage_in_bytes", "1000\n");
        assert_eq!(found("4:cpu,memory:/c\n3:pids:/c\n"), Some(8000));
    }

    #[test]
    fn fields_are_found_by_their_whole_name() {
        assert_eq!(field("MemAvailableX: 1 kB\nMemAvailable:   2 kB\n", "MemAvailable"), Some(2048));
        assert_eq!(field("total_inactive_file 7\n", "inactive_file"), None);
    }
}
