//! Several models side by side, any two of them row by row, and curves over α and over training rows.

use super::document::{Align, Block, Document, Grid, cells, class_mark, decimal, equals};
use crate::evaluate::{
    Comparison, ComparisonResult, Learning, Measure, MetricKind, MetricValue, ModelPair, ModelSpec, Point,
    Summary, Sweep, rows_or_cases,
};
use crate::math::{Name, Number, Precision, Rounded, Sentence, sentence};
use crate::recipe::Split;
use crate::text::counted;

/// The most rows listed for which two models predict different classes.
const LISTED: usize = 30;

/// The models in a table, the warnings about them, every pair, and the refused models.
pub fn comparison(found: &Comparison, by: Option<Measure>) -> Document {
    let mut out = Document::default();
    out.heading(compared_by(found));
    let order = found.sorted(by);
    let results = || order.iter().filter_map(|at| found.results.get(*at));
    let mut grid = grid("model", &["right", "accuracy", "95 % interval", "log loss", "Brier", "AUC"]);
    for result in results() {
        grid.row(cells![
            result.candidate.name.clone(),
            format!("{}/{}", result.right, result.n),
            stands_at(result, Measure::Accuracy),
            interval(result),
            stands_at(result, Measure::LogLoss),
            stands_at(result, Measure::Brier),
            stands_at(result, Measure::Area),
        ]);
    }
    out.grid(grid);
    best(found).into_iter().for_each(|best| out.item(best));
    area_meaning(found).into_iter().for_each(|meaning| out.item(meaning));
    found.warnings.iter().for_each(|warning| out.item(warning.clone()));
    for result in results() {
        let name = &result.candidate.name;
        warnings(result).into_iter().for_each(|warning| out.item(format!("{name}: {warning}")));
    }
    out.heading("Parameters, training and time");
    let mut grid = self::grid("model", &["parameters", "on its training rows", "undefined", "seconds"]);
    for result in results() {
        grid.row(cells![
            result.candidate.name.clone(),
            result.parameters.count.to_string(),
            stands_at(result, Measure::Training),
            result.n_undefined.to_string(),
            stands_at(result, Measure::Seconds),
        ]);
    }
    out.grid(grid);
    if !found.refused.is_empty() {
        out.heading("Not compared");
        found.refused.iter().for_each(|refused| {
            out.item(format!("{}: {}.", refused.name, refused.problem.what));
        });
    }
    pairs(found, &mut out);
    out
}

/// Every pair in a table; two models alone with the formula and the rows.
fn pairs(found: &Comparison, out: &mut Document) {
    let all: Vec<ModelPair> = found.pairs().collect();
    if all.is_empty() {
        return;
    }
    out.heading("Two by two, on the same rows");
    let mut grid = Grid::new(["A", "B"].map(|name| (name.to_owned(), Align::Left)));
    let counts = ["both", "only A", "only B", "neither", "p"];
    grid.columns.extend(counts.map(|name| (name.to_owned(), Align::Right)));
    for pair in &all {
        let (a, b) = (word(found, pair.a), word(found, pair.b));
        let counts = [pair.both, pair.only_a, pair.only_b, pair.neither].map(|count| count.to_string());
        let counts = counts.map(Sentence::from).into_iter();
        grid.row(cells![a, b].into_iter().chain(counts).chain(cells![decimal(&pair.p)]));
    }
    out.grid(grid);
    match all.as_slice() {
        [pair] => one_pair(found, pair, out),
        _ => {
            out.text(
                "p is from McNemar's test, exact and two-sided: how often chance alone would separate two models this far.",
            );
            out.item(format!(
                "Among {} pairs a small p can be chance: up to one in twenty is below 0.05 even if no model is better.",
                all.len()
            ));
        }
    }
}

fn one_pair(found: &Comparison, pair: &ModelPair, out: &mut Document) {
    out.text(verdict(found, pair));
    out.blocks.extend(pair.chain.iter().cloned().map(Block::Formula));
    if let Some(meaning) = p_meaning(pair) {
        out.text(meaning);
    }
    if pair.differ.is_empty() {
        return;
    }
    let (a, b) = names(found, pair);
    out.heading(format!("Rows for which {a} and {b} predict different classes"));
    let mut grid = Grid::new(["row", "actual", a, "P", b, "P"].map(|name| (name.to_owned(), Align::Right)));
    for at in pair.differ.iter().take(LISTED) {
        let Some(row) = found.rows.get(*at) else { continue };
        let mut cells: Vec<Sentence> =
            cells![row_number(found, row.row), label(found, Some(row.actual))].into();
        for place in [pair.a, pair.b] {
            let (class, posterior) = said(found, place, *at);
            cells.extend(cells![label(found, class), posterior]);
        }
        grid.row(cells);
    }
    out.grid(grid);
    if pair.differ.len() > LISTED {
        out.text(format!("… and {} more.", rows((pair.differ.len() - LISTED) as u64)));
    }
}

