//! The roles of columns, and how they are changed: each change gives a new recipe.

use super::target::is_named_like_counts;
use super::{
    Change, Prior, Recipe, Split, Warning, find_column, is_left_out, looks_like_counts, target_column,
};
use crate::table::{Kind, Table};

/// What a column is to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Target,
    Weight,
    Feature,
    Ignored,
}

fn names(list: &[String], table: &Table, column: usize) -> bool {
    list.iter().any(|name| find_column(table, name) == Ok(column))
}

/// The role that a recipe gives to a column; `target` is the position of the class column.
pub fn role(recipe: &Recipe, table: &Table, target: Option<usize>, column: usize) -> Role {
    let chosen = match &recipe.features {
        Some(list) => names(list, table, column),
        None => !is_left_out(recipe, table, column),
    };
    if target == Some(column) {
        Role::Target
    } else if is_weight(recipe, table, column) {
        Role::Weight
    } else if chosen && !names(&recipe.ignore, table, column) {
        Role::Feature
    } else {
        Role::Ignored
    }
}

/// A feature is left out, and what was left out is a feature again. The class column stays what it is.
pub fn toggled(recipe: &Recipe, table: &Table, column: usize) -> Option<Recipe> {
    let target = target_column(recipe, table).ok();
    let mut recipe = recipe.clone();
    match role(&recipe, table, target, column) {
        Role::Target | Role::Weight => return None,
        Role::Feature => leave_out(&mut recipe, table, column),
        Role::Ignored => {
            if is_left_out(&recipe, table, column) {
                list_features(&mut recipe, table, target);
            }
            take_in(&mut recipe, table, column);
        }
    }
    Some(recipe)
}

/// Writes down which columns are features, so that one that is left out by default can be one of them.
fn list_features(recipe: &mut Recipe, table: &Table, target: Option<usize>) {
    let of = |wanted: Role| {
        let columns = (0..table.columns().len()).filter(|at| role(recipe, table, target, *at) == wanted);
        columns.collect::<Vec<usize>>()
    };
    let left_out = of(Role::Ignored).into_iter().filter(|at| is_left_out(recipe, table, *at));
    let left_out = left_out.map(|at| table.name_of(at).to_owned()).collect();
    let features = of(Role::Feature).into_iter().map(|at| table.name_of(at).to_owned()).collect();
    recipe.chosen.left_out = left_out;
    recipe.features = Some(features);
}

/// Whether a column is the weight: the recipe names it, or it looks like one.
pub fn is_weight(recipe: &Recipe, table: &Table, column: usize) -> bool {
    match &recipe.weight {
        Some(weight) => find_column(table, weight) == Ok(column),
        None => {
            let named = table.columns().get(column).is_some_and(is_named_like_counts);
            named && looks_like_counts(recipe, table) == Some(column)
        }
    }
}

fn without_weight(recipe: &mut Recipe, table: &Table, column: usize) {
    recipe.weight = None;
    take_in(recipe, table, column);
    if is_weight(recipe, table, column) {
        recipe.column_mut(table.name_of(column)).kind = Some(Kind::Numeric);
    }
}

/// The column says how many times its row was seen, and is no feature; where it did so before, it is a feature again.
pub fn with_weight(recipe: &Recipe, table: &Table, column: usize) -> Option<Recipe> {
    let mut recipe = recipe.clone();
    if is_weight(&recipe, table, column) {
        without_weight(&mut recipe, table, column);
        return Some(recipe);
    }
    let before = recipe.weight.as_ref().and_then(|weight| find_column(table, weight).ok());
    if let Some(before) = before {
        take_in(&mut recipe, table, before);
    }
    if let Some(features) = &mut recipe.features {
        features.retain(|name| find_column(table, name) != Ok(column));
    }
    let name = table.name_of(column).to_owned();
    // How it was read as a feature has no meaning for a weight.
    recipe.columns.retain(|choice| choice.name != name);
    recipe.weight = Some(name);
    Some(recipe)
}

/// Tested on other rows. A column that says which go together is no feature; the one that did so before is one again.
#[must_use]
pub fn with_split(recipe: &Recipe, table: &Table, split: Split) -> Recipe {
    let mut recipe = recipe.clone();
    let column = |split: &Split| split.column().and_then(|name| find_column(table, name).ok());
    let (before, now) = (recipe.split.as_ref().and_then(column), column(&split));
    if let Some(features) = recipe.features.as_mut().filter(|_| before != now) {
        features.retain(|name| now.is_none() || find_column(table, name).ok() != now);
        before.into_iter().for_each(|before| take_in(&mut recipe, table, before));
    }
    Recipe { split: Some(split), ..recipe }
}

/// The same model, judged by its training rows: a column that said the folds stays left out.
#[must_use]
pub fn on_training_rows(recipe: &Recipe) -> Recipe {
    let column = recipe.split.as_ref().and_then(Split::column).filter(|_| recipe.features.is_none());
    let ignore = recipe.ignore.iter().cloned().chain(column.map(str::to_owned)).collect();
    Recipe { split: Some(Split::None), ignore, ..recipe.clone() }
}

