//! Every system that is compared, trained and rehearsed.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use emberlane_data::Batch;
use emberlane_experiment::{CheckpointConfig, CheckpointMode, Experiment, Lookup, Movement, Preset, SystemKind};
use emberlane_fabric::message::Channel;
use emberlane_registers::cxl_mem::LINE_BYTES;

use crate::costs::costs;
use crate::energy::{Energy, Worked};
use crate::schedule::{Accessed, COMPARED, ITERATED, Resource, Simulated, holdings};
use crate::trained::{self, batches, bits, first_difference};
use crate::{StoreOptions, Trainer, rehearse};

const BATCHES: u64 = 6;

/// A model of Table 3, small: the same tables and dimension, fewer rows, lookups and neurons.
fn experiment(preset: &str, system: SystemKind) -> Experiment {
    let text = format!(
        "[model]\npreset = {preset:?}\nrows = 60\n[data]\nkind = \"synthetic\"\nskew = 1.05\n[train]\nbatch_size = 4\nseed = 5\n\
         learning_rate = 0.5\n[device]\nkind = \"model\"\nmedia = \"trainingcxl\"\n[system]\nkind = {:?}\n",
        system.name()
    );
    let mut experiment = Experiment::parse("experiment.toml".as_ref(), &text).unwrap();
    (experiment.model.bottom, experiment.model.top) = (vec![13, 24, experiment.model.dimension], vec![8, 1]);
    experiment.model.lookups = experiment.model.lookups.min(5);
    experiment.checkpoint.every = 2;
    experiment
}

/// Losses and every bit of tables and MLPs.
type Left = (Vec<f64>, Vec<u32>);

fn train(experiment: &Experiment) -> (Left, Simulated) {
    let (mut trainer, losses, simulated) = run(experiment);
    ((losses, bits(experiment, &mut trainer)), simulated)
}

/// Trains as the experiment's system does; also the loss of each batch.
fn run(experiment: &Experiment) -> (Trainer, Vec<f64>, Simulated) {
    let (runner, losses) = trained::run(experiment, BATCHES);
    let (trainer, simulated) = runner.into_parts().unwrap();
    (trainer, losses, simulated.unwrap())
}

/// The same without a system.
fn train_plainly(experiment: &Experiment) -> Left {
    let mut plain = experiment.clone();
    (plain.system.kind, plain.checkpoint.mode) = (SystemKind::None, CheckpointMode::None);
    let mut trainer = Trainer::new(&plain, &StoreOptions::default()).unwrap();
    let batches = batches(experiment, BATCHES);
    let one = |(number, batch): (usize, &Batch)| match experiment.train.lookup {
        Lookup::Strict => trainer.train(batch).unwrap().mean,
        Lookup::Relaxed => trainer.train_relaxed(batch, batches.get(number + 1)).unwrap().mean,
    };
    let losses = batches.iter().enumerate().map(one).collect();
    (losses, bits(experiment, &mut trainer))
}

/// A small workload for the systems of NDRec: large tables, and one that stays on GPUs.
fn iterated_experiment(system: SystemKind, machine: &str) -> Experiment {
    let smartssd = "design = \"smartssd\"\nkind = \"model\"\ncache_vectors = 900\nsmartssds = 2";
    let device = if system.movement() == Movement::Iterations { smartssd } else { "" };
    let text = format!(
        "[model]\nbottom = [13, 24, 16]\ntop = [20, 1]\ntables = 5\nrows = [700, 1, 260, 90, 1200]\ndimension = 16\nlookups = 4\n\
         [data]\nkind = \"synthetic\"\nskew = 1.05\n[train]\nbatch_size = 40\nseed = 5\nlearning_rate = 0.1\n[device]\n{device}\n\
         [system]\nkind = {:?}\ngpu = \"rtx-a5000\"\nlink = \"ndrec\"\n{machine}\n",
        system.name()
    );
    Experiment::parse("experiment.toml".as_ref(), &text).unwrap()
}

