//! A service that sends and gets real mail: SMTP both ways, `fieldpost ingest` at the end of the pipe, players who know their games
//! from letters alone (`tests/smtp/correspondents.py`).

use crate::TestServer;
use domain::referee::{Known, Registry, SeatId, Terms};
use fieldpost::config::{Config, Smtp, SmtpTls};
use fieldpost::service::start::{NewTable, Opponent};
use fieldpost_store::{Account, Time, fresh_game_id};
use mail_parser::{MessageParser, MimeHeaders};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant, UNIX_EPOCH};

/// The Python that Debian's packages belong to; another one may come first on the path.
const PYTHON: &str = "/usr/bin/python3";
/// The domain of reply addresses.
pub const DOMAIN: &str = "reply.fieldpost.example";
/// The name of the mail server whose word on senders is heard.
pub const SERVER: &str = "mx.fieldpost.example";

/// Two mail servers, and the service between them.
pub struct Post {
    /// The service.
    pub server: TestServer,
    folder: PathBuf,
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

/// A letter that the players' mail server took.
#[derive(Clone, Debug)]
pub struct Letter {
    /// When the mail server had taken it, in milliseconds since 1970.
    pub taken: i64,
    /// How many bytes it had.
    pub bytes: usize,
    /// How many of them are pictures.
    pub pictures: usize,
    /// Whom it is for.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// The sender in its envelope, which it comes back to.
    pub return_path: String,
    /// The address that it is answered at.
    pub reply_to: Option<String>,
    /// Its Message-ID, without angle brackets.
    pub message_id: String,
    /// What it answers, without angle brackets.
    pub in_reply_to: Option<String>,
    /// Its `Auto-Submitted`.
    pub submitted: String,
    /// Its text.
    pub text: String,
}

impl Post {
    /// Opens the service with a database of its own. `program` is what takes messages in: `fieldpost`, by whatever name. Players answer
    /// by themselves, or are silent.
    pub fn open(program: &str, silent: bool) -> Post {
        Post::with(program, silent, |_| {})
    }

    /// The same with other settings.
    pub fn with(program: &str, silent: bool, change: impl FnOnce(&mut Config)) -> Post {
        Post::of(domain::rulesets::standard, program, silent, change)
    }

    /// The same with other rulebooks.
    pub fn of(registry: fn() -> Registry, program: &str, silent: bool, change: impl FnOnce(&mut Config)) -> Post {
        Post::on_copy(registry, None, program, silent, change)
    }