fn leave_out(recipe: &mut Recipe, table: &Table, column: usize) {
    if let Some(features) = &mut recipe.features {
        features.retain(|name| find_column(table, name) != Ok(column));
    }
    recipe.ignore.push(table.name_of(column).to_owned());
}

fn take_in(recipe: &mut Recipe, table: &Table, column: usize) {
    recipe.ignore.retain(|name| find_column(table, name) != Ok(column));
    let wanted = table.name_of(column).to_owned();
    if let Some(features) = recipe.features.as_mut().filter(|features| !names(features, table, column)) {
        features.push(wanted);
    }
}

/// Another class column; the one before becomes a feature.
pub fn with_target(recipe: &Recipe, table: &Table, column: usize) -> Option<Recipe> {
    let before = target_column(recipe, table).ok();
    if before == Some(column) {
        return None;
    }
    let mut recipe = recipe.clone();
    take_in(&mut recipe, table, column);
    if let Some(features) = &mut recipe.features {
        features.retain(|name| find_column(table, name) != Ok(column));
    }
    if is_weight(&recipe, table, column) {
        recipe.weight = None;
    }
    recipe.target = Some(table.name_of(column).to_owned());
    if let Some(before) = before {
        take_in(&mut recipe, table, before);
    }
    // These name the classes of the column before.
    (recipe.classes, recipe.decision) = (None, None);
    if matches!(recipe.prior, Some(Prior::Given(_))) {
        recipe.prior = Some(Prior::Counts);
    }
    Some(recipe)
}

impl Change {
    #[must_use]
    pub(crate) fn apply(&self, recipe: &Recipe, table: &Table) -> Recipe {
        let mut next = recipe.clone();
        let at = |name: &String| find_column(table, name).ok();
        let target = recipe.target.as_ref().and_then(at);
        let role = |name: &String| at(name).map(|at| role(recipe, table, target, at));
        if let Change::Kind(name, _) | Change::LeaveOut(name) = self
            && role(name) == Some(Role::Weight)
        {
            let feature = at(name).and_then(|at| with_weight(recipe, table, at));
            return feature.map_or(next, |recipe| self.apply(&recipe, table));
        }
        match self {
            Change::Keep => {}
            Change::Kind(name, kind) => {
                if role(name) == Some(Role::Ignored) {
                    next = Change::TakeIn(name.clone()).apply(recipe, table);
                }
                let said = next.column_mut(name);
                (said.kind, said.decimal, said.one) = (Some(*kind), None, None);
                said.bins = said.bins.take().filter(|_| *kind == Kind::Numeric);
            }
            Change::Decimal(name, mark) => {
                let said = next.column_mut(name);
                (said.kind, said.decimal) = (None, Some(*mark));
            }
            Change::MissingIn(name, marks) => {
                let said = next.column_mut(name);
                (said.kind, said.missing) = (None, Some(marks.clone()));
            }
            Change::Missing(listed) => {
                next.forget_of_columns("missing");
                next.missing.clone_from(listed);
            }
            Change::LeaveOut(name) if role(name) == Some(Role::Feature) => {
                next = at(name).and_then(|at| toggled(recipe, table, at)).unwrap_or(next);
            }
            Change::TakeIn(name) if role(name) == Some(Role::Ignored) => {
                next = at(name).and_then(|at| toggled(recipe, table, at)).unwrap_or(next);
            }
            Change::Weight(name) if role(name) != Some(Role::Weight) => {
                next = at(name).and_then(|at| with_weight(recipe, table, at)).unwrap_or(next);
            }
            Change::Target(name) => {
                next = at(name).and_then(|at| with_target(recipe, table, at)).unwrap_or(next);
                next.target = Some(name.clone());
            }
            Change::All(all) => return all.iter().fold(next, |recipe, change| change.apply(&recipe, table)),
            Change::LeaveOut(_) | Change::TakeIn(_) | Change::Weight(_) => {}
        }
        next
    }

    fn undone(&self, recipe: &Recipe, table: &Table) -> Recipe {
        match self {
            Change::LeaveOut(name) => Change::TakeIn(name.clone()).apply(recipe, table),
            Change::Kind(name, _) => Change::LeaveOut(name.clone()).apply(recipe, table),
            _ => recipe.clone(),
        }
    }
}

impl Warning {
    /// The recipe with one of the fixes; the one that changes nothing takes the others back.
    pub fn taken(&self, fix: usize, recipe: &Recipe, table: &Table) -> Recipe {
        match self.fixes.get(fix).map(|fix| &fix.change) {
            Some(Change::Keep) => {
                let said = self.fixes.iter().filter(|fix| fix.change.is_said(recipe));
                said.fold(recipe.clone(), |recipe, fix| fix.change.undone(&recipe, table))
            }
            Some(change) => change.apply(recipe, table),
            None => recipe.clone(),
        }
    }
}

impl Recipe {
    #[must_use]
    pub(crate) fn of_sums(&self) -> Recipe {
        let split = self.split.clone().filter(|split| split.column().is_none());
        Recipe { split, ..self.clone() }
    }
}
