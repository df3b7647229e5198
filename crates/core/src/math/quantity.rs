//! The address of a number, printed as a textbook prints it.

use super::address::QuantitySpelling;
use super::{Formula, Name, Precision};
use std::fmt;

/// What can happen, or be known.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Event {
    /// A class: `Yes`.
    Class(Name),
    /// A value of a feature, or a word of a text column: `outlook=Sunny`.
    Value { feature: Name, value: Name },
    /// Any known value of a feature, or any word of a text column: `outlook=*`.
    Any(Name),
    /// The query: `x`.
    Case,
}

/// The address of one number of a model.
///
/// Names that hold one of `| = , ( ) " \`, blanks at an end or invisible characters are written in double quotes with
/// `\"`, `\\`, `\n`, `\t` and `\u{hex}`; so is the name `*`, which is the notation's own. A bare `x` is the query only where
/// a query may be: a column is `x` in `p(x=200 | A)` and in `mean(x | A)`, and a class of that name is `P("x")`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Quantity {
    /// A probability: the prior `P(Yes)`, the conditional `P(outlook=Sunny | Yes)`, the same over all classes
    /// `P(outlook=Sunny)`, the likelihood `P(x | Yes)`, the evidence `P(x)`, the posterior `P(Yes | x)`, or
    /// `P(Yes | outlook=Sunny)` when nothing else is known.
    Prob { event: Event, given: Option<Event> },
    /// `p(height=6 | male)`: a density, per unit of the feature; of the whole query `p(x | male)`.
    Density { event: Event, given: Option<Name> },
    /// A number of training rows, or of words for a text column: `count(Yes)`, `count(outlook=Sunny, Yes)`, or
    /// `count(outlook=*, Yes)` where the value is known.
    Count { event: Event, class: Option<Name> },
    /// `n`: the number of training rows that have a class.
    Rows,
    /// `k(outlook)`: the number of distinct values in training; of words in a vocabulary; of bins.
    Values(Name),
    /// `alpha`, also read as `α`: the smoothing constant.
    Alpha,
    /// `score(Yes)`: the joint, P(Yes) times the likelihood.
    Score(Name),
    /// `mean(height | male)`, in the unit of the feature; also the rate λ of a Poisson model.
    Mean { feature: Name, class: Option<Name> },
    /// `var(height | male)`, in the unit of the feature squared.
    Var { feature: Name, class: Option<Name> },
    /// `cov(height, weight | male)`: an entry of Σ, of the shared one without a class.
    Cov { a: Name, b: Name, class: Option<Name> },
    /// `det(Sigma | male)`
    Det { class: Option<Name> },
    /// `inv(height, weight | male)`: an entry of Σ⁻¹.
    Inverse { a: Name, b: Name, class: Option<Name> },
    /// `corr(height, weight | male)`: their covariance over both standard deviations.
    Correlation { a: Name, b: Name, class: Option<Name> },
    /// `F(Yes)`, `F(outlook=Rain | Yes)`: P of a class or a value and of all that come before it, by which rows are drawn.
    Cumulated { event: Event, class: Option<Name> },
    /// `chol(height, weight | male)`: an entry of L, the lower factor of Σ = L Lᵀ.
    Cholesky { a: Name, b: Name, class: Option<Name> },
    /// `draw(height, 0.85 | male)`: the number that standard normal numbers draw, μ + σ z or a row of μ + L z. Of numbers
    /// that are read together there is one decimal for each up to this one. Without a class it is the class that is drawn.
    Draw { feature: Name, by: Vec<String>, class: Option<Name> },
    /// `q(male)`: the quadratic form (x − μ)ᵀ Σ⁻¹ (x − μ) of the query.
    SquaredDistance(Name),
    /// `diff(height | male)`: x − μ of the query.
    Difference { feature: Name, class: Name },
    /// `solve(height | male)`: an entry of Σ⁻¹(x − μ) of the query.
    Solved { feature: Name, class: Name },
    /// `z`: θ₀ + θᵀx of the query, the log-odds of the second of two classes.
    Logit,
    /// `sigmoid(z)`: 1/(1 + exp(−z)), the posterior of the second of two classes.
    Sigmoid,
    /// `softmax(setosa)`: exp(d(setosa)) over the sum of these, the posterior of a class.
    Softmax(Name),
    /// `tail(male)`: P(χ² > q(male)), how much of a class is as far from its mean as the query, or farther.
    Tail(Name),
    /// `below(x)`, `equal(x)`, `above(x)`: training rows by how their evidence P(x) compares with that of the query.
    Ranked(Rank),
    /// `typicality(x)`: the share of the training rows whose P(x) is no higher than that of the query.
    Typicality,
    /// `d(setosa)`: the linear discriminant θ₀ + θᵀx of the query; the class with the largest is predicted.
    Discriminant(Name),
    /// `theta(height)`, or the intercept `theta(0)`: a weight of the logistic function; with a class,
    /// `theta(height | setosa)`, of its linear discriminant.
    Theta { feature: Option<Name>, class: Option<Name> },
    /// `odds(No, Yes)`: P(No)/P(Yes), or `odds(No)` against all other classes; with `| x` of the posteriors.
    Odds { class: Name, against: Option<Name>, of_case: bool },
    /// `ratio(wind | No, Yes)`: what a feature of the query multiplies the odds of two classes with; `ratio(wind | No)`
    /// against all others, and then the features before it are known.
    Ratio { feature: Name, class: Name, against: Option<Name> },
    /// `cross(height, a, b, 1)`: the first number from the left at which two classes are as likely by one feature alone;
    /// with `| x` the other features are as in the query.
    Crossing { feature: Name, class: Name, against: Name, place: u32, of_case: bool },
    /// `ln score(Yes)`: the natural logarithm of another quantity.
    Ln(Box<Quantity>),
    /// The log-likelihood ℓ of the training rows, or a part of it.
    LogLik(Share),
    /// `scatter(height, weight | male)`: the products of the distances of two numbers from the means of their class, added
    /// over the rows of a class or of all.
    Scatter { a: Name, b: Name, class: Option<Name> },
    /// `slope(P(Yes))`: the derivative of ℓ with respect to a parameter.
    Slope(Box<Quantity>),
    /// `matrix(Yes, No)`: a cell of the confusion matrix, or with `*` the sum of a row, of a column or of all cells.
    Matrix { actual: Option<Name>, predicted: Option<Name> },
    /// A metric of an evaluation.
    Quality(Quality),
    /// `cost(wait, ill)`: what an action costs where a class is actual; `cost(wait | x)` as expected of the query.
    Cost { action: Name, class: Option<Name> },
    /// `decided(wait, ill)`: evaluated rows of a class for which an action is chosen, with `*` as in `matrix`.
    Decided { action: Option<Name>, actual: Option<Name> },
    /// Several events in the same rows. Of [`Several::Given`] the first is asked and the others are known.
    Several { of: Several, events: Vec<Event>, class: Option<Name> },
    /// `parameters(naive)`: how many numbers a model is free to choose.
    Parameters(Assumed),
    /// A formula over other quantities: `P(Yes | x) / P(No | x)`.
    Formula(Box<Formula>),
}

