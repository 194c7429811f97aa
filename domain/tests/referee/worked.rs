//! The worked example of `docs/auditing.md` is made here, so that document and program cannot drift apart.

use crate::toy::{NORTH, SOUTH, Table};
use domain::dice::{Ingredients, phrases};
use domain::log::{Body, ChainKind, Hash32, Record, export};
use std::fmt::Write;

/// The example's game: both players seated, South's standing orders set, one pull at the rope, and South resigns.
fn table() -> Table {
    let mut table = Table::of("pair");
    table.set(SOUTH, "brace");
    table.order(SOUTH, &["pick 2"]);
    table.order(NORTH, &["pick 3"]);
    table.order(NORTH, &["roll"]);
    let resigned = table.game.resign(SOUTH, domain::log::Millis(9_000), &table.keys).unwrap();
    table.take(resigned);
    table
}

fn nth(log: &[Record], kind: &str, n: usize) -> Record {
    let found = |r: &&Record| r.read().unwrap().kind() == kind;
    log.iter().filter(found).nth(n).unwrap().clone()
}

fn example() -> String {
    let table = table();
    let first = &table.log[0];
    let mut text = String::new();
    let mut say = |line: &str| writeln!(text, "{line}").unwrap();
    let block = |lines: &[String]| format!("```text\n{}\n```\n", lines.join("\n"));

    say("### A record\n");
    say("The body of the first record, 732 bytes on one line:\n"
        .replace("732", &first.body.len().to_string())
        .as_str());
    say(&format!("```json\n{}\n```\n", first.body));
    say("What is hashed, part by part in hex, and the hash:\n");
    say(&block(&[
        format!("tag   {}", hex::encode(b"fieldpost/record/1\0")),
        format!("game  {}", first.game),
        format!("seq   {}", hex::encode(1_u64.to_be_bytes())),
        format!("prev  {}", first.prev),
        format!("len   {}", hex::encode((first.body.len() as u32).to_be_bytes())),
        format!("body  {}…", hex::encode(&first.body.as_bytes()[..24])),
        format!("hash  {}", first.hash),
    ]));

    let roll = nth(&table.log, "order/1", 2);
    let Body::Order(order) = roll.read().unwrap() else { panic!("an order") };
    let links = order.dice.unwrap();
    let Body::HandOver(hand) = nth(&table.log, "hand-over/1", 0).read().unwrap() else { panic!("a hand-over") };
    let p = phrases(table.game.seats().iter().map(|s| s.player.as_ref().unwrap().phrase.as_str()));
    let seed = Ingredients {
        genesis: first.hash,
        chair: 1,
        index: links.index,
        server: links.server,
        player: links.player,
        handed: hand.link,
        phrases: p,
    }
    .seed();
    say("### A roll\n");
    say(&format!("Record {}, whose body is\n", roll.seq));
    say(&format!("```json\n{}\n```\n", roll.body));
    say("rolled three dice. Its links hang on the anchors, as these are the first links of both chains:\n");
    let owner = |tag: &str, link: &Hash32, anchor: Hash32| {
        vec![
            format!("tag    {}", hex::encode(tag)),
            format!("game   {}", first.game),
            "chair  01".to_owned(),
            "index  00000001".to_owned(),
            format!("link   {link}"),
            format!("hash   {anchor}"),
        ]
    };
    let anchor = table.keys.anchor(1, ChainKind::Server, 0);
    say(&block(&owner("fieldpost/dice/server/1\0", &links.server, anchor)));
    let anchor = table.keys.anchor(1, ChainKind::Player, 0);
    say(&block(&owner("fieldpost/dice/player/1\0", &links.player, anchor)));
    say("The seed is the hash of:\n");
    say(&block(&[
        format!("tag    {}", hex::encode(b"fieldpost/dice/roll/1\0")),
        format!("G      {}", first.hash),
        "chair  01".into(),
        "k      00000001".into(),
        format!("s_k    {}", links.server),
        format!("x_k    {}", links.player),
        format!("q      {}", hand.link),
        format!("P      {p}"),
        format!("seed   {}", hex::encode(seed)),
    ]));
    // The bytes of the key stream, got through a die of 255 sides, which skips only the byte 255.
    let mut stream = domain::dice::Faces::new(seed);
    let bytes: Vec<u8> = (0..8).map(|_| stream.next(255) - 1).collect();
    say(&format!(
        "The ChaCha20 key stream of that seed begins `{}`, and the bytes give the faces {:?}.\n",
        hex::encode(bytes),
        order.rolls[0].faces
    ));

    let standing = nth(&table.log, "standing/1", 0);
    let Body::Standing(sealed) = standing.read().unwrap() else { panic!("standing orders") };
    let Body::Opening(opening) = nth(&table.log, "opening/1", 0).read().unwrap() else { panic!("an opening") };
    let value = serde_json::to_string(&table.game.standing(SOUTH, &table.keys)).unwrap();
    say("### A sealed value\n");
    say(&format!(
        "Record {} seals `{value}` for the chair 02 in slot 1, and the last but one opens it:\n",
        standing.seq
    ));
    say(&block(&[
        format!("K       {}", opening.key),
        format!("seal    {}", sealed.seal),
        format!("sealed  {}", sealed.sealed),
    ]));
    say("### The file\n");
    let file = export(&table.log);
    let lines: Vec<&str> = file.lines().collect();
    say(&format!("The export has {} lines. The last record and the closing line are\n", lines.len()));
    say(&format!("```json\n{}\n{}\n```", lines[lines.len() - 2], lines[lines.len() - 1]));
    text
}

#[test]
fn the_worked_example_is_the_one_in_the_document() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/auditing.md");
    let document = std::fs::read_to_string(path).unwrap();
    let example = example();
    assert!(document.contains(&example), "docs/auditing.md should contain:\n{example}");
}

#[test]
fn the_worked_examples_log_is_sound() {
    let table = table();
    let (sound, said) = crate::python::run(&["-"], &export(&table.log));
    assert!(sound, "{said}");
    assert!(table.game.seat(NORTH).is_some());
}
