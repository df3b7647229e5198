//! Slips that need no catalogue: percentages, the complement, another class, the decimal point, the last figure.

use super::{Attempt, Graded, Verdict};
use crate::math::{Number, Sentence, sentence};
use crate::practice::Near;
use crate::practice::read::Form;

/// Places by which a point is moved at most.
const MOVED: [i32; 6] = [-1, 1, -2, 2, -3, 3];

/// With fewer figures than this a last figure that is off says nothing: many numbers are as near.
const LAST: usize = 3;

impl Attempt<'_> {
    /// Above 1 or below 0 where a probability is asked for: it goes back with the question.
    pub(super) fn out_of_range(&self) -> Option<Graded> {
        let value = Near::of(&self.written.value)?;
        if !self.key.is_share || value.is_share() {
            return None;
        }
        let text = self.text();
        if self.written.value.is_negative() {
            let message = sentence!("A probability is at least 0; is the sign of {} meant?", text);
            return Some(Graded::new(Verdict::Unmarked, message));
        }
        let is_plain = matches!(self.written.form, Form::Whole | Form::Decimal(_));
        if value.times_ten_to(-2).is_share() && is_plain && !self.is_percent() {
            let message = sentence!("A probability is at most 1; did you mean {} %?", text);
            return Some(Graded::new(Verdict::Unmarked, message).because("N10"));
        }
        let message = sentence!("A probability is at most 1; is {} meant?", text);
        Some(Graded::new(Verdict::Unmarked, message))
    }

    fn is_percent(&self) -> bool {
        self.text().plain().ends_with('%')
    }

    /// The slips that can happen to any number. Of a whole number they say nothing: 3 is not 1/3 upside down.
    pub(super) fn slipped(&self, truth: &Near) -> Option<Graded> {
        if self.written.form == Form::Whole {
            return None;
        }
        self.percent_of_a_percent(truth)
            .or_else(|| self.of_another_class())
            .or_else(|| self.complement(truth))
            .or_else(|| self.moved_point(truth))
            .or_else(|| self.last_figure(truth))
    }

    fn is_or_rounds(&self, value: &Near) -> bool {
        value.is(&self.written.value) || self.rounds(value)
    }

    /// `0.33 %` for 0.33.
    fn percent_of_a_percent(&self, truth: &Near) -> Option<Graded> {
        let text = self.text();
        let meant = self.is_percent() && self.is_or_rounds(&truth.times_ten_to(-2));
        let message = || sentence!("{} is less than one in a hundred; is the percent sign meant?", text);
        meant.then(|| Graded::new(Verdict::Unmarked, message()).because("N10"))
    }

    fn of_another_class(&self) -> Option<Graded> {
        let of = |value: &Number| Near::of(value).is_some_and(|value| self.is_or_rounds(&value));
        let other = self.key.others.iter().find(|other| of(&other.value))?;
        let message = sentence!("{} is the number for {}.", self.text(), other.class);
        Some(self.wrong(other.tag, message))
    }

    fn complement(&self, truth: &Near) -> Option<Graded> {
        let is = self.key.is_share && self.is_or_rounds(&truth.complement());
        is.then(|| self.wrong("B8", sentence!("{} is 1 − {}: the opposite.", self.text(), self.key.of)))
    }

    fn moved_point(&self, truth: &Near) -> Option<Graded> {
        let moved = MOVED.iter().any(|places| self.is_or_rounds(&truth.times_ten_to(*places)));
        let has_point = matches!(self.written.form, Form::Decimal(_));
        (has_point && moved && !self.written.value.is_zero()).then(|| {
            let message =
                sentence!("{} has the right digits, but its decimal point is not in its place.", self.text());
            self.wrong("N11", message)
        })
    }

    fn last_figure(&self, truth: &Near) -> Option<Graded> {
        let Form::Decimal(places) = &self.written.form else { return None };
        let off = places.figures >= LAST && truth.is_one_off(&self.written.value, places);
        off.then(|| self.wrong("N12", sentence!("The last figure of {} is wrong.", self.text())))
    }

    fn wrong(&self, tag: &'static str, message: Sentence) -> Graded {
        Graded::new(Verdict::Wrong, message).because(tag).hinting(self.key.where_to_look())
    }
}
