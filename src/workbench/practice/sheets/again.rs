//! Sheets that were saved: marked again, with the cursor where it was.

use super::super::super::app::App;
use super::super::super::job::{Job, Lane};
use super::super::super::screen_id::ScreenId;
use super::super::super::words::counted;
use super::super::view::View;
use super::work::{Looked, MarkedPile};
use super::{SheetsScreen, show};
use crate::practice::{GradedSheet, MarkedLine, Seen};
use crate::text::shown;

/// Looks for which a file that is gone is waited for: two seconds.
const PATIENCE: u8 = 8;

/// Asks whether sheets were saved, while they are on screen and nobody else asks.
pub fn look(app: &mut App) -> Option<Job> {
    let screen = &app.screens.practice;
    if !is_watching(app) || app.jobs.waits_for(Lane::Watch) {
        return None;
    }
    let sheets = screen.sheets.sheets.clone()?;
    let before = screen.sheets.stamps.clone();
    let waited = screen.sheets.gone >= PATIENCE;
    Some(app.jobs.start(
        Lane::Watch,
        "",
        move || sheets.look(&before, waited),
        |app, looked| {
            take(app, looked);
            None
        },
    ))
}

/// Whether sheets are on screen, which may be saved at any time.
pub fn is_watching(app: &App) -> bool {
    app.room == ScreenId::Practice && app.screens.practice.view == View::Sheets
}

/// Takes what was seen.
fn take(app: &mut App, looked: Looked) {
    let screen = &mut app.screens.practice.sheets;
    if screen.sheets.is_none() {
        return;
    }
    let said = match (looked.seen, looked.pile) {
        (Seen::Same, _) => {
            screen.gone = 0;
            None
        }
        (Seen::Restless, _) | (Seen::Changed, None) => None,
        (Seen::Gone(path), _) => {
            screen.gone = screen.gone.saturating_add(1);
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (screen.gone == PATIENCE)
                .then(|| format!("{} is gone. Its last marks stay until it is back.", shown(&name)))
        }
        (Seen::Changed, Some(pile)) => {
            (screen.gone, screen.stamps) = (0, looked.stamps.into());
            Some(match pile {
                Ok(pile) => screen.renew(pile),
                Err(problem) => format!("The marks are the last ones: {}", problem.what),
            })
        }
    };
    // The first sheet that can be marked brings its data along.
    if app.session.study.is_none() && app.screens.practice.sheets.sheet().is_some() {
        let screen = std::mem::take(&mut app.screens.practice.sheets);
        show(app, screen);
    }
    if let Some(said) = said {
        app.say(said);
    }
}

impl SheetsScreen {
    /// Takes the sheets as they are now, and tells what has changed.
    fn renew(&mut self, pile: MarkedPile) -> String {
        let before = std::mem::replace(&mut self.marked, pile.marked);
        self.taught = pile.taught;
        self.remarks = pile.remarks;
        let mut touched: Vec<(String, usize)> = Vec::new();
        for sheet in &self.marked {
            let old = before.iter().find(|old| old.sheet == sheet.sheet);
            let lines =
                || sheet.lines.iter().map(|line| (line, old.and_then(|old| old.lines.get(line.number - 1))));
            let turned = lines().filter(|(line, old)| old.is_some_and(|old| verdict(old) != verdict(line)));
            self.changed.extend(turned.map(|(line, _)| (sheet.sheet.clone(), line.number)));
            let other = |(line, old): &(&MarkedLine, Option<&MarkedLine>)| {
                old.is_none_or(|old| typed(old) != typed(line) || verdict(old) != verdict(line))
            };
            let lines = lines().filter(other).count();
            if lines > 0 || old.is_none_or(|old| old.left_over != sheet.left_over) {
                touched.push((sheet.who().to_owned(), lines));
            }
        }
        let is_gone = |old: &&GradedSheet| !self.marked.iter().any(|sheet| sheet.sheet == old.sheet);
        let gone = before.iter().filter(is_gone).count();
        let marked = before.get(self.cursor).map(|sheet| sheet.sheet.clone());
        let at = marked.and_then(|name| self.marked.iter().position(|sheet| sheet.sheet == name));
        self.open &= at.is_some();
        self.cursor = at.unwrap_or(self.cursor).min(self.marked.len().saturating_sub(1));
        self.line = self.line.min(self.lines().saturating_sub(1));
        told(&touched, gone, self.marked.len() == 1)
    }
}

/// `Graded again: 3 lines changed.`
fn told(touched: &[(String, usize)], gone: usize, alone: bool) -> String {
    let lines = |count: usize| match count {
        0 => "no step changed".to_owned(),
        1 => "1 line changed".to_owned(),
        count => format!("{count} lines changed"),
    };
    match touched {
        _ if gone > 0 => {
            let gone = counted(gone, "sheet is gone", "sheets are gone");
            match touched.len() {
                0 => format!("Marked again: {gone}."),
                changed => format!("Marked again: {gone}, {} changed.", counted(changed, "sheet", "sheets")),
            }
        }
        [] => "Marked again: nothing changed.".into(),
        [(_, count)] if alone => format!("Marked again: {}.", lines(*count)),
        [(who, count)] => format!("Marked again: {}, {}.", shown(who), lines(*count)),
        several => format!("Marked again: {} sheets changed.", several.len()),
    }
}

/// What is compared of a verdict: the sign as it is shown.
fn verdict(line: &MarkedLine) -> (bool, &'static str, &[usize]) {
    (line.answer.is_some(), line.marked.verdict.word(), &line.with)
}

fn typed(line: &MarkedLine) -> Option<&str> {
    line.answer.as_ref().map(|answer| answer.typed.as_str())
}
