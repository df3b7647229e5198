//! Screen 4: the confusion matrix, left of the rows in its selected cell, or above them in narrow windows.

use ratatui::text::{Line, Span};

use crate::app::screens::evaluate::view::rows;
use crate::app::screens::evaluate::{ALL, PRECISION, SHARE, Widths};
use crate::app::terminal::theme::Theme;
use crate::app::widgets::pane::{Pane, SPACIOUS, cell, cell_right, push_number, wrap};
use crate::app::widgets::rows::class_names;
use crate::app::words::width;
use crate::app::{EvaluatedModel, MatrixView, Shares};
use crate::math::Number;
use crate::report::{accuracy, caveats_in_short, decimal, percent, training};
use crate::text::counted;

pub fn left(pane: &mut Pane<'_>) {
    pane.frame("Evaluate", "");
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.evaluate;
    let now = screen.evaluated(&app.session);
    // A assessment that takes long, or was stopped, leaves the last one in sight.
    let Some(evaluated) = now.or_else(|| screen.last().filter(|_| screen.refused(&app.session).is_none()))
    else {
        return rows::waiting(pane);
    };
    let (mut out, mut said) = (pane.inside(), pane.inside());
    out.blank();
    if now.is_none() {
        out.text(&format!("From the previous recipe: {}", rows::waiting_words(app)), theme.warning);
    }
    rows::heading(evaluated, &mut out);
    out.blank();
    if pane.height() < SPACIOUS {
        out.dense();
    }
    let evaluation = &evaluated.evaluation;
    let table = evaluated.needed(screen.matrix.shares);
    let beside = beside(out.columns, table);
    said.columns = beside.unwrap_or(out.columns);
    let poor = evaluation.majority.as_ref().is_some_and(|majority| evaluation.right < majority.right);
    said.paragraph(&accuracy(evaluation), if poor { theme.warning } else { theme.strong });
    training(evaluation).iter().for_each(|training| said.text(training, theme.text));
    said.blank();
    caveats_in_short(evaluation).iter().for_each(|caveat| said.text(caveat, theme.text));
    let low = pane.height() < SPACIOUS;
    if low || beside.is_some() {
        said.dense();
    }
    let below_lines = if beside.is_some() {
        0
    } else if low {
        1
    } else {
        said.lines.len()
    };
    let room = pane.height().saturating_sub(out.lines.len() + below_lines).max(pane.height() / 2);
    let columns = if beside.is_some() { table } else { out.columns };
    let mut lines = Table::new(evaluated, &screen.matrix, columns).lines(room, theme);
    if beside.is_some() {
        for (at, said) in (1..).zip(said.lines.drain(..)) {
            if at >= lines.len() {
                lines.push(Line::default());
            }
            let Some(line) = lines.get_mut(at) else { break };
            let style = said.style;
            line.push_span(" ".repeat((table + APART).saturating_sub(line.width())));
            line.spans.extend(said.spans.into_iter().map(|span| span.patch_style(style)));
        }
    }
    out.lines.extend(lines);
    out.lines.extend(said.lines);
    pane.lines(&out.lines, 0);
}

const APART: usize = 3;
const SAID: usize = 28;
const LABEL: usize = 14;
const CLASS: usize = 10;

pub(crate) struct Table<'a> {
    evaluated: &'a EvaluatedModel,
    screen: &'a MatrixView,
    label: usize,
    wide: usize,
    gap: usize,
    /// Columns of the sums of rows with the blanks before them; 0 where there is no room.
    sums: usize,
    columns: usize,
    shown: std::ops::Range<usize>,
    labels: Vec<String>,
    heads: Vec<String>,
}

