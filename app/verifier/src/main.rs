//! `fieldpost-verifier`: files in, framed (`frames`), what they show out, as JSON.

use fieldpost_verifier::{examine, frames};
use std::io::{Read, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match answer() {
        Ok(json) => match std::io::stdout().write_all(json.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn answer() -> Result<String, String> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).map_err(|e| format!("Standard input cannot be read: {e}."))?;
    let files = frames::read(&bytes)?;
    serde_json::to_string(&examine(&files)).map_err(|e| e.to_string())
}
