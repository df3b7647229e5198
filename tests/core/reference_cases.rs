//! Small and classical data sets with every number a model of them has, computed by another program in exact
//! rationals. Wherever a case gives a fraction, the model must give the same fraction.

use crate::models;

use models::{close, exact, fitted, texts};
use posterior::math::Number;
use posterior::model::{Case, CaseValue, Factor, FactorForm, Fitted, Prediction};
use posterior::worked::{derive, resolve_quantity};
use serde_json::Value;

macro_rules! cases {
    ($check:ident: $($name:ident),+ $(,)?) => {$(
        #[test]
        fn $name() {
            let text = include_str!(concat!("../cases/", stringify!($name), ".json"));
            $check(&serde_json::from_str(text).unwrap());
        }
    )+};
}

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

/// Each number is asked for by its address, of the model or of a query.
fn check_by_address(case: &Value) {
    let recipe = &case["recipe"];
    let prior = recipe.get("prior").map_or("mle", text);
    let mut toml = format!(
        "format = 1\ntarget = {}\nmodel = {}\nprior = \"{prior}\"\nmissing = [\"\", \"?\"]\n",
        recipe["target"], recipe["model"]
    );
    for feature in recipe["features"].as_array().unwrap() {
        toml += &format!("[[feature]]\nname = {}\nkind = \"numeric\"\n", feature["name"]);
    }
    let model = fitted(text(&case["csv"]), &toml);
    let case_of = |cells: &Value| {
        let cells = cells.as_object().unwrap().iter();
        let cells: Vec<(String, String)> = cells.map(|(c, v)| (c.clone(), text(v).to_owned())).collect();
        Case::from_file(&model, &cells).unwrap()
    };
    let queries: Vec<Case> = case["queries"].as_array().unwrap().iter().map(case_of).collect();
    for check in case["checks"].as_array().unwrap() {
        let (of, wanted) = (&check["of"], &check["value"]);
        let query = check.get("query").map(|at| &queries[at.as_u64().unwrap() as usize]);
        let name = |key: &str| of[key].as_str().unwrap_or_default();
        let (c, f, v) = (name("c"), name("f"), name("v"));
        let address = match text(&check["what"]) {
            "prior" => format!("P({c})"),
            "rate" => format!("lambda({f} | {c})"),
            "pmf" => format!("P({f}={v} | {c})"),
            "ln pmf" => format!("ln P({f}={v} | {c})"),
            "likelihood" => format!("P(x | {c})"),
            "ln likelihood" => format!("ln P(x | {c})"),
            "score" => format!("score({c})"),
            "ln score" => format!("ln score({c})"),
            "posterior" => format!("P({c} | x)"),
            "evidence" => "P(x)".to_owned(),
            "predicted" => {
                let predicted = model.predict(query.unwrap()).predicted.unwrap();
                assert_eq!(model.classes[predicted].as_str(), text(wanted));
                continue;
            }
            other => panic!("nothing is known of {other}"),
        };
        let quantity = resolve_quantity(&model, &address).unwrap().quantity;
        let worked = derive(&model, query, &quantity).unwrap();
        let value = worked.last().unwrap().value.as_ref();
        if wanted == "-inf" {
            assert!(value.is_none(), "{address}: {value:?}");
            continue;
        }
        let value = value.unwrap_or_else(|| panic!("{address} has no value"));
        if let (Some(frac), true) = (wanted.get("frac"), value.is_exact()) {
            assert_eq!(*value, exact(text(frac)), "{address}");
        }
        let wanted = wanted["value"].as_f64().unwrap();
        assert!((value.to_f64() - wanted).abs() <= 1e-12 * wanted.abs(), "{address}: {value:?} for {wanted}");
    }
}

fn check(case: &Value) {
    let expected = &case["expected"];
    if let Some(error) = expected.get("error") {
        let problem = models::refused(text(&case["csv"]), &recipe_of(case));
        assert_eq!(problem.kind, error["kind"]);
        assert_eq!(problem.feature.as_deref(), error["feature"].as_str());
        assert_eq!(problem.class.as_deref(), error["class"].as_str());
        return;
    }
    let model = fitted(text(&case["csv"]), &recipe_of(case));
    classes(&model, expected);
    for (feature, table) in expected["parameters"].as_object().unwrap() {
        match feature.as_str() {
            "*" => together(&model, table),
            name => parameters(&model, model.factor(name).expect(name), table),
        }
    }
    for (feature, wanted) in expected["discretization"].as_object().into_iter().flatten() {
        cuts(model.factor(feature).expect(feature), wanted);
    }
    let queries = case["queries"].as_array().unwrap();
    let answers = expected["queries"].as_array().unwrap();
    assert_eq!(queries.len(), answers.len());
    for (query, wanted) in queries.iter().zip(answers) {
        let cells = query.as_object().unwrap().iter();
        let cells: Vec<(String, String)> = cells.map(|(c, v)| (c.clone(), text(v).to_owned())).collect();
        let case = Case::from_file(&model, &cells).unwrap();
        self::query(&model, &case, wanted);
    }
    training(&model, expected);
}

