//! What a formula of the catalogue replaces, and the numbers that its names stand for there.

use std::f64::consts::TAU;

use super::asked::{Asked, Cell, whole};
use super::catalogue::bind;
use super::gda::{EntrySums, JointNormal, NormalDensity, Sums, cross_terms, of_case, own_entry, sigma};
use super::occurrences::words;
use super::overlay::{Change, instead, occurring, priors, shares, taken, terms};
use super::{gda, poisson, quality};
use crate::math::{Event, Expr, Name, Number, Quality, Quantity};
use crate::model::{Factor, FactorForm, Fitted};
use crate::recipe::Variance;
use crate::worked::{Context, Kinds, TermKind, multiplied, value_of};
use libm::erfc;

/// The number of a name; `None` where it has none.
type Scope<'a> = Box<dyn Fn(&str) -> Option<Number> + 'a>;

/// The numbers at a quantity; `None` where the formula does not replace it.
type ScopeOf = for<'a> fn(&Quantity, &Context<'a>) -> Option<Scope<'a>>;

/// What formulas of numbers replace, and whether they give the logarithm.
const NUMBERS: &[(&str, Kinds, bool, ScopeOf)] = &[
    ("p", Kinds::DENSITY, true, |of, context| normal(of, context).or_else(|| joint(of, context))),
    ("p(v|c)", Kinds::DENSITY, true, normal),
    ("p(x|c)", Kinds::DENSITY, true, joint),
    ("P(k|c)", Kinds::SHARE, true, count),
    ("λ", Kinds::MEAN, false, rate),
    ("mean", Kinds::MEAN, false, mean),
    ("var", Kinds::VARIANCE, false, variance),
    ("cov", Kinds::VARIANCE, false, |of, context| entry(of, context, |_| true)),
    ("cov of class", Kinds::VARIANCE, false, |of, context| entry(of, context, |sums| sums.class.is_some())),
    ("cov(a,a)", Kinds::VARIANCE, false, |of, context| entry(of, context, |sums| sums.pair.0 == sums.pair.1)),
    ("cov(a,b)", Kinds::VARIANCE, false, |of, context| entry(of, context, |sums| sums.pair.0 != sums.pair.1)),
    ("det", Kinds::DETERMINANT, false, determinant),
    ("inv", Kinds::INVERSE, false, inverse),
    ("q", Kinds::QUADRATIC, false, squared_distance),
    ("diff", Kinds::DIFFERENCE, false, difference),
    ("solve", Kinds::SOLVED, false, solved),
];

/// What formulas over other quantities replace.
const SYMBOLIC: &[(&str, Kinds)] = &[
    ("score(c)", Kinds::SCORE),
    ("P(c|x)", Kinds::POSTERIOR),
    ("cost(a|x)", Kinds::COST),
    ("precision(c)", Kinds::QUALITY),
    ("recall(c)", Kinds::QUALITY),
    ("F1(c)", Kinds::QUALITY),
];

/// Shares of counts, and factors of a case.
const COUNTED: [&str; 7] =
    ["P(v|c)", "P(word|c)", "P(presence|c)", "P(c)", "factor", "factor of absent", "factor of foreign"];

pub(super) fn is_replaced(of: &str) -> bool {
    matches!(of, "own" | "read")
        || COUNTED.contains(&of)
        || NUMBERS.iter().any(|(known, ..)| *known == of)
        || SYMBOLIC.iter().any(|(known, _)| *known == of)
}

