//! Single numbers: the parameters feature by feature, one by its name with its working, and an answer that is checked.

use super::Room;
use super::talk::{Choice, Told};
use crate::evaluate::judge_for;
use crate::math::Quantity;
use crate::model::Fitted;
use crate::practice::{Answer, Asked, check};
use crate::problem::Problem;
use crate::report::{self, Document};
use crate::worked::{derive, of_feature, quantities_of_case, resolve_quantity};

/// Numbers that are read out at a time.
const PAGE: usize = 20;

impl Room<'_> {
    /// Reads the parameters of the features that are chosen.
    pub(super) fn parameters(&mut self) -> Told {
        let Some(fitted) = self.fitted() else { return Ok(()) };
        let features = fitted.feature_names().enumerate().map(|(at, name)| {
            let values = fitted.factors().get(at).filter(|factor| !factor.is_number());
            Choice::new(name.to_string(), values.map_or(String::new(), |it| format!("{} values", it.k())))
        });
        let choices: Vec<Choice> =
            std::iter::once(Choice::new("Priors", "how common each class is")).chain(features).collect();
        while let Some(at) = self.talk.choose("Parameters", &choices)? {
            match at.checked_sub(1) {
                None => self.read_out(&fitted, &mut fitted.classes.iter().map(Quantity::prior))?,
                Some(at) => self.read_out(&fitted, &mut of_feature(&fitted, at))?,
            }
        }
        Ok(())
    }

    /// Reads numbers out, some at a time.
    fn read_out(&mut self, fitted: &Fitted, all: &mut dyn Iterator<Item = Quantity>) -> Told {
        let mut all = all.peekable();
        loop {
            let mut out = Document::default();
            for quantity in all.by_ref().take(PAGE) {
                if let Ok(derivation) = derive(fitted, None, &quantity) {
                    derivation.last().into_iter().for_each(|step| out.formula(&report::in_brief(step)));
                }
            }
            self.talk.document(&out)?;
            let more = "Enter for more numbers, b for back or q to leave.";
            if all.peek().is_none() || self.talk.ask(more, &[])?.is_none() {
                return Ok(());
            }
        }
    }

    /// Opens numbers by their names.
    pub(super) fn numbers(&mut self) -> Told {
        let names = self.names();
        let example = names.last().cloned().unwrap_or_default();
        let prompt = format!(
            "Type the name of a number, such as {example}, ? for more names, b for back or q to leave."
        );
        while let Some(name) = self.talk.ask(&prompt, &names)? {
            self.number(&name)?;
        }
        Ok(())
    }

    /// Names of numbers, those of the first feature last.
    fn names(&self) -> Vec<String> {
        let Some(fitted) = self.fitted() else { return Vec::new() };
        let of_case = self.case.as_ref().map(|case| quantities_of_case(&fitted, case)).unwrap_or_default();
        let priors = fitted.classes.iter().map(Quantity::prior).take(PAGE);
        let all = of_case.into_iter().rev().take(PAGE).chain(priors);
        all.chain(of_feature(&fitted, 0).take(PAGE)).map(|of| of.to_string()).collect()
    }

    /// Says the working of a number.
    pub(super) fn number(&mut self, name: &str) -> Told {
        match self.opened(name) {
            Ok(document) => self.talk.document(&document),
            Err(problem) => self.talk.problem(problem),
        }
    }

    fn opened(&self, name: &str) -> Result<Document, Problem> {
        let fitted = self.fitted().ok_or_else(Problem::default)?;
        let found = resolve_quantity(&fitted, name)?;
        judge_for(&fitted, &found.quantity);
        let case = self.case.as_deref().filter(|_| found.quantity.is_about_case());
        let mut document = report::one_quantity(&fitted, case, &found.quantity)?;
        found.notes.iter().for_each(|note| document.item(format!("{note}.")));
        Ok(document)
    }

    /// Checks answers, each against a number or the decision.
    pub(super) fn check(&mut self) -> Told {
        let names = self.names();
        let prompt = "What does it answer? Type the name of a number, class for the decision, ? for names, b for back or q to leave.";
        while let Some(of) = self.talk.ask(prompt, &names)? {
            let Some(fitted) = self.fitted() else { return Ok(()) };
            let case = self.case.clone();
            let asked = match Asked::find(&fitted, case.as_deref(), &of) {
                Ok((asked, _)) if asked.is_about_case() && case.is_none() => {
                    self.talk.say("That is about a case, and none was worked out yet: go back and choose Work out a case.")?;
                    continue;
                }
                Ok((asked, notes)) => {
                    notes.iter().try_for_each(|note| self.talk.say(&format!("{note}.")))?;
                    asked
                }
                Err(problem) => {
                    self.talk.problem(problem)?;
                    continue;
                }
            };
            let prompt =
                format!("Your answer for {of}, such as 3/9, 0.33 or 33 %, b for back or q to leave.");
            let Some(answer) = self.talk.ask(&prompt, &[])? else { continue };
            let face = self.talk.face();
            match check(&fitted, case.as_deref(), &asked, Answer::alone(&answer)) {
                Ok(checked) => self.talk.document(&report::answered(&checked, face))?,
                Err(problem) => self.talk.problem(problem)?,
            }
        }
        Ok(())
    }
}
