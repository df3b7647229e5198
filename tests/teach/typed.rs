//! Quantities and cases as a person types them: names match exactly first, else without case. A text that fits nothing or
//! several things is refused with a way out.

use crate::models;
use models::{cells_of, fitted, model, sample};
use posterior::math::{Expr, Latex, MathMl, Name, Quantity};
use posterior::model::{Case, CaseValue, Fitted, Study};
use posterior::practice::Asked;
use posterior::problem::Problem;
use posterior::worked::{WorkedError, derive, quantities, quantities_of_case, resolve_quantity};

/// Compares what is typed with the quantity it is read as and the number of notes, in rows of `typed → quantity, notes`.
/// The quantity is left out where it is what was typed.
fn reads(fitted: &Fitted, rows: &str) {
    for row in rows.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (typed, expected) = row.split_once(" → ").unwrap_or((row, row));
        let (expected, notes) = expected.rsplit_once("; ").unwrap_or((expected, "0"));
        let found = resolve_quantity(fitted, typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        assert_eq!(found.quantity.to_string(), expected, "{typed}");
        assert_eq!(found.notes.len().to_string(), notes, "{typed}: {:?}", found.notes);
    }
}

fn refusal(fitted: &Fitted, typed: &str) -> (WorkedError, Problem) {
    let error = resolve_quantity(fitted, typed).expect_err(typed);
    (error.clone(), Problem::from(error))
}

#[test]
fn categories() {
    let weather = model(&sample("weather", ""));
    reads(
        &weather,
        "
        P(Weather=Sunny | Yes)
        P(Sunny|Yes) → P(Weather=Sunny | Yes); 1
        P(sunny | yes) → P(Weather=Sunny | Yes); 2
        P(WEATHER = sunny|YES) → P(Weather=Sunny | Yes); 3
        P(Yes|Sunny) → P(Yes | Weather=Sunny); 1
        P(Sunny) → P(Weather=Sunny); 1
        P(yes) → P(Yes); 1
        P(yes | x) → P(Yes | x); 1
        P(x|No) → P(x | No)
        score(no) → score(No); 1
        ln score(no) → ln score(No); 1
        count(sunny, yes) → count(Weather=Sunny, Yes); 2
        count(Weather=*, Yes)
        k(weather) → k(Weather); 1
        α → alpha
        n
        ",
    );
}

#[test]
fn words_and_bins() {
    let documents = model(&sample("chinese-japan", ""));
    reads(
        &documents,
        "
        P(Chinese|c) → P(text=chinese | c); 1
        P(word=Chinese | c) → P(text=chinese | c); 2
        P(text=chinese | c)
        k(word) → k(text); 1
        count(word=*, j) → count(text=*, j); 1
        ",
    );
    let area =
        model(&sample("living-area", "[[feature]]\nname = \"area\"\nbins = \"cuts:400,800,1200,1600\""));
    reads(
        &area,
        "
        P(area=890 | low) → P(area=[800,1200) | low); 1
        P(area=800 | low) → P(area=[800,1200) | low); 1
        P(area=[800,1200) | low)
        P(area=1 | low) → P(area=<400 | low); 1
        P(area=3 | low) → P(area=[800,1200) | low); 1
        P(area=399.9 | low) → P(area=<400 | low); 1
        P(area=9999 | low) → P(area=≥1600 | low); 1
        ",
    );
}

/// Where only a class or only a value makes sense, it is looked for alone.
#[test]
fn exact_names_come_first() {
    let csv = "flag,other,class\nyes,NO,Yes\nno,NO,No\nyes,maybe,Yes\n";
    let fitted = fitted(csv, "");
    reads(
        &fitted,
        "
        P(Yes)
        P(yes | Yes) → P(flag=yes | Yes); 1
        P(NO | Yes) → P(other=NO | Yes); 1
        P(yes) → P(flag=yes); 1
        P(yes | x) → P(Yes | x); 1
        P(x | yes) → P(x | Yes); 1
        P(flag=yes | yes) → P(flag=yes | Yes); 1
        P(Yes | yes) → P(Yes | flag=yes); 1
        P(yes | yes) → P(flag=yes | Yes); 2
        P(maybe | no) → P(other=maybe | No); 2
        P(no | maybe) → P(No | other=maybe); 2
        count(yes, yes) → count(flag=yes, Yes); 2
        score(yes) → score(Yes); 1
        P(Maybe|No) → P(other=maybe | No); 1
        ",
    );
}

