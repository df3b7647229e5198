//! `posterior practice EXERCISE --plain`: an exercise as lines of text, one question after another, for a screen reader,
//! a slow connection or a pipe. Every typed line is an answer; commands begin with a colon, which no answer does.

use std::io::{self, BufRead, Read, Write, stdin, stdout};
use std::sync::Arc;

use super::output::{self, Format, Outcome, OutputFlags};
use crate::math::{Face, Sentence};
use crate::practice::course;
use crate::practice::progress::{Begun, Progress, Record, StateFolder};
use crate::practice::worksheet::{Kept, Level, Line, Questions};
use crate::practice::{Exercise, Verdict, Worksheet};
use crate::report;
use crate::report::text::Style;
use crate::text::{shown, shown_lines};

/// Bytes of the longest line that is read, and columns of a line that is printed: a screen reader reads whole sentences.
const LONGEST: usize = 1 << 16;

/// Names that a question lists.
const LISTED: usize = 20;

const HELP: &str = "\
Each line is an answer to the question before it. A line with a colon is a command:
  :hint   where to look, then the formula, then the numbers
  :show   the right value, if the exercise allows it
  :why    why this is the way to compute it
  :data   the table again      :list  all lines so far
  :skip   the next question    :back  the one before     :3  line 3
  :flag   I think that this answer is right
  :quit   stop; your answers are kept for next time";

struct LineSession<'a> {
    exercise: Arc<Exercise>,
    sheet: Worksheet,
    at: usize,
    out: &'a mut dyn Write,
    flags: &'a OutputFlags,
    folder: StateFolder,
    /// Whether the progress has this exercise already.
    counted: bool,
}

pub(super) fn run(exercise: Exercise, level: Option<Level>, flags: &OutputFlags) -> Outcome {
    let out = &mut stdout().lock();
    let exercise = Arc::new(exercise);
    let questions = Arc::new(Questions::of_exercise(Arc::clone(&exercise))?);
    let folder = StateFolder::of_user();
    let progress = folder.read().0;
    let begun =
        progress.begun(&questions).filter(|begun| level.is_none_or(|level| begun.level() == Some(level)));
    let level = begun.and_then(Begun::level).or(level).unwrap_or(Level::Blank);
    let mut sheet = Worksheet::new(questions, level);
    if sheet.is_closed_book() {
        sheet.set_level(Level::Blank);
    }
    let again = begun.is_some();
    begun.into_iter().for_each(|begun| begun.put_into(&mut sheet));
    let at = sheet.lines.iter().position(Line::is_open).unwrap_or(0);
    let mut lines = LineSession { exercise, sheet, at, out, flags, folder, counted: again };
    lines.ask_all(&mut stdin().lock(), again).map_err(|cause| {
        output::failure(
            format!("the lines cannot be read or written: {cause}"),
            "answer on a sheet of paper: posterior exercise sheet EXERCISE",
        )
    })
}

