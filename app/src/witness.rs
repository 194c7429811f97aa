//! A witness of registers (c2sp.org/tlog-witness): a process of its own, best on a machine of somebody else. It remembers the last head of each register that it
//! has vouched for, and vouches for another only when that goes on from it.
//!
//! What it has seen is on the disk before it says so. In its folder lie `key`, the secret of its signatures, and in `seen` a file for each register.

use actix_web::dev::Server;
use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Payload};
use actix_web::{App, HttpResponse, HttpServer};
use anyhow::{Context, Result, anyhow, ensure};
use domain_register::checkpoint::Checkpoint;
use domain_register::key::{PublicKey, Role, SecretKey};
use domain_register::note::LONGEST;
use domain_register::witness::{Answer, Seen, answer};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How long a request may take to arrive: its headers, and its body.
const PATIENCE: Duration = Duration::from_secs(20);
/// Connections open at the same time. Registers ask one question a second at most.
const CONNECTIONS: usize = 100;

/// A witness with what it has seen.
pub struct Witness {
    key: SecretKey,
    registers: Vec<PublicKey>,
    folder: PathBuf,
    /// By origin.
    seen: Mutex<BTreeMap<String, Checkpoint>>,
    /// Held for as long as it lives: two on one folder would each vouch for a head of its own.
    _lock: File,
}

impl Witness {
    /// Opens a folder, and makes it with a new key when there is none.
    ///
    /// # Errors
    /// When another witness has the folder open, or something in it cannot be read: what was vouched for must never be forgotten.
    pub fn open(folder: &Path, name: &str, registers: Vec<PublicKey>) -> Result<Witness> {
        for register in &registers {
            ensure!(
                register.role() == Role::Register,
                "{} is the key of a witness, and that of a register would be right",
                register.name()
            );
        }
        let heads = folder.join("seen");
        std::fs::create_dir_all(&heads).with_context(|| format!("{} cannot be made", heads.display()))?;
        let lock =
            File::create(folder.join("lock")).with_context(|| format!("{} cannot be written to", folder.display()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(anyhow!(
                    "another witness has {} open: give this one a folder of its own",
                    folder.display()
                ));
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let secret = secret(folder)?;
        let key = SecretKey::new(name, Role::Witness, &secret).with_context(|| {
            format!("“{name}” cannot name a witness: up to 255 characters without white space and plus sign can, as witness.example.org/w1")
        })?;
        let mut seen = BTreeMap::new();
        for file in std::fs::read_dir(&heads)? {
            let path = file?.path();
            // One that was not finished was never answered for.
            if path.extension().is_some_and(|e| e == "new") {
                continue;
            }
            let bytes = std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
            let head =
                Checkpoint::read(&bytes).with_context(|| format!("{} is no head that was seen", path.display()))?;
            let origin = head.head().origin.clone();
            ensure!(path == heads.join(file_of(&origin)), "{} holds a head of {origin}", path.display());
            seen.insert(origin, head);
        }
        Ok(Witness { key, registers, folder: folder.to_owned(), seen: Mutex::new(seen), _lock: lock })
    }

    /// What others check its signatures with.
    pub fn key(&self) -> PublicKey {
        self.key.public()
    }

    /// Answers a request at a time, in seconds since 1970. When it says that it vouches for a head, that is on the disk.
    ///
    /// # Errors
    /// When it cannot be written down; then nothing is vouched for.
    pub fn add(&self, request: &[u8], time: u64) -> std::io::Result<Answer> {
        let mut seen = self.seen();
        let last = |origin: &str| seen.get(origin).map(|c| Seen { size: c.head().size, root: c.head().root });
        let said = answer(request, &self.registers, last, &self.key, time);
        if let Answer::Vouches { checkpoint, .. } = &said {
            let origin = checkpoint.head().origin.clone();
            keep(&self.folder.join("seen"), &file_of(&origin), checkpoint.to_string().as_bytes())?;
            seen.insert(origin, checkpoint.clone());
        }
        Ok(said)
    }

    /// The heads it has vouched for last, one after the other, with the key before them: for whoever asks.
    fn told(&self) -> String {
        let heads: Vec<String> = self.seen().values().map(ToString::to_string).collect();
        format!("{}\n\n{}", self.key(), heads.join("\n"))
    }

    fn seen(&self) -> MutexGuard<'_, BTreeMap<String, Checkpoint>> {
        // It is changed by one insertion, after the disk has it.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of the file for a register: any name would not do for a file.
fn file_of(origin: &str) -> String {
    hex::encode(Sha256::digest(origin))
}

/// The secret of a folder, made when there is none.
fn secret(folder: &Path) -> Result<[u8; 32]> {
    let path = folder.join("key");
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let heads = std::fs::read_dir(folder.join("seen"))?.next().is_some();
            ensure!(!heads, "{} is missing, and heads were vouched for with it: put it back", path.display());
            let mut fresh = [0; 32];
            getrandom::fill(&mut fresh).map_err(|error| anyhow!("no random bytes: {error}"))?;
            let text = hex::encode(fresh) + "\n";
            keep(folder, "key", text.as_bytes())?;
            text
        }
        Err(error) => return Err(error).with_context(|| format!("{} cannot be read", path.display())),
    };
    let mut secret = [0; 32];
    hex::decode_to_slice(text.trim(), &mut secret)
        .map_err(|_| anyhow!("{} is no key: 64 hexadecimal digits would be right", path.display()))?;
    Ok(secret)
}

/// Writes a file as a whole: after a power cut it is there as it was before, or as it is now.
fn keep(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let new = folder.join(format!("{name}.new"));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&new, folder.join(name))?;
    File::open(folder)?.sync_all()
}

