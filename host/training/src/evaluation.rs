//! Evaluation of the model, at the end and on the way.

use emberlane_data::{BatchSource, Purpose};
use emberlane_dlrm::metrics::{Metrics, MetricsCollector};
use emberlane_experiment::{EvaluateConfig, EvaluationMetric, Experiment};
use emberlane_systems::{AtRest, TrainError};

use crate::history::collect;
use crate::observer::{EvaluationRecord, Observer};
use emberlane_systems::Stop;

/// How an evaluation has ended.
pub(crate) enum Evaluated {
    /// With these metrics; `None`: there was no sample.
    Done(Option<Metrics>),
    /// Somebody has asked to stop.
    Stopped,
}

/// The data that a model is evaluated on.
pub(crate) struct Evaluation<'e> {
    source: Box<dyn BatchSource>,
    config: &'e EvaluateConfig,
}

impl<'e> Evaluation<'e> {
    /// Opens the data, if the experiment asks for evaluation.
    pub(crate) fn open(experiment: &'e Experiment) -> Result<Option<Self>, TrainError> {
        if !experiment.evaluate.enabled {
            return Ok(None);
        }
        let (config, train) = (experiment.evaluation_data(), &experiment.train);
        let source =
            emberlane_data::open(&config, &experiment.model, train.batch_size, train.seed, Purpose::Evaluation);
        let key = if experiment.evaluate.paths.is_empty() { "data.path" } else { "evaluate.path" };
        let source = source.map_err(|error| error.named_by(key))?;
        Ok(Some(Self { source, config: &experiment.evaluate }))
    }

    /// Predicts the same batches as every time: metrics, if there is any; `trained` batches were trained.
    pub(crate) fn run(
        &mut self,
        trained: u64,
        mut model: AtRest<'_>,
        observer: &mut dyn Observer,
        stop: &Stop,
    ) -> Result<Evaluated, TrainError> {
        self.source.rewind()?;
        let limit = self.config.most(trained);
        observer.evaluate(self.source.batches().map_or(limit, |batches| batches.min(limit)));
        let mut collector = MetricsCollector::new();
        for _ in 0..limit {
            if stop.is_asked() {
                return Ok(Evaluated::Stopped);
            }
            let Some(batch) = self.source.next_batch()? else { break };
            let loss = model.predict(&batch)?;
            collect(&mut collector, &batch, &loss);
            observer.evaluated();
        }
        Ok(Evaluated::Done(collector.metrics()))
    }
}

/// The evaluations on the way so far, and what follows from them.
pub(crate) struct Evaluations<'e> {
    config: &'e EvaluateConfig,
    pub(crate) records: Vec<EvaluationRecord>,
}

impl<'e> Evaluations<'e> {
    pub(crate) fn new(config: &'e EvaluateConfig, records: Vec<EvaluationRecord>) -> Self {
        Self { config, records }
    }

    /// Adds an evaluation from before `batch`.
    pub(crate) fn add(&mut self, batch: u64, metrics: Metrics) -> EvaluationRecord {
        let is_better = |than: &EvaluationRecord| match self.config.metric {
            EvaluationMetric::LogLoss => metrics.log_loss < than.metrics.log_loss,
            EvaluationMetric::Auc => metrics.auc > than.metrics.auc,
        };
        let record = EvaluationRecord { batch, best: self.best().is_none_or(is_better), metrics };
        self.records.push(record);
        record
    }

    /// The best so far.
    pub(crate) fn best(&self) -> Option<&EvaluationRecord> {
        self.records.iter().rev().find(|record| record.best)
    }

    /// Whether the last ones were no better for so long that training stops.
    pub(crate) fn are_over(&self) -> bool {
        let since = self.records.iter().rev().take_while(|record| !record.best).count() as u64;
        self.config.stop_after.is_some_and(|most| since >= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metrics(log_loss: f64, auc: Option<f64>) -> Metrics {
        Metrics { samples: 1, auc, log_loss, normalized_entropy: None, accuracy: 0.5, click_rate: 0.5 }
    }

    fn config(metric: EvaluationMetric, stop_after: Option<u64>) -> EvaluateConfig {
        let text = "[model]\nbottom = [1, 16]\ntop = [1]\ntables = 1\nrows = 9\ndimension = 16\n[data]\nkind = \"synthetic\"\n";
        let experiment = Experiment::parse("e.toml".as_ref(), text).unwrap();
        EvaluateConfig { metric, stop_after, ..experiment.evaluate }
    }

    #[test]
    fn the_best_is_kept_and_training_stops_when_it_gets_no_better() {
        let config = config(EvaluationMetric::LogLoss, Some(2));
        let mut evaluations = Evaluations::new(&config, Vec::new());
        let mut add = |log_loss| {
            let best = evaluations.add(10, metrics(log_loss, None)).best;
            (best, evaluations.are_over())
        };
        assert_eq!(add(0.7), (true, false));
        assert_eq!(add(0.7), (false, false), "as good is no better");
        assert_eq!(add(0.6), (true, false));
        assert_eq!(add(f64::NAN), (false, false));
        assert_eq!(add(0.65), (false, true));
        assert_eq!(evaluations.best().unwrap().metrics.log_loss, 0.6);
    }

    #[test]
    fn more_area_is_better() {
        let config = config(EvaluationMetric::Auc, None);
        let mut evaluations = Evaluations::new(&config, Vec::new());
        let best: Vec<bool> =
            [None, Some(0.5), Some(0.4), Some(0.9)].map(|auc| evaluations.add(1, metrics(0.5, auc)).best).to_vec();
        assert_eq!(best, [true, true, false, true]);
        assert!(!evaluations.are_over());
    }
}
