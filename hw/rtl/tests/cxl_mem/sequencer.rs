//! The sequencer: jobs that go well, and jobs that go wrong at every step.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::number;
use emberlane_registers::cxl_mem::{Command, ErrorCode};
use emberlane_rtl::cxl_mem::sequencer::Sequencer;
use rand::Rng;
use rand_pcg::Pcg64;

/// An error: code and position.
type Error = (u64, u64);

/// What happens in a cycle.
#[derive(Clone, Copy, Default)]
struct Happens {
    doorbell: Option<u64>,
    /// Nothing more fits into the queue.
    full: bool,
    /// Command of the job that waits longest.
    queued: Option<u64>,
    clear: bool,
    settings: Option<Result<(), Error>>,
    batch: Option<Result<(), Error>>,
    all_idle: bool,
    read_fault: Option<u64>,
    write_fault: Option<u64>,
    /// The job has not all that it waits for.
    inputs_missing: bool,
    flush: bool,
    flush_idle: bool,
    flush_failed: bool,
    /// A record is written: of rows, of parameters.
    logs: [bool; 2],
    log_done: bool,
    log_failed: bool,
}

/// Value of FLUSH_TARGET.
const FLUSH_TARGET: u64 = 0x1_0000_0041;
/// DPA of a record.
const RECORD: u64 = 0x2_0000_0040;

/// What the sequencer must do in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Does {
    latch: bool,
    /// A job waits for its inputs.
    waits: bool,
    checker_start: bool,
    batch_start: bool,
    batch_stop: bool,
    hold: bool,
    suppress: bool,
    busy: bool,
    checking: bool,
    finished: bool,
    inputs_taken: bool,
    flush_start: bool,
    /// Begins a record: of rows, of parameters.
    log_start: [bool; 2],
}

/// The sequencer, and what its status registers must show.
struct Bench {
    block: Box<Sequencer>,
    done: bool,
    error: Option<Error>,
    /// What failed while an error stood: the job, a record.
    unseen: [Option<Error>; 2],
    cycle: usize,
}

impl Bench {
    fn new() -> Self {
        let mut block = ready::<Sequencer>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        Self { block, done: false, error: None, unseen: [None; 2], cycle: 0 }
    }

    /// Whether an error stands: one that was raised, or one that waited for the clear of another.
    fn stands(&mut self) -> bool {
        if self.error.is_none() {
            self.error = self.unseen.iter_mut().find_map(Option::take);
        }
        self.error.is_some()
    }

