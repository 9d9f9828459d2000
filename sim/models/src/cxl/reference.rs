//! The reference at the end of a CXL link.

use super::cache::Requests;
use super::endpoint::CxlMemEndpoint;
use super::target::Target;
use crate::cxl_mem::Clock;
use crate::job_time::JobTime;
use crate::power_loss::{self, Image, RecordedWrite};
use emberlane_drivers::{Transport, TransportError};
use emberlane_fabric::message::{Channel, Io, Message};
use emberlane_fabric::port::{Endpoint, EndpointError, Port};
use emberlane_fabric::time::Time;
use emberlane_reference::{Finished, ReferenceCxlMem, Write};
use emberlane_registers::REGISTER_BYTES;
use emberlane_registers::cxl_mem::{CLOCK_PERIOD_PS, MAP, PERSISTENT_BYTES};
use std::collections::VecDeque;

/// Cycles after which a model that works looks at the fabric again: what begins or ends in between does so with the next look.
const LOOK_CYCLES: u64 = 16;

/// Cycles from the one in which a line of parameters comes to the one in which its slot asks for another: it is stored, handed
/// on, and gone.
const HANDING_ON_CYCLES: u64 = 3;

/// How long jobs take.
#[derive(Debug)]
enum Timing {
    /// A lower bound, and when the job that runs ends.
    Least(Box<JobTime>, Option<Time>),
    /// The fast model.
    Model(Box<Clock>),
}

/// CXL-MEM in plain arithmetic, at the end of a link.
///
/// It says on the link what the hardware says: CXL.io accesses of 8 bytes are those of registers, CXL.mem is served as
/// the hardware serves it, vectors leave by `ItoMWr` and parameters come by `RdCurr`, 64 lines under way of each, and it
/// answers every snoop with `RspIHitI`. It does not say it at the same time. Requests are answered at once. The results of a job
/// are all there when it ends, and a flush takes what the fabric takes.
///
/// | | a job | a log of rows | a log of parameters |
/// |---|---|---|---|
/// | [`new`](Self::new) | what [`JobTime`] estimates, from when it has its inputs | no time | what the fabric takes |
/// | [`with_model`](Self::with_model) | the cycles of the RTL, by the [fast model](crate::cxl_mem) | the same, beside jobs | the later of fabric and writes |
///
/// The estimate stays, because it costs nothing and depends on nothing but the numbers of lines: who trains for the bits, or
/// cuts power ten thousand times, needs no cycles.
#[derive(Debug)]
pub struct ReferenceEndpoint {
    device: ReferenceCxlMem,
    name: String,
    bar: u64,
    persistent_bytes: u64,
    timing: Timing,
    target: Target,
    requests: Requests,
    completions: VecDeque<Io>,
}

impl ReferenceEndpoint {
    /// A device whose registers begin at the host physical address `bar`, with an estimate of time.
    ///
    /// # Panics
    /// If `device` is no whole device, which no constructor makes.
    #[must_use]
    pub fn new(mut device: ReferenceCxlMem, bar: u64, time: JobTime) -> Self {
        device.hold_jobs();
        let name = device.name();
        Self::with_timing(device, bar, name, Timing::Least(Box::new(time), None))
    }

    /// The same with the time of the fast model. Its medium is the one that the registers ask for.
    ///
    /// # Panics
    /// If `device` is no whole device, which no constructor makes.
    #[must_use]
    pub fn with_model(mut device: ReferenceCxlMem, bar: u64) -> Self {
        let clock = Clock::new(&mut device);
        let name = crate::cxl_mem::name(&device);
        Self::with_timing(device, bar, name, Timing::Model(Box::new(clock)))
    }

    fn with_timing(mut device: ReferenceCxlMem, bar: u64, name: String, timing: Timing) -> Self {
        let requests = match timing {
            Timing::Least(..) => Requests::default(),
            Timing::Model(_) => Requests::handing_on_in(Time(HANDING_ON_CYCLES * CLOCK_PERIOD_PS)),
        };
        let persistent_bytes = device.mmio_read(PERSISTENT_BYTES.offset).expect("every device says what it has");
        Self {
            name,
            device,
            bar,
            persistent_bytes,
            timing,
            target: Target::default(),
            requests,
            completions: VecDeque::new(),
        }
    }

