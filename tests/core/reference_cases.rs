//! Small and classical data sets with the numbers of their models, computed by another program in exact rationals. Wherever a
//! case gives a fraction, the model must give the same fraction; null is a number that is undefined. A cell of a table of
//! counts is `[count, total, estimate]`.

use crate::models;

use models::{close, csv_of, exact, fitted, texts};
use posterior::math::Number;
use posterior::model::{Case, CaseValue, Factor, FactorForm, Fitted, Prediction};
use posterior::worked::{derive, resolve_quantity};
use serde_json::{Map, Value};

cases!(
    check: weather_one_feature_a0,
    weather_one_feature_a1_unseen,
    playtennis_a0,
    playtennis_a1,
    playtennis_a1_prior_laplace1,
    playtennis_half_uniform,
    playtennis_missing_a1,
    china_japan_multinomial_a0,
    china_japan_multinomial_a1,
    exact_tie,
    single_value_feature,
    living_area_cuts_a1,
    living_area_equal_width5_a1,
    living_area_equal_frequency4_a1,
    iris_mdl_a1,
    nips_zero_over_zero_a0,
    nips_zero_over_zero_a1,
    china_japan_bernoulli_a0,
    china_japan_bernoulli_a1,
    height_weight_gnb_unbiased,
    iris_gaussian_nb,
    weather_numeric_mixed_population,
    weather_numeric_mixed_unbiased,
    zero_variance_error,
    gda_tiny_2d,
    iris_gda,
    iris_gda_unbiased,
    iris_qda,
    iris_two_class_gda_theta,
);

cases!(check_by_address: poisson_missing_counts, poisson_three_classes_rate_0, poisson_two_counts);

/// Checks numbers of the model and of queries by their addresses.
fn check_by_address(case: &Value) {
    let model = fitted(text(&case["csv"]), text(&case["recipe"]));
    let value_of = |query: Option<&Case>, address: &str| {
        let quantity = resolve_quantity(&model, address).unwrap().quantity;
        derive(&model, query, &quantity).unwrap().pop().unwrap().value
    };
    let check = |query: Option<&Case>, values: &Value| {
        for (address, wanted) in object(values) {
            let found = value_of(query, address);
            if wanted == "-inf" {
                assert!(found.is_none(), "{address}: {found:?}");
                continue;
            }
            let found = found.unwrap_or_else(|| panic!("{address} has no value"));
            if let (Some(fraction), true) = (wanted.as_str(), found.is_exact()) {
                assert_eq!(found, exact(fraction), "{address}");
            }
            let wanted = wanted.as_f64().unwrap_or_else(|| exact(text(wanted)).to_f64());
            assert!(
                (found.to_f64() - wanted).abs() <= 1e-12 * wanted.abs(),
                "{address}: {found:?} for {wanted}"
            );
        }
    };
    check(None, &case["values"]);
    for query in case["queries"].as_array().unwrap() {
        let case = case_of(&model, query);
        check(Some(&case), &query["values"]);
        let predicted = model.predict(&case).predicted.unwrap();
        assert_eq!(query["predicted"], model.classes[predicted].as_str());
    }
}

fn case_of(model: &Fitted, query: &Value) -> Case {
    let cells: Vec<(String, String)> =
        object(&query["case"]).iter().map(|(column, cell)| (column.clone(), text(cell).to_owned())).collect();
    Case::from_file(model, &cells).unwrap()
}

fn check(case: &Value) {
    let (csv, recipe) = (csv_of(text(&case["csv"])), text(&case["recipe"]));
    if let Some(error) = case.get("error") {
        let problem = models::refused(csv, recipe);
        assert_eq!(problem.kind, error["kind"]);
        assert_eq!(problem.feature.as_deref(), error["feature"].as_str());
        assert_eq!(problem.class.as_deref(), error["class"].as_str());
        return;
    }
    let model = fitted(csv, recipe);
    classes(&model, case);
    for (feature, table) in case["parameters"].as_object().into_iter().flatten() {
        match feature.as_str() {
            "*" => together(&model, table),
            name => parameters(&model, model.factor(name).expect(name), table),
        }
    }
    for (feature, wanted) in case["bins"].as_object().into_iter().flatten() {
        cuts(model.factor(feature).expect(feature), wanted);
    }
    for wanted in case["queries"].as_array().unwrap() {
        query(&model, &case_of(&model, wanted), wanted);
    }
    training(&model, case);
}

