//! What is done with a posterior: the action of least expected cost, a threshold, or no answer where none is sure enough.

use std::fmt;
use std::str::FromStr;

use num_rational::BigRational;
use num_traits::One;
use toml::de::ValueDeserializer;
use toml::{Table as Toml, Value};

use super::file::{bad, unknown_word};
use super::option::{Held, Shape, Unread, scalar};
use super::{Costs, Written};
use crate::problem::Problem;
use crate::text::brief;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The action whose expected cost is least.
    Costs(Costs),
    /// A class from a posterior on, and else the most probable other one.
    Threshold {
        positive: String,
        /// From which posterior on it is named.
        at: Written,
    },
    /// The most probable class, and nothing where its posterior is less than this.
    RejectBelow(Written),
    /// Costs that stand in a CSV: a row an action, a column a class.
    File(String),
}

/// The ways to say it behind a flag.
pub(super) const WAYS: &str =
    "write file:COSTS.csv, costs:well/ill=8,ill/well=1, threshold:ill=1/3 or reject:2/3";

impl Decision {
    /// A class from a posterior on.
    ///
    /// # Errors
    /// When the posterior is no number from 0 to 1.
    pub fn threshold(positive: &str, at: &str) -> Result<Decision, Problem> {
        Ok(Decision::Threshold { positive: positive.to_owned(), at: share(at, "threshold")? })
    }

    /// No answer where the largest posterior is less than this.
    ///
    /// # Errors
    /// When it is no number from 0 to 1.
    pub(crate) fn reject_below(bound: &str) -> Result<Decision, Problem> {
        Ok(Decision::RejectBelow(share(bound, "bound of a rejection")?))
    }

    /// The same with the costs of a file read.
    ///
    /// # Errors
    /// When the file cannot be read, or is no table of costs.
    pub fn read(&self) -> Result<Decision, Problem> {
        match self {
            Decision::File(path) => Costs::read(path).map(Decision::Costs),
            other => Ok(other.clone()),
        }
    }

    pub fn file(&self) -> Option<&str> {
        if let Decision::File(path) = self { Some(path) } else { None }
    }

    fn of_table(table: Toml) -> Result<Decision, Unread> {
        let known = ["actions", "cost", "positive", "threshold", "reject_below", "file"];
        if let Some(key) = table.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(unknown_word("key of [decision]", key, &known).into());
        }
        let text = |key: &str| table.get(key).map(scalar);
        let costs = table.contains_key("cost") || table.contains_key("actions");
        let kinds = [
            costs,
            table.contains_key("threshold"),
            table.contains_key("reject_below"),
            table.contains_key("file"),
        ];
        if kinds.iter().filter(|said| **said).count() != 1 {
            let what = "[decision] needs one of: costs, a threshold, a reject bound";
            return Err(Problem::usage(
                what,
                "write actions and cost, or positive and threshold, or reject_below",
            )
            .into());
        }
        if table.contains_key("positive") != table.contains_key("threshold") {
            let what = "[decision] has a threshold without a class, or a class without a threshold";
            return Err(Problem::usage(what, "write both: positive = \"ill\" and threshold = \"1/3\"").into());
        }
        if let (Some(positive), Some(at)) = (text("positive"), text("threshold")) {
            return Ok(Decision::threshold(&positive, &at)?);
        }
        if let Some(bound) = text("reject_below") {
            return Ok(Decision::reject_below(&bound)?);
        }
        if let Some(path) = text("file") {
            return Ok(Decision::File(path));
        }
        let wrong = || {
            let what = "the costs of [decision] cannot be read";
            Problem::usage(
                what,
                "write actions = [\"treat\", \"wait\"] and a table [decision.cost.\"treat\"] for each of them",
            )
        };
        let actions = match table.get("actions") {
            None => Vec::new(),
            Some(Value::Array(names)) => names.iter().map(scalar).collect(),
            Some(_) => return Err(wrong().into()),
        };
        let mut said = Vec::new();
        for (action, row) in table.get("cost").and_then(Value::as_table).ok_or_else(wrong)? {
            for (class, cost) in row.as_table().ok_or_else(wrong)? {
                said.push((action.clone(), class.clone(), scalar(cost)));
            }
        }
        Ok(Decision::Costs(Costs::new(actions, said)?))
    }
}

