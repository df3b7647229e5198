//! Who is told how far a trial is.

use std::sync::atomic::Ordering;

use crate::model::{Classifier, Predictions, Rows, predict_pieces};
use crate::problem::Problem;
use crate::table::{TableError, Watch};

/// Who is told how far it is, and may end it.
pub(super) struct Progress<'a> {
    pub(super) watch: Option<&'a Watch>,
    pub(super) part: &'a (dyn Fn(usize) + Sync),
    pub(super) source: &'a str,
}

impl<'a> Progress<'a> {
    /// Of rows that came from `source`.
    pub(super) fn new(watch: Option<&'a Watch>, source: &'a str) -> Self {
        Progress { watch, part: &|_| (), source }
    }

    /// Says how many rows there are, unless somebody who runs several trials has said how many there are in all.
    pub(super) fn expect(&self, rows: usize) {
        self.watch.into_iter().for_each(|watch| {
            let _ = watch.total.compare_exchange(0, rows as u64, Ordering::Relaxed, Ordering::Relaxed);
        });
    }

    /// Says how many parts there are, unless somebody has.
    pub(super) fn expect_folds(&self, parts: usize) {
        self.watch.into_iter().for_each(|watch| {
            let _ = watch.parts.compare_exchange(0, parts as u64, Ordering::Relaxed, Ordering::Relaxed);
        });
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.watch.is_some_and(|watch| watch.stop.load(Ordering::Relaxed))
    }

    pub(super) fn stopped(&self) -> Problem {
        TableError::stopped(self.source).into()
    }

    pub(super) fn go_on(&self) -> Result<(), Problem> {
        if self.is_stopped() { Err(self.stopped()) } else { Ok(()) }
    }

    pub(super) fn done(&self, rows: usize) {
        self.watch.into_iter().for_each(|watch| {
            watch.done.fetch_add(rows as u64, Ordering::Relaxed);
        });
    }

    /// Predicts some rows; `of` makes something of each piece of them, side by side, and `each` is given it in order.
    pub(super) fn predict<T: Send>(
        &self,
        model: &dyn Classifier,
        rows: &Rows,
        of: impl Fn(Predictions) -> T + Sync,
        mut each: impl FnMut(T) + Send,
    ) -> Result<(), Problem> {
        let made = |piece: Predictions| (piece.len(), of(piece));
        predict_pieces(model.predictor(rows.len()).as_ref(), rows, made, |(rows, made)| {
            self.done(rows);
            each(made);
            !self.is_stopped()
        });
        self.go_on()
    }
}
