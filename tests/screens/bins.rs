//! The editor of bins: before, keys, after.

use crate::support::Bench;

use posterior::app::{BinsDialog, ScreenId};
use posterior::recipe::Recipe;

/// The editor of the areas.
fn areas() -> Bench {
    Bench::open("living-area", "").keys("2 e")
}

/// A pasted table, with the editor open on its first column.
fn pasted(csv: &str) -> Bench {
    Bench::pasted(csv).keys("Esc 2 e")
}

fn dialog(bench: &Bench) -> &BinsDialog {
    bench.app.front::<BinsDialog>().expect("the editor")
}

fn bins(bench: &Bench) -> String {
    dialog(bench).bins.as_ref().map_or_else(|| "none".into(), ToString::to_string)
}

#[test]
fn the_areas_are_cut_compared_and_undone_back_to_the_start() {
    let start = areas().recipe();
    let bench = areas().keys("'400' Enter Right '800' Enter Right '1200' Enter Right '1600'");
    let bench =
        bench.shows("cut 4 goes to: 1600").keys("Enter / '890' Enter").gives(bins, "cuts:400,800,1200,1600");
    let bench = bench.shows("890 → bin 3, [800,1200), because 800 ≤ 890 < 1200");
    // The posterior is that of screen 5 for the sample's query, which is the same number.
    let exact = bench.fitted().predict(bench.app.session.case.as_ref().unwrap()).posterior.unwrap();
    let [low, mid, high] = [0, 1, 2].map(|class: usize| exact[class].to_f64());
    let bench = bench.shows(&format!("P(c | area=890): low {low:.4}, mid {mid:.4}, high {high:.4}"));
    // Equal frequency with as many bins, then MDL with its tests.
    let bench = bench.keys("M").gives(bins, "frequency:5").keys("m m").gives(bins, "mdl");
    let bench = bench.keys("u*7").gives(bins, "width:5").gives(Bench::recipe, start);
    bench.keys("u").says("no change to undo");
}

#[test]
fn from_gda_to_ten_bins_is_three_keys_and_the_accuracy_rises() {
    let accuracy = |bench: &Bench| {
        let evaluated = bench.app.screens.evaluate.evaluated(&bench.app.session).expect("an evaluation");
        evaluated.evaluation.accuracy.as_ref().unwrap().to_f64()
    };
    let bench = Bench::open("two-clusters", "").keys("2 e");
    // The histogram counts every row that has a class and a number.
    assert_eq!(dialog(&bench).bars.iter().flatten().sum::<u64>(), 200);
    let before = accuracy(&bench);
    let bench = bench.keys("m").gives(bins, "width:10").says("gda cannot use bins");
    assert!(accuracy(&bench) > before + 0.3, "{before} and then {}", accuracy(&bench));
    let bench = bench.keys("A").shows("fine 0.0437, bad 0.9563, nothing else known").keys("u u");
    let bench = bench.gives(bins, "none").gives(accuracy, before);
    assert!(bench.fitted().gda().is_some());
}

#[test]
fn a_choice_that_makes_no_model_says_so_and_the_next_one_fixes_it() {
    // On the screen b makes bins and leaves the model as it is, which GDA refuses.
    let bench = Bench::open("two-clusters", "").keys("2 b e").gives(bins, "width:5").shows("gives no model");
    let bench = bench.keys("+").gives(bins, "width:6").hides("gives no model");
    assert!(bench.app.screens.model.refused.is_none());
}

#[test]
fn cuts_are_moved_added_and_removed() {
    // Equal width has its own number of bins; a cut that is moved makes cut points of them.
    let bench = areas().keys("+").gives(bins, "width:6").keys("- - Right Shift-Right");
    let bench =
        bench.gives(bins, "cuts:715,1200,1665").keys("Shift-Left -").gives(bins, "cuts:715,1100,1665");
    let bench = bench.keys("Ins").gives(bins, "cuts:715,1100,1400,1665").gives(|bench| dialog(bench).cut, 2);
    let bench = bench.keys("Del Del Del").gives(bins, "cuts:715").keys("Del").gives(bins, "width:1");
    let bench = bench.shows("890 → bin 1, the only bin: there are no cuts");
    let bench = bench.keys("Del").says("There is no cut yet");
    // One bin can be saved and read again.
    assert_eq!(Recipe::from_toml(&bench.recipe().to_toml(), "again").unwrap(), bench.recipe());
    let bench = bench.keys("'900' Enter '1200' Enter Ins").gives(bins, "cuts:700,1200").keys("'1200' Enter");
    let bench =
        bench.says("There is a cut at 1200 already.").keys("Esc").without_dialog().on(ScreenId::Model);
    bench.shows("cuts:700,1200");
}

