//! The lines of screen 3: the priors, the values of each feature or the matrices of Gaussian discriminant analysis with θ, and
//! the log-likelihood.

use crate::app::settings::NumberForm;
use crate::app::words::{shown, width};
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Line(usize),
    Blank,
    Names(Matrix),
    Theta,
}

/// The class whose sign θ has, of two classes with one Σ: θ is in its column only.
pub const POSITIVE: usize = 1;

/// With more entries than this, in all matrices together, decimal points are not aligned.
const ALIGNED: usize = 20_000;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    all: Vec<Line>,
    shown: Vec<Shown>,
    pub together: bool,
    /// By Σ, matrix and column, the characters before the decimal point and from it on; empty where there are too many.
    shapes: Vec<[usize; 2]>,
    d: usize,
    pub feature: usize,
    pub value: usize,
    /// Whether any values are intervals: these are numbers and are never cut.
    pub intervals: bool,
    pub numbers: Vec<[usize; 3]>,
    pub count: usize,
    /// What the rows of each class add to the log-likelihood: kept, since computing it takes long.
    likelihoods: Vec<f64>,
}

impl Lines {
    pub fn of(fitted: &Fitted) -> Lines {
        let longest = fitted.feature_names().map(text_width).max().unwrap_or(0);
        let names = |factor: &Factor| match factor.is_number() {
            true => Some(MOMENT),
            false => factor.values().iter().map(text_width).max(),
        };
        let classes = 0..fitted.classes.len();
        let with_likelihood = if fitted.has_likelihood() { classes.clone() } else { 0..0 };
        let likelihoods: Vec<f64> = with_likelihood.map(|class| fitted.class_log_likelihood(class)).collect();
        let widest = |class: usize| {
            let likelihood = likelihoods.get(class).map_or(0, |value| likelihood(*value).plain().len());
            widest(fitted, class).map(|width| width.max(likelihood))
        };
        let together = fitted.gda().is_some();
        let counts = (0..fitted.features.len())
            .flat_map(|at| classes.clone().map(move |class| fitted.known(at, class)))
            .chain([fitted.rows()]);
        let mut lines = Lines {
            together,
            shapes: fitted.gda().map(|gda| shapes(fitted, gda)).unwrap_or_default(),
            d: fitted.features.len(),
            feature: if together { MOMENT } else { longest },
            value: match together {
                true => longest,
                false => fitted.factors().iter().filter_map(names).max().unwrap_or(0),
            },
            intervals: fitted.factors().iter().any(|factor| factor.cuts().is_some()),
            numbers: classes.clone().map(widest).collect(),
            count: counts.max().unwrap_or(0).to_string().len(),
            likelihoods,
            ..Lines::default()
        };
        lines.sort(fitted, None);
        lines
    }

    /// Sorts the values of each feature and, by information, the features; `None` is the order of the data. Matrices keep
    /// the order of their features.
    pub fn sort(&mut self, fitted: &Fitted, by: Option<OrderBy>) {
        let (mut all, mut shown) = (Vec::new(), Vec::new());
        let mut put = |above: &[Shown], lines: &mut dyn Iterator<Item = Line>| {
            shown.extend(above);
            for line in lines {
                shown.push(Shown::Line(all.len()));
                all.push(line);
            }
        };
        put(&[], &mut [Line::Prior].into_iter());
        put(&[Shown::Blank], &mut values(fitted, by).into_iter());
        let likelihood = (!self.likelihoods.is_empty()).then_some(Line::Likelihood);
        if let Some(gda) = fitted.gda() {
            let features = || 0..fitted.features.len();
            put(&[], &mut features().map(Line::Mean));
            for matrix in Matrix::ALL.into_iter().filter(|matrix| matrix.is_shown(gda, self.d)) {
                let title = (matrix == Matrix::Sigma).then_some(Line::Determinant);
                put(&[Shown::Blank], &mut title.into_iter());
                put(&[Shown::Names(matrix)], &mut features().map(|row| Line::Of(matrix, row)));
            }
            if gda.is_shared() {
                let weights = std::iter::once(None).chain(features().map(Some));
                put(&[Shown::Blank, Shown::Theta], &mut weights.map(Line::Weight));
            }
            if likelihood.is_some() {
                put(&[Shown::Blank], &mut std::iter::empty());
            }
        }
        put(&[], &mut likelihood.into_iter());
        (self.all, self.shown) = (all, shown);
    }

    pub fn widest(&self, class: usize, form: NumberForm) -> usize {
        self.numbers.get(class).and_then(|widths| widths.get(form as usize)).copied().unwrap_or(0)
    }

    pub fn shape(&self, gda: &Gda, class: usize, matrix: Matrix, column: usize) -> [usize; 2] {
        let of = if gda.is_shared() { 0 } else { class };
        let at = (of * Matrix::ALL.len() + matrix as usize) * self.d + column;
        self.shapes.get(at).copied().unwrap_or([WIDEST, 0])
    }

