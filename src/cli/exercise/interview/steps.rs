//! The steps of an exercise, chosen from a list by their numbers.

use super::ask::Terminal;
use crate::model::{Case, Fitted};
use crate::practice::{Asked, few_enough, questions};
use crate::problem::Problem;

/// Lists what leads to the decision, and asks which of it is wanted.
pub(super) fn ask(terminal: &mut Terminal<'_>, fitted: &Fitted, case: &Case) -> Result<Vec<Asked>, Problem> {
    let all = questions(fitted, Some(case));
    few_enough(&all)?;
    terminal.say("The steps:")?;
    for (number, asked) in (1..).zip(&all) {
        terminal.say(&format!("  {number:>2} {}", asked.name()))?;
    }
    let last = all.len();
    let numbers =
        terminal.ask("Which of them: all, or numbers such as 1,3-5", "all", |typed| numbers(typed, last))?;
    Ok(numbers.into_iter().filter_map(|number| all.get(number - 1).cloned()).collect())
}

/// `1,3-5` as numbers from 1 to `last`, each once, in order.
fn numbers(typed: &str, last: usize) -> Result<Vec<usize>, String> {
    if typed.eq_ignore_ascii_case("all") {
        return Ok((1..=last).collect());
    }
    let mut found: Vec<usize> = Vec::new();
    for part in typed.split([',', ' ', ';']).filter(|part| !part.is_empty()) {
        let (from, to) = part.split_once(['-', '–']).unwrap_or((part, part));
        let number =
            |text: &str| text.trim().parse::<usize>().ok().filter(|number| (1..=last).contains(number));
        match (number(from), number(to)) {
            (Some(from), Some(to)) if from <= to => found.extend(from..=to),
            _ => return Err(format!("“{part}” is no number from 1 to {last}, and no range of them.")),
        }
    }
    found.sort_unstable();
    found.dedup();
    if found.is_empty() { Err("At least one step is wanted.".into()) } else { Ok(found) }
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn numbers_and_ranges_are_read_and_anything_else_is_told() {
        assert_eq!(numbers("all", 3).unwrap(), [1, 2, 3]);
        assert_eq!(numbers("5, 1-2 2", 6).unwrap(), [1, 2, 5]);
        for wrong in ["0", "7", "3-1", "x", ",", "99999999999999999999"] {
            assert!(numbers(wrong, 6).is_err(), "{wrong}");
        }
    }
}
