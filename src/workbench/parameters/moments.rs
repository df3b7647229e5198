//! The lines of numbers that are no shares: means and variances, Σ and its inverse, and the linear form they make.

use crate::math::{Name, Number, Precision, Quantity, Sentence};
use crate::model::{Factor, Fitted, Gda};
use crate::worked::WIDE;

/// What the number on a line is. Features go by their position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    Mean(usize),
    Variance(usize),
    Sigma(usize, usize),
    Inverse(usize, usize),
    Weight(Option<usize>),
    Determinant,
}

/// How many lines a feature has: mean and variance; mean, its row of Σ and of Σ⁻¹, and its weight. What belongs to all
/// features together stands behind the last of them.
pub(super) fn height(fitted: &Fitted, factor: usize) -> usize {
    let (whole, d) = (fitted.gda(), fitted.features.len());
    let Some(gda) = whole else {
        return fitted.factors().get(factor).map_or(0, |factor| factor.form.parameters().len());
    };
    if factor >= d {
        return 1 + usize::from(gda.is_shared());
    }
    1 + row(fitted, gda) + inverses(fitted, gda) + usize::from(gda.is_shared())
}

/// Entries of Σ on the lines of a feature: the diagonal shapes have one.
fn row(fitted: &Fitted, gda: &Gda) -> usize {
    if gda.is_diagonal() { 1 } else { fitted.features.len() }
}

/// Entries of Σ⁻¹ on the lines of a feature; none where they could not be worked on paper.
fn inverses(fitted: &Fitted, gda: &Gda) -> usize {
    if gda.is_diagonal() || fitted.features.len() <= WIDE { row(fitted, gda) } else { 0 }
}

impl Moment {
    fn precision(self) -> Precision {
        if matches!(self, Moment::Weight(_)) { Precision::TERM } else { Precision::FACTOR }
    }

    pub(super) fn at(fitted: &Fitted, factor: usize, line: usize) -> Option<Moment> {
        if line >= height(fitted, factor) {
            return None;
        }
        let Some(gda) = fitted.gda() else {
            return Some(if line == 0 { Moment::Mean(factor) } else { Moment::Variance(factor) });
        };
        if factor >= fitted.features.len() {
            return Some(if line == 0 { Moment::Determinant } else { Moment::Weight(None) });
        }
        let Some(at) = line.checked_sub(1) else { return Some(Moment::Mean(factor)) };
        let row = row(fitted, gda);
        let other = |at: usize| if gda.is_diagonal() { factor } else { at };
        Some(if at < row {
            Moment::Sigma(factor, other(at))
        } else if at - row < inverses(fitted, gda) {
            Moment::Inverse(factor, other(at - row))
        } else {
            Moment::Weight(Some(factor))
        })
    }

    /// The line of a number, by the position of its feature and the line within it.
    pub(super) fn find(fitted: &Fitted, quantity: &Quantity) -> Option<(usize, usize)> {
        let d = fitted.features.len();
        let of = |name: &Name| fitted.feature(name.as_str());
        let factor = match quantity {
            Quantity::Mean { feature, .. }
            | Quantity::Var { feature, .. }
            | Quantity::Cov { a: feature, .. } => of(feature)?,
            Quantity::Inverse { a, .. } => of(a)?,
            Quantity::Theta { feature: Some(feature), .. } => of(feature)?,
            Quantity::Theta { feature: None, .. } | Quantity::Det { .. } => d,
            _ => return None,
        };
        // Only what the quantity names is compared: where one Σ serves all classes, no class is named.
        let wanted = match quantity {
            Quantity::Mean { .. } => Moment::Mean(factor),
            Quantity::Var { .. } if fitted.gda().is_none() => Moment::Variance(factor),
            Quantity::Var { .. } => Moment::Sigma(factor, factor),
            Quantity::Cov { b, .. } => Moment::Sigma(factor, of(b)?),
            Quantity::Inverse { b, .. } => Moment::Inverse(factor, of(b)?),
            Quantity::Theta { feature, .. } => Moment::Weight(feature.as_ref().map(|_| factor)),
            _ => Moment::Determinant,
        };
        let line = (0..height(fitted, factor)).find(|line| Moment::at(fitted, factor, *line) == Some(wanted));
        // An entry that has no line opens at the mean of its feature.
        Some((factor, line.unwrap_or(0)))
    }

