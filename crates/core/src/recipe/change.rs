//! Recipes as they are changed: put over one another, given a folder, other bins for some columns, and defaults filled in.

use super::models::choices;
use super::resolve::{find_column, folded};
use super::{
    Bins, COLUMN_OPTIONS, ColumnChoice, Decision, Marks, ModelKind, OPTIONS, Recipe, RecipeOption, Split,
    Vocabulary,
};
use crate::table::found_or;
use crate::table::{FeatureMap, Kind, Table};
use crate::text::brief;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use toml::{Table as Toml, Value};

/// The values that were chosen for the user, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    pub(super) values: BTreeMap<&'static str, String>,
    /// Columns that were left out because they name, number or date the rows.
    pub left_out: Vec<String>,
    /// The text that counts as 1, by column.
    pub one: BTreeMap<String, String>,
}

impl Chosen {
    pub(super) fn to_value(&self) -> Option<Value> {
        let keys = OPTIONS.iter().map(|option| option.key);
        let mut out: Toml = keys.filter_map(|key| Some((key.to_owned(), self.of(key)?.into()))).collect();
        let left_out = (!self.left_out.is_empty()).then(|| self.left_out.clone().into());
        let one = (!self.one.is_empty()).then(|| self.one.clone().into());
        out.extend(left_out.map(|names| ("left_out".to_owned(), names)));
        out.extend(one.map(|texts| ("one".to_owned(), texts)));
        (!out.is_empty()).then_some(Value::Table(out))
    }

