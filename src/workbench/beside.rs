//! When a third pane stands beside the two of a screen, and the work that it needs: it follows the cursor, and is done by other
//! threads.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::app::App;
use super::evaluate::{EvaluatedModel, evaluate};
use super::explanation::{ExplainScreen, Explanation};
use super::frame::Frame;
use super::given::given;
use super::job::{Job, Lane};
use super::keys::ScreenId;
use super::session::{Pick, Session};
use super::third::{Columns, MOST, RowTold, Third, WorkedRow};
use crate::model::{Study, nearest};
use crate::table::{Profile, Watch, profile_of};

/// The columns of a third pane that shows numbers of each class, and of a recipe with what it means.
const WIDE: u16 = 62;
const RECIPE: u16 = 86;

impl App {
    /// What stands beside the two panes of the screen that is on, if something does.
    pub fn third(&self) -> Option<Third> {
        if !self.frame.is_wide() {
            return None;
        }
        match (self.screen, &self.session.study) {
            (ScreenId::Data, _) if self.session.table.is_some() && given(self).is_none() => {
                Some(Third::Columns)
            }
            (ScreenId::Model, Some(_)) if !self.session.sealed => Some(Third::Matrix),
            (ScreenId::Evaluate, Some(_)) if self.screens.evaluate.view.lists_judged_rows() => {
                Some(Third::Row)
            }
            _ => None,
        }
    }

    /// The frame of the two panes, without a third.
    pub fn panes(&self) -> Frame {
        Frame { width: self.frame.width - self.third_width(), ..self.frame }
    }

    /// The columns of the third pane with its border; none where there is none.
    pub fn third_width(&self) -> u16 {
        let screen = &self.screens.evaluate;
        match self.third() {
            None => 0,
            Some(Third::Columns) => 42,
            Some(Third::Row) => WIDE,
            Some(Third::Matrix) => {
                let found = screen.evaluated(&self.session).or_else(|| screen.last());
                let needed = found.map_or(0, |found| found.needed(screen.matrix.shares) + 4);
                let most = self.frame.width.saturating_sub(RECIPE).max(WIDE);
                u16::try_from(needed).unwrap_or(u16::MAX).clamp(WIDE, most)
            }
        }
    }
}

/// Has worked out what the third pane shows now, unless it is, or is being worked out.
pub(super) fn follow(app: &mut App) -> Option<Job> {
    match app.third()? {
        Third::Columns => columns(app),
        Third::Matrix if app.jobs.waits_for(Lane::Evaluate) || app.jobs.waits_for(Lane::Fit) => None,
        Third::Matrix => evaluate(app),
        Third::Row => row(app),
    }
}

fn same<T: ?Sized>(one: &Option<Arc<T>>, other: &Option<Arc<T>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (None, None) => true,
        _ => false,
    }
}

fn columns(app: &mut App) -> Option<Job> {
    let (table, target) = (app.session.table.clone()?, app.session.target);
    let data = &mut app.screens.data;
    let rows = data.some_rows();
    let known = data.all.as_ref().is_some_and(|known| {
        Arc::ptr_eq(&known.table, &table) && known.target == target && same(&known.rows, &rows)
    });
    if known {
        return None;
    }
    data.all = Some(Columns { table: Arc::clone(&table), target, rows: rows.clone(), found: None });
    let fitted = app.session.fitted().cloned();
    let work = move |watch: Arc<Watch>| {
        let columns = (0..table.columns().len().min(MOST)).filter(|column| target != Some(*column));
        let stopped = || watch.stop.load(Ordering::Relaxed);
        let profiles = columns.take_while(|_| !stopped());
        let of = |column| {
            let sums = fitted.as_ref().and_then(|fitted| fitted.profile_of_sums(column));
            Some((column, sums.or_else(|| profile_of(&table, column, target, rows.as_deref()))?))
        };
        let mut found: Vec<(usize, Profile)> = profiles.filter_map(of).collect();
        // What names its rows tells of these alone.
        let told =
            |profile: &Profile| profile.explained.filter(|_| profile.row_name.is_none()).unwrap_or(-1.0);
        found.sort_by(|(_, one), (_, other)| told(other).total_cmp(&told(one)));
        found
    };
    Some(app.jobs.start_watched(Lane::Columns, "", work, |app, found| {
        if let Some(all) = &mut app.screens.data.all {
            all.found = Some(found);
        }
        None
    }))
}

fn row(app: &mut App) -> Option<Job> {
    let evaluated = Arc::clone(app.screens.evaluate.evaluated(&app.session)?);
    let marked = app.screens.evaluate.marked_row(&app.session);
    let Some((row, fold)) = marked else {
        app.screens.evaluate.worked = None;
        return None;
    };
    let known = app.screens.evaluate.worked.as_ref();
    if known.is_some_and(|of| Arc::ptr_eq(&of.evaluated, &evaluated) && (of.row, of.fold) == (row, fold)) {
        return None;
    }
    let study = app.session.study.clone()?;
    app.screens.evaluate.worked =
        Some(WorkedRow { evaluated: Arc::clone(&evaluated), row, fold, found: None });
    let work = move || worked(study, &evaluated, row, fold);
    Some(app.jobs.start(Lane::WorkedRow, "", work, |app, found| {
        if let Some(worked) = &mut app.screens.evaluate.worked {
            worked.found = Some(found);
        }
        None
    }))
}

/// Rows that are like another one, of which is told.
const NEAR: usize = 7;

/// Works a row out by the model that predicted it, which may have to be fitted first.
fn worked(
    study: Arc<Study>,
    evaluated: &EvaluatedModel,
    row: usize,
    fold: Option<usize>,
) -> Result<RowTold, String> {
    let lent = evaluated.fold_model(row, fold).map_err(|problem| problem.what)?;
    let own = study.fitted.as_ref().map_err(|problem| problem.what.clone())?;
    let fitted = Arc::clone(lent.as_ref().map_or(own, |lent| &lent.fitted));
    let by = lent.map(|lent| format!(", by the model trained {}", lent.words)).unwrap_or_default();
    let origin = format!("{}{by}", fitted.data.row_name(row));
    let case = Session::case_of(&study, &fitted, &Pick::Row(row)).ok_or("This row cannot be read.")?;
    let near = nearest(&fitted, row, NEAR);
    let told = Explanation::new(study, fitted, Arc::new(case), origin, false);
    let told = Arc::new(told.map_err(|error| error.to_string())?);
    Ok(RowTold { screen: ExplainScreen::whole(Arc::clone(&told)), told, near })
}
