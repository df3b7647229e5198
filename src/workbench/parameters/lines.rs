//! The lines of the table: which number stands where. Found by counting the values of the features, never by listing
//! them, so that a vocabulary of any size is as quick as a small one.

use super::board::{Board, Matrix, POSITIVE, Row, Shown};
use super::order::Order;
use crate::math::{Event, Name, Number, Precision, Quantity, Sentence, Share};
use crate::model::{Estimate, Factor, Fitted, OrderBy};
use crate::workbench::settings::NumberForm;
use crate::workbench::words::{shown, width};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    Prior,
    /// One value of one feature, by their positions in the model; of a number one of its moments.
    Value {
        factor: usize,
        value: usize,
    },
    Row(Row),
    Likelihood,
}

/// Where each feature begins, and how wide the parts of the table are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    /// The line of each factor's first value, in the order in which they stand, and behind the last one that of the
    /// log-likelihood.
    starts: Vec<usize>,
    /// The order of the factors, and of the values of each; as in the data where it is empty.
    factors: Order,
    values: Vec<Order>,
    /// What stands there instead, where all numbers are read together.
    pub board: Option<Board>,
    all: usize,
    pub feature: usize,
    pub value: usize,
    /// Whether the values are intervals anywhere, which are numbers and so are never cut.
    pub intervals: bool,
    pub numbers: Vec<[usize; 3]>,
    pub count: usize,
    /// What the rows of each class add to the log-likelihood: of many numbers together this is no small work.
    likelihoods: Vec<f64>,
}

impl Lines {
    /// Puts the values of each feature into an order, and by what they tell the features, too; `None` is the data's order.
    /// Rows of matrices stay where they are.
    pub fn sort(&mut self, fitted: &Fitted, by: Option<OrderBy>) {
        let Some(by) = by.filter(|_| self.board.is_none()) else {
            (self.factors, self.values) = Default::default();
            return self.begin(fitted);
        };
        let order = match by {
            OrderBy::Information => fitted.feature_order(),
            _ => Vec::new(),
        };
        self.factors = Order::new(order);
        self.values = fitted.factors().iter().map(|factor| Order::new(fitted.order(factor, by))).collect();
        self.begin(fitted);
    }

    fn begin(&mut self, fitted: &Fitted) {
        let factors = fitted.factors();
        let mut next = 1;
        self.starts = vec![next];
        for place in 0..factors.len() {
            next += factors.get(self.factors.at(place)).map_or(0, height);
            self.starts.push(next);
        }
    }

    pub fn of(fitted: &Fitted) -> Lines {
        let mut next = 1 + fitted.factors().iter().map(height).sum::<usize>();
        let longest = fitted.feature_names().map(text_width).max().unwrap_or(0);
        let names = |at: usize| match fitted.factors().get(at).filter(|factor| !factor.is_number()) {
            Some(factor) => factor.values().iter().map(text_width).max(),
            None => fitted.factors().get(at).map(|_| MOMENT),
        };
        let told = if fitted.has_likelihood() { fitted.classes.len() } else { 0 };
        let board = fitted.gda().map(|gda| Board::of(fitted, gda, 1, told > 0));
        next += board.as_ref().map_or(0, |board| board.rows.len()) + usize::from(told > 0);
        let likelihoods: Vec<f64> = (0..told).map(|class| fitted.class_log_likelihood(class)).collect();
        let widest = |class: usize| {
            let likelihood = likelihoods.get(class).map_or(0, |value| likelihood(*value).plain().len());
            widest(fitted, class).map(|width| width.max(likelihood))
        };
        let together = board.is_some();
        let mut lines = Lines {
            starts: Vec::new(),
            factors: Order::default(),
            values: Vec::new(),
            board,
            all: next,
            feature: if together { MOMENT } else { longest },
            value: match together {
                true => longest,
                false => (0..fitted.features.len()).filter_map(names).max().unwrap_or(0),
            },
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
        };
        lines.begin(fitted);
        lines
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
        let board = self.board.as_ref().map_or(0, |board| board.rows.len());
        board + self.starts.last().map_or(0, |end| end.saturating_sub(1))
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
        if let (Some(board), Some(row)) = (&self.board, line.checked_sub(1)) {
            return board.rows.get(row).copied().map(Line::Row);
        }
        let Some(place) = self.starts.partition_point(|start| *start <= line).checked_sub(1) else {
            return Some(Line::Prior);
        };
        let (start, factor) = (self.starts.get(place)?, self.factors.at(place));
        let value = line - start;
        Some(Line::Value { factor, value: self.values.get(factor).map_or(value, |order| order.at(value)) })
    }

    pub fn line(&self, factor: usize, value: usize) -> usize {
        let value = self.values.get(factor).map_or(value, |order| order.place(value));
        self.starts.get(self.factors.place(factor)).map_or(0, |start| start + value)
    }

    pub fn first_of(&self, line: usize) -> usize {
        let place = self.starts.partition_point(|start| *start <= line).checked_sub(1);
        place.and_then(|place| self.starts.get(place)).copied().unwrap_or(line)
    }

    /// The row of the screen that shows a line: a blank one stands below the priors.
    pub fn row_of(&self, line: usize) -> usize {
        let board = self.board.as_ref().filter(|_| line > 0);
        let on_board =
            board.and_then(|board| board.shown.iter().position(|shown| *shown == Shown::Line(line)));
        if line == 0 { 0 } else { on_board.map_or(line, |row| row + 1) + 1 }
    }

    pub fn rows(&self) -> usize {
        self.board.as_ref().map_or(self.all, |board| board.shown.len() + 1) + 1
    }

