//! The states of every screen: some as pictures, of the others the lines that matter; and what holds of all of them at every size.

use crate::support::Bench;
use posterior::app::terminal::theme::Theme;
use std::fmt::Write;

/// Each at 80×24, as a snapshot: its name, the data, the recipe and the keys.
const PICTURES: [(&str, &str, &str, &str); 91] = [
    // Start, and dialogs that any screen opens.
    ("start", "", "", ""),
    ("experiment", "", "", "End Up Up Enter Home Down"),
    ("settings_comma", "weather", "", "7 , Esc F2 Down*3 Right"),
    ("palette", "play-tennis", "", ":"),
    ("help_search", "play-tennis", "", "? / 'quit'"),
    ("copy", "play-tennis", "", "3 Down Right Y Right Down"),
    ("save", "play-tennis", "", "2 S Down"),
    ("warnings", "visits", "", "Down Right Enter ! Home Down Down"),
    ("question_constant", "constant", NO_EPSILON, ""),
    ("opening", "visits", "", ""),
    // 1 Data
    ("data", "play-tennis", "", "Down*3"),
    ("numbers", "living-area", "", ""),
    ("words", "spam", "", "Right"),
    ("filtered", "clinic", "", "Esc Esc 1 f Ctrl-u 'age>20, ward≠east' Enter Right s Right*3"),
    ("counted_rows", "play-tennis", "", "3 Down Enter Down"),
    ("given_tables", "mammography", "", "1"),
    // 2 Model
    ("model_column", "play-tennis", "", "2"),
    ("model_target", "play-tennis", "", "2 End Up*5"),
    ("model_alpha", "play-tennis", "", "2 End Up Up"),
    ("model_prior", "play-tennis", "", "2 End Up"),
    ("model_refused", "play-tennis", "", "2 End Up*3 Right"),
    ("model_none", "constant", NO_EPSILON, "Esc 2"),
    ("model_weight", "weighted", "", "Esc 2 Down Down"),
    ("model_text_column", "spam", "", "2"),
    ("model_alphas_undefined", "spam", "", "2 End Up*7 Left Left"),
    ("model_min_count_refused", "spam", "", "2 End Up Up Enter '99' Enter"),
    ("model_covariance", "iris", GDA, "2 End Up*4 Right"),
    ("model_list", "iris", "", "2 End Up*6 Enter Down Down"),
    ("bins_by_mdl", "living-area", "", "2 e '400' Enter M m m"),
    ("bins_cut", "living-area", "", "2 e '400' Enter Right '800' Enter Right '1200' Enter / '890' Enter"),
    ("bins_under_gda", "two-clusters", "", "2 e"),
    ("bins_refused", "two-clusters", "", "2 b e"),
    ("priors", "play-tennis", "", "2 End Up e"),
    ("priors_hostile", "hostile", "", "2 End Up e Down*3"),
    // 3 Parameters
    ("parameters", "play-tennis", "", "3 Down"),
    ("parameters_words", "chinese-japan", "", "3 Down Right"),
    ("parameters_words_sorted", "topics", TOPICS, "Esc Esc 3 Down s"),
    ("parameters_bins", "living-area", "", "3 Down Down Right Right"),
    ("parameters_undefined", "unseen", "", "2 End Up Up Left Left Enter Down Right"),
    ("parameters_counts", "counts", COUNTS, "3 Down"),
    ("parameters_log_likelihood", "iris", "", "3 End"),
    ("gda_inverse", "iris", GDA, "3 Down*10 Right"),
    ("gda_elimination", "iris", GDA, "3 Down*10 Right Tab PgDn"),
    ("gda_covariance", "elephants", GDA, "3 Down*4 Right"),
    ("gda_intercept", "elephants", GDA, "3 End Up*3"),
    ("argument", "play-tennis", "", "3 Down w a End"),
    ("check_wrong", "weather", UNSMOOTHED, "3 / 'sunny' Enter Right C '3/14' Enter '0.'"),
    // 4 Evaluate
    ("matrix", "play-tennis", "", "4 Right"),
    ("matrix_rows", "living-area", "", "4 Enter Down"),
    ("matrix_of_rows", "iris", "", "4 x Down Right"),
    ("matrix_trees", "trees", "", "4 Down Right"),
    ("views", "play-tennis", "", "4 m"),
    ("scores", "play-tennis", "", "4 m Down Enter"),
    ("roc", "play-tennis", "", "4 m Down Down Enter"),
    ("reliability", "play-tennis", "", "4 m Down*3 Enter Left"),
    ("sweep", "play-tennis", "", "4 m Home Down*4 Enter Up"),
    ("learning", "iris", "", "4 m Home Down*5 Enter Down Down r"),
    ("compare", "iris", "", "4 m End Up Enter"),
    ("compare_rows", "iris", "", "4 m End Up Enter Tab Down"),
    ("compare_p", "living-area", "", "4 m End Up Enter End Home Right*5"),
    ("decisions", "play-tennis", COSTS, "4 m End Enter Right"),
    // 5 Explain
    ("explain_4", "play-tennis", "", "5 Space*4"),
    ("explain_all", "play-tennis", "", "5 a"),
    ("explain_undefined", "spam", UNSMOOTHED, "5 a"),
    ("explain_words_all", "chinese-japan", "", "5 a"),
    ("explain_bins", "living-area", "", "5 Space Space Tab Down"),
    ("explain_gda", "iris", GDA, "5 Space*4"),
    ("explain_gda_route_two", "elephants", GDA, "5 m a Up*3"),
    ("explain_gda_route_three", "iris", GDA, "5 m a"),
    ("explain_frequencies", "mammography", "", "5 m Tab z"),
    ("choose", "play-tennis", "", "5 r Down Down"),
    ("conventions", "play-tennis", "", "5 v"),
    ("what_if", "play-tennis", "", "5 e Down Down Right"),
    ("what_if_bins", "living-area", "", "5 e Left Left"),
    // 6 Plot
    ("plot_pair", "iris", PETALS, "6 c b"),
    ("plot_feature", "two-clusters", GAUSSIAN, "6 p Right Esc n"),
    ("plot_contributions", "play-tennis", "", "6 Down"),
    ("plot_bins", "living-area", "", "6"),
    ("plot_words", "chinese-japan", "", "6"),
    ("plot_dialog", "iris", GDA, "6 6 Down Right Down Down Right Esc p Right"),
    // 7 Practice
    ("practice", "weather", UNSMOOTHED, "7"),
    ("practice_ways", "weather", UNSMOOTHED, "7 Esc m"),
    ("practice_wrong", "weather", UNSMOOTHED, "7 Esc m Down Enter Down*3 '3/14' Enter"),
    ("practice_hints", "weather", UNSMOOTHED, "7 Esc m Down Enter Down*3 Ctrl-t*3 Esc w"),
    ("practice_numbers", "person", "", "7 Esc a"),
    ("practice_gda", "two-clusters", "", "7 Esc i i"),
    ("find_error", "weather", UNSMOOTHED, "7 Esc E"),
    ("find_error_fixed", "weather", UNSMOOTHED, "7 Esc E Home Down Down Enter '2/5' Enter"),
    ("exercise", "", "", "o 'tests/data/exercises/sunny.toml' Enter"),
    (
        "exercise_done",
        "",
        "",
        "o 'tests/data/exercises/sunny.toml' Enter '9/14' Enter '3/9' Enter '3/14' Enter '3/5' Enter 'Yes' Enter",
    ),
    ("sheet", "", "", "o 'tests/data/exercises/answers/s02.txt' Enter"),
];

