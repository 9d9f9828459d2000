//! Looks after the processes of a cluster.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant, SystemTime};

use anyhow::anyhow;
use emberlane_checkpoints::{SAVES, states};
use emberlane_experiment::{ClusterConfig, Experiment};
use emberlane_files::running;
use emberlane_net::certificates::{Credentials, Role};
use emberlane_net::{Zenoh, fingerprint, job, status};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::kills::{Kill, Kills, Who};
use super::pools::remove_pools;
use super::process::{Output, Process, ending};
use super::say::say;
use crate::outcome::Outcome;

/// How often it looks.
const EVERY: Duration = Duration::from_millis(10);
/// How often it asks shards how many batches are applied, if that matters.
const ASKS_EVERY: Duration = Duration::from_millis(50);
/// How long processes may take to end.
const ENDING: Duration = Duration::from_secs(60);
/// How long workers may take to end when one of them has.
const FOLLOWING: Duration = Duration::from_secs(10);
/// A process that ends sooner after its start has not done anything.
const SOON: Duration = Duration::from_secs(2);
/// How often workers may be started again without getting any further.
const MOST_TRIES: u32 = 5;
/// How often a shard may end soon.
const MOST_TRIES_OF_SHARD: u32 = 3;

/// Tells a file from others that have been in its place.
type FileIdentity = (u64, u64, SystemTime);

/// What every process is started with.
pub(super) struct Launch {
    pub experiment: PathBuf,
    pub seed: Option<u64>,
    pub batches: Option<u64>,
    /// Options that say how many processes there are, and where.
    pub size: Vec<String>,
    pub out: PathBuf,
    pub logs: PathBuf,
    pub overwrite: bool,
    pub resume: Option<PathBuf>,
    /// Further options of rank 0.
    pub train: Vec<String>,
}

impl Launch {
    fn log(&self, who: Who) -> PathBuf {
        self.logs.join(format!("{}.txt", who.to_string().replace(' ', "-")))
    }

    fn common(&self, command: &str) -> Vec<String> {
        let mut all = vec![command.to_owned(), self.experiment.display().to_string()];
        all.extend(self.size.iter().cloned());
        all.extend(self.seed.iter().flat_map(|seed| ["--seed".to_owned(), seed.to_string()]));
        all
    }

    fn shard(&self, shard: u16) -> anyhow::Result<Process> {
        let who = Who::Shard(shard);
        let own = ["--shard".to_owned(), shard.to_string()];
        Process::start(who, &[self.common("serve"), own.to_vec()].concat(), &Output::Log(&self.log(who)))
    }

    /// The command line of a worker.
    pub fn rank_arguments(&self, rank: u16, resume: Option<&Path>, overwrite: bool) -> Vec<String> {
        let mut all = self.common("train");
        let mut option = |name: &str, value: String| all.extend([name.to_owned(), value]);
        option("--rank", rank.to_string());
        resume.into_iter().for_each(|resume| option("--resume", resume.display().to_string()));
        self.batches.into_iter().for_each(|batches| option("--batches", batches.to_string()));
        if rank > 0 {
            return all;
        }
        option("--out", self.out.display().to_string());
        if overwrite {
            all.push("--overwrite".to_owned());
        }
        all.extend(self.train.iter().cloned());
        all
    }

    fn rank(&self, rank: u16, resume: Option<&Path>, overwrite: bool) -> anyhow::Result<Process> {
        let who = Who::Rank(rank);
        let all = self.rank_arguments(rank, resume, overwrite);
        let log = self.log(who);
        Process::start(who, &all, &if rank > 0 { Output::Log(&log) } else { Output::Here })
    }

    /// Which file the summary of whole results is, if there are any.
    fn results(&self) -> Option<FileIdentity> {
        let about = std::fs::metadata(self.out.join("summary.json")).ok()?;
        Some((about.dev(), about.ino(), about.modified().ok()?))
    }

    /// What workers go on from: the newest state of this run, which has its batch, or what it has begun with itself.
    fn newest_state(&self) -> Option<(PathBuf, Option<u64>)> {
        // States beside it are of an earlier run.
        let states = states(&running(&self.out).join(SAVES)).unwrap_or_default();
        let newest = states.last().map(|(batch, _)| (self.out.clone(), Some(*batch)));
        newest.or_else(|| self.resume.clone().map(|resume| (resume, None)))
    }
}