fn grid(first: &str, others: &[&str]) -> Grid {
    let others = others.iter().map(|name| ((*name).to_owned(), Align::Right));
    Grid::new(std::iter::once((first.to_owned(), Align::Left)).chain(others))
}

/// `6 models by 10 folds, 150 rows`
pub fn compared_by(found: &Comparison) -> String {
    let (models, rows) = (found.results.len(), found.table_rows());
    let seen = if found.n == rows as u64 { String::new() } else { format!(", seen {} times", found.n) };
    format!(
        "{models} {} {}, {rows} {}{seen}",
        if models == 1 { "model" } else { "models" },
        found.split.judged_on(),
        if rows == 1 { "row" } else { "rows" },
    )
}

pub fn stands_at(result: &ComparisonResult, measure: Measure) -> Sentence {
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

/// The 95 % interval of the accuracy: `0.9085–0.9905`.
fn interval(result: &ComparisonResult) -> String {
    let interval = result.figure(MetricKind::Accuracy).and_then(|figure| figure.interval);
    interval.map_or_else(|| "-".to_owned(), |between| format!("{:.4}–{:.4}", between.low(), between.high()))
}

pub fn best(found: &Comparison) -> Vec<String> {
    let sentence = |measure: Measure| {
        let best = found.best(measure);
        if best.is_empty() || best.len() == found.results.len() {
            return None;
        }
        let names: Vec<&str> = best.iter().map(|at| name(found, *at)).collect();
        Some(format!("Best {}: {}.", measure.name(), listed(&names)))
    };
    Measure::JUDGING.into_iter().filter_map(sentence).collect()
}

/// `GDA; categorical, 10 bins and logistic`: a name may have a comma of its own.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join("; ")),
    }
}

/// The warnings about one model.
pub fn warnings(result: &ComparisonResult) -> Vec<String> {
    let mut all = Vec::new();
    if result.n_undefined > 0 {
        let (have, they) =
            if result.n_undefined == 1 { ("has", "It counts") } else { ("have", "They count") };
        all.push(format!(
            "{} {have} an undefined posterior. {they} as wrong in the accuracy, and not in log loss and Brier score.",
            rows(result.n_undefined)
        ));
    }
    if result.n_impossible > 0 {
        all.push(format!(
            "the log loss is infinite: the actual class of {} has probability 0.",
            rows(result.n_impossible)
        ));
    }
    if result.n_tied > 0 {
        let are = if result.n_tied == 1 { "is a tie" } else { "are ties" };
        all.push(format!("{} {are}: the first of the tied classes is predicted.", rows(result.n_tied)));
    }
    all.extend(result.warnings.iter().cloned());
    all
}

fn rows(count: u64) -> String {
    counted(count, "row", "rows")
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
    let sides = format!("Only {a} is right for {}, only {b} for {}", rows(pair.only_a), rows(pair.only_b));
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
pub fn said(found: &Comparison, model: usize, row: usize) -> (Option<usize>, Sentence) {
    let said = found.results.get(model).and_then(|result| result.said.get(row));
    let class = said.and_then(|said| said.class);
    let posterior = said.filter(|_| class.is_some());
    (class, posterior.map_or_else(|| "0/0".into(), |said| decimal(&Number::Log(said.ln_posterior))))
}

fn word(found: &Comparison, at: usize) -> &'static str {
    found.results.get(at).map_or("", |result| result.spec.word())
}

fn label(found: &Comparison, class: Option<usize>) -> String {
    class.and_then(|class| found.labels.get(class)).map(Name::to_string).unwrap_or_else(|| "-".to_owned())
}

/// The number of a row in its file, from 1.
pub fn row_number(found: &Comparison, row: usize) -> String {
    let data = found.results.first().map(|result| &result.trial.data);
    data.map_or(row, |data| data.row_number(row)).saturating_add(1).to_string()
}

/// Columns of the picture beside a table.
const PICTURE: usize = 18;

