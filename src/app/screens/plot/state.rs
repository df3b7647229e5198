//! The state of screen 6: the picture, its choices, and the crosshair.

use std::cell::Cell;
use std::sync::Arc;

use crate::app::key::Field;
use crate::app::words::Scroll;
use crate::model::{Case, Fitted, Study};
use crate::plot::{
    Along, Area, Contributions, FIGURES, FeaturePair, PairRows, Playground, Scene, Surface, contributions,
    drawable, feature_scene, figure, most_telling,
};
use crate::problem::Problem;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Pair,
    Feature,
    Contributions,
    Normal,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Pair, Kind::Feature, Kind::Contributions, Kind::Normal];

    pub fn title(self) -> &'static str {
        match self {
            Kind::Pair => "Two features",
            Kind::Feature => "One feature",
            Kind::Contributions => "Contributions",
            Kind::Normal => "Normal in two dimensions",
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
    pub play: Playground,
    pub knob: usize,
    /// A figure of the notes, from 1; 0 for none.
    pub figure: usize,
    pub field: Option<Field>,
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
            play: Playground::default(),
            knob: 4,
            figure: 0,
            field: None,
            crosshair: None,
            bar: 0,
            detail: Scroll::default(),
            drawn: None,
            seen: Cell::new(None),
        }
    }
}

/// Numbers of the playground: two means, two deviations, the correlation, φ. Each with its step, least and most.
pub const KNOBS: [(&str, f64, [f64; 2]); 6] = [
    ("μ₁", 0.5, [-10.0, 10.0]),
    ("μ₂", 0.5, [-10.0, 10.0]),
    ("σ₁", 0.1, [0.1, 5.0]),
    ("σ₂", 0.1, [0.1, 5.0]),
    ("ρ", 0.1, [-1.0, 1.0]),
    ("φ", 0.05, [0.05, 0.95]),
];

impl DrawnPicture {
    pub(super) fn of(scene: Result<Scene, Problem>) -> DrawnPicture {
        DrawnPicture { scene, rows: None, surface: None, along: None, pushed: None }
    }
}

impl PlotScreen {
    pub fn kind(&self, fitted: Option<&Fitted>) -> Kind {
        let Some(fitted) = fitted else { return Kind::Normal };
        self.chosen.unwrap_or_else(|| match drawable(fitted).len() {
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
            self.pair.features = most_telling(fitted).or(first).unwrap_or_default();
            self.reset_view();
        }
        if self.feature >= fitted.features.len() {
            self.feature = all.first().copied().unwrap_or(0);
        }
    }

    pub fn reset_view(&mut self) {
        (self.pair.range, self.crosshair) = (None, None);
    }

    /// Draws the picture; may take long.
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
            Kind::Normal => DrawnPicture::of(self.without_data()),
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

    pub fn without_data(&self) -> Result<Scene, Problem> {
        if self.figure > 0 { figure(self.figure) } else { self.play.scene() }
    }

    pub fn knob_value(&self, knob: usize) -> f64 {
        number(&mut self.play.clone(), knob).map_or(0.5, |number| *number)
    }

    /// Returns how many knobs there are: φ only with two classes.
    pub fn knobs(&self) -> usize {
        if self.play.second.is_some() { KNOBS.len() } else { KNOBS.len() - 1 }
    }

    pub fn turn(&mut self, up: bool) {
        let (_, step, [least, most]) = KNOBS.get(self.knob).copied().unwrap_or_default();
        let by = if up { step } else { -step };
        let to = ((self.knob_value(self.knob) + by) / step).round() * step;
        self.set_knob(to.clamp(least, most));
    }

    pub fn type_knob(&mut self, text: &str) -> Result<(), String> {
        let (name, _, [least, most]) = KNOBS.get(self.knob).copied().unwrap_or_default();
        let Ok(to) = text.trim().replace(',', ".").parse::<f64>() else {
            return Err(format!("“{}” is not a number.", crate::text::shown(text)));
        };
        if !(least..=most).contains(&to) {
            return Err(format!("{name} must be between {least} and {most}."));
        }
        self.set_knob(to);
        Ok(())
    }

    fn set_knob(&mut self, to: f64) {
        self.figure = 0;
        number(&mut self.play, self.knob).into_iter().for_each(|number| *number = to);
    }

    /// Shows the next or previous figure of the notes; after the last one, none.
    pub fn next_figure(&mut self, forward: bool) {
        let many = FIGURES.len() + 2;
        self.figure = if forward { (self.figure + 1) % many } else { (self.figure + many - 1) % many };
    }
}

/// Returns the number of a knob; φ only with two classes.
fn number(play: &mut Playground, knob: usize) -> Option<&mut f64> {
    match knob {
        0 | 1 => play.mean.get_mut(knob),
        2 | 3 => play.deviation.get_mut(knob - 2),
        4 => Some(&mut play.correlation),
        _ => play.second.as_mut().map(|(_, phi)| phi),
    }
}

fn rival(study: &Study, fitted: &Fitted, case: Option<&Case>, features: [usize; 2]) -> Option<Surface> {
    let logistic = study.rival().ok()?;
    let names: Vec<String> = fitted.feature_names().map(ToString::to_string).collect();
    let numbers = case.map(Case::numbers).unwrap_or_default();
    let others: Vec<(String, f64)> = names.iter().cloned().zip(numbers).collect();
    let [x, y] = features.map(|at| names.get(at).map_or("", String::as_str));
    Surface::rival(&logistic, [x, y], &others)
}
