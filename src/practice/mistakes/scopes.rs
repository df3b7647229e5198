//! What a formula of the catalogue replaces, and the numbers that its names stand for there.

use super::asked::Asked;
use super::bayes::{absent_words, added_factors, counts, repeats_of, words};
use super::catalogue::bind;
use super::each::{Bound, of_class};
use super::gda::{self, EntrySums, NormalDensity, Sums, cross_terms, of_case, own_entry, sigma};
use super::overlay::{
    Cell, Change, Count, SLOW, both, instead, occurring, power, priors, products, shares, taken,
};
use super::quality;
use super::smoothing::{Unknown, is_zero, unknown};
use crate::math::{Event, Expr, Formula, Name, Number, Operation, Quality, Quantity, symbols};
use crate::model::{Factor, FactorForm, Fitted};
use crate::recipe::Variance;
use crate::worked::{CaseTerm, Context, Kinds, TermKind, multiplied, value_of};
use libm::erfc;
use num_traits::ToPrimitive;
use std::f64::consts::TAU;

struct Here<'a> {
    context: Context<'a>,
    k: Option<usize>,
    a: Option<u64>,
}

/// The number of a name. With a name that has none, the formula replaces nothing.
type Scope<'a> = Box<dyn Fn(&str) -> Option<Number> + 'a>;

type ScopeOf = for<'a> fn(&Quantity, &Here<'a>) -> Option<Scope<'a>>;

/// Whether the formula gives a logarithm, and the numbers at a quantity, `None` where the formula does not replace it.
const NUMBERS: &[(&str, Kinds, bool, ScopeOf)] = &[
    ("p", Kinds::DENSITY, true, |of, here| normal(of, here).or_else(|| joint(of, here))),
    ("p(v|c)", Kinds::DENSITY, true, normal),
    ("p(x|c)", Kinds::DENSITY, true, joint),
    ("P(k|c)", Kinds::SHARE, true, count),
    ("λ", Kinds::MEAN, false, rate),
    (
        "mean",
        Kinds::MEAN,
        false,
        |of, here| if let Quantity::Mean { .. } = of { sums(of, here) } else { None },
    ),
    (
        "var",
        Kinds::VARIANCE,
        false,
        |of, here| if let Quantity::Var { .. } = of { sums(of, here) } else { None },
    ),
    ("cov", Kinds::VARIANCE, false, |of, here| entry(of, here, |_| true)),
    ("cov of class", Kinds::VARIANCE, false, |of, here| entry(of, here, |sums| sums.class.is_some())),
    ("cov(a,a)", Kinds::VARIANCE, false, |of, here| entry(of, here, |sums| sums.pair.0 == sums.pair.1)),
    ("cov(a,b)", Kinds::VARIANCE, false, |of, here| entry(of, here, |sums| sums.pair.0 != sums.pair.1)),
    ("det", Kinds::DETERMINANT, false, determinant),
    ("inv", Kinds::INVERSE, false, inverse),
    ("q", Kinds::QUADRATIC, false, squared_distance),
    ("diff", Kinds::DIFFERENCE, false, difference),
    ("solve", Kinds::SOLVED, false, solved),
];

const SYMBOLIC: &[(&str, Kinds)] = &[
    ("score(c)", Kinds::SCORE),
    ("P(c|x)", Kinds::POSTERIOR),
    ("cost(a|x)", Kinds::COST),
    ("precision(c)", Kinds::QUALITY),
    ("recall(c)", Kinds::QUALITY),
    ("F1(c)", Kinds::QUALITY),
];

type IsOfFeature = fn(&Factor) -> bool;

const SHARES: &[(&str, IsOfFeature)] = &[
    ("P(v|c)", |_| true),
    ("P(value|c)", |factor| !factor.is_words()),
    ("P(text|c)", Factor::is_words),
    ("P(word|c)", |factor| factor.form == FactorForm::Words),
    ("P(presence|c)", |factor| factor.form == FactorForm::Presence),
    ("P(value or word|c)", |factor| factor.form != FactorForm::Presence),
];

