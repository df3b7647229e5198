//! The parameters of a model as a document, counted or given.

use num_bigint::BigInt;
use num_traits::Zero;

use super::document::{Document, Grid, Role, cells, first_of, plural, written};
use crate::math::{Chain, Event, Expr, Name, Number, Precision, Quantity, Sentence, sentence, symbols};
use crate::model::{CountFamily, Estimate, Factor, Fitted, Gda, Logistic, Sigma, Theta};
use crate::recipe::{LeftOut, Prior, Recipe, Variance};
use crate::text::{brief, shown};
use crate::worked::FITS;

/// Priors and one table per feature; `limit` bounds the values that are listed of each.
pub fn parameters(fitted: &Fitted, limit: Option<usize>) -> Document {
    let mut out = Document::headed("Prior P(class)");
    // Where the numbers are given, there are no rows.
    let counted = !fitted.data.is_given();
    let mut grid = Grid::of(["class"]).numbers(counted.then(|| rows(fitted))).numbers(["P(class)"]);
    for (class, name) in fitted.classes.iter().enumerate() {
        let count = counted.then(|| Sentence::from(&fitted.class_count(class)));
        let prior = fitted.prior_estimate(class).map(estimate).unwrap_or_default();
        grid.named(name.to_string(), count.into_iter().chain([prior]));
    }
    out.grid(grid);
    match fitted.gda() {
        Some(gda) => out.append(joint(fitted, gda)),
        None => fitted.factors().iter().for_each(|factor| out.append(of_factor(fitted, factor, limit))),
    }
    out
}

fn rows(fitted: &Fitted) -> &'static str {
    if fitted.weight_column().is_some() { "weight" } else { "rows" }
}

fn estimate(estimate: &Estimate) -> Sentence {
    let ratio = Expr::Ratio(BigInt::clone(&estimate.numerator), estimate.denominator.clone());
    written(&ratio, estimate.value().as_ref(), Precision::FACTOR)
}

pub fn of_factor(fitted: &Fitted, factor: &Factor, limit: Option<usize>) -> Document {
    if factor.is_gaussian() {
        return gaussian(fitted, factor);
    }
    if let Some(family) = factor.count_family() {
        return counts(fitted, factor, family);
    }
    let values = |what| plural(factor.k(), what);
    let feature = &factor.name;
    let mut out = Document::headed(match (factor.is_words(), factor.cuts()) {
        _ if factor.is_word_counts() => format!("P({feature} | class), {}", values("word")),
        _ if fitted.is_by_value() => format!("P(class | {feature}), {}", values("value")),
        (true, _) => format!("P({feature}=word | class), {}", values("word")),
        (_, Some(cuts)) => format!("P({feature} | class), {} {}", values("bin"), cuts.side.bins()),
        _ => format!("P({feature} | class), {}", values("value")),
    });
    let mut grid = Grid::default().words([feature]).numbers(&fitted.classes);
    let listed = limit.unwrap_or(usize::MAX);
    for (value, name) in factor.values().iter().enumerate().take(listed) {
        let cells = (0..fitted.classes.len()).map(|class| estimate(&fitted.tabled(factor, value, class)));
        grid.named(name.to_string(), cells);
    }
    out.grid(grid);
    let unit = if factor.is_words() { "word" } else { "value" };
    out.more(factor.k(), listed, unit, ". Run `posterior fit` to list all of them.");
    out.text(formula(fitted, factor));
    out
}

