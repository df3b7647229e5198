//! The state of screen 3: the cursor, the explanation of its number, and the layout of the table: fixed labels, then one
//! column for each class, or three where there is room.

use crate::app::App;
use crate::app::screens::parameters::lines::{Line, Lines};
use crate::app::screens::parameters::why::{Alternatives, Why};
use crate::app::settings::NumberForm;
use crate::app::words::{Shape, follow};
use crate::app::words::{shown, width};
use crate::model::{Fitted, OrderBy};

/// The widest name of a feature beside three numbers of each class.
const WIDEST: usize = 10;
const LEAST: usize = 4;
const GAP: usize = 2;
/// Columns at the right of a page of classes, for the mark that there are more.
const MORE: usize = 2;
/// The position, from the end of [`WAYS`], of the widths for pages of classes.
const PAGED: usize = 4;
/// Columns of the shortest words in front of a line.
const SHORTEST: usize = 9;
pub const PRIOR: &str = "prior P(class)";
/// The label of what the rows of each class add to the log-likelihood.
pub const LIKELIHOOD: &str = "ℓ of its rows";
/// Both labels, shortened.
pub const BRIEF: [&str; 2] = ["prior", "ℓ of rows"];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    pub feature: usize,
    pub value: usize,
    pub classes: Vec<usize>,
    pub shown: usize,
    pub gap: usize,
    pub class: usize,
    pub parts: Option<[usize; 3]>,
}

impl Layout {
    pub fn labels(&self) -> usize {
        self.feature + 1 + self.value
    }

    pub fn classes(&self, left: usize) -> std::ops::Range<usize> {
        left..left.saturating_add(self.shown).min(self.classes.len())
    }

    pub fn heading(&self) -> usize {
        if self.parts.is_some() { 2 } else { 1 }
    }
}

#[derive(Clone, Debug, Default)]
pub struct ParametersScreen {
    pub line: usize,
    pub class: usize,
    pub column: usize,
    pub top: usize,
    pub left: usize,
    pub first: usize,
    pub detail: usize,
    pub used: Option<usize>,
    pub lines: Lines,
    pub why: Option<Box<Why>>,
    pub alternatives: Option<Alternatives>,
    pub sought: Option<String>,
    /// The order of the lines; `None` is the order of the data.
    pub sort: Option<OrderBy>,
}

impl ParametersScreen {
    /// Returns the next order of the lines: by log-odds for the selected class, by information, by count, by name, and again
    /// as in the data. `None` if there is nothing to sort.
    pub fn next_sort(&self, fitted: &Fitted) -> Option<Option<OrderBy>> {
        let all = sorts(fitted);
        if let (Some(OrderBy::LogOdds(class)), true) = (self.sort, self.class < fitted.classes.len())
            && class != self.class
        {
            return Some(Some(OrderBy::LogOdds(self.class)));
        }
        let next = match self.sort {
            None => all.first(),
            Some(by) => all.iter().skip_while(|known| !same_order(known, &by)).nth(1),
        };
        (!all.is_empty()).then(|| {
            next.map(|by| match by {
                OrderBy::LogOdds(_) => OrderBy::LogOdds(self.class),
                by => *by,
            })
        })
    }
}

pub fn rows_shown(app: &App) -> usize {
    app.frame.page(layout(app).heading())
}

pub fn settle(app: &mut App) {
    if app.frame.shape() == Shape::Tiny {
        return;
    }
    let (rows, columns) = (rows_shown(app), columns(app));
    let screen = &mut app.screens.parameters;
    let row = screen.lines.row_of(screen.line);
    screen.top = follow(screen.top, row, rows);
    // Column names are above the first row of a matrix, the heading of θ above θ₀.
    let line = screen.lines.at(screen.line);
    if let Some(Line::Of(_, 0) | Line::Weight(None) | Line::Determinant) = line {
        screen.top = screen.top.min(row.saturating_sub(2));
    }
    if screen.line <= 1 {
        screen.top = 0;
    }
    screen.first = screen.first.min(screen.column);
    while screen.first < screen.column && !columns.shown(screen.first).contains(&screen.column) {
        screen.first += 1;
    }
    let (mut left, class) = (screen.left.min(screen.class), screen.class);
    screen.left = left;
    while left < class && left + layout(app).shown <= class {
        left += 1;
        app.screens.parameters.left = left;
    }
}

