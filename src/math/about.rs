//! What a quantity is about: its feature, its class, the case in hand, the rows that judge a model; and how far it is rounded.

use super::quantity::{Event, Quality, Quantity, Share};
use super::{Name, Precision};

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

    /// Whether the quantity is about the case in hand, `x`.
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
