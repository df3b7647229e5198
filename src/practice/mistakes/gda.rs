//! Normal densities of one number and of several, the sums that means, variances and Σ are estimated from, and mistakes with them.

use std::f64::consts::TAU;
use std::ops::Range;

use super::asked::{Asked, Place, said, several};
use super::overlay::{Change, Slip, both, floats, taken};
use super::scopes::less;
use crate::math::{Event, Name, Number, Quantity, Sentence, sentence};
use crate::model::{Factor, Fitted, Gda, Scatter, Sigma};
use crate::worked::{Context, Kinds, TermKind, WIDE};

#[derive(Clone, Copy)]
pub(super) struct NormalDensity {
    pub x: f64,
    /// x − μ
    pub distance: f64,
    /// σ²
    pub variance: f64,
    pub n: u64,
}

impl NormalDensity {
    /// The normal density of a quantity; `None` for other quantities.
    pub fn of(quantity: &Quantity, fitted: &Fitted) -> Option<NormalDensity> {
        let Quantity::Density { event: Event::Value { feature, value }, given: Some(class) } = quantity
        else {
            return None;
        };
        let normal = fitted.factor(feature.as_str())?.normal(fitted.class(class.as_str())?)?;
        let x: f64 = value.as_str().parse().ok()?;
        let distance = x - normal.mean - normal.rest;
        Some(NormalDensity { x, distance, variance: normal.variance, n: normal.n })
    }

    /// σ
    pub fn deviation(&self) -> f64 {
        self.variance.sqrt()
    }

    pub fn exponent(&self) -> f64 {
        -0.5 * self.distance / self.variance * self.distance
    }

    fn ln(&self) -> f64 {
        -0.5 * (TAU.ln() + self.variance.ln()) + self.exponent()
    }
}

/// The normal density of the question, else the first one that it rests on.
pub(super) fn example(asked: &Asked<'_>) -> Option<(Quantity, NormalDensity)> {
    let own = NormalDensity::of(&asked.quantity, asked.fitted).map(|normal| (asked.quantity.clone(), normal));
    own.or_else(|| {
        let term = asked.terms.iter().find(|term| term.kind == TermKind::Density)?;
        let quantity = term.quantity(&asked.class_name());
        let normal = NormalDensity::of(&quantity, asked.fitted)?;
        Some((quantity, normal))
    })
}

/// The density of all numbers of a case together.
pub(super) struct JointNormal {
    pub d: f64,
    /// ln |Σ|
    pub log_det: f64,
    /// (x − μ)ᵀ Σ⁻¹ (x − μ)
    quadratic: f64,
}

impl JointNormal {
    pub fn of(context: &Context<'_>, class: usize) -> Option<JointNormal> {
        let (gda, x) = (context.fitted.gda()?, context.case?.numbers());
        let sigma = gda.sigma(class)?;
        let quadratic = gda.quadratic(class, &x);
        Some(JointNormal { d: sigma.d() as f64, log_det: sigma.log_det, quadratic })
    }

    /// ln of 1/√((2π)ᵈ |Σ|)
    pub fn constant(&self) -> f64 {
        -0.5 * (self.d * TAU.ln() + self.log_det)
    }

    /// −½ q
    pub fn exponent(&self) -> f64 {
        -0.5 * self.quadratic
    }
}

pub(super) fn joint_normal(asked: &Asked<'_>) -> Option<JointNormal> {
    JointNormal::of(&asked.context, asked.class()?)
}

pub(super) fn exponent(asked: &Asked<'_>) -> Option<f64> {
    match example(asked) {
        Some((_, normal)) => Some(normal.exponent()),
        None => Some(joint_normal(asked)?.exponent()),
    }
}

