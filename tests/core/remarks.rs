//! The worked posterior as a table, and what is said beside it.

use crate::models;

use models::{case, close, fitted, model, sample};
use posterior::math::{Name, Number};
use posterior::model::{Case, Fitted};
use posterior::worked::{About, Posterior, RowKind, warnings};

fn said(fitted: &Fitted, case: &Case) -> Vec<(About, String)> {
    let all = warnings(fitted, case, &fitted.predict(case)).unwrap();
    all.into_iter().map(|remark| (remark.about, remark.text.plain())).collect()
}

/// The one remark about something.
fn about(fitted: &Fitted, case: &Case, wanted: About) -> String {
    let mut all = said(fitted, case).into_iter().filter(|(about, _)| *about == wanted);
    let first = all.next().unwrap_or_else(|| panic!("nothing is said of {wanted:?}")).1;
    assert_eq!(all.next(), None);
    first
}

#[test]
fn the_word_that_makes_a_posterior_undefined_is_named() {
    let study = sample("spam", "alpha = \"0\"");
    let (spam, query) = (model(&study), study.cases().unwrap().remove(0));
    let text = about(&spam, &query, About::Undefined);
    assert!(text.contains("the word neurips stands in no training document of any class"), "{text}");
    assert!(text.contains("With α = 1"), "{text}");
    let smoothed = model(&sample("spam", "alpha = \"1\"")).predict(&query);
    let named = smoothed.predicted.map(|class| spam.classes[class].as_str()).unwrap();
    let value = smoothed.posterior.unwrap()[smoothed.predicted.unwrap()].to_f64();
    assert!(text.contains(&format!("P({named} | x) is {value:.4}")), "{text}");
    let neurips = RowKind::Word { feature: Name::new("message"), word: Name::new("neurips"), times: 1 };
    let table = Posterior::new(&spam, &query, &[]).unwrap();
    assert!((0..2).all(|class| table.impossible(class) == Some(&neurips)));
}

#[test]
fn everything_that_was_read_otherwise_is_said() {
    let csv = "a,b,class\nu,s,yes\n?,t,no\nv,s,yes\n";
    let zero = fitted(csv, "alpha = \"0\"");
    let text = about(&zero, &case(&zero, "a=u"), About::Undefined);
    assert!(text.contains("no training row of no has a known a, so its share is 0/0"), "{text}");
    let one = fitted(csv, "alpha = \"1\"");
    let query = case(&one, "A=U,b=never");
    assert_eq!(
        said(&one, &query).iter().map(|(about, _)| *about).collect::<Vec<_>>(),
        [About::Reading, About::Reading, About::Unseen]
    );
    assert!(about(&one, &query, About::Unseen).starts_with("b never is never in the training rows"));
    assert_eq!(about(&one, &case(&one, "a=u"), About::Missing), "b is missing, so it has no factor.");
    assert_eq!(said(&one, &case(&one, "a=u,b=s")), []);
}

#[test]
fn what_makes_a_class_impossible_is_named() {
    let csv = "a,b,class\nu,s,yes\nv,t,no\nu,t,no\n";
    for (recipe, query, wanted) in [
        ("alpha = \"0\"", "a=v,b=s", "Every score is 0"),
        ("alpha = \"0\"", "a=v", "yes has score 0: a never is v in yes"),
        ("alpha = \"1\"\nprior = { yes = 0, no = 1 }", "a=v", "yes has score 0: its prior is 0"),
    ] {
        let fitted = fitted(csv, recipe);
        let all = said(&fitted, &case(&fitted, query));
        assert!(all.iter().any(|(_, text)| text.starts_with(wanted)), "{recipe}: {all:?}");
    }
}

#[test]
fn a_tie_names_its_classes_and_the_order_that_decides() {
    let csv = "a,class\nu,yes\nu,no\n";
    let named = |classes: &str| {
        let fitted = fitted(csv, classes);
        about(&fitted, &case(&fitted, "a=u"), About::Tie)
    };
    assert_eq!(named(""), "yes and no tie. Where one class must be named it is yes, the first in the data.");
    assert_eq!(
        named("classes = [\"no\", \"yes\"]"),
        "no and yes tie. Where one class must be named it is no, the first in the recipe's order."
    );
}

#[test]
fn the_table_multiplies_to_the_score_and_divides_to_the_posterior() {
    for (name, over, factors) in
        [("weather", "", 1), ("play-tennis", "alpha = \"2/3\"", 4), ("chinese-japan", "", 3), ("spam", "", 5)]
    {
        let study = sample(name, over);
        let (fitted, query) = (model(&study), study.cases().unwrap().remove(0));
        let table = Posterior::new(&fitted, &query, &[]).unwrap();
        let found = fitted.predict(&query);
        assert_eq!(table.rows.len(), factors + 3, "{name}: a prior, {factors} factors, a score, a division");
        assert_eq!(table.evidence, found.evidence, "{name}");
        for class in 0..fitted.classes.len() {
            let cells: Vec<_> = table.rows.iter().map(|row| &row.cells[class]).collect();
            let product = &cells[factors];
            assert_eq!(product.so_far, found.joint[class], "{name}");
            assert_eq!(cells[factors + 1].value, found.joint[class], "{name}");
            assert_eq!(cells[factors + 2].value, found.posterior.as_ref().map(|all| all[class].clone()));
            let multiplied = cells[..=factors].iter().map(|cell| cell.value.clone().unwrap());
            assert_eq!(Some(multiplied.fold(Number::one(), |all, value| all.mul(&value))), product.so_far);
        }
        for row in &table.rows {
            assert!(close(row.shares.as_ref().unwrap().iter().sum(), 1.0, 1e-12), "{name}: {:?}", row.kind);
        }
    }
}

#[test]
fn smoothing_is_not_said_to_mend_a_prior_of_zero() {
    let words = |prior: &str| {
        let study = models::sample("spam", &format!("alpha = \"0\"\nprior = {prior}"));
        let (fitted, case) = (models::model(&study), study.cases().unwrap().remove(0));
        let all = posterior::worked::warnings(&fitted, &case, &fitted.predict(&case)).unwrap();
        all.iter().map(|remark| remark.text.plain()).collect::<Vec<_>>().join(" ")
    };
    assert!(words("\"mle\"").contains("no factor is 0"));
    let zero = words("{ spam = \"0\", ham = \"1\" }");
    assert!(!zero.contains("no factor is 0") && zero.contains("With α = 1 P(ham | x) is 1.0000"), "{zero}");
}
