//! Screens 2 and 3 in every state, as text; styles are asserted on cells.

use crate::support;

use posterior::app::screens::parameters::Line;
use posterior::recipe::ModelKind;
use support::Bench;

/// Of these there is a picture at 120×40, too: more room shows something else.
const WIDE: [&str; 4] = ["parameters", "model_alpha", "formula_of_a_value", "gda_wide"];

pub fn sample(name: &str, width: u16, height: u16) -> Bench {
    Bench::sample(name, width, height, |_| {})
}

fn snapshots(name: &str, make: impl Fn(u16, u16) -> Bench) {
    for (width, height) in [(80, 24), (120, 40)] {
        if width == 80 || WIDE.contains(&name) {
            insta::assert_snapshot!(format!("{name}_{width}"), make(width, height).screen());
        }
    }
}

/// No row of class n has a known colour, and nothing is smoothed.
fn undefined(width: u16, height: u16) -> Bench {
    let table = "colour,size,class\rred,big,y\rblue,big,y\r?,small,n\r?,big,n\r";
    Bench::pasted(table, width, height).keys("2 End Up Up Left Left")
}

#[test]
fn parameters_look_so() {
    let tennis = |keys: &'static str| move |w, h| sample("play-tennis", w, h).keys(keys);
    snapshots("parameters", tennis("3 Down"));
    snapshots("parameters_prior", tennis("3 Right"));
    snapshots("parameters_scrolled", tennis("3 Down Tab End"));
    snapshots("parameters_decimals", tennis("3 Down x"));
    snapshots("parameters_logarithms", tennis("3 Down x x"));
    snapshots("counted_rows", tennis("3 Down Enter Down"));
    snapshots("parameters_words", |w, h| sample("chinese-japan", w, h).keys("3 Down Right"));
    snapshots("parameters_bins", |w, h| sample("living-area", w, h).keys("3 Down Down Right Right"));
    snapshots("parameters_zero", |w, h| {
        Bench::unsmoothed("spam", w, h).keys("3 /").typed("neurips").keys("Enter")
    });
    snapshots("parameters_undefined", |w, h| undefined(w, h).keys("Enter Down Right"));
    snapshots("parameters_logarithm_of_0", |w, h| {
        Bench::unsmoothed("play-tennis", w, h).keys("3 Down Down x x")
    });
    insta::assert_snapshot!("help_parameters_80", sample("play-tennis", 80, 24).keys("3 ?").help());
}

#[test]
fn the_recipe_looks_so() {
    let lines = [
        ("column", "2"),
        ("target_column", "2 Down Down Down Down"),
        ("target", "2 End Up Up Up Up Up"),
        ("model", "2 End Up Up Up"),
        ("alpha", "2 End Up Up"),
        ("prior", "2 End Up"),
        ("convention", "2 End Up Up Up Up Up Up Right Right"),
        ("tested_on", "2 End Up Up Up Up Right"),
        ("typing", "2 End Up Up Enter 1 / 3"),
        ("refused", "2 End Up Up Up Right"),
        ("ignored", "2 Space"),
        ("unsmoothed", "2 End Up Up Left Left"),
    ];
    for (name, keys) in lines {
        snapshots(&format!("model_{name}"), |w, h| sample("play-tennis", w, h).keys(keys));
    }
    snapshots("model_bins", |w, h| sample("living-area", w, h).keys("2"));
    snapshots("model_none", |w, h| Bench::numbers_sized(w, h).keys("Esc 2"));
    insta::assert_snapshot!("help_model_80", sample("play-tennis", 80, 24).keys("2 ?").help());
}

