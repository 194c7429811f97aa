//! Build script of every rulebook: the digest of this release, SHA-256 over its sources and data files
//! (`docs/decisions/0072-revisions.md`), as `RELEASE_DIGEST`.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

fn main() {
    let mut files = Vec::new();
    for folder in ["src", "data"] {
        println!("cargo:rerun-if-changed={folder}");
        gather(Path::new(folder), &mut files);
    }
    let mut named: Vec<(String, PathBuf)> =
        files.into_iter().map(|f| (f.to_string_lossy().replace('\\', "/"), f)).collect();
    named.sort();
    let mut digest = Sha256::new();
    for (name, file) in named {
        let bytes = std::fs::read(&file).unwrap_or_else(|e| panic!("{name}: {e}"));
        for part in [name.as_bytes(), &bytes] {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part);
        }
    }
    let hex: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    println!("cargo:rustc-env=RELEASE_DIGEST={hex}");
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())).flatten() {
        let path = entry.path();
        if path.is_dir() { gather(&path, files) } else { files.push(path) }
    }
}