/// Whether a formula is of a factor of a class; `it` is the factor that `each` has bound.
type OfFactor = fn(&CaseTerm, &Name, &Context<'_>, Option<&Quantity>) -> bool;

/// Factors of a case: of several formulas, the first that fits. Unwritten and unknown words have no factor.
const FACTORS: &[(&str, OfFactor)] = &[
    ("factor", |_, _, _, _| true),
    ("factor it", |term, class, _, it| {
        it.and_then(|it| of_class(it, class)).is_some_and(|it| it == term.quantity(class))
    }),
    ("factor of absent", |term, _, _, _| term.kind == TermKind::Absent),
    ("factor of foreign", |term, class, context, _| {
        let cell = Cell::of(&term.quantity(class), context.fitted);
        let is_foreign = |cell: Cell<'_>| cell.factor.documents(cell.value, cell.class) == 0;
        term.kind == TermKind::Absent && cell.is_some_and(is_foreign)
    }),
    ("factor of zero", |term, class, context, _| {
        Cell::of(&term.quantity(class), context.fitted).is_some_and(|cell| is_zero(term, &cell))
    }),
    ("factor of unwritten", |_, _, _, _| false),
    ("factor of unknown", |_, _, _, _| false),
];

pub(super) fn is_replaced(of: &str) -> bool {
    of == "P(c)"
        || NUMBERS.iter().any(|(known, ..)| *known == of)
        || SYMBOLIC.iter().any(|(known, _)| *known == of)
        || SHARES.iter().any(|(known, _)| *known == of)
        || FACTORS.iter().any(|(known, _)| *known == of)
}

pub(super) fn change(asked: &Asked<'_>, parts: &[(&'static str, Expr)], bound: &Bound) -> Option<Change> {
    let value = |name: &'static str| match name {
        _ if !parts.iter().any(|(_, expr)| names(expr, name)) => None,
        "factors" => Some((name, Expr::int(asked.factors_with_repeats()))),
        "largest" => asked.largest().map(|class| (name, Quantity::score(class).into())),
        _ => bound.value(name).map(|value| (name, value)),
    };
    let known: Vec<(&str, Expr)> = ["factors", "largest", "a", "it"].into_iter().filter_map(value).collect();
    let (factors, others): (Vec<_>, Vec<_>) =
        parts.iter().cloned().partition(|(of, _)| FACTORS.iter().any(|(known, _)| known == of));
    let put = |(of, expr): (&'static str, Expr)| (of, named_in(&expr, &|name| value_in(&known, name)));
    let factors: Vec<_> = factors.into_iter().map(put).collect();
    let factors = (!factors.is_empty()).then(|| Some(of_factors(asked, factors, bound.quantity.clone())));
    let others = others.into_iter().map(|(of, expr)| of_quantities(asked, of, expr, &known, bound));
    factors.into_iter().chain(others).reduce(|all, next| Some(both(all?, next?))).flatten()
}

fn value_in(known: &[(&str, Expr)], name: &str) -> Option<Expr> {
    known.iter().find(|(other, _)| *other == name).map(|(_, value)| value.clone())
}

