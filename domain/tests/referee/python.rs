//! The independent verifier `tests/verify_log.py`, run as its users run it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the verifier with something on its standard input: whether it was content, and what it said.
pub fn run(arguments: &[&str], input: &str) -> (bool, String) {
    // From whichever package's tests it is asked.
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("tests/verify_log.py"));
    let script = above.into_iter().find(|script| script.exists()).expect("the verifier stands in the repository");
    let mut child = Command::new("python3")
        .arg(script)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 is needed to run the independent verifier");
    // A verifier that stops reading early closes the pipe; its verdict is what counts.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), said.trim().to_owned())
}
