//! Cells without a value: counting their rows all the same is named, with the rows.

use crate::models;

use posterior::practice::{Candidate, candidates};
use posterior::worked::resolve_quantity;

fn said(csv: &str, of: &str) -> Vec<Candidate> {
    let fitted = models::fitted(csv, "alpha = \"0\"");
    let case = models::case(&fitted, "weather=Sunny");
    candidates(&fitted, Some(&case), &resolve_quantity(&fitted, of).unwrap().quantity)
}

#[test]
fn a_row_without_a_value_that_is_counted_is_named() {
    let csv = "weather,play\nSunny,Yes\nSunny,Yes\nRainy,Yes\n?,Yes\nSunny,No\nRainy,No\n";
    let all = said(csv, "P(Sunny|Yes)");
    let half = all.iter().filter(|one| one.tag == "B23" && one.value.as_ref().unwrap().to_f64() == 0.5);
    let messages: Vec<String> = half.map(|one| one.message.plain()).collect();
    let named =
        "This is what you get if you count all 4 rows of Yes; row 4 has no value of weather and is left out.";
    assert_eq!(messages, [named]);
    let without = all.iter().all(|one| !one.message.plain().contains("rows of No;"));
    assert!(without, "every row of No has its weather");
}

#[test]
fn several_rows_are_named_and_many_are_counted() {
    let two = "weather,play\nSunny,Yes\nSunny,Yes\nRainy,Yes\n?,Yes\nSunny,No\n?,Yes\n";
    let messages = said(two, "P(Sunny|Yes)");
    let named = |text: &str, all: &[Candidate]| {
        all.iter().any(|one| one.message.plain().contains(text) && one.tag == "B23")
    };
    assert!(named("rows 4 and 6 have no value of weather and are left out", &messages), "{messages:?}");
    let five = format!("weather,play\nSunny,Yes\nRainy,Yes\nSunny,No\n{}", "?,Yes\n".repeat(5));
    let messages = said(&five, "P(Sunny|Yes)");
    assert!(named("all 7 rows of Yes; 5 of them have no value", &messages), "{messages:?}");
}
