//! The one grader: an answer to a question becomes a verdict, with causes, a message and where to look.
//!
//! What is known of the question is a [`Key`]; the student's own earlier lines are carried forward. A single answer that is
//! checked, a line of a worksheet or of an answer sheet and the line that mends an error all come here, and differ only in
//! what they show.

pub use super::asked::Asked;
use super::carry::{self, Earlier};
use super::diagnosis::{self, Diagnosis, Line, Standing, diagnose};
use super::elsewhere;
use super::exercise::Rules;
use super::mark::{Graded, Key, Note, Verdict, mark, mark_class, mark_name, named, unknown};
use super::mistakes::frequency;
use super::notation::Base;
use super::read::{Answer, Form, Near, ParsedAnswer, Written};
use crate::evaluate::judge_for;
use crate::math::{Face, Number, Piece, Quantity, Sentence, ToSentence, sentence};
use crate::model::{Case, Fitted};
use crate::worked::{Context, WorkedError};

/// An answer and what is said of it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What was asked, in one notation.
    pub of: String,
    /// The answer.
    pub answer: Answer,
    /// The verdict, with its causes and its message.
    pub marked: Graded,
    /// The wrong lines that it is right with, from 1; empty where it needs none.
    pub with: Vec<usize>,
    /// The share of the marks that it is worth, from 0 to 1.
    pub credit: f64,
    /// What it is to the lines below; `None` where it is no number.
    pub(super) earlier: Option<Earlier>,
}

impl Checked {
    /// What is said of the answer, to its writer.
    pub fn message(&self, face: Face) -> String {
        self.marked.message.text(self.answer.face(face))
    }

    /// Where to look; empty where nothing is to be looked for.
    pub fn hint(&self, face: Face) -> String {
        self.marked.hint.text(self.answer.face(face))
    }
}

/// Checks an answer that stands alone.
///
/// # Errors
/// When the quantity is none of this model, or is about a case and none is given.
pub fn check(
    fitted: &Fitted,
    case: Option<&Case>,
    asked: &Asked,
    answer: Answer,
) -> Result<Checked, WorkedError> {
    asked.number().iter().for_each(|of| judge_for(fitted, of));
    let key = asked.number().map(|of| Key::of(fitted, case, of)).transpose()?;
    let (context, rules) = (Context { fitted, case }, &Rules::default());
    Grader { context, line: 1, asked, key: key.as_ref(), rules }.grade(answer, &[])
}

/// A question, with all that an answer to it is compared with.
#[derive(Clone, Copy)]
pub(super) struct Grader<'a> {
    pub context: Context<'a>,
    pub line: usize,
    pub asked: &'a Asked,
    /// `None` where no number is asked.
    pub key: Option<&'a Key>,
    pub rules: &'a Rules,
}

