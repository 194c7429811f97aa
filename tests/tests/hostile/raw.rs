//! Bytes over a connection, as no client sends them.

use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends bytes, ends its side, and reads the status of the first answer; 0 when there is none.
pub async fn send(address: &str, request: &[u8]) -> u16 {
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    // The server may hang up before it has read everything.
    let _cut = stream.write_all(request).await;
    let _ended = stream.shutdown().await;
    let mut said = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(10), async {
        let mut some = [0; 4096];
        while let Ok(n @ 1..) = stream.read(&mut some).await {
            said.extend_from_slice(&some[..n]);
        }
    });
    assert!(read.await.is_ok(), "the server holds on to a connection that says nothing more");
    let head = String::from_utf8_lossy(&said);
    head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}
