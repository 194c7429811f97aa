//! The golden logs of `domain/tests/golden/`: how they were made, and how what is kept of them is written down.
//!
//! * `cargo run -p domain --example golden -- make FOLDER` plays the games and writes their logs, faulty ones included, into a folder.
//!   The same program always writes the same bytes; a later one, whose house players think otherwise, may play other games. Logs that
//!   stand in the repository are never written anew: a new one gets a new name.
//! * `cargo run -p domain --example golden -- describe` writes `manifest.json` for the logs that are there: after a log was added, or
//!   when what players are told was changed on purpose.

#[path = "../tests/golden/faults.rs"]
mod faults;
#[path = "../tests/shared/forger.rs"]
mod forger;
#[path = "../tests/golden/games.rs"]
mod games;
#[path = "../tests/golden/manifest.rs"]
mod manifest;
#[path = "../tests/golden/play.rs"]
mod play;
#[path = "../tests/referee/python.rs"]
mod python;

use std::path::Path;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["make", folder] => make(Path::new(folder)),
        ["describe"] => describe(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/logs")),
        _ => {
            eprintln!("golden make FOLDER | golden describe");
            std::process::exit(2)
        }
    }
}

fn make(folder: &Path) -> std::io::Result<()> {
    for (file, log) in games::all() {
        let text = domain::log::export(&log);
        println!("{file}: {} records, {} bytes", log.len(), text.len());
        std::fs::write(folder.join(&file), text)?;
        if let Some(prefix) = file.strip_suffix("-short.log") {
            for (file, text) in faults::all(prefix, &log) {
                std::fs::write(folder.join(file), text)?;
            }
        }
    }
    Ok(())
}

fn describe(folder: &Path) -> std::io::Result<()> {
    let mut files: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        files.push(entry?.file_name().to_string_lossy().into_owned());
    }
    files.retain(|f| f.ends_with(".log"));
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(folder.join(&file))?;
        all.push(manifest::Golden::describe(&file, &text, |text| python::run(&["-"], text)));
    }
    let json = serde_json::to_string_pretty(&all).map_err(std::io::Error::other)?;
    std::fs::write(folder.join("manifest.json"), json + "\n")
}
