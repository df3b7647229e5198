//! How the width of the table is shared out: the frozen labels, then one column for each class, or three where there is
//! room.

use super::super::app::App;
use super::super::data::fitting;
use super::super::words::{shown, width};
use super::super::{NumberForm, Shape};
use super::ParametersScreen;

/// The widest name of a feature and the widest word, unless there is room for more.
const WIDEST: [usize; 2] = [10, 14];
/// The least that a name is cut to.
const LEAST: usize = 4;
/// The width of the words in front of the priors.
pub const PRIOR: &str = "prior P(class)";
/// The words in front of what the rows of each class add to the log-likelihood.
pub const LIKELIHOOD: &str = "ℓ of its rows";

/// Widths in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Names of features.
    pub feature: usize,
    /// Values.
    pub value: usize,
    /// One column for each class.
    pub classes: Vec<usize>,
    /// How many of them are shown, from the first one shown.
    pub shown: usize,
    /// The count, the probability and its logarithm, where each class shows all three.
    pub parts: Option<[usize; 3]>,
}

impl Layout {
    /// The width of the labels, with the blank between their columns.
    pub fn labels(&self) -> usize {
        self.feature + 1 + self.value
    }

    /// The lines of the heading.
    pub fn heading(&self) -> usize {
        if self.parts.is_some() { 2 } else { 1 }
    }
}

/// The table as the size of the screen allows.
pub fn layout(app: &App) -> Layout {
    let screen = &app.screens.parameters;
    let inside = usize::from(app.frame.left(app.wide())).saturating_sub(4);
    let names: Vec<usize> = app
        .desk
        .fitted()
        .map(|fitted| fitted.classes.iter().map(|class| width(&shown(class.as_str())) + 2).collect())
        .unwrap_or_default();
    // Means and variances have no logarithm to stand beside them.
    let shares = app.desk.fitted().is_some_and(|fitted| fitted.factors.iter().any(|f| !f.is_number()));
    let wide = (shares && app.frame.shape() == Shape::Two && app.frame.width >= 120)
        .then(|| three(screen, &names, inside))
        .flatten();
    wide.unwrap_or_else(|| one(screen, &names, inside, app.settings.form))
}

/// Three columns for each class, where all classes fit so.
fn three(screen: &ParametersScreen, names: &[usize], inside: usize) -> Option<Layout> {
    let lines = &screen.lines;
    let most = |form: NumberForm| (0..names.len()).map(|class| lines.widest(class, form)).max().unwrap_or(6);
    let parts =
        [lines.count.max(5), most(NumberForm::Fraction).max(most(NumberForm::Decimal)), most(NumberForm::Ln)];
    let group = parts.iter().sum::<usize>() + 4;
    let names = names.iter().map(|name| (*name).min(20).max(group)).collect::<Vec<usize>>();
    let numbers: usize = names.iter().map(|name| name + 3).sum();
    let room = inside.checked_sub(numbers + 1)?;
    let (feature, value) = labels(screen, room)?;
    Some(Layout { feature, value, shown: names.len(), classes: names, parts: Some(parts) })
}

/// One column for each class, those that fit.
fn one(screen: &ParametersScreen, names: &[usize], inside: usize, form: NumberForm) -> Layout {
    let wide = |(class, name): (usize, &usize)| (*name).min(12).max(screen.lines.widest(class, form));
    let classes: Vec<usize> = names.iter().enumerate().map(wide).collect();
    let first = classes.get(screen.left).copied().unwrap_or(0);
    // As many classes as can be with whole labels; at least one, with labels cut.
    let all: usize = classes.iter().map(|wide| wide + 2).sum();
    let least = inside.saturating_sub(first + 4);
    if let Some(value) = inside.checked_sub(all + 1 + screen.lines.feature.min(WIDEST[0]) + 1) {
        // Where every class has its column already, labels need not be cut.
        let value = screen.lines.value.min(value);
        if value > WIDEST[1] {
            let feature = screen.lines.feature.min(WIDEST[0]);
            let shown = classes.len();
            return Layout { feature, value, classes, shown, parts: None };
        }
    }
    let (feature, value) = labels(screen, least).unwrap_or((LEAST, least.saturating_sub(LEAST + 1)));
    let room = inside.saturating_sub(feature + value + 3);
    let shown = fitting(&classes, screen.left, room).min(classes.len().saturating_sub(screen.left));
    Layout { feature, value, classes, shown, parts: None }
}

/// The widths of the two label columns within `room`; intervals are numbers and stay whole.
fn labels(screen: &ParametersScreen, room: usize) -> Option<(usize, usize)> {
    let lines = &screen.lines;
    let [feature, value] = WIDEST;
    let (mut feature, mut value) = (lines.feature.min(feature), lines.value.min(value));
    if lines.intervals {
        value = lines.value;
    }
    value = value.max(PRIOR.len().saturating_sub(feature + 1));
    let over = (feature + value + 1).saturating_sub(room);
    let less = over.min(feature.saturating_sub(LEAST));
    feature -= less;
    if over > less {
        value = value.checked_sub(over - less).filter(|left| *left >= LEAST && !lines.intervals)?;
    }
    Some((feature, value))
}
