//! Screen 6: before, keys, after.

use crate::support::Bench;
use posterior::app::screens::plot::{Kind, crosshair, kind};
use posterior::app::terminal::theme::Theme;
use posterior::app::{Remembered, ScreenId, Settings, ThemeName};
use posterior::plot::{Glyphs, Others};
use posterior::practice::progress::StateFolder;
use posterior::recipe::Covariance;
use ratatui::style::Modifier;

/// Screen 6 of two features of the irises.
fn petals() -> Bench {
    Bench::open("iris", "model = \"qda\"\nignore = [\"sepal_length\", \"sepal_width\"]").keys("6")
}

fn gda() -> Bench {
    Bench::open("iris", "model = \"gda\"").keys("6")
}

fn glyphs(bench: &Bench) -> Glyphs {
    bench.app.settings.glyphs
}

#[test]
fn without_a_model_there_is_no_picture() {
    Bench::empty().keys("6").on(ScreenId::Start).shows("There are no data yet.");
}

#[test]
fn other_glyphs_are_chosen_where_more_than_ascii_is_in_use() {
    let mut bench = petals();
    bench.app.settings.ascii = true;
    let bench = bench.keys("g").shows("Only ASCII is in use").gives(glyphs, Glyphs::Braille);
    assert!(bench.screen().is_ascii());
    petals().keys("g g").gives(glyphs, Glyphs::Dots);
}

#[test]
fn the_crosshair_moves_and_opens_a_row_or_a_point() {
    let at = crosshair(&petals().app).unwrap();
    let mut bench = petals().keys("Right Right Up");
    let next = crosshair(&bench.app).unwrap();
    assert!(next[0] > at[0] && next[1] > at[1]);
    bench.screen();
    let area = bench.app.screens.plot.seen.get().unwrap();
    let rows = bench.app.screens.plot.drawn.as_ref().unwrap().rows.clone().unwrap().0;
    let mut opened = 0;
    for _ in 0..12 {
        let at = crosshair(&bench.app).unwrap();
        let here = rows.all.iter().filter(|row| area.cell(row.at) == area.cell(at));
        let here: Vec<usize> = here.map(|row| row.row).collect();
        let there = bench.keys("Enter").on(ScreenId::Explain);
        let (case, origin) = (there.app.session.case.clone().unwrap(), there.app.session.origin());
        match case.row {
            Some(row) if origin.starts_with("row") && !origin.contains("changed") => {
                assert!(here.contains(&row), "{row} {here:?}");
                opened += 1;
            }
            _ => {
                assert!(here.is_empty(), "{here:?}");
                let numbers = case.numbers();
                for axis in 0..2 {
                    let step = (area.range[axis].1 - area.range[axis].0) / area.size[axis] as f64;
                    assert!((numbers[axis] - at[axis]).abs() < step / 10.0, "{numbers:?} {at:?}");
                }
            }
        }
        bench = there.keys("Esc Left").on(ScreenId::Plot);
    }
    assert!((1..12).contains(&opened), "{opened}");
}

#[test]
fn zoom_keeps_the_crosshair_and_the_edge_moves_the_view() {
    let range = |bench: &Bench| bench.app.screens.plot.pair.range;
    let wide = |range: [(f64, f64); 2]| range[0].1 - range[0].0;
    let near = petals().keys("+ +");
    let far = range(&petals().keys("+ + -")).unwrap();
    assert!(wide(far) / wide(range(&near).unwrap()) > 1.99);
    let bench = near.keys("- End*6");
    let moved = range(&bench).unwrap();
    assert!(moved[0].0 > far[0].0 && (wide(moved) - wide(far)).abs() < 1e-9);
    // Without boundaries, which take time at each step.
    bench.keys("0").gives(range, None).keys("d d").keys("+*42").message("This is the closest zoom.");
}

#[test]
fn the_shape_of_sigma_goes_round_and_can_be_undone() {
    let shape = |bench: &Bench| bench.fitted().data.resolved.covariance;
    let bench = gda().gives(shape, Covariance::Shared).keys("m").gives(shape, Covariance::PerClass).keys("m");
    let bench =
        bench.gives(shape, Covariance::SharedDiagonal).keys("m").gives(shape, Covariance::PerClassDiagonal);
    bench.keys("u").gives(shape, Covariance::SharedDiagonal);
    // A diagonal Σ for each class is Gaussian naive Bayes: the same picture.
    let picture = |recipe: &str| -> Vec<String> {
        let screen = Bench::open("iris", recipe).keys("6").screen();
        screen.lines().skip(1).take(20).map(|line| line.chars().take(50).collect()).collect()
    };
    assert_eq!(
        picture("model = \"gda\"\ncovariance = \"per-class-diagonal\""),
        picture("model = \"gaussian\"\nvar_smoothing = \"0\"")
    );
}

