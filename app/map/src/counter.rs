//! One counter, drawn like a printed one: 74 units square about its centre.

use crate::lettering::fit;
use crate::style;
use crate::svg::{Esc, Num, put};
use domain::referee::{Corner, Piece, Side, Symbol};

/// The side of a counter.
pub(crate) const SIZE: f64 = 74.0;

/// One counter as an SVG of its own, for trays, lists and menus. It scales: give it a width in CSS. Its `<title>` says
/// what it is. Which way it faces is a matter of its place on the map, and not shown.
pub fn counter_svg(piece: &Piece) -> String {
    let mut svg = String::with_capacity(2048);
    put!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"counter\" viewBox=\"-51 -51 102 102\" width=\"102\" height=\"102\" \
         font-family=\"'EB Garamond', serif\" fill=\"none\" role=\"img\"><title>{}</title>",
        Esc(&spoken(piece))
    );
    face(&mut svg, piece);
    svg.push_str("</svg>");
    svg
}

/// A counter in words: name, side, figures, markers.
pub(crate) fn spoken(piece: &Piece) -> String {
    let mut words = format!("{}, {} {}", piece.full_name, piece.side, symbol_name(piece.symbol));
    for figure in &piece.figures {
        put!(words, ", {} {}", figure.what, figure.text);
    }
    if let Some(stars) = piece.stars {
        let red = if stars.red { "red " } else { "" };
        put!(words, ", {} {red}star{}", stars.count, if stars.count == 1 { "" } else { "s" });
    }
    if piece.reduced {
        words.push_str(", reduced");
    }
    for tab in &piece.tabs {
        put!(words, ", {}", tab.title);
    }
    if !piece.note.is_empty() {
        put!(words, ", {}", piece.note);
    }
    words
}

fn symbol_name(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Infantry => "infantry",
        Symbol::Sharpshooter => "sharpshooters",
        Symbol::Cavalry => "cavalry",
        Symbol::Artillery => "artillery",
        Symbol::HorseArtillery => "horse artillery",
        Symbol::Leader => "leader",
        Symbol::Headquarters => "headquarters",
        Symbol::Supply => "supply",
        Symbol::Hidden => "hidden counter",
    }
}

/// The outline of a counter of a side, grown by `by`. The sides differ in shape: round corners for the Union, cut ones
/// for the Confederates.
pub(crate) fn outline(side: Side, by: f64, class: &str, look: &str) -> String {
    let h = SIZE / 2.0 + by;
    match side {
        Side::Union => format!(
            "<rect class=\"{class}\" x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{1}\" rx=\"{2}\" {look}/>",
            Num(-h),
            Num(2.0 * h),
            Num(7.0 + by)
        ),
        Side::Confederate => {
            let (c, l) = (6.0 + by * 0.6, 2.0 * h - 2.0 * (6.0 + by * 0.6));
            let (c, l) = (Num(c), Num(l));
            let n = |v: f64| Num(v);
            format!(
                "<path class=\"{class}\" d=\"M{} {}h{l}l{c} {c}v{l}l-{c} {c}h-{l}l-{c}-{c}v-{l}z\" {look}/>",
                n(-h + c.0),
                n(-h)
            )
        }
    }
}

/// Corners about a counter, as of a sight: of another form than any ring.
pub(crate) fn sight(look: &str) -> String {
    let (h, arm) = (SIZE / 2.0 + 8.0, 19.0);
    let corner = |x: f64, y: f64| {
        let (from, to) = ((x * h, y * (h - arm)), (x * (h - arm), y * h));
        format!("M{} {}V{}H{}", Num(from.0), Num(from.1), Num(to.1), Num(to.0))
    };
    let corners: String = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| corner(x, y)).concat();
    format!("<path class=\"sight\" d=\"{corners}\" fill=\"none\" {look}/>")
}

/// Draws a counter about the origin.
pub(crate) fn face(svg: &mut String, piece: &Piece) {
    let colours = style::side(piece.side);
    svg.push_str(&outline(
        piece.side,
        0.0,
        "shadow",
        "fill=\"#2b2118\" fill-opacity=\".32\" transform=\"translate(2 2.5)\"",
    ));
    let fill = if piece.reduced { colours.pale } else { colours.face };
    let look = format!("fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1.4\"", style::INK);
    let class = match piece.side {
        Side::Union => "face union",
        Side::Confederate => "face confederate",
    };
    svg.push_str(&outline(piece.side, 0.0, class, &look));
    if piece.symbol == Symbol::Hidden {
        hidden(svg, piece, colours.deep);
    } else {
        stripe(svg, piece);
        branch(svg, piece.side, piece.symbol);
        stars(svg, piece);
        figures(svg, piece);
        // The side in a letter, for whoever tells neither colours nor shapes apart.
        if !piece.figures.iter().any(|f| f.corner == Corner::Right) {
            let letter = piece.side.name().get(..1).unwrap_or("");
            put!(
                svg,
                "<text class=\"side\" x=\"28.5\" y=\"3.5\" font-size=\"12\" text-anchor=\"middle\" fill=\"{}\">{letter}</text>",
                style::INK
            );
        }
        if piece.reduced {
            put!(
                svg,
                "<path class=\"reduced\" d=\"M-33.5 34.2H33.5\" stroke=\"{}\" stroke-width=\"1.6\" \
                 stroke-dasharray=\"3 3\"/>",
                colours.deep
            );
        }
    }
    tabs(svg, piece);
}

