//! The memory controller of a channel, cycle by cycle.
//!
//! It makes the DRAM of a channel behave like a slower, persistent medium: it holds answers back until the latency and
//! the bandwidth of that medium allow them. `emberlane-rtl` has the hardware; this model agrees with it in every cycle on
//! every handshake and on everything that passes.

pub use emberlane_registers::cxl::LINE_BYTES;
use std::collections::VecDeque;

/// Lines that may pass a token bucket at once after a pause.
pub const BURST_LINES: u64 = 4;

/// A rate of one line a cycle: the unit of a rate is 1/65536 line a cycle.
pub const LINE_PER_CYCLE: u32 = 1 << 16;

/// Bytes of a line of the medium, the grain of the read-after-write rule.
pub const MEDIUM_LINE_BYTES: u64 = 256;

/// Requests that wait between a port and the controller's queues.
const PORT_DEPTH: usize = 4;

/// Cycles after which the hardware sees an event at the earliest, whatever the latency asked for.
pub(crate) const LEAST_DELAY: u64 = 3;

/// What the controller emulates. All 0 is no emulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Settings {
    /// Cycles from the acceptance of a read to its earliest answer.
    pub read_latency: u16,
    /// Cycles from the acceptance of a write to its earliest answer.
    pub write_latency: u16,
    /// Reads answered a cycle, in 1/65536; 0 for no bound. 17 bits.
    pub read_rate: u32,
    /// Row-sized writes answered a cycle, in 1/65536; 0 for no bound. 17 bits.
    pub row_write_rate: u32,
    /// Streaming writes answered a cycle, in 1/65536; 0 for no bound. 17 bits.
    pub stream_write_rate: u32,
    /// Cycles after the answer of a write in which reads of its 256-byte line wait.
    pub read_after_write_window: u16,
}

/// How much can be under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Reads under way.
    pub reads: usize,
    /// Writes under way, those of the read-after-write window included.
    pub writes: usize,
}

impl Default for Size {
    fn default() -> Self {
        Self { reads: 128, writes: 64 }
    }
}

/// A read, as requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadRequest {
    /// AXI ID.
    pub id: u16,
    /// Byte address.
    pub address: u64,
}

/// The address of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteAddress {
    /// Byte address.
    pub address: u64,
    /// One of a stream, such as a log; else a row.
    pub streaming: bool,
}

/// A line that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLine<L> {
    /// The line.
    pub line: L,
    /// AXI response.
    pub response: u8,
}

/// The answer to a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadAnswer<L> {
    /// AXI ID of the request.
    pub id: u16,
    /// The line.
    pub line: L,
    /// AXI response.
    pub response: u8,
}

/// Inputs of a cycle; `s_` is the requester's side, `m_` the DRAM's. `Some` is a valid signal that is high.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inputs<L> {
    /// Read request.
    pub s_ar: Option<ReadRequest>,
    /// The requester takes an answer to a read.
    pub s_rready: bool,
    /// Address of a write.
    pub s_aw: Option<WriteAddress>,
    /// Line to write.
    pub s_w: Option<L>,
    /// The requester takes an answer to a write.
    pub s_bready: bool,
    /// The DRAM takes a read.
    pub m_arready: bool,
    /// The DRAM's answer to a read.
    pub m_r: Option<ReadLine<L>>,
    /// The DRAM takes the address of a write.
    pub m_awready: bool,
    /// The DRAM takes a line to write.
    pub m_wready: bool,
    /// The DRAM's answer to a write.
    pub m_b: Option<u8>,
}

/// Outputs of a cycle; see [`Inputs`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outputs<L> {
    /// A read request is taken.
    pub s_arready: bool,
    /// Answer to a read.
    pub s_r: Option<ReadAnswer<L>>,
    /// The address of a write is taken.
    pub s_awready: bool,
    /// A line to write is taken.
    pub s_wready: bool,
    /// Answer to a write: it is durable.
    pub s_b: Option<u8>,
    /// Address of a read, to the DRAM.
    pub m_ar: Option<u64>,
    /// The DRAM's answer to a read is taken.
    pub m_rready: bool,
    /// Address of a write, to the DRAM.
    pub m_aw: Option<u64>,
    /// Line to write, to the DRAM.
    pub m_w: Option<L>,
    /// The DRAM's answer to a write is taken.
    pub m_bready: bool,
}

/// Tokens of one kind of traffic, in 1/65536 line; one that is full when nothing passes for long enough.
#[derive(Clone, Debug)]
struct Bucket {
    rate: u64,
    tokens: u64,
}