    fn access(&mut self, message: &Message, io: Io) -> Result<(), EndpointError> {
        let (address, bytes) = match io {
            Io::MRd { address, bytes, .. } | Io::MWr { address, bytes, .. } => (address, bytes),
            Io::Cpl { .. } => return Err(EndpointError::unexpected(message, "the device has read nothing")),
        };
        let register = Some(address.wrapping_sub(self.bar))
            .filter(|offset| u64::from(bytes) == REGISTER_BYTES && *offset < MAP.bytes);
        match (io, register) {
            (Io::MRd { tag, .. }, register) => {
                let data = register.and_then(|offset| self.device.mmio_read(offset).ok());
                self.completions.push_back(Io::Cpl { tag, data });
            }
            (Io::MWr { data, .. }, Some(offset)) => {
                // A posted write to where no register is has no answer.
                let _unanswered = self.device.mmio_write(offset, data);
            }
            (Io::MWr { .. } | Io::Cpl { .. }, _) => {}
        }
        Ok(())
    }

    /// Begins or ends jobs; whether one has ended.
    fn job(&mut self, now: Time) -> bool {
        match &mut self.timing {
            Timing::Least(time, job_ends) => {
                let logs = self.device.holds_rows();
                self.device.run_rows();
                if job_ends.is_none()
                    && let Some(lines) = self.device.held_job()
                {
                    *job_ends = Some(now + Time(time.picoseconds(&lines)));
                }
                let ends = job_ends.take_if(|end| *end <= now).is_some();
                if ends {
                    self.device.run_job();
                }
                ends || logs
            }
            Timing::Model(clock) => {
                if self.requests.take_log_end() {
                    clock.parameters_ended();
                }
                clock.parameters_came(self.requests.take_arrived());
                clock.run(&mut self.device, now.0 / CLOCK_PERIOD_PS)
            }
        }
    }

    /// Whether the parameters that have come are written.
    fn is_log_written(&self) -> bool {
        match &self.timing {
            Timing::Least(..) => true,
            Timing::Model(clock) => clock.are_parameters_written(),
        }
    }
}

impl CxlMemEndpoint for ReferenceEndpoint {
    type Device = ReferenceCxlMem;

    fn name(&self) -> &str {
        &self.name
    }

    fn bar(&self) -> u64 {
        self.bar
    }

    fn persistent_bytes(&self) -> u64 {
        self.persistent_bytes
    }

    fn device(&mut self) -> &mut ReferenceCxlMem {
        &mut self.device
    }

    fn interrupt(&self) -> bool {
        self.device.interrupt()
    }

    fn finished(&self) -> Finished {
        self.device.finished()
    }

    fn cycle(&self) -> u64 {
        self.device.writes().len() as u64
    }

    fn record_writes(&mut self) {
        self.device.record_writes();
    }

    /// Each was answered when the next came: a device without time has one write under way.
    fn recorded_writes(&mut self) -> Vec<RecordedWrite> {
        let write =
            |(write, number): (&Write, u64)| RecordedWrite::part(number, Some(number + 1), write.address, &write.bytes);
        self.device.writes().iter().zip(1..).map(write).collect()
    }

    fn persistent_image(&mut self) -> Result<Image, TransportError> {
        let written = self.device.written().into_iter().filter(|range| range.end <= self.persistent_bytes);
        power_loss::image_of(&mut self.device, &written.collect::<Vec<_>>())
    }
}

impl Endpoint for ReferenceEndpoint {
    fn next_tick(&self) -> Option<Time> {
        let job = match &self.timing {
            Timing::Least(_, job_ends) => *job_ends,
            Timing::Model(clock) if clock.is_idle() => None,
            Timing::Model(clock) => Some(Time((clock.now() + LOOK_CYCLES) * CLOCK_PERIOD_PS)),
        };
        job.into_iter().chain(self.requests.next_free()).min()
    }

    fn tick(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        self.target.take(port, &mut self.device, self.persistent_bytes);
        self.requests.take(now, port, &mut self.device)?;
        while let Some(message) = port.take(Channel::IoDown) {
            let Message::IoDown(io) = message else { return Err(EndpointError::unexpected(&message, "not CXL.io")) };
            self.access(&message, io)?;
        }
        if let Some(message) = port.take(Channel::M2sBiRsp) {
            return Err(EndpointError::unexpected(&message, "the device has sent no back-invalidate snoop"));
        }
        // What ends may let the next job begin.
        loop {
            let ended = self.job(now);
            let is_log_written = self.is_log_written();
            if !(self.requests.step(port, &mut self.device, is_log_written)? | ended) {
                break;
            }
        }
        self.target.send(port)?;
        while !self.completions.is_empty() && port.can_send(Channel::IoUp) {
            port.send(Message::IoUp(self.completions.pop_front().expect("there is one")))?;
        }
        Ok(())
    }
}
