//! Sheets to be filled in, and sheets that were filled in on screen, to be handed in.

use crate::practice::Exercise;

/// A sheet with the labels of an exercise and no answers, for a student where one is named. What the exercise says besides
/// are remarks.
pub fn empty_sheet(exercise: &Exercise, student: Option<&str>) -> String {
    let mut lines = heads(&exercise.id, student, exercise.seed);
    lines.push(remark(&exercise.heading()));
    lines.extend(exercise.words.deadline.map(|deadline| remark(&format!("Hand in by {deadline}."))));
    lines.push(HOW.into());
    for step in &exercise.steps {
        lines.extend(step.text.as_deref().map(remark));
        lines.push(format!("{} =", step.label));
    }
    lines.join("\n") + "\n"
}

fn remark(text: &str) -> String {
    format!("# {}", text.split_whitespace().collect::<Vec<_>>().join(" "))
}

const HOW: &str = "# Write behind each equal sign: a fraction, a product or a decimal. # begins a remark.";

/// The same for an exercise that is not opened: its id, the seed of its data where they are drawn, and the labels of its
/// steps.
pub fn empty_sheet_of<'a>(
    id: &str,
    student: Option<&str>,
    seed: Option<u64>,
    labels: impl Iterator<Item = &'a str>,
) -> String {
    let mut lines = heads(id, student, seed);
    lines.push(HOW.into());
    lines.extend(labels.map(|label| format!("{label} =")));
    lines.join("\n") + "\n"
}

/// An answer that is handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedIn {
    pub label: String,
    /// The answer, as it was typed; empty where there is none.
    pub answer: String,
    pub disputed: bool,
}

/// A sheet with answers. What a student disputes is a remark: the marks are the same, and a teacher sees it.
pub fn sheet_of(id: &str, seed: Option<u64>, answers: &[HandedIn]) -> String {
    let mut lines = heads(id, None, seed);
    for HandedIn { label, answer, disputed } in answers {
        let answer = answer.replace(['\n', '\r'], " ");
        lines.push(format!("{label} = {answer}").trim_end().to_owned());
        if *disputed {
            lines.push(format!("# I think this answer to {label} is right."));
        }
    }
    lines.join("\n") + "\n"
}

fn heads(id: &str, student: Option<&str>, seed: Option<u64>) -> Vec<String> {
    let seed = seed.map(|seed| seed.to_string());
    let heads = [("exercise", id), ("student", student.unwrap_or_default())];
    let heads = heads.into_iter().chain(seed.as_deref().map(|seed| ("seed", seed)));
    heads.map(|(word, value)| format!("{:<10}{value}", format!("{word}:")).trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::read_sheet;

    #[test]
    fn an_empty_sheet_is_read_back_with_nothing_answered() {
        let text = empty_sheet_of("weather-sunny", Some("s01"), Some(11), ["P(Yes)", "class"].into_iter());
        let sheet = read_sheet("s01.txt", &text);
        assert_eq!(
            (sheet.exercise.as_deref(), sheet.student.as_deref(), sheet.seed.as_deref()),
            (Some("weather-sunny"), Some("s01"), Some("11"))
        );
        let said: Vec<(&str, &str)> =
            sheet.entries.iter().map(|entry| (entry.label.as_str(), entry.answer.as_str())).collect();
        assert_eq!(said, [("P(Yes)", ""), ("class", "")]);
        assert_eq!(read_sheet("s", &empty_sheet_of("w", None, None, [].into_iter())).student, None);
    }
}
