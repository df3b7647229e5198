//! Grades an answer: compares it with a [`Key`], and carries the student's own earlier lines forward. Used for single
//! answers, worksheets, answer sheets and the corrections of an error.

pub use super::asked::Asked;
use super::carry::{self, Earlier};
use super::diagnosis::{self, Diagnosis, Line, diagnose};
use super::exercise::Rules;
use super::mark::{
    Graded, Key, Note, Verdict, is_coarse_but_agrees, mark, mark_class, mark_name, named, unknown,
};
use super::mistakes::frequency;
use super::read::{Answer, Form, Near, ParsedAnswer, Written};
use crate::evaluate::evaluate_for;
use crate::math::{Face, Number, Quantity, Sentence, SentencePiece, ToSentence, sentence};
use crate::model::{Case, Fitted};
use crate::worked::{Context, WorkedError};

#[derive(Clone, Debug)]
pub struct Checked {
    pub of: String,
    pub answer: Answer,
    pub marked: Graded,
    /// The wrong lines that it is right with, from 1; empty if it needs none.
    pub with: Vec<usize>,
    /// The share of the marks that it is worth, from 0 to 1.
    pub credit: f64,
    pub(super) earlier: Option<Earlier>,
}

impl Checked {
    pub fn message(&self, face: Face) -> String {
        self.marked.message.text(self.answer.face(face))
    }

    pub fn hint(&self, face: Face) -> String {
        self.marked.hint.text(self.answer.face(face))
    }
}

pub fn check(
    fitted: &Fitted,
    case: Option<&Case>,
    asked: &Asked,
    answer: Answer,
) -> Result<Checked, WorkedError> {
    asked.number().iter().for_each(|of| evaluate_for(fitted, of));
    let key = asked.number().map(|of| Key::of(fitted, case, of)).transpose()?;
    let (context, rules) = (Context { fitted, case }, &Rules::default());
    Grader { context, line: 1, asked, key: key.as_ref(), rules }.grade(answer, &[])
}

#[derive(Clone, Copy)]
pub(super) struct Grader<'a> {
    pub context: Context<'a>,
    pub line: usize,
    pub asked: &'a Asked,
    pub key: Option<&'a Key>,
    pub rules: &'a Rules,
}

