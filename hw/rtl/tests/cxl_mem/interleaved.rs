//! Interleaved memory behind the ports of a reader.

use crate::lines::{Line, Rate, number, to_bits};
use emberlane_registers::cxl_mem as map;
use rand_pcg::Pcg64;
use rust_hdl::prelude::*;
use std::collections::VecDeque;

/// Memory on as many ports as it has queues: each answers in order, when it likes.
pub struct Interleaved {
    /// Addresses that are not answered.
    waiting: Vec<VecDeque<u64>>,
    /// A request that was not taken, and must stay.
    stays: Vec<Option<u64>>,
    takes: Rate,
    answers: Rate,
}

/// What a port answers for an address there: words made of both, and with an error for one line in sixteen.
fn content(port: u64, address: u64) -> (Line, bool) {
    let line: Line = std::array::from_fn(|lane| {
        let mixed = (address + 4 * lane as u64 + (port << 48) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).wrapping_shr(32) as u32
    });
    (line, line[0].is_multiple_of(16))
}

/// The port of a device address, and the address there.
fn place(address: u64, ports: usize) -> (u64, u64) {
    map::interleave(address % map::SCRATCHPAD_BASE, ports as u64)
}

impl Interleaved {
    /// Memory that takes requests and answers them at these rates.
    pub fn new(ports: usize, takes: Rate, answers: Rate) -> Self {
        Self { waiting: vec![VecDeque::new(); ports], stays: vec![None; ports], takes, answers }
    }

    /// The line at a device address, and whether memory answers it with an error.
    pub fn line(&self, address: u64) -> (Line, bool) {
        let (port, address) = place(address, self.waiting.len());
        content(port, address)
    }

    /// Drives the reader's inputs for this cycle.
    pub fn drive(
        &mut self,
        request_ready: &mut [Signal<In, Bit>],
        answer_valid: &mut [Signal<In, Bit>],
        answer: &mut [Signal<In, Bits<513>>],
        random: &mut Pcg64,
    ) {
        for port in 0..self.waiting.len() {
            request_ready[port].next = self.takes.draw(random);
            let answered = if self.answers.draw(random) { self.waiting[port].pop_front() } else { None };
            answer_valid[port].next = answered.is_some();
            if let Some(address) = answered {
                let (line, error) = content(port as u64, address);
                answer[port].next = bit_cast::<513, 512>(to_bits(&line)).replace_bit(512, error);
            }
        }
    }

    /// Takes the settled requests of this cycle.
    pub fn sample(
        &mut self,
        request_address: &[Signal<Out, Bits<64>>],
        request_valid: &[Signal<Out, Bit>],
        request_ready: &[Signal<In, Bit>],
    ) {
        for (port, waiting) in self.waiting.iter_mut().enumerate() {
            let offered = request_valid[port].val().then(|| number(request_address[port].val()));
            if let Some(stays) = self.stays[port] {
                assert_eq!(offered, Some(stays), "a request stays until it is taken");
            }
            self.stays[port] = offered.filter(|_| !request_ready[port].val());
            if request_ready[port].val() {
                waiting.extend(offered);
            }
        }
    }
}
