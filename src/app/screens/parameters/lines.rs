//! The lines of screen 3: the priors, the values of each feature or the matrices of Gaussian discriminant analysis with θ, and
//! the log-likelihood.

use std::ops::Range;

use crate::app::settings::NumberForm;
use crate::math::{Event, Name, Number, Precision, Quantity, Rounded, Sentence, Share, sentence};
use crate::model::{Estimate, Factor, Fitted, Gda, OrderBy};
use crate::worked::WIDE;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    Sigma,
    Inverse,
    Correlation,
}

/// A line with numbers; features, values and rows go by their positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    Prior,
    Value {
        factor: usize,
        value: usize,
    },
    Mean(usize),
    Determinant,
    Of(Matrix, usize),
    /// θ of a feature, or θ₀.
    Weight(Option<usize>),
    Likelihood,
}

/// The class whose sign θ has, of two classes with one Σ: θ is in its column only.
pub const POSITIVE: usize = 1;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    all: Vec<Line>,
    pub together: bool,
    /// What the rows of each class add to the log-likelihood: kept, since computing it takes long.
    likelihoods: Vec<f64>,
}

/// A table of the screen: lines with a column for each class, or the rows of a matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Section {
    Classes(Range<usize>),
    Matrix(Matrix, Range<usize>),
}

impl Lines {
    pub fn of(fitted: &Fitted) -> Lines {
        let classes = if fitted.has_likelihood() { 0..fitted.classes.len() } else { 0..0 };
        let likelihoods = classes.map(|class| fitted.class_log_likelihood(class)).collect();
        let mut lines = Lines { together: fitted.gda().is_some(), likelihoods, ..Lines::default() };
        lines.sort(fitted, None);
        lines
    }

    /// Sorts the values of each feature and, by information, the features; `None` is the order of the data. Matrices keep
    /// the order of their features.
    pub fn sort(&mut self, fitted: &Fitted, by: Option<OrderBy>) {
        let mut all = vec![Line::Prior];
        all.extend(values(fitted, by));
        if let Some(gda) = fitted.gda() {
            let d = fitted.features.len();
            all.extend((0..d).map(Line::Mean));
            for matrix in Matrix::ALL.into_iter().filter(|matrix| matrix.is_shown(gda, d)) {
                all.extend((matrix == Matrix::Sigma).then_some(Line::Determinant));
                all.extend((0..d).map(|row| Line::Of(matrix, row)));
            }
            if gda.is_shared() {
                all.extend(std::iter::once(None).chain((0..d).map(Some)).map(Line::Weight));
            }
        }
        all.extend((!self.likelihoods.is_empty()).then_some(Line::Likelihood));
        self.all = all;
    }

    /// Returns the tables that the lines make, in order.
    pub fn sections(&self) -> Vec<Section> {
        let kind = |line: &Line| match line {
            Line::Of(matrix, _) => Some(*matrix),
            Line::Determinant => Some(Matrix::Sigma),
            _ => None,
        };
        let mut start = 0;
        let chunks = self.all.chunk_by(|a, b| kind(a) == kind(b));
        let section = |chunk: &[Line]| {
            let range = start..start + chunk.len();
            start = range.end;
            match chunk.first().and_then(kind) {
                Some(matrix) => Section::Matrix(matrix, range),
                None => Section::Classes(range),
            }
        };
        chunks.map(section).collect()
    }