#[test]
fn a_value_of_the_same_name_as_a_class_can_be_asked_for() {
    let fitted = fitted("wing,kind\nred,red\nblue,blue\nred,blue\n", "target = \"kind\"");
    reads(
        &fitted,
        "
        P(red)
        P(red | red) → P(wing=red | red); 1
        P(wing=red | red)
        P(red | wing=red)
        P(Red | x) → P(red | x); 1
        count(red, blue) → count(wing=red, blue); 1
        count(red)
        ",
    );
}

#[test]
fn ambiguous_names_are_refused_with_the_candidates() {
    let fitted = fitted("front,back,class\nred,red,a\nblue,Red,b\n", "");
    let (error, problem) = refusal(&fitted, "P(red | a)");
    assert!(matches!(error, WorkedError::Several { ref candidates, .. } if candidates.len() == 2), "{error}");
    assert_eq!(problem.fix, "write one of front=red, back=red");
    let (error, _) = refusal(&fitted, "P(back=RED | a)");
    assert!(matches!(error, WorkedError::NoValue { .. }), "{error}: two values differ only in case");
    reads(&fitted, "P(Red | a) → P(back=Red | a); 1");
}

#[test]
fn unknown_names_are_refused_with_the_nearest_one() {
    let tennis = model(&sample("play-tennis", ""));
    for (typed, what, near) in [
        ("P(Suny | Yes)", "neither a class nor a value", "did you mean Sunny?"),
        ("P(Outlok=Sunny | Yes)", "no feature Outlok", "did you mean Outlook?"),
        ("P(Outlook=Overcat | Yes)", "is never Overcat", "did you mean Overcast?"),
        ("score(Yess)", "no class Yess", "did you mean Yes?"),
        ("P(Yes | Suny)", "Suny is neither a class nor a value", "did you mean Sunny?"),
        ("P(Outlook=Sunny | Yess)", "no class Yess", "did you mean Yes?"),
        ("P(Yess | x)", "no class Yess", "did you mean Yes?"),
        ("count(Sunny, Nope)", "no class Nope", "the classes are: No, Yes"),
        ("k(Wnd)", "no feature Wnd", "did you mean Wind?"),
        ("P(word=Sunny | Yes)", "no feature word", "the features are: Outlook, Temp, Humidity, Wind"),
    ] {
        let (_, problem) = refusal(&tennis, typed);
        assert!(problem.what.contains(what), "{typed}: {}", problem.what);
        assert!(problem.fix.contains(near), "{typed}: {}", problem.fix);
        assert!(problem.usage && problem.kind == "unknown_quantity", "{typed}");
    }
}

const RINGS: &str = "Curvature,Diameter,Result\n2.95,6.63,Passed\n2.53,7.79,Passed\n3.57,5.65,Passed\n3.16,5.47,Passed\n2.58,4.46,Not Passed\n2.16,6.22,Not Passed\n3.27,3.52,Not Passed\n";

