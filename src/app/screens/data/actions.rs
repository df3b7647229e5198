//! The keys of screen 1, given numbers, and copies of cells.

use std::sync::Arc;

use crate::app::copying::{CELLS, line};
use crate::app::dialogs::line::{FilterDialog, LineDialog};
use crate::app::prelude::*;
use crate::app::screens::data::filter::{Filter, condition};
use crate::app::screens::data::{Before, Only, Place, Search, Shown, find, view};
use crate::app::screens::model::{changed, current};
use crate::app::session::{Past, Pick};
use crate::app::terminal::theme::Theme;
use crate::app::words;
use crate::app::words::{clip, number, shown};
use crate::model::Study;
use crate::problem::Problem;
use crate::recipe::{GivenBlock, Recipe};
use crate::report::{Extract, Sheet, given_number, given_tables};
use crate::table;
use crate::table::{Bin, Column, Profile, Source, ValueCount, Watch};
use crate::table::{Cell, Table};
use crate::text::counted;
use crate::text::grouped;

#[derive(Debug)]
pub struct Data;

impl Screen for Data {
    fn left(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        match given(canvas.app) {
            Some(recipe) => view::given_numbers(canvas, recipe),
            None => view::left(canvas),
        }
        None
    }

    fn right(&self, canvas: &mut Canvas<'_>) {
        match given(canvas.app) {
            Some(_) => view::given_details(canvas),
            None => view::profile_of_column(canvas),
        }
    }

    fn needed(&self, app: &App, theme: &Theme) -> usize {
        given(app).map_or_else(|| view::needed(app, theme), view::given_needed)
    }

