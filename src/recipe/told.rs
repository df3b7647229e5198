//! What the program chose when the user did not, and how it is reported.

use super::models::said;
use super::resolve::{find_column, folded};
use super::{
    Bins, ByClass, COLUMN_OPTIONS, ColumnChoice, Decision, Feature, Given, GivenTable, Marks, ModelKind,
    OPTIONS, Recipe, RecipeOption, Split, Vocabulary, Written,
};
use crate::math::{Event, Quantity};
use crate::problem::Problem;
use crate::table::{Decimal, Dictionary, Kind, Table, is_missing};
use crate::text::{brief, listed};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
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
        let wrong = || usage(format!("“{}” is no number with its address", brief(typed)));
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
                    return Err(Problem::usage(what, "a standard deviation is more than 0"));
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
                    "if each is a yes/no feature of its own, write its value: \"P({first}=yes | {class}) = …\", and \
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
    said: BTreeMap<&'static str, String>,
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
    pub(super) fn said(&self, key: &str) -> Option<String> {
        OPTIONS.iter().find(|option| option.key == key)?.said(self).flatten()
    }

    pub(super) fn is_chosen(&self, key: &str) -> bool {
        let said = self.said(key);
        said.is_none() || said.as_deref() == self.chosen.of(key)
    }

    pub(super) fn model_is_chosen(&self) -> bool {
        self.model == Some(ModelKind::Auto) || self.is_chosen("model")
    }

    /// Whether α was chosen, or is open. Nothing but 1 is ever chosen.
    pub(super) fn alpha_is_chosen(&self) -> bool {
        self.is_chosen("alpha") && self.alpha.as_ref().is_none_or(|alpha| *alpha == Written::int(1))
    }

    /// Whether nobody chose the variance smoothing ε: it is chosen where a variance is 0.
    pub(crate) fn var_smoothing_is_open(&self) -> bool {
        self.is_chosen("var_smoothing")
    }

    #[must_use]
    pub(crate) fn without_chosen_smoothing(&self) -> Recipe {
        let kept = self.var_smoothing.clone().filter(|_| !self.var_smoothing_is_open());
        Recipe { var_smoothing: kept, ..self.clone() }
    }

    /// Whether the text that counts as 1 in a yes/no column was chosen, or is open.
    pub(super) fn one_is_chosen(&self, said: Option<&ColumnChoice>, feature: &Feature) -> bool {
        let name = feature.name.as_str();
        let said = said.and_then(|choice| choice.one.as_ref());
        feature.kind == Kind::Binary && said.is_none_or(|one| self.chosen.one.get(name) == Some(one))
    }

    /// The recipe without what it says of columns that are not among those of a table; and their names, each once.
    #[must_use]
    pub fn of_columns(&self, has: impl Fn(&str) -> bool) -> (Recipe, Vec<String>) {
        let mut gone: Vec<String> = Vec::new();
        let mut keeps = |name: &str| {
            let there = has(name);
            if !there && !gone.iter().any(|known| known == name) {
                gone.push(name.to_owned());
            }
            there
        };
        let mut recipe = self.clone();
        recipe.target = recipe.target.filter(|name| keeps(name));
        recipe.weight = recipe.weight.filter(|name| keeps(name));
        recipe.features.iter_mut().for_each(|names| names.retain(|name| keeps(name)));
        recipe.features = recipe.features.filter(|names| !names.is_empty());
        recipe.columns.retain(|choice| keeps(&choice.name));
        recipe.query.iter_mut().for_each(|cells| cells.retain(|(name, _)| keeps(name)));
        recipe.query = recipe.query.filter(|cells| !cells.is_empty());
        recipe.ignore.retain(|name| has(name));
        (recipe.without_stale_choices(), gone)
    }

    /// The recipe without the entries whose key has another value by now: what was changed and changed back was said.
    #[must_use]
    pub(crate) fn without_stale_choices(mut self) -> Recipe {
        let mut chosen = std::mem::take(&mut self.chosen);
        chosen.said.retain(|key, said| self.said(key).as_ref() == Some(said));
        let said = |name: &str| self.column(name).and_then(|choice| choice.one.as_ref());
        chosen.one.retain(|name, one| said(name) == Some(one));
        Recipe { chosen, ..self }
    }
}