fn gaussian(fitted: &Fitted, factor: &Factor) -> Document {
    let mut out = Document::headed(format!("{}: a normal distribution in each class", factor.name));
    let given = fitted.data.is_given();
    let mut grid = Grid::of(["class"]).numbers((!given).then(|| rows(fitted))).numbers(["mean", "variance"]);
    for (class, name) in fitted.classes.iter().enumerate() {
        let (mean, variance) = factor.normal(class).map(|it| (it.mean, it.variance)).unzip();
        let rows = (!given).then(|| Sentence::from(&factor.total(class)));
        grid.named(name.to_string(), rows.into_iter().chain([float_cell(mean), float_cell(variance)]));
    }
    out.grid(grid);
    if given {
        out.text("Each mean and variance is given, not estimated.");
        return out;
    }
    let n = rows(fitted);
    let by = match fitted.data.resolved.variance {
        Variance::Population => n.to_owned(),
        Variance::Unbiased => format!("({n} − 1)"),
    };
    let (value, square) = match fitted.weight_column() {
        Some(_) => ("weight · value", "weight · squared distance"),
        None => ("the values", "squared distances"),
    };
    let added = if fitted.epsilon > 0.0 { ", plus ε" } else { "" };
    out.text(format!(
        "Each mean is (sum of {value})/{n}. Each variance is (sum of {square} from the mean)/{by}{added}."
    ));
    out
}

fn counts(fitted: &Fitted, factor: &Factor, family: &CountFamily) -> Document {
    let mut out = Document::headed(format!("{}: a {} distribution in each class", factor.name, family.name));
    let mut grid = Grid::of(["class", &format!(">{}", rows(fitted)), ">sum", ">λ"]);
    for (class, name) in fitted.classes.iter().enumerate() {
        let rate = factor.rate(class).copied().unwrap_or_default();
        let ratio = Expr::Ratio(rate.sum.into(), rate.n.into());
        let lambda = written(&ratio, rate.lambda().as_ref(), Precision::FACTOR);
        grid.row(cells![name.to_string(), &rate.n, &rate.sum, lambda]);
    }
    out.grid(grid);
    out.text(format!("Each λ is sum/n of the class, the mean count. P(k) = {}.", family.formula));
    out
}

fn formula(fitted: &Fitted, factor: &Factor) -> String {
    if factor.is_given() {
        return "Each probability is given. Those of a class add up to 1.".to_owned();
    }
    if fitted.is_by_value() {
        let (alpha, k) = (fitted.data.resolved.alpha.text(), fitted.classes.len());
        return format!(
            "Each is (count + α)/(rows with the value + α · K) with α = {alpha}, K = {k} classes. Divided by the prior, it is the factor of the score."
        );
    }
    let classes = fitted.classes.iter().enumerate();
    let totals: Vec<String> =
        classes.map(|(class, name)| format!("{} in {name}", factor.total(class))).collect();
    let totals = totals.join(", ");
    let (unit, k) = if factor.is_words() { ("words", "V") } else { (rows(fitted), "k") };
    let known = (0..fitted.classes.len()).all(|class| factor.total(class) == fitted.class_count(class));
    let which = if factor.is_words() || known { "" } else { " with a known value" };
    if factor.alpha().is_zero() {
        return format!("Each is count/{unit}; {unit}{which}: {totals}.");
    }
    let (alpha, many) = (fitted.data.resolved.alpha.text(), factor.k());
    format!("Each is (count + α)/({unit} + α · {k}) with α = {alpha}, {k} = {many}; {unit}{which}: {totals}.")
}

fn joint(fitted: &Fitted, gda: &Gda) -> Document {
    let mut out = Document::headed("μ, in the unit of each feature");
    out.grid(by_feature(fitted, &fitted.classes, |feature| {
        (0..fitted.classes.len()).map(|class| gda.mean(class, feature)).collect()
    }));
    let titles = match gda.is_shared() {
        true => vec!["Σ, one for all classes".to_owned()],
        false => fitted.classes.iter().map(|name| format!("Σ of {name}")).collect(),
    };
    for (class, title) in titles.into_iter().enumerate() {
        gda.sigma(class).into_iter().for_each(|sigma| out.append(matrices(fitted, sigma, &title)));
    }
    match fitted.theta() {
        Some(theta) => out.append(posterior_of_theta(fitted, &theta)),
        None if gda.is_shared() => out.append(discriminants(fitted)),
        None => {}
    }
    out
}

