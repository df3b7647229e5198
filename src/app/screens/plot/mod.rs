//! Screen 6: pictures of the model, and their keys.

pub(crate) mod view;

use std::cell::Cell;

use crate::app::dialogs::choose::ChooseDialog;
use crate::app::dialogs::picture::{Choice, choices, picture_dialog};
use crate::app::prelude::*;
use crate::app::screens::model::{change_recipe, current};
use crate::app::session::Changed;
use crate::app::settings::GLYPHS;
use crate::model::Classifier;
use crate::plot::{
    Along, Area, Contributions, Fact, FeaturePair, MarkShape, PairRows, Role, Scene, SceneFrame, Surface,
    contributions, drawable, feature_scene, most_informative,
};
use crate::problem::Problem;
use crate::recipe::Covariance;
use crate::report::Sheet;
use crate::report::json::{self, Answer};

/// The smallest and the largest visible share of the whole range.
const ZOOM: (f64, f64) = (1e-9, 100.0);
/// The steps of the crosshair while the size on screen is unknown.
const STEPS: f64 = 60.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Pair,
    Feature,
    Contributions,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Pair, Kind::Feature, Kind::Contributions];

    pub fn title(self) -> &'static str {
        match self {
            Kind::Pair => "Two features",
            Kind::Feature => "One feature",
            Kind::Contributions => "Contributions",
        }
    }
}

#[derive(Debug)]
pub struct DrawnPicture {
    pub scene: Result<Scene, Problem>,
    /// The rows of a pair, with its features and the model that drew them.
    pub rows: Option<(Arc<PairRows>, [usize; 2], Arc<Fitted>)>,
    pub surface: Option<Surface>,
    pub along: Option<Along>,
    pub pushed: Option<Contributions>,
}

#[derive(Clone, Debug)]
pub struct PlotScreen {
    pub chosen: Option<Kind>,
    pub pair: FeaturePair,
    pub feature: usize,
    pub rival: bool,
    pub rest: bool,
    pub crosshair: Option<[f64; 2]>,
    pub bar: usize,
    pub detail: Scroll,
    pub drawn: Option<Arc<DrawnPicture>>,
    pub seen: Cell<Option<Area>>,
}

impl Default for PlotScreen {
    fn default() -> Self {
        PlotScreen {
            chosen: None,
            // Not chosen yet: the two most informative features are used.
            pair: FeaturePair::new([0, 0]),
            feature: 0,
            rival: false,
            rest: false,
            crosshair: None,
            bar: 0,
            detail: Scroll::default(),
            drawn: None,
            seen: Cell::new(None),
        }
    }
}

impl DrawnPicture {
    fn of(scene: Result<Scene, Problem>) -> DrawnPicture {
        DrawnPicture { scene, rows: None, surface: None, along: None, pushed: None }
    }
}

impl PlotScreen {
    pub fn kind(&self, fitted: Option<&Fitted>) -> Kind {
        self.chosen.unwrap_or_else(|| match fitted.map_or(0, |fitted| drawable(fitted).len()) {
            0 => Kind::Contributions,
            1 => Kind::Feature,
            _ => Kind::Pair,
        })
    }

    pub fn settle(&mut self, fitted: &Fitted) {
        let all = drawable(fitted);
        let [x, y] = self.pair.features;
        if x == y || !all.contains(&x) || !all.contains(&y) {
            let first = if let [x, y, ..] = all.as_slice() { Some([*x, *y]) } else { None };
            self.pair.features = most_informative(fitted).or(first).unwrap_or_default();
            self.reset_view();
        }
        if self.feature >= fitted.features.len() {
            self.feature = all.first().copied().unwrap_or(0);
        }
    }

    pub fn reset_view(&mut self) {
        (self.pair.range, self.crosshair) = (None, None);
    }