    pub fn written(&self, fitted: &Fitted, line: Line, class: usize, form: NumberForm) -> Sentence {
        match line {
            Line::Likelihood => {
                self.likelihoods.get(class).map(|value| likelihood(*value)).unwrap_or_default()
            }
            Line::Value { factor, value } if fitted.factors().get(factor).is_some_and(Factor::is_number) => {
                moment(fitted, factor, value, class)
            }
            Line::Prior | Line::Value { .. } => {
                estimate(fitted, line, class).map(|estimate| form.written(&estimate)).unwrap_or_default()
            }
            line => together(fitted, line, class),
        }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn at(&self, line: usize) -> Option<Line> {
        self.all.get(line).copied()
    }

    pub fn position(&self, wanted: impl Fn(&Line) -> bool) -> Option<usize> {
        self.all.iter().position(wanted)
    }

    pub fn is_first(&self, line: usize) -> bool {
        let factor = |line: Line| if let Line::Value { factor, .. } = line { Some(factor) } else { None };
        let before = line.checked_sub(1).and_then(|before| self.at(before));
        before.and_then(factor) != self.at(line).and_then(factor)
    }

    /// Returns the line, the class and, in a matrix, the column of a number, if the model has it.
    pub fn find(&self, fitted: &Fitted, quantity: &Quantity) -> Option<(usize, usize, usize)> {
        let class = |name: &Name| fitted.class(name.as_str());
        match quantity {
            Quantity::Prob { event: Event::Class(name), given: None } => return Some((0, class(name)?, 0)),
            Quantity::LogLik(Share::Class(name)) => {
                return Some((self.len().checked_sub(1)?, class(name)?, 0));
            }
            Quantity::LogLik(Share::Whole) => return Some((self.len().checked_sub(1)?, 0, 0)),
            _ => {}
        }
        let place = |wanted: Line| self.position(|line| *line == wanted);
        if self.together {
            let (wanted, column) = in_matrices(fitted, quantity)?;
            let of = match quantity {
                Quantity::Theta { class: None, .. } => POSITIVE,
                quantity => quantity.class().and_then(class).unwrap_or(0),
            };
            // An entry without a line opens at that of Σ.
            let instead = || match wanted {
                Line::Of(_, row) => place(Line::Of(Matrix::Sigma, row)),
                _ => None,
            };
            return Some((place(wanted).or_else(instead)?, of, column));
        }
        let (factor, value, name) = match quantity {
            Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(name)) }
            | Quantity::Prob { event: Event::Class(name), given: Some(Event::Value { feature, value }) } => {
                let at = fitted.feature(feature.as_str())?;
                let factor = fitted.factors().get(at)?;
                // A count has no line: its rate opens.
                (at, if factor.is_count() { 0 } else { fitted.position(factor, value.as_str())? }, name)
            }
            // A density has no line: its mean opens.
            Quantity::Density { event: Event::Value { feature, .. }, given: Some(name) }
            | Quantity::Mean { feature, class: Some(name) } => (fitted.feature(feature.as_str())?, 0, name),
            Quantity::Var { feature, class: Some(name) } => (fitted.feature(feature.as_str())?, 1, name),
            _ => return None,
        };
        Some((place(Line::Value { factor, value }).unwrap_or(0), class(name)?, 0))
    }
}

fn values(fitted: &Fitted, by: Option<OrderBy>) -> Vec<Line> {
    let features: Vec<u32> = match by {
        Some(OrderBy::Information) => fitted.feature_order(),
        _ => (0..).take(fitted.factors().len()).collect(),
    };
    let of = |feature: u32| {
        let at = feature as usize;
        let factor = fitted.factors().get(at)?;
        let values: Vec<u32> = match by {
            Some(by) if !factor.is_number() => fitted.order(factor, by),
            _ => (0..).take(height(factor)).collect(),
        };
        Some(values.into_iter().map(move |value| Line::Value { factor: at, value: value as usize }))
    };
    features.into_iter().filter_map(of).flatten().collect()
}

fn in_matrices(fitted: &Fitted, quantity: &Quantity) -> Option<(Line, usize)> {
    let of = |name: &Name| fitted.feature(name.as_str());
    Some(match quantity {
        Quantity::Mean { feature, .. } | Quantity::Difference { feature, .. } => {
            (Line::Mean(of(feature)?), 0)
        }
        Quantity::Density { event, .. } => (Line::Mean(event.feature().and_then(of).unwrap_or(0)), 0),
        Quantity::Var { feature, .. } => (Line::Of(Matrix::Sigma, of(feature)?), of(feature)?),
        Quantity::Cov { a, b, .. } => (Line::Of(Matrix::Sigma, of(a)?), of(b)?),
        Quantity::Inverse { a, b, .. } => (Line::Of(Matrix::Inverse, of(a)?), of(b)?),
        Quantity::Correlation { a, b, .. } => (Line::Of(Matrix::Correlation, of(a)?), of(b)?),
        Quantity::Solved { feature, .. } => (Line::Of(Matrix::Inverse, of(feature)?), 0),
        Quantity::SquaredDistance(_) => (Line::Of(Matrix::Inverse, 0), 0),
        Quantity::Det { .. } => (Line::Determinant, 0),
        Quantity::Theta { feature: Some(feature), .. } => (Line::Weight(Some(of(feature)?)), 0),
        Quantity::Theta { feature: None, .. } => (Line::Weight(None), 0),
        _ => return None,
    })
}

