//! What stands beside the map: the boxes with their counters, and in a plain list who is where.

use super::table::piece_href;
use domain::board::{PlaceShape, Sheet};
use domain::referee::{Piece, Place, Side, View};
use fieldpost_map::counter_svg;
use std::collections::BTreeMap;

/// A box beside the map with its pieces.
#[derive(Clone, Debug)]
pub struct Tray {
    /// Its name.
    pub title: String,
    /// The page with the box in hand.
    pub href: String,
    /// How many pieces lie in it.
    pub count: usize,
    /// The pieces, those of each side together.
    pub sides: Vec<(Side, Vec<TrayPiece>)>,
}

/// A piece in a box.
#[derive(Clone, Debug)]
pub struct TrayPiece {
    /// The page with it in hand.
    pub href: String,
    /// Its counter, as SVG.
    pub counter: String,
    /// Its name in full.
    pub full_name: String,
    /// What else is worth knowing.
    pub note: String,
}

/// The boxes beside the map, in the order in which the view names them.
pub fn trays(view: &View, page: &str) -> Vec<Tray> {
    let mut trays: Vec<Tray> = Vec::new();
    for piece in &view.pieces {
        let Place::Box(name) = &piece.place else { continue };
        let lying = TrayPiece {
            href: piece_href(page, &piece.id) + "#unit",
            counter: counter_svg(piece),
            full_name: piece.full_name.clone(),
            note: piece.note.clone(),
        };
        let at = trays.iter().position(|t| t.title == *name).unwrap_or_else(|| {
            trays.push(Tray {
                href: super::place::place_href(page, name) + "#place",
                title: name.clone(),
                count: 0,
                sides: Vec::new(),
            });
            trays.len() - 1
        });
        if let Some(tray) = trays.get_mut(at) {
            tray.count += 1;
            with_side(&mut tray.sides, piece.side, lying);
        }
    }
    trays
}

/// A place of the map with the pieces that stand there.
#[derive(Clone, Debug)]
pub struct Garrison {
    /// The place in words.
    pub title: String,
    /// The page with the place in hand; empty where nothing can be done with it.
    pub href: String,
    /// The pieces, those of each side together.
    pub sides: Vec<(Side, Vec<Standing>)>,
}

/// A piece in the list of who is where.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The page with it in hand; empty where nothing can be done with it.
    pub href: String,
    /// Its name.
    pub name: String,
    /// What else is worth knowing.
    pub note: String,
}

/// Who is where: every place with pieces on it, in the order of the sheet.
pub fn garrisons(view: &View, sheet: &Sheet, page: Option<&str>) -> Vec<Garrison> {
    let standing = |p: &Piece| Standing {
        href: page.map_or_else(String::new, |page| piece_href(page, &p.id) + "#unit"),
        name: p.name.clone(),
        note: p.note.clone(),
    };
    let mut held: BTreeMap<&str, Vec<&Piece>> = BTreeMap::new();
    for piece in &view.pieces {
        for at in piece.places() {
            held.entry(at).or_default().push(piece);
        }
    }
    let garrison = |place: &PlaceShape| {
        let mut sides = Vec::new();
        for piece in held.get(place.id.as_str())? {
            with_side(&mut sides, piece.side, standing(piece));
        }
        let href = page.map_or_else(String::new, |page| super::place::place_href(page, &place.id) + "#place");
        Some(Garrison { title: place.title.clone(), href, sides })
    };
    // By formations it is said already.
    let listed = sheet.places.iter().filter(|_| view.formations.is_empty());
    listed.filter_map(garrison).collect()
}

/// Who is at a place of the map, or in a box of that title.
pub fn at_place(view: &View, id: &str, page: &str) -> Vec<(Side, Vec<Standing>)> {
    let mut sides = Vec::new();
    for piece in view.at(id) {
        let href = piece_href(page, &piece.id) + "#unit";
        with_side(&mut sides, piece.side, Standing { href, name: piece.name.clone(), note: piece.note.clone() });
    }
    sides
}

fn with_side<T>(sides: &mut Vec<(Side, Vec<T>)>, side: Side, item: T) {
    match sides.iter_mut().find(|(s, _)| *s == side) {
        Some((_, items)) => items.push(item),
        None => {
            sides.push((side, vec![item]));
            sides.sort_by_key(|(s, _)| *s);
        }
    }
}
