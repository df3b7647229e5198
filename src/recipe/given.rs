//! Numbers given instead of rows: in a recipe, as tables on screen, and by their addresses (`posterior given`).

use super::options::{Held, Unread, scalar};
use super::{ColumnChoice, ModelKind, Prior, Recipe, Written};
use crate::math::{Event, Name, Quantity};
use crate::problem::Problem;
use crate::table::{Dictionary, Kind, is_missing};
use crate::text::{brief, listed};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde::Deserialize;
use std::collections::BTreeSet;
use toml::de::ValueDeserializer;
use toml::{Table as Toml, Value};

/// Numbers, or lists or tables of them, by class or by value, in the order written.
pub type ByName<T> = Vec<(String, T)>;

/// What is given of the model as a whole; what is given of a feature is in its [`ColumnChoice`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    pub prior: ByName<Written>,
    pub mean: ByName<Vec<Written>>,
    /// Σ, row by row: by class, or once under the name `shared`.
    pub sigma: ByName<Vec<Vec<Written>>>,
}

/// The name of a Σ that all classes share.
pub(crate) const SHARED: &str = "shared";

fn find<'a, T>(all: &'a [(String, T)], name: &str) -> Option<&'a T> {
    all.iter().find(|(known, _)| known == name).map(|(_, found)| found)
}

fn find_mut<'a, T>(all: &'a mut ByName<T>, name: &str) -> Option<&'a mut T> {
    all.iter_mut().find(|(known, _)| known == name).map(|(_, found)| found)
}

pub(super) fn entry<'a, T: Default>(all: &'a mut ByName<T>, name: &str) -> &'a mut T {
    let at = all.iter().position(|(known, _)| known == name).unwrap_or(all.len());
    if at == all.len() {
        all.push((name.to_owned(), T::default()));
    }
    // The position was just found or made.
    #[expect(clippy::indexing_slicing)]
    &mut all[at].1
}

/// Given numbers as TOML values.
pub(super) trait GivenValue: Sized {
    fn parse(value: &Value) -> Result<Self, Unread>;
    fn to_value(&self) -> Value;
}

fn wrong(what: &str) -> Unread {
    let what = format!("the given numbers have {what}");
    Unread::Value(Problem::usage(what, "docs/given.md shows how they are written"))
}

impl GivenValue for Written {
    fn parse(value: &Value) -> Result<Self, Unread> {
        Ok(Written::any(&scalar(value))?)
    }

    fn to_value(&self) -> Value {
        Value::String(self.text().to_owned())
    }
}

impl<T: GivenValue> GivenValue for Vec<T> {
    fn parse(value: &Value) -> Result<Self, Unread> {
        let list = value.as_array().ok_or_else(|| wrong("a number where a list in brackets belongs"))?;
        list.iter().map(T::parse).collect()
    }

    fn to_value(&self) -> Value {
        Value::Array(self.iter().map(T::to_value).collect())
    }
}

impl<T: GivenValue> GivenValue for ByName<T> {
    fn parse(value: &Value) -> Result<Self, Unread> {
        let wrong = || wrong("a number where a table belongs: [feature.table.\"class\"]");
        let table = value.as_table().ok_or_else(wrong)?;
        table.iter().map(|(name, value)| Ok((name.clone(), T::parse(value)?))).collect()
    }

    fn to_value(&self) -> Value {
        Value::Table(self.iter().map(|(name, of)| (name.clone(), of.to_value())).collect())
    }
}

impl<T: GivenValue> Held for ByName<T> {
    fn read(value: ValueDeserializer<'_>, _: &'static str) -> Result<Self, Unread> {
        Self::parse(&Value::Table(Toml::deserialize(value)?))
    }

    fn value(&self) -> Option<Value> {
        Some(self.to_value())
    }
}

