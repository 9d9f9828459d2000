use std::path::Path;

use super::*;

const GOOD: &str = r#"
[model]
bottom = [13, 64, 32, 16]
top = [64, 32, 1]
interaction = "dot"
tables = 4
rows = 1000
dimension = 16
pooling = "sum"
initial_parameters = "initial.dot.safetensors"
[data]
kind = "tensors"
path = "batches.safetensors"
[train]
batch_size = 32
learning_rate = 1.0
optimizer = "sgd"
seed = 1
[device]
kind = "reference"
"#;

fn parse(text: &str) -> Result<Experiment, ConfigError> {
    Experiment::parse(Path::new("some/where/experiment.toml"), text)
}

#[track_caller]
fn refused(text: &str, expected: &[&str]) {
    let message = parse(text).expect_err("must be refused").to_string();
    for part in expected {
        assert!(message.contains(part), "expected {part:?} in {message:?}");
    }
}

#[test]
fn every_contract_key_is_read() {
    let experiment = parse(GOOD).unwrap();
    assert_eq!(experiment.model.bottom, [13, 64, 32, 16]);
    assert_eq!(experiment.model.rows, [1000; 4]);
    assert_eq!(experiment.model.top_widths(), [16 + 10, 64, 32, 1]);
    assert_eq!(experiment.model.initial_parameters.unwrap(), Path::new("some/where/initial.dot.safetensors"));
    let paths = vec!["some/where/batches.safetensors".into()];
    assert_eq!(experiment.data, DataConfig::Tensors { paths, held_out: HeldOut::None });
    assert_eq!(experiment.train.batch_size, Some(32));
    assert_eq!(experiment.train.learning_rate, 1.0);
    assert_eq!(
        experiment.device,
        DeviceConfig {
            design: DeviceDesign::CxlMem,
            smartssds: 1,
            cache_vectors: 1 << 16,
            kind: DeviceKind::Reference,
            channels: 4,
            stalls: Stalls::None,
            media: emberlane_models::media::preset("off").unwrap(),
            row_cache: false,
        }
    );
    assert!(experiment.evaluate.enabled);
}

#[test]
fn cat_width_and_row_lists() {
    let text = GOOD.replace("\"dot\"", "\"cat\"").replace("rows = 1000", "rows = [10, 20, 30, 40]");
    let experiment = parse(&text).unwrap();
    assert_eq!(experiment.model.interaction_width(), 16 + 4 * 16);
    assert_eq!(experiment.model.rows, [10, 20, 30, 40]);
    refused(
        &GOOD.replace("rows = 1000", "rows = [10, 20, 30]"),
        &["experiment.toml:7", "model.rows", "3 numbers", "4 tables"],
    );
}

#[test]
fn unknown_keys_name_the_nearest() {
    refused(
        &GOOD.replace("learning_rate", "learning-rate"),
        &["experiment.toml:16", "learning-rate", "`learning_rate`"],
    );
    refused(&GOOD.replace("pooling", "poolin"), &["experiment.toml:9", "[model]", "`pooling`"]);
    refused(&GOOD.replace("[train]", "[training]"), &["experiment.toml:14", "`train`"]);
    refused(&GOOD.replace("seed = 1", "qqq = 1"), &["qqq", "nearest known key"]);
}

#[test]
fn values_are_checked() {
    for wrong in ["8", "24", "512", "0"] {
        let text = GOOD.replace("dimension = 16", &format!("dimension = {wrong}"));
        refused(&text, &["experiment.toml:8", "expected a multiple of 16 in 16..=256", wrong]);
    }
    refused(&GOOD.replace("dimension = 16", "dimension = 32"), &["model.bottom", "must equal dimension"]);
    refused(&GOOD.replace("[64, 32, 1]", "[64, 32]"), &["model.top", "must be 1"]);
    refused(&GOOD.replace("rows = 1000", "rows = 0"), &["whole number", "found 0"]);
    refused(&GOOD.replace("rows = 1000", "rows = -1"), &["whole number", "found -1"]);
    refused(&GOOD.replace("rows = 1000", "rows = \"many\""), &["found a string"]);
    refused(&GOOD.replace("\"dot\"", "\"product\""), &["\"dot\" or \"cat\"", "\"product\""]);
    refused(&GOOD.replace("learning_rate = 1.0", "learning_rate = nan"), &["learning_rate", "nan"]);
    refused(&GOOD.replace("learning_rate = 1.0", "learning_rate = -1.0"), &["learning_rate", "-1.0"]);
    refused(&GOOD.replace("kind = \"reference\"", "kind = \"gpu\""), &["device.kind", "\"rtl\""]);
    refused(&GOOD.replace("[13, 64", "[13.5, 64"), &["experiment.toml:3", "found a float"]);
    refused(&GOOD.replace("tables = 4", ""), &["model.tables is missing"]);
    refused(&GOOD.replace("seed = 1", "seed = = 1"), &["experiment.toml:18", "not TOML"]);
    refused("model = 3", &["expected a section [model]"]);
}