/// Of one state of each screen, at another size or in ASCII.
const OTHER_PICTURES: [(&str, &str, &str, &str, u16, u16, bool); 12] = [
    ("data_60", "play-tennis", "", "", 60, 15, false),
    ("too_small", "play-tennis", "", "", 44, 8, false),
    ("parameters_60", "play-tennis", "", "3 Down", 60, 15, false),
    ("parameters_120", "play-tennis", "", "3 Down", 120, 40, false),
    ("parameters_ascii", "play-tennis", "", "3 Down x x", 80, 24, true),
    ("roc_60", "play-tennis", "", "4 m Down Down Enter", 60, 15, false),
    ("roc_120", "play-tennis", "", "4 m Down Down Enter", 120, 40, false),
    ("explain_60", "play-tennis", "", "5 Space Space Tab", 60, 15, false),
    ("explain_all_120", "play-tennis", "", "5 a", 120, 40, false),
    ("plot_pair_ascii", "iris", PETALS, "6", 80, 24, true),
    ("practice_60", "weather", UNSMOOTHED, "7", 60, 15, false),
    ("practice_120", "weather", UNSMOOTHED, "7", 120, 40, false),
];

/// Of these the lines that matter, with one blank between words: the data, the recipe, the keys and the lines.
const LINES: &[(&str, &str, &str, &[&str])] = &[
    ("play-tennis", "", "Esc", &["▸ Continue play-tennis 14×5"]),
    ("", "", "End Up Up", &["▸ counts: logistic is closer", "On the sample calls."]),
    ("play-tennis", "", "5 S Ctrl-u 'a.x'", &["The recipe. Open it again with o or --recipe."]),
    ("weather", "", "7 Esc S", &["The 10 steps of this worksheet, its data and", "save as: weather.toml"]),
    ("iris", "", "3 Down Right Y Right Down Down", &["\\subsection*{mean(sepal\\_length", "… 21 more lines"]),
    // 1 Data
    ("play-tennis", "", "Tab", &["▸Sunny 5 3 2"]),
    ("play-tennis", "", "/ 'strong'", &["┃ / strong"]),
    ("constant", NO_EPSILON, "Esc 3", &["There is no model yet. Press 2 to see what to do."]),
    (
        "a,b,class\n1,2,yes\n3,4,no,5\n6,7,yes\n",
        "",
        "",
        &["▸ Skip this line and open the other 2 lines", "If 1,5 means one and a half, write 1.5"],
    ),
    (
        "sp,sex,FL\nB,M,8.1\nB,F,8.8\nO,M,9.2\nO,F,9.6\nB,M,7.3\nO,F,7.7\n",
        "",
        "",
        &["? class ← sex → M 3, F 3; the last column that is left"],
    ),
    (
        "Hair,Sex,Freq\nBlack,Male,56\nBrown,Male,143\nBlack,Female,52\nBrown,Female,143\n",
        "",
        "",
        &["▸ ? Freq ← weight → it says how often each row was seen, by its name"],
    ),
    ("commas", "", "Esc 1 !", &["✓ they are numbers, written so", "width alone has categories"]),
    // 2 Model
    ("play-tennis", "", "2 ?", &["▶ Keys: Model", "make it the weight, or a feature"]),
    ("play-tennis", "", "2 Down*4", &["Play is the TARGET", "The class column: what the"]),
    ("play-tennis", "", "2 End Up*3", &["Model: categorical", "Each feature has a table:"]),
    ("play-tennis", "", "2 End Up*6 Right Right", &["Convention: WEKA", "WEKA: the prior is"]),
    ("play-tennis", "", "2 End Up*4 Right", &["▸ tested on held-out rows, 0.3"]),
    ("play-tennis", "", "2 Space", &["▸ Outlook ignored category", "Outlook is left out"]),
    ("play-tennis", "", "2 End Up Up Left Left", &["▸ smoothing α 0", "▸ 0 ██████▒▒ 0.7954"]),
    ("play-tennis", "", "2 Enter", &["not all of its cells are numbers", "it does not have two values"]),
    ("iris", "", "2 End Up*6 Enter", &["cannot read these columns", "row 1 has “5.1” in “sepal_length”,"]),
    ("living-area", "", "2", &["Its numbers fall into 5", "e: see the cuts and move"]),
    ("person", "", "2 End Up Up Enter '1e'", &["▸ variance ε 1e", "ε times the largest column"]),
    ("spam", "", "2 End Up*5", &["Event model: multinomial", "Most informative words for"]),
    ("spam", "", "2 End Up*4 Left", &["▸ vocabulary training rows", "V = 39 words"]),
    ("spam", "", "2 End Up*3 Right", &["▸ stop words left out", "V = 27 words, 13 left out"]),
    ("iris", GDA, "2 End Up Up Right", &["▸ ridge 1e-6", "The ridge is added to the"]),
    ("counts", COUNTS, "2 Home", &["chinese is a word. Each", "Japan: tokyo +1.13,"]),
    ("hostile", "", "2 End Up e Enter", &["as given: 3/11, 2/11, 2/11, 2…", "▲ ⟨U+200B⟩"]),
    ("twelve", "", "2 End Up e End '0.5'", &["The sum is 1.42, and it must be 1. The rest is 0.08."]),
    // 3 Parameters
    ("play-tennis", "", "3 ?", &["▶ Keys: Parameters", "sort: log-odds, information, count, name"]),
    ("play-tennis", "", "3 Right", &["prior 5/14 ▸9/14◂", "The 9 rows counted Enter opens them"]),
    ("play-tennis", "", "3 Down Tab End", &["1 4/8 = 0.5 ◂ now", "10 13/35 ≈ 0.3714"]),
    ("play-tennis", "", "3 Down x x", &["▸-0.6931◂ -1.3863", "ln P(Outlook=Sunny | No)"]),
    ("play-tennis", UNSMOOTHED, "3 Down Down x x", &["▸ln 0◂", "so this factor makes the whole"]),
    ("spam", UNSMOOTHED, "3 / 'neurips' Enter", &["▸0/32◂", "No document of the class has it"]),
    ("play-tennis", ORANGE, "5 Space Space Enter", &["▸4/7◂", "Each row of a feature adds to 1."]),
    ("weighted", "", "Esc 3 Down", &["prior 5/100 95/100", "1 ×3 No Sunny Weak"]),
    ("play-tennis", "", "3 w", &["ℓ = ∑ ln(P(y⁽ⁱ⁾) · P(x⁽ⁱ⁾ | y⁽ⁱ⁾)) ≈ −55.081"]),
    ("iris", "", "3 Down Down w a PgDn", &["slope of −ln(σ²)/2 in σ² is −1/(2σ²)"]),
    ("elephants", QDA, "3 Down*4 > Down Right", &["Σ of elephant ‹2/2›", "▸23.254◂"]),
    ("elephants", GDA, "3 End Up*3 Tab Right Right", &["▸-38.3787◂", "≈ −38.3787"]),
    ("topics", TOPICS, "Esc Esc 3 Down s s", &["by information"]),
    ("weather", UNSMOOTHED, "3 / 'sunny' Enter Right C", &["A fraction, a decimal, a percentage"]),
    // 4 Evaluate
    ("weighted", "", "Esc 4 Left", &["5 training rows, seen 100 times", "predicted ● No: 3 cases"]),
    ("weighted", "split = \"folds:2\"", "Esc 4 Tab", &["seen 100 times", "cases, most confident first"]),
    ("trees", "", "4 x x Right Right", &["3 of 72 rows are ties;", "There are no rows in this cell."]),
    (
        "undefined",
        UNSMOOTHED,
        "4 x Right Right",
        &["▸100.0◂", "Their posterior is 0/0, so no class was predicted."],
    ),
    ("iris", "", "4 m Down Enter Down*4", &["▸ balanced accuracy 0.96", "50/50 + 47/50 + 47/50"]),
    ("trees", "", "4 m Down Enter End", &["▸ F1 of ★ Larch", "2 · 4 + 1 + 2"]),
    ("weighted", "", "Esc 4 m Down Enter", &["n 100", "baseline 0.95"]),
    (
        "undefined",
        UNSMOOTHED,
        "4 m Down Enter Down*6",
        &["▸ log loss 0.8959", "over 2 rows, without the 3 whose"],
    ),
    ("iris", "", "4 m Down Down Enter Down Left Left", &["AUC = 0.9924: 4962 of 5000 pairs in"]),
    ("weighted", "", "Esc 4 m Down Down Enter Right Tab", &["cases with this probability:"]),
    ("undefined", UNSMOOTHED, "4 m Down Down Enter", &["There is no curve: it needs rows of"]),
    ("iris", "", "4 m Down*3 Enter", &["The largest posterior, and the", "observed 134/137 ≈ 0.9781"]),
    ("weighted", "", "Esc 4 m Down*3 Enter", &["rows predicted"]),
    ("undefined", UNSMOOTHED, "4 m Down*3 Enter", &["Calibration error 0.5833 (ECE)", "observed 0/1 = 0"]),
    ("iris", "", "4 m End Enter", &["No decision rule is chosen: the most"]),
    ("play-tennis", "decision = \"reject:0.9\"", "4 m End Enter", &["12 of 14 rows get no prediction."]),
    ("living-area", "", "4 m Home Down*4 Enter p a Home", &["▸ 0 0.7778 0.4323 0.287"]),
    ("chinese-japan", "", "4 m End Up Enter Down", &["Log loss is infinite: the", "▸multinomial*◂"]),
    // 5 Explain
    ("play-tennis", "", "5", &["Which class is most likely for", "0 of 7 revealed"]),
    ("play-tennis", "", "5 a x x", &["− ln P(x) ▸-0.3284◂", "= ln score(No) − ln P(x)"]),
    ("play-tennis", ORANGE, "5 Space Space", &["▸32/21◂", "Orange uses the share of the"]),
    ("chinese-japan", "", "5 Space Space", &["× chinese, 3 times ▸(6/14)³◂ (2/9)³"]),
    ("play-tennis", COSTS, "5 a", &["decide ▸0.27993◂ 3.6003", "By cost: No. Its expected"]),
    ("iris", PETALS_GDA, "5 a", &["▸0.7589◂", "Σ⁻¹(x − μ), petal_width 24.99"]),
    ("iris", QDA, "5 Space*5", &["▸1.9511e-106◂", "· exp"]),
    ("chinese-japan", "", "5 v Left Left", &["No model can be fitted under the conventions of Orange"]),
    ("play-tennis", "", "5 e Del", &["← missing → no factor", "● No 0.7201 0.5626 −0.1575 wins"]),
    ("iris", "", "5 e Down Right", &["≠ ← 3.3 →", "Only categories, bins and words are tried for a flip."]),
    ("chinese-japan", "", "5 e e", &["without chinese → j 0.7634."]),
    ("play-tennis", "", "5 e Down Down Right Enter a", &["(query, changed: Humidity=Normal)", "▸1029/1634◂"]),
    // 6 Plot
    ("iris", GDA, "6 v", &["q = 4: 0.8647 inside"]),
    ("iris", GAUSSIAN, "6 p Right Right Esc v", &["towards virginica", "× 9.5575, ln +2.2573"]),
    // 7 Practice
    ("taxi", "", "7", &["the prior is given", "the score of blue"]),
    ("iris", "", "7", &["3.1899e-82"]),
    ("play-tennis", "", "7 Esc m Up Enter", &["how common No is", "P(No) = 5/14 ≈ 0.35714"]),
    ("chinese-japan", "", "7", &["the share of the word japan among"]),
    ("elephants", GDA, "7 Down*3", &["P(x) = score(dog) + score(elephant)"]),
    ("play-tennis", "", "7 Esc E a", &["Here it is.", "14 P(No | x) 0.0004611 3025/4201"]),
    ("person", "", "7 Esc E n n Down Down", &["One of these lines has a mistake."]),
];

