//! The worked posterior as a table, and the remarks beside it.

use crate::models;

use models::{case, close, fitted, has, model, open, sample};
use posterior::math::{Name, Number, Quantity};
use posterior::model::{Case, Fitted};
use posterior::recipe::ExactNumber;
use posterior::worked::{About, Posterior, RowKind, Rule, derive, warnings};
use proptest::prelude::*;
use proptest::sample::select;

fn remarks(fitted: &Fitted, case: &Case) -> Vec<(About, String)> {
    let all = warnings(fitted, case, &fitted.predict(case)).unwrap();
    all.into_iter().map(|remark| (remark.about, remark.text.plain())).collect()
}

fn about(fitted: &Fitted, case: &Case, wanted: About) -> String {
    let mut all = remarks(fitted, case).into_iter().filter(|(about, _)| *about == wanted);
    let first = all.next().unwrap_or_else(|| panic!("no remark about {wanted:?}")).1;
    assert_eq!(all.next(), None);
    first
}

#[test]
fn the_word_that_makes_a_posterior_undefined_is_named() {
    let study = sample("spam", "alpha = \"0\"");
    let (spam, query) = (model(&study), study.cases().unwrap().remove(0));
    let text = about(&spam, &query, About::Undefined);
    has(&text, &["the word neurips occurs in no training document of any class"]);
    has(&text, &["With α = 1"]);
    let smoothed = model(&sample("spam", "alpha = \"1\"")).predict(&query);
    let named = smoothed.predicted.map(|class| spam.classes[class].as_str()).unwrap();
    let value = smoothed.posterior.unwrap()[smoothed.predicted.unwrap()].to_f64();
    has(&text, &[&format!("P({named} | x) is {value:.4}")]);
    let neurips = RowKind::Word { feature: Name::new("message"), word: Name::new("neurips"), times: 1 };
    let table = Posterior::new(&spam, &query).unwrap();
    assert!((0..2).all(|class| table.impossible(class) == Some(&neurips)));
}

#[test]
fn everything_that_was_read_otherwise_is_reported() {
    let csv = "a,b,class\nu,s,yes\n?,t,no\nv,s,yes\n";
    let zero = fitted(csv, "alpha = \"0\"");
    let text = about(&zero, &case(&zero, "a=u"), About::Undefined);
    has(&text, &["no training row of no has a known a, so its share is 0/0"]);
    let one = fitted(csv, "alpha = \"1\"");
    let query = case(&one, "A=U,b=never");
    assert_eq!(
        remarks(&one, &query).iter().map(|(about, _)| *about).collect::<Vec<_>>(),
        [About::Reading, About::Reading, About::Unseen]
    );
    assert!(about(&one, &query, About::Unseen).starts_with("b is never never in the training rows"));
    assert_eq!(about(&one, &case(&one, "a=u"), About::Missing), "b is missing, so it has no factor.");
    assert_eq!(remarks(&one, &case(&one, "a=u,b=s")), []);
}

