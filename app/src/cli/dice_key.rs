//! `fieldpost dice-key`: a player's dice key, and the links that it gives, for programs that play with sealed dice.

use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use domain::dice::{Chain, ChainName, DiceKey, LINKS};
use domain::log::GameId;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

pub(super) const EXAMPLES: &str =
    "A dice key stays on this machine. `new` prints one; keep it in a file that nobody else can read. `chains` prints what
dice are sealed with (POST /api/games/GAME/dice, or /join), `links` the links that an order takes (POST /api/games/GAME/orders):
give links only when the service names their numbers, because it could foresee rolls whose links it has.
GET /api/games/GAME/dice says the chair of each seat.

Examples:
  (umask 077; fieldpost dice-key new > dice.key)
  fieldpost dice-key chains --key dice.key --game 0199f3… --chair 1
  fieldpost dice-key links --key dice.key --game 0199f3… --chair 1 --roll 3 --handover 5";

/// The flags of `fieldpost dice-key`.
#[derive(Args)]
pub(super) struct DiceKeyArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Make a key and print its text
    New,
    /// Print what the dice of a seat are sealed with, as JSON
    Chains(OfSeat),
    /// Print links of a seat's chains, as JSON
    Links {
        #[command(flatten)]
        of: OfSeat,
        /// The number of the link for a roll
        #[arg(long, value_name = "NUMBER")]
        roll: Option<u32>,
        /// The number of the link for a hand-over
        #[arg(long, value_name = "NUMBER")]
        handover: Option<u32>,
    },
}

#[derive(Args)]
struct OfSeat {
    /// The file with the key's text
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// The game's id
    #[arg(long)]
    game: String,
    /// The byte of the seat: 1 for the Union, 2 for the Confederates in a game of two
    #[arg(long)]
    chair: u8,
}

impl OfSeat {
    fn chain(&self, kind: ChainName) -> Result<Chain> {
        let text =
            std::fs::read_to_string(&self.key).with_context(|| format!("{} cannot be read", self.key.display()))?;
        let game: GameId = self.game.parse().map_err(|_| anyhow!("{:?} is no id of a game", self.game))?;
        Ok(DiceKey::read(&text)?.chain(game, self.chair, kind, LINKS))
    }

    fn link(&self, kind: ChainName, index: Option<u32>) -> Result<Value> {
        let Some(index) = index else { return Ok(json!("")) };
        let link = self.chain(kind)?.link(index).ok_or_else(|| anyhow!("a chain has the links 1 to {LINKS}"))?;
        Ok(json!(format!("{index}:{link}")))
    }
}

pub(super) fn run(args: &DiceKeyArgs) -> Result<ExitCode> {
    match &args.what {
        What::New => {
            let mut bytes = [0; 20];
            getrandom::fill(&mut bytes).map_err(|e| anyhow!("no random numbers: {e}"))?;
            println!("{}", DiceKey::new(bytes).write());
        }
        What::Chains(of) => {
            let (player, handover) = (of.chain(ChainName::Player)?, of.chain(ChainName::Handover)?);
            let first = handover.link(1).map(|link| link.to_string());
            let anchor = |chain: &Chain| chain.anchor().to_string();
            println!("{}", json!({"player": anchor(&player), "handover": anchor(&handover), "first": first}));
        }
        What::Links { of, roll, handover } => {
            let (roll, handover) = (of.link(ChainName::Player, *roll)?, of.link(ChainName::Handover, *handover)?);
            println!("{}", json!({"roll": roll, "handover": handover}));
        }
    }
    Ok(ExitCode::SUCCESS)
}
