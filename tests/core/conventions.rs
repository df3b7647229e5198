//! Named conventions: their figures, what wins over them, that both paths of prediction follow them, and where two of
//! them differ.

use crate::models;
use crate::program;
use crate::{json, last_step};

use models::{case, close, exact, file, fitted, has, open, posteriors, recipe, sample};
use posterior::math::{Number, Quantity};
use posterior::model::{Case, CaseValue, Fitted};
use posterior::recipe::{Convention, Recipe};
use posterior::worked::{Agreement, Posterior, compare, resolve_quantity};
use program::printed;
use serde_json::Value;

const DISCRIMINANT: &str =
    "x1,x2,class\n-2,5,a\n0,3,a\n-1,1,a\n0,6,b\n2,4,b\n1,2,b\n1,-2,c\n0,0,c\n-1,-4,c\n";

#[test]
fn each_convention_has_the_posterior_of_its_program() {
    for (recipe, wanted) in [
        ("alpha = \"0\"", 0.795_417_3),
        ("alpha = \"1\"", 0.720_066_7),
        ("convention = \"scikit-learn\"", 0.720_066_7),
        ("convention = \"r-e1071\"", 0.720_066_7),
        ("convention = \"weka\"", 0.735_314_0),
        ("convention = \"orange\"", 0.794_155_0),
        ("convention = \"mass\"", 0.720_066_7),
    ] {
        let study = sample("play-tennis", recipe);
        let found = models::model(&study).predict(&study.cases().unwrap()[0]).posterior.unwrap();
        assert!((found[0].to_f64() - wanted).abs() < 5e-8, "{recipe}: {found:?}");
    }
}

#[test]
fn discriminant_analysis_follows_mass_or_divides_by_n() {
    // Johnson and Wichern, example 11.11.
    let prior = "prior = { a = \"0.25\", b = \"0.25\", c = \"0.5\" }";
    for (convention, published, iris) in [
        ("mass", [0.168_884, 0.000_338, 0.830_778], Some([0.253_228_224_738, 0.746_771_775_262])),
        ("scikit-learn", [0.114_745, 0.000_010_3, 0.885_244], Some([0.249_077_333_953, 0.750_922_666_047])),
        ("cs229", [0.114_745, 0.000_010_3, 0.885_244], None),
    ] {
        let recipe = format!("model = \"gda\"\nconvention = \"{convention}\"");
        let model = fitted(DISCRIMINANT, &format!("{recipe}\n{prior}"));
        let found = model.predict(&case(&model, "x1=-2,x2=-1")).posterior.unwrap();
        for (found, wanted) in found.iter().zip(published) {
            assert!((found.to_f64() - wanted).abs() < 5.1e-7, "{convention}: {found:?}");
        }
        let model = models::model(&sample("iris", &recipe));
        let found = model.predict(&Case::from_row(&model, 70).unwrap()).posterior.unwrap();
        for (found, wanted) in found[1..].iter().zip(iris.into_iter().flatten()) {
            assert!((found.to_f64() - wanted).abs() < 1e-12, "{convention}: {found:?}");
        }
    }
}

#[test]
fn the_line_of_conventions_begins_with_the_name_and_describes_what_changes() {
    let puts = "puts a number on a cut into the bin below, adds up cuts of";
    let divides = "divides variances by n − 1, replaces a factor of 0 and a standard deviation of 0 by 0.001";
    for (sample, convention, parts) in [
        ("sample:living-area", "weka", &[puts, "bins are (a, b]"][..]),
        ("sample:iris", "cs229", &["Conventions of the CS229 notes: "]),
        ("sample:iris", "scikit-learn", &["Conventions of scikit-learn, which adds ε to every variance: "]),
        ("sample:iris --model gda", "mass", &["Conventions of MASS, which divides Σ by n − K: "]),
        ("sample:play-tennis", "orange", &["multiplies P(c | value)/P(c) for each value"]),
        ("sample:loan", "r-e1071", &[divides]),
        ("sample:play-tennis", "mass", &["Conventions of MASS, which changes nothing in this model: "]),
    ] {
        let data: Vec<&str> = sample.split(' ').collect();
        let found = json(&[&["fit", "--convention", convention], &data[..]].concat());
        let line = found["conventions"].as_str().unwrap();
        has(line, parts);
        assert!(!parts[0].starts_with("Conventions") || line.starts_with(parts[0]), "{line}");
        if convention == "mass" && data.len() == 1 {
            has(found["warnings"][0].as_str().unwrap(), &["MASS has no naive Bayes"]);
        }
    }
}

