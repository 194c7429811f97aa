//! Canonical bytes: what is written is RFC 8785, and nothing else is let in.

use domain::clock::{Bank, Calendar, CalendarRules, Claim, ClockTerms, Control, Night, Span};
use domain::log::canonical::{check, nfc};
use domain::log::seal::{SealKey, Sealed};
use domain::log::*;
use domain::referee::{SeatId, Side};
use proptest::prelude::*;
use serde_json::Value;

/// RFC 8785 as far as the log uses it, written another way: serde_json's own maps are sorted, and it escapes as the RFC says.
fn oracle(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort_by_key(|k| k.encode_utf16().collect::<Vec<u16>>());
            let items: Vec<String> =
                keys.iter().map(|k| format!("{}:{}", Value::from(k.as_str()), oracle(&map[*k]))).collect();
            format!("{{{}}}", items.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(oracle).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-(1_i64 << 53)..=1 << 53).prop_map(Value::from),
        any::<String>().prop_map(|s| Value::from(nfc(&s))),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map("[ -!#-\\[\\]-~]{0,8}", inner, 0..6)
                .prop_map(|m| Value::Object(m.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn what_rfc_8785_writes_is_canonical(value in json()) {
        let text = oracle(&value);
        prop_assert_eq!(check(&text), Ok(()));
        prop_assert_eq!(serde_json::to_string(&value).unwrap(), text);
    }

    #[test]
    fn what_is_canonical_is_what_rfc_8785_would_write(value in json(), at: prop::sample::Index, byte in 0x20_u8..0x7f) {
        // One byte changed: if it still passes, it is another value's canonical text.
        let mut bytes = oracle(&value).into_bytes();
        let at = at.index(bytes.len());
        if bytes[at].is_ascii() {
            bytes[at] = byte;
        }
        let text = String::from_utf8(bytes).unwrap();
        if check(&text).is_ok() {
            prop_assert_eq!(oracle(&serde_json::from_str(&text).unwrap()), text);
        }
    }

    #[test]
    fn bodies_are_canonical(name in any::<String>(), at in 0_u64..1 << 53, seat: u8, points: i32, accept: bool) {
        let hash = Hash32::of(name.as_bytes());
        let at = Millis(at);
        let seat = SeatId(seat);
        let anchors = PlayerAnchors { handover: hash, player: hash };
        let level = nfc(&name);
        let span = Span::new(at, at);
        let control = Control::Bank(Bank { bank: at.0, cap: at.0, increment: at.0 });
        let terms = ClockTerms { claim: Claim::Adjudication, control, leave: 9, stand_in: accept };
        let rules = CalendarRules {
            holidays: vec![level.clone()],
            nights: accept.then_some(Night { from: 1, until: 2 }),
            weekend: vec![6, 7],
            zone: level.clone(),
        };
        let calendar = Calendar { masked: vec![span, span], rules, until: at };
        let bodies = [
            Body::Join(Join { anchors, at, bot: None, name: level.clone(), phrase: level.clone(), seat }),
            Body::HandOver(HandOver { at, from: seat, index: 1, link: hash, side: Side::Union, state: hash, to: vec![seat] }),
            Body::NextAnchor(NextAnchor { anchor: hash, at, chain: ChainKind::Player, seat, start: 4096 }),
            Body::Standing(StandingOrders { at, seal: hash, sealed: "00".into(), seat, slot: 1 }),
            Body::DrawOffer(DrawOffer { at, seat }),
            Body::DrawAnswer(DrawAnswer { accept, at, seat }),
            Body::TakebackOffer(TakebackOffer { at, back_to: 7, dice: 3, orders: 2, reason: level.clone(), seat }),
            Body::TakebackAnswer(TakebackAnswer { accept, at, seat }),
            Body::Hands(Hands { agreed: vec![seat], at, bot: None, name: level.clone(), seat, why: HandsWhy::StandIn }),
            Body::HandsChange(HandsChange { agreed: vec![seat], at, bot: Some("b".into()), from: level.clone(), name: level.clone(), own: accept, seat, why: HandsWhy::Return }),
            Body::Resign(Resign { at, seat }),
            Body::Opening(Opening { at, key: hash, seat }),
            Body::Clock(ClockSet { at, terms }),
            Body::Clock(ClockSet { at, terms: ClockTerms { control: Control::Days(3), ..terms } }),
            Body::Calendar(CalendarSet { at, calendar, seat }),
            Body::Leave(LeaveTaken { at, seat, span }),
            Body::LeaveEnd(LeaveEnd { at, seat }),
            Body::PauseOffer(PauseOffer { at, seat, until: accept.then_some(at) }),
            Body::PauseAnswer(PauseAnswer { accept, at, seat }),
            Body::PauseEnd(PauseEnd { at, resumes: at, seat }),
            Body::Grant(Grant { at, by: seat, seat, time: at.0 }),
            Body::Excuse(Excuse { at, reason: level.clone(), span }),
            Body::Judgement(Judgement { arbiter: level.clone(), at, back_to: accept.then_some(3), reason: level.clone(), record: 9 }),
            Body::TimeClaim(TimeClaim { at, by: seat, seat }),
            Body::Result(GameResult { at, level: level.clone(), points, reason: Reason::Rules, state: hash, winner: None }),
            Body::of_result(GameResult { at, level, points, reason: Reason::Forfeit, state: hash, winner: None }),
        ];
        let mut prev = Hash32::ZERO;
        let mut records = Vec::new();
        for (seq, body) in (1..).zip(&bodies) {
            let record = Record::seal(GameId([1; 16]), seq, prev, body).unwrap();
            prop_assert_eq!(&oracle(&serde_json::from_str(&record.body).unwrap()), &record.body);
            prop_assert_eq!(record.check_after(GameId([1; 16]), seq - 1, prev), Ok(()));
            prev = record.hash;
            records.push(record);
        }
        // The file gives back every byte.
        prop_assert_eq!(import(&export(&records)).unwrap().records, records);
    }

    #[test]
    fn what_is_sealed_opens_with_its_key_only(value in prop::collection::vec(any::<u8>(), 0..3000), slot: u32, flip: prop::sample::Index) {
        let key = SealKey::new(GameId([1; 16]), 1, [4; 32]);
        let sealed = key.seal(slot, &value);
        prop_assert!([68, 260].contains(&sealed.bytes.len()) || sealed.bytes.len() % 1024 == 4);
        prop_assert_eq!(key.open(slot, &sealed), Some(value));
        prop_assert_eq!(key.open(slot ^ 1, &sealed), None);
        for other in [SealKey::new(GameId([1; 16]), 2, [4; 32]), SealKey::new(GameId([2; 16]), 1, [4; 32]), SealKey::new(GameId([1; 16]), 1, [5; 32])] {
            prop_assert_eq!(other.open(slot, &sealed), None);
        }
        let mut bytes = sealed.bytes.clone();
        let at = flip.index(bytes.len());
        bytes[at] ^= 1;
        prop_assert_eq!(key.open(slot, &Sealed { bytes, ..sealed }), None);
    }
}

#[test]
fn other_spellings_are_refused() {
    for text in [
        "",
        " 1",
        "1 ",
        "01",
        "-0",
        "+1",
        "1.0",
        "1e3",
        "9007199254740993",
        "-9007199254740993",
        "[1, 2]",
        "[1,]",
        "{\"b\":1,\"a\":1}",
        "{\"a\":1,\"a\":1}",
        "{\"\u{e9}\":1}",
        "{\"a\" :1}",
        "{a:1}",
        "\"\\u0041\"",
        "\"\\u000a\"",
        "\"\\u001F\"",
        "\"\\/\"",
        "\"e\u{301}\"",
        "\"\n\"",
        "\"",
        "nul",
        "tru",
        "[",
        "{\"a\":1",
        "\"\\ud83d\\ude00\"",
        "\u{feff}1",
        "NaN",
    ] {
        assert!(check(text).is_err(), "{text:?}");
    }
    for text in
        ["9007199254740992", "-1", "0", "\"\\u001f\\n\\\"\\\\\u{7f}é\u{1f3b2}\"", "{\"a\":[],\"b\":{}}", "{\"\":null}"]
    {
        assert_eq!(check(text), Ok(()), "{text:?}");
    }
    assert!(check(&"[".repeat(100_000)).is_err(), "hostile nesting does not exhaust the stack");
}

#[test]
fn a_record_that_would_not_be_canonical_is_not_written() {
    let at = Millis(1);
    let resign = Body::Resign(Resign { at: Millis(u64::MAX), seat: SeatId(0) });
    assert!(Record::seal(GameId([0; 16]), 1, Hash32::ZERO, &resign).is_err(), "a time beyond 2^53");
    let facts = |text: &str| vec![serde_json::value::RawValue::from_string(text.into()).unwrap()];
    let ruling = |text: &str| Body::Ruling(Ruling { at, facts: facts(text), line: "x".into() });
    assert!(Record::seal(GameId([0; 16]), 1, Hash32::ZERO, &ruling("{\"a\":1,\"b\":2}")).is_ok());
    for text in ["{\"b\":1,\"a\":2}", "{\"a\":0.5}", "{\"a\": 1}"] {
        assert!(Record::seal(GameId([0; 16]), 1, Hash32::ZERO, &ruling(text)).is_err(), "{text}");
    }
}

#[test]
fn one_value_has_one_spelling() {
    let hash = Hash32::of(b"");
    assert_eq!(hash.to_string(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_eq!(hash.to_string().parse(), Ok(hash));
    assert!(hash.to_string().to_uppercase().parse::<Hash32>().is_err());
    assert!(hash.to_string()[1..].parse::<Hash32>().is_err());
    assert!("0123".parse::<GameId>().is_err());
}

/// One value, one spelling: what is written is read back, and any other spelling is refused.
#[test]
fn hashes_are_read_in_lower_case_hexadecimal_of_their_length_only() {
    let hash = Hash32::of(b"Antietam");
    let text = hash.to_string();
    assert_eq!(text.parse(), Ok(hash));
    let wrong = Err(NotHex { bytes: 32 });
    assert_eq!(text.to_uppercase().parse::<Hash32>(), wrong);
    for bad in ["", &text[1..], &text[2..], &format!("{text}00"), &format!("{text}0")] {
        assert_eq!(bad.parse::<Hash32>(), wrong, "{bad}");
    }
    for place in 0..text.len() {
        for byte in ['g', ' ', '/', ':', '`', 'A', '\0'] {
            let mut bad = text.clone();
            bad.replace_range(place..=place, &byte.to_string());
            assert_eq!(bad.parse::<Hash32>(), wrong, "{bad}");
        }
    }
    // As long in bytes, but not in digits.
    assert_eq!(format!("{}é", &text[2..]).parse::<Hash32>(), wrong);
}
