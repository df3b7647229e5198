//! One feature: the prior times the density of each class, their sum, the posterior below, and the crossings where two
//! classes are equally likely.

use super::pair::CELLS;
use super::scene::{class_name, number, shares_text, summit};
use super::surface::{is_drawable, ln_conditional, ln_prior};
use super::{
    Address, Axis, FeaturePair, Layer, Mark, MarkShape, Others, PairRows, Role, Scene, around, leader, shares,
};
use crate::encode::Cuts;
use crate::math::{Name, Number, Precision, Quantity, sentence};
use crate::model::{
    Case, CaseValue, ClassNormal, Crossing, Factor, FactorForm, Fitted, PAIRS, all_crossings, class_normals,
};
use crate::problem::Problem;
use crate::text::counted;

const SAMPLES: usize = 361;
/// Values of a category that are drawn.
const VALUES: usize = 40;
const BARS: usize = 24;

pub fn scene(
    fitted: &Fitted,
    feature: usize,
    case: Option<&Case>,
    range: Option<(f64, f64)>,
) -> Result<Scene, Problem> {
    let name = fitted.feature_names().nth(feature).map_or("", Name::as_str);
    let mut scene = match fitted.factors().get(feature) {
        _ if is_drawable(fitted, feature) => numbers(fitted, feature, case, range),
        Some(factor) if !factor.is_words() => values(fitted, factor, feature, case),
        _ => {
            return Err(Problem {
                kind: "no_picture",
                what: format!(
                    "“{name}” is a text feature: it has a parameter for each word, so there is no picture of it"
                ),
                fix: "run posterior plot pushed to draw the words of a document".into(),
                usage: true,
                ..Problem::default()
            });
        }
    };
    name.clone_into(&mut scene.title);
    Ok(scene)
}