fn stripe(svg: &mut String, piece: &Piece) {
    let word = piece.stripe.as_ref().map_or("none", |s| s.colour);
    let (fill, ink) = style::stripe(word);
    let cut = if piece.side == Side::Union {
        "V-30.2Q-36.3-36.3-30.2-36.3H30.2Q36.3-36.3 36.3-30.2V-17.5Z"
    } else {
        "V-30.8L-30.8-36.3H30.8L36.3-30.8V-17.5Z"
    };
    if word != "none" {
        put!(
            svg,
            "<path class=\"stripe {word}\" d=\"M-36.3-17.5{cut}\" fill=\"{fill}\"/>\
             <path d=\"M-36.3-17.5H36.3\" stroke=\"{}\" stroke-width=\".9\"/>",
            style::INK
        );
    }
    name(svg, &piece.name, -27.0, ink);
}

/// The name, level about `y`. A long one is narrowed first, then set smaller.
fn name(svg: &mut String, name: &str, y: f64, ink: &str) {
    let (full, room) = (15.5, 65.0);
    let narrow = (room / (crate::lettering::width(name) * full)).clamp(0.78, 1.0);
    let size = fit(name, full, room / narrow);
    put!(svg, "<text class=\"name\" y=\"{}\" font-size=\"{}\"", Num(y + size * 0.31), Num(size));
    if narrow < 1.0 {
        put!(svg, " transform=\"scale({} 1)\"", Num(narrow));
    }
    put!(svg, " font-weight=\"600\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>", Esc(name));
}

/// The branch symbol in its white box. The frame's shape tells the side: square for the Union, six-cornered for the
/// Confederates.
pub(crate) fn branch(svg: &mut String, side: Side, symbol: Symbol) {
    let ink = style::INK;
    let frame = match side {
        Side::Union => "M-17-11H17V11H-17Z",
        Side::Confederate => "M-13-11H13L18 0L13 11H-13L-18 0Z",
    };
    // Diagonals end on the frame: at its corners, or inside the slanting ends.
    let (x, y) = match side {
        Side::Union => (17.0, 11.0),
        Side::Confederate => (13.0, 11.0),
    };
    put!(svg, "<g class=\"branch\" transform=\"translate(0 -1)\" stroke=\"{ink}\" stroke-width=\"1.3\" fill=\"none\">");
    put!(svg, "<path d=\"{frame}\" fill=\"#fff\"/>");
    let straps = format!("<path d=\"M-{x}-{y}L{x} {y}M-{x} {y}L{x}-{y}\"/>");
    let sabre = format!("<path d=\"M-{x} {y}L{x}-{y}\"/>");
    let shot = |r: f64| format!("<circle r=\"{r}\" fill=\"{ink}\" stroke=\"none\"/>");
    match symbol {
        Symbol::Infantry => svg.push_str(&straps),
        Symbol::Sharpshooter => {
            svg.push_str(&straps);
            put!(svg, "<circle r=\"6\" fill=\"#fff\"/>{}", shot(2.6));
        }
        Symbol::Cavalry => svg.push_str(&sabre),
        Symbol::Artillery => svg.push_str(&shot(4.4)),
        Symbol::HorseArtillery => put!(svg, "{sabre}{}", shot(4.4)),
        Symbol::Leader => put!(svg, "<path d=\"{}\" fill=\"{ink}\" stroke=\"none\"/>", star(0.0, 0.5, 9.5)),
        Symbol::Headquarters => put!(svg, "<path d=\"M-8 9V-8H8L4.5-4L8 0H-8\" fill=\"{ink}\"/>"),
        Symbol::Supply => {
            put!(
                svg,
                "<path d=\"M-10 2H10V-3Q0-11-10-3Z\"/><circle cx=\"-6\" cy=\"5\" r=\"3.2\"/><circle cx=\"6\" cy=\"5\" r=\"3.2\"/>"
            );
        }
        Symbol::Hidden => {}
    }
    svg.push_str("</g>");
}

