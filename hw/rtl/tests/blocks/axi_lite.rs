//! A master for AXI4-Lite, shared by the tests of what has `s_axil_*` ports.

use rand::Rng;
use rand_pcg::Pcg64;

/// Answer codes of AXI.
pub const OKAY: u64 = 0;
/// The slave refused the access.
pub const SLVERR: u64 = 2;

/// What the slave shows in one cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outputs {
    pub aw_ready: bool,
    pub w_ready: bool,
    /// The answer to a write, if one is valid.
    pub b: Option<u64>,
    pub ar_ready: bool,
    /// Data and answer of a read, if one is valid.
    pub r: Option<(u64, u64)>,
}

/// What the master does in one cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inputs {
    pub aw: Option<u64>,
    /// Data and byte strobes.
    pub w: Option<(u64, u8)>,
    pub b_ready: bool,
    pub ar: Option<u64>,
    pub r_ready: bool,
}

/// A block with an AXI4-Lite slave port.
pub trait Slave {
    /// Sets the inputs and lets the logic settle.
    fn drive(&mut self, reset: bool, inputs: Inputs);
    /// The bus outputs now.
    fn observe(&self) -> Outputs;
    /// One clock cycle.
    fn clock(&mut self);
}

/// Implements [`Slave`] for a block with the usual port names.
#[macro_export]
macro_rules! axi_lite_slave {
    ($block:ty $(, $parameter:ident)?) => {
        impl$(<const $parameter: usize>)? $crate::axi_lite::Slave for $block {
            fn drive(&mut self, reset: bool, inputs: $crate::axi_lite::Inputs) {
                self.reset.next = reset;
                self.s_axil.awvalid.next = inputs.aw.is_some();
                self.s_axil.awaddr.next = inputs.aw.unwrap_or(0xfff).into();
                self.s_axil.wvalid.next = inputs.w.is_some();
                let (data, strobes) = inputs.w.unwrap_or((!0, !0));
                self.s_axil.wdata.next = data.into();
                self.s_axil.wstrb.next = u64::from(strobes).into();
                self.s_axil.bready.next = inputs.b_ready;
                self.s_axil.arvalid.next = inputs.ar.is_some();
                self.s_axil.araddr.next = inputs.ar.unwrap_or(0xfff).into();
                self.s_axil.rready.next = inputs.r_ready;
                $crate::bench::settle(self);
            }

            fn observe(&self) -> $crate::axi_lite::Outputs {
                $crate::axi_lite::Outputs {
                    aw_ready: self.s_axil.awready.val(),
                    w_ready: self.s_axil.wready.val(),
                    b: self.s_axil.bvalid.val().then(|| self.s_axil.bresp.val().to_u64()),
                    ar_ready: self.s_axil.arready.val(),
                    r: self
                        .s_axil.rvalid
                        .val()
                        .then(|| (self.s_axil.rdata.val().to_u64(), self.s_axil.rresp.val().to_u64())),
                }
            }

            fn clock(&mut self) {
                $crate::clock_cycle!(self);
            }
        }
    };
}

/// A write with everything offered at once and taken at once; the answer code.
pub fn write<S: Slave>(slave: &mut S, address: u64, data: u64, strobes: u8) -> u64 {
    let mut inputs = Inputs { aw: Some(address), w: Some((data, strobes)), b_ready: true, ..Inputs::default() };
    for _ in 0..8 {
        slave.drive(false, inputs);
        let outputs = slave.observe();
        inputs.aw = inputs.aw.filter(|_| !outputs.aw_ready);
        inputs.w = inputs.w.filter(|_| !outputs.w_ready);
        slave.clock();
        if let Some(answer) = outputs.b {
            return answer;
        }
    }
    panic!("a write to {address:#x} is not answered");
}

/// A read; the data and the answer code.
pub fn read<S: Slave>(slave: &mut S, address: u64) -> (u64, u64) {
    let mut inputs = Inputs { ar: Some(address), r_ready: true, ..Inputs::default() };
    for _ in 0..8 {
        slave.drive(false, inputs);
        let outputs = slave.observe();
        inputs.ar = inputs.ar.filter(|_| !outputs.ar_ready);
        slave.clock();
        if let Some(answer) = outputs.r {
            return answer;
        }
    }
    panic!("a read of {address:#x} is not answered");
}

