//! The SQL query for the sums that a model is fitted from.

use super::dialect::{BaseQuery, Dialect, ReadAs};
use super::sums::SUMS_COLUMNS;
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
    let base = BaseQuery::new(dialect, table, resolved, columns)?;
    Ok(Query { base, parts: Vec::new(), lines: Vec::new() }.text())
}

struct Query<'a> {
    base: BaseQuery<'a>,
    /// Named parts: `name AS (…)`.
    parts: Vec<String>,
    lines: Vec<String>,
}

impl Query<'_> {
    fn text(mut self) -> String {
        let dialect = self.base.dialect;
        self.parts.push(format!("base AS {}({})", dialect.materialized, self.base.query(&[], true)));
        self.recipe();
        self.rows();
        self.values();
        if self.base.resolved.model.is_joint() {
            self.together();
        } else {
            self.moments();
        }
        self.words();
        let (parts, lines) = (self.parts.join(",\n"), self.lines.join("\nUNION ALL\n"));
        let columns = SUMS_COLUMNS.iter().enumerate();
        let columns = columns.map(|(at, name)| format!("c{at} AS {}", dialect.name(name)));
        let columns = columns.collect::<Vec<_>>().join(", ");
        format!("WITH {parts},\nlines AS (\n{lines}\n)\nSELECT {columns}\n  FROM lines ORDER BY o, i, j;\n")
    }

    /// Adds lines of the file: their place, what orders the lines of one place, and the expressions of their cells; empty
    /// for none.
    fn line(&mut self, (o, i): (usize, usize), order: &str, kind: &str, cells: [&str; 9], from: &str) {
        let dialect = self.base.dialect;
        let mut line =
            format!("SELECT {o} AS o, {i} AS i, CAST({order} AS {}) AS j, {kind} AS c0", dialect.whole);
        for (at, cell) in (1..).zip(cells) {
            let text = match (at, cell) {
                (_, "") => "''".to_owned(),
                (1, class) => dialect.as_text(class),
                // n, w and tokens; then shift, s1 and s2.
                (4..=6, count) => dialect.as_text(&format!("CAST({count} AS {})", dialect.whole)),
                (7.., float) => dialect.digits.replace("{}", float),
                (_, text) => text.to_owned(),
            };
            line.push_str(&format!(", {text} AS c{at}"));
        }
        if !from.is_empty() {
            line.push_str(&format!("\n  FROM {from}"));
        }
        self.lines.push(line);
    }

    fn recipe(&mut self) {
        let dialect = self.base.dialect;
        for (number, text) in (1..).zip(self.base.resolved.recipe.of_sums().to_toml().lines()) {
            let (text, n) = (dialect.text(text), number.to_string());
            self.line((0, number), "0", "'recipe'", ["", "", &text, &n, "", "", "", "", ""], "");
        }
        let (engine, table) = (dialect.text(dialect.name), dialect.text(&dialect.table(self.base.table)));
        let sources = [(engine.as_str(), table.as_str()), ("'order'", "'classes and values sorted'")];
        for (at, (engine, value)) in sources.into_iter().enumerate() {
            self.line((1, at), "0", "'source'", ["", engine, value, "", "", "", "", "", ""], "");
        }
    }

    fn rows(&mut self) {
        let dialect = self.base.dialect;
        let cells = ["", "", "", "COUNT(*)", "COALESCE(SUM(w), 0)", "", "", "", ""];
        self.line((2, 0), "0", "'unlabelled'", cells, "base WHERE y IS NULL AND w > 0");
        if let Some(weight) = self.base.weight() {
            let (weight, target) = (dialect.text(weight), dialect.text(self.base.target()));
            let cells = |column| ["", column, "", "COUNT(*)", "0", "", "", "", ""];
            self.line((2, 1), "0", "'weightless'", cells(""), "base WHERE w = 0");
            self.line((2, 2), "0", "'weightless'", cells(&target), "base WHERE w = 0 AND y IS NULL");
            let floor = if dialect.name == "sqlite" { "CAST(w AS INTEGER)" } else { "FLOOR(w)" };
            let from = format!("base WHERE w IS NULL OR w < 0 OR w <> {floor}");
            self.line((2, 3), "0", "'refused'", ["", &weight, "", "", "COUNT(*)", "", "", "", ""], &from);
        }
        for (at, name) in self.base.read_as(&[ReadAs::Number, ReadAs::Times]) {
            let x = format!("x{at}");
            let finite = dialect.finite.replace("{}", &x);
            let from = format!("base WHERE {x} IS NOT NULL AND NOT {finite}");
            self.line((2, 4 + at), "0", "'refused'", ["", &name, "", "", "COUNT(*)", "", "", "", ""], &from);
        }
    }

    fn ordered(&self, by: &[&str]) -> String {
        let code_point = self.base.dialect.by_code_point;
        let by: Vec<String> = by.iter().map(|value| format!("{value}{code_point}")).collect();
        format!("ROW_NUMBER() OVER (ORDER BY {})", by.join(", "))
    }

    fn weighted(&self) -> bool {
        self.base.weight().is_some()
    }

    fn values(&mut self) {
        let features = self.base.read_as(&[ReadAs::Value]);
        let counted = format!("COUNT(*) AS n, {} AS w", if self.weighted() { "SUM(w)" } else { "COUNT(*)" });
        let here = "FROM base WHERE y IS NOT NULL AND w > 0";
        let each = |of: &dyn Fn(usize) -> String, by: &str| {
            features.iter().map(|(at, _)| of(*at)).collect::<Vec<String>>().join(by)
        };
        let one_pass = self.base.dialect.grouping_sets && !features.is_empty();
        let classes = if one_pass {
            self.parts.push(format!(
                "counted AS {}(SELECT y, {}, {counted}\n  {here}\n  GROUP BY GROUPING SETS ((y), {}))",
                self.base.dialect.materialized,
                each(&|at| format!("f{at}, GROUPING(f{at}) AS g{at}"), ", "),
                each(&|at| format!("(y, f{at})"), ", ")
            ));
            format!("counted WHERE {}", each(&|at| format!("g{at} = 1"), " AND "))
        } else {
            self.parts.push(format!("classes AS (SELECT y, {counted} {here} GROUP BY y)"));
            "classes".to_owned()
        };
        let order = self.ordered(&["y"]);
        self.line((3, 0), &order, "'class'", ["y", "", "", "n", "w", "", "", "", ""], &classes);
        for (at, name) in &features {
            let from = if one_pass {
                format!("counted WHERE g{at} = 0")
            } else {
                self.parts.push(format!("v{at} AS (SELECT y, f{at}, {counted} {here} GROUP BY y, f{at})"));
                format!("v{at}")
            };
            let f = format!("f{at}");
            let kind = format!("CASE WHEN {f} IS NULL THEN 'missing' ELSE 'value' END");
            let (order, value) = (self.ordered(&[&f, "y"]), format!("COALESCE({f}, '')"));
            self.line((4 + at, 0), &order, &kind, ["y", name, &value, "n", "w", "", "", "", ""], &from);
        }
    }

    /// Adds the lines of the words: a row for each, never a column.
    fn words(&mut self) {
        for (at, name) in self.base.read_as(&[ReadAs::Text]) {
            let Some([select, from]) = self.base.dialect.words(&format!("t{at}")) else { return };
            self.parts.push(format!("tokens{at} AS (SELECT y, id, w, {select} AS word FROM base{from})"));
            let times = format!("SELECT y, id, w, word, COUNT(*) AS times FROM tokens{at}");
            self.parts.push(format!("documents{at} AS ({times}\n  WHERE w > 0 GROUP BY y, id, w, word)"));
            let (order, from) = (self.ordered(&["y"]), "WHERE y IS NOT NULL GROUP BY y");
            let (tokens, from) = ("SUM(times * w)", format!("documents{at} {from}"));
            let cells = ["y", &name, "", "", "", tokens, "", "", ""];
            self.line((4 + at, 0), &order, "'text'", cells, &from);
            let (order, from) = (self.ordered(&["word", "y"]), format!("documents{at} GROUP BY y, word"));
            let cells = ["COALESCE(y, '')", &name, "word", "COUNT(*)", "SUM(w)", tokens, "", "", ""];
            self.line((4 + at, 1), &order, "'word'", cells, &from);
        }
    }

    fn moments(&mut self) {
        let numbers = self.base.read_as(&[ReadAs::Number]);
        if !numbers.is_empty() {
            self.about("base", &numbers, false);
        }
        let order = self.ordered(&["y"]);
        for (at, name) in numbers {
            let [n, w, m, a, q] = ["n", "w", "m", "a", "q"].map(|sum| format!("{sum}{at}"));
            let (cells, from) = (["y", &name, "", &n, &w, "", &m, &a, &q], format!("about WHERE {n} > 0"));
            self.line((4 + at, 0), &order, "'moments'", cells, &from);
            let (left, w, from) = (format!("n - {n}"), format!("w - {w}"), format!("about WHERE n > {n}"));
            let cells = ["y", &name, "", &left, &w, "", "", "", ""];
            self.line((4 + at, 1), &order, "'missing'", cells, &from);
        }
        for (at, name) in self.base.read_as(&[ReadAs::Times]) {
            let times = if self.weighted() { format!("w * x{at}") } else { format!("x{at}") };
            let [n, w] = ["1", "w"].map(|of| format!("SUM(CASE WHEN x{at} > 0 THEN {of} ELSE 0 END)"));
            let tokens = format!("COALESCE(SUM({times}), 0)");
            let cells = ["y", &name, "", &n, &w, &tokens, "", "", ""];
            self.line((4 + at, 0), "0", "'word'", cells, "base WHERE y IS NOT NULL AND w > 0 GROUP BY y");
        }
    }

    /// Adds `near`, the mean of each number in each class of `rows`, and `about`, the sums about it.
    fn about(&mut self, rows: &str, numbers: &[(usize, String)], products: bool) {
        let means: Vec<String> = numbers.iter().map(|(at, _)| format!("AVG(x{at}) AS m{at}")).collect();
        let counted = format!("FROM {rows} WHERE y IS NOT NULL AND w > 0 GROUP BY y");
        self.parts.push(format!("near AS (SELECT y, {} {counted})", means.join(", ")));
        let mut sums = vec!["COUNT(*) AS n".to_owned(), "SUM(b.w) AS w".to_owned()];
        for (at, _) in numbers {
            let deviation = format!("(b.x{at} - near.m{at})");
            let w = if self.weighted() { "b.w * " } else { "" };
            sums.push(format!("COUNT(b.x{at}) AS n{at}"));
            sums.push(format!("SUM(CASE WHEN b.x{at} IS NOT NULL THEN b.w ELSE 0 END) AS w{at}"));
            sums.push(format!("MIN(near.m{at}) AS m{at}"));
            sums.push(format!("SUM({w}{deviation}) AS a{at}"));
            sums.push(format!("SUM({w}{deviation} * {deviation}) AS q{at}"));
            for (other, _) in numbers.iter().take_while(|(other, _)| products && other != at) {
                sums.push(format!("SUM({w}{deviation} * (b.x{other} - near.m{other})) AS p{at}_{other}"));
            }
        }
        self.parts.push(format!(
            "about AS {}(SELECT b.y, {}\n  FROM {rows} AS b JOIN near ON near.y = b.y\n  WHERE b.y IS NOT NULL AND b.w > 0 GROUP BY b.y)",
            self.base.dialect.materialized,
            sums.join(", ")
        ));
    }

    fn together(&mut self) {
        let numbers = self.base.read_as(&[ReadAs::Number]);
        let all: Vec<String> = numbers.iter().map(|(at, _)| format!("x{at} IS NOT NULL")).collect();
        let (materialized, all) = (self.base.dialect.materialized, all.join(" AND "));
        self.parts.push(format!("whole AS {materialized}(SELECT * FROM base WHERE {all})"));
        let products = !self.base.resolved.covariance.is_diagonal();
        self.about("whole", &numbers, products);
        let order = self.ordered(&["y"]);
        self.line((4, 0), &order, "'complete'", ["y", "", "", "n", "w", "", "", "", ""], "about");
        for (at, name) in &numbers {
            let [m, a, q] = ["m", "a", "q"].map(|sum| format!("{sum}{at}"));
            self.line((5 + at, 0), &order, "'together'", ["y", name, "", "", "", "", &m, &a, &q], "about");
            for (other, value) in numbers.iter().take_while(|(other, _)| products && other != at) {
                let cells = ["y", name, value, "", "", "", "", "", &format!("p{at}_{other}")];
                self.line((5 + at, 2 + other), &order, "'product'", cells, "about");
            }
        }
    }
}
