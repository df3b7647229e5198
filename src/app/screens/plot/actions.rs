//! The keys of screen 6.

use std::sync::Arc;

use crate::app::dialogs::choose::ChooseDialog;
use crate::app::dialogs::picture::Choice;
use crate::app::dialogs::picture::PictureDialog;
use crate::app::key;
use crate::app::key::Typed;
use crate::app::prelude::*;
use crate::app::screens::model::{changed, current};
use crate::app::screens::plot::state::{Drawn, Kind};
use crate::app::session::{Changed, Pick};
use crate::app::settings::GLYPHS;
use crate::math::Quantity;
use crate::plot::{Area, Shape};
use crate::recipe::{Covariance, ModelKind};

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
pub fn refresh(app: &mut App) -> Option<Job> {
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
        take(app, drawn);
        None
    }))
}

fn without_data(app: &mut App) -> Option<Job> {
    let scene = app.screens.plot.without_data();
    take(app, Drawn { fitted: None, scene, rows: None, surface: None, along: None, pushed: None });
    None
}

fn take(app: &mut App, drawn: Drawn) {
    let screen = &mut app.screens.plot;
    let bars = drawn.pushed.as_ref().map_or(0, |found| found.bars.len());
    screen.bar = screen.bar.min(bars);
    screen.drawn = Some(Arc::new(drawn));
}

fn seen(app: &App) -> Option<[(f64, f64); 2]> {
    let drawn = app.screens.plot.drawn.as_ref()?;
    let frame = drawn.scene.as_ref().ok()?.frames.first()?;
    Some([frame.x.range, frame.y.range])
}

pub fn crosshair(app: &App) -> Option<[f64; 2]> {
    let screen = &app.screens.plot;
    let along = || screen.drawn.as_ref().is_some_and(|drawn| drawn.along.is_some());
    match kind(app) {
        Kind::Pair => {}
        Kind::Feature if along() => {}
        _ => return None,
    }
    let [x, y] = seen(app)?;
    let case = || {
        let scene = screen.drawn.as_ref()?.scene.as_ref().ok()?;
        let frame = scene.frames.first()?;
        let layer = frame.layers.iter().find(|layer| layer.role == crate::plot::Role::Case)?;
        match layer.marks.first()?.shape {
            Shape::Point(at) => Some(at),
            _ => None,
        }
    };
    let at = screen.crosshair.or_else(case).unwrap_or([f64::midpoint(x.0, x.1), f64::midpoint(y.0, y.1)]);
    let up = if kind(app) == Kind::Pair { at[1].clamp(y.0, y.1) } else { y.0 };
    Some([at[0].clamp(x.0, x.1), up])
}

/// Moves the crosshair by cells of the screen; past the edge, the view follows.
fn walk(app: &mut App, across: f64, up: f64) -> Reply {
    let (Some(at), Some([x, y])) = (crosshair(app), seen(app)) else { return Reply::Pass };
    let area: Option<Area> = app.screens.plot.seen.get();
    let step = |range: (f64, f64), cells: Option<usize>| {
        (range.1 - range.0) / cells.filter(|cells| *cells > 1).map_or(STEPS, |cells| (cells - 1) as f64)
    };
    let is_pair = kind(app) == Kind::Pair;
    if !is_pair && up != 0.0 {
        return Reply::Pass;
    }
    let next = [
        at[0] + across * step(x, area.map(|area| area.size[0])),
        at[1] + up * step(y, area.map(|area| area.size[1])),
    ];
    let over = |at: f64, (from, to): (f64, f64)| (at - to).max(0.0) + (at - from).min(0.0);
    let (dx, dy) = (over(next[0], x), if is_pair { over(next[1], y) } else { 0.0 });
    app.screens.plot.crosshair = Some(next);
    // Rounding at the edge is not a step beyond it.
    let least = |range: (f64, f64)| 1e-9 * (range.1 - range.0);
    if dx.abs() > least(x) || dy.abs() > least(y) {
        return Reply::of(see(app, [(x.0 + dx, x.1 + dx), (y.0 + dy, y.1 + dy)]));
    }
    Reply::Taken
}

