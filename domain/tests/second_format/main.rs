//! Games of the second format: private logs, what each seat knows, orders of several seats at once.

mod table;
mod whole_games;
