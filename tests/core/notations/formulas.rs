//! The formulas of the golden files, built as a derivation would build them.

use posterior::math::{BigOp, Chain, Event, Expr, Func, Name, Number, Quantity, Symbol, symbols};

pub fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

pub fn of(quantity: &str) -> Expr {
    Expr::Of(quantity.parse().unwrap())
}

pub fn exact(n: i64, d: i64) -> Expr {
    Expr::Num(Number::ratio(n, d).unwrap())
}

fn exp(inner: Expr) -> Expr {
    Expr::Call(Func::Exp, boxed(inner))
}

fn sqrt(inner: Expr) -> Expr {
    Expr::Sqrt(boxed(inner))
}

fn minus(a: Expr, b: Expr) -> Expr {
    Expr::Add(vec![a, b.negated()])
}

fn matrix(rows: &[&[Expr]]) -> Expr {
    Expr::Matrix(rows.iter().map(|row| row.to_vec()).collect())
}

fn whole(rows: &[&[i64]]) -> Expr {
    Expr::Matrix(rows.iter().map(|row| row.iter().map(|v| Expr::int(*v)).collect()).collect())
}

fn sum(body: Expr) -> Expr {
    let (lower, upper) = (boxed(Expr::int(1)), boxed(Expr::Sym(symbols::N)));
    Expr::Big { op: BigOp::Sum, index: symbols::I, lower, upper, body: boxed(body), terms: Vec::new() }
}

fn transposed(expr: Expr) -> Expr {
    Expr::Transpose(boxed(expr))
}

const MU: Expr = Expr::Sym(symbols::MU);
const SIGMA_MATRIX: Expr = Expr::Sym(symbols::COVARIANCE);
const X: Expr = Expr::Sym(symbols::X);
const TWO_PI: Expr = Expr::Sym(symbols::TWO_PI);
const ALPHA: Expr = Expr::Sym(Symbol { uni: "α", ascii: "alpha", tex: "\\alpha" });
const Q: Expr = Expr::Sym(Symbol { uni: "q", ascii: "q", tex: "q" });

/// Every formula with the name of its golden files.
pub fn all() -> Vec<(&'static str, Chain)> {
    vec![
        ("frac/bayes_short", bayes("Sunny")),
        ("frac/bayes", bayes("outlook=Sunny")),
        ("frac/laplace", laplace()),
        ("frac/logistic", logistic()),
        ("big/prior", prior()),
        ("density/gaussian", gaussian()),
        ("density/multivariate", multivariate()),
        ("density/multivariate_split", multivariate_split()),
        ("matrix/inverse", inverse()),
        ("matrix/quadratic", quadratic()),
        ("matrix/covariance", covariance()),
        ("script/words", words()),
        ("likelihood/parts", likelihood_parts()),
        ("likelihood/slope", slope()),
    ]
}

