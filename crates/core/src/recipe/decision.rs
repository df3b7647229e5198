//! Decisions by the posterior: the action of least expected cost, a threshold, or no answer.

use super::ExactNumber;
use super::file::{bad, unknown_word};
use super::options::scalar;
use crate::problem::Problem;
use crate::table::found_or;
use crate::table::{Source, commonest_in_first_line, read_text};
use crate::text::{brief, shown};
use num_rational::BigRational;
use num_traits::One;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::str::FromStr;
use toml::{Table as Toml, Value};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The action whose expected cost is least.
    Costs(Costs),
    /// A class if its posterior is at least a threshold, and otherwise the most probable other class.
    Threshold {
        positive: String,
        at: ExactNumber,
    },
    /// The most probable class, and nothing if its posterior is less than this.
    RejectBelow(ExactNumber),
    File(String),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// The actions, in the order in which the first of several that cost the least is chosen.
    pub actions: Vec<String>,
    pub classes: Vec<String>,
    pub table: Vec<Vec<ExactNumber>>,
}

/// An action, a class and a cost, as written.
type Cost = (String, String, String);

const WAYS: &str = "write file:COSTS.csv, costs:well/ill=8,ill/well=1, threshold:ill=1/3 or reject:2/3";
/// Bytes of the longest file of costs.
const LONGEST: u64 = 1 << 20;
/// Actions, and classes, of the largest table of costs.
const MOST: usize = 200;

impl Costs {
    /// Returns an action for each class, which costs 1 in each other class.
    pub fn equal(classes: Vec<String>) -> Costs {
        let cost = |action, class| ExactNumber::int(u32::from(action != class));
        let row = |action| classes.iter().map(|class| cost(action, class)).collect();
        Costs { actions: classes.clone(), table: classes.iter().map(row).collect(), classes }
    }

    /// Returns a table of costs. An action that is named like a class costs nothing there by default.
    fn new(mut actions: Vec<String>, written: Vec<Cost>) -> Result<Costs, Problem> {
        let listed = !actions.is_empty();
        let mut classes: Vec<String> = Vec::new();
        for (action, class, _) in &written {
            if listed && !actions.contains(action) {
                let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
                return Err(unknown_word("action of the decision", action, &actions));
            }
            found_or(&mut actions, |known| known == action, || action.clone());
            found_or(&mut classes, |known| known == class, || class.clone());
        }
        let mut named = HashSet::new();
        if let Some(action) = actions.iter().find(|action| !named.insert(action.as_str())) {
            let what = format!("the decision names the action “{}” twice", brief(action));
            return Err(Problem::usage(what, "name each action once"));
        }
        if actions.len() > MOST || classes.len() > MOST {
            let what = format!("a table of costs has at most {0} actions and {0} classes", MOST);
            return Err(Problem::usage(what, "leave out actions that are never the cheapest"));
        }
        if classes.is_empty() {
            return Err(Problem::usage("the decision has no costs", WAYS));
        }
        let mut costs: HashMap<(&String, &String), ExactNumber> = HashMap::new();
        for (action, class, cost) in &written {
            let (of, in_class) = (brief(action), brief(class));
            let cost = ExactNumber::read(cost, "cost").map_err(|problem| Problem {
                what: format!("the cost of “{of}” in class “{in_class}”: {}", problem.what),
                class: Some(class.clone()),
                ..problem
            })?;
            if costs.insert((action, class), cost).is_some() {
                let what = format!("the decision gives the cost of {of} in class {in_class} twice");
                return Err(Problem::usage(what, "give it once"));
            }
        }
        let mut cost = |action, class| match costs.remove(&(action, class)) {
            Some(cost) => Ok(cost),
            None if action == class => Ok(ExactNumber::int(0)),
            None => {
                let (of, in_class) = (brief(action), brief(class));
                let what = format!("the decision has no cost of “{of}” in class “{in_class}”");
                let problem = Problem::usage(what, "give each action a cost for each class");
                Err(Problem { class: Some(class.clone()), ..problem })
            }
        };
        let mut row = |action| classes.iter().map(|class| cost(action, class)).collect();
        let table = actions.iter().map(&mut row).collect::<Result<_, _>>()?;
        Ok(Costs { actions, classes, table })
    }

    pub fn cells(&self) -> impl Iterator<Item = (&String, &String, &ExactNumber)> {
        let row =
            |(action, row)| self.classes.iter().zip(row).map(move |(class, cost)| (action, class, cost));
        self.actions.iter().zip(&self.table).flat_map(row)
    }