#[test]
fn data_keys_belong_to_their_kind() {
    refused(&GOOD.replace("kind = \"tensors\"", "kind = \"tensors\"\nskew = 1.0"), &["data.skew", "synthetic"]);
    refused(&GOOD.replace("path = \"batches.safetensors\"", ""), &["data.path is missing"]);
    refused(&GOOD.replace("\"tensors\"", "\"synthetic\""), &["data.path", "drawn"]);
    refused(&GOOD.replace("[13, 64", "[12, 64").replace("\"tensors\"", "\"criteo\""), &["13 integers"]);
}

#[test]
fn systems_have_a_gpu_and_a_link() {
    let system = parse(GOOD).unwrap().system;
    assert_eq!((system.kind, &*system.link.name), (SystemKind::None, "trainingcxl"));
    let text = |system: &str| format!("{GOOD}[system]\n{system}\n");
    for (name, kind) in SystemKind::NAMES {
        assert_eq!(parse(&text(&format!("kind = {name:?}"))).unwrap().system.kind, *kind);
    }
    let gpu = |value: &str| parse(&text(&format!("gpu = {value:?}"))).unwrap().system.gpu;
    assert!(matches!(system.gpu, GpuConfig::Preset(preset) if preset.name == "rtx-3090"));
    assert!(matches!(gpu("rtx-a5000"), GpuConfig::Preset(preset) if preset.name == "rtx-a5000"));
    assert_eq!(gpu("a5000.json"), GpuConfig::Recorded("some/where/a5000.json".into()));
    assert_eq!(gpu("../gpu"), GpuConfig::Recorded("some/where/../gpu".into()));
    refused(&text("kind = \"automatik\""), &["experiment.toml:22", "system.kind", "did you mean \"automatic\"?"]);
    refused(&text("gpu = \"rtx-5000\""), &["system.gpu", "\"rtx-3090\" or", "recorded table", "mean \"rtx-a5000\"?"]);
    refused(&text("gpu = 3090"), &["system.gpu", "a string"]);
    refused(&text("link = \"pcie\""), &["system.link", "\"trainingcxl\""]);
    refused(&text("gpuss = 1"), &["[system]", "`gpus`"]);
    refused(&text("gpus = 5"), &["system.gpus", "1", "4"]);
    refused(&text("small_tables = \"ssd\""), &["system.small_tables", "\"gpu\""]);
    let several = parse(&text("gpus = 2\nswitch_levels = 1\nsmall_tables = \"gpu\"")).unwrap();
    assert_eq!((several.system.gpus, several.slices(), several.system.switch_levels), (2, 2, 1));
    assert!(several.system.small_tables_on_gpus);
}

#[test]
fn ndrec_looks_ahead_unless_the_file_says_otherwise() {
    let of = |train: &str, system: &str| {
        let text = GOOD.replace("seed = 1", &format!("seed = 1\n{train}"));
        parse(&format!("{text}[system]\nkind = {system:?}\n")).unwrap()
    };
    assert_eq!(of("", "ndrec").train.lookup, Lookup::Relaxed);
    assert_eq!(of("", "automatic").train.lookup, Lookup::Strict);
    for (name, lookup) in Lookup::NAMES {
        let mut given = of(&format!("lookup = {name:?}"), "ndrec");
        assert_eq!(given.train.lookup, *lookup);
        given.set_system(SystemKind::None);
        assert_eq!(given.train.lookup, *lookup);
    }
    let mut experiment = of("", "none");
    for (system, lookup) in [(SystemKind::NdRec, Lookup::Relaxed), (SystemKind::SoftwareCopy, Lookup::Strict)] {
        experiment.set_system(system);
        assert_eq!((experiment.system.kind, experiment.train.lookup), (system, lookup));
    }
}

#[test]
fn systems_of_trainingcxl_say_what_is_logged_unless_the_file_does() {
    let of = |more: &str| parse(&format!("{GOOD}[system]\n{more}\n"));
    for kind in SystemKind::TRAININGCXL {
        let experiment = of(&format!("kind = {:?}", kind.name())).unwrap();
        assert_eq!(Some(experiment.checkpoint.mode), kind.checkpoint());
        assert_eq!(experiment.train.lookup, kind.lookup());
        assert_eq!(experiment.logs_on_device(), !["ssd", "pmem", "dram"].contains(&kind.name()));
        let mut plain = experiment;
        plain.set_system(SystemKind::None);
        assert_eq!((plain.checkpoint.mode, plain.train.lookup), (CheckpointMode::None, Lookup::Strict));
        plain.set_system(kind);
        assert_eq!(Some(plain.checkpoint.mode), kind.checkpoint());
    }
    let given = of("kind = \"cxl-b\"\n[checkpoint]\nmode = \"redo\"").unwrap();
    assert_eq!(given.checkpoint.mode, CheckpointMode::Redo, "opening it is refused");
    assert_eq!(of("kind = \"cxl\"\n[checkpoint]\nevery = 3").unwrap().checkpoint.every, 3);
    assert_eq!(of("[checkpoint]\nevery = 3").unwrap().checkpoint.mode, CheckpointMode::None);
    refused(&format!("{GOOD}[checkpoint]\nmode = \"undo\"\nevery = 3\n"), &["checkpoint.every", "relaxed"]);
}

