//! An AXI4-Lite master: one access at a time, as a processor's load or store to a device.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Response, Rule, StallProfile, Violation};

/// What an AXI4-Lite master drives in a cycle; `None` is `valid` low.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiteMasterSignals {
    /// AWVALID and AWADDR.
    pub write_address: Option<u64>,
    /// WVALID and WDATA; all bytes are written.
    pub write_data: Option<u64>,
    /// BREADY.
    pub write_answer_ready: bool,
    /// ARVALID and ARADDR.
    pub read_address: Option<u64>,
    /// RREADY.
    pub read_answer_ready: bool,
}

/// What an AXI4-Lite slave drives in a cycle; `None` is `valid` low.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiteSlaveSignals {
    /// AWREADY.
    pub write_address_ready: bool,
    /// WREADY.
    pub write_data_ready: bool,
    /// BVALID and BRESP.
    pub write_answer: Option<Response>,
    /// ARREADY.
    pub read_address_ready: bool,
    /// RVALID, RDATA and RRESP.
    pub read_answer: Option<(u64, Response)>,
}

/// How an access ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiteAnswer {
    /// What was read; 0 for a write.
    pub data: u64,
    /// What the slave said.
    pub response: Response,
}

/// What is left of the access under way.
#[derive(Clone, Copy, Debug, Default)]
struct Pending {
    /// Value, and cycles until it is offered.
    write_address: Option<(u64, u32)>,
    write_data: Option<(u64, u32)>,
    read_address: Option<(u64, u32)>,
    write_answer: bool,
    read_answer: bool,
}

impl Pending {
    fn over(&self) -> bool {
        !self.write_answer && !self.read_answer
    }
}

/// Drives an AXI4-Lite slave and checks what it answers.
///
/// Under a [`StallProfile`] other than `None`, address and data of a write come apart by random delays, in either
/// order, and answers are made to wait.
#[derive(Debug)]
pub struct AxiLiteMaster {
    name: String,
    random: Pcg64Mcg,
    longest: u32,
    cycle: u64,
    pending: Pending,
    signals: LiteMasterSignals,
    /// Answers that waited for `ready` in the last cycle: they must be there again.
    held: (Option<Response>, Option<(u64, Response)>),
}

impl AxiLiteMaster {
    /// A master that is idle; `name` is the port that violations name.
    #[must_use]
    pub fn new(name: &str, profile: StallProfile, seed: u64) -> Self {
        Self {
            name: name.into(),
            random: Pcg64Mcg::seed_from_u64(seed),
            longest: profile.stalls().longest,
            cycle: 0,
            pending: Pending::default(),
            signals: LiteMasterSignals::default(),
            held: (None, None),
        }
    }

    fn delay(&mut self) -> u32 {
        if self.longest == 0 { 0 } else { self.random.random_range(0..=self.longest) }
    }

    /// Begins to read `address`, in place of an access that may be under way.
    pub fn start_read(&mut self, address: u64) {
        let delay = self.delay();
        self.pending = Pending { read_address: Some((address, delay)), read_answer: true, ..Pending::default() };
        self.drive();
    }

    /// Begins to write `data` to `address`, in place of an access that may be under way.
    pub fn start_write(&mut self, address: u64, data: u64) {
        let (first, second) = (self.delay(), self.delay());
        self.pending = Pending {
            write_address: Some((address, first)),
            write_data: Some((data, second)),
            write_answer: true,
            ..Pending::default()
        };
        self.drive();
    }

    /// Forgets the access under way, with the slave in reset.
    pub fn reset(&mut self) {
        self.pending = Pending::default();
        self.held = (None, None);
        self.drive();
    }

    /// What the master drives in the coming cycle.
    #[must_use]
    pub fn signals(&self) -> &LiteMasterSignals {
        &self.signals
    }