impl<'a> Table<'a> {
    pub fn new(evaluated: &'a EvaluatedModel, screen: &'a MatrixView, columns: usize) -> Table<'a> {
        let Widths { longest, most, sums } = evaluated.widths(screen.shares);
        let wide = longest.clamp(SHARE, CLASS).max(most);
        let (precision, tight) = (longest.clamp(PRECISION.len(), LABEL), longest.clamp(SHARE, LABEL));
        let whole = longest.max(PRECISION.len());
        // Where it is tight the ends of the names go first, then a blank before each cell, then the sums.
        let narrow = (tight, 1, 0, SHARE.max(most));
        let ways = [
            (whole, 2, sums, longest.max(SHARE).max(most)),
            (whole, 2, sums, wide),
            (precision, 2, sums, wide),
            (precision, 1, sums, wide),
            (precision, 2, 0, wide),
            (tight, 1, 0, wide),
            narrow,
            (TIGHT.len() + 2, 1, 0, SHARE.max(most)),
        ];
        let room = |(label, gap, sums, wide): (usize, usize, usize, usize)| {
            columns.saturating_sub(label + gap + sums + SHARE + 1) / (wide + gap)
        };
        let way = ways.into_iter().find(|way| room(*way) >= evaluated.columns()).unwrap_or(narrow);
        let (label, gap, sums, wide) = way;
        let many = room(way).clamp(1, evaluated.columns().max(1));
        let first = (screen.cell.1 + 1).saturating_sub(many);
        let names = |room: usize| {
            class_names(&evaluated.evaluation.labels, 0..evaluated.evaluation.labels.len(), room)
        };
        let (labels, heads) = (names(label), names(wide));
        Table {
            evaluated,
            screen,
            label,
            wide,
            gap,
            sums,
            columns,
            shown: first..first + many,
            labels,
            heads,
        }
    }

    /// The lines, at most so many where the matrix is longer.
    pub fn lines(&self, room: usize, theme: &Theme) -> Vec<Line<'static>> {
        let evaluated = self.evaluated;
        let labels = evaluated.evaluation.labels.len();
        let of = match self.screen.shares {
            Shares::Counts => "predicted",
            Shares::OfActual => "predicted, % of its row",
            Shares::OfPredicted => "predicted, % of its column",
        };
        let blanks = (self.label + 2).min(self.columns.saturating_sub(width(of)));
        let mut lines = vec![Line::styled(format!("{}{of}", " ".repeat(blanks)), theme.secondary)];
        if self.shown.len() < evaluated.columns() {
            let more = counted(evaluated.columns() - self.shown.len(), "more column", "more columns");
            lines.push(Line::styled(format!("{more} to the side"), theme.secondary));
        }
        lines.push(self.head(theme));
        let sums = self.sums > 0 && room > lines.len() + labels + 1;
        let rows = room.saturating_sub(lines.len() + 1 + usize::from(sums)).clamp(1, labels.max(1));
        let top = (self.screen.cell.0 + 1).saturating_sub(rows);
        lines.extend((top..(top + rows).min(labels)).map(|actual| self.row(actual, theme)));
        if sums {
            let mut all = Line::styled(cell(ALL, self.label), theme.secondary);
            for column in self.shown.clone() {
                all.push_span(cell_right(&evaluated.of_column(column).to_string(), self.wide + self.gap));
            }
            all.push_span(cell_right(&evaluated.evaluation.n.to_string(), self.sums));
            lines.push(all);
        }
        let title = if self.label >= PRECISION.len() { PRECISION } else { TIGHT };
        let mut last = Line::styled(cell(title, self.label), theme.secondary);
        for class in self.shown.clone() {
            let classes = evaluated.evaluation.per_class.iter().take(evaluated.evaluation.predictable);
            let precision = classes.skip(class).map(|class| share(class.precision.as_ref(), theme)).next();
            last.push_span(cell_right(&precision.unwrap_or_default(), self.wide + self.gap));
        }
        lines.push(last);
        lines
    }

    fn head(&self, theme: &Theme) -> Line<'static> {
        let said = self.evaluated.evaluation.predictable;
        let mut head = Line::styled(cell("actual", self.label), theme.secondary);
        for class in self.shown.clone() {
            head.push_span(" ".repeat(self.gap));
            let (name, style) = match class < said {
                true => (self.heads.get(class).cloned().unwrap_or_default(), theme.class(class)),
                false => ("0/0".to_owned(), theme.warning),
            };
            head.push_span(Span::styled(cell_right(&name, self.wide), style));
        }
        if self.sums > 0 {
            head.push_span(Span::styled(cell_right(ALL, self.sums), theme.secondary));
        }
        head.push_span(Span::styled(cell_right("recall", SHARE + self.gap + 1), theme.secondary));
        head
    }

    fn row(&self, actual: usize, theme: &Theme) -> Line<'static> {
        let evaluated = self.evaluated;
        let name = cell(self.labels.get(actual).map(String::as_str).unwrap_or_default(), self.label);
        let mut line = Line::from(Span::styled(name, theme.class(actual)));
        let mut after = self.gap;
        for column in self.shown.clone() {
            let text = text(evaluated, self.screen, (actual, column), theme);
            let selected = self.screen.cell == (actual, column);
            let of_row = evaluated.share((actual, column), Shares::OfActual);
            let heat = of_row.and_then(|share| theme.heat(share.to_f64()));
            // Right answers lie on the diagonal.
            let style = if actual == column { theme.strong } else { theme.number };
            let style = heat.map_or(style, |heat| style.patch(heat));
            // The last of the blanks before it may be taken by the cursor.
            let blanks = after.saturating_sub(1);
            line.push_span(" ".repeat(blanks));
            let tinted = line.spans.len();
            let room = self.wide + after - blanks;
            after = self.gap - push_number(&mut line, &text, room, selected, style, theme);
            if let (Some(heat), Some(span)) = (heat, line.spans.get_mut(tinted)) {
                span.style = heat;
            }
        }
        if self.sums > 0 {
            let sum = evaluated.of_actual(actual).to_string();
            line.push_span(cell_right(&sum, self.sums + after - self.gap));
            after = self.gap;
        }
        let recall = evaluated.evaluation.per_class.get(actual).and_then(|class| class.recall.as_ref());
        line.push_span(cell_right(&share(recall, theme), SHARE + after + 1));
        line
    }
}

