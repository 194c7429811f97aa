//! One POST to a target.

use crate::{Guard, Refused, Target};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderName, HeaderValue, USER_AGENT};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How long one address may take to answer the first packet.
const CONNECT: Duration = Duration::from_secs(5);
/// How many addresses of a name are tried.
const MOST_TRIED: usize = 3;
/// The longest header that is read of an answer, in bytes.
const ANSWER: usize = 16 * 1024;

/// What is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// The content type of the body.
    pub content_type: &'static str,
    /// Further headers. Values must be visible ASCII and spaces.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// The other side did not take it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undelivered {
    /// The address leads where it must not.
    #[error("{0}")]
    Refused(#[from] Refused),
    /// It could not be spoken to: why, in words for its owner.
    #[error("{0}")]
    Unreachable(String),
    /// It answered with another status than 2xx.
    #[error("it answered with the status {0}")]
    Status(u16),
    /// It took too long.
    #[error("it did not answer within {} seconds", .0.as_secs())]
    Slow(Duration),
}

/// The certificates to trust beside the public ones cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the certificates cannot be read: {0}")]
pub struct BadRoots(String);

/// Calls targets. Cheap to clone.
#[derive(Clone)]
pub struct Caller {
    guard: Guard,
    tls: TlsConnector,
    patience: Duration,
}

impl std::fmt::Debug for Caller {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Caller({:?})", self.guard)
    }
}

impl Caller {
    /// With the public authorities and those of `roots` (PEM); a call may take as long as `patience` from the first question to the
    /// status of the answer.
    ///
    /// # Errors
    /// [`BadRoots`].
    pub fn new(guard: Guard, patience: Duration, roots: Option<&[u8]>) -> Result<Self, BadRoots> {
        let mut trusted = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        for certificate in roots.into_iter().flat_map(CertificateDer::pem_slice_iter) {
            let certificate = certificate.map_err(|e| BadRoots(e.to_string()))?;
            trusted.add(certificate).map_err(|e| BadRoots(e.to_string()))?;
        }
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|e| BadRoots(e.to_string()))?
            .with_root_certificates(trusted)
            .with_no_client_auth();
        Ok(Caller { guard, tls: TlsConnector::from(Arc::new(config)), patience })
    }

    /// What may be called.
    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    /// Sends. Answers with the status, which is 2xx.
    ///
    /// # Errors
    /// [`Undelivered`].
    pub async fn post(&self, target: &Target, post: &Post) -> Result<u16, Undelivered> {
        let (status, _) = self.call(target, post, None).await?;
        if (200..300).contains(&status) { Ok(status) } else { Err(Undelivered::Status(status)) }
    }

    /// Sends, and reads the answer: its status, whatever it is, and its body of `most` bytes at most.
    ///
    /// # Errors
    /// [`Undelivered`], for a longer body too.
    pub async fn ask(&self, target: &Target, post: &Post, most: usize) -> Result<(u16, Vec<u8>), Undelivered> {
        self.call(target, post, Some(most)).await
    }

    async fn call(&self, target: &Target, post: &Post, most: Option<usize>) -> Result<(u16, Vec<u8>), Undelivered> {
        let call = async {
            let stream = self.connect(target).await?;
            if !target.tls() {
                return exchange(stream, target, post, most).await;
            }
            let name = ServerName::try_from(target.name()).map_err(|_| unreachable("the name of the host is none"))?;
            let stream = self.tls.connect(name, stream).await.map_err(|e| unreachable(format!("TLS failed: {e}")))?;
            exchange(stream, target, post, most).await
        };
        timeout(self.patience, call).await.unwrap_or(Err(Undelivered::Slow(self.patience)))
    }

    /// Connects to one of the addresses that have just been looked at, never by name.
    async fn connect(&self, target: &Target) -> Result<TcpStream, Undelivered> {
        let mut why = unreachable("the host has no address");
        for address in target.addresses(&self.guard).await?.into_iter().take(MOST_TRIED) {
            match timeout(CONNECT, dial(address)).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => why = unreachable(format!("it cannot be connected to: {}", error.kind())),
                Err(_) => why = unreachable("it does not answer"),
            }
        }
        Err(why)
    }
}

async fn dial(address: SocketAddr) -> std::io::Result<TcpStream> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

fn unreachable(why: impl Into<String>) -> Undelivered {
    Undelivered::Unreachable(why.into())
}

/// One request and the status of its answer, with as much of its body as may be read; none of it without a number.
async fn exchange<S>(
    stream: S,
    target: &Target,
    post: &Post,
    most: Option<usize>,
) -> Result<(u16, Vec<u8>), Undelivered>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let request = request(target, post)?;
    let spoken = |e: hyper::Error| unreachable(format!("it does not speak HTTP as we do: {e}"));
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(ANSWER)
        .max_headers(100)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(spoken)?;
    // Ends with this function, however it ends.
    let mut driver = JoinSet::new();
    driver.spawn(connection);
    let answer = sender.send_request(request).await.map_err(spoken)?;
    let status = answer.status().as_u16();
    let Some(most) = most else { return Ok((status, Vec::new())) };
    let body = Limited::new(answer.into_body(), most).collect().await;
    let body = body.map_err(|e| unreachable(format!("its answer cannot be read: {e}")))?;
    Ok((status, body.to_bytes().to_vec()))
}

