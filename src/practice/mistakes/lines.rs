//! Mistakes in the lines of a case under GDA: |Σ| and Σ⁻¹ of two numbers, x − μ, Σ⁻¹(x − μ), q, and the linear forms.

use super::asked::{Asked, Place};
use super::cell::said;
use super::entry::{Change, Entry, Slip, entry, floats, other_value};
use crate::math::{Name, Number, Quantity, Sentence, sentence};
use crate::model::{Fitted, Gda, Sigma};
use crate::worked::{Context, Kinds};

pub(super) const ENTRIES: &[Entry] = &[
    entry("G42", "the sign between the products", is_determinant, determinant_with_plus),
    entry("G43", "the signs beside the diagonal", is_inverse, inverse_without_sign),
    entry("G44", "what changes places in the inverse", is_inverse, inverse_not_swapped),
    entry("G45", "what the inverse is divided by", is_inverse, inverse_not_divided),
    entry("G44", "what an inverse is", is_inverse, inverse_of_entry),
    entry("G46", "the products of two different numbers", is_distance, no_cross_term),
    entry("G47", "distance or squared distance", is_distance, root_of_distance),
    entry("G48", "the matrix in the middle", is_distance, euclid),
    entry("G49", "whose Σ it is", is_distance, sigma_of_another),
    entry("G50", "the sign", |asked| asked.place == Place::Linear, sign_of_theta),
    entry("G51", "what θ₀ is made of", is_intercept, intercept),
    entry("G52", "what is subtracted from what", |asked| asked.place == Place::Difference, turned_round),
    entry("G53", "Σ or its inverse", |asked| asked.place == Place::Solved, solved_with_sigma),
    entry("G54", "what stands in the linear form", is_logit, linear_form),
    entry("G54", "the logistic function", is_curve, logistic),
    entry("G55", "which side of q", |asked| matches!(asked.quantity, Quantity::Tail(_)), other_side),
];

fn is_determinant(asked: &Asked<'_>) -> bool {
    matches!(asked.quantity, Quantity::Det { .. }) && is_two_by_two(asked.fitted)
}

fn is_inverse(asked: &Asked<'_>) -> bool {
    matches!(asked.quantity, Quantity::Inverse { .. }) && is_two_by_two(asked.fitted)
}

fn is_two_by_two(fitted: &Fitted) -> bool {
    fitted.features.len() == 2 && fitted.gda().is_some_and(|gda| !gda.is_diagonal())
}

fn is_distance(asked: &Asked<'_>) -> bool {
    matches!(asked.quantity, Quantity::SquaredDistance(_)) && asked.fitted.gda().is_some()
}

fn is_intercept(asked: &Asked<'_>) -> bool {
    matches!(asked.quantity, Quantity::Theta { feature: None, .. })
}

fn is_logit(asked: &Asked<'_>) -> bool {
    matches!(asked.quantity, Quantity::Logit | Quantity::Discriminant(_))
}

fn is_curve(asked: &Asked<'_>) -> bool {
    matches!(asked.quantity, Quantity::Sigmoid | Quantity::Softmax(_))
}

fn sigma<'a>(fitted: &'a Fitted, class: Option<&Name>) -> Option<&'a Sigma> {
    let at = class.map_or(Some(0), |class| fitted.class(class.as_str()))?;
    fitted.gda()?.sigma(at)
}

fn slip(change: Change, says: impl Into<Sentence>) -> Vec<Slip> {
    vec![Slip::new(change, says)]
}

fn float(asked: &Asked<'_>, quantity: &Quantity) -> Option<f64> {
    asked.right(quantity).map(|value| value.to_f64())
}

fn alone(asked: &Asked<'_>, value: Option<f64>, says: impl Into<Sentence>) -> Vec<Slip> {
    other_value(asked, value.filter(|value| value.is_finite()).map(Number::Float), says)
}

fn determinant_with_plus(_: &Asked<'_>) -> Vec<Slip> {
    let change = floats(Kinds::DETERMINANT, |quantity, context| {
        let Quantity::Det { class } = quantity else { return None };
        let sigma = sigma(context.fitted, class.as_ref())?;
        Some(sigma.entry(0, 0) * sigma.entry(1, 1) + sigma.entry(0, 1).powi(2))
    });
    slip(
        change,
        "This is what you get with a plus; subtract the product of the entries beside the diagonal from that of the diagonal.",
    )
}

fn inverses(of: impl Fn(&Sigma, usize, usize) -> f64 + Send + Sync + 'static) -> Change {
    floats(Kinds::INVERSE, move |quantity, Context { fitted, .. }| {
        let Quantity::Inverse { a, b, class } = quantity else { return None };
        let (a, b) = (fitted.feature(a.as_str())?, fitted.feature(b.as_str())?);
        Some(of(sigma(fitted, class.as_ref())?, a, b))
    })
}

fn det(sigma: &Sigma) -> f64 {
    sigma.log_det().exp()
}

