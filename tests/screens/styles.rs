//! Styles, which a picture of characters does not show.

use crate::support::{Bench, text};
use posterior::app::ThemeName;
use posterior::app::terminal::theme::{Depth, Theme};
use ratatui::style::Modifier;

#[test]
fn the_cursor_is_reversed_and_marked_in_every_theme() {
    for (keys, marked) in [
        ("Down*3", "▸Rain◂"),
        ("3 Down", "▸4/8◂"),
        ("3 Down x", "▸0.5◂"),
        ("3 Right", "▸9/14◂"),
        ("2 End Up", "▸ priors        from the data"),
        ("5 Space Space", "▸4/8◂▸ ● No ◂"),
        ("4 Right", "▸1◂"),
    ] {
        let bench = Bench::tennis().keys(keys);
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
        let buffer = Bench::tennis().keys(keys).buffer(&theme);
        for (class, mark) in ["●", "▲"].into_iter().enumerate() {
            let mut marks = buffer.content.iter().filter(|cell| cell.symbol() == mark);
            assert!(marks.any(|cell| Some(cell.fg) == theme.class(class).fg), "{keys} {mark}");
        }
    }
}

/// The leader's share is the first and the solid one, whichever class it is; in ASCII it is `#`.
#[test]
fn the_share_of_the_leader_is_the_solid_one() {
    // In weather the second class leads, in play-tennis the first.
    for (name, leads) in [("weather", "Yes leads"), ("play-tennis", "No leads"), ("iris", "virginica leads")]
    {
        let mut bench = Bench::open(name, "").keys("5 a");
        let line = |screen: &str| screen.lines().find(|line| line.contains(leads)).map(str::to_owned);
        let share = line(&bench.screen()).unwrap_or_else(|| panic!("{}", bench.screen()));
        let bar: String = share.chars().filter(|c| "█▒░".contains(*c)).collect();
        assert!(bar.starts_with('█') && !bar.trim_start_matches('█').contains('█'), "{share}");
        let solid = bar.chars().filter(|c| *c == '█').count() as f64 / bar.chars().count() as f64;
        assert!(solid > 0.5, "{share}");
        bench.app.settings.ascii = true;
        let share = line(&bench.screen()).unwrap();
        let bar: String =
            share.split("leads").nth(1).unwrap().chars().filter(|c| "#=-".contains(*c)).collect();
        assert!(bar.starts_with('#') && !bar.trim_start_matches('#').contains('#'), "{share}");
        // In colour all of it is solid.
        bench.app.settings.ascii = false;
        let coloured = text(&bench.buffer(&Theme::new(ThemeName::Dark, Depth::True)));
        assert!(!line(&coloured).unwrap().contains('▒'), "{coloured}");
    }
}
