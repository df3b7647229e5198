//! The query that predicts rows in a database: ln score of each class, the predicted class, and the posteriors. The
//! constants are in a part of the query; a missing or unseen value has no factor.

use super::score::Absences;
use super::{Factor, FactorForm, Fitted, Gda, NEAR};
use crate::encode::{BaseQuery, Dialect};
use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::text::brief;
use std::f64::consts::TAU;

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
    let convention = fitted.convention();
    if !matches!(convention, Convention::Cs229 | Convention::ScikitLearn | Convention::Weka) {
        let program = convention.program();
        let what = format!("the conventions of {program} change the factors, which the query cannot do");
        return Err(Problem::usage(what, "pass --convention cs229"));
    }
    if fitted.classes.len() > CLASSES {
        let classes = fitted.classes.len();
        let what = format!("the model has {classes} classes, but a query can have at most {CLASSES}");
        let fix = "predict without a database: posterior predict sums.csv --queries FILE.csv";
        return Err(Problem::usage(what, fix));
    }
    let base = BaseQuery::new(dialect, table, &fitted.data.resolved, fitted.data.table.columns())?;
    let prior = |class: usize| fitted.prior(class).map_or(f64::NAN, |prior| prior.ln());
    let scores = (0..fitted.classes.len()).map(|class| dialect.number(prior(class))).collect();
    let mut query = ScoringQuery { base: &base, fitted, parts: Vec::new(), joins: Vec::new(), scores };
    if let Some(gda) = fitted.gda() {
        query.add(|class| Ok(query_of_gda(&base, fitted, gda, class)))?;
    }
    let features = &fitted.data.resolved.features;
    for factor in fitted.factors() {
        if factor.is_word_counts() {
            query.word_counts(factor)?;
        } else if let Some(at) = features.iter().position(|feature| feature.column == factor.column) {
            query.factor(factor, at)?;
        }
    }
    Ok(query.text(keep))
}

struct ScoringQuery<'a> {
    base: &'a BaseQuery<'a>,
    fitted: &'a Fitted,
    /// Named parts of the query after `base`.
    parts: Vec<String>,
    joins: Vec<String>,
    /// ln score of each class, as an expression.
    scores: Vec<String>,
}

fn undefined(factor: &Factor) -> Problem {
    let name = factor.name.as_str();
    let what = format!("a number of “{}” is 0/0, so no score can be computed", brief(name));
    Problem { feature: Some(name.to_owned()), ..Problem::usage(what, "smooth it: --alpha 1") }
}

/// x − μ, including the rounding error of the mean.
fn distance(dialect: &Dialect, at: usize, mean: f64, rest: f64) -> String {
    let rest = if rest == 0.0 { String::new() } else { format!(" - ({})", dialect.number(rest)) };
    format!("(base.x{at} - ({}){rest})", dialect.number(mean))
}

/// ln p(x | class) of all numbers together.
fn query_of_gda(base: &BaseQuery<'_>, fitted: &Fitted, gda: &Gda, class: usize) -> String {
    let number = |number: f64| base.dialect.number(number);
    let Some(sigma) = gda.sigma(class) else { return "0".to_owned() };
    let constant = -0.5 * (fitted.features.len() as f64 * TAU.ln() + sigma.log_det);
    let rest = |at: usize| fitted.scatter(class)?.rest.get(at).copied();
    let mean = |at: usize| gda.mean(class, at).unwrap_or(f64::NAN);
    let distance = |at: usize| distance(base.dialect, at, mean(at), rest(at).unwrap_or(0.0));
    let mut term = format!("({}) - 0.5 * (0", number(constant));
    for (a, column) in sigma.inverse().iter().enumerate() {
        for (b, entry) in column.iter().enumerate().take(a + 1).filter(|(_, entry)| **entry != 0.0) {
            let times = if a == b { *entry } else { 2.0 * entry };
            term.push_str(&format!("\n      + ({}) * {} * {}", number(times), distance(a), distance(b)));
        }
    }
    term.push(')');
    term
}

