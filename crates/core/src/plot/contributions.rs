//! Log-odds contributions of a case: prior and factors as ratios of two classes, and their logarithms as bars that add up
//! to the log-odds. In the picture each bar begins where the one above it ended.

use super::scene::class_name;
use super::{Address, Axis, Layer, Mark, MarkShape, Role, Scene};
use crate::math::{Name, Number, Precision, Quantity, Sentence, sentence};
use crate::model::{Case, CaseValue, Fitted};
use crate::problem::Problem;
use crate::worked::{Posterior, RowKind};

/// The contributions that lead from the prior odds to the odds given the case.
#[derive(Clone, Debug)]
pub struct Contributions {
    /// The class that bars above 0 favour.
    pub leader: usize,
    /// The class that it is compared with; `None` for all others together.
    pub rival: Option<usize>,
    pub bars: Vec<Bar>,
    /// ln of the odds given the case, which the bars add up to.
    pub ln_odds: f64,
    pub odds: Option<Number>,
    /// Whether each bar depends on those before it.
    pub in_order: bool,
    /// Why some features have no bar.
    notes: Vec<Sentence>,
}

#[derive(Clone, Debug)]
pub struct Bar {
    pub label: String,
    pub ratio: Number,
    pub ln: f64,
    pub of: Vec<Quantity>,
}

/// Words of a document that have bars of their own.
const WORDS: usize = 8;

struct ContributionTerm {
    label: String,
    values: Vec<Option<Number>>,
    of: Vec<Quantity>,
    /// Its feature; `None` for the prior and for a word.
    feature: Option<Name>,
    /// Whether it is a word, and if so, whether the document lacks it.
    word: Option<bool>,
}

/// Returns the contributions of a case: of the leading class against the next one, or against the `rest`.
pub fn contributions(fitted: &Fitted, case: &Case, rest: bool) -> Result<Contributions, Problem> {
    let worked = Posterior::new(fitted, case).map_err(Problem::from)?;
    let Some(contest) = worked.contest else {
        return Err(Problem {
            kind: "no_picture",
            what: "no two classes have a score, so there are no contributions to draw".into(),
            fix: "choose another case, or an α above 0 (--alpha N)".into(),
            usage: true,
            ..Problem::default()
        });
    };
    let (leader, next) = (contest.leader, contest.rival);
    let rival = (!rest || fitted.classes.len() <= 2).then_some(next);
    let terms = terms(fitted, case, &worked);
    let mut bars = match rival {
        None => against_rest(&terms, leader),
        Some(rival) => by_theta(fitted, case, leader, rival)
            .unwrap_or_else(|| terms.iter().map(|term| bar(term, leader, rival)).collect()),
    };
    let own = fitted.gda().is_some_and(|gda| !gda.is_shared() && !gda.is_diagonal());
    if !(own || rival.is_none() && fitted.gda().is_some()) {
        for (term, bar) in terms.iter().zip(&mut bars) {
            bar.of.extend(ratio(fitted, leader, rival, term));
        }
    }
    let in_order = rival.is_none() || own;
    if !in_order {
        together(&terms, &mut bars);
    }
    let score = worked.rows.iter().find(|row| row.kind == RowKind::Score);
    let scores: Vec<Number> =
        score.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.value.clone()).collect();
    let others = (0..).zip(&scores).filter(|(class, _)| *class != leader);
    let other = match rival {
        None => Some(others.fold(Number::zero(), |sum, (_, score)| sum.add(score))),
        Some(rival) => scores.get(rival).cloned(),
    };
    let odds = scores.get(leader).zip(other).and_then(|(own, other)| own.div(&other));
    let ln_odds = odds.as_ref().map_or_else(|| bars.iter().map(|bar| bar.ln).sum(), Number::ln);
    Ok(Contributions { leader, rival, bars, ln_odds, odds, in_order, notes: without_factor(fitted, case) })
}

fn ratio(fitted: &Fitted, leader: usize, rival: Option<usize>, term: &ContributionTerm) -> Option<Quantity> {
    let class = |class: usize| fitted.classes.get(class).cloned();
    let (class, against) = (class(leader)?, rival.and_then(class));
    match &term.feature {
        Some(feature) => Some(Quantity::Ratio { feature: feature.clone(), class, against }),
        None if term.word.is_some() => None,
        None => Some(Quantity::Odds { class, against, of_case: false }),
    }
}