fn see(app: &mut App, ranges: [(f64, f64); 2]) -> Option<Job> {
    let screen = &mut app.screens.plot;
    match screen.kind(app.session.fitted().map(|fitted| &**fitted)) {
        Kind::Pair => screen.pair.range = Some(ranges),
        Kind::Feature => screen.range = Some(ranges[0]),
        _ => return None,
    }
    refresh(app)
}

/// Zooms in or out by 2 around the crosshair.
fn zoom(app: &mut App, nearer: bool) -> Reply {
    let (Some(at), Some(ranges)) = (crosshair(app), seen(app)) else { return Reply::Pass };
    let by = if nearer { 0.5 } else { 2.0 };
    let home = app
        .screens
        .plot
        .drawn
        .as_ref()
        .and_then(|drawn| drawn.rows.as_ref().map(|(rows, _)| rows.home(None)));
    let near = |at: f64, (from, to): (f64, f64)| (at - (at - from) * by, at + (to - at) * by);
    let zoomed = [near(at[0], ranges[0]), near(at[1], ranges[1])];
    let wide = |range: (f64, f64)| range.1 - range.0;
    let all = home.map_or(wide(ranges[0]), |home| wide(home[0]));
    let share = wide(zoomed[0]) / all;
    if !(ZOOM.0..=ZOOM.1).contains(&share) {
        app.say(if nearer { "This is the closest zoom." } else { "This is the farthest zoom." });
        return Reply::Taken;
    }
    app.screens.plot.crosshair = Some(at);
    Reply::of(see(app, zoomed))
}

fn choose(app: &mut App, choice: Choice) -> Reply {
    let fitted = app.session.fitted().cloned();
    if !app.screens.plot.choices(fitted.as_deref()).contains(&choice) {
        return Reply::Pass;
    }
    step(app, choice, true)
}

pub(crate) fn step(app: &mut App, choice: Choice, forward: bool) -> Reply {
    let fitted = app.session.fitted().cloned();
    match choice {
        Choice::Glyphs if app.settings.ascii => {
            app.say("Only ASCII is in use. Press F2 to change the setting marks.");
            return Reply::Taken;
        }
        Choice::Glyphs => {
            GLYPHS.step(&mut app.settings, forward);
            app.say(format!("Drawn with {}.", GLYPHS.chosen(&app.settings).0));
        }
        choice => app.screens.plot.step(choice, fitted.as_deref(), forward),
    }
    Reply::of(refresh(app))
}

/// Chooses the next shape of Σ: shared, per class, diagonal ones; the last is Gaussian naive Bayes.
fn next_covariance(app: &mut App) -> Reply {
    let gda = app.session.fitted().is_some_and(|fitted| fitted.gda().is_some());
    let Some(mut recipe) = current(app).filter(|_| gda) else {
        app.say("m changes the shape of Σ. Choose GDA on screen 2 first.");
        return Reply::Taken;
    };
    let all =
        [Covariance::Shared, Covariance::PerClass, Covariance::SharedDiagonal, Covariance::PerClassDiagonal];
    let now = app.session.fitted().map(|fitted| fitted.data.resolved.covariance);
    let at = all.iter().position(|shape| Some(*shape) == now).unwrap_or(0);
    let next = all.get((at + 1) % all.len()).copied().unwrap_or(Covariance::Shared);
    recipe.model = Some(ModelKind::Gda);
    recipe.covariance = Some(next);
    app.say(match next {
        Covariance::Shared => "One Σ for all classes: straight boundaries.",
        Covariance::PerClass => "A Σ for each class: curved boundaries (conics).",
        Covariance::SharedDiagonal => "One diagonal Σ for all classes.",
        Covariance::PerClassDiagonal => "A diagonal Σ for each class: Gaussian naive Bayes.",
    });
    Reply::of(changed(app, recipe))
}

