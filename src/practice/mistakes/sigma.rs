//! Mistakes with Σ: over which rows, around which mean, divided by what.

use super::asked::{Asked, Place};
use super::cell::said;
use super::entry::{Change, Entry, Slip, both, entry, taken};
use crate::math::{Event, Number, Quantity, Sentence, sentence};
use crate::model::{Fitted, Gda, Scatter, Sigma};
use crate::recipe::Variance;
use crate::worked::{Kinds, WIDE};

pub(super) const ENTRIES: &[Entry] = &[
    entry("G12", "whose rows Σ is of", is_of_sigma, whose),
    entry("G13", "what Σ is divided by", is_of_sigma, divisor),
    entry("G14", "how the classes are weighted in Σ", is_of_sigma, average),
    entry("G15", "the means that are subtracted", is_of_sigma, grand_mean),
    entry("G16", "the entries off the diagonal", is_of_sigma, diagonal),
];

fn is_of_sigma(asked: &Asked<'_>) -> bool {
    let rests = asked.is_about_case()
        || matches!(
            asked.place,
            Place::Sigma
                | Place::Variance
                | Place::Solved
                | Place::SquaredDistance
                | Place::Density
                | Place::Linear
        );
    // Wider inverses are not worked out entry by entry.
    asked.fitted.gda().is_some() && rests && asked.fitted.features.len() <= WIDE
}

fn is_shared(fitted: &Fitted) -> bool {
    fitted.gda().is_some_and(Gda::is_shared)
}

fn is_unbiased(fitted: &Fitted) -> bool {
    fitted.data.resolved.variance == Variance::Unbiased
}

/// Other entries of Σ: by the class that it is of, none where all classes have it, and the two features.
fn entries(
    of: impl Fn(&Fitted, Option<usize>, (usize, usize)) -> Option<f64> + Send + Sync + 'static,
) -> Change {
    Change::new(Kinds::VARIANCE, move |quantity, right, context| {
        let Quantity::Cov { a, b, class } = quantity else { return None };
        let fitted = context.fitted;
        let at = match class {
            Some(class) => Some(fitted.class(class.as_str())?),
            None => None,
        };
        let pair = (fitted.feature(a.as_str())?, fitted.feature(b.as_str())?);
        if pair.0 != pair.1 && fitted.gda()?.is_diagonal() {
            return None;
        }
        let value = of(fitted, at, pair)?;
        Some(taken(right, value.is_finite().then_some(Number::Float(value))))
    })
}

/// An entry of a class's own Σ, divided as the model divides.
fn own(fitted: &Fitted, class: usize, (a, b): (usize, usize)) -> Option<f64> {
    let (gda, scatter) = (fitted.gda()?, fitted.scatter(class)?);
    let by = scatter.n.checked_sub(u64::from(is_unbiased(fitted)))?;
    Some(scatter.product(a, b) / by as f64 + ridge(gda, a == b))
}

fn ridge(gda: &Gda, on_diagonal: bool) -> f64 {
    if on_diagonal { gda.ridge } else { 0.0 }
}

fn all(fitted: &Fitted) -> std::ops::Range<usize> {
    0..fitted.classes.len()
}

/// An entry of the Σ of all classes together, divided as the model divides.
fn pooled(fitted: &Fitted, (a, b): (usize, usize)) -> Option<f64> {
    let gda = fitted.gda()?;
    let sum: f64 =
        all(fitted).map(|class| Some(fitted.scatter(class)?.product(a, b))).sum::<Option<f64>>()?;
    let less = if is_unbiased(fitted) { fitted.classes.len() as u64 } else { 0 };
    Some(sum / fitted.rows().checked_sub(less)? as f64 + ridge(gda, a == b))
}

