//! Trainings that tests compare, bit by bit and event by event.

use emberlane_data::{Batch, Purpose};
use emberlane_experiment::Experiment;

use crate::schedule::EventLog;
use crate::{Runner, StoreOptions, Trainer, open};

/// The first batches of an experiment.
pub(crate) fn batches(experiment: &Experiment, count: u64) -> Vec<Batch> {
    let Experiment { data, model, train, .. } = experiment;
    let mut source = emberlane_data::open(data, model, train.batch_size, train.seed, Purpose::Training).unwrap();
    (0..count).map(|_| source.next_batch().unwrap().unwrap()).collect()
}

/// Trains so many batches as the experiment's system does; also the loss of each.
pub(crate) fn run(experiment: &Experiment, count: u64) -> (Runner, Vec<f64>) {
    let opened = open::open(experiment, &StoreOptions::default()).unwrap();
    let mut runner = Runner::new(experiment, opened, None, false).unwrap();
    let (mut next, mut losses) = (batches(experiment, count).into_iter(), Vec::new());
    loop {
        while runner.has_room()
            && let Some(batch) = next.next()
        {
            runner.submit(batch).unwrap();
        }
        let Some((_, loss)) = runner.finish().unwrap() else { return (runner, losses) };
        losses.push(loss.mean);
    }
}

/// Every bit of tables and MLPs.
pub(crate) fn bits(experiment: &Experiment, trainer: &mut Trainer) -> Vec<u32> {
    let rows = experiment.model.rows.iter().enumerate();
    let values = rows.flat_map(|(table, rows)| trainer.store.read_rows(table, 0, u64::from(*rows)).unwrap());
    let tables = values.map(f32::to_bits).collect::<Vec<_>>();
    let mlps = trainer.dense.dlrm.parameters_mut().into_iter();
    let mlps = mlps.flat_map(|parameter| parameter.values.iter().map(|value| value.to_bits()).collect::<Vec<_>>());
    tables.into_iter().chain(mlps).collect()
}

/// Of two logs, the first events that are not the same.
pub(crate) fn first_difference(one: &EventLog, other: &EventLog) -> String {
    let pair = one.events().iter().zip(other.events()).find(|(one, other)| one != other);
    format!("{pair:#?}, {} and {} events", one.events().len(), other.events().len())
}
