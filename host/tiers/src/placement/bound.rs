//! What no placement can be better than.

use super::problem::{Problem, Tier};

/// Seconds of a sample's lookups that no placement stays below.
///
/// It is the larger of two. One table is in one memory of one GPU. And all GPUs together take at least what they would if tables could
/// be cut into bytes: then the bytes that are looked up most often are in the fastest memory, as far as it goes, and each GPU does its
/// share. That is the linear relaxation of Equation 6 with the memories of all GPUs taken together.
#[must_use]
pub fn lower_bound(problem: &Problem) -> f64 {
    of_one_table(problem).max(of_all_bytes(problem))
}

fn of_one_table(problem: &Problem) -> f64 {
    let least = |table: usize| {
        let has_room = |tier: &Tier| problem.memory(*tier).bytes >= problem.tables[table].bytes;
        let times = Tier::ALL.into_iter().filter(has_room).map(|tier| problem.time(table, tier));
        times.fold(f64::INFINITY, f64::min)
    };
    // A table that fits nowhere is no matter of bounds.
    (0..problem.tables.len()).map(least).filter(|time| time.is_finite()).fold(0.0, f64::max)
}

fn of_all_bytes(problem: &Problem) -> f64 {
    let mut tiers = Tier::ALL.map(|tier| {
        let bytes = problem.memory(tier).bytes;
        (problem.bandwidth(tier), if tier == Tier::Hbm { bytes.saturating_mul(problem.gpus as u64) } else { bytes })
    });
    tiers.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut tables = problem.tables.clone();
    let density = |table: &super::problem::Table| table.volume / table.bytes.max(1) as f64;
    tables.sort_by(|one, other| density(other).total_cmp(&density(one)));
    let (mut tier, mut left, mut time) = (0, tiers[0].1, 0.0);
    for table in tables {
        let mut bytes = table.bytes;
        while bytes > 0 && tier < tiers.len() {
            let part = bytes.min(left);
            time += table.volume * (part as f64 / table.bytes as f64) / tiers[tier].0;
            (bytes, left) = (bytes - part, left - part);
            if left == 0 {
                tier += 1;
                left = tiers.get(tier).map_or(0, |(_, bytes)| *bytes);
            }
        }
    }
    time / problem.gpus as f64
}
