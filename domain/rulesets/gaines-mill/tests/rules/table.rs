//! The two tables of the card as the pack's README prints them, and a player's arithmetic on them.

/// The columns from `-8 or less` to `+9 or more`.
pub type Row = [&'static str; 10];

/// Fire Combat Results Table.
pub const FIRE_INFANTRY: Row = ["RF", "RF", "RF", "Nil", "Disrupt RF", "Disrupt", "DC1", "DC1d", "DC2", "DC2d"];
/// The same for guns.
pub const FIRE_ARTILLERY: Row = ["RF", "RF", "Nil", "Nil", "Disrupt", "Disorder", "DC1", "DC1d", "DC1d", "DC2d"];
/// Close Combat Results Table.
pub const CLOSE_INFANTRY: Row =
    ["AC2 AR", "AC1 AR", "AC1", "AC1", "EX", "EX", "DC1 DR1", "DC1 DR1d", "DC1 DR2d", "DC3 DR2d"];
/// The same for cavalry.
pub const CLOSE_CAVALRY: Row =
    ["AC2 AR", "AC2 AR", "AC1 AR", "AC1 AR", "AC1", "EX", "DR1", "DC1 DR1", "DC1 DR2d", "DC2 DR2d"];
/// The same for guns.
pub const CLOSE_ARTILLERY: Row = ["AC1", "Nil", "Nil", "Nil", "Disrupt", "DC1", "DC1", "DC1d", "DC1 DR1d", "DC2 DR1d"];

/// The column of a differential.
pub fn column(differential: i32) -> usize {
    match differential {
        ..=-8 => 0,
        -7 | -6 => 1,
        -5 | -4 => 2,
        -3 | -2 => 3,
        -1 | 0 => 4,
        1 | 2 => 5,
        3 | 4 => 6,
        5 | 6 => 7,
        7 | 8 => 8,
        9.. => 9,
    }
}

/// A cell with its codes in a fixed order, since several of one cell all apply.
pub fn codes(cell: &str) -> Vec<String> {
    let mut codes: Vec<String> = cell.split([' ', ',']).filter(|c| !c.is_empty()).map(str::to_owned).collect();
    codes.sort();
    codes
}
