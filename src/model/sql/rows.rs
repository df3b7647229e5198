//! The query of the rows behind a number.

use crate::encode::{Base, Dialect, Read, TableInEngine};
use crate::model::fitted::Fitted;
use crate::model::form::Form;
use crate::problem::Problem;
use crate::recipe::Feature;
use crate::table::Kind;

/// Which training rows are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowsOf {
    /// Those of a class; of all, where none is named.
    pub class: Option<usize>,
    /// Those in which a feature is known.
    pub feature: Option<usize>,
    /// Of these, those with a value.
    pub value: Option<usize>,
}

impl TableInEngine {
    /// The query that lists the training rows of a model that a number counts, at most so many.
    ///
    /// # Errors
    /// When the engine cannot read what the recipe reads.
    pub fn rows(
        &self,
        dialect: &Dialect,
        fitted: &Fitted,
        of: RowsOf,
        limit: usize,
    ) -> Result<String, Problem> {
        let base = Base::new(dialect, self, &fitted.data.resolved, fitted.data.table.columns())?;
        let target = base.name_of(fitted.data.resolved.target);
        let name = of.class.and_then(|class| fitted.classes.get(class));
        let mut all = vec![match name {
            Some(name) => format!("{} = {}", base.trimmed(target), dialect.text(name.as_str())),
            None => base.is_known(target),
        }];
        if let Some(weight) = base.weight() {
            all.push(format!("{} > 0", base.number(weight)));
        }
        if !fitted.is_naive() {
            let known = fitted.features.iter().map(|feature| base.is_known(feature.name.as_str()));
            all.extend(known);
        }
        let factor = of.feature.and_then(|at| fitted.factors().get(at));
        if let Some(factor) = factor {
            let column = match (of.value, factor.is_word_counts()) {
                (Some(word), true) => factor.word_columns.get(word).copied().unwrap_or(factor.column),
                _ => factor.column,
            };
            let place = base.features.iter().position(|(feature, _)| feature.column == column);
            let found = place.and_then(|place| base.features.get(place));
            if let Some((feature, read)) = found {
                all.push(base.condition(feature, read, (factor, of.value)));
            }
        }
        let order =
            self.key.as_ref().map(|key| format!(" ORDER BY {}", dialect.name(key))).unwrap_or_default();
        Ok(format!(
            "SELECT * FROM {} AS s WHERE {}{order} LIMIT {limit};\n",
            dialect.table(&self.table),
            all.join(" AND ")
        ))
    }
}

impl Base<'_> {
    fn condition(
        &self,
        feature: &Feature,
        read: &Read,
        (factor, value): (&crate::model::factor::Factor, Option<usize>),
    ) -> String {
        let name = feature.name.as_str();
        let Some(value) = value else { return self.is_known(name) };
        let text = factor.values().get(value).map(crate::math::Name::as_str).unwrap_or_default();
        match (read, &factor.form) {
            (Read::Times, _) => format!("{} > 0", self.number(name)),
            (Read::Text, _) => {
                let cell = format!("lower(CAST({} AS {}))", self.cell(name), self.dialect.text);
                self.dialect.has_word.replace("{w}", &self.dialect.text(text)).replace("{}", &cell)
            }
            (Read::Value, Form::Flag) => {
                let column = self.columns.get(feature.column);
                let names = column.map(|column| column.dictionary.names()).unwrap_or_default();
                let same = (0..).zip(names).filter(|(code, _)| factor.by_code(*code) == Some(value));
                let texts: Vec<String> = same.map(|(_, name)| self.dialect.text(name.as_str())).collect();
                format!("{} IN ({})", self.trimmed(name), texts.join(", "))
            }
            (Read::Value, _) if feature.kind == Kind::Numeric => {
                format!(
                    "{} = {}",
                    self.bin(feature, self.resolved.recipe.convention()),
                    self.dialect.text(text)
                )
            }
            (Read::Value, _) => format!("{} = {}", self.trimmed(name), self.dialect.text(text)),
            (Read::Number, _) => self.is_known(name),
        }
    }
}
