//! Screen 4: the ROC curve, one class against the rest at every threshold; reliability, how often a posterior
//! is right; and curves over the list of their points. Left the picture, right what is selected in it.

use crate::app::EvaluatedModel;
use crate::app::prelude::*;
use crate::app::screens::evaluate::view::{class_name, place, put_above, row_list};
use crate::app::screens::evaluate::{Curve, curve};
use crate::app::widgets::pane;
use crate::evaluate::{CalibrationBin, Learning, Metrics, Roc, Sweep, rows_or_cases};
use crate::plot;
use crate::report::equals;

pub fn roc(canvas: &mut Canvas<'_>, evaluated: &EvaluatedModel, roc: &Roc) {
    let (theme, evaluation) = (canvas.theme, &evaluated.evaluation);
    let mut out = canvas.inside();
    out.paragraph(
        &format!("{} against the rest", class_name(&evaluation.labels, roc.positive)),
        theme.strong,
    );
    match roc.area() {
        Some(area) => {
            let (won, tied, all) = (roc.pairs.won, roc.pairs.tied, roc.pairs.all);
            let half = if tied == 0 { String::new() } else { format!(", {tied} tied") };
            let area = equals(&area);
            out.text(&sentence!("AUC {}: {} of {} pairs in order{}", area, won, all, half), theme.text);
        }
        None => out.text("There is no curve: it needs rows of the class and rows of another.", theme.text),
    }
    if roc.left_out > 0 {
        let rows = if roc.left_out == 1 { "row" } else { "rows" };
        out.text(&format!("Without the {} {rows} whose posterior is 0/0.", roc.left_out), theme.secondary);
    }
    put_above(canvas, out);
    if let Some(label) = evaluation.labels.get(roc.positive).filter(|_| roc.area().is_some()) {
        let point = roc.point(&evaluation.rows, canvas.app.screens.evaluate.threshold);
        let at = point.and_then(|point| point.counts.place());
        let scene = plot::roc(roc, &evaluation.rows, label);
        pane::put(canvas, &scene, at.map(<[f64; 2]>::from), canvas.height());
    }
}

pub fn threshold(canvas: &mut Canvas<'_>, evaluated: &EvaluatedModel, roc: &Roc) {
    let (screen, theme) = (&canvas.app.screens.evaluate, canvas.theme);
    let labels = &evaluated.evaluation.labels;
    let (rows, name) = (roc.rows_of(screen.threshold), class_name(labels, roc.positive));
    canvas.frame("At this threshold", &place(screen.threshold, roc.points()));
    let Some(point) = roc.point(&evaluated.evaluation.rows, screen.threshold) else { return };
    let mut out = canvas.inside();
    let in_use = match labels.len() {
        _ if point.counts != roc.in_use => "",
        2 => " The model does this.",
        _ => " The largest posterior gives the same.",
    };
    let rule = match (point.threshold, labels.get(roc.positive)) {
        (Some(least), Some(label)) => {
            let (label, least) = (shown(label.as_str()), decimal(&Number::Float(least)));
            sentence!("Predicted {} where P({} | x) is {} or more.{}", name, label, least, in_use)
        }
        _ => sentence!("No row is predicted {}.{}", name, in_use),
    };
    out.paragraph(&rule, theme.strong);
    out.blank();
    let (mut grid, counts) = (Grid::of(["", ">predicted", ">not"]), &point.counts);
    grid.row([name, counts.true_positive.to_string(), counts.false_negative.to_string()]);
    grid.row(["others".to_owned(), counts.false_positive.to_string(), counts.true_negative.to_string()]);
    out.grid(&grid);
    out.blank();
    for (name, share) in report::shares(counts) {
        out.text(&sentence!("{}\u{a0}\u{a0}{}", name, share), theme.text);
    }
    out.blank();
    if canvas.height() < out.lines.len() + 4 {
        out.dense();
    }
    if !rows.is_empty() {
        let cases = rows.iter().filter_map(|at| evaluated.at(*at)).map(|row| row.weight).sum();
        let cases = rows_or_cases(cases, evaluated.is_weighted());
        out.line(format!("{cases} with this probability:"), theme.text);
    }
    canvas.put(&out.lines);
    row_list(canvas, evaluated, &[roc.positive], true);
}

