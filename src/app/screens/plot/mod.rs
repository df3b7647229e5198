//! Screen 6: pictures of the model, and of the normal distribution without data; and its keys.

pub(crate) mod state;
pub(crate) mod view;

use std::sync::Arc;

use crate::app::dialogs::choose::ChooseDialog;
use crate::app::dialogs::picture::{Choice, PictureDialog};
use crate::app::key;
use crate::app::key::Typed;
use crate::app::prelude::*;
use crate::app::screens::model::{changed, current};
use crate::app::screens::plot::state::{Drawn, KNOBS};
pub use crate::app::screens::plot::state::{Kind, PlotScreen};
use crate::app::session::{Changed, Pick};
use crate::app::settings::GLYPHS;
use crate::app::state::App;
use crate::app::terminal::theme::Theme;
use crate::math::{Number, Precision, Sentence, sentence};
use crate::model::{Classifier, Fitted};
use crate::plot::{Frame, Role, Scene, Shape, reading};
use crate::recipe::{Covariance, ModelKind};
use crate::report;
use crate::report::json::{Answer, Picture};
use crate::report::{Extract, Sheet};

/// The smallest and the largest visible share of the whole range.
const ZOOM: (f64, f64) = (1e-9, 100.0);
/// The steps of the crosshair while the size on screen is unknown.
const STEPS: f64 = 60.0;

#[derive(Debug)]
pub struct Plot;

pub fn kind(app: &App) -> Kind {
    app.screens.plot.kind(app.session.fitted().map(|fitted| &**fitted))
}

/// Draws the picture again; the old one stays until it is ready.
fn refresh(app: &mut App) -> Option<Job> {
    let Some((study, fitted)) = app.session.study.clone().zip(app.session.fitted().cloned()) else {
        return without_data(app);
    };
    app.screens.plot.settle(&fitted);
    if kind(app) == Kind::Normal {
        return without_data(app);
    }
    let (screen, case) = (app.screens.plot.clone(), app.session.case.clone());
    let work = move || screen.draw(&study, &fitted, case.as_deref());
    Some(app.jobs.start(Lane::Plot, "drawing …", work, |app, drawn| {
        let screen = &mut app.screens.plot;
        let bars = drawn.pushed.as_ref().map_or(0, |found| found.bars.len());
        screen.bar = screen.bar.min(bars);
        screen.drawn = Some(Arc::new(drawn));
        None
    }))
}

fn without_data(app: &mut App) -> Option<Job> {
    let screen = &mut app.screens.plot;
    (screen.bar, screen.drawn) = (0, Some(Arc::new(Drawn::of(screen.without_data()))));
    None
}

fn frame(app: &App) -> Option<&Frame> {
    app.screens.plot.drawn.as_ref()?.scene.as_ref().ok()?.frames.first()
}

fn visible(app: &App) -> Option<[(f64, f64); 2]> {
    frame(app).map(|frame| [frame.x.range, frame.y.range])
}

/// Returns the crosshair: first the point of the case, or else the middle of the picture.
pub fn crosshair(app: &App) -> Option<[f64; 2]> {
    let screen = &app.screens.plot;
    let kind = kind(app);
    let is_curve = || screen.drawn.as_ref().is_some_and(|drawn| drawn.along.is_some());
    if kind != Kind::Pair && !(kind == Kind::Feature && is_curve()) {
        return None;
    }
    let frame = frame(app)?;
    let (x, y) = (frame.x.range, frame.y.range);
    let case = || {
        let layer = frame.layers.iter().find(|layer| layer.role == Role::Case)?;
        match layer.marks.first()?.shape {
            Shape::Point(at) => Some(at),
            _ => None,
        }
    };
    let at = screen.crosshair.or_else(case).unwrap_or([f64::midpoint(x.0, x.1), f64::midpoint(y.0, y.1)]);
    let up = if kind == Kind::Pair { at[1].clamp(y.0, y.1) } else { y.0 };
    Some([at[0].clamp(x.0, x.1), up])
}

