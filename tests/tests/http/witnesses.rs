//! Witnesses: a second process that vouches for heads, and what a service makes of one that is late or lies.

use crate::register::{head, text};
use domain_register::checkpoint::{Checkpoint, Head};
use domain_register::key::{PublicKey, Role, SecretKey};
use domain_register::tree::{empty, leaf};
use domain_register::witness::Request;
use fieldpost::config::WitnessAddress;
use fieldpost::witness::{Witness, serve};
use fieldpost_tests::{TestServer, key};
use reqwest::{Client, StatusCode};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        Folder(std::env::temp_dir().join(format!("fieldpost-witness-{}", fieldpost_store::fresh_game_id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

/// A witness that serves; its address, its key, and what stops it.
struct Running {
    at: String,
    key: PublicKey,
    handle: actix_web::dev::ServerHandle,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    fn on(listener: TcpListener, folder: &Path, registers: Vec<PublicKey>) -> Running {
        // A thread of the one before may be a moment longer about its end.
        let opened = (0..200).find_map(|_| {
            let opened = Witness::open(folder, "witness.example/w1", registers.clone());
            if opened.is_err() {
                std::thread::sleep(Duration::from_millis(25));
            }
            opened.ok()
        });
        let witness = opened.expect("the folder is free, and can be read");
        let (at, key) = (format!("http://{}", listener.local_addr().unwrap()), witness.key());
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let server = serve(witness, listener).unwrap();
                tell.send(server.handle()).unwrap();
                server.await.unwrap();
            });
        });
        Running { at, key, handle: told.recv().unwrap(), thread: Some(thread) }
    }

    fn open(folder: &Path, registers: Vec<PublicKey>) -> Running {
        Running::on(listener(), folder, registers)
    }

    async fn ask(&self, body: impl Into<reqwest::Body>) -> (u16, String) {
        let answer = Client::new().post(format!("{}/add-checkpoint", self.at)).body(body).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}

fn listener() -> TcpListener {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap()
}

fn register() -> SecretKey {
    SecretKey::new("play.example/register", Role::Register, &[5; 32]).unwrap()
}

/// A head over one leaf.
fn one(of: u8, key: &SecretKey) -> Checkpoint {
    Head { origin: key.public().name().to_owned(), size: 1, root: leaf(&[of; 32]) }.sign(key)
}

fn first(head: Checkpoint) -> Request {
    Request { old: 0, path: Vec::new(), checkpoint: head }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_witness_vouches_for_what_goes_on_and_remembers_it_when_it_is_started_again() {
    let folder = Folder::new();
    let running = Running::open(&folder.0, vec![register().public()]);
    let request = first(one(1, &register()));
    let (status, lines) = running.ask(request.to_string()).await;
    assert_eq!(status, 200, "{lines}");
    let mut head = request.checkpoint.clone();
    assert_eq!(head.cosigned(lines.as_bytes(), std::slice::from_ref(&running.key)).unwrap().len(), 1);
    assert!(Witness::open(&folder.0, "witness.example/w1", Vec::new()).is_err(), "one witness to a folder");

    let big = vec![b'x'; 65 * 1024];
    let forged = {
        let head = one(1, &SecretKey::new("play.example/register", Role::Register, &[6; 32]).unwrap());
        first(head).to_string()
    };
    let stranger = SecretKey::new("other.example/register", Role::Register, &[5; 32]).unwrap();
    let none = Head { origin: "play.example/register".to_owned(), size: 0, root: empty() }.sign(&register());
    for (body, status, what) in [
        (request.to_string().into_bytes(), 409, "it has seen one leaf by now"),
        (Request { old: 1, ..first(one(2, &register())) }.to_string().into_bytes(), 422, "a fork"),
        (Request { old: 1, ..first(none) }.to_string().into_bytes(), 400, "a register that goes back"),
        (forged.into_bytes(), 403, "another key of that name"),
        (first(one(1, &stranger)).to_string().into_bytes(), 404, "a register that it does not watch"),
        (b"old 1\n".to_vec(), 400, "cut short"),
        (b"\xff\xfe".to_vec(), 400, "no text"),
        (Vec::new(), 400, "nothing"),
        (big, 413, "too large"),
    ] {
        assert_eq!(running.ask(body).await.0, status, "{what}");
    }
    assert_eq!(running.ask(request.to_string()).await, (409, "1\n".to_owned()));
    let told = Client::new().get(&running.at).send().await.unwrap().text().await.unwrap();
    assert!(told.contains(&running.key.to_string()) && told.contains(&head.to_string()), "{told}");
    let key = running.key.clone();
    drop(running);

    // As after a power cut between writing and renaming: what was not finished counts for nothing.
    std::fs::write(folder.0.join("seen/0000.new"), "half a").unwrap();
    let again = Running::open(&folder.0, vec![register().public()]);
    assert_eq!(again.key, key, "the key is kept");
    assert_eq!(again.ask(request.to_string()).await, (409, "1\n".to_owned()), "and what was seen");
    let same = Request { old: 1, ..request.clone() };
    assert_eq!(again.ask(same.to_string()).await.0, 200, "the same head, seen again");
    assert_eq!(again.ask(Request { old: 1, ..first(one(2, &register())) }.to_string()).await.0, 422);
    drop(again);

    // What cannot be read is not begun anew.
    let seen = std::fs::read_dir(folder.0.join("seen")).unwrap().map(|f| f.unwrap().path());
    let file = seen.into_iter().find(|p| p.extension().is_none()).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..20]).unwrap();
    assert!(Witness::open(&folder.0, "witness.example/w1", vec![register().public()]).is_err());
    std::fs::write(&file, text).unwrap();
    std::fs::remove_file(folder.0.join("key")).unwrap();
    assert!(Witness::open(&folder.0, "witness.example/w1", vec![register().public()]).is_err(), "with another key");
}

