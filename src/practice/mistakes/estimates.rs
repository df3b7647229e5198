//! Mistakes in estimating means, variances, covariances and Σ: the divisor, the mean that is subtracted, and the rows.

use std::f64::consts::TAU;

use super::asked::{Asked, Place};
use super::asked::{list, said, several};
use super::entry::How::Ways;
use super::entry::{Change, Entry, Slip, both, entry, floats, taken};
use crate::math::{Event, Number, Quantity, Sentence, sentence};
use crate::model::{Factor, Fitted, Gda, Scatter, Sigma};
use crate::recipe::Variance;
use crate::worked::{Context, Kinds, WIDE};

pub(super) const ENTRIES: &[Entry] = &[
    entry("G12", "which rows Σ is estimated from", is_of_sigma, Ways(whose)),
    entry("G13", "what you divide by in Σ", is_of_sigma, Ways(divisor)),
    entry("G14", "how you weight the classes in Σ", is_of_sigma, Ways(average)),
    entry("G15", "which means you subtract", is_of_sigma, Ways(grand_mean)),
    entry("G16", "the entries off the diagonal", is_of_sigma, Ways(diagonal)),
    entry("G26", "what you divide the sum by", is_of_means, Ways(sum_for_mean)),
    entry(
        "G27",
        "how many rows there are in the class",
        |asked| is_of_means(asked) || is_spread(asked),
        Ways(by_all),
    ),
    entry("G28", "which rows you use", |asked| is_of_means(asked) || is_variance(asked), Ways(over_all)),
    entry("G29", "what you divide the sum by", is_spread, Ways(sum_for_spread)),
    entry("G30", "which mean you subtract", is_variance, Ways(around_grand_mean)),
    entry("G31", "which mean you subtract", is_spread, Ways(around_nothing)),
    entry("G32", "which rows you use", is_variance, Ways(pooled)),
    entry("G33", "variance or standard deviation", is_spread, Ways(root_of_other)),
    entry("G34", "covariance or correlation", |asked| asked.place == Place::Sigma, Ways(correlation)),
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
    // Wider inverses are not computed entry by entry.
    asked.fitted.gda().is_some() && rests && asked.fitted.features.len() <= WIDE
}

fn is_shared(fitted: &Fitted) -> bool {
    fitted.gda().is_some_and(Gda::is_shared)
}

fn is_unbiased(fitted: &Fitted) -> bool {
    fitted.data.resolved.variance == Variance::Unbiased
}

/// An entry of a class's own Σ, divided as the model divides.
fn own_entry(fitted: &Fitted, class: usize, (a, b): (usize, usize)) -> Option<f64> {
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

/// An entry of one Σ for all classes, divided as the model divides.
fn pooled_entry(fitted: &Fitted, (a, b): (usize, usize)) -> Option<f64> {
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
            "You get this number with one Σ over all {} rows. Here each class has its own Σ. Estimate that of {} from its {}.",
            fitted.rows(),
            asked.class_name(),
            several(asked.class().map_or(0, |class| fitted.class_count(class)), "rows")
        );
        return vec![Slip::new(entries(|fitted, sum| pooled_entry(fitted, sum.pair)), says)];
    }
    let n = fitted.rows();
    if matches!(asked.place, Place::Sigma | Place::Variance) {
        let slip = |class: usize| {
            let says = sentence!(
                "You get this number from the {} of {} alone. Here the classes share one Σ, so use all {} rows.",
                several(fitted.class_count(class), "rows"),
                fitted.classes.get(class)?,
                n
            );
            Some(Slip::new(entries(move |fitted, sum| own_entry(fitted, class, sum.pair)), says))
        };
        return all(fitted).filter_map(slip).collect();
    }
    if asked.place == Place::Linear {
        return Vec::new();
    }
    let says = sentence!(
        "You get this number if each class has its own Σ. Here the classes share one Σ, so use all {} rows.",
        n
    );
    vec![Slip::new(of_each_class(), says)]
}

