//! One folder a rulebook; inside, a file a chapter of it. This list is the only place that names them.

use crate::referee::{Registry, erase};

pub mod bloodiest_day;
pub mod gaines_mill;

/// Every ruleset there is.
pub fn standard() -> Registry {
    Registry::new(vec![erase(gaines_mill::GainesMill::new()), erase(bloodiest_day::BloodiestDay::new())])
}