/// Moves the crosshair by cells of the screen; past the edge, the view follows.
fn walk(app: &mut App, across: f64, up: f64) -> Reply {
    let (Some(at), Some([x, y])) = (crosshair(app), visible(app)) else { return Reply::Pass };
    let is_pair = kind(app) == Kind::Pair;
    if !is_pair && up != 0.0 {
        return Reply::Pass;
    }
    let size = app.screens.plot.seen.get().map(|area| area.size);
    let step = |range: (f64, f64), cells: Option<usize>| {
        (range.1 - range.0) / cells.filter(|cells| *cells > 1).map_or(STEPS, |cells| (cells - 1) as f64)
    };
    let next = [
        at[0] + across * step(x, size.map(|[columns, _]| columns)),
        at[1] + up * step(y, size.map(|[_, rows]| rows)),
    ];
    let over = |at: f64, (from, to): (f64, f64)| (at - to).max(0.0) + (at - from).min(0.0);
    let (dx, dy) = (over(next[0], x), if is_pair { over(next[1], y) } else { 0.0 });
    app.screens.plot.crosshair = Some(next);
    // Rounding at the edge is not a step beyond it.
    let least = |range: (f64, f64)| 1e-9 * (range.1 - range.0);
    if dx.abs() > least(x) || dy.abs() > least(y) {
        return Reply::of(show_range(app, [(x.0 + dx, x.1 + dx), (y.0 + dy, y.1 + dy)]));
    }
    Reply::Taken
}

fn show_range(app: &mut App, ranges: [(f64, f64); 2]) -> Option<Job> {
    match kind(app) {
        Kind::Pair => app.screens.plot.pair.range = Some(ranges),
        Kind::Feature => app.screens.plot.range = Some(ranges[0]),
        _ => return None,
    }
    refresh(app)
}

/// Zooms in or out by 2 around the crosshair.
fn zoom(app: &mut App, nearer: bool) -> Reply {
    let (Some(at), Some(ranges)) = (crosshair(app), visible(app)) else { return Reply::Pass };
    let by = if nearer { 0.5 } else { 2.0 };
    let rows = app.screens.plot.drawn.as_ref().and_then(|drawn| drawn.rows.as_ref());
    let all = rows.map_or(ranges, |(rows, _)| rows.home(None));
    let near = |at: f64, (from, to): (f64, f64)| (at - (at - from) * by, at + (to - at) * by);
    let zoomed = [near(at[0], ranges[0]), near(at[1], ranges[1])];
    let wide = |range: (f64, f64)| range.1 - range.0;
    let share = wide(zoomed[0]) / wide(all[0]);
    if !(ZOOM.0..=ZOOM.1).contains(&share) {
        app.say(if nearer { "This is the closest zoom." } else { "This is the farthest zoom." });
        return Reply::Taken;
    }
    app.screens.plot.crosshair = Some(at);
    Reply::of(show_range(app, zoomed))
}

/// Steps a choice if this picture has it.
fn choose(app: &mut App, choice: Choice) -> Reply {
    let fitted = app.session.fitted().map(|fitted| &**fitted);
    match app.screens.plot.choices(fitted).contains(&choice) {
        true => step(app, choice, true),
        false => Reply::Pass,
    }
}

pub(crate) fn step(app: &mut App, choice: Choice, forward: bool) -> Reply {
    match choice {
        Choice::Glyphs if app.settings.ascii => {
            app.say("Only ASCII is in use. Press F2 to change the setting marks.");
            return Reply::Taken;
        }
        Choice::Glyphs => {
            GLYPHS.step(&mut app.settings, forward);
            app.say(format!("Drawn with {}.", GLYPHS.chosen(&app.settings).0));
        }
        choice => {
            let fitted = app.session.fitted().map(|fitted| &**fitted);
            app.screens.plot.step(choice, fitted, forward);
        }
    }
    Reply::of(refresh(app))
}

