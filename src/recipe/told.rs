//! Numbers given by their addresses (`posterior given`), and what the program chose when the user did not.

use super::{ByClass, ColumnChoice, Given, GivenTable, ModelKind, OPTIONS, Recipe, Written};
use crate::math::{Event, Quantity};
use crate::problem::Problem;
use crate::table::{Dictionary, Kind, is_missing};
use crate::text::{brief, listed};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use toml::{Table as Toml, Value};

#[derive(Default)]
struct Told {
    prior: Vec<(String, BigRational)>,
    conditionals: Vec<(String, String, String, BigRational)>,
    /// Feature, class, value; so are the variances.
    means: Vec<(String, String, BigRational)>,
    variances: Vec<(String, String, BigRational)>,
    addresses: Vec<Quantity>,
    alone: Vec<String>,
}

fn usage(what: String) -> Problem {
    Problem::usage(
        what,
        "write numbers such as \"P(ill) = 0.01\" \"P(pos | ill) = 0.9\" \"P(pos | well) = 0.05\"",
    )
}

fn recipe(numbers: &[String], queries: &[Vec<(String, String)>]) -> Result<Recipe, Problem> {
    let mut told = Told::default();
    for number in numbers {
        told.take(number, queries)?;
    }
    told.complete(queries)?;
    told.check_alone()?;
    let mut recipe = Recipe { target: Some("class".into()), ..Recipe::default() };
    let written = |number: &BigRational| Written::exact(number, false);
    recipe.given = Some(Given {
        prior: told.prior.iter().map(|(class, number)| (class.clone(), written(number))).collect(),
        ..Given::default()
    });
    let features = told.features();
    for name in &features {
        let mut choice = ColumnChoice { name: name.clone(), ..ColumnChoice::default() };
        let of = |all: &[(String, String, BigRational)]| {
            let of = all.iter().filter(|(feature, ..)| feature == name);
            ByClass(of.map(|(_, class, number)| (class.clone(), written(number))).collect())
        };
        let (mean, variance) = (of(&told.means), of(&told.variances));
        let has_values = told.conditionals.iter().any(|(feature, ..)| feature == name);
        if has_values && !(mean.0.is_empty() && variance.0.is_empty()) {
            let what = format!("“{}” has P(value | class) and a mean or a variance", brief(name));
            return Err(Problem::usage(what, "give the one or the other"));
        }
        if has_values {
            choice.kind = Some(Kind::Categorical);
            choice.table = Some(told.table(name, &written));
        } else {
            choice.kind = Some(Kind::Numeric);
            (choice.mean, choice.variance) = (Some(mean), Some(variance).filter(|of| !of.0.is_empty()));
        }
        recipe.columns.push(choice);
    }
    let kinds = |kind: Kind| recipe.columns.iter().any(|choice| choice.kind == Some(kind));
    recipe.model = Some(match (kinds(Kind::Categorical), kinds(Kind::Numeric)) {
        (true, true) => ModelKind::Mixed,
        (false, true) => ModelKind::Gaussian,
        _ => ModelKind::Categorical,
    });
    recipe.features = Some(features);
    recipe.query = queries.first().cloned();
    Ok(recipe)
}

