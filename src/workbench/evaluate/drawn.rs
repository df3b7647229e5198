//! What a curve is, the work of drawing it, and the curves that were drawn last.

use std::sync::Arc;

use super::rows::told_here;
use crate::evaluate::{CandidateModel, Experiment, Learning, SEEDS, Sweep, Yardstick};
use crate::model::{OpenError, Study};
use crate::problem::Problem;
use crate::recipe::{ModelKind, Recipe};
use crate::table::Watch;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plot {
    Sweep,
    Learning(Rivals),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rivals {
    None,
    Logistic,
    Of(&'static Experiment),
}

#[derive(Clone, Debug, Default)]
pub struct Drawn {
    pub sweep: Option<Arc<Sweep>>,
    pub learned: Option<Arc<Learned>>,
}

#[derive(Clone, Debug)]
pub struct Learned {
    pub learning: Learning,
    pub recipe: Recipe,
    pub rivals: Rivals,
}

/// What could not be drawn, of which recipe, and why.
pub type Undrawn = Box<(Plot, Recipe, Problem)>;

/// Draws a curve; takes as long as it takes.
pub fn draw(study: &Study, plot: Plot, watch: &Watch) -> Result<Drawn, Undrawn> {
    let drawn =
        match plot {
            Plot::Sweep => Sweep::run(study, Some(watch))
                .map(|sweep| Drawn { sweep: Some(Arc::new(sweep)), learned: None }),
            Plot::Learning(rivals) => learn(study, rivals, watch)
                .map(|learned| Drawn { sweep: None, learned: Some(Arc::new(learned)) }),
        };
    drawn.map_err(|problem| Box::new((plot, study.recipe.clone(), told_here(problem))))
}

fn learn(study: &Study, rivals: Rivals, watch: &Watch) -> Result<Learned, Problem> {
    let own = || {
        let name = study.fitted.as_ref().map_or("", |fitted| fitted.title()).to_owned();
        CandidateModel { name, recipe: study.recipe.clone() }
    };
    let candidates = match rivals {
        Rivals::None => vec![own()],
        Rivals::Logistic => {
            let over = Recipe { model: Some(ModelKind::Logistic), ..Recipe::default() };
            let recipe = study.recipe.clone().overridden_by(over);
            vec![own(), CandidateModel { name: "logistic regression".to_owned(), recipe }]
        }
        Rivals::Of(experiment) => experiment.candidates(study).map_err(OpenError::from)?,
    };
    let learning = Learning::run(study, &candidates, SEEDS, Some(watch))?;
    Ok(Learned { learning, recipe: study.recipe.clone(), rivals })
}

/// The curves that were drawn last, and the cursor in each.
#[derive(Clone, Debug, Default)]
pub struct CurveView {
    pub measure: Yardstick,
    pub(super) rival: bool,
    /// The experiment that led here, until other data are opened.
    pub experiment: Option<&'static Experiment>,
    pub(super) drawn: Drawn,
    pub(super) refused: Option<Undrawn>,
    /// The selected point of each curve; `None` for the recipe's own, or the first.
    pub(super) cursors: [Option<usize>; 2],
    pub detail: usize,
}

impl CurveView {
    /// Takes what was drawn; a cursor in another curve starts anew.
    pub fn take(&mut self, found: Result<Drawn, Undrawn>) {
        match found {
            Ok(drawn) => {
                self.refused = None;
                if let Some(sweep) = drawn.sweep {
                    let same =
                        self.drawn.sweep.as_ref().is_some_and(|old| old.points.len() == sweep.points.len());
                    self.cursors[0] = self.cursors[0].filter(|_| same);
                    self.drawn.sweep = Some(sweep);
                }
                if let Some(learned) = drawn.learned {
                    self.drawn.learned = Some(learned);
                }
            }
            Err(refused) => self.refused = Some(refused),
        }
    }
}
