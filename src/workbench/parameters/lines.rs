//! The lines of the table: which number stands where. Found by counting the values of the features, never by listing
//! them, so that a vocabulary of any size is as quick as a small one.

use super::super::NumberForm;
use super::super::words::{shown, width};
use crate::math::{Event, FIGURES, Name, Number, Quantity, significant};
use crate::model::{Estimate, Factor, Fitted, Form, Gda};

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The priors.
    Prior,
    /// One value of one feature, by their positions in the model; of a number with a normal distribution, first the
    /// mean and then the variance.
    Value {
        /// The factor.
        factor: usize,
        /// The value.
        value: usize,
    },
}

/// Where each feature begins, and how wide the parts of the table are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The line of each factor's first value, and behind the last one the number of lines.
    starts: Vec<usize>,
    /// The width of the longest name of a feature.
    pub feature: usize,
    /// The width of the longest value.
    pub value: usize,
    /// Whether the values are intervals anywhere, which are numbers and so are never cut.
    pub intervals: bool,
    /// The width of the widest number of each class, in each form.
    pub numbers: Vec<[usize; 3]>,
    /// The width of the greatest count.
    pub count: usize,
}

impl Lines {
    /// The lines of a model's table.
    pub fn of(fitted: &Fitted) -> Lines {
        let mut next = 1;
        let mut starts = vec![next];
        for factor in &fitted.factors {
            next += height(fitted, factor);
            starts.push(next);
        }
        let longest = fitted.factors.iter().map(|factor| text_width(&factor.name)).max().unwrap_or(0);
        let names = |factor: &Factor| {
            let names = factor.values().iter().map(text_width).max();
            match factor.form {
                Form::Gaussian(_) => Some(VARIANCE.len()),
                Form::Together => Some((longest + 2).max(VARIANCE.len())),
                _ => names,
            }
        };
        Lines {
            starts,
            feature: fitted.factors.iter().map(|factor| text_width(&factor.name)).max().unwrap_or(0),
            value: fitted.factors.iter().filter_map(names).max().unwrap_or(0),
            intervals: fitted.factors.iter().any(|factor| factor.cuts().is_some()),
            numbers: (0..fitted.classes.len()).map(|class| widest(fitted, class)).collect(),
            count: fitted
                .factors
                .iter()
                .flat_map(|factor| (0..fitted.classes.len()).map(|class| factor.total(class)))
                .chain([fitted.rows()])
                .max()
                .unwrap_or(0)
                .to_string()
                .len(),
        }
    }

    /// The width of the widest number of a class.
    pub fn widest(&self, class: usize, form: NumberForm) -> usize {
        self.numbers.get(class).and_then(|widths| widths.get(form as usize)).copied().unwrap_or(0)
    }

    /// How many lines there are, the priors included.
    pub fn len(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Whether there are none, because there is no model.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What a line is about.
    pub fn at(&self, line: usize) -> Option<Line> {
        if line >= self.len() {
            return None;
        }
        let Some(factor) = self.starts.partition_point(|start| *start <= line).checked_sub(1) else {
            return Some(Line::Prior);
        };
        let start = self.starts.get(factor)?;
        Some(Line::Value { factor, value: line - start })
    }

    /// The line of a value.
    pub fn line(&self, factor: usize, value: usize) -> usize {
        self.starts.get(factor).map_or(0, |start| start + value)
    }

    /// The line and class of a number, where the model has it.
    pub fn find(&self, fitted: &Fitted, quantity: &Quantity) -> Option<(usize, usize)> {
        let class = |name: &Name| fitted.class(name.as_str());
        match quantity {
            Quantity::Prob { event: Event::Class(name), given: None } => Some((0, class(name)?)),
            Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(name)) }
            | Quantity::Prob { event: Event::Class(name), given: Some(Event::Value { feature, value }) } => {
                let at = fitted.factors.iter().position(|factor| factor.name == *feature)?;
                let value = fitted.position(fitted.factors.get(at)?, value.as_str())?;
                Some((self.line(at, value), class(name)?))
            }
            // A density has no line of its own: it opens at the mean that it is measured from.
            Quantity::Density { event: Event::Value { feature, .. }, given: Some(name) }
            | Quantity::Mean { feature, class: Some(name) } => {
                Some((self.line(position(fitted, feature)?, 0), class(name)?))
            }
            Quantity::Density { event: Event::Case, given: Some(name) } => {
                Some((self.line(0, 0), class(name)?))
            }
            Quantity::Var { feature, class: Some(name) } => {
                Some((self.line(position(fitted, feature)?, 1), class(name)?))
            }
            Quantity::Cov { a, b, class: given } => {
                let (a, b) = (position(fitted, a)?, position(fitted, b)?);
                let diagonal = fitted.gda.as_ref().is_some_and(Gda::is_diagonal);
                let at = if diagonal { 1 } else { b + 1 };
                Some((self.line(a, at), given.as_ref().map_or(Some(0), class)?))
            }
            _ => None,
        }
    }
}