pub fn figure(value: f64) -> Rounded {
    Number::Float(value).rounded(Precision::Share)
}

/// A figure of a point, or why it has none: `0.7857`, `infinite`, `-`.
pub fn cell(point: &Result<Summary, crate::problem::Problem>, measure: Measure) -> Sentence {
    match point {
        Ok(summary) => match summary.value(measure) {
            Some(value) => figure(value).into(),
            None if measure == Measure::LogLoss && summary.n_impossible > 0 => "infinite".into(),
            None => "-".into(),
        },
        Err(_) => "-".into(),
    }
}

pub fn figures(summary: &Summary) -> Vec<Sentence> {
    let share = summary.accuracy().map(|share| equals(&share)).unwrap_or_default();
    let mut all = vec![sentence!("{} of {} right {}", summary.right, summary.n, share)];
    let losses = [(Measure::LogLoss, summary.log_loss), (Measure::Brier, summary.brier)];
    let losses = losses
        .into_iter()
        .filter_map(|(measure, value)| Some(sentence!("{} {}", measure.name(), figure(value?))));
    all.extend(Some(Sentence::join(losses, ", ")).filter(|text| !text.is_empty()));
    all.extend(summary.gap().map(Sentence::from));
    all
}

/// A model compared with the current one: `2 more right, log loss lower by 0.0312`.
pub fn beside(summary: &Summary, now: &Summary) -> Sentence {
    let right = match (summary.right.checked_sub(now.right), now.right.abs_diff(summary.right)) {
        (_, 0) => "as many right".into(),
        (Some(_), more) => sentence!("{} more right", more),
        (None, fewer) => sentence!("{} fewer right", fewer),
    };
    let loss = summary.over(now, Measure::LogLoss).map(|over| {
        let way = if over < 0.0 { "lower" } else { "higher" };
        if over == 0.0 {
            Sentence::from("the same log loss")
        } else {
            sentence!("log loss {} by {}", way, figure(over.abs()))
        }
    });
    Sentence::join([Some(right), loss].into_iter().flatten(), ", ")
}

/// The test rows: `By 10 folds, 200 rows`; with a note if they are training rows.
pub fn tested_by(sweep: &Sweep) -> String {
    let rows = rows_or_cases(sweep.rows, sweep.recipe.weight.is_some());
    match &sweep.split {
        Split::None => format!("On its own training rows ({rows}), so the figures are optimistic"),
        Split::Holdout(share) => format!("Held out, {} of each class: {rows}", share.text()),
        Split::Folds(rule) => format!("By {rule}, {rows}"),
        Split::LeaveOneOut => format!("Leave one out, {rows}"),
        Split::File(path) => format!("On {}, {rows}", crate::text::shown(path)),
    }
}

fn repeated(learning: &Learning) -> String {
    format!(
        "Means over {} {}; each holds out {} for testing, different ones each time.",
        learning.seeds.len(),
        if learning.seeds.len() == 1 { "seed" } else { "seeds" },
        rows_or_cases(learning.tested, learning.weighted)
    )
}

/// A point of a learning curve: each model's mean, and its 10th and 90th percentile over the seeds.
pub fn stage(learning: &Learning, size: usize, measure: Measure) -> Vec<(String, Sentence)> {
    let of = |curve: &crate::evaluate::LearningCurve| {
        let stage = curve.stages.get(size)?;
        let text = match stage.spread(measure) {
            Some(spread) => {
                sentence!("{} ({}–{})", figure(spread.mean), figure(spread.low), figure(spread.high))
            }
            None => "-".into(),
        };
        Some((curve.name.clone(), text))
    };
    learning.curves.iter().filter_map(of).collect()
}

/// The gaps at a point of a learning curve, in sentences that begin with the model.
pub fn gaps(learning: &Learning, size: usize) -> Vec<String> {
    let all = counted(learning.seeds.len(), "seed", "seeds");
    let mut gaps = Vec::new();
    for curve in &learning.curves {
        let Some(stage) = curve.stages.get(size) else { continue };
        if let Some((without, problem)) = stage.without_model() {
            gaps.push(format!("{}: no model for {without} of {all} ({}).", curve.name, problem.what));
        }
        if let Some((held, penalty)) = stage.held() {
            gaps.push(format!(
                "{}: for {held} of {all} there is no single finite solution, so a ridge penalty of {penalty} was added.",
                curve.name
            ));
        }
        if stage.infinite() > 0 {
            let infinite = stage.infinite();
            gaps.push(format!("{}: the log loss is infinite for {infinite} of {all}.", curve.name));
        }
    }
    gaps
}

