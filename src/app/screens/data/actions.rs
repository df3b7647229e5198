//! The keys of screen 1, given numbers, and copies of cells.

use crate::app::copying::{CELLS, line};
use crate::app::dialogs::line::{FilterDialog, LineDialog};
use crate::app::prelude::*;
use crate::app::screens::data::filter::Filter;
use crate::app::screens::data::{Only, ProfilePart, Shown, find, given, parts};
use crate::app::screens::model::{change_recipe, current};
use crate::app::words::cell;
use crate::problem::Problem;
use crate::recipe::GivenBlock;
use crate::report::{Sheet, given_number, given_tables};
use crate::table::{Cell, Source, Table, profile_of};

pub struct Data;

impl Screen for Data {
    fn extract<'a>(&self, app: &'a App, what: What) -> Option<Found<'a>> {
        if let Some(recipe) = given(app) {
            let (place, _) = app.screens.data.given_number(&recipe.given_blocks())?;
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
            let row = |at: usize| {
                columns.clone().map(|column| copied_cell(table, data.row_at(at), column)).collect()
            };
            sheet.rows = (0..rows).map(row).collect();
            sheet
        };
        let printed = sheet.clone();
        Some(Ok(Extract::default().document(move || printed().document()).sheet(sheet)))
    }

    fn act(&self, app: &mut App, action: &Action) -> Reply {
        if given(app).is_some() {
            return act_on_given(app, action);
        }
        match action {
            Action::Find => app.show(LineDialog::find()),
            Action::FindNext | Action::FindPrevious => {
                return Reply::of(search(app, None, matches!(action, Action::FindNext)));
            }
            Action::Sort => {
                let data = &app.screens.data;
                return Reply::of(show(app, data.shown.sorted(data.column), None));
            }
            Action::Filter => return Reply::of(FilterDialog::open(app)),
            Action::AllRows => return Reply::of(all_rows(app)),
            Action::ChooseRow => app.show(row_dialog()),
            Action::Enter if app.pane == Pane::Detail => return Reply::of(only_value(app)),
            Action::Enter => return Reply::of(explain(app)),
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
        use Scope::{Always, Cells, Detail, Everywhere, Given, Grid, Page, Values};
        match (app.pane, given(app)) {
            (Pane::Master, Some(_)) => &[Grid, Given, Page, Everywhere, Always],
            (Pane::Detail, Some(_)) => &[Detail, Page, Everywhere, Always],
            (Pane::Master, None) => &[Grid, Cells, Scope::Data, Page, Everywhere, Always],
            (Pane::Detail, None) => &[Values, Scope::Data, Page, Everywhere, Always],
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
        search(app, Some(text), true)
    }
}

fn down_values(app: &mut App, action: &Action) -> Reply {
    let many = values(app).len();
    let data = &mut app.screens.data;
    if many == 0 {
        return Reply::moved(data.detail.moves(action));
    }
    // Each has a line and a bar.
    Reply::moved(moves(&mut data.value, many - 1, (data.detail.page() / 2).max(1), action))
}

fn values(app: &App) -> Vec<ProfilePart<'_>> {
    let data = &app.screens.data;
    let column = app.session.table.as_ref().and_then(|table| table.columns().get(data.column));
    column.zip(data.counted()).map(|(column, profile)| parts(column, profile).0).unwrap_or_default()
}

fn only_value(app: &mut App) -> Option<Job> {
    let data = &app.screens.data;
    let text = values(app).get(data.value).map(|part| part.filter.clone());
    let filter = text.zip(app.session.table.as_ref());
    let filter = filter.and_then(|(text, table)| Filter::read(&text, table, data.column).ok().flatten());
    let Some(new) = filter else {
        return app.reply("No value is selected.");
    };
    let now = data.shown.clone();
    app.pane = Pane::Master;
    let filter = Some(match now.filter {
        Some(filter) => filter.with(new),
        None => new,
    });
    show(app, Shown { filter, ..now }, None)
}

