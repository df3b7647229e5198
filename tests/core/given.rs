//! Numbers that are given in the place of rows: the same working, posteriors and errors as of counted ones.

use posterior::math::Number;
use posterior::model::Study;
use posterior::problem::Problem;
use posterior::recipe::Recipe;
use posterior::table::Source;
use posterior::worked::{Rule, derive, frequencies, resolve_quantity};

use crate::models::{case, derived, has, value};

fn study(toml: &str) -> Study {
    let recipe = Recipe::from_toml(toml, "given.toml").unwrap();
    Study::open(Source::bytes("given.toml", *b""), recipe).unwrap()
}

const MAMMOGRAPHY: &str = r#"
target = "state"
model = "categorical"
[given.prior]
ill = "0.01"
well = "0.99"
[[feature]]
name = "test"
kind = "categorical"
[feature.table.ill]
positive = "0.8"
negative = "0.2"
[feature.table.well]
positive = "0.096"
negative = "0.904"
"#;

fn from_numbers(numbers: &[&str], queries: &[&[(&str, &str)]]) -> Result<Recipe, Problem> {
    let numbers: Vec<String> = numbers.iter().map(|number| (*number).to_owned()).collect();
    Recipe::from_numbers(&numbers, &queries.iter().map(|query| typed(query)).collect::<Vec<_>>())
}

