//! The register: the tree over all records' hashes, its signed heads, and who vouched for them (docs/decisions/0086).
//!
//! A record becomes a leaf in the transaction that appends it ([`Grown`], in `append.rs`). Records that are older than the register are its
//! first leaves, in the order in which they were written ([`catch_up`]). Heads are signed afterwards, by whoever has the key.

use crate::rows::{bytes, int, number, unreadable};
use crate::{AccountId, GameId, Hash32, Register, StoreError, Time};
use domain_register::checkpoint::Head;
use domain_register::key::is_name;
use domain_register::proof::{Run, Spans};
use domain_register::tile::Tile;
use domain_register::tree::{Frontier, Hash, leaf};
use serde::Serialize;
use sqlx::sqlite::SqliteRow;
use sqlx::{Executor, Row as _, SqliteConnection};
use std::collections::BTreeMap;

/// How many leaves are worked out, or looked at, at a time.
pub(crate) const PAGE: u64 = 4096;

/// The statements by which the register grows; `$3` is [`Grown::row`].
pub(crate) const GROW: [&str; 2] = [
    "INSERT INTO register_hashes (level, number, hash) \
     SELECT value ->> 'level', value ->> 'number', unhex(value ->> 'hash') FROM json_each($3, '$.hashes') ORDER BY key",
    "UPDATE register_edge SET size = $3 ->> 'size', roots = unhex($3 ->> 'roots') WHERE size < $3 ->> 'size'",
];

/// What a register that grows has to have stored.
pub(crate) struct Grown {
    pub(crate) edge: Frontier,
    before: Frontier,
    hashes: Vec<HashRow>,
}

#[derive(Serialize)]
struct HashRow {
    level: u8,
    number: u64,
    hash: String,
}

/// That as JSON: hashes in hexadecimal digits.
#[derive(Serialize)]
pub(crate) struct GrownRow<'g> {
    from: u64,
    edge: String,
    size: u64,
    roots: String,
    hashes: &'g [HashRow],
}

impl Grown {
    pub(crate) fn from(edge: Frontier) -> Self {
        Grown { before: edge.clone(), edge, hashes: Vec::new() }
    }

    /// Makes a record a leaf, by its hash; the number of the leaf.
    pub(crate) fn add(&mut self, record: Hash32) -> u64 {
        let at = self.edge.size();
        let hashes = &mut self.hashes;
        self.edge.append(leaf(&record.0), |level, number, hash| {
            // The leaf itself follows from the record.
            if level > 0 {
                hashes.push(HashRow { level, number, hash: hex::encode(hash) });
            }
        });
        at
    }

    pub(crate) fn row(&self) -> GrownRow<'_> {
        GrownRow {
            from: self.before.size(),
            edge: hex::encode(self.before.roots().concat()),
            size: self.edge.size(),
            roots: hex::encode(self.edge.roots().concat()),
            hashes: &self.hashes,
        }
    }
}

/// The edge of the register, of a row with its `leaves` and `roots`.
pub(crate) fn edge_of(row: &SqliteRow) -> Result<Frontier, StoreError> {
    let wrong = || unreadable("roots", "not the roots of that many leaves");
    let roots: &[u8] = row.try_get("roots")?;
    let (roots, rest) = roots.as_chunks::<32>();
    if !rest.is_empty() {
        return Err(wrong());
    }
    Frontier::resume(number(row, "leaves")?, roots.to_vec()).ok_or_else(wrong)
}

pub(crate) async fn edge(c: &mut SqliteConnection) -> Result<Frontier, StoreError> {
    let row = sqlx::query("SELECT size AS leaves, roots FROM register_edge").fetch_one(c).await?;
    edge_of(&row)
}

/// Works out the hashes of records that were there before the register: their places in it stand already, given by the migration.
pub(crate) async fn catch_up(c: &mut SqliteConnection) -> Result<(), StoreError> {
    let behind = "SELECT coalesce(max(leaf) + 1, 0) > (SELECT size FROM register_edge) FROM records";
    if !sqlx::query_scalar::<_, bool>(behind).fetch_one(&mut *c).await? {
        return Ok(());
    }
    c.execute("BEGIN IMMEDIATE").await?;
    let done = add_all(c).await;
    c.execute(if done.is_ok() { "COMMIT" } else { "ROLLBACK" }).await?;
    let added = done?;
    tracing::info!(added, "the records that were there are in the register");
    Ok(())
}