pub(super) fn not_above_one(asked: &Asked<'_>) -> Vec<Slip> {
    let spread = example(asked)
        .map(|(_, normal)| sentence!(" (here the standard deviation is {})", said(normal.deviation())));
    let spread = spread.unwrap_or_default();
    let next = sentence!(
        "A density may exceed 1 where the spread is small{}: only areas are probabilities. Keep it as it is",
        spread
    );
    let slip = |how: fn(f64) -> f64, is: &str| {
        let says = sentence!("You get this number if you {}. {}.", is, next);
        let change = Change::new(Kinds::DENSITY, move |quantity, right, context| {
            let ln = match (NormalDensity::of(quantity, context.fitted), quantity) {
                (Some(normal), _) => normal.ln(),
                (None, Quantity::Density { event: Event::Case, given: Some(class) }) => {
                    let joint = JointNormal::of(context, context.fitted.class(class.as_str())?)?;
                    joint.constant() + joint.exponent()
                }
                _ => return None,
            };
            Some(taken(right, Some(Number::from_ln(if ln > 0.0 { how(ln) } else { ln }))))
        });
        Slip::new(change, says)
    };
    vec![slip(|_| 0.0, "cut a density above 1 to 1"), slip(|ln| -ln, "take 1 divided by a density above 1")]
}

pub(super) fn is_of_normals(asked: &Asked<'_>) -> bool {
    (asked.is_about_case() || asked.place == Place::Density) && asked.any(Factor::is_gaussian)
}

pub(super) fn is_of_joint_normals(asked: &Asked<'_>) -> bool {
    asked.fitted.gda().is_some() && (asked.is_about_case() || asked.place == Place::Density)
}