    fn read(path: &str) -> Result<Costs, Problem> {
        let (text, _) = read_text(&Source::Path(path.into()), LONGEST).map_err(|error| Problem {
            fix: "check the path; in a recipe file it begins in the folder of that file".into(),
            ..Problem { what: format!("the costs cannot be read: {error}"), ..error.into() }
        })?;
        let delimiter = commonest_in_first_line(&text, b",;\t");
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader.delimiter(delimiter).trim(csv::Trim::All);
        let mut reader = reader.from_reader(text.as_bytes());
        let placed = |problem| Problem { place: Some(shown(path).into_owned()), ..problem };
        let wrong = |cause: csv::Error| {
            let fix = "write a row for each action, a column for each class";
            placed(Problem::usage(format!("the costs cannot be read: {cause}"), fix))
        };
        let classes = reader.headers().map_err(wrong)?.clone();
        let (mut actions, mut written) = (Vec::new(), Vec::new());
        for row in reader.records() {
            let row = row.map_err(wrong)?;
            let Some(action) = row.get(0) else { continue };
            actions.push(action.to_owned());
            let costs = classes.iter().zip(&row).skip(1).filter(|(_, cost)| !cost.is_empty());
            written.extend(costs.map(|(class, cost)| (action.to_owned(), class.to_owned(), cost.to_owned())));
        }
        Costs::new(actions, written).map_err(placed)
    }
}

impl Decision {
    fn threshold(positive: &str, at: &str) -> Result<Decision, Problem> {
        Ok(Decision::Threshold { positive: positive.to_owned(), at: share(at, "threshold")? })
    }

    fn reject_below(bound: &str) -> Result<Decision, Problem> {
        Ok(Decision::RejectBelow(share(bound, "bound of a rejection")?))
    }

    /// Returns the decision, with the costs of its file if it names one.
    pub(super) fn read(&self) -> Result<Decision, Problem> {
        match self {
            Decision::File(path) => Costs::read(path).map(Decision::Costs),
            other => Ok(other.clone()),
        }
    }

    pub(super) fn of_table(table: &Toml) -> Result<Decision, Problem> {
        let known = ["actions", "cost", "positive", "threshold", "reject_below", "file"];
        if let Some(key) = table.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(unknown_word("key of [decision]", key, &known));
        }
        let keys: Vec<&str> = known.into_iter().filter(|key| table.contains_key(*key)).collect();
        let text = |key: &str| table.get(key).map(scalar).unwrap_or_default();
        let (what, fix) = match keys.as_slice() {
            ["actions", "cost"] | ["actions"] | ["cost"] => return Decision::of_costs(table),
            ["positive", "threshold"] => return Decision::threshold(&text("positive"), &text("threshold")),
            ["reject_below"] => return Decision::reject_below(&text("reject_below")),
            ["file"] => return Ok(Decision::File(text("file"))),
            ["threshold"] => (
                "[decision] has a threshold without a class",
                "write both: positive = \"ill\" and threshold = \"1/3\"",
            ),
            _ => (
                "[decision] needs one of: costs, a threshold, a reject bound",
                "write actions and cost, or positive and threshold, or reject_below",
            ),
        };
        Err(Problem::usage(what, fix))
    }

    fn of_costs(table: &Toml) -> Result<Decision, Problem> {
        let wrong = || {
            let fix = "write actions = [\"treat\", \"wait\"] and a table [decision.cost.\"treat\"] for each of them";
            Problem::usage("the costs of [decision] cannot be read", fix)
        };
        let actions = match table.get("actions") {
            None => Vec::new(),
            Some(names) => names.as_array().ok_or_else(wrong)?.iter().map(scalar).collect(),
        };
        let mut written = Vec::new();
        for (action, row) in table.get("cost").and_then(Value::as_table).ok_or_else(wrong)? {
            for (class, cost) in row.as_table().ok_or_else(wrong)? {
                written.push((action.clone(), class.clone(), scalar(cost)));
            }
        }
        Ok(Decision::Costs(Costs::new(actions, written)?))
    }

    pub(super) fn to_table(&self) -> Toml {
        let mut table = Toml::new();
        let mut put = |key: &str, value: Value| table.insert(key.to_owned(), value);
        match self {
            Decision::File(path) => _ = put("file", path.as_str().into()),
            Decision::RejectBelow(bound) => _ = put("reject_below", bound.text().into()),
            Decision::Threshold { positive, at } => {
                put("positive", positive.as_str().into());
                put("threshold", at.text().into());
            }
            Decision::Costs(costs) => {
                let row = |(action, row): (&String, &Vec<ExactNumber>)| {
                    let row = row.iter().map(|cost| cost.text().into());
                    (action.clone(), Value::Table(costs.classes.iter().cloned().zip(row).collect()))
                };
                put("actions", costs.actions.clone().into());
                put("cost", Value::Table(costs.actions.iter().zip(&costs.table).map(row).collect()));
            }
        }
        table
    }
}

