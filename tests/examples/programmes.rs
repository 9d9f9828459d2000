//! Random programmes on RTL, fast model and reference: a campaign of any length, or one programme from a file.
//!
//! Usage: `cargo run --release -p emberlane-tests --example programmes -- --device cxl-mem --seed 1 --minutes 60`
//!
//! | option | |
//! |---|---|
//! | `--device` | `cxl-mem` or `smartssd` |
//! | `--seed` | seed of the first programme; the next have the next |
//! | `--programmes`, `--cycles`, `--minutes` | the campaign ends after so many programmes, cycles of all devices, or minutes |
//! | `--operations` | most operations of a programme |
//! | `--channels` | memory channels of all programmes of `cxl-mem`: 1 or 4; else some have 1 and some 4 |
//! | `--without rtl` | leaves a device out: `rtl`, `model` or `reference` |
//! | `--shrinking` | most runs to shrink a programme that fails; 0 leaves it as it is |
//! | `--failures` | ends after so many programmes that fail; else after the first |
//! | `--replay FILE` | runs the programme in a JSON file |

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use emberlane_tests::programmes::{Campaign, Summary, campaign, cxl_mem, smartssd};

/// What the command line asks for.
struct Options {
    device: String,
    seed: u64,
    programmes: u64,
    cycles: u64,
    minutes: u64,
    operations: usize,
    channels: Option<u32>,
    shrinking: usize,
    failures: usize,
    without: Vec<String>,
    replay: Option<String>,
}

impl Options {
    fn parse(mut words: impl Iterator<Item = String>) -> anyhow::Result<Self> {
        let mut options = Self {
            device: "cxl-mem".into(),
            seed: 1,
            programmes: u64::MAX,
            cycles: u64::MAX,
            minutes: 1,
            operations: 40,
            channels: None,
            shrinking: 200,
            failures: 1,
            without: Vec::new(),
            replay: None,
        };
        while let Some(option) = words.next() {
            let value = words.next().with_context(|| format!("{option} takes a value"))?;
            let number = || value.parse::<u64>().with_context(|| format!("{option} {value}: expected a number"));
            match option.as_str() {
                "--device" => options.device = value,
                "--seed" => options.seed = number()?,
                "--programmes" => options.programmes = number()?,
                "--cycles" => options.cycles = number()?,
                "--minutes" => options.minutes = number()?,
                "--operations" => options.operations = number()?.max(1) as usize,
                "--channels" => options.channels = Some(number()? as u32),
                "--shrinking" => options.shrinking = number()? as usize,
                "--failures" => options.failures = number()? as usize,
                "--without" => options.without.push(value),
                "--replay" => options.replay = Some(value),
                _ => bail!("{option}: no such option; the head of tests/examples/programmes.rs lists them"),
            }
        }
        Ok(options)
    }

    /// Whether a device, by the name in reports, takes part.
    fn takes(&self, name: &str) -> bool {
        !self.without.iter().any(|other| other.eq_ignore_ascii_case(name))
    }

    fn goes_on(&self) -> impl FnMut(&Summary) -> bool {
        let (start, mut said) = (Instant::now(), Instant::now());
        move |summary| {
            if said.elapsed() > Duration::from_secs(30) {
                said = Instant::now();
                let (programmes, failures) = (summary.programmes, summary.found.len());
                eprintln!("{programmes} programmes, {} cycles, {failures} fail", summary.cycles);
            }
            summary.programmes < self.programmes
                && summary.cycles < self.cycles
                && summary.found.len() < self.failures
                && start.elapsed() < Duration::from_secs(60 * self.minutes)
        }
    }
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse(std::env::args().skip(1))?;
    let text = options.replay.as_ref().map(|file| std::fs::read_to_string(file).with_context(|| file.clone()));
    let text = text.transpose()?;
    let seeds = options.seed..;
    let summary = match options.device.as_str() {
        "cxl-mem" => {
            let devices: Vec<_> =
                cxl_mem::Device::ALL.iter().copied().filter(|device| options.takes(device.name())).collect();
            let run = |programme: &cxl_mem::Programme| programme.run(&devices);
            if let Some(text) = text {
                return replayed(run(&serde_json::from_str(&text)?));
            }
            let generate = |seed| {
                let programme = cxl_mem::Programme::random(seed, options.operations);
                cxl_mem::Programme { channels: options.channels.unwrap_or(programme.channels), ..programme }
            };
            campaign(&Campaign { generate, run, shrinking: options.shrinking }, seeds, options.goes_on())
        }
        "smartssd" => {
            let devices: Vec<_> =
                smartssd::Device::ALL.iter().copied().filter(|device| options.takes(device.name())).collect();
            let run = |programme: &smartssd::Programme| programme.run(&devices);
            if let Some(text) = text {
                return replayed(run(&serde_json::from_str(&text)?));
            }
            let generate = |seed| smartssd::Programme::random(seed, options.operations);
            campaign(&Campaign { generate, run, shrinking: options.shrinking }, seeds, options.goes_on())
        }
        other => bail!("--device {other}: expected cxl-mem or smartssd"),
    };
    for found in &summary.found {
        println!("{found}\n");
    }
    let Summary { programmes, operations, cycles, found } = summary;
    println!("{programmes} programmes, {operations} operations, {cycles} cycles of all devices, {} fail", found.len());
    ensure!(found.is_empty(), "programmes fail; they are above");
    Ok(())
}

fn replayed(result: Result<u64, emberlane_tests::programmes::Failure>) -> anyhow::Result<()> {
    match result {
        Ok(cycles) => println!("it ends well, after {cycles} cycles of all devices"),
        Err(failure) => bail!("{failure}"),
    }
    Ok(())
}
