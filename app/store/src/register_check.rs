//! Checking the register: all of it is worked out again.

use crate::StoreError;
use crate::register::{PAGE, edge};
use crate::rows::{bytes, int, number};
use domain_register::tree::{Frontier, Hash, leaf};
use sqlx::{Executor, Row, SqliteConnection};
use std::collections::VecDeque;

/// A register that is not what follows from the records and what was signed.
#[derive(Debug, thiserror::Error)]
pub enum RegisterFault {
    /// Where, and what is wrong.
    #[error("the register is wrong at leaf {leaf}: {why}")]
    Wrong {
        /// The number of the leaf.
        leaf: u64,
        /// What is wrong.
        why: &'static str,
    },
    /// The storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Works the whole register out again from the records and the leaves, and compares: every record is the leaf that it says, every stored hash follows from the
/// leaves, and every head that was signed is over them. On a connection that nobody else uses meanwhile.
pub(crate) async fn check(c: &mut SqliteConnection) -> Result<u64, RegisterFault> {
    c.execute("BEGIN").await.map_err(StoreError::from)?;
    let checked = check_all(c).await;
    c.execute("ROLLBACK").await.map_err(StoreError::from)?;
    checked
}

async fn check_all(c: &mut SqliteConnection) -> Result<u64, RegisterFault> {
    let wrong = |leaf: u64, why: &'static str| RegisterFault::Wrong { leaf, why };
    let size = edge(c).await?;
    let loose: i64 = sqlx::query_scalar("SELECT count(*) FROM records WHERE leaf IS NULL OR leaf >= $1")
        .bind(int(size.size()))
        .fetch_one(&mut *c)
        .await
        .map_err(StoreError::from)?;
    if loose > 0 {
        return Err(wrong(size.size(), "there are records that are not in it"));
    }
    // Of no leaves there is but one head.
    let heads =
        sqlx::query("SELECT size, root FROM register_heads WHERE size > 0 ORDER BY size").fetch_all(&mut *c).await;
    let heads = heads.map_err(StoreError::from)?;
    let mut heads: VecDeque<(u64, Hash)> =
        heads.iter().map(|row| Ok((number(row, "size")?, bytes(row, "root")?))).collect::<Result<_, StoreError>>()?;
    let mut edge = Frontier::new();
    let mut above: Vec<(u8, u64, Hash)> = Vec::new();
    while edge.size() < size.size() {
        let next = edge.size() + PAGE.min(size.size() - edge.size());
        let rows = sqlx::query(
            "SELECT leaf AS number, hash, 1 AS is_record FROM records WHERE leaf >= $1 AND leaf < $2 \
             UNION ALL SELECT number, hash, 0 FROM register_hashes WHERE level = 0 AND number >= $1 AND number < $2 ORDER BY 1",
        )
        .bind(int(edge.size()))
        .bind(int(next))
        .fetch_all(&mut *c)
        .await
        .map_err(StoreError::from)?;
        if (rows.len() as u64) < next - edge.size() {
            return Err(wrong(edge.size(), "a leaf behind this one is missing"));
        }
        for row in &rows {
            let at = edge.size();
            if number::<u64>(row, "number")? != at {
                return Err(wrong(at, "a leaf near this one is there twice"));
            }
            // A record that was swept away with a guest is a leaf still.
            let hash: Hash = bytes(row, "hash")?;
            let of_record: bool = row.try_get("is_record").map_err(StoreError::from)?;
            let hash = if of_record { leaf(&hash) } else { hash };
            edge.append(hash, |level, number, hash| {
                if level > 0 {
                    above.push((level, number, hash));
                }
            });
            while let Some((_, root)) = heads.pop_front_if(|(size, _)| *size == edge.size()) {
                if root != edge.root() {
                    return Err(wrong(edge.size(), "a head that was signed is not over these leaves"));
                }
            }
        }
    }
    if edge != size || !heads.is_empty() {
        return Err(wrong(edge.size(), "it ends elsewhere than was noted or signed"));
    }
    let rows = sqlx::query("SELECT level, number, hash FROM register_hashes WHERE level > 0 ORDER BY level, number");
    let rows = rows.fetch_all(&mut *c).await.map_err(StoreError::from)?;
    let stored = rows.iter().map(|row| Ok((number(row, "level")?, number(row, "number")?, bytes(row, "hash")?)));
    above.sort_unstable();
    if stored.collect::<Result<Vec<(u8, u64, Hash)>, StoreError>>()? != above {
        return Err(wrong(edge.size(), "the stored hashes over its leaves are others than follow from them"));
    }
    Ok(edge.size())
}
