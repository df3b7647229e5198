//! Log-odds contributions of a case: prior and factors as ratios of two classes, their logarithms as bars that add up to the
//! log-odds.

use crate::math::{Name, Number, Quantity, Sentence, sentence};
use crate::model::{Case, CaseValue, Fitted};
use crate::problem::Problem;
use crate::worked::{Posterior, RowKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    Class(usize),
    Rest,
}

/// The contributions that lead from the prior odds to the odds given the case.
#[derive(Clone, Debug)]
pub struct Pushed {
    /// The class that bars above 0 favour.
    pub leader: usize,
    pub against: Against,
    pub bars: Vec<Bar>,
    /// ln of the odds given the case, which the bars add up to.
    pub ln_odds: f64,
    pub odds: Option<Number>,
    pub in_order: bool,
    pub silent: Vec<Sentence>,
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

struct Term {
    label: String,
    values: Vec<Option<Number>>,
    of: Vec<Quantity>,
    /// Its feature; `None` for the prior and for a word.
    feature: Option<Name>,
    is_word: bool,
    is_absent: bool,
}

pub fn pushed(fitted: &Fitted, case: &Case, rest: bool) -> Result<Pushed, Problem> {
    let worked = Posterior::new(fitted, case, &[]).map_err(Problem::from)?;
    let Some(contest) = worked.contest else {
        return Err(Problem {
            kind: "no_picture",
            what: "no two classes have a score, so there are no contributions to draw".into(),
            fix: "choose another case, or an α above 0 (--alpha N)".into(),
            usage: true,
            ..Problem::default()
        });
    };
    let (leader, rival) = (contest.leader, contest.rival);
    let rest = rest && fitted.classes.len() > 2;
    let terms = terms(fitted, case, &worked);
    let mut bars = if rest {
        against_rest(&terms, leader)
    } else if let Some(bars) = by_theta(fitted, case, leader, rival) {
        bars
    } else {
        terms.iter().map(|term| bar(term, leader, rival)).collect()
    };
    let own = fitted.gda().is_some_and(|gda| !gda.is_shared() && !gda.is_diagonal());
    let against = if rest { Against::Rest } else { Against::Class(rival) };
    if !(own || rest && fitted.gda().is_some()) {
        for (term, bar) in terms.iter().zip(&mut bars) {
            bar.of.extend(address(fitted, (leader, against), term));
        }
    }
    let in_order = rest || own;
    if !in_order {
        together(&terms, &mut bars);
    }
    let score = worked.rows.iter().find(|row| row.kind == RowKind::Score);
    let scores: Vec<Number> =
        score.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.value.clone()).collect();
    let odds = match rest {
        true => {
            let others =
                (0..scores.len()).filter(|class| *class != leader).filter_map(|class| scores.get(class));
            let sum = others.fold(Number::zero(), |sum, score| sum.add(score));
            scores.get(leader).and_then(|score| score.div(&sum))
        }
        false => scores.get(leader).zip(scores.get(rival)).and_then(|(one, other)| one.div(other)),
    };
    let ln_odds = odds.as_ref().map_or_else(|| bars.iter().map(|bar| bar.ln).sum(), Number::ln);
    Ok(Pushed { leader, against, bars, ln_odds, odds, in_order, silent: silent(fitted, case) })
}

fn address(fitted: &Fitted, (leader, against): (usize, Against), term: &Term) -> Option<Quantity> {
    let class = fitted.classes.get(leader)?.clone();
    let against = match against {
        Against::Class(rival) => Some(fitted.classes.get(rival)?.clone()),
        Against::Rest => None,
    };
    match &term.feature {
        Some(feature) => Some(Quantity::Ratio { feature: feature.clone(), class, against }),
        None if term.is_word => None,
        None => Some(Quantity::Odds { class, against, of_case: false }),
    }
}

/// Prior and factors by class. In a joint density, each number is conditional on those before it.
fn terms(fitted: &Fitted, case: &Case, worked: &Posterior) -> Vec<Term> {
    let classes = fitted.classes.len();
    let of_row = |row: &crate::worked::Row| {
        let (label, is_word, is_absent) = match &row.kind {
            RowKind::Prior => ("prior".to_owned(), false, false),
            RowKind::Value { feature, value } | RowKind::Density { feature, value } => {
                (format!("{feature}={value}"), false, false)
            }
            RowKind::Word { word, times: 1, .. } => (word.to_string(), true, false),
            RowKind::Word { word, times, .. } => (format!("{word} × {times}"), true, false),
            RowKind::Absent { word, .. } => (format!("no {word}"), true, true),
            _ => return None,
        };
        let values = row.cells.iter().map(|cell| cell.value.clone()).collect();
        let of = row.cells.iter().map(|cell| cell.quantity.clone()).collect();
        let feature = match &row.kind {
            RowKind::Value { feature, .. } | RowKind::Density { feature, .. } => Some(feature.clone()),
            _ => None,
        };
        Some(Term { label, values, of, feature, is_word, is_absent })
    };
    let mut all: Vec<Term> = worked.rows.iter().filter_map(of_row).collect();
    let Some(gda) = fitted.gda() else { return all };
    let x = case.numbers();
    let chains: Vec<Vec<f64>> = (0..classes)
        .map(|class| {
            let chain = gda.sigma(class).zip(gda.distances(class, &x));
            chain.map(|(sigma, apart)| sigma.chain(&apart)).unwrap_or_default()
        })
        .collect();
    for (at, (name, cell)) in fitted.feature_names().zip(&case.cells).enumerate() {
        let values = chains.iter().map(|chain| chain.get(at).map(|ln| Number::from_ln(*ln))).collect();
        let given = if at > 0 && !gda.is_diagonal() { " given those before" } else { "" };
        let of = fitted.classes.iter().map(|class| Quantity::SquaredDistance(class.clone())).collect();
        all.push(Term {
            label: format!("{name}={}{given}", cell.text),
            values,
            of,
            feature: Some(name.clone()),
            is_word: false,
            is_absent: false,
        });
    }
    all
}