fn classes(model: &Fitted, expected: &Value) {
    let counts = object(&expected["classes"]);
    assert_eq!(texts(&model.classes), keys(counts));
    assert_eq!(model.rows(), counts.values().map(|count| count.as_u64().unwrap()).sum::<u64>());
    assert_eq!(model.statistics.unlabelled, expected["unlabelled"].as_u64().unwrap_or(0));
    assert_eq!(model.dropped(), expected["incomplete"].as_u64().unwrap_or(0));
    for (class, name) in model.classes.iter().enumerate() {
        assert_eq!(counts[name.as_str()], model.class_count(class));
        same(&model.prior(class), &expected["priors"][name.as_str()], &format!("P({name})"));
    }
}

/// Means, Σ, and what follows from them.
fn together(model: &Fitted, wanted: &Value) {
    let gda = model.gda().unwrap();
    let names: Vec<&str> = model.feature_names().map(|name| name.as_str()).collect();
    assert_eq!(names, list(&wanted["features"]));
    let near = |found: f64, wanted: &Value, tolerance: f64, what: &str| {
        let number = wanted.as_f64().unwrap();
        assert!(close(found, number, tolerance), "{what}: {found} instead of {number}");
    };
    for (class, name) in model.classes.iter().enumerate() {
        let sigma = gda.sigma(class).unwrap();
        let key = if gda.is_shared() { "shared" } else { name.as_str() };
        near(sigma.log_det, &wanted["log_det"][key], 1e-12, "ln |Σ|");
        for a in 0..names.len() {
            near(gda.mean(class, a).unwrap(), &wanted["mean"][name.as_str()][a], 1e-13, "mean");
            for b in 0..names.len() {
                near(sigma.entry(a, b), &wanted["covariance"][key][a][b], 1e-13, "Σ");
            }
        }
        let discriminant = wanted.get("discriminant").map(|all| &all[name.as_str()]);
        assert_eq!(discriminant.is_some(), gda.is_shared());
        if let (Some(wanted), Some((intercept, weights))) = (discriminant, model.discriminant(class)) {
            near(intercept, &wanted["intercept"], 1e-12, "intercept");
            for (feature, weight) in names.iter().zip(weights) {
                near(weight, &wanted[feature], 1e-12, feature);
            }
        }
    }
    assert_eq!(model.theta().is_some(), wanted.get("theta").is_some());
    if let Some(theta) = model.theta() {
        let wanted = &wanted["theta"];
        assert_eq!(wanted["class"], model.classes[1].as_str());
        near(theta.intercept.unwrap(), &wanted["intercept"], 1e-12, "θ₀");
        for (feature, weight) in names.iter().zip(&theta.weights) {
            near(*weight, &wanted[feature], 1e-12, feature);
        }
    }
}

