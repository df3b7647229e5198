//! The address of a number, printed as a textbook prints it.

use std::fmt;

use super::quantity_heads::HEADS;
use super::{Formula, Name};

/// What can happen, or be known.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Event {
    /// A class: `Yes`.
    Class(Name),
    /// A value of a feature, or a word of a text column: `outlook=Sunny`.
    Value {
        /// The column.
        feature: Name,
        /// The value, as the data writes it.
        value: Name,
    },
    /// Any known value of a feature, or any word of a text column: `outlook=*`.
    Any(Name),
    /// The case in hand: `x`.
    Case,
}

/// The address of one number of a model.
///
/// ```text
/// P(Yes)                      prior of a class
/// P(outlook=Sunny | Yes)      conditional probability
/// P(outlook=Sunny)            the same over all classes: the sum of P(c) · P(outlook=Sunny | c)
/// P(Yes | outlook=Sunny)      posterior when nothing else is known
/// P(x | Yes)                  likelihood of this case
/// P(x)                        evidence
/// P(Yes | x)                  posterior
/// p(height=6 | male)          a density, which is no probability
/// score(Yes)                  the joint, P(Yes) times the likelihood
/// count(Yes)                  rows of a class;  n is all rows
/// count(outlook=Sunny, Yes)   rows (words, in a text column) with that value in that class
/// count(outlook=*, Yes)       rows of the class where the value is known (all words of the class)
/// k(outlook)                  how many values a column has (how many words the vocabulary has)
/// alpha                       the smoothing constant, also read as α
/// mean(height | male)  var(height | male)  cov(height, weight | male)  det(Sigma)  theta(height)  theta(0)
/// mean(goals | win)           also the rate λ of a Poisson model, also read as lambda(goals | win)
/// theta(height | setosa)      a weight of the linear discriminant of a class;  theta(0 | setosa) its intercept
/// inv(height, weight | male)  an entry of the inverse of Sigma
/// d(setosa)                   the linear discriminant of this case: the class with the largest is named
/// q(male)                     the quadratic form of this case, its squared distance from the mean
/// diff(height | male)         x − μ, the distance of this case from the mean
/// solve(height | male)        an entry of Σ⁻¹(x − μ)
/// z                           θ₀ + θᵀx of this case, of two classes;  z(setosa) is d(setosa)
/// sigmoid(z)                  1/(1 + exp(−z)), the posterior of the second class
/// softmax(setosa)             exp(d(setosa)) over their sum, the posterior of a class
/// tail(male)                  P(χ² > q(male)): how much of a class lies as far out as the case
/// below(x) equal(x) above(x)  training rows that are less probable than the case, as probable, more probable
/// typicality(x)               the share of the training rows that are no more probable than the case
/// F(Yes)                      P of a class and all that come before it, by which classes are drawn
/// F(outlook=Rain | Yes)       P of a value and all that come before it in a class, by which values are drawn
/// chol(height, weight | male) an entry of L, the lower factor of Sigma = L Lᵀ
/// draw(height, 0.85 | male)   the number that standard normal numbers draw: μ + σ z, or a row of μ + L z
/// odds(No, Yes)               P(No)/P(Yes);  odds(No) is P(No)/(1 − P(No))
/// odds(No, Yes | x)           the same of the posteriors of this case
/// ratio(wind | No, Yes)       what a feature of the case multiplies these odds with;  ratio(wind | No) those against the rest
/// cross(height, a, b, 1)      the first number, from the left, at which two classes are as likely by one feature alone
/// cross(height, a, b, 1 | x)  the same with the other features as in the case in hand
/// matrix(Yes, No)             evaluated rows that are Yes and are called No, counted in the confusion matrix
/// matrix(*, No)               rows that are called No;  matrix(Yes, *) that are Yes;  matrix(*, *) all
/// precision(Yes)  recall(Yes)  F1(Yes)  AUC(Yes)  macro F1  accuracy  balanced accuracy  log loss  Brier
/// cost(wait, ill)             what an action costs where a class is so;  cost(wait | x) as expected of this case
/// decided(wait, ill)          evaluated rows for which an action is chosen and that are ill, with * as in matrix
/// mean cost                   the mean cost of the chosen actions per row, of the evaluated rows
/// count(sky=clear, wind=weak, Yes)  rows with both values in that class
/// P(sky=clear, wind=weak | Yes)     their share, as counted;  P(Yes, sky=clear, wind=weak) that of class and values in all rows
/// P(sky=clear | Yes, wind=weak)     the share among the rows of the class that have the other value
/// product(sky=clear, wind=weak | Yes)  the same as the naive assumption has it
/// parameters(naive)           free parameters;  parameters(joint) of one table of all features, (shared) and (own) of GDA
/// ln score(Yes)               natural logarithm of any of them
/// loglik                      the log-likelihood ℓ of the training rows, also read as ℓ
/// loglik(Yes)                 its part that the rows of a class have
/// loglik(outlook | Yes)       the part of that which one feature has;  loglik(x | Yes) of all numbers together
/// scatter(height, weight | male)  the products of the distances from the means, added over the rows of a class
/// slope(P(Yes))               how fast ℓ rises with a parameter: its derivative ∂ℓ/∂P(Yes)
/// ```
///
/// Names that hold one of `| = , ( ) " \`, blanks at an end or invisible characters are written in double quotes with
/// `\"`, `\\`, `\n`, `\t` and `\u{hex}`; so is the name `*`, which is the notation's own. A bare `x` is the query only where
/// a query may stand: a column is `x` in `p(x=200 | A)` and in `mean(x | A)`, and a class of that name is `P("x")`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Quantity {
    /// A probability.
    Prob {
        /// Of what.
        event: Event,
        /// Given what, if anything.
        given: Option<Event>,
    },
    /// The height of a density, per unit of the feature.
    Density {
        /// Where it is taken: a value of a numeric feature, or the whole case.
        event: Event,
        /// The class, if the density is a class's own.
        given: Option<Name>,
    },
    /// A number of training rows, or of words for a text column.
    Count {
        /// What is counted.
        event: Event,
        /// Among the rows of this class, or all.
        class: Option<Name>,
    },
    /// The number of training rows that have a class.
    Rows,
    /// The number of distinct values a feature takes in training; of words in a vocabulary; of bins.
    Values(Name),
    /// The smoothing constant α.
    Alpha,
    /// The joint P(c) · P(x | c), which the program calls the score of a class.
    Score(Name),
    /// Mean of a numeric feature, in the feature's unit.
    Mean {
        /// The column.
        feature: Name,
        /// Among the rows of this class, or all.
        class: Option<Name>,
    },
    /// Variance of a numeric feature, in the feature's unit squared.
    Var {
        /// The column.
        feature: Name,
        /// Among the rows of this class, or all.
        class: Option<Name>,
    },
    /// Covariance of two numeric features.
    Cov {
        /// First column.
        a: Name,
        /// Second column.
        b: Name,
        /// A class's own, or the shared one.
        class: Option<Name>,
    },
    /// Determinant of the covariance matrix.
    Det {
        /// A class's own, or the shared one.
        class: Option<Name>,
    },
    /// An entry of the inverse of the covariance matrix.
    Inverse {
        /// The row.
        a: Name,
        /// The column.
        b: Name,
        /// A class's own, or the shared one.
        class: Option<Name>,
    },
    /// Correlation of two numeric features: their covariance over both standard deviations.
    Correlation {
        /// First column.
        a: Name,
        /// Second column.
        b: Name,
        /// A class's own, or the shared one.
        class: Option<Name>,
    },
    /// A probability and all that come before it, in the order in which rows are drawn.
    Cumulated {
        /// The last that is added: a class, or a value of a feature.
        event: Event,
        /// The class in which values are drawn.
        class: Option<Name>,
    },
    /// An entry of L, the lower factor of Σ = L Lᵀ.
    Cholesky {
        /// The row.
        a: Name,
        /// The column.
        b: Name,
        /// A class's own, or the shared one.
        class: Option<Name>,
    },
    /// A number that is drawn: μ + σ z, or a row of μ + L z.
    Draw {
        /// The column.
        feature: Name,
        /// What it is drawn by, as decimals: of numbers that are read together one for each up to this one.
        by: Vec<String>,
        /// The class; none where it is the class that is drawn.
        class: Option<Name>,
    },
    /// The quadratic form (x − μ)ᵀ Σ⁻¹ (x − μ) of this case in a class.
    SquaredDistance(Name),
    /// x − μ of this case, one feature of it, in the feature's unit.
    Difference {
        /// The column.
        feature: Name,
        /// The class that the mean is of.
        class: Name,
    },
    /// An entry of Σ⁻¹(x − μ) of this case.
    Solved {
        /// The column.
        feature: Name,
        /// The class that mean and Σ are of.
        class: Name,
    },
    /// The linear form θ₀ + θᵀx of this case, of two classes: the log-odds of the second one.
    Logit,
    /// 1/(1 + exp(−z)): the posterior of the second of two classes.
    Sigmoid,
    /// exp(d(c)) over the sum of these: the posterior of a class.
    Softmax(Name),
    /// P(χ² > q): how much of a class lies as far from its mean as the case in hand, or farther.
    Tail(Name),
    /// Training rows by how their evidence P(x) compares with that of this case.
    Ranked(Rank),
    /// The share of the training rows whose P(x) is no higher than that of this case.
    Typicality,
    /// The linear discriminant θ₀ + θᵀx of this case in a class: ln of its score, without what all classes share.
    Discriminant(Name),
    /// Weight in the linear form of GDA with one Σ: of the logistic function of two classes, or of a class's own linear
    /// discriminant.
    Theta {
        /// The column; the intercept θ₀ without one.
        feature: Option<Name>,
        /// The class of a discriminant; none for the logistic function.
        class: Option<Name>,
    },
    /// How many times as likely a class is as another one, or as all others together.
    Odds {
        /// The class.
        class: Name,
        /// The other one; none for all others.
        against: Option<Name>,
        /// Whether the case in hand is known.
        of_case: bool,
    },
    /// What a feature of this case multiplies the odds of two classes with.
    Ratio {
        /// The column.
        feature: Name,
        /// The class.
        class: Name,
        /// The other one; none for all others, and then the features before it are known.
        against: Option<Name>,
    },
    /// A number at which two classes are as likely, in the feature's unit.
    Crossing {
        /// The column.
        feature: Name,
        /// A class.
        class: Name,
        /// The other one.
        against: Name,
        /// Which of them, from the left, from 1.
        place: u32,
        /// Whether the other features are as in the case in hand, or left out.
        of_case: bool,
    },
    /// The natural logarithm of another quantity.
    Ln(Box<Quantity>),
    /// The log-likelihood ℓ of the training rows, or a part of it.
    LogLik(Share),
    /// The sum of the products of the distances of two numbers from their means, each row from the means of its class.
    Scatter {
        /// First column.
        a: Name,
        /// Second column.
        b: Name,
        /// Over the rows of this class, or over all.
        class: Option<Name>,
    },
    /// The derivative of ℓ with respect to a parameter.
    Slope(Box<Quantity>),
    /// A number of the evaluated rows: a cell of the confusion matrix, or the sum of a row, of a column or of all cells.
    Matrix {
        /// What they are; none for any class.
        actual: Option<Name>,
        /// What they are called; none for whatever it is, 0/0 among it.
        predicted: Option<Name>,
    },
    /// How good the model is, by a figure of its evaluation.
    Quality(Quality),
    /// What an action costs: where a class is so, or as expected of this case.
    Cost {
        /// The action.
        action: Name,
        /// The class; none for the case in hand.
        class: Option<Name>,
    },
    /// A number of the evaluated rows: those of a class for which an action is chosen.
    Decided {
        /// The action; none for any.
        action: Option<Name>,
        /// What they are; none for any class.
        actual: Option<Name>,
    },
    /// Several events in the same rows.
    Several {
        /// What is asked of them.
        of: Several,
        /// The events, each of another column; of [`Several::Given`] the first is asked and the others are known.
        events: Vec<Event>,
        /// Among the rows of this class, or all.
        class: Option<Name>,
    },
    /// How many numbers a model is free to choose.
    Parameters(Assumed),
    /// A formula over other quantities: `P(Yes | x) / P(No | x)`.
    Formula(Box<Formula>),
}

