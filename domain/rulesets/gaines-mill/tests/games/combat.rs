//! §7: combat in general.

use crate::table::Table;

/// The worked example of §7.4: strength 7, two dice and four steps make 11, differential -4.
#[test]
fn the_worked_example_comes_out_as_printed() {
    let mut table = Table::study(&[
        "place G.B. Anderson 0812 activated",
        "place Meade 0813 disrupted",
        "place Ripley 0713 activated",
        "turn 3 confederate close",
    ]);
    table.confederate("G.B. Anderson attack 0813", &[3, 4]);
    assert_eq!(
        table.story()[0],
        "G.B. Anderson closes with Meade: 4 steps +3 morale +1 support +1 disrupted −2 stream = 7; \
         Meade rolls 3+4, 4 steps = 11; −4: AC1."
    );
    assert_eq!(table.unit("G.B. Anderson").steps, 3);
    assert_eq!(table.unit("Meade").steps, 4);
}