impl LineSession<'_> {
    fn face(&self) -> Face {
        Face { ascii: self.flags.ascii, ..Face::default() }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        let text = shown_lines(text);
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.try_for_each(|line| writeln!(self.out, "{}", line.trim()))
    }

    fn table(&mut self) -> io::Result<()> {
        let text = Format::Text.draw(&report::exercise_data(&self.exercise), self.flags.style());
        self.say(&text)
    }

    fn ask_all(&mut self, input: &mut dyn BufRead, again: bool) -> io::Result<()> {
        self.table()?;
        self.say("Every line is an answer; commands begin with a colon.")?;
        if again {
            self.say("Your answers from last time are kept. Type :list to see them.")?;
        }
        let mut asked = None;
        while !self.sheet.is_done() {
            if asked != Some(self.at) {
                self.question()?;
                asked = Some(self.at);
            }
            writeln!(self.out, "Type an answer, :hint, :skip, :help or :quit.")?;
            self.out.flush()?;
            let mut line = Vec::new();
            if Read::take(&mut *input, LONGEST as u64).read_until(b'\n', &mut line)? == 0 {
                return self.stopped();
            }
            match String::from_utf8_lossy(&line).trim() {
                "" => {}
                "?" => self.say(HELP)?,
                ":quit" | ":q" => return self.stopped(),
                command if command.starts_with(':') => {
                    self.command(command)?;
                    if matches!(command, ":list" | ":data") {
                        asked = None;
                    }
                }
                answer => self.answer(answer)?,
            }
        }
        self.list()?;
        self.say(&format!("Finished: {}.", self.score()))
    }

    fn stopped(&mut self) -> io::Result<()> {
        self.say(&format!("{}. Your answers are kept for next time.", self.score()))
    }

    fn score(&self) -> String {
        let (filled, blanks) = self.sheet.filled();
        match self.sheet.marks() {
            Some((had, most)) => format!("{had} of {most} marks, {filled} of {blanks} lines"),
            None => format!("{filled} of {blanks} lines"),
        }
    }

    fn question(&mut self) -> io::Result<()> {
        let questions = &self.sheet.questions;
        let Some(question) = questions.list.get(self.at) else { return Ok(()) };
        let name = question.in_symbols(false).text(self.face());
        let mut text = format!("{}. {name}: {}", self.at + 1, question.meaning);
        let all = question.asked.as_ref().map(|asked| asked.names(&questions.fitted)).unwrap_or_default();
        let mut names: Vec<_> = all.iter().take(LISTED).map(|name| shown(name.as_str())).collect();
        if all.len() > LISTED {
            names.push(format!("and {} more", all.len() - LISTED).into());
        }
        if !names.is_empty() {
            text.push_str(&format!("\none of: {}", names.join(", ")));
        }
        self.say(&text)
    }

    fn answer(&mut self, typed: &str) -> io::Result<()> {
        let checked = match self.sheet.questions.check(self.at, typed, &self.sheet.others(self.at)) {
            Ok(checked) => Arc::new(checked),
            Err(error) => return self.say(&error.to_string()),
        };
        let verdict = checked.marked.verdict;
        let style = Style { width: LONGEST, ..self.flags.style() };
        self.say(&Format::Text.draw(&report::answered(&checked, self.face()), style))?;
        if verdict == Verdict::Unmarked && matches!(typed, "b" | "q") {
            self.say("To stop, type :quit; :back is the question before.")?;
        }
        self.sheet.take(self.at, checked);
        if matches!(verdict, Verdict::Correct | Verdict::Noted) {
            self.advance();
        }
        self.keep()
    }

    /// Goes to the next open line if this one is not.
    fn advance(&mut self) {
        if !self.sheet.lines.get(self.at).is_some_and(Line::is_open) {
            self.at = self.sheet.next_open(self.at).unwrap_or(self.at);
        }
    }

    /// Prints a hint, or why the exercise withholds it.
    fn reveal(&mut self, allowed: Result<(), Kept>, hint: Option<Sentence>) -> io::Result<()> {
        match allowed {
            Ok(()) => self.say(&hint.unwrap_or_default().text(self.face()))?,
            Err(why) => self.say(&why.to_string())?,
        }
        self.advance();
        self.keep()
    }

    fn command(&mut self, command: &str) -> io::Result<()> {
        match command {
            ":hint" | ":h" => {
                let hinted = self.sheet.hint(self.at);
                let grade = self.sheet.lines.get(self.at).map_or(0, |line| line.hints);
                self.reveal(hinted, self.sheet.hint_text(self.at, grade))
            }
            ":show" => {
                let shown = self.sheet.show(self.at);
                let grade = self.sheet.questions.grades(self.at);
                self.reveal(shown, self.sheet.questions.hint(self.at, grade))
            }
            ":why" => {
                let questions = Arc::clone(&self.sheet.questions);
                questions.why(self.at).map_or(Ok(()), |why| self.say(why))?;
                self.say(&questions.because(self.at).text(self.face()))
            }
            ":flag" => {
                let answer = match self.sheet.dispute(self.at) {
                    Some(true) => "Noted for your teacher.",
                    Some(false) => "The note is removed.",
                    None => ":flag is for an answer that was not accepted.",
                };
                self.say(answer)?;
                self.keep()
            }
            ":data" => self.table(),
            ":list" => self.list(),
            ":help" | ":?" => self.say(HELP),
            other => {
                let line = || other.trim_start_matches(':').trim().parse::<usize>().ok()?.checked_sub(1);
                let to = match other {
                    ":skip" => Some(self.sheet.next_open(self.at).unwrap_or(self.at)),
                    ":back" => Some(self.at.saturating_sub(1)),
                    _ => line().filter(|at| *at < self.sheet.lines.len()),
                };
                match to {
                    Some(at) => self.at = at,
                    None => {
                        self.say(&format!("{} is not a command. Type :help for a list.", shown(other)))?
                    }
                }
                Ok(())
            }
        }
    }

    fn list(&mut self) -> io::Result<()> {
        let face = self.face();
        let questions = Arc::clone(&self.sheet.questions);
        let mut lines = Vec::new();
        for (at, (line, question)) in self.sheet.lines.iter().zip(&questions.list).enumerate() {
            let there = match &line.checked {
                Some(checked) if !line.shown => {
                    let (verdict, typed) = (checked.marked.verdict, shown(checked.answer.typed.trim()));
                    format!(" = {typed}. {}.", report::verdict_words(verdict))
                }
                _ if line.is_open() => ": open".to_owned(),
                _ => {
                    let hint = questions.hint(at, questions.grades(at)).unwrap_or_default().text(face);
                    hint.split_once(" = ").map(|(_, value)| format!(" = {value}")).unwrap_or_default()
                }
            };
            lines.push(format!("{}. {}{there}", at + 1, question.in_symbols(false).text(face)));
        }
        self.say(&lines.join("\n"))
    }

    fn keep(&mut self) -> io::Result<()> {
        let mut gained = Progress::default();
        Begun::of(&self.sheet).into_iter().for_each(|begun| gained.put(begun));
        let lesson = course::lesson(&self.exercise.id).ok();
        let lesson = lesson.filter(|lesson| lesson.outline().title == self.exercise.title);
        if let Some((lesson, record)) = lesson.zip(Record::of(&self.sheet, !self.counted)) {
            self.counted = true;
            gained.add(lesson.id, &record);
        }
        if self.folder.path().is_some()
            && let Err(why) = self.folder.add(&gained)
        {
            output::note(&why);
            self.folder = StateFolder::default();
        }
        Ok(())
    }
}
