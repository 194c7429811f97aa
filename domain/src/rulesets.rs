//! The rulebooks, a crate each. This list is the only place that names them.

use domain_core::referee::{Registry, erase};

pub use bloodiest_day;
pub use gaines_mill;

/// Every ruleset there is.
pub fn standard() -> Registry {
    Registry::new(vec![erase(gaines_mill::GainesMill::new()), erase(bloodiest_day::BloodiestDay::new())])
}
