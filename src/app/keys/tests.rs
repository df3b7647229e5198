use std::collections::HashMap;

use crate::app::dialogs::counts::CountsDialog;
use crate::app::dialogs::help::HelpLine;
use crate::app::dialogs::menu::SettingsDialog;
use crate::app::dialogs::palette::Palette;
use crate::app::dialogs::picture::PictureDialog;
use crate::app::dialogs::test_on::TestDialog;
use crate::app::keys::Entry;
use crate::app::keys::*;
use crate::app::screens::model::ListDialog;
use crate::app::screens::plot::Kind;
use crate::app::screens::practice;
use crate::app::*;
use crate::recipe::{ModelKind, Opening, Recipe};

fn opened(sample: &str, recipe: Recipe) -> App {
    let mut app = App::new(Settings::default(), 80, 24);
    let order = Order { source: Source::Sample(sample.into()), recipe: Box::new(recipe) };
    let job = load(&mut app, order);
    work(&mut app, job);
    app
}

fn work(app: &mut App, job: Option<Job>) {
    let Some(Job::Work(task)) = job else { panic!("no work") };
    task.run().take(app);
}

/// Every set of scopes that can hold at once.
fn contexts() -> Vec<&'static [Scope]> {
    let mut all: Vec<&'static [Scope]> = Vec::new();
    let mut app = App::new(Settings::default(), 80, 24);
    let panes = [Pane::Master, Pane::Detail];
    for (screen, pane) in ScreenId::ALL.iter().flat_map(|screen| panes.map(|pane| (*screen, pane))) {
        (app.screen, app.pane) = (screen, pane);
        all.push(app.scopes());
    }
    app.screen = ScreenId::Evaluate;
    for (view, pane) in View::ALL.iter().flat_map(|view| panes.map(|pane| (*view, pane))) {
        (app.screens.evaluate.view, app.pane) = (view, pane);
        all.push(app.scopes());
    }
    (app.screen, app.pane, app.screens.course.open) = (ScreenId::Start, Pane::Master, true);
    all.push(app.scopes());
    app.screens.start.filter = Some(Field::default());
    all.push(app.scopes());
    Palette::open(&mut app);
    all.push(app.scopes());
    all.extend(dialogs().iter().map(|dialog| dialog.scopes()));
    model_contexts(&mut all);
    practice_contexts(&mut all);
    screen_contexts(&mut all);
    all
}

fn changed<D: Dialog + Clone>(dialog: &D, change: impl FnOnce(&mut D)) -> Box<dyn Dialog> {
    let mut other = dialog.clone();
    change(&mut other);
    Box::new(other)
}

fn dialogs() -> Vec<Box<dyn Dialog>> {
    let mut app = opened("weather", Recipe::default());
    let help = HelpScreen::new(app.scopes());
    let problem = Problem::default();
    let decision = Problem { choices: vec![(String::new(), Answer::Cancel)], ..problem.clone() };
    let order: Order = Source::Input.into();
    let fitted = app.session.fitted().expect("the sample has a model");
    let prior = crate::math::Quantity::prior(&fitted.classes[0]);
    let argument = crate::worked::likelihood::argue(fitted, &prior).expect("a prior is a parameter");
    let argument = ArgumentDialog::new(argument, fitted);
    let (against, _) = ConventionsDialog::new(&mut app).expect("the sample has a case");
    let (what_if, _) = WhatIfDialog::new(&mut app).expect("the sample has a case");
    app.screen = ScreenId::Data;
    let save = SaveDialog::new(&app);
    let priors = PriorsDialog::new(&app).expect("the sample has a model");
    let test = TestDialog::new(&app).expect("the sample has a recipe");
    let line = |scopes| LineDialog::new("", "", scopes, |_, _| Ok(None));
    vec![
        changed(&priors, |dialog| dialog.field = Some(Default::default())),
        Box::new(priors),
        bins(false),
        bins(true),
        Box::new(CopyDialog::new(&app)),
        changed(&save, |dialog| dialog.over = Some(Default::default())),
        Box::new(save),
        Box::new(ChooseDialog::new(&app).expect("the sample has a model")),
        changed(&test, |dialog| dialog.field = Some(Default::default())),
        Box::new(test),
        changed(&what_if, |dialog| dialog.field = Some(Default::default())),
        Box::new(what_if),
        Box::new(against),
        Box::new(CheckDialog::new(&app, &prior).expect("the sample has a model")),
        changed(&help, |dialog| dialog.typing = true),
        Box::new(help),
        Box::new(SettingsDialog::default()),
        Box::new(WarningsDialog::default()),
        Box::new(OpeningDialog::new(Opening::default())),
        Box::new(ListDialog::default()),
        Box::new(OpenDialog::default()),
        Box::new(CountsDialog::default()),
        Box::new(LineDialog::find()),
        Box::new(FilterDialog::default()),
        Box::new(line(&[Scope::RowNumber, Scope::Typed, Scope::Always])),
        Box::new(line(&[Scope::TypedGiven, Scope::Typed, Scope::Always])),
        Box::new(argument),
        Box::new(ProblemDialog::new(order.clone(), problem)),
        Box::new(ProblemDialog::new(order, decision)),
        Box::new(PictureDialog::default()),
    ]
}

