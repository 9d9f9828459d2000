//! What an experiment is: the TOML file, its keys and their checks.
//!
//! [`Experiment::read`] gives an [`Experiment`] that is complete and consistent in itself, or an error with file, line and key.
//!
//! Every key is checked: an unknown key is an error that names the nearest known one, a value of the wrong type or out
//! of range is an error that says what was expected, each with file and line. Paths are relative to the file.
//!
//! ```toml
//! [model]                      # or: preset = "rm1" .. "rm4" (TrainingCXL, Table 3), rows = N
//! bottom = [13, 64, 32, 16]    # widths from the dense features on
//! top = [64, 32, 1]            # widths after the interaction
//! interaction = "dot"          # or "cat"
//! tables = 4
//! rows = 1000                  # or a list, one a table
//! dimension = 16               # a multiple of 16 in 16..=256
//! pooling = "sum"              # or "mean"
//! lookups = 8                  # rows a bag, for data that does not say (default 1)
//! initial_parameters = "initial.safetensors"   # default: drawn from the seed
//! [data]
//! kind = "tensors"             # or "criteo", "synthetic"
//! path = "batches.safetensors" # or a list; each a file, a pattern as in "day_*.gz", or, of criteo, "-" for standard input
//! format = "auto"              # criteo: or "tsv", "parquet", "npz", "binary"; text may be compressed with gzip or zstd
//! on_malformed = "error"       # criteo: or "skip"
//! short_lines = "error"        # criteo, text: or "pad", fields that are not there at the end of a line are missing values
//! cache = "cache"              # criteo: a folder where parsed records are kept and used again; default: none
//! skew = 1.05                  # synthetic: exponent of the power law
//! batches = 100                # synthetic: batches an epoch
//! [train]
//! batch_size = 32              # default 128; tensors: what the file holds
//! learning_rate = 1.0          # default 0.1
//! optimizer = "sgd"            # or "adagrad", "rowwise-adagrad"
//! lookup = "strict"            # or "relaxed", the default of system "ndrec": a batch is looked up before the one in front of it is
//!                              # applied; needs sgd, and of systems "automatic", "ndrec" or none, of checkpoints "undo", "relaxed" or
//!                              # none
//! seed = 1                     # default 0
//! epochs = 1                   # passes over the data, default 1
//! slices = 1                   # parts of a batch whose gradients are summed by themselves, 1 to 64; default: as many as GPUs
//! [evaluate]                   # after training; default: tensors are evaluated, other kinds are not
//! enabled = true
//! path = "test.tsv"            # as data.path; default: the training data; synthetic: other batches of the same click model
//! hold_out = 0.1               # or: a share of the records (tensors: batches) that is evaluated and not trained
//! hold_out_files = 1           # or: so many files at the end of data.path
//! batches = 50                 # default: all with `every`, and as many as were trained without it
//! every = 1000                 # also on the way, before every so many batches; the best parameters are kept in best.safetensors
//! metric = "log_loss"          # what decides which are the best; or "auc"
//! stop_after = 5               # stop after so many evaluations in a row that are no better than the best; default: never
//! [device]
//! design = "cxl-mem"           # or "smartssd", which has cache_vectors = 65536 (of each) and smartssds = 1 (to 8, two tables each at
//!                              # least, but for one), and no channels, media or row_cache
//! kind = "reference"           # or "model", "rtl"
//! channels = 4                 # memory channels of the device, 1 to 4; as RTL, 4 or 1
//! media = "off"                # what the memory controllers emulate: "dram", "trainingcxl", "openembedding", "optane-measured"
//! row_cache = false            # engines keep lines of rows that a lookup reads again: skewed batches take less time
//! stalls = "none"              # rtl: or "random", "heavy": delays and reordering on every bus, drawn from the seed
//! [system]                     # how a batch is scheduled over the devices; it changes simulated time alone
//! kind = "none"                # or "software-copy", "automatic"; with a SmartSSD "ndrec"; TrainingCXL's "ssd", "pmem", "pcie", "cxl-d",
//!                              # "cxl-b", "cxl", "dram", which say what is logged and when a batch is looked up; with [store] "mtrains"
//! gpu = "rtx-3090"             # or "rtx-a5000", or the path of a table that scripts/record-gpu-trace recorded
//! gpus = 1                     # to 4, that train together; NDRec's systems alone, as the next two
//! switch_levels = 0            # to 2, between host and devices
//! small_tables = "device"      # or "gpu": tables whose lookups compute more than they move are there
//! link = "trainingcxl"         # of each device to the host; or "ndrec", "ideal"
//! [checkpoint]                 # what the device logs, so that training goes on after a loss of power; needs a system
//! mode = "none"                # or "redo", "undo", "relaxed"
//! every = 100                  # relaxed: batches between the beginnings of two logs of the MLPs' parameters, at most
//! gap = 0                      # cycles between two lines of a record, which leave bandwidth to the jobs beside it
//! [save]                       # whole training states, to go on from with --resume; on any device and store
//! every = 1000                 # batches between two; without this section a state is saved when the run is stopped
//! keep = 2                     # the newest so many are kept
//! [store]                      # tables in files behind caches of rows, for any optimiser; without device, and without another system
//!                              # than "mtrains"
//! directory = "store"          # of its own
//! backend = "logs"             # what keeps the rows in files; or "rocksdb", in a build with it
//! configuration = "configBYA-1" # a server of MTrainS, Table 4, whose memories the following have where they say nothing
//! scale = 256                  # one row here stands for so many of the server, and an access for so many (default 1)
//! policy = "lru"               # which row of a set makes room; or "lfu", "fifo"
//! ways = 32                    # rows of a set
//! prefetch = 2                 # batches whose rows are fetched while one is trained (default 0)
//! initialise = "deferred"      # rows are drawn when they are asked for first; or "before"
//! shards = 8                   # logs among which the rows are spread
//! lanes = 32                   # threads that read rows
//! direct = true                # around the page cache, where the file system lets it
//! segment = "16MiB"            # of a file; each shard fills one at a time in memory
//! pin = true                   # rows of the batches that are prefetched stay in the caches
//! placement = "placement.json" # which table is in which memory, from `emberlane place` (default: all in files)
//! gpus = 2                     # that share the tables in HBM (default 1, or the server's)
//! time = "real"                # "paced": no less than the media take; "simulated": what they take, counted alone
//! [store.dram]
//! cache = "512MiB"             # of rows (default none)
//! [store.scm]
//! cache = "1.5GiB"             # of rows, below those of DRAM (default none)
//! medium = "bya-scm"           # what its time, energy and wear are; [store.hbm], [store.dram] and [store.ssd] have one too
//! [store.hbm]                  # as [store.dram]: tables that `emberlane place` puts there
//! tables = "1.5MiB"            # room for them, of each GPU (default none)
//! bandwidth_mb_per_s = 1600000 # which a placement weighs; [store.dram] and [store.ssd] have one too
//! [store.ssd]
//! capacity = "40GiB"           # what wear and power are of (default none)
//! [cluster]                    # tables on shards, processes of their own: `emberlane serve`; for any optimiser; without device and system
//! shards = 1                   # rows are spread over them by a hash
//! workers = 1                  # each trains some samples of every batch; a divisor of train.slices
//! listen = "tcp/127.0.0.1:7447" # or a list, one a shard; default: ports from 7447 on
//! certificates = "certs"       # a folder from `emberlane certificates`; addresses begin with "tls/" then (default: none)
//! connect = "tcp/10.0.0.1:7447" # where others find a shard, where that is somewhere else; as listen
//! meet = ["tcp/127.0.0.1:7450", "tcp/127.0.0.1:7451"] # several workers: where each meets the others; default: ports behind the shards'
//! storage = "dram"             # or "pmem", "ori-cache", "pmem-hash", "cxl-mem", "tiers" (in what [store] describes)
//! device = "model"             # cxl-mem: what plays it; "reference" (default), "rtl"
//! pool = "/pmem/clicks"        # shard 0 has the file /pmem/clicks-0; dram and cxl-mem without it: nothing survives the process
//! cache = "2GiB"               # pmem, ori-cache: of rows, in DRAM (default 1GiB)
//! keep = "1GiB"                # of gradients that the worker keeps for shards that have not made them durable
//! patience = 600               # seconds that the worker waits for a shard that does not answer
//! prefetch = 1                 # batches whose rows a shard is told of ahead; or 0
//! [cluster.checkpoint]         # of a pool, or of tiers
//! kind = "batch-aware"         # or "incremental", which dram makes always and ori-cache by default
//! batches = 100                # between two checkpoints of a shard
//! recovery = "full"            # a shard that is killed: or "partial", "partial-newest": what came behind its checkpoint is lost there
//! wait = false                 # true: a batch that is a checkpoint is done only when that is durable
//! ahead_rows = 1024            # pmem, partial-newest: rows that a shard writes behind each batch, those that have changed most (default 0)
//! [pool]                       # tables in a pool of persistent memory, for any optimiser; without device and system
//! path = "rows.pool"           # a file; made if it is not there
//! storage = "pmem"             # "dram", "ori-cache", "pmem-hash": OpenEmbedding's baselines
//! cache = "256MiB"             # of rows in DRAM
//! slots = 2                    # for each row of the tables (default: save.keep + 2, which are always enough)
//! partitions = 4               # which are worked on side by side
//! durability = "process"       # where the file is not on DAX: "power" writes it back at every fence; "dax": it has to be
//! media = "openembedding"      # as slow as this medium (default: as it is)
//! channels = 6                 # memory channels of the medium
//! [failures]                   # shards that die while training: partial recovery, emulated on tables in host memory
//! shards = 8                   # rows are spread over them by a hash, as over those of [cluster]
//! after = [400, 900]           # after so many batches ...
//! dies = [2, 5]                # ... this shard dies, from 0, and goes on with the rows that it had saved
//! count = 2                    # or, instead of after and dies: so often, ...
//! lost = 1                     # ... so many shards at once, ...
//! within = 1000                # ... after one of the first so many batches, ...
//! seed = 1                     # ... drawn from this (default: train.seed)
//! interval = 500               # batches in which every row is saved
//! policy = "full"              # or "scar", "mfu", "ssu": the rows that matter most, more often
//! r = 0.125                    # not full: the share of rows that is saved every r * interval batches
//! largest = 7                  # not full: of so many tables; the others are saved whole each time
//! ```
#![forbid(unsafe_code)]

mod choices;
mod cluster;
mod criteo;
mod data;
mod device_kind;
mod effect;
mod failures;
mod gpu;
mod parse;
mod parse_cluster;
mod parse_data;
mod parse_failures;
mod parse_pool;
mod parse_store;
mod pool;
mod preset;
mod reader;
mod server;
mod settings;
mod shard_storage;
mod shortened;
mod store;
#[cfg(test)]
mod tests;

pub use cluster::ClusterConfig;
pub use criteo::{CRITEO_CATEGORIES, CRITEO_INTEGERS};
pub use data::{CriteoConfig, DataConfig, DataFormat, HeldOut, OnMalformed, ShortLines};
pub use device_kind::DeviceKind;
pub use failures::{FailurePlan, FailuresConfig, SavePolicy};
pub use gpu::{GpuPreset, gpu_presets};
pub use pool::{PoolConfig, PoolDurability, PoolStorage};
pub use preset::{Preset, Shape};
pub use reader::ConfigError;
pub use server::{Server, servers};
pub use settings::*;
pub use shard_storage::{PoolCheckpoint, Recovery, Storage};
pub use shortened::shortened;
pub use store::*;