fn parts(text: &str) -> [usize; 2] {
    let all = text.chars().count();
    let point = text.chars().position(|c| matches!(c, '.' | ','));
    let before = point.filter(|_| !text.contains('e')).unwrap_or(all);
    [before, all - before]
}

/// Pads numbers so that their decimal points are aligned at the right; numbers with an exponent stay as they are.
pub fn aligned(texts: &mut [String]) {
    let after = |text: &String| if text.contains('e') { 0 } else { parts(text)[1] };
    let most = texts.iter().map(after).max().unwrap_or(0);
    for text in texts.iter_mut().filter(|text| !text.contains('e')) {
        let blanks = most - after(text);
        text.push_str(&" ".repeat(blanks));
    }
}

impl Line {
    pub fn symbol(self) -> &'static str {
        match self {
            Line::Mean(_) => "μ",
            Line::Weight(None) => "θ₀",
            Line::Weight(Some(_)) => "θ",
            _ => "",
        }
    }

    pub fn feature(self) -> Option<usize> {
        match self {
            Line::Mean(feature) | Line::Of(_, feature) => Some(feature),
            Line::Weight(feature) => feature,
            _ => None,
        }
    }
}

pub fn together(fitted: &Fitted, line: Line, class: usize) -> Sentence {
    let number = number(fitted, line, class);
    match line {
        Line::Weight(_) if fitted.theta().is_some() && class != POSITIVE => Sentence::default(),
        Line::Determinant => {
            let equal = |value: &Rounded| if value.is_exact() { "=" } else { "≈" };
            let value = number.map(|number| number.rounded(Precision::FACTOR));
            value.map_or_else(Sentence::default, |value| sentence!("|Σ| {} {}", equal(&value), value))
        }
        _ => {
            let weight = matches!(line, Line::Weight(_));
            let precision = if weight { Precision::TERM } else { Precision::FACTOR };
            number.map_or_else(|| "–".into(), |number| number.rounded(precision).into())
        }
    }
}

fn number(fitted: &Fitted, line: Line, class: usize) -> Option<Number> {
    let gda = fitted.gda()?;
    match line {
        Line::Mean(feature) => gda.mean(class, feature).map(Number::Float),
        Line::Determinant => Some(Number::from_ln(gda.sigma(class)?.log_det())),
        Line::Weight(feature) => {
            let (intercept, weights) = match fitted.theta() {
                Some(theta) => (theta.intercept?, theta.weights),
                None => fitted.discriminant(class)?,
            };
            let value = feature.map_or(Some(intercept), |at| weights.get(at).copied())?;
            value.is_finite().then_some(Number::Float(value))
        }
        _ => None,
    }
}

impl Matrix {
    const ALL: [Matrix; 3] = [Matrix::Sigma, Matrix::Inverse, Matrix::Correlation];

    /// Whether it is shown: an inverse only if it can be worked on paper, and correlations only if there are any.
    fn is_shown(self, gda: &Gda, d: usize) -> bool {
        match self {
            Matrix::Sigma => true,
            Matrix::Inverse => gda.is_diagonal() || d <= WIDE,
            Matrix::Correlation => d > 1 && !gda.is_diagonal(),
        }
    }

    pub fn number(self, gda: &Gda, class: usize, row: usize, column: usize) -> Option<Number> {
        let sigma = gda.sigma(class)?;
        Some(match self {
            Matrix::Sigma => Number::Float(sigma.entry(row, column)),
            Matrix::Inverse => Number::Float(*sigma.inverse().get(column)?.get(row)?),
            Matrix::Correlation if row == column => Number::one(),
            Matrix::Correlation => Number::Float(sigma.correlation(row, column)),
        })
    }

    pub fn written(self, fitted: &Fitted, class: usize, row: usize, column: usize) -> Sentence {
        let number = fitted.gda().and_then(|gda| self.number(gda, class, row, column));
        number.map_or_else(|| "–".into(), |number| number.rounded(Precision::FACTOR).into())
    }
}

fn height(factor: &Factor) -> usize {
    if factor.is_number() { factor.form.parameters().len() } else { factor.k() }
}