fn by_feature(
    fitted: &Fitted,
    heads: impl IntoIterator<Item = impl ToString>,
    of: impl Fn(usize) -> Vec<Option<f64>>,
) -> Grid {
    let mut grid = Grid::of(["feature"]).numbers(heads);
    for (at, name) in fitted.feature_names().enumerate() {
        grid.named(name.to_string(), of(at).into_iter().map(float_cell));
    }
    grid
}

pub(super) fn float_cell(value: Option<f64>) -> Sentence {
    match value {
        None => "-".into(),
        Some(f64::NEG_INFINITY) => "−∞".into(),
        Some(value) => Number::Float(value).rounded(Precision::FACTOR).into(),
    }
}

/// Σ, its inverse and the correlations: as matrices, or Σ as a table with names where it is too wide for one.
fn matrices(fitted: &Fitted, sigma: &Sigma, title: &str) -> Document {
    let mut out = Document::headed(title);
    let det = Number::from_ln(sigma.log_det).rounded(Precision::FACTOR);
    out.text(sentence!("|Σ| {} {}", if det.is_exact() { "=" } else { "≈" }, det));
    let d = sigma.d();
    if d > FITS {
        let row = |a| (0..d).map(|b| Some(sigma.entry(a, b))).collect();
        out.grid(by_feature(fitted, fitted.feature_names(), row));
        return out;
    }
    if d > 1 {
        let names = Sentence::join(fitted.feature_names().map(Name::to_string), ", ");
        out.text(sentence!("Rows and columns are in this order: {}.", names));
    }
    let matrix = |entry: &dyn Fn(usize, usize) -> f64| {
        Expr::Matrix((0..d).map(|a| (0..d).map(|b| Expr::float(entry(a, b))).collect()).collect())
    };
    let inverse = sigma.inverse();
    let of_inverse = |a: usize, b: usize| *inverse.get(a).and_then(|row| row.get(b)).unwrap_or(&f64::NAN);
    let letter = || Expr::from(symbols::COVARIANCE);
    out.formula(&Chain::new(letter()).approx(matrix(&|a, b| sigma.entry(a, b))));
    out.formula(&Chain::new(Expr::Inverse(Box::new(letter()))).approx(matrix(&of_inverse)));
    if d > 1 && !fitted.gda().is_some_and(Gda::is_diagonal) {
        out.text("The correlations: each covariance divided by both standard deviations.");
        out.formula(&Chain::new(matrix(&|a, b| sigma.correlation(a, b))));
    }
    out
}

fn posterior_of_theta(fitted: &Fitted, theta: &Theta) -> Document {
    let Some(positive) = fitted.classes.get(1) else { return Document::default() };
    let mut out = Document::headed(format!("θ: the posterior of {positive} is 1/(1 + exp(−(θ₀ + θᵀx)))"));
    out.grid(by_feature(fitted, ["θ"], |feature| vec![theta.weights.get(feature).copied()]));
    out.text(match theta.intercept {
        Some(intercept) => sentence!("θ₀ = {}", float_cell(Some(intercept))),
        None => "θ₀ is undefined: a class has prior 0.".into(),
    });
    out
}

fn discriminants(fitted: &Fitted) -> Document {
    let mut out = Document::headed("Linear discriminants: the class with the largest sum is predicted");
    let found: Vec<(f64, Vec<f64>)> =
        (0..fitted.classes.len()).filter_map(|class| fitted.discriminant(class)).collect();
    let mut grid = by_feature(fitted, &fitted.classes, |feature| {
        found.iter().map(|(_, weights)| weights.get(feature).copied()).collect()
    });
    let intercepts = found.iter().map(|(intercept, _)| float_cell(Some(*intercept)));
    grid.rows.insert(0, cells!["(intercept)"].into_iter().chain(intercepts).collect());
    out.grid(grid);
    out.text("Each sum is ln P(class) − ½ μᵀΣ⁻¹μ plus Σ⁻¹μ times the numbers of the case.");
    out
}

