//! The addresses of ℓ, of its parts and of its slopes in a model.

use crate::math::{Name, Quantity, Share};
use crate::model::{Factor, Fitted};

/// Of a feature with more values than this, the slopes of some are listed, evenly spread: they are all alike.
const VALUES: usize = 12;

/// ℓ, its parts, scatters and slopes.
pub(in crate::worked) fn quantities(fitted: &Fitted, all: &mut Vec<Quantity>) {
    if !fitted.has_likelihood() {
        return;
    }
    all.push(Quantity::LogLik(Share::Whole));
    let names = || fitted.feature_names();
    for class in &fitted.classes {
        all.push(Quantity::LogLik(Share::Class(class.clone())));
        if fitted.gda().is_some() {
            all.push(Quantity::LogLik(Share::Together(class.clone())));
            continue;
        }
        let share = |feature: &Name| Share::Feature { feature: feature.clone(), class: class.clone() };
        all.extend(names().map(|feature| Quantity::LogLik(share(feature))));
    }
    if fitted.gda().is_some() {
        for class in fitted.classes.iter().cloned().map(Some).chain([None]) {
            for (at, a) in names().enumerate() {
                let of = |b: &Name| Quantity::Scatter { a: a.clone(), b: b.clone(), class: class.clone() };
                all.extend(names().skip(at).map(of));
            }
        }
    }
    all.extend(parameters(fitted).into_iter().map(Quantity::slope));
}

/// The parameters of a model that ℓ can be differentiated by; of a feature with very many values, some.
pub fn parameters(fitted: &Fitted) -> Vec<Quantity> {
    let mut all: Vec<Quantity> = fitted.classes.iter().map(Quantity::prior).collect();
    let mean = |factor: &Factor, class: &Name| Quantity::Mean {
        feature: factor.name.clone(),
        class: Some(class.clone()),
    };
    for (at, class) in fitted.classes.iter().enumerate() {
        if fitted.gda().is_some() {
            let mean = |name: &Name| Quantity::mean(name, class);
            all.extend(fitted.feature_names().map(mean));
        }
        for factor in fitted.factors() {
            if factor.is_number() {
                if factor.mean(at).is_some() {
                    all.push(mean(factor, class));
                }
                if factor.normal(at).is_some() {
                    all.push(Quantity::Var { feature: factor.name.clone(), class: Some(class.clone()) });
                }
                continue;
            }
            let step = factor.k().div_ceil(VALUES).max(1);
            let some = factor.values().iter().step_by(step);
            all.extend(some.map(|value| Quantity::conditional(&factor.name, value, class)));
        }
    }
    if let Some(gda) = fitted.gda() {
        let each = fitted.classes.iter().cloned().map(Some);
        let sigmas: Vec<Option<Name>> = if gda.is_shared() { vec![None] } else { each.collect() };
        for class in sigmas {
            for (at, a) in fitted.feature_names().enumerate() {
                let others =
                    fitted.feature_names().skip(at).take(if gda.is_diagonal() { 1 } else { usize::MAX });
                all.extend(others.map(|b| Quantity::cov(a, b, class.as_ref())));
            }
        }
    }
    all
}
