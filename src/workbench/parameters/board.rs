//! The lines of Gaussian discriminant analysis, block by block as they stand on a board: the means, Σ, its inverse and the
//! correlations as matrices, and θ.

use crate::math::{Name, Number, Precision, Quantity, Rounded, Sentence, sentence};
use crate::model::{Fitted, Gda};
use crate::worked::WIDE;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    Sigma,
    Inverse,
    Correlation,
}

/// One line of a block; features go by their position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Mean(usize),
    Determinant,
    Of(Matrix, usize),
    /// θ of a feature, or θ₀.
    Weight(Option<usize>),
}

/// What stands on a row of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Line(usize),
    Blank,
    Names(Matrix),
    /// What θ is.
    Theta,
}

/// The class whose sign θ has, of two with one Σ: θ stands in its column only.
pub const POSITIVE: usize = 1;

/// With more entries than this, in all matrices together, decimal points do not stand under each other.
const ALIGNED: usize = 20_000;

/// The widest that a number with five figures is written.
const WIDEST: usize = 12;

/// The lines between the priors and the log-likelihood, the rows that show them all, and how wide the columns of the
/// matrices are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    pub rows: Vec<Row>,
    pub shown: Vec<Shown>,
    /// By Σ, matrix and column; empty where there are too many.
    shapes: Vec<Shape>,
    d: usize,
}

/// The characters before the decimal point, and those from it on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    before: usize,
    after: usize,
}

impl Shape {
    fn of(text: &str) -> Shape {
        let all = text.chars().count();
        let point = text.chars().position(|c| matches!(c, '.' | ','));
        let before = point.filter(|_| !text.contains('e')).unwrap_or(all);
        Shape { before, after: all - before }
    }

    /// The shape that all of them fit into; a number with an exponent needs the width and no place for its point.
    fn widest(texts: impl Iterator<Item = String>) -> Shape {
        let (mut most, mut wide) = (Shape::default(), 0);
        for text in texts {
            let own = Shape::of(&text);
            wide = wide.max(own.width());
            if !text.contains('e') {
                most = Shape { before: most.before.max(own.before), after: most.after.max(own.after) };
            }
        }
        Shape { before: most.before + wide.saturating_sub(most.width()), ..most }
    }

    pub fn width(self) -> usize {
        self.before + self.after
    }

    /// The blanks before and behind a number so that its decimal point stands under the others; a number with an exponent
    /// stands at the right end.
    pub fn blanks(self, text: &str) -> [usize; 2] {
        let own = Shape::of(text);
        match (self.before.checked_sub(own.before), self.after.checked_sub(own.after)) {
            (Some(before), Some(after)) if !text.contains('e') => [before, after],
            _ => [self.width().saturating_sub(own.width()), 0],
        }
    }
}

impl Matrix {
    const ALL: [Matrix; 3] = [Matrix::Sigma, Matrix::Inverse, Matrix::Correlation];

    /// Whether it is shown: an inverse only where it can be worked on paper, and correlations where there are any.
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

impl Board {
    pub fn of(fitted: &Fitted, gda: &Gda, first: usize, likelihood: bool) -> Board {
        let d = fitted.features.len();
        let mut board = Board { d, ..Board::default() };
        let mut line = first;
        let mut block = |before: &[Shown], rows: &mut dyn Iterator<Item = Row>| {
            board.shown.extend(before);
            for row in rows {
                board.rows.push(row);
                board.shown.push(Shown::Line(line));
                line += 1;
            }
        };
        block(&[], &mut (0..d).map(Row::Mean));
        for matrix in Matrix::ALL.into_iter().filter(|matrix| matrix.is_shown(gda, d)) {
            let title = if matrix == Matrix::Sigma { Some(Row::Determinant) } else { None };
            block(&[Shown::Blank], &mut title.into_iter());
            block(&[Shown::Names(matrix)], &mut (0..d).map(|row| Row::Of(matrix, row)));
        }
        if gda.is_shared() {
            let weights = std::iter::once(None).chain((0..d).map(Some));
            block(&[Shown::Blank, Shown::Theta], &mut weights.map(Row::Weight));
        }
        if likelihood {
            board.shown.extend([Shown::Blank, Shown::Line(line)]);
        }
        let sigmas = if gda.is_shared() { 1 } else { fitted.classes.len() };
        if sigmas * Matrix::ALL.len() * d * d <= ALIGNED {
            for class in 0..sigmas {
                for matrix in Matrix::ALL {
                    board.shapes.extend((0..d).map(|column| shape(fitted, gda, class, matrix, column)));
                }
            }
        }
        board
    }

    /// How wide a column of a matrix is, and where its decimal points stand.
    pub fn shape(&self, gda: &Gda, class: usize, matrix: Matrix, column: usize) -> Shape {
        let of = if gda.is_shared() { 0 } else { class };
        let at = (of * Matrix::ALL.len() + matrix as usize) * self.d + column;
        self.shapes.get(at).copied().unwrap_or(Shape { before: WIDEST, after: 0 })
    }

    pub fn width(&self, column: usize) -> usize {
        let widths = self.shapes.iter().skip(column).step_by(self.d.max(1)).map(|shape| shape.width());
        widths.max().unwrap_or(WIDEST)
    }

    /// The matrix whose column names stand above a row of the screen, out of sight.
    pub fn names_above(&self, row: usize) -> Option<Matrix> {
        match self.shown.get(row)? {
            Shown::Line(_) => self.shown.get(..row)?.iter().rev().find_map(|shown| match shown {
                Shown::Line(_) => None,
                Shown::Names(matrix) => Some(Some(*matrix)),
                Shown::Blank | Shown::Theta => Some(None),
            })?,
            _ => None,
        }
    }

