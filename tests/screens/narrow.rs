//! What a window of 80 columns must show, and what keys must not do behind one's back.

use crate::support;

use std::collections::HashSet;
use std::fs;

use posterior::app::{ScreenId, Source};
use posterior::recipe::{ExactNumber, ModelKind, Recipe};
use support::Bench;

fn iris(width: u16) -> Bench {
    Bench::open("iris", "").resized(width, 24)
}

/// Five classes and eight numbers, with names that differ in the middle only.
fn stars(width: u16, height: u16) -> Bench {
    let places =
        "Alpha_centauri_bright,Alpha_centauri_dim,Beta_pictoris_bright,Beta_pictoris_dim,Gamma_burst";
    let places: Vec<&str> = places.split(',').collect();
    let names: Vec<String> = ["apparent_size", "absolute_size", "surface_heat", "speed_of_turning"]
        .iter()
        .flat_map(|what| ["mean", "deviation"].map(|of| format!("{what}_{of}_of_the_star")))
        .collect();
    let mut text = format!("{},type_of_star\r", names.join(","));
    for row in 0..40_usize {
        let class = row % 5;
        let cells: Vec<String> = (0..8).map(|at| (10 * class + (row * (at + 3)) % 11).to_string()).collect();
        text.push_str(&format!("{},{}\r", cells.join(","), places[class]));
    }
    Bench::pasted(&text, width, height)
}

fn line<'a>(screen: &'a str, with: &str) -> &'a str {
    screen.lines().find(|line| line.contains(with)).unwrap_or_else(|| panic!("{with} in {screen}"))
}

/// What 79 columns show, 80 show beside the other pane: every class, and the one that wins.
#[test]
fn three_classes_stand_side_by_side_at_80_columns() {
    for width in [79, 80, 81, 119, 120] {
        let parameters = iris(width).keys("3").screen();
        let first = line(&parameters, "● setosa");
        assert!(first.contains("▲ versi") && first.contains("■ virgi"), "{width}: {parameters}");
        assert!(line(&parameters, " μ   ").contains("6.588"), "{width}: {parameters}");
        let matrix = iris(width).keys("4").screen();
        let first = line(&matrix, "actual");
        assert!(first.contains('●') && first.contains('▲') && first.contains('■'), "{width}: {matrix}");
        assert!(!matrix.contains("more column"), "{width}: {matrix}");
        let steps = iris(width).keys("5 a").screen();
        let first = line(&steps, "  step ");
        assert!(first.contains("▲ versi") && first.contains("■ virgi"), "{width}: {steps}");
        let last = steps.lines().find(|line| line.contains("0.1545") && line.contains("2.591e-130"));
        assert!(last.unwrap().contains("▸0.8455◂"), "the leader is marked at {width}: {steps}");
        let names: HashSet<&str> =
            steps.lines().filter_map(|line| line.split("× ").nth(1)?.split_whitespace().next()).collect();
        assert_eq!(names.len(), 4, "{width}: {steps}");
    }
}

/// Names of six letters need more than half of 80 columns, and stand whole beside the other pane.
#[test]
fn the_matrix_takes_the_width_that_its_names_need() {
    let places = ["forest", "meadow", "barren"];
    let rows = (0..30).map(|row| format!("{},{}\r", (row * 7) % 11, places[row % 3]));
    let screen =
        Bench::pasted(&format!("size,place\r{}", rows.collect::<String>()), 80, 24).keys("4").screen();
    let head = line(&screen, "actual");
    assert!(places.iter().all(|place| head.contains(place)), "{screen}");
}

/// Where not all classes fit, that which wins is among those that are shown, and no name is two.
#[test]
fn the_winner_is_in_sight_and_names_stay_apart() {
    for (width, height) in [(80, 24), (79, 24), (120, 40), (60, 15)] {
        for (row, winner) in [("1", 0), ("3", 2), ("5", 4)] {
            let bench = stars(width, height).keys("5 r").typed(row).keys("Enter a");
            let told = bench.app.screens.explain.explanation(&bench.app.session).unwrap().clone();
            assert_eq!(told.prediction.predicted, Some(winner));
            assert_eq!(bench.app.screens.explain.class, winner);
            let screen = bench.screen();
            let mark = ["●", "▲", "■", "◆", "✚"][winner];
            assert!(line(&screen, "  step ").contains(mark), "{width}×{height}: {screen}");
            assert!(screen.contains('◂'), "{width}×{height}: {screen}");
        }
        let recipe = stars(width, height.max(24)).keys("2").screen();
        let mut names: Vec<&str> = recipe
            .lines()
            .filter(|line| line.contains("feature  number"))
            .filter_map(|line| line.split_whitespace().find(|word| word.chars().count() > 3))
            .collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!((all, names.len()), (8, 8), "{width}: {recipe}");
    }
}

