//! The lines of screen 3: the priors, the values of each feature or the matrices of Gaussian discriminant analysis with θ, and
//! the log-likelihood.

use crate::app::prelude::*;
use crate::math::{Event, Share};
use crate::model::{Estimate, Gda, OrderBy};
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
    /// What the rows of each class add to the log-likelihood: kept, since computing it takes long.
    likelihoods: Vec<f64>,
}

impl Lines {
    pub fn of(fitted: &Fitted) -> Lines {
        let classes = if fitted.has_likelihood() { 0..fitted.classes.len() } else { 0..0 };
        let likelihoods = classes.map(|class| fitted.class_log_likelihood(class)).collect();
        let mut lines = Lines { likelihoods, all: Vec::new() };
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

    /// Returns the lines of each table of the screen: with a column for each class, or the rows of a matrix.
    pub fn tables(&self) -> Vec<(Option<Matrix>, Range<usize>)> {
        let kind = |line: &Line| match line {
            Line::Of(matrix, _) => Some(*matrix),
            Line::Determinant => Some(Matrix::Sigma),
            _ => None,
        };
        let mut end = 0;
        let table = |chunk: &[Line]| {
            let start = end;
            end += chunk.len();
            (chunk.first().and_then(kind), start..end)
        };
        self.all.chunk_by(|a, b| kind(a) == kind(b)).map(table).collect()
    }

    /// Formats the number on a line, in a class, and in a column of a matrix; empty where a class has none.
    pub fn written(
        &self,
        fitted: &Fitted,
        line: Line,
        (class, column): (usize, usize),
        form: NumberForm,
    ) -> Sentence {
        if let Some(estimate) = estimate(fitted, line, class) {
            return form.written(&estimate);
        }
        if matches!(line, Line::Weight(_)) && fitted.theta().is_some() && class != POSITIVE {
            return Sentence::default();
        }
        let Some(number) = self.number(fitted, line, class, column) else { return "–".into() };
        match line {
            Line::Weight(_) => number.rounded(Precision::TERM).into(),
            Line::Determinant => {
                let value = number.rounded(Precision::FACTOR);
                sentence!("|Σ| {} {}", if value.is_exact() { "=" } else { "≈" }, value)
            }
            // A logarithm in every form. Shorter than the other numbers, so that it widens no column; the right pane has
            // more digits.
            Line::Likelihood => match number.to_f64() {
                value if value.is_finite() && value.abs() < 1000.0 => number.significant(4).into(),
                value if value.is_finite() => number.fixed(0).into(),
                _ => "ln 0".into(),
            },
            _ => number.rounded(Precision::FACTOR).into(),
        }
    }

    fn number(&self, fitted: &Fitted, line: Line, class: usize, column: usize) -> Option<Number> {
        let sigma = || fitted.gda()?.sigma(class);
        let value = match line {
            Line::Prior => return None,
            Line::Value { factor, value: 0 } => return fitted.factors().get(factor)?.mean(class),
            Line::Value { factor, .. } => fitted.factors().get(factor)?.normal(class)?.variance,
            Line::Mean(feature) => fitted.gda()?.mean(class, feature)?,
            Line::Determinant => return Some(Number::from_ln(sigma()?.log_det)),
            Line::Of(Matrix::Sigma, row) => sigma()?.entry(row, column),
            Line::Of(Matrix::Inverse, row) => *sigma()?.inverse().get(column)?.get(row)?,
            Line::Of(Matrix::Correlation, row) if row == column => return Some(Number::one()),
            Line::Of(Matrix::Correlation, row) => sigma()?.correlation(row, column),
            Line::Weight(feature) => {
                let (intercept, weights) = match fitted.theta() {
                    Some(theta) => (theta.intercept?, theta.weights),
                    None => fitted.discriminant(class)?,
                };
                let value = feature.map_or(Some(intercept), |at| weights.get(at).copied());
                value.filter(|value| value.is_finite())?
            }
            Line::Likelihood => *self.likelihoods.get(class)?,
        };
        Some(Number::Float(value))
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

    pub fn position(&self, is_meant: impl Fn(&Line) -> bool) -> Option<usize> {
        self.all.iter().position(is_meant)
    }

    pub fn is_first(&self, line: usize) -> bool {
        let before = line.checked_sub(1).and_then(|before| self.at(before));
        before.and_then(Line::feature) != self.at(line).and_then(Line::feature)
    }

    pub fn find(&self, fitted: &Fitted, quantity: &Quantity) -> Option<(usize, usize, usize)> {
        let (line, column) = line_of(fitted, quantity)?;
        let class = match quantity {
            Quantity::Theta { class: None, .. } => POSITIVE,
            Quantity::LogLik(Share::Class(name)) => fitted.class(name.as_str())?,
            quantity => quantity.class().map_or(Some(0), |name| fitted.class(name.as_str()))?,
        };
        let place = |line: Line| self.position(|other| *other == line);
        // An entry without a line opens at that of Σ.
        let instead = || if let Line::Of(_, row) = line { place(Line::Of(Matrix::Sigma, row)) } else { None };
        Some((place(line).or_else(instead)?, class, column))
    }
}

/// Returns the line of a number and, in a matrix, its column. A number without a line opens at that of another: a density
/// at its mean, a count at its rate.
fn line_of(fitted: &Fitted, quantity: &Quantity) -> Option<(Line, usize)> {
    let at = |name: &Name| fitted.feature(name.as_str());
    let entry = |matrix: Matrix, a: &Name, b: &Name| Some((Line::Of(matrix, at(a)?), at(b)?));
    let matrices = fitted.gda().is_some();
    let line = match quantity {
        Quantity::Prob { event: Event::Class(_), given: None } => Line::Prior,
        Quantity::LogLik(Share::Class(_) | Share::Whole) => Line::Likelihood,
        Quantity::Mean { feature, .. } | Quantity::Difference { feature, .. } if matrices => {
            Line::Mean(at(feature)?)
        }
        Quantity::Density { event, .. } if matrices => Line::Mean(event.feature().and_then(at).unwrap_or(0)),
        Quantity::Var { feature, .. } if matrices => return entry(Matrix::Sigma, feature, feature),
        Quantity::Cov { a, b, .. } => return entry(Matrix::Sigma, a, b),
        Quantity::Inverse { a, b, .. } => return entry(Matrix::Inverse, a, b),
        Quantity::Correlation { a, b, .. } => return entry(Matrix::Correlation, a, b),
        Quantity::Solved { feature, .. } => Line::Of(Matrix::Inverse, at(feature)?),
        Quantity::SquaredDistance(_) => Line::Of(Matrix::Inverse, 0),
        Quantity::Det { .. } => Line::Determinant,
        Quantity::Theta { feature: Some(feature), .. } => Line::Weight(Some(at(feature)?)),
        Quantity::Theta { feature: None, .. } => Line::Weight(None),
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(_)) }
        | Quantity::Prob { event: Event::Class(_), given: Some(Event::Value { feature, value }) } => {
            let factor = fitted.factors().get(at(feature)?)?;
            let value = if factor.is_count() { 0 } else { fitted.position(factor, value.as_str())? };
            Line::Value { factor: at(feature)?, value }
        }
        Quantity::Density { event: Event::Value { feature, .. }, given: Some(_) }
        | Quantity::Mean { feature, class: Some(_) } => Line::Value { factor: at(feature)?, value: 0 },
        Quantity::Var { feature, class: Some(_) } => Line::Value { factor: at(feature)?, value: 1 },
        _ => return None,
    };
    Some((line, 0))
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
            _ if factor.is_number() => (0..).take(factor.form.parameters().len()).collect(),
            Some(by) => fitted.order(factor, by),
            None => (0..).take(factor.k()).collect(),
        };
        Some(values.into_iter().map(move |value| Line::Value { factor: at, value: value as usize }))
    };
    features.into_iter().filter_map(of).flatten().collect()
}

