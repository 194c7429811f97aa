//! Games of the second format: private logs, what each seat knows, orders of several seats at once.

mod at_once;
mod clocks;
mod contact;
mod in_step;
mod large;
mod secrets;
mod standing;
mod table;
mod takebacks;
mod unseen;
mod verify;
mod whole_games;
