//! Every screen and state, as text; styles are asserted on cells, because a picture of characters does not show them.

use crate::support;

use posterior::app::terminal::theme::{Depth, Theme};
use posterior::app::{Action, Source, ThemeName};
use ratatui::style::Modifier;
use support::{Bench, text};

/// Of these there is a picture at 120×40, too: more room shows something else.
const WIDE: [&str; 2] = ["start", "data"];

fn sample(width: u16, height: u16) -> Bench {
    Bench::sized(Some(Source::Sample("play-tennis".into())), width, height)
}

fn snapshots(name: &str, make: impl Fn(u16, u16) -> Bench) {
    for (width, height) in [(80, 24), (120, 40)] {
        if width == 80 || WIDE.contains(&name) {
            insta::assert_snapshot!(format!("{name}_{width}"), make(width, height).screen());
        }
    }
}

#[test]
fn the_first_screen_and_the_data_look_so() {
    snapshots("start", |w, h| Bench::sized(None, w, h));
    snapshots("start_with_data", |w, h| sample(w, h).keys("Esc"));
    snapshots("data", |w, h| sample(w, h).keys("Down Down Down"));
    snapshots("numbers", |w, h| Bench::sized(Some(Source::Sample("living-area".into())), w, h));
    snapshots("words", |w, h| Bench::sized(Some(Source::Sample("spam".into())), w, h).keys("Right"));
    snapshots("detail", |w, h| sample(w, h).keys("Tab"));
    insta::assert_snapshot!("help_80", sample(80, 24).keys("?").help());
    snapshots("help_search", |w, h| sample(w, h).keys("?").keys("/").typed("quit"));
    snapshots("find", |w, h| sample(w, h).keys("/").typed("strong"));
}

#[test]
fn messages_questions_and_problems_look_so() {
    snapshots("message", |w, h| Bench::numbers_sized(w, h).keys("Esc 3"));
    snapshots("question_constant", Bench::numbers_sized);
    snapshots("ragged", |w, h| Bench::pasted("a,b,class\r1,2,yes\r3,4,no,5\r6,7,yes\r", w, h));
    snapshots("problem", |w, h| Bench::sized(Some(Source::File("/nowhere/to-be-found.csv".into())), w, h));
}

#[test]
fn small_windows_and_plain_characters_look_so() {
    insta::assert_snapshot!("one_pane_60", sample(60, 15).screen());
    insta::assert_snapshot!("one_pane_60_detail", sample(60, 15).keys("Tab").screen());
    insta::assert_snapshot!("too_small", sample(44, 8).screen());
    let screen = sample(80, 24).keys("F2 Down Enter Esc").screen();
    assert!(screen.is_ascii());
    insta::assert_snapshot!("ascii", screen);
}

/// Keys that lead to every screen and many dialogs.
const PLACES: [&str; 25] = [
    "",
    "Tab",
    "Esc",
    "Esc Tab",
    "?",
    "? / x",
    "F2",
    "o x",
    "/ x",
    "2",
    "2 Tab",
    "2 End Up Up 1",
    "3",
    "3 Tab",
    "3 x x End Right",
    "3 Down Enter",
    "4",
    "4 Tab",
    "4 Right",
    "5",
    "5 a",
    "5 a Tab Down",
    "5 Space Tab",
    "5 r End",
    "Right Right Right Right End",
];

#[test]
fn the_cursor_is_reversed_and_marked_in_every_theme() {
    for (keys, marked) in [
        ("Down Down Down", "▸Rain◂"),
        ("3 Down", "▸4/8◂"),
        ("3 Down x", "▸0.5◂"),
        ("3 Right", "▸9/14◂"),
        ("2 End Up", "▸ priors       from the data ◂"),
        ("5 Space Space", "▸4/8◂▸ ● No ◂"),
        ("4 Right", "▸1◂"),
    ] {
        let bench = sample(80, 24).keys(keys);
        let depths = |name| [Depth::True, Depth::Ansi].map(|depth| Theme::new(name, depth));
        for theme in ThemeName::ALL.into_iter().flat_map(depths) {
            let buffer = bench.buffer(&theme);
            let reversed = buffer.content.iter().filter(|cell| cell.modifier.contains(Modifier::REVERSED));
            let reversed: String = reversed.map(|cell| cell.symbol()).collect();
            assert!(reversed.starts_with(marked), "{keys}: {reversed}");
        }
    }
}

