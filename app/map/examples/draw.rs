//! Draws the map of every ruleset into a folder, to be looked at, from a game played between house players:
//! `cargo run -p fieldpost-map --example draw -- FOLDER`.

#[path = "../tests/played/mod.rs"]
mod played;

use domain::referee::{Corner, Figure, Piece, Side, Stars, Stripe, Symbol, Tab};
use fieldpost_map::{Detail, MapRoom, Overlay, counter_svg, pieces_layer, sheet_svg};
use std::path::PathBuf;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a folder")?);
    std::fs::create_dir_all(&folder)?;
    let write = |name: String, bytes: &[u8]| {
        println!("{name}: {} bytes", bytes.len());
        std::fs::write(folder.join(name), bytes)
    };
    let registry = domain::rulesets::standard();
    for ruleset in registry.all() {
        let (sheet, id, room) = (ruleset.sheet(), ruleset.about().id, MapRoom::new(4));
        let now = Instant::now();
        let ground = room.ground(sheet, Detail::Full);
        println!("{id}: ground drawn in {:?}", now.elapsed());
        write(format!("{id}-ground.svg"), ground.svg().as_bytes())?;
        for (i, moment) in played::moments(&registry, ruleset.as_ref(), &[40, 75]).into_iter().enumerate() {
            let (view, name) = (moment.view, format!("{id}-{i}"));
            if let Some(piece) = view.pieces.iter().find(|p| p.figures.len() > 2) {
                write(format!("{id}-counters.html"), samples(piece).as_bytes())?;
            }
            let overlay = Overlay { marks: moment.marks, ..Overlay::ready(&view) };
            let now = Instant::now();
            let layer = pieces_layer(sheet, &view, &overlay);
            println!("{name}: pieces drawn in {:?}", now.elapsed());
            write(format!("{name}-pieces.svg"), layer.as_bytes())?;
            write(format!("{name}-sheet.svg"), sheet_svg(sheet, &view, &overlay).as_bytes())?;
            write(format!("{name}-sheet.png"), &room.sheet_png(sheet, &view, &overlay, 1650)?)?;
            for width in [1100, 640] {
                let now = Instant::now();
                let picture = room.letter_png(sheet, &view, &overlay, width)?;
                println!("{name}: letter of {width} pixels in {:?}", now.elapsed());
                write(format!("{name}-letter-{width}.png"), &picture)?;
            }
        }
    }
    Ok(())
}

/// A page with a counter of every kind and state, after the pattern of one piece.
fn samples(pattern: &Piece) -> String {
    let mut page = String::from(
        "<!doctype html><meta charset=utf-8><style>@font-face{font-family:'EB Garamond';src:url(fonts/EBGaramond-Regular.woff2)}\
         @font-face{font-family:'EB Garamond';font-weight:600;src:url(fonts/EBGaramond-SemiBold.woff2)}\
         body{background:#e6dcc3}svg{width:150px;height:150px}</style>",
    );
    let symbols = [
        Symbol::Infantry,
        Symbol::Sharpshooter,
        Symbol::Cavalry,
        Symbol::Artillery,
        Symbol::HorseArtillery,
        Symbol::Leader,
        Symbol::Headquarters,
        Symbol::Supply,
        Symbol::Hidden,
    ];
    let colours = ["white", "yellow", "green", "red", "blue", "orange", "violet", "brown", "none"];
    for side in Side::BOTH {
        for (i, (symbol, colour)) in symbols.into_iter().zip(colours).enumerate() {
            let mut p = pattern.clone();
            (p.side, p.name) = (side, ["Griffin", "R.H. Anderson", "Featherston"][i % 3].to_owned());
            p.stripe = Some(Stripe { colour, formation: "Light Division".to_owned() });
            p.tabs.clear();
            p.symbol = symbol;
            p.reduced = i % 3 == 1;
            p.stars = Some(Stars { count: i as u8, red: i % 2 == 0 });
            for (text, tone) in [("RF", "warn"), ("D2", "bad"), ("A", "good"), ("Ch", "plain")].into_iter().take(i / 2)
            {
                p.tabs.push(Tab { text: text.to_owned(), title: text.to_owned(), tone });
            }
            if i == 5 {
                p.figures.push(Figure { corner: Corner::Right, text: "12".to_owned(), what: "sum", colour: "red" });
            }
            page.push_str(&counter_svg(&p));
        }
        page.push_str("<br>");
    }
    page
}
