//! `fieldpost demo`.

use crate::config::Config;
use crate::server::Application;
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
  fieldpost demo --bind 127.0.0.1:0 --data ./demo-data";

/// The flags of `fieldpost demo`.
#[derive(Args)]
pub(super) struct DemoArgs {
    /// Loopback address and port to listen on; port 0 takes a free one
    #[arg(long, env = "FIELDPOST_BIND", default_value = "127.0.0.1:8080", value_name = "ADDRESS:PORT")]
    bind: SocketAddr,
    /// Keep the demo's database in this folder
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
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
    config.bot_delay = std::time::Duration::from_millis(400);
    actix_web::rt::System::new().block_on(async {
        let application = Application::build(config, domain::rulesets::standard()).await?;
        demo::set_up(application.service()).await.map_err(|trouble| match trouble.cause {
            Some(cause) => cause,
            None => anyhow!("{trouble}"),
        })?;
        println!("The demo is at {}", application.base_url());
        println!("Sign in as Hannah or Jubal with one click; the letters are at {}/mailbox.", application.base_url());
        println!("Stop it with Ctrl-C.");
        application.run().await
    })?;
    Ok(ExitCode::SUCCESS)
}
