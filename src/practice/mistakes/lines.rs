//! Mistakes in the lines of a case under GDA: |Σ| and Σ⁻¹ of two features, x − μ, Σ⁻¹(x − μ), q, and the linear forms.

use super::asked::said;
use super::asked::{Asked, Place};
use super::entry::How::{Float, Value, Ways};
use super::entry::{Entry, Slip, entry, floats, other_value};
use crate::math::{Name, Number, Quantity, Sentence, sentence};
use crate::model::{Fitted, Gda, Sigma};
use crate::worked::{Context, Kinds};

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        "G42",
        "the sign between the products",
        is_determinant,
        Float(
            Kinds::DETERMINANT,
            determinant_with_plus,
            "You get this number with a plus. Subtract the product of the entries off the diagonal from that of the diagonal.",
        ),
    ),
    entry(
        "G43",
        "the signs off the diagonal",
        is_inverse,
        Float(
            Kinds::INVERSE,
            |quantity, context| {
                let (sigma, a, b) = of_inverse(quantity, context)?;
                let own = adjugate(sigma, a, b) / det(sigma);
                Some(if a == b { own } else { -own })
            },
            "You get this number if the entries off the diagonal keep their sign. Change their sign in the inverse.",
        ),
    ),
    entry(
        "G44",
        "which entries change places in the inverse",
        is_inverse,
        Float(
            Kinds::INVERSE,
            |quantity, context| {
                let (sigma, a, b) = of_inverse(quantity, context)?;
                let own = if a == b { sigma.entry(a, b) } else { -sigma.entry(a, b) };
                Some(own / det(sigma))
            },
            "You get this number if the two entries of the diagonal keep their places. Swap them in the inverse.",
        ),
    ),
    entry("G45", "what you divide by in the inverse", is_inverse, Ways(inverse_not_divided)),
    entry(
        "G44",
        "what an inverse is",
        is_inverse,
        Float(
            Kinds::INVERSE,
            |quantity, context| {
                let (sigma, a, b) = of_inverse(quantity, context)?;
                Some(1.0 / sigma.entry(a, b))
            },
            "That is 1 divided by the entry of Σ. Invert the whole matrix instead.",
        ),
    ),
    entry("G46", "the products of two different features", is_distance, Ways(no_cross_term)),
    entry(
        "G47",
        "whether you use the distance or its square",
        is_distance,
        Float(
            Kinds::QUADRATIC,
            |quantity, context| {
                let (mut apart, sigma) = of_distance(quantity, context)?;
                Some(sigma.quadratic(&mut apart).sqrt())
            },
            "That is the distance, the root of q. Use q itself.",
        ),
    ),
    entry(
        "G48",
        "the matrix in the middle",
        is_distance,
        Float(
            Kinds::QUADRATIC,
            |quantity, context| Some(of_distance(quantity, context)?.0.iter().map(|x| x * x).sum()),
            "You get this number if you add the squares of x − μ. Put Σ⁻¹ between (x − μ)ᵀ and x − μ.",
        ),
    ),
    entry("G49", "which class the Σ is of", is_distance, Ways(sigma_of_another)),
    entry("G50", "the sign", |asked| asked.place == Place::Linear, Ways(sign_of_theta)),
    entry("G51", "the terms of θ₀", is_intercept, Ways(intercept)),
    entry(
        "G52",
        "which number you subtract from which",
        |asked| asked.place == Place::Difference,
        Float(
            Kinds::DIFFERENCE,
            turned_round,
            "That is μ − x. Subtract the mean from the value of the case.",
        ),
    ),
    entry(
        "G53",
        "Σ or its inverse",
        |asked| asked.place == Place::Solved,
        Float(Kinds::SOLVED, solved_with_sigma, "You get this number with a row of Σ. Use the row of Σ⁻¹."),
    ),
    entry("G54", "the terms of the linear form", is_logit, Ways(linear_form)),
    entry("G54", "the logistic function", is_curve, Ways(logistic)),
    entry(
        "G55",
        "which side of q",
        |asked| matches!(asked.quantity, Quantity::Tail(_)),
        Value(
            |asked| Some(Number::Float(1.0 - float(asked, &asked.quantity)?)),
            "That is the share of the class that lies nearer. Subtract it from 1.",
        ),
    ),
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

fn float(asked: &Asked<'_>, quantity: &Quantity) -> Option<f64> {
    asked.right(quantity).map(|value| value.to_f64())
}

fn alone(asked: &Asked<'_>, value: Option<f64>, says: impl Into<Sentence>) -> Vec<Slip> {
    other_value(asked, value.filter(|value| value.is_finite()).map(Number::Float), says)
}

fn determinant_with_plus(quantity: &Quantity, context: &Context<'_>) -> Option<f64> {
    let Quantity::Det { class } = quantity else { return None };
    let sigma = sigma(context.fitted, class.as_ref())?;
    Some(sigma.entry(0, 0) * sigma.entry(1, 1) + sigma.entry(0, 1).powi(2))
}

/// The Σ of an inverse, and the row and column of the entry.
fn of_inverse<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<(&'a Sigma, usize, usize)> {
    let Quantity::Inverse { a, b, class } = quantity else { return None };
    let (a, b) = (context.fitted.feature(a.as_str())?, context.fitted.feature(b.as_str())?);
    Some((sigma(context.fitted, class.as_ref())?, a, b))
}

