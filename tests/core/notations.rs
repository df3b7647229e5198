//! Formulas in every notation, against golden files by construct.
//!
//! `POSTERIOR_BLESS=1 cargo test --test notations` writes the files anew; read what it wrote before you commit it.

// The permission that the lints give to tests does not reach the functions that tests share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::path::PathBuf;

use posterior::math::{Chain, Expr, Face, Latex, Linear, MathMl, Stacked, symbols};
use proptest::prelude::*;

mod arbitrary;
mod formulas;
mod mathml;
mod meaning;
mod robust;

fn golden(name: &str, kind: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/math").join(format!("{name}.{kind}"))
}

/// Compares with the golden file; `None` when there is none of that kind.
fn differs(name: &str, kind: &str, drawn: &str) -> Option<String> {
    let path = golden(name, kind);
    if std::env::var_os("POSTERIOR_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, drawn).unwrap();
        return None;
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    (wanted != drawn).then(|| format!("== {name}.{kind}\n-- wanted\n{wanted}-- drawn\n{drawn}"))
}

fn stacked(chain: &Chain, width: usize, face: Face) -> String {
    let picture = Stacked { width, face }.chain(chain);
    picture.lines().into_iter().map(|line| line + "\n").collect()
}

#[test]
fn every_notation_draws_the_golden_files() {
    let mut wrong = Vec::new();
    for (name, chain) in formulas::all() {
        let drawings = [
            ("76.txt", stacked(&chain, 76, Face::default())),
            ("40.txt", stacked(&chain, 40, Face::default())),
            ("ascii.txt", stacked(&chain, 76, Face::ASCII)),
            ("line.txt", Linear::default().chain(&chain) + "\n"),
            ("line_ascii.txt", Linear(Face::ASCII).chain(&chain) + "\n"),
            ("tex", Latex.chain(&chain) + "\n"),
            ("mathml", MathMl.chain(&chain) + "\n"),
        ];
        wrong.extend(drawings.iter().filter_map(|(kind, drawn)| differs(name, kind, drawn)));
    }
    for (name, width, chain) in formulas::rules() {
        wrong.extend(differs(name, "box.txt", &stacked(&chain, width, Face::default())));
        wrong.extend(differs(name, "ascii.txt", &stacked(&chain, width, Face::ASCII)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ascii_is_ascii() {
    for (name, chain) in formulas::all() {
        for width in [76, 40, 12] {
            assert!(stacked(&chain, width, Face::ASCII).is_ascii(), "{name} at {width}");
        }
        assert!(Linear(Face::ASCII).chain(&chain).is_ascii(), "{name}");
    }
}

#[test]
fn the_split_density_fits_a_narrow_screen_in_ascii() {
    let (_, chain) =
        formulas::all().into_iter().find(|(name, _)| *name == "density/multivariate_split").unwrap();
    assert_eq!(Stacked { width: 40, face: Face::ASCII }.chain(&chain).width, 40);
}

/// Every way one kind of formula can be inside another, with the text of it.
fn pairs() -> Vec<Expr> {
    let x = Expr::Sym(symbols::X);
    let mu = Expr::Sym(symbols::MU);
    let mut inner = arbitrary::leaves();
    inner.extend(arbitrary::around(&x, &mu));
    inner.iter().flat_map(|inner| arbitrary::around(inner, &mu)).collect()
}

/// Whether a reader of every one-line text arrives at what the formula means.
fn misread(expr: &Expr) -> Option<String> {
    let wanted = meaning::of(expr);
    let latex = Latex.expr(expr);
    let texts = [
        Linear::default().expr(expr),
        Linear(Face::ASCII).expr(expr),
        meaning::line_of_latex(&latex),
        mathml::line(&MathMl.chain(&Chain::new(expr.clone()))),
    ];
    texts.into_iter().find_map(|text| match meaning::read(&text) {
        Ok(value) if (value - wanted).abs() <= 1e-6 * wanted.abs().max(1.0) || !wanted.is_finite() => None,
        Ok(value) => Some(format!("{text} reads as {value}, not {wanted}: {expr:?}")),
        Err(error) => Some(format!("{text}: {error}: {expr:?}")),
    })
}

#[test]
fn the_reader_distinguishes_brackets() {
    for (a, b) in [
        ("x - mu + n", "x - (mu + n)"),
        ("x/mu/n", "x/(mu/n)"),
        ("x^2", "-x^2"),
        ("sum[i=1..n] x * mu", "(sum[i=1..n] x) * mu"),
        ("-x'", "(-x)'"),
        ("x mu^2", "(x mu)^2"),
        ("[x mu]", "[x; mu]"),
        ("|x| mu", "|x mu|"),
    ] {
        assert!((meaning::read(a).unwrap() - meaning::read(b).unwrap()).abs() > 1e-6, "{a} and {b}");
    }
    for text in ["√x²", "x²ᵀ", "x^2^3", "x''", "√(x)²"] {
        assert!(meaning::read(text).is_err(), "{text}");
    }
}

#[test]
fn every_kind_in_every_kind_has_the_brackets_it_needs() {
    let wrong: Vec<String> = pairs().iter().filter_map(misread).collect();
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

proptest! {
    #![proptest_config(crate::models::tables::cases(2_000))]

    #[test]
    fn deeper_formulas_have_the_brackets_they_need(expr in arbitrary::readable()) {
        prop_assert_eq!(misread(&expr), None);
    }
}
