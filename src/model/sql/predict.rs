//! The scoring query: ln score of each class, the predicted class, and the posteriors, computed in the database. The
//! constants are in a part of the query; a missing or unseen value has no factor.

use crate::encode::{Base, Dialect};
use crate::math::Name;
use crate::model::factor::{Factor, Form};
use crate::model::fitted::Fitted;
use crate::model::prediction::NEAR;
use crate::model::sums::Absences;
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::text::brief;

/// The most classes of a scoring query: it has an expression for each.
const CLASSES: usize = 200;

/// Returns the query that predicts the rows of a table: the columns that are kept, `predicted`, and for each class `ln
/// score(c)` and `P(c)`.
///
/// # Errors
/// When the model cannot be written as a query: its conventions change the factors, a number of it is 0/0, or it has
/// too many classes.
pub fn scoring_query(
    dialect: &Dialect,
    table: &str,
    fitted: &Fitted,
    keep: &[String],
) -> Result<String, Problem> {
    refuse(fitted)?;
    let base = Base::new(dialect, table, &fitted.data.resolved, fitted.data.table.columns())?;
    let mut query = Scores::new(&base, fitted);
    let sums = query.sums()?;
    Ok(query.text(&sums, keep))
}

fn refuse(fitted: &Fitted) -> Result<(), Problem> {
    let refused = |what: String, fix: &str| Err(Problem::usage(what, fix));
    if !matches!(fitted.convention(), Convention::Cs229 | Convention::ScikitLearn | Convention::Weka) {
        return refused(
            format!(
                "the conventions of {} change the factors, which the query cannot do",
                fitted.convention().program()
            ),
            "pass --convention cs229",
        );
    }
    if fitted.classes.len() > CLASSES {
        return refused(
            format!("the model has {} classes, but a query can have at most {CLASSES}", fitted.classes.len()),
            "predict without a database: posterior predict sums.csv --queries FILE.csv",
        );
    }
    Ok(())
}

struct Scores<'a> {
    base: &'a Base<'a>,
    fitted: &'a Fitted,
    /// Named parts of the query after `base`.
    parts: Vec<String>,
    /// The joins to `base`.
    joins: Vec<String>,
}