    fn cycle(&mut self, happens: Happens, does: Does) {
        self.stands();
        let block = &mut self.block;
        let of = |result: Option<Result<(), Error>>| {
            (result == Some(Ok(())), matches!(result, Some(Err(_))), result.and_then(Result::err).unwrap_or((77, 77)))
        };
        block.post_ready.next = !happens.full;
        block.queued.next = happens.queued.is_some();
        block.queued_command.next = happens.queued.unwrap_or(0).into();
        block.rows_idle.next = !happens.logs[0];
        block.parameters_idle.next = !happens.logs[1];
        block.log_done.next = happens.log_done;
        block.log_failed.next = happens.log_failed;
        block.log_record.next = RECORD.into();
        block.doorbell_valid.next = happens.doorbell.is_some();
        block.doorbell.next = happens.doorbell.unwrap_or(Command::Lookup as u64).into();
        block.clear_status.next = happens.clear;
        let (done, failed, (code, position)) = of(happens.settings);
        block.checker_done.next = done;
        block.checker_failed.next = failed;
        block.checker_error.next = code.into();
        block.checker_position.next = position.into();
        let (done, failed, (code, position)) = of(happens.batch);
        block.batch_done.next = done;
        block.batch_failed.next = failed;
        block.batch_error.next = code.into();
        block.batch_position.next = position.into();
        block.all_idle.next = happens.all_idle;
        block.read_fault.next = happens.read_fault.is_some();
        block.read_fault_address.next = happens.read_fault.unwrap_or(78).into();
        block.write_fault.next = happens.write_fault.is_some();
        block.write_fault_address.next = happens.write_fault.unwrap_or(79).into();
        block.inputs_ready.next = !happens.inputs_missing;
        block.records_ready.next = !happens.inputs_missing;
        block.flush.next = happens.flush;
        block.flush_idle.next = happens.flush_idle;
        block.flush_failed.next = happens.flush_failed;
        block.flush_target.next = FLUSH_TARGET.into();
        settle(&mut **block);
        let found = Does {
            latch: block.latch.val(),
            waits: block.waiting.val() && (does.busy || does.waits || happens.queued.is_some()),
            checker_start: block.checker_start.val(),
            batch_start: block.batch_start.val(),
            batch_stop: block.batch_stop.val(),
            hold: block.hold.val(),
            suppress: block.suppress_writes.val(),
            busy: block.busy.val(),
            checking: block.checking.val(),
            finished: block.finished.val(),
            inputs_taken: block.inputs_taken.val(),
            flush_start: block.flush_start.val(),
            log_start: [block.rows_start.val(), block.parameters_start.val()],
        };
        assert_eq!(found, does, "cycle {}", self.cycle);
        let runs = does.busy || does.waits;
        assert_eq!(block.waiting.val(), does.waits || (!runs && happens.queued.is_none()), "cycle {}", self.cycle);
        let posts =
            |command| (1..=Command::Accumulate as u64).contains(&command) && !happens.full && self.error.is_none();
        assert_eq!(block.post.val(), happens.doorbell.is_some_and(posts), "cycle {}: post", self.cycle);
        assert_eq!(block.drop_queue.val(), self.error.is_some(), "cycle {}: queue", self.cycle);
        let busy = runs || happens.queued.is_some() || happens.logs != [false; 2];
        let status = u64::from(busy) | u64::from(self.done) << 1 | u64::from(self.error.is_some()) << 2;
        assert_eq!(number(block.status.val()), status, "cycle {}: status", self.cycle);
        let error = (number(block.error.val()), number(block.error_position.val()));
        assert_eq!(error, self.error.unwrap_or_default(), "cycle {}: error", self.cycle);
        let irq = !busy && (self.done || self.error.is_some());
        assert_eq!(block.irq.val(), irq, "cycle {}: irq", self.cycle);
        clock_cycle!(self.block);
        self.cycle += 1;
        // What is raised or ends in this very cycle comes behind it: set wins over clear.
        if happens.clear {
            (self.error, self.done) = (None, false);
        }
    }

    /// A cycle in which the host may clear the status, whatever else happens.
    fn cycle_or_clear(&mut self, happens: Happens, does: Does, random: &mut Pcg64) {
        self.cycle(Happens { clear: random.random_ratio(1, 3), ..happens }, does);
    }

    /// The first error stands.
    fn raise(&mut self, error: Error) {
        self.error.get_or_insert(error);
    }

    /// So does that of the job, behind it.
    fn raise_of_job(&mut self, error: Error) {
        if self.error.is_some() {
            self.unseen[0].get_or_insert(error);
        }
        self.raise(error);
    }

    /// So does that of a record, behind both.
    fn raise_of_record(&mut self) {
        let error = (ErrorCode::Log as u64, RECORD);
        if self.error.is_some() {
            self.unseen[1].get_or_insert(error);
        }
        self.raise(error);
    }

    /// Some cycles of a running job; in some of them the doorbell rings, which changes nothing but the error.
    fn wait(&mut self, happens: Happens, does: Does, random: &mut Pcg64) {
        for _ in 0..random.random_range(0..6) {
            self.ring(happens, does, random);
        }
    }

    /// A cycle in which the doorbell may ring.
    fn ring(&mut self, happens: Happens, does: Does, random: &mut Pcg64) {
        let doorbell = random.random_ratio(1, 10).then(|| random.random_range(0..8));
        let full = random.random_ratio(1, 4);
        let clear = random.random_ratio(1, 8);
        self.cycle(Happens { doorbell, full, clear, ..happens }, does);
        match doorbell {
            Some(command) if command == 0 || command > Command::Accumulate as u64 => {
                self.raise((ErrorCode::UnknownCommand as u64, command));
            }
            Some(command) if full => self.raise((ErrorCode::QueueFull as u64, command)),
            _ => {}
        }
    }

