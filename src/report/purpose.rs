//! What each step of a worked posterior is for.

use crate::text::display_width;
use crate::worked::RowKind;

/// Longer names are not put into a sentence.
const SHORT: usize = 24;

pub(super) fn purpose(kind: &RowKind, by_value: bool) -> String {
    match kind {
        RowKind::Value { .. } if by_value => {
            "Multiply what you have by how common each class is where this value is, divided by its prior.".to_owned()
        }
        RowKind::Prior => "Begin with how common each class is, whatever the case.".to_owned(),
        RowKind::Value { feature, value }
            if display_width(feature.as_str()) + display_width(value.as_str()) < SHORT =>
        {
            format!("Multiply what you have by how often {feature}={value} happens in each class.")
        }
        RowKind::Value { .. } => "Multiply what you have by how often this value happens in each class.".to_owned(),
        RowKind::Word { times: 1, .. } => {
            "Multiply what you have by the share of this word among the words of each class.".to_owned()
        }
        RowKind::Word { times, .. } => {
            format!("The word stands in the document {times} times, so its share is multiplied {times} times.")
        }
        RowKind::Absent { .. } => {
            "The word does not stand in the document: multiply what you have by 1 less its share.".to_owned()
        }
        RowKind::Density { feature, value } => {
            format!("Multiply what you have by the height of each class's normal curve of {feature} at {value}.")
        }
        RowKind::Difference { .. } => "Take the mean of each class from the numbers of the case.".to_owned(),
        RowKind::Solved { .. } => {
            "Multiply the matrix Σ⁻¹ by the column x − μ: a row of Σ⁻¹ at a time.".to_owned()
        }
        RowKind::SquaredDistance => {
            "Multiply x − μ by Σ⁻¹(x − μ), feature by feature, and add: the squared distance from each mean."
                .to_owned()
        }
        RowKind::Together => {
            "Multiply what you have by the height of each class's normal surface over all numbers of the case."
                .to_owned()
        }
        RowKind::Weight { .. } => "Multiply the number of the case by its weight θ, and add it to what you have.".to_owned(),
        RowKind::Intercept => "Add θ₀, which holds the priors and the means.".to_owned(),
        RowKind::Linear => "Together they are z, the log-odds of the posterior up to what all classes share.".to_owned(),
        RowKind::Decide => "What is done with the posterior.".to_owned(),
        RowKind::Squashed => "What comes out is the same posterior as by multiplying densities.".to_owned(),
        RowKind::Score => "The product of all factors is the score of each class.".to_owned(),
        RowKind::Divide => {
            "The scores do not add to 1. Their sum P(x) is how likely this case is at all; divided by it they do."
                .to_owned()
        }
    }
}