impl Held for Given {
    fn read(value: ValueDeserializer<'_>, _: &'static str) -> Result<Self, Unread> {
        let mut given = Given::default();
        for (key, value) in Toml::deserialize(value)? {
            if !value.is_table() {
                return Err(wrong("a number where a table belongs: [given.prior]"));
            }
            match key.as_str() {
                "prior" => given.prior = GivenValue::parse(&value)?,
                "mean" => given.mean = GivenValue::parse(&value)?,
                "Sigma" => given.sigma = GivenValue::parse(&value)?,
                other => {
                    let what = format!("“{}”, and no such key is known: prior, mean, Sigma", brief(other));
                    return Err(wrong(&what));
                }
            }
        }
        Ok(given)
    }

    fn value(&self) -> Option<Value> {
        let all = [
            ("prior", self.prior.to_value()),
            ("mean", self.mean.to_value()),
            ("Sigma", self.sigma.to_value()),
        ];
        let all = all.into_iter().filter(|(_, value)| value.as_table().is_some_and(|of| !of.is_empty()));
        Some(Value::Table(all.map(|(key, value)| (key.to_owned(), value)).collect()))
    }
}

impl Given {
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        self.prior.iter().map(|(class, _)| class.as_str())
    }
}

impl ColumnChoice {
    pub fn is_given(&self) -> bool {
        self.table.is_some() || self.mean.is_some() || self.rate.is_some()
    }

    pub(crate) fn given_values(&self) -> Vec<&str> {
        let mut values: Vec<&str> = Vec::new();
        for (name, _) in self.table.iter().flatten().flat_map(|(_, values)| values) {
            if !values.contains(&name.as_str()) {
                values.push(name);
            }
        }
        values
    }
}

/// Checks that probabilities add up to 1, and that every class and value has its number.
pub(crate) fn check_given(recipe: &Recipe, given: &Given) -> Result<(), Problem> {
    if given.prior.is_empty() {
        let fix = "write [given.prior] with a number for each class: ill = \"0.01\"";
        return Err(Problem::usage("no P(class) is given", fix));
    }
    adds_up("P(class)", &given.prior)?;
    let classes: Vec<&str> = given.classes().collect();
    for choice in &recipe.columns {
        let name = brief(&choice.name);
        let bad = |class: Option<&String>, what: String, fix: &str| Problem {
            feature: Some(choice.name.clone()),
            class: class.cloned(),
            ..Problem::usage(what, fix)
        };
        if let Some(table) = &choice.table {
            has_classes(table, &classes, &format!("the table of “{name}”"))?;
            let values = choice.given_values();
            for (class, all) in table {
                if let Some(value) = values.iter().find(|value| find(all, value).is_none()) {
                    let what = format!("P({name} = {} | {}) is not given", brief(value), brief(class));
                    let fix = "give every value in every class, with 0 for one that never occurs";
                    return Err(bad(Some(class), what, fix));
                }
                adds_up(&format!("P({name} | {})", brief(class)), all).map_err(|problem| Problem {
                    feature: Some(choice.name.clone()),
                    class: Some(class.clone()),
                    ..problem
                })?;
            }
        }
        let check = |what: &str, numbers: &ByName<Written>, is_bad: fn(&BigRational) -> bool, fix: &str| {
            has_classes(numbers, &classes, &format!("the {what} of “{name}”"))?;
            match numbers.iter().find(|(_, number)| is_bad(number.value())) {
                None => Ok(()),
                Some((class, number)) => {
                    let what = format!("the {what} of “{name}” in {} is {}", brief(class), number.text());
                    Err(bad(Some(class), what, fix))
                }
            }
        };
        if let Some(mean) = &choice.mean {
            check("mean", mean, |_| false, "")?;
            let Some(variance) = &choice.variance else {
                let what = format!("the variance of “{name}” is not given");
                return Err(bad(None, what, "write [feature.variance] with a number for each class"));
            };
            let fix = "a variance is more than 0; a standard deviation is squared first";
            check("variance", variance, |number| !number.is_positive(), fix)?;
        }
        if let Some(rate) = &choice.rate {
            check("rate", rate, Signed::is_negative, "a rate is 0 or more")?;
        }
    }
    Ok(())
}