/// Chooses the next shape of Σ: shared, per class, diagonal ones; the last is Gaussian naive Bayes.
fn next_covariance(app: &mut App) -> Reply {
    const SHAPES: [(Covariance, &str); 4] = [
        (Covariance::Shared, "One Σ for all classes: straight boundaries."),
        (Covariance::PerClass, "A Σ for each class: curved boundaries (conics)."),
        (Covariance::SharedDiagonal, "One diagonal Σ for all classes."),
        (Covariance::PerClassDiagonal, "A diagonal Σ for each class: Gaussian naive Bayes."),
    ];
    let fitted = app.session.fitted().filter(|fitted| fitted.gda().is_some());
    let Some((mut recipe, fitted)) = current(app).zip(fitted) else {
        app.say("m changes the shape of Σ. Choose GDA on screen 2 first.");
        return Reply::Taken;
    };
    let now = fitted.data.resolved.covariance;
    let after = SHAPES.iter().skip_while(|(shape, _)| *shape != now).nth(1);
    let (next, words) = after.unwrap_or(&SHAPES[0]);
    recipe.model = Some(ModelKind::Gda);
    recipe.covariance = Some(*next);
    app.say(*words);
    Reply::of(changed(app, recipe))
}

/// Goes to the next misclassified row, crossing or figure of the notes.
fn next_found(app: &mut App, forward: bool) -> Reply {
    if app.screens.plot.drawn.is_none() {
        return Reply::Pass;
    }
    let mut places: Vec<[f64; 2]> = match kind(app) {
        Kind::Pair => {
            let drawn = app.screens.plot.drawn.iter();
            let rows = drawn.filter_map(|drawn| drawn.rows.as_ref()).flat_map(|(rows, _)| &rows.all);
            rows.filter(|row| row.wrong).map(|row| row.at).collect()
        }
        Kind::Feature => {
            let layers = frame(app).into_iter().flat_map(|frame| &frame.layers);
            let crossings = layers.filter(|layer| matches!(layer.role, Role::Boundary(..)));
            let at = crossings.flat_map(|layer| &layer.marks).filter_map(|mark| match mark.shape {
                Shape::Point(at) => Some(at),
                _ => None,
            });
            at.collect()
        }
        Kind::Normal => {
            app.screens.plot.next_figure(forward);
            return Reply::of(refresh(app));
        }
        Kind::Contributions => return Reply::Pass,
    };
    places.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    places.dedup();
    let now = crosshair(app).unwrap_or([f64::NEG_INFINITY; 2]);
    let next = match forward {
        true => places.iter().find(|at| (at[0], at[1]) > (now[0] + 1e-12, now[1])).or(places.first()),
        false => places.iter().rfind(|at| (at[0], at[1]) < (now[0] - 1e-12, now[1])).or(places.last()),
    };
    let Some(at) = next.copied() else {
        let is_pair = kind(app) == Kind::Pair;
        app.say(if is_pair { "No row is misclassified." } else { "There is no crossing." });
        return Reply::Taken;
    };
    let contains = |range: (f64, f64), at| (range.0..=range.1).contains(&at);
    let is_visible = visible(app).is_some_and(|[x, y]| contains(x, at[0]) && contains(y, at[1]));
    if !is_visible {
        app.screens.plot.reset_view();
    }
    app.screens.plot.crosshair = Some(at);
    if is_visible { Reply::Taken } else { Reply::of(refresh(app)) }
}

/// Opens what is at the crosshair or the selected bar.
fn enter(app: &mut App) -> Reply {
    match kind(app) {
        Kind::Pair | Kind::Feature => explain(app),
        Kind::Contributions => {
            let bars = app.screens.plot.drawn.iter().filter_map(|drawn| drawn.pushed.as_ref());
            let mut bars = bars.filter_map(|pushed| pushed.bars.get(app.screens.plot.bar));
            let Some(of) = bars.find_map(|bar| bar.of.first().cloned()) else {
                return Reply::of(app.descend(ScreenId::Explain));
            };
            app.session.wanted = Some(of);
            Reply::of(app.descend(ScreenId::Parameters))
        }
        Kind::Normal => {
            app.say("Press p to choose the picture and what it shows.");
            Reply::Taken
        }
    }
}

