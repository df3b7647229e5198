//! The query for the sums that a model is fitted from.

use super::dialect::Dialect;
use super::dialect::{Base, Read};
use crate::encode::SUMS_COLUMNS;
use crate::problem::Problem;
use crate::recipe::Resolved;
use crate::table::Column;

/// Returns the query whose result is the file of the sums by which a recipe's model is fitted. `columns` are those of the
/// recipe's positions.
pub fn sums_query(
    dialect: &Dialect,
    table: &str,
    resolved: &Resolved,
    columns: &[Column],
) -> Result<String, Problem> {
    let base = Base::new(dialect, table, resolved, columns)?;
    Ok(Query { base, parts: Vec::new(), lines: Vec::new() }.text())
}

pub(super) struct Query<'a> {
    pub(super) base: Base<'a>,
    /// Named parts: `name AS (…)`.
    pub(super) parts: Vec<String>,
    lines: Vec<String>,
}

/// A line of the file as expressions: where it stands, what it is, and what it says.
pub(super) struct Line<'a> {
    pub(super) place: (usize, usize),
    /// What orders the lines of one place; `0` where there is one.
    pub(super) order: &'a str,
    pub(super) kind: &'a str,
    pub(super) class: &'a str,
    pub(super) feature: &'a str,
    pub(super) value: &'a str,
    pub(super) counts: [&'a str; 3],
    pub(super) sums: [&'a str; 3],
    pub(super) from: &'a str,
}

impl Default for Line<'_> {
    fn default() -> Self {
        Line {
            place: (0, 0),
            order: "0",
            kind: "''",
            class: "''",
            feature: "''",
            value: "''",
            counts: ["''"; 3],
            sums: ["''"; 3],
            from: "",
        }
    }
}

