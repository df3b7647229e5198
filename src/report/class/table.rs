//! The table of all sheets: a row for each, with a sign for each step and the most likely cause.

use super::ClassReport;
use crate::practice::{ClassSummary, GradedSheet, MarkedLine, Verdict, causes_of};
use crate::report::document::{Align, Document, Grid};
use crate::report::number::mark_words;
use crate::report::sheet::LONGEST;
use crate::text::{display_width, shorten, shown};

/// Cells of a line of the report.
const WIDEST: usize = 96;

/// Cells of a student's name.
const NAME: usize = 28;

/// Signs in a row where the steps have no room for columns.
const SIGNS: usize = 50;

impl ClassReport<'_> {
    pub(super) fn sheets(&self, class: &ClassSummary<'_>, out: &mut Document) {
        out.heading(format!("{}: all sheets", class.exercise));
        let (labels, numbers) = (self.table(class, Columns::Labels), self.table(class, Columns::Numbers));
        let grid = if self.wide {
            self.table(class, Columns::Answers)
        } else if width(&labels) <= WIDEST {
            labels
        } else if width(&numbers) <= WIDEST {
            numbers
        } else {
            self.table(class, Columns::Signs)
        };
        out.grid(grid);
        out.text("✓ right, ✓~ right with a note, ✓c right with the student's own earlier lines, ✗ wrong, ? not marked, – not answered; close together ~ and c stand alone. The last column is the most likely cause.");
    }

    fn table(&self, class: &ClassSummary<'_>, columns: Columns) -> Grid {
        // Where students have other tables, whose is told.
        let mut told = class.sheets.iter().filter_map(|(_, sheet)| sheet.seed.as_deref());
        let seeded = told.next().is_some_and(|first| told.any(|other| other != first));
        let head = std::iter::once(("student".to_owned(), Align::Left));
        let head = head.chain(seeded.then(|| ("seed".to_owned(), Align::Right)));
        let steps: Vec<String> = match columns {
            Columns::Labels => class.steps.iter().map(|step| step.label.to_owned()).collect(),
            Columns::Numbers => class.steps.iter().map(|step| step.number.to_string()).collect(),
            Columns::Answers => {
                class.steps.iter().map(|step| format!("{}. {}", step.number, step.label)).collect()
            }
            Columns::Signs => vec![format!("lines 1 to {}", class.steps.len())],
        };
        let heads = head.chain(steps.into_iter().map(|name| (name, Align::Left)));
        let last = [("marks".to_owned(), Align::Right), ("cause".to_owned(), Align::Left)];
        let mut grid = Grid::new(heads.chain(last));
        for (number, sheet) in &class.sheets {
            let seed = seeded.then(|| shown(sheet.seed.as_deref().unwrap_or("–")).into_owned());
            let who = std::iter::once(shorten(&self.called(*number, sheet), NAME).into_owned()).chain(seed);
            let marks = format!("{} of {}", mark_words(sheet.marks), mark_words(sheet.max));
            let cause = causes_of(sheet).first().map(|cause| cause.tag.to_owned()).unwrap_or_default();
            let mut signs = match columns {
                Columns::Signs => together(sheet),
                Columns::Answers => sheet.lines.iter().map(with_answer).collect(),
                _ => sheet.lines.iter().map(sign).collect(),
            }
            .into_iter();
            if columns == Columns::Signs {
                grid.row(who.chain(signs.next()).chain([marks, cause]));
                let blanks = 1 + usize::from(seeded);
                signs.for_each(|more| {
                    let blank = std::iter::repeat_n(String::new(), blanks);
                    grid.row(blank.chain([more, String::new(), String::new()]));
                });
            } else {
                grid.row(who.chain(signs).chain([marks, cause]));
            }
        }
        grid
    }
}

/// How the steps stand in the table of all sheets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Columns {
    Labels,
    Numbers,
    Answers,
    Signs,
}

fn sign(line: &MarkedLine) -> String {
    if line.is_blank() {
        return "–".into();
    }
    let carried = if line.marked.carried { "c" } else { "" };
    format!("{}{carried}", line.marked.verdict.glyph())
}

fn with_answer(line: &MarkedLine) -> String {
    let typed = line.answer.as_ref().map(|answer| shorten(&shown(&answer.typed), LONGEST / 2).into_owned());
    let causes = if line.is(Verdict::Wrong) { line.marked.causes.join("|") } else { String::new() };
    format!("{} {} {causes}", sign(line), typed.unwrap_or_default()).trim_end().to_owned()
}

fn together(sheet: &GradedSheet) -> Vec<String> {
    let one = |line: &MarkedLine| match line.marked.verdict {
        _ if line.is_blank() => '–',
        _ if line.marked.carried => 'c',
        Verdict::Noted => '~',
        verdict => verdict.glyph().chars().next().unwrap_or('?'),
    };
    let rows = sheet.lines.chunks(SIGNS).map(|row| {
        let fives = row.chunks(5).map(|five| five.iter().map(one).collect::<String>());
        fives.collect::<Vec<_>>().join(" ")
    });
    rows.collect()
}

fn width(grid: &Grid) -> usize {
    let rows = grid.plain();
    let cell = |at: usize, name: &String| {
        let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| display_width(cell));
        cells.chain([display_width(name)]).max().unwrap_or_default() + 2
    };
    grid.columns.iter().enumerate().map(|(at, (name, _))| cell(at, name)).sum()
}
