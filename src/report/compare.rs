//! Several models side by side, any two of them row by row, and curves over α and over training rows.

use super::document::{Block, Document, Grid, cells, decimal, equals, plural};
use super::evaluation::{by_split, infinite, interval, undecided};
use crate::evaluate::{
    Comparison, ComparisonResult, Learning, LearningCurve, Measure, MetricKind, MetricValue, ModelPair,
    ModelSpec, Summary, Sweep, rows_or_cases,
};
use crate::math::{Number, Precision, Rounded, Sentence, sentence};

/// The models in a table, the warnings about them, every pair, and the refused models.
pub fn comparison(found: &Comparison, by: Option<Measure>) -> Document {
    let mut out = Document::headed(compared_by(found));
    let order = found.sorted(by);
    let results = || order.iter().filter_map(|at| found.results.get(*at));
    let mut grid =
        Grid::of(["model", ">right", ">accuracy", ">95 % interval", ">log loss", ">Brier", ">AUC"]);
    for result in results() {
        let (name, right) = (result.candidate.name.clone(), format!("{}/{}", result.right, result.n));
        let range = result.figure(MetricKind::Accuracy).and_then(|figure| figure.interval.as_ref());
        let range = range.map_or_else(|| "-".into(), interval);
        let first = cells![name, right, measured_text(result, Measure::Accuracy), range];
        let figures = [Measure::LogLoss, Measure::Brier, Measure::Area];
        grid.row(first.into_iter().chain(figures.map(|measure| measured_text(result, measure))));
    }
    out.grid(grid);
    out.items(best(found));
    out.items(area_meaning(found));
    out.items(found.warnings.iter());
    for result in results() {
        let name = &result.candidate.name;
        out.items(warnings(result).iter().map(|warning| format!("{name}: {warning}")));
    }
    out.heading("Parameters, training and time");
    let mut grid = Grid::of(["model", ">parameters", ">on its training rows", ">undefined", ">seconds"]);
    for result in results() {
        let [parameters, training, seconds] = [Measure::Parameters, Measure::Training, Measure::Seconds]
            .map(|measure| measured_text(result, measure));
        let undefined = result.n_undefined.to_string().into();
        grid.named(result.candidate.name.clone(), [parameters, training, undefined, seconds]);
    }
    out.grid(grid);
    if !found.refused.is_empty() {
        out.heading("Not compared");
    }
    out.items(found.refused.iter().map(|refused| format!("{}: {}.", refused.name, refused.problem.what)));
    pairs(found, &mut out);
    out
}

/// Every pair in a table; two models alone with the formula.
fn pairs(found: &Comparison, out: &mut Document) {
    let all: Vec<ModelPair> = found.pairs().collect();
    if all.is_empty() {
        return;
    }
    out.heading("Two by two, on the same rows");
    let mut grid = Grid::of(["A", "B", ">both", ">only A", ">only B", ">neither", ">p"]);
    for pair in &all {
        let ModelPair { both, only_a, only_b, neither, p, .. } = pair;
        let [a, b] = [pair.a, pair.b].map(|at| found.results.get(at).map_or("", |result| result.spec.word()));
        grid.row(cells![a, b, both, only_a, only_b, neither, decimal(p)]);
    }
    out.grid(grid);
    match all.as_slice() {
        [pair] => {
            out.text(verdict(found, pair));
            out.blocks.extend(pair.chain.iter().cloned().map(Block::Formula));
            out.texts(p_meaning(pair));
        }
        _ => {
            out.text(
                "p is from McNemar's test, exact and two-sided: how often chance alone would separate two models this far.",
            );
            let often = "up to one in twenty is below 0.05 even if no model is better.";
            out.item(format!("Among {} pairs a small p can be chance: {often}", all.len()));
        }
    }
}

/// `6 models by 10 folds, 150 rows`
pub fn compared_by(found: &Comparison) -> String {
    let (models, rows) = (found.results.len(), found.table_rows());
    let seen = if found.n == rows as u64 { String::new() } else { format!(", seen {} times", found.n) };
    format!("{} {}, {}{seen}", plural(models, "model"), found.split.tested_on(), plural(rows, "row"))
}