impl Query<'_> {
    fn text(mut self) -> String {
        let dialect = self.base.dialect;
        let base = self.base.query(&[], self.base.has_texts(), true);
        self.parts.push(format!("base AS {}({base})", dialect.materialized));
        self.recipe();
        self.sources();
        self.rows();
        self.values();
        if self.base.resolved.model.is_joint() {
            self.together()
        } else {
            self.moments()
        }
        self.words();
        let columns: Vec<String> = SUMS_COLUMNS
            .iter()
            .enumerate()
            .map(|(at, name)| format!("c{at} AS {}", dialect.name(name)))
            .collect();
        format!(
            "WITH {},\nlines AS (\n{}\n)\nSELECT {}\n  FROM lines ORDER BY o, i, j;\n",
            self.parts.join(",\n"),
            self.lines.join("\nUNION ALL\n"),
            columns.join(", ")
        )
    }

    pub(super) fn line(&mut self, line: &Line<'_>) {
        let dialect = self.base.dialect;
        let as_text = |of: &str| match of {
            "''" => "''".to_owned(),
            of => format!("CAST({of} AS {})", dialect.text),
        };
        let digits = |of: &str| match of {
            "''" => "''".to_owned(),
            of => Dialect::filled(dialect.digits, of),
        };
        let [n, w, tokens] = line.counts.map(|of| match of {
            "''" => "''".to_owned(),
            of => as_text(&format!("CAST({of} AS {})", dialect.whole)),
        });
        let [shift, s1, s2] = line.sums.map(digits);
        let (o, i) = line.place;
        let cells = [
            line.kind.to_owned(),
            as_text(line.class),
            line.feature.to_owned(),
            line.value.to_owned(),
            n,
            w,
            tokens,
            shift,
            s1,
            s2,
        ];
        let cells: Vec<String> =
            cells.iter().enumerate().map(|(at, cell)| format!("{cell} AS c{at}")).collect();
        let from = if line.from.is_empty() { String::new() } else { format!("\n  FROM {}", line.from) };
        self.lines.push(format!(
            "SELECT {o} AS o, {i} AS i, CAST({} AS {}) AS j, {}{from}",
            line.order,
            dialect.whole,
            cells.join(", ")
        ));
    }

    fn recipe(&mut self) {
        let recipe = self.base.resolved.recipe.of_sums().to_toml();
        for (number, text) in (1..).zip(recipe.lines()) {
            let (value, n) = (self.base.dialect.text(text), number.to_string());
            self.line(&Line {
                place: (0, number),
                kind: "'recipe'",
                value: &value,
                counts: [&n, "''", "''"],
                ..Line::default()
            });
        }
    }

    fn sources(&mut self) {
        let sources = [
            (self.base.dialect.name, self.base.dialect.table(self.base.table)),
            ("order", "classes and values sorted".to_owned()),
        ];
        for (at, (engine, value)) in sources.into_iter().enumerate() {
            let (feature, value) = (self.base.dialect.text(engine), self.base.dialect.text(&value));
            let line = Line {
                place: (1, at),
                kind: "'source'",
                feature: &feature,
                value: &value,
                ..Line::default()
            };
            self.line(&line);
        }
    }

    pub(super) fn weighted(&self) -> bool {
        self.base.weight().is_some()
    }

    pub(super) fn sum(&self, of: &str) -> String {
        if self.weighted() { format!("SUM(w * {of})") } else { format!("SUM({of})") }
    }

    fn rows(&mut self) {
        self.line(&Line {
            place: (2, 0),
            kind: "'unlabelled'",
            counts: ["COUNT(*)", "COALESCE(SUM(w), 0)", "''"],
            from: "base WHERE y IS NULL AND w > 0",
            ..Line::default()
        });
        if let Some(weight) = self.base.weight() {
            let name = self.base.dialect.text(weight);
            let target = self.base.dialect.text(self.base.name_of(self.base.resolved.target));
            let weightless = Line {
                place: (2, 1),
                kind: "'weightless'",
                counts: ["COUNT(*)", "0", "''"],
                ..Line::default()
            };
            self.line(&Line { from: "base WHERE w = 0", ..weightless });
            let weightless = Line {
                place: (2, 2),
                kind: "'weightless'",
                counts: ["COUNT(*)", "0", "''"],
                ..Line::default()
            };
            self.line(&Line { feature: &target, from: "base WHERE w = 0 AND y IS NULL", ..weightless });
            let wrong = "base WHERE w IS NULL OR w < 0 OR w <> FLOOR(w)".to_owned();
            let wrong = if self.base.dialect.name == "sqlite" {
                wrong.replace("FLOOR(w)", "CAST(w AS INTEGER)")
            } else {
                wrong
            };
            self.line(&Line {
                place: (2, 3),
                kind: "'refused'",
                feature: &name,
                counts: ["''", "COUNT(*)", "''"],
                from: &wrong,
                ..Line::default()
            });
        }
        for at in self.base.read_as(|read| matches!(read, Read::Number | Read::Times)) {
            let name = self.base.dialect.text(self.base.feature_name(at));
            let x = format!("x{at}");
            let finite = Dialect::filled(self.base.dialect.finite, &x);
            self.line(&Line {
                place: (2, 4 + at),
                kind: "'refused'",
                feature: &name,
                counts: ["''", "COUNT(*)", "''"],
                from: &format!("base WHERE {x} IS NOT NULL AND NOT {finite}"),
                ..Line::default()
            });
        }
    }

    pub(super) fn ordered(&self, values: &[&str]) -> String {
        let code_point = self.base.dialect.by_code_point;
        let values: Vec<String> = values.iter().map(|value| format!("{value}{code_point}")).collect();
        format!("ROW_NUMBER() OVER (ORDER BY {})", values.join(", "))
    }

    fn values(&mut self) {
        let features = self.base.read_as(|read| matches!(read, Read::Value));
        let counted = format!("COUNT(*) AS n, {} AS w", if self.weighted() { "SUM(w)" } else { "COUNT(*)" });
        let here = "FROM base WHERE y IS NOT NULL AND w > 0";
        let select = |at: &usize| format!("f{at}, GROUPING(f{at}) AS g{at}");
        let one_pass = self.base.dialect.grouping_sets && !features.is_empty();
        if one_pass {
            let values: Vec<String> = features.iter().map(select).collect();
            let sets: Vec<String> = features.iter().map(|at| format!("(y, f{at})")).collect();
            self.parts.push(format!(
                "counted AS {}(SELECT y, {}, {counted}\n  {here}\n  GROUP BY GROUPING SETS ((y), {}))",
                self.base.dialect.materialized,
                values.join(", "),
                sets.join(", ")
            ));
        } else {
            self.parts.push(format!("classes AS (SELECT y, {counted} {here} GROUP BY y)"));
        }
        let all: Vec<String> = features.iter().map(|at| format!("g{at} = 1")).collect();
        let from =
            if one_pass { format!("counted WHERE {}", all.join(" AND ")) } else { "classes".to_owned() };
        let order = self.ordered(&["y"]);
        self.line(&Line {
            place: (3, 0),
            order: &order,
            kind: "'class'",
            class: "y",
            counts: ["n", "w", "''"],
            from: &from,
            ..Line::default()
        });
        for at in features {
            let name = self.base.dialect.text(self.base.feature_name(at));
            let value = format!("f{at}");
            let from = if one_pass {
                format!("counted WHERE g{at} = 0")
            } else {
                self.parts.push(format!("v{at} AS (SELECT y, f{at}, {counted} {here} GROUP BY y, f{at})"));
                format!("v{at}")
            };
            let order = self.ordered(&[&value, "y"]);
            self.line(&Line {
                place: (4 + at, 0),
                order: &order,
                kind: &format!("CASE WHEN {value} IS NULL THEN 'missing' ELSE 'value' END"),
                class: "y",
                feature: &name,
                value: &format!("COALESCE({value}, '')"),
                counts: ["n", "w", "''"],
                from: &from,
                ..Line::default()
            });
        }
    }

    /// Words in rows: never a column a word.
    fn words(&mut self) {
        let dialect = self.base.dialect;
        let Some(words) = &dialect.words else { return };
        for at in self.base.read_as(|read| matches!(read, Read::Text)) {
            let name = dialect.text(self.base.feature_name(at));
            let text = format!("t{at}");
            let (select, from) = (Dialect::filled(words.select, &text), Dialect::filled(words.from, &text));
            self.parts.push(format!("tokens{at} AS (SELECT y, id, w, {select} AS word FROM base{from})"));
            self.parts.push(format!(
                "documents{at} AS (SELECT y, id, w, word, COUNT(*) AS times FROM tokens{at}\n  WHERE w > 0 GROUP BY y, id, w, word)"
            ));
            let order = format!("ROW_NUMBER() OVER (ORDER BY y{})", dialect.by_code_point);
            self.line(&Line {
                place: (4 + at, 0),
                order: &order,
                kind: "'text'",
                class: "y",
                feature: &name,
                counts: ["''", "''", "SUM(times * w)"],
                from: &format!("documents{at} WHERE y IS NOT NULL GROUP BY y"),
                ..Line::default()
            });
            let order = format!("ROW_NUMBER() OVER (ORDER BY word{0}, y{0})", dialect.by_code_point);
            self.line(&Line {
                place: (4 + at, 1),
                order: &order,
                kind: "'word'",
                class: "COALESCE(y, '')",
                feature: &name,
                value: "word",
                counts: ["COUNT(*)", "SUM(w)", "SUM(times * w)"],
                from: &format!("documents{at} GROUP BY y, word"),
                ..Line::default()
            });
        }
    }
}

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
