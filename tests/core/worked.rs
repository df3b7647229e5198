//! The working of every number of many models, walked from end to end: the derivation finds the numbers of the model, each
//! side of each chain has the value of the step, and every address leads back to itself.

use crate::models;

use models::slow::CUTS;
use models::tables::sheets;
use models::{close, exact, fitted, model, sample};
use posterior::math::{Event, Expr, Name, Number, Quantity, Rank, Rel, Share, symbols};
use posterior::model::{Case, CaseCell, CaseValue, FactorForm, Fitted, Gda, Prediction};
use posterior::table::samples;
use posterior::worked::{
    Step, derive_all, quantities, quantities_of_case, resolve_quantity, rows_behind, value_of,
};
use proptest::prelude::*;
use std::collections::HashMap;

/// Smoothing and priors under which everything is walked; `given` stands for a prior with probabilities.
const CHOICES: [(&str, &str); 8] = [
    ("0", "mle"),
    ("1", "mle"),
    ("1/2", "laplace:1"),
    ("2/3", "laplace:1/2"),
    ("0", "uniform"),
    ("1", "uniform"),
    ("0", "given"),
    ("2/3", "given"),
];

/// The lines of a recipe for a choice; a given prior is 0 for the first class and uneven for the others.
fn lines(choice: (&str, &str), classes: &[&str]) -> String {
    let (alpha, prior) = choice;
    if prior != "given" {
        return format!("alpha = \"{alpha}\"\nprior = \"{prior}\"\n");
    }
    let k = classes.len();
    let of = |at: usize| if k == 1 { "1".to_owned() } else { format!("{}/{}", 2 * at, k * (k - 1)) };
    let parts = classes.iter().enumerate().map(|(at, class)| format!("\"{class}\" = \"{}\"", of(at)));
    format!("alpha = \"{alpha}\"\nprior = {{ {} }}\n", parts.collect::<Vec<_>>().join(", "))
}

#[test]
fn every_number_of_every_sample_as_counted() {
    walk_samples(|alpha| alpha == "0");
}

#[test]
fn every_number_of_every_sample_smoothed() {
    walk_samples(|alpha| alpha != "0");
}

/// Opens every number of every sample under the choices whose α is wanted.
fn walk_samples(is_wanted: impl Fn(&str) -> bool) {
    let names = samples().iter().filter(|sample| sample.has_rows()).map(|sample| sample.name);
    for (nth, name) in names.enumerate() {
        let plain = sample(name, "");
        let own = model(&plain);
        // A walk takes seconds, so each sample gets one or two of the choices, its neighbours others.
        let step = if own.data.table.rows() > 50 { 5 } else { 2 };
        let choices = CHOICES.iter().enumerate().filter(|(_, choice)| is_wanted(choice.0));
        for (at, choice) in choices.skip(nth % step.min(3)).step_by(step) {
            let study = sample(name, &lines(*choice, &models::texts(&own.classes)));
            let fitted = model(&study);
            // Each row costs as much as the whole model: a long sample is walked at other rows under each choice.
            let rows = fitted.data.table.rows();
            let rows = (at % rows..rows).step_by(3.max(rows / 3));
            let rows = rows.map(|row| Case::from_row(&fitted, row).unwrap());
            let cases: Vec<Case> = study.cases().unwrap().into_iter().chain(rows).collect();
            walk(&fitted, &cases);
        }
    }
}

/// Opens every number of the models of a table under some choices.
fn walk_choices(csv: &str, recipe: &str, classes: &[&str], choices: &[(&str, &str)]) {
    for choice in choices {
        walk_rows(&fitted(csv, &format!("target = \"class\"\n{}{recipe}", lines(*choice, classes))));
    }
}

#[test]
fn every_number_of_gaussian_models() {
    let csv = "outlook,temp,hum,class\ns,85,85,no\ns,80.5,90,no\no,83,86,yes\nr,70,96,yes\nr,,80,yes\nr,65,70,no\n\
               o,64,65,yes\n?,72,95,?\n,69,-0.001,yes\n";
    let numbers = "[[feature]]\nname = \"temp\"\n[[feature]]\nname = \"hum\"";
    assert!(!fitted(csv, "target = \"class\"\nmodel = \"mixed\"").is_exact());
    for (nth, more) in ["", "var_smoothing = \"1e-3\"", "variance = \"unbiased\""].into_iter().enumerate() {
        let choices = [("1", "mle"), ("0", "laplace:1"), ("2/3", "given")];
        let choices = [choices[nth], choices[(nth + 1) % 3]];
        for (model, features) in [("mixed", ""), ("gaussian", numbers)] {
            let recipe = format!("model = \"{model}\"\n{more}\n{features}");
            walk_choices(csv, &recipe, &["no", "yes"], &choices);
        }
    }
}

