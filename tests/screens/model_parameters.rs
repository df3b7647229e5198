//! Screens 2 and 3: before, keys, after.

use crate::states::{COUNTS, NO_EPSILON, state};
use crate::support::Bench;

use posterior::app::screens::model::Line;
use posterior::app::screens::parameters;
use posterior::app::*;
use posterior::recipe::{ColumnRole, Convention};

fn quantity(bench: &Bench) -> String {
    bench.app.screens.parameters.why.as_ref().unwrap().quantity.to_string()
}

/// The rows that were counted for the number under the cursor.
fn counted(bench: &Bench) -> Vec<usize> {
    bench.app.screens.parameters.why.as_ref().unwrap().found.as_ref().unwrap().rows.to_vec()
}

/// How many rows screen 1 shows.
fn shown(bench: &Bench) -> usize {
    bench.app.screens.data.rows(14)
}

fn roles(bench: &Bench) -> Vec<ColumnRole> {
    bench.app.screens.model.view.as_ref().unwrap().columns.iter().map(|column| column.role).collect()
}

fn refused(bench: &Bench) -> Option<&str> {
    bench.app.screens.model.refused.as_ref().map(|refused| refused.fix.as_str())
}

fn features(bench: &Bench) -> Vec<String> {
    bench.fitted().factors().iter().map(|factor| factor.name.as_str().to_owned()).collect()
}

fn pasted(text: &str) -> Bench {
    Bench::pasted(text)
}

#[test]
fn the_number_under_the_cursor_is_explained_without_a_key() {
    let bench = Bench::tennis().keys("3").gives(quantity, "P(No)").keys("Down");
    let bench = bench.gives(quantity, "P(Outlook=Sunny | No)").gives(counted, [0, 1, 7]).keys("Right");
    let bench =
        bench.gives(quantity, "P(Outlook=Sunny | Yes)").keys("End Left").gives(quantity, "loglik(No)");
    bench.gives(counted, [0, 1, 5, 7, 13]).keys("Up").gives(quantity, "P(Wind=Strong | No)");
    // The form of the numbers stays.
    let form = |bench: &Bench| bench.app.settings.form;
    let bench = Bench::tennis().keys("3 x 1 3").gives(form, NumberForm::Decimal);
    bench.keys("x x").gives(form, NumberForm::Fraction);
}

#[test]
fn the_number_is_given_for_other_alphas() {
    let alphas = |bench: &Bench| -> Vec<(String, bool, Option<String>)> {
        let why = bench.app.screens.parameters.why.as_ref().unwrap();
        let all = why.found.as_ref().unwrap().alphas.iter();
        all.map(|(alpha, now, _, value)| (alpha.to_string(), *now, value.as_ref().unwrap().to_fraction()))
            .collect()
    };
    let expected = [("0", false, "3/5"), ("1", true, "1/2"), ("10", false, "13/35")];
    let expected = expected.map(|(alpha, now, value)| (alpha.to_owned(), now, Some(value.to_owned())));
    let bench =
        Bench::tennis().keys("3 Down").gives(alphas, expected).keys("2 End Up Up Enter '1/3' Enter Up 3");
    assert_eq!(
        alphas(&bench).into_iter().map(|(alpha, ..)| alpha).collect::<Vec<_>>(),
        ["0", "1/3", "1", "10"]
    );
}

#[test]
fn enter_shows_the_counted_rows_and_escape_comes_back_to_the_number() {
    let bench = Bench::tennis().keys("Down Down 3 Down Down Enter").on(ScreenId::Parameters).says("No row");
    let bench = bench.keys("Up Enter").on(ScreenId::Data).gives(shown, 3);
    let data = &bench.app.screens.data;
    assert_eq!((data.row, data.column, data.row_at(2)), (0, 0, 7));
    let row = |bench: &Bench| bench.app.screens.data.row;
    let bench = bench.keys("End Down").gives(row, 2).keys("Esc").on(ScreenId::Parameters);
    // The cursor of screen 1 is where it was before.
    bench.gives(quantity, "P(Outlook=Sunny | No)").keys("1").gives(shown, 14).gives(row, 2);
    let bench = Bench::tennis().keys("3 Right Enter").gives(shown, 9);
    assert_eq!(bench.app.screens.data.column, 4);
    Bench::tennis().keys("3 Down Enter 1").gives(shown, 14);
    Bench::tennis().keys("3 Down Enter 3 Esc Enter").on(ScreenId::Data).gives(shown, 14);
    // A word is a column of a table of counts.
    state("counts", COUNTS, "3 Down Down Enter").gives(|bench| bench.app.screens.data.column, 1);
}

