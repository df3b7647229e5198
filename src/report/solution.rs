//! The worked solution of an exercise: each step with the derivation of its number, as the course writes it.

use super::document::{Block, Document};
use super::posterior::{decision, is_told, sentence as told_of};
use crate::math::sentence;
use crate::practice::worksheet::solved;
use crate::practice::{Asked, Exercise, NameQuestion};
use crate::worked::{Rule, WorkedError, rows_behind};

/// Rows that are named where a number is counted.
const ROWS: usize = 12;

/// The solution. What one step rests on and another has told is not told again.
pub fn solution(exercise: &Exercise) -> Result<Document, WorkedError> {
    let mut out = Document::default();
    out.heading("Solution");
    out.text(exercise.fitted.conventions());
    let mut said: Vec<Rule> = Vec::new();
    for (number, (step, working)) in (1..).zip(exercise.steps.iter().zip(solved(exercise)?)) {
        out.heading(format!("{number}. {}", step.label));
        let told: Vec<_> = working.iter().filter(|one| is_told(one, &working)).collect();
        let addresses: Vec<_> = told.iter().map(|one| &one.of).collect();
        for (one, rows) in told.iter().zip(rows_behind(&exercise.fitted, &addresses, ROWS)) {
            let new = !said.contains(&one.rule);
            said.push(one.rule);
            out.text(told_of(&exercise.fitted, one, &rows, new));
            out.blocks.push(Block::Formula(one.chain.clone()));
        }
        if let (Asked::Class, Some(case)) = (&step.asked, &exercise.case) {
            out.text(decision(&exercise.fitted, &exercise.fitted.predict(case)));
        }
        if let Some(option) = step.asked.name_question().and_then(NameQuestion::solution) {
            step.text.iter().for_each(|text| out.text(text.as_str()));
            out.text(sentence!("{}. {}", option.name, option.about));
        }
        if let Some(because) = &step.because {
            out.text(because.as_str());
        }
    }
    Ok(out)
}