    /// A job waits for its inputs; whether it was dropped, which is when an error stands in a cycle without inputs.
    fn wait_for_inputs(&mut self, happens: Happens, random: &mut Pcg64) -> bool {
        let waits = Does { waits: true, ..Does::default() };
        for _ in 0..random.random_range(0..12) {
            let drops = self.stands();
            self.ring(happens, waits, random);
            if drops {
                return true;
            }
        }
        false
    }

    /// Nothing more is begun, and results are dropped, until nothing is under way.
    fn drop_the_rest(&mut self, random: &mut Pcg64) {
        let does = Does { busy: true, suppress: true, batch_stop: true, ..Does::default() };
        self.wait(Happens::default(), does, random);
        self.cycle(Happens { all_idle: true, ..Happens::default() }, does);
        // In its first cycle, idle still shows that results are dropped.
        self.cycle(Happens::default(), Does { suppress: true, ..Does::default() });
    }

    /// A job, good or not; what it came to.
    fn job(&mut self, random: &mut Pcg64) -> &'static str {
        let (nothing, idle) = (Happens::default(), Does::default());
        for _ in 0..random.random_range(0..4) {
            self.cycle(Happens { all_idle: random.random(), ..nothing }, idle);
        }
        let command = random.random_range(1..=7);
        while self.stands() {
            // While an error stands, the doorbell is ignored, and what is still in the queue is not begun.
            self.cycle(Happens { doorbell: Some(command), ..nothing }, idle);
            self.cycle(Happens { queued: Some(1), ..nothing }, idle);
            self.cycle(Happens { clear: true, ..nothing }, idle);
        }
        if command > Command::Accumulate as u64 {
            self.cycle_or_clear(Happens { doorbell: Some(command), ..nothing }, idle, random);
            self.raise((ErrorCode::UnknownCommand as u64, command));
            return "unknown";
        }
        let logs = [0; 2].map(|_: u8| random.random_ratio(1, 4));
        let nothing = Happens { logs, ..nothing };
        self.cycle(Happens { doorbell: Some(command), ..nothing }, idle);
        self.cycle(Happens { queued: Some(command), ..nothing }, Does { latch: true, ..idle });
        self.done = false;
        let busy = Does { busy: true, ..idle };
        let checking = Does { checking: true, ..busy };
        self.cycle(nothing, Does { checker_start: true, ..checking });
        self.wait(nothing, checking, random);
        let error = (random.random_range(1..200), random.random());
        if random.random_ratio(1, 6) {
            self.cycle_or_clear(Happens { settings: Some(Err(error)), ..nothing }, checking, random);
            self.raise_of_job(error);
            self.cycle(nothing, Does { suppress: true, ..idle });
            return "settings";
        }
        self.cycle(Happens { settings: Some(Ok(())), ..nothing }, checking);
        let kind = [Command::LogRows as u64, Command::LogParameters as u64].iter().position(|log| *log == command);
        if let Some(kind) = kind {
            if logs[kind] && self.wait_for_inputs(nothing, random) {
                return "dropped";
            }
            // The other kind may go on.
            let mut free = logs;
            free[kind] = false;
            let log_start = [kind == 0, kind == 1];
            self.cycle(Happens { logs: free, ..nothing }, Does { log_start, ..checking });
            let mut logs = free;
            logs[kind] = true;
            self.wait(Happens { logs, ..nothing }, idle, random);
            if random.random() {
                self.cycle_or_clear(Happens { logs, log_done: true, ..nothing }, idle, random);
                self.done = true;
                return if kind == 0 { "rows" } else { "parameters" };
            }
            self.cycle_or_clear(Happens { log_failed: true, logs, ..nothing }, idle, random);
            self.raise_of_record();
            return "no record";
        }
        if self.wait_for_inputs(Happens { inputs_missing: true, ..nothing }, random) {
            return "dropped";
        }
        self.cycle(nothing, Does { inputs_taken: true, ..checking });
        let holding = Does { hold: true, ..checking };
        self.cycle(nothing, Does { batch_start: true, ..holding });
        self.wait(Happens { all_idle: random.random(), ..nothing }, holding, random);
        let address = random.random();
        match random.random_range(0..6) {
            0 => {
                self.cycle_or_clear(Happens { batch: Some(Err(error)), ..nothing }, holding, random);
                self.raise_of_job(error);
                self.drop_the_rest(random);
                return "batch";
            }
            1 => {
                // A read goes before what the check finds in the same cycle.
                let batch = [None, Some(Err(error))][random.random_range(0..2)];
                self.cycle_or_clear(Happens { read_fault: Some(address), batch, ..nothing }, holding, random);
                self.raise_of_job((ErrorCode::MediaRead as u64, address));
                if batch.is_none() {
                    self.cycle(nothing, Does { suppress: true, ..holding });
                }
                self.drop_the_rest(random);
                return "read";
            }
            _ => {}
        }
        self.cycle(Happens { batch: Some(Ok(())), ..nothing }, holding);
        self.wait(nothing, busy, random);
        if random.random_ratio(1, 4) {
            // A fault in the cycle in which all became idle still fails the job.
            let all_idle = random.random();
            self.cycle_or_clear(Happens { write_fault: Some(address), all_idle, ..nothing }, busy, random);
            self.raise_of_job((ErrorCode::MediaWrite as u64, address));
            self.cycle(Happens { all_idle: random.random(), ..nothing }, Does { suppress: true, ..busy });
            self.drop_the_rest(random);
            return "write";
        }
        let flush = random.random();
        if flush {
            self.cycle(Happens { all_idle: true, flush, ..nothing }, busy);
            self.cycle(Happens { flush_idle: true, ..nothing }, Does { flush_start: true, ..busy });
            self.wait(nothing, busy, random);
            if random.random_ratio(1, 4) {
                let flush_idle = random.random();
                self.cycle_or_clear(Happens { flush_failed: true, flush_idle, ..nothing }, busy, random);
                self.raise_of_job((ErrorCode::Flush as u64, FLUSH_TARGET));
                let dropping = Does { suppress: true, ..busy };
                self.wait(nothing, dropping, random);
                self.cycle(Happens { flush_idle: true, ..nothing }, dropping);
                self.cycle(nothing, Does { suppress: true, ..idle });
                return "flush";
            }
            self.cycle_or_clear(Happens { flush_idle: true, ..nothing }, Does { finished: true, ..busy }, random);
            self.done = true;
            return "flushed";
        }
        self.cycle_or_clear(Happens { all_idle: true, ..nothing }, Does { finished: true, ..busy }, random);
        self.done = true;
        "finished"
    }
}

