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

/// Bytes of the longest line that is read.
const LONGEST: u64 = 1 << 16;

/// Columns of a line: a screen reader reads whole sentences.
const WIDE: usize = 1 << 16;

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

fn typed(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = Read::take(&mut *input, LONGEST).read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
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
            let Some(line) = typed(input)? else {
                self.say("")?;
                return self.stopped();
            };
            match line.trim() {
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
        let score = self.score();
        self.say(&format!("{score}. Your answers are kept for next time."))
    }

    fn score(&self) -> String {
        let (filled, blanks) = self.sheet.filled();
        match self.sheet.marks() {
            Some((had, most)) => format!("{had} of {most} marks, {filled} of {blanks} lines"),
            None => format!("{filled} of {blanks} lines"),
        }
    }

    fn question(&mut self) -> io::Result<()> {
        let (number, face) = (self.at + 1, self.face());
        let Some(question) = self.sheet.questions.list.get(self.at) else { return Ok(()) };
        let text = format!("{number}. {}: {}", question.in_symbols(false).text(face), question.meaning);
        let fitted = &self.sheet.questions.fitted;
        let all = question.asked.as_ref().map(|asked| asked.names(fitted)).unwrap_or_default();
        /// Names that are listed.
        const LISTED: usize = 20;
        let mut names: Vec<String> =
            all.iter().take(LISTED).map(|name| shown(name.as_str()).into_owned()).collect();
        if all.len() > LISTED {
            names.push(format!("and {} more", all.len() - LISTED));
        }
        self.say(&format!("\n{text}"))?;
        if !names.is_empty() {
            self.say(&format!("   one of: {}", names.join(", ")))?;
        }
        Ok(())
    }

    fn answer(&mut self, typed: &str) -> io::Result<()> {
        let checked = match self.sheet.questions.check(self.at, typed, &self.sheet.others(self.at)) {
            Ok(checked) => Arc::new(checked),
            Err(error) => return self.say(&error.to_string()),
        };
        let (face, verdict) = (self.face(), checked.marked.verdict);
        let style = Style { width: WIDE, ..self.flags.style() };
        self.say(&Format::Text.draw(&report::answered(&checked, face), style))?;
        if verdict == Verdict::Unmarked && matches!(typed, "b" | "q") {
            self.say("To stop, type :quit; :back is the question before.")?;
        }
        self.sheet.take(self.at, checked);
        if matches!(verdict, Verdict::Correct | Verdict::Noted) {
            self.advance();
        }
        self.kept()
    }

    fn advance(&mut self) {
        if !self.sheet.lines.get(self.at).is_some_and(Line::is_open) {
            self.at = self.sheet.next_open(self.at).unwrap_or(self.at);
        }
    }

    fn go(&mut self, at: usize) -> io::Result<()> {
        self.at = at;
        Ok(())
    }

    /// Prints a hint, or why the exercise withholds it.
    fn reveal(&mut self, allowed: Result<(), Kept>, hint: Option<Sentence>) -> io::Result<()> {
        let text = match allowed {
            Ok(()) => hint.unwrap_or_default().text(self.face()),
            Err(why) => why.to_string(),
        };
        self.say(&text)?;
        self.advance();
        self.kept()
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
                let why = self.sheet.questions.why(self.at).map(str::to_owned);
                let because = self.sheet.questions.because(self.at).text(self.face());
                why.map_or(Ok(()), |why| self.say(&why))?;
                self.say(&because)
            }
            ":flag" => {
                let answer = match self.sheet.dispute(self.at) {
                    Some(true) => "Noted for your teacher.",
                    Some(false) => "The note is removed.",
                    None => ":flag is for an answer that was not accepted.",
                };
                self.say(answer)?;
                self.kept()
            }
            ":data" => self.table(),
            ":list" => self.list(),
            ":skip" => self.go(self.sheet.next_open(self.at).unwrap_or(self.at)),
            ":back" => self.go(self.at.saturating_sub(1)),
            ":help" | ":?" => self.say(HELP),
            other => {
                let line = other.trim_start_matches(':').trim().parse::<usize>().ok();
                match line.and_then(|line| line.checked_sub(1)).filter(|at| *at < self.sheet.lines.len()) {
                    Some(at) => self.go(at),
                    None => self.say(&format!("{} is not a command. Type :help for a list.", shown(other))),
                }
            }
        }
    }

    fn list(&mut self) -> io::Result<()> {
        self.say("")?;
        let face = self.face();
        for at in 0..self.sheet.lines.len() {
            let (Some(line), Some(question)) = (self.sheet.lines.get(at), self.sheet.questions.list.get(at))
            else {
                continue;
            };
            let grade = self.sheet.questions.grades(at);
            let there = match &line.told {
                Some(checked) if !line.shown => {
                    let (verdict, typed) = (checked.marked.verdict, shown(checked.answer.typed.trim()));
                    format!(" = {typed}. {}.", report::verdict_words(verdict))
                }
                _ if line.is_open() => ": open".to_owned(),
                _ => {
                    let hint = self.sheet.questions.hint(at, grade).unwrap_or_default().text(face);
                    hint.split_once(" = ").map(|(_, value)| format!(" = {value}")).unwrap_or_default()
                }
            };
            let name = question.in_symbols(false).text(face);
            self.say(&format!("{:>3}. {name}{there}", at + 1))?;
        }
        Ok(())
    }

    fn kept(&mut self) -> io::Result<()> {
        let mut gained = Progress::default();
        Begun::of(&self.sheet).into_iter().for_each(|begun| gained.put(begun));
        let lesson = course::lesson(&self.exercise.id)
            .ok()
            .filter(|lesson| lesson.outline().title == self.exercise.title);
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