const MEAN: &str = "mean";
const VARIANCE: &str = "variance";

fn position(fitted: &Fitted, feature: &Name) -> Option<usize> {
    fitted.factors.iter().position(|factor| factor.name == *feature)
}

/// How many lines a feature has: its values; mean and variance; mean and its row of Σ.
fn height(fitted: &Fitted, factor: &Factor) -> usize {
    match (&factor.form, &fitted.gda) {
        (Form::Together, Some(gda)) if !gda.is_diagonal() => fitted.factors.len() + 1,
        (Form::Together | Form::Gaussian(_), _) => 2,
        _ => factor.k(),
    }
}

/// What stands before the numbers of a line: a value, or what of a distribution they are.
pub fn label(fitted: &Fitted, factor: usize, value: usize) -> Option<Name> {
    let it = fitted.factors.get(factor)?;
    if !it.is_number() {
        return it.values().get(value).cloned();
    }
    let whole = it.form == Form::Together && fitted.gda.as_ref().is_some_and(|gda| !gda.is_diagonal());
    Some(match value {
        0 => Name::from(MEAN),
        other if whole => Name::new(format!("Σ {}", fitted.factors.get(other - 1)?.name.as_str())),
        _ => Name::from(VARIANCE),
    })
}

/// The width of a name on screen.
fn text_width(name: &Name) -> usize {
    width(&shown(name.as_str()))
}

/// The widest that a class's numbers can be, told from what they are divided by: no value needs to be looked at.
fn widest(fitted: &Fitted, class: usize) -> [usize; 3] {
    // Only where the classes share the rows of a value do its numbers differ in what they are divided by.
    let looked_at = |factor: &Factor| if fitted.is_by_value() { factor.k() } else { 1 };
    let below = |factor: &'_ Factor| -> Vec<_> {
        (0..looked_at(factor)).map(|value| fitted.tabled(factor, value, class).denominator).collect()
    };
    let counted = fitted.factors.iter().filter(|factor| !factor.is_number());
    let numbers = fitted.factors.iter().enumerate().filter(|(_, factor)| factor.is_number());
    let many = fitted.gda.is_some() && fitted.factors.len() > MANY;
    let moments = numbers.flat_map(|(at, factor)| {
        let lines = if many { 1 } else { height(fitted, factor) };
        (0..lines).map(move |value| moment(fitted, at, value, class).len())
    });
    let moments = moments.chain(many.then_some(WIDEST));
    let moments = moments.max().unwrap_or(0);
    let below = counted.flat_map(below).chain(prior(fitted, class).map(|prior| prior.denominator));
    let Some(most) = below.max() else { return [6; 3] };
    let least = Estimate { numerator: 1.into(), denominator: most.clone() };
    let wide = |form: NumberForm| match form {
        NumberForm::Fraction => 2 * most.to_string().len() + 1,
        form => form.written(&least).len().max(6),
    };
    NumberForm::ALL.map(|form| wide(form).max(moments))
}

