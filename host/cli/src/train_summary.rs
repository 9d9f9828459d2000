//! What `emberlane train` prints of a run that has ended.

use std::io::Write;

use emberlane_dlrm::metrics::Metrics;
use emberlane_memory::Bytes;
use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;
use emberlane_stores::{MediaReport, PartialRecoveries, Saved, TiersReport};
use emberlane_training::summary::{FailuresSummary, Summary, SystemSummary};

use crate::train_course::optional;

/// Prints what a run did, for people.
pub(super) fn print(out: &mut impl Write, summary: &Summary) -> std::io::Result<()> {
    let Summary { loss, device, wall_seconds: wall, .. } = summary;
    writeln!(out)?;
    if let Some(loss) = loss {
        writeln!(
            out,
            "loss        {:.5} -> {:.5} (mean of the first and the last {} of {} batches; {} samples)",
            loss.first_mean, loss.last_mean, loss.window, summary.batches, summary.samples
        )?;
    }
    match &summary.training {
        Some(training) => print_metrics(out, "training    ", training)?,
        None => writeln!(out, "training    nothing was left to train")?,
    }
    if let Some(evaluation) = &summary.evaluation {
        print_metrics(out, "evaluation  ", evaluation)?;
    }
    if let Some(best) = summary.evaluations.iter().rev().find(|record| record.best) {
        let early = if summary.stopped_early { "; stopped, as it got no better" } else { "" };
        print_metrics(out, "best        ", &best.metrics)?;
        writeln!(out, "            before batch {}, in best.safetensors{early}", best.batch)?;
    }
    if summary.data.kind == "criteo" {
        writeln!(out, "skipped     {} malformed lines", summary.data.skipped_lines)?;
    }
    if summary.data.padded_lines > 0 {
        writeln!(out, "padded      {} short lines", summary.data.padded_lines)?;
    }
    if let Some(cache) = &summary.data.cache {
        writeln!(out, "cache       {} files used, {} built", cache.used, cache.built)?;
        cache.notes.iter().try_for_each(|note| writeln!(out, "            {note}"))?;
    }
    if let Some(tiers) = &summary.tiers {
        print_tiers(out, tiers)?;
    } else if device.channels == 0 {
        match &summary.system {
            Some(system) => writeln!(out, "device      none: system {:?} keeps embeddings on the host", system.kind)?,
            None if summary.failures.is_some() => {
                writeln!(out, "device      none: {} keep embeddings", device.embeddings)?
            }
            None if device.embeddings == "shards" => writeln!(out, "device      none: shards keep embeddings")?,
            None => {
                writeln!(out, "device      none: optimizer {:?} keeps embeddings in host memory", summary.optimizer)?
            }
        }
    } else {
        let (reads, writes) = device.row_lines();
        let lines = |count: u64| format!("{count} lines ({:.1} MiB)", count as f64 * 64.0 / f64::from(1 << 20));
        let moved = device.counter("vectors_loaded").zip(device.counter("vectors_evicted"));
        match moved {
            Some(_) => writeln!(out, "device      {}, a SmartSSD", device.kind)?,
            None => writeln!(out, "device      {}, {} channels", device.kind, device.channels)?,
        }
        if device.cycles > 0 && summary.batches > 0 {
            writeln!(
                out,
                "cycles      {} ({:.0} a batch; {:.2} ms at the device's clock)",
                device.cycles,
                device.cycles as f64 / summary.batches as f64,
                (device.cycles * CLOCK_PERIOD_PS) as f64 / 1e9
            )?;
        }
        if let Some((loaded, evicted)) = moved {
            let [read, written] = ["vectors_read", "vectors_written"].map(|name| device.counter(name).unwrap_or(0));
            writeln!(out, "SSD         {loaded} vectors loaded, {evicted} evicted")?;
            writeln!(out, "cache       {read} vectors read by the kernel, {written} written")?;
        } else {
            writeln!(out, "rows read   {}", lines(reads))?;
            writeln!(out, "rows written {}", lines(writes))?;
        }
    }
    if let Some(failures) = &summary.failures {
        print_failures(out, failures, summary.resumed.is_some())?;
    }
    if let Some(recovered) = &summary.recovered {
        writeln!(
            out,
            "recovered   tables as before batch {}, parameters as before batch {}; {} rows written back",
            recovered.batch, recovered.parameter_batch, recovered.rows
        )?;
        for reason in &recovered.discarded {
            writeln!(out, "  not used          {reason}")?;
        }
    }
    if let Some(system) = &summary.system {
        print_system(out, system)?;
    }
    if let Some(loss) = &summary.power_loss {
        writeln!(
            out,
            "power lost  in the update of batch {}, at cycle {}: {} of its {} lines had come to the medium; {} lines were \
             under way, each applied, lost or torn (seed {})",
            loss.batch, loss.cycle, loss.lines_written, loss.lines_of_update, loss.lines_under_way, loss.seed
        )?;
    }
    writeln!(
        out,
        "wall time   {:.2} s: embedding {:.2} s, MLP {:.2} s, data {:.2} s",
        wall.total, wall.embedding, wall.mlp, wall.data
    )
}

