//! Looking at one slot: is there a record that can be used?

use emberlane_registers::{
    cxl_mem::LINE_BYTES,
    log::{HEADER_BYTES, RecordKind},
};

use super::{
    super::{device::CxlMem, error::CxlMemError, posted::Configured, region::Region, words::COPY_BYTES},
    discarded::{Discarded, Reason},
    plan::row_payload_bytes,
    record::{Group, HeaderError, RecordHeader},
};
use crate::transport::{Transport, TransportError};

/// A slot: its record if that can be used, else why not.
pub(super) type Scanned = Result<RecordHeader, Discarded>;

impl<T: Transport> CxlMem<T> {
    /// Looks at slot `number` of a kind, which is `slot`.
    pub(super) fn scan(
        &mut self,
        kind: RecordKind,
        number: usize,
        slot: Region,
        configuration: u32,
    ) -> Result<Scanned, CxlMemError> {
        let discarded = |batch, reason| Discarded { kind, slot: number, batch, reason };
        let mut line = [0; HEADER_BYTES as usize];
        if let Err(error) = self.transport.memory_read(slot.base, &mut line) {
            return Ok(Err(discarded(None, unreadable(error)?)));
        }
        let header = match RecordHeader::decode(&line) {
            Ok(header) => header,
            Err(error) => {
                let (batch, reason) = match error {
                    HeaderError::Empty => (None, Reason::Empty),
                    HeaderError::Torn => (None, Reason::TornHeader),
                    HeaderError::Damaged(header) => (Some(header.batch), Reason::DamagedHeader),
                    HeaderError::Unknown => (None, Reason::UnknownHeader),
                };
                return Ok(Err(discarded(batch, reason)));
            }
        };
        let reason = if header.configuration != configuration {
            Some(Reason::OtherConfiguration { found: header.configuration })
        } else if header.kind != kind {
            Some(Reason::UnknownHeader)
        } else if !self.fits(&header, slot) {
            Some(Reason::Lengths)
        } else {
            self.check_payload(&header, slot)?
        };
        Ok(match reason {
            None => Ok(header),
            Some(reason) => Err(discarded(Some(header.batch), reason)),
        })
    }

    /// Whether the lengths of a header go together, and with slot and tables.
    fn fits(&self, header: &RecordHeader, slot: Region) -> bool {
        let Some(Configured { plan, configuration }) = &self.configured else { return false };
        let payload = u64::from(header.payload_lines) * LINE_BYTES;
        let agrees = match header.kind {
            RecordKind::Rows => {
                header.vector_length == configuration.vector_length
                    && payload == row_payload_bytes(header.rows.into(), plan.vector_bytes)
            }
            RecordKind::Parameters => payload > 0 && (header.rows, header.vector_length) == (0, 0),
        };
        agrees && payload <= slot.bytes - HEADER_BYTES
    }

    fn check_payload(&mut self, header: &RecordHeader, slot: Region) -> Result<Option<Reason>, CxlMemError> {
        let mut part = slot.base + HEADER_BYTES;
        for (lines, expected) in header.part_lines().into_iter().zip(header.part_crcs) {
            let bytes = lines * LINE_BYTES;
            match self.crc(part, bytes) {
                Ok(crc) if crc == expected => part += bytes,
                Ok(_) => return Ok(Some(Reason::Payload)),
                Err(error) => return Ok(Some(unreadable(error)?)),
            }
        }
        for group in header.groups(slot) {
            let addresses = self.logged_addresses(&group)?;
            if let Some(address) = addresses.into_iter().find(|address| !self.is_row(*address)) {
                return Ok(Some(Reason::OutsideTables { address }));
            }
        }
        Ok(None)
    }

    /// The CRC of memory.
    fn crc(&mut self, start: u64, bytes: u64) -> Result<u32, TransportError> {
        let mut crc = 0;
        let mut chunk = vec![0; COPY_BYTES.min(bytes as usize)];
        for offset in (0..bytes).step_by(COPY_BYTES) {
            let chunk = &mut chunk[..COPY_BYTES.min((bytes - offset) as usize)];
            self.transport.memory_read(start + offset, chunk)?;
            crc = crc32c::crc32c_append(crc, chunk);
        }
        Ok(crc)
    }

    /// DPA of the rows of a group.
    pub(super) fn logged_addresses(&mut self, group: &Group) -> Result<Vec<u64>, TransportError> {
        let mut bytes = vec![0; 8 * group.rows as usize];
        self.transport.memory_read(group.addresses(), &mut bytes)?;
        let (addresses, _) = bytes.as_chunks();
        Ok(addresses.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect())
    }

    /// Whether a row of a table begins at a DPA.
    fn is_row(&self, address: u64) -> bool {
        let Some(Configured { plan, .. }) = &self.configured else { return false };
        let after = plan.tables.partition_point(|table| table.base <= address);
        let table = after.checked_sub(1).and_then(|before| plan.tables.get(before));
        table.is_some_and(|table| {
            let offset = address - table.base;
            offset.is_multiple_of(plan.vector_bytes) && offset / plan.vector_bytes < u64::from(table.rows)
        })
    }
}

/// A line that memory cannot give is a reason to look elsewhere; a device that is not reached is none.
pub(super) fn unreadable(error: TransportError) -> Result<Reason, TransportError> {
    match error {
        TransportError::Protocol { .. } => Ok(Reason::Unreadable { error: error.to_string() }),
        _ => Err(error),
    }
}