async fn add_all(c: &mut SqliteConnection) -> Result<u64, StoreError> {
    let mut edge = edge(c).await?;
    let first = edge.size();
    loop {
        let rows = sqlx::query("SELECT leaf, hash FROM records WHERE leaf >= $1 AND leaf < $2 ORDER BY leaf")
            .bind(int(edge.size()))
            .bind(int(edge.size() + PAGE))
            .fetch_all(&mut *c)
            .await?;
        if rows.is_empty() {
            return Ok(edge.size() - first);
        }
        let mut grown = Grown::from(edge);
        for row in &rows {
            let at: u64 = number(row, "leaf")?;
            if grown.add(Hash32(bytes(row, "hash")?)) != at {
                return Err(unreadable("leaf", format!("{at} is not the next")));
            }
        }
        let json = serde_json::to_string(&grown.row()).map_err(|e| unreadable("register", e))?;
        for statement in GROW {
            let nothing = None::<String>;
            sqlx::query(statement).bind(nothing.clone()).bind(nothing).bind(json.clone()).execute(&mut *c).await?;
        }
        edge = grown.edge;
    }
}

/// A register by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterName {
    /// The first line of its heads.
    pub origin: String,
    /// What its heads are checked with: NAME+ID+KEY.
    pub key: String,
    /// Which of the names that heads of this storage were signed under, from 1.
    pub(crate) number: i64,
}

/// Why a register was not begun or gone on with.
#[derive(Debug, thiserror::Error)]
pub enum RegisterError {
    /// That is no name.
    #[error("“{0}” cannot name a register: 1 to 255 characters without white space and plus sign can")]
    Name(String),
    /// It has another key.
    #[error(
        "the heads of {origin} were signed with another key: {key}. Give the key that belongs to it, or another name with \
         FIELDPOST_REGISTER_NAME, and another register begins"
    )]
    Key {
        /// Its name.
        origin: String,
        /// The key that it was begun with.
        key: String,
    },
    /// A later register was begun since.
    #[error("the register {origin} was ended when {now} was begun; a name is used once")]
    Over {
        /// The name asked for.
        origin: String,
        /// The name in use.
        now: String,
    },
    /// The storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for RegisterError {
    fn from(error: sqlx::Error) -> Self {
        RegisterError::Store(error.into())
    }
}

/// A head that was signed and kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptHead {
    /// How many leaves it is over.
    pub size: u64,
    /// The root over them.
    pub root: Hash32,
    /// The head as text, with the register's signature.
    pub note: String,
    /// The lines of witnesses that vouched for it, in the order of their names.
    pub cosignatures: Vec<String>,
    /// When it was signed.
    pub at: Time,
}

impl KeptHead {
    /// The head with all its signatures.
    pub fn text(&self) -> String {
        self.cosignatures.iter().fold(self.note.clone(), |text, line| text + line + "\n")
    }
}

/// A statement that reads heads.
macro_rules! heads {
    ($which:literal) => {
        concat!(
            "SELECT h.size, h.root, h.note, h.at, (SELECT group_concat(line, char(10) ORDER BY witness) FROM register_cosignatures c ",
            "WHERE c.register = h.register AND c.size = h.size) AS lines FROM register_heads h WHERE h.register = $1 ",
            $which
        )
    };
}

const LATEST: &str = heads!("ORDER BY h.size DESC LIMIT 1");
const OF_SIZE: &str = heads!("AND h.size = $2");
const FIRST_OVER: &str = heads!("AND h.size > $2 ORDER BY h.size LIMIT 1");

fn head(row: &SqliteRow) -> Result<KeptHead, StoreError> {
    let lines: Option<&str> = row.try_get("lines")?;
    Ok(KeptHead {
        size: number(row, "size")?,
        root: Hash32(bytes(row, "root")?),
        note: row.try_get("note")?,
        cosignatures: lines.unwrap_or_default().lines().map(str::to_owned).collect(),
        at: crate::rows::time(row, "at")?,
    })
}

