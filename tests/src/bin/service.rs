//! The `fieldpost` program under another name, built together with the tests, so that they never run one that is older.

use std::process::ExitCode;

fn main() -> ExitCode {
    fieldpost::cli::run()
}
