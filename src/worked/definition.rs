//! What a quantity is, in terms of others.

use crate::math::{Expr, Number, Quantity};

/// How a quantity comes about.
#[derive(Clone, Debug, PartialEq)]
pub enum Definition {
    /// It is read off the data or the recipe.
    Fact {
        /// What kind of reading it is.
        rule: Rule,
        /// What was read.
        value: Number,
    },
    /// It is computed from other quantities.
    Formula {
        /// Why it may be written so.
        rule: Rule,
        /// The formula; terms with an address are [`Expr::Of`].
        expr: Expr,
    },
    /// It was estimated by sums that lose fewer digits than the formula, which says what they come to.
    Estimated {
        /// Why it may be written so.
        rule: Rule,
        /// The formula.
        expr: Expr,
        /// What the model holds.
        value: Number,
    },
    /// It was computed from matrices, whose entries written as addresses would be too wide to read.
    Matrices {
        /// Why it may be written so.
        rule: Rule,
        /// The formula with a letter for each matrix.
        general: Expr,
        /// The formula with an address for each entry.
        expr: Expr,
        /// What the model holds.
        value: Number,
    },
}

impl Definition {
    /// Why it may be written so.
    pub fn rule(&self) -> Rule {
        match self {
            Definition::Fact { rule, .. }
            | Definition::Formula { rule, .. }
            | Definition::Matrices { rule, .. }
            | Definition::Estimated { rule, .. } => *rule,
        }
    }

    /// The quantities it rests on, in the order of the formula, each once.
    pub fn uses(&self) -> Vec<Quantity> {
        match self {
            Definition::Fact { .. } => Vec::new(),
            Definition::Formula { expr, .. }
            | Definition::Estimated { expr, .. }
            | Definition::Matrices { expr, .. } => expr.quantities(),
        }
    }
}

/// Why a step may be written: a finite list, each with its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Rows were counted.
    Counted,
    /// Words were counted.
    CountedWords,
    /// The weights of rows were added.
    Weighed,
    /// The same for words, every repeat once more.
    WeighedWords,
    /// The recipe says it.
    Chosen,
    /// A replaced value, such as a student's own earlier line.
    Taken,
    /// A share of rows.
    Frequency,
    /// A share with α added.
    Smoothed,
    /// One of two outcomes: 1 less the other.
    Complement,
    /// The same for every class.
    Uniform,
    /// The sum over the classes.
    TotalProbability,
    /// Bayes' rule for one value.
    Bayes,
    /// The product of the factors.
    NaiveProduct,
    /// Prior times the factors.
    Joint,
    /// The sum of the scores.
    Evidence,
    /// A score divided by the sum of the scores.
    Normalise,
    /// Logarithms add where numbers multiply.
    Logarithm,
    /// The mean of the rows of a class.
    Mean,
    /// The mean squared distance from the mean.
    Variance,
    /// The same, dividing by n − 1.
    UnbiasedVariance,
    /// The height of the normal curve.
    Density,
    /// The mean count of the rows of a class.
    Rate,
    /// The probability of a count.
    Poisson,
    /// The mean product of the distances from the means.
    Covariance,
    /// The same, dividing by the rows less the classes.
    UnbiasedCovariance,
    /// An entry of Σ that the recipe leaves out.
    LeftOut,
    /// The determinant of Σ.
    Determinant,
    /// An entry of the inverse of Σ.
    Inverse,
    /// The squared distance from the mean, in the measure of Σ.
    QuadraticForm,
    /// The height of the normal surface.
    JointDensity,
    /// Two classes with one Σ.
    Logistic,
    /// The straight line that one Σ leaves of the logarithm of a score.
    Discriminant,
    /// The sum of the logarithms over the rows.
    LogLikelihood,
    /// Products of distances, added.
    Scatter,
    /// The derivative of the log-likelihood.
    Slope,
    /// e1071's 0.001 for a factor of 0.
    Threshold,
    /// e1071's 0.001 for a standard deviation of 0.
    LeastDeviation,
    /// The share of a class among the rows with a value, smoothed, as Orange takes it.
    ClassGivenValue,
    /// Orange's product.
    DividedByPrior,
}