    /// The line and the column of a number; its class is for the caller to find.
    pub fn find(&self, fitted: &Fitted, quantity: &Quantity) -> Option<(usize, usize)> {
        let of = |name: &Name| fitted.feature(name.as_str());
        let (wanted, column) = match quantity {
            Quantity::Mean { feature, .. } | Quantity::Difference { feature, .. } => {
                (Row::Mean(of(feature)?), 0)
            }
            Quantity::Density { event, .. } => (Row::Mean(event.feature().and_then(of).unwrap_or(0)), 0),
            Quantity::Var { feature, .. } => (Row::Of(Matrix::Sigma, of(feature)?), of(feature)?),
            Quantity::Cov { a, b, .. } => (Row::Of(Matrix::Sigma, of(a)?), of(b)?),
            Quantity::Inverse { a, b, .. } => (Row::Of(Matrix::Inverse, of(a)?), of(b)?),
            Quantity::Correlation { a, b, .. } => (Row::Of(Matrix::Correlation, of(a)?), of(b)?),
            Quantity::Solved { feature, .. } => (Row::Of(Matrix::Inverse, of(feature)?), 0),
            Quantity::SquaredDistance(_) => (Row::Of(Matrix::Inverse, 0), 0),
            Quantity::Det { .. } => (Row::Determinant, 0),
            Quantity::Theta { feature: Some(feature), .. } => (Row::Weight(Some(of(feature)?)), 0),
            Quantity::Theta { feature: None, .. } => (Row::Weight(None), 0),
            _ => return None,
        };
        let line = |wanted: Row| self.rows.iter().position(|row| *row == wanted);
        // An entry that has no line opens at that of Σ.
        let instead = || match wanted {
            Row::Of(_, row) => line(Row::Of(Matrix::Sigma, row)),
            _ => None,
        };
        Some((line(wanted).or_else(instead)?, column))
    }
}

fn shape(fitted: &Fitted, gda: &Gda, class: usize, matrix: Matrix, column: usize) -> Shape {
    if !matrix.is_shown(gda, fitted.features.len()) {
        return Shape::default();
    }
    Shape::widest((0..fitted.features.len()).map(|row| matrix.written(fitted, class, row, column).plain()))
}

impl Row {
    pub fn symbol(self) -> &'static str {
        match self {
            Row::Mean(_) => "μ",
            Row::Weight(None) => "θ₀",
            Row::Weight(Some(_)) => "θ",
            Row::Determinant | Row::Of(..) => "",
        }
    }

    pub fn feature(self) -> Option<usize> {
        match self {
            Row::Mean(feature) | Row::Of(_, feature) => Some(feature),
            Row::Weight(feature) => feature,
            Row::Determinant => None,
        }
    }

    /// The number of a class; `None` where it has no value.
    fn number(self, fitted: &Fitted, class: usize) -> Option<Number> {
        let gda = fitted.gda()?;
        match self {
            Row::Mean(feature) => gda.mean(class, feature).map(Number::Float),
            Row::Determinant => Some(Number::from_ln(gda.sigma(class)?.log_det())),
            Row::Of(..) => None,
            Row::Weight(feature) => {
                let (intercept, weights) = match fitted.theta() {
                    Some(theta) => (theta.intercept?, theta.weights),
                    None => fitted.discriminant(class)?,
                };
                let value = feature.map_or(Some(intercept), |at| weights.get(at).copied())?;
                value.is_finite().then_some(Number::Float(value))
            }
        }
    }

    /// The number of a class as it is written, in every form alike.
    pub fn written(self, fitted: &Fitted, class: usize) -> Sentence {
        let weight = matches!(self, Row::Weight(_));
        if weight && fitted.theta().is_some() && class != POSITIVE {
            return Sentence::default();
        }
        if self == Row::Determinant {
            let value = self.number(fitted, class).map(|number| number.rounded(Precision::FACTOR));
            let equal = |value: &Rounded| if value.is_exact() { "=" } else { "≈" };
            return value
                .map_or_else(Sentence::default, |value| sentence!("|Σ| {} {}", equal(&value), value));
        }
        let precision = if weight { Precision::TERM } else { Precision::FACTOR };
        self.number(fitted, class).map_or_else(|| "–".into(), |number| number.rounded(precision).into())
    }

    /// The address of a number: of a class, and in a matrix of a column.
    pub fn quantity(self, fitted: &Fitted, class: &Name, column: usize) -> Option<Quantity> {
        let name = |at: usize| fitted.features.get(at).map(|feature| &feature.name);
        let own = (!fitted.gda()?.is_shared()).then_some(class);
        Some(match self {
            Row::Mean(feature) => Quantity::mean(name(feature)?, class),
            Row::Determinant => Quantity::det(own),
            Row::Of(Matrix::Sigma, row) => Quantity::cov(name(row)?, name(column)?, own),
            Row::Of(Matrix::Inverse, row) => Quantity::inverse(name(row)?, name(column)?, own),
            Row::Of(Matrix::Correlation, row) => Quantity::correlation(name(row)?, name(column)?, own),
            // Two classes with one Σ have one θ; more have one each.
            Row::Weight(feature) => {
                Quantity::theta(feature.and_then(name), Some(class).filter(|_| fitted.theta().is_none()))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_points_stand_under_each_other() {
        let texts = ["11.0648", "-5.4869", "3.4871", "1", "1.2e-7"];
        let shape = Shape::widest(texts.iter().map(ToString::to_string));
        let placed = texts.map(|text| {
            let [before, after] = shape.blanks(text);
            format!("{}{text}{}", " ".repeat(before), " ".repeat(after))
        });
        assert_eq!(placed, ["11.0648", "-5.4869", " 3.4871", " 1     ", " 1.2e-7"]);
    }
}
