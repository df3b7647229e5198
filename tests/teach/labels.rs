//! How people spell the names of numbers, and what they are read as.

use crate::models;

use models::{model, sample};
use posterior::math::{Name, Quantity};
use posterior::model::{Case, Study};
use posterior::practice::Asked;
use posterior::worked::derive;

fn read(study: &Study, case: Option<&Case>, label: &str) -> Option<String> {
    let (asked, _) = Asked::find(&model(study), case, label).ok()?;
    Some(asked.name())
}

/// Each spelling of a row is read as the first.
fn check(study: &Study, rows: &[&[&str]]) {
    let case = study.cases().unwrap().remove(0);
    for row in rows {
        for label in *row {
            assert_eq!(read(study, Some(&case), label).as_deref(), Some(row[0]), "{label}");
        }
    }
}

#[test]
fn probabilities_are_named_in_many_ways() {
    let weather = sample("weather", "");
    check(
        &weather,
        &[
            &["P(Yes | Weather=Sunny)", "P(Y|S)", "Pr(Yes|Sunny)", "P(Yes∣Sunny)", "P(Yes given Sunny)"],
            &["P(Yes | Weather=Sunny)", "P(Play=Yes|Weather=Sunny)"],
            &["P(Yes | x)", "posterior(Yes)", "Posterior Yes", "P(Yes|X)", "P(Play = Yes | x)"],
            &["P(Yes)", "prior(Yes)", "P(Y)", "P(Play=Yes)", "φ(Yes)"],
            &["P(x | Yes)", "likelihood(Yes)"],
            &["P(Weather=Sunny | Yes)", "P(Sunny|Play=Yes)"],
            &["score(Yes)", "Score(yes)", "joint(Yes)", "P(Sunny, Yes)", "P(Yes and Sunny)", "P(x, Yes)"],
            &["P(x)", "evidence", "Evidence(x)"],
            &["class", "decision", "predicted class"],
        ],
    );
    check(
        &sample("play-tennis", ""),
        &[&[
            "P(No | x)",
            "P(No|Sunny,Cool,High,Strong)",
            "P(no | strong, high, cool, sunny)",
            "P(No | Outlook=Sunny ∧ Temp=Cool ∧ Humidity=High ∧ Wind=Strong)",
        ]],
    );
    let documents = sample("chinese-japan", "");
    check(
        &documents,
        &[
            &["P(c | x)", "P(c|d5)", "P(c | document 5)", "P(c|Chinese Chinese Chinese Tokyo Japan)"],
            &["ln score(c)", "log score(c)", "ln(score(c))", "log(joint(c))"],
            &["k(text)", "V"],
            &["count(c)", "n_c"],
        ],
    );
    // Another case than the one in hand is none of its numbers, and a part of it neither.
    let case = documents.cases().unwrap().remove(0);
    assert_eq!(read(&documents, Some(&case), "P(c | Tokyo Japan)"), None);
    let tennis = sample("play-tennis", "");
    let case = tennis.cases().unwrap().remove(0);
    assert_eq!(read(&tennis, Some(&case), "P(No | Sunny, Cool)"), None);
    assert_eq!(read(&tennis, Some(&case), "P(No | Sunny, Cool, High, Weak)"), None);
    assert_eq!(read(&tennis, None, "P(No | Sunny, Cool, High, Strong)"), None);
}

#[test]
fn moments_and_matrices_are_named_in_many_ways() {
    let person = sample("person", "");
    check(
        &person,
        &[
            &["p(height=6 | male)", "p(h|M)", "f(height|male)", "P(height=6|male)", "density(height | male)"],
            // F is a class, too, and f a foot.
            &["p(foot=8 | male)", "p(f|M)"],
            &[
                "mean(height | male)",
                "μ(height, male)",
                "mu_male(height)",
                "Mean(h|M)",
                "average(height|male)",
            ],
            &["var(height | male)", "σ²(height|male)", "sigma^2(height, male)", "variance(height|male)"],
        ],
    );
    for label in
        ["sd(height | male)", "p(6|male)", "Σ[4,1]", "mu_", "posterior()", "|", "ln ln ln ln x", "p(|"]
    {
        let case = person.cases().unwrap().remove(0);
        assert_eq!(read(&person, Some(&case), label), None, "{label}");
    }
    let points = "a,b,class\n1,2,A\n2,1,A\n3,3,A\n5,4,B\n6,6,B\n7,5,B\n6,5,B\n4,4,?\n";
    check(
        &models::open(points, "model = \"gda\""),
        &[
            &["cov(a, b)", "Sigma[1][2]", "Σ[1,2]", "Σ12", "Sigma_12", "Σ(a, b)", "Cov(a,b)"],
            &["inv(a, b)", "Σ⁻¹[1,2]", "Sigma^-1[1,2]"],
            &["det(Sigma)", "|Σ|", "det Σ", "determinant"],
            &["q(A)", "Mahalanobis(A)", "D²(A)"],
            &["mean(b | A)", "μ_A[2]"],
            &["theta(0)", "θ_0"],
            &["P(B | x)", "P(B | (4, 4))", "P(B|x=(4,4))", "P(B | a=4, b=4)"],
        ],
    );
    check(
        &models::open(points, "model = \"qda\""),
        &[&["det(Sigma | A)", "|Σ_A|", "det(Sigma_A)"], &["cov(a, b | A)", "Σ_A[1,2]"]],
    );
}

/// A name of the data always comes before a spelling of the program's words.
#[test]
fn names_of_the_data_come_first() {
    let study = models::open("d,v,class\nk,x,prior\nl,y,prior\nk,y,evidence\n?,x,?\n", "");
    let case = study.cases().unwrap().remove(0);
    for (label, is) in [("P(prior | d=k)", "P(prior | d=k)"), ("P(k|evidence)", "P(d=k | evidence)")] {
        assert_eq!(read(&study, Some(&case), label).as_deref(), Some(is), "{label}");
    }
}

/// The two models of text are named by themselves or by their event model.
#[test]
fn a_model_of_text_brings_its_event_model() {
    let both = "model = \"bernoulli\"\nevent = \"bernoulli\"";
    for over in [both, "model = \"bernoulli\"", "event = \"bernoulli\""] {
        let study = sample("chinese-japan", over);
        let case = study.cases().unwrap().remove(0);
        let derived = derive(&model(&study), Some(&case), &Quantity::score(&Name::new("c"))).unwrap();
        assert_eq!(derived.last().unwrap().value, Some(models::exact("81/15625")), "{over}");
    }
}