const LISTED: usize = 60;
const SIDE_BY_SIDE: usize = 5;

/// What kind of model it is, how it was fitted, and θ of each class.
pub fn logistic(model: &Logistic) -> Document {
    let mut out = Document::default();
    out.text(
        "Logistic regression is discriminative: it models P(class | x), but not P(x). It is a rival of the generative models, not one of them.",
    );
    let [ln, twice] = [1.0, -2.0].map(|factor| float_cell(Some(factor * model.log_likelihood)));
    let steps = plural(model.steps, "step");
    out.text(sentence!(
        "Newton's method took {} to ℓ = ∑ ln P(class | x) = {}, so −2ℓ = {}.",
        steps,
        ln,
        twice
    ));
    out.items(model.warnings());
    let others: Vec<usize> = (0..model.classes.len())
        .filter(|class| Some(*class) != model.base() && model.coefficients(*class).is_some())
        .collect();
    let name = |class: usize| model.classes.get(class).map(ToString::to_string).unwrap_or_default();
    match (others.as_slice(), model.base()) {
        ([], _) | (_, None) => {}
        ([one], _) => out.heading(format!("θ: P({} | x) = 1/(1 + exp(−(θ₀ + θᵀx)))", name(*one))),
        (_, Some(base)) => {
            out.heading("θ: P(c | x) = exp(θ₀ + θᵀx)/∑ exp(θ₀ + θᵀx), with θ of class c");
            out.text(format!("{} is the reference class: its θ₀ and θ are 0.", name(base)));
        }
    }
    others.chunks(SIDE_BY_SIDE).for_each(|classes| out.grid(coefficients(model, classes)));
    let columns = if others.is_empty() { 0 } else { model.columns().len() };
    out.more(columns, LISTED, "column", ". Pass --format json to list all of them.");
    out
}

fn coefficients(model: &Logistic, classes: &[usize]) -> Grid {
    let found: Vec<(f64, Vec<f64>)> = classes.iter().filter_map(|class| model.coefficients(*class)).collect();
    let names = classes.iter().filter_map(|class| model.classes.get(*class));
    let mut grid = Grid::of(["column"]).numbers(names);
    let intercepts = found.iter().map(|(intercept, _)| float_cell(Some(*intercept)));
    grid.named("θ₀", intercepts);
    for (at, column) in model.columns().iter().enumerate().take(LISTED) {
        let weights = found.iter().map(|(_, weights)| float_cell(weights.get(at).copied()));
        grid.named(column.label(), weights);
    }
    grid
}

pub const TOP: usize = 8;
const NAMED: usize = 20;

/// The most informative words for each class, and the words left out, for each text feature.
pub fn words(fitted: &Fitted) -> Document {
    let mut out = Document::default();
    for factor in fitted.factors().iter().filter(|factor| factor.is_words()) {
        out.heading(format!("{}: the most informative words for each class", factor.name));
        out.items(top_words(fitted, factor, TOP));
        out.text(top_words_formula(fitted));
        out.texts(left_out(fitted, factor));
    }
    out
}

/// A line for each class: `spam: money +2.31, free +1.95`.
pub fn top_words(fitted: &Fitted, factor: &Factor, n: usize) -> Vec<Sentence> {
    let line = |(class, name): (usize, &Name)| {
        let words = fitted.top_words(factor, class, n).into_iter().filter_map(|(word, log_odds)| {
            let odds = if log_odds.is_infinite() {
                "(in no other class)".into()
            } else {
                sentence!("+{}", Number::Float(log_odds).significant(3))
            };
            Some(sentence!("{} {}", factor.values().get(word)?.to_string(), odds))
        });
        let words = Sentence::join(words, ", ");
        sentence!("{}: {}", name.to_string(), if words.is_empty() { "no word".into() } else { words })
    };
    fitted.classes.iter().enumerate().map(line).collect()
}