/// Explains the row at the crosshair, or the case with these values.
fn explain(app: &mut App) -> Reply {
    let (Some(at), Some(ranges), Some(fitted)) = (crosshair(app), visible(app), app.session.fitted()) else {
        return Reply::Pass;
    };
    let screen = &app.screens.plot;
    let is_pair = kind(app) == Kind::Pair;
    let rows = screen.drawn.as_ref().and_then(|drawn| drawn.rows.as_ref()).filter(|_| is_pair);
    let row =
        rows.zip(screen.seen.get()).and_then(|((rows, _), area)| Some(rows.in_cell(&area, at).first()?.row));
    let pick = row.map_or_else(
        || {
            let names: Vec<String> = fitted.feature_names().map(ToString::to_string).collect();
            let features = if is_pair { screen.pair.features.to_vec() } else { vec![screen.feature] };
            let written = at.iter().zip(ranges).map(|(at, range)| rounded(*at, range));
            let changes =
                features.iter().zip(written).filter_map(|(at, text)| Some((names.get(*at)?.clone(), text)));
            let base = match &app.session.pick {
                Pick::Changed(before) => before.base.clone(),
                other => other.clone(),
            };
            Pick::Changed(Arc::new(Changed { base, changes: changes.collect() }))
        },
        Pick::Row,
    );
    app.take_up(pick);
    Reply::of(app.descend(ScreenId::Explain))
}