#[test]
fn greek_and_english_words_for_quantities_are_read() {
    let rings = fitted(RINGS, "model = \"gda\"");
    reads(
        &rings,
        "
        delta(Passed) → d(Passed)
        discriminant(Passed) → d(Passed)
        mu(Curvature | Passed) → mean(Curvature | Passed)
        sigma(Curvature, Diameter) → cov(Curvature, Diameter)
        Σ(Curvature, Curvature) → cov(Curvature, Curvature)
        det(Σ) → det(Sigma)
        phi(Passed) → P(Passed)
        prior(passed) → P(Passed); 1
        posterior(Passed) → P(Passed | x)
        ",
    );
    let case = models::case(&rings, "Curvature=2.81,Diameter=5.46");
    let found = resolve_quantity(&rings, "delta(Passed)").unwrap().quantity;
    let value = derive(&rings, Some(&case), &found).unwrap().last().unwrap().value.clone().unwrap();
    assert!((value.to_f64() - 481.588).abs() < 1e-3, "{value:?}");
}

#[test]
fn a_quantity_that_the_model_lacks_is_refused_with_the_nearest_ones() {
    let iris = model(&sample("iris", "model = \"gda\""));
    let near = |fitted: &Fitted, typed: &str| {
        let problem = match resolve_quantity(fitted, typed) {
            Ok(found) => Problem::from(derive(fitted, None, &found.quantity).expect_err(typed)),
            Err(error) => Problem::from(error),
        };
        problem.fix
    };
    let means =
        "mean(petal_length | setosa), mean(petal_length | versicolor) or mean(petal_length | virginica)";
    for typed in ["mean(petal_length)", "mean(petal_length", "maen(petal_length)"] {
        assert_eq!(near(&iris, typed), format!("write, for example, {means}"), "{typed}");
    }
    for (typed, wanted) in [
        ("scoer(virginica)", "score(virginica)"),
        ("foo(virginica)", "P(virginica)"),
        ("sigma(petal_length | setosa)", "cov(petal_length, petal_length)"),
        ("inverse(petal_length, sepal_length)", "inv(sepal_length, petal_length)"),
        ("???", "P(setosa), score(setosa) or P(setosa | x)"),
    ] {
        assert!(near(&iris, typed).contains(wanted), "{typed}: {}", near(&iris, typed));
    }
    let naive = model(&sample("iris", "model = \"gaussian\""));
    let own = near(&naive, "sigma(petal_length | setosa)");
    assert!(own.contains("var(petal_length | setosa)"), "{own}");
}

/// Columns that are named like the signs of the notation, and classes that are not.
#[test]
fn columns_named_like_symbols_need_no_quotes_and_read_back() {
    let csv = "x,y,n,z,P,x y,class\n1,2,5,1,2,9,A\n2,4,3,3,1,7,A\n3,3,4,2,4,8,A\n11,2,9,6,3,1,B\n12,5,7,4,5,2,B\n\
               14,1,8,5,4,4,B\n21,8,1,9,9,5,C\n23,7,2,7,7,6,C\n22,9,3,8,6,4,C\n";
    let cell = "x=200,y=2,n=3,z=4,P=5,x y=6";
    let fitted = fitted(csv, "target = \"class\"\nmodel = \"gaussian\"");
    let case = models::case(&fitted, cell);
    let all: Vec<Quantity> =
        quantities(&fitted).into_iter().chain(quantities_of_case(&fitted, &case)).collect();
    assert!(all.len() > 60);
    for quantity in &all {
        let text = quantity.to_string();
        assert_eq!(&resolve_quantity(&fitted, &text).unwrap().quantity, quantity, "{text}");
        // loglik(x | A) is that of all numbers together.
        if text.starts_with("loglik(\"x\"") {
            continue;
        }
        assert!(!text.contains('"') && !quantity.short().contains('"'), "{text}");
        let expr = Expr::Of(quantity.clone());
        let (tex, mathml) = (Latex.expr(&expr), MathMl.chain(&posterior::math::Chain::new(expr)));
        assert!(!tex.contains('"') && !mathml.contains("&quot;"), "{text}: {tex} {mathml}");
    }
    reads(
        &fitted,
        r#"
        p(x=200 | A)
        p("x"=200 | A) → p(x=200 | A)
        mean(x | A)
        var(n | C)
        P(x)
        P(A | x)
        mean(x y | B)
        "#,
    );
    assert_eq!(Latex.expr(&Expr::Of("mean(x | A)".parse().unwrap())), r"\mu(\text{x} \mid \text{A})");
    assert_eq!(Latex.expr(&Expr::Of("P(\"x\" | x)".parse().unwrap())), "P(\\text{\"x\"} \\mid x)");
}