pub fn renewed(app: &mut App) {
    let screen = std::mem::take(&mut app.screens.parameters);
    let Some(fitted) = app.session.fitted() else { return };
    let mut lines = Lines::of(fitted);
    let sort = screen.sort.filter(|by| sorts(fitted).iter().any(|known| same_order(known, by)));
    let sort = sort.filter(|by| !matches!(by, OrderBy::LogOdds(class) if *class >= fitted.classes.len()));
    lines.sort(fitted, sort);
    let last = lines.len().saturating_sub(1);
    let kept = screen.why.as_ref().and_then(|why| lines.find(fitted, &why.quantity));
    let (line, class, column) = kept.unwrap_or((screen.line.min(last), screen.class, screen.column));
    let class = class.min(fitted.classes.len().saturating_sub(1));
    let column = column.min(fitted.features.len().saturating_sub(1));
    app.screens.parameters =
        ParametersScreen { line, class, column, lines, sort, why: None, alternatives: None, ..screen };
    settle(app);
}

pub fn needed(app: &App) -> usize {
    let (lines, form) = (&app.screens.parameters.lines, app.settings.form);
    let wide = |(class, name): (usize, usize)| name.max(lines.widest(class, form)) + GAP;
    let labels = (lines.feature + 1 + lines.value).max(PRIOR.len());
    let classes = labels + names(app).into_iter().enumerate().map(wide).sum::<usize>() + 1;
    if !lines.together {
        return classes;
    }
    let features = features(app);
    let column = |(at, name): (usize, &usize)| lines.width(at).max(*name) + 1;
    let columns = features.iter().enumerate().map(column).sum::<usize>();
    classes.max(features.iter().max().unwrap_or(&0) + columns + BOX)
}

fn inside(app: &App) -> usize {
    usize::from(app.frame.left(false, needed(app))).saturating_sub(4)
}

/// Lays out the matrices: names are cut until all columns fit; if they still do not fit, the columns scroll.
pub fn columns(app: &App) -> Columns {
    let lines = &app.screens.parameters.lines;
    if !lines.together {
        return Columns::default();
    }
    let (inside, features) = (inside(app), features(app));
    let longest = features.iter().copied().max().unwrap_or(0);
    let laid = |most: usize| {
        let width = |(at, name): (usize, &usize)| lines.width(at).max((*name).min(most));
        let label = longest.min(most);
        let widths = features.iter().enumerate().map(width).collect();
        Columns { label, widths, room: inside.saturating_sub(label + BOX) }
    };
    let mut all = (CUT..=longest.max(CUT)).rev().map(laid);
    all.find(|columns| columns.shown(0).len() == features.len()).unwrap_or_else(|| laid(CUT + 2))
}

pub fn layout(app: &App) -> Layout {
    let (inside, names, screen) = (inside(app), names(app), &app.screens.parameters);
    // Means and variances have no logarithm beside them.
    let shares = app.session.fitted().is_some_and(|fitted| fitted.factors().iter().any(|f| !f.is_number()));
    let wide = (shares && app.frame.shape() == Shape::Two && app.frame.width >= 120)
        .then(|| three(screen, &names, inside))
        .flatten();
    wide.unwrap_or_else(|| one(screen, &names, inside, app.settings.form))
}

/// Returns the possible orders of the lines: all for tables of values; by information for features that are numbers.
fn sorts(fitted: &Fitted) -> &'static [OrderBy] {
    let counted = fitted.factors().iter().any(|factor| !factor.is_number() && factor.k() > 1);
    match fitted.factors().len() {
        0 => &[],
        _ if counted => &[OrderBy::LogOdds(0), OrderBy::Information, OrderBy::Count, OrderBy::Name],
        1 => &[],
        _ => &[OrderBy::Information],
    }
}

fn same_order(a: &OrderBy, b: &OrderBy) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

/// The blanks and fences beside the columns of a matrix.
const BOX: usize = 4;
/// The least that names of features are cut to beside a matrix.
const CUT: usize = 6;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub label: usize,
    pub widths: Vec<usize>,
    room: usize,
}

impl Columns {
    /// Returns the columns that fit, from `first` on: at least one.
    pub fn shown(&self, first: usize) -> std::ops::Range<usize> {
        let mut room = self.room + 1;
        let fits = |width: &&usize| {
            let left = room.checked_sub(**width + 1);
            room = left.unwrap_or(0);
            left.is_some()
        };
        let many = self.widths.iter().skip(first).take_while(fits).count();
        first..(first + many.max(1)).min(self.widths.len())
    }
}

