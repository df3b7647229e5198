//! Least mean squares on features of a few rows, step by step: batch, stochastic, and as sums over kernels.

use crate::problem::Problem;
use crate::table::FeatureMap;
use crate::table::{Cell, Table};
use crate::text::{brief, counted, listed, shown};

/// The most rows whose steps are worked.
pub const LMS_ROWS: usize = 10;

/// The most steps of one run.
pub const LMS_STEPS: usize = 1_000;

/// The most features, with the constant.
const FEATURES: usize = 8;

/// Which rows a step uses, and what it changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LmsMethod {
    /// Each step uses all rows: θ := θ + α ∑ᵢ (y⁽ⁱ⁾ − θᵀφ(x⁽ⁱ⁾)) φ(x⁽ⁱ⁾).
    #[default]
    Batch,
    /// Each step uses one row, from the first to the last and again: θ := θ + α (y⁽ⁱ⁾ − θᵀφ(x⁽ⁱ⁾)) φ(x⁽ⁱ⁾).
    Stochastic,
    /// The batch step with θ = ∑ᵢ βᵢ φ(x⁽ⁱ⁾): βᵢ := βᵢ + α (y⁽ⁱ⁾ − ∑ⱼ βⱼ K(x⁽ʲ⁾, x⁽ⁱ⁾)).
    Kernel,
}

/// A linear regression `y ~ x + x^2`, with a constant unless a term is 0.
#[derive(Clone, Debug, PartialEq)]
pub struct LmsFormula {
    pub target: FeatureMap,
    pub has_constant: bool,
    pub terms: Vec<FeatureMap>,
}

/// A run of least mean squares from θ = 0.
///
/// # Formula
/// CS229 notes, "Kernel methods": J(θ) = ½ ∑ᵢ (y⁽ⁱ⁾ − θᵀφ(x⁽ⁱ⁾))², and the three updates of [`LmsMethod`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LmsRun {
    pub method: LmsMethod,
    pub target: String,
    /// Names of the features; the constant is `1`.
    pub features: Vec<String>,
    /// Indices of the rows in the data.
    pub rows: Vec<usize>,
    /// φ(x) of each row.
    pub phi: Vec<Vec<f64>>,
    pub y: Vec<f64>,
    pub rate: f64,
    /// Whether the rate was not given.
    pub is_chosen: bool,
    /// Batch steps converge for every α below this: 2 divided by the largest eigenvalue of ∑ᵢ φ(x⁽ⁱ⁾) φ(x⁽ⁱ⁾)ᵀ.
    pub largest_rate: f64,
    /// K(x⁽ⁱ⁾, x⁽ʲ⁾) = φ(x⁽ⁱ⁾)ᵀφ(x⁽ʲ⁾), for [`LmsMethod::Kernel`].
    pub kernel: Vec<Vec<f64>>,
    /// J at θ = 0.
    pub first_cost: f64,
    /// Whether there are fewer steps than asked for, because the next numbers are too large for a float.
    pub is_cut: bool,
    pub steps: Vec<LmsStep>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LmsStep {
    /// The rows that it uses, by their place in [`LmsRun::rows`].
    pub rows: Vec<usize>,
    /// Of each of these rows, θᵀφ(x) before the step, and y less that.
    pub predictions: Vec<f64>,
    pub errors: Vec<f64>,
    /// ∑ error · φ, by feature.
    pub sums: Vec<f64>,
    /// After the step.
    pub theta: Vec<f64>,
    /// After the step, by row; only for [`LmsMethod::Kernel`].
    pub beta: Vec<f64>,
    /// J after the step.
    pub cost: f64,
}

impl LmsFormula {
    /// Parses `y ~ x + x^2`.
    ///
    /// # Errors
    /// If there is no `~`, a term is not a feature, or there are more than eight features.
    pub fn parse(text: &str) -> Result<LmsFormula, Problem> {
        let fix =
            "write the target, ~, and the features, such as \"y ~ x + x^2\"; + 0 leaves out the constant";
        let wrong = |why: &str| Problem::usage(format!("the formula “{}” {why}", shown(&brief(text))), fix);
        let (target, terms) = text.split_once('~').ok_or_else(|| wrong("has no ~"))?;
        let target: FeatureMap = target.trim().parse()?;
        let mut terms = FeatureMap::several(terms, '+')?;
        let is_number = |term: &FeatureMap, digit: &str| term.to_string() == digit;
        let has_constant = !terms.iter().any(|term| is_number(term, "0"));
        terms.retain(|term| !is_number(term, "0") && !is_number(term, "1"));
        if let Some(twice) =
            terms.iter().enumerate().find(|(at, term)| terms.iter().take(*at).any(|one| one == *term))
        {
            return Err(wrong(&format!("has {} twice", shown(&twice.1.to_string()))));
        }
        match terms.len() + usize::from(has_constant) {
            0 => Err(wrong("has no features")),
            found if found > FEATURES => {
                Err(wrong(&format!("has {found} features, and at most {FEATURES} are worked")))
            }
            _ => Ok(LmsFormula { target, has_constant, terms }),
        }
    }
}

