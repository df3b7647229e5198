//! Numbers given instead of rows: in a recipe, as tables on screen, and by their addresses (`posterior given`).

use super::options::{GIVEN, RecipeError};
use super::{ColumnChoice, ExactNumber, Given, ModelKind, Prior, Recipe};
use crate::math::{Event, Name, Quantity};
use crate::problem::Problem;
use crate::table::{Dictionary, Kind, found_or, is_missing};
use crate::text::{brief, listed};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeSet;
use toml::Table as Toml;

/// Numbers, or lists or tables of them, by class or by value, in the order written.
pub type ByName<T> = Vec<(String, T)>;

/// The name of a Σ that all classes share.
pub(crate) const SHARED: &str = "shared";

pub(crate) fn find<'a, T>(all: &'a [(String, T)], name: &str) -> Option<&'a T> {
    all.iter().find(|(known, _)| known == name).map(|(_, found)| found)
}

fn find_mut<'a, T>(all: &'a mut [(String, T)], name: &str) -> Option<&'a mut T> {
    all.iter_mut().find(|(known, _)| known == name).map(|(_, found)| found)
}

impl Given {
    pub(super) fn of_table(table: Toml) -> Result<Given, RecipeError> {
        let mut given = Given::default();
        for (key, value) in table {
            let Some(option) = GIVEN.iter().find(|option| option.key == key) else {
                let known = "and no such key is known: prior, mean, Sigma";
                let what = format!("the given numbers have “{}”, {known}", brief(&key));
                return Err(Problem::usage(what, "docs/given.md shows how they are written").into());
            };
            (option.read)(&mut given, value)?;
        }
        Ok(given)
    }

    pub fn classes(&self) -> impl Iterator<Item = &str> {
        self.prior.iter().map(|(class, _)| class.as_str())
    }
}

impl ColumnChoice {
    pub fn is_given(&self) -> bool {
        self.table.is_some() || self.mean.is_some() || self.rate.is_some()
    }

    pub(crate) fn given_numbers(&self) -> impl Iterator<Item = (&'static str, &ByName<ExactNumber>)> {
        let all = [("mean", &self.mean), ("variance", &self.variance), ("rate", &self.rate)];
        all.into_iter().filter_map(|(what, numbers)| Some((what, numbers.as_ref()?)))
    }