    /// A cycle, in which this master drove [`signals`](Self::signals) and the slave drove `slave`. Returns the answer
    /// in the cycle in which it came.
    ///
    /// # Errors
    /// A rule that the slave broke.
    pub fn cycle(&mut self, slave: &LiteSlaveSignals) -> Result<Option<LiteAnswer>, Violation> {
        self.check_held(slave)?;
        let driven = self.signals;
        // An answer may come in the cycle after the last part of its request was taken, not before.
        if slave.write_answer.is_some()
            && (!self.pending.write_answer || self.pending.write_address.is_some() || self.pending.write_data.is_some())
        {
            return Err(self.violation("B", Rule::AnswerWithoutRequest, "BVALID is high".into()));
        }
        if slave.read_answer.is_some() && (!self.pending.read_answer || self.pending.read_address.is_some()) {
            return Err(self.violation("R", Rule::AnswerWithoutRequest, "RVALID is high".into()));
        }
        let advance = |part: &mut Option<(u64, u32)>, offered: bool, ready: bool| match part {
            Some(_) if offered && ready => *part = None,
            Some((_, delay)) => *delay = delay.saturating_sub(1),
            None => {}
        };
        advance(&mut self.pending.write_address, driven.write_address.is_some(), slave.write_address_ready);
        advance(&mut self.pending.write_data, driven.write_data.is_some(), slave.write_data_ready);
        advance(&mut self.pending.read_address, driven.read_address.is_some(), slave.read_address_ready);
        let mut answer = None;
        if let Some(response) = slave.write_answer.filter(|_| driven.write_answer_ready) {
            self.pending.write_answer = false;
            answer = Some(LiteAnswer { data: 0, response });
        }
        if let Some((data, response)) = slave.read_answer.filter(|_| driven.read_answer_ready) {
            self.pending.read_answer = false;
            answer = Some(LiteAnswer { data, response });
        }
        self.held = (
            slave.write_answer.filter(|_| !driven.write_answer_ready),
            slave.read_answer.filter(|_| !driven.read_answer_ready),
        );
        self.cycle += 1;
        self.drive();
        Ok(answer)
    }

    fn check_held(&self, slave: &LiteSlaveSignals) -> Result<(), Violation> {
        let changed = |before: String, after: String| format!("{before} became {after}");
        match (self.held.0, slave.write_answer) {
            (Some(before), None) => Err(self.violation("B", Rule::ValidHeld, format!("{before:?} waited"))),
            (Some(before), Some(after)) if before != after => {
                Err(self.violation("B", Rule::PayloadStable, changed(format!("{before:?}"), format!("{after:?}"))))
            }
            _ => Ok(()),
        }?;
        match (self.held.1, slave.read_answer) {
            (Some(before), None) => Err(self.violation("R", Rule::ValidHeld, format!("{before:x?} waited"))),
            (Some(before), Some(after)) if before != after => {
                Err(self.violation("R", Rule::PayloadStable, changed(format!("{before:x?}"), format!("{after:x?}"))))
            }
            _ => Ok(()),
        }
    }

    fn violation(&self, channel: &'static str, rule: Rule, detail: String) -> Violation {
        Violation { port: self.name.clone(), channel, rule, cycle: self.cycle, detail }
    }

