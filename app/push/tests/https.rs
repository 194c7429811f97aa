//! Calls over TLS to a real server: the certificate decides.

use fieldpost_push::{Caller, Guard, Post, Target, Undelivered};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("fieldpost-push-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("the folder is ours");
    }
}

fn openssl(arguments: &[&str]) {
    let output = Command::new("openssl").args(arguments).output().expect("this test needs openssl");
    assert!(output.status.success(), "openssl {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A certificate that vouches for itself and for this name; the file with its key is beside it.
fn certificate(folder: &Folder, name: &str) -> (String, String) {
    let (pem, key) = (folder.file("certificate.pem"), folder.file("key.pem"));
    let names = format!("subjectAltName=DNS:{name}");
    openssl(&[
        "req",
        "-x509",
        "-days",
        "2",
        "-nodes",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-subj",
        "/CN=A test",
        "-addext",
        &names,
        "-addext",
        "basicConstraints=critical,CA:FALSE",
        "-keyout",
        &key,
        "-out",
        &pem,
    ]);
    (pem, key)
}

/// Serves one request and answers 204; gives the port.
async fn serve(pem: &str, key: &str) -> u16 {
    let chain = CertificateDer::pem_file_iter(pem).expect("a certificate").map(|c| c.expect("PEM")).collect();
    let key = PrivateKeyDer::from_pem_file(Path::new(key)).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .expect("the key fits");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a call");
        // Whoever does not trust the certificate hangs up here.
        let Ok(mut stream) = TlsAcceptor::from(Arc::new(config)).accept(stream).await else { return };
        let mut came = Vec::new();
        let mut piece = [0; 1024];
        while !came.ends_with(b"the body") {
            match stream.read(&mut piece).await.unwrap_or(0) {
                0 => return,
                n => came.extend_from_slice(&piece[..n]),
            }
        }
        let _gone = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await;
    });
    port
}

/// What becomes of a call to `localhost` with a certificate for `name`.
async fn call(folder: &str, name: &str, trusted: bool) -> Result<u16, Undelivered> {
    let folder = Folder::new(folder);
    let (pem, key) = certificate(&folder, name);
    let port = serve(&pem, &key).await;
    let roots = trusted.then(|| std::fs::read(&pem).expect("the certificate"));
    let loopback = ["127.0.0.0/8", "::1"].map(|n| n.parse().expect("a network"));
    let guard = Guard { plain: false, networks: loopback.to_vec() };
    let caller = Caller::new(guard, Duration::from_secs(30), roots.as_deref()).expect("the roots can be read");
    let target = Target::parse(&format!("https://localhost:{port}/hook"), caller.guard()).expect("a target");
    caller.post(&target, &Post { content_type: "text/plain", headers: Vec::new(), body: b"the body".to_vec() }).await
}

#[tokio::test]
async fn a_server_whose_certificate_is_trusted_is_told() {
    assert_eq!(call("trusted", "localhost", true).await, Ok(204));
}

#[tokio::test]
async fn a_server_that_vouches_for_itself_is_not_told() {
    let refused = call("unknown", "localhost", false).await;
    assert!(matches!(&refused, Err(Undelivered::Unreachable(why)) if why.starts_with("TLS failed")), "{refused:?}");
}

#[tokio::test]
async fn a_server_with_a_certificate_of_another_name_is_not_told() {
    let refused = call("other-name", "elsewhere.example", true).await;
    assert!(matches!(&refused, Err(Undelivered::Unreachable(why)) if why.starts_with("TLS failed")), "{refused:?}");
}
