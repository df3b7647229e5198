//! The README says what is so: its screen is the program's, its keys are those of the key table, its commands print what
//! it says, its recipe can be read. `POSTERIOR_BLESS=1 cargo test --test readme` writes all but the recipe anew.

use crate::support;

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

/// The cases of the example.
const NEW: &str = "Outlook,Temp,Humidity,Wind\nSunny,Cool,High,Strong\nFog,Mild,Normal,Weak\n";

/// What a command prints, messages first, in a folder with the cases in `new.csv`.
fn printed(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("new.csv"), NEW).unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_posterior"));
    let output = command.current_dir(folder.path()).args(arguments).output().unwrap();
    assert!(output.status.success());
    String::from_utf8([output.stderr, output.stdout].concat()).unwrap()
}

#[test]
fn the_screen_the_commands_and_the_keys_are_those_of_the_program() {
    let readme = std::fs::read_to_string(README).unwrap();
    let screen = Bench::tennis().keys("5 a").screen();
    let screen: Vec<&str> = screen.lines().map(str::trim_end).collect();
    let screen = format!("```text\n{}\n```\n", screen.join("\n"));
    let why = printed(&["explain", "sample:weather", "--quantity", "P(Sunny | Yes)", "--format", "markdown"]);
    let why = format!(
        "```markdown\n$ posterior explain sample:weather --quantity \"P(Sunny | Yes)\" --format markdown\n{why}```\n"
    );
    let fit = printed(&["fit", "sample:weather", "--format", "csv"]);
    let fit: Vec<&str> = fit.lines().take(5).collect();
    let fit =
        format!("```text\n$ posterior fit sample:weather --format csv | head -5\n{}\n```\n", fit.join("\n"));
    let rows = printed(&["predict", "sample:play-tennis", "--queries", "new.csv"]);
    let rows = format!(
        "```text\n$ cat new.csv\n{NEW}$ posterior predict sample:play-tennis --queries new.csv\n{rows}```\n"
    );
    let blocks =
        [("screen", screen), ("markdown", why), ("fit", fit), ("predict", rows), ("keys", keys::markdown())];
    let wanted = blocks.iter().fold(readme.clone(), |text, (mark, block)| replaced(&text, mark, block));
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
