//! What must be visible at each width of the window, and what keys must not do there.

use crate::support::Bench;

use std::collections::HashSet;
use std::fs;

use posterior::app::{ScreenId, Source};
use posterior::recipe::{ExactNumber, ModelKind, Recipe};

const MARKS: [&str; 5] = ["●", "▲", "■", "◆", "✚"];

fn iris(width: u16) -> Bench {
    Bench::open("iris", "").resized(width, 24)
}

/// A table of columns `heads` whose rows are made by `row`, fitted by a discriminant.
fn gda(heads: &str, rows: usize, row: impl Fn(usize) -> String) -> Bench {
    let rows: String = (0..rows).map(|at| row(at) + "\n").collect();
    Bench::open(&format!("{heads}\n{rows}"), "model = \"gda\"")
}

/// Five classes and eight numbers, with names that differ in the middle only.
fn stars(width: u16, height: u16) -> Bench {
    let places = ["Alpha_centauri_bright", "Alpha_centauri_dim", "Beta_pictoris_bright", "Beta_pictoris_dim"];
    let names: Vec<String> = ["apparent_size", "absolute_size", "surface_heat", "speed_of_turning"]
        .iter()
        .flat_map(|what| ["mean", "deviation"].map(|of| format!("{what}_{of}_of_the_star")))
        .collect();
    let mut text = format!("{},type_of_star\r", names.join(","));
    for row in 0..40_usize {
        let class = row % 5;
        let cells: Vec<String> = (0..8).map(|at| (10 * class + (row * (at + 3)) % 11).to_string()).collect();
        text += &format!("{},{}\r", cells.join(","), places.get(class).unwrap_or(&"Gamma_burst"));
    }
    Bench::pasted(&text).resized(width, height)
}

fn line<'a>(screen: &'a str, with: &str) -> &'a str {
    screen.lines().find(|line| line.contains(with)).unwrap_or_else(|| panic!("{with} in {screen}"))
}

/// What 79 columns show, 80 show beside the other pane: every class, and the one that wins.
#[test]
fn three_classes_are_side_by_side_at_80_columns() {
    for width in [79, 80, 81, 119, 120] {
        let parameters = iris(width).keys("3").screen();
        let head = line(&parameters, "● setosa");
        assert!(head.contains("▲ versi") && head.contains("■ virgi"), "{width}: {parameters}");
        assert!(line(&parameters, " μ   ").contains("6.588"), "{width}: {parameters}");
        let matrix = iris(width).keys("4").hides("more column").screen();
        assert!(MARKS[..3].iter().all(|mark| line(&matrix, "actual").contains(mark)), "{width}: {matrix}");
        let steps = iris(width).keys("5 a").screen();
        let head = line(&steps, "  step ");
        assert!(head.contains("▲ versi") && head.contains("■ virgi"), "{width}: {steps}");
        let last = line(&steps, "2.591e-130 ");
        assert!(last.contains("0.1545") && last.contains("▸0.8455◂"), "{width}: {steps}");
        let names: HashSet<&str> =
            steps.lines().filter_map(|line| line.split("× ").nth(1)?.split_whitespace().next()).collect();
        assert_eq!(names.len(), 4, "{width}: {steps}");
    }
}

/// Names of six letters need more than half of 80 columns, and are whole beside the other pane.
#[test]
fn the_matrix_takes_the_width_that_its_names_need() {
    let places = ["forest", "meadow", "barren"];
    let rows: String = (0..30).map(|row| format!("{},{}\r", (row * 7) % 11, places[row % 3])).collect();
    let screen = Bench::pasted(&format!("size,place\r{rows}")).keys("4").screen();
    assert!(places.iter().all(|place| line(&screen, "actual").contains(place)), "{screen}");
}

/// Where not all classes fit, the one that wins is among those that are shown, and no two names are the same.
#[test]
fn the_winner_is_visible_and_names_stay_distinct() {
    for (width, height) in [(80, 24), (79, 24), (120, 40), (60, 15)] {
        for (row, winner) in [("1", 0), ("3", 2), ("5", 4)] {
            let bench = stars(width, height).keys(&format!("5 r '{row}' Enter a")).shows("◂");
            let explanation = bench.app.screens.explain.explanation(&bench.app.session).unwrap();
            assert_eq!(explanation.prediction.predicted, Some(winner));
            assert_eq!(bench.app.screens.explain.class, winner);
            let screen = bench.screen();
            assert!(line(&screen, "  step ").contains(MARKS[winner]), "{width}×{height}: {screen}");
        }
        let recipe = stars(width, height.max(24)).keys("2").screen();
        let features = recipe.lines().filter(|line| line.contains("feature") && line.contains("number"));
        let names: HashSet<&str> = features
            .filter_map(|line| line.split_whitespace().find(|word| word.chars().count() > 3))
            .collect();
        assert_eq!(names.len(), 8, "{width}: {recipe}");
    }
}

