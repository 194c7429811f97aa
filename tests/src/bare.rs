//! The least that an order can cost on this machine: a server of the same framework with the same storage and the same settings, which for
//! each request looks a token up and writes one row durably, and does nothing else. It knows no game and no rules, has no middleware, and
//! keeps one connection for either, so that nothing has to be shared out. What the service costs is told beside it.

use actix_web::web::{Data, Json, post};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, Result, error};
use serde::Deserialize;
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Executor, SqliteConnection};
use std::path::Path;
use std::time::Duration;
use tokio::sync::Mutex;

/// As long as the record of an order of a set-up.
const BODY: usize = 272;

/// The token that it knows.
pub const TOKEN: &str = "bare-token";

struct State {
    read: Mutex<SqliteConnection>,
    write: Mutex<SqliteConnection>,
}

#[derive(Deserialize)]
struct Order {
    orders: Vec<String>,
    key: String,
}

/// Serves on a free port with the database at `path`, which must not be there yet, and prints its address. Until the process is ended.
///
/// # Errors
/// When it cannot.
pub async fn serve(path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5))
        .row_buffer_size(8192)
        .disable_statement_logging();
    let mut write = options.connect().await?;
    write.execute("CREATE TABLE tokens (hash BLOB PRIMARY KEY, account INTEGER) WITHOUT ROWID").await?;
    write.execute("CREATE TABLE records (seq INTEGER PRIMARY KEY, account INTEGER, key TEXT, body TEXT)").await?;
    sqlx::query("INSERT INTO tokens VALUES ($1, 1)").bind(TOKEN.as_bytes()).execute(&mut write).await?;
    let read = options.connect().await?;
    let state = Data::new(State { read: Mutex::new(read), write: Mutex::new(write) });
    let server = HttpServer::new(move || App::new().app_data(state.clone()).route("/order", post().to(order)))
        .workers(std::thread::available_parallelism().map_or(2, |n| n.get().min(8)))
        .tcp_nodelay(true)
        .bind(("127.0.0.1", 0))?;
    let address = server.addrs().first().copied().ok_or("no address")?;
    println!("listening on http://{address}");
    Ok(server.run().await?)
}

async fn order(state: Data<State>, request: HttpRequest, order: Json<Order>) -> Result<HttpResponse> {
    let token = request.headers().get("authorization").and_then(|v| v.to_str().ok()?.strip_prefix("Bearer "));
    let token = token.ok_or_else(|| error::ErrorUnauthorized("no token"))?;
    let account: Option<i64> = {
        let mut read = state.read.lock().await;
        let found = sqlx::query_scalar("SELECT account FROM tokens WHERE hash = $1").bind(token.as_bytes());
        found.fetch_optional(&mut *read).await.map_err(error::ErrorInternalServerError)?
    };
    let account = account.ok_or_else(|| error::ErrorUnauthorized("not known"))?;
    let body = format!("{:<BODY$}", order.orders.join("\n"));
    let written = {
        let mut write = state.write.lock().await;
        let row = sqlx::query("INSERT INTO records (account, key, body) VALUES ($1, $2, $3)");
        let row = row.bind(account).bind(&order.key).bind(body).execute(&mut *write).await;
        row.map_err(error::ErrorInternalServerError)?
    };
    Ok(HttpResponse::Ok().json(json!({"ok": true, "seq": written.last_insert_rowid()})))
}