impl LmsRun {
    /// Runs `steps` steps over the rows of a table; without a `rate`, with one for which batch steps converge.
    ///
    /// # Errors
    /// If a column is missing or not of numbers, no row has all values, or there are more than ten rows.
    pub fn of(
        table: &Table,
        formula: &LmsFormula,
        method: LmsMethod,
        rate: Option<f64>,
        steps: usize,
    ) -> Result<LmsRun, Problem> {
        for column in formula.terms.iter().chain([&formula.target]).flat_map(FeatureMap::columns) {
            if table.position(column.as_str()).is_none() {
                let names = listed(table.columns().iter().map(|column| column.name.as_str()));
                let what = format!("there is no column “{}”", shown(column.as_str()));
                return Err(Problem::usage(what, format!("the columns are: {names}")));
            }
        }
        let rows = table.rows();
        if rows > LMS_ROWS {
            let what =
                format!("least mean squares is worked on at most {LMS_ROWS} rows, and the data have {rows}");
            return Err(Problem::usage(
                what,
                "use a table with fewer rows, such as the first lines of the file",
            ));
        }
        let mut run = LmsRun {
            method,
            target: formula.target.to_string(),
            features: formula.has_constant.then(|| "1".to_owned()).into_iter().collect(),
            is_chosen: rate.is_none(),
            ..LmsRun::default()
        };
        run.features.extend(formula.terms.iter().map(FeatureMap::to_string));
        for row in 0..rows {
            let number = |column: &str| match table.cell(row, table.position(column)?) {
                Cell::Number(value) => Some(value),
                Cell::Category(name) => name.as_str().parse::<f64>().ok().filter(|value| value.is_finite()),
                Cell::Missing | Cell::Text(_) => None,
            };
            let constant = formula.has_constant.then_some(Some(1.0));
            let phi = constant.into_iter().chain(formula.terms.iter().map(|term| term.value(number)));
            if let (Some(phi), Some(y)) = (phi.collect::<Option<Vec<f64>>>(), formula.target.value(number)) {
                run.rows.push(row);
                run.phi.push(phi);
                run.y.push(y);
            }
        }
        if run.rows.is_empty() {
            let what = format!(
                "no row has a number in each column of the formula ({})",
                counted(rows, "row", "rows")
            );
            return Err(Problem::usage(what, "name number columns; the logarithm needs positive numbers"));
        }
        run.largest_rate = 2.0 / largest_eigenvalue(&run.phi);
        run.rate = rate.unwrap_or_else(|| one_figure(run.largest_rate / 2.0));
        if method == LmsMethod::Kernel {
            run.kernel = run.phi.iter().map(|a| run.phi.iter().map(|b| product(a, b)).collect()).collect();
        }
        run.first_cost = run.cost(&vec![0.0; run.features.len()]);
        run.take(steps);
        Ok(run)
    }

    /// Whether steps with this rate make J smaller in the long run.
    pub fn converges(&self) -> bool {
        self.rate < self.largest_rate
    }

    /// ½ ∑ᵢ (y⁽ⁱ⁾ − θᵀφ(x⁽ⁱ⁾))²
    fn cost(&self, theta: &[f64]) -> f64 {
        let squares = self.phi.iter().zip(&self.y).map(|(phi, y)| (y - product(theta, phi)).powi(2));
        squares.sum::<f64>() / 2.0
    }

    fn take(&mut self, steps: usize) {
        let mut theta = vec![0.0; self.features.len()];
        let mut beta = vec![0.0; self.rows.len()];
        for step in 0..steps {
            let rows: Vec<usize> = match self.method {
                LmsMethod::Batch | LmsMethod::Kernel => (0..self.rows.len()).collect(),
                LmsMethod::Stochastic => vec![step % self.rows.len()],
            };
            let phi = |row: &usize| self.phi.get(*row).map(Vec::as_slice).unwrap_or_default();
            let prediction = |row: &usize| match self.kernel.get(*row) {
                Some(of_row) => product(&beta, of_row),
                None => product(&theta, phi(row)),
            };
            let predictions: Vec<f64> = rows.iter().map(prediction).collect();
            let actual = rows.iter().filter_map(|row| self.y.get(*row));
            let errors: Vec<f64> = actual.zip(&predictions).map(|(y, predicted)| y - predicted).collect();
            let mut sums = vec![0.0; theta.len()];
            for (row, error) in rows.iter().zip(&errors) {
                sums.iter_mut().zip(phi(row)).for_each(|(sum, phi)| *sum += error * phi);
            }
            theta.iter_mut().zip(&sums).for_each(|(theta, sum)| *theta += self.rate * sum);
            if self.method == LmsMethod::Kernel {
                beta.iter_mut().zip(&errors).for_each(|(beta, error)| *beta += self.rate * error);
            }
            let cost = self.cost(&theta);
            if !cost.is_finite() {
                self.is_cut = true;
                return;
            }
            let beta = if self.method == LmsMethod::Kernel { beta.clone() } else { Vec::new() };
            self.steps.push(LmsStep { rows, predictions, errors, sums, theta: theta.clone(), beta, cost });
        }
    }
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The largest eigenvalue of ∑ φφᵀ, by power iteration.
fn largest_eigenvalue(phi: &[Vec<f64>]) -> f64 {
    let size = phi.first().map_or(0, Vec::len);
    // Unlikely to be orthogonal to the eigenvector of the largest one.
    let mut vector: Vec<f64> = (0..size).map(|at| 1.0 / (at as f64 + 1.5)).collect();
    let mut value = 0.0;
    for _ in 0..500 {
        let mut next = vec![0.0; size];
        for row in phi {
            let along = product(row, &vector);
            next.iter_mut().zip(row).for_each(|(next, part)| *next += along * part);
        }
        value = next.iter().map(|part| part * part).sum::<f64>().sqrt();
        if value == 0.0 {
            break;
        }
        vector = next.iter().map(|part| part / value).collect();
    }
    if value > 0.0 { value } else { 1.0 }
}

/// Rounded down to one figure.
fn one_figure(value: f64) -> f64 {
    let exponent = value.log10().floor() as i32;
    let figure = (value / 10_f64.powi(exponent)).floor().max(1.0);
    // Through text, so that it is the float that is written so.
    format!("{figure}e{exponent}").parse().unwrap_or(value)
}
