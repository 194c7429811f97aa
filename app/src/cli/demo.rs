//! `fieldpost demo`.

use crate::config::{Config, LetterArgs};
use crate::server::Application;
use crate::service::Service;
use crate::{demo, telemetry};
use anyhow::{Result, anyhow, ensure};
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

pub(super) const EXAMPLES: &str =
    "Two players, Hannah and Jubal, sign in with one click each: open a second browser (or a private window) for
the second one. Letters lie in the mailbox, http://127.0.0.1:8080/mailbox. Everything is thrown away at the end, unless
--data names a folder. Only this machine can reach it.

Examples:
  fieldpost demo
  fieldpost demo --bind 127.0.0.1:0 --data ./demo-data
  fieldpost demo --data ./demo-data --prepare";

/// The flags of `fieldpost demo`.
#[derive(Args)]
pub(super) struct DemoArgs {
    /// Loopback address and port to listen on; port 0 takes a free one
    #[arg(long, env = "FIELDPOST_BIND", default_value = "127.0.0.1:8080", value_name = "ADDRESS:PORT")]
    bind: SocketAddr,
    /// Keep the demo's database in this folder
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Play the demo's games into the database of that folder and end; a demo on it, or on a copy, then opens at once
    #[arg(long, requires = "data")]
    prepare: bool,
    #[command(flatten)]
    letters: LetterArgs,
}

pub(super) fn run(args: &DemoArgs) -> Result<ExitCode> {
    ensure!(
        args.bind.ip().is_loopback(),
        "the demo lets anybody who reaches it sign in: listen on a loopback address such as 127.0.0.1:8080, not {}",
        args.bind
    );
    telemetry::start(false);
    let database = match &args.data {
        None => None,
        Some(folder) => {
            std::fs::create_dir_all(folder)?;
            Some(folder.join("demo.db"))
        }
    };
    let mut config = Config::local(args.bind, database);
    config.demo = true;
    config.letter_maps = args.letters.letter_maps;
    config.bot_delay = std::time::Duration::from_millis(400);
    actix_web::rt::System::new().block_on(async {
        if args.prepare {
            // No server has been there: what depends on an address begins where one does, and no letter is written.
            let service = Service::open(&config, format!("http://{}", args.bind), domain::rulesets::standard()).await?;
            played(&service).await?;
            service.store.close().await;
            return Ok(());
        }
        let application = Application::build(config, domain::rulesets::standard()).await?;
        played(application.service()).await?;
        println!("The demo is at {}", application.base_url());
        println!("Sign in as Hannah or Jubal with one click; the letters are at {}/mailbox.", application.base_url());
        println!("Stop it with Ctrl-C.");
        application.run().await
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Plays the demo's games, unless they are there.
async fn played(service: &Service) -> Result<()> {
    demo::set_up(service).await.map_err(|trouble| match trouble.cause {
        Some(cause) => cause,
        None => anyhow!("{trouble}"),
    })
}