    /// What its label begins with before the name of a feature, and what is never cut with that.
    pub(super) fn symbol(self, fitted: &Fitted) -> &'static str {
        match self {
            Moment::Sigma(..) | Moment::Inverse(..) if fitted.gda().is_some_and(Gda::is_diagonal) => "",
            Moment::Sigma(..) => "Σ ",
            Moment::Inverse(..) => "Σ⁻¹ ",
            _ => "",
        }
    }

    pub(super) fn label(self, fitted: &Fitted) -> Option<Name> {
        let whole = |at: usize| fitted.features.get(at).map(|feature| feature.name.as_str());
        let diagonal = fitted.gda().is_some_and(Gda::is_diagonal);
        Some(match self {
            Moment::Mean(at) => {
                let own = fitted.factors().get(at).and_then(|factor| factor.form.parameters().first());
                Name::from(own.copied().unwrap_or("mean"))
            }
            Moment::Variance(_) => Name::from("variance"),
            Moment::Sigma(..) if diagonal => Name::from("variance"),
            Moment::Inverse(..) if diagonal => Name::from("1/variance"),
            Moment::Sigma(_, other) | Moment::Inverse(_, other) => {
                Name::new(format!("{}{}", self.symbol(fitted), whole(other)?))
            }
            Moment::Weight(Some(_)) => Name::from("θ"),
            Moment::Weight(None) => Name::from("θ₀"),
            Moment::Determinant => Name::from("|Σ|"),
        })
    }

    /// The number of a class; `None` where it has no value.
    fn number(self, fitted: &Fitted, class: usize) -> Option<Number> {
        let gda = fitted.gda();
        let sigma = || gda?.sigma(class);
        match self {
            Moment::Mean(at) => match gda {
                Some(gda) => gda.mean(class, at).map(Number::Float),
                None => fitted.factors().get(at)?.mean(class),
            },
            Moment::Variance(at) => Some(Number::Float(fitted.factors().get(at)?.normal(class)?.variance)),
            Moment::Sigma(a, b) => Some(Number::Float(sigma()?.entry(a, b))),
            Moment::Inverse(a, b) => Some(Number::Float(*sigma()?.inverse().get(b)?.get(a)?)),
            Moment::Determinant => Some(Number::from_ln(sigma()?.log_det())),
            Moment::Weight(at) => {
                let (intercept, weights) = match fitted.theta() {
                    Some(theta) => (theta.intercept?, theta.weights),
                    None => fitted.discriminant(class)?,
                };
                let value = at.map_or(Some(intercept), |at| weights.get(at).copied())?;
                value.is_finite().then_some(Number::Float(value))
            }
        }
    }

    /// The number as it is written, with six figures in every form.
    pub(super) fn written(self, fitted: &Fitted, class: usize) -> Sentence {
        if matches!(self, Moment::Weight(_)) && fitted.theta().is_some() && class != POSITIVE {
            return Sentence::default();
        }
        self.number(fitted, class)
            .map_or_else(|| "–".into(), |number| number.rounded(self.precision()).into())
    }

    pub(super) fn quantity(self, fitted: &Fitted, class: &Name) -> Option<Quantity> {
        let name = |at: usize| fitted.features.get(at).map(|feature| feature.name.clone());
        let shared = fitted.gda().is_some_and(Gda::is_shared);
        let own = Some(class.clone());
        let of_sigma = own.clone().filter(|_| !shared);
        Some(match self {
            Moment::Mean(at) => Quantity::Mean { feature: name(at)?, class: own },
            Moment::Variance(at) => Quantity::Var { feature: name(at)?, class: own },
            Moment::Sigma(a, b) => Quantity::Cov { a: name(a)?, b: name(b)?, class: of_sigma },
            Moment::Inverse(a, b) => Quantity::Inverse { a: name(a)?, b: name(b)?, class: of_sigma },
            Moment::Determinant => Quantity::Det { class: of_sigma },
            Moment::Weight(at) => {
                let feature = match at {
                    Some(at) => Some(name(at)?),
                    None => None,
                };
                // Two classes with one Σ have one θ; more have one each.
                Quantity::Theta { feature, class: own.filter(|_| fitted.theta().is_none()) }
            }
        })
    }
}

/// The class whose sign θ has, of two with one Σ: θ stands in its column only.
pub(super) const POSITIVE: usize = 1;

/// How many blocks of lines there are: one for each feature, and one for what belongs to all together.
pub(super) fn blocks(fitted: &Fitted) -> usize {
    fitted.features.len() + usize::from(!fitted.is_naive())
}

pub(super) fn is_number(fitted: &Fitted, block: usize) -> bool {
    fitted.factors().get(block).map_or(block < blocks(fitted), Factor::is_number)
}

/// The longest label of a feature's lines, in characters; `longest` is the longest name of a feature.
pub(super) fn label_width(fitted: &Fitted, longest: usize) -> usize {
    match fitted.gda() {
        Some(gda) if !gda.is_diagonal() => longest + 4,
        _ => "1/variance".len(),
    }
}
