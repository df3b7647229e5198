//! Which rows screen 1 shows, and in which order: before, keys, after.

use crate::states::state;
use crate::support::Bench;
use posterior::app::*;
use posterior::table::{Cell, Table, Watch};
use proptest::prelude::*;
use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn clinic(width: u16, height: u16) -> Bench {
    state("clinic", "", "Esc Esc 1").resized(width, height)
}

/// The numbers of the rows that are shown, in their order.
fn rows(bench: &Bench) -> Vec<usize> {
    let data = &bench.app.screens.data;
    (0..data.rows(bench.app.session.table.as_ref().unwrap().rows())).map(|at| data.row_at(at) + 1).collect()
}

/// The number of the row of the cursor.
fn row(bench: &Bench) -> usize {
    let data = &bench.app.screens.data;
    data.row_at(data.row) + 1
}

fn filtered(bench: Bench, text: &str) -> Bench {
    bench.keys("f Ctrl-u").typed(text).keys("Enter")
}

#[test]
fn a_column_is_sorted_down_up_and_not_and_the_cursor_stays_on_its_row() {
    let bench = clinic(80, 24).keys("Down Right s");
    assert_eq!(rows(&bench), [3, 6, 1, 5, 8, 2, 7, 4], "missing cells last");
    let bench = bench.gives(row, 2).keys("s");
    assert_eq!(rows(&bench), [2, 7, 8, 5, 1, 6, 3, 4], "missing cells last, what is alike as in the data");
    assert_eq!((row(&bench), bench.app.screens.data.row), (2, 0));
    let bench = bench.keys("s").gives(rows, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(bench.app.screens.data.list.is_none());
    // Another column is sorted anew, and u goes back.
    let bench = bench
        .keys("s Right s")
        .gives(rows, [1, 2, 5, 7, 3, 4, 6, 8])
        .keys("u u")
        .gives(rows, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(rows(&bench.keys("U")), [3, 6, 1, 5, 8, 2, 7, 4]);
}

#[test]
fn a_filter_shows_the_rows_that_answer_to_it() {
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
        assert_eq!(rows(&filtered(clinic(80, 24), text)), expected, "{text}");
    }
    let bench = filtered(clinic(80, 24).keys("Down Down Down Down"), ">20 , north");
    assert!(bench.app.front::<FilterDialog>().is_some(), "id holds no numbers");
    let bench = filtered(clinic(80, 24).keys("Right Right"), ">20 , north");
    assert_eq!(rows(&bench), [1, 7], "the marked column");
}

#[test]
fn a_mistake_in_a_filter_is_reported_and_the_field_stays() {
    for (text, said) in [
        ("agee>3", "There is no column “agee”. Did you mean age?"),
        ("age>old", "age has numbers, and “old” is not a number."),
        ("ward>north", "ward has no numbers"),
        ("ward=west", "ward is never “west”. The nearest value is east."),
        ("pain=MUCH", "pain is never “MUCH”. The nearest value is much."),
        ("age>", "age> has no value after it."),
        ("\"age", "is not closed"),
        ("actual≠predicted", "There are no predictions yet. Press 4 to make them"),
    ] {
        let bench = filtered(clinic(80, 24), text);
        let line = bench.app.front::<FilterDialog>().expect("the field stays open");
        let wrong = line.wrong.as_deref().unwrap_or_default();
        assert!(wrong.contains(said), "{text}: {wrong}");
        assert_eq!(rows(&bench).len(), 8);
        let bench = bench.keys("Left");
        assert_eq!(bench.app.front::<FilterDialog>().unwrap().wrong, None);
    }
}

#[test]
fn the_cursor_stays_on_its_row_and_r_goes_to_another() {
    let bench = filtered(clinic(80, 24).keys("Down Down Down Down Down Down"), "ward=north");
    assert_eq!((row(&bench), bench.app.screens.data.row), (7, 2));
    let bench = filtered(bench, "ward=north, age>70");
    assert_eq!(row(&bench), 1, "row 7 is not shown");
    // What was typed is there to be changed, and an empty line shows all.
    let bench = bench.keys("f");
    assert_eq!(bench.app.front::<FilterDialog>().unwrap().field.text(), "ward=north, age>70");
    let bench = bench.keys("Ctrl-u Enter");
    assert_eq!(rows(&bench).len(), 8);
    let bench = bench.keys("u").gives(rows, [1]).says("ward=north, age>70").keys("F");
    assert_eq!(rows(&bench).len(), 8);
    assert!(bench.keys("F").toast().contains("All rows"));
    let bench = filtered(clinic(80, 24), "age>100");
    assert!(rows(&bench).is_empty() && bench.toast().contains("F shows all rows"));
    assert!(bench.keys("Down Enter").toast().contains("no row"));
    let bench = filtered(clinic(80, 24), "ward=north").keys("r '7' Enter");
    assert_eq!((row(&bench), rows(&bench).len()), (7, 3));
    let bench = bench.keys("r '6' Enter");
    assert_eq!((row(&bench), rows(&bench).len()), (6, 8));
    let bench = bench.says("does not match the filter");
    assert_eq!(rows(&bench.keys("u")), [1, 4, 7]);
    let bench = clinic(80, 24).keys("r '9' Enter");
    assert!(bench.app.front::<LineDialog>().unwrap().wrong.as_deref().unwrap().contains("1 to 8"));
}

#[test]
fn enter_on_a_value_of_the_profile_filters_by_it() {
    let bench = clinic(80, 24).keys("Right Right Right Tab Down Enter");
    assert_eq!(bench.app.pane, Pane::Master);
    assert_eq!(rows(&bench), [2, 7], "pain=none");
    let bench = bench.keys("Left Left Left Left Tab Enter");
    assert_eq!(bench.app.screens.data.shown.filter.as_ref().unwrap().to_string(), "pain=none, ward=north");
    let bench = bench.gives(rows, [7]);
    // Another value of the same column takes the place of the first.
    let bench = bench.keys("Tab Down Enter");
    assert_eq!(rows(&bench), [2], "ward=south, which no row that was shown had");
    // Intervals.
    let bench = Bench::open("iris", "").keys("Tab End");
    let last = bench.app.screens.data.counted().unwrap().numbers.as_ref().unwrap().bins.last().unwrap().count;
    let bench = bench.keys("Enter");
    assert_eq!(rows(&bench).len() as u64, last);
}

#[test]
fn rows_that_the_model_gets_wrong() {
    let bench = Bench::open("iris", "").keys("4 1");
    let wrong = filtered(bench, "actual≠predicted");
    let errors = rows(&wrong);
    assert_eq!(errors.len(), 6, "of 150 training rows");
    assert_eq!(rows(&filtered(wrong, "errors")), errors);
    let right = filtered(Bench::open("iris", "").keys("4 1"), "actual=predicted");
    assert_eq!(rows(&right).len(), 144);
    // Another model must judge them first.
    let mut bench = filtered(right, "actual≠predicted, petal_width>1.6");
    bench.refit(|recipe| recipe.prior = Some(posterior::recipe::Prior::Uniform));
    let bench = bench.keys("1");
    assert_eq!(rows(&bench).len(), 150);
    assert!(bench.app.screens.data.shown.filter.is_none());
}

#[test]
fn counted_rows_are_filtered_by_themselves_and_leave_the_filter_alone() {
    let bench = filtered(Bench::tennis(), "Wind=Weak").keys("Right s 3 Down Enter");
    assert_eq!(rows(&bench), [1, 2, 8], "counted for P(Outlook=Sunny | No)");
    let bench = filtered(bench, "Wind=Strong").gives(rows, [2]).keys("r '5' Enter").says("was not counted");
    assert_eq!((row(&bench), rows(&bench).len()), (5, 8), "Wind=Weak again, and row 5 is among these");
    let bench = bench.keys("Enter");
    assert_eq!((bench.app.screen, &bench.app.session.pick), (ScreenId::Explain, &Pick::Row(4)));
    assert_eq!(rows(&bench.keys("Esc")).len(), 8);
}

#[test]
fn a_long_sort_can_be_stopped() {
    let mut app = clinic(80, 24).app;
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
        if table.columns()[1].dictionary.code(name).is_none() || table.columns()[0].kind != posterior::table::Kind::Numeric {
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
    let line = |bench: &Bench| bench.app.front::<FilterDialog>().unwrap().clone();
    let bench = clinic(80, 24).keys("f 'wa'");
    assert_eq!(line(&bench).passing, Some((0, 8)), "a text that no cell holds");
    let bench = bench.keys("Tab");
    assert_eq!((line(&bench).field.text(), line(&bench).offered.0.len()), ("ward", 0));
    let bench = bench.keys("'=' Tab");
    assert_eq!((line(&bench).field.text(), line(&bench).passing), ("ward=", None));
    assert_eq!(line(&bench).offered, (["north", "south", "east"].map(str::to_owned).to_vec(), 3));
    let bench = bench.keys("'N' Tab");
    assert_eq!((line(&bench).field.text(), line(&bench).passing), ("ward=north", Some((3, 8))));
    let bench = bench.shows("3 of 8 rows");
    // What must be quoted is, in a second condition too; a value that is there in two cases is completed as far as both go.
    let bench = bench.keys("', DO' Tab");
    assert_eq!(line(&bench).field.text(), "ward=north, \"dose, mg\"");
    let bench = bench.keys("'>5 and pain=m' Tab");
    assert_eq!(line(&bench).field.text(), "ward=north, \"dose, mg\">5 and pain=much");
    assert_eq!(line(&bench).offered.0, ["much", "Much"]);
    // Nothing begins so; a number has no values to complete.
    for text in ["zebra", "age=4"] {
        let bench = clinic(80, 24).keys("f").typed(text).keys("Tab");
        assert_eq!(line(&bench).field.text(), text);
        assert!(line(&bench).wrong.is_some());
    }
    // A filter that cannot be read yet has no count, and an older count is not kept.
    let bench = clinic(80, 24).keys("f 'age>20' 'x'");
    assert_eq!((line(&bench).passing, line(&bench).wrong), (None, None));
    let bench = bench.keys("Backspace Enter f");
    assert_eq!(line(&bench).passing, Some((5, 8)), "of the filter that is on");
}

/// What the right pane counts is what is shown on the left, and it says so.
#[test]
fn a_column_is_counted_among_the_rows_that_are_shown() {
    let counts = |bench: &Bench| -> Vec<(String, u64)> {
        let values = &bench.app.screens.data.counted().unwrap().values;
        values.iter().map(|value| (value.value.as_str().to_owned(), value.count)).collect()
    };
    let of = |list: &[(&str, u64)]| -> Vec<(String, u64)> {
        list.iter().map(|(value, count)| ((*value).to_owned(), *count)).collect()
    };
    let bench = filtered(clinic(80, 24), "age>20, age<=42")
        .keys("Home Right Right Right")
        .gives(rows, [2, 3, 5, 7])
        .gives(counts, of(&[("none", 2), ("some", 1), ("much", 1), ("Much", 0)]))
        .shows("filter    4 of 8 rows");
    // A sort counts nothing else, and all rows are counted again without the filter.
    let bench = bench.keys("s");
    assert_eq!(counts(&bench)[0], ("none".to_owned(), 2));
    let bench = bench.keys("F");
    assert_eq!(counts(&bench)[0], ("some".to_owned(), 3));
    bench.hides("4 of 8 rows");
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
fn reading_again_keeps_recipe_screen_case_and_what_can_be_taken_back() {
    let (_folder, path) = marks();
    let bench = opened(&path).keys("Down Down Down Right 2 : 'smoothing set' Enter Right");
    let chosen = bench.alpha();
    assert_ne!(chosen, "1");
    let line = bench.app.screens.model.line();
    fs::write(&path, format!("{MARKS}20,n,b\n")).unwrap();
    let bench = bench.keys("1 Down 2 F5").message("Read again: 7 rows, 6 before.");
    assert_eq!((bench.app.screen, bench.alpha()), (ScreenId::Model, chosen.clone()));
    assert_eq!(bench.app.screens.model.line(), line);
    assert_eq!((bench.app.screens.data.row, bench.app.screens.data.column), (4, 1));
    let bench = bench.keys("u");
    assert_eq!(bench.alpha(), "1");
    assert_eq!(bench.keys("U").alpha(), chosen);
}

#[test]
fn what_does_not_fit_any_more_is_reported() {
    let (_folder, path) = marks();
    let bench = opened(&path).keys("5 r '6' Enter a");
    assert_eq!(bench.app.session.pick, Pick::Row(5));
    let mut bench = bench;
    bench.refit(|recipe| recipe.features = Some(vec!["points".into(), "room".into()]));
    // Fewer rows, and a column less.
    let shorter: String =
        MARKS.lines().take(6).map(|line| line.replacen(",n", "", 1).replacen(",s", "", 1) + "\n").collect();
    fs::write(&path, shorter.replace("points,room", "points")).unwrap();
    let bench = bench.keys("F5");
    let said = bench.toast();
    let wanted = "Read again: 5 rows, 6 before. Not in the data any more, so removed from the recipe: room.";
    assert!(said.starts_with(wanted), "{said}");
    assert!(said.contains("This case does not exist any more"), "{said}");
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
