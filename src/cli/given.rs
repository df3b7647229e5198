//! `posterior given`: a model whose numbers are told, not counted.

use std::path::PathBuf;

use clap::Args;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::cases::pairs;
use super::output::{self, Outcome, OutputFlags};
use crate::math::{Event, Quantity, read_exact};
use crate::model::{Case, Study};
use crate::problem::Problem;
use crate::recipe::{ByClass, ColumnChoice, Given as Numbers, GivenTable, ModelKind, Recipe, Written};
use crate::report::{self, Document, json};
use crate::table::{Kind, Source};
use crate::text::brief;

#[derive(Args)]
pub(super) struct Given {
    /// "P(ill) = 0.01", "P(pos | ill) = 0.9", "P(test=pos | ill) = 90%", "mean(height | male) = 178", "var(height | male) = 49"
    #[arg(value_name = "NUMBER", required = true)]
    numbers: Vec<String>,
    /// The case: "test=pos"
    #[arg(long, value_name = "COL=VALUE,…")]
    query: Vec<String>,
    /// Write the numbers as a recipe, which is opened like data
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(command: &Given) -> Outcome {
    let queries = command.query.iter().map(|query| pairs(query)).collect::<Result<Vec<_>, _>>()?;
    let recipe = recipe(&command.numbers, &queries)?;
    if let Some(path) = &command.save {
        output::save(&recipe.to_toml(), path, command.output.force)?;
    }
    let study = Study::open(Source::bytes("given numbers", *b""), recipe)?;
    let fitted = study.model()?;
    let cases = queries.iter().map(|query| Case::from_typed(fitted, query)).collect::<Result<Vec<_>, _>>()?;
    if command.output.is_json() {
        if cases.is_empty() {
            return output::object(
                &json::Answer::new(&study, Some(fitted), json::Fit::new(fitted)),
                &command.output,
            );
        }
        let queries = cases.iter().map(|case| json::Explained::new(fitted, case, (false, false)));
        let answer = json::Explanations { queries: queries.collect::<Result<_, _>>()? };
        return output::object(&json::Answer::new(&study, Some(fitted), answer), &command.output);
    }
    let mut document = Document::default();
    document.title("Given numbers");
    document.append(report::overview(fitted));
    if cases.is_empty() {
        document.append(report::parameters(fitted, None));
    }
    for case in &cases {
        document.append(report::posterior(fitted, case, &report::case_name(case))?);
        document.append(report::natural_frequencies(fitted, case));
    }
    output::document(&document, &command.output)
}

/// What was told, in the order in which it was.
#[derive(Default)]
struct Told {
    prior: Vec<(String, BigRational)>,
    /// Feature, class, value.
    conditionals: Vec<(String, String, String, BigRational)>,
    means: Vec<(String, String, BigRational)>,
    variances: Vec<(String, String, BigRational)>,
}

fn usage(what: String) -> Problem {
    Problem::usage(
        what,
        "write numbers such as \"P(ill) = 0.01\" \"P(pos | ill) = 0.9\" \"P(pos | well) = 0.05\"",
    )
}

fn recipe(numbers: &[String], queries: &[Vec<(String, String)>]) -> Result<Recipe, Problem> {
    let mut told = Told::default();
    for number in numbers {
        told.take(number, queries)?;
    }
    told.complete()?;
    let mut recipe = Recipe { target: Some("class".into()), ..Recipe::default() };
    let written = |number: &BigRational| Written::exact(number, false);
    recipe.given = Some(Numbers {
        prior: told.prior.iter().map(|(class, number)| (class.clone(), written(number))).collect(),
        ..Numbers::default()
    });
    let features = told.features();
    for name in &features {
        let mut choice = ColumnChoice { name: name.clone(), ..ColumnChoice::default() };
        let of = |all: &[(String, String, BigRational)]| {
            let of = all.iter().filter(|(feature, ..)| feature == name);
            ByClass(of.map(|(_, class, number)| (class.clone(), written(number))).collect())
        };
        let (mean, variance) = (of(&told.means), of(&told.variances));
        if mean.0.is_empty() && variance.0.is_empty() {
            choice.kind = Some(Kind::Categorical);
            choice.table = Some(told.table(name, &written));
        } else {
            choice.kind = Some(Kind::Numeric);
            (choice.mean, choice.variance) = (Some(mean), Some(variance).filter(|of| !of.0.is_empty()));
        }
        recipe.columns.push(choice);
    }
    let kinds = |kind: Kind| recipe.columns.iter().any(|choice| choice.kind == Some(kind));
    recipe.model = Some(match (kinds(Kind::Categorical), kinds(Kind::Numeric)) {
        (true, true) => ModelKind::Mixed,
        (false, true) => ModelKind::Gaussian,
        _ => ModelKind::Categorical,
    });
    recipe.features = Some(features);
    recipe.query = queries.first().cloned();
    Ok(recipe)
}

/// A number as people tell it: `0.9`, `9/10`, `90%`.
fn number(text: &str) -> Result<BigRational, Problem> {
    let text = text.trim();
    let (digits, per_cent) = text.strip_suffix('%').map_or((text, false), |digits| (digits.trim(), true));
    let number =
        read_exact(digits).map_err(|cause| usage(format!("“{}” cannot be read: {cause}", brief(text))))?;
    Ok(if per_cent { number / BigRational::from_integer(100.into()) } else { number })
}

impl Told {
    fn take(&mut self, typed: &str, queries: &[Vec<(String, String)>]) -> Result<(), Problem> {
        let wrong = || usage(format!("“{}” is no number with its address", brief(typed)));
        let (address, text) = typed.rsplit_once('=').ok_or_else(wrong)?;
        let (address, number) = (address.trim().trim_end_matches(':'), number(text)?);
        let is_sd = address.starts_with("sd(");
        let address = if is_sd { address.replacen("sd(", "var(", 1) } else { address.to_owned() };
        let quantity: Quantity = address.parse().map_err(|_| wrong())?;
        let name = |name: &crate::math::Name| name.as_str().to_owned();
        match quantity {
            Quantity::Prob { event: Event::Class(class), given: None } => {
                self.prior.push((name(&class), number))
            }
            Quantity::Prob { event, given: Some(Event::Class(class)) } => {
                let (feature, value) = match event {
                    Event::Value { feature, value } => (name(&feature), name(&value)),
                    Event::Class(value) => (self.feature_of(value.as_str(), queries), name(&value)),
                    _ => return Err(wrong()),
                };
                let class = name(&class);
                let again = |(f, c, v, _): &(String, String, String, BigRational)| {
                    (f, c, v) == (&feature, &class, &value)
                };
                if self.conditionals.iter().any(again) {
                    return Err(usage(format!("P({value} | {class}) is given twice")));
                }
                self.conditionals.push((feature, class, value, number));
            }
            Quantity::Mean { feature, class: Some(class) } => {
                self.means.push((name(&feature), name(&class), number))
            }
            Quantity::Var { feature, class: Some(class) } => {
                let number = if is_sd { &number * &number } else { number };
                self.variances.push((name(&feature), name(&class), number));
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    /// The feature that a value belongs to, where none is named: the one that a case names with it, or the only one.
    fn feature_of(&self, value: &str, queries: &[Vec<(String, String)>]) -> String {
        let named =
            queries.iter().flatten().find(|(_, cell)| cell == value).map(|(feature, _)| feature.clone());
        let only = || match queries.first().map(Vec::as_slice) {
            Some([(feature, _)]) => Some(feature.clone()),
            _ => self.conditionals.first().map(|(feature, ..)| feature.clone()),
        };
        named.or_else(only).unwrap_or_else(|| "evidence".to_owned())
    }

    fn features(&self) -> Vec<String> {
        let mut features: Vec<String> = Vec::new();
        let all = self.conditionals.iter().map(|(feature, ..)| feature);
        let all = all.chain(self.means.iter().map(|(feature, ..)| feature));
        for feature in all.chain(self.variances.iter().map(|(feature, ..)| feature)) {
            if !features.contains(feature) {
                features.push(feature.clone());
            }
        }
        features
    }

    /// Puts in what follows from the rest: the one class or value that makes a sum 1.
    fn complete(&mut self) -> Result<(), Problem> {
        let mut classes: Vec<String> = self.prior.iter().map(|(class, _)| class.clone()).collect();
        let named = self.conditionals.iter().map(|(_, class, ..)| class);
        let named = named.chain(self.means.iter().chain(&self.variances).map(|(_, class, _)| class));
        for class in named {
            if !classes.contains(class) {
                classes.push(class.clone());
            }
        }
        if let [missing] = classes
            .iter()
            .filter(|class| !self.prior.iter().any(|(of, _)| of == *class))
            .collect::<Vec<_>>()
            .as_slice()
        {
            let rest = rest(self.prior.iter().map(|(_, number)| number));
            self.prior.push(((*missing).clone(), rest));
        }
        if self.features().is_empty() {
            return Err(usage("no P(value | class) is given".to_owned()));
        }
        for feature in self.features() {
            let of = |told: &Told, class: &str| -> Vec<(String, BigRational)> {
                let of = told.conditionals.iter().filter(|(f, c, ..)| *f == feature && c == class);
                of.map(|(.., value, number)| (value.clone(), number.clone())).collect()
            };
            let mut values: Vec<String> = Vec::new();
            for (f, _, value, _) in &self.conditionals {
                if *f == feature && !values.contains(value) {
                    values.push(value.clone());
                }
            }
            if let [only] = values.as_slice() {
                values.push(format!("not {only}"));
            }
            for class in &classes {
                let told = of(self, class);
                let missing: Vec<&String> =
                    values.iter().filter(|value| !told.iter().any(|(of, _)| of == *value)).collect();
                if let ([missing], false) = (missing.as_slice(), told.is_empty()) {
                    let rest = rest(told.iter().map(|(_, number)| number));
                    self.conditionals.push((feature.clone(), class.clone(), (*missing).clone(), rest));
                }
            }
        }
        Ok(())
    }

    fn table(&self, feature: &str, written: &dyn Fn(&BigRational) -> Written) -> GivenTable {
        let mut table: Vec<(String, Vec<(String, Written)>)> = Vec::new();
        for (_, class, value, number) in self.conditionals.iter().filter(|(of, ..)| of == feature) {
            let at = table.iter().position(|(of, _)| of == class).unwrap_or(table.len());
            if at == table.len() {
                table.push((class.clone(), Vec::new()));
            }
            let of = table.get_mut(at).into_iter();
            of.for_each(|(_, values)| values.push((value.clone(), written(number))));
        }
        GivenTable(table)
    }
}

/// What is left of 1; 0 where nothing is.
fn rest<'a>(numbers: impl Iterator<Item = &'a BigRational>) -> BigRational {
    let rest = numbers.fold(BigRational::one(), |rest, number| rest - number);
    if rest.is_negative() { BigRational::zero() } else { rest }
}
