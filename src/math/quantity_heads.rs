//! The words that addresses of numbers begin with, and what a quantity is about.

use super::quantity::{Event, Quality, Quantity, Share};
use super::{Name, Precision};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    Name,
    /// A name, a value of a feature, or `x`.
    Event,
    /// A name, or 0.
    Weight,
    Sigma,
    Logit,
    Parameter,
    Other,
    Place,
    Names,
    NameOrAll,
    Events,
    Assumed,
    Decimals,
}

/// What the notation of a quantity begins with, and what may follow.
#[derive(Debug)]
pub(super) struct Head {
    pub name: &'static str,
    pub also: &'static [&'static str],
    /// What stands in the brackets; nothing for what has none.
    pub arguments: &'static [Reads],
    pub given: Option<Reads>,
    /// As a symbol, where a formula has one.
    pub symbol: Option<&'static str>,
}

const fn head(name: &'static str, arguments: &'static [Reads], given: Option<Reads>) -> Head {
    Head { name, also: &[], arguments, given, symbol: None }
}

const fn letter(head: Head, symbol: &'static str) -> Head {
    Head { symbol: Some(symbol), ..head }
}

const fn also(head: Head, also: &'static [&'static str]) -> Head {
    Head { also, ..head }
}

const NAME: Option<Reads> = Some(Reads::Name);

/// Every head; `ln`, which has no brackets, is read by itself.
pub(super) const HEADS: [Head; 53] = [
    letter(also(head("P", &[Reads::Events], Some(Reads::Events)), &["prior", "phi", "φ", "pi", "π"]), "P"),
    letter(head("p", &[Reads::Event], NAME), "p"),
    head("count", &[Reads::Events], NAME),
    letter(head("n", &[], None), "n"),
    letter(head("k", &[Reads::Name], None), "k"),
    letter(also(head("alpha", &[], None), &["α"]), "α"),
    also(head("score", &[Reads::Name], None), &["joint"]),
    also(head("mean", &[Reads::Name], NAME), &["mu", "μ", "average", "lambda", "λ"]),
    also(head("var", &[Reads::Name], NAME), &["variance", "sigma^2", "σ^2", "σ²"]),
    also(head("cov", &[Reads::Name, Reads::Name], NAME), &["covariance", "sigma", "Σ", "σ"]),
    also(head("det", &[Reads::Sigma], NAME), &["determinant"]),
    head("inv", &[Reads::Name, Reads::Name], NAME),
    also(head("corr", &[Reads::Name, Reads::Name], NAME), &["correlation", "rho", "ρ"]),
    letter(head("F", &[Reads::Event], NAME), "F"),
    letter(also(head("chol", &[Reads::Name, Reads::Name], NAME), &["L"]), "L"),
    head("draw", &[Reads::Name, Reads::Decimals], NAME),
    letter(also(head("q", &[Reads::Name], None), &["mahalanobis"]), "q"),
    letter(also(head("d", &[Reads::Name], None), &["z", "delta", "δ", "discriminant"]), "d"),
    head("diff", &[Reads::Name], NAME),
    head("solve", &[Reads::Name], NAME),
    letter(also(head("z", &[], None), &["logit"]), "z"),
    head("sigmoid", &[Reads::Logit], None),
    head("softmax", &[Reads::Name], None),
    head("tail", &[Reads::Name], None),
    head("below", &[Reads::Event], None),
    head("equal", &[Reads::Event], None),
    head("above", &[Reads::Event], None),
    head("typicality", &[Reads::Event], None),
    letter(also(head("theta", &[Reads::Weight], NAME), &["θ"]), "θ"),
    letter(also(head("loglik", &[Reads::Event], NAME), &["ℓ", "log-likelihood"]), "ℓ"),
    head("scatter", &[Reads::Name, Reads::Name], NAME),
    head("slope", &[Reads::Parameter], None),
    head("posterior", &[Reads::Name], None),
    head("likelihood", &[Reads::Name], None),
    head("evidence", &[], None),
    head("odds", &[Reads::Name, Reads::Other], Some(Reads::Event)),
    head("ratio", &[Reads::Name], Some(Reads::Names)),
    head("cross", &[Reads::Name, Reads::Name, Reads::Name, Reads::Place], Some(Reads::Event)),
    head("matrix", &[Reads::NameOrAll, Reads::NameOrAll], None),
    head("cost", &[Reads::Name, Reads::Other], Some(Reads::Event)),
    head("decided", &[Reads::NameOrAll, Reads::NameOrAll], None),
    head("product", &[Reads::Events], NAME),
    head("parameters", &[Reads::Assumed], None),
    head("accuracy", &[], None),
    head("balanced accuracy", &[], None),
    head("macro F1", &[], None),
    head("log loss", &[], None),
    head("mean cost", &[], None),
    also(head("Brier", &[], None), &["Brier score"]),
    head("precision", &[Reads::Name], None),
    head("recall", &[Reads::Name], None),
    head("F1", &[Reads::Name], None),
    head("AUC", &[Reads::Name], None),
];

impl Quantity {
    pub fn precision(&self) -> Precision {
        match self {
            Quantity::Ln(_)
            | Quantity::SquaredDistance(_)
            | Quantity::Discriminant(_)
            | Quantity::Difference { .. }
            | Quantity::Solved { .. }
            | Quantity::Logit
            | Quantity::Theta { .. }
            | Quantity::LogLik(_)
            | Quantity::Cost { .. }
            | Quantity::Quality(Quality::MeanCost) => Precision::TERM,
            Quantity::Prob { given: Some(Event::Case), .. }
            | Quantity::Sigmoid
            | Quantity::Softmax(_)
            | Quantity::Tail(_)
            | Quantity::Typicality
            | Quantity::Quality(_) => Precision::Share,
            _ => Precision::FACTOR,
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

    /// Whether the quantity is about the current case, `x`.
    pub(crate) fn is_about_case(&self) -> bool {
        match self {
            Quantity::Score(_)
            | Quantity::Prob { event: Event::Case, .. }
            | Quantity::SquaredDistance(_)
            | Quantity::Discriminant(_)
            | Quantity::Difference { .. }
            | Quantity::Solved { .. }
            | Quantity::Logit
            | Quantity::Sigmoid
            | Quantity::Softmax(_)
            | Quantity::Tail(_)
            | Quantity::Ranked(_)
            | Quantity::Typicality
            | Quantity::Odds { of_case: true, .. }
            | Quantity::Ratio { .. }
            | Quantity::Crossing { of_case: true, .. }
            | Quantity::Cost { class: None, .. }
            | Quantity::Density { event: Event::Case, .. } => true,
            Quantity::Prob { given: Some(Event::Case), .. } => true,
            Quantity::Ln(inner) | Quantity::Slope(inner) => inner.is_about_case(),
            Quantity::Formula(of) => of.quantities().iter().any(Quantity::is_about_case),
            _ => false,
        }
    }

    /// Whether the quantity tells how good the model is, so that its rows must be evaluated first.
    pub(crate) fn is_about_evaluation(&self) -> bool {
        match self {
            Quantity::Matrix { .. } | Quantity::Decided { .. } | Quantity::Quality(_) => true,
            Quantity::Ln(inner) => inner.is_about_evaluation(),
            Quantity::Formula(of) => of.quantities().iter().any(Quantity::is_about_evaluation),
            _ => false,
        }
    }
}