/// Distance and density with the Σ of the class itself.
fn of_each_class() -> Change {
    let matrix = |fitted: &Fitted, class: usize| {
        let d = fitted.features.len();
        let entry = |a: usize, b: usize| {
            if a != b && fitted.gda()?.is_diagonal() { Some(0.0) } else { own_entry(fitted, class, (a, b)) }
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
    let distances = Change::new(Kinds::QUADRATIC, move |quantity, right, context| {
        let Quantity::SquaredDistance(class) = quantity else { return None };
        let class = context.fitted.class(class.as_str())?;
        let found = quadratic(context.fitted, class, &context.case?.numbers());
        Some(taken(right, found.map(|(q, _, _)| Number::Float(q))))
    });
    let densities = Change::new(Kinds::DENSITY, move |quantity, right, context| {
        let Quantity::Density { event: Event::Case, given: Some(class) } = quantity else { return None };
        let class = context.fitted.class(class.as_str())?;
        let found = quadratic(context.fitted, class, &context.case?.numbers());
        let ln = |(q, log_det, d): (f64, f64, f64)| -0.5 * (d * TAU.ln() + log_det + q);
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
            "You get this number if you divide by {} in Σ. Here, divide by {}.",
            name(less),
            name(right)
        );
        let change = entries(move |fitted, Sum { class, pair: (a, b), .. }| {
            let n = class.map_or(fitted.rows(), |class| fitted.class_count(class));
            let gda = fitted.gda()?;
            let ridge = ridge(gda, a == b);
            let entry = gda.sigma(class.unwrap_or(0))?.entry(*a, *b);
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
        "You get this number if you average the Σ of the {} classes. Weight each class by its number of rows: {}.",
        sizes.len(),
        list(&sizes)
    );
    let change = entries(|fitted, Sum { pair, .. }| {
        let sum = all(fitted).map(|class| own_entry(fitted, class, *pair)).sum::<Option<f64>>()?;
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
            "You get this number if the mean of all rows, ({}), is subtracted. From each row subtract the mean of its own class.",
            means
        ),
        _ => sentence!(
            "You get this number if Σ is taken around the mean of all rows, ({}), as in some books. Every line that uses Σ then differs. From each row subtract the mean of its own class.",
            means
        ),
    };
    let slip = |less: u64| {
        let total = total.clone();
        let change = entries(move |fitted, of| {
            let (gda, (a, b)) = (fitted.gda()?, of.pair);
            let (sum, n) = match of.class {
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
    // By default programs divide the squares around one mean by n − 1.
    let mut divisors = vec![if is_unbiased(asked.fitted) { groups } else { 0 }, 1];
    divisors.dedup();
    divisors.into_iter().map(slip).collect()
}

fn diagonal(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(gda) = asked.fitted.gda().filter(|gda| !gda.is_diagonal()) else { return Vec::new() };
    let Some(sigma) = asked.class().and_then(|class| gda.sigma(class)).filter(|sigma| sigma.d() > 1) else {
        return Vec::new();
    };
    // If the question asks for Σ, its entries are the answer.
    let entry = match asked.place {
        Place::Sigma => Sentence::default(),
        _ => sentence!(", such as {}", said(sigma.entry(0, 1))),
    };
    let says = sentence!(
        "You get this number if Σ has 0 off its diagonal, as in naive Bayes. Keep the covariances{}.",
        entry
    );
    vec![Slip::new(entries(|_, sum| (sum.pair.0 != sum.pair.1).then_some(0.0)), says)]
}

fn is_of_means(asked: &Asked<'_>) -> bool {
    asked.place == Place::Mean && !asked.any(Factor::is_count)
}

fn is_variance(asked: &Asked<'_>) -> bool {
    asked.place == Place::Variance && asked.fitted.is_naive() && asked.any(Factor::is_gaussian)
}

fn is_spread(asked: &Asked<'_>) -> bool {
    is_variance(asked) || matches!(asked.quantity, Quantity::Cov { .. })
}

#[derive(Clone, Copy)]
struct Sums {
    /// The rows, with their weights.
    n: f64,
    mean: f64,
    squares: f64,
}

impl Sums {
    fn of(fitted: &Fitted, at: usize, class: usize) -> Option<Sums> {
        if let Some(scatter) = fitted.gda().and_then(|_| fitted.scatter(class)).filter(|found| found.n > 0) {
            let mean = *scatter.mean.get(at)?;
            return Some(Sums { n: scatter.n as f64, mean, squares: scatter.product(at, at) });
        }
        let factor = fitted.factors().get(at)?;
        let normal = factor.normal(class)?;
        Some(Sums { n: normal.n as f64, mean: normal.mean, squares: fitted.squares(factor, class) })
    }

    fn each(fitted: &Fitted, at: usize) -> Vec<Sums> {
        (0..fitted.classes.len()).filter_map(|class| Sums::of(fitted, at, class)).collect()
    }

    fn all(fitted: &Fitted, at: usize) -> Sums {
        let each = Sums::each(fitted, at);
        let n: f64 = each.iter().map(|sums| sums.n).sum();
        let mean = each.iter().map(|sums| sums.n / n * sums.mean).sum();
        let squares = each.iter().map(|sums| sums.around(mean)).sum();
        Sums { n, mean, squares }
    }

    fn around(self, other: f64) -> f64 {
        self.squares + self.n * (self.mean - other).powi(2)
    }
}

fn less(fitted: &Fitted) -> f64 {
    if fitted.data.resolved.variance == Variance::Unbiased { 1.0 } else { 0.0 }
}

fn means(of: impl Fn(&Fitted, usize, Sums) -> f64 + Send + Sync + 'static) -> Change {
    floats(Kinds::MEAN, move |quantity, Context { fitted, .. }| {
        let Quantity::Mean { feature, class: Some(class) } = quantity else { return None };
        let (at, class) = (fitted.feature(feature.as_str())?, fitted.class(class.as_str())?);
        Some(of(fitted, at, Sums::of(fitted, at, class)?))
    })
}

fn variances(of: impl Fn(&Fitted, usize, Sums) -> f64 + Send + Sync + 'static) -> Change {
    floats(Kinds::VARIANCE, move |quantity, Context { fitted, .. }| {
        let Quantity::Var { feature, class: Some(class) } = quantity else { return None };
        fitted.factors().first()?;
        let (at, class) = (fitted.feature(feature.as_str())?, fitted.class(class.as_str())?);
        Some(of(fitted, at, Sums::of(fitted, at, class)?) + fitted.epsilon)
    })
}

/// Other entries of Σ, computed from the sum of the products of a class, or of all classes around their own means, and the
/// number of rows.
fn entries(of: impl Fn(&Fitted, &Sum) -> Option<f64> + Send + Sync + 'static) -> Change {
    floats(Kinds::VARIANCE, move |quantity, context| of(context.fitted, &Sum::of(quantity, context.fitted)?))
}

struct Sum {
    pair: (usize, usize),
    class: Option<usize>,
    products: f64,
    rows: f64,
    raw: f64,
}

impl Sum {
    fn of(quantity: &Quantity, fitted: &Fitted) -> Option<Sum> {
        let Quantity::Cov { a, b, class } = quantity else { return None };
        let pair = (fitted.feature(a.as_str())?, fitted.feature(b.as_str())?);
        if pair.0 != pair.1 && fitted.gda()?.is_diagonal() {
            return None;
        }
        let class = match class {
            Some(class) => Some(fitted.class(class.as_str())?),
            None => None,
        };
        let classes = class.map_or(0..fitted.classes.len(), |class| class..class + 1);
        let all: Vec<&Scatter> = classes.filter_map(|class| fitted.scatter(class)).collect();
        let mean = |scatter: &Scatter, at: usize| scatter.mean.get(at).copied().unwrap_or(0.0);
        let product = |scatter: &&Scatter| scatter.product(pair.0, pair.1);
        let raw =
            |of: &&Scatter| of.product(pair.0, pair.1) + of.n as f64 * mean(of, pair.0) * mean(of, pair.1);
        Some(Sum {
            pair,
            class,
            products: all.iter().map(product).sum(),
            rows: all.iter().map(|scatter| scatter.n as f64).sum(),
            raw: all.iter().map(raw).sum(),
        })
    }
}

fn own(asked: &Asked<'_>) -> Option<(usize, Sums)> {
    let at = asked.fitted.feature(asked.quantity.feature()?.as_str())?;
    Some((at, Sums::of(asked.fitted, at, asked.class()?)?))
}

fn slips(change: Change, says: Option<Sentence>) -> Vec<Slip> {
    says.map(|says| Slip::new(change, says)).into_iter().collect()
}

fn sum_for_mean(asked: &Asked<'_>) -> Vec<Slip> {
    let says = own(asked).map(|(_, sums)| {
        sentence!(
            "You get this number if you do not divide the sum. Divide it by the {} of {}.",
            several(sums.n, "rows"),
            asked.class_name()
        )
    });
    slips(means(|_, _, sums| sums.n * sums.mean), says)
}

fn by_all(asked: &Asked<'_>) -> Vec<Slip> {
    let all = asked.fitted.rows();
    let class = asked.class_name();
    let says = |n: f64| {
        sentence!(
            "You get this number if you divide the sum by all {} rows. Divide it by the {} of {}.",
            all,
            several(n, "rows"),
            &class
        )
    };
    if asked.place == Place::Mean {
        let change = means(|fitted, at, sums| sums.n * sums.mean / Sums::all(fitted, at).n);
        return slips(change, own(asked).map(|(_, sums)| says(sums.n)));
    }
    if let Some((_, sums)) = own(asked) {
        let change = variances(|fitted, at, sums| sums.squares / (Sums::all(fitted, at).n - less(fitted)));
        return slips(change, Some(says(sums.n)));
    }
    let own = Sum::of(&asked.quantity, asked.fitted).filter(|sum| sum.class.is_some());
    let change =
        entries(|fitted, sum| sum.class.map(|_| sum.products / (fitted.rows() as f64 - less(fitted))));
    slips(change, own.map(|sum| says(sum.rows)))
}

fn over_all(asked: &Asked<'_>) -> Vec<Slip> {
    let Some((at, _)) = own(asked) else { return Vec::new() };
    let all = Sums::all(asked.fitted, at);
    let mean = asked.place == Place::Mean;
    let what = if mean { "mean" } else { "variance" };
    let says = sentence!(
        "You get this number from all {} rows. Take the {} of the rows of {} only.",
        all.n,
        what,
        asked.class_name()
    );
    let change = if mean {
        means(|fitted, at, _| Sums::all(fitted, at).mean)
    } else {
        variances(|fitted, at, _| {
            let all = Sums::all(fitted, at);
            all.squares / (all.n - less(fitted))
        })
    };
    slips(change, Some(says))
}

fn sum_for_spread(asked: &Asked<'_>) -> Vec<Slip> {
    let fitted = asked.fitted;
    if is_variance(asked) {
        let says = own(asked).map(|(_, sums)| {
            sentence!(
                "You get this number if you add the squares and do not divide. Divide their sum by {}.",
                sums.n - less(fitted)
            )
        });
        return slips(variances(|_, _, sums| sums.squares), says);
    }
    let by = Sum::of(&asked.quantity, fitted).map(|sum| {
        let groups = if sum.class.is_some() { 1 } else { fitted.classes.len() };
        sum.rows - less(fitted) * groups as f64
    });
    let says = by.map(|by| {
        sentence!(
            "You get this number if you add the products and do not divide. Divide their sum by {}.",
            by
        )
    });
    slips(entries(|_, sum| Some(sum.products)), says)
}

fn around_grand_mean(asked: &Asked<'_>) -> Vec<Slip> {
    let Some((at, sums)) = own(asked) else { return Vec::new() };
    let says = sentence!(
        "You get this number if you subtract the mean of all rows, {}. Subtract {}, the mean of {}.",
        said(Sums::all(asked.fitted, at).mean),
        said(sums.mean),
        asked.class_name()
    );
    let change =
        variances(|fitted, at, sums| sums.around(Sums::all(fitted, at).mean) / (sums.n - less(fitted)));
    slips(change, Some(says))
}

fn around_nothing(asked: &Asked<'_>) -> Vec<Slip> {
    let squared = match &asked.quantity {
        Quantity::Cov { a, b, .. } if a != b => "products of the numbers themselves",
        _ => "squares of the numbers themselves",
    };
    let says = sentence!(
        "You get this number from the mean of the {}. Subtract the mean before you multiply, or the product of the means after it.",
        squared
    );
    let change = if is_variance(asked) {
        variances(|_, _, sums| sums.around(0.0) / sums.n)
    } else {
        entries(|_, sum| Some(sum.raw / sum.rows))
    };
    slips(change, Some(says))
}

fn pooled(asked: &Asked<'_>) -> Vec<Slip> {
    let says = sentence!(
        "You get this number if all classes share one variance. Here {} has its own, from its own rows.",
        asked.class_name()
    );
    let change = variances(|fitted, at, _| {
        let each = Sums::each(fitted, at);
        let squares: f64 = each.iter().map(|sums| sums.squares).sum();
        let rows: f64 = each.iter().map(|sums| sums.n).sum();
        squares / (rows - less(fitted) * each.len() as f64)
    });
    slips(change, Some(says))
}

fn root_of_other(asked: &Asked<'_>) -> Vec<Slip> {
    let unbiased = asked.fitted.data.resolved.variance == Variance::Unbiased;
    let (other, by) = if unbiased { ("n", "n − 1") } else { ("n − 1", "n") };
    let says = sentence!(
        "That is a standard deviation, with {} under the root. The variance has no root. Here it divides by {}.",
        other,
        by
    );
    if is_variance(asked) {
        let change = variances(|fitted, _, sums| (sums.squares / (sums.n - 1.0 + less(fitted))).sqrt());
        return slips(change, Some(says));
    }
    let on_diagonal = matches!(&asked.quantity, Quantity::Cov { a, b, .. } if a == b);
    let root = |other: bool| {
        entries(move |fitted, sum| {
            let groups = if sum.class.is_some() { 1 } else { fitted.classes.len() } as f64;
            let less = if (less(fitted) > 0.0) == other { 0.0 } else { groups };
            (sum.pair.0 == sum.pair.1).then(|| (sum.products / (sum.rows - less)).sqrt())
        })
    };
    let own = "That is the standard deviation, the root of the variance. Square it.";
    let all = [Slip::new(root(false), own), Slip::new(root(true), says)];
    if on_diagonal { all.into() } else { Vec::new() }
}

fn correlation(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(sum) = Sum::of(&asked.quantity, asked.fitted).filter(|sum| sum.pair.0 != sum.pair.1) else {
        return Vec::new();
    };
    let sigma = asked.fitted.gda().and_then(|gda| gda.sigma(sum.class.unwrap_or(0)));
    let Some(sigma) = sigma else { return Vec::new() };
    let deviation = |at: usize| said(sigma.entry(at, at).sqrt());
    let says = sentence!(
        "That is the correlation. Multiply it by the standard deviations {} and {} for the covariance.",
        deviation(sum.pair.0),
        deviation(sum.pair.1)
    );
    let change = entries(|fitted, sum| {
        let (a, b) = sum.pair;
        let sigma = fitted.gda()?.sigma(sum.class.unwrap_or(0))?;
        (a != b).then(|| sigma.entry(a, b) / (sigma.entry(a, a) * sigma.entry(b, b)).sqrt())
    });
    slips(change, Some(says))
}