/// Formulas for single rules of drawing and breaking, each with the width it is drawn in.
pub fn rules() -> Vec<(&'static str, usize, Chain)> {
    let long = |terms: &[&str]| terms.iter().map(|term| of(term)).collect::<Vec<_>>();
    let factors =
        long(&["P(Yes)", "P(outlook=Sunny | Yes)", "P(windy=Weak | Yes)", "P(humidity=High | Yes)"]);
    let logs = factors.iter().map(|factor| match factor {
        Expr::Of(quantity) => Expr::Of(quantity.clone().ln()),
        other => other.clone(),
    });
    let counted = [(9, 14), (2, 9), (6, 9), (3, 9), (3, 9), (3, 9), (3, 9)];
    let counted = Expr::Mul(counted.iter().map(|(a, b)| Expr::ratio(*a, *b)).collect());
    let evidence =
        Expr::Add(long(&["score(Iris setosa)", "score(Iris versicolor)", "score(Iris virginica)"]));
    let share = Expr::frac(of("score(Iris setosa)"), evidence);
    let q = || Q;
    let half = || Expr::frac(q(), Expr::Sym(symbols::N));
    let three = whole(&[&[4, 2, 0], &[2, 3, -1], &[0, -1, 12]]);
    let tall = matrix(&[&[Expr::frac(q(), Expr::Sym(symbols::N)), Expr::int(1)]]);
    vec![
        (
            "break/product",
            40,
            Chain::new(of("score(Yes)"))
                .eq(Expr::Mul(factors.clone()))
                .eq(counted)
                .approx(Expr::float(0.003_527)),
        ),
        (
            "break/sum",
            40,
            Chain::new(of("ln score(Yes)")).eq(Expr::Add(logs.collect())).approx(Expr::float(-5.5)),
        ),
        ("break/fraction", 40, Chain::new(of("P(Iris setosa | x)")).eq(share.clone()).eq(Expr::ratio(3, 4))),
        ("break/narrow", 14, Chain::new(of("P(Iris setosa | x)")).eq(share).eq(Expr::ratio(3, 4))),
        (
            "break/names",
            30,
            Chain::new(of("mean(petal length in centimetres | Iris setosa)")).eq(Expr::float(1.462)),
        ),
        (
            "break/wide_names",
            40,
            Chain::new(of("P(天気=晴れ | はい)")).eq(exact(2, 9)).approx(Expr::float(2.0 / 9.0)),
        ),
        ("break/rounded", 76, Chain::new(of("P(x)")).eq(Expr::Num(Number::Log(-50.0)))),
        (
            "frac/nested",
            76,
            Chain::new(q()).eq(Expr::frac(half(), half())).eq(Expr::frac(half().negated(), q())),
        ),
        ("frac/base", 76, Chain::new(q()).eq(Expr::pow(half(), Expr::Sym(symbols::K))).eq(sqrt(half()))),
        ("matrix/three", 76, Chain::new(Expr::Det(boxed(three.clone()))).eq(Expr::int(140))),
        ("matrix/transposed", 76, Chain::new(transposed(tall)).eq(Expr::Inverse(boxed(three)))),
        (
            "script/raised",
            76,
            Chain::new(q()).eq(Expr::pow(Expr::int(2), minus(Expr::Sym(symbols::K), Expr::int(1)))),
        ),
        (
            "script/signs",
            76,
            Chain::new(q()).eq(Expr::pow(Expr::int(2), minus(Expr::Sym(symbols::N), Expr::int(1)))),
        ),
        (
            "big/not_last",
            76,
            Chain::new(q()).eq(Expr::Mul(vec![
                sum(minus(X, MU)),
                sum(Expr::int(2).negated()),
                half().negated(),
            ])),
        ),
    ]
}

fn bayes(sunny: &str) -> Chain {
    let terms = |format: &str| of(&format.replace('@', sunny));
    Chain::new(terms("P(Yes | @)"))
        .eq(Expr::frac(Expr::Mul(vec![terms("P(@ | Yes)"), of("P(Yes)")]), terms("P(@)")))
        .eq(Expr::frac(Expr::Mul(vec![Expr::ratio(3, 9), Expr::ratio(9, 14)]), Expr::ratio(5, 14)))
        .eq(exact(3, 5))
}

fn likelihood_parts() -> Chain {
    let ln = |text: &str| Expr::Call(Func::Ln, boxed(of(text)));
    Chain::new(of("loglik"))
        .eq(Expr::Add(vec![of("loglik(Yes)"), of("loglik(No)")]))
        .eq(Expr::Add(vec![
            Expr::Mul(vec![of("count(Yes)"), ln("P(Yes)")]),
            of("loglik(outlook | Yes)"),
            of("loglik(x | No)"),
        ]))
        .approx(Expr::float(-12.3456))
}

