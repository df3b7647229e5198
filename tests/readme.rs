//! The README says what is so: its screen is the program's, its keys are those of the key table, its recipe can be read.
//! `POSTERIOR_BLESS=1 cargo test --test readme` writes the screen and the keys anew.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use posterior::recipe::Recipe;
use posterior::workbench::keys;
use support::Bench;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

/// The README with what stands between two marks replaced.
fn replaced(readme: &str, mark: &str, with: &str) -> String {
    let (open, close) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->"));
    let (before, rest) = readme.split_once(&open).expect(mark);
    let (_, after) = rest.split_once(&close).expect(mark);
    format!("{before}{open}{with}{close}{after}")
}

#[test]
fn the_screen_and_the_keys_are_those_of_the_program() {
    let readme = std::fs::read_to_string(README).unwrap();
    let screen = Bench::tennis().keys("5 a").screen();
    let screen: Vec<&str> = screen.lines().map(str::trim_end).collect();
    let screen = format!("```text\n{}\n```\n", screen.join("\n"));
    let wanted = replaced(&replaced(&readme, "screen", &screen), "keys", &keys::markdown());
    if std::env::var_os("POSTERIOR_BLESS").is_some() {
        std::fs::write(README, &wanted).unwrap();
    }
    assert!(readme == wanted, "the README is stale: run POSTERIOR_BLESS=1 cargo test --test readme");
}

#[test]
fn the_recipe_can_be_read() {
    let readme = std::fs::read_to_string(README).unwrap();
    let toml = readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let recipe = Recipe::from_toml(toml, "README").unwrap();
    assert_eq!(recipe.target.as_deref(), Some("price"));
}
