//! What sessions and personal tokens have in common: rows that grant entry to an account, are noted when used, and can be revoked.

use crate::{AccountId, GrantId, Store, StoreError, Time};
use std::time::Duration;

/// How stale the note of the last use may grow before it is written again.
pub const TOUCH_EVERY: Duration = Duration::from_secs(5 * 60);

impl Store {
    /// Notes a use, by a statement over `$1`, the grant, and `$2`, now. Nothing when the last is no older than [`TOUCH_EVERY`].
    pub(crate) async fn touch_grant(
        &self,
        sql: &'static str,
        id: GrantId,
        last: Option<Time>,
        now: Time,
    ) -> Result<(), StoreError> {
        if last.is_some_and(|last| now.since(last) < TOUCH_EVERY) {
            return Ok(());
        }
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(sql).bind(id.0.to_vec()).bind(now.0).execute(c).await?;
                    Ok(())
                })
            })
            .await
    }

    /// Revokes what a statement finds over `$1`, the account, `$2`, a grant, and `$3`, now. Answers how many.
    pub(crate) async fn revoke_grants(
        &self,
        sql: &'static str,
        account: AccountId,
        grant: Option<GrantId>,
        now: Time,
    ) -> Result<u64, StoreError> {
        self.writer
            .write(move |c| {
                Box::pin(async move {
                    let done = sqlx::query(sql)
                        .bind(account.0.to_vec())
                        .bind(grant.map(|id| id.0.to_vec()))
                        .bind(now.0)
                        .execute(c)
                        .await?;
                    Ok(done.rows_affected())
                })
            })
            .await
    }
}