fn bins(typing: bool) -> Box<dyn Dialog> {
    let mut app = opened("living-area", Recipe::default());
    crate::app::dialogs::bins::open(&mut app, 0).expect("the column has numbers");
    if typing {
        update(&mut app, Action::Find);
    }
    app.dialogs.pop().expect("the editor")
}

/// A Σ of each class, each picture, the rows of two models, and given numbers have keys of their own.
fn screen_contexts(all: &mut Vec<&'static [Scope]>) {
    let mut app = opened("elephants", Recipe { model: Some(ModelKind::Qda), ..Recipe::default() });
    app.enter(ScreenId::Parameters);
    all.push(app.scopes());
    app.pane = Pane::Detail;
    app.screens.parameters.line = app.screens.parameters.lines.len() - 2;
    for action in [Action::Form, Action::Right] {
        update(&mut app, action);
        all.push(app.scopes());
    }
    let mut app = opened("iris", Recipe { model: Some(ModelKind::Gda), ..Recipe::default() });
    app.screen = ScreenId::Plot;
    for kind in Kind::ALL {
        app.screens.plot.chosen = Some(kind);
        all.push(app.scopes());
    }
    let mut app = opened("iris", Recipe::default());
    app.screens.evaluate.view = View::Compare;
    let job = app.enter(ScreenId::Evaluate);
    work(&mut app, job);
    app.pane = Pane::Detail;
    all.push(app.scopes());
    update(&mut app, Action::LookAt);
    all.push(app.scopes());
    let mut app = opened("taxi", Recipe::default());
    app.screen = ScreenId::Data;
    all.push(app.scopes());
}

/// The lines of the recipe have keys of their own, and so has a number while it is typed.
fn model_contexts(all: &mut Vec<&'static [Scope]>) {
    let mut app = opened("weather", Recipe::default());
    app.screen = ScreenId::Model;
    for line in 0..app.screens.model.lines() {
        app.screens.model.cursor = line;
        all.push(app.scopes());
    }
    app.screens.model.field = Some(Default::default());
    all.push(app.scopes());
}

/// A line that is open, the line of the class, one that is filled in, all filled in, commands, and the other ways to practise.
fn practice_contexts(all: &mut Vec<&'static [Scope]>) {
    let mut app = opened("weather", Recipe::default());
    let job = update(&mut app, Action::Go(ScreenId::Practice));
    work(&mut app, job);
    all.push(app.scopes());
    let last = app.screens.practice.sheet(&app.session).expect("a worksheet").lines.len() - 1;
    app.screens.practice.cursor = last;
    all.push(app.scopes());
    app.screens.practice.field = None;
    all.push(app.scopes());
    let lines = app.screens.practice.sheet.as_mut().map(|sheet| std::mem::take(&mut sheet.lines));
    all.push(app.scopes());
    if let (Some(sheet), Some(lines)) = (&mut app.screens.practice.sheet, lines) {
        sheet.lines = lines;
    }
    app.screens.practice.writing = false;
    all.push(app.scopes());
    update(&mut app, Action::LookAt);
    all.push(app.scopes());
    app.dialogs.clear();
    for wanted in [Action::FindError, Action::Hint, Action::Hint, Action::Hint] {
        if let Some(Job::Work(task)) = update(&mut app, wanted) {
            task.run().take(&mut app);
        }
        all.push(app.scopes());
    }
    app.screens.practice.view = practice::View::Sheets;
    for (open, pane) in
        [(true, Pane::Master), (true, Pane::Detail), (false, Pane::Master), (false, Pane::Detail)]
    {
        (app.screens.practice.sheets.open, app.pane) = (open, pane);
        all.push(app.scopes());
    }
}