#[test]
fn jobs() {
    let random = &mut random("jobs", 1);
    let mut bench = Bench::new();
    let mut came_to = std::collections::BTreeMap::new();
    for _ in 0..1200 {
        *came_to.entry(bench.job(random)).or_insert(0) += 1;
    }
    assert!(came_to.len() == 12 && came_to.values().all(|&count| count > 5), "{came_to:?}");
}

/// A bad doorbell stands; the host clears it in the very cycle in which something else goes wrong.
fn error_in_the_cycle_of_clear(happens: Happens, error: Error) {
    let mut bench = Bench::new();
    let (nothing, idle) = (Happens::default(), Does::default());
    let busy = Does { busy: true, ..idle };
    let checking = Does { checking: true, ..busy };
    let holding = Does { hold: true, ..checking };
    bench.cycle(Happens { queued: Some(Command::Update as u64), ..nothing }, Does { latch: true, ..idle });
    bench.cycle(nothing, Does { checker_start: true, ..checking });
    bench.cycle(Happens { settings: Some(Ok(())), ..nothing }, checking);
    bench.cycle(nothing, Does { inputs_taken: true, ..checking });
    bench.cycle(nothing, Does { batch_start: true, ..holding });
    bench.cycle(Happens { batch: Some(Ok(())), ..nothing }, holding);
    bench.cycle(Happens { doorbell: Some(99), ..nothing }, busy);
    bench.raise((ErrorCode::UnknownCommand as u64, 99));
    bench.cycle(nothing, busy);
    bench.cycle(Happens { clear: true, ..happens }, busy);
    bench.raise(error);
    assert_eq!(number(bench.block.status.val()), 0b101, "busy, and failed again");
    assert_eq!((number(bench.block.error.val()), number(bench.block.error_position.val())), error);
}

