//! Vectors that the host reads and writes: EVs on the SSD, and gradients.

use std::borrow::Cow;

use super::device::SmartSsd;
use super::error::SmartSsdError;
use super::transport::SmartSsdTransport;

/// So many words, from what `read` reads of memory, which holds them little-endian.
pub(super) fn words<E>(count: usize, read: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<Vec<u32>, E> {
    let mut words = vec![0; count];
    read(bytemuck::cast_slice_mut(&mut words))?;
    words.iter_mut().for_each(|word| *word = u32::from_le(*word));
    Ok(words)
}

/// Words as memory holds them.
fn bytes(words: &[u32]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(bytemuck::cast_slice(words))
    } else {
        Cow::Owned(words.iter().flat_map(|word| word.to_le_bytes()).collect())
    }
}

impl<T: SmartSsdTransport> SmartSsd<T> {
    /// Reads `count` EVs of the SSD, from EV `first` on: FP32 bits, `count * elements` words. Those that the cache has changed are
    /// there when they are evicted.
    ///
    /// # Errors
    /// [`SmartSsdError::SsdRange`], and those of the transport.
    pub fn read_vectors(&mut self, first: u64, count: u64) -> Result<Vec<u32>, SmartSsdError> {
        let address = self.ssd_address(first, count)?;
        let count = count as usize * self.capabilities.elements;
        Ok(words(count, |bytes| self.transport.ssd_read(address, bytes))?)
    }

    /// Writes EVs of the SSD, from EV `first` on: FP32 bits, whole EVs. The cache, if it holds them, is not told.
    ///
    /// # Errors
    /// [`SmartSsdError::WholeVectors`], [`SmartSsdError::SsdRange`], and those of the transport.
    pub fn write_vectors(&mut self, first: u64, words: &[u32]) -> Result<(), SmartSsdError> {
        let elements = self.capabilities.elements;
        if !words.len().is_multiple_of(elements) {
            return Err(SmartSsdError::WholeVectors { words: words.len(), elements });
        }
        let address = self.ssd_address(first, (words.len() / elements) as u64)?;
        Ok(self.transport.ssd_write(address, &bytes(words))?)
    }

    /// Writes gradients, FP32 bits in the order of an iteration's backward program, to the HPA at which the
    /// [iteration](super::Iteration::gradients) finds them.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn write_gradients(&mut self, address: u64, words: &[u32]) -> Result<(), SmartSsdError> {
        Ok(self.transport.host_write(address, &bytes(words))?)
    }

    /// Where EVs are on the SSD.
    fn ssd_address(&self, first: u64, count: u64) -> Result<u64, SmartSsdError> {
        let vectors = self.configuration.ssd_vectors;
        if first.checked_add(count).is_none_or(|end| end > vectors) {
            return Err(SmartSsdError::SsdRange { first, count, vectors });
        }
        Ok(self.configuration.ssd_base + first * self.capabilities.vector_bytes())
    }
}
