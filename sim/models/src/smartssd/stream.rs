//! Lists that are read line by line, and the words of programs from them.

use super::LOOKAHEAD;

/// A list, read ahead of its consumer (`list_stream`).
#[derive(Clone, Debug)]
pub struct LineStream {
    beats_per_line: u32,
    next_address: u64,
    lines_left: u32,
    /// Lines that may be asked for until one is used up.
    room: u32,
    unanswered: u32,
    /// Lines that are here.
    lines: u32,
    /// Beats of the oldest that were taken.
    lane: u32,
}

impl LineStream {
    pub fn new(beats_per_line: u32) -> Self {
        Self { beats_per_line, next_address: 0, lines_left: 0, room: 0, unanswered: 0, lines: 0, lane: 0 }
    }

    /// Address of the line that is asked for.
    pub fn asks(&self) -> Option<u64> {
        (self.lines_left > 0 && self.room > 0).then_some(self.next_address)
    }

    pub fn has_beat(&self) -> bool {
        self.lines > 0
    }

    /// No line is asked for or to be asked for.
    pub fn is_idle(&self) -> bool {
        self.unanswered == 0 && self.lines_left == 0
    }

    /// A cycle: whether the line that is asked for is taken, whether one comes, and whether a beat is taken.
    pub fn cycle(&mut self, asked: bool, line: bool, beat: bool) {
        if asked {
            self.lines_left -= 1;
            self.next_address += 64;
            self.room -= 1;
            self.unanswered += 1;
        }
        if line {
            self.lines += 1;
            // A line that nobody asked for is an error of the ports, which the kernel does not see either.
            self.unanswered = self.unanswered.saturating_sub(1);
        }
        if beat {
            self.lane += 1;
            if self.lane == self.beats_per_line {
                self.lane = 0;
                self.lines -= 1;
                self.room += 1;
            }
        }
    }

    pub fn start(&mut self, base: u64, lines: u32) {
        let Self { beats_per_line, unanswered, .. } = *self;
        let fresh = Self::new(beats_per_line);
        *self = Self { next_address: base, lines_left: lines, room: LOOKAHEAD, unanswered, ..fresh };
    }

    pub fn stop(&mut self) {
        self.lines_left = 0;
    }
}

/// The words of a program (`plan_stream`).
#[derive(Clone, Debug)]
pub struct PlanStream {
    pub lines: LineStream,
    words_per_line: u32,
    /// Words that wait at the end of the stream: up to two.
    head: u32,
    words: u32,
    left: u32,
}

impl PlanStream {
    pub fn new(words_per_line: u32) -> Self {
        Self { lines: LineStream::new(words_per_line), words_per_line, head: 0, words: 0, left: 0 }
    }

    /// Which word is next, if it is here.
    pub fn word(&self) -> Option<usize> {
        (self.head > 0 && self.left > 0).then_some((self.words - self.left) as usize)
    }

    /// All words were taken.
    pub fn is_over(&self) -> bool {
        self.left == 0
    }

    /// A cycle: whether the request is taken, whether a line comes, and whether the word is taken.
    pub fn cycle(&mut self, asked: bool, line: bool, word: bool) {
        let beat = self.lines.has_beat() && self.head < 2;
        self.lines.cycle(asked, line, beat);
        self.head = self.head + u32::from(beat) - u32::from(word);
        self.left -= u32::from(word);
    }

    pub fn start(&mut self, base: u64, words: u32) {
        self.lines.start(base, words.div_ceil(self.words_per_line));
        self.head = 0;
        self.words = words;
        self.left = words;
    }

    pub fn stop(&mut self) {
        self.lines.stop();
        self.head = 0;
        self.left = 0;
    }
}
