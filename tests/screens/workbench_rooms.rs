//! Screens 2 and 3: before, keys, after.

use crate::states::{COUNTS, state};
use crate::support;

use posterior::app::ArgumentDialog;
use posterior::app::ConventionsDialog;
use posterior::app::ProblemDialog;
use posterior::app::screens::model::Line;
use posterior::app::screens::parameters;
use posterior::app::*;
use posterior::recipe::{ColumnRole, Convention, ModelKind};
use support::Bench;

fn quantity(bench: &Bench) -> String {
    bench.app.screens.parameters.why.as_ref().unwrap().quantity.to_string()
}

fn rows(bench: &Bench) -> Vec<usize> {
    bench.app.screens.parameters.why.as_ref().unwrap().found.as_ref().unwrap().rows.to_vec()
}

#[test]
fn the_number_under_the_cursor_is_explained_without_a_key() {
    let bench = Bench::tennis()
        .keys("3")
        .gives(quantity, "P(No)")
        .keys("Down")
        .gives(quantity, "P(Outlook=Sunny | No)")
        .gives(rows, [0, 1, 7])
        .keys("Right")
        .gives(quantity, "P(Outlook=Sunny | Yes)")
        .keys("End Left")
        .gives(quantity, "loglik(No)")
        .gives(rows, [0, 1, 5, 7, 13]);
    assert_eq!(quantity(&bench.keys("Up")), "P(Wind=Strong | No)");
    let bench = Bench::tennis().keys("3 x 1 3");
    assert_eq!(bench.app.settings.form, NumberForm::Decimal);
    assert_eq!(bench.keys("x x").app.settings.form, NumberForm::Fraction);
}

#[test]
fn other_alphas_come_from_the_model() {
    let bench = Bench::tennis().keys("3 Down");
    let why = bench.app.screens.parameters.why.as_ref().unwrap();
    let alphas: Vec<_> = why.found.as_ref().unwrap().alphas.iter().collect();
    let values: Vec<_> =
        alphas.iter().map(|(_, _, _, value)| value.as_ref().unwrap().to_fraction()).collect();
    assert_eq!(values, ["3/5", "1/2", "13/35"].map(|text| Some(text.to_owned())));
    assert_eq!(alphas.iter().map(|(_, now, ..)| *now).collect::<Vec<_>>(), [false, true, false]);
    let bench = bench.keys("2 End Up Up Enter 1 / 3 Enter Up 3");
    let why = bench.app.screens.parameters.why.as_ref().unwrap();
    let alphas = &why.found.as_ref().unwrap().alphas;
    assert_eq!(alphas.iter().map(|(alpha, ..)| alpha.as_str()).collect::<Vec<_>>(), ["0", "1/3", "1", "10"]);
}

#[test]
fn enter_shows_the_counted_rows_and_escape_comes_back_to_the_number() {
    let bench = Bench::tennis().keys("Down Down 3 Down Down Enter");
    assert_eq!(bench.app.screen, ScreenId::Parameters, "nothing was counted: {}", bench.toast());
    let bench = bench.says("No row").keys("Up Enter");
    let data = &bench.app.screens.data;
    assert_eq!((bench.app.screen, data.row, data.column), (ScreenId::Data, 0, 0));
    assert_eq!(data.rows(14), 3);
    assert_eq!(data.row_at(2), 7);
    let bench = bench.keys("End Down");
    assert_eq!(bench.app.screens.data.row, 2);
    let bench = bench.keys("Esc").on(ScreenId::Parameters).gives(quantity, "P(Outlook=Sunny | No)").keys("1");
    assert_eq!(bench.app.screens.data.rows(14), 14);
    assert_eq!(bench.app.screens.data.row, 2, "the cursor is where it was before");
    let bench = Bench::tennis().keys("3 Right Enter");
    assert_eq!(bench.app.screens.data.rows(14), 9);
    assert_eq!(bench.app.screens.data.column, 4);
    let bench = Bench::tennis().keys("3 Down Enter 1");
    assert_eq!(bench.app.screens.data.rows(14), 14);
    let bench = Bench::tennis().keys("3 Down Enter 3 Esc Enter").on(ScreenId::Data);
    assert_eq!(bench.app.screens.data.rows(14), 14);
}