/// The places themselves are tested beside the reader.
#[test]
fn an_unreadable_quantity_has_a_caret_under_the_place() {
    let tennis = model(&sample("play-tennis", ""));
    let (error, problem) = refusal(&tennis, "P(Sunny | )");
    assert!(matches!(error, WorkedError::Unreadable { ref cause, .. } if cause.at == 10), "{error}");
    assert_eq!(problem.excerpt[1].find('^'), Some(10), "{:?}", problem.excerpt);
}

#[test]
fn a_case_is_read_as_typed() {
    let tennis = model(&sample("play-tennis", ""));
    let read = |cells: &str| Case::from_typed(&tennis, &cells_of(cells));
    for (cells, values, notes) in [
        ("Outlook=Sunny,Wind=Weak", [Some(0), None, None, Some(0)], 0),
        ("outlook=sunny", [Some(0), None, None, None], 2),
        ("Outlook=?,Temp=,Play=Yes", [None; 4], 1),
        ("play=Yes, Wind = Strong ", [None, None, None, Some(1)], 1),
    ] {
        let case = read(cells).unwrap();
        let value = |value: &CaseValue| if let CaseValue::Value(value) = value { Some(*value) } else { None };
        let found: Vec<Option<usize>> = case.cells.iter().map(|cell| value(&cell.value)).collect();
        assert_eq!(found, values, "{cells}");
        assert_eq!(case.notes.len(), notes, "{cells}: {:?}", case.notes);
    }
    assert_eq!(read("Outlook=Snow").unwrap().cells[0].value, CaseValue::Unseen);
    let unknown = read("Outlok=Sunny").unwrap_err();
    assert_eq!((unknown.kind, unknown.column.as_deref()), ("unknown_column", Some("Outlok")));
    assert_eq!(unknown.fix, "did you mean “Outlook”? The features are: Outlook, Temp, Humidity, Wind");
    let twice = read("Outlook=Sunny,outlook=Rain").unwrap_err();
    assert_eq!((twice.kind, twice.what.as_str()), ("unknown_column", "the query gives “Outlook” twice"));
    let from_file = Case::from_file(&tennis, &cells_of("Outlook=sunny")).unwrap();
    assert_eq!(from_file.cells[0].value, CaseValue::Value(0), "files are read as typed queries are");
}

#[test]
fn a_document_in_a_case_is_cut_into_words() {
    let documents = model(&sample("chinese-japan", ""));
    let case = models::case(&documents, "text=Chinese: tokyo OSAKA chinese osaka");
    let CaseValue::Words { known, unknown } = &case.cells[0].value else { panic!("no words") };
    let names = documents.factors()[0].values();
    let known: Vec<(&str, u32)> = known.iter().map(|(word, times)| (names[*word].as_str(), *times)).collect();
    assert_eq!(known, [("chinese", 2), ("tokyo", 1)]);
    assert_eq!(unknown.iter().map(|(w, n)| (w.as_str(), *n)).collect::<Vec<_>>(), [("osaka", 2)]);
}

fn read(study: &Study, case: Option<&Case>, label: &str) -> Option<String> {
    let (asked, _) = Asked::find(&model(study), case, label).ok()?;
    Some(asked.name())
}

/// Each spelling of a line is read as the first.
fn check(study: &Study, lines: &str) {
    let case = study.cases().unwrap().remove(0);
    for line in lines.lines() {
        let spellings: Vec<&str> = line.split('¦').map(str::trim).filter(|label| !label.is_empty()).collect();
        for label in &spellings {
            assert_eq!(read(study, Some(&case), label).as_deref(), Some(spellings[0]), "{label}");
        }
    }
}