fn explain(app: &mut App) -> Option<Job> {
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
        app.set_pick(Pick::Row(row));
        return app.descend(ScreenId::Explain);
    }
    None
}

fn travel(app: &mut App, action: &Action) -> Reply {
    let Some(table) = app.session.table.clone() else { return Reply::Pass };
    let target = app.session.target;
    let data = &mut app.screens.data;
    let page = data.scroll.page().saturating_sub(1).max(1);
    let last = data.rows(table.rows()).saturating_sub(1);
    match action {
        Action::Left | Action::Right | Action::SelectColumn(_) => {
            let order = data.order(target);
            let now = order.iter().position(|at| *at == data.column).unwrap_or(0);
            let to = match action {
                Action::Left => now.saturating_sub(1),
                Action::SelectColumn(1) => 0,
                // The row numbers, the class and the line behind it come before the other columns.
                Action::SelectColumn(to) if target.is_some() => to.saturating_sub(2).max(1),
                Action::SelectColumn(to) => to.saturating_sub(1),
                _ => now + 1,
            };
            data.column = order.get(to).copied().unwrap_or(data.column);
        }
        action if moves(&mut data.row, last, page, action) => {}
        _ => return Reply::Pass,
    }
    Reply::of(profile(app))
}

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
        let profile = sums.or_else(|| profile_of(&table, column, target, rows.as_deref()));
        profile.map(|profile| (column, rows, Box::new(profile)))
    };
    Some(app.jobs.start(Lane::Profile, "", work, move |app, profile| {
        app.screens.data.profile = profile;
        None
    }))
}

fn search(app: &mut App, text: Option<&str>, forward: bool) -> Option<Job> {
    let table = app.session.table.clone()?;
    let data = &mut app.screens.data;
    data.sought = text.map(str::to_owned).or(data.sought.take());
    let Some(text) = data.sought.clone() else {
        return app.reply("There is no search text yet. Press / to type one.");
    };
    let (from, list, searched) = ((data.row, data.column), data.list.clone(), data.list.clone());
    let label = format!("looking for “{text}” …");
    let work = move || {
        let found = find(&table, &text, from, forward, searched.as_deref());
        (text, found)
    };
    Some(app.jobs.start(Lane::Search, label, work, move |app, (text, found)| {
        // A match in other rows than those on screen is ignored.
        if app.screens.data.list != list {
            return None;
        }
        let Some(to) = found else {
            return app.reply(format!("No cell contains “{}”.", shown(&text)));
        };
        report_match(app, from, to, forward);
        (app.screens.data.row, app.screens.data.column) = to;
        profile(app)
    }))
}

/// Reports that a search found the match it began at, or continued at the other end.
pub fn report_match<T: PartialOrd>(app: &mut App, from: T, to: T, forward: bool) {
    if from == to {
        app.say("This is the only match.");
    } else if (to > from) != forward {
        let end = if forward { "top" } else { "end" };
        app.say(format!("Search continued from the {end}."));
    }
}

pub fn show_only(app: &mut App, of: String, rows: &[usize], column: usize) -> Option<Job> {
    app.leave_counted();
    let from = app.screen;
    let rows: Arc<[u32]> = rows.iter().filter_map(|row| u32::try_from(*row).ok()).collect();
    let data = &mut app.screens.data;
    data.only = Some(Only {
        of,
        rows: Arc::clone(&rows),
        from,
        row: data.row,
        top: data.scroll.top(),
        shown: std::mem::take(&mut data.shown),
        list: data.list.replace(rows),
    });
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
    let data = &app.screens.data;
    if data.place_of(row).is_none() {
        let (why, undo) = match data.only {
            Some(_) => ("was not counted", ""),
            None => ("does not match the filter", " u: restore the filter."),
        };
        app.say(format!("Row {} {why}: all rows are shown.{undo}", row + 1));
        app.leave_counted();
    }
    let Some(place) = app.screens.data.place_of(row) else { return show_all(app, row) };
    app.screens.data.row = place;
    profile(app)
}

