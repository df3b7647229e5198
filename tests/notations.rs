//! Formulas in every notation, against golden files by construct.
//!
//! `POSTERIOR_BLESS=1 cargo test --test notations` writes the files anew; read what it wrote before you commit it.

use std::path::PathBuf;

use posterior::math::{Chain, Latex, Linear, Stacked, Tier};

#[path = "notations/formulas.rs"]
mod formulas;

fn golden(name: &str, kind: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/math").join(format!("{name}.{kind}"))
}

/// Compares with the golden file; `None` when there is none of that kind.
fn differs(name: &str, kind: &str, drawn: &str) -> Option<String> {
    let path = golden(name, kind);
    if std::env::var_os("POSTERIOR_BLESS").is_some() {
        std::fs::write(&path, drawn).unwrap();
        return None;
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_else(|e| format!("{e}\n"));
    (wanted != drawn).then(|| format!("== {name}.{kind}\n-- wanted\n{wanted}-- drawn\n{drawn}"))
}

fn stacked(chain: &Chain, width: usize, glyphs: Tier) -> String {
    let picture = Stacked { width, glyphs }.chain(chain);
    picture.lines().into_iter().map(|line| line + "\n").collect()
}

#[test]
fn every_notation_draws_the_golden_files() {
    let mut wrong = Vec::new();
    for (name, chain) in formulas::all() {
        let drawings = [
            ("76.txt", stacked(&chain, 76, Tier::Math)),
            ("40.txt", stacked(&chain, 40, Tier::Math)),
            ("ascii.txt", stacked(&chain, 76, Tier::Ascii)),
            ("line.txt", Linear { ascii: false }.chain(&chain) + "\n"),
            ("line_ascii.txt", Linear { ascii: true }.chain(&chain) + "\n"),
            ("tex", Latex.chain(&chain) + "\n"),
        ];
        wrong.extend(drawings.iter().filter_map(|(kind, drawn)| differs(name, kind, drawn)));
    }
    for (name, chain) in formulas::boxes() {
        wrong.extend(differs(name, "76.txt", &stacked(&chain, 76, Tier::Box)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_box_tier_differs_in_its_fences_only() {
    let fences = "⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦".chars().zip("╭│╰╮│╯┌│└┐│┘".chars()).collect::<Vec<_>>();
    for (name, chain) in formulas::all() {
        for width in [76, 40] {
            let translated: String = stacked(&chain, width, Tier::Math)
                .chars()
                .map(|c| fences.iter().find(|(from, _)| *from == c).map_or(c, |(_, to)| *to))
                .collect();
            assert_eq!(stacked(&chain, width, Tier::Box), translated, "{name} at {width}");
        }
    }
}

#[test]
fn ascii_is_ascii() {
    for (name, chain) in formulas::all() {
        for width in [76, 40, 12] {
            assert!(stacked(&chain, width, Tier::Ascii).is_ascii(), "{name} at {width}");
        }
        assert!(Linear { ascii: true }.chain(&chain).is_ascii(), "{name}");
    }
}

#[test]
fn the_split_density_fits_a_narrow_screen_in_ascii() {
    let (_, chain) =
        formulas::all().into_iter().find(|(name, _)| *name == "density/multivariate_split").unwrap();
    assert_eq!(Stacked { width: 40, glyphs: Tier::Ascii }.chain(&chain).width(), 40);
}