#[test]
fn every_number_of_bernoulli_models() {
    let flags = "a,b,c,class\n1,no,x,p\n0,yes,y,p\n1,yes,z,q\n,no,x,q\n1,?,x,r\n0,no,,?\n";
    let kinds = "model = \"bernoulli\"\n[[feature]]\nname = \"a\"\nkind = \"binary\"\n[[feature]]\nname = \"b\"\n\
                 kind = \"binary\"\none = \"yes\"\n[[feature]]\nname = \"c\"\nkind = \"binary\"\none = \"x\"\n";
    walk_choices(flags, kinds, &["p", "q", "r"], &CHOICES);
    for (at, name) in ["chinese-japan", "spam"].into_iter().enumerate() {
        let csv = posterior::table::sample(name).unwrap().csv;
        let plain = fitted(csv, "model = \"bernoulli\"");
        assert_eq!(plain.title(), "Bernoulli naive Bayes");
        let choices: Vec<_> = CHOICES.into_iter().skip(at).step_by(2).collect();
        walk_choices(csv, "model = \"bernoulli\"\n", &models::texts(&plain.classes), &choices);
    }
}

proptest! {
    #![proptest_config(crate::models::tables::cases(32))]

    #[test]
    fn every_number_of_small_tables(
        sheet in sheets(6),
        choice in proptest::sample::select(&CHOICES[..]),
        bins in proptest::sample::select(&[CUTS, "cuts:-1e1,1/3,5", "width:3", "frequency:2", "mdl"][..]),
    ) {
        walk_rows(&fitted(&sheet.csv(), &sheet.recipe(bins, &lines(choice, &sheet.classes()))));
    }
}

/// Names that the notation has to quote, and similar names: each leads back to itself.
#[test]
fn every_number_under_names_that_are_hard_to_write() {
    let csv = "x,a | b,n,*,class\n\
               x,\"[800,1200)\",*,\"say \"\"so\"\"\",x\n\
               *,\"[800,1200)\",x,\"P(x | y)\",\"a, b\"\n\
               X,\"a=b\",\\,été,*\n\
               x,\"[800,1200]\",alpha,e\u{301}te\u{301},X\n\
               class,class,class,class,class\n";
    for choice in [("1", "mle"), ("0", "mle")] {
        let fitted = fitted(csv, &format!("target = \"class\"\n{}", lines(choice, &[])));
        assert_eq!(fitted.classes.len(), 5);
        walk_rows(&fitted);
    }
}

fn walk_rows(fitted: &Fitted) {
    let rows = (0..fitted.data.table.rows()).filter(|row| fitted.is_complete(*row));
    walk(fitted, &rows.map(|row| Case::from_row(fitted, row).unwrap()).collect::<Vec<Case>>());
}

/// Opens every number of a model and of some cases.
fn walk(fitted: &Fitted, cases: &[Case]) {
    let goals = quantities(fitted);
    let steps = sound(derive_all(fitted, None, &goals, &[]).unwrap());
    for quantity in goals {
        let found = &steps[&quantity].value;
        match &quantity {
            // `likelihood` compares these with differences of ℓ.
            Quantity::Slope(_) => {}
            Quantity::LogLik(_) | Quantity::Scatter { .. } => {
                agrees(found.as_ref(), of_likelihood(fitted, &quantity), &quantity);
            }
            _ => assert_eq!(found, &of_model(fitted, &quantity), "{quantity}"),
        }
        leads_back(fitted, &quantity);
    }
    rows_are_those_counted(fitted);
    // Each of these walks Σ again, so of many cases some are enough.
    let by_matrices = |quantity: &Quantity| {
        matches!(quantity, Quantity::Solved { .. } | Quantity::Tail(_) | Quantity::Softmax(_))
    };
    for (nth, case) in cases.iter().enumerate() {
        let prediction = fitted.predict(case);
        let mut goals = quantities_of_case(fitted, case);
        goals.retain(|quantity| nth <= 2 || !by_matrices(quantity));
        let steps = sound(derive_all(fitted, Some(case), &goals, &[]).unwrap());
        for quantity in goals {
            agrees_with_case((fitted, case), &prediction, &quantity, &steps[&quantity].value);
            leads_back(fitted, &quantity);
        }
    }
}