/// After any arrows a page down goes down; and after the end one page up goes up.
#[test]
fn a_page_down_never_goes_up() {
    // The first line of the right pane, from its border.
    let first = |bench: &Bench| -> Option<usize> {
        let screen = bench.screen();
        let foot = screen.lines().rev().find_map(|line| Some(line.rsplit_once(['╰', '┗'])?.1))?;
        let (start, _) = foot.split_once(" of ")?;
        start.rsplit_once('–')?.0.rsplit(' ').next()?.parse().ok()
    };
    for start in ["5 a Tab", "5 a Tab Down Down", "3 Tab", "3 Down Down Tab", "2 Tab", "1 Tab"] {
        for mut bench in [Bench::tennis().resized(80, 19), iris(80)] {
            bench = bench.keys(start);
            let Some(mut before) = first(&bench) else { continue };
            for _ in 0..8 {
                bench = bench.keys("PgDn");
                let now = first(&bench).unwrap();
                assert!(now >= before, "{start}: {now} after {before}");
                before = now;
            }
            bench = bench.keys("PgUp");
            assert!(first(&bench).unwrap() < before, "{start}: {}", bench.screen());
        }
    }
}

/// A choice that makes no model leaves the previous numbers readable, and marks them as the previous ones.
#[test]
fn numbers_of_the_previous_recipe_are_marked() {
    let table = "a,b,class\n1.5,2,x\n2.5,3,y\n1.5,2.5,x\n4.5,9,y\n";
    let binned = |recipe: &mut Recipe| {
        recipe.bins = "width:2".parse().ok();
        recipe.model = Some(ModelKind::Categorical);
    };
    for (width, height) in [(80, 24), (79, 24), (120, 40)] {
        let bench = Bench::open(table, "model = \"categorical\"\nbins = \"width:2\"").resized(width, height);
        let mut bench = bench.keys("3").hides("old recipe");
        // Without bins the column `a` never varies in x.
        bench.refit(|recipe| {
            recipe.bins = None;
            recipe.model = Some(ModelKind::Gaussian);
            recipe.var_smoothing = ExactNumber::non_negative("0", "ε").ok();
        });
        for keys in ["3", "4", "5"] {
            bench = bench.keys(keys).shows("ariance");
            assert!(bench.app.refused().is_some() && bench.app.session.fitted().is_some());
            let screen = bench.screen();
            let marked = screen.lines().rev().take(4).any(|line| line.contains("From the previous recipe"));
            assert!(marked && screen.lines().next().unwrap().contains("old recipe"), "{keys}: {screen}");
        }
        bench.refit(binned);
        bench.hides("previous recipe");
    }
}

#[test]
fn the_cursor_does_not_hide_what_the_model_is_tested_on() {
    let bench = iris(80).keys("4 t").shows("▸ * training rows").keys("Down").shows(" * training rows");
    bench.shows("▸   held-out rows").shows("* is what it is tested on now.");
    for width in [60, 80] {
        iris(width).keys("4 t Down*6 Enter 'new.csv'").shows("file: new.csv");
    }
}

#[test]
fn equally_confident_mistakes_are_reported_together() {
    let table = |rows: &str| {
        let rows = rows.replace(' ', "\r");
        Bench::pasted(&format!("sky,play\r{rows}\r")).resized(120, 40).keys("4 Right").screen()
            + &Bench::pasted(&format!("sky,play\r{rows}\r")).resized(120, 40).keys("4 Down").screen()
    };
    // The grey rows that are yes are predicted no, with equal confidence.
    let mut rows = "blue,yes blue,yes blue,yes grey,no grey,no grey,no grey,yes".to_owned();
    let mut reports = |more: &str, texts: &[&str]| {
        rows += more;
        let screen = table(&rows);
        assert!(texts.iter().all(|text| screen.contains(text)), "{texts:?}\n{screen}");
    };
    reports("", &["Row 7 is the most confident mistake."]);
    reports(" grey,yes", &["Rows 7 and 8 are the most confident"]);
    let many = ["No mistake is more confident than", "8, 12; 2 more mistakes"];
    reports(" grey,no grey,no grey,no grey,yes grey,yes grey,yes", &many);
}

