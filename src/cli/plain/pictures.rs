//! Pictures in words: what is drawn, told by what lies along its axes and by the numbers of what is seen.

use clap::{Args, Command, FromArgMatches};

use super::super::plot::{Plot, of_study};
use super::Room;
use super::talk::{Choice, Told};
use crate::math::Quantity;
use crate::plot::drawable;

/// The pictures by the words that the command has for them, and how many features they ask for.
const PICTURES: [(&str, &str, &str, usize); 8] = [
    ("pair", "Two features", "rows, means and boundaries of the classes", 2),
    ("feature", "One feature", "what each class has of it, and where two are as likely", 1),
    ("pushed", "What pushed the case", "each factor as what it does to the odds", 0),
    ("what-if", "The posterior along a feature", "of the case, and where the decision changes", 1),
    ("likelihood", "The likelihood of a parameter", "how fast it falls on both sides of the estimate", 0),
    ("roc", "The ROC curve", "sensitivity against 1 − specificity", 0),
    ("reliability", "Reliability", "what became of what the model was sure of", 0),
    ("sweep", "Another α or other bins", "how good the model is with each", 0),
];

impl Room<'_> {
    /// Tells the pictures that are chosen, until it is left.
    pub(super) fn pictures(&mut self) -> Told {
        let (Some(study), Some(fitted)) = (self.study.clone(), self.fitted()) else { return Ok(()) };
        let pair = drawable(&fitted).len() < 2;
        let choices: Vec<Choice> = PICTURES
            .iter()
            .map(|(_, name, about, features)| {
                let few =
                    (*features == 2 && pair).then(|| "two features that are numbers are needed.".into());
                Choice::new(*name, *about).unless(few)
            })
            .collect();
        let names: Vec<String> = fitted.feature_names().map(ToString::to_string).collect();
        while let Some(at) = self.talk.choose("Pictures in words", &choices)? {
            let Some((kind, _, _, asked)) = PICTURES.get(at) else { return Ok(()) };
            let mut words = vec!["plot".to_owned(), (*kind).to_owned()];
            let takes = |at: usize| *kind != "pair" || drawable(&fitted).contains(&at);
            let features: Vec<&String> =
                names.iter().enumerate().filter(|(at, _)| takes(*at)).map(|(_, name)| name).collect();
            for (flag, way) in [("x", "to the right"), ("y", "upwards")].into_iter().take(*asked) {
                let title = if *asked == 1 { "Feature".to_owned() } else { format!("Feature {way}") };
                let choices: Vec<Choice> =
                    features.iter().map(|name| Choice::new(name.as_str(), "")).collect();
                match self.talk.choose(&title, &choices)?.and_then(|at| features.get(at)) {
                    Some(name) => words.push(format!("--{flag}={name}")),
                    None => break,
                }
            }
            if words.len() < 2 + asked {
                continue;
            }
            if *kind == "likelihood" {
                let prior = fitted.classes.first().map(Quantity::prior);
                let prior = prior.map(|prior| prior.to_string()).unwrap_or_default();
                let prompt =
                    format!("Of which number? Type its name, Enter for {prior}, b for back or q to leave.");
                match self.talk.ask(&prompt, &[])? {
                    None => continue,
                    Some(name) => words.push(format!("--of={}", if name.is_empty() { prior } else { name })),
                }
            }
            let command = Plot::augment_args(Command::new("")).try_get_matches_from(words);
            let Ok(command) = command.and_then(|found| Plot::from_arg_matches(&found)) else { continue };
            match of_study(&command, &study, self.case.as_deref()) {
                Ok(scene) => self.talk.document(&crate::report::plot_aloud(&scene))?,
                Err(problem) => self.talk.problem(problem)?,
            }
        }
        Ok(())
    }
}
