//! Which rows screen 1 shows, and in which order: before, keys, after.

use crate::states::state;
use crate::support::Bench;
use posterior::app::*;
use posterior::table::{Cell, Kind, Table, Watch};
use proptest::prelude::*;
use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn clinic() -> Bench {
    state("clinic", "", "Esc Esc 1")
}

/// The numbers of the rows that are shown, in their order.
fn rows(bench: &Bench) -> Vec<usize> {
    let data = &bench.app.screens.data;
    (0..data.rows(bench.app.session.table.as_ref().unwrap().rows())).map(|at| data.row_at(at) + 1).collect()
}

/// How many rows are shown.
fn count(bench: &Bench) -> usize {
    rows(bench).len()
}

/// The number of the row of the cursor.
fn row(bench: &Bench) -> usize {
    let data = &bench.app.screens.data;
    data.row_at(data.row) + 1
}

/// The dialog of the filter.
fn dialog(bench: &Bench) -> FilterDialog {
    bench.app.front::<FilterDialog>().expect("the dialog").clone()
}

/// What is typed in it.
fn typed(bench: &Bench) -> String {
    dialog(bench).field.text().to_owned()
}

fn filtered(bench: Bench, text: &str) -> Bench {
    bench.keys("f Ctrl-u").typed(text).keys("Enter")
}