impl Grader<'_> {
    pub fn grade(&self, answer: Answer, earlier: &[Earlier]) -> Result<Checked, WorkedError> {
        let mut checked = self.graded_as_line(answer, earlier)?;
        if let Some(line) = self.diagnosed(&checked) {
            let found = diagnose(self.context, earlier, &[line]);
            checked.marked = self.caused(&checked, &found);
            checked.credit = self.rules.credit(&checked.marked);
        }
        Ok(checked)
    }

    /// The same for one line of a sheet, whose lines are diagnosed together when all are graded.
    pub fn graded_as_line(&self, answer: Answer, earlier: &[Earlier]) -> Result<Checked, WorkedError> {
        let settled = self.key.and_then(|key| key.settle(&answer));
        let answer = self.with_name(settled.unwrap_or(answer));
        let (marked, with, carried) = self.graded(&answer, earlier)?;
        Ok(Checked {
            of: self.key.map_or_else(|| self.asked.name(), |key| key.of.clone()),
            credit: self.rules.credit(&marked),
            earlier: self.earlier(&answer, &marked, carried),
            answer,
            marked,
            with,
        })
    }

    fn with_name(&self, answer: Answer) -> Answer {
        let fitted = self.context.fitted;
        let own = named(&answer, self.asked, fitted);
        match own.and_then(|at| self.asked.names(fitted).get(at).copied()) {
            Some(name) => Answer { last: name.as_str().to_owned(), parsed: ParsedAnswer::Words, ..answer },
            None => answer,
        }
    }

    pub fn diagnosed<'l>(&self, checked: &'l Checked) -> Option<Line<'l>>
    where
        Self: 'l,
    {
        let (key, ParsedAnswer::Number(written)) = (self.key?, &checked.answer.parsed) else { return None };
        let verdict = checked.marked.verdict;
        let is_coarse = verdict == Verdict::Unmarked && is_coarse_but_agrees(written, key);
        Some(Line { of: checked.earlier.as_ref()?, key, written, verdict, is_coarse })
    }

    pub fn caused(&self, checked: &Checked, found: &Diagnosis) -> Graded {
        let (Some(key), ParsedAnswer::Number(written)) = (self.key, &checked.answer.parsed) else {
            return checked.marked.clone();
        };
        let coarse = checked.marked.verdict == Verdict::Unmarked && found.explains(self.line);
        if checked.marked.verdict != Verdict::Wrong && !coarse {
            return checked.marked.clone();
        }
        diagnosis::caused(checked.marked.clone(), &unknown(written, key), self.line, found)
    }

    fn graded(
        &self,
        answer: &Answer,
        earlier: &[Earlier],
    ) -> Result<(Graded, Vec<usize>, Option<Number>), WorkedError> {
        let Context { fitted, case } = self.context;
        let mut marked = match (self.of_another(answer), self.key, self.asked) {
            (Some(question), ..) => question,
            (None, Some(key), _) => mark(answer, key),
            (None, None, Asked::Name(question)) => mark_name(answer, question, fitted),
            (None, None, _) => mark_class(answer, fitted, case.ok_or(WorkedError::NoCase)?),
        };
        let (mut with, mut value) = (Vec::new(), None);
        if self.rules.carry_forward
            && is_open_to_carrying(answer, &marked)
            && let Some(carried) = self.carried(answer, earlier, &marked)
        {
            (marked, with, value) = carried;
        }
        if let (Asked::Number(of), Some(key), true) = (self.asked, self.key, with.is_empty()) {
            marked = self.rounded_early(key, of, answer, &marked, earlier).unwrap_or(marked);
        }
        Ok((marked, with, value))
    }

    fn of_another(&self, answer: &Answer) -> Option<Graded> {
        let (named, _) = Asked::find(self.context.fitted, self.context.case, answer.label.as_ref()?).ok()?;
        let same = match (&named, self.asked) {
            // P(Yes | Sunny) is P(Yes | x) if Sunny is the whole case.
            (Asked::Number(named), Asked::Number(asked)) => {
                carry::of_case(self.context, named) == carry::of_case(self.context, asked)
            }
            _ => named == *self.asked,
        };
        // P(Sunny|Yes)·P(Yes)/P(Sunny) before the equal sign is the working, not another number.
        let is_working = matches!(named, Asked::Number(Quantity::Formula(_)));
        let same = same || is_working && !matches!(self.asked, Asked::Number(Quantity::Formula(_)));
        let message = || {
            sentence!(
                "You wrote {}, but the question asks for {}. Which do you mean?",
                named.name(),
                self.asked.name()
            )
        };
        (!same).then(|| Graded::new(Verdict::Unmarked, message()))
    }

    fn carried(
        &self,
        answer: &Answer,
        earlier: &[Earlier],
        marked: &Graded,
    ) -> Option<(Graded, Vec<usize>, Option<Number>)> {
        let (Asked::Number(of), Some(key)) = (self.asked, self.key) else {
            let (class, lines) =
                carry::class(self.context, earlier).filter(|_| *self.asked == Asked::Class)?;
            let own = named(answer, self.asked, self.context.fitted)?;
            let is_named = self.context.fitted.classes.get(own) == Some(&class);
            return is_named.then(|| with_lines(Graded::new(Verdict::Correct, ""), &class, lines, None));
        };
        let of = carry::of_case(self.context, of);
        let text = SentencePiece::Number(answer.read_as().unwrap_or_default());
        // If a mistake gives the posterior, the other classes have that mistake, too.
        let rest = || carry::rest(self.context, earlier, &of).filter(|_| marked.causes.is_empty());
        let follows = carry::numbers(self.context, earlier, &of).into_iter();
        let mut follows = follows.chain(std::iter::once_with(rest).flatten());
        let exact = follows.find_map(|(value, lines)| {
            let marked = mark_carried(answer, key, &value, earlier);
            marked.carried.then(|| with_lines(marked, &text, lines, Some(value)))
        });
        // Earlier decimals may be any number that rounds to them; a known mistake only within a narrow range.
        let wrong = marked.verdict == Verdict::Wrong;
        exact.or_else(|| {
            let ParsedAnswer::Number(written) = &answer.parsed else { return None };
            let about = written.about(key.policy.figures).filter(|_| wrong)?;
            let widest = if marked.causes.is_empty() { carry::WIDEST } else { carry::NARROW };
            let ((low, high), lines) = carry::between(self.context, earlier, &of, widest)?;
            let meet = about.0.compare(&high).is_le() && low.compare(&about.1).is_le();
            meet.then(|| with_lines(Graded::new(Verdict::Correct, ""), &text, lines, None))
        })
    }

    fn rounded_early(
        &self,
        key: &Key,
        of: &Quantity,
        answer: &Answer,
        marked: &Graded,
        earlier: &[Earlier],
    ) -> Option<Graded> {
        let ParsedAnswer::Number(written) = &answer.parsed else { return None };
        written.about(key.policy.figures).filter(|_| marked.verdict == Verdict::Wrong)?;
        let value = carry::as_rounded(self.context, earlier, &carry::of_case(self.context, of))?;
        let marked = mark_carried(answer, key, &value, earlier);
        marked.carried.then(|| Graded::rounded_early(written))
    }

    fn earlier(&self, answer: &Answer, marked: &Graded, carried: Option<Number>) -> Option<Earlier> {
        let (Asked::Number(quantity), ParsedAnswer::Number(written)) = (self.asked, &answer.parsed) else {
            return None;
        };
        let about = self.key.and_then(|key| written.about(key.policy.figures));
        Some(Earlier {
            number: self.line,
            quantity: carry::of_case(self.context, quantity),
            value: written.value.clone(),
            meant: carried.or_else(|| meant(self.key?, written, marked)),
            about,
            differs: matches!(marked.verdict, Verdict::Wrong | Verdict::Unmarked) || is_harmless(marked),
            is_carried: marked.carried,
        })
    }
}