impl ScoringQuery<'_> {
    fn add(&mut self, term: impl Fn(usize) -> Result<String, Problem>) -> Result<(), Problem> {
        self.scores.iter_mut().enumerate().try_for_each(|(class, score)| {
            score.push_str(&format!("\n    + {}", term(class)?));
            Ok(())
        })
    }

    fn numbers(&self, factor: &Factor, of: impl Fn(usize) -> f64) -> Result<Vec<String>, Problem> {
        let number = |ln: f64| match ln.is_nan() {
            true => Err(undefined(factor)),
            false => Ok(self.base.dialect.number(ln)),
        };
        (0..self.scores.len()).map(|class| number(of(class))).collect()
    }

    fn ln(&self, factor: &Factor, value: usize) -> Result<Vec<String>, Problem> {
        self.numbers(factor, |class| self.fitted.ln_multiplied(factor, value, class))
    }

    fn factor(&mut self, factor: &Factor, at: usize) -> Result<(), Problem> {
        let dialect = self.base.dialect;
        let number = |number: f64| dialect.number(number);
        match &factor.form {
            FactorForm::Gaussian(_) => self.add(|class| {
                let normal = factor.normal(class).ok_or_else(|| undefined(factor))?;
                let constant = number(-0.5 * (TAU.ln() + normal.variance.ln()));
                let distance = distance(dialect, at, normal.mean, normal.rest);
                let variance = number(normal.variance);
                Ok(format!(
                    "CASE WHEN base.x{at} IS NULL THEN 0 ELSE {constant} - 0.5 * {distance} / {variance} * {distance} END"
                ))
            }),
            FactorForm::Counts(family, _) => self.add(|class| {
                let lambda = factor.mean(class).ok_or_else(|| undefined(factor))?.to_f64();
                Ok(if lambda == 0.0 {
                    format!("CASE WHEN base.x{at} > 0 THEN {} ELSE 0 END", number(lambda.ln()))
                } else {
                    let ln = (family.sql)(dialect, &format!("base.x{at}"), lambda);
                    format!("CASE WHEN base.x{at} IS NULL THEN 0 ELSE {ln} END")
                })
            }),
            FactorForm::Words | FactorForm::Presence => self.words(factor, at),
            FactorForm::Categories | FactorForm::Bins(_) | FactorForm::Flag => self.values(factor, at),
        }
    }

    /// Adds a part with the constants of a feature: `c0(v, l0, l1, …)`.
    fn constants(&mut self, at: usize, rows: &[(&Name, Vec<String>)]) {
        let text = |name: &Name| self.base.dialect.text(name.as_str());
        let row = |(value, lns): &(&Name, Vec<String>)| format!("({}, {})", text(value), lns.join(", "));
        let rows: Vec<String> = rows.iter().map(row).collect();
        let columns = self.each(", ", |class| format!("l{class}"));
        self.parts.push(format!("c{at}(v, {columns}) AS (VALUES\n  {})", rows.join(",\n  ")));
    }

    fn values(&mut self, factor: &Factor, at: usize) -> Result<(), Problem> {
        let names = (0..).zip(self.fitted.data.names(factor.column));
        let values: Vec<(&Name, usize)> = match &factor.form {
            FactorForm::Bins(_) => factor.values().iter().zip(0..).collect(),
            _ => names.filter_map(|(code, name)| Some((name, factor.by_code(code)?))).collect(),
        };
        // Every text except the one that counts as 1 counts as 0.
        let others = if factor.form == FactorForm::Flag { self.ln(factor, 1)? } else { Vec::new() };
        let row = |(name, value)| Ok((name, self.ln(factor, value)?));
        let rows = values.into_iter().map(row).collect::<Result<Vec<_>, Problem>>()?;
        if rows.is_empty() {
            return Ok(());
        }
        self.constants(at, &rows);
        self.joins.push(format!("LEFT JOIN c{at} ON c{at}.v = base.f{at}"));
        self.add(|class| {
            let other = others.get(class).map_or("0", String::as_str);
            let found = format!("COALESCE(c{at}.l{class}, {other})");
            Ok(if other == "0" {
                found
            } else {
                format!("CASE WHEN base.f{at} IS NULL THEN 0 ELSE {found} END")
            })
        })
    }

    fn words(&mut self, factor: &Factor, at: usize) -> Result<(), Problem> {
        let (dialect, fitted) = (self.base.dialect, self.fitted);
        let present = factor.form == FactorForm::Presence;
        let ln = |word: usize, class: usize| {
            let ln = fitted.ln_multiplied(factor, word, class);
            if present { ln - fitted.ln_multiplied_absent(factor, word, class) } else { ln }
        };
        let mut rows = Vec::new();
        for (word, name) in factor.values().iter().enumerate() {
            if present && (0..self.scores.len()).any(|class| !ln(word, class).is_finite()) {
                let what = format!("the word “{}” occurs in every document of a class", brief(name.as_str()));
                let what = format!("{what}, or in none, so a factor is 0");
                return Err(Problem::usage(what, "smooth it: --alpha 1"));
            }
            rows.push((name, self.numbers(factor, |class| ln(word, class))?));
        }
        let words = dialect.words(&format!("t{at}")).filter(|_| !rows.is_empty());
        let Some([select, from]) = words else { return Ok(()) };
        self.constants(at, &rows);
        let distinct = if present { "DISTINCT " } else { "" };
        self.parts.push(format!("tokens{at} AS (SELECT {distinct}id, {select} AS word FROM base{from})"));
        let sums = self.each(", ", |class| format!("SUM(l{class}) AS l{class}"));
        self.parts.push(format!(
            "s{at} AS (SELECT id, {sums} FROM tokens{at} JOIN c{at} ON c{at}.v = tokens{at}.word GROUP BY id)"
        ));
        self.joins.push(format!("LEFT JOIN s{at} ON s{at}.id = base.id"));
        if present {
            let absences = Absences::new(fitted, factor);
            self.add(|class| Ok(dialect.number(absences.sum(class))))?;
        }
        self.add(|class| Ok(format!("COALESCE(s{at}.l{class}, 0)")))
    }

    fn word_counts(&mut self, factor: &Factor) -> Result<(), Problem> {
        let features = &self.fitted.data.resolved.features;
        for (word, column) in factor.word_columns.iter().enumerate() {
            let Some(at) = features.iter().position(|feature| feature.column == *column) else { continue };
            let lns = self.ln(factor, word)?;
            self.add(|class| {
                let ln = lns.get(class).map_or("0", String::as_str);
                Ok(format!("CASE WHEN base.x{at} > 0 THEN base.x{at} * {ln} ELSE 0 END"))
            })?;
        }
        Ok(())
    }

    fn each(&self, separator: &str, of: impl Fn(usize) -> String) -> String {
        (0..self.scores.len()).map(of).collect::<Vec<_>>().join(separator)
    }

    fn text(&self, keep: &[String]) -> String {
        let (base, dialect) = (self.base, self.base.dialect);
        let named = |(at, name): (usize, &String)| format!("s.{} AS k{at}", dialect.name(name));
        let named: Vec<String> = keep.iter().enumerate().map(named).collect();
        let kept = |from: &str| -> String { (0..keep.len()).map(|at| format!("{from}k{at}, ")).collect() };
        let scores = self.each(", ", |class| format!("l{class}"));
        let highest = match self.scores.len() {
            0 | 1 => scores.clone(),
            _ => format!("{}({scores})", dialect.greatest),
        };
        let lns = self.scores.iter().enumerate().map(|(class, score)| format!("{score} AS l{class}"));
        // Some engines report an error if an exponential underflows.
        let share = |class| format!("CASE WHEN l{class} - m > -700 THEN EXP(l{class} - m) ELSE 0 END");
        let shares = self.each(" + ", share);
        let is_none = format!("m IS NULL OR m = {}", dialect.minus_infinity);
        let classes = || self.fitted.classes.iter().enumerate();
        let named_as = |of: &str, class: &Name| dialect.name(&format!("{of}({})", class.as_str()));
        let mut columns: Vec<String> = Vec::new();
        columns.extend(keep.iter().enumerate().map(|(at, name)| format!("k{at} AS {}", dialect.name(name))));
        // The predicted class by the rule of `leaders`: the first of those that tie, and NULL if no class has a score
        // above 0. Near ties are not compared exactly.
        let near = format!("{NEAR:e} * {}(ABS(m), 1)", dialect.greatest);
        let predicted = classes().map(|(class, name)| {
            format!("\n    WHEN m - l{class} <= {near} THEN {}", dialect.text(name.as_str()))
        });
        let predicted = predicted.collect::<String>();
        columns.push(format!("CASE WHEN {is_none} THEN NULL{predicted} END AS predicted"));
        columns.extend(classes().map(|(class, name)| format!("l{class} AS {}", named_as("ln score", name))));
        columns.extend(classes().map(|(class, name)| {
            let (share, name) = (share(class), named_as("P", name));
            format!("CASE WHEN {is_none} THEN NULL ELSE {share} / ({shares}) END AS {name}")
        }));
        let materialized = if base.has_texts() { dialect.materialized } else { "" };
        let parts: String = self.parts.iter().map(|part| format!(",\n{part}")).collect();
        format!(
            "WITH base AS {materialized}({}){parts},\nscores AS (SELECT {}{}\n  FROM base {}),\nhighest AS (SELECT {}{scores}, {highest} AS m FROM scores)\nSELECT {}\n  FROM highest;\n",
            base.query(&named, false),
            kept("base."),
            lns.collect::<Vec<_>>().join(",\n    "),
            self.joins.join(" "),
            kept(""),
            columns.join(",\n  ")
        )
    }
}
