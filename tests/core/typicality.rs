//! How typical a case is: its rank is that of counting, and what is said of it is true.

use crate::models::fitted;

use posterior::model::{Case, Fitted};
use posterior::worked::how_typical;

/// Sixty rows of three classes, alike in part, some without a class, seen up to three times.
fn table(classes: usize) -> String {
    let mut text = String::from("u,v,w,kind\n");
    for row in 0..60_usize {
        let class = if row % 20 == 19 { "?".to_owned() } else { format!("k{}", row % classes) };
        let (u, v) = (row * row % 7 + 3 * (row % classes), row * 5 % 11);
        text.push_str(&format!("{u},{v},{},{class}\n", row % 4));
    }
    text
}

fn counted(model: &Fitted, case: &Case) -> [u64; 3] {
    let own = model.predict(case).evidence.unwrap();
    let mut found = [0; 3];
    for row in (0..60).filter(|row| model.class_of_row(*row).is_some()) {
        let other = model.predict(&Case::from_row(model, row).unwrap()).evidence.unwrap();
        let exact = own.is_exact() && other.is_exact();
        let near = !exact && (own.ln() - other.ln()).abs() <= 1e-12 * own.ln().abs().max(1.0);
        let at = if near { 1 } else { other.compare(&own) as i8 + 1 };
        found[at as usize] += model.weight(row).unwrap_or(1);
    }
    found
}

#[test]
fn the_rank_is_that_of_counting() {
    for classes in [2, 3, 5] {
        for recipe in [
            "model = \"gda\"\nignore = [\"w\"]",
            "model = \"gaussian\"\nweight = \"w\"",
            "model = \"categorical\"\nbins = \"width:3\"\nweight = \"w\"",
            "model = \"categorical\"\nbins = \"width:3\"\nalpha = \"0\"",
        ] {
            let model = fitted(&table(classes), &format!("target = \"kind\"\n{recipe}\n"));
            for row in 0..60 {
                let case = Case::from_row(&model, row).unwrap();
                let ranking = model.rank(&case).unwrap();
                let found = [ranking.below, ranking.equal, ranking.above];
                assert_eq!(found, counted(&model, &case), "{classes} {recipe} row {row}");
            }
        }
    }
}

/// The share that is named as exceeded is exceeded in every class, and the next one is not.
#[test]
fn a_case_lies_as_far_out_as_is_said() {
    let mut said = 0;
    for (classes, none, all) in [(2, "Neither class", "of both."), (3, "No class", "of every one.")] {
        for recipe in ["model = \"gda\"", "model = \"qda\"", "model = \"gaussian\""] {
            let model = fitted(
                &table(classes),
                &format!(
                    "target = \"kind\"\nignore = [\"w\"]\n{recipe}\nquery = {{ u = \"3\", v = \"4\" }}\n"
                ),
            );
            for step in 0..80 {
                let cells = [("u".to_owned(), (4.0 + 0.25 * f64::from(step)).to_string())];
                let case = Case::from_row(&model, 0).unwrap().changed(&model, &cells).unwrap();
                let text: Vec<String> =
                    how_typical(&model, &case).iter().map(|sentence| sentence.plain()).collect();
                assert_eq!(text.len(), 2, "{text:?}");
                let largest = model.tails(&case).into_iter().flatten().fold(0.0, f64::max);
                let shares = [("99.99", 1e-4), ("99.9", 1e-3), ("99", 1e-2), ("95", 5e-2)];
                match shares.iter().find(|(_, left)| largest < *left) {
                    Some((share, _)) => {
                        said += 1;
                        let names: Vec<String> = model.feature_names().map(ToString::to_string).collect();
                        let numbers = names.iter().zip(&case.cells);
                        let what: Vec<String> =
                            numbers.map(|(name, cell)| format!("{name}={}", cell.text)).collect();
                        let what = if what.len() > 3 { "it".to_owned() } else { what.join(", ") };
                        let wanted = format!(
                            "{none} looks like this case: {what} lies farther out than {share} % {all}"
                        );
                        assert_eq!(text[1], wanted, "{largest}");
                    }
                    None => assert!(text[1].starts_with("So much of a class"), "{largest} {text:?}"),
                }
            }
        }
    }
    assert!((60..420).contains(&said), "both are met: {said}");
}

#[test]
fn models_without_densities_have_a_rank_and_no_tails() {
    let model = fitted(&table(3), "target = \"kind\"\nmodel = \"categorical\"\nbins = \"width:3\"\n");
    let case = Case::from_row(&model, 0).unwrap();
    assert!(model.tails(&case).is_empty());
    let said: Vec<String> = how_typical(&model, &case).iter().map(|sentence| sentence.plain()).collect();
    assert!(said.len() == 1 && said[0].starts_with("By P(x), "), "{said:?}");
}