    fn extract<'a>(&self, app: &'a App, what: What) -> Option<Found<'a>> {
        extract(app, what)
    }

    fn act(&self, app: &mut App, action: &Action) -> Reply {
        if given(app).is_some() {
            return act_on_given(app, action);
        }
        match action {
            Action::Find => app.show(LineDialog::find()),
            Action::FindNext => return again(app, true),
            Action::FindPrevious => return again(app, false),
            Action::Sort => {
                let shown = app.screens.data.shown.sorted(app.screens.data.column);
                return Reply::of(show(app, shown, None));
            }
            Action::Filter => return Reply::of(FilterDialog::open(app)),
            Action::AllRows => return all_rows(app),
            Action::ChooseRow => app.show(row_dialog()),
            Action::Enter if app.pane == Pane::Detail => return only_value(app),
            Action::Enter => return explain(app),
            Action::Back if app.pane == Pane::Master && app.jobs.busy().is_none() => {
                let Some(from) = app.screens.data.only.as_ref().map(|only| only.from) else {
                    return Reply::Pass;
                };
                app.leave_counted();
                return Reply::of(app.enter(from));
            }
            action if app.pane == Pane::Detail => return down_values(app, action),
            action => return travel(app, action),
        }
        Reply::Taken
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        match app.pane {
            Pane::Master if given(app).is_some() => {
                &[Scope::Grid, Scope::Given, Scope::Page, Scope::Everywhere, Scope::Always]
            }
            Pane::Detail if given(app).is_some() => {
                &[Scope::Detail, Scope::Page, Scope::Everywhere, Scope::Always]
            }
            Pane::Master => {
                &[Scope::Grid, Scope::Cells, Scope::Data, Scope::Page, Scope::Everywhere, Scope::Always]
            }
            Pane::Detail => &[Scope::Values, Scope::Data, Scope::Page, Scope::Everywhere, Scope::Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        match app.pane {
            _ if given(app).is_some() => {
                "All numbers are given; no rows are counted. Enter: type another number."
            }
            Pane::Master => "* is the class; it stays in view. · is missing.",
            Pane::Detail => "How often each value occurs, by class. Enter: its rows.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        renewed(app).or_else(|| profile(app))
    }

    fn works(&self, app: &App, action: &Action) -> bool {
        let data = &app.screens.data;
        match action {
            Action::AllRows => data.shown.filter.is_some() || data.only.is_some(),
            Action::FindNext | Action::FindPrevious => data.sought.is_some(),
            _ => true,
        }
    }

    fn wide(&self, _: &App) -> bool {
        true
    }

    fn find(&self, app: &mut App, text: &str) -> Option<Job> {
        search(app, text, true)
    }
}

fn down_values(app: &mut App, action: &Action) -> Reply {
    let many = values(app, |parts| parts.len()).unwrap_or(0);
    let data = &mut app.screens.data;
    if many == 0 {
        return Reply::moved(data.detail.moves(action));
    }
    // Each has a line and a bar.
    Reply::moved(moves(&mut data.value, many - 1, (data.detail.page() / 2).max(1), action))
}

fn values<T>(app: &App, of: impl Fn(&[Part<'_>]) -> T) -> Option<T> {
    let data = &app.screens.data;
    let profile = data.counted()?;
    Some(of(&parts(app.session.table.as_ref()?.columns().get(data.column)?, profile).0))
}

fn only_value(app: &mut App) -> Reply {
    let at = app.screens.data.value;
    let text = values(app, |parts| parts.get(at).map(|part| part.filter.clone())).flatten();
    let table = app.session.table.as_ref();
    let filter =
        text.zip(table).and_then(|(text, table)| Filter::read(&text, table, app.screens.data.column).ok());
    let Some(new) = filter.flatten() else {
        app.say("No value is selected.");
        return Reply::Taken;
    };
    app.pane = Pane::Master;
    let now = app.screens.data.shown.clone();
    let filter = Some(match now.filter {
        Some(filter) => filter.with(new),
        None => new,
    });
    Reply::of(show(app, Shown { filter, ..now }, None))
}

fn explain(app: &mut App) -> Reply {
    let data = &app.screens.data;
    let row = data.row_at(data.row);
    let all = app.session.table.as_ref().map_or(0, |table| table.rows());
    if all == 0 && app.session.fitted().is_some() {
        app.say("The rows are not loaded. Press 5 to work out your own case.");
    } else if data.list.as_ref().is_some_and(|rows| rows.is_empty()) {
        app.say("There is no row here.");
    } else if let Some(why) = app.session.blocked(ScreenId::Explain) {
        app.say(why);
    } else {
        app.take_up(Pick::Row(row));
        return Reply::of(app.descend(ScreenId::Explain));
    }
    Reply::Taken
}

fn travel(app: &mut App, action: &Action) -> Reply {
    let Some(table) = app.session.table.clone() else { return Reply::Pass };
    let target = app.session.target;
    let data = &mut app.screens.data;
    let page = data.scroll.page().saturating_sub(1).max(1);
    let last = data.rows(table.rows()).saturating_sub(1);
    match action {
        Action::Left | Action::Right => {
            data.column = data.beside(data.column, target, matches!(action, Action::Right));
        }
        // The row numbers, the class and the line behind it come before the other columns.
        Action::SelectColumn(to) => {
            let others = (0..table.columns().len()).filter(|at| target != Some(*at));
            data.column = match (to, target) {
                (1, Some(class)) => class,
                (to, _) => others
                    .into_iter()
                    .nth(to.saturating_sub(if target.is_some() { 3 } else { 1 }))
                    .unwrap_or(data.column),
            };
        }
        action if moves(&mut data.row, last, page, action) => {}
        _ => return Reply::Pass,
    }
    Reply::of(profile(app))
}

/// Counts the selected column in the rows that are shown, unless that is done.
pub fn profile(app: &mut App) -> Option<Job> {
    let table = app.session.table.clone()?;
    let column = app.screens.data.column;
    if app.screens.data.counted().is_some() || given(app).is_some() {
        return None;
    }
    app.screens.data.detail.to(0);
    app.screens.data.value = 0;
    let (target, rows) = (app.session.target, app.screens.data.some_rows());
    let fitted = app.session.fitted().cloned();
    let work = move || {
        let sums = fitted.and_then(|fitted| fitted.profile_of_sums(column));
        let profile = sums.or_else(|| table::profile_of(&table, column, target, rows.as_deref()));
        profile.map(|profile| (column, rows, Box::new(profile)))
    };
    Some(app.jobs.start(Lane::Profile, "", work, move |app, profile| {
        app.screens.data.profile = profile;
        None
    }))
}

pub fn search(app: &mut App, text: &str, forward: bool) -> Option<Job> {
    let table = app.session.table.clone()?;
    let data = &mut app.screens.data;
    data.sought = Some(text.to_string());
    let from = Place { row: data.row, column: data.column };
    let search = Search { text: text.to_string(), from, forward, only: data.list.clone() };
    let label = format!("looking for “{text}” …");
    let work = move || (find(&table, &search), search);
    Some(app.jobs.start(Lane::Search, label, work, |app, (place, search)| found(app, &search, place)))
}

pub fn started_again(forward: bool) -> &'static str {
    match forward {
        true => "Search continued from the top.",
        false => "Search continued from the end.",
    }
}

fn again(app: &mut App, forward: bool) -> Reply {
    match app.screens.data.sought.clone() {
        Some(text) => Reply::of(search(app, &text, forward)),
        None => {
            app.say("There is no search text yet. Press / to type one.");
            Reply::Taken
        }
    }
}

fn found(app: &mut App, search: &Search, place: Option<Place>) -> Option<Job> {
    // A match in other rows than those on screen is ignored.
    if search.only != app.screens.data.list {
        return None;
    }
    let Some(place) = place else {
        app.say(format!("No cell contains “{}”.", words::shown(&search.text)));
        return None;
    };
    let before = (search.from.row, search.from.column);
    let after = (place.row, place.column);
    if before == after {
        app.say("This is the only match.");
    } else if (after > before) != search.forward {
        app.say(started_again(search.forward));
    }
    (app.screens.data.row, app.screens.data.column) = after;
    profile(app)
}

/// Shows only the rows counted for a number, with the cursor on the first of them and on `column`.
pub fn show_only(app: &mut App, of: String, rows: &[usize], column: usize) -> Option<Job> {
    app.leave_counted();
    let from = app.screen;
    let rows: Arc<[u32]> = rows.iter().filter_map(|row| u32::try_from(*row).ok()).collect();
    let data = &mut app.screens.data;
    let before = Before {
        row: data.row,
        top: data.scroll.top(),
        shown: std::mem::take(&mut data.shown),
        list: data.list.replace(Arc::clone(&rows)),
    };
    data.only = Some(Only { of, rows, from, before });
    (data.row, data.column) = (0, column);
    app.enter(ScreenId::Data)
}

/// Shows other rows or another order, which can be undone; the cursor goes to the row `aim`, or stays on its row.
pub fn show(app: &mut App, shown: Shown, aim: Option<usize>) -> Option<Job> {
    let data = &app.screens.data;
    if shown == data.shown {
        return None;
    }
    find_rows(app, shown, true, aim)
}

/// Goes to a row of the data; shows all rows if it is hidden.
pub fn show_row(app: &mut App, row: usize) -> Option<Job> {
    let data = &mut app.screens.data;
    if let Some(place) = data.place_of(row) {
        data.row = place;
        return profile(app);
    }
    let counted = app.screens.data.only.is_some();
    app.leave_counted();
    let why = if counted { "was not counted" } else { "does not match the filter" };
    let all = Shown { filter: None, ..app.screens.data.shown.clone() };
    let undo = if counted { "" } else { " u: restore the filter." };
    app.say(format!("Row {} {why}: all rows are shown.{undo}", row + 1));
    match app.screens.data.place_of(row) {
        Some(_) if counted => show_row(app, row),
        _ => show(app, all, Some(row)),
    }
}

pub fn all_rows(app: &mut App) -> Reply {
    let data = &app.screens.data;
    if data.shown.filter.is_none() && data.only.is_none() {
        app.say("All rows are shown.");
        return Reply::Taken;
    }
    let row = data.row_at(data.row);
    app.leave_counted();
    Reply::of(match app.screens.data.shown.clone() {
        Shown { filter: None, .. } => show_row(app, row),
        shown => show(app, Shown { filter: None, ..shown }, Some(row)),
    })
}

pub fn turned(app: &mut App, shown: Shown) -> Option<Job> {
    find_rows(app, shown, false, None)
}

/// Finds the shown rows again after a change of the model, if they may differ now.
pub fn renewed(app: &mut App) -> Option<Job> {
    let table = app.session.table.clone()?;
    if !std::mem::take(&mut app.screens.data.stale) {
        return None;
    }
    let column = app.screens.data.column;
    let before = app.screens.data.shown.clone();
    let gone = before.filter.as_ref().map(ToString::to_string);
    let judged = before.filter.as_ref().is_some_and(Filter::needs_predictions);
    let filter = gone.as_ref().and_then(|text| Filter::read(text, &table, column).ok().flatten());
    let filter = filter.filter(|_| !judged || app.screens.evaluate.evaluated(&app.session).is_some());
    let sort = before.sort.filter(|sort| sort.column < table.columns().len());
    if let (Some(gone), None) = (gone, &filter) {
        let why = if judged {
            "press 4 to predict the rows with the new model"
        } else {
            "the columns are read differently now"
        };
        app.say(format!("The filter {} was removed: {why}.", words::clip(&words::shown(&gone), 40)));
    }
    find_rows(app, Shown { filter, sort }, false, None)
}

/// Finds the rows to show, and shows them; remembers the previous ones if `remember` is set.
fn find_rows(app: &mut App, shown: Shown, remember: bool, aim: Option<usize>) -> Option<Job> {
    let table = app.session.table.clone()?;
    let data = &app.screens.data;
    let aim = aim.unwrap_or_else(|| data.row_at(data.row));
    let some = data.only.as_ref().map(|only| Arc::clone(&only.rows));
    if shown.is_all() {
        return take_rows(app, shown, some, remember, aim);
    }
    let predicted = shown.filter.as_ref().is_some_and(Filter::needs_predictions);
    let evaluated = app.screens.evaluate.evaluated(&app.session).filter(|_| predicted).cloned();
    let rows = counted(some.as_ref().map_or(table.rows(), |some| some.len()), "row", "rows");
    let doing = if shown.filter == data.shown.filter { "sorting" } else { "filtering" };
    let of = Arc::clone(&table);
    let work = move |watch: Arc<Watch>| {
        let judged = evaluated.map(|evaluated| evaluated.judged(table.rows())).unwrap_or_default();
        let rows = shown.rows(&table, some.as_deref(), &judged, &watch);
        (shown, rows.map(Arc::from))
    };
    let label = format!("{doing} {rows} …");
    Some(app.jobs.start_watched(Lane::Shown, label, work, move |app, (shown, rows)| {
        let same = app.session.table.as_ref().is_some_and(|now| Arc::ptr_eq(now, &of));
        let rows: Option<Arc<[u32]>> = rows.filter(|_| same);
        rows.and_then(|rows| take_rows(app, shown, Some(rows), remember, aim))
    }))
}

/// Shows the found rows; the cursor stays on its row, at the same height, if the row is among them.
fn take_rows(
    app: &mut App,
    shown: Shown,
    list: Option<Arc<[u32]>>,
    remember: bool,
    aim: usize,
) -> Option<Job> {
    let data = &mut app.screens.data;
    let below = data.row.saturating_sub(data.scroll.top());
    let before = std::mem::replace(&mut data.shown, shown);
    data.list = list;
    if remember {
        app.session.history.remember(Past::Shown(before));
    }
    let data = &mut app.screens.data;
    data.row = data.place_of(aim).unwrap_or(0);
    data.scroll.to(data.row.saturating_sub(below));
    if data.list.as_ref().is_some_and(|rows| rows.is_empty()) && app.toast.is_none() {
        app.say("No row matches the filter. F shows all rows again.");
    }
    profile(app)
}

/// Asks for a row by its number.
fn row_dialog() -> LineDialog {
    LineDialog::new("Go to a row", "row ", &[Scope::RowNumber, Scope::Typed, Scope::Always], |app, text| {
        let rows = app.session.table.as_ref().map_or(0, |table| table.rows());
        match text.trim().parse::<usize>() {
            Ok(row) if (1..=rows).contains(&row) => Ok(show_row(app, row - 1)),
            _ => Err(format!("Type a row number from 1 to {rows}.")),
        }
    })
}

const FEW_NUMBERS: usize = 12;

#[derive(Clone, Debug)]
pub struct Part<'a> {
    pub label: String,
    pub short: String,
    pub total: u64,
    pub by_class: &'a [u64],
    pub filter: String,
}

pub fn parts<'a>(column: &Column, profile: &'a Profile) -> (Vec<Part<'a>>, &'static str, &'static str) {
    let words = profile.words.as_ref().map_or(&[][..], |words| &words.commonest);
    let name = column.name.as_str();
    let value = |v: &'a ValueCount| {
        let label = shown(v.value.as_str()).into_owned();
        let filter = condition(name, "=", v.value.as_str());
        Part { short: label.clone(), label, total: v.count, by_class: &v.by_class, filter }
    };
    match &profile.numbers {
        // A few distinct numbers are shown one by one, not in intervals.
        Some(numbers) if profile.distinct > FEW_NUMBERS => {
            let decimals = decimals_of_edges(column, &numbers.bins);
            let last = numbers.bins.len().saturating_sub(1);
            let interval = |(at, bin): (usize, &'a Bin)| {
                let short = number(bin.low, decimals);
                let label = format!("{short} to {}", number(bin.high, decimals));
                let below = if at == last { "≤" } else { "<" };
                let ends = [("≥", bin.low), (below, bin.high)];
                let filter = ends.map(|(sign, edge)| condition(name, sign, &edge.to_string())).join(", ");
                Part { label, short, total: bin.count, by_class: &bin.by_class, filter }
            };
            (numbers.bins.iter().enumerate().map(interval).collect(), "Interval", "From")
        }
        _ => {
            let heading = if profile.words.is_some() { "Word" } else { "Value" };
            (profile.values.iter().chain(words).map(value).collect(), heading, heading)
        }
    }
}

