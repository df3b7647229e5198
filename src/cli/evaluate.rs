//! `posterior evaluate`: the confusion matrix.

use clap::Args;
use serde_json::Value;

use super::flags::{DataFlags, OutputFlags};
use super::{Outcome, output};
use crate::evaluate::{self, Metrics};
use crate::math::Name;
use crate::model::{Classifier, Logistic, Study};
use crate::problem::{Problem, nearest};
use crate::recipe::folded;
use crate::report::{self, Document};

#[derive(Args)]
pub(super) struct Evaluate {
    #[command(flatten)]
    data: DataFlags,
    #[command(flatten)]
    pub(super) output: OutputFlags,
    /// The class that stands against the rest in the ROC curve
    #[arg(long, value_name = "CLASS")]
    positive: Option<String>,
    /// List every prediction in the JSON, not only the first 10,000
    #[arg(long)]
    predictions: bool,
}

pub(super) fn run(command: Evaluate) -> Outcome {
    let study = command.data.study()?;
    match study.logistic() {
        Some(logistic) => {
            let logistic = logistic?;
            judge(&command, &study, &logistic, Some(&logistic))
        }
        None => {
            let fitted = study.fitted.as_ref().map_err(Problem::clone)?;
            judge(&command, &study, fitted.as_ref(), None)
        }
    }
}

/// Judges a model by its training rows; of logistic regression the coefficients are told too, which no other command
/// does.
fn judge(command: &Evaluate, study: &Study, model: &dyn Classifier, logistic: Option<&Logistic>) -> Outcome {
    let evaluation = evaluate::evaluate(model);
    let positive = positive(command.positive.as_deref(), &evaluation.labels)?;
    let metrics = Metrics::new(&evaluation, |row| model.data().weight(row), positive);
    if command.output.is_json() {
        let mut out = report::json::study(study, model);
        let mut object = report::json::evaluate(&evaluation, command.predictions);
        if let Value::Object(object) = &mut object {
            object.extend(report::json::metrics(&evaluation, &metrics));
        }
        out.insert("evaluation".into(), object);
        out.extend(logistic.map(|logistic| ("logistic".to_owned(), report::json::logistic(logistic))));
        return output::object(&Value::Object(out), &command.output);
    }
    let mut document = Document::default();
    document.title(study.source.label());
    document.append(report::overview(model));
    logistic.into_iter().for_each(|logistic| document.append(report::logistic(logistic)));
    document.append(report::judgement(&evaluation, &metrics, model.is_naive()));
    output::document(&document, &command.output)
}

/// The class that was named: exactly, else the one that is equal without case or Unicode form, with a note.
fn positive(named: Option<&str>, labels: &[Name]) -> Result<usize, Problem> {
    let Some(named) = named else { return Ok(evaluate::default_positive(labels.len())) };
    if let Some(class) = labels.iter().position(|label| label.as_str() == named) {
        return Ok(class);
    }
    let wanted = folded(named);
    let alike: Vec<usize> =
        (0..).zip(labels).filter(|(_, label)| folded(label.as_str()) == wanted).map(|(at, _)| at).collect();
    if let [class] = alike.as_slice()
        && let Some(label) = labels.get(*class)
    {
        output::note(&format!("--positive {named} is read as the class {label}"));
        return Ok(*class);
    }
    let classes: Vec<String> = labels.iter().map(Name::to_string).collect();
    let guess = nearest(named, labels.iter().map(Name::as_str));
    Err(Problem {
        kind: "unknown_class",
        what: format!("there is no class {}", Name::new(named)),
        fix: match guess {
            Some(guess) => format!("did you mean {guess}? The classes are {}", classes.join(", ")),
            None => format!("the classes are {}", classes.join(", ")),
        },
        class: Some(named.to_owned()),
        ..Problem::default()
    })
}