/// The first line of the right pane, as its border tells it.
fn first(screen: &str) -> Option<usize> {
    let right = |line: &'_ str| Some(line.rsplit_once(['╰', '┗'])?.1.to_owned());
    let foot = screen.lines().rev().find_map(right)?;
    let foot = foot.split_once(" of ").filter(|(start, _)| start.contains('–'))?;
    foot.0.rsplit_once('–')?.0.rsplit(' ').next()?.parse().ok()
}

/// Whatever the arrows did before, a page down goes down; and after the end one page up goes up.
#[test]
fn a_page_down_never_goes_up() {
    let starts = ["5 a Tab", "5 a Tab Down Down", "3 Tab", "3 Down Down Tab", "2 Tab", "1 Tab"];
    for start in starts {
        for mut bench in [Bench::open("play-tennis", "").resized(80, 19), iris(80)] {
            bench = bench.keys(start);
            let Some(mut before) = first(&bench.screen()) else { continue };
            for _ in 0..8 {
                bench = bench.keys("PgDn");
                let now = first(&bench.screen()).unwrap();
                assert!(now >= before, "{start}: {now} after {before}");
                before = now;
            }
            bench = bench.keys("PgUp");
            assert!(first(&bench.screen()).unwrap() < before, "{start}: {}", bench.screen());
        }
    }
}

/// A choice that makes no model leaves the numbers of the one before readable, and never as if they were its own.
#[test]
fn numbers_of_the_recipe_before_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.csv");
    fs::write(&path, "a,b,class\n1.5,2,x\n2.5,3,y\n1.5,2.5,x\n4.5,9,y\n").unwrap();
    for (width, height) in [(80, 24), (79, 24), (120, 40)] {
        let recipe = Recipe { model: Some(ModelKind::Categorical), ..Recipe::default() };
        let recipe = Recipe { bins: "width:2".parse().ok(), ..recipe };
        let order = posterior::app::Order { source: Source::File(path.clone()), recipe: recipe.into() };
        let mut bench = Bench::ordered(order, width, height).keys("3");
        bench = bench.hides("old recipe");
        // Without bins the column `a` never varies in x.
        bench.refit(|recipe| {
            recipe.bins = None;
            recipe.model = Some(ModelKind::Gaussian);
            recipe.var_smoothing = ExactNumber::non_negative("0", "ε").ok();
        });
        for room in ["3", "4", "5"] {
            bench = bench.keys(room);
            assert!(bench.app.refused().is_some() && bench.app.session.fitted().is_some());
            let screen = bench.screen();
            let said = screen.lines().rev().take(4).any(|line| line.contains("From the previous recipe"));
            assert!(said && screen.contains("ariance"), "{room}: {screen}");
            let top = screen.lines().next().unwrap();
            assert!(top.contains("old recipe"), "{room}: {screen}");
        }
        bench.refit(|recipe| {
            recipe.bins = "width:2".parse().ok();
            recipe.model = Some(ModelKind::Categorical);
        });
        bench.hides("previous recipe");
    }
}

/// The mark of what holds and that of the cursor have a place each.
#[test]
fn the_cursor_does_not_hide_what_it_is_tested_on() {
    let bench = iris(80).keys("4 t").shows("▸ * training rows");
    bench
        .keys("Down")
        .shows(" * training rows")
        .shows("▸   held-out rows")
        .shows("* is what it is tested on now.");
}

#[test]
fn the_test_file_is_seen_while_it_is_typed() {
    for width in [60, 80] {
        iris(width).keys("4 t Down Down Down Down Down Down Enter 'new.csv'").shows("file: new.csv");
    }
}

