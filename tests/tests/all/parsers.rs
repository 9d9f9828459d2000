//! Every parser reads its corpus, and refuses some thousand mutations of it; more of them are in `fuzz.rs`.

use emberlane_tests::fuzz::{Campaign, TARGETS, corpus, made};

#[test]
fn the_corpus_is_read() {
    let mut refused = Vec::new();
    for target in TARGETS {
        for (name, bytes) in corpus(&target) {
            // Names say what is wrong with a file that is to be refused.
            if (target.body)(&bytes) == name.starts_with("refused") {
                refused.push(format!("{}/{name}", target.name));
            }
        }
    }
    assert!(refused.is_empty(), "refused, or accepted against their name: {refused:?}");
}

#[test]
fn libfuzzer_runs_every_target() {
    let manifest: toml::Table = include_str!("../../fuzz/Cargo.toml").parse().unwrap();
    let programs = manifest["bin"].as_array().unwrap().iter().map(|program| program["name"].as_str().unwrap());
    assert!(programs.eq(TARGETS.map(|target| target.name)));
}

#[test]
fn some_malformed_inputs_are_refused() {
    Campaign::new(2_000).run();
}

#[test]
#[ignore = "writes into tests/fuzz/corpus what is made from code, when a format has changed"]
fn the_corpus_is_made() {
    for (target, name, bytes) in made() {
        let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
        std::fs::write(corpus.join(target).join(name), bytes).unwrap();
    }
}