#[test]
fn a_value_is_found_from_the_cursor_on() {
    let bench = Bench::tennis().keys("3 / 'high' Enter").gives(quantity, "P(Humidity=High | No)");
    assert!(bench.keys("n").toast().contains("only"));
    let bench = Bench::tennis().keys("3 / 'wind' Enter").gives(quantity, "P(Wind=Weak | No)");
    assert!(bench.keys("/ 'zzz' Enter").toast().contains("zzz"));
    assert!(Bench::tennis().keys("3 n").toast().contains("Press /"));
    let bench = Bench::tennis().keys("3 Down Enter / 'mild' Enter");
    let data = &bench.app.screens.data;
    assert_eq!((data.row, data.row_at(data.row)), (2, 7));
    assert!(bench.keys("/ 'rain' Enter").toast().contains("No cell"));
}

#[test]
fn many_rows_are_counted_by_a_job() {
    let mut text = String::from("a,class\r");
    for n in 0..1500 {
        text.push_str(if n % 3 == 0 { "u,yes\r" } else { "v,no\r" });
    }
    let mut bench = Bench::pasted(&text, 80, 24);
    let job = update(&mut bench.app, Action::Go(ScreenId::Parameters));
    let found = |app: &App| app.screens.parameters.why.as_ref().unwrap().found.is_some();
    assert!(!found(&bench.app), "the formula is there at once");
    let Some(Job::Work(task)) = job else { panic!("no work") };
    assert!(bench.app.jobs.busy().is_none(), "nobody waits for it");
    bench = bench.keys("Enter");
    bench = bench.says("still");
    let first = update(&mut bench.app, Action::Right);
    task.run().take(&mut bench.app);
    assert!(!found(&bench.app), "an old answer is not believed");
    let Some(Job::Work(task)) = first else { panic!("no work") };
    task.run().take(&mut bench.app);
    assert_eq!(rows(&bench).len(), 1000);
}

#[test]
fn a_change_refits_and_the_cursor_stays_on_its_number() {
    let bench = Bench::tennis().keys("3 Down Down Right 2 End Up Up Left Left");
    assert_eq!(bench.fitted().alpha().to_string(), "0");
    let bench = bench.keys("Up 3").gives(quantity, "P(Outlook=Overcast | Yes)").keys("2 Home Space 3");
    assert_eq!(quantity(&bench), "P(Temp=Mild | Yes)", "the number is gone, its line stays");
}

#[test]
fn a_column_becomes_the_target_and_is_ignored() {
    let bench = Bench::tennis().keys("2 Space");
    assert_eq!(bench.fitted().factors().len(), 3);
    let bench = bench.keys("Space Down *");
    let roles: Vec<ColumnRole> =
        bench.app.screens.model.view.as_ref().unwrap().columns.iter().map(|column| column.role).collect();
    assert_eq!(roles[1], ColumnRole::Target);
    assert_eq!(bench.fitted().classes.len(), 3);
    assert_eq!(bench.fitted().factors().len(), 4);
    assert!(bench.keys("Space").toast().contains("This column is the class"));
    let bench = Bench::tennis().keys("Right 2 Down * 1");
    let (column, _, profile) = bench.app.screens.data.profile.as_ref().unwrap();
    assert_eq!((*column, profile.classes.len()), (1, 3));
}

#[test]
fn a_digit_goes_to_a_screen_unless_a_number_is_typed() {
    let bench = Bench::tennis().keys("2 End Up Up");
    assert_eq!(bench.app.screens.model.line(), Some(Line::Alpha));
    assert_eq!(bench.keys("1").app.screen, ScreenId::Data);
    let bench = Bench::tennis().keys("2 End Up Up Enter 1");
    assert!(bench.app.typing());
    let bench = bench.keys("/ 2 Enter");
    assert!(!bench.app.typing());
    assert_eq!(bench.fitted().alpha().to_string(), "1/2");
    let bench = bench.keys("Enter 7 Esc");
    assert_eq!(bench.fitted().alpha().to_string(), "1/2");
    let bench = bench.on(ScreenId::Model);
    assert_eq!(bench.keys("Up 1").app.screen, ScreenId::Data);
    let bench = Bench::tennis().keys("2 End Up Up Enter 1 x Enter");
    assert!(bench.app.typing() && !bench.toast().is_empty());
    let bench = bench.keys("Ctrl-c");
    assert!(!bench.app.typing());
    assert_eq!(bench.app.leaving, Leaving::No);
}

