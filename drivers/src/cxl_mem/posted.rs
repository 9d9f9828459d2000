//! What was configured, and the batches that were posted.

use emberlane_registers::{
    Register,
    cxl_mem::{self as registers, LINE_BYTES},
};

use super::{
    batch::Batch, batch_plan::BatchPlan, configuration::Configuration, data_plan::DataPlan, error::CxlMemError,
    list::List, words::WORD_BYTES,
};

/// A configured device's tables.
#[derive(Debug)]
pub(super) struct Configured {
    pub(super) configuration: Configuration,
    pub(super) plan: DataPlan,
}

/// A batch whose lists were written to the scratchpad.
#[derive(Debug)]
pub(super) struct Posted {
    pub(super) batch: Batch,
    pub(super) plan: BatchPlan,
}

impl Posted {
    /// What a lookup or an update of the batch sets.
    pub(super) fn settings(&self, configured: &Configured) -> impl Iterator<Item = (&'static Register, u64)> + use<> {
        let Configured { configuration, plan: data } = configured;
        let Self { batch, plan } = self;
        let settings = [
            (&registers::VECTOR_LENGTH, u64::from(configuration.vector_length)),
            (&registers::LEARNING_RATE, u64::from(configuration.learning_rate)),
            (&registers::POOLING, configuration.pooling as u64),
            (&registers::DATA_BASE, data.data.base),
            (&registers::DATA_BYTES, data.data.bytes),
            (&registers::DESCRIPTOR_BASE, plan.descriptors.base),
            (&registers::DESCRIPTOR_BYTES, plan.descriptors.bytes),
            (&registers::POOLED_BASE, plan.pooled.base),
            (&registers::POOLED_BYTES, plan.pooled.bytes),
            (&registers::GRADIENT_BASE, plan.gradients.base),
            (&registers::GRADIENT_BYTES, plan.gradients.bytes),
            (&registers::TABLE_COUNT, data.tables.len() as u64),
            (&registers::BAG_COUNT, batch.bags() as u64),
            (&registers::ENTRY_COUNT, batch.entries() as u64),
            (&registers::ROW_COUNT, self.rows()),
        ];
        let lists = List::ALL.map(|list| (list.register(), plan.list(list)));
        settings.into_iter().chain(lists)
    }

    /// Its unique rows.
    pub(super) fn rows(&self) -> u64 {
        self.batch.transpose().rows().len() as u64
    }

    /// Whether an update has a row to change.
    pub(super) fn has_entries(&self) -> bool {
        self.batch.entries() > 0
    }

    /// Lines of its gradients.
    pub(super) fn gradient_lines(&self) -> u64 {
        self.plan.gradients.bytes / LINE_BYTES
    }

    /// Where so many words of gradients go.
    pub(super) fn gradient_base(&self, gradients: &[u32]) -> Result<u64, CxlMemError> {
        let expected = self.plan.gradients.bytes / WORD_BYTES;
        if gradients.len() as u64 != expected {
            let expected = format!("{expected} ({} bags)", self.batch.bags());
            return Err(CxlMemError::WordCount { what: "gradients", found: gradients.len(), expected });
        }
        Ok(self.plan.gradients.base)
    }
}
