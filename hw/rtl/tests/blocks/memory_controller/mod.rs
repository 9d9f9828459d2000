//! The memory controller: it agrees with its model in every cycle, and both keep every rule.

mod parts;
mod random;
mod rules;

use crate::bench::settle;
use crate::clock_cycle;
use emberlane_models::memory_controller::{Inputs, Outputs, ReadAnswer, ReadLine, Settings, Size};
use emberlane_rtl::memory_controller::MemoryController;
use rust_hdl::prelude::*;
use std::collections::{BTreeMap, VecDeque};

/// What is written and read.
type Line = Bits<512>;

/// The controller of a device.
type Usual = MemoryController<7, 6, 64>;

/// One whose queues are often full.
type Small = MemoryController<3, 3, 8>;

/// What a memory controller of any size lets a test do.
trait Controller: Block + Default {
    const SIZE: Size;

    fn set(&mut self, settings: &Settings);
    fn drive(&mut self, inputs: &Inputs<Line>);
    fn observe(&self) -> Outputs<Line>;
    fn clock(&mut self);
    /// The same, with a reset.
    fn clock_reset(&mut self);
}

fn number<const N: usize>(bits: Bits<N>) -> u64 {
    bits.into()
}

impl<const LOG_READS: usize, const LOG_WRITES: usize, const WRITES: usize> Controller
    for MemoryController<LOG_READS, LOG_WRITES, WRITES>
{
    const SIZE: Size = Size { reads: 1 << LOG_READS, writes: WRITES };

    fn set(&mut self, settings: &Settings) {
        self.read_latency.next = u64::from(settings.read_latency).into();
        self.write_latency.next = u64::from(settings.write_latency).into();
        self.read_rate.next = u64::from(settings.read_rate).into();
        self.row_write_rate.next = u64::from(settings.row_write_rate).into();
        self.stream_write_rate.next = u64::from(settings.stream_write_rate).into();
        self.read_after_write_window.next = u64::from(settings.read_after_write_window).into();
    }

    fn drive(&mut self, inputs: &Inputs<Line>) {
        self.s_arvalid.next = inputs.s_ar.is_some();
        if let Some(read) = inputs.s_ar {
            self.s_arid.next = u64::from(read.id).into();
            self.s_araddr.next = read.address.into();
        }
        self.s_rready.next = inputs.s_rready;
        self.s_awvalid.next = inputs.s_aw.is_some();
        if let Some(write) = inputs.s_aw {
            self.s_awaddr.next = write.address.into();
            self.s_awstream.next = write.streaming;
        }
        self.s_wvalid.next = inputs.s_w.is_some();
        if let Some(line) = inputs.s_w {
            self.s_wdata.next = line;
            // Strobes that the line itself tells, so that both can be compared where they come out.
            self.s_wstrb.next = line.get_bits::<64>(0);
        }
        self.s_bready.next = inputs.s_bready;
        self.m_arready.next = inputs.m_arready;
        self.m_rvalid.next = inputs.m_r.is_some();
        if let Some(answer) = inputs.m_r {
            self.m_rdata.next = answer.line;
            self.m_rresp.next = u64::from(answer.response).into();
        }
        self.m_awready.next = inputs.m_awready;
        self.m_wready.next = inputs.m_wready;
        self.m_bvalid.next = inputs.m_b.is_some();
        if let Some(response) = inputs.m_b {
            self.m_bresp.next = u64::from(response).into();
        }
        settle(self);
    }

    fn observe(&self) -> Outputs<Line> {
        if self.m_wvalid.val() {
            assert_eq!(self.m_wstrb.val(), self.m_wdata.val().get_bits::<64>(0), "strobes pass with their line");
        }
        Outputs {
            s_arready: self.s_arready.val(),
            s_r: self.s_rvalid.val().then(|| ReadAnswer {
                id: number(self.s_rid.val()) as u16,
                line: self.s_rdata.val(),
                response: number(self.s_rresp.val()) as u8,
            }),
            s_awready: self.s_awready.val(),
            s_wready: self.s_wready.val(),
            s_b: self.s_bvalid.val().then(|| number(self.s_bresp.val()) as u8),
            m_ar: self.m_arvalid.val().then(|| number(self.m_araddr.val())),
            m_rready: self.m_rready.val(),
            m_aw: self.m_awvalid.val().then(|| number(self.m_awaddr.val())),
            m_w: self.m_wvalid.val().then(|| self.m_wdata.val()),
            m_bready: self.m_bready.val(),
        }
    }

    fn clock(&mut self) {
        clock_cycle!(self);
    }

    fn clock_reset(&mut self) {
        self.reset.next = true;
        settle(self);
        clock_cycle!(self);
        self.reset.next = false;
        settle(self);
    }
}

/// The response that the DRAM gives for an address: some lines of it are broken.
fn response_of(address: u64) -> u8 {
    match address / 64 % 11 {
        3 => 2,
        7 => 3,
        _ => 0,
    }
}

/// DRAM that takes and answers when it is told to, in order.
///
/// A read sees the writes of which address and data were taken before its address was.
#[derive(Default)]
struct Dram {
    now: u64,
    lines: BTreeMap<u64, Line>,
    /// Answers to reads, with the cycle in which their address was taken.
    reads: VecDeque<(u64, ReadLine<Line>)>,
    addresses: VecDeque<u64>,
    data: VecDeque<Line>,
    /// Responses to writes, with the cycle in which both were taken.
    responses: VecDeque<(u64, u8)>,
    /// Writes that it has made durable, whose answer was taken.
    durable: u64,
    /// Answers that are on offer, and stay so.
    read_offered: bool,
    response_offered: bool,
}

impl Dram {
    /// Offers what is `latency` cycles old and is willing to answer, or was offered before.
    fn offer(&mut self, inputs: &mut Inputs<Line>, latency: u64, read_willing: bool, write_willing: bool) {
        let old = |&(since, _): &(u64, _)| since + latency <= self.now;
        self.read_offered |= read_willing && self.reads.front().is_some_and(|read| read.0 + latency <= self.now);
        self.response_offered |= write_willing && self.responses.front().is_some_and(old);
        inputs.m_r = self.reads.front().filter(|_| self.read_offered).map(|read| read.1);
        inputs.m_b = self.responses.front().filter(|_| self.response_offered).map(|response| response.1);
    }

    /// Moves what is moved in this cycle.
    fn clock(&mut self, inputs: &Inputs<Line>, outputs: &Outputs<Line>) {
        if inputs.m_r.is_some() && outputs.m_rready {
            self.reads.pop_front();
            self.read_offered = false;
        }
        if inputs.m_b.is_some() && outputs.m_bready {
            self.responses.pop_front();
            self.response_offered = false;
            self.durable += 1;
        }
        if let Some(address) = outputs.m_ar.filter(|_| inputs.m_arready) {
            let line = self.lines.get(&address).copied().unwrap_or_default();
            self.reads.push_back((self.now, ReadLine { line, response: response_of(address) }));
        }
        self.addresses.extend(outputs.m_aw.filter(|_| inputs.m_awready));
        self.data.extend(outputs.m_w.filter(|_| inputs.m_wready));
        while !self.addresses.is_empty() && !self.data.is_empty() {
            let (address, line) = (self.addresses.pop_front().unwrap(), self.data.pop_front().unwrap());
            self.lines.insert(address, line);
            self.responses.push_back((self.now, response_of(address)));
        }
        self.now += 1;
    }
}