const GDA: &str = "model = \"gda\"";
const QDA: &str = "model = \"qda\"";
const GAUSSIAN: &str = "model = \"gaussian\"";
const ORANGE: &str = "convention = \"orange\"";
const UNSMOOTHED: &str = "alpha = \"0\"";
pub const NO_EPSILON: &str = "var_smoothing = \"0\"";
const COSTS: &str = "decision = \"costs:Yes/No=5,No/Yes=1\"";
const PETALS: &str = "model = \"qda\"\nignore = [\"sepal_length\", \"sepal_width\"]";
const PETALS_GDA: &str = "model = \"gda\"\nignore = [\"sepal_length\", \"sepal_width\"]";
pub const COUNTS: &str = "model = \"multinomial\"";
pub const TOPICS: &str = "target = \"topic\"\nignore = [\"lines\"]";

/// The table of this name.
pub fn table(name: &str) -> Option<String> {
    let mut text = String::new();
    match name {
        // Three classes, missing cells, equal numbers, a name with a comma in it.
        "clinic" => {
            text += "id,\"dose, mg\",age,pain,note,ward\na1,10.6,78,some,slept well,north\na2,4.2,42,none,no sleep,south\n\
                     a3,19.6,24,much,slept,east\na4,,20,?,,north\na5,8.6,42,some,bread and butter,south\n\
                     a6,15.1,19,Much,well,east\na7,4.2,29,none,ill,north\na8,7.0,?,some,ill again,east\n";
        }
        // Two numbers, one of which never varies in x.
        "constant" => text += "a,b,class\n1.5,2,x\n2.5,3,y\n1.5,2.5,x\n4.5,9,y\n",
        // Each column a word.
        "counts" => {
            text += "chinese,beijing,shanghai,macao,tokyo,japan,class\n2,1,,,,,China\n2,0,1,0,0,0,China\n\
                     1,0,0,1,0,0,China\n1,0,0,0,1,1,Japan\n3,0,0,0,1,1,?\n";
        }
        // Documents whose words are informative, hardly informative, and not at all.
        "topics" => {
            text += "topic,text,lines\nart,paint the canvas paint,12\nart,the canvas,10\nart,the brush,11\n\
                     law,the court the judge,30\nlaw,court Appeal,31\nsea,the ship sails,29\nsea,ship the Appeal,12\n";
        }
        // Two of the rows have no posterior without smoothing.
        "undefined" => text += "a,b,class\nx,p,yes\ny,,no\ny,q,yes\nx,,no\ny,p,yes\n",
        // No row of class n has a known colour.
        "unseen" => text += "colour,size,class\nred,big,y\nblue,big,y\n?,small,n\n?,big,n\n",
        // How many times each row was seen; one of them never.
        "weighted" => {
            text += "Outlook,Wind,n,Play\nSunny,Weak,3,No\nSunny,Strong,2,No\nRain,Weak,4,Yes\nRain,Strong,0,Yes\n\
                     Sunny,Weak,1,Yes\nOvercast,Strong,90,Yes\n";
        }
        "commas" => {
            text += "width;depth;the height;n;price\n";
            for i in 1..30 {
                let price = ["low", "mid", "high"][i % 3];
                writeln!(text, "1,{i};{i},5;2,{i};{};{price}", i % 4).unwrap();
            }
        }
        "hostile" | "twelve" => {
            let twelve: Vec<String> = (1..=12).map(|at| format!("class {at}")).collect();
            let hostile = HOSTILE.map(str::to_owned);
            let names = if name == "twelve" { &twelve[..] } else { &hostile };
            let rows: String = names.iter().map(|name| format!("a,\"{name}\"\nb,\"{name}\"\n")).collect();
            write!(text, "word,class\n{rows}a,\"{}\"\n", names[0]).unwrap();
        }
        // Twelve classes, distinguished by leaf, size and bark as far as these go.
        "trees" => {
            text += "leaf,size,bark,tree\n";
            let names = "Ash,Beech,Cedar,Date palm,Elm,Fir,Ginkgo,Hazel,Ivy,Juniper,Kapok,Larch";
            for (at, name) in names.split(',').enumerate() {
                for row in 0..6 {
                    let leaf = ["round", "oval", "needle"][(at + usize::from(row == 5)) % 3];
                    let size = ["small", "large"][(at + usize::from(row > 3)) % 2];
                    let bark = ["grey", "brown", "black", "white"][(at / 2 + row / 4) % 4];
                    writeln!(text, "{leaf},{size},{bark},{name}").unwrap();
                }
            }
        }
        // Sixty visits: tickets, wards 1 to 3, words with `NA` among them, doses and three answers.
        "visits" => {
            text += "ticket,ward,age,pain,dose,again\n";
            for i in 0..60 {
                let pain = ["none", "some", "much", "NA"][i * 5 % 7 % 4];
                let again = ["no", "yes", "later"][i * 7 % 11 % 3];
                let (ticket, ward, age) = (1000 + i * 7, 1 + i % 3, 20 + i * 31 % 60);
                writeln!(text, "T-{ticket},{ward},{age},{pain},{}.{},{again}", 2 + i % 19, i % 10).unwrap();
            }
        }
        _ => return None,
    }
    Some(text)
}

