//! Games of the second format: private logs, what each seat knows, orders of several seats at once.

mod contact;
mod table;
mod verify;
mod whole_games;
