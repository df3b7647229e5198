//! Rows of the data among drawn ones: half are drawn, and what gives one away holds of all of the data.

use crate::models;

use models::{model, sample};
use posterior::model::{Case, CaseValue, Fitted};
use posterior::practice::RealOrDrawn;

/// Rows of several seeds.
fn all(fitted: &Fitted) -> Vec<RealOrDrawn> {
    (0..12).map(|turn| RealOrDrawn::draw(turn, fitted).unwrap()).collect()
}

#[test]
fn half_of_the_rows_are_drawn_and_a_number_gives_the_same() {
    for name in ["play-tennis", "iris", "chinese-japan", "living-area", "person", "titanic"] {
        let Ok(study) = std::panic::catch_unwind(|| sample(name, "")) else { continue };
        let fitted = model(&study);
        for (turn, rows) in (0..).zip(all(&fitted)) {
            let drawn = rows.rows.iter().filter(|row| row.is_drawn()).count();
            assert_eq!(2 * drawn, rows.rows.len(), "{name}");
            assert!(rows.rows.iter().all(|row| row.cells.len() == rows.features.len()));
            // Only of drawn rows is anything said.
            assert!(rows.rows.iter().all(|row| row.is_drawn() || row.tells.is_empty()));
            let again = RealOrDrawn::draw(turn, &fitted).unwrap();
            let cells =
                |rows: &RealOrDrawn| rows.rows.iter().map(|row| row.cells.clone()).collect::<Vec<_>>();
            assert_eq!(cells(&rows), cells(&again));
        }
    }
}

/// Whether any row of the data has all of some values, each of a feature.
fn stands(fitted: &Fitted, class: Option<&str>, values: &[(&str, &str)]) -> bool {
    (0..fitted.data.table.rows()).any(|row| {
        let Some(of) = fitted.class_of_row(row) else { return false };
        let case = Case::unwritten(fitted, row).unwrap();
        class.is_none_or(|class| fitted.classes[of].as_str() == class)
            && values.iter().all(|(feature, value)| {
                let at = fitted.feature(feature).unwrap();
                let factor = &fitted.factors()[at];
                matches!(case.cells[at].value, CaseValue::Value(v) if factor.values()[v].as_str() == *value)
            })
    })
}

#[test]
fn what_gives_a_row_away_is_true_of_all_of_the_data() {
    let fitted = model(&sample("play-tennis", "alpha = \"1\""));
    let mut told = 0;
    for row in all(&fitted).iter().flat_map(|rows| &rows.rows) {
        for tell in &row.tells {
            let text = tell.plain();
            let text = text.trim_start_matches("No row of ").trim_end_matches('.');
            let (of, rest) = text.split_once(" has ").unwrap();
            let class = Some(of).filter(|of| *of != "the data");
            let values: Vec<(&str, &str)> =
                rest.split(" and ").map(|part| part.split_once(" = ").unwrap()).collect();
            assert!(!stands(&fitted, class, &values), "{}", tell.plain());
            told += 1;
        }
    }
    assert!(told > 0);
    // Numbers beyond those of the data are as far beyond as they are written.
    let fitted = model(&sample("iris", "model = \"gaussian\""));
    let mut beyond = 0;
    for rows in (0..80).map(|turn| RealOrDrawn::draw(turn, &fitted).unwrap()) {
        for row in &rows.rows {
            for (at, cell) in row.cells.iter().enumerate() {
                let column = fitted.features[at].column;
                let numbers = || (0..150).map(|row| fitted.data.number(row, column).unwrap().value());
                let (least, most) = (numbers().fold(f64::MAX, f64::min), numbers().fold(f64::MIN, f64::max));
                let x: f64 = cell.parse().unwrap();
                let outside = x < least || x > most;
                let name = rows.features[at].to_string();
                let said = row.tells.iter().any(|tell| tell.plain().starts_with(&name));
                assert!(said == outside || row.tells.len() == 3, "{name} = {cell}: {:?}", row.tells);
                beyond += usize::from(outside);
                // One decimal, as in the data.
                assert!(cell.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 1), "{cell}");
            }
        }
    }
    assert!(beyond > 0);
}

#[test]
fn what_was_told_right_stands_beside_guessing() {
    let fitted = model(&sample("iris", ""));
    let rows = RealOrDrawn::draw(0, &fitted).unwrap();
    let truth: Vec<bool> = rows.rows.iter().map(posterior::practice::MixedRow::is_drawn).collect();
    let told = |marked: &[bool]| rows.told(marked).plain();
    assert!(told(&truth).starts_with("You told 8 of 8 rows right."), "{}", told(&truth));
    assert!(told(&truth).ends_with("who guesses tells 4 right on average."));
    assert!(told(&[false; 8]).starts_with("You told 4 of 8 rows right."));
    let wrong: Vec<bool> = truth.iter().map(|drawn| !drawn).collect();
    assert!(told(&wrong).starts_with("You told 0 of 8 rows right."));
}

#[test]
fn without_two_whole_rows_there_is_nothing_to_tell_apart() {
    let few = |rows: &str| {
        let fitted = models::fitted(&format!("f,g,class\n{rows}"), "alpha = \"1\"");
        RealOrDrawn::draw(0, &fitted).map(|rows| rows.rows.len()).map_err(|problem| problem.what)
    };
    assert_eq!(few("a,u,x\nb,v,y\n?,u,z\n"), Ok(4));
    assert!(few("a,u,x\nb,?,y\n?,u,z\n").unwrap_err().contains("fewer than two rows"));
}