    fn drive(&mut self) {
        let offer = |part: Option<(u64, u32)>| part.filter(|(_, delay)| *delay == 0).map(|(value, _)| value);
        let answering = !self.pending.over();
        let ready = answering && (self.longest == 0 || self.random.random());
        self.signals = LiteMasterSignals {
            write_address: offer(self.pending.write_address),
            write_data: offer(self.pending.write_data),
            read_address: offer(self.pending.read_address),
            write_answer_ready: ready && self.pending.write_answer,
            read_answer_ready: ready && self.pending.read_answer,
        };
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;
    use rand::Rng;

    use super::*;

    /// A slave that holds what is written, with delays of its own.
    struct Slave {
        random: Pcg64Mcg,
        stall: f64,
        registers: HashMap<u64, u64>,
        signals: LiteSlaveSignals,
        address: Option<u64>,
        data: Option<u64>,
        read: Option<u64>,
        /// Which of address and data came first, or neither.
        orders: [u32; 3],
    }

    impl Slave {
        fn new(seed: u64, stall: f64) -> Self {
            Self {
                random: Pcg64Mcg::seed_from_u64(seed),
                stall,
                registers: HashMap::new(),
                signals: LiteSlaveSignals::default(),
                address: None,
                data: None,
                read: None,
                orders: [0; 3],
            }
        }

        fn cycle(&mut self, master: &LiteMasterSignals) {
            let before = (self.address.is_some(), self.data.is_some());
            if self.signals.write_address_ready {
                self.address = self.address.or(master.write_address);
            }
            if self.signals.write_data_ready {
                self.data = self.data.or(master.write_data);
            }
            if self.signals.read_address_ready {
                self.read = self.read.or(master.read_address);
            }
            if master.write_answer_ready {
                self.signals.write_answer = None;
            }
            if master.read_answer_ready {
                self.signals.read_answer = None;
            }
            let response = |address: u64| if address < 256 { Response::Okay } else { Response::SlaveError };
            if let (Some(address), Some(data)) = (self.address, self.data) {
                self.orders[if before.0 {
                    0
                } else if before.1 {
                    1
                } else {
                    2
                }] += 1;
                self.registers.insert(address, data);
                self.signals.write_answer = Some(response(address));
                (self.address, self.data) = (None, None);
            }
            if let Some(address) = self.read.take() {
                let data = self.registers.get(&address).copied().unwrap_or(0);
                self.signals.read_answer = Some((data, response(address)));
            }
            let mut ready = || !self.random.random_bool(self.stall);
            self.signals.write_address_ready = ready();
            self.signals.write_data_ready = ready();
            self.signals.read_address_ready = ready();
        }
    }

    fn finish(master: &mut AxiLiteMaster, slave: &mut Slave) -> LiteAnswer {
        for _ in 0..10_000 {
            let driven = *master.signals();
            let answer = master.cycle(&slave.signals).unwrap();
            slave.cycle(&driven);
            if let Some(answer) = answer {
                return answer;
            }
        }
        panic!("no answer");
    }

    proptest! {
        #[test]
        fn writes_arrive_once_and_read_back(seed: u64, stall in 0.0..0.9, accesses in prop::collection::vec((0u64..40, any::<u64>(), any::<bool>()), 1..60)) {
            for profile in [StallProfile::None, StallProfile::Random, StallProfile::Heavy] {
                let mut master = AxiLiteMaster::new("s_axil", profile, seed);
                let mut slave = Slave::new(seed, stall);
                let mut expected = HashMap::new();
                for &(register, value, write) in &accesses {
                    let address = register * 8;
                    let response = if address < 256 { Response::Okay } else { Response::SlaveError };
                    if write {
                        expected.insert(address, value);
                        master.start_write(address, value);
                        prop_assert_eq!(finish(&mut master, &mut slave), LiteAnswer { data: 0, response });
                        prop_assert_eq!(&slave.registers, &expected);
                    } else {
                        master.start_read(address);
                        let data = expected.get(&address).copied().unwrap_or(0);
                        prop_assert_eq!(finish(&mut master, &mut slave), LiteAnswer { data, response });
                    }
                }
            }
        }
    }

    #[test]
    fn address_and_data_come_in_every_order() {
        let mut master = AxiLiteMaster::new("s_axil", StallProfile::Random, 5);
        let mut slave = Slave::new(5, 0.0);
        for value in 0..200 {
            master.start_write(0, value);
            finish(&mut master, &mut slave);
        }
        assert!(slave.orders.iter().all(|count| *count > 10), "{:?}", slave.orders);
    }

    #[test]
    fn answers_that_nobody_asked_for_or_that_change_are_found() {
        let answer =
            |value| LiteSlaveSignals { read_answer: Some((value, Response::Okay)), ..LiteSlaveSignals::default() };
        let mut master = AxiLiteMaster::new("s_axil", StallProfile::None, 0);
        assert_eq!(master.cycle(&answer(1)).unwrap_err().rule, Rule::AnswerWithoutRequest);
        let mut master = AxiLiteMaster::new("s_axil", StallProfile::None, 0);
        master.start_write(0, 0);
        let early = LiteSlaveSignals { write_answer: Some(Response::Okay), ..LiteSlaveSignals::default() };
        assert_eq!(master.cycle(&early).unwrap_err().rule, Rule::AnswerWithoutRequest);

        for (then, rule) in [(LiteSlaveSignals::default(), Rule::ValidHeld), (answer(2), Rule::PayloadStable)] {
            let mut master = AxiLiteMaster::new("s_axil", StallProfile::None, 0);
            master.start_read(0);
            master.cycle(&LiteSlaveSignals { read_address_ready: true, ..LiteSlaveSignals::default() }).unwrap();
            master.signals.read_answer_ready = false;
            master.cycle(&answer(1)).unwrap();
            assert_eq!(master.cycle(&then).unwrap_err().rule, rule);
        }
    }
}