/// The recipe that asks for a case's model.
fn recipe_of(case: &Value) -> String {
    let (settings, word) = (&case["settings"], |value: &Value| value.to_string());
    let prior = match text(&settings["prior"]["kind"]) {
        "laplace" => format!("laplace:{}", text(&settings["prior"]["alpha"])),
        kind => kind.to_owned(),
    };
    let model = match text(&case["model"]) {
        "categorical_nb" => "categorical",
        "multinomial_text" => "multinomial",
        "gaussian_nb" => "gaussian",
        "mixed_nb" => "mixed",
        "gda" => "gda",
        "qda" => "qda",
        "bernoulli_nb" | "bernoulli_text" => "bernoulli",
        other => panic!("the case has a model that is not tested here: {other}"),
    };
    let mut toml = format!(
        "format = 1\ntarget = {}\nmodel = \"{model}\"\nalpha = {}\nvariance = {}\nvar_smoothing = {}\n\
         prior = \"{prior}\"\nmissing = {}\n",
        word(&case["target"]),
        word(&settings["alpha"]),
        word(&settings["variance"]),
        word(&settings["var_smoothing"]),
        word(&settings["missing"]),
    );
    for feature in case["features"].as_array().unwrap() {
        toml +=
            &format!("[[feature]]\nname = {}\nkind = {}\n", word(&feature["name"]), word(&feature["kind"]));
        if let Some(one) = feature.get("one") {
            toml += &format!("one = {}\n", word(one));
        }
        if let Some(event) = feature.get("event") {
            toml += &format!("event = {}\n", word(event));
        }
        if let Some(bins) = feature.get("discretize") {
            toml += &format!("bins = \"{}\"\n", bins_of(bins));
        }
    }
    toml
}

fn bins_of(bins: &Value) -> String {
    match text(&bins["method"]) {
        "equal_width" => format!("width:{}", bins["k"]),
        "equal_frequency" => format!("frequency:{}", bins["k"]),
        "cuts" => {
            let cuts: Vec<&str> = bins["cuts"].as_array().unwrap().iter().map(text).collect();
            format!("cuts:{}", cuts.join(","))
        }
        other => other.to_owned(),
    }
}

fn classes(model: &Fitted, expected: &Value) {
    assert_eq!(texts(&model.classes), list(&expected["classes"]["first_appearance"]));
    assert_eq!(model.rows(), expected["n_used"].as_u64().unwrap());
    assert_eq!(model.statistics.unlabelled, expected["n_dropped_no_target"].as_u64().unwrap());
    assert_eq!(model.dropped(), expected["n_dropped_incomplete"].as_u64().unwrap());
    for (class, name) in model.classes.iter().enumerate() {
        assert_eq!(expected["class_counts"][name.as_str()].as_u64(), Some(model.class_count(class)));
        same(&model.prior(class), &expected["priors"][name.as_str()], &format!("P({name})"));
    }
}

/// Means, Σ, and what follows from them.
fn together(model: &Fitted, wanted: &Value) {
    let gda = model.gda().unwrap();
    let names: Vec<&str> = model.feature_names().map(|name| name.as_str()).collect();
    assert_eq!(names, list(&wanted["features"]));
    let near = |found: f64, wanted: &Value, tolerance: f64, what: &str| {
        let number = wanted["value"].as_f64().or_else(|| wanted.as_f64()).unwrap();
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
                near(weight, &wanted["weights"][feature], 1e-12, feature);
            }
        }
    }
    assert_eq!(model.theta().is_some(), wanted.get("theta").is_some());
    if let Some(theta) = model.theta() {
        assert_eq!(wanted["theta"]["positive_class"], model.classes[1].as_str());
        near(theta.intercept.unwrap(), &wanted["theta"]["theta_0"], 1e-12, "θ₀");
        for (feature, weight) in names.iter().zip(&theta.weights) {
            near(*weight, &wanted["theta"]["theta"][feature], 1e-12, feature);
        }
    }
}