#[test]
fn a_refused_choice_is_shown_and_the_model_before_stays() {
    let bench = Bench::tennis().keys("2 End Up Up Up Right");
    let refused = bench.app.screens.model.refused.as_ref().unwrap();
    assert!(refused.what.contains("Outlook") && refused.fix.contains("Space"));
    assert_eq!(bench.fitted().title(), "Categorical naive Bayes");
    assert!(bench.app.screens.model.view.as_ref().unwrap().model.word() == "multinomial");
    let bench = bench.keys("Right Right Right Right");
    assert!(bench.app.screens.model.refused.is_none());
    assert_eq!(bench.keys("3").app.screen, ScreenId::Parameters);
    let bench = Bench::tennis().keys("2 Space Down Space Down Space Down Space");
    assert!(bench.app.screens.model.refused.as_ref().unwrap().fix.contains("Space"));
    let bench = bench.keys("u");
    assert!(bench.app.screens.model.refused.is_none());
    assert_eq!(bench.fitted().factors().len(), 1);
}

#[test]
fn numbers_get_a_model_by_keys_alone() {
    let bench = Bench::numbers().keys("Esc 2");
    let screen = &bench.app.screens.model;
    assert!(screen.refused.as_ref().unwrap().fix.contains("press b"));
    assert!(bench.app.session.fitted().is_none());
    let bench = bench.keys("b Down b");
    assert!(bench.app.screens.model.refused.is_none());
    assert_eq!(bench.keys("3").app.screen, ScreenId::Parameters);
    let csv = "a,b,c,class\r1.5,2,1,x\r1.5,2,2,x\r2.5,3,3,y\r3.5,3,7,y\r";
    assert!(asked(&pasted(csv)).is_empty(), "without a choice the least smoothing is added");
    let strict = || Bench::without_smoothing(csv, 80, 24);
    let bench = strict();
    assert_eq!(asked(&bench).len(), 3);
    let bench = bench.shows("2 columns never vary");
    let varies = bench.keys("Enter");
    assert_eq!(varies.fitted().factors().len(), 3);
    let fewer = strict().keys("Down Enter");
    let factors = &fewer.fitted().factors();
    assert_eq!(factors.iter().map(|factor| factor.name.as_str()).collect::<Vec<_>>(), ["c"]);
    assert!(fewer.keys("2 u").app.session.fitted().is_some(), "undo goes back to a recipe without a model");
}

fn pasted(text: &str) -> Bench {
    Bench::pasted(text, 80, 24)
}

/// The choices of the question on screen.
fn asked(bench: &Bench) -> Vec<String> {
    let Some(dialog) = bench.app.front::<ProblemDialog>() else { return Vec::new() };
    dialog.problem.choices.iter().map(|(line, _)| line.clone()).collect()
}

#[test]
fn space_takes_in_what_was_left_out() {
    let rows: String = (1..=12).map(|at| format!("{at},{},{}\r", at % 3, ["a", "b"][at % 2])).collect();
    let bench = pasted(&format!(",x,class\r{rows}"));
    let features = |bench: &Bench| -> Vec<String> {
        let fitted = bench.fitted();
        fitted.factors().iter().map(|factor| factor.name.as_str().to_owned()).collect()
    };
    let bench =
        bench.gives(features, ["x"]).says("column 1 (has no name in the header) is left out").keys("2");
    assert_eq!(bench.app.screens.model.view.as_ref().unwrap().columns[0].role, ColumnRole::Ignored);
    let bench = bench.keys("Space").gives(features, ["column 1", "x"]);
    assert_eq!(features(&bench.keys("Space")), ["x"]);
}

#[test]
fn any_keys_in_the_recipe_leave_a_model_or_a_reason() {
    for name in ["play-tennis", "living-area", "spam", "weather", "chinese-japan"] {
        let mut bench = Bench::open(name, "");
        bench = bench.keys("2");
        for keys in
            ["Space", "t", "b", "c", "c", "b", "Down", "t", "Space", "c", "End", "Right", "Up", "Right"]
        {
            bench = bench.keys(keys);
            let reason = bench.app.screens.model.refused.is_some();
            assert!(reason || bench.app.session.fitted().is_some(), "{name} {keys}");
            bench = bench.keys("3 2");
            bench.screen();
        }
        for _ in 0..20 {
            bench = bench.keys("u");
        }
        assert!(bench.app.screens.model.refused.is_none(), "{name}");
    }
}