#[test]
fn what_was_chosen_wins_over_a_convention() {
    let of = |name: &str, over: &str| models::model(&sample(name, over));
    let weka = of("play-tennis", "convention = \"weka\"\nprior = \"mle\"");
    assert_eq!(weka.prior(0), Some(exact("5/14")));
    has(&weka.conventions(), &["the recipe overrides the convention: prior mle"]);
    // P(No | Sunny) = (3 + 2)/(5 + 2 · 2).
    let orange = of("play-tennis", "convention = \"orange\"\nalpha = \"2\"");
    has(&orange.conventions(), &["α = 2"]);
    assert_eq!(models::value(&orange, None, "P(No | Outlook=Sunny)"), Some(exact("5/9")));
    // A line of the recipe wins as a flag does: the sample divides by n − 1.
    let person = of("person", "convention = \"scikit-learn\"");
    has(&person.conventions(), &["overrides the convention: variance unbiased"]);
    assert_eq!(of("iris", "convention = \"scikit-learn\"\nvar_smoothing = \"0\"").epsilon, 0.0);
}

#[test]
fn bins_follow_the_convention() {
    let living_area = |convention: &str, bins: &str| {
        let bins = format!("[[feature]]\nname = \"area\"\nbins = \"{bins}\"");
        models::model(&sample("living-area", &format!("convention = \"{convention}\"\n{bins}")))
    };
    for (convention, bin) in [("cs229", "[800,1200)"), ("weka", "(400,800]")] {
        let model = living_area(convention, "cuts:400,800,1200,1600");
        let CaseValue::Value(at) = case(&model, "area=800").cells[0].value else { panic!("no bin") };
        assert_eq!(model.factors()[0].values()[at].as_str(), bin, "{convention}");
    }
    let weka = living_area("weka", "cuts:400,800");
    let written = resolve_quantity(&weka, "P(area=(400,800] | mid)").unwrap().quantity.to_string();
    assert_eq!(written.parse::<Quantity>().unwrap().to_string(), written);
    let cuts = |convention: &str, bins: &str| -> Vec<f64> {
        let model = living_area(convention, bins);
        let cuts = model.factors()[0].cuts().unwrap();
        cuts.exact.iter().map(|cut| Number::Exact(cut.clone()).to_f64()).collect()
    };
    let csv = posterior::table::sample("living-area").unwrap().csv;
    let column = csv.lines().next().unwrap().split(',').position(|name| name == "area").unwrap();
    let rows = csv.lines().skip(1).filter(|row| !row.ends_with('?') && !row.ends_with(','));
    let mut areas: Vec<f64> = rows.map(|row| row.split(',').nth(column).unwrap().parse().unwrap()).collect();
    areas.sort_by(f64::total_cmp);
    for (at, cut) in cuts("scikit-learn", "frequency:4").into_iter().enumerate() {
        // The averaged inverted distribution function, by its definition.
        let place = areas.len() * (at + 1);
        let below = areas[(place - 1) / 4];
        let wanted = if place.is_multiple_of(4) { (below + areas[place / 4]) / 2.0 } else { below };
        assert_eq!(cut, wanted);
    }
    assert_ne!(cuts("scikit-learn", "frequency:4"), cuts("cs229", "frequency:4"));
    assert_eq!(cuts("scikit-learn", "width:5"), cuts("weka", "width:5"));
}