/// A master that keeps the bus's rules, with random idle cycles, random order of address and data, and random
/// back-pressure on the answers.
#[derive(Default)]
pub struct Master {
    inputs: Inputs,
    /// Taken words of the write under way.
    aw_taken: Option<u64>,
    w_taken: Option<(u64, u8)>,
    ar_taken: Option<u64>,
    /// Answers that wait, to see that they stay.
    b_waits: Option<u64>,
    r_waits: Option<(u64, u64)>,
}

/// What ended in one cycle of [`Master`].
#[derive(Debug, Default)]
pub struct Finished {
    /// Address, data, strobes, answer.
    pub write: Option<(u64, u64, u8, u64)>,
    /// Address, data, answer.
    pub read: Option<(u64, u64, u64)>,
}

impl Master {
    /// One cycle; `address` and `data` make what is offered next, rarely with partial strobes.
    pub fn cycle<S: Slave>(
        &mut self,
        slave: &mut S,
        random: &mut Pcg64,
        address: impl Fn(&mut Pcg64) -> u64,
        data: impl Fn(&mut Pcg64) -> u64,
    ) -> Finished {
        let inputs = &mut self.inputs;
        if inputs.aw.is_none() && random.random_ratio(1, 3) {
            inputs.aw = Some(address(random));
        }
        if inputs.w.is_none() && random.random_ratio(1, 3) {
            let strobes = if random.random_ratio(1, 8) { random.random() } else { 0xff };
            inputs.w = Some((data(random), strobes));
        }
        if inputs.ar.is_none() && random.random_ratio(1, 3) {
            inputs.ar = Some(address(random));
        }
        (inputs.b_ready, inputs.r_ready) = (random.random(), random.random());
        slave.drive(false, *inputs);
        let outputs = slave.observe();
        self.check_no_path_across(slave, outputs, random);
        slave.drive(false, self.inputs);

        assert!(!outputs.aw_ready || self.aw_taken.is_none(), "takes a second write address");
        assert!(!outputs.w_ready || self.w_taken.is_none(), "takes second write data");
        assert!(!outputs.ar_ready || self.ar_taken.is_none(), "takes a second read address");
        assert!(outputs.b.is_none() || (self.aw_taken.is_some() && self.w_taken.is_some()), "answers no write");
        assert!(outputs.r.is_none() || self.ar_taken.is_some(), "answers no read");
        assert!(self.b_waits.is_none() || outputs.b == self.b_waits, "a waiting write answer changed");
        assert!(self.r_waits.is_none() || outputs.r == self.r_waits, "a waiting read answer changed");
        self.b_waits = outputs.b.filter(|_| !self.inputs.b_ready);
        self.r_waits = outputs.r.filter(|_| !self.inputs.r_ready);

        let mut finished = Finished::default();
        if outputs.aw_ready && self.inputs.aw.is_some() {
            self.aw_taken = self.inputs.aw.take();
        }
        if outputs.w_ready && self.inputs.w.is_some() {
            self.w_taken = self.inputs.w.take();
        }
        if outputs.ar_ready && self.inputs.ar.is_some() {
            self.ar_taken = self.inputs.ar.take();
        }
        if let (Some(answer), true) = (outputs.b, self.inputs.b_ready)
            && let (Some(address), Some((data, strobes))) = (self.aw_taken.take(), self.w_taken.take())
        {
            finished.write = Some((address, data, strobes, answer));
        }
        if let (Some((data, answer)), true) = (outputs.r, self.inputs.r_ready)
            && let Some(address) = self.ar_taken.take()
        {
            finished.read = Some((address, data, answer));
        }
        finished
    }

    /// No bus output follows a bus input within a cycle: all of them come from registers.
    fn check_no_path_across<S: Slave>(&self, slave: &mut S, outputs: Outputs, random: &mut Pcg64) {
        let inputs = Inputs {
            aw: random.random::<bool>().then_some(8),
            w: random.random::<bool>().then_some((0, 0)),
            b_ready: !self.inputs.b_ready,
            ar: random.random::<bool>().then_some(16),
            r_ready: !self.inputs.r_ready,
        };
        slave.drive(random.random(), inputs);
        assert_eq!(slave.observe(), outputs, "a bus output follows a bus input");
    }
}

/// Drives one cycle of reset.
pub fn reset<S: Slave>(slave: &mut S) {
    slave.drive(true, Inputs::default());
    slave.clock();
    slave.drive(false, Inputs::default());
}