/// What is asked of several events in the same rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Several {
    /// `count(sky=clear, wind=weak, Yes)`: how many rows have all of them.
    Count,
    /// `P(sky=clear, wind=weak | Yes)`: their share of the rows, as counted.
    Joint,
    /// `P(Yes, sky=clear, wind=weak)`: the share of the rows that have them and the class.
    WithClass,
    /// `P(sky=clear | Yes, wind=weak)`: the share of the first among the rows that have the others.
    Given,
    /// `product(sky=clear, wind=weak | Yes)`: the product of their probabilities, as if they were independent.
    Product,
}

/// What a model assumes, as far as it decides how many parameters it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Assumed {
    /// The features are independent given the class.
    Naive,
    /// Nothing: each combination of values has a probability of its own.
    Joint,
    /// Numbers have one Σ for all classes.
    Shared,
    /// Numbers have a Σ in each class.
    Own,
}

impl Assumed {
    pub(super) const WORDS: [(Assumed, &'static str); 4] = [
        (Assumed::Naive, "naive"),
        (Assumed::Joint, "joint"),
        (Assumed::Shared, "shared"),
        (Assumed::Own, "own"),
    ];

    pub(super) fn word(self) -> &'static str {
        Assumed::WORDS.iter().find(|(assumed, _)| *assumed == self).map_or("", |(_, word)| word)
    }
}

/// A metric of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quality {
    Accuracy,
    /// Mean recall.
    BalancedAccuracy,
    MacroF1,
    /// Mean of −ln P(actual class | x).
    LogLoss,
    /// Mean squared distance of the posteriors from the truth.
    Brier,
    /// Mean cost of the chosen actions per row.
    MeanCost,
    Precision(Name),
    Recall(Name),
    F1(Name),
    /// Area under the ROC curve of a class against the rest.
    Area(Name),
}

/// How the evidence P(x) of a training row compares with that of the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rank {
    Below,
    Equal,
    Above,
}

/// Which part of the log-likelihood of the training rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Share {
    /// `loglik`: all of it.
    Whole,
    /// `loglik(Yes)`: that of the rows of a class.
    Class(Name),
    /// `loglik(outlook | Yes)`: what a feature adds to that of a class.
    Feature { feature: Name, class: Name },
    /// `loglik(x | Yes)`: what all numbers, read together, add to that of a class.
    Together(Name),
}

