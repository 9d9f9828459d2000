//! How fast this machine trains the models of TrainingCXL's Table 3, with their tables in its own memory.

use emberlane_data::Batch;
use emberlane_dlrm::{UpdateRule, threads};
use emberlane_experiment::{ModelConfig, Preset};
use emberlane_stores::{EmbeddingStore, HostMemory};
use emberlane_systems::Start;
use emberlane_training::Trainer;

use super::clock::{Span, measure, median, peak_operations};
use super::figure::Figure;
use super::prepare::batches_of;

/// Trains `count` batches of each model, behind one that does not count.
pub(super) fn iterations(presets: &[Preset], count: u64, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let threads = threads::threads();
    let peak = peak_operations() * threads as f64;
    for preset in presets {
        let name = preset.name();
        let text = format!(
            "[model]\npreset = {name:?}\n[data]\nkind = \"synthetic\"\nskew = 0.0\n[train]\nbatch_size = 128\nlearning_rate = 0.01\n"
        );
        let (experiment, batches) = batches_of(&text, count + 1)?;
        let (model, step) = (&experiment.model, UpdateRule::from(&experiment.train));
        let store = HostMemory::new(&model.rows, model.dimension, model.pooling, step)?;
        let store: Box<dyn EmbeddingStore> = Box::new(store);
        let mut trainer = Trainer::begin(&experiment, store, Start::Anew)?;
        trainer.train(&batches[0])?;
        let before = trainer.times();
        let mut spans = Vec::new();
        for batch in &batches[1..] {
            let (loss, span) = measure(|| trainer.train(batch));
            loss?;
            spans.push(span);
        }
        let after = trainer.times();
        let (wall, cpu) = (median(spans.iter().map(|span| span.wall)), median(spans.iter().map(|span| span.cpu)));
        let each = |seconds: std::time::Duration| seconds.as_secs_f64() / count as f64;
        let counters = [
            ("threads", threads as f64),
            ("cpu_seconds", cpu),
            ("wall_seconds", wall),
            ("embedding_wall_seconds", each(after.embedding - before.embedding)),
            ("mlp_wall_seconds", each(after.mlp - before.mlp)),
        ];
        let mut figure =
            Figure::plain(&format!("dlrm.{name}.iteration"), 1e3 * cpu, "ms of processors a batch", &counters);
        let all = |of: fn(&Span) -> f64| spans.iter().map(of).collect::<Vec<f64>>();
        figure.counters.insert("cpu_seconds_of_batches".to_owned(), all(|span| span.cpu).into());
        figure.counters.insert("wall_seconds_of_batches".to_owned(), all(|span| span.wall).into());
        figures.push(figure);
        let operations = operations(model, &batches[1]);
        let limit = (peak / 1e9, "multiply-adds of registers, on all threads");
        let counters = [("operations", operations), ("wall_seconds", wall), ("threads", threads as f64)];
        figures.push(Figure::limited(
            &format!("dlrm.{name}.arithmetic"),
            operations / wall / 1e9,
            "GFLOP/s",
            limit,
            &counters,
        ));
    }
    Ok(())
}

/// Operations of a batch's products: forward, and two of them backward; the gradient of the dense features is not computed.
pub(super) fn operations(model: &ModelConfig, batch: &Batch) -> f64 {
    let weights = |widths: &[usize]| widths.windows(2).map(|pair| pair[0] * pair[1]).sum::<usize>();
    let bottom = 3 * weights(&model.bottom) - model.bottom[0] * model.bottom[1];
    (2 * (bottom + 3 * weights(&model.top_widths())) * batch.samples()) as f64
}
