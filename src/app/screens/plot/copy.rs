//! Copies of a picture: the values at the crosshair or of the selected bar, and the facts of the picture in words.

use crate::app::copying::Found;
use crate::app::dialogs::save::What;
use crate::app::screens::plot::state::{Drawn, KNOBS, Kind};
use crate::app::screens::plot::{crosshair, kind, rounded};
use crate::app::state::App;
use crate::math::{Number, Precision, Sentence, sentence};
use crate::model::{Classifier, Fitted};
use crate::plot::{Scene, reading};
use crate::report;
use crate::report::json::{Answer, Picture};
use crate::report::{Extract, Sheet};

pub(crate) fn extract(app: &App, what: What) -> Option<Found<'_>> {
    let drawn = app.screens.plot.drawn.as_deref()?;
    let scene = drawn.scene.as_ref().ok()?;
    match what {
        What::Marked => {
            let marked = marked(app, drawn, scene)?;
            Some(Ok(Extract::default().line(move || marked.text(app.settings.face()))))
        }
        What::Table => {
            let picture = move || report::Picture { scene: scene.clone(), ..report::Picture::default() };
            let facts = move || {
                let mut sheet = Sheet::new(["what is seen", "in numbers"]);
                sheet.rows =
                    scene.facts.iter().map(|fact| vec![fact.what.plain(), fact.value.plain()]).collect();
                sheet
            };
            let found = Extract::default().document(move || report::plot(picture())).sheet(facts);
            Some(Ok(match app.session.study.as_deref() {
                Some(study) => found.json(move || {
                    let model = study.model().ok().map(|fitted| fitted as &dyn Classifier);
                    Some(Answer::new(study, model, Picture::new(scene)))
                }),
                None => found.json(move || Some(Picture::new(scene))),
            }))
        }
        _ => None,
    }
}

fn marked(app: &App, drawn: &Drawn, scene: &Scene) -> Option<Sentence> {
    let screen = &app.screens.plot;
    let fitted = app.session.fitted();
    match kind(app) {
        Kind::Pair => {
            let (at, frame) = (crosshair(app)?, scene.frames.first()?);
            let shares = reading(drawn.surface.as_ref()?, at).classes.into_iter().map(|(_, share)| share);
            let place = [(&frame.x, at[0]), (&frame.y, at[1])].map(|(axis, at)| {
                sentence!("{} {}", Sentence::data(axis.title.clone()), rounded(at, axis.range))
            });
            Some(sentence!("{}: {}", Sentence::join(place, ", "), posteriors(fitted?, shares)))
        }
        Kind::Feature => {
            let (at, frame) = (crosshair(app)?[0], scene.frames.first()?);
            let shares = drawn.along.as_ref()?.reading(at).into_iter().map(|(_, share)| share);
            let title = Sentence::data(frame.x.title.clone());
            Some(sentence!("{} {}: {}", title, rounded(at, frame.x.range), posteriors(fitted?, shares)))
        }
        Kind::Contributions => {
            let bar = drawn.pushed.as_ref()?.bars.get(screen.bar)?;
            let ln = Number::Float(bar.ln).rounded(Precision::Share);
            Some(sentence!(
                "{}: times {}, ln {}",
                Sentence::data(bar.label.clone()),
                report::to(&bar.ratio, Precision::FACTOR),
                ln
            ))
        }
        Kind::Normal if screen.figure > 0 => Some(report::changes(scene)),
        Kind::Normal => {
            let value = Number::Float(screen.knob_value(screen.knob)).fixed(2);
            Some(sentence!("{} = {}", KNOBS.get(screen.knob)?.0, value))
        }
    }
}

/// `P(No | x) = 0.7201, P(Yes | x) = 0.2799`
fn posteriors(fitted: &Fitted, shares: impl Iterator<Item = f64>) -> Sentence {
    let each = fitted
        .classes
        .iter()
        .zip(shares)
        .map(|(class, share)| sentence!("P({} | x) = {}", class, report::decimal(&Number::Float(share))));
    Sentence::join(each, ", ")
}
