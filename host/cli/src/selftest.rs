//! `emberlane selftest`

use std::io::Write;

use clap::Args;
use emberlane_card::{Card, Kind, Space};
use emberlane_selftest::{
    Outcome as StepOutcome, Plan, Region, Report, Step, check_memory_region, check_ssd_region, test_cxl_mem,
    test_smartssd,
};

use crate::card::CardArguments;
use crate::outcome::{Format, Outcome, misused, stdout};

/// Test a card as a new board is: registers, memories, a job and a record, each compared bit for bit with the reference.
///
/// Without `--overwrite` only what changes no memory is tested. Settings are put back. Exit status 1 when a step fails.
#[derive(Debug, Args)]
pub(super) struct SelftestArguments {
    /// The card: a PCI address (0000:65:00.0), `find` for the one with a known ID, or the folder of an emulated card.
    #[arg(long, value_name = "CARD")]
    card: String,

    #[command(flatten)]
    access: CardArguments,

    /// Bytes of persistent memory, or of the SSD, that may be lost: test memories and jobs there. Volatile memory of the device is
    /// written as well.
    #[arg(long, value_name = "BASE:BYTES", value_parser = region)]
    overwrite: Option<Region>,

    /// Reset the device first, and compare its settings with those after reset.
    #[arg(long)]
    reset: bool,

    /// All that is drawn follows from it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Base and bytes, decimal or hexadecimal.
fn region(text: &str) -> Result<Region, String> {
    let number = |text: &str| {
        text.strip_prefix("0x").map_or_else(|| text.parse(), |digits| u64::from_str_radix(digits, 16)).ok()
    };
    let parts = text.split_once(':').and_then(|(base, bytes)| Some((number(base)?, number(bytes)?)));
    let (base, bytes) = parts.ok_or_else(|| "expected BASE:BYTES, such as 0x100000:0x40000".to_owned())?;
    if bytes == 0 || base.checked_add(bytes).is_none() {
        return Err("no such bytes".to_owned());
    }
    Ok(Region { base, bytes })
}

pub(super) fn run(arguments: &SelftestArguments) -> anyhow::Result<Outcome> {
    let (place, access) = arguments.access.place("selftest", &arguments.card)?;
    let mut card = Card::open(&place, &access)?;
    let space = match card.kind() {
        Kind::CxlMem => Space::Memory,
        Kind::SmartSsd => Space::Ssd,
    };
    if let Some(Region { base, bytes }) = arguments.overwrite {
        let shown = card.windows().any(|(of, address, shown)| {
            of == space && address <= base && base + bytes <= address.saturating_add(shown)
        });
        if !shown {
            return Err(misused(
                "selftest",
                &format!("no window of the card shows {bytes:#x} bytes of {space} at {base:#x}"),
            ));
        }
        let region = Region { base, bytes };
        match card.kind() {
            Kind::CxlMem => check_memory_region(region),
            Kind::SmartSsd => check_ssd_region(&mut card, region),
        }
        .map_err(|why| misused("selftest", &format!("--overwrite: {why}")))?;
    }
    if arguments.reset {
        card.reset()?;
    }
    let plan = Plan { overwrite: arguments.overwrite, after_reset: arguments.reset, seed: arguments.seed };
    let report = match card.kind() {
        Kind::CxlMem => test_cxl_mem(&mut card, &plan),
        Kind::SmartSsd => {
            let host = card.windows().find(|window| window.0 == Space::Host);
            test_smartssd(&mut card, &plan, host.map(|(_, base, bytes)| Region { base, bytes }))
        }
    };
    print(&report, place.name(), arguments)?;
    Ok(if report.count(StepOutcome::Failed) == 0 { Outcome::Good } else { Outcome::Bad })
}

fn print(report: &Report, card: &str, arguments: &SelftestArguments) -> anyhow::Result<()> {
    let mut stdout = stdout();
    let [passed, failed, skipped] =
        [StepOutcome::Passed, StepOutcome::Failed, StepOutcome::Skipped].map(|outcome| report.count(outcome));
    match arguments.format {
        Format::Human => {
            writeln!(stdout, "{} at {card}, seed {}", report.device, arguments.seed)?;
            for Step { name, outcome, found, advice } in &report.steps {
                let outcome = match outcome {
                    StepOutcome::Passed => "passed ",
                    StepOutcome::Failed => "FAILED ",
                    StepOutcome::Skipped => "skipped",
                };
                writeln!(stdout, "{outcome} {name:<18} {found}")?;
                if let Some(advice) = advice {
                    writeln!(stdout, "{:27}look at: {advice}", "")?;
                }
            }
            writeln!(stdout, "\n{passed} steps passed, {failed} failed, {skipped} skipped")?;
        }
        Format::Json => {
            let steps = report.steps.iter().map(|step| {
                let outcome = match step.outcome {
                    StepOutcome::Passed => "passed",
                    StepOutcome::Failed => "failed",
                    StepOutcome::Skipped => "skipped",
                };
                serde_json::json!({ "name": step.name, "outcome": outcome, "found": step.found, "advice": step.advice })
            });
            let overwritten =
                arguments.overwrite.map(|region| serde_json::json!({ "base": region.base, "bytes": region.bytes }));
            let document = serde_json::json!({
                "card": card,
                "device": report.device,
                "seed": arguments.seed,
                "overwritten": overwritten,
                "passed": passed,
                "failed": failed,
                "skipped": skipped,
                "steps": steps.collect::<Vec<_>>(),
            });
            writeln!(stdout, "{document:#}")?;
        }
    }
    Ok(())
}
