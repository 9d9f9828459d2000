//! Training against an independent model in f64 whose gradients are finite differences of its loss.
//!
//! Nothing is shared with the trainer but the batch and the initial parameters: neither the backward pass nor the
//! optimisers' code.
#![cfg(feature = "host")]

use std::collections::BTreeMap;

use emberlane_data::{Bags, Batch};
use emberlane_experiment::Experiment;
use emberlane_systems::StoreOptions;
use emberlane_training::Trainer;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::training::parse;

const ROWS: [usize; 3] = [7, 4, 1];
const DIMENSION: usize = 16;
const FEATURES: usize = 3;
const SAMPLES: usize = 5;

fn experiment(interaction: &str, pooling: &str, optimizer: &str, rate: f64, seed: u64) -> Experiment {
    let text = format!(
        "[model]\nbottom = [{FEATURES}, 5, {DIMENSION}]\ntop = [6, 1]\ninteraction = {interaction:?}\ntables = 3\n\
         rows = [7, 4, 1]\ndimension = {DIMENSION}\npooling = {pooling:?}\n[data]\nkind = \"synthetic\"\n\
         [train]\noptimizer = {optimizer:?}\nlearning_rate = {rate:?}\nseed = {seed}\n"
    );
    parse(&text)
}

/// Bags of 0 to 4 rows; with so few rows, most batches repeat a row within a bag and across bags.
fn batch(random: &mut Pcg64) -> Batch {
    let mut bags = Bags { tables: ROWS.len(), samples: SAMPLES, offsets: vec![0], indices: vec![] };
    for rows in ROWS {
        for _ in 0..SAMPLES {
            let count = random.random_range(0..5);
            bags.indices.extend((0..count).map(|_| random.random_range(0..rows as u32)));
            bags.offsets.push(bags.indices.len() as u32);
        }
    }
    Batch {
        dense: (0..SAMPLES * FEATURES).map(|_| random.random_range(-1.0..1.0)).collect(),
        labels: (0..SAMPLES).map(|_| f32::from(random.random::<bool>())).collect(),
        bags,
    }
}

type Parameters = BTreeMap<String, Vec<f64>>;

fn parameters(trainer: &mut Trainer) -> Parameters {
    let widen = |values: &[f32]| values.iter().map(|value| f64::from(*value)).collect::<Vec<_>>();
    let mut all: Parameters = trainer
        .dense
        .dlrm
        .parameters_mut()
        .into_iter()
        .map(|parameter| (parameter.name, widen(parameter.values)))
        .collect();
    for (table, rows) in ROWS.iter().enumerate() {
        all.insert(format!("embedding.{table}"), widen(&trainer.store.read_rows(table, 0, *rows as u64).unwrap()));
    }
    all
}

fn layer(parameters: &Parameters, name: &str, input: &[f64], relu: bool) -> Vec<f64> {
    let (weight, bias) = (&parameters[&format!("{name}.weight")], &parameters[&format!("{name}.bias")]);
    let row = |(row, bias): (&[f64], &f64)| {
        let sum: f64 = row.iter().zip(input).map(|(w, x)| w * x).sum::<f64>() + bias;
        if relu { sum.max(0.0) } else { sum }
    };
    weight.chunks_exact(input.len()).zip(bias).map(row).collect()
}

/// Mean cross-entropy of the model, straight from its definition.
fn loss(parameters: &Parameters, batch: &Batch, dot: bool, mean: bool) -> f64 {
    let mut total = 0.0;
    for sample in 0..SAMPLES {
        let dense: Vec<f64> =
            batch.dense[sample * FEATURES..(sample + 1) * FEATURES].iter().map(|x| f64::from(*x)).collect();
        let x = layer(parameters, "bottom.1", &layer(parameters, "bottom.0", &dense, true), true);
        let mut vectors = vec![x.clone()];
        for table in 0..ROWS.len() {
            let bag = batch.bags.bag(table * SAMPLES + sample);
            let mut pooled = vec![0.0; DIMENSION];
            for row in bag {
                let row = &parameters[&format!("embedding.{table}")][*row as usize * DIMENSION..][..DIMENSION];
                pooled.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
            }
            if mean && !bag.is_empty() {
                pooled.iter_mut().for_each(|sum| *sum /= bag.len() as f64);
            }
            vectors.push(pooled);
        }
        let mut top_input = x;
        for i in 1..vectors.len() {
            if dot {
                for j in 0..i {
                    top_input.push(vectors[i].iter().zip(&vectors[j]).map(|(a, b)| a * b).sum());
                }
            } else {
                top_input.extend(&vectors[i]);
            }
        }
        let hidden = layer(parameters, "top.0", &top_input, true);
        let probability = 1.0 / (1.0 + (-layer(parameters, "top.1", &hidden, false)[0]).exp());
        total -= if batch.labels[sample] == 1.0 { probability.ln() } else { (1.0 - probability).ln() };
    }
    total / SAMPLES as f64
}

