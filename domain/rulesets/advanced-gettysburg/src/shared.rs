//! A list whose entries are shared by its copies until one of them changes: the counters of positions, of which there are many that differ in few.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::iter::Map;
use std::ops::{Index, IndexMut};
use std::slice;
use std::sync::Arc;

/// The list. To copy it, and to compare it with a copy, costs little: nothing is looked into that both share.
#[derive(Clone, Debug)]
pub struct Shared<T>(Vec<Arc<T>>);

impl<T> Shared<T> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One of them.
    pub fn get(&self, n: usize) -> Option<&T> {
        self.0.get(n).map(|one| &**one)
    }

    /// All of them.
    pub fn iter(&self) -> Entries<'_, T> {
        self.into_iter()
    }
}

impl<T: Clone> Shared<T> {
    /// One of them, to be changed.
    pub fn get_mut(&mut self, n: usize) -> Option<&mut T> {
        self.0.get_mut(n).map(Arc::make_mut)
    }

    /// All of them, to be changed.
    pub fn iter_mut(&mut self) -> EntriesMut<'_, T> {
        self.into_iter()
    }
}

/// All entries.
pub type Entries<'a, T> = Map<slice::Iter<'a, Arc<T>>, fn(&'a Arc<T>) -> &'a T>;

/// All entries, to be changed.
pub type EntriesMut<'a, T> = Map<slice::IterMut<'a, Arc<T>>, fn(&'a mut Arc<T>) -> &'a mut T>;

impl<'a, T> IntoIterator for &'a Shared<T> {
    type Item = &'a T;
    type IntoIter = Entries<'a, T>;

    fn into_iter(self) -> Entries<'a, T> {
        let entry: fn(&'a Arc<T>) -> &'a T = |one| one;
        self.0.iter().map(entry)
    }
}

impl<'a, T: Clone> IntoIterator for &'a mut Shared<T> {
    type Item = &'a mut T;
    type IntoIter = EntriesMut<'a, T>;

    fn into_iter(self) -> EntriesMut<'a, T> {
        let entry: fn(&'a mut Arc<T>) -> &'a mut T = Arc::make_mut;
        self.0.iter_mut().map(entry)
    }
}

impl<T> FromIterator<T> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        Shared(all.into_iter().map(Arc::new).collect())
    }
}

impl<T> Index<usize> for Shared<T> {
    type Output = T;

    fn index(&self, n: usize) -> &T {
        &self.0[n]
    }
}

impl<T: Clone> IndexMut<usize> for Shared<T> {
    fn index_mut(&mut self, n: usize) -> &mut T {
        Arc::make_mut(&mut self.0[n])
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Arc<T>, &Arc<T>)| Arc::ptr_eq(a, b) || a == b;
        self.len() == other.len() && self.0.iter().zip(&other.0).all(same)
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Shared<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(|all: Vec<T>| all.into_iter().collect())
    }
}
