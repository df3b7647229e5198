//! The models that can be compared, the recipe of each, and which are compared by default.

use crate::encode::Dataset;
use crate::evaluate::figures::text;
use crate::evaluate::{CandidateModel, Model};
use crate::math::{Chain, Expr, Number, symbols};
use crate::model::{Logistic, logistic_work};
use crate::problem::Problem;
use crate::recipe::{
    Bins, Covariance, EventModel, Feature, FoldRule, ModelKind, ReadableKinds, Recipe, Resolved, Split,
    find_column, unknown_word,
};
use crate::table::Kind;
use crate::text::grouped;
use crate::worked::free::{CLASSES, Free, FreeTerm, minus, minus_one};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::str::FromStr;

/// Multiplications of a step of Newton's method, for all parts of the rows together, from which on logistic regression
/// is compared only if it is named: about fifteen such steps take ten seconds.
const WORK: f64 = 2e9;

/// Columns times classes, for all parts of the rows together, from which on a model is compared only if it is named:
/// with ten bins per column these take about half a gibibyte.
const COLUMNS: u64 = 500_000;

/// Bins of the numbers of a categorical model, if the recipe has none.
const BINS: u32 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelSpec {
    Kind(ModelKind),
    Baseline,
}

impl ModelSpec {
    /// All of them, in the order of tables.
    pub fn all() -> Vec<ModelSpec> {
        let kinds = ModelKind::COMPARED.iter().copied().map(ModelSpec::Kind);
        kinds.chain([ModelSpec::Baseline]).collect()
    }

