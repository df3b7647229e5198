//! Formulas of any shape.

use posterior::math::{BigOp, Chain, Event, Expr, Func, Name, Number, Quantity, Rel, symbols};
use proptest::prelude::*;

use super::formulas::{boxed, exact, of};

/// One of each leaf that the reader knows.
pub fn leaves() -> Vec<Expr> {
    vec![
        Expr::int(3),
        Expr::int(-3),
        exact(3, 8),
        exact(-1, 4),
        Expr::float(0.5),
        Expr::float(-2.5),
        Expr::ratio(6, 14),
        Expr::Sym(symbols::X),
        Expr::Sym(symbols::TWO_PI),
        Expr::Sym(symbols::COVARIANCE),
        Expr::Sym(symbols::THETA_0),
        of("P(Yes)"),
        of("ln P(Yes)"),
        Expr::General { head: symbols::P, args: vec![Expr::Sym(symbols::X)], given: None },
    ]
}

/// What can be built around two formulas, one of each kind and place.
pub fn around(a: &Expr, b: &Expr) -> Vec<Expr> {
    let (a, b) = (|| a.clone(), || b.clone());
    let index = symbols::I;
    let big = |op, lower: Expr, upper: Expr, body: Expr| {
        let (lower, upper) = (boxed(lower), boxed(upper));
        Expr::Big { op, index, lower, upper, body: boxed(body), terms: Vec::new() }
    };
    let indicator = |left: Expr, right: Expr| Expr::Indicator(Box::new(Chain::new(left).eq(right)));
    vec![
        Expr::Add(vec![a(), b()]),
        Expr::Add(vec![a(), b().negated()]),
        Expr::Mul(vec![a(), b()]),
        Expr::Mul(vec![b(), a(), b()]),
        Expr::Juxt(vec![a(), b()]),
        Expr::Juxt(vec![b(), a(), b()]),
        a().negated(),
        Expr::frac(a(), b()),
        Expr::frac(b(), a()),
        Expr::pow(a(), b()),
        Expr::pow(b(), a()),
        Expr::pow(a(), Expr::int(2)),
        Expr::Call(Func::Exp, boxed(a())),
        Expr::Call(Func::Ln, boxed(a())),
        Expr::Call(Func::Factorial, boxed(a())),
        Expr::Sqrt(boxed(a())),
        Expr::Det(boxed(a())),
        big(BigOp::Sum, Expr::int(1), Expr::Sym(symbols::N), a()),
        big(BigOp::Product, a(), b(), Expr::Sym(symbols::X)),
        Expr::Sample(boxed(a()), index),
        Expr::Transpose(boxed(a())),
        Expr::Inverse(boxed(a())),
        indicator(a(), b()),
        Expr::Matrix(vec![vec![a(), b()], vec![b(), a()]]),
        Expr::Matrix(vec![vec![a()], vec![b()], vec![a()]]),
        Expr::Add(vec![a()]),
        Expr::Mul(vec![a()]),
    ]
}

/// Formulas the reader knows, a few levels deep.
pub fn readable() -> impl Strategy<Value = Expr> {
    let leaf = (0..leaves().len()).prop_map(|at| leaves().swap_remove(at));
    leaf.prop_recursive(4, 24, 2, |inner| {
        (inner.clone(), inner, any::<prop::sample::Index>()).prop_map(|(a, b, pick)| {
            let mut all = around(&a, &b);
            all.swap_remove(pick.index(all.len()))
        })
    })
}

pub fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z=|,() ]{0,8}",
        "[\\\\{}^_$#%&~\"x*\n\t\u{0}\u{1b}\u{9b}\u{7f}]{0,6}",
        "[\u{202e}\u{200b}\u{200d}\u{2066}\u{e0041}\u{fe0f}\u{a0}\u{301}\u{20dd}]{0,4}",
        "[北京한글ｱﾞ😀👍🏽🇦🇧éЖשل]{0,30}",
        "\\PC{0,10}",
    ]
}

/// Formulas of any shape at all: names of any characters, empty lists, numbers of any size.
pub fn any_expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        any::<f64>().prop_map(Expr::float),
        any::<f64>().prop_map(|ln| Expr::Num(Number::Log(ln))),
        (any::<i64>(), 0u32..40)
            .prop_map(|(n, p)| Expr::Num(Number::from_int(n).powi(i32::try_from(p).unwrap()).unwrap())),
        (any::<i64>(), any::<i64>()).prop_map(|(a, b)| Expr::ratio(a, b)),
        (any::<i64>(), 1i64..).prop_map(|(a, b)| exact(a, b)),
        name().prop_map(Expr::Text),
        "[0-9]{1,3}\\.[0-9]{1,3}".prop_map(Expr::Decimal),
        (name(), name()).prop_map(|(a, b)| Expr::Of(Quantity::conditional(
            &"f".into(),
            &a.into(),
            &b.into()
        ))),
        name()
            .prop_map(|a| Expr::Of(Quantity::Density { event: Event::Any(Name::from(a)), given: None }.ln())),
        Just(Expr::Sym(symbols::TWO_PI)),
        Just(Expr::Add(vec![])),
        Just(Expr::Juxt(vec![])),
        Just(Expr::Matrix(vec![])),
        Just(Expr::Matrix(vec![vec![], vec![]])),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let pair = (inner.clone(), inner.clone(), any::<prop::sample::Index>()).prop_map(|(a, b, pick)| {
            let mut all = around(&a, &b);
            all.swap_remove(pick.index(all.len()))
        });
        let items = prop::collection::vec(inner.clone(), 0..5);
        prop_oneof![
            4 => pair,
            1 => items.clone().prop_map(Expr::Add),
            1 => items.clone().prop_map(Expr::Mul),
            1 => items.clone().prop_map(Expr::Juxt),
            1 => prop::collection::vec(items, 0..4).prop_map(Expr::Matrix),
            1 => inner.clone().prop_map(|a| Expr::Sample(boxed(a), symbols::K)),
            1 => inner.prop_map(|a| Expr::pow(a, Expr::Sym(symbols::K))),
        ]
    })
}

pub fn any_chain() -> impl Strategy<Value = Chain> {
    let rel = prop_oneof![Just(Rel::Eq), Just(Rel::Approx)];
    (any_expr(), prop::collection::vec((rel, any_expr()), 0..4)).prop_map(|(lhs, rest)| Chain { lhs, rest })
}