/// Every system of NDRec, on one GPU and on several: strict ones train to the bits of a training without a system in host memory, if
/// batches are cut alike; those of SmartSSDs to the bits of their own tables without a system. And a rehearsal takes the time that the
/// training takes.
#[test]
fn every_system_of_ndrec_trains_to_the_same_bits_and_a_rehearsal_takes_the_same_time() {
    for system in ITERATED {
        let mut bits: Vec<Left> = Vec::new();
        for gpus in [1, 2, 4] {
            let small = system.kind.movement() == Movement::Iterations;
            let small = if small { "small_tables = \"gpu\"" } else { "" };
            let mut experiment = iterated_experiment(system.kind, &format!("gpus = {gpus}\n{small}"));
            experiment.train.slices = Some(4);
            let near = crate::open::placed(&experiment, None).unwrap().near;
            assert_eq!(near, if small.is_empty() { vec![] } else { vec![1] });
            let context = format!("{}, {gpus} GPUs", system.title);
            let (trained, simulated) = train(&experiment);
            let rehearsed = rehearse(&experiment, &StoreOptions::default(), BATCHES).unwrap();
            assert!(simulated.log == rehearsed.log, "{context}: {}", first_difference(&simulated.log, &rehearsed.log));
            let mut plain = experiment.clone();
            plain.system.gpus = 1;
            assert!(trained == train_plainly(&plain), "{context}: other bits");
            bits.push(trained);
        }
        assert!(bits.iter().all(|left| *left == bits[0]), "{}: GPUs change bits", system.title);
        // A slice's gradients are summed by themselves.
        let mut whole = iterated_experiment(system.kind, "");
        whole.train.slices = Some(1);
        assert!(train(&whole).0 != bits[0], "{}", system.title);
    }
}

/// What passes for a line by the executor's account passes for it in the fabric, channel by channel: GPU and SmartSSD send and get no other
/// messages about lines, and of these as many as there are lines.
#[test]
fn links_pass_what_messages_pass_in_the_fabric() {
    use crate::schedule::ndrec::carried::{LENT, LOADED, READ, SERVED};
    let mut experiment = iterated_experiment(SystemKind::NdRec, "");
    experiment.device.smartssds = 1;
    let options = StoreOptions { in_fabric: true, ..StoreOptions::default() };
    let simulated = rehearse(&experiment, &options, BATCHES).unwrap();
    let messages = |from: &str, to: &str| -> BTreeMap<&str, u64> {
        let link = simulated.fabric.links.iter().find(|link| (&*link.from, &*link.to) == (from, to)).unwrap();
        // Registers are CXL.io.
        let of_lines = link.channels.iter().filter(|channel| !channel.channel.starts_with("io"));
        of_lines.map(|channel| (channel.channel, channel.messages)).collect()
    };
    let outputs = BATCHES * 40 * 5;
    // The GPU loads outputs and has gradients read; the SmartSSD lends the one and reads the other, and programs besides.
    for (device, lines, others) in [("gpu", LOADED, SERVED), ("smartssd", LENT, READ)] {
        for (passed, of_lines, of_others) in
            [(messages("host", device), lines.to, others.to), (messages(device, "host"), lines.from, others.from)]
        {
            let words =
                |channels: &[Channel]| channels.iter().map(|channel| channel.word()).collect::<BTreeSet<&str>>();
            let expected: BTreeSet<&str> = words(of_lines).union(&words(of_others)).copied().collect();
            assert_eq!(passed.keys().copied().collect::<BTreeSet<&str>>(), expected, "{device}");
            for channel in of_lines.iter().chain(of_others) {
                let count = passed[channel.word()];
                match channel {
                    // The first outputs take the place of none, and only some of the last are written again.
                    Channel::H2dReq | Channel::D2hRsp | Channel::S2mBiSnp | Channel::M2sBiRsp => {
                        assert!(count > 0 && count <= outputs, "{device}, {channel}: {count}");
                    }
                    Channel::H2dData | Channel::D2hReq if device == "smartssd" => assert!(count > outputs, "{count}"),
                    _ => assert_eq!(count, outputs, "{device}, {channel}"),
                }
            }
        }
    }
}