fn print_failures(out: &mut impl Write, failures: &FailuresSummary, is_resumed: bool) -> std::io::Result<()> {
    let PartialRecoveries { shards, saved, deaths, .. } = &failures.recoveries;
    if let Some(Saved { saves, saved_rows, tracker_bytes }) = saved {
        writeln!(
            out,
            "saved       {saved_rows} rows of {shards} shards in {saves} saves; {tracker_bytes} bytes to choose them"
        )?;
    }
    writeln!(
        out,
        "lost        {} updates with {} shards that died; portion of lost samples {:.4}{}",
        failures.lost_updates,
        deaths.len(),
        failures.portion_of_lost_samples,
        // What was lost before is in the rows of the state.
        if is_resumed { ", since it went on" } else { "" }
    )?;
    for death in deaths {
        let rows = death.rows.map(|rows| format!(" of {rows} rows")).unwrap_or_default();
        let torn = if death.torn { "; workers were at different batches" } else { "" };
        writeln!(
            out,
            "            shard {} after {} batches: {} updates{rows}, {} samples{torn}",
            death.shard, death.after_batches, death.lost_updates, death.lost_samples
        )?;
    }
    Ok(())
}

fn print_system(out: &mut impl Write, system: &SystemSummary) -> std::io::Result<()> {
    let microseconds = |picoseconds: f64| picoseconds / 1e6;
    // Simulated time, and all that is counted in it, begins with the run.
    let since = system.first_batch.map(|batch| format!(" from batch {batch} on")).unwrap_or_default();
    writeln!(
        out,
        "system      {}: {:.1} us a batch in simulated time{since}; {}, link {}",
        system.kind,
        microseconds(system.picoseconds_per_batch),
        system.gpu.name,
        system.link.name
    )?;
    for resource in &system.resources {
        let bytes = if resource.bytes > 0 { format!(", {:.1} MB", resource.bytes as f64 / 1e6) } else { String::new() };
        writeln!(out, "  {:20}held {:5.1} %{bytes}", resource.name, resource.utilisation * 100.0)?;
    }
    if let Some(embedding) = &system.embedding {
        writeln!(
            out,
            "  embedding          {:.1} % exposed: {:.1} us in which the SmartSSD works and the GPU does not; {:.1} us of corrections",
            embedding.exposed * 100.0,
            microseconds(embedding.exposed_picoseconds as f64),
            microseconds(embedding.correction_picoseconds as f64)
        )?;
        return writeln!(out, "  SmartSSD's time: {}", system.computing_logic);
    }
    if let Some(tables) = &system.tables {
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        writeln!(
            out,
            "  tables             {:.2} MB read, {:.2} MB of rows and {:.2} MB of logs written; {:.3} MB a batch wear the medium",
            megabytes(tables.bytes_read),
            megabytes(tables.rows_written),
            megabytes(tables.logs_written),
            tables.worn_per_batch / 1e6
        )?;
    }
    if let Some(energy) = &system.energy {
        let millijoules = |joules: f64| joules * 1e3;
        writeln!(
            out,
            "  energy             {:.3} mJ of memory, links and controllers; {:.1} mJ with CPU, GPU and FPGA",
            millijoules(energy.memory()),
            millijoules(energy.all())
        )?;
    }
    if system.log_overruns > 0 {
        writeln!(
            out,
            "  log                behind {} batches the GPU gave parameters outside of interaction and top MLP: a log had to end",
            system.log_overruns
        )?;
    }
    writeln!(out, "  computing logic's time: {}", system.computing_logic)?;
    let messages: u64 = system.fabric.links.iter().map(|link| link.messages).sum();
    writeln!(out, "  fabric             {messages} messages; latencies by opcode are in summary.json")
}

/// Of the charges of a paced medium those that may be late, in percent, if its time is to be one.
const MOST_LATE: f64 = 1.0;