    pub fn word(self) -> &'static str {
        match self {
            ModelSpec::Kind(kind) => kind.word(),
            ModelSpec::Baseline => "baseline",
        }
    }

    /// Parses a list of models, `gda,logistic`: each once, in the order written.
    ///
    /// # Errors
    /// When a word names no model.
    pub fn list(words: &[String]) -> Result<Vec<ModelSpec>, Problem> {
        let mut all: Vec<ModelSpec> = Vec::new();
        for word in words.iter().filter(|word| !word.trim().is_empty()) {
            let spec: ModelSpec = word.parse()?;
            if !all.contains(&spec) {
                all.push(spec);
            }
        }
        if all.is_empty() { Err(unknown("")) } else { Ok(all) }
    }

    /// The recipe with this model. Choices that do not fit the model are replaced: bins, if it reads numbers; no bins,
    /// if it counts; one Σ for all classes, if it has one for each; the other event model. All other choices stay.
    pub fn recipe(self, base: &Recipe) -> Recipe {
        let ModelSpec::Kind(kind) = self else {
            return Recipe { model: None, covariance: None, ..base.clone() };
        };
        let mut recipe = Recipe { model: Some(kind), ..base.clone() };
        match kind.family().reads {
            ReadableKinds::Numbers => {
                recipe.bins = None;
                recipe.columns.iter_mut().for_each(|column| column.bins = None);
            }
            ReadableKinds::Values => {
                let bare = recipe.columns.iter_mut().filter(|column| column.bins == Some(Bins::None));
                bare.for_each(|column| column.bins = None);
                if recipe.bins_or_default().is_none() {
                    recipe.bins = Some(Bins::Width(BINS));
                }
            }
            ReadableKinds::Words | ReadableKinds::Flags => {
                let own = |chosen: Option<EventModel>| chosen.and(kind.event());
                recipe.event = own(recipe.event);
                recipe.columns.iter_mut().for_each(|column| column.event = own(column.event));
            }
            ReadableKinds::All => {}
        }
        recipe.covariance = match (kind, recipe.covariance) {
            (ModelKind::Qda, Some(Covariance::Shared)) => None,
            (ModelKind::Qda, Some(Covariance::SharedDiagonal)) => Some(Covariance::PerClassDiagonal),
            (_, chosen) => chosen,
        };
        recipe
    }

    /// The model with its recipe and its name in tables. `plain` are the columns as the recipe reads them.
    pub fn candidate(self, base: &Recipe, plain: &Resolved) -> CandidateModel {
        let recipe = self.recipe(base);
        CandidateModel { name: self.name(&recipe, plain), recipe }
    }

    fn name(self, recipe: &Recipe, plain: &Resolved) -> String {
        let ModelSpec::Kind(kind) = self else { return self.word().to_owned() };
        let numbers: Vec<_> = plain.features.iter().filter(|feature| feature.kind == Kind::Numeric).collect();
        let name = kind.family().name;
        let shape = recipe.covariance.filter(|shape| Some(*shape) != kind.covariance());
        match kind.family().reads {
            _ if kind.is_joint() => match shape {
                None | Some(Covariance::Shared) => name.to_owned(),
                Some(Covariance::PerClass) => format!("{name}, Σ per class"),
                Some(Covariance::SharedDiagonal | Covariance::PerClassDiagonal) => {
                    format!("{name}, diagonal Σ")
                }
            },
            ReadableKinds::Values if !numbers.is_empty() => {
                let of = |feature: &&Feature| feature.bins.clone().or(recipe.bins.clone());
                let bins: Vec<Option<Bins>> = numbers.iter().map(of).collect();
                let same = bins.windows(2).all(|pair| pair.first() == pair.last());
                match bins.first().cloned().flatten().filter(|_| same) {
                    Some(Bins::Width(k) | Bins::Frequency(k)) => format!("categorical, {k} bins"),
                    Some(Bins::Cuts(cuts)) => format!("categorical, {} bins", cuts.len() + 1),
                    Some(Bins::Mdl) => "categorical, MDL".to_owned(),
                    None | Some(Bins::None) => "categorical, bins".to_owned(),
                }
            }
            _ => name.to_owned(),
        }
    }

    /// Why a model that could be fitted is compared only if it is named.
    pub(super) fn reason_to_skip(self, data: &Dataset, split: &Split) -> Option<String> {
        let plain = &data.resolved;
        let features = || plain.features.iter();
        let any = |kind: Kind| features().any(|feature| feature.kind == kind);
        let numeric = |binned: bool| {
            features().any(|feature| feature.kind == Kind::Numeric && feature.bins.is_some() == binned)
        };
        let categorical = any(Kind::Categorical) || numeric(true);
        let kinds = [numeric(false), any(Kind::Text), categorical, any(Kind::Binary)];
        let times = match split {
            Split::None => 1,
            Split::Holdout(_) | Split::File(_) => 2,
            Split::Folds(FoldRule::Random(folds) | FoldRule::Groups { folds, .. }) => u64::from(*folds) + 1,
            Split::Folds(FoldRule::Column(column)) => {
                let at = find_column(&data.table, column).ok();
                at.map_or(0, |at| data.table.distinct(at) as u64) + 1
            }
            Split::LeaveOneOut => data.table.rows() as u64 + 1,
        };
        let classes = data.table.distinct(plain.target) as u64;
        let columns = plain.features.len() as u64;
        // Leave-one-out subtracts one row from the sums, so it keeps no second copy.
        let kept = if *split == Split::LeaveOneOut { 2 } else { times };
        match self {
            spec if spec == ModelSpec::Kind(plain.model) => None,
            ModelSpec::Kind(_) if columns.saturating_mul(classes).saturating_mul(kept) > COLUMNS => {
                let [columns, classes, kept] = [columns, classes, kept].map(grouped);
                Some(format!(
                    "it needs much memory: {columns} columns are counted in {classes} classes {kept} times; to include it, name it in --models"
                ))
            }
            ModelSpec::Kind(ModelKind::Mixed) if kinds.iter().filter(|there| **there).count() < 2 => {
                Some("all columns are of one kind, so it would be the same as another model".to_owned())
            }
            ModelSpec::Kind(kind) if kind.is_of_counts() => {
                Some("the numbers may not be counts; to include it, name it in --models".to_owned())
            }
            ModelSpec::Kind(ModelKind::Multinomial) if !any(Kind::Text) => {
                Some("no column is text, and the numbers may not be counts of words".to_owned())
            }
            ModelSpec::Kind(ModelKind::Logistic) => {
                let (weights, step) = logistic_work(data);
                let takes_long = step * times as f64 > WORK;
                let [weights, rows, times] = [weights, data.table.rows() as u64, times].map(grouped);
                takes_long.then(|| {
                    format!(
                        "it takes long: {weights} weights are fitted to {rows} rows {times} times; to include it, name it in --models"
                    )
                })
            }
            _ => None,
        }
    }
}

impl FromStr for ModelSpec {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let word = text.trim();
        ModelSpec::all().into_iter().find(|spec| spec.word() == word).ok_or_else(|| unknown(text))
    }
}

fn unknown(text: &str) -> Problem {
    let words: Vec<&str> = ModelSpec::all().into_iter().map(ModelSpec::word).collect();
    unknown_word("model to compare", text, &words)
}

#[derive(Clone, Debug)]
pub struct ParameterCount {
    pub count: u64,
    pub chain: Chain,
    /// The meaning of the letters, and what is not counted, one sentence each.
    pub notes: Vec<String>,
}