fn numbers(fitted: &Fitted, feature: usize, case: Option<&Case>, range: Option<(f64, f64)>) -> Scene {
    let column = fitted.features.get(feature).map_or(0, |feature| feature.column);
    let rows = (0..fitted.data.table.rows()).filter(|row| fitted.class_of_row(*row).is_some());
    let known: Vec<f64> = rows.filter_map(|row| fitted.data.number(row, column)).collect();
    let at = case.and_then(|case| match case.cells.get(feature)?.value {
        CaseValue::Number(number) => Some(number),
        _ => case.cells.get(feature)?.text.trim().parse().ok(),
    });
    let spread = class_normals(fitted, feature).into_iter().flatten().flatten().flat_map(|normal| {
        let wide = 3.0 * normal.variance.sqrt();
        [normal.mean - wide, normal.mean + wide]
    });
    let numbers = known.iter().copied().chain(at).chain(spread);
    let range = range.unwrap_or_else(|| around(numbers, 0.04).unwrap_or((0.0, 1.0)));
    let title = fitted.feature_names().nth(feature).map_or("", Name::as_str);
    let along = Along::of(fitted, feature);
    let (class_normals, factor) = (&along.class_normals, along.factor.as_ref());
    let samples: Vec<f64> = if factor.is_some_and(Factor::is_count) && range.1 - range.0 < 400.0 {
        ((range.0.ceil().max(0.0) as i64)..=(range.1.floor() as i64)).map(|at| at as f64).collect()
    } else {
        (0..SAMPLES).map(|at| range.0 + (range.1 - range.0) * at as f64 / (SAMPLES - 1) as f64).collect()
    };
    let scores: Vec<Vec<f64>> = samples.iter().map(|x| along.scores(*x)).collect();
    let curve = |value: &dyn Fn(&[f64]) -> f64| -> Vec<[f64; 2]> {
        samples.iter().zip(&scores).map(|(x, scores)| [*x, value(scores)]).collect()
    };
    let mut scene = Scene::default();
    let evidence = curve(&|scores: &[f64]| scores.iter().map(|score| score.exp()).sum());
    let top = evidence.iter().map(|point| point[1]).filter(|top| top.is_finite()).fold(0.0, f64::max);
    let mut layers = vec![
        Layer::new(Role::Plain, histogram(&known, range, factor.and_then(Factor::cuts))),
        Layer::new(Role::Evidence, [Mark::path(evidence).titled("P(x), the sum")]),
    ];
    for (class, given) in fitted.classes.iter().enumerate() {
        let points = curve(&|scores: &[f64]| scores.get(class).map_or(0.0, |score| score.exp()));
        let mean = |feature: &Name| Quantity::Mean { feature: feature.clone(), class: Some(given.clone()) };
        let of = fitted.feature_names().nth(feature).map(mean);
        let title = sentence!("P({}) · p({} | {})", given.as_str(), title, given.as_str());
        // The sign is at the highest point, so that curves differ by more than their colour.
        let highest = summit(&points, 0.0);
        let mark = Mark::path(points).at(Address::Numbers(of.into_iter().collect())).titled(title.clone());
        let top = highest.map(|at| Mark::point(at).titled(title));
        layers.push(Layer::new(Role::Class(class), std::iter::once(mark).chain(top)));
        let rows = counted(fitted.class_count(class), "row", "rows");
        scene.key(Role::Class(class), given.as_str());
        let value = match class_normals
            .as_ref()
            .and_then(|class_normals| class_normals.get(class))
            .and_then(Option::as_ref)
        {
            Some(normal) => sentence!(
                "{}; prior {}, mean {}, variance {}",
                rows,
                number(normal.ln_prior.exp()),
                number(normal.mean),
                number(normal.variance)
            ),
            None => sentence!("{}; prior {}", rows, number(ln_prior(fitted, class).exp())),
        };
        scene.fact(sentence!("class {}", given.as_str()), value);
    }
    scene.key(Role::Evidence, "P(x), their sum");
    let found = class_normals.as_ref().map(|class_normals| all_crossings(class_normals)).unwrap_or_default();
    if !found.is_empty() {
        add_crossings((fitted, feature), &found, range, &along, &mut scene, &mut layers);
    } else if class_normals.as_ref().is_some_and(|class_normals| (2..=PAIRS).contains(&class_normals.len())) {
        scene.note("No two classes have the same score anywhere: one class leads everywhere.");
    }
    if let Some(at) = at {
        let mark = Mark::point([at, 0.0]).titled(sentence!("this case: {}", number(at)));
        layers.push(Layer::new(Role::Case, [mark]));
        scene.key(Role::Case, "this case");
        let shares = shares_text(fitted, &shares(&along.scores(at)));
        scene.fact(sentence!("P(c | {} = {})", title, number(at)), shares);
    }
    let head = match factor.map(|factor| &factor.form) {
        Some(FactorForm::Counts(..)) => "P(c)·P(x | c)",
        Some(FactorForm::Bins(_)) => "score per unit",
        _ => "P(c)·p(x | c)",
    };
    let top = if top > 0.0 { 1.05 * top } else { 1.0 };
    scene.frame(Axis::of(title, range), Axis::of(head, (0.0, top)), layers);
    let mut below: Vec<Layer> = Vec::new();
    let posteriors: Vec<Vec<f64>> = scores.iter().map(|scores| shares(scores)).collect();
    let mut base = vec![0.0; samples.len()];
    let wide = (range.1 - range.0) / samples.len().max(1) as f64 / 2.0;
    for class in 0..fitted.classes.len() {
        let mut marks = Vec::new();
        for ((x, posterior), base) in samples.iter().zip(&posteriors).zip(&mut base) {
            let from = *base;
            *base += posterior.get(class).copied().unwrap_or(0.0);
            if *base > from {
                marks.push(Mark::new(MarkShape::Bar([x - wide, from], [x + wide, *base])));
            }
        }
        below.push(Layer::new(Role::Class(class), marks));
    }
    scene.frame(Axis::of("", range), Axis::of("P(c | x)", (0.0, 1.0)), below);
    if fitted.features.len() > 1 {
        scene.note("This feature alone: the posterior of the model uses the others, too.");
    }
    scene
}