#[test]
fn a_value_is_found_from_the_cursor_on() {
    Bench::tennis().keys("3 / 'high' Enter").gives(quantity, "P(Humidity=High | No)").keys("n").says("only");
    let bench = Bench::tennis().keys("3 / 'wind' Enter").gives(quantity, "P(Wind=Weak | No)");
    bench.keys("/ 'zzz' Enter").says("zzz");
    Bench::tennis().keys("3 n").says("Press /");
    // Among the counted rows.
    let bench = Bench::tennis().keys("3 Down Enter / 'mild' Enter");
    let data = &bench.app.screens.data;
    assert_eq!((data.row, data.row_at(data.row)), (2, 7));
    bench.keys("/ 'rain' Enter").says("No cell");
}

#[test]
fn many_rows_are_counted_by_a_job() {
    let rows: String = (0..1500).map(|n| if n % 3 == 0 { "u,yes\r" } else { "v,no\r" }).collect();
    let mut bench = pasted(&format!("a,class\r{rows}"));
    let job = update(&mut bench.app, Action::Go(ScreenId::Parameters));
    let found = |app: &App| app.screens.parameters.why.as_ref().unwrap().found.is_some();
    assert!(!found(&bench.app), "the formula is there at once");
    let Some(Job::Work(task)) = job else { panic!("no work") };
    assert!(bench.app.jobs.busy().is_none(), "it is not waited for");
    bench = bench.keys("Enter").says("still");
    let first = update(&mut bench.app, Action::Right);
    task.run().take(&mut bench.app);
    assert!(!found(&bench.app), "an old answer is ignored");
    let Some(Job::Work(task)) = first else { panic!("no work") };
    task.run().take(&mut bench.app);
    assert_eq!(counted(&bench).len(), 1000);
}

#[test]
fn a_change_refits_and_the_cursor_stays_on_its_number() {
    let bench = Bench::tennis().keys("3 Down Down Right 2 End Up Up Left Left").gives(Bench::alpha, "0");
    let bench = bench.keys("Up 3").gives(quantity, "P(Outlook=Overcast | Yes)");
    // The number is gone, its line stays.
    bench.keys("2 Home Space 3").gives(quantity, "P(Temp=Mild | Yes)");
}

#[test]
fn a_column_becomes_the_target_and_is_ignored() {
    let bench = Bench::tennis().keys("2 Space").gives(features, ["Temp", "Humidity", "Wind"]);
    let bench = bench.keys("Space Down *").gives(|bench| roles(bench)[1], ColumnRole::Target);
    let bench = bench.gives(|bench| bench.fitted().classes.len(), 3).gives(|bench| features(bench).len(), 4);
    bench.keys("Space").says("This column is the class");
    let bench = Bench::tennis().keys("Right 2 Down * 1");
    let (column, _, profile) = bench.app.screens.data.profile.as_ref().unwrap();
    assert_eq!((*column, profile.classes.len()), (1, 3));
}

#[test]
fn a_digit_goes_to_a_screen_unless_a_number_is_typed() {
    let typing = |bench: &Bench| bench.app.typing();
    let bench = Bench::tennis().keys("2 End Up Up");
    assert_eq!(bench.app.screens.model.line(), Some(Line::Alpha));
    bench.keys("1").on(ScreenId::Data);
    let bench = Bench::tennis().keys("2 End Up Up Enter 1").gives(typing, true).keys("/ 2 Enter");
    let bench = bench.gives(typing, false).gives(Bench::alpha, "1/2").keys("Enter 7 Esc");
    bench.gives(Bench::alpha, "1/2").on(ScreenId::Model).keys("Up 1").on(ScreenId::Data);
    let bench = Bench::tennis().keys("2 End Up Up Enter '1x' Enter").gives(typing, true).says("1x");
    let bench = bench.keys("Ctrl-c").gives(typing, false);
    assert_eq!(bench.app.leaving, Leaving::No);
}