fn show_all(app: &mut App, row: usize) -> Option<Job> {
    app.leave_counted();
    let all = Shown { filter: None, ..app.screens.data.shown.clone() };
    if all != app.screens.data.shown {
        return show(app, all, Some(row));
    }
    app.screens.data.row = app.screens.data.place_of(row).unwrap_or(0);
    profile(app)
}

fn all_rows(app: &mut App) -> Option<Job> {
    let data = &app.screens.data;
    if data.shown.filter.is_none() && data.only.is_none() {
        return app.reply("All rows are shown.");
    }
    show_all(app, data.row_at(data.row))
}

/// Finds the shown rows again after a change of the model, if they may differ now.
pub fn renewed(app: &mut App) -> Option<Job> {
    let table = app.session.table.clone()?;
    let data = &mut app.screens.data;
    if !std::mem::take(&mut data.stale) {
        return None;
    }
    let sort = data.shown.sort.filter(|sort| sort.column < table.columns().len());
    let mut filter = data.shown.filter.clone();
    if let Some(before) = filter.take() {
        let (text, predicted) = (before.to_string(), before.needs_predictions());
        filter = Filter::read(&text, &table, data.column).ok().flatten();
        filter = filter.filter(|_| !predicted || app.screens.evaluate.evaluated(&app.session).is_some());
        if filter.is_none() {
            let why = match predicted {
                true => "press 4 to predict the rows with the new model",
                false => "the columns are read differently now",
            };
            app.say(format!("The filter {} was removed: {why}.", clip(&shown(&text), 40)));
        }
    }
    find_rows(app, Shown { filter, sort }, false, None)
}

/// Finds the rows to show, and shows them; remembers the previous ones if `remember` is set. The cursor goes to the row `aim`,
/// or stays on its row, at the same height, if the row is among them.
pub fn find_rows(app: &mut App, shown: Shown, remember: bool, aim: Option<usize>) -> Option<Job> {
    let table = app.session.table.clone()?;
    let data = &app.screens.data;
    let aim = aim.unwrap_or_else(|| data.row_at(data.row));
    let some = data.only.as_ref().map(|only| Arc::clone(&only.rows));
    let take = move |app: &mut App, shown: Shown, list: Option<Arc<[u32]>>| {
        let data = &mut app.screens.data;
        let below = data.row.saturating_sub(data.scroll.top());
        let before = std::mem::replace(&mut data.shown, shown);
        data.list = list;
        data.row = data.place_of(aim).unwrap_or(0);
        data.scroll.to(data.row.saturating_sub(below));
        if data.list.as_ref().is_some_and(|rows| rows.is_empty()) && app.toast.is_none() {
            app.say("No row matches the filter. F shows all rows again.");
        }
        if remember {
            app.session.history.remember(Past::Shown(before));
        }
        profile(app)
    };
    if shown.is_all() {
        return take(app, shown, some);
    }
    let predicted = shown.filter.as_ref().is_some_and(Filter::needs_predictions);
    let evaluated = app.screens.evaluate.evaluated(&app.session).filter(|_| predicted).cloned();
    let rows = counted(some.as_ref().map_or(table.rows(), |some| some.len()), "row", "rows");
    let doing = if shown.filter == data.shown.filter { "sorting" } else { "filtering" };
    let of = Arc::clone(&table);
    let work = move |stage: Arc<ComparisonProgress>| {
        let results = evaluated.map(|evaluated| evaluated.results(table.rows())).unwrap_or_default();
        let rows = shown.rows(&table, some.as_deref(), &results, &stage.watch);
        (shown, rows.map(Arc::from))
    };
    let label = format!("{doing} {rows} …");
    Some(app.jobs.start_watched(Lane::Shown, label, work, move |app, (shown, rows)| {
        let same = app.session.table.as_ref().is_some_and(|now| Arc::ptr_eq(now, &of));
        rows.filter(|_| same).and_then(|rows| take(app, shown, Some(rows)))
    }))
}