impl Rule {
    /// The stable word for it in the JSON.
    pub fn code(self) -> &'static str {
        match self {
            Rule::Counted => "counted",
            Rule::CountedWords => "counted_words",
            Rule::Weighed => "weighed",
            Rule::WeighedWords => "weighed_words",
            Rule::Chosen => "chosen",
            Rule::Taken => "taken",
            Rule::Frequency => "frequency",
            Rule::Smoothed => "smoothed",
            Rule::Complement => "complement",
            Rule::Uniform => "uniform",
            Rule::TotalProbability => "total_probability",
            Rule::Bayes => "bayes",
            Rule::NaiveProduct => "naive_product",
            Rule::Joint => "joint",
            Rule::Evidence => "evidence",
            Rule::Normalise => "normalise",
            Rule::Logarithm => "logarithm",
            Rule::Mean => "mean",
            Rule::Variance => "variance",
            Rule::UnbiasedVariance => "unbiased_variance",
            Rule::Density => "density",
            Rule::Rate => "rate",
            Rule::Poisson => "poisson",
            Rule::Covariance => "covariance",
            Rule::UnbiasedCovariance => "unbiased_covariance",
            Rule::LeftOut => "left_out",
            Rule::Determinant => "determinant",
            Rule::Inverse => "inverse",
            Rule::QuadraticForm => "quadratic_form",
            Rule::JointDensity => "joint_density",
            Rule::Logistic => "logistic",
            Rule::Discriminant => "discriminant",
            Rule::LogLikelihood => "log_likelihood",
            Rule::Scatter => "scatter",
            Rule::Slope => "slope",
            Rule::Threshold => "threshold",
            Rule::LeastDeviation => "least_deviation",
            Rule::ClassGivenValue => "class_given_value",
            Rule::DividedByPrior => "divided_by_prior",
        }
    }

    /// Whether it tells what was counted, and rests on no other step.
    pub fn is_count(self) -> bool {
        matches!(self, Rule::Counted | Rule::CountedWords | Rule::Weighed | Rule::WeighedWords)
    }

    /// What a student is told about it.
    pub fn sentence(self) -> &'static str {
        match self {
            Rule::Counted => "Counted in the training rows.",
            Rule::CountedWords => "Counted in the training documents, every repeat of a word once more.",
            Rule::Weighed => "Counted in the training rows, each row as often as its weight says.",
            Rule::WeighedWords => {
                "Counted in the training documents, every repeat of a word once more, each document as often as its weight says."
            }
            Rule::Chosen => "Chosen in the recipe.",
            Rule::Taken => "Taken as given.",
            Rule::Frequency => "A probability is estimated by a share: how many of those rows have it.",
            Rule::Smoothed => "α is added to every count, so the bottom grows by α for each of the k values.",
            Rule::Complement => "Of two outcomes one must happen, so their probabilities add to 1.",
            Rule::Uniform => "Every class is taken to be equally common.",
            Rule::TotalProbability => {
                "It can happen in any class: add over the classes, each weighted by its prior."
            }
            Rule::Bayes => "Bayes' rule turns the question round.",
            Rule::NaiveProduct => {
                "Naive Bayes treats the features as independent once the class is known, so their probabilities multiply."
            }
            Rule::Joint => "‘And’ multiplies: the prior, and how often each value happens in the class.",
            Rule::Evidence => "The case can come from any class: add the scores of all of them.",
            Rule::Normalise => "The scores do not add to 1. Divided by their sum they do.",
            Rule::Mean => "The mean that makes the rows of the class most likely is their average.",
            Rule::Variance => "The variance is the average squared distance from the mean; it divides by n.",
            Rule::UnbiasedVariance => "The squared distances from the mean are added and divided by n − 1.",
            Rule::Density => {
                "The height of the normal curve at this number. It is no probability and may exceed 1; only areas are probabilities."
            }
            Rule::Rate => {
                "The rate λ that makes the rows of the class most likely is their mean count; α does not touch it."
            }
            Rule::Poisson => {
                "The Poisson distribution says how likely each count is where λ are expected: P(k) = λ^k · exp(−λ) / k!."
            }
            Rule::Covariance => {
                "How two numbers vary together: the average product of their distances from the means of the row's class."
            }
            Rule::UnbiasedCovariance => {
                "The products of the distances from the means are added and divided by the rows less the classes they are of."
            }
            Rule::LeftOut => "A diagonal Σ says nothing of how two numbers vary together.",
            Rule::Determinant => {
                "It says how much room the rows take up around their means; 0 would mean that they lie flat."
            }
            Rule::Inverse => {
                "Σ⁻¹ is the matrix that undoes Σ: their product is 1 on the diagonal and 0 elsewhere."
            }
            Rule::QuadraticForm => {
                "It is counted in standard deviations; Σ⁻¹ takes account of numbers that vary together."
            }
            Rule::JointDensity => {
                "It is the height of the normal surface over all numbers together. It is no probability and may exceed 1."
            }
            Rule::Logistic => {
                "With one Σ for all classes the squares of x cancel: the posterior is 1/(1 + exp(−(θ₀ + θᵀx)))."
            }
            Rule::Discriminant => {
                "With one Σ for all classes the squares of x are the same in each ln score. What is left is θ₀ + θᵀx, and the class with the largest is named."
            }
            Rule::LogLikelihood => {
                "The rows are independent, so their probabilities multiply and the logarithms add; equal terms are counted together."
            }
            Rule::Scatter => "The products of the distances from the means are added over the rows.",
            Rule::Slope => {
                "The derivative says how fast ℓ rises with this number; at the highest point of ℓ it is 0."
            }
            Rule::Threshold => "e1071 puts 0.001 in place of a probability of 0 when a case is scored.",
            Rule::LeastDeviation => {
                "In the rows of the class the standard deviation is 0; e1071 puts 0.001 in its place when a case is scored."
            }
            Rule::ClassGivenValue => {
                "Orange asks how common the class is among the rows with this value, with α added for each class."
            }
            Rule::DividedByPrior => {
                "Orange divides what each value says of the class by the prior, so that the prior counts once."
            }
            Rule::Logarithm => "The logarithm of a product is the sum of the logarithms.",
        }
    }
}
