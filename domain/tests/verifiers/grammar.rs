//! The grammar of records as a test reads it: checks bodies, makes them, and prints it as tables.

use domain::referee::BotRng;
use serde_json::{Map, Value, json};

/// `grammar.json`, read.
pub struct Grammar(Value);

impl Grammar {
    /// Reads it.
    pub fn read(text: &str) -> Grammar {
        Grammar(serde_json::from_str(text).unwrap())
    }

    /// All kinds.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.0["kinds"].as_object().unwrap().keys().map(String::as_str)
    }

    fn fields(&self, kind: &str) -> Option<&Map<String, Value>> {
        self.0["kinds"].get(kind)?.as_object()
    }

    /// Whether a body is canonical and of a kind and shape that the grammar knows.
    pub fn accepts(&self, body: &str) -> bool {
        if domain::log::canonical::check(body).is_err() {
            return false;
        }
        let Ok(value) = serde_json::from_str::<Value>(body) else { return false };
        let Some(object) = value.as_object().filter(|o| o.len() == 2) else { return false };
        let (Some(Value::String(kind)), Some(what)) = (object.get("kind"), object.get("what")) else { return false };
        self.fields(kind).is_some_and(|fields| self.shaped(what, fields))
    }

    fn shaped(&self, value: &Value, fields: &Map<String, Value>) -> bool {
        let Some(object) = value.as_object() else { return false };
        object.len() == fields.len()
            && fields.iter().all(|(f, t)| object.get(f).is_some_and(|v| self.fits(v, t.as_str().unwrap())))
    }

    fn fits(&self, value: &Value, name: &str) -> bool {
        if let Some(name) = name.strip_suffix('*') {
            return value.as_array().is_some_and(|list| list.iter().all(|v| self.fits(v, name)));
        }
        if let Some(name) = name.strip_suffix('?') {
            return value.is_null() || self.fits(value, name);
        }
        let rule = &self.0["types"][name];
        let of = |v: &Value| self.fits(v, rule["of"].as_str().unwrap());
        match rule["is"].as_str().unwrap() {
            "any" => true,
            "audience" => serde_json::from_value::<[u8; 2]>(value.clone()).is_ok_and(|[kind, n]| match kind {
                0 => n == 0,
                1 => n == 1 || n == 2,
                kind => kind < 4,
            }),
            "bool" => value.is_boolean(),
            "text" => value.is_string(),
            "integer" => value
                .as_i64()
                .is_some_and(|n| (rule["from"].as_i64().unwrap()..=rule["to"].as_i64().unwrap()).contains(&n)),
            "hex" => value.as_str().is_some_and(|s| {
                let size = rule["bytes"].as_u64().map_or(s.len().is_multiple_of(2), |n| s.len() as u64 == 2 * n);
                size && s.bytes().all(|b| b"0123456789abcdef".contains(&b))
            }),
            "word" => rule["of"].as_array().unwrap().contains(value),
            "pair" => value.as_array().is_some_and(|p| p.len() == 2 && p.iter().all(of)),
            "map" => value.as_object().is_some_and(|m| m.values().all(of)),
            "either" => value.as_object().is_some_and(|o| {
                o.len() == 1
                    && o.iter().all(|(k, v)| rule["of"].get(k).is_some_and(|t| self.fits(v, t.as_str().unwrap())))
            }),
            "object" => self.shaped(value, rule["fields"].as_object().unwrap()),
            other => panic!("the grammar has no {other}"),
        }
    }

    /// A body of a kind: its bytes.
    pub fn body(&self, kind: &str, rng: &mut BotRng) -> String {
        let fields = self.fields(kind).unwrap();
        json!({"kind": kind, "what": self.object(fields, rng)}).to_string()
    }

    fn object(&self, fields: &Map<String, Value>, rng: &mut BotRng) -> Value {
        fields.iter().map(|(f, t)| (f.clone(), self.made(t.as_str().unwrap(), rng))).collect::<Map<_, _>>().into()
    }

    fn made(&self, name: &str, rng: &mut BotRng) -> Value {
        if let Some(name) = name.strip_suffix('*') {
            return (0..rng.below(4)).map(|_| self.made(name, rng)).collect();
        }
        if let Some(name) = name.strip_suffix('?') {
            return if rng.below(3) == 0 { Value::Null } else { self.made(name, rng) };
        }
        let rule = &self.0["types"][name];
        let hex = |bytes: usize, rng: &mut BotRng| -> Value {
            (0..bytes).map(|_| format!("{:02x}", rng.below(256))).collect::<String>().into()
        };
        let texts = ["", "a", "Zoë", "one two", "\"quoted\" \\ back", "line\nfeed\t\u{1}", "où", "ﬁn de partie 🎲"];
        match rule["is"].as_str().unwrap() {
            "any" => json!({"a": [1, null, true, "x"], "b": {"c": -7}}),
            "audience" => match rng.below(4) {
                0 => json!([0, 0]),
                1 => json!([1, 1 + rng.below(2)]),
                kind => json!([kind, rng.below(256)]),
            },
            "bool" => (rng.below(2) == 0).into(),
            "text" => (*rng.pick(&texts).unwrap()).into(),
            "integer" => {
                let (from, to) = (rule["from"].as_i64().unwrap(), rule["to"].as_i64().unwrap());
                let some = from.saturating_add(rng.below(1000) as i64).min(to);
                (*rng.pick(&[from, to, some]).unwrap()).into()
            }
            "hex" => match rule["bytes"].as_u64() {
                Some(bytes) => hex(bytes as usize, rng),
                None => hex(rng.below(90), rng),
            },
            "word" => rng.pick(rule["of"].as_array().unwrap()).unwrap().clone(),
            "pair" => (0..2).map(|_| self.made(rule["of"].as_str().unwrap(), rng)).collect(),
            "map" => (0..rng.below(3))
                .map(|i| (format!("key-{i}"), self.made(rule["of"].as_str().unwrap(), rng)))
                .collect::<Map<_, _>>()
                .into(),
            "either" => {
                let ways: Vec<(&String, &Value)> = rule["of"].as_object().unwrap().iter().collect();
                let (key, name) = rng.pick(&ways).unwrap();
                json!({ key.as_str(): self.made(name.as_str().unwrap(), rng) })
            }
            _ => self.object(rule["fields"].as_object().unwrap(), rng),
        }
    }

    /// The grammar as two tables of Markdown.
    pub fn tables(&self) -> String {
        let listed = |fields: &Value| {
            let fields = fields.as_object().unwrap().iter();
            fields.map(|(f, t)| format!("`{f}` {}", t.as_str().unwrap())).collect::<Vec<_>>().join(", ")
        };
        let mut text = String::from("| kind | fields of `what` with their types |\n| --- | --- |\n");
        for kind in self.kinds() {
            text += &format!("| `{kind}` | {} |\n", listed(&self.0["kinds"][kind]));
        }
        text += "\n| kind of a private entry | fields of `what` with their types |\n| --- | --- |\n";
        for (kind, fields) in self.0["private"].as_object().unwrap() {
            text += &format!("| `{kind}` | {} |\n", listed(fields));
        }
        text += "\n| type | what it is |\n| --- | --- |\n";
        for (name, rule) in self.0["types"].as_object().unwrap() {
            let is = match rule["is"].as_str().unwrap() {
                "any" => "any canonical JSON".to_owned(),
                "audience" => {
                    "a list of two integers: 0 and 0; 1 and 1 or 2; 2 and 0 to 255; 3 and 0 to 255".to_owned()
                }
                "bool" => "`true` or `false`".to_owned(),
                "text" => "a string".to_owned(),
                "integer" => format!("an integer from {} to {}", rule["from"], rule["to"]),
                "hex" => match rule["bytes"].as_u64() {
                    Some(bytes) => format!("{bytes} bytes in lower-case hex"),
                    None => "any number of bytes in lower-case hex".to_owned(),
                },
                "word" => rule["of"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|w| format!("`{}`", w.as_str().unwrap()))
                    .collect::<Vec<_>>()
                    .join(" or "),
                "pair" => format!("a list of two: {0}, {0}", rule["of"].as_str().unwrap()),
                "map" => format!("an object from any keys to {}", rule["of"].as_str().unwrap()),
                "either" => format!("an object of exactly one of {}", listed(&rule["of"])),
                _ => format!("an object: {}", listed(&rule["fields"])),
            };
            text += &format!("| {name} | {is} |\n");
        }
        text
    }
}