/// ℓ and its parts by another way: ℓ row by row, the others from the counts. Minus infinity is the logarithm of a prior of 0.
fn of_likelihood(fitted: &Fitted, quantity: &Quantity) -> f64 {
    let class = |name: &Name| fitted.class(name.as_str()).unwrap();
    let seen = |row: usize| fitted.weight(row).unwrap_or(1) as f64;
    let of_class = |class: usize| {
        let rows = fitted.predict_rows(|row| fitted.class_of_row(row) == Some(class));
        rows.iter().map(|row| seen(row.row) * row.log_joint[class]).sum::<f64>()
    };
    match quantity {
        Quantity::LogLik(Share::Whole) => (0..fitted.classes.len()).map(of_class).sum(),
        Quantity::LogLik(Share::Class(name)) => of_class(class(name)),
        Quantity::LogLik(Share::Feature { feature, class: name }) => {
            fitted.feature_log_likelihood(fitted.factor(feature.as_str()).unwrap(), class(name))
        }
        Quantity::LogLik(Share::Together(name)) => {
            let (gda, at) = (fitted.gda().unwrap(), class(name));
            let rows = (0..fitted.data.table.rows()).filter(|row| fitted.class_of_row(*row) == Some(at));
            let x = |row: usize| Case::from_row(fitted, row).unwrap().numbers();
            rows.map(|row| seen(row) * gda.ln_density(at, &x(row))).sum()
        }
        Quantity::Scatter { a, b, class: given } => {
            let at = |name: &Name| fitted.feature(name.as_str()).unwrap();
            let given = given.as_ref().map(class);
            let all = (0..fitted.classes.len()).filter(|at| given.is_none_or(|given| given == *at));
            all.map(|class| fitted.scatter(class).unwrap().product(at(a), at(b))).sum()
        }
        other => panic!("{other} is no part of ℓ"),
    }
}

fn agrees(found: Option<&Number>, wanted: f64, quantity: &Quantity) {
    match found {
        Some(found) => assert!(close(found.to_f64(), wanted, 1e-9), "{quantity}: {found:?}, not {wanted}"),
        None => assert!(!wanted.is_finite(), "{quantity} is undefined, not {wanted}"),
    }
}

/// The value in the model of a number that needs no case.
fn of_model(fitted: &Fitted, quantity: &Quantity) -> Option<Number> {
    let whole = |n: u64| Some(Number::from(n));
    let class = |name: &Name| fitted.class(name.as_str()).unwrap();
    let normal =
        |feature: &Name, name: &Name| *fitted.factor(feature.as_str()).unwrap().normal(class(name)).unwrap();
    let classes = 0..fitted.classes.len();
    if let Some(gda) = fitted.gda()
        && let Some(number) = of_together(fitted, gda, quantity)
    {
        return number;
    }
    match quantity {
        Quantity::Mean { feature, class: Some(name) } => Some(Number::Float(normal(feature, name).mean)),
        Quantity::Var { feature, class: Some(name) } => Some(Number::Float(normal(feature, name).variance)),
        Quantity::Density { event: Event::Value { feature, value }, given: Some(name) } => {
            Some(normal(feature, name).density(value.as_str().parse().unwrap()))
        }
        Quantity::Rows => whole(fitted.rows()),
        Quantity::Alpha => Some(Number::Exact(fitted.alpha().clone())),
        Quantity::Values(feature) => whole(fitted.factor(feature.as_str()).unwrap().k() as u64),
        Quantity::Count { event: Event::Class(name), class: None } => whole(fitted.class_count(class(name))),
        Quantity::Count { event: Event::Any(feature), class: given } => {
            let factor = fitted.factor(feature.as_str()).unwrap();
            let given = given.as_ref().map(class);
            whole(classes.filter(|c| given.is_none_or(|g| g == *c)).map(|c| factor.total(c)).sum())
        }
        Quantity::Count { event: Event::Value { feature, value }, class: given } => {
            let factor = fitted.factor(feature.as_str()).unwrap();
            let value = fitted.position(factor, value.as_str()).unwrap();
            let given = given.as_ref().map(class);
            whole(classes.filter(|c| given.is_none_or(|g| g == *c)).map(|c| factor.count(value, c)).sum())
        }
        Quantity::Prob { event: Event::Class(name), given: None } => fitted.prior(class(name)),
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(name)) } => {
            let factor = fitted.factor(feature.as_str()).unwrap();
            factor.conditional(fitted.position(factor, value.as_str()).unwrap(), class(name))
        }
        // A document holds no single word of which nothing else is known: here the words that are absent count too.
        Quantity::Prob { event: Event::Value { feature, value }, given: None }
            if documents(fitted, feature) =>
        {
            joints(fitted, feature, value)
                .into_iter()
                .try_fold(Number::zero(), |sum, joint| Some(sum.add(&joint?)))
        }
        Quantity::Prob { event: Event::Class(name), given: Some(Event::Value { feature, value }) }
            if documents(fitted, feature) =>
        {
            let joints = joints(fitted, feature, value).into_iter().collect::<Option<Vec<Number>>>()?;
            let sum = joints.iter().fold(Number::zero(), |sum, joint| sum.add(joint));
            joints[class(name)].div(&sum)
        }
        // The case in which nothing else is known has this as its evidence, and this as its posterior.
        Quantity::Prob { event: Event::Value { feature, value }, given: None } => {
            fitted.predict(&only(fitted, feature.as_str(), value.as_str())).evidence
        }
        Quantity::Prob { event: Event::Class(name), given: Some(Event::Value { feature, value }) } => {
            let prediction = fitted.predict(&only(fitted, feature.as_str(), value.as_str()));
            prediction.posterior.map(|all| all[class(name)].clone())
        }
        other => panic!("{other} is listed, but not checked here"),
    }
}