fn parameters(model: &Fitted, factor: &Factor, wanted: &Value) {
    if factor.is_gaussian() {
        for (class, name) in model.classes.iter().enumerate() {
            let (normal, cell) = (factor.normal(class).unwrap(), &wanted["table"][name.as_str()]);
            assert_eq!(cell["n"].as_u64(), Some(normal.n));
            for (found, key) in
                [(normal.mean, "mean"), (normal.variance, "variance"), (normal.raw, "variance_raw")]
            {
                let number = cell[key]["value"].as_f64().unwrap();
                assert!(close(found, number, 1e-13), "{key} of {} in {name}: {found}", factor.name);
            }
        }
        assert!(close(model.epsilon, wanted["epsilon"]["value"].as_f64().unwrap_or(0.0), 1e-13));
        return;
    }
    if factor.form == FactorForm::Flag {
        assert_eq!(factor.values()[0].as_str(), wanted["one"]);
        for (class, name) in model.classes.iter().enumerate() {
            let cell = &wanted["table"][name.as_str()];
            let what = format!("P({}=1 | {name})", factor.name);
            assert_eq!(cell["count"].as_u64(), Some(factor.count(0, class)), "{what}");
            assert_eq!(cell["total"].as_u64(), Some(factor.total(class)), "{what}");
            same(&factor.conditional(0, class), cell, &what);
        }
        return;
    }
    let binned = factor.cuts().is_some();
    let named = if factor.is_words() { &wanted["vocabulary"] } else { &wanted["values"] };
    let mut names = texts(factor.values());
    if factor.is_words() {
        names.sort_unstable();
        assert_eq!(factor.k() as u64, wanted["vocabulary_size"].as_u64().unwrap());
    }
    if binned {
        assert_eq!(factor.k() as u64, wanted["k"].as_u64().unwrap());
    } else {
        assert_eq!(names, list(named), "{}", factor.name);
    }
    for (class, name) in model.classes.iter().enumerate() {
        for (value, label) in factor.values().iter().enumerate() {
            let what = format!("P({}={label} | {name})", factor.name);
            let key = if binned { (value + 1).to_string() } else { label.as_str().to_owned() };
            let cell = &wanted["table"][name.as_str()][&key];
            assert_eq!(cell["count"].as_u64(), Some(factor.count(value, class)), "{what}");
            assert_eq!(cell["total"].as_u64(), Some(factor.total(class)), "{what}");
            if cell["undefined"] == true {
                assert_eq!(factor.conditional(value, class), None, "{what}");
            } else {
                same(&factor.conditional(value, class), cell, &what);
            }
        }
    }
}