const HOSTILE: [&str; 6] = [
    "東京都庁",
    " ",
    "\u{200b}",
    "a name that is so long that no column of any table is ever as wide as it is, one",
    "a name that is so long that no column of any table is ever as wide as it is, two",
    "e\u{301}\u{1b}[31m",
];

/// A sample, a table of [`table`] or a table as text, opened by a recipe; then keys.
pub fn state(data: &str, recipe: &str, keys: &str) -> Bench {
    Bench::open(table(data).as_deref().unwrap_or(data), recipe).keys(keys)
}

#[test]
fn pictures() {
    for (name, data, recipe, keys) in PICTURES {
        insta::assert_snapshot!(name, state(data, recipe, keys).screen());
    }
    insta::assert_snapshot!("help", state("play-tennis", "", "?").help());
}

#[test]
fn pictures_at_other_sizes_and_in_ascii() {
    for (name, data, recipe, keys, width, height, ascii) in OTHER_PICTURES {
        let mut bench = state(data, recipe, "").resized(width, height).keys(keys);
        bench.app.settings.ascii = ascii;
        insta::assert_snapshot!(name, bench.screen());
    }
}

#[test]
fn lines_that_matter() {
    let mut failed = String::new();
    for (data, recipe, keys, lines) in LINES {
        let screen = state(data, recipe, keys).screen();
        let words: Vec<&str> = screen.split([' ', '\n']).filter(|word| !word.is_empty()).collect();
        for line in lines.iter().filter(|line| !words.join(" ").contains(**line)) {
            writeln!(failed, "{data} {recipe} {keys}: “{line}” is not in\n{screen}").unwrap();
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

/// Nothing is wider than the window, borders are in line, and one pane or dialog has the focus.
fn fits(screen: &str, width: u16, place: &str) {
    for line in screen.lines() {
        let (wide, full) = (posterior::text::display_width(line), usize::from(width));
        let is_framed = line.starts_with(['╭', '│', '╰', '┏', '┃', '┗']);
        assert!(
            wide == full || wide < full && !is_framed,
            "{place}: {wide} of {full} columns, {line} in\n{screen}"
        );
    }
    let marks = ["▶", "┏"].map(|mark| screen.matches(mark).count());
    assert_eq!(marks, [1, 1], "{place}\n{screen}");
}

#[test]
fn every_state_fits_every_size_and_ascii() {
    // These have no replacement in ASCII.
    let pictures = PICTURES.iter().map(|(_, data, recipe, keys)| (*data, *recipe, *keys));
    let lines = LINES.iter().map(|(data, recipe, keys, _)| (*data, *recipe, *keys));
    for (data, recipe, keys) in pictures.chain(lines) {
        let mut bench = state(data, recipe, keys);
        for (width, height) in [(60, 15), (79, 24), (80, 24), (160, 48)] {
            let place = format!("{data} {recipe} {keys} at {width}×{height}");
            bench = bench.resized(width, height);
            let screen = bench.screen();
            fits(&screen, width, &place);
            bench.app.settings.ascii = true;
            let ascii = bench.screen();
            bench.app.settings.ascii = false;
            let unknown = ascii.matches('?').count() <= screen.matches('?').count();
            assert!(data == "hostile" || ascii.is_ascii() && unknown, "{place}\n{screen}\n{ascii}");
        }
        let mono = bench.buffer(&Theme::mono());
        assert!(mono.content.iter().all(|cell| (cell.fg, cell.bg) == Default::default()), "{data} {keys}");
        // No size panics.
        for (width, height) in [(0, 0), (1, 1), (22, 9), (59, 14), (66, 0)] {
            bench = bench.resized(width, height);
            bench.screen();
        }
    }
}
