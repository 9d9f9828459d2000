//! Commands and their arguments. Exit status: 0 done, 1 failed, 2 used wrongly.

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::outcome::{Misuse, Outcome};
use crate::{
    bench, compare, crash_test, doctor, emulate_card, generate_data, place, plan, pool, registers, reproduce, selftest,
    shell, signals, store, sweep, train,
};
#[cfg(feature = "cluster")]
use crate::{certificates, launch, recovery, serve, status};
#[cfg(feature = "export")]
use crate::{export_packages, export_verilog};

/// Train recommendation models next to their memory.
#[derive(Debug, Parser)]
#[command(name = "emberlane", version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Train(train::TrainArguments),
    #[cfg(feature = "cluster")]
    Cluster(Box<launch::ClusterArguments>),
    #[cfg(feature = "cluster")]
    Serve(serve::ServeArguments),
    #[cfg(feature = "cluster")]
    Status(status::StatusArguments),
    #[cfg(feature = "cluster")]
    Certificates(certificates::CertificatesArguments),
    #[cfg(feature = "cluster")]
    Recovery(recovery::RecoveryArguments),
    Plan(plan::PlanArguments),
    Place(place::PlaceArguments),
    CrashTest(Box<crash_test::CrashTestArguments>),
    Store(store::StoreArguments),
    Pool(pool::PoolArguments),
    GenerateData(generate_data::GenerateDataArguments),
    #[cfg(feature = "export")]
    ExportVerilog(export_verilog::ExportVerilogArguments),
    #[cfg(feature = "export")]
    ExportPackages(export_packages::ExportPackagesArguments),
    Registers(registers::RegistersArguments),
    Bench(bench::BenchArguments),
    Compare(compare::CompareArguments),
    Reproduce(reproduce::ReproduceArguments),
    Sweep(sweep::SweepArguments),
    Doctor(doctor::DoctorArguments),
    Selftest(selftest::SelftestArguments),
    EmulateCard(emulate_card::EmulateCardArguments),
    Completions(shell::CompletionsArguments),
    Man(shell::ManArguments),
}

pub(crate) fn run() -> ExitCode {
    signals::let_writes_fail();
    let arguments = Arguments::parse();
    let result = match arguments.command {
        Command::Train(arguments) => train::run(&arguments),
        #[cfg(feature = "cluster")]
        Command::Cluster(arguments) => launch::run(&arguments),
        #[cfg(feature = "cluster")]
        Command::Serve(arguments) => serve::run(&arguments),
        #[cfg(feature = "cluster")]
        Command::Status(arguments) => status::run(&arguments),
        #[cfg(feature = "cluster")]
        Command::Certificates(arguments) => certificates::run(&arguments),
        #[cfg(feature = "cluster")]
        Command::Recovery(arguments) => recovery::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::Place(arguments) => place::run(&arguments),
        Command::CrashTest(arguments) => crash_test::run(&arguments),
        Command::Store(arguments) => store::run(&arguments),
        Command::Pool(arguments) => pool::run(&arguments),
        Command::GenerateData(arguments) => generate_data::run(&arguments),
        #[cfg(feature = "export")]
        Command::ExportVerilog(arguments) => export_verilog::run(&arguments),
        #[cfg(feature = "export")]
        Command::ExportPackages(arguments) => export_packages::run(&arguments),
        Command::Registers(arguments) => registers::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Reproduce(arguments) => reproduce::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Selftest(arguments) => selftest::run(&arguments),
        Command::EmulateCard(arguments) => emulate_card::run(&arguments),
        Command::Completions(arguments) => shell::completions(&arguments, Arguments::command()),
        Command::Man(arguments) => shell::man(&arguments, Arguments::command()),
    };
    match result {
        Ok(Outcome::Good) => ExitCode::SUCCESS,
        Ok(Outcome::Bad) => ExitCode::FAILURE,
        // A reader that has seen enough (`emberlane ... | head`) is no failure.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if let Some(misuse) = error.downcast_ref::<Misuse>() {
                refuse(misuse);
            }
            let _ = writeln!(std::io::stderr(), "error: {}", explained(&error));
            ExitCode::FAILURE
        }
    }
}

/// Ends the program as arguments of a command that do not go together do: with its usage, and exit status 2.
fn refuse(misuse: &Misuse) -> ! {
    let mut program = Arguments::command();
    // Building it gives its commands the usage that they print.
    program.build();
    let mut command = &mut program;
    for name in misuse.command.split(' ') {
        command = command.find_subcommand_mut(name).expect("a command misuses its own arguments");
    }
    command.error(clap::error::ErrorKind::ArgumentConflict, &misuse.message).exit()
}

/// The error and its causes; a cause with which the text already ends is not said again.
fn explained(error: &anyhow::Error) -> String {
    let causes = error.chain().map(ToString::to_string);
    let joined = causes.reduce(|text, cause| if text.ends_with(&cause) { text } else { format!("{text}: {cause}") });
    joined.unwrap_or_default()
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn a_cause_is_said_once() {
        let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
        let text = missing.to_string();
        let error = anyhow::Error::new(missing).context(format!("a.toml: {text}")).context("reading");
        assert_eq!(super::explained(&error), format!("reading: a.toml: {text}"));
    }

    #[test]
    fn the_command_line_is_consistent() {
        super::Arguments::command().debug_assert();
    }
}
