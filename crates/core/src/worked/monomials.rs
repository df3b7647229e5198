//! The log-odds of normal classes as a weighted sum of monomials: 1, x, and what is left of the squares and products.

use crate::math::Number;
use crate::model::{Case, Factor, FactorForm, Fitted};
use crate::table::FeatureMap;

/// More features have too many products to be listed.
const FEATURES: usize = 8;

/// ln(P(a | x)/P(b | x)) = θᵀφ(x), with the monomials up to degree 2 as φ(x).
///
/// # Formula
/// With A = Σₐ⁻¹ − Σ_b⁻¹: the weight of xⱼ² is −½ Aⱼⱼ, of xⱼxₖ it is −Aⱼₖ, of x it is Σₐ⁻¹μₐ − Σ_b⁻¹μ_b, and the constant is
/// the log-odds at x = 0. Classes that share Σ have A = 0, so the form is linear in (1, x) (CS229 notes).
#[derive(Clone, Debug, PartialEq)]
pub struct Monomials {
    /// The classes a and b: the second against the first of two, else the most likely against the next.
    pub classes: [usize; 2],
    /// The constant first, then the features, then squares and products.
    pub terms: Vec<MonomialTerm>,
    /// How many terms there are without squares and products: the constant and the features.
    pub linear: usize,
    /// The sum of the terms.
    pub log_odds: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MonomialTerm {
    /// `1`, `x`, `x^2` or `x*y`.
    pub name: String,
    pub weight: f64,
    /// The monomial at the case.
    pub value: f64,
}

impl Monomials {
    /// Whether a model may have the form: it has normal distributions of up to eight features.
    pub fn are_of(fitted: &Fitted) -> bool {
        fitted.features.len() <= FEATURES
            && (!fitted.is_naive() || fitted.factors().iter().all(Factor::is_gaussian))
    }

    /// Returns the form at a case; `None` for models without normal distributions of all features, for more than eight
    /// features, and where a number of the case or a log-odds is missing.
    pub fn of(fitted: &Fitted, case: &Case) -> Option<Monomials> {
        let d = fitted.features.len();
        let x: Vec<f64> = case.numbers();
        if !Monomials::are_of(fitted) || x.iter().any(|x| !x.is_finite()) {
            return None;
        }
        let classes = contest(fitted, case)?;
        let [a, b] = classes.map(|class| Normals::of(fitted, class));
        let (a, b) = (a?, b?);
        let names: Vec<&str> = fitted.feature_names().map(|name| name.as_str()).collect();
        let mut terms =
            vec![MonomialTerm { name: "1".to_owned(), weight: a.ln_at_0 - b.ln_at_0, value: 1.0 }];
        for ((name, x), (a, b)) in names.iter().zip(&x).zip(a.linear.iter().zip(&b.linear)) {
            terms.push(MonomialTerm { name: (*name).to_owned(), weight: a - b, value: *x });
        }
        for (j, (first, x_j)) in names.iter().zip(&x).enumerate() {
            // Independent features have no products.
            let to = if fitted.is_naive() { j + 1 } else { d };
            for (k, (second, x_k)) in names.iter().zip(&x).enumerate().take(to).skip(j) {
                let difference = a.inverse.get(j)?.get(k)? - b.inverse.get(j)?.get(k)?;
                let weight = if j == k { -0.5 * difference } else { -difference };
                let name = FeatureMap::product_of(first, second).to_string();
                terms.push(MonomialTerm { name, weight, value: x_j * x_k });
            }
        }
        // The terms may be large and cancel, so their sum is taken from the scores.
        let joint = fitted.predict(case).joint;
        let score = |class: usize| Some(joint.get(class)?.as_ref()?.ln());
        let log_odds = score(classes[0])? - score(classes[1])?;
        log_odds.is_finite().then_some(Monomials { classes, terms, linear: 1 + d, log_odds })
    }

    /// P(a | x) among the two classes.
    pub fn share(&self) -> Number {
        Number::Float(1.0 / (1.0 + (-self.log_odds).exp()))
    }

    pub fn is_linear(&self) -> bool {
        self.quadratic().all(|term| term.weight == 0.0)
    }

    pub fn quadratic(&self) -> impl Iterator<Item = &MonomialTerm> {
        self.terms.iter().skip(self.linear)
    }
}

fn contest(fitted: &Fitted, case: &Case) -> Option<[usize; 2]> {
    if fitted.classes.len() == 2 {
        return Some([1, 0]);
    }
    let joint = fitted.predict(case).joint;
    let scores = joint.iter().map(|score| Some(score.as_ref()?.ln())).collect::<Option<Vec<f64>>>()?;
    let mut order: Vec<usize> = (0..scores.len()).collect();
    let score = |class: usize| scores.get(class).copied().unwrap_or(f64::NEG_INFINITY);
    order.sort_by(|a, b| score(*b).total_cmp(&score(*a)));
    Some([*order.first()?, *order.get(1)?])
}

/// What the log-odds take of a class.
struct Normals {
    /// ln of prior times density at x = 0.
    ln_at_0: f64,
    /// Σ⁻¹μ
    linear: Vec<f64>,
    /// Σ⁻¹
    inverse: Vec<Vec<f64>>,
}

impl Normals {
    fn of(fitted: &Fitted, class: usize) -> Option<Normals> {
        let d = fitted.features.len();
        let ln_prior = fitted.prior(class)?.ln();
        if let Some(gda) = fitted.gda() {
            let mean = (0..d).map(|at| gda.mean(class, at)).collect::<Option<Vec<f64>>>()?;
            let sigma = gda.sigma(class)?;
            let ln_at_0 = ln_prior + gda.ln_density(class, &vec![0.0; d]);
            return Some(Normals { ln_at_0, linear: sigma.solve(&mean), inverse: sigma.inverse().to_vec() });
        }
        let mut found = Normals { ln_at_0: ln_prior, linear: Vec::new(), inverse: vec![vec![0.0; d]; d] };
        for (at, factor) in fitted.factors().iter().enumerate() {
            let FactorForm::Gaussian(normals) = &factor.form else { return None };
            let normal = normals.get(class)?.as_ref()?;
            found.ln_at_0 += normal.ln_density(0.0);
            found.linear.push(normal.mean / normal.variance);
            *found.inverse.get_mut(at)?.get_mut(at)? = 1.0 / normal.variance;
        }
        Some(found)
    }
}
