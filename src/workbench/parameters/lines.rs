//! The lines of the table: which number stands where. Found by counting the values of the features, never by listing
//! them, so that a vocabulary of any size is as quick as a small one.

use super::moments::{self, Moment};
use crate::math::{Event, Name, Number, Quantity, Sentence, Share};
use crate::model::{Estimate, Factor, Fitted};
use crate::workbench::settings::NumberForm;
use crate::workbench::words::{shown, width};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    Prior,
    /// One value of one feature, by their positions in the model; of a number one of its moments. What belongs to all
    /// numbers together counts as one feature more.
    Value {
        factor: usize,
        value: usize,
    },
    Likelihood,
}

/// Where each feature begins, and how wide the parts of the table are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    /// The line of each factor's first value, and behind the last one that of the log-likelihood.
    starts: Vec<usize>,
    all: usize,
    pub feature: usize,
    pub value: usize,
    /// Whether the values are intervals anywhere, which are numbers and so are never cut.
    pub intervals: bool,
    /// The width of the widest number of each class, in each form.
    pub numbers: Vec<[usize; 3]>,
    pub count: usize,
    /// What the rows of each class add to the log-likelihood: of many numbers together this is no small work.
    likelihoods: Vec<f64>,
}

impl Lines {
    pub fn of(fitted: &Fitted) -> Lines {
        let mut next = 1;
        let mut starts = vec![next];
        for block in 0..moments::blocks(fitted) {
            next += height(fitted, block);
            starts.push(next);
        }
        let longest = fitted.feature_names().map(text_width).max().unwrap_or(0);
        let names = |at: usize| match fitted.factors().get(at).filter(|factor| !factor.is_number()) {
            Some(factor) => factor.values().iter().map(text_width).max(),
            None => Some(moments::label_width(fitted, longest)),
        };
        let told = if fitted.has_likelihood() { fitted.classes.len() } else { 0 };
        next += usize::from(told > 0);
        let likelihoods: Vec<f64> = (0..told).map(|class| fitted.class_log_likelihood(class)).collect();
        let widest = |class: usize| {
            let likelihood = likelihoods.get(class).map_or(0, |value| likelihood(*value).plain().len());
            widest(fitted, class).map(|width| width.max(likelihood))
        };
        Lines {
            starts,
            all: next,
            feature: longest,
            value: (0..fitted.features.len()).filter_map(names).max().unwrap_or(0),
            intervals: fitted.factors().iter().any(|factor| factor.cuts().is_some()),
            numbers: (0..fitted.classes.len()).map(widest).collect(),
            likelihoods,
            count: (0..fitted.features.len())
                .flat_map(|at| (0..fitted.classes.len()).map(move |class| fitted.known(at, class)))
                .chain([fitted.rows()])
                .max()
                .unwrap_or(0)
                .to_string()
                .len(),
        }
    }

    pub fn widest(&self, class: usize, form: NumberForm) -> usize {
        self.numbers.get(class).and_then(|widths| widths.get(form as usize)).copied().unwrap_or(0)
    }

    /// The number on a line, in a class, as it is written in a form.
    pub fn written(&self, fitted: &Fitted, line: Line, class: usize, form: NumberForm) -> Sentence {
        match line {
            Line::Likelihood => {
                self.likelihoods.get(class).map(|value| likelihood(*value)).unwrap_or_default()
            }
            line => written(fitted, line, class, form),
        }
    }

    /// How many lines there are, the priors and the log-likelihood included.
    pub fn len(&self) -> usize {
        self.all
    }

    /// How many of them are values of features; they stand behind the priors.
    pub fn values(&self) -> usize {
        self.starts.last().map_or(0, |end| end.saturating_sub(1))
    }

    /// Whether there are none, because there is no model.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn at(&self, line: usize) -> Option<Line> {
        if line >= self.len() {
            return None;
        }
        if line + 1 == self.len() && !self.likelihoods.is_empty() {
            return Some(Line::Likelihood);
        }
        let Some(factor) = self.starts.partition_point(|start| *start <= line).checked_sub(1) else {
            return Some(Line::Prior);
        };
        let start = self.starts.get(factor)?;
        Some(Line::Value { factor, value: line - start })
    }

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
                let at = fitted.feature(feature.as_str())?;
                let factor = fitted.factors().get(at)?;
                // A count has no line of its own: it opens at the rate that it is measured by.
                let value = if factor.is_count() { 0 } else { fitted.position(factor, value.as_str())? };
                Some((self.line(at, value), class(name)?))
            }
            // A density has no line of its own: it opens at the mean that it is measured from.
            Quantity::Density { event: Event::Value { feature, .. }, given: Some(name) } => {
                Some((self.line(fitted.feature(feature.as_str())?, 0), class(name)?))
            }
            Quantity::Density { event: Event::Case, given: Some(name) } => {
                Some((self.line(0, 0), class(name)?))
            }
            Quantity::Theta { class: None, .. } => {
                let (block, line) = Moment::find(fitted, quantity)?;
                Some((self.line(block, line), moments::POSITIVE))
            }
            Quantity::Mean { class: of, .. }
            | Quantity::Var { class: of, .. }
            | Quantity::Cov { class: of, .. }
            | Quantity::Inverse { class: of, .. }
            | Quantity::Det { class: of }
            | Quantity::Theta { class: of, .. } => {
                let (block, line) = Moment::find(fitted, quantity)?;
                Some((self.line(block, line), of.as_ref().map_or(Some(0), class)?))
            }
            Quantity::LogLik(Share::Class(name)) => Some((self.len().checked_sub(1)?, class(name)?)),
            Quantity::LogLik(Share::Whole) => Some((self.len().checked_sub(1)?, 0)),
            _ => None,
        }
    }
}