fn add_crossings(
    (fitted, feature): (&Fitted, usize),
    found: &[Crossing],
    range: (f64, f64),
    along: &Along,
    scene: &mut Scene,
    layers: &mut Vec<Layer>,
) {
    let quantity = |crossing: &Crossing| {
        let class = |at: usize| fitted.classes.get(at).cloned();
        let before = |other: &&Crossing| other.classes == crossing.classes && other.x < crossing.x;
        Some(Quantity::Crossing {
            feature: fitted.features.get(feature)?.name.clone(),
            class: class(crossing.classes.0)?,
            against: class(crossing.classes.1)?,
            place: u32::try_from(1 + found.iter().filter(before).count()).ok()?,
            of_case: false,
        })
    };
    let drawn = layers.len();
    for crossing in found {
        let (x, (one, other)) = (crossing.x, crossing.classes);
        let [a, b] = [one, other].map(|class| class_name(fitted, class));
        let address = Address::Numbers(quantity(crossing).into_iter().collect());
        let place = match (crossing.leads, (range.0..=range.1).contains(&x)) {
            (false, _) => ", where another class leads",
            (true, false) => ", outside this plot",
            (true, true) => {
                let title = sentence!("{} and {} are equally likely at {}", a, b, number(x));
                let mark = Mark::point([x, along.score(one, x).exp()]).titled(title).at(address.clone());
                layers.push(Layer::new(Role::Boundary(one, other), [mark]));
                ""
            }
        };
        let x = Number::Float(x).rounded(Precision::Figures(8));
        let what = sentence!("{} and {} are equally likely", a, b);
        scene.fact_at(address, what, sentence!("at {}{}", x, place));
    }
    if layers.len() > drawn {
        scene.key(Role::Boundary(0, 1), "equal scores");
    }
    let leading: Vec<&Crossing> = found.iter().filter(|crossing| crossing.leads).collect();
    if let [one, other] = leading.as_slice()
        && one.classes == other.classes
        && let Some(class) = leader(&along.scores(f64::midpoint(one.x, other.x)))
    {
        let name = class_name(fitted, class);
        scene.note(sentence!("Different variances give two crossings. {} leads only between them.", name));
    }
}

/// Returns a bar for each interval that has rows. The intervals follow the cuts of a model with bins, otherwise they are
/// equally wide.
fn histogram(known: &[f64], range: (f64, f64), cuts: Option<&Cuts>) -> Vec<Mark> {
    let wide = (range.1 - range.0) / BARS as f64;
    let edges: Vec<f64> = match cuts {
        Some(cuts) if !cuts.values.is_empty() => {
            let inside = cuts.values.iter().copied().filter(|cut| *cut > range.0 && *cut < range.1);
            std::iter::once(range.0).chain(inside).chain([range.1]).collect()
        }
        _ => (0..=BARS).map(|at| range.0 + wide * at as f64).collect(),
    };
    let mut counts = vec![0_usize; edges.len().saturating_sub(1)];
    let last = counts.len().saturating_sub(1);
    for number in known.iter().filter(|number| (range.0..=range.1).contains(*number)) {
        // A number on an edge belongs to the bar above.
        let at = edges.partition_point(|edge| edge <= number).saturating_sub(1).min(last);
        counts.get_mut(at).into_iter().for_each(|count| *count += 1);
    }
    let bar = |((from, to), many): ((&f64, &f64), usize)| {
        let height = many as f64 / (known.len().max(1) as f64 * (to - from));
        let rows = counted(many as u64, "row", "rows");
        let title = sentence!("{} from {} to {}", rows, number(*from), number(*to));
        Mark::new(MarkShape::Bar([*from, 0.0], [*to, height])).titled(title)
    };
    edges.iter().zip(edges.iter().skip(1)).zip(counts).filter(|(_, many)| *many > 0).map(bar).collect()
}