fn share(text: &str, what: &'static str) -> Result<ExactNumber, Problem> {
    let read = ExactNumber::non_negative(text, what)?;
    if *read.value() <= BigRational::one() {
        return Ok(read);
    }
    let what = format!("the {what} is {}, and a posterior is at most 1", brief(read.text()));
    let problem = Problem::usage(what, "write a number from 0 to 1, such as 0.2 or 1/3");
    Err(Problem { value: Some(text.to_owned()), ..problem })
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::File(path) => write!(f, "file:{path}"),
            Decision::Threshold { positive, at } => write!(f, "threshold:{positive}={}", at.text()),
            Decision::RejectBelow(bound) => write!(f, "reject:{}", bound.text()),
            Decision::Costs(costs) => {
                let cells = costs.cells();
                let cells = cells.map(|(action, class, cost)| format!("{action}/{class}={}", cost.text()));
                write!(f, "costs:{}", cells.collect::<Vec<_>>().join(","))
            }
        }
    }
}

impl FromStr for Decision {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || bad("is not a decision", text, WAYS);
        let (kind, rest) = text.trim().split_once(':').ok_or_else(wrong)?;
        match kind {
            "file" if !rest.is_empty() => Ok(Decision::File(rest.to_owned())),
            "reject" => Decision::reject_below(rest),
            "threshold" => {
                let (class, at) = rest.rsplit_once('=').ok_or_else(wrong)?;
                Decision::threshold(class.trim(), at)
            }
            "costs" => {
                let cost = |part: &str| {
                    let (pair, cost) = part.rsplit_once('=')?;
                    let (action, class) = pair.split_once('/')?;
                    Some((action.trim().to_owned(), class.trim().to_owned(), cost.trim().to_owned()))
                };
                let written = rest.split(',').map(cost).collect::<Option<_>>().ok_or_else(wrong)?;
                Ok(Decision::Costs(Costs::new(Vec::new(), written)?))
            }
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Recipe;

    #[test]
    fn a_decision_is_the_same_in_flags_and_files() {
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
        // An action that is named like a class costs nothing there.
        let short: Decision = "costs:well/ill=8,ill/well=1".parse().unwrap();
        assert_eq!(short.to_string(), "costs:well/ill=8,well/well=0,ill/ill=0,ill/well=1");
    }

    #[test]
    fn impossible_decisions_are_rejected() {
        for (text, expected) in [
            ("costs:a/b=1,b/c=2", "no cost of “a” in class “c”"),
            ("costs:a/b=1,a/b=2", "gives the cost of a in class b twice"),
            ("costs:a/b=cheap", "the cost of “a” in class “b”: the cost cannot be read"),
            ("threshold:a=1.2", "the threshold is 1.2"),
            ("threshold:a=-1/2", "below 0"),
            ("reject:2", "a posterior is at most 1"),
            ("often", "is not a decision"),
        ] {
            let error = text.parse::<Decision>().unwrap_err();
            assert!(error.what.contains(expected), "{text}: {}", error.what);
        }
        for (file, expected) in [
            ("threshold = \"1/2\"", "a threshold without a class"),
            ("reject_below = \"1/2\"\nthreshold = \"1/2\"\npositive = \"a\"", "needs one of"),
            ("actions = [\"a\"]\n[decision.cost.b]\nc = 1", "“b” is not an action of the decision"),
            ("actions = [\"a\", \"d\"]\n[decision.cost.a]\nc = 1", "no cost of “d” in class “c”"),
            ("treshold = 1", "is not a key of [decision]"),
        ] {
            let error = Recipe::from_toml(&format!("[decision]\n{file}"), "r.toml").unwrap_err();
            assert!(error.what.contains(expected), "{file}: {}", error.what);
        }
        for text in ["threshold:a=0", "threshold:a=1", "reject:1"] {
            assert!(text.parse::<Decision>().is_ok(), "{text}");
        }
    }
}
