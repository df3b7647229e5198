//! Questions about the evaluation, formulas over several numbers, and decisions: right answers and known mistakes.

use crate::models;

use std::path::Path;

use models::{model, sample};
use posterior::math::Quantity;
use posterior::practice::{Answer, Asked, Checked, Exercise, Verdict, candidates, check};
use posterior::worked::resolve_quantity;

/// Checks an answer to a question about a sample.
pub fn checked(name: &str, over: &str, of: &str, typed: &str) -> Checked {
    let study = sample(name, over);
    let fitted = model(&study);
    let case = study.cases().unwrap().into_iter().next();
    let (asked, _) = Asked::find(&fitted, case.as_ref(), of).unwrap();
    check(&fitted, case.as_ref(), &asked, Answer::alone(typed)).unwrap()
}

fn causes(checked: &Checked) -> String {
    match checked.marked.verdict {
        Verdict::Correct | Verdict::Noted => "right".to_owned(),
        Verdict::Unmarked => "unmarked".to_owned(),
        Verdict::Wrong => checked.marked.causes.join("|"),
    }
}

/// Checks answers to questions about a sample: rows of `answer → causes`, or `right`.
fn check_all(name: &str, over: &str, rows: &[(&str, &str)]) {
    for (of, answers) in rows {
        for row in answers.split(" ¦ ") {
            let (typed, expected) = row.split_once(" → ").unwrap();
            // A fraction may be read place by place as well: two causes then, and the expected one is among them.
            let found = causes(&checked(name, over, of, typed));
            let tags: Vec<&str> = found.split('|').collect();
            assert!(tags.len() <= 2 && tags.contains(&expected), "{typed} for {of}: {found}");
        }
    }
}

/// Rows of No: 1 predicted No, 4 predicted Yes. Rows of Yes: 3 predicted No, 6 predicted Yes.
#[test]
fn mistakes_with_the_matrix_and_its_figures_are_named() {
    check_all(
        "play-tennis",
        "split = \"leave-one-out\"",
        &[
            ("matrix(No, Yes)", "4 → right ¦ 3 → E2 ¦ 6 → E4 ¦ 14 → E4 ¦ 4/5 → E3 ¦ 4/10 → E3 ¦ 0.2857 → E3"),
            ("matrix(Yes, *)", "10 → E2"),
            ("precision(Yes)", "6/10 → right ¦ 0.67 → E1 ¦ 6 → E3 ¦ 6/14 → E9"),
            // 4 is the right number below the bar, so 3 may be another cell as well.
            ("precision(No)", "3/4 → E8"),
            ("recall(No)", "1/4 → E1 ¦ 0.25 → E1 ¦ 2/9 → E6 ¦ 0.67 → B7"),
            ("F1(Yes)", "12/19 → right ¦ 0.63 → right ¦ 0.633 → E7 ¦ 0.3158 → E7"),
            ("accuracy", "7/14 → right ¦ 13/14 → E10 ¦ 9/14 → E5 ¦ 7 → E3 ¦ 0.433 → E6"),
            ("balanced accuracy", "0.425 → E1"),
            ("macro F1", "0.427 → right ¦ 0.429 → E7"),
            ("log loss", "0.746 → right ¦ 0.324 → E11 ¦ 1.076 → E11 ¦ 10.44 → E11 ¦ -0.746 → E11"),
            ("Brier", "0.2522 → E11 ¦ 0.710 → E11"),
            ("AUC(Yes)", "24/45 → right ¦ 0.4667 → E8 ¦ 1.5 → unmarked"),
        ],
    );
}

#[test]
fn a_figure_of_nothing_is_undefined() {
    let (spam, over) = ("spam", "alpha = \"0\"\nsplit = \"leave-one-out\"");
    check_all(
        spam,
        over,
        &[("precision(spam)", "0/0 → right"), ("recall(spam)", "0 → right"), ("F1(spam)", "0 → right")],
    );
    // A 0 is named here, though a lone 0 may be anything.
    let fitted = model(&sample(spam, over));
    let (asked, _) = Asked::find(&fitted, None, "precision(spam)").unwrap();
    let found = candidates(&fitted, None, asked.number().unwrap());
    let tags: Vec<&str> = found.iter().map(|found| found.tag).collect();
    assert_eq!(tags, ["E13"]);
}

#[test]
fn a_tie_counts_half() {
    let csv = "f,c\nu,a\nv,a\nu,b\nv,b\nu,a\n";
    let fitted = models::fitted(csv, "target = \"c\"\nmodel = \"categorical\"\nalpha = \"0\"");
    let (asked, _) = Asked::find(&fitted, None, "AUC(a)").unwrap();
    // Of 3 · 2 pairs 2 are won and 3 tied.
    for (typed, expected) in [("7/12", "right"), ("2/6", "E12"), ("5/6", "E12")] {
        assert_eq!(causes(&check(&fitted, None, &asked, Answer::alone(typed)).unwrap()), expected, "{typed}");
    }
}

#[test]
fn mistakes_with_a_formula_are_named() {
    // P(Yes | x) = 125/611, P(No | x) = 486/611.
    check_all(
        "play-tennis",
        "alpha = \"0\"",
        &[
            ("P(Yes|x) / P(No|x)", "125/486 → right ¦ 0.257 → right ¦ 486/125 → F1 ¦ 0.2046 → F3"),
            ("P(Yes) / P(No)", "9/5 → right"),
            ("P(No) / P(Yes)", "1.8 → F1"),
            ("P(No) - P(Yes)", "-4/14 → right ¦ 4/14 → F1"),
            ("P(Yes) * P(Outlook=Sunny|Yes)", "1/7 → right ¦ 9/14 → F3 ¦ 0.865 → F4"),
            ("count(Yes) / count(No) - 1", "4/5 → right"),
            ("P(Yes)^2", "0.4133 → right ¦ 18/14 → F4"),
            ("ln (P(Yes|x) / P(No|x))", "-1.358 → right ¦ 1.358 → F1"),
        ],
    );
}

