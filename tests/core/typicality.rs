//! How typical a case is: its rank is that of counting, and the sentences about it are true.

use crate::models::{case, fitted, has, model, ranked, sample};

use posterior::model::{Case, CaseValue, Fitted};
use posterior::worked::{derive, how_typical, resolve_quantity};

/// Sixty rows of three classes, some of them equal, some without a class, seen up to three times.
fn table(classes: usize) -> String {
    let mut text = String::from("u,v,w,kind\n");
    for row in 0..60_usize {
        let class = if row % 20 == 19 { "?".to_owned() } else { format!("k{}", row % classes) };
        let (u, v) = (row * row % 7 + 3 * (row % classes), row * 5 % 11);
        text.push_str(&format!("{u},{v},{},{class}\n", row % 4));
    }
    text
}

fn without(mut case: Case, kept: &[bool]) -> Case {
    let left_out = case.cells.iter_mut().zip(kept).filter(|(_, kept)| !**kept);
    left_out.for_each(|(cell, _)| cell.value = CaseValue::Missing);
    case
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
                assert_eq!(Some(found), ranked(&model, &case), "{classes} {recipe} row {row}");
            }
        }
    }
}

/// The share that is named as exceeded is exceeded in every class, and the next one is not.
#[test]
fn a_case_lies_as_far_out_as_is_reported() {
    let mut exceeded = 0;
    for (classes, none, all) in [(2, "Neither class", "of both classes."), (3, "No class", "of every class.")]
    {
        for model in ["gda", "qda", "gaussian"] {
            let recipe = format!("target = \"kind\"\nignore = [\"w\"]\nmodel = \"{model}\"\n");
            let model = fitted(&table(classes), &recipe);
            let first = Case::from_row(&model, 0).unwrap();
            for step in 0..80 {
                let cells = [("u".to_owned(), (4.0 + 0.25 * f64::from(step)).to_string())];
                let case = first.changed(&model, &cells).unwrap();
                let text = sentences(&model, &case);
                assert_eq!(text.len(), 2, "{text:?}");
                let largest = model.tails(&case).into_iter().flatten().fold(0.0, f64::max);
                let shares = [("99.99", 1e-4), ("99.9", 1e-3), ("99", 1e-2), ("95", 5e-2)];
                let Some((share, _)) = shares.iter().find(|(_, left)| largest < *left) else {
                    assert!(text[1].starts_with("Share of each class"), "{largest} {text:?}");
                    continue;
                };
                exceeded += 1;
                let numbers = model.feature_names().zip(&case.cells);
                let what: Vec<String> = numbers.map(|(name, cell)| format!("{name}={}", cell.text)).collect();
                let what = what.join(", ");
                let wanted =
                    format!("{none} is close to this case: {what} lies farther out than {share} % {all}");
                assert_eq!(text[1], wanted, "{largest}");
            }
        }
    }
    assert!((60..420).contains(&exceeded), "both occur: {exceeded}");
}

#[test]
fn models_without_densities_have_a_rank_and_no_tails() {
    let model = fitted(&table(3), "target = \"kind\"\nmodel = \"categorical\"\nbins = \"width:3\"\n");
    let case = Case::from_row(&model, 0).unwrap();
    assert!(model.tails(&case).is_empty());
    let sentences = sentences(&model, &case);
    assert!(sentences.len() == 1 && sentences[0].starts_with("By P(x), "), "{sentences:?}");
}

fn sentences(model: &Fitted, case: &Case) -> Vec<String> {
    how_typical(model, case).iter().map(|sentence| sentence.plain()).collect()
}

#[test]
fn a_case_is_compared_on_the_features_that_it_has() {
    // A cell of each column is missing now and then.
    let csv: String = table(3)
        .lines()
        .enumerate()
        .map(|(line, text)| {
            let mut cells: Vec<&str> = text.split(',').collect();
            if line > 0 && line % 6 < 2 {
                cells[line % 2] = "?";
            }
            cells.join(",") + "\n"
        })
        .collect();
    for recipe in [
        "model = \"gaussian\"",
        "model = \"gaussian\"\nweight = \"w\"",
        "model = \"categorical\"\nbins = \"width:3\"",
        "model = \"categorical\"\nbins = \"width:3\"\nweight = \"w\"",
    ] {
        let model = fitted(&csv, &format!("target = \"kind\"\n{recipe}\n"));
        for row in (0..60).step_by(7) {
            for kept in 0..8_usize {
                let known: Vec<bool> = (0..model.features.len()).map(|at| kept >> at & 1 == 1).collect();
                let case = without(Case::from_row(&model, row).unwrap(), &known);
                let ranking = model.rank(&case).unwrap();
                let found = [ranking.below, ranking.equal, ranking.above];
                assert_eq!(Some(found), ranked(&model, &case), "{recipe} {row} {kept}");
            }
        }
    }
}

#[test]
fn the_compared_features_are_named() {
    let tennis = model(&sample("play-tennis", ""));
    let empty = case(&tennis, "Outlook=?,Temp=?,Humidity=?,Wind=?");
    assert_eq!(sentences(&tennis, &empty), [""; 0]);
    let ranking = tennis.rank(&empty).unwrap();
    assert_eq!([ranking.below, ranking.equal, ranking.above], [0, 14, 0]);
    let iris = model(&sample("iris", "model = \"gaussian\""));
    let one = sentences(&iris, &case(&iris, "petal_length=3"));
    assert!(
        one[0].starts_with("By P(x) on the known features (petal_length), 0 of the 150 training rows are less typical than this case, 149 are more typical, and 1 is equally typical."),
        "{one:?}"
    );
    // A value that training never saw is not compared, and neither is a row without the others.
    let csv = "drink,snack,evening,fit\ntea,nuts,run,y\ncola,chips,tv,n\ntea,chips,?,y\ncola,nuts,tv,m\n";
    let drinks = fitted(csv, "target = \"fit\"");
    let unseen = sentences(&drinks, &case(&drinks, "drink=cocoa,snack=nuts,evening=run"));
    let wanted = "By P(x) on the known features (snack, evening), 0 of the 3 training rows that have them are less typical than this case, 0 are more typical, and 3 are equally typical.";
    assert_eq!(unseen, [wanted]);
}

#[test]
fn documents_of_different_lengths_are_not_compared_in_a_sentence() {
    for (name, query) in [("letters", ""), ("spam", "")] {
        let study = sample(name, query);
        let (model, case) = (model(&study), study.cases().unwrap().remove(0));
        assert_eq!(sentences(&model, &case), [""; 0], "{name}");
        let typicality = resolve_quantity(&model, "typicality(x)").unwrap().quantity;
        let working = derive(&model, Some(&case), &typicality).unwrap();
        let rule = working.last().unwrap().rule.sentence();
        has(rule, &["A shorter document has fewer factors"]);
    }
}
