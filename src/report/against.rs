//! One case under two conventions as a document: what comes out, the steps side by side, and where they part.

use super::document::{Align, Document, Grid, Role, cells};
use super::number::decimal;
use crate::math::{Number, Sentence, sentence};
use crate::text::shorten;
use crate::worked::{Against, Agreement, Compared, Side, Why, figures_apart};

/// What comes out on both sides: `P(No | x): 0.7201 here, 0.7353 in WEKA`.
fn outcome(against: &Against) -> Vec<Sentence> {
    let text = |value: &Option<Number>| match value {
        Some(value) => decimal(value),
        None => "undefined".into(),
    };
    let there = |class: &crate::math::Name| {
        let found = against.posterior_there.iter().find(|(other, _)| other == class);
        found.map_or_else(|| "no class of its own".into(), |(_, value)| text(value))
    };
    let line = |(class, value): &(crate::math::Name, Option<Number>)| {
        let program = against.there.program();
        sentence!("P({} | x): {} here, {} in {}.", class.to_string(), text(value), there(class), program)
    };
    against.posterior_here.iter().map(line).collect()
}

/// The sentences that say where the two part of their own, the first of them first: one for each reason.
fn differences(against: &Against) -> Vec<Sentence> {
    let mut found: Vec<(&Why, usize)> = Vec::new();
    for why in against.steps.iter().filter_map(|step| step.why.as_ref()) {
        match found.iter_mut().find(|(first, _)| first.reason == why.reason) {
            Some((_, more)) => *more += 1,
            None => found.push((why, 0)),
        }
    }
    let sentence = |(why, more): (&Why, usize)| match more {
        0 => why.sentence.clone(),
        1 => sentence!("{} 1 more step differs for this reason.", why.sentence),
        more => sentence!("{} {} more steps differ for this reason.", why.sentence, more),
    };
    found.into_iter().map(sentence).collect()
}

/// Columns of the name of a step on paper.
const STEP: usize = 26;

pub fn against(against: &Against, name: &str, cells: Option<String>) -> Document {
    let mut out = Document::default();
    out.heading(format!("{name}: {} here, and {}", against.here.program(), against.there.program()));
    cells.into_iter().for_each(|cells| out.text(cells));
    out.append(compared(against, STEP));
    out
}

/// What comes out, where the two part, and the steps side by side, those that agree folded; the name of a step in at
/// most so many columns.
pub fn compared(against: &Against, step: usize) -> Document {
    let mut out = Document::default();
    outcome(against).into_iter().for_each(|line| out.item(line));
    match differences(against).split_first() {
        None => out.say(Role::Strong, against.message.clone()),
        Some((first, others)) => {
            out.say(Role::Strong, sentence!("The first difference. {}", first));
            others.iter().for_each(|other| out.item(other.clone()));
        }
    }
    out.grid(steps(against, step));
    against.warnings.iter().for_each(|warning| out.item(format!("{warning}.")));
    out
}

fn steps(against: &Against, name: usize) -> Grid {
    let there = format!("in {}", against.there.program());
    let (left, right) = (Align::Left, Align::Right);
    let mut grid = Grid::new([("", left), ("step", left), ("here", right), (&there, right), ("", left)]);
    let differs = |step: &&Compared| step.agreement.differs();
    let agree = against.steps.len() - against.steps.iter().filter(differs).count();
    if agree > 0 {
        let words = if agree == 1 { "1 step agrees".to_owned() } else { format!("{agree} steps agree") };
        grid.push(Role::Secondary, ["=", &words, "", "", ""]);
    }
    for step in against.steps.iter().filter(differs) {
        let (mark, word) = match step.agreement {
            Agreement::Agrees => ("=", "agrees"),
            Agreement::First => ("≠", "differs first"),
            Agreement::Differs => ("≠", "differs"),
            Agreement::Follows => ("·", "follows"),
            Agreement::OnlyHere => ("·", "only here"),
            Agreement::OnlyThere => ("·", "only there"),
        };
        // As many figures as tell the two apart.
        let figures = step.here.as_ref().zip(step.there.as_ref()).map_or(5, |(a, b)| figures_apart(a, b));
        let text =
            |side: &Option<Side>| side.as_ref().map(|side| side.value_text(figures)).unwrap_or_default();
        let quantity = shorten(&step.quantity.to_string(), name).into_owned();
        let role = if step.agreement == Agreement::First { Role::Selected } else { Role::Text };
        grid.push(role, cells![mark, quantity, text(&step.here), text(&step.there), word]);
    }
    grid
}