fn parameters(model: &Fitted, factor: &Factor, wanted: &Value) {
    if factor.is_gaussian() {
        for (class, name) in model.classes.iter().enumerate() {
            let (normal, cell) = (factor.normal(class).unwrap(), &wanted[name.as_str()]);
            assert_eq!(cell["n"].as_u64(), Some(normal.n));
            for (found, key) in
                [(normal.mean, "mean"), (normal.variance, "variance"), (normal.raw, "variance")]
            {
                let number = cell[key].as_f64().unwrap();
                assert!(close(found, number, 1e-13), "{key} of {} in {name}: {found}", factor.name);
            }
        }
        assert_eq!(model.epsilon, 0.0);
        return;
    }
    let count_cell = |value: usize, class: usize, cell: &Value, what: &str| {
        assert_eq!(cell[0], factor.count(value, class), "{what}");
        assert_eq!(cell[1], factor.total(class), "{what}");
        same(&factor.conditional(value, class), &cell[2], what);
    };
    if factor.form == FactorForm::Flag {
        assert_eq!(factor.values()[0].as_str(), wanted["one"]);
        for (class, name) in model.classes.iter().enumerate() {
            count_cell(0, class, &wanted[name.as_str()], &format!("P({}=1 | {name})", factor.name));
        }
        return;
    }
    for (class, name) in model.classes.iter().enumerate() {
        let table = object(&wanted[name.as_str()]);
        let mut names: Vec<String> = match factor.cuts() {
            Some(_) => (1..=factor.k()).map(|bin| bin.to_string()).collect(),
            None => factor.values().iter().map(|value| value.as_str().to_owned()).collect(),
        };
        for (value, name_of_value) in names.iter().enumerate() {
            let what = format!("P({}={name_of_value} | {name})", factor.name);
            count_cell(value, class, &table[name_of_value], &what);
        }
        if factor.is_words() {
            names.sort_unstable();
        }
        assert_eq!(names, keys(table), "{}", factor.name);
    }
}

fn cuts(factor: &Factor, wanted: &Value) {
    let cuts = factor.cuts().unwrap();
    let found: Vec<Number> = cuts.exact.iter().cloned().map(Number::Exact).collect();
    let wanted_cuts: Vec<Number> = list(&wanted["cuts"]).into_iter().map(exact).collect();
    assert_eq!(found, wanted_cuts, "cuts of {}", factor.name);
    // There are fewer classes than ten; a class that does not exist has no rows.
    let rows: Vec<u64> =
        (0..cuts.bins()).map(|bin| (0..10).map(|class| factor.count(bin, class)).sum()).collect();
    assert_eq!(Value::from(rows), wanted["rows"]);
    let tests = wanted["tests"].as_array().map(Vec::as_slice).unwrap_or_default();
    assert_eq!(cuts.tests.len(), tests.len(), "tests of {}", factor.name);
    for (test, wanted) in cuts.tests.iter().zip(tests) {
        assert_eq!((&wanted[0], &wanted[4]), (&Value::from(test.n), &Value::from(test.accepted)));
        for (found, at) in [(test.cut.to_f64(), 1), (test.gain, 2), (test.threshold, 3)] {
            assert!(
                close(found, wanted[at].as_f64().unwrap(), 1e-12),
                "{wanted} of {}: {found}",
                factor.name
            );
        }
    }
}

fn query(model: &Fitted, case: &Case, wanted: &Value) {
    let found = model.predict(case);
    for (feature, wanted) in wanted["features"].as_object().into_iter().flatten() {
        cell(model, case, &found, feature, wanted);
    }
    for (class, name) in model.classes.iter().enumerate() {
        let name = name.as_str();
        if let Some(wanted) = wanted.get("log_density") {
            let density = found.density.as_ref().unwrap()[class].ln();
            assert!(close(density, wanted[name].as_f64().unwrap(), 1e-12), "ln p(x | {name}): {density}");
        }
        same(&found.joint[class], &wanted["joint"][name], &format!("score({name})"));
        if let (Some(joint), Some(wanted)) = (&found.joint[class], wanted.get("log_joint")) {
            assert!(close_log(joint.ln(), &wanted[name]), "ln score({name}): {}", joint.ln());
        }
        let posterior = found.posterior.as_ref().map(|all| all[class].clone());
        same(&posterior, &wanted["posterior"][name], &format!("P({name} | x)"));
    }
    same(&found.evidence, &wanted["evidence"], "P(x)");
    assert_eq!(found.undefined.as_ref().map(|why| why.word()), wanted["undefined"].as_str());
    // Posteriors that differ by less than a float shows may come out either way.
    if wanted["near_tie"] == true {
        assert!(found.predicted.is_some());
        return;
    }
    let name = |class: &usize| model.classes[*class].as_str();
    assert_eq!(found.predicted.as_ref().map(name), wanted["predicted"].as_str());
    let tied = wanted.get("tied").map(list).unwrap_or_default();
    assert_eq!(found.tied.iter().map(name).collect::<Vec<&str>>(), tied);
}