impl Register<'_> {
    /// The register that heads are signed under, with the key that belongs to it. One is begun when there is none, or when `origin` names another:
    /// under the name asked for, else under `otherwise`. `key` gives the key of a name.
    ///
    /// # Errors
    /// [`RegisterError`].
    pub async fn open(
        self,
        origin: Option<String>,
        otherwise: String,
        key: impl FnOnce(&str) -> Option<String> + Send + 'static,
        now: Time,
    ) -> Result<RegisterName, RegisterError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let names: Vec<(i64, String, String)> =
                        sqlx::query_as("SELECT number, origin, key FROM register_names ORDER BY number")
                            .fetch_all(&mut *c)
                            .await?;
                    let latest = names.last();
                    let wanted = origin.or_else(|| latest.map(|l| l.1.clone())).unwrap_or(otherwise);
                    let no_name = || RegisterError::Name(wanted.clone());
                    let key = key(&wanted).filter(|_| is_name(&wanted)).ok_or_else(no_name)?;
                    match names.iter().find(|(_, origin, _)| *origin == wanted) {
                        Some((number, origin, began)) if Some(*number) == latest.map(|l| l.0) => {
                            if *began == key {
                                return Ok(RegisterName { origin: origin.clone(), key, number: *number });
                            }
                            return Err(RegisterError::Key { origin: wanted, key: began.clone() });
                        }
                        Some(_) => {
                            let now = latest.map(|l| l.1.clone()).unwrap_or_default();
                            return Err(RegisterError::Over { origin: wanted, now });
                        }
                        None => {}
                    }
                    let number = latest.map_or(1, |l| l.0 + 1);
                    sqlx::query("INSERT INTO register_names (number, origin, key, since) VALUES ($1, $2, $3, $4)")
                        .bind(number)
                        .bind(wanted.clone())
                        .bind(key.clone())
                        .bind(now.0)
                        .execute(c)
                        .await?;
                    Ok(RegisterName { origin: wanted, key, number })
                })
            })
            .await
    }

    /// All registers that heads were signed under, the first one first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn names(self) -> Result<Vec<RegisterName>, StoreError> {
        let rows = sqlx::query("SELECT number, origin, key FROM register_names ORDER BY number")
            .fetch_all(&self.0.readers)
            .await?;
        let name = |row: &SqliteRow| {
            Ok(RegisterName {
                origin: row.try_get("origin")?,
                key: row.try_get("key")?,
                number: row.try_get("number")?,
            })
        };
        rows.iter().map(name).collect()
    }

    /// How many leaves there are.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn size(self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT size FROM register_edge").fetch_one(&self.0.readers).await?;
        number(&row, "size")
    }

    /// Signs a head over all leaves there are, unless the latest is that already, and keeps it. When this answers, it is on the disk; before that nobody has seen it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn sign(
        self,
        name: &RegisterName,
        sign: impl FnOnce(Head) -> String + Send + 'static,
        now: Time,
    ) -> Result<KeptHead, StoreError> {
        let name = name.clone();
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let edge = edge(c).await?;
                    let latest = sqlx::query(LATEST).bind(name.number).fetch_optional(&mut *c).await?;
                    if let Some(latest) = latest.as_ref().map(head).transpose()?
                        && latest.size == edge.size()
                    {
                        return Ok(latest);
                    }
                    let root = edge.root();
                    let note = sign(Head { origin: name.origin, size: edge.size(), root });
                    sqlx::query(
                        "INSERT INTO register_heads (register, size, root, note, at) VALUES ($1, $2, $3, $4, $5)",
                    )
                    .bind(name.number)
                    .bind(int(edge.size()))
                    .bind(root.to_vec())
                    .bind(note.clone())
                    .bind(now.0)
                    .execute(c)
                    .await?;
                    Ok(KeptHead { size: edge.size(), root: Hash32(root), note, cosignatures: Vec::new(), at: now })
                })
            })
            .await
    }

    /// The latest head of a register.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn latest(self, name: &RegisterName) -> Result<Option<KeptHead>, StoreError> {
        let row = sqlx::query(LATEST).bind(name.number).fetch_optional(&self.0.readers).await?;
        row.as_ref().map(head).transpose()
    }

    /// The head over so many leaves, if one was signed.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn head(self, name: &RegisterName, size: u64) -> Result<Option<KeptHead>, StoreError> {
        let row = sqlx::query(OF_SIZE).bind(name.number).bind(int(size)).fetch_optional(&self.0.readers).await?;
        row.as_ref().map(head).transpose()
    }

    /// The first head that has a leaf under it: always the same, once there is one.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn head_over(self, name: &RegisterName, leaf: u64) -> Result<Option<KeptHead>, StoreError> {
        let row = sqlx::query(FIRST_OVER).bind(name.number).bind(int(leaf)).fetch_optional(&self.0.readers).await?;
        row.as_ref().map(head).transpose()
    }

    /// Keeps the line by which a witness vouches for a head. A second one for the same head is passed over.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn cosigned(
        self,
        name: &RegisterName,
        size: u64,
        witness: String,
        line: String,
        now: Time,
    ) -> Result<(), StoreError> {
        let register = name.number;
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO register_cosignatures (register, size, witness, line, at) SELECT $1, $2, $3, $4, $5 \
                         WHERE NOT EXISTS (SELECT 1 FROM register_cosignatures WHERE register = $1 AND size = $2 AND witness = $3)",
                    )
                    .bind(register)
                    .bind(int(size))
                    .bind(witness)
                    .bind(line)
                    .bind(now.0)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// The size of the latest head that a witness has vouched for; 0 without any.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn vouched(self, name: &RegisterName, witness: &str) -> Result<u64, StoreError> {
        let row = sqlx::query(
            "SELECT coalesce(max(size), 0) AS size FROM register_cosignatures WHERE register = $1 AND witness = $2",
        )
        .bind(name.number)
        .bind(witness.to_owned())
        .fetch_one(&self.0.readers)
        .await?;
        number(&row, "size")
    }

    /// Which leaf a record is, and its hash.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn leaf(self, game: GameId, seq: u64) -> Result<Option<(u64, Hash32)>, StoreError> {
        let row = sqlx::query("SELECT leaf, hash FROM records WHERE game = $1 AND seq = $2 AND leaf IS NOT NULL")
            .bind(game.0.to_vec())
            .bind(int(seq))
            .fetch_optional(&self.0.readers)
            .await?;
        row.map(|row| Ok((number(&row, "leaf")?, Hash32(bytes(&row, "hash")?)))).transpose()
    }

    /// The hashes that a proof consists of.
    ///
    /// # Errors
    /// When the storage fails, or has not all hashes that it takes.
    pub async fn hashes(self, spans: &Spans) -> Result<Vec<Hash>, StoreError> {
        let mut c = self.0.readers.acquire().await?;
        let stored = stored(&mut c, spans.runs().collect()).await?;
        let missing = |run: Run| unreadable("register_hashes", format!("{run:?} is not there"));
        spans.hashes(|run| stored.get(&run).cloned()).map_err(missing)
    }

    /// The hashes of a tile, if there are so many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn tile(self, tile: &Tile) -> Result<Option<Vec<Hash>>, StoreError> {
        let mut c = self.0.readers.acquire().await?;
        let run = tile.hashes();
        let hashes = stored(&mut c, vec![run]).await?.remove(&run).unwrap_or_default();
        Ok((hashes.len() as u64 == run.count).then_some(hashes))
    }
}