    pub(crate) fn given_values(&self) -> Vec<&str> {
        let mut values: Vec<&str> = Vec::new();
        for (name, _) in self.table.iter().flatten().flat_map(|(_, values)| values) {
            found_or(&mut values, |known| known == name, || name.as_str());
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
    recipe.columns.iter().try_for_each(|choice| {
        let feature = Some(choice.name.clone());
        check_column(choice, &classes).map_err(|problem| Problem { feature, ..problem })
    })
}

fn check_column(choice: &ColumnChoice, classes: &[&str]) -> Result<(), Problem> {
    let name = brief(&choice.name);
    let in_class = |class: &String, problem| Problem { class: Some(class.clone()), ..problem };
    if let Some(table) = &choice.table {
        has_classes(table, classes, &format!("the table of “{name}”"))?;
        let values = choice.given_values();
        for (class, all) in table {
            if let Some(value) = values.iter().find(|value| find(all, value).is_none()) {
                let what = format!("P({name} = {} | {}) is not given", brief(value), brief(class));
                let fix = "give every value in every class, with 0 for one that never occurs";
                return Err(in_class(class, Problem::usage(what, fix)));
            }
            let sum = adds_up(&format!("P({name} | {})", brief(class)), all);
            sum.map_err(|problem| in_class(class, problem))?;
        }
    }
    let table = choice.table.as_ref().map(|_| "probabilities");
    let mean = choice.mean.as_ref().map(|_| "means");
    let rate = choice.rate.as_ref().map(|_| "rates");
    if let [first, second, ..] = table.into_iter().chain(mean).chain(rate).collect::<Vec<_>>().as_slice() {
        let what = format!("“{name}” has both {first} and {second}");
        let fix = "give probabilities of categories, mean and variance of a normal distribution, or rates of Poisson counts";
        return Err(Problem::usage(what, fix));
    }
    if choice.mean.is_some() && choice.variance.is_none() {
        let what = format!("the variance of “{name}” is not given");
        return Err(Problem::usage(what, "write [feature.variance] with a number for each class"));
    }
    for (what, numbers) in choice.given_numbers() {
        let (is_good, fix): (fn(&BigRational) -> bool, &str) = match what {
            "mean" => (|_| true, ""),
            "variance" => {
                (Signed::is_positive, "a variance is more than 0; a standard deviation is squared first")
            }
            _ => (|rate| !rate.is_negative(), "a rate is 0 or more"),
        };
        has_classes(numbers, classes, &format!("the {what} of “{name}”"))?;
        if let Some((class, number)) = numbers.iter().find(|(_, number)| !is_good(number.value())) {
            let what = format!("the {what} of “{name}” in {} is {}", brief(class), number.text());
            return Err(in_class(class, Problem::usage(what, fix)));
        }
    }
    Ok(())
}

/// Checks that numbers have the given classes, no more and no less.
fn has_classes<T>(all: &ByName<T>, classes: &[&str], what: &str) -> Result<(), Problem> {
    let unknown = all.iter().map(|(name, _)| name.as_str()).find(|name| !classes.contains(name));
    let missing = || classes.iter().copied().find(|class| find(all, class).is_none());
    let Some(class) = unknown.or_else(missing) else { return Ok(()) };
    let name = brief(class);
    let problem = if unknown.is_some() {
        let fix = format!("the classes are {}", listed(classes.iter().copied()));
        Problem::usage(format!("{what} names “{name}”, which has no P(class)"), fix)
    } else {
        Problem::usage(format!("{what} does not name the class “{name}”"), "give it for every class")
    };
    Err(Problem { class: Some(class.to_owned()), ..problem })
}

/// Checks that probabilities are not below 0, and add up to exactly 1.
fn adds_up(what: &str, all: &[(String, ExactNumber)]) -> Result<(), Problem> {
    if let Some((name, number)) = all.iter().find(|(_, number)| number.value().is_negative()) {
        let what = format!("{what}: {} has {}", brief(name), number.text());
        let problem = Problem::usage(what, "a probability is 0 or more");
        return Err(Problem { value: Some(number.text().to_owned()), ..problem });
    }
    let sum = sum(all);
    if sum.is_one() {
        return Ok(());
    }
    let what = format!("the given {what} add up to {}, not to 1", ExactNumber::exact(&sum, false).text());
    Err(Problem::usage(what, "change them so that they add up to exactly 1; fractions such as 1/3 are exact"))
}

/// A table of given numbers, each with its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenBlock {
    /// What its numbers are: `P(class)`, the name of a feature, `Σ of ill`.
    pub what: String,
    /// The heads of its columns: the classes, or the features of Σ.
    pub heads: Vec<Name>,
    pub rows: Vec<(String, Vec<(Quantity, ExactNumber)>)>,
}

impl Recipe {
    /// Returns the recipe with the given priors as its prior, unless it has another one.
    pub(crate) fn with_given_prior(mut self) -> Recipe {
        if let Some(given) = self.given.as_ref().filter(|given| !given.prior.is_empty()) {
            self.prior.get_or_insert_with(|| Prior::Given(given.prior.clone()));
            self.target.get_or_insert_with(|| "class".to_owned());
        }
        self
    }

    /// Returns the recipe with its prior as the given P(class).
    fn with_own_prior(&self) -> Recipe {
        let mut recipe = self.clone();
        if let (Some(given), Some(Prior::Given(prior))) = (&mut recipe.given, &recipe.prior) {
            given.prior.clone_from(prior);
        }
        recipe
    }

    fn given_features(&self) -> Vec<Name> {
        let columns = self.columns.iter().map(|choice| &choice.name);
        let by_default = columns.filter(|name| self.features.is_none() && self.target.as_ref() != Some(name));
        let names = self.features.iter().flatten().chain(by_default);
        names.map(|name| name.as_str().into()).collect()
    }