/// `wanted` is a likelihood of each class, or the words of a text with them, or why there is none.
fn cell(model: &Fitted, case: &Case, found: &Prediction, feature: &str, wanted: &Value) {
    let factor = model.factors().iter().position(|f| f.name.as_str() == feature).unwrap();
    let value = &case.cells[factor].value;
    let mut wanted_likelihood = wanted;
    match value {
        CaseValue::Missing => assert_eq!(wanted, "missing", "{feature}"),
        CaseValue::Unseen => assert_eq!(wanted, "unknown", "{feature}"),
        CaseValue::Value(_) | CaseValue::Number(_) => {}
        CaseValue::Words { known, unknown } => {
            let known: Map<String, Value> = known
                .iter()
                .map(|(word, times)| (model.factors()[factor].values()[*word].to_string(), (*times).into()))
                .collect();
            let unknown: Map<String, Value> =
                unknown.iter().map(|(word, times)| (word.to_string(), (*times).into())).collect();
            assert_eq!(Value::Object(known), wanted["known"]);
            assert_eq!(Value::Object(unknown), wanted["unknown"]);
            wanted_likelihood = &wanted["likelihood"];
        }
    }
    match &found.likelihoods[factor] {
        None => assert!(matches!(value, CaseValue::Missing | CaseValue::Unseen), "{feature}"),
        Some(likelihoods) => {
            for (class, name) in model.classes.iter().enumerate() {
                let what = format!("P({feature} | {name})");
                same(&likelihoods[class], &wanted_likelihood[name.as_str()], &what);
            }
        }
    }
}

/// The predictions of the training rows, in runs of equal ones, the ties among them and the number of undefined ones.
fn training(model: &Fitted, expected: &Value) {
    let rows = model.predict_rows(|row| model.class_of_row(row).is_some());
    let name = |class: usize| model.classes[class].as_str();
    let predicted: Vec<Value> = rows.iter().map(|row| row.predicted.map(name).into()).collect();
    let runs = expected["training"].as_array().unwrap().iter();
    let wanted: Vec<Value> =
        runs.flat_map(|run| vec![run[0].clone(); run[1].as_u64().unwrap() as usize]).collect();
    assert_eq!(predicted, wanted);
    let tied = rows.iter().enumerate().filter(|(_, row)| !row.tied.is_empty());
    let tied: Vec<Value> = tied
        .map(|(at, row)| {
            serde_json::json!([at, row.tied.iter().map(|class| name(*class)).collect::<Vec<&str>>()])
        })
        .collect();
    assert_eq!(tied, expected["tied_rows"].as_array().cloned().unwrap_or_default());
    let undefined = rows.iter().filter(|row| row.undefined.is_some()).count() as u64;
    assert_eq!(undefined, expected["undefined_rows"].as_u64().unwrap_or(0));
}

/// Asserts that the number is the one wanted: as a fraction where there is one, absent where it is undefined.
fn same(found: &Option<Number>, wanted: &Value, what: &str) {
    match (found, wanted.as_str()) {
        (None, _) => assert!(wanted.is_null(), "{what} is undefined"),
        (Some(found), Some(fraction)) => assert_eq!(*found, exact(fraction), "{what}"),
        (Some(found), None) => {
            let value = wanted.as_f64().unwrap_or_else(|| panic!("{what} should be undefined"));
            let tolerance = if found.is_exact() { 1e-15 } else { 1e-12 };
            assert!(close(found.to_f64(), value, tolerance), "{what}: {}", found.to_f64());
        }
    }
}

fn close_log(found: f64, wanted: &Value) -> bool {
    match wanted.as_f64() {
        Some(wanted) => close(found, wanted, 1e-9),
        None => wanted == "-inf" && found == f64::NEG_INFINITY,
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn list(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(text).collect()
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap()
}

fn keys(object: &Map<String, Value>) -> Vec<&str> {
    object.keys().map(String::as_str).collect()
}