/// The definitions under a formula of the catalogue; `None` for an answer alone. `names` are known wherever it is used.
pub(super) fn change(of: &'static str, expr: &Expr, names: Vec<(&'static str, Expr)>) -> Option<Change> {
    let named = move |part: &Expr| {
        let Expr::Sym(symbol) = part else { return None };
        names.iter().find(|(name, _)| *name == symbol.uni).map(|(_, expr)| expr.clone())
    };
    if let Some((_, kinds)) = SYMBOLIC.iter().find(|(known, _)| *known == of) {
        let expr = expr.clone();
        return Some(Change::new(*kinds, move |quantity, right, context| {
            let own = match (of, quantity) {
                ("score(c)", Quantity::Score(class)) => class,
                ("P(c|x)", Quantity::Prob { event: Event::Class(class), given: Some(Event::Case) }) => class,
                ("cost(a|x)", Quantity::Cost { action, class: None }) => action,
                ("precision(c)", Quantity::Quality(Quality::Precision(class))) => class,
                ("recall(c)", Quantity::Quality(Quality::Recall(class))) => class,
                ("F1(c)", Quantity::Quality(Quality::F1(class))) => class,
                _ => return None,
            };
            Some(instead(right, bind(&expr, &named, own, None, &context.fitted.classes)))
        }));
    }
    let expr = expr.map(&named);
    if let Some((_, kinds, is_ln, scope)) = NUMBERS.iter().find(|(known, ..)| *known == of) {
        return Some(Change::new(*kinds, move |quantity, right, context| {
            let scope = scope(quantity, context)?;
            let value = number(&expr, &scope);
            let value = if *is_ln { value.map(|ln| Number::from_ln(ln.to_f64())) } else { value };
            Some(taken(right, value.filter(|value| value.is_exact() || *is_ln || value.to_f64().is_finite())))
        }));
    }
    Some(match of {
        "P(v|c)" | "P(word|c)" | "P(presence|c)" => shares(move |cell| {
            let form = &cell.factor.form;
            let is_here = match of {
                "P(word|c)" => *form == FactorForm::Words,
                "P(presence|c)" => *form == FactorForm::Presence,
                _ => true,
            };
            let of_cell = |name: &str| cell.number(name);
            is_here.then(|| ratio(&expr, &of_cell)).flatten()
        }),
        "P(c)" => priors(move |fitted, class| {
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
        }),
        "factor" | "factor of absent" | "factor of foreign" => terms(move |term, class, context| {
            let is_absent = term.kind == TermKind::Absent;
            let is_here = match of {
                "factor" => true,
                "factor of absent" => is_absent,
                _ => {
                    let cell = Cell::of(&term.quantity(class), context.fitted);
                    is_absent && cell.is_some_and(|cell| cell.factor.documents(cell.value, cell.class) == 0)
                }
            };
            if !is_here {
                return Some(occurring(term, class, context));
            }
            Some(expr.map(&|part| match part {
                Expr::Sym(symbol) if symbol.uni == "p" => Some(multiplied(term, class, context)),
                Expr::Sym(symbol) if symbol.uni == "times" => Some(Expr::int(term.times)),
                _ => None,
            }))
        }),
        _ => return None,
    })
}

/// The value of a formula of numbers.
fn number(expr: &Expr, scope: &dyn Fn(&str) -> Option<Number>) -> Option<Number> {
    let expr = expr.map(&|part| match part {
        Expr::Sym(symbol) => scope(symbol.uni).map(Expr::Num),
        _ => None,
    });
    value_of(&expr, &|_: &Quantity| None)
}

fn ratio(
    expr: &Expr,
    scope: &dyn Fn(&str) -> Option<Number>,
) -> Option<(super::asked::Count, super::asked::Count)> {
    let Expr::Frac(top, bottom) = expr else { return None };
    let exact = |part: &Expr| number(part, scope)?.as_exact().cloned();
    exact(top).zip(exact(bottom))
}

fn float(value: f64) -> Option<Number> {
    Some(Number::Float(value))
}

fn classes(fitted: &Fitted) -> f64 {
    fitted.classes.len() as f64
}

/// 1 where the variance divides by n − 1.
pub(super) fn less(fitted: &Fitted) -> f64 {
    if fitted.data.resolved.variance == Variance::Unbiased { 1.0 } else { 0.0 }
}

fn normal<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<Scope<'a>> {
    let normal = NormalDensity::of(quantity, context.fitted)?;
    let area = move |sign: f64| (0.5 * erfc(sign * normal.distance / (2.0 * normal.variance).sqrt())).ln();
    Some(Box::new(move |name| {
        float(match name {
            "d" => normal.distance,
            "distance" => normal.distance.abs(),
            "σ" => normal.deviation(),
            "σ²" => normal.variance,
            "constant" => -0.5 * (TAU.ln() + normal.variance.ln()),
            "exponent" => normal.exponent(),
            "dimensions" => 1.0,
            "ln left" => area(-1.0),
            "ln right" => area(1.0),
            _ => return None,
        })
    }))
}

