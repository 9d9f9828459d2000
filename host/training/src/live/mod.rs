//! How a run goes, as others read it while it goes.

mod json_lines;
mod metrics_csv;
mod prometheus;
mod sink;
mod tensorboard;

use std::path::Path;

use emberlane_systems::TrainError;

pub(crate) use sink::Sink;

use crate::files::Before;
use crate::options::LiveOptions;

/// Opens everything that a run writes while it trains.
pub(crate) fn open(
    folder: &Path,
    options: &LiveOptions,
    before: Option<&Before<'_>>,
) -> Result<Vec<Box<dyn Sink>>, TrainError> {
    let mut sinks: Vec<Box<dyn Sink>> = vec![Box::new(metrics_csv::MetricsCsv::begin(folder, before)?)];
    if options.json_lines {
        sinks.push(Box::new(json_lines::JsonLines::begin(folder, before)?));
    }
    if options.tensorboard {
        sinks.push(Box::new(tensorboard::TensorBoard::begin(folder, before)?));
    }
    if let Some(listener) = &options.prometheus {
        sinks.push(Box::new(prometheus::Gauges::begin(listener)?));
    }
    Ok(sinks)
}
