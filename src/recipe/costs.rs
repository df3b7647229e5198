//! Costs of decisions, and priors as the user writes them.

use super::Written;
use super::decision::WAYS;
use super::file::{bad, unknown_word};
use crate::problem::Problem;
use crate::table::{Source, read_text};
use crate::text::{brief, pair, parts, shown};
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// What each action costs where each class is so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// The actions, in the order in which the first of several that cost the least is chosen.
    pub actions: Vec<String>,
    pub classes: Vec<String>,
    pub table: Vec<Vec<Written>>,
}

/// Bytes of the longest file of costs.
const LONGEST: u64 = 1 << 20;

impl Costs {
    /// Actions, and classes, of the largest table of costs.
    pub const MOST: usize = 200;

    /// An action for each class, which costs 1 where another class is so.
    ///
    /// # Errors
    /// When the classes are too many.
    pub fn equal(classes: impl Iterator<Item = String> + Clone) -> Result<Costs, Problem> {
        let cost = |action: &String, class: String| {
            let cost = if *action == class { "0" } else { "1" };
            (action.clone(), class, cost.to_owned())
        };
        let (names, all) = (classes.clone().collect(), classes.clone());
        // More than these are refused in any case.
        let all = all.take(Costs::MOST + 1);
        let said = all.flat_map(|action| classes.clone().map(move |class| cost(&action, class)));
        Costs::new(names, said.collect())
    }

    /// A table of costs: action, class and cost, each as written. An action that is called as a class costs nothing there
    /// where nothing is said.
    ///
    /// # Errors
    /// When a cost is missing, no number or said twice, or there are too many.
    pub fn new(mut actions: Vec<String>, said: Vec<(String, String, String)>) -> Result<Costs, Problem> {
        let listed = !actions.is_empty();
        let mut classes: Vec<String> = Vec::new();
        for (action, class, _) in &said {
            if !actions.contains(action) {
                if listed {
                    return Err(unknown_word("action of the decision", action, &texts(&actions)));
                }
                actions.push(action.clone());
            }
            if !classes.contains(class) {
                classes.push(class.clone());
            }
        }
        let mut named = HashSet::new();
        if let Some(action) = actions.iter().find(|action| !named.insert(action.as_str())) {
            let what = format!("the decision names the action “{}” twice", brief(action));
            return Err(Problem::usage(what, "name each action once"));
        }
        if actions.len() > Self::MOST || classes.len() > Self::MOST {
            let what = format!("a table of costs has at most {0} actions and {0} classes", Self::MOST);
            return Err(Problem::usage(what, "leave out actions that are never the cheapest"));
        }
        if classes.is_empty() {
            return Err(Problem::usage("the decision has no costs", WAYS));
        }
        let mut table: Vec<Vec<Option<Written>>> = vec![vec![None; classes.len()]; actions.len()];
        for (action, class, cost) in said {
            let at = |names: &[String], name: &String| names.iter().position(|one| one == name);
            let row = at(&actions, &action).and_then(|row| table.get_mut(row));
            let Some(cell) = row.zip(at(&classes, &class)).and_then(|(row, class)| row.get_mut(class)) else {
                continue;
            };
            if cell.is_some() {
                let what = format!(
                    "the decision gives the cost of {} in class {} twice",
                    brief(&action),
                    brief(&class)
                );
                return Err(Problem::usage(what, "say it once"));
            }
            *cell = Some(of_pair(&action, &class, &cost)?);
        }
        let filled = |(action, row): (&String, Vec<Option<Written>>)| {
            let cell = |(class, cost): (&String, Option<Written>)| {
                cost.or_else(|| (class == action).then(|| Written::int(0)))
                    .ok_or_else(|| no_cost(action, class))
            };
            classes.iter().zip(row).map(cell).collect::<Result<Vec<Written>, Problem>>()
        };
        let table = actions.iter().zip(table).map(filled).collect::<Result<_, _>>()?;
        Ok(Costs { actions, classes, table })
    }

    pub fn cells(&self) -> impl Iterator<Item = (&String, impl Iterator<Item = (&String, &Written)>)> {
        self.actions.iter().zip(&self.table).map(|(action, row)| (action, self.classes.iter().zip(row)))
    }