    pub fn of(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    pub(super) fn note(&mut self, key: &'static str, text: Option<String>) {
        match text {
            Some(text) => _ = self.values.insert(key, text),
            None => _ = self.values.remove(key),
        }
    }

    /// Keeps the choice of a key that `other` sets only if it was chosen there.
    fn overridden_by(&mut self, other: &Recipe) {
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
    pub(super) fn text_of(&self, key: &str) -> Option<String> {
        OPTIONS.iter().find(|option| option.key == key)?.flag_value(self).flatten()
    }

    /// Returns whether the value under a key was chosen for the user, or is open.
    pub(crate) fn is_chosen(&self, key: &str) -> bool {
        let text = self.text_of(key);
        text.is_none() || text.as_deref() == self.chosen.of(key)
    }

    pub(crate) fn without_chosen_smoothing(&self) -> Recipe {
        let kept = self.var_smoothing.clone().filter(|_| !self.is_chosen("var_smoothing"));
        Recipe { var_smoothing: kept, ..self.clone() }
    }

    /// Returns the recipe without what it sets for columns that are missing, and the names of those columns.
    #[must_use]
    pub fn of_columns(&self, has: impl Fn(&str) -> bool) -> (Recipe, Vec<String>) {
        let mut gone: Vec<String> = Vec::new();
        let mut keeps = |name: &str| {
            if !has(name) {
                found_or(&mut gone, |known| known == name, || name.to_owned());
            }
            has(name)
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

    /// Returns the recipe without the choices whose value was changed later.
    #[must_use]
    pub fn without_stale_choices(mut self) -> Recipe {
        let mut chosen = std::mem::take(&mut self.chosen);
        chosen.values.retain(|key, value| self.text_of(key).as_ref() == Some(value));
        let one_of = |name: &str| self.column(name).and_then(|choice| choice.one.as_ref());
        chosen.one.retain(|name, one| one_of(name) == Some(one));
        Recipe { chosen, ..self }
    }

    /// Returns the recipe of a file in a folder, from which its relative paths start.
    #[must_use]
    pub fn in_folder(mut self, folder: &Path) -> Recipe {
        self.paths_mut().for_each(|path| *path = folder.join(&*path).to_string_lossy().into_owned());
        self
    }

    /// Returns the recipe as a file in a folder, from which the paths of files in it start.
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
        let tested = if let Some(Split::File(path)) = &mut self.split { Some(path) } else { None };
        let costs = if let Some(Decision::File(path)) = &mut self.decision { Some(path) } else { None };
        let data = self.data.as_mut().filter(|data| !data.starts_with("sample:"));
        dictionaries.chain(tested).chain(costs).chain(data)
    }

    pub fn files(&self) -> Vec<PathBuf> {
        let mut recipe = Recipe { data: None, ..self.clone() };
        recipe.paths_mut().map(|path| PathBuf::from(&*path)).collect()
    }

    pub(crate) fn map_named(&self, column: &str) -> Option<&FeatureMap> {
        self.maps.iter().find(|map| map.to_string() == column)
    }

    pub(crate) fn reads_like(&self, other: &Recipe) -> bool {
        let columns = |recipe: &Recipe| -> Vec<ColumnChoice> {
            let given = recipe.columns.iter().filter(|choice| choice.is_given()).cloned();
            given.chain(recipe.columns.iter().filter_map(ColumnChoice::cells)).collect()
        };
        self.missing == other.missing
            && self.given == other.given
            && self.maps == other.maps
            && (self.delimiter, self.header, self.ragged, self.lower_case, self.counts)
                == (other.delimiter, other.header, other.ragged, other.lower_case, other.counts)
            && columns(self) == columns(other)
    }

    /// Returns the texts that are missing cells of a column, as set for the column, else for all.
    pub(crate) fn missing_in(&self, column: &str) -> Option<Vec<String>> {
        let own = self.column(column).and_then(|choice| choice.missing.as_ref());
        own.map(Marks::all).or_else(|| self.missing.clone())
    }

    pub fn column_mut(&mut self, name: &str) -> &mut ColumnChoice {
        let new = || ColumnChoice { name: name.to_owned(), ..ColumnChoice::default() };
        found_or(&mut self.columns, |choice| choice.name == name, new)
    }

    /// Returns the recipe with names joined again that were divided at their commas.
    pub(crate) fn with_names_of(mut self, table: &Table) -> Self {
        self.ignore = joined(self.ignore, table);
        self.features = self.features.map(|names| joined(names, table));
        self
    }

    pub fn column(&self, name: &str) -> Option<&ColumnChoice> {
        self.columns.iter().find(|choice| choice.name == name)
    }

    /// Returns this recipe with everything that `other` sets. A feature that `other` makes the class or the weight is
    /// no longer a feature, unless `other` lists it.
    #[must_use]
    pub fn overridden_by(mut self, mut other: Recipe) -> Recipe {
        self.chosen.overridden_by(&other);
        self.follow_model_of_text(&other);
        if let Some(features) = &mut self.features {
            let roles = other.target.iter().chain(&other.weight);
            let roles: Vec<String> = roles.map(|name| folded(name)).collect();
            features.retain(|feature| !roles.contains(&folded(feature)));
        }
        // Where the new class was the only feature, all other columns are.
        self.features = self.features.filter(|features| !features.is_empty());
        // What is set for all columns wins over what this recipe sets for one.
        for option in OPTIONS.iter().filter(|option| (option.value)(&other).is_some()) {
            self.forget_of_columns(option.key);
        }
        for mut choice in std::mem::take(&mut other.columns) {
            let mine = self.column_mut(&choice.name);
            // Bins are made of numbers, also if they had another kind.
            if choice.is_binned() {
                mine.kind = None;
            }
            // A column of numbers without bins wins over bins, too.
            if choice.kind == Some(Kind::Numeric) && choice.bins.is_none() {
                mine.bins = None;
            }
            COLUMN_OPTIONS.iter().for_each(|option| (option.over)(mine, &mut choice));
        }
        OPTIONS.iter().for_each(|option| (option.over)(&mut self, &mut other));
        self
    }

    pub fn forget_of_columns(&mut self, key: &str) {
        for option in COLUMN_OPTIONS.iter().filter(|option| option.key == key) {
            self.columns.iter_mut().for_each(option.clear);
        }
    }

    #[must_use]
    pub fn filled(&self) -> Recipe {
        let mut filled = self.clone();
        OPTIONS.iter().for_each(|option| (option.fill)(&mut filled));
        filled
    }

    /// Leaves the event model open if `other` sets a model of text, and the model if `other` sets an event model.
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

impl ColumnChoice {
    pub(crate) fn is_binned(&self) -> bool {
        self.bins.as_ref().is_some_and(|bins| *bins != Bins::None)
    }

    pub(super) fn cells(&self) -> Option<ColumnChoice> {
        let (name, missing, decimal) = (self.name.clone(), self.missing.clone(), self.decimal);
        let is_set = missing.is_some() || decimal.is_some();
        is_set.then(|| ColumnChoice { name, missing, decimal, ..ColumnChoice::default() })
    }
}

/// Joins names that are the name of one column with commas in it.
fn joined(names: Vec<String>, table: &Table) -> Vec<String> {
    const PIECES: usize = 10;
    let (mut whole, mut rest) = (Vec::with_capacity(names.len()), names.as_slice());
    while let Some((first, after)) = rest.split_first() {
        let most = if find_column(table, first).is_ok() { 1 } else { rest.len().min(PIECES) };
        let whole_name = |length: usize| {
            let (pieces, after) = rest.split_at_checked(length)?;
            let name = pieces.join(",");
            table.position(&name).map(|_| (name, after))
        };
        let name;
        (name, rest) = (2..=most).rev().find_map(whole_name).unwrap_or_else(|| (first.clone(), after));
        whole.push(name);
    }
    whole
}

/// Returns a recipe with other bins of some columns, and a model that reads them; `None` if its convention has bins.
pub fn with_bins(recipe: &Recipe, table: &Table, columns: &[usize], bins: Option<&Bins>) -> Option<Recipe> {
    let mut recipe = recipe.clone();
    let name = |at: usize| table.columns().get(at).map(|column| column.name.as_str().to_owned());
    if bins.is_none() {
        // What was set for all columns is set for each of the others.
        let all = recipe.bins.take();
        let others = (0..table.columns().len()).filter(|at| all.is_some() && !columns.contains(at));
        for other in others.filter_map(name) {
            let choice = recipe.column_mut(&other);
            choice.bins = choice.bins.take().or_else(|| all.clone());
        }
        if recipe.bins_or_default().is_some() {
            return None;
        }
    }
    for column in columns.iter().copied().filter_map(name) {
        recipe.column_mut(&column).bins = bins.cloned();
    }
    if !recipe.model.unwrap_or(ModelKind::Auto).reads_bins(bins.is_some()) {
        (recipe.model, recipe.covariance) = (Some(ModelKind::Auto), None);
    }
    Some(recipe)
}

impl Recipe {
    /// Returns the options that a change set differently, each with its two values, in the order of a file; defaults
    /// count as set.
    ///
    /// ```
    /// use posterior_core::recipe::Recipe;
    ///
    /// let read = |text| Recipe::from_toml(text, "recipe.toml");
    /// let found = read("target = \"c\"")?.differences(&read("target = \"c\"\nalpha = \"2\"")?);
    /// assert_eq!(found, ["smoothing α 1 → 2"]);
    /// # Ok::<(), posterior_core::problem::Problem>(())
    /// ```
    pub fn differences(&self, after: &Recipe) -> Vec<String> {
        let (before, after) = (self.filled(), after.filled());
        let mut found: Vec<String> =
            OPTIONS.iter().filter_map(|option| difference(option, &before, &after, "")).collect();
        if before.columns != after.columns {
            let (one, other, nothing) = (choices(&before), choices(&after), &ColumnChoice::default());
            for name in one.keys().chain(other.keys()).collect::<BTreeSet<_>>() {
                let [one, other] = [&one, &other].map(|choices| *choices.get(name).unwrap_or(&nothing));
                let of = format!(" of {}", brief(name));
                found.extend(COLUMN_OPTIONS.iter().filter_map(|option| difference(option, one, other, &of)));
            }
        }
        found
    }
}

fn difference<R: Default>(
    option: &RecipeOption<R>,
    before: &R,
    after: &R,
    of_column: &str,
) -> Option<String> {
    if (option.value)(before) == (option.value)(after) {
        return None;
    }
    // An option without a flag has no values to show.
    let values = match (option.flag_value(before).flatten(), option.flag_value(after).flatten()) {
        (Some(before), Some(after)) => format!(" {} → {}", brief(&before), brief(&after)),
        (None, Some(after)) => format!(" {}", brief(&after)),
        _ => String::new(),
    };
    Some(format!("{}{of_column}{values}", option.name))
}