    /// The same on a copy of a database that no service has open.
    pub fn on_copy(
        registry: fn() -> Registry,
        copied: Option<&Path>,
        program: &str,
        silent: bool,
        change: impl FnOnce(&mut Config),
    ) -> Post {
        let folder = std::env::temp_dir().join(format!("fieldpost-post-{}", fresh_game_id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let database = folder.join("fieldpost.db");
        if let Some(copied) = copied {
            std::fs::copy(copied, &database).expect("a closed database is one file");
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("smtp/correspondents.py");
        let mut command = Command::new(PYTHON);
        command.arg(script).arg(&folder);
        if silent {
            command.arg("--silent");
        }
        command.args(["--", program, "ingest", "--database"]).arg(&database);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.unwrap_or_else(|e| panic!("the mail tests need {PYTHON} (Debian package python3): {e}"));
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line of the mail servers");
        let port = line.strip_prefix("PORT ").and_then(|port| port.trim().parse().ok());
        let port = port.unwrap_or_else(|| panic!("the mail servers did not start: {line:?}"));
        let server = TestServer::of(registry, |config| {
            config.database = Some(database);
            config.smtp = Some(Smtp {
                host: "127.0.0.1".into(),
                port,
                tls: SmtpTls::None,
                roots: None,
                hello: None,
                login: None,
                dkim: None,
            });
            config.mail_from = Some("post@fieldpost.example".into());
            config.reply_domain = Some(DOMAIN.into());
            config.authserv_id = Some(SERVER.into());
            config.inbox_pause = Duration::from_millis(20);
            config.answers_per_hour = 1_000_000;
            config.letters_per_hour = 1_000_000;
            config.leeway = 1_000;
            change(config);
        });
        Post { server, folder, child, input, output }
    }

    /// Somebody with an account, and a name.
    pub async fn player(&self, name: &str) -> Account {
        let store = &self.server.service.store;
        let email = format!("{name}@players.example").parse().expect("a test's address is one");
        let account = store.accounts().get_or_new(email, Time::now()).await.expect("an account");
        store.accounts().set_profile(account.id, name.to_owned(), "UTC".to_owned(), false).await.expect("a name");
        Account { name: name.to_owned(), ..account }
    }

    /// A game between two players, the Union's first, that waits for one of them, who has got the letter.
    pub async fn game(&self, ruleset: &str, title: &str, players: [&Account; 2]) -> String {
        let service = &self.server.service;
        let (started, [host, guest]) = self.hosted(ruleset, title, players).await;
        service.lobby().join(&started, guest, None, "another").await.expect("the seat is free");
        let table = service.games().table(&started, Some(host)).await.expect("the game is there");
        assert!(table.game.waits_for(self.begins(ruleset)), "the host's seat begins");
        started
    }

    /// The same before the second of them has joined: with its host, whose seat begins, and its guest.
    pub async fn hosted<'a>(
        &self,
        ruleset: &str,
        title: &str,
        players: [&'a Account; 2],
    ) -> (String, [&'a Account; 2]) {
        let service = &self.server.service;
        // Whoever joins last gets no letter about it: so it is the player whose seat begins that is the host.
        let begins = self.begins(ruleset);
        let [host, guest] = if begins == SeatId(0) { players } else { [players[1], players[0]] };
        let new = |seat, title: &str| NewTable {
            ruleset: ruleset.to_owned(),
            scenario: None,
            options: BTreeMap::new(),
            seat: Some(SeatId(seat)),
            arbiter: false,
            opponent: Opponent::Anybody,
            pace: 0,
            clock: None,
            public: true,
            phrase: "phrase".to_owned(),
            title: title.to_owned(),
            key: crate::key(),
        };
        let started =
            service.lobby().start(host, new(begins.0, title)).await.expect("the game starts").game.to_string();
        (started, [host, guest])
    }

    /// The seat that is asked first in the first scenario of a ruleset.
    fn begins(&self, ruleset: &str) -> SeatId {
        let rules = self.server.service.registry.get(ruleset).expect("a ruleset");
        let scenario = rules.about().scenarios.first().expect("a scenario").id.to_owned();
        let position = rules.open(&Terms { options: BTreeMap::new(), scenario }).expect("a first position");
        let waiting = rules.board(Known::held(&*position)).waiting();
        waiting.first().expect("somebody is asked").seat
    }

    /// Has the mail servers take nothing for a while, or go on: a letter that is on its way then waits for them.
    pub fn hold(&self, held: bool) {
        let signal = if held { "-STOP" } else { "-CONT" };
        let done = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(done.is_ok_and(|status| status.success()), "the mail servers are there");
    }

    /// All letters so far, in order.
    pub fn letters(&self) -> Vec<Letter> {
        (1..).map_while(|n| Letter::read(&self.folder.join(format!("{n:04}.eml")))).collect()
    }

    /// All letters so far as they came over the wire, in order: whom they are for, and the whole message.
    pub fn raw(&self) -> Vec<(String, String)> {
        let file = |n: u32| std::fs::read(self.folder.join(format!("{n:04}.eml"))).ok();
        let letters = (1..).map_while(file);
        letters.map(|raw| (Letter::of(&raw, 0).to, String::from_utf8_lossy(&raw).into_owned())).collect()
    }

    /// Waits until no letter is on its way: the players' mail server has a letter a moment before the service has written that down.
    /// Fails after a minute.
    pub async fn settled(&self) {
        let began = Instant::now();
        while self.server.service.store.outbox().waiting().await.expect("the outbox can be read") > 0 {
            assert!(began.elapsed() < Duration::from_secs(60), "letters are still on their way");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The letters to a player, in order, as soon as there are this many. Fails after a minute.
    pub async fn letters_to(&self, player: &Account, at_least: usize) -> Vec<Letter> {
        let began = Instant::now();
        loop {
            let letters: Vec<Letter> = self.letters().into_iter().filter(|l| l.to == player.email.as_str()).collect();
            if letters.len() >= at_least {
                return letters;
            }
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "{} got {} letters, not {at_least}",
                player.email,
                letters.len()
            );
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// What a player knows by heart: the lines of the answers to the first letters that ask them something. Before the game.
    pub fn opening(&mut self, player: &Account, answers: &[&[&str]]) {
        let line = self.tell("opening", &serde_json::json!({player.email.as_str(): answers}));
        assert_eq!(line.trim(), "READY");
    }

    /// Says something to the mail servers, and hears their answer.
    fn tell(&mut self, word: &str, what: &serde_json::Value) -> String {
        let file = self.folder.join("told.json");
        std::fs::write(&file, what.to_string()).expect("a file");
        let input = self.input.as_mut().expect("the mail servers listen");
        writeln!(input, "{word} {}", file.display()).expect("the mail servers listen");
        input.flush().expect("the mail servers listen");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the mail servers answer");
        line
    }

    /// Sends a message to the service's mail server. Answers its code.
    pub fn send(&mut self, sender: &str, recipient: &str, message: &[u8]) -> u16 {
        let raw = self.folder.join("sent.raw");
        std::fs::write(&raw, message).expect("a file");
        let told = serde_json::json!({"sender": sender, "recipient": recipient, "message": raw});
        let line = self.tell("send", &told);
        let code =
            line.strip_prefix("CODE ").and_then(|rest| rest.split(' ').next()).and_then(|code| code.parse().ok());
        code.unwrap_or_else(|| panic!("the mail servers answered {line:?}"))
    }

    /// Sends a player's answer to a letter, with this text and these further headers. Answers its Message-ID.
    pub fn reply(&mut self, from: &str, letter: &Letter, text: &str, headers: &[&str]) -> String {
        let id = format!("{}@players.example", fresh_game_id());
        let code = self.reply_as(from, letter, text, headers, &id);
        assert_eq!(code, 250, "{text}");
        id
    }

    /// The same under a Message-ID. Answers the server's code.
    pub fn reply_as(&mut self, from: &str, letter: &Letter, text: &str, headers: &[&str], id: &str) -> u16 {
        let to = letter.reply_to.clone().expect("the letter can be answered");
        let headers: String = headers.iter().map(|h| format!("{h}\r\n")).collect();
        // A paragraph may be longer than a line of a message may be (RFC 5321 4.5.3.1.6): clients break it where they quote it.
        let quoted: String = letter.text.lines().flat_map(broken).map(|l| format!("> {l}\r\n")).collect();
        let message = format!(
            "{headers}From: A Player <{from}>\r\nTo: <{to}>\r\nSubject: Re: {}\r\nMessage-ID: <{id}>\r\nIn-Reply-To: <{}>\r\n\
             MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\
             {}\r\n\r\nOn that day, Fieldpost <post@fieldpost.example> wrote:\r\n{quoted}",
            letter.subject,
            letter.message_id,
            text.replace('\n', "\r\n"),
        );
        self.send(from, &to, message.as_bytes())
    }

    /// How messages have ended, oldest first, once this many have. Fails after a minute.
    pub async fn fates(&self, at_least: usize) -> Vec<(String, String)> {
        let began = Instant::now();
        loop {
            let arrived = self.server.service.store.inbox().arrived(10_000).await.expect("the inbox can be read");
            let ended: Vec<_> =
                arrived.iter().rev().filter_map(|m| Some((m.fate?.word().to_owned(), m.detail.clone()))).collect();
            if ended.len() >= at_least {
                return ended;
            }
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "{} messages have ended, not {at_least}: {ended:?}",
                ended.len()
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        // The mail servers end when their input does.
        drop(self.input.take());
        let _ended = self.child.wait();
        let _gone = std::fs::remove_dir_all(&self.folder);
    }
}

/// Flowed text as a mail program shows it (RFC 3676 §4.1).
fn joined(text: &str) -> String {
    let mut joined = String::new();
    for line in text.split('\n') {
        let line = line.strip_prefix(' ').unwrap_or(line);
        joined.push_str(line);
        if !line.ends_with(' ') || line == "-- " {
            joined.push('\n');
        }
    }
    joined.pop();
    joined
}

impl Letter {
    /// The letter in a file; nothing when there is none.
    fn read(path: &Path) -> Option<Letter> {
        let raw = std::fs::read(path).ok()?;
        let taken = std::fs::metadata(path).ok()?.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let return_path = std::fs::read_to_string(path.with_extension("from")).ok()?;
        Some(Letter { return_path, ..Letter::of(&raw, i64::try_from(taken.as_millis()).unwrap_or(0)) })
    }

    fn of(raw: &[u8], taken: i64) -> Letter {
        let message = MessageParser::default().parse(raw).expect("the service sends letters that can be read");
        let address = |a: Option<&mail_parser::Address<'_>>| {
            a.and_then(|a| a.first()).and_then(|a| a.address()).map(str::to_owned)
        };
        let picture =
            |part: &mail_parser::MessagePart<'_>| part.raw_end_offset().saturating_sub(part.raw_header_offset());
        // The proof of a record is attached too.
        let images = message.attachments().filter(|p| p.content_type().is_some_and(|kind| kind.ctype() == "image"));
        let pictures = images.map(|p| picture(p) as usize).sum();
        Letter {
            taken,
            bytes: raw.len(),
            pictures,
            to: address(message.to()).unwrap_or_default(),
            subject: message.subject().unwrap_or_default().to_owned(),
            return_path: String::new(),
            reply_to: address(message.reply_to()),
            message_id: message.message_id().unwrap_or_default().to_owned(),
            in_reply_to: message.in_reply_to().as_text().map(str::to_owned),
            submitted: message.header_raw("Auto-Submitted").unwrap_or_default().trim().to_owned(),
            text: joined(&message.body_text(0).unwrap_or_default().replace("\r\n", "\n")),
        }
    }

    /// The number of the choice whose line holds this.
    pub fn choice(&self, holding: &str) -> Option<&str> {
        let line = self
            .text
            .lines()
            .find(|l| l.contains(holding) && l.trim_start().starts_with(|c: char| c.is_ascii_digit()))?;
        line.trim_start().split('.').next()
    }
}

/// A line in pieces of at most two hundred characters.
fn broken(line: &str) -> Vec<String> {
    let letters: Vec<char> = line.chars().collect();
    match letters.is_empty() {
        true => vec![String::new()],
        false => letters.chunks(200).map(|part| part.iter().collect()).collect(),
    }
}
