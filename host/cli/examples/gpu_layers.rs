//! The layers of RM1 to RM4 as JSON, for `scripts/record-gpu-trace`.
//!
//!     cargo run -p emberlane --no-default-features --example gpu_layers -- BATCH_SIZE...

use emberlane_experiment::Experiment;
use emberlane_systems::gpu::{Layer, Layers};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut all: Vec<Layer> = Vec::new();
    for size in std::env::args().skip(1) {
        let samples: usize = size.parse().map_err(|_| format!("expected a batch size, found {size:?}"))?;
        for preset in ["rm1", "rm2", "rm3", "rm4"] {
            let text = format!("[model]\npreset = {preset:?}\n[data]\nkind = \"synthetic\"\n");
            let Layers { bottom, interaction, top } =
                Layers::new(&Experiment::parse("experiment.toml".as_ref(), &text)?.model, samples);
            for layer in bottom.into_iter().chain([interaction]).chain(top) {
                if !all.contains(&layer) {
                    all.push(layer);
                }
            }
        }
    }
    println!("{}", serde_json::to_string(&all)?);
    Ok(())
}