const MIXED: &str = "a,f,n,class\nu,yes,1.5,p\nv,no,2.5,q\nu,no,3,p\nw,no,9,q\nv,no,2,q\nu,yes,1,p\n?,no,4,r\nv,no,5,r\nw,no,6,r\n";
const WORDS: &str = "text,class\nred blue red,p\nred blue,p\nblue green,q\nblue,q\nred yellow,?\n";

/// A table and recipes that together have every form of factor, with zeros in them.
const TABLES: [(&str, &str); 6] = [
    (MIXED, "target = \"class\"\nmodel = \"mixed\"\nignore = true"),
    (
        MIXED,
        "target = \"class\"\nalpha = \"0\"\n[[feature]]\nname = \"a\"\n[[feature]]\nname = \"n\"\nbins = \"frequency:3\"",
    ),
    (
        MIXED,
        "target = \"class\"\nalpha = \"1/2\"\nmodel = \"mixed\"\n[[feature]]\nname = \"f\"\nkind = \"binary\"\none = \"yes\"\n[[feature]]\nname = \"n\"",
    ),
    (
        MIXED,
        "target = \"class\"\nalpha = \"0\"\nmodel = \"mixed\"\n[[feature]]\nname = \"f\"\nkind = \"binary\"\none = \"yes\"\n[[feature]]\nname = \"a\"",
    ),
    (WORDS, "target = \"class\"\nalpha = \"0\"\n[[feature]]\nname = \"text\"\nkind = \"text\""),
    (
        WORDS,
        "target = \"class\"\nalpha = \"0\"\nmodel = \"bernoulli\"\n[[feature]]\nname = \"text\"\nkind = \"text\"\nevent = \"bernoulli\"",
    ),
];

#[test]
fn the_three_paths_agree_under_every_convention() {
    let mut seen = 0;
    for (at, convention) in Convention::ALL.iter().enumerate() {
        for (csv, toml) in TABLES {
            let toml =
                format!("convention = \"{}\"\n{}", convention.word(), toml.replace("\nignore = true", ""));
            let study = open(csv, &toml);
            let Ok(model) = &study.fitted else {
                assert_eq!(*convention, Convention::Orange, "{toml}");
                continue;
            };
            agree(model, &toml);
            seen += 1;
        }
        let names = ["play-tennis", "living-area", "loan", "iris", "weather"];
        let name = names[at % 5];
        let study = sample(name, &format!("convention = \"{}\"\nalpha = \"0\"", convention.word()));
        agree(&models::model(&study), name);
        seen += 1;
    }
    assert!(seen > 30, "{seen}");
}

/// Exact prediction, prediction of many rows by logarithms, the derivation and the table, row by row.
fn agree(model: &Fitted, what: &str) {
    for row in model.predict_rows(|_| true).iter() {
        let what = format!("{:?} row {} of {what}", model.convention(), row.row);
        let case = Case::from_row(model, row.row).unwrap();
        let exact = model.predict(&case);
        assert_eq!(exact.predicted, row.predicted, "{what}");
        let table = Posterior::new(model, &case).unwrap();
        for (class, name) in model.classes.iter().enumerate() {
            let joint = exact.joint[class].as_ref();
            let ln = joint.map_or(f64::NAN, |joint| joint.ln());
            let both_undefined = ln.is_nan() && row.log_joint[class].is_nan();
            assert!(both_undefined || close(ln, row.log_joint[class], 1e-10), "{what}: {ln}");
            let score = models::value(model, Some(&case), &Quantity::score(name).to_string());
            let (factors, last) = table.rows.split_at(table.rows.len() - 2);
            assert_eq!(score, last[0].cells[class].value, "{what}");
            match (score, joint) {
                (Some(score), Some(joint)) if model.is_exact() => assert_eq!(score, *joint, "{what}"),
                (Some(score), Some(joint)) => assert!(close(score.ln(), joint.ln(), 1e-10), "{what}"),
                (score, joint) => assert!(score.is_none() && joint.is_none(), "{score:?} {joint:?} {what}"),
            }
            let product = factors.last().unwrap().cells[class].so_far.as_ref();
            assert_eq!(product.map(|p| close(p.ln(), ln, 1e-10)), joint.map(|_| true), "{what}");
        }
    }
}

