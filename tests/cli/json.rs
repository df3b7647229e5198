//! Every output as JSON has the types of `docs/json.md`, and no key that is not there.

use std::collections::HashMap;

use serde_json::Value;

use crate::Folder;

const PAGE: &str = include_str!("../../docs/json.md");

#[derive(Clone, Debug)]
enum Type {
    Exactly(Value),
    /// A type of TypeScript or of the page.
    Named(String),
    List(Box<Type>),
    Tuple(Vec<Type>),
    OneOf(Vec<Type>),
    Map(Box<Type>),
    /// Keys, whether they are optional, and types.
    Object(Vec<(String, bool, Type)>),
}

/// The types of the page by name.
struct Schema(HashMap<String, Type>);

/// Reads the part of TypeScript that the page is written in.
struct Reader {
    tokens: Vec<String>,
    at: usize,
}

impl Reader {
    fn new(text: &str) -> Reader {
        let mut tokens = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
            let mut rest = line;
            while let Some(first) = rest.chars().next() {
                let length = match first {
                    '"' => rest[1..].find('"').unwrap() + 2,
                    c if c.is_alphanumeric() => {
                        rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
                    }
                    _ => 1,
                };
                let (token, left) = rest.split_at(length);
                if !token.trim().is_empty() {
                    tokens.push(token.to_owned());
                }
                rest = left;
            }
        }
        Reader { tokens, at: 0 }
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].clone()
    }

    fn takes(&mut self, token: &str) -> bool {
        let is = self.tokens.get(self.at).is_some_and(|next| next == token);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, token: &str) {
        assert!(self.takes(token), "{token} after {:?}", &self.tokens[self.at.saturating_sub(8)..self.at]);
    }

    fn schema(mut self) -> Schema {
        let mut all: HashMap<String, Type> = HashMap::new();
        while self.at < self.tokens.len() {
            let (keyword, name) = (self.next(), self.next());
            let of = if keyword == "type" {
                self.expect("=");
                let of = self.of();
                self.expect(";");
                of
            } else {
                assert_eq!(keyword, "interface");
                let mut fields = Vec::new();
                if self.takes("extends") {
                    let Type::Object(inherited) = &all[&self.next()] else {
                        panic!("{name} extends no object")
                    };
                    fields.clone_from(inherited);
                }
                let Type::Object(own) = self.of() else { panic!("{name} is no object") };
                fields.extend(own);
                Type::Object(fields)
            };
            assert!(all.insert(name.clone(), of).is_none(), "{name} is defined twice");
        }
        Schema(all)
    }

    fn of(&mut self) -> Type {
        let mut all = vec![self.one()];
        while self.takes("|") {
            all.push(self.one());
        }
        if all.len() == 1 { all.remove(0) } else { Type::OneOf(all) }
    }

    fn one(&mut self) -> Type {
        let mut of = match self.next().as_str() {
            "(" => {
                let inner = self.of();
                self.expect(")");
                inner
            }
            "[" => {
                let mut all = vec![self.of()];
                while self.takes(",") {
                    all.push(self.of());
                }
                self.expect("]");
                Type::Tuple(all)
            }
            "{" => self.object(),
            token => match serde_json::from_str(token) {
                Ok(value) => Type::Exactly(value),
                Err(_) => Type::Named(token.to_owned()),
            },
        };
        while self.tokens[self.at..].starts_with(&["[".to_owned(), "]".to_owned()]) {
            self.at += 2;
            of = Type::List(Box::new(of));
        }
        of
    }

    fn object(&mut self) -> Type {
        if self.takes("[") {
            self.next();
            [":", "string", "]", ":"].iter().for_each(|token| self.expect(token));
            let of = self.of();
            self.expect("}");
            return Type::Map(Box::new(of));
        }
        let mut fields = Vec::new();
        while !self.takes("}") {
            let key = self.next();
            let optional = self.takes("?");
            self.expect(":");
            fields.push((key, optional, self.of()));
            self.takes(";");
        }
        Type::Object(fields)
    }
}

impl Schema {
    fn of_page() -> Schema {
        let (_, from) = PAGE.split_once("```ts\n").unwrap();
        Reader::new(from.split_once("```").unwrap().0).schema()
    }