fn bar(term: &Term, leader: usize, rival: usize) -> Bar {
    let value = |class: usize| term.values.get(class).cloned().flatten();
    let ratio = value(leader).zip(value(rival)).and_then(|(one, other)| one.div(&other));
    let ln = match (value(leader), value(rival)) {
        (Some(one), Some(other)) => one.ln() - other.ln(),
        _ => f64::NAN,
    };
    let ratio = ratio.unwrap_or(Number::Float(ln.exp()));
    Bar { label: term.label.clone(), ratio, ln, of: term.of.clone() }
}

/// With one Σ: θ_j (x_j − the middle of both means), in any order. `None` for other models.
fn by_theta(fitted: &Fitted, case: &Case, leader: usize, rival: usize) -> Option<Vec<Bar>> {
    let gda = fitted.gda().filter(|gda| gda.is_shared())?;
    let (x, names) = (case.numbers(), fitted.feature_names());
    let mean = |class: usize| (0..x.len()).map(|at| gda.mean(class, at)).collect::<Option<Vec<f64>>>();
    let (one, other) = (mean(leader)?, mean(rival)?);
    let apart: Vec<f64> = one.iter().zip(&other).map(|(one, other)| one - other).collect();
    let theta = gda.sigma(leader)?.solve(&apart);
    let prior = fitted.prior(leader)?.div(&fitted.prior(rival)?)?;
    let priors =
        [leader, rival].into_iter().filter_map(|class| fitted.classes.get(class)).map(Quantity::prior);
    let mut bars = vec![Bar { label: "prior".into(), ln: prior.ln(), ratio: prior, of: priors.collect() }];
    for (at, ((name, cell), theta)) in names.zip(&case.cells).zip(&theta).enumerate() {
        let middle = f64::midpoint(*one.get(at)?, *other.get(at)?);
        let ln = theta * (x.get(at)? - middle);
        let of = [leader, rival].into_iter().filter_map(|class| fitted.classes.get(class));
        let of =
            of.map(|class| Quantity::Mean { feature: name.clone(), class: Some(class.clone()) }).collect();
        bars.push(Bar { label: format!("{name}={}", cell.text), ratio: Number::from_ln(ln), ln, of });
    }
    Some(bars)
}

/// Each bar is how far the logit of the class moves with the next feature: exact for any number of classes, in this order.
fn against_rest(terms: &[Term], leader: usize) -> Vec<Bar> {
    let classes = terms.first().map_or(0, |term| term.values.len());
    let mut so_far: Vec<Option<Number>> = vec![Some(Number::one()); classes];
    let mut before = Number::one();
    let mut bars = Vec::new();
    for term in terms {
        for (so_far, value) in so_far.iter_mut().zip(&term.values) {
            *so_far = so_far.as_ref().zip(value.as_ref()).map(|(so_far, value)| so_far.mul(value));
        }
        let others = (0..classes).filter(|class| *class != leader);
        let sum = others
            .filter_map(|class| so_far.get(class)?.clone())
            .fold(Number::zero(), |sum, one| sum.add(&one));
        let odds = so_far.get(leader).cloned().flatten().and_then(|own| own.div(&sum));
        let ratio = odds.as_ref().and_then(|odds| odds.div(&before)).unwrap_or(Number::Float(f64::NAN));
        bars.push(Bar { label: term.label.clone(), ln: ratio.ln(), ratio, of: term.of.clone() });
        before = odds.unwrap_or_else(Number::one);
    }
    bars
}

/// Merges the least influential words of a long document into one bar, and the absent words into another.
fn together(terms: &[Term], bars: &mut Vec<Bar>) {
    let kind = |at: usize| terms.get(at).map_or((false, false), |term| (term.is_word, term.is_absent));
    let mut words: Vec<usize> = (0..bars.len()).filter(|at| kind(*at) == (true, false)).collect();
    words.sort_by(|a, b| {
        let far = |at: &usize| bars.get(*at).map_or(0.0, |bar| bar.ln.abs());
        far(b).total_cmp(&far(a))
    });
    let least: Vec<usize> = if words.len() > WORDS + 1 { words.split_off(WORDS) } else { Vec::new() };
    let absent: Vec<usize> = (0..bars.len()).filter(|at| kind(*at) == (true, true)).collect();
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
    let mut at = 0;
    bars.retain(|_| {
        at += 1;
        !least.contains(&(at - 1)) && !absent.contains(&(at - 1))
    });
    bars.extend(sums);
}

fn silent(fitted: &Fitted, case: &Case) -> Vec<Sentence> {
    let why = |cell: &CaseValue| match cell {
        CaseValue::Missing => Some("is missing, so it has no factor"),
        CaseValue::Unseen => Some("has a value that is not in the training rows, so it has no factor"),
        _ => None,
    };
    let of = fitted.feature_names().zip(&case.cells);
    of.filter_map(|(name, cell)| Some(sentence!("{} {}.", name.as_str(), why(&cell.value)?))).collect()
}
