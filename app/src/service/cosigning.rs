//! The watch over the register: it signs heads, and has witnesses vouch for them (c2sp.org/tlog-witness).
//!
//! Nothing waits for a witness. Each is asked by itself, within a time; what it answers counts only when its own key made it, and one that is late, away or
//! lies is asked again after a pause that grows.

use super::Service;
use super::register::{Desk, checkpoint};
use crate::config::WitnessAddress;
use anyhow::{Context, bail, ensure};
use domain_register::key::PublicKey;
use domain_register::note::LONGEST;
use domain_register::proof::consistency;
use domain_register::witness::Request;
use fieldpost_push::{BadRoots, Caller, Post};
use fieldpost_store::{KeptHead, Time};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::MissedTickBehavior;

/// How often a head is signed at most, but for those that letters wait for.
const BEAT: Duration = Duration::from_secs(1);

/// The longest pause after something went wrong.
const LONGEST_PAUSE: Duration = Duration::from_secs(600);

/// A witness that is asked.
struct Witness {
    address: WitnessAddress,
    caller: Caller,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    busy: bool,
    /// How often it has failed, one after the other.
    failed: u32,
    not_before: Option<Instant>,
}

impl Witness {
    fn new(address: WitnessAddress, patience: Duration) -> Result<Self, BadRoots> {
        let caller = Caller::new(WitnessAddress::guard(), patience, None)?;
        Ok(Witness { address, caller, state: Mutex::default() })
    }

    fn name(&self) -> &str {
        self.address.key.name()
    }

    fn key(&self) -> &PublicKey {
        &self.address.key
    }

    /// Whether it is to be asked now; then it counts as being asked.
    fn begin(&self) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let free = !state.busy && state.not_before.is_none_or(|at| at <= Instant::now());
        state.busy |= free;
        free
    }

    fn end(&self, well: bool) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.busy = false;
        state.failed = if well { 0 } else { state.failed.saturating_add(1) };
        let pause = Duration::from_secs(1 << state.failed.min(10)).min(LONGEST_PAUSE);
        state.not_before = (!well).then(|| Instant::now() + pause);
    }
}

impl Service {
    /// Signs a head whenever the register has grown, and has witnesses vouch for it.
    pub async fn run_register(self: Arc<Self>) {
        let Some(desk) = self.desk.get() else { return };
        let made = desk.witnesses.iter().map(|address| Witness::new(address.clone(), desk.patience).map(Arc::new));
        let witnesses: Vec<Arc<Witness>> = made.collect::<Result<_, _>>().unwrap_or_else(|error| {
            tracing::error!(%error, "no witness can be asked");
            Vec::new()
        });
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            beat.tick().await;
            match self.register().beat(desk).await {
                Ok(Some(head)) => ask_all(&self, desk, &witnesses, &head),
                Ok(None) => {}
                Err(trouble) => tracing::error!(%trouble, cause = ?trouble.cause, "no head could be signed"),
            }
        }
    }
}

/// Asks all witnesses that have not vouched for this head yet, each by itself.
fn ask_all(service: &Arc<Service>, desk: &Desk, witnesses: &[Arc<Witness>], head: &KeptHead) {
    for witness in witnesses.iter().filter(|witness| witness.begin()) {
        let (service, witness, head, name) = (service.clone(), witness.clone(), head.clone(), desk.name.clone());
        tokio::spawn(async move {
            let asked = async {
                let store = service.store.register();
                let vouched = store.vouched(&name, witness.name()).await?;
                if vouched >= head.size {
                    return Ok(());
                }
                let line = ask(&service, &witness, &head, vouched).await?;
                store.cosigned(&name, head.size, witness.name().to_owned(), line, Time::now()).await?;
                anyhow::Ok(())
            };
            let asked = asked.await;
            if let Err(why) = &asked {
                tracing::warn!(witness = witness.name(), "the witness has not vouched for the latest head: {why:#}");
            }
            witness.end(asked.is_ok());
        });
    }
}

/// Asks a witness to vouch for a head; the line that says so.
async fn ask(service: &Service, witness: &Witness, head: &KeptHead, vouched: u64) -> anyhow::Result<String> {
    let mut old = vouched;
    // It may have vouched for another head last than is known here: then it says for which, and is asked once more.
    for _ in 0..2 {
        let spans = consistency(old, head.size).context("the witness has seen a larger register")?;
        let path = service.store.register().hashes(&spans).await?;
        let mut own = checkpoint(head).map_err(|trouble| anyhow::anyhow!("{trouble}"))?;
        let body = Request { old, path, checkpoint: own.clone() }.to_string().into_bytes();
        let post = Post { content_type: "text/plain; charset=utf-8", headers: Vec::new(), body };
        let (status, answer) = witness.caller.ask(&witness.address.target, &post, LONGEST).await?;
        match status {
            200 => {
                let signed = own.cosigned(&answer, std::slice::from_ref(witness.key()))?;
                ensure!(!signed.is_empty(), "it answers with somebody else's signature");
                let line =
                    own.note().signatures().iter().find(|l| l.name == witness.name() && l.id == witness.key().id());
                return Ok(line.context("its signature is gone")?.to_string());
            }
            409 => {
                let size = std::str::from_utf8(&answer).ok().and_then(|text| text.trim_end().parse::<u64>().ok());
                let size = size.context("it answers 409 without a size")?;
                ensure!(
                    size <= head.size,
                    "it has vouched for a head over {size} leaves, and this register has {}: was the database restored from an older copy? \
                     Then run `fieldpost restored`, which begins another register",
                    head.size
                );
                ensure!(size != old, "it answers 409 with the size that it was asked with");
                old = size;
            }
            status => {
                let why: String =
                    String::from_utf8_lossy(&answer).chars().filter(|c| !c.is_control()).take(200).collect();
                bail!("it answers with the status {status}: {why}");
            }
        }
    }
    bail!("it names another size each time")
}
