//! Shards against a plain model of what they mean, cut off at every point at which power can be lost.

mod concurrency;
mod cuts;
mod damage;
mod device;
mod files;
mod mutants;
mod partial;
mod plain;
mod pools;
mod reshard;
mod rows;
mod semantics;
mod tiered;