fn of_together(fitted: &Fitted, gda: &Gda, quantity: &Quantity) -> Option<Option<Number>> {
    let at = |name: &Name| fitted.feature(name.as_str()).unwrap();
    let class = |name: &Name| fitted.class(name.as_str()).unwrap();
    let sigma = |class: &Option<Name>| {
        assert_eq!(class.is_none(), gda.is_shared());
        gda.sigma(class.as_ref().map_or(0, |name| fitted.class(name.as_str()).unwrap())).unwrap()
    };
    let float = |value: f64| Some(Some(Number::Float(value)));
    match quantity {
        Quantity::Mean { feature, class: Some(name) } => float(gda.mean(class(name), at(feature)).unwrap()),
        Quantity::Cov { a, b, .. } | Quantity::Inverse { a, b, .. } | Quantity::Correlation { a, b, .. }
            if a != b && gda.is_diagonal() =>
        {
            Some(Some(Number::zero()))
        }
        Quantity::Cov { a, b, class } => float(sigma(class).entry(at(a), at(b))),
        Quantity::Inverse { a, b, class } => float(sigma(class).inverse()[at(b)][at(a)]),
        Quantity::Correlation { a, b, .. } if a == b => Some(Some(Number::one())),
        Quantity::Correlation { a, b, class } => {
            let entry = |a: &Name, b: &Name| sigma(class).entry(at(a), at(b));
            float(entry(a, b) / (entry(a, a) * entry(b, b)).sqrt())
        }
        Quantity::Det { class } => Some(Some(Number::from_ln(sigma(class).log_det))),
        Quantity::Theta { feature, class: Some(name) } => {
            let (intercept, weights) = fitted.discriminant(class(name)).unwrap();
            // A prior of 0 leaves the intercept without a value.
            let value = feature.as_ref().map_or(intercept, |feature| weights[at(feature)]);
            Some(value.is_finite().then_some(Number::Float(value)))
        }
        Quantity::Theta { feature: None, .. } => Some(fitted.theta().unwrap().intercept.map(Number::Float)),
        Quantity::Theta { feature: Some(feature), .. } => float(fitted.theta().unwrap().weights[at(feature)]),
        _ => None,
    }
}

fn documents(fitted: &Fitted, feature: &Name) -> bool {
    fitted.factor(feature.as_str()).unwrap().form == FactorForm::Presence
}

/// P(c) · P(word | c) of each class.
fn joints(fitted: &Fitted, feature: &Name, word: &Name) -> Vec<Option<Number>> {
    let factor = fitted.factor(feature.as_str()).unwrap();
    let at = fitted.position(factor, word.as_str()).unwrap();
    let joint = |class: usize| Some(fitted.prior(class)?.mul(&factor.conditional(at, class)?));
    (0..fitted.classes.len()).map(joint).collect()
}

/// The case of which one cell is known.
fn only(fitted: &Fitted, feature: &str, value: &str) -> Case {
    let cell = |factor: &posterior::model::Factor| {
        let at = (factor.name.as_str() == feature).then(|| fitted.position(factor, value).unwrap());
        let value = match at {
            None => CaseValue::Missing,
            Some(at) if factor.is_words() => CaseValue::Words { known: vec![(at, 1)], unknown: Vec::new() },
            Some(at) => CaseValue::Value(at),
        };
        CaseCell { text: String::new(), value }
    };
    Case { cells: fitted.factors().iter().map(cell).collect(), row: None, notes: Vec::new() }
}