fn of_quantities(
    asked: &Asked<'_>,
    of: &'static str,
    expr: Expr,
    known: &[(&'static str, Expr)],
    bound: &Bound,
) -> Option<Change> {
    if let Some((_, kinds)) = SYMBOLIC.iter().find(|(known, _)| *known == of) {
        let (own, k, known) = (asked.class_name(), bound.class.clone(), known.to_vec());
        return Some(Change::new(*kinds, move |quantity, right, context| {
            let class = match (of, quantity) {
                ("score(c)", Quantity::Score(class)) => class,
                ("P(c|x)", Quantity::Prob { event: Event::Class(class), given: Some(Event::Case) }) => class,
                ("cost(a|x)", Quantity::Cost { action, class: None }) => action,
                ("precision(c)", Quantity::Quality(Quality::Precision(class))) => class,
                ("recall(c)", Quantity::Quality(Quality::Recall(class))) => class,
                ("F1(c)", Quantity::Quality(Quality::F1(class))) => class,
                _ => return None,
            };
            let mut letters = vec![("c", class), ("a", class)];
            if let Some(k) = &k {
                // For the rival itself the two change places.
                letters.extend([("k", k), ("r", if k == class { &own } else { k })]);
            }
            // Names are put in with the letters: a class of a value may be named like a letter.
            let named = |name: &str| match name {
                "added factors" => Some(added_factors(class, context)),
                _ => value_in(&known, name),
            };
            Some(instead(right, bind(&expr, &named, &letters, &context.fitted.classes)))
        }));
    }
    let expr = named_in(&expr, &|name| value_in(known, name));
    if let Some((_, kinds, is_ln, scope)) = NUMBERS.iter().find(|(known, ..)| *known == of) {
        let k = bound.class.as_ref().and_then(|class| asked.fitted.class(class.as_str()));
        let a = bound.number.as_ref().and_then(|number| number.as_exact()?.to_integer().to_u64());
        return Some(Change::new(*kinds, move |quantity, right, context| {
            let here = Here { context: *context, k, a };
            let expr = numbers_in(&expr, &scope(quantity, &here)?);
            let is_unknown = |part: &Expr| matches!(part, Expr::Sym(symbol) if *symbol != symbols::TWO_PI);
            if expr.any(&is_unknown) {
                return None;
            }
            let value = value_of(&expr, &|_: &Quantity| None);
            let value = if *is_ln { value.map(|ln| Number::from_ln(ln.to_f64())) } else { value };
            Some(taken(right, value.filter(|value| value.is_exact() || *is_ln || value.to_f64().is_finite())))
        }));
    }
    if let Some((_, is_here)) = SHARES.iter().find(|(known, _)| *known == of) {
        let slow = SLOW.iter().find(|(name, _)| names(&expr, name)).map(|(name, of)| {
            let classes = 0..asked.fitted.classes.len();
            let of = |factor: &Factor| classes.clone().map(|class| of(asked, factor, class)).collect();
            (*name, asked.fitted.factors().iter().map(of).collect::<Vec<Vec<u64>>>())
        });
        return Some(shares(move |cell| {
            let of_cell = |name: &str| match &slow {
                Some((slow, all)) if *slow == name => {
                    all.get(cell.at)?.get(cell.class).copied().map(Number::from)
                }
                _ => cell.number(name),
            };
            is_here(cell.factor).then(|| ratio(&expr, &of_cell)).flatten()
        }));
    }
    (of == "P(c)").then(|| {
        priors(move |fitted, class| {
            ratio(&expr, &|name| {
                Some(Number::from(match name {
                    "rows" => fitted.class_count(class),
                    "n" => fitted.rows(),
                    "classes" => fitted.classes.len() as u64,
                    "words" => words(fitted, Some(class))?,
                    "words in all" => words(fitted, None)?,
                    _ => return None,
                }))
            })
        })
    })
}

fn of_factors(asked: &Asked<'_>, parts: Vec<(&'static str, Expr)>, it: Option<Quantity>) -> Change {
    let uses_repeats = parts.iter().any(|(_, expr)| names(expr, "repeats"));
    let repeats = if uses_repeats { counts(asked.context.case, asked.fitted) } else { Default::default() };
    let uses_unknown = parts.iter().any(|(of, _)| *of == "factor of unknown");
    let unknown = if uses_unknown { unknown(asked) } else { Vec::new() };
    let is_here = |of: &str| FACTORS.iter().find(|(known, _)| *known == of).map(|(_, is_here)| *is_here);
    let parts = parts.into_iter().filter_map(|(of, expr)| Some((is_here(of)?, of, expr)));
    let parts: Vec<(OfFactor, &str, Expr)> = parts.collect();
    products(move |class, context| {
        let terms = context.terms().ok()?;
        let factor = |term: &CaseTerm| {
            let Some((.., expr)) =
                parts.iter().find(|(is_here, ..)| is_here(term, class, context, it.as_ref()))
            else {
                return Some(occurring(term, class, context));
            };
            let is_left_out = names(expr, "none");
            (!is_left_out).then(|| {
                named_in(expr, &|name| match name {
                    "p" => Some(multiplied(term, class, context)),
                    "times" => Some(Expr::int(term.times)),
                    "repeats" => Some(Expr::int(repeats_of(&repeats, term))),
                    _ => None,
                })
            })
        };
        let mut factors: Vec<Expr> = terms.iter().filter_map(factor).collect();
        let added = |of: &str| parts.iter().find(|(_, known, _)| *known == of).map(|(.., expr)| expr);
        if let Some(expr) = added("factor of unwritten") {
            let unwritten = absent_words(&terms, class, context).into_iter();
            let factor = |p: Quantity| named_in(expr, &|name| (name == "p").then(|| p.clone().into()));
            factors.extend(unwritten.map(factor));
        }
        if let Some(expr) = added("factor of unknown") {
            let factor = |word: &Unknown| {
                let p = of_unknown(expr, word, class, context.fitted);
                power(p.map_or(Expr::ratio(0, 0), Expr::Num), word.times)
            };
            factors.extend(unknown.iter().map(factor));
        }
        Some(factors)
    })
}

fn of_unknown(expr: &Expr, word: &Unknown, class: &Name, fitted: &Fitted) -> Option<Number> {
    let (factor, class) = (fitted.factor(word.feature.as_str())?, fitted.class(class.as_str())?);
    let of_word = |name: &str| {
        Some(match name {
            "total" => Number::from(factor.total(class)),
            "k" => Number::from(factor.outcomes() as u64),
            "k with unknown" => Number::from(word.k),
            "α" => Number::Exact(fitted.alpha().clone()),
            _ => return None,
        })
    };
    value_of(&numbers_in(expr, &of_word), &|_: &Quantity| None)
}

fn names(expr: &Expr, name: &str) -> bool {
    expr.any(&|part| matches!(part, Expr::Sym(symbol) if symbol.uni == name))
}

fn named_in(expr: &Expr, named: &dyn Fn(&str) -> Option<Expr>) -> Expr {
    expr.map(&|part| match part {
        Expr::Sym(symbol) => named(symbol.uni),
        _ => None,
    })
}

/// The formula with numbers for names. What cannot be estimated is 0/0.
fn numbers_in(expr: &Expr, scope: &dyn Fn(&str) -> Option<Number>) -> Expr {
    let put = |number: Number| if number.to_f64().is_nan() { Expr::ratio(0, 0) } else { Expr::Num(number) };
    named_in(expr, &|name| scope(name).map(put))
}

fn ratio(expr: &Expr, scope: &dyn Fn(&str) -> Option<Number>) -> Option<(Count, Count)> {
    let Expr::Frac(top, bottom) = expr else { return None };
    let exact = |part: &Expr| value_of(&numbers_in(part, scope), &|_: &Quantity| None)?.as_exact().cloned();
    exact(top).zip(exact(bottom))
}

fn float(value: f64) -> Option<Number> {
    Some(Number::Float(value))
}

fn listed<'a, const N: usize>(all: [(&'static str, f64); N]) -> Option<Scope<'a>> {
    Some(Box::new(move |name| float(all.iter().find(|(known, _)| *known == name)?.1)))
}

