//! Mistakes with logarithms, and numbers too small for a calculator.

use std::f64::consts::{LN_2, LN_10};

use super::asked::Asked;
use super::entry::{Change, Entry, Slip, both, one, posteriors, products};
use super::occurrences::is_multinomial;
use super::place::Place;
use super::words::{list, rounded};
use crate::math::{Expr, Func, Name, Number, Quantity, significant};
use crate::worked::{Context, multiplied};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { tag: "N1", hint: "the base of the logarithm", at: |asked| asked.ln, slips: other_base },
    Entry {
        tag: "N2",
        hint: "what is divided by what",
        at: |asked| asked.place == Place::Posterior,
        slips: not_undone,
    },
    Entry {
        tag: "N3",
        hint: "the base of the logarithm",
        at: |asked| asked.place == Place::Posterior,
        slips: undone_otherwise,
    },
    Entry {
        tag: "N4",
        hint: "how often a word occurs",
        at: |asked| asked.ln && is_multinomial(asked),
        slips: times_lost,
    },
    Entry {
        tag: "N5",
        hint: "numbers too small for a calculator",
        at: |asked| asked.is_about_case(),
        slips: underflow,
    },
];

fn other_base(_: &Asked<'_>) -> Vec<Slip> {
    let slip = |base: &str, of: f64| {
        let says = format!(
            "That is the logarithm to base {base}; the ranking stays, but ln is asked, so multiply by {}.",
            significant(&Number::Float(of), 5).0
        );
        Slip { scale: 1.0 / of, decides: false, ..Slip::new(Change::none(), says) }
    };
    vec![slip("10", LN_10), slip("2", LN_2)]
}

fn ln(class: &Name) -> Expr {
    Expr::Call(Func::Ln, Box::new(Expr::Of(Quantity::score(class))))
}

/// Classes that are listed in a sentence.
const LISTED: usize = 3;

/// `−8.108 and −8.907`
fn logarithms(asked: &Asked<'_>, of: f64) -> String {
    let value = |class: &Name| Some(asked.right(&Quantity::score(class))?.ln() / of);
    let all = asked.fitted.classes.iter().take(LISTED).filter_map(value);
    list(&all.filter(|ln| ln.is_finite()).map(|ln| rounded(&Number::Float(ln))).collect::<Vec<_>>())
}

fn not_undone(asked: &Asked<'_>) -> Vec<Slip> {
    let says = format!(
        "This is what you get if the logarithms {} are divided by their sum; logarithms do not normalise, so take exp of each first.",
        logarithms(asked, 1.0)
    );
    let change = posteriors(|class, context| {
        Expr::frac(ln(class), Expr::Add(context.fitted.classes.iter().map(ln).collect()))
    });
    vec![Slip::new(change, says)]
}

fn undone_otherwise(asked: &Asked<'_>) -> Vec<Slip> {
    let says = format!(
        "This is what you get if logarithms to base 10, {}, are undone with e; undo them with 10 to the power.",
        logarithms(asked, LN_10)
    );
    let undone = |class: &Name| {
        let ten = Expr::frac(ln(class), Expr::float(LN_10));
        Expr::Call(Func::Exp, Box::new(ten))
    };
    let change = posteriors(move |class, context: &Context<'_>| {
        Expr::frac(undone(class), Expr::Add(context.fitted.classes.iter().map(undone).collect()))
    });
    vec![Slip::new(change, says)]
}

fn times_lost(asked: &Asked<'_>) -> Vec<Slip> {
    let repeated = asked.terms.iter().filter(|term| term.times > 1).max_by_key(|term| term.times);
    let Some(term) = repeated else { return Vec::new() };
    let says = format!(
        "This is what you get if the logarithm of each word is added once; {} occurs {} times, so add its logarithm {} times.",
        term.value, term.times, term.times
    );
    let change = products(|class, context| {
        let terms = context.terms().ok()?;
        Some(terms.iter().map(|term| multiplied(term, class, context)).collect())
    });
    vec![Slip::new(change, says)]
}

/// ln of 10⁻⁹⁹, the smallest number of most calculators.
const SMALLEST: f64 = -99.0 * LN_10;

fn underflow(asked: &Asked<'_>) -> Vec<Slip> {
    let small =
        |quantity: &Quantity| asked.right(quantity).filter(|value| !value.is_zero() && value.ln() < SMALLEST);
    let of = if asked.place == Place::Likelihood { Quantity::likelihood } else { Quantity::score };
    let lost: Vec<(Quantity, Number)> =
        asked.fitted.classes.iter().map(of).filter_map(|of| Some((of.clone(), small(&of)?))).collect();
    let Some((_, first)) = lost.first() else { return Vec::new() };
    let says = format!(
        "This is what you get if a calculator takes {} for 0; numbers so small need logarithms, so add those.",
        rounded(first)
    );
    let change =
        lost.into_iter().fold(Change::none(), |all, (of, _)| both(all, one(of, Some(Number::zero()))));
    vec![Slip::new(change, says)]
}