fn det(sigma: &Sigma) -> f64 {
    sigma.log_det().exp()
}

/// An entry of the inverse before the division: the diagonal is swapped, and the entries off the diagonal change their
/// sign.
fn adjugate(sigma: &Sigma, a: usize, b: usize) -> f64 {
    if a == b { sigma.entry(1 - a.min(1), 1 - a.min(1)) } else { -sigma.entry(a, b) }
}

fn inverse_not_divided(asked: &Asked<'_>) -> Vec<Slip> {
    let Quantity::Inverse { class, .. } = &asked.quantity else { return Vec::new() };
    let Some(sigma) = sigma(asked.fitted, class.as_ref()) else { return Vec::new() };
    let says = sentence!("You get this number if you do not divide. Divide by |Σ| = {}.", said(det(sigma)));
    let multiplied =
        sentence!("You get this number if you multiply by |Σ| = {}. Divide by it instead.", said(det(sigma)));
    let inverses = |by: fn(&Sigma) -> f64| {
        floats(Kinds::INVERSE, move |quantity, context| {
            let (sigma, a, b) = of_inverse(quantity, context)?;
            Some(adjugate(sigma, a, b) * by(sigma))
        })
    };
    vec![Slip::new(inverses(|_| 1.0), says), Slip::new(inverses(det), multiplied)]
}

/// x − μ and Σ of a squared distance.
fn of_distance<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<(Vec<f64>, &'a Sigma)> {
    let Quantity::SquaredDistance(class) = quantity else { return None };
    of_case(context, class)
}

/// x − μ of a class, and its Σ.
fn of_case<'a>(context: &Context<'a>, class: &Name) -> Option<(Vec<f64>, &'a Sigma)> {
    let (gda, at) = (context.fitted.gda()?, context.fitted.class(class.as_str())?);
    Some((gda.distances(at, &context.case?.numbers())?, gda.sigma(at)?))
}

/// ∑ of the terms of (x − μ)ᵀ Σ⁻¹ (x − μ), with the cross terms multiplied by `crossed`.
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
    let none = "You get this number from the squares alone. Add the products of two different features, each times its entry of Σ⁻¹.";
    let half = "You get this number if each pair of features counts once. The sum has both orders, so take each product twice.";
    let distances = |crossed: f64| {
        floats(Kinds::QUADRATIC, move |quantity, context| {
            let (apart, sigma) = of_distance(quantity, context)?;
            Some(weighed(&apart, sigma, crossed))
        })
    };
    vec![Slip::new(distances(0.0), none), Slip::new(distances(0.5), half)]
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
            sentence!("You get this number with the Σ of {}. Use the Σ of {}.", name, asked.class_name());
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
            "You get this number for {}. Here the linear form is the log-odds of {}, so change the sign.",
            zero,
            one
        ),
        _ => "This has the other sign. Check which number you subtract from which.".into(),
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
        (-rest, sentence!("You get this number without {} = {}. Add it.", what, said(prior))),
        (prior - 2.0 * rest, "You get this number without the ½. Halve the quadratic part.".into()),
        (prior + rest, "You get this number if you add the quadratic part. Subtract it.".into()),
    ];
    ways.into_iter().flat_map(|(value, says)| alone(asked, Some(value), says)).collect()
}

fn turned_round(quantity: &Quantity, context: &Context<'_>) -> Option<f64> {
    let Quantity::Difference { feature, class } = quantity else { return None };
    let (apart, _) = of_case(context, class)?;
    Some(-*apart.get(context.fitted.feature(feature.as_str())?)?)
}

fn solved_with_sigma(quantity: &Quantity, context: &Context<'_>) -> Option<f64> {
    let Quantity::Solved { feature, class } = quantity else { return None };
    let (apart, sigma) = of_case(context, class)?;
    let row = sigma.rows().get(context.fitted.feature(feature.as_str())?)?;
    Some(row.iter().zip(&apart).map(|(entry, apart)| entry * apart).sum())
}

fn linear_form(asked: &Asked<'_>) -> Vec<Slip> {
    let class = match &asked.quantity {
        Quantity::Discriminant(class) => Some(class),
        _ => None,
    };
    let own = float(asked, &asked.quantity);
    let intercept = float(asked, &Quantity::theta(None, class));
    let Some((own, intercept)) = own.zip(intercept) else { return Vec::new() };
    let says = sentence!("You get this number without θ₀ = {}. Add it to θᵀx.", said(intercept));
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
            "You get this number if you divide the discriminants by their sum. First take exp of each.",
        );
    }
    let Some(z) = right(&Quantity::Logit) else { return Vec::new() };
    let ways: [(f64, Sentence); 2] = [
        (1.0 / (1.0 + z.exp()), "You get this number from 1/(1 + exp(z)). Use the exponent −z.".into()),
        (z.exp(), "That is exp(z), the odds. Divide them by 1 + exp(z).".into()),
    ];
    ways.into_iter().flat_map(|(value, says)| alone(asked, Some(value), says)).collect()
}