impl Bucket {
    const FULL: u64 = BURST_LINES * LINE_PER_CYCLE as u64;

    fn new(rate: u32) -> Self {
        Self { rate: rate.into(), tokens: Self::FULL }
    }

    fn ready(&self) -> bool {
        self.rate == 0 || self.tokens >= u64::from(LINE_PER_CYCLE)
    }

    fn clock(&mut self, spend: bool) {
        if self.rate > 0 {
            let spent = if spend { u64::from(LINE_PER_CYCLE) } else { 0 };
            self.tokens = (self.tokens + self.rate - spent).min(Self::FULL);
        }
    }
}

/// A write in the table of recent writes.
#[derive(Clone, Debug)]
struct Write {
    /// Number of its 256-byte line, as far as the hardware compares it.
    line: u32,
    streaming: bool,
    accepted: u64,
    answered: Option<u64>,
}

/// The read whose turn it is.
#[derive(Clone, Debug)]
struct ReadAtHand {
    address: u64,
    /// Number of the last write that it waits for.
    awaited: Option<u64>,
}

/// Timing model of the memory controller. `L` is what a line is: the bytes, or `()` where only time matters.
#[derive(Clone, Debug)]
pub struct MemoryController<L> {
    settings: Settings,
    size: Size,
    now: u64,
    /// ID and acceptance of the reads under way.
    reads: VecDeque<(u16, u64)>,
    read_addresses: VecDeque<u64>,
    read_at_hand: Option<ReadAtHand>,
    /// Lines from the DRAM, and the one that is at the queue's output.
    read_lines: VecDeque<ReadLine<L>>,
    read_output: Option<ReadLine<L>>,
    read_bucket: Bucket,
    /// Writes in the table, oldest first.
    writes: VecDeque<Write>,
    /// Writes that have left the table.
    freed: u64,
    write_addresses: VecDeque<u64>,
    write_lines: VecDeque<L>,
    write_responses: VecDeque<u8>,
    row_bucket: Bucket,
    stream_bucket: Bucket,
}

impl<L: Copy> MemoryController<L> {
    /// An idle controller of the usual size.
    pub fn new(settings: Settings) -> Self {
        Self::with_size(settings, Size::default())
    }

    /// An idle controller.
    pub fn with_size(settings: Settings, size: Size) -> Self {
        Self {
            settings,
            size,
            now: 0,
            reads: VecDeque::new(),
            read_addresses: VecDeque::new(),
            read_at_hand: None,
            read_lines: VecDeque::new(),
            read_output: None,
            read_bucket: Bucket::new(settings.read_rate),
            writes: VecDeque::new(),
            freed: 0,
            write_addresses: VecDeque::new(),
            write_lines: VecDeque::new(),
            write_responses: VecDeque::new(),
            row_bucket: Bucket::new(settings.row_write_rate),
            stream_bucket: Bucket::new(settings.stream_write_rate),
        }
    }

    /// Forgets everything but settings and size.
    pub fn reset(&mut self) {
        *self = Self::with_size(self.settings, self.size);
    }

    /// Cycles since the start or the last reset.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// So many cycles without traffic, while no answer is owed.
    pub fn rest(&mut self, cycles: u64) {
        for bucket in [&mut self.read_bucket, &mut self.row_bucket, &mut self.stream_bucket] {
            bucket.tokens = bucket.rate.saturating_mul(cycles).saturating_add(bucket.tokens).min(Bucket::FULL);
        }
        self.now += cycles;
        self.forget_writes();
    }

    /// One clock cycle: what the outputs are, given the inputs.
    pub fn cycle(&mut self, inputs: &Inputs<L>) -> Outputs<L> {
        let outputs = self.outputs(inputs);
        self.clock(inputs, &outputs);
        outputs
    }

    /// Outputs of this cycle. Only `s_awready` and `s_wready` depend on inputs of the same cycle: each on the other
    /// channel's valid.
    pub fn outputs(&self, inputs: &Inputs<L>) -> Outputs<L> {
        let write_room = self.writes.len() < self.size.writes
            && self.write_addresses.len() < PORT_DEPTH
            && self.write_lines.len() < PORT_DEPTH;
        Outputs {
            s_arready: self.reads.len() < self.size.reads && self.read_addresses.len() < PORT_DEPTH,
            s_r: self.read_answer(),
            s_awready: write_room && inputs.s_w.is_some(),
            s_wready: write_room && inputs.s_aw.is_some(),
            s_b: self.write_answer().map(|(_, response)| response),
            m_ar: self.read_offered(),
            m_rready: self.read_lines.len() < self.size.reads,
            m_aw: self.write_addresses.front().copied(),
            m_w: self.write_lines.front().copied(),
            m_bready: self.write_responses.len() < self.size.writes,
        }
    }