/// Looks after the processes of a cluster.
pub(super) struct Supervisor {
    launch: Launch,
    cluster: ClusterConfig,
    /// Whether all may begin anew where no state was saved yet: states are to come, and shards had nothing when this began.
    may_begin_anew: bool,
    /// The results that were there when it began.
    earlier: Option<FileIdentity>,
    network: Zenoh,
    kills: Kills,
    shards: Vec<Process>,
    /// Of each shard, how often it has ended soon.
    tries: Vec<u32>,
    ranks: Vec<Process>,
    signals: Arc<AtomicU32>,
    has_asked: bool,
    /// It has killed a worker itself.
    has_killed: bool,
    /// The state that workers went on from last, and how often.
    from: (Option<u64>, u32),
    asked: Instant,
    applied: u64,
    restarts: u32,
}

impl Supervisor {
    /// Starts all processes.
    pub fn new(launch: Launch, experiment: &Experiment, cluster: ClusterConfig, kills: Kills) -> anyhow::Result<Self> {
        let signals = count_signals()?;
        let is_new = (0..cluster.shards).filter_map(|shard| cluster.pool_of(shard)).all(|pool| !pool.exists());
        let may_begin_anew = is_new && launch.resume.is_none() && experiment.save.every.is_some();
        let earlier = launch.results();
        let credentials = Credentials::of(&cluster, Role::Operator)?;
        let shards = (0..cluster.shards).map(|shard| launch.shard(shard)).collect::<Result<Vec<_>, _>>()?;
        let job = fingerprint(&job::settings(experiment, &cluster));
        let network = Zenoh::open(job, &[], cluster.addresses(), credentials.as_ref())?;
        let tries = vec![0; shards.len()];
        let mut made = Self {
            launch,
            cluster,
            may_begin_anew,
            earlier,
            network,
            kills,
            shards,
            tries,
            ranks: Vec::new(),
            signals,
            has_asked: false,
            has_killed: false,
            from: (None, 0),
            asked: Instant::now(),
            applied: 0,
            restarts: 0,
        };
        let (resume, overwrite) = (made.launch.resume.clone(), made.launch.overwrite);
        made.start_ranks(resume.as_deref(), overwrite)?;
        let of = |processes: &[Process]| processes.iter().map(|it| it.id().to_string()).collect::<Vec<_>>().join(" ");
        let (shards, ranks, logs) = (of(&made.shards), of(&made.ranks), made.launch.logs.display());
        say(&format!("processes of shards: {shards}; of workers: {ranks}; logs in {logs}"));
        let (file, size) = (made.launch.experiment.display(), made.launch.size.join(" "));
        say(format!("to look at it: emberlane status {file} {size}").trim_end());
        Ok(made)
    }

    /// Looks after them until training has ended.
    pub fn run(mut self) -> anyhow::Result<Outcome> {
        let status = loop {
            std::thread::sleep(EVERY);
            if self.obey()? {
                return Ok(Outcome::Bad);
            }
            self.kill_who_is_due();
            self.look_after_shards()?;
            if let Some(status) = self.look_after_ranks()? {
                break status;
            }
        };
        self.end();
        if self.restarts > 0 {
            say(&format!("{} processes were started again", self.restarts));
        }
        match status.code() {
            Some(0) => Ok(Outcome::Good),
            Some(2) => std::process::exit(2),
            _ => Ok(Outcome::Bad),
        }
    }

    fn start_ranks(&mut self, resume: Option<&Path>, overwrite: bool) -> anyhow::Result<()> {
        let ranks = 0..self.cluster.workers;
        self.ranks = ranks.map(|rank| self.launch.rank(rank, resume, overwrite)).collect::<Result<Vec<_>, _>>()?;
        Ok(())
    }

