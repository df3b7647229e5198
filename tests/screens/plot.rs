//! Screen 6 by its keys, and what it looks like.

use crate::support::Bench;
use posterior::app::screens::plot::{Kind, kind};
use posterior::app::terminal::theme::Theme;
use posterior::app::{Order, ScreenId, Source};
use posterior::plot::{Glyphs, Others};
use posterior::recipe::{Covariance, ModelKind, Recipe};
use ratatui::style::Modifier;

fn bench(sample: &str, recipe: &str, width: u16, height: u16) -> Bench {
    let source = Source::Sample(sample.into());
    let recipe = Recipe::from_toml(recipe, "recipe.toml").unwrap();
    Bench::ordered(Order { source, recipe: recipe.into() }, width, height)
}

const PETALS: &str = "model = \"qda\"\nignore = [\"sepal_length\", \"sepal_width\"]";

#[test]
fn without_a_model_there_is_no_picture() {
    let bench = Bench::empty().keys("6").on(ScreenId::Start);
    bench.shows("There are no data yet.");
}

#[test]
fn plain_characters_say_the_same() {
    let mut bench = bench("iris", PETALS, 80, 24);
    bench.app.settings.ascii = true;
    let bench = bench.keys("6");
    assert!(bench.screen().is_ascii(), "{}", bench.screen());
    // Other signs could not be shown there.
    let bench = bench.keys("g");
    assert!(bench.screen().is_ascii(), "{}", bench.screen());
    let bench = bench.shows("Only ASCII is in use");
    assert_eq!(bench.app.settings.glyphs, Glyphs::Braille);
    let bench = self::bench("iris", PETALS, 80, 24).keys("6 g g");
    assert_eq!(bench.app.settings.glyphs, Glyphs::Dots);
}