fn row_dialog() -> LineDialog {
    LineDialog::new("Go to a row", "row ", &[Scope::RowNumber, Scope::Typed, Scope::Always], |app, text| {
        let rows = app.session.table.as_ref().map_or(0, |table| table.rows());
        match text.trim().parse::<usize>() {
            Ok(row) if (1..=rows).contains(&row) => Ok(show_row(app, row - 1)),
            _ => Err(format!("Type a row number from 1 to {rows}.")),
        }
    })
}

fn act_on_given(app: &mut App, action: &Action) -> Reply {
    let Some(blocks) = given(app).map(Recipe::given_blocks) else { return Reply::Pass };
    if app.pane == Pane::Detail {
        return Reply::moved(app.screens.data.detail.moves(action));
    }
    let rows: Vec<usize> =
        blocks.iter().flat_map(|block| &block.rows).map(|(_, cells)| cells.len()).collect();
    let data = &mut app.screens.data;
    match action {
        Action::EditCell => return Reply::of(edit(app, &blocks)),
        Action::Left => data.column = data.column.saturating_sub(1),
        Action::Right => data.column += 1,
        Action::SelectColumn(to) => data.column = to.saturating_sub(1),
        action if moves(&mut data.row, rows.len().saturating_sub(1), app.frame.page(4), action) => {}
        _ => return Reply::Pass,
    }
    data.column = data.column.min(rows.get(data.row).map_or(0, |cells| cells.saturating_sub(1)));
    data.detail.to(0);
    Reply::Taken
}

const NAMED: usize = 8;

fn edit(app: &mut App, blocks: &[GivenBlock]) -> Option<Job> {
    let (place, number) = app.screens.data.given_number(blocks)?;
    let together = current(app)?.given_together(&place);
    let (text, help) = match together.len() {
        0..=1 => (number.text().to_owned(), String::new()),
        2 => (number.text().to_owned(), "One number; the other one is what is left of 1.".to_owned()),
        // With more than two, no single number follows from the others.
        many => {
            let numbers: Vec<&str> = together.iter().map(|(_, number)| number.text()).collect();
            let names = together.iter().take(NAMED).map(|(name, _)| clip(&shown(name), 14).into_owned());
            let names = names.collect::<Vec<_>>().join(", ");
            let more = if many > NAMED { ", …" } else { "" };
            (numbers.join(" "), format!("All {many}, with blanks between them: {names}{more}"))
        }
    };
    let title = shown(&place.to_string()).into_owned();
    let accept = move |app: &mut App, text: &str| {
        let Some(before) = current(app) else { return Ok(None) };
        let is_a_model = |recipe: Recipe| -> Result<Recipe, Problem> {
            // Fast, since there are no rows.
            Study::open(Source::bytes("given numbers", *b""), recipe.clone())?.model()?;
            Ok(recipe)
        };
        match before.with_given_number(&place, text).and_then(is_a_model) {
            Ok(recipe) => Ok(if recipe == before { None } else { change_recipe(app, recipe) }),
            Err(problem) => Err(format!("Not changed: {}. {}", problem.what, problem.advice())),
        }
    };
    let dialog = LineDialog::new(title, "= ", &[Scope::TypedGiven, Scope::Typed, Scope::Always], accept);
    app.show(LineDialog { field: Field::selected(text), help, ..dialog });
    None
}

fn copied_cell(table: &Table, row: usize, column: usize) -> String {
    match table.cell(row, column) {
        Cell::Number(_) => cell(table, row, column),
        _ => table.cell_text(row, column).into_owned(),
    }
}