#[test]
fn mistakes_that_are_as_sure_are_reported_as_such() {
    let table = |rows: &[&str]| Bench::pasted(&format!("sky,play\r{}\r", rows.join("\r")), 120, 40).keys("4");
    // The two of grey that are yes are said to be no, equally surely.
    let rows = ["blue,yes", "blue,yes", "blue,yes", "grey,no", "grey,no", "grey,no", "grey,yes"];
    let one = table(&rows).keys("Down").screen();
    let one = if one.contains("most confident mistake") { one } else { table(&rows).keys("Right").screen() };
    assert!(one.contains("Row 7 is the most confident mistake."), "{one}");
    let mut more = rows.to_vec();
    more.push("grey,yes");
    table(&more).keys("Right").shows("Rows 7 and 8 are the most confident");
    more.extend(["grey,no", "grey,no", "grey,no", "grey,yes", "grey,yes", "grey,yes"]);
    table(&more).keys("Right").shows("No mistake is more confident than").shows("8, 12; 2 more mistakes");
}

#[test]
fn enter_opens_the_one_name_that_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("marks.csv"), "a,b\nx,y\nz,w\nx,y\n").unwrap();
    fs::write(path("other.csv"), "a,b\nx,y\nz,w\nx,y\n").unwrap();
    let typed = |name: &str| Bench::empty().keys("o").typed(&path(name).to_string_lossy());
    let bench = typed("ma").shows("▸ marks.csv").keys("Enter").on(ScreenId::Data);
    assert_eq!(bench.app.session.order.unwrap().source, Source::File(path("marks.csv")));
    // A file that is there is what its name says, whatever another begins with.
    fs::write(path("mark"), "c,d\nx,y\nz,w\nx,y\n").unwrap();
    let bench = typed("mark").keys("Enter");
    assert_eq!(bench.app.session.order.unwrap().source, Source::File(path("mark")));
    // Of two names none is meant.
    let bench = typed("").keys("Enter");
    assert!(bench.app.session.order.is_none());
}

/// A value alone says nothing where it is 0, 1 or no.
#[test]
fn a_value_never_stands_without_its_feature() {
    let table = "smoker,cough,ill\r1,no,0\r0,no,0\r1,yes,1\r1,yes,1\r0,no,0\r1,no,1\r";
    let bench = Bench::pasted(table, 80, 24).keys("5 a").shows("× smoker=1").shows("× cough=no");
    bench.keys("3").hides("previous recipe").shows("ill = 0").hides("rows with 0");
}

/// However narrow the table is, a matrix says which it is, and its columns are told apart.
#[test]
fn matrices_keep_their_letters_and_names() {
    let mut text = String::from("height_of_stem,height_of_crown,width_of_crown,tree\r");
    for row in 0..30_usize {
        let numbers = [row * 7 % 11, row * 5 % 13, row * 3 % 17].map(|x| (x + row % 3).to_string());
        text.push_str(&format!("{},{}\r", numbers.join(","), ["ash", "beech", "cedar"][row % 3]));
    }
    for width in [60, 79, 80, 120] {
        let mut bench = Bench::pasted(&text, width, 40);
        bench.refit(|recipe| recipe.model = Some(ModelKind::Gda));
        let screen = bench.keys("3").screen();
        for letter in ["│ Σ ", "│ Σ⁻¹ ", "│ corr"].map(|letter| letter.replace('│', "┃")) {
            let names = line(&screen, &letter).split('┃').nth(1).unwrap().split_whitespace().skip(1);
            let names: HashSet<&str> = names.collect();
            assert_eq!(names.len(), 3, "{width} {letter}: {screen}");
        }
        assert_eq!(screen.matches('┌').count() - screen.matches('┐').count(), 0, "{width}: {screen}");
    }
}