/// Returns prior and factors by class. In a joint density, each number is conditional on those before it.
fn terms(fitted: &Fitted, case: &Case, worked: &Posterior) -> Vec<ContributionTerm> {
    let of_row = |row: &crate::worked::PosteriorRow| {
        let (label, feature, word) = match &row.kind {
            RowKind::Prior => ("prior".to_owned(), None, None),
            RowKind::Value { feature, value } | RowKind::Density { feature, value } => {
                (format!("{feature}={value}"), Some(feature.clone()), None)
            }
            RowKind::Word { word, times: 1, .. } => (word.to_string(), None, Some(false)),
            RowKind::Word { word, times, .. } => (format!("{word} × {times}"), None, Some(false)),
            RowKind::Absent { word, .. } => (format!("no {word}"), None, Some(true)),
            _ => return None,
        };
        let values = row.cells.iter().map(|cell| cell.value.clone()).collect();
        let of = row.cells.iter().map(|cell| cell.quantity.clone()).collect();
        Some(ContributionTerm { label, values, of, feature, word })
    };
    let mut all: Vec<ContributionTerm> = worked.rows.iter().filter_map(of_row).collect();
    let Some(gda) = fitted.gda() else { return all };
    let x = case.numbers();
    let chain = |class: usize| {
        let chain = gda.sigma(class).zip(gda.distances(class, &x));
        chain.map(|(sigma, gap)| sigma.chain(&gap)).unwrap_or_default()
    };
    let chains: Vec<Vec<f64>> = (0..fitted.classes.len()).map(chain).collect();
    for (at, (name, cell)) in fitted.feature_names().zip(&case.cells).enumerate() {
        let given = if at > 0 && !gda.is_diagonal() { " given those before" } else { "" };
        all.push(ContributionTerm {
            label: format!("{name}={}{given}", cell.text),
            values: chains.iter().map(|chain| chain.get(at).map(|ln| Number::from_ln(*ln))).collect(),
            of: fitted.classes.iter().cloned().map(Quantity::SquaredDistance).collect(),
            feature: Some(name.clone()),
            word: None,
        });
    }
    all
}

fn bar(term: &ContributionTerm, leader: usize, rival: usize) -> Bar {
    let value = |class: usize| term.values.get(class).cloned().flatten();
    let both = value(leader).zip(value(rival));
    let ln = both.as_ref().map_or(f64::NAN, |(one, other)| one.ln() - other.ln());
    let ratio = both.and_then(|(one, other)| one.div(&other)).unwrap_or(Number::Float(ln.exp()));
    Bar { label: term.label.clone(), ratio, ln, of: term.of.clone() }
}

/// Returns the bars for one Σ: θ_j (x_j − the middle of both means), in any order. `None` for other models.
fn by_theta(fitted: &Fitted, case: &Case, leader: usize, rival: usize) -> Option<Vec<Bar>> {
    let gda = fitted.gda().filter(|gda| gda.is_shared())?;
    let (x, names) = (case.numbers(), fitted.feature_names());
    let mean = |class: usize| (0..x.len()).map(|at| gda.mean(class, at)).collect::<Option<Vec<f64>>>();
    let (one, other) = (mean(leader)?, mean(rival)?);
    let gap: Vec<f64> = one.iter().zip(&other).map(|(one, other)| one - other).collect();
    let theta = gda.sigma(leader)?.solve(&gap);
    let prior = fitted.prior(leader)?.div(&fitted.prior(rival)?)?;
    let both = || [leader, rival].into_iter().filter_map(|class| fitted.classes.get(class));
    let of = both().map(Quantity::prior).collect();
    let mut bars = vec![Bar { label: "prior".into(), ln: prior.ln(), ratio: prior, of }];
    for (at, ((name, cell), theta)) in names.zip(&case.cells).zip(&theta).enumerate() {
        let middle = f64::midpoint(*one.get(at)?, *other.get(at)?);
        let ln = theta * (x.get(at)? - middle);
        let mean = |class: &Name| Quantity::Mean { feature: name.clone(), class: Some(class.clone()) };
        let (label, of) = (format!("{name}={}", cell.text), both().map(mean).collect());
        bars.push(Bar { label, ratio: Number::from_ln(ln), ln, of });
    }
    Some(bars)
}