#[test]
fn small_windows_and_plain_characters_look_so() {
    let bench = |width, keys| sample("play-tennis", width, 15).keys(keys).screen();
    insta::assert_snapshot!("parameters_60", bench(60, "3 Down"));
    insta::assert_snapshot!("parameters_60_detail", bench(60, "3 Down Tab"));
    insta::assert_snapshot!("parameters_79", bench(79, "3 Down"));
    insta::assert_snapshot!("model_60", bench(60, "2"));
    insta::assert_snapshot!("model_60_detail", bench(60, "2 Tab"));
    for (name, keys) in [("ascii_parameters", "3 Down x x"), ("ascii_model", "2 End Up Up")] {
        let mut bench = sample("play-tennis", 80, 24).keys(keys);
        bench.app.settings.ascii = true;
        let screen = bench.screen();
        assert!(screen.is_ascii(), "{screen}");
        assert!(!screen.replace("? help", "").contains('?'), "a symbol has no replacement\n{screen}");
        insta::assert_snapshot!(name, screen);
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
fn numbers_are_never_cut() {
    for width in (60..=130).step_by(3) {
        let screen = sample("living-area", width, 24).keys("3 Right Right").screen();
        assert!(screen.contains("[1380,1760)") && screen.contains("≥1760"), "{width}\n{screen}");
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

/// Rows that say how many times they were seen; two of them not once.
fn weighted(width: u16, height: u16) -> Bench {
    let rows = "Sunny,Weak,3,No\rSunny,Strong,2,No\rRain,Weak,4,Yes\rRain,Strong,0,Yes\rSunny,Weak,1,Yes\r\
                Overcast,Strong,90,Yes\r";
    Bench::pasted(&format!("Outlook,Wind,n,Play\r{rows}"), width, height).keys("Esc 2 Down Down")
}

#[test]
fn weights() {
    snapshots("weight_model", weighted);
    snapshots("weight_parameters", |w, h| weighted(w, h).keys("3 Down"));
    snapshots("weight_evaluate", |w, h| weighted(w, h).keys("4 Left"));
    let bench = weighted(80, 24);
    assert_eq!(bench.app.session.fitted().unwrap().rows(), 100);
    let bench = bench.keys("Space");
    assert_eq!(bench.toast(), "This column is the weight. Press W to make it a feature.");
    let bench = bench.keys("u");
    assert!(bench.app.session.study.as_ref().unwrap().recipe.weight.is_none(), "undo takes the weight back");
    let bench = bench.keys("U W");
    assert!(bench.app.session.study.as_ref().unwrap().recipe.weight.is_none(), "w again makes it a feature");
    let bench = bench.keys("W Up W");
    assert_eq!(bench.toast(), "Only a column of numbers can be the weight.");
    let bench = bench.keys("Down *");
    assert!(bench.app.screens.model.view.as_ref().unwrap().target == "n", "the weight may become the class");
}

/// Each column a word.
fn counts(width: u16, height: u16) -> Bench {
    let table = "chinese,beijing,shanghai,macao,tokyo,japan,class\r2,1,,,,,China\r2,0,1,0,0,0,China\r\
                 1,0,0,1,0,0,China\r1,0,0,0,1,1,Japan\r3,0,0,0,1,1,?\r";
    Bench::pasted(table, width, height)
        .keys("Esc 2 Home Down Down Down Down Down Down Down Down Down Down Right Right")
}

#[test]
fn word_counts() {
    snapshots("counts_model", |w, h| counts(w, h).keys("Home"));
    snapshots("counts_parameters", |w, h| counts(w, h).keys("3 Down"));
    snapshots("counts_explain", |w, h| counts(w, h).keys("5 Space Space"));
    let bench = counts(80, 24).keys("3 Down Down Enter");
    assert_eq!(bench.app.screens.data.column, 1, "the column of the word");
}

#[test]
fn why_a_formula_is_what_it_is() {
    snapshots("formula_of_a_prior", |w, h| sample("play-tennis", w, h).keys("3 w"));
    snapshots("formula_of_a_value", |w, h| sample("play-tennis", w, h).keys("3 Down w a End"));
    snapshots("formula_of_a_variance", |w, h| sample("iris", w, h).keys("3 Down Down w a PgDn"));
    snapshots("formula_in_notes", |w, h| sample("play-tennis", w, h).keys("3 Down w Space Space x"));
    snapshots("log_likelihood", |w, h| sample("iris", w, h).keys("3 End"));
}

fn discriminant(name: &str, width: u16, height: u16) -> Bench {
    Bench::sample(name, width, height, |recipe| recipe.model = Some(ModelKind::Gda))
}

#[test]
fn parameters_of_discriminant_analysis() {
    let down = "3 Down Down Down Down Down Down Down Down Down Down Right";
    snapshots("gda_inverse", |w, h| discriminant("iris", w, h).keys(down));
    snapshots("gda_elimination", |w, h| discriminant("iris", w, h).keys(down).keys("Tab PgDn"));
    snapshots("gda_intercept", |w, h| discriminant("elephants", w, h).keys("3 End Up Up Up"));
    snapshots("gda_covariance", |w, h| discriminant("elephants", w, h).keys("3 Down Down Down Down Right"));
    snapshots("gda_own_sigma", |w, h| {
        let qda = Bench::sample("elephants", w, h, |recipe| recipe.model = Some(ModelKind::Qda));
        qda.keys("3 Down Down Down Down > Down Right")
    });
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
    snapshots("gda_wide", wide);
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
                    Some(Line::Of(..)) => fitted.features.len(),
                    Some(Line::Determinant) => 1,
                    Some(Line::Weight(_)) if fitted.theta().is_some() => 1,
                    _ => fitted.classes.len(),
                };
                assert_eq!(seen.len(), wanted, "{} line {line}", sample.name);
                bench = bench.keys(&"Left ".repeat(columns)).keys("Down");
            }
        }
    }
}