fn joint<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<Scope<'a>> {
    let Quantity::Density { event: Event::Case, given: Some(class) } = quantity else { return None };
    let joint = JointNormal::of(context, context.fitted.class(class.as_str())?)?;
    Some(Box::new(move |name| {
        float(match name {
            "constant" => joint.constant(),
            "exponent" => joint.exponent(),
            "dimensions" => joint.d,
            "ln det" => joint.log_det,
            _ => return None,
        })
    }))
}

fn count<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<Scope<'a>> {
    let (lambda, k) = poisson::of(quantity, context.fitted)?;
    Some(Box::new(move |name| {
        float(match name {
            "λ" => lambda,
            "k" => k,
            "ln at most k" => poisson::ln_at_most(lambda, k),
            _ => return None,
        })
    }))
}

fn rate<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<Scope<'a>> {
    let Quantity::Mean { feature, class: Some(class) } = quantity else { return None };
    let fitted = context.fitted;
    let factor = fitted.factor(feature.as_str())?;
    let rate = factor.rate(fitted.class(class.as_str())?)?;
    Some(Box::new(move |name| match name {
        "total" => Some(Number::from(rate.sum)),
        "mean of all" => poisson::overall(factor),
        _ => None,
    }))
}

fn mean<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<Scope<'a>> {
    let Quantity::Mean { feature, class: Some(class) } = quantity else { return None };
    sums(context.fitted, feature, class)
}

fn variance<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<Scope<'a>> {
    let Quantity::Var { feature, class: Some(class) } = quantity else { return None };
    context.fitted.factors().first()?;
    sums(context.fitted, feature, class)
}

fn sums<'a>(fitted: &'a Fitted, feature: &Name, class: &Name) -> Option<Scope<'a>> {
    let (at, class) = (fitted.feature(feature.as_str())?, fitted.class(class.as_str())?);
    let sums = Sums::of(fitted, at, class)?;
    let raw = fitted.factors().get(at).and_then(|factor| factor.normal(class));
    Some(Box::new(move |name| {
        float(match name {
            "n" => sums.n,
            "mean" => sums.mean,
            "squares" => sums.squares,
            "variance" => raw.filter(|normal| !fitted.is_put(normal))?.raw,
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

fn entry<'a>(
    quantity: &Quantity,
    context: &Context<'a>,
    is_here: fn(&EntrySums) -> bool,
) -> Option<Scope<'a>> {
    let fitted = context.fitted;
    let sums = EntrySums::of(quantity, fitted).filter(is_here)?;
    let own = |class: usize| own_entry(fitted, class, sums.pair);
    let own: Option<f64> = (0..fitted.classes.len()).map(own).sum();
    let (a, b) = sums.pair;
    Some(Box::new(move |name| {
        let of_sigma = |a: usize, b: usize| Some(fitted.gda()?.sigma(sums.class.unwrap_or(0))?.entry(a, b));
        float(match name {
            "products" => sums.products,
            "n" => sums.rows,
            "N" => fitted.rows() as f64,
            "raw" => sums.raw,
            "less" => less(fitted),
            "groups" => sums.class.map_or(classes(fitted), |_| 1.0),
            "mean of own Σ" => own? / classes(fitted),
            "entry" => of_sigma(a, b)?,
            "entry aa" => of_sigma(a, a)?,
            "entry bb" => of_sigma(b, b)?,
            _ => return None,
        })
    }))
}

fn determinant<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<Scope<'a>> {
    let Quantity::Det { class } = quantity else { return None };
    let sigma = sigma(context.fitted, class.as_ref())?;
    Some(Box::new(|name| {
        float(match name {
            "entry 11" => sigma.entry(0, 0),
            "entry 22" => sigma.entry(1, 1),
            "entry 12" => sigma.entry(0, 1),
            _ => return None,
        })
    }))
}

/// An entry of the inverse of two features. In the adjugate the diagonal is swapped, and the other entries change their sign.
fn inverse<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<Scope<'a>> {
    let Quantity::Inverse { a, b, class } = quantity else { return None };
    let (a, b) = (context.fitted.feature(a.as_str())?, context.fitted.feature(b.as_str())?);
    let sigma = sigma(context.fitted, class.as_ref())?;
    let (sign, other) = if a == b { (1.0, 1 - a.min(1)) } else { (-1.0, a) };
    Some(Box::new(move |name| {
        float(match name {
            "entry" => sigma.entry(a, b),
            "adjugate" if a == b => sigma.entry(other, other),
            "adjugate" => -sigma.entry(a, b),
            "sign" => sign,
            "det" => sigma.log_det.exp(),
            _ => return None,
        })
    }))
}

fn squared_distance<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<Scope<'a>> {
    let Quantity::SquaredDistance(class) = quantity else { return None };
    let (apart, sigma) = of_case(context, class)?;
    Some(Box::new(move |name| {
        float(match name {
            "q" => sigma.quadratic(&mut apart.clone()),
            "squares" => apart.iter().map(|x| x * x).sum(),
            "alone" => cross_terms(&apart, sigma).0,
            "crossed" => cross_terms(&apart, sigma).1,
            "with Σ" => gda::with_sigma(&apart, sigma).iter().zip(&apart).map(|(row, x)| row * x).sum(),
            _ => return None,
        })
    }))
}