#[test]
fn numbers_that_are_invalid_on_a_cut_or_beyond() {
    let bench = areas().keys("'8x0' Enter").says("“8x0” is not a number").shows("cut 1 goes to: 8x0");
    let bench = bench.gives(bins, "width:5").keys("Esc").gives(bins, "width:5").keys("/ a Enter");
    let bench = bench.says("“a” is not a number").keys("Ctrl-u '-1e2' Enter");
    // Numbers below 0 are valid, and a cut may be a fraction.
    let bench = bench.shows("-1e2 → bin 1, <620, because -1e2 < 620").keys("'1241/2' Enter");
    let bench = bench.gives(bins, "cuts:1241/2,1000,1380,1760").keys("Enter Ctrl-u '-5' Enter");
    bench.gives(bins, "cuts:-5,1000,1380,1760");
    let bench = areas().keys("Right*3 '9999' Enter / '1000' Enter").shows("A number on a cut");
    bench.shows("9999, above every number").keys("Left").shows("›");
    // WEKA puts it below.
    let weka = Bench::open("living-area", "convention = \"weka\"").keys("2 e / '1000' Enter");
    weka.shows("1000 → bin 2, (620,1000], because 620 < 1000 ≤ 1000.");
    let mut ascii = areas();
    ascii.app.settings.ascii = true;
    ascii.keys("'400' Enter / '400' Enter").shows("400 -> bin 2, [400,1000), because 400 <= 400 < 1000.");
}

#[test]
fn odd_columns_and_keys_that_do_not_fit() {
    // A column of one value is the class only if it is chosen.
    let one_class = pasted("v,class\r1,a\r2,a\r2.5,a\r9,a\r").keys("Esc Down * Up e m");
    one_class.shows("accuracy 4/4 = 1");
    let constant = pasted("v,w,class\r7,1,a\r7,2,b\r7,4,a\r7,9,b\r").shows("all 7");
    let constant = constant.shows("There are no bins: each class has a normal curve").keys("Ins");
    constant.says("All numbers are the same").keys("7 Enter").gives(bins, "cuts:7");
    pasted("v,class\r1,a\r?,a\r2.5,b\r,b\r3,\r4,b\r").keys("m").shows("2 without a number");
    Bench::tennis().keys("2 e").message("Only a column of numbers has bins.");
    areas().keys("A").message("There is no other column of numbers.");
    areas().keys("'400' Enter A").says("Cut points are of one column");
    let orange = Bench::open("living-area", "convention = \"orange\"").keys("2 e M");
    orange.says("Orange always makes bins");
}

#[test]
fn a_thousand_numbers_and_fifty_bins() {
    let row = |i: usize| format!("{}.{i},{}\r", i / 7, if i.is_multiple_of(3) { "x" } else { "y" });
    let rows: String = (0..1000).map(row).collect();
    let bench = pasted(&format!("v,class\r{rows}")).resized(120, 40).keys("m +*45");
    let bench = bench.gives(bins, "width:50").says("50 bins are the most").shows("cut 1 of 49: 2.85998");
    bench.shows("1–15 of 50");
}

#[test]
fn every_test_can_be_read_on_a_small_screen() {
    let mut bench = Bench::open("iris", "").keys("2 e m m m m");
    let tests = bench.fitted().factors()[0].cuts().unwrap().tests.iter();
    let tests: Vec<f64> = tests.map(|test| test.cut.to_f64()).collect();
    assert_eq!(tests.len(), 5);
    let mut seen = vec![false; tests.len()];
    for _ in 0..20 {
        let screen = bench.screen();
        for (seen, cut) in seen.iter_mut().zip(&tests) {
            let is_test = |line: &str| line.contains("cut ") && line.contains(&format!("  {cut}  "));
            *seen |= screen.lines().any(is_test) && screen.contains("threshold  ");
        }
        bench = bench.keys("Down");
    }
    assert_eq!(seen, vec![true; tests.len()], "{}", bench.screen());
    let end = bench.screen();
    bench.shows("A cut is made where it gains more bits").keys("End").gives(Bench::screen, end);
    Bench::open("iris", "").keys("2 e m m m m End Up*3").hides("A cut is made where");
}