/// A mistake at a part is a mistake of the formula: under it, the formula is what its parts then give.
#[test]
fn mistakes_are_made_at_the_parts_of_a_formula() {
    let study = sample("play-tennis", "alpha = \"0\"");
    let fitted = model(&study);
    let case = study.cases().unwrap().remove(0);
    let quantity = |text: &str| resolve_quantity(&fitted, text).unwrap().quantity;
    let values = |of: &Quantity, tag: &str| {
        let found = candidates(&fitted, Some(&case), of).into_iter().filter(|found| found.tag == tag);
        found.filter_map(|found| found.value).collect::<Vec<_>>()
    };
    let odds = quantity("P(Yes|x) / P(No|x)");
    let mut compared = 0;
    for tag in ["B2", "B3", "B5", "B17"] {
        let yes = values(&quantity("P(Yes|x)"), tag);
        let ratios = values(&odds, tag);
        for yes in &yes {
            // Both posteriors are made because of the same mistake, and add to 1.
            let no = posterior::math::Number::one().sub(yes);
            let wanted = yes.div(&no).unwrap().to_f64();
            assert!(
                ratios.iter().any(|ratio| (ratio.to_f64() - wanted).abs() < 1e-9 * wanted),
                "{tag}: {ratios:?}"
            );
            compared += 1;
        }
    }
    assert!(compared >= 4);
    let messages = candidates(&fitted, Some(&case), &odds);
    let of_part = messages.iter().find(|found| found.tag == "B2").unwrap();
    assert!(of_part.message.plain().starts_with("In P(Yes | x): "), "{}", of_part.message.plain());
}

#[test]
fn a_formula_is_a_step_like_any_other() {
    let labels = ["P(Yes)", "P(Yes) / P(No)", "ln (P(Yes)/P(No))", "accuracy"];
    let exercise = |labels: &[&str]| {
        let steps = labels.iter().map(|label| format!("[[step]]\nask = \"{label}\"\n"));
        let head = "data = \"sample:play-tennis\"\n[recipe]\nalpha = \"0\"\n";
        Exercise::from_toml(&format!("{head}{}", steps.collect::<String>()), Path::new("odds.toml")).unwrap()
    };
    let whole = exercise(&labels);
    assert_eq!(whole.steps.iter().map(|step| step.label.as_str()).collect::<Vec<_>>(), labels);
    for (step, right, wrong) in [(1, "9/5", "5/9"), (2, "0.588", "-0.588")] {
        let marked =
            |typed: &str| whole.check(&whole.steps[step].asked, Answer::alone(typed)).unwrap().marked;
        assert_eq!(marked(right).verdict, Verdict::Correct);
        assert!(marked(wrong).causes.contains(&"F1"), "{wrong}");
    }
    // The predictions are shown where a step asks about the evaluation.
    let predicted = whole.predicted_names().unwrap();
    assert_eq!((predicted.len(), predicted[0].as_str(), predicted[5].as_str()), (14, "No", "Yes"));
    assert_eq!(exercise(&labels[..3]).predicted_names(), None);
}

/// Posteriors 1/3 of ill and 2/3 of well.
#[test]
fn the_decision_is_asked_and_its_mistakes_are_named() {
    let csv = "f,y\na,ill\nb,ill\na,well\na,well\n";
    for (decision, typed, wanted) in [
        ("costs:well/ill=8,ill/well=1", "ill", "right"),
        ("costs:well/ill=8,ill/well=1", "well", "D6"),
        ("costs:well/ill=2,ill/well=1", "well", "right"),
        ("costs:well/ill=2,ill/well=1", "ill", ""),
        ("costs:wait/ill=8,wait/well=0,treat/ill=1,treat/well=1", "treat", "right"),
        ("costs:wait/ill=8,wait/well=0,treat/ill=1,treat/well=1", "wait", ""),
        ("threshold:ill=1/3", "ill", "right"),
        ("threshold:ill=1/3", "well", "D7"),
        ("threshold:ill=0.34", "well", "right"),
        ("reject:0.7", "reject", "right"),
        ("reject:0.7", "well", "D6"),
        ("reject:2/3", "well", "right"),
    ] {
        let over =
            posterior::recipe::Recipe { decision: Some(decision.parse().unwrap()), ..Default::default() };
        let study = models::open(csv, "alpha = \"0\"");
        let study = study.with_recipe(study.recipe.clone().overridden_by(over)).unwrap();
        let fitted = model(&study);
        let case = models::case(&fitted, "f=a");
        let (asked, _) = Asked::find(&fitted, Some(&case), "decision").unwrap();
        let checked = check(&fitted, Some(&case), &asked, Answer::alone(typed)).unwrap();
        assert_eq!(causes(&checked), wanted, "{decision} {typed}: {}", checked.marked.message.plain());
    }
    // Without a decision rule, the word asks for the class.
    let fitted = models::fitted(csv, "alpha = \"0\"");
    let case = models::case(&fitted, "f=a");
    assert_eq!(Asked::find(&fitted, Some(&case), "decision").unwrap().0, Asked::Class);
}
