//! The report on a class: the first page has what the next lecture needs, then every sheet, step and cause.

use super::sheet::left_over;
use crate::math::{Face, Sentence};
use crate::practice::{
    ClassSummary, GradedSheet, MarkedLine, SheetFolder, StepResult, Verdict, causes_of, in_words,
};
use crate::report::document::{Document, Grid, mark_words, plural};
use crate::report::sheet::{LONGEST, with_name};
use crate::report::text::{Room, laid};
use crate::text::{counted, display_width, shorten, shown};

#[derive(Clone, Copy)]
pub struct ClassReport<'a> {
    pub marked: &'a [GradedSheet],
    pub folder: &'a SheetFolder,
    /// Whether students are named; otherwise they are numbered.
    pub names: bool,
}

const BAR: usize = 30;

/// The most causes, steps and remarks on the first page.
const FIRST: [usize; 3] = [8, 3, 8];

pub fn class_report(report: ClassReport<'_>) -> Document {
    let mut out = Document::default();
    let classes = ClassSummary::all(report.marked);
    for class in &classes {
        out.page(format!("{}: class report", class.exercise));
        report.first_page(class, &mut out);
        if class.exercise == classes.first().map_or("", |first| first.exercise) {
            report.remarks(&mut out);
        }
        out.page(format!("{}: all sheets", class.exercise));
        report.sheets(class, &mut out);
        report.steps(class, &mut out);
        report.causes(class, &mut out);
    }
    report.left_over(&mut out);
    out
}

impl ClassReport<'_> {
    fn first_page(&self, class: &ClassSummary<'_>, out: &mut Document) {
        let sheets = class.sheets.len();
        let heading = class.sheets.first().map(|(_, sheet)| sheet.answered.heading()).unwrap_or_default();
        out.title(format!("{}: class report", shown(&heading)));
        let absent = self.folder.absent(class);
        let missing = match absent.len() {
            0 if self.folder.roster.is_none() => String::new(),
            0 => " Every student on the list handed one in.".to_owned(),
            many => {
                let ids: Vec<_> = absent.iter().map(|student| shown(&student.id)).collect();
                format!(" {} on the list handed in nothing: {}.", plural(many, "student"), ids.join(", "))
            }
        };
        out.text(format!("{}.{missing}", plural(sheets, "sheet")));
        out.heading("Marks");
        let (mean, median) = (mark_words(class.mean), mark_words(class.median));
        out.text(format!("Mean {mean} of {} marks, median {median}.", mark_words(class.max)));
        let most = class.bands.iter().map(|band| band.sheets).max().unwrap_or_default();
        let mut grid = Grid::of([">marks", ">sheets", ""]);
        for band in &class.bands {
            let whole = band.below.is_none_or(|below| (below - band.from - 1.0).abs() < 1e-9)
                && class.sheets.iter().all(|(_, sheet)| sheet.marks.fract() == 0.0);
            let from = mark_words(band.from);
            let range = match band.below.filter(|_| !whole) {
                Some(below) if below > class.max => format!("{from} to {}", mark_words(class.max)),
                Some(below) => format!("{from} to <{}", mark_words(below)),
                None => from,
            };
            grid.row([range, band.sheets.to_string(), "█".repeat(scaled(band.sheets, most))]);
        }
        out.grid(grid);
        out.heading("The hardest steps");
        match class.hardest().as_slice() {
            [] => out.text("Every sheet has every step right."),
            steps => out.items(steps.iter().take(FIRST[1]).map(|step| went(step, sheets))),
        }
        out.heading("What went wrong, by number of students");
        let none = sheets
            - class.causes.iter().map(|cause| cause.sheets.len()).sum::<usize>()
            - class.unexplained.len();
        let (of, have) = (plural(sheets, "sheet"), if none == 1 { "has" } else { "have" });
        let once = "Each sheet counts once, by its most likely cause.";
        out.text(format!("{once} {none} of {of} {have} no wrong line."));
        for cause in class.causes.iter().take(FIRST[0]) {
            let examples = cause.examples.iter().map(|line| answered(line)).collect::<Vec<_>>().join("; ");
            let (many, words) = (plural(cause.sheets.len(), "student"), in_words(cause.tag));
            out.item(format!("{many}: {words} [{}]. For example {examples}.", cause.tag));
        }
        out.more(class.causes.len(), FIRST[0], "cause", ", below.");
        if !class.unexplained.is_empty() {
            let many = plural(class.unexplained.len(), "student");
            out.item(format!("{many}: wrong lines without a known cause, below."));
        }
    }

    /// What a teacher should check before returning the marks.
    fn remarks(&self, out: &mut Document) {
        let mut all: Vec<String> = unread(self.folder).into_iter().collect();
        let ended = |remark: &str| format!("{remark}{}", if remark.ends_with('?') { "" } else { "." });
        all.extend(self.folder.remarks.iter().map(|remark| ended(&shown(remark))));
        let unmarked = |line: &&MarkedLine| !line.is_blank() && line.marked.verdict == Verdict::Unmarked;
        let many = self.marked.iter().flat_map(|sheet| &sheet.lines).filter(unmarked).count();
        if many > 0 {
            let answers =
                counted(many, "answer could not be marked and has", "answers could not be marked and have");
            all.push(format!("{answers} 0 marks. Check the lines with ? below."));
        }
        if !all.is_empty() {
            out.heading("To check");
        }
        let many = all.len();
        out.items(all.into_iter().take(FIRST[2]));
        out.more(many, FIRST[2], "remark", ": see the warnings.");
    }

    fn steps(&self, class: &ClassSummary<'_>, out: &mut Document) {
        out.heading(format!("{}: steps", class.exercise));
        let mut grid = Grid::of([">step", "asked", ">right", ">own lines", ">wrong", ">?", ">–", ""]);
        for step in &class.steps {
            let counts = [step.right, step.carried, step.wrong, step.unmarked, step.unanswered];
            let bar = "█".repeat(scaled(step.passed(), class.sheets.len()) / 3);
            let label = shorten(step.label, LONGEST - 22).into_owned();
            let head = [step.number.to_string(), label].into_iter();
            grid.row(head.chain(counts.map(|many| many.to_string())).chain([bar]));
        }
        out.grid(grid);
        let long = class.steps.iter().filter(|step| display_width(step.label) > LONGEST - 22);
        out.items(long.map(|step| format!("{}: {}", step.number, step.label)));
    }

    fn causes(&self, class: &ClassSummary<'_>, out: &mut Document) {
        if class.causes.is_empty() {
            return;
        }
        out.heading(format!("{}: causes", class.exercise));
        for cause in &class.causes {
            let example =
                |line: &&MarkedLine| format!(" {}: {}", answered(line), line.message(Face::default()));
            let examples: String = cause.examples.iter().map(example).collect();
            let who = self.named(&cause.sheets);
            out.item(format!("[{}] {}: {who}.{examples}", cause.tag, in_words(cause.tag)));
        }
        if !class.unexplained.is_empty() {
            let who = self.named(&class.unexplained);
            out.item(format!("Without a known cause: {who}. Pass --csv FILE to list every line."));
        }
    }

    fn named(&self, numbers: &[usize]) -> String {
        let of = |number: &usize| Some(self.student(*number, self.marked.get(number.checked_sub(1)?)?));
        numbers.iter().filter_map(of).collect::<Vec<_>>().join(", ")
    }

    fn student(&self, number: usize, sheet: &GradedSheet) -> String {
        match self.names {
            true => with_name(sheet.who(), sheet.full_name.as_deref()),
            false => number.to_string(),
        }
    }

    fn left_over(&self, out: &mut Document) {
        for (number, sheet) in (1..).zip(self.marked).filter(|(_, sheet)| !sheet.left_over.is_empty()) {
            out.heading(format!("Lines not marked: student {}", self.student(number, sheet)));
            left_over(sheet, out);
        }
    }
}

