//! Rows drawn from a model: what decides them, and that many of them have the parameters they were drawn by.

use posterior::math::Number;
use posterior::model::{DrawnRow, DrawnValue, Fitted, Uniforms};
use posterior::problem::Problem;
use posterior::recipe::ExactNumber;
use posterior::worked::{derive, resolve_quantity};

use crate::models::{exact, has, sample as study};

fn value(fitted: &Fitted, asked: &str) -> Result<Number, String> {
    let quantity = resolve_quantity(fitted, asked).unwrap().quantity;
    let steps = derive(fitted, None, &quantity).map_err(|error| error.to_string())?;
    Ok(steps.last().unwrap().value.clone().unwrap())
}

fn uniforms(numbers: &str) -> Uniforms {
    let numbers: Vec<ExactNumber> = numbers.split(' ').map(|text| ExactNumber::any(text).unwrap()).collect();
    Uniforms::given(&numbers).unwrap()
}

fn cells(fitted: &Fitted, numbers: &str) -> Vec<String> {
    let sampler = fitted.sampler(None, None).unwrap();
    let row = sampler.row(&mut uniforms(numbers)).unwrap();
    let class = fitted.classes[row.class].as_str().to_owned();
    std::iter::once(class).chain(sampler.cells(&row).into_iter().map(|(_, text)| text)).collect()
}

#[test]
fn a_value_is_the_first_whose_probabilities_add_up_to_more_than_u() {
    // Of play tennis with α = 0: No 5/14, Yes 9/14; of No Sunny 3/5, Overcast 0, Rain 2/5.
    let study = study("play-tennis", "alpha = \"0\"");
    let fitted = study.model().unwrap();
    assert_eq!(cells(fitted, "0 0 0 0 0"), ["No", "Sunny", "Hot", "High", "Weak"]);
    // At a boundary the next one is drawn, exactly: 5/14 as a fraction, 0.6 as a decimal.
    assert_eq!(cells(fitted, "5/14 0 0 0 0")[0], "Yes");
    assert_eq!(cells(fitted, "0.35714285714285712 0 0 0 0")[0], "No");
    assert_eq!(cells(fitted, "0 0.6 0 0 0")[1], "Rain");
    assert_eq!(cells(fitted, "0 0.59999999999999999 0 0 0")[1], "Sunny");
    assert_eq!(cells(fitted, "0.999 0.999 0.999 0.999 0.999"), ["Yes", "Rain", "Cool", "Normal", "Strong"]);
    let sampler = fitted.sampler(Some(1), None).unwrap();
    let row = sampler.row(&mut uniforms("0 0 0 0")).unwrap();
    assert_eq!((row.class, row.u, row.values.len()), (1, None, 4));
    let few = sampler.row(&mut uniforms("0 0 0")).unwrap_err();
    has(&few.what, &["too few uniform numbers"]);
    for wrong in ["1", "-0.1", "1.5"] {
        assert!(Uniforms::given(&[ExactNumber::any(wrong).unwrap()]).is_err(), "{wrong}");
    }
}

#[test]
fn what_nothing_can_be_drawn_from_is_refused() {
    let spam = study("spam", "alpha = \"0\"\nclasses = [\"spam\", \"ham\"]");
    assert!(spam.model().unwrap().sampler(None, None).is_ok());
    let orange = study("play-tennis", "convention = \"orange\"");
    let refused = orange.model().unwrap().sampler(None, None).err().unwrap();
    has(&refused.what, &["Orange"]);
}

/// Asserts that the mean of some numbers is what it should be, within so many standard errors.
fn near(numbers: &[f64], mean: f64, variance: f64, what: &str) {
    let n = numbers.len() as f64;
    let found = numbers.iter().sum::<f64>() / n;
    let spread = numbers.iter().map(|x| (x - found) * (x - found)).sum::<f64>() / n;
    assert!((found - mean).abs() < 4.5 * (variance / n).sqrt(), "{what}: mean {found}, not {mean}");
    // The standard error of a normal variance is σ² √(2/n).
    assert!(
        (spread - variance).abs() < 4.5 * variance * (2.0 / n).sqrt(),
        "{what}: variance {spread}, not {variance}"
    );
}