#[test]
fn the_crosshair_reads_walks_and_opens_a_row() {
    let bench = bench("iris", PETALS, 80, 24).keys("6");
    let at = posterior::app::screens::plot::crosshair(&bench.app).unwrap();
    let bench = bench.keys("Right Right Up");
    let next = posterior::app::screens::plot::crosshair(&bench.app).unwrap();
    assert!(next[0] > at[0] && next[1] > at[1]);
    bench.screen();
    // A row in its cell is taken; where there is none, the point itself.
    let area = bench.app.screens.plot.seen.get().unwrap();
    let rows = bench.app.screens.plot.drawn.as_ref().unwrap().rows.clone().unwrap().0;
    let mut taken = 0;
    let mut bench = bench;
    for _ in 0..12 {
        let at = posterior::app::screens::plot::crosshair(&bench.app).unwrap();
        let here: Vec<usize> =
            rows.all.iter().filter(|row| area.cell(row.at) == area.cell(at)).map(|row| row.row).collect();
        let there = bench.keys("Enter").on(ScreenId::Explain);
        let case = there.app.session.case.clone().unwrap();
        match case.row {
            Some(row)
                if there.app.session.origin().starts_with("row")
                    && !there.app.session.origin().contains("changed") =>
            {
                assert!(here.contains(&row), "{row} {here:?}");
                taken += 1;
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
    assert!((1..12).contains(&taken), "{taken}");
}

#[test]
fn zoom_keeps_the_crosshair_and_the_edge_moves_the_view() {
    let bench = bench("iris", PETALS, 80, 24).keys("6 + +");
    let near = bench.app.screens.plot.pair.range.unwrap();
    let bench = bench.keys("-");
    let far = bench.app.screens.plot.pair.range.unwrap();
    assert!((far[0].1 - far[0].0) / (near[0].1 - near[0].0) > 1.99);
    let bench = bench.keys(&"End ".repeat(6));
    let moved = bench.app.screens.plot.pair.range.unwrap();
    assert!(moved[0].0 > far[0].0 && (moved[0].1 - moved[0].0 - far[0].1 + far[0].0).abs() < 1e-9);
    let bench = bench.keys("0");
    assert_eq!(bench.app.screens.plot.pair.range, None);
    // Boundaries are not looked for on the way.
    bench.keys("d d").keys(&"+ ".repeat(42)).message("This is the closest zoom.");
}

#[test]
fn the_shape_of_sigma_goes_round_and_can_be_taken_back() {
    let mut bench = bench("iris", "model = \"gda\"", 80, 24).keys("6");
    let shape = |bench: &Bench| bench.fitted().data.resolved.covariance;
    let mut seen = vec![shape(&bench)];
    for _ in 0..3 {
        bench = bench.keys("m");
        seen.push(shape(&bench));
    }
    let all =
        [Covariance::Shared, Covariance::PerClass, Covariance::SharedDiagonal, Covariance::PerClassDiagonal];
    assert_eq!(seen, all);
    bench.keys("u").gives(shape, Covariance::SharedDiagonal);
    // A diagonal Σ for each class is Gaussian naive Bayes: the same picture.
    let one = self::bench("iris", "model = \"gda\"\ncovariance = \"per-class-diagonal\"", 80, 24)
        .keys("6")
        .screen();
    let other = self::bench("iris", "model = \"gaussian\"\nvar_smoothing = \"0\"", 80, 24).keys("6").screen();
    let picture = |screen: &str| {
        screen
            .lines()
            .skip(1)
            .take(20)
            .map(|line| line.chars().take(50).collect::<String>())
            .collect::<Vec<_>>()
    };
    assert_eq!(picture(&one), picture(&other));
}

#[test]
fn errors_and_crossings_are_found_one_after_the_other() {
    let mut bench = bench("iris", PETALS, 120, 40).keys("6");
    let rows = bench.app.screens.plot.drawn.as_ref().unwrap().rows.clone().unwrap().0;
    let mut wrong: Vec<[f64; 2]> = rows.all.iter().filter(|row| row.wrong).map(|row| row.at).collect();
    wrong.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    assert_eq!(wrong.len(), 3);
    bench.app.screens.plot.crosshair = Some([0.0, 0.0]);
    for at in &wrong {
        bench = bench.keys("n").shows("misclassified");
        assert_eq!(bench.app.screens.plot.crosshair, Some(*at));
    }
    let bench = self::bench("two-clusters", "model = \"gaussian\"", 80, 24).keys("6 p Right Esc Home n");
    assert!((bench.app.screens.plot.crosshair.unwrap()[0] - 19.551_985_878_835_673).abs() < 1e-9);
    let bench = bench.keys("n");
    assert!((bench.app.screens.plot.crosshair.unwrap()[0] - 24.491_492_516_798_065).abs() < 1e-9);
}

#[test]
fn the_dialog_changes_the_picture_at_once_or_says_what_cannot_be_drawn() {
    let bench = bench("iris", "model = \"gda\"", 80, 24).keys("6 6").shows("┏━ ▶ Picture").keys("Down Right");
    assert_ne!(bench.app.screens.plot.pair.features[0], 2);
    let bench = bench.keys("Down Down Right");
    assert_eq!(bench.app.screens.plot.pair.others, Others::Marginal);
    let bench = bench.keys("Esc");
    assert!(bench.app.dialogs.is_empty() && bench.app.screen == ScreenId::Plot);
    let bench = bench.keys("p Right");
    assert_eq!(kind(&bench.app), Kind::Feature);
    // A picture of another model is not shown as that of this one.
    let bench = self::bench("play-tennis", "", 80, 24).keys("6 p Left Left Esc");
    assert_eq!(kind(&bench.app), Kind::Pair);
    bench.shows("This model uses no feature as a number").shows("p chooses another picture.");
}

#[test]
fn a_bar_opens_what_it_is_made_of() {
    let bench = bench("play-tennis", "", 80, 24)
        .keys("6 Down Down Enter")
        .on(ScreenId::Parameters)
        .shows("P(Temp=Cool | No)");
    bench.keys("Esc").on(ScreenId::Plot);
}

/// What is chosen on screen holds the next time, too; other settings of the file stay, and a damaged one is left alone.
#[test]
fn settings_are_remembered() {
    use posterior::app::{Remembered, Settings, ThemeName};
    use posterior::plot::Glyphs;
    use posterior::practice::progress::StateFolder;
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("posterior").join("settings.toml");
    let folder = StateFolder::at(home.path().join("posterior"));
    let begin = || {
        let mut bench = bench("iris", PETALS, 80, 24);
        let remembered = Remembered::read(&folder, &mut bench.app.settings);
        (bench, remembered)
    };
    let (bench, mut remembered) = begin();
    assert_eq!(bench.app.settings, Settings::default());
    let mut bench = bench.keys("6 g g F2 Right");
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
    let bench = bench("play-tennis", "", 80, 24).keys("6 Down Down");
    assert!(selected(&bench).contains("Temp=Cool"), "{}", selected(&bench));
    assert!(!selected(&bench).contains("Outlook"), "{}", selected(&bench));
    // m: the views of screen 4; the third is the ROC curve, of which one point is selected.
    let bench = self::bench("iris", "model = \"gaussian\"", 80, 24).keys("4 m Down Down Enter");
    let here = selected(&bench);
    assert!(here.contains(['●', '✕']), "{here}");
}

/// Classes beyond five are letters; of thirty there is a picture as well.
#[test]
fn many_classes_are_letters() {
    for classes in [6, 7, 30] {
        let mut text = String::from("u,v,kind\r");
        for row in 0..classes * 8 {
            let class = row % classes;
            text.push_str(&format!(
                "{},{},k{class:02}\r",
                class * 3 + (row / classes) * 5 % 7,
                (class * 7) % 11 + (row / classes) * 3 % 4
            ));
        }
        let mut bench = Bench::pasted(&text, 120, 40);
        bench.refit(|recipe| {
            recipe.model = Some(ModelKind::Gda);
            recipe.target = Some("kind".into());
        });
        bench.app.dialogs.clear();
        let screen = bench.keys("6").screen();
        let is_marked = screen.contains("● k00") || screen.contains("●   k00");
        assert_eq!(is_marked, classes <= 6, "{screen}");
        assert_eq!(screen.contains("a   k00"), classes > 6, "{screen}");
    }
}