fn height(fitted: &Fitted, block: usize) -> usize {
    match fitted.factors().get(block).filter(|factor| !factor.is_number()) {
        Some(factor) => factor.k(),
        None => moments::height(fitted, block),
    }
}

/// What the label of a line begins with and always keeps: the Σ or Σ⁻¹ whose entry it is.
pub fn symbol(fitted: &Fitted, factor: usize, value: usize) -> &'static str {
    let moment = moments::is_number(fitted, factor).then(|| Moment::at(fitted, factor, value)).flatten();
    moment.map_or("", |moment| moment.symbol(fitted))
}

/// What stands before the numbers of a line: a value, or what of a distribution they are.
pub fn label(fitted: &Fitted, factor: usize, value: usize) -> Option<Name> {
    if moments::is_number(fitted, factor) {
        return Moment::at(fitted, factor, value)?.label(fitted);
    }
    fitted.factors().get(factor)?.values().get(value).cloned()
}

/// The name of the feature whose lines they are; none for what belongs to all together.
pub fn feature(fitted: &Fitted, factor: usize) -> Option<&Name> {
    fitted.features.get(factor).map(|feature| &feature.name)
}

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
    let counted = fitted.factors().iter().filter(|factor| !factor.is_number());
    let numbers = (0..moments::blocks(fitted)).filter(|block| moments::is_number(fitted, *block));
    let many = !fitted.is_naive() && fitted.features.len() > MANY;
    let moments = numbers.flat_map(|block| {
        let lines = if many { 1 } else { height(fitted, block) };
        (0..lines).map(move |line| moment(fitted, block, line, class).plain().chars().count())
    });
    let moments = moments.chain(many.then_some(WIDEST));
    let moments = moments.max().unwrap_or(0);
    let below = counted.flat_map(below).chain(prior(fitted, class).map(|prior| prior.denominator));
    let Some(most) = below.max() else { return [6; 3] };
    let least = Estimate { numerator: 1.into(), denominator: most.clone() };
    let wide = |form: NumberForm| match form {
        NumberForm::Fraction => 2 * most.to_string().len() + 1,
        form => form.written(&least).plain().len().max(6),
    };
    NumberForm::ALL.map(|form| wide(form).max(moments))
}

/// With more features than this, not every entry of Σ is looked at for its width.
const MANY: usize = 12;
/// The widest that a number with six figures is written.
const WIDEST: usize = 12;

fn moment(fitted: &Fitted, block: usize, line: usize, class: usize) -> Sentence {
    Moment::at(fitted, block, line).map(|moment| moment.written(fitted, class)).unwrap_or_default()
}

/// What the rows of a class add to the log-likelihood, which is a logarithm in every form. Shorter than the other
/// numbers, so that it widens no column; the pane beside it has more figures.
fn likelihood(of_class: f64) -> Sentence {
    match of_class {
        value if value.is_finite() && value.abs() < 1000.0 => Number::Float(value).significant(4).into(),
        value if value.is_finite() => Number::Float(value).fixed(0).into(),
        _ => "ln 0".into(),
    }
}

fn written(fitted: &Fitted, line: Line, class: usize, form: NumberForm) -> Sentence {
    if let Line::Value { factor, value } = line
        && moments::is_number(fitted, factor)
    {
        return moment(fitted, factor, value, class);
    }
    estimate(fitted, line, class).map(|estimate| form.written(&estimate)).unwrap_or_default()
}

pub fn prior(fitted: &Fitted, class: usize) -> Option<Estimate> {
    fitted.prior_estimate(class).cloned()
}

/// The number on a line, in a class, as counted; `None` for what is no share.
pub fn estimate(fitted: &Fitted, line: Line, class: usize) -> Option<Estimate> {
    match line {
        Line::Likelihood => None,
        Line::Prior => prior(fitted, class),
        Line::Value { factor, value } => {
            let factor = fitted.factors().get(factor).filter(|factor| !factor.is_number())?;
            Some(fitted.tabled(factor, value, class))
        }
    }
}

/// What was counted for it: rows of the class, or rows or words with the value.
pub fn count(fitted: &Fitted, line: Line, class: usize) -> u64 {
    match line {
        Line::Prior | Line::Likelihood => fitted.class_count(class),
        Line::Value { factor, value } => {
            match fitted.factors().get(factor).filter(|factor| !factor.is_number()) {
                Some(factor) => factor.count(value, class),
                None => fitted.known(factor, class),
            }
        }
    }
}

/// The address of the number on a line, in a class.
pub fn quantity(fitted: &Fitted, line: Line, class: usize) -> Option<Quantity> {
    let class = fitted.classes.get(class)?;
    Some(match line {
        Line::Prior => Quantity::prior(class),
        Line::Likelihood => Quantity::LogLik(Share::Class(class.clone())),
        Line::Value { factor, value } => {
            if moments::is_number(fitted, factor) {
                return Moment::at(fitted, factor, value)?.quantity(fitted, class);
            }
            let factor = fitted.factors().get(factor)?;
            let value = factor.values().get(value)?;
            match fitted.is_by_value() {
                true => Quantity::class_given(class, &factor.name, value),
                false => Quantity::conditional(&factor.name, value, class),
            }
        }
    })
}