fn decimals_of_edges(column: &Column, bins: &[Bin]) -> u8 {
    let most = column.decimals.saturating_add(1);
    let is_exact = |decimals: &u8| {
        let scale = 10_f64.powi(i32::from(*decimals));
        bins.iter().all(|bin| ((bin.low * scale).round() / scale - bin.low).abs() <= bin.low.abs() * 1e-12)
    };
    (0..most).find(is_exact).unwrap_or(most)
}

pub fn given(app: &App) -> Option<&Recipe> {
    app.session.study.as_ref().map(|study| &study.recipe).filter(|recipe| recipe.given.is_some())
}

fn act_on_given(app: &mut App, action: &Action) -> Reply {
    let Some(blocks) = given(app).map(Recipe::given_blocks) else { return Reply::Pass };
    if app.pane == Pane::Detail {
        return Reply::moved(app.screens.data.detail.moves(action));
    }
    let rows: Vec<usize> =
        blocks.iter().flat_map(|block| &block.rows).map(|(_, cells)| cells.len()).collect();
    let cursor = &mut app.screens.data.given;
    match action {
        Action::EditCell => return Reply::of(edit(app, &blocks)),
        Action::Left => cursor.column = cursor.column.saturating_sub(1),
        Action::Right => cursor.column += 1,
        Action::SelectColumn(to) => cursor.column = to.saturating_sub(1),
        action if moves(&mut cursor.line, rows.len().saturating_sub(1), app.frame.page(4), action) => {}
        _ => return Reply::Pass,
    }
    let last = rows.get(cursor.line).map_or(0, |cells| cells.saturating_sub(1));
    cursor.column = cursor.column.min(last);
    app.screens.data.detail.to(0);
    Reply::Taken
}