#[test]
fn presets_are_table_3() {
    let text = |preset: &str| format!("[model]\npreset = \"{preset}\"\nrows = 50\n[data]\nkind = \"synthetic\"\n");
    for (name, tables, width, lookups) in
        [("rm1", 20, 32 + 210, 80), ("rm2", 80, 32 + 3240, 80), ("rm3", 20, 32 + 210, 20), ("rm4", 52, 16 + 1378, 1)]
    {
        let model = parse(&text(name)).unwrap().model;
        assert_eq!(model.rows, vec![50; tables]);
        assert_eq!(model.interaction_width(), width);
        assert_eq!(model.lookups, lookups);
    }
    refused(&text("rm5"), &["\"rm4\"", "\"rm5\""]);
    refused(&text("rm1").replace("rows = 50", "dimension = 16"), &["already says dimension"]);
}

const CRITEO: &str = "[model]\nbottom = [13, 16]\ntop = [1]\ntables = 26\nrows = 100\ndimension = 16\n\
                      [data]\nkind = \"criteo\"\npath = \"a.tsv\"\n";

#[test]
fn data_is_of_several_files() {
    let paths = |text: &str| parse(&CRITEO.replace("\"a.tsv\"", text)).unwrap().data.paths().to_vec();
    assert_eq!(paths("[\"a.tsv\", \"/b/day_*.gz\"]"), [Path::new("some/where/a.tsv"), Path::new("/b/day_*.gz")]);
    assert_eq!(paths("\"-\""), [Path::new("-")]);
    let strange = Experiment::parse(Path::new("od[d]/e.toml"), &CRITEO.replace("a.tsv", "day_*.gz")).unwrap();
    assert_eq!(
        strange.data.paths(),
        [Path::new("od[[]d[]]/day_*.gz")],
        "only the experiment's own signs have a meaning"
    );
    refused(&CRITEO.replace("\"a.tsv\"", "[]"), &["experiment.toml:9", "data.path", "an empty list"]);
    refused(&CRITEO.replace("\"a.tsv\"", "[\"\"]"), &["data.path", "an empty string"]);
    refused(&CRITEO.replace("\"a.tsv\"", "[1]"), &["data.path", "expected a path, found an integer"]);
    refused(&CRITEO.replace("\"a.tsv\"", "3"), &["data.path", "a path or a list of paths"]);
}

#[test]
fn standard_input_is_read_once() {
    let stdin = CRITEO.replace("a.tsv", "-");
    let with = |more: &str| format!("{stdin}{more}");
    refused(&with("[train]\nepochs = 2"), &["data.path", "standard input", "train.epochs is 2"]);
    refused(&with("[evaluate]\nbatches = 1"), &["standard input", "evaluate.path"]);
    refused(&with("[evaluate]\nhold_out = 0.1"), &["standard input", "held out"]);
    refused(&with("cache = \"cache\""), &["standard input", "data.cache"]);
    refused(&with("format = \"parquet\""), &["standard input", "\"parquet\""]);
    refused(&CRITEO.replace("\"a.tsv\"", "[\"-\", \"b.tsv\"]"), &["standard input", "the others"]);
    refused(&format!("{CRITEO}[evaluate]\npath = \"-\""), &["evaluate.path", "standard input"]);
    refused(&GOOD.replace("batches.safetensors", "-"), &["data.path", "standard input"]);
    assert!(parse(&with("[evaluate]\npath = \"a.tsv\"")).unwrap().evaluate.enabled);
}

#[test]
fn something_is_held_out_in_one_way() {
    let held_out = |more: &str| parse(&format!("{CRITEO}[evaluate]\n{more}")).unwrap();
    let experiment = held_out("hold_out = 0.1");
    assert_eq!((experiment.data.held_out(), experiment.evaluate.enabled), (HeldOut::Share(0.1), true));
    assert_eq!(experiment.evaluation_data(), experiment.data);
    assert_eq!(held_out("hold_out_files = 1").data.held_out(), HeldOut::Files(1));
    let other = held_out("path = [\"b.tsv\", \"c.tsv\"]").evaluation_data();
    assert_eq!(other.paths(), [Path::new("some/where/b.tsv"), Path::new("some/where/c.tsv")]);
    for (more, expected) in [
        ("hold_out = 0.1\nhold_out_files = 1", ["evaluate.hold_out_files", "evaluate.hold_out says already"]),
        ("path = \"b.tsv\"\nhold_out = 0.1", ["evaluate.hold_out", "evaluate.path says already"]),
        ("hold_out = 0", ["evaluate.hold_out", "above 0 and below 1"]),
        ("hold_out = 1", ["evaluate.hold_out", "above 0 and below 1"]),
        ("hold_out = 1.5", ["evaluate.hold_out", "0..=1"]),
        ("hold_out_files = 0", ["evaluate.hold_out_files", "whole number"]),
    ] {
        refused(&format!("{CRITEO}[evaluate]\n{more}"), &expected);
    }
    let drawn = GOOD.replace("\"tensors\"\npath = \"batches.safetensors\"", "\"synthetic\"");
    refused(&format!("{drawn}[evaluate]\nhold_out = 0.1"), &["evaluate.hold_out", "synthetic"]);
}