/// Checks that numbers have the given classes, no more and no less.
fn has_classes<T>(all: &ByName<T>, classes: &[&str], what: &str) -> Result<(), Problem> {
    let bad = |class: &str, what: String, fix: String| {
        Err(Problem { class: Some(class.to_owned()), ..Problem::usage(what, fix) })
    };
    if let Some((name, _)) = all.iter().find(|(name, _)| !classes.contains(&name.as_str())) {
        let what = format!("{what} names “{}”, which has no P(class)", brief(name));
        return bad(name, what, format!("the classes are {}", listed(classes.iter().copied())));
    }
    match classes.iter().find(|class| find(all, class).is_none()) {
        None => Ok(()),
        Some(class) => {
            let what = format!("{what} does not name the class “{}”", brief(class));
            bad(class, what, "give it for every class".to_owned())
        }
    }
}

/// Checks that probabilities are not below 0, and add up to exactly 1.
fn adds_up(what: &str, all: &[(String, Written)]) -> Result<(), Problem> {
    if let Some((name, number)) = all.iter().find(|(_, number)| number.value().is_negative()) {
        let what = format!("{what}: {} has {}", brief(name), number.text());
        let problem = Problem::usage(what, "a probability is 0 or more");
        return Err(Problem { value: Some(number.text().to_owned()), ..problem });
    }
    let sum = sum(all);
    if sum.is_one() {
        return Ok(());
    }
    let what = format!("the given {what} add up to {}, not to 1", Written::exact(&sum, false).text());
    Err(Problem::usage(what, "change them so that they add up to exactly 1; fractions such as 1/3 are exact"))
}

/// A table of given numbers, each with its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenBlock {
    /// What its numbers are: `P(class)`, the name of a feature, `Σ of ill`.
    pub what: String,
    /// The heads of its columns: the classes, or the features of Σ.
    pub heads: Vec<String>,
    pub rows: Vec<(String, Vec<(Quantity, Written)>)>,
}

impl Recipe {
    /// Returns the recipe with the given priors as its prior, unless it has another one.
    #[must_use]
    pub(crate) fn with_given_prior(mut self) -> Recipe {
        if let Some(given) = self.given.as_ref().filter(|given| !given.prior.is_empty()) {
            self.prior.get_or_insert_with(|| Prior::Given(given.prior.clone()));
            self.target.get_or_insert_with(|| "class".to_owned());
        }
        self
    }

    /// P(class) as it is given, where the recipe uses it; else what would be used.
    fn given_prior<'a>(&'a self, given: &'a Given) -> &'a ByName<Written> {
        match &self.prior {
            Some(Prior::Given(prior)) => prior,
            _ => &given.prior,
        }
    }

    fn given_features(&self) -> Vec<String> {
        let of_columns = || {
            let names = self.columns.iter().map(|choice| choice.name.clone());
            names.filter(|name| self.target.as_ref() != Some(name)).collect()
        };
        self.features.clone().unwrap_or_else(of_columns)
    }