pub fn measured_text(result: &ComparisonResult, measure: Measure) -> Sentence {
    let number = |kind: MetricKind| match result.measured(kind) {
        MetricValue::Value(value) => decimal(value),
        MetricValue::Infinite => "∞".into(),
        MetricValue::Undefined => "-".into(),
    };
    match measure {
        Measure::Accuracy => number(MetricKind::Accuracy),
        Measure::LogLoss => number(MetricKind::LogLoss),
        Measure::Brier => number(MetricKind::Brier),
        Measure::Area => result.area.as_ref().map_or_else(|| "-".into(), decimal),
        Measure::Parameters => result.parameters.count.to_string().into(),
        Measure::Training => result.training_accuracy().map_or_else(|| "-".into(), |share| decimal(&share)),
        Measure::Seconds => format!("{:.3}", result.seconds).into(),
    }
}

pub fn area_meaning(found: &Comparison) -> Option<&'static str> {
    (found.labels.len() > 2).then_some("AUC is the mean over the classes, each against the rest, unweighted.")
}

pub fn best(found: &Comparison) -> Vec<String> {
    let sentence = |measure: Measure| {
        let best = found.best(measure);
        if best.is_empty() || best.len() == found.results.len() {
            return None;
        }
        let names: Vec<&str> = best.iter().map(|at| name(found, *at)).collect();
        // `GDA; categorical, 10 bins and logistic`: a name may have a comma of its own.
        let names = match names.as_slice() {
            [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join("; ")),
            names => names.concat(),
        };
        Some(format!("Best {}: {names}.", measure.name()))
    };
    Measure::QUALITY.into_iter().filter_map(sentence).collect()
}

pub fn warnings(result: &ComparisonResult) -> Vec<String> {
    let undecided = undecided(result.n_undefined, result.n_tied, result.n);
    let all = undecided.into_iter().chain(infinite(result.n_impossible));
    all.chain(result.warnings.iter().cloned()).collect()
}

pub fn about(spec: ModelSpec) -> &'static str {
    match spec {
        ModelSpec::Kind(kind) => kind.family().claim,
        ModelSpec::Baseline => {
            "It uses no feature and predicts the class shares of its training rows. A model that is not better has learned nothing."
        }
    }
}

pub fn without_working(spec: ModelSpec) -> &'static str {
    match spec {
        ModelSpec::Baseline => {
            "The baseline has no factors: it predicts the class shares of its training rows for every row."
        }
        _ => {
            "Logistic regression has no prior and no factors. Run posterior evaluate --model logistic to list its weights."
        }
    }
}

pub fn verdict(found: &Comparison, pair: &ModelPair) -> Sentence {
    let (a, b) = names(found, pair);
    if pair.only_a + pair.only_b == 0 {
        return format!("{a} and {b} are right for the same rows.").into();
    }
    let models = found.results.len();
    let pairs = models * models.saturating_sub(1) / 2;
    let chance = if pair.is_seldom(pairs) { "would seldom" } else { "can" };
    let among = if pairs > 1 { format!(" among {pairs} pairs") } else { String::new() };
    let (only_a, only_b) = (plural(pair.only_a, "row"), plural(pair.only_b, "row"));
    let sides = format!("Only {a} is right for {only_a}, only {b} for {only_b}");
    sentence!("{}. p = {}: chance alone {} give such a difference{}.", sides, decimal(&pair.p), chance, among)
}

pub fn short_p(pair: &ModelPair) -> Sentence {
    if pair.p.to_f64() < 0.0001 { "<0.0001".into() } else { decimal(&pair.p) }
}

pub fn p_meaning(pair: &ModelPair) -> Option<String> {
    let n = pair.only_a + pair.only_b;
    let least = pair.only_a.min(pair.only_b);
    (n > 0).then(|| {
        let above = if pair.only_a == pair.only_b { " A sum above 1 counts as 1." } else { "" };
        format!(
            "McNemar's exact test: only one of the two models is right for n = {n} of the rows, and the one with fewer of them for m = {least}. If neither model is better, each such row is a fair coin toss.{above}"
        )
    })
}

pub fn names<'a>(found: &'a Comparison, pair: &ModelPair) -> (&'a str, &'a str) {
    (name(found, pair.a), name(found, pair.b))
}

fn name(found: &Comparison, at: usize) -> &str {
    found.results.get(at).map_or("", |result| result.candidate.name.as_str())
}

/// The class that a model predicts for a row, and its posterior; `0/0` where there is none.
pub fn prediction(found: &Comparison, model: usize, row: usize) -> (Option<usize>, Sentence) {
    let prediction = found.results.get(model).and_then(|result| result.predictions.get(row));
    let class = prediction.and_then(|prediction| prediction.class);
    let posterior = prediction.filter(|_| class.is_some()).map(|it| decimal(&Number::Log(it.ln_posterior)));
    (class, posterior.unwrap_or_else(|| "0/0".into()))
}