pub fn top_words_formula(fitted: &Fitted) -> &'static str {
    if fitted.classes.len() == 2 {
        "The numbers are log-odds: ln of P(word | class) divided by P(word | the other class)."
    } else {
        "The numbers are log-odds: ln of P(word | class) divided by the largest P(word | another class)."
    }
}

/// A sentence for the stop words and one for the rare words that are left out; none where nothing is.
pub fn left_out(fitted: &Fitted, factor: &Factor) -> Vec<String> {
    let least = fitted.data.resolved.words.min_count;
    let rare = format!("Words seen fewer than {least} times,");
    let sentence = |(what, stop): (String, bool)| {
        let words = factor.left_out().iter().filter(|word| (word.why == LeftOut::StopWord) == stop);
        let many = words.clone().count();
        let named = first_of(words.take(NAMED).map(|word| &word.word), many);
        (many > 0).then(|| format!("{what} left out ({many}): {named}."))
    };
    [("Stop words".to_owned(), true), (rare, false)].into_iter().filter_map(sentence).collect()
}

pub fn given_tables(recipe: &Recipe) -> Document {
    let mut out = Document::default();
    for block in recipe.given_blocks() {
        out.blank();
        let heads = block.heads.iter().map(|head| shown(head.as_str()));
        let mut grid = Grid::default().words([shown(&block.what)]).numbers(heads);
        for (name, cells) in &block.rows {
            let name = shown(name).into_owned();
            grid.named(name, cells.iter().map(|(_, number)| number.text().to_owned()));
        }
        out.grid(grid);
    }
    out
}

/// One given number, and the numbers that add up to 1 with it.
pub fn given_number(recipe: &Recipe, place: &Quantity) -> Document {
    let mut out = Document::default();
    let found = recipe.given_blocks().into_iter().flat_map(|block| block.rows).flat_map(|(_, cells)| cells);
    let Some((_, number)) = found.into_iter().find(|(at, _)| at == place) else { return out };
    out.say(Role::Strong, sentence!("{} = {}", place.clone(), number.text().to_owned()));
    out.say(Role::Text, "Given, not counted.");
    let together = recipe.given_together(place);
    let (class, other): (Option<&str>, Option<&str>) = match place {
        Quantity::Prob { event: Event::Class(class), .. } => (None, Some(class.as_str())),
        Quantity::Prob { event: Event::Value { value, .. }, given: Some(Event::Class(class)) } => {
            (Some(class.as_str()), Some(value.as_str()))
        }
        _ => (None, None),
    };
    if !together.is_empty() {
        let of = match class {
            Some(class) => format!("The probabilities given {}", brief(class)),
            None => "The priors".to_owned(),
        };
        out.say(Role::Text, format!("{of} add up to 1."));
        let rest = together.iter().find(|(name, _)| Some(name.as_str()) != other);
        let advice = match rest.filter(|_| together.len() == 2) {
            Some((rest, _)) => format!("If you change it, {} gets the remaining probability.", brief(rest)),
            None => "Type all of them, one after another, so that they add up to 1.".to_owned(),
        };
        out.say(Role::Secondary, advice);
    }
    let other_prior = recipe.prior.as_ref().filter(|prior| !matches!(prior, Prior::Given(_)));
    if let (Quantity::Prob { given: None, .. }, Some(prior)) = (place, other_prior) {
        let again = "Type a number here to use the given prior again.";
        out.say(Role::Warning, format!("2 Model uses another prior: {prior}. {again}"));
    }
    if matches!(place, Quantity::Cov { a, b, .. } if a != b) {
        out.say(Role::Secondary, "Σ is symmetric: the number is on both sides of the diagonal.");
    }
    out
}