impl Told {
    fn take(&mut self, typed: &str, queries: &[Vec<(String, String)>]) -> Result<(), Problem> {
        let wrong = || usage(format!("“{}” is not a quantity with its value", brief(typed)));
        let (address, text) = typed.rsplit_once('=').ok_or_else(wrong)?;
        let written = Written::told(text.trim()).map_err(|problem| usage(problem.what))?;
        let (address, number) = (address.trim(), written.value().clone());
        let is_sd = address.starts_with("sd(");
        let address = if is_sd { address.replacen("sd(", "var(", 1) } else { address.to_owned() };
        let mut quantity: Quantity = address.parse().map_err(|_| wrong())?;
        if let Quantity::Prob { event: event @ Event::Class(_), given: Some(Event::Class(_)) } = &mut quantity
            && let Event::Class(value) = event
        {
            let feature = self.feature_of(value.as_str(), queries).as_str().into();
            if !queries.iter().flatten().any(|(_, cell)| cell == value.as_str()) {
                self.alone.push(value.as_str().to_owned());
            }
            *event = Event::Value { feature, value: value.clone() };
        }
        if self.addresses.contains(&quantity) {
            return Err(Problem::usage(format!("{quantity} is given twice"), "give each number once"));
        }
        self.addresses.push(quantity.clone());
        let name = |name: &crate::math::Name| name.as_str().to_owned();
        match quantity {
            Quantity::Prob { event: Event::Class(class), given: None } => {
                self.prior.push((name(&class), number))
            }
            Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
                self.conditionals.push((name(&feature), name(&class), name(&value), number));
            }
            Quantity::Mean { feature, class: Some(class) } => {
                self.means.push((name(&feature), name(&class), number))
            }
            Quantity::Var { feature, class: Some(class) } => {
                if is_sd && number.is_negative() {
                    let what = format!("“{}” is below 0", brief(typed));
                    return Err(Problem::usage(what, "a standard deviation must be above 0"));
                }
                let number = if is_sd { &number * &number } else { number };
                self.variances.push((name(&feature), name(&class), number));
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    /// The feature that a value belongs to, where none is named: the one that a case names with it, or the only one.
    fn feature_of(&self, value: &str, queries: &[Vec<(String, String)>]) -> String {
        let named =
            queries.iter().flatten().find(|(_, cell)| cell == value).map(|(feature, _)| feature.clone());
        let only = || match queries.first().map(Vec::as_slice) {
            Some([(feature, _)]) => Some(feature.clone()),
            _ => self.conditionals.first().map(|(feature, ..)| feature.clone()),
        };
        named.or_else(only).unwrap_or_else(|| "evidence".to_owned())
    }

    fn features(&self) -> Vec<String> {
        let mut features: Vec<String> = Vec::new();
        let all = self.conditionals.iter().map(|(feature, ..)| feature);
        let all = all.chain(self.means.iter().map(|(feature, ..)| feature));
        for feature in all.chain(self.variances.iter().map(|(feature, ..)| feature)) {
            if !features.contains(feature) {
                features.push(feature.clone());
            }
        }
        features
    }

    /// Puts in what follows from the rest: the one class or value that makes a sum 1.
    fn complete(&mut self, queries: &[Vec<(String, String)>]) -> Result<(), Problem> {
        let mut classes: Vec<String> = self.prior.iter().map(|(class, _)| class.clone()).collect();
        let named = self.conditionals.iter().map(|(_, class, ..)| class);
        let named = named.chain(self.means.iter().chain(&self.variances).map(|(_, class, _)| class));
        for class in named {
            if !classes.contains(class) {
                classes.push(class.clone());
            }
        }
        if let [missing] = classes
            .iter()
            .filter(|class| !self.prior.iter().any(|(of, _)| of == *class))
            .collect::<Vec<_>>()
            .as_slice()
        {
            let rest = rest(self.prior.iter().map(|(_, number)| number));
            self.prior.push(((*missing).clone(), rest));
        }
        if self.features().is_empty() {
            return Err(usage("no P(value | class) is given".to_owned()));
        }
        for feature in self.features() {
            let of = |told: &Told, class: &str| -> Vec<(String, BigRational)> {
                let of = told.conditionals.iter().filter(|(f, c, ..)| *f == feature && c == class);
                of.map(|(.., value, number)| (value.clone(), number.clone())).collect()
            };
            let mut values: Vec<String> = Vec::new();
            for (f, _, value, _) in &self.conditionals {
                if *f == feature && !values.contains(value) {
                    values.push(value.clone());
                }
            }
            let sums = classes.iter().map(|class| rest(of(self, class).iter().map(|(_, number)| number)));
            if values.len() == 1 || values.len() > 1 && sums.clone().all(|rest| rest.is_positive()) {
                // A value that only a case names is what is left.
                let asked =
                    queries.iter().flatten().filter(|(f, cell)| *f == feature && is_other(cell, &values));
                let other = asked.map(|(_, cell)| cell.clone()).next();
                let not = values.first().filter(|_| values.len() == 1).map(|only| format!("not {only}"));
                values.extend(other.or(not));
            }
            for class in &classes {
                let told = of(self, class);
                let missing: Vec<&String> =
                    values.iter().filter(|value| !told.iter().any(|(of, _)| of == *value)).collect();
                if let ([missing], false) = (missing.as_slice(), told.is_empty()) {
                    let rest = rest(told.iter().map(|(_, number)| number));
                    self.conditionals.push((feature.clone(), class.clone(), (*missing).clone(), rest));
                }
            }
        }
        Ok(())
    }

    fn check_alone(&self) -> Result<(), Problem> {
        for (feature, class, ..) in &self.conditionals {
            let of = self.conditionals.iter().filter(|(f, c, ..)| f == feature && c == class);
            let (values, sum) =
                of.fold((Vec::new(), BigRational::zero()), |(mut values, sum), (.., value, number)| {
                    values.push(value.as_str());
                    (values, sum + number)
                });
            let alone: Vec<&str> =
                values.into_iter().filter(|value| self.alone.iter().any(|of| of == value)).collect();
            if let ([first, _, ..], false) = (alone.as_slice(), sum.is_one()) {
                let sum = Written::exact(&sum, false);
                let what = format!(
                    "the given probabilities of {} in {} add up to {}, not to 1",
                    listed(alone.iter().copied()),
                    brief(class),
                    sum.text()
                );
                let fix = format!(
                    "if each is a separate yes/no feature, write its value: \"P({first}=yes | {class}) = …\", and \
                     --query \"{first}=yes\"; if they are all values of one feature, give numbers that add up to exactly 1"
                );
                return Err(Problem { class: Some(class.clone()), ..Problem::usage(what, fix) });
            }
        }
        Ok(())
    }

    fn table(&self, feature: &str, written: &dyn Fn(&BigRational) -> Written) -> GivenTable {
        let mut table: Vec<(String, Vec<(String, Written)>)> = Vec::new();
        for (_, class, value, number) in self.conditionals.iter().filter(|(of, ..)| of == feature) {
            let at = table.iter().position(|(of, _)| of == class).unwrap_or(table.len());
            if at == table.len() {
                table.push((class.clone(), Vec::new()));
            }
            let of = table.get_mut(at).into_iter();
            of.for_each(|(_, values)| values.push((value.clone(), written(number))));
        }
        GivenTable(table)
    }
}

/// Whether a cell of a case is a value that none of these equals.
fn is_other(cell: &str, values: &[String]) -> bool {
    let mut known = Dictionary::default();
    values.iter().for_each(|value| _ = known.intern(value));
    !is_missing(cell.trim().as_bytes(), None) && known.meant(cell.trim()).is_none()
}

/// What is left of 1; 0 where nothing is.
fn rest<'a>(numbers: impl Iterator<Item = &'a BigRational>) -> BigRational {
    let rest = numbers.fold(BigRational::one(), |rest, number| rest - number);
    if rest.is_negative() { BigRational::zero() } else { rest }
}

/// The values that were chosen for the user, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    pub(super) said: BTreeMap<&'static str, String>,
    /// Columns that were left out because they name, number or date the rows.
    pub left_out: Vec<String>,
    /// The text that counts as 1, by column.
    pub one: BTreeMap<String, String>,
}