impl<'a> Scores<'a> {
    fn new(base: &'a Base<'a>, fitted: &'a Fitted) -> Scores<'a> {
        Scores { base, fitted, parts: Vec::new(), joins: Vec::new() }
    }

    fn classes(&self) -> usize {
        self.fitted.classes.len()
    }

    /// ln score of each class, as an expression.
    fn sums(&mut self) -> Result<Vec<String>, Problem> {
        let number = |number: f64| self.base.dialect.number(number);
        let prior = |class: usize| self.fitted.prior(class).map_or(f64::NAN, |prior| prior.ln());
        let mut sums: Vec<String> = (0..self.classes()).map(|class| number(prior(class))).collect();
        if self.fitted.gda().is_some() {
            self.together(&mut sums)?;
            return Ok(sums);
        }
        let fitted = self.fitted;
        for factor in fitted.factors() {
            if factor.is_word_counts() {
                self.times(factor, &mut sums)?;
                continue;
            }
            let at = fitted.data.resolved.features.iter().position(|feature| feature.column == factor.column);
            let Some(at) = at else { continue };
            match &factor.form {
                Form::Gaussian(_) => self.normal(factor, at, &mut sums)?,
                Form::Poisson(_) => self.count(factor, at, &mut sums)?,
                Form::Words | Form::Presence => self.words(factor, at, &mut sums)?,
                Form::Categories | Form::Bins(_) | Form::Flag => self.values(factor, at, &mut sums)?,
            }
        }
        Ok(sums)
    }

    fn undefined(&self, factor: &Factor) -> Problem {
        Problem {
            feature: Some(factor.name.as_str().to_owned()),
            ..Problem::usage(
                format!("a number of “{}” is 0/0, so no score can be computed", brief(factor.name.as_str())),
                "smooth it: --alpha 1",
            )
        }
    }

    fn ln(&self, factor: &Factor, value: usize) -> Result<Vec<String>, Problem> {
        let lns = (0..self.classes()).map(|class| self.fitted.ln_multiplied(factor, value, class));
        self.numbers(factor, lns)
    }

    fn numbers(&self, factor: &Factor, lns: impl Iterator<Item = f64>) -> Result<Vec<String>, Problem> {
        let number = |ln: f64| {
            if ln.is_nan() { Err(self.undefined(factor)) } else { Ok(self.base.dialect.number(ln)) }
        };
        lns.map(number).collect()
    }

    /// A part with the constants of a feature: `c0(v, l0, l1, …)`.
    fn constants(&mut self, at: usize, rows: &[(String, Vec<String>)]) {
        let columns: Vec<String> = (0..self.classes()).map(|class| format!("l{class}")).collect();
        let row = |(value, lns): &(String, Vec<String>)| {
            format!("({}, {})", self.base.dialect.text(value), lns.join(", "))
        };
        let rows: Vec<String> = rows.iter().map(row).collect();
        self.parts.push(format!("c{at}(v, {}) AS (VALUES\n  {})", columns.join(", "), rows.join(",\n  ")));
    }

    fn values(&mut self, factor: &Factor, at: usize, sums: &mut [String]) -> Result<(), Problem> {
        let mut rows = Vec::new();
        // Every text except the one that counts as 1 counts as 0.
        let others = if factor.form == Form::Flag {
            self.ln(factor, 1)?
        } else {
            vec!["0".to_owned(); self.classes()]
        };
        let column = self.fitted.data.table.columns().get(factor.column);
        match (&factor.form, column) {
            (Form::Bins(_), _) => {
                for (value, name) in factor.values().iter().enumerate() {
                    rows.push((name.as_str().to_owned(), self.ln(factor, value)?));
                }
            }
            (_, Some(column)) => {
                for (code, name) in (0..).zip(column.dictionary.names()) {
                    if let Some(value) = factor.by_code(code) {
                        rows.push((name.as_str().to_owned(), self.ln(factor, value)?));
                    }
                }
            }
            _ => {}
        }
        if rows.is_empty() {
            return Ok(());
        }
        self.constants(at, &rows);
        self.joins.push(format!("LEFT JOIN c{at} ON c{at}.v = base.f{at}"));
        for (class, (sum, other)) in sums.iter_mut().zip(others).enumerate() {
            sum.push_str(&match other.as_str() {
                "0" => format!("\n    + COALESCE(c{at}.l{class}, 0)"),
                other => format!(
                    "\n    + CASE WHEN base.f{at} IS NULL THEN 0 ELSE COALESCE(c{at}.l{class}, {other}) END"
                ),
            });
        }
        Ok(())
    }

    fn words(&mut self, factor: &Factor, at: usize, sums: &mut [String]) -> Result<(), Problem> {
        let dialect = self.base.dialect;
        let present = factor.form == Form::Presence;
        let absences = present.then(|| Absences::new(self.fitted, factor));
        let mut rows = Vec::new();
        for (word, name) in factor.values().iter().enumerate() {
            let ln = |class: usize| {
                let there = self.fitted.ln_multiplied(factor, word, class);
                if present { there - self.fitted.ln_multiplied_absent(factor, word, class) } else { there }
            };
            let lns: Vec<f64> = (0..self.classes()).map(ln).collect();
            if present && lns.iter().any(|ln| !ln.is_finite()) {
                let what = format!(
                    "the word “{}” occurs in every document of a class, or in none, so a factor is 0",
                    brief(name.as_str())
                );
                return Err(Problem::usage(what, "smooth it: --alpha 1"));
            }
            rows.push((name.as_str().to_owned(), self.numbers(factor, lns.into_iter())?));
        }
        let words = dialect.words(&format!("t{at}")).filter(|_| !rows.is_empty());
        let Some([select, from]) = words else { return Ok(()) };
        self.constants(at, &rows);
        let distinct = if present { "DISTINCT " } else { "" };
        self.parts.push(format!("tokens{at} AS (SELECT {distinct}id, {select} AS word FROM base{from})"));
        let added: Vec<String> =
            (0..self.classes()).map(|class| format!("SUM(l{class}) AS l{class}")).collect();
        self.parts.push(format!(
            "s{at} AS (SELECT id, {} FROM tokens{at} JOIN c{at} ON c{at}.v = tokens{at}.word GROUP BY id)",
            added.join(", ")
        ));
        self.joins.push(format!("LEFT JOIN s{at} ON s{at}.id = base.id"));
        for (class, sum) in sums.iter_mut().enumerate() {
            let none = absences.as_ref().map(|absences| dialect.number(absences.sum(class)));
            none.into_iter().for_each(|none| sum.push_str(&format!("\n    + {none}")));
            sum.push_str(&format!("\n    + COALESCE(s{at}.l{class}, 0)"));
        }
        Ok(())
    }

    fn times(&mut self, factor: &Factor, sums: &mut [String]) -> Result<(), Problem> {
        for (word, column) in factor.word_columns.iter().enumerate() {
            let features = &self.fitted.data.resolved.features;
            let Some(at) = features.iter().position(|feature| feature.column == *column) else { continue };
            for (sum, ln) in sums.iter_mut().zip(self.ln(factor, word)?) {
                sum.push_str(&format!("\n    + CASE WHEN base.x{at} > 0 THEN base.x{at} * {ln} ELSE 0 END"));
            }
        }
        Ok(())
    }

    fn normal(&mut self, factor: &Factor, at: usize, sums: &mut [String]) -> Result<(), Problem> {
        for (class, sum) in sums.iter_mut().enumerate() {
            let normal = factor.normal(class).ok_or_else(|| self.undefined(factor))?;
            let number = |number: f64| self.base.dialect.number(number);
            let constant = -0.5 * (std::f64::consts::TAU.ln() + normal.variance.ln());
            let apart = self.apart(at, normal.mean, normal.rest);
            sum.push_str(&format!(
                "\n    + CASE WHEN base.x{at} IS NULL THEN 0 ELSE {} - 0.5 * {apart} / {} * {apart} END",
                number(constant),
                number(normal.variance)
            ));
        }
        Ok(())
    }

    /// x − μ, including the rounding error of the mean.
    fn apart(&self, at: usize, mean: f64, rest: f64) -> String {
        let number = |number: f64| self.base.dialect.number(number);
        let rest = if rest == 0.0 { String::new() } else { format!(" - ({})", number(rest)) };
        format!("(base.x{at} - ({}){rest})", number(mean))
    }

    /// Adds a count with a rate, without ln k!, which is the same in every class.
    fn count(&mut self, factor: &Factor, at: usize, sums: &mut [String]) -> Result<(), Problem> {
        for (class, sum) in sums.iter_mut().enumerate() {
            let lambda = factor.rate(class).and_then(crate::model::poisson::Rate::lambda);
            let lambda = lambda.ok_or_else(|| self.undefined(factor))?.to_f64();
            let number = |number: f64| self.base.dialect.number(number);
            sum.push_str(&match lambda {
                0.0 => {
                    format!("\n    + CASE WHEN base.x{at} > 0 THEN {} ELSE 0 END", number(f64::NEG_INFINITY))
                }
                lambda => format!(
                    "\n    + CASE WHEN base.x{at} IS NULL THEN 0 ELSE base.x{at} * ({}) - {} END",
                    number(lambda.ln()),
                    number(lambda)
                ),
            });
        }
        Ok(())
    }

    fn together(&mut self, sums: &mut [String]) -> Result<(), Problem> {
        let Some(gda) = self.fitted.gda() else { return Ok(()) };
        let d = self.fitted.features.len();
        for (class, sum) in sums.iter_mut().enumerate() {
            let Some(sigma) = gda.sigma(class) else { continue };
            let number = |number: f64| self.base.dialect.number(number);
            let inverse = sigma.inverse();
            let constant = -0.5 * (d as f64 * std::f64::consts::TAU.ln() + sigma.log_det());
            let rest = |at: usize| self.fitted.scatter(class)?.rest.get(at).copied();
            let apart =
                |at: usize| self.apart(at, gda.mean(class, at).unwrap_or(f64::NAN), rest(at).unwrap_or(0.0));
            sum.push_str(&format!("\n    + ({}) - 0.5 * (0", number(constant)));
            for (a, column) in inverse.iter().enumerate() {
                for (b, entry) in column.iter().enumerate().take(a + 1).filter(|(_, entry)| **entry != 0.0) {
                    let times = if a == b { *entry } else { 2.0 * entry };
                    sum.push_str(&format!("\n      + ({}) * {} * {}", number(times), apart(a), apart(b)));
                }
            }
            sum.push(')');
        }
        Ok(())
    }

    fn text(self, sums: &[String], keep: &[String]) -> String {
        let dialect = self.base.dialect;
        let named: Vec<String> =
            keep.iter().enumerate().map(|(at, name)| format!("s.{} AS k{at}", dialect.name(name))).collect();
        let base = self.base.query(&named, false);
        let kept = |from: &str| -> String { (0..keep.len()).map(|at| format!("{from}k{at}, ")).collect() };
        let lns: Vec<String> =
            sums.iter().enumerate().map(|(class, sum)| format!("{sum} AS l{class}")).collect();
        let said = Said { dialect, names: &self.fitted.classes };
        let scores = said.scores();
        let highest = said.highest();
        let is_none = said.is_none();
        let mut columns = Vec::new();
        columns.extend(keep.iter().enumerate().map(|(at, name)| format!("k{at} AS {}", dialect.name(name))));
        columns.push(format!("{} AS predicted", said.predicted()));
        for (class, name) in self.fitted.classes.iter().enumerate() {
            columns.push(format!("l{class} AS {}", dialect.name(&format!("ln score({})", name.as_str()))));
        }
        for (class, name) in self.fitted.classes.iter().enumerate() {
            columns.push(format!(
                "CASE WHEN {is_none} THEN NULL ELSE {} / ({}) END AS {}",
                said.share(class),
                said.shares(),
                dialect.name(&format!("P({})", name.as_str()))
            ));
        }
        let mut parts = vec![format!(
            "base AS {}({base})",
            if self.base.has_texts() { dialect.materialized } else { "" }
        )];
        parts.extend(self.parts);
        format!(
            "WITH {},\nscores AS (SELECT {}{}\n  FROM base {}),\nhighest AS (SELECT {}{}, {highest} AS m FROM scores)\nSELECT {}\n  FROM highest;\n",
            parts.join(",\n"),
            kept("base."),
            lns.join(",\n    "),
            self.joins.join(" "),
            kept(""),
            scores.join(", "),
            columns.join(",\n  ")
        )
    }
}

pub(super) struct Said<'a> {
    pub(super) dialect: &'a Dialect,
    pub(super) names: &'a [Name],
}