/// Goes to the next misclassified row, crossing or figure of the notes.
fn next_found(app: &mut App, forward: bool) -> Reply {
    let Some(drawn) = app.screens.plot.drawn.clone() else { return Reply::Pass };
    if kind(app) == Kind::Normal {
        app.screens.plot.next_figure(forward);
        return Reply::of(refresh(app));
    }
    let mut places: Vec<[f64; 2]> = match kind(app) {
        Kind::Pair => drawn
            .rows
            .iter()
            .flat_map(|(rows, _)| &rows.all)
            .filter(|row| row.wrong)
            .map(|row| row.at)
            .collect(),
        Kind::Feature => {
            let layers =
                drawn.scene.iter().flat_map(|scene| scene.frames.first()).flat_map(|frame| &frame.layers);
            let crossings = layers.filter(|layer| matches!(layer.role, crate::plot::Role::Boundary(..)));
            let at = crossings.flat_map(|layer| &layer.marks).filter_map(|mark| match mark.shape {
                Shape::Point(at) => Some(at),
                _ => None,
            });
            at.collect()
        }
        _ => return Reply::Pass,
    };
    places.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    places.dedup();
    let now = crosshair(app).unwrap_or([f64::NEG_INFINITY; 2]);
    let after = |at: &&[f64; 2]| (at[0], at[1]) > (now[0] + 1e-12, now[1]);
    let next = match forward {
        true => places.iter().find(after).or(places.first()),
        false => places.iter().rev().find(|at| (at[0], at[1]) < (now[0] - 1e-12, now[1])).or(places.last()),
    };
    match next.copied() {
        Some(at) => {
            app.screens.plot.crosshair = Some(at);
            let inside =
                seen(app).is_some_and(|[x, y]| (x.0..=x.1).contains(&at[0]) && (y.0..=y.1).contains(&at[1]));
            if inside { Reply::Taken } else { Reply::of(all_of_it(app, at)) }
        }
        None => {
            app.say(if kind(app) == Kind::Pair {
                "No row is misclassified."
            } else {
                "There is no crossing."
            });
            Reply::Taken
        }
    }
}

fn all_of_it(app: &mut App, at: [f64; 2]) -> Option<Job> {
    app.screens.plot.look_afresh();
    app.screens.plot.crosshair = Some(at);
    refresh(app)
}

/// Opens what is at the crosshair or the selected bar.
fn enter(app: &mut App) -> Reply {
    match kind(app) {
        Kind::Pair | Kind::Feature => explain(app),
        Kind::Pushed => {
            let drawn = app.screens.plot.drawn.clone();
            let bar = drawn.as_ref().and_then(|drawn| drawn.pushed.as_ref()?.bars.get(app.screens.plot.bar));
            match bar.and_then(|bar| bar.of.first()) {
                Some(of) => open(app, of.clone()),
                None => Reply::of(app.descend(ScreenId::Explain)),
            }
        }
        Kind::Normal => {
            app.say("Press p to choose the picture and what it shows.");
            Reply::Taken
        }
    }
}

fn open(app: &mut App, of: Quantity) -> Reply {
    app.session.wanted = Some(of);
    Reply::of(app.descend(ScreenId::Parameters))
}

