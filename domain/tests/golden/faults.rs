//! Golden logs with one fault each: what a clumsy forger does to a file, and what a careful one does, who writes every later record
//! anew so that the chain holds again.

use super::forger::{forge, reseal};
use domain::log::{Record, export};
use serde_json::{Value, json};

/// The faulty files made of a sound log: the name of each and its text.
pub fn all(prefix: &str, log: &[Record]) -> Vec<(String, String)> {
    let text = export(log);
    let first = |pick: &dyn Fn(&Value) -> bool| {
        let found = log.iter().find(|r| pick(&serde_json::from_str(&r.body).expect("a body")));
        found.expect("such a record").seq
    };
    let rolled = first(&|b| b["kind"] == "order/1" && b["what"]["rolls"] != json!([]));
    let order = first(&|b| b["kind"] == "order/1");
    let handed = first(&|b| b["kind"] == "hand-over/1");
    let sealed = first(&|b| b["kind"] == "standing/1");
    let opened = first(&|b| b["kind"] == "opening/1");
    let answered = first(&|b| b["kind"] == "order/1" && b["what"]["standing"] != Value::Null);
    let result = log.len() as u64;
    let lines: Vec<&str> = text.lines().collect();

    let mut faults: Vec<(&str, String)> = Vec::new();
    let body = &log[order as usize - 1].body;
    let changed = body.replacen("\"at\":17", "\"at\":18", 1);
    let line = |b: &str| serde_json::to_string(b).expect("text");
    faults.push(("a-byte", text.replacen(&line(body), &line(&changed), 1)));
    faults.push(("cut-short", lines[..lines.len() - 4].join("\n") + "\n"));
    faults.push(("no-end", lines[..lines.len() - 1].join("\n") + "\n"));
    let mut swapped = log.to_vec();
    swapped.swap(order as usize, order as usize + 1);
    faults.push(("swapped", export(&swapped)));
    let mut left_out = log.to_vec();
    left_out.remove(rolled as usize - 1);
    reseal(&mut left_out);
    faults.push(("a-roll-left-out", export(&left_out)));
    faults.push(("another-face", forge(log, rolled, |what| turn(&mut what["rolls"][0]["faces"][0]))));
    faults.push(("another-link", forge(log, rolled, |what| what["dice"]["server"] = json!("5a".repeat(32)))));
    faults.push(("another-fact", forge(log, order, |what| what["facts"].as_array_mut().expect("facts").truncate(0))));
    faults.push((
        "an-order-by-the-other",
        forge(log, order, |what| what["seat"] = json!(1 - what["seat"].as_i64().expect("a seat"))),
    ));
    faults.push(("another-state", forge(log, handed, |what| what["state"] = json!("00".repeat(32)))));
    faults.push(("another-seal", forge(log, sealed, |what| what["seal"] = json!("11".repeat(32)))));
    faults.push(("another-key", forge(log, opened, |what| what["key"] = json!("22".repeat(32)))));
    faults.push(("another-reason", forge(log, answered, |what| what["standing"]["reason"] = json!("because"))));
    faults.push(("another-result", forge(log, result, |what| what["points"] = json!(99))));
    faults.push(("an-unknown-field", forge(log, order, |what| what["wish"] = json!(1))));
    faults.push((
        "another-head",
        text.replace(&format!("\"head\":\"{}\"", log[log.len() - 1].hash), &format!("\"head\":\"{}\"", log[0].hash)),
    ));
    faults.into_iter().map(|(name, text)| (format!("{prefix}-fault-{name}.log"), text)).collect()
}

fn turn(face: &mut Value) {
    *face = json!(face.as_i64().expect("a face") % 6 + 1);
}