impl Grader<'_> {
    /// Grades an answer. `earlier` are the lines before it, right and wrong ones.
    ///
    /// # Errors
    /// When the class is asked and there is no case.
    pub fn grade(&self, answer: Answer, earlier: &[Earlier]) -> Result<Checked, WorkedError> {
        let mut checked = self.graded_as_line(answer, earlier)?;
        if let Some(line) = self.diagnosed(&checked) {
            let found = diagnose(self.context, earlier, &[line]);
            checked.marked = self.caused(&checked, earlier, &found);
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

    /// An answer to a question for a name, read as the name that it means.
    fn with_name(&self, answer: Answer) -> Answer {
        let fitted = self.context.fitted;
        let own = named(&answer, self.asked, fitted);
        match own.and_then(|at| self.asked.names(fitted).get(at).copied()) {
            Some(name) => answer.naming(name.as_str()),
            None => answer,
        }
    }

    /// The line as a diagnosis reads it; `None` where no number was written.
    pub fn diagnosed<'l>(&self, checked: &'l Checked) -> Option<Line<'l>>
    where
        Self: 'l,
    {
        let (key, ParsedAnswer::Number(written)) = (self.key?, &checked.answer.parsed) else { return None };
        let earlier = checked.earlier.as_ref()?;
        let standing = match checked.marked.verdict {
            Verdict::Correct | Verdict::Noted => Standing::Right,
            Verdict::Wrong => Standing::Wrong,
            Verdict::Unmarked if is_coarse(written, key) => Standing::Coarse,
            Verdict::Unmarked => Standing::Open,
        };
        let read = earlier.value.clone();
        Some(Line {
            number: self.line,
            quantity: earlier.quantity.clone(),
            key,
            written,
            standing,
            read,
            meant: earlier.meant.clone(),
        })
    }

    /// What is said of a wrong number by a diagnosis, or else where it stands in the exercise.
    pub fn caused(&self, checked: &Checked, earlier: &[Earlier], found: &Diagnosis) -> Graded {
        let (Asked::Number(of), Some(key), ParsedAnswer::Number(written)) =
            (self.asked, self.key, &checked.answer.parsed)
        else {
            return checked.marked.clone();
        };
        let coarse = checked.marked.verdict == Verdict::Unmarked && !found.of_line(self.line).is_empty();
        if checked.marked.verdict != Verdict::Wrong && !coarse {
            return checked.marked.clone();
        }
        let marked = diagnosis::caused(checked.marked.clone(), &unknown(written, key), self.line, found);
        elsewhere::told(self.context, of, key, &checked.answer, earlier, marked)
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

    /// An answer that names another number than the one that is asked for.
    fn of_another(&self, answer: &Answer) -> Option<Graded> {
        let (named, _) = Asked::find(self.context.fitted, self.context.case, answer.label.as_ref()?).ok()?;
        let same = match (&named, self.asked) {
            // P(Yes | Sunny) is P(Yes | x) where Sunny is all that is known.
            (Asked::Number(named), Asked::Number(asked)) => {
                carry::of_case(self.context, named) == carry::of_case(self.context, asked)
            }
            _ => named == *self.asked,
        };
        // P(Sunny|Yes)·P(Yes)/P(Sunny) before the sign is how the number is found, and no other number.
        let is_working = matches!(named, Asked::Number(Quantity::Formula(_)));
        let same = same || is_working && !matches!(self.asked, Asked::Number(Quantity::Formula(_)));
        let message = || {
            sentence!("You wrote {}, and {} is asked for; which is meant?", named.name(), self.asked.name())
        };
        (!same).then(|| Graded::new(Verdict::Unmarked, message()))
    }

    /// What is said of an answer that is right with earlier lines, and which these are.
    fn carried(
        &self,
        answer: &Answer,
        earlier: &[Earlier],
        marked: &Graded,
    ) -> Option<(Graded, Vec<usize>, Option<Number>)> {
        let (Asked::Number(of), Some(key)) = (self.asked, self.key) else {
            let carried = carry::class(self.context, earlier).filter(|_| *self.asked == Asked::Class)?;
            let own = named(answer, self.asked, self.context.fitted);
            let own = own.and_then(|class| self.context.fitted.classes.get(class));
            let named = own == Some(&carried.value);
            let right = Graded::new(Verdict::Correct, "");
            return named.then(|| with_lines(right, &carried.value, carried.lines, None));
        };
        let of = carry::of_case(self.context, of);
        let text = Piece::Number(answer.read_as().unwrap_or_default());
        // Where a mistake gives the posterior, the other classes have it as well.
        let rest = || carry::rest(self.context, earlier, &of).filter(|_| marked.causes.is_empty());
        let follows = carry::numbers(self.context, earlier, &of)
            .into_iter()
            .chain(std::iter::once_with(rest).flatten());
        let mut follows = follows;
        let exact = follows.find_map(|carried| {
            let marked = mark_carried(answer, key, &carried.value, earlier);
            marked.carried.then(|| with_lines(marked, &text, carried.lines, Some(carried.value)))
        });
        // Earlier decimals may stand for any number that is rounded to them; but what is right by itself is not taken for
        // something near to it, and what a known mistake gives only where there is little room.
        let wrong = marked.verdict == Verdict::Wrong;
        exact.or_else(|| {
            let ParsedAnswer::Number(written) = &answer.parsed else { return None };
            let about = written.about(key.policy.figures).filter(|_| wrong)?;
            let widest = if marked.causes.is_empty() { carry::WIDEST } else { carry::NARROW };
            let found = carry::between(self.context, earlier, &of, widest)?;
            meet(&about, &(key.log.of_ln(&found.low), key.log.of_ln(&found.high)))
                .then(|| with_lines(Graded::new(Verdict::Correct, ""), &text, found.lines, None))
        })
    }

    /// A wrong decimal that the right lines before it give as they were rounded.
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

    /// The line for those below it; `None` where it is no number.
    fn earlier(&self, answer: &Answer, marked: &Graded, carried: Option<Number>) -> Option<Earlier> {
        let (Asked::Number(quantity), ParsedAnswer::Number(written)) = (self.asked, &answer.parsed) else {
            return None;
        };
        let base = self.key.map_or(Base::E, |key| key.log);
        let about = self.key.and_then(|key| written.about(key.policy.figures));
        Some(Earlier {
            number: self.line,
            quantity: carry::of_case(self.context, quantity),
            value: base.to_ln(&written.value),
            meant: carried.or_else(|| Some(base.to_ln(&meant(self.key?, written, marked)?))),
            about: about.map(|(low, high)| (base.to_ln(&low), base.to_ln(&high))),
            is_wrong: matches!(marked.verdict, Verdict::Wrong | Verdict::Unmarked),
            is_carried: marked.carried,
        })
    }
}

/// Marks an answer where a natural logarithm, or another number, follows from earlier lines.
fn mark_carried(answer: &Answer, key: &Key, value: &Number, earlier: &[Earlier]) -> Graded {
    let mut key = Key { carried: Some(key.log.of_ln(value)), ..key.clone() };
    let lines = earlier.iter().flat_map(|line| [Some(&line.value), line.meant.as_ref()]).flatten();
    key.inputs.extend(lines.cloned());
    mark(answer, &key)
}

/// Whether earlier lines may explain an answer: it is not right, and it is no answer to another question.
fn is_open_to_carrying(answer: &Answer, marked: &Graded) -> bool {
    match marked.verdict {
        Verdict::Correct => false,
        Verdict::Noted => marked.note != Some(Note::CutOff),
        Verdict::Wrong => true,
        Verdict::Unmarked => answer.label.is_none(),
    }
}

/// Whether two numbers can be the same, each between its ends.
fn meet(a: &(Number, Number), b: &(Number, Number)) -> bool {
    a.0.compare(&b.1).is_le() && b.0.compare(&a.1).is_le()
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

/// `line 2`, `lines 2, 3 and 4`; of none, what is said of them all.
pub fn numbered(lines: &[usize], none: &str) -> String {
    let numbers: Vec<String> = lines.iter().map(ToString::to_string).collect();
    match numbers.as_slice() {
        [only] => format!("line {only}"),
        [all @ .., last] => format!("lines {} and {last}", all.join(", ")),
        [] => none.to_owned(),
    }
}

/// Whether a decimal agrees with the right value, in too few figures.
fn is_coarse(written: &Written, key: &Key) -> bool {
    let Form::Decimal(places) = &written.form else { return false };
    let near = key.truth.as_ref().and_then(Near::of);
    let agrees = |near: Near| near.rounds_to(&written.value, places) || near.cuts_to(&written.value, places);
    places.figures < key.policy.figures && near.is_some_and(agrees)
}

/// What the student wrote rounded: the right value, or what the most common of the mistakes gives that fit.
fn meant(key: &Key, written: &Written, marked: &Graded) -> Option<Number> {
    let Form::Decimal(places) = &written.form else { return None };
    let fits = |value: &&Number| Near::of(value).is_some_and(|near| near.rounds_to(&written.value, places));
    if matches!(marked.verdict, Verdict::Correct | Verdict::Noted) {
        return key.truth.clone().filter(|truth| fits(&truth));
    }
    let values = key.mistakes.iter().filter_map(|mistake| Some((mistake.tag, mistake.value.as_ref()?)));
    let fitting = values.filter(|(_, value)| fits(value));
    let common = |tag: &str| std::cmp::Reverse((frequency(tag) * 10.0) as u64);
    fitting.min_by_key(|(tag, _)| common(tag)).map(|(_, value)| value.clone())
}
