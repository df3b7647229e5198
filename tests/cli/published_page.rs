//! The page of published examples: every command on it runs and prints every figure of ours, and remarks on agreement
//! are true.

use crate::prints;

const PAGE: &str = include_str!("../../docs/published.md");

/// A line of a table.
struct Row {
    quantity: String,
    published: String,
    ours: String,
    remark: String,
}

/// The commands of the page with the tables that follow them.
fn examples() -> Vec<(String, Vec<Row>)> {
    let mut found: Vec<(String, Vec<Row>)> = Vec::new();
    for line in PAGE.lines() {
        if line.starts_with("posterior ") {
            // Double quotes, which have no escapes here, group words as single quotes do.
            found.push((line.replace('"', "'"), Vec::new()));
        }
        let cells: Vec<String> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
        let [_, quantity, published, ours, remark, _] = cells.as_slice() else { continue };
        if quantity != "quantity" && quantity != "---" {
            let [quantity, published, ours, remark] = [quantity, published, ours, remark].map(String::clone);
            found.last_mut().unwrap().1.push(Row { quantity, published, ours, remark });
        }
    }
    found
}

/// Whether a text has a figure that is not a part of a longer one.
fn has_figure(text: &str, figure: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
    text.match_indices(figure).any(|(at, _)| {
        let after = &text[at + figure.len()..];
        !text[..at].ends_with(part) && !after.starts_with(part) && !after.starts_with('⁻')
    })
}

/// Whether a text has a number that is the figure when it is rounded as the figure is.
fn has_rounded(text: &str, figure: &str) -> bool {
    let decimals = figure.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let numbers = text.split(|c: char| !c.is_ascii_digit() && !".e-".contains(c));
    numbers
        .filter_map(|number| number.parse::<f64>().ok())
        .any(|number| format!("{number:.decimals$}") == figure)
}

/// Whether our value, rounded to the figures that are published, is what is published.
fn agrees(ours: &str, published: &str) -> bool {
    let (digits, power) =
        published.split_once('e').map_or((published, ""), |(digits, power)| (digits, power));
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    // Formulas have a real minus, tables and books a hyphen.
    let value: f64 = ours.replace('−', "-").parse().unwrap();
    let (minus, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    match power {
        "" => {
            format!("{value:.decimals$}")
                == format!("{minus}{}{digits}", if digits.starts_with('.') { "0" } else { "" })
        }
        power => format!("{value:.decimals$e}") == format!("{digits}e{power}"),
    }
}

#[test]
fn every_command_prints_its_figures() {
    let examples = examples();
    assert!(examples.len() >= 15, "the page has {} commands", examples.len());
    for (command, rows) in examples {
        let text = prints(command.strip_prefix("posterior ").unwrap());
        assert!(!rows.is_empty(), "{command} has no table");
        for row in rows {
            let json = command.ends_with("--format json");
            let found = if json { has_rounded(&text, &row.ours) } else { has_figure(&text, &row.ours) };
            assert!(found, "{command}: {} is not {}\n{text}", row.quantity, row.ours);
            // The name is there as well, so that the figure is not that of something else by mistake.
            let name = row.quantity.replace(" given ", " | ");
            let name = name.split(" of row ").next().unwrap();
            assert!(text.contains(name), "{command}: {name} is not in\n{text}");
            if let Some(exactly) = row.remark.split("exactly ").nth(1) {
                assert!(has_figure(&text, exactly), "{command}: {exactly}\n{text}");
            }
        }
    }
}

#[test]
fn remarks_on_agreement_are_true() {
    for row in examples().into_iter().flat_map(|(_, rows)| rows) {
        match row.published.as_str() {
            "–" | "1/7" | "147/150" => assert!(!row.remark.starts_with("agrees"), "{}", row.quantity),
            published => {
                let (found, expected) = (row.remark.starts_with("agrees"), agrees(&row.ours, published));
                assert_eq!(found, expected, "{}: {published} and {}", row.quantity, row.ours);
                assert!(found || row.remark.starts_with("differs"), "{}: {}", row.quantity, row.remark);
            }
        }
    }
}
