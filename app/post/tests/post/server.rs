//! Starts the SMTP server of `tests/smtp` and reads what it took.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The Python that Debian's packages belong to; another one may come first on the path.
const PYTHON: &str = "/usr/bin/python3";

/// A file of `tests/smtp`.
fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/smtp").join(name)
}

/// A folder of its own among the temporary files, removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    /// A new one.
    pub fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("fieldpost-mail-{}", fieldpost_store::fresh_game_id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Folder(folder)
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A running server.
pub struct Server {
    child: Child,
    folder: Folder,
    /// Where it listens, on 127.0.0.1.
    pub port: u16,
}

/// A message that the server took.
pub struct Received {
    /// Its bytes.
    pub path: PathBuf,
    /// Its envelope: `from`, `to`, `tls`, `user`, and how many were under way `together` to the same recipient.
    pub envelope: serde_json::Value,
}

impl Server {
    /// Starts a server with these options (see `server.py`).
    pub fn start(options: &[&str]) -> Self {
        let folder = Folder::new();
        let mut child = Command::new(PYTHON)
            .arg(script("server.py"))
            .arg(&folder.0)
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("the mail tests need {PYTHON} (Debian package python3): {e}"));
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut line).expect("a line of the server");
        let Some(port) = line.strip_prefix("PORT ").and_then(|port| port.trim().parse().ok()) else {
            let complaint = child.wait_with_output().map(|o| String::from_utf8_lossy(&o.stderr).into_owned());
            panic!("the SMTP server did not start: {}", complaint.unwrap_or_default().trim());
        };
        Server { child, folder, port }
    }

    /// What it took, in order.
    pub fn received(&self) -> Vec<Received> {
        let mut received = Vec::new();
        for number in 1.. {
            let envelope = self.folder.file(&format!("{number:04}.json"));
            let Ok(text) = std::fs::read_to_string(envelope) else { break };
            let envelope = serde_json::from_str(&text).expect("JSON");
            received.push(Received { path: self.folder.file(&format!("{number:04}.eml")), envelope });
        }
        received
    }

    /// How many recipients were put to it.
    pub fn attempts(&self) -> u32 {
        std::fs::read_to_string(self.folder.file("attempts")).map_or(0, |n| n.parse().expect("a number"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It ends when its input does.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

impl Received {
    /// The message as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.path).expect("the message")
    }

    /// The message as Python's mail library understands it.
    pub fn shown(&self) -> Shown {
        let output = Command::new(PYTHON).arg(script("show.py")).arg(&self.path).output().expect("python");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Shown(serde_json::from_slice(&output.stdout).expect("JSON"))
    }
}

/// A message as a mail program shows it.
pub struct Shown(pub serde_json::Value);

impl Shown {
    /// All values of a header.
    pub fn headers(&self, name: &str) -> Vec<&str> {
        let all = self.0["headers"].as_array().expect("headers");
        all.iter()
            .filter(|pair| pair[0].as_str().is_some_and(|n| n.eq_ignore_ascii_case(name)))
            .filter_map(|pair| pair[1].as_str())
            .collect()
    }

    /// The one value of a header.
    pub fn header(&self, name: &str) -> &str {
        match self.headers(name)[..] {
            [value] => value,
            ref other => panic!("{name}: {other:?}"),
        }
    }
}

/// Whether dkimpy accepts the signature, given the public key that DNS would answer at `name`.
pub fn dkim_verifies(message: &Path, key: &str, name: &str) -> bool {
    let output =
        Command::new(PYTHON).arg(script("verify_dkim.py")).arg(message).args([key, name]).output().expect("python");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(!complaint.contains("apt-get"), "{complaint}");
    output.status.success()
}

/// Runs openssl and answers with what it prints.
pub fn openssl(arguments: &[&str]) -> String {
    let output = Command::new("openssl").args(arguments).output().expect("the mail tests need openssl");
    assert!(output.status.success(), "openssl {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}