    pub fn shown(&self, row: usize) -> Option<Shown> {
        match (row, &self.board) {
            (0, _) => Some(Shown::Line(0)),
            (1, _) => Some(Shown::Blank),
            (row, Some(board)) => board.shown.get(row - 2).copied(),
            (row, None) => Some(Shown::Line(row - 1)).filter(|_| row <= self.all),
        }
    }

    /// The matrix whose column names stand above a row of the screen, out of sight.
    pub fn names_above(&self, row: usize) -> Option<Matrix> {
        self.board.as_ref()?.names_above(row.checked_sub(2)?)
    }

    /// The line, the class and, in a matrix, the column of a number, where the model has it.
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
        if let Some(board) = &self.board {
            let (row, column) = board.find(fitted, quantity)?;
            let of = match quantity {
                Quantity::Theta { class: None, .. } => POSITIVE,
                quantity => quantity.class().and_then(class).unwrap_or(0),
            };
            return Some((row + 1, of, column));
        }
        let (factor, value, name) = match quantity {
            Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(name)) }
            | Quantity::Prob { event: Event::Class(name), given: Some(Event::Value { feature, value }) } => {
                let at = fitted.feature(feature.as_str())?;
                let factor = fitted.factors().get(at)?;
                // A count has no line of its own: it opens at the rate that it is measured by.
                (at, if factor.is_count() { 0 } else { fitted.position(factor, value.as_str())? }, name)
            }
            // A density has no line of its own: it opens at the mean that it is measured from.
            Quantity::Density { event: Event::Value { feature, .. }, given: Some(name) }
            | Quantity::Mean { feature, class: Some(name) } => (fitted.feature(feature.as_str())?, 0, name),
            Quantity::Var { feature, class: Some(name) } => (fitted.feature(feature.as_str())?, 1, name),
            _ => return None,
        };
        Some((self.line(factor, value), class(name)?, 0))
    }
}

/// Columns of `σ²`, the longest letter of a number's line.
const MOMENT: usize = 2;

fn height(factor: &Factor) -> usize {
    if factor.is_number() { factor.form.parameters().len() } else { factor.k() }
}

/// What stands before the numbers of a line: a value, or what of a distribution they are.
pub fn label(fitted: &Fitted, factor: usize, value: usize) -> Option<Name> {
    let factor = fitted.factors().get(factor)?;
    if factor.is_number() {
        return factor.form.parameters().get(value).copied().map(Name::from);
    }
    factor.values().get(value).cloned()
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
    let numbers = fitted.factors().iter().enumerate().filter(|(_, factor)| factor.is_number());
    let moments = numbers.flat_map(|(at, factor)| {
        (0..height(factor)).map(move |line| moment(fitted, at, line, class).plain().chars().count())
    });
    let together = fitted.gda().map(|_| {
        let features = fitted.features.len().min(MANY);
        let rows = (0..features).flat_map(|at| [Row::Mean(at), Row::Weight(Some(at))]);
        let rows = rows.chain([Row::Weight(None)]);
        let widest = rows.map(|row| row.written(fitted, class).plain().chars().count()).max().unwrap_or(0);
        if fitted.features.len() > MANY { widest.max(WIDEST) } else { widest }
    });
    let moments = moments.chain(together).max().unwrap_or(0);
    let below = counted.flat_map(below).chain(prior(fitted, class).map(|prior| prior.denominator));
    let Some(most) = below.max() else { return [6; 3] };
    let least = Estimate { numerator: 1.into(), denominator: most.clone() };
    let wide = |form: NumberForm| match form {
        NumberForm::Fraction => 2 * most.to_string().len() + 1,
        form => form.written(&least).plain().len().max(6),
    };
    NumberForm::ALL.map(|form| wide(form).max(moments))
}

/// With more features than this, not every mean is looked at for its width.
const MANY: usize = 200;
/// The widest that a number with six figures is written.
const WIDEST: usize = 12;

/// The mean or the variance of a number, with as many figures in every form.
fn moment(fitted: &Fitted, factor: usize, line: usize, class: usize) -> Sentence {
    let number = fitted.factors().get(factor).and_then(|factor| match line {
        0 => factor.mean(class),
        _ => Some(Number::Float(factor.normal(class)?.variance)),
    });
    number.map_or_else(|| "–".into(), |number| number.rounded(Precision::FACTOR).into())
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
    match line {
        Line::Row(row) => return row.written(fitted, class),
        Line::Value { factor, value } if fitted.factors().get(factor).is_some_and(Factor::is_number) => {
            return moment(fitted, factor, value, class);
        }
        _ => {}
    }
    estimate(fitted, line, class).map(|estimate| form.written(&estimate)).unwrap_or_default()
}

pub fn prior(fitted: &Fitted, class: usize) -> Option<Estimate> {
    fitted.prior_estimate(class).cloned()
}

/// The number on a line, in a class, as counted; `None` for what is no share.
pub fn estimate(fitted: &Fitted, line: Line, class: usize) -> Option<Estimate> {
    match line {
        Line::Likelihood | Line::Row(_) => None,
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
        Line::Prior | Line::Likelihood | Line::Row(_) => fitted.class_count(class),
        Line::Value { factor, value } => {
            match fitted.factors().get(factor).filter(|factor| !factor.is_number()) {
                Some(factor) => factor.count(value, class),
                None => fitted.known(factor, class),
            }
        }
    }
}

/// The address of the number on a line, in a class, and in a column of a matrix.
pub fn quantity(fitted: &Fitted, line: Line, class: usize, column: usize) -> Option<Quantity> {
    let class = fitted.classes.get(class)?;
    Some(match line {
        Line::Prior => Quantity::prior(class),
        Line::Likelihood => Quantity::LogLik(Share::Class(class.clone())),
        Line::Row(row) => row.quantity(fitted, class, column)?,
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
