//! The decimal comma: of the screen, of what is said to somebody who writes commas, and of nothing that programs read.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail"
)]

mod support;

use std::fs;
use std::process::Command;

use posterior::math::DecimalSign;
use support::Bench;
use tempfile::TempDir;

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");

#[test]
fn the_comma_is_in_every_number_of_a_room_and_goes_again() {
    for (room, keys) in [("3", "3 x"), ("5", "5 a x"), ("practice", "7 v v x"), ("find", "7 E x")] {
        let points = Bench::sample("play-tennis", 120, 40, |_| {}).keys(keys).screen();
        let bench = Bench::sample("play-tennis", 120, 40, |_| {}).keys(keys).keys("Tab ,");
        assert_eq!(bench.app.settings.sign, DecimalSign::Comma, "{room}");
        let commas = bench.keys("Tab").screen();
        let numbers = |text: &str, sign: &str| {
            text.split_whitespace().filter(|word| word.contains(sign) && word.starts_with("0")).count()
        };
        assert!(numbers(&points, ".") > 5, "{room}\n{points}");
        assert_eq!(numbers(&commas, "."), 0, "{room}\n{commas}");
        assert!(numbers(&commas, ",") >= numbers(&points, "."), "{room}\n{commas}");
        println!("{commas}");
    }
}