fn agrees_with_case(
    (fitted, of): (&Fitted, &Case),
    prediction: &Prediction,
    quantity: &Quantity,
    found: &Option<Number>,
) {
    let class = |name: &Name| fitted.class(name.as_str()).unwrap();
    let density = |name: &Name| prediction.density.as_ref().map(|density| density[class(name)].clone());
    let near = |wanted: f64, tolerance: f64| {
        let found = found.as_ref().unwrap_or_else(|| panic!("{quantity} is undefined")).to_f64();
        assert!(close(found, wanted, tolerance), "{quantity}: {found}, not {wanted}");
    };
    let ln = |class: usize| prediction.joint[class].as_ref().unwrap().ln();
    let wanted = match quantity {
        Quantity::Score(name) => prediction.joint[class(name)].clone(),
        Quantity::Prob { event: Event::Case, given: None } => prediction.evidence.clone(),
        Quantity::Prob { event: Event::Class(name), given: Some(Event::Case) } => {
            prediction.posterior.as_ref().map(|all| all[class(name)].clone())
        }
        Quantity::Prob { event: Event::Case, given: Some(Event::Class(name)) } => {
            density(name).or_else(|| {
                let factors = prediction.likelihoods.iter().flatten();
                factors.map(|of| of[class(name)].clone()).try_fold(Number::one(), |all, p| Some(all.mul(&p?)))
            })
        }
        Quantity::Density { event: Event::Case, given: Some(name) } => density(name),
        // ln score without what all classes share: the density's constant, and the square of x.
        Quantity::Discriminant(name) => {
            let above_ln = |class: usize| {
                let address = Quantity::Discriminant(fitted.classes[class].clone()).to_string();
                models::value(fitted, Some(of), &address).map(|d| d.to_f64() - ln(class))
            };
            match (found, above_ln(class(name))) {
                (None, None) => assert!(fitted.prior(class(name)).unwrap().is_zero(), "{quantity}"),
                (Some(_), Some(mine)) => (0..fitted.classes.len()).filter_map(above_ln).for_each(|theirs| {
                    assert!(close(mine, theirs, 1e-7), "{quantity}: {mine} {theirs}");
                }),
                other => panic!("{quantity}: {other:?}"),
            }
            return;
        }
        Quantity::Difference { feature, class: name } => {
            let (at, gda) = (fitted.feature(feature.as_str()).unwrap(), fitted.gda().unwrap());
            return near(of.numbers()[at] - gda.mean(class(name), at).unwrap(), 1e-12);
        }
        Quantity::Solved { feature, class: name } => {
            let (at, gda) = (fitted.feature(feature.as_str()).unwrap(), fitted.gda().unwrap());
            let differences = of.numbers().into_iter().zip(&gda.means[class(name)]).map(|(x, mean)| x - mean);
            let row = &gda.sigma(class(name)).unwrap().inverse()[at];
            let terms: Vec<f64> = row.iter().zip(differences).map(|(inverse, d)| inverse * d).collect();
            let size = terms.iter().map(|term| term.abs()).sum::<f64>();
            return near(terms.iter().sum(), 1e-9 * size.max(1e-3));
        }
        Quantity::Logit => {
            let wanted = ln(1) - ln(0);
            return if wanted.is_finite() {
                near(wanted, 1e-7)
            } else {
                assert_eq!(*found, None, "{quantity}")
            };
        }
        Quantity::Sigmoid | Quantity::Softmax(_) => {
            let at = if let Quantity::Softmax(name) = quantity { class(name) } else { 1 };
            let (Some(found), Some(all)) = (found, &prediction.posterior) else {
                // Without one of the priors there are no log-odds.
                assert!((0..2).any(|class| fitted.prior(class).unwrap().is_zero()), "{quantity}");
                return;
            };
            let (found, wanted) = (found.ln(), all[at].ln());
            assert!(found == wanted || close(found, wanted, 1e-6), "{quantity}: {found} {wanted}");
            return;
        }
        Quantity::Tail(name) => {
            let q = models::value(fitted, Some(of), &Quantity::SquaredDistance(name.clone()).to_string());
            let k = match fitted.gda() {
                Some(_) => of.numbers().len(),
                None => of.cells.iter().filter(|cell| matches!(cell.value, CaseValue::Number(_))).count(),
            };
            return near(chi_square_tail(k, q.unwrap().to_f64()), 1e-6);
        }
        Quantity::Ranked(_) | Quantity::Typicality => {
            // Of larger tables `typicality` checks the ranks; each here takes all rows once.
            if fitted.data.table.rows() > 20 {
                return;
            }
            let Some([below, equal, above]) = models::ranked(fitted, of) else {
                return assert_eq!(*found, None);
            };
            match quantity {
                Quantity::Ranked(Rank::Below) => Some(Number::from(below)),
                Quantity::Ranked(Rank::Equal) => Some(Number::from(equal)),
                Quantity::Ranked(Rank::Above) => Some(Number::from(above)),
                _ => Number::ratio(below + equal, below + equal + above),
            }
        }
        Quantity::SquaredDistance(name) if fitted.is_naive() => {
            let z = |(factor, cell): (&posterior::model::Factor, &CaseCell)| {
                let CaseValue::Number(x) = cell.value else { return 0.0 };
                let normal = factor.normal(class(name)).unwrap();
                (x - normal.mean).powi(2) / normal.variance
            };
            return near(fitted.factors().iter().zip(&of.cells).map(z).sum(), 1e-9);
        }
        Quantity::SquaredDistance(name) => {
            let log_det = fitted.gda().unwrap().sigma(class(name)).unwrap().log_det;
            let constant = log_det + fitted.features.len() as f64 * std::f64::consts::TAU.ln();
            return near(-2.0 * density(name).unwrap().ln() - constant, 1e-12);
        }
        Quantity::Ln(inner) => {
            let inner = match inner.as_ref() {
                Quantity::Score(name) => prediction.joint[class(name)].clone(),
                Quantity::Density { event: Event::Case, given: Some(name) } => density(name),
                other => of_model(fitted, other),
            };
            let ln = inner.map(|number| number.ln()).filter(|ln| ln.is_finite());
            return ln.map_or_else(|| assert_eq!(*found, None, "{quantity}"), |ln| near(ln, 1e-12));
        }
        other => panic!("{other} is listed, but not checked here"),
    };
    assert!(same(found, &wanted), "{quantity}: {found:?} against {wanted:?}");
}

