//! Resolves a recipe for a table: every default is chosen here, and noted.

use super::file::{unknown_column, wrong_kind};
use super::target;
use super::{
    Bins, Chosen, ColumnChoice, Convention, Covariance, DataWarning, Decision, EventModel, ExactNumber,
    ModelKind, OPTIONS, Prior, Reads, Recipe, Split, Variance, Vocabulary, WordRules, check_classes,
    is_left_out, models, target_column,
};
use crate::math::Name;
use crate::problem::Problem;
use crate::table::{Column, Kind, Notice, Table};
use crate::text::{brief, flag_of, listed, unquoted};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization;

/// A recipe in which nothing is left open.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    pub recipe: Recipe,
    pub target: usize,
    pub weight: Option<usize>,
    /// The columns the model reads, in file order.
    pub features: Vec<Feature>,
    /// The model; never [`ModelKind::Auto`].
    pub model: ModelKind,
    pub alpha: ExactNumber,
    pub prior: Prior,
    pub variance: Variance,
    pub covariance: Covariance,
    pub words: WordRules,
    pub written: Vec<String>,
    pub notes: Vec<String>,
    pub warnings: Vec<DataWarning>,
}

/// A column that the model reads, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    pub column: usize,
    pub name: Name,
    /// How its cells must have been read.
    pub kind: Kind,
    pub bins: Option<Bins>,
    /// The text that counts as 1, in a yes/no column.
    pub one: Option<String>,
    pub event: EventModel,
    pub vocabulary: Vocabulary,
    /// Its declared values, which count whether or not a row has them.
    pub values: Arc<[String]>,
    /// The words of the file that the vocabulary names, each once, in its order; `None` until it is read.
    pub dictionary: Option<Arc<[Name]>>,
}

impl Feature {
    pub(super) fn is_bare_number(&self) -> bool {
        self.kind == Kind::Numeric && self.bins.is_none()
    }
}

/// Returns whether a text of a yes/no column is the one that counts as 1. Numbers are compared as numbers: 1.0 is 1.
pub fn counts_as_one(one: &str, text: &str) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    one == text || number(one).is_some_and(|one| number(text) == Some(one))
}

impl Resolved {
    /// Adds the least smoothing to every variance, because of what makes one of them 0.
    pub(crate) fn smooth_variances(&mut self, because: &str) {
        self.recipe.var_smoothing = Convention::ScikitLearn.fixed().2;
        let share = self.recipe.var_smoothing.as_ref().map(|share| share.text().to_owned());
        let text = share.clone().unwrap_or_default();
        self.recipe.chosen.note("var_smoothing", share);
        self.notes.push(format!(
            "variance smoothing is {text} of the largest variance, since {because}; --var-smoothing 0 undoes it"
        ));
    }

    pub fn is_word_counts(&self) -> bool {
        models::is_word_counts(self.model, &self.features)
    }

    pub fn kinds(&self, table: &Table) -> BTreeMap<String, Kind> {
        let mut kinds = BTreeMap::from([(table.name_of(self.target).to_owned(), Kind::Categorical)]);
        kinds.extend(self.weight.map(|at| (table.name_of(at).to_owned(), Kind::Numeric)));
        kinds.extend(self.features.iter().map(|feature| {
            // A yes/no column may hold other texts than two: all but one of them count as 0.
            let kind = if feature.kind == Kind::Binary { Kind::Categorical } else { feature.kind };
            (feature.name.as_str().to_owned(), kind)
        }));
        kinds
    }
}