/// A five-pointed star as path data.
pub(crate) fn star(x: f64, y: f64, r: f64) -> String {
    let mut d = String::from("M");
    for i in 0..10 {
        let (sin, cos) = (f64::from(i) * std::f64::consts::PI / 5.0).sin_cos();
        let r = if i % 2 == 0 { r } else { r * 0.4 };
        put!(d, "{}{} {}", if i > 0 { "L" } else { "" }, Num(x + r * sin), Num(y - r * cos));
    }
    d.push('Z');
    d
}

fn stars(svg: &mut String, piece: &Piece) {
    let Some(stars) = piece.stars.filter(|s| s.count > 0) else { return };
    // A column beside the symbol; from five on, two.
    let count = stars.count.min(8);
    let rows = if count > 4 { count.div_ceil(2) } else { count };
    let step = if rows > 3 { 8.0 } else { 10.5 };
    let mut d = String::new();
    for i in 0..count {
        let x = -27.5 + f64::from(i / rows) * 8.0 - if count > 4 { 3.0 } else { 0.0 };
        let y = -1.0 + (f64::from(i % rows) - f64::from(rows - 1) / 2.0) * step;
        d.push_str(&star(x, y, if rows > 3 { 4.2 } else { 5.4 }));
    }
    let (fill, class) = if stars.red { ("#b3261e", "stars red") } else { (style::INK, "stars") };
    put!(svg, "<path class=\"{class}\" d=\"{d}\" fill=\"{fill}\"/>");
}

fn figures(svg: &mut String, piece: &Piece) {
    for figure in &piece.figures {
        let (x, y, anchor, size, room) = match figure.corner {
            Corner::BottomLeft => (-32.5, 31.0, "start", 20.0, 26.0),
            Corner::Bottom => (0.0, 29.5, "middle", 13.0, 20.0),
            Corner::BottomRight => (32.5, 31.0, "end", 20.0, 26.0),
            Corner::Right => (33.0, 5.0, "end", 16.0, 15.0),
            Corner::Left => (-23.5, -1.0, "middle", 13.5, 31.0),
        };
        let look = match figure.colour {
            "red" => "fill=\"#a3170f\"",
            "yellow" => {
                "fill=\"#ffe14d\" stroke=\"#2b2118\" stroke-width=\"2.6\" stroke-linejoin=\"round\" paint-order=\"stroke\""
            }
            _ => "fill=\"#1c1610\"",
        };
        // What stands along the edge reads upwards.
        let place = if figure.corner == Corner::Left {
            format!(" transform=\"translate({x} {y})rotate(-90)\"")
        } else {
            format!(" x=\"{x}\" y=\"{y}\"")
        };
        put!(
            svg,
            "<text class=\"figure\"{} font-size=\"{}\" font-weight=\"600\" text-anchor=\"{anchor}\" \
             {look}>{}</text>",
            place,
            Num(fit(&figure.text, size, room)),
            Esc(&figure.text)
        );
    }
}

/// A counter that shows its back.
fn hidden(svg: &mut String, piece: &Piece, deep: &str) {
    put!(
        svg,
        "<path d=\"M-24-8L0-26L24-8L0 10Z\" fill=\"none\" stroke=\"{deep}\" stroke-width=\"2\"/>\
         <text x=\"0\" y=\"0\" font-size=\"22\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{deep}\">?</text>"
    );
    name(svg, &piece.name, 23.0, "#1c1610");
}

/// Markers: small tabs over the upper corners, then down the right edge.
fn tabs(svg: &mut String, piece: &Piece) {
    const PLACES: [(f64, f64); 6] =
        [(34.0, -38.5), (-34.0, -38.5), (37.5, -14.0), (37.5, 8.0), (37.5, 30.0), (-37.5, 30.0)];
    for (tab, (x, y)) in piece.tabs.iter().zip(PLACES) {
        let (fill, ink) = style::tone(tab.tone);
        let text: String = tab.text.chars().take(4).collect();
        let size = 12.5;
        let wide = (crate::lettering::width(&text) * size + 8.0).max(18.0);
        put!(
            svg,
            "<g class=\"tab {}\" transform=\"translate({} {})\"><title>{}</title><rect x=\"{}\" y=\"-8.5\" width=\"{}\" \
             height=\"17\" rx=\"4\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1.2\"/><text y=\"4.2\" font-size=\"{size}\" \
             font-weight=\"600\" text-anchor=\"middle\" fill=\"{ink}\">{}</text></g>",
            Esc(tab.tone),
            Num(x),
            Num(y),
            Esc(&tab.title),
            Num(-wide / 2.0),
            Num(wide),
            style::INK,
            Esc(&text)
        );
    }
}
