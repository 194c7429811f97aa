//! The `fieldpost` binary: see [`fieldpost::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    fieldpost::cli::run()
}