#[test]
fn a_change_that_is_stopped_is_forgotten() {
    let mut bench = Bench::tennis().keys("2 End Up Up");
    let job = update(&mut bench.app, Action::Right);
    assert_eq!(bench.app.screens.model.view.as_ref().unwrap().value(Line::Alpha), "2");
    bench = bench.keys("Esc");
    bench = bench.says("Stopped");
    assert_eq!(bench.app.screens.model.view.as_ref().unwrap().value(Line::Alpha), "1  (Laplace)");
    let Some(Job::Work(task)) = job else { panic!("no work") };
    task.run().take(&mut bench.app);
    assert_eq!(bench.fitted().alpha().to_string(), "1");
}

/// The comparison on top, as text.
fn compared(bench: &Bench) -> String {
    assert!(bench.app.front::<ConventionsDialog>().is_some(), "no comparison is open");
    bench.screen()
}

#[test]
fn a_case_is_held_against_another_convention_which_the_recipe_can_have() {
    let before = Bench::tennis().keys("5 Space");
    let revealed = before.app.screens.explain.revealed;
    let bench = before.keys("v");
    let screen = compared(&bench);
    for part in
        ["here the CS229 notes, there ← WEKA →", "P(No | x): 0.7201 here, 0.7353 in WEKA", "First difference"]
    {
        assert!(screen.contains(part), "{part}\n{screen}");
    }
    let bench = bench.keys("Right");
    assert!(compared(&bench).contains("← e1071 →"));
    let bench = bench.keys("Right Right");
    assert!(compared(&bench).contains("0.7942 in Orange"));
    // Round: cs229 is what is studied, and is left out.
    let bench = bench.keys("Right");
    assert!(compared(&bench).contains("Every step agrees"), "{}", bench.screen());
    let bench = bench.keys("Esc").without_dialog();
    assert_eq!(bench.app.screens.explain.revealed, revealed);
    let marked = Bench::tennis().keys("5 v").screen();
    let first: Vec<&str> = marked.lines().filter(|line| line.contains("differs first")).collect();
    assert!(first.len() == 1 && first[0].contains("≠  P(No)"), "{marked}");
    let bench = Bench::tennis()
        .keys("2 End Up Up Up Up Up Up")
        .shows("▸ convention   the CS229 notes")
        .keys("Right Right");
    let study = bench.app.session.study.as_ref().unwrap();
    assert_eq!(study.recipe.convention, Some(Convention::Weka));
    let screen = bench.screen();
    for part in ["▸ convention   WEKA", "priors       from the data, plus 1", "Convention: WEKA"] {
        assert!(screen.contains(part), "{part}\n{screen}");
    }
    assert_eq!(bench.fitted().prior(0).unwrap().to_fraction().unwrap(), "3/8");
    // Under WEKA the notes are the other program.
    let bench = bench.keys("5 v");
    assert!(compared(&bench).contains("here WEKA, there ← the CS229 notes →"), "{}", bench.screen());
    let bench = bench.keys("Esc 2 u u");
    assert_eq!(bench.fitted().convention(), Convention::Cs229);
}

/// Two classes with one Σ have one θ, which stands under the class whose sign it has; three have one each.
#[test]
fn theta_is_found_under_the_class_whose_sign_it_has() {
    let csv = |classes: &[&str]| -> String {
        let row = |at: usize| format!("{},{},{}\r", at * 5 % 12, at * at % 7, classes[at % classes.len()]);
        format!("u,v,class\r{}", (0..12).map(row).collect::<String>())
    };
    let cursor = |bench: &Bench| (quantity(bench), bench.app.screens.parameters.class);
    for (classes, before, after) in [
        (&["a", "b"][..], "theta(0)", ("theta(0)", 1)),
        (&["a", "b", "c"], "theta(0 | a)", ("theta(0 | a)", 0)),
    ] {
        let mut bench = pasted(&csv(classes));
        bench.refit(|recipe| recipe.model = Some(ModelKind::Gda));
        let mut bench = bench.keys("3 End Up Up Up").gives(cursor, (before.to_owned(), 0));
        bench.refit(|recipe| recipe.prior = Some("uniform".parse().unwrap()));
        assert_eq!(cursor(&bench.keys("2 3")), (after.0.to_owned(), after.1));
    }
}

