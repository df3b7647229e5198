//! README and docs say what is so: the screen and the picture are the program's, the keys those of the key table, the commands
//! print what is said, the recipe can be read. `POSTERIOR_BLESS=1 cargo test --test screens readme` writes all but the recipe anew.

use std::path::Path;

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

/// The first lines of what is printed.
fn first(printed: &str, lines: usize) -> String {
    printed.split_inclusive('\n').take(lines).collect()
}

/// What is said of a wrong answer.
fn wrong(arguments: &[&str]) -> String {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_posterior")).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_screen_the_commands_and_the_keys_are_those_of_the_program() {
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
    let number = printed(&["explain", "sample:weather", "--quantity", "P(Sunny | Yes)"]);
    let number = first(&number, 13);
    let number =
        format!("```text\n$ posterior explain sample:weather --quantity \"P(Sunny | Yes)\"\n{number}```\n");
    let answer = wrong(&["check", "2/9", "--of", "P(Sunny | Yes)", "sample:play-tennis"]);
    let answer =
        format!("```text\n$ posterior check 2/9 --of \"P(Sunny | Yes)\" sample:play-tennis\n{answer}```\n");
    let against = printed(&["explain", "sample:play-tennis", "--against", "weka"]);
    let against: Vec<&str> = against.lines().skip(8).take(17).collect();
    let against = format!(
        "```text\n$ posterior explain sample:play-tennis --against weka\n…\n{}\n```\n",
        against.join("\n").trim()
    );
    let files: [(&str, Vec<(&str, String)>); 3] = [
        ("README.md", vec![("screen", screen), ("why", number), ("check", answer), ("against", against)]),
        ("docs/commands.md", vec![("markdown", why), ("fit", fit), ("predict", rows)]),
        ("docs/keys.md", vec![("keys", keys::markdown())]),
    ];
    for (file, blocks) in files {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        let wanted = blocks.iter().fold(text.clone(), |text, (mark, block)| replaced(&text, mark, block));
        is_so(&path, &text, &wanted);
    }
}

#[test]
fn the_picture_is_the_programs_own() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/iris.svg");
    let wanted = printed(&["plot", "pair", "sample:iris", "--model", "qda", "--format", "svg"]);
    is_so(&path, &std::fs::read_to_string(&path).unwrap_or_default(), &wanted);
}

#[test]
fn the_readme_is_short() {
    assert!(std::fs::read_to_string(README).unwrap().lines().count() <= 150);
}

fn is_so(path: &Path, text: &str, wanted: &str) {
    if std::env::var_os("POSTERIOR_BLESS").is_some() {
        std::fs::write(path, wanted).unwrap();
    }
    assert!(
        text == wanted,
        "{} is stale: run POSTERIOR_BLESS=1 cargo test --test screens readme",
        path.display()
    );
}

#[test]
fn the_recipe_can_be_read() {
    let recipes = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/recipes.md");
    let readme = std::fs::read_to_string(recipes).unwrap();
    let toml = readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let recipe = Recipe::from_toml(toml, "docs/recipes.md").unwrap();
    assert_eq!(recipe.target.as_deref(), Some("price"));
}