impl Chosen {
    /// As a TOML table; `None` where nothing was chosen.
    pub(super) fn to_value(&self) -> Option<Value> {
        let text = |text: &str| Value::String(text.to_owned());
        let mut out = Toml::new();
        for option in OPTIONS {
            out.extend(self.of(option.key).map(|said| (option.key.to_owned(), text(said))));
        }
        if !self.left_out.is_empty() {
            let names = self.left_out.iter().map(|name| text(name));
            out.insert("left_out".into(), Value::Array(names.collect()));
        }
        if !self.one.is_empty() {
            let one = self.one.iter().map(|(column, one)| (column.clone(), text(one)));
            out.insert("one".into(), Value::Table(one.collect()));
        }
        (!out.is_empty()).then_some(Value::Table(out))
    }

    /// What was chosen under a key of the whole recipe, as its flag says it.
    pub fn of(&self, key: &str) -> Option<&str> {
        self.said.get(key).map(String::as_str)
    }

    /// Notes what was chosen under a key; nothing, where it was said.
    pub(super) fn note(&mut self, key: &'static str, said: Option<String>) {
        match said {
            Some(said) => _ = self.said.insert(key, said),
            None => _ = self.said.remove(key),
        }
    }

    /// What holds when `other` is put over a recipe: a key that `other` says is chosen only if it was chosen there.
    pub(super) fn overridden_by(&mut self, other: &Recipe) {
        let theirs = &other.chosen;
        for option in OPTIONS.iter().filter(|option| (option.value)(other).is_some()) {
            self.note(option.key, theirs.of(option.key).map(str::to_owned));
        }
        if other.features.is_some() {
            self.left_out.clone_from(&theirs.left_out);
        }
        for choice in other.columns.iter().filter(|choice| choice.one.is_some()) {
            self.one.remove(&choice.name);
            self.one.extend(theirs.one.get(&choice.name).map(|one| (choice.name.clone(), one.clone())));
        }
    }
}

impl Recipe {
    /// The recipe of a model whose numbers are told by their addresses: `P(ill) = 1%`, `P(pos | ill) = 0.9`,
    /// `mean(height | male) = 178`, `sd(height | male) = 7`. The one class or value that is left out has what is left of 1; a value
    /// without its feature belongs to the one that a case names with it.
    ///
    /// # Errors
    /// When a text is no number with its address, or one is told twice.
    ///
    /// ```
    /// use posterior::recipe::Recipe;
    ///
    /// let numbers = ["P(ill) = 1%", "P(pos | ill) = 9/10", "P(pos | well) = 0.05"].map(str::to_owned);
    /// let recipe = Recipe::told(&numbers, &[vec![("test".into(), "pos".into())]])?;
    /// let prior = recipe.given.ok_or("nothing is given")?.prior;
    /// assert_eq!((prior[1].0.as_str(), prior[1].1.text()), ("well", "0.99"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn told(numbers: &[String], queries: &[Vec<(String, String)>]) -> Result<Recipe, Problem> {
        recipe(numbers, queries)
    }
}