fn mark_carried(answer: &Answer, key: &Key, value: &Number, earlier: &[Earlier]) -> Graded {
    let mut key = Key { carried: Some(value.clone()), ..key.clone() };
    let lines = earlier.iter().flat_map(|line| [Some(&line.value), line.meant.as_ref()]).flatten();
    key.inputs.extend(lines.cloned());
    mark(answer, &key)
}

fn is_open_to_carrying(answer: &Answer, marked: &Graded) -> bool {
    match marked.verdict {
        Verdict::Correct => false,
        Verdict::Noted => marked.note != Some(Note::CutOff) && !is_harmless(marked),
        Verdict::Wrong => true,
        Verdict::Unmarked => answer.label.is_none(),
    }
}

/// Whether it is another number that changes no decision if it is used in every class.
fn is_harmless(marked: &Graded) -> bool {
    marked.verdict == Verdict::Noted && marked.note.is_none()
}

fn with_lines(
    marked: Graded,
    text: &dyn ToSentence,
    lines: Vec<usize>,
    value: Option<Number>,
) -> (Graded, Vec<usize>, Option<Number>) {
    let message = sentence!("{} is right with your {}.", text, numbered(&lines, "earlier lines"));
    (Graded { carried: true, message, hint: Sentence::default(), ..marked }, lines, value)
}

/// `line 2`, `lines 2, 3 and 4`; `none` if there are no lines.
pub fn numbered(lines: &[usize], none: &str) -> String {
    let numbers: Vec<String> = lines.iter().map(ToString::to_string).collect();
    match numbers.as_slice() {
        [only] => format!("line {only}"),
        [all @ .., last] => format!("lines {} and {last}", all.join(", ")),
        [] => none.to_owned(),
    }
}

/// The unrounded number behind a decimal: the right value, or the value of the most common mistake that fits.
fn meant(key: &Key, written: &Written, marked: &Graded) -> Option<Number> {
    let Form::Decimal(places) = &written.form else { return None };
    let fits = |value: &&Number| Near::of(value).is_some_and(|near| near.rounds_to(&written.value, places));
    if matches!(marked.verdict, Verdict::Correct | Verdict::Noted) {
        return key.truth.clone().filter(|truth| fits(&truth));
    }
    let values = key.mistakes.iter().filter_map(|mistake| Some((mistake.tag, mistake.value.as_ref()?)));
    let fitting = values.filter(|(_, value)| fits(value));
    let most_common = fitting.min_by(|(a, _), (b, _)| frequency(b).total_cmp(&frequency(a)));
    most_common.map(|(_, value)| value.clone())
}