impl ColumnChoice {
    pub(crate) fn is_binned(&self) -> bool {
        self.bins.as_ref().is_some_and(|bins| *bins != Bins::None)
    }
}

impl Recipe {
    /// The recipe of a file in a folder: data, a dictionary or a test file that it names lie beside it, unless their path
    /// begins at the root.
    #[must_use]
    pub(crate) fn in_folder(mut self, folder: &Path) -> Recipe {
        self.paths_mut().for_each(|path| *path = folder.join(&*path).to_string_lossy().into_owned());
        self
    }

    /// The recipe as a file in a folder names what lies beside or below it; what lies elsewhere is named from the root.
    #[must_use]
    pub fn beside(mut self, folder: &Path) -> Recipe {
        for path in self.paths_mut() {
            let below = Path::new(&*path).strip_prefix(folder).ok().and_then(Path::to_str);
            if let Some(below) = below.filter(|below| !below.is_empty()) {
                *path = below.to_owned();
            }
        }
        self
    }

    fn paths_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let columns = self.columns.iter_mut().filter_map(|choice| choice.vocabulary.as_mut());
        let dictionaries = columns.chain(&mut self.vocabulary).filter_map(|vocabulary| match vocabulary {
            Vocabulary::File(path) => Some(path),
            _ => None,
        });
        let tested = self.split.iter_mut().filter_map(|split| match split {
            Split::File(path) => Some(path),
            _ => None,
        });
        let costs = self.decision.iter_mut().filter_map(|decision| match decision {
            Decision::File(path) => Some(path),
            _ => None,
        });
        dictionaries
            .chain(tested)
            .chain(costs)
            .chain(self.data.as_mut().filter(|data| !data.starts_with("sample:")))
    }

    /// The files that it names: dictionaries, and the rows that it is tested on.
    pub fn files(&self) -> Vec<PathBuf> {
        let columns = self.columns.iter().filter_map(|choice| choice.vocabulary.as_ref());
        let dictionaries = columns.chain(&self.vocabulary).filter_map(|vocabulary| match vocabulary {
            Vocabulary::File(path) => Some(path.as_str()),
            _ => None,
        });
        let tested = self.split.iter().filter_map(|split| match split {
            Split::File(path) => Some(path),
            _ => None,
        });
        let costs = self.decision.iter().filter_map(Decision::file);
        dictionaries.chain(tested.map(String::as_str)).chain(costs).map(PathBuf::from).collect()
    }

    pub(crate) fn reads_like(&self, other: &Recipe) -> bool {
        type Cells<'r> = (&'r str, &'r Option<Marks>, &'r Option<Decimal>);
        fn cells(recipe: &Recipe) -> Vec<Cells<'_>> {
            let said = recipe.columns.iter().filter(|said| said.missing.is_some() || said.decimal.is_some());
            said.map(|said| (said.name.as_str(), &said.missing, &said.decimal)).collect()
        }
        fn given(recipe: &Recipe) -> Vec<&ColumnChoice> {
            recipe.columns.iter().filter(|said| said.is_given()).collect()
        }
        self.missing == other.missing
            && self.given == other.given
            && given(self) == given(other)
            && self.delimiter == other.delimiter
            && self.ragged == other.ragged
            && self.lower_case == other.lower_case
            && cells(self) == cells(other)
    }

    /// What is listed as missing in a column: by itself, else for all; `None` where nothing is.
    pub(crate) fn missing_in(&self, column: &str) -> Option<Vec<String>> {
        let own = self.column(column).and_then(|choice| choice.missing.as_ref());
        own.map(Marks::all).or_else(|| self.missing.clone())
    }

    pub fn column_mut(&mut self, name: &str) -> &mut ColumnChoice {
        let at = self.columns.iter().position(|choice| choice.name == name);
        let at = at.unwrap_or_else(|| {
            self.columns.push(ColumnChoice { name: name.to_owned(), ..ColumnChoice::default() });
            self.columns.len() - 1
        });
        // The position was just found or made.
        #[expect(clippy::indexing_slicing)]
        &mut self.columns[at]
    }

    /// The same with each listed name that has commas of its own, and was divided there, in one piece.
    #[must_use]
    pub(crate) fn with_names_of(mut self, table: &Table) -> Self {
        self.ignore = joined(self.ignore, table);
        self.features = self.features.map(|names| joined(names, table));
        self
    }

    pub fn column(&self, name: &str) -> Option<&ColumnChoice> {
        self.columns.iter().find(|choice| choice.name == name)
    }

    /// This recipe with everything that `other` says put over it. A feature that `other` makes the class is no feature
    /// any more, nor is one that it makes the weight, unless `other` says so itself.
    #[must_use]
    pub fn overridden_by(mut self, mut other: Recipe) -> Recipe {
        self.chosen.overridden_by(&other);
        self.follow_model_of_text(&other);
        if let Some(features) = &mut self.features {
            let roles: Vec<String> =
                other.target.iter().chain(&other.weight).map(|name| folded(name)).collect();
            features.retain(|feature| !roles.contains(&folded(feature)));
        }
        // Where the new class was the only feature, all other columns are.
        self.features = self.features.filter(|features| !features.is_empty());
        // What is said of all columns is meant of those, too, of which this recipe said something else.
        for option in OPTIONS.iter().filter(|option| (option.value)(&other).is_some()) {
            self.forget_of_columns(option.key);
        }
        for mut choice in std::mem::take(&mut other.columns) {
            let mine = self.column_mut(&choice.name);
            // Bins are made of numbers: who asks for them does not mean the kind that stood there before.
            if choice.is_binned() {
                mine.kind = None;
            }
            // A column of numbers without bins is the number itself: that too must be able to win over bins.
            if choice.kind == Some(crate::table::Kind::Numeric) && choice.bins.is_none() {
                mine.bins = None;
            }
            COLUMN_OPTIONS.iter().for_each(|option| (option.over)(mine, &mut choice));
        }
        OPTIONS.iter().for_each(|option| (option.over)(&mut self, &mut other));
        self
    }

    pub(crate) fn forget_of_columns(&mut self, key: &str) {
        for option in COLUMN_OPTIONS.iter().filter(|option| option.key == key) {
            self.columns.iter_mut().for_each(option.clear);
        }
    }

    /// This recipe with what holds for each option of which it says nothing.
    #[must_use]
    pub fn filled(&self) -> Recipe {
        let mut filled = self.clone();
        OPTIONS.iter().for_each(|option| (option.fill)(&mut filled));
        filled
    }

    /// Who names one of the two models of text, or one of their event models, means the other of the pair with it.
    fn follow_model_of_text(&mut self, other: &Recipe) {
        let is_of_text = |model: Option<ModelKind>| model.and_then(ModelKind::event).is_some();
        if is_of_text(other.model) && other.event.is_none() {
            self.event = None;
            self.columns.iter_mut().for_each(|column| column.event = None);
        }
        if other.event.is_some() && other.model.is_none() && is_of_text(self.model) {
            self.model = None;
        }
    }
}

