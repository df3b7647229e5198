//! The way to a posterior over θᵀx + θ₀: the same posterior, and lines that add up.

use crate::models::{derived, fitted};

use posterior::math::{Number, Rel};
use posterior::model::{Case, Fitted};
use posterior::worked::{Posterior, RowKind, Rule, no_route, value_of, weight_times_x, why_logistic};

fn table(k: usize, d: usize) -> String {
    let heads: Vec<String> = (0..d).map(|at| format!("x{at}")).collect();
    let mut text = format!("{},kind\n", heads.join(","));
    for row in 0..20 * k {
        let class = row % k;
        let cell = |at: usize| ((row * (3 * at + 7) + row * row * (at + 1)) % 23) as f64 / 4.0;
        let number = |at: usize| (cell(at) + 0.5 * cell(0) + (class * (at + 1)) as f64 / 2.0).to_string();
        text.push_str(&format!("{},k{class}\n", (0..d).map(number).collect::<Vec<_>>().join(",")));
    }
    text
}

fn model(k: usize, d: usize, more: &str) -> std::sync::Arc<Fitted> {
    fitted(&table(k, d), &format!("target = \"kind\"\n{more}\n"))
}

/// Ten cases for each of some numbers of classes and features.
fn examples(more: &str) -> Vec<(usize, usize, std::sync::Arc<Fitted>, Case)> {
    let sizes = [2, 3, 5].into_iter().flat_map(|k| (1..=4).map(move |d| (k, d)));
    let of_size = |(k, d)| {
        let model = model(k, d, more);
        (0..10).map(move |row| (k, d, model.clone(), Case::from_row(&model, row).unwrap()))
    };
    sizes.flat_map(of_size).collect()
}

fn posterior(model: &Fitted, case: &Case) -> Vec<f64> {
    model.predict(case).posterior.unwrap().iter().map(Number::to_f64).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-3)
}

#[test]
fn it_ends_in_the_same_posterior() {
    let diagonal = "model = \"gda\"\ncovariance = \"shared-diagonal\"\nprior = \"uniform\"";
    for (k, d, model, case) in examples("model = \"gda\"").into_iter().chain(examples(diagonal)) {
        assert_eq!(no_route(&model), None);
        let route = Posterior::by_theta(&model, &case).unwrap();
        let (terms, [z, last]) = route.rows.split_at(d + 1) else { panic!("{:?}", route.rows.len()) };
        for (class, wanted) in posterior(&model, &case).into_iter().enumerate() {
            let found = last.cells[class].value.as_ref().unwrap().to_f64();
            assert!(close(found, wanted), "{k} {d}: {found} {wanted}");
            assert!(close(last.shares.as_ref().unwrap()[class], wanted));
            let blank = k == 2 && class == 0;
            let mut sum = 0.0;
            for row in terms {
                let cell = &row.cells[class];
                assert!(matches!(row.kind, RowKind::Weight { .. } | RowKind::Intercept));
                assert_eq!(cell.is_blank(), blank);
                sum += cell.value.as_ref().map_or(0.0, Number::to_f64);
                assert!(blank || close(cell.so_far.as_ref().unwrap().to_f64(), sum));
                let term = weight_times_x(&model, &case, &row.kind, cell);
                assert_eq!(term.is_some(), !blank && row.kind != RowKind::Intercept);
            }
            let z = &z.cells[class];
            assert!(z.is_blank() == blank && (blank || close(z.value.as_ref().unwrap().to_f64(), sum)));
        }
    }
}

#[test]
fn the_linear_route_keeps_its_digits_far_from_zero() {
    for (k, far) in [2, 3].into_iter().flat_map(|k| [0.0, 1e3, 1e6, 1e8].map(|far| (k, far))) {
        let csv = table(k, 2);
        let (head, rows) = csv.split_once('\n').unwrap();
        let moved = rows.lines().map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            let cell = |at: usize| cells[at].parse::<f64>().unwrap() + far;
            format!("{},{},{}\n", cell(0), cell(1), cells[2])
        });
        let csv = format!("{head}\n{}", moved.collect::<String>());
        let model = fitted(&csv, "target = \"kind\"\nmodel = \"gda\"\n");
        for case in (0..3 * k).map(|row| Case::from_row(&model, row).unwrap()) {
            let route = Posterior::by_theta(&model, &case).unwrap();
            for (class, wanted) in posterior(&model, &case).into_iter().enumerate() {
                let name = &model.classes[class];
                let asked = if k == 2 { "sigmoid(z)".to_owned() } else { format!("softmax({name})") };
                let steps = derived(&model, Some(&case), &asked);
                let found = steps.last().unwrap().value.as_ref().unwrap().to_f64();
                assert!(k == 2 && class == 0 || close(found, wanted), "{far} {asked}: {found} {wanted}");
                for row in route.rows.iter().rev().take(3) {
                    assert!(close(row.shares.as_ref().unwrap()[class], wanted), "{far}");
                }
                let is_centred = steps.iter().any(|step| step.rule == Rule::Centred);
                assert!(is_centred == (far >= 1e6) || far == 1e3, "{k} {far} {asked}");
            }
        }
    }
}

/// Each line of numbers has the value it states, and z is the log-odds in all of them.
#[test]
fn each_line_of_why_has_the_value_it_states() {
    for (_, _, model, case) in examples("model = \"gda\"") {
        let found = why_logistic(&model, &case).unwrap();
        assert_eq!(found.len(), 5);
        let mut values = Vec::new();
        for chain in found.iter().flat_map(|passage| &passage.chains) {
            assert!(chain.rest.iter().all(|(relation, _)| matches!(relation, Rel::Eq | Rel::Approx)));
            let of_numbers = chain.rest.iter().filter(|(_, side)| side.is_of_numbers());
            let numbers: Vec<f64> =
                of_numbers.filter_map(|(_, side)| Some(value_of(side, &|_| None)?.to_f64())).collect();
            if let [put_in, value] = numbers.as_slice() {
                assert!((put_in - value).abs() <= 1e-6 * value.abs().max(1.0), "{chain:?}");
                values.push(*value);
            }
        }
        // The log-odds, both squared distances, the linear form, the posterior of two.
        let [odds, _, _, linear, share] = values.as_slice() else { panic!("{values:?}") };
        assert!(close(*odds, *linear) && close(*share, 1.0 / (1.0 + (-odds).exp())), "{values:?}");
        let mut all = posterior(&model, &case);
        // Of two classes the second against the first, of more the two most likely ones.
        if all.len() > 2 {
            all.sort_by(|a, b| b.total_cmp(a))
        } else {
            all.reverse()
        }
        assert!(close((all[0] / all[1]).ln(), *odds) || odds.abs() < 1e-6, "{all:?} {odds}");
    }
}

#[test]
fn without_a_theta_the_terms_that_do_not_cancel_are_reported() {
    for (more, reason) in [
        ("model = \"qda\"", "quadratic"),
        ("model = \"gda\"\ncovariance = \"per-class-diagonal\"", "quadratic"),
        ("model = \"gaussian\"", "each factor"),
        ("model = \"categorical\"\nbins = \"width:3\"", "each factor"),
        ("model = \"gda\"\nprior = { k0 = \"0\", k1 = \"1/2\", k2 = \"1/2\" }", "prior 0"),
    ] {
        let model = model(3, 2, more);
        assert!(no_route(&model).is_some_and(|why| why.contains(reason)), "{more}: {:?}", no_route(&model));
        let case = Case::from_row(&model, 0).unwrap();
        assert!(Posterior::by_theta(&model, &case).is_err() && why_logistic(&model, &case).is_err());
    }
}