/// P(χ²_k > q) by Simpson's rule over the density, with t = √(χ²/2) in the place of χ², which has no pole.
fn chi_square_tail(k: usize, q: f64) -> f64 {
    let density = |t: f64| {
        let ln = (k as f64 - 1.0) * t.max(f64::MIN_POSITIVE).ln() - t * t - ln_gamma(k as f64 / 2.0);
        2.0 * if k == 1 { (-t * t - ln_gamma(0.5)).exp() } else { ln.exp() }
    };
    let (from, to, steps) = ((q / 2.0).sqrt(), (q / 2.0).sqrt() + 12.0 + (k as f64).sqrt(), 4_000);
    let h = (to - from) / f64::from(steps);
    let weight = |i: i32| if i == 0 || i == steps { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
    (0..=steps).map(|i| weight(i) * density(from + f64::from(i) * h)).sum::<f64>() * h / 3.0
}

/// ln Γ of a half of a whole number, by its recurrence.
fn ln_gamma(x: f64) -> f64 {
    match x {
        x if x > 1.0 => (x - 1.0).ln() + ln_gamma(x - 1.0),
        1.0 => 0.0,
        _ => std::f64::consts::PI.sqrt().ln(),
    }
}

/// The same number; floats that came about by another order of multiplying may differ in their last digits.
fn same(one: &Option<Number>, other: &Option<Number>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) if !one.is_exact() || !other.is_exact() => {
            close(one.ln(), other.ln(), 1e-12)
        }
        _ => one == other,
    }
}

/// The steps by what they find. Each rests on earlier ones, and every side of its chain has the value it states.
fn sound(derivation: Vec<Step>) -> HashMap<Quantity, Step> {
    let mut known: HashMap<Quantity, Step> = HashMap::new();
    for step in derivation {
        for used in &step.uses {
            assert!(known.contains_key(used), "{used} is used by {} too early", step.of);
        }
        assert_eq!(step.uses, step.formula.quantities(), "{}", step.of);
        assert!(!known.contains_key(&step.of), "{} is found twice", step.of);
        assert!(!step.title.is_empty() && !step.rule.sentence().is_empty());
        sides(&known, &step);
        known.insert(step.of.clone(), step);
    }
    known
}