fn classes(fitted: &Fitted) -> f64 {
    fitted.classes.len() as f64
}

/// 1 where the variance divides by n − 1.
pub(super) fn less(fitted: &Fitted) -> f64 {
    if fitted.data.resolved.variance == Variance::Unbiased { 1.0 } else { 0.0 }
}

fn normal<'a>(quantity: &Quantity, here: &Here<'a>) -> Option<Scope<'a>> {
    let normal = NormalDensity::of(quantity, here.context.fitted)?;
    let area = move |sign: f64| (0.5 * erfc(sign * normal.distance / (2.0 * normal.variance).sqrt())).ln();
    Some(Box::new(move |name| {
        float(match name {
            "d" => normal.distance,
            "distance" => normal.distance.abs(),
            "σ" => normal.deviation(),
            "σ²" => normal.variance,
            "ln left" => area(-1.0),
            "ln right" => area(1.0),
            _ => density(name, 1.0, normal.variance.ln(), normal.exponent())?,
        })
    }))
}

fn joint<'a>(quantity: &Quantity, here: &Here<'a>) -> Option<Scope<'a>> {
    let Quantity::Density { event: Event::Case, given: Some(class) } = quantity else { return None };
    let (context, class) = (here.context, class.clone());
    let own_sigma = sigma(context.fitted, Some(&class))?;
    let exponent = gda::joint_exponent(&context, context.fitted.class(class.as_str())?)?;
    Some(Box::new(move |name| {
        float(match name {
            "density with own Σ" => {
                gda::with_own_sigma(&context, &class).map_or(f64::NAN, |(q, constant)| -0.5 * (constant + q))
            }
            _ => density(name, own_sigma.d() as f64, own_sigma.log_det, exponent)?,
        })
    }))
}