#[test]
fn a_refused_choice_is_shown_and_the_previous_model_stays() {
    let bench = Bench::tennis().keys("2 End Up*3 Right").shows("▸ model         multinomial ");
    assert!(bench.app.screens.model.refused.as_ref().unwrap().what.contains("Outlook"));
    assert!(refused(&bench).unwrap().contains("Space"));
    assert_eq!(bench.fitted().title(), "Categorical naive Bayes");
    let bench = bench.keys("Right*4");
    assert_eq!(refused(&bench), None);
    bench.keys("3").on(ScreenId::Parameters);
    let bench = Bench::tennis().keys("2 Space Down Space Down Space Down Space");
    assert!(refused(&bench).unwrap().contains("Space"));
    let bench = bench.keys("u").gives(features, ["Wind"]);
    assert_eq!(refused(&bench), None);
}

#[test]
fn numbers_get_a_model_by_keys_alone() {
    let bench = state("constant", NO_EPSILON, "Esc 2");
    assert!(refused(&bench).unwrap().contains("press b") && bench.app.session.fitted().is_none());
    let bench = bench.keys("b Down b");
    assert_eq!(refused(&bench), None);
    bench.keys("3").on(ScreenId::Parameters);
    let csv = "a,b,c,class\r1.5,2,1,x\r1.5,2,2,x\r2.5,3,3,y\r3.5,3,7,y\r";
    let choices = |bench: &Bench| bench.app.front::<ProblemDialog>().map_or(0, |it| it.problem.choices.len());
    // Without a choice the least smoothing is added.
    pasted(csv).gives(choices, 0);
    let strict = || Bench::open(csv, NO_EPSILON);
    let bench = strict().gives(choices, 3).shows("2 columns never vary").keys("Enter");
    bench.gives(features, ["a", "b", "c"]);
    // Undo goes back to a recipe without a model.
    let fewer = strict().keys("Down Enter").gives(features, ["c"]).keys("2 u");
    assert!(fewer.app.session.fitted().is_some());
}

#[test]
fn space_includes_what_was_left_out() {
    let rows: String = (1..=12).map(|at| format!("{at},{},{}\r", at % 3, ["a", "b"][at % 2])).collect();
    let bench = pasted(&format!(",x,class\r{rows}"))
        .gives(features, ["x"])
        .says("column 1 (has no name in the header) is left out")
        .keys("2")
        .gives(|bench| roles(bench)[0], ColumnRole::Ignored)
        .keys("Space");
    bench.gives(features, ["column 1", "x"]).keys("Space").gives(features, ["x"]);
}

#[test]
fn any_keys_in_the_recipe_leave_a_model_or_a_reason() {
    for name in ["play-tennis", "living-area", "spam", "weather", "chinese-japan"] {
        let mut bench = Bench::open(name, "").keys("2");
        for keys in "Space t b c c b Down t Space c End Right Up Right".split(' ') {
            bench = bench.keys(keys);
            assert!(refused(&bench).is_some() || bench.app.session.fitted().is_some(), "{name} {keys}");
            bench = bench.keys("3 2");
            bench.screen();
        }
        let bench = bench.keys("u*20");
        assert_eq!(refused(&bench), None, "{name}");
    }
}

#[test]
fn a_change_that_is_stopped_is_forgotten() {
    let mut bench = Bench::tennis().keys("2 End Up Up");
    let job = update(&mut bench.app, Action::Right);
    bench =
        bench.shows("▸ smoothing α   2 ").keys("Esc").says("Stopped").shows("▸ smoothing α   1  (Laplace) ");
    let Some(Job::Work(task)) = job else { panic!("no work") };
    task.run().take(&mut bench.app);
    bench.gives(Bench::alpha, "1");
}