fn slope() -> Chain {
    let share = |above: Expr, below: Expr| Expr::frac(above, below);
    let opposite = |p: Expr| minus(Expr::int(1), p);
    Chain::new(of("slope(P(Yes))"))
        .eq(minus(share(of("count(Yes)"), of("P(Yes)")), share(of("count(No)"), opposite(of("P(Yes)")))))
        .eq(minus(share(Expr::int(9), Expr::ratio(9, 14)), share(Expr::int(5), opposite(Expr::ratio(9, 14)))))
        .eq(Expr::pow(of("slope(scatter(a, b | c))"), Expr::int(2)))
        .eq(Expr::int(0))
}

fn laplace() -> Chain {
    let n_of_yes = Expr::General { head: symbols::N, args: vec![Expr::Text("Yes".into())], given: None };
    Chain::new(of("P(outlook=Sunny | Yes)"))
        .eq(Expr::frac(
            Expr::Add(vec![of("count(Sunny, Yes)"), of("alpha")]),
            Expr::Add(vec![n_of_yes, Expr::Mul(vec![ALPHA, Expr::Sym(symbols::K)])]),
        ))
        .eq(Expr::frac(
            Expr::Add(vec![Expr::int(3), Expr::int(1)]),
            Expr::Add(vec![Expr::int(9), Expr::Mul(vec![Expr::int(1), Expr::int(3)])]),
        ))
        .eq(Expr::ratio(4, 12))
        .eq(exact(1, 3))
}

fn prior() -> Chain {
    let label = Expr::Sample(boxed(Expr::Sym(symbols::Y)), symbols::I);
    let indicator = Expr::Indicator(Box::new(Chain::new(label).eq(Expr::int(1))));
    Chain::new(Expr::Sym(symbols::PHI))
        .eq(Expr::Juxt(vec![Expr::frac(Expr::int(1), Expr::Sym(symbols::N)), sum(indicator)]))
        .eq(exact(9, 14))
        .approx(Expr::float(9.0 / 14.0))
}

fn gaussian() -> Chain {
    let density = |mean: Expr, variance: Expr| {
        let square = Expr::pow(minus(Expr::int(6), mean), Expr::int(2));
        let below = Expr::Mul(vec![Expr::int(2), variance.clone()]);
        Expr::Mul(vec![
            Expr::frac(Expr::int(1), sqrt(Expr::Mul(vec![TWO_PI, variance]))),
            exp(Expr::frac(square, below).negated()),
        ])
    };
    let variance = Expr::pow(Expr::Sym(symbols::SIGMA), Expr::int(2));
    let male = Some(Name::from("male"));
    let event = Event::Value { feature: "height".into(), value: "6".into() };
    Chain::new(Expr::Of(Quantity::Density { event, given: male }))
        .eq(density(MU, variance))
        .eq(density(Expr::float(5.855), Expr::float(0.035033)))
        .approx(Expr::float(1.578_883_4))
}

fn quadratic_form() -> Expr {
    let deviation = minus(X, MU);
    Expr::Juxt(vec![transposed(deviation.clone()), Expr::Inverse(boxed(SIGMA_MATRIX)), deviation])
}

fn inverse_in_numbers() -> Expr {
    matrix(&[&[exact(3, 8), exact(-1, 4)], &[exact(-1, 4), exact(1, 2)]])
}

fn quadratic_in_numbers() -> Vec<Expr> {
    vec![whole(&[&[1, 2]]), inverse_in_numbers(), whole(&[&[1], &[2]])]
}

fn normaliser() -> Expr {
    let power = Expr::pow(TWO_PI, Expr::Sym(symbols::D));
    Expr::frac(Expr::int(1), sqrt(Expr::Juxt(vec![power, Expr::Det(boxed(SIGMA_MATRIX))])))
}

fn normaliser_in_numbers() -> Expr {
    Expr::frac(Expr::int(1), Expr::Mul(vec![TWO_PI, sqrt(Expr::int(8))]))
}

/// The end of both ways to write the density of two columns.
fn density_of_two(chain: Chain) -> Chain {
    let tail = exp(Expr::ratio(11, 16).negated());
    chain.eq(Expr::Mul(vec![normaliser_in_numbers(), tail])).approx(Expr::float(0.028_294_22))
}

