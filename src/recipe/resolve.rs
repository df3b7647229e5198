//! A recipe held against a table: every default is chosen here, and said.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;

use super::file::{unknown_column, wrong_kind};
use super::{
    Chosen, ColumnChoice, Convention, Covariance, Decision, EventModel, Feature, ModelKind, OPTIONS, Prior,
    Reads, Recipe, Variance, Vocabulary, Warning, WordRules, Written, check_classes, is_left_out, models,
    target, target_column,
};
use crate::problem::Problem;
use crate::table::{Column, Kind, Notice, Table};
use crate::text::{brief, flag_of, listed, unquoted};

/// A recipe in which nothing is left open.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    pub recipe: Recipe,
    pub target: usize,
    /// The position of the column that says how many times its row was seen.
    pub weight: Option<usize>,
    /// The columns the model reads, in file order.
    pub features: Vec<Feature>,
    /// The model; never [`ModelKind::Auto`].
    pub model: ModelKind,
    pub alpha: Written,
    pub prior: Prior,
    pub variance: Variance,
    /// The shape of Σ, for models that have one.
    pub covariance: Covariance,
    pub(crate) words: WordRules,
    pub written: Vec<String>,
    pub notes: Vec<String>,
    pub left_out: Option<Warning>,
    /// What must be said beside the numbers: where they are not those of the program whose conventions hold.
    pub warnings: Vec<Warning>,
}

/// Whether a text of a yes/no column is the one that counts as 1. What was a number is compared as one: 1.0 is 1.
pub fn counts_as_one(one: &str, text: &str) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    one == text || number(one).is_some_and(|one| number(text) == Some(one))
}

impl Resolved {
    /// Adds the least smoothing to every variance, because of what makes one of them 0.
    pub(crate) fn smooth_variances(&mut self, because: &str) {
        self.recipe.var_smoothing = Convention::ScikitLearn.var_smoothing();
        let share = self.recipe.var_smoothing.as_ref().map(|share| share.text().to_owned());
        let text = share.clone().unwrap_or_default();
        self.recipe.chosen.note("var_smoothing", share);
        self.notes.push(format!(
            "variance smoothing is {text} of the largest variance, since {because}; --var-smoothing 0 undoes it"
        ));
    }

    /// Whether each feature is a word, and its numbers say how often it stands in a document.
    pub fn is_word_counts(&self) -> bool {
        models::is_word_counts(self.model, &self.features)
    }

