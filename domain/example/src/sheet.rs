//! The map as something to draw.

use super::pack::{POSTS, Pack, Post};
use domain_core::board::{PlaceShape, Sheet};

/// The sheet: five squares side by side.
pub fn sheet(pack: &Pack) -> Sheet {
    let place = |post: &Post| {
        let (left, right) = (f64::from(post.post - 1), f64::from(post.post));
        PlaceShape {
            id: post.post.to_string(),
            title: pack.place_name(post.post),
            centre: (right - 0.5, 0.5),
            room: (1, 1),
            outline: vec![(left, 0.0), (right, 0.0), (right, 1.0), (left, 1.0)],
            label: None,
        }
    };
    Sheet {
        digest: Sheet::digest_of(&[POSTS]),
        title: "Picket Line",
        subtitle: "",
        size: (f64::from(pack.last()), 1.0),
        module: 1.0,
        counter: 0.6,
        places: pack.posts.iter().map(place).collect(),
        borders: Vec::new(),
        crossings: Vec::new(),
        marks: Vec::new(),
        underlay: "",
        key: Vec::new(),
    }
}
