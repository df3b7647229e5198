//! A number of the recipe that can be swept: which values are tried, and for which models that makes sense.

use num_traits::ToPrimitive;

use crate::model::Fitted;
use crate::problem::Problem;
use crate::recipe::{Bins, OPTIONS, Recipe, RecipeOption, Written, with_bins};
use crate::table::Kind;

/// The α that are tried.
const ALPHAS: [&str; 14] =
    ["0", "0.001", "0.003", "0.01", "0.03", "0.1", "0.5", "1", "2", "10", "30", "100", "300", "1000"];
/// The shares of the largest variance that are tried.
const SHARES: [&str; 13] =
    ["0", "1e-9", "1e-6", "1e-4", "0.001", "0.003", "0.01", "0.03", "0.1", "0.3", "1", "3", "10"];
/// The ridges that are tried: a digit, and how many powers of ten above the size of the largest variance.
const RIDGES: [(u8, i32); 12] =
    [(1, -6), (1, -5), (1, -4), (1, -3), (3, -3), (1, -2), (3, -2), (1, -1), (3, -1), (1, 0), (3, 0), (1, 1)];

/// A number of the recipe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parameter {
    /// The smoothing of counts.
    #[default]
    Alpha,
    /// The number of bins of one width.
    Width,
    /// The number of bins with about as many rows each.
    Frequency,
    /// The share of the largest variance that is added to each.
    Epsilon,
    /// What is added to the diagonal of Σ.
    Ridge,
}

/// One of the values that are tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// As it is written.
    pub text: String,
    /// Its size.
    pub value: f64,
    /// The recipe that has it.
    pub recipe: Recipe,
}

impl Parameter {
    /// All of them, in the order of the key that goes through them.
    pub const ALL: [Parameter; 5] =
        [Parameter::Alpha, Parameter::Width, Parameter::Frequency, Parameter::Epsilon, Parameter::Ridge];