fn explain(app: &mut App) -> Reply {
    let (Some(at), Some(fitted)) = (crosshair(app), app.session.fitted().cloned()) else {
        return Reply::Pass;
    };
    let drawn = app.screens.plot.drawn.clone();
    let area = app.screens.plot.seen.get();
    let rows = drawn.as_ref().and_then(|drawn| drawn.rows.as_ref());
    if let (Kind::Pair, Some((rows, _)), Some(area)) = (kind(app), rows, area)
        && let Some(row) = rows.in_cell(&area, at).first()
    {
        app.take_up(Pick::Row(row.row));
        return Reply::of(app.descend(ScreenId::Explain));
    }
    let features: Vec<usize> = match kind(app) {
        Kind::Pair => app.screens.plot.pair.features.to_vec(),
        _ => vec![app.screens.plot.feature],
    };
    let Some(ranges) = seen(app) else { return Reply::Pass };
    let names: Vec<String> = fitted.feature_names().map(ToString::to_string).collect();
    let written = at.iter().zip(&ranges).map(|(at, range)| rounded(*at, *range));
    let changes = features.iter().zip(written).filter_map(|(at, text)| Some((names.get(*at)?.clone(), text)));
    let base = match &app.session.pick {
        Pick::Changed(before) => before.base.clone(),
        other => other.clone(),
    };
    app.take_up(Pick::Changed(Arc::new(Changed { base, changes: changes.collect() })));
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
    let knobs = if screen.play.second.is_some() { 6 } else { 5 };
    match action {
        Action::Up => screen.knob = screen.knob.saturating_sub(1),
        Action::Down => screen.knob = (screen.knob + 1).min(knobs - 1),
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
            Action::CompareWith => {
                return choose(app, if shown == Kind::Pushed { Choice::Against } else { Choice::Rival });
            }
            Action::Covariance => return next_covariance(app),
            Action::FindNext | Action::FindPrevious => {
                return next_found(app, matches!(action, Action::FindNext));
            }
            Action::TwoClasses => {
                let play = &mut app.screens.plot.play;
                play.second = if play.second.is_some() { None } else { Some(([2.0, 1.0], 0.5)) };
                app.screens.plot.figure = 0;
                return Reply::of(without_data(app));
            }
            Action::More => return zoom(app, true),
            Action::Less => return zoom(app, false),
            Action::RestoreAll => {
                app.screens.plot.look_afresh();
                return Reply::of(refresh(app));
            }
            Action::Enter => return enter(app),
            _ => {}
        }
        if app.pane == Pane::Detail {
            let page = app.frame.page(1);
            return Reply::moved(moves(&mut app.screens.plot.detail, 200, page, action));
        }
        match (shown, action) {
            (Kind::Normal, action) => play(app, action),
            (Kind::Pair | Kind::Feature, Action::Left) => walk(app, -1.0, 0.0),
            (Kind::Pair | Kind::Feature, Action::Right) => walk(app, 1.0, 0.0),
            (Kind::Pair, Action::Up) => walk(app, 0.0, 1.0),
            (Kind::Pair, Action::Down) => walk(app, 0.0, -1.0),
            (Kind::Pair | Kind::Feature, Action::PageUp) => walk(app, 0.0, 10.0),
            (Kind::Pair | Kind::Feature, Action::PageDown) => walk(app, 0.0, -10.0),
            (Kind::Pair | Kind::Feature, Action::First) => walk(app, -20.0, 0.0),
            (Kind::Pair | Kind::Feature, Action::Last) => walk(app, 20.0, 0.0),
            (Kind::Pushed, action) => {
                let bars =
                    app.screens.plot.drawn.as_ref().and_then(|drawn| Some(drawn.pushed.as_ref()?.bars.len()));
                let last = bars.unwrap_or(0).saturating_sub(1);
                Reply::moved(moves(&mut app.screens.plot.bar, last, 5, action))
            }
            _ => Reply::Pass,
        }
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        use Scope::{
            Always, Detail, Everywhere, PlotBars, PlotFeature, PlotNormal, PlotPage, PlotPair, TypedKnob,
            WithoutStages,
        };
        if app.screens.plot.field.is_some() {
            return &[TypedKnob, Always];
        }
        match (app.pane, kind(app)) {
            (Pane::Detail, _) => &[Detail, Scope::Plot, PlotPage, Everywhere, Always],
            (_, Kind::Pair) => &[PlotPair, Scope::Plot, PlotPage, Everywhere, Always],
            (_, Kind::Feature) => &[PlotFeature, Scope::Plot, PlotPage, Everywhere, Always],
            (_, Kind::Pushed) => &[PlotBars, Scope::Plot, PlotPage, Everywhere, Always],
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
            Kind::Pushed => "Each factor multiplies the odds. Length of a bar: log-odds contribution.",
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
                kind(app) != Kind::Pushed || many
            }
            _ => true,
        }
    }

    fn scroll<'a>(&self, screens: &'a mut Screens) -> Option<&'a mut usize> {
        Some(&mut screens.plot.detail)
    }
}