fn keys_of(entry: &Entry) -> impl Iterator<Item = (Key, Action)> {
    entry.binds.iter().flat_map(|(keys, action)| keys.iter().map(move |key| (*key, action.clone())))
}

#[test]
fn no_key_means_two_things_at_once() {
    for scopes in contexts() {
        let mut seen: HashMap<Key, Action> = HashMap::new();
        for (key, action) in scopes.iter().flat_map(|scope| entries(*scope)).flat_map(keys_of) {
            if let Some(other) = seen.insert(key, action.clone()) {
                assert!(other.is(&action), "{key} is both {other:?} and {action:?} in {scopes:?}");
            }
        }
    }
}

#[test]
fn every_action_has_a_key_and_every_scope_a_place() {
    for action in Action::BOUND {
        let bound = TABLE.iter().flat_map(keys_of).any(|(_, listed)| listed.is(action));
        assert!(bound, "{action:?} has no key");
    }
    let contexts = contexts();
    for entry in TABLE {
        assert!(
            contexts.iter().flat_map(|scopes| scopes.iter()).any(|scope| scope.holds(entry.scope)),
            "{:?} never holds",
            entry.scope
        );
    }
}

#[test]
fn an_arrow_with_shift_is_an_arrow_where_it_means_nothing_else() {
    let found = |scope, code| action(&[scope], Key::plain(code)).cloned();
    assert!(matches!(found(Scope::Grid, Code::ShiftLeft), Some(Action::Left)));
    assert!(matches!(found(Scope::Bins, Code::ShiftRight), Some(Action::MoveRight)));
    assert!(found(Scope::Start, Code::ShiftRight).is_none());
}

#[test]
fn keys_that_terminals_confuse_are_not_used() {
    for (key, action) in TABLE.iter().flat_map(keys_of) {
        if let (Code::Char(c), true) = (key.code, key.ctrl) {
            assert!(c.is_ascii_lowercase(), "Ctrl+{c} cannot be typed everywhere");
            assert!(!matches!(c, 'i' | 'j' | 'm' | 'h' | '['), "Ctrl+{c} is another key");
        }
        let movement = matches!(action, Action::Up | Action::Down | Action::Left | Action::Right);
        assert!(!matches!(key.code, Code::Char('h' | 'j' | 'k' | 'l')) || movement, "{key} must only move");
    }
    for entry in TABLE {
        for (keys, action) in entry.binds {
            assert!(keys.iter().any(|key| !key.alt), "{action:?} needs Alt");
            let awkward = |key: &Key| matches!(key.code, Code::Char('[' | ']' | '{' | '}' | '\\'));
            assert!(!keys.iter().all(awkward), "{action:?} cannot be typed on many layouts");
        }
    }
}

#[test]
fn fields_let_letters_through() {
    for scopes in contexts().iter().filter(|scopes| scopes.iter().any(|scope| scope.types())) {
        for c in ('0'..='z').chain(['?', '/', ' ']) {
            // Once every line is filled in, no field is open.
            let goes_on = c == 'n' && scopes.contains(&Scope::Finished);
            assert!(goes_on || action(scopes, Key::char(c)).is_none(), "{c} is taken from the field");
        }
    }
}

#[test]
fn the_footer_fits_and_always_has_help() {
    for scopes in contexts() {
        let has_help = [Scope::Everywhere, Scope::OnStart].iter().any(|it| scopes.contains(it));
        for width in 0..140 {
            let hints = footer(scopes, |_| true, width);
            let used: usize = hints.iter().map(|(k, l)| k.chars().count() + l.chars().count() + 3).sum();
            assert!(used <= width + 1 || hints.len() < 2, "{hints:?} in {width}");
            assert!(!has_help || hints.contains(&("?".to_string(), "help")));
        }
    }
}

#[test]
fn the_help_lists_every_entry() {
    for scopes in contexts() {
        let lines = HelpScreen::new(scopes).lines();
        for entry in TABLE {
            let line = HelpLine::Key(entry.all_keys(), entry.sentence);
            assert!(lines.contains(&line), "{} is not in the help of {scopes:?}", entry.sentence);
        }
    }
}

#[test]
fn help_lines_fit_the_overlay() {
    for entry in TABLE {
        assert!(entry.all_keys().chars().count() <= 24, "{}", entry.all_keys());
        assert!(entry.sentence.chars().count() <= 41, "{}", entry.sentence);
    }
}