    /// The read at hand, unless a write of its line is in the table.
    fn read_offered(&self) -> Option<u64> {
        let read = self.read_at_hand.as_ref()?;
        let free = read.awaited.is_none_or(|write| write < self.freed);
        free.then_some(read.address)
    }

    fn is_ripe(&self, accepted: u64, latency: u16) -> bool {
        self.now >= accepted + LEAST_DELAY.max(latency.into())
    }

    fn read_answer(&self) -> Option<ReadAnswer<L>> {
        let &(id, accepted) = self.reads.front()?;
        let ReadLine { line, response } = self.read_output?;
        let ready = self.is_ripe(accepted, self.settings.read_latency) && self.read_bucket.ready();
        ready.then_some(ReadAnswer { id, line, response })
    }

    /// Place in the table and response of the write that can be answered.
    fn write_answer(&self) -> Option<(usize, u8)> {
        let place = self.writes.iter().position(|write| write.answered.is_none())?;
        let write = &self.writes[place];
        let &response = self.write_responses.front()?;
        let bucket = if write.streaming { &self.stream_bucket } else { &self.row_bucket };
        let ready = self.is_ripe(write.accepted, self.settings.write_latency) && bucket.ready();
        ready.then_some((place, response))
    }

    fn clock(&mut self, inputs: &Inputs<L>, outputs: &Outputs<L>) {
        self.clock_reads(inputs, outputs);
        self.clock_writes(inputs, outputs);
        self.now += 1;
        self.forget_writes();
    }

    /// Frees the places of writes whose window is over.
    fn forget_writes(&mut self) {
        let stay = LEAST_DELAY.max(self.settings.read_after_write_window.into());
        while let Some(Write { answered: Some(answered), .. }) = self.writes.front()
            && answered + stay <= self.now
        {
            self.writes.pop_front();
            self.freed += 1;
        }
    }

    fn clock_reads(&mut self, inputs: &Inputs<L>, outputs: &Outputs<L>) {
        let answered = outputs.s_r.is_some() && inputs.s_rready;
        self.read_bucket.clock(answered);
        if answered {
            self.reads.pop_front();
            self.read_output = None;
        }
        // The queue of lines moves one to its output, of those that were in it before this cycle.
        if self.read_output.is_none() {
            self.read_output = self.read_lines.pop_front();
        }
        self.read_lines.extend(inputs.m_r.filter(|_| outputs.m_rready));

        if outputs.m_ar.is_some() && inputs.m_arready {
            self.read_at_hand = None;
        }
        if self.read_at_hand.is_none()
            && let Some(address) = self.read_addresses.pop_front()
        {
            let line = medium_line(address);
            // Of the writes accepted before this cycle, as those of this cycle are not in the table yet.
            let last = self.writes.iter().rposition(|write| write.line == line);
            self.read_at_hand = Some(ReadAtHand { address, awaited: last.map(|place| self.freed + place as u64) });
        }
        if let Some(read) = inputs.s_ar.filter(|_| outputs.s_arready) {
            self.reads.push_back((read.id, self.now));
            self.read_addresses.push_back(read.address);
        }
    }

    fn clock_writes(&mut self, inputs: &Inputs<L>, outputs: &Outputs<L>) {
        let answered = self.write_answer().filter(|_| inputs.s_bready).map(|(place, _)| place);
        let streaming = answered.map(|place| self.writes[place].streaming);
        self.row_bucket.clock(streaming == Some(false));
        self.stream_bucket.clock(streaming == Some(true));
        if let Some(place) = answered {
            self.writes[place].answered = Some(self.now);
            self.write_responses.pop_front();
        }
        self.write_responses.extend(inputs.m_b.filter(|_| outputs.m_bready));
        if inputs.m_awready {
            self.write_addresses.pop_front();
        }
        if inputs.m_wready {
            self.write_lines.pop_front();
        }
        if let (Some(WriteAddress { address, streaming }), Some(line)) = (inputs.s_aw, inputs.s_w)
            && outputs.s_awready
        {
            let number = medium_line(address);
            self.writes.push_back(Write { line: number, streaming, accepted: self.now, answered: None });
            self.write_addresses.push_back(address);
            self.write_lines.push_back(line);
        }
    }
}

/// Number of the 256-byte line of an address, in the 32 bits that the hardware compares.
fn medium_line(address: u64) -> u32 {
    ((address / MEDIUM_LINE_BYTES) & u64::from(u32::MAX)) as u32
}
