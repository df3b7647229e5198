//! A data set, a recipe, and the model they make: what the user has open.

use super::error::first_of;
use super::{Baseline, Case, Fitted, Logistic, Statistics};
use crate::encode::{self, Dataset};
use crate::problem::Problem;
use crate::recipe::{
    self, Convention, DataWarning, ModelKind, Recipe, Resolved, giving_way, resolve, target_column,
};
use crate::table::{Loaded, Notice, Source, TableError, Watch};
use std::borrow::Cow;
use std::sync::Arc;

/// An open data set: the rows, the recipe as written, and the model, or why there is none.
#[derive(Clone, Debug)]
pub struct Study {
    pub source: Source,
    plain: Arc<Loaded>,
    /// The rows, read as the recipe says if there is a model.
    pub loaded: Arc<Loaded>,
    pub recipe: Recipe,
    /// The model, or why none can be fitted.
    pub fitted: Result<Arc<Fitted>, Problem>,
}

impl Study {
    pub fn model(&self) -> Result<&Fitted, Problem> {
        self.fitted.as_deref().map_err(Problem::clone)
    }

    /// Opens a source. A sample has its own recipe, which `recipe` overrides.
    ///
    /// # Errors
    /// When the source cannot be read as a table. A recipe that does not fit the data is not an error here: see
    /// [`Study::fitted`].
    pub fn open(source: Source, recipe: Recipe) -> Result<Study, TableError> {
        Study::open_watched(source, recipe, None, true)
    }

    /// The same; `watch` reports progress and can stop reading, and `documents` keeps the texts of documents.
    pub fn open_watched(
        source: Source,
        recipe: Recipe,
        watch: Option<Arc<Watch>>,
        documents: bool,
    ) -> Result<Study, TableError> {
        let recipe = match source.recipe() {
            Some(own) => Recipe::from_toml(own, &source.label())?.overridden_by(recipe),
            None => recipe,
        }
        .with_given_prior();
        let source = source.kept()?;
        let plain = Arc::new(encode::load(&source, &recipe, watch, documents)?);
        let recipe = match &plain.sums {
            Some(sums) => Recipe::from_toml(&sums.recipe, &source.label())?.overridden_by(recipe),
            None => recipe,
        }
        .with_names_of(&plain.table);
        let (loaded, fitted) = fit(&source, &plain, &recipe, None);
        let study = Study { source, plain, loaded, recipe, fitted };
        match study.recipe.query.as_ref().map(|query| study.giving_way(query)) {
            Some(Ok(Some(other))) => Ok(other),
            Some(Err(problem)) => Ok(Study { fitted: Err(problem), ..study }),
            None | Some(Ok(None)) => Ok(study),
        }
    }

    /// The study with another class column, if a query gives a value to a class column that was only guessed: then that
    /// column is a feature.
    pub fn giving_way(&self, query: &[(String, String)]) -> Result<Option<Study>, Problem> {
        let next = giving_way(&self.recipe, &self.plain.table, query)?;
        Ok(next.map(|recipe| self.with_recipe(recipe)).transpose()?)
    }

    /// The same data under another recipe. Rows are counted again only where the recipe reads other columns.
    ///
    /// # Errors
    /// When the recipe needs the file to be read again and that fails.
    pub fn with_recipe(&self, recipe: Recipe) -> Result<Study, TableError> {
        let same_reading = self.recipe.reads_like(&recipe);
        let plain = if same_reading || self.plain.sums.is_some() {
            Arc::clone(&self.plain)
        } else {
            Arc::new(encode::load(&self.source, &recipe, None, true)?)
        };
        let recipe = recipe.with_names_of(&plain.table);
        let before = self.fitted.as_ref().ok().filter(|_| same_reading);
        let before = before.map(|fitted| (&self.loaded, &fitted.statistics));
        let (loaded, fitted) = fit(&self.source, &plain, &recipe, before);
        Ok(Study { source: self.source.clone(), plain, loaded, recipe, fitted })
    }

    fn prepared(&self, recipe: &Recipe) -> Result<Arc<Dataset>, Problem> {
        Ok(Arc::new(encode::prepare(&self.source, &self.plain, Some(&self.loaded), recipe)?.1))
    }

    /// Logistic regression, if the recipe asks for it; `None` if it asks for another model.
    pub fn logistic(&self) -> Option<Result<Logistic, Problem>> {
        self.recipe.model.filter(|model| *model == ModelKind::Logistic)?;
        Some(self.prepared(&self.recipe).and_then(Logistic::fit))
    }

    /// Logistic regression on the same features, even if the recipe asks for another model.
    ///
    /// # Errors
    /// When the recipe does not fit the data, or no feature has a weight.
    pub fn rival(&self) -> Result<Logistic, Problem> {
        let recipe = Recipe { model: Some(ModelKind::Logistic), covariance: None, ..self.recipe.clone() };
        Logistic::fit(self.prepared(&recipe)?)
    }

    /// The baseline of these rows, which reads no features.
    ///
    /// # Errors
    /// When the recipe does not fit the data, or no row has a class.
    pub fn baseline(&self) -> Result<Baseline, Problem> {
        let recipe = Recipe { model: None, covariance: None, ..self.recipe.clone() };
        Baseline::fit(self.prepared(&recipe)?)
    }

    /// The same data under the conventions of another program.
    pub fn under(&self, convention: Convention) -> Result<Study, TableError> {
        self.with_recipe(self.recipe.under(convention))
    }

    /// The position of the class column, whether or not a model could be fitted.
    pub fn target(&self) -> Option<usize> {
        match &self.fitted {
            Ok(fitted) => Some(fitted.data.resolved.target),
            Err(_) => target_column(&self.recipe, &self.loaded.table).ok(),
        }
    }

