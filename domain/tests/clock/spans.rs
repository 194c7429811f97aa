//! Spans: whatever is masked, time adds up.

use domain::clock::{Span, Spans};
use domain::log::Millis;
use proptest::prelude::*;

fn span() -> impl Strategy<Value = Span> {
    let small = (0_u64..2000, 0_u64..300).prop_map(|(from, len)| Span::new(Millis(from), Millis(from + len)));
    let absurd = (any::<u64>(), any::<u64>()).prop_map(|(from, until)| Span::new(Millis(from), Millis(until)));
    prop_oneof![9 => small, 1 => absurd]
}

fn instant() -> impl Strategy<Value = Millis> {
    prop_oneof![9 => 0_u64..2500, 1 => any::<u64>()].prop_map(Millis)
}

proptest! {
    #[test]
    fn the_order_does_not_matter(spans in prop::collection::vec(span(), 0..20), turn in any::<prop::sample::Index>()) {
        let one: Spans = spans.iter().copied().collect();
        let mut other = spans.clone();
        other.rotate_left(if spans.is_empty() { 0 } else { turn.index(spans.len()) });
        other.reverse();
        prop_assert_eq!(&one, &other.into_iter().collect());
        // Doing it again changes nothing, and none touches the next.
        prop_assert_eq!(&one, &one.iter().collect());
        let kept: Vec<Span> = one.iter().collect();
        prop_assert!(kept.windows(2).all(|s| s[0].until < s[1].from) && kept.iter().all(|s| !s.is_empty()));
    }

    #[test]
    fn an_instant_is_masked_if_any_span_holds_it(spans in prop::collection::vec(span(), 0..20), at in instant()) {
        let set: Spans = spans.iter().copied().collect();
        prop_assert_eq!(set.over(at).is_some(), spans.iter().any(|s| s.holds(at)));
    }

    #[test]
    fn splitting_time_is_additive(spans in prop::collection::vec(span(), 0..20), mut at in [instant(), instant(), instant()]) {
        at.sort();
        let set: Spans = spans.into_iter().collect();
        let [a, b, c] = at;
        let whole = set.outside(Span::new(a, c));
        prop_assert_eq!(whole, set.outside(Span::new(a, b)) + set.outside(Span::new(b, c)));
        prop_assert!(whole <= c.0 - a.0);
    }

    #[test]
    fn the_instant_reached_is_the_first(spans in prop::collection::vec(span(), 0..20), from in 0_u64..2500, time in 1_u64..3000) {
        let set: Spans = spans.into_iter().collect();
        let from = Millis(from);
        prop_assert_eq!(set.reach(from, 0), Some(from));
        match set.reach(from, time) {
            Some(at) => {
                prop_assert_eq!(set.outside(Span::new(from, at)), time);
                prop_assert_eq!(set.outside(Span::new(from, Millis(at.0 - 1))), time - 1);
            }
            None => prop_assert!(set.outside(Span::new(from, Millis(u64::MAX))) < time),
        }
    }

    #[test]
    fn a_cut_leaves_what_came_before(spans in prop::collection::vec(span(), 0..20), cut in instant(), at in instant()) {
        let mut set: Spans = spans.into_iter().collect();
        let was = set.over(at).is_some();
        set.cut(cut);
        prop_assert_eq!(set.over(at).is_some(), was && at < cut);
    }
}