fn whose(asked: &Asked<'_>) -> Vec<Slip> {
    let fitted = asked.fitted;
    if !is_shared(fitted) {
        let says = sentence!(
            "This is what you get with one Σ over all {} rows; each class has a Σ of its own here, {} from its {} rows.",
            fitted.rows(),
            asked.class_name(),
            asked.class().map_or(0, |class| fitted.class_count(class))
        );
        return vec![Slip::new(entries(|fitted, _, pair| pooled(fitted, pair)), says)];
    }
    let n = fitted.rows();
    if matches!(asked.place, Place::Sigma | Place::Variance) {
        let slip = |class: usize| {
            let says = sentence!(
                "This is what you get from the {} rows of {} alone; the classes share one Σ here, over all {} rows.",
                fitted.class_count(class),
                fitted.classes.get(class)?,
                n
            );
            Some(Slip::new(entries(move |fitted, _, pair| own(fitted, class, pair)), says))
        };
        return all(fitted).filter_map(slip).collect();
    }
    if asked.place == Place::Linear {
        return Vec::new();
    }
    let says = sentence!(
        "This is what you get if each class has a Σ of its own; the classes share one here, over all {} rows.",
        n
    );
    vec![Slip::new(of_each_class(), says)]
}

/// Distance and density with the Σ of the class itself.
fn of_each_class() -> Change {
    let matrix = |fitted: &Fitted, class: usize| {
        let d = fitted.features.len();
        let entry = |a: usize, b: usize| {
            if a != b && fitted.gda()?.is_diagonal() { Some(0.0) } else { own(fitted, class, (a, b)) }
        };
        let row = |a: usize| (0..d).map(|b| entry(a, b)).collect::<Option<Vec<f64>>>();
        Sigma::new((0..d).map(row).collect::<Option<Vec<_>>>()?).ok()
    };
    let quadratic = move |fitted: &Fitted, class: usize, x: &[f64]| {
        let means = fitted.gda()?.means.get(class)?;
        let mut distance: Vec<f64> = x.iter().zip(means).map(|(x, mean)| x - mean).collect();
        let sigma = matrix(fitted, class)?;
        Some((sigma.quadratic(&mut distance), sigma.log_det(), sigma.d() as f64))
    };
    let distances: Change = Change::new(Kinds::QUADRATIC, move |quantity, right, context| {
        let Quantity::SquaredDistance(class) = quantity else { return None };
        let class = context.fitted.class(class.as_str())?;
        let found = quadratic(context.fitted, class, &context.case?.numbers());
        Some(taken(right, found.map(|(q, _, _)| Number::Float(q))))
    });
    let densities: Change = Change::new(Kinds::DENSITY, move |quantity, right, context| {
        let Quantity::Density { event: Event::Case, given: Some(class) } = quantity else { return None };
        let class = context.fitted.class(class.as_str())?;
        let found = quadratic(context.fitted, class, &context.case?.numbers());
        let ln = |(q, log_det, d): (f64, f64, f64)| -0.5 * (d * std::f64::consts::TAU.ln() + log_det + q);
        Some(taken(right, found.map(|found| Number::from_ln(ln(found)))))
    });
    both(distances, densities)
}

fn divisor(asked: &Asked<'_>) -> Vec<Slip> {
    let fitted = asked.fitted;
    let (shared, unbiased) = (is_shared(fitted), is_unbiased(fitted));
    let n = match asked.class().filter(|_| !shared) {
        Some(class) => fitted.class_count(class),
        None => fitted.rows(),
    };
    let groups = if shared { fitted.classes.len() as u64 } else { 1 };
    let right = if unbiased { groups } else { 0 };
    let mut wrong = vec![0, groups, 1];
    wrong.retain(|less| *less != right);
    wrong.dedup();
    let name = |less: u64| match less {
        0 => sentence!("n = {}", n),
        _ => sentence!("n − {} = {}", less, n.saturating_sub(less)),
    };
    let slip = |less: u64| {
        let says = sentence!(
            "This is what you get if Σ is divided by {}; here it divides by {}.",
            name(less),
            name(right)
        );
        let change = entries(move |fitted, class, (a, b)| {
            let n = class.map_or(fitted.rows(), |class| fitted.class_count(class));
            let gda = fitted.gda()?;
            let ridge = ridge(gda, a == b);
            let entry = gda.sigma(class.unwrap_or(0))?.entry(a, b);
            Some((entry - ridge) * n.checked_sub(right)? as f64 / n.saturating_sub(less) as f64 + ridge)
        });
        Slip::new(change, says)
    };
    wrong.into_iter().map(slip).collect()
}