/// Names of columns with those put together that make the name of a column with the commas between them.
fn joined(names: Vec<String>, table: &Table) -> Vec<String> {
    const PIECES: usize = 10;
    let mut whole = Vec::with_capacity(names.len());
    let mut rest = names.as_slice();
    while let Some((first, after)) = rest.split_first() {
        let is_known = find_column(table, first).is_ok();
        let most = if is_known { 1 } else { rest.len().min(PIECES) };
        let pieces = (2..=most).rev().find_map(|length| {
            let (pieces, after) = rest.split_at_checked(length)?;
            let name = pieces.join(",");
            table.position(&name).map(|_| (name, after))
        });
        let (name, after) = pieces.unwrap_or_else(|| (first.clone(), after));
        whole.push(name);
        rest = after;
    }
    whole
}

/// A recipe with other bins of some columns, and a model that reads them; `None` where its convention allows none but its
/// own.
pub fn with_bins(recipe: &Recipe, table: &Table, columns: &[usize], bins: Option<&Bins>) -> Option<Recipe> {
    let mut recipe = recipe.clone();
    let name = |at: usize| table.columns().get(at).map(|column| column.name.as_str().to_owned());
    if bins.is_none()
        && let Some(all) = recipe.bins.take()
    {
        // What was said of all columns is said of each of the others.
        for other in (0..table.columns().len()).filter(|at| !columns.contains(at)).filter_map(name) {
            let choice = recipe.column_mut(&other);
            choice.bins = choice.bins.take().or_else(|| Some(all.clone()));
        }
    }
    if bins.is_none() && recipe.bins_or_default().is_some() {
        return None;
    }
    for column in columns.iter().copied().filter_map(name) {
        recipe.column_mut(&column).bins = bins.cloned();
    }
    if !recipe.model.unwrap_or(ModelKind::Auto).reads_bins(bins.is_some()) {
        (recipe.model, recipe.covariance) = (Some(ModelKind::Auto), None);
    }
    Some(recipe)
}

