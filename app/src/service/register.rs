//! The register as the service keeps it: it signs heads, and makes proofs for letters, pages and whoever asks (docs/decisions/0086).
//!
//! Records become leaves where they are stored. A head over them is signed within a second, or at once when a letter is about to tell of one.

use super::handles::Register;
use super::{ErrorKind, Outcome, ServiceError};
use crate::config::{Config, WitnessAddress, authority};
use crate::service::table::Table;
use anyhow::{Context, ensure};
use domain_register::checkpoint::Checkpoint;
use domain_register::key::{Role, SecretKey};
use domain_register::proof::{consistency, inclusion};
use domain_register::receipt::{Receipt, Subject};
use domain_register::tile::Tile;
use domain_register::tree::LARGEST;
use domain_register::witness::Request;
use fieldpost_post::File;
use fieldpost_store::{GameId, KeptHead, RegisterName, Time};
use secrecy::ExposeSecret;
use std::sync::Arc;
use std::time::Duration;

/// What signs heads, and who is asked to vouch for them.
pub(super) struct Desk {
    pub(super) name: RegisterName,
    key: Arc<SecretKey>,
    pub(super) witnesses: Vec<WitnessAddress>,
    /// How long each of them may take.
    pub(super) patience: Duration,
}

/// What the register says of itself.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Its name.
    pub origin: String,
    /// What its heads are checked with.
    pub key: String,
    /// Its latest head, once there is one.
    pub latest: Option<KeptHead>,
    /// The witnesses that are asked: name, key, and the size of the latest head that each has vouched for.
    pub witnesses: Vec<(String, String, u64)>,
}

/// Where a record stands in the register.
#[derive(Clone, Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Place {
    /// The name of the register.
    pub origin: String,
    /// The number of its leaf, from 0.
    pub leaf: u64,
    /// How many leaves the head is over that covers it.
    pub size: u64,
    /// The root of that head.
    pub root: String,
    /// How many hashes lead from the leaf to the root.
    pub hashes: usize,
    /// The witnesses whose signatures that head bears.
    pub witnesses: Vec<String>,
    /// Where the proof is.
    pub proof: String,
    /// Where the head is, with its signatures.
    pub checkpoint: String,
}

impl<'s> Register<'s> {
    /// Makes ready to sign: with the key of the settings or one of this database's own, under the name of the settings, the one in use, or one made of the address of
    /// the service.
    ///
    /// # Errors
    /// When name or key are not those that belong to this database, with a sentence that says what would be right.
    pub async fn open(self, config: &Config) -> anyhow::Result<()> {
        let secret = match &config.register_key {
            Some(text) => {
                let mut bytes = [0; 32];
                let wrong = "FIELDPOST_REGISTER_KEY names a file with 64 hexadecimal digits, as `openssl rand -hex 32` writes one.";
                hex::decode_to_slice(text.expose_secret().trim(), &mut bytes).ok().context(wrong)?;
                bytes
            }
            None => self.0.store.service_secret("register").await?,
        };
        let key_of = move |name: &str| SecretKey::new(name, Role::Register, &secret);
        let public = move |name: &str| key_of(name).map(|key| key.public().to_string());
        let otherwise = format!("{}/register", authority(&self.0.base_url));
        let name = self.0.store.register().open(config.register_name.clone(), otherwise, public, Time::now()).await?;
        let key = key_of(&name.origin).context("the register has no name")?;
        for (n, witness) in config.witnesses.iter().enumerate() {
            let name = witness.key.name();
            let twice = config.witnesses[..n].iter().any(|before| before.key.name() == name);
            ensure!(!twice, "FIELDPOST_WITNESSES names {name} twice.");
        }
        tracing::info!(origin = %name.origin, key = %name.key, "the register is open");
        let (witnesses, patience) = (config.witnesses.clone(), config.witness_patience);
        let opened = self.0.desk.set(Desk { name, key: Arc::new(key), witnesses, patience });
        ensure!(opened.is_ok(), "the register was opened twice");
        Ok(())
    }