/// The entry that stands in the place of another one in the inverse, before it is divided: the diagonal is swapped, and
/// what stands beside it changes its sign.
fn adjugate(sigma: &Sigma, a: usize, b: usize) -> f64 {
    if a == b { sigma.entry(1 - a.min(1), 1 - a.min(1)) } else { -sigma.entry(a, b) }
}

fn inverse_without_sign(_: &Asked<'_>) -> Vec<Slip> {
    let change = inverses(|sigma, a, b| {
        let own = adjugate(sigma, a, b) / det(sigma);
        if a == b { own } else { -own }
    });
    slip(
        change,
        "This is what you get if the entries beside the diagonal keep their sign; in the inverse they change it.",
    )
}

fn inverse_not_swapped(_: &Asked<'_>) -> Vec<Slip> {
    let change = inverses(|sigma, a, b| {
        let own = if a == b { sigma.entry(a, b) } else { -sigma.entry(a, b) };
        own / det(sigma)
    });
    slip(
        change,
        "This is what you get if the two entries of the diagonal stay where they are; in the inverse they change places.",
    )
}

fn inverse_not_divided(asked: &Asked<'_>) -> Vec<Slip> {
    let Quantity::Inverse { class, .. } = &asked.quantity else { return Vec::new() };
    let Some(sigma) = sigma(asked.fitted, class.as_ref()) else { return Vec::new() };
    let says = sentence!("This is what you get before the division; divide by |Σ| = {}.", said(det(sigma)));
    let multiplied =
        sentence!("This is what you get if you multiply by |Σ| = {}; divide by it.", said(det(sigma)));
    vec![
        Slip::new(inverses(adjugate), says),
        Slip::new(inverses(|sigma, a, b| adjugate(sigma, a, b) * det(sigma)), multiplied),
    ]
}

fn inverse_of_entry(_: &Asked<'_>) -> Vec<Slip> {
    let change = inverses(|sigma, a, b| 1.0 / sigma.entry(a, b));
    slip(change, "That is 1 divided by the entry of Σ; the inverse is one of the whole matrix.")
}

fn distances(of: impl Fn(&[f64], &Sigma) -> f64 + Send + Sync + 'static) -> Change {
    floats(Kinds::QUADRATIC, move |quantity, context| {
        let Quantity::SquaredDistance(class) = quantity else { return None };
        let (apart, sigma) = of_case(context, class)?;
        Some(of(&apart, sigma))
    })
}

/// x − μ of a class, and its Σ.
fn of_case<'a>(context: &Context<'a>, class: &Name) -> Option<(Vec<f64>, &'a Sigma)> {
    let (gda, at) = (context.fitted.gda()?, context.fitted.class(class.as_str())?);
    Some((gda.distances(at, &context.case?.numbers())?, gda.sigma(at)?))
}

/// ∑ of the terms of (x − μ)ᵀ Σ⁻¹ (x − μ), those of two different numbers weighed otherwise.
fn weighed(apart: &[f64], sigma: &Sigma, crossed: f64) -> f64 {
    let inverse = sigma.inverse();
    let entry = |a: usize, b: usize| inverse.get(b).and_then(|column| column.get(a)).copied().unwrap_or(0.0);
    let term = |((a, x), (b, y)): ((usize, &f64), (usize, &f64))| {
        x * entry(a, b) * y * if a == b { 1.0 } else { crossed }
    };
    let pairs =
        apart.iter().enumerate().flat_map(|one| apart.iter().enumerate().map(move |other| (one, other)));
    pairs.map(term).sum()
}

fn no_cross_term(asked: &Asked<'_>) -> Vec<Slip> {
    if asked.fitted.features.len() < 2 || asked.fitted.gda().is_some_and(Gda::is_diagonal) {
        return Vec::new();
    }
    let none = "This is what you get from the squares alone; add the products of two different numbers, each with its entry of Σ⁻¹.";
    let half = "This is what you get if each pair of numbers is multiplied once; both orders stand in the sum, so take it twice.";
    vec![
        Slip::new(distances(|apart, sigma| weighed(apart, sigma, 0.0)), none),
        Slip::new(distances(|apart, sigma| weighed(apart, sigma, 0.5)), half),
    ]
}

fn root_of_distance(_: &Asked<'_>) -> Vec<Slip> {
    let change = distances(|apart, sigma| sigma.quadratic(&mut apart.to_vec()).sqrt());
    slip(change, "That is the distance, the root of q; the density takes q itself.")
}

fn euclid(_: &Asked<'_>) -> Vec<Slip> {
    let change = distances(|apart, _| apart.iter().map(|x| x * x).sum());
    slip(change, "This is what you get from the squares of x − μ, added; put Σ⁻¹ between them.")
}

fn sigma_of_another(asked: &Asked<'_>) -> Vec<Slip> {
    let fitted = asked.fitted;
    let Some(own) = asked.class().filter(|_| fitted.gda().is_some_and(|gda| !gda.is_shared())) else {
        return Vec::new();
    };
    let others = fitted.classes.iter().enumerate().filter(|(other, _)| *other != own);
    let slip = |(other, name): (usize, &Name)| {
        let change = floats(Kinds::QUADRATIC, move |quantity, context| {
            let Quantity::SquaredDistance(class) = quantity else { return None };
            let (mut apart, _) = of_case(context, class)?;
            let value = context.fitted.gda()?.sigma(other)?.quadratic(&mut apart);
            (context.fitted.class(class.as_str()) != Some(other)).then_some(value)
        });
        let says =
            sentence!("This is what you get with the Σ of {}; {} has its own.", name, asked.class_name());
        Slip::new(change, says)
    };
    others.map(slip).collect()
}