#[test]
fn a_column_is_sorted_down_up_and_not_and_the_cursor_stays_on_its_row() {
    // Missing cells are last, and equal ones are in the order of the data.
    let bench = clinic().keys("Down Right s").gives(rows, [3, 6, 1, 5, 8, 2, 7, 4]).gives(row, 2).keys("s");
    let bench = bench.gives(rows, [2, 7, 8, 5, 1, 6, 3, 4]).gives(row, 2).keys("s");
    let bench = bench.gives(rows, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(bench.app.screens.data.list.is_none());
    // Another column is sorted anew, and u goes back.
    let bench = bench.keys("s Right s").gives(rows, [1, 2, 5, 7, 3, 4, 6, 8]).keys("u u");
    bench.gives(rows, [1, 2, 3, 4, 5, 6, 7, 8]).keys("U").gives(rows, [3, 6, 1, 5, 8, 2, 7, 4]);
}

#[test]
fn a_filter_shows_the_rows_that_match_it() {
    for (text, expected) in [
        ("ward=north", &[1, 4, 7][..]),
        ("WARD = North", &[1, 4, 7]),
        ("ward≠north, age>20", &[2, 3, 5]),
        ("age>=42 and ward!=east", &[1, 2, 5]),
        ("age<=24", &[3, 4, 6]),
        ("age=?", &[8]),
        ("\"dose, mg\"=4.2", &[2, 7]),
        ("\"dose, mg\">4,2", &[1, 3, 5, 6, 8]),
        ("pain≠?", &[1, 2, 3, 5, 6, 7, 8]),
        ("pain=Much", &[6]),
        ("slept", &[1, 3]),
        ("MUCH", &[3, 6]),
        ("\"bread and butter\"", &[5]),
        ("ill and north", &[7]),
        ("", &[1, 2, 3, 4, 5, 6, 7, 8]),
    ] {
        assert_eq!(rows(&filtered(clinic(), text)), expected, "{text}");
    }
    // Without a name it is the marked column; id has no numbers.
    dialog(&filtered(clinic().keys("Down*4"), ">20 , north"));
    filtered(clinic().keys("Right Right"), ">20 , north").gives(rows, [1, 7]);
}

#[test]
fn a_mistake_in_a_filter_is_reported_and_the_field_stays() {
    for (text, message) in [
        ("agee>3", "There is no column “agee”. Did you mean age?"),
        ("age>old", "age has numbers, and “old” is not a number."),
        ("ward>north", "ward has no numbers"),
        ("ward=west", "ward is never “west”. The nearest value is east."),
        ("pain=MUCH", "pain is never “MUCH”. The nearest value is much."),
        ("age>", "age> has no value after it."),
        ("\"age", "is not closed"),
        ("actual≠predicted", "There are no predictions yet. Press 4 to make them"),
    ] {
        let bench = filtered(clinic(), text).gives(count, 8);
        let wrong = dialog(&bench).wrong.unwrap_or_default();
        assert!(wrong.contains(message), "{text}: {wrong}");
        bench.keys("Left").gives(|bench| dialog(bench).wrong, None);
    }
}

#[test]
fn the_cursor_stays_on_its_row_and_r_goes_to_another() {
    let bench = filtered(clinic().keys("Down*6"), "ward=north").gives(row, 7);
    let bench = filtered(bench, "ward=north, age>70").gives(row, 1);
    // What was typed is there to be changed, and an empty line shows all.
    let bench = bench.keys("f").gives(typed, "ward=north, age>70").keys("Ctrl-u Enter").gives(count, 8);
    let bench = bench.keys("u").gives(rows, [1]).says("ward=north, age>70").keys("F").gives(count, 8);
    bench.keys("F").says("All rows");
    let bench = filtered(clinic(), "age>100").gives(count, 0).says("F shows all rows");
    bench.keys("Down Enter").says("no row");
    let bench = filtered(clinic(), "ward=north").keys("r '7' Enter").gives(row, 7).gives(count, 3);
    let bench = bench.keys("r '6' Enter").gives(row, 6).gives(count, 8).says("does not match the filter");
    bench.keys("u").gives(rows, [1, 4, 7]);
    let bench = clinic().keys("r '9' Enter");
    assert!(bench.app.front::<LineDialog>().unwrap().wrong.as_deref().unwrap().contains("1 to 8"));
}

#[test]
fn enter_on_a_value_of_the_profile_filters_by_it() {
    let bench = clinic().keys("Right*3 Tab Down Enter").gives(rows, [2, 7]);
    assert_eq!(bench.app.pane, Pane::Master);
    let bench = bench.keys("Left*4 Tab Enter").gives(rows, [7]);
    assert_eq!(bench.app.screens.data.shown.filter.as_ref().unwrap().to_string(), "pain=none, ward=north");
    // Another value of the same column replaces the first, also if no row that was shown had it.
    bench.keys("Tab Down Enter").gives(rows, [2]);
    // Intervals.
    let bench = Bench::open("iris", "").keys("Tab End");
    let last = bench.app.screens.data.counted().unwrap().numbers.as_ref().unwrap().bins.last().unwrap().count;
    bench.keys("Enter").gives(|bench| count(bench) as u64, last);
}

#[test]
fn rows_that_the_model_gets_wrong() {
    let evaluated = || Bench::open("iris", "").keys("4 1");
    let wrong = filtered(evaluated(), "actual≠predicted").gives(count, 6);
    let errors = rows(&wrong);
    filtered(wrong, "errors").gives(rows, errors);
    let right = filtered(evaluated(), "actual=predicted").gives(count, 144);
    // Another model must predict them first.
    let mut bench = filtered(right, "actual≠predicted, petal_width>1.6");
    bench.refit(|recipe| recipe.prior = Some(posterior::recipe::Prior::Uniform));
    let bench = bench.keys("1").gives(count, 150);
    assert!(bench.app.screens.data.shown.filter.is_none());
}

#[test]
fn counted_rows_are_filtered_by_themselves_and_leave_the_filter_alone() {
    // Counted for P(Outlook=Sunny | No).
    let bench = filtered(Bench::tennis(), "Wind=Weak").keys("Right s 3 Down Enter").gives(rows, [1, 2, 8]);
    let bench = filtered(bench, "Wind=Strong").gives(rows, [2]).keys("r '5' Enter").says("was not counted");
    // Wind=Weak again, and row 5 is among these.
    let bench = bench.gives(row, 5).gives(count, 8).keys("Enter").on(ScreenId::Explain);
    bench.gives(|bench| bench.app.session.pick.clone(), Pick::Row(4)).keys("Esc").gives(count, 8);
}

#[test]
fn a_long_sort_can_be_stopped() {
    let mut app = clinic().app;
    let Some(Job::Work(task)) = update(&mut app, Action::Sort) else { panic!("no work") };
    assert!(app.jobs.busy().unwrap().contains("sorting 8 rows"));
    update(&mut app, Action::Back);
    assert_eq!(app.screen, ScreenId::Data);
    task.run().take(&mut app);
    assert!(app.screens.data.list.is_none() && app.screens.data.shown.is_all());
}

/// A table of numbers with gaps, of categories and of classes.
fn any_table() -> impl Strategy<Value = Vec<(Option<i32>, u8, u8)>> {
    prop::collection::vec((prop::option::of(-3..4_i32), 0..4_u8, 0..3_u8), 3..60)
}

fn table_of(cells: &[(Option<i32>, u8, u8)]) -> std::sync::Arc<Table> {
    let mut text = "x,c,class\n".to_owned();
    for (x, c, class) in cells {
        let x = x.map_or("?".to_owned(), |x| x.to_string());
        text.push_str(&format!(
            "{x},{},{}\n",
            ["b", "a", "C", "d"][*c as usize],
            ["p", "q", "r"][*class as usize]
        ));
    }
    let source = posterior::table::Source::bytes("any.csv", text.into_bytes());
    posterior::table::load(&source, &Default::default()).unwrap().table
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn sorting_is_a_stable_permutation(cells in any_table(), column in 0..3_usize, down: bool) {
        let table = table_of(&cells);
        let shown = Shown { filter: None, sort: Some(Sort { column, down }) };
        let rows = shown.rows(&table, None, &[], &Watch::default()).unwrap();
        let key = |row: u32| table.cell(row as usize, column);
        let order = |a: &u32, b: &u32| match (key(*a), key(*b)) {
            (Cell::Missing, Cell::Missing) => Ordering::Equal,
            (Cell::Missing, _) => Ordering::Greater,
            (_, Cell::Missing) => Ordering::Less,
            (Cell::Number(a), Cell::Number(b)) if down => b.total_cmp(&a),
            (Cell::Number(a), Cell::Number(b)) => a.total_cmp(&b),
            (a, b) => {
                let text = |cell: Cell<'_>| if let Cell::Category(name) = cell { name.as_str().to_lowercase() } else { String::new() };
                let order = text(a).cmp(&text(b));
                if down { order.reverse() } else { order }
            }
        };
        let mut naive: Vec<u32> = (0..table.rows() as u32).collect();
        naive.sort_by(order);
        prop_assert_eq!(rows, naive);
    }

    #[test]
    fn a_filter_is_a_scan(cells in any_table(), than in -3..4_i32, c in 0..4_usize) {
        let table = table_of(&cells);
        let name = ["b", "a", "C", "d"][c];
        if table.columns()[1].dictionary.code(name).is_none() || table.columns()[0].kind != Kind::Numeric {
            return Ok(());
        }
        let filter = Filter::read(&format!("x>={than} and c≠{name}"), &table, 0).unwrap();
        let rows = Shown { filter, sort: None }.rows(&table, None, &[], &Watch::default()).unwrap();
        let scan = cells.iter().enumerate().filter(|(_, (x, of, _))| x.is_some_and(|x| x >= than) && *of as usize != c);
        let scan: Vec<u32> = scan.map(|(row, _)| row as u32).collect();
        prop_assert_eq!(rows, scan);
    }
}

/// Rows are counted while a filter is typed, and Tab completes names and values.
#[test]
fn a_filter_is_counted_while_it_is_typed_and_tab_completes_it() {
    let passing = |bench: &Bench| dialog(bench).passing;
    let offered = |bench: &Bench| dialog(bench).offered.0;
    // No cell has this text.
    let bench = clinic().keys("f 'wa'").gives(passing, Some((0, 8))).keys("Tab").gives(typed, "ward");
    let bench = bench.gives(|bench| offered(bench).len(), 0).keys("'=' Tab").gives(typed, "ward=");
    let bench = bench.gives(passing, None).gives(offered, ["north", "south", "east"]);
    assert_eq!(dialog(&bench).offered.1, 3);
    let bench =
        bench.keys("'N' Tab").gives(typed, "ward=north").gives(passing, Some((3, 8))).shows("3 of 8 rows");
    // Names are quoted where they must be; a value that exists in two cases is completed as far as both agree.
    let bench = bench.keys("', DO' Tab").gives(typed, "ward=north, \"dose, mg\"").keys("'>5 and pain=m' Tab");
    bench.gives(typed, "ward=north, \"dose, mg\">5 and pain=much").gives(offered, ["much", "Much"]);
    // No name begins like this; a number has no values to complete.
    for text in ["zebra", "age=4"] {
        let bench = clinic().keys("f").typed(text).keys("Tab").gives(typed, text);
        assert!(dialog(&bench).wrong.is_some());
    }
    // A filter that cannot be parsed yet has no count, and an older count is not kept.
    let bench = clinic().keys("f 'age>20x'").gives(passing, None).gives(|bench| dialog(bench).wrong, None);
    bench.keys("Backspace Enter f").gives(passing, Some((5, 8)));
}

/// The right pane counts the rows that are shown on the left, and says so.
#[test]
fn a_column_is_counted_among_the_rows_that_are_shown() {
    let counts = |bench: &Bench| -> Vec<String> {
        let values = &bench.app.screens.data.counted().unwrap().values;
        values.iter().map(|value| format!("{} {}", value.value, value.count)).collect()
    };
    let bench = filtered(clinic(), "age>20, age<=42").keys("Home Right*3").gives(rows, [2, 3, 5, 7]);
    let few = ["none 2", "some 1", "much 1", "Much 0"];
    // A sort changes no count, and all rows are counted again without the filter.
    let bench =
        bench.gives(counts, few).shows("filter    4 of 8 rows").keys("s").gives(counts, few).keys("F");
    bench.gives(|bench| counts(bench)[0].clone(), "some 3").hides("4 of 8 rows");
}

const MARKS: &str = "points,room,grade\n10,n,a\n12,s,a\n17,n,b\n19,s,b\n31,n,c\n38,s,c\n";

fn marks() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("marks.csv");
    fs::write(&path, MARKS).unwrap();
    (folder, path)
}