fn sides(known: &HashMap<Quantity, Step>, step: &Step) {
    let lookup = |quantity: &Quantity| known.get(quantity)?.value.clone();
    assert_eq!(step.chain.lhs, posterior::math::Expr::Of(step.of.clone()));
    assert!(step.chain.rest.len() <= 4 && !step.chain.rest.is_empty(), "{}", step.of);
    for (rel, side) in &step.chain.rest {
        let (found, what) = (value_of(side, &lookup), format!("{} in {:?}", step.of, step.chain));
        match (rel, &found, &step.value) {
            (_, None, None) => {}
            // A side with the letters of matrices is not a number; the next one puts the numbers in.
            (Rel::Eq, None, Some(_)) if has_matrices(side) => {}
            // Slopes are differences that cancel: what is left of them in floats is rounding.
            (_, Some(found), Some(value @ Number::Float(_))) if matches!(step.of, Quantity::Slope(_)) => {
                let (found, value) = (found.to_f64(), value.to_f64());
                assert!(close(found, value, 1e-5) && (value != 0.0 || found.abs() < 1e-8), "{what}: {found}");
            }
            (Rel::Eq, Some(found), Some(value)) => assert!(equal(found, value), "{what}: {found:?}"),
            (Rel::Approx, Some(found), Some(value)) => {
                let (found, value) = (found.to_f64(), value.to_f64());
                // Terms that cancel to 0 leave the rounding of floats.
                let cancelled = value == 0.0 && found.abs() < 1e-12;
                assert!(cancelled || (found - value).abs() <= 5e-6 * value.abs(), "{what}: {found}");
            }
            _ => panic!("{what}: {found:?}"),
        }
    }
    assert_eq!(value_of(&step.shown, &lookup), step.value, "{} as put into other formulas", step.of);
    let last = step.chain.rest.windows(2).all(|pair| pair[0].1 != pair[1].1);
    assert!(last, "{} has the same side twice in {:?}", step.of, step.chain);
}

fn has_matrices(side: &Expr) -> bool {
    *side == Expr::Sym(symbols::COVARIANCE) || side.parts().into_iter().any(has_matrices)
}

/// Equal as written: a float is the decimal it is printed as.
fn equal(found: &Number, value: &Number) -> bool {
    match (found, value) {
        (Number::Float(float), Number::Exact(_)) => exact(&float.to_string()) == *value,
        (_, Number::Float(_) | Number::Log(_)) => close(found.to_f64(), value.to_f64(), 1e-12),
        _ => found == value,
    }
}

fn leads_back(fitted: &Fitted, quantity: &Quantity) {
    let found = resolve_quantity(fitted, &quantity.to_string()).unwrap();
    assert_eq!(found.quantity, *quantity);
    assert_eq!(found.notes, Vec::<String>::new(), "{quantity} is not read as itself");
}

/// The rows behind a count weigh as much as was counted; of words, as much as the documents.
fn rows_are_those_counted(fitted: &Fitted) {
    let all = quantities(fitted);
    let counts = all.iter().filter(|quantity| matches!(quantity, Quantity::Count { .. } | Quantity::Rows));
    let counts: Vec<&Quantity> = counts.collect();
    for (quantity, behind) in counts.iter().zip(rows_behind(fitted, &counts, 3)) {
        let wanted = match quantity {
            Quantity::Count { event: Event::Value { feature, value }, class } => {
                let factor = fitted.factor(feature.as_str()).unwrap();
                let value = fitted.position(factor, value.as_str()).unwrap();
                let of = |at: usize| match factor.is_words() {
                    true => factor.documents(value, at),
                    false => factor.count(value, at),
                };
                let class = class.as_ref().map(|name| fitted.class(name.as_str()).unwrap());
                let classes = 0..fitted.classes.len();
                classes.filter(|at| class.is_none_or(|class| class == *at)).map(of).sum()
            }
            Quantity::Count { event: Event::Any(feature), .. }
                if fitted.factor(feature.as_str()).unwrap().is_words() =>
            {
                continue;
            }
            other => of_model(fitted, other).unwrap().to_f64() as u64,
        };
        let all = rows_behind(fitted, &[quantity], usize::MAX).remove(0);
        let weight: u64 = all.rows.iter().map(|row| fitted.data.weight(*row)).sum();
        assert_eq!(weight, wanted, "rows behind {quantity}");
        assert_eq!((behind.total, behind.rows.len()), (all.rows.len(), all.total.min(3)));
        assert_eq!(behind.rows, all.rows[..behind.rows.len()]);
    }
}