#[test]
fn keys_of_criteo_are_for_criteo() {
    for key in ["format = \"tsv\"", "short_lines = \"pad\"", "cache = \"c\""] {
        let name = key.split_once(' ').unwrap().0;
        refused(
            &GOOD.replace("[train]", &format!("{key}\n[train]")),
            &[&format!("data.{name}"), "for kind = \"criteo\""],
        );
    }
    refused(&format!("{CRITEO}short_lines = \"pad\"\nformat = \"npz\""), &["data.short_lines", "only text has lines"]);
    refused(&format!("{CRITEO}format = \"csv\""), &["data.format", "\"parquet\"", "found \"csv\""]);
}

#[test]
fn keys_without_effect_are_refused() {
    refused(&GOOD.replace("pooling", "lookups = 3\npooling"), &["model.lookups: this has no effect", "tensors"]);
    refused(&format!("{GOOD}[evaluate]\nenabled = false\nbatches = 3\n"), &["evaluate.batches: this has no effect"]);
    refused(&format!("{GOOD}[evaluate]\nenabled = false\npath = \"t\"\n"), &["evaluate.path: this has no effect"]);
    let adagrad = GOOD.replace("\"sgd\"", "\"adagrad\"");
    for (more, key) in [
        ("channels = 1\n", "device.channels"),
        ("media = \"dram\"\n", "device.media"),
        ("stalls = \"heavy\"\n", "device.stalls"),
        ("row_cache = true\n", "device.row_cache"),
        ("design = \"smartssd\"\n", "device.design"),
        ("[system]\nlink = \"ideal\"\n", "system.link"),
        ("[system]\ngpu = \"rtx-a5000\"\n", "system.gpu"),
        ("[checkpoint]\ngap = 3\n", "checkpoint.gap"),
    ] {
        let expected =
            format!("{key}: this has no effect: train.optimizer = \"adagrad\" keeps embeddings in host memory");
        refused(&format!("{adagrad}{more}"), &[&expected, "use train.optimizer = \"sgd\""]);
        // Another device, system or mode may come from the command line.
        if !more.contains("smartssd") {
            parse(&format!("{GOOD}{more}")).unwrap();
        }
    }
    let smartssd = format!("{GOOD}design = \"smartssd\"\n[checkpoint]\ngap = 3\n");
    refused(&smartssd, &["checkpoint.gap: this has no effect", "makes no checkpoints"]);
}

#[test]
fn long_values_are_cut() {
    let long = "x".repeat(10_000);
    for text in [
        GOOD.replace("\"dot\"\ntables", &format!("\"{long}\"\ntables")),
        GOOD.replace("batch_size = 32", &format!("batch_size = {}", "9".repeat(10_000))),
        GOOD.replace("learning_rate = 1.0", &format!("learning_rate = {}.0", "9".repeat(10_000))),
        format!("{GOOD}{long} = 1\n"),
        format!("{long}{GOOD}"),
        format!("{GOOD}[{long}]\n"),
    ] {
        let message = parse(&text).expect_err("must be refused").to_string();
        assert!(message.len() < 500, "{} characters: {message}", message.len());
        assert!(message.contains("experiment.toml"), "{message}");
    }
    refused(&GOOD.replace("\"sgd\"", &format!("{long:?}")), &["(10002 characters)"]);
}

#[test]
fn what_is_no_text_is_refused() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let refused = |bytes: &[u8], expected: &str| {
        std::fs::write(file.path(), bytes).unwrap();
        let message = Experiment::read(file.path()).expect_err("must be refused").to_string();
        assert!(message.contains(expected) && message.contains(&*file.path().to_string_lossy()), "{message}");
    };
    refused(&[0x1f, 0x8b, 8, 0, 1, 2, 3], "compressed (gzip)");
    refused(b"[model]\n\xff\n", "byte 9 is not UTF-8");
    refused(&vec![b'#'; 2 << 20], "1048576 are read at most");
    refused(
        GOOD.replace("rows = 1000", "rows = 0").as_bytes(),
        "model.rows: expected a whole number in 1..=4294967295, found 0",
    );
}