#[test]
fn e1071_scores_zero_as_a_thousandth_and_shows_zero() {
    let zero = ["explain", "sample:play-tennis", "--alpha", "0", "--convention", "r-e1071"];
    let found = json(&[&zero[..], &["--query", "Outlook=Overcast"]].concat());
    let query = &found["queries"][0];
    // 5/14 · 1/1000 against 9/14 · 4/9.
    assert_eq!(query["posterior"]["No"]["frac"], "1/801");
    assert_eq!(query["features"][0]["likelihood"]["No"]["frac"], "1/1000");
    let step = query["steps"].as_array().unwrap().iter().find(|step| step["rule"] == "threshold").unwrap();
    assert_eq!(step["quantity"], "P(Outlook=Overcast | No)");
    let fit = json(&["fit", "sample:play-tennis", "--alpha", "0", "--convention", "r-e1071"]);
    assert_eq!(fit["parameters"]["Outlook"]["table"]["No"]["Overcast"]["frac"], "0/1");
    let number =
        json(&[&zero[..], &["--query", "Outlook=Overcast", "--quantity", "P(Overcast | No)"]].concat());
    assert_eq!(last_step(&number)["value"]["frac"], "0/1");
    let text = printed(&[&zero[..], &["--query", "Outlook=Overcast"]].concat());
    has(&text, &["e1071 uses 0.001 where a factor is 0 in some class: Outlook=Overcast."]);
    // A number so far away that its density is 0 to a float.
    let far = fitted("n,class\n1,p\n2,p\n3,q\n5,q\n", "target = \"class\"\nconvention = \"r-e1071\"");
    let far = far.predict(&case(&far, "n=1000"));
    assert_eq!(posteriors(&far), ["1/2", "1/2"]);
    let only = fitted("n,class\n1,p\n2,p\n3,q\n5,q\n", "target = \"class\"");
    assert_eq!(only.predict(&case(&only, "n=1000")).predicted, Some(1));
}

#[test]
fn a_value_alone_has_the_posterior_of_a_case_with_nothing_else() {
    for convention in Convention::ALL {
        let study = sample("play-tennis", &format!("convention = \"{}\"\nalpha = \"0\"", convention.word()));
        let model = models::model(&study);
        for value in model.factors()[0].values() {
            let case = case(&model, &format!("Outlook={}", value.as_str()));
            let found = model.predict(&case).posterior.unwrap();
            for (class, found) in model.classes.iter().zip(found) {
                let address = format!("P({class} | Outlook={value})");
                assert_eq!(models::value(&model, None, &address), Some(found), "{convention:?} {address}");
            }
        }
    }
}

#[test]
fn orange_bins_numbers_and_refuses_what_it_cannot_do() {
    let fit = json(&["fit", "sample:iris", "--convention", "orange"]);
    let bins = &fit["discretization"]["petal_width"];
    assert_eq!((&bins["method"], &bins["bins"]), (&"equal_frequency".into(), &4.into()));
    assert_eq!(fit["exact"], true);
    has(&fit["warnings"].to_string(), &["no Gaussian naive Bayes"]);
    for (data, more, reason) in [
        ("sample:chinese-japan", &[][..], "cannot read text"),
        ("sample:iris", &["--model", "gda"], "no Gaussian discriminant analysis in Orange"),
    ] {
        let arguments = [&["fit", data, "--convention", "orange"], more].concat();
        let (status, _, text) = program::ended(&arguments);
        assert!(status == 3 && text.contains(reason), "{text}");
    }
    let warnings = |data: &str| json(&["fit", data, "--convention", "weka"])["warnings"].to_string();
    has(&warnings("sample:loan"), &["income"]);
    assert!(!warnings("sample:play-tennis").contains("WEKA"));
}

fn against(arguments: &[&str]) -> Value {
    json(&[&["explain"], arguments].concat())["against"].clone()
}