fn multivariate() -> Chain {
    let half = |mut form: Vec<Expr>, half: Expr| {
        form.insert(0, half);
        exp(Expr::Juxt(form).negated())
    };
    let Expr::Juxt(form) = quadratic_form() else { unreachable!() };
    density_of_two(
        Chain::new(of("p(x)"))
            .eq(Expr::Mul(vec![normaliser(), half(form, Expr::ratio(1, 2))]))
            .eq(Expr::Mul(vec![normaliser_in_numbers(), half(quadratic_in_numbers(), Expr::ratio(1, 2))])),
    )
}

fn multivariate_split() -> Chain {
    let half = Expr::frac(Q, Expr::int(2)).negated();
    density_of_two(Chain::new(of("p(x)")).eq(Expr::Mul(vec![normaliser(), exp(half)])))
}

fn inverse() -> Chain {
    Chain::new(Expr::Inverse(boxed(SIGMA_MATRIX)))
        .eq(Expr::Juxt(vec![
            Expr::frac(Expr::int(1), Expr::Det(boxed(SIGMA_MATRIX))),
            whole(&[&[3, -2], &[-2, 4]]),
        ]))
        .eq(inverse_in_numbers())
}

fn quadratic() -> Chain {
    Chain::new(Q).eq(quadratic_form()).eq(Expr::Juxt(quadratic_in_numbers())).eq(exact(11, 8))
}

fn covariance() -> Chain {
    let deviation = minus(Expr::Sample(boxed(X), symbols::I), MU);
    let outer = Expr::Juxt(vec![deviation.clone(), transposed(deviation)]);
    Chain::new(SIGMA_MATRIX)
        .eq(Expr::Juxt(vec![Expr::frac(Expr::int(1), Expr::Sym(symbols::N)), sum(outer)]))
        .eq(Expr::Juxt(vec![Expr::ratio(1, 4), whole(&[&[16, 8], &[8, 12]])]))
        .eq(whole(&[&[4, 2], &[2, 3]]))
}

fn logistic() -> Chain {
    let sigmoid = |inner: Expr| Expr::frac(Expr::int(1), Expr::Add(vec![Expr::int(1), exp(inner.negated())]));
    let theta_x = Expr::Juxt(vec![transposed(Expr::Sym(symbols::THETA)), X]);
    let in_numbers = Expr::Add(vec![
        Expr::Mul(vec![Expr::int(1), Expr::int(3)]),
        Expr::Mul(vec![Expr::float(0.5), Expr::int(2)]),
        Expr::int(2).negated(),
    ]);
    let lhs = Expr::General {
        head: symbols::P,
        args: vec![Expr::Sym(Symbol { uni: "y=1", ascii: "y=1", tex: "y=1" })],
        given: Some(boxed(X)),
    };
    Chain::new(lhs)
        .eq(sigmoid(Expr::Add(vec![theta_x, Expr::Sym(symbols::THETA_0)])))
        .eq(sigmoid(in_numbers))
        .eq(sigmoid(Expr::int(2)))
        .approx(Expr::float(1.0 / (1.0 + (-2f64).exp())))
}

fn words() -> Chain {
    let word = Expr::General {
        head: symbols::P,
        args: vec![Expr::Sym(symbols::WORD_I)],
        given: Some(boxed(Expr::Text("China".into()))),
    };
    let product = Expr::Big {
        op: BigOp::Product,
        index: symbols::I,
        lower: boxed(Expr::int(1)),
        upper: boxed(Expr::int(5)),
        body: boxed(word),
        terms: Vec::new(),
    };
    Chain::new(of("score(China)"))
        .eq(Expr::Mul(vec![of("P(China)"), product]))
        .eq(Expr::Mul(vec![
            Expr::ratio(3, 4),
            Expr::pow(Expr::ratio(6, 14), Expr::int(3)),
            Expr::ratio(1, 14),
            Expr::ratio(1, 14),
        ]))
        .eq(exact(81, 268_912))
        .approx(Expr::float(81.0 / 268_912.0))
}