/// The most names that are listed beside a line of several numbers.
const NAMED: usize = 8;

fn edit(app: &mut App, blocks: &[GivenBlock]) -> Option<Job> {
    let place = app.screens.data.given.place(blocks)?.clone();
    let recipe = current(app)?;
    let together = recipe.given_together(&place);
    let cells = blocks.iter().flat_map(|block| &block.rows).flat_map(|(_, cells)| cells);
    let own = cells.into_iter().find(|(at, _)| *at == place).map(|(_, number)| number.text().to_owned());
    // With more than two, no single number follows from the others.
    let text = match together.len() {
        0..=2 => own.unwrap_or_default(),
        _ => together.iter().map(|(_, number)| number.text()).collect::<Vec<_>>().join(" "),
    };
    let names = together.iter().map(|(name, _)| clip(&shown(name), 14).into_owned());
    let help = match together.len() {
        0..=1 => String::new(),
        2 => "One number; the other one is what is left of 1.".to_owned(),
        many => {
            let named = names.take(NAMED).collect::<Vec<_>>().join(", ");
            let more = if many > NAMED { ", …" } else { "" };
            format!("All {many}, with blanks between them: {named}{more}")
        }
    };
    let title = shown(&place.quantity().to_string()).into_owned();
    let accept = move |app: &mut App, text: &str| {
        let Some(before) = current(app) else { return Ok(None) };
        match before.with_given_number(&place, text).and_then(is_a_model) {
            Ok(recipe) => Ok(if recipe == before { None } else { changed(app, recipe) }),
            Err(problem) => Err(format!("Not changed: {}. {}", problem.what, problem.advice())),
        }
    };
    let dialog = LineDialog::new(title, "= ", &[Scope::TypedGiven, Scope::Typed, Scope::Always], accept);
    app.show(LineDialog { field: Field::selected(text), help, ..dialog });
    None
}

