//! Beside α: the case in hand and the smallest probability under other α, worked out as a job.

use std::sync::Arc;

use super::super::app::App;
use super::super::job::{Job, Lane};
use super::super::screen_id::ScreenId;
use super::Line;
use crate::math::Name;
use crate::model::{Case, Fitted, UnderAlpha};
use crate::recipe::Written;

/// The α that are tried: roughly equal steps of its logarithm, and 0.
const TRIED: [&str; 8] = ["0", "1/100", "1/10", "1/2", "1", "2", "10", "100"];

/// What becomes of a model and a case under other α.
#[derive(Clone, Debug)]
pub struct Smoothing {
    /// The classes.
    pub classes: Vec<Name>,
    /// The class whose posterior is told in numbers: the likeliest of the case under the α that was chosen.
    pub class: usize,
    /// The α that was chosen, as a place in `points`.
    pub now: Option<usize>,
    /// From the smallest α to the largest.
    pub points: Vec<UnderAlpha>,
    fitted: Arc<Fitted>,
    case: Arc<Case>,
}

impl Smoothing {
    /// Tries every α; may take long.
    pub fn of(fitted: Arc<Fitted>, case: Arc<Case>) -> Smoothing {
        let own = fitted.data.resolved.alpha.clone();
        let mut alphas: Vec<Written> =
            TRIED.iter().filter_map(|text| Written::non_negative(text, "α").ok()).collect();
        alphas.retain(|alpha| alpha.value() != own.value());
        alphas.push(own.clone());
        alphas.sort_by(|a, b| a.value().cmp(b.value()));
        let points = fitted.under_alphas(&case, alphas);
        let class = fitted.predict(&case).predicted.unwrap_or(0);
        let now = points.iter().position(|point| point.alpha.value() == own.value());
        Smoothing { classes: fitted.classes.clone(), class, now, points, fitted, case }
    }

    fn is_of(&self, fitted: &Arc<Fitted>, case: &Arc<Case>) -> bool {
        Arc::ptr_eq(&self.fitted, fitted) && Arc::ptr_eq(&self.case, case)
    }
}

/// What is known of the model and the case of the session.
pub fn of(app: &App) -> Option<&Smoothing> {
    let (fitted, case) = (app.session.fitted()?, app.session.case.as_ref()?);
    app.screens.model.smoothing.as_deref().filter(|known| known.is_of(fitted, case))
}

/// Asks for the other α where their line is marked, α is used, and they are not known yet.
pub fn ask(app: &mut App) -> Option<Job> {
    // What other α give tells the answer of an exercise.
    if app.session.sealed || app.room != ScreenId::Model || app.screens.model.line() != Some(Line::Alpha) {
        return None;
    }
    let (fitted, case) = (Arc::clone(app.session.fitted()?), app.session.case.clone()?);
    if of(app).is_some() || !fitted.is_smoothed() {
        return None;
    }
    let work = move || Arc::new(Smoothing::of(fitted, case));
    Some(app.jobs.start(Lane::Smoothing, "trying other α …", work, |app, found| {
        app.screens.model.smoothing = Some(found);
        None
    }))
}