    pub fn given_blocks(&self) -> Vec<GivenBlock> {
        let Some(given) = &self.given else { return Vec::new() };
        let name = |text: &str| Name::new(text);
        let classes: Vec<String> = given.classes().map(str::to_owned).collect();
        let row = |label: &str, cell: &dyn Fn(&str) -> Option<(Quantity, Written)>| {
            (label.to_owned(), classes.iter().filter_map(|class| cell(class)).collect())
        };
        let prior = self.given_prior(given);
        let cells = prior.iter().map(|(class, number)| (Quantity::prior(&name(class)), number.clone()));
        let mut blocks = vec![GivenBlock {
            what: "P(class)".to_owned(),
            heads: prior.iter().map(|(class, _)| class.clone()).collect(),
            rows: vec![("P".to_owned(), cells.collect())],
        }];
        let features = self.given_features();
        for feature in &features {
            let Some(choice) = self.column(feature).filter(|choice| choice.is_given()) else { continue };
            let mut rows = Vec::new();
            for value in choice.given_values() {
                let event = Event::value(&name(feature), &name(value));
                rows.push(row(value, &|class| {
                    let number = find(find(choice.table.as_ref()?, class)?, value)?.clone();
                    let given = Some(Event::Class(name(class)));
                    Some((Quantity::Prob { event: event.clone(), given }, number))
                }));
            }
            let all = [("mean", &choice.mean), ("variance", &choice.variance), ("rate", &choice.rate)];
            for (what, numbers) in all.into_iter().filter_map(|(what, of)| Some((what, of.as_ref()?))) {
                rows.push(row(what, &|class| {
                    let number = find(numbers, class)?.clone();
                    let (feature, class) = (name(feature), Some(name(class)));
                    let place = match what {
                        "variance" => Quantity::Var { feature, class },
                        _ => Quantity::Mean { feature, class },
                    };
                    Some((place, number))
                }));
            }
            let is_table = choice.table.is_some();
            let what = if is_table { format!("P({feature} | class)") } else { feature.clone() };
            blocks.push(GivenBlock { what, heads: classes.clone(), rows });
        }
        if !given.mean.is_empty() {
            let row = |(at, feature): (usize, &String)| {
                row(feature, &|class| {
                    let number = find(&given.mean, class)?.get(at)?.clone();
                    Some((Quantity::Mean { feature: name(feature), class: Some(name(class)) }, number))
                })
            };
            let rows = features.iter().enumerate().map(row).collect();
            blocks.push(GivenBlock { what: "means".to_owned(), heads: classes.clone(), rows });
        }
        for (of, sigma) in &given.sigma {
            let class = Some(name(of)).filter(|_| of != SHARED);
            let what = if class.is_none() { "Σ of all classes".to_owned() } else { format!("Σ of {of}") };
            let entry = |a: &str, b: &str| Quantity::Cov { a: name(a), b: name(b), class: class.clone() };
            let row = |(feature, numbers): (&String, &Vec<Written>)| {
                let cells = features.iter().zip(numbers);
                (feature.clone(), cells.map(|(of, number)| (entry(feature, of), number.clone())).collect())
            };
            let rows = features.iter().zip(sigma).map(row).collect();
            blocks.push(GivenBlock { what, heads: features.clone(), rows });
        }
        blocks
    }

    /// The numbers that add up to 1 with a given one, with what each is of.
    pub(crate) fn given_together(&self, place: &Quantity) -> ByName<Written> {
        let found = match place {
            Quantity::Prob { event: Event::Class(_), given: None } => {
                self.given.as_ref().map(|given| self.given_prior(given))
            }
            Quantity::Prob { event: Event::Value { feature, .. }, given: Some(Event::Class(class)) } => {
                let table = self.column(feature.as_str()).and_then(|choice| choice.table.as_ref());
                table.and_then(|table| find(table, class.as_str()))
            }
            _ => None,
        };
        found.cloned().unwrap_or_default()
    }