pub fn rounded(at: f64, (from, to): (f64, f64)) -> String {
    let decimals = (2.0 - ((to - from) / 2.0).log10().floor()).clamp(0.0, 12.0) as usize;
    let text = format!("{at:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn play(app: &mut App, action: &Action) -> Reply {
    let screen = &mut app.screens.plot;
    if screen.field.is_some() {
        return match key::typed(&mut screen.field, action, &mut app.toast) {
            Typed::Taken => Reply::Taken,
            Typed::Other => Reply::Pass,
            Typed::Answer(typed) => match screen.type_knob(&typed) {
                Ok(()) => Reply::of(without_data(app)),
                Err(why) => {
                    app.say(why);
                    Reply::Taken
                }
            },
        };
    }
    match action {
        Action::Up => screen.knob = screen.knob.saturating_sub(1),
        Action::Down => screen.knob = (screen.knob + 1).min(screen.knobs() - 1),
        Action::Left | Action::Right => {
            screen.turn(matches!(action, Action::Right));
            return Reply::of(without_data(app));
        }
        Action::Edit(Edit::InsertChar(c)) => screen.field = Some(Field::new(c.to_string())),
        _ => return Reply::Pass,
    }
    Reply::Taken
}

impl Screen for Plot {
    fn left(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        view::left(canvas);
        None
    }

    fn right(&self, canvas: &mut Canvas<'_>) {
        view::right(canvas);
    }

    fn needed(&self, _: &App, _: &Theme) -> usize {
        view::NEEDED
    }

    fn extract<'a>(&self, app: &'a App, what: What) -> Option<Found<'a>> {
        extract(app, what)
    }

    fn act(&self, app: &mut App, action: &Action) -> Reply {
        let shown = kind(app);
        if app.screens.plot.field.is_some() {
            return play(app, action);
        }
        match action {
            Action::LookAt | Action::Go(ScreenId::Plot) => {
                app.show(PictureDialog::default());
                return Reply::Taken;
            }
            Action::Axes => {
                app.show(PictureDialog { selection: Selection::new(1) });
                return Reply::Taken;
            }
            Action::ChooseRow => return ChooseDialog::open(app),
            Action::Glyphs => return choose(app, Choice::Glyphs),
            Action::Rings => return choose(app, Choice::Rings),
            Action::Boundaries => return choose(app, Choice::Boundaries),
            Action::Bands => return choose(app, Choice::Bands),
            Action::Surface => return choose(app, Choice::View),
            Action::CompareWith if shown == Kind::Contributions => return choose(app, Choice::Against),
            Action::CompareWith => return choose(app, Choice::Rival),
            Action::Covariance => return next_covariance(app),
            Action::FindNext | Action::FindPrevious => {
                return next_found(app, matches!(action, Action::FindNext));
            }
            Action::TwoClasses => {
                let screen = &mut app.screens.plot;
                let second = if screen.play.second.is_some() { None } else { Some(([2.0, 1.0], 0.5)) };
                (screen.play.second, screen.figure) = (second, 0);
                return Reply::of(without_data(app));
            }
            Action::More | Action::Less => return zoom(app, matches!(action, Action::More)),
            Action::RestoreAll => {
                app.screens.plot.reset_view();
                return Reply::of(refresh(app));
            }
            Action::Enter => return enter(app),
            _ => {}
        }
        if app.pane == Pane::Detail {
            return Reply::moved(app.screens.plot.detail.moves(action));
        }
        match (shown, action) {
            (Kind::Normal, action) => play(app, action),
            (Kind::Contributions, action) => {
                let screen = &mut app.screens.plot;
                let pushed = screen.drawn.as_ref().and_then(|drawn| drawn.pushed.as_ref());
                let last = pushed.map_or(0, |pushed| pushed.bars.len()).saturating_sub(1);
                Reply::moved(moves(&mut screen.bar, last, 5, action))
            }
            (_, Action::Left) => walk(app, -1.0, 0.0),
            (_, Action::Right) => walk(app, 1.0, 0.0),
            (Kind::Pair, Action::Up) => walk(app, 0.0, 1.0),
            (Kind::Pair, Action::Down) => walk(app, 0.0, -1.0),
            (_, Action::PageUp) => walk(app, 0.0, 10.0),
            (_, Action::PageDown) => walk(app, 0.0, -10.0),
            (_, Action::First) => walk(app, -20.0, 0.0),
            (_, Action::Last) => walk(app, 20.0, 0.0),
            _ => Reply::Pass,
        }
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        use Scope::{
            Always, Detail, Everywhere, PlotBars, PlotFeature, PlotNormal, PlotPage, PlotPair, Typed,
            WithoutStages,
        };
        if app.screens.plot.field.is_some() {
            return &[Typed, Always];
        }
        match (app.pane, kind(app)) {
            (Pane::Detail, _) => &[Detail, Scope::Plot, PlotPage, Everywhere, Always],
            (_, Kind::Pair) => &[PlotPair, Scope::Plot, PlotPage, Everywhere, Always],
            (_, Kind::Feature) => &[PlotFeature, Scope::Plot, PlotPage, Everywhere, Always],
            (_, Kind::Contributions) => &[PlotBars, Scope::Plot, PlotPage, Everywhere, Always],
            (_, Kind::Normal) => &[PlotNormal, Scope::Plot, WithoutStages, Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        if app.pane == Pane::Detail {
            return "The picture in words and in numbers.";
        }
        match kind(app) {
            Kind::Pair => "On the line the two largest posteriors are equal. Shapes: classes.",
            Kind::Feature => "Each class times its prior; below, the posterior of this feature alone.",
            Kind::Contributions => "Each factor multiplies the odds. Length of a bar: log-odds contribution.",
            Kind::Normal if app.screens.plot.field.is_some() => "Type the number. Enter: accept.",
            Kind::Normal => "x₁ and x₂ have the same scale. Change or type a number to see its effect.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        refresh(app)
    }

    fn works(&self, app: &App, action: &Action) -> bool {
        match action {
            Action::Covariance => app.session.fitted().is_some_and(|fitted| fitted.gda().is_some()),
            Action::Axes => matches!(kind(app), Kind::Pair | Kind::Feature),
            Action::ChooseRow => app.session.fitted().is_some() && kind(app) != Kind::Normal,
            Action::CompareWith => {
                let many = app.session.fitted().is_some_and(|fitted| fitted.classes.len() > 2);
                kind(app) != Kind::Contributions || many
            }
            _ => true,
        }
    }
}

fn extract(app: &App, what: What) -> Option<Found<'_>> {
    let drawn = app.screens.plot.drawn.as_deref()?;
    let scene = drawn.scene.as_ref().ok()?;
    match what {
        What::Marked => {
            let marked = marked(app, drawn, scene)?;
            Some(Ok(Extract::default().line(move || marked.text(app.settings.face()))))
        }
        What::Table => {
            let picture = move || report::Picture { scene: scene.clone(), ..report::Picture::default() };
            let facts = move || {
                let mut sheet = Sheet::new(["what is seen", "in numbers"]);
                sheet.rows =
                    scene.facts.iter().map(|fact| vec![fact.what.plain(), fact.value.plain()]).collect();
                sheet
            };
            let found = Extract::default().document(move || report::plot(picture())).sheet(facts);
            Some(Ok(match app.session.study.as_deref() {
                Some(study) => found.json(move || {
                    let model = study.model().ok().map(|fitted| fitted as &dyn Classifier);
                    Some(Answer::new(study, model, Picture::new(scene)))
                }),
                None => found.json(move || Some(Picture::new(scene))),
            }))
        }
        _ => None,
    }
}

fn marked(app: &App, drawn: &Drawn, scene: &Scene) -> Option<Sentence> {
    let screen = &app.screens.plot;
    let fitted = app.session.fitted();
    match kind(app) {
        Kind::Pair => {
            let (at, frame) = (crosshair(app)?, scene.frames.first()?);
            let shares = reading(drawn.surface.as_ref()?, at).classes.into_iter().map(|(_, share)| share);
            let place = [(&frame.x, at[0]), (&frame.y, at[1])].map(|(axis, at)| {
                sentence!("{} {}", Sentence::data(axis.title.clone()), rounded(at, axis.range))
            });
            Some(sentence!("{}: {}", Sentence::join(place, ", "), posteriors(fitted?, shares)))
        }
        Kind::Feature => {
            let (at, frame) = (crosshair(app)?[0], scene.frames.first()?);
            let shares = drawn.along.as_ref()?.reading(at).into_iter().map(|(_, share)| share);
            let title = Sentence::data(frame.x.title.clone());
            Some(sentence!("{} {}: {}", title, rounded(at, frame.x.range), posteriors(fitted?, shares)))
        }
        Kind::Contributions => {
            let bar = drawn.pushed.as_ref()?.bars.get(screen.bar)?;
            let ln = Number::Float(bar.ln).rounded(Precision::Share);
            Some(sentence!(
                "{}: times {}, ln {}",
                Sentence::data(bar.label.clone()),
                report::to(&bar.ratio, Precision::FACTOR),
                ln
            ))
        }
        Kind::Normal if screen.figure > 0 => Some(report::changes(scene)),
        Kind::Normal => {
            let value = Number::Float(screen.knob_value(screen.knob)).fixed(2);
            Some(sentence!("{} = {}", KNOBS.get(screen.knob)?.0, value))
        }
    }
}

/// `P(No | x) = 0.7201, P(Yes | x) = 0.2799`
fn posteriors(fitted: &Fitted, shares: impl Iterator<Item = f64>) -> Sentence {
    let each = fitted
        .classes
        .iter()
        .zip(shares)
        .map(|(class, share)| sentence!("P({} | x) = {}", class, report::decimal(&Number::Float(share))));
    Sentence::join(each, ", ")
}
