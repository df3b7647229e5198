//! Recipes, queries and tables with mistakes: each is refused with a stable kind, what is wrong, and how to fix it.

use crate::models;

use models::{cells_of, fitted, has, open, refused};
use posterior::model::{Case, Moments, Study};
use posterior::problem::Problem;
use posterior::recipe::{Prior, Recipe};

const CSV: &str = "outlook,area,note,play\nsunny,1,it is a nice day,no\nrain,2,it has been so wet,yes\n\
                   rain,3,I am not out there,yes\n";

/// What is wanted of a problem: its kind, words of what is wrong, and words of the fix.
type Wanted = (&'static str, &'static str, &'static str);

fn expect(problem: &Problem, (kind, what, fix): Wanted, of: &str) {
    assert_eq!(problem.kind, kind, "{of}: {problem:?}");
    assert!(problem.what.contains(what), "{of}: {}", problem.what);
    assert!(problem.fix.contains(fix), "{of}: {}", problem.fix);
    assert_eq!(problem.usage, kind == "usage", "{of}");
    let sentence = problem.what.chars().next().unwrap();
    assert!(!sentence.is_uppercase() && !problem.what.ends_with('.'), "{}", problem.what);
}

#[test]
fn more_numbers_than_one_covariance_is_made_for_are_refused() {
    let names: Vec<String> = (0..5001).map(|at| format!("x{at}")).collect();
    let row = |class: &str| format!("{}{class}", "1,".repeat(names.len()));
    let csv = format!("{},y\n{}\n{}\n", names.join(","), row("a"), row("b"));
    let wanted = ("wrong_kind", "5001 of them would have 12507501 covariances", "--model gaussian");
    expect(&refused(&csv, "model = \"gda\""), wanted, "5001 numbers");
}

#[test]
fn columns_to_leave_out_are_named() {
    let counts = "tone,goal,vote,topic\nglad,3,0,a\nsad,2,0,a\nglad,0,1,b\nsad,0,2,c\n";
    let problem = refused(counts, "model = \"multinomial\"");
    has(&problem.fix, &["leave it out: --ignore tone"]);
    fitted(counts, "model = \"multinomial\"\nignore = [\"tone\"]");
    // Of columns that never vary all must go, of columns that follow from each other one.
    let flat = "k,l,v,y\n1,2,0,a\n1,2,1,a\n1,2,3,b\n1,2,5,b\n1,2,6,c\n1,2,8,c\n";
    let problem = refused(flat, "model = \"gda\"");
    assert!(problem.fix.ends_with("leave the columns out: --ignore k,l"), "{}", problem.fix);
    fitted(flat, "model = \"gda\"\nignore = [\"k\", \"l\"]");
    let one = "k,w,v,y\n1,2,0,a\n1,9,1,a\n1,2,3,b\n1,7,5,b\n1,2,6,c\n1,3,8,c\n";
    let problem = refused(one, "model = \"gda\"");
    assert!(problem.fix.ends_with("leave the column out: --ignore k"), "{}", problem.fix);
}

#[test]
fn a_list_of_priors_without_commas_is_reported_as_it_was_read() {
    for text in ["a=2/5 b=3/5", "a=2/5;b=3/5", "a=1/5 b=2/5 c=2/5"] {
        let problem = text.parse::<Prior>().unwrap_err();
        assert!(problem.fix.contains("put a comma between classes"), "{text}: {}", problem.fix);
    }
    assert!("a=1/5,b=2/5".parse::<Prior>().unwrap_err().fix.contains("sum to exactly 1"));
    assert!("a=1/5,b=2/5,c=2/5".parse::<Prior>().is_ok());
}

#[test]
fn recipes_that_do_not_fit_the_table() {
    const WRONG: &str = "wrong_kind";
    // The first lines of the recipe, the name of its only feature with more lines, and what is wanted.
    for (lines, feature, wanted) in [
        ("", "outlok", ("unknown_column", "no column “outlok”", "did you mean “outlook”?")),
        ("", "play", (WRONG, "both the class and a feature", "leave it out")),
        (
            "model = \"categorical\"",
            "area",
            (WRONG, "categorical cannot read “area”, which is a number", "--bins area=width:5"),
        ),
        (
            "model = \"mixed\"\nvar_smoothing = \"0\"",
            "area",
            ("zero_variance", "“area” is the same in every row of no", "--bins area=width:5"),
        ),
        (
            "variance = \"unbiased\"",
            "area",
            ("variance_undefined", "known in only one row of no", "--variance population"),
        ),
        ("model = \"gaussian\"", "outlook", (WRONG, "gaussian cannot read “outlook”", "--model mixed")),
        (
            "model = \"categorical\"",
            "note\"\nkind = \"text",
            (WRONG, "categorical cannot read “note”, which is text", "--model multinomial"),
        ),
        (
            "model = \"multinomial\"",
            "area\"\n[[feature]]\nname = \"note",
            (WRONG, "multinomial cannot read “area”", "only columns of numbers"),
        ),
        (
            "model = \"multinomial\"",
            "outlook\"\nkind = \"categorical",
            (WRONG, "multinomial cannot read “outlook”", "--model mixed"),
        ),
        ("model = \"gda\"", "outlook", (WRONG, "gda cannot read “outlook”", "--ignore outlook")),
        (
            "model = \"gda\"",
            "area\"\nbins = \"width:2",
            (WRONG, "gda cannot read “area”", "--model categorical"),
        ),
        (
            "model = \"qda\"\ncovariance = \"shared\"",
            "area",
            ("usage", "qda has a Σ for each class", "--model gda --covariance shared"),
        ),
        (
            "model = \"multinomial\"",
            "note\"\nevent = \"bernoulli",
            (WRONG, "multinomial cannot read “note”", "--model bernoulli"),
        ),
        (
            "model = \"mixed\"",
            "outlook\"\nkind = \"binary",
            (WRONG, "mixed cannot read “outlook”", "--one outlook=VALUE"),
        ),
        (
            "",
            "note\"\nvocabulary = \"file:w.txt",
            ("no_data", "the dictionary “w.txt” cannot be read", "check the path"),
        ),
        (
            "prior = { yes = \"0.5\", maybe = \"0.5\" }",
            "outlook",
            (WRONG, "names “maybe”, which is not a class", "the classes are: no, yes"),
        ),
        ("prior = { yes = 1 }", "outlook", (WRONG, "leaves out the class “no”", "name every class")),
        (
            "classes = [\"yes\", \"no\", \"yes\"]",
            "outlook",
            (WRONG, "names “yes” twice", "name each class once"),
        ),
        ("classes = [\"yes\"]", "outlook", (WRONG, "leaves out the class “no”", "name every class")),
        ("classes = [\"yes\", \"No\"]", "outlook", (WRONG, "leaves out the class “no”", "name every class")),
    ] {
        let toml = format!("{lines}\ntarget = \"play\"\n[[feature]]\nname = \"{feature}\"");
        expect(&refused(CSV, &toml), wanted, &toml);
    }
    for (toml, wanted) in [
        ("target = \"plai\"", ("unknown_column", "no column “plai”", "did you mean “play”?")),
        ("target = \"temperature\"", ("unknown_column", "no column", "the columns are: outlook")),
        ("model = \"bernoulli\"", (WRONG, "bernoulli cannot read “outlook”", "--one outlook=VALUE")),
        (
            "convention = \"orange\"",
            (WRONG, "the naive Bayes of Orange counts values", "leave the text column out"),
        ),
    ] {
        expect(&refused(CSV, toml), wanted, toml);
    }
}

#[test]
fn recipes_that_cannot_be_read() {
    for (toml, wanted) in [
        ("alpha = \"-1\"", ("usage", "the smoothing α is -1", "use 0 for none")),
        ("alpha = -1", ("usage", "cannot be below 0", "use 0 for none")),
        ("alpha = \"one\"", ("usage", "“one” is not a number", "0.5 or 1/3")),
        ("alpha = \"1/0\"", ("usage", "divides by 0", "0.5 or 1/3")),
        ("prior = { yes = \"0.6\", no = \"0.5\" }", ("usage", "sum to 11/10, not to 1", "exactly 1")),
        ("prior = { yes = \"0.33\", no = \"0.66\" }", ("usage", "sum to 99/100", "1/3 are exact")),
        ("prior = \"yes=0.5,no=0.2,yes=0.3\"", ("usage", "names “yes” twice", "name each class once")),
        ("prior = \"laplace:-1\"", ("usage", "the prior smoothing is -1", "use 0")),
        ("prior = \"maybe\"", ("usage", "“maybe” is not a prior", "laplace:1")),
        ("model = \"bayes\"", ("usage", "“bayes” is not a model", "categorical, multinomial")),
        ("[[feature]]\nname = \"a\"\nkind = \"word\"", ("usage", "“word” is not a kind", "numeric")),
        ("[[feature]]\nname = \"a\"\nbins = \"5\"", ("usage", "how to make bins", "width:5")),
        ("alfa = 1", ("usage", "alfa", "correct the file")),
        ("format = 2", ("usage", "format 2", "write format = 1")),
    ] {
        let error = Recipe::from_toml(toml, "recipe.toml").expect_err(toml);
        expect(&error, wanted, toml);
    }
    assert!("yes=1/3,no=2/3".parse::<Prior>().is_ok());
}

#[test]
fn tables_from_which_nothing_can_be_learned() {
    for (csv, wanted) in [
        ("a,class\nu,?\nv,\n", ("no_data", "no row has a class", "--target")),
        ("class\nyes\nno\n", ("no_data", "no feature column", "at least two columns")),
    ] {
        expect(&refused(csv, "target = \"class\""), wanted, csv);
    }
}

#[test]
fn the_class_or_column_of_a_problem_is_named() {
    let problem = refused(CSV, "prior = { yes = 1, maybe = 0 }\n[[feature]]\nname = \"outlook\"");
    assert_eq!((problem.class.as_deref(), problem.feature), (Some("maybe"), None));
    let problem = refused(CSV, "model = \"categorical\"\n[[feature]]\nname = \"area\"");
    assert_eq!((problem.feature.as_deref(), problem.column.as_deref()), (Some("area"), Some("area")));
}

#[test]
fn queries_that_do_not_fit_the_model() {
    let model = fitted(
        CSV,
        "target = \"play\"\nmodel = \"mixed\"\n[[feature]]\nname = \"outlook\"\n[[feature]]\nname = \"area\"\nbins = \"width:2\"",
    );
    for (query, wanted) in [
        ("outlok=rain", ("unknown_column", "“outlok”, which is not a feature", "did you mean “outlook”?")),
        ("price=3", ("unknown_column", "“price”", "the features are: outlook, area")),
        ("area=big", ("not_a_number", "“big” is not a number", "such as 890")),
        ("area=inf", ("not_a_number", "“inf” is not a number", "leave the column out")),
        ("area=1,area=2", ("unknown_column", "gives “area” twice", "name each column once")),
    ] {
        let error = Case::from_typed(&model, &cells_of(query)).expect_err(query);
        expect(&error, wanted, query);
    }
    let error = Case::from_row(&model, 3).unwrap_err();
    expect(&error, ("no_data", "there is no row 4", "from 1 to 3"), "row 4");
}

#[test]
fn a_wrong_query_in_a_recipe_is_reported_when_the_cases_are_asked_for() {
    let recipe = "target = \"play\"\nquery = { outlok = \"rain\" }\n[[feature]]\nname = \"outlook\"";
    let study = open(CSV, recipe);
    assert!(study.fitted.is_ok());
    assert_eq!(study.cases().unwrap_err().kind, "unknown_column");
}

/// A mean of no numbers is not a number: the class and the column are named, and what would do without it.
#[test]
fn a_number_that_a_class_never_knows_has_no_model() {
    let csv = "a,b,class\n?,1,x\n2,4,y\n?,2,x\n3,7,y\n";
    let problem = models::refused(csv, "model = \"gaussian\"");
    assert_eq!(
        (problem.kind, problem.feature.as_deref(), problem.class.as_deref()),
        ("no_data", Some("a"), Some("x"))
    );
    has(&problem.what, &["missing in every row of x"]);
    has(&problem.fix, &["--bins a=width:5", "--ignore a"]);
    let bins = "model = \"mixed\"\nalpha = \"1\"\n[[feature]]\nname = \"a\"\nkind = \"numeric\"\nbins = \"width:2\"\n";
    assert_eq!(models::fitted(csv, bins).factors().len(), 1);
}

#[test]
fn a_variance_of_0_gets_the_least_smoothing_unless_0_was_chosen() {
    // ba never varies in a; the largest variance is that of na.
    let csv = "ba,na,type\n0,1,a\n0,2,a\n1,4,b\n3,5,b\n2,7,c\n5,9,c\n";
    let study = open(csv, "");
    let fitted = study.model().unwrap();
    let moments = |values: [f64; 6]| Moments::of(&values).variance(0).unwrap();
    let least = 1e-9 * moments([1.0, 2.0, 4.0, 5.0, 7.0, 9.0]);
    assert!((fitted.epsilon / least - 1.0).abs() < 1e-15, "{}", fitted.epsilon);
    assert_eq!(fitted.factors()[0].normal(0).unwrap().variance, fitted.epsilon);
    let note = "variance smoothing is 1e-9 of the largest variance, since the column “ba” is the same in every row of a \
                (class column “type”), so its variance there is 0; --var-smoothing 0 undoes it";
    let notes = |study: &Study| study.model().unwrap().data.resolved.notes.clone();
    assert!(notes(&study).contains(&note.to_owned()), "{:?}", notes(&study));
    let saved = fitted.data.resolved.recipe.to_toml();
    assert_eq!(notes(&open(csv, &saved)), notes(&study), "what was chosen is reported again");
    // Other rows under the saved recipe need none.
    let varies = csv.replace("0,2,a", "1,2,a");
    for toml in ["", saved.as_str()] {
        let study = open(&varies, toml);
        assert_eq!(study.model().unwrap().epsilon, 0.0, "{toml}");
        assert!(!notes(&study).iter().any(|note| note.contains("smoothing")));
    }
    assert_eq!(refused(csv, "var_smoothing = \"0\"").kind, "zero_variance");
    // Where nothing varies there is no share of a variance to add.
    assert_eq!(refused("x,class\n7,a\n7,a\n7,b\n7,b\n7,c\n7,c\n", "").kind, "zero_variance");
}

#[test]
fn beside_columns_of_counts_the_other_column_is_to_be_left_out() {
    let csv =
        "goal,vote,bank,day,topic\n3,0,1,mon,sport\n2,0,0,tue,sport\n0,2,1,mon,politics\n1,1,2,tue,economy\n";
    let problem = refused(csv, "model = \"multinomial\"");
    has(&problem.what, &["multinomial cannot read “day”, which is text"]);
    has(&problem.fix, &["--ignore day;"]);
    let one =
        refused("goal,day,topic\n3,mon,sport\n2,tue,sport\n0,mon,politics\n", "model = \"multinomial\"");
    has(&one.what, &["“goal”, which is a number"]);
}
