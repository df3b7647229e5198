//! One feature: the prior times the density of each class, their sum, the posterior below, and the crossings where two
//! classes are equally likely.

use super::feature;
use super::pair::{Pair, number};
use super::rows::Rows;
use super::scene::{Address, Axis, Fact, Frame, Key, Layer, Mark, Role, Scene, Shape, around, summit};
use super::surface::{Others, Part, leader, shares};
use crate::math::{Name, Number, Precision, Quantity, Sentence, sentence};
use crate::model::{Bell, Case, CaseValue, Crossing, Factor, Fitted, PAIRS, all_crossings, bells};
use crate::problem::Problem;

/// Places at which a curve is computed.
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
    let mut scene = match (fitted.gda(), fitted.factors().get(feature)) {
        (Some(_), _) => numbers(fitted, feature, case, range),
        (None, Some(factor)) if factor.is_number() || factor.cuts().is_some() => {
            numbers(fitted, feature, case, range)
        }
        (None, Some(factor)) if !factor.is_words() => values(fitted, factor, feature, case),
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

fn rows_text(rows: u64) -> String {
    crate::text::counted(rows, "row", "rows")
}

fn class_name(fitted: &Fitted, class: usize) -> &str {
    fitted.classes.get(class).map_or("", Name::as_str)
}

fn numbers(fitted: &Fitted, feature: usize, case: Option<&Case>, range: Option<(f64, f64)>) -> Scene {
    let classes = fitted.classes.len();
    let column = fitted.features.get(feature).map_or(0, |feature| feature.column);
    let rows = (0..fitted.data.table.rows()).filter(|row| fitted.class_of_row(*row).is_some());
    let known: Vec<f64> = rows.filter_map(|row| fitted.data.number(row, column)).collect();
    let at = case.and_then(|case| match case.cells.get(feature)?.value {
        CaseValue::Number(number) => Some(number),
        _ => case.cells.get(feature)?.text.trim().parse().ok(),
    });
    let spread = bells(fitted, feature).into_iter().flatten().flatten().flat_map(|bell| {
        let wide = 3.0 * bell.variance.sqrt();
        [bell.mean - wide, bell.mean + wide]
    });
    let numbers = known.iter().copied().chain(at).chain(spread);
    let range = range.unwrap_or_else(|| around(numbers, 0.04).unwrap_or((0.0, 1.0)));
    let title = fitted.feature_names().nth(feature).map_or("", Name::as_str);
    let along = Along::of(fitted, feature);
    let (bells, part) = (&along.bells, &along.part);
    let prior = |class: usize| fitted.prior(class).map_or(f64::NEG_INFINITY, |prior| prior.ln());
    let score = |class: usize, x: f64| along.score(class, x);
    let counts = matches!(part, Some(Part::Rates(_)));
    let samples: Vec<f64> = if counts && range.1 - range.0 < 400.0 {
        ((range.0.ceil().max(0.0) as i64)..=(range.1.floor() as i64)).map(|at| at as f64).collect()
    } else {
        (0..SAMPLES).map(|at| range.0 + (range.1 - range.0) * at as f64 / (SAMPLES - 1) as f64).collect()
    };
    let scores: Vec<Vec<f64>> =
        samples.iter().map(|x| (0..classes).map(|class| score(class, *x)).collect()).collect();
    let curve = |value: &dyn Fn(&[f64]) -> f64| -> Vec<[f64; 2]> {
        samples.iter().zip(&scores).map(|(x, scores)| [*x, value(scores)]).collect()
    };
    let mut scene = Scene::default();
    let (mut layers, mut top) = (Vec::new(), 0.0_f64);
    let cuts = match part {
        Some(Part::Bins(cuts, _)) => cuts.values(),
        _ => &[],
    };
    let bars = histogram(&known, range, cuts);
    let bar_marks: Vec<Mark> = bars
        .iter()
        .map(|(from, to, height, many)| {
            Mark::new(Shape::Bar([*from, 0.0], [*to, *height])).titled(sentence!(
                "{} from {} to {}",
                rows_text(*many as u64),
                number(*from),
                number(*to)
            ))
        })
        .collect();
    layers.push(Layer { role: Role::Plain, marks: bar_marks });
    let evidence = curve(&|scores: &[f64]| scores.iter().map(|score| score.exp()).sum());
    top = evidence.iter().map(|point| point[1]).filter(|top| top.is_finite()).fold(top, f64::max);
    layers.push(Layer {
        role: Role::Evidence,
        marks: vec![Mark::new(Shape::Path(evidence)).titled("P(x), the sum")],
    });
    for class in 0..classes {
        let points = curve(&|scores: &[f64]| scores.get(class).map_or(0.0, |score| score.exp()));
        let given = fitted.classes.get(class).cloned();
        let feature_name = fitted.feature_names().nth(feature).cloned();
        let of =
            feature_name.zip(given).map(|(feature, class)| Quantity::Mean { feature, class: Some(class) });
        let title =
            sentence!("P({}) · p({} | {})", class_name(fitted, class), title, class_name(fitted, class));
        // The sign is at the highest point, so that curves differ by more than their colour.
        let highest = summit(&points, 0.0);
        let mark = Mark::new(Shape::Path(points))
            .at(Address::Numbers(of.into_iter().collect()))
            .titled(title.clone());
        let top = highest.map(|at| Mark::new(Shape::Point(at)).titled(title));
        layers.push(Layer { role: Role::Class(class), marks: std::iter::once(mark).chain(top).collect() });
        let rows = fitted.class_count(class);
        scene.legend.push(Key { role: Role::Class(class), text: class_name(fitted, class).into() });
        let value = match bells.as_ref().and_then(|bells| bells.get(class)).and_then(Option::as_ref) {
            Some(bell) => sentence!(
                "{}; prior {}, mean {}, variance {}",
                rows_text(rows),
                number(bell.ln_prior.exp()),
                number(bell.mean),
                number(bell.variance)
            ),
            None => sentence!("{}; prior {}", rows_text(rows), number(prior(class).exp())),
        };
        scene.facts.push(Fact {
            what: sentence!("class {}", class_name(fitted, class)),
            address: Address::None,
            value,
        });
    }
    scene.legend.push(Key { role: Role::Evidence, text: "P(x), their sum".into() });
    let found = bells.as_ref().map(|bells| all_crossings(bells)).unwrap_or_default();
    if !found.is_empty() {
        crossing_words((fitted, feature), &found, range, &score, &mut scene, &mut layers);
    } else if bells.as_ref().is_some_and(|bells| (2..=PAIRS).contains(&bells.len())) {
        scene.notes.push("No two classes have the same score anywhere: one class leads everywhere.".into());
    }
    if let Some(at) = at {
        layers.push(Layer {
            role: Role::Case,
            marks: vec![Mark::new(Shape::Point([at, 0.0])).titled(sentence!("this case: {}", number(at)))],
        });
        scene.legend.push(Key { role: Role::Case, text: "this case".into() });
        let shares = shares(&(0..classes).map(|class| score(class, at)).collect::<Vec<_>>());
        let parts = shares.iter().enumerate().map(|(class, share)| {
            sentence!("{} {}", class_name(fitted, class), Number::Float(*share).rounded(Precision::Share))
        });
        scene.facts.push(Fact {
            what: sentence!("P(c | {} = {})", title, number(at)),
            address: Address::None,
            value: Sentence::join(parts, ", "),
        });
    }
    let head = match part {
        Some(Part::Rates(_)) => "P(c)·P(x | c)",
        Some(Part::Bins(..)) => "score per unit",
        _ => "P(c)·p(x | c)",
    };
    let top = if top > 0.0 { 1.05 * top } else { 1.0 };
    scene.frames.push(Frame {
        title: String::new(),
        x: Axis::of(title, range),
        y: Axis::of(head, (0.0, top)),
        equal: false,
        layers,
    });
    // Below: the posteriors, stacked.
    let mut below: Vec<Layer> = Vec::new();
    let mut base = vec![0.0; samples.len()];
    for class in 0..classes {
        let next: Vec<f64> = base
            .iter()
            .zip(&scores)
            .map(|(base, scores)| base + shares(scores).get(class).copied().unwrap_or(0.0))
            .collect();
        let wide = (range.1 - range.0) / samples.len().max(1) as f64 / 2.0;
        let bar =
            |(x, (from, to)): (&f64, (&f64, &f64))| Mark::new(Shape::Bar([x - wide, *from], [x + wide, *to]));
        let marks = samples
            .iter()
            .zip(base.iter().zip(&next))
            .filter(|(_, (from, to))| *to > *from)
            .map(bar)
            .collect();
        below.push(Layer { role: Role::Class(class), marks });
        base = next;
    }
    scene.frames.push(Frame {
        title: String::new(),
        x: Axis::of("", range),
        y: Axis::of("P(c | x)", (0.0, 1.0)),
        equal: false,
        layers: below,
    });
    if fitted.features.len() > 1 {
        scene.notes.push("This feature alone: the posterior of the model uses the others, too.".into());
    }
    scene
}

fn crossing_words(
    (fitted, feature): (&Fitted, usize),
    found: &[Crossing],
    range: (f64, f64),
    score: &dyn Fn(usize, f64) -> f64,
    scene: &mut Scene,
    layers: &mut Vec<Layer>,
) {
    let inside = |crossing: &&Crossing| crossing.leads && (range.0..=range.1).contains(&crossing.x);
    let address = |crossing: &Crossing| {
        let feature = &fitted.features.get(feature)?.name;
        let class = |at: usize| fitted.classes.get(at).cloned();
        let place = 1 + found
            .iter()
            .filter(|other| other.classes == crossing.classes && other.x < crossing.x)
            .count();
        Some(Quantity::Crossing {
            feature: feature.clone(),
            class: class(crossing.classes.0)?,
            against: class(crossing.classes.1)?,
            place: u32::try_from(place).ok()?,
            of_case: false,
        })
    };
    let names =
        |crossing: &Crossing| [crossing.classes.0, crossing.classes.1].map(|class| class_name(fitted, class));
    let mark = |crossing: &Crossing| {
        let height = score(crossing.classes.0, crossing.x).exp();
        let [a, b] = names(crossing);
        Mark::new(Shape::Point([crossing.x, height]))
            .titled(sentence!("{} and {} are equally likely at {}", a, b, number(crossing.x)))
            .at(Address::Numbers(address(crossing).into_iter().collect()))
    };
    for crossing in found.iter().filter(inside) {
        layers.push(Layer {
            role: Role::Boundary(crossing.classes.0, crossing.classes.1),
            marks: vec![mark(crossing)],
        });
    }
    if found.iter().any(|crossing| inside(&crossing)) {
        scene.legend.push(Key { role: Role::Boundary(0, 1), text: "equal scores".into() });
    }
    for crossing in found {
        let [a, b] = names(crossing);
        let place = match (crossing.leads, (range.0..=range.1).contains(&crossing.x)) {
            (false, _) => ", where another class leads",
            (true, false) => ", outside this plot",
            (true, true) => "",
        };
        scene.facts.push(Fact {
            what: sentence!("{} and {} are equally likely", a, b),
            address: Address::Numbers(address(crossing).into_iter().collect()),
            value: sentence!("at {}{}", Number::Float(crossing.x).rounded(Precision::Figures(8)), place),
        });
    }
    let leading: Vec<&Crossing> = found.iter().filter(|crossing| crossing.leads).collect();
    if let [one, other] = leading.as_slice()
        && one.classes == other.classes
    {
        let middle = f64::midpoint(one.x, other.x);
        let scores: Vec<f64> = (0..fitted.classes.len()).map(|class| score(class, middle)).collect();
        if let Some(class) = leader(&scores) {
            let name = class_name(fitted, class);
            scene
                .notes
                .push(sentence!("Different variances give two crossings. {} leads only between them.", name));
        }
    }
}

/// Bars of the rows: from, to, share per unit, rows. They follow the cuts of a model with bins, otherwise they are equally wide.
fn histogram(known: &[f64], range: (f64, f64), cuts: &[f64]) -> Vec<(f64, f64, f64, usize)> {
    let wide = (range.1 - range.0) / BARS as f64;
    let inside = cuts.iter().copied().filter(|cut| *cut > range.0 && *cut < range.1);
    let edges: Vec<f64> = match cuts {
        [] => (0..=BARS).map(|at| range.0 + wide * at as f64).collect(),
        _ => std::iter::once(range.0).chain(inside).chain([range.1]).collect(),
    };
    let mut counts = vec![0_usize; edges.len().saturating_sub(1)];
    for number in known.iter().filter(|number| (range.0..=range.1).contains(*number)) {
        // A number on an edge belongs to the bar above.
        let at = edges
            .partition_point(|edge| edge <= number)
            .saturating_sub(1)
            .min(counts.len().saturating_sub(1));
        counts.get_mut(at).into_iter().for_each(|count| *count += 1);
    }
    let bar = |(ends, many): (&[f64], usize)| {
        let [from, to] = ends else { return None };
        Some((*from, *to, many as f64 / (known.len().max(1) as f64 * (to - from)), many))
    };
    edges.windows(2).zip(counts).filter(|(_, many)| *many > 0).filter_map(bar).collect()
}

/// A category: a bar of P(value | c) for each value and class.
fn values(fitted: &Fitted, factor: &Factor, feature: usize, case: Option<&Case>) -> Scene {
    let mut scene = Scene::default();
    let classes = fitted.classes.len();
    let own = case.and_then(|case| match case.cells.get(feature)?.value {
        CaseValue::Value(at) => Some(at),
        _ => None,
    });
    let (mut names, mut bars, mut labels) = (Vec::new(), vec![Vec::new(); classes], Vec::new());
    let mut case_marks = Vec::new();
    for (value, label) in factor.values().iter().enumerate().take(VALUES) {
        for (class, bars) in bars.iter_mut().enumerate() {
            let estimate = factor.estimate(value, class);
            let Some(share) = factor.conditional(value, class) else { continue };
            let (at, given) = (names.len() as f64, class_name(fitted, class));
            let quantity =
                fitted.classes.get(class).map(|class| Quantity::conditional(&factor.name, label, class));
            let written =
                sentence!("{}/{}", estimate.numerator.to_string(), estimate.denominator.to_string());
            let title = sentence!(
                "P({} = {} | {}) = {}",
                factor.name.as_str(),
                label.as_str(),
                given,
                written.clone()
            );
            bars.push(
                Mark::new(Shape::Bar([0.0, at - 0.4], [share.to_f64(), at + 0.4]))
                    .at(Address::Numbers(quantity.into_iter().collect()))
                    .titled(title.clone()),
            );
            labels.push(Mark::new(Shape::Label([1.0, at], sentence!("{}", written.clone()))));
            if own == Some(value) {
                case_marks.push(Mark::new(Shape::Point([share.to_f64(), at])).titled("this case"));
            }
            scene.facts.push(Fact {
                what: sentence!("P({} | {})", label.as_str(), given),
                address: Address::None,
                value: sentence!("{} = {}", written, share.rounded(Precision::Share)),
            });
            names.push(format!("{label} | {given}"));
        }
    }
    for class in 0..classes {
        scene.legend.push(Key { role: Role::Class(class), text: class_name(fitted, class).into() });
    }
    let more = factor.values().len().saturating_sub(VALUES);
    if more > 0 {
        let are = if more == 1 { "value is" } else { "values are" };
        scene.notes.push(sentence!("{} more {} not drawn.", more.to_string(), are));
    }
    let mut layers: Vec<Layer> = bars
        .into_iter()
        .enumerate()
        .map(|(class, marks)| Layer { role: Role::Class(class), marks })
        .collect();
    layers.push(Layer { role: Role::Plain, marks: labels });
    if !case_marks.is_empty() {
        layers.push(Layer { role: Role::Case, marks: case_marks });
        scene.legend.push(Key { role: Role::Case, text: "this case".into() });
    }
    scene.frames.push(Frame {
        title: String::new(),
        x: Axis::of("P(value | c)", (0.0, 1.0)),
        y: Axis::of_names(factor.name.to_string(), names),
        equal: false,
        layers,
    });
    scene
}

/// The two features that distinguish the classes best, each alone: by the variance of the class means over that within
/// the classes. In the order of the model; `None` where fewer than two have normal distributions.
pub fn most_telling(fitted: &Fitted) -> Option<[usize; 2]> {
    let ratio = |at: &usize| {
        let all: Vec<Bell> = bells(fitted, *at)?.into_iter().flatten().collect();
        let mean =
            |of: &dyn Fn(&Bell) -> f64| all.iter().map(|bell| bell.ln_prior.exp() * of(bell)).sum::<f64>();
        let middle = mean(&|bell| bell.mean);
        Some(mean(&|bell| (bell.mean - middle).powi(2)) / mean(&|bell| bell.variance))
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
    pub(super) bells: Option<Vec<Option<Bell>>>,
    pub(super) part: Option<Part>,
    priors: Vec<f64>,
    /// The least and the largest number of the rows: where the outer bins end.
    reach: (f64, f64),
}

impl Along {
    pub fn of(fitted: &Fitted, feature: usize) -> Along {
        let classes = fitted.classes.len();
        let column = fitted.features.get(feature).map_or(0, |feature| feature.column);
        let part = fitted.factors().get(feature).and_then(|factor| Part::of(factor, classes));
        let mut reach = (f64::INFINITY, f64::NEG_INFINITY);
        if matches!(part, Some(Part::Bins(..))) {
            for row in (0..fitted.data.table.rows()).filter(|row| fitted.class_of_row(*row).is_some()) {
                let Some(number) = fitted.data.number(row, column) else { continue };
                reach = (reach.0.min(number), reach.1.max(number));
            }
        }
        let prior = |class| fitted.prior(class).map_or(f64::NEG_INFINITY, |prior| prior.ln());
        Along { bells: bells(fitted, feature), part, priors: (0..classes).map(prior).collect(), reach }
    }

    /// ln of P(c) times the density, or the probability, at a number; a bin's is spread over its width.
    pub fn score(&self, class: usize, x: f64) -> f64 {
        if let Some(bells) = &self.bells {
            return bells.get(class).and_then(Option::as_ref).map_or(f64::NEG_INFINITY, |bell| bell.score(x));
        }
        let (Some(part), Some(prior)) = (&self.part, self.priors.get(class)) else {
            return f64::NEG_INFINITY;
        };
        prior + part.ln(class, x) - self.width(x).ln()
    }

    /// The width of the bin of a number; 1 where there are no bins.
    fn width(&self, x: f64) -> f64 {
        let Some(Part::Bins(cuts, _)) = &self.part else { return 1.0 };
        let (bin, values) = (cuts.bin(x), cuts.values());
        let low = bin.checked_sub(1).and_then(|at| values.get(at)).copied();
        let high = values.get(bin).copied();
        let (least, most) = self.reach;
        let wide =
            high.unwrap_or(most.max(low.unwrap_or(most))) - low.unwrap_or(least.min(high.unwrap_or(least)));
        if wide > 0.0 && wide.is_finite() { wide } else { 1.0 }
    }

    /// P(c) times the density of each class at a number, and the posterior of this feature alone.
    pub fn reading(&self, x: f64) -> Vec<(f64, f64)> {
        let scores: Vec<f64> = (0..self.priors.len()).map(|class| self.score(class, x)).collect();
        scores.iter().map(|score| score.exp()).zip(shares(&scores)).collect()
    }
}

/// The picture for a parameter: for a mean, a variance or the probability of a bin each class along the feature; for a
/// covariance both features. `None` where there are no numbers to draw.
pub fn beside(fitted: &Fitted, of: &Quantity) -> Option<Scene> {
    let at = |name: &crate::math::Name| fitted.feature(name.as_str());
    let mut scene = match of {
        Quantity::Cov { a, b, .. }
        | Quantity::Correlation { a, b, .. }
        | Quantity::Inverse { a, b, .. }
        | Quantity::Cholesky { a, b, .. }
        | Quantity::Scatter { a, b, .. }
            if a != b =>
        {
            let pair = Pair { others: Others::Marginal, ..Pair::new([at(a)?, at(b)?]) };
            pair.scene(fitted, None, &Rows::of(fitted, pair.features), None).ok()?
        }
        _ => {
            let feature = at(of.feature()?)?;
            let is_number = fitted.gda().is_some()
                || fitted.factors().get(feature).is_some_and(|one| one.is_number() || one.cuts().is_some());
            if !is_number {
                return None;
            }
            feature::scene(fitted, feature, None, None).ok()?
        }
    };
    scene.frames.truncate(1);
    Some(scene)
}
