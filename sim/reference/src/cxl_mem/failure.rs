//! Why a job stops.

use emberlane_registers::cxl_mem::ErrorCode;

/// Why a job stops: what `ERROR` and `ERROR_POSITION` will read.
pub type Failure = (ErrorCode, u64);
