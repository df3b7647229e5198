//! Every quantity that a model has: what a screen can open, and what the tests walk.

use super::context::Context;
use super::likelihood;
use crate::math::{Event, Name, Quantity};
use crate::model::{Case, Fitted, Gda};

/// Every number that the model is made of, whatever the case: priors, conditionals, marginals and
/// their counts, the log-likelihood and its slopes (of a feature with very many values, those of some of them).
pub fn quantities(fitted: &Fitted) -> Vec<Quantity> {
    let mut all = vec![Quantity::Rows, Quantity::Alpha];
    for class in &fitted.classes {
        all.push(Quantity::Count { event: Event::Class(class.clone()), class: None });
        all.push(Quantity::prior(class));
    }
    likelihood::quantities(fitted, &mut all);
    if let Some(gda) = fitted.gda() {
        all.extend(together(fitted, gda));
        return all;
    }
    for factor in fitted.factors() {
        let feature = &factor.name;
        if factor.is_number() {
            all.push(Quantity::Count { event: Event::Any(feature.clone()), class: None });
            for class in &fitted.classes {
                let class = Some(class.clone());
                all.push(Quantity::Count { event: Event::Any(feature.clone()), class: class.clone() });
                all.push(Quantity::Mean { feature: feature.clone(), class: class.clone() });
                if factor.is_gaussian() {
                    all.push(Quantity::Var { feature: feature.clone(), class });
                }
            }
            continue;
        }
        all.push(Quantity::Values(feature.clone()));
        all.push(Quantity::Count { event: Event::Any(feature.clone()), class: None });
        for class in &fitted.classes {
            all.push(Quantity::Count { event: Event::Any(feature.clone()), class: Some(class.clone()) });
        }
        for value in factor.values() {
            let event = Event::Value { feature: feature.clone(), value: value.clone() };
            all.push(Quantity::Count { event: event.clone(), class: None });
            all.push(Quantity::Prob { event: event.clone(), given: None });
            for class in &fitted.classes {
                all.push(Quantity::Count { event: event.clone(), class: Some(class.clone()) });
                all.push(Quantity::conditional(feature, value, class));
                all.push(Quantity::Prob { event: Event::Class(class.clone()), given: Some(event.clone()) });
            }
        }
    }
    all
}

/// Means, the entries of Σ and of its inverse, determinants, and the logistic form where there is one.
fn together(fitted: &Fitted, gda: &Gda) -> Vec<Quantity> {
    let mut all = Vec::new();
    for class in &fitted.classes {
        all.extend(fitted.feature_names().map(|name| Quantity::mean(name, class)));
    }
    let each = fitted.classes.iter().cloned().map(Some);
    let sigmas: Vec<Option<Name>> = if gda.is_shared() { vec![None] } else { each.collect() };
    for class in sigmas {
        for (at, a) in fitted.feature_names().enumerate() {
            for b in fitted.feature_names().skip(at) {
                all.push(Quantity::cov(a, b, class.as_ref()));
                all.push(Quantity::inverse(a, b, class.as_ref()));
            }
        }
        all.push(Quantity::Det { class });
    }
    if fitted.theta().is_some() {
        all.extend(thetas(fitted, None));
    }
    if gda.is_shared() {
        all.extend(fitted.classes.iter().flat_map(|class| thetas(fitted, Some(class))));
    }
    all
}

/// The intercept and the weights of a linear form.
fn thetas(fitted: &Fitted, class: Option<&Name>) -> Vec<Quantity> {
    let features = fitted.feature_names().map(Some);
    std::iter::once(None).chain(features).map(|feature| Quantity::theta(feature, class)).collect()
}

/// Every number of a case in hand: scores and their logarithms, likelihoods, evidence, posteriors.
pub fn quantities_of_case(fitted: &Fitted, case: &Case) -> Vec<Quantity> {
    let mut all = Vec::new();
    for class in &fitted.classes {
        if fitted.gda().is_some() {
            all.push(Quantity::SquaredDistance(class.clone()));
            if fitted.gda().is_some_and(Gda::is_shared) {
                all.push(Quantity::Discriminant(class.clone()));
            }
            all.push(Quantity::Density { event: Event::Case, given: Some(class.clone()) });
        }
        all.push(Quantity::likelihood(class));
        all.push(Quantity::score(class));
        all.push(Quantity::score(class).ln());
        let terms = Context { fitted, case: Some(case) }.terms().unwrap_or_default();
        all.extend(terms.iter().map(|term| term.quantity(class).ln()));
    }
    all.push(Quantity::evidence());
    all.extend(fitted.classes.iter().map(Quantity::posterior));
    all
}
