//! NDRec's lookahead: how dense Eq. 4's matrix is, what it costs dense and factored, and how far lookahead is from strict order, beside
//! what it may be.

use emberlane_data::{Bags, Batch};
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::Pooling;
use emberlane_stores::lookahead;
use emberlane_stores::lookahead::{Factors, Matrix};
use emberlane_stores::planner::TableLayout;
use emberlane_stores::relaxed::{Before, Order, bounds};
use emberlane_systems::gpu::{Kernel, Pass, correction, dense_product};

use super::differences::Differences;
use super::figure::Figure;
use super::prepare::prepare;

/// Rows that are drawn as skewed as Criteo Kaggle's, as many as the kernel has slots for, with an MLP of next to nothing.
const EXPERIMENT: &str = "[model]\nbottom = [13, 32]\ntop = [1]\ntables = 8\nrows = 10000\ndimension = 32\nlookups = 20\n\
    interaction = \"cat\"\n[data]\nkind = \"synthetic\"\nskew = 1.05\n[train]\nbatch_size = 64\nlookup = \"relaxed\"\n[device]\n\
    design = \"smartssd\"\ncache_vectors = 200000\n";

/// Matrices of a table, over several pairs of batches.
#[derive(Clone, Default)]
struct Table {
    elements: u64,
    nonzeros: u64,
    dense: Total,
    factored: Total,
}

/// Operations and bytes.
#[derive(Clone, Copy, Default)]
struct Total {
    flop: u64,
    bytes: u64,
}

impl Total {
    fn add(&mut self, kernels: &[Kernel]) {
        self.flop += kernels.iter().map(|kernel| kernel.flop).sum::<u64>();
        self.bytes += kernels.iter().map(|kernel| kernel.bytes).sum::<u64>();
    }
}

/// Trains batches ahead. After each, the device's tables are those of strict order, so a second lookup is what strict order gives, in
/// another order of pooling.
pub(super) fn measure(batches: u64, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let (experiment, mut trainer, measured) = prepare(EXPERIMENT, batches + 1)?;
    let (model, learning_rate) = (&experiment.model, experiment.train.learning_rate);
    let step = UpdateRule { optimizer: experiment.train.optimizer, learning_rate };
    let mut tables = vec![Table::default(); model.tables()];
    let mut differences = Differences::default();
    for pair in measured.windows(2) {
        let [batch, next] = pair else { continue };
        for (number, table) in tables.iter_mut().enumerate() {
            table.add(&TableLayout::new([(number, model.rows[number])]), batch, next, model.dimension)?;
        }
        let pooled = trainer.store.lookup(&batch.bags)?;
        lookahead(&mut *trainer.store)?.look_ahead(&next.bags)?;
        let (loss, gradients) = trainer.dense.dlrm.train(batch, &pooled, step);
        let Some(gradients) = gradients else { anyhow::bail!("the loss is {}", loss.mean) };
        let before =
            Before { bags: &batch.bags, gradients: &gradients, learning_rate, mean: false, order: Order::Free };
        let bounds = bounds(&mut *trainer.store, &before, &next.bags)?;
        let ahead = lookahead(&mut *trainer.store)?.catch_up(&gradients)?;
        let strict = trainer.store.lookup(&next.bags)?;
        for ((ahead, strict), bound) in ahead.iter().zip(&strict).zip(&bounds) {
            differences.add(*ahead, *strict, *bound);
        }
    }
    for (number, table) in tables.iter().enumerate() {
        table.figures(number, figures);
    }
    let mut all = Table::default();
    for table in &tables {
        all.nonzeros += table.nonzeros;
        all.elements += table.elements;
        for (sum, of_table) in [(&mut all.dense, table.dense), (&mut all.factored, table.factored)] {
            sum.flop += of_table.flop;
            sum.bytes += of_table.bytes;
        }
    }
    let ratio = |name: &str, dense: u64, factored: u64| {
        let from = [("dense", dense as f64), ("factored", factored as f64)];
        Figure::plain(name, factored as f64 / dense.max(1) as f64, "of the dense product", &from)
    };
    let from = [("nonzeros", all.nonzeros as f64), ("elements", all.elements as f64)];
    figures.push(Figure::plain("lookahead, density of M", all.density(), "of its elements", &from));
    figures.push(ratio("lookahead, operations of the factored form", all.dense.flop, all.factored.flop));
    figures.push(ratio("lookahead, bytes of the factored form", all.dense.bytes, all.factored.bytes));
    differences.figures("lookahead", batches, figures);
    Ok(())
}

impl Table {
    fn add(&mut self, layout: &TableLayout, batch: &Batch, next: &Batch, dimension: usize) -> anyhow::Result<()> {
        let lookups = |bags: &Bags| layout.lookups(bags, Pooling::Sum);
        let (before, after) = (lookups(&batch.bags)?, lookups(&next.bags)?);
        let factors = Factors::new(&before, &after);
        let matrix = Matrix::new(&factors, &before, &after, dimension);
        self.elements += matrix.rows * matrix.columns;
        self.nonzeros += matrix.nonzeros;
        self.dense.add(&[dense_product(&matrix)]);
        self.factored.add(&correction(&factors, &next.bags, dimension).kernels(Pass::Forward));
        Ok(())
    }

    fn density(&self) -> f64 {
        self.nonzeros as f64 / self.elements.max(1) as f64
    }

    fn figures(&self, number: usize, figures: &mut Vec<Figure>) {
        let from = [
            ("nonzeros", self.nonzeros),
            ("elements", self.elements),
            ("dense_flop", self.dense.flop),
            ("dense_bytes", self.dense.bytes),
            ("factored_flop", self.factored.flop),
            ("factored_bytes", self.factored.bytes),
        ];
        let from = from.map(|(name, value)| (name, value as f64));
        let name = format!("lookahead, density of M, table {number}");
        figures.push(Figure::plain(&name, self.density(), "of its elements", &from));
    }
}
