//! Questions about how good a model is, and formulas over several numbers: what slips give, and what is carried forward.

use crate::models;

use std::path::Path;

use models::{model, sample};
use posterior::math::Quantity;
use posterior::practice::{Answer, Asked, Checked, Exercise, Verdict, candidates, check};
use posterior::worked::resolve_quantity;

/// What is said of an answer to a question about a sample.
pub fn told(name: &str, over: &str, of: &str, typed: &str) -> Checked {
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

/// Rows of No: 1 called No, 4 called Yes. Rows of Yes: 3 called No, 6 called Yes.
const LEFT_OUT: &str = "split = \"leave-one-out\"";

#[test]
fn slips_with_the_matrix_and_its_figures_are_named() {
    for (of, typed, wanted) in [
        ("matrix(No, Yes)", "4", "right"),
        ("matrix(No, Yes)", "3", "E2"),
        ("matrix(No, Yes)", "6", "E4"),
        ("matrix(No, Yes)", "14", "E4"),
        ("matrix(No, Yes)", "4/5", "E3"),
        ("matrix(No, Yes)", "4/10", "E3"),
        ("matrix(No, Yes)", "0.2857", "E3"),
        ("matrix(Yes, *)", "10", "E2"),
        ("precision(Yes)", "6/10", "right"),
        ("precision(Yes)", "0.67", "E1"),
        ("precision(Yes)", "6", "E3"),
        ("precision(Yes)", "6/14", "E9"),
        // 4 is the right number below the bar, so 3 may be another cell as well.
        ("precision(No)", "3/4", "E8"),
        ("recall(No)", "1/4", "E1"),
        ("recall(No)", "0.25", "E1"),
        ("recall(No)", "2/9", "E6"),
        ("recall(No)", "0.67", "B7"),
        ("F1(Yes)", "12/19", "right"),
        ("F1(Yes)", "0.63", "right"),
        ("F1(Yes)", "0.633", "E7"),
        ("F1(Yes)", "0.3158", "E7"),
        ("accuracy", "7/14", "right"),
        ("accuracy", "13/14", "E10"),
        ("accuracy", "9/14", "E5"),
        ("accuracy", "7", "E3"),
        ("accuracy", "0.433", "E6"),
        ("balanced accuracy", "0.425", "E1"),
        ("macro F1", "0.427", "right"),
        ("macro F1", "0.429", "E7"),
        ("log loss", "0.746", "right"),
        ("log loss", "0.324", "E11"),
        ("log loss", "1.076", "E11"),
        ("log loss", "10.44", "E11"),
        ("log loss", "-0.746", "E11"),
        ("Brier", "0.2522", "E11"),
        ("Brier", "0.710", "E11"),
        ("AUC(Yes)", "24/45", "right"),
        ("AUC(Yes)", "0.4667", "E8"),
        ("AUC(Yes)", "1.5", "unmarked"),
    ] {
        // A fraction may be read place by place as well: two causes then, and the wanted one is among them.
        let found = causes(&told("play-tennis", LEFT_OUT, of, typed));
        let tags: Vec<&str> = found.split('|').collect();
        assert!(tags.len() <= 2 && tags.contains(&wanted), "{typed} for {of}: {found}");
    }
}

#[test]
fn a_figure_of_nothing_is_undefined() {
    let (spam, over) = ("spam", "alpha = \"0\"\nsplit = \"leave-one-out\"");
    for (of, typed, wanted) in
        [("precision(spam)", "0/0", "right"), ("recall(spam)", "0", "right"), ("F1(spam)", "0", "right")]
    {
        assert_eq!(causes(&told(spam, over, of, typed)), wanted, "{typed} for {of}");
    }
    // 0 is known for what it is there, though a lone 0 may be anything.
    let fitted = model(&sample(spam, over));
    let (asked, _) = Asked::find(&fitted, None, "precision(spam)").unwrap();
    let found = candidates(&fitted, None, asked.number().unwrap());
    let tags: Vec<&str> = found.iter().map(|found| found.tag).collect();
    assert_eq!(tags, ["E13"]);
}

/// Ties: 1 won and 2 tied of 4 pairs.
#[test]
fn a_tie_counts_half() {
    let csv = "f,c\nu,a\nv,a\nu,b\nv,b\nu,a\n";
    let fitted = models::fitted(csv, "target = \"c\"\nmodel = \"categorical\"\nalpha = \"0\"");
    let (asked, _) = Asked::find(&fitted, None, "AUC(a)").unwrap();
    let said = |typed: &str| causes(&check(&fitted, None, &asked, Answer::alone(typed)).unwrap());
    // Of 3 · 2 pairs 2 are won and 3 tied.
    assert_eq!(said("7/12"), "right");
    assert_eq!((said("2/6"), said("5/6")), ("E12".to_owned(), "E12".to_owned()));
}

#[test]
fn slips_with_a_formula_are_named() {
    let raw = "alpha = \"0\"";
    // P(Yes | x) = 125/611, P(No | x) = 486/611.
    for (of, typed, wanted) in [
        ("P(Yes|x) / P(No|x)", "125/486", "right"),
        ("P(Yes|x) / P(No|x)", "0.257", "right"),
        ("P(Yes|x) / P(No|x)", "486/125", "F1"),
        ("P(Yes|x) / P(No|x)", "0.2046", "F3"),
        ("P(Yes) / P(No)", "9/5", "right"),
        ("P(No) / P(Yes)", "1.8", "F1"),
        ("P(No) - P(Yes)", "-4/14", "right"),
        ("P(No) - P(Yes)", "4/14", "F1"),
        ("P(Yes) * P(Outlook=Sunny|Yes)", "1/7", "right"),
        ("P(Yes) * P(Outlook=Sunny|Yes)", "9/14", "F3"),
        ("P(Yes) * P(Outlook=Sunny|Yes)", "0.865", "F4"),
        ("count(Yes) / count(No) - 1", "4/5", "right"),
        ("P(Yes)^2", "0.4133", "right"),
        ("P(Yes)^2", "18/14", "F4"),
        ("ln (P(Yes|x) / P(No|x))", "-1.358", "right"),
        ("ln (P(Yes|x) / P(No|x))", "1.358", "F1"),
    ] {
        assert_eq!(causes(&told("play-tennis", raw, of, typed)), wanted, "{typed} for {of}");
    }
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

const ODDS: &str = r#"
format = 1
id     = "odds"
data   = "sample:play-tennis"
query  = { Outlook = "Sunny", Temp = "Cool", Humidity = "High", Wind = "Strong" }
[recipe]
alpha = "0"
[[step]]
ask  = "P(Yes)"
[[step]]
ask  = "P(No)"
[[step]]
ask  = "P(Yes) / P(No)"
[[step]]
ask  = "ln (P(Yes)/P(No))"
[[step]]
ask  = "accuracy"
[[step]]
ask  = "log loss"
"#;

#[test]
fn a_formula_is_a_step_like_any_other() {
    let exercise = Exercise::from_toml(ODDS, Path::new("odds.toml")).unwrap();
    let labels: Vec<&str> = exercise.steps.iter().map(|step| step.label.as_str()).collect();
    let wanted = ["P(Yes)", "P(No)", "P(Yes) / P(No)", "ln (P(Yes)/P(No))", "accuracy", "log loss"];
    assert_eq!(labels, wanted);
    for (step, right, wrong) in [(2, "9/5", "5/9"), (3, "0.588", "-0.588")] {
        let marked =
            |typed: &str| exercise.check(&exercise.steps[step].asked, Answer::alone(typed)).unwrap().marked;
        assert_eq!(marked(right).verdict, Verdict::Correct);
        assert!(marked(wrong).causes.contains(&"F1"), "{wrong}");
    }
    let called = exercise.called().expect("rows are judged, so what they are called is shown");
    assert_eq!((called.len(), called[0].as_str(), called[5].as_str()), (14, "No", "Yes"));
    // Where nothing is asked of that, nothing is shown.
    let plain =
        Exercise::from_toml(ODDS.split("[[step]]\nask  = \"accuracy\"").next().unwrap(), Path::new("o.toml"));
    assert_eq!(plain.unwrap().called(), None);
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
    // Where nothing is done with a posterior, the word asks for the class.
    let fitted = models::fitted(csv, "alpha = \"0\"");
    let case = models::case(&fitted, "f=a");
    assert_eq!(Asked::find(&fitted, Some(&case), "decision").unwrap().0, Asked::Class);
}