    /// The recipe with all defaults resolved, even if no model could be fitted; `None` if the recipe does not fit the
    /// data.
    pub fn resolved(&self) -> Option<Cow<'_, Resolved>> {
        match &self.fitted {
            Ok(fitted) => Some(Cow::Borrowed(&fitted.data.resolved)),
            Err(_) => resolve(&self.recipe, &self.plain.table).ok().map(Cow::Owned),
        }
    }

    fn of_recipe(&self) -> impl Iterator<Item = DataWarning> + '_ {
        self.resolved().into_iter().flat_map(|resolved| resolved.into_owned().warnings)
    }

    /// Remarks on the columns that the model reads or leaves out, in sentences, shown wherever the data are opened.
    pub fn remarks(&self) -> impl Iterator<Item = String> + '_ {
        self.of_recipe().map(|remark| format!("{remark}."))
    }

    /// Warnings about the data, with other readings; none for samples.
    pub fn noticed(&self) -> Vec<DataWarning> {
        let (recipe, loaded) = (&self.recipe, &self.loaded);
        let mut all: Vec<DataWarning> =
            loaded.notices.iter().map(|notice| recipe::of_notice(notice, recipe, loaded)).collect();
        if !matches!(self.source, Source::Sample(_)) {
            all.extend(recipe::few_numbers(recipe, &loaded.table, self.resolved().as_deref()));
            all.extend(recipe::missing_cells(&loaded.table, self.target()));
        }
        all
    }

    /// All warnings: remarks on the columns first, then those about the data, then those about the model.
    pub fn warnings(&self) -> Vec<DataWarning> {
        let of_model = self.fitted.iter().flat_map(|fitted| fitted.warnings());
        let of_model = of_model.map(|what| DataWarning::from(Notice::file(what)));
        self.of_recipe().map(DataWarning::ended).chain(self.noticed()).chain(of_model).collect()
    }

    /// The cases that are explained by default: the recipe's query, else the rows without a class. Rows that lack a
    /// number the model needs are left out: see [`Study::left_out`].
    ///
    /// # Errors
    /// When the recipe's query does not fit the model.
    pub fn cases(&self) -> Result<Vec<Case>, Problem> {
        self.some_cases(usize::MAX)
    }

    /// The first of them, without reading the others.
    pub fn first_case(&self) -> Result<Option<Case>, Problem> {
        Ok(self.some_cases(1)?.into_iter().next())
    }

    fn some_cases(&self, most: usize) -> Result<Vec<Case>, Problem> {
        let Ok(fitted) = &self.fitted else { return Ok(Vec::new()) };
        if let Some(query) = &self.recipe.query {
            return Ok(vec![Case::from_typed(fitted, query)?]);
        }
        if fitted.statistics.unlabelled == 0 {
            return Ok(Vec::new());
        }
        let complete = fitted.data.unlabelled().filter(|row| fitted.is_complete(*row));
        complete.take(most).map(|row| Case::from_row(fitted, row)).collect()
    }

    /// A sentence about the rows without a class that cannot be queries because they lack a number that the model
    /// needs.
    pub fn left_out(&self) -> Option<String> {
        let fitted = self.fitted.as_ref().ok().filter(|fitted| fitted.statistics.unlabelled > 0)?;
        fitted.data.need_rows("").ok()?;
        let rows = fitted.data.unlabelled().filter(|row| !fitted.is_complete(*row));
        let rows: Vec<usize> = rows.map(|row| row + 1).collect();
        let list = first_of(&rows, LISTED, ", ");
        let what = match rows.len() {
            0 => return None,
            1 => format!("row {list} has no class and lacks a number, so it cannot be a query"),
            _ => format!("rows {list} have no class and lack a number, so they cannot be queries"),
        };
        Some(format!("{what} of this model"))
    }
}

const LISTED: usize = 12;

impl From<Problem> for TableError {
    fn from(problem: Problem) -> TableError {
        TableError { problem: Box::new(problem), ragged: None, row: None }
    }
}

fn fit(
    source: &Source,
    plain: &Arc<Loaded>,
    recipe: &Recipe,
    before: Option<(&Arc<Loaded>, &Arc<Statistics>)>,
) -> (Arc<Loaded>, Result<Arc<Fitted>, Problem>) {
    let recipe = &recipe.without_chosen_smoothing();
    let (loaded, data) = match encode::prepare(source, plain, before.map(|(loaded, _)| loaded), recipe) {
        Ok(prepared) => prepared,
        Err(problem) => return (Arc::clone(plain), Err(problem)),
    };
    let counted = before.filter(|(read, _)| Arc::ptr_eq(read, &loaded)).map(|(_, statistics)| statistics);
    let fitted = match counted {
        Some(statistics) if statistics.layout == data.layout() => Ok(Arc::clone(statistics)),
        counted => Fitted::count(counted.map(Arc::as_ref), &data).map(Arc::new),
    };
    let fitted = fitted.and_then(|statistics| {
        let mut data = Arc::new(data);
        let strict = Fitted::estimate(Arc::clone(&data), Arc::clone(&statistics));
        // Without smoothing a variance is 0: the least is chosen if the recipe sets none.
        strict.or_else(|problem| {
            if problem.kind != "zero_variance" || !recipe.is_chosen("var_smoothing") {
                return Err(problem);
            }
            Arc::make_mut(&mut data).resolved.smooth_variances(&problem.what);
            Fitted::estimate(data, statistics).map_err(|_| problem)
        })
    });
    (loaded, fitted.map(Arc::new))
}