#[test]
fn only_shares_are_offered_as_decimals() {
    for (csv, shares) in [
        ("u,shape,class\r1.5,o,a\r2.5,l,b\r3,o,a\r4.5,l,c\r5,o,b\r1,l,c\r", "shares as decimals"),
        ("u,v,class\r1.5,1,a\r2.5,2,b\r3,3,a\r4.5,4,c\r5,9,b\r1,7,c\r", "priors as decimals"),
        ("v,shape,class\rp,o,a\rq,l,b\rp,o,a\rq,l,c\rp,o,b\rq,l,c\r", "decimals"),
    ] {
        pasted(csv).keys("3").shows(&format!("x: show {shares} "));
    }
}

/// What stands under the classes adds up to "all": rows without a class have a column of their own, or it is said.
#[test]
fn rows_without_a_class_are_counted_apart() {
    let counts = |bench: &Bench, value: &str| -> Vec<String> {
        let screen = bench.screen();
        let line = screen.lines().filter_map(|line| line.rsplit('│').nth(1)).map(str::trim);
        let mut of = line.map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        of.find(|cells| cells.first().is_some_and(|cell| cell == value)).unwrap_or_default()
    };
    let opened = |csv: &str, width: u16| Bench::pasted(csv, width, 40);
    let csv = "shape,class\ro,a\ro,b\rl,b\rl,c\ro,c\r";
    let whole = opened(csv, 80);
    assert_eq!(counts(&whole, "o"), ["o", "3", "1", "1", "1"], "{}", whole.screen());
    whole.hides("without a class");
    let csv = format!("{csv}o,?\r");
    let wide = opened(&csv, 120);
    assert_eq!(counts(&wide, "o"), ["o", "4", "1", "1", "1", "1"], "{}", wide.screen());
    assert_eq!(counts(&wide, "l"), ["l", "2", "0", "1", "1", "0"]);
    wide.shows("? rows without a class");
    let narrow = opened(&csv, 80);
    assert_eq!(counts(&narrow, "o"), ["o", "4", "1", "1", "1"], "{}", narrow.screen());
    narrow.shows("“all” counts rows without a");
    // Of two classes the column has room.
    let two = opened(&csv.replace(",c\r", ",b\r"), 80);
    assert_eq!(counts(&two, "o"), ["o", "4", "1", "2", "1"], "{}", two.screen());
    // A number is never cut: four classes leave no room, and the bars show them.
    let four = opened("shape,class\ro,a\ro,b\rl,d\rl,c\r", 80);
    assert_eq!(counts(&four, "o"), ["o", "2"], "{}", four.screen());
}

/// The argument is revealed line by line, as a whole, and in the notation of the notes; the estimate stands at its end.
#[test]
fn an_argument_is_revealed_line_by_line_and_in_two_notations() {
    let revealed = |bench: &Bench| bench.app.front::<ArgumentDialog>().unwrap().revealed;
    let bench = Bench::open("play-tennis", "")
        .resized(120, 80)
        .keys("3 Down w")
        .gives(revealed, 1)
        .hides("the rest")
        .hides("Lagrange")
        .keys("Space");
    assert!(revealed(&bench) == 2 && bench.screen().contains("the rest"));
    let all = bench.app.front::<ArgumentDialog>().unwrap().argument.passages.len();
    let bench = bench.keys("a").gives(revealed, all).shows("Lagrange").shows("count(Outlook=Sunny, No)");
    bench
        .keys("x")
        .shows("1{Outlook⁽ⁱ⁾ = Sunny ∧ y⁽ⁱ⁾ = No}")
        .shows("φ(Outlook=Sunny | y=No)")
        .hides("count(Outlook=Sunny, No)");
    let bench = Bench::tennis().keys("3 Down w a PgDn");
    let Some(dialog) = bench.app.front::<ArgumentDialog>() else {
        panic!("no argument");
    };
    assert_eq!(dialog.argument.parameter.to_string(), "P(Outlook=Sunny | No)");
    assert!(dialog.scroll.top() > 0);
    let bench = bench.keys("Esc End w").without_dialog();
    bench.says("loglik(No) is not a parameter");
}