/// Draws a category: a bar of P(value | c) for each value and class.
fn values(fitted: &Fitted, factor: &Factor, feature: usize, case: Option<&Case>) -> Scene {
    let mut scene = Scene::default();
    let own = case.and_then(|case| match case.cells.get(feature)?.value {
        CaseValue::Value(at) => Some(at),
        _ => None,
    });
    let mut names = Vec::new();
    let (mut bars, mut labels, mut of_case) =
        (vec![Vec::new(); fitted.classes.len()], Vec::new(), Vec::new());
    for (value, label) in factor.values().iter().enumerate().take(VALUES) {
        for (class, (given, bars)) in fitted.classes.iter().zip(&mut bars).enumerate() {
            let estimate = factor.estimate(value, class);
            let Some(share) = factor.conditional(value, class) else { continue };
            let (at, end) = (names.len() as f64, share.to_f64());
            let written =
                sentence!("{}/{}", estimate.numerator.to_string(), estimate.denominator.to_string());
            let quantity = Quantity::conditional(&factor.name, label, given);
            let (name, label, of) = (factor.name.as_str(), label.as_str(), given.as_str());
            let title = sentence!("P({} = {} | {}) = {}", name, label, of, written.clone());
            let bar = Mark::new(MarkShape::Bar([0.0, at - 0.4], [end, at + 0.4]));
            bars.push(bar.at(Address::Numbers(vec![quantity])).titled(title));
            labels.push(Mark::new(MarkShape::Label([1.0, at], sentence!("{}", written.clone()))));
            if own == Some(value) {
                of_case.push(Mark::point([end, at]).titled("this case"));
            }
            let share = sentence!("{} = {}", written, share.rounded(Precision::Share));
            scene.fact(sentence!("P({} | {})", label, of), share);
            names.push(format!("{label} | {given}"));
        }
    }
    let mut layers = Vec::new();
    for (class, (name, bars)) in fitted.classes.iter().zip(bars).enumerate() {
        layers.push(Layer::new(Role::Class(class), bars));
        scene.key(Role::Class(class), name.as_str());
    }
    let more = factor.values().len().saturating_sub(VALUES);
    if more > 0 {
        let are = if more == 1 { "value is" } else { "values are" };
        scene.note(sentence!("{} more {} not drawn.", more.to_string(), are));
    }
    layers.push(Layer::new(Role::Plain, labels));
    if !of_case.is_empty() {
        layers.push(Layer::new(Role::Case, of_case));
        scene.key(Role::Case, "this case");
    }
    let y = Axis::of_names(factor.name.to_string(), names);
    scene.frame(Axis::of("P(value | c)", (0.0, 1.0)), y, layers);
    scene
}

/// Returns the two features that distinguish the classes best, each alone: by the variance of the class means over that within
/// the classes. In the order of the model; `None` if fewer than two have normal distributions.
pub fn most_informative(fitted: &Fitted) -> Option<[usize; 2]> {
    let ratio = |at: &usize| {
        let all: Vec<ClassNormal> = class_normals(fitted, *at)?.into_iter().flatten().collect();
        let mean = |of: &dyn Fn(&ClassNormal) -> f64| {
            all.iter().map(|normal| normal.ln_prior.exp() * of(normal)).sum::<f64>()
        };
        let middle = mean(&|normal| normal.mean);
        Some(mean(&|normal| (normal.mean - middle).powi(2)) / mean(&|normal| normal.variance))
            .filter(|ratio| ratio.is_finite())
    };
    let mut ranked: Vec<(f64, usize)> =
        (0..fitted.features.len()).filter_map(|at| Some((ratio(&at)?, at))).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let [(_, a), (_, b), ..] = ranked.as_slice() else { return None };
    Some([*a.min(b), *a.max(b)])
}