    pub(super) fn read(path: &str) -> Result<Costs, Problem> {
        let (text, _) =
            read_text(&Source::Path(Path::new(path).to_path_buf()), LONGEST).map_err(|error| Problem {
                fix: "check the path; in a recipe file it begins in the folder of that file".into(),
                ..Problem { what: format!("the costs cannot be read: {error}"), ..error.into() }
            })?;
        let first = text.lines().next().unwrap_or_default();
        let delimiter =
            [b',', b';', b'\t'].into_iter().max_by_key(|c| first.bytes().filter(|b| b == c).count());
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter.unwrap_or(b','))
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let wrong = |cause: csv::Error| Problem {
            place: Some(shown(path).into_owned()),
            ..Problem::usage(
                format!("the costs cannot be read: {cause}"),
                "write a row for each action, a column for each class",
            )
        };
        let classes: Vec<String> =
            reader.headers().map_err(wrong)?.iter().skip(1).map(str::to_owned).collect();
        let (mut actions, mut said) = (Vec::new(), Vec::new());
        for row in reader.records() {
            let row = row.map_err(wrong)?;
            let mut cells = row.iter();
            let Some(action) = cells.next() else { continue };
            actions.push(action.to_owned());
            let costs = classes.iter().zip(cells).filter(|(_, cost)| !cost.is_empty());
            said.extend(costs.map(|(class, cost)| (action.to_owned(), class.clone(), cost.to_owned())));
        }
        Costs::new(actions, said)
            .map_err(|problem| Problem { place: Some(shown(path).into_owned()), ..problem })
    }
}

fn texts(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

fn no_cost(action: &str, class: &str) -> Problem {
    let (action, of) = (brief(action), brief(class));
    let what = format!("the decision has no cost of “{action}” in class “{of}”");
    Problem {
        class: Some(class.to_owned()),
        ..Problem::usage(what, "give each action a cost for each class")
    }
}

/// A cost, told of its action and class where it is none.
fn of_pair(action: &str, class: &str, cost: &str) -> Result<Written, Problem> {
    Written::read(cost, "cost").map_err(|problem| Problem {
        what: format!("the cost of “{}” in class “{}”: {}", brief(action), brief(class), problem.what),
        class: Some(class.to_owned()),
        ..problem
    })
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prior {
    Counts,
    Laplace(Written),
    Uniform,
    Given(Vec<(String, Written)>),
}

impl Prior {
    /// A table of priors, which must be non-negative and sum to 1.
    ///
    /// # Errors
    /// When a class is named twice, when a number cannot be read or is below 0, or when they do not sum to exactly 1.
    pub fn given(values: Vec<(String, String)>) -> Result<Self, Problem> {
        let mut read: Vec<(String, Written)> = Vec::new();
        for (class, text) in values {
            if read.iter().any(|(other, _)| *other == class) {
                let what = format!("the given prior names “{}” twice", brief(&class));
                return Err(Problem::usage(what, "name each class once"));
            }
            read.push((class, Written::non_negative(&text, "prior")?));
        }
        let sum = read.iter().fold(BigRational::zero(), |sum, (_, value)| sum + value.value());
        if !sum.is_one() {
            let fix = match read.iter().find(|(class, _)| class.contains('=')) {
                Some((class, _)) => {
                    format!("put a comma between classes: “{}” was read as one name", brief(class))
                }
                None => {
                    "change them so that they sum to exactly 1; fractions such as 1/3 are exact".to_owned()
                }
            };
            return Err(Problem::usage(format!("the given priors sum to {sum}, not to 1"), fix));
        }
        Ok(Prior::Given(read))
    }
}

impl fmt::Display for Prior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Prior::Counts => f.write_str("mle"),
            Prior::Laplace(a) => write!(f, "laplace:{}", a.text()),
            Prior::Uniform => f.write_str("uniform"),
            Prior::Given(values) => {
                let parts: Vec<String> = values.iter().map(|(c, v)| format!("{c}={}", v.text())).collect();
                f.write_str(&parts.join(","))
            }
        }
    }
}

impl FromStr for Prior {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text.trim() {
            "mle" | "counts" => return Ok(Prior::Counts),
            "uniform" => return Ok(Prior::Uniform),
            _ => {}
        }
        if let Some(a) = text.trim().strip_prefix("laplace:") {
            return Written::non_negative(a, "prior smoothing").map(Prior::Laplace);
        }
        let mut values = Vec::new();
        for part in parts(text) {
            let Some((class, value)) = pair(part) else {
                let fix = "write mle, laplace:1, uniform, or one number per class: yes=0.6,no=0.4";
                return Err(bad("is no prior", text, fix));
            };
            values.push((class.trim().to_owned(), value.trim().to_owned()));
        }
        Prior::given(values)
    }
}
