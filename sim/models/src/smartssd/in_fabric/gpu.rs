//! A GPU that loads lines of others into a coherent cache, and has memory of its own.

use std::collections::HashMap;

use emberlane_fabric::cache::{Access, CacheShape, DeviceCache, DeviceCacheConfig, Done};
use emberlane_fabric::expander::{HdmConfig, MemoryServer};
use emberlane_fabric::hdm::Coherence;
use emberlane_fabric::memory::{Memory, MemoryConfig};
use emberlane_fabric::message::Channel;
use emberlane_fabric::port::{Endpoint, EndpointError, Port};
use emberlane_fabric::time::Time;

use super::addresses::{GPU_BYTES, GPU_HPA};

/// Assumption: 4 MiB of cache for lines of others, in sets of 16: as much as a batch of 16K leaves for a table of 64 elements. Who keeps
/// more is snooped more, until every line of the TX buffers is.
const CACHE: DeviceCacheConfig = DeviceCacheConfig { shape: CacheShape { sets: 4096, ways: 16 }, requests: 256 };

/// A GPU: memory for gradients, which SmartSSDs read, and a cache for the outputs that it reads.
#[derive(Debug)]
pub struct CachingGpu {
    server: MemoryServer,
    cache: DeviceCache,
    /// Loads that are done, and not taken.
    done: HashMap<u64, Done>,
}

impl Default for CachingGpu {
    fn default() -> Self {
        let (base, coherence) = (GPU_HPA, Coherence::Device);
        // Its memory is faster than any link.
        let memory = MemoryConfig::ideal(GPU_BYTES);
        let server = MemoryServer::new(HdmConfig { base, coherence, memory });
        Self { server, cache: DeviceCache::new(CACHE), done: HashMap::new() }
    }
}

impl CachingGpu {
    /// Its memory, by device address.
    pub fn memory(&self) -> &Memory {
        self.server.memory()
    }

    /// Its memory, by device address.
    pub fn memory_mut(&mut self) -> &mut Memory {
        self.server.memory_mut()
    }

    /// Loads the line at an address of others. The number is that of the load.
    pub fn load(&mut self, address: u64) -> u64 {
        self.cache.access(address, Access::Load)
    }

    /// Whether a load is done.
    pub fn is_done(&self, load: u64) -> bool {
        self.done.contains_key(&load)
    }

    /// What a load has brought, once it is done.
    pub fn take(&mut self, load: u64) -> Option<Done> {
        self.done.remove(&load)
    }
}

impl Endpoint for CachingGpu {
    fn next_tick(&self) -> Option<Time> {
        self.server.next_tick()
    }

    fn tick(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        self.cache.step(port)?;
        while let Some(done) = self.cache.done() {
            self.done.insert(done.id, done);
        }
        self.server.step(now, port)?;
        self.server.take_written();
        if let Some(&message) = port.peek(Channel::IoDown) {
            return Err(EndpointError::unexpected(&message, "the GPU has no registers"));
        }
        Ok(())
    }
}
