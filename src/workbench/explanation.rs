//! What screen 5 shows: everything of one case, worked out once by a job, never while drawing; and how much of it is
//! revealed.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::session::{Pick, Session};
use crate::math::{Quantity, Sentence};
use crate::model::{Case, Fitted, Prediction, Study};
use crate::report::{self, CellText};
use crate::worked::likelihood::Passage;
use crate::worked::{
    Posterior, Row, RowKind, Step, Warning, WorkedError, derive_all, goals, how_typical, no_route, warnings,
    why_logistic,
};

#[derive(Clone, Debug)]
pub struct Explanation {
    study: Arc<Study>,
    pub case: Arc<Case>,
    /// What the case is called: `row 5`, `row 5, changed: Wind=Weak`; empty for the query.
    pub origin: String,
    pub fitted: Arc<Fitted>,
    pub cells: Vec<CellText>,
    pub posterior: Posterior,
    /// Whether it goes by way of θᵀx + θ₀, and why that is the same posterior.
    pub by_theta: bool,
    pub why: Vec<Passage>,
    pub prediction: Prediction,
    pub decision: Sentence,
    pub decided: Option<Sentence>,
    pub warnings: Vec<Warning>,
    pub typicality: Vec<Sentence>,
    pub counted: Option<Sentence>,
    /// The same in natural frequencies; empty where it cannot be told so.
    pub in_cases: report::Document,
    steps: HashMap<Quantity, Step>,
    pub ranges: Vec<Range<usize>>,
}

impl Explanation {
    /// Works out a case, called `origin`, by way of θ where the model has it and `by_theta` is set; takes a while for long
    /// documents.
    pub fn new(
        study: Arc<Study>,
        fitted: Arc<Fitted>,
        case: Arc<Case>,
        origin: String,
        by_theta: bool,
    ) -> Result<Explanation, WorkedError> {
        let by_theta = by_theta && no_route(&fitted).is_none();
        let (posterior, why) = match by_theta {
            true => (Posterior::by_theta(&fitted, &case)?, why_logistic(&fitted, &case)?),
            false => (Posterior::new(&fitted, &case, &[])?, Vec::new()),
        };
        let prediction = fitted.predict(&case);
        let mut goals = goals(&fitted);
        if by_theta {
            let linear = |row: &&Row| matches!(row.kind, RowKind::Linear | RowKind::Squashed);
            let last = posterior.rows.iter().filter(linear).flat_map(|row| &row.cells);
            goals.extend(last.filter(|cell| !cell.is_blank()).map(|cell| cell.quantity.clone()));
        }
        let costs = posterior.decided.iter().flat_map(|decided| &decided.costs);
        let cells = posterior.rows.iter().flat_map(|row| &row.cells);
        let shown = cells.chain(costs).map(|cell| &cell.quantity);
        let mut wanted: HashMap<Quantity, ()> = shown.map(|quantity| (quantity.clone(), ())).collect();
        wanted.insert(Quantity::evidence(), ());
        let steps = derive_all(&fitted, Some(&case), &goals, &[])?.into_iter();
        let steps = steps.filter(|step| wanted.contains_key(&step.of));
        Ok(Explanation {
            steps: steps.map(|step| (step.of.clone(), step)).collect(),
            cells: report::case_cells(&fitted, &case),
            decision: report::decision(&fitted, &prediction),
            decided: report::decided(&fitted, &prediction),
            warnings: warnings(&fitted, &case, &prediction)?,
            typicality: how_typical(&fitted, &case),
            counted: report::counted_together(&fitted, &case),
            in_cases: report::natural_frequencies(&fitted, &case),
            origin,
            ranges: posterior.steps(),
            posterior,
            by_theta,
            why,
            prediction,
            study,
            case,
            fitted,
        })
    }

    pub fn is_of(&self, session: &Session) -> bool {
        let study = session.study.as_ref().is_some_and(|study| Arc::ptr_eq(study, &self.study));
        study && session.case.as_ref().is_some_and(|case| Arc::ptr_eq(case, &self.case))
    }

    pub fn rows(&self) -> &[Row] {
        &self.posterior.rows
    }

    /// The place of the step that a row belongs to; behind the last row, how many steps there are.
    pub fn step_of(&self, row: usize) -> usize {
        self.ranges.iter().take_while(|range| range.end <= row).count()
    }

    pub fn step(&self, quantity: &Quantity) -> Option<&Step> {
        self.steps.get(quantity)
    }

    /// The address of a number of the table that the model holds whatever the case: no score and no posterior.
    pub fn parameter(&self, row: usize, class: usize) -> Option<&Quantity> {
        let row = self.rows().get(row)?;
        let opens = row.kind.is_factor() || row.kind.is_towards_density() || row.kind.is_of_theta();
        let opens = opens && !row.kind.is_last() && row.kind != RowKind::Linear;
        row.cells.get(class).filter(|_| opens).map(|cell| &cell.quantity)
    }
}

#[derive(Clone, Debug, Default)]
pub struct ExplainScreen {
    explanation: Option<Arc<Explanation>>,
    pick: Pick,
    pub revealed: usize,
    pub cursor: usize,
    pub class: usize,
    pub detail: usize,
    pub follow: bool,
    /// Whether it goes by way of θ, where the model has one.
    pub by_theta: bool,
    pub in_cases: bool,
}

impl ExplainScreen {
    pub fn explanation(&self, session: &Session) -> Option<&Arc<Explanation>> {
        self.explanation.as_ref().filter(|it| it.is_of(session))
    }

    pub fn take(&mut self, explanation: Arc<Explanation>, pick: Pick) {
        if pick != self.pick {
            *self = ExplainScreen {
                pick,
                by_theta: self.by_theta,
                in_cases: self.in_cases,
                ..ExplainScreen::default()
            };
        }
        self.revealed = self.revealed.min(explanation.rows().len());
        self.cursor = self.cursor.min(self.revealed.saturating_sub(1));
        self.class = self.class.min(explanation.posterior.classes.len().saturating_sub(1));
        // Of two classes one has the terms of θ.
        let first = explanation.rows().first();
        let is_blank =
            |class: usize| first.and_then(|row| row.cells.get(class)).is_some_and(|cell| cell.is_blank());
        self.class = (self.class..explanation.posterior.classes.len())
            .find(|class| !is_blank(*class))
            .unwrap_or(self.class);
        self.mark_leader(&explanation);
        self.explanation = Some(explanation);
    }

    /// Goes the other way to the posterior: all of it is revealed where all of it was.
    pub(super) fn turn(&mut self) {
        let all = self.explanation.take().is_some_and(|it| it.rows().len() == self.revealed);
        self.by_theta = !self.by_theta;
        self.revealed = if all { usize::MAX } else { 0 };
        self.cursor = self.revealed.saturating_sub(1);
    }

    /// With the last step the class that leads is the selected one, so that its column is on screen.
    pub(super) fn mark_leader(&mut self, explanation: &Explanation) {
        let last = explanation.rows().last().filter(|_| self.revealed == explanation.rows().len());
        if let Some(leader) = last.and_then(|row| row.leaders.first().copied()) {
            self.class = leader;
        }
    }
}