/// Serves a witness at an address that is listened on.
///
/// # Errors
/// When the server cannot be made.
pub fn serve(witness: Witness, listener: TcpListener) -> std::io::Result<Server> {
    let data = Data::new(witness);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(data.clone())
            .route("/add-checkpoint", web::post().to(add_checkpoint))
            .route("/", web::get().to(told))
    })
    .workers(1)
    .client_request_timeout(PATIENCE)
    .max_connections(CONNECTIONS)
    .shutdown_timeout(5)
    .listen(listener)?;
    Ok(server.run())
}

const TEXT: &str = "text/plain; charset=utf-8";

async fn told(witness: Data<Witness>) -> HttpResponse {
    HttpResponse::Ok().content_type(TEXT).body(witness.told())
}

async fn add_checkpoint(witness: Data<Witness>, body: Payload) -> HttpResponse {
    let refused = |status: StatusCode, why: String| HttpResponse::build(status).content_type(TEXT).body(why + "\n");
    let body = match tokio::time::timeout(PATIENCE, body.to_bytes_limited(LONGEST)).await {
        Ok(Ok(Ok(body))) => body,
        Ok(Ok(Err(error))) => return refused(StatusCode::BAD_REQUEST, error.to_string()),
        Ok(Err(_)) => return refused(StatusCode::PAYLOAD_TOO_LARGE, format!("at most {LONGEST} bytes would be right")),
        Err(_) => return refused(StatusCode::REQUEST_TIMEOUT, "the request was too long in coming".to_owned()),
    };
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    match web::block(move || witness.add(&body, time)).await {
        Ok(Ok(Answer::Vouches { lines, seen, .. })) => {
            tracing::info!(size = seen.size, "vouched for a head");
            HttpResponse::Ok().content_type(TEXT).body(lines)
        }
        Ok(Ok(Answer::Conflict { size })) => {
            HttpResponse::Conflict().content_type("text/x.tlog.size").body(format!("{size}\n"))
        }
        Ok(Ok(Answer::Refuses { status, why })) => {
            tracing::warn!(status, why, "a head was refused");
            refused(StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST), why)
        }
        Ok(Err(error)) => {
            tracing::error!(%error, "what was seen could not be written down, so nothing is vouched for");
            refused(StatusCode::INTERNAL_SERVER_ERROR, "nothing can be written down here just now".to_owned())
        }
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "this witness has no thread to spare".to_owned()),
    }
}