const TIGHT: &str = "prec.";

fn text(
    evaluated: &EvaluatedModel,
    screen: &MatrixView,
    (actual, column): (usize, usize),
    theme: &Theme,
) -> String {
    match screen.shares {
        Shares::Counts => evaluated.seen(actual, column).to_string(),
        of => match evaluated.share((actual, column), of) {
            Some(share) => percent(&share).written(theme.face.sign),
            None => "-".to_owned(),
        },
    }
}

fn share(value: Option<&Number>, theme: &Theme) -> String {
    value.map_or_else(|| "-".to_owned(), |value| decimal(value).written(theme.face.sign))
}

/// Windows of less width have the rows below the matrix; so have others in which too little is left for them beside it.
const BESIDE: u16 = 98;
const SURELY_BESIDE: u16 = 120;
const ROWS: usize = 44;

/// Whether the matrix is above its rows, in a window of a width, where it needs so many columns.
pub fn is_above(window: u16, needed: usize) -> bool {
    let left = usize::from(window).saturating_sub(needed + 4);
    window < BESIDE || window < SURELY_BESIDE && left < ROWS
}

fn beside(columns: usize, needed: usize) -> Option<usize> {
    columns.checked_sub(needed + APART).filter(|columns| *columns >= SAID)
}

/// The lines that the matrix and what is said of it need, in so many columns; what is more scrolls.
pub fn lines(evaluated: &EvaluatedModel, columns: usize, needed: usize) -> usize {
    let evaluation = &evaluated.evaluation;
    let mut said: Vec<String> = caveats_in_short(evaluation).iter().map(ToString::to_string).collect();
    said.extend(training(evaluation).iter().map(|training| training.plain()));
    // The heading; above the rows two lines, below them two.
    let rows = evaluation.labels.len() + 5;
    match beside(columns, needed) {
        Some(columns) => {
            said.push(accuracy(evaluation).plain());
            // From the second line of the matrix on.
            rows.max(3 + said.iter().map(|said| wrap(said, columns).len()).sum::<usize>())
        }
        None => rows + 1 + said.len(),
    }
}
