//! Which keys of a recipe were not said by anybody: what was chosen instead, so that the choice can be told again.
//!
//! A recipe with every key written would otherwise look as if a person had said all of it. An entry holds as long as the
//! key still has the value that was chosen; what is said later, by a flag, another file or on screen, ends it.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::de::ValueDeserializer;
use toml::{Table as Toml, Value};

use super::option::Unread;
use super::{ColumnChoice, Feature, ModelKind, Recipe, Written};
use crate::table::Kind;

/// The values that were chosen for the user, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// The column that holds the class.
    pub target: Option<String>,
    /// The model.
    pub model: Option<ModelKind>,
    /// Smoothing of conditionals.
    pub alpha: Option<Written>,
    /// Columns that were left out because they name, number or date the rows.
    pub left_out: Vec<String>,
    /// The text that counts as 1, by column.
    pub one: BTreeMap<String, String>,
}

/// The table `[chosen]` of a recipe file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    target: Option<String>,
    model: Option<String>,
    alpha: Option<String>,
    #[serde(default)]
    left_out: Vec<String>,
    #[serde(default)]
    one: BTreeMap<String, String>,
}

impl Chosen {
    pub(super) fn read(value: ValueDeserializer<'_>) -> Result<Chosen, Unread> {
        let raw = Raw::deserialize(value)?;
        Ok(Chosen {
            target: raw.target,
            model: raw.model.map(|word| word.parse()).transpose()?,
            alpha: raw.alpha.map(|text| Written::non_negative(&text, "chosen α")).transpose()?,
            left_out: raw.left_out,
            one: raw.one,
        })
    }

    /// As a TOML table; `None` where nothing was chosen.
    pub(super) fn to_value(&self) -> Option<Value> {
        let text = |text: &str| Value::String(text.to_owned());
        let mut out = Toml::new();
        out.extend(self.target.as_deref().map(|target| ("target".to_owned(), text(target))));
        out.extend(self.model.map(|model| ("model".to_owned(), text(model.word()))));
        out.extend(self.alpha.as_ref().map(|alpha| ("alpha".to_owned(), text(alpha.text()))));
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

    /// What holds when `other` is put over a recipe: a key that `other` says is chosen only if it was chosen there.
    pub(super) fn overridden_by(&mut self, other: &Recipe) {
        let theirs = &other.chosen;
        if other.target.is_some() {
            self.target.clone_from(&theirs.target);
        }
        if other.model.is_some() {
            self.model = theirs.model;
        }
        if other.alpha.is_some() {
            self.alpha.clone_from(&theirs.alpha);
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
    pub(super) fn target_is_chosen(&self) -> bool {
        self.target.is_none() || self.target == self.chosen.target
    }

    pub(super) fn model_is_chosen(&self) -> bool {
        matches!(self.model, None | Some(ModelKind::Auto)) || self.model == self.chosen.model
    }

    /// Whether α was chosen, or is open. Nothing but 1 is ever chosen.
    pub(super) fn alpha_is_chosen(&self) -> bool {
        let one = Some(Written::int(1));
        self.alpha.is_none() || (self.alpha == self.chosen.alpha && self.alpha == one)
    }

    /// Whether the text that counts as 1 in a yes/no column was chosen, or is open.
    pub(super) fn one_is_chosen(&self, said: Option<&ColumnChoice>, feature: &Feature) -> bool {
        let name = feature.name.as_str();
        let said = said.and_then(|choice| choice.one.as_ref());
        feature.kind == Kind::Binary && said.is_none_or(|one| self.chosen.one.get(name) == Some(one))
    }

    /// The recipe without the entries whose key has another value by now: what was changed and changed back was said.
    #[must_use]
    pub fn without_stale_choices(mut self) -> Recipe {
        let mut chosen = std::mem::take(&mut self.chosen);
        chosen.target = chosen.target.filter(|target| self.target.as_ref() == Some(target));
        chosen.model = chosen.model.filter(|model| self.model == Some(*model));
        chosen.alpha = chosen.alpha.filter(|alpha| self.alpha.as_ref() == Some(alpha));
        let said = |name: &str| self.column(name).and_then(|choice| choice.one.as_ref());
        chosen.one.retain(|name, one| said(name) == Some(one));
        Recipe { chosen, ..self }
    }
}