#[test]
fn classes_have_a_mark_in_their_own_style() {
    let theme = Theme::new(ThemeName::Dark, Depth::True);
    for keys in ["3", "4", "5 Space"] {
        let buffer = sample(80, 24).keys(keys).buffer(&theme);
        for (class, mark) in ["●", "▲"].into_iter().enumerate() {
            let mut marks = buffer.content.iter().filter(|cell| cell.symbol() == mark);
            assert!(marks.any(|cell| Some(cell.fg) == theme.class(class).fg), "{keys} {mark}");
        }
    }
}

#[test]
fn exactly_one_pane_has_the_thick_border_and_mono_has_no_colour() {
    for keys in PLACES {
        let bench = sample(80, 24).keys(keys);
        let screen = bench.screen();
        assert_eq!((screen.matches('┏').count(), screen.matches('▶').count()), (1, 1), "{keys}\n{screen}");
        for cell in &bench.buffer(&Theme::mono()).content {
            assert_eq!((cell.fg, cell.bg), Default::default(), "{keys}");
        }
    }
}

#[test]
fn no_size_panics() {
    for keys in PLACES {
        let mut bench = sample(80, 24).keys(keys);
        for (width, height) in (0..=6).flat_map(|w| (0..=4).map(move |h| (w * 22, h * 9))).chain([(300, 100)])
        {
            bench.act(Action::Resize(width, height));
            bench.screen();
        }
    }
    for keys in ["", "3 Down", "5 a"] {
        let mut bench = sample(80, 24).keys(keys);
        for (width, height) in (0..=60).step_by(3).flat_map(|w| (0..=30).step_by(3).map(move |h| (w, h))) {
            bench.act(Action::Resize(width, height));
            bench.screen();
        }
    }
}

#[test]
fn help_is_in_every_footer_and_borders_stay_in_line() {
    for width in (60..=130).step_by(5) {
        for keys in ["", "Tab", "Esc", "4", "4 Tab", "5", "5 Space Tab", "5 a"] {
            let screen = sample(width, 24).keys(keys).screen();
            assert!(screen.lines().last().unwrap().contains("? help"), "{width} {keys}\n{screen}");
            for line in screen.lines().skip(1).take(21) {
                let wide = posterior::text::display_width(line);
                assert_eq!(wide, usize::from(width), "{keys}\n{screen}");
            }
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

/// The leader's share stands first and is the solid one, whichever class it is; in ASCII it is `#`.
#[test]
fn the_share_of_the_leader_is_the_solid_one() {
    // In weather the second class leads, in play-tennis the first.
    for (name, leads) in [("weather", "Yes leads"), ("play-tennis", "No leads"), ("iris", "virginica leads")]
    {
        let mut bench = Bench::sized(Some(Source::Sample(name.into())), 80, 24).keys("5 a");
        let line = |screen: &str| screen.lines().find(|line| line.contains(leads)).map(str::to_owned);
        let told = line(&bench.screen()).unwrap_or_else(|| panic!("{}", bench.screen()));
        let bar: String = told.chars().filter(|c| "█▒░".contains(*c)).collect();
        assert!(bar.starts_with('█') && !bar.trim_start_matches('█').contains('█'), "{told}");
        let solid = bar.chars().filter(|c| *c == '█').count() as f64 / bar.chars().count() as f64;
        assert!(solid > 0.5, "{told}");
        bench.app.settings.ascii = true;
        let told = line(&bench.screen()).unwrap();
        let bar: String =
            told.split("leads").nth(1).unwrap().chars().filter(|c| "#=-".contains(*c)).collect();
        assert!(bar.starts_with('#') && !bar.trim_start_matches('#').contains('#'), "{told}");
        // In colour all of it is solid.
        bench.app.settings.ascii = false;
        let coloured = text(&bench.buffer(&Theme::new(ThemeName::Dark, Depth::True)));
        assert!(!line(&coloured).unwrap().contains('▒'), "{coloured}");
    }
}
