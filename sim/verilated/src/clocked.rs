//! What the devices here have in common: a clock that runs only inside a method that needs it, and registers on AXI4-Lite.

use std::time::{Duration, Instant};

use emberlane_drivers::TransportError;
use emberlane_registers::RegisterMap;

use crate::axi::{AxiLiteMaster, LiteAnswer, Response};

/// Cycles within which a device must answer an MMIO access.
const MMIO_LIMIT: u64 = 100_000;

/// The state of a device's clock.
pub(crate) struct Clockwork {
    /// Name of the device, as errors give it.
    pub(crate) name: String,
    map: &'static RegisterMap,
    /// The rule that was broken; remains the answer to every later access.
    broken: Option<String>,
    /// Time that this machine took so far.
    pub(crate) host_time: Duration,
}

impl Clockwork {
    pub(crate) fn new(name: String, map: &'static RegisterMap) -> Self {
        Self { name, map, broken: None, host_time: Duration::ZERO }
    }

    /// # Errors
    /// [`TransportError::Protocol`] if a rule was broken.
    pub(crate) fn intact(&self) -> Result<(), TransportError> {
        match &self.broken {
            Some(message) => Err(self.protocol(message.clone())),
            None => Ok(()),
        }
    }

    pub(crate) fn protocol(&self, message: String) -> TransportError {
        TransportError::Protocol { device: self.name.clone(), message }
    }

    pub(crate) fn no_memory(&self, address: u64, length: u64) -> TransportError {
        TransportError::NoMemory { device: self.name.clone(), address, length }
    }

    fn no_register(&self, offset: u64) -> TransportError {
        TransportError::NoRegister { device: self.name.clone(), offset, limit: self.map.bytes }
    }

    fn check_register(&self, offset: u64) -> Result<(), TransportError> {
        if self.map.has_place(offset) { Ok(()) } else { Err(self.no_register(offset)) }
    }
}

/// A device with a clock and registers.
pub(crate) trait Clocked {
    fn clockwork(&self) -> &Clockwork;
    fn clockwork_mut(&mut self) -> &mut Clockwork;
    fn master(&mut self) -> &mut AxiLiteMaster;

    /// One clock cycle; the answer to an access to a register, if it came.
    ///
    /// # Errors
    /// A rule that was broken.
    fn tick(&mut self) -> Result<Option<LiteAnswer>, String>;

    /// Runs until `done` says so, for at most `cycles` cycles.
    fn until<T>(
        &mut self,
        cycles: u64,
        done: impl Fn(&Self, Option<LiteAnswer>) -> Option<T>,
    ) -> Result<Option<T>, TransportError> {
        self.clockwork().intact()?;
        let start = Instant::now();
        let mut result = Ok(None);
        for _ in 0..cycles {
            match self.tick() {
                Ok(answer) => {
                    let end = done(self, answer);
                    if end.is_some() {
                        result = Ok(end);
                        break;
                    }
                }
                Err(message) => {
                    self.clockwork_mut().broken = Some(message);
                    result = self.clockwork().intact().map(|()| None);
                    break;
                }
            }
        }
        self.clockwork_mut().host_time += start.elapsed();
        result
    }

    fn read_register(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.clockwork().check_register(offset)?;
        self.master().start_read(offset);
        self.register_answer(offset, "read")
    }

    fn write_register(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.clockwork().check_register(offset)?;
        self.master().start_write(offset, value);
        self.register_answer(offset, "write").map(|_| ())
    }

    fn register_answer(&mut self, offset: u64, access: &str) -> Result<u64, TransportError> {
        match self.until(MMIO_LIMIT, |_, answer| answer)? {
            Some(LiteAnswer { data, response: Response::Okay }) => Ok(data),
            Some(LiteAnswer { response: Response::SlaveError | Response::DecodeError, .. }) => {
                Err(self.clockwork().no_register(offset))
            }
            Some(LiteAnswer { response: Response::ExclusiveOkay, .. }) => Err(self.clockwork().protocol(format!(
                "the {access} of register {offset:#x} was answered EXOKAY, which AXI4-Lite has not"
            ))),
            None => {
                // An answer that comes later would be taken for that of another access.
                self.clockwork_mut().broken =
                    Some(format!("the {access} of register {offset:#x} was not answered in {MMIO_LIMIT} cycles"));
                self.clockwork().intact().map(|()| 0)
            }
        }
    }

    /// Waits until `interrupt` says that the interrupt line is high.
    fn wait_for(&mut self, cycles: u64, interrupt: impl Fn(&Self) -> bool) -> Result<(), TransportError> {
        let waited = self.until(cycles, |device, _| interrupt(device).then_some(()))?;
        waited.ok_or_else(|| TransportError::Timeout { device: self.clockwork().name.clone(), cycles })
    }
}