#[test]
fn probabilities_are_named_in_many_ways() {
    check(
        &sample("weather", ""),
        "P(Yes | Weather=Sunny) ¦ P(Y|S) ¦ Pr(Yes|Sunny) ¦ P(Yes∣Sunny) ¦ P(Yes given Sunny) ¦ P(Play=Yes|Weather=Sunny)
        P(Yes | x) ¦ posterior(Yes) ¦ Posterior Yes ¦ P(Yes|X) ¦ P(Play = Yes | x)
        P(Yes) ¦ prior(Yes) ¦ P(Y) ¦ P(Play=Yes) ¦ φ(Yes)
        P(x | Yes) ¦ likelihood(Yes)
        P(Weather=Sunny | Yes) ¦ P(Sunny|Play=Yes)
        score(Yes) ¦ Score(yes) ¦ joint(Yes) ¦ P(Sunny, Yes) ¦ P(Yes and Sunny) ¦ P(x, Yes)
        P(x) ¦ evidence ¦ Evidence(x)
        class ¦ decision ¦ predicted class",
    );
    let tennis = sample("play-tennis", "");
    check(
        &tennis,
        "P(No | x) ¦ P(No|Sunny,Cool,High,Strong) ¦ P(no | strong, high, cool, sunny)
        P(No | x) ¦ P(No | Outlook=Sunny ∧ Temp=Cool ∧ Humidity=High ∧ Wind=Strong)",
    );
    let documents = sample("chinese-japan", "");
    check(
        &documents,
        "P(c | x) ¦ P(c|d5) ¦ P(c | document 5) ¦ P(c|Chinese Chinese Chinese Tokyo Japan)
        ln score(c) ¦ log score(c) ¦ ln(score(c)) ¦ log(joint(c))
        k(text) ¦ V
        count(c) ¦ n_c",
    );
    // A label with other cells than the query, or with a part of them, is not read.
    for (study, label) in [
        (&documents, "P(c | Tokyo Japan)"),
        (&tennis, "P(No | Sunny, Cool)"),
        (&tennis, "P(No | Sunny, Cool, High, Weak)"),
    ] {
        assert_eq!(read(study, Some(&study.cases().unwrap().remove(0)), label), None, "{label}");
    }
    assert_eq!(read(&tennis, None, "P(No | Sunny, Cool, High, Strong)"), None);
}

#[test]
fn moments_and_matrices_are_named_in_many_ways() {
    let person = sample("person", "");
    // F is a class, too, and f a foot.
    check(
        &person,
        "p(height=6 | male) ¦ p(h|M) ¦ f(height|male) ¦ P(height=6|male) ¦ density(height | male)
        p(foot=8 | male) ¦ p(f|M)
        mean(height | male) ¦ μ(height, male) ¦ mu_male(height) ¦ Mean(h|M) ¦ average(height|male)
        var(height | male) ¦ σ²(height|male) ¦ sigma^2(height, male) ¦ variance(height|male)",
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
        "cov(a, b) ¦ Sigma[1][2] ¦ Σ[1,2] ¦ Σ(a, b) ¦ Cov(a,b)
        inv(a, b) ¦ Σ⁻¹[1,2] ¦ Sigma^-1[1,2]
        det(Sigma) ¦ |Σ| ¦ det Σ ¦ determinant
        q(A) ¦ Mahalanobis(A) ¦ D²(A)
        mean(b | A) ¦ μ_A[2]
        theta(0) ¦ θ_0
        P(B | x) ¦ P(B | (4, 4)) ¦ P(B|x=(4,4)) ¦ P(B | a=4, b=4)",
    );
    check(
        &models::open(points, "model = \"qda\""),
        "det(Sigma | A) ¦ |Σ_A| ¦ det(Sigma_A)
        cov(a, b | A) ¦ Σ_A[1,2]",
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
