//! The rulebooks, a crate each. This list is the only place that names them.

use domain_core::referee::Registry;

pub use advanced_gettysburg;
pub use bloodiest_day;
pub use gaines_mill;

/// Every ruleset there is.
pub fn standard() -> Registry {
    Registry::new(vec![gaines_mill::any_ruleset(), bloodiest_day::any_ruleset(), advanced_gettysburg::any_ruleset()])
}