#[test]
fn draws_have_the_means_variances_and_shares_of_the_model() {
    const N: usize = 20_000;
    let drawn = |fitted: &Fitted, seed: u64| {
        fitted.sampler(None, None).unwrap().rows(N, &mut Uniforms::seeded(seed)).unwrap()
    };
    let share = |found: usize, n: usize, p: f64, what: &str| {
        let (share, error) = (found as f64 / n as f64, (p * (1.0 - p) / n as f64).sqrt());
        assert!((share - p).abs() < 4.5 * error, "{what}: {share}, not {p}");
    };
    for (toml, seed) in [("model = \"gaussian\"", 1), ("model = \"gda\"", 2), ("model = \"qda\"", 3)] {
        let study = study("iris", toml);
        let fitted = study.model().unwrap();
        let rows = drawn(fitted, seed);
        for class in 0..3 {
            let of: Vec<_> = rows.iter().filter(|row| row.class == class).collect();
            share(of.len(), N, 1.0 / 3.0, toml);
            let x = |value: &DrawnValue| if let DrawnValue::Number { x, .. } = value { *x } else { f64::NAN };
            let numbers = |at: usize| of.iter().map(|row| x(&row.values[at])).collect::<Vec<f64>>();
            let mean = |at: usize| fitted.mean(at, class).unwrap();
            let sigma = fitted.gda().and_then(|gda| gda.sigma(class));
            for at in 0..4 {
                let variance = match sigma {
                    Some(sigma) => sigma.entry(at, at),
                    None => fitted.factors()[at].normal(class).unwrap().variance,
                };
                near(&numbers(at), mean(at), variance, toml);
            }
            if let Some(sigma) = sigma {
                // x + y has the variance that the covariance makes it have.
                let both: Vec<f64> = numbers(0).iter().zip(numbers(2)).map(|(x, y)| x + y).collect();
                let variance = sigma.entry(0, 0) + sigma.entry(2, 2) + 2.0 * sigma.entry(0, 2);
                near(&both, mean(0) + mean(2), variance, "covariance");
            }
        }
    }
    let study = study("play-tennis", "");
    let fitted = study.model().unwrap();
    let rows = drawn(fitted, 4);
    for (class, at, value) in [(0, 0, 0), (1, 0, 1), (1, 3, 1)] {
        let of = rows.iter().filter(|row| row.class == class);
        let is =
            |row: &&DrawnRow| matches!(row.values[at], DrawnValue::Category { value: v, .. } if v == value);
        let p = fitted.factors()[at].conditional(value, class).unwrap().to_f64();
        share(of.clone().filter(is).count(), of.count(), p, "play-tennis");
    }
}

/// The z of a row, with figures enough to be read again as the same numbers.
fn zs(row: &DrawnRow) -> Vec<String> {
    let z = |value: &DrawnValue| {
        if let DrawnValue::Number { z, .. } = value { format!("{z}") } else { String::new() }
    };
    row.values.iter().map(z).collect()
}

#[test]
fn a_drawn_number_has_a_working_that_gives_the_same() {
    for toml in [
        "model = \"gaussian\"",
        "model = \"gda\"",
        "model = \"qda\"",
        "model = \"gda\"\ncovariance = \"per-class-diagonal\"",
    ] {
        let study = study("iris", toml);
        let fitted = study.model().unwrap();
        let together = toml.contains("da\"") && !toml.contains("diagonal");
        for row in fitted.sampler(None, None).unwrap().rows(9, &mut Uniforms::seeded(5)).unwrap() {
            let zs = zs(&row);
            for (at, drawn) in row.values.iter().enumerate() {
                let DrawnValue::Number { x, .. } = drawn else { panic!("{toml}: no number") };
                let by = if together { zs[..=at].join(", ") } else { zs[at].clone() };
                let asked =
                    format!("draw({}, {by} | {})", fitted.features[at].name, fitted.classes[row.class]);
                let found = value(fitted, &asked).unwrap().to_f64();
                assert!((found - x).abs() < 1e-12 * x.abs().max(1.0), "{toml} {asked}: {found}, not {x}");
            }
        }
    }
}