#[test]
fn a_pool_says_where_it_is_and_what_has_no_effect_beside_it() {
    let model = GOOD.replace("[device]\nkind = \"reference\"\n", "");
    let pool = |keys: &str| format!("{model}[pool]\npath = \"rows.pool\"\n{keys}");
    let config = parse(&pool("")).unwrap().pool.unwrap();
    assert_eq!((config.storage, config.durability, config.slots), (PoolStorage::Pmem, PoolDurability::Process, None));
    let keys = "storage = \"ori-cache\"\nmedia = \"openembedding\"\nchannels = 2\nslots = 1.5\n";
    let config = parse(&pool(keys)).unwrap().pool.unwrap();
    assert_eq!((config.storage, config.channels, config.slots), (PoolStorage::OriCache, 2, Some(1.5)));
    let note = |slots: f64, keep| PoolConfig { slots: Some(slots), ..config.clone() }.note(keep);
    let said = note(3.5, 2).unwrap();
    assert!(
        said.contains("pool.slots is 3.5") && said.contains("save.keep = 2") && said.contains("may need 4"),
        "{said}"
    );
    assert_eq!((note(4.0, 2), parse(&pool("")).unwrap().pool.unwrap().note(2)), (None, None));
    refused(&format!("{model}[pool]\ncache = \"1MiB\"\n"), &["pool", "path"]);
    refused(&pool("media = \"optane\"\n"), &["pool.media", "openembedding"]);
    refused(&pool("channels = 2\n"), &["pool.channels", "pool.media"]);
    refused(&pool("slots = 0.5\n"), &["pool.slots", "1..=64"]);
    refused(&pool("durability = \"always\"\n"), &["pool.durability", "process"]);
    refused(&pool("[store]\ndirectory = \"store\"\n"), &["store.directory", "[pool]"]);
    refused(&pool("[device]\nkind = \"model\"\n"), &["device.kind", "[pool]"]);
}

#[test]
fn memories_of_a_store_are_taken_for_media() {
    let model = GOOD.replace("[device]\nkind = \"reference\"\n", "");
    let store = |keys: &str| format!("{model}[store]\ndirectory = \"store\"\n{keys}");
    let config = parse(&store("")).unwrap().store.unwrap();
    assert_eq!((config.time, &config.media), (StoreTime::Real, &StoreMedia::default()));
    assert_eq!(config.backend, crate::StoreBackend::Logs);
    assert_eq!(parse(&store("backend = \"rocksdb\"\n")).unwrap().store.unwrap().backend, crate::StoreBackend::RocksDb);
    refused(&store("backend = \"leveldb\"\n"), &["store.backend", "rocksdb"]);
    let keys = "time = \"simulated\"\n[store.scm]\nmedium = \"off\"\n[store.ssd]\nmedium = \"bla-scm\"\n";
    let config = parse(&store(keys)).unwrap().store.unwrap();
    let names = config.media.all().map(|medium| &*medium.name);
    assert_eq!((config.time, names), (StoreTime::Simulated, ["hbm", "dram", "off", "bla-scm"]));
    refused(&store("time = \"fast\"\n"), &["store.time", "paced"]);
    refused(&store("[store.ssd]\nmedium = \"optane\"\n"), &["store.ssd.medium", "bla-scm"]);
    refused(&store("[store.scm]\nmedia = \"nand\"\n"), &["store.scm", "medium"]);
    refused(&store("[store.dram]\ncache = \"1B\"\n"), &["store.dram.cache", "a row has", "room for none"]);
    let less = "[store.dram]\ncache = \"1MiB\"\n[store.scm]\ncache = \"63B\"\n";
    refused(&store(less), &["store.scm.cache", "this cache 63"]);
    assert_eq!(parse(&store("[store.dram]\ncache = \"0B\"\n")).unwrap().store.unwrap().dram_cache, 0);
}

