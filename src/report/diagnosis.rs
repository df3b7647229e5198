//! The worked posterior of what went wrong on a sheet, for a teacher: a prior for each hypothesis, a factor for each line, their
//! product, and its share of the sum.

use super::document::{Align, Document, Grid};
use crate::math::{Face, Number, Sentence, sentence};
use crate::practice::{GradedSheet, Hypothesis, Scope, about};

pub fn why_of_sheet(sheet: &GradedSheet) -> Document {
    let mut out = Document::default();
    out.title(format!("What went wrong on {}", sheet.who()));
    let found = &sheet.diagnosis;
    if found.hypotheses.is_empty() {
        out.text("No line with a number is wrong, so there is nothing to explain.");
        return out;
    }
    for finding in &found.findings {
        let lines = runs(&finding.numbers());
        let also = if finding.synonyms.is_empty() {
            String::new()
        } else {
            format!("; the same here as {}", finding.synonyms.join(", "))
        };
        let percent = per_cent(finding.posterior());
        out.item(format!(
            "{} ({}{also}): {percent}, {lines}",
            finding.tag,
            about(finding.tag).unwrap_or_default()
        ));
    }
    for slip in &found.slips {
        out.item(sentence!("line {}, as it is written: {}", slip.number, slip.says));
    }
    if found.findings.is_empty() {
        out.text("No known mistake is likely enough to be named.");
    }
    out.heading("The posterior, worked");
    out.text("The classes are hypotheses, the features are the lines. Each column: how common the hypothesis is, how likely each line is under it on the student's own earlier lines, the product, and that divided by the sum over all hypotheses.");
    let shown = &found.hypotheses;
    let letters = ["A", "B", "C", "D"];
    for (letter, hypothesis) in letters.iter().zip(shown) {
        out.item(format!("{letter}: {}", name(hypothesis)));
    }
    let head = std::iter::once(("", Align::Left));
    let heads = head.chain(letters.iter().take(shown.len()).map(|letter| (*letter, Align::Right)));
    let mut grid = Grid::new(heads);
    let row = |name: String, of: &dyn Fn(&Hypothesis) -> String| -> Vec<String> {
        std::iter::once(name).chain(shown.iter().map(of)).collect()
    };
    grid.row(row("prior".to_owned(), &|hypothesis| figures(hypothesis.prior)));
    for of in &found.working {
        let label = match of.lines.as_slice() {
            [only] => {
                let line = sheet.lines.iter().find(|line| line.number == *only);
                line.map(|line| format!("{only}. {}", line.short)).unwrap_or_default()
            }
            all => format!("{}, together", runs(all)),
        };
        let factors = of.factors.iter().map(|factor| figures(*factor));
        grid.row(std::iter::once(label).chain(factors).collect::<Vec<_>>());
    }
    grid.row(row("product".to_owned(), &|hypothesis| {
        Number::from_ln(hypothesis.ln_score).significant(FIGURES).pointed().to_owned()
    }));
    grid.row(row("divided by the sum".to_owned(), &|hypothesis| per_cent(hypothesis.posterior)));
    out.grid(grid);
    out
}

/// Figures of a factor.
const FIGURES: usize = 3;

fn figures(value: f64) -> String {
    Sentence::from(Number::Float(value).significant(FIGURES)).text(Face::default())
}

fn per_cent(share: f64) -> String {
    match share {
        share if share > 0.995 => "over 99 %".to_owned(),
        share if share < 0.005 => "under 1 %".to_owned(),
        share => format!("{:.0} %", share * 100.0),
    }
}

fn name(hypothesis: &Hypothesis) -> String {
    let part = |(tag, scope): &(&'static str, Scope)| {
        let place = match scope {
            Scope::Everywhere => "throughout".to_owned(),
            Scope::Kind(kind) => format!("in the {kind} only"),
            Scope::Class(class) => format!("for {class} only"),
            Scope::Feature(feature) => format!("for {feature} only"),
            Scope::Line(line) => format!("on line {line} only"),
            Scope::Inside(line) => format!("inside the formula of line {line}"),
        };
        match about(tag) {
            Some(about) => format!("{tag} ({about}) {place}"),
            None => format!("one reason that is not in the catalogue, {place}"),
        }
    };
    if hypothesis.parts.is_empty() {
        return "no mistake: slips for no known reason".to_owned();
    }
    hypothesis.parts.iter().map(part).collect::<Vec<_>>().join(", and ")
}

/// `line 3`, `lines 3 to 5 and 8`
fn runs(all: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut sorted = all.to_vec();
    sorted.sort_unstable();
    for number in sorted {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let texts: Vec<String> = runs
        .into_iter()
        .map(|(first, last)| match last - first {
            0 => first.to_string(),
            1 => format!("{first} and {last}"),
            _ => format!("{first} to {last}"),
        })
        .collect();
    let word = if all.len() == 1 { "line" } else { "lines" };
    format!("{word} {}", texts.join(", "))
}