fn average(asked: &Asked<'_>) -> Vec<Slip> {
    if !is_shared(asked.fitted) {
        return Vec::new();
    }
    let sizes: Vec<u64> = all(asked.fitted).map(|class| asked.fitted.class_count(class)).collect();
    let says = sentence!(
        "This is what you get if the Σ of the {} classes are averaged; weight each class by its rows, {}.",
        sizes.len(),
        super::cell::list(&sizes)
    );
    let change = entries(|fitted, _, pair| {
        let sum = all(fitted).map(|class| own(fitted, class, pair)).sum::<Option<f64>>()?;
        Some(sum / fitted.classes.len() as f64)
    });
    vec![Slip::new(change, says)]
}

fn total(fitted: &Fitted) -> Option<Scatter> {
    all(fitted).map(|class| fitted.scatter(class).cloned()).reduce(|a, b| Some(a?.merged(&b?))).flatten()
}

fn grand_mean(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(total) = total(asked.fitted) else { return Vec::new() };
    let means: Vec<Sentence> = total.mean.iter().take(4).map(|mean| said(*mean)).collect();
    let means = Sentence::join(means, ", ");
    let says = match asked.place {
        Place::Sigma | Place::Variance => sentence!(
            "This is what you get if the mean of all rows, ({}), is subtracted; subtract from each row the mean of its own class.",
            means
        ),
        _ => sentence!(
            "This is what you get if Σ is taken around the mean of all rows, ({}), as some books do; every line that uses Σ then differs. Subtract from each row the mean of its own class.",
            means
        ),
    };
    let slip = |less: u64| {
        let total = total.clone();
        let change = entries(move |fitted, class, (a, b)| {
            let gda = fitted.gda()?;
            let (sum, n) = match class {
                None => (total.product(a, b), total.n),
                Some(class) => {
                    let own = fitted.scatter(class)?;
                    let apart = |at: usize| Some(own.mean.get(at)? - total.mean.get(at)?);
                    (own.product(a, b) + own.n as f64 * apart(a)? * apart(b)?, own.n)
                }
            };
            Some(sum / n.checked_sub(less)? as f64 + ridge(gda, a == b))
        });
        Slip::new(change, says.clone())
    };
    let groups = if is_shared(asked.fitted) { asked.fitted.classes.len() as u64 } else { 1 };
    // Programs divide the squares around one mean by n − 1 unless they are told otherwise.
    let mut divisors = vec![if is_unbiased(asked.fitted) { groups } else { 0 }, 1];
    divisors.dedup();
    divisors.into_iter().map(slip).collect()
}

fn diagonal(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(gda) = asked.fitted.gda().filter(|gda| !gda.is_diagonal()) else { return Vec::new() };
    let Some(sigma) = asked.class().and_then(|class| gda.sigma(class)).filter(|sigma| sigma.d() > 1) else {
        return Vec::new();
    };
    // Where Σ is asked its entries are the answer.
    let entry = match asked.place {
        Place::Sigma => Sentence::default(),
        _ => sentence!(", such as {}", said(sigma.entry(0, 1))),
    };
    let says = sentence!(
        "This is what you get if Σ has 0 off its diagonal, as naive Bayes has; keep the covariances{}.",
        entry
    );
    vec![Slip::new(entries(|_, _, (a, b)| (a != b).then_some(0.0)), says)]
}