fn first(query: &Value) -> Value {
    let steps = query["steps"].as_array().unwrap();
    let mut first = steps.iter().filter(|step| step["first"] == true);
    let only = first.next().expect("a first difference").clone();
    assert!(first.next().is_none(), "one step is the first");
    only
}

#[test]
fn weka_differs_in_the_prior_first() {
    let found = against(&["sample:play-tennis", "--against", "weka"]);
    assert_eq!(found["convention"], "weka");
    let query = &found["queries"][0];
    assert_eq!(query["posterior_here"]["No"]["frac"], "3025/4201");
    assert_eq!(query["posterior_there"]["No"]["frac"], "1089/1481");
    let step = first(query);
    assert_eq!(step["quantity"], "P(No)");
    assert_eq!(
        (&step["here"]["numbers"], &step["there"]["numbers"]),
        (&"5/14".into(), &"(5 + 1)/(14 + 1 · 2)".into())
    );
    assert_eq!(
        query["message"],
        "P(No): 5/14 here, (5 + 1)/(14 + 1 · 2) = 6/16 in WEKA: WEKA smooths the prior too."
    );
    let follows = query["steps"].as_array().unwrap().iter().filter(|step| step["follows"] == true);
    let follows: Vec<&str> = follows.map(|step| step["quantity"].as_str().unwrap()).collect();
    assert_eq!(follows, ["score(No)", "score(Yes)", "P(x)", "P(No | x)", "P(Yes | x)"]);
    assert_eq!(query["agree"], 24);
}

#[test]
fn what_a_program_fixes_is_followed_where_the_user_chose_otherwise() {
    let asked = ["sample:play-tennis", "--alpha", "0", "--prior", "laplace:1", "--against", "weka"];
    let query = &against(&asked)["queries"][0];
    let step = first(query);
    assert_eq!(step["quantity"], "P(Outlook=Sunny | No)");
    assert_eq!(
        step["why"],
        "P(Outlook=Sunny | No): 3/5 here, (3 + 1)/(5 + 1 · 3) = 4/8 in WEKA: WEKA adds 1 to every count."
    );
    // The rest stays as it was chosen: scikit-learn lets α be 0.
    let query = &against(&["sample:play-tennis", "--alpha", "0", "--against", "scikit-learn"])["queries"][0];
    assert_eq!(query["posterior_there"]["No"]["frac"], "486/611");
    assert!(query["steps"].as_array().unwrap().iter().all(|step| step["differs"] == false));
    assert!(query["message"].as_str().unwrap().starts_with("Every step agrees"));
}

#[test]
fn orange_and_e1071_differ_in_their_formulas() {
    let asked = ["sample:play-tennis", "--prior", "laplace:1", "--against", "orange"];
    let query = &against(&asked)["queries"][0];
    let step = first(query);
    assert_eq!(step["quantity"], "score(No)");
    assert!(
        step["why"].as_str().unwrap().ends_with("Orange multiplies by P(c | value)/P(c) for each value.")
    );
    assert!((query["posterior_there"]["No"]["value"].as_f64().unwrap() - 0.7942).abs() < 5e-5);
    let lone =
        query["steps"].as_array().unwrap().iter().find(|s| s["quantity"] == "P(No | Outlook=Sunny)").unwrap();
    assert_eq!((&lone["here"], &lone["there"]["value"]["frac"]), (&Value::Null, &"4/7".into()));
    let asked = ["sample:play-tennis", "--alpha", "0", "--query", "Outlook=Overcast", "--against", "r-e1071"];
    let query = &against(&asked)["queries"][0];
    assert_eq!(
        query["message"],
        "P(Outlook=Overcast | No): 0/5 here, 1/1000 in e1071: e1071 uses 0.001 for a factor of 0."
    );
}