fn opened(path: &Path) -> Bench {
    let mut bench = Bench::empty();
    let job = load(&mut bench.app, Order::from(Source::File(path.to_owned())));
    bench.work(job);
    bench.keys("Esc 1")
}

#[test]
fn reading_again_keeps_recipe_screen_case_and_undo() {
    let (_folder, path) = marks();
    let bench = opened(&path).keys("Down*3 Right 2 : 'smoothing set' Enter Right").gives(Bench::alpha, "2");
    fs::write(&path, format!("{MARKS}20,n,b\n")).unwrap();
    let bench = bench.keys("1 Down 2 F5").message("Read again: 7 rows, 6 before.").on(ScreenId::Model);
    let bench = bench.gives(Bench::alpha, "2").shows("▸ smoothing α");
    assert_eq!((bench.app.screens.data.row, bench.app.screens.data.column), (4, 1));
    bench.keys("u").gives(Bench::alpha, "1").keys("U").gives(Bench::alpha, "2");
}

#[test]
fn what_does_not_fit_any_more_is_reported() {
    let (_folder, path) = marks();
    let mut bench = opened(&path).keys("5 r '6' Enter a").shows("(row 6)");
    bench.refit(|recipe| recipe.features = Some(vec!["points".into(), "room".into()]));
    // Fewer rows, and a column less.
    fs::write(&path, "points,grade\n10,a\n12,a\n17,b\n19,b\n31,c\n").unwrap();
    let bench = bench.keys("F5").says("Read again: 5 rows, 6 before. Not in the data any more, so removed");
    let bench = bench.says("from the recipe: room.").says("This case does not exist any more");
    assert_eq!(bench.app.session.order.as_ref().unwrap().recipe.features, Some(vec!["points".to_owned()]));
}

#[test]
fn a_file_that_cannot_be_read_any_more_leaves_the_data() {
    let (_folder, path) = marks();
    let bench = opened(&path).keys("3");
    fs::write(&path, "").unwrap();
    let bench = bench.keys("F5 Esc").on(ScreenId::Parameters);
    assert_eq!(bench.app.session.table.as_ref().unwrap().rows(), 6);
}