/// Rows that GPUs read in place come over their links, and those that they update come and go.
#[test]
fn rows_of_uvm_pass_the_links_of_the_gpus() {
    for gpus in [1, 2] {
        let experiment = iterated_experiment(SystemKind::Uvm, &format!("gpus = {gpus}"));
        let log = rehearse(&experiment, &StoreOptions::default(), BATCHES).unwrap().log;
        let of = |name: &str, link| {
            let events = log.events().iter().filter(|event| event.operation == name && event.resource == link);
            events.map(|event| event.bytes).sum::<u64>()
        };
        let lookups: u64 = batches(&experiment, BATCHES).iter().map(|batch| batch.bags.indices.len() as u64).sum();
        let unique: u64 = batches(&experiment, BATCHES).iter().map(rows).sum();
        // Rows of 16 elements.
        assert_eq!(of("embedding lookup", Resource::LinkToGpu), lookups * 64, "{gpus} GPUs");
        assert_eq!(of("embedding lookup", Resource::LinkFromGpu), 0, "{gpus} GPUs");
        for link in [Resource::LinkToGpu, Resource::LinkFromGpu] {
            assert_eq!(of("embedding update", link), unique * 64, "{gpus} GPUs, {link:?}");
        }
        let read: u64 = log.accesses().iter().map(|access| access.accessed.read).sum();
        assert_eq!(read, (lookups + unique) * 64, "{gpus} GPUs");
    }
}

/// Strict systems train to the bits of a training without a system, relaxed lookup to those of one that looks ahead; and a rehearsal takes
/// the time that the training takes, operation by operation.
#[test]
fn every_system_trains_to_the_same_bits_and_a_rehearsal_takes_the_same_time() {
    for (preset, _) in Preset::NAMES {
        for system in COMPARED {
            let experiment = experiment(preset, system.kind);
            let context = format!("{preset}, {}", system.title);
            let (trained, simulated) = train(&experiment);
            assert!(trained == train_plainly(&experiment), "{context}: other bits");
            let rehearsed = rehearse(&experiment, &StoreOptions::default(), BATCHES).unwrap();
            assert!(simulated.log == rehearsed.log, "{context}: {}", first_difference(&simulated.log, &rehearsed.log));
            assert_eq!(simulated.overruns, rehearsed.overruns, "{context}");
            let links = |simulated: &Simulated| simulated.fabric.links.clone();
            assert!(links(&simulated) == links(&rehearsed), "{context}: other messages");
        }
    }
}

/// Rows that engines of the device keep are not read from the memory of the tables, whatever brings the vectors to the GPU; and a rehearsal
/// counts what training counts.
#[test]
fn rows_that_engines_keep_are_not_read() {
    for kind in [SystemKind::Pcie, SystemKind::CxlB, SystemKind::Cxl] {
        let mut experiment = experiment("rm1", kind);
        let run = |experiment: &Experiment| {
            let (mut trainer, losses, simulated) = run(experiment);
            let rehearsed = rehearse(experiment, &StoreOptions::default(), BATCHES).unwrap();
            assert!(simulated.log == rehearsed.log, "{}", first_difference(&simulated.log, &rehearsed.log));
            let read: u64 = simulated.log.accesses().iter().map(|access| access.accessed.read).sum();
            let counters = trainer.store.device().unwrap().report().unwrap().counters;
            let hits = counters.iter().find(|(name, _)| name == "row_cache_hits").unwrap().1;
            ((losses, bits(experiment, &mut trainer)), read, hits)
        };
        let (bits, to_read, none) = run(&experiment);
        assert_eq!(none, 0);
        experiment.device.row_cache = true;
        let (of_kept, read, hits) = run(&experiment);
        assert!(of_kept == bits, "{kind:?}: other bits");
        assert!(hits > 0, "{kind:?}: batches that look no row up again");
        assert_eq!(read + hits * LINE_BYTES, to_read, "{kind:?}");
    }
}

/// Tables of full size, here 27 GB, take no room where nothing is computed.
#[test]
fn a_rehearsal_needs_no_room_for_tables() {
    for kind in [SystemKind::Pmem, SystemKind::CxlB] {
        let mut experiment = experiment("rm4", kind);
        experiment.model.rows = vec![1 << 23; experiment.model.tables()];
        let simulated = rehearse(&experiment, &StoreOptions::default(), 3).unwrap();
        assert_eq!(simulated.log.batches().len(), 3, "{kind:?}");
    }
}