/// The rows beside a number have as many columns as fit, the counted one first; no number is cut.
#[test]
fn columns_that_do_not_fit_beside_a_number_are_left_out() {
    let heads: Vec<String> = (0..9).map(|at| format!("part_{at}")).collect();
    let mut text = format!("{},kind\r", heads.join(","));
    for row in 0..12 {
        let cells: Vec<String> = (0..9).map(|at| format!("{}.{}5", at + 1, row)).collect();
        text.push_str(&format!("{},k{}\r", cells.join(","), row % 3));
    }
    for (width, fit) in [(80, 2), (120, 5)] {
        // The mean of the last column, in the first class.
        let screen = Bench::pasted(&text, width, 40).keys("3").keys(&"Down ".repeat(17)).screen();
        let row = screen.lines().find(|line| line.contains(" 4  k0 ")).expect(&screen);
        let cells: Vec<&str> =
            row.split(" k0 ").nth(1).unwrap().trim_matches(['│', ' ']).split_whitespace().collect();
        assert_eq!(cells.first(), Some(&"9.350"), "{screen}");
        assert!(
            cells.len() >= fit && cells.iter().all(|cell| cell.parse::<f64>().is_ok()),
            "{width} {screen}"
        );
        assert!(cells.len() < 9, "{screen}");
    }
}

#[test]
fn a_column_becomes_the_weight_and_a_feature_again() {
    let bench = state("weighted", "", "Esc 2 Down Down");
    assert_eq!(bench.fitted().rows(), 100);
    let bench =
        bench.keys("Space").message("This column is the weight. Press W to make it a feature.").keys("u");
    assert!(bench.app.session.study.as_ref().unwrap().recipe.weight.is_none(), "undo takes the weight back");
    let bench = bench.keys("U W");
    assert!(bench.app.session.study.as_ref().unwrap().recipe.weight.is_none(), "w again makes it a feature");
    let bench = bench.keys("W Up W").message("Only a column of numbers can be the weight.").keys("Down *");
    assert!(bench.app.screens.model.view.as_ref().unwrap().target == "n", "the weight may become the class");
}

#[test]
fn counted_rows_of_a_word_open_at_its_column() {
    let bench = state("counts", COUNTS, "3 Down Down Enter");
    assert_eq!(bench.app.screens.data.column, 1, "the column of the word");
}

/// Every line of screen 3, in every class, opens into a working whose last number is the one on the line.
#[test]
fn every_number_of_room_three_opens() {
    for sample in posterior::table::samples() {
        let models = [None, Some(ModelKind::Gda), Some(ModelKind::Qda)];
        // One sample of two classes and one of three have all models.
        for model in models.into_iter().take(if ["person", "iris"].contains(&sample.name) { 3 } else { 1 }) {
            let mut bench = Bench::sample(sample.name, 120, 40, |recipe| {
                if model.is_some() {
                    recipe.model = model;
                }
            })
            .keys("3 Home");
            // Not every sample is one of numbers.
            let Some(fitted) = bench.app.session.fitted().cloned() else { continue };
            let lines = bench.app.screens.parameters.lines.len();
            // The samples with all models open more lines.
            let most = if ["person", "iris"].contains(&sample.name) { 9 } else { 2 };
            for line in 0..lines.min(most) {
                let mut seen = Vec::new();
                loop {
                    let screen = &bench.app.screens.parameters;
                    assert_eq!(screen.line, line, "{}", sample.name);
                    let why = screen.why.as_ref().unwrap_or_else(|| panic!("{} line {line}", sample.name));
                    let step = why.step(&why.quantity).unwrap();
                    let value = step.value.as_ref().unwrap_or_else(|| panic!("{}", why.quantity)).to_f64();
                    if seen.contains(&why.quantity) {
                        break;
                    }
                    let shown = bench.screen();
                    let marked = shown.split(['▸', '◂']).nth(1).unwrap().replace("|Σ|", "");
                    let marked = marked.trim_start_matches([' ', '=', '≈']);
                    if let Ok(number) = marked.parse::<f64>() {
                        assert!((number - value).abs() <= 1e-3 * value.abs(), "{}: {shown}", why.quantity);
                    }
                    seen.push(why.quantity.clone());
                    bench = bench.keys("Right");
                }
                let columns = fitted.classes.len().max(fitted.features.len());
                let wanted = match bench.app.screens.parameters.lines.at(line) {
                    Some(parameters::Line::Of(..)) => fitted.features.len(),
                    Some(parameters::Line::Determinant) => 1,
                    Some(parameters::Line::Weight(_)) if fitted.theta().is_some() => 1,
                    _ => fitted.classes.len(),
                };
                assert_eq!(seen.len(), wanted, "{} line {line}", sample.name);
                bench = bench.keys(&"Left ".repeat(columns)).keys("Down");
            }
        }
    }
}
