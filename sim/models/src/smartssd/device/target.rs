//! The host's accesses to the TX buffers (`tx_target`), one at a time.

/// A read of a line of the TX buffers.
#[derive(Clone, Copy, Debug)]
pub struct LineRead {
    /// Number of the line.
    pub line: u64,
    /// The host keeps it.
    pub keeps: bool,
    /// It is in the second buffer.
    pub second: bool,
}

/// What the host waits for.
#[derive(Clone, Copy, Debug, Default)]
struct Answers {
    /// Cycles until an answer leaves; none: there is none yet.
    line: Option<u32>,
    done: Option<u32>,
}

/// One access at a time, so queues are places.
#[derive(Debug, Default)]
pub struct Target {
    /// A read on its way to the queue, and in it.
    offered: Option<LineRead>,
    request: Option<LineRead>,
    /// A read for the DRAM.
    read: Option<u64>,
    offered_write: bool,
    write: bool,
    answers: Answers,
    expects_line: bool,
    under_way: bool,
}

/// What happens in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Served {
    /// The line that the host reads to keep it.
    pub keep: Option<u64>,
    /// A read was answered with data.
    pub read_done: bool,
    /// A write was answered and not done.
    pub refused: bool,
}

impl Target {
    /// The host offers a read in the next cycle.
    pub fn offer_read(&mut self, read: LineRead) {
        self.offered = Some(read);
        (self.under_way, self.expects_line) = (true, true);
        self.answers = Answers::default();
    }

    /// The host offers a write in the next cycle.
    pub fn offer_write(&mut self) {
        self.offered_write = true;
        (self.under_way, self.expects_line) = (true, false);
        self.answers = Answers::default();
    }

    /// The access is not answered.
    pub fn is_under_way(&self) -> bool {
        self.under_way
    }

    /// The access moves.
    pub fn is_active(&self, waits: bool) -> bool {
        let waiting = self.request.is_some() && waits;
        self.offered.is_some()
            || (self.request.is_some() && !waiting)
            || self.offered_write
            || self.write
            || self.read.is_some()
            || self.answers.line.is_some_and(|left| left > 0)
            || self.answers.done.is_some_and(|left| left > 0)
    }

    /// Address of the line that the DRAM is asked for.
    pub fn read(&self) -> Option<u64> {
        self.read
    }

    /// The buffer that the request in the queue is about: the second?
    pub fn wants_second(&self) -> Option<bool> {
        self.request.map(|read| read.second)
    }

    /// It would keep the line of its request, if that were noted.
    pub fn wants_to_keep(&self, waits: bool) -> bool {
        !waits && self.request.is_some_and(|read| read.keeps)
    }

    /// A cycle: whether the request waits for its buffer, whether a line to keep would be noted, whether the DRAM takes the
    /// read, and whether its line comes.
    pub fn cycle(&mut self, waits: bool, keep_ready: bool, read_taken: bool, line: bool) -> Served {
        let mut served = Served::default();
        if read_taken {
            self.read = None;
        }
        let Answers { line: line_left, done: done_left } = &mut self.answers;
        for (left, is_line) in [(line_left, true), (done_left, false)] {
            if let Some(cycles) = left
                && *cycles > 0
            {
                *cycles -= 1;
                served.read_done |= *cycles == 0 && is_line;
            }
        }
        if line {
            self.answers.line = Some(1);
        }
        if let Some(request) = self.request
            && !waits
            && (!request.keeps || keep_ready)
        {
            self.request = None;
            self.read = Some(request.line * 64);
            self.answers.done = Some(1);
            served.keep = Some(request.line).filter(|_| request.keeps);
        }
        if std::mem::take(&mut self.write) {
            served.refused = true;
            self.answers.done = Some(1);
        }
        if let Some(read) = self.offered.take() {
            self.request = Some(read);
        }
        self.write |= std::mem::take(&mut self.offered_write);
        let line_is_here = !self.expects_line || self.answers.line == Some(0);
        if self.under_way && line_is_here && self.answers.done == Some(0) {
            self.under_way = false;
        }
        served
    }
}
