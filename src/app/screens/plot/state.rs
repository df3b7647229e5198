//! The state of screen 6: the picture, its choices, and the crosshair.

use std::cell::Cell;

use crate::app::prelude::*;
use crate::plot::{
    Along, Area, Contributions, FeaturePair, PairRows, Scene, Surface, contributions, drawable,
    feature_scene, most_telling,
};
use crate::problem::Problem;

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
    pub(super) fn of(scene: Result<Scene, Problem>) -> DrawnPicture {
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
