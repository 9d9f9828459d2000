//! The fabric: host, links and devices, and the time that they share.

use crate::checker::Checker;
use crate::device::{Device, NEVER};
pub use crate::error::FabricError;
use crate::hdm::{Coherence, Region, Target};
use crate::home::{Completion, HomeAgent, HomeConfig, Initiator, Interrupt, OperationId};
use crate::link::{Lane, LinkConfig};
use crate::memory::{Chunks, Memory};
use crate::message::{Channel, Direction, Line};
use crate::port::{Endpoint, Port};
use crate::time::Time;
use crate::trace::{Statistics, TRACE_HEADER, trace_line};
use crate::watch::{Watch, watch_arrival};
pub use crate::watch::{WatchId, Watched};
use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::marker::PhantomData;
use std::ops::Range;

/// A fabric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FabricConfig {
    /// The host.
    pub home: HomeConfig,
    /// Whether the checker watches every message.
    pub checker: bool,
    /// How long devices may tick without a message before the fabric counts as stuck. Scheduled actions are waited for.
    pub patience: Time,
}

impl Default for FabricConfig {
    fn default() -> Self {
        Self { home: HomeConfig::default(), checker: true, patience: Time::us(100_000) }
    }
}

/// A device of a fabric, by its type.
pub struct Handle<E> {
    index: usize,
    endpoint: PhantomData<fn() -> E>,
}

impl<E> Handle<E> {
    /// Its number: the order in which devices were added.
    pub fn index(self) -> usize {
        self.index
    }
}

impl<E> Clone for Handle<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Handle<E> {}

impl<E> fmt::Debug for Handle<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handle({})", self.index)
    }
}

type Action = Box<dyn FnOnce(&mut Fabric) -> Result<(), FabricError>>;

/// Host, links and devices.
pub struct Fabric {
    now: Time,
    home: HomeAgent,
    home_ports: Vec<Port>,
    home_tick: Option<Time>,
    home_due: bool,
    devices: Vec<Device>,
    names: Vec<String>,
    checker: Option<Checker>,
    statistics: Statistics,
    trace: Option<Box<dyn Write>>,
    watches: Vec<Watch>,
    next_watch: u64,
    patience: Time,
    /// When the last message was sent or came.
    last_message: Time,
    /// What is to be done, by time and number.
    actions: BTreeMap<(Time, u64), Action>,
    next_action: u64,
    #[cfg(test)]
    pub(crate) faults: crate::tests::Faults,
}

impl fmt::Debug for Fabric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fabric").field("now", &self.now).field("devices", &self.names).finish_non_exhaustive()
    }
}

impl Fabric {
    /// A host without devices and without mapped memory.
    ///
    /// # Panics
    /// If `home.transactions` is not 1 to 3584.
    pub fn new(config: FabricConfig) -> Self {
        Self {
            now: Time::ZERO,
            home: HomeAgent::new(config.home),
            home_ports: Vec::new(),
            home_tick: None,
            home_due: false,
            devices: Vec::new(),
            names: Vec::new(),
            checker: config.checker.then(Checker::default),
            statistics: Statistics::default(),
            trace: None,
            watches: Vec::new(),
            next_watch: 0,
            patience: config.patience,
            last_message: Time::ZERO,
            actions: BTreeMap::new(),
            next_action: 0,
            #[cfg(test)]
            faults: Default::default(),
        }
    }

