//! Which part of a large map a page shows, and the ways from it to others.

use super::table::with_query;
use domain::board::Sheet;
use domain::referee::{Piece, Place, View};
use fieldpost_map::{Frame, Level, Part};

/// Units of the drawing to a module of the sheet.
const MODULE: f64 = 118.0;
/// Modules across where a piece in hand is shown.
const ABOUT: f64 = 14.0;
/// Modules around those who can act.
const AROUND: f64 = 6.0;
/// A part that is not much smaller than the whole is the whole.
const LEAST: f64 = 0.5;
/// How often the width may be halved.
const DEEPEST: f64 = 8.0;

/// How often the width is halved where those who can act stand all over the map.
const CLOSER: f64 = 0.7;

/// The part of a large map that a page shows.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The part in units of the drawing, as a `viewBox`.
    pub view_box: String,
    /// `far`, `middle` or `near`.
    pub level: &'static str,
    /// Where the ground with its details is, for all but the view from far off.
    pub detailed: String,
    /// The address that parts of this page's map are fetched from.
    pub fetch: String,
    /// Ways to other parts: a word and the page.
    pub ways: Vec<(&'static str, String)>,
    /// The part itself.
    pub part: Part,
    /// The level as the drawing has it.
    pub drawn: Level,
}

/// How high a part is for each unit of its width, where nothing else is asked for.
const SHAPE: f64 = 0.75;

/// Reads `x,y,zoom` or `x,y,zoom,shape`: the middle in modules from the north-western corner, how often the width of all of it is halved, and
/// how many times as high as wide the part is: a narrow window is higher than wide.
fn read(text: &str) -> Option<(f64, f64, f64, f64)> {
    let mut numbers = text.split(',').map(|n| n.trim().parse::<f64>().ok().filter(|n| n.is_finite()));
    let (x, y, zoom) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let shape = numbers.next().unwrap_or(Some(SHAPE))?;
    numbers.next().is_none().then_some((x, y, zoom, shape))
}

/// Of a map that is no larger than can be seen from half way, the part where those are who can act, or all who are there: a battle that has just
/// begun fills a corner of its map. Where they stand all over it, the part with the most of them, whose counters can be read.
fn held(sheet: &Sheet, view: &View, frame: &Frame) -> Option<(f64, f64, f64)> {
    if Level::of_width(frame.width) == Level::Far {
        return None;
    }
    let at = |p: &Piece| match &p.place {
        Place::Map(place) => sheet.place(place).map(|shape| frame.at(shape.centre)),
        Place::Box(_) => None,
    };
    let ready: Vec<(f64, f64)> = view.pieces.iter().filter(|p| p.ready).filter_map(at).collect();
    let spots = if ready.is_empty() { view.pieces.iter().filter_map(at).collect() } else { ready };
    let least = |axis: fn(&(f64, f64)) -> f64| spots.iter().map(axis).reduce(f64::min);
    let most = |axis: fn(&(f64, f64)) -> f64| spots.iter().map(axis).reduce(f64::max);
    let (west, east) = (least(|p| p.0)?, most(|p| p.0)?);
    let (north, south) = (least(|p| p.1)?, most(|p| p.1)?);
    // With some hexes around.
    let wide = (east - west).max((south - north) / SHAPE) / MODULE + AROUND;
    let zoom = (frame.width / MODULE / wide.max(ABOUT)).log2();
    if zoom > LEAST {
        return Some(((west + east) / 2.0 / MODULE, (north + south) / 2.0 / MODULE, (zoom * 10.0).floor() / 10.0));
    }
    let wide = frame.width / 2f64.powf(CLOSER);
    let near = |(x, y): (f64, f64)| {
        let within = |s: &&(f64, f64)| (s.0 - x).abs() < wide * 0.45 && (s.1 - y).abs() < wide * SHAPE * 0.45;
        spots.iter().filter(within).collect::<Vec<_>>()
    };
    // Of several with as many the first, so that the page is the same each time.
    let most =
        spots.iter().map(|at| near(*at)).reduce(|best, some| if some.len() > best.len() { some } else { best })?;
    let middle = |axis: fn(&(f64, f64)) -> f64| most.iter().map(|s| axis(s)).sum::<f64>() / most.len() as f64 / MODULE;
    Some((middle(|p| p.0), middle(|p| p.1), CLOSER))
}

impl Parts {
    /// The part that was asked for; without a word of it the piece in hand and what is about it, else where the pieces are, or all of the map.
    pub fn of(
        sheet: &Sheet,
        view: &View,
        frame: &Frame,
        page: &str,
        fetch: &str,
        asked: Option<&str>,
        piece: Option<&str>,
    ) -> Self {
        let whole = (frame.width / 2.0 / MODULE, frame.height / 2.0 / MODULE, 0.0, SHAPE);
        let at = piece.and_then(|id| view.pieces.iter().find(|p| p.id == id)).and_then(|p| match &p.place {
            Place::Map(place) => sheet.place(place),
            Place::Box(_) => None,
        });
        let about = at.map(|place| {
            let (x, y) = frame.at(place.centre);
            (x / MODULE, y / MODULE, (frame.width / MODULE / ABOUT).log2().ceil())
        });
        let found = || about.or_else(|| held(sheet, view, frame)).map(|(x, y, zoom)| (x, y, zoom, SHAPE));
        let (x, y, zoom, shape) = asked.and_then(read).or_else(found).unwrap_or(whole);
        let zoom = zoom.clamp(0.0, DEEPEST);
        let wide = frame.width / 2f64.powf(zoom);
        let (part, drawn) = if zoom == 0.0 {
            (Part::whole(frame), Level::Far)
        } else {
            (Part::shaped(frame, (x * MODULE, y * MODULE), wide, shape), Level::of_width(wide))
        };
        let middle = ((part.west + part.wide / 2.0) / MODULE, (part.north + part.high / 2.0) / MODULE);
        let (across, down) = (part.wide / MODULE * 0.6, part.high / MODULE * 0.6);
        let way = |dx: f64, dy: f64, zoom: f64| {
            with_query(page, "view", &format!("{:.1},{:.1},{}", middle.0 + dx, middle.1 + dy, zoom.clamp(0.0, DEEPEST)))
        };
        let mut ways = Vec::new();
        if MODULE * 6.0 < wide {
            ways.push(("Nearer", way(0.0, 0.0, zoom.floor() + 1.0)));
        }
        if zoom > 0.0 {
            ways.push(("Further off", way(0.0, 0.0, (zoom.ceil() - 1.0).max(0.0))));
            ways.push(("All of it", way(0.0, 0.0, 0.0)));
            for (word, dx, dy) in
                [("North", 0.0, -down), ("East", across, 0.0), ("South", 0.0, down), ("West", -across, 0.0)]
            {
                ways.push((word, way(dx, dy, zoom)));
            }
        }
        Parts {
            view_box: part.view_box(),
            level: drawn.word(),
            detailed: super::board::ground_href(sheet),
            fetch: fetch.to_owned(),
            ways,
            part,
            drawn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_two_places_a_zoom_and_a_shape_and_nothing_else() {
        assert_eq!(read("12.5, 40,3"), Some((12.5, 40.0, 3.0, 0.75)));
        assert_eq!(read("12.5,40,0.63,1.4"), Some((12.5, 40.0, 0.63, 1.4)));
        for wrong in ["", "1,2", "1,2,3,4,5", "1,2,3,x", "1,2,3,", "a,b,c", "NaN,1,1", "inf,1,1", "1,1,1,inf"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