#[test]
fn an_error_in_the_cycle_of_clear_is_kept() {
    let nothing = Happens::default();
    error_in_the_cycle_of_clear(
        Happens { write_fault: Some(0x1240), ..nothing },
        (ErrorCode::MediaWrite as u64, 0x1240),
    );
    error_in_the_cycle_of_clear(
        Happens { read_fault: Some(0x80), write_fault: Some(0x1240), log_failed: true, ..nothing },
        (ErrorCode::MediaRead as u64, 0x80),
    );
    error_in_the_cycle_of_clear(Happens { log_failed: true, ..nothing }, (ErrorCode::Log as u64, RECORD));
    error_in_the_cycle_of_clear(Happens { doorbell: Some(77), ..nothing }, (ErrorCode::UnknownCommand as u64, 77));
}

/// An error of a job or a record that another one hides stands when that is cleared, however late.
#[test]
fn an_error_that_comes_while_another_stands_is_shown_behind_the_clear() {
    for clear_after in 0..40 {
        for (job, record) in [(true, false), (false, true), (true, true)] {
            let mut bench = Bench::new();
            let (nothing, idle) = (Happens { logs: [record, false], ..Happens::default() }, Does::default());
            let busy = Does { busy: true, ..idle };
            let checking = Does { checking: true, ..busy };
            let holding = Does { hold: true, ..checking };
            bench.cycle(Happens { queued: Some(Command::Update as u64), ..nothing }, Does { latch: true, ..idle });
            bench.cycle(nothing, Does { checker_start: true, ..checking });
            bench.cycle(Happens { settings: Some(Ok(())), ..nothing }, checking);
            bench.cycle(nothing, Does { inputs_taken: true, ..checking });
            bench.cycle(nothing, Does { batch_start: true, ..holding });
            bench.cycle(Happens { batch: Some(Ok(())), ..nothing }, holding);
            bench.cycle(Happens { doorbell: Some(99), ..nothing }, busy);
            bench.raise((ErrorCode::UnknownCommand as u64, 99));
            let fault = Happens { write_fault: job.then_some(0x1240), log_failed: record, ..nothing };
            bench.cycle(fault, busy);
            if record {
                bench.raise_of_record();
            }
            if job {
                bench.raise_of_job((ErrorCode::MediaWrite as u64, 0x1240));
            }
            let first = if job { Does { suppress: true, ..busy } } else { busy };
            let later = if job { Does { batch_stop: true, ..first } } else { busy };
            let does = |cycle: u32| if cycle == 0 { first } else { later };
            for cycle in 0..=clear_after {
                // A second fault of the same job tells nothing new.
                let write_fault = (job && cycle == 1 && clear_after > 1).then_some(0x80);
                bench.cycle(Happens { clear: cycle == clear_after, write_fault, ..nothing }, does(cycle));
            }
            bench.cycle(nothing, does(1));
            let expected = if job { (ErrorCode::MediaWrite as u64, 0x1240) } else { (ErrorCode::Log as u64, RECORD) };
            assert_eq!((number(bench.block.error.val()), number(bench.block.error_position.val())), expected);
            assert_eq!(bench.error, Some(expected), "{clear_after} cycles later");
            bench.cycle(Happens { clear: true, ..nothing }, later);
            assert_eq!(bench.stands(), job && record);
            bench.cycle(nothing, later);
        }
    }
}