#[test]
fn mass_differs_in_what_it_divides_by() {
    let asked = ["sample:iris", "--model", "gda", "--row", "71", "--against", "mass"];
    let query = &against(&asked)["queries"][0];
    assert_eq!(query["row"], 71);
    let step = first(query);
    assert_eq!(step["quantity"], "cov(sepal_length, sepal_length)");
    let why = step["why"].as_str().unwrap();
    has(why, &["38.956/150 ≈ 0.25971 here, 38.956/(150 − 3) ≈ 0.26501 in MASS"]);
    let own = query["steps"].as_array().unwrap().iter().filter(|step| step.get("why").is_some()).count();
    assert_eq!(own, 10, "the entries of Σ and nothing else begin a difference");
}

#[test]
fn bins_are_aligned_by_the_case_and_named() {
    let bins = ["sample:living-area", "--bins", "area=cuts:400,800,1200,1600", "--query", "area=800"];
    let asked = [&bins[..], &["--prior", "laplace:1", "--against", "weka"]].concat();
    let query = &against(&asked)["queries"][0];
    assert_eq!(
        query["message"],
        "count(area=[800,1200), low): 1 here, 4 in WEKA: area = 800 is in [800,1200) here and in (400,800] in WEKA, because bins are (a, b] there."
    );
    // A case inside a bin may miss a row that lies on its edge.
    let inside = [&asked[..4], &["area=890"], &asked[5..]].concat();
    let message = &against(&inside)["queries"][0]["message"];
    assert!(message.as_str().unwrap().contains("area = 890 is in [800,1200) here and in (800,1200] in WEKA"));
    // Where no row lies on a cut, nothing changes but the brackets.
    let between = [&asked[..2], &["area=cuts:400.5,801.5"], &asked[3..]].concat();
    let query = &against(&between)["queries"][0];
    assert!(query["message"].as_str().unwrap().starts_with("Every step agrees"), "{query}");
}

#[test]
fn one_number_can_be_compared_and_no_model_is_an_answer() {
    let found = against(&["sample:weather", "--quantity", "P(Yes)", "--against", "weka"]);
    assert_eq!(first(&found["queries"][0])["there"]["value"]["frac"], "5/8");
    let none = against(&["sample:chinese-japan", "--against", "orange"]);
    assert_eq!(none["queries"], serde_json::json!([]));
    assert!(none["message"].as_str().unwrap().contains("cannot read text"), "{none}");
    let text = printed(&["explain", "sample:chinese-japan", "--against", "orange"]);
    has(&text, &["Nothing to compare with Orange"]);
    let wrong = ["explain", "sample:weather", "--against", "spss"];
    assert_eq!(program::ended(&wrong).0, 2);
}

#[test]
fn a_case_against_itself_agrees_in_every_step() {
    for name in ["play-tennis", "iris", "spam", "loan", "living-area"] {
        let model = models::model(&sample(name, ""));
        let case = Case::from_row(&model, 0).unwrap();
        let found = compare(&model, &model, Some(&case), None).unwrap();
        assert!(found.steps.iter().all(|step| step.agreement == Agreement::Agrees), "{name}");
        assert!(found.steps.len() > 4);
    }
}

#[test]
fn a_comparison_keeps_to_80_columns() {
    for convention in Convention::ALL.iter().map(|convention| convention.word()) {
        for sample in ["sample:iris", "sample:play-tennis", "sample:loan"] {
            let text = printed(&["explain", sample, "--against", convention]);
            for line in text.lines() {
                assert!(posterior::text::display_width(line) <= 80, "{line}");
            }
        }
    }
}

#[test]
fn under_another_convention_only_what_it_fixes_is_given_up() {
    let own = recipe("alpha = \"0\"\nprior = \"uniform\"\nvariance = \"unbiased\"\nvar_smoothing = \"0.1\"");
    let under = |convention| own.under(convention);
    assert_eq!(under(Convention::Weka).alpha, None);
    assert_eq!(under(Convention::Weka).variance, own.variance);
    assert_eq!(under(Convention::ScikitLearn).prior, own.prior);
    assert_eq!(
        (under(Convention::ScikitLearn).variance, under(Convention::ScikitLearn).var_smoothing),
        (None, None)
    );
    assert_eq!(under(Convention::Mass).alpha, own.alpha);
    assert!(Recipe::from_toml("convention = \"spss\"", "r.toml").is_err());
}

