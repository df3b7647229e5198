//! The parameters of a model as a document, counted or given.

use num_bigint::BigInt;
use num_traits::Zero;

use super::document::written;
use super::document::{Align, Document, Grid, Role, cells};
use crate::math::{Chain, Event, Expr, Name, Number, Precision, Quantity, Sentence, sentence, symbols};
use crate::model::{CountFamily, Estimate, Factor, Fitted, Gda, Logistic, Sigma};
use crate::recipe::{LeftOut, Prior, Recipe, Variance};
use crate::text::{brief, shown};
use crate::worked::FITS;

/// Priors and one table per feature; `limit` bounds the values that are listed of each.
pub fn parameters(fitted: &Fitted, limit: Option<usize>) -> Document {
    let mut out = Document::default();
    out.heading("Prior P(class)");
    // Where the numbers are given, there are no rows.
    let counted = !fitted.data.is_given();
    let heads = [("class", Align::Left), (rows(fitted), Align::Right), ("P(class)", Align::Right)];
    let heads = heads.into_iter().filter(|(head, _)| counted || *head != rows(fitted));
    let mut grid = Grid::new(heads.map(|(head, align)| (head.to_owned(), align)));
    for (class, name) in fitted.classes.iter().enumerate() {
        let prior = fitted.prior_estimate(class).map(estimate).unwrap_or_default();
        let mut row = cells![name.to_string(), fitted.class_count(class).to_string(), prior].into_iter();
        let first = row.next();
        grid.row(first.into_iter().chain(row.skip(usize::from(!counted))));
    }
    out.grid(grid);
    if let Some(gda) = fitted.gda() {
        out.append(joint(fitted, gda));
        return out;
    }
    for factor in fitted.factors() {
        out.append(table(fitted, factor, limit));
    }
    out
}

pub fn of_factor(fitted: &Fitted, factor: &Factor) -> Document {
    table(fitted, factor, None)
}

fn rows(fitted: &Fitted) -> &'static str {
    if fitted.weight_column().is_some() { "weight" } else { "rows" }
}

fn estimate(estimate: &Estimate) -> Sentence {
    let ratio = Expr::Ratio(BigInt::clone(&estimate.numerator), estimate.denominator.clone());
    written(&ratio, estimate.value().as_ref(), Precision::FACTOR)
}

fn table(fitted: &Fitted, factor: &Factor, limit: Option<usize>) -> Document {
    if factor.is_gaussian() {
        return gaussian(fitted, factor);
    }
    if let Some(family) = factor.count_family() {
        return counts(fitted, factor, family);
    }
    let mut out = Document::default();
    let values = |what| number(factor.k() as u64, what);
    let what = match (factor.is_words(), factor.cuts()) {
        _ if factor.is_word_counts() => format!("P({} | class), {}", factor.name, values("word")),
        _ if fitted.is_by_value() => format!("P(class | {}), {}", factor.name, values("value")),
        (true, _) => format!("P({}=word | class), {}", factor.name, values("word")),
        (_, Some(cuts)) => format!("P({} | class), {} {}", factor.name, values("bin"), cuts.side.bins()),
        _ => format!("P({} | class), {}", factor.name, values("value")),
    };
    out.heading(what);
    let classes = fitted.classes.iter().map(|class| (class.to_string(), Align::Right));
    let mut grid = Grid::new(std::iter::once((factor.name.to_string(), Align::Left)).chain(classes));
    let listed = limit.unwrap_or(usize::MAX);
    for (value, name) in factor.values().iter().enumerate().take(listed) {
        let cells = (0..fitted.classes.len()).map(|class| estimate(&fitted.tabled(factor, value, class)));
        grid.row(cells![name.to_string()].into_iter().chain(cells));
    }
    out.grid(grid);
    let more = factor.k().saturating_sub(listed);
    if more > 0 {
        let unit = if factor.is_words() { "more word" } else { "more value" };
        out.text(format!("… and {}. Run `posterior fit` to list all of them.", number(more as u64, unit)));
    }
    out.text(formula(fitted, factor));
    out
}