#[test]
fn what_makes_a_class_impossible_is_named() {
    let csv = "a,b,class\nu,s,yes\nv,t,no\nu,t,no\n";
    for (recipe, query, wanted) in [
        ("alpha = \"0\"", "a=v,b=s", "Every score is 0"),
        ("alpha = \"0\"", "a=v", "yes has score 0: a is never v in yes"),
        ("alpha = \"1\"\nprior = { yes = 0, no = 1 }", "a=v", "yes has score 0: its prior is 0"),
    ] {
        let fitted = fitted(csv, recipe);
        let all = remarks(&fitted, &case(&fitted, query));
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
    assert_eq!(
        named(""),
        "yes and no tie. If one class must be predicted, it is yes, the first in the data."
    );
    assert_eq!(
        named("classes = [\"no\", \"yes\"]"),
        "no and yes tie. If one class must be predicted, it is no, the first in the recipe's order."
    );
}

#[test]
fn the_table_multiplies_to_the_score_and_divides_to_the_posterior() {
    for (name, over, factors) in
        [("weather", "", 1), ("play-tennis", "alpha = \"2/3\"", 4), ("chinese-japan", "", 3), ("spam", "", 5)]
    {
        let study = sample(name, over);
        let (fitted, query) = (model(&study), study.cases().unwrap().remove(0));
        let table = Posterior::new(&fitted, &query).unwrap();
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
fn smoothing_is_not_offered_for_a_prior_of_zero() {
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

/// The claims about a table and its cases, each compared with the rows themselves.
#[derive(Debug)]
struct Random {
    rows: Vec<Vec<&'static str>>,
    query: Vec<&'static str>,
    alpha: u8,
    constant: bool,
    numbers: bool,
}

fn random() -> impl Strategy<Value = Random> {
    let cell = || select(&["1", "2", "3", "1", "2", "?"][..]);
    let row = (cell(), cell(), select(&["A", "B", "C", "A", "B", "?"][..]))
        .prop_map(|(f, g, class)| vec![f, g, class]);
    let query = prop::collection::vec(select(&["1", "2", "3", "4", "?"][..]), 2);
    (prop::collection::vec(row, 4..12), query, 0u8..2, any::<bool>(), any::<bool>())
        .prop_map(|(rows, query, alpha, constant, numbers)| Random { rows, query, alpha, constant, numbers })
}

impl Random {
    /// Columns f, g, a copy h of f, k that may never vary, its copy l, and the class.
    fn csv(&self) -> String {
        let line = |row: &Vec<&str>| {
            let k = if self.constant { "1" } else { row[1] };
            format!("{},{},{},{k},{k},{}\n", row[0], row[1], row[0], row[2])
        };
        format!("f,g,h,k,l,class\n{}", self.rows.iter().map(line).collect::<String>())
    }

    fn recipe(&self) -> String {
        let kind = if self.numbers { "numeric" } else { "categorical" };
        let feature = |name: &&str| format!("[[feature]]\nname = \"{name}\"\nkind = \"{kind}\"\n");
        format!(
            "target = \"class\"\nmodel = \"mixed\"\nvar_smoothing = \"1e-3\"\nalpha = \"{}\"\n{}",
            self.alpha,
            ["f", "g", "h", "k", "l"].iter().map(feature).collect::<String>()
        )
    }

    /// The known cells of a column in the rows that have a class, with the class.
    fn known(&self, column: &str) -> Vec<(&'static str, &'static str)> {
        let at = usize::from(matches!(column, "g" | "k" | "l"));
        let of = |row: &Vec<&'static str>| {
            (if self.constant && matches!(column, "k" | "l") { "1" } else { row[at] }, row[2])
        };
        self.rows.iter().map(of).filter(|(cell, class)| *cell != "?" && *class != "?").collect()
    }

    fn varies(&self, column: &str) -> bool {
        let known = self.known(column);
        known.iter().any(|(cell, _)| *cell != known[0].0)
    }

    /// Whether a warning about the model is true.
    fn holds_of_model(&self, remark: &str) -> bool {
        let name = |at: usize| remark.split_whitespace().nth(at).unwrap_or_default();
        if remark.contains("naive Bayes counts that evidence twice") {
            let (one, other) = (name(0), name(2));
            return self.varies(one) && self.known(one) == self.known(other);
        }
        if remark.contains("alone determines the class of every training row") {
            let known = self.known(name(0));
            let settles =
                |(cell, class): &(&str, &str)| known.iter().all(|(other, of)| other != cell || of == class);
            return known.iter().all(settles) && known.iter().any(|(_, class)| *class != known[0].1);
        }
        remark.contains("more column")
    }

    /// Whether a remark beside a posterior is true.
    fn holds_of_case(&self, fitted: &Fitted, case: &Case, remark: &(About, String)) -> bool {
        let (prediction, words) =
            (fitted.predict(case), remark.1.split([' ', ',', '.', ';']).collect::<Vec<_>>());
        let last = words.iter().rev().find(|word| !word.is_empty()).copied().unwrap_or_default();
        match remark.0 {
            About::Unseen => {
                let known = self.known(words[0]);
                let seen = |value: &str| known.iter().any(|(cell, _)| *cell == value);
                let near = remark.1.contains("nearest value").then_some(last);
                !seen(words[3]) && near.is_none_or(seen)
            }
            About::Missing => remark.1.contains("no factor"),
            About::Impossible => {
                let class = fitted.class(words[0]).unwrap();
                let never = self.known(words[5]).iter().all(|row| *row != (words[8], words[0]));
                prediction.joint[class].as_ref().is_some_and(Number::is_zero) && never
            }
            About::Tie => prediction.tied.len() > 1,
            About::Undefined => {
                let smoothed = fitted.with_alpha(ExactNumber::int(1)).unwrap().predict(case);
                let no_zero = !smoothed.joint.iter().flatten().any(Number::is_zero);
                prediction.posterior.is_none() && (!remark.1.contains("no factor is 0") || no_zero)
            }
            About::Reading | About::Convention => true,
        }
    }
}

/// Whether the sentence about dividing by the sum of the scores is true.
fn divides_as_described(fitted: &Fitted, case: &Case) -> bool {
    let evidence = fitted.predict(case).evidence;
    fitted.classes.iter().all(|class| {
        let steps = derive(fitted, Some(case), &Quantity::posterior(class)).unwrap();
        let rule = steps.last().unwrap().rule;
        match &evidence {
            Some(sum) if sum.is_zero() => rule == Rule::NoSum,
            Some(sum) if sum.to_f64() == 1.0 => rule == Rule::AddToOne,
            _ => rule == Rule::Normalise,
        }
    })
}

/// Whether each reported change flips the decision.
fn flips_as_described(fitted: &Fitted, case: &Case) -> bool {
    fitted.counterfactuals(case).found.iter().all(|flip| {
        let cell = (flip.feature.as_str().to_owned(), flip.to.clone().unwrap_or_default());
        let (before, after) = (fitted.predict(case), fitted.predict(&case.changed(fitted, &[cell]).unwrap()));
        after.predicted == Some(flip.predicted)
            && after.tied == flip.tied
            && (before.predicted, &before.tied) != (after.predicted, &after.tied)
    })
}

proptest! {
    #![proptest_config(crate::models::tables::cases(64))]

    #[test]
    fn remarks_on_random_tables_are_true(random in random()) {
        let study = open(&random.csv(), &random.recipe());
        // A class without a known number has no curve, and a table without classes no model.
        let Ok(fitted) = &study.fitted else { return Ok(()) };
        for remark in fitted.warnings() {
            prop_assert!(random.holds_of_model(&remark), "{}", remark);
        }
        let query = format!("f={},g={}", random.query[0], random.query[1]);
        let mut cases = vec![case(fitted, &query), case(fitted, "f=?,g=?")];
        cases.extend(study.cases().unwrap());
        for case in &cases {
            for remark in remarks(fitted, case) {
                prop_assert!(random.holds_of_case(fitted, case, &remark), "{:?}", remark);
            }
            prop_assert!(divides_as_described(fitted, case), "{:?}", case);
            prop_assert!(flips_as_described(fitted, case), "{:?}", fitted.counterfactuals(case));
        }
    }

    #[test]
    fn notices_of_random_tables_count_right(random in random()) {
        let study = open(&random.csv(), &random.recipe());
        for (at, column) in ["f", "g", "h", "k", "l"].into_iter().enumerate() {
            let cells = random.csv().lines().skip(1).map(|line| line.split(',').nth(at) == Some("?")).collect::<Vec<_>>();
            let missing = cells.iter().filter(|missing| **missing).count();
            let remark = study.warnings().iter().map(|warning| warning.notice.clone()).find(|notice| {
                notice.column.as_deref() == Some(column) && notice.what.contains("missing")
            });
            let wanted = format!("{missing} of {} cells missing.", cells.len());
            match remark {
                Some(notice) => prop_assert_eq!(notice.what, wanted),
                None => prop_assert!(missing == 0 || column > "f", "{}: {}", column, wanted),
            }
        }
    }

    #[test]
    fn remarks_on_random_given_numbers_are_true(
        (a, b, c) in (-1i32..4, -3i32..4, -1i32..4),
        p in 0u32..5,
    ) {
        let toml = format!(
            "target = \"class\"\nmodel = \"gda\"\n[given.prior]\nA = \"1/4\"\nB = \"1/4\"\nC = \"1/2\"\n\
             [given.mean]\nA = [\"0\", \"0\"]\nB = [\"1\", \"2\"]\nC = [\"2\", \"0\"]\n\
             [given.Sigma]\nshared = [[\"{a}\", \"{b}\"], [\"{b}\", \"{c}\"]]\n\
             [[feature]]\nname = \"v\"\nkind = \"numeric\"\n[[feature]]\nname = \"w\"\nkind = \"numeric\"\n"
        );
        match open("", &toml).fitted {
            Err(problem) => {
                has(&problem.what, &["not positive definite"]);
                prop_assert!(a <= 0 || c <= 0 || a * c <= b * b, "{} {} {}", a, b, c);
            }
            Ok(fitted) => {
                let case = case(&fitted, "v=1,w=1");
                let document = posterior::report::posterior(&fitted, &case, "x").unwrap();
                let text = posterior::report::text::render(&document, Default::default());
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                prop_assert!(!text.contains("from the rows") && !text.contains("training"), "{}", text);
            }
        }
        let share = format!("{p}/4");
        let rest = format!("{}/4", 4 - p);
        let toml = format!(
            "target = \"class\"\nmodel = \"categorical\"\n[given.prior]\nA = \"1/4\"\nB = \"1/4\"\nC = \"1/2\"\n\
             [[feature]]\nname = \"f\"\nkind = \"categorical\"\n[feature.table.A]\nu = \"{share}\"\nv = \"{rest}\"\n\
             [feature.table.B]\nu = \"{share}\"\nv = \"{rest}\"\n[feature.table.C]\nu = \"{share}\"\nv = \"{rest}\"\n"
        );
        let fitted = fitted("", &toml);
        for query in ["f=u", "f=v", "f=w", "f=?"] {
            let case = case(&fitted, query);
            for (_, text) in remarks(&fitted, &case) {
                prop_assert!(!text.contains("training"), "{} {}: {}", p, query, text);
            }
            prop_assert!(divides_as_described(&fitted, &case), "{} {}", p, query);
        }
    }
}

#[test]
fn a_value_only_in_rows_without_a_class_is_not_its_own_nearest() {
    let csv = "drink,snack,fit\ntea,nuts,Y\ncola,chips,N\ncocoa,nuts,?\njuice,nuts,M\ntea,chips,Y\n";
    let fitted = fitted(csv, "target = \"fit\"\nmodel = \"categorical\"");
    for (typed, near) in [
        ("drink=cocoa", "; the nearest value is cola"),
        ("drink=coca", "; the nearest value is cola"),
        ("drink=wine", ""),
    ] {
        let text = about(&fitted, &case(&fitted, typed), About::Unseen);
        assert!(text.ends_with(&format!("so it has no factor{near}.")), "{text}");
    }
}