/// What formulas name in the logarithm of any normal density.
fn density(name: &str, d: f64, log_det: f64, exponent: f64) -> Option<f64> {
    // ln of 1/√((2π)ᵈ |Σ|); of one number, |Σ| is its variance.
    let constant = -0.5 * (d * TAU.ln() + log_det);
    let ln = constant + exponent;
    Some(match name {
        "dimensions" => d,
        "ln det" => log_det,
        "constant" => constant,
        "exponent" => exponent,
        "cut at 1" => ln.min(0.0),
        "below 1" => -ln.abs(),
        _ => return None,
    })
}

fn count<'a>(quantity: &Quantity, here: &Here<'a>) -> Option<Scope<'a>> {
    let (lambda, k) = gda::of_count(quantity, here.context.fitted)?;
    listed([("λ", lambda), ("k", k), ("ln at most k", gda::ln_at_most(lambda, k))])
}

fn rate<'a>(quantity: &Quantity, here: &Here<'a>) -> Option<Scope<'a>> {
    let Quantity::Mean { feature, class: Some(class) } = quantity else { return None };
    let fitted = here.context.fitted;
    let factor = fitted.factor(feature.as_str())?;
    let rate = factor.rate(fitted.class(class.as_str())?)?;
    Some(Box::new(move |name| match name {
        "total" => Some(Number::from(rate.sum)),
        "mean of all" => Some(gda::overall_rate(factor).unwrap_or(Number::Float(f64::NAN))),
        _ => None,
    }))
}

fn sums<'a>(quantity: &Quantity, here: &Here<'a>) -> Option<Scope<'a>> {
    let (Quantity::Mean { feature, class: Some(class) } | Quantity::Var { feature, class: Some(class) }) =
        quantity
    else {
        return None;
    };
    let fitted = here.context.fitted;
    let (at, class) = (fitted.feature(feature.as_str())?, fitted.class(class.as_str())?);
    let sums = Sums::of(fitted, at, class)?;
    let raw = fitted.factors().get(at).and_then(|factor| factor.normal(class));
    Some(Box::new(move |name| {
        float(match name {
            "n" => sums.n,
            "mean" => sums.mean,
            "squares" => sums.squares,
            // A variance that is put in the place of 0 is not estimated.
            "variance" => {
                raw.filter(|normal| !fitted.is_replaced(normal)).map_or(f64::NAN, |normal| normal.raw)
            }
            "N" => Sums::all(fitted, at).n,
            "mean of all" => Sums::all(fitted, at).mean,
            "squares of all" => Sums::all(fitted, at).squares,
            "squares in classes" => Sums::each(fitted, at).iter().map(|sums| sums.squares).sum(),
            "less" => less(fitted),
            "classes" => Sums::each(fitted, at).len() as f64,
            "ε" => fitted.epsilon,
            _ => return None,
        })
    }))
}