pub(super) fn is_of_sigma(asked: &Asked<'_>) -> bool {
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

pub(super) fn is_shared(fitted: &Fitted) -> bool {
    fitted.gda().is_some_and(Gda::is_shared)
}

/// The rows of a class, and the mean and sum of squares of one feature in them.
#[derive(Clone, Copy)]
pub(super) struct Sums {
    /// The rows, with their weights.
    pub n: f64,
    pub mean: f64,
    pub squares: f64,
}

impl Sums {
    pub fn of(fitted: &Fitted, at: usize, class: usize) -> Option<Sums> {
        if let Some(scatter) = fitted.gda().and_then(|_| fitted.scatter(class)).filter(|found| found.n > 0) {
            let mean = *scatter.mean.get(at)?;
            return Some(Sums { n: scatter.n as f64, mean, squares: scatter.product(at, at) });
        }
        let factor = fitted.factors().get(at)?;
        let normal = factor.normal(class)?;
        Some(Sums { n: normal.n as f64, mean: normal.mean, squares: fitted.squares(factor, class) })
    }

    pub fn each(fitted: &Fitted, at: usize) -> Vec<Sums> {
        all(fitted).filter_map(|class| Sums::of(fitted, at, class)).collect()
    }

    pub fn all(fitted: &Fitted, at: usize) -> Sums {
        let each = Sums::each(fitted, at);
        let n: f64 = each.iter().map(|sums| sums.n).sum();
        let mean: f64 = each.iter().map(|sums| sums.n / n * sums.mean).sum();
        let around = |sums: &Sums| sums.squares + sums.n * (sums.mean - mean).powi(2);
        Sums { n, mean, squares: each.iter().map(around).sum() }
    }
}

/// The position of the feature of the question, and the sums of its class.
pub(super) fn own_sums(asked: &Asked<'_>) -> Option<(usize, Sums)> {
    let at = asked.fitted.feature(asked.quantity.feature()?.as_str())?;
    Some((at, Sums::of(asked.fitted, at, asked.class()?)?))
}

/// The sums that an entry of Σ is estimated from: of a class, or of all classes around their own means.
pub(super) struct EntrySums {
    pub pair: (usize, usize),
    pub class: Option<usize>,
    pub products: f64,
    pub rows: f64,
    pub raw: f64,
}

impl EntrySums {
    pub fn of(quantity: &Quantity, fitted: &Fitted) -> Option<EntrySums> {
        let Quantity::Cov { a, b, class } = quantity else { return None };
        let pair = (fitted.feature(a.as_str())?, fitted.feature(b.as_str())?);
        if pair.0 != pair.1 && fitted.gda()?.is_diagonal() {
            return None;
        }
        let class = match class {
            Some(class) => Some(fitted.class(class.as_str())?),
            None => None,
        };
        let classes = class.map_or(all(fitted), |class| class..class + 1);
        let all: Vec<&Scatter> = classes.filter_map(|class| fitted.scatter(class)).collect();
        let mean = |scatter: &Scatter, at: usize| scatter.mean.get(at).copied().unwrap_or(0.0);
        let product = |scatter: &&Scatter| scatter.product(pair.0, pair.1);
        let raw =
            |of: &&Scatter| of.product(pair.0, pair.1) + of.n as f64 * mean(of, pair.0) * mean(of, pair.1);
        Some(EntrySums {
            pair,
            class,
            products: all.iter().map(product).sum(),
            rows: all.iter().map(|scatter| scatter.n as f64).sum(),
            raw: all.iter().map(raw).sum(),
        })
    }
}

fn all(fitted: &Fitted) -> Range<usize> {
    0..fitted.classes.len()
}

fn ridge(gda: &Gda, (a, b): (usize, usize)) -> f64 {
    if a == b { gda.ridge } else { 0.0 }
}

/// An entry of a class's own Σ, divided as the model divides.
pub(super) fn own_entry(fitted: &Fitted, class: usize, pair: (usize, usize)) -> Option<f64> {
    let scatter = fitted.scatter(class)?;
    let by = scatter.n.checked_sub(less(fitted) as u64)?;
    Some(scatter.product(pair.0, pair.1) / by as f64 + ridge(fitted.gda()?, pair))
}

/// An entry of one Σ for all classes, divided as the model divides.
fn pooled_entry(fitted: &Fitted, pair: (usize, usize)) -> Option<f64> {
    let product = |class: usize| Some(fitted.scatter(class)?.product(pair.0, pair.1));
    let sum: f64 = all(fitted).map(product).sum::<Option<f64>>()?;
    let by = fitted.rows().checked_sub(less(fitted) as u64 * fitted.classes.len() as u64)?;
    Some(sum / by as f64 + ridge(fitted.gda()?, pair))
}

/// Other entries of Σ.
fn entries(of: impl Fn(&Fitted, &EntrySums) -> Option<f64> + Send + Sync + 'static) -> Change {
    floats(Kinds::VARIANCE, move |quantity, context| {
        of(context.fitted, &EntrySums::of(quantity, context.fitted)?)
    })
}

/// One Σ for all classes instead of one for each, or the reverse.
pub(super) fn other_rows(asked: &Asked<'_>) -> Vec<Slip> {
    let fitted = asked.fitted;
    let n = fitted.rows();
    if !is_shared(fitted) {
        let says = sentence!(
            "You get this number with one Σ over all {} rows. Here each class has its own Σ. Estimate that of {} from its {}.",
            n,
            asked.class_name(),
            several(asked.class().map_or(0, |class| fitted.class_count(class)), "rows")
        );
        return vec![Slip::new(entries(|fitted, sum| pooled_entry(fitted, sum.pair)), says)];
    }
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
    let quadratic = |context: &Context<'_>, name: &Name| {
        let fitted = context.fitted;
        let (gda, class) = (fitted.gda()?, fitted.class(name.as_str())?);
        let entry = |a: usize, b: usize| {
            if a != b && gda.is_diagonal() { Some(0.0) } else { own_entry(fitted, class, (a, b)) }
        };
        let d = fitted.features.len();
        let row = |a: usize| (0..d).map(|b| entry(a, b)).collect::<Option<Vec<f64>>>();
        let sigma = Sigma::new((0..d).map(row).collect::<Option<Vec<_>>>()?).ok()?;
        let (mut apart, _) = of_case(context, name)?;
        Some((sigma.quadratic(&mut apart), d as f64 * TAU.ln() + sigma.log_det))
    };
    let distances = Change::new(Kinds::QUADRATIC, move |quantity, right, context| {
        let Quantity::SquaredDistance(class) = quantity else { return None };
        Some(taken(right, quadratic(context, class).map(|(q, _)| Number::Float(q))))
    });
    let densities = Change::new(Kinds::DENSITY, move |quantity, right, context| {
        let Quantity::Density { event: Event::Case, given: Some(class) } = quantity else { return None };
        let found = quadratic(context, class);
        Some(taken(right, found.map(|(q, constant)| Number::from_ln(-0.5 * (constant + q)))))
    });
    both(distances, densities)
}