fn typed(cells: &[(&str, &str)]) -> Vec<(String, String)> {
    cells.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn the_mammography_problem_is_worked_from_given_numbers() {
    let study = study(MAMMOGRAPHY);
    let fitted = study.model().unwrap();
    let case = case(fitted, "test=positive");
    let prediction = fitted.predict(&case);
    // Eddy (1982): 7.8 %, where most physicians said about 75 %.
    let posterior = prediction.posterior.unwrap();
    assert_eq!(posterior[0], Number::ratio(25, 322).unwrap());
    let steps = derived(fitted, None, "P(positive | ill)");
    assert_eq!((steps.len(), steps[0].rule), (1, Rule::Given));
    for nothing_counted in ["count(ill)", "n", "loglik"] {
        let quantity = resolve_quantity(fitted, nothing_counted).map(|found| found.quantity);
        assert!(quantity.is_err() || derive(fitted, None, &quantity.unwrap()).is_err(), "{nothing_counted}");
    }
    let natural = frequencies(fitted, &case).unwrap();
    // 0.99 · 0.096 has five decimals.
    assert_eq!(natural.of, 100_000);
    assert_eq!(natural.branches[0].cases, Number::from(1000u64));
    assert_eq!(natural.branches[0].left, Number::from(800u64));
    assert_eq!(natural.branches[1].left, Number::from(9504u64));
    assert_eq!(natural.shares.unwrap()[0], posterior[0]);
}

#[test]
fn natural_frequencies_are_whole_where_a_power_of_ten_makes_them_so() {
    let with = |p: &str, rest: &str| {
        study(&MAMMOGRAPHY.replace("0.8\"", &format!("{p}\"")).replace("\"0.2\"", &format!("\"{rest}\"")))
    };
    for (p, rest, of) in
        [("0.5", "0.5", 100_000), ("0.8123456", "0.1876544", 1_000_000_000), ("1/3", "2/3", 1_000)]
    {
        let study = with(p, rest);
        let fitted = study.model().unwrap();
        let case = case(fitted, "test=positive");
        assert_eq!(frequencies(fitted, &case).unwrap().of, of, "{p}");
    }
    // Densities have no natural frequencies.
    let normal = study(
        "model = \"gaussian\"\n[given.prior]\na = \"1/2\"\nb = \"1/2\"\n[[feature]]\nname = \"x\"\nkind = \"numeric\"\n[feature.mean]\na = \"1\"\nb = \"2\"\n[feature.variance]\na = \"1\"\nb = \"4\"\n",
    );
    let fitted = normal.model().unwrap();
    let case = case(fitted, "x=1");
    assert_eq!(frequencies(fitted, &case), None);
    assert_eq!(fitted.predict(&case).predicted, Some(0));
}

#[test]
fn what_is_no_model_is_reported_by_name() {
    for (from, to, part) in [
        ("well = \"0.99\"", "well = \"0.98\"", "the given P(class) add up to 0.99, not to 1"),
        ("negative = \"0.2\"", "negative = \"0.3\"", "the given P(test | ill) add up to 1.1, not to 1"),
        ("negative = \"0.904\"\n", "", "P(test = negative | well) is not given"),
        (".table.well]", ".table.healthy]", "the table of “test” names “healthy”, which has no P(class)"),
        (
            "ill = \"0.01\"\nwell = \"0.99\"",
            "ill = \"0.01\"\nwell = \"0.89\"\nsick = \"0.1\"",
            "the table of “test” does not name the class “sick”",
        ),
        ("= \"0.8\"\nnegative = \"0.2\"", "= \"1.2\"\nnegative = \"-0.2\"", "negative has -0.2"),
        ("[given.prior]", "[given.priors]", "no such key is known"),
        (
            "kind = \"categorical\"\n",
            "kind = \"categorical\"\nmean = { ill = \"1\", well = \"2\" }\n",
            "both probabilities and means",
        ),
        ("kind = \"categorical\"", "kind = \"numeric\"", "the mean of “test” is not given"),
    ] {
        assert!(MAMMOGRAPHY.contains(from), "{from}");
        let model = if part.contains("mean") { "model = \"gaussian\"" } else { "model = \"categorical\"" };
        let toml = MAMMOGRAPHY.replace(from, to).replace("model = \"categorical\"", model);
        let opened = Recipe::from_toml(&toml, "given.toml").and_then(|recipe| {
            let study = Study::open(Source::bytes("given.toml", *b""), recipe).map_err(Problem::from)?;
            study.model().cloned()
        });
        let problem = opened.unwrap_err();
        assert!(problem.what.contains(part), "{to}: {}", problem.what);
    }
}

#[test]
fn a_recipe_of_given_numbers_written_reads_back_the_same() {
    let recipe = Recipe::from_toml(MAMMOGRAPHY, "given.toml").unwrap();
    assert_eq!(Recipe::from_toml(&recipe.to_toml(), "given.toml").unwrap(), recipe);
    // With nothing left open it is the same model.
    let study = study(MAMMOGRAPHY);
    let again = study.resolved().unwrap().recipe.to_toml();
    let again = self::study(&again);
    let (one, other) = (study.model().unwrap(), again.model().unwrap());
    assert_eq!(one.factors()[0].estimate(0, 1), other.factors()[0].estimate(0, 1));
    assert_eq!(one.prior(1), other.prior(1));
}

#[test]
fn means_and_a_sigma_that_are_given_make_a_density() {
    let toml = "model = \"qda\"\n[given.prior]\na = \"1/3\"\nb = \"1/3\"\nc = \"1/3\"\n[given.mean]\na = [0, 0]\nb = [1, 1]\nc = [\"-1\", 2]\n\
                [given.Sigma]\na = [[1, 0], [0, 1]]\nb = [[2, 1], [1, 2]]\nc = [[1, \"0.5\"], [\"0.5\", 1]]\n\
                [[feature]]\nname = \"x\"\nkind = \"numeric\"\n[[feature]]\nname = \"y\"\nkind = \"numeric\"\n";
    let found = study(toml);
    let fitted = found.model().unwrap();
    let case = case(fitted, "x=0,y=0");
    let step = |of: &str| value(fitted, Some(&case), of).unwrap().to_f64();
    assert!((step("p(x | a)") - 1.0 / std::f64::consts::TAU).abs() < 1e-15);
    assert!((step("det(Sigma | b)") - 3.0).abs() < 1e-12);
    assert_eq!(step("mean(x | c)"), -1.0);
    for (from, to, part) in [
        ("[[2, 1], [1, 2]]", "[[2, 1], [3, 2]]", "Σ of b is not symmetric"),
        ("[[2, 1], [1, 2]]", "[[1, 1], [1, 1]]", "Σ of b is not positive definite"),
        ("[[2, 1], [1, 2]]", "[[1, 2], [2, 1]]", "Σ of b is not positive definite"),
        ("b = [[2, 1], [1, 2]]", "b = [[2]]", "Σ of b is not given as a matrix of 2 × 2 numbers"),
        ("b = [1, 1]", "b = [1]", "the mean of every feature (2) in “b” is not given"),
    ] {
        let problem = study(&toml.replace(from, to)).fitted.unwrap_err();
        has(&problem.what, &[part]);
    }
}

#[test]
fn numbers_given_by_their_addresses_make_the_same_model() {
    let from_numbers = |numbers: &[&str]| from_numbers(numbers, &[&[("test", "pos"), ("height", "2")]]);
    let all = [
        "P(a) = 50%",
        "P(b) = 3/10",
        "P(pos | a) = 0.9",
        "P(test=pos | b) = 10 %",
        "P(pos | c) = 1/2",
        "mean(height | a) = -1",
        "mean(height | b) = 0",
        "mean(height | c) = 4/3",
        "sd(height | a) = 3",
        "var(height | b) = 1",
        "sd(height | c) = 1/2",
    ];
    let recipe = from_numbers(&all).unwrap();
    let text = recipe.to_toml();
    let study = study(&text);
    let fitted = study.model().unwrap();
    for (address, wanted) in [
        ("P(c)", 1.0 / 5.0),
        ("P(test=pos | b)", 1.0 / 10.0),
        ("P(\"not pos\" | c)", 1.0 / 2.0),
        ("var(height | a)", 9.0),
        ("var(height | c)", 1.0 / 4.0),
    ] {
        assert_eq!(value(fitted, None, address).unwrap().to_f64(), wanted, "{address}\n{text}");
    }
    for (more, what) in [
        ("P(a) = 50%", "P(a) is given twice"),
        ("P(test=pos | a) = 0.9", "P(test=pos | a) is given twice"),
        ("mean(height | a) = 2", "mean(height | a) is given twice"),
        ("var(height | c) = 2", "var(height | c) is given twice"),
        ("sd(weight | c) = -2", "“sd(weight | c) = -2” is below 0"),
        ("P(height=2 | c) = 0.5", "“height” has P(value | class) and a mean or a variance"),
    ] {
        let problem = from_numbers(&[all.as_slice(), &[more]].concat()).unwrap_err();
        assert_eq!(problem.what, what);
    }
}

#[test]
fn an_outcome_that_is_not_listed_has_the_remaining_probability() {
    let from_numbers = |numbers: &[&str], queries: &[(&str, &str)]| {
        let queries: Vec<&[(&str, &str)]> = queries.iter().map(std::slice::from_ref).collect();
        study(&from_numbers(numbers, &queries).unwrap().to_toml())
    };
    let posterior = |study: &Study, query: (&str, &str)| {
        let fitted = study.model().unwrap();
        let case = case(fitted, &format!("{}={}", query.0, query.1));
        (fitted.predict(&case).posterior.unwrap(), case.notes)
    };
    let ratio = |above: i64, below: i64| Number::ratio(above, below).unwrap();
    let ill = ["P(ill)=0.01", "P(test=pos|ill)=0.9", "P(test=pos|well)=0.05"];
    // Whether the case names it when the numbers are given, or only later.
    for (queries, value) in [(&[("test", "neg")][..], "neg"), (&[], "neg"), (&[], "-"), (&[], "not pos")] {
        let study = from_numbers(&ill, queries);
        let (posterior, notes) = posterior(&study, ("test", value));
        assert_eq!(posterior[0], ratio(2, 1883), "{value}");
        assert_eq!(notes.len(), usize::from(queries.is_empty() && value != "not pos"), "{notes:?}");
    }
    assert_eq!(posterior(&from_numbers(&ill, &[("test", "neg")]), ("test", "pos")).0[0], ratio(2, 13));
    // Missing is missing.
    assert_eq!(posterior(&from_numbers(&ill, &[]), ("test", "?")).0[0], ratio(1, 100));
    // Three classes and two values: the third has what is left.
    let colours = [
        "P(a)=0.5",
        "P(b)=0.25",
        "P(c)=0.25",
        "P(eye=red|a)=0.5",
        "P(eye=blue|a)=0.3",
        "P(eye=red|b)=0.25",
        "P(eye=blue|b)=0.25",
        "P(eye=red|c)=0.1",
        "P(eye=blue|c)=0.2",
    ];
    let (found, _) = posterior(&from_numbers(&colours, &[("eye", "green")]), ("eye", "green"));
    assert_eq!(found[1], ratio(5, 16));
    // If every value is given, another one has no factor.
    let all = ["P(a)=0.5", "P(b)=0.5", "P(u|a)=0.5", "P(y|a)=0.5", "P(u|b)=0.1", "P(y|b)=0.9"];
    let study = from_numbers(&all, &[]);
    let fitted = study.model().unwrap();
    let case = case(fitted, "evidence=z");
    let sentence = case.cells[0].unseen(fitted, &fitted.factors()[0]).unwrap();
    assert_eq!(sentence, "no P(evidence=z | class) is given, so it has no factor; the given values are u, y");
}

#[test]
fn yes_no_features_given_as_values_of_one_are_explained() {
    let from_numbers = |numbers: &[&str]| from_numbers(numbers, &[&[("fun", "yes"), ("machine", "yes")]]);
    let problem = from_numbers(&["P(fun | ent)=0.6", "P(learning | ent)=0.05"]).unwrap_err();
    assert_eq!(problem.what, "the given probabilities of fun, learning in ent add up to 0.65, not to 1");
    has(&problem.fix, &["\"P(fun=yes | ent) = …\""]);
    let ent = [
        "P(ent)=0.7",
        "P(fun | ent)=0.6",
        "P(machine | ent)=0.1",
        "P(fun | edu)=0.5",
        "P(machine | edu)=0.4",
    ];
    assert!(from_numbers(&ent).unwrap_err().fix.contains("P(fun=yes | ent)"));
    // As the fix suggests.
    let ent = ent.map(|number| number.replace("fun", "fun=yes").replace("machine", "machine=yes"));
    let study = study(&from_numbers(&ent.each_ref().map(String::as_str)).unwrap().to_toml());
    let fitted = study.model().unwrap();
    let case = case(fitted, "fun=yes,machine=yes");
    assert_eq!(fitted.predict(&case).posterior.unwrap()[0], Number::ratio(7, 17).unwrap());
    // Values of one feature that add up to 1 are that.
    assert!(
        from_numbers(&["P(a)=0.7", "P(u | a)=0.6", "P(y | a)=0.4", "P(u | b)=0.5", "P(y | b)=0.5"]).is_ok()
    );
}
