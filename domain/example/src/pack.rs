//! The data pack.

use domain_core::kit::files;
use domain_core::referee::{DataFile, PackError};
use serde::Deserialize;

/// The text of `posts.csv`.
pub const POSTS: &str = include_str!("../data/posts.csv");

/// A post (§1.0).
#[derive(Clone, Debug, Deserialize)]
pub struct Post {
    /// Its number, from 1.
    pub post: u8,
    /// Its name.
    pub name: String,
}

/// The pack as the rules read it.
#[derive(Clone, Debug)]
pub struct Pack {
    /// The posts in their order.
    pub posts: Vec<Post>,
    /// Each file's name and digest.
    pub files: Vec<DataFile>,
}

impl Pack {
    /// Reads the pack.
    ///
    /// # Errors
    /// [`PackError`] with the first row that cannot be read.
    pub fn read() -> Result<Pack, PackError> {
        let posts = files::rows("posts.csv", POSTS)?;
        Ok(Pack { posts, files: files::digests([("posts.csv", POSTS)]) })
    }

    /// The number of the last post.
    pub fn last(&self) -> u8 {
        self.posts.len() as u8
    }

    /// A post as the map names it. Total, as facts of a log may name any.
    pub fn place_name(&self, post: u8) -> String {
        let found = self.posts.iter().find(|p| p.post == post);
        found.map_or_else(|| post.to_string(), |p| format!("{post} ({})", p.name))
    }

    /// Whether patrols may stand so: on the map, the Union's in front of the other.
    pub fn in_order(&self, union: u8, confederate: u8) -> bool {
        (1..confederate).contains(&union) && confederate <= self.last()
    }
}