#[test]
fn a_case_is_compared_with_another_convention_which_the_recipe_can_have() {
    let revealed = |bench: &Bench| bench.app.screens.explain.revealed;
    let bench = Bench::tennis().keys("5 Space v").shows("here the CS229 notes, there ← WEKA →");
    let bench = bench.shows("P(No | x): 0.7201 here, 0.7353 in WEKA").shows("First difference").keys("Right");
    let bench = bench.shows("← e1071 →").keys("Right Right").shows("0.7942 in Orange").keys("Right");
    // Round: the convention of the recipe is left out.
    bench.shows("Every step agrees").keys("Esc").without_dialog().gives(revealed, 1);
    let marked = Bench::tennis().keys("5 v").screen();
    let first: Vec<&str> = marked.lines().filter(|line| line.contains("differs first")).collect();
    assert!(first.len() == 1 && first[0].contains("≠  P(No)"), "{marked}");
    let bench = Bench::tennis()
        .keys("2 End Up*6")
        .shows("▸ convention    the CS229 notes")
        .keys("Right Right")
        .shows("▸ convention    WEKA")
        .shows("Convention: WEKA")
        .shows("priors        from the data, plus 1");
    assert_eq!(bench.recipe().convention, Some(Convention::Weka));
    assert_eq!(bench.fitted().prior(0).unwrap().to_fraction().unwrap(), "3/8");
    // Under WEKA the notes are the other program.
    let bench = bench.keys("5 v").shows("here WEKA, there ← the CS229 notes →").keys("Esc 2 u u");
    assert_eq!(bench.fitted().convention(), Convention::Cs229);
}

