//! Reading the values of a row.

use crate::{StoreError, Time};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

/// The bytes of an id or a hash.
pub(crate) fn bytes<const N: usize>(row: &SqliteRow, column: &str) -> Result<[u8; N], StoreError> {
    let value: &[u8] = row.try_get(column)?;
    value.try_into().map_err(|_| unreadable(column, format!("{} bytes", value.len())))
}

/// The bytes of an id or a hash that may be absent.
pub(crate) fn maybe_bytes<const N: usize>(row: &SqliteRow, column: &str) -> Result<Option<[u8; N]>, StoreError> {
    match row.try_get::<Option<&[u8]>, _>(column)? {
        None => Ok(None),
        Some(_) => bytes(row, column).map(Some),
    }
}

/// A moment.
pub(crate) fn time(row: &SqliteRow, column: &str) -> Result<Time, StoreError> {
    Ok(Time(row.try_get(column)?))
}

/// A moment that may be absent.
pub(crate) fn maybe_time(row: &SqliteRow, column: &str) -> Result<Option<Time>, StoreError> {
    Ok(row.try_get::<Option<i64>, _>(column)?.map(Time))
}

/// A count or a number that is never negative.
pub(crate) fn number<T: TryFrom<i64>>(row: &SqliteRow, column: &str) -> Result<T, StoreError> {
    let value: i64 = row.try_get(column)?;
    T::try_from(value).map_err(|_| unreadable(column, value))
}

/// A number that may be absent.
pub(crate) fn maybe_number<T: TryFrom<i64>>(row: &SqliteRow, column: &str) -> Result<Option<T>, StoreError> {
    match row.try_get::<Option<i64>, _>(column)? {
        None => Ok(None),
        Some(value) => T::try_from(value).map(Some).map_err(|_| unreadable(column, value)),
    }
}

/// A JSON column.
pub(crate) fn json<T: serde::de::DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<T, StoreError> {
    let text: &str = row.try_get(column)?;
    serde_json::from_str(text).map_err(|e| unreadable(column, e))
}

/// A column that the schema's CHECK should have kept readable.
pub(crate) fn unreadable(column: &str, why: impl ToString) -> StoreError {
    StoreError::Unreadable { column: column.to_owned(), why: why.to_string() }
}

/// Numbers as SQLite holds them.
pub(crate) fn int(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