/// What is asked of several events in the same rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Several {
    /// How many rows have all of them.
    Count,
    /// Their share of the rows, as counted.
    Joint,
    /// The share of the rows that have them and the class.
    WithClass,
    /// The share of the first among the rows that have the others.
    Given,
    /// The product of their probabilities, as if they were independent.
    Product,
}

/// What a model takes for granted, as far as it decides how many parameters it has.
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
    /// All of them, each with its word.
    pub const WORDS: [(Assumed, &'static str); 4] = [
        (Assumed::Naive, "naive"),
        (Assumed::Joint, "joint"),
        (Assumed::Shared, "shared"),
        (Assumed::Own, "own"),
    ];

    /// Its word in an address.
    pub fn word(self) -> &'static str {
        Assumed::WORDS.iter().find(|(assumed, _)| *assumed == self).map_or("", |(_, word)| word)
    }
}

/// A figure of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quality {
    /// Share of the rows that are called what they are.
    Accuracy,
    /// Mean recall.
    BalancedAccuracy,
    /// Mean F1.
    MacroF1,
    /// Mean of −ln P(actual class | x).
    LogLoss,
    /// Mean squared distance of the posteriors from the truth.
    Brier,
    /// What the chosen actions cost a row.
    MeanCost,
    /// Of the rows that are called so, the share that are so.
    Precision(Name),
    /// Of the rows that are so, the share that are called so.
    Recall(Name),
    /// The harmonic mean of both.
    F1(Name),
    /// Area under the ROC curve of a class against the rest.
    Area(Name),
}