/// Fills in what a recipe leaves open.
///
/// # Errors
/// When the recipe names a column that is not there, or a model that cannot read a column as it is.
pub fn resolve(recipe: &Recipe, table: &Table) -> Result<Resolved, Problem> {
    let mut notes = Vec::new();
    let target = target_column(recipe, table)?;
    check_classes(table, target)?;
    let mut chosen = Chosen::default();
    let name = |at: usize| table.name_of(at).to_owned();
    if recipe.is_chosen("target") {
        chosen.note("target", Some(name(target)));
        let (class, place) = (Name::new(table.name_of(target)), target::place(recipe, table, target));
        notes.push(format!("the class is {class}, {place}"));
    }
    let weight = target::weight(recipe, table, target)?;
    if recipe.is_chosen("weight") {
        chosen.note("weight", weight.map(name));
    }
    let others: Vec<usize> =
        (0..table.columns().len()).filter(|at| *at != target && Some(*at) != weight).collect();
    if let Some(typed) = recipe.split.as_ref().and_then(Split::column) {
        let at = find_column(table, typed)?;
        if others.binary_search(&at).is_err() {
            let role = if at == target { "the class" } else { "the weight" };
            let what = format!("“{}” is {role}, and cannot be the fold column too", brief(typed));
            let fix = "name another column with --split, or shuffle the rows: folds:10";
            return Err(wrong_kind(Some(typed), what, fix));
        }
    }
    let left_out = left_out(recipe, table, &others);
    let mut warnings: Vec<_> = target::columns_warning(table, &left_out, false).into_iter().collect();
    if let Some(warning) = warnings.first() {
        let them = if left_out.len() == 1 { "it" } else { "them" };
        notes.push(format!("{}; Space in 2, or --features, takes {them} in", warning.notice.what));
    }
    let mut features = features(recipe, table, target, &others, &left_out)?;
    chosen.left_out = left_out.iter().map(|at| name(*at)).collect();
    let asked = match recipe.model.unwrap_or(ModelKind::Auto) {
        ModelKind::Auto => models::automatic(recipe, table, &features),
        model => model,
    };
    if recipe.model == Some(ModelKind::Auto) || recipe.is_chosen("model") {
        chosen.note("model", Some(asked.to_string()));
        notes.push(format!("the model is {}, chosen by the kinds of the columns", asked.word()));
    }
    let convention = recipe.convention();
    warnings.extend(convention.warning(asked, &features).map(|what| DataWarning::from(Notice::file(what))));
    let places = features.iter().map(|feature| feature.column);
    let naming: Vec<usize> = places.filter(|at| table.row_name(*at).is_some()).collect();
    warnings.extend(target::columns_warning(table, &naming, true));
    warnings.extend(target::weight_warning(recipe, table).filter(|_| weight.is_some()));
    let is_binned = convention == Convention::Orange && asked == ModelKind::Gaussian;
    let model = if is_binned { ModelKind::Categorical } else { asked };
    models::adapt(model, recipe, table, &mut features);
    convention.check(model, &features)?;
    models::check(model, &features)?;
    chosen.one = models::ones(recipe, &features);
    notes.extend(features.iter().filter_map(|feature| {
        let one = chosen.one.get(feature.name.as_str())?;
        Some(format!("in {}, {one} counts as 1", feature.name))
    }));
    let reads = Reads {
        model,
        numbers: features.iter().any(Feature::is_bare_number),
        texts: features.iter().any(|feature| feature.kind == Kind::Text),
        counts: models::is_word_counts(model, &features),
        marks: true,
    };
    let alpha = recipe.alpha.clone().unwrap_or_else(|| ExactNumber::int(1));
    // Nothing but 1 is ever chosen.
    let is_chosen = recipe.is_chosen("alpha") && alpha == ExactNumber::int(1);
    let counted = reads.counts || !features.iter().all(Feature::is_bare_number);
    if is_chosen && counted && recipe.given.is_none() && model != ModelKind::Logistic {
        chosen.note("alpha", Some(alpha.text().to_owned()));
        notes.push(match convention {
            Convention::Weka | Convention::Orange => format!("α = 1, as in {}", convention.program()),
            _ => "α = 1 (Laplace), by default".into(),
        });
    }
    let words = WordRules::of(recipe);
    notes.extend(words.note(reads.words(), &features));
    let covariance = models::covariance(model, recipe.covariance)?;
    let mut filled = Recipe {
        target: Some(name(target)),
        weight: weight.map(name),
        features: Some(features.iter().map(|feature| feature.name.as_str().to_owned()).collect()),
        ignore: Vec::new(),
        columns: columns(recipe, &features),
        model: Some(asked),
        decision: recipe.decision.as_ref().map(Decision::read).transpose()?,
        chosen,
        ..recipe.clone()
    };
    for option in OPTIONS {
        let now = if (option.applies)(&reads) { option.fill } else { option.clear };
        now(&mut filled);
    }
    Ok(Resolved {
        // Each column has its own.
        recipe: Recipe { bins: None, event: None, vocabulary: None, ..filled },
        target,
        weight,
        features,
        model,
        alpha,
        prior: recipe.prior_or_default(),
        variance: recipe.variance_or_default(),
        covariance,
        words,
        written: recipe.against_convention(),
        notes,
        warnings,
    })
}