fn entry<'a>(quantity: &Quantity, here: &Here<'a>, is_here: fn(&EntrySums) -> bool) -> Option<Scope<'a>> {
    let (fitted, k, a) = (here.context.fitted, here.k, here.a);
    let sums = EntrySums::of(quantity, fitted).filter(is_here)?;
    let own = move |class: usize| own_entry(fitted, class, sums.pair);
    let (one, other) = sums.pair;
    let rows = sums.class.map_or(fitted.rows(), |class| fitted.class_count(class));
    Some(Box::new(move |name| {
        let of_sigma = |one: usize, other: usize| {
            let sigma = fitted.gda().and_then(|gda| gda.sigma(sums.class.unwrap_or(0)));
            sigma.map_or(f64::NAN, |sigma| sigma.entry(one, other))
        };
        float(match name {
            "products" => sums.products,
            "n" => sums.rows,
            "N" => fitted.rows() as f64,
            "raw" => sums.raw,
            "less" => less(fitted),
            "groups" => sums.class.map_or(classes(fitted), |_| 1.0),
            "mean of own Σ" => {
                let sum: Option<f64> = (0..fitted.classes.len()).map(own).sum();
                sum.map_or(f64::NAN, |sum| sum / classes(fitted))
            }
            "own Σ of k" => own(k?)?,
            "pooled Σ" => gda::pooled_entry(fitted, sums.pair)?,
            "around one mean" => gda::products_around_one_mean(fitted, &sums)?,
            "n less a" => (sums.rows as u64).checked_sub(a?)? as f64,
            "right divisor" => rows.checked_sub(gda::subtracted(fitted))? as f64,
            "other divisor" => rows.saturating_sub(a?) as f64,
            "ridge" => gda::ridge(fitted, sums.pair),
            "entry" => of_sigma(one, other),
            "entry aa" => of_sigma(one, one),
            "entry bb" => of_sigma(other, other),
            _ => return None,
        })
    }))
}

fn determinant<'a>(quantity: &Quantity, here: &Here<'a>) -> Option<Scope<'a>> {
    let Quantity::Det { class } = quantity else { return None };
    let sigma = sigma(here.context.fitted, class.as_ref())?;
    let entry = |a: usize, b: usize| sigma.entry(a, b);
    listed([("entry 11", entry(0, 0)), ("entry 22", entry(1, 1)), ("entry 12", entry(0, 1))])
}

/// An entry of the inverse of two features. In the adjugate the diagonal is swapped, and the other entries change their sign.
fn inverse<'a>(quantity: &Quantity, here: &Here<'a>) -> Option<Scope<'a>> {
    let Quantity::Inverse { a, b, class } = quantity else { return None };
    let (a, b) = (here.context.fitted.feature(a.as_str())?, here.context.fitted.feature(b.as_str())?);
    let sigma = sigma(here.context.fitted, class.as_ref())?;
    let (entry, other) = (sigma.entry(a, b), 1 - a.min(1));
    let (sign, adjugate) = if a == b { (1.0, sigma.entry(other, other)) } else { (-1.0, -entry) };
    listed([("entry", entry), ("adjugate", adjugate), ("sign", sign), ("det", sigma.log_det.exp())])
}

fn squared_distance<'a>(quantity: &Quantity, here: &Here<'a>) -> Option<Scope<'a>> {
    let Quantity::SquaredDistance(class) = quantity else { return None };
    let (context, k) = (here.context, here.k);
    let (distances, sigma) = of_case(&context, class)?;
    if k.is_some_and(|k| context.fitted.class(class.as_str()) == Some(k)) {
        return None;
    }
    let class = class.clone();
    Some(Box::new(move |name| {
        float(match name {
            "q with own Σ" => gda::with_own_sigma(&context, &class).map_or(f64::NAN, |(q, _)| q),
            "q with Σ of k" => context.fitted.gda()?.sigma(k?)?.quadratic(&mut distances.clone()),
            "q" => sigma.quadratic(&mut distances.clone()),
            "squares" => distances.iter().map(|x| x * x).sum(),
            "alone" => cross_terms(&distances, sigma).0,
            "crossed" => cross_terms(&distances, sigma).1,
            "with Σ" => gda::quadratic_with_sigma(&distances, sigma),
            _ => return None,
        })
    }))
}

