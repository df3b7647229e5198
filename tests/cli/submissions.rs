//! One answer typed and on a sheet: one verdict.

use crate::{program, written};

use program::ended as posterior;
use tempfile::TempDir;

const WAYS: &str = "weather,way\nsun,walk\nsun,walk\nrain,walk\nsun,walk\ncloud,walk\nsun,bike\nsun,bike\ncloud,bike
cloud,bike\nsun,bike\nrain,bike\nrain,bus\nrain,bus\nrain,bus\ncloud,bus\nsun,bus\nrain,bus\ncloud,bus\nsun,bike\n";

const EXERCISE: &str = "id = \"ways\"\ndata = \"ways.csv\"\nquery = { weather = \"sun\" }\n[recipe]\ntarget = \"way\"\nalpha = \"0\"
[[step]]\nask = \"P(walk)\"\n[[step]]\nask = \"P(sun | walk)\"\n[[step]]\nask = \"ln P(bike)\"\n[[step]]\nask = \"class\"\n";

/// One answer, and the same on a sheet: one verdict.
#[test]
fn one_answer_is_judged_by_one_rule_wherever_it_stands() {
    let folder = TempDir::new().unwrap();
    written(&folder, "ways.csv", WAYS);
    written(&folder, "ways.toml", EXERCISE);
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (answer, label, status) in [
        ("0.3", "P(walk)", 5),
        ("0.26", "P(walk)", 0),
        ("0.2", "P(walk)", 5),
        ("0.4", "P(walk)", 4),
        ("0.6", "P(sun | walk)", 0),
        ("0.5", "P(sun | walk)", 4),
        ("5:19", "P(walk)", 0),
        ("5:14", "P(walk)", 4),
        ("-0,999", "ln P(bike)", 0),
        ("-1", "ln P(bike)", 5),
        ("bike (57 %)", "class", 0),
        ("bike or bus", "class", 5),
    ] {
        let of = format!("--of={label}");
        assert_eq!(
            posterior(&["check", &of, "--", answer, &at("ways.toml")]).0,
            status,
            "check {answer} for {label}"
        );
        // The sheet asks for other steps, too; only its own line says something.
        written(&folder, "s.txt", format!("{label} = {answer}\n"));
        let (_, json, _) =
            posterior(&["mark", &at("s.txt"), "--exercise", &at("ways.toml"), "--format", "json"]);
        let told: serde_json::Value = serde_json::from_str(&json).unwrap();
        let lines = told["sheets"][0]["lines"].as_array().unwrap();
        let line = lines.iter().find(|line| line["typed"] == *answer).unwrap();
        let wanted = match status {
            0 => &["correct", "noted"][..],
            4 => &["wrong"],
            _ => &["unmarked"],
        };
        assert!(wanted.contains(&line["verdict"].as_str().unwrap()), "mark {answer} for {label}: {line}");
    }
    // An exercise may say otherwise; then a teacher is told.
    written(&folder, "ways.toml", format!("{EXERCISE}[policy]\ncoarse = \"accept\"\n"));
    written(&folder, "s.txt", "P(walk) = 0.3\nP(sun | walk) = 0.60\n");
    let (_, marks, _) = posterior(&["mark", &at("s.txt"), "--exercise", &at("ways.toml"), "--format", "csv"]);
    let rows: Vec<&str> = marks.lines().collect();
    assert!(rows[1].contains(",correct,") && rows[1].contains(",yes,s.txt"), "{marks}");
    assert!(rows[2].contains(",correct,") && rows[2].contains(",no,s.txt"), "{marks}");
}