/// Returns how far the logit of the class moves with the next feature: exact for any number of classes, in this order.
fn against_rest(terms: &[ContributionTerm], leader: usize) -> Vec<Bar> {
    let classes = terms.first().map_or(0, |term| term.values.len());
    let mut so_far: Vec<Option<Number>> = vec![Some(Number::one()); classes];
    let mut before = Number::one();
    let mut bars = Vec::new();
    for term in terms {
        for (so_far, value) in so_far.iter_mut().zip(&term.values) {
            *so_far = so_far.as_ref().zip(value.as_ref()).map(|(so_far, value)| so_far.mul(value));
        }
        let others = (0..).zip(&so_far).filter(|(class, _)| *class != leader);
        let others = others.filter_map(|(_, so_far)| so_far.as_ref());
        let sum = others.fold(Number::zero(), |sum, one| sum.add(one));
        let odds = so_far.get(leader).cloned().flatten().and_then(|own| own.div(&sum));
        let ratio = odds.as_ref().and_then(|odds| odds.div(&before)).unwrap_or(Number::Float(f64::NAN));
        bars.push(Bar { label: term.label.clone(), ln: ratio.ln(), ratio, of: term.of.clone() });
        before = odds.unwrap_or_else(Number::one);
    }
    bars
}

/// Merges the least influential words of a long document into one bar, and the absent words into another.
fn together(terms: &[ContributionTerm], bars: &mut Vec<Bar>) {
    let of_kind = |absent: bool| (0..).zip(terms).filter(move |(_, term)| term.word == Some(absent));
    let mut words: Vec<usize> = of_kind(false).map(|(at, _)| at).collect();
    words.sort_by(|a, b| {
        let far = |at: &usize| bars.get(*at).map_or(0.0, |bar| bar.ln.abs());
        far(b).total_cmp(&far(a))
    });
    let least: Vec<usize> = if words.len() > WORDS + 1 { words.split_off(WORDS) } else { Vec::new() };
    let absent: Vec<usize> = of_kind(true).map(|(at, _)| at).collect();
    let absent = if absent.len() > 1 { absent } else { Vec::new() };
    let mut sums = Vec::new();
    for (label, group) in [("other words", &least), ("absent words", &absent)] {
        if group.is_empty() {
            continue;
        }
        let own = || group.iter().filter_map(|at| bars.get(*at));
        let ratio = own().fold(Number::one(), |ratio, bar| ratio.mul(&bar.ratio));
        let ln = own().map(|bar| bar.ln).sum();
        sums.push(Bar { label: format!("{} {label}", group.len()), ratio, ln, of: Vec::new() });
    }
    let mut places = 0..;
    bars.retain(|_| places.next().is_some_and(|at| !least.contains(&at) && !absent.contains(&at)));
    bars.extend(sums);
}

fn without_factor(fitted: &Fitted, case: &Case) -> Vec<Sentence> {
    let why = |cell: &CaseValue| match cell {
        CaseValue::Missing => Some("is missing, so it has no factor"),
        CaseValue::Unseen => Some("has a value that is not in the training rows, so it has no factor"),
        _ => None,
    };
    let of = fitted.feature_names().zip(&case.cells);
    of.filter_map(|(name, cell)| Some(sentence!("{} {}.", name.as_str(), why(&cell.value)?))).collect()
}

fn ratio_text(ratio: &Number) -> Sentence {
    match ratio.to_fraction() {
        Some(fraction) if fraction.len() <= 15 => sentence!("{}", fraction),
        _ => sentence!("{}", ratio.rounded(Precision::FACTOR)),
    }
}

fn signed(ln: f64) -> Sentence {
    match ln {
        f64::INFINITY => "+∞".into(),
        f64::NEG_INFINITY => "−∞".into(),
        _ => sentence!("{}{}", if ln > 0.0 { "+" } else { "" }, Number::Float(ln).rounded(Precision::TERM)),
    }
}