pub(super) fn number(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn gaussian(fitted: &Fitted, factor: &Factor) -> Document {
    let mut out = Document::default();
    out.heading(format!("{}: a normal distribution in each class", factor.name));
    let given = fitted.data.is_given();
    let heads = if given { vec!["class"] } else { vec!["class", rows(fitted)] };
    let heads =
        heads.into_iter().zip([Align::Left, Align::Right]).map(|(head, align)| (head.to_owned(), align));
    let numbers = ["mean", "variance"].map(|head| (head.to_owned(), Align::Right));
    let mut grid = Grid::new(heads.chain(numbers));
    for (class, name) in fitted.classes.iter().enumerate() {
        let normal = factor.normal(class);
        let numbers =
            cells![cell(normal.map(|normal| normal.mean)), cell(normal.map(|normal| normal.variance))];
        let rows = (!given).then(|| cells![factor.total(class).to_string()]).into_iter().flatten();
        grid.row(cells![name.to_string()].into_iter().chain(rows).chain(numbers));
    }
    out.grid(grid);
    if given {
        out.text("Each mean and variance is given, not estimated.");
        return out;
    }
    let by = match fitted.data.resolved.variance {
        Variance::Population => rows(fitted).to_owned(),
        Variance::Unbiased => format!("({} − 1)", rows(fitted)),
    };
    let (value, square) = match fitted.weight_column() {
        Some(_) => ("weight · value", "weight · squared distance"),
        None => ("the values", "squared distances"),
    };
    let added = if fitted.epsilon > 0.0 { ", plus ε" } else { "" };
    out.text(format!(
        "Each mean is (sum of {value})/{}. Each variance is (sum of {square} from the mean)/{by}{added}.",
        rows(fitted)
    ));
    out
}

fn counts(fitted: &Fitted, factor: &Factor, family: &CountFamily) -> Document {
    let mut out = Document::default();
    out.heading(format!("{}: a {} distribution in each class", factor.name, family.name));
    let mut grid = Grid::of(["class", &format!(">{}", rows(fitted)), ">sum", ">λ"]);
    for (class, name) in fitted.classes.iter().enumerate() {
        let rate = factor.rate(class).copied().unwrap_or_default();
        let ratio = Expr::Ratio(rate.sum.into(), rate.n.into());
        let lambda = written(&ratio, rate.lambda().as_ref(), Precision::FACTOR);
        grid.row(cells![name.to_string(), rate.n.to_string(), rate.sum.to_string(), lambda]);
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
    let totals = fitted
        .classes
        .iter()
        .enumerate()
        .map(|(class, name): (usize, &Name)| format!("{} in {name}", factor.total(class)));
    let totals = totals.collect::<Vec<String>>().join(", ");
    let (unit, k) = if factor.is_words() { ("words", "V") } else { (rows(fitted), "k") };
    let known = (0..fitted.classes.len()).all(|class| factor.total(class) == fitted.class_count(class));
    let which = if factor.is_words() || known { "" } else { " with a known value" };
    if factor.alpha().is_zero() {
        return format!("Each is count/{unit}; {unit}{which}: {totals}.");
    }
    let alpha = fitted.data.resolved.alpha.text();
    format!(
        "Each is (count + α)/({unit} + α · {k}) with α = {alpha}, {k} = {}; {unit}{which}: {totals}.",
        factor.k()
    )
}

fn joint(fitted: &Fitted, gda: &Gda) -> Document {
    let mut out = Document::default();
    out.heading("μ, in the unit of each feature");
    let classes = fitted.classes.iter().map(ToString::to_string);
    out.grid(by_feature(fitted, classes.collect(), |feature| {
        (0..fitted.classes.len()).map(|class| gda.mean(class, feature)).collect()
    }));
    if gda.is_shared() {
        gda.sigma(0)
            .into_iter()
            .for_each(|sigma| out.append(matrices(fitted, sigma, "Σ, one for all classes")));
    } else {
        for (class, name) in fitted.classes.iter().enumerate() {
            let title = format!("Σ of {name}");
            gda.sigma(class).into_iter().for_each(|sigma| out.append(matrices(fitted, sigma, &title)));
        }
    }
    match fitted.theta() {
        Some(_) => out.append(posterior_of_theta(fitted)),
        None if gda.is_shared() => out.append(discriminants(fitted)),
        None => {}
    }
    out
}

fn by_feature(fitted: &Fitted, heads: Vec<String>, of: impl Fn(usize) -> Vec<Option<f64>>) -> Grid {
    let heads = heads.into_iter().map(|head| (head, Align::Right));
    let mut grid = Grid::new(std::iter::once(("feature".to_owned(), Align::Left)).chain(heads));
    for (at, name) in fitted.feature_names().enumerate() {
        grid.row(cells![name.to_string()].into_iter().chain(of(at).into_iter().map(cell)));
    }
    grid
}

pub(super) fn cell(value: Option<f64>) -> Sentence {
    match value {
        None => "-".into(),
        Some(f64::NEG_INFINITY) => "−∞".into(),
        Some(value) => Number::Float(value).rounded(Precision::FACTOR).into(),
    }
}

/// Σ, its inverse and the correlations: as matrices, or Σ as a table with names where it is too wide for one.
fn matrices(fitted: &Fitted, sigma: &Sigma, title: &str) -> Document {
    let mut out = Document::default();
    out.heading(title);
    let names: Vec<String> = fitted.feature_names().map(ToString::to_string).collect();
    let det = Number::from_ln(sigma.log_det).rounded(Precision::FACTOR);
    out.text(sentence!("|Σ| {} {}", if det.is_exact() { "=" } else { "≈" }, det));
    let d = sigma.d();
    if d > FITS {
        out.grid(by_feature(fitted, names, |a| (0..d).map(|b| Some(sigma.entry(a, b))).collect()));
        return out;
    }
    if d > 1 {
        out.text(format!("Rows and columns are in this order: {}.", names.join(", ")));
    }
    let matrix = |entry: &dyn Fn(usize, usize) -> f64| {
        Expr::Matrix((0..d).map(|a| (0..d).map(|b| Expr::float(entry(a, b))).collect()).collect())
    };
    let inverse = sigma.inverse();
    let letter = || Expr::from(symbols::COVARIANCE);
    out.formula(&Chain::new(letter()).approx(matrix(&|a, b| sigma.entry(a, b))));
    let of_inverse =
        |a: usize, b: usize| inverse.get(a).and_then(|row| row.get(b)).copied().unwrap_or(f64::NAN);
    out.formula(&Chain::new(Expr::Inverse(Box::new(letter()))).approx(matrix(&of_inverse)));
    if d > 1 && !fitted.gda().is_some_and(Gda::is_diagonal) {
        out.text("The correlations: each covariance divided by both standard deviations.");
        out.formula(&Chain::new(matrix(&|a, b| sigma.correlation(a, b))));
    }
    out
}

fn posterior_of_theta(fitted: &Fitted) -> Document {
    let mut out = Document::default();
    let (Some(theta), Some(positive)) = (fitted.theta(), fitted.classes.get(1)) else { return out };
    out.heading(format!("θ: the posterior of {positive} is 1/(1 + exp(−(θ₀ + θᵀx)))"));
    out.grid(by_feature(fitted, vec!["θ".to_owned()], |feature| vec![theta.weights.get(feature).copied()]));
    out.text(match theta.intercept {
        Some(intercept) => sentence!("θ₀ = {}", cell(Some(intercept))),
        None => "θ₀ is undefined: a class has prior 0.".into(),
    });
    out
}

fn discriminants(fitted: &Fitted) -> Document {
    let mut out = Document::default();
    out.heading("Linear discriminants: the class with the largest sum is predicted");
    let found: Vec<(f64, Vec<f64>)> =
        (0..fitted.classes.len()).filter_map(|class| fitted.discriminant(class)).collect();
    let mut grid = by_feature(fitted, fitted.classes.iter().map(Name::to_string).collect(), |feature| {
        found.iter().map(|(_, weights)| weights.get(feature).copied()).collect()
    });
    let intercepts = found.iter().map(|(intercept, _)| cell(Some(*intercept)));
    grid.rows.insert(0, cells!["(intercept)"].into_iter().chain(intercepts).collect());
    out.grid(grid);
    out.text("Each sum is ln P(class) − ½ μᵀΣ⁻¹μ plus Σ⁻¹μ times the numbers of the case.");
    out
}

const LISTED: usize = 60;

/// The most classes side by side.
const SIDE_BY_SIDE: usize = 5;

/// What kind of model it is, how it was fitted, and θ of each class.
pub fn logistic(model: &Logistic) -> Document {
    let mut out = Document::default();
    out.text(
        "Logistic regression is discriminative: it models P(class | x), but not P(x). It is a rival of the generative models, not one of them.",
    );
    let (ln, twice) = (cell(Some(model.log_likelihood)), cell(Some(-2.0 * model.log_likelihood)));
    let unit = if model.steps == 1 { "step" } else { "steps" };
    out.text(sentence!(
        "Newton's method took {} {} to ℓ = ∑ ln P(class | x) = {}, so −2ℓ = {}.",
        model.steps,
        unit,
        ln,
        twice
    ));
    model.warnings().into_iter().for_each(|remark| out.item(remark));
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
    let columns = model.columns().len();
    if columns > LISTED && !others.is_empty() {
        let more = number((columns - LISTED) as u64, "more column");
        out.text(format!("… and {more}. Pass --format json to list all of them."));
    }
    out
}

/// A row for θ₀ and for each column.
fn coefficients(model: &Logistic, classes: &[usize]) -> Grid {
    let found: Vec<(f64, Vec<f64>)> = classes.iter().filter_map(|class| model.coefficients(*class)).collect();
    let names = classes.iter().filter_map(|class| model.classes.get(*class));
    let heads = names.map(|name| (name.to_string(), Align::Right));
    let mut grid = Grid::new(std::iter::once(("column".to_owned(), Align::Left)).chain(heads));
    let intercepts = found.iter().map(|(intercept, _)| cell(Some(*intercept)));
    grid.row(cells!["θ₀"].into_iter().chain(intercepts));
    for (at, column) in model.columns().iter().enumerate().take(LISTED) {
        let weights = found.iter().map(|(_, weights)| cell(weights.get(at).copied()));
        grid.row(cells![column.label()].into_iter().chain(weights));
    }
    grid
}

/// Words that are named for each class.
pub const TOP: usize = 8;

/// Words that are named of those left out.
const NAMED: usize = 20;

/// The most informative words for each class, and the words left out, for each text feature.
pub fn words(fitted: &Fitted) -> Document {
    let mut out = Document::default();
    for factor in fitted.factors().iter().filter(|factor| factor.is_words()) {
        out.heading(format!("{}: the most informative words for each class", factor.name));
        top_words(fitted, factor, TOP).into_iter().for_each(|line| out.item(line));
        out.text(top_words_formula(fitted));
        left_out(fitted, factor).into_iter().for_each(|line| out.text(line));
    }
    out
}

/// A line for each class: `spam: money +2.31, free +1.95`.
pub fn top_words(fitted: &Fitted, factor: &Factor, n: usize) -> Vec<Sentence> {
    let line = |(class, name): (usize, &crate::math::Name)| {
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
    let of = |stop: bool| {
        let wanted = factor.left_out().iter().filter(move |word| (word.why == LeftOut::StopWord) == stop);
        wanted.map(|word| word.word.to_string()).collect::<Vec<String>>()
    };
    let sentence = |what: String, words: Vec<String>| {
        let more = words.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let named = words.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        (!words.is_empty()).then(|| format!("{what} left out ({}): {named}{more}.", words.len()))
    };
    let least = fitted.data.resolved.words.min_count;
    let rare = format!("Words seen fewer than {least} times,");
    [sentence("Stop words".into(), of(true)), sentence(rare, of(false))].into_iter().flatten().collect()
}

pub fn given_tables(recipe: &Recipe) -> Document {
    let mut out = Document::default();
    for block in recipe.given_blocks() {
        out.blank();
        let heads = block.heads.iter().map(|head| (shown(head.as_str()).into_owned(), Align::Right));
        let what = shown(&block.what).into_owned();
        let mut grid = Grid::new(std::iter::once((what, Align::Left)).chain(heads));
        for (name, cells) in &block.rows {
            let name = shown(name).into_owned();
            grid.row(std::iter::once(name).chain(cells.iter().map(|(_, number)| number.text().to_owned())));
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
    out.blank();
    out.say(Role::Strong, sentence!("{} = {}", place.clone(), number.text().to_owned()));
    out.blank();
    out.say(Role::Text, "Given, not counted.");
    let together = recipe.given_together(place);
    let (class, other): (Option<&str>, Option<&str>) = match place {
        Quantity::Prob { event: Event::Class(class), .. } => (None, Some(class.as_str())),
        Quantity::Prob { event: Event::Value { value, .. }, given: Some(Event::Class(class)) } => {
            (Some(class.as_str()), Some(value.as_str()))
        }
        _ => (None, None),
    };
    let parts =
        together.iter().map(|(name, number)| Sentence::from(format!("{} {}", brief(name), number.text())));
    let parts: Vec<Sentence> = parts.take(PARTS).collect();
    let more = together.len().saturating_sub(PARTS);
    if !parts.is_empty() {
        out.blank();
        let of = class.map_or_else(
            || "The priors".to_owned(),
            |class| format!("The probabilities given {}", brief(class)),
        );
        let mut text = sentence!("{} add up to 1: {}", of, Sentence::join(parts, ", "));
        text.push(if more > 0 { format!(", and {more} more.") } else { ".".to_owned() });
        out.say(Role::Text, text);
        let rest =
            together.iter().find(|(name, _)| Some(name.as_str()) != other).map(|(name, _)| brief(name));
        out.blank();
        out.say(
            Role::Secondary,
            match (together.len(), rest) {
                (2, Some(rest)) => {
                    format!("If you change it, {rest} gets the remaining probability.")
                }
                _ => "Type all of them, one after another, so that they add up to 1.".to_owned(),
            },
        );
    }
    if matches!(place, Quantity::Prob { given: None, .. })
        && !matches!(recipe.prior, None | Some(Prior::Given(_)))
    {
        out.blank();
        let prior = recipe.prior_or_default().to_string();
        out.say(
            Role::Warning,
            format!("2 Model uses another prior: {prior}. Type a number here to use the given prior again."),
        );
    }
    if matches!(place, Quantity::Cov { a, b, .. } if a != b) {
        out.blank();
        out.say(Role::Secondary, "Σ is symmetric: the number is on both sides of the diagonal.");
    }
    out
}

const PARTS: usize = 12;