pub fn sweep(sweep: &Sweep) -> Document {
    let mut out = Document::default();
    out.heading(format!("{}, by α", sweep.title));
    out.text(format!("{}.", tested_by(sweep)));
    let value = |point: &Point| point.summary.as_ref().ok()?.value(Measure::Accuracy);
    let (low, high) = reach(sweep.points.iter().filter_map(value));
    let mut grid = Grid::new([
        ("α".to_owned(), Align::Right),
        ("right".to_owned(), Align::Right),
        ("accuracy".to_owned(), Align::Right),
        ("log loss".to_owned(), Align::Right),
        (scale(low, high), Align::Left),
    ]);
    for point in &sweep.points {
        let right =
            point.summary.as_ref().map_or_else(|_| "-".to_owned(), |s| format!("{}/{}", s.right, s.n));
        grid.row(cells![
            point.alpha.clone(),
            right,
            cell(&point.summary, Measure::Accuracy),
            cell(&point.summary, Measure::LogLoss),
            picture(&[value(point)], low, high, false),
        ]);
    }
    out.grid(grid);
    for point in &sweep.points {
        let words = format!("α = {}", point.alpha);
        match &point.summary {
            Ok(summary) => summary.gap().into_iter().for_each(|gap| out.item(format!("{words}: {gap}"))),
            Err(problem) => out.item(format!("{words}: no model ({}).", problem.what)),
        }
    }
    out
}

pub fn learning(learning: &Learning) -> Document {
    let mut out = Document::default();
    out.heading("Learning curve");
    out.text(format!("{} Brackets show the 10th to 90th percentile.", repeated(learning)));
    for measure in [Measure::Accuracy, Measure::LogLoss] {
        let mean = |curve: &crate::evaluate::LearningCurve, size: usize| {
            Some(curve.stages.get(size)?.spread(measure)?.mean)
        };
        let sizes = 0..learning.sizes.len();
        let (low, high) = reach(
            sizes.clone().flat_map(|size| learning.curves.iter().filter_map(move |curve| mean(curve, size))),
        );
        let names = learning.curves.iter().zip((0..).map(class_mark));
        let mut grid = Grid::new(
            std::iter::once(("rows".to_owned(), Align::Right))
                .chain(names.map(|(curve, mark)| (format!("{mark} {}", curve.name), Align::Right)))
                .chain([(scale(low, high), Align::Left)]),
        );
        for (at, size) in sizes.zip(&learning.sizes) {
            let cells = stage(learning, at, measure).into_iter().map(|(_, text)| text);
            let means: Vec<Option<f64>> = learning.curves.iter().map(|curve| mean(curve, at)).collect();
            let drawn = picture(&means, low, high, measure != Measure::Accuracy);
            grid.row(cells![size.to_string()].into_iter().chain(cells).chain(cells![drawn]));
        }
        out.text(format!("{}: {}", measure.name(), measure.better()));
        out.grid(grid);
    }
    for (at, size) in learning.sizes.iter().enumerate() {
        gaps(learning, at).into_iter().for_each(|gap| out.item(format!("{}, {gap}", rows(*size))));
    }
    out
}

fn reach(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
}

fn scale(low: f64, high: f64) -> String {
    if low > high {
        return String::new();
    }
    let (low, high) = (format!("{low:.3}"), format!("{high:.3}"));
    let gap = PICTURE.saturating_sub(low.len() + high.len());
    format!("{low}{}{high}", " ".repeat(gap))
}

/// Marks on one line, from the lowest value to the highest, perhaps by their logarithms; marks that overlap are `*`.
fn picture(values: &[Option<f64>], low: f64, high: f64, log: bool) -> String {
    let scaled = |value: f64| if log { value.max(f64::MIN_POSITIVE).ln() } else { value };
    let (low, high) = (scaled(low), scaled(high));
    let mut line = vec![' '; PICTURE];
    for (value, mark) in values.iter().zip((0..).map(class_mark)) {
        let Some(value) = value else { continue };
        let share = if high > low { (scaled(*value) - low) / (high - low) } else { 0.5 };
        let at = (share * (PICTURE - 1) as f64).round() as usize;
        line.get_mut(at).into_iter().for_each(|cell| *cell = if *cell == ' ' { mark } else { '*' });
    }
    line.into_iter().collect::<String>().trim_end().to_owned()
}
