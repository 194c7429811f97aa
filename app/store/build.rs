//! Makes a new migration file rebuild the crate: the migrations are embedded in it.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations/sqlite");
}