    /// The option of the recipe that has it.
    fn option(self) -> Option<&'static RecipeOption<Recipe>> {
        let key = match self {
            Parameter::Alpha => "alpha",
            Parameter::Width | Parameter::Frequency => "bins",
            Parameter::Epsilon => "var_smoothing",
            Parameter::Ridge => "ridge",
        };
        OPTIONS.iter().find(|option| option.key == key)
    }

    /// What it is called on an axis.
    pub fn name(self) -> &'static str {
        match self {
            Parameter::Alpha => "α",
            Parameter::Width => "bins of equal width",
            Parameter::Frequency => "bins of equal frequency",
            Parameter::Epsilon => "ε, share of the largest variance",
            Parameter::Ridge => "ridge on the diagonal of Σ",
        }
    }

    /// What it is called over a column.
    pub fn short(self) -> &'static str {
        match self {
            Parameter::Alpha => "α",
            Parameter::Width | Parameter::Frequency => "bins",
            Parameter::Epsilon => "ε",
            Parameter::Ridge => "ridge",
        }
    }

    /// One of its values in words: `α = 0.5`, `10 bins of equal width`.
    pub fn words(self, text: &str) -> String {
        match self {
            Parameter::Alpha => format!("α = {text}"),
            Parameter::Width | Parameter::Frequency => format!("{text} {}", self.name()),
            Parameter::Epsilon => format!("ε = {text} of the largest variance"),
            Parameter::Ridge => format!("ridge = {text}"),
        }
    }

    /// Whether its values are whole numbers that are a little apart, and not of very different sizes.
    pub fn is_count(self) -> bool {
        matches!(self, Parameter::Width | Parameter::Frequency)
    }

    /// Why a sweep over it would say nothing of this model, if it would not.
    ///
    /// # Errors
    /// With the reason.
    pub fn check(self, fitted: &Fitted) -> Result<(), Problem> {
        let resolved = &fitted.data.resolved;
        let together = fitted.gda().is_some();
        let single = fitted.factors().iter().any(|factor| factor.is_gaussian()) && !together;
        let (fits, what, fix) = match self {
            Parameter::Alpha => (
                fitted.is_smoothed(),
                "α smooths counts, and this model counts nothing: each of its numbers has a density",
                "choose another parameter, or cut the numbers into bins",
            ),
            Parameter::Width | Parameter::Frequency => (
                !numbers(fitted).is_empty() && !resolved.is_word_counts(),
                "bins are made of numbers, and this model reads no column of numbers",
                "choose another parameter",
            ),
            Parameter::Epsilon => (
                single,
                if together {
                    "ε is added to the variances of single features; this model has Σ, which takes a ridge"
                } else {
                    "ε is added to variances, and no feature of this model has one"
                },
                "choose another parameter",
            ),
            Parameter::Ridge => (
                together,
                "a ridge is added to the diagonal of Σ, and this model has no Σ",
                "choose another parameter, or the model gda",
            ),
        };
        if fits {
            return Ok(());
        }
        let (what, fix) = (what.to_owned(), fix.to_owned());
        Err(Problem { kind: "not_applicable", what, fix, ..Problem::default() })
    }

    /// The first that makes sense for a model.
    pub fn first(fitted: &Fitted) -> Parameter {
        Parameter::ALL.into_iter().find(|parameter| parameter.check(fitted).is_ok()).unwrap_or_default()
    }

    /// The next that makes sense for a model, round and round.
    #[must_use]
    pub fn next(self, fitted: &Fitted) -> Parameter {
        let at = Parameter::ALL.iter().position(|parameter| *parameter == self).unwrap_or(0);
        let after = Parameter::ALL.into_iter().cycle().skip(at + 1).take(Parameter::ALL.len());
        after.into_iter().find(|parameter| parameter.check(fitted).is_ok()).unwrap_or(self)
    }

    /// What of it a model has now, as it is written; `None` where the number of bins is none that is swept over.
    pub fn own(self, fitted: &Fitted) -> Option<Written> {
        let resolved = &fitted.data.resolved;
        match self {
            Parameter::Alpha | Parameter::Epsilon | Parameter::Ridge => {
                Written::any(&self.option()?.said(&resolved.recipe)??).ok()
            }
            Parameter::Width | Parameter::Frequency => {
                let swept = numbers(fitted);
                let mut counts =
                    resolved.features.iter().filter(|feature| swept.contains(&feature.column)).map(
                        |feature| match (self, &feature.bins) {
                            (Parameter::Width, Some(Bins::Width(k))) => Some(*k),
                            (Parameter::Frequency, Some(Bins::Frequency(k))) => Some(*k),
                            _ => None,
                        },
                    );
                let first = counts.next()??;
                counts.all(|other| other == Some(first)).then(|| Written::int(first))
            }
        }
    }

    /// The values that are tried, from the smallest on, that of the model among them; each with its recipe.
    ///
    /// # Errors
    /// With the reason, when a sweep would say nothing of this model.
    pub fn settings(self, fitted: &Fitted, recipe: &Recipe) -> Result<Vec<Setting>, Problem> {
        self.check(fitted)?;
        let list = |texts: &[&str]| -> Vec<Written> {
            texts.iter().filter_map(|text| Written::non_negative(text, "number").ok()).collect()
        };
        let mut tried = match self {
            Parameter::Alpha => list(&ALPHAS),
            Parameter::Epsilon => list(&SHARES),
            Parameter::Ridge => ridges(fitted),
            Parameter::Width | Parameter::Frequency => {
                let most = most(fitted);
                (2..=20).chain([30, 50]).filter(|k| *k <= most).map(Written::int).collect()
            }
        };
        if let Some(own) = self.own(fitted) {
            tried.retain(|other| other.value() != own.value());
            tried.push(own);
        }
        tried.sort_by(|a, b| a.value().cmp(b.value()));
        Ok(tried.iter().filter_map(|value| self.setting(fitted, recipe, value)).collect())
    }

    fn setting(self, fitted: &Fitted, recipe: &Recipe, value: &Written) -> Option<Setting> {
        let mut changed = recipe.clone();
        match self {
            Parameter::Alpha | Parameter::Epsilon | Parameter::Ridge => {
                self.option()?.parse(&mut changed, value.text()).ok()?;
            }
            Parameter::Width | Parameter::Frequency => {
                let k = value.value().to_u32()?;
                let bins = if self == Parameter::Width { Bins::Width(k) } else { Bins::Frequency(k) };
                // What the model is must be said: by default it may have been chosen for numbers without bins.
                changed.model = Some(fitted.data.resolved.model);
                changed = with_bins(&changed, &fitted.data.table, &numbers(fitted), Some(&bins))?;
                if changed.model == Some(fitted.data.resolved.model) {
                    changed.model = recipe.model;
                }
            }
        }
        Some(Setting { text: value.text().to_owned(), value: value.value().to_f64()?, recipe: changed })
    }
}

/// The columns whose numbers are cut: those with bins, or all columns of numbers where none has any.
fn numbers(fitted: &Fitted) -> Vec<usize> {
    let features = || fitted.data.resolved.features.iter().filter(|feature| feature.kind == Kind::Numeric);
    let with: Vec<usize> =
        features().filter(|feature| feature.bins.is_some()).map(|feature| feature.column).collect();
    if with.is_empty() { features().map(|feature| feature.column).collect() } else { with }
}

/// More bins than this no column has numbers for.
fn most(fitted: &Fitted) -> u32 {
    let distinct = numbers(fitted).into_iter().map(|column| fitted.data.table.distinct(column));
    distinct.max().map_or(0, |most| u32::try_from(most).unwrap_or(u32::MAX))
}

/// 0, and numbers around the size of the largest variance, since a ridge is in units squared.
fn ridges(fitted: &Fitted) -> Vec<Written> {
    let features = fitted.data.resolved.features.len();
    let largest = fitted.gda().map_or(0.0, |gda| {
        let sigmas = (0..fitted.classes.len()).filter_map(|class| gda.sigma(class));
        let variances = sigmas.flat_map(|sigma| (0..features).map(|at| sigma.entry(at, at) - gda.ridge));
        variances.fold(0.0, f64::max)
    });
    let size = if largest > 0.0 && largest.is_finite() { largest.log10().floor() as i32 } else { 0 };
    let text = |(digit, power): (u8, i32)| {
        let text = format!("{digit}e{}", power + size);
        let decimal = text.parse::<f64>().ok().filter(|number| (1e-4..1e7).contains(number));
        decimal.map_or(text, |number| number.to_string())
    };
    let scaled = RIDGES.into_iter().filter_map(|ridge| Written::any(&text(ridge)).ok());
    std::iter::once(Written::int(0)).chain(scaled).collect()
}
