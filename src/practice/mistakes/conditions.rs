//! Where a mistake can be made: the conditions that the catalogue names.

use super::asked::{Asked, Place};
use super::gda::{self, is_of_joint_normals, is_of_normals, is_of_sigma, is_shared};
use super::overlay::is_valued;
use super::quality;
use super::scopes::{self, adds_to_one, operation};
use super::smoothing::is_with_zero;
use crate::math::{Operation, Quality, Quantity};
use crate::model::{Factor, FactorForm, Gda};
use crate::recipe::Prior;
use num_traits::Zero;

pub(super) type Condition = fn(&Asked<'_>) -> bool;

pub(super) const CONDITIONS: &[(&str, Condition)] = &[
    ("general", |_| false),
    ("ln", |asked| asked.ln),
    ("undefined", |asked| asked.right(&asked.quantity).is_none()),
    // What is asked.
    ("prior", |asked| asked.place == Place::Prior),
    ("conditional", |asked| asked.place == Place::Conditional),
    ("score", |asked| asked.place == Place::Score),
    ("evidence", |asked| asked.place == Place::Evidence),
    ("posterior", |asked| asked.place == Place::Posterior),
    ("count", |asked| asked.place == Place::Count),
    ("density", |asked| asked.place == Place::Density),
    ("one_density", |asked| {
        is_of_normals(asked) && gda::NormalDensity::of(&asked.quantity, asked.fitted).is_some()
    }),
    ("variance", |asked| asked.place == Place::Variance),
    ("normal_variance", |asked| asked.place == Place::Variance && asked.any(Factor::is_gaussian)),
    ("naive_variance", |asked| {
        asked.place == Place::Variance && asked.fitted.is_naive() && asked.any(Factor::is_gaussian)
    }),
    ("covariance", |asked| matches!(asked.quantity, Quantity::Cov { .. })),
    ("covariance_of_class", |asked| matches!(asked.quantity, Quantity::Cov { class: Some(_), .. })),
    ("off_diagonal", |asked| matches!(&asked.quantity, Quantity::Cov { a, b, .. } if a != b)),
    ("determinant", |asked| matches!(asked.quantity, Quantity::Det { .. })),
    ("inverse", |asked| matches!(asked.quantity, Quantity::Inverse { .. })),
    ("difference", |asked| asked.place == Place::Difference),
    ("solved", |asked| asked.place == Place::Solved),
    ("squared_distance", |asked| asked.place == Place::SquaredDistance),
    ("distance", |asked| matches!(asked.quantity, Quantity::SquaredDistance(_))),
    ("tail", |asked| matches!(asked.quantity, Quantity::Tail(_))),
    ("theta", |asked| matches!(asked.quantity, Quantity::Theta { .. } | Quantity::Logit)),
    ("theta_of_two_classes", |asked| {
        matches!(asked.quantity, Quantity::Theta { class: None, .. } | Quantity::Logit)
            && asked.fitted.classes.len() == 2
    }),
    ("intercept", |asked| matches!(asked.quantity, Quantity::Theta { feature: None, .. })),
    ("logit", |asked| asked.quantity == Quantity::Logit),
    ("discriminant", |asked| matches!(asked.quantity, Quantity::Discriminant(_))),
    ("sigmoid", |asked| asked.quantity == Quantity::Sigmoid),
    ("softmax", |asked| matches!(asked.quantity, Quantity::Softmax(_))),
    ("mean_of_counts", |asked| asked.place == Place::Mean && asked.any(Factor::is_count)),
    ("of_means", |asked| asked.place == Place::Mean && !asked.any(Factor::is_count)),
    ("expected_cost", |asked| {
        asked.place == Place::Cost && !asked.ln && asked.right(&asked.quantity).is_some()
    }),
    ("formula", |asked| asked.place == Place::Formula),
    ("added", |asked| operation(asked) == Some(Operation::Add)),
    ("subtracted", |asked| operation(asked) == Some(Operation::Subtract)),
    ("multiplied", |asked| operation(asked) == Some(Operation::Multiply)),
    ("divided", |asked| operation(asked) == Some(Operation::Divide)),
    ("adds_to_one", adds_to_one),
    ("matrix", |asked| asked.place == Place::Matrix && !asked.ln),
    ("figure", |asked| asked.place == Place::Quality && !asked.ln && asked.right(&asked.quantity).is_some()),
    ("accuracy", |asked| is_figure(asked, |of| *of == Quality::Accuracy)),
    ("balanced_accuracy", |asked| is_figure(asked, |of| *of == Quality::BalancedAccuracy)),
    ("precision", |asked| is_figure(asked, |of| matches!(of, Quality::Precision(_)))),
    ("recall", |asked| is_figure(asked, |of| matches!(of, Quality::Recall(_)))),
    ("F1", |asked| is_figure(asked, |of| matches!(of, Quality::F1(_)))),
    ("macro_F1", |asked| is_figure(asked, |of| *of == Quality::MacroF1)),
    ("area", |asked| is_figure(asked, |of| matches!(of, Quality::Area(_)))),
    ("log_loss", |asked| is_figure(asked, |of| *of == Quality::LogLoss)),
    ("Brier", |asked| is_figure(asked, |of| *of == Quality::Brier)),
    ("undefined_precision", |asked| is_undefined(asked, |of| matches!(of, Quality::Precision(_)))),
    ("undefined_recall", |asked| is_undefined(asked, |of| matches!(of, Quality::Recall(_)))),
    // What it rests on.
    ("of_case", |asked| asked.is_about_case()),
    ("of_scores", |asked| asked.is_of_scores()),
    ("of_priors", |asked| asked.is_of_scores() || matches!(asked.place, Place::Prior | Place::Alone)),
    ("of_shares", |asked| asked.is_of_shares()),
    ("of_words", |asked| asked.is_of_shares() && asked.any(Factor::is_words)),
    ("smoothed", |asked| asked.is_smoothed()),
    ("of_k", |asked| {
        asked.place == Place::Values && asked.any(|factor| !factor.is_number()) || asked.is_smoothed()
    }),
    ("counted_share", |asked| asked.cell().is_some()),
    ("counts_matter", |asked| {
        matches!(asked.place, Place::Count | Place::Prior) || asked.is_of_shares() && asked.fitted.is_exact()
    }),
    ("of_normals", is_of_normals),
    ("of_joint_normals", is_of_joint_normals),
    ("of_densities", |asked| is_of_normals(asked) || is_of_joint_normals(asked)),
    ("of_sigma", is_of_sigma),
    ("sigma", |asked| matches!(asked.place, Place::Sigma | Place::Variance)),
    ("linear", |asked| asked.place == Place::Linear),
    ("values", |asked| asked.place == Place::Values),
    ("with_zero", is_with_zero),
    ("of_poisson", gda::is_of_counts),
    ("several_factors", |asked| asked.factors_with_repeats() > 1),
    ("two_factors", |asked| asked.factors_with_repeats() == 2),
    ("binned", |asked| asked.any(|factor| factor.cuts().is_some())),
    ("words", |asked| asked.any(Factor::is_words)),
    ("words_counted", |asked| asked.any(|factor| factor.form == FactorForm::Words)),
    ("words_present", |asked| asked.any(|factor| factor.form == FactorForm::Presence)),
    ("multinomial", |asked| asked.is_about_case() && asked.any(|factor| factor.form == FactorForm::Words)),
    ("bernoulli", |asked| asked.is_about_case() && asked.any(|factor| factor.form == FactorForm::Presence)),
    // The model.
    ("given", |asked| asked.fitted.data.is_given()),
    ("counted_priors", |asked| matches!(asked.fitted.data.resolved.prior, Prior::Counts | Prior::Laplace(_))),
    ("unlabelled_document", |asked| {
        let row = asked
            .context
            .case
            .map(|case| case.row.is_some_and(|row| asked.fitted.class_of_row(row).is_some()));
        row == Some(false) && !asked.is_of_one_value() && asked.fitted.factors().iter().any(Factor::is_words)
    }),
    ("alpha_in_model", |asked| asked.fitted.is_smoothed()),
    ("alpha_0", |asked| asked.fitted.alpha().is_zero()),
    ("unbiased", |asked| scopes::less(asked.fitted) > 0.0),
    ("several_classes", |asked| asked.fitted.classes.len() > 2),
    ("two_classes_tested", |asked| {
        quality::verdicts(asked.fitted).is_some_and(|verdicts| verdicts.labels().len() == 2)
    }),
    ("several_features", |asked| {
        asked.fitted.factors().iter().filter(|factor| is_valued(factor)).count() > 1
    }),
    ("gda", |asked| asked.fitted.gda().is_some()),
    ("shared", |asked| is_shared(asked.fitted)),
    ("diagonal", |asked| asked.fitted.gda().is_some_and(Gda::is_diagonal)),
    ("two_features", |asked| {
        gda::sigma(asked.fitted, Some(&asked.class_name())).is_some_and(|sigma| sigma.d() > 1)
    }),
    ("two_by_two", |asked| {
        asked.fitted.features.len() == 2 && asked.fitted.gda().is_some_and(|gda| !gda.is_diagonal())
    }),
];

fn is_figure(asked: &Asked<'_>, is: fn(&Quality) -> bool) -> bool {
    !asked.ln && quality::figure(asked).is_some_and(is) && asked.right(&asked.quantity).is_some()
}

fn is_undefined(asked: &Asked<'_>, is: fn(&Quality) -> bool) -> bool {
    !asked.ln && quality::figure(asked).is_some_and(is) && asked.right(&asked.quantity).is_none()
}