/// Returns the label of a line: a value, or a parameter of a distribution.
pub fn label(fitted: &Fitted, factor: usize, value: usize) -> Option<Name> {
    let factor = fitted.factors().get(factor)?;
    if factor.is_number() {
        return factor.form.parameters().get(value).copied().map(Name::from);
    }
    factor.values().get(value).cloned()
}

pub fn feature(fitted: &Fitted, factor: usize) -> Option<&Name> {
    fitted.features.get(factor).map(|feature| &feature.name)
}

fn moment(fitted: &Fitted, factor: usize, line: usize, class: usize) -> Sentence {
    let number = fitted.factors().get(factor).and_then(|factor| match line {
        0 => factor.mean(class),
        _ => Some(Number::Float(factor.normal(class)?.variance)),
    });
    number.map_or_else(|| "–".into(), |number| number.rounded(Precision::FACTOR).into())
}

/// Formats what the rows of a class add to the log-likelihood, a logarithm in every form. Shorter than the other numbers,
/// so that it widens no column; the right pane has more digits.
fn likelihood(of_class: f64) -> Sentence {
    match of_class {
        value if value.is_finite() && value.abs() < 1000.0 => Number::Float(value).significant(4).into(),
        value if value.is_finite() => Number::Float(value).fixed(0).into(),
        _ => "ln 0".into(),
    }
}

pub fn prior(fitted: &Fitted, class: usize) -> Option<Estimate> {
    fitted.prior_estimate(class).cloned()
}

/// Returns the number on a line, in a class, as counted; `None` if it is not a share.
pub fn estimate(fitted: &Fitted, line: Line, class: usize) -> Option<Estimate> {
    match line {
        Line::Prior => prior(fitted, class),
        Line::Value { factor, value } => {
            let factor = fitted.factors().get(factor).filter(|factor| !factor.is_number())?;
            Some(fitted.tabled(factor, value, class))
        }
        _ => None,
    }
}

pub fn count(fitted: &Fitted, line: Line, class: usize) -> u64 {
    match line {
        Line::Value { factor, value } => {
            match fitted.factors().get(factor).filter(|factor| !factor.is_number()) {
                Some(factor) => factor.count(value, class),
                None => fitted.known(factor, class),
            }
        }
        _ => fitted.class_count(class),
    }
}

/// Returns the quantity on a line, in a class, and in a column of a matrix.
pub fn quantity(fitted: &Fitted, line: Line, class: usize, column: usize) -> Option<Quantity> {
    let class = fitted.classes.get(class)?;
    let name = |at: usize| fitted.features.get(at).map(|feature| &feature.name);
    let own = fitted.gda().filter(|gda| !gda.is_shared()).map(|_| class);
    Some(match line {
        Line::Prior => Quantity::prior(class),
        Line::Likelihood => Quantity::LogLik(Share::Class(class.clone())),
        Line::Mean(feature) => Quantity::mean(name(feature)?, class),
        Line::Determinant => Quantity::det(own),
        Line::Of(Matrix::Sigma, row) => Quantity::cov(name(row)?, name(column)?, own),
        Line::Of(Matrix::Inverse, row) => Quantity::inverse(name(row)?, name(column)?, own),
        Line::Of(Matrix::Correlation, row) => Quantity::correlation(name(row)?, name(column)?, own),
        // Two classes with one Σ have one θ; more have one each.
        Line::Weight(feature) => {
            Quantity::theta(feature.and_then(name), Some(class).filter(|_| fitted.theta().is_none()))
        }
        Line::Value { factor, value } => {
            let factor = fitted.factors().get(factor)?;
            if factor.is_number() {
                return Some(match value {
                    0 => Quantity::mean(&factor.name, class),
                    _ => Quantity::var(&factor.name, class),
                });
            }
            let value = factor.values().get(value)?;
            match fitted.is_by_value() {
                true => Quantity::class_given(class, &factor.name, value),
                false => Quantity::conditional(&factor.name, value, class),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_points_stand_under_each_other() {
        let mut texts = ["11.0648", "-5.4869", "3.4871", "1", "1.2e-7"].map(str::to_owned);
        aligned(&mut texts);
        assert_eq!(texts, ["11.0648", "-5.4869", "3.4871", "1     ", "1.2e-7"]);
    }
}