impl Contributions {
    fn sum(&self, fitted: &Fitted) -> Bar {
        let class = |at: usize| fitted.classes.get(at);
        let (leader, against) = (class(self.leader), self.rival.and_then(class));
        let odds = |leader: &Name| Quantity::Odds {
            class: leader.clone(),
            against: against.cloned(),
            of_case: true,
        };
        let posteriors = leader.into_iter().chain(against).map(Quantity::posterior);
        Bar {
            label: "sum".into(),
            ratio: self.odds.clone().unwrap_or_else(|| Number::from_ln(self.ln_odds)),
            ln: self.ln_odds,
            of: posteriors.chain(leader.map(odds)).collect(),
        }
    }

    pub fn scene(&self, fitted: &Fitted) -> Scene {
        let leader = class_name(fitted, self.leader);
        let other = self.rival.map_or("all others", |rival| class_name(fitted, rival));
        let mut scene = Scene::titled(format!("odds of {leader} : {other}"));
        let mut ends = vec![0.0];
        for bar in &self.bars {
            let before = ends.last().copied().unwrap_or(0.0);
            ends.push(before + if bar.ln.is_finite() { bar.ln } else { 0.0 });
        }
        let far = ends.iter().map(|end: &f64| end.abs()).fold(0.0, f64::max);
        let far = if far > 0.0 { 1.05 * far } else { 1.0 };
        let rival = self.rival.map_or(Role::Plain, Role::Class);
        let (mut layers, mut labels, mut names) = (Vec::new(), Vec::new(), Vec::new());
        let rows = self.bars.len();
        for (at, bar) in self.bars.iter().chain([&self.sum(fitted)]).enumerate() {
            let from = if at == rows { 0.0 } else { ends.get(at).copied().unwrap_or(0.0) };
            let to = match bar.ln {
                f64::INFINITY => far,
                f64::NEG_INFINITY => -far,
                ln => from + if ln.is_nan() { 0.0 } else { ln },
            };
            let y = at as f64;
            let times = if at == rows { "" } else { "× " };
            let (ratio, ln) = (ratio_text(&bar.ratio), signed(bar.ln));
            let title = sentence!("{}: {}{}, ln {}", bar.label.clone(), times, ratio.clone(), ln.clone());
            let address = Address::Numbers(bar.of.clone());
            let shape = MarkShape::Bar([from.min(to), y - 0.4], [from.max(to), y + 0.4]);
            let role = if bar.ln >= 0.0 { Role::Class(self.leader) } else { rival };
            layers.push(Layer::new(role, [Mark::new(shape).at(address.clone()).titled(title)]));
            let label = sentence!("{}{}  {}", times, ratio.clone(), ln.clone());
            labels.push(Mark::new(MarkShape::Label([far, y], label)));
            scene.fact_at(address, bar.label.clone(), sentence!("{}{}, ln {}", times, ratio, ln));
            names.push(bar.label.clone());
        }
        layers.push(Layer::new(Role::Plain, labels));
        scene.key(Role::Class(self.leader), sentence!("towards {}", leader));
        scene.key(rival, sentence!("towards {}", other));
        scene.note(
            "Each × multiplies the odds. The bar is its logarithm, ln, and begins where the one above it ended.",
        );
        if self.in_order {
            scene.note(match self.rival {
                None => {
                    "Against all others together, a bar depends on those above it. It is exact in this order."
                }
                Some(_) => "Each feature is conditional on those above it. The bars are exact in this order.",
            });
        }
        let several = fitted.classes.len() > 2 && self.rival.is_some();
        if several {
            scene.note("The other classes are left out of these bars.");
        }
        scene.notes.extend(self.notes.iter().cloned());
        if let Some(share) = self.odds.as_ref().and_then(|odds| odds.div(&odds.add(&Number::one()))) {
            let what = match several {
                true => sentence!("P({} | {} or {})", leader, leader, other),
                false => sentence!("P({} | x)", leader),
            };
            scene.fact(what, sentence!("{}", share.rounded(Precision::Share)));
        }
        let y = Axis { range: (-0.5, rows as f64 + 0.5), names, ..Axis::default() };
        scene.frame(Axis::of("ln odds", (-far, far)), y, layers);
        scene
    }
}
