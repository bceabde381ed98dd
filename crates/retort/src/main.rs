//! The command line: a thin layer that turns arguments into calls of the libraries, and their answers into
//! output and an exit code.

mod args;
mod commands;
mod failure;
mod input;
mod lines;
mod live;
mod look;
mod output;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use retort_client::Catalogue;
use retort_client::naming::{Directory, Trust};

use args::{Arguments, Command, Unquoted};
use failure::Failure;

/// What a command found, as the exit code tells it.
enum Verdict {
    /// All is well.
    Good,
    /// A response is an error.
    Bad,
}

/// Says how to write a command line that was given as several words, unless its first word is a name here.
fn advise(found: Option<Unquoted>) -> Option<ExitCode> {
    let found = found?;
    let here = std::env::current_dir().unwrap_or_default();
    let names = Directory::read(found.config.as_deref(), &here, &[], &Trust::nothing()).ok();
    if names.is_some_and(|names| names.all().iter().any(|named| named.name == found.server())) {
        return None;
    }
    output::tell(found.advice());
    Some(ExitCode::from(2))
}

/// Shows the help that was asked for, or says in one sentence what is wrong with the arguments.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // Where the help cannot be shown, nobody is looking.
        let _ = error.print();
        return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
    }
    let text = error.to_string();
    let said = text.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"));
    let words: Vec<&str> = said.map(str::trim).filter(|line| !line.is_empty()).collect();
    let sentence = words.join("; ").replace(":;", ":");
    output::tell(format_args!("{}; see --help", sentence.trim_start_matches("error: ")));
    ExitCode::from(2)
}

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == live::WATCH) {
        return retort_client::watch(words);
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let words: Vec<String> =
                std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
            let is_word = error.kind() == ErrorKind::UnknownArgument;
            let found = is_word.then(|| Unquoted::among_words(&words)).flatten();
            return advise(found).unwrap_or_else(|| refuse(&error));
        }
    };
    if let Some(end) = advise(Unquoted::among(&arguments)) {
        return end;
    }
    let result = match arguments.command {
        Command::Parse(options) => commands::parse::run(&options),
        Command::Detect(options) => commands::detect::run(&options),
        Command::Extract(options) => commands::extract::run(&options),
        Command::Convert(options) => commands::convert::run(&options),
        Command::Schema(options) => commands::schema::run(&options),
        Command::Show(options) => commands::show::run(options),
        Command::Browse(options) => commands::browse::run(&options),
        Command::Call(options) => commands::call::run(&options),
        Command::Tools(options) => commands::list::run(&options, &[Catalogue::Tools]),
        Command::Resources(options) => commands::list::run(&options, &[Catalogue::Resources, Catalogue::Templates]),
        Command::Prompts(options) => commands::list::run(&options, &[Catalogue::Prompts]),
        Command::Read(options) => commands::read::run(&options),
        Command::Prompt(options) => commands::prompt::run(&options),
        Command::Check(options) => commands::check::run(&options),
        Command::Rules(options) => commands::rules::run(&options),
        Command::Servers(options) => commands::servers::run(&options),
        Command::Trust(options) => commands::trust::run(&options),
        Command::Serve(options) => commands::serve::run(&options),
        #[cfg(feature = "knowledge")]
        Command::Knowledge(command) => commands::knowledge::run(&command),
        Command::Login(options) => commands::login::run(&options),
        Command::Logout(options) => commands::login::forget(&options),
    };
    match result {
        // Where the pipe is broken, whoever reads has seen enough.
        Ok(Verdict::Good) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::from(1),
        // As a shell tells it of a command that a signal ended.
        Err(Failure::Interrupted(signal)) => ExitCode::from(128 + signal),
        Err(failure) => {
            if let Some(signal) = live::ended_by() {
                return ExitCode::from(128 + signal);
            }
            output::tell(failure);
            ExitCode::from(2)
        }
    }
}