#[test]
fn errors_and_crossings_are_found_one_after_the_other() {
    let mut bench = petals().resized(120, 40);
    let rows = bench.app.screens.plot.drawn.as_ref().unwrap().rows.clone().unwrap().0;
    let mut wrong: Vec<[f64; 2]> = rows.all.iter().filter(|row| row.wrong).map(|row| row.at).collect();
    wrong.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    assert_eq!(wrong.len(), 3);
    bench.app.screens.plot.crosshair = Some([0.0, 0.0]);
    for at in wrong {
        bench =
            bench.keys("n").shows("misclassified").gives(|bench| bench.app.screens.plot.crosshair, Some(at));
    }
    let mut bench = Bench::open("two-clusters", "model = \"gaussian\"").keys("6 p Right Esc Home");
    for crossing in [19.551_985_878_835_673, 24.491_492_516_798_065] {
        bench = bench.keys("n");
        assert!((bench.app.screens.plot.crosshair.unwrap()[0] - crossing).abs() < 1e-9);
    }
}

#[test]
fn the_dialog_changes_the_picture_at_once_or_says_what_cannot_be_drawn() {
    let kind = |bench: &Bench| kind(&bench.app);
    let bench = gda().keys("6").shows("┏━ ▶ Picture").keys("Down Right");
    assert_ne!(bench.app.screens.plot.pair.features[0], 2);
    let bench = bench.keys("Down Down Right");
    assert_eq!(bench.app.screens.plot.pair.others, Others::Marginal);
    let bench = bench.keys("Esc").without_dialog().on(ScreenId::Plot);
    bench.keys("p Right").gives(kind, Kind::Feature);
    // A picture that this model does not have.
    let bench = Bench::tennis().keys("6 p Left Left Esc").gives(kind, Kind::Pair);
    bench.shows("This model uses no feature as a number").shows("p chooses another picture.");
}

#[test]
fn a_bar_opens_what_it_is_made_of() {
    let bench = Bench::tennis().keys("6 Down Down Enter").on(ScreenId::Parameters).shows("P(Temp=Cool | No)");
    bench.keys("Esc").on(ScreenId::Plot);
}

/// Settings are kept for the next start; other settings of the file stay, and a damaged file is left as it is.
#[test]
fn settings_are_remembered() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("posterior").join("settings.toml");
    let folder = StateFolder::at(home.path().join("posterior"));
    let begin = || {
        let mut bench = petals();
        let remembered = Remembered::read(&folder, &mut bench.app.settings);
        (bench, remembered)
    };
    let (bench, mut remembered) = begin();
    assert_eq!(bench.app.settings, Settings::default());
    let mut bench = bench.keys("g g F2 Right");
    assert_eq!((bench.app.settings.glyphs, bench.app.settings.theme), (Glyphs::Dots, ThemeName::Dark));
    remembered.finish(&bench.app.settings);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "theme = \"dark\"\nglyphs = \"dots\"\n");
    // A new start, and where only plain characters can be shown, those are.
    bench = begin().0;
    assert_eq!((bench.app.settings.glyphs, bench.app.settings.theme), (Glyphs::Dots, ThemeName::Dark));
    bench.app.settings.ascii = true;
    assert_eq!(bench.app.settings.drawn_with(), Glyphs::Ascii);
    // What another version keeps there stays.
    std::fs::write(&file, "size = \"large\"\ntheme = \"pink\"\nglyphs = \"dots\"\n").unwrap();
    let (bench, mut remembered) = begin();
    assert_eq!(bench.app.settings, Settings { glyphs: Glyphs::Dots, ..Settings::default() });
    remembered.begin(bench.app.settings);
    remembered.finish(&Settings { glyphs: Glyphs::Blocks, ..bench.app.settings });
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.contains("size = \"large\"\n") && kept.contains("glyphs = \"blocks\"\n"), "{kept}");
    std::fs::write(&file, "glyphs = [").unwrap();
    assert_eq!(begin().0.app.settings, Settings::default());
}

/// The selected bar and the selected point of a curve have the cursor's style, and only they.
#[test]
fn what_is_selected_has_the_style_of_the_cursor() {
    let selected = |bench: &Bench| -> String {
        let buffer = bench.buffer(&Theme::mono());
        let cells = buffer.content.iter().filter(|cell| cell.modifier.contains(Modifier::REVERSED));
        cells.map(|cell| cell.symbol().to_owned()).collect()
    };
    let bar = selected(&Bench::tennis().keys("6 Down Down"));
    assert!(bar.contains("Temp=Cool") && !bar.contains("Outlook"), "{bar}");
    // A point of the ROC curve of screen 4.
    let point = selected(&Bench::open("iris", "model = \"gaussian\"").keys("4 m Down Down Enter"));
    assert!(point.contains(['●', '✕']), "{point}");
}

/// Classes beyond five are letters; of thirty there is a picture as well.
#[test]
fn many_classes_are_letters() {
    for classes in [6, 7, 30] {
        let row = |row: usize| {
            let (class, round) = (row % classes, row / classes);
            format!("{},{},k{class:02}\n", class * 3 + round * 5 % 7, class * 7 % 11 + round * 3 % 4)
        };
        let rows: String = (0..classes * 8).map(row).collect();
        let bench = Bench::open(&format!("u,v,kind\n{rows}"), "model = \"gda\"\ntarget = \"kind\"");
        let mut bench = bench.resized(120, 40);
        bench.app.dialogs.clear();
        let screen = bench.keys("6").screen();
        let is_marked = screen.contains("● k00") || screen.contains("●   k00");
        assert_eq!(is_marked, classes <= 6, "{screen}");
        assert_eq!(screen.contains("a   k00"), classes > 6, "{screen}");
    }
}
