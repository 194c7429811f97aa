//! A small HTTP server on loopback that players' webhooks lead to.

use std::collections::VecDeque;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A request that came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Came {
    /// The request line: `POST /hook HTTP/1.1`.
    pub line: String,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Came {
    /// A header's value.
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value)
    }
}

#[derive(Default)]
struct Book {
    came: Vec<Came>,
    answers: VecDeque<&'static str>,
}

/// The server. It ends with the runtime it was started on.
#[derive(Clone)]
pub struct Listener {
    /// `http://127.0.0.1:41234`.
    pub url: String,
    book: Arc<Mutex<Book>>,
}

impl Listener {
    /// Listens on a free port and answers 204, whatever comes.
    pub async fn open() -> Listener {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let book = Arc::new(Mutex::new(Book::default()));
        let shared = book.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, shared.clone()));
            }
        });
        Listener { url, book }
    }

    /// Gives these answers to the next requests, one each: status line and headers, without the last line break.
    pub fn answer(&self, answers: &[&'static str]) {
        self.book.lock().unwrap_or_else(PoisonError::into_inner).answers.extend(answers);
    }

    /// What has come so far.
    pub fn came(&self) -> Vec<Came> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner).came.clone()
    }

    /// What has come, as soon as it is this much. Fails after a minute.
    pub async fn wait(&self, at_least: usize) -> Vec<Came> {
        let began = Instant::now();
        loop {
            let came = self.came();
            if came.len() >= at_least {
                return came;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{at_least} requests did not come, but {came:?}");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }
}

async fn serve(mut stream: TcpStream, book: Arc<Mutex<Book>>) {
    let mut bytes = Vec::new();
    let came = loop {
        let mut piece = [0; 4096];
        match stream.read(&mut piece).await {
            Ok(n) if n > 0 => bytes.extend_from_slice(&piece[..n]),
            _ => return,
        }
        if let Some(came) = read(&bytes) {
            break came;
        }
    };
    let answer = {
        let mut book = book.lock().unwrap_or_else(PoisonError::into_inner);
        book.came.push(came);
        book.answers.pop_front().unwrap_or("HTTP/1.1 204 No Content")
    };
    // Whoever has hung up is not waited for.
    let _gone = stream.write_all(format!("{answer}\r\n\r\n").as_bytes()).await;
}

/// The request, once it is whole.
fn read(bytes: &[u8]) -> Option<Came> {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let line = lines.next()?.to_owned();
    let headers: Vec<(String, String)> = lines
        .filter_map(|l| l.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length").map_or("0", |(_, value)| value);
    (body.len() >= length.parse::<usize>().ok()?).then(|| Came { line, headers, body: body.to_owned() })
}