fn difference<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<Scope<'a>> {
    let Quantity::Difference { feature, class } = quantity else { return None };
    let (apart, _) = of_case(context, class)?;
    let own = *apart.get(context.fitted.feature(feature.as_str())?)?;
    Some(Box::new(move |name| (name == "difference").then_some(Number::Float(own))))
}

fn solved<'a>(quantity: &Quantity, context: &Context<'a>) -> Option<Scope<'a>> {
    let Quantity::Solved { feature, class } = quantity else { return None };
    let (apart, sigma) = of_case(context, class)?;
    let own = *gda::with_sigma(&apart, sigma).get(context.fitted.feature(feature.as_str())?)?;
    Some(Box::new(move |name| (name == "with Σ").then_some(Number::Float(own))))
}

impl Cell<'_> {
    fn number(&self, name: &str) -> Option<Number> {
        Some(Number::Exact(match name {
            "count" => self.count(),
            "total" => self.total(),
            "all" => self.all(),
            "any" => self.of_value(),
            "α" => self.alpha(),
            "k" => self.outcomes(),
            "documents" => self.documents(),
            "occurrences" => self.tokens(),
            "vocabulary" => whole(self.factor.k() as u64),
            "classes" => whole(self.fitted.classes.len() as u64),
            "values" => whole(values(self.fitted)),
            _ => return None,
        }))
    }
}

/// Whether a feature has values, bins or flags: no words, no number.
pub(super) fn is_valued(factor: &Factor) -> bool {
    !factor.is_words() && !factor.is_number()
}

/// The number of values of all features together.
pub(super) fn values(fitted: &Fitted) -> u64 {
    fitted.factors().iter().filter(|factor| is_valued(factor)).map(|factor| factor.k() as u64).sum()
}

/// What a name stands for in a formula of the answer itself.
pub(super) fn of_asked(asked: &Asked<'_>, name: &str) -> Option<Expr> {
    let normal = || gda::example(asked).map(|(_, normal)| normal);
    let verdicts = || quality::verdicts(asked.fitted);
    let pairs = |at: usize| {
        let verdicts = verdicts()?;
        let class = verdicts.labels().iter().position(|label| Some(label) == asked.quantity.class())?;
        verdicts.pairs(class).get(at).map(|pairs| Number::from_int(*pairs))
    };
    let value = match name {
        "own" => return Some(Expr::Of(asked.quantity.clone())),
        "classes" => Number::from(asked.fitted.classes.len() as u64),
        "d" => Number::Float(normal()?.distance),
        "σ" => Number::Float(normal()?.deviation()),
        "σ²" => Number::Float(normal()?.variance),
        "prior part" => Number::Float(gda::prior_part(asked)?),
        "training accuracy" => {
            let (right, all) = verdicts()?.training()?;
            Number::ratio(right, all)?
        }
        "rows with posterior" => Number::from_int(quality::rows_with_posterior(asked)?),
        "won" => pairs(0)?,
        "tied" => pairs(1)?,
        "positives" => pairs(2)?,
        "negatives" => pairs(3)?,
        _ => return None,
    };
    Some(Expr::Num(value))
}