/// What each tier did, from the fastest to the slowest.
fn print_tiers(out: &mut impl Write, tiers: &TiersReport) -> std::io::Result<()> {
    let share = |part: u64| 100.0 * part as f64 / tiers.rows.max(1) as f64;
    writeln!(out, "tiers       {} unique rows in {} batches", tiers.rows, tiers.batches)?;
    for whole in &tiers.tables {
        writeln!(
            out,
            "  {:<9} {} tables of {} rows; {} unique rows looked up; {} read, {} written",
            format!("in {}", whole.name),
            whole.tables,
            whole.held,
            whole.rows,
            Bytes(whole.bytes_read),
            Bytes(whole.bytes_written)
        )?;
    }
    for cache in tiers.caches.iter().filter(|cache| cache.capacity > 0) {
        writeln!(
            out,
            "  {:<9} {:5.1} % hits; {} of {} rows held, {} evicted; {} read, {} written",
            cache.name,
            share(cache.hits),
            cache.held,
            cache.capacity,
            cache.evicted,
            Bytes(cache.bytes_read),
            Bytes(cache.bytes_written)
        )?;
    }
    if tiers.beside > 0 {
        writeln!(
            out,
            "  beside    {:5.1} % hits; {} rows whose sets were full, {} at a time at most",
            share(tiers.beside_hits),
            tiers.beside,
            tiers.most_beside
        )?;
    }
    let block = &tiers.block;
    let direct = if block.direct { "direct" } else { "through the page cache" };
    writeln!(
        out,
        "  {:<9} {:5.1} % asked for: {} there, {} drawn; {} blocks read, {direct}; {} rows written, with {} to make room {}",
        block.name,
        share(block.gets),
        block.found,
        block.drawn,
        block.blocks_read,
        block.sets,
        block.compacted,
        Bytes(block.bytes_written)
    )?;
    print_media(out, &tiers.media)
}

/// What each medium did in a time that is theirs.
fn print_media(out: &mut impl Write, report: &MediaReport) -> std::io::Result<()> {
    let Some(elapsed) = report.elapsed_ps.filter(|ps| *ps > 0) else { return Ok(()) };
    let share = |ps: u64| 100.0 * ps as f64 / elapsed as f64;
    let waited = report.media.iter().filter_map(|medium| Some((medium, medium.waited?.most())));
    let most = waited.max_by_key(|(_, (_, _, all))| *all).filter(|(_, (_, most, _))| *most > 0);
    let bound = most.map_or_else(
        || "nothing was waited for".to_owned(),
        |(medium, (bound, _, all))| {
            format!("{:.1} % of it waited for {}, most by its {}", share(all), medium.memory, bound.name())
        },
    );
    let seconds = elapsed as f64 / 1e12;
    writeln!(out, "  {:<9} {seconds:.6} s in the tiers; {bound}", report.time)?;
    if let Some(scale) = report.scale {
        let text = "counts are of this training; times, rates and energy of a server that is";
        writeln!(out, "  {:<9} {text} {scale} times as large", "scale")?;
    }
    for medium in &report.media {
        let all = medium.reads as f64 + medium.writes as f64;
        let accesses = medium.of_server.map_or(all, |accesses| accesses as f64);
        let bytes = (medium.bytes_read as f64 + medium.bytes_written as f64) * report.scale.unwrap_or(1) as f64;
        write!(
            out,
            "  {:<9} {}: {} reads of {}, {} writes of {}; {:.0} accesses/s, {:.1} MB/s; busy {:.1} %",
            medium.memory,
            medium.medium,
            medium.reads,
            Bytes(medium.bytes_read),
            medium.writes,
            Bytes(medium.bytes_written),
            accesses / seconds,
            bytes / seconds / 1e6,
            share(medium.busy_ps)
        )?;
        if let Some(energy) = medium.energy_j.filter(|energy| *energy > 0.0) {
            write!(out, "; {energy:.3e} J")?;
        }
        if let Some(wear) = medium.wear.filter(|wear| *wear > 0.0) {
            write!(out, "; written {wear:.2} times as fast as it endures")?;
        }
        if let Some((late, all)) = medium.overruns.filter(|(late, _)| *late > 0) {
            let share = 100.0 * late as f64 / all as f64;
            write!(out, "; {late} of {all} charges late ({share:.2} %)")?;
            if share > MOST_LATE {
                write!(out, ": this machine is slower than it, and the time is none of its")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn print_metrics(out: &mut impl Write, name: &str, metrics: &Metrics) -> std::io::Result<()> {
    writeln!(
        out,
        "{name}auc {}, log loss {:.5}, normalised entropy {}, accuracy {:.4}, click rate {:.4}",
        optional(metrics.auc),
        metrics.log_loss,
        optional(metrics.normalized_entropy),
        metrics.accuracy,
        metrics.click_rate
    )
}