    /// Where a value differs from its type, and how.
    fn fault(&self, value: &Value, of: &Type) -> Option<String> {
        let is = |right: bool| (!right).then(|| format!(": {value} is no {of:?}"));
        match of {
            Type::Exactly(exactly) => is(value == exactly),
            Type::Named(name) => match name.as_str() {
                "any" => None,
                "string" => is(value.is_string()),
                "number" => is(value.is_number()),
                "boolean" => is(value.is_boolean()),
                name => self.fault(value, &self.0[name]),
            },
            Type::OneOf(all) => {
                let mut faults: Vec<String> = Vec::new();
                for of in all {
                    faults.push(self.fault(value, of)?);
                }
                // The one that came furthest says most.
                faults.into_iter().max_by_key(|fault| fault.find(':'))
            }
            Type::List(of) => {
                let Some(list) = value.as_array() else { return is(false) };
                let found = list.iter().enumerate().find_map(|(at, one)| Some((at, self.fault(one, of)?)));
                found.map(|(at, fault)| format!("[{at}]{fault}"))
            }
            Type::Tuple(all) => {
                let Some(list) = value.as_array().filter(|list| list.len() == all.len()) else {
                    return is(false);
                };
                list.iter().zip(all).find_map(|(one, of)| self.fault(one, of))
            }
            Type::Map(of) => {
                let Some(map) = value.as_object() else { return is(false) };
                let found = map.iter().find_map(|(key, one)| Some((key, self.fault(one, of)?)));
                found.map(|(key, fault)| format!(".{key}{fault}"))
            }
            Type::Object(fields) => {
                let Some(map) = value.as_object() else { return is(false) };
                if let Some(key) = map.keys().find(|key| fields.iter().all(|(own, ..)| own != *key)) {
                    return Some(format!(".{key}: is not on the page"));
                }
                let found = fields.iter().find_map(|(key, optional, of)| match map.get(key) {
                    Some(one) => Some((key, self.fault(one, of)?)),
                    None if *optional => None,
                    None => Some((key, ": is not there".to_owned())),
                });
                found.map(|(key, fault)| format!(".{key}{fault}"))
            }
        }
    }

    fn check(&self, of: &str, line: &str) {
        self.check_in(&Folder::package(), of, line);
    }

    fn check_in(&self, folder: &Folder, of: &str, line: &str) {
        let (status, out, err) = folder.run(&format!("{line} --format json"));
        let value: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{line}: {err}"));
        let of = if value.get("error").is_some() { "Refusal" } else { of };
        assert_eq!(status == 3 || status == 2, of == "Refusal", "{line}: {err}");
        assert_eq!(self.fault(&value, &Type::Named(of.to_owned())), None, "{line} as {of}");
    }
}