#[test]
fn a_cluster_has_shards_with_addresses() {
    let text = |cluster: &str| GOOD.replace("[device]\nkind = \"reference\"\n", &format!("[cluster]\n{cluster}\n"));
    let cluster = |extra: &str| parse(&text(extra)).unwrap().cluster.unwrap();
    let found = cluster("shards = 2");
    assert_eq!((found.shards, found.workers, found.storage), (2, 1, Storage::Dram));
    assert_eq!(found.listen, ["tcp/127.0.0.1:7447", "tcp/127.0.0.1:7448"]);
    assert_eq!(found.addresses(), found.listen);
    let found = cluster(
        "listen = \"tcp/0.0.0.0:9\"\nconnect = \"tcp/10.0.0.1:9\"\nstorage = \"pmem\"\npool = \"/pmem/clicks\"",
    );
    assert_eq!(found.addresses(), ["tcp/10.0.0.1:9"]);
    assert_eq!(found.pool_of(3).unwrap(), Path::new("/pmem/clicks-3"));
    refused(&text("shards = 2\nlisten = \"tcp/127.0.0.1:1\""), &["cluster.listen", "2 addresses", "found 1"]);
    let same = "shards = 2\nlisten = [\"tcp/127.0.0.1:1\", \"tcp/127.0.0.1:1\"]";
    refused(&text(same), &["cluster.listen", "tcp/127.0.0.1:1", "is there twice"]);
    let same = "workers = 2\nlisten = \"tcp/127.0.0.1:1\"\nmeet = [\"tcp/127.0.0.1:2\", \"tcp/127.0.0.1:1\"]";
    refused(&text(same), &["cluster.meet", "is there twice"]);
    let same = "shards = 2\nconnect = [\"tcp/10.0.0.1:9\", \"tcp/10.0.0.1:9\"]";
    refused(&text(same), &["cluster.connect", "is there twice"]);
    refused(&text("listen = \"127.0.0.1:1\""), &["cluster.listen", "tcp/127.0.0.1:7447"]);
    refused(&text("listen = \"tcp/127.0.0.1:0\""), &["cluster.listen", "tcp/127.0.0.1:7447"]);
    let found = cluster("shards = 2\ncertificates = \"certs\"\nconnect = [\"tls/10.0.0.1:9\", \"tls/[::1]:9\"]");
    assert_eq!(found.listen, ["tls/127.0.0.1:7447", "tls/127.0.0.1:7448"]);
    assert_eq!(ClusterConfig::place(&found.connect[1]), Some("[::1]:9".parse().unwrap()));
    assert!(found.certificates.unwrap().ends_with("certs"));
    refused(&text("listen = \"tls/127.0.0.1:1\""), &["cluster.listen", "needs cluster.certificates"]);
    let mixed = "certificates = \"certs\"\nlisten = \"tcp/127.0.0.1:1\"";
    refused(&text(mixed), &["cluster.listen", "tls/127.0.0.1:7447", "would not use them"]);
    let found = parse(&text("shards = 2\nworkers = 2")).unwrap();
    assert_eq!(found.slices(), 2);
    assert_eq!(found.cluster.unwrap().meet, ["tcp/127.0.0.1:7449", "tcp/127.0.0.1:7450"]);
    refused(&text("workers = 2\nmeet = \"tcp/127.0.0.1:1\""), &["cluster.meet", "2 addresses, one a worker"]);
    refused(&text("meet = \"tcp/127.0.0.1:1\""), &["cluster.meet", "meets nobody"]);
    let sliced = |slices: u32| text("workers = 4").replace("[train]", &format!("[train]\nslices = {slices}"));
    assert_eq!(parse(&sliced(8)).unwrap().slices(), 8);
    refused(&sliced(6), &["cluster.workers", "4 workers cannot share 6 slices"]);
    refused(&text("storage = \"pmem\""), &["cluster.pool is missing"]);
    refused(&text("cache = \"1GiB\""), &["cluster.cache", "every row in memory"]);
    refused(&text("[cluster.checkpoint]\nbatches = 3"), &["cluster.checkpoint", "keeps nothing"]);
    refused(&text("device = \"model\""), &["cluster.device", "has no device"]);
    refused(&text("shrads = 2"), &["[cluster]", "`shards`"]);
    refused(&format!("{GOOD}[cluster]\nshards = 1\n"), &["device.kind", "[cluster] keeps the tables on shards"]);
    refused(&text("shards = 1\n[store]\ndirectory = \"d\""), &["remove one of the two"]);
}