#[test]
fn enter_opens_the_one_name_that_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str| fs::write(path(name), "a,b\nx,y\nz,w\nx,y\n").unwrap();
    let typed = |name: &str| Bench::empty().keys("o").typed(&path(name).to_string_lossy());
    let source = |bench: &Bench| bench.app.session.order.as_ref().map(|order| order.source.clone());
    write("marks.csv");
    write("other.csv");
    let bench = typed("ma").shows("▸ marks.csv").keys("Enter").on(ScreenId::Data);
    bench.gives(source, Some(Source::File(path("marks.csv"))));
    // A file that exists is opened, also if other names begin with its name.
    write("mark");
    typed("mark").keys("Enter").gives(source, Some(Source::File(path("mark"))));
    // With two candidates neither is opened.
    typed("").keys("Enter").gives(source, None);
}

/// A value alone says nothing if it is 0, 1 or no.
#[test]
fn a_value_has_its_feature_beside_it() {
    let table = "smoker,cough,ill\r1,no,0\r0,no,0\r1,yes,1\r1,yes,1\r0,no,0\r1,no,1\r";
    let bench = Bench::pasted(table).keys("5 a").shows("× smoker=1").shows("× cough=no");
    bench.keys("3").hides("previous recipe").shows("ill = 0").hides("rows with 0");
}

/// At any width a matrix has its letter, and its columns have distinct names.
#[test]
fn matrices_keep_their_letters_and_names() {
    let trees = gda("height_of_stem,height_of_crown,width_of_crown,tree", 30, |row| {
        let [a, b, c] = [row * 7 % 11, row * 5 % 13, row * 3 % 17].map(|x| x + row % 3);
        format!("{a},{b},{c},{}", ["ash", "beech", "cedar"][row % 3])
    });
    let mut bench = trees.keys("3");
    for width in [60, 79, 80, 120] {
        bench = bench.resized(width, 40);
        let screen = bench.screen();
        for letter in ["┃ Σ ", "┃ Σ⁻¹ ", "┃ corr"] {
            let names = line(&screen, letter).split('┃').nth(1).unwrap().split_whitespace().skip(1);
            assert_eq!(names.collect::<HashSet<&str>>().len(), 3, "{width} {letter}: {screen}");
        }
        assert_eq!(screen.matches('┌').count(), screen.matches('┐').count(), "{width}: {screen}");
    }
}

#[test]
fn five_classes_whose_numbers_fit_are_not_paged_for_their_names() {
    let places = ["Alpha_centauri", "Beta_pictoris", "Gamma_burst_star", "Delta_cephei_star", "Epsilon_indi"];
    let row = |row: usize| {
        format!("{},{},{}\r", ["red", "blue"][row / 5 % 2], ["big", "small"][row % 2], places[row % 5])
    };
    let rows: String = (0..30).map(row).collect();
    let mut bench = Bench::pasted(&format!("colour,size,type_of_star\r{rows}"));
    for keys in ["3", "5 a"] {
        bench = bench.keys(keys);
        let screen = bench.screen();
        assert!(screen.lines().any(|line| MARKS.iter().all(|mark| line.contains(mark))), "{screen}");
    }
}

/// Of eight classes with long names the one that leads is visible, selected and written out, at the width of each screen.
#[test]
fn the_leader_of_eight_long_named_classes_is_visible() {
    for (width, height) in [(80, 24), (120, 40), (160, 48)] {
        let row = |row: usize| {
            let class = row % 8;
            let (u, v) = (class * 4 + (row * row) % 7, (class * 5) % 11 + (row * 3) % 5);
            format!("{u},{v},a_long_name_of_kind_number_{class}")
        };
        let mut bench = gda("u,v,kind", 48, row).resized(width, height);
        for row in [0, 3, 7] {
            bench = bench.keys(&format!("5 r {} Enter a", "Down ".repeat(row)));
            let (screen, explain) = (bench.screen(), &bench.app.screens.explain);
            let explanation = explain.explanation(&bench.app.session).unwrap();
            let last = explanation.rows().last().unwrap();
            let leader = last.leaders[0];
            assert_eq!(explain.class, leader, "{screen}");
            let share = last.cells[leader].value.as_ref().unwrap().to_f64();
            let mut selected = screen.split(['▸', '◂']).filter_map(|part| part.trim().parse::<f64>().ok());
            let near = selected.any(|shown| (shown - share).abs() < 1e-4);
            assert!(near || screen.contains("▸≈1◂"), "{share} {screen}");
            let name = format!("P(a_long_name_of_kind_number_{leader} | x)");
            assert!(width < 120 || screen.contains(&name), "{screen}");
        }
    }
}

#[test]
fn shares_and_cut_points_are_never_cut() {
    let (mut steps, mut areas) =
        (Bench::tennis().keys("5 a"), Bench::open("living-area", "").keys("3 Right Right"));
    for width in 60..=130 {
        steps = steps.resized(width, 24).hides("4201…").hides("/4…");
        let screen = steps.screen();
        assert!(screen.contains("3025/4201") || screen.contains("0.7201"), "{width}\n{screen}");
        areas = areas.resized(width, 24).shows("[1380,1760)").shows("≥1760");
    }
}

