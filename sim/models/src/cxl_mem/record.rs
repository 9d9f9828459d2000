//! The checkpointing logic: a record of rows, and one of parameters.

use super::fifo::Fifo;
use super::lists::{LineReader, ListReader, place};
use super::port::{Answer, Port, RECORD};
use emberlane_reference::RowRecord;
use emberlane_registers::cxl_mem::{DIRECTORY_WORDS, LINE_BYTES};
use emberlane_registers::log::{GROUP_ROWS, HEADER_BYTES, PARTS};

/// Rows of a part are a multiple of this.
const PART_ROWS: u32 = 16;
/// Cycles from the start of a record of rows to that of its first part, and from part to part.
const PART_CYCLES: u64 = 3;
/// Row lines of one channel that may be asked for and not handed on.
const ROW_LINES: u8 = 32;
/// Rows that may be asked for and not handed on.
const ROWS: u32 = 128;
/// Cycles in which the header is composed, and its own CRC settles, when the payload is answered.
const HEADER_CYCLES: u64 = 19;
/// Bytes of a word of a list.
const WORD_BYTES: u64 = 4;

/// Where the writer of a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Payload,
    /// The header is offered from then on.
    Header(u64),
    Answer,
}

/// Writes the parts of a payload side by side, and then the header.
#[derive(Clone, Debug)]
struct Writer {
    /// Which of a channel's two logs.
    log: usize,
    record: u64,
    gap: u64,
    /// Of each part: DPA of its next line, and lines that have not come.
    parts: Vec<(u64, u64)>,
    /// Lines of each part that wait for their channels.
    waiting: [Fifo<(usize, u64), 2>; PARTS],
    step: Step,
}

impl Writer {
    fn new(log: usize, record: u64, gap: u64, parts: Vec<(u64, u64)>) -> Self {
        Self { log, record, gap, parts, waiting: Default::default(), step: Step::Payload }
    }

    /// A cycle: lines that wait go to their channels, those of parts that offer one wait, and `taken` is told. Whether the record counts.
    fn cycle(
        &mut self,
        now: u64,
        channels: &mut [Port],
        offers: impl Fn(usize) -> bool,
        mut taken: impl FnMut(usize),
    ) -> bool {
        let header = matches!(self.step, Step::Header(from) if from <= now);
        let mut lines: [_; PARTS] = std::array::from_fn(|part| self.waiting[part].front());
        let is_full: [_; PARTS] = std::array::from_fn(|part| self.waiting[part].is_full());
        if header {
            lines[0] = Some(place(self.record, channels.len()));
        }
        let answered = channels.iter().all(|channel| channel.logs[self.log].is_answered(now));
        let written = self.parts.iter().all(|(_, left)| *left == 0) && lines.iter().all(Option::is_none);
        for (number, channel) in channels.iter_mut().enumerate() {
            let at = |line: &Option<(usize, u64)>| line.filter(|(channel, _)| *channel == number);
            let offers = lines.iter().rev().fold(0, |mask, line| mask << 1 | u32::from(at(line).is_some()));
            let address = |part: usize| lines[part].map_or(0, |(_, address)| address);
            match channel.log(self.log, offers, address, self.gap) {
                Some(_) if header => self.step = Step::Answer,
                Some(part) => _ = self.waiting[part].pop(),
                None => {}
            }
        }
        for (part, (target, left)) in self.parts.iter_mut().enumerate() {
            if *left > 0 && !is_full[part] && offers(part) {
                self.waiting[part].push(place(*target, channels.len()));
                *target += LINE_BYTES;
                *left -= 1;
                taken(part);
            }
        }
        match self.step {
            Step::Payload if answered && written => {
                self.step = Step::Header(now + HEADER_CYCLES);
                false
            }
            Step::Answer => answered && !header,
            Step::Payload | Step::Header(_) => false,
        }
    }
}

/// What the walker of a part's rows does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Walk {
    Table,
    Rows,
    Done,
}

