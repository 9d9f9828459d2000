//! CXL.mem of the reference: the host's reads and writes of its memory, answered at once.

use emberlane_drivers::Transport;
use emberlane_fabric::message::{ALL_BYTES, Channel, Line, M2sReq, M2sRwd, Message, S2mDrs, S2mNdr, merge};
use emberlane_fabric::port::{EndpointError, Port};
use emberlane_reference::{HostWrite, ReferenceCxlMem};
use emberlane_registers::cxl::{DevLoad, M2sReqOpcode, M2sRwdOpcode, S2mDrsOpcode, S2mNdrOpcode, SnpType};
use emberlane_registers::cxl_mem::{HDM_BASE_0, HDM_BASE_1, SCRATCHPAD_BASE, SCRATCHPAD_BYTES};
use std::collections::VecDeque;

/// Serves CXL.mem as the hardware does: the same answers, without time.
#[derive(Debug, Default)]
pub struct Target {
    lines: VecDeque<S2mDrs>,
    done: VecDeque<S2mNdr>,
}

impl Target {
    /// Takes all requests.
    pub fn take(&mut self, port: &mut Port, device: &mut ReferenceCxlMem, persistent_bytes: u64) {
        let address = |device: &mut ReferenceCxlMem, address| device_address(device, address, persistent_bytes);
        while let Some(Message::M2sReq(request)) = port.take(Channel::M2sReq) {
            let line = address(device, request.address);
            self.request(device, &request, line);
        }
        while let Some(Message::M2sRwd(request)) = port.take(Channel::M2sRwd) {
            let line = address(device, request.address);
            self.write(device, &request, line);
        }
    }

    /// Sends answers as far as credits allow.
    pub fn send(&mut self, port: &mut Port) -> Result<(), EndpointError> {
        while !self.lines.is_empty() && port.can_send(Channel::S2mDrs) {
            port.send(Message::S2mDrs(self.lines.pop_front().expect("there is one")))?;
        }
        while !self.done.is_empty() && port.can_send(Channel::S2mNdr) {
            port.send(Message::S2mNdr(self.done.pop_front().expect("there is one")))?;
        }
        Ok(())
    }

    fn request(&mut self, device: &mut ReferenceCxlMem, request: &M2sReq, address: Option<u64>) {
        match request.opcode {
            M2sReqOpcode::MemRd | M2sReqOpcode::MemRdData => {
                let (opcode, data, poison) = match address {
                    Some(address) => (S2mDrsOpcode::MemData, read(device, address), device.is_poisoned(address)),
                    None => (S2mDrsOpcode::MemDataNxm, [0xff; 64], false),
                };
                device.line_read();
                self.lines.push_back(S2mDrs { opcode, tag: request.tag, poison, dev_load: DevLoad::Light, data });
                // Device bias: the host may use the line and not keep it.
                if request.snp_type != SnpType::NoOp {
                    self.complete(request.tag);
                }
            }
            M2sReqOpcode::MemInv | M2sReqOpcode::MemInvNT | M2sReqOpcode::MemClnEvct => self.complete(request.tag),
            // A hint, and answers to what the device never asks for.
            M2sReqOpcode::MemSpecRd | M2sReqOpcode::MemRdFwd | M2sReqOpcode::MemWrFwd => {}
        }
    }

    fn write(&mut self, device: &mut ReferenceCxlMem, request: &M2sRwd, address: Option<u64>) {
        let enabled = match request.opcode {
            M2sRwdOpcode::MemWr => ALL_BYTES,
            M2sRwdOpcode::MemWrPtl => request.byte_enable,
            M2sRwdOpcode::BiConflict => return,
        };
        if let Some(address) = address {
            let mut line = read(device, address);
            merge(&mut line, &request.data, enabled);
            device.memory_write(address, &line).expect("decoders lead to memory");
            let write = match (request.poison, enabled) {
                (true, _) => HostWrite::Poison,
                (false, ALL_BYTES) => HostWrite::Whole,
                (false, _) => HostWrite::Part,
            };
            device.line_written(address, write);
        }
        self.complete(request.tag);
    }

    fn complete(&mut self, tag: u16) {
        self.done.push_back(S2mNdr { opcode: S2mNdrOpcode::Cmp, tag, dev_load: DevLoad::Light });
    }
}

fn read(device: &mut ReferenceCxlMem, address: u64) -> Line {
    let mut line = [0; 64];
    device.memory_read(address, &mut line).expect("decoders lead to memory");
    line
}

/// The DPA that a committed decoder has for a host physical address; no two have one.
fn device_address(device: &mut ReferenceCxlMem, address: u64, persistent_bytes: u64) -> Option<u64> {
    let decoders = [(&HDM_BASE_1, SCRATCHPAD_BASE, SCRATCHPAD_BYTES), (&HDM_BASE_0, 0, persistent_bytes)];
    decoders.into_iter().find_map(|(register, start, bytes)| {
        let base = device.mmio_read(register.offset).expect("the device has its decoders");
        // A base is a multiple of the size; bits below it do not count.
        let offset = address.wrapping_sub(base & !(bytes.next_power_of_two() - 1));
        (base & 1 == 1 && offset < bytes).then(|| start + offset)
    })
}