/// How the evidence P(x) of a training row compares with that of the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rank {
    /// It is less.
    Below,
    /// It is the same.
    Equal,
    /// It is more.
    Above,
}

/// Which part of the log-likelihood of the training rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Share {
    /// All of it.
    Whole,
    /// That of the rows of a class.
    Class(Name),
    /// What a feature adds to that of a class.
    Feature {
        /// The column.
        feature: Name,
        /// The class.
        class: Name,
    },
    /// What all numbers, read together, add to that of a class.
    Together(Name),
}

impl Quantity {
    /// Its name without the feature, where there is little room: `P(Sunny | Yes)`.
    pub fn short(&self) -> String {
        // Alone, a value or a column named x would be read as the query.
        let is_query = |name: &Name| name.as_str() == "x";
        match self {
            Quantity::Prob { event: Event::Value { value, .. }, .. }
            | Quantity::Prob { given: Some(Event::Value { value, .. }), .. }
            | Quantity::Density { event: Event::Value { feature: value, .. }, .. }
            | Quantity::Count { event: Event::Value { value, .. }, .. }
                if is_query(value) =>
            {
                self.to_string()
            }
            Quantity::Prob { event: Event::Value { value, .. }, given: Some(given) } => {
                format!("P({value} | {given})")
            }
            Quantity::Prob { event, given: Some(Event::Value { value, .. }) } => {
                format!("P({event} | {value})")
            }
            Quantity::Density { event: Event::Value { feature, .. }, given: Some(class) } => {
                format!("p({feature} | {class})")
            }
            Quantity::Count { event: Event::Value { value, .. }, class: Some(class) } => {
                format!("count({value}, {class})")
            }
            Quantity::Ln(inner) => format!("ln {}", inner.short()),
            other => other.to_string(),
        }
    }

    pub(crate) fn is_called(&self, word: &str) -> bool {
        let (own, word) = (self.parts().head, word.to_lowercase());
        let words = HEADS
            .iter()
            .filter(|head| head.name == own)
            .flat_map(|head| std::iter::once(&head.name).chain(head.also).map(|word| word.to_lowercase()));
        words.into_iter().any(|known| known == word)
    }

    /// The natural logarithm of this quantity.
    pub fn ln(self) -> Self {
        Quantity::Ln(Box::new(self))
    }

    /// The derivative of the log-likelihood with respect to this quantity.
    pub fn slope(self) -> Self {
        Quantity::Slope(Box::new(self))
    }
}

impl Event {
    /// The feature that the event is about, if it is about one.
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