fn gradients(parameters: &Parameters, batch: &Batch, dot: bool, mean: bool) -> Parameters {
    const H: f64 = 1e-5;
    let mut moved = parameters.clone();
    let mut gradients = Parameters::new();
    for (name, values) in parameters {
        let mut gradient = Vec::new();
        for (i, value) in values.iter().enumerate() {
            let mut at = |value: f64| {
                moved.get_mut(name).expect("a clone has the same names")[i] = value;
                loss(&moved, batch, dot, mean)
            };
            let slope = (at(value + H) - at(value - H)) / (2.0 * H);
            at(*value);
            gradient.push(slope);
        }
        gradients.insert(name.clone(), gradient);
    }
    gradients
}

/// One step of the optimiser's definition; `squares` are Adagrad's sums.
fn step(optimizer: &str, rate: f64, parameters: &mut Parameters, squares: &mut Parameters, gradients: &Parameters) {
    for (name, values) in parameters {
        let gradient = &gradients[name];
        let sums = squares.entry(name.clone()).or_insert_with(|| vec![0.0; values.len()]);
        for i in 0..values.len() {
            let (divisor, squared) = match optimizer {
                "sgd" => (1.0, 0.0),
                "adagrad" => (1e-3, gradient[i] * gradient[i]),
                _ if name.starts_with("embedding") => {
                    let row = &gradient[i / DIMENSION * DIMENSION..][..DIMENSION];
                    (1e-10, row.iter().map(|g| g * g).sum::<f64>() / DIMENSION as f64)
                }
                _ => (1e-10, gradient[i] * gradient[i]),
            };
            sums[i] += squared;
            if gradient[i] != 0.0 {
                values[i] -= rate * gradient[i] / (if optimizer == "sgd" { 1.0 } else { sums[i].sqrt() + divisor });
            }
        }
    }
}

#[test]
fn three_steps_follow_the_slope_of_the_loss() {
    let seeds = Pcg64::seed_from_u64(0x9e37).random_iter::<u32>().take(4).collect::<Vec<_>>();
    for seed in seeds {
        for (optimizer, rate, tolerance) in
            // Adagrad's first steps have the size of the rate whatever the gradient, so its error counts relatively.
            [("sgd", 0.5, 2e-6), ("adagrad", 0.01, 2e-5), ("rowwise-adagrad", 0.01, 2e-5)]
        {
            for (interaction, pooling) in [("dot", "sum"), ("dot", "mean"), ("cat", "sum"), ("cat", "mean")] {
                let context = format!("seed {seed}, {optimizer}, {interaction}, {pooling}");
                let experiment = experiment(interaction, pooling, optimizer, rate, u64::from(seed));
                let mut trainer = Trainer::new(&experiment, &StoreOptions::default()).unwrap();
                let mut expected = parameters(&mut trainer);
                let mut squares = Parameters::new();
                let mut random = Pcg64::seed_from_u64(u64::from(seed));
                for number in 0..3 {
                    let batch = batch(&mut random);
                    let (dot, mean) = (interaction == "dot", pooling == "mean");
                    let expected_loss = loss(&expected, &batch, dot, mean);
                    let found = trainer.train(&batch).unwrap();
                    assert!((found.mean - expected_loss).abs() < 2e-6, "{context}: loss of batch {number}");
                    let slopes = gradients(&expected, &batch, dot, mean);
                    step(optimizer, rate, &mut expected, &mut squares, &slopes);
                    for (name, values) in parameters(&mut trainer) {
                        for (i, (found, expected)) in values.iter().zip(&expected[&name]).enumerate() {
                            assert!(
                                (found - expected).abs() < tolerance,
                                "{context}: {name}[{i}] after batch {number} is {found}, expected {expected}"
                            );
                        }
                    }
                }
            }
        }
    }
}
