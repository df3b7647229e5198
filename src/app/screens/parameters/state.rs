//! The state of screen 3: the lines, the cursor, and the explanation of its number.

use std::cell::Cell;

use crate::app::App;
use crate::app::screens::parameters::lines::Lines;
use crate::app::screens::parameters::why::{Alternatives, Why};
use crate::app::words::Scroll;
use crate::model::{Fitted, OrderBy};

#[derive(Clone, Debug, Default)]
pub struct ParametersScreen {
    pub line: usize,
    pub class: usize,
    pub column: usize,
    pub scroll: Scroll,
    pub detail: Scroll,
    pub used: Option<usize>,
    pub lines: Lines,
    pub why: Option<Box<Why>>,
    pub alternatives: Option<Alternatives>,
    pub sought: Option<String>,
    /// The order of the lines; `None` is the order of the data.
    pub sort: Option<OrderBy>,
    /// Whether the picture of the number has room below the numbers; else it is in the right pane.
    pub pictured: Cell<bool>,
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