/// Pads numbers so that their decimal points are aligned at the right; numbers with an exponent stay as they are.
pub fn aligned(texts: &mut [String]) {
    let decimals = |text: &str| text.find(['.', ',']).map_or(0, |point| text.len() - point);
    let mut plain: Vec<&mut String> = texts.iter_mut().filter(|text| !text.contains('e')).collect();
    let most = plain.iter().map(|text| decimals(text)).max().unwrap_or(0);
    for text in &mut plain {
        let blanks = most - decimals(text);
        text.push_str(&" ".repeat(blanks));
    }
}

impl Line {
    pub fn feature(self) -> Option<usize> {
        match self {
            Line::Value { factor: feature, .. } | Line::Mean(feature) | Line::Of(_, feature) => Some(feature),
            Line::Weight(feature) => feature,
            _ => None,
        }
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
}

pub fn label(fitted: &Fitted, line: Line) -> Option<Name> {
    let Line::Value { factor, value } = line else { return None };
    let factor = fitted.factors().get(factor)?;
    match factor.is_number() {
        true => factor.form.parameters().get(value).copied().map(Name::from),
        false => factor.values().get(value).cloned(),
    }
}

pub fn feature(fitted: &Fitted, factor: usize) -> Option<&Name> {
    fitted.features.get(factor).map(|feature| &feature.name)
}

fn shares(fitted: &Fitted, factor: usize) -> Option<&Factor> {
    fitted.factors().get(factor).filter(|factor| !factor.is_number())
}

pub fn estimate(fitted: &Fitted, line: Line, class: usize) -> Option<Estimate> {
    match line {
        Line::Prior => fitted.prior_estimate(class).cloned(),
        Line::Value { factor, value } => Some(fitted.tabled(shares(fitted, factor)?, value, class)),
        _ => None,
    }
}

pub fn count(fitted: &Fitted, line: Line, class: usize) -> u64 {
    let Line::Value { factor, value } = line else { return fitted.class_count(class) };
    shares(fitted, factor).map_or_else(|| fitted.known(factor, class), |factor| factor.count(value, class))
}

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
            let named = || factor.values().get(value);
            match value {
                0 if factor.is_number() => Quantity::mean(&factor.name, class),
                _ if factor.is_number() => Quantity::var(&factor.name, class),
                _ if fitted.is_by_value() => Quantity::class_given(class, &factor.name, named()?),
                _ => Quantity::conditional(&factor.name, named()?, class),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_points_are_aligned() {
        let mut texts = ["11.0648", "-5.4869", "3.4871", "1", "1.2e-7"].map(str::to_owned);
        aligned(&mut texts);
        assert_eq!(texts, ["11.0648", "-5.4869", "3.4871", "1     ", "1.2e-7"]);
    }
}
