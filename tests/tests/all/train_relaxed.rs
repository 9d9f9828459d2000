//! Relaxed training gives the same bits on every device, whatever schedules it.
#![cfg(feature = "host")]

use crate::training;

/// Tables whose rows most batches share, and one that is large.
const MODELS: [&str; 3] = [
    "bottom = [13, 24, 32]\ntop = [16, 1]\ntables = 3\nrows = [50, 1, 333]\ndimension = 32\nlookups = 5",
    "bottom = [4, 16]\ntop = [1]\ntables = 1\nrows = 9\ndimension = 16\nlookups = 12\npooling = \"mean\"",
    "bottom = [2, 8]\ntop = [4, 1]\ninteraction = \"cat\"\ntables = 2\nrows = 100000\ndimension = 48\nlookups = 3\n\
     pooling = \"mean\"",
];

/// `metrics.csv` and `parameters.safetensors` of a run.
fn results(model: &str, device: &str) -> (String, Vec<u8>) {
    let train = "learning_rate = 0.5\nlookup = \"relaxed\"";
    training::results(&training::synthetic(5, model, train, &format!("[device]\n{device}")))
}

#[track_caller]
fn agree(model: &str, device: &str) {
    let expected = results(model, "kind = \"reference\"\nchannels = 4");
    let found = results(model, device);
    assert_eq!(found.0, expected.0, "{model}, {device}: metrics");
    assert!(found.1 == expected.1, "{model}, {device}: parameters differ");
}

#[test]
fn the_number_of_channels_changes_no_bit() {
    MODELS.iter().for_each(|model| agree(model, "kind = \"reference\"\nchannels = 1"));
}

/// The system that looks ahead, with every checkpoint that it makes.
fn systems() -> [String; 3] {
    ["mode = \"none\"", "mode = \"undo\"", "mode = \"relaxed\"\nevery = 2"].map(|checkpoint| {
        format!("media = \"trainingcxl\"\n[system]\nkind = \"automatic\"\n[checkpoint]\n{checkpoint}")
    })
}

#[test]
fn a_system_changes_no_bit() {
    for model in MODELS {
        for system in systems() {
            agree(model, &format!("kind = \"reference\"\n{system}"));
            agree(model, &format!("kind = \"model\"\n{system}"));
        }
    }
}

#[cfg(feature = "rtl")]
#[test]
fn a_system_with_rtl_leaves_the_bits_of_the_reference() {
    for (model, stalls) in MODELS.into_iter().zip(["none", "random", "heavy"]) {
        for system in systems() {
            agree(model, &format!("kind = \"rtl\"\nchannels = 4\nstalls = {stalls:?}\n{system}"));
        }
    }
}

#[cfg(feature = "rtl")]
#[test]
fn rtl_leaves_the_bits_of_the_reference() {
    for model in MODELS {
        agree(model, "kind = \"rtl\"\nchannels = 4\nstalls = \"random\"");
        agree(model, "kind = \"rtl\"\nchannels = 1\nstalls = \"heavy\"");
    }
}