#[test]
fn values_of_another_type_are_reported() {
    let schema = Schema::of_page();
    for (of, text, expected) in [
        ("Num", r#"{"frac": "1/2", "value": 0.5}"#, ""),
        ("Num", r#"{"frac": "1/2"}"#, ".value: is not there"),
        ("Num", r#"{"value": 0.5, "log": 1}"#, ".log: is not on the page"),
        ("Log", r#""inf""#, "is no"),
        ("Interval", "[0.1]", "is no"),
        ("Fold", r#"{"fold": 1, "n": 1, "right": 1, "by_class": {"a": "b"}}"#, ".by_class.a"),
    ] {
        let fault = schema.fault(&serde_json::from_str(text).unwrap(), &Type::Named(of.to_owned()));
        assert_eq!(fault.is_none(), expected.is_empty(), "{text}");
        assert!(fault.unwrap_or_default().contains(expected), "{text}");
    }
    // Every command of the table has a type.
    let rows = PAGE.lines().filter(|line| line.starts_with("| `"));
    let types: Vec<&str> = rows.map(|row| row.split('`').nth(3).unwrap()).collect();
    assert_eq!(types.len(), 18);
    types.iter().for_each(|name| assert!(schema.0.contains_key(*name), "{name}"));
}

#[test]
fn the_json_of_every_sample_has_the_types_of_the_page() {
    let schema = Schema::of_page();
    for (nth, sample) in posterior::table::samples().iter().enumerate() {
        let commands = [
            ("Show", "show"),
            ("Fit", "fit"),
            ("Evaluate", "evaluate"),
            ("Predict", "predict"),
            ("Predict", "predict --all --typicality"),
            ("Explain", "explain --latex --row 1"),
            ("ExplainAgainst", "explain --row 1 --against weka"),
            ("Evaluate", "evaluate --model logistic --split holdout:0.3"),
            ("Compare", "compare --split holdout:0.3"),
        ];
        // Each sample has every other command, its neighbours the others.
        for (of, command) in commands.into_iter().skip(nth % 2).step_by(2) {
            schema.check(of, &format!("{command} sample:{}", sample.name));
        }
    }
}

#[test]
fn the_json_of_every_model_has_the_types_of_the_page() {
    let schema = Schema::of_page();
    for data in ["sample:person", "sample:iris", "sample:loan"] {
        for model in ["gda", "qda", "gaussian", "poisson", "mixed"] {
            schema.check("Fit", &format!("fit {data} --model {model}"));
            schema.check("Explain", &format!("explain {data} --model {model} --row 2"));
            schema.check("Predict", &format!("predict {data} --model {model} --all --typicality"));
        }
    }
    for line in [
        "fit sample:person --model gda --covariance per-class-diagonal",
        "fit sample:iris --features petal_length --bins mdl",
        "fit sample:living-area --bins width:5",
        "fit sample:weather --convention orange",
        "fit sample:spam --event bernoulli",
        "fit sample:spam --stop-words --min-count 2",
        "fit nothing-here.csv",
        "fit sample:weather --target nothing",
    ] {
        schema.check("Fit", line);
    }
}

#[test]
fn other_output_has_the_types_of_the_page() {
    let schema = Schema::of_page();
    let folder = Folder::with(&[("line.csv", "x,y\n1,2\n2,3\n3,5\n")]);
    schema.check_in(&folder, "ExplainLms", "explain line.csv --lms 'y ~ x + x^2' --method kernel");
    schema.check_in(&folder, "ExplainLms", "explain line.csv --lms 'y ~ x' --rate 9e9 --steps 99");
    for (of, line) in [
        ("ExplainQuantity", "explain sample:weather --quantity 'P(Sunny | Yes)'"),
        ("ExplainWhy", "explain sample:weather --why P(Yes)"),
        ("ExplainWhy", "explain sample:person --why 'var(height | male)'"),
        ("ExplainAgainst", "explain sample:person --against weka"),
        ("ExplainNaive", "explain sample:weather --naive=50000"),
        ("ExplainMonomials", "explain sample:iris --row 2 --model qda --route logistic"),
        ("ExplainNaive", "explain sample:iris --row 2 --model gaussian --naive"),
        ("ExplainNaive", "explain sample:subjects --naive"),
        ("Evaluate", "evaluate sample:spam --split leave-one-out"),
        ("Evaluate", "evaluate sample:iris --split folds:3 --predictions"),
        ("Explain", "explain sample:weather --row 1 --decision costs:Yes/No=3,No/Yes=1"),
        ("Evaluate", "evaluate sample:weather --decision costs:Yes/No=3,No/Yes=1"),
        ("Evaluate", "evaluate sample:iris --decision reject:0.9 --split folds:3"),
        ("Predict", "predict sample:iris --all --decision threshold:virginica=0.4"),
        ("Check", "check 3/9 --of 'P(Sunny | Yes)' sample:weather"),
        ("Check", "check 0.35 --of 'P(Sunny | Yes)' sample:weather"),
        ("Check", "check what --of P(Yes) sample:weather"),
        ("Check", "check No --of class sample:weather"),
        ("Mark", "mark tests/data/exercises/answers --exercise tests/data/exercises/weather.toml"),
        ("Course", "practice --list"),
        ("Experiments", "experiments"),
        ("Plot", "plot pair sample:iris"),
        ("Plot", "plot pushed sample:play-tennis"),
    ] {
        schema.check(of, line);
    }
    for experiment in posterior::evaluate::experiments() {
        schema.check("ExperimentDrawn", &format!("experiments {}", experiment.name));
    }
}
