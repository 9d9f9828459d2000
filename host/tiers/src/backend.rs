//! What a store can have below its caches.

use std::sync::Arc;

use emberlane_experiment::StoreBackend;

use crate::block::BlockTier;
use crate::error::TierError;
use crate::files::Files;
use crate::settings::Settings;

/// Opens it, without a row.
pub(crate) fn open(settings: &Settings) -> Result<Arc<dyn BlockTier>, TierError> {
    settings.check_backend()?;
    match settings.backend {
        StoreBackend::Logs => Ok(Arc::new(Files::new(settings))),
        #[cfg(feature = "rocksdb")]
        StoreBackend::RocksDb => Ok(Arc::new(crate::rocks::Rocks::open(settings)?)),
        #[cfg(not(feature = "rocksdb"))]
        StoreBackend::RocksDb => Err(TierError::NoRocksDb),
    }
}