/// In the class u the numbers of a are one number, so that its standard deviation is 0.
const CONSTANT_A: &str = "a,b,y\n0,1,u\n0,2,u\n0,4,u\n1,3,v\n2,5,v\n4,4,v\n";

#[test]
fn e1071_takes_a_thousandth_for_a_standard_deviation_of_0() {
    let file = file(CONSTANT_A);
    let path = file.path().to_str().unwrap();
    let explain = |query: &str| json(&["explain", path, "--convention", "r-e1071", "--query", query]);
    // By `predict.naiveBayes`: its densities with sd = 0.001, and 0.001 for the density at 1 that is 0 to a float.
    for (query, wanted) in [("a=0,b=3", 0.999_792_294_963_201_3), ("a=1,b=3", 0.005_469_397_202_933_201)] {
        let found = explain(query)["queries"][0]["posterior"]["u"]["value"].as_f64().unwrap();
        assert!((found - wanted).abs() < 1e-9, "{query}: {found}");
    }
    // The working has it: in the step of the variance and beside the posterior, for the class that needs it only.
    assert!(explain("a=0,b=3").to_string().contains("\"least_deviation\""));
    let story = printed(&["explain", path, "--convention", "r-e1071", "--query", "a=0,b=3"]);
    let story = story.split_whitespace().collect::<Vec<&str>>().join(" ");
    has(&story, &["e1071 uses 0.001 where a standard deviation is 0 in some class: a."]);
    let quantity = |asked: &str| {
        last_step(&json(&["explain", path, "--convention", "r-e1071", "--quantity", asked])).clone()
    };
    let put = quantity("var(a | u)");
    assert_eq!((&put["rule"], put["value"]["value"].as_f64()), (&Value::from("least_deviation"), Some(1e-6)));
    assert_eq!(quantity("var(a | v)")["rule"], "unbiased_variance");
    let line = json(&["fit", path, "--convention", "r-e1071"])["conventions"].to_string();
    has(&line, &["replaces a factor of 0 and a standard deviation of 0 by 0.001"]);
    // `predict` and leave-one-out go the same way, and with ε there is no deviation of 0.
    let rows = printed(&["predict", path, "--all", "--convention", "r-e1071"]);
    assert!(rows.lines().nth(1).unwrap().starts_with("1,u,"), "{rows}");
    let with = ["explain", path, "--convention", "r-e1071", "--var-smoothing", "0.5", "--query", "a=0,b=3"];
    assert!(!json(&with).to_string().contains("least_deviation"));
}

#[test]
fn a_cut_at_the_greatest_number_is_none_in_scikit_learn() {
    let rows =
        [1, 2, 3, 4, 5, 9, 9, 9, 9, 9].map(|x| format!("{x},{}\n", if x < 4 { "low" } else { "high" }));
    let file = file(&format!("x,y\n{}", rows.concat()));
    let path = file.path().to_str().unwrap();
    let bins = |convention: &str| {
        let found =
            json(&["fit", path, "--target", "y", "--bins", "x=frequency:4", "--convention", convention]);
        found["discretization"]["x"]["cuts"].as_array().unwrap().len() + 1
    };
    assert_eq!((bins("scikit-learn"), bins("cs229")), (3, 4));
}

#[test]
fn why_a_case_is_in_another_bin_is_reported_of_the_bins_that_it_has() {
    let file = file("x,y\n0.1,b\n0.4,b\n0.3,a\n0.2,a\n");
    let path = file.path().to_str().unwrap();
    let of = |bins: &str, query: &str| {
        let flags = ["--target", "y", "--bins", bins, "--query", query, "--against", "scikit-learn"];
        let text = printed(&[&["explain", path][..], &flags].concat());
        text.split_whitespace().collect::<Vec<&str>>().join(" ")
    };
    let width = of("x=width:3", "x=0.3");
    has(&width, &["cuts of equal width are added in floating point there"]);
    assert!(!width.contains("other quantiles"), "{width}");
}
