//! What the query of the sums asks of numbers.
//!
//! Moments are taken in two passes within the query: the mean of a class, then sums about it. E[x²] − E[x]² has no correct
//! digit of large numbers that differ little.

use super::base::Read;
use super::query::{Line, Query};

impl Query<'_> {
    pub(super) fn moments(&mut self) {
        let numbers = self.base.read_as(|read| matches!(read, Read::Number));
        if !numbers.is_empty() {
            let known: Vec<String> = numbers.iter().map(|at| format!("x{at}")).collect();
            self.about("base", &known, &numbers, false);
            for at in numbers {
                self.number_lines(at, "moments", 4 + at, true);
            }
        }
        let times = self.base.read_as(|read| matches!(read, Read::Times));
        for at in times {
            let name = self.base.dialect.text(self.base.feature_name(at));
            let stands = format!("CASE WHEN x{at} > 0 THEN");
            let counts = [
                format!("SUM({stands} 1 ELSE 0 END)"),
                format!("SUM({stands} w ELSE 0 END)"),
                format!("COALESCE({}, 0)", self.sum(&format!("x{at}"))),
            ];
            let [n, w, tokens] = &counts;
            self.line(&Line {
                place: (4 + at, 0),
                kind: "'word'",
                class: "y",
                feature: &name,
                counts: [n, w, tokens],
                from: "base WHERE y IS NOT NULL AND w > 0 GROUP BY y",
                ..Line::default()
            });
        }
    }

    /// `near`, the mean of each number in each class of `rows`, and `about`, the sums about it.
    fn about(&mut self, rows: &str, names: &[String], numbers: &[usize], products: bool) {
        let here = format!("FROM {rows} WHERE y IS NOT NULL AND w > 0");
        let means: Vec<String> =
            names.iter().zip(numbers).map(|(x, at)| format!("AVG({x}) AS m{at}")).collect();
        self.parts.push(format!("near AS (SELECT y, {} {here} GROUP BY y)", means.join(", ")));
        let mut sums = vec!["COUNT(*) AS n".to_owned(), "SUM(b.w) AS w".to_owned()];
        for at in numbers {
            let apart = format!("(b.x{at} - near.m{at})");
            let w = if self.weighted() { "b.w * " } else { "" };
            sums.push(format!("COUNT(b.x{at}) AS n{at}"));
            sums.push(format!("SUM(CASE WHEN b.x{at} IS NOT NULL THEN b.w ELSE 0 END) AS w{at}"));
            sums.push(format!("MIN(near.m{at}) AS m{at}"));
            sums.push(format!("SUM({w}{apart}) AS a{at}"));
            sums.push(format!("SUM({w}{apart} * {apart}) AS q{at}"));
            for other in numbers.iter().take_while(|other| products && *other != at) {
                sums.push(format!("SUM({w}{apart} * (b.x{other} - near.m{other})) AS p{at}_{other}"));
            }
        }
        self.parts.push(format!(
            "about AS {}(SELECT b.y, {}\n  FROM {rows} AS b JOIN near ON near.y = b.y\n  WHERE b.y IS NOT NULL AND b.w > 0 GROUP BY b.y)",
            self.base.dialect.materialized,
            sums.join(", ")
        ));
    }

    fn number_lines(&mut self, at: usize, kind: &str, section: usize, counted: bool) {
        let name = self.base.dialect.text(self.base.feature_name(at));
        let order = self.ordered_by_class();
        let kind = format!("'{kind}'");
        let columns =
            [format!("n{at}"), format!("w{at}"), format!("m{at}"), format!("a{at}"), format!("q{at}")];
        let [n, w, shift, s1, s2] = &columns;
        let counts = if counted { [n.as_str(), w, "''"] } else { ["''"; 3] };
        let from = if counted { format!("about WHERE {n} > 0") } else { "about".to_owned() };
        self.line(&Line {
            place: (section, 0),
            order: &order,
            kind: &kind,
            class: "y",
            feature: &name,
            counts,
            sums: [shift, s1, s2],
            from: &from,
            ..Line::default()
        });
        if counted {
            let (missing_n, missing_w) = (format!("n - {n}"), format!("w - {w}"));
            self.line(&Line {
                place: (section, 1),
                order: &order,
                kind: "'missing'",
                class: "y",
                feature: &name,
                counts: [&missing_n, &missing_w, "''"],
                from: &format!("about WHERE n > {n}"),
                ..Line::default()
            });
        }
    }

    fn ordered_by_class(&self) -> String {
        format!("ROW_NUMBER() OVER (ORDER BY y{})", self.base.dialect.by_code_point)
    }

    pub(super) fn together(&mut self) {
        let numbers = self.base.read_as(|read| matches!(read, Read::Number));
        let known: Vec<String> = numbers.iter().map(|at| format!("x{at}")).collect();
        let all: Vec<String> = known.iter().map(|x| format!("{x} IS NOT NULL")).collect();
        self.parts.push(format!(
            "whole AS {}(SELECT * FROM base WHERE {})",
            self.base.dialect.materialized,
            all.join(" AND ")
        ));
        self.about("whole", &known, &numbers, !self.base.resolved.covariance.is_diagonal());
        let order = self.ordered_by_class();
        self.line(&Line {
            place: (4, 0),
            order: &order,
            kind: "'complete'",
            class: "y",
            counts: ["n", "w", "''"],
            from: "about",
            ..Line::default()
        });
        for at in &numbers {
            self.number_lines(*at, "together", 5 + at, false);
            if self.base.resolved.covariance.is_diagonal() {
                continue;
            }
            for other in numbers.iter().take_while(|other| *other != at) {
                let name = self.base.dialect.text(self.base.feature_name(*at));
                let value = self.base.dialect.text(self.base.feature_name(*other));
                self.line(&Line {
                    place: (5 + at, 2 + other),
                    order: &order,
                    kind: "'product'",
                    class: "y",
                    feature: &name,
                    value: &value,
                    sums: ["''", "''", &format!("p{at}_{other}")],
                    from: "about",
                    ..Line::default()
                });
            }
        }
    }
}