fn share(text: &str, what: &'static str) -> Result<Written, Problem> {
    let read = Written::non_negative(text, what)?;
    if *read.value() > BigRational::one() {
        let problem = Problem::usage(
            format!("the {what} is {}, and a posterior is at most 1", brief(read.text())),
            "write a number from 0 to 1, such as 0.2 or 1/3",
        );
        return Err(Problem { value: Some(text.to_owned()), ..problem });
    }
    Ok(read)
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::File(path) => write!(f, "file:{path}"),
            Decision::Threshold { positive, at } => write!(f, "threshold:{positive}={}", at.text()),
            Decision::RejectBelow(bound) => write!(f, "reject:{}", bound.text()),
            Decision::Costs(costs) => {
                f.write_str("costs:")?;
                let all = costs
                    .cells()
                    .flat_map(|(action, row)| row.map(move |(class, cost)| (action, class, cost)));
                for (at, (action, class, cost)) in all.enumerate() {
                    let comma = if at == 0 { "" } else { "," };
                    write!(f, "{comma}{action}/{class}={}", cost.text())?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for Decision {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || bad("is no decision", text, WAYS);
        let (kind, rest) = text.trim().split_once(':').ok_or_else(wrong)?;
        match kind {
            "file" if !rest.is_empty() => Ok(Decision::File(rest.to_owned())),
            "reject" => Decision::reject_below(rest),
            "threshold" => {
                let (class, at) = rest.rsplit_once('=').ok_or_else(wrong)?;
                Decision::threshold(class.trim(), at)
            }
            "costs" => {
                let part = |part: &str| {
                    let (pair, cost) = part.rsplit_once('=')?;
                    let (action, class) = pair.split_once('/')?;
                    Some((action.trim().to_owned(), class.trim().to_owned(), cost.trim().to_owned()))
                };
                let said =
                    rest.split(',').map(|one| part(one).ok_or_else(wrong)).collect::<Result<_, _>>()?;
                Ok(Decision::Costs(Costs::new(Vec::new(), said)?))
            }
            _ => Err(wrong()),
        }
    }
}

/// A table in a file, a text behind a flag.
impl Held for Decision {
    const SHAPE: Shape = Shape::Text;

    fn read(value: ValueDeserializer<'_>, _: &'static str) -> Result<Self, Unread> {
        match serde::Deserialize::deserialize(value)? {
            Value::Table(table) => Decision::of_table(table),
            other => Ok(scalar(&other).parse()?),
        }
    }

    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn value(&self) -> Option<Value> {
        let text = |text: &str| Value::String(text.to_owned());
        let table: Toml = match self {
            Decision::File(path) => [("file".to_owned(), text(path))].into_iter().collect(),
            Decision::RejectBelow(bound) => {
                [("reject_below".to_owned(), text(bound.text()))].into_iter().collect()
            }
            Decision::Threshold { positive, at } => {
                let both =
                    [("positive".to_owned(), text(positive)), ("threshold".to_owned(), text(at.text()))];
                both.into_iter().collect()
            }
            Decision::Costs(costs) => {
                let row = |(class, cost): (&String, &Written)| (class.clone(), text(cost.text()));
                let rows = costs
                    .cells()
                    .map(|(action, cells)| (action.clone(), Value::Table(cells.map(row).collect())));
                let actions = costs.actions.iter().map(|action| text(action)).collect();
                let both = [
                    ("actions".to_owned(), Value::Array(actions)),
                    ("cost".to_owned(), Value::Table(rows.collect())),
                ];
                both.into_iter().collect()
            }
        };
        Some(Value::Table(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Recipe;

    #[test]
    fn flags_and_files_say_the_same() {
        for (flag, file) in [
            ("threshold:yes=1/3", "positive = \"yes\"\nthreshold = \"1/3\""),
            ("reject:2/3", "reject_below = \"2/3\""),
            (
                "costs:wait/ill=8,wait/well=0,treat/ill=1,treat/well=1.5",
                "actions = [\"wait\", \"treat\"]\n[decision.cost.wait]\nill = 8\nwell = 0\n[decision.cost.treat]\nill = 1\nwell = \"1.5\"",
            ),
        ] {
            let recipe = Recipe::from_toml(&format!("[decision]\n{file}"), "r.toml").unwrap();
            let decision = recipe.decision.clone().unwrap();
            assert_eq!(decision.to_string(), flag);
            assert_eq!(flag.parse::<Decision>().unwrap(), decision);
            assert_eq!(Recipe::from_toml(&recipe.to_toml(), "r.toml").unwrap(), recipe);
            assert_eq!(recipe.to_flags().words, ["--decision", flag]);
        }
        // Of an action that is called as a class the right answer costs nothing.
        let short: Decision = "costs:well/ill=8,ill/well=1".parse().unwrap();
        assert_eq!(short.to_string(), "costs:well/ill=8,well/well=0,ill/ill=0,ill/well=1");
    }

    #[test]
    fn what_cannot_be_meant_is_refused_by_name() {
        for (text, told) in [
            ("costs:a/b=1,b/c=2", "no cost of “a” in class “c”"),
            ("costs:a/b=1,a/b=2", "gives the cost of a in class b twice"),
            ("costs:a/b=cheap", "the cost of “a” in class “b”: the cost cannot be read"),
            ("threshold:a=1.2", "the threshold is 1.2"),
            ("threshold:a=-1/2", "below 0"),
            ("reject:2", "a posterior is at most 1"),
            ("often", "is no decision"),
        ] {
            let error = text.parse::<Decision>().unwrap_err();
            assert!(error.what.contains(told), "{text}: {}", error.what);
        }
        for (file, told) in [
            ("threshold = \"1/2\"", "a threshold without a class"),
            ("reject_below = \"1/2\"\nthreshold = \"1/2\"\npositive = \"a\"", "needs one of"),
            ("actions = [\"a\"]\n[decision.cost.b]\nc = 1", "“b” is no action of the decision"),
            ("actions = [\"a\", \"d\"]\n[decision.cost.a]\nc = 1", "no cost of “d” in class “c”"),
            ("treshold = 1", "is no key of [decision]"),
        ] {
            let error = Recipe::from_toml(&format!("[decision]\n{file}"), "r.toml").unwrap_err();
            assert!(error.what.contains(told), "{file}: {}", error.what);
        }
        assert!(
            ["threshold:a=0", "threshold:a=1", "reject:1"]
                .iter()
                .all(|text| text.parse::<Decision>().is_ok())
        );
    }
}