    /// Sets a number from text, or all numbers that add up to 1. The other one of two gets the remaining
    /// probability. An entry of Σ is on both sides of the diagonal.
    pub(crate) fn with_given_number(&self, place: &Quantity, text: &str) -> Result<Recipe, Problem> {
        let typed =
            text.split_whitespace().map(Written::or_percent).collect::<Result<Vec<Written>, Problem>>()?;
        let mut together = self.given_together(place);
        let Some(first) = typed.first() else {
            let fix = "write a decimal, a fraction or per cent: 0.8, 4/5, 80%";
            return Err(Problem::usage("no number is typed", fix));
        };
        if typed.len() > 1 && typed.len() != together.len() {
            let names = listed(together.iter().map(|(name, _)| name.as_str()));
            let fix = match together.len() {
                0 => "type one".to_owned(),
                many => format!("type one, or all {many}, for {names}"),
            };
            return Err(Problem::usage(format!("{} numbers are typed", typed.len()), fix));
        }
        let own = match place {
            Quantity::Prob { event: Event::Class(name) | Event::Value { value: name, .. }, .. } => Some(name),
            _ => None,
        };
        let (all, rest) = (together.len(), BigRational::one() - first.value());
        for (at, (name, number)) in together.iter_mut().enumerate() {
            if typed.len() > 1 {
                *number = typed.get(at).unwrap_or(first).clone();
            } else if own.is_some_and(|own| own.as_str() == name) {
                *number = first.clone();
            } else if all == 2 && !rest.is_negative() {
                *number = Written::exact(&rest, first.text().contains('/'));
            }
        }
        let mut recipe = self.clone();
        match (place, place.feature(), place.class().map_or(SHARED, Name::as_str)) {
            (Quantity::Prob { event: Event::Class(_), .. }, ..) => {
                recipe.given.iter_mut().for_each(|given| given.prior.clone_from(&together));
                recipe.prior = Some(Prior::Given(together));
            }
            (Quantity::Prob { .. }, Some(feature), class) => {
                let table = recipe.column_mut(feature.as_str()).table.as_mut();
                let values = table.and_then(|table| find_mut(table, class));
                values.into_iter().for_each(|values| values.clone_from(&together));
            }
            (Quantity::Mean { .. } | Quantity::Var { .. }, Some(feature), class) => {
                let at = self.given_features().iter().position(|name| name == feature.as_str());
                let choice = recipe.columns.iter_mut().find(|choice| choice.name == feature.as_str());
                let own = choice.and_then(|choice| match place {
                    Quantity::Var { .. } => choice.variance.as_mut(),
                    _ => choice.mean.as_mut().or(choice.rate.as_mut()),
                });
                let given = recipe.given.as_mut();
                let number = match own {
                    Some(own) => find_mut(own, class),
                    None => given.and_then(|given| find_mut(&mut given.mean, class)?.get_mut(at?)),
                };
                number.into_iter().for_each(|number| *number = first.clone());
            }
            (Quantity::Cov { a, b, .. }, _, class) => {
                let features = self.given_features();
                let at = |name: &Name| features.iter().position(|of| of == name.as_str());
                let sigma = recipe.given.as_mut().and_then(|given| find_mut(&mut given.sigma, class));
                if let Some(rows) = sigma {
                    for (row, column) in [(at(a), at(b)), (at(b), at(a))] {
                        let number = row.and_then(|row| rows.get_mut(row)?.get_mut(column?));
                        number.into_iter().for_each(|number| *number = first.clone());
                    }
                }
            }
            _ => {}
        }
        if let Some(given) = &recipe.given {
            check_given(&recipe, given)?;
        }
        Ok(recipe)
    }

