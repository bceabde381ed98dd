//! The command line: a thin layer that turns arguments into calls of the libraries, and their answers into
//! output and an exit code.

mod args;
mod commands;
mod failure;
mod input;
mod lines;
mod output;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};
use failure::Failure;

/// What a command found, as the exit code tells it.
enum Verdict {
    /// All is well.
    Good,
    /// A response is an error.
    Bad,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.command {
        Command::Parse(options) => commands::parse::run(options),
        Command::Detect(options) => commands::detect::run(options),
        Command::Extract(options) => commands::extract::run(options),
        Command::Convert(options) => commands::convert::run(options),
        Command::Schema(options) => commands::schema::run(options),
    };
    match result {
        // Where the pipe is broken, whoever reads has seen enough.
        Ok(Verdict::Good) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::from(1),
        Err(failure) => {
            output::tell(failure);
            ExitCode::from(2)
        }
    }
}