    /// The kind that each used column must have been read as, by name.
    pub fn kinds(&self, table: &Table) -> BTreeMap<String, Kind> {
        let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
        if let Some(column) = table.columns().get(self.target) {
            kinds.insert(column.name.as_str().to_owned(), Kind::Categorical);
        }
        if let Some(column) = self.weight.and_then(|at| table.columns().get(at)) {
            kinds.insert(column.name.as_str().to_owned(), Kind::Numeric);
        }
        for feature in &self.features {
            // A yes/no column may hold other texts than two: all but one of them count as 0.
            let kind = if feature.kind == Kind::Binary { Kind::Categorical } else { feature.kind };
            kinds.insert(feature.name.as_str().to_owned(), kind);
        }
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
    let name = |at: usize| table.columns().get(at).map(|column| column.name.as_str().to_owned());
    if recipe.is_chosen("target") {
        chosen.note("target", name(target));
        notes.extend(target::classes_note(recipe, table, target));
    }
    let weight = target::weight(recipe, table, target)?;
    if recipe.is_chosen("weight") {
        chosen.note("weight", weight.and_then(name));
    }
    target::split_column(recipe, table, (target, weight))?;
    let left_out = left_out(recipe, table, (target, weight));
    notes.extend(target::left_out_note(table, &left_out));
    let told = target::left_out_warning(table, &left_out);
    let mut features = features(recipe, table, (target, weight), &left_out)?;
    chosen.left_out = left_out.iter().filter_map(|at| name(*at)).collect();
    let asked = match recipe.model.unwrap_or(ModelKind::Auto) {
        ModelKind::Auto => models::automatic(recipe, table, &features),
        said => said,
    };
    if recipe.model_is_chosen() {
        chosen.note("model", Some(asked.to_string()));
        notes.push(format!("the model is {}, chosen by the kinds of the columns", asked.word()));
    }
    let convention = recipe.convention();
    let of_convention = convention.warnings(asked, &features).into_iter();
    let mut warnings: Vec<Warning> = of_convention.map(|what| Notice::file(what).into()).collect();
    let read: Vec<usize> = features.iter().map(|feature| feature.column).collect();
    warnings.extend(target::warning(table, &read));
    warnings.extend(target::hint(recipe, table).filter(|_| weight.is_some()));
    let model = convention.instead_of(asked).unwrap_or(asked);
    models::adapt(model, recipe, table, &mut features);
    convention.check(model, &features)?;
    models::check(model, &features)?;
    chosen.one = models::ones(recipe, &features);
    notes.extend(features.iter().filter_map(|feature| {
        let one = chosen.one.get(feature.name.as_str())?;
        Some(format!("in {}, {one} counts as 1", feature.name))
    }));
    let alpha = recipe.alpha.clone().unwrap_or_else(|| Written::int(1));
    let counted = models::is_word_counts(model, &features)
        || features.iter().any(|feature| feature.kind != Kind::Numeric || feature.bins.is_some());
    if recipe.alpha_is_chosen() && counted && recipe.given.is_none() && model != ModelKind::Logistic {
        chosen.note("alpha", Some(alpha.text().to_owned()));
        notes.push(match convention {
            Convention::Weka | Convention::Orange => format!("α = 1, as in {}", convention.program()),
            _ => "α = 1 (Laplace), by default".into(),
        });
    }
    let words = WordRules::of(recipe);
    let has_words = models::is_word_counts(model, &features) || features.iter().any(|f| f.kind == Kind::Text);
    notes.extend(words.notes(has_words, &features));
    let written = recipe.against_convention();
    let (prior, variance) = (recipe.prior_or_default(), recipe.variance_or_default());
    let covariance = models::covariance(model, recipe.covariance)?;
    let decision = recipe.decision.as_ref().map(Decision::read).transpose()?;
    let recipe = Recipe { decision, ..recipe.clone() };
    let recipe =
        filled(&recipe, table, &Choices { target, weight, features: &features, asked, model, chosen });
    Ok(Resolved {
        recipe,
        target,
        weight,
        features,
        model,
        alpha,
        prior,
        variance,
        covariance,
        words,
        written,
        notes,
        left_out: told,
        warnings,
    })
}

/// The position of a column: by its exact name, else by the one name that is equal without case or Unicode form.
///
/// # Errors
/// When no column answers to the name, or several do.
pub fn find_column(table: &Table, typed: &str) -> Result<usize, Problem> {
    if let Some(at) = table.position(typed) {
        return Ok(at);
    }
    let unquoted = unquoted(typed);
    if unquoted != typed {
        return find_column(table, &unquoted);
    }
    let wanted = folded(typed);
    let alike: Vec<usize> = (0..table.columns().len())
        .filter(|at| table.columns().get(*at).is_some_and(|column| folded(column.name.as_str()) == wanted))
        .collect();
    match alike.as_slice() {
        [one] => Ok(*one),
        several => {
            let names: Vec<&str> = table.columns().iter().map(|column| column.name.as_str()).collect();
            let alike: Vec<&str> = several.iter().filter_map(|at| names.get(*at).copied()).collect();
            Err(unknown_column(typed, &names, &alike))
        }
    }
}

/// A text without the differences that a person typing it does not mean: case and Unicode form.
pub fn folded(text: &str) -> String {
    text.trim().nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

/// The columns that are left out by default; in a recipe in which nothing is open, those that were.
fn left_out(recipe: &Recipe, table: &Table, (target, weight): (usize, Option<usize>)) -> Vec<usize> {
    let has_role = |at: usize| at == target || Some(at) == weight;
    let ignored: BTreeSet<usize> =
        recipe.ignore.iter().filter_map(|name| find_column(table, name).ok()).collect();
    let is_free = |at: &usize| !has_role(*at) && !ignored.contains(at);
    let Some(features) = &recipe.features else {
        let columns = (0..table.columns().len()).filter(is_free);
        return columns.filter(|at| is_left_out(recipe, table, *at)).collect();
    };
    let features: BTreeSet<&String> = features.iter().collect();
    let chosen = recipe.chosen.left_out.iter().filter(|name| !features.contains(name));
    chosen.filter_map(|name| table.position(name)).filter(is_free).collect()
}

fn features(
    recipe: &Recipe,
    table: &Table,
    (target, weight): (usize, Option<usize>),
    left_out: &[usize],
) -> Result<Vec<Feature>, Problem> {
    let position = |name: &String| find_column(table, name);
    let name = |at: usize| table.name_of(at);
    // In file order, each once.
    let mut chosen: BTreeSet<usize> = match &recipe.features {
        Some(names) => names.iter().map(position).collect::<Result<_, _>>()?,
        None => (0..table.columns().len()).filter(|at| *at != target && Some(*at) != weight).collect(),
    };
    if recipe.features.is_none() {
        left_out.iter().for_each(|at| _ = chosen.remove(at));
    }
    if chosen.contains(&target) {
        let what = format!("“{}” cannot be both the class and a feature", brief(name(target)));
        let fix = "leave it out of the features, or choose another class with --target";
        return Err(wrong_kind(None, what, fix));
    }
    for name in &recipe.ignore {
        chosen.remove(&position(name)?);
    }
    let mut said: BTreeMap<usize, &ColumnChoice> = BTreeMap::new();
    for choice in &recipe.columns {
        said.insert(find_column(table, &choice.name)?, choice);
    }
    let mut features = Vec::new();
    for at in chosen {
        let Some(column) = table.columns().get(at) else { continue };
        features.push(feature(recipe, at, column, said.get(&at).copied())?);
    }
    if features.is_empty() {
        let what = format!("there is no feature column beside the class “{}”", brief(name(target)));
        let fix = match left_out.first() {
            Some(first) => format!(
                "a column that only identifies the rows is left out: {}; to use it: {}",
                listed(left_out.iter().map(|at| name(*at))),
                flag_of("features", name(*first))
            ),
            None => "use a file with at least two columns, or choose another class with --target".into(),
        };
        return Err(Problem { kind: "no_data", what, fix, ..Problem::default() });
    }
    Ok(features)
}

fn feature(
    recipe: &Recipe,
    at: usize,
    column: &Column,
    said: Option<&ColumnChoice>,
) -> Result<Feature, Problem> {
    // Bins can only be made of numbers, so asking for them says the kind.
    let binned = said.is_some_and(ColumnChoice::is_binned);
    let kind =
        said.and_then(|choice| choice.kind).unwrap_or(if binned { Kind::Numeric } else { column.kind });
    let bins = recipe.bins_of(said).filter(|_| kind == Kind::Numeric);
    let event = said.and_then(|choice| choice.event).or(recipe.event).unwrap_or(EventModel::Multinomial);
    let vocabulary = said.and_then(|choice| choice.vocabulary.clone()).or_else(|| recipe.vocabulary.clone());
    let vocabulary = vocabulary.unwrap_or(Vocabulary::Training);
    let one = said.and_then(|choice| choice.one.clone());
    let values = declared_values(column.name.as_str(), kind, said)?;
    Ok(Feature {
        column: at,
        name: column.name.clone(),
        kind,
        bins,
        one,
        event,
        vocabulary,
        values,
        dictionary: None,
    })
}

/// The values that a recipe declares of a column, each once.
fn declared_values(name: &str, kind: Kind, said: Option<&ColumnChoice>) -> Result<Arc<[String]>, Problem> {
    let Some(values) = said.and_then(|choice| choice.values.as_deref()) else { return Ok(Arc::default()) };
    if kind != Kind::Categorical {
        let what = format!("values of “{}” are declared, and it is read as {}", brief(name), kind.word());
        return Err(wrong_kind(
            Some(name),
            what,
            "declare it as kind = \"categorical\", or leave the values out",
        ));
    }
    let mut seen = BTreeSet::new();
    if let Some(twice) = values.iter().find(|value| !seen.insert(*value)) {
        let what = format!("the values of “{}” name “{}” twice", brief(name), brief(twice));
        return Err(wrong_kind(Some(name), what, "name each value once"));
    }
    Ok(values.into())
}

struct Choices<'a> {
    target: usize,
    weight: Option<usize>,
    features: &'a [Feature],
    asked: ModelKind,
    model: ModelKind,
    chosen: Chosen,
}

fn cells(recipe: &Recipe, name: &str) -> ColumnChoice {
    let said = recipe.column(name).cloned().unwrap_or_default();
    ColumnChoice {
        name: name.to_owned(),
        missing: said.missing,
        decimal: said.decimal,
        ..ColumnChoice::default()
    }
}

fn filled(recipe: &Recipe, table: &Table, choices: &Choices<'_>) -> Recipe {
    let columns = choices.features.iter().map(|feature| {
        let text = feature.kind == Kind::Text;
        ColumnChoice {
            name: feature.name.as_str().to_owned(),
            kind: Some(feature.kind),
            bins: feature.bins.clone(),
            one: feature.one.clone(),
            event: text.then_some(feature.event),
            vocabulary: text.then(|| feature.vocabulary.clone()),
            values: Some(feature.values.to_vec()).filter(|values| !values.is_empty()),
            ..cells(recipe, feature.name.as_str())
        }
        .with_given(recipe.column(feature.name.as_str()))
    });
    // How the cells of the class and of columns without a role are read is kept, too.
    let is_feature = |name: &str| choices.features.iter().any(|feature| feature.name.as_str() == name);
    let others = recipe.columns.iter().filter(|said| said.missing.is_some() || said.decimal.is_some());
    let others = others.filter(|said| !is_feature(&said.name)).map(|said| cells(recipe, &said.name));
    let kinds = |is: &dyn Fn(&Feature) -> bool| choices.features.iter().any(is);
    let counts = models::is_word_counts(choices.model, choices.features);
    let reads = Reads {
        model: choices.model,
        numbers: kinds(&|feature| feature.kind == Kind::Numeric && feature.bins.is_none()),
        texts: kinds(&|feature| feature.kind == Kind::Text),
        counts,
        marks: true,
    };
    let name = |at: usize| table.columns().get(at).map(|column| column.name.as_str().to_owned());
    let mut filled = Recipe {
        target: name(choices.target),
        weight: choices.weight.and_then(name),
        features: Some(choices.features.iter().map(|feature| feature.name.as_str().to_owned()).collect()),
        ignore: Vec::new(),
        columns: columns.chain(others).collect(),
        model: Some(choices.asked),
        chosen: choices.chosen.clone(),
        ..recipe.clone()
    };
    for option in OPTIONS {
        let now = if (option.applies)(&reads) { option.fill } else { option.clear };
        now(&mut filled);
    }
    // Each column says its own.
    Recipe { bins: None, event: None, vocabulary: None, ..filled }
}