#[test]
fn the_sums_of_a_draw_have_a_working() {
    let study = study("play-tennis", "");
    let fitted = study.model().unwrap();
    for (asked, wanted) in [
        ("F(No)", "5/14"),
        ("F(Yes)", "1"),
        ("F(Outlook=Sunny | Yes)", "3/12"),
        ("F(Outlook=Overcast | Yes)", "8/12"),
        ("F(Rain | Yes)", "1"),
    ] {
        assert_eq!(value(fitted, asked), Ok(exact(wanted)), "{asked}");
    }
    let few = |toml: &str, asked: &str| value(self::study("iris", toml).model().unwrap(), asked).map(|_| ());
    let gda = "model = \"gda\"";
    assert_eq!(few(gda, "draw(sepal_width, 0.1, 0.2 | setosa)"), Ok(()));
    for (toml, asked, wanted) in [
        (gda, "draw(sepal_width, 0.1 | setosa)", "a draw of sepal_width takes 2 numbers"),
        (gda, "draw(sepal_width, 0.1, 0.2, 0.3 | setosa)", "a draw of sepal_width takes 2 numbers"),
        (
            "model = \"gaussian\"",
            "draw(sepal_width, 0.1, 0.2 | setosa)",
            "a draw of sepal_width takes 1 number",
        ),
    ] {
        assert_eq!(few(toml, asked), Err(wanted.to_owned()));
    }
}

#[test]
fn a_seed_gives_the_same_rows_everywhere() {
    let study = study("elephants", "model = \"gda\"");
    let fitted = study.model().unwrap();
    let sampler = fitted.sampler(None, None).unwrap();
    let draw = |seed: u64| -> Vec<Vec<String>> {
        let rows = sampler.rows(3, &mut Uniforms::seeded(seed)).unwrap();
        rows.iter().map(|row| sampler.cells(row).into_iter().map(|(_, text)| text).collect()).collect()
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    insta::assert_snapshot!(draw(1).iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n"));
}

#[test]
fn documents_are_drawn_word_by_word_or_through_the_dictionary() {
    let words = study("chinese-japan", "");
    let fitted = words.model().unwrap();
    let sampler = fitted.sampler(None, Some(3)).unwrap();
    // In the order of code points: beijing 2/14, chinese 6/14, japan 1/14, macao, shanghai, tokyo of class c.
    let row = sampler.row(&mut uniforms("0 0 0.15 0.99")).unwrap();
    assert_eq!(sampler.cells(&row)[0].1, "beijing chinese tokyo");
    let presence = study("chinese-japan", "event = \"bernoulli\"\nmodel = \"bernoulli\"");
    let fitted = presence.model().unwrap();
    let sampler = fitted.sampler(None, None).unwrap();
    let row = sampler.row(&mut uniforms("0 0 0 0.999 0.999 0.999 0.999")).unwrap();
    assert_eq!(sampler.cells(&row)[0].1, "beijing chinese");
    // The length of a document is that of its class.
    let sampler = words.model().unwrap().sampler(None, None).unwrap();
    let rows = sampler.rows(50, &mut Uniforms::seeded(7)).unwrap();
    let lengths = rows.iter().map(|row| sampler.cells(row)[0].1.split(' ').count());
    assert!(lengths.into_iter().all(|length| length == 3));
}

#[test]
fn what_a_number_draws_of_categories_is_no_number_and_says_which_are() {
    let study = study("play-tennis", "");
    let fitted = study.model().unwrap();
    let refused = |typed: &str| -> Problem {
        match resolve_quantity(fitted, typed) {
            Err(error) => error.into(),
            Ok(found) => derive(fitted, None, &found.quantity).unwrap_err().into(),
        }
    };
    for typed in ["draw(Play, 0.62)", "draw(Outlook, 0.62 | No)"] {
        let problem = refused(typed);
        assert_eq!(problem.what, format!("{typed} is not a number of this model"));
        has(&problem.fix, &["F(Yes)"]);
    }
}
