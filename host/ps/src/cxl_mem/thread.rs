//! A device on a thread of its own.

use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use emberlane_drivers::{Transport, TransportError};

use super::device::ShardDevice;

/// What the thread does with its device.
type Call = Box<dyn FnOnce(&mut dyn ShardDevice) + Send>;

/// A device on a thread of its own: a simulation in a fabric, or of RTL, stays where it was made, and a shard is shared by threads.
#[derive(Debug)]
pub struct OnThread {
    calls: Option<Sender<Call>>,
    thread: Option<JoinHandle<()>>,
}

impl OnThread {
    /// Makes a device on a new thread.
    ///
    /// # Errors
    /// Those of `make`.
    ///
    /// # Panics
    /// If `make` does, or there are no threads left.
    pub fn start<D: ShardDevice, E: Send + 'static>(
        make: impl FnOnce() -> Result<D, E> + Send + 'static,
    ) -> Result<Self, E> {
        let (calls, called) = channel::<Call>();
        let (says, made) = channel();
        let thread = std::thread::spawn(move || {
            let mut device = match make() {
                Ok(device) => device,
                Err(error) => return drop(says.send(Err(error))),
            };
            let _ = says.send(Ok(()));
            called.iter().for_each(|call| call(&mut device));
        });
        made.recv().expect("the thread says what has become of the device")?;
        Ok(Self { calls: Some(calls), thread: Some(thread) })
    }

    fn call<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut dyn ShardDevice) -> Result<T, TransportError> + Send + 'static,
    ) -> Result<T, TransportError> {
        let gone = || TransportError::Protocol {
            device: "cxl-mem".to_owned(),
            message: "its simulation has ended, as it says above".to_owned(),
        };
        let (answers, answer) = channel();
        let call: Call = Box::new(move |device| drop(answers.send(act(device))));
        self.calls.as_ref().ok_or_else(gone)?.send(call).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }
}

impl Drop for OnThread {
    /// What the device holds, as a file, is free when this returns.
    fn drop(&mut self) {
        self.calls = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Transport for OnThread {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.call(move |device| device.mmio_read(offset))
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.call(move |device| device.mmio_write(offset, value))
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        let mut read = vec![0; bytes.len()];
        bytes.copy_from_slice(&self.call(move |device| device.memory_read(address, &mut read).map(|()| read))?);
        Ok(())
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        let written = bytes.to_vec();
        self.call(move |device| device.memory_write(address, &written))
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.call(move |device| device.wait_interrupt(cycles))
    }

    fn time(&self) -> u64 {
        self.call(|device| Ok(device.time())).unwrap_or(0)
    }
}

impl ShardDevice for OnThread {
    fn give_parameters(&mut self) -> Result<(), TransportError> {
        self.call(|device| device.give_parameters())
    }
}