pub fn reliability(canvas: &mut Canvas<'_>, evaluated: &EvaluatedModel, metrics: &Metrics) {
    let (theme, calibration) = (canvas.theme, &metrics.calibration);
    let selected = canvas.app.screens.evaluate.bin;
    let mut out = canvas.inside();
    let name = match calibration.of.and_then(|class| evaluated.evaluation.labels.get(class)) {
        Some(label) => format!("P({} | x)", shown(label.as_str())),
        None => "The largest posterior".to_owned(),
    };
    out.paragraph(&format!("{name}, and the observed share"), theme.strong);
    let error = calibration.error().map(|error| decimal(&Number::Float(error)));
    let error = error.map(|error| sentence!("Calibration error {} (ECE)", error));
    out.text(&error.unwrap_or_else(|| "No row has a posterior.".into()), theme.text);
    put_above(canvas, out);
    let mut scene = plot::reliability(calibration, None);
    scene.frames.truncate(1);
    let place = |bin: &CalibrationBin| Some([bin.mean_predicted()?, bin.observed()?.to_f64()]);
    let at = calibration.bins.get(selected).and_then(place);
    // The number of rows is below each bin.
    let below = canvas.below(1);
    let plot = pane::put(canvas, &scene, at, canvas.height()).filter(|plot| plot.width > 0);
    let Some(plot) = plot.filter(|_| below.height > 0) else { return };
    let bins = calibration.bins.len().max(1) as u16;
    let room = usize::from((plot.width / bins).max(1));
    for (at, bin) in (0u16..).zip(&calibration.bins).filter(|(_, bin)| bin.n > 0) {
        let forms = [bin.n.to_string(), format!("{}k", bin.n / 1_000), format!("{}M", bin.n / 1_000_000)];
        let text = forms.into_iter().find(|text| text.len() <= room).unwrap_or_else(|| "+".to_owned());
        let from = plot.x + at * plot.width / bins;
        let blanks = room.saturating_sub(text.len()) as u16 / 2;
        let style = if usize::from(at) == selected { theme.cursor } else { theme.number };
        canvas.at((from + blanks, below.y), &text, room, style);
    }
    canvas.at((below.x, below.y), "n", usize::from(plot.x.saturating_sub(below.x)), theme.secondary);
}

pub fn bin(canvas: &mut Canvas<'_>, evaluated: &EvaluatedModel, metrics: &Metrics) {
    let (screen, theme, calibration) = (&canvas.app.screens.evaluate, canvas.theme, &metrics.calibration);
    let Some(bin) = calibration.bins.get(screen.bin) else { return };
    let title = format!("Predicted {}", report::tenth(screen.bin));
    canvas.frame(&title, &place(screen.rows.at, bin.rows.len()));
    let mut out = canvas.inside();
    out.paragraph(&report::describe_bin(calibration, screen.bin), theme.strong);
    out.blank();
    if let (Some(predicted), Some(observed), Some(range)) =
        (bin.mean_predicted(), bin.observed(), bin.interval())
    {
        let verdict = match (range.holds(predicted), predicted > range.high()) {
            (true, _) => "The predicted share lies in it.",
            (false, true) => "The predicted share lies above it.",
            (false, false) => "The predicted share lies below it.",
        };
        let lines = [
            sentence!("predicted\u{a0}\u{a0}{} on average", decimal(&Number::Float(predicted))),
            sentence!("observed\u{a0}\u{a0}\u{a0}{}/{} {}", bin.of_class, bin.n, equals(&observed)),
            sentence!(
                "95\u{a0}%\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}{} (Wilson)",
                report::interval(&range)
            ),
            verdict.into(),
        ];
        lines.iter().for_each(|line| out.text(line, theme.text));
    }
    out.blank();
    canvas.put(&out.lines);
    let class: Vec<usize> = calibration.of.into_iter().collect();
    row_list(canvas, evaluated, &class, true);
}

pub fn curve(canvas: &mut Canvas<'_>) {
    let (app, theme) = (canvas.app, canvas.theme);
    let screen = &app.screens.evaluate;
    let (points, at) = curve::cursor(app);
    canvas.frame(screen.view.words().0[0], &place(at, points));
    let mut out = canvas.inside();
    let (drawn, refused) = (curve::drawn(app), curve::refused(app));
    let measure = screen.curve.measure;
    let shown = match drawn {
        Some(Curve::Sweep(sweep)) => {
            match sweep.split {
                Split::None => {
                    out.text(&format!("{}: t tests it on others.", report::tested_by(sweep)), theme.warning);
                }
                _ => out.text(&report::tested_by(sweep), theme.strong),
            }
            let own = curve::own(app).and_then(|own| sweep.points.get(own));
            let place = plot::sweep_places(sweep, measure).get(at).copied();
            Some((plot::sweep(sweep, measure, own), place, sweep_table(canvas, sweep)))
        }
        Some(Curve::Learning(learning)) => {
            let seeds = learning.seeds.len();
            let held = rows_or_cases(learning.tested, learning.weighted);
            out.text(&format!("{seeds} seeds, each with {held} held out"), theme.strong);
            let mean = learning.curves.first().and_then(|curve| curve.stages.get(at)?.spread(measure));
            let place = learning.sizes.get(at).zip(mean).map(|(size, spread)| [*size as f64, spread.mean]);
            Some((plot::learning(learning, measure), place, learning_table(canvas, learning, measure)))
        }
        None => None,
    };
    if let Some(problem) = refused {
        out.problem(&problem.clone().into());
    } else if !curve::is_fresh(app) {
        if drawn.is_some() {
            out.text("The curve of the previous recipe:", theme.warning);
        }
        let text = match app.jobs.waits_for(Lane::Curve) {
            true => app.jobs.progress(Lane::Curve).unwrap_or_else(|| "drawing the curve …".to_owned()),
            false => "Press 4 to draw the curve.".to_owned(),
        };
        out.text(&text, theme.warning);
    }
    canvas.put(&out.lines);
    let shown = shown.filter(|_| refused.is_none() && points > 0);
    let Some((scene, place, table)) = shown else { return };
    // The list has as many rows as it needs, but no more than half.
    let listed = canvas.below((points + 1).min(canvas.height() / 2));
    pane::put(canvas, &scene, place, canvas.height());
    canvas.area = listed;
    table.row(at).draw(canvas, &Scroll::default());
}

