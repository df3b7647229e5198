//! Which keys of a recipe were not said by anybody: what was chosen instead, so that the choice can be told again.
//!
//! A recipe with every key written would otherwise look as if a person had said all of it. An entry holds as long as the
//! key still has the value that was chosen; what is said later, by a flag, another file or on screen, ends it.

use std::collections::BTreeMap;

use toml::{Table as Toml, Value};

use super::{ColumnChoice, Feature, ModelKind, OPTIONS, Recipe, Written};
use crate::table::Kind;

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
