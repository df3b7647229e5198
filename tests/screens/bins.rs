//! The editor of bins, key by key: what is on screen before and after, at both sizes and without Unicode.

use crate::support;

use posterior::app::{BinsDialog, ScreenId};
use posterior::recipe::Recipe;
use support::Bench;

/// A bench with the editor open on the first column of a sample.
fn editor(sample: &str, width: u16, height: u16) -> Bench {
    Bench::sample(sample, width, height, |_| {}).keys("2 e")
}

/// Data that was pasted, with the editor open on its first column.
fn pasted(csv: &str, width: u16, height: u16) -> Bench {
    Bench::pasted(csv, width, height).keys("Esc 2 e")
}

fn dialog(bench: &Bench) -> &BinsDialog {
    match bench.app.front::<BinsDialog>() {
        Some(dialog) => dialog,
        other => panic!("no editor: {other:?}"),
    }
}

fn bins(bench: &Bench) -> String {
    dialog(bench).bins.as_ref().map_or_else(|| "none".into(), ToString::to_string)
}

fn line(bench: &Bench, part: &str) -> String {
    let screen = bench.screen();
    let found = screen.lines().find(|line| line.contains(part));
    found.unwrap_or_else(|| panic!("{part} is not on\n{screen}")).trim_matches(['│', '┃', ' ']).to_owned()
}

#[test]
fn a_first_user_cuts_the_areas_compares_and_undoes_back_to_the_start() {
    let bench = editor("living-area", 80, 24);
    let start = bench.recipe();
    let bench = bench
        .keys("4 0 0 Enter Right 8 0 0 Enter Right 1 2 0 0 Enter Right 1 6 0 0")
        .shows("cut 4 goes to: 1600")
        .keys("Enter / 8 9 0 Enter")
        .gives(bins, "cuts:400,800,1200,1600")
        .shows("890 → bin 3, [800,1200), because 800 ≤ 890 < 1200");
    // It is the posterior that screen 5 has of the sample's query, which is the same number.
    let posterior = line(&bench, "P(c | area=890)");
    let case = bench.app.session.case.clone().unwrap();
    let exact = bench.fitted().predict(&case).posterior.unwrap();
    for value in &exact {
        assert!(posterior.contains(&format!("{:.4}", value.to_f64())), "{posterior}");
    }
    // Equal frequency with as many bins, then MDL with its tests.
    let bench = bench
        .keys("M")
        .gives(bins, "frequency:5")
        .keys("m m")
        .gives(bins, "mdl")
        .keys("u u u u u u u")
        .gives(bins, "width:5");
    assert_eq!(bench.recipe(), start);
    bench.keys("u").says("no change to undo");
}

#[test]
fn from_gda_to_ten_bins_is_three_keys_and_the_accuracy_rises() {
    let bench = Bench::open("two-clusters", "").keys("2 e");
    // The histogram counts every row that has a class and a number.
    assert_eq!(dialog(&bench).bars.iter().flatten().sum::<u64>(), 200);
    let share = |bench: &Bench| {
        let judged = bench.app.screens.evaluate.evaluated(&bench.app.session).expect("judged");
        judged.evaluation.accuracy.as_ref().unwrap().to_f64()
    };
    let before = share(&bench);
    let bench = bench.keys("m").gives(bins, "width:10");
    assert!(share(&bench) > before + 0.3, "{before} and then {}", share(&bench));
    let bench = bench
        .says("gda cannot use bins")
        .keys("A")
        .shows("fine 0.0437, bad 0.9563, nothing else known")
        .keys("u u")
        .gives(bins, "none");
    assert!((share(&bench) - before).abs() < 1e-12);
    assert!(bench.fitted().gda().is_some());
}

#[test]
fn a_choice_that_makes_no_model_says_so_and_the_next_one_mends_it() {
    // On the screen b makes bins and leaves the model as it is, which GDA refuses.
    let bench = Bench::open("two-clusters", "")
        .keys("2 b e")
        .gives(bins, "width:5")
        .keys("+")
        .gives(bins, "width:6")
        .hides("makes no model");
    assert!(bench.app.screens.model.refused.is_none());
}

#[test]
fn cuts_move_come_and_go_by_key() {
    let bench = editor("living-area", 80, 24);
    // Equal width has its own number of bins; a cut that is moved makes cut points of them.
    let bench = bench
        .keys("+")
        .gives(bins, "width:6")
        .keys("- - Right Shift-Right")
        .gives(bins, "cuts:715,1200,1665")
        .keys("Shift-Left -")
        .gives(bins, "cuts:715,1100,1665")
        .keys("Ins")
        .gives(bins, "cuts:715,1100,1400,1665");
    assert_eq!(dialog(&bench).cut, 2);
    let bench = bench.keys("Del Del Del").gives(bins, "cuts:715").keys("Del").gives(bins, "width:1");
    let bench =
        bench.shows("890 → bin 1, the only bin: there are no cuts").keys("Del").says("There is no cut yet");
    // One bin can be written down and read again.
    let written = bench.recipe().to_toml();
    assert_eq!(Recipe::from_toml(&written, "again").unwrap(), bench.recipe());
    let bench = bench
        .keys("9 0 0 Enter 1 2 0 0 Enter Ins")
        .gives(bins, "cuts:700,1200")
        .keys("1 2 0 0 Enter")
        .says("There is a cut at 1200 already.")
        .keys("Esc");
    assert!(bench.app.dialogs.is_empty() && bench.app.screen == ScreenId::Model);
    bench.shows("cuts:700,1200");
}