fn request(target: &Target, post: &Post) -> Result<Request<Full<Bytes>>, Undelivered> {
    let mut request = Request::builder()
        .method(Method::POST)
        .uri(target.path())
        .header(HOST, target.authority())
        .header(USER_AGENT, "Fieldpost")
        .header(CONTENT_TYPE, post.content_type)
        .header(CONTENT_LENGTH, post.body.len());
    for (name, value) in &post.headers {
        let name = HeaderName::try_from(*name).map_err(|e| unreachable(e.to_string()))?;
        let value = HeaderValue::try_from(value.as_str()).map_err(|e| unreachable(e.to_string()))?;
        request = request.header(name, value);
    }
    request.body(Full::new(Bytes::from(post.body.clone()))).map_err(|e| unreachable(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    /// A server on loopback that gives one answer to whatever comes, after a pause; and what came.
    async fn server(answer: &'static [u8], pause: Duration) -> (u16, tokio::task::JoinHandle<Vec<u8>>) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let came = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut came = Vec::new();
            let mut piece = [0; 4096];
            while !came.ends_with(b"the body") {
                match stream.read(&mut piece).await.unwrap_or(0) {
                    0 => return came,
                    n => came.extend_from_slice(&piece[..n]),
                }
            }
            tokio::time::sleep(pause).await;
            // Whoever has hung up by then is not waited for.
            let _gone = stream.write_all(answer).await;
            came
        });
        (port, came)
    }

    fn caller(patience: Duration) -> Caller {
        Caller::new(Guard { plain: true, networks: vec!["127.0.0.1".parse().unwrap()] }, patience, None).unwrap()
    }

    fn post() -> Post {
        Post { content_type: "text/plain", headers: vec![("Title", "A game".to_owned())], body: b"the body".to_vec() }
    }

    async fn call(answer: &'static [u8]) -> (Result<u16, Undelivered>, String) {
        let (port, came) = server(answer, Duration::ZERO).await;
        let caller = caller(Duration::from_secs(30));
        let target = Target::parse(&format!("http://127.0.0.1:{port}/hook?x=1"), caller.guard()).unwrap();
        let result = caller.post(&target, &post()).await;
        (result, String::from_utf8(came.await.unwrap()).unwrap())
    }

    #[tokio::test]
    async fn a_post_arrives_with_its_headers_and_its_status_comes_back() {
        let (result, came) = call(b"HTTP/1.1 204 No Content\r\n\r\n").await;
        assert_eq!(result, Ok(204));
        assert!(came.starts_with("POST /hook?x=1 HTTP/1.1\r\n"), "{came}");
        for line in ["title: A game", "content-type: text/plain", "content-length: 8", "user-agent: Fieldpost"] {
            assert!(came.to_ascii_lowercase().contains(&line.to_ascii_lowercase()), "{came}");
        }
    }

    #[tokio::test]
    async fn a_redirect_is_not_followed_and_a_refusal_is_told() {
        let away = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n";
        assert_eq!(call(away).await.0, Err(Undelivered::Status(302)));
        assert_eq!(call(b"HTTP/1.1 410 Gone\r\n\r\n").await.0, Err(Undelivered::Status(410)));
        assert!(matches!(call(b"SSH-2.0-OpenSSH_9.2\r\n").await.0, Err(Undelivered::Unreachable(_))));
    }

    #[tokio::test]
    async fn an_endless_body_is_not_read() {
        let endless = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\nxxxx";
        assert_eq!(call(endless).await.0, Ok(200));
    }

    #[tokio::test]
    async fn an_answer_that_is_asked_for_is_read_up_to_its_limit_whatever_its_status() {
        for (answer, most, read) in [
            (&b"HTTP/1.1 409 Conflict\r\nContent-Length: 3\r\n\r\n42\n"[..], 3, Some((409, b"42\n".to_vec()))),
            (b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n42\n\n", 3, None),
            (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n42\n\n\r\n0\r\n\r\n", 3, None),
            (b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\nxxxx", 3, None),
        ] {
            let (port, _came) = server(answer, Duration::ZERO).await;
            let caller = caller(Duration::from_secs(30));
            let target = Target::parse(&format!("http://127.0.0.1:{port}/"), caller.guard()).unwrap();
            assert_eq!(caller.ask(&target, &post(), most).await.ok(), read, "{}", String::from_utf8_lossy(answer));
        }
    }

    #[tokio::test]
    async fn who_does_not_answer_is_not_waited_for() {
        let (port, _came) = server(b"HTTP/1.1 200 OK\r\n\r\n", Duration::from_secs(600)).await;
        let patience = Duration::from_millis(200);
        let caller = caller(patience);
        let target = Target::parse(&format!("http://127.0.0.1:{port}/"), caller.guard()).unwrap();
        assert_eq!(caller.post(&target, &post()).await, Err(Undelivered::Slow(patience)));
    }

    #[tokio::test]
    async fn what_the_guard_forbids_now_is_not_connected_to_although_it_was_allowed_before() {
        let open = Guard { plain: true, networks: vec!["127.0.0.0/8".parse().unwrap(), "::1".parse().unwrap()] };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        // The name was harmless when it was saved; when it is called it leads to this machine.
        let target = Target::parse(&format!("http://localhost:{port}/"), &open).unwrap();
        let caller = Caller::new(Guard { plain: true, networks: vec![] }, Duration::from_secs(30), None).unwrap();
        assert!(matches!(caller.post(&target, &post()).await, Err(Undelivered::Refused(_))));
        let nobody = timeout(Duration::from_millis(50), listener.accept()).await;
        assert!(nobody.is_err(), "nothing was connected to");
    }

    #[tokio::test]
    async fn a_line_break_never_gets_into_a_header() {
        let guard = Guard { plain: true, networks: vec!["127.0.0.1".parse().unwrap()] };
        let target = Target::parse("http://127.0.0.1:8080/", &guard).unwrap();
        let bad = Post { headers: vec![("Title", "a\r\nX: b".to_owned())], ..post() };
        assert!(request(&target, &bad).is_err());
    }
}
