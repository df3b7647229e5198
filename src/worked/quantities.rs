//! Every quantity that a model has: what a screen can open, and what the tests walk.

use super::context::Context;
use crate::math::{Event, Quantity};
use crate::model::{Case, Fitted};

/// Every number that the model is made of, whatever the case: priors, conditionals, marginals and their counts.
pub fn quantities(fitted: &Fitted) -> Vec<Quantity> {
    let mut all = vec![Quantity::Rows, Quantity::Alpha];
    for class in &fitted.classes {
        all.push(Quantity::Count { event: Event::Class(class.clone()), class: None });
        all.push(Quantity::prior(class));
    }
    for factor in &fitted.factors {
        let feature = &factor.name;
        if factor.is_gaussian() {
            all.push(Quantity::Count { event: Event::Any(feature.clone()), class: None });
            for class in fitted.classes.iter().enumerate().filter(|(at, _)| factor.normal(*at).is_some()) {
                let class = Some(class.1.clone());
                all.push(Quantity::Count { event: Event::Any(feature.clone()), class: class.clone() });
                all.push(Quantity::Mean { feature: feature.clone(), class: class.clone() });
                all.push(Quantity::Var { feature: feature.clone(), class });
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

/// Every number of a case in hand: scores and their logarithms, likelihoods, evidence, posteriors.
pub fn quantities_of_case(fitted: &Fitted, case: &Case) -> Vec<Quantity> {
    let mut all = Vec::new();
    for class in &fitted.classes {
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
