//! One case under two conventions as a document: what comes out, the steps side by side, and where they part.

use super::document::{Align, Document, Grid};
use super::number::decimal;
use crate::math::Number;
use crate::text::shorten;
use crate::worked::{Against, Agreement, Compared, Side, Why, figures_apart};

/// A line of the comparison, for whatever draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgainstLine {
    /// So many steps agree; stands first, and once.
    Agree(usize),
    /// A step that does not.
    Step {
        /// The sign before it: `≠`, or `·` where the step only follows from another or has no counterpart.
        mark: &'static str,
        /// What is found.
        quantity: String,
        /// The value here; empty where there is none.
        here: String,
        /// The value there; empty where there is none.
        there: String,
        /// What becomes of it, in a word or two.
        word: &'static str,
        /// Whether it is the first that differs of its own.
        first: bool,
    },
}

/// The steps side by side, those that agree folded.
pub fn against_lines(against: &Against) -> Vec<AgainstLine> {
    let differs = |step: &&Compared| step.standing.differs();
    let agree = against.steps.len() - against.steps.iter().filter(differs).count();
    let folded = (agree > 0).then_some(AgainstLine::Agree(agree));
    folded.into_iter().chain(against.steps.iter().filter(differs).map(line)).collect()
}

/// How many steps agree, in words.
pub fn agree_words(steps: usize) -> String {
    if steps == 1 { "1 step agrees".to_owned() } else { format!("{steps} steps agree") }
}

fn line(step: &Compared) -> AgainstLine {
    let (mark, word) = match step.standing {
        Agreement::Agrees => ("=", "agrees"),
        Agreement::First => ("≠", "differs first"),
        Agreement::Differs => ("≠", "differs"),
        Agreement::Follows => ("·", "follows"),
        Agreement::OnlyHere => ("·", "only here"),
        Agreement::OnlyThere => ("·", "only there"),
    };
    // As many figures as tell the two apart.
    let text = |side: &Option<Side>, figures: usize| {
        side.as_ref().map(|side| side.value_text(figures)).unwrap_or_default()
    };
    let figures = step.here.as_ref().zip(step.there.as_ref()).map_or(6, |(a, b)| figures_apart(a, b));
    AgainstLine::Step {
        mark,
        quantity: step.quantity.to_string(),
        here: text(&step.here, figures),
        there: text(&step.there, figures),
        word,
        first: step.standing == Agreement::First,
    }
}

/// What comes out on both sides: `P(No | x): 0.7201 here, 0.7353 in WEKA`.
pub fn outcome(against: &Against) -> Vec<String> {
    let text = |value: &Option<Number>| value.as_ref().map_or_else(|| "undefined".to_owned(), decimal);
    let there = |class: &crate::math::Name| {
        let found = against.posterior_there.iter().find(|(other, _)| other == class);
        found.map_or_else(|| "no class of its own".to_owned(), |(_, value)| text(value))
    };
    let line = |(class, value): &(crate::math::Name, Option<Number>)| {
        format!("P({class} | x): {} here, {} in {}", text(value), there(class), against.there.program())
    };
    against.posterior_here.iter().map(line).collect()
}

/// The sentences that say where the two part of their own, the first of them first: one for each reason.
pub fn differences(against: &Against) -> Vec<String> {
    let mut found: Vec<(&Why, usize)> = Vec::new();
    for why in against.steps.iter().filter_map(|step| step.why.as_ref()) {
        match found.iter_mut().find(|(first, _)| first.reason == why.reason) {
            Some((_, more)) => *more += 1,
            None => found.push((why, 0)),
        }
    }
    let sentence = |(why, more): (&Why, usize)| match more {
        0 => why.sentence.clone(),
        1 => format!("{} 1 more step differs for this reason.", why.sentence),
        more => format!("{} {more} more steps differ for this reason.", why.sentence),
    };
    found.into_iter().map(sentence).collect()
}

/// Columns of the name of a step.
const STEP: usize = 26;

/// The comparison as a document.
pub fn against(against: &Against, name: &str, cells: Option<String>) -> Document {
    let program = against.there.program();
    let mut out = Document::default();
    out.heading(format!("{name}: {} here, and {program}", against.here.program()));
    cells.into_iter().for_each(|cells| out.text(cells));
    outcome(against).into_iter().for_each(|line| out.item(format!("{line}.")));
    match differences(against).split_first() {
        None => out.text(against.message.clone()),
        Some((first, others)) => {
            out.text(format!("The first difference. {first}"));
            others.iter().for_each(|other| out.item(other.clone()));
        }
    }
    let heads = [
        (String::new(), Align::Left),
        ("step".to_owned(), Align::Left),
        ("here".to_owned(), Align::Right),
        (format!("in {program}"), Align::Right),
        (String::new(), Align::Left),
    ];
    let mut grid = Grid::new(heads);
    for line in against_lines(against) {
        grid.rows.push(match line {
            AgainstLine::Agree(steps) => {
                vec!["=".into(), agree_words(steps), String::new(), String::new(), String::new()]
            }
            AgainstLine::Step { mark, quantity, here, there, word, .. } => {
                vec![mark.into(), shorten(&quantity, STEP).into_owned(), here, there, word.into()]
            }
        });
    }
    out.grid(grid);
    against.warnings.iter().for_each(|warning| out.item(format!("{warning}.")));
    out
}