/// The number of a row in its file, from 1.
pub fn row_number(found: &Comparison, row: usize) -> String {
    let data = found.results.first().map(|result| &result.trial.data);
    data.map_or(row, |data| data.row_number(row)).saturating_add(1).to_string()
}

pub fn figure(value: f64) -> Rounded {
    Number::Float(value).rounded(Precision::Share)
}

/// A figure of a point, or why it has none: `0.7857`, `infinite`, `-`.
pub fn cell(point: &Result<Summary, crate::problem::Problem>, measure: Measure) -> Sentence {
    let Ok(summary) = point else { return "-".into() };
    match summary.value(measure) {
        Some(value) => figure(value).into(),
        None if measure == Measure::LogLoss && summary.n_impossible > 0 => "infinite".into(),
        None => "-".into(),
    }
}

pub fn figures(summary: &Summary) -> Vec<Sentence> {
    let share = summary.accuracy().map(|share| equals(&share)).unwrap_or_default();
    let mut all = vec![sentence!("{} of {} right {}", summary.right, summary.n, share)];
    let losses = [(Measure::LogLoss, summary.log_loss), (Measure::Brier, summary.brier)];
    let loss =
        |(measure, value): (Measure, Option<f64>)| Some(sentence!("{} {}", measure.name(), figure(value?)));
    let losses = Sentence::join(losses.into_iter().filter_map(loss), ", ");
    all.extend(Some(losses).filter(|text| !text.is_empty()));
    all.extend(summary.gap().map(Sentence::from));
    all
}

/// The test rows: `By 10 folds, 200 rows`; with a note if they are training rows.
pub fn tested_by(sweep: &Sweep) -> String {
    by_split(&sweep.split, &rows_or_cases(sweep.rows, sweep.recipe.weight.is_some()))
}

/// A point of a learning curve: each model's mean, and its 10th and 90th percentile over the seeds.
pub fn stage(learning: &Learning, size: usize, measure: Measure) -> Vec<(String, Sentence)> {
    let of = |curve: &LearningCurve| {
        let spread = curve.stages.get(size)?.spread(measure);
        let text = spread
            .map(|it| sentence!("{} ({}–{})", figure(it.mean), figure(it.low), figure(it.high)))
            .unwrap_or_else(|| "-".into());
        Some((curve.name.clone(), text))
    };
    learning.curves.iter().filter_map(of).collect()
}

/// The gaps at a point of a learning curve, in sentences that begin with the model.
pub fn gaps(learning: &Learning, size: usize) -> Vec<String> {
    let all = plural(learning.seeds.len(), "seed");
    let mut gaps = Vec::new();
    for curve in &learning.curves {
        let Some(stage) = curve.stages.get(size) else { continue };
        let (name, infinite) = (&curve.name, stage.infinite());
        if let Some((without, problem)) = stage.without_model() {
            gaps.push(format!("{name}: no model for {without} of {all} ({}).", problem.what));
        }
        if let Some((held, penalty)) = stage.held() {
            gaps.push(format!(
                "{name}: for {held} of {all} there is no single finite solution, so a ridge penalty of {penalty} was added."
            ));
        }
        if infinite > 0 {
            gaps.push(format!("{name}: the log loss is infinite for {infinite} of {all}."));
        }
    }
    gaps
}

pub fn sweep(sweep: &Sweep) -> Document {
    let mut out = Document::headed(format!("{}, by α", sweep.title));
    out.text(format!("{}.", tested_by(sweep)));
    out.append(super::sheets::sweep(sweep).document());
    out
}

pub fn learning(learning: &Learning) -> Document {
    let mut out = Document::headed("Learning curve");
    let (seeds, held) =
        (plural(learning.seeds.len(), "seed"), rows_or_cases(learning.tested, learning.weighted));
    out.text(format!(
        "Means over {seeds}; each holds out {held} for testing, different ones each time. Brackets show the 10th to 90th percentile."
    ));
    for measure in [Measure::Accuracy, Measure::LogLoss] {
        let mut grid = Grid::of([">rows"]).numbers(learning.curves.iter().map(|curve| &curve.name));
        for (at, size) in learning.sizes.iter().enumerate() {
            let cells = stage(learning, at, measure).into_iter().map(|(_, text)| text);
            grid.named(size.to_string(), cells);
        }
        out.text(format!("{}: {}", measure.name(), measure.better()));
        out.grid(grid);
    }
    for (at, size) in learning.sizes.iter().enumerate() {
        out.items(gaps(learning, at).iter().map(|gap| format!("{}, {gap}", plural(*size, "row"))));
    }
    out
}