fn cuts(factor: &Factor, wanted: &Value) {
    let cuts = factor.cuts().unwrap();
    let exact_cuts: Vec<Option<Number>> =
        cuts.exact.iter().map(|cut| Some(Number::Exact(cut.clone()))).collect();
    let wanted_cuts = wanted["cuts"].as_array().unwrap();
    assert_eq!(exact_cuts.len(), wanted_cuts.len(), "{}", factor.name);
    for (cut, wanted) in exact_cuts.iter().zip(wanted_cuts) {
        same(cut, wanted, &format!("a cut of {}", factor.name));
    }
    // There are fewer classes than ten; a class that is not there has no rows.
    let rows = |bin: usize| (0..10).map(|class| factor.count(bin, class)).sum();
    let occupancy: Vec<u64> = (0..cuts.bins()).map(rows).collect();
    let wanted_occupancy: Vec<u64> =
        wanted["occupancy"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(occupancy, wanted_occupancy);
    let trace = wanted["mdl_trace"].as_array().map(Vec::as_slice).unwrap_or_default();
    assert_eq!(cuts.tests.len(), trace.len(), "tests of {}", factor.name);
    for (test, wanted) in cuts.tests.iter().zip(trace) {
        assert_eq!(Some(test.n), wanted["n"].as_u64());
        assert_eq!(Some(test.accepted), wanted["accepted"].as_bool());
        for (found, key) in [(test.cut.to_f64(), "cut"), (test.gain, "gain"), (test.threshold, "threshold")] {
            assert!(close(found, wanted[key].as_f64().unwrap(), 1e-12), "{key} of {}: {found}", factor.name);
        }
    }
}

fn query(model: &Fitted, case: &Case, wanted: &Value) {
    let found = model.predict(case);
    for (at, feature) in wanted["features"].as_array().unwrap().iter().enumerate() {
        cell(model, case, &found, at, feature);
    }
    for (class, name) in model.classes.iter().enumerate() {
        let name = name.as_str();
        same(&found.joint[class], &wanted["joint"][name], &format!("score({name})"));
        if let Some(joint) = &found.joint[class] {
            assert!(close_log(joint.ln(), &wanted["log_joint"][name]), "ln score({name}): {}", joint.ln());
        }
        let posterior = found.posterior.as_ref().map(|all| all[class].clone());
        same(&posterior, &wanted["posterior"][name], &format!("P({name} | x)"));
    }
    same(&found.evidence, &wanted["evidence"], "P(x)");
    assert_eq!(found.undefined.as_ref().map(|why| why.word()), wanted["undefined_reason"].as_str());
    assert_eq!(found.undefined.is_some(), wanted["undefined"] == true);
    decision(model, found.predicted, &found.tied, wanted);
}

fn cell(model: &Fitted, case: &Case, found: &Prediction, at: usize, wanted: &Value) {
    if wanted["feature"] == "*" {
        for (density, name) in found.density.as_ref().unwrap().iter().zip(&model.classes) {
            let wanted = wanted["log_density"][name.as_str()].as_f64().unwrap();
            assert!(close(density.ln(), wanted, 1e-12), "ln p(x | {name}): {}", density.ln());
        }
        return;
    }
    let factor = model.factors().iter().position(|f| f.name.as_str() == text(&wanted["feature"])).unwrap();
    let status = match &case.cells[factor].value {
        CaseValue::Missing => "missing",
        CaseValue::Unseen => "unknown",
        CaseValue::Value(_) | CaseValue::Number(_) | CaseValue::Words { .. } => "ok",
    };
    assert_eq!(wanted["status"], status, "feature {at}");
    if let CaseValue::Words { known, unknown } = &case.cells[factor].value {
        for (word, times) in known {
            let word = model.factors()[factor].values()[*word].as_str();
            assert_eq!(wanted["known"][word], *times, "{word}");
        }
        for (word, times) in unknown {
            assert_eq!(wanted["unknown"][word.as_str()], *times, "{word}");
        }
        assert_eq!(known.len(), wanted["known"].as_object().unwrap().len());
        assert_eq!(unknown.len(), wanted["unknown"].as_object().unwrap().len());
    }
    match &found.likelihoods[factor] {
        None => assert_ne!(status, "ok"),
        Some(likelihoods) => {
            for (class, name) in model.classes.iter().enumerate() {
                same(&likelihoods[class], &wanted["likelihood"][name.as_str()], &format!("P(x | {name})"));
            }
        }
    }
}

fn training(model: &Fitted, expected: &Value) {
    let wanted = &expected["training"];
    let rows = model.predict_rows(|row| model.class_of_row(row).is_some());
    let name = |class: usize| model.classes[class].as_str();
    let predicted: Vec<Value> = rows.iter().map(|row| row.predicted.map(name).into()).collect();
    assert_eq!(predicted, *wanted["predicted"].as_array().unwrap());
    let tied = rows.iter().enumerate().filter(|(_, row)| !row.tied.is_empty());
    let tied: Vec<(u64, Vec<&str>)> =
        tied.map(|(at, row)| (at as u64, row.tied.iter().map(|class| name(*class)).collect())).collect();
    let wanted_tied = wanted["tied_rows"].as_array().unwrap().iter();
    let wanted_tied: Vec<(u64, Vec<&str>)> =
        wanted_tied.map(|row| (row["row"].as_u64().unwrap(), list(&row["tied"]))).collect();
    assert_eq!(tied, wanted_tied);
    let undefined = rows.iter().filter(|row| row.undefined.is_some()).count() as u64;
    assert_eq!(Some(undefined), wanted["n_undefined"].as_u64());
}

fn decision(model: &Fitted, predicted: Option<usize>, tied: &[usize], wanted: &Value) {
    let name = |class: &usize| model.classes[*class].as_str();
    // Posteriors that differ by less than a float shows may come out either way.
    if wanted["near_tie"] == true {
        assert!(predicted.is_some());
        return;
    }
    assert_eq!(predicted.as_ref().map(name), wanted["predicted"].as_str());
    assert_eq!(tied.iter().map(name).collect::<Vec<&str>>(), list(&wanted["tied"]));
    assert_eq!(!tied.is_empty(), wanted["tie"] == true);
}

/// The number is the one wanted: as a fraction where there is one, absent where it is undefined.
fn same(found: &Option<Number>, wanted: &Value, what: &str) {
    match (found, wanted["frac"].as_str()) {
        (None, None) => assert!(wanted.is_null(), "{what} is undefined"),
        (Some(found), Some(fraction)) => assert_eq!(*found, exact(fraction), "{what}"),
        (Some(found), None) => {
            let value = wanted["value"].as_f64().unwrap_or_else(|| panic!("{what} should be undefined"));
            let tolerance = if found.is_exact() { 1e-15 } else { 1e-12 };
            assert!(close(found.to_f64(), value, tolerance), "{what}: {}", found.to_f64());
        }
        (None, Some(_)) => panic!("{what} is undefined"),
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