    /// Does what signals ask for; whether that is to end at once.
    fn obey(&mut self) -> anyhow::Result<bool> {
        let count = self.signals.load(Ordering::Relaxed);
        if count > 0 && !std::mem::replace(&mut self.has_asked, true) {
            say("stopping after this batch; once more ends at once");
            self.ranks.iter_mut().for_each(Process::ask_to_end);
        }
        if count > 1 {
            self.ranks.iter_mut().chain(&mut self.shards).for_each(Process::kill);
        }
        Ok(count > 1)
    }

    fn kill_who_is_due(&mut self) {
        for process in self.ranks.iter_mut().chain(&mut self.shards) {
            if process.wakes() {
                say(&format!("{} goes on", process.who));
            }
        }
        if self.has_asked {
            return;
        }
        if self.kills.asks_for_batches() && self.asked.elapsed() > ASKS_EVERY {
            let found = status(&self.network, self.cluster.shards, Duration::from_secs(1));
            let applied = found.iter().flatten().filter_map(|status| status["applied"].as_u64());
            self.applied = applied.max().unwrap_or(self.applied);
            self.asked = Instant::now();
        }
        let Some(Kill { who, pause, .. }) = self.kills.due(self.applied) else { return };
        let processes = match who {
            Who::Shard(_) => &mut self.shards,
            Who::Rank(_) => &mut self.ranks,
        };
        if let Some(process) = processes.iter_mut().find(|process| process.who == who && process.ended.is_none()) {
            if let Some(pause) = pause {
                say(&format!("lets {who} stand still for {} s", pause.as_secs_f64()));
                return process.stand_still(pause);
            }
            say(&format!("kills {who}"));
            process.kill();
            self.has_killed |= matches!(who, Who::Rank(_));
        }
    }

    /// Starts shards again that have ended.
    fn look_after_shards(&mut self) -> anyhow::Result<()> {
        for (shard, process) in self.shards.iter_mut().enumerate() {
            if !process.has_ended()? {
                continue;
            }
            let Some(status) = process.ended else { continue };
            // Killed is not refused: that repeats itself.
            let is_soon = process.ran_for() < SOON && status.code().is_some();
            self.tries[shard] = if is_soon { self.tries[shard] + 1 } else { 0 };
            let (who, how, log) = (process.who, ending(status), self.launch.log(process.who));
            if self.tries[shard] == MOST_TRIES_OF_SHARD {
                return Err(anyhow!("{who} does not serve ({how}): {}", last_line(&log)));
            }
            say(&format!("{who} has ended ({how}): it is started again"));
            if is_soon {
                std::thread::sleep(SOON / 10);
            }
            *process = self.launch.shard(shard as u16)?;
            self.restarts += 1;
        }
        Ok(())
    }

    /// How the training has ended, if it has.
    fn look_after_ranks(&mut self) -> anyhow::Result<Option<ExitStatus>> {
        for rank in &mut self.ranks {
            rank.has_ended()?;
        }
        let failed = self.ranks.iter().filter_map(|rank| Some((rank.who, rank.ended?)));
        // Who was killed makes others fail.
        let failed = failed.filter(|(_, status)| !status.success()).min_by_key(|(_, status)| status.code().is_some());
        let Some((who, status)) = failed else {
            // Rank 0 is done last.
            let is_done = self.ranks.iter().all(|rank| rank.ended.is_some());
            return Ok(self.ranks[0].ended.filter(|_| is_done));
        };
        // What a worker and a shard had that died one soon after the other may be lost to both: others say so, and end.
        let is_done = self.launch.results().is_some_and(|results| Some(results) != self.earlier);
        if is_done && status.code().is_none() {
            say(&format!("{who} has ended ({}) behind the results, which are whole", ending(status)));
            self.ranks.iter_mut().for_each(Process::kill);
            return Ok(Some(ExitStatus::default()));
        }
        let goes_on = self.may_begin_anew || self.launch.newest_state().is_some();
        let is_lost = status.code() == Some(1) && self.restarts > 0 && goes_on && !is_done;
        if (status.code().is_none() || is_lost) && !self.has_asked {
            self.go_on(who, status)?;
            return Ok(None);
        }
        // The others end, too, and say why.
        let patience = if self.has_asked { ENDING } else { FOLLOWING };
        wait(&mut self.ranks, patience);
        let first = self.ranks[0].ended;
        self.ranks.iter_mut().for_each(Process::kill);
        if who != Who::Rank(0) && !self.has_asked {
            say(&format!("{who} has ended ({}): {}", ending(status), last_line(&self.launch.log(who))));
        }
        Ok(Some(first.filter(|first| !first.success()).unwrap_or(status)))
    }

