//! The way to a posterior over θᵀx + θ₀: the same posterior, and lines that add up.

use crate::models::fitted;

use posterior::math::{Number, Rel};
use posterior::model::{Case, Fitted};
use posterior::worked::{
    Posterior, RowKind, Rule, derive, no_route, resolve_quantity, value_of, weight_times_x, why_logistic,
};

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

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-3)
}

#[test]
fn it_ends_in_the_same_posterior() {
    for more in ["model = \"gda\"", "model = \"gda\"\ncovariance = \"shared-diagonal\"\nprior = \"uniform\""]
    {
        for k in [2, 3, 5] {
            for d in 1..=4 {
                let model = model(k, d, more);
                assert_eq!(no_route(&model), None);
                for row in 0..10 {
                    let case = Case::from_row(&model, row).unwrap();
                    let route = Posterior::by_theta(&model, &case).unwrap();
                    assert_eq!(route.rows.len(), d + 3);
                    let wanted = model.predict(&case).posterior.unwrap();
                    for (class, wanted) in wanted.iter().enumerate() {
                        let last = route.rows.last().unwrap();
                        let found = last.cells[class].value.as_ref().unwrap().to_f64();
                        assert!(close(found, wanted.to_f64()), "{k} {d}: {found} {wanted:?}");
                        assert!(close(last.shares.as_ref().unwrap()[class], wanted.to_f64()));
                        let terms = route
                            .rows
                            .iter()
                            .filter(|row| matches!(row.kind, RowKind::Weight { .. } | RowKind::Intercept));
                        let blank = k == 2 && class == 0;
                        let mut sum = 0.0;
                        for row in terms {
                            let cell = &row.cells[class];
                            assert_eq!(cell.is_blank(), blank);
                            sum += cell.value.as_ref().map_or(0.0, Number::to_f64);
                            assert!(blank || close(cell.so_far.as_ref().unwrap().to_f64(), sum));
                            let term = weight_times_x(&model, &case, &row.kind, cell);
                            assert_eq!(term.is_some(), !blank && row.kind != RowKind::Intercept);
                        }
                        let z = &route.rows[d + 1].cells[class];
                        assert!(
                            z.is_blank() == blank
                                && (blank || close(z.value.as_ref().unwrap().to_f64(), sum))
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_linear_route_keeps_its_digits_far_from_zero() {
    for k in [2, 3] {
        for far in [0.0, 1e3, 1e6, 1e8] {
            let csv = table(k, 2);
            let mut lines = csv.lines();
            let head = lines.next().unwrap();
            let moved = lines.map(|line| {
                let cells: Vec<&str> = line.split(',').collect();
                let cell = |at: usize| cells[at].parse::<f64>().unwrap() + far;
                format!("{},{},{}\n", cell(0), cell(1), cells[2])
            });
            let csv = format!("{head}\n{}", moved.collect::<String>());
            let model = fitted(&csv, "target = \"kind\"\nmodel = \"gda\"\n");
            for row in 0..3 * k {
                let case = Case::from_row(&model, row).unwrap();
                let wanted = model.predict(&case).posterior.unwrap();
                let route = Posterior::by_theta(&model, &case).unwrap();
                for (class, wanted) in wanted.iter().enumerate() {
                    let name = model.classes[class].to_string();
                    let asked = if k == 2 { "sigmoid(z)".to_owned() } else { format!("softmax({name})") };
                    let quantity = resolve_quantity(&model, &asked).unwrap().quantity;
                    let steps = derive(&model, Some(&case), &quantity).unwrap();
                    let found = steps.last().unwrap().value.as_ref().unwrap().to_f64();
                    if k > 2 || class == 1 {
                        assert!(close(found, wanted.to_f64()), "{far} {asked}: {found} {wanted:?}");
                    }
                    for row in route.rows.iter().rev().take(3) {
                        assert!(close(row.shares.as_ref().unwrap()[class], wanted.to_f64()), "{far}");
                    }
                    let is_centred = steps.iter().any(|step| step.rule == Rule::Centred);
                    assert!(is_centred == (far >= 1e6) || far == 1e3, "{k} {far} {asked}");
                }
            }
        }
    }
}

/// Each line of numbers has the value it states, and z is the log-odds in all of them.
#[test]
fn each_line_of_why_has_the_value_it_states() {
    for k in [2, 3, 5] {
        for d in 1..=4 {
            let model = model(k, d, "model = \"gda\"");
            for row in 0..10 {
                let case = Case::from_row(&model, row).unwrap();
                let found = why_logistic(&model, &case).unwrap();
                assert_eq!(found.len(), 5);
                let mut worth = Vec::new();
                for chain in found.iter().flat_map(|passage| &passage.chains) {
                    let numbers: Vec<f64> = chain
                        .rest
                        .iter()
                        .filter(|(_, side)| side.is_of_numbers())
                        .filter_map(|(_, side)| value_of(side, &|_| None))
                        .map(|number| number.to_f64())
                        .collect();
                    if let [put_in, value] = numbers.as_slice() {
                        assert!((put_in - value).abs() <= 1e-6 * value.abs().max(1.0), "{chain:?}");
                        worth.push(*value);
                    }
                    assert!(chain.rest.iter().all(|(relation, _)| matches!(relation, Rel::Eq | Rel::Approx)));
                }
                // The log-odds, both squared distances, the linear form, the posterior of two.
                let [odds, .., linear, share] = worth.as_slice() else { panic!("{worth:?}") };
                assert_eq!(worth.len(), 5);
                assert!(close(*odds, *linear) && close(*share, 1.0 / (1.0 + (-odds).exp())), "{worth:?}");
                let posterior = model.predict(&case).posterior.unwrap();
                let mut all: Vec<f64> = posterior.iter().map(Number::to_f64).collect();
                if k > 2 {
                    all.sort_by(|a, b| b.total_cmp(a));
                    all.truncate(2);
                } else {
                    all.reverse();
                }
                assert!(close((all[0] / all[1]).ln(), *odds) || odds.abs() < 1e-6, "{all:?} {odds}");
            }
        }
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