fn difference<'a>(quantity: &Quantity, here: &Here<'a>) -> Option<Scope<'a>> {
    let Quantity::Difference { feature, class } = quantity else { return None };
    let (distances, _) = of_case(&here.context, class)?;
    listed([("difference", *distances.get(here.context.fitted.feature(feature.as_str())?)?)])
}

fn solved<'a>(quantity: &Quantity, here: &Here<'a>) -> Option<Scope<'a>> {
    let Quantity::Solved { feature, class } = quantity else { return None };
    let (distances, sigma) = of_case(&here.context, class)?;
    let at = here.context.fitted.feature(feature.as_str())?;
    listed([("with Σ", *gda::with_sigma(&distances, sigma).get(at)?)])
}

pub(super) fn of_asked(asked: &Asked<'_>, name: &str) -> Option<Expr> {
    let normal = || gda::example(asked);
    let pairs = |at: usize| quality::pairs(asked)?.get(at).map(|pairs| Number::from_int(*pairs));
    let value = match name {
        "own" => return Some(Expr::Of(asked.quantity.clone())),
        "count in all classes" => {
            let Quantity::Count { event: event @ Event::Value { .. }, class: Some(_) } = &asked.quantity
            else {
                return None;
            };
            return Some(Expr::Of(Quantity::Count { event: event.clone(), class: None }));
        }
        "classes" => Number::from(asked.fitted.classes.len() as u64),
        "d" => Number::Float(normal()?.distance),
        "σ" => Number::Float(normal()?.deviation()),
        "σ²" => Number::Float(normal()?.variance),
        "prior part" => Number::Float(gda::prior_part(asked)?),
        "training accuracy" => {
            let (right, all) = quality::verdicts(asked.fitted)?.training()?;
            Number::ratio(right, all)?
        }
        "right rows" => quality::right_rows(asked)?,
        "share of the most common class" => {
            let (_, most, rows) = quality::most_common(asked.fitted)?;
            Number::ratio(most, rows)?
        }
        "baseline" => {
            let (_, _, rows) = quality::most_common(asked.fitted)?;
            Number::ratio(quality::verdicts(asked.fitted)?.majority()?.0, rows)?
        }
        "rows with posterior" => Number::from_int(quality::rows_with_posterior(asked)?),
        "won" => pairs(0)?,
        "tied" => pairs(1)?,
        "positives" => pairs(2)?,
        "negatives" => pairs(3)?,
        _ => return of_formula(asked, name),
    };
    Some(Expr::Num(value))
}

pub(super) fn of_formula(asked: &Asked<'_>, name: &str) -> Option<Expr> {
    let Quantity::Formula(formula) = &asked.quantity else { return None };
    Some(match (name, formula.as_ref()) {
        ("first", Formula::Two(_, first, _) | Formula::Power(first, _)) => first.expr(),
        ("second", Formula::Two(_, _, second)) => second.expr(),
        ("exponent", Formula::Power(_, exponent)) => Expr::int(*exponent),
        ("whole", formula) => formula.expr(),
        _ => return None,
    })
}

pub(super) fn operation(asked: &Asked<'_>) -> Option<Operation> {
    let Quantity::Formula(formula) = &asked.quantity else { return None };
    if let Formula::Two(operation, ..) = formula.as_ref() { Some(*operation) } else { None }
}

/// Whether the two parts of a formula are the shares of a whole, as two posteriors are.
pub(super) fn adds_to_one(asked: &Asked<'_>) -> bool {
    let part = |name: &str| {
        of_formula(asked, name).and_then(|part| value_of(&part, &|of: &Quantity| asked.right(of)))
    };
    let sum = part("first").zip(part("second")).map(|(first, second)| first.add(&second));
    sum.is_some_and(|sum| sum == Number::one())
}