/// Two classes with one Σ have one θ, which is in the column of the class whose sign it has; three have one each.
#[test]
fn theta_is_found_under_the_class_whose_sign_it_has() {
    let cursor = |bench: &Bench| (quantity(bench), bench.app.screens.parameters.class);
    for (classes, name, class) in [("ab", "theta(0)", 1), ("abc", "theta(0 | a)", 0)] {
        let row =
            |at: usize| format!("{},{},{}\r", at * 5 % 12, at * at % 7, &classes[at % classes.len()..][..1]);
        let rows: String = (0..12).map(row).collect();
        let bench = Bench::open(&format!("u,v,class\r{rows}"), "model = \"gda\"").keys("3 End Up*3");
        let mut bench = bench.gives(cursor, (name.to_owned(), 0));
        bench.refit(|recipe| recipe.prior = Some("uniform".parse().unwrap()));
        bench.keys("2 3").gives(cursor, (name.to_owned(), class));
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

/// The counts of the classes add up to "all": rows without a class have a column of their own, or a note.
#[test]
fn rows_without_a_class_are_counted_in_their_own_column() {
    let csv = "shape,class\ro,a\ro,b\rl,b\rl,c\ro,c\r";
    let unlabelled = format!("{csv}o,?\r");
    for (csv, width, note, expected) in [
        (csv, 80, "", "o 3 1 1 1"),
        (&unlabelled, 120, "? rows without a class", "o 4 1 1 1 1"),
        (&unlabelled, 120, "? rows without a class", "l 2 0 1 1 0"),
        (&unlabelled, 80, "“all” counts rows without a", "o 4 1 1 1"),
        // Of two classes the column has room.
        (&unlabelled.replace(",c\r", ",b\r"), 80, "", "o 4 1 2 1"),
        // A number is never cut: four classes leave no room, and the bars show them.
        ("shape,class\ro,a\ro,b\rl,d\rl,c\r", 80, "", "o 2"),
    ] {
        let screen = Bench::pasted(csv).resized(width, 40).shows(note).screen();
        let right = screen.lines().filter_map(|line| line.rsplit('│').nth(1));
        let mut words = right.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        assert!(words.any(|line| line == expected), "{expected}\n{screen}");
    }
    pasted(csv).hides("without a class");
}

/// The argument is revealed line by line, as a whole, and in the notation of the notes; the estimate is its last line.
#[test]
fn an_argument_is_revealed_line_by_line_and_in_two_notations() {
    let dialog = |bench: &Bench| bench.app.front::<ArgumentDialog>().expect("an argument").clone();
    let revealed = |bench: &Bench| dialog(bench).revealed;
    let bench = Bench::open("play-tennis", "").resized(120, 80).keys("3 Down w").gives(revealed, 1);
    let bench = bench.hides("the rest").hides("Lagrange").keys("Space").gives(revealed, 2).shows("the rest");
    let all = dialog(&bench).argument.passages.len();
    let bench = bench.keys("a").gives(revealed, all).shows("Lagrange").shows("count(Outlook=Sunny, No)");
    let bench = bench.keys("x").shows("1{Outlook⁽ⁱ⁾ = Sunny ∧ y⁽ⁱ⁾ = No}").shows("φ(Outlook=Sunny | y=No)");
    bench.hides("count(Outlook=Sunny, No)");
    let bench = Bench::tennis().keys("3 Down w a PgDn");
    assert_eq!(dialog(&bench).argument.parameter.to_string(), "P(Outlook=Sunny | No)");
    assert!(dialog(&bench).scroll.top() > 0);
    bench.keys("Esc End w").without_dialog().says("loglik(No) is not a parameter");
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
        let screen = Bench::pasted(&text).resized(width, 40).keys("3 Down*17").screen();
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
    let weight = |bench: &Bench| bench.recipe().weight.map(|name| name.to_string());
    let bench =
        state("weighted", "", "Esc 2 Down Down").gives(|bench| bench.fitted().rows(), 100).keys("Space");
    let bench = bench.message("This column is the weight. Press W to make it a feature.").keys("u");
    let bench = bench.gives(weight, None).keys("U W").gives(weight, None).keys("W Up W");
    // The weight may become the class.
    bench.message("Only a column of numbers can be the weight.").keys("Down *").shows("target        n");
}

/// Every line of screen 3, in every class, opens into a working whose last number is the one on the line.
#[test]
fn every_number_of_screen_3_opens() {
    for name in posterior::table::samples().iter().map(|sample| sample.name) {
        // One sample of two classes and one of three are opened with all models and more lines.
        let (models, most) = if ["person", "iris"].contains(&name) { (3, 9) } else { (1, 2) };
        for model in ["", "model = \"gda\"", "model = \"qda\""].into_iter().take(models) {
            let mut bench = Bench::open(name, model).resized(120, 40).keys("3 Home");
            // Not every sample has a model of its own.
            let Some(fitted) = bench.app.session.fitted().cloned() else { continue };
            for line in 0..bench.app.screens.parameters.lines.len().min(most) {
                let place = format!("{name} {model} line {line}");
                let mut seen = Vec::new();
                loop {
                    let screen = &bench.app.screens.parameters;
                    assert_eq!(screen.line, line, "{place}");
                    let why = screen.why.as_ref().expect(&place);
                    if seen.contains(&why.quantity) {
                        break;
                    }
                    let value = why.step(&why.quantity).unwrap().value.as_ref().expect(&place).to_f64();
                    let shown = bench.screen();
                    let marked = shown.split(['▸', '◂']).nth(1).unwrap().replace("|Σ|", "");
                    if let Ok(number) = marked.trim_start_matches([' ', '=', '≈']).parse::<f64>() {
                        assert!((number - value).abs() <= 1e-3 * value.abs(), "{}: {shown}", why.quantity);
                    }
                    seen.push(why.quantity.clone());
                    bench = bench.keys("Right");
                }
                let (classes, features) = (fitted.classes.len(), fitted.features.len());
                let expected = match bench.app.screens.parameters.lines.at(line) {
                    Some(parameters::Line::Of(..)) => features,
                    Some(parameters::Line::Determinant) => 1,
                    Some(parameters::Line::Weight(_)) if fitted.theta().is_some() => 1,
                    _ => classes,
                };
                assert_eq!(seen.len(), expected, "{place}");
                bench = bench.keys(&format!("Left*{} Down", classes.max(features)));
            }
        }
    }
}
