//! `fieldpost ingest` and `fieldpost inbox`: what the mail server runs, and what the host looks at.

use super::storage::{DatabaseArg, block_on};
use anyhow::Result;
use clap::Args;
use fieldpost_store::{NewMessage, Store, StoreError, Time, leave_message};
use std::io::{Read, Write};
use std::process::ExitCode;

pub(super) const INGEST_EXAMPLES: &str =
    "Puts the message into the inbox of the database; the running server reads it from there, at once or when it is next
started. Everything that was put there ends with 0, whatever becomes of it: an answer, if there is to be one, is a letter of
its own, and a false sender is never bothered.

Exit codes (sysexits.h):
  0   it is in the inbox
  65  there was no message on standard input (EX_DATAERR)
  67  the recipient is no address of a letter, g-TOKEN@domain or b-TOKEN@domain (EX_NOUSER)
  74  standard input broke off (EX_IOERR): try again
  75  the database is busy, missing, or of another version (EX_TEMPFAIL): try again

Without --sender and --recipient, the variables SENDER and RECIPIENT are read, as OpenSMTPD sets them.

Examples:
  action game mda \"/usr/local/bin/fieldpost ingest --database /var/lib/fieldpost/fieldpost.db\" user fieldpost   (smtpd.conf)
  argv=/usr/local/bin/fieldpost ingest --sender=${sender} --recipient=${recipient}                                (master.cf)";

pub(super) const INBOX_EXAMPLES: &str = "Examples:
  fieldpost inbox
  fieldpost inbox --limit 500 | grep forged";

/// sysexits.h, as mail servers read it.
const EX_DATAERR: u8 = 65;
const EX_NOUSER: u8 = 67;
const EX_IOERR: u8 = 74;
const EX_TEMPFAIL: u8 = 75;

/// What is kept of a message that is larger than any letter that is read: enough for its header.
const HEAD_KEPT: usize = 64 * 1024;
/// Beyond this nothing more is read, in bytes. No mail server that is set up sensibly hands so much over.
const PATIENCE: u64 = 256 * 1024 * 1024;

/// The flags of `fieldpost ingest`.
#[derive(Args)]
pub(super) struct IngestArgs {
    /// The envelope's sender; empty for a delivery report
    #[arg(long, env = "SENDER", default_value = "", value_name = "ADDRESS")]
    sender: String,
    /// The envelope's recipient
    #[arg(long, env = "RECIPIENT", default_value = "", value_name = "ADDRESS")]
    recipient: String,
    #[command(flatten)]
    database: DatabaseArg,
}

/// The flags of `fieldpost inbox`.
#[derive(Args)]
pub(super) struct InboxArgs {
    /// How many messages to list, latest first
    #[arg(long, default_value_t = 50, value_name = "N")]
    limit: u32,
    #[command(flatten)]
    database: DatabaseArg,
}

/// Takes one message. Never fails but with a code that the mail server understands.
pub(super) fn ingest(args: &IngestArgs, input: impl Read) -> ExitCode {
    if !args.recipient.is_empty() && !is_ours(&args.recipient) {
        return refuse(EX_NOUSER, &format!("{} is no address that a letter of ours carries", args.recipient));
    }
    let (message, size) = match read(input) {
        Ok((message, _)) if message.is_empty() => return refuse(EX_DATAERR, "there was no message on standard input"),
        Ok(read) => read,
        Err(error) => return refuse(EX_IOERR, &format!("the message broke off: {error}")),
    };
    let message = NewMessage { sender: bare(&args.sender), recipient: bare(&args.recipient), message, size };
    let left = block_on(async {
        let left: Result<i64, StoreError> = leave_message(&args.database.database, message, Time::now()).await;
        Ok(left?)
    });
    match left {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            refuse(EX_TEMPFAIL, &format!("{} takes no message now: {error:#}", args.database.database.display()))
        }
    }
}

fn refuse(code: u8, why: &str) -> ExitCode {
    eprintln!("fieldpost ingest: {why}");
    ExitCode::from(code)
}

/// `g-TOKEN@domain` or `b-TOKEN@domain`, with or without angle brackets.
fn is_ours(recipient: &str) -> bool {
    let bare = bare(recipient);
    let local = bare.split('@').next().unwrap_or_default();
    local.get(..2).is_some_and(|p| ["g-", "b-"].iter().any(|ours| p.eq_ignore_ascii_case(ours)))
        && fieldpost_post::is_token(&local[2..])
}

fn bare(address: &str) -> String {
    address.trim().trim_start_matches('<').trim_end_matches('>').chars().filter(|c| !c.is_control()).take(320).collect()
}

/// The message and how many bytes it had. Of one that is too large to be read later, only the beginning.
fn read(mut input: impl Read) -> std::io::Result<(Vec<u8>, u64)> {
    let most = fieldpost_inbox::MOST_BYTES;
    let mut message = Vec::new();
    input.by_ref().take(most as u64 + 1).read_to_end(&mut message)?;
    if message.len() <= most {
        let size = message.len() as u64;
        return Ok((message, size));
    }
    // Read to its end: a mail server whose pipe breaks would try again and again.
    let rest = std::io::copy(&mut input.take(PATIENCE), &mut std::io::sink())?;
    let size = message.len() as u64 + rest;
    message.truncate(HEAD_KEPT);
    Ok((message, size))
}

/// Lists what came in.
pub(super) fn inbox(args: &InboxArgs) -> Result<ExitCode> {
    let arrived = block_on(async {
        let store = Store::open(args.database.existing()?).await?;
        let arrived = store.inbox().arrived(args.limit).await?;
        store.close().await;
        Ok(arrived)
    })?;
    let mut out = std::io::stdout().lock();
    for message in arrived {
        let when = jiff::Timestamp::from_millisecond(message.received.0)?;
        let fate = message.fate.map_or("waiting", |f| f.word());
        let sender = message.sender.parse::<fieldpost_store::Email>().map_or(message.sender, |e| e.masked());
        let about = message.title.map(|t| format!("{t}: ")).unwrap_or_default();
        let line =
            format!("{}\t{when:.0}\t{fate}\t{} bytes\t{sender}\t{about}{}", message.id, message.size, message.detail);
        // What a stranger wrote must not steer the host's terminal.
        let plain = |c: char| if c.is_control() && c != '\t' { ' ' } else { c };
        let line: String = line.chars().map(plain).collect();
        match writeln!(out, "{line}") {
            // Whoever reads has seen enough: `fieldpost inbox | head`.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => break,
            written => written?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_letters_are_ours() {
        let token = "abcdefghijklmnopqrstuvwxyz";
        for ours in
            [format!("g-{token}@x.org"), format!("b-{token}@x.org"), format!("<G-{}@X.org>", token.to_uppercase())]
        {
            assert!(is_ours(&ours), "{ours}");
        }
        for other in ["", "g-", "post@x.org", "g-short@x.org", "é-abc@x.org"] {
            assert!(!is_ours(other), "{other}");
        }
    }

    #[test]
    fn of_what_is_too_large_the_beginning_is_kept() {
        let most = fieldpost_inbox::MOST_BYTES;
        assert_eq!(read(&b"From: a@b\r\n\r\nx"[..]).unwrap(), (b"From: a@b\r\n\r\nx".to_vec(), 14));
        let large = vec![b'x'; most + 100];
        let (kept, size) = read(&large[..]).unwrap();
        assert_eq!((kept.len(), size), (HEAD_KEPT, most as u64 + 100));
    }
}