    /// The recipe of a model whose numbers are given by their addresses: `P(ill) = 1%`, `P(pos | ill) = 0.9`,
    /// `mean(height | male) = 178`, `sd(height | male) = 7`. A class or value that is left out gets the
    /// remaining probability; a value without its feature belongs to the one that a query names with it.
    ///
    /// # Errors
    /// When a text is no number with its address, or one is given twice.
    ///
    /// ```
    /// use posterior::recipe::Recipe;
    ///
    /// let numbers = ["P(ill) = 1%", "P(pos | ill) = 9/10", "P(pos | well) = 0.05"].map(str::to_owned);
    /// let recipe = Recipe::from_numbers(&numbers, &[vec![("test".into(), "pos".into())]])?;
    /// let prior = recipe.given.ok_or("nothing is given")?.prior;
    /// assert_eq!((prior[1].0.as_str(), prior[1].1.text()), ("well", "0.99"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_numbers(numbers: &[String], queries: &[ByName<String>]) -> Result<Recipe, Problem> {
        let mut recipe =
            Recipe { target: Some("class".into()), given: Some(Given::default()), ..Recipe::default() };
        let mut seen = Vec::new();
        for number in numbers {
            recipe.add_number(number, queries, &mut seen)?;
        }
        // Features with a table first, then those with a mean.
        recipe.columns.sort_by_key(|choice| (choice.table.is_none(), choice.mean.is_none()));
        recipe.complete(queries)?;
        recipe.check_alone(&seen)?;
        for choice in &mut recipe.columns {
            let is_number = choice.mean.is_some() || choice.variance.is_some();
            if choice.table.is_some() && is_number {
                let what = format!("“{}” has P(value | class) and a mean or a variance", brief(&choice.name));
                return Err(Problem::usage(what, "give the one or the other"));
            }
            choice.kind = Some(if is_number { Kind::Numeric } else { Kind::Categorical });
            choice.mean = choice.mean.take().or(is_number.then(Vec::new));
        }
        let has = |kind: Kind| recipe.columns.iter().any(|choice| choice.kind == Some(kind));
        recipe.model = Some(match (has(Kind::Categorical), has(Kind::Numeric)) {
            (true, true) => ModelKind::Mixed,
            (false, true) => ModelKind::Gaussian,
            _ => ModelKind::Categorical,
        });
        recipe.features = Some(recipe.columns.iter().map(|choice| choice.name.clone()).collect());
        recipe.query = queries.first().cloned();
        Ok(recipe)
    }

    /// Adds a number to those that were seen, each with whether it is of a value without its feature.
    fn add_number(
        &mut self,
        typed: &str,
        queries: &[ByName<String>],
        seen: &mut Vec<(Quantity, bool)>,
    ) -> Result<(), Problem> {
        let wrong = || usage(format!("“{}” is not a quantity with its value", brief(typed)));
        let (address, text) = typed.rsplit_once('=').ok_or_else(wrong)?;
        let written = Written::or_percent(text.trim()).map_err(|problem| usage(problem.what))?;
        let (address, number) = (address.trim(), written.value());
        let is_sd = address.starts_with("sd(");
        let address = if is_sd { address.replacen("sd(", "var(", 1) } else { address.to_owned() };
        let mut is_alone = false;
        let mut quantity: Quantity = address.parse().map_err(|_| wrong())?;
        if let Quantity::Prob { event: event @ Event::Class(_), given: Some(Event::Class(_)) } = &mut quantity
            && let Event::Class(value) = event
        {
            let feature = self.feature_of(value.as_str(), queries).as_str().into();
            is_alone = !queries.iter().flatten().any(|(_, cell)| cell == value.as_str());
            *event = Event::Value { feature, value: value.clone() };
        }
        if seen.iter().any(|(known, _)| *known == quantity) {
            return Err(Problem::usage(format!("{quantity} is given twice"), "give each number once"));
        }
        let class = quantity.class().ok_or_else(wrong)?.as_str().to_owned();
        if is_sd && number.is_negative() {
            let what = format!("“{}” is below 0", brief(typed));
            return Err(Problem::usage(what, "a standard deviation must be above 0"));
        }
        let number = Written::exact(&if is_sd { number * number } else { number.clone() }, false);
        match &quantity {
            Quantity::Prob { event: Event::Class(_), given: None } => {
                self.given.get_or_insert_default().prior.push((class, number));
            }
            Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(_)) } => {
                let table = self.column_mut(feature.as_str()).table.get_or_insert_default();
                entry(table, &class).push((value.as_str().to_owned(), number));
            }
            Quantity::Mean { feature, .. } => {
                self.column_mut(feature.as_str()).mean.get_or_insert_default().push((class, number));
            }
            Quantity::Var { feature, .. } => {
                self.column_mut(feature.as_str()).variance.get_or_insert_default().push((class, number));
            }
            _ => return Err(wrong()),
        }
        seen.push((quantity, is_alone));
        Ok(())
    }

    /// The feature of a value written without one: the one that a query names with it, or the only one.
    fn feature_of(&self, value: &str, queries: &[ByName<String>]) -> String {
        let named = queries.iter().flatten().find(|(_, cell)| cell == value).map(|(feature, _)| feature);
        let only = || match queries.first().map(Vec::as_slice) {
            Some([(feature, _)]) => Some(feature),
            _ => self.columns.iter().find(|choice| choice.table.is_some()).map(|choice| &choice.name),
        };
        named.or_else(only).map_or("evidence".to_owned(), String::clone)
    }

    /// Adds what follows from the rest: the one class or value that makes a sum 1.
    fn complete(&mut self, queries: &[ByName<String>]) -> Result<(), Problem> {
        let prior = &mut self.given.get_or_insert_default().prior;
        let mut classes: BTreeSet<&String> = BTreeSet::new();
        for choice in &self.columns {
            classes.extend(choice.table.iter().flatten().map(|(class, _)| class));
            classes.extend(choice.mean.iter().chain(&choice.variance).flatten().map(|(class, _)| class));
        }
        let missing: Vec<&String> = classes.iter().copied().filter(|of| find(prior, of).is_none()).collect();
        if let [missing] = missing.as_slice() {
            prior.push(((*missing).clone(), rest(prior)));
        }
        let classes: Vec<String> = prior.iter().map(|(class, _)| class).chain(classes).cloned().collect();
        if self.columns.is_empty() {
            return Err(usage("no P(value | class) is given".to_owned()));
        }
        for choice in &mut self.columns {
            let mut values: Vec<String> = choice.given_values().into_iter().map(str::to_owned).collect();
            let Some(table) = &mut choice.table else { continue };
            let leaves = |class: &String| find(table, class).is_none_or(|of| rest(of).value().is_positive());
            if values.len() == 1 || classes.iter().all(leaves) {
                // A value that only a query names gets the remaining probability.
                let of_feature = queries.iter().flatten().filter(|(feature, _)| *feature == choice.name);
                let other = of_feature.map(|(_, cell)| cell.clone()).find(|cell| is_other(cell, &values));
                let not = values.first().filter(|_| values.len() == 1).map(|only| format!("not {only}"));
                values.extend(other.or(not));
            }
            for (_, all) in table {
                let missing: Vec<&String> = values.iter().filter(|of| find(all, of).is_none()).collect();
                if let [missing] = missing.as_slice() {
                    all.push(((*missing).clone(), rest(all)));
                }
            }
        }
        Ok(())
    }

    /// Refuses values without their feature that are no values of one feature, since they do not add up to 1.
    fn check_alone(&self, seen: &[(Quantity, bool)]) -> Result<(), Problem> {
        let is_alone = |value: &&str| {
            seen.iter().any(|(quantity, is_alone)| match quantity {
                Quantity::Prob { event: Event::Value { value: of, .. }, .. } => {
                    *is_alone && of.as_str() == *value
                }
                _ => false,
            })
        };
        for (class, all) in self.columns.iter().flat_map(|choice| choice.table.iter().flatten()) {
            let sum = sum(all);
            let values = all.iter().map(|(value, _)| value.as_str());
            let alone: Vec<&str> = values.filter(is_alone).collect();
            if let ([first, _, ..], false) = (alone.as_slice(), sum.is_one()) {
                let what = format!(
                    "the given probabilities of {} in {} add up to {}, not to 1",
                    listed(alone.iter().copied()),
                    brief(class),
                    Written::exact(&sum, false).text()
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
}

fn usage(what: String) -> Problem {
    let fix = "write numbers such as \"P(ill) = 0.01\" \"P(pos | ill) = 0.9\" \"P(pos | well) = 0.05\"";
    Problem::usage(what, fix)
}

/// Whether a cell of a query is a value that none of these equals.
fn is_other(cell: &str, values: &[String]) -> bool {
    let mut known = Dictionary::default();
    values.iter().for_each(|value| _ = known.intern(value));
    !is_missing(cell.trim().as_bytes(), None) && known.meant(cell.trim()).is_none()
}

fn sum(of: &[(String, Written)]) -> BigRational {
    of.iter().fold(BigRational::zero(), |sum, (_, number)| sum + number.value())
}

/// What is left of 1; 0 where nothing is.
fn rest(of: &[(String, Written)]) -> Written {
    let rest = BigRational::one() - sum(of);
    Written::exact(&if rest.is_negative() { BigRational::zero() } else { rest }, false)
}