fn features(app: &App) -> Vec<usize> {
    let names = app.session.fitted().into_iter().flat_map(|fitted| fitted.feature_names());
    names.map(|name| width(&shown(name.as_str()))).collect()
}

fn names(app: &App) -> Vec<usize> {
    let classes = app.session.fitted().into_iter().flat_map(|fitted| &fitted.classes);
    classes.map(|class| width(&shown(class.as_str())) + 2).collect()
}

fn three(screen: &ParametersScreen, names: &[usize], inside: usize) -> Option<Layout> {
    let lines = &screen.lines;
    let most = |form: NumberForm| (0..names.len()).map(|class| lines.widest(class, form)).max().unwrap_or(6);
    let parts =
        [lines.count.max(5), most(NumberForm::Fraction).max(most(NumberForm::Decimal)), most(NumberForm::Ln)];
    let group = parts.iter().sum::<usize>() + 4;
    let names = names.iter().map(|name| (*name).min(20).max(group)).collect::<Vec<usize>>();
    let numbers: usize = names.iter().map(|name| name + 3).sum();
    let room = inside.checked_sub(numbers + 1)?;
    let (feature, value) = (lines.feature.min(WIDEST), lines.value);
    let value = if lines.intervals { value } else { value.min(room.saturating_sub(feature + 1)) };
    (feature + value < room && value >= LEAST.min(lines.value)).then_some(Layout {
        feature,
        value: value.max(PRIOR.len().saturating_sub(feature + 1)),
        shown: names.len(),
        classes: names,
        gap: 3,
        class: 20,
        parts: Some(parts),
    })
}

/// The widths to try, one after the other, so that every class has its column: the gap, then the most columns of a class, a
/// feature and a value.
const WAYS: [[usize; 4]; 9] = [
    [2, usize::MAX, usize::MAX, usize::MAX],
    [1, usize::MAX, usize::MAX, usize::MAX],
    [1, usize::MAX, 10, 14],
    [1, 12, 10, 8],
    [1, 10, 10, 8],
    [1, 10, 8, 8],
    [1, 8, 6, 8],
    [1, 8, 4, 8],
    [1, 6, 4, 8],
];

/// Lays out one column for each class, or those that fit.
fn one(screen: &ParametersScreen, names: &[usize], inside: usize, form: NumberForm) -> Layout {
    let lines = &screen.lines;
    let laid = |[gap, class, feature, value]: &[usize; 4]| {
        // The marks of the cursor need a blank on either side of a number.
        let number = |class: usize| lines.widest(class, form) + GAP - gap;
        let wide = |(at, name): (usize, &usize)| (*name).min(*class).max(number(at));
        let classes: Vec<usize> = names.iter().enumerate().map(wide).collect();
        let feature = lines.feature.min(*feature);
        // Intervals are numbers and stay whole.
        let value = if lines.intervals { lines.value } else { lines.value.min(*value) };
        let value = value.max(SHORTEST.saturating_sub(feature + 1));
        Layout { feature, value, shown: classes.len(), classes, gap: *gap, class: *class, parts: None }
    };
    let used = |layout: &Layout| {
        layout.labels() + layout.classes.iter().map(|wide| wide + layout.gap).sum::<usize>()
    };
    if let Some(mut layout) = WAYS.iter().map(laid).find(|layout| used(layout) <= inside) {
        // The remaining columns go to the names that were cut.
        let mut left = inside - used(&layout);
        let value = lines.value.max(PRIOR.len().saturating_sub(lines.feature + 1));
        for (own, whole) in [(&mut layout.feature, lines.feature), (&mut layout.value, value)] {
            let more = whole.saturating_sub(*own).min(left);
            *own += more;
            left -= more;
        }
        return layout;
    }
    let Some(mut layout) = WAYS.iter().rev().nth(PAGED).map(laid) else { return Layout::default() };
    let first = layout.classes.get(screen.left).copied().unwrap_or(0);
    // At least one class, with labels cut.
    let over = (layout.labels() + layout.gap + first + MORE).saturating_sub(inside);
    let less = over.min(layout.feature.saturating_sub(LEAST));
    layout.feature -= less;
    layout.value = layout.value.saturating_sub(over - less).max(LEAST);
    let mut room = inside.saturating_sub(layout.labels() + MORE);
    let fits = |wide: &&usize| {
        let fits = room.checked_sub(**wide + layout.gap);
        room = fits.unwrap_or(0);
        fits.is_some()
    };
    layout.shown = layout.classes.iter().skip(screen.left).take_while(fits).count().max(1);
    layout
}