impl Quantity {
    /// Its name without the feature, where there is little room: `P(Sunny | Yes)`.
    pub fn short(&self) -> String {
        let (word, short) = match self {
            Quantity::Prob { event: Event::Value { value, .. }, given: Some(given) } => {
                (value, format!("P({value} | {given})"))
            }
            Quantity::Prob { event, given: Some(Event::Value { value, .. }) } => {
                (value, format!("P({event} | {value})"))
            }
            Quantity::Density { event: Event::Value { feature, .. }, given: Some(class) } => {
                (feature, format!("p({feature} | {class})"))
            }
            Quantity::Count { event: Event::Value { value, .. }, class: Some(class) } => {
                (value, format!("count({value}, {class})"))
            }
            Quantity::Ln(inner) => return format!("ln {}", inner.short()),
            other => return other.to_string(),
        };
        // Alone, a value or a column named x would be read as the query.
        if word.as_str() == "x" { self.to_string() } else { short }
    }

    pub fn ln(self) -> Self {
        Quantity::Ln(Box::new(self))
    }

    pub fn slope(self) -> Self {
        Quantity::Slope(Box::new(self))
    }

    pub fn precision(&self) -> Precision {
        match self {
            Quantity::Ln(_) => Precision::TERM,
            Quantity::Prob { given: Some(Event::Case), .. } => Precision::Share,
            other => other.parts().precision.unwrap_or(Precision::FACTOR),
        }
    }

    pub fn feature(&self) -> Option<&Name> {
        match self {
            Quantity::Prob { event, given } => event.feature().or_else(|| given.as_ref()?.feature()),
            Quantity::Count { event, .. }
            | Quantity::Density { event, .. }
            | Quantity::Cumulated { event, .. } => event.feature(),
            Quantity::Values(feature)
            | Quantity::Draw { feature, .. }
            | Quantity::Mean { feature, .. }
            | Quantity::Var { feature, .. }
            | Quantity::Difference { feature, .. }
            | Quantity::Solved { feature, .. }
            | Quantity::Ratio { feature, .. }
            | Quantity::Crossing { feature, .. }
            | Quantity::Theta { feature: Some(feature), .. } => Some(feature),
            Quantity::LogLik(Share::Feature { feature, .. }) => Some(feature),
            Quantity::Several { events, .. } => events.first()?.feature(),
            Quantity::Ln(inner) | Quantity::Slope(inner) => inner.feature(),
            _ => None,
        }
    }

    /// The class that the quantity is about or is taken in, if there is one.
    pub fn class(&self) -> Option<&Name> {
        match self {
            Quantity::Prob { given: Some(Event::Class(class)), .. }
            | Quantity::Prob { event: Event::Class(class), .. }
            | Quantity::Score(class)
            | Quantity::SquaredDistance(class)
            | Quantity::Discriminant(class)
            | Quantity::Softmax(class)
            | Quantity::Tail(class)
            | Quantity::Difference { class, .. }
            | Quantity::Solved { class, .. }
            | Quantity::Odds { class, .. }
            | Quantity::Ratio { class, .. }
            | Quantity::Crossing { class, .. }
            | Quantity::Quality(
                Quality::Precision(class)
                | Quality::Recall(class)
                | Quality::F1(class)
                | Quality::Area(class),
            )
            | Quantity::Count { event: Event::Class(class), .. }
            | Quantity::Cumulated { event: Event::Class(class), .. } => Some(class),
            Quantity::Theta { class, .. }
            | Quantity::Density { given: class, .. }
            | Quantity::Count { class, .. }
            | Quantity::Mean { class, .. }
            | Quantity::Var { class, .. }
            | Quantity::Cov { class, .. }
            | Quantity::Inverse { class, .. }
            | Quantity::Correlation { class, .. }
            | Quantity::Several { class, .. }
            | Quantity::Cumulated { class, .. }
            | Quantity::Cholesky { class, .. }
            | Quantity::Draw { class, .. }
            | Quantity::Cost { class, .. }
            | Quantity::Det { class } => class.as_ref(),
            _ => None,
        }
    }

    /// Whether the quantity is about the query, `x`.
    pub fn is_about_case(&self) -> bool {
        match self {
            Quantity::Ln(inner) | Quantity::Slope(inner) => inner.is_about_case(),
            Quantity::Formula(of) => of.quantities().iter().any(Quantity::is_about_case),
            // Of a log-likelihood, x is all numbers of a row.
            Quantity::LogLik(_) | Quantity::Count { .. } | Quantity::Cumulated { .. } => false,
            other => other.parts().has_case(),
        }
    }

