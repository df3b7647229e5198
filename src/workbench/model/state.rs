//! What screen 2 shows: the selected line, the recipe that is wanted, and what became of it.

use std::sync::Arc;

use super::lines::Line;
use super::meaning::Refusal;
use super::view::{Summary, View, Words, row_of};
use crate::math::Name;
use crate::model::{Case, Fitted, UnderAlpha};
use crate::problem::Problem;
use crate::recipe::{Prior, Recipe, Written};
use crate::workbench::field::Field;
use crate::workbench::frame::{Frame, Shape, follow};
use crate::workbench::session::Session;

/// The α that are tried: roughly equal steps of its logarithm, and 0.
const TRIED: [&str; 8] = ["0", "1/100", "1/10", "1/2", "1", "2", "10", "100"];

#[derive(Clone, Debug, Default)]
pub struct ModelScreen {
    pub cursor: usize,
    pub top: usize,
    pub detail: usize,
    pub field: Option<Field>,
    /// The recipe on screen, where it is not the one that was fitted last.
    pub(super) wanted: Option<Recipe>,
    pub view: Option<View>,
    pub refused: Option<Refusal>,
    pub summary: Option<Summary>,
    /// The case in hand under other α, once it was worked out.
    pub smoothing: Option<Arc<Smoothing>>,
}

impl ModelScreen {
    pub fn line(&self) -> Option<Line> {
        let view = self.view.as_ref()?;
        match self.cursor.checked_sub(view.columns.len()) {
            None => Some(Line::Column(self.cursor)),
            Some(at) => view.lines.get(at).or(view.lines.last()).copied(),
        }
    }

    pub(in crate::workbench) fn mark(&mut self, line: Line) {
        let Some(view) = &self.view else { return };
        let at = view.lines.iter().position(|other| *other == line);
        self.cursor = at.map_or(self.cursor, |at| view.columns.len() + at);
    }

    /// The words of the selected column, where the model of the session counts its words; those of the one text, on the lines
    /// that say which words it may use.
    pub fn words(&self) -> Option<&Words> {
        let words = &self.summary.as_ref()?.words;
        match self.line()? {
            Line::Column(at) => words.iter().find(|words| words.columns.contains(&at)),
            line if line.is_of_words() => words.first(),
            _ => None,
        }
    }

    /// Whether a number stands on the selected line, and may be typed over.
    pub fn takes_number(&self) -> bool {
        let is_added = |view: &View| matches!(view.prior, Prior::Laplace(_));
        match self.line() {
            Some(Line::Prior) => self.view.as_ref().is_some_and(is_added),
            Some(line) => line.takes_number(),
            None => false,
        }
    }

    pub fn lines(&self) -> usize {
        self.view.as_ref().map_or(0, |view| view.columns.len() + view.lines.len())
    }

    /// Says why a study has no model, if it has none, and what to press.
    pub(super) fn refuse(&mut self, problem: Option<&Problem>) {
        self.refused = problem.zip(self.view.as_ref()).map(|(problem, view)| Refusal::new(problem, view));
    }

    /// The case in hand under other α, if it is known of the model and the case of the session.
    pub fn smoothing(&self, session: &Session) -> Option<&Smoothing> {
        let (fitted, case) = (session.fitted()?, session.case.as_ref()?);
        let known = self.smoothing.as_deref()?;
        (Arc::ptr_eq(&known.fitted, fitted) && Arc::ptr_eq(&known.case, case)).then_some(known)
    }

    pub fn settle(&mut self, frame: Frame) {
        if frame.shape() == Shape::Tiny {
            return;
        }
        self.cursor = self.cursor.min(self.lines().saturating_sub(1));
        let columns = self.view.as_ref().map_or(0, |view| view.columns.len());
        self.top = follow(self.top, row_of(self.cursor, columns), frame.lines());
        if self.cursor == 0 {
            self.top = 0;
        }
    }
}

/// What becomes of a model and a case under other α.
#[derive(Clone, Debug)]
pub struct Smoothing {
    pub classes: Vec<Name>,
    /// The class whose posterior is told in numbers: the likeliest of the case under the α that was chosen.
    pub class: usize,
    /// The α that was chosen, as a place in `points`.
    pub now: Option<usize>,
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
}