/// Parameters that fill many windows of a relaxed log: the GPU goes on answering where the device would wait for them forever.
#[test]
fn a_log_that_does_not_fit_its_windows_ends() {
    for (kind, every) in [(SystemKind::Cxl, 1), (SystemKind::Cxl, 2), (SystemKind::Cxl, 5), (SystemKind::Automatic, 2)]
    {
        let mut experiment = experiment("rm1", kind);
        experiment.model.bottom = vec![13, 4096, 320, experiment.model.dimension];
        (experiment.checkpoint.mode, experiment.checkpoint.every) = (CheckpointMode::Relaxed, every);
        let batches = 2 * u64::from(every) + 4;
        let simulated = rehearse(&experiment, &StoreOptions::default(), batches).unwrap();
        assert_eq!(simulated.log.batches().len() as u64, batches, "{kind:?}, {every}");
        // Five windows are enough.
        assert_eq!(simulated.overruns > 0, every < 5, "{kind:?}, {every}: {}", simulated.overruns);
    }
}

/// However far the bound is: the next log begins behind the end of the last.
#[test]
fn a_relaxed_log_begins_when_the_last_has_ended() {
    let mut experiment = experiment("rm1", SystemKind::Cxl);
    experiment.checkpoint.every = CheckpointConfig::DEFAULT_EVERY;
    let simulated = rehearse(&experiment, &StoreOptions::default(), 12).unwrap();
    let begun =
        simulated.log.events().iter().filter(|it| it.operation == "freeze parameters" && it.end_ps > it.start_ps);
    assert!(begun.count() >= 3, "parameters this small take a few windows");
    assert_eq!(simulated.overruns, 0);
}

#[test]
fn what_is_written_is_in_the_log_once_and_dram_makes_no_checkpoint() {
    for system in COMPARED {
        let experiment = experiment("rm1", system.kind);
        let log = rehearse(&experiment, &StoreOptions::default(), BATCHES).unwrap().log;
        let mut all = Accessed::default();
        log.accesses().iter().for_each(|access| all += access.accessed);
        let unique: u64 = batches(&experiment, BATCHES).iter().map(rows).sum();
        let grain = if system.kind == SystemKind::Ssd { 4096 } else { 128 };
        assert_eq!(all.written, unique * grain, "{}", system.title);
        let parameters = BATCHES * emberlane_checkpoints::parameter_bytes(&experiment.model);
        let logs = |name: &str| name == "parameter log" || name == "interaction and top MLP forward";
        let ids: HashSet<_> = log.events().iter().filter(|it| logs(it.operation)).map(|it| it.id).collect();
        let logged: u64 = log.accesses().iter().filter(|it| ids.contains(&it.id)).map(|it| it.accessed.logged).sum();
        let expected = match experiment.checkpoint.mode {
            CheckpointMode::None => 0..=0,
            // As many lines or pages as that takes.
            CheckpointMode::Redo | CheckpointMode::Undo => parameters..=parameters + BATCHES * grain,
            // Every second batch at least.
            CheckpointMode::Relaxed => parameters / 4..=parameters,
        };
        assert!(expected.contains(&logged), "{}: {logged} bytes of parameters, not {expected:?}", system.title);
        assert_eq!(all.logged == 0, system.kind == SystemKind::Dram);
        let worked = Worked::between(&log, log.start_ps(), log.end_ps() + 1);
        assert_eq!((worked.written_bytes, worked.logged_bytes), (all.written as f64, all.logged as f64));
        let links = Resource::ALL.into_iter().filter(|resource| resource.is_link());
        let bytes: u64 = links.map(|link| log.usage(link).bytes).sum();
        assert_eq!(worked.link_bytes, bytes as f64);
        let energy = Energy::of(&experiment, holdings(&experiment), &costs(), &worked);
        assert_eq!(energy.fpga > 0.0, system.holdings.device, "{}", system.title);
        assert!(energy.gpu > 0.0 && energy.memory_access > 0.0);
    }
}

/// Rows of a batch, each once.
fn rows(batch: &Batch) -> u64 {
    let bags = &batch.bags;
    let table = |table: usize| {
        let at = |bag: usize| bags.offsets[bag] as usize;
        let mut rows = bags.indices[at(table * bags.samples)..at((table + 1) * bags.samples)].to_vec();
        rows.sort_unstable();
        rows.dedup();
        rows.len() as u64
    };
    (0..bags.tables).map(table).sum()
}