#[test]
fn the_cursor_stays_on_screen_with_many_classes_and_values() {
    let row = |n: usize| format!("v{n},class {}\rv{n},class {}\r", n % 13, (n + 1) % 13);
    let rows: String = (0..60).map(row).collect();
    let mut bench = Bench::pasted(&format!("value,class\r{rows}")).resized(60, 24).keys("3");
    for keys in ["Right"; 12].into_iter().chain(["PgDn"; 4]).chain(["Left"; 12]).chain(["Home", "End"]) {
        bench = bench.keys(keys).shows("▸").shows("◂");
        let (screen, class) = (bench.screen(), bench.app.screens.parameters.class.to_string());
        assert!(screen.lines().nth(2).unwrap().contains(&class), "{keys} {class}\n{screen}");
    }
}

#[test]
fn names_from_the_data_neither_act_nor_move_the_borders() {
    let table = "ci\u{1b}[2Jty,name \u{202e},class\r東京,é,ja\u{7}\rOslo,🌧 rain,no\r東京,é,no\r";
    let mut bench = Bench::pasted(table);
    for keys in ["3", "Down Right", "x x", "Tab", "Enter", "Esc", "2", "*", "c", "End Up*3 Right"] {
        bench = bench.keys(keys);
        let screen = bench.screen();
        assert!(!screen.chars().any(|c| c != '\n' && posterior::text::is_hidden(c)), "{keys}\n{screen}");
        let mut framed = screen.lines().skip(1).take(21);
        assert!(framed.all(|line| posterior::text::display_width(line) == 80), "{keys}\n{screen}");
    }
}

/// Nine features of three classes: what does not fit scrolls inside the brackets, and the names stay.
#[test]
fn a_wide_matrix_scrolls_inside_its_brackets() {
    let names: Vec<String> = (0..9).map(|at| format!("length_of_part_{at}")).collect();
    let wide = gda(&format!("{},kind", names.join(",")), 60, |row| {
        let cell = |at: usize| ((row * (2 * at + 3) + row * row % (at + 5)) % 31).to_string();
        format!("{},{}", (0..9).map(cell).collect::<Vec<_>>().join(","), ["a", "b", "c"][row % 3])
    });
    let mut bench = wide.keys(&format!("3 {}{}", "Down ".repeat(16), "Right ".repeat(8)));
    for width in [60, 119] {
        bench = bench.resized(width, 24).keys("Right*8");
        let last = bench.screen();
        let row = line(&last, "▸");
        assert!(row.contains("◂") && row.contains("│"), "{width}: {last}");
        bench = bench.keys("Left*8");
        let first = bench.screen();
        let [last, first] = [line(&last, "┃ Σ "), line(&first, "┃ Σ ")];
        assert!(last.contains('‹') && !last.contains('›') && first.contains('›'), "{width}\n{last}\n{first}");
    }
}

#[test]
fn help_is_in_every_footer() {
    for keys in ["", "Tab", "Esc", "4", "4 Tab", "5", "5 Space Tab", "5 a"] {
        let mut bench = Bench::tennis().keys(keys);
        for width in (60..=130).step_by(5) {
            bench = bench.resized(width, 24);
            let screen = bench.screen();
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
        let mut bench = Bench::pasted(&text).resized(width, 24);
        for key in ["Right"; 29].into_iter().chain(["Left"; 29]) {
            bench = bench.keys(key);
            let column = bench.app.screens.data.column;
            bench =
                bench.shows(&format!("▸{}◂", "w".repeat(column % 11 + 1))).shows(&format!("column{column}"));
        }
    }
}

#[test]
fn long_names_of_columns_are_cut_so_that_they_differ() {
    let names: Vec<String> = (0..30).map(|at| format!("feature_with_long_name_{at:02}")).collect();
    let cells = |row: usize| (0..30).map(|at| format!("{}.5,", (row + at) % 7)).collect::<String>();
    let rows: String = (0..9).map(|row| format!("{}{}\r", cells(row), ["a", "b", "c"][row % 3])).collect();
    let bench = Bench::pasted(&format!("{},class\r{rows}", names.join(","))).keys("Esc 1");
    let screen = bench.screen();
    let header = screen.lines().nth(2).unwrap();
    let heads: Vec<&str> = header.split_whitespace().filter(|word| word.contains('…')).collect();
    assert!(heads.len() >= 2, "{screen}");
    assert!(heads.iter().enumerate().all(|(at, head)| !heads[..at].contains(head)), "{screen}");
    assert!(heads[0].ends_with("00"), "{screen}");
}