/// Returns the recipe if its numbers make a model. Fast, since there are no rows.
fn is_a_model(recipe: Recipe) -> Result<Recipe, Problem> {
    let study = Study::open(Source::bytes("given numbers", *b""), recipe.clone())?;
    study.model()?;
    Ok(recipe)
}

fn extract(app: &App, what: What) -> Option<Found<'_>> {
    if let Some(recipe) = given(app) {
        let place = app.screens.data.given.place(&recipe.given_blocks())?.clone();
        return match what {
            What::Marked => Some(Ok(Extract::default().document(move || given_number(recipe, &place)))),
            What::Table => Some(Ok(Extract::default().document(move || given_tables(recipe)))),
            _ => None,
        };
    }
    let (table, data) = (app.session.table.as_deref()?, &app.screens.data);
    let columns = match what {
        What::Marked => {
            let (row, column) = (data.row_at(data.row), data.column);
            return match table.cell(row, column) {
                Cell::Missing => Some(Err("This cell is missing: there is nothing to copy.".to_owned())),
                _ => line(copied_cell(table, row, column)),
            };
        }
        What::Column => data.column..data.column + 1,
        What::Table => 0..table.columns().len(),
        _ => return None,
    };
    let rows = data.rows(table.rows());
    if rows.saturating_mul(columns.len()) > CELLS {
        let rows = grouped(rows as u64);
        return Some(Err(format!("{rows} rows are too many to copy. Open the file instead.")));
    }
    let sheet = move || {
        let names = table.columns().get(columns.clone()).unwrap_or_default();
        let mut sheet = Sheet::new(names.iter().map(|column| column.name.as_str()));
        let row =
            |at: usize| columns.clone().map(|column| copied_cell(table, data.row_at(at), column)).collect();
        sheet.rows = (0..rows).map(row).collect();
        sheet
    };
    let document = {
        let sheet = sheet.clone();
        move || sheet().document()
    };
    Some(Ok(Extract::default().document(document).sheet(sheet)))
}

/// Returns a cell as in the file: a text in full, a number with the decimals of its column.
fn copied_cell(table: &Table, row: usize, column: usize) -> String {
    match table.cell(row, column) {
        Cell::Number(_) => words::cell(table, row, column),
        _ => table.cell_text(row, column).into_owned(),
    }
}