/// A witness that answers every request with the same words, or with none.
fn liar(answer: Option<String>) -> (String, std::thread::JoinHandle<()>) {
    let listener = listener();
    let at = format!("http://{}", listener.local_addr().unwrap());
    let thread = std::thread::spawn(move || {
        let mut held = Vec::new();
        for stream in listener.incoming().take(3) {
            let mut stream = stream.unwrap();
            let _asked = stream.read(&mut [0; 4096]);
            if let Some(answer) = &answer {
                let _gone = stream.write_all(answer.as_bytes());
            }
            held.push(stream);
        }
    });
    (at, thread)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_witness_vouches_for_the_heads_of_a_service_and_others_that_lie_or_never_answer_do_no_harm() {
    let folder = Folder::new();
    let listener = listener();
    let at = listener.local_addr().unwrap();
    let key_of = |n: u8, name: &str| SecretKey::new(name, Role::Witness, &[n; 32]).unwrap().public();
    // The key of the one that serves is in its folder from the first start on.
    let known = Witness::open(&folder.0, "witness.example/w1", Vec::new()).unwrap().key();
    let answers = |text: &str| Some(format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{text}", text.len()));
    let another = one(1, &register()).to_string();
    let line = another.lines().last().unwrap();
    let liars = [
        ("late.example/w", None),
        ("junk.example/w", answers("nonsense\n")),
        ("wrong.example/w", answers(&format!("{line}\n"))),
        ("ahead.example/w", Some("HTTP/1.1 409 Conflict\r\nContent-Length: 7\r\n\r\n999999\n".to_owned())),
        ("endless.example/w", Some("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\nxxxx".to_owned())),
    ];
    let mut witnesses: Vec<String> = vec![format!("http://{at}#{known}")];
    for (n, (name, answer)) in liars.into_iter().enumerate() {
        witnesses.push(format!("{}/prefix/#{}", liar(answer).0, key_of(n as u8 + 10, name)));
    }
    witnesses.push(format!("http://127.0.0.1:9/#{}", key_of(30, "away.example/w")).replace(":9/", ":9009/"));
    let server = TestServer::with(|config| {
        config.witnesses = witnesses.iter().map(|w| w.parse::<WitnessAddress>().unwrap()).collect();
        config.witness_patience = Duration::from_secs(2);
    });
    let register: PublicKey = text(&server.browser(), "/register/key").await.trim().parse().unwrap();
    let running = Running::on(listener, &folder.0, vec![register.clone()]);
    let (porter, lee) = (server.player("porter").await, server.player("lee").await);
    let game = server.game(&porter, &lee).await;
    let mut seen = 0;
    for _ in 0..2 {
        let line = porter.menu(&game).await.remove(0);
        let given = porter.order(&game, &[&line], &key(), None).await;
        assert_eq!(given.status(), StatusCode::OK);
        let next = head(&server.browser(), seen + 1).await.head().size;
        let vouched = async {
            loop {
                let head = head(&server.browser(), next).await;
                let by = head.check(&[register.clone(), running.key.clone()]).unwrap().witnesses;
                if !by.is_empty() {
                    return head.head().size;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        seen = tokio::time::timeout(Duration::from_secs(30), vouched).await.expect("the witness vouches for a head");
    }
    let page = text(&server.browser(), "/register").await;
    assert!(page.contains("witness.example/w1") && page.contains("none yet"), "{page}");
    let kept = text(&server.browser(), &format!("/register/heads/{seen}")).await;
    let signers: Vec<&str> = kept.lines().filter_map(|l| l.strip_prefix("\u{2014} ")?.split(' ').next()).collect();
    assert_eq!(signers.len(), 2, "the register and the one witness that told the truth: {kept}");
}

#[test]
fn the_address_of_a_witness_names_its_key() {
    let key = SecretKey::new("w.example/1", Role::Witness, &[1; 32]).unwrap().public();
    assert!(format!("https://w.example/prefix#{key}").parse::<WitnessAddress>().is_ok());
    for bad in [
        "https://w.example".to_owned(),
        format!("https://w.example#{}", register().public()),
        format!("ftp://w.example#{key}"),
        format!("https://user:word@w.example#{key}"),
        format!("https://w.example#{key}x"),
        format!("#{key}"),
    ] {
        assert!(bad.parse::<WitnessAddress>().is_err(), "{bad}");
    }
}