fn sign_of_theta(asked: &Asked<'_>) -> Vec<Slip> {
    if !matches!(asked.quantity, Quantity::Theta { .. } | Quantity::Logit) {
        return Vec::new();
    }
    let value = float(asked, &asked.quantity).map(|value| -value);
    let says = match (asked.fitted.classes.as_slice(), &asked.quantity) {
        ([zero, one], Quantity::Theta { class: None, .. } | Quantity::Logit) => sentence!(
            "This is what you get for {}; here the linear form speaks for {}, so the sign is the other one.",
            zero,
            one
        ),
        _ => "This has the other sign; look at what is subtracted from what.".into(),
    };
    alone(asked, value, says)
}

fn intercept(asked: &Asked<'_>) -> Vec<Slip> {
    let Quantity::Theta { feature: None, class } = &asked.quantity else { return Vec::new() };
    let fitted = asked.fitted;
    let ln = |class: usize| fitted.prior(class).map(|prior| prior.ln());
    let prior = match class {
        Some(class) => fitted.class(class.as_str()).and_then(ln),
        None => ln(1).zip(ln(0)).map(|(one, zero)| one - zero),
    };
    let own = float(asked, &asked.quantity);
    let Some((own, prior)) = own.zip(prior) else { return Vec::new() };
    let rest = prior - own;
    let what = if class.is_some() { "ln P(c)" } else { "the log-odds of the priors" };
    let ways = [
        (-rest, sentence!("This is what you get without {} = {}; add it.", what, said(prior))),
        (prior - 2.0 * rest, "This is what you get without the ½; halve the quadratic part.".into()),
        (prior + rest, "This is what you get if the quadratic part is added; subtract it.".into()),
    ];
    ways.into_iter().flat_map(|(value, says)| alone(asked, Some(value), says)).collect()
}

fn turned_round(_: &Asked<'_>) -> Vec<Slip> {
    let change = floats(Kinds::DIFFERENCE, |quantity, context| {
        let Quantity::Difference { feature, class } = quantity else { return None };
        let (apart, _) = of_case(context, class)?;
        Some(-*apart.get(context.fitted.feature(feature.as_str())?)?)
    });
    slip(change, "That is μ − x; subtract the mean from the number of the case.")
}

fn solved_with_sigma(_: &Asked<'_>) -> Vec<Slip> {
    let change = floats(Kinds::SOLVED, |quantity, context| {
        let Quantity::Solved { feature, class } = quantity else { return None };
        let (apart, sigma) = of_case(context, class)?;
        let row = sigma.rows().get(context.fitted.feature(feature.as_str())?)?;
        Some(row.iter().zip(&apart).map(|(entry, apart)| entry * apart).sum())
    });
    slip(change, "This is what you get with a row of Σ; use the row of Σ⁻¹.")
}

fn linear_form(asked: &Asked<'_>) -> Vec<Slip> {
    let class = match &asked.quantity {
        Quantity::Discriminant(class) => Some(class),
        _ => None,
    };
    let own = float(asked, &asked.quantity);
    let intercept = float(asked, &Quantity::theta(None, class));
    let Some((own, intercept)) = own.zip(intercept) else { return Vec::new() };
    let says = sentence!("This is what you get without θ₀ = {}; add it to θᵀx.", said(intercept));
    alone(asked, Some(own - intercept), says)
}

fn logistic(asked: &Asked<'_>) -> Vec<Slip> {
    let right = |quantity: &Quantity| float(asked, quantity);
    if let Quantity::Softmax(class) = &asked.quantity {
        let d = |class: &Name| right(&Quantity::Discriminant(class.clone()));
        let sum = asked.fitted.classes.iter().map(d).sum::<Option<f64>>();
        let value = d(class).zip(sum).map(|(own, sum)| own / sum);
        return alone(
            asked,
            value,
            "This is what you get if the discriminants themselves are divided by their sum; take exp of each first.",
        );
    }
    let Some(z) = right(&Quantity::Logit) else { return Vec::new() };
    let ways: [(f64, Sentence); 2] = [
        (1.0 / (1.0 + z.exp()), "This is what you get from 1/(1 + exp(z)); the exponent is −z.".into()),
        (z.exp(), "That is exp(z), the odds; divide them by 1 + exp(z).".into()),
    ];
    ways.into_iter().flat_map(|(value, says)| alone(asked, Some(value), says)).collect()
}

fn other_side(asked: &Asked<'_>) -> Vec<Slip> {
    let value = float(asked, &asked.quantity).map(|tail| 1.0 - tail);
    alone(asked, value, "That is how much lies nearer; take what lies as far out, or farther: 1 less it.")
}
