//! `fieldpost witness`.

use crate::{telemetry, witness};
use anyhow::{Context, Result};
use clap::Args;
use domain_register::key::PublicKey;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;

pub(super) const EXAMPLES: &str =
    "A witness remembers the last head of each register that it has vouched for, and vouches for another only when that
goes on from it. So a register cannot show it one history and somebody else another. It is worth as much as it is independent: run
it for a service that is not your own. The key of a register stands on its page /register.

Examples:
  fieldpost witness --name witness.example.org/w1 --data /var/lib/fieldpost-witness \\
    --register fieldpost.example.org/register+0a1b2c3d+AZ…";

/// The flags of `fieldpost witness`.
#[derive(Args)]
pub(super) struct WitnessArgs {
    /// The name it signs with
    #[arg(long, env = "FIELDPOST_WITNESS_NAME", value_name = "NAME")]
    name: String,
    /// The folder for its key and what it has seen; made when it does not exist
    #[arg(long, env = "FIELDPOST_WITNESS_DATA", value_name = "FOLDER")]
    data: PathBuf,
    /// The key of a register that it watches, as often as there are
    #[arg(
        long = "register",
        env = "FIELDPOST_WITNESS_REGISTERS",
        value_name = "KEY",
        value_delimiter = ',',
        required = true
    )]
    registers: Vec<PublicKey>,
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, env = "FIELDPOST_WITNESS_BIND", default_value = "127.0.0.1:8090", value_name = "ADDRESS:PORT")]
    bind: SocketAddr,
    /// Log as JSON lines
    #[arg(long, env = "FIELDPOST_LOG_JSON")]
    log_json: bool,
}

pub(super) fn run(args: &WitnessArgs) -> Result<ExitCode> {
    telemetry::start(args.log_json);
    let witness = witness::Witness::open(&args.data, &args.name, args.registers.clone())?;
    let listener = TcpListener::bind(args.bind)
        .with_context(|| format!("{} cannot be listened on: choose another with --bind", args.bind))?;
    let (at, key) = (listener.local_addr()?, witness.key());
    actix_web::rt::System::new().block_on(async {
        let server = witness::serve(witness, listener)?;
        println!("The witness is at http://{at}");
        println!("Its key is {key}");
        server.await.context("the witness failed")
    })?;
    Ok(ExitCode::SUCCESS)
}