    pub fn draw(self, study: &Study, fitted: &Arc<Fitted>, case: Option<&Case>) -> DrawnPicture {
        match self.kind(Some(fitted)) {
            Kind::Pair => {
                let (features, rows) = (self.pair.features, self.rows(fitted));
                let others = self.pair.others_of(fitted, case);
                let rival = self.rival.then(|| rival(study, fitted, case, features)).flatten();
                DrawnPicture {
                    surface: Surface::of(fitted, features, others, case),
                    rows: Some((Arc::clone(&rows), features, Arc::clone(fitted))),
                    ..DrawnPicture::of(self.pair.scene(fitted, case, &rows, rival.as_ref()))
                }
            }
            Kind::Feature => {
                let is_number = drawable(fitted).contains(&self.feature);
                let along = is_number.then(|| Along::of(fitted, self.feature));
                let range = self.pair.range.map(|[x, _]| x);
                DrawnPicture { along, ..DrawnPicture::of(feature_scene(fitted, self.feature, case, range)) }
            }
            Kind::Contributions => match case.map(|case| contributions(fitted, case, self.rest)) {
                Some(Ok(found)) => {
                    let scene = Ok(found.scene(fitted));
                    DrawnPicture { pushed: Some(found), ..DrawnPicture::of(scene) }
                }
                Some(Err(problem)) => DrawnPicture::of(Err(problem)),
                None => DrawnPicture::of(Err(Problem {
                    what: "there is no case".into(),
                    fix: "press r to choose one".into(),
                    ..Problem::default()
                })),
            },
        }
    }

    /// Returns the rows of the pair; those of the last picture if they are the same.
    fn rows(&self, fitted: &Arc<Fitted>) -> Arc<PairRows> {
        let drawn = self.drawn.as_ref().and_then(|drawn| drawn.rows.as_ref());
        let known = drawn.filter(|(rows, features, of)| {
            *features == self.pair.features && (Arc::ptr_eq(of, fitted) || rows.are_of(of, fitted))
        });
        known
            .map_or_else(|| Arc::new(PairRows::of(fitted, self.pair.features)), |(rows, ..)| Arc::clone(rows))
    }
}

fn rival(study: &Study, fitted: &Fitted, case: Option<&Case>, features: [usize; 2]) -> Option<Surface> {
    let logistic = study.rival().ok()?;
    let names: Vec<String> = fitted.feature_names().map(|name| name.as_str().to_owned()).collect();
    let numbers = case.map(Case::numbers).unwrap_or_default();
    let others: Vec<(String, f64)> = names.iter().cloned().zip(numbers).collect();
    let [x, y] = features.map(|at| names.get(at).map_or("", String::as_str));
    Surface::rival(&logistic, [x, y], &others)
}

pub struct Plot;

pub fn kind(app: &App) -> Kind {
    app.screens.plot.kind(app.session.fitted().map(Arc::as_ref))
}