impl Said<'_> {
    pub(super) fn scores(&self) -> Vec<String> {
        (0..self.names.len()).map(|class| format!("l{class}")).collect()
    }

    pub(super) fn highest(&self) -> String {
        let scores = self.scores().join(", ");
        if self.names.len() > 1 { format!("{}({scores})", self.dialect.greatest) } else { scores }
    }

    /// Whether no class has a score above 0.
    pub(super) fn is_none(&self) -> String {
        format!("m IS NULL OR m = {}", self.dialect.minus_infinity)
    }

    /// The predicted class by the rule of [`leaders`](crate::model::leaders()); the first of those that tie, and NULL
    /// if there is none. Near ties are not compared exactly.
    pub(super) fn predicted(&self) -> String {
        let mut predicted = format!("CASE WHEN {} THEN NULL", self.is_none());
        for (class, name) in self.names.iter().enumerate() {
            let name = self.dialect.text(name.as_str());
            let near = format!("{NEAR:e} * {}(ABS(m), 1)", self.dialect.greatest);
            predicted.push_str(&format!("\n    WHEN m - l{class} <= {near} THEN {name}"));
        }
        predicted.push_str(" END");
        predicted
    }

    /// The score of a class divided by the highest. Some engines report an error if an exponential underflows.
    pub(super) fn share(&self, class: usize) -> String {
        format!("CASE WHEN l{class} - m > -700 THEN EXP(l{class} - m) ELSE 0 END")
    }

    pub(super) fn shares(&self) -> String {
        let all: Vec<String> = (0..self.names.len()).map(|class| self.share(class)).collect();
        all.join(" + ")
    }
}