    /// Begins another register, after the database was restored from a copy: what was signed since then under the old name cannot be taken back. Answers its
    /// name; nothing when no head was signed yet, or when the key is not in the database and the host has to give another name.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn begin_another(self) -> Outcome<Option<String>> {
        let secret = self.0.store.service_secret("register").await?;
        let key_of =
            move |name: &str| SecretKey::new(name, Role::Register, &secret).map(|key| key.public().to_string());
        let names = self.0.store.register().names().await?;
        let (Some(first), Some(last)) = (names.first(), names.last()) else { return Ok(None) };
        if key_of(&last.origin).as_ref() != Some(&last.key) {
            return Ok(None);
        }
        let next = format!("{}-{}", first.origin, names.len() + 1);
        let opened = self.0.store.register().open(Some(next), String::new(), key_of, Time::now()).await;
        opened.map(|name| Some(name.origin)).map_err(ServiceError::inside)
    }

    fn desk(self) -> Outcome<&'s Desk> {
        let none =
            || ServiceError::unknown("This program keeps no register.").legal("The server does: `fieldpost serve`.");
        self.0.desk.get().ok_or_else(none)
    }

    /// Signs a head if the register has grown; the latest head, if there is one.
    pub(super) async fn beat(self, desk: &Desk) -> Outcome<Option<KeptHead>> {
        let latest = self.0.store.register().latest(&desk.name).await?;
        let size = self.0.store.register().size().await?;
        if size == latest.as_ref().map_or(0, |head| head.size) {
            return Ok(latest);
        }
        self.sign(desk).await.map(Some)
    }

    async fn sign(self, desk: &Desk) -> Outcome<KeptHead> {
        let key = desk.key.clone();
        Ok(self.0.store.register().sign(&desk.name, move |head| head.sign(&key).to_string(), Time::now()).await?)
    }

    /// The proof of a record, to go with a letter that tells of it; a head is signed for it if none is over it yet. A letter without a proof is better than none.
    pub(super) async fn for_letter(self, game: GameId, seq: u64) -> Option<File> {
        let desk = self.0.desk.get()?;
        match self.proven(desk, game, seq, true).await {
            Ok(text) => text.map(|text| File { name: format!("record-{seq}.tlog-proof"), bytes: text.into_bytes() }),
            Err(trouble) => {
                tracing::error!(%trouble, cause = ?trouble.cause, %game, seq, "a letter goes out without its proof");
                None
            }
        }
    }

    /// The proof of a record that somebody may see, once a head is over it.
    ///
    /// # Errors
    /// 404 for a number that the game has no record of; 409 when no head is over it yet.
    pub async fn proof(self, table: &Table, seq: u64) -> Outcome<String> {
        if seq == 0 || seq > table.game.len() {
            let wrong = format!("This game has no record {seq}.");
            return Err(ServiceError::unknown(wrong).legal(format!("There are records 1 to {}.", table.game.len())));
        }
        let not_yet = || {
            ServiceError::conflict("No head of the register has been signed over this record yet.")
                .legal("One is signed within a second or two: ask again.")
        };
        self.proven(self.desk()?, table.row.id, seq, false).await?.ok_or_else(not_yet)
    }

    /// Where a record that somebody may see stands in the register, under the first head that was signed over it.
    ///
    /// # Errors
    /// As [`Register::proof`].
    pub async fn place(self, table: &Table, seq: u64) -> Outcome<Place> {
        let receipt = Receipt::read(self.proof(table, seq).await?.as_bytes()).map_err(ServiceError::inside)?;
        let head = receipt.checkpoint.head();
        let signed = receipt.checkpoint.note().signatures().iter().map(|line| line.name.clone());
        Ok(Place {
            origin: head.origin.clone(),
            leaf: receipt.index,
            size: head.size,
            root: hex::encode(head.root),
            hashes: receipt.path.len(),
            witnesses: signed.filter(|name| *name != head.origin).collect(),
            proof: format!("{}/log/{seq}/proof", super::table::href(table.row.id)),
            checkpoint: format!("/register/heads/{}", head.size),
        })
    }

    async fn proven(self, desk: &Desk, game: GameId, seq: u64, sign: bool) -> Outcome<Option<String>> {
        let register = self.0.store.register();
        let Some((leaf, hash)) = register.leaf(game, seq).await? else { return Ok(None) };
        // The first head over it: so that a letter that is written again carries the same.
        let head = match register.head_over(&desk.name, leaf).await? {
            Some(head) => head,
            None if sign => self.sign(desk).await?,
            None => return Ok(None),
        };
        self.receipt(Subject { game: game.0, number: seq, hash: hash.0 }, leaf, &head).await.map(Some)
    }

    async fn receipt(self, subject: Subject, index: u64, head: &KeptHead) -> Outcome<String> {
        let outside = || ServiceError::inside(anyhow::anyhow!("leaf {index} is not under the head over {}", head.size));
        let path = self.0.store.register().hashes(&inclusion(index, head.size).ok_or_else(outside)?).await?;
        Ok(Receipt { subject, index, path, checkpoint: checkpoint(head)? }.to_string())
    }

    /// What the register says of itself.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn standing(self) -> Outcome<Standing> {
        let desk = self.desk()?;
        let mut witnesses = Vec::new();
        for witness in &desk.witnesses {
            let size = self.0.store.register().vouched(&desk.name, witness.key.name()).await?;
            witnesses.push((witness.key.name().to_owned(), witness.key.to_string(), size));
        }
        let latest = self.0.store.register().latest(&desk.name).await?;
        Ok(Standing { origin: desk.name.origin.clone(), key: desk.name.key.clone(), latest, witnesses })
    }

    /// The latest head, as text.
    ///
    /// # Errors
    /// 404 before the first.
    pub async fn checkpoint(self) -> Outcome<String> {
        let latest = self.0.store.register().latest(&self.desk()?.name).await?;
        let none =
            || ServiceError::unknown("No head has been signed yet.").legal("The first game brings the first head.");
        Ok(latest.ok_or_else(none)?.text())
    }

    /// The head that was signed over so many leaves, as text.
    ///
    /// # Errors
    /// 400 for what is no number, 404 when none was signed.
    pub async fn head(self, size: &str) -> Outcome<String> {
        Ok(self.signed(number(size)?).await?.text())
    }

    async fn signed(self, size: u64) -> Outcome<KeptHead> {
        let head = self.0.store.register().head(&self.desk()?.name, size).await?;
        let none = || {
            ServiceError::unknown(format!("No head was signed over {size} leaves."))
                .legal("The sizes of heads stand in letters' proofs, and in /register/checkpoint.")
        };
        head.ok_or_else(none)
    }

    /// What shows that a signed head goes on from the tree of a smaller size, with that head.
    ///
    /// # Errors
    /// 400 for what is no number, or sizes the wrong way round; 404 when no head of the newer size was signed.
    pub async fn consistency(self, old: &str, new: &str) -> Outcome<String> {
        let (old, new) = (number(old)?, number(new)?);
        let backwards = || {
            ServiceError::malformed(format!("A tree of {new} leaves cannot go on from one of {old}."))
                .legal("The smaller size comes first: /register/consistency/OLDER/NEWER.")
        };
        let spans = consistency(old, new).ok_or_else(backwards)?;
        let head = self.signed(new).await?;
        let path = self.0.store.register().hashes(&spans).await?;
        Ok(Request { old, path, checkpoint: checkpoint(&head)? }.to_string())
    }

    /// The hashes of a tile, side by side.
    ///
    /// # Errors
    /// 400 for what is no tile's address, 404 when there are not so many hashes.
    pub async fn tile(self, path: &str) -> Outcome<Vec<u8>> {
        self.desk()?;
        let wrong = || {
            ServiceError::malformed("That is no address of a tile.").legal(
                "Addresses are those of c2sp.org/tlog-tiles, as /register/tile/0/000 or /register/tile/1/x001/234.p/7.",
            )
        };
        let tile = Tile::read(path).ok_or_else(wrong)?;
        let none = || ServiceError::unknown("The register has not grown so far.");
        if !tile.is_in(self.0.store.register().size().await?) {
            return Err(none());
        }
        Ok(self.0.store.register().tile(&tile).await?.ok_or_else(none)?.concat())
    }
}

/// A head as it was kept, with those who vouched for it.
pub(super) fn checkpoint(head: &KeptHead) -> Outcome<Checkpoint> {
    Checkpoint::read(head.text().as_bytes()).map_err(ServiceError::inside)
}

/// A number of leaves, in an address.
fn number(text: &str) -> Outcome<u64> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|n| plain && *n <= LARGEST).ok_or_else(|| {
        ServiceError::new(ErrorKind::Malformed, "That is no number of leaves.")
            .legal("Digits without a leading zero would be right.")
    })
}