#[test]
fn numbers_that_cannot_be_read_are_on_a_cut_or_beyond() {
    let bench = editor("living-area", 80, 24)
        .keys("8 x 0 Enter")
        .says("“8x0” is not a number")
        .shows("cut 1 goes to: 8x0")
        .gives(bins, "width:5")
        .keys("Esc")
        .gives(bins, "width:5")
        .keys("/ a Enter")
        .says("“a” is not a number");
    // Numbers below 0 can be, and a cut may be a fraction.
    bench
        .keys("Ctrl-u '-1e2' Enter")
        .shows("-1e2 → bin 1, <620, because -1e2 < 620")
        .keys("'1241/2' Enter")
        .gives(bins, "cuts:1241/2,1000,1380,1760")
        .keys("Enter Ctrl-u '-5' Enter")
        .gives(bins, "cuts:-5,1000,1380,1760");
    editor("living-area", 80, 24)
        .keys("Right Right Right 9 9 9 9 Enter / 1 0 0 0 Enter")
        .shows("A number on a cut")
        .shows("9999, above every number")
        .keys("Left")
        .shows("›");
    // WEKA puts it below.
    let weka = Bench::sample("living-area", 80, 24, |recipe| {
        recipe.convention = "weka".parse().ok();
    });
    weka.keys("2 e / 1 0 0 0 Enter").shows("1000 → bin 2, (620,1000], because 620 < 1000 ≤ 1000.");
}

#[test]
fn in_ascii_nothing_is_lost() {
    let mut bench = editor("living-area", 80, 24);
    bench.app.settings.ascii = true;

    bench.keys("4 0 0 Enter / 4 0 0 Enter").shows("400 -> bin 2, [400,1000), because 400 <= 400 < 1000.");
}

#[test]
fn odd_columns_and_keys_that_do_not_fit() {
    // A column of one value is the class only where somebody says so.
    let one_class = pasted("v,class\r1,a\r2,a\r2.5,a\r9,a\r", 80, 24).keys("Esc Down * Up e m");
    one_class.shows("accuracy 4/4 = 1");
    let constant = pasted("v,w,class\r7,1,a\r7,2,b\r7,4,a\r7,9,b\r", 80, 24);
    let constant =
        constant.shows("all 7").shows("There are no bins: each class has a normal curve").keys("Ins");
    constant.says("All numbers are the same").keys("7 Enter").gives(bins, "cuts:7");

    pasted("v,class\r1,a\r?,a\r2.5,b\r,b\r3,\r4,b\r", 80, 24).keys("m").shows("2 without a number");
    Bench::tennis().keys("2 e").message("Only a column of numbers has bins.");
    editor("living-area", 80, 24).keys("A").message("There is no other column of numbers.");
    editor("living-area", 80, 24).keys("4 0 0 Enter A").says("Cut points are of one column");
    let orange = Bench::sample("living-area", 80, 24, |recipe| recipe.convention = "orange".parse().ok());
    orange.keys("2 e M").says("Orange always makes bins");
}

#[test]
fn a_thousand_numbers_and_fifty_bins() {
    let rows: String =
        (0..1000).map(|i| format!("{}.{},{}\r", i / 7, i, if i % 3 == 0 { "x" } else { "y" })).collect();
    let bench = pasted(&format!("v,class\r{rows}"), 120, 40).keys("m");
    let bench = (0..45).fold(bench, |bench, _| bench.keys("+"));
    let bench = bench.gives(bins, "width:50").says("50 bins are the most");
    bench.shows("cut 1 of 49: 2.85998").shows("1–15 of 50");
}

/// At 80×24 few lines fit: each test of minimum description length is still reached, under its own heading, and ↑ comes
/// back from the end at once.
#[test]
fn every_test_is_reached_on_a_small_screen() {
    let mut bench = Bench::open("iris", "").keys("2 e m m m m");
    let tests = {
        let fitted = bench.fitted();
        fitted.factors()[0].cuts().unwrap().tests.iter().map(|test| test.cut.to_f64()).collect::<Vec<f64>>()
    };
    assert_eq!(tests.len(), 5);
    let mut seen = vec![false; tests.len()];
    for _ in 0..20 {
        let screen = bench.screen();
        let rows: Vec<&str> = screen.lines().collect();
        for (seen, cut) in seen.iter_mut().zip(&tests) {
            let is_test = |line: &&&str| line.contains("cut ") && line.contains(&format!("  {cut}  "));
            *seen |= rows.iter().find(is_test).is_some() && screen.contains("threshold  ");
        }
        bench = bench.keys("Down");
    }
    assert_eq!(seen, vec![true; tests.len()], "{}", bench.screen());
    let end = bench.screen();
    assert!(end.contains("A cut is made where it gains more bits"), "{end}");
    assert_eq!(bench.keys("End").screen(), end);
    Bench::open("iris", "").keys("2 e m m m m End Up Up Up").hides("A cut is made where");
}