#[test]
fn a_shard_keeps_its_rows_in_what_it_is_told() {
    let text = |cluster: &str| GOOD.replace("[device]\nkind = \"reference\"\n", &format!("[cluster]\n{cluster}\n"));
    let cluster =
        |storage: &str, extra: &str| parse(&text(&format!("storage = {storage:?}\n{extra}"))).unwrap().cluster.unwrap();
    let checkpoint = |storage| cluster(storage, "pool = \"p\"").checkpoint;
    let (aware, incremental) = (PoolCheckpoint::BatchAware, PoolCheckpoint::Incremental);
    let storages = ["dram", "pmem", "ori-cache", "pmem-hash"];
    assert_eq!(storages.map(checkpoint), [incremental, aware, incremental, aware]);
    let other = |kind: &str| format!("pool = \"p\"\n[cluster.checkpoint]\nkind = {kind:?}");
    assert_eq!(cluster("pmem", &other("incremental")).checkpoint, incremental);
    assert_eq!(cluster("ori-cache", &other("batch-aware")).checkpoint, aware);
    let refused_of =
        |storage: &str, extra: &str, parts: &[&str]| refused(&text(&format!("storage = {storage:?}\n{extra}")), parts);
    refused_of("dram", &other("batch-aware"), &["cluster.checkpoint.kind", "\"incremental\" checkpoints alone"]);
    refused_of("pmem-hash", &other("incremental"), &["cluster.checkpoint.kind", "\"batch-aware\" checkpoints alone"]);
    refused_of("pmem-hash", "pool = \"p\"\ncache = \"1GiB\"", &["cluster.cache", "has no cache"]);
    refused_of("ori-cache", "", &["cluster.pool is missing"]);
    let recovery = |name: &str| format!("pool = \"p\"\n[cluster.checkpoint]\nrecovery = {name:?}\nwait = true");
    let found = cluster("pmem", &recovery("partial"));
    assert_eq!((found.recovery, found.waits_for_checkpoints), (Recovery::Partial, true));
    let found = cluster("pmem", "pool = \"p\"");
    assert_eq!((found.recovery, found.waits_for_checkpoints), (Recovery::Full, false));
    let ahead = |name: &str| format!("pool = \"p\"\n[cluster.checkpoint]\nrecovery = {name:?}\nahead_rows = 64");
    assert_eq!((found.ahead_rows, cluster("pmem", &ahead("partial-newest")).ahead_rows), (0, 64));
    refused_of("pmem", &ahead("partial"), &["cluster.checkpoint.ahead_rows", "partial-newest"]);
    refused_of("ori-cache", &ahead("partial-newest"), &["cluster.checkpoint.ahead_rows", "\"pmem\" write rows ahead"]);
    refused_of("dram", &recovery("none"), &["cluster.checkpoint.recovery", "partial-newest"]);
    let found = cluster("cxl-mem", "device = \"model\"");
    assert_eq!((found.device, found.keeps()), (DeviceKind::Model, false));
    assert!(cluster("cxl-mem", "pool = \"p\"").keeps());
    refused_of("cxl-mem", "cache = \"1GiB\"", &["cluster.cache", "in its device"]);
    refused_of("cxl-mem", "[cluster.checkpoint]\nbatches = 3", &["cluster.checkpoint", "logs every batch"]);
    refused_of("cxl-mem", "device = \"rtl\"\npool = \"p\"", &["cluster.pool", "simulation alone"]);
    let worth = |name: &str| format!("pool = \"p\"\ndurability = {name:?}");
    let names = ["dax", "power", "process"];
    let found = names.map(|name| cluster("pmem", &worth(name)).durability);
    assert_eq!(found, [PoolDurability::Dax, PoolDurability::Power, PoolDurability::Process].map(Some));
    assert_eq!(cluster("pmem", "pool = \"p\"").durability, None);
    refused_of("pmem", &worth("always"), &["cluster.durability", "power"]);
    refused_of("dram", "durability = \"power\"", &["cluster.durability", "without cluster.pool"]);
    refused_of("cxl-mem", &worth("power"), &["cluster.durability", "msync"]);
    assert_eq!(cluster("cxl-mem", &worth("dax")).durability, Some(PoolDurability::Dax));
    let tiers = |extra: &str| format!("{extra}[store]\ndirectory = \"d/rows\"\n");
    let found = cluster("tiers", &tiers(""));
    assert_eq!((found.keeps(), found.pool_of(3).unwrap().ends_with("d/rows-3")), (true, true));
    refused_of("tiers", "", &["cluster.storage", "there is no [store]"]);
    refused_of("tiers", &tiers("pool = \"p\"\n"), &["cluster.pool", "store.directory"]);
    refused_of("tiers", &tiers("durability = \"power\"\n"), &["cluster.durability", "survive a loss of power"]);
    refused_of("tiers", &tiers("cache = \"1GiB\"\n"), &["cluster.cache", "[store.dram]"]);
    let kind = "[cluster.checkpoint]\nkind = \"incremental\"\n";
    refused_of("tiers", &tiers(kind), &["cluster.checkpoint.kind", "as a whole"]);
    let newest = "[cluster.checkpoint]\nrecovery = \"partial-newest\"\n";
    refused_of("tiers", &tiers(newest), &["cluster.checkpoint.recovery", "\"partial\""]);
    for (line, key) in [
        ("placement = \"p\"", "store.placement"),
        ("prefetch = 2", "store.prefetch"),
        ("initialise = \"before\"", "store.initialise"),
        ("pin = false", "store.pin"),
        ("gpus = 2", "store.gpus"),
        ("scale = 2", "store.scale"),
    ] {
        refused_of("tiers", &(tiers("") + line), &[key, "no effect"]);
    }
    refused_of(
        "tiers",
        &tiers("[cluster.checkpoint]\nwait = false\n"),
        &["cluster.checkpoint.wait", "when its batch is"],
    );
    refused_of("tiers", &(tiers("") + "[store.ssd]\ncapacity = \"1GiB\""), &["store.ssd.capacity", "no effect"]);
    refused_of("tiers", &(tiers("") + "[store.scm]\nmedium = \"bya-scm\""), &["store.scm.medium", "\"paced\""]);
    refused_of("tiers", &(tiers("") + "time = \"simulated\""), &["store.time", "\"paced\""]);
    refused_of("tiers", &(tiers("") + "[store.dram]\ntables = \"1GiB\""), &["store.dram.tables", "whole tables"]);
    refused_of("dram", &tiers(""), &["cluster.shards", "storage = \"tiers\""]);
    let adagrad = text("storage = \"cxl-mem\"").replace("\"sgd\"", "\"adagrad\"");
    refused(&adagrad, &["cluster.storage", "sgd alone"]);
}