/// Makes a part of the payload: eight rows and a line with their addresses in turn.
#[derive(Clone, Debug)]
struct Gatherer {
    starts: u64,
    started: bool,
    first: u32,
    rows: u32,
    walk: Walk,
    table: usize,
    before: u32,
    walked: u32,
    in_table: u32,
    /// Rows in the walker's two registers.
    product: Option<u32>,
    sum: Option<u32>,
    reader: LineReader,
    /// Lines of the row at hand that were asked for.
    asked: u64,
    under_way: u32,
    /// Rows, and lines of the row at hand, that were handed on; and addresses of the group.
    handed: u32,
    handed_lines: u64,
    places: u64,
}

impl Gatherer {
    fn new(number: usize, client: usize, now: u64, size: u32, total: u32) -> Self {
        let first = (size * number as u32).min(total);
        Self {
            starts: now + PART_CYCLES * (number as u64 + 1),
            started: false,
            first,
            rows: size.min(total - first),
            walk: Walk::Table,
            table: 0,
            before: first,
            walked: 0,
            in_table: 0,
            product: None,
            sum: None,
            reader: LineReader::new(RECORD, client, ROW_LINES),
            asked: 0,
            under_way: 0,
            handed: 0,
            handed_lines: 0,
            places: 0,
        }
    }

    fn lines(&self, row_lines: u64) -> u64 {
        u64::from(self.rows) * row_lines + u64::from(self.rows).div_ceil(GROUP_ROWS)
    }

    fn is_walked(&self) -> bool {
        self.walk == Walk::Done && self.product.is_none() && self.sum.is_none()
    }

    /// Whether the next line holds addresses.
    fn closes(&self) -> bool {
        self.places == GROUP_ROWS || (self.handed == self.rows && self.places > 0)
    }

    fn offers(&self) -> bool {
        match self.closes() {
            true => self.handed < self.rows || self.is_walked(),
            false => self.handed < self.rows && self.under_way > 0 && self.reader.has_line(),
        }
    }

    fn taken(&mut self, row_lines: u64) {
        if self.closes() {
            self.places = 0;
            return;
        }
        self.reader.take();
        self.handed_lines += 1;
        if self.handed_lines == row_lines {
            self.handed_lines = 0;
            self.handed += 1;
            self.under_way -= 1;
            self.places += 1;
        }
    }

    fn cycle(&mut self, number: usize, job: &RowRecord, lists: &mut ListReader, ports: &mut [Port]) {
        let row_lines = job.vector_bytes / LINE_BYTES;
        let mut moves = self.sum.is_none();
        if let Some(row) = self.sum
            && self.under_way < ROWS
        {
            let base =
                job.staged.map_or(job.addresses[row as usize], |staged| staged + u64::from(row) * job.vector_bytes);
            let line = place(base + self.asked * LINE_BYTES, ports.len());
            if self.reader.takes(ports, line.0) {
                self.reader.ask(ports, line);
                self.asked += 1;
                if self.asked == row_lines {
                    self.asked = 0;
                    self.under_way += 1;
                    moves = true;
                }
            }
        }
        if moves {
            self.sum = self.product.take();
        }
        match self.walk {
            Walk::Table if self.table == job.tables.len() => self.walk = Walk::Done,
            Walk::Table => {
                if lists.lists[number].has_beat() {
                    lists.lists[number].take();
                    let segments = job.tables[self.table];
                    self.table += 1;
                    if segments <= self.before {
                        self.before -= segments;
                    } else {
                        self.in_table = segments - self.before;
                        self.before = 0;
                        if self.walked < self.rows {
                            self.walk = Walk::Rows;
                        }
                    }
                }
            }
            Walk::Rows => {
                if moves && lists.lists[number + PARTS].has_beat() {
                    lists.lists[number + PARTS].take();
                    self.product = Some(self.first + self.walked);
                    self.walked += 1;
                    self.in_table -= 1;
                    if self.in_table == 0 || self.walked == self.rows {
                        self.walk = Walk::Table;
                    }
                }
            }
            Walk::Done => {}
        }
    }
}