    /// A worker was killed: all of them go on from the newest state, or, if there is to be one and it was not saved yet, begin anew.
    fn go_on(&mut self, who: Who, status: ExitStatus) -> anyhow::Result<()> {
        self.ranks.iter_mut().for_each(Process::kill);
        let how = ending(status);
        let newest = self.launch.newest_state();
        if newest.is_none() && !self.may_begin_anew {
            return Err(anyhow!(
                "{who} has ended ({how}), and no state was saved: let the experiment have [save] every = N, and begin anew with --overwrite"
            ));
        }
        let batch = newest.as_ref().and_then(|(_, batch)| *batch);
        let own = u32::from(!std::mem::take(&mut self.has_killed));
        let tries = if self.from.0 == batch { self.from.1 + own } else { own };
        let which = match &newest {
            Some((_, Some(batch))) => format!("the state from before batch {batch}"),
            Some((state, None)) => state.display().to_string(),
            None => "the beginning, with new pools, since no state was saved yet".to_owned(),
        };
        if tries > MOST_TRIES {
            return Err(anyhow!("workers have ended {tries} times behind {which} ({who}: {how})"));
        }
        self.from = (batch, tries);
        say(&format!("{who} has ended ({how}): all workers go on from {which}"));
        self.restarts += self.ranks.len() as u32;
        let Some((state, _)) = newest else { return self.begin_anew() };
        // Shards see that they are gone before others come.
        let begun = Instant::now();
        while begun.elapsed() < FOLLOWING && self.sees_workers() {
            self.look_after_shards()?;
            std::thread::sleep(EVERY);
        }
        self.start_ranks(Some(&state), false)
    }

    /// Starts all processes as in the beginning: what shards hold is of batches that all workers will train again.
    fn begin_anew(&mut self) -> anyhow::Result<()> {
        self.shards.iter_mut().for_each(Process::kill);
        wait(&mut self.shards, ENDING);
        remove_pools(&self.cluster, ENDING)?;
        self.restarts += self.shards.len() as u32;
        self.applied = 0;
        self.shards = (0..self.cluster.shards).map(|shard| self.launch.shard(shard)).collect::<Result<_, _>>()?;
        self.start_ranks(None, true)
    }

    /// Whether a shard sees a worker, or does not answer.
    fn sees_workers(&self) -> bool {
        let found = status(&self.network, self.cluster.shards, Duration::from_secs(1));
        let is_alone = |status: &serde_json::Value| status["present"].as_array().is_some_and(Vec::is_empty);
        !found.iter().all(|status| status.as_ref().is_ok_and(is_alone))
    }

    /// Ends shards, when nobody needs them any more.
    fn end(&mut self) {
        self.shards.iter_mut().for_each(Process::ask_to_end);
        wait(&mut self.shards, ENDING);
    }
}

/// Waits until all have ended, but not for ever.
fn wait(processes: &mut [Process], patience: Duration) {
    let begun = Instant::now();
    while begun.elapsed() < patience && !processes.iter_mut().all(|process| process.has_ended().unwrap_or(true)) {
        std::thread::sleep(EVERY);
    }
}

/// What a process has said last.
fn last_line(log: &Path) -> String {
    let text = emberlane_files::read_text_at_most(log, 1 << 26).unwrap_or_default();
    let line = text.lines().rev().find(|line| !line.trim().is_empty());
    line.map_or_else(|| format!("see {}", log.display()), |line| format!("{line} ({})", log.display()))
}

/// Counts Ctrl-C and SIGTERM.
fn count_signals() -> std::io::Result<Arc<AtomicU32>> {
    let count = Arc::new(AtomicU32::new(0));
    let counts = count.clone();
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            counts.fetch_add(1, Ordering::Relaxed);
        }
    })?;
    Ok(count)
}