#[test]
fn five_classes_whose_numbers_fit_are_not_paged_for_their_names() {
    let places = ["Alpha_centauri", "Beta_pictoris", "Gamma_burst_star", "Delta_cephei_star", "Epsilon_indi"];
    let mut text = String::from("colour,size,type_of_star\r");
    for row in 0..30_usize {
        text.push_str(&format!(
            "{},{},{}\r",
            ["red", "blue"][row / 5 % 2],
            ["big", "small"][row % 2],
            places[row % 5]
        ));
    }
    let bench = Bench::pasted(&text, 80, 24).keys("3");
    let marks = ["●", "▲", "■", "◆", "✚"];
    let heading = |screen: &str| screen.lines().any(|line| marks.iter().all(|mark| line.contains(mark)));
    assert!(heading(&bench.screen()), "{}", bench.screen());
    let bench = bench.keys("5 a");
    assert!(heading(&bench.screen()), "{}", bench.screen());
}

/// Of eight classes with long names the one that leads is in sight, selected and written out, in each screen's width.
#[test]
fn the_leader_of_eight_long_named_classes_is_in_sight() {
    let mut text = String::from("u,v,kind\r");
    for row in 0..48_usize {
        let (class, at) = (row % 8, (row * row) % 7);
        text.push_str(&format!(
            "{},{},a_long_name_of_kind_number_{class}\r",
            class * 4 + at,
            (class * 5) % 11 + (row * 3) % 5
        ));
    }
    for (width, height) in [(80, 24), (120, 40), (160, 48)] {
        let mut bench = Bench::pasted(&text, width, height);
        bench.refit(|recipe| recipe.model = Some(ModelKind::Gda));
        for row in [0, 3, 7] {
            let keys = format!("5 r {} Enter a", "Down ".repeat(row));
            let now = bench.keys(&keys);
            let explanation = now.app.screens.explain.explanation(&now.app.session).unwrap();
            let leader = explanation.rows().last().unwrap().leaders[0];
            assert_eq!(now.app.screens.explain.class, leader, "{}", now.screen());
            let share = explanation.rows().last().unwrap().cells[leader].value.as_ref().unwrap().to_f64();
            let screen = now.screen();
            let selected = screen.split(['▸', '◂']).filter_map(|part| part.trim().parse::<f64>().ok());
            let near = selected.into_iter().any(|shown| (shown - share).abs() < 1e-4);
            assert!(near || screen.contains("▸≈1◂"), "{share} {}", now.screen());
            assert!(
                now.screen().contains(&format!("P(a_long_name_of_kind_number_{leader} | x)")) || width < 120,
                "{}",
                now.screen()
            );
            bench = now;
        }
    }
}

#[test]
fn shares_are_never_cut() {
    for width in 60..=130 {
        let screen = Bench::tennis().resized(width, 24).keys("5 a").hides("4201…").hides("/4…").screen();
        assert!(screen.contains("3025/4201") || screen.contains("0.7201"), "{width}\n{screen}");
    }
}

#[test]
fn the_cursor_stays_on_screen_with_many_classes_and_values() {
    let mut text = String::from("value,class\r");
    for n in 0..60 {
        text.push_str(&format!("v{n},class {}\rv{n},class {}\r", n % 13, (n + 1) % 13));
    }
    let mut bench = Bench::pasted(&text, 60, 24).keys("3");
    for keys in ["Right"; 12].into_iter().chain(["PgDn"; 4]).chain(["Left"; 12]).chain(["Home", "End"]) {
        bench = bench.keys(keys);
        let screen = bench.screen();
        let class = bench.app.screens.parameters.class.to_string();
        assert!(screen.contains('▸') && screen.contains('◂'), "{keys}\n{screen}");
        assert!(screen.lines().nth(2).unwrap().contains(&class), "{keys} {class}\n{screen}");
    }
}

#[test]
fn cut_points_are_never_cut() {
    for width in (60..=130).step_by(3) {
        Bench::open("living-area", "")
            .resized(width, 24)
            .keys("3 Right Right")
            .shows("[1380,1760)")
            .shows("≥1760");
    }
}

#[test]
fn names_from_the_data_neither_act_nor_move_the_borders() {
    let table = "ci\u{1b}[2Jty,name \u{202e},class\r東京,é,ja\u{7}\rOslo,🌧 rain,no\r東京,é,no\r";
    let mut bench = Bench::pasted(table, 80, 24);
    for keys in ["3", "Down Right", "x x", "Tab", "Enter", "Esc", "2", "*", "c", "End Up Up Up Right"] {
        bench = bench.keys(keys);
        let screen = bench.screen();
        assert!(!screen.chars().any(|c| c != '\n' && posterior::text::is_hidden(c)), "{keys}\n{screen}");
        for line in screen.lines().skip(1).take(21) {
            assert_eq!(posterior::text::display_width(line), 80, "{keys}\n{screen}");
        }
    }
}

