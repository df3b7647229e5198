//! Answers that are right, wholly or with a note.

use super::{Attempt, Coarse, Graded, Note, Verdict};
use crate::math::sentence;
use crate::practice::Near;
use crate::practice::read::Form;

impl Attempt<'_> {
    /// Exact, or right in every figure that was written where these are enough.
    pub(super) fn right(&self, truth: &Near) -> Option<Graded> {
        if truth.is(&self.written.value) {
            return Some(self.exact());
        }
        let rounds = self.rounds(truth) && !self.is_coarse();
        rounds.then(|| {
            let message = sentence!("{} is right in every figure you wrote.", self.text());
            Graded::new(Verdict::Correct, message)
        })
    }

    fn exact(&self) -> Graded {
        let text = self.text();
        if let Some(lucky) = self.lucky() {
            return lucky;
        }
        if self.key.policy.note_unreduced && !self.written.is_reduced() {
            let message = sentence!("{} is right; this exercise asks for it in lowest terms.", text);
            return Graded::noted(Note::Unreduced, message);
        }
        Graded::new(Verdict::Correct, sentence!("{} is right.", text))
    }

    /// `3/9` where smoothing is asked for and gives 4/12. In lowest terms a fraction does not tell how it came about.
    fn lucky(&self) -> Option<Graded> {
        let forms = self.key.forms.as_ref()?;
        let Form::Fraction { top, bottom } = &self.written.form else { return None };
        let (right, raw) = (&forms.right, &forms.unsmoothed);
        let same = (top, bottom) == (&raw.0, &raw.1) && right != raw && !self.written.is_reduced();
        same.then(|| {
            let message = sentence!("{} is equal to {}/{} only by chance here; with smoothing α is added above and below the bar.", self.text(), right.0, right.1);
            Graded::noted(Note::Lucky, message).because("S1")
        })
    }

    /// With too few figures it goes back where it agrees; where it does not, nothing can be said of the cause.
    pub(super) fn too_coarse(&self, truth: &Near) -> Option<Graded> {
        let text = self.text();
        let formula = || self.written.form == Form::Formula && self.written.may_be(truth, 0);
        let enough = || self.written.may_be(truth, self.key.policy.figures);
        if formula() && !enough() && !self.is_among_early() {
            let message = sentence!("A number in {} has one figure only.", self.written.formula());
            return Some(Graded::new(Verdict::Unmarked, message).hinting("Write one more figure of each."));
        }
        if !self.is_coarse() {
            return None;
        }
        if !self.rounds(truth) && !self.cuts(truth) {
            return Some(self.unknown());
        }
        Some(match self.key.policy.coarse {
            Coarse::Ask => {
                let message =
                    sentence!("{} has too few figures to be told from other numbers; write one more.", text);
                Graded::new(Verdict::Unmarked, message).hinting("Two significant figures are enough.")
            }
            Coarse::Accept => {
                Graded::new(Verdict::Correct, sentence!("{} is right in the figure you wrote.", text))
            }
            Coarse::Wrong => {
                let message = sentence!("{} has too few figures for this exercise.", text);
                Graded::new(Verdict::Wrong, message).hinting("Two significant figures are enough.")
            }
        })
    }

    /// Right, but cut off instead of rounded.
    pub(super) fn cut_off(&self, truth: &Near) -> Option<Graded> {
        self.cuts(truth).then(|| {
            let message =
                sentence!("{} is right but cut off; rounded, its last figure is one more.", self.text());
            Graded::noted(Note::CutOff, message)
        })
    }

    /// The method is right, and numbers were rounded along the way.
    pub(super) fn rounded_early(&self, truth: &Near) -> Option<Graded> {
        let inside = self.written.form == Form::Formula
            && self.written.has_decimals()
            && self.written.may_be(truth, self.key.policy.figures);
        (inside || self.is_among_early()).then(|| self.early())
    }

    /// What rounding along the way is told as.
    pub(super) fn early(&self) -> Graded {
        Graded::rounded_early(&self.text())
    }

    fn is_among_early(&self) -> bool {
        let near =
            |value| Near::of(value).is_some_and(|near| near.is(&self.written.value) || self.rounds(&near));
        self.written.has_decimals() && self.key.early.iter().any(near)
    }
}