pub(super) fn divisor(asked: &Asked<'_>) -> Vec<Slip> {
    let fitted = asked.fitted;
    let shared = is_shared(fitted);
    let n = match asked.class().filter(|_| !shared) {
        Some(class) => fitted.class_count(class),
        None => fitted.rows(),
    };
    let groups = if shared { fitted.classes.len() as u64 } else { 1 };
    let right = less(fitted) as u64 * groups;
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
        let change = entries(move |fitted, EntrySums { class, pair, .. }| {
            let n = class.map_or(fitted.rows(), |class| fitted.class_count(class));
            let gda = fitted.gda()?;
            let ridge = ridge(gda, *pair);
            let entry = gda.sigma(class.unwrap_or(0))?.entry(pair.0, pair.1);
            Some((entry - ridge) * n.checked_sub(right)? as f64 / n.saturating_sub(less) as f64 + ridge)
        });
        Slip::new(change, says)
    };
    wrong.into_iter().map(slip).collect()
}

pub(super) fn around_grand_mean(asked: &Asked<'_>) -> Vec<Slip> {
    let fitted = asked.fitted;
    let total = all(fitted).map(|class| fitted.scatter(class).cloned());
    let Some(total) = total.reduce(|a, b| Some(a?.merged(&b?))).flatten() else { return Vec::new() };
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
            let (a, b) = of.pair;
            let (sum, n) = match of.class {
                None => (total.product(a, b), total.n),
                Some(class) => {
                    let own = fitted.scatter(class)?;
                    let apart = |at: usize| Some(own.mean.get(at)? - total.mean.get(at)?);
                    (own.product(a, b) + own.n as f64 * apart(a)? * apart(b)?, own.n)
                }
            };
            Some(sum / n.checked_sub(less)? as f64 + ridge(fitted.gda()?, of.pair))
        });
        Slip::new(change, says.clone())
    };
    let groups = if is_shared(fitted) { fitted.classes.len() as u64 } else { 1 };
    // By default programs divide the squares around one mean by n − 1.
    let mut divisors = vec![less(fitted) as u64 * groups, 1];
    divisors.dedup();
    divisors.into_iter().map(slip).collect()
}

/// The Σ of a class, or the shared one.
pub(super) fn sigma<'a>(fitted: &'a Fitted, class: Option<&Name>) -> Option<&'a Sigma> {
    let at = class.map_or(Some(0), |class| fitted.class(class.as_str()))?;
    fitted.gda()?.sigma(at)
}

/// x − μ of a class, and its Σ.
pub(super) fn of_case<'a>(context: &Context<'a>, class: &Name) -> Option<(Vec<f64>, &'a Sigma)> {
    let (gda, at) = (context.fitted.gda()?, context.fitted.class(class.as_str())?);
    Some((gda.distances(at, &context.case?.numbers())?, gda.sigma(at)?))
}

/// Σ(x − μ)
pub(super) fn with_sigma(apart: &[f64], sigma: &Sigma) -> Vec<f64> {
    let times = |row: &Vec<f64>| row.iter().zip(apart).map(|(entry, apart)| entry * apart).sum();
    sigma.rows().iter().map(times).collect()
}

/// The terms of (x − μ)ᵀ Σ⁻¹ (x − μ): the sum of the squares, and that of the products of two features.
pub(super) fn cross_terms(apart: &[f64], sigma: &Sigma) -> (f64, f64) {
    let inverse = sigma.inverse();
    let (mut alone, mut crossed) = (0.0, 0.0);
    for (at, (column, y)) in inverse.iter().zip(apart).enumerate() {
        for (other, (entry, x)) in column.iter().zip(apart).enumerate() {
            *(if at == other { &mut alone } else { &mut crossed }) += x * entry * y;
        }
    }
    (alone, crossed)
}

pub(super) fn sigma_of_another(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(own) = asked.class() else { return Vec::new() };
    let others = asked.fitted.classes.iter().enumerate().filter(|(other, _)| *other != own);
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

/// The part of θ₀ that comes from the priors: ln P(c), or the log-odds of two classes.
pub(super) fn prior_part(asked: &Asked<'_>) -> Option<f64> {
    let fitted = asked.fitted;
    let ln = |class: usize| fitted.prior(class).map(|prior| prior.ln());
    match &asked.quantity {
        Quantity::Theta { feature: None, class: Some(class) } => ln(fitted.class(class.as_str())?),
        Quantity::Theta { feature: None, class: None } => Some(ln(1)? - ln(0)?),
        _ => None,
    }
}