fn sweep_table<'a>(canvas: &Canvas<'a>, sweep: &'a Sweep) -> Table<'a> {
    let (own, sign) = (curve::own(canvas.app), canvas.theme.face.sign);
    let row = move |at: usize| {
        let Some(point) = sweep.points.get(at) else { return Vec::new() };
        let star = if own == Some(at) { "*" } else { " " };
        let figures = Measure::QUALITY
            .map(|measure| TableCell::from(report::cell(&point.summary, measure).written(sign)));
        std::iter::once(format!("{star} {}", point.alpha).into()).chain(figures).collect()
    };
    let heads = ["α", "accuracy", "log loss", "Brier"];
    Table::new(heads.map(|head| Column::number(head).style(canvas.theme.secondary)), sweep.points.len(), row)
}

fn learning_table<'a>(canvas: &Canvas<'a>, learning: &'a Learning, measure: Measure) -> Table<'a> {
    let theme = canvas.theme;
    let row = move |at: usize| {
        let Some(size) = learning.sizes.get(at) else { return Vec::new() };
        let mean = |curve: &crate::evaluate::LearningCurve| {
            let spread = curve.stages.get(at).and_then(|stage| stage.spread(measure));
            let mean = spread.map(|spread| report::figure(spread.mean).written(theme.face.sign));
            TableCell::from(mean.unwrap_or_else(|| "-".to_owned()))
        };
        std::iter::once(size.to_string().into()).chain(learning.curves.iter().map(mean)).collect()
    };
    let most = canvas.columns().saturating_sub(12) / learning.curves.len().max(1);
    let name = |(at, curve): (usize, &crate::evaluate::LearningCurve)| {
        Column::number(format!("{} {}", class_mark(at), curve.name)).most(most).style(theme.class(at))
    };
    let columns = std::iter::once(Column::number("rows")).chain(learning.curves.iter().enumerate().map(name));
    Table::new(columns, learning.sizes.len(), row)
}

pub fn point(canvas: &mut Canvas<'_>) {
    let (app, theme, mut out) = (canvas.app, canvas.theme, canvas.writer());
    let (points, at) = curve::cursor(app);
    match curve::drawn(app).filter(|_| points > 0) {
        Some(Curve::Sweep(sweep)) => alpha(app, sweep, at, &mut out),
        Some(Curve::Learning(learning)) => size(app, learning, at, &mut out),
        None => {}
    }
    if let Some(experiment) = app.screens.evaluate.curve.experiment() {
        out.paragraph(experiment.claim, theme.strong);
        out.text(experiment.look, theme.text);
        out.text(&format!("Why: {}", experiment.why), theme.text);
        let hint = "m: the confusion matrix; there Enter, Enter opens the working of a row.";
        out.paragraph(hint, theme.secondary);
    }
    canvas.scrolling("This point", &out.lines, &app.screens.evaluate.detail);
}

fn alpha(app: &App, sweep: &Sweep, at: usize, out: &mut Writer<'_>) {
    let Some(point) = sweep.points.get(at) else { return };
    let (theme, own) = (out.theme, curve::own(app));
    out.text(&format!("α = {}", point.alpha), theme.strong);
    let summary = match &point.summary {
        Ok(summary) => summary,
        Err(problem) => {
            return out.text(&format!("No model can be fitted with it: {}.", problem.what), theme.warning);
        }
    };
    report::figures(summary).iter().for_each(|text| out.text(text, theme.text));
    if own == Some(at) {
        return out.text("This is the value in the recipe.", theme.strong);
    }
    if curve::is_fresh(app) {
        out.text("Enter puts it into the recipe; u undoes it.", theme.secondary);
    }
}

fn size(app: &App, learning: &Learning, at: usize, out: &mut Writer<'_>) {
    let measure = app.screens.evaluate.curve.measure;
    let Some(size) = learning.sizes.get(at) else { return };
    let all = if at + 1 == learning.sizes.len() { ": all that are not held out" } else { "" };
    let theme = out.theme;
    out.text(&format!("{size} training rows{all}"), theme.strong);
    out.text(&format!("{}, {}", measure.name(), measure.better()), theme.secondary);
    for (place, (name, text)) in report::stage(learning, at, measure).into_iter().enumerate() {
        out.text(&format!("{} {name}", class_mark(place)), theme.class(place));
        out.text(&sentence!("\u{a0}\u{a0}{}", text), theme.text);
    }
    report::gaps(learning, at).iter().for_each(|gap| out.text(gap, theme.warning));
    out.text("In brackets: the 10th to the 90th percentile of the seeds.", theme.secondary);
}