#[test]
fn every_number_of_gaussian_discriminant_analysis() {
    let csv = "a,b,c,d,class\n1,2,0.5,9,no\n2,1,0.1,7,no\n3,3,0.9,9.5,no\n2.5,4,1.5,6,no\n0,1.5,2,8,no\n1,4,,1,yes\n\
               6,5,1,4,yes\n7,8,2,3,yes\n8,6,1.2,5,yes\n5,7.5,0.3,3.5,yes\n9,9,0.6,2,yes\n6,6,6,6,?\n2,?,1,1,?\n";
    let counts = [&["a"][..], &["a", "b"], &["a", "b", "c"], &["a", "b", "c", "d"]];
    let shapes =
        [("gda", "shared"), ("gda", "shared-diagonal"), ("qda", "per-class"), ("gda", "per-class-diagonal")];
    for (nth, features) in counts.into_iter().enumerate() {
        for (at, (model, covariance)) in shapes.into_iter().enumerate() {
            let choices = [("1", "mle"), ("0", "given")];
            let ways = [
                ("", choices[(nth + at) % 2]),
                ("variance = \"unbiased\"\nridge = \"0.25\"", choices[(nth + at + 1) % 2]),
            ];
            // Four features take as long as all others together, so each shape gets one of the ways.
            let chosen = if nth == 3 { at % 2..at % 2 + 1 } else { 0..2 };
            for (more, choice) in ways.get(chosen).unwrap().iter().copied() {
                let lines = lines(choice, &["no", "yes"]);
                let columns: String =
                    features.iter().map(|name| format!("[[feature]]\nname = \"{name}\"\n")).collect();
                let recipe = format!(
                    "target = \"class\"\nmodel = \"{model}\"\ncovariance = \"{covariance}\"\n{more}\n{lines}{columns}"
                );
                let model = fitted(csv, &recipe);
                // A row of each class, and those without a class.
                let rows = [0, 6, 11, 12].into_iter().filter(|row| model.is_complete(*row));
                walk(&model, &rows.map(|row| Case::from_row(&model, row).unwrap()).collect::<Vec<Case>>());
            }
        }
    }
}

#[test]
fn every_number_of_weighted_models() {
    let csv = "colour,area,x,y,note,class,n\nred,1,1.5,2,a b a,no,3\nblue,2,2.5,1,b,no,0\nred,5,3,7,c a,yes,12\n\
               ?,9,1,4,,yes,2\nblue,,2,6.5,b b,no,1\nblue,2,0.5,,a,never,0\nred,3,7,1,a,yes,1\ngreen,4,2,3,b,no,5\n\
               red,1,1,1,d,?,4\n";
    let feature = |name: &str, more: &str| format!("[[feature]]\nname = \"{name}\"\n{more}\n");
    let mixed = feature("colour", "") + &feature("area", "bins = \"width:2\"") + &feature("x", "");
    let texts = |event: &str| feature("note", &format!("kind = \"text\"\nevent = \"{event}\""));
    let numbers = feature("x", "") + &feature("y", "");
    let models = [
        ("mixed", mixed),
        ("multinomial", texts("multinomial")),
        ("bernoulli", texts("bernoulli")),
        ("gaussian\"\nvariance = \"unbiased", numbers.clone()),
        ("gda", numbers.clone()),
        ("qda\"\nvariance = \"unbiased\"\nridge = \"0.5", numbers),
    ];
    for (nth, (model, features)) in models.into_iter().enumerate() {
        let choices: Vec<_> = CHOICES.into_iter().skip(nth % 3).step_by(3).collect();
        let recipe = format!("weight = \"n\"\nmodel = \"{model}\"\n{features}");
        walk_choices(csv, &recipe, &["no", "yes"], &choices);
    }
}

#[test]
fn every_number_of_word_counts() {
    let csv = "chinese,beijing,x | y,osaka,n,class\n2,1,0,0,1,China\n2,0,1,0,3,China\n,1,1,0,0,Japan\n1,0,3,,2,Japan\n\
               3,0,1,0,1,?\n0,0,0,0,1,Japan\n";
    let names = ["chinese", "beijing", "x | y", "osaka"];
    let features = names.map(|name| format!("[[feature]]\nname = \"{name}\"\n")).concat();
    for (nth, weight) in ["", "weight = \"n\""].into_iter().enumerate() {
        let choices: Vec<_> = CHOICES.into_iter().skip(nth).step_by(2).collect();
        let recipe = format!("{weight}\nmodel = \"multinomial\"\n{features}");
        walk_choices(csv, &recipe, &["China", "Japan"], &choices);
    }
}