/// Returns the position of a column by its exact name, else by the one name that is equal but for case or Unicode form.
pub fn find_column(table: &Table, typed: &str) -> Result<usize, Problem> {
    if let Some(at) = table.position(typed) {
        return Ok(at);
    }
    let unquoted = unquoted(typed);
    if unquoted != typed {
        return find_column(table, &unquoted);
    }
    let wanted = folded(typed);
    let names: Vec<&str> = table.columns().iter().map(|column| column.name.as_str()).collect();
    let similar = names.iter().enumerate().filter(|(_, name)| folded(name) == wanted);
    let (places, similar): (Vec<usize>, Vec<&str>) = similar.map(|(at, name)| (at, *name)).unzip();
    match places.as_slice() {
        [one] => Ok(*one),
        _ => Err(unknown_column(typed, &names, &similar)),
    }
}

/// Returns a text without the differences that a person typing it does not mean: case and Unicode form.
pub fn folded(text: &str) -> String {
    text.trim().nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

/// Returns the columns that are left out by default; in a resolved recipe, those that were.
fn left_out(recipe: &Recipe, table: &Table, others: &[usize]) -> Vec<usize> {
    let ignored: BTreeSet<usize> =
        recipe.ignore.iter().filter_map(|name| find_column(table, name).ok()).collect();
    let is_free = |at: &usize| others.binary_search(at).is_ok() && !ignored.contains(at);
    let Some(features) = &recipe.features else {
        let columns = others.iter().copied().filter(is_free);
        return columns.filter(|at| is_left_out(recipe, table, *at)).collect();
    };
    let features: BTreeSet<&String> = features.iter().collect();
    let chosen = recipe.chosen.left_out.iter().filter(|name| !features.contains(name));
    chosen.filter_map(|name| table.position(name)).filter(is_free).collect()
}

fn features(
    recipe: &Recipe,
    table: &Table,
    target: usize,
    others: &[usize],
    left_out: &[usize],
) -> Result<Vec<Feature>, Problem> {
    let class = brief(table.name_of(target));
    let is_derived = |at: usize| table.columns().get(at).is_some_and(|column| column.derived);
    // In file order, each once.
    let mut chosen: BTreeSet<usize> = match &recipe.features {
        Some(names) => names.iter().map(|name| find_column(table, name)).collect::<Result<_, _>>()?,
        None => {
            let free = |at: &usize| !is_derived(*at) && left_out.binary_search(at).is_err();
            others.iter().copied().filter(free).collect()
        }
    };
    if recipe.model == Some(ModelKind::Logistic) {
        chosen.extend(others.iter().copied().filter(|at| is_derived(*at)));
    }
    if chosen.contains(&target) {
        let what = format!("“{class}” cannot be both the class and a feature");
        let fix = "leave it out of the features, or choose another class with --target";
        return Err(wrong_kind(None, what, fix));
    }
    for name in &recipe.ignore {
        chosen.remove(&find_column(table, name)?);
    }
    for name in chosen.iter().map(|at| table.name_of(*at)) {
        let map = recipe.map_named(name);
        if map.is_some_and(|map| map.columns().any(|column| column.as_str() == table.name_of(target))) {
            let what = format!("the feature “{}” is computed from the class “{class}”", brief(name));
            return Err(wrong_kind(None, what, "leave it out of the feature maps"));
        }
    }
    let choices = recipe.columns.iter().map(|choice| Ok((find_column(table, &choice.name)?, choice)));
    let choices = choices.collect::<Result<BTreeMap<usize, &ColumnChoice>, Problem>>()?;
    let columns = chosen.into_iter().filter_map(|at| Some((at, table.columns().get(at)?)));
    let choice = |at: usize| choices.get(&at).copied().cloned().unwrap_or_default();
    let features = columns.map(|(at, column)| feature(recipe, at, column, choice(at)));
    let features = features.collect::<Result<Vec<Feature>, Problem>>()?;
    if features.is_empty() {
        let what = format!("there is no feature column beside the class “{class}”");
        let names = listed(left_out.iter().map(|at| table.name_of(*at)));
        let out = format!("a column that only identifies the rows is left out: {names}; to use it:");
        let fix = match left_out.first() {
            Some(first) => format!("{out} {}", flag_of("features", table.name_of(*first))),
            None => "use a file with at least two columns, or choose another class with --target".into(),
        };
        return Err(Problem { kind: "no_data", what, fix, ..Problem::default() });
    }
    Ok(features)
}

fn feature(recipe: &Recipe, at: usize, column: &Column, choice: ColumnChoice) -> Result<Feature, Problem> {
    // Bins can only be made of numbers, so asking for them sets the kind.
    let by_default = if choice.is_binned() { Kind::Numeric } else { column.kind };
    let kind = choice.kind.unwrap_or(by_default);
    if column.derived && kind != Kind::Numeric {
        let name = column.name.as_str();
        let what = format!("“{}” is computed, so it cannot be read as {}", brief(name), kind.word());
        return Err(wrong_kind(Some(name), what, "leave out its kind; --bins makes categories of it"));
    }
    let vocabulary = choice.vocabulary.clone().or_else(|| recipe.vocabulary.clone());
    Ok(Feature {
        column: at,
        name: column.name.clone(),
        kind,
        bins: recipe.bins_of(Some(&choice)).filter(|_| kind == Kind::Numeric),
        one: choice.one,
        event: choice.event.or(recipe.event).unwrap_or(EventModel::Multinomial),
        vocabulary: vocabulary.unwrap_or(Vocabulary::Training),
        values: declared_values(column.name.as_str(), kind, choice.values)?,
        dictionary: None,
    })
}

/// Returns the values that a recipe declares of a column, each once.
fn declared_values(name: &str, kind: Kind, values: Option<Vec<String>>) -> Result<Arc<[String]>, Problem> {
    let Some(values) = values else { return Ok(Arc::default()) };
    if kind != Kind::Categorical {
        let what = format!("values of “{}” are declared, and it is read as {}", brief(name), kind.word());
        let fix = "declare it as kind = \"categorical\", or leave the values out";
        return Err(wrong_kind(Some(name), what, fix));
    }
    let mut seen = BTreeSet::new();
    if let Some(twice) = values.iter().find(|value| !seen.insert(*value)) {
        let what = format!("the values of “{}” name “{}” twice", brief(name), brief(twice));
        return Err(wrong_kind(Some(name), what, "name each value once"));
    }
    Ok(values.into())
}

/// Returns the columns of a resolved recipe: the features, and others for which it is set how cells are read.
fn columns(recipe: &Recipe, features: &[Feature]) -> Vec<ColumnChoice> {
    let columns = features.iter().map(|feature| {
        let (name, text) = (feature.name.as_str(), feature.kind == Kind::Text);
        ColumnChoice {
            name: name.to_owned(),
            kind: Some(feature.kind),
            bins: feature.bins.clone(),
            one: feature.one.clone(),
            event: text.then_some(feature.event),
            vocabulary: text.then(|| feature.vocabulary.clone()),
            values: Some(feature.values.to_vec()).filter(|values| !values.is_empty()),
            ..recipe.column(name).cloned().unwrap_or_default()
        }
    });
    let is_feature = |name: &str| features.iter().any(|feature| feature.name.as_str() == name);
    let others = recipe.columns.iter().filter(|choice| !is_feature(&choice.name));
    columns.chain(others.filter_map(ColumnChoice::cells)).collect()
}