    /// Returns the numbers by class or value that an address belongs to, and its name among them.
    fn given_list<'a>(&'a mut self, place: &'a Quantity) -> Option<(&'a mut ByName<ExactNumber>, &'a str)> {
        let (list, name) = match place {
            Quantity::Prob { event: Event::Class(class), given: None } => {
                (&mut self.given.get_or_insert_default().prior, class)
            }
            Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
                let table = self.column_mut(feature.as_str()).table.get_or_insert_default();
                let new = || (class.as_str().to_owned(), Vec::new());
                (&mut found_or(table, |(known, _)| known == class.as_str(), new).1, value)
            }
            Quantity::Mean { feature, class: Some(class) } => {
                let choice = self.column_mut(feature.as_str());
                (choice.rate.as_mut().unwrap_or_else(|| choice.mean.get_or_insert_default()), class)
            }
            Quantity::Var { feature, class: Some(class) } => {
                (self.column_mut(feature.as_str()).variance.get_or_insert_default(), class)
            }
            _ => return None,
        };
        Some((list, name.as_str()))
    }

    fn given_number<'a>(&'a mut self, place: &'a Quantity) -> Option<&'a mut ExactNumber> {
        let features = self.given_features();
        let at = |name: &Name| features.iter().position(|feature| feature == name);
        let has_means = self.given.as_ref().is_some_and(|given| !given.mean.is_empty());
        match place {
            Quantity::Mean { feature, class: Some(class) } if has_means => {
                find_mut(&mut self.given.as_mut()?.mean, class.as_str())?.get_mut(at(feature)?)
            }
            Quantity::Cov { a, b, class } => {
                let class = class.as_ref().map_or(SHARED, Name::as_str);
                find_mut(&mut self.given.as_mut()?.sigma, class)?.get_mut(at(a)?)?.get_mut(at(b)?)
            }
            _ => {
                let (list, name) = self.given_list(place)?;
                find_mut(list, name)
            }
        }
    }

    pub fn given_blocks(&self) -> Vec<GivenBlock> {
        let Some(given) = &self.given else { return Vec::new() };
        let mut recipe = self.with_own_prior();
        let mut row = |label: &str, heads: &[Name], place: &dyn Fn(&Name) -> Quantity| {
            let cell = |head| {
                let place = place(head);
                let number = recipe.given_number(&place)?.clone();
                Some((place, number))
            };
            (label.to_owned(), heads.iter().filter_map(cell).collect())
        };
        let block = |what, heads: &[Name], rows| GivenBlock { what, heads: heads.to_vec(), rows };
        let classes: Vec<Name> = given.classes().map(Name::new).collect();
        let features = self.given_features();
        let prior = row("P", &classes, &Quantity::prior);
        let mut blocks = vec![block("P(class)".to_owned(), &classes, vec![prior])];
        for feature in &features {
            let name = feature.as_str();
            let Some(choice) = self.column(name).filter(|choice| choice.is_given()) else { continue };
            let mut rows = Vec::new();
            for text in choice.given_values() {
                let value = Name::new(text);
                rows.push(row(text, &classes, &|class| Quantity::conditional(feature, &value, class)));
            }
            for (what, _) in choice.given_numbers() {
                let of = if what == "variance" { Quantity::var } else { Quantity::mean };
                rows.push(row(what, &classes, &|class| of(feature, class)));
            }
            let what = if choice.table.is_some() { format!("P({name} | class)") } else { name.to_owned() };
            blocks.push(block(what, &classes, rows));
        }
        if !given.mean.is_empty() {
            let mean = |of: &Name| row(of.as_str(), &classes, &|class| Quantity::mean(of, class));
            blocks.push(block("means".to_owned(), &classes, features.iter().map(mean).collect()));
        }
        for (of, _) in &given.sigma {
            let class = Some(Name::new(of.as_str())).filter(|_| of != SHARED);
            let what = if class.is_none() { "Σ of all classes".to_owned() } else { format!("Σ of {of}") };
            let entries = |a: &Name| row(a.as_str(), &features, &|b| Quantity::cov(a, b, class.as_ref()));
            blocks.push(block(what, &features, features.iter().map(entries).collect()));
        }
        blocks
    }

    /// Returns the numbers that add up to 1 with a given one, with what each is of.
    pub fn given_together(&self, place: &Quantity) -> ByName<ExactNumber> {
        let mut recipe = self.with_own_prior();
        match recipe.given_list(place) {
            Some((list, _)) if matches!(place, Quantity::Prob { .. }) => list.clone(),
            _ => Vec::new(),
        }
    }

    /// Sets a number from text, or all numbers that add up to 1. The other one of two gets the remaining
    /// probability. An entry of Σ is on both sides of the diagonal.
    pub fn with_given_number(&self, place: &Quantity, text: &str) -> Result<Recipe, Problem> {
        let typed = text.split_whitespace().map(ExactNumber::or_percent);
        let typed = typed.collect::<Result<Vec<ExactNumber>, Problem>>()?;
        let together = self.given_together(place);
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
        let mut recipe = self.with_own_prior();
        let rest = BigRational::one() - first.value();
        if let Quantity::Prob { event, .. } = place
            && let Some((list, own)) = recipe.given_list(place)
        {
            for (at, (name, number)) in list.iter_mut().enumerate() {
                if typed.len() > 1 {
                    *number = typed.get(at).unwrap_or(first).clone();
                } else if name == own {
                    *number = first.clone();
                } else if together.len() == 2 && !rest.is_negative() {
                    *number = ExactNumber::exact(&rest, first.text().contains('/'));
                }
            }
            if matches!(event, Event::Class(_)) {
                recipe.prior = recipe.given.as_ref().map(|given| Prior::Given(given.prior.clone()));
            }
        } else {
            let mirrored = match place {
                Quantity::Cov { a, b, class } => Some(Quantity::cov(b, a, class.as_ref())),
                _ => None,
            };
            for place in mirrored.iter().chain([place]) {
                recipe.given_number(place).into_iter().for_each(|number| number.clone_from(first));
            }
        }
        if let Some(given) = &recipe.given {
            check_given(&recipe, given)?;
        }
        Ok(recipe)
    }

    /// Returns the recipe of a model whose numbers are given by their addresses: `P(ill) = 1%`, `P(pos | ill) = 0.9`,
    /// `mean(height | male) = 178`, `sd(height | male) = 7`. A class or value that is left out gets the
    /// remaining probability; a value without its feature belongs to the one that a query names with it.
    ///
    /// # Errors
    /// When a text is not a number with its address, or one is given twice.
    ///
    /// ```
    /// use posterior_core::recipe::Recipe;
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
        let (mut seen, mut alone) = (Vec::new(), Vec::new());
        for typed in numbers {
            let (mut quantity, number) = read_number(typed)?;
            if let Quantity::Prob { event, given: Some(Event::Class(_)) } = &mut quantity
                && let Event::Class(value) = event
            {
                let feature = recipe.feature_of(value.as_str(), queries).as_str().into();
                if !queries.iter().flatten().any(|(_, cell)| cell == value.as_str()) {
                    alone.push(value.as_str().to_owned());
                }
                *event = Event::Value { feature, value: value.clone() };
            }
            if seen.contains(&quantity) {
                return Err(Problem::usage(format!("{quantity} is given twice"), "give each number once"));
            }
            let (list, name) = recipe.given_list(&quantity).ok_or_else(|| no_quantity(typed))?;
            list.push((name.to_owned(), number));
            seen.push(quantity);
        }
        // Features with a table first, then those with a mean.
        recipe.columns.sort_by_key(|choice| (choice.table.is_none(), choice.mean.is_none()));
        recipe.complete(queries)?;
        recipe.check_alone(&alone)?;
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

    /// Returns the feature of a value written without one: the one that a query names with it, or the only one.
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
        if self.columns.is_empty() {
            return Err(usage("no P(value | class) is given".to_owned()));
        }
        let mut classes: BTreeSet<String> = BTreeSet::new();
        for choice in &self.columns {
            classes.extend(choice.table.iter().flatten().map(|(class, _)| class.clone()));
            classes.extend(choice.given_numbers().flat_map(|(_, list)| list).map(|(class, _)| class.clone()));
        }
        let prior = &mut self.given.get_or_insert_default().prior;
        add_rest(prior, &classes);
        classes.extend(prior.iter().map(|(class, _)| class.clone()));
        for choice in &mut self.columns {
            let mut values: Vec<String> = choice.given_values().into_iter().map(str::to_owned).collect();
            let Some(table) = &mut choice.table else { continue };
            let leaves = |class: &String| find(table, class).is_none_or(|of| rest(of).value().is_positive());
            if values.len() == 1 || classes.iter().all(leaves) {
                // A value that only a query names gets the remaining probability.
                let mut known = Dictionary::default();
                values.iter().for_each(|value| _ = known.intern(value));
                let is_other = |cell: &str| !is_missing(cell.as_bytes(), None) && known.meant(cell).is_none();
                let of_feature = queries.iter().flatten().filter(|(feature, _)| *feature == choice.name);
                let other = of_feature.map(|(_, cell)| cell.clone()).find(|cell| is_other(cell.trim()));
                let not = values.first().filter(|_| values.len() == 1).map(|only| format!("not {only}"));
                values.extend(other.or(not));
            }
            table.iter_mut().for_each(|(_, all)| add_rest(all, &values));
        }
        Ok(())
    }

    /// Refuses values without their feature that are not values of one feature, since they do not add up to 1.
    fn check_alone(&self, alone: &[String]) -> Result<(), Problem> {
        for (class, all) in self.columns.iter().flat_map(|choice| choice.table.iter().flatten()) {
            let sum = sum(all);
            let values = all.iter().map(|(value, _)| value).filter(|value| alone.contains(value));
            let values: Vec<&str> = values.map(String::as_str).collect();
            if let ([first, _, ..], false) = (values.as_slice(), sum.is_one()) {
                let (names, sum) = (listed(values.iter().copied()), ExactNumber::exact(&sum, false));
                let of_class = format!("the given probabilities of {names} in {}", brief(class));
                let what = format!("{of_class} add up to {}, not to 1", sum.text());
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

/// Parses a number with its address: `P(ill) = 1%`. The square of a standard deviation is a variance.
fn read_number(typed: &str) -> Result<(Quantity, ExactNumber), Problem> {
    let (address, text) = typed.rsplit_once('=').ok_or_else(|| no_quantity(typed))?;
    let number = ExactNumber::or_percent(text.trim()).map_err(|problem| usage(problem.what))?;
    let (number, address) = (number.value(), address.trim());
    let variance = address.strip_prefix("sd(").map(|of| format!("var({of}"));
    let quantity = variance.as_deref().unwrap_or(address).parse().map_err(|_| no_quantity(typed))?;
    if variance.is_none() {
        return Ok((quantity, ExactNumber::exact(number, false)));
    }
    if number.is_negative() {
        let what = format!("“{}” is below 0", brief(typed));
        return Err(Problem::usage(what, "a standard deviation must be above 0"));
    }
    Ok((quantity, ExactNumber::exact(&(number * number), false)))
}

/// Gives the remaining probability to the one name that has no number, if there is only one.
fn add_rest<'a>(all: &mut ByName<ExactNumber>, names: impl IntoIterator<Item = &'a String>) {
    let missing: Vec<&String> = names.into_iter().filter(|name| find(all, name).is_none()).collect();
    if let [missing] = missing.as_slice() {
        all.push(((*missing).clone(), rest(all)));
    }
}

fn no_quantity(typed: &str) -> Problem {
    usage(format!("“{}” is not a quantity with its value", brief(typed)))
}

fn usage(what: String) -> Problem {
    Problem::usage(
        what,
        "write numbers such as \"P(ill) = 0.01\" \"P(pos | ill) = 0.9\" \"P(pos | well) = 0.05\"",
    )
}

pub(super) fn sum(of: &[(String, ExactNumber)]) -> BigRational {
    of.iter().fold(BigRational::zero(), |sum, (_, number)| sum + number.value())
}

/// Returns the remaining probability, at least 0.
fn rest(of: &[(String, ExactNumber)]) -> ExactNumber {
    ExactNumber::exact(&(BigRational::one() - sum(of)).max(BigRational::zero()), false)
}
