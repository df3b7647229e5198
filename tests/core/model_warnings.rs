//! What a model says of itself that its numbers do not: evidence counted twice, the class under another name, a Σ that is
//! nearly singular; and nothing where there is nothing to say.

use crate::models;
use models::{fitted, sample};
use posterior::practice::{Candidate, candidates};
use posterior::worked::resolve_quantity;

fn rows(row: impl Fn(usize) -> String) -> String {
    (0..12).map(|at| row(at) + "\n").collect()
}

fn mixed(kind: &str, names: &[&str]) -> String {
    let feature = |name: &&str| format!("[[feature]]\nname = \"{name}\"\nkind = \"{kind}\"\n");
    format!("model = \"mixed\"\nvar_smoothing = \"1e-9\"\n{}", names.iter().map(feature).collect::<String>())
}

#[test]
fn the_samples_need_none() {
    for it in posterior::table::samples() {
        let study = sample(it.name, "");
        assert_eq!(study.fitted.unwrap().warnings(), Vec::<String>::new(), "{}", it.name);
    }
}

#[test]
fn a_column_that_repeats_another_is_named() {
    let csv =
        format!("a,b,c,y\n{}", rows(|i| format!("{0},{1},{0},{2}", i * 7 % 5, i % 2, ["u", "v"][i % 3 / 2])));
    for kind in ["numeric", "categorical"] {
        let warnings = fitted(&csv, &mixed(kind, &["a", "b", "c"])).warnings();
        assert_eq!(warnings, ["c repeats a in every row: naive Bayes counts that evidence twice"], "{kind}");
        assert!(fitted(&csv, &mixed(kind, &["a", "b"])).warnings().is_empty());
    }
}

#[test]
fn columns_that_never_vary_are_no_evidence() {
    // The same in all rows, and the same but for one row.
    for (last, warnings) in [("0", 0), ("1", 1)] {
        let row = |i: usize| {
            let copy = if i == 11 { last } else { "0" };
            format!("{copy},{copy},{},{}", i * 7 % 5, ["u", "v", "w"][i % 3])
        };
        let csv = format!("a,b,c,y\n{}", rows(row));
        let c = "[[feature]]\nname = \"c\"\nkind = \"numeric\"\n";
        for kind in ["numeric", "categorical"] {
            let toml = mixed(kind, &["a", "b"]) + c;
            assert_eq!(fitted(&csv, &toml).warnings().len(), warnings, "{kind} {last}");
        }
    }
}

#[test]
fn the_class_under_another_name_is_named() {
    let csv = |same: bool| {
        let other = |i: usize| if same { i % 2 } else { i % 4 / 3 };
        format!("copy,x,y\n{}", rows(|i| format!("{},{},{}", ["p", "q"][other(i)], i % 3, ["u", "v"][i % 2])))
    };
    let kinds = mixed("categorical", &["copy", "x"]);
    let warnings = fitted(&csv(true), &kinds).warnings();
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].starts_with("copy alone determines the class"), "{warnings:?}");
    assert!(fitted(&csv(false), &kinds).warnings().is_empty());
}

#[test]
fn a_nearly_singular_sigma_is_reported() {
    let csv = |distance: f64| {
        let row = |i: usize| {
            let a = (i * 7 % 11) as f64;
            format!("{a},{},{}", a + distance * ((i * 5 % 7) as f64 - 3.0), ["u", "v"][i % 2])
        };
        format!("a,b,y\n{}", rows(row))
    };
    let warnings = fitted(&csv(1e-5), "model = \"gda\"").warnings();
    assert!(warnings.len() == 1 && warnings[0].starts_with("Σ is nearly singular"), "{warnings:?}");
    assert!(fitted(&csv(1.0), "model = \"gda\"").warnings().is_empty());
}

#[test]
fn fewer_bins_than_asked_are_reported() {
    let csv = |numbers: &str| {
        let row = |(at, number): (usize, &str)| format!("{number},{}\n", ["u", "v", "w"][at % 3]);
        format!("a,y\n{}", numbers.split(' ').enumerate().map(row).collect::<String>())
    };
    let warnings = |numbers: &str, bins: &str| {
        fitted(&csv(numbers), &format!("[[feature]]\nname = \"a\"\nbins = \"{bins}\"\n")).warnings()
    };
    let few = warnings("0 0 0 0 0 0 0 0 1 2", "frequency:3");
    assert!(few[0].starts_with("a has 1 bin, not 3: ") && few[0].contains("--bins a=cuts:A,B"), "{few:?}");
    assert!(warnings("0 0 0 0 0 3 4 5 6 7", "frequency:4")[0].starts_with("a has 3 bins, not 4: "));
    assert!(warnings("4 4 4 4 4 4", "width:2")[0].starts_with("a has 1 bin, not 2: "));
    assert!(
        warnings("1 2 3 4 5 6 7 8 9", "frequency:3").iter().all(|warnings| !warnings.contains("bins, not"))
    );
    assert!(
        warnings("0 0 0 0 0 0 0 0 1 2", "width:3").iter().all(|warnings| !warnings.contains("bins, not"))
    );
}

fn candidates_of(csv: &str, of: &str) -> Vec<Candidate> {
    let fitted = models::fitted(csv, "alpha = \"0\"");
    let case = models::case(&fitted, "weather=Sunny");
    candidates(&fitted, Some(&case), &resolve_quantity(&fitted, of).unwrap().quantity)
}

#[test]
fn a_count_that_includes_rows_without_a_value_is_explained() {
    let csv = "weather,play\nSunny,Yes\nSunny,Yes\nRainy,Yes\n?,Yes\nSunny,No\nRainy,No\n";
    let all = candidates_of(csv, "P(Sunny|Yes)");
    let half = all.iter().filter(|one| one.tag == "B23" && one.value.as_ref().unwrap().to_f64() == 0.5);
    let messages: Vec<String> = half.map(|one| one.message.plain()).collect();
    let named =
        "You get this number if you count all 4 rows of Yes. Leave out those without a value of weather.";
    assert_eq!(messages, [named]);
    let without = all.iter().all(|one| !one.message.plain().contains("all 2 rows of No."));
    assert!(without, "every row of No has its weather");
}