    pub fn width(&self, column: usize) -> usize {
        let widths = self.shapes.iter().skip(column).step_by(self.d.max(1)).map(|shape| shape.iter().sum());
        widths.max().unwrap_or(WIDEST)
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

    pub fn values(&self) -> usize {
        self.all.iter().filter(|line| matches!(line, Line::Value { .. })).count()
    }

    pub fn is_first(&self, line: usize) -> bool {
        let factor = |line: Line| if let Line::Value { factor, .. } = line { Some(factor) } else { None };
        let before = line.checked_sub(1).and_then(|before| self.at(before));
        before.and_then(factor) != self.at(line).and_then(factor)
    }

    pub fn row_of(&self, line: usize) -> usize {
        let below = self.shown.iter().skip(line).position(|shown| *shown == Shown::Line(line));
        line + below.unwrap_or(0)
    }

    pub fn rows(&self) -> usize {
        self.shown.len()
    }

    pub fn shown(&self, row: usize) -> Option<Shown> {
        self.shown.get(row).copied()
    }

    pub fn names_above(&self, row: usize) -> Option<Matrix> {
        let is_line = |shown: &Shown| matches!(shown, Shown::Line(_));
        self.shown.get(row).filter(|shown| is_line(shown))?;
        match self.shown.get(..row)?.iter().rev().find(|shown| !is_line(shown))? {
            Shown::Names(matrix) => Some(*matrix),
            _ => None,
        }
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

fn shapes(fitted: &Fitted, gda: &Gda) -> Vec<[usize; 2]> {
    let d = fitted.features.len();
    let sigmas = if gda.is_shared() { 1 } else { fitted.classes.len() };
    let mut shapes = Vec::new();
    if sigmas * Matrix::ALL.len() * d * d > ALIGNED {
        return shapes;
    }
    for class in 0..sigmas {
        for matrix in Matrix::ALL {
            let rows = if matrix.is_shown(gda, d) { 0..d } else { 0..0 };
            let texts =
                |column| rows.clone().map(move |row| matrix.written(fitted, class, row, column).plain());
            shapes.extend((0..d).map(|column| aligned(texts(column))));
        }
    }
    shapes
}

fn parts(text: &str) -> [usize; 2] {
    let all = text.chars().count();
    let point = text.chars().position(|c| matches!(c, '.' | ','));
    let before = point.filter(|_| !text.contains('e')).unwrap_or(all);
    [before, all - before]
}

/// Returns the parts that all texts fit into; a number with an exponent needs only the width.
fn aligned(texts: impl Iterator<Item = String>) -> [usize; 2] {
    let (mut before, mut after, mut wide) = (0, 0, 0);
    for text in texts {
        let [own, rest] = parts(&text);
        wide = wide.max(own + rest);
        if !text.contains('e') {
            (before, after) = (before.max(own), after.max(rest));
        }
    }
    [before.max(wide.saturating_sub(after)), after]
}

/// Returns the blanks before a number so that decimal points are aligned; a number with an exponent is right-aligned.
pub fn indent([before, after]: [usize; 2], text: &str) -> usize {
    let [own, rest] = parts(text);
    match before.checked_sub(own) {
        Some(indent) if rest <= after && !text.contains('e') => indent,
        _ => (before + after).saturating_sub(own + rest),
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

/// Columns of `σ²`, the longest letter of a number's line.
const MOMENT: usize = 2;

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

fn text_width(name: &Name) -> usize {
    width(&shown(name.as_str()))
}

/// Returns the largest width of the numbers of a class, from their denominators: no value is read.
fn widest(fitted: &Fitted, class: usize) -> [usize; 3] {
    // Only in tables of P(class | value) do the denominators differ between values.
    let looked_at = |factor: &Factor| if fitted.is_by_value() { factor.k() } else { 1 };
    let below = |factor: &'_ Factor| -> Vec<_> {
        (0..looked_at(factor)).map(|value| fitted.tabled(factor, value, class).denominator).collect()
    };
    let counted = fitted.factors().iter().filter(|factor| !factor.is_number());
    let numbers = fitted.factors().iter().enumerate().filter(|(_, factor)| factor.is_number());
    let moments = numbers.flat_map(|(at, factor)| {
        (0..height(factor)).map(move |line| moment(fitted, at, line, class).plain().chars().count())
    });
    let in_matrices = fitted.gda().map(|_| {
        let features = fitted.features.len().min(MANY);
        let all = (0..features).flat_map(|at| [Line::Mean(at), Line::Weight(Some(at))]);
        let all = all.chain([Line::Weight(None)]);
        let wide = |line| together(fitted, line, class).plain().chars().count();
        let widest = all.map(wide).max().unwrap_or(0);
        if fitted.features.len() > MANY { widest.max(WIDEST) } else { widest }
    });
    let moments = moments.chain(in_matrices).max().unwrap_or(0);
    let below = counted.flat_map(below).chain(prior(fitted, class).map(|prior| prior.denominator));
    let Some(most) = below.max() else { return [6; 3] };
    let least = Estimate { numerator: 1.into(), denominator: most.clone() };
    let wide = |form: NumberForm| match form {
        NumberForm::Fraction => 2 * most.to_string().len() + 1,
        form => form.written(&least).plain().len().max(6),
    };
    NumberForm::ALL.map(|form| wide(form).max(moments))
}

/// With more features than this, not every mean is measured for its width.
const MANY: usize = 200;
/// The largest width of a number with six significant digits.
const WIDEST: usize = 12;

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
        let texts = ["11.0648", "-5.4869", "3.4871", "1", "1.2e-7"];
        let shape = aligned(texts.iter().map(ToString::to_string));
        let placed = texts.map(|text| {
            let before = indent(shape, text);
            format!("{:7}", format!("{}{text}", " ".repeat(before)))
        });
        assert_eq!(placed, ["11.0648", "-5.4869", " 3.4871", " 1     ", " 1.2e-7"]);
    }
}