    /// Adds a device behind a link of its own. A host has at most 31.
    ///
    /// # Panics
    /// If there are 31, or a channel of the link has no credit.
    pub fn add<E: Endpoint + 'static>(&mut self, name: &str, endpoint: E, link: &LinkConfig) -> Handle<E> {
        assert!(link.credits.iter().all(|&credits| credits > 0), "{name}: every channel needs a credit");
        let index = self.devices.len();
        self.home.add_port();
        self.home_ports.push(Port::new(Direction::Downstream, link.credits));
        self.devices.push(Device {
            endpoint: Box::new(endpoint),
            port: Port::new(Direction::Upstream, link.credits),
            lanes: Direction::ALL.map(|direction| Lane::new(link, direction)),
            on_link: Default::default(),
            credits: Default::default(),
            one_way: link.one_way(),
            next_tick: None,
            due: true,
        });
        self.names.push(name.into());
        self.statistics.add_link();
        if let Some(checker) = &mut self.checker {
            checker.add_link(link.credits);
        }
        Handle { index, endpoint: PhantomData }
    }

    /// Gives addresses to host memory, a device's memory or a device's registers.
    ///
    /// # Errors
    /// [`FabricError::Map`] if the region is odd or overlaps another.
    pub fn map(&mut self, base: u64, size: u64, target: Target) -> Result<(), FabricError> {
        Ok(self.home.map_mut().add(Region { base, size, target })?)
    }

    /// Simulated time.
    pub fn now(&self) -> Time {
        self.now
    }

    /// A device.
    pub fn device<E: 'static>(&self, handle: Handle<E>) -> &E {
        self.devices[handle.index].endpoint.any().downcast_ref().expect("the handle is of this fabric")
    }

    /// A device, to act on; it ticks at the present time afterwards.
    pub fn device_mut<E: 'static>(&mut self, handle: Handle<E>) -> &mut E {
        self.devices[handle.index].due = true;
        self.devices[handle.index].endpoint.any_mut().downcast_mut().expect("the handle is of this fabric")
    }

    /// Host memory, by host physical address, without time and past all caches.
    pub fn host_memory(&self) -> &Memory {
        self.home.memory()
    }

    /// Host memory, by host physical address, without time and past all caches.
    pub fn host_memory_mut(&mut self) -> &mut Memory {
        self.home.memory_mut()
    }

    /// Lines in the CPU's cache: address and data.
    pub fn cpu_cache(&self) -> impl Iterator<Item = (u64, Line)> + '_ {
        self.home.cached_lines()
    }

    /// Names of the devices, by their numbers.
    pub fn device_names(&self) -> &[String] {
        &self.names
    }

    /// Counters and latencies.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Counts from zero.
    pub fn clear_statistics(&mut self) {
        self.statistics = Statistics::default();
        self.names.iter().for_each(|_| self.statistics.add_link());
    }

    /// Writes a line for every message from now on, and [`TRACE_HEADER`] first.
    ///
    /// # Errors
    /// [`FabricError::Trace`] if the header cannot be written.
    pub fn trace(&mut self, mut to: Box<dyn Write>) -> Result<(), FabricError> {
        writeln!(to, "{TRACE_HEADER}")?;
        self.trace = Some(to);
        Ok(())
    }

    /// Ends the trace.
    ///
    /// # Errors
    /// [`FabricError::Trace`] if the last of it cannot be written.
    pub fn end_trace(&mut self) -> Result<(), FabricError> {
        match self.trace.take() {
            Some(mut trace) => Ok(trace.flush()?),
            None => Ok(()),
        }
    }

    /// Counts the messages of a channel of a device's link to a range of addresses, until [`unwatch`](Self::unwatch).
    pub fn watch(&mut self, device: usize, channel: Channel, addresses: Range<u64>) -> WatchId {
        let id = WatchId(self.next_watch);
        self.next_watch += 1;
        let mut watch = Watch { id, device, channel, addresses, watched: Watched::default() };
        let receiver = match channel.direction() {
            Direction::Upstream => &self.home_ports[device],
            Direction::Downstream => &self.devices[device].port,
        };
        watch.watched.sent = receiver.expected(channel).filter(|message| watch.is_of(device, message)).count() as u64;
        self.watches.push(watch);
        id
    }

    /// What a watch has counted.
    ///
    /// # Panics
    /// If it has ended.
    pub fn watched(&self, id: WatchId) -> Watched {
        self.watches.iter().find(|watch| watch.id == id).expect("the watch has not ended").watched
    }

    /// Ends a watch.
    pub fn unwatch(&mut self, id: WatchId) {
        self.watches.retain(|watch| watch.id != id);
    }

    /// Does something at a time; at the present time if that has passed.
    pub fn at(&mut self, time: Time, action: impl FnOnce(&mut Self) -> Result<(), FabricError> + 'static) {
        self.actions.insert((time.max(self.now), self.next_action), Box::new(action));
        self.next_action += 1;
    }

    /// Loads the line at an address.
    pub fn post_load(&mut self, address: u64) -> OperationId {
        self.home_due = true;
        self.home.post(self.now, address, None)
    }

    /// Stores the enabled bytes of the line at an address; bit i of `byte_enable` is byte i.
    pub fn post_store(&mut self, address: u64, data: Line, byte_enable: u64) -> OperationId {
        self.home_due = true;
        self.home.post(self.now, address, Some((data, byte_enable)))
    }

    /// Reads 1 to 8 bytes of a device's registers.
    ///
    /// # Panics
    /// If there are not 1 to 8 bytes, or they cross a multiple of 8.
    pub fn post_mmio_read(&mut self, address: u64, bytes: u8) -> OperationId {
        self.home_due = true;
        self.home.post_mmio(self.now, address, bytes, None)
    }

    /// Writes 1 to 8 bytes of a device's registers, little endian. Done once it is sent.
    ///
    /// # Panics
    /// As [`post_mmio_read`](Self::post_mmio_read).
    pub fn post_mmio_write(&mut self, address: u64, bytes: u8, data: u64) -> OperationId {
        self.home_due = true;
        self.home.post_mmio(self.now, address, bytes, Some(data))
    }

    /// Whether an operation is done and not yet taken.
    pub fn is_done(&self, operation: OperationId) -> bool {
        self.home.is_done(operation)
    }

    /// What an operation has brought, once it is done.
    pub fn take(&mut self, operation: OperationId) -> Option<Completion> {
        self.home.take(operation)
    }

    /// The next write of a device to the host by CXL.io.
    pub fn take_interrupt(&mut self) -> Option<Interrupt> {
        self.home.take_interrupt()
    }

    /// Runs until an operation is done.
    ///
    /// # Errors
    /// [`FabricError::Access`] if nothing has the address or the data are poisoned; others as
    /// [`run_until`](Self::run_until).
    pub fn wait(&mut self, operation: OperationId, address: u64) -> Result<Completion, FabricError> {
        self.run_until(|fabric| fabric.is_done(operation))?;
        self.take_good(operation, address)
    }

    /// What an operation has brought that is done, and was good.
    ///
    /// # Errors
    /// [`FabricError::Access`].
    ///
    /// # Panics
    /// If it is not done, or was taken.
    pub fn take_good(&mut self, operation: OperationId, address: u64) -> Result<Completion, FabricError> {
        let completion = self.take(operation).expect("it is done, and was not taken");
        if completion.failed || completion.poison {
            return Err(FabricError::Access { address, poison: completion.poison });
        }
        Ok(completion)
    }

    /// Loads bytes, line after line in flight together, and waits for them.
    ///
    /// # Errors
    /// As [`wait`](Self::wait).
    pub fn load(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), FabricError> {
        let chunks: Vec<_> = Chunks::new(address, bytes.len() as u64).collect();
        let operations: Vec<_> = chunks.iter().map(|chunk| self.post_load(chunk.line)).collect();
        let mut at = 0;
        for (chunk, operation) in chunks.iter().zip(operations) {
            let line = self.wait(operation, chunk.line)?.data;
            bytes[at..at + chunk.length].copy_from_slice(&line[chunk.start..chunk.start + chunk.length]);
            at += chunk.length;
        }
        Ok(())
    }

    /// Stores bytes, line after line in flight together, and waits for them.
    ///
    /// # Errors
    /// As [`wait`](Self::wait).
    pub fn store(&mut self, address: u64, bytes: &[u8]) -> Result<(), FabricError> {
        let stores = self.post_stores(address, bytes);
        stores.into_iter().try_for_each(|(line, operation)| self.wait(operation, line).map(drop))
    }

    /// Stores bytes, line after line; says the address of each line.
    pub fn post_stores(&mut self, address: u64, bytes: &[u8]) -> Vec<(u64, OperationId)> {
        let mut at = 0;
        let mut operations = Vec::new();
        for chunk in Chunks::new(address, bytes.len() as u64) {
            let mut line = [0; 64];
            line[chunk.start..chunk.start + chunk.length].copy_from_slice(&bytes[at..at + chunk.length]);
            at += chunk.length;
            operations.push((chunk.line, self.post_store(chunk.line, line, chunk.byte_enable())));
        }
        operations
    }

    /// Reads 1 to 8 bytes of a device's registers and waits for them.
    ///
    /// # Errors
    /// As [`wait`](Self::wait).
    pub fn mmio_read(&mut self, address: u64, bytes: u8) -> Result<u64, FabricError> {
        let operation = self.post_mmio_read(address, bytes);
        let line = self.wait(operation, address)?.data;
        Ok(u64::from_le_bytes(line[..8].try_into().expect("eight bytes")))
    }

    /// Writes 1 to 8 bytes of a device's registers and waits until they are sent.
    ///
    /// # Errors
    /// As [`wait`](Self::wait).
    pub fn mmio_write(&mut self, address: u64, bytes: u8, data: u64) -> Result<(), FabricError> {
        let operation = self.post_mmio_write(address, bytes, data);
        self.wait(operation, address).map(drop)
    }

    /// Runs until a condition holds, which is asked before and after all that happens at a time.
    ///
    /// # Errors
    /// [`FabricError::Stuck`] if nothing is left to happen before, or no message has moved for `patience`; others if the
    /// protocol breaks.
    pub fn run_until(&mut self, mut condition: impl FnMut(&Self) -> bool) -> Result<(), FabricError> {
        while !condition(self) {
            if !self.step(Time(u64::MAX))? || self.is_out_of_patience() {
                return Err(self.stuck());
            }
        }
        Ok(())
    }

    /// Runs until a condition holds, as [`run_until`](Self::run_until), but no longer than to the end of all that happens
    /// at `end`; says whether it holds.
    ///
    /// # Errors
    /// If the protocol breaks.
    pub fn run_until_or(&mut self, end: Time, mut condition: impl FnMut(&Self) -> bool) -> Result<bool, FabricError> {
        while !condition(self) {
            if !self.step(end)? {
                self.now = self.now.max(end);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Runs for a span of simulated time.
    ///
    /// # Errors
    /// If the protocol breaks.
    pub fn run_for(&mut self, span: Time) -> Result<(), FabricError> {
        let end = self.now + span;
        while self.step(end)? {}
        self.now = end;
        Ok(())
    }

    /// Runs until nothing is left to happen, and checks that every request is answered.
    ///
    /// # Errors
    /// [`FabricError::Stuck`] if one is not, or if a device ticks on without a message; others if the protocol breaks.
    pub fn run_to_end(&mut self) -> Result<(), FabricError> {
        while self.step(Time(u64::MAX))? {
            if self.is_out_of_patience() {
                return Err(self.stuck());
            }
        }
        if self.waits().is_empty() { Ok(()) } else { Err(self.stuck()) }
    }

    /// What waits for what.
    pub fn waits(&self) -> Vec<String> {
        let mut waits = self.home.waits(&self.names);
        for (name, device) in self.names.iter().zip(&self.devices) {
            waits.extend(device.port.untaken().map(|message| format!("{name}: does not take {message}")));
            let starved = device.port.starved();
            waits.extend(starved.map(|channel| format!("{name}: waits for a credit of {channel}")));
        }
        for (name, port) in self.names.iter().zip(&self.home_ports) {
            waits.extend(port.untaken().map(|message| format!("host: does not take {message} of {name}")));
        }
        if let Some(checker) = &self.checker {
            waits.extend(checker.unanswered().into_iter().map(|request| format!("not answered: {request}")));
            waits.extend(checker.untaken().map(|(link, channel, count)| {
                format!("{}: {count} messages of {channel} were sent and not taken", self.names[link])
            }));
        }
        waits
    }

    /// Devices tick, but no message has moved for long and nothing is scheduled.
    fn is_out_of_patience(&self) -> bool {
        self.actions.is_empty() && self.now.0 - self.last_message.0 > self.patience.0
    }

    fn stuck(&self) -> FabricError {
        let mut waits = self.waits();
        if waits.is_empty() {
            waits.push("nothing waits for an answer; what the caller waits for does not come".into());
        }
        FabricError::Stuck { time: self.now, waits }
    }

    /// When something happens next.
    fn next_time(&self) -> Time {
        let host = if self.home_due { self.now } else { self.home_tick.unwrap_or(NEVER) };
        let action = self.actions.first_key_value().map_or(NEVER, |((time, _), _)| *time);
        let ends = self.devices.iter().zip(&self.home_ports);
        let next = ends.fold(host.min(action), |next, (device, home)| next.min(device.next(self.now, home)));
        if next < NEVER { next } else { self.devices.iter().fold(NEVER, |next, device| next.min(device.next_credit())) }
    }

    /// Does all that happens at the next time, if that is not after `end`: what arrives, then what is to be done, then the devices and the host
    /// tick.
    fn step(&mut self, end: Time) -> Result<bool, FabricError> {
        let next = self.next_time();
        if next > end || next == NEVER {
            return Ok(false);
        }
        self.now = next;
        for device in 0..self.devices.len() {
            self.arrive(device);
        }
        if self.home_tick == Some(self.now) {
            (self.home_tick, self.home_due) = (None, true);
        }
        while let Some(entry) = self.actions.first_entry().filter(|entry| entry.key().0 <= next) {
            entry.remove()(self)?;
            self.last_message = self.now;
        }
        for device in 0..self.devices.len() {
            if self.devices[device].due {
                self.tick_device(device)?;
            }
        }
        if self.home_due {
            self.tick_host()?;
        }
        Ok(true)
    }

    /// Messages and credits arrive at both ends of a device's link.
    fn arrive(&mut self, index: usize) {
        let (device, home) = (&mut self.devices[index], &mut self.home_ports[index]);
        while let Some(channel) = device.on_link[Direction::Downstream as usize].take(self.now) {
            watch_arrival(&mut self.watches, index, &device.port, channel);
            device.port.arrives(channel);
            (device.due, self.last_message) = (true, self.now);
        }
        while let Some(channel) = device.on_link[Direction::Upstream as usize].take(self.now) {
            watch_arrival(&mut self.watches, index, home, channel);
            home.arrives(channel);
            (self.home_due, self.last_message) = (true, self.now);
        }
        let mut returned = |channel| {
            if let Some(checker) = &mut self.checker {
                checker.credit(index, channel);
            }
        };
        while let Some(channel) = device.credits[Direction::Downstream as usize].take(self.now) {
            returned(channel);
            self.home_due |= home.return_credit(channel);
        }
        while let Some(channel) = device.credits[Direction::Upstream as usize].take(self.now) {
            returned(channel);
            device.due |= device.port.return_credit(channel);
        }
        if device.next_tick == Some(self.now) {
            (device.next_tick, device.due) = (None, true);
        }
    }

    fn tick_device(&mut self, index: usize) -> Result<(), FabricError> {
        let device = &mut self.devices[index];
        device.due = false;
        let error = |error| FabricError::Endpoint { device: self.names[index].clone(), error };
        device.endpoint.tick(self.now, &mut device.port).map_err(error)?;
        if let Some(time) = device.endpoint.next_tick() {
            if time <= self.now {
                return Err(FabricError::PastTick { device: self.names[index].clone(), now: self.now, asked: time });
            }
            if device.next_tick.is_none_or(|next| time < next) {
                device.next_tick = Some(time);
            }
        }
        self.exchange(index, Direction::Upstream)
    }

    fn tick_host(&mut self) -> Result<(), FabricError> {
        self.home_due = false;
        self.home.tick(self.now, &mut self.home_ports)?;
        for (name, latency) in self.home.finished.drain(..) {
            self.statistics.completed(name, latency);
        }
        for (line, state) in self.home.cpu_changes.drain(..) {
            if let Some(checker) = &mut self.checker {
                checker.cpu(self.now, line, state)?;
            }
        }
        if let Some(time) = self.home.next_tick()
            && self.home_tick.is_none_or(|next| time < next)
        {
            self.home_tick = Some(time);
        }
        (0..self.devices.len()).try_for_each(|device| self.exchange(device, Direction::Downstream))
    }

    /// Puts on the link what an end has sent, and returns the credits of what it has taken.
    fn exchange(&mut self, index: usize, sends: Direction) -> Result<(), FabricError> {
        let device = &mut self.devices[index];
        let (port, receiver) = match sends {
            Direction::Upstream => (&mut device.port, &mut self.home_ports[index]),
            Direction::Downstream => (&mut self.home_ports[index], &mut device.port),
        };
        for channel in port.drain_taken() {
            device.credits[channel.direction() as usize].push(self.now + device.one_way, channel);
        }
        #[cfg(test)]
        let sent = self.faults.apply(port.drain_sent().collect());
        #[cfg(not(test))]
        let sent = port.drain_sent();
        #[cfg(test)]
        if let Some(channel) = self.faults.spare_credit(index, sends) {
            port.return_credit(channel);
        }
        for message in sent {
            let arrival = device.lanes[sends as usize].arrival(self.now, &message);
            self.statistics.sent(index, &message);
            for watch in self.watches.iter_mut().filter(|watch| watch.is_of(index, &message)) {
                watch.watched.sent += 1;
            }
            if let Some(trace) = &mut self.trace {
                let (from, to) = match sends {
                    Direction::Upstream => (&*self.names[index], "host"),
                    Direction::Downstream => ("host", &*self.names[index]),
                };
                let initiator = match sends {
                    Direction::Upstream => Initiator::Unsaid,
                    Direction::Downstream => self.home.initiator(index, &message),
                };
                let initiator = match initiator {
                    Initiator::Cpu => "cpu",
                    Initiator::Device(device) => &*self.names[device],
                    Initiator::Unsaid => "-",
                };
                let line = trace_line(&message, self.now, from, to, arrival - self.now, initiator);
                trace.write_all(line.as_bytes())?;
            }
            if let Some(checker) = &mut self.checker {
                let region = message.address().and_then(|address| self.home.map().find(address));
                let tracked = region.is_some_and(|region| match region.target {
                    Target::Hdm { coherence, .. } => coherence != Coherence::HostOnly,
                    _ => false,
                });
                if let Some(completed) = checker.sent(self.now, arrival, index, &message, tracked)? {
                    self.statistics.completed(completed.opcode, completed.latency);
                }
            }
            self.last_message = self.now;
            #[cfg(test)]
            if self.faults.loses(&message) {
                continue;
            }
            device.on_link[sends as usize].push(arrival, message.channel());
            receiver.expect(message);
        }
        Ok(())
    }
}