/// The scores of each class along one feature of numbers.
#[derive(Clone, Debug)]
pub struct Along {
    pub(super) class_normals: Option<Vec<Option<ClassNormal>>>,
    pub(super) factor: Option<Factor>,
    ln_priors: Vec<f64>,
    /// The least and the largest number of the rows: where the outer bins end.
    reach: (f64, f64),
}

impl Along {
    pub fn of(fitted: &Fitted, feature: usize) -> Along {
        let classes = fitted.classes.len();
        let column = fitted.features.get(feature).map_or(0, |feature| feature.column);
        let factor = fitted.factors().get(feature).filter(|_| is_drawable(fitted, feature)).cloned();
        let mut reach = (f64::INFINITY, f64::NEG_INFINITY);
        if factor.as_ref().and_then(Factor::cuts).is_some() {
            for row in (0..fitted.data.table.rows()).filter(|row| fitted.class_of_row(*row).is_some()) {
                let Some(number) = fitted.data.number(row, column) else { continue };
                reach = (reach.0.min(number), reach.1.max(number));
            }
        }
        let ln_priors = (0..classes).map(|class| ln_prior(fitted, class)).collect();
        Along { class_normals: class_normals(fitted, feature), factor, ln_priors, reach }
    }

    /// Returns ln of P(c) times the density, or the probability, at a number; a bin's is spread over its width.
    pub fn score(&self, class: usize, x: f64) -> f64 {
        if let Some(class_normals) = &self.class_normals {
            return class_normals
                .get(class)
                .and_then(Option::as_ref)
                .map_or(f64::NEG_INFINITY, |normal| normal.score(x));
        }
        let (Some(factor), Some(prior)) = (&self.factor, self.ln_priors.get(class)) else {
            return f64::NEG_INFINITY;
        };
        prior + ln_conditional(factor, class, x) - self.width(x).ln()
    }

    pub(super) fn scores(&self, x: f64) -> Vec<f64> {
        (0..self.ln_priors.len()).map(|class| self.score(class, x)).collect()
    }

    fn width(&self, x: f64) -> f64 {
        let Some(cuts) = self.factor.as_ref().and_then(Factor::cuts) else { return 1.0 };
        let (bin, values) = (cuts.bin(x), &cuts.values);
        let low = bin.checked_sub(1).and_then(|at| values.get(at)).copied();
        let high = values.get(bin).copied();
        let (least, most) = self.reach;
        let wide =
            high.unwrap_or(most.max(low.unwrap_or(most))) - low.unwrap_or(least.min(high.unwrap_or(least)));
        if wide > 0.0 && wide.is_finite() { wide } else { 1.0 }
    }

    /// Returns P(c) times the density of each class at a number, and the posterior of this feature alone.
    pub fn reading(&self, x: f64) -> Vec<(f64, f64)> {
        let scores = self.scores(x);
        scores.iter().map(|score| score.exp()).zip(shares(&scores)).collect()
    }
}

/// Returns the picture for a parameter: for a mean, a variance or the probability of a bin each class along the feature; for a
/// covariance both features. `None` if there are no numbers to draw.
pub fn beside(fitted: &Fitted, of: &Quantity) -> Option<Scene> {
    let at = |name: &Name| fitted.feature(name.as_str());
    let mut scene = match of {
        Quantity::Cov { a, b, .. }
        | Quantity::Correlation { a, b, .. }
        | Quantity::Inverse { a, b, .. }
        | Quantity::Cholesky { a, b, .. }
        | Quantity::Scatter { a, b, .. }
            if a != b =>
        {
            // A small picture, made anew at each key: a fine grid would be felt.
            let pair =
                FeaturePair { others: Others::Marginal, grid: CELLS, ..FeaturePair::new([at(a)?, at(b)?]) };
            pair.scene(fitted, None, &PairRows::of(fitted, pair.features), None).ok()?
        }
        _ => {
            let feature = at(of.feature()?)?;
            is_drawable(fitted, feature).then(|| self::scene(fitted, feature, None, None).ok())??
        }
    };
    scene.frames.truncate(1);
    Some(scene)
}