impl ParameterCount {
    /// Counts the free parameters that are estimated from the rows. Of shares that sum to 1 the last one is not free.
    ///
    /// # Formula
    /// As [`Free::of`]; logistic regression (K − 1)(d + 1) with d columns that vary.
    pub fn of(model: &Model) -> ParameterCount {
        let (terms, notes) = match model {
            Model::Generative(fitted) => {
                let free = Free::of(fitted, None).unwrap_or_default();
                (free.terms, free.notes)
            }
            Model::Logistic(logistic) => (
                vec![weights(logistic)],
                vec!["Each of K classes except the base has θ₀ and a weight for each of d columns: numbers, and indicators of categories, bins and words.".to_owned()],
            ),
            Model::Baseline(baseline) => (
                vec![FreeTerm::less_one(baseline.classes.len())],
                vec!["One share for each of K classes, minus one because they sum to 1.".to_owned()],
            ),
        };
        let count = terms.iter().map(|term| &term.value).sum::<BigInt>().to_u64().unwrap_or(u64::MAX);
        let values = terms.iter().map(|term| Expr::Num(Number::from_int(term.value.clone()))).collect();
        let several = terms.len() > 1;
        let (general, put) = terms.into_iter().map(|term| (term.general, term.put)).unzip();
        let mut chain = Chain::new(text("parameters")).eq(Expr::Add(general)).eq(Expr::Add(put));
        if several {
            chain = chain.eq(Expr::Add(values));
        }
        ParameterCount { count, chain: chain.eq(Expr::int(count)), notes }
    }
}

/// (K − 1)(d + 1), for the classes with rows and the columns that vary.
fn weights(logistic: &Logistic) -> FreeTerm {
    let with_rows =
        (0..logistic.classes.len()).filter(|class| logistic.coefficients(*class).is_some()).count();
    let columns = (0..logistic.columns().len()).filter(|column| !logistic.is_constant(*column)).count();
    FreeTerm {
        general: minus_one(CLASSES) * (Expr::from(symbols::D) + Expr::int(1)),
        put: minus(with_rows) * (Expr::int(columns) + Expr::int(1)),
        value: (with_rows.saturating_sub(1) * (columns + 1)).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Study;
    use crate::table::Source;

    #[test]
    fn models_of_very_many_columns_are_compared_only_if_named() {
        let skipped = |columns: usize, split: Split| {
            let mut text: String = (0..columns).map(|at| format!("v{at},")).collect();
            text.push_str("y\n");
            for row in 0..6 {
                (0..columns).for_each(|at| text.push_str(["p,", "q,", "r,"][(at + row) % 3]));
                text.push_str(["a\n", "b\n", "c\n"][row % 3]);
            }
            let recipe = Recipe { model: Some(ModelKind::Categorical), ..Recipe::default() };
            let study = Study::open(Source::bytes("wide.csv", text.into_bytes()), recipe).unwrap();
            let data = study.baseline().unwrap().data;
            ModelSpec::Kind(ModelKind::Bernoulli).reason_to_skip(&data, &split)
        };
        assert_eq!(skipped(15_151, Split::folds(10)), None);
        let why = skipped(15_152, Split::folds(10)).unwrap();
        assert!(why.contains("15,152 columns are counted in 3 classes 11 times"), "{why}");
        assert_eq!(skipped(15_152, Split::LeaveOneOut), None);
    }

    #[test]
    fn slow_logistic_regression_is_compared_only_if_named() {
        let skipped = |rows: usize| {
            let row = |row: usize| {
                let numbers: String = (0..16).map(|at| format!("{},", row * (at + 3) % 16)).collect();
                format!("{numbers}{}\n", char::from(b'A' + (row % 26) as u8))
            };
            let head: String = (0..16).map(|at| format!("v{at},")).collect();
            let text = format!("{head}letter\n{}", (0..rows).map(row).collect::<String>());
            let recipe = Recipe { target: Some("letter".into()), ..Recipe::default() };
            let study = Study::open(Source::bytes("letters.csv", text.into_bytes()), recipe).unwrap();
            let data = study.baseline().unwrap().data;
            let logistic = ModelSpec::Kind(ModelKind::Logistic);
            logistic.reason_to_skip(&data, &Split::folds(10))
        };
        // 11 models of 25 classes besides the base, each with 16 weights and a constant: 425, and 425³/3 for the
        // solution.
        assert_eq!(skipped(860), None);
        let why = skipped(880).unwrap();
        assert!(why.contains("425 weights are fitted to 880 rows 11 times"), "{why}");
    }
}