    /// Whether the quantity measures how good the model is, so that its rows must be evaluated first.
    pub fn is_about_evaluation(&self) -> bool {
        match self {
            Quantity::Matrix { .. } | Quantity::Decided { .. } | Quantity::Quality(_) => true,
            Quantity::Ln(inner) => inner.is_about_evaluation(),
            Quantity::Formula(of) => of.quantities().iter().any(Quantity::is_about_evaluation),
            _ => false,
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(QuantitySpelling::Address, &Name::clone))
    }
}

/// Constructors from names; those behind a semicolon may be left out.
macro_rules! constructors {
    ($($(#[$doc:meta])* $constructor:ident($($name:ident),* $(; $($optional:ident),+)?) => $quantity:expr;)+) => {
        impl Quantity {$(
            $(#[$doc])*
            pub fn $constructor($($name: &Name,)* $($($optional: Option<&Name>),+)?) -> Self {
                $(let $name = $name.clone();)*
                $($(let $optional = $optional.cloned();)+)?
                $quantity
            }
        )+}
    };
}

constructors! {
    prior(class) => Quantity::Prob { event: Event::Class(class), given: None };
    posterior(class) => Quantity::Prob { event: Event::Class(class), given: Some(Event::Case) };
    conditional(feature, value, class) =>
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) };
    class_given(class, feature, value) =>
        Quantity::Prob { event: Event::Class(class), given: Some(Event::Value { feature, value }) };
    evidence() => Quantity::Prob { event: Event::Case, given: None };
    likelihood(class) => Quantity::Prob { event: Event::Case, given: Some(Event::Class(class)) };
    score(class) => Quantity::Score(class);
    mean(feature, class) => Quantity::Mean { feature, class: Some(class) };
    var(feature, class) => Quantity::Var { feature, class: Some(class) };
    /// `cov(a, b | class)`: an entry of Σ, of the shared one without a class.
    cov(a, b; class) => Quantity::Cov { a, b, class };
    /// `diff(feature | class)`: x − μ.
    difference(feature, class) => Quantity::Difference { feature, class };
    /// `solve(feature | class)`: an entry of Σ⁻¹(x − μ).
    solved(feature, class) => Quantity::Solved { feature, class };
    /// `inv(a, b | class)`: an entry of Σ⁻¹.
    inverse(a, b; class) => Quantity::Inverse { a, b, class };
    correlation(a, b; class) => Quantity::Correlation { a, b, class };
    cholesky(a, b; class) => Quantity::Cholesky { a, b, class };
    scatter(a, b; class) => Quantity::Scatter { a, b, class };
    det(; class) => Quantity::Det { class };
    /// `theta(feature | class)`; without a feature the intercept.
    theta(; feature, class) => Quantity::Theta { feature, class };
    /// `p(x | class)` of this case.
    density(class) => Quantity::Density { event: Event::Case, given: Some(class) };
    density_at(feature, value, class) =>
        Quantity::Density { event: Event::Value { feature, value }, given: Some(class) };
    /// `matrix(actual, predicted)`: a cell of the confusion matrix, or a sum of cells.
    matrix(; actual, predicted) => Quantity::Matrix { actual, predicted };
    /// `cost(action, class)`: what it costs there; without a class `cost(action | x)`.
    cost(action; class) => Quantity::Cost { action, class };
    /// `decided(action, actual)`: evaluated rows of a class for which an action is chosen.
    decided(; action, actual) => Quantity::Decided { action, actual };
    /// `count(class)`: the rows of a class.
    class_count(class) => Quantity::Count { event: Event::Class(class), class: None };
    /// `count(feature=value, class)`: the rows of a class, or of all, with a value.
    value_count(feature, value; class) => Quantity::Count { event: Event::Value { feature, value }, class };
    /// `count(feature, class)`: the rows of a class, or of all, in which a feature is known.
    known_count(feature; class) => Quantity::Count { event: Event::Any(feature), class };
}

impl Quantity {
    /// Several events in the same rows.
    pub fn several(of: Several, events: &[Event], class: Option<&Name>) -> Self {
        Quantity::Several { of, events: events.to_vec(), class: class.cloned() }
    }
}

impl Event {
    pub fn value(feature: &Name, value: &Name) -> Self {
        Event::Value { feature: feature.clone(), value: value.clone() }
    }

    pub fn feature(&self) -> Option<&Name> {
        match self {
            Event::Value { feature, .. } | Event::Any(feature) => Some(feature),
            Event::Class(_) | Event::Case => None,
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Class(name) if name.as_str() == "x" => f.write_str("\"x\""),
            Event::Class(name) => write!(f, "{name}"),
            Event::Value { feature, value } => write!(f, "{feature}={value}"),
            Event::Any(feature) => write!(f, "{feature}=*"),
            Event::Case => f.write_str("x"),
        }
    }
}