/// A record of rows that is written.
#[derive(Clone, Debug)]
pub struct RowLog {
    job: RowRecord,
    writer: Writer,
    parts: Vec<Gatherer>,
    lists: ListReader,
}

impl RowLog {
    pub fn new(now: u64, job: RowRecord) -> Self {
        let total = job.addresses.len() as u32;
        let size = total.div_ceil(PARTS as u32 * PART_ROWS) * PART_ROWS;
        // At the scratchpad the lists are the first client.
        let first = usize::from(job.staged.is_some());
        let parts: Vec<_> = (0..PARTS).map(|number| Gatherer::new(number, first + number, now, size, total)).collect();
        let mut target = job.record + HEADER_BYTES;
        let places = parts.iter().map(|part| {
            let (at, lines) = (target, part.lines(job.vector_bytes / LINE_BYTES));
            target += lines * LINE_BYTES;
            (at, lines)
        });
        let writer = Writer::new(0, job.record, job.gap, places.collect());
        Self { job, writer, parts, lists: ListReader::new(RECORD, 0, 2 * PARTS) }
    }

    /// A port of the scratchpad, or a channel, has answered.
    pub fn answered(&mut self, port: usize, answer: Answer, is_channel: bool) {
        match answer.client() {
            part if is_channel => _ = self.parts[part].reader.answered(port),
            0 => self.lists.answered(port),
            part => _ = self.parts[part - 1].reader.answered(port),
        }
    }

    /// A cycle; whether the record counts.
    pub fn cycle(&mut self, now: u64, channels: &mut [Port], scratchpad: &mut [Port]) -> bool {
        let Self { job, writer, parts, lists } = self;
        let row_lines = job.vector_bytes / LINE_BYTES;
        parts.iter_mut().for_each(|part| part.reader.clock());
        let offers: [bool; PARTS] = std::array::from_fn(|part| parts[part].started && parts[part].offers());
        if writer.cycle(now, channels, |part| offers[part], |part| parts[part].taken(row_lines)) {
            return true;
        }
        let staged = job.staged.is_some();
        for (number, part) in parts.iter_mut().enumerate() {
            if part.started {
                let ports = if staged { &mut *scratchpad } else { &mut *channels };
                part.cycle(number, job, lists, ports);
            } else if part.starts == now {
                part.started = true;
                lists.lists[number].start(job.directory, job.tables.len() as u64 * DIRECTORY_WORDS, DIRECTORY_WORDS);
                let words = u64::from(part.rows);
                lists.lists[number + PARTS].start(job.rows + u64::from(part.first) * WORD_BYTES, words, 1);
            }
        }
        lists.cycle(scratchpad);
        false
    }
}

/// A record of parameters that is written, line by line as they come from a peer.
#[derive(Clone, Debug)]
pub struct ParameterLog {
    writer: Writer,
    /// Lines that have come and are not written.
    here: u64,
}

impl ParameterLog {
    /// A payload of so many lines.
    pub fn new(record: u64, lines: u64, gap: u64) -> Self {
        let parts = vec![(record + HEADER_BYTES, lines)];
        Self { writer: Writer::new(1, record, gap, parts), here: 0 }
    }

    /// Whether it waits for lines, and for nothing else, when a cycle begins.
    pub fn waits(&self, now: u64, channels: &[Port]) -> bool {
        let before = now.saturating_sub(1);
        let answered = channels.iter().all(|channel| channel.logs[self.writer.log].is_answered(before));
        let nothing_waits = self.writer.waiting.iter().all(Fifo::is_empty);
        self.here == 0 && answered && nothing_waits && self.writer.parts.iter().any(|(_, left)| *left > 0)
    }

    /// Lines have come.
    pub fn came(&mut self, lines: u64) {
        self.here += lines;
    }

    /// A cycle; whether the record counts.
    pub fn cycle(&mut self, now: u64, channels: &mut [Port]) -> bool {
        let (here, mut taken) = (self.here, 0);
        let done = self.writer.cycle(now, channels, |_| here > 0, |_| taken += 1);
        self.here -= taken;
        done
    }
}