/// One thing that two recipes say differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub name: &'static str,
    /// The column of which it is said; `None` where it is said of the whole.
    pub column: Option<String>,
    /// As a flag says it; `None` where nothing is said, or no flag can say it.
    pub before: Option<String>,
    pub after: Option<String>,
}

impl Recipe {
    /// What is said otherwise after a change, in the order of a file; what holds where nothing is said counts as said.
    ///
    /// ```
    /// use posterior::recipe::Recipe;
    ///
    /// let read = |text| Recipe::from_toml(text, "recipe.toml");
    /// let found = read("target = \"c\"")?.differences(&read("target = \"c\"\nalpha = \"2\"")?);
    /// assert_eq!((found[0].name, found[0].before.as_deref(), found[0].after.as_deref()), ("smoothing α", Some("1"), Some("2")));
    /// # Ok::<(), posterior::problem::Problem>(())
    /// ```
    pub fn differences(&self, after: &Recipe) -> Vec<Difference> {
        let (before, after) = (self.filled(), after.filled());
        let mut found: Vec<Difference> =
            OPTIONS.iter().filter_map(|option| difference(option, &before, &after, None)).collect();
        if before.columns != after.columns {
            let (of_before, of_after) = (said(&before), said(&after));
            let nothing = ColumnChoice::default();
            let names: BTreeSet<&str> = of_before.keys().chain(of_after.keys()).copied().collect();
            for name in names {
                let of = |all: &HashMap<&str, &'_ ColumnChoice>| {
                    all.get(name).copied().unwrap_or(&nothing).clone()
                };
                let (one, other) = (of(&of_before), of(&of_after));
                let of_column = |option| difference(option, &one, &other, Some(name));
                found.extend(COLUMN_OPTIONS.iter().filter_map(of_column));
            }
        }
        found
    }
}

fn difference<R: Default>(
    option: &RecipeOption<R>,
    before: &R,
    after: &R,
    column: Option<&str>,
) -> Option<Difference> {
    ((option.value)(before) != (option.value)(after)).then(|| Difference {
        name: option.name,
        column: column.map(str::to_owned),
        before: option.said(before).flatten(),
        after: option.said(after).flatten(),
    })
}