/// With more features than this, not every entry of Σ is looked at for its width.
const MANY: usize = 12;
/// The widest that a number with six figures is written.
const WIDEST: usize = 12;

/// Mean, variance or covariance of a class, with six figures in every form.
fn moment(fitted: &Fitted, factor: usize, value: usize, class: usize) -> String {
    let number = fitted.factors.get(factor).and_then(|it| match (&fitted.gda, it.normal(class)) {
        (_, Some(normal)) => Some(if value == 0 { normal.mean } else { normal.variance }),
        (Some(gda), None) if value == 0 => gda.mean(class, factor),
        (Some(gda), None) => {
            let other = if gda.is_diagonal() { factor } else { value - 1 };
            gda.sigma(class).map(|sigma| sigma.entry(factor, other))
        }
        (None, None) => None,
    });
    number.map_or_else(|| "–".to_owned(), |number| significant(&Number::Float(number), FIGURES).0)
}

/// The number on a line, in a class, as it is written in a form.
pub fn written(fitted: &Fitted, line: Line, class: usize, form: NumberForm) -> String {
    if let Line::Value { factor, value } = line
        && fitted.factors.get(factor).is_some_and(Factor::is_number)
    {
        return moment(fitted, factor, value, class);
    }
    estimate(fitted, line, class).map(|estimate| form.written(&estimate)).unwrap_or_default()
}

/// The prior of a class.
pub fn prior(fitted: &Fitted, class: usize) -> Option<Estimate> {
    fitted.prior_estimate(class).cloned()
}

/// The number on a line, in a class, as counted; `None` for what is no share.
pub fn estimate(fitted: &Fitted, line: Line, class: usize) -> Option<Estimate> {
    match line {
        Line::Prior => prior(fitted, class),
        Line::Value { factor, value } => {
            let factor = fitted.factors.get(factor).filter(|factor| !factor.is_number())?;
            Some(fitted.tabled(factor, value, class))
        }
    }
}

/// What was counted for it: rows of the class, or rows or words with the value.
pub fn count(fitted: &Fitted, line: Line, class: usize) -> u64 {
    match line {
        Line::Prior => fitted.class_count(class),
        Line::Value { factor, value } => {
            let count = |factor: &Factor| match factor.is_number() {
                true => factor.total(class),
                false => factor.count(value, class),
            };
            fitted.factors.get(factor).map_or(0, count)
        }
    }
}

/// The address of the number on a line, in a class.
pub fn quantity(fitted: &Fitted, line: Line, class: usize) -> Option<Quantity> {
    let class = fitted.classes.get(class)?;
    Some(match line {
        Line::Prior => Quantity::prior(class),
        Line::Value { factor, value } => {
            let at = factor;
            let factor = fitted.factors.get(at)?;
            if factor.is_number() {
                return moment_quantity(fitted, at, value, class);
            }
            let value = factor.values().get(value)?;
            match fitted.is_by_value() {
                true => Quantity::class_given(class, &factor.name, value),
                false => Quantity::conditional(&factor.name, value, class),
            }
        }
    })
}

/// The address of a mean, a variance or an entry of Σ.
fn moment_quantity(fitted: &Fitted, factor: usize, value: usize, class: &Name) -> Option<Quantity> {
    let feature = fitted.factors.get(factor)?.name.clone();
    Some(match (value, &fitted.gda) {
        (0, _) => Quantity::Mean { feature, class: Some(class.clone()) },
        (_, None) => Quantity::Var { feature, class: Some(class.clone()) },
        (_, Some(gda)) => {
            let other = if gda.is_diagonal() { factor } else { value - 1 };
            let class = (!gda.is_shared()).then(|| class.clone());
            Quantity::Cov { a: feature, b: fitted.factors.get(other)?.name.clone(), class }
        }
    })
}