/// Nine features of three classes: what does not fit scrolls inside the fences, and the names stay.
#[test]
fn a_wide_matrix_scrolls_inside_its_fences() {
    let names: Vec<String> = (0..9).map(|at| format!("length_of_part_{at}")).collect();
    let mut text = format!("{},kind\r", names.join(","));
    for row in 0..60_usize {
        let cells: Vec<String> =
            (0..9).map(|at| ((row * (2 * at + 3) + row * row % (at + 5)) % 31).to_string()).collect();
        text.push_str(&format!("{},{}\r", cells.join(","), ["a", "b", "c"][row % 3]));
    }
    let wide = |width, height| {
        let mut bench = Bench::pasted(&text, width, height);
        bench.refit(|recipe| recipe.model = Some(ModelKind::Gda));
        bench.keys(&format!("3 {}{}", "Down ".repeat(16), "Right ".repeat(8)))
    };
    for width in [60, 119] {
        let bench = wide(width, 24);
        let screen = bench.screen();
        let row = screen.lines().find(|line| line.contains('▸')).unwrap();
        assert!(row.contains("◂") && row.contains("│"), "{width}: {screen}");
        let names = |screen: &str| screen.lines().find(|line| line.contains("┃ Σ ")).unwrap().to_owned();
        let first = bench.keys(&"Left ".repeat(8)).screen();
        let [last, first] = [names(&screen), names(&first)];
        assert!(last.contains('‹') && !last.contains('›') && first.contains('›'), "{width}\n{last}\n{first}");
    }
}

#[test]
fn help_is_in_every_footer() {
    for width in (60..=130).step_by(5) {
        for keys in ["", "Tab", "Esc", "4", "4 Tab", "5", "5 Space Tab", "5 a"] {
            let screen = Bench::tennis().resized(width, 24).keys(keys).screen();
            assert!(screen.lines().last().unwrap().contains("? help"), "{width} {keys}\n{screen}");
        }
    }
}

#[test]
fn the_cursor_stays_on_screen_in_a_wide_table() {
    let header: Vec<String> = (0..30).map(|n| format!("column{n}")).collect();
    let row: Vec<String> = (0..30).map(|n| "w".repeat(n % 11 + 1)).collect();
    let text = format!("{}\r{}\r{}\r", header.join(","), row.join(","), row.join(","));
    for width in [60, 79, 80, 100, 120] {
        let mut bench = Bench::pasted(&text, width, 24);
        for key in ["Right"; 29].into_iter().chain(["Left"; 29]) {
            bench = bench.keys(key);
            let screen = bench.screen();
            let column = bench.app.screens.data.column;
            let marked = format!("▸{}◂", "w".repeat(column % 11 + 1));
            assert!(screen.contains(&marked), "{width}: {marked} is not in\n{screen}");
            assert!(screen.contains(&format!("column{column}")), "{width}\n{screen}");
        }
    }
}

#[test]
fn long_names_of_columns_are_cut_so_that_they_differ() {
    let names: Vec<String> = (0..30).map(|at| format!("feature_with_long_name_{at:02}")).collect();
    let cells = |row: usize| (0..30).map(|at| format!("{}.5,", (row + at) % 7)).collect::<String>();
    let rows: String = (0..9).map(|row| format!("{}{}\r", cells(row), ["a", "b", "c"][row % 3])).collect();
    let bench = Bench::pasted(&format!("{},class\r{rows}", names.join(",")), 80, 24).keys("Esc 1");
    let screen = bench.screen();
    let header = screen.lines().nth(2).unwrap();
    let heads: Vec<&str> = header.split_whitespace().filter(|word| word.contains('…')).collect();
    assert!(heads.len() >= 2, "{screen}");
    assert!(heads.iter().enumerate().all(|(at, head)| !heads[..at].contains(head)), "{screen}");
    assert!(heads[0].ends_with("00"), "{screen}");
}
