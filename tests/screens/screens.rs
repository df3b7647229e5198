//! Every screen and state, as text; styles are asserted on cells, because a picture of characters does not show them.

use crate::support;

use posterior::tui::theme::{Depth, Theme};
use posterior::workbench::{Action, Source, ThemeName};
use ratatui::style::Modifier;
use support::{Bench, text};

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

fn sample(width: u16, height: u16) -> Bench {
    Bench::sized(Some(Source::Sample("play-tennis".into())), width, height)
}

/// A snapshot at 80×24 and one at 120×40.
fn snapshots(name: &str, make: impl Fn(u16, u16) -> Bench) {
    for (width, height) in SIZES {
        insta::assert_snapshot!(format!("{name}_{width}"), make(width, height).screen());
    }
}

#[test]
fn start() {
    snapshots("start", |w, h| Bench::sized(None, w, h));
}

#[test]
fn start_with_data() {
    snapshots("start_with_data", |w, h| sample(w, h).keys("Esc"));
}

#[test]
fn data() {
    snapshots("data", |w, h| sample(w, h).keys("Down Down Down"));
}

#[test]
fn data_of_numbers() {
    snapshots("numbers", |w, h| Bench::sized(Some(Source::Sample("living-area".into())), w, h));
}

#[test]
fn data_of_words() {
    snapshots("words", |w, h| Bench::sized(Some(Source::Sample("spam".into())), w, h).keys("Right"));
}

#[test]
fn right_pane_has_the_keys() {
    snapshots("detail", |w, h| sample(w, h).keys("Tab"));
}

#[test]
fn help() {
    for (width, height) in SIZES {
        insta::assert_snapshot!(format!("help_{width}"), sample(width, height).keys("?").help());
    }
    snapshots("help_search", |w, h| sample(w, h).keys("?").keys("/").typed("quit"));
}

#[test]
fn settings() {
    snapshots("settings", |w, h| sample(w, h).keys("F2"));
}

#[test]
fn find() {
    snapshots("find", |w, h| sample(w, h).keys("/").typed("strong"));
}

#[test]
fn a_message() {
    snapshots("message", |w, h| Bench::numbers_sized(w, h).keys("Esc 3"));
}

#[test]
fn questions() {
    snapshots("question_constant", Bench::numbers_sized);
}

#[test]
fn a_problem_with_choices() {
    snapshots("ragged", |w, h| {
        let mut bench = Bench::sized(None, w, h);
        bench.act(Action::Paste("a,b,class\r1,2,yes\r3,4,no,5\r6,7,yes\r".into()));
        bench
    });
}

#[test]
fn a_problem() {
    snapshots("problem", |w, h| Bench::sized(Some(Source::File("/nowhere/to-be-found.csv".into())), w, h));
}

#[test]
fn one_pane() {
    insta::assert_snapshot!("one_pane_60", sample(60, 15).screen());
    insta::assert_snapshot!("one_pane_60_detail", sample(60, 15).keys("Tab").screen());
}

#[test]
fn too_small() {
    insta::assert_snapshot!("too_small", sample(44, 8).screen());
}

#[test]
fn ascii() {
    let bench = sample(80, 24).keys("F2 Down Enter Esc");
    let screen = bench.screen();
    assert!(screen.is_ascii());
    insta::assert_snapshot!("ascii", screen);
}

#[test]
fn the_cursor_is_reversed_and_marked_in_every_theme() {
    let bench = sample(80, 24).keys("Down Down Down");
    let themes =
        ThemeName::ALL.into_iter().flat_map(|name| [Depth::True, Depth::Ansi].map(|d| Theme::new(name, d)));
    for theme in themes {
        let buffer = bench.buffer(&theme);
        let reversed: String = buffer
            .content
            .iter()
            .filter(|cell| cell.modifier.contains(Modifier::REVERSED))
            .map(|cell| cell.symbol())
            .collect();
        assert_eq!(reversed, "▸Rain◂");
    }
}

#[test]
fn mono_has_no_colour_anywhere() {
    for keys in ["", "?", "F2", "o", "Esc", "Tab"] {
        let buffer = sample(80, 24).keys(keys).buffer(&Theme::mono());
        for cell in &buffer.content {
            assert_eq!((cell.fg, cell.bg), Default::default());
        }
    }
}

#[test]
fn exactly_one_pane_has_the_thick_border() {
    for keys in ["", "Tab", "?", "o", "F2", "/", "Esc", "Esc Tab"] {
        let screen = sample(80, 24).keys(keys).screen();
        assert_eq!(screen.matches('┏').count(), 1, "{keys}\n{screen}");
        assert_eq!(screen.matches('▶').count(), 1, "{keys}\n{screen}");
    }
}

#[test]
fn no_size_panics() {
    for keys in ["", "?", "? / x", "F2", "o x", "/ x", "Esc", "Esc Tab", "Right Right Right Right End"] {
        let mut bench = sample(80, 24).keys(keys);
        let sizes = (0..=20).flat_map(|w| (0..=10).map(move |h| (w * 7, h * 4)));
        for (width, height) in sizes.chain([(300, 100)]) {
            bench.act(Action::Resize(width, height));
            bench.screen();
        }
    }
    let mut bench = sample(80, 24);
    for (width, height) in (0..=60).flat_map(|w| (0..=30).map(move |h| (w, h))) {
        bench.act(Action::Resize(width, height));
        bench.screen();
    }
}

#[test]
fn help_is_in_every_footer_of_a_room() {
    for width in 60..=130 {
        for keys in ["", "Tab", "Esc"] {
            let screen = sample(width, 24).keys(keys).screen();
            let footer = screen.lines().last().unwrap().to_string();
            assert!(footer.contains("? help"), "{width}: {footer}");
        }
    }
}

#[test]
fn hostile_names_do_not_reach_the_screen() {
    let mut bench = Bench::empty();
    bench.act(Action::Paste("a\u{1b}[2J,\u{202e}b,c\rx\u{7}y,\u{200b}z,yes\rp,q,no\r".into()));
    let screen = bench.screen();
    assert!(screen.contains("␛") || screen.contains("⟨U+001B⟩"), "{screen}");
    assert!(!screen.chars().any(|c| c != '\n' && posterior::text::is_hidden(c)), "{screen}");
}

#[test]
fn wide_characters_keep_the_borders_in_line() {
    let mut bench = Bench::empty();
    bench.act(Action::Paste("city,name,class\r東京,é,ja\rOslo,🌧 rain,no\r".into()));
    let screen = text(&bench.buffer(&Theme::mono()));
    for line in screen.lines().skip(1).take(21) {
        assert_eq!(posterior::text::display_width(line), 80, "{line}");
    }
}

#[test]
fn the_cursor_stays_on_screen_in_a_wide_table() {
    let header: Vec<String> = (0..30).map(|n| format!("column{n}")).collect();
    let row: Vec<String> = (0..30).map(|n| "w".repeat(n % 11 + 1)).collect();
    let text = format!("{}\r{}\r{}\r", header.join(","), row.join(","), row.join(","));
    for width in [60, 79, 80, 100, 120] {
        let mut bench = Bench::sized(None, width, 24);
        bench.act(Action::Paste(text.clone()));
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
