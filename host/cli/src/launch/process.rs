//! A process of a cluster, which ends with whoever holds it.

use std::fs::OpenOptions;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use rustix::process::{Pid, Signal, kill_process};

use super::kills::Who;

/// Where a process writes.
pub(super) enum Output<'a> {
    /// Where this one does.
    Here,
    /// Behind what is in a file.
    Log(&'a Path),
}

/// A process of a cluster. It ends by itself when its standard input does, which this process holds: also when that is killed.
pub(super) struct Process {
    pub who: Who,
    child: Child,
    begun: Instant,
    /// It stands still.
    stands_until: Option<Instant>,
    pub ended: Option<ExitStatus>,
}

impl Process {
    pub fn start(who: Who, arguments: &[String], output: &Output<'_>) -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("this program's own file")?;
        let mut command = Command::new(&program);
        // Signals of a terminal go to this process, which knows who ends first.
        command.args(arguments).arg("--supervised").stdin(Stdio::piped()).process_group(0);
        if let Output::Log(log) = output {
            let file = OpenOptions::new().create(true).append(true).open(log);
            let file = file.with_context(|| log.display().to_string())?;
            let same = file.try_clone().with_context(|| log.display().to_string())?;
            command.stdout(file).stderr(same);
        }
        let child = command.spawn().with_context(|| format!("{who}: {}", program.display()))?;
        Ok(Self { who, child, begun: Instant::now(), stands_until: None, ended: None })
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it has ended; a process that was ended by a signal was not done.
    pub fn has_ended(&mut self) -> std::io::Result<bool> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait()?;
        }
        Ok(self.ended.is_some())
    }

    pub fn ran_for(&self) -> Duration {
        self.begun.elapsed()
    }

    fn signal(&self, signal: Signal) {
        if self.ended.is_none()
            && let Some(pid) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
        {
            // It may have ended meanwhile.
            let _ = kill_process(pid, signal);
        }
    }

    /// Asks it to end.
    pub fn ask_to_end(&mut self) {
        self.go_on();
        self.signal(Signal::TERM);
    }

    /// Lets it stand still for a while.
    pub fn stand_still(&mut self, pause: Duration) {
        self.signal(Signal::STOP);
        self.stands_until = Some(Instant::now() + pause);
    }

    /// Lets it go on, if it has stood still long enough; whether it does.
    pub fn wakes(&mut self) -> bool {
        let is_due = self.stands_until.is_some_and(|until| until <= Instant::now());
        if is_due {
            self.go_on();
        }
        is_due
    }

    fn go_on(&mut self) {
        if self.stands_until.take().is_some() {
            self.signal(Signal::CONT);
        }
    }

    /// Ends it at once.
    pub fn kill(&mut self) {
        if self.ended.is_none() {
            let _ = self.child.kill();
            self.ended = self.child.wait().ok();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How a process has ended, in words.
pub(super) fn ending(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("killed by signal {signal}"),
        (None, None) => "it has ended".to_owned(),
    }
}