fn unread(folder: &SheetFolder) -> Option<String> {
    let names = folder.unread.iter().map(|name| shown(name)).collect::<Vec<_>>();
    let were = counted(names.len(), "sheet was", "sheets were");
    (!names.is_empty()).then(|| format!("{were} not marked: {}.", names.join(", ")))
}

fn went(step: &StepResult<'_>, sheets: usize) -> String {
    let label = shorten(step.label, LONGEST);
    let rest = [
        (step.carried, "of them with their own earlier lines"),
        (step.wrong, "wrong"),
        (step.unmarked, "not marked"),
        (step.unanswered, "not answered"),
    ];
    let rest = rest.iter().filter(|(many, _)| *many > 0);
    let rest: String = rest.map(|(many, what)| format!(", {many} {what}")).collect();
    format!("{}. {label}: {} of {sheets} right{rest}.", step.number, step.passed())
}

/// The answer on a line: `P(Sunny|Yes) = 3/14`.
fn answered(line: &MarkedLine) -> String {
    let typed = line.answer.as_ref().map(|answer| shown(&answer.typed)).unwrap_or_default();
    shorten(&format!("{} = {typed}", line.label), LONGEST).into_owned()
}

fn scaled(many: usize, most: usize) -> usize {
    (many * BAR).div_ceil(most.max(1)).min(BAR)
}

/// Cells of a line of the report: in wider tables the steps have their numbers.
const WIDEST: usize = 96;
impl ClassReport<'_> {
    fn sheets(&self, class: &ClassSummary<'_>, out: &mut Document) {
        out.heading(format!("{}: all sheets", class.exercise));
        // Students with different tables have different seeds.
        let mut seeds = class.sheets.iter().filter_map(|(_, sheet)| sheet.seed.as_deref());
        let seeded = seeds.next().is_some_and(|first| seeds.any(|other| other != first));
        let mut grid = Grid::of(["student"]).numbers(seeded.then_some("seed"));
        grid = grid.words(class.steps.iter().map(|step| step.label)).numbers(["marks"]).words(["cause"]);
        for (number, sheet) in &class.sheets {
            let seed = seeded.then(|| shown(sheet.seed.as_deref().unwrap_or("–")).into_owned());
            let who = std::iter::once(shorten(&self.student(*number, sheet), 28).into_owned()).chain(seed);
            let marks = format!("{} of {}", mark_words(sheet.marks), mark_words(sheet.max));
            let cause = causes_of(sheet).first().map(|(tag, _)| (*tag).to_owned()).unwrap_or_default();
            let signs = sheet.lines.iter().map(|line| match line.is_blank() {
                true => "–".to_owned(),
                false => {
                    format!("{}{}", line.marked.verdict.glyph(), if line.marked.carried { "c" } else { "" })
                }
            });
            grid.row(who.chain(signs).chain([marks, cause]));
        }
        let laid = laid(&grid, Room::open(0), Sentence::plain);
        if laid.header.iter().map(|cell| display_width(cell) + 2).sum::<usize>() > WIDEST {
            let steps = grid.columns.iter_mut().skip(1 + usize::from(seeded)).zip(&class.steps);
            steps.for_each(|((name, _), step)| *name = step.number.to_string());
        }
        out.grid(grid);
        out.text("✓ right, ✓~ right with a note, ✓c right with the student's own earlier lines, ✗ wrong, ? not marked, – not answered. The last column is the most likely cause.");
    }
}