/// Keeps the leaves of the records that are about to be swept away with a guest: what follows from them is needed for ever.
pub(crate) async fn keep_leaves(c: &mut SqliteConnection, guest: AccountId) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT r.leaf, r.hash FROM games g JOIN records r ON r.game = g.id WHERE g.host = $1")
        .bind(guest.0.to_vec())
        .fetch_all(&mut *c)
        .await?;
    for row in &rows {
        let hash: Hash = bytes(row, "hash")?;
        sqlx::query("INSERT INTO register_hashes (level, number, hash) VALUES (0, $1, $2)")
            .bind(row.try_get::<i64, _>("leaf")?)
            .bind(leaf(&hash).to_vec())
            .execute(&mut *c)
            .await?;
    }
    Ok(())
}

/// Stored hashes by the runs that were asked for, in one statement; leaves by the records that they are of.
async fn stored(c: &mut SqliteConnection, runs: Vec<Run>) -> Result<BTreeMap<Run, Vec<Hash>>, StoreError> {
    let asked: Vec<[u64; 3]> = runs.iter().map(|run| [u64::from(run.level), run.from, run.from + run.count]).collect();
    let asked = serde_json::to_string(&asked).map_err(|e| unreadable("runs", e))?;
    let rows = sqlx::query(
        "SELECT r.key AS n, h.number AS number, h.hash AS hash, 0 AS is_record FROM json_each($1) r JOIN register_hashes h \
         ON h.level = r.value ->> 0 AND h.number >= r.value ->> 1 AND h.number < r.value ->> 2 \
         UNION ALL SELECT r.key, c.leaf, c.hash, 1 FROM json_each($1) r JOIN records c \
         ON r.value ->> 0 = 0 AND c.leaf >= r.value ->> 1 AND c.leaf < r.value ->> 2 ORDER BY 1, 2",
    )
    .bind(asked)
    .fetch_all(c)
    .await?;
    let mut found: BTreeMap<Run, Vec<Hash>> = BTreeMap::new();
    for row in &rows {
        let n: usize = number(row, "n")?;
        let hash: Hash = bytes(row, "hash")?;
        let of_record: bool = row.try_get("is_record")?;
        let hash = if of_record { leaf(&hash) } else { hash };
        found.entry(runs[n]).or_default().push(hash);
    }
    Ok(found)
}