/// Draws the picture again; the old one stays until it is ready.
fn refresh(app: &mut App) -> Option<Job> {
    let model = app.session.study.clone().zip(app.session.fitted().cloned());
    model.iter().for_each(|(_, fitted)| app.screens.plot.settle(fitted));
    let (study, fitted) = model?;
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

fn frame(app: &App) -> Option<&SceneFrame> {
    app.screens.plot.drawn.as_ref()?.scene.as_ref().ok()?.frames.first()
}

fn visible(app: &App) -> Option<[(f64, f64); 2]> {
    frame(app).map(|frame| [frame.x.range, frame.y.range])
}

fn points(frame: &SceneFrame, is_role: fn(Role) -> bool) -> impl Iterator<Item = [f64; 2]> {
    let marks = frame.layers.iter().filter(move |layer| is_role(layer.role)).flat_map(|layer| &layer.marks);
    marks.filter_map(|mark| if let MarkShape::Point(at) = mark.shape { Some(at) } else { None })
}

pub fn crosshair(app: &App) -> Option<[f64; 2]> {
    let (screen, kind, frame) = (&app.screens.plot, kind(app), frame(app)?);
    let is_curve = || screen.drawn.as_ref().is_some_and(|drawn| drawn.along.is_some());
    if kind != Kind::Pair && !(kind == Kind::Feature && is_curve()) {
        return None;
    }
    let (x, y) = (frame.x.range, frame.y.range);
    let case = || points(frame, |role| role == Role::Case).next();
    let at = screen.crosshair.or_else(case).unwrap_or([f64::midpoint(x.0, x.1), f64::midpoint(y.0, y.1)]);
    let up = if kind == Kind::Pair { at[1].clamp(y.0, y.1) } else { y.0 };
    Some([at[0].clamp(x.0, x.1), up])
}

fn walk(app: &mut App, across: f64, up: f64) -> Reply {
    let (Some(at), Some(ranges)) = (crosshair(app), visible(app)) else { return Reply::Pass };
    if kind(app) != Kind::Pair && up != 0.0 {
        return Reply::Pass;
    }
    let size = app.screens.plot.seen.get().map(|area| area.size);
    let moved = |at: f64, by: f64, (from, to): (f64, f64), cells: Option<usize>| {
        let steps = cells.filter(|cells| *cells > 1).map_or(STEPS, |cells| (cells - 1) as f64);
        let next = at + by * (to - from) / steps;
        let over = (next - to).max(0.0) + (next - from).min(0.0);
        // Rounding at the edge is not a step beyond it.
        let over = if over.abs() > 1e-9 * (to - from) { over } else { 0.0 };
        (next, (from + over, to + over))
    };
    let (right, x) = moved(at[0], across, ranges[0], size.map(|[columns, _]| columns));
    let (above, y) = moved(at[1], up, ranges[1], size.map(|[_, rows]| rows));
    app.screens.plot.crosshair = Some([right, above]);
    if [x, y] == ranges {
        return Reply::Taken;
    }
    app.screens.plot.pair.range = Some([x, y]);
    Reply::of(refresh(app))
}

/// Zooms in or out by 2 around the crosshair.
fn zoom(app: &mut App, nearer: bool) -> Reply {
    let (Some(at), Some(ranges)) = (crosshair(app), visible(app)) else { return Reply::Pass };
    let by = if nearer { 0.5 } else { 2.0 };
    let rows = app.screens.plot.drawn.as_ref().and_then(|drawn| drawn.rows.as_ref());
    let all = rows.map_or(ranges, |(rows, ..)| rows.home(None));
    let near = |at: f64, (from, to): (f64, f64)| (at - (at - from) * by, at + (to - at) * by);
    let zoomed = [near(at[0], ranges[0]), near(at[1], ranges[1])];
    let share = (zoomed[0].1 - zoomed[0].0) / (all[0].1 - all[0].0);
    if !(ZOOM.0..=ZOOM.1).contains(&share) {
        return app.reply(if nearer { "This is the closest zoom." } else { "This is the farthest zoom." });
    }
    let screen = &mut app.screens.plot;
    (screen.crosshair, screen.pair.range) = (Some(at), Some(zoomed));
    Reply::of(refresh(app))
}

fn choose(app: &mut App, choice: Choice) -> Reply {
    if choices(app).contains(&choice) { step(app, choice, true) } else { Reply::Pass }
}

pub(crate) fn step(app: &mut App, choice: Choice, forward: bool) -> Reply {
    match choice {
        Choice::Glyphs if app.settings.ascii => {
            return app.reply("Only ASCII is in use. Press F2 to change the setting marks.");
        }
        Choice::Glyphs => {
            GLYPHS.step(&mut app.settings, forward);
            app.say(format!("Drawn with {}.", GLYPHS.chosen(&app.settings).0));
        }
        choice => {
            app.screens.plot.step(choice, app.session.fitted().map(Arc::as_ref), forward);
            if choice == Choice::Picture {
                app.screens.plot.pair.range = None;
            }
        }
    }
    Reply::of(refresh(app))
}

fn next_covariance(app: &mut App) -> Reply {
    const SHAPES: [(Covariance, &str); 4] = [
        (Covariance::Shared, "One Σ for all classes: straight boundaries."),
        (Covariance::PerClass, "A Σ for each class: curved boundaries (conics)."),
        (Covariance::SharedDiagonal, "One diagonal Σ for all classes."),
        (Covariance::PerClassDiagonal, "A diagonal Σ for each class: Gaussian naive Bayes."),
    ];
    let fitted = app.session.fitted().filter(|fitted| fitted.gda().is_some());
    let Some((mut recipe, fitted)) = current(app).zip(fitted) else {
        return app.reply("m changes the shape of Σ. Choose GDA on screen 2 first.");
    };
    let now = fitted.data.resolved.covariance;
    let after = SHAPES.iter().skip_while(|(shape, _)| *shape != now).nth(1);
    let (next, words) = after.unwrap_or(&SHAPES[0]);
    recipe.model = Some(ModelKind::Gda);
    recipe.covariance = Some(*next);
    app.say(*words);
    Reply::of(change_recipe(app, recipe))
}

fn next_found(app: &mut App, forward: bool) -> Reply {
    let (kind, Some(drawn)) = (kind(app), app.screens.plot.drawn.clone()) else { return Reply::Pass };
    let mut places: Vec<[f64; 2]> = match kind {
        Kind::Pair => {
            let rows = drawn.rows.iter().flat_map(|(rows, ..)| &rows.all);
            rows.filter(|row| row.wrong).map(|row| row.at).collect()
        }
        Kind::Feature => {
            let crossings = |frame| points(frame, |role| matches!(role, Role::Boundary(..)));
            frame(app).into_iter().flat_map(crossings).collect()
        }
        Kind::Contributions => return Reply::Pass,
    };
    places.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let now = crosshair(app).unwrap_or([f64::NEG_INFINITY; 2]);
    let next = match forward {
        true => places.iter().find(|at| (at[0], at[1]) > (now[0] + 1e-12, now[1])).or(places.first()),
        false => places.iter().rfind(|at| (at[0], at[1]) < (now[0] - 1e-12, now[1])).or(places.last()),
    };
    let Some(at) = next.copied() else {
        return app.reply(if kind == Kind::Pair {
            "No row is misclassified."
        } else {
            "There is no crossing."
        });
    };
    let contains = |(from, to): (f64, f64), at: f64| (from..=to).contains(&at);
    let is_visible = visible(app).is_some_and(|[x, y]| contains(x, at[0]) && contains(y, at[1]));
    if !is_visible {
        app.screens.plot.reset_view();
    }
    app.screens.plot.crosshair = Some(at);
    if is_visible { Reply::Taken } else { Reply::of(refresh(app)) }
}

fn enter(app: &mut App) -> Reply {
    match kind(app) {
        Kind::Pair | Kind::Feature => explain(app),
        Kind::Contributions => {
            let screen = &app.screens.plot;
            let bar = screen.drawn.as_ref().and_then(|drawn| drawn.pushed.as_ref()?.bars.get(screen.bar));
            let Some(of) = bar.and_then(|bar| bar.of.first().cloned()) else {
                return Reply::of(app.descend(ScreenId::Explain));
            };
            app.session.wanted = Some(of);
            Reply::of(app.descend(ScreenId::Parameters))
        }
    }
}

fn explain(app: &mut App) -> Reply {
    let (Some(at), Some(ranges), Some(fitted)) = (crosshair(app), visible(app), app.session.fitted()) else {
        return Reply::Pass;
    };
    let screen = &app.screens.plot;
    let rows = screen.drawn.as_ref().and_then(|drawn| drawn.rows.as_ref()).zip(screen.seen.get());
    let pick = match rows.and_then(|((rows, ..), area)| Some(rows.in_cell(&area, at).first()?.row)) {
        Some(row) => Pick::Row(row),
        None => {
            let is_pair = kind(app) == Kind::Pair;
            let features = if is_pair { screen.pair.features.to_vec() } else { vec![screen.feature] };
            let written = at.iter().zip(ranges).map(|(at, range)| rounded(*at, range));
            let name = |at: usize| Some(fitted.feature_names().nth(at)?.to_string());
            let changes = features.into_iter().zip(written).filter_map(|(at, text)| Some((name(at)?, text)));
            let base = match &app.session.pick {
                Pick::Changed(before) => before.base.clone(),
                other => other.clone(),
            };
            Pick::Changed(Arc::new(Changed { base, changes: changes.collect() }))
        }
    };
    app.set_pick(pick);
    Reply::of(app.descend(ScreenId::Explain))
}

pub fn rounded(at: f64, (from, to): (f64, f64)) -> String {
    let decimals = (2.0 - ((to - from) / 2.0).log10().floor()).clamp(0.0, 12.0) as usize;
    let text = format!("{at:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn show_choices(app: &mut App, line: usize) -> Reply {
    app.show(picture_dialog(line));
    Reply::Taken
}

impl Screen for Plot {
    fn extract<'a>(&self, app: &'a App, what: What) -> Option<Found<'a>> {
        let drawn = app.screens.plot.drawn.as_deref()?;
        let scene = drawn.scene.as_ref().ok()?;
        let found = Extract::default();
        Some(Ok(match what {
            What::Marked => {
                let marked = marked(app, drawn, scene)?;
                found.line(move || marked.text(app.settings.face()))
            }
            What::Table => {
                let picture = move || report::Picture { scene: scene.clone(), ..Default::default() };
                let facts = move || {
                    let mut sheet = Sheet::new(["what is seen", "in numbers"]);
                    let row = |fact: &Fact| vec![fact.what.plain(), fact.value.plain()];
                    sheet.rows = scene.facts.iter().map(row).collect();
                    sheet
                };
                let found = found.document(move || report::plot(picture())).sheet(facts);
                match app.session.study.as_deref() {
                    Some(study) => found.json(move || {
                        let model = study.model().ok().map(|fitted| fitted as &dyn Classifier);
                        Some(Answer::new(study, model, json::picture(scene)))
                    }),
                    None => found.json(move || Some(json::picture(scene))),
                }
            }
            _ => return None,
        }))
    }

    fn act(&self, app: &mut App, action: &Action) -> Reply {
        let shown = kind(app);
        let screen = &mut app.screens.plot;
        match action {
            Action::LookAt | Action::Go(ScreenId::Plot) => show_choices(app, 0),
            Action::Axes => show_choices(app, 1),
            Action::ChooseRow => ChooseDialog::open(app),
            Action::Glyphs => choose(app, Choice::Glyphs),
            Action::Rings => choose(app, Choice::Rings),
            Action::Boundaries => choose(app, Choice::Boundaries),
            Action::Bands => choose(app, Choice::Bands),
            Action::CompareWith if shown == Kind::Contributions => choose(app, Choice::Against),
            Action::CompareWith => choose(app, Choice::Rival),
            Action::Covariance => next_covariance(app),
            Action::FindNext | Action::FindPrevious => next_found(app, matches!(action, Action::FindNext)),
            Action::More | Action::Less => zoom(app, matches!(action, Action::More)),
            Action::RestoreAll => {
                screen.reset_view();
                Reply::of(refresh(app))
            }
            Action::Enter => enter(app),
            action if app.pane == Pane::Detail => Reply::moved(screen.detail.moves(action)),
            action if shown == Kind::Contributions => {
                let pushed = screen.drawn.as_ref().and_then(|drawn| drawn.pushed.as_ref());
                let last = pushed.map_or(0, |pushed| pushed.bars.len()).saturating_sub(1);
                Reply::moved(moves(&mut screen.bar, last, 5, action))
            }
            Action::Left => walk(app, -1.0, 0.0),
            Action::Right => walk(app, 1.0, 0.0),
            Action::Up => walk(app, 0.0, 1.0),
            Action::Down => walk(app, 0.0, -1.0),
            Action::PageUp => walk(app, 0.0, 10.0),
            Action::PageDown => walk(app, 0.0, -10.0),
            Action::First => walk(app, -20.0, 0.0),
            Action::Last => walk(app, 20.0, 0.0),
            _ => Reply::Pass,
        }
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        use Scope::{Always, Detail, Everywhere, PlotBars, PlotFeature, PlotPage, PlotPair};
        match (app.pane, kind(app)) {
            (Pane::Detail, _) => &[Detail, Scope::Plot, PlotPage, Everywhere, Always],
            (_, Kind::Pair) => &[PlotPair, Scope::Plot, PlotPage, Everywhere, Always],
            (_, Kind::Feature) => &[PlotFeature, Scope::Plot, PlotPage, Everywhere, Always],
            (_, Kind::Contributions) => &[PlotBars, Scope::Plot, PlotPage, Everywhere, Always],
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
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        refresh(app)
    }

    fn works(&self, app: &App, action: &Action) -> bool {
        match action {
            Action::Covariance => app.session.fitted().is_some_and(|fitted| fitted.gda().is_some()),
            Action::Axes => matches!(kind(app), Kind::Pair | Kind::Feature),
            Action::ChooseRow => app.session.fitted().is_some(),
            Action::CompareWith => {
                let many = app.session.fitted().is_some_and(|fitted| fitted.classes.len() > 2);
                kind(app) != Kind::Contributions || many
            }
            _ => true,
        }
    }
}

fn marked(app: &App, drawn: &DrawnPicture, scene: &Scene) -> Option<Sentence> {
    let screen = &app.screens.plot;
    Some(match kind(app) {
        Kind::Pair | Kind::Feature => {
            let (at, frame, fitted) = (crosshair(app)?, scene.frames.first()?, app.session.fitted()?);
            let shares = match &drawn.surface {
                Some(surface) => surface.posteriors(at),
                None => drawn.along.as_ref()?.reading(at[0]).into_iter().map(|(_, share)| share).collect(),
            };
            let axes = if drawn.surface.is_some() { 2 } else { 1 };
            let place = [(&frame.x, at[0]), (&frame.y, at[1])].into_iter().take(axes).map(|(axis, at)| {
                sentence!("{} {}", Sentence::data(axis.title.clone()), rounded(at, axis.range))
            });
            let posteriors = fitted.classes.iter().zip(shares).map(|(class, share)| {
                sentence!("P({} | x) = {}", class, report::decimal(&Number::Float(share)))
            });
            sentence!("{}: {}", Sentence::join(place, ", "), Sentence::join(posteriors, ", "))
        }
        Kind::Contributions => {
            let bar = drawn.pushed.as_ref()?.bars.get(screen.bar)?;
            let ln = Number::Float(bar.ln).rounded(Precision::Share);
            let ratio = report::to(&bar.ratio, Precision::FACTOR);
            sentence!("{}: times {}, ln {}", Sentence::data(bar.label.clone()), ratio, ln)
        }
    })
}