#[test]
fn a_store_has_the_memories_of_a_server_unless_the_file_says_otherwise() {
    let model = GOOD.split("[device]").next().unwrap();
    let store = |keys: &str| format!("{model}[store]\ndirectory = \"store\"\n{keys}");
    let config = parse(&store("configuration = \"configBYA-2\"\nscale = 1000\n")).unwrap().store.unwrap();
    assert_eq!((config.dram_cache, config.scm_cache), (192_000_000, 720_000_000));
    assert_eq!((config.hbm.bytes, config.dram.bytes, config.ssd.bytes), (32_000_000, 192_000_000, 8_192_000_000));
    assert_eq!((config.gpus, config.scale, config.media.scale, &*config.media.ssd.name), (8, 1000, 1000, "nand"));
    assert_eq!(
        (config.cache, config.pin, config.configuration.as_deref()),
        (StoreCache::Row, true, Some("configBYA-2"))
    );
    let keys = "configuration = \"configSCM\"\ngpus = 2\npolicy = \"fifo\"\npin = false\ncache = \"block-cache\"\n\
                [store.scm]\ncache = \"1MiB\"\n[store.ssd]\nmedium = \"nand\"\n";
    let config = parse(&store(keys)).unwrap().store.unwrap();
    assert_eq!((config.gpus, config.scm_cache, &*config.media.ssd.name), (2, 1 << 20, "nand"));
    assert_eq!((config.policy, config.pin, config.cache), (CachePolicy::Fifo, false, StoreCache::Block));
    refused(&store("configuration = \"baseline\"\n"), &["store.configuration", "\"configBYA-1\""]);
    refused(&store("scale = 0\n"), &["store.scale", "1..="]);
    // A system for tables in files, and none for others.
    let system = |kind: &str| format!("{}[system]\nkind = {kind:?}\ngpu = \"a100\"\n", store(""));
    assert_eq!(parse(&system("mtrains")).unwrap().system.kind, SystemKind::MTrains);
    refused(&system("automatic"), &["system.kind", "no effect"]);
}

#[test]
fn failures_say_when_shards_die_and_what_they_had_saved() {
    let model = GOOD.replace("[device]\nkind = \"reference\"\n", "");
    let text = |keys: &str| format!("{model}[failures]\nshards = 4\n{keys}");
    let config = |keys: &str| parse(&text(keys)).unwrap().failures.unwrap();
    let found = config("interval = 100\nafter = [30, 70]\ndies = [2, 0]\n");
    assert_eq!(found.plan, FailurePlan::Named(vec![(30, 2), (70, 0)]));
    assert_eq!((found.policy, found.between_saves()), (SavePolicy::Full, 100));
    let found =
        config("interval = 80\ncount = 3\nlost = 2\nwithin = 500\nseed = 9\npolicy = \"mfu\"\nr = 0.25\nlargest = 2\n");
    assert_eq!(found.plan, FailurePlan::Drawn { count: 3, lost: 2, within: 500, seed: 9 });
    assert_eq!((found.between_saves(), found.parts, found.largest, found.seed), (20, 4, 2, 9));
    let found = config("interval = 80\ncount = 3\nwithin = 500\npolicy = \"ssu\"\n");
    assert_eq!((found.between_saves(), found.parts, found.largest), (10, 8, 7));
    let good = "interval = 80\ncount = 1\nwithin = 5\n";
    assert!(!parse(&text(good)).unwrap().rests_at_any_batch());
    assert_eq!(parse(&text(good)).unwrap().saves_every(), None);
    let drawn = |after: u64| {
        let tensors = "kind = \"tensors\"\npath = \"batches.safetensors\"";
        let keys = format!("interval = 80\nafter = [3, {after}]\ndies = [1, 1]\n");
        text(&keys).replace(tensors, "kind = \"synthetic\"\nbatches = 8")
    };
    assert!(parse(&drawn(8)).is_ok());
    refused(&drawn(9), &["failures.after", "dies after 9 batches, and there are 8"]);
    for (keys, says) in [
        ("count = 1\nwithin = 5\n", "failures.interval is missing"),
        ("interval = 80\n", "failures.count is missing"),
        ("interval = 80\ncount = 1\n", "failures.within is missing"),
        ("interval = 80\nafter = [3]\n", "failures.dies is missing"),
        ("interval = 80\nafter = [3, 4]\ndies = [1]\n", "a shard for each of 2 batches, found 1"),
        ("interval = 80\nafter = [4, 3]\ndies = [1, 1]\n", "batches in their order"),
        ("interval = 80\nafter = 3\ndies = 4\n", "0..=3, found 4"),
        ("interval = 80\nafter = 3\ndies = 1\ncount = 2\n", "failures.count"),
        ("interval = 80\ncount = 1\nwithin = 5\nlost = 5\n", "1..=4, found 5"),
        ("interval = 81\ncount = 1\nwithin = 5\npolicy = \"scar\"\n", "a multiple of 8, found 81"),
        ("interval = 80\ncount = 1\nwithin = 5\npolicy = \"scar\"\nr = 0.3\n", "failures.r"),
        ("interval = 80\ncount = 1\nwithin = 5\npolicy = \"scar\"\nr = 0\n", "failures.r"),
        ("interval = 80\ncount = 1\nwithin = 5\nr = 0.5\n", "has no effect"),
        ("interval = 80\ncount = 1\nwithin = 5\npolicy = \"lru\"\n", "failures.policy"),
        ("interval = 80\ncount = 1\nwithin = 5\nshare = 1\n", "unknown key `share` in [failures]"),
    ] {
        refused(&text(keys), &[says]);
    }
    for other in
        ["[pool]\npath = \"p\"\n", "[store]\ndirectory = \"s\"\n", "[cluster]\nshards = 2\n", "[save]\nevery = 3\n"]
    {
        refused(&format!("{}{other}", text(good)), &["[failures]"]);
    }
    refused(
        &text(good).replace("[failures]", "[device]\nkind = \"model\"\n[failures]"),
        &["device.kind", "[failures]"],
    );
}
