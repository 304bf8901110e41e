//! Every line that `--json` writes in the sessions under `cmd/` is one of the kinds in
//! `docs/schema.json`, and there is a session for each kind.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema.json");

/// A schema in a part of the language of JSON Schema. It rejects what it does not know,
/// so that nothing goes unchecked.
struct Schema(Value);

impl Schema {
    fn read() -> Self {
        Schema(serde_json::from_str(&fs::read_to_string(SCHEMA).unwrap()).unwrap())
    }

    /// What is wrong with a value by a rule, if anything is.
    fn check(&self, rule: &Value, value: &Value) -> Result<(), String> {
        for (keyword, wanted) in rule.as_object().unwrap() {
            self.check_keyword(keyword, wanted, rule, value)
                .map_err(|wrong| format!("{keyword}: {wrong}"))?;
        }
        Ok(())
    }

    fn check_keyword(
        &self,
        keyword: &str,
        wanted: &Value,
        rule: &Value,
        value: &Value,
    ) -> Result<(), String> {
        let object = value.as_object();
        match keyword {
            "$schema" | "$defs" | "title" | "description" => Ok(()),
            "$ref" => self.check(self.definition(wanted.as_str().unwrap()), value),
            "type" => {
                let is = |wanted: &Value| is_of(wanted.as_str().unwrap(), value);
                let fits = wanted.as_array().map_or_else(|| is(wanted), |all| all.iter().any(is));
                ensure(fits, || format!("{value} is no {wanted}"))
            }
            "enum" => ensure(wanted.as_array().unwrap().contains(value), || value.to_string()),
            "minimum" => {
                let fits = value.as_f64().is_none_or(|value| value >= wanted.as_f64().unwrap());
                ensure(fits, || format!("{value} < {wanted}"))
            }
            "items" => {
                let mut items = value.as_array().into_iter().flatten();
                items.try_for_each(|item| self.check(wanted, item))
            }
            "required" => wanted.as_array().unwrap().iter().try_for_each(|key| {
                let has = object.is_none_or(|object| object.contains_key(key.as_str().unwrap()));
                ensure(has, || format!("{key} is missing"))
            }),
            "properties" => wanted.as_object().unwrap().iter().try_for_each(|(key, rule)| {
                let value = object.and_then(|object| object.get(key));
                value
                    .map_or(Ok(()), |value| self.check(rule, value))
                    .map_err(|e| format!("{key}: {e}"))
            }),
            "additionalProperties" => {
                assert_eq!(wanted, false, "only false is understood");
                let known = rule["properties"].as_object().unwrap();
                let more =
                    object.and_then(|object| object.keys().find(|&key| !known.contains_key(key)));
                ensure(more.is_none(), || format!("{more:?}"))
            }
            "anyOf" | "oneOf" => {
                let results = wanted.as_array().unwrap().iter().map(|rule| self.check(rule, value));
                let (fit, wrong): (Vec<_>, Vec<_>) = results.partition(Result::is_ok);
                let enough = if keyword == "oneOf" { fit.len() == 1 } else { !fit.is_empty() };
                ensure(enough, || format!("{} fit; {wrong:?}", fit.len()))
            }
            _ => panic!("'{keyword}' is not understood"),
        }
    }

    fn definition(&self, path: &str) -> &Value {
        let name = path.strip_prefix("#/$defs/").unwrap();
        self.0["$defs"].get(name).unwrap_or_else(|| panic!("no definition '{name}'"))
    }

    /// The kind of line that a value is.
    fn kind(&self, value: &Value) -> Option<&str> {
        let kinds = self.0["oneOf"].as_array().unwrap().iter();
        let mut names = kinds.map(|kind| kind["$ref"].as_str().unwrap());
        names.find(|name| self.check(self.definition(name), value).is_ok())
    }
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "null" => value.is_null(),
        _ => panic!("type '{kind}' is not understood"),
    }
}

fn ensure(fits: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if fits { Ok(()) } else { Err(wrong()) }
}

/// The command lines of the sessions whose output is JSON.
fn sessions() -> Vec<String> {
    let mut commands = Vec::new();
    for file in fs::read_dir("tests/cmd").unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let lines = text.lines().filter_map(|line| line.strip_prefix("$ fewest "));
        let json = lines.filter(|line| {
            line.contains("--json") || line.contains("table") && line.contains("json")
        });
        commands.extend(json.map(String::from));
    }
    commands.sort();
    commands
}

/// The names that `--algorithm` takes.
fn algorithms() -> BTreeSet<String> {
    let listed = output("list --json");
    let puzzles = listed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let names = puzzles.flat_map(|puzzle| puzzle["algorithms"].as_array().unwrap().clone());
    names.map(|algorithm| algorithm["name"].as_str().unwrap().to_string()).collect()
}

fn output(line: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    let output = command.args(line.split_whitespace()).stdin(Stdio::null()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_line_of_json_is_of_one_kind() {
    let schema = Schema::read();
    let (sessions, algorithms) = (sessions(), algorithms());
    let mut kinds = BTreeSet::new();
    let mut lines = 0;
    for session in &sessions {
        for line in output(session).lines() {
            let value =
                serde_json::from_str(line).unwrap_or_else(|e| panic!("{session}: {e}: {line}"));
            let checked = schema.check(&schema.0, &value);
            assert!(checked.is_ok(), "fewest {session}\n{line}\n{}", checked.unwrap_err());
            if let Some(algorithm) = value.get("algorithm") {
                assert!(algorithms.contains(algorithm.as_str().unwrap()), "{session}: {algorithm}");
            }
            kinds.extend(schema.kind(&value));
            lines += 1;
        }
    }
    println!(
        "{lines} lines of JSON of {} commands checked, of {} kinds",
        sessions.len(),
        kinds.len()
    );
    let all =
        schema.0["oneOf"].as_array().unwrap().iter().map(|kind| kind["$ref"].as_str().unwrap());
    assert_eq!(kinds, all.collect(), "a kind of line has no session");
}

#[test]
fn what_is_wrong_is_refused() {
    let schema = Schema::read();
    let line = output("check tests/boards/near.txt tests/boards/near.plan --json");
    let right: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(schema.check(&schema.0, &right), Ok(()));
    for (key, value) in [
        ("moves", Value::from("2")),
        ("moves", Value::from(-1)),
        ("moves", Value::from(1.5)),
        ("status", Value::from("good")),
        ("surprise", Value::from(1)),
    ] {
        let mut wrong = right.clone();
        wrong[key] = value;
        assert!(schema.check(&schema.0, &wrong).is_err(), "{wrong}");
    }
    let mut less = right.clone();
    less.as_object_mut().unwrap().remove("version");
    assert!(schema.check(&schema.0, &less).is_err());
}
