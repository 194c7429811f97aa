//! Standing orders of the rulesets: single situations in which a rule with conditions answers or asks, and whole games under
//! any rules.

mod bloodiest_day;
mod gaines_mill;
mod sandbox;
mod study;
mod whole_games;
